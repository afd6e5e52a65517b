//! Numbers for positions: equal positions get the same number.

use crate::table::hash;
use grundy_budget::{Budget, Exhausted, pulse};
use std::hash::Hash;

/// The positions met so far, numbered in the order in which they were met, and a table that finds their numbers.
///
/// Options of neighbouring positions tend to be neighbours too. So an option is compared with two guesses before the table
/// is asked: the position after the one that stood in the same place of the row before, and the position after the option
/// just before it. Both are in fast memory as a rule; the table of a large graph is not. What no guess finds waits for others:
/// first all their entries are read, then all the positions that these name, so that the memory is asked for many at once.
#[derive(Debug)]
pub(crate) struct Interner<P> {
    list: Vec<P>,
    /// A number plus one at the place of its hash or after it, below as many bits of the hash as there is room for; 0 is free.
    places: Vec<u32>,
    /// For each place in a row, the number after the one that stood there last.
    guesses: Vec<u32>,
    open: Vec<Open>,
    budget: Budget,
}

/// An option that no guess has found: its index and its place in its row.
#[derive(Clone, Copy, Debug)]
struct Open {
    index: usize,
    column: usize,
    hash: u64,
    /// The entry at the first place where it may be, later its number.
    found: u32,
}

const FIRST: usize = 16;

/// The most places: their numbers must fit into an entry.
const MOST: usize = 1 << 31;

/// Options that are looked up together, at least.
const TOGETHER: usize = 64;

/// No number that is ever given.
const NONE: u32 = u32::MAX;

impl<P: Clone + Eq + Hash> Interner<P> {
    /// No positions yet; the table, but not the positions, counts against the budget.
    pub fn new(budget: &Budget) -> Result<Self, Exhausted> {
        budget.reserve(bytes(FIRST))?;
        let (list, guesses, open) = (Vec::new(), Vec::new(), Vec::new());
        Ok(Self { list, places: vec![0; FIRST], guesses, open, budget: budget.clone() })
    }

    /// The positions in the order of their numbers.
    pub fn list(&self) -> &[P] {
        &self.list
    }

    /// The number of a position that was met.
    pub fn find(&self, position: &P) -> Option<u32> {
        // why: what is not found was not met; the error is the place where it would stand.
        self.look(hash(position), position).ok()
    }

    /// The number of a position, which is the next one when it was not met before.
    pub fn number(&mut self, position: &P) -> Result<u32, Exhausted> {
        self.number_of(hash(position), position)
    }

    /// Appends the numbers of the options in some rows, of which is said where each ends, to `numbers`; options not met before
    /// get the next ones.
    pub fn number_rows(&mut self, options: &[P], ends: &[usize], numbers: &mut Vec<u32>) -> Result<(), Exhausted> {
        let first = numbers.len();
        let mut start = 0;
        for &end in ends {
            self.guess_row(start, &options[start..end], numbers);
            start = end;
            if self.open.len() >= TOGETHER {
                self.look_up(options, &mut numbers[first..])?;
            }
        }
        self.look_up(options, &mut numbers[first..])
    }

    /// Appends guesses, and notes what is not found by them.
    fn guess_row(&mut self, start: usize, row: &[P], numbers: &mut Vec<u32>) {
        if self.guesses.len() < row.len() {
            self.guesses.resize(row.len(), 0);
        }
        let mut after = 0;
        for (column, (option, guess)) in row.iter().zip(&mut self.guesses).enumerate() {
            if self.list.get(*guess as usize) != Some(option) {
                if self.list.get(after as usize) == Some(option) {
                    *guess = after;
                } else {
                    self.open.push(Open { index: start + column, column, hash: hash(option), found: 0 });
                }
            }
            numbers.push(*guess);
            *guess += 1;
            after = *guess;
        }
    }

    /// Numbers what was noted, in the order in which it was met. The loops are short, so that the processor has many reads
    /// under way.
    fn look_up(&mut self, options: &[P], numbers: &mut [u32]) -> Result<(), Exhausted> {
        for open in &mut self.open {
            open.found = self.places[home(open.hash, self.places.len())];
        }
        for at in 0..self.open.len() {
            let Open { index, hash, found, .. } = self.open[at];
            self.open[at].found = if self.holds(found, hash, &options[index]) { self.number_in(found) } else { NONE };
        }
        for at in 0..self.open.len() {
            let Open { index, column, hash, found } = self.open[at];
            let number = if found == NONE { self.number_of(hash, &options[index])? } else { found };
            numbers[index] = number;
            self.guesses[column] = number + 1;
        }
        self.open.clear();
        Ok(())
    }

    fn number_of(&mut self, hash: u64, position: &P) -> Result<u32, Exhausted> {
        self.look(hash, position).or_else(|place| {
            let number = self.list.len() as u32;
            self.list.push(position.clone());
            self.places[place] = entry(hash, number, self.places.len());
            if self.list.len() * 4 > self.places.len() * 3 {
                self.grow()?;
            }
            Ok(number)
        })
    }

