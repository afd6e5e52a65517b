//! A transposition table of positions that are words, for one thread or for many without locks.
//!
//! A word is mixed by a permutation of all words. Its first bits name a row, so only the others need be kept: with 16 bits of
//! what is noted they fit one word of memory, and whole positions are kept all the same (J. G. Cleary, Compact hash tables using
//! bidirectional linear probing, 1984). A word of memory is read and written at once, so threads that share the table can never see
//! one half of an entry and another half of the next, and they need no locks. A row is a line of the cache.

use crate::Stop;
use crate::table::{EXACT, Join, PATIENCE, ROW};
use grundy_budget::{Budget, Exhausted};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// A thread's hold on a table of words.
pub(crate) struct Packed {
    rows: Arc<Rows>,
    shared: Arc<Shared>,
    /// How often the table had grown when `rows` was taken.
    age: usize,
    /// Entries made and replaced here that `shared` does not count yet.
    made: usize,
    replaced: usize,
    /// Whether other threads have had a hold on it too.
    dealt: bool,
}

/// What the threads that use a table share beside its rows.
struct Shared {
    budget: Budget,
    newest: Mutex<Arc<Rows>>,
    age: AtomicUsize,
    used: AtomicUsize,
    replaced: AtomicUsize,
    /// Whether the budget may still grant a larger table.
    growing: AtomicBool,
}

/// The rows of a table of one size.
struct Rows {
    list: Vec<Row>,
    /// How many bits of a mixed word do not count for the row.
    rest: u32,
    budget: Budget,
}

/// Entries: what is left of a mixed word, whether they stand in their second row, and what is noted; 0 is a free place. Places are
/// never freed, so the free ones of a row come last.
#[derive(Default)]
#[repr(align(64))]
struct Row([AtomicU64; ROW]);

/// What became of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Put {
    Joined,
    Made,
    Replaced,
}

/// Bits of an entry that hold what is noted.
const NOTE: u32 = 16;

/// The fewest rows: of a mixed word, 47 bits fit an entry beside the note and the bit for the second row.
const FEWEST: usize = 1 << 17;

/// How many entries a thread makes before the others hear of it.
const TOLD: usize = 1 << 8;

impl Packed {
    /// An empty table, when the budget has room for the smallest.
    pub fn new(budget: &Budget) -> Result<Self, Exhausted> {
        let rows = Arc::new(Rows::new(FEWEST, budget)?);
        let shared = Shared {
            budget: budget.clone(),
            newest: Mutex::new(Arc::clone(&rows)),
            age: AtomicUsize::new(0),
            used: AtomicUsize::new(0),
            replaced: AtomicUsize::new(0),
            growing: AtomicBool::new(true),
        };
        Ok(Self { rows, shared: Arc::new(shared), age: 0, made: 0, replaced: 0, dealt: false })
    }

    /// A table of these words with their notes; `None` when there are none, or no room.
    pub fn of_words(words: &[(u64, u16)], budget: &Budget) -> Result<Option<Self>, Stop> {
        if words.is_empty() {
            return Ok(None);
        }
        let Ok(mut packed) = Self::new(budget) else { return Ok(None) };
        for &(word, note) in words {
            packed.put(word, note, |_, new| new)?;
        }
        Ok(Some(packed))
    }

    /// The same table for another thread.
    pub fn share(&mut self) -> Self {
        self.dealt = true;
        let (rows, shared) = (Arc::clone(&self.rows), Arc::clone(&self.shared));
        Self { rows, shared, age: self.age, made: 0, replaced: 0, dealt: true }
    }

    /// Whether other threads use the table or have used it.
    pub fn is_shared(&self) -> bool {
        self.dealt
    }

    /// What was noted of `word`; 0 when nothing is remembered.
    #[inline]
    pub fn get(&self, word: u64) -> u16 {
        self.rows.get(mixed(word))
    }

    /// Something of the memory in which `word` may stand.
    #[inline]
    pub fn touch(&self, word: u64) -> u64 {
        self.rows.list[self.rows.parts(mixed(word)).0].0[0].load(Ordering::Relaxed)
    }

