//! The functions that scripts find without making them.

use super::ast::{Binary, Compare};
use super::fault::{Fault, Outcome, limit};
use super::machine::{Machine, argument_count, no_argument, range_of, wrong_argument};
use super::names::Builtin;
use super::value::{MOST_BITS, Value, too_many_bits};
use grundy_lang::Text;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

/// Longest text that is printed by one call from outside.
const MOST_PRINTED: usize = 1 << 20;

impl Machine {
    pub fn builtin(&mut self, builtin: Builtin, arguments: &[Value], named: &[(&str, Value)]) -> Outcome<Value> {
        let name = builtin.name();
        if arguments.iter().any(|value| matches!(value, Value::Unbound)) {
            return Err(Fault::unbound());
        }
        let takes_names = matches!(
            builtin,
            Builtin::PRINT
                | Builtin::SORTED
                | Builtin::MIN
                | Builtin::MAX
                | Builtin::ENUMERATE
                | Builtin::SUM
                | Builtin::INT
                | Builtin::PRODUCT
                | Builtin::LRU_CACHE
                | Builtin::DEQUE
                | Builtin::DICT
        );
        if let (false, Some((argument, _))) = (takes_names, named.first()) {
            return Err(no_argument(name, argument));
        }
        match (builtin, arguments) {
            (Builtin::PRINT, _) => self.print(arguments, named),
            (Builtin::RANGE, _) => {
                let range = range_of(arguments)?;
                self.heap.charge(24)?;
                self.heap.ranges.push(range);
                Ok(Value::Range(self.heap.ranges.len() as u32 - 1))
            }
            (Builtin::LEN, &[value]) => {
                self.heap.length(value).map(Value::Int).ok_or_else(|| wrong_argument(name, value))
            }
            (Builtin::MIN | Builtin::MAX, _) => self.extreme(builtin, arguments, named),
            (Builtin::SUM, &[items] | &[items, _]) => {
                let start = arguments.get(1).copied().or(named_value(named, "start")).unwrap_or(Value::Int(0));
                self.fold(items, Some(start), |machine, a, b| machine.binary(Binary::Add, a, b))
            }
            (Builtin::PROD, &[items]) => {
                self.fold(items, Some(Value::Int(1)), |machine, a, b| machine.binary(Binary::Multiply, a, b))
            }
            (Builtin::REDUCE, &[function, items]) => {
                self.fold(items, None, |machine, a, b| machine.call(function, &[a, b]))
            }
            (Builtin::REDUCE, &[function, items, start]) => {
                self.fold(items, Some(start), |machine, a, b| machine.call(function, &[a, b]))
            }
            (Builtin::SORTED, &[items]) => {
                let sorted = self.sorted(items, named)?;
                self.heap.list_of(&sorted)
            }
            (Builtin::REVERSED, &[items]) => {
                let mut found = self.items_of(items)?;
                found.reverse();
                self.lazily(&found)
            }
            (Builtin::ENUMERATE, &[items] | &[items, _]) => {
                let start = arguments.get(1).copied().or(named_value(named, "start")).unwrap_or(Value::Int(0));
                let start = self.small(name, start)?;
                let mut pairs = Vec::new();
                for (number, item) in self.items_of(items)?.into_iter().enumerate() {
                    pairs.push(self.heap.tuple(&[Value::Int(start.saturating_add(number as i64)), item])?);
                }
                self.lazily(&pairs)
            }
            (Builtin::ZIP, _) => {
                let columns = arguments.iter().map(|&items| self.items_of(items)).collect::<Outcome<Vec<_>>>()?;
                let length = columns.iter().map(Vec::len).min().unwrap_or(0);
                let mut rows = Vec::new();
                for number in 0..length {
                    let row: Vec<Value> = columns.iter().map(|column| column[number]).collect();
                    rows.push(self.heap.tuple(&row)?);
                }
                self.lazily(&rows)
            }
            (Builtin::MAP, &[function, items]) => {
                let mut made = Vec::new();
                for item in self.items_of(items)? {
                    made.push(self.call(function, &[item])?);
                }
                self.lazily(&made)
            }
            (Builtin::MAP, &[function, first, second]) => {
                let mut made = Vec::new();
                let second = self.items_of(second)?;
                for (a, b) in self.items_of(first)?.into_iter().zip(second) {
                    made.push(self.call(function, &[a, b])?);
                }
                self.lazily(&made)
            }
            (Builtin::FILTER, &[function, items]) => {
                let mut kept = Vec::new();
                for item in self.items_of(items)? {
                    let verdict = if matches!(function, Value::None) { item } else { self.call(function, &[item])? };
                    if self.heap.truth(verdict)? {
                        kept.push(item);
                    }
                }
                self.lazily(&kept)
            }
            (Builtin::ANY | Builtin::ALL, &[items]) => {
                let any = builtin == Builtin::ANY;
                for item in self.items_of(items)? {
                    if self.heap.truth(item)? == any {
                        return Ok(Value::Bool(any));
                    }
                }
                Ok(Value::Bool(!any))
            }
            (Builtin::ABS, &[value]) => match value {
                Value::Infinite(_) => Ok(Value::Infinite(false)),
                Value::Int(number) if number != i64::MIN => Ok(Value::Int(number.abs())),
                _ => {
                    let number = self.whole(name, value)?.abs();
                    self.heap.number(number)
                }
            },
            (Builtin::DIVMOD, &[a, b]) => {
                let pair = [self.binary(Binary::FloorDivide, a, b)?, self.binary(Binary::Remainder, a, b)?];
                self.heap.tuple(&pair)
            }
            (Builtin::POW, &[a, b]) => self.binary(Binary::Power, a, b),
            (Builtin::POW, &[a, b, modulus]) => self.power_modulo(a, b, modulus),
            (Builtin::INT, _) => self.int(arguments, named),
            (Builtin::STR, []) => self.heap.text(""),
            (Builtin::STR | Builtin::REPR, &[value]) => {
                if let (Builtin::STR, Value::Text(..)) = (builtin, value) {
                    return Ok(value);
                }
                let mut text = String::new();
                self.heap.write(value, builtin == Builtin::REPR, 0, &mut text)?;
                self.spend(text.len() / 8)?;
                self.heap.text(&text)
            }
            (Builtin::BOOL, []) => Ok(Value::Bool(false)),
            (Builtin::BOOL, &[value]) => Ok(Value::Bool(self.heap.truth(value)?)),
            (Builtin::TUPLE, []) => Ok(Value::Tuple(0, 0)),
            (Builtin::TUPLE, &[value]) => {
                if matches!(value, Value::Tuple(..)) {
                    return Ok(value);
                }
                let items = self.items_of(value)?;
                self.heap.tuple(&items)
            }
            (Builtin::LIST | Builtin::DEQUE, []) => Ok(Value::List(self.heap.list()?)),
            (Builtin::LIST | Builtin::DEQUE, &[value]) => {
                if let (Some((argument, _)), true) = (named.first(), true) {
                    return Err(no_argument(name, argument));
                }
                let items = self.items_of(value)?;
                self.heap.list_of(&items)
            }
            (Builtin::SET | Builtin::FROZENSET, []) => {
                let table = self.heap.new_table()?;
                Ok(if builtin == Builtin::SET { Value::Set(table) } else { Value::FrozenSet(table) })
            }
            (Builtin::SET | Builtin::FROZENSET, &[items]) => {
                let table = self.set_of(items)?;
                Ok(if builtin == Builtin::SET { Value::Set(table) } else { Value::FrozenSet(table) })
            }
            (Builtin::DICT, _) => self.dict(arguments, named),
            (Builtin::CHR, &[value]) => {
                let code = self.small(name, value)?;
                let character = u32::try_from(code).ok().and_then(char::from_u32);
                let character = character.ok_or_else(|| wrong_argument(name, value))?;
                self.heap.text(character.encode_utf8(&mut [0; 4]))
            }
            (Builtin::ORD, &[value @ Value::Text(at, length)]) => {
                let mut characters = self.heap.str(at, length).chars();
                match (characters.next(), characters.next()) {
                    (Some(c), None) => Ok(Value::Int(i64::from(c as u32))),
                    _ => Err(wrong_argument(name, value)),
                }
            }
            (Builtin::BIN | Builtin::HEX | Builtin::OCT, &[value]) => {
                let number = self.whole(name, value)?;
                let (prefix, radix) = match builtin {
                    Builtin::BIN => ("0b", 2),
                    Builtin::HEX => ("0x", 16),
                    _ => ("0o", 8),
                };
                let sign = if number.is_negative() { "-" } else { "" };
                let text = format!("{sign}{prefix}{}", number.abs().to_str_radix(radix));
                self.heap.text(&text)
            }
            (Builtin::ISINSTANCE, &[value, class]) => self.is_instance(value, class).map(Value::Bool),
            (Builtin::TYPE, &[value]) => type_of(value).map(Value::Builtin).ok_or_else(|| wrong_argument(name, value)),
            (Builtin::CALLABLE, &[value]) => {
                Ok(Value::Bool(matches!(value, Value::Function(_) | Value::Builtin(_) | Value::Method(_))))
            }
            (Builtin::ITER, &[items]) => {
                if matches!(items, Value::Iterator(_)) {
                    return Ok(items);
                }
                self.heap.charge(24)?;
                self.heap.iterators.push((items, 0));
                Ok(Value::Iterator(self.heap.iterators.len() as u32 - 1))
            }
            (Builtin::NEXT, &[items] | &[items, _]) => {
                let mut state = 0;
                match self.heap.next_item(items, &mut state)? {
                    Some(item) => Ok(item),
                    None => match arguments.get(1) {
                        Some(&default) => Ok(default),
                        None => Err(empty(name)),
                    },
                }
            }
            (Builtin::ROUND | Builtin::FLOOR | Builtin::CEIL, &[value]) => {
                let number = self.whole(name, value)?;
                self.heap.number(number)
            }
            (Builtin::HASH, &[value]) => Ok(Value::Int(i64::from(self.heap.hash(value, 0)?))),
            (Builtin::INPUT | Builtin::OPEN, _) => {
                Err(Fault::new(Text::new("`{name}` is not known here: rules read nothing").with("name", name)))
            }
            (Builtin::FLOAT, &[value @ Value::Text(at, length)]) => {
                match self.heap.str(at, length).trim().to_lowercase().as_str() {
                    "inf" | "+inf" | "infinity" => Ok(Value::Infinite(false)),
                    "-inf" | "-infinity" => Ok(Value::Infinite(true)),
                    _ => Err(wrong_argument(name, value)),
                }
            }
            (Builtin::GCD | Builtin::LCM, _) => {
                let mut result = BigInt::from(i32::from(builtin == Builtin::LCM));
                for &value in arguments {
                    let number = self.whole(name, value)?;
                    result = if builtin == Builtin::GCD { result.gcd(&number) } else { result.lcm(&number) };
                }
                self.heap.number(result)
            }
            (Builtin::ISQRT, &[value]) => {
                let number = self.whole(name, value)?;
                if number.is_negative() {
                    return Err(wrong_argument(name, value));
                }
                self.heap.number(number.sqrt())
            }
            (Builtin::COMB | Builtin::PERM, &[n, k]) => self.choose(builtin, n, k),
            (Builtin::FACTORIAL, &[value]) => {
                let number = self.small(name, value)?;
                if !(0..=10_000).contains(&number) {
                    return Err(if number < 0 { wrong_argument(name, value) } else { too_many_bits() });
                }
                self.spend(number as usize * 20)?;
                let product = (2..=number).fold(BigInt::one(), |product, factor| product * factor);
                self.heap.number(product)
            }
            (Builtin::LRU_CACHE | Builtin::CACHE, _) => match arguments {
                [function @ Value::Function(at)] => {
                    let mut closure = self.heap.closures[*at as usize].clone();
                    closure.cached = true;
                    closure.cache = None;
                    let _ = function;
                    self.heap.charge(64)?;
                    self.heap.closures.push(closure);
                    Ok(Value::Function(self.heap.closures.len() as u32 - 1))
                }
                _ => Ok(Value::Builtin(Builtin::CACHE)),
            },
            (Builtin::PERMUTATIONS | Builtin::COMBINATIONS, _) => self.arrangements(builtin, arguments),
            (Builtin::PRODUCT, _) => self.product(arguments, named),
            (Builtin::ACCUMULATE, &[items] | &[items, _]) => {
                let mut made: Vec<Value> = Vec::new();
                for item in self.items_of(items)? {
                    let next = match (made.last().copied(), arguments.get(1)) {
                        (None, _) => item,
                        (Some(last), Some(&function)) => self.call(function, &[last, item])?,
                        (Some(last), None) => self.binary(Binary::Add, last, item)?,
                    };
                    made.push(next);
                }
                self.lazily(&made)
            }
            (Builtin::CHAIN, _) => {
                let mut made = Vec::new();
                for &items in arguments {
                    made.extend(self.items_of(items)?);
                }
                self.lazily(&made)
            }
            (Builtin::DEFAULTDICT, _) => {
                let table = self.heap.new_table()?;
                if let Some(&maker) = arguments.first() {
                    self.heap.table_mut(table)?.default = maker;
                }
                Ok(Value::Dict(table))
            }
            (Builtin::COUNTER, [] | [_]) => {
                let table = self.heap.new_table()?;
                self.heap.table_mut(table)?.default = Value::Int(0);
                if let Some(&items) = arguments.first() {
                    for item in self.items_of(items)? {
                        let before = match self.heap.find(table, item)? {
                            Some(at) => self.heap.table(table).entries[at].2,
                            None => Value::Int(0),
                        };
                        let after = self.binary(Binary::Add, before, Value::Int(1))?;
                        self.heap.put(table, item, after)?;
                    }
                }
                Ok(Value::Dict(table))
            }
            (Builtin::XOR, &[a, b]) => self.binary(Binary::Xor, a, b),
            (Builtin::AND, &[a, b]) => self.binary(Binary::And, a, b),
            (Builtin::OR, &[a, b]) => self.binary(Binary::Or, a, b),
            (Builtin::ADD, &[a, b]) => self.binary(Binary::Add, a, b),
            (Builtin::MUL, &[a, b]) => self.binary(Binary::Multiply, a, b),
            (Builtin::SUB, &[a, b]) => self.binary(Binary::Subtract, a, b),
            (Builtin::SETRECURSIONLIMIT, &[_]) => Ok(Value::None),
            (Builtin::HEAPIFY, &[Value::List(list)]) => {
                let sorted = self.sorted(Value::List(list), &[])?;
                *self.heap.list_mut(list)? = sorted;
                Ok(Value::None)
            }
            (Builtin::HEAPPUSH, &[Value::List(list), item]) => self.heap_push(list, item),
            (Builtin::HEAPPOP, &[Value::List(list)]) => self.heap_pop(list),
            (Builtin::ORD | Builtin::FLOAT, &[value]) => Err(wrong_argument(name, value)),
            (Builtin::HEAPIFY | Builtin::HEAPPUSH | Builtin::HEAPPOP, [value, ..]) => Err(wrong_argument(name, *value)),
            _ => Err(argument_count(name, arguments.len())),
        }
    }

