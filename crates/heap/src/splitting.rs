//! The engine for rules that leave at most two heaps: octal codes, subtraction sets, Grundy's game.
//!
//! For each total the sums of its pairs are kept in one [`PairSet`], shared by all digits that meet that total. A
//! heap's mex is then found in three steps: a sample of pairs raises most flags, a sweep over the rare heaps decides
//! all common nimbers (when the sparse space is worth it), and what is still open below the mex is looked for among all
//! pairs, many at a time.

use grundy_budget::{Budget, Exhausted};

use crate::cell::{Cell, Marks};
use crate::mirror::Mirror;
use crate::pairs::{BLOCK, PairSet, Rares, sweep_block};
use crate::rule::{Leave, Rule, Shape};
use crate::sparse::Sparse;

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

    /// How many pair sets are kept: one for each total that a later digit meets again, or one for each digit where the
    /// digits lie too far apart.
    fn sets(&self) -> Ring {
        match self.splits[..] {
            [first, .., last] if last - first < 64 => Ring::Shared((last - first).next_multiple_of(BLOCK) + BLOCK),
            [_] => Ring::Shared(BLOCK),
            _ => Ring::Own(self.splits.len()),
        }
    }
}

/// Which pair set serves which total.
#[derive(Clone, Copy)]
enum Ring {
    /// The set of a total is its remainder modulo this number.
    Shared(usize),
    /// Every split digit has its own set, this many in all.
    Own(usize),
}

/// A growing nimber sequence of a rule that leaves at most two heaps.
pub(crate) struct Splitting<C: Cell> {
    moves: Moves,
    pub(crate) values: Vec<C>,
    mirror: Mirror<C>,
    /// Heaps by nimber and parity: `counts[2·g + r]`.
    counts: Vec<u64>,
    /// A power of two above every nimber so far.
    span: usize,
    ring: Ring,
    sets: Vec<PairSet<C>>,
    union: C::Flags,
    sample: usize,
    sparse: Option<Sparse>,
    rares: Rares<C>,
    next_choice: usize,
}

