//! A transposition table of bounded memory.

use crate::Stop;
use crate::packed::Packed;
use grundy_budget::{Budget, Exhausted, Limits};
use grundy_game::Rules;
use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};
use std::marker::PhantomData;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What to note of a position that something was noted of before: a function of the old and the new note.
pub(crate) type Join = fn(u16, u16) -> u16;

/// What is remembered of positions: 16 bits a position, 0 meaning nothing.
///
/// Whole positions are kept, never only their hashes, so an answer cannot come from a collision. A position stands in one
/// of two short rows that its hash names, and only in the second when the first is full; where both are full, a position
/// of theirs makes room by moving to its own second row (R. Pagh and F. F. Rodler, Cuckoo hashing, 2004; rows of
/// several places, M. Dietzfelbinger and C. Weidling, 2007). So next to nothing is forgotten before the table is three
/// quarters full and doubles. When the budget grants it no more memory, new positions replace old ones. When the whole
/// table has been replaced [`PATIENCE`] times over, the search is running out of memory and is told so.
///
/// A search of one thread owns its table and takes no locks; [`Table::share`] deals it out for several. Positions that are words
/// are packed then, and when the table grows large. Others are dealt out to parts under locks; locks that several
/// threads take in turns are slow, so each thread keeps what it has met lately in a small table of its own.
pub(crate) struct Table<P, W = Unworded> {
    kept: Kept<P>,
    words: PhantomData<fn() -> W>,
}

enum Kept<P> {
    Own(Shard<P>),
    Packed(Packed),
    Shared { shards: Arc<Vec<Mutex<Shard<P>>>>, near: Shard<P> },
}

/// How positions become words, where they do.
pub(crate) trait Words<P> {
    /// A number that no other position has. Either all positions of a table have one or none has.
    fn word(position: &P) -> Option<u64>;
}

/// Positions that are not words.
pub(crate) struct Unworded;

impl<P> Words<P> for Unworded {
    fn word(_: &P) -> Option<u64> {
        None
    }
}

/// Positions of some rules, which know their words.
pub(crate) struct Worded<R>(PhantomData<fn() -> R>);

impl<R: Rules> Words<R::Position> for Worded<R> {
    #[inline]
    fn word(position: &R::Position) -> Option<u64> {
        R::word(position)
    }
}

pub(crate) struct Shard<P> {
    budget: Budget,
    /// A byte of the hash for each place of a row, 0 for a free place: most absent positions are found absent here.
    tags: Vec<u64>,
    slots: Vec<Slot<P>>,
    /// How many bits of a hash do not count for the row.
    shift: u32,
    used: usize,
    replaced: usize,
    /// Whether the budget may still grant a larger table.
    growing: bool,
    /// Bytes held outside `slots` by positions with storage of their own.
    outside: u64,
}

/// A place of the table; what is noted stands beside the position, so that a look touches memory once.
enum Slot<P> {
    Free,
    Taken { note: u16, key: P },
}

impl<P> Slot<P> {
    fn key(&self) -> Option<&P> {
        match self {
            Self::Free => None,
            Self::Taken { key, .. } => Some(key),
        }
    }

    fn note(&self) -> u16 {
        match self {
            Self::Free => 0,
            Self::Taken { note, .. } => *note,
        }
    }
}

/// Places in which a position may stand.
pub(crate) const ROW: usize = 8;
const FIRST: usize = 1 << 8;
/// How often a full table may be replaced.
pub(crate) const PATIENCE: usize = 8;

/// A table of so many places is packed, where positions are words, rather than made larger.
const PACKED: usize = 1 << 18;

/// Parts of a shared table, each under a lock of its own.
const SHARDS: usize = 1 << 8;

/// Bytes of what a thread keeps near of a shared table.
const NEAR: u64 = 1 << 24;

impl<P: Clone + Eq + Hash, W: Words<P>> Table<P, W> {
    /// An empty table.
    pub fn new(budget: &Budget) -> Self {
        Self::of(Kept::Own(Shard::new(budget)))
    }

    fn of(kept: Kept<P>) -> Self {
        Self { kept, words: PhantomData }
    }

    /// What was noted of `position`; 0 when nothing is remembered.
    pub fn get(&self, position: &P) -> u16 {
        match &self.kept {
            Kept::Own(shard) => shard.get(hash(position), position),
            Kept::Packed(packed) => W::word(position).map_or(0, |word| packed.get(word)),
            Kept::Shared { shards, .. } => {
                let hash = hash(position);
                lock(shards, hash).get(hash, position)
            }
        }
    }

