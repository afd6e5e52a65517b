//! The engine for rules that take without breaking but have a repeating tail: Nim, all-but sets.

use grundy_budget::Budget;

use crate::error::HeapError;
use crate::nimbers::Nimbers;
use crate::rule::Rule;

/// Whether the rule never leaves more than one heap.
pub(crate) fn applies(rule: &Rule) -> bool {
    rule.every_leave(|leave| leave.most().is_some_and(|most| most <= 1))
}

/// Extends the nimbers to heap `to`.
///
/// The tail reaches every heap old enough of some residue, so the nimbers seen are kept per residue and each heap costs
/// one pass over them instead of one step per option.
pub(crate) fn extend(rule: &Rule, nimbers: &mut Nimbers, to: u64, budget: &Budget) -> Result<(), HeapError> {
    let (tail, start) = rule.tail();
    let mut seen = vec![Vec::<bool>::new(); tail.len()];
    let mut union: Vec<bool> = Vec::new();
    let known = nimbers.len() as u64;
    let mut meter = budget.meter();
    for heap in 0..=to {
        let old = heap.checked_sub(start).filter(|_| !tail.is_empty());
        if let Some(old) = old {
            let residue = (old % tail.len() as u64) as usize;
            // Heap 0 is left only by taking everything, which its own digit decides below.
            if old > 0 {
                raise(&mut seen[residue], nimbers.known(old as usize));
            }
        }
        if heap < known {
            continue;
        }
        meter.steps(1 + (rule.clauses().len() + union.len()) as u64 / 64)?;
        union.fill(false);
        if rule.frozen().binary_search(&heap).is_err() {
            for (nth, leave) in tail.iter().enumerate() {
                let Some(newest) = old.and_then(|old| old.checked_sub(nth as u64)) else { break };
                if leave.allows(1) {
                    join(&mut union, &seen[(newest % tail.len() as u64) as usize]);
                }
            }
            for clause in rule.clauses().iter().take_while(|clause| clause.take < heap) {
                if clause.leave.allows(1) && clause.take > 0 {
                    raise(&mut union, nimbers.known((heap - clause.take) as usize));
                }
            }
            if heap > 0 && rule.leave(heap).allows(0) {
                raise(&mut union, 0);
            }
        }
        let mex = union.iter().position(|&flag| !flag).unwrap_or(union.len());
        nimbers.push(u16::try_from(mex).map_err(|_| HeapError::NimberTooLarge { heap })?);
    }
    Ok(())
}

fn raise(flags: &mut Vec<bool>, nimber: u16) {
    let index = usize::from(nimber);
    if flags.len() <= index {
        flags.resize(index + 1, false);
    }
    flags[index] = true;
}

fn join(all: &mut Vec<bool>, more: &[bool]) {
    if all.len() < more.len() {
        all.resize(more.len(), false);
    }
    all.iter_mut().zip(more).for_each(|(flag, &other)| *flag |= other);
}