impl<C: Cell> Splitting<C> {
    /// The engine for `to` heaps, carrying on from known values.
    pub(crate) fn new(moves: Moves, known: Vec<C>, to: usize) -> Self {
        let span = 8;
        let ring = moves.sets();
        let (Ring::Shared(sets) | Ring::Own(sets)) = ring;
        let mut engine = Self {
            moves,
            values: Vec::with_capacity(known.len().max(to + 1)),
            mirror: Mirror::new(known.len().max(to + 1)),
            counts: vec![0; 2 * span],
            span,
            ring,
            sets: vec![PairSet::new(); sets],
            union: C::flags(),
            sample: 64,
            sparse: None,
            rares: Rares::default(),
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
        let heap = self.values.len();
        let nimber: u16 = value.into();
        if usize::from(nimber) >= self.span {
            self.span = (usize::from(nimber) + 1).next_power_of_two();
            self.counts.resize(2 * self.span, 0);
        }
        if self.sparse.is_some_and(|sparse| sparse.is_rare(nimber, heap)) {
            self.rares.heaps.push(heap as u32);
            self.rares.values.push(value);
        }
        self.counts[2 * usize::from(nimber) + heap % 2] += 1;
        self.values.push(value);
        self.mirror.push(value);
    }

    /// Chooses the sparse space anew, and whether to use one at all, by the pairs that each way has to look at: marking
    /// one takes as long as comparing a vector register full.
    fn choose_sparse(&mut self) {
        let heaps = self.values.len();
        self.next_choice = heaps + (heaps / 8).max(64);
        let in_use = self.counts.chunks_exact(2).filter(|pair| pair[0] + pair[1] > 0).count();
        let lanes = 16 / size_of::<C>();
        let search_cost = heaps / (2 * lanes) * self.moves.splits.len() + 8 * in_use;
        let best = Sparse::best(&self.counts, &self.moves.splits);
        let sparse = best.filter(|(_, rares)| *rares as usize + 2 * in_use < search_cost).map(|(sparse, _)| sparse);
        self.sample = if sparse.is_some() { 3 * in_use } else { 8 * in_use };
        if sparse == self.sparse {
            return;
        }
        self.sparse = sparse;
        self.rares.choice += 1;
        self.rares.heaps.clear();
        self.rares.values.clear();
        let Some(sparse) = sparse else { return };
        for (heap, &value) in self.values.iter().enumerate().skip(1) {
            if sparse.is_rare(value.into(), heap) {
                self.rares.heaps.push(heap as u32);
                self.rares.values.push(value);
            }
        }
    }

    /// The mex of the options of the next heap.
    fn mex(&mut self) -> usize {
        let heap = self.values.len();
        if self.moves.frozen.binary_search(&(heap as u64)).is_ok() {
            return 0;
        }
        self.union.bytes_mut()[..self.span].fill(0);
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

    /// The index of the pair set for this total, which the `nth` split leaves.
    fn set_index(&self, nth: usize, total: usize) -> usize {
        match self.ring {
            Ring::Own(_) => nth,
            Ring::Shared(size) => total % size,
        }
    }

    /// Brings the pair sets that this heap meets up to date and joins what is known to be present.
    fn gather_pairs(&mut self, heap: usize) {
        for nth in 0..self.moves.splits.len() {
            let Some(total) = heap.checked_sub(self.moves.splits[nth]).filter(|&total| total >= 2) else { break };
            let index = self.set_index(nth, total);
            self.bring_up_to_date(index, total);
            let set = &self.sets[index];
            let union = &mut self.union.bytes_mut()[..self.span];
            union.iter_mut().zip(set.present.bytes()).for_each(|(all, &here)| *all |= here);
        }
    }

    fn bring_up_to_date(&mut self, index: usize, total: usize) {
        let distinct = self.moves.distinct;
        if self.sets[index].total != total {
            let shared = matches!(self.ring, Ring::Shared(_)) && total.is_multiple_of(BLOCK);
            match self.sets[index..].first_chunk_mut::<BLOCK>() {
                Some(sets) if shared && self.sparse.is_some() => {
                    sweep_block(sets, total, self.span, &self.values, &self.rares, distinct);
                }
                _ => self.sets[index].reset(total, self.span),
            }
        }
        let set = &mut self.sets[index];
        if !set.is_sampled() {
            set.sample(&self.values, self.sample, distinct);
        }
        if self.sparse.is_some() {
            set.sweep(&self.values, &self.rares, distinct);
        }
    }

    fn first_absent(&mut self, heap: usize) -> usize {
        let mut value = 0;
        loop {
            value = first_down(&self.union.bytes()[..self.span], value);
            if value >= self.span {
                return self.span;
            }
            match C::new(value) {
                Some(cell) if self.found(cell, heap) => value += 1,
                _ => return value,
            }
        }
    }

    /// Whether a nimber that no flag shows is the sum of a pair all the same.
    fn found(&mut self, value: C, heap: usize) -> bool {
        (0..self.moves.splits.len()).any(|nth| {
            let Some(total) = heap.checked_sub(self.moves.splits[nth]).filter(|&total| total >= 2) else {
                return false;
            };
            if self.sparse.is_some_and(|sparse| sparse.decides(value.into(), total)) {
                return false;
            }
            let index = self.set_index(nth, total);
            self.sets[index].contains(value, &self.values, &self.mirror, self.moves.distinct)
        })
    }
}

/// The first flag from `from` on that is down, or the number of flags; passes eight at a time.
fn first_down(flags: &[u8], from: usize) -> usize {
    let (words, _) = flags.as_chunks::<8>();
    let mut at = from;
    while at < flags.len() {
        if at.is_multiple_of(8) {
            let up = words[at / 8..].iter().take_while(|word| u64::from_ne_bytes(**word) == 0x0101_0101_0101_0101);
            at += 8 * up.count();
        }
        match flags.get(at) {
            Some(1) => at += 1,
            _ => return at,
        }
    }
    at
}
