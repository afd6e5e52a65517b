//! Printing loopy games: `over`, `5^[on]`, `{0||0|0,pass}`, `a{0||||0|||a|*||*}`, `over & v`.
//!
//! Inside braces `pass` is a move that leaves the game as it is. A letter before braces names the position inside them.

use std::sync::Arc;

use super::graph::Node;
use super::sides::Loopy;
use super::stopper::{Pseudonumber, Stopper};
use crate::notation::{Printed, Printer, SortKey};
use crate::{Dyadic, Result, Store, Style, Value, ValueError};

/// Nimbers beside upon that are recognised.
const NAMED_NIMBERS: u64 = 4;
/// How deep printed braces nest.
const NESTING_LIMIT: usize = crate::lang::NESTING_LIMIT as usize - 2;
/// A position of the path from the start, before it is known whether it needs a name.
const REFERENCE: char = '\u{e000}';
/// A reference to the position itself, which is `pass` unless the position has a name.
const PASS: char = '\u{e001}';
const END: char = '\u{e002}';

impl Loopy {
    /// The game as people write it; the language reads the plain style back.
    pub fn print(&self, store: &mut Store, style: Style) -> Result<String> {
        if let Some(stopper) = self.as_stopper() {
            return stopper.print(store, style);
        }
        if Self::named("dud", store)?.as_ref() == Some(self) {
            return Ok(word("dud", style));
        }
        let sign = if style == Style::Latex { r" \mathbin{\&} " } else { " & " };
        Ok(self.onside().print(store, style)? + sign + &self.offside().print(store, style)?)
    }
}

impl Stopper {
    /// The game as people write it; the language reads the plain style back.
    pub fn print(&self, store: &mut Store, style: Style) -> Result<String> {
        if let Some(value) = self.as_value() {
            return store.print_as(value, style);
        }
        let mut writer = Writer { game: self, printer: Printer::new(style), path: Vec::new(), names: 0 };
        let text = writer.node(self.graph().root, store)?.whole(style);
        Ok(with_letters(&text))
    }

    /// The number and what is left of a game infinitely close to it.
    fn number_and_rest(&self, store: &mut Store) -> Result<Option<(Dyadic, Self)>> {
        let stops = (self.number_at_stop(true, store)?, self.number_at_stop(false, store)?);
        let (Some(left), Some(right)) = stops else { return Ok(None) };
        if left != right {
            return Ok(None);
        }
        let rest = self.plus_number(&-&left, store)?;
        Ok(Some((left, rest)))
    }
}

/// A recognised infinitesimal: ±↑^[on] or ±↑^on with a nimber.
#[derive(Debug)]
pub(crate) struct Upon {
    game: Stopper,
    whole_sum: bool,
    negative: bool,
    nimber: u64,
}

/// The games with such names, made on first use.
fn upons(store: &mut Store) -> Result<Arc<Vec<Upon>>> {
    if let Some(known) = &store.names.upons {
        return Ok(Arc::clone(known));
    }
    let mut found = Vec::new();
    let sum = Loopy::named("upon", store)?;
    let power = Loopy::up_to_the_on(store)?;
    for (base, whole_sum) in [(sum, true), (Some(power), false)] {
        let Some(base) = base else { continue };
        for nimber in 0..NAMED_NIMBERS {
            let star = store.nimber(nimber)?;
            let game = base.plus(&star.into(), store)?;
            for negative in [false, true] {
                let game = if negative { game.negative(store)? } else { game.clone() };
                let Some(game) = game.as_stopper().cloned() else { continue };
                found.push(Upon { game, whole_sum, negative, nimber });
            }
        }
    }
    let found = Arc::new(found);
    store.names.upons = Some(Arc::clone(&found));
    Ok(found)
}

fn word(name: &str, style: Style) -> String {
    if style == Style::Latex { format!(r"\mathbf{{{name}}}") } else { name.to_owned() }
}

struct Writer<'a> {
    game: &'a Stopper,
    printer: Printer,
    /// The vertices whose braces are open, each with the number of its name.
    path: Vec<(u32, u32)>,
    names: u32,
}