    /// All items of a collection, counted as steps.
    pub fn items_of(&mut self, items: Value) -> Outcome<Vec<Value>> {
        if let Value::Range(at) = items {
            // A giant range must not be counted one by one.
            let length = self.heap.ranges[at as usize].length;
            self.heap.charge(usize::try_from(length).unwrap_or(usize::MAX).saturating_mul(16))?;
        }
        let mut found = Vec::new();
        self.heap.collect(items, &mut found)?;
        self.spend(found.len())?;
        Ok(found)
    }

    /// What Python makes lazily is a collection that can be gone through once.
    fn lazily(&mut self, items: &[Value]) -> Outcome<Value> {
        let list = self.heap.list_of(items)?;
        self.heap.charge(24)?;
        self.heap.iterators.push((list, 0));
        Ok(Value::Iterator(self.heap.iterators.len() as u32 - 1))
    }

    pub fn whole(&mut self, name: &str, value: Value) -> Outcome<BigInt> {
        self.heap.big(value).ok_or_else(|| wrong_argument(name, value))
    }

    fn print(&mut self, arguments: &[Value], named: &[(&str, Value)]) -> Outcome<Value> {
        let mut separator = " ".to_owned();
        let mut end = "\n".to_owned();
        for &(name, value) in named {
            let text = match value {
                Value::Text(at, length) => self.heap.str(at, length).to_owned(),
                Value::None => continue,
                other => return Err(wrong_argument("print", other)),
            };
            match name {
                "sep" => separator = text,
                "end" => end = text,
                other => return Err(no_argument("print", other)),
            }
        }
        let mut text = String::new();
        for (number, &value) in arguments.iter().enumerate() {
            if number > 0 {
                text.push_str(&separator);
            }
            self.heap.write(value, false, 0, &mut text)?;
        }
        text.push_str(&end);
        self.spend(text.len() / 4)?;
        if self.output.len() + text.len() > MOST_PRINTED {
            return Err(limit(Text::new("more than {limit} bytes are printed").with("limit", MOST_PRINTED)));
        }
        self.output.push_str(&text);
        Ok(Value::None)
    }

