//! Kernels: independent sets that every vertex outside has an arc into.
//!
//! Finding one is NP-complete in general (V. Chvátal, 1973) and the same problem as a stable extension in
//! argumentation. Here: [`find_kernel`] for one, [`count_kernels`] for their number, [`kernels`] for a list,
//! [`kernel_sequence`], and [`check_kernel`], which knows nothing of how a kernel was found.

mod check;
mod count;
mod force;
mod lemmas;
mod log;
mod lookahead;
mod odd_cycle;
mod refutation;
mod rest;
mod richardson;
#[cfg(feature = "sat")]
mod sat;
mod search;
mod sequence;
mod shared;

use crate::strong::strong_components;
use crate::{Digraph, GraphError, acyclic};
use force::{Forcing, State};
use grundy_budget::Budget;
use grundy_lang::Text;
use search::Solved;

pub use check::{Flaw, check_kernel};
pub use count::{count_kernels, kernels};
pub use lemmas::Step;
pub use odd_cycle::odd_cycle;
pub use refutation::kernel_clauses;
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
    find_kernel_by(digraph, 1, budget)
}

/// As [`find_kernel`], by so many threads where the search takes long. The answer does not depend on their number.
pub fn find_kernel_by(digraph: &Digraph, threads: usize, budget: &Budget) -> Result<KernelAnswer, GraphError> {
    find(digraph, Asked { threads, prove: false }, budget).map(|(answer, _)| answer)
}

/// As [`find_kernel`], with a refutation of [`kernel_clauses`] where there is no kernel. Lookahead keeps a proof on its way,
/// which takes some time and memory; where the SAT solver is the first to know, it is asked again for what it learns.
pub fn find_kernel_or_refute(
    digraph: &Digraph,
    budget: &Budget,
) -> Result<(KernelAnswer, Option<Vec<Step>>), GraphError> {
    let (answer, steps) = find(digraph, Asked { threads: 1, prove: true }, budget)?;
    if answer.kernel.is_some() || steps.is_some() {
        return Ok((answer, steps));
    }
    let steps = refutation::by_learning(digraph, budget)?;
    Ok((answer, Some(steps)))
}

/// A refutation of [`kernel_clauses`], or `None` when the digraph has a kernel.
pub fn refute_kernel(digraph: &Digraph, budget: &Budget) -> Result<Option<Vec<Step>>, GraphError> {
    find_kernel_or_refute(digraph, budget).map(|(_, steps)| steps)
}

/// A kernel, or that there is none, then with a refutation if one is asked for and lookahead was the first to know.
fn find(digraph: &Digraph, asked: Asked, budget: &Budget) -> Result<(KernelAnswer, Option<Vec<Step>>), GraphError> {
    budget.check()?;
    if let Ok(member) = acyclic::acyclic_kernel(digraph) {
        let kernel = (0..digraph.order() as u32).filter(|&v| member[v as usize]).collect();
        let reason = Text::new("no cycle, so the kernel is unique: a vertex is in it exactly when no successor is");
        let kernel = Some(checked(digraph, kernel));
        return Ok((KernelAnswer { case: Case::Acyclic, kernel, odd_cycle: None, reason }, None));
    }
    let strong = strong_components(digraph, |_| true);
    let odd_cycle = odd_cycle::odd_cycle_in(digraph, &strong);
    if odd_cycle.is_none() {
        let kernel = richardson::kernel_by_parity(digraph, &strong);
        let reason = Text::new(
            "no odd cycle, so there is a kernel (Richardson): in each strong component, sinks first, peel what is forced \
             and take one of the two colours of the rest",
        );
        let kernel = Some(checked(digraph, kernel));
        return Ok((KernelAnswer { case: Case::NoOddCycle, kernel, odd_cycle: None, reason }, None));
    }
    let General { kernel, steps, reason } = general(digraph, asked, budget)?;
    let kernel = kernel.map(|k| checked(digraph, k));
    Ok((KernelAnswer { case: Case::General, kernel, odd_cycle, reason }, steps))
}

/// Passes a kernel on after checking it; a failure is a bug in this crate, not in any input.
fn checked(digraph: &Digraph, kernel: Vec<u32>) -> Vec<u32> {
    match check_kernel(digraph, &kernel) {
        Ok(()) => kernel,
        Err(flaw) => panic!("a computed kernel is none: {flaw:?}"),
    }
}

/// How to search.
#[derive(Clone, Copy)]
struct Asked {
    threads: usize,
    /// Whether to keep a proof that there is no kernel; by one thread.
    prove: bool,
}

/// What is known in the general case.
struct General {
    kernel: Option<Vec<u32>>,
    steps: Option<Vec<Step>>,
    reason: Text,
}

fn general(digraph: &Digraph, asked: Asked, budget: &Budget) -> Result<General, GraphError> {
    let mut forcing = Forcing::new(digraph);
    forcing.peel();
    let open = forcing.open();
    let peeled = digraph.order() - open.len();
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
    let found = |kernel, searched| General { kernel: Some(kernel), steps: None, reason: how(searched, true) };
    let none = |steps, searched| General { kernel: None, steps, reason: how(searched, false) };
    Ok(match greedy(digraph, &mut forcing, peeled, asked, budget)? {
        Greedy::Found(searched) => found(forcing.members(), searched),
        Greedy::None(steps, searched) => none(steps, searched),
        Greedy::Stuck => {
            // A choice in a lower component spoiled a higher one: decide all that is not forced at once.
            let mut fresh = Forcing::new(digraph);
            fresh.peel();
            match search::solve(digraph, &open, asked.prove.then_some(fresh.peeled(peeled)), asked.threads, budget)? {
                Solved::None(steps) => none(steps, open.len()),
                Solved::Kernel(chosen) => {
                    chosen.iter().for_each(|&v| fresh.take(v));
                    found(fresh.members(), open.len())
                }
            }
        }
    })
}

enum Greedy {
    /// A kernel was put together from components; so many vertices were left to the search.
    Found(usize),
    /// A component without any undecided one below it has no kernel, perhaps with a refutation.
    None(Option<Vec<Step>>, usize),
    /// A component has no kernel, but choices below it were free.
    Stuck,
}

/// Takes the components from the sinks up, a kernel of each in turn, after so many vertices were peeled.
fn greedy(
    digraph: &Digraph,
    forcing: &mut Forcing<'_>,
    peeled: usize,
    asked: Asked,
    budget: &Budget,
) -> Result<Greedy, GraphError> {
    let strong = strong_components(digraph, |v| forcing.state(v as u32) == State::Open);
    let mut searched = 0;
    for component in strong.iter() {
        let open: Vec<u32> = component.iter().copied().filter(|&v| forcing.state(v) == State::Open).collect();
        if open.is_empty() {
            continue;
        }
        // A component that no other undecided one lies below stands alone; otherwise a choice below may be to blame.
        let alone = component.iter().all(|&v| {
            let beyond = |&w: &u32| ![u32::MAX, strong.number[v as usize]].contains(&strong.number[w as usize]);
            !digraph.successors(v as usize).iter().any(beyond)
        });
        let peeled = (asked.prove && alone).then(|| forcing.peeled(peeled));
        match search::solve(digraph, &open, peeled, asked.threads, budget)? {
            Solved::None(steps) if alone => return Ok(Greedy::None(steps, open.len())),
            Solved::None(_) => return Ok(Greedy::Stuck),
            Solved::Kernel(chosen) => {
                searched += open.len();
                chosen.iter().for_each(|&v| forcing.take(v));
            }
        }
    }
    Ok(Greedy::Found(searched))
}
