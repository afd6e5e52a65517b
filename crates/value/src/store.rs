//! The store of values: every short game is kept once, in canonical form, and known by a small handle.

use grundy_budget::{Budget, Meter};
use rustc_hash::FxHashMap;

use crate::cache::{OrderCache, PairCache};
use crate::index::{Index, hash_of};
use crate::quick::Quick;
use crate::{Dyadic, Result, ValueError};

/// A value: the handle of a short game in canonical form. Within one [`Store`], equal games are the same handle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Value(pub(crate) u32);

impl Value {
    /// The value 0, in every store.
    pub const ZERO: Self = Self(0);
    /// The value ∗, in every store.
    pub const STAR: Self = Self(1);

    /// The handle's number, dense from 0 in order of first appearance; for tables indexed by value.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A number plus a multiple of ↑ plus a nimber, the common infinitesimal neighbours of numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Nus {
    /// The number.
    pub number: Dyadic,
    /// How many ↑, negative for ↓.
    pub ups: i64,
    /// The nimber.
    pub nimber: u64,
}

impl Nus {
    /// A number alone.
    pub fn number(number: Dyadic) -> Self {
        Self { number, ups: 0, nimber: 0 }
    }

    /// Whether it is a number alone.
    pub fn is_number(&self) -> bool {
        self.ups == 0 && self.nimber == 0
    }
}

/// The recursion limit of operations on game trees, in moves.
pub(crate) const DEPTH_LIMIT: u32 = 1500;
/// Largest number of options a compact value is expanded to.
const OPTIONS_LIMIT: u64 = 1 << 16;
/// Handles stay below this, so that a pair of them packs into 62 bits with room for temporary ones above.
const HANDLE_LIMIT: usize = 1 << 30;
/// Largest numerator and denominator, in bits.
const BITS_LIMIT: u64 = 1 << 20;
const NONE: u32 = u32::MAX;

/// What is known of a value without looking at its options: the stops and on which side of them it lies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stops {
    pub(crate) left: Quick,
    pub(crate) right: Quick,
    /// Whether G ≤ its left stop.
    pub(crate) below_left: bool,
    /// Whether G ≥ its right stop.
    pub(crate) above_right: bool,
}

#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) stops: Stops,
    /// Where the options stand in the arena, left ones first; `NONE` while a compact value is not expanded.
    start: u32,
    left: u32,
    right: u32,
    negative: u32,
    /// Place in the list of compact values, or `NONE` for general forms.
    compact: u32,
}

/// The options of a value as a range of the store's arena.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Options {
    start: u32,
    middle: u32,
    end: u32,
}

impl Options {
    pub(crate) fn left(self) -> std::ops::Range<usize> {
        self.start as usize..self.middle as usize
    }

    pub(crate) fn right(self) -> std::ops::Range<usize> {
        self.middle as usize..self.end as usize
    }
}

/// A store of values with memoised operations under a budget.
///
/// All operations take `&mut self`: one thread works on a store at full speed without locks. Threads that want to share
/// values share a [`crate::SharedStore`]; threads that only want to compute each own a store. Memory: about 70 bytes and
/// 4 bytes an option for each distinct value, and caches of at most 40 MB.
#[derive(Debug)]
pub struct Store {
    pub(crate) nodes: Vec<Node>,
    pub(crate) arena: Vec<Value>,
    compacts: Vec<(Nus, u32)>,
    compact_index: Index,
    form_index: Index,
    /// Exact stops of the values whose stops are no [`Quick`] numbers.
    exact_stops: FxHashMap<u32, (Dyadic, Dyadic)>,
    pub(crate) orders: OrderCache,
    pub(crate) sums: PairCache,
    pub(crate) meter: Meter,
    pub(crate) next_pending: u32,
    pub(crate) spare: Vec<Vec<Value>>,
    pub(crate) names: crate::notation::Names,
    /// Bytes counted but not yet asked of the budget, and bytes held.
    owed: u64,
    held: u64,
}

impl Default for Store {
    fn default() -> Self {
        Self::new(&Budget::unlimited())
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        self.meter.budget().release(self.held);
    }
}