    /// As [`Table::get`], but perhaps without what other threads noted lately; takes no lock.
    pub fn near(&self, position: &P) -> u16 {
        match &self.kept {
            Kept::Own(shard) | Kept::Shared { near: shard, .. } => shard.get(hash(position), position),
            Kept::Packed(packed) => W::word(position).map_or(0, |word| packed.get(word)),
        }
    }

    /// Whether a look at the table takes long, as in one much larger than the cache.
    pub fn is_far(&self) -> bool {
        matches!(self.kept, Kept::Packed(_))
    }

    /// Has the memory of positions that will be looked up fetched, all at once.
    pub fn touch<'a>(&self, positions: impl Iterator<Item = &'a P>)
    where
        P: 'a,
    {
        if let Kept::Packed(packed) = &self.kept {
            std::hint::black_box(positions.filter_map(W::word).fold(0, |sum, word| sum ^ packed.touch(word)));
        }
    }

    /// As [`Table::get`], keeping what other threads noted near.
    pub fn fetch(&mut self, position: &P) -> u16 {
        let Kept::Shared { shards, near } = &mut self.kept else { return self.get(position) };
        let hash = hash(position);
        let known = near.get(hash, position);
        if known & EXACT != 0 {
            return known;
        }
        let note = lock(shards, hash).get(hash, position);
        if note != known {
            near.keep(hash, position, size_of::<P>(), note, |_, new| new);
        }
        note
    }

    /// Whether several threads share the table, or have shared it.
    pub fn is_shared(&self) -> bool {
        match &self.kept {
            Kept::Own(_) => false,
            Kept::Packed(packed) => packed.is_shared(),
            Kept::Shared { .. } => true,
        }
    }

    /// Notes something of `position`, which takes `bytes` in all, joined by `join` with what was noted before.
    pub fn put(&mut self, position: &P, bytes: usize, note: u16, join: Join) -> Result<(), Stop> {
        match &mut self.kept {
            Kept::Own(shard) => {
                shard.put(hash(position), position, bytes, note, join)?.patience()?;
                if shard.slots.len() >= PACKED && shard.is_crowded() {
                    self.pack()?;
                }
                Ok(())
            }
            // Either all positions are words or none is.
            Kept::Packed(packed) => W::word(position).map_or(Ok(()), |word| packed.put(word, note, join)),
            Kept::Shared { shards, near } => {
                let hash = hash(position);
                near.keep(hash, position, bytes, note, join);
                lock(shards, hash).put(hash, position, bytes, note, join)?.patience()
            }
        }
    }

    /// Packs an own table whose positions are words, when there is room for that.
    fn pack(&mut self) -> Result<(), Stop> {
        let Kept::Own(own) = &self.kept else { return Ok(()) };
        let mut words = Vec::new();
        for slot in &own.slots {
            if let Slot::Taken { note, key } = slot {
                let Some(word) = W::word(key) else { return Ok(()) };
                words.push((word, *note));
            }
        }
        if let Some(packed) = Packed::of_words(&words, &own.budget)? {
            self.kept = Kept::Packed(packed);
        }
        Ok(())
    }

    /// The same table for another thread.
    pub fn share(&mut self) -> Result<Self, Stop> {
        self.pack()?;
        if let Kept::Own(own) = &mut self.kept {
            let mut shards = Vec::with_capacity(SHARDS);
            for _ in 0..SHARDS {
                shards.push(Mutex::new(Shard::new(&own.budget)));
            }
            // Places are in the order of their hashes. Dealt out in that order, positions would crowd the first rows of
            // shards that are still small, and replace each other there.
            let step = (own.slots.len() / (SHARDS * ROW)).max(1);
            for first in 0..step {
                for slot in own.slots.iter().skip(first).step_by(step) {
                    if let Slot::Taken { note, key } = slot {
                        let hash = hash(key);
                        lock(&shards, hash).put(hash, key, size_of::<P>(), *note, |_, new| new)?;
                    }
                }
            }
            lock(&shards, 0).outside = std::mem::take(&mut own.outside);
            let near = Shard::near(&own.budget);
            self.kept = Kept::Shared { shards: Arc::new(shards), near };
        }
        Ok(Self::of(match &mut self.kept {
            Kept::Own(own) => Kept::Own(Shard::new(&own.budget)),
            Kept::Packed(packed) => Kept::Packed(packed.share()),
            Kept::Shared { shards, .. } => {
                let near = Shard::near(&lock(shards, 0).budget);
                Kept::Shared { shards: Arc::clone(shards), near }
            }
        }))
    }
}

