//! 128 positions at a time: a bit of each in one pair of words.
//!
//! A cell of 2^q bits becomes 2^q *planes* of bits. What the options of a position have is then gathered for 128 positions with
//! a few dozen operations on words, as in bit-sliced arithmetic (Biham, A fast new DES implementation in software, 1997).

// A call that is not inlined costs more than what it does, and the compiler does not always see it.
#![allow(clippy::inline_always)]

use super::Cell;

/// A bit for each of 128 positions.
pub type Lanes = [u64; 2];

/// How many bits of a number tell the positions of one [`Lanes`] apart.
pub(super) const INNER: u32 = 7;

const ALL: Lanes = [u64::MAX; 2];

#[inline(always)]
fn and(a: Lanes, b: Lanes) -> Lanes {
    [a[0] & b[0], a[1] & b[1]]
}

#[inline(always)]
fn or(a: Lanes, b: Lanes) -> Lanes {
    [a[0] | b[0], a[1] | b[1]]
}

#[inline(always)]
fn without(a: Lanes, b: Lanes) -> Lanes {
    [a[0] & !b[0], a[1] & !b[1]]
}

/// What is computed of 128 positions from the same of their options.
pub trait SliceKernel: Send + Sync + 'static {
    /// The logarithm of the number of planes.
    const LOG: u32;
    /// What a cell holds.
    const CELL: Cell;
    /// The kernel that finds the remoteness of the same positions, where there is one.
    type Remote: SliceKernel;
    /// The planes.
    type Planes: Copy + Default + AsRef<[Lanes]> + AsMut<[Lanes]> + Send + Sync;
    /// The words of a block as planes of 128 positions each.
    fn planes(words: &[u64]) -> &[Self::Planes];
    /// As [`SliceKernel::planes`], to be written.
    fn planes_mut(words: &mut [u64]) -> &mut [Self::Planes];
    /// What was gathered from some of the options.
    type Seen: Copy;
    /// Gathered from no option.
    const NOTHING: Self::Seen;
    /// Takes note of one option for the positions in `mask`; `by` is the player (0 Left, 1 Right) whose move it is, or 2 for both.
    fn see(seen: &mut Self::Seen, option: &Self::Planes, mask: Lanes, by: u8);
    /// What follows when all options were seen; `None` when it does not fit.
    fn settle(seen: &Self::Seen) -> Option<Self::Planes>;
}

/// Nimbers up to 15 of an impartial game.
#[derive(Debug)]
pub struct NimberLanes;

impl SliceKernel for NimberLanes {
    const LOG: u32 = 2;
    const CELL: Cell = Cell::SmallNimber;
    type Remote = RemotenessLanes;
    type Planes = [Lanes; 4];

    fn planes(words: &[u64]) -> &[Self::Planes] {
        words.as_chunks::<2>().0.as_chunks::<4>().0
    }

    fn planes_mut(words: &mut [u64]) -> &mut [Self::Planes] {
        words.as_chunks_mut::<2>().0.as_chunks_mut::<4>().0
    }

    /// For each nimber the positions with such an option.
    type Seen = [Lanes; 16];
    const NOTHING: Self::Seen = [[0; 2]; 16];

    #[inline(always)]
    fn see(seen: &mut Self::Seen, option: &Self::Planes, mask: Lanes, _: u8) {
        let [b0, b1, b2, b3] = *option;
        let (without_1, with_1) = (without(mask, b1), and(mask, b1));
        let low = [without(without_1, b0), and(without_1, b0), without(with_1, b0), and(with_1, b0)];
        let without_3 = without(ALL, b3);
        let high = [without(without_3, b2), and(without_3, b2), without(b3, b2), and(b3, b2)];
        for nimber in 0..16 {
            seen[nimber] = or(seen[nimber], and(high[nimber / 4], low[nimber % 4]));
        }
    }

    #[inline(always)]
    fn settle(seen: &Self::Seen) -> Option<Self::Planes> {
        let mut open = ALL;
        let mut planes = Self::Planes::default();
        for (nimber, options) in seen.iter().enumerate() {
            let found = without(open, *options);
            for (bit, plane) in planes.iter_mut().enumerate() {
                if nimber >> bit & 1 == 1 {
                    *plane = or(*plane, found);
                }
            }
            open = and(open, *options);
        }
        (open == [0, 0]).then_some(planes)
    }
}

