//! Values written into strings.

use super::fault::{Fault, Outcome};
use super::machine::Machine;
use super::value::Value;
use grundy_lang::Text;
use num_bigint::BigInt;
use num_traits::Signed;

/// Widest field of a format.
const WIDEST: i64 = 10_000;

/// What stands after the colon of a format: `[[fill]align][0][width][,][kind]`.
struct Spec {
    fill: char,
    align: Option<char>,
    plus: bool,
    width: i64,
    comma: bool,
    kind: char,
}

fn bad_format(text: &str) -> Box<Fault> {
    let shown: String = text.chars().take(40).collect();
    Fault::new(Text::new("the format `{text}` is not known here").with("text", shown))
}

impl Spec {
    fn read(text: &str) -> Outcome<Self> {
        let mut spec = Self { fill: ' ', align: None, plus: false, width: 0, comma: false, kind: 's' };
        let characters: Vec<char> = text.chars().collect();
        let mut at = 0;
        let is_align = |c: Option<&char>| c.is_some_and(|c| "<>^=".contains(*c));
        if is_align(characters.get(1)) {
            (spec.fill, spec.align) = (characters[0], Some(characters[1]));
            at = 2;
        } else if is_align(characters.first()) {
            spec.align = Some(characters[0]);
            at = 1;
        }
        if characters.get(at) == Some(&'+') {
            spec.plus = true;
            at += 1;
        }
        if characters.get(at) == Some(&'0') && spec.align.is_none() {
            (spec.fill, spec.align) = ('0', Some('='));
            at += 1;
        }
        while let Some(digit) = characters.get(at).and_then(|c| c.to_digit(10)) {
            spec.width = (spec.width * 10 + i64::from(digit)).min(WIDEST + 1);
            at += 1;
        }
        if characters.get(at) == Some(&',') {
            spec.comma = true;
            at += 1;
        }
        match (characters.get(at), characters.len() - at.min(characters.len())) {
            (None, _) => {}
            (Some(&kind), 1) if "dsbxXoc".contains(kind) => spec.kind = kind,
            _ => return Err(bad_format(text)),
        }
        if spec.width > WIDEST {
            return Err(bad_format(text));
        }
        Ok(spec)
    }
}

impl Machine {
    pub fn format_value(&mut self, value: Value, format: Value, quoted: bool) -> Outcome<Value> {
        if matches!(value, Value::Unbound) {
            return Err(Fault::unbound());
        }
        let format = match format {
            Value::Text(at, length) => self.heap.str(at, length).to_owned(),
            _ => String::new(),
        };
        let mut text = String::new();
        self.heap.write(value, quoted, 0, &mut text)?;
        if !format.is_empty() {
            text = self.formatted(value, text, &format)?;
        }
        self.heap.text(&text)
    }

    fn formatted(&mut self, value: Value, plain: String, format: &str) -> Outcome<String> {
        let spec = Spec::read(format)?;
        let number = match value {
            Value::Text(..) | Value::None | Value::Infinite(_) => None,
            _ => self.heap.big(value),
        };
        let text = match (&number, spec.kind) {
            (Some(number), kind) => digits(number, kind, &spec).ok_or_else(|| bad_format(format))?,
            (None, 's') => plain,
            (None, _) => return Err(bad_format(format)),
        };
        let align = spec.align.unwrap_or(if number.is_some() { '>' } else { '<' });
        self.pad(&text, spec.width, spec.fill, align)
    }

    /// The text filled up to a width; `=` fills between sign and digits.
    pub fn pad(&mut self, text: &str, width: i64, fill: char, align: char) -> Outcome<String> {
        let length = text.chars().count() as i64;
        let missing = (width - length).max(0) as usize;
        self.heap.charge(missing.saturating_mul(4))?;
        let fills = |count: usize| fill.to_string().repeat(count);
        Ok(match align {
            '<' => format!("{text}{}", fills(missing)),
            '^' => {
                let left = missing / 2 + if fill == ' ' || fill != '0' { 0 } else { missing % 2 };
                format!("{}{text}{}", fills(left), fills(missing - left))
            }
            '=' if text.starts_with(['-', '+']) => format!("{}{}{}", &text[..1], fills(missing), &text[1..]),
            _ => format!("{}{text}", fills(missing)),
        })
    }

