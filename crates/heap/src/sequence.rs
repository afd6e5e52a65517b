//! The nimber sequence of a rule, grown by the engine that suits it.

use grundy_budget::Budget;
use std::ops::Range;

use crate::breaking;
use crate::error::HeapError;
use crate::growth::{Growth, apparent_growth};
use crate::nimbers::Nimbers;
use crate::period::{Period, find_period, finite_period};
use crate::row::{NarrowRow, Row, WideRow, WordRow};
use crate::rule::Rule;
use crate::splitting::{Moves, Splitting, Stop};
use crate::taking;

/// A growing nimber sequence, with its period as soon as that is proved.
pub struct Sequence {
    rule: Rule,
    values: Values,
    period: Option<Period>,
    watch: bool,
    next_check: u64,
    reserved: Reserved,
    /// Whether a nimber was met that does not fit into a row of one machine word.
    large: bool,
}

/// The values, inside the engine that grows them.
enum Values {
    Small(Box<Splitting<WordRow>>),
    Narrow(Box<Splitting<NarrowRow>>),
    Wide(Box<Splitting<WideRow>>),
    Plain(Nimbers),
}

/// Table memory held from a budget, given back in the end.
#[derive(Default)]
struct Reserved(Option<(Budget, u64)>);

impl Reserved {
    fn replace(&mut self, budget: &Budget, bytes: u64) -> Result<(), HeapError> {
        *self = Self::default();
        budget.reserve(bytes)?;
        self.0 = Some((budget.clone(), bytes));
        Ok(())
    }
}

impl Drop for Reserved {
    fn drop(&mut self) {
        if let Some((budget, bytes)) = &self.0 {
            budget.release(*bytes);
        }
    }
}

impl Sequence {
    /// The largest heap whose value can be stored.
    pub const LIMIT: u64 = u32::MAX as u64 - 1;

    /// The sequence of a rule, nothing computed yet.
    pub fn new(rule: Rule) -> Self {
        Self::resume(rule, Nimbers::default())
    }

    /// The sequence of a rule whose first values are known.
    pub fn resume(rule: Rule, known: Nimbers) -> Self {
        let values = Values::Plain(known);
        Self { rule, values, period: None, watch: true, next_check: 32, reserved: Reserved::default(), large: false }
    }

    /// Whether to look for periods while growing, and to use one once it is proved (the default).
    #[must_use]
    pub fn watch_periods(mut self, watch: bool) -> Self {
        self.watch = watch;
        self
    }

    /// The rule.
    pub fn rule(&self) -> &Rule {
        &self.rule
    }

    /// The proved period, if one was found so far.
    pub fn period(&self) -> Option<&Period> {
        self.period.as_ref()
    }

    /// An arithmetic period with a saltus that the values show and no theorem proves; `None` where a period is proved, and
    /// for finite codes that leave at most two heaps, which do not grow so (R. Austin, Impartial and partizan games, 1976).
    pub fn apparent_growth(&self) -> Option<Growth> {
        let excluded = self.period().is_some() || self.rule.most_left().is_some_and(|most| most <= 2);
        // why: heaps below the length are stored
        (!excluded).then(|| apparent_growth(self.len(), |heap| self.at(heap).unwrap_or(0))).flatten()
    }

    /// The number of heaps whose values are stored, heap 0 included.
    pub fn len(&self) -> u64 {
        match &self.values {
            Values::Small(engine) => engine.values.len() as u64,
            Values::Narrow(engine) => engine.values.len() as u64,
            Values::Wide(engine) => engine.values.len() as u64,
            Values::Plain(nimbers) => nimbers.len() as u64,
        }
    }

    /// Whether no value is stored yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The nimber of a heap, if it is stored or follows from the period.
    pub fn at(&self, heap: u64) -> Option<u64> {
        if let Some(value) = self.stored(heap) {
            return Some(value.into());
        }
        let (heap, more) = self.period?.reduce(heap);
        u64::from(self.stored(heap)?).checked_add(more)
    }

    fn stored(&self, heap: u64) -> Option<u16> {
        // why: a heap beyond all memory is not stored
        let heap = usize::try_from(heap).ok()?;
        match &self.values {
            Values::Small(engine) => engine.values.get(heap).map(|&value| value.into()),
            Values::Narrow(engine) => engine.values.get(heap).map(|&value| value.into()),
            Values::Wide(engine) => engine.values.get(heap).copied(),
            Values::Plain(nimbers) => nimbers.get(heap),
        }
    }