/// The hash by which a position is found.
///
/// The hasher alone is linear in the words of a position, so those on a line, such as all pairs of heaps, would crowd few
/// rows; folding the two halves of a long product breaks the line.
pub(crate) fn hash<P: Hash>(position: &P) -> u64 {
    let product = u128::from(FxBuildHasher.hash_one(position)) * 0x9E37_79B9_7F4A_7C15;
    (product >> 64) as u64 ^ product as u64
}

/// Sorts positions by their hashes, those of equal hashes as they stood.
pub(crate) fn sort_by_hash<P: Hash>(positions: &mut [P]) {
    sort_by_word(positions, hash);
}

/// Sorts positions by a key, those of equal keys as they stood. What sorts is compiled once, not for each kind of position.
pub(crate) fn sort_by_word<P>(positions: &mut [P], key: impl Fn(&P) -> u64) {
    if positions.len() < 2 {
        return;
    }
    let mut order = Vec::with_capacity(positions.len());
    for (at, position) in positions.iter().enumerate() {
        order.push((key(position), at));
    }
    to_swaps(&mut order);
    for (place, &(_, from)) in order.iter().enumerate() {
        positions.swap(place, from);
    }
}

/// Makes of keys and places the swaps that sort them: each place, one after the other, with the place that it is to be swapped with.
fn to_swaps(order: &mut [(u64, usize)]) {
    order.sort_unstable();
    for place in 0..order.len() {
        let mut from = order[place].1;
        // What stood at an earlier place was swapped away from it, perhaps more than once.
        while from < place {
            from = order[from].1;
        }
        order[place].1 = from;
    }
}

fn lock<P>(shards: &[Mutex<Shard<P>>], hash: u64) -> MutexGuard<'_, Shard<P>> {
    shards[hash as usize % SHARDS].lock().unwrap_or_else(PoisonError::into_inner)
}

impl<P: Clone + Eq + Hash> Shard<P> {
    fn new(budget: &Budget) -> Self {
        let (tags, slots) = (Vec::new(), Vec::new());
        Self { budget: budget.clone(), tags, slots, shift: 63, used: 0, replaced: 0, growing: true, outside: 0 }
    }

    fn get(&self, hash: u64, position: &P) -> u16 {
        self.place(hash, position).map_or(0, |place| self.slots[place].note())
    }

    fn put(&mut self, hash: u64, position: &P, bytes: usize, note: u16, join: Join) -> Result<&Self, Stop> {
        if let Some(place) = self.place(hash, position) {
            if let Slot::Taken { note: noted, .. } = &mut self.slots[place] {
                *noted = join(*noted, note);
            }
            return Ok(self);
        }
        self.make_room(bytes.saturating_sub(size_of::<P>()) as u64)?;
        self.insert(hash, position.clone(), note);
        Ok(self)
    }

    /// Whether it is three quarters full.
    fn is_crowded(&self) -> bool {
        self.used * 4 >= self.slots.len() * 3
    }

    /// Puts it where there is room; what is not kept is asked for again.
    fn keep(&mut self, hash: u64, position: &P, bytes: usize, note: u16, join: Join) {
        match self.put(hash, position, bytes, note, join) {
            Ok(_) | Err(_) => {}
        }
    }

    /// Says so when a table that has no more memory has been replaced too often. Positions that share a hash replace each
    /// other in one that has all it wants.
    fn patience(&self) -> Result<(), Stop> {
        let worn_out = !self.growing && self.replaced > PATIENCE * self.slots.len();
        if worn_out { Err(Exhausted::Memory.into()) } else { Ok(()) }
    }

    /// A table of at most [`NEAR`] bytes.
    fn near(budget: &Budget) -> Self {
        Self::new(&budget.within(Limits { memory: Some(NEAR), ..Limits::default() }))
    }

    /// The first row of a position; the top bits of the hash, so that growing keeps neighbours together.
    fn row(&self, hash: u64) -> usize {
        (hash >> self.shift) as usize
    }

    /// The row of a position whose first row is full.
    fn second_row(&self, hash: u64) -> usize {
        (hash.rotate_left(32) >> self.shift) as usize
    }

