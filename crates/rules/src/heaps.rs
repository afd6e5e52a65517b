//! Heaps whose rule is a code: nimbers by the sequence of the code, with its proved period.

use crate::codes;
use crate::numbers::NumberRules;
use crate::script::Datum;
use grundy_budget::{Budget, Exhausted};
use grundy_game::Text;
use grundy_heap::{HeapError, Rule, Sequence};
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

    /// The positions among some whose nimber is known to be 0; `heaps` are what each is made of.
    pub fn lost(&self, mut positions: Vec<Datum>, heaps: impl Fn(&Datum) -> &[Datum]) -> Vec<Datum> {
        let sequence = self.sequence();
        let nimber = |heap: &Datum| size(heap).and_then(|heap| sequence.at(heap));
        positions
            .retain(|position| heaps(position).iter().try_fold(0, |sum, heap| Some(sum ^ nimber(heap)?)) == Some(0));
        positions
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
