//! Periods of nimber sequences, with proof.

use grundy_lang::Text;
use rustc_hash::FxHashMap;

use crate::growth::{apparent_growth, is_proved};
use crate::nimbers::Nimbers;
use crate::rule::{Rule, Shape};

/// A proved (arithmetic) period: g(n + period) = g(n) + saltus for every heap n from `preperiod` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The first heap from which on the law holds.
    pub preperiod: u64,
    /// The length of the period, the least possible.
    pub period: u64,
    /// What a period adds to the nimber; 0 for a purely periodic sequence.
    pub saltus: u64,
    /// The law was checked value by value up to this heap, as far as the theorem asks.
    pub checked_to: u64,
    /// The theorem that carries the law on from there.
    pub theorem: Theorem,
}

/// The theorem that proves a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theorem {
    /// Guy and Smith (1956): a finite code leaving at most k heaps whose values repeat for n0 ≤ n < k·n0 + (k-1)·p + d
    /// repeats for ever. For k = 2 this is the bound 2·n0 + p + d.
    GuySmith,
    /// A subtraction set with greatest element d repeats once d values in a row do, since they decide all later ones.
    Window,
    /// A taking game whose finitely many exceptions lie in a window: the window and the nimbers used up before it,
    /// both counted from the least nimber not used up, decide all later values.
    Exceptions,
    /// A code that leaves three heaps or more, with a saltus that is a power of two: by residues, every nimber below that
    /// of the law is reached and that one is not.
    Growth,
}

impl Theorem {
    /// The theorem in one line.
    pub fn text(self) -> Text {
        Text::new(match self {
            Self::GuySmith => "Guy and Smith's theorem",
            Self::Window => "as many values repeat as the greatest number that may be taken",
            Self::Exceptions => "the window of exceptions and the nimbers used up before it repeat, shifted",
            Self::Growth => "by residues, every smaller nimber is reached and the next one is not",
        })
    }
}

impl Period {
    /// The last heap that breaks the law, if any does.
    pub fn last_exception(&self) -> Option<u64> {
        self.preperiod.checked_sub(1)
    }

    /// The heap below `preperiod + period` whose nimber decides that of `heap`, and what to add.
    pub fn reduce(&self, heap: u64) -> (u64, u64) {
        match heap.checked_sub(self.preperiod) {
            Some(past) => (self.preperiod + past % self.period, (past / self.period).saturating_mul(self.saltus)),
            None => (heap, 0),
        }
    }
}

/// The period that the nimbers prove, if they are enough for one.
///
/// Costs about O(n), O(n²) at worst.
pub fn find_period(rule: &Rule, nimbers: &Nimbers) -> Option<Period> {
    if !rule.tail().0.is_empty() {
        return exceptions_period(rule, nimbers);
    }
    match nimbers {
        Nimbers::Narrow(values) => finite_period(rule, values),
        Nimbers::Wide(values) => finite_period(rule, values),
    }
}

/// The period that the nimbers of a code of finitely many digits prove, if they are enough for one.
pub(crate) fn finite_period<C: Copy + Eq + Into<u16>>(rule: &Rule, values: &[C]) -> Option<Period> {
    // Breaking into different heaps breaks the theorem: shifting one heap by a period may make it equal to another.
    if !rule.every_leave(|leave| leave.shape() == Shape::Any || leave.most().is_some_and(|most| most <= 1)) {
        return None;
    }
    let bound = Bound {
        heaps: u64::from(rule.most_left()?.max(1)),
        taken: rule.most_taken()?,
        least: rule.frozen().last().map_or(1, |&size| size.saturating_add(1)),
    };
    bound.find(values).or_else(|| if bound.heaps > 2 { growing_period(rule, values) } else { None })
}

/// The arithmetic period with a saltus that the nimbers prove, if any.
fn growing_period<C: Copy + Into<u16>>(rule: &Rule, values: &[C]) -> Option<Period> {
    let values: Vec<u16> = values.iter().map(|&value| value.into()).collect();
    let seen = apparent_growth(values.len() as u64, |heap| values[heap as usize].into())?;
    is_proved(rule, &values, seen).then_some(Period {
        preperiod: seen.preperiod,
        period: seen.period,
        saltus: seen.saltus,
        checked_to: values.len() as u64 - 1,
        theorem: Theorem::Growth,
    })
}

/// How far values must repeat before they repeat for ever.
struct Bound {
    heaps: u64,
    taken: u64,
    least: u64,
}