    #[inline]
    fn place(&self, hash: u64, position: &P) -> Option<usize> {
        let row = self.row(hash);
        let tags = *self.tags.get(row)?;
        let found = self.place_in(row, tags, hash, position);
        if found.is_some() || zero_bytes(tags) != 0 { found } else { self.second_place(hash, position) }
    }

    /// Seldom needed: most rows have a free place.
    #[inline(never)]
    fn second_place(&self, hash: u64, position: &P) -> Option<usize> {
        let second = self.second_row(hash);
        self.place_in(second, self.tags[second], hash, position)
    }

    #[inline]
    fn place_in(&self, row: usize, tags: u64, hash: u64, position: &P) -> Option<usize> {
        let mut equal = zero_bytes(tags ^ (tag(hash) * EACH));
        while equal != 0 {
            let place = row * ROW + equal.trailing_zeros() as usize / 8;
            if self.slots[place].key() == Some(position) {
                return Some(place);
            }
            equal &= equal - 1;
        }
        None
    }

    fn insert(&mut self, hash: u64, position: P, note: u16) {
        let (first, second) = (self.row(hash), self.second_row(hash));
        let free = self.free(first).or_else(|| self.free(second));
        let free = free.or_else(|| self.displace(first)).or_else(|| self.displace(second));
        self.used += usize::from(free.is_some());
        self.replaced += usize::from(free.is_none());
        let place = free.unwrap_or_else(|| {
            // A nimber is worth more than a few exclusions; among equals the hash chooses.
            let turn = (hash >> 8) as usize % ROW;
            let mut turns = (0..ROW).map(|step| first * ROW + (turn + step) % ROW);
            turns.find(|&place| self.slots[place].note() & EXACT == 0).unwrap_or(first * ROW + turn)
        });
        self.set(place, hash, position, note);
    }

    fn set(&mut self, place: usize, hash: u64, position: P, note: u16) {
        let (row, shift) = (place / ROW, 8 * (place % ROW));
        self.tags[row] = self.tags[row] & !(0xFF << shift) | tag(hash) << shift;
        self.slots[place] = Slot::Taken { note, key: position };
    }

    /// The first free place of a row; places are never freed, so the rest of the row is free too.
    fn free(&self, row: usize) -> Option<usize> {
        let free = zero_bytes(self.tags[row]);
        (free != 0).then(|| row * ROW + free.trailing_zeros() as usize / 8)
    }

    /// Frees a place in a full row by moving a position that has it for its first row to its second. In a table so full
    /// that this would seldom succeed, it is not tried.
    fn displace(&mut self, row: usize) -> Option<usize> {
        if self.used * 8 > self.slots.len() * 7 {
            return None;
        }
        for place in row * ROW..row * ROW + ROW {
            let Some(hash) = self.slots[place].key().map(hash) else { continue };
            let second = self.second_row(hash);
            if self.row(hash) == row
                && second != row
                && let Some(free) = self.free(second)
                && let Slot::Taken { note, key } = std::mem::replace(&mut self.slots[place], Slot::Free)
            {
                self.set(free, hash, key, note);
                return Some(place);
            }
        }
        None
    }

    /// Doubles the table when it is three quarters full and the budget allows; fails only without any table at all.
    fn make_room(&mut self, outside: u64) -> Result<(), Stop> {
        if self.growing && outside > 0 {
            self.growing = self.budget.reserve(outside).is_ok();
            self.outside += if self.growing { outside } else { 0 };
        }
        if !self.is_crowded() || !(self.growing || self.slots.is_empty()) {
            return Ok(());
        }
        let size = (self.slots.len() * 2).max(FIRST);
        if let Err(stop) = self.budget.reserve(bytes::<P>(size)) {
            self.growing = false;
            return if self.slots.is_empty() { Err(stop.into()) } else { Ok(()) };
        }
        let slots = std::mem::take(&mut self.slots);
        self.tags = vec![0; size / ROW];
        self.shift = 64 - (size / ROW).trailing_zeros();
        self.slots.resize_with(size, || Slot::Free);
        (self.used, self.replaced) = (0, 0);
        let old = slots.len();
        for slot in slots {
            if let Slot::Taken { note, key } = slot {
                self.insert(hash(&key), key, note);
            }
        }
        self.budget.release(bytes::<P>(old));
        Ok(())
    }
}

/// What so many places take.
fn bytes<P>(places: usize) -> u64 {
    (places * (size_of::<Slot<P>>() + 1)) as u64
}

/// 1 in each byte of a word.
const EACH: u64 = u64::MAX / 255;

