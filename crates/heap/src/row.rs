//! Sets of nimbers while they are collected: a machine word where the nimbers are small, else a byte for each nimber.

use crate::cell::{BLOCK, Cell};

/// A set of nimbers: one flag for each, all those below a *span* that its user keeps to.
pub(crate) trait Row: Clone {
    /// How the nimbers themselves are stored.
    type Cell: Cell;

    /// The number of nimbers that have a flag.
    const LIMIT: usize;

    /// That many empty sets, side by side in memory.
    fn rows(count: usize) -> Vec<Self>;

    /// Lowers all flags.
    fn clear(&mut self, span: usize);

    /// Raises the flag of a nimber.
    fn raise(&mut self, nimber: Self::Cell);

    /// Whether the flag of a nimber below [`Row::LIMIT`] is up.
    fn has(&self, nimber: usize) -> bool;

    /// Raises all flags of another set too.
    fn join(&mut self, other: &Self, span: usize);

    /// The first nimber from `from` on whose flag is down, or the span.
    fn first_absent(&self, from: usize, span: usize) -> usize;

    /// Raises the flags of the nim-sums of all cells side by side, as far as the shorter slice goes.
    fn mark_sums(&mut self, left: &[Self::Cell], right: &[Self::Cell]);

    /// Raises in each set the flag of the nim-sum of a nimber and the partner at the same place.
    fn mark_each(rows: &mut [Self; BLOCK], nimber: Self::Cell, partners: &[Self::Cell; BLOCK]);
}

/// The flags of nimbers below 64.
pub(crate) type WordRow = u64;

/// The flags of nimbers of one byte.
pub(crate) type NarrowRow = [u8; 256];

/// The flags of nimbers of two bytes; a little longer, so that the rows of a block do not all fall into the same cache
/// lines.
pub(crate) type WideRow = [u8; (1 << 16) + 64];

/// Sixty-four flags in one machine word: marking needs no memory, and the mex is one instruction.
impl Row for WordRow {
    type Cell = u8;

    const LIMIT: usize = 64;

    fn rows(count: usize) -> Vec<Self> {
        vec![0; count]
    }

    fn clear(&mut self, _: usize) {
        *self = 0;
    }

    fn raise(&mut self, nimber: u8) {
        *self |= 1u64.wrapping_shl(nimber.into());
    }

    fn has(&self, nimber: usize) -> bool {
        self >> (nimber % Self::LIMIT) & 1 == 1
    }

    fn join(&mut self, other: &Self, _: usize) {
        *self |= other;
    }

    fn first_absent(&self, from: usize, span: usize) -> usize {
        let below = 1u64.checked_shl(from as u32).map_or(u64::MAX, |bit| bit - 1);
        ((self | below).trailing_ones() as usize).min(span)
    }

    fn mark_sums(&mut self, left: &[u8], right: &[u8]) {
        let (left_words, _) = left.as_chunks::<8>();
        let (right_words, _) = right.as_chunks::<8>();
        // Two sets in turns, so that one mark need not wait for the one before.
        let (mut even, mut odd) = (*self, 0);
        for (left, right) in left_words.iter().zip(right_words) {
            let word = pack(left) ^ pack(right);
            for nth in 0..4 {
                even |= 1u64.wrapping_shl((word >> (16 * nth)) as u32);
                odd |= 1u64.wrapping_shl((word >> (16 * nth + 8)) as u32);
            }
        }
        *self = even | odd;
        let done = 8 * left_words.len().min(right_words.len());
        for (&a, &b) in left[done..].iter().zip(&right[done..]) {
            self.raise(a ^ b);
        }
    }

    #[inline]
    fn mark_each(rows: &mut [Self; BLOCK], nimber: u8, partners: &[u8; BLOCK]) {
        for (row, &partner) in rows.iter_mut().zip(partners) {
            row.raise(nimber ^ partner);
        }
    }
}

/// A byte 0 or 1 for each nimber.
macro_rules! bytes {
    ($row:ty, $cell:ty $(, #[$rows:meta])?) => {
        impl Row for $row {
            type Cell = $cell;

            const LIMIT: usize = 1 << <$cell>::BITS;

            $(#[$rows])?
            fn rows(count: usize) -> Vec<Self> {
                vec![[0; size_of::<$row>()]; count]
            }

            fn clear(&mut self, span: usize) {
                self[..span].fill(0);
            }

            fn raise(&mut self, nimber: $cell) {
                self[usize::from(nimber)] = 1;
            }

            fn has(&self, nimber: usize) -> bool {
                self[nimber] == 1
            }

            fn join(&mut self, other: &Self, span: usize) {
                self[..span].iter_mut().zip(&other[..span]).for_each(|(all, &here)| *all |= here);
            }

            fn first_absent(&self, from: usize, span: usize) -> usize {
                first_down(&self[..span], from)
            }

            fn mark_sums(&mut self, left: &[$cell], right: &[$cell]) {
                let (left_words, _) = left.as_chunks::<{ 8 / size_of::<$cell>() }>();
                let (right_words, _) = right.as_chunks::<{ 8 / size_of::<$cell>() }>();
                for (left, right) in left_words.iter().zip(right_words) {
                    let word = pack(left) ^ pack(right);
                    for nth in 0..left.len() {
                        self.raise((word >> (<$cell>::BITS as usize * nth)) as $cell);
                    }
                }
                let done = 8 / size_of::<$cell>() * left_words.len().min(right_words.len());
                for (&a, &b) in left[done..].iter().zip(&right[done..]) {
                    self.raise(a ^ b);
                }
            }

            #[inline(always)]
            fn mark_each(rows: &mut [Self; BLOCK], nimber: $cell, partners: &[$cell; BLOCK]) {
                let everywhere = u64::from(nimber) * (u64::MAX / u64::from(<$cell>::MAX));
                let (words, _) = partners.as_chunks::<{ 8 / size_of::<$cell>() }>();
                let (rows, _) = rows.as_chunks_mut::<{ 8 / size_of::<$cell>() }>();
                for (partners, rows) in words.iter().zip(rows) {
                    let word = pack(partners) ^ everywhere;
                    for nth in 0..partners.len() {
                        rows[nth].raise((word >> (<$cell>::BITS as usize * nth)) as $cell);
                    }
                }
            }
        }
    };
}

bytes!(NarrowRow, u8);
bytes!(
    WideRow,
    u16,
    #[expect(clippy::large_stack_arrays, reason = "a vector of zeros is made where it stays")]
);

/// As many cells as fit, in one machine word.
///
/// One wide load instead of several: a processor must compare every load with the flags stored just before, so there
/// should be few of them.
#[inline(always)]
#[expect(clippy::inline_always, reason = "part of the innermost loops")]
fn pack<C: Copy + Into<u64>, const N: usize>(cells: &[C; N]) -> u64 {
    (0..N).fold(0, |word, nth| word | cells[nth].into() << (64 / N * nth))
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
