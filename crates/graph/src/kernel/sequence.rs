//! Kernel sequences.

use super::find_kernel;
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
        rest.retain(|_| !flags.next().unwrap_or(false));
    }
    Ok(KernelSequence { kernels, rest })
}
