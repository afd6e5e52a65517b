//! Staircases in a box: what is left of a chocolate bar, numbered densely, with tables of who wins and of nimbers.
//!
//! A staircase is a list of row lengths, none longer than the one before: a Young diagram, bounded by a monotone lattice
//! path. A bite at (row, column) cuts that row and all later ones down to less than the column.

use grundy_budget::{Budget, Exhausted};
use grundy_game::Play;

/// The dense numbering of the staircases in a box of `rows` × `columns`, in lexicographic order of the row lengths, so
/// that every bite leads to a smaller number.
///
/// With n rows and row lengths a1 ≥ a2 ≥ … the number is the sum of C(ai + n - i, n - i + 1), the combinatorial number
/// system of the lattice path (Lehmer 1964).
#[derive(Clone, Debug)]
pub struct Staircases {
    columns: usize,
    /// `terms[i][v]`: how many ways rows i, i+1, … have with row i below v.
    terms: Vec<Vec<u64>>,
    /// The same terms column by column: `by_column[v * rows + i]`, next to each other for all rows bitten at one column.
    by_column: Vec<u64>,
}

impl Staircases {
    /// The numbering for a box; `None` when there are 2^48 or more staircases.
    pub fn new(rows: usize, columns: usize) -> Option<Self> {
        let mut terms = vec![Vec::new(); rows];
        let mut below = vec![1u64; columns + 2];
        for row in terms.iter_mut().rev() {
            // Row i below v + 1: row i is some w ≤ v, and the rows after it are at most w.
            let mut sum = 0u64;
            let mut sums = vec![0];
            for ways in &below[1..] {
                sum = sum.checked_add(*ways).filter(|&sum| sum < 1 << 48)?;
                sums.push(sum);
            }
            below.clone_from(&sums);
            *row = sums;
        }
        let by_column = (0..columns).flat_map(|column| terms.iter().map(move |row: &Vec<u64>| row[column])).collect();
        Some(Self { columns, terms, by_column })
    }

    /// The number of rows of the box.
    pub fn rows(&self) -> usize {
        self.terms.len()
    }

    /// How many staircases there are, the empty one included.
    pub fn count(&self) -> u64 {
        self.within(0, self.columns)
    }

    /// How many ways the rows from `row` on have when none is longer than `bound`.
    fn within(&self, row: usize, bound: usize) -> u64 {
        self.terms.get(row).map_or(1, |terms| terms[bound + 1])
    }

    /// The number of a staircase of at most as many rows as the box.
    pub fn rank(&self, lengths: impl IntoIterator<Item = usize>) -> u64 {
        self.terms.iter().zip(lengths).map(|(terms, length)| terms[length]).sum()
    }

    /// The lengths of the staircase with a number.
    pub fn unrank(&self, number: u64) -> Vec<usize> {
        let (mut rest, mut bound) = (number, self.columns);
        let mut length = |terms: &Vec<u64>| {
            let length = terms[..=bound].partition_point(|&term| term <= rest) - 1;
            rest -= terms[length];
            bound = length;
            length
        };
        self.terms.iter().map(&mut length).collect()
    }

    /// Calls `visit` with the number and the lengths of every staircase, in order.
    pub fn each(&self, mut visit: impl FnMut(u64, &[usize])) {
        let mut walk = self.walk();
        for number in 0..self.count() {
            visit(number, &walk.lengths);
            walk.advance();
        }
    }

    /// Calls `visit` with column (from 0) and number of the option for every bite of a staircase, the poisoned square
    /// included.
    #[inline]
    fn bites(&self, walk: &Walk<'_>, mut visit: impl FnMut(usize, u64)) {
        let Walk { lengths, own, number, .. } = walk;
        let mut column = 0;
        for height in (1..=lengths.len()).rev() {
            // The columns that end in this row.
            let own = &own[..height];
            while column < lengths[height - 1] {
                let cut = &self.by_column[column * lengths.len()..][..height];
                let mut option = *number;
                for row in (0..height).rev() {
                    option = option - own[row] + cut[row];
                    visit(column, option);
                }
                column += 1;
            }
        }
    }

    /// A walk over all staircases, starting at the empty one.
    fn walk(&self) -> Walk<'_> {
        Walk { staircases: self, lengths: vec![0; self.rows()], own: vec![0; self.rows()], number: 0, turned: 0 }
    }

    /// Whether rows and columns may be exchanged.
    fn is_square(&self) -> bool {
        self.rows() == self.columns
    }

    /// What one more square, in the given row and column, adds to the number of the staircase turned over; 0 unless the
    /// box is square.
    fn square_turned(&self, row: usize, column: usize) -> u64 {
        if self.is_square() { self.terms[column][row + 1] - self.terms[column][row] } else { 0 }
    }
}

