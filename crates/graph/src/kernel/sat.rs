//! Kernels by SAT: a variable a vertex, true when it is in the kernel.

use super::lookahead::Search;
use crate::watch::Watch;
use crate::{Digraph, GraphError};
use cadical::Solver;
use grundy_budget::{Budget, Exhausted};

/// The kernels of the digraph on some vertices, one after the other, by a clause learner that can be paused.
pub(super) struct Clauses {
    /// The vertices by their numbers in the digraph; variable i + 1 stands for the vertex at i.
    vertices: Vec<u32>,
    solver: Solver<Watch>,
    budget: Budget,
}

impl Clauses {
    /// Clauses: two vertices joined by an arc are not both in; a vertex or one of its successors is in.
    pub(super) fn new(digraph: &Digraph, vertices: &[u32], budget: &Budget) -> Result<Self, GraphError> {
        let mut solver = Solver::default();
        let arcs: usize = vertices.iter().map(|&v| digraph.out_degree(v as usize)).sum();
        // The solver keeps some 50 bytes an arc.
        budget.reserve(50 * arcs as u64)?;
        budget.release(50 * arcs as u64);
        let mut vertices = vertices.to_vec();
        vertices.sort_unstable();
        let mut variable = vec![0_i32; digraph.order()];
        vertices.iter().zip(1..).for_each(|(&v, x)| variable[v as usize] = x);
        for &v in &vertices {
            let x = variable[v as usize];
            let inside = || digraph.successors(v as usize).iter().map(|&w| variable[w as usize]).filter(|&y| y != 0);
            for y in inside() {
                solver.add_clause([-x, -y]);
            }
            solver.add_clause(std::iter::once(x).chain(inside()));
        }
        solver.set_callbacks(Some(Watch::new(budget)));
        Ok(Self { vertices, solver, budget: budget.clone() })
    }

    /// The next kernel, with at most so many conflicts.
    pub(super) fn next(&mut self, conflicts: Option<i32>) -> Result<Search, GraphError> {
        // A limit that the solver does not know would only make it run to the end.
        let limited = conflicts.is_some_and(|most| self.solver.set_limit("conflicts", most).is_ok());
        match self.solver.solve() {
            Some(false) => Ok(Search::Over),
            Some(true) => {
                let is_in = |&(_, x): &(&u32, i32)| self.solver.value(x) == Some(true);
                let kernel = self.vertices.iter().zip(1..).filter(is_in).map(|(&v, _)| v).collect();
                Ok(Search::Found(kernel))
            }
            None => {
                let stopped = self.solver.get_callbacks().and_then(|watch| watch.stopped);
                match stopped.or(self.budget.check().err()) {
                    Some(stop) => Err(stop.into()),
                    None if limited => Ok(Search::Paused),
                    None => Err(Exhausted::Time.into()),
                }
            }
        }
    }

    /// Leaves out a kernel that is known. No kernel contains another, so it is enough that not all of its vertices are
    /// in again.
    pub(super) fn exclude(&mut self, kernel: &[u32]) {
        // why: vertices that are forced have no variable
        let variable = |v: &u32| self.vertices.binary_search(v).ok().map(|i| -(i as i32 + 1));
        let clause: Vec<i32> = kernel.iter().filter_map(variable).collect();
        self.solver.add_clause(clause);
    }
}
