//! The engine for rules that leave at most two heaps: octal codes, subtraction sets, Grundy's game.
//!
//! For each total the sums of its pairs are kept in one [`PairSet`], shared by all digits that meet that total. A
//! heap's mex is then found in three steps: a sample of pairs raises most flags, a sweep over the rare heaps decides
//! all common nimbers (when the sparse space is worth it), and what is still open below the mex is looked for among all
//! pairs, many at a time.

use grundy_budget::{Budget, Exhausted};

use crate::cell::{BLOCK, Cell, WANTED};
use crate::mirror::Mirror;
use crate::pairs::{Effort, Heaps, PairSet, Rares, sweep_block};
use crate::row::Row;
use crate::rule::{Leave, Rule, Shape};
use crate::sparse::Sparse;
use crate::store::Store;

/// Parts of a pair in which the length of the sample is counted, so that it can change slowly.
const FINE: usize = 256;

/// The least number of pairs in a sample, found by trial.
const LEAST_SAMPLE: usize = 32;

/// Why the engine stopped early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// The next nimber does not fit into a cell.
    Full,
    /// The budget ran out.
    Exhausted(Exhausted),
    /// The store of the nimbers failed; it knows why.
    Broken,
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

    /// How many pair sets are kept: one for each total that a later digit meets again, or one for each digit where the
    /// digits lie too far apart.
    fn sets(&self) -> Ring {
        match self.splits[..] {
            [first, .., last] if last - first < 64 => Ring::Shared((last - first + BLOCK).next_power_of_two()),
            [_] => Ring::Shared(BLOCK),
            _ => Ring::Own(self.splits.len()),
        }
    }
}

/// Which pair set serves which total.
#[derive(Clone, Copy)]
enum Ring {
    /// The set of a total is its remainder modulo this power of two.
    Shared(usize),
    /// Every split digit has its own set, this many in all.
    Own(usize),
}

/// A growing nimber sequence of a rule that leaves at most two heaps.
pub(crate) struct Splitting<R: Row, S: Store<R::Cell> = Vec<<R as Row>::Cell>> {
    moves: Moves,
    pub(crate) values: S,
    mirror: Mirror<R::Cell>,
    /// Heaps by nimber and parity: `counts[2·g + r]`.
    counts: Vec<u64>,
    /// A power of two above every nimber so far.
    span: usize,
    ring: Ring,
    sets: Vec<PairSet<R>>,
    /// The flags of each pair set.
    rows: Vec<R>,
    /// Flags of the nimbers that some option of the next heap has, as far as known.
    union: R,
    /// Pairs marked before any search, times [`FINE`]; follows how far searches have to read.
    sample: usize,
    /// The sample when there was last no sparse space.
    plain_sample: usize,
    /// The smallest heap of the pairs in the sample.
    start: usize,
    sparse: Option<Sparse>,
    rares: Rares<R::Cell, S>,
    next_choice: usize,
}

impl<R: Row> Splitting<R> {
    /// The engine for `to` heaps, carrying on from known values.
    pub(crate) fn new(moves: Moves, known: Vec<R::Cell>, to: usize) -> Self {
        let room = known.len().max(to + 1);
        let mut engine = Self::with_room(moves, Vec::with_capacity(room), room);
        for value in known {
            engine.push(value);
        }
        engine
    }

    /// Bytes the engine needs for heaps up to `to`.
    pub(crate) fn bytes(to: usize) -> u64 {
        (size_of::<R::Cell>() * (to + 1)) as u64 + Mirror::<R::Cell>::bytes(to + 1)
    }
}

impl<R: Row, S: Store<R::Cell>> Splitting<R, S> {
    /// The engine over an empty store, with room for so many heaps.
    fn with_room(moves: Moves, values: S, room: usize) -> Self {
        let span = 8;
        let ring = moves.sets();
        let (Ring::Shared(sets) | Ring::Own(sets)) = ring;
        Self {
            moves,
            values,
            mirror: Mirror::new(room),
            counts: vec![0; 2 * span],
            span,
            ring,
            sets: vec![PairSet::new(); sets],
            rows: R::rows(sets),
            union: R::rows(1).remove(0),
            sample: 64 * FINE,
            plain_sample: 0,
            start: 1,
            sparse: None,
            rares: Rares::default(),
            next_choice: 64,
        }
    }

    /// The engine over a store that may hold values already, without a bound.
    pub(crate) fn over(moves: Moves, values: S) -> Self {
        let mut engine = Self::with_room(moves, values, usize::MAX);
        let Self { values, counts, span, mirror, .. } = &mut engine;
        values.pieces(0..values.len(), |first, cells| {
            for (heap, &value) in (first..).zip(cells) {
                let nimber: usize = value.into();
                if nimber >= *span {
                    *span = (nimber + 1).next_power_of_two();
                    counts.resize(2 * *span, 0);
                }
                counts[2 * nimber + heap % 2] += 1;
                mirror.push(value);
            }
        });
        engine
    }

    /// A power of two above every nimber so far.
    pub(crate) fn span(&self) -> usize {
        self.span
    }

