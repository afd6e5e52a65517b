//! Values of small groups of Clobber: one store for all threads, and what each of them remembers of it.

use super::shapes::{Named, Shape, Stones};
use crate::racing::lock;
use grundy_budget::Budget;
use grundy_value::{Outcome, Store, Value, ValueError};
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex};

/// The values of all small groups that were met.
pub(super) struct Values {
    store: Store,
    known: FxHashMap<Shape, Value>,
    reserved: u64,
}

impl Values {
    pub fn new(budget: &Budget) -> Self {
        Self { store: Store::new(budget), known: FxHashMap::default(), reserved: 0 }
    }

    /// The value of a small group; every move takes a stone, so this goes down a few moves only.
    fn of(&mut self, shape: Shape) -> Result<Value, ValueError> {
        if let Some(&value) = self.known.get(&shape) {
            return Ok(value);
        }
        let stones = shape.stones();
        let left: Result<Vec<Value>, _> = stones.after_left().map(|after| self.of_all(after)).collect();
        let right: Result<Vec<Value>, _> =
            stones.negative().after_left().map(|after| self.of_all(after.negative())).collect();
        let value = self.store.form(&left?, &right?)?;
        let bytes = 2 * size_of::<(Shape, Value)>() as u64;
        self.store.budget().reserve(bytes)?;
        self.reserved += bytes;
        self.known.insert(shape, value);
        Ok(value)
    }

    fn of_all(&mut self, stones: Stones) -> Result<Value, ValueError> {
        let mut total = Value::ZERO;
        for group in stones.groups() {
            let named = group.named();
            let value = self.of(named.shape)?;
            let value = if named.negative { self.store.negative(value)? } else { value };
            total = self.store.sum(total, value)?;
        }
        Ok(total)
    }

    fn facts(&mut self, value: Value) -> Result<Facts, ValueError> {
        let negative = self.store.negative(value)?;
        let options = self.store.left_options(value)?;
        let options: Result<Box<[Value]>, _> = options.into_iter().map(|option| self.store.negative(option)).collect();
        Ok(Facts { negative, outcome: self.store.outcome(value), options: options?.into() })
    }
}

impl Drop for Values {
    fn drop(&mut self) {
        self.store.budget().release(self.reserved);
    }
}

/// What is known of a value.
#[derive(Clone)]
pub(super) struct Facts {
    pub negative: Value,
    pub outcome: Outcome,
    /// What Left can move to, as the opponent sees it.
    pub options: Arc<[Value]>,
}

/// How many results of operations on values a thread remembers.
const REMEMBERED: usize = 1 << 15;

/// What one thread remembers of the values.
pub(super) struct Memory {
    /// The value of a shape and of its negative.
    shapes: FxHashMap<Shape, [Value; 2]>,
    facts: Vec<Option<Facts>>,
    sums: Box<[(Value, Value, Value)]>,
    orders: Box<[(Value, Value, bool)]>,
    budget: Budget,
    reserved: u64,
}

fn place(one: Value, other: Value) -> usize {
    let mixed = (one.index() as u64 ^ (other.index() as u64) << 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed >> (u64::BITS - REMEMBERED.trailing_zeros())) as usize
}

impl Memory {
    pub fn new(budget: &Budget) -> Self {
        // 0 + 0 = 0, and 0 ≤ 0.
        Self {
            shapes: FxHashMap::default(),
            facts: Vec::new(),
            sums: vec![(Value::ZERO, Value::ZERO, Value::ZERO); REMEMBERED].into(),
            orders: vec![(Value::ZERO, Value::ZERO, true); REMEMBERED].into(),
            budget: budget.clone(),
            reserved: 0,
        }
    }

    fn charge(&mut self, bytes: usize) -> Result<(), ValueError> {
        self.budget.reserve(bytes as u64)?;
        self.reserved += bytes as u64;
        Ok(())
    }

    /// The value of a small group.
    pub fn value(&mut self, values: &Mutex<Values>, named: Named) -> Result<Value, ValueError> {
        let sign = usize::from(named.negative);
        if let Some(pair) = self.shapes.get(&named.shape) {
            return Ok(pair[sign]);
        }
        let mut values = lock(values);
        let value = values.of(named.shape)?;
        let pair = [value, values.store.negative(value)?];
        drop(values);
        self.charge(2 * size_of::<(Shape, [Value; 2])>())?;
        self.shapes.insert(named.shape, pair);
        Ok(pair[sign])
    }

    pub fn facts(&mut self, values: &Mutex<Values>, value: Value) -> Result<&Facts, ValueError> {
        let at = value.index();
        if at >= self.facts.len() {
            let length = (at + 1).next_power_of_two();
            self.charge((length - self.facts.len()) * size_of::<Option<Facts>>())?;
            self.facts.resize(length, None);
        }
        if self.facts[at].is_none() {
            let facts = lock(values).facts(value)?;
            self.charge(size_of_val(&*facts.options) + 32)?;
            self.facts[at] = Some(facts);
        }
        self.facts[at].as_ref().ok_or(ValueError::TooLarge { what: "the number of values" })
    }

    pub fn sum(&mut self, values: &Mutex<Values>, one: Value, other: Value) -> Result<Value, ValueError> {
        if one == Value::ZERO {
            return Ok(other);
        }
        let known = &mut self.sums[place(one, other)];
        if (known.0, known.1) != (one, other) {
            *known = (one, other, lock(values).store.sum(one, other)?);
        }
        Ok(known.2)
    }

    pub fn le(&mut self, values: &Mutex<Values>, one: Value, other: Value) -> Result<bool, ValueError> {
        let known = &mut self.orders[place(one, other)];
        if (known.0, known.1) != (one, other) {
            *known = (one, other, lock(values).store.le(one, other)?);
        }
        Ok(known.2)
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        self.budget.release(self.reserved);
    }
}
