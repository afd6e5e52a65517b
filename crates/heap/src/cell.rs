//! The two widths in which nimbers are stored while they are computed.

use std::ops::BitXor;

/// Candidates that one search looks for at the same time.
pub(crate) const WANTED: usize = 4;

/// Totals that are swept together.
pub(crate) const BLOCK: usize = 16;

/// A nimber as stored: one byte or two.
pub(crate) trait Cell: Copy + Eq + Ord + BitXor<Output = Self> + Into<u16> + Into<usize> + Default {
    /// The nimber `value`, if it fits.
    fn new(value: usize) -> Option<Self>;

    /// Which of the wanted nimbers are nim-sums of two cells side by side.
    ///
    /// Two slices of equal length are expected; it looks at all of both, many cells at a time.
    fn meet(left: &[Self], right: &[Self], wanted: &[Self]) -> [bool; WANTED];
}

macro_rules! cell {
    ($cell:ty) => {
        impl Cell for $cell {
            fn new(value: usize) -> Option<Self> {
                // why: the caller goes over to wider cells
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

cell!(u8);
cell!(u16);
