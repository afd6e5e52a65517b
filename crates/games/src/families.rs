//! Families of subsets of a few letters, closed downwards, up to the names of the letters: the positions of subset take-away.
//!
//! A family is a word of 128 bits, the bit with number s for the subset whose letters are the bits of s. Exchanging two neighbouring
//! letters is one exchange of bits.

use grundy_game::tabled::Keyed;
use grundy_game::{Refusal, Text};

/// Subset take-away on `letters` letters with subsets of at most `most` letters: take a subset and all that contain it.
#[derive(Clone, Debug)]
pub struct Families {
    letters: u32,
    /// For each letter, the subsets that contain it.
    with: Vec<u128>,
    /// For each size from 1 on, the subsets of that size.
    sized: Vec<u128>,
    /// All subsets that may be taken.
    all: u128,
    /// For each subset, those that contain it.
    above: Vec<u128>,
    /// For each four subsets in a row and each choice of them, the marks of the letters: marks of a family are sums of these, which
    /// takes a third of the time of counting bits.
    marks: Vec<[u64; 8]>,
}

/// The most letters.
pub const MOST: u32 = 7;

impl Families {
    /// `None` when there are too many letters.
    pub fn new(letters: u32, most: u32) -> Option<Self> {
        if !(1..=MOST).contains(&letters) {
            return None;
        }
        let subsets = || 1..1u32 << letters;
        let of = |choose: &dyn Fn(u32) -> bool| subsets().filter(|&s| choose(s)).fold(0u128, |set, s| set | 1 << s);
        let with = (0..letters).map(|letter| of(&|s| s >> letter & 1 == 1)).collect();
        let sized = (1..=letters).map(|size| of(&|s| s.count_ones() == size)).collect();
        let all = of(&|s| s.count_ones() <= most);
        let mut families = Self { letters, with, sized, all, above: Vec::new(), marks: Vec::new() };
        families.above = (0..1u32 << letters).map(|subset| families.containing(subset)).collect();
        let marks = |at: usize| {
            let family = (at as u128 % 16) << (at / 16 * 4);
            std::array::from_fn(|letter| if letter < letters as usize { families.mark(family, letter) } else { 0 })
        };
        families.marks = (0..32 * 16).map(marks).collect();
        Some(families)
    }

    /// All subsets.
    pub fn full(&self) -> u128 {
        self.all
    }

    /// The subsets that contain a subset.
    fn containing(&self, subset: u32) -> u128 {
        let of = |letter: usize| if subset >> letter & 1 == 1 { self.with[letter] } else { u128::MAX };
        (0..self.letters as usize).fold(self.all, |above, letter| above & of(letter))
    }

    /// A number for each letter that does not depend on names: how many subsets of each size contain it.
    fn mark(&self, family: u128, letter: usize) -> u64 {
        let own = family & self.with[letter];
        self.sized.iter().fold(0, |mark, sized| mark << 7 | u64::from((own & sized).count_ones()))
    }

    /// The marks of all letters.
    #[inline]
    fn marks(&self, family: u128) -> [u64; 8] {
        let mut marks = [0; 8];
        for (byte, rows) in family.to_le_bytes().into_iter().zip(self.marks.as_chunks::<32>().0) {
            let (low, high) = (&rows[usize::from(byte & 15)], &rows[16 + usize::from(byte >> 4)]);
            for (mark, (low, high)) in marks.iter_mut().zip(low.iter().zip(high)) {
                *mark += low + high;
            }
        }
        marks
    }

    /// The least of all families that differ from this one by the names of the letters alone and in which letters with smaller
    /// marks come first. Only letters with equal marks are tried in every order.
    pub fn canonical(&self, family: u128) -> u128 {
        self.canonical_with(family, self.marks(family))
    }

    /// As [`Families::canonical`], given the marks.
    #[inline]
    fn canonical_with(&self, family: u128, mut marks: [u64; 8]) -> u128 {
        let marks = &mut marks[..self.letters as usize];
        let mut family = Halves::of(family);
        // By insertion: options of a canonical family are nearly in order.
        for sorted in 1..marks.len() {
            for letter in (0..sorted).rev() {
                if marks[letter] <= marks[letter + 1] {
                    break;
                }
                marks.swap(letter, letter + 1);
                family = family.exchanged(letter);
            }
        }
        let ties = (0..).zip(marks.windows(2)).fold(0, |ties, (at, pair)| ties | u32::from(pair[0] == pair[1]) << at);
        let mut least = u128::MAX;
        try_orders(family, ties, 0, &mut least);
        least
    }

