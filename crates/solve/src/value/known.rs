//! The values of components, found by position.

use crate::table::hash;
use grundy_budget::{Budget, Exhausted, pulse};
use grundy_value::Value;
use std::hash::Hash;

/// The components whose values are known, in the order in which they were found, and a table that finds them.
///
/// The table of a large search is in slow memory, where a read takes as long as a hundred operations. So what is looked for
/// is gathered: first the entries of all of it are read, then the positions that these name, and the processor has many reads
/// under way at once.
pub(super) struct Known<P> {
    list: Vec<(P, Value)>,
    /// A number plus one at the place of its hash or after it, below as many bits of the hash as there is room for; 0 is free.
    places: Vec<u32>,
}

/// A component that is looked for.
pub(super) struct Sought<P> {
    /// The component as it stands, and its representative.
    pub part: P,
    pub image: P,
    /// Whether the value of the representative is the negative of that of the component.
    pub negative: bool,
    /// Which of the links it is for.
    pub link: usize,
    hash: u64,
    entry: u32,
}

impl<P: Hash> Sought<P> {
    pub fn new(part: P, image: P, negative: bool, link: usize) -> Self {
        let hash = hash(&image);
        Self { part, image, negative, link, hash, entry: 0 }
    }
}

const FIRST: usize = 64;

/// The most places: their numbers must fit into an entry.
const MOST: usize = 1 << 31;

impl<P: Eq + Hash> Known<P> {
    pub fn new() -> Self {
        Self { list: Vec::new(), places: Vec::new() }
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// The value of a component.
    pub fn find(&self, position: &P) -> Option<Value> {
        if self.places.is_empty() { None } else { self.look(hash(position), position) }
    }

    /// Reads the first entries of all that is sought.
    pub fn prepare(&self, sought: &mut [Sought<P>]) {
        if !self.places.is_empty() {
            for sought in sought {
                sought.entry = self.places[home(sought.hash, self.places.len())];
            }
        }
    }

    /// The value of a component that was prepared since anything was added.
    #[inline]
    pub fn found(&self, sought: &Sought<P>) -> Option<Value> {
        match sought.entry {
            0 => None,
            entry => match self.named(entry, sought.hash, &sought.image) {
                None => self.look(sought.hash, &sought.image),
                found => found,
            },
        }
    }

    /// Adds a component that is not there yet.
    pub fn insert(&mut self, position: P, value: Value, budget: &Budget) -> Result<(), Exhausted> {
        if (self.list.len() + 1) * 4 > self.places.len() * 3 {
            self.grow(budget)?;
        }
        if self.list.len() == self.list.capacity() {
            // A quarter more each time: a list that doubles holds twice what it needs.
            let more = (self.list.len() / 4).max(FIRST);
            budget.afford(((self.list.len() + more) * size_of::<(P, Value)>()) as u64)?;
            self.list.reserve_exact(more);
        }
        let number = self.list.len() as u32;
        self.put(hash(&position), number);
        self.list.push((position, value));
        Ok(())
    }

    fn look(&self, hash: u64, position: &P) -> Option<Value> {
        let mut place = home(hash, self.places.len());
        while self.places[place] != 0 {
            if let Some(value) = self.named(self.places[place], hash, position) {
                return Some(value);
            }
            place = (place + 1) & (self.places.len() - 1);
        }
        None
    }

    /// The value of the component that an entry names, if it is the one looked for: where its bits of the hash are right, the position
    /// is compared.
    #[inline]
    fn named(&self, found: u32, hash: u64, position: &P) -> Option<Value> {
        let number = (found & (self.places.len() - 1) as u32).wrapping_sub(1);
        if found != entry(hash, number, self.places.len()) {
            return None;
        }
        self.list.get(number as usize).filter(|known| known.0 == *position).map(|known| known.1)
    }

    fn put(&mut self, hash: u64, number: u32) {
        let mut place = home(hash, self.places.len());
        while self.places[place] != 0 {
            place = (place + 1) & (self.places.len() - 1);
        }
        self.places[place] = entry(hash, number, self.places.len());
    }

    /// Doubles the table. An entry has too few bits of its hash to find its new place, so all positions are hashed again.
    fn grow(&mut self, budget: &Budget) -> Result<(), Exhausted> {
        let size = (self.places.len() * 2).max(FIRST);
        if size > MOST {
            return Err(Exhausted::Memory);
        }
        budget.afford((size * size_of::<u32>()) as u64)?;
        self.places = Vec::new();
        self.places = vec![0; size];
        for number in 0..self.list.len() {
            pulse(1);
            self.put(hash(&self.list[number].0), number as u32);
        }
        Ok(())
    }

    /// What a component takes here, besides what its position keeps elsewhere.
    pub const fn bytes() -> usize {
        size_of::<(P, Value)>() + 2 * size_of::<u32>()
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
/// search for their representatives. A new one takes the place of an old one.
pub(super) struct Recent<P> {
    slots: Vec<(P, Option<Value>)>,
}

/// Most components met lately.
const MOST_RECENT: usize = 1 << 13;

impl<P: Clone + Eq + Hash> Recent<P> {
    pub fn new() -> Self {
        Self { slots: Vec::new() }
    }

    #[inline]
    pub fn get(&self, part: &P) -> Option<Value> {
        if self.slots.is_empty() {
            return None;
        }
        let slot = &self.slots[hash(part) as usize & (self.slots.len() - 1)];
        slot.1.filter(|_| slot.0 == *part)
    }

    /// Remembers a component in a search that knows `known` components.
    #[inline]
    pub fn put(&mut self, part: &P, value: Value, known: usize) {
        if self.slots.len() <= known && self.slots.len() < MOST_RECENT {
            let size = (self.slots.len() * 4).max(FIRST);
            self.slots = vec![(part.clone(), None); size];
        }
        let slot = hash(part) as usize & (self.slots.len() - 1);
        self.slots[slot] = (part.clone(), Some(value));
    }
}
