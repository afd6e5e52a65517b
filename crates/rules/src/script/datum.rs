//! Values that outlive a call: positions and what is declared in a file.

use super::fault::{Fault, Outcome};
use super::machine::Machine;
use super::value::{Value, kind};
use grundy_lang::Text;
use num_bigint::BigInt;
use std::fmt;
use std::sync::Arc;

/// A value of a script that belongs to no call: equal values are equal positions.
#[derive(Clone, Debug, Eq, Hash, PartialOrd, Ord)]
#[expect(
    clippy::derived_hash_with_manual_eq,
    reason = "equal as derived, but short tuples of numbers are compared in place"
)]
pub enum Datum {
    /// `None`.
    None,
    /// A truth value.
    Bool(bool),
    /// A whole number of 64 bits.
    Int(i64),
    /// A larger whole number.
    Big(Arc<BigInt>),
    /// A string.
    Text(Arc<str>),
    /// A tuple.
    Tuple(Arc<[Datum]>),
    /// A list.
    List(Arc<[Datum]>),
    /// A frozen set; its members in order.
    Set(Arc<[Datum]>),
    /// A dictionary; its pairs in the order of the keys.
    Dict(Arc<[(Datum, Datum)]>),
}

impl PartialEq for Datum {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        // Searches compare options again and again, and most of them are a few numbers.
        let plain = |(a, b): (&Self, &Self)| match (a, b) {
            (Self::Int(a), Self::Int(b)) => a == b,
            _ => a.same(b),
        };
        match (self, other) {
            (Self::Tuple(a), Self::Tuple(b)) => a.len() == b.len() && a.iter().zip(b.iter()).all(plain),
            (a, b) => plain((a, b)),
        }
    }
}

impl Datum {
    fn same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::None, Self::None) => true,
            (Self::Bool(a), Self::Bool(b)) => a == b,
            (Self::Int(a), Self::Int(b)) => a == b,
            (Self::Big(a), Self::Big(b)) => a == b,
            (Self::Text(a), Self::Text(b)) => a == b,
            (Self::Tuple(a), Self::Tuple(b)) | (Self::List(a), Self::List(b)) | (Self::Set(a), Self::Set(b)) => a == b,
            (Self::Dict(a), Self::Dict(b)) => a == b,
            _ => false,
        }
    }
}

impl Machine {
    /// A value of this machine, kept.
    pub fn datum(&self, value: Value) -> Outcome<Datum> {
        self.datum_at(value, 0)
    }

    fn datum_at(&self, value: Value, depth: usize) -> Outcome<Datum> {
        if depth > 30 {
            return Err(Fault::new(Text::new("values are nested too deeply")));
        }
        let all =
            |items: &[Value]| items.iter().map(|&item| self.datum_at(item, depth + 1)).collect::<Outcome<Vec<_>>>();
        Ok(match value {
            Value::None => Datum::None,
            Value::Bool(flag) => Datum::Bool(flag),
            Value::Int(number) => Datum::Int(number),
            Value::Big(at) => Datum::Big(Arc::new(self.heap.bigs[at as usize].clone())),
            Value::Text(at, length) => Datum::Text(self.heap.str(at, length).into()),
            Value::Tuple(at, length) => Datum::Tuple(all(self.heap.items(at, length))?.into()),
            Value::List(list) => Datum::List(all(self.heap.get(list))?.into()),
            Value::Set(table) | Value::FrozenSet(table) => {
                let keys: Vec<Value> = self.heap.table(table).keys().collect();
                let mut members = all(&keys)?;
                members.sort_unstable();
                Datum::Set(members.into())
            }
            Value::Dict(table) => {
                let entries = self.heap.table(table).entries.iter();
                let mut pairs = entries
                    .filter(|entry| !matches!(entry.1, Value::Unbound))
                    .map(|entry| Ok((self.datum_at(entry.1, depth + 1)?, self.datum_at(entry.2, depth + 1)?)))
                    .collect::<Outcome<Vec<_>>>()?;
                pairs.sort_unstable();
                Datum::Dict(pairs.into())
            }
            other => {
                return Err(Fault::new(Text::new("{kind} cannot be kept").with_text("kind", kind(other))));
            }
        })
    }