/// A staircase on the way from the first to the last one.
struct Walk<'a> {
    staircases: &'a Staircases,
    lengths: Vec<usize>,
    /// The term of each row; their sum is the number.
    own: Vec<u64>,
    number: u64,
    /// In a square box, the number of the staircase with rows and columns exchanged.
    turned: u64,
}

impl Walk<'_> {
    /// Goes on to the staircase with the next number; from the last one to the empty one.
    fn advance(&mut self) {
        self.number += 1;
        for row in (0..self.lengths.len()).rev() {
            let bound = if row == 0 { self.staircases.columns } else { self.lengths[row - 1] };
            if self.lengths[row] < bound {
                self.turned += self.staircases.square_turned(row, self.lengths[row]);
                self.lengths[row] += 1;
                self.own[row] = self.staircases.terms[row][self.lengths[row]];
                return;
            }
            self.turned -= (0..bound).map(|column| self.staircases.square_turned(row, column)).sum::<u64>();
            self.lengths[row] = 0;
            self.own[row] = 0;
        }
        self.number = 0;
    }

    /// The length of the last row; the box must have rows.
    fn last(&self) -> usize {
        self.lengths[self.lengths.len() - 1]
    }
}

/// Memory counted against a budget until it is dropped.
#[derive(Debug)]
struct Held {
    budget: Budget,
    bytes: u64,
}

impl Held {
    fn new(budget: &Budget, bytes: u64) -> Result<Self, Exhausted> {
        budget.reserve(bytes)?;
        Ok(Self { budget: budget.clone(), bytes })
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.budget.release(self.bytes);
    }
}

/// The nimbers of all staircases in a box, the poisoned square counted as removed: one byte each, more when the box has
/// more than [`Nimbers::BYTES`] squares.
#[derive(Debug)]
pub struct Nimbers<T> {
    staircases: Staircases,
    table: Vec<T>,
    _held: Held,
}

impl Nimbers<u8> {
    /// Most squares of a box whose nimbers fit into bytes.
    pub const BYTES: usize = 255;
}

impl<T: Copy + Default + Into<u64> + TryFrom<u64>> Nimbers<T> {
    /// Fills the table: time proportional to staircases times squares, half of that when the box is square and a
    /// staircase has the nimber of its mirror image.
    pub fn fill(staircases: Staircases, budget: &Budget) -> Result<Self, Exhausted> {
        let count = staircases.count();
        budget.spend(count)?;
        let held = Held::new(budget, count * size_of::<T>() as u64)?;
        let mut nimbers = vec![T::default(); count as usize];
        // A nimber is at most the number of moves, less than the number of squares: that is free to stand for the empty
        // staircase, which is not an option, so that bites need not look out for the poisoned square.
        let squares = staircases.rows() * staircases.columns;
        // why: nimbers are at most the number of squares, for which the type is chosen.
        let entry = |nimber: usize| T::try_from(nimber as u64).unwrap_or_default();
        nimbers[0] = entry(squares);
        let mut walk = staircases.walk();
        let mut seen = Seen::new(squares + 1);
        for number in 1..count {
            if number % (1 << 16) == 0 {
                budget.check()?;
            }
            walk.advance();
            if staircases.is_square() && walk.turned < number {
                nimbers[number as usize] = nimbers[walk.turned as usize];
                continue;
            }
            let (known, rest) = nimbers.split_at_mut(number as usize);
            seen.clear();
            staircases.bites(&walk, |_, option| seen.insert(known[option as usize].into() as usize));
            rest[0] = entry(seen.mex());
        }
        Ok(Self { staircases, table: nimbers, _held: held })
    }

    /// The nimber of a staircase that fits into the box.
    pub fn nimber(&self, lengths: impl IntoIterator<Item = usize>) -> u64 {
        self.table[self.staircases.rank(lengths) as usize].into()
    }
}

/// A set of small numbers, emptied at no cost: an entry belongs to it while it shows the current stamp. Inserting only
/// writes, so that no insertion waits for the one before, as it would with bits that share a word.
struct Seen {
    stamps: Vec<u8>,
    stamp: u8,
}

/// Stamps compared at once.
const LANES: usize = 16;

