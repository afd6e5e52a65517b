//! The options of a heap of any size that have a given nimber, counted by residues.

use grundy_budget::pulse;

use crate::rule::Shape;
use crate::sequence::Sequence;

/// The options of one heap with one nimber: how many, and the first of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountedOptions {
    /// How many there are.
    pub count: u64,
    /// The first ones: beans taken and heaps left, by beans taken and then by the smaller heap.
    pub first: Vec<(u64, Vec<u64>)>,
}

impl Sequence {
    /// The options of a heap whose nimber is `nimber`, all counted and at most `most` listed for each number of beans
    /// taken.
    ///
    /// Asks for a proved period without saltus and a rule of finitely many digits that leave at most two heaps of any
    /// shape; `None` otherwise. Of the two heaps left, the smaller is below the period's start, or both are beyond it
    /// and only the residue of the smaller matters; so O(digits · (preperiod + period)) steps do for heaps of any size.
    pub fn options_to(&self, heap: u64, nimber: u64, most: usize) -> Option<CountedOptions> {
        let rule = self.rule();
        let period = self.period().filter(|found| found.saltus == 0)?;
        let plain = rule.every_leave(|leave| leave.shape() == Shape::Any && leave.most().is_some_and(|most| most <= 2));
        rule.most_taken().filter(|_| plain)?;
        let mut found = CountedOptions { count: 0, first: Vec::new() };
        if rule.frozen().binary_search(&heap).is_ok() {
            return Some(found);
        }
        for clause in rule.clauses_to(heap) {
            pulse(1);
            let rest = heap - clause.take;
            let whole = if rest == 0 { clause.leave.allows(0) } else { clause.leave.allows(1) };
            if whole && clause.take > 0 && self.at(rest)? == nimber {
                found.count = found.count.saturating_add(1);
                found.first.push((clause.take, if rest == 0 { Vec::new() } else { vec![rest] }));
            }
            if !clause.leave.allows(2) {
                continue;
            }
            let half = rest / 2;
            let start = period.preperiod.max(1);
            let mut listed = 0;
            let mut list = |low: u64, first: &mut Vec<(u64, Vec<u64>)>| {
                if listed < most {
                    first.push((clause.take, vec![low, rest - low]));
                    listed += 1;
                }
            };
            let mut repeating = Vec::new();
            for low in 1..=half.min(start + period.period - 1) {
                pulse(1);
                if self.at(low)? ^ self.at(rest - low)? != nimber {
                    continue;
                }
                list(low, &mut found.first);
                let more = if low < start { 0 } else { (half - low) / period.period };
                found.count = found.count.saturating_add(1).saturating_add(more);
                if more > 0 {
                    repeating.push(low);
                }
            }
            let rounds = if repeating.is_empty() { 0 } else { most as u64 };
            for low in (1..=rounds).flat_map(|round| repeating.iter().map(move |low| low + round * period.period)) {
                if low > half {
                    break;
                }
                list(low, &mut found.first);
            }
        }
        Some(found)
    }
}

impl Sequence {
    /// Some options of a heap whose nimber is `nimber`, at most `most` for each number of beans taken, where a period with a
    /// saltus is proved for a rule of finitely many digits that leave at most three heaps of any shape; `None` otherwise.
    ///
    /// Looks at one heap of about that nimber beside two of about the same size, which nearly cancel, for every number of
    /// beans taken: O(digits · (preperiod + period)²) steps for heaps of any size. It may miss options of other shapes.
    pub fn some_options_to(&self, heap: u64, nimber: u64, most: usize) -> Option<Vec<(u64, Vec<u64>)>> {
        let rule = self.rule();
        let period = self.period().filter(|found| found.saltus > 0)?;
        let plain = rule.every_leave(|leave| leave.shape() == Shape::Any && leave.most().is_some_and(|most| most <= 3));
        rule.most_taken().filter(|_| plain)?;
        if rule.frozen().binary_search(&heap).is_ok() {
            return Some(Vec::new());
        }
        let width = 2 * (period.preperiod + period.period);
        let near = (nimber / period.saltus).saturating_mul(period.period);
        let mut found = Vec::new();
        for clause in rule.clauses_to(heap) {
            let rest = heap - clause.take;
            let firsts = near.saturating_sub(width)..=near.saturating_add(width).min(rest);
            let splits = firsts.flat_map(|first| {
                let half = (rest - first) / 2;
                (half.saturating_sub(width)..=half).map(move |second| [first, second, rest - first - second])
            });
            let options = splits.filter_map(|parts| {
                pulse(1);
                let mut left: Vec<u64> = parts.into_iter().filter(|&part| part > 0).collect();
                left.sort_unstable();
                let legal = clause.leave.allows(left.len() as u64) && (clause.take > 0 || left.len() > 1);
                let sum = left.iter().try_fold(0, |sum, &part| Some(sum ^ self.at(part)?))?;
                (legal && sum == nimber).then_some((clause.take, left))
            });
            let start = found.len();
            for option in options {
                if found.len() - start == most {
                    break;
                }
                if !found[start..].contains(&option) {
                    found.push(option);
                }
            }
        }
        Some(found)
    }
}