impl Bound {
    /// The law must hold for all n below this number, with n + p computed.
    ///
    /// Of the heaps left from n + p beans the largest has at least (n + p - d)/k; with n at the bound that is n0 + p, so
    /// it may be shortened by p, and the options of n + p and n have the same nimbers. `least` keeps the shortened heap
    /// non-empty and the moved heap unfrozen.
    fn end(&self, preperiod: u64, period: u64) -> u64 {
        let start = preperiod.max(self.least);
        // No sequence is as long as a sum that is too large for a word.
        let left = self.heaps.saturating_mul(start).saturating_add((self.heaps - 1).saturating_mul(period));
        left.saturating_add(self.taken)
    }

    fn find<C: Copy + Eq>(&self, values: &[C]) -> Option<Period> {
        let length = values.len() as u64;
        let mut probe = Probe::default();
        let mut periods = (1..length).take_while(|&period| self.end(0, period).saturating_add(period) <= length);
        periods.find_map(|period| self.holds(values, period, &mut probe))
    }

    /// The law with this period, if the values prove it.
    fn holds<C: Copy + Eq>(&self, values: &[C], period: u64, probe: &mut Probe) -> Option<Period> {
        let (length, shift) = (values.len() as u64, period as usize);
        let latest_start = ((length - self.taken) / self.heaps - period) as usize;
        if probe.refutes(values, shift, latest_start) {
            return None;
        }
        let pairs = values.len() - shift;
        let mut start = pairs;
        while start > 0 && values[start - 1] == values[start - 1 + shift] {
            start -= 1;
        }
        if start > 0 && pairs - start > probe.run {
            *probe = Probe { broken: start - 1, period: shift, run: pairs - start };
        }
        let end = self.end(start as u64, period);
        (end.saturating_add(period) <= length).then_some(Period {
            preperiod: start as u64,
            period,
            saltus: 0,
            checked_to: end + period - 1,
            theorem: if self.heaps == 1 { Theorem::Window } else { Theorem::GuySmith },
        })
    }
}

/// The last place where the period broke that held longest so far.
///
/// A sequence may be regular but for rare exceptions; then many periods hold for long, until they meet an exception. A
/// period that is good repeats the exceptions too, so looking at one of them saves most of the reading.
#[derive(Default)]
struct Probe {
    broken: usize,
    period: usize,
    run: usize,
}

impl Probe {
    /// Whether the exception shows that a law from `latest_start` on does not hold with this period.
    fn refutes<C: Eq>(&self, values: &[C], period: usize, latest_start: usize) -> bool {
        [self.broken, self.broken + self.period].into_iter().any(|heap| {
            heap.checked_sub(period).is_some_and(|before| before >= latest_start && values[before] != values[heap])
        })
    }
}

/// The period of a taking game with a tail of threes.
///
/// Every heap at least `start` smaller is an option. Let b be the least nimber that none of those has. What comes next
/// depends on the nimbers above b among them and on the last `start - 1` values, all counted from b.
fn exceptions_period(rule: &Rule, nimbers: &Nimbers) -> Option<Period> {
    let (tail, start) = rule.tail();
    let takes_only = rule.every_leave(|leave| leave.most().is_some_and(|most| most <= 1));
    if !takes_only || tail.iter().any(|leave| leave.mask() != 3) {
        return None;
    }
    let begin = start.max(rule.frozen().last().map_or(0, |&size| size.saturating_add(1))).max(1);
    let mut old = vec![false; 1 + usize::from(nimbers.iter().max()?)];
    let mut base = 0;
    let mut states = FxHashMap::default();
    for heap in start..nimbers.len() as u64 {
        old[usize::from(nimbers.get((heap - start) as usize)?)] = true;
        while old.get(base) == Some(&true) {
            base += 1;
        }
        if heap < begin {
            continue;
        }
        let above = (base..old.len()).filter(|&nimber| old[nimber]).map(|nimber| (nimber - base) as i64);
        let window = (heap - start + 1..heap).map(|recent| {
            let nimber = usize::from(nimbers.known(recent as usize));
            if nimber < base { -1 } else { (nimber - base) as i64 }
        });
        let state: Vec<i64> = above.chain([-2]).chain(window).collect();
        if let Some((first, first_base)) = states.insert(state, (heap, base)) {
            let (period, saltus) = (heap - first, base - first_base);
            let law = |n: u64| {
                let at = |heap: u64| nimbers.get(heap as usize).map_or(0, usize::from);
                n + period < nimbers.len() as u64 && at(n) + saltus == at(n + period)
            };
            let preperiod = (0..first).rev().take_while(|&n| law(n)).last().unwrap_or(first);
            let theorem = Theorem::Exceptions;
            return Some(Period { preperiod, period, saltus: saltus as u64, checked_to: heap - 1, theorem });
        }
    }
    None
}