    /// All stored values, taken out of the sequence.
    pub fn into_nimbers(mut self) -> Nimbers {
        self.take_nimbers()
    }

    /// Calls `visit` with the stored nimbers of the given heaps in order, some thousand at a time.
    pub fn each<E>(&self, heaps: Range<u64>, mut visit: impl FnMut(&[u16]) -> Result<(), E>) -> Result<(), E> {
        const PIECE: usize = 1 << 13;
        let end = heaps.end.min(self.len()) as usize;
        let heaps = heaps.start.min(end as u64) as usize..end;
        let mut widened = |bytes: &[u8]| {
            let mut piece = [0; PIECE];
            bytes.chunks(PIECE).try_for_each(|bytes| {
                let piece = &mut piece[..bytes.len()];
                piece.iter_mut().zip(bytes).for_each(|(wide, &narrow)| *wide = narrow.into());
                visit(piece)
            })
        };
        match &self.values {
            Values::Small(engine) => widened(&engine.values[heaps]),
            Values::Narrow(engine) => widened(&engine.values[heaps]),
            Values::Plain(Nimbers::Narrow(bytes)) => widened(&bytes[heaps]),
            Values::Wide(engine) => engine.values[heaps].chunks(PIECE).try_for_each(visit),
            Values::Plain(Nimbers::Wide(words)) => words[heaps].chunks(PIECE).try_for_each(visit),
        }
    }

    /// Stores the values of all heaps up to `to`; when the budget runs out, those found so far stay.
    pub fn extend(&mut self, to: u64, budget: &Budget) -> Result<(), HeapError> {
        self.extend_planned(to, to, budget)
    }

    /// As [`Sequence::extend`], making room for heaps up to `plan` at once, for callers that come back block by block.
    pub fn extend_planned(&mut self, to: u64, plan: u64, budget: &Budget) -> Result<(), HeapError> {
        let plan = plan.clamp(to, Self::LIMIT.max(to));
        if to > Self::LIMIT {
            return Err(HeapError::HeapTooLarge { heap: to, limit: Self::LIMIT });
        }
        while self.len() <= to {
            if let Some(period) = self.period {
                return self.copy_period(period, to, budget);
            }
            let goal = if self.watch { to.min(self.next_check.max(self.len())) } else { to };
            self.grow(goal, plan, budget)?;
            if self.watch && self.len() > self.next_check {
                self.check_period();
            }
        }
        if self.watch && self.period.is_none() {
            self.check_period();
        }
        Ok(())
    }

    /// Grows the sequence until the nimber of `heap` is known, by a proved period or by computing up to `limit`.
    pub fn reach(&mut self, heap: u64, limit: u64, budget: &Budget) -> Result<u64, HeapError> {
        loop {
            if let Some(value) = self.at(heap) {
                return Ok(value);
            }
            let checked = self.len().saturating_sub(1);
            if checked >= limit.min(Self::LIMIT) {
                return Err(HeapError::NoPeriod { heap, checked });
            }
            let next = (checked + checked / 2).clamp(64, limit.min(Self::LIMIT)).min(heap);
            self.extend(next, budget)?;
        }
    }

    fn check_period(&mut self) {
        self.next_check = self.len() + self.len() / 4 + 32;
        self.period = match &self.values {
            Values::Small(engine) => finite_period(&self.rule, &engine.values),
            Values::Narrow(engine) => finite_period(&self.rule, &engine.values),
            Values::Wide(engine) => finite_period(&self.rule, &engine.values),
            Values::Plain(nimbers) => find_period(&self.rule, nimbers),
        };
    }

    fn take_nimbers(&mut self) -> Nimbers {
        match std::mem::replace(&mut self.values, Values::Plain(Nimbers::default())) {
            Values::Small(engine) => Nimbers::Narrow(engine.values),
            Values::Narrow(engine) => Nimbers::Narrow(engine.values),
            Values::Wide(engine) => Nimbers::Wide(engine.values),
            Values::Plain(nimbers) => nimbers,
        }
    }