    fn extreme(&mut self, builtin: Builtin, arguments: &[Value], named: &[(&str, Value)]) -> Outcome<Value> {
        let name = builtin.name();
        let items = match arguments {
            &[items] => self.items_of(items)?,
            [] => return Err(argument_count(name, 0)),
            many => many.to_vec(),
        };
        let key = named_value(named, "key").filter(|key| !matches!(key, Value::None));
        if let Some((argument, _)) = named.iter().find(|(argument, _)| !matches!(*argument, "key" | "default")) {
            return Err(no_argument(name, argument));
        }
        let operator = if builtin == Builtin::MIN { Compare::Less } else { Compare::Greater };
        let mut best: Option<(Value, Value)> = None;
        for item in items {
            let rank = match key {
                Some(key) => self.call(key, &[item])?,
                None => item,
            };
            match best {
                Some((known, _)) if !self.compare(operator, rank, known)? => {}
                _ => best = Some((rank, item)),
            }
        }
        match (best, named_value(named, "default")) {
            (Some((_, item)), _) => Ok(item),
            (None, Some(default)) => Ok(default),
            (None, None) => Err(empty(name)),
        }
    }

    fn fold(
        &mut self,
        items: Value,
        start: Option<Value>,
        mut join: impl FnMut(&mut Self, Value, Value) -> Outcome<Value>,
    ) -> Outcome<Value> {
        let mut total = start;
        for item in self.items_of(items)? {
            total = Some(match total {
                None => item,
                Some(total) => join(self, total, item)?,
            });
        }
        total.ok_or_else(|| empty("reduce"))
    }

