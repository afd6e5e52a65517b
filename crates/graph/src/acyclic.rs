//! Acyclic digraphs: an order, levels, Sprague-Grundy labels.

use crate::{Digraph, GraphError};

/// Calls `finish` for every vertex after all its successors; fails with a vertex on a cycle if there is one, perhaps
/// after some calls. O(n + m).
pub fn in_order(digraph: &Digraph, mut finish: impl FnMut(usize)) -> Result<(), usize> {
    let value = |v: usize, _: &[u8]| {
        finish(v);
        0
    };
    evaluate(digraph, value).map(|_| ())
}

/// A vertex that has no value yet.
const UNSEEN: u8 = u8::MAX;
/// A vertex on the path to the one at hand.
const ON_PATH: u8 = u8::MAX - 1;

/// Gives every vertex a value below [`ON_PATH`], made from the values of its successors; fails with a vertex on a cycle.
///
/// When all arcs lead to smaller, or all to larger, numbers, the natural order does it; otherwise vertices are finished
/// depth first. Time goes into reaching the lists, which lie scattered: each is read once, while it is at hand, and the
/// values are kept in a byte so that they stay near.
fn evaluate(digraph: &Digraph, mut value: impl FnMut(usize, &[u8]) -> u8) -> Result<Vec<u8>, usize> {
    let order = digraph.order();
    let mut values = vec![UNSEEN; order];
    // Lists are sorted, so the last entry is the largest and the first the smallest.
    if (0..order).all(|v| digraph.successors(v).last().is_none_or(|&w| (w as usize) < v)) {
        (0..order).for_each(|v| values[v] = value(v, &values));
        return Ok(values);
    }
    if (0..order).all(|v| digraph.successors(v).first().is_none_or(|&w| (w as usize) > v)) {
        (0..order).rev().for_each(|v| values[v] = value(v, &values));
        return Ok(values);
    }
    // Each vertex on the path with how many of its successors are finished.
    let mut path: Vec<(u32, u32)> = Vec::new();
    for root in 0..order {
        if values[root] == UNSEEN {
            values[root] = ON_PATH;
            path.push((root as u32, 0));
        }
        while let Some((v, at)) = path.last_mut() {
            let left = &digraph.successors(*v as usize)[*at as usize..];
            let Some(i) = left.iter().position(|&w| values[w as usize] >= ON_PATH) else {
                values[*v as usize] = value(*v as usize, &values);
                path.pop();
                continue;
            };
            let next = left[i];
            if values[next as usize] == ON_PATH {
                return Err(next as usize);
            }
            *at += i as u32 + 1;
            values[next as usize] = ON_PATH;
            path.push((next, 0));
        }
    }
    Ok(values)
}

fn cyclic(vertex: usize) -> GraphError {
    GraphError::Cyclic { vertex: vertex as u64 + 1 }
}

/// The kernel of an acyclic digraph, as a flag for each vertex: in exactly when no successor is. It is the only one.
pub fn acyclic_kernel(digraph: &Digraph) -> Result<Vec<bool>, GraphError> {
    let value = |v: usize, member: &[u8]| 1 - digraph.successors(v).iter().fold(0, |any, &w| any | member[w as usize]);
    let member = evaluate(digraph, value).map_err(cyclic)?;
    Ok(member.into_iter().map(|flag| flag == 1).collect())
}

/// The Sprague-Grundy label of every vertex of an acyclic digraph: the least number that no successor has. O(n + m).
pub fn labels(digraph: &Digraph) -> Result<Vec<u32>, GraphError> {
    // No label is larger than the out-degree.
    if (0..digraph.order()).any(|v| digraph.out_degree(v) > 63) {
        return large_labels(digraph);
    }
    let value = |v: usize, label: &[u8]| {
        let met = digraph.successors(v).iter().fold(0_u64, |met, &w| met | 1 << (label[w as usize] & 63));
        met.trailing_ones() as u8
    };
    Ok(evaluate(digraph, value).map_err(cyclic)?.into_iter().map(u32::from).collect())
}

/// Labels of any size.
fn large_labels(digraph: &Digraph) -> Result<Vec<u32>, GraphError> {
    let mut label = vec![0_u32; digraph.order()];
    // `stamp[x]` is the turn of the last vertex one of whose successors has the label x.
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
    fn labels_have_no_limit() {
        // Every arc from larger to smaller numbers: vertex v has label v. The out-degrees pass 63 on the way.
        for order in [63, 64, 65, 300] {
            let arcs: Vec<(u32, u32)> = (0..order).flat_map(|v| (0..v).map(move |w| (v, w))).collect();
            assert_eq!(
                labels(&Digraph::from_arcs(order as usize, &arcs).unwrap()).unwrap(),
                (0..order).collect::<Vec<_>>()
            );
        }
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
            prop_assert_eq!(&label, &large_labels(&digraph).unwrap());
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