/// The top bit of every byte that is 0, and perhaps of some after it.
fn zero_bytes(word: u64) -> u64 {
    word.wrapping_sub(EACH) & !word & (EACH << 7)
}

/// A byte of the hash that its row and its shard do not depend on; never 0.
fn tag(hash: u64) -> u64 {
    hash >> 8 & 0xFF | 1
}

impl<P> Drop for Shard<P> {
    fn drop(&mut self) {
        self.budget.release(bytes::<P>(self.slots.len()) + self.outside);
    }
}

/// The bit of a note that marks a settled question; see the searches for the rest.
pub(crate) const EXACT: u16 = 1 << 15;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_table_forgets_but_never_lies() {
        let budget = Budget::new(Limits { memory: Some(64 << 10), ..Limits::default() });
        let mut table = Table::<u64, Unworded>::new(&budget);
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
    fn sorting_by_a_key_keeps_equals_as_they_stood() {
        for size in 0..40u64 {
            let mut sorted: Vec<(u64, u64)> = (0..size).map(|at| (at * at * 31 % 7, at)).collect();
            let mut expected = sorted.clone();
            expected.sort_by_key(|pair| pair.0);
            sort_by_word(&mut sorted, |pair| pair.0);
            assert_eq!(sorted, expected);
        }
    }

    #[test]
    fn notes_join() {
        let mut table = Table::<u64, Unworded>::new(&Budget::unlimited());
        table.put(&7, 8, 1, |old, new| old | new).unwrap();
        table.put(&7, 8, 4, |old, new| old | new).unwrap();
        assert_eq!((table.get(&7), table.get(&8)), (5, 0));
        let mut other = table.share().unwrap();
        other.put(&8, 8, 2, |old, new| old | new).unwrap();
        assert_eq!((table.get(&7), table.get(&8), table.get(&9)), (5, 2, 0));
    }

    /// How many of the positions a table that may grow has forgotten after all were put in.
    fn forgotten<P: Clone + Eq + Hash>(positions: &[P]) -> usize {
        let mut table = Table::<_, Unworded>::new(&Budget::unlimited());
        for position in positions {
            table.put(position, size_of::<P>(), 1, |_, new| new).unwrap();
        }
        positions.iter().filter(|position| table.get(position) == 0).count()
    }

    #[test]
    fn a_table_that_may_grow_forgets_next_to_nothing() {
        for size in [100usize, 190, 1000, 5000, 20_000, 24_575, 390_000] {
            let numbers: Vec<u64> = (0..size as u64).collect();
            let multiples: Vec<u64> = numbers.iter().map(|number| number << 40).collect();
            let pairs: Vec<(u32, u32)> = (0..size).map(|n| ((n % 61) as u32, (n / 61) as u32)).collect();
            let lists: Vec<Vec<u16>> = (0..size).map(|n| vec![(n % 9) as u16, (n / 9 % 9) as u16, n as u16]).collect();
            assert_eq!(forgotten(&numbers), 0, "{size}");
            assert_eq!(forgotten(&multiples), 0, "{size}");
            assert_eq!(forgotten(&pairs), 0, "{size}");
            assert_eq!(forgotten(&lists), 0, "{size}");
        }
    }

    /// A position that shares its hash with all others.
    #[derive(Clone, Debug, PartialEq, Eq)]
    struct Alike(u64);

    impl Hash for Alike {
        fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
            1u64.hash(state);
        }
    }

    #[test]
    fn positions_of_one_hash_are_not_a_want_of_memory() {
        let mut table = Table::<_, Unworded>::new(&Budget::unlimited());
        for key in 0..10_000 {
            table.put(&Alike(key), 8, 1, |_, new| new).unwrap();
            assert_eq!(table.get(&Alike(key)), 1);
        }
    }

    #[test]
    fn a_shared_table_forgets_nothing_either() {
        let mut table = Table::<u64, Unworded>::new(&Budget::unlimited());
        for key in 0..400_000u64 {
            table.put(&key, 8, 1, |_, new| new).unwrap();
        }
        let other = table.share().unwrap();
        assert_eq!((0..400_000).filter(|key| other.get(key) == 0).count(), 0);
    }

    #[test]
    fn no_memory_at_all_is_refused() {
        let budget = Budget::new(Limits { memory: Some(100), ..Limits::default() });
        assert!(Table::<u64, Unworded>::new(&budget).put(&7, 8, 1, |_, new| new).is_err());
    }
}