    pub fn sorted(&mut self, items: Value, named: &[(&str, Value)]) -> Outcome<Vec<Value>> {
        let items = self.items_of(items)?;
        let mut reverse = false;
        let mut key = Value::None;
        for &(name, value) in named {
            match name {
                "reverse" => reverse = self.heap.truth(value)?,
                "key" => key = value,
                other => return Err(no_argument("sorted", other)),
            }
        }
        let mut pairs = Vec::with_capacity(items.len());
        for item in items {
            let rank = if matches!(key, Value::None) { item } else { self.call(key, &[item])? };
            pairs.push((rank, item));
        }
        self.sort(&mut pairs, reverse)?;
        Ok(pairs.into_iter().map(|(_, item)| item).collect())
    }

    fn power_modulo(&mut self, a: Value, b: Value, modulus: Value) -> Outcome<Value> {
        let (a, b) = (self.whole("pow", a)?, self.whole("pow", b)?);
        let modulus = self.whole("pow", modulus)?;
        if modulus.is_zero() {
            return Err(Fault::new(Text::new("this divides by 0")));
        }
        let words = modulus.bits() as usize / 64 + 1;
        self.spend((b.bits() as usize).saturating_mul(words * words) / 4)?;
        let (base, exponent) = if b.is_negative() {
            let extended = a.extended_gcd(&modulus);
            if !extended.gcd.abs().is_one() {
                return Err(Fault::new(Text::new("this number has no inverse")));
            }
            ((extended.x * extended.gcd.signum()).mod_floor(&modulus), -b)
        } else {
            (a, b)
        };
        let result = base.mod_floor(&modulus.abs()).modpow(&exponent, &modulus.abs());
        let result = if modulus.is_negative() && !result.is_zero() { result + modulus } else { result };
        self.heap.number(result)
    }

