//! What is known of sums of components: their values where they are small, and who wins them.

use super::bounds::Lean;
use super::cells::{Cells, after_left, after_right, components, least, transposed, trimmed};
use crate::racing::lock;
use grundy_budget::Budget;
use grundy_value::{Dyadic, Nus, Store, Thermographs, Value, ValueError};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use std::sync::Mutex;

/// Numbers that are added up are kept in units of 2^−20.
const FRACTION: u32 = 20;

/// A number, some ups and a nimber; such values are added up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Compact {
    number: i64,
    ups: i64,
    nimber: u64,
}

impl Compact {
    pub fn plus(self, other: Self) -> Self {
        Self { number: self.number + other.number, ups: self.ups + other.ups, nimber: self.nimber ^ other.nimber }
    }

    /// Numbers come first; ↑ + *n is more than 0 unless n is 1, and ⇑ + *n always.
    pub fn le(self, other: Self) -> bool {
        if self.number != other.number {
            return self.number < other.number;
        }
        match other.ups - self.ups {
            0 => self.nimber == other.nimber,
            1 => self.nimber ^ other.nimber != 1,
            ups => ups > 1,
        }
    }

    fn of(store: &Store, value: Value) -> Option<Self> {
        let nus = store.as_compact(value)?;
        let (numerator, exponent) = nus.number.as_small()?;
        let number = numerator.checked_mul(1 << FRACTION.checked_sub(exponent)?)?;
        (number.abs() < 1 << 40).then_some(Self { number, ups: nus.ups, nimber: nus.nimber })
    }

    fn value(self, store: &mut Store) -> Result<Value, ValueError> {
        store.compact(Nus { number: Dyadic::small(self.number, FRACTION), ups: self.ups, nimber: self.nimber })
    }
}

/// What is known of a small component.
#[derive(Clone, Copy, Debug)]
pub(super) struct Small {
    pub value: Value,
    pub negative: Value,
    pub compact: Option<Compact>,
    /// Bounds on its value and on the negative of that.
    pub leans: [Lean; 2],
}

/// The values of small components.
pub(super) struct Values {
    store: Store,
    thermographs: Thermographs,
    known: FxHashMap<Cells, Value>,
    smalls: FxHashMap<Value, Small>,
    reserved: u64,
}

impl Values {
    pub fn new(budget: &Budget) -> Self {
        Self {
            store: Store::new(budget),
            thermographs: Thermographs::default(),
            known: FxHashMap::default(),
            smalls: FxHashMap::default(),
            reserved: 0,
        }
    }

    fn charge(&mut self, bytes: usize) -> Result<(), ValueError> {
        self.store.budget().reserve(bytes as u64)?;
        self.reserved += bytes as u64;
        Ok(())
    }

    pub fn small(&mut self, part: Cells) -> Result<Small, ValueError> {
        let value = self.component(part)?;
        if let Some(&small) = self.smalls.get(&value) {
            return Ok(small);
        }
        let negative = self.store.negative(value)?;
        let compact = Compact::of(&self.store, value);
        let above = Lean::of(self.thermographs.of(&mut self.store, value)?)?;
        let below = Lean::of(self.thermographs.of(&mut self.store, negative)?)?;
        let small = Small { value, negative, compact, leans: [above, below] };
        self.charge(2 * size_of::<Small>())?;
        self.smalls.insert(value, small);
        Ok(small)
    }

    fn value(&mut self, cells: Cells) -> Result<Value, ValueError> {
        let mut total = Value::ZERO;
        for part in components(cells) {
            let value = self.component(part)?;
            total = self.store.sum(total, value)?;
        }
        Ok(total)
    }

