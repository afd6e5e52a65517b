//! The values of components, found by position.

use crate::table::hash;
use grundy_budget::{Budget, Exhausted, pulse};
use grundy_value::Value;
use std::hash::Hash;

/// A short name of a position.
type Packed = [u64; 2];

/// The components whose values are known, those that have a short name by their names.
pub(super) struct Components<P> {
    packed: Known<Packed>,
    whole: Known<P>,
}

impl<P: Eq + Hash> Components<P> {
    pub fn new() -> Self {
        Self { packed: Known::new(), whole: Known::new() }
    }

    pub fn len(&self) -> usize {
        self.packed.len + self.whole.len
    }

    /// The value of a component.
    pub fn find(&self, position: &P, packed: Option<Packed>) -> Option<Value> {
        match packed {
            Some(packed) => self.packed.find(&packed),
            None => self.whole.find(position),
        }
    }

    /// Reads the first entries of all that is sought.
    pub fn prepare(&self, sought: &mut [Sought<P>]) {
        for sought in sought {
            sought.entry = match sought.image.0 {
                Some(_) => self.packed.first_entry(sought.hash),
                None => self.whole.first_entry(sought.hash),
            };
        }
    }

    /// The value of a component that was prepared since anything was added.
    #[inline]
    pub fn found(&self, sought: &Sought<P>) -> Option<Value> {
        match &sought.image {
            (Some(packed), _) => self.packed.found(sought.entry, sought.hash, packed),
            (None, whole) => self.whole.found(sought.entry, sought.hash, whole),
        }
    }

    /// Adds a component that is not there yet.
    pub fn insert(
        &mut self,
        position: P,
        packed: Option<Packed>,
        value: Value,
        budget: &Budget,
    ) -> Result<(), Exhausted> {
        match packed {
            Some(packed) => self.packed.insert(packed, value, budget),
            None => self.whole.insert(position, value, budget),
        }
    }

    /// What a component takes here, besides what its position keeps elsewhere.
    pub fn bytes(packed: Option<Packed>) -> usize {
        let entry = if packed.is_some() { size_of::<(Packed, Value)>() } else { size_of::<(P, Value)>() };
        entry + 2 * size_of::<u32>()
    }
}

/// Keys with values in the order in which they came, and a table that finds them.
///
/// The table of a large search is in slow memory, where a read takes as long as a hundred operations. So what is looked for
/// is gathered: first the entries of all of it are read, then the keys that these name, and the processor has many reads
/// under way at once.
struct Known<K> {
    /// All but the last are full, so that nothing moves when more come.
    chunks: Vec<Vec<(K, Value)>>,
    len: usize,
    /// A number plus one at the place of its hash or after it, below as many bits of the hash as there is room for; 0 is free.
    places: Vec<u32>,
}

/// A component that is looked for.
pub(super) struct Sought<P> {
    /// The component as it stands, after its short name.
    pub part: (Option<Packed>, P),
    /// Its representative, after the short name of that.
    pub image: (Option<Packed>, P),
    /// Whether the value of the representative is the negative of that of the component.
    pub negative: bool,
    /// Which of the links it is for.
    pub link: usize,
    hash: u64,
    entry: u32,
}

impl<P: Hash> Sought<P> {
    pub fn new(part: (Option<Packed>, P), image: (Option<Packed>, P), negative: bool, link: usize) -> Self {
        let hash = image.0.as_ref().map_or_else(|| hash(&image.1), hash);
        Self { part, image, negative, link, hash, entry: 0 }
    }
}

const FIRST: usize = 64;

/// Keys in a chunk.
const CHUNK: usize = 1 << 12;

/// The most places: their numbers must fit into an entry.
const MOST: usize = 1 << 31;

impl<K: Eq + Hash> Known<K> {
    fn new() -> Self {
        Self { chunks: Vec::new(), len: 0, places: Vec::new() }
    }

    fn find(&self, key: &K) -> Option<Value> {
        if self.places.is_empty() { None } else { self.look(hash(key), key) }
    }

    /// The entry at the first place where a key of this hash may be.
    #[inline]
    fn first_entry(&self, hash: u64) -> u32 {
        if self.places.is_empty() { 0 } else { self.places[home(hash, self.places.len())] }
    }

    /// The value of a key whose first entry is known.
    #[inline]
    fn found(&self, entry: u32, hash: u64, key: &K) -> Option<Value> {
        if entry == 0 {
            return None;
        }
        match self.named(entry, hash, key) {
            None => self.look(hash, key),
            found => found,
        }
    }

    fn insert(&mut self, key: K, value: Value, budget: &Budget) -> Result<(), Exhausted> {
        if (self.len + 1) * 4 > self.places.len() * 3 {
            self.grow(budget)?;
        }
        if self.len == self.chunks.len() * CHUNK {
            let first = if self.len == 0 { FIRST } else { CHUNK };
            budget.afford((first * size_of::<(K, Value)>()) as u64)?;
            self.chunks.push(Vec::with_capacity(first));
        }
        self.put(hash(&key), self.len as u32);
        self.chunks[self.len / CHUNK].push((key, value));
        self.len += 1;
        Ok(())
    }

    fn look(&self, hash: u64, key: &K) -> Option<Value> {
        let mut place = home(hash, self.places.len());
        while self.places[place] != 0 {
            if let Some(value) = self.named(self.places[place], hash, key) {
                return Some(value);
            }
            place = (place + 1) & (self.places.len() - 1);
        }
        None
    }

