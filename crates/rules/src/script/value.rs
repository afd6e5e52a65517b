//! The values of scripts and the arena they live in.
//!
//! A value is two machine words that can be copied; everything larger lies in a [`Heap`], which is emptied at once when a
//! call from outside ends. Nothing is freed before, so bytes are counted simply by adding up. What was made while the file
//! was loaded lies below a mark: it outlives the calls and cannot be changed by them, which makes every call a function of
//! its arguments alone.

use super::fault::{Fault, Outcome, limit};
use super::names::{Builtin, Method};
use grundy_lang::Text;
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use std::cmp::Ordering;

#[derive(Clone, Copy, Debug)]
pub(crate) enum Value {
    /// A variable without a value.
    Unbound,
    None,
    Bool(bool),
    Int(i64),
    /// Larger (or, when the flag is set, smaller) than every number.
    Infinite(bool),
    /// A number that does not fit into 64 bits.
    Big(u32),
    Text(u32, u32),
    Tuple(u32, u32),
    List(u32),
    Set(u32),
    FrozenSet(u32),
    Dict(u32),
    Range(u32),
    Function(u32),
    Builtin(Builtin),
    /// A method together with its object.
    Method(u32),
    /// A variable shared with an inner function.
    Cell(u32),
    Iterator(u32),
}

/// Values nested more deeply are neither compared nor written.
const DEEPEST: usize = 60;

/// Tables of at most this many entries are searched one by one.
const SMALL: usize = 8;

/// Largest number, in bits.
pub(crate) const MOST_BITS: u64 = 1 << 17;

const FREE: u32 = u32::MAX;

/// A dictionary or set in the order of insertion.
#[derive(Debug)]
pub(crate) struct Table {
    /// Hash, key and value; a deleted key is [`Value::Unbound`].
    pub entries: Vec<(u32, Value, Value)>,
    index: Vec<u32>,
    pub live: usize,
    /// Makes the value of a missing key ([`Value::Unbound`] when nothing does).
    pub default: Value,
}

impl Default for Table {
    fn default() -> Self {
        Self { entries: Vec::new(), index: Vec::new(), live: 0, default: Value::Unbound }
    }
}

impl Table {
    fn clear(&mut self) {
        self.entries.clear();
        self.index.clear();
        self.live = 0;
        self.default = Value::Unbound;
    }

    fn rebuild(&mut self) {
        self.entries.retain(|entry| !matches!(entry.1, Value::Unbound));
        self.index.clear();
        if self.entries.len() <= SMALL {
            return;
        }
        let size = (self.entries.len() * 4).next_power_of_two();
        self.index.resize(size, FREE);
        for (number, entry) in self.entries.iter().enumerate() {
            let mut at = entry.0 as usize & (size - 1);
            while self.index[at] != FREE {
                at = (at + 1) & (size - 1);
            }
            self.index[at] = number as u32;
        }
    }

    pub fn keys(&self) -> impl Iterator<Item = Value> {
        self.entries.iter().map(|entry| entry.1).filter(|key| !matches!(key, Value::Unbound))
    }
}

/// A function together with what it has captured.
#[derive(Clone, Debug)]
pub(crate) struct Closure {
    pub code: u32,
    /// Captured variables, then defaults of parameters, in `cells`.
    pub captures: (u32, u32),
    pub defaults: (u32, u32),
    /// Whether results are kept, and the dictionary they are kept in.
    pub cached: bool,
    pub cache: Option<u32>,
}

#[derive(Debug, Default)]
pub(crate) struct Heap {
    pub cells: Vec<Value>,
    pub bytes: Vec<u8>,
    pub bigs: Vec<BigInt>,
    lists: Vec<Vec<Value>>,
    list_count: usize,
    tables: Vec<Table>,
    table_count: usize,
    pub ranges: Vec<Range>,
    pub closures: Vec<Closure>,
    pub shared: Vec<Value>,
    pub methods: Vec<(Value, Method)>,
    pub iterators: Vec<(Value, usize)>,
    mark: Mark,
    used: u64,
    pub limit: u64,
}

