//! Shortest paths.

use crate::Digraph;
use std::collections::VecDeque;

/// The distance of every vertex from `from`: the fewest arcs on a path there; `None` where none leads. O(n + m).
pub fn distances(digraph: &Digraph, from: u32) -> Vec<Option<u32>> {
    breadth_first(digraph, from).0
}

/// The vertices of a shortest path from `from` to `to`, both ends among them; `None` when there is no path. O(n + m).
///
/// The distance is one less than the number of vertices; from a vertex to itself leads the path without arcs.
pub fn shortest_path(digraph: &Digraph, from: u32, to: u32) -> Option<Vec<u32>> {
    let (distance, before) = breadth_first(digraph, from);
    distance[to as usize]?;
    let mut path = vec![to];
    let mut at = to;
    while at != from {
        at = before[at as usize];
        path.push(at);
    }
    path.reverse();
    Some(path)
}

/// Distances, and for each vertex reached the one before it on a shortest path.
fn breadth_first(digraph: &Digraph, from: u32) -> (Vec<Option<u32>>, Vec<u32>) {
    let mut distance = vec![None; digraph.order()];
    let mut before = vec![from; digraph.order()];
    let mut queue = VecDeque::from([(from, 0)]);
    distance[from as usize] = Some(0);
    while let Some((v, far)) = queue.pop_front() {
        for &w in digraph.successors(v as usize) {
            if distance[w as usize].is_none() {
                distance[w as usize] = Some(far + 1);
                before[w as usize] = v;
                queue.push_back((w, far + 1));
            }
        }
    }
    (distance, before)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn paths_are_as_short_as_can_be(
            order in 1..10_u32, pairs in prop::collection::vec((0..10_u32, 0..10_u32), 0..25),
        ) {
            let arcs: Vec<_> = pairs.into_iter().filter(|&(u, v)| u < order && v < order).collect();
            let digraph = Digraph::from_arcs(order as usize, &arcs).unwrap();
            // Floyd and Warshall, written apart.
            let n = order as usize;
            let mut far = vec![vec![usize::MAX / 4; n]; n];
            (0..n).for_each(|v| far[v][v] = 0);
            arcs.iter().filter(|(u, v)| u != v).for_each(|&(u, v)| far[u as usize][v as usize] = 1);
            for k in 0..n {
                for i in 0..n {
                    for j in 0..n {
                        far[i][j] = far[i][j].min(far[i][k] + far[k][j]);
                    }
                }
            }
            for from in 0..order {
                let found = distances(&digraph, from);
                for to in 0..order {
                    let expected = Some(far[from as usize][to as usize]).filter(|&far| far <= n);
                    prop_assert_eq!(found[to as usize].map(|d| d as usize), expected);
                    match shortest_path(&digraph, from, to) {
                        None => prop_assert_eq!(expected, None),
                        Some(path) => {
                            prop_assert_eq!(Some(path.len() - 1), expected);
                            prop_assert_eq!((path[0], path[path.len() - 1]), (from, to));
                            prop_assert!(path.windows(2).all(|arc| digraph.has_arc(arc[0] as usize, arc[1] as usize)));
                        }
                    }
                }
            }
        }
    }
}
