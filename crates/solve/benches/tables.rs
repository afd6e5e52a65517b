//! All positions of seven heaps of 9 with `subtract(1-3)`: the dense table and the exploration by hashing, in positions
//! a second of processor time.

use grundy_game::{HeapNumbering, ImpartialHints, PartisanHints, Player, Refusal, Rules};
use grundy_solve::{DenseTable, Settings, StateGraph};

const HEAPS: usize = 7;
const SIZE: u64 = 9;

/// The heaps as the digits of one number, four bits each.
struct Packed;

impl Rules for Packed {
    type Position = u32;
    type Move = u32;

    fn moves(&self, position: &u32, _: Player, moves: &mut Vec<u32>) -> Result<(), Refusal> {
        for heap in 0..HEAPS {
            let size = position >> (4 * heap) & 15;
            moves.extend((1..=size.min(3)).map(|take| take << (4 * heap)));
        }
        Ok(())
    }

    fn play(&self, position: &mut u32, played: &u32) {
        *position -= played;
    }
}

impl ImpartialHints for Packed {}

impl PartisanHints for Packed {}

/// The processor time of this thread so far, where the system tells; a busy machine does not disturb it.
fn processor_seconds() -> f64 {
    let spent = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = spent.split_whitespace().next().and_then(|word| word.parse::<f64>().ok());
    nanoseconds.expect("a Linux kernel with scheduler statistics") / 1e9
}

fn main() {
    let settings = Settings { threads: 1, ..Settings::default() };
    let numbering = HeapNumbering::new(&[SIZE; HEAPS], |size| (size.saturating_sub(3)..size).collect()).expect("small");
    let started = processor_seconds();
    let table = DenseTable::nimbers(Box::new(numbering), &settings).expect("no limits");
    let seconds = processor_seconds() - started;
    let count = table.bytes().len();
    println!("dense table: {count} positions in {seconds:.3} s, {:.1} million a second", count as f64 / seconds / 1e6);

    let start = (0..HEAPS).fold(0, |position, heap| position | (SIZE as u32) << (4 * heap));
    let started = processor_seconds();
    let graph = StateGraph::explore(&Packed, &start, false, &settings).expect("no limits");
    let seconds = processor_seconds() - started;
    let (count, arcs) = (graph.positions().len(), graph.digraph().size());
    println!(
        "hashing: {count} positions, {arcs} moves in {seconds:.3} s, {:.2} million a second",
        count as f64 / seconds / 1e6
    );
}
