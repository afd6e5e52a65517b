//! Methods of strings, lists, sets, dictionaries and numbers.

use super::ast::Binary;
use super::builtin::empty;
use super::fault::{Fault, Outcome};
use super::machine::{Machine, argument_count, no_argument, wrong_argument};
use super::names::{Builtin, Method};
use super::value::{Value, kind};
use grundy_lang::Text;

impl Machine {
    pub fn method(
        &mut self,
        object: Value,
        method: Method,
        arguments: &[Value],
        named: &[(&str, Value)],
    ) -> Outcome<Value> {
        if arguments.iter().any(|value| matches!(value, Value::Unbound)) {
            return Err(Fault::unbound());
        }
        if let (Some((name, _)), false) =
            (named.first(), matches!(method, Method::SORT | Method::SPLIT | Method::FORMAT))
        {
            return Err(no_argument(method.name(), name));
        }
        match object {
            Value::Text(at, length) => self.text_method(at, length, method, arguments, named),
            Value::List(list) => self.list_method(list, method, arguments, named),
            Value::Tuple(..) | Value::Range(_) => match (method, arguments) {
                (Method::INDEX, &[value]) => self.index_of(object, value),
                (Method::COUNT, &[value]) => self.count_of(object, value),
                _ => Err(no_method(object, method, arguments)),
            },
            Value::Set(table) | Value::FrozenSet(table) => self.set_method(object, table, method, arguments),
            Value::Dict(table) => self.dict_method(object, table, method, arguments),
            Value::Int(_) | Value::Big(_) | Value::Bool(_) => match (method, arguments) {
                (Method::BIT_LENGTH, []) => Ok(Value::Int(self.whole("bit_length", object)?.bits() as i64)),
                (Method::BIT_COUNT, []) => {
                    let ones = self.whole("bit_count", object)?.magnitude().count_ones();
                    Ok(Value::Int(ones as i64))
                }
                _ => Err(no_method(object, method, arguments)),
            },
            Value::Function(_) if method == Method::CACHE_CLEAR => Ok(Value::None),
            Value::Builtin(Builtin::CHAIN) if method == Method::FROM_ITERABLE && arguments.len() == 1 => {
                let items = self.items_of(arguments[0])?;
                self.builtin(Builtin::CHAIN, &items, &[])
            }
            Value::Builtin(Builtin::DICT) if method == Method::FROMKEYS && !arguments.is_empty() => {
                let table = self.heap.new_table()?;
                for key in self.items_of(arguments[0])? {
                    self.heap.put(table, key, arguments.get(1).copied().unwrap_or(Value::None))?;
                }
                Ok(Value::Dict(table))
            }
            // A method of a class takes the object as its first argument.
            Value::Builtin(_) if !arguments.is_empty() => self.method(arguments[0], method, &arguments[1..], named),
            _ => Err(no_method(object, method, arguments)),
        }
    }

    fn index_of(&mut self, items: Value, value: Value) -> Outcome<Value> {
        for (number, item) in self.items_of(items)?.into_iter().enumerate() {
            if self.heap.equal(item, value)? {
                return Ok(Value::Int(number as i64));
            }
        }
        Err(empty("index"))
    }

    fn count_of(&mut self, items: Value, value: Value) -> Outcome<Value> {
        let mut count = 0;
        for item in self.items_of(items)? {
            count += i64::from(self.heap.equal(item, value)?);
        }
        Ok(Value::Int(count))
    }