    /// The marks of the family that has one subset alone.
    #[inline]
    fn marks_of(&self, subset: u32) -> &[u64; 8] {
        &self.marks[(16 * (subset / 4) + (1 << (subset % 4))) as usize]
    }

    /// The canonical form of what is left when a subset is taken from a family with the given marks. What is taken is mostly little,
    /// so its marks are subtracted.
    #[inline]
    fn without(&self, family: u128, marks: &[u64; 8], subset: u32) -> u128 {
        let taken = family & self.above[subset as usize];
        let mut left = *marks;
        for subset in subsets(taken) {
            left.iter_mut().zip(self.marks_of(subset)).for_each(|(mark, taken)| *mark -= taken);
        }
        self.canonical_with(family & !taken, left)
    }

    /// The canonical form of a family with the given marks and one more subset.
    #[inline]
    fn with_one_more(&self, family: u128, marks: &[u64; 8], subset: u32) -> u128 {
        let mut more = *marks;
        more.iter_mut().zip(self.marks_of(subset)).for_each(|(mark, new)| *mark += new);
        self.canonical_with(family | 1 << subset, more)
    }
}

/// Tries all orders of the letters from `place` on in which marks stay where they are; bit i of `ties` is set when letters i and i + 1
/// have the same mark. The letter for a place comes from the places after it with the same mark. Of twins only the first is tried:
/// exchanging them turns the orders with one of them at the place into those with the other.
fn try_orders(family: Halves, ties: u32, place: usize, least: &mut u128) {
    if ties >> place == 0 {
        *least = (*least).min(family.whole());
        return;
    }
    // Letters with marks of their own stay where they are.
    let place = place + (ties >> place).trailing_zeros() as usize;
    let rest = ties >> place;
    if rest == 1 {
        *least = (*least).min(family.whole()).min(family.exchanged(place).whole());
        return;
    }
    try_orders(family, ties, place + 1, least);
    for step in 1..=rest.trailing_ones() as usize {
        if (0..step).any(|before| family.has_twins(place + before, place + step)) {
            continue;
        }
        // Brings the letter `step` places further to `place`; those between move up by one and keep their order.
        let moved = (place..place + step).rev().fold(family, Halves::exchanged);
        try_orders(moved, ties, place + 1, least);
    }
}

/// A family in two words: subsets without the seventh letter, and those with it. Exchanging letters takes a third of the time that
/// shifts of 128 bits would take.
#[derive(Clone, Copy)]
struct Halves([u64; 2]);

/// For each of the first six letters, the subsets without it.
const WITHOUT: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0F0F_0F0F_0F0F_0F0F,
    0x00FF_00FF_00FF_00FF,
    0x0000_FFFF_0000_FFFF,
    0x0000_0000_FFFF_FFFF,
];

impl Halves {
    #[inline]
    fn of(family: u128) -> Self {
        Self([family as u64, (family >> 64) as u64])
    }

    #[inline]
    fn whole(self) -> u128 {
        u128::from(self.0[1]) << 64 | u128::from(self.0[0])
    }

    /// The family with a letter and the next one exchanged.
    #[inline]
    fn exchanged(self, letter: usize) -> Self {
        let [low, high] = self.0;
        if letter == 5 {
            return Self([low & WITHOUT[5] | high << 32, high & !WITHOUT[5] | low >> 32]);
        }
        // Subsets with the first and without the second letter change places with those of the other kind.
        let (by, first) = (1 << letter, !WITHOUT[letter] & WITHOUT[letter + 1]);
        Self([low, high].map(|half| {
            let differ = (half >> by ^ half) & first;
            half ^ differ ^ differ << by
        }))
    }

    /// Whether two letters, the first before the second, may be exchanged without changing the family.
    #[inline]
    fn has_twins(self, first: usize, second: usize) -> bool {
        let [low, high] = self.0;
        if second == 6 {
            return (low >> (1 << first) ^ high) & WITHOUT[first] == 0;
        }
        let (by, only) = ((1 << second) - (1 << first), !WITHOUT[first] & WITHOUT[second]);
        ((low >> by ^ low) | (high >> by ^ high)) & only == 0
    }
}