/// Who wins, in a partisan game: the first plane is set where Left wins moving first, the second where Right does.
#[derive(Debug)]
pub struct OutcomeLanes;

impl SliceKernel for OutcomeLanes {
    const LOG: u32 = 1;
    const CELL: Cell = Cell::Outcome;
    // It would take two numbers, one for each player who may begin.
    type Remote = Self;
    type Planes = [Lanes; 2];

    fn planes(words: &[u64]) -> &[Self::Planes] {
        words.as_chunks::<2>().0.as_chunks::<2>().0
    }

    fn planes_mut(words: &mut [u64]) -> &mut [Self::Planes] {
        words.as_chunks_mut::<2>().0.as_chunks_mut::<2>().0
    }

    type Seen = [Lanes; 2];
    const NOTHING: Self::Seen = [[0; 2]; 2];

    #[inline(always)]
    fn see(seen: &mut Self::Seen, option: &Self::Planes, mask: Lanes, by: u8) {
        // A player wins by moving to an option that the other, moving next, does not win.
        if by != 1 {
            seen[0] = or(seen[0], without(mask, option[1]));
        }
        if by != 0 {
            seen[1] = or(seen[1], without(mask, option[0]));
        }
    }

    #[inline(always)]
    fn settle(seen: &Self::Seen) -> Option<Self::Planes> {
        Some(*seen)
    }
}

/// The remoteness of an impartial game, below 32: eight planes, of which five are used.
#[derive(Debug)]
pub struct RemotenessLanes;

impl RemotenessLanes {
    /// The most moves of a play, one less than the values that are told apart.
    pub(super) const MOST: u32 = 31;
}

impl SliceKernel for RemotenessLanes {
    const LOG: u32 = 3;
    const CELL: Cell = Cell::Remoteness;
    type Remote = Self;
    type Planes = [Lanes; 8];

    fn planes(words: &[u64]) -> &[Self::Planes] {
        words.as_chunks::<2>().0.as_chunks::<8>().0
    }

    fn planes_mut(words: &mut [u64]) -> &mut [Self::Planes] {
        words.as_chunks_mut::<2>().0.as_chunks_mut::<8>().0
    }

    /// For each remoteness the positions with such an option.
    type Seen = [Lanes; 32];
    const NOTHING: Self::Seen = [[0; 2]; 32];

    #[inline(always)]
    fn see(seen: &mut Self::Seen, option: &Self::Planes, mask: Lanes, _: u8) {
        // One plane after the other tells the values below it from those above.
        let mut told = [mask; 32];
        for (bit, plane) in option[..5].iter().enumerate() {
            for (value, lanes) in told.iter_mut().enumerate() {
                *lanes = if value >> bit & 1 == 1 { and(*lanes, *plane) } else { without(*lanes, *plane) };
            }
        }
        for (all, more) in seen.iter_mut().zip(told) {
            *all = or(*all, more);
        }
    }

    #[inline(always)]
    fn settle(seen: &Self::Seen) -> Option<Self::Planes> {
        let mut planes = Self::Planes::default();
        let mut note = |value: usize, found: Lanes| {
            for (bit, plane) in planes.iter_mut().enumerate() {
                if value >> bit & 1 == 1 {
                    *plane = or(*plane, found);
                }
            }
        };
        // The least even one, which the other player loses soonest.
        let mut open = ALL;
        for value in (0..32).step_by(2) {
            note(value + 1, and(open, seen[value]));
            open = without(open, seen[value]);
        }
        // All options are won by the other player: the one that takes longest.
        let fits = and(open, seen[31]) == [0, 0];
        for value in (1..31).step_by(2).rev() {
            note(value + 1, and(open, seen[value]));
            open = without(open, seen[value]);
        }
        fits.then_some(planes)
    }
}

/// Which bit of the place within a plane a bit of the number becomes when cells of 2^`log` bits are cut into planes by
/// [`transpose`].
pub(super) const fn plane_bit(bit: u32, log: u32) -> u32 {
    if bit < 6 - log { bit + log } else { bit - (6 - log) }
}