    /// Heaps by nimber and parity.
    pub(crate) fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// How many heaps are rare, and the largest of them.
    pub(crate) fn rare(&self) -> Option<(u64, u64)> {
        self.sparse?;
        Some((self.rares.heaps.len() as u64, self.rares.heaps.last().map_or(0, |&(heap, _)| S::heap(heap) as u64)))
    }

    /// Where the nimbers are.
    pub(crate) fn store(&self) -> &S {
        &self.values
    }

    /// Where the nimbers are, to be saved or asked what went wrong.
    pub(crate) fn store_mut(&mut self) -> &mut S {
        &mut self.values
    }

    /// Gives the nimbers back.
    pub(crate) fn into_store(self) -> S {
        self.values
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
                self.choose_start();
            }
            let mex = self.mex();
            if !self.values.is_sound() {
                return Err(Stop::Broken);
            }
            self.push(cell::<R>(mex).ok_or(Stop::Full)?);
        }
        Ok(())
    }

    fn push(&mut self, value: R::Cell) {
        let heap = self.values.len();
        let nimber: u16 = value.into();
        if usize::from(nimber) >= self.span {
            self.span = (usize::from(nimber) + 1).next_power_of_two();
            self.counts.resize(2 * self.span, 0);
        }
        if self.sparse.is_some_and(|sparse| sparse.is_rare(nimber, heap)) {
            self.rares.heaps.push((S::index(heap), value));
        }
        self.counts[2 * usize::from(nimber) + heap % 2] += 1;
        self.values.push(value);
        self.mirror.push(value);
    }

    /// Chooses the sparse space anew, and whether to use one at all, by the pairs that each way has to look at: marking
    /// one takes as long as comparing a vector register full. With a sparse space about half of the sample is saved.
    fn choose_sparse(&mut self) {
        let heaps = self.values.len();
        self.next_choice = heaps + (heaps / 8).max(64);
        let in_use = self.counts.chunks_exact(2).filter(|pair| pair[0] + pair[1] > 0).count();
        let lanes = 16 / size_of::<R::Cell>();
        let searches = heaps / (2 * lanes) * self.moves.splits.len() + 8 * in_use;
        let search_cost = searches + self.plain_sample / (2 * FINE);
        let best = Sparse::best(&self.counts, &self.moves.splits);
        let sparse = best.filter(|(_, rares)| *rares as usize + 2 * in_use < search_cost).map(|(sparse, _)| sparse);
        if sparse == self.sparse {
            return;
        }
        self.sparse = sparse;
        self.rares.choice += 1;
        self.rares.heaps.clear();
        let Some(sparse) = sparse else { return };
        let Self { values, rares, .. } = self;
        values.pieces(1..heaps, |first, cells| {
            for (heap, &value) in (first..).zip(cells) {
                if sparse.is_rare(value.into(), heap) {
                    rares.heaps.push((S::index(heap), value));
                }
            }
        });
    }

    /// Chooses where the sample starts: small heaps meet all others, but that is also where most rare heaps are, and
    /// pairs with a rare member are swept anyway. Compares how many nimbers that no sweep decides a sample shows.
    fn choose_start(&mut self) {
        const TRIED: usize = 8;
        self.start = 1;
        let Some(sparse) = self.sparse else { return };
        let heaps = self.values.len();
        let shown = |start: usize| -> usize {
            let mut seen = vec![false; self.span];
            (heaps - TRIED..heaps)
                .map(|total| {
                    seen.fill(false);
                    let lows = start..(start + self.sample / FINE).min(total / 2 + 1);
                    for low in lows {
                        seen[Into::<usize>::into(self.values.at(low) ^ self.values.at(total - low))] = true;
                    }
                    (0..).zip(&seen).filter(|&(value, &seen)| seen && !sparse.decides(value, total)).count()
                })
                .sum()
        };
        let starts = [1, self.rares.quantile(2), self.rares.quantile(3)];
        self.start = starts.into_iter().rev().max_by_key(|&start| shown(start)).unwrap_or(1);
    }

    /// The mex of the options of the next heap.
    fn mex(&mut self) -> usize {
        let heap = self.values.len();
        if self.moves.frozen.binary_search(&(heap as u64)).is_ok() {
            return 0;
        }
        self.union.clear(self.span);
        for &(take, none, one) in &self.moves.singles {
            if take > heap {
                break;
            }
            if take > 0 && (if take == heap { none } else { one }) {
                self.union.raise(self.values.at(heap - take));
            }
        }
        self.gather_pairs(heap);
        self.first_absent(heap)
    }

    /// The index of the pair set for this total, which the `nth` split leaves.
    fn set_index(&self, nth: usize, total: usize) -> usize {
        match self.ring {
            Ring::Own(_) => nth,
            Ring::Shared(size) => total & (size - 1),
        }
    }

    /// Brings the pair sets that this heap meets up to date and joins what is known to be present.
    fn gather_pairs(&mut self, heap: usize) {
        for nth in 0..self.moves.splits.len() {
            let Some(total) = heap.checked_sub(self.moves.splits[nth]).filter(|&total| total >= 2) else { break };
            let index = self.set_index(nth, total);
            self.bring_up_to_date(index, total);
            self.union.join(&self.rows[index], self.span);
        }
    }

    fn bring_up_to_date(&mut self, index: usize, total: usize) {
        let heaps = Heaps { values: &self.values, mirror: &self.mirror, distinct: self.moves.distinct };
        if self.sets[index].total != total {
            let shared = matches!(self.ring, Ring::Shared(_)) && total.is_multiple_of(BLOCK);
            match self.rows[index..].first_chunk_mut::<BLOCK>() {
                Some(rows) if shared && self.sparse.is_some() => {
                    sweep_block(&mut self.sets[index..], rows, total, self.span, heaps, &self.rares);
                }
                _ => self.sets[index].reset(&mut self.rows[index], total, self.span),
            }
        }
        let (set, row) = (&mut self.sets[index], &mut self.rows[index]);
        if !set.is_sampled() {
            set.sample(row, heaps, self.start, self.sample / FINE);
        }
        if self.sparse.is_some() {
            set.sweep(row, heaps, &self.rares);
        }
    }

    /// The least nimber that no option has: searches for those that no flag shows, a few at a time.
    ///
    /// The sample follows the searches: where they find late, more pairs are marked beforehand.
    fn first_absent(&mut self, heap: usize) -> usize {
        let mut useful = 0;
        let mut value = 0;
        let mex = loop {
            let (wanted, count, absent) = self.wanted(heap, value);
            let Some(&least) = wanted[..count].first() else { break absent };
            useful += self.search(heap, &wanted[..count]);
            value = least.into();
            if !self.union.has(value) {
                break value;
            }
        };
        if self.sparse.is_none() {
            self.plain_sample = self.sample;
        }
        // Comparing a pair is several times cheaper than marking one.
        if useful > 4 * self.sample / FINE {
            self.sample = (self.sample + self.sample / 32 + FINE).min(heap * FINE);
        } else {
            self.sample = (self.sample - self.sample / 128).max(LEAST_SAMPLE * FINE);
        }
        mex
    }

    /// The next few nimbers that must be searched for, and the first after them that is known to be absent.
    fn wanted(&self, heap: usize, from: usize) -> ([R::Cell; WANTED], usize, usize) {
        let mut wanted = [R::Cell::default(); WANTED];
        let mut count = 0;
        let mut value = from;
        loop {
            value = self.union.first_absent(value, self.span);
            match cell::<R>(value) {
                Some(cell) if value < self.span && count < WANTED && !self.is_absent(cell, heap) => {
                    wanted[count] = cell;
                    count += 1;
                    value += 1;
                }
                _ => return (wanted, count, value),
            }
        }
    }

    /// Whether the sweeps show that a nimber without flag is not the sum of a pair.
    ///
    /// One total speaks for all: where their parities differ, [`Sparse::best`] chooses a character without parity.
    fn is_absent(&self, value: R::Cell, heap: usize) -> bool {
        let total = self.moves.splits.first().and_then(|&take| heap.checked_sub(take));
        self.sparse.is_some_and(|sparse| total.is_none_or(|total| sparse.decides(value.into(), total)))
    }

    /// Searches the pairs of every total that this heap can leave for the wanted nimbers and raises their flags; returns
    /// how many pairs were read until the last find.
    ///
    /// What is not a sum for one total is often found soon for another; so all totals have a short look before a long one.
    fn search(&mut self, heap: usize, wanted: &[R::Cell]) -> usize {
        let mut open = [R::Cell::default(); WANTED];
        let mut count = wanted.len();
        open[..count].copy_from_slice(wanted);
        let mut useful = 0;
        // With a sparse space the mex is rarely among the wanted.
        let long = if self.sparse.is_some() { Effort::Long } else { Effort::Alone };
        let rounds = if self.moves.splits.len() > 1 { &[Effort::Short, long][..] } else { &[long] };
        for (&effort, nth) in
            rounds.iter().flat_map(|effort| (0..self.moves.splits.len()).map(move |nth| (effort, nth)))
        {
            let Some(total) = heap.checked_sub(self.moves.splits[nth]).filter(|&total| total >= 2) else { continue };
            let index = self.set_index(nth, total);
            let heaps = Heaps { values: &self.values, mirror: &self.mirror, distinct: self.moves.distinct };
            let row = &mut self.rows[index];
            useful += self.sets[index].search(row, heaps, &open[..count], effort);
            let mut kept = 0;
            for nth in 0..count {
                if row.has(open[nth].into()) {
                    self.union.raise(open[nth]);
                } else {
                    open[kept] = open[nth];
                    kept += 1;
                }
            }
            count = kept;
        }
        useful
    }
}

/// The nimber as stored, if it is one that rows have a flag for.
fn cell<R: Row>(value: usize) -> Option<R::Cell> {
    R::Cell::new(value).filter(|_| value < R::LIMIT)
}
