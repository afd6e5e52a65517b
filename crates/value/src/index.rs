//! An open-addressing set of ids whose keys live elsewhere: the heart of hash-consing.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

const EMPTY: u32 = u32::MAX;

/// Maps hashes to ids; the caller holds the keys and says when they are equal.
#[derive(Debug)]
pub(crate) struct Index {
    slots: Vec<u32>,
    len: usize,
}

/// The hash of a key.
pub(crate) fn hash_of(key: &(impl Hash + ?Sized)) -> u64 {
    let mut hasher = FxHasher::default();
    key.hash(&mut hasher);
    hasher.finish()
}

impl Index {
    pub(crate) fn new() -> Self {
        Self { slots: vec![EMPTY; 64], len: 0 }
    }

    /// The id with this hash for which `is` holds.
    #[inline]
    pub(crate) fn find(&self, hash: u64, is: impl Fn(u32) -> bool) -> Option<u32> {
        let mask = self.slots.len() - 1;
        let mut slot = spread(hash) & mask;
        while self.slots[slot] != EMPTY {
            if is(self.slots[slot]) {
                return Some(self.slots[slot]);
            }
            slot = (slot + 1) & mask;
        }
        None
    }

    /// Adds an id that is not there yet; `hash_again` gives the hash of any id added before.
    pub(crate) fn insert(&mut self, hash: u64, id: u32, hash_again: impl Fn(u32) -> u64) {
        if (self.len + 1) * 8 > self.slots.len() * 5 {
            let old = std::mem::replace(&mut self.slots, vec![EMPTY; 0]);
            self.slots = vec![EMPTY; old.len() * 2];
            for id in old.into_iter().filter(|&id| id != EMPTY) {
                self.place(hash_again(id), id);
            }
        }
        self.place(hash, id);
        self.len += 1;
    }

    fn place(&mut self, hash: u64, id: u32) {
        let mask = self.slots.len() - 1;
        let mut slot = spread(hash) & mask;
        while self.slots[slot] != EMPTY {
            slot = (slot + 1) & mask;
        }
        self.slots[slot] = id;
    }
}

/// `FxHasher` ends in a rotation that leaves good bits high and low; folding makes both count.
fn spread(hash: u64) -> usize {
    (hash ^ (hash >> 32)) as usize
}