/// For each bit of the place within a plane, the places where it is set.
pub(super) const SET: [u64; 6] = [
    0xAAAA_AAAA_AAAA_AAAA,
    0xCCCC_CCCC_CCCC_CCCC,
    0xF0F0_F0F0_F0F0_F0F0,
    0xFF00_FF00_FF00_FF00,
    0xFFFF_0000_FFFF_0000,
    0xFFFF_FFFF_0000_0000,
];

/// Exchanges bits `by` places higher in `a` with those of `b`, where `kept` is set in `b`.
#[inline(always)]
fn exchange(a: &mut u64, b: &mut u64, by: u32, kept: u64) {
    let differ = (*a >> by ^ *b) & kept;
    *b ^= differ;
    *a ^= differ << by;
}

/// Turns 2^`log` words of packed cells of as many bits into as many planes, or back: it is a transposition of small square
/// matrices, so doing it twice changes nothing.
#[inline(always)]
pub(super) fn transpose(words: &mut [u64], log: u32) {
    for step in 0..log {
        let apart = 1usize << step;
        for first in (0..words.len()).filter(|word| word & apart == 0) {
            let (left, right) = words.split_at_mut(first + apart);
            // Bit `step` of the place within a cell changes places with bit `step` of the word's number.
            exchange(&mut left[first], &mut right[0], 1 << step, !SET[step as usize]);
        }
    }
}

/// Exchanges an inner bit of the number (below [`INNER`]) with one above, given the planes of positions without and with the
/// upper bit.
#[inline(always)]
pub(super) fn swap_bits(without: &mut [Lanes], with: &mut [Lanes], inner: u32, log: u32) {
    for (a, b) in without.iter_mut().zip(with) {
        if inner == 6 {
            std::mem::swap(&mut a[1], &mut b[0]);
        } else {
            let place = plane_bit(inner, log);
            for lane in 0..2 {
                exchange(&mut a[lane], &mut b[lane], 1 << place, !SET[place as usize]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn planes_hold_the_bits_of_the_cells(words in proptest::array::uniform4(any::<u64>())) {
            let mut planes = words;
            transpose(&mut planes, 2);
            for number in 0..64u32 {
                let cell = words[number as usize / 16] >> (number % 16 * 4) & 15;
                let place = (0..6).map(|bit| (number >> bit & 1) << plane_bit(bit, 2)).sum::<u32>();
                let bits = (0..4).map(|bit| (planes[bit] >> place & 1) << bit).sum::<u64>();
                prop_assert_eq!(cell, bits);
            }
            transpose(&mut planes, 2);
            prop_assert_eq!(planes, words);
        }

        #[test]
        fn the_mex_of_128_positions_is_that_of_each(options in proptest::collection::vec((proptest::array::uniform4(any::<[u64; 2]>()), any::<[u64; 2]>()), 0..12)) {
            let mut seen = NimberLanes::NOTHING;
            options.iter().for_each(|(option, mask)| NimberLanes::see(&mut seen, option, *mask, 2));
            let settled = NimberLanes::settle(&seen).unwrap();
            let nimber = |planes: &[Lanes; 4], at: usize| (0..4).map(|bit| (planes[bit][at / 64] >> (at % 64) & 1) << bit).sum::<u64>();
            for at in 0..128 {
                let of_options = options.iter().filter(|(_, mask)| mask[at / 64] >> (at % 64) & 1 == 1).fold(0u32, |set, (option, _)| set | 1 << nimber(option, at));
                prop_assert_eq!(u64::from(of_options.trailing_ones()), nimber(&settled, at));
            }
        }
    }

    #[test]
    fn sixteen_different_options_do_not_fit() {
        let mut seen = NimberLanes::NOTHING;
        for nimber in 0..16u64 {
            let option = std::array::from_fn(|bit| [if nimber >> bit & 1 == 1 { u64::MAX } else { 0 }; 2]);
            NimberLanes::see(&mut seen, &option, [1, 0], 2);
            assert_eq!(NimberLanes::settle(&seen).is_some(), nimber < 15);
        }
    }
}
