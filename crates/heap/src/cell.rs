//! The two widths in which nimbers are stored while they are computed.

use std::ops::BitXor;

/// Candidates that one search looks for at the same time.
pub(crate) const WANTED: usize = 4;

/// Totals that are swept together.
pub(crate) const BLOCK: usize = 16;

/// A nimber as stored: one byte or two.
pub(crate) trait Cell: Copy + Eq + Ord + BitXor<Output = Self> + Into<u16> + Into<usize> + Default {
    /// One flag, a byte 0 or 1, for every nimber that fits.
    type Row: AsRef<[u8]> + AsMut<[u8]> + Clone;

    /// That many rows, side by side in memory, all flags down.
    fn rows(count: usize) -> Vec<Self::Row>;

    /// Raises the flags of the nim-sums of all cells side by side, as far as the shorter slice goes.
    fn mark_sums(left: &[Self], right: &[Self], row: &mut Self::Row);

    /// Raises in each row the flag of the nim-sum of this nimber and the partner at the same place.
    fn mark_each(self, partners: &[Self; BLOCK], rows: &mut [Self::Row; BLOCK]);

    /// The nimber `value`, if it fits.
    fn new(value: usize) -> Option<Self>;

    /// Which of the wanted nimbers are nim-sums of two cells side by side.
    ///
    /// Two slices of equal length are expected; it looks at all of both, many cells at a time.
    fn meet(left: &[Self], right: &[Self], wanted: &[Self]) -> [bool; WANTED];
}

macro_rules! cell {
    ($cell:ty, $row:expr $(, #[$rows:meta])?) => {
        impl Cell for $cell {
            type Row = [u8; $row];

            $(#[$rows])?
            fn rows(count: usize) -> Vec<Self::Row> {
                vec![[0; $row]; count]
            }

            fn mark_sums(left: &[Self], right: &[Self], row: &mut Self::Row) {
                let (left_words, _) = left.as_chunks::<{ 8 / size_of::<$cell>() }>();
                let (right_words, _) = right.as_chunks::<{ 8 / size_of::<$cell>() }>();
                for (left, right) in left_words.iter().zip(right_words) {
                    let word = pack(left) ^ pack(right);
                    for nth in 0..left.len() {
                        row[usize::from((word >> (<$cell>::BITS as usize * nth)) as $cell)] = 1;
                    }
                }
                let done = 8 / size_of::<$cell>() * left_words.len().min(right_words.len());
                for (&a, &b) in left[done..].iter().zip(&right[done..]) {
                    row[usize::from(a ^ b)] = 1;
                }
            }

            #[inline(always)]
            fn mark_each(self, partners: &[Self; BLOCK], rows: &mut [Self::Row; BLOCK]) {
                let everywhere = u64::from(self) * (u64::MAX / u64::from(<$cell>::MAX));
                let (words, _) = partners.as_chunks::<{ 8 / size_of::<$cell>() }>();
                let (rows, _) = rows.as_chunks_mut::<{ 8 / size_of::<$cell>() }>();
                for (partners, rows) in words.iter().zip(rows) {
                    let word = pack(partners) ^ everywhere;
                    for nth in 0..partners.len() {
                        rows[nth][usize::from((word >> (<$cell>::BITS as usize * nth)) as $cell)] = 1;
                    }
                }
            }

            fn new(value: usize) -> Option<Self> {
                Self::try_from(value).ok()
            }

            fn meet(left: &[Self], right: &[Self], wanted: &[Self]) -> [bool; WANTED] {
                /// Written so that compilers use vector registers: every lane remembers its own hits.
                fn meet_all<const N: usize>(left: &[$cell], right: &[$cell], wanted: [$cell; N]) -> [bool; N] {
                    let mut hits = [0; N];
                    for (&a, &b) in left.iter().zip(right) {
                        for nth in 0..N {
                            hits[nth] |= if a ^ b == wanted[nth] { <$cell>::MAX } else { 0 };
                        }
                    }
                    hits.map(|hit| hit != 0)
                }

                let mut found = [false; WANTED];
                match *wanted {
                    [] => {}
                    [a] => found[..1].copy_from_slice(&meet_all(left, right, [a])),
                    [a, b] => found[..2].copy_from_slice(&meet_all(left, right, [a, b])),
                    [a, b, c] => found[..3].copy_from_slice(&meet_all(left, right, [a, b, c])),
                    [a, b, c, d, ..] => found = meet_all(left, right, [a, b, c, d]),
                }
                found
            }
        }
    };
}

/// As many cells as fit, in one machine word.
///
/// One wide load instead of several: a processor must compare every load with the flags stored just before, so there
/// should be few of them.
#[inline(always)]
#[expect(clippy::inline_always, reason = "part of the innermost loops")]
fn pack<C: Copy + Into<u64>, const N: usize>(cells: &[C; N]) -> u64 {
    (0..N).fold(0, |word, nth| word | cells[nth].into() << (64 / N * nth))
}

cell!(u8, 256);
// A few more bytes than there are nimbers, so that the rows of a block do not all fall into the same cache lines.
cell!(
    u16,
    (1 << 16) + 64,
    #[expect(clippy::large_stack_arrays, reason = "a vector of zeros is made where it stays")]
);
