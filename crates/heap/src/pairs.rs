//! The set of nim-sums of all pairs of heaps with one total, known as far as anybody asked.

use crate::cell::Cell;
use crate::mirror::Mirror;

/// Which nimbers are sums of two non-empty heaps with a given total; decided lazily, then remembered.
#[derive(Clone)]
pub(crate) struct PairSet<C: Cell> {
    pub(crate) total: usize,
    /// The choice of sparse space for which all common nimbers are decided; 0 for none.
    pub(crate) swept: u32,
    pub(crate) present: C::Flags,
    absent: Vec<C>,
}

impl<C: Cell> PairSet<C> {
    /// No total yet.
    pub(crate) fn new(span: usize) -> Self {
        Self { total: usize::MAX, swept: 0, present: C::flags(span), absent: Vec::new() }
    }

    /// Forgets everything, for a new total; nimbers are below `span`.
    pub(crate) fn reset(&mut self, total: usize, span: usize) {
        self.total = total;
        self.swept = 0;
        self.present.as_mut()[..span].fill(0);
        self.absent.clear();
    }

    /// Marks the sums of the first `count` pairs, which are most of the nimbers that matter.
    pub(crate) fn sample(&mut self, values: &[C], count: usize, distinct: bool) {
        let half = self.last_low(distinct).min(count);
        let low = &values[1..=half];
        let high = values[self.total - half..self.total].iter().rev();
        for (&a, &b) in low.iter().zip(high) {
            (a ^ b).mark(&mut self.present);
        }
    }

    /// Marks the sums of all pairs with a member in `heaps`, whose values are `rare`.
    pub(crate) fn sweep(&mut self, values: &[C], heaps: &[u32], rare: &[C], distinct: bool) {
        let end = heaps.partition_point(|&heap| (heap as usize) < self.total);
        let window = &values[..self.total];
        // The pair of two equal heaps is left out where heaps must differ.
        let middle =
            if distinct { heaps[..end].partition_point(|&heap| 2 * (heap as usize) < self.total) } else { end };
        let resume =
            middle + usize::from(heaps[..end].get(middle).is_some_and(|&heap| 2 * heap as usize == self.total));
        for range in [0..middle, resume.min(end)..end] {
            for (&heap, &a) in heaps[range.clone()].iter().zip(&rare[range]) {
                if let Some(&b) = window.get(self.total - heap as usize) {
                    (a ^ b).mark(&mut self.present);
                }
            }
        }
    }

    /// Whether `value` is the sum of a pair; looks through all pairs unless that is known.
    pub(crate) fn contains(&mut self, value: C, values: &[C], mirror: &Mirror<C>, distinct: bool) -> bool {
        let index = usize::from(value.into());
        if self.present.as_ref()[index] != 0 {
            return true;
        }
        if self.absent.contains(&value) {
            return false;
        }
        let half = self.last_low(distinct);
        let low = &values[1..=half];
        let high = mirror.down_from(self.total - 1);
        let side_by_side = half.min(high.len());
        let found = meets(&low[..side_by_side], &high[..side_by_side], value)
            || low[side_by_side..]
                .iter()
                .zip(values[..self.total - side_by_side].iter().rev())
                .any(|(&a, &b)| a ^ b == value);
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

/// Whether the nim-sum of some two cells side by side is `value`; written so that compilers use vector registers.
fn meets<C: Cell>(left: &[C], right: &[C], value: C) -> bool {
    const LANES: usize = 128;
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