    pub fn join_texts(&mut self, parts: &[Value]) -> Outcome<Value> {
        let mut joined = String::new();
        for &part in parts {
            self.heap.write(part, false, 0, &mut joined)?;
        }
        self.heap.text(&joined)
    }

    /// `text % values`.
    pub fn percent(&mut self, format: &str, values: Value) -> Outcome<Value> {
        let mut left = match values {
            Value::Tuple(..) => self.items_of(values)?,
            other => vec![other],
        };
        left.reverse();
        let mut out = String::new();
        let mut rest = format;
        while let Some(at) = rest.find('%') {
            out.push_str(&rest[..at]);
            let spec = &rest[at + 1..];
            let end = spec.find(|c: char| c.is_alphabetic() || c == '%').ok_or_else(|| bad_format(format))?;
            let width = spec[end..].chars().next().map_or(1, char::len_utf8);
            let (flags, kind) = (&spec[..end], &spec[end..end + width]);
            rest = spec.get(end + width..).unwrap_or("");
            if kind == "%" {
                out.push('%');
                continue;
            }
            let value = left.pop().ok_or_else(|| bad_format(format))?;
            let mut plain = String::new();
            self.heap.write(value, kind == "r", 0, &mut plain)?;
            let text = match (kind, flags) {
                ("s" | "r", "") => plain,
                ("d" | "i" | "x" | "s", _) => {
                    let kind = if kind == "i" { "d" } else { kind };
                    let kind = if kind == "s" && !matches!(value, Value::Text(..)) { "" } else { kind };
                    let (align, flags) = match flags.strip_prefix('-') {
                        Some(flags) => ("<", flags),
                        None if kind == "s" => (">", flags),
                        None => ("", flags),
                    };
                    self.formatted(value, plain, &format!("{align}{flags}{kind}"))?
                }
                _ => return Err(bad_format(format)),
            };
            out.push_str(&text);
        }
        out.push_str(rest);
        if !left.is_empty() {
            return Err(bad_format(format));
        }
        self.heap.text(&out)
    }

    /// `text.format(values)`.
    pub fn format_text(&mut self, text: &str, arguments: &[Value], named: &[(&str, Value)]) -> Outcome<Value> {
        let mut out = String::new();
        let mut characters = text.chars().peekable();
        let mut number = 0;
        while let Some(c) = characters.next() {
            if (c == '{' || c == '}') && characters.peek() == Some(&c) {
                characters.next();
                out.push(c);
                continue;
            }
            if c != '{' {
                out.push(c);
                continue;
            }
            let inside: String = characters.by_ref().take_while(|c| *c != '}').collect();
            let (name, format) = inside.split_once(':').unwrap_or((&inside, ""));
            let value = if name.is_empty() {
                number += 1;
                arguments.get(number - 1).copied()
            } else if let Ok(at) = name.parse::<usize>() {
                arguments.get(at).copied()
            } else {
                super::builtin::named_value(named, name)
            };
            let value = value.ok_or_else(|| bad_format(text))?;
            let mut plain = String::new();
            self.heap.write(value, false, 0, &mut plain)?;
            let written = if format.is_empty() { plain } else { self.formatted(value, plain, format)? };
            self.heap.charge(written.len())?;
            out.push_str(&written);
        }
        self.heap.text(&out)
    }
}

/// The digits of a number in the notation that `kind` names.
fn digits(number: &BigInt, kind: char, spec: &Spec) -> Option<String> {
    let magnitude = number.abs();
    let text = match kind {
        'd' | 's' => magnitude.to_string(),
        'b' => magnitude.to_str_radix(2),
        'x' => magnitude.to_str_radix(16),
        'X' => magnitude.to_str_radix(16).to_uppercase(),
        'o' => magnitude.to_str_radix(8),
        _ => return None,
    };
    let text = if spec.comma {
        let count = text.len();
        let mut grouped = String::new();
        for (at, digit) in text.chars().enumerate() {
            if at > 0 && (count - at).is_multiple_of(3) {
                grouped.push(',');
            }
            grouped.push(digit);
        }
        grouped
    } else {
        text
    };
    let sign = if number.is_negative() {
        "-"
    } else if spec.plus {
        "+"
    } else {
        ""
    };
    Some(format!("{sign}{text}"))
}