    /// The value of the key that an entry names, if it is the one looked for: where its bits of the hash are right, the keys are
    /// compared.
    #[inline]
    fn named(&self, found: u32, hash: u64, key: &K) -> Option<Value> {
        let number = (found & (self.places.len() - 1) as u32).wrapping_sub(1);
        if found != entry(hash, number, self.places.len()) {
            return None;
        }
        let known = self.chunks.get(number as usize / CHUNK)?.get(number as usize % CHUNK)?;
        (known.0 == *key).then_some(known.1)
    }

    fn put(&mut self, hash: u64, number: u32) {
        let mut place = home(hash, self.places.len());
        while self.places[place] != 0 {
            place = (place + 1) & (self.places.len() - 1);
        }
        self.places[place] = entry(hash, number, self.places.len());
    }

    /// Doubles the table. An entry has too few bits of its hash to find its new place, so all keys are hashed again.
    fn grow(&mut self, budget: &Budget) -> Result<(), Exhausted> {
        let size = (self.places.len() * 2).max(FIRST);
        if size > MOST {
            return Err(Exhausted::Memory);
        }
        budget.afford((size * size_of::<u32>()) as u64)?;
        self.places = Vec::new();
        self.places = vec![0; size];
        for number in 0..self.len {
            pulse(1);
            self.put(hash(&self.chunks[number / CHUNK][number % CHUNK].0), number as u32);
        }
        Ok(())
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

/// Components met lately, as they stood: most options of neighbouring positions share theirs, and finding them here saves the
/// search for their representatives.
pub(super) struct Recent<P> {
    packed: Slots<Packed>,
    whole: Slots<P>,
}

impl<P: Clone + Eq + Hash> Recent<P> {
    pub fn new() -> Self {
        Self { packed: Slots(Vec::new()), whole: Slots(Vec::new()) }
    }

    #[inline]
    pub fn get(&self, part: &P, packed: Option<Packed>) -> Option<Value> {
        match packed {
            Some(packed) => self.packed.get(&packed),
            None => self.whole.get(part),
        }
    }

    /// Remembers a component in a search that knows `known` components.
    #[inline]
    pub fn put(&mut self, part: (Option<Packed>, P), value: Value, known: usize) {
        match part {
            (Some(packed), _) => self.packed.put(packed, value, known),
            (None, whole) => self.whole.put(whole, value, known),
        }
    }
}

/// Keys with values, each in the place of its hash, where a new one replaces an old one.
struct Slots<K>(Vec<(K, Option<Value>)>);

/// Most components met lately: more do not stay in fast memory.
const MOST_RECENT: usize = 1 << 12;

impl<K: Clone + Eq + Hash> Slots<K> {
    #[inline]
    fn get(&self, key: &K) -> Option<Value> {
        if self.0.is_empty() {
            return None;
        }
        let slot = &self.0[hash(key) as usize & (self.0.len() - 1)];
        slot.1.filter(|_| slot.0 == *key)
    }

    #[inline]
    fn put(&mut self, key: K, value: Value, known: usize) {
        if self.0.len() <= known && self.0.len() < MOST_RECENT {
            let size = (self.0.len() * 4).max(FIRST);
            self.0 = vec![(key.clone(), None); size];
        }
        let slot = hash(&key) as usize & (self.0.len() - 1);
        self.0[slot] = (key, Some(value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_value::Store;
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

    /// Some positions have a short name.
    fn short(position: &Poor) -> Option<Packed> {
        position.0.is_multiple_of(3).then_some([position.0, 1])
    }

    #[test]
    fn what_is_found_is_what_was_put_there() {
        let (mut store, budget) = (Store::default(), Budget::unlimited());
        let (mut known, mut recent, mut map) = (Components::new(), Recent::new(), HashMap::new());
        for round in 0..600u64 {
            let position = Poor(round * 7 % 1013);
            let value = store.integer(round as i64).unwrap();
            known.insert(position.clone(), short(&position), value, &budget).unwrap();
            recent.put((short(&position), position.clone()), value, known.len());
            assert_eq!(recent.get(&position, short(&position)), Some(value));
            map.insert(position.0, value);
        }
        let named = |at: u64| (short(&Poor(at)), Poor(at));
        let sought = |at: u64| Sought::new(named(at), named(at), false, at as usize);
        let mut sought: Vec<_> = (0..1100).map(sought).collect();
        known.prepare(&mut sought);
        for sought in &sought {
            let (packed, position) = &sought.image;
            let expected = map.get(&position.0).copied();
            assert_eq!((known.found(sought), known.find(position, *packed)), (expected, expected));
            assert!(recent.get(position, *packed).is_none_or(|value| Some(value) == expected));
        }
        assert_eq!(known.len(), map.len());
    }

    #[test]
    fn a_table_asks_for_its_memory() {
        let budget = Budget::new(grundy_budget::Limits { memory: Some(1 << 12), ..Default::default() });
        let mut known = Known::new();
        let full = (0..10_000u64).find_map(|at| known.insert(at, Value::ZERO, &budget).err());
        assert_eq!(full, Some(Exhausted::Memory));
        assert_eq!(known.find(&0), Some(Value::ZERO));
    }
}
