//! Misère play by the misère quotient: what a position maps to says who wins, for heaps of any size once the quotient is
//! proved to be that of the whole game.

use super::{Break, Heaps, LISTED, SHOWN};
use grundy_budget::{Budget, Exhausted, Limits};
use grundy_game::{Known, Outcome, Text, Theorem};
use grundy_heap::{MisereQuotient, QuotientStatus, Shape, misere_quotient};

/// Beans in all from which on the quotient is asked; less is searched at once.
const WORTHWHILE: u64 = 40;

/// The largest heap up to which the quotient is computed.
const FAR: u64 = 400;

/// The positions that may be visited for the quotient, by the beans in all: a search of few is soon done, so a quotient that
/// takes longer than that is not waited for.
fn patience(beans: u64) -> u64 {
    if beans < 64 { 1 << 17 } else { 1 << 22 }
}

impl Heaps {
    /// Who wins under misère play, if the quotient tells (T. Plambeck and A. Siegel, Misère quotients for impartial games,
    /// 2008).
    pub(super) fn by_quotient(&self, heaps: &[u64], budget: &Budget) -> Result<Option<Theorem<Break>>, Exhausted> {
        let finite = self.rule.most_taken().is_some() && self.rule.most_left().is_some();
        let beans = heaps.iter().fold(0u64, |sum, &heap| sum.saturating_add(heap));
        if !finite || beans < WORTHWHILE {
            return Ok(None);
        }
        let computed = self.quotient.get_or_init(|| {
            let limits = Limits { positions: Some(patience(beans)), ..Limits::default() };
            // why: a quotient that is not found within the limits is unknown here, and the position is searched.
            misere_quotient(&self.rule, FAR, &budget.within(limits)).ok()
        });
        budget.check()?;
        Ok(computed.as_ref().and_then(|quotient| self.told(quotient, heaps)))
    }

    /// What the quotient says of these heaps, if it knows them all.
    fn told(&self, quotient: &MisereQuotient, heaps: &[u64]) -> Option<Theorem<Break>> {
        let element = product(quotient, heaps)?;
        let lost = quotient.monoid.is_lost(element);
        let text = if lost {
            Text::new("the misère quotient has {order} elements; the position maps to {element}, which is lost")
        } else {
            Text::new("the misère quotient has {order} elements; the position maps to {element}, which is won")
        };
        let name = quotient.names().swap_remove(element);
        let mut reason = text.with("order", quotient.monoid.len()).with("element", name);
        if let QuotientStatus::Whole { period, preperiod } = quotient.status {
            reason =
                Text::new("{reason}; proved: images of heaps repeat with period {period} from heap {preperiod} on")
                    .with_text("reason", reason)
                    .with("period", period)
                    .with("preperiod", preperiod);
        }
        let many = heaps.iter().any(|&heap| self.count(heap) > LISTED);
        let winning = match (lost, many) {
            (true, _) => Some(Vec::new()),
            (false, false) => Some(self.listed(quotient, heaps)),
            (false, true) => self.by_residues(quotient, heaps),
        };
        if many && !lost && winning.is_some() {
            reason = Text::new("{reason}; of a heap this large only some winning moves are listed")
                .with_text("reason", reason);
        }
        let outcome = if lost { Outcome::Second } else { Outcome::First };
        Some(Theorem { known: Known::Outcome(outcome), reason, winning })
    }

    /// All winning moves.
    fn listed(&self, quotient: &MisereQuotient, heaps: &[u64]) -> Vec<Break> {
        let mut found = Vec::new();
        for index in 0..heaps.len() {
            let others = others(quotient, heaps, index);
            self.each_break(heaps, index, |played| {
                if loses(quotient, others, &played.left) {
                    found.push(played);
                }
            });
        }
        found
    }

    /// The first winning moves for each number of beans taken; `None` for rules that leave more than two heaps.
    ///
    /// Of two heaps left, one may be shortened to less than preperiod + period by whole periods that the other takes over, so
    /// small ones show whether there is any.
    fn by_residues(&self, quotient: &MisereQuotient, heaps: &[u64]) -> Option<Vec<Break>> {
        let QuotientStatus::Whole { period, preperiod } = quotient.status else { return None };
        let plain =
            self.rule.every_leave(|leave| leave.shape() == Shape::Any && leave.most().is_some_and(|most| most <= 2));
        if !plain {
            return None;
        }
        let mut found = Vec::new();
        for (index, &heap) in heaps.iter().enumerate() {
            let others = others(quotient, heaps, index);
            if self.rule.frozen().binary_search(&heap).is_ok() {
                continue;
            }
            for clause in self.rule.clauses_to(heap) {
                let rest = heap - clause.take;
                let whole = if rest == 0 { Vec::new() } else { vec![rest] };
                let single = (clause.leave.allows(whole.len() as u64) && clause.take > 0).then_some(whole);
                let lows = if clause.leave.allows(2) { (rest / 2).min(preperiod + 2 * period) } else { 0 };
                let options = single.into_iter().chain((1..=lows).map(|low| vec![low, rest - low]));
                let winning = options.filter(|left| loses(quotient, others, left)).take(SHOWN);
                found.extend(winning.map(|left| Break { heap: index, take: clause.take, left }));
            }
        }
        Some(found)
    }
}

/// The element that these heaps map to, if all of them are known.
fn product(quotient: &MisereQuotient, heaps: &[u64]) -> Option<usize> {
    heaps.iter().try_fold(0, |product, &heap| Some(quotient.monoid.product(product, quotient.image(heap)?)))
}

/// What all heaps but one map to.
fn others(quotient: &MisereQuotient, heaps: &[u64], index: usize) -> usize {
    // why: the product of all heaps is known here, so that of some is too.
    let before = product(quotient, &heaps[..index]).unwrap_or(0);
    // why: likewise.
    quotient.monoid.product(before, product(quotient, &heaps[index + 1..]).unwrap_or(0))
}

/// Whether what is left of one heap, beside others, is lost for the player who is about to move then.
fn loses(quotient: &MisereQuotient, others: usize, left: &[u64]) -> bool {
    product(quotient, left).is_some_and(|left| quotient.monoid.is_lost(quotient.monoid.product(others, left)))
}
