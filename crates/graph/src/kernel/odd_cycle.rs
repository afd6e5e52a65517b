//! Odd cycles of digraphs, or the two colours that show there are none.

use crate::Digraph;
use crate::strong::{StrongComponents, strong_components};

/// The vertices of a directed cycle of odd length, in order; `None` if there is none. A loop counts. O(n + m).
pub fn odd_cycle(digraph: &Digraph) -> Option<Vec<u32>> {
    odd_cycle_in(digraph, &strong_components(digraph, |_| true))
}

pub(super) fn odd_cycle_in(digraph: &Digraph, strong: &StrongComponents) -> Option<Vec<u32>> {
    let (u, v) = two_colours(digraph, strong).err()?;
    Some(cycle_through(digraph, strong, u, v))
}

/// Colours such that every arc within a strong component joins different ones; fails with an arc that cannot.
///
/// A strongly connected digraph has no odd cycle exactly when the parity of the distance from one vertex is such a
/// colouring.
pub(super) fn two_colours(digraph: &Digraph, strong: &StrongComponents) -> Result<Vec<bool>, (u32, u32)> {
    const NONE: u8 = 2;
    let mut colour = vec![NONE; digraph.order()];
    let mut queue = Vec::new();
    for component in strong.iter() {
        let number = strong.number[component[0] as usize];
        colour[component[0] as usize] = 0;
        queue.push(component[0]);
        while let Some(u) = queue.pop() {
            let other = 1 - colour[u as usize];
            for &v in digraph.successors(u as usize) {
                if colour[v as usize] == other || strong.number[v as usize] != number {
                    continue;
                }
                if colour[v as usize] != NONE {
                    return Err((u, v));
                }
                colour[v as usize] = other;
                queue.push(v);
            }
        }
    }
    Ok(colour.into_iter().map(|c| c == 1).collect())
}

/// An odd cycle in the strong component of an arc from `u` to `v` that spoils the colouring.
///
/// From a root, the walks to `u` and over the arc, and straight to `v`, can be taken with different parity; closed by
/// a walk from `v` back to the root, one of the two is odd. An odd closed walk falls apart into cycles, one of them
/// odd.
fn cycle_through(digraph: &Digraph, strong: &StrongComponents, u: u32, v: u32) -> Vec<u32> {
    let number = strong.number[u as usize];
    // The colouring starts at the first vertex of the component, and so must the walks here: their parities are those
    // of the colours only along the tree that gave the colours, so grow that tree again.
    let root = strong.component(number as usize)[0];
    let parent = colouring_tree(digraph, strong, root, (u, v));
    let path_to = |mut w: u32| {
        let mut path = vec![w];
        while w != root {
            w = parent[w as usize];
            path.push(w);
        }
        path.reverse();
        path
    };
    let back = path_within(digraph, strong, v, root);
    let mut over = path_to(u);
    over.extend(&back);
    let mut straight = path_to(v);
    straight.extend(&back[1..]);
    // Both walks start and end in the root, which is counted twice.
    let walk = if over.len().is_multiple_of(2) { over } else { straight };
    odd_part(&walk)
}

/// The parents in the search that coloured the component, up to the moment it failed at an arc.
fn colouring_tree(digraph: &Digraph, strong: &StrongComponents, root: u32, stop: (u32, u32)) -> Vec<u32> {
    let number = strong.number[root as usize];
    let mut parent = vec![u32::MAX; digraph.order()];
    parent[root as usize] = root;
    let mut queue = vec![root];
    while let Some(u) = queue.pop() {
        for &v in digraph.successors(u as usize) {
            if (u, v) == stop {
                return parent;
            }
            if parent[v as usize] == u32::MAX && strong.number[v as usize] == number {
                parent[v as usize] = u;
                queue.push(v);
            }
        }
    }
    parent
}

/// A shortest path within a strong component.
fn path_within(digraph: &Digraph, strong: &StrongComponents, from: u32, to: u32) -> Vec<u32> {
    let number = strong.number[from as usize];
    let mut parent = vec![u32::MAX; digraph.order()];
    parent[from as usize] = from;
    let mut queue = vec![from];
    let mut next = 0;
    while parent[to as usize] == u32::MAX && next < queue.len() {
        let u = queue[next];
        next += 1;
        for &v in digraph.successors(u as usize) {
            if parent[v as usize] == u32::MAX && strong.number[v as usize] == number {
                parent[v as usize] = u;
                queue.push(v);
            }
        }
    }
    let mut path = vec![to];
    let mut at = to;
    while at != from {
        at = parent[at as usize];
        path.push(at);
    }
    path.reverse();
    path
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
