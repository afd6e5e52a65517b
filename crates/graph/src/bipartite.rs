//! Two colours, or an odd cycle.

use crate::{Digraph, Graph};

/// What decides whether a graph is bipartite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bipartition {
    /// A colour for each vertex such that joined vertices differ; the least vertex of each component is `false`.
    Colours(Vec<bool>),
    /// The vertices of an odd cycle, in order.
    OddCycle(Vec<usize>),
}

/// Colours a graph with two colours or finds an odd cycle (König). O(n + m).
pub fn bipartition(graph: &Graph) -> Bipartition {
    two_colours(graph.order(), |v| graph.neighbours(v).iter().copied())
}

/// As [`bipartition`] of a digraph whose arcs count as edges, whichever way they lead; a loop is an odd cycle. O(n + m).
pub fn bipartition_of_arcs(digraph: &Digraph) -> Bipartition {
    let before = digraph.reversed();
    two_colours(digraph.order(), |v| digraph.successors(v).iter().chain(before.successors(v)).copied())
}

fn two_colours<I: Iterator<Item = u32>>(order: usize, near: impl Fn(usize) -> I) -> Bipartition {
    let mut parent = vec![usize::MAX; order];
    let mut depth = vec![usize::MAX; order];
    for root in 0..order {
        if depth[root] != usize::MAX {
            continue;
        }
        depth[root] = 0;
        let mut queue = vec![root];
        let mut next = 0;
        while let Some(&u) = queue.get(next) {
            next += 1;
            for v in near(u).map(|v| v as usize) {
                if depth[v] == usize::MAX {
                    depth[v] = depth[u] + 1;
                    parent[v] = u;
                    queue.push(v);
                } else if depth[v] % 2 == depth[u] % 2 {
                    return Bipartition::OddCycle(cycle_through(&parent, &depth, u, v));
                }
            }
        }
    }
    Bipartition::Colours(depth.into_iter().map(|d| d % 2 == 1).collect())
}

/// The cycle that the edge `u`-`v` closes in a breadth-first tree.
fn cycle_through(parent: &[usize], depth: &[usize], u: usize, v: usize) -> Vec<usize> {
    let (mut left, mut right) = (vec![u], vec![v]);
    let (mut a, mut b) = (u, v);
    while a != b {
        if depth[a] >= depth[b] {
            a = parent[a];
            left.push(a);
        } else {
            b = parent[b];
            right.push(b);
        }
    }
    // Both arms end in the meeting vertex.
    right.pop();
    left.extend(right.into_iter().rev());
    left
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn arcs_count_as_edges() {
        let digraph = |arcs: &[(u32, u32)]| Digraph::from_arcs(3, arcs).unwrap();
        assert_eq!(bipartition_of_arcs(&digraph(&[(0, 1), (2, 1)])), Bipartition::Colours(vec![false, true, false]));
        assert_eq!(bipartition_of_arcs(&digraph(&[(1, 1)])), Bipartition::OddCycle(vec![1]));
        assert!(matches!(bipartition_of_arcs(&digraph(&[(0, 1), (0, 2), (1, 2)])), Bipartition::OddCycle(_)));
    }

    proptest! {
        #[test]
        fn the_witness_holds(order in 1..14_usize, pairs in prop::collection::vec((0..14_usize, 0..14_usize), 0..20)) {
            let edges = pairs.into_iter().filter(|&(u, v)| u != v && u < order && v < order);
            let graph = Graph::from_edges(order, edges).unwrap();
            let brute = (0..1_u32 << order).any(|set| graph.edges().all(|(u, v)| set >> u & 1 != set >> v & 1));
            match bipartition(&graph) {
                Bipartition::Colours(colours) => {
                    prop_assert!(brute && graph.edges().all(|(u, v)| colours[u] != colours[v]));
                }
                Bipartition::OddCycle(cycle) => {
                    prop_assert!(!brute && cycle.len() % 2 == 1);
                    prop_assert!((0..cycle.len()).all(|i| graph.has_edge(cycle[i], cycle[(i + 1) % cycle.len()])));
                    let mut distinct = cycle.clone();
                    distinct.sort_unstable();
                    distinct.dedup();
                    prop_assert_eq!(distinct.len(), cycle.len());
                }
            }
        }
    }
}
