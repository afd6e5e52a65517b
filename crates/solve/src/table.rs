//! A transposition table of bounded memory.

use crate::Stop;
use grundy_budget::{Budget, Exhausted};
use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What is remembered of positions, shared by the threads of a search: 16 bits a position, 0 meaning nothing.
///
/// Whole positions are kept, never only their hashes, so an answer cannot come from a collision. The table doubles while
/// the budget grants it memory; after that new positions replace old ones within a short row of places. When the whole
/// table has been replaced [`PATIENCE`] times over, the search is running out of memory and is told so.
pub(crate) struct Table<P> {
    shards: Box<[Mutex<Shard<P>>]>,
    hasher: FxBuildHasher,
}

struct Shard<P> {
    budget: Budget,
    keys: Vec<Option<P>>,
    notes: Vec<u16>,
    used: usize,
    replaced: usize,
    /// Whether the budget may still grant a larger table.
    growing: bool,
    /// Bytes held outside `keys` and `notes` by positions with storage of their own.
    outside: u64,
}

/// Places in which a position may stand.
const ROW: usize = 8;
const FIRST: usize = 1 << 8;
/// How often a full table may be replaced.
const PATIENCE: usize = 8;

impl<P: Eq + Hash> Table<P> {
    /// An empty table for `threads` threads.
    pub fn new(budget: &Budget, threads: usize) -> Self {
        let shards = if threads > 1 { 64 } else { 1 };
        let shard = || {
            let budget = budget.clone();
            Mutex::new(Shard {
                budget,
                keys: Vec::new(),
                notes: Vec::new(),
                used: 0,
                replaced: 0,
                growing: true,
                outside: 0,
            })
        };
        Self { shards: (0..shards).map(|_| shard()).collect(), hasher: FxBuildHasher }
    }

    fn shard(&self, position: &P) -> (MutexGuard<'_, Shard<P>>, u64) {
        let hash = self.hasher.hash_one(position).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let shard = &self.shards[(hash & (self.shards.len() as u64 - 1)) as usize];
        (shard.lock().unwrap_or_else(PoisonError::into_inner), hash)
    }

    /// What was noted of `position`; 0 when nothing is remembered.
    pub fn get(&self, position: &P) -> u16 {
        let (shard, hash) = self.shard(position);
        shard.place(hash, position).map_or(0, |place| shard.notes[place])
    }

    /// Notes something of `position`, which takes `bytes` in all, joined by `join` with what was noted before.
    pub fn put(&self, position: &P, bytes: usize, note: u16, join: impl Fn(u16, u16) -> u16) -> Result<(), Stop>
    where
        P: Clone,
    {
        let (mut shard, hash) = self.shard(position);
        if let Some(place) = shard.place(hash, position) {
            shard.notes[place] = join(shard.notes[place], note);
            return Ok(());
        }
        let outside = bytes.saturating_sub(size_of::<P>()) as u64;
        shard.make_room(outside, |key| self.hasher.hash_one(key).wrapping_mul(0x9E37_79B9_7F4A_7C15))?;
        shard.insert(hash, position.clone(), note);
        if shard.replaced > PATIENCE * shard.keys.len() { Err(Exhausted::Memory.into()) } else { Ok(()) }
    }
}

impl<P: Eq> Shard<P> {
    /// The first place of a row; the top bits of the hash, so that growing keeps neighbours together.
    fn row(&self, hash: u64) -> usize {
        if self.keys.is_empty() { 0 } else { (hash >> (64 - (self.keys.len() / ROW).trailing_zeros())) as usize * ROW }
    }

    fn place(&self, hash: u64, position: &P) -> Option<usize> {
        let row = self.row(hash);
        let keys = self.keys.get(row..row + ROW)?;
        keys.iter().position(|key| key.as_ref() == Some(position)).map(|at| row + at)
    }

