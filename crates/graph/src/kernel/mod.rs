//! Kernels: independent sets that every vertex outside has an arc into.
//!
//! Finding one is NP-complete in general (V. Chvátal, 1973) and the same problem as a stable extension in
//! argumentation. Here: [`find_kernel`] for one, [`count_kernels`] for their number, [`kernels`] for a list,
//! [`kernel_sequence`], and [`check_kernel`], which knows nothing of how a kernel was found.

mod check;
mod count;
mod force;
mod lookahead;
mod odd_cycle;
mod refutation;
mod richardson;
#[cfg(feature = "sat")]
mod sat;
mod search;
mod sequence;

use crate::strong::strong_components;
use crate::{Digraph, GraphError, acyclic};
use force::{Forcing, State};
use grundy_budget::Budget;
use grundy_lang::Text;

pub use check::{Flaw, check_kernel};
pub use count::{count_kernels, kernels};
pub use odd_cycle::odd_cycle;
pub use refutation::{Step, kernel_clauses, refute_kernel};
pub use richardson::{Centre, centres};
pub use sequence::{KernelSequence, kernel_sequence, kernel_sequences};

/// Which theorem covers a digraph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Case {
    /// No cycle: exactly one kernel, found in linear time (J. von Neumann).
    Acyclic,
    /// Cycles, but none of odd length: at least one kernel, found in linear time (M. Richardson, 1953).
    NoOddCycle,
    /// An odd cycle: anything may happen.
    General,
}

impl Case {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Acyclic, Self::NoOddCycle, Self::General];

    /// The name of the case.
    pub fn name(self) -> &'static str {
        match self {
            Self::Acyclic => "acyclic",
            Self::NoOddCycle => "no odd cycle",
            Self::General => "general",
        }
    }
}

/// A kernel or the knowledge that there is none, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KernelAnswer {
    /// Which theorem covers the digraph.
    pub case: Case,
    /// The vertices of a kernel, ascending; `None` if there is none. Checked by [`check_kernel`].
    pub kernel: Option<Vec<u32>>,
    /// An odd cycle, in the general case.
    pub odd_cycle: Option<Vec<u32>>,
    /// How the answer was found, in a sentence.
    pub reason: Text,
}

/// Finds a kernel or proves that there is none.
///
/// Linear time when the digraph is acyclic or has no odd cycle. Otherwise vertices whose side is forced are peeled
/// off, the strongly connected components are handled from the sinks up, and what is hard in them is searched, by
/// lookahead and by a SAT solver in turns. The kernel is checked before it is returned.
pub fn find_kernel(digraph: &Digraph, budget: &Budget) -> Result<KernelAnswer, GraphError> {
    budget.check()?;
    if let Ok(member) = acyclic::acyclic_kernel(digraph) {
        let kernel = (0..digraph.order() as u32).filter(|&v| member[v as usize]).collect();
        let reason = Text::new("no cycle, so the kernel is unique: a vertex is in it exactly when no successor is");
        return Ok(KernelAnswer {
            case: Case::Acyclic,
            kernel: Some(checked(digraph, kernel)),
            odd_cycle: None,
            reason,
        });
    }
    let strong = strong_components(digraph, |_| true);
    let odd_cycle = odd_cycle::odd_cycle_in(digraph, &strong);
    if odd_cycle.is_none() {
        let kernel = richardson::kernel_by_parity(digraph, &strong);
        let reason = Text::new(
            "no odd cycle, so there is a kernel (Richardson): in each strong component, sinks first, peel what is forced \
             and take one of the two colours of the rest",
        );
        return Ok(KernelAnswer {
            case: Case::NoOddCycle,
            kernel: Some(checked(digraph, kernel)),
            odd_cycle: None,
            reason,
        });
    }
    let (kernel, reason) = general(digraph, budget)?;
    Ok(KernelAnswer { case: Case::General, kernel: kernel.map(|k| checked(digraph, k)), odd_cycle, reason })
}

/// Passes a kernel on after checking it; a failure is a bug in this crate, not in any input.
fn checked(digraph: &Digraph, kernel: Vec<u32>) -> Vec<u32> {
    match check_kernel(digraph, &kernel) {
        Ok(()) => kernel,
        Err(flaw) => panic!("a computed kernel is none: {flaw:?}"),
    }
}

fn general(digraph: &Digraph, budget: &Budget) -> Result<(Option<Vec<u32>>, Text), GraphError> {
    let mut forcing = Forcing::new(digraph);
    forcing.peel();
    let open = forcing.open();
    let peeled = digraph.order() - open.len();
    let found = greedy(digraph, &mut forcing, budget)?;
    let how = |searched: usize, found: bool| {
        let text = Text::new(if found && searched == 0 {
            "odd cycles, but all {peeled} vertices are forced: nothing was left to the search"
        } else if found {
            "odd cycles: {peeled} vertices are forced, {searched} were left to the search, which found a kernel of them"
        } else {
            "odd cycles: {peeled} vertices are forced, {searched} were left to the search, which proved that they have no kernel"
        });
        text.with("peeled", peeled).with("searched", searched)
    };
    match found {
        Greedy::Found(searched) => Ok((Some(forcing.members()), how(searched, true))),
        Greedy::None(searched) => Ok((None, how(searched, false))),
        Greedy::Stuck => {
            // A choice in a lower component spoiled a higher one: decide all that is not forced at once.
            let mut fresh = Forcing::new(digraph);
            fresh.peel();
            match search::solve(digraph, &open, budget)? {
                None => Ok((None, how(open.len(), false))),
                Some(chosen) => {
                    chosen.iter().for_each(|&v| fresh.take(v));
                    Ok((Some(fresh.members()), how(open.len(), true)))
                }
            }
        }
    }
}

enum Greedy {
    /// A kernel was put together from components; so many vertices were left to the search.
    Found(usize),
    /// A component without any undecided one below it has no kernel.
    None(usize),
    /// A component has no kernel, but choices below it were free.
    Stuck,
}

/// Takes the components from the sinks up, a kernel of each in turn.
fn greedy(digraph: &Digraph, forcing: &mut Forcing<'_>, budget: &Budget) -> Result<Greedy, GraphError> {
    let strong = strong_components(digraph, |v| forcing.state(v as u32) == State::Open);
    let mut searched = 0;
    for component in strong.iter() {
        let open: Vec<u32> = component.iter().copied().filter(|&v| forcing.state(v) == State::Open).collect();
        if open.is_empty() {
            continue;
        }
        let Some(chosen) = search::solve(digraph, &open, budget)? else {
            // A component that no other undecided one lies below stands alone; otherwise a choice below may be to blame.
            let alone = component.iter().all(|&v| {
                let beyond = |&w: &u32| ![u32::MAX, strong.number[v as usize]].contains(&strong.number[w as usize]);
                !digraph.successors(v as usize).iter().any(beyond)
            });
            return Ok(if alone { Greedy::None(open.len()) } else { Greedy::Stuck });
        };
        searched += open.len();
        chosen.iter().for_each(|&v| forcing.take(v));
    }
    Ok(Greedy::Found(searched))
}