/// Numbers from `start` on in steps; `length` of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Range {
    pub start: i64,
    pub step: i64,
    pub length: i64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Mark {
    cells: usize,
    bytes: usize,
    bigs: usize,
    lists: usize,
    tables: usize,
    ranges: usize,
    closures: usize,
    shared: usize,
    methods: usize,
    iterators: usize,
}

impl Heap {
    pub fn new(limit: u64) -> Self {
        Self { limit, ..Self::default() }
    }

    /// Keeps all that is there now, unchangeable.
    pub fn keep(&mut self) {
        self.mark = Mark {
            cells: self.cells.len(),
            bytes: self.bytes.len(),
            bigs: self.bigs.len(),
            lists: self.list_count,
            tables: self.table_count,
            ranges: self.ranges.len(),
            closures: self.closures.len(),
            shared: self.shared.len(),
            methods: self.methods.len(),
            iterators: self.iterators.len(),
        };
        for closure in &mut self.closures {
            closure.cache = None;
        }
        self.used = 0;
    }

    /// Throws away all that was made since [`Heap::keep`].
    #[inline]
    pub fn reset(&mut self) {
        self.cells.truncate(self.mark.cells);
        self.bytes.truncate(self.mark.bytes);
        self.bigs.truncate(self.mark.bigs);
        self.list_count = self.mark.lists;
        self.table_count = self.mark.tables;
        self.ranges.truncate(self.mark.ranges);
        self.closures.truncate(self.mark.closures);
        self.shared.truncate(self.mark.shared);
        self.methods.truncate(self.mark.methods);
        self.iterators.truncate(self.mark.iterators);
        for closure in &mut self.closures {
            closure.cache = None;
        }
        if self.used > 1 << 20 {
            // A large call must not leave its storage behind for ever.
            self.lists.truncate(self.mark.lists);
            self.tables.truncate(self.mark.tables);
            self.cells.shrink_to(self.mark.cells + (1 << 16));
            self.bytes.shrink_to(self.mark.bytes + (1 << 16));
        }
        self.used = 0;
    }

    #[inline]
    pub fn charge(&mut self, bytes: usize) -> Outcome<()> {
        self.used = self.used.saturating_add(bytes as u64);
        if self.used > self.limit { Err(self.too_many_bytes()) } else { Ok(()) }
    }

    #[cold]
    fn too_many_bytes(&self) -> Box<Fault> {
        limit(Text::new("more than {limit} bytes are used").with("limit", self.limit))
    }

    // Numbers.

    pub fn number(&mut self, number: BigInt) -> Outcome<Value> {
        if let Some(small) = number.to_i64() {
            return Ok(Value::Int(small));
        }
        if number.bits() > MOST_BITS {
            return Err(too_many_bits());
        }
        self.charge(number.bits() as usize / 8 + 32)?;
        self.bigs.push(number);
        Ok(Value::Big(self.bigs.len() as u32 - 1))
    }

    /// The value as a number of any size; `None` for what is not one.
    pub fn big(&self, value: Value) -> Option<BigInt> {
        match value {
            Value::Bool(flag) => Some(BigInt::from(i32::from(flag))),
            Value::Int(number) => Some(BigInt::from(number)),
            Value::Big(at) => Some(self.bigs[at as usize].clone()),
            _ => None,
        }
    }

    // Strings.

    pub fn text(&mut self, text: &str) -> Outcome<Value> {
        self.charge(text.len())?;
        let at = self.bytes.len();
        self.bytes.extend_from_slice(text.as_bytes());
        Ok(Value::Text(at as u32, text.len() as u32))
    }

    pub fn str(&self, at: u32, length: u32) -> &str {
        // Slices are only ever cut between characters.
        std::str::from_utf8(&self.bytes[at as usize..(at + length) as usize]).unwrap_or("")
    }

    pub fn raw(&self, at: u32, length: u32) -> &[u8] {
        &self.bytes[at as usize..(at + length) as usize]
    }

    // Tuples.

    pub fn tuple(&mut self, items: &[Value]) -> Outcome<Value> {
        self.charge(size_of_val(items))?;
        let at = self.cells.len();
        self.cells.extend_from_slice(items);
        Ok(Value::Tuple(at as u32, items.len() as u32))
    }

