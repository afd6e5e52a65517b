//! Sets of cells: machine words for small boards, slices of words beyond.

use std::cmp::Ordering;
use std::fmt::Debug;
use std::hash::Hash;

/// A set of cells, each known by the number of its bit. Sets are ordered as numbers: the highest bit in which they differ decides.
///
/// Shifting a machine word up loses what leaves it; boards leave room for every shift that matters.
pub trait Set: Clone + Default + Eq + Ord + Hash + Debug + Send + Sync + 'static {
    /// How many bits there can be.
    const MOST: u32;
    /// Bits 0 to `count` - 1.
    fn low(count: u32) -> Self;
    /// One bit alone.
    fn bit(at: u32) -> Self;
    /// Whether a bit is in the set.
    fn has(&self, at: u32) -> bool;
    /// Whether there is no bit.
    fn is_empty(&self) -> bool;
    /// Bits in both.
    fn and(&self, other: &Self) -> Self;
    /// Bits in either.
    fn or(&self, other: &Self) -> Self;
    /// Bits in this set and not in the other.
    fn without(&self, other: &Self) -> Self;
    /// Every number raised by `by`.
    fn up(&self, by: u32) -> Self;
    /// Every number lowered by `by`; what falls below 0 is gone.
    fn down(&self, by: u32) -> Self;
    /// Bit n of the lowest `width` becomes bit `width` - 1 - n; the set has no others.
    fn reversed(&self, width: u32) -> Self;
    /// How many bits.
    fn count(&self) -> u32;
    /// The lowest bit, if there is one.
    fn lowest(&self) -> Option<u32>;
    /// The highest bit, if there is one.
    fn highest(&self) -> Option<u32>;
    /// The lowest bit from `from` on, if there is one.
    fn next(&self, from: u32) -> Option<u32>;
    /// Bits `start` to `start` + `count` - 1.
    #[inline]
    fn span(start: u32, count: u32) -> Self {
        Self::low(count).up(start)
    }
    /// Takes the lowest bit out, if there is one.
    #[inline]
    fn take_lowest(&mut self) -> Option<u32> {
        let bit = self.lowest()?;
        self.remove(bit);
        Some(bit)
    }
    /// How many bits follow each other from bit `at` on.
    fn run(&self, at: u32) -> u32;
    /// The bits below 64.
    fn low_word(&self) -> u64;
    /// The bits of a word.
    fn of_word(word: u64) -> Self;
    /// Bytes outside the set itself.
    fn outside(&self) -> usize {
        0
    }

    /// Adds a bit.
    #[inline]
    fn insert(&mut self, at: u32) {
        *self = self.or(&Self::bit(at));
    }

    /// Takes a bit out.
    #[inline]
    fn remove(&mut self, at: u32) {
        *self = self.without(&Self::bit(at));
    }
}

/// The numbers of the bits of a set, in ascending order.
#[inline]
pub fn bits<S: Set>(mut set: S) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || set.take_lowest())
}

impl Set for u128 {
    const MOST: u32 = 128;

    #[inline]
    fn low_word(&self) -> u64 {
        *self as u64
    }

    #[inline]
    fn of_word(word: u64) -> Self {
        word.into()
    }

    #[inline]
    fn low(count: u32) -> Self {
        if count >= 128 { u128::MAX } else { (1 << count) - 1 }
    }

    #[inline]
    fn bit(at: u32) -> Self {
        1 << at
    }

    #[inline]
    fn has(&self, at: u32) -> bool {
        self >> at & 1 == 1
    }

    #[inline]
    fn is_empty(&self) -> bool {
        *self == 0
    }

    #[inline]
    fn and(&self, other: &Self) -> Self {
        self & other
    }

    #[inline]
    fn or(&self, other: &Self) -> Self {
        self | other
    }

    #[inline]
    fn without(&self, other: &Self) -> Self {
        self & !other
    }

    #[inline]
    fn up(&self, by: u32) -> Self {
        self << by
    }

    #[inline]
    fn down(&self, by: u32) -> Self {
        if by >= 128 { 0 } else { self >> by }
    }

