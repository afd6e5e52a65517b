//! Kernels by SAT: a variable a vertex, true when it is in the kernel.

use crate::{Digraph, GraphError};
use cadical::{Callbacks, Solver};
use grundy_budget::{Budget, Exhausted};

/// Stops the solver when the budget runs out.
struct Watch {
    budget: Budget,
    stopped: Option<Exhausted>,
}

impl Callbacks for Watch {
    fn terminate(&mut self) -> bool {
        self.stopped = self.budget.check().err();
        self.stopped.is_some()
    }
}

/// The kernels of the digraph on some vertices, one after the other.
pub(super) struct Enumeration<'a> {
    vertices: &'a [u32],
    solver: Solver<Watch>,
    budget: Budget,
}

impl<'a> Enumeration<'a> {
    /// Clauses: two vertices joined by an arc are not both in; a vertex or one of its successors is in.
    pub(super) fn new(digraph: &Digraph, vertices: &'a [u32], budget: &Budget) -> Result<Self, GraphError> {
        let mut solver = Solver::default();
        let arcs: usize = vertices.iter().map(|&v| digraph.out_degree(v as usize)).sum();
        // The solver keeps some 50 bytes an arc.
        budget.reserve(50 * arcs as u64)?;
        budget.release(50 * arcs as u64);
        let mut variable = vec![0_i32; digraph.order()];
        vertices.iter().zip(1..).for_each(|(&v, x)| variable[v as usize] = x);
        for &v in vertices {
            let x = variable[v as usize];
            let inside = || digraph.successors(v as usize).iter().map(|&w| variable[w as usize]).filter(|&y| y != 0);
            for y in inside() {
                solver.add_clause([-x, -y]);
            }
            solver.add_clause(std::iter::once(x).chain(inside()));
        }
        solver.set_callbacks(Some(Watch { budget: budget.clone(), stopped: None }));
        Ok(Self { vertices, solver, budget: budget.clone() })
    }

    /// The next kernel, ascending; `None` when there are no more.
    pub(super) fn next(&mut self) -> Result<Option<Vec<u32>>, GraphError> {
        match self.solver.solve() {
            Some(true) => {}
            Some(false) => return Ok(None),
            None => {
                let stopped = self.solver.get_callbacks().and_then(|watch| watch.stopped);
                return Err(stopped.or(self.budget.check().err()).unwrap_or(Exhausted::Time).into());
            }
        }
        let variables = self.vertices.iter().zip(1..);
        let kernel: Vec<(u32, i32)> =
            variables.filter(|&(_, x)| self.solver.value(x) == Some(true)).map(|(&v, x)| (v, x)).collect();
        // No kernel contains another, so it is enough that not all of these are in again.
        self.solver.add_clause(kernel.iter().map(|&(_, x)| -x));
        Ok(Some(kernel.into_iter().map(|(v, _)| v).collect()))
    }
}

/// A kernel of the digraph on some vertices, if there is one.
pub(super) fn solve(digraph: &Digraph, vertices: &[u32], budget: &Budget) -> Result<Option<Vec<u32>>, GraphError> {
    Enumeration::new(digraph, vertices, budget)?.next()
}
