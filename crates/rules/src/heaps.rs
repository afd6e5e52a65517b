//! Heaps whose rule is a code: nimbers by the sequence of the code, with its proved period.

use crate::codes;
use crate::numbers::NumberRules;
use crate::script::Datum;
use grundy_budget::{Budget, Exhausted};
use grundy_game::Text;
use grundy_heap::{HeapError, Rule, Sequence};
use rustc_hash::FxHashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Heaps whose options are listed one by one.
pub(crate) const LISTED: u64 = 1 << 14;

/// Winning moves of a larger heap that are shown for each number taken.
const SHOWN: usize = 20;

/// A code and its sequence, as far as it was needed.
#[derive(Debug)]
pub(crate) struct Coded {
    pub rule: Rule,
    sequence: Growing,
}

struct Growing(Mutex<Sequence>);

impl std::fmt::Debug for Growing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a sequence")
    }
}

impl Coded {
    /// The code that these rules are in disguise.
    pub fn of(rules: &NumberRules) -> Option<Self> {
        let rule = codes::code(rules)?;
        let sequence = Growing(Mutex::new(Sequence::new(rule.clone())));
        Some(Self { rule, sequence })
    }

    fn sequence(&self) -> MutexGuard<'_, Sequence> {
        self.sequence.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The nimber of heaps whose nimbers are known already.
    pub fn known(&self, heaps: &[u64]) -> Option<u64> {
        let sequence = self.sequence();
        heaps.iter().try_fold(0, |sum, &heap| Some(sum ^ sequence.at(heap)?))
    }

    /// All moves to nimber 0 from heaps with this sum of nimbers, each once, as a heap and what stands in its place, in the order
    /// in which the rules list them; of equal heaps the first stands for all. `None` where the compiled rules cannot list them.
    pub fn winning(&self, rules: &NumberRules, heaps: &[u64], sum: u64) -> Option<Vec<(usize, Vec<u64>)>> {
        let sequence = self.sequence();
        // why what is not a size is no heap of a code.
        let nimber = |part: &i64| sequence.at(u64::try_from(*part).ok()?);
        let mut moves = Vec::new();
        for (index, &heap) in heaps.iter().enumerate() {
            if heaps[..index].contains(&heap) {
                continue;
            }
            let wanted = sum ^ sequence.at(heap)?;
            let (mut known, mut whole) = (FxHashSet::default(), true);
            // why a heap that is not a machine word is not listed.
            rules.options(0, &[i64::try_from(heap).ok()?], &mut |parts| match parts
                .iter()
                .try_fold(0, |sum, part| Some(sum ^ nimber(part)?))
            {
                Some(found) if found == wanted => {
                    let mut left: Vec<u64> = parts.iter().map(|part| part.unsigned_abs()).collect();
                    left.sort_unstable();
                    if known.insert(left.clone()) {
                        moves.push((index, left));
                    }
                }
                Some(_) => {}
                None => whole = false,
            })?;
            if !whole {
                return None;
            }
        }
        Some(moves)
    }

    /// The nimber of heaps and why; `None` where the sequence cannot tell.
    pub fn nimber(&self, heaps: &[u64], budget: &Budget) -> Result<Option<(u64, Text)>, Exhausted> {
        for &heap in heaps {
            let reached = self.sequence().reach(heap, heap.max(64), budget);
            match reached {
                Ok(_) => {}
                Err(HeapError::Exhausted(exhausted)) => return Err(exhausted),
                // Nimbers beyond what a sequence stores are left to search.
                Err(_) => return Ok(None),
            }
        }
        Ok(self.known(heaps).map(|sum| (sum, self.reason(heaps))))
    }

