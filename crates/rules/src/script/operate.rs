//! Operators on values of all kinds.

use super::ast::{Binary, Compare};
use super::fault::{Fault, Outcome, limit};
use super::machine::{Machine, no_operator};
use super::value::{MOST_BITS, Range, Value, kind, too_many_bits};
use grundy_lang::Text;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};
use std::cmp::Ordering;

impl Machine {
    pub fn binary(&mut self, operator: Binary, a: Value, b: Value) -> Outcome<Value> {
        if matches!(a, Value::Unbound) || matches!(b, Value::Unbound) {
            return Err(Fault::unbound());
        }
        if let (Some(x), Some(y)) = (self.heap.big(a), self.heap.big(b)) {
            return self.arithmetic(operator, x, y, matches!((a, b), (Value::Bool(_), Value::Bool(_))));
        }
        match (operator, a, b) {
            (Binary::Add, Value::Text(at, length), Value::Text(other, other_length)) => {
                self.heap.charge((length + other_length) as usize)?;
                self.spend((length + other_length) as usize / 16)?;
                let start = self.heap.bytes.len() as u32;
                self.heap.bytes.extend_from_within(at as usize..(at + length) as usize);
                self.heap.bytes.extend_from_within(other as usize..(other + other_length) as usize);
                Ok(Value::Text(start, length + other_length))
            }
            (Binary::Add, Value::Tuple(at, length), Value::Tuple(other, other_length)) => {
                self.heap.charge((length + other_length) as usize * 16)?;
                self.spend((length + other_length) as usize / 4)?;
                let start = self.heap.cells.len() as u32;
                self.heap.cells.extend_from_within(at as usize..(at + length) as usize);
                self.heap.cells.extend_from_within(other as usize..(other + other_length) as usize);
                Ok(Value::Tuple(start, length + other_length))
            }
            (Binary::Add, Value::List(x), Value::List(y)) => {
                let items: Vec<Value> = self.heap.get(x).iter().chain(self.heap.get(y)).copied().collect();
                self.spend(items.len() / 4)?;
                self.heap.list_of(&items)
            }
            (Binary::Multiply, Value::Text(..) | Value::Tuple(..) | Value::List(_), Value::Int(count)) => {
                self.repeat(a, count)
            }
            (Binary::Multiply, Value::Int(count), Value::Text(..) | Value::Tuple(..) | Value::List(_)) => {
                self.repeat(b, count)
            }
            (Binary::Multiply, Value::Text(..) | Value::Tuple(..) | Value::List(_), Value::Bool(flag)) => {
                self.repeat(a, i64::from(flag))
            }
            (Binary::Remainder, Value::Text(at, length), _) => {
                let format = self.heap.str(at, length).to_owned();
                self.percent(&format, b)
            }
            (
                Binary::And | Binary::Or | Binary::Xor | Binary::Subtract,
                Value::Set(x) | Value::FrozenSet(x),
                Value::Set(y) | Value::FrozenSet(y),
            ) => {
                let table = self.combine(operator, x, y)?;
                Ok(if matches!(a, Value::FrozenSet(_)) { Value::FrozenSet(table) } else { Value::Set(table) })
            }
            (Binary::Or, Value::Dict(x), Value::Dict(y)) => {
                let table = self.heap.new_table()?;
                for source in [x, y] {
                    self.copy_entries(source, table)?;
                }
                Ok(Value::Dict(table))
            }
            (Binary::Add | Binary::Subtract, Value::Infinite(flag), Value::Int(_) | Value::Big(_) | Value::Bool(_)) => {
                Ok(Value::Infinite(flag))
            }
            (Binary::Add, Value::Int(_) | Value::Big(_), Value::Infinite(flag)) => Ok(Value::Infinite(flag)),
            _ => Err(Fault::new(
                Text::new("`{symbol}` does not work between {left} and {right}")
                    .with("symbol", operator.symbol())
                    .with_text("left", kind(a))
                    .with_text("right", kind(b)),
            )),
        }
    }

