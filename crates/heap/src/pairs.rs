//! The set of nim-sums of all pairs of heaps with one total, known as far as anybody asked.

use crate::cell::{BLOCK, Cell, WANTED};
use crate::mirror::Mirror;
use crate::row::Row;
use crate::store::Store;
use std::ops::Range;

/// Pairs that a search looks at first; most are done by then.
const FIRST_CHUNK: usize = 64;

/// Pairs after which a search may go on for one nimber alone.
const TOGETHER: usize = 4096;

/// Pairs that a short search looks at.
const SHORT: usize = 448;

/// Pairs that a long search looks at before it asks whether anything is left to look for.
const CHUNK: usize = 512;

/// Which nimbers are sums of two non-empty heaps with a given total; decided lazily, then remembered.
///
/// The nimbers known to be sums are flags in a row that is kept outside, so that the rows of a block lie side by side.
#[derive(Clone)]
pub(crate) struct PairSet<R: Row> {
    pub(crate) total: usize,
    absent: Vec<R::Cell>,
    /// The smaller heaps of the pairs already marked.
    sampled: Range<usize>,
    swept: Swept,
}

/// How a search goes about it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effort {
    /// Reads few pairs.
    Short,
    /// Reads all pairs if need be.
    Long,
    /// Reads all pairs if need be, after a while for the least nimber alone, which is likely to be the mex.
    Alone,
}

/// How far the rare heaps were swept, for which choice of them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Swept {
    Not,
    /// As part of a block starting at this total; the ends are still to do.
    Block(u32, usize),
    Whole(u32),
}

/// The rare heaps in increasing order with their values, and the number of the choice that made them rare.
pub(crate) struct Rares<C: Cell, S: Store<C>> {
    pub(crate) heaps: Vec<(S::Index, C)>,
    pub(crate) choice: u32,
}

impl<C: Cell, S: Store<C>> Default for Rares<C, S> {
    fn default() -> Self {
        Self { heaps: Vec::new(), choice: 0 }
    }
}

impl<C: Cell, S: Store<C>> Rares<C, S> {
    /// The heap that has this many quarters of the rare heaps below it, 1 where there are none.
    pub(crate) fn quantile(&self, quarters: usize) -> usize {
        self.heaps.get(self.heaps.len() * quarters / 4).map_or(1, |&(heap, _)| S::heap(heap).max(1))
    }

    /// The heaps below a small bound, with their values.
    fn below(&self, bound: usize) -> &[(S::Index, C)] {
        let count = self.heaps.iter().take_while(|&&(heap, _)| S::heap(heap) < bound).count();
        &self.heaps[..count]
    }

    /// The newest heaps from `from` on, with their values; for bounds not far from the end.
    fn from(&self, from: usize) -> &[(S::Index, C)] {
        let count = self.heaps.iter().rev().take_while(|&&(heap, _)| S::heap(heap) >= from).count();
        &self.heaps[self.heaps.len() - count..]
    }

    /// The heaps in a range, with their values.
    fn within(&self, from: usize, to: usize) -> &[(S::Index, C)] {
        let start = self.heaps.partition_point(|&(heap, _)| S::heap(heap) < from);
        let end = self.heaps.partition_point(|&(heap, _)| S::heap(heap) < to).max(start);
        &self.heaps[start..end]
    }
}

/// The heaps computed so far, forwards and backwards.
pub(crate) struct Heaps<'a, C, S> {
    pub(crate) values: &'a S,
    pub(crate) mirror: &'a Mirror<C>,
    /// Whether the two heaps of a pair must differ.
    pub(crate) distinct: bool,
}

impl<C, S> Clone for Heaps<'_, C, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C, S> Copy for Heaps<'_, C, S> {}

impl<R: Row> PairSet<R> {
    /// No total yet.
    pub(crate) fn new() -> Self {
        Self { total: usize::MAX, absent: Vec::new(), sampled: 1..1, swept: Swept::Not }
    }

    /// Forgets everything, for a new total; nimbers are below `span`.
    pub(crate) fn reset(&mut self, row: &mut R, total: usize, span: usize) {
        self.total = total;
        self.swept = Swept::Not;
        self.sampled = 1..1;
        row.clear(span);
        self.absent.clear();
    }

    /// Whether the sample was marked.
    pub(crate) fn is_sampled(&self) -> bool {
        !self.sampled.is_empty()
    }

    /// Marks the sums of `count` pairs whose smaller heap is `from` or larger, which are most of the nimbers that matter.
    pub(crate) fn sample<S: Store<R::Cell>>(
        &mut self,
        row: &mut R,
        heaps: Heaps<'_, R::Cell, S>,
        from: usize,
        count: usize,
    ) {
        let end = self.last_low(heaps.distinct) + 1;
        let from = from.min(end.saturating_sub(count)).max(1);
        let high = heaps.mirror.down_from(self.total - from);
        let lows = from..end.min(from + count.min(high.len()));
        heaps.values.pieces(lows.clone(), |at, low| row.mark_sums(low, &high[at - from..]));
        self.sampled = lows;
    }