    #[inline]
    fn reversed(&self, width: u32) -> Self {
        self.reverse_bits() >> (128 - width)
    }

    #[inline]
    fn count(&self) -> u32 {
        self.count_ones()
    }

    #[inline]
    fn lowest(&self) -> Option<u32> {
        (*self != 0).then(|| self.trailing_zeros())
    }

    #[inline]
    fn highest(&self) -> Option<u32> {
        self.checked_ilog2()
    }

    #[inline]
    fn next(&self, from: u32) -> Option<u32> {
        self.down(from).lowest().map(|bit| bit + from)
    }

    #[inline]
    fn run(&self, at: u32) -> u32 {
        (self >> at).trailing_ones()
    }

    #[inline]
    fn take_lowest(&mut self) -> Option<u32> {
        let bit = self.lowest()?;
        *self &= *self - 1;
        Some(bit)
    }

    #[inline]
    fn insert(&mut self, at: u32) {
        *self |= 1 << at;
    }

    #[inline]
    fn remove(&mut self, at: u32) {
        *self &= !(1 << at);
    }
}

/// A set that grows: a machine word as long as it suffices, otherwise words without an empty one at the end, so that equal sets
/// are equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Grown {
    /// Bits below 128.
    Word(u128),
    /// The lowest word first; the last is not 0, and there are more than two.
    Slice(Box<[u64]>),
}

const WORD: u32 = u64::BITS;

impl Default for Grown {
    fn default() -> Self {
        Self::Word(0)
    }
}

impl Grown {
    /// The set of which `word` says the words, none beyond the first `most`; made small where it can be.
    fn of(most: usize, word: impl Fn(usize) -> u64) -> Self {
        match (2..most).rev().find(|&at| word(at) != 0) {
            Some(last) => Self::Slice((0..=last).map(word).collect()),
            None => Self::Word((0..most.min(2)).fold(0, |bits, at| bits | u128::from(word(at)) << (at as u32 * WORD))),
        }
    }

    fn words(&self) -> usize {
        match self {
            Self::Word(_) => 2,
            Self::Slice(words) => words.len(),
        }
    }

    /// A word, 0 beyond the last.
    #[inline]
    fn word(&self, at: usize) -> u64 {
        match self {
            Self::Word(bits) if at < 2 => (bits >> (at as u32 * WORD)) as u64,
            Self::Word(_) => 0,
            Self::Slice(words) => words.get(at).map_or(0, |&word| word),
        }
    }

    fn zip(&self, other: &Self, words: usize, join: impl Fn(u64, u64) -> u64) -> Self {
        Self::of(words, |at| join(self.word(at), other.word(at)))
    }
}

impl Ord for Grown {
    fn cmp(&self, other: &Self) -> Ordering {
        if let (Self::Word(a), Self::Word(b)) = (self, other) {
            return a.cmp(b);
        }
        let words = (0..self.words().max(other.words())).rev();
        words.map(|at| self.word(at).cmp(&other.word(at))).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    }
}

impl PartialOrd for Grown {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Set for Grown {
    const MOST: u32 = 1 << 16;

    fn low_word(&self) -> u64 {
        self.word(0)
    }

    fn of_word(word: u64) -> Self {
        Self::Word(word.into())
    }

    fn low(count: u32) -> Self {
        if count <= 128 {
            return Self::Word(u128::low(count));
        }
        Self::span(0, count)
    }

    fn span(start: u32, count: u32) -> Self {
        let end = start + count;
        if end <= 128 {
            return Self::Word(u128::low(end) & !u128::low(start));
        }
        let below = |limit: u32, at: usize| {
            let first = at as u32 * WORD;
            if limit >= first + WORD { u64::MAX } else { (1 << limit.saturating_sub(first)) - 1 }
        };
        Self::of(end.div_ceil(WORD) as usize, |at| below(end, at) & !below(start, at))
    }

