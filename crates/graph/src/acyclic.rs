//! Acyclic digraphs: an order, levels, Sprague-Grundy labels.

use crate::{Digraph, GraphError};

/// Calls `finish` for every vertex after all its successors; fails with a vertex on a cycle if there is one, before
/// any call.
///
/// When all arcs lead to smaller, or all to larger, numbers, the natural order does it; otherwise vertices are lined up
/// as soon as all their predecessors are (A. B. Kahn, 1962) and the line is walked backwards. O(n + m).
pub fn in_order(digraph: &Digraph, finish: impl FnMut(usize)) -> Result<(), usize> {
    let order = digraph.order();
    // Lists are sorted, so the last entry is the largest and the first the smallest.
    if (0..order).all(|v| digraph.successors(v).last().is_none_or(|&w| (w as usize) < v)) {
        (0..order).for_each(finish);
    } else if (0..order).all(|v| digraph.successors(v).first().is_none_or(|&w| (w as usize) > v)) {
        (0..order).rev().for_each(finish);
    } else {
        line_up(digraph)?.into_iter().rev().map(|v| v as usize).for_each(finish);
    }
    Ok(())
}

/// The vertices, each after all its predecessors.
fn line_up(digraph: &Digraph) -> Result<Vec<u32>, usize> {
    let order = digraph.order();
    let mut left = digraph.in_degrees();
    let mut line: Vec<u32> = (0..order as u32).filter(|&v| left[v as usize] == 0).collect();
    let mut next = 0;
    while let Some(&v) = line.get(next) {
        next += 1;
        for &w in digraph.successors(v as usize) {
            left[w as usize] -= 1;
            if left[w as usize] == 0 {
                line.push(w);
            }
        }
    }
    if line.len() == order { Ok(line) } else { Err(on_a_cycle(digraph, &left)) }
}

/// A vertex on a cycle, given how many predecessors of each vertex were not lined up: go back along such predecessors
/// until a vertex comes again.
fn on_a_cycle(digraph: &Digraph, left: &[u32]) -> usize {
    let mut before = vec![u32::MAX; digraph.order()];
    for (u, v) in digraph.arcs().filter(|&(u, _)| left[u] > 0) {
        before[v] = u as u32;
    }
    let mut seen = vec![false; digraph.order()];
    let mut at = left.iter().position(|&count| count > 0).unwrap_or(0);
    while !std::mem::replace(&mut seen[at], true) {
        at = before[at] as usize;
    }
    at
}

fn cyclic(vertex: usize) -> GraphError {
    GraphError::Cyclic { vertex: vertex as u64 + 1 }
}

/// The kernel of an acyclic digraph, as a flag for each vertex: in exactly when no successor is. It is the only one.
pub fn acyclic_kernel(digraph: &Digraph) -> Result<Vec<bool>, GraphError> {
    let mut member = vec![false; digraph.order()];
    in_order(digraph, |v| member[v] = !digraph.successors(v).iter().any(|&w| member[w as usize])).map_err(cyclic)?;
    Ok(member)
}

/// The Sprague-Grundy label of every vertex of an acyclic digraph: the least number that no successor has. O(n + m).
pub fn labels(digraph: &Digraph) -> Result<Vec<u32>, GraphError> {
    let mut label = vec![0_u32; digraph.order()];
    // `stamp[x]` is the last vertex (plus one) one of whose successors has the label x.
    let mut stamp: Vec<u32> = vec![0; 8];
    let mut turn = 0_u32;
    in_order(digraph, |v| {
        turn += 1;
        for &w in digraph.successors(v) {
            stamp[label[w as usize] as usize] = turn;
        }
        let least = stamp.iter().position(|&t| t != turn).unwrap_or(stamp.len());
        label[v] = least as u32;
        if least + 1 >= stamp.len() {
            stamp.resize(2 * stamp.len(), 0);
        }
    })
    .map_err(cyclic)?;
    Ok(label)
}

/// The level of every vertex: 0 for sinks, t when all successors have smaller levels and one has t - 1; `None` for
/// vertices from which a cycle can be reached. O(n + m).
pub fn levels(digraph: &Digraph) -> Vec<Option<u32>> {
    let reversed = digraph.reversed();
    let mut left: Vec<u32> = (0..digraph.order()).map(|v| digraph.out_degree(v) as u32).collect();
    let mut level = vec![None; digraph.order()];
    let mut ready: Vec<u32> = (0..digraph.order() as u32).filter(|&v| left[v as usize] == 0).collect();
    let mut depth = 0;
    // Vertices become ready in the round after their last successor: the round is the level.
    while !ready.is_empty() {
        let mut next = Vec::new();
        for v in ready {
            level[v as usize] = Some(depth);
            for &u in reversed.successors(v as usize) {
                left[u as usize] -= 1;
                if left[u as usize] == 0 {
                    next.push(u);
                }
            }
        }
        ready = next;
        depth += 1;
    }
    level
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn matches_in_a_heap() {
        // 21 matches, take one to four: the kernel is {0, 5, 10, 15, 20} and the label is the rest modulo 5.
        let arcs: Vec<(u32, u32)> = (0..22).flat_map(|h| (1..=4.min(h)).map(move |take| (h, h - take))).collect();
        let heap = Digraph::from_arcs(22, &arcs).unwrap();
        let kernel = acyclic_kernel(&heap).unwrap();
        assert_eq!((0..22).filter(|&h| kernel[h]).collect::<Vec<_>>(), [0, 5, 10, 15, 20]);
        assert!(labels(&heap).unwrap().iter().enumerate().all(|(h, &label)| label == h as u32 % 5));
        assert_eq!(levels(&heap), (0..22).map(Some).collect::<Vec<_>>());
    }

    #[test]
    fn cycles_are_named() {
        let digraph = Digraph::from_arcs(5, &[(0, 1), (1, 2), (2, 1), (3, 4), (0, 4)]).unwrap();
        assert!(matches!(labels(&digraph), Err(GraphError::Cyclic { vertex: 2 | 3 })));
        assert_eq!(levels(&digraph), [None, None, None, Some(1), Some(0)]);
    }

    proptest! {
        #[test]
        fn labels_and_levels_satisfy_their_definitions(
            order in 1..30_u32, pairs in prop::collection::vec((0..30_u32, 0..30_u32), 0..120), keys in prop::collection::vec(any::<u64>(), 30),
        ) {
            let arcs: Vec<_> = pairs
                .into_iter()
                .filter(|&(u, v)| u < order && v < order && keys[u as usize] > keys[v as usize])
                .collect();
            let digraph = Digraph::from_arcs(order as usize, &arcs).unwrap();
            let (label, level, kernel) = (labels(&digraph).unwrap(), levels(&digraph), acyclic_kernel(&digraph).unwrap());
            for v in 0..order as usize {
                let below: Vec<u32> = digraph.successors(v).iter().map(|&w| label[w as usize]).collect();
                prop_assert_eq!(label[v], (0..).find(|x| !below.contains(x)).unwrap());
                prop_assert_eq!(kernel[v], label[v] == 0);
                let above = digraph.successors(v).iter().map(|&w| level[w as usize].unwrap() + 1).max();
                prop_assert_eq!(level[v], Some(above.unwrap_or(0)));
            }
        }
    }
}
