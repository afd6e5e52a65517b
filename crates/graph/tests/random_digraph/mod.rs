//! The random digraphs of the reference table.

use grundy_graph::Digraph;
use std::collections::HashSet;

/// The next number of SplitMix64.
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// A digraph with c·n distinct arcs and no loops, drawn by SplitMix64 from the seed: two draws modulo n for each try,
/// and tries that give a loop or a repeated arc are skipped.
pub fn random_digraph(n: u64, c: u64, seed: u64) -> Digraph {
    let mut state = seed;
    let mut seen = HashSet::new();
    let mut arcs = Vec::new();
    while (arcs.len() as u64) < c * n {
        let (u, v) = (split_mix(&mut state) % n, split_mix(&mut state) % n);
        if u != v && seen.insert((u, v)) {
            arcs.push((u as u32, v as u32));
        }
    }
    Digraph::from_arcs(n as usize, &arcs).unwrap()
}
