//! Acyclic digraphs: an order, levels, Sprague-Grundy labels.

use crate::{Digraph, GraphError};

/// Calls `finish` for every vertex after all its successors; fails with a vertex on a cycle if there is one, perhaps
/// after some calls.
///
/// When all arcs lead to smaller, or all to larger, numbers, the natural order does it; otherwise vertices are finished
/// depth first, so that each list is read while it is at hand. O(n + m).
pub fn in_order(digraph: &Digraph, mut finish: impl FnMut(usize)) -> Result<(), usize> {
    let order = digraph.order();
    // Lists are sorted, so the last entry is the largest and the first the smallest.
    if (0..order).all(|v| digraph.successors(v).last().is_none_or(|&w| (w as usize) < v)) {
        (0..order).for_each(finish);
        return Ok(());
    }
    if (0..order).all(|v| digraph.successors(v).first().is_none_or(|&w| (w as usize) > v)) {
        (0..order).rev().for_each(finish);
        return Ok(());
    }
    let mut visit = vec![Visit::None; order];
    // The path to the vertex at hand, each with how many of its successors are finished.
    let mut path: Vec<(u32, u32)> = Vec::new();
    for root in 0..order as u32 {
        let mut enter = Some(root).filter(|_| visit[root as usize] == Visit::None);
        loop {
            if let Some(v) = enter {
                visit[v as usize] = Visit::OnPath;
                path.push((v, 0));
            }
            let Some((v, at)) = path.last_mut() else { break };
            let left = &digraph.successors(*v as usize)[*at as usize..];
            let ahead = left.iter().position(|&w| visit[w as usize] != Visit::Done);
            enter = ahead.map(|i| left[i]);
            match (ahead, enter) {
                (_, Some(w)) if visit[w as usize] == Visit::OnPath => return Err(w as usize),
                (Some(i), _) => *at += i as u32 + 1,
                (None, _) => {
                    finish(*v as usize);
                    visit[*v as usize] = Visit::Done;
                    path.pop();
                }
            }
        }
    }
    Ok(())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Visit {
    None,
    OnPath,
    Done,
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
