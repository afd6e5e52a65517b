//! The names of components, found by position.

use crate::table::hash;
use grundy_budget::{Budget, Exhausted, pulse};
use std::hash::Hash;

/// A position in two words.
type Packed = [u64; 2];

/// A component or its negative, named by when it came: values are found in that order, so that who meets a component need not
/// know its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Name(u32);

impl Name {
    /// The component without moves, whose value is 0.
    pub const NOTHING: Self = Self(0);

    /// How many components there may be besides: a name has 31 bits, so that a mark fits beside it.
    pub const MOST: usize = (1 << 30) - 1;

    /// The component with a number from 1.
    pub fn new(number: u32, negative: bool) -> Self {
        Self(number << 1 | u32::from(negative))
    }

    pub fn number(self) -> usize {
        self.0 as usize >> 1
    }

    pub fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }

    /// The name with a mark in one word.
    pub fn marked(self, mark: bool) -> u32 {
        self.0 << 1 | u32::from(mark)
    }

    /// A name and its mark.
    pub fn of_marked(word: u32) -> (Self, bool) {
        (Self(word >> 1), word & 1 == 1)
    }
}

/// The components that were met and their numbers; those that fit into two words are known by these.
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

    /// The number of a component.
    pub fn find(&self, position: &P, packed: Option<Packed>) -> Option<u32> {
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

    /// The number of a component that was prepared since anything was added.
    #[inline]
    pub fn found(&self, sought: &Sought<P>) -> Option<u32> {
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
        number: u32,
        budget: &Budget,
    ) -> Result<(), Exhausted> {
        match packed {
            Some(packed) => self.packed.insert(packed, number, budget),
            None => self.whole.insert(position, number, budget),
        }
    }

    /// What a component takes here, besides what its position keeps elsewhere.
    pub fn bytes(packed: Option<Packed>) -> usize {
        let entry = if packed.is_some() { size_of::<(Packed, u32)>() } else { size_of::<(P, u32)>() };
        entry + 2 * size_of::<u32>()
    }
}

/// Keys with numbers in the order in which they came, and a table that finds them.
///
/// The table of a large search is in slow memory, where a read takes as long as a hundred operations. So what is looked for
/// is gathered: first the entries of all of it are read, then the keys that these name, and the processor has many reads
/// under way at once.
struct Known<K> {
    /// All but the last are full, so that nothing moves when more come.
    chunks: Vec<Vec<(K, u32)>>,
    len: usize,
    /// A place in the chunks plus one at the place of its hash or after it, below as many bits of the hash as there is room for; 0 is free.
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

    fn find(&self, key: &K) -> Option<u32> {
        if self.places.is_empty() { None } else { self.look(hash(key), key) }
    }

    /// The entry at the first place where a key of this hash may be.
    #[inline]
    fn first_entry(&self, hash: u64) -> u32 {
        if self.places.is_empty() { 0 } else { self.places[home(hash, self.places.len())] }
    }

    /// The number of a key whose first entry is known.
    #[inline]
    fn found(&self, entry: u32, hash: u64, key: &K) -> Option<u32> {
        if entry == 0 {
            return None;
        }
        match self.named(entry, hash, key) {
            None => self.look(hash, key),
            found => found,
        }
    }

    fn insert(&mut self, key: K, number: u32, budget: &Budget) -> Result<(), Exhausted> {
        if (self.len + 1) * 4 > self.places.len() * 3 {
            self.grow(budget)?;
        }
        if self.len == self.chunks.len() * CHUNK {
            let first = if self.len == 0 { FIRST } else { CHUNK };
            budget.afford((first * size_of::<(K, u32)>()) as u64)?;
            self.chunks.push(Vec::with_capacity(first));
        }
        self.put(hash(&key), self.len as u32);
        self.chunks[self.len / CHUNK].push((key, number));
        self.len += 1;
        Ok(())
    }

    fn look(&self, hash: u64, key: &K) -> Option<u32> {
        let mut place = home(hash, self.places.len());
        while self.places[place] != 0 {
            if let Some(number) = self.named(self.places[place], hash, key) {
                return Some(number);
            }
            place = (place + 1) & (self.places.len() - 1);
        }
        None
    }

    /// The number of the key that an entry names, if it is the one looked for: where its bits of the hash are right, the keys are
    /// compared.
    #[inline]
    fn named(&self, found: u32, hash: u64, key: &K) -> Option<u32> {
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
    pub fn get(&self, part: &P, packed: Option<Packed>) -> Option<Name> {
        match packed {
            Some(packed) => self.packed.get(&packed),
            None => self.whole.get(part),
        }
    }

    /// Remembers a component in a search that knows `known` components.
    #[inline]
    pub fn put(&mut self, part: (Option<Packed>, P), name: Name, known: usize) {
        match part {
            (Some(packed), _) => self.packed.put(packed, name, known),
            (None, whole) => self.whole.put(whole, name, known),
        }
    }
}

/// Keys with names, each in the place of its hash, where a new one replaces an old one.
struct Slots<K>(Vec<(K, Option<Name>)>);

/// Most components met lately: more do not stay in fast memory.
const MOST_RECENT: usize = 1 << 12;

impl<K: Clone + Eq + Hash> Slots<K> {
    #[inline]
    fn get(&self, key: &K) -> Option<Name> {
        if self.0.is_empty() {
            return None;
        }
        let slot = &self.0[hash(key) as usize & (self.0.len() - 1)];
        slot.1.filter(|_| slot.0 == *key)
    }

    #[inline]
    fn put(&mut self, key: K, name: Name, known: usize) {
        if self.0.len() <= known && self.0.len() < MOST_RECENT {
            let size = (self.0.len() * 4).max(FIRST);
            self.0 = vec![(key.clone(), None); size];
        }
        let slot = hash(&key) as usize & (self.0.len() - 1);
        self.0[slot] = (key, Some(name));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
        let budget = Budget::unlimited();
        let (mut known, mut recent, mut map) = (Components::new(), Recent::new(), HashMap::new());
        for round in 0..600u64 {
            let position = Poor(round * 7 % 1013);
            let number = round as u32 + 1;
            known.insert(position.clone(), short(&position), number, &budget).unwrap();
            let name = Name::new(number, round % 2 == 1);
            recent.put((short(&position), position.clone()), name, known.len());
            assert_eq!(recent.get(&position, short(&position)), Some(name));
            map.insert(position.0, number);
        }
        let named = |at: u64| (short(&Poor(at)), Poor(at));
        let sought = |at: u64| Sought::new(named(at), named(at), false, at as usize);
        let mut sought: Vec<_> = (0..1100).map(sought).collect();
        known.prepare(&mut sought);
        for sought in &sought {
            let (packed, position) = &sought.image;
            let expected = map.get(&position.0).copied();
            assert_eq!((known.found(sought), known.find(position, *packed)), (expected, expected));
            assert!(recent.get(position, *packed).is_none_or(|name| Some(name.number() as u32) == expected));
        }
        assert_eq!(known.len(), map.len());
    }

    #[test]
    fn a_table_asks_for_its_memory() {
        let budget = Budget::new(grundy_budget::Limits { memory: Some(1 << 12), ..Default::default() });
        let mut known = Known::new();
        let full = (0..10_000u64).find_map(|at| known.insert(at, 7, &budget).err());
        assert_eq!(full, Some(Exhausted::Memory));
        assert_eq!(known.find(&0), Some(7));
    }
}
