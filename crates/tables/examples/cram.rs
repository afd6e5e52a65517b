//! The table of all sub-boards of a Cram board without the rest of Grundy, for measurements:
//! `cargo run --release -p grundy-tables --example cram -- 5 6 cram56.zarr 1 4`
//! (rows, columns, folder, threads, GiB of memory, and for several processes the number of this one and all addresses joined
//! by commas).

use grundy_budget::{Budget, Limits};
use grundy_game::tabled::{NimberLanes, PairBlocks};
use grundy_tables::{About, Cluster, Progress, fill_dense};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [rows, columns, folder, threads, gibibytes, processes @ ..] = arguments.as_slice() else {
        return Err("rows, columns, folder, threads, GiB of memory".into());
    };
    let (rows, columns): (u32, u32) = (rows.parse()?, columns.parse()?);
    let cells = rows * columns;
    let beside = (0..cells).filter(|cell| cell % columns + 1 < columns).map(|cell| (cell, cell + 1, 2));
    let above = (0..cells - columns).map(|cell| (cell, cell + columns, 2));
    let pairs: Vec<(u32, u32, u8)> = beside.chain(above).collect();
    let numbering = format!("bit {columns}·r + c is set when the cell in row r and column c is free");
    let low = cells.saturating_sub(8).clamp(7, 24);
    let blocks = PairBlocks::<NimberLanes>::new(cells, &pairs, low, numbering).map_err(|_| "too many cells")?;
    let about = About::dense("cram", &format!("cram:{rows}x{columns}"), &blocks);
    let memory = gibibytes.parse::<u64>()? << 30;
    let budget = Budget::new(Limits { memory: Some(memory), ..Limits::default() });
    let progress = Arc::new(Progress::default());
    let begun = Instant::now();
    let watched = Arc::clone(&progress);
    std::thread::spawn(move || {
        loop {
            std::thread::sleep(std::time::Duration::from_secs(20));
            eprintln!("{:?}: {} of {}", begun.elapsed(), watched.done.load(Relaxed), watched.all.load(Relaxed));
        }
    });
    let mut cluster = Cluster::alone(threads.parse()?);
    if let [process, addresses] = processes {
        cluster.process = process.parse()?;
        cluster.addresses = addresses.split(',').map(str::to_owned).collect();
    }
    let finished = fill_dense(Path::new(folder), &about, Arc::new(blocks), &cluster, &progress, &budget)?;
    let bytes = progress.bytes.load(Relaxed);
    println!("{:?}", finished.census.unwrap_or_default());
    println!("{:?}, {bytes} bytes, {:.3} a position", begun.elapsed(), bytes as f64 / finished.positions as f64);
    Ok(())
}