    fn arithmetic(&mut self, operator: Binary, a: BigInt, b: BigInt, flags: bool) -> Outcome<Value> {
        self.spend((a.bits() + b.bits()) as usize / 64)?;
        let result = match operator {
            Binary::Add => a + b,
            Binary::Subtract => a - b,
            Binary::Multiply => {
                if a.bits() + b.bits() > MOST_BITS {
                    return Err(too_many_bits());
                }
                // Schoolbook multiplication of large numbers is many steps.
                self.spend((a.bits() as usize / 64) * (b.bits() as usize / 64) / 16)?;
                a * b
            }
            Binary::FloorDivide | Binary::Remainder | Binary::Divide if b.is_zero() => {
                return Err(Fault::new(Text::new("this divides by 0")));
            }
            Binary::FloorDivide => a.div_floor(&b),
            Binary::Remainder => a.mod_floor(&b),
            Binary::Divide => {
                return Err(Fault::new(Text::new(
                    "`/` gives a fraction, and only whole numbers are known here; `//` divides them",
                )));
            }
            Binary::Power => self.power(&a, &b)?,
            Binary::And | Binary::Or | Binary::Xor if flags => {
                let (a, b) = (!a.is_zero(), !b.is_zero());
                return Ok(Value::Bool(match operator {
                    Binary::And => a & b,
                    Binary::Or => a | b,
                    _ => a ^ b,
                }));
            }
            Binary::And => a & b,
            Binary::Or => a | b,
            Binary::Xor => a ^ b,
            Binary::ShiftLeft | Binary::ShiftRight => {
                if b.is_negative() {
                    return Err(Fault::new(Text::new("a negative number of places cannot be shifted by")));
                }
                if operator == Binary::ShiftLeft {
                    let places = b.to_u64().filter(|places| *places <= MOST_BITS && a.bits() + places <= MOST_BITS);
                    match places {
                        _ if a.is_zero() => a,
                        Some(places) => a << places,
                        None => return Err(too_many_bits()),
                    }
                } else {
                    a >> b.to_u64().unwrap_or(MOST_BITS * 2).min(MOST_BITS * 2)
                }
            }
        };
        self.heap.number(result)
    }

    fn power(&mut self, a: &BigInt, b: &BigInt) -> Outcome<BigInt> {
        if b.is_negative() {
            return Err(Fault::new(Text::new("a negative power is a fraction, and only whole numbers are known here")));
        }
        if a.is_zero() || a.abs() == BigInt::from(1) {
            let even = b.is_even();
            return Ok(if b.is_zero() || (even && !a.is_zero()) { BigInt::from(1) } else { a.clone() });
        }
        let bits = b.to_u64().and_then(|power| power.checked_mul(a.bits())).filter(|bits| *bits <= MOST_BITS * 2);
        let (Some(bits), Some(power)) = (bits, b.to_u32()) else { return Err(too_many_bits()) };
        self.spend((bits as usize / 64).pow(2) / 16)?;
        Ok(a.pow(power))
    }

    fn repeat(&mut self, value: Value, count: i64) -> Outcome<Value> {
        let count = count.max(0) as usize;
        let (length, each) = match value {
            Value::Text(_, length) => (length as usize, 1),
            Value::Tuple(_, length) => (length as usize, 16),
            Value::List(list) => (self.heap.get(list).len(), 16),
            other => return Err(no_operator("*", other)),
        };
        let total = length.saturating_mul(count);
        self.heap.charge(total.saturating_mul(each))?;
        self.spend(total / 4)?;
        match value {
            Value::Text(at, length) => {
                let start = self.heap.bytes.len() as u32;
                if length > 0 {
                    for _ in 0..count {
                        self.heap.bytes.extend_from_within(at as usize..(at + length) as usize);
                    }
                }
                Ok(Value::Text(start, total as u32))
            }
            Value::Tuple(at, length) => {
                let start = self.heap.cells.len() as u32;
                if length > 0 {
                    for _ in 0..count {
                        self.heap.cells.extend_from_within(at as usize..(at + length) as usize);
                    }
                }
                Ok(Value::Tuple(start, total as u32))
            }
            _ => {
                let Value::List(list) = value else { return Err(no_operator("*", value)) };
                let items = self.heap.get(list).repeat(if length == 0 { 0 } else { count });
                let made = self.heap.list()?;
                *self.heap.list_mut(made)? = items;
                Ok(Value::List(made))
            }
        }
    }

