//! Kernels of digraphs.

use crate::{Arcs, Certificate, KernelProof, NoKernelProof, ProofStep};
use grundy_budget::Budget;
use grundy_graph::kernel::{Step, refute_kernel};
use grundy_graph::{Digraph, GraphError};

/// A certificate that a set is a kernel of a digraph, or, without a set, that the digraph has none; `None` when it has one
/// after all. Vertices count from 0 here and from 1 in the certificate.
pub fn prove_kernel(
    digraph: &Digraph,
    kernel: Option<&[u32]>,
    budget: &Budget,
) -> Result<Option<Certificate>, GraphError> {
    let arcs = digraph.arcs().map(|(from, to)| (from as u64 + 1, to as u64 + 1)).collect();
    let arcs = Arcs { order: digraph.order() as u64, arcs };
    if let Some(kernel) = kernel {
        let kernel = kernel.iter().map(|&vertex| u64::from(vertex) + 1).collect();
        return Ok(Some(Certificate::Kernel(KernelProof { digraph: arcs, kernel })));
    }
    let Some(steps) = refute_kernel(digraph, budget)? else { return Ok(None) };
    let mut last = 0;
    let step = |step| match step {
        Step::Add { number, clause, from } => {
            last = number;
            ProofStep::Add(number, clause.into_iter().map(i64::from).collect(), from)
        }
        Step::Delete(over) => ProofStep::Delete(last, over),
    };
    Ok(Some(Certificate::NoKernel(NoKernelProof { digraph: arcs, steps: steps.into_iter().map(step).collect() })))
}
