//! Bounded memories of results: direct-mapped, so an old result gives way to a new one.

use crate::Value;

/// A cache grows fourfold from `START` with the store up to this many entries.
const START: usize = 1 << 12;
const LIMIT: usize = 1 << 21;

/// Remembers answers to "is G at most H?", 8 bytes an answer.
#[derive(Debug)]
pub(crate) struct OrderCache {
    slots: Vec<u64>,
}

impl OrderCache {
    pub(crate) fn new() -> Self {
        Self { slots: vec![0; START] }
    }

    /// Ids stay below 2^31, so a pair leaves two bits: one says the slot is filled, one is the answer.
    fn key(g: u32, h: u32) -> u64 {
        (u64::from(g) << 33) | (u64::from(h) << 2) | 2
    }

    #[inline]
    fn slot(&self, key: u64) -> usize {
        mix(key) & (self.slots.len() - 1)
    }

    #[inline]
    pub(crate) fn get(&self, g: u32, h: u32) -> Option<bool> {
        let key = Self::key(g, h);
        let found = self.slots[self.slot(key)];
        (found & !1 == key).then_some(found & 1 == 1)
    }

    #[inline]
    pub(crate) fn put(&mut self, g: u32, h: u32, answer: bool) {
        let key = Self::key(g, h);
        let slot = self.slot(key);
        self.slots[slot] = key | u64::from(answer);
    }

    /// Grows to suit a store of `values`; returns the bytes added.
    pub(crate) fn suit(&mut self, values: usize) -> u64 {
        if values * 8 < self.slots.len() || self.slots.len() >= LIMIT {
            return 0;
        }
        let larger = vec![0; self.slots.len() * 4];
        let old = std::mem::replace(&mut self.slots, larger);
        for entry in &old {
            if *entry != 0 {
                let slot = self.slot(entry & !1);
                self.slots[slot] = *entry;
            }
        }
        ((self.slots.len() - old.len()) * 8) as u64
    }

    pub(crate) fn clear(&mut self) {
        self.slots.fill(0);
    }
}

/// Remembers values of binary operations, 16 bytes a result.
#[derive(Debug)]
pub(crate) struct PairCache {
    slots: Vec<(u32, u32, u32)>,
}

const NONE: u32 = u32::MAX;

impl PairCache {
    pub(crate) fn new() -> Self {
        Self { slots: vec![(NONE, 0, 0); START] }
    }

    #[inline]
    fn slot(&self, g: u32, h: u32) -> usize {
        mix((u64::from(g) << 32) | u64::from(h)) & (self.slots.len() - 1)
    }

    #[inline]
    pub(crate) fn get(&self, g: u32, h: u32) -> Option<Value> {
        let found = self.slots[self.slot(g, h)];
        (found.0 == g && found.1 == h).then_some(Value(found.2))
    }

    /// Brings what [`PairCache::get`] will read into fast memory.
    #[inline]
    pub(crate) fn fetch(&self, g: u32, h: u32) {
        std::hint::black_box(self.slots[self.slot(g, h)].0);
    }

    #[inline]
    pub(crate) fn put(&mut self, g: u32, h: u32, result: Value) {
        let slot = self.slot(g, h);
        self.slots[slot] = (g, h, result.0);
    }

    /// Grows to suit a store of `values`; returns the bytes added.
    pub(crate) fn suit(&mut self, values: usize) -> u64 {
        if values * 4 < self.slots.len() || self.slots.len() >= LIMIT {
            return 0;
        }
        let larger = vec![(NONE, 0, 0); self.slots.len() * 4];
        let old = std::mem::replace(&mut self.slots, larger);
        for &(g, h, result) in &old {
            if g != NONE {
                let slot = self.slot(g, h);
                self.slots[slot] = (g, h, result);
            }
        }
        ((self.slots.len() - old.len()) * 12) as u64
    }
}

#[inline]
fn mix(key: u64) -> usize {
    let product = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (product >> 32 ^ product >> 17) as usize
}
