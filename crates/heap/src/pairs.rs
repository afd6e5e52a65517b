//! The set of nim-sums of all pairs of heaps with one total, known as far as anybody asked.

use crate::cell::{Cell, Marks};
use crate::mirror::Mirror;

/// Totals that are swept together.
pub(crate) const BLOCK: usize = 4;

/// Which nimbers are sums of two non-empty heaps with a given total; decided lazily, then remembered.
#[derive(Clone)]
pub(crate) struct PairSet<C: Cell> {
    pub(crate) total: usize,
    pub(crate) present: C::Flags,
    absent: Vec<C>,
    /// Pairs already marked, those with the smallest members.
    sampled: usize,
    swept: Swept,
}

/// How far the rare heaps were swept, for which choice of them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Swept {
    Not,
    /// As part of a block starting at this total; the ends are still to do.
    Block(u32, usize),
    Whole(u32),
}

/// The rare heaps in increasing order, their values, and the number of the choice that made them rare.
#[derive(Default)]
pub(crate) struct Rares<C> {
    pub(crate) heaps: Vec<u32>,
    pub(crate) values: Vec<C>,
    pub(crate) choice: u32,
}

impl<C: Cell> Rares<C> {
    /// The heaps in a range, with their values.
    fn within(&self, from: usize, to: usize) -> (&[u32], &[C]) {
        let start = self.heaps.partition_point(|&heap| (heap as usize) < from);
        let end = self.heaps.partition_point(|&heap| (heap as usize) < to).max(start);
        (&self.heaps[start..end], &self.values[start..end])
    }
}

impl<C: Cell> PairSet<C> {
    /// No total yet.
    pub(crate) fn new() -> Self {
        Self { total: usize::MAX, present: C::flags(), absent: Vec::new(), sampled: 0, swept: Swept::Not }
    }

    /// Forgets everything, for a new total; nimbers are below `span`.
    pub(crate) fn reset(&mut self, total: usize, span: usize) {
        self.total = total;
        self.swept = Swept::Not;
        self.sampled = 0;
        self.present.bytes_mut()[..span].fill(0);
        self.absent.clear();
    }

    /// Whether the sample was marked.
    pub(crate) fn is_sampled(&self) -> bool {
        self.sampled > 0
    }

    /// Marks the sums of the first `count` pairs, which are most of the nimbers that matter.
    pub(crate) fn sample(&mut self, values: &[C], count: usize, distinct: bool) {
        let half = self.last_low(distinct).min(count);
        self.sampled = half;
        let low = &values[1..=half];
        let high = values[self.total - half..self.total].iter().rev();
        for (&a, &b) in low.iter().zip(high) {
            (a ^ b).mark(&mut self.present);
        }
    }

    /// Marks the sums of all pairs with a rare member.
    pub(crate) fn sweep(&mut self, values: &[C], rares: &Rares<C>, distinct: bool) {
        match self.swept {
            Swept::Whole(choice) if choice == rares.choice => return,
            Swept::Block(choice, start) if choice == rares.choice => {
                let (low, high) = middle(start, distinct);
                self.mark_pairs(values, rares.within(0, BLOCK.min(start)), distinct);
                self.mark_pairs(values, rares.within(low.max(BLOCK), high), distinct);
                self.mark_pairs(values, rares.within(start.max(BLOCK), self.total), distinct);
            }
            _ => self.mark_pairs(values, rares.within(0, self.total), distinct),
        }
        self.swept = Swept::Whole(rares.choice);
    }

    fn mark_pairs(&mut self, values: &[C], (heaps, rare): (&[u32], &[C]), distinct: bool) {
        let window = &values[..self.total];
        let middle = if distinct && self.total.is_multiple_of(2) { self.total / 2 } else { usize::MAX };
        for (&heap, &a) in heaps.iter().zip(rare) {
            let heap = heap as usize;
            if let Some(&b) = window.get(self.total - heap)
                && heap != middle
            {
                (a ^ b).mark(&mut self.present);
            }
        }
    }

    /// Whether `value` is the sum of a pair; looks through all pairs unless that is known.
    pub(crate) fn contains(&mut self, value: C, values: &[C], mirror: &Mirror<C>, distinct: bool) -> bool {
        let index = usize::from(value.into());
        if self.present.bytes()[index] != 0 {
            return true;
        }
        if self.absent.contains(&value) {
            return false;
        }
        let half = self.last_low(distinct);
        let low = &values[1 + self.sampled..=half];
        let high = mirror.down_from(self.total - 1 - self.sampled);
        let side_by_side = low.len().min(high.len());
        let (low, low_rest) = low.split_at(side_by_side);
        let high_rest = values[..self.total - self.sampled - side_by_side].iter().rev();
        let found =
            meets(low, &high[..side_by_side], value) || low_rest.iter().zip(high_rest).any(|(&a, &b)| a ^ b == value);
        if found {
            value.mark(&mut self.present);
        } else {
            self.absent.push(value);
        }
        found
    }

    /// The smaller heap of the most even pair.
    fn last_low(&self, distinct: bool) -> usize {
        (self.total - usize::from(distinct)) / 2
    }
}

/// The heaps near half of the totals of a block, which are left to each total where heaps must differ.
fn middle(start: usize, distinct: bool) -> (usize, usize) {
    if distinct { (start / 2, start / 2 + BLOCK) } else { (start, start) }
}

/// Begins the sets of a block of totals from `start` on: marks the sums of all pairs with a rare member except near the
/// ends, where the partner is not known yet.
///
/// The partners of one heap for the totals of a block lie side by side, so one look at the rare heap serves them all.
pub(crate) fn sweep_block<C: Cell>(
    sets: &mut [PairSet<C>; BLOCK],
    start: usize,
    span: usize,
    values: &[C],
    rares: &Rares<C>,
    distinct: bool,
) {
    for (set, total) in sets.iter_mut().zip(start..) {
        set.reset(total, span);
        set.swept = Swept::Block(rares.choice, start);
    }
    let (low, high) = middle(start, distinct);
    let [a, b, c, d] = sets;
    let flags = [&mut a.present, &mut b.present, &mut c.present, &mut d.present];
    for (heaps, rare) in [rares.within(BLOCK, low), rares.within(high.max(BLOCK), start)] {
        for (&heap, &value) in heaps.iter().zip(rare) {
            let partners = values.get(start - heap as usize..).and_then(<[C]>::first_chunk::<BLOCK>);
            if let Some(&[p, q, r, s]) = partners {
                (value ^ p).mark(flags[0]);
                (value ^ q).mark(flags[1]);
                (value ^ r).mark(flags[2]);
                (value ^ s).mark(flags[3]);
            }
        }
    }
}

/// Whether the nim-sum of some two cells side by side is `value`; written so that compilers use vector registers.
fn meets<C: Cell>(left: &[C], right: &[C], value: C) -> bool {
    const LANES: usize = 64;
    let (left_blocks, left_rest) = left.as_chunks::<LANES>();
    let (right_blocks, right_rest) = right.as_chunks::<LANES>();
    for (a, b) in left_blocks.iter().zip(right_blocks) {
        let mut hit = 0u8;
        for lane in 0..LANES {
            hit |= u8::from(a[lane] ^ b[lane] == value);
        }
        if hit != 0 {
            return true;
        }
    }
    left_rest.iter().zip(right_rest).any(|(&a, &b)| a ^ b == value)
}