    pub fn items(&self, at: u32, length: u32) -> &[Value] {
        &self.cells[at as usize..(at + length) as usize]
    }

    // Lists.

    pub fn list(&mut self) -> Outcome<u32> {
        self.charge(32)?;
        let at = self.list_count;
        if at == self.lists.len() {
            self.lists.push(Vec::new());
        } else {
            self.lists[at].clear();
        }
        self.list_count += 1;
        Ok(at as u32)
    }

    pub fn list_of(&mut self, items: &[Value]) -> Outcome<Value> {
        self.charge(size_of_val(items))?;
        let at = self.list()?;
        self.lists[at as usize].extend_from_slice(items);
        Ok(Value::List(at))
    }

    #[inline]
    pub fn get(&self, list: u32) -> &Vec<Value> {
        &self.lists[list as usize]
    }

    /// A list to be changed.
    #[inline]
    pub fn list_mut(&mut self, list: u32) -> Outcome<&mut Vec<Value>> {
        if (list as usize) < self.mark.lists {
            return Err(frozen());
        }
        Ok(&mut self.lists[list as usize])
    }

    #[inline]
    pub fn append(&mut self, list: u32, value: Value) -> Outcome<()> {
        self.charge(size_of::<Value>())?;
        self.list_mut(list)?.push(value);
        Ok(())
    }

    // Tables.

    pub fn new_table(&mut self) -> Outcome<u32> {
        self.charge(64)?;
        let at = self.table_count;
        if at == self.tables.len() {
            self.tables.push(Table::default());
        } else {
            self.tables[at].clear();
        }
        self.table_count += 1;
        Ok(at as u32)
    }

    pub fn table(&self, table: u32) -> &Table {
        &self.tables[table as usize]
    }

    pub fn table_mut(&mut self, table: u32) -> Outcome<&mut Table> {
        if (table as usize) < self.mark.tables {
            return Err(frozen());
        }
        Ok(&mut self.tables[table as usize])
    }

    /// Where a key stands among the entries.
    pub fn find(&self, table: u32, key: Value) -> Outcome<Option<usize>> {
        let hash = self.hash(key, 0)?;
        self.find_hashed(table, key, hash)
    }

    fn find_hashed(&self, table: u32, key: Value, hash: u32) -> Outcome<Option<usize>> {
        let table = &self.tables[table as usize];
        if table.index.is_empty() {
            for (number, entry) in table.entries.iter().enumerate() {
                if entry.0 == hash && self.equal(entry.1, key)? {
                    return Ok(Some(number));
                }
            }
            return Ok(None);
        }
        let mask = table.index.len() - 1;
        let mut at = hash as usize & mask;
        while table.index[at] != FREE {
            let entry = &table.entries[table.index[at] as usize];
            if entry.0 == hash && self.equal(entry.1, key)? {
                return Ok(Some(table.index[at] as usize));
            }
            at = (at + 1) & mask;
        }
        Ok(None)
    }

    /// Sets the value of a key.
    pub fn put(&mut self, table: u32, key: Value, value: Value) -> Outcome<()> {
        let hash = self.hash(key, 0)?;
        if let Some(at) = self.find_hashed(table, key, hash)? {
            self.table_mut(table)?.entries[at].2 = value;
            return Ok(());
        }
        self.charge(56)?;
        let table = self.table_mut(table)?;
        table.entries.push((hash, key, value));
        table.live += 1;
        let count = table.entries.len();
        if table.index.is_empty() {
            if count > SMALL {
                table.rebuild();
            }
        } else if count * 2 > table.index.len() {
            table.rebuild();
        } else {
            let mask = table.index.len() - 1;
            let mut at = hash as usize & mask;
            while table.index[at] != FREE {
                at = (at + 1) & mask;
            }
            table.index[at] = count as u32 - 1;
        }
        Ok(())
    }

    /// Takes a key out; whether it was there.
    pub fn remove(&mut self, table: u32, key: Value) -> Outcome<Option<Value>> {
        let Some(at) = self.find(table, key)? else { return Ok(None) };
        let table = self.table_mut(table)?;
        let value = table.entries[at].2;
        if at + 1 == table.entries.len() && table.index.is_empty() {
            table.entries.pop();
        } else {
            table.entries[at].1 = Value::Unbound;
        }
        table.live -= 1;
        if table.live * 4 < table.entries.len() && table.entries.len() > 2 * SMALL {
            table.rebuild();
        }
        Ok(Some(value))
    }

