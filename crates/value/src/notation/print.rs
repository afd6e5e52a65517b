//! Printing values by their shortest common name.

use rustc_hash::FxHashMap;

use crate::{Dyadic, Nus, Result, Store, Value, ValueError};

/// How a printed value looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Style {
    /// The notation that [`Store::parse`] reads.
    #[default]
    Plain,
    /// Arrows and stars as in the literature; [`Store::parse`] reads it too, up to subscripts.
    Unicode,
    /// For LaTeX's mathematics mode.
    Latex,
}

/// Known names of general infinitesimals, made on first use.
#[derive(Debug, Default)]
pub(crate) struct Names {
    powers: FxHashMap<Value, UpName>,
    ready: bool,
    pub(crate) upons: Option<std::sync::Arc<Vec<crate::loopy::Upon>>>,
}

/// ±(↑ⁿ or ↑ + … + ↑ⁿ) + ∗m.
#[derive(Clone, Copy, Debug)]
struct UpName {
    power: u32,
    whole_sum: bool,
    negative: bool,
    nimber: u64,
}

/// Powers of up have names up to here.
const NAMED_POWERS: u32 = 6;
const NAMED_NIMBERS: u64 = 4;
/// Longest text of a value.
const TEXT_LIMIT: usize = 1 << 22;
/// What is too large beyond that limit, which it names.
const LONG_TEXT: &str = "the value is known, but its text of more than 4194304 characters";
const NESTING_LIMIT: u32 = crate::lang::NESTING_LIMIT - 2;

/// A printed value: its text and, for forms in braces, the longest bar inside (the text is then without braces).
#[derive(Clone)]
pub(crate) struct Printed {
    pub(crate) text: String,
    pub(crate) bars: usize,
}

impl Printed {
    pub(crate) fn whole(self, style: Style) -> String {
        match (self.bars, style) {
            (0, _) => self.text,
            (_, Style::Latex) => format!(r"\left\{{{}\right\}}", self.text),
            _ => format!("{{{}}}", self.text),
        }
    }
}

impl Store {
    /// The shortest common name of a value; [`Store::parse`] reads it back.
    pub fn print(&mut self, value: Value) -> Result<String> {
        self.print_as(value, Style::Plain)
    }

    /// The name of a value in a given style.
    pub fn print_as(&mut self, value: Value, style: Style) -> Result<String> {
        let mut printer = Printer::new(style);
        Ok(printer.print(self, value, 0)?.whole(style))
    }

    fn up_names(&mut self) -> Result<()> {
        if self.names.ready {
            return Ok(());
        }
        let mut powers = FxHashMap::default();
        for power in 2..=NAMED_POWERS {
            for whole_sum in [false, true] {
                let base = if whole_sum { self.up_sum(power)? } else { self.up_power(power)? };
                for nimber in 0..NAMED_NIMBERS {
                    let star = self.nimber(nimber)?;
                    let positive = self.sum(base, star)?;
                    powers.insert(positive, UpName { power, whole_sum, negative: false, nimber });
                    let negative = self.negative(positive)?;
                    powers.insert(negative, UpName { power, whole_sum, negative: true, nimber });
                }
            }
        }
        self.names.powers = powers;
        self.names.ready = true;
        Ok(())
    }
}

pub(crate) struct Printer {
    pub(crate) style: Style,
    memory: FxHashMap<Value, Printed>,
    length: usize,
}

impl Printer {
    pub(crate) fn new(style: Style) -> Self {
        Self { style, memory: FxHashMap::default(), length: 0 }
    }

    /// Counts a piece of text against the longest that is printed.
    pub(crate) fn count(&mut self, text: &str) -> Result<()> {
        self.length += text.len();
        if self.length > TEXT_LIMIT {
            return Err(ValueError::TooLarge { what: LONG_TEXT });
        }
        Ok(())
    }

    /// The bar between the sides of a form.
    pub(crate) fn bar(&self, length: usize) -> String {
        match self.style {
            Style::Latex => format!(" {} ", r"\mid\!".repeat(length - 1) + r"\mid"),
            _ => "|".repeat(length),
        }
    }