    fn list_method(
        &mut self,
        list: u32,
        method: Method,
        arguments: &[Value],
        named: &[(&str, Value)],
    ) -> Outcome<Value> {
        let object = Value::List(list);
        let length = self.heap.get(list).len();
        match (method, arguments) {
            (Method::APPEND, &[value]) => self.heap.append(list, value)?,
            (Method::EXTEND, &[items]) => self.extend(list, items)?,
            (Method::POP, []) => return self.heap.list_mut(list)?.pop().ok_or_else(|| empty("pop")),
            (Method::POPLEFT, []) => {
                if length == 0 {
                    return Err(empty("popleft"));
                }
                self.spend(length / 8)?;
                return Ok(self.heap.list_mut(list)?.remove(0));
            }
            (Method::POP, &[index]) => {
                let value = self.index(object, index)?;
                self.delete_index(object, index)?;
                return Ok(value);
            }
            (Method::APPENDLEFT, &[value]) => {
                self.spend(length / 8)?;
                self.heap.charge(16)?;
                self.heap.list_mut(list)?.insert(0, value);
            }
            (Method::EXTENDLEFT, &[items]) => {
                let mut items = self.items_of(items)?;
                items.reverse();
                self.heap.charge(items.len() * 16)?;
                self.spend(length / 8)?;
                self.heap.list_mut(list)?.splice(0..0, items);
            }
            (Method::ROTATE, [] | [_]) => {
                let by = arguments.first().map_or(Ok(1), |&by| self.small("rotate", by))?;
                self.spend(length)?;
                if length > 0 {
                    let by = by.rem_euclid(length as i64) as usize;
                    self.heap.list_mut(list)?.rotate_right(by);
                }
            }
            (Method::INSERT, &[index, value]) => {
                let at = self.small("insert", index)?;
                let at = if at < 0 { at.saturating_add(length as i64) } else { at };
                self.spend(length / 8)?;
                self.heap.charge(16)?;
                self.heap.list_mut(list)?.insert(at.clamp(0, length as i64) as usize, value);
            }
            (Method::REMOVE, &[value]) => {
                let index = self.index_of(object, value)?;
                self.delete_index(object, index)?;
            }
            (Method::INDEX, &[value]) => return self.index_of(object, value),
            (Method::COUNT, &[value]) => return self.count_of(object, value),
            (Method::SORT, []) => {
                let sorted = self.sorted(object, named)?;
                *self.heap.list_mut(list)? = sorted;
            }
            (Method::REVERSE, []) => {
                self.spend(length / 8)?;
                self.heap.list_mut(list)?.reverse();
            }
            (Method::CLEAR, []) => self.heap.list_mut(list)?.clear(),
            (Method::COPY, []) => {
                let items = self.items_of(object)?;
                return self.heap.list_of(&items);
            }
            _ => return Err(no_method(object, method, arguments)),
        }
        Ok(Value::None)
    }

    fn set_method(&mut self, object: Value, table: u32, method: Method, arguments: &[Value]) -> Outcome<Value> {
        let frozen = matches!(object, Value::FrozenSet(_));
        let same_kind = |table: u32| if frozen { Value::FrozenSet(table) } else { Value::Set(table) };
        match (method, arguments) {
            (Method::UNION | Method::INTERSECTION | Method::DIFFERENCE | Method::SYMMETRIC_DIFFERENCE, _) => {
                let operator = match method {
                    Method::UNION => Binary::Or,
                    Method::INTERSECTION => Binary::And,
                    Method::DIFFERENCE => Binary::Subtract,
                    _ => Binary::Xor,
                };
                let nothing = self.heap.new_table()?;
                let mut result = self.combine(Binary::Or, table, nothing)?;
                for &items in arguments {
                    let other = self.set_of(items)?;
                    result = self.combine(operator, result, other)?;
                }
                return Ok(same_kind(result));
            }
            (Method::ISSUBSET, &[other]) => {
                let other = self.set_of(other)?;
                return Ok(Value::Bool(self.heap.is_subset(table, other)?));
            }
            (Method::ISSUPERSET, &[other]) => {
                let other = self.set_of(other)?;
                return Ok(Value::Bool(self.heap.is_subset(other, table)?));
            }
            (Method::ISDISJOINT, &[other]) => {
                let other = self.set_of(other)?;
                let both = self.combine(Binary::And, table, other)?;
                return Ok(Value::Bool(self.heap.table(both).live == 0));
            }
            (Method::COPY, []) => {
                let nothing = self.heap.new_table()?;
                let copy = self.combine(Binary::Or, table, nothing)?;
                return Ok(same_kind(copy));
            }
            _ if frozen => return Err(no_method(object, method, arguments)),
            (Method::ADD, &[value]) => self.heap.put(table, value, Value::None)?,
            (Method::DISCARD, &[value]) => {
                self.heap.remove(table, value)?;
            }
            (Method::REMOVE, &[value]) => {
                self.heap.remove(table, value)?.ok_or_else(|| empty("remove"))?;
            }
            (Method::POP, []) => {
                let first = self.heap.table(table).keys().next().ok_or_else(|| empty("pop"))?;
                self.spend(self.heap.table(table).entries.len() - self.heap.table(table).live)?;
                self.heap.remove(table, first)?;
                return Ok(first);
            }
            (Method::UPDATE, _) => {
                for &items in arguments {
                    for item in self.items_of(items)? {
                        self.heap.put(table, item, Value::None)?;
                    }
                }
            }
            (Method::DIFFERENCE_UPDATE, &[items]) => {
                for item in self.items_of(items)? {
                    self.heap.remove(table, item)?;
                }
            }
            (Method::INTERSECTION_UPDATE, &[items]) => {
                let other = Value::Set(self.set_of(items)?);
                self.augment(Binary::And, object, other)?;
            }
            (Method::CLEAR, []) => {
                *self.heap.table_mut(table)? = super::value::Table::default();
            }
            _ => return Err(no_method(object, method, arguments)),
        }
        Ok(Value::None)
    }