    /// Notes something of `word`, joined by `join` with what was noted before. While another thread makes the table larger, what
    /// is noted may be forgotten.
    pub fn put(&mut self, word: u64, note: u16, join: Join) -> Result<(), Stop> {
        if self.age != self.shared.age.load(Ordering::Relaxed) {
            self.take_newest();
        }
        let full = self.used() * 8 > self.rows.places() * 7;
        match self.rows.put(mixed(word), note, join, full) {
            Put::Joined => return Ok(()),
            Put::Made => self.made += 1,
            Put::Replaced => self.replaced += 1,
        }
        if self.made + self.replaced >= TOLD {
            self.tell()?;
        }
        Ok(())
    }

    fn used(&self) -> usize {
        self.shared.used.load(Ordering::Relaxed) + self.made
    }

    fn take_newest(&mut self) {
        let newest = self.shared.newest.lock().unwrap_or_else(PoisonError::into_inner);
        self.rows = Arc::clone(&newest);
        self.age = self.shared.age.load(Ordering::Relaxed);
        (self.made, self.replaced) = (0, 0);
    }

    /// Counts what was put in, and doubles the table when it is three quarters full. A table that has no more memory and has been
    /// replaced too often is a want of memory.
    #[cold]
    fn tell(&mut self) -> Result<(), Stop> {
        let shared = &*self.shared;
        let used = shared.used.fetch_add(std::mem::take(&mut self.made), Ordering::Relaxed);
        let replaced = shared.replaced.fetch_add(std::mem::take(&mut self.replaced), Ordering::Relaxed);
        if shared.growing.load(Ordering::Relaxed) {
            if used * 4 >= self.rows.places() * 3 {
                self.grow();
            }
            return Ok(());
        }
        if replaced > PATIENCE * self.rows.places() { Err(Exhausted::Memory.into()) } else { Ok(()) }
    }

    /// Doubles the table, unless another thread is doing so.
    fn grow(&mut self) {
        let Ok(mut newest) = self.shared.newest.try_lock() else { return };
        if self.shared.age.load(Ordering::Relaxed) != self.age {
            return;
        }
        let Ok(rows) = Rows::new(2 * self.rows.list.len(), &self.shared.budget) else {
            self.shared.growing.store(false, Ordering::Relaxed);
            return;
        };
        let mut used = 0;
        for (mixed, note) in self.rows.entries() {
            used += usize::from(rows.put(mixed, note, |_, new| new, false) == Put::Made);
        }
        self.rows = Arc::new(rows);
        self.age += 1;
        *newest = Arc::clone(&self.rows);
        self.shared.used.store(used, Ordering::Relaxed);
        self.shared.replaced.store(0, Ordering::Relaxed);
        self.shared.age.store(self.age, Ordering::Relaxed);
    }
}

impl Rows {
    fn new(count: usize, budget: &Budget) -> Result<Self, Exhausted> {
        budget.reserve((count * size_of::<Row>()) as u64)?;
        let mut list = Vec::new();
        list.resize_with(count, Row::default);
        Ok(Self { list, rest: u64::BITS - count.trailing_zeros(), budget: budget.clone() })
    }

    fn places(&self) -> usize {
        self.list.len() * ROW
    }

    /// The first row of a mixed word, and what is left of the word.
    #[inline]
    fn parts(&self, mixed: u64) -> (usize, u64) {
        ((mixed >> self.rest) as usize, mixed & ((1 << self.rest) - 1))
    }

    /// From the first row to the second or back.
    #[inline]
    fn other(&self, row: usize, left: u64) -> usize {
        row ^ (left.wrapping_mul(MULTIPLIER) >> self.rest) as usize
    }

    #[inline]
    fn get(&self, mixed: u64) -> u16 {
        let (row, left) = self.parts(mixed);
        match self.list[row].get(left << 1) {
            Some(note) => note,
            None => self.get_second(row, left),
        }
    }