    fn next(&self, from: u32) -> Option<u32> {
        if let Self::Word(bits) = self {
            return bits.next(from);
        }
        let first = (from / WORD) as usize;
        let word =
            |at: usize| if at == first { self.word(at) >> (from % WORD) << (from % WORD) } else { self.word(at) };
        let at = (first..self.words()).find(|&at| word(at) != 0)?;
        Some(at as u32 * WORD + word(at).trailing_zeros())
    }

    fn bit(at: u32) -> Self {
        if at < 128 {
            return Self::Word(1 << at);
        }
        let mut words = vec![0; (at / WORD) as usize + 1];
        words[(at / WORD) as usize] = 1 << (at % WORD);
        Self::Slice(words.into())
    }

    fn has(&self, at: u32) -> bool {
        self.word((at / WORD) as usize) >> (at % WORD) & 1 == 1
    }

    #[inline]
    fn is_empty(&self) -> bool {
        matches!(self, Self::Word(0))
    }

    #[inline]
    fn and(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Word(a), Self::Word(b)) => Self::Word(a & b),
            _ => self.zip(other, self.words().min(other.words()), |a, b| a & b),
        }
    }

    #[inline]
    fn or(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Word(a), Self::Word(b)) => Self::Word(a | b),
            _ => self.zip(other, self.words().max(other.words()), |a, b| a | b),
        }
    }

    #[inline]
    fn without(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Word(a), Self::Word(b)) => Self::Word(a & !b),
            _ => self.zip(other, self.words(), |a, b| a & !b),
        }
    }

    fn up(&self, by: u32) -> Self {
        match self {
            Self::Word(0) => return Self::Word(0),
            Self::Word(bits) if by <= bits.leading_zeros() => return Self::Word(bits << by),
            _ => {}
        }
        let (whole, rest) = ((by / WORD) as usize, by % WORD);
        // Below the first word there are none.
        let from = |at: usize, back: usize| at.checked_sub(back).map_or(0, |at| u128::from(self.word(at)));
        Self::of(self.words() + whole + 1, |at| {
            let pair = from(at, whole) << WORD | from(at, whole + 1);
            (pair << rest >> WORD) as u64
        })
    }

    fn down(&self, by: u32) -> Self {
        if let Self::Word(bits) = self {
            return Self::Word(bits.down(by));
        }
        let (whole, rest) = ((by / WORD) as usize, by % WORD);
        let word = |at: usize| {
            let pair = u128::from(self.word(at + whole)) | u128::from(self.word(at + whole + 1)) << WORD;
            (pair >> rest) as u64
        };
        Self::of(self.words().saturating_sub(whole), word)
    }

    fn reversed(&self, width: u32) -> Self {
        match self {
            Self::Word(bits) if width <= 128 => Self::Word(bits.reversed(width)),
            _ => {
                let words = width.div_ceil(WORD) as usize;
                let unused = words as u32 * WORD - width;
                // Before the last word there is none.
                let turned = |at: usize| (words - 1).checked_sub(at).map_or(0, |at| self.word(at).reverse_bits());
                Self::of(words, |at| {
                    let pair = u128::from(turned(at)) | u128::from(turned(at + 1)) << WORD;
                    (pair >> unused) as u64
                })
            }
        }
    }

    fn count(&self) -> u32 {
        match self {
            Self::Word(bits) => bits.count_ones(),
            Self::Slice(words) => words.iter().map(|word| word.count_ones()).sum(),
        }
    }

    #[inline]
    fn lowest(&self) -> Option<u32> {
        match self {
            Self::Word(bits) => bits.lowest(),
            Self::Slice(words) => {
                let at = words.iter().position(|&word| word != 0)?;
                Some(at as u32 * WORD + words[at].trailing_zeros())
            }
        }
    }

    fn highest(&self) -> Option<u32> {
        match self {
            Self::Word(bits) => bits.highest(),
            Self::Slice(words) => words.last().map(|word| (words.len() as u32 - 1) * WORD + word.ilog2()),
        }
    }

    fn run(&self, at: u32) -> u32 {
        if let Self::Word(bits) = self {
            return bits.down(at).trailing_ones();
        }
        let first = (at / WORD) as usize;
        let start = (self.word(first) >> (at % WORD)).trailing_ones();
        if start < WORD - at % WORD {
            return start;
        }
        let whole = (first + 1..).take_while(|&at| self.word(at) == u64::MAX).count();
        start + whole as u32 * WORD + self.word(first + 1 + whole).trailing_ones()
    }

    fn outside(&self) -> usize {
        match self {
            Self::Word(_) => 0,
            Self::Slice(words) => size_of_val(&**words),
        }
    }

    fn insert(&mut self, at: u32) {
        match self {
            Self::Word(bits) if at < 128 => *bits |= 1 << at,
            Self::Slice(words) if ((at / WORD) as usize) < words.len() => {
                words[(at / WORD) as usize] |= 1 << (at % WORD);
            }
            _ => *self = self.or(&Self::bit(at)),
        }
    }

    fn remove(&mut self, at: u32) {
        match self {
            Self::Word(bits) if at < 128 => *bits &= !(1 << at),
            Self::Word(_) => {}
            Self::Slice(words) => {
                let (word, last) = ((at / WORD) as usize, words.len() - 1);
                if word < last {
                    words[word] &= !(1 << (at % WORD));
                } else {
                    *self = self.without(&Self::bit(at));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::btree_set;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn grown(set: &BTreeSet<u32>) -> Grown {
        set.iter().fold(Grown::default(), |all, &at| all.or(&Grown::bit(at)))
    }

    fn check<S: Set>(a: &BTreeSet<u32>, b: &BTreeSet<u32>, by: u32, width: u32) {
        let set = |cells: &BTreeSet<u32>| {
            let mut set = S::default();
            cells.iter().for_each(|&at| set.insert(at));
            set
        };
        let back = |set: S| bits(set).collect::<BTreeSet<u32>>();
        let (x, y) = (set(a), set(b));
        assert_eq!(back(x.clone()), *a);
        assert_eq!(back(x.and(&y)), a & b);
        assert_eq!(back(x.or(&y)), a | b);
        assert_eq!(back(x.without(&y)), a - b);
        assert_eq!(x.up(by).down(by), x);
        assert_eq!(back(x.down(by)), a.iter().filter_map(|at| at.checked_sub(by)).collect());
        assert_eq!(back(x.reversed(width)), a.iter().map(|at| width - 1 - at).collect());
        assert_eq!(x.cmp(&y), a.iter().rev().cmp(b.iter().rev()));
        assert_eq!((x.lowest(), x.highest()), (a.first().copied(), a.last().copied()));
        assert_eq!((x.count() as usize, x.is_empty()), (a.len(), a.is_empty()));
        assert_eq!(x.run(by), (by..).take_while(|at| a.contains(at)).count() as u32);
        assert_eq!(back(S::low(by)), (0..by).collect());
        assert_eq!(back(S::span(by, width - by)), (by..width).collect());
        assert_eq!(x.next(by), a.range(by..).next().copied());
        let mut fewer = x.clone();
        b.iter().for_each(|&at| fewer.remove(at));
        assert_eq!(fewer, x.without(&y));
        assert!((0..width).all(|at| x.has(at) == a.contains(&at)));
    }

    proptest! {
        /// Words and slices are sets as the library knows them, and equal sets are equal however they were made.
        #[test]
        fn sets_are_sets(a in btree_set(0u32..300, 0..60), b in btree_set(0u32..300, 0..60), by in 0u32..200, thin: bool) {
            let dense = |set: &BTreeSet<u32>| if thin { set.clone() } else { set.iter().flat_map(|&at| at..at + 9).collect() };
            let (a, b) = (dense(&a), dense(&b));
            check::<Grown>(&a, &b, by, 320);
            let small = |set: &BTreeSet<u32>| set.iter().map(|at| at % 100).collect::<BTreeSet<u32>>();
            let (a, b) = (small(&a), small(&b));
            check::<Grown>(&a, &b, by % 28, 111);
            check::<u128>(&a, &b, by % 28, 111);
            prop_assert_eq!(grown(&a).cmp(&grown(&b)), a.iter().rev().cmp(b.iter().rev()));
        }
    }
}
