//! The options of one heap, each as the heaps it leaves.

use grundy_budget::Budget;

use crate::error::HeapError;
use crate::rule::{Clause, Rule, Shape};

/// One option of a heap: how many beans were taken and the non-empty heaps left, in increasing order.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct HeapOption {
    /// Number of beans taken.
    pub take: u64,
    /// Sizes of the heaps left.
    pub heaps: Vec<u64>,
}

/// All options of one heap, by beans taken, then by the heaps left.
///
/// Their number grows like the heap to the power of the number of heaps left; each counts as a position of the budget.
pub fn options(rule: &Rule, heap: u64, budget: &Budget) -> Result<Vec<HeapOption>, HeapError> {
    let mut found = Vec::new();
    for_each_option(rule, heap, budget, |take, heaps| found.push(HeapOption { take, heaps: heaps.to_vec() }))?;
    Ok(found)
}

/// Calls `visit` with the beans taken and the heaps left of every option of one heap.
pub fn for_each_option(
    rule: &Rule,
    heap: u64,
    budget: &Budget,
    mut visit: impl FnMut(u64, &[u64]),
) -> Result<(), HeapError> {
    if rule.frozen().binary_search(&heap).is_ok() {
        return Ok(());
    }
    let mut meter = budget.meter();
    for clause in rule.clauses_to(heap) {
        let rest = heap - clause.take;
        if rest == 0 {
            if clause.leave.allows(0) && clause.take > 0 {
                meter.step()?;
                visit(clause.take, &[]);
            }
            continue;
        }
        let most = clause.leave.most().map_or(rest, u64::from).min(rest);
        for count in (1..=most).filter(|&count| clause.leave.allows(count)) {
            partitions(rest, count, clause, &mut |parts| {
                visit(clause.take, parts);
                meter.step()
            })?;
        }
    }
    Ok(())
}

/// Visits the partitions of `rest` into `count` parts of the clause's shape, each in increasing order.
fn partitions<E>(
    rest: u64,
    count: u64,
    clause: Clause,
    visit: &mut impl FnMut(&[u64]) -> Result<(), E>,
) -> Result<(), E> {
    let gap = match clause.leave.shape() {
        Shape::Equal if !rest.is_multiple_of(count) => return Ok(()),
        Shape::Equal => return visit(&vec![rest / count; count as usize]),
        Shape::Distinct => 1,
        Shape::Any | Shape::Unlike => 0,
    };
    let unlike = clause.leave.shape() == Shape::Unlike && count > 1;
    let Some(mut parts) = smallest(rest, count, 1, gap) else { return Ok(()) };
    loop {
        if !unlike || parts.first() != parts.last() {
            visit(&parts)?;
        }
        // The next partition in lexicographic order raises the last part that can grow, then refills what follows.
        let mut tail = 0;
        let next = (0..parts.len()).rev().skip(1).find_map(|at| {
            tail = parts[at..].iter().sum();
            smallest(tail, count - at as u64, parts[at] + 1, gap).map(|refill| (at, refill))
        });
        let Some((at, refill)) = next else { return Ok(()) };
        parts.truncate(at);
        parts.extend(refill);
    }
}

/// The lexicographically first partition of `total` into `count` parts from `first` up, neighbours `gap` or more apart.
fn smallest(total: u64, count: u64, first: u64, gap: u64) -> Option<Vec<u64>> {
    let below = u128::from(count - 1);
    let used = below * u128::from(first) + u128::from(gap) * (below * below.saturating_sub(1) / 2);
    let last = u128::from(total).checked_sub(used)?;
    let least = u128::from(first) + u128::from(gap) * below;
    if last < least {
        return None;
    }
    let parts = (0..count - 1).map(|index| first + gap * index);
    Some(parts.chain([last as u64]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(text: &str, heap: u64) -> String {
        let rule: Rule = text.parse().unwrap();
        let found = options(&rule, heap, &Budget::unlimited()).unwrap();
        let parts = found.iter().map(|option| format!("-{} {:?}", option.take, option.heaps));
        parts.collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn options_follow_the_digits() {
        insta::assert_snapshot!(left("0.77", 4), @"-1 [3]; -1 [1, 2]; -2 [2]; -2 [1, 1]");
        insta::assert_snapshot!(left("0.15", 4), @"-2 [1, 1]");
        insta::assert_snapshot!(left("grundy", 6), @"-0 [1, 5]; -0 [2, 4]");
        insta::assert_snapshot!(left("8!.0", 8), @"-0 [1, 2, 5]; -0 [1, 3, 4]");
        insta::assert_snapshot!(left("{2+}=.0", 6), @"-0 [3, 3]; -0 [2, 2, 2]; -0 [1, 1, 1, 1, 1, 1]");
        insta::assert_snapshot!(left("1,2,5", 5), @"-1 [4]; -2 [3]; -5 []");
        insta::assert_snapshot!(left("allbut(2)", 4), @"-1 [3]; -3 [1]; -4 []");
        insta::assert_snapshot!(left("couples", 2), @"");
        insta::assert_snapshot!(left("0.8", 7), @"-1 [1, 1, 4]; -1 [1, 2, 3]; -1 [2, 2, 2]");
    }
}