    fn dict_method(&mut self, object: Value, table: u32, method: Method, arguments: &[Value]) -> Outcome<Value> {
        match (method, arguments) {
            (Method::GET, &[key] | &[key, _]) => {
                let default = arguments.get(1).copied().unwrap_or(Value::None);
                let found = self.heap.find(table, key)?;
                Ok(found.map_or(default, |at| self.heap.table(table).entries[at].2))
            }
            (Method::SETDEFAULT, &[key] | &[key, _]) => {
                if let Some(at) = self.heap.find(table, key)? {
                    return Ok(self.heap.table(table).entries[at].2);
                }
                let value = arguments.get(1).copied().unwrap_or(Value::None);
                self.heap.put(table, key, value)?;
                Ok(value)
            }
            (Method::KEYS, []) => {
                let keys = self.items_of(object)?;
                self.heap.list_of(&keys)
            }
            (Method::VALUES, []) => {
                let values = self.entries(table)?.into_iter().map(|(_, value)| value).collect::<Vec<_>>();
                self.heap.list_of(&values)
            }
            (Method::ITEMS, []) => {
                let mut pairs = Vec::new();
                for (key, value) in self.entries(table)? {
                    pairs.push(self.heap.tuple(&[key, value])?);
                }
                self.heap.list_of(&pairs)
            }
            (Method::MOST_COMMON, [] | [_]) => {
                let mut pairs = Vec::new();
                for (key, value) in self.entries(table)? {
                    let pair = self.heap.tuple(&[key, value])?;
                    pairs.push((value, pair));
                }
                self.sort(&mut pairs, true)?;
                if let Some(&count) = arguments.first() {
                    let count = self.small("most_common", count)?;
                    pairs.truncate(count.max(0) as usize);
                }
                let pairs: Vec<Value> = pairs.into_iter().map(|(_, pair)| pair).collect();
                self.heap.list_of(&pairs)
            }
            (Method::POP, &[key] | &[key, _]) => match (self.heap.remove(table, key)?, arguments.get(1)) {
                (Some(value), _) => Ok(value),
                (None, Some(&default)) => Ok(default),
                (None, None) => self.index(object, key),
            },
            (Method::POPITEM, []) => {
                let last = self.entries(table)?.pop().ok_or_else(|| empty("popitem"))?;
                self.heap.remove(table, last.0)?;
                self.heap.tuple(&[last.0, last.1])
            }
            (Method::UPDATE, &[Value::Dict(other)]) => {
                self.copy_entries(other, table)?;
                Ok(Value::None)
            }
            (Method::COPY, []) => {
                let copy = self.heap.new_table()?;
                self.copy_entries(table, copy)?;
                self.heap.table_mut(copy)?.default = self.heap.table(table).default;
                Ok(Value::Dict(copy))
            }
            (Method::CLEAR, []) => {
                *self.heap.table_mut(table)? = super::value::Table::default();
                Ok(Value::None)
            }
            _ => Err(no_method(object, method, arguments)),
        }
    }

    fn entries(&mut self, table: u32) -> Outcome<Vec<(Value, Value)>> {
        let entries = self.heap.table(table).entries.iter().filter(|entry| !matches!(entry.1, Value::Unbound));
        let pairs: Vec<(Value, Value)> = entries.map(|entry| (entry.1, entry.2)).collect();
        self.spend(pairs.len())?;
        Ok(pairs)
    }