    /// Seldom needed: most rows have a free place.
    #[inline(never)]
    fn get_second(&self, row: usize, left: u64) -> u16 {
        // why: what is not in its second row either is not there.
        self.list[self.other(row, left)].get(left << 1 | 1).unwrap_or(0)
    }

    /// Puts an entry into its first row or, where that is full, its second; into rows that are both full by moving another to its
    /// second row, or in its place. In a full table moving would seldom succeed, and is not tried.
    fn put(&self, mixed: u64, note: u16, join: Join, full: bool) -> Put {
        let (first, left) = self.parts(mixed);
        let second = self.other(first, left);
        let put = self.list[first].put(left << 1, note, join);
        let put = put.or_else(|| self.list[second].put(left << 1 | 1, note, join));
        put.unwrap_or_else(|| {
            let entry = left << (NOTE + 1) | u64::from(note);
            if !full && (self.displace(first, entry) || self.displace(second, entry | 1 << NOTE)) {
                return Put::Made;
            }
            // A nimber is worth more than a few exclusions; among equals the word chooses.
            let turn = (left >> 8) as usize % ROW;
            let places = &self.list[first].0;
            let mut turns = (0..ROW).map(|step| (turn + step) % ROW);
            let loose = turns.find(|&at| places[at].load(Ordering::Relaxed) & u64::from(EXACT) == 0);
            // why: where all are nimbers, the one in turn goes.
            places[loose.unwrap_or(turn)].store(entry, Ordering::Relaxed);
            Put::Replaced
        })
    }

    /// Puts an entry in the place of one that has this row for its first and moves to its second.
    fn displace(&self, row: usize, entry: u64) -> bool {
        self.list[row].0.iter().any(|place| {
            let old = place.load(Ordering::Relaxed);
            let second = &self.list[self.other(row, old >> (NOTE + 1))];
            if old >> NOTE & 1 == 1 || std::ptr::eq(second, &raw const self.list[row]) {
                return false;
            }
            let moved = old | 1 << NOTE;
            let free = second.0.iter().find(|place| place.load(Ordering::Relaxed) == 0);
            free.is_some_and(|free| {
                free.compare_exchange(0, moved, Ordering::Relaxed, Ordering::Relaxed).is_ok()
                    && place.compare_exchange(old, entry, Ordering::Relaxed, Ordering::Relaxed).is_ok()
            })
        })
    }

    /// All mixed words with what is noted of them.
    fn entries(&self) -> impl Iterator<Item = (u64, u16)> + '_ {
        self.list.iter().enumerate().flat_map(move |(row, places)| {
            let entries = places.0.iter().map(|place| place.load(Ordering::Relaxed)).take_while(|&entry| entry != 0);
            entries.map(move |entry| {
                let left = entry >> (NOTE + 1);
                let first = if entry >> NOTE & 1 == 1 { self.other(row, left) } else { row };
                ((first as u64) << self.rest | left, entry as u16)
            })
        })
    }
}

impl Drop for Rows {
    fn drop(&mut self) {
        self.budget.release((self.list.len() * size_of::<Row>()) as u64);
    }
}

impl Row {
    /// What is noted of the entry with this key, 0 when it would stand here and does not, `None` when the row is full without it.
    #[inline]
    fn get(&self, key: u64) -> Option<u16> {
        for place in &self.0 {
            let entry = place.load(Ordering::Relaxed);
            if entry >> NOTE == key || entry == 0 {
                return Some(entry as u16);
            }
        }
        None
    }

    /// Puts an entry into the place it has or the first free one; `None` when the row is full without it.
    fn put(&self, key: u64, note: u16, join: Join) -> Option<Put> {
        for place in &self.0 {
            let mut entry = place.load(Ordering::Relaxed);
            while entry == 0 || entry >> NOTE == key {
                let (noted, put) = if entry == 0 { (note, Put::Made) } else { (join(entry as u16, note), Put::Joined) };
                let new = key << NOTE | u64::from(noted);
                match place.compare_exchange_weak(entry, new, Ordering::Relaxed, Ordering::Relaxed) {
                    Ok(_) => return Some(put),
                    Err(now) => entry = now,
                }
            }
        }
        None
    }
}