    fn reason(&self, heaps: &[u64]) -> Text {
        let sequence = self.sequence();
        let values: Vec<String> =
            heaps.iter().filter_map(|&heap| sequence.at(heap)).map(|nimber| nimber.to_string()).collect();
        let text = match sequence.period() {
            Some(found) if found.saltus == 0 => Text::new(
                "nimbers of heaps repeat with period {period} from heap {preperiod} on, proved by {theorem}; here: {values}",
            ),
            Some(_) => Text::new(
                "nimbers of heaps grow by {saltus} every {period} heaps from heap {preperiod} on, proved: {theorem}; here: {values}",
            ),
            None => Text::new("nimbers of heaps by the mex rule; here: {values}"),
        };
        let text = match sequence.period() {
            Some(found) => text
                .with("saltus", found.saltus)
                .with("period", found.period)
                .with("preperiod", found.preperiod)
                .with_text("theorem", found.theorem.text()),
            None => text,
        };
        Text::new("the rules are those of {code}; {reason}")
            .with("code", &self.rule)
            .with_text("reason", text.with("values", values.join(", ")))
    }

    /// Some moves to nimber 0 from heaps too large to list their options, each as a heap and what stands in its place. Only
    /// those that leave as many heaps as the rules name, so that none of them is empty.
    pub fn some_winning(&self, heaps: &[u64], sum: u64, parts: usize) -> Option<Vec<(usize, Vec<u64>)>> {
        let sequence = self.sequence();
        let mut moves = Vec::new();
        for (index, &heap) in heaps.iter().enumerate() {
            let wanted = sum ^ sequence.at(heap)?;
            let found = match sequence.options_to(heap, wanted, SHOWN) {
                Some(found) => found.first,
                None => sequence.some_options_to(heap, wanted, SHOWN)?,
            };
            moves.extend(found.into_iter().filter(|(_, left)| left.len() == parts).map(|(_, left)| (index, left)));
        }
        Some(moves)
    }
}

/// The size of a heap that is a number.
fn size(heap: &Datum) -> Option<u64> {
    match heap {
        // why what is not a size is no heap of a code.
        Datum::Int(heap) => u64::try_from(*heap).ok(),
        _ => None,
    }
}

/// The sizes of heaps that are numbers, where they are.
pub(crate) fn sizes(heaps: &[Datum]) -> Option<Vec<u64>> {
    heaps.iter().map(size).collect()
}

#[cfg(test)]
mod tests {
    use crate::RulesFile;
    use grundy_budget::Budget;
    use std::collections::BTreeSet;

    #[test]
    fn winning_moves_are_the_options_of_nimber_0() {
        for rules in [
            "'a; n - 1 - a for a in range(n)', 'a; n - 2 - a for a in range(n - 1)'",
            "'n - k for k in (1, 3, 4) where k <= n'",
            "'max(a - 1, 0); max(n - a - 2, 0) for a in range(n)'",
        ] {
            let file = RulesFile::read("own", &format!("state = 'heaps of n'\nboth = [{rules}]")).unwrap();
            let functions = file.functions().unwrap();
            let (coded, numbers) = (functions.coded().unwrap(), functions.numbers.as_ref().unwrap());
            for heaps in (0..12).flat_map(|a| (a..12).map(move |b| [a, b, 5])) {
                let (sum, _) = coded.nimber(&heaps, &Budget::unlimited()).unwrap().unwrap();
                let mut expected = BTreeSet::new();
                for (index, &heap) in heaps.iter().enumerate().filter(|(index, heap)| !heaps[..*index].contains(heap)) {
                    let others = heaps.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, &heap)| heap);
                    let others: Vec<u64> = others.collect();
                    numbers
                        .options(0, &[heap as i64], &mut |parts| {
                            let mut left: Vec<u64> = parts.iter().map(|&part| part as u64).collect();
                            left.sort_unstable();
                            let all: Vec<u64> = others.iter().chain(&left).copied().collect();
                            if coded.known(&all) == Some(0) {
                                expected.insert((index, left));
                            }
                        })
                        .unwrap();
                }
                let found = coded.winning(numbers, &heaps, sum).unwrap();
                assert_eq!(found.len(), expected.len(), "{rules} {heaps:?}");
                assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected, "{rules} {heaps:?}");
            }
        }
    }
}
