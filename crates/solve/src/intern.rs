//! Numbers for positions: equal positions get the same number.

use crate::table::hash;
use grundy_budget::{Budget, Exhausted};
use std::hash::Hash;

/// The positions met so far, numbered in the order in which they were met, and a table that finds their numbers.
///
/// Options of neighbouring positions tend to be neighbours too. So an option is compared with two guesses before the table
/// is asked: the position after the one that stood in the same place of the row before, and the position after the option
/// just before it. Both are in fast memory as a rule; the table of a large graph is not.
#[derive(Debug)]
pub(crate) struct Interner<P> {
    list: Vec<P>,
    /// The top half of the hash above the number plus one, at the place of the hash or after it; 0 is free. With so much of
    /// the hash at hand, few other positions are looked at, and none when the table grows.
    places: Vec<u64>,
    /// For each place in a row, the number after the one that stood there last.
    guesses: Vec<u32>,
    open: Vec<Open>,
    budget: Budget,
}

/// An option that no guess has found, with the first place of the table where it may be.
#[derive(Clone, Copy, Debug)]
struct Open {
    index: usize,
    hash: u64,
    entry: u64,
}

const FIRST: usize = 16;

/// The most places: the top half of the hash must say where an entry belongs.
const MOST: usize = 1 << 32;

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

    /// Appends the numbers of the options of one position to `numbers`; options not met before get the next ones. What is
    /// not guessed is read from the table side by side, so that the memory is asked for all of it at once.
    pub fn number_row(&mut self, options: &[P], numbers: &mut Vec<u32>) -> Result<(), Exhausted> {
        if self.guesses.len() < options.len() {
            self.guesses.resize(options.len(), 0);
        }
        self.open.clear();
        let (first, mut after) = (numbers.len(), 0);
        for (index, (option, guess)) in options.iter().zip(&mut self.guesses).enumerate() {
            if self.list.get(*guess as usize) != Some(option) {
                if self.list.get(after as usize) == Some(option) {
                    *guess = after;
                } else {
                    let hash = hash(option);
                    self.open.push(Open { index, hash, entry: self.places[home(hash, self.places.len())] });
                }
            }
            numbers.push(*guess);
            *guess += 1;
            after = *guess;
        }
        for at in 0..self.open.len() {
            let Open { index, hash, entry } = self.open[at];
            let number = if self.holds(entry, hash, &options[index]) {
                number_in(entry)
            } else {
                self.number_of(hash, &options[index])?
            };
            numbers[first + index] = number;
            self.guesses[index] = number + 1;
        }
        Ok(())
    }

    fn number_of(&mut self, hash: u64, position: &P) -> Result<u32, Exhausted> {
        self.look(hash, position).or_else(|place| {
            let number = self.list.len() as u32;
            self.list.push(position.clone());
            self.places[place] = hash & TOP | u64::from(number + 1);
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
                entry if self.holds(entry, hash, position) => return Ok(number_in(entry)),
                _ => place = (place + 1) & (self.places.len() - 1),
            }
        }
    }

    fn holds(&self, entry: u64, hash: u64, position: &P) -> bool {
        (entry ^ hash) & TOP == 0 && self.list.get(number_in(entry) as usize) == Some(position)
    }

    /// Doubles the table. The places are in the order of the hashes, so both tables are passed through from front to back.
    fn grow(&mut self) -> Result<(), Exhausted> {
        let size = self.places.len() * 2;
        if size > MOST {
            return Err(Exhausted::Memory);
        }
        self.budget.reserve(bytes(size))?;
        let old = std::mem::replace(&mut self.places, vec![0; size]);
        for &entry in old.iter().filter(|&&entry| entry != 0) {
            let mut place = home(entry, size);
            while self.places[place] != 0 {
                place = (place + 1) & (size - 1);
            }
            self.places[place] = entry;
        }
        self.budget.release(bytes(old.len()));
        Ok(())
    }
}

impl<P> Drop for Interner<P> {
    fn drop(&mut self) {
        self.budget.release(bytes(self.places.len()));
    }
}

/// The bits of an entry that come from the hash.
const TOP: u64 = !(u32::MAX as u64);

/// The number in an entry; in a free one, none that is given.
fn number_in(entry: u64) -> u32 {
    (entry as u32).wrapping_sub(1)
}

/// Where a hash belongs: its top bits, so that the order of the places is the order of the hashes.
fn home(hash: u64, places: usize) -> usize {
    (hash >> (64 - places.trailing_zeros())) as usize
}

/// What so many places take.
fn bytes(places: usize) -> u64 {
    (places * size_of::<u64>()) as u64
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
        for row in 0..400u64 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let keys = (0..random >> 60).map(|column| (random >> 33) % spread + row / 7 + column * (random >> 62));
            let options: Vec<(u64, P)> = keys.map(|key| (key, make(key))).collect();
            for (key, _) in &options {
                let next = met.len() as u32;
                expected.push(*met.entry(*key).or_insert(next));
            }
            let options: Vec<P> = options.into_iter().map(|(_, option)| option).collect();
            interner.number_row(&options, &mut numbers).unwrap();
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
