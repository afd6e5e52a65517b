//! How fast bracelets stream into memory, and how fast all connected graphs are listed.

use grundy_budget::Budget;
use grundy_graph::GraphError;
use grundy_graph::bracelet::{bracelet_pieces, two_colour_pieces};
use grundy_graph::generate::connected_graphs;
use std::time::Instant;

fn main() {
    let start = Instant::now();
    let mut beads = Vec::with_capacity(1 << 28);
    two_colour_pieces(28, *b"01", |piece| -> Result<(), GraphError> {
        beads.extend_from_slice(piece);
        Ok(())
    })
    .expect("short enough");
    report("two colours, window 28", beads.len(), start);
    let start = Instant::now();
    let mut count = 0;
    bracelet_pieces(10, 8, |piece| -> Result<(), GraphError> {
        count += piece.len();
        Ok(())
    })
    .expect("short enough");
    report("ten colours, window 8", count, start);
    let start = Instant::now();
    let mut graphs = 0;
    connected_graphs(9, &Budget::unlimited(), |_| {
        graphs += 1;
        Ok(())
    })
    .expect("no limits");
    println!("{graphs} connected graphs on 9 vertices in {:.2} s", start.elapsed().as_secs_f64());
}

fn report(name: &str, beads: usize, start: Instant) {
    println!("{name}: {:.0} million beads a second", beads as f64 / start.elapsed().as_secs_f64() / 1e6);
}