    fn int(&mut self, arguments: &[Value], named: &[(&str, Value)]) -> Outcome<Value> {
        let base = arguments.get(1).copied().or(named_value(named, "base"));
        let (value, base) = match (arguments.first(), base) {
            (None, _) => return Ok(Value::Int(0)),
            (Some(&value), None) => (value, 10),
            (Some(&value), Some(base)) => (value, self.small("int", base)?),
        };
        let Value::Text(at, length) = value else {
            let number = self.whole("int", value)?;
            return self.heap.number(number);
        };
        let text = self.heap.str(at, length).trim().replace('_', "");
        let bad = || {
            let shown: String = text.chars().take(40).collect();
            Fault::new(Text::new("`{text}` is not a whole number").with("text", shown))
        };
        if text.len() > 4300 {
            return Err(too_many_bits());
        }
        let (negative, digits) = match text.as_bytes().first() {
            Some(b'-') => (true, &text[1..]),
            Some(b'+') => (false, &text[1..]),
            _ => (false, text.as_str()),
        };
        let lower = digits.to_ascii_lowercase();
        let (digits, base) = match (lower.get(..2), base) {
            (Some("0x"), 0 | 16) => (&lower[2..], 16),
            (Some("0b"), 0 | 2) => (&lower[2..], 2),
            (Some("0o"), 0 | 8) => (&lower[2..], 8),
            (_, 0) => (lower.as_str(), 10),
            (_, base) => (lower.as_str(), base),
        };
        if !(2..=36).contains(&base) || !digits.starts_with(|c: char| c.is_ascii_alphanumeric()) {
            return Err(bad());
        }
        self.spend(digits.len())?;
        let number = BigInt::parse_bytes(digits.as_bytes(), base as u32).ok_or_else(bad)?;
        self.heap.number(if negative { -number } else { number })
    }

