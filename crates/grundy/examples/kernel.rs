//! A kernel of a digraph, by the case it falls under.
//!
//! `cargo run --example kernel`

use grundy::budget::Budget;
use grundy::graph::Digraph;
use grundy::graph::kernel::find_kernel;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // An even cycle with a tail, and an odd cycle.
    for (order, arcs) in [(5, &[(0, 1), (1, 2), (2, 3), (3, 0), (4, 0)][..]), (3, &[(0, 1), (1, 2), (2, 0)][..])] {
        let digraph = Digraph::from_arcs(order, arcs)?;
        let answer = find_kernel(&digraph, &Budget::unlimited())?;
        println!("{arcs:?}: {}, {:?}", answer.case.name(), answer.kernel);
    }
    Ok(())
}