    /// The sign of a game that is its own negative.
    pub(crate) fn switch_sign(&self) -> &'static str {
        match self.style {
            Style::Plain => "+-",
            Style::Unicode => "±",
            Style::Latex => r"\pm ",
        }
    }

    /// tiny or miny of a printed game.
    pub(crate) fn tiny_of(&self, positive: bool, argument: &str) -> String {
        match (self.style, positive) {
            (Style::Plain, true) => format!("Tiny({argument})"),
            (Style::Plain, false) => format!("Miny({argument})"),
            (Style::Unicode, true) => format!("⧾({argument})"),
            (Style::Unicode, false) => format!("⧿({argument})"),
            (Style::Latex, true) => format!("+_{{{argument}}}"),
            (Style::Latex, false) => format!("-_{{{argument}}}"),
        }
    }

    pub(crate) fn print(&mut self, store: &mut Store, value: Value, depth: u32) -> Result<Printed> {
        if let Some(known) = self.memory.get(&value) {
            return Ok(known.clone());
        }
        if depth > NESTING_LIMIT {
            return Err(ValueError::TooDeep { limit: NESTING_LIMIT });
        }
        store.meter.step()?;
        let printed = match store.as_compact(value).cloned() {
            Some(nus) => Printed { text: self.compact(&nus), bars: 0 },
            None => self.general(store, value, depth)?,
        };
        self.count(&printed.text)?;
        self.memory.insert(value, printed.clone());
        Ok(printed)
    }

    fn general(&mut self, store: &mut Store, value: Value, depth: u32) -> Result<Printed> {
        let number = store.exact_left(value);
        if number == store.exact_right(value) {
            let negative = store.number(&-&number)?;
            let infinitesimal = store.sum(value, negative)?;
            if let Some(name) = self.infinitesimal(store, infinitesimal, depth)? {
                let before = if number.is_zero() { String::new() } else { self.number(&number) };
                return Ok(Printed { text: before + &name, bars: 0 });
            }
        }
        let options = store.expand(value)?;
        let (left, right) = (store.arena[options.left()].to_vec(), store.arena[options.right()].to_vec());
        if store.negative(value)? == value {
            let inner = self.switch(store, &left, depth)?;
            let sign = self.switch_sign();
            return Ok(Printed { text: format!("{sign}{inner}"), bars: 0 });
        }
        let (left, left_bars) = self.side(store, &left, depth)?;
        let (right, right_bars) = self.side(store, &right, depth)?;
        let bars = left_bars.max(right_bars) + 1;
        let bar = self.bar(bars);
        Ok(Printed { text: format!("{left}{bar}{right}"), bars })
    }

    /// The left side of a game equal to its negative.
    fn switch(&mut self, store: &mut Store, left: &[Value], depth: u32) -> Result<String> {
        if let [only] = left {
            return Ok(self.print(store, *only, depth + 1)?.whole(self.style));
        }
        let (list, _) = self.side(store, left, depth)?;
        Ok(Printed { text: list, bars: 1 }.whole(self.style))
    }

    /// The options of one side, and the longest bar that stands bare in it.
    fn side(&mut self, store: &mut Store, side: &[Value], depth: u32) -> Result<(String, usize)> {
        if let [only] = side {
            let printed = self.print(store, *only, depth + 1)?;
            return Ok((printed.text, printed.bars));
        }
        let mut texts = Vec::with_capacity(side.len());
        for &option in side {
            let text = self.print(store, option, depth + 1)?.whole(self.style);
            texts.push((SortKey::of(store, option, &text), text));
        }
        texts.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| a.1.cmp(&b.1)));
        let texts: Vec<_> = texts.into_iter().map(|(_, text)| text).collect();
        Ok((texts.join(","), 0))
    }

    /// Powers of up, tiny and miny.
    fn infinitesimal(&mut self, store: &mut Store, value: Value, depth: u32) -> Result<Option<String>> {
        store.up_names()?;
        if let Some(&name) = store.names.powers.get(&value) {
            return Ok(Some(self.up_name(name)));
        }
        if let Some(argument) = store.tiny_argument(value)? {
            return Ok(Some(self.tiny(store, true, argument, depth)?));
        }
        let negative = store.negative(value)?;
        if let Some(argument) = store.tiny_argument(negative)? {
            return Ok(Some(self.tiny(store, false, argument, depth)?));
        }
        Ok(None)
    }

    fn tiny(&mut self, store: &mut Store, positive: bool, argument: Value, depth: u32) -> Result<String> {
        let argument = self.print(store, argument, depth + 1)?.whole(self.style);
        Ok(self.tiny_of(positive, &argument))
    }

    fn up_name(&self, name: UpName) -> String {
        let UpName { power, whole_sum, negative, nimber } = name;
        let arrow = self.arrow(negative);
        let power = match (self.style, whole_sum) {
            (Style::Latex, true) => format!("^{{[{power}]}}"),
            (Style::Latex, false) => format!("^{{{power}}}"),
            (_, true) => format!("[{power}]"),
            (_, false) => format!("<{power}>"),
        };
        format!("{arrow}{power}{}", self.star(nimber))
    }

    pub(crate) fn arrow(&self, negative: bool) -> &'static str {
        match (self.style, negative) {
            (Style::Plain, false) => "^",
            (Style::Plain, true) => "v",
            (Style::Unicode, false) => "↑",
            (Style::Unicode, true) => "↓",
            (Style::Latex, false) => r"\uparrow",
            (Style::Latex, true) => r"\downarrow",
        }
    }

    pub(crate) fn star(&self, nimber: u64) -> String {
        let star = if self.style == Style::Plain { "*" } else { "∗" };
        match (nimber, self.style) {
            (0, _) => String::new(),
            (1, Style::Latex) => r"{\ast}".into(),
            (n, Style::Latex) => format!(r"{{\ast}}{n}"),
            (1, _) => star.into(),
            (n, _) => format!("{star}{n}"),
        }
    }

    pub(crate) fn number(&self, number: &Dyadic) -> String {
        if self.style == Style::Latex && !number.is_integer() {
            let text = number.abs().to_string();
            let (above, below) = text.split_once('/').unwrap_or((&text, "1"));
            let sign = if number.signum() < 0 { "-" } else { "" };
            return format!(r"{sign}\tfrac{{{above}}}{{{below}}}");
        }
        number.to_string()
    }

    fn compact(&self, nus: &Nus) -> String {
        let only_zero = nus.is_number() || !nus.number.is_zero();
        let number = if only_zero { self.number(&nus.number) } else { String::new() };
        let arrow = self.arrow(nus.ups < 0);
        let ups = match (nus.ups.unsigned_abs(), self.style) {
            (0, _) => String::new(),
            (1, _) => arrow.into(),
            (2, Style::Latex) => {
                if nus.ups < 0 {
                    r"\Downarrow".into()
                } else {
                    r"\Uparrow".into()
                }
            }
            (2, Style::Unicode) => {
                if nus.ups < 0 {
                    "⇓".into()
                } else {
                    "⇑".into()
                }
            }
            (2, Style::Plain) => arrow.repeat(2),
            (n, Style::Latex) => format!(r"{n}\cdot{arrow}"),
            (n, _) => format!("{arrow}{n}"),
        };
        let latex_gap = if self.style == Style::Latex && !number.is_empty() && !ups.is_empty() { " " } else { "" };
        format!("{number}{latex_gap}{ups}{}", self.star(nus.nimber))
    }
}