    /// A component has few cells, so this goes down a few moves only.
    fn component(&mut self, part: Cells) -> Result<Value, ValueError> {
        let (upright, turned) = (least(part), least(transposed(trimmed(part))));
        let representative = upright.min(turned);
        let value = if let Some(&value) = self.known.get(&representative) {
            value
        } else {
            let left: Result<Vec<Value>, _> = after_left(representative).map(|cells| self.value(cells)).collect();
            let right: Result<Vec<Value>, _> = after_right(representative).map(|cells| self.value(cells)).collect();
            let value = self.store.form(&left?, &right?)?;
            self.charge(2 * size_of::<(Cells, Value)>())?;
            self.known.insert(representative, value);
            value
        };
        if turned < upright { self.store.negative(value) } else { Ok(value) }
    }

    /// Whether Left, about to move in a sum of at most two values and a compact one, wins: where not G + H ≤ 0.
    pub fn wins(&mut self, values: &[Value], compact: Compact) -> Result<bool, ValueError> {
        let mut low = compact.value(&mut self.store)?;
        let mut high = Value::ZERO;
        if let Some(&first) = values.first() {
            low = self.store.sum(low, first)?;
        }
        if let Some(&second) = values.get(1) {
            high = self.store.negative(second)?;
        }
        Ok(!self.store.le(low, high)?)
    }
}

impl Drop for Values {
    fn drop(&mut self) {
        self.store.budget().release(self.reserved);
    }
}

/// A sum: the large components, how many there are, the numbers of the values that are not added up; and those that are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sum {
    pub parts: Box<[u64]>,
    pub compact: Compact,
}

type Shelf = FxHashMap<Box<[u64]>, Vec<(Compact, bool)>>;

/// Whether Left, about to move, wins: of the sums that were searched.
pub(super) struct Book {
    shelves: Vec<Mutex<Shelf>>,
}

/// So many that two threads seldom want the same one.
const SHELVES: u64 = 64;

impl Book {
    pub fn new() -> Self {
        Self { shelves: (0..SHELVES).map(|_| Mutex::default()).collect() }
    }

    fn shelf(&self, parts: &[u64]) -> &Mutex<Shelf> {
        let mut hasher = FxHasher::default();
        parts.hash(&mut hasher);
        &self.shelves[((hasher.finish() >> 32) % SHELVES) as usize]
    }

    /// What is known of a sum, or follows from what is known of one that is at most or at least as good for Left.
    pub fn find(&self, sum: &Sum) -> Option<bool> {
        let shelf = lock(self.shelf(&sum.parts));
        let says = |&&(compact, wins): &&(Compact, bool)| {
            if wins { compact.le(sum.compact) } else { sum.compact.le(compact) }
        };
        shelf.get(&sum.parts)?.iter().find(says).map(|&(_, wins)| wins)
    }

    /// Notes who wins, and returns the bytes that takes at most.
    pub fn note(&self, sum: Sum, wins: bool) -> u64 {
        let bytes = 8 * sum.parts.len() + 2 * size_of::<(Box<[u64]>, Vec<(Compact, bool)>)>() + 48;
        let mut shelf = lock(self.shelf(&sum.parts));
        let known = shelf.entry(sum.parts).or_default();
        known.retain(|&(compact, won)| {
            won != wins || !if wins { sum.compact.le(compact) } else { compact.le(sum.compact) }
        });
        known.push((sum.compact, wins));
        bytes as u64
    }

    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.shelves.iter().map(|shelf| lock(shelf).values().map(Vec::len).sum::<usize>()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compact_values_are_ordered_as_values_are() {
        let mut store = Store::default();
        let all: Vec<Compact> = [-1i64 << FRACTION, 0, 1 << (FRACTION - 1)]
            .into_iter()
            .flat_map(|number| (-2..=2).flat_map(move |ups| (0..4).map(move |nimber| Compact { number, ups, nimber })))
            .collect();
        for &one in &all {
            for &other in &all {
                let (g, h) = (one.value(&mut store).unwrap(), other.value(&mut store).unwrap());
                assert_eq!(one.le(other), store.le(g, h).unwrap(), "{one:?} and {other:?}");
                let sum = store.sum(g, h).unwrap();
                assert_eq!(Compact::of(&store, sum), Some(one.plus(other)), "{one:?} and {other:?}");
            }
        }
    }
}
