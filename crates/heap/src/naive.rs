//! Nimbers straight from the definition, the measure of every other engine.

use grundy_budget::Budget;

use crate::error::HeapError;
use crate::options::for_each_option;
use crate::rule::Rule;

/// The nimbers of heaps 0 to `to` by listing every option of every heap.
///
/// Exponential in the number of heaps that moves leave; meant for small heaps and for tests.
pub fn naive_nimbers(rule: &Rule, to: u64, budget: &Budget) -> Result<Vec<u16>, HeapError> {
    let mut nimbers: Vec<u16> = Vec::new();
    let mut seen: Vec<u64> = Vec::new();
    for heap in 0..=to {
        for_each_option(rule, heap, budget, |_, heaps| {
            let value = heaps.iter().fold(0, |sum, &part| sum ^ nimbers[part as usize]);
            let slot = usize::from(value);
            if seen.len() <= slot {
                seen.resize(slot + 1, u64::MAX);
            }
            seen[slot] = heap;
        })?;
        let mex = seen.iter().position(|&mark| mark != heap).unwrap_or(seen.len());
        nimbers.push(u16::try_from(mex).map_err(|_| HeapError::NimberTooLarge { heap })?);
    }
    Ok(nimbers)
}