    /// The union and so on of two sets, as a new one.
    pub fn combine(&mut self, operator: Binary, a: u32, b: u32) -> Outcome<u32> {
        let table = self.heap.new_table()?;
        let (first, second): (Vec<Value>, Vec<Value>) =
            (self.heap.table(a).keys().collect(), self.heap.table(b).keys().collect());
        self.spend(first.len() + second.len())?;
        for key in first {
            let keep = match operator {
                Binary::Or => true,
                Binary::And => self.heap.find(b, key)?.is_some(),
                _ => self.heap.find(b, key)?.is_none(),
            };
            if keep {
                self.heap.put(table, key, Value::None)?;
            }
        }
        for key in second {
            let keep = match operator {
                Binary::Or => true,
                Binary::Xor => self.heap.find(a, key)?.is_none(),
                _ => false,
            };
            if keep {
                self.heap.put(table, key, Value::None)?;
            }
        }
        Ok(table)
    }

    pub fn copy_entries(&mut self, from: u32, to: u32) -> Outcome<()> {
        let entries = self.heap.table(from).entries.clone();
        self.spend(entries.len())?;
        for (_, key, value) in entries.into_iter().filter(|entry| !matches!(entry.1, Value::Unbound)) {
            self.heap.put(to, key, value)?;
        }
        Ok(())
    }

    pub fn augment(&mut self, operator: Binary, a: Value, b: Value) -> Outcome<Value> {
        match (operator, a, b) {
            (Binary::Add, Value::Int(x), Value::Int(y)) if x.checked_add(y).is_some() => Ok(Value::Int(x + y)),
            (Binary::Add, Value::List(list), _) => {
                self.extend(list, b)?;
                Ok(a)
            }
            (
                Binary::And | Binary::Or | Binary::Xor | Binary::Subtract,
                Value::Set(x),
                Value::Set(y) | Value::FrozenSet(y),
            ) => {
                let result = self.combine(operator, x, y)?;
                let made = std::mem::take(self.heap.table_mut(result)?);
                *self.heap.table_mut(x)? = made;
                Ok(a)
            }
            (Binary::Xor, Value::Int(x), Value::Int(y)) => Ok(Value::Int(x ^ y)),
            (Binary::Or, Value::Int(x), Value::Int(y)) => Ok(Value::Int(x | y)),
            _ => self.binary(operator, a, b),
        }
    }

    pub fn compare(&mut self, operator: Compare, a: Value, b: Value) -> Outcome<bool> {
        if matches!(a, Value::Unbound) || matches!(b, Value::Unbound) {
            return Err(Fault::unbound());
        }
        if let Value::Text(_, length) | Value::Tuple(_, length) = a {
            self.spend(length as usize / 8)?;
        } else if let Value::List(list) = a {
            self.spend(self.heap.get(list).len())?;
        }
        match operator {
            Compare::Equal => return self.heap.equal(a, b),
            Compare::Unequal => return Ok(!self.heap.equal(a, b)?),
            Compare::In => return self.contains(b, a),
            Compare::NotIn => return Ok(!self.contains(b, a)?),
            Compare::Is => return self.same(a, b),
            Compare::IsNot => return Ok(!self.same(a, b)?),
            _ => {}
        }
        if let (Value::Set(x) | Value::FrozenSet(x), Value::Set(y) | Value::FrozenSet(y)) = (a, b) {
            let (small, large) = match operator {
                Compare::Less | Compare::LessEqual => (x, y),
                _ => (y, x),
            };
            let proper = matches!(operator, Compare::Less | Compare::Greater);
            let equal = self.heap.table(x).live == self.heap.table(y).live;
            return Ok(self.heap.is_subset(small, large)? && !(proper && equal));
        }
        let Some(order) = self.heap.order(a, b, 0)? else {
            return Err(Fault::new(
                Text::new("`{symbol}` does not work between {left} and {right}")
                    .with("symbol", operator.symbol())
                    .with_text("left", kind(a))
                    .with_text("right", kind(b)),
            ));
        };
        Ok(match operator {
            Compare::Less => order == Ordering::Less,
            Compare::LessEqual => order != Ordering::Greater,
            Compare::Greater => order == Ordering::Greater,
            _ => order != Ordering::Less,
        })
    }

