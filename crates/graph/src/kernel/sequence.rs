//! Kernel sequences.

use super::{find_kernel, kernels};
use crate::{Digraph, GraphError, acyclic};
use grundy_budget::Budget;

/// Kernels K0, K1, … where Ki is a kernel of what is left without K0 … K(i-1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KernelSequence {
    /// The kernels, each ascending.
    pub kernels: Vec<Vec<u32>>,
    /// The vertices left over when what is left has no kernel; empty when the sequence is complete. Other choices of
    /// the earlier kernels might go further.
    pub rest: Vec<u32>,
}

/// A kernel sequence. In an acyclic digraph it is unique and Ki holds the vertices of Sprague-Grundy label i; then it
/// takes O(n + m), otherwise one search for a kernel at each step. Without odd cycles it is always complete.
pub fn kernel_sequence(digraph: &Digraph, budget: &Budget) -> Result<KernelSequence, GraphError> {
    if let Ok(labels) = acyclic::labels(digraph) {
        let mut kernels = vec![Vec::new(); labels.iter().max().map_or(0, |&most| most as usize + 1)];
        labels.iter().zip(0..).for_each(|(&label, v)| kernels[label as usize].push(v));
        return Ok(KernelSequence { kernels, rest: Vec::new() });
    }
    let mut rest: Vec<u32> = (0..digraph.order() as u32).collect();
    let mut kernels = Vec::new();
    while !rest.is_empty() {
        let Some(kernel) = find_kernel(&digraph.induced(&rest), budget)?.kernel else { break };
        let mut member = vec![false; rest.len()];
        kernel.iter().for_each(|&i| member[i as usize] = true);
        kernels.push(kernel.iter().map(|&i| rest[i as usize]).collect());
        let mut flags = member.into_iter();
        // why: there are as many flags as vertices
        rest.retain(|_| !flags.next().unwrap_or(false));
    }
    Ok(KernelSequence { kernels, rest })
}

/// All kernel sequences, the first `limit` that turn up in order, and whether there are no others.
///
/// A sequence ends when nothing is left, or when what is left has no kernel. There may be exponentially many, and each step
/// lists the kernels of what is left.
pub fn kernel_sequences(
    digraph: &Digraph,
    limit: usize,
    budget: &Budget,
) -> Result<(Vec<KernelSequence>, bool), GraphError> {
    let mut found = Vec::new();
    let all: Vec<u32> = (0..digraph.order() as u32).collect();
    // What is still to be continued: the kernels so far and what they leave.
    let mut open: Vec<KernelSequence> = vec![KernelSequence { kernels: Vec::new(), rest: all }];
    let mut complete = true;
    while let Some(KernelSequence { kernels: before, rest }) = open.pop() {
        budget.check()?;
        if found.len() == limit {
            return Ok((found, false));
        }
        let inner = digraph.induced(&rest);
        let mut next = if rest.is_empty() { Vec::new() } else { kernels(&inner, limit.saturating_add(1), budget)? };
        if next.is_empty() {
            found.push(KernelSequence { kernels: before, rest });
            continue;
        }
        complete &= next.len() <= limit;
        next.truncate(limit);
        for kernel in next.into_iter().rev() {
            let members: Vec<u32> = kernel.iter().map(|&v| rest[v as usize]).collect();
            let left = rest.iter().copied().filter(|v| members.binary_search(v).is_err()).collect();
            let mut kernels = before.clone();
            kernels.push(members);
            open.push(KernelSequence { kernels, rest: left });
        }
    }
    Ok((found, complete))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Every set of vertices that is a kernel of what is left, tried one by one.
    fn brute(digraph: &Digraph, left: u32) -> Vec<Vec<u32>> {
        if left == 0 {
            return vec![Vec::new()];
        }
        let inside = |v: usize| left >> v & 1 == 1;
        let is_kernel = |set: u32| {
            (0..digraph.order()).filter(|&v| inside(v)).all(|v| {
                let into = digraph.successors(v).iter().any(|&w| set >> w & 1 == 1);
                into != (set >> v & 1 == 1)
            })
        };
        let mut all = Vec::new();
        for set in (1..=left).filter(|set| set & !left == 0 && is_kernel(*set)) {
            for mut rest in brute(digraph, left & !set) {
                rest.insert(0, set);
                all.push(rest);
            }
        }
        // No kernel: the sequence ends, what is left marked by a zero before it.
        if all.is_empty() { vec![vec![0, left]] } else { all }
    }

    proptest! {
        #[test]
        fn all_sequences_are_found(order in 1..7_u32, pairs in prop::collection::vec((0..7_u32, 0..7_u32), 0..14)) {
            let arcs: Vec<_> = pairs.into_iter().filter(|&(u, v)| u < order && v < order).collect();
            let digraph = Digraph::from_arcs(order as usize, &arcs).unwrap();
            let (found, complete) = kernel_sequences(&digraph, 10_000, &Budget::unlimited()).unwrap();
            prop_assert!(complete);
            let set = |list: &[u32]| list.iter().fold(0_u32, |set, v| set | 1 << v);
            let mut found: Vec<Vec<u32>> = found
                .iter()
                .map(|sequence| {
                    let mut sets: Vec<u32> = sequence.kernels.iter().map(|kernel| set(kernel)).collect();
                    if !sequence.rest.is_empty() {
                        sets.extend([0, set(&sequence.rest)]);
                    }
                    sets
                })
                .collect();
            let mut expected = brute(&digraph, (1 << order) - 1);
            found.sort();
            expected.sort();
            prop_assert_eq!(&found, &expected);
            let (few, all) = kernel_sequences(&digraph, 1, &Budget::unlimited()).unwrap();
            prop_assert_eq!((few.len(), all), (1, expected.len() == 1));
        }
    }
}