    /// Marks the sums of all pairs with a rare member.
    pub(crate) fn sweep<S: Store<R::Cell>>(
        &mut self,
        row: &mut R,
        heaps: Heaps<'_, R::Cell, S>,
        rares: &Rares<R::Cell, S>,
    ) {
        match self.swept {
            Swept::Whole(choice) if choice == rares.choice => return,
            Swept::Block(choice, start) if choice == rares.choice => {
                let (low, high) = middle(start, heaps.distinct);
                self.mark_pairs(row, heaps, rares.below(BLOCK.min(start)));
                if low < high {
                    self.mark_pairs(row, heaps, rares.within(low.max(BLOCK), high));
                }
                self.mark_pairs(row, heaps, rares.from(start.max(BLOCK)));
            }
            _ => self.mark_pairs(row, heaps, rares.within(0, self.total)),
        }
        self.swept = Swept::Whole(rares.choice);
    }

    /// Marks the sums of these heaps with what is left of the total, where something is.
    fn mark_pairs<S: Store<R::Cell>>(&self, row: &mut R, heaps: Heaps<'_, R::Cell, S>, rares: &[(S::Index, R::Cell)]) {
        let middle = if heaps.distinct && self.total.is_multiple_of(2) { self.total / 2 } else { usize::MAX };
        for &(heap, a) in rares {
            let heap = S::heap(heap);
            if heap < self.total && heap != middle {
                row.raise(a ^ heaps.values.at(self.total - heap));
            }
        }
    }

    /// Looks through the pairs for the wanted nimbers, at most [`WANTED`] of them and in increasing order, and remembers
    /// which are sums; returns how many pairs it read until the last find.
    ///
    /// What a search does not find among all pairs is remembered too.
    pub(crate) fn search<S: Store<R::Cell>>(
        &mut self,
        row: &mut R,
        heaps: Heaps<'_, R::Cell, S>,
        wanted: &[R::Cell],
        effort: Effort,
    ) -> usize {
        let mut open = [R::Cell::default(); WANTED];
        let mut count = 0;
        for &value in wanted {
            if !row.has(value.into()) && !self.absent.contains(&value) {
                open[count] = value;
                count += 1;
            }
        }
        let (mut read, mut useful) = (0, 0);
        let end = self.last_low(heaps.distinct) + 1;
        for lows in [self.sampled.end..end, 1..self.sampled.start] {
            let (mut from, mut chunk) = (lows.start, FIRST_CHUNK);
            while from < lows.end {
                if count == 0 || effort == Effort::Short && read >= SHORT {
                    return useful;
                }
                let to = lows.end.min(from + chunk);
                let found = self.meet(heaps, from..to, &open[..count]);
                read += to - from;
                (from, chunk) = (to, CHUNK.min(2 * chunk));
                let mut kept = 0;
                for nth in 0..count {
                    let value = open[nth];
                    if found[nth] {
                        row.raise(value);
                        useful = read;
                    } else {
                        open[kept] = value;
                        kept += 1;
                    }
                }
                count = if effort == Effort::Alone && read >= TOGETHER { kept.min(1) } else { kept };
            }
        }
        self.absent.extend_from_slice(&open[..count]);
        useful
    }

    /// Which of the wanted nimbers are sums of a pair whose smaller heap is in the range, at most [`CHUNK`] long.
    fn meet<S: Store<R::Cell>>(
        &self,
        heaps: Heaps<'_, R::Cell, S>,
        lows: Range<usize>,
        wanted: &[R::Cell],
    ) -> [bool; WANTED] {
        let mut turned;
        let high = if let Some(high) = heaps.mirror.down_from(self.total - lows.start).get(..lows.len()) {
            high
        } else {
            turned = [R::Cell::default(); CHUNK];
            let end = self.total - lows.start;
            heaps.values.pieces(self.total + 1 - lows.end..end + 1, |from, piece| {
                let to = &mut turned[end + 1 - from - piece.len()..end + 1 - from];
                to.iter_mut().zip(piece.iter().rev()).for_each(|(to, &from)| *to = from);
            });
            &turned[..lows.len()]
        };
        let mut found = [false; WANTED];
        heaps.values.pieces(lows.clone(), |from, low| {
            let high = &high[from - lows.start..][..low.len()];
            let here = R::Cell::meet(low, high, wanted);
            found.iter_mut().zip(here).for_each(|(found, here)| *found |= here);
        });
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
pub(crate) fn sweep_block<R: Row, S: Store<R::Cell>>(
    sets: &mut [PairSet<R>],
    rows: &mut [R; BLOCK],
    start: usize,
    span: usize,
    heaps: Heaps<'_, R::Cell, S>,
    rares: &Rares<R::Cell, S>,
) {
    for ((set, row), total) in sets.iter_mut().zip(rows.iter_mut()).zip(start..) {
        set.reset(row, total, span);
        set.swept = Swept::Block(rares.choice, start);
    }
    let (low, high) = middle(start, heaps.distinct);
    mark_block(rows, start, heaps.values, rares.within(BLOCK, low));
    mark_block(rows, start, heaps.values, rares.within(high.max(BLOCK), start));
}

/// The innermost loop of the sweep, by itself so that its few variables stay in registers.
#[inline(never)]
fn mark_block<R: Row, S: Store<R::Cell>>(
    rows: &mut [R; BLOCK],
    start: usize,
    values: &S,
    rares: &[(S::Index, R::Cell)],
) {
    for &(heap, value) in rares {
        if let Some(partners) = values.block(start - S::heap(heap)) {
            R::mark_each(rows, value, &partners);
        }
    }
}