    fn same(&self, a: Value, b: Value) -> Outcome<bool> {
        Ok(match (a, b) {
            (Value::List(x), Value::List(y)) | (Value::Set(x), Value::Set(y)) | (Value::Dict(x), Value::Dict(y)) => {
                x == y
            }
            (Value::Bool(_), Value::Int(_)) | (Value::Int(_), Value::Bool(_)) => false,
            _ => self.heap.equal(a, b)?,
        })
    }

    pub fn contains(&mut self, items: Value, value: Value) -> Outcome<bool> {
        if matches!(value, Value::Unbound) {
            return Err(Fault::unbound());
        }
        match items {
            Value::Set(table) | Value::FrozenSet(table) | Value::Dict(table) => {
                Ok(self.heap.find(table, value)?.is_some())
            }
            Value::Text(at, length) => match value {
                Value::Text(other, other_length) => {
                    self.spend(length as usize / 4)?;
                    let (text, part) = (self.heap.raw(at, length), self.heap.raw(other, other_length));
                    if let [byte] = part {
                        return Ok(text.contains(byte));
                    }
                    Ok(self.heap.str(at, length).contains(self.heap.str(other, other_length)))
                }
                other => Err(no_operator("in", other)),
            },
            Value::Range(at) => {
                let Range { start, step, length } = self.heap.ranges[at as usize];
                let Value::Int(number) = value else { return Ok(false) };
                let (offset, step) = (i128::from(number) - i128::from(start), i128::from(step));
                Ok(length > 0 && offset % step == 0 && (0..i128::from(length)).contains(&(offset / step)))
            }
            Value::List(_) | Value::Tuple(..) | Value::Iterator(_) => {
                let mut state = 0;
                let mut count = 0;
                while let Some(item) = self.heap.next_item(items, &mut state)? {
                    if self.heap.equal(item, value)? {
                        self.spend(count)?;
                        return Ok(true);
                    }
                    count += 1;
                }
                self.spend(count)?;
                Ok(false)
            }
            other => Err(no_operator("in", other)),
        }
    }

    // Items.

    pub fn index(&mut self, object: Value, index: Value) -> Outcome<Value> {
        match object {
            Value::Dict(table) => {
                if let Some(at) = self.heap.find(table, index)? {
                    return Ok(self.heap.table(table).entries[at].2);
                }
                match self.heap.table(table).default {
                    Value::Unbound => Err(self.missing_key(index)?),
                    // A counter does not store what it is asked for.
                    Value::Int(_) => Ok(Value::Int(0)),
                    maker => {
                        let value = self.call(maker, &[])?;
                        self.heap.put(table, index, value)?;
                        Ok(value)
                    }
                }
            }
            Value::Text(at, length) => {
                let count = self.heap.length(object).unwrap_or(0);
                let place = self.place(index, count)?;
                if count == i64::from(length) {
                    return Ok(Value::Text(at + place as u32, 1));
                }
                let text = self.heap.str(at, length);
                let (start, c) = text.char_indices().nth(place).unwrap_or((0, ' '));
                Ok(Value::Text(at + start as u32, c.len_utf8() as u32))
            }
            Value::Tuple(at, length) => {
                let place = self.place(index, i64::from(length))?;
                Ok(self.heap.cells[at as usize + place])
            }
            Value::List(list) => {
                let place = self.place(index, self.heap.get(list).len() as i64)?;
                Ok(self.heap.get(list)[place])
            }
            Value::Range(at) => {
                let range = self.heap.ranges[at as usize];
                let place = self.place(index, range.length)?;
                Ok(Value::Int(range.start + place as i64 * range.step))
            }
            other => Err(no_operator("[]", other)),
        }
    }

    fn missing_key(&self, key: Value) -> Outcome<Box<Fault>> {
        let mut shown = String::new();
        self.heap.write(key, true, 0, &mut shown)?;
        let shown: String = shown.chars().take(100).collect();
        Ok(Fault::new(Text::new("the key {key} is missing").with("key", shown)))
    }