impl Seen {
    /// The empty set of numbers below `bound`.
    fn new(bound: usize) -> Self {
        // One more number than can be inserted, so that there is always a smallest one that was not.
        Self { stamps: vec![0; (bound / LANES + 1) * LANES], stamp: 0 }
    }

    fn clear(&mut self) {
        if self.stamp == u8::MAX {
            self.stamps.fill(0);
            self.stamp = 0;
        }
        self.stamp += 1;
    }

    #[inline]
    fn insert(&mut self, number: usize) {
        self.stamps[number] = self.stamp;
    }

    /// The smallest number that is not in the set.
    #[inline]
    fn mex(&self) -> usize {
        let full = self.stamps.chunks_exact(LANES).take_while(|chunk| **chunk == [self.stamp; LANES]).count();
        let rest = &self.stamps[full * LANES..];
        full * LANES + rest.iter().take_while(|&&stamp| stamp == self.stamp).count()
    }
}

/// Which staircases in a box are lost for the player about to move: one bit each.
///
/// The rows are cut into upper ones and a few lower ones. For each choice of upper rows the lower ones are a bit set, and
/// the sets are filled in the order of the upper rows. A bite into the upper rows leads, for all lower rows together, to a
/// set that is known already: it is joined in whole words. Where the bite reaches into the lower rows they are cut down as
/// well, which in lexicographic order is a copy of blocks of bits. What no bite into the upper rows has won is then marked
/// in order: the first unmarked one is lost, and whatever leads to it by a bite into the lower rows is won.
#[derive(Debug)]
pub struct Losing {
    upper: Staircases,
    lower: Staircases,
    /// Where the bit set of each choice of upper rows starts.
    starts: Vec<u32>,
    words: Vec<u64>,
    _held: Held,
}

/// Most lower rows; their moves are listed one by one, so they must be few.
const MOST_ARCS: u64 = 1 << 22;

impl Losing {
    /// Fills the table for a box with at least one row.
    pub fn fill(rows: usize, columns: usize, play: Play, budget: &Budget) -> Result<Self, Exhausted> {
        let cut = |lower: usize| Some((Staircases::new(rows - lower, columns)?, Staircases::new(lower, columns)?));
        let fits = |lower: &usize| {
            let arcs = Staircases::new(*lower, columns).map(|part| part.count() * (lower * columns / 2 + 1) as u64);
            arcs.is_some_and(|arcs| arcs <= MOST_ARCS)
        };
        // why: where nothing fits no row is a lower one.
        let lower = (0..rows).rev().find(fits).unwrap_or(0);
        let (upper, lower) = cut(lower).ok_or(Exhausted::Memory)?;
        let words: u64 = (0..=columns)
            .map(|bound| upper.ending_in(bound).saturating_mul(lower.words(bound) as u64))
            .fold(0, u64::saturating_add);
        if words >= 1 << 32 {
            return Err(Exhausted::Memory);
        }
        let sources = Sources::list(&lower);
        let bytes = words * 8 + upper.count() * 4 + sources.list.len() as u64 * 4;
        let held = Held::new(budget, bytes)?;
        let (starts, words) = (Vec::with_capacity(upper.count() as usize), Vec::with_capacity(words as usize));
        let mut table = Self { upper, lower, starts, words, _held: held };
        table.mark_all(&sources, play, budget)?;
        Ok(table)
    }

    fn mark_all(&mut self, sources: &Sources, play: Play, budget: &Budget) -> Result<(), Exhausted> {
        let upper = self.upper.clone();
        let mut walk = upper.walk();
        let mut won = vec![0u64; self.lower.words(self.lower.columns)];
        // Whoever finds the poisoned square gone has won, and so has whoever may not move under misère play.
        let finished = if play == Play::Misere { 2 } else { 1 };
        let mut meter = budget.meter();
        for number in 0..upper.count() {
            if number % (1 << 12) == 0 {
                budget.check()?;
            }
            let bound = walk.last();
            meter.steps(self.lower.within(0, bound))?;
            self.won_by_upper_bites(&walk, &mut won);
            won[0] |= u64::from(number < finished);
            self.starts.push(self.words.len() as u32);
            self.mark_lower(bound, sources, &mut won);
            walk.advance();
        }
        Ok(())
    }