impl Writer<'_> {
    fn node(&mut self, node: Node, store: &mut Store) -> Result<Printed> {
        let vertex = match node {
            Node::Value(value) => return self.printer.print(store, value, self.path.len() as u32),
            Node::Loop(vertex) => vertex,
        };
        if let Some(place) = self.path.iter().position(|&(open, _)| open == vertex) {
            let mark = if place + 1 == self.path.len() { PASS } else { REFERENCE };
            return Ok(Printed { text: format!("{mark}{}{END}", self.path[place].1), bars: 0 });
        }
        if self.path.len() >= NESTING_LIMIT {
            return Err(ValueError::TooDeep { limit: NESTING_LIMIT as u32 });
        }
        store.meter.step()?;
        let game = self.game.follower(node, store)?;
        let printed = match self.name(&game, store)? {
            Some(text) => Printed { text, bars: 0 },
            None => self.braces(vertex, &game, store)?,
        };
        self.printer.count(&printed.text)?;
        Ok(printed)
    }

    /// The name of a famous game, with the number it stands beside.
    fn name(&mut self, game: &Stopper, store: &mut Store) -> Result<Option<String>> {
        let style = self.printer.style;
        let beside = |printer: &Printer, number: &Dyadic| {
            if number.signum() == 0 { String::new() } else { printer.number(number) }
        };
        match game.as_pseudonumber(store) {
            Some(Pseudonumber::On) => return Ok(Some(word("on", style))),
            Some(Pseudonumber::Off) => return Ok(Some(word("off", style))),
            Some(Pseudonumber::Over(x)) => return Ok(Some(beside(&self.printer, &x) + &word("over", style))),
            Some(Pseudonumber::Under(x)) => return Ok(Some(beside(&self.printer, &x) + &word("under", style))),
            Some(Pseudonumber::Number(_)) | None => {}
        }
        let Some((number, rest)) = game.number_and_rest(store)? else { return Ok(None) };
        if let Some(upon) = upons(store)?.iter().find(|upon| upon.game == rest) {
            let on = word("on", style);
            let power = match (style, upon.whole_sum) {
                (Style::Latex, true) => format!("^{{[{on}]}}"),
                (Style::Latex, false) => format!("^{{{on}}}"),
                (_, true) => format!("[{on}]"),
                (_, false) => format!("<{on}>"),
            };
            let (arrow, star) = (self.printer.arrow(upon.negative), self.printer.star(upon.nimber));
            return Ok(Some(format!("{}{arrow}{power}{star}", beside(&self.printer, &number))));
        }
        for positive in [true, false] {
            let side = if positive { rest.clone() } else { rest.negative(store)? };
            if let Some(argument) = side.tiny_argument(store)? {
                let argument = argument.print(store, style)?;
                return Ok(Some(beside(&self.printer, &number) + &self.printer.tiny_of(positive, &argument)));
            }
        }
        Ok(None)
    }

    fn braces(&mut self, vertex: u32, game: &Stopper, store: &mut Store) -> Result<Printed> {
        let options = self.game.graph().vertices[vertex as usize].clone();
        if game.negative(store)? == *game && !game.comes_back() {
            let (text, bars) = self.side(&options.left, store)?;
            let text = match (&options.left[..], bars) {
                ([_], 0) => text,
                _ => Printed { text, bars: 1 }.whole(self.printer.style),
            };
            return Ok(Printed { text: format!("{}{text}", self.printer.switch_sign()), bars: 0 });
        }
        self.names += 1;
        let name = self.names;
        self.path.push((vertex, name));
        let (left, left_bars) = self.side(&options.left, store)?;
        let (right, right_bars) = self.side(&options.right, store)?;
        self.path.pop();
        let bars = left_bars.max(right_bars) + 1;
        let body = format!("{left}{}{right}", self.printer.bar(bars));
        let pass = format!("{PASS}{name}{END}");
        let reference = format!("{REFERENCE}{name}{END}");
        if body.contains(&reference) {
            let body = body.replace(&pass, &reference);
            let braces = Printed { text: body, bars }.whole(self.printer.style);
            return Ok(Printed { text: reference + &braces, bars: 0 });
        }
        Ok(Printed { text: body.replace(&pass, &word("pass", self.printer.style)), bars })
    }

    /// The options of one side, and the longest bar that stands bare in it.
    fn side(&mut self, side: &[Node], store: &mut Store) -> Result<(String, usize)> {
        if let [only] = side {
            let printed = self.node(*only, store)?;
            return Ok((printed.text, printed.bars));
        }
        let mut texts = Vec::with_capacity(side.len());
        for &option in side {
            let text = self.node(option, store)?.whole(self.printer.style);
            let key = match option {
                Node::Value(value) => SortKey::of(store, value, &text),
                Node::Loop(_) => SortKey::General(text.len()),
            };
            texts.push((key, text));
        }
        texts.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| a.1.cmp(&b.1)));
        Ok((texts.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join(","), 0))
    }
}

impl Stopper {
    /// Whether play can come back to the start.
    fn comes_back(&self) -> bool {
        self.graph().vertices.iter().any(|vertex| vertex.options().any(|option| option == self.graph().root))
    }

    /// The G of a tiny-G = {0 ‖ 0 | −G} with G > 0.
    fn tiny_argument(&self, store: &mut Store) -> Result<Option<Self>> {
        let zero = Self::from(Value::ZERO);
        let Some(threat) = self.only_options(store)?.filter(|(left, _)| *left == zero) else {
            return Ok(None);
        };
        let Some((_, negative)) = threat.1.only_options(store)?.filter(|(left, _)| *left == zero) else {
            return Ok(None);
        };
        let argument = negative.negative(store)?;
        let positive = argument.outcome(store)? == crate::Outcome::Left;
        Ok((positive && !self.comes_back()).then_some(argument))
    }

    fn only_options(&self, store: &mut Store) -> Result<Option<(Self, Self)>> {
        let (mut left, mut right) = (self.options(true, store)?, self.options(false, store)?);
        Ok(if left.len() == 1 && right.len() == 1 { left.pop().zip(right.pop()) } else { None })
    }
}

/// Gives the marked positions letters, in the order in which they are named.
fn with_letters(text: &str) -> String {
    let mut letters: Vec<&str> = Vec::new();
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(REFERENCE) {
        out.push_str(before);
        let Some((name, after)) = after.split_once(END) else { break };
        let place = letters.iter().position(|known| *known == name).unwrap_or_else(|| {
            letters.push(name);
            letters.len() - 1
        });
        out.push_str(&letter(place));
        rest = after;
    }
    out + rest
}

/// a, b, c and so on without v, which is down; then a1, b1 …
fn letter(place: usize) -> String {
    const LETTERS: &str = "abcdefghijklmnopqrstuwxyz";
    let letter = LETTERS.chars().nth(place % LETTERS.len()).map_or(String::new(), String::from);
    if place < LETTERS.len() { letter } else { format!("{letter}{}", place / LETTERS.len()) }
}
