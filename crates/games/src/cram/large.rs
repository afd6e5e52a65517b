//! Boards beyond the longest machine word.

use super::Bits;

/// A set of up to 1,023 cells in sixteen words, the lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Large([u64; WORDS]);

const WORDS: usize = 16;

impl Large {
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|at| f(self.0[at], other.0[at])))
    }

    /// The word with a number, 0 outside.
    fn word(self, at: usize) -> u64 {
        if at < WORDS { self.0[at] } else { 0 }
    }
}

/// As numbers: the highest word that differs decides.
impl Ord for Large {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }
}

impl PartialOrd for Large {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Bits for Large {
    type Store = Self;
    const CELLS: u32 = WORDS as u32 * u64::BITS - 1;
    const NONE: Self = Self([0; WORDS]);

    fn cell(number: u32) -> Self {
        let mut words = [0; WORDS];
        words[(number / 64) as usize] = 1 << (number % 64);
        Self(words)
    }

    fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    fn xor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }

    fn without(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    fn up(self, by: u32) -> Self {
        let (whole, rest) = ((by / 64) as usize, by % 64);
        // Below the first word `checked_sub` has none to give.
        let from = |at: usize, back: usize| at.checked_sub(back).map_or(0, |at| self.word(at));
        Self(std::array::from_fn(|at| match rest {
            0 => from(at, whole),
            _ => from(at, whole) << rest | from(at, whole + 1) >> (64 - rest),
        }))
    }

    fn down(self, by: u32) -> Self {
        let (whole, rest) = ((by / 64) as usize, by % 64);
        Self(std::array::from_fn(|at| match rest {
            0 => self.word(at + whole),
            _ => self.word(at + whole) >> rest | self.word(at + whole + 1) << (64 - rest),
        }))
    }

    fn reversed(self) -> Self {
        Self(std::array::from_fn(|at| self.0[WORDS - 1 - at].reverse_bits()))
    }

    fn swapped(self) -> Self {
        Self(std::array::from_fn(|at| self.0[WORDS - 1 - at].swap_bytes()))
    }

    /// Rows are never bytes of a longer word.
    fn transposed(self) -> Self {
        self
    }

    fn least(self) -> u32 {
        match self.0.iter().position(|&word| word != 0) {
            Some(at) => at as u32 * 64 + self.0[at].trailing_zeros(),
            None => WORDS as u32 * 64,
        }
    }

    fn greatest(self) -> u32 {
        match self.0.iter().rposition(|&word| word != 0) {
            Some(at) => at as u32 * 64 + 63 - self.0[at].leading_zeros(),
            None => u32::MAX,
        }
    }

    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    fn low(self) -> u32 {
        u32::from(self.0[0] as u16)
    }

    fn word(self) -> Option<u64> {
        None
    }

    fn store(self) -> Self {
        self
    }

    fn load(store: Self) -> Self {
        store
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn both(words: [u64; 2]) -> (u128, Large) {
        let mut large = [0; WORDS];
        large[..2].copy_from_slice(&words);
        (u128::from(words[0]) | u128::from(words[1]) << 64, Large(large))
    }

    proptest! {
        /// Wherever both fit, they agree with the machine's own 128-bit words.
        #[test]
        fn large_sets_are_like_small_ones(a: [u64; 2], b: [u64; 2], by in 0u32..128) {
            let ((small_a, large_a), (small_b, large_b)) = (both(a), both(b));
            let alike = |small: u128, large: Large| large == both([small as u64, (small >> 64) as u64]).1;
            prop_assert!(alike(small_a & small_b, large_a.and(large_b)));
            prop_assert!(alike(small_a | small_b, large_a.or(large_b)));
            prop_assert!(alike(small_a ^ small_b, large_a.xor(large_b)));
            prop_assert!(alike(small_a & !small_b, large_a.without(large_b)));
            prop_assert!(alike(small_a >> by, large_a.down(by)));
            prop_assert_eq!(large_a.up(by).down(by), large_a);
            prop_assert_eq!(large_a.reversed().reversed(), large_a);
            prop_assert_eq!(large_a.reversed().down(WORDS as u32 * 64 - 128), both([small_a.reverse_bits() as u64, (small_a.reverse_bits() >> 64) as u64]).1);
            prop_assert_eq!(small_a.cmp(&small_b), large_a.cmp(&large_b));
            prop_assert_eq!(small_a.count_ones(), large_a.count());
            if small_a != 0 {
                prop_assert_eq!((small_a.least(), small_a.greatest()), (large_a.least(), large_a.greatest()));
            }
        }
    }
}
