//! How fast digraphs with cycles are analysed. `cargo bench -p grundy-graph --bench retrograde`

use grundy_budget::Budget;
use grundy_graph::Digraph;
use grundy_graph::loopy::loopy_nimbers;
use grundy_graph::retrograde::{Stuck, Verdict, verdicts};
use std::time::Instant;

/// A random digraph: each vertex is a sink with one chance in ten, else it has arcs to random vertices.
fn random(order: u32, degree: u32) -> Digraph {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = |most: u32| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % u64::from(most)) as u32
    };
    let mut arcs = Vec::new();
    for v in 0..order {
        if next(10) > 0 {
            arcs.extend((0..degree).map(|_| (v, next(order))));
        }
    }
    Digraph::from_arcs(order as usize, &arcs).expect("small enough")
}

fn main() {
    for (order, degree) in [(100_000, 10), (1_000_000, 3), (1_000_000, 10), (10_000_000, 3)] {
        let digraph = random(order, degree);
        let size = digraph.size() as f64;
        for stuck in [Stuck::Loses, Stuck::Wins] {
            let start = Instant::now();
            let found = verdicts(&digraph, stuck, &Budget::unlimited()).expect("no limits");
            let seconds = start.elapsed().as_secs_f64();
            let drawn = found.iter().filter(|&&verdict| verdict == Verdict::Draw).count();
            println!(
                "{order} vertices, {size} arcs, {stuck:?}: {drawn} drawn in {seconds:.3} s, {:.1} million arcs/s",
                size / seconds / 1e6
            );
        }
        let start = Instant::now();
        let found = loopy_nimbers(&digraph, &Budget::unlimited()).expect("no limits");
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "  loopy nimbers of {} vertices in {seconds:.3} s, {:.1} million arcs/s",
            found.len(),
            size / seconds / 1e6
        );
    }
}
