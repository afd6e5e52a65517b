//! Odd cycles of digraphs, or the two colours that show there are none.

use crate::Digraph;
use crate::strong::{StrongComponents, strong_components};

/// The vertices of a directed cycle of odd length, in order; `None` if there is none. A loop counts. O(n + m).
pub fn odd_cycle(digraph: &Digraph) -> Option<Vec<u32>> {
    odd_cycle_in(digraph, &strong_components(digraph, |_| true))
}

pub(super) fn odd_cycle_in(digraph: &Digraph, strong: &StrongComponents) -> Option<Vec<u32>> {
    let (u, v) = bad_arc(digraph, strong)?;
    Some(cycle_in_component(digraph, strong, strong.number[u as usize], v))
}

/// An arc within a strong component between vertices of the same parity; `None` if there is no odd cycle.
///
/// A strongly connected digraph has no odd cycle exactly when every arc joins different parities of the depth in a
/// spanning tree.
pub(super) fn bad_arc(digraph: &Digraph, strong: &StrongComponents) -> Option<(u32, u32)> {
    // Components have fewer numbers than there are vertices, so there is room for the parity.
    let key = |(&number, &parity): (&u32, &bool)| number << 1 | u32::from(parity);
    let keys: Vec<u32> = strong.number.iter().zip(&strong.parity).map(key).collect();
    (0..digraph.order()).find_map(|u| {
        let bad = digraph.successors(u).iter().find(|&&v| keys[v as usize] == keys[u]);
        bad.map(|&v| (u as u32, v))
    })
}

/// An odd cycle in a strong component that has one, grown from a vertex of it.
///
/// In a tree of shortest paths from the root, an arc from u to v joins equal parities. The walks to u and over the arc,
/// and straight to v, then differ in parity; closed by a walk from v back to the root, one of the two is odd. An odd
/// closed walk falls apart into cycles, one of them odd.
fn cycle_in_component(digraph: &Digraph, strong: &StrongComponents, number: u32, root: u32) -> Vec<u32> {
    let inside = |w: u32| strong.number[w as usize] == number;
    let tree = shortest_paths(digraph, root, inside);
    let arcs = tree.reached.iter().flat_map(|&u| digraph.successors(u as usize).iter().map(move |&v| (u, v)));
    let bad = arcs.filter(|&(_, v)| inside(v)).find(|&(u, v)| tree.odd[u as usize] == tree.odd[v as usize]);
    let Some((u, v)) = bad else { return Vec::new() };
    let back = shortest_paths(digraph, v, inside).path_to(root);
    let mut over = tree.path_to(u);
    over.extend(&back);
    let mut straight = tree.path_to(v);
    straight.extend(&back[1..]);
    // Both walks start and end in the root, which is counted twice.
    let walk = if over.len().is_multiple_of(2) { over } else { straight };
    odd_part(&walk)
}

/// Shortest paths from one vertex to all others that can be reached.
struct Paths {
    parent: Vec<u32>,
    /// Whether the path to a vertex has an odd number of arcs.
    odd: Vec<bool>,
    /// The vertices reached, nearest first; the first one is where the paths start.
    reached: Vec<u32>,
}

impl Paths {
    fn path_to(&self, mut v: u32) -> Vec<u32> {
        let mut path = vec![v];
        while v != self.reached[0] {
            v = self.parent[v as usize];
            path.push(v);
        }
        path.reverse();
        path
    }
}

fn shortest_paths(digraph: &Digraph, from: u32, inside: impl Fn(u32) -> bool) -> Paths {
    let order = digraph.order();
    let mut paths = Paths { parent: vec![u32::MAX; order], odd: vec![false; order], reached: vec![from] };
    paths.parent[from as usize] = from;
    let mut next = 0;
    while let Some(&u) = paths.reached.get(next) {
        next += 1;
        for &v in digraph.successors(u as usize) {
            if paths.parent[v as usize] == u32::MAX && inside(v) {
                paths.parent[v as usize] = u;
                paths.odd[v as usize] = !paths.odd[u as usize];
                paths.reached.push(v);
            }
        }
    }
    paths
}

/// The first odd cycle that a closed walk (its first vertex repeated at the end) of odd length closes.
fn odd_part(walk: &[u32]) -> Vec<u32> {
    let mut place = rustc_hash::FxHashMap::default();
    let mut trail: Vec<u32> = Vec::new();
    for &v in walk {
        if let Some(&at) = place.get(&v) {
            let cycle = &trail[at..];
            if cycle.len() % 2 == 1 {
                return cycle.to_vec();
            }
            for w in trail.drain(at..) {
                place.remove(&w);
            }
        }
        place.insert(v, trail.len());
        trail.push(v);
    }
    // Only reached if the walk was not odd.
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Whether some closed walk is odd, by reachability in the double cover.
    fn brute(digraph: &Digraph) -> bool {
        let n = digraph.order();
        let mut reach = vec![0_u64; 2 * n];
        (0..2 * n).for_each(|i| reach[i] = 1 << i);
        for _ in 0..2 * n {
            for (u, v) in digraph.arcs() {
                reach[u] |= reach[v + n];
                reach[u + n] |= reach[v];
            }
        }
        (0..n).any(|v| reach[v] >> (v + n) & 1 == 1)
    }

    proptest! {
        #[test]
        fn odd_cycles_are_odd_cycles(order in 1..12_u32, pairs in prop::collection::vec((0..12_u32, 0..12_u32), 0..24)) {
            let arcs: Vec<_> = pairs.into_iter().filter(|&(u, v)| u < order && v < order).collect();
            let digraph = Digraph::from_arcs(order as usize, &arcs).unwrap();
            match odd_cycle(&digraph) {
                None => prop_assert!(!brute(&digraph)),
                Some(cycle) => {
                    prop_assert!(cycle.len() % 2 == 1);
                    let next = |i: usize| cycle[(i + 1) % cycle.len()] as usize;
                    prop_assert!((0..cycle.len()).all(|i| digraph.has_arc(cycle[i] as usize, next(i))));
                    let distinct: std::collections::BTreeSet<_> = cycle.iter().collect();
                    prop_assert_eq!(distinct.len(), cycle.len());
                }
            }
        }
    }
}