    /// A kept value, made a value of this machine.
    pub fn value(&mut self, datum: &Datum) -> Outcome<Value> {
        Ok(match datum {
            Datum::None => Value::None,
            Datum::Bool(flag) => Value::Bool(*flag),
            Datum::Int(number) => Value::Int(*number),
            Datum::Big(number) => self.heap.number((**number).clone())?,
            Datum::Text(text) => self.heap.text(text)?,
            Datum::Tuple(items) => {
                if items.iter().all(|item| matches!(item, Datum::Int(_))) {
                    // The common case needs no buffer.
                    self.heap.charge(items.len() * 16)?;
                    let at = self.heap.cells.len() as u32;
                    self.heap.cells.extend(items.iter().map(|item| match item {
                        Datum::Int(number) => Value::Int(*number),
                        _ => Value::None,
                    }));
                    return Ok(Value::Tuple(at, items.len() as u32));
                }
                let items = items.iter().map(|item| self.value(item)).collect::<Outcome<Vec<_>>>()?;
                self.heap.tuple(&items)?
            }
            Datum::List(items) => {
                let items = items.iter().map(|item| self.value(item)).collect::<Outcome<Vec<_>>>()?;
                self.heap.list_of(&items)?
            }
            Datum::Set(members) => {
                let table = self.heap.new_table()?;
                for member in members.iter() {
                    let member = self.value(member)?;
                    self.heap.put(table, member, Value::None)?;
                }
                Value::FrozenSet(table)
            }
            Datum::Dict(pairs) => {
                let table = self.heap.new_table()?;
                for (key, value) in pairs.iter() {
                    let (key, value) = (self.value(key)?, self.value(value)?);
                    self.heap.put(table, key, value)?;
                }
                Value::Dict(table)
            }
        })
    }
}

impl fmt::Display for Datum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, items: &[Datum]| {
            items.iter().enumerate().try_for_each(|(at, item)| {
                let comma = if at > 0 { "," } else { "" };
                match item {
                    Datum::Text(text) => write!(f, "{comma}{text:?}"),
                    other => write!(f, "{comma}{other}"),
                }
            })
        };
        match self {
            Self::None => f.write_str("None"),
            Self::Bool(flag) => f.write_str(if *flag { "True" } else { "False" }),
            Self::Int(number) => write!(f, "{number}"),
            Self::Big(number) => write!(f, "{number}"),
            Self::Text(text) => f.write_str(text),
            Self::Tuple(items) => {
                f.write_str("(")?;
                list(f, items)?;
                f.write_str(if items.len() == 1 { ",)" } else { ")" })
            }
            Self::List(items) => {
                f.write_str("[")?;
                list(f, items)?;
                f.write_str("]")
            }
            Self::Set(items) => {
                f.write_str("frozenset([")?;
                list(f, items)?;
                f.write_str("])")
            }
            Self::Dict(pairs) => {
                f.write_str("{")?;
                for (at, (key, value)) in pairs.iter().enumerate() {
                    write!(f, "{}", if at > 0 { "," } else { "" })?;
                    list(f, std::slice::from_ref(key))?;
                    f.write_str(":")?;
                    list(f, std::slice::from_ref(value))?;
                }
                f.write_str("}")
            }
        }
    }
}

impl Datum {
    /// Bytes that the value holds beside itself.
    pub fn bytes(&self) -> usize {
        match self {
            Self::None | Self::Bool(_) | Self::Int(_) => 0,
            Self::Big(number) => number.bits() as usize / 8 + 48,
            Self::Text(text) => text.len() + 16,
            Self::Tuple(items) | Self::List(items) | Self::Set(items) => {
                16 + items.iter().map(|item| size_of::<Self>() + item.bytes()).sum::<usize>()
            }
            Self::Dict(pairs) => {
                16 + pairs.iter().map(|(key, value)| 2 * size_of::<Self>() + key.bytes() + value.bytes()).sum::<usize>()
            }
        }
    }
}
