//! The engine for rules that leave at most two heaps: octal codes, subtraction sets, Grundy's game.
//!
//! For each total the sums of its pairs are kept in one [`PairSet`], shared by all digits that meet that total. A
//! heap's mex is then found in three steps: a sample of pairs raises most flags, a sweep over the rare heaps decides
//! all common nimbers (when the sparse space is worth it), and what is still open below the mex is looked for among all
//! pairs, many at a time.

use grundy_budget::{Budget, Exhausted};

use crate::cell::Cell;
use crate::mirror::Mirror;
use crate::pairs::PairSet;
use crate::rule::{Leave, Rule, Shape};
use crate::sparse::Sparse;

/// Pairs marked one by one before searching: enough to meet most of the nimbers below the mex.
const SAMPLE: usize = 256;

/// Why the engine stopped early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// The next nimber does not fit into a cell.
    Full,
    /// The budget ran out.
    Exhausted(Exhausted),
}

/// The clauses of a rule that the engine understands.
#[derive(Clone, Debug)]
pub(crate) struct Moves {
    /// Clauses that leave no heap or one: beans taken, whether none and whether one may be left.
    singles: Vec<(usize, bool, bool)>,
    /// Beans taken by the clauses that leave two heaps.
    splits: Vec<usize>,
    /// Whether the two heaps must differ.
    distinct: bool,
    frozen: Vec<u64>,
}

impl Moves {
    /// The clauses of a rule, or `None` if the rule has a tail or leaves more than two heaps.
    pub(crate) fn new(rule: &Rule) -> Option<Self> {
        let splitting = |leave: Leave| leave.allows(2);
        let plain = |leave: Leave| {
            leave.most().is_some_and(|most| most <= 2) && (leave.shape() != Shape::Equal || !splitting(leave))
        };
        let mut shapes = rule.clauses().iter().filter(|clause| splitting(clause.leave)).map(|c| c.leave.shape());
        let shape = shapes.next().unwrap_or(Shape::Any);
        if !rule.tail().0.is_empty() || !rule.every_leave(plain) || shapes.any(|other| other != shape) {
            return None;
        }
        let singles = rule.clauses().iter().filter(|clause| clause.leave.allows(0) || clause.leave.allows(1));
        Some(Self {
            singles: singles.map(|c| (c.take as usize, c.leave.allows(0), c.leave.allows(1))).collect(),
            splits: rule.clauses().iter().filter(|c| splitting(c.leave)).map(|c| c.take as usize).collect(),
            distinct: shape == Shape::Distinct,
            frozen: rule.frozen().to_vec(),
        })
    }

    /// How many pair sets are kept, and whether neighbouring digits share them.
    fn ring(&self) -> (usize, bool) {
        match self.splits[..] {
            [] => (0, true),
            [first, .., last] if last - first >= 64 => (self.splits.len(), false),
            [first, .., last] => (last - first + 1, true),
            [_] => (1, true),
        }
    }
}

/// A growing nimber sequence of a rule that leaves at most two heaps.
pub(crate) struct Splitting<C: Cell> {
    moves: Moves,
    pub(crate) values: Vec<C>,
    mirror: Mirror<C>,
    counts: Vec<u64>,
    span: usize,
    sets: Vec<PairSet<C>>,
    union: C::Flags,
    sparse: Sparse,
    epoch: u32,
    rares: Vec<u32>,
    rare_values: Vec<C>,
    next_choice: usize,
}

impl<C: Cell> Splitting<C> {
    /// The engine for `to` heaps, carrying on from known values.
    pub(crate) fn new(moves: Moves, known: Vec<C>, to: usize) -> Self {
        let span =
            256.max(known.iter().map(|&value| usize::from(value.into()) + 1).max().unwrap_or(0)).next_power_of_two();
        let (ring, _) = moves.ring();
        let mut engine = Self {
            moves,
            values: Vec::with_capacity(known.len().max(to + 1)),
            mirror: Mirror::new(known.len().max(to + 1)),
            counts: vec![0; span],
            span,
            sets: vec![PairSet::new(usize::MAX, span); ring],
            union: C::flags(span),
            sparse: Sparse::default(),
            epoch: 1,
            rares: Vec::new(),
            rare_values: Vec::new(),
            next_choice: 64,
        };
        for value in known {
            engine.push(value);
        }
        engine
    }

    /// Bytes the engine needs for heaps up to `to`.
    pub(crate) fn bytes(to: usize) -> u64 {
        (size_of::<C>() * (to + 1)) as u64 + Mirror::<C>::bytes(to + 1)
    }

    /// The number of heaps the engine has room for.
    pub(crate) fn room(&self) -> usize {
        self.mirror.length()
    }