    fn text_method(
        &mut self,
        at: u32,
        length: u32,
        method: Method,
        arguments: &[Value],
        named: &[(&str, Value)],
    ) -> Outcome<Value> {
        let object = Value::Text(at, length);
        self.spend(length as usize / 4)?;
        let texts: Option<Vec<String>> = arguments
            .iter()
            .map(|&argument| match argument {
                Value::Text(at, length) => Some(self.heap.str(at, length).to_owned()),
                _ => None,
            })
            .collect();
        let text = self.heap.str(at, length).to_owned();
        let all = |test: fn(char) -> bool| Ok(Value::Bool(!text.is_empty() && text.chars().all(test)));
        match (method, texts.as_deref()) {
            (Method::JOIN, _) if arguments.len() == 1 => return self.join(&text, arguments[0]),
            (Method::UPPER, Some([])) => return self.heap.text(&text.to_uppercase()),
            (Method::LOWER, Some([])) => return self.heap.text(&text.to_lowercase()),
            (Method::SWAPCASE, Some([])) => {
                let swap = |c: char| if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
                return self.heap.text(&text.chars().map(swap).collect::<String>());
            }
            (Method::CAPITALIZE, Some([])) => {
                let mut characters = text.chars();
                let first = characters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
                return self.heap.text(&(first + &characters.as_str().to_lowercase()));
            }
            (Method::STRIP | Method::LSTRIP | Method::RSTRIP, Some(set @ ([] | [_]))) => {
                let unwanted = |c: char| set.first().map_or(c.is_whitespace(), |set| set.contains(c));
                let mut rest = text.as_str();
                if method != Method::RSTRIP {
                    rest = rest.trim_start_matches(unwanted);
                }
                if method != Method::LSTRIP {
                    rest = rest.trim_end_matches(unwanted);
                }
                return self.heap.text(rest);
            }
            (Method::SPLIT, _) => return self.split(&text, arguments, named),
            (Method::SPLITLINES, Some([])) => return self.texts(text.lines()),
            (Method::PARTITION, Some([separator])) if !separator.is_empty() => {
                let (before, middle, after) = match text.split_once(separator.as_str()) {
                    Some((before, after)) => (before, separator.as_str(), after),
                    None => (text.as_str(), "", ""),
                };
                let parts = [self.heap.text(before)?, self.heap.text(middle)?, self.heap.text(after)?];
                return self.heap.tuple(&parts);
            }
            (Method::REPLACE, None) if arguments.len() == 3 => {
                let (from, to) = (self.string("replace", arguments[0])?, self.string("replace", arguments[1])?);
                let count = self.small("replace", arguments[2])?;
                let count = usize::try_from(count).unwrap_or(usize::MAX);
                self.heap.charge(text.len().saturating_mul(to.len() + 1))?;
                return self.heap.text(&text.replacen(&from, &to, count));
            }
            (Method::REPLACE, Some([from, to])) => {
                let places = text.matches(from.as_str()).count();
                self.heap.charge(text.len() + places.saturating_mul(to.len()))?;
                return self.heap.text(&text.replace(from.as_str(), to));
            }
            (Method::STARTSWITH, Some([prefix])) => return Ok(Value::Bool(text.starts_with(prefix.as_str()))),
            (Method::ENDSWITH, Some([suffix])) => return Ok(Value::Bool(text.ends_with(suffix.as_str()))),
            (Method::COUNT, Some([part])) => {
                let count =
                    if part.is_empty() { text.chars().count() + 1 } else { text.matches(part.as_str()).count() };
                return Ok(Value::Int(count as i64));
            }
            (Method::FIND | Method::INDEX | Method::RFIND | Method::RINDEX, _) => {
                return self.find_text(&text, method, arguments);
            }
            (Method::ISDIGIT, Some([])) => return all(char::is_numeric),
            (Method::ISALPHA, Some([])) => return all(char::is_alphabetic),
            (Method::ISALNUM, Some([])) => return all(char::is_alphanumeric),
            (Method::ISSPACE, Some([])) => return all(char::is_whitespace),
            (Method::ISUPPER, Some([])) => {
                return Ok(Value::Bool(text.chars().any(char::is_uppercase) && !text.chars().any(char::is_lowercase)));
            }
            (Method::ISLOWER, Some([])) => {
                return Ok(Value::Bool(text.chars().any(char::is_lowercase) && !text.chars().any(char::is_uppercase)));
            }
            (Method::ZFILL | Method::LJUST | Method::RJUST | Method::CENTER, _) if !arguments.is_empty() => {
                let width = self.small(method.name(), arguments[0])?;
                let fill = match arguments.get(1) {
                    Some(&fill) => self.string(method.name(), fill)?,
                    None => " ".to_owned(),
                };
                let spec = match method {
                    Method::ZFILL => '=',
                    Method::LJUST => '<',
                    Method::RJUST => '>',
                    _ => '^',
                };
                let fill = if method == Method::ZFILL { '0' } else { fill.chars().next().unwrap_or(' ') };
                let padded = self.pad(&text, width, fill, spec)?;
                return self.heap.text(&padded);
            }
            (Method::FORMAT, _) => return self.format_text(&text, arguments, named),
            _ => {}
        }
        Err(no_method(object, method, arguments))
    }