impl Store {
    /// An empty store whose operations spend from `budget`.
    pub fn new(budget: &Budget) -> Self {
        let mut store = Self {
            nodes: Vec::new(),
            arena: Vec::new(),
            compacts: Vec::new(),
            compact_index: Index::new(),
            form_index: Index::new(),
            exact_stops: FxHashMap::default(),
            orders: OrderCache::new(),
            sums: PairCache::new(),
            meter: budget.meter(),
            next_pending: u32::MAX >> 1,
            spare: Vec::new(),
            names: crate::notation::Names::default(),
            owed: 0,
            held: 0,
        };
        store.push_compact(Nus::number(Dyadic::ZERO));
        store.push_compact(Nus { number: Dyadic::ZERO, ups: 0, nimber: 1 });
        store
    }

    /// The budget that operations spend from.
    pub fn budget(&self) -> &Budget {
        self.meter.budget()
    }

    /// Lets later operations spend from another budget; the memory held moves over to it.
    pub fn set_budget(&mut self, budget: &Budget) -> Result<()> {
        budget.reserve(self.held)?;
        self.meter.budget().release(self.held);
        self.meter = budget.meter();
        Ok(())
    }

    /// How many distinct values the store holds.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the store is empty; it never is, since 0 is always there.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Bytes held by values and options, without the caches.
    pub fn bytes(&self) -> usize {
        self.nodes.len() * (size_of::<Node>() + 8)
            + self.arena.len() * size_of::<Value>()
            + self.compacts.len() * (size_of::<(Nus, u32)>() + 8)
    }

    /// The value of a number.
    pub fn number(&mut self, number: &Dyadic) -> Result<Value> {
        self.compact(Nus::number(number.clone()))
    }

    /// The value of an integer.
    pub fn integer(&mut self, integer: i64) -> Result<Value> {
        self.compact(Nus::number(Dyadic::from(integer)))
    }

    /// The value of a nimber.
    pub fn nimber(&mut self, nimber: u64) -> Result<Value> {
        self.compact(Nus { number: Dyadic::ZERO, ups: 0, nimber })
    }

    /// The value of a number plus ups plus a nimber.
    pub fn compact(&mut self, nus: Nus) -> Result<Value> {
        if let Some(place) = self.find_compact(&nus) {
            return Ok(place);
        }
        if nus.number.bits() > BITS_LIMIT || u64::from(nus.number.exponent()) > BITS_LIMIT {
            return Err(ValueError::TooLarge { what: "the number" });
        }
        self.charge(size_of::<Node>() + size_of::<(Nus, u32)>() + 16 + nus.number.bits() as usize / 8)?;
        Ok(self.push_compact(nus))
    }

    fn find_compact(&self, nus: &Nus) -> Option<Value> {
        let found = self.compact_index.find(hash_of(nus), |place| self.compacts[place as usize].0 == *nus);
        found.map(|place| Value(self.compacts[place as usize].1))
    }

    fn push_compact(&mut self, nus: Nus) -> Value {
        let place = self.compacts.len() as u32;
        let id = self.nodes.len() as u32;
        let stop = Quick::from_dyadic(&nus.number);
        if stop.is_unknown() {
            self.exact_stops.insert(id, (nus.number.clone(), nus.number.clone()));
        }
        // n·↑ + ∗m ≥ 0 unless n < 0, or n = 0 and m ≠ 0, or n = m = 1.
        let at_least = |ups: i64| ups > 1 || (ups == 1 && nus.nimber != 1) || (ups == 0 && nus.nimber == 0);
        let (above_right, below_left) = (at_least(nus.ups), at_least(nus.ups.saturating_neg()));
        let stops = Stops { left: stop, right: stop, below_left, above_right };
        self.nodes.push(Node { stops, start: NONE, left: 0, right: 0, negative: NONE, compact: place });
        let hash = hash_of(&nus);
        self.compacts.push((nus, id));
        let compacts = &self.compacts;
        self.compact_index.insert(hash, place, |place| hash_of(&compacts[place as usize].0));
        Value(id)
    }

    /// The number, ups and nimber that a value is made of, unless it is a general form.
    pub fn as_compact(&self, value: Value) -> Option<&Nus> {
        let compact = self.nodes[value.index()].compact;
        (compact != NONE).then(|| &self.compacts[compact as usize].0)
    }

    /// The number a value is, if it is one.
    pub fn as_number(&self, value: Value) -> Option<&Dyadic> {
        self.as_compact(value).filter(|nus| nus.is_number()).map(|nus| &nus.number)
    }