/// 2^64 divided by the golden ratio.
const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;

/// A permutation of all words (each step can be undone) that takes words which are alike far apart.
#[inline]
fn mixed(word: u64) -> u64 {
    let word = (word ^ word >> 32).wrapping_mul(MULTIPLIER);
    (word ^ word >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9)
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_budget::Limits;

    /// What the tests note of a word; never 0.
    fn note(word: u64) -> u16 {
        (word % 999) as u16 + 1
    }

    #[test]
    fn a_table_that_may_grow_forgets_next_to_nothing() {
        // In order, on a line, and far apart: the second grows twice.
        for (count, factor) in [(700_000u64, 1), (2_000_000, 1 << 40), (900_000, 0xD134_2543_DE82_EF95)] {
            let budget = Budget::unlimited();
            let mut table = Packed::new(&budget).unwrap();
            let words = (0..count).map(|number| number.wrapping_mul(factor));
            words.clone().for_each(|word| table.put(word, note(word), |_, new| new).unwrap());
            assert_eq!(words.filter(|&word| table.get(word) != note(word)).count(), 0, "{count} {factor}");
            let absent = (count..2 * count).map(|number| number.wrapping_mul(factor));
            let distinct = if factor == 1 << 40 { 0 } else { count as usize };
            assert_eq!(absent.take(distinct).filter(|&word| table.get(word) != 0).count(), 0);
            drop(table);
            assert_eq!(budget.memory(), 0);
        }
    }

    #[test]
    fn notes_join() {
        let mut table = Packed::new(&Budget::unlimited()).unwrap();
        for word in [0, 7, u64::MAX] {
            assert_eq!(table.get(word), 0);
            table.put(word, 1, |old, new| old | new).unwrap();
            table.share().put(word, 4, |old, new| old | new).unwrap();
            assert_eq!(table.get(word), 5);
        }
    }

    #[test]
    fn a_full_table_forgets_but_never_lies() {
        let budget = Budget::new(Limits { memory: Some(10 << 20), ..Limits::default() });
        let mut table = Packed::new(&budget).unwrap();
        let full = 2_000_000u64;
        (0..full).for_each(|word| table.put(word, note(word), |_, new| new).unwrap());
        let kept = (0..full).filter(|&word| table.get(word) != 0).count();
        assert!(kept > 900_000 && kept <= 1 << 20, "{kept}");
        assert!((0..full).all(|word| [0, note(word)].contains(&table.get(word))));
        let result = (full..20 * full).try_for_each(|word| table.put(word, 1, |_, new| new));
        assert_eq!(result, Err(Stop::Exhausted(Exhausted::Memory)));
    }

    #[test]
    fn threads_never_see_half_an_entry() {
        // Enough words that the table grows while all threads put and look, the same words at about the same time.
        let mut table = Packed::new(&Budget::unlimited()).unwrap();
        std::thread::scope(|scope| {
            for thread in 0..4u64 {
                let mut table = table.share();
                scope.spawn(move || {
                    for number in 0..600_000u64 {
                        let word = (number / 2 * 4 + (thread + number) % 4) << 20;
                        table.put(word, note(word), |_, new| new).unwrap();
                        let other = (number.wrapping_mul(0x9E37_79B9) % 1_200_000) << 20;
                        assert!([0, note(other)].contains(&table.get(other)), "{other}");
                    }
                });
            }
        });
        table.take_newest();
        let words = (0..1_200_000u64).map(|number| number << 20);
        // What is put while the table grows may be forgotten.
        let kept = words.clone().filter(|&word| table.get(word) == note(word)).count();
        assert!(kept > 600_000, "{kept}");
        assert!(words.clone().all(|word| [0, note(word)].contains(&table.get(word))));
    }

    #[test]
    fn no_memory_at_all_is_refused() {
        let budget = Budget::new(Limits { memory: Some(1 << 20), ..Limits::default() });
        assert!(Packed::new(&budget).is_err());
        assert_eq!(budget.memory(), 0);
    }
}