    /// Sets the bits of all lower rows that some bite into the given upper rows wins.
    fn won_by_upper_bites(&self, walk: &Walk<'_>, won: &mut [u64]) {
        let bound = walk.last();
        won[..self.lower.words(bound)].fill(0);
        let mut reached = 0;
        self.upper.bites(walk, |column, option| {
            // Bites at a column cut the lower rows down to it: bits so far are carried over to longer rows first.
            while reached < column.min(bound) {
                reached += 1;
                self.lower.lengthen(reached, won);
            }
            let start = self.starts[option as usize] as usize;
            let length = self.lower.words(column.min(bound));
            for (word, lost) in won[..length].iter_mut().zip(&self.words[start..start + length]) {
                *word |= lost;
            }
        });
        while reached < bound {
            reached += 1;
            self.lower.lengthen(reached, won);
        }
    }

    /// Appends the bit set of the lost lower rows up to `bound`, given those that bites into the upper rows win.
    fn mark_lower(&mut self, bound: usize, sources: &Sources, won: &mut [u64]) {
        let count = self.lower.within(0, bound);
        for index in 0..self.lower.words(bound) {
            let valid = if count - index as u64 * 64 >= 64 { u64::MAX } else { (1 << (count % 64)) - 1 };
            let mut lost = 0;
            loop {
                let open = !won[index] & valid;
                if open == 0 {
                    break;
                }
                let bit = open & open.wrapping_neg();
                lost |= bit;
                won[index] |= bit;
                for &source in sources.of(index * 64 + bit.trailing_zeros() as usize) {
                    if u64::from(source) >= count {
                        break;
                    }
                    won[source as usize / 64] |= 1 << (source % 64);
                }
            }
            self.words.push(lost);
        }
    }

    /// Whether the player about to move loses a staircase that fits into the box.
    pub fn is_losing(&self, lengths: impl IntoIterator<Item = usize>) -> bool {
        let mut lengths = lengths.into_iter();
        let upper = self.upper.rank(lengths.by_ref().take(self.upper.rows()));
        let lower = self.lower.rank(lengths);
        self.words[self.starts[upper as usize] as usize + lower as usize / 64] >> (lower % 64) & 1 == 1
    }

    /// The winning bites of the bar of `rows` × `columns`, as (row, column) from 1; the bar must fit into the box.
    pub fn winning_bites(&self, rows: usize, columns: usize) -> Vec<(usize, usize)> {
        let squares = (1..=rows).flat_map(|row| (1..=columns).map(move |column| (row, column)));
        let bitten = |&(row, column): &(usize, usize)| {
            self.is_losing((1..=rows).map(|other| if other < row { columns } else { column - 1 }))
        };
        squares.filter(bitten).collect()
    }
}

impl Staircases {
    /// Words that a bit set of all staircases within `bound` takes.
    fn words(&self, bound: usize) -> usize {
        self.within(0, bound).div_ceil(64) as usize
    }

    /// How many staircases have a last row of exactly `bound`.
    fn ending_in(&self, bound: usize) -> u64 {
        Self::new(self.rows() - 1, self.columns - bound).map_or(u64::MAX, |part| part.count())
    }

    /// Extends a bit set over the staircases within `bound` - 1 to those within `bound`: each gets the bit of itself cut
    /// down to `bound` - 1. Those that start with exactly r rows of `bound` form a block, and so do their images.
    fn lengthen(&self, bound: usize, bits: &mut [u64]) {
        let mut to = self.within(0, bound - 1);
        let mut from = 0;
        for row in 0..self.rows() {
            from += self.terms[row][bound - 1];
            let length = self.within(row + 1, bound - 1);
            copy_bits(bits, from as usize, to as usize, length as usize);
            to += length;
        }
    }
}

/// Copies `length` bits to a later place whose bits are clear.
fn copy_bits(bits: &mut [u64], from: usize, to: usize, length: usize) {
    let mut done = 0;
    while done < length {
        let (source, target) = (from + done, to + done);
        // Up to the end of the target word.
        let take = (64 - target % 64).min(length - done);
        let low = bits[source / 64] >> (source % 64);
        let high = match source % 64 {
            0 => 0,
            shift if shift + take > 64 => bits[source / 64 + 1] << (64 - shift),
            _ => 0,
        };
        let mask = if take == 64 { u64::MAX } else { (1 << take) - 1 };
        bits[target / 64] |= ((low | high) & mask) << (target % 64);
        done += take;
    }
}

/// For each staircase those that a bite turns into it, in increasing order.
struct Sources {
    starts: Vec<u32>,
    list: Vec<u32>,
}