    /// The `n` of a nimber ∗n, if the value is one.
    pub fn as_nimber(&self, value: Value) -> Option<u64> {
        self.as_compact(value).filter(|nus| nus.number.is_zero() && nus.ups == 0).map(|nus| nus.nimber)
    }

    /// The canonical left options, in order of handle.
    pub fn left_options(&mut self, value: Value) -> Result<Vec<Value>> {
        let options = self.expand(value)?;
        Ok(self.arena[options.left()].to_vec())
    }

    /// The canonical right options, in order of handle.
    pub fn right_options(&mut self, value: Value) -> Result<Vec<Value>> {
        let options = self.expand(value)?;
        Ok(self.arena[options.right()].to_vec())
    }

    /// The options as a range of the arena, made on first use for compact values.
    #[inline]
    pub(crate) fn expand(&mut self, value: Value) -> Result<Options> {
        let node = &self.nodes[value.index()];
        if node.start != NONE {
            let middle = node.start + node.left;
            return Ok(Options { start: node.start, middle, end: middle + node.right });
        }
        self.expand_compact(value)
    }

    #[cold]
    fn expand_compact(&mut self, value: Value) -> Result<Options> {
        let Some(nus) = self.as_compact(value).cloned() else {
            return Err(ValueError::undefined("a general form always has its options"));
        };
        let (left, right) = nus.options()?;
        let mut values = Vec::with_capacity(left.len() + right.len());
        self.meter.work(values.capacity() as u64)?;
        let middle = left.len() as u32;
        for option in left.into_iter().chain(right) {
            values.push(self.compact(option)?);
        }
        values[..middle as usize].sort_unstable();
        values[middle as usize..].sort_unstable();
        self.charge(values.len() * size_of::<Value>())?;
        let start = self.arena.len() as u32;
        self.arena.extend_from_slice(&values);
        let node = &mut self.nodes[value.index()];
        (node.start, node.left, node.right) = (start, middle, values.len() as u32 - middle);
        Ok(Options { start, middle: start + middle, end: start + values.len() as u32 })
    }

    /// The handle of a general form whose options are canonical and sorted.
    pub(crate) fn intern(&mut self, left: &[Value], right: &[Value]) -> Result<Value> {
        let hash = hash_of(&(left, right));
        let found = self.form_index.find(hash, |id| self.sides(id) == (left, right));
        if let Some(id) = found {
            return Ok(Value(id));
        }
        if self.nodes.len() >= HANDLE_LIMIT || self.arena.len() + left.len() + right.len() >= NONE as usize {
            return Err(ValueError::TooLarge { what: "the store of values" });
        }
        self.charge(size_of::<Node>() + 8 + (left.len() + right.len()) * size_of::<Value>())?;
        let id = self.nodes.len() as u32;
        let (stops, exact) = self.stops_of_form(left, right);
        if let Some(exact) = exact {
            self.exact_stops.insert(id, exact);
        }
        let start = self.arena.len() as u32;
        self.arena.extend_from_slice(left);
        self.arena.extend_from_slice(right);
        let (left, right) = (left.len() as u32, right.len() as u32);
        self.nodes.push(Node { stops, start, left, right, negative: NONE, compact: NONE });
        let mut index = std::mem::replace(&mut self.form_index, Index::new());
        index.insert(hash, id, |id| hash_of(&self.sides(id)));
        self.form_index = index;
        let grown = self.orders.suit(self.nodes.len()) + self.sums.suit(self.nodes.len());
        self.charge(grown as usize)?;
        Ok(Value(id))
    }

    fn sides(&self, id: u32) -> (&[Value], &[Value]) {
        let node = &self.nodes[id as usize];
        let middle = (node.start + node.left) as usize;
        (&self.arena[node.start as usize..middle], &self.arena[middle..middle + node.right as usize])
    }

    pub(crate) fn negative_of(&self, value: Value) -> Option<Value> {
        let negative = self.nodes[value.index()].negative;
        (negative != NONE).then_some(Value(negative))
    }

    pub(crate) fn set_negatives(&mut self, value: Value, negative: Value) {
        self.nodes[value.index()].negative = negative.0;
        self.nodes[negative.index()].negative = value.0;
    }

