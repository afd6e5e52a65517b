//! How long probes take: `cargo bench -p grundy-tables --bench probe`.
//!
//! Cold: the table is opened anew for every probe, so its description, an index and a chunk are read and checked (from the memory of
//! the operating system). Warm: the same table, chunks that were read before.

use grundy_budget::Budget;
use grundy_game::tabled::{NimberLanes, PairBlocks, Place};
use grundy_tables::{About, Cluster, Progress, Table, fill_dense};
use std::sync::Arc;
use std::time::Instant;

const ROWS: u32 = 4;
const COLUMNS: u32 = 6;

fn main() {
    let cells = ROWS * COLUMNS;
    let beside = (0..cells).filter(|cell| cell % COLUMNS + 1 < COLUMNS).map(|cell| (cell, cell + 1, 2));
    let above = (0..cells - COLUMNS).map(|cell| (cell, cell + COLUMNS, 2));
    let pairs: Vec<(u32, u32, u8)> = beside.chain(above).collect();
    let blocks =
        PairBlocks::<NimberLanes>::new(cells, &pairs, 20, "row by row".to_owned()).expect("the board is small");
    let home = tempfile::tempdir().expect("there is room for a folder");
    let about = About::dense("cram", "cram:4x6", &blocks);
    let begun = Instant::now();
    let budget = Budget::unlimited();
    let progress = Arc::new(Progress::default());
    fill_dense(home.path(), &about, Arc::new(blocks), &Cluster::alone(1), &progress, &budget)
        .expect("the table is filled");
    let count = 1u64 << cells;
    println!("fill  {:>8.1} million positions a second", count as f64 / begun.elapsed().as_secs_f64() / 1e6);

    let number = |at: u64| at.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - cells);
    let begun = Instant::now();
    let cold = 2000;
    for at in 0..cold {
        let table = Table::open(home.path()).expect("the table is there");
        table.probe(Place::Number(number(at))).expect("the table is sound");
    }
    println!("cold  {:>8.1} µs a probe", begun.elapsed().as_secs_f64() / cold as f64 * 1e6);

    let table = Table::open(home.path()).expect("the table is there");
    let mut took = 0.0;
    let mut sum = 0u64;
    let warm = 1_000_000;
    for round in 0..2 {
        let begun = Instant::now();
        for at in 0..warm {
            sum += u64::from(table.probe(Place::Number(number(at))).expect("the table is sound").unwrap_or(0));
        }
        if round == 1 {
            took = begun.elapsed().as_secs_f64();
        }
    }
    println!("warm  {:>8.3} µs a probe (checksum {sum})", took / warm as f64 * 1e6);
}