impl Store {
    /// The G of a tiny-G = {0 ‖ 0 | −G}, when G is a number or at least has no reason to be written out.
    fn tiny_argument(&mut self, value: Value) -> Result<Option<Value>> {
        let Some(threat) = self.only_options(value)?.filter(|(left, _)| *left == Value::ZERO) else {
            return Ok(None);
        };
        let Some((Value::ZERO, negative)) = self.only_options(threat.1)? else {
            return Ok(None);
        };
        let argument = self.negative(negative)?;
        Ok((self.outcome(argument) == crate::Outcome::Left).then_some(argument))
    }

    fn only_options(&mut self, value: Value) -> Result<Option<(Value, Value)>> {
        let options = self.expand(value)?;
        let (left, right) = (options.left(), options.right());
        Ok((left.len() == 1 && right.len() == 1).then(|| (self.arena[left.start], self.arena[right.start])))
    }
}

/// Options are printed compact values first, greatest number first, then forms by length; never by handle, which
/// depends on history.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum SortKey {
    Compact(std::cmp::Reverse<Dyadic>, std::cmp::Reverse<i64>, u64),
    General(usize),
}

impl SortKey {
    pub(crate) fn of(store: &Store, value: Value, text: &str) -> Self {
        match store.as_compact(value) {
            Some(nus) => Self::Compact(std::cmp::Reverse(nus.number.clone()), std::cmp::Reverse(nus.ups), nus.nimber),
            None => Self::General(text.len()),
        }
    }
}