    /// The place that an index means among `count` items.
    fn place(&self, index: Value, count: i64) -> Outcome<usize> {
        let at = match index {
            Value::Int(at) => at,
            Value::Bool(flag) => i64::from(flag),
            other => return Err(no_operator("[]", other)),
        };
        let place = if at < 0 { at + count } else { at };
        if (0..count).contains(&place) {
            return Ok(place as usize);
        }
        Err(Fault::new(
            Text::new("there is no item {index} among {count} items").with("index", at).with("count", count),
        ))
    }

    pub fn set_index(&mut self, object: Value, index: Value, value: Value) -> Outcome<()> {
        if matches!(value, Value::Unbound) {
            return Err(Fault::unbound());
        }
        match object {
            Value::List(list) => {
                let place = self.place(index, self.heap.get(list).len() as i64)?;
                self.heap.list_mut(list)?[place] = value;
                Ok(())
            }
            Value::Dict(table) => self.heap.put(table, index, value),
            other => Err(no_operator("[] =", other)),
        }
    }

    pub fn delete_index(&mut self, object: Value, index: Value) -> Outcome<()> {
        match object {
            Value::List(list) => {
                let place = self.place(index, self.heap.get(list).len() as i64)?;
                self.spend(self.heap.get(list).len() / 8)?;
                self.heap.list_mut(list)?.remove(place);
                Ok(())
            }
            Value::Dict(table) => match self.heap.remove(table, index)? {
                Some(_) => Ok(()),
                None => Err(self.missing_key(index)?),
            },
            other => Err(no_operator("del", other)),
        }
    }

    /// The start, the step and the count of a slice of `length` items.
    fn slice_bounds(&self, parts: [Value; 3], length: i64) -> Outcome<(i64, i64, i64)> {
        let whole = |value: Value| match value {
            Value::None => Ok(None),
            Value::Int(number) => Ok(Some(number)),
            Value::Bool(flag) => Ok(Some(i64::from(flag))),
            other => Err(no_operator("[:]", other)),
        };
        let step = whole(parts[2])?.unwrap_or(1);
        if step == 0 {
            return Err(Fault::new(Text::new("the step of a slice is 0")));
        }
        let bound = |value: Option<i64>, default: i64| match value {
            None => default,
            Some(at) => {
                let at = if at < 0 { at.saturating_add(length) } else { at };
                if step > 0 { at.clamp(0, length) } else { at.clamp(-1, length - 1) }
            }
        };
        let (start, stop) = if step > 0 {
            (bound(whole(parts[0])?, 0), bound(whole(parts[1])?, length))
        } else {
            (bound(whole(parts[0])?, length - 1), bound(whole(parts[1])?, -1))
        };
        let count = if step > 0 {
            Integer::div_ceil(&(stop - start), &step)
        } else {
            Integer::div_ceil(&(start - stop), &step.saturating_neg())
        };
        Ok((start, step, count.max(0)))
    }

    pub fn slice(&mut self, [object, from, to, step]: [Value; 4]) -> Outcome<Value> {
        let Some(length) = self.heap.length(object) else { return Err(no_operator("[:]", object)) };
        let (start, step, count) = self.slice_bounds([from, to, step], length)?;
        self.spend(count as usize / 8)?;
        let places = (0..count).map(|number| (start + number * step) as usize);
        match object {
            Value::Tuple(at, _) if step == 1 => Ok(Value::Tuple(at + start as u32, count as u32)),
            Value::Tuple(at, length) => {
                let items: Vec<Value> = places.map(|place| self.heap.items(at, length)[place]).collect();
                self.heap.tuple(&items)
            }
            Value::List(list) => {
                let items: Vec<Value> = if step == 1 {
                    self.heap.get(list)[start as usize..(start + count) as usize].to_vec()
                } else {
                    places.map(|place| self.heap.get(list)[place]).collect()
                };
                self.heap.list_of(&items)
            }
            Value::Text(at, bytes) => {
                if i64::from(bytes) == length {
                    if step == 1 {
                        return Ok(Value::Text(at + start as u32, count as u32));
                    }
                    let made: Vec<u8> = places.map(|place| self.heap.raw(at, bytes)[place]).collect();
                    return self.heap.text(std::str::from_utf8(&made).unwrap_or(""));
                }
                let characters: Vec<char> = self.heap.str(at, bytes).chars().collect();
                let made: String = places.map(|place| characters[place]).collect();
                self.heap.text(&made)
            }
            Value::Range(at) => {
                let range = self.heap.ranges[at as usize];
                let Some(step) = range.step.checked_mul(step).filter(|step| step.unsigned_abs() < 1 << 60) else {
                    return Err(limit(Text::new("a number is too large here")));
                };
                let made = Range { start: range.start + start * range.step, step, length: count };
                self.heap.charge(24)?;
                self.heap.ranges.push(made);
                Ok(Value::Range(self.heap.ranges.len() as u32 - 1))
            }
            other => Err(no_operator("[:]", other)),
        }
    }