    pub fn string(&self, name: &str, value: Value) -> Outcome<String> {
        match value {
            Value::Text(at, length) => Ok(self.heap.str(at, length).to_owned()),
            other => Err(wrong_argument(name, other)),
        }
    }

    fn texts<'a>(&mut self, parts: impl Iterator<Item = &'a str>) -> Outcome<Value> {
        let list = self.heap.list()?;
        for part in parts {
            let text = self.heap.text(part)?;
            self.heap.append(list, text)?;
        }
        Ok(Value::List(list))
    }

    fn join(&mut self, separator: &str, items: Value) -> Outcome<Value> {
        let mut joined = String::new();
        for (number, item) in self.items_of(items)?.into_iter().enumerate() {
            let Value::Text(at, length) = item else { return Err(wrong_argument("join", item)) };
            if number > 0 {
                joined.push_str(separator);
            }
            joined.push_str(self.heap.str(at, length));
            self.heap.charge(separator.len())?;
        }
        self.spend(joined.len() / 8)?;
        self.heap.text(&joined)
    }

    fn split(&mut self, text: &str, arguments: &[Value], named: &[(&str, Value)]) -> Outcome<Value> {
        let most = arguments.get(1).copied().or(super::builtin::named_value(named, "maxsplit"));
        let most = match most {
            Some(value) => usize::try_from(self.small("split", value)?).ok(),
            None => None,
        };
        match arguments.first().filter(|value| !matches!(value, Value::None)) {
            None => match most {
                None => self.texts(text.split_whitespace()),
                Some(most) => {
                    let mut parts = Vec::new();
                    let mut rest = text.trim_start();
                    while !rest.is_empty() && parts.len() < most {
                        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
                        parts.push(&rest[..end]);
                        rest = rest[end..].trim_start();
                    }
                    if !rest.is_empty() {
                        parts.push(rest.trim_end());
                    }
                    self.texts(parts.into_iter())
                }
            },
            Some(&separator) => {
                let separator = self.string("split", separator)?;
                if separator.is_empty() {
                    return Err(Fault::new(Text::new("a string cannot be split at nothing")));
                }
                match most {
                    Some(most) => self.texts(text.splitn(most + 1, separator.as_str())),
                    None => self.texts(text.split(separator.as_str())),
                }
            }
        }
    }

    fn find_text(&mut self, text: &str, method: Method, arguments: &[Value]) -> Outcome<Value> {
        let Some(&part) = arguments.first() else { return Err(argument_count(method.name(), 0)) };
        let part = self.string(method.name(), part)?;
        let count = text.chars().count() as i64;
        let start = match arguments.get(1) {
            Some(&start) => self.small(method.name(), start)?,
            None => 0,
        };
        let start = if start < 0 { (start + count).max(0) } else { start };
        let found = if start > count {
            None
        } else {
            let offset = text.char_indices().nth(start as usize).map_or(text.len(), |(at, _)| at);
            let rest = &text[offset..];
            let found = match method {
                Method::RFIND | Method::RINDEX => rest.rfind(part.as_str()),
                _ => rest.find(part.as_str()),
            };
            found.map(|at| text[..offset + at].chars().count() as i64)
        };
        match (found, method) {
            (Some(at), _) => Ok(Value::Int(at)),
            (None, Method::FIND | Method::RFIND) => Ok(Value::Int(-1)),
            (None, _) => Err(empty(method.name())),
        }
    }
}

#[cold]
fn no_method(object: Value, method: Method, arguments: &[Value]) -> Box<Fault> {
    if matches!(object, Value::Unbound) {
        return Fault::unbound();
    }
    Fault::new(
        Text::new("{kind} has no method `{name}` with {count} such arguments")
            .with_text("kind", kind(object))
            .with("name", method.name())
            .with("count", arguments.len()),
    )
}