    pub fn set_of(&mut self, items: Value) -> Outcome<u32> {
        let table = self.heap.new_table()?;
        for item in self.items_of(items)? {
            self.heap.put(table, item, Value::None)?;
        }
        Ok(table)
    }

    fn dict(&mut self, arguments: &[Value], named: &[(&str, Value)]) -> Outcome<Value> {
        let table = self.heap.new_table()?;
        match arguments {
            [] => {}
            &[Value::Dict(source)] => self.copy_entries(source, table)?,
            &[items] => {
                for pair in self.items_of(items)? {
                    let [key, value] = self.items_of(pair)?[..] else { return Err(wrong_argument("dict", pair)) };
                    self.heap.put(table, key, value)?;
                }
            }
            more => return Err(argument_count("dict", more.len())),
        }
        for &(name, value) in named {
            let key = self.heap.text(name)?;
            self.heap.put(table, key, value)?;
        }
        Ok(Value::Dict(table))
    }

    fn is_instance(&mut self, value: Value, class: Value) -> Outcome<bool> {
        match class {
            Value::Tuple(..) => {
                for class in self.items_of(class)? {
                    if self.is_instance(value, class)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Value::Builtin(class) => {
                Ok(type_of(value) == Some(class) || (class == Builtin::INT && matches!(value, Value::Bool(_))))
            }
            other => Err(wrong_argument("isinstance", other)),
        }
    }

    fn choose(&mut self, builtin: Builtin, n: Value, k: Value) -> Outcome<Value> {
        let name = builtin.name();
        let (n_value, k_value) = (n, k);
        let (n, k) = (self.small(name, n)?, self.small(name, k)?);
        if n < 0 || k < 0 {
            return Err(wrong_argument(name, if n < 0 { n_value } else { k_value }));
        }
        if k > n {
            return Ok(Value::Int(0));
        }
        let k = if builtin == Builtin::COMB { k.min(n - k) } else { k };
        if k as u64 * u64::from(64 - n.leading_zeros()) > MOST_BITS {
            return Err(too_many_bits());
        }
        self.spend(k as usize * 20)?;
        let mut result = BigInt::one();
        for step in 0..k {
            result *= n - step;
            if builtin == Builtin::COMB {
                result /= step + 1;
            }
        }
        self.heap.number(result)
    }

    fn arrangements(&mut self, builtin: Builtin, arguments: &[Value]) -> Outcome<Value> {
        let name = builtin.name();
        let (items, count) = match *arguments {
            [items] if builtin == Builtin::PERMUTATIONS => {
                let items = self.items_of(items)?;
                let count = items.len();
                (items, count)
            }
            [items, count] => {
                let count = self.small(name, count)?;
                let count = usize::try_from(count).map_err(|_| wrong_argument(name, Value::Int(count)))?;
                (self.items_of(items)?, count)
            }
            _ => return Err(argument_count(name, arguments.len())),
        };
        let mut made = Vec::new();
        let mut chosen: Vec<usize> = Vec::new();
        let mut next = 0;
        if count > items.len() {
            return self.lazily(&made);
        }
        loop {
            if chosen.len() == count {
                let row: Vec<Value> = chosen.iter().map(|&at| items[at]).collect();
                made.push(self.heap.tuple(&row)?);
                self.spend(count + 1)?;
                next = items.len();
            }
            while next < items.len() && builtin == Builtin::PERMUTATIONS && chosen.contains(&next) {
                next += 1;
            }
            self.spend(1)?;
            if next < items.len() {
                chosen.push(next);
                next = if builtin == Builtin::PERMUTATIONS { 0 } else { next + 1 };
            } else {
                match chosen.pop() {
                    Some(last) => next = last + 1,
                    None => return self.lazily(&made),
                }
            }
        }
    }

    fn product(&mut self, arguments: &[Value], named: &[(&str, Value)]) -> Outcome<Value> {
        let repeat = match named {
            [] => 1,
            [("repeat", value)] => self.small("product", *value)?.clamp(0, 1000) as usize,
            [(other, _), ..] => return Err(no_argument("product", other)),
        };
        let columns = arguments.iter().map(|&items| self.items_of(items)).collect::<Outcome<Vec<_>>>()?;
        let columns: Vec<&Vec<Value>> = (0..repeat).flat_map(|_| columns.iter()).collect();
        let mut rows: Vec<Vec<Value>> = vec![Vec::new()];
        for column in &columns {
            self.heap.charge((rows.len() * column.len()).saturating_mul(columns.len() * 16))?;
            self.spend(rows.len() * column.len())?;
            rows = rows
                .iter()
                .flat_map(|row| column.iter().map(move |&item| row.iter().copied().chain([item]).collect()))
                .collect();
        }
        let mut made = Vec::new();
        for row in rows {
            made.push(self.heap.tuple(&row)?);
        }
        self.lazily(&made)
    }

    fn heap_push(&mut self, list: u32, item: Value) -> Outcome<Value> {
        self.heap.append(list, item)?;
        let mut at = self.heap.get(list).len() - 1;
        while at > 0 {
            let parent = (at - 1) / 2;
            let (child, above) = (self.heap.get(list)[at], self.heap.get(list)[parent]);
            if !self.compare(Compare::Less, child, above)? {
                break;
            }
            self.heap.list_mut(list)?.swap(at, parent);
            at = parent;
        }
        Ok(Value::None)
    }

    fn heap_pop(&mut self, list: u32) -> Outcome<Value> {
        let length = self.heap.get(list).len();
        if length == 0 {
            return Err(empty("heappop"));
        }
        self.heap.list_mut(list)?.swap(0, length - 1);
        let result = self.heap.list_mut(list)?.pop().unwrap_or(Value::None);
        let length = length - 1;
        let mut at = 0;
        loop {
            let mut least = at;
            for child in [2 * at + 1, 2 * at + 2] {
                if child < length {
                    let (a, b) = (self.heap.get(list)[child], self.heap.get(list)[least]);
                    if self.compare(Compare::Less, a, b)? {
                        least = child;
                    }
                }
            }
            if least == at {
                return Ok(result);
            }
            self.heap.list_mut(list)?.swap(at, least);
            at = least;
        }
    }
}

#[cold]
pub(crate) fn empty(name: &str) -> Box<Fault> {
    Fault::new(Text::new("`{name}` finds nothing to take").with("name", name))
}

pub(crate) fn named_value(named: &[(&str, Value)], name: &str) -> Option<Value> {
    named.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
}

/// The builtin that makes values of this kind.
fn type_of(value: Value) -> Option<Builtin> {
    Some(match value {
        Value::Bool(_) => Builtin::BOOL,
        Value::Int(_) | Value::Big(_) => Builtin::INT,
        Value::Infinite(_) => Builtin::FLOAT,
        Value::Text(..) => Builtin::STR,
        Value::Tuple(..) => Builtin::TUPLE,
        Value::List(_) => Builtin::LIST,
        Value::Set(_) => Builtin::SET,
        Value::FrozenSet(_) => Builtin::FROZENSET,
        Value::Dict(_) => Builtin::DICT,
        Value::Range(_) => Builtin::RANGE,
        _ => return None,
    })
}