    /// The exact left stop.
    pub(crate) fn exact_left(&self, value: Value) -> Dyadic {
        let quick = self.nodes[value.index()].stops.left;
        quick.to_dyadic().unwrap_or_else(|| self.exact_stops[&value.0].0.clone())
    }

    /// The exact right stop.
    pub(crate) fn exact_right(&self, value: Value) -> Dyadic {
        let quick = self.nodes[value.index()].stops.right;
        quick.to_dyadic().unwrap_or_else(|| self.exact_stops[&value.0].1.clone())
    }

    /// Stops of {left|right}, both sides not empty and the game no number: the best stops of the options.
    pub(crate) fn stops_of_form(&self, left: &[Value], right: &[Value]) -> (Stops, Option<(Dyadic, Dyadic)>) {
        let nodes = &self.nodes;
        let known = left.iter().all(|l| !nodes[l.index()].stops.right.is_unknown())
            && right.iter().all(|r| !nodes[r.index()].stops.left.is_unknown());
        if known {
            let best_left = left.iter().map(|l| nodes[l.index()].stops.right).max().unwrap_or(Quick::UNKNOWN);
            let best_right = right.iter().map(|r| nodes[r.index()].stops.left).min().unwrap_or(Quick::UNKNOWN);
            // G ≤ its left stop x unless some left option G^L ≥ x; those with a smaller right stop are not.
            let reaches = |l: &Value| nodes[l.index()].stops.right == best_left && nodes[l.index()].stops.above_right;
            let sinks = |r: &Value| nodes[r.index()].stops.left == best_right && nodes[r.index()].stops.below_left;
            let below_left = !left.iter().any(reaches);
            let above_right = !right.iter().any(sinks);
            return (Stops { left: best_left, right: best_right, below_left, above_right }, None);
        }
        let best_left = left.iter().map(|&l| self.exact_right(l)).max().unwrap_or(Dyadic::ZERO);
        let best_right = right.iter().map(|&r| self.exact_left(r)).min().unwrap_or(Dyadic::ZERO);
        let below_left = !left.iter().any(|&l| self.exact_right(l) == best_left && nodes[l.index()].stops.above_right);
        let above_right = !right.iter().any(|&r| self.exact_left(r) == best_right && nodes[r.index()].stops.below_left);
        let stops = Stops {
            left: Quick::from_dyadic(&best_left),
            right: Quick::from_dyadic(&best_right),
            below_left,
            above_right,
        };
        (stops, Some((best_left, best_right)))
    }

    /// Counts memory, asking the budget for it in portions.
    pub(crate) fn charge(&mut self, bytes: usize) -> Result<()> {
        self.owed += bytes as u64;
        if self.owed >= 1 << 16 {
            self.meter.budget().reserve(self.owed)?;
            self.held += std::mem::take(&mut self.owed);
        }
        Ok(())
    }
}

impl Nus {
    /// The canonical options (Berlekamp, Conway, Guy, Winning Ways, chapter 3): a number's own, or else those of
    /// n·↑ + ∗m shifted by the number, by the number translation theorem.
    fn options(&self) -> Result<(Vec<Self>, Vec<Self>)> {
        if self.is_number() {
            let single = |option: Option<Dyadic>| option.map(Self::number).into_iter().collect();
            return Ok((single(self.number.left_option()), single(self.number.right_option())));
        }
        if self.ups == 0 && self.nimber > OPTIONS_LIMIT {
            return Err(ValueError::TooLarge { what: "the number of options of the nimber" });
        }
        let at = |ups, nimber| Self { number: self.number.clone(), ups, nimber };
        let away = |ups: i64| match (ups, self.nimber) {
            (0, m) => ((0..m).map(|i| at(0, i)).collect(), (0..m).map(|i| at(0, i)).collect()),
            (1, 1) => (vec![at(0, 0), at(0, 1)], vec![at(0, 0)]),
            (n, m) => (vec![at(0, 0)], vec![at(n - 1, m ^ 1)]),
        };
        if self.ups >= 0 {
            return Ok(away(self.ups));
        }
        let Some(ups) = self.ups.checked_neg() else {
            return Err(ValueError::TooLarge { what: "the multiple of up" });
        };
        let mirror = |side: Vec<Self>| side.into_iter().map(|nus| Self { ups: -nus.ups, ..nus }).collect();
        let (left, right) = away(ups);
        Ok((mirror(right), mirror(left)))
    }
}