/// The members of a family.
fn subsets(mut family: u128) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let next = (family != 0).then(|| family.trailing_zeros());
        family &= family.wrapping_sub(1);
        next
    })
}

impl Keyed for Families {
    fn key_bytes(&self) -> usize {
        (1usize << self.letters).div_ceil(8)
    }

    fn starts(&self) -> Vec<u128> {
        vec![self.all]
    }

    fn tier(&self, key: u128) -> u32 {
        key.count_ones()
    }

    fn options(&self, key: u128, options: &mut Vec<u128>) -> Result<(), Refusal> {
        if key & !self.all != 0 {
            return Err(Refusal::failed(Text::new("a key of the table does not belong to a position")));
        }
        let marks = self.marks(key);
        options.extend(subsets(key).map(|subset| self.without(key, &marks, subset)));
        Ok(())
    }

    fn seeds(&self) -> Option<Vec<u128>> {
        Some(vec![0])
    }

    fn grow(&self, key: u128, grown: &mut Vec<u128>) {
        let whole = |&subset: &u32| {
            let smaller =
                (0..self.letters).filter(|letter| subset >> letter & 1 == 1).map(|letter| subset ^ 1 << letter);
            smaller.filter(|&smaller| smaller != 0).all(|smaller| key >> smaller & 1 == 1)
        };
        let marks = self.marks(key);
        grown.extend(subsets(self.all & !key).filter(whole).map(|subset| self.with_one_more(key, &marks, subset)));
    }

    /// The numbers of monotone Boolean functions up to the names of the variables (OEIS A003182), but for the constant one that
    /// corresponds to no family.
    fn forecast(&self) -> Option<u64> {
        const FAMILIES: [u64; 8] = [1, 2, 4, 9, 29, 209, 16_352, 490_013_147];
        let whole = self.all.count_ones() + 1 == 1 << self.letters;
        FAMILIES.get(self.letters as usize).copied().filter(|_| whole)
    }

    fn numbering(&self) -> String {
        format!(
            "bit s of the key, read as a number, is set when the subset is left whose letters are the bits of s, of {} letters in the \
             order in which those in fewer subsets of 1 letter, then of 2, and so on come first and which makes the key least",
            self.letters
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// How many families there are, tier by tier, by growing.
    fn counts(families: &Families) -> Vec<usize> {
        let mut counts = Vec::new();
        let mut tier: BTreeSet<u128> = BTreeSet::from([0]);
        while !tier.is_empty() {
            counts.push(tier.len());
            let mut grown = Vec::new();
            tier.iter().for_each(|&key| families.grow(key, &mut grown));
            tier = grown.into_iter().collect();
        }
        counts
    }

    /// The numbers of monotone Boolean functions up to the names of the variables (OEIS A003182), but for the constant one
    /// that corresponds to no family.
    #[test]
    fn families_are_counted_as_monotone_functions() {
        for (letters, functions) in [(1, 3), (2, 5), (3, 10), (4, 30), (5, 210)] {
            let families = Families::new(letters, letters).unwrap();
            assert_eq!(counts(&families).iter().sum::<usize>(), functions - 1, "{letters}");
            assert_eq!(families.forecast(), Some(functions as u64 - 1));
        }
    }

    proptest! {
        #[test]
        fn names_of_letters_do_not_matter(chosen in proptest::collection::vec(1u32..64, 0..8), exchanges in proptest::collection::vec(0usize..5, 0..20)) {
            let families = Families::new(6, 6).unwrap();
            let mut family = 0u128;
            for subset in chosen {
                (1..64u32).filter(|s| s & !subset == 0).for_each(|s| family |= 1 << s);
            }
            let renamed = exchanges.into_iter().fold(Halves::of(family), Halves::exchanged).whole();
            prop_assert_eq!(families.canonical(renamed), families.canonical(family));
            prop_assert_eq!(families.canonical(family).count_ones(), family.count_ones());
            let marks: Vec<u64> = (0..6).map(|letter| families.mark(family, letter)).collect();
            prop_assert_eq!(&families.marks(family)[..6], &marks[..]);
        }
    }
}