    /// The number of a position with this hash, or the free place where it belongs.
    fn look(&self, hash: u64, position: &P) -> Result<u32, usize> {
        let mut place = home(hash, self.places.len());
        loop {
            match self.places[place] {
                0 => return Err(place),
                entry if self.holds(entry, hash, position) => return Ok(self.number_in(entry)),
                _ => place = (place + 1) & (self.places.len() - 1),
            }
        }
    }

    /// Whether an entry is that of a position: where its bits of the hash are right, the position is compared.
    fn holds(&self, found: u32, hash: u64, position: &P) -> bool {
        let number = self.number_in(found);
        found == entry(hash, number, self.places.len()) && self.list.get(number as usize) == Some(position)
    }

    /// The number in an entry; in a free one, none that is given.
    fn number_in(&self, entry: u32) -> u32 {
        (entry & (self.places.len() - 1) as u32).wrapping_sub(1)
    }

    /// Doubles the table. An entry has too few bits of its hash to find its new place, so all positions are hashed again.
    fn grow(&mut self) -> Result<(), Exhausted> {
        let (old, size) = (self.places.len(), self.places.len() * 2);
        if size > MOST {
            return Err(Exhausted::Memory);
        }
        self.budget.reserve(bytes(size))?;
        self.places = Vec::new();
        self.places = vec![0; size];
        self.budget.release(bytes(old));
        for (number, position) in (0..).zip(&self.list) {
            pulse(1);
            let hash = hash(position);
            let mut place = home(hash, size);
            while self.places[place] != 0 {
                place = (place + 1) & (size - 1);
            }
            self.places[place] = entry(hash, number, size);
        }
        Ok(())
    }
}

impl<P> Drop for Interner<P> {
    fn drop(&mut self) {
        self.budget.release(bytes(self.places.len()));
    }
}

/// Where a hash belongs: its top bits.
#[inline]
fn home(hash: u64, places: usize) -> usize {
    (hash >> (64 - places.trailing_zeros())) as usize
}

/// The entry of a number: the number plus one, which is less than the number of places, below the next bits of the hash.
#[inline]
fn entry(hash: u64, number: u32, places: usize) -> u32 {
    let next = (hash << places.trailing_zeros() >> 32) as u32;
    next & !((places - 1) as u32) | number.wrapping_add(1)
}

/// What so many places take.
fn bytes(places: usize) -> u64 {
    (places * size_of::<u32>()) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_budget::Limits;
    use std::collections::HashMap;
    use std::hash::Hasher;

    /// A position of which only some bits are hashed, so that others collide with it.
    #[derive(Clone, Debug, PartialEq, Eq)]
    struct Poor(u64);

    impl Hash for Poor {
        fn hash<H: Hasher>(&self, state: &mut H) {
            (self.0 % 50).hash(state);
        }
    }

    /// Numbers rows of made-up options and compares with a map.
    fn compare<P: Clone + Eq + Hash + std::fmt::Debug>(make: impl Fn(u64) -> P, spread: u64) {
        let budget = Budget::unlimited();
        let mut interner = Interner::new(&budget).unwrap();
        let (mut numbers, mut expected, mut met) = (Vec::new(), Vec::new(), HashMap::new());
        let mut random = 1u64;
        // Rows of up to 15 options, and now and then of more than are looked up together.
        for row in 0..400u64 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let length = if row % 50 == 49 { 5 * TOGETHER as u64 } else { random >> 60 };
            let keys = (0..length).map(|column| (random >> 33) % spread + row / 7 + column * (random >> 62));
            let options: Vec<(u64, P)> = keys.map(|key| (key, make(key))).collect();
            for (key, _) in &options {
                let next = met.len() as u32;
                expected.push(*met.entry(*key).or_insert(next));
            }
            let options: Vec<P> = options.into_iter().map(|(_, option)| option).collect();
            let (third, end) = (options.len() / 3, options.len());
            interner.number_rows(&options, &[third, third, end], &mut numbers).unwrap();
        }
        assert_eq!(numbers, expected);
        assert!(met.len() > 100 && interner.list().len() == met.len());
        assert!(met.iter().all(|(&key, &number)| interner.find(&make(key)) == Some(number)));
        assert_eq!(interner.find(&make(1 << 40)), None);
        assert!(budget.memory() > 0);
        drop(interner);
        assert_eq!(budget.memory(), 0);
    }

    #[test]
    fn numbers_are_given_in_the_order_of_meeting() {
        compare(|key| key, 300);
        compare(|key| vec![key / 10, key % 10], 300);
        compare(Poor, 300);
        compare(|key| key, 1 << 30);
    }

    #[test]
    fn memory_is_asked_for() {
        let budget = Budget::new(Limits { memory: Some(1000), ..Limits::default() });
        let mut interner = Interner::new(&budget).unwrap();
        let result = (0..1000u64).try_for_each(|key| interner.number(&key).map(drop));
        assert_eq!(result, Err(Exhausted::Memory));
        assert!(interner.list().len() > 40 && budget.memory() <= 1000);
    }
}