    /// Computes values up to heap `to`; what was found stays when it stops early.
    pub(crate) fn extend(&mut self, to: usize, budget: &Budget) -> Result<(), Stop> {
        let mut meter = budget.meter();
        while self.values.len() <= to {
            meter.step().map_err(Stop::Exhausted)?;
            if self.values.len() >= self.next_choice {
                self.choose_sparse();
            }
            let value = C::new(self.mex()).ok_or(Stop::Full)?;
            self.push(value);
        }
        Ok(())
    }

    fn push(&mut self, value: C) {
        let nimber: u16 = value.into();
        if usize::from(nimber) >= self.span {
            self.span = (usize::from(nimber) + 1).next_power_of_two();
            self.counts.resize(self.span, 0);
            self.union = C::flags(self.span);
            self.sets.iter_mut().for_each(|set| *set = PairSet::new(usize::MAX, self.span));
        }
        if self.sparse.mask != 0 && self.sparse.is_rare(nimber) && !self.values.is_empty() {
            self.rares.push(self.values.len() as u32);
            self.rare_values.push(value);
        }
        self.counts[usize::from(nimber)] += 1;
        self.values.push(value);
        self.mirror.push(value);
    }

    /// Chooses the sparse space anew, and whether to use one at all.
    ///
    /// A sweep costs about as much per rare heap as a search costs per 24 pairs, and a search is needed per split digit.
    fn choose_sparse(&mut self) {
        let heaps = self.values.len();
        self.next_choice = heaps + (heaps / 8).max(64);
        let (mut sparse, rares) = Sparse::best(&self.counts);
        if rares * 24 > (heaps * self.moves.splits.len()) as u64 {
            sparse = Sparse::default();
        }
        if sparse == self.sparse {
            return;
        }
        self.sparse = sparse;
        self.epoch += 1;
        self.rares.clear();
        self.rare_values.clear();
        if sparse.mask != 0 {
            let rare = self.values.iter().zip(0u32..).skip(1).filter(|(value, _)| sparse.is_rare((**value).into()));
            for (&value, heap) in rare {
                self.rares.push(heap);
                self.rare_values.push(value);
            }
        }
    }

    /// The mex of the options of the next heap.
    fn mex(&mut self) -> usize {
        let heap = self.values.len();
        if self.moves.frozen.binary_search(&(heap as u64)).is_ok() {
            return 0;
        }
        self.union.as_mut().fill(0);
        for &(take, none, one) in &self.moves.singles {
            if take > heap {
                break;
            }
            if take > 0 && (if take == heap { none } else { one }) {
                self.values[heap - take].mark(&mut self.union);
            }
        }
        self.gather_pairs(heap);
        self.first_absent(heap)
    }

    /// The index of the pair set for the `nth` split.
    fn set_index(&self, nth: usize, total: usize) -> usize {
        let (size, shared) = self.moves.ring();
        if shared { total % size } else { nth }
    }

    /// Brings the pair sets that this heap meets up to date and joins what is known to be present.
    fn gather_pairs(&mut self, heap: usize) {
        let distinct = self.moves.distinct;
        for nth in 0..self.moves.splits.len() {
            let Some(total) = heap.checked_sub(self.moves.splits[nth]).filter(|&total| total >= 2) else { break };
            let index = self.set_index(nth, total);
            let set = &mut self.sets[index];
            if set.total != total {
                set.reset(total);
                set.sample(&self.values, SAMPLE, distinct);
            }
            let set = &mut self.sets[index];
            if self.sparse.mask != 0 && set.swept != self.epoch {
                set.sweep(&self.values, &self.rares, &self.rare_values, distinct);
                set.swept = self.epoch;
            }
            let union = self.union.as_mut();
            union.iter_mut().zip(set.present.as_ref()).for_each(|(all, &here)| *all |= here);
        }
    }

    fn first_absent(&mut self, heap: usize) -> usize {
        let mut value = 0;
        loop {
            value += match self.union.as_ref()[value..].iter().position(|&flag| flag == 0) {
                None => return self.span,
                Some(skipped) => skipped,
            };
            match C::new(value) {
                Some(cell) if self.found(cell, heap) => value += 1,
                _ => return value,
            }
            if value >= self.span {
                return self.span;
            }
        }
    }

    /// Whether a nimber that no flag shows is the sum of a pair all the same.
    fn found(&mut self, value: C, heap: usize) -> bool {
        let common = self.sparse.mask != 0 && !self.sparse.is_rare(value.into());
        if common {
            return false;
        }
        (0..self.moves.splits.len()).any(|nth| {
            let Some(total) = heap.checked_sub(self.moves.splits[nth]).filter(|&total| total >= 2) else {
                return false;
            };
            let index = self.set_index(nth, total);
            self.sets[index].contains(value, &self.values, &self.mirror, self.moves.distinct)
        })
    }
}