    fn insert(&mut self, hash: u64, position: P, note: u16) {
        let row = self.row(hash);
        let free = (row..row + ROW).find(|&place| self.keys[place].is_none());
        let place = free.unwrap_or_else(|| {
            // A nimber is worth more than a few exclusions; among equals the hash chooses.
            let turn = (hash >> 8) as usize % ROW;
            let loose = (0..ROW).map(|step| row + (turn + step) % ROW).find(|&place| self.notes[place] & EXACT == 0);
            loose.unwrap_or(row + turn)
        });
        self.used += usize::from(free.is_some());
        self.replaced += usize::from(free.is_none());
        self.keys[place] = Some(position);
        self.notes[place] = note;
    }

    /// Doubles the table when it is three quarters full and the budget allows; fails only without any table at all.
    fn make_room(&mut self, outside: u64, hash: impl Fn(&P) -> u64) -> Result<(), Stop> {
        if self.growing && outside > 0 {
            self.growing = self.budget.reserve(outside).is_ok();
            self.outside += if self.growing { outside } else { 0 };
        }
        if self.used * 4 < self.keys.len() * 3 || !(self.growing || self.keys.is_empty()) {
            return Ok(());
        }
        let size = (self.keys.len() * 2).max(FIRST);
        if let Err(stop) = self.budget.reserve(Self::bytes(size)) {
            self.growing = false;
            return if self.keys.is_empty() { Err(stop.into()) } else { Ok(()) };
        }
        let keys = std::mem::take(&mut self.keys);
        let notes = std::mem::take(&mut self.notes);
        self.keys.resize_with(size, || None);
        self.notes.resize(size, 0);
        (self.used, self.replaced) = (0, 0);
        let old = keys.len();
        for (key, note) in keys.into_iter().zip(notes) {
            if let Some(key) = key {
                self.insert(hash(&key), key, note);
            }
        }
        self.budget.release(Self::bytes(old));
        Ok(())
    }

    fn bytes(places: usize) -> u64 {
        (places * (size_of::<Option<P>>() + size_of::<u16>())) as u64
    }
}

impl<P> Drop for Shard<P> {
    fn drop(&mut self) {
        let places = self.keys.len() * (size_of::<Option<P>>() + size_of::<u16>());
        self.budget.release(places as u64 + self.outside);
    }
}

/// The bit of a note that marks a settled question; see the searches for the rest.
pub(crate) const EXACT: u16 = 1 << 15;

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_budget::Limits;

    #[test]
    fn a_full_table_forgets_but_never_lies() {
        let budget = Budget::new(Limits { memory: Some(64 << 10), ..Limits::default() });
        let table = Table::<u64>::new(&budget, 1);
        for key in 0..15_000u64 {
            table.put(&key, 8, (key % 999) as u16 + 1, |_, new| new).unwrap();
            assert!(budget.memory() <= 64 << 10);
        }
        let kept: Vec<u64> = (0..15_000).filter(|key| table.get(key) != 0).collect();
        assert!(kept.len() > 1000 && kept.len() < 8000, "{}", kept.len());
        assert!(kept.iter().all(|key| u64::from(table.get(key)) == key % 999 + 1));
        let result = (15_000..200_000u64).try_for_each(|key| table.put(&key, 8, 1, |_, new| new));
        assert_eq!(result, Err(Stop::Exhausted(Exhausted::Memory)));
        drop(table);
        assert_eq!(budget.memory(), 0);
    }

    #[test]
    fn notes_join() {
        let table = Table::<u64>::new(&Budget::unlimited(), 4);
        table.put(&7, 8, 1, |old, new| old | new).unwrap();
        table.put(&7, 8, 4, |old, new| old | new).unwrap();
        assert_eq!((table.get(&7), table.get(&8)), (5, 0));
    }

    #[test]
    fn no_memory_at_all_is_refused() {
        let budget = Budget::new(Limits { memory: Some(100), ..Limits::default() });
        assert!(Table::<u64>::new(&budget, 1).put(&7, 8, 1, |_, new| new).is_err());
    }
}