impl Sources {
    fn list(staircases: &Staircases) -> Self {
        let count = staircases.count() as usize;
        let mut starts = vec![0u32; count + 1];
        let each = |visit: &mut dyn FnMut(u32, usize)| {
            let mut walk = staircases.walk();
            for number in 1..count {
                walk.advance();
                staircases.bites(&walk, |_, to| visit(number as u32, to as usize));
            }
        };
        each(&mut |_, to| starts[to + 1] += 1);
        for index in 0..count {
            starts[index + 1] += starts[index];
        }
        let mut next = starts.clone();
        let mut list = vec![0; starts[count] as usize];
        each(&mut |from, to| {
            list[next[to] as usize] = from;
            next[to] += 1;
        });
        Self { starts, list }
    }

    fn of(&self, number: usize) -> &[u32] {
        &self.list[self.starts[number] as usize..self.starts[number + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn all(rows: usize, columns: usize) -> Vec<Vec<usize>> {
        let staircases = Staircases::new(rows, columns).unwrap();
        let mut walk = staircases.walk();
        let mut list = Vec::new();
        for _ in 0..staircases.count() {
            list.push(walk.lengths.clone());
            walk.advance();
        }
        assert!(walk.lengths.iter().all(|&length| length == 0), "the walk comes back to the start");
        list
    }

    #[test]
    fn staircases_come_in_order_and_are_found_by_number() {
        let staircases = Staircases::new(3, 4).unwrap();
        let mut seen = 0;
        staircases.each(|number, lengths| {
            assert_eq!((number, staircases.unrank(number).as_slice()), (seen, lengths));
            assert_eq!(staircases.rank(lengths.iter().copied()), number);
            seen += 1;
        });
        assert_eq!(seen, staircases.count());
    }

    #[test]
    fn numbers_are_dense_and_options_come_first() {
        for (rows, columns) in [(0, 3), (1, 1), (1, 5), (5, 1), (3, 4), (6, 6)] {
            let staircases = Staircases::new(rows, columns).unwrap();
            let mut walk = staircases.walk();
            for number in 0..staircases.count() {
                assert_eq!((walk.number, staircases.rank(walk.lengths.iter().copied())), (number, number));
                let mut bites = 0;
                staircases.bites(&walk, |_, option| {
                    assert!(option < number);
                    bites += 1;
                });
                assert_eq!(bites, walk.lengths.iter().sum::<usize>());
                walk.advance();
            }
        }
        assert_eq!(Staircases::new(16, 16).unwrap().count(), 601_080_390);
        assert!(Staircases::new(1000, 1000).is_none());
    }

    /// Cut into upper and lower rows in every way, the table is the one that nimbers give.
    #[test]
    fn lost_staircases_have_nimber_0() {
        for (rows, columns) in [(1, 1), (1, 4), (2, 5), (4, 3), (5, 5), (7, 4), (6, 7)] {
            let nimbers = Nimbers::<u8>::fill(Staircases::new(rows, columns).unwrap(), &Budget::unlimited()).unwrap();
            let losing = Losing::fill(rows, columns, Play::Normal, &Budget::unlimited()).unwrap();
            for lengths in all(rows, columns).into_iter().skip(1) {
                let nimber = nimbers.nimber(lengths.iter().copied());
                assert_eq!(losing.is_losing(lengths.iter().copied()), nimber == 0, "{lengths:?}");
            }
        }
    }

    #[test]
    fn memory_is_asked_for_and_given_back() {
        let budget = Budget::new(grundy_budget::Limits { memory: Some(1 << 20), ..Default::default() });
        assert_eq!(Losing::fill(16, 16, Play::Normal, &budget).unwrap_err(), Exhausted::Memory);
        assert_eq!(Losing::fill(40, 40, Play::Normal, &budget).unwrap_err(), Exhausted::Memory);
        drop(Losing::fill(6, 6, Play::Normal, &budget).unwrap());
        assert_eq!(budget.memory(), 0);
    }

    proptest! {
        #[test]
        fn bits_are_copied(mut bits in proptest::collection::vec(any::<u64>(), 4..8), from in 0usize..100, length in 0usize..120, gap in 0usize..70) {
            let to = from + length.min(60) + gap;
            let length = length.min(bits.len() * 64 - to.min(bits.len() * 64)).min(to - from);
            for place in to..to + length {
                bits[place / 64] &= !(1 << (place % 64));
            }
            let bit = |bits: &[u64], place: usize| bits[place / 64] >> (place % 64) & 1;
            let mut expected = bits.clone();
            for offset in 0..length {
                expected[(to + offset) / 64] |= bit(&bits, from + offset) << ((to + offset) % 64);
            }
            copy_bits(&mut bits, from, to, length);
            prop_assert_eq!(bits, expected);
        }
    }
}