    pub fn set_slice(&mut self, [object, from, to, step]: [Value; 4], value: Value) -> Outcome<()> {
        let Value::List(list) = object else { return Err(no_operator("[:] =", object)) };
        let mut items = Vec::new();
        self.heap.collect(value, &mut items)?;
        let length = self.heap.get(list).len() as i64;
        let (start, step, count) = self.slice_bounds([from, to, step], length)?;
        self.spend(length as usize / 8 + items.len())?;
        self.heap.charge(items.len() * 16)?;
        if step == 1 {
            let range = start as usize..(start + count) as usize;
            self.heap.list_mut(list)?.splice(range, items);
            return Ok(());
        }
        if items.len() as i64 != count {
            return Err(Fault::new(
                Text::new("{expected} values are expected here, not {found}")
                    .with("expected", count)
                    .with("found", items.len()),
            ));
        }
        for (number, item) in items.into_iter().enumerate() {
            self.heap.list_mut(list)?[(start + number as i64 * step) as usize] = item;
        }
        Ok(())
    }

    /// Sorts values by their keys, keeping the order of equal ones.
    pub fn sort(&mut self, pairs: &mut Vec<(Value, Value)>, reverse: bool) -> Outcome<()> {
        let count = pairs.len();
        self.spend(count * (usize::BITS - count.leading_zeros()) as usize)?;
        if reverse {
            pairs.reverse();
        }
        let quick: Option<Vec<(i64, Value)>> = pairs
            .iter()
            .map(|&(key, value)| match key {
                Value::Int(number) => Some((number, value)),
                _ => None,
            })
            .collect();
        if let Some(mut quick) = quick {
            quick.sort_by_key(|pair| pair.0);
            *pairs = quick.into_iter().map(|(key, value)| (Value::Int(key), value)).collect();
        } else {
            *pairs = self.merge_sort(std::mem::take(pairs))?;
        }
        if reverse {
            pairs.reverse();
        }
        Ok(())
    }

    fn merge_sort(&mut self, mut pairs: Vec<(Value, Value)>) -> Outcome<Vec<(Value, Value)>> {
        let mut width = 1;
        while width < pairs.len() {
            let mut merged = Vec::with_capacity(pairs.len());
            for block in pairs.chunks(2 * width) {
                let (mut left, mut right) = block.split_at(width.min(block.len()));
                while let (Some(a), Some(b)) = (left.first(), right.first()) {
                    if self.compare(Compare::Less, b.0, a.0)? {
                        merged.push(*b);
                        right = &right[1..];
                    } else {
                        merged.push(*a);
                        left = &left[1..];
                    }
                }
                merged.extend_from_slice(left);
                merged.extend_from_slice(right);
            }
            pairs = merged;
            width *= 2;
        }
        Ok(pairs)
    }

    /// The value as a small number.
    pub fn small(&self, name: &str, value: Value) -> Outcome<i64> {
        match value {
            Value::Int(number) => Ok(number),
            Value::Bool(flag) => Ok(i64::from(flag)),
            Value::Big(_) => Err(limit(Text::new("a number is too large here"))),
            other => Err(super::machine::wrong_argument(name, other)),
        }
    }
}