    // Comparing.

    /// A hash that equal values share.
    pub fn hash(&self, value: Value, depth: usize) -> Outcome<u32> {
        let mix = |number: u64| (number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as u32;
        Ok(match value {
            Value::Int(number) => mix(number as u64),
            Value::Bool(flag) => mix(u64::from(flag)),
            Value::Tuple(at, length) => {
                nested(depth)?;
                let mut state = 0x51_7cc1_u32.wrapping_add(length);
                for &item in self.items(at, length) {
                    state = (state.rotate_left(7) ^ self.hash(item, depth + 1)?).wrapping_mul(0x9e37_79b1);
                }
                state ^ state >> 15
            }
            Value::Text(at, length) => {
                let mut state = u64::from(length);
                for chunk in self.raw(at, length).chunks(8) {
                    let word = chunk.iter().fold(0u64, |word, &byte| word << 8 | u64::from(byte));
                    state = (state.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
                }
                (state >> 32) as u32
            }
            Value::None => 1,
            Value::Unbound => 2,
            Value::Infinite(negative) => 3 + u32::from(negative),
            Value::Big(at) => {
                let digits = self.bigs[at as usize].iter_u64_digits();
                digits.fold(7, |state, digit| state ^ mix(digit.wrapping_add(u64::from(state))))
            }
            Value::FrozenSet(table) => {
                nested(depth)?;
                let mut sum = 11u32;
                for key in self.table(table).keys() {
                    sum = sum.wrapping_add(self.hash(key, depth + 1)?.wrapping_mul(0x85eb_ca6b));
                }
                sum
            }
            Value::Range(at) => at.wrapping_mul(31),
            Value::Function(at) | Value::Method(at) | Value::Cell(at) | Value::Iterator(at) => mix(u64::from(at)),
            Value::Builtin(builtin) => mix(u64::from(builtin.0)),
            Value::List(_) | Value::Set(_) | Value::Dict(_) => {
                return Err(Fault::new(
                    Text::new("{kind} can change, so it cannot be a key or a member of a set")
                        .with_text("kind", kind(value)),
                ));
            }
        })
    }

    #[inline]
    pub fn equal(&self, a: Value, b: Value) -> Outcome<bool> {
        match (a, b) {
            (Value::Int(a), Value::Int(b)) => Ok(a == b),
            // Boards are strings of signs, which are compared one by one.
            (Value::Text(at, 1), Value::Text(other, 1)) => Ok(self.bytes[at as usize] == self.bytes[other as usize]),
            (Value::Text(at, length), Value::Text(other, other_length)) => {
                Ok(length == other_length && self.raw(at, length) == self.raw(other, other_length))
            }
            _ => self.equal_at(a, b, 0),
        }
    }

    fn equal_at(&self, a: Value, b: Value, depth: usize) -> Outcome<bool> {
        Ok(match (a, b) {
            (Value::None, Value::None) => true,
            (Value::Bool(a), Value::Bool(b)) => a == b,
            (Value::Int(number), Value::Bool(flag)) | (Value::Bool(flag), Value::Int(number)) => {
                number == i64::from(flag)
            }
            (Value::Int(a), Value::Int(b)) => a == b,
            (Value::Infinite(a), Value::Infinite(b)) => a == b,
            (Value::Big(a), Value::Big(b)) => self.bigs[a as usize] == self.bigs[b as usize],
            (Value::Text(..), Value::Text(..)) => self.equal(a, b)?,
            (Value::Tuple(at, length), Value::Tuple(other, other_length)) => {
                length == other_length
                    && self.all_equal(self.items(at, length), self.items(other, other_length), depth)?
            }
            (Value::List(a), Value::List(b)) => {
                a == b || self.get(a).len() == self.get(b).len() && self.all_equal(self.get(a), self.get(b), depth)?
            }
            (Value::Set(a) | Value::FrozenSet(a), Value::Set(b) | Value::FrozenSet(b)) => {
                self.table(a).live == self.table(b).live && self.is_subset(a, b)?
            }
            (Value::Dict(a), Value::Dict(b)) => self.equal_dicts(a, b, depth)?,
            (Value::Range(a), Value::Range(b)) => {
                let (a, b) = (self.ranges[a as usize], self.ranges[b as usize]);
                a.length == b.length && (a.length == 0 || a.start == b.start && (a.length == 1 || a.step == b.step))
            }
            (Value::Function(a), Value::Function(b)) => a == b,
            (Value::Builtin(a), Value::Builtin(b)) => a == b,
            (Value::Iterator(a), Value::Iterator(b)) => a == b,
            _ => false,
        })
    }

    fn all_equal(&self, a: &[Value], b: &[Value], depth: usize) -> Outcome<bool> {
        nested(depth)?;
        for (&a, &b) in a.iter().zip(b) {
            if !self.equal_at(a, b, depth + 1)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn equal_dicts(&self, a: u32, b: u32, depth: usize) -> Outcome<bool> {
        nested(depth)?;
        if self.table(a).live != self.table(b).live {
            return Ok(false);
        }
        for &(_, key, value) in self.table(a).entries.iter().filter(|entry| !matches!(entry.1, Value::Unbound)) {
            match self.find(b, key)? {
                Some(at) if self.equal_at(value, self.table(b).entries[at].2, depth + 1)? => {}
                _ => return Ok(false),
            }
        }
        Ok(true)
    }

    pub fn is_subset(&self, a: u32, b: u32) -> Outcome<bool> {
        for key in self.table(a).keys() {
            if self.find(b, key)?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The order of two values; `None` where they have none.
    pub fn order(&self, a: Value, b: Value, depth: usize) -> Outcome<Option<Ordering>> {
        let whole = |value: Value| match value {
            Value::Int(number) => Some(number),
            Value::Bool(flag) => Some(i64::from(flag)),
            _ => None,
        };
        if let (Some(a), Some(b)) = (whole(a), whole(b)) {
            return Ok(Some(a.cmp(&b)));
        }
        Ok(match (a, b) {
            (Value::Infinite(a), Value::Infinite(b)) => Some(b.cmp(&a)),
            (Value::Infinite(negative), Value::Int(_) | Value::Bool(_) | Value::Big(_)) => {
                Some(if negative { Ordering::Less } else { Ordering::Greater })
            }
            (Value::Int(_) | Value::Bool(_) | Value::Big(_), Value::Infinite(negative)) => {
                Some(if negative { Ordering::Greater } else { Ordering::Less })
            }
            (Value::Text(at, length), Value::Text(other, other_length)) => {
                Some(self.raw(at, length).cmp(self.raw(other, other_length)))
            }
            (Value::Tuple(at, length), Value::Tuple(other, other_length)) => {
                self.order_items(self.items(at, length), self.items(other, other_length), depth)?
            }
            (Value::List(a), Value::List(b)) => self.order_items(self.get(a), self.get(b), depth)?,
            _ => match (self.big(a), self.big(b)) {
                (Some(a), Some(b)) => Some(a.cmp(&b)),
                _ => None,
            },
        })
    }

    fn order_items(&self, a: &[Value], b: &[Value], depth: usize) -> Outcome<Option<Ordering>> {
        nested(depth)?;
        for (&a, &b) in a.iter().zip(b) {
            if !self.equal_at(a, b, depth + 1)? {
                return self.order(a, b, depth + 1);
            }
        }
        Ok(Some(a.len().cmp(&b.len())))
    }

    pub fn truth(&self, value: Value) -> Outcome<bool> {
        Ok(match value {
            Value::Unbound => return Err(Fault::unbound()),
            Value::None => false,
            Value::Bool(flag) => flag,
            Value::Int(number) => number != 0,
            Value::Text(_, length) | Value::Tuple(_, length) => length > 0,
            Value::List(list) => !self.get(list).is_empty(),
            Value::Set(table) | Value::FrozenSet(table) | Value::Dict(table) => self.table(table).live > 0,
            Value::Range(at) => self.ranges[at as usize].length > 0,
            _ => true,
        })
    }

    // Going through collections.

    /// The item at `state`, which is moved on; `None` at the end.
    #[inline]
    pub fn next_item(&mut self, items: Value, state: &mut usize) -> Outcome<Option<Value>> {
        Ok(match items {
            Value::List(list) => {
                let item = self.lists[list as usize].get(*state).copied();
                *state += 1;
                item
            }
            Value::Tuple(at, length) => {
                let here = *state;
                *state += 1;
                (here < length as usize).then(|| self.cells[at as usize + here])
            }
            Value::Range(at) => {
                let range = self.ranges[at as usize];
                let here = *state as i64;
                *state += 1;
                (here < range.length).then(|| Value::Int(range.start + here * range.step))
            }
            Value::Text(at, length) => {
                if *state >= length as usize {
                    return Ok(None);
                }
                let here = at + *state as u32;
                let width = width(self.bytes[here as usize]);
                *state += width;
                Some(Value::Text(here, width as u32))
            }
            Value::Set(table) | Value::FrozenSet(table) | Value::Dict(table) => {
                let entries = &self.tables[table as usize].entries;
                while let Some(entry) = entries.get(*state) {
                    *state += 1;
                    if !matches!(entry.1, Value::Unbound) {
                        return Ok(Some(entry.1));
                    }
                }
                None
            }
            Value::Iterator(at) => {
                let (inner, mut inner_state) = self.iterators[at as usize];
                let item = self.next_item(inner, &mut inner_state)?;
                self.iterators[at as usize].1 = inner_state;
                item
            }
            other => return Err(not_a_collection(other)),
        })
    }

    /// The items of any collection, into `out`.
    pub fn collect(&mut self, items: Value, out: &mut Vec<Value>) -> Outcome<()> {
        match items {
            Value::Tuple(at, length) => out.extend_from_slice(self.items(at, length)),
            Value::List(list) => out.extend_from_slice(self.get(list)),
            _ => {
                let mut state = 0;
                while let Some(item) = self.next_item(items, &mut state)? {
                    self.charge(16)?;
                    out.push(item);
                }
            }
        }
        self.charge(out.len())
    }

    pub fn length(&self, value: Value) -> Option<i64> {
        Some(match value {
            Value::Text(at, length) => {
                let raw = self.raw(at, length);
                if raw.is_ascii() { i64::from(length) } else { self.str(at, length).chars().count() as i64 }
            }
            Value::Tuple(_, length) => i64::from(length),
            Value::List(list) => self.get(list).len() as i64,
            Value::Set(table) | Value::FrozenSet(table) | Value::Dict(table) => self.table(table).live as i64,
            Value::Range(at) => self.ranges[at as usize].length,
            _ => return None,
        })
    }

    // Writing.

    /// Appends the value as `repr` (when `quoted`) or `str` write it.
    pub fn write(&self, value: Value, quoted: bool, depth: usize, out: &mut String) -> Outcome<()> {
        if out.len() as u64 > self.limit {
            return Err(self.too_many_bytes());
        }
        match value {
            Value::Unbound => return Err(Fault::unbound()),
            Value::None => out.push_str("None"),
            Value::Bool(flag) => out.push_str(if flag { "True" } else { "False" }),
            Value::Int(number) => out.push_str(&number.to_string()),
            Value::Infinite(negative) => out.push_str(if negative { "-inf" } else { "inf" }),
            Value::Big(at) => {
                let number = &self.bigs[at as usize];
                if number.bits() > MOST_WRITTEN_BITS {
                    return Err(too_many_bits());
                }
                out.push_str(&number.to_string());
            }
            Value::Text(at, length) if quoted => quote(self.str(at, length), out),
            Value::Text(at, length) => out.push_str(self.str(at, length)),
            Value::Tuple(at, length) => {
                out.push('(');
                self.write_items(self.items(at, length).iter().copied(), depth, out)?;
                out.push_str(if length == 1 { ",)" } else { ")" });
            }
            Value::List(list) => {
                out.push('[');
                self.write_items(self.get(list).iter().copied(), depth, out)?;
                out.push(']');
            }
            Value::Set(table) | Value::FrozenSet(table) => {
                let frozen = matches!(value, Value::FrozenSet(_));
                let empty = self.table(table).live == 0;
                out.push_str(if frozen {
                    "frozenset("
                } else if empty {
                    "set("
                } else {
                    ""
                });
                if !empty {
                    out.push('{');
                    self.write_items(self.table(table).keys(), depth, out)?;
                    out.push('}');
                }
                out.push_str(if frozen || empty { ")" } else { "" });
            }
            Value::Dict(table) => self.write_dict(table, depth, out)?,
            Value::Range(at) => {
                let Range { start, step, length } = self.ranges[at as usize];
                let stop = i128::from(start) + i128::from(step) * i128::from(length);
                let range = if step == 1 {
                    format!("range({start}, {stop})")
                } else {
                    format!("range({start}, {stop}, {step})")
                };
                out.push_str(&range);
            }
            Value::Function(_) | Value::Builtin(_) | Value::Method(_) => out.push_str("<function>"),
            Value::Cell(_) | Value::Iterator(_) => out.push_str("<iterator>"),
        }
        Ok(())
    }

    fn write_items(&self, items: impl Iterator<Item = Value>, depth: usize, out: &mut String) -> Outcome<()> {
        nested(depth)?;
        for (number, item) in items.enumerate() {
            if number > 0 {
                out.push_str(", ");
            }
            self.write(item, true, depth + 1, out)?;
        }
        Ok(())
    }

    fn write_dict(&self, table: u32, depth: usize, out: &mut String) -> Outcome<()> {
        nested(depth)?;
        out.push('{');
        let mut first = true;
        for &(_, key, value) in self.table(table).entries.iter().filter(|entry| !matches!(entry.1, Value::Unbound)) {
            if !first {
                out.push_str(", ");
            }
            first = false;
            self.write(key, true, depth + 1, out)?;
            out.push_str(": ");
            self.write(value, true, depth + 1, out)?;
        }
        out.push('}');
        Ok(())
    }
}

/// Larger numbers are computed with, but not written out.
const MOST_WRITTEN_BITS: u64 = 14_000;

fn nested(depth: usize) -> Outcome<()> {
    if depth < DEEPEST { Ok(()) } else { Err(limit(Text::new("values are nested too deeply"))) }
}

#[cold]
fn frozen() -> Box<Fault> {
    Fault::new(Text::new("what the file made while it was read cannot change while positions are asked"))
}

#[cold]
pub(crate) fn too_many_bits() -> Box<Fault> {
    limit(Text::new("a number of more than {limit} bits").with("limit", MOST_BITS))
}

#[cold]
pub(crate) fn not_a_collection(value: Value) -> Box<Fault> {
    if matches!(value, Value::Unbound) {
        return Fault::unbound();
    }
    Fault::new(Text::new("{kind} has no items to go through").with_text("kind", kind(value)))
}

/// The bytes of the character that starts with this one.
fn width(byte: u8) -> usize {
    match byte {
        0..=0x7f => 1,
        0x80..=0xdf => 2,
        0xe0..=0xef => 3,
        _ => 4,
    }
}

/// A string as Python writes it.
fn quote(text: &str, out: &mut String) {
    let mark = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    out.push(mark);
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            '\\' => out.push_str("\\\\"),
            c if c == mark => out.extend(['\\', c]),
            c if c.is_control() => out.extend(format!("\\x{:02x}", c as u32).chars()),
            c => out.push(c),
        }
    }
    out.push(mark);
}

/// What a value is, in words.
pub(crate) fn kind(value: Value) -> Text {
    Text::new(match value {
        Value::Unbound => "nothing",
        Value::None => "None",
        Value::Bool(_) => "a truth value",
        Value::Int(_) | Value::Big(_) | Value::Infinite(_) => "a number",
        Value::Text(..) => "a string",
        Value::Tuple(..) => "a tuple",
        Value::List(_) => "a list",
        Value::Set(_) | Value::FrozenSet(_) => "a set",
        Value::Dict(_) => "a dictionary",
        Value::Range(_) => "a range",
        Value::Function(_) | Value::Builtin(_) | Value::Method(_) => "a function",
        Value::Cell(_) | Value::Iterator(_) => "an iterator",
    })
}
