//! All positions of seven heaps of 9 with `subtract(1-3)`: the dense table and the exploration by hashing, in positions
//! a second of one thread.

use grundy_game::{HeapNumbering, Player, Rules};
use grundy_solve::{DenseTable, Engine, StateGraph};
use std::time::Instant;

const HEAPS: usize = 7;
const SIZE: u64 = 9;

/// The heaps as the digits of one number, four bits each.
struct Packed;

impl Rules for Packed {
    type Position = u32;
    type Move = u32;

    fn moves(&self, position: &u32, _: Player, moves: &mut Vec<u32>) {
        for heap in 0..HEAPS {
            let size = position >> (4 * heap) & 15;
            moves.extend((1..=size.min(3)).map(|take| take << (4 * heap)));
        }
    }

    fn play(&self, position: &mut u32, played: &u32) {
        *position -= played;
    }
}

fn main() {
    let engine = Engine { threads: 1, ..Engine::default() };
    let numbering = HeapNumbering::new(&[SIZE; HEAPS], |size| (size.saturating_sub(3)..size).collect()).expect("small");
    let started = Instant::now();
    let table = DenseTable::nimbers(Box::new(numbering), &engine).expect("no limits");
    let seconds = started.elapsed().as_secs_f64();
    let count = table.bytes().len();
    println!("dense table: {count} positions in {seconds:.3} s, {:.1} million a second", count as f64 / seconds / 1e6);

    let start = (0..HEAPS).fold(0, |position, heap| position | (SIZE as u32) << (4 * heap));
    let started = Instant::now();
    let graph = StateGraph::explore(&Packed, &start, false, &engine).expect("no limits");
    let seconds = started.elapsed().as_secs_f64();
    let (count, arcs) = (graph.positions().len(), graph.digraph().size());
    println!(
        "hashing: {count} positions, {arcs} moves in {seconds:.3} s, {:.2} million a second",
        count as f64 / seconds / 1e6
    );
}
