//! Kernels of digraphs: the set itself, or a refutation of the clauses that say that there is one.

use super::{Flaw, Held};
use crate::{Arcs, KernelProof, NoKernelProof, ProofStep};
use grundy_budget::{Budget, pulse};
use grundy_game::Text;
use rustc_hash::{FxHashMap, FxHashSet};

/// No arc inside the set, and an arc into it from every vertex outside.
pub(super) fn check_kernel(proof: &KernelProof, budget: &Budget) -> Result<(), Flaw> {
    let KernelProof { digraph, kernel } = proof;
    let mut held = Held::new(budget);
    held.more(32 * (kernel.len() + digraph.arcs.len()) as u64)?;
    let wrong = |template, vertex: u64| Err(Flaw::Wrong(Text::new(template).with("vertex", vertex)));
    let members: FxHashSet<u64> = kernel.iter().copied().collect();
    if let Some(&stranger) = kernel.iter().find(|&&v| v == 0 || v > digraph.order) {
        return wrong("{vertex} is not a vertex", stranger);
    }
    let mut absorbed: FxHashSet<u64> = FxHashSet::default();
    let mut meter = budget.meter();
    for &(from, to) in &digraph.arcs {
        meter.step()?;
        match (members.contains(&from), members.contains(&to)) {
            (true, true) => return wrong("an arc leads from {vertex} to another vertex of the set", from),
            (false, true) => {
                absorbed.insert(from);
            }
            _ => {}
        }
    }
    match (1..=digraph.order).find(|v| !members.contains(v) && !absorbed.contains(v)) {
        Some(lonely) => wrong("vertex {vertex} has no arc into the set", lonely),
        None => Ok(()),
    }
}

/// The clauses that say that a digraph has a kernel, numbered from 1: for each vertex in turn, for each of its successors
/// that not both are in, then that the vertex or a successor is in.
pub(crate) fn clauses(digraph: &Arcs) -> Vec<Vec<i64>> {
    let mut clauses = Vec::new();
    let mut arcs = digraph.arcs.iter().peekable();
    for vertex in 1..=digraph.order {
        pulse(1);
        let mut absorbed = vec![vertex as i64];
        while let Some(&(_, to)) = arcs.next_if(|&&(from, _)| from == vertex) {
            if to == vertex {
                clauses.push(vec![-(vertex as i64)]);
            } else {
                clauses.push(vec![-(vertex as i64), -(to as i64)]);
                absorbed.push(to as i64);
            }
        }
        clauses.push(absorbed);
    }
    clauses
}

/// The steps lead to the empty clause, each by unit propagation along the clauses that it names.
pub(super) fn check_no_kernel(proof: &NoKernelProof, budget: &Budget) -> Result<(), Flaw> {
    let mut held = Held::new(budget);
    held.more(64 * (proof.digraph.order + 2 * proof.digraph.arcs.len() as u64))?;
    let mut known: FxHashMap<u64, Vec<i64>> = (1..).zip(clauses(&proof.digraph)).collect();
    let mut meter = budget.meter();
    for step in &proof.steps {
        match step {
            ProofStep::Delete(_, over) => over.iter().for_each(|number| drop(known.remove(number))),
            ProofStep::Add(number, clause, from) => {
                meter.steps(1 + from.len() as u64)?;
                if !follows(clause, from, &known) {
                    let text = Text::new("clause {number} does not follow from those it names").with("number", number);
                    return Err(Flaw::Wrong(text));
                }
                if clause.is_empty() {
                    return Ok(());
                }
                held.more(64 + 8 * clause.len() as u64)?;
                if known.insert(*number, clause.clone()).is_some() {
                    let text = Text::new("there are two clauses with the number {number}").with("number", number);
                    return Err(Flaw::Wrong(text));
                }
            }
        }
    }
    Err(Flaw::NotProved)
}

/// Whether the negation of a clause leads to a contradiction: each clause named leaves one literal, which then holds, and
/// the last one leaves none.
fn follows(clause: &[i64], from: &[u64], known: &FxHashMap<u64, Vec<i64>>) -> bool {
    let mut holds: FxHashSet<i64> = clause.iter().map(|literal| -literal).collect();
    for number in from {
        let Some(source) = known.get(number) else { return false };
        let mut open = source.iter().filter(|literal| !holds.contains(&-**literal));
        match (open.next(), open.next()) {
            (None, _) => return true,
            (Some(&only), None) => {
                holds.insert(only);
            }
            _ => return false,
        }
    }
    false
}