    fn copy_period(&mut self, period: Period, to: u64, budget: &Budget) -> Result<(), HeapError> {
        let mut nimbers = self.take_nimbers();
        let mut meter = budget.meter();
        let mut result = self.reserved.replace(budget, (to + 1) * nimbers.width() as u64);
        while result.is_ok() && nimbers.len() as u64 <= to {
            let heap = nimbers.len() as u64;
            let (source, more) = period.reduce(heap);
            let value = u64::from(nimbers.known(source as usize)).saturating_add(more);
            match u16::try_from(value) {
                Ok(value) => nimbers.push(value),
                Err(_) => result = Err(HeapError::NimberTooLarge { heap }),
            }
            result = result.and(meter.step().map_err(Into::into));
        }
        self.values = Values::Plain(nimbers);
        result
    }

    /// Computes up to `goal` with an engine that has room for `plan` heaps.
    fn grow(&mut self, goal: u64, plan: u64, budget: &Budget) -> Result<(), HeapError> {
        let Some(moves) = Moves::new(&self.rule) else { return self.grow_plain(goal, budget) };
        let (goal, plan) = (goal as usize, plan as usize);
        loop {
            let stop = match &mut self.values {
                Values::Small(engine) if engine.room() > goal => engine.extend(goal, budget),
                Values::Narrow(engine) if engine.room() > goal => engine.extend(goal, budget),
                Values::Wide(engine) if engine.room() > goal => engine.extend(goal, budget),
                _ => {
                    self.start_engine(moves.clone(), plan, budget)?;
                    continue;
                }
            };
            match stop {
                Ok(()) => return Ok(()),
                Err(Stop::Exhausted(exhausted)) => return Err(exhausted.into()),
                // Memory does not fail.
                Err(Stop::Broken) => return Err(HeapError::NimberTooLarge { heap: self.len() }),
                Err(Stop::Full) if matches!(self.values, Values::Wide(_)) => {
                    return Err(HeapError::NimberTooLarge { heap: self.len() });
                }
                Err(Stop::Full) => {
                    let mut nimbers = self.take_nimbers();
                    if self.large {
                        nimbers.widen();
                    }
                    self.large = true;
                    self.values = Values::Plain(nimbers);
                }
            }
        }
    }

    fn start_engine(&mut self, moves: Moves, plan: usize, budget: &Budget) -> Result<(), HeapError> {
        let nimbers = self.take_nimbers();
        let bytes = Splitting::<NarrowRow>::bytes(plan) * nimbers.width() as u64;
        if let Err(error) = self.reserved.replace(budget, bytes) {
            self.values = Values::Plain(nimbers);
            return Err(error);
        }
        self.large |= nimbers.iter().any(|nimber| usize::from(nimber) >= WordRow::LIMIT);
        self.values = match nimbers {
            Nimbers::Narrow(known) if !self.large => Values::Small(Box::new(Splitting::new(moves, known, plan))),
            Nimbers::Narrow(known) => Values::Narrow(Box::new(Splitting::new(moves, known, plan))),
            Nimbers::Wide(known) => Values::Wide(Box::new(Splitting::new(moves, known, plan))),
        };
        Ok(())
    }

    fn grow_plain(&mut self, goal: u64, budget: &Budget) -> Result<(), HeapError> {
        let mut nimbers = self.take_nimbers();
        let result = if taking::applies(&self.rule) {
            taking::extend(&self.rule, &mut nimbers, goal, budget)
        } else {
            breaking::nimbers(&self.rule, goal as usize, budget).map(|found| nimbers = found)
        };
        self.values = Values::Plain(nimbers);
        result
    }
}

/// The nimbers of heaps 0 to `to`, with the proved period used as soon as there is one.
pub fn nimbers(rule: &Rule, to: u64, budget: &Budget) -> Result<Nimbers, HeapError> {
    let mut sequence = Sequence::new(rule.clone());
    sequence.extend(to, budget)?;
    Ok(sequence.into_nimbers())
}

/// The nimber of one heap of any size, through the proved period where the heap is large.
///
/// Without a period, values are computed up to 2^20 or the heap itself, whichever is smaller.
pub fn nimber_at(rule: &Rule, heap: u64, budget: &Budget) -> Result<u64, HeapError> {
    Sequence::new(rule.clone()).reach(heap, 1 << 20, budget)
}
