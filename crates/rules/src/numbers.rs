//! Rules about numbers, compiled when a file is read.
//!
//! A rule becomes loops over machine words and expressions in them. What goes beyond that (a function of the file, a string,
//! a number of more than 64 bits, a division by zero) is left to the interpreter, which has the same rule as a function: it
//! gives the same options, or tells what is wrong and where.

use crate::script::Datum;
use crate::script::ast::{Argument, Binary, Clause, Collect, Compare, Expr, ExprKind, Unary};
use num_integer::Integer;
use num_traits::ToPrimitive;

/// Rounds of loops for one listing; more are left to the interpreter and its limits.
const MOST_ROUNDS: u32 = 1 << 22;

/// Numbers of a position and variables of loops together.
const MOST_SLOTS: usize = 24;

type Values = [i64; MOST_SLOTS];

/// What the result of a rule is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Results {
    Number,
    Numbers,
    /// Heaps of so many numbers, more than one.
    Heaps(usize),
}

/// The rules of Left and of Right.
#[derive(Debug)]
pub(crate) struct NumberRules {
    sides: [Vec<NumberRule>; 2],
    /// Whether the options of each rule of a player are a line.
    straight: [bool; 2],
}

/// One rule: conditions, loops, and the numbers that result.
#[derive(Clone, Debug)]
pub(crate) struct NumberRule {
    pub before: Vec<Condition>,
    pub loops: Vec<Loop>,
    pub result: Vec<Number>,
}

/// Options on a line: the numbers of the first, what each next one adds to them, and how many there are.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Line {
    pub first: [i64; LINE_WIDTH],
    pub step: [i64; LINE_WIDTH],
    pub count: i64,
}

/// Numbers of an option that may lie on a line.
pub(crate) const LINE_WIDTH: usize = 5;

/// Rules of a player whose options are lines; with more of them it takes long to see that no two lines meet.
pub(crate) const MOST_LINES: usize = 8;

impl Line {
    /// The least and the greatest of the numbers at a place.
    #[inline]
    pub fn bounds(&self, at: usize) -> (i64, i64) {
        let (first, last) = (self.first[at], self.first[at] + self.step[at] * (self.count - 1));
        (first.min(last), first.max(last))
    }

    /// Whether all its options differ.
    #[inline]
    fn moves_on(&self) -> bool {
        self.count < 2 || self.step != [0; LINE_WIDTH]
    }

    /// Whether no option of one is an option of the other, as far as the bounds show it.
    #[inline]
    pub fn is_apart(&self, other: &Self) -> bool {
        (0..LINE_WIDTH).any(|at| {
            let ((low, high), (least, most)) = (self.bounds(at), other.bounds(at));
            high < least || most < low
        })
    }
}

/// Whether no option of some lines is another one.
pub(crate) fn all_differ(lines: &[Line]) -> bool {
    lines.iter().enumerate().all(|(at, line)| line.moves_on() && lines[..at].iter().all(|other| other.is_apart(line)))
}

/// One `for` of a rule.
#[derive(Clone, Debug)]
pub(crate) struct Loop {
    slot: usize,
    pub items: Items,
    pub conditions: Vec<Condition>,
}

#[derive(Clone, Debug)]
pub(crate) enum Items {
    /// Start, end and step.
    Range(Number, Number, i64),
    List(Vec<i64>),
}

/// A number made of the numbers of the position and the variables of loops, which have their slots.
#[derive(Clone, Debug)]
pub(crate) enum Number {
    Is(i64),
    Slot(usize),
    Binary(Binary, Box<Number>, Box<Number>),
    Called(Called, Vec<Number>),
    If(Box<Condition>, Box<Number>, Box<Number>),
}

/// Functions that are known here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Called {
    Least,
    Greatest,
    Absolute,
    Gcd,
    BitLength,
}

#[derive(Clone, Debug)]
pub(crate) enum Condition {
    Compare(Number, Vec<(Compare, Number)>),
    /// Whether a number is in a list, or is not.
    Among(Number, Vec<i64>, bool),
    All(Vec<Condition>),
    Any(Vec<Condition>),
    Not(Box<Condition>),
    NotZero(Number),
}

impl NumberRules {
    /// Compiles the rules of both players, each an expression that lists options; `None` when one of them needs more than
    /// this. `global` says what a name of the file means.
    pub fn compile(
        sides: [&[Expr]; 2],
        names: &[String],
        results: Results,
        global: &dyn Fn(&str) -> Option<Datum>,
    ) -> Option<Self> {
        let one = |rule: &Expr| Scope { names: names.to_vec(), results, global }.rule(rule);
        let side = |rules: &[Expr]| rules.iter().map(one).collect::<Option<Vec<_>>>();
        let sides = [side(sides[0])?, side(sides[1])?];
        let straight = [0, 1].map(|side: usize| {
            let rules: &Vec<NumberRule> = &sides[side];
            rules.len() <= MOST_LINES && rules.iter().all(NumberRule::is_straight)
        });
        Some(Self { sides, straight })
    }

    /// The lines on which the options lie, those of rules that have any, in the order of the rules; `None` when it takes another way
    /// to list them.
    pub fn lines(&self, side: usize, position: &[i64], lines: &mut [Line; MOST_LINES]) -> Option<usize> {
        if !self.straight[side] {
            return None;
        }
        let mut values: Values = [0; MOST_SLOTS];
        values[..position.len()].copy_from_slice(position);
        let (mut known, mut rounds) = (0, 0i64);
        for rule in &self.sides[side] {
            let line = rule.line(&mut values)?;
            rounds = rounds.checked_add(line.count)?;
            if rounds > i64::from(MOST_ROUNDS) {
                return None;
            }
            if line.count > 0 {
                lines[known] = line;
                known += 1;
            }
        }
        Some(known)
    }

    /// The rules of one player.
    pub fn side(&self, side: usize) -> &[NumberRule] {
        &self.sides[side]
    }

    /// Whether the rules stay the same when any two numbers of a position are exchanged, as far as that is plain to see from how
    /// they are written. Then positions with the same numbers in another order have the same game tree.
    pub fn are_symmetric(&self, width: usize) -> bool {
        let whole = self.sides.iter().flatten().all(|rule| rule.result.len() == width);
        whole
            && (1..width).all(|second| {
                let mut places: Vec<usize> = (0..width).collect();
                places.swap(second - 1, second);
                (0..2).all(|side| self.turns_into(side, side, &places))
            })
    }

    /// Where each number of a position, or of each heap, goes so that the rules of Left become those of Right, as far as that is plain
    /// to see from how they are written. Done twice it changes nothing, so the rules of Right become those of Left, and the
    /// position with its numbers exchanged is the negative.
    ///
    /// Results have as many numbers as a position, or are heaps of so many.
    pub fn exchange(&self, width: usize) -> Option<Box<[usize]>> {
        if self.sides.iter().flatten().any(|rule| rule.result.len() % width != 0) {
            return None;
        }
        // All of them backwards, or two for each other: what people write.
        let same: Vec<usize> = (0..width).collect();
        let mut places = same.clone();
        places.reverse();
        if self.turns_into(0, 1, &places) {
            return Some(places.into());
        }
        for (one, other) in (0..width).flat_map(|one| (0..one).map(move |other| (one, other))) {
            places.clone_from(&same);
            places.swap(one, other);
            if self.turns_into(0, 1, &places) {
                return Some(places.into());
            }
        }
        None
    }

    /// Whether the rules of one side become those of another when each number goes to the place that `places` says.
    fn turns_into(&self, side: usize, other: usize, places: &[usize]) -> bool {
        let normal = |side: usize, places: &[usize]| sorted(&self.sides[side], |rule| rule.normal(places));
        let same: Vec<usize> = (0..places.len()).collect();
        normal(side, places) == normal(other, &same)
    }

    /// Calls `found` with the numbers of every option; `None` when the interpreter must be asked instead.
    pub fn options(&self, side: usize, position: &[i64], found: &mut dyn FnMut(&[i64])) -> Option<()> {
        let mut rounds = 0;
        self.sides[side].iter().try_for_each(|rule| rule.options(position, &mut rounds, found))
    }
}

impl NumberRule {
    /// Calls `found` with the numbers of every option of this rule; `None` when the interpreter must be asked instead.
    pub fn options(&self, position: &[i64], rounds: &mut u32, found: &mut dyn FnMut(&[i64])) -> Option<()> {
        let mut values: Values = [0; MOST_SLOTS];
        values[..position.len()].copy_from_slice(position);
        if !all_hold(&self.before, &values)? {
            return Some(());
        }
        let mut made: Values = [0; MOST_SLOTS];
        self.run(&self.loops, (&mut values, &mut made), rounds, found)
    }

    /// Whether its options are a line, whatever the position: there is at most one loop, over a range; it counts up or down, and
    /// every number of the result changes by the same amount from one round to the next.
    fn is_straight(&self) -> bool {
        if self.result.len() > LINE_WIDTH {
            return false;
        }
        match self.loops.as_slice() {
            [] => true,
            [one] => {
                matches!(one.items, Items::Range(..))
                    && one.conditions.iter().all(|condition| condition.is_free_of(one.slot))
                    && self.result.iter().all(|number| number.is_linear_in(one.slot))
            }
            _ => false,
        }
    }

    /// The options of a straight rule. Numbers between the first and the last option are between theirs, and so is all that is
    /// computed on the way to them: where those fit in a word, all do.
    fn line(&self, values: &mut Values) -> Option<Line> {
        let mut line = Line::default();
        if !all_hold(&self.before, values)? {
            return Some(line);
        }
        let (mut slot, mut start, mut by) = (None, 0, 0);
        line.count = 1;
        if let Some(one) = self.loops.first() {
            let Items::Range(from, to, step) = &one.items else { return None };
            let (from, to) = (from.value(values)?, to.value(values)?);
            let (far, step_size) =
                if *step > 0 { (to.checked_sub(from)?, *step) } else { (from.checked_sub(to)?, step.checked_neg()?) };
            line.count = if far > 0 { (far - 1) / step_size + 1 } else { 0 };
            if line.count == 0 {
                return Some(line);
            }
            (slot, start, by) = (Some(one.slot), from, *step);
            values[one.slot] = start;
            if !all_hold(&one.conditions, values)? {
                line.count = 0;
                return Some(line);
            }
        }
        for (first, number) in line.first.iter_mut().zip(&self.result) {
            *first = number.plain(values)?;
        }
        if let Some(slot) = slot.filter(|_| line.count > 1) {
            values[slot] = start.checked_add(by.checked_mul(line.count - 1)?)?;
            for ((step, first), number) in line.step.iter_mut().zip(&line.first).zip(&self.result) {
                *step = number.plain(values)?.checked_sub(*first)? / (line.count - 1);
            }
        }
        Some(line)
    }

    /// Runs the loops that are left; `made` is room for what results. Compiled once for all who are told of options.
    fn run(
        &self,
        loops: &[Loop],
        (values, made): (&mut Values, &mut Values),
        rounds: &mut u32,
        found: &mut dyn FnMut(&[i64]),
    ) -> Option<()> {
        let Some((first, rest)) = loops.split_first() else {
            for (made, number) in made.iter_mut().zip(&self.result) {
                *made = number.plain(values)?;
            }
            found(&made[..self.result.len()]);
            return Some(());
        };
        let mut round = |value: i64, values: &mut Values| -> Option<()> {
            *rounds += 1;
            if *rounds > MOST_ROUNDS {
                return None;
            }
            values[first.slot] = value;
            if !all_hold(&first.conditions, values)? {
                return Some(());
            }
            self.run(rest, (values, &mut *made), rounds, found)
        };
        match &first.items {
            Items::List(items) => items.iter().try_for_each(|&item| round(item, values)),
            Items::Range(start, end, step) => {
                let (mut at, end) = (start.value(values)?, end.value(values)?);
                while if *step > 0 { at < end } else { at > end } {
                    round(at, values)?;
                    at = at.checked_add(*step)?;
                }
                Some(())
            }
        }
    }
}

/// Some things written out, in an order that does not depend on theirs.
fn sorted<T>(things: &[T], write: impl Fn(&T) -> String) -> Vec<String> {
    let mut texts: Vec<String> = things.iter().map(write).collect();
    texts.sort_unstable();
    texts
}

/// Rules written out with other slots for the numbers of the position, so that rules that differ in nothing but the order of
/// what may stand in any order are equal.
impl NumberRule {
    /// The rule with each number of the position at the place that `places` says; a result is one or several times as many numbers,
    /// each time in these places, and heaps stand in any order.
    fn normal(&self, places: &[usize]) -> String {
        let slot: &dyn Fn(usize) -> usize = &|slot| places.get(slot).copied().unwrap_or(slot);
        let conditions = |conditions: &[Condition]| sorted(conditions, |condition| condition.normal(slot));
        let one = |one: &Loop| match &one.items {
            Items::List(items) => format!("{} in {items:?} if {:?}", one.slot, conditions(&one.conditions)),
            Items::Range(start, end, step) => {
                let (start, end) = (start.normal(slot), end.normal(slot));
                format!("{} from {start} to {end} by {step} if {:?}", one.slot, conditions(&one.conditions))
            }
        };
        let loops: Vec<String> = self.loops.iter().map(one).collect();
        let mut result = Vec::new();
        for heap in self.result.chunks(places.len().max(1)) {
            let numbers: Vec<String> = (0..heap.len()).map(|at| heap[slot(at)].normal(slot)).collect();
            result.push(format!("{numbers:?}"));
        }
        result.sort_unstable();
        format!("{result:?} for {loops:?} if {:?}", conditions(&self.before))
    }
}

impl Number {
    fn normal(&self, slot: &dyn Fn(usize) -> usize) -> String {
        match self {
            Self::Is(number) => number.to_string(),
            Self::Slot(known) => format!("slot {}", slot(*known)),
            Self::Binary(operator, a, b) => {
                let mut both = [a, b].map(|number| number.normal(slot));
                if matches!(operator, Binary::Add | Binary::Multiply | Binary::And | Binary::Or | Binary::Xor) {
                    both.sort_unstable();
                }
                format!("{operator:?}{both:?}")
            }
            Self::Called(called, arguments) => {
                let several = matches!(called, Called::Least | Called::Greatest | Called::Gcd);
                let mut arguments: Vec<String> = arguments.iter().map(|number| number.normal(slot)).collect();
                if several {
                    arguments.sort_unstable();
                }
                format!("{called:?}{arguments:?}")
            }
            Self::If(condition, then, otherwise) => {
                let [then, otherwise] = [then, otherwise].map(|number| number.normal(slot));
                format!("({then} if {} else {otherwise})", condition.normal(slot))
            }
        }
    }
}

impl Condition {
    fn normal(&self, slot: &dyn Fn(usize) -> usize) -> String {
        let all = |conditions: &[Self]| sorted(conditions, |condition| condition.normal(slot));
        match self {
            Self::Compare(first, links) => {
                let links: Vec<_> = links.iter().map(|(compare, next)| (compare, next.normal(slot))).collect();
                format!("({} {links:?})", first.normal(slot))
            }
            Self::Among(number, list, wanted) => format!("({} in {list:?} is {wanted})", number.normal(slot)),
            Self::All(conditions) => format!("all {:?}", all(conditions)),
            Self::Any(conditions) => format!("any {:?}", all(conditions)),
            Self::Not(inner) => format!("not {}", inner.normal(slot)),
            Self::NotZero(number) => format!("({} is not 0)", number.normal(slot)),
        }
    }
}

fn all_hold(conditions: &[Condition], values: &Values) -> Option<bool> {
    for condition in conditions {
        if !condition.holds(values)? {
            return Some(false);
        }
    }
    Some(true)
}

impl Number {
    /// As [`Number::value`], for what is mostly a constant or in a slot.
    #[inline]
    fn plain(&self, values: &Values) -> Option<i64> {
        match self {
            Self::Is(number) => Some(*number),
            Self::Slot(slot) => Some(values[*slot]),
            other => other.value(values),
        }
    }

    fn value(&self, values: &Values) -> Option<i64> {
        match self {
            Self::Is(number) => Some(*number),
            Self::Slot(slot) => Some(values[*slot]),
            Self::Binary(operator, a, b) => {
                let (a, b) = (a.plain(values)?, b.plain(values)?);
                match operator {
                    Binary::Add => a.checked_add(b),
                    Binary::Subtract => a.checked_sub(b),
                    Binary::Multiply => a.checked_mul(b),
                    Binary::FloorDivide if b > 0 => Some(a.div_euclid(b)),
                    Binary::Remainder if b > 0 => Some(a.rem_euclid(b)),
                    // why what does not fit is left to the interpreter.
                    Binary::Power => a.checked_pow(u32::try_from(b).ok()?),
                    Binary::And => Some(a & b),
                    Binary::Or => Some(a | b),
                    Binary::Xor => Some(a ^ b),
                    // why what does not fit is left to the interpreter.
                    Binary::ShiftRight => a.checked_shr(u32::try_from(b).ok()?),
                    Binary::ShiftLeft if (0..62).contains(&b) => a.checked_mul(1 << b),
                    _ => None,
                }
            }
            Self::Called(called, arguments) => {
                let first = arguments.first()?.value(values)?;
                let fold = |start: i64, join: fn(i64, i64) -> Option<i64>| {
                    arguments[1..].iter().try_fold(start, |known, next| join(known, next.value(values)?))
                };
                match called {
                    Called::Least => fold(first, |a, b| Some(a.min(b))),
                    Called::Greatest => fold(first, |a, b| Some(a.max(b))),
                    Called::Absolute => first.checked_abs(),
                    Called::Gcd => fold(first.checked_abs()?, |a, b| Some(a.gcd(&b.checked_abs()?))),
                    Called::BitLength => Some(i64::from(64 - first.unsigned_abs().leading_zeros())),
                }
            }
            Self::If(condition, then, otherwise) => {
                if condition.holds(values)? {
                    then.value(values)
                } else {
                    otherwise.value(values)
                }
            }
        }
    }
}

impl Number {
    /// Whether it is the same whatever stands in a slot.
    fn is_free_of(&self, slot: usize) -> bool {
        match self {
            Self::Is(_) => true,
            Self::Slot(own) => *own != slot,
            Self::Binary(_, a, b) => a.is_free_of(slot) && b.is_free_of(slot),
            Self::Called(_, arguments) => arguments.iter().all(|argument| argument.is_free_of(slot)),
            Self::If(condition, then, otherwise) => {
                condition.is_free_of(slot) && then.is_free_of(slot) && otherwise.is_free_of(slot)
            }
        }
    }

    /// Whether it changes by the same amount whenever what stands in a slot does.
    fn is_linear_in(&self, slot: usize) -> bool {
        match self {
            Self::Slot(_) => true,
            Self::Binary(Binary::Add | Binary::Subtract, a, b) => a.is_linear_in(slot) && b.is_linear_in(slot),
            Self::Binary(Binary::Multiply, a, b) => {
                a.is_linear_in(slot) && b.is_free_of(slot) || a.is_free_of(slot) && b.is_linear_in(slot)
            }
            other => other.is_free_of(slot),
        }
    }
}

impl Condition {
    /// Whether it is the same whatever stands in a slot.
    fn is_free_of(&self, slot: usize) -> bool {
        let all = |conditions: &[Self]| conditions.iter().all(|condition| condition.is_free_of(slot));
        match self {
            Self::Compare(first, links) => {
                first.is_free_of(slot) && links.iter().all(|(_, next)| next.is_free_of(slot))
            }
            Self::Among(number, ..) | Self::NotZero(number) => number.is_free_of(slot),
            Self::All(conditions) | Self::Any(conditions) => all(conditions),
            Self::Not(inner) => inner.is_free_of(slot),
        }
    }

    fn holds(&self, values: &Values) -> Option<bool> {
        match self {
            Self::Compare(first, links) => {
                let mut left = first.value(values)?;
                for (compare, next) in links {
                    let right = next.value(values)?;
                    let fits = match compare {
                        Compare::Equal => left == right,
                        Compare::Unequal => left != right,
                        Compare::Less => left < right,
                        Compare::LessEqual => left <= right,
                        Compare::Greater => left > right,
                        Compare::GreaterEqual => left >= right,
                        _ => return None,
                    };
                    if !fits {
                        return Some(false);
                    }
                    left = right;
                }
                Some(true)
            }
            Self::Among(number, list, wanted) => Some(list.contains(&number.value(values)?) == *wanted),
            Self::All(all) => all_hold(all, values),
            Self::Any(any) => {
                for condition in any {
                    if condition.holds(values)? {
                        return Some(true);
                    }
                }
                Some(false)
            }
            Self::Not(inner) => Some(!inner.holds(values)?),
            Self::NotZero(number) => Some(number.value(values)? != 0),
        }
    }
}

/// The names that a rule may use while it is compiled: numbers of the position and variables of loops, each in its slot, and
/// what the file defines.
struct Scope<'a> {
    names: Vec<String>,
    results: Results,
    global: &'a dyn Fn(&str) -> Option<Datum>,
}

impl Scope<'_> {
    /// A list of one result, a comprehension, or one of these under a condition.
    fn rule(&mut self, rule: &Expr) -> Option<NumberRule> {
        match &rule.kind {
            ExprKind::List(items) => match items.as_slice() {
                [result] => Some(NumberRule { before: Vec::new(), loops: Vec::new(), result: self.result(result)? }),
                _ => None,
            },
            ExprKind::IfElse(condition, then, otherwise) => {
                matches!(&otherwise.kind, ExprKind::List(items) if items.is_empty()).then_some(())?;
                let condition = self.condition(condition)?;
                let mut rule = self.rule(then)?;
                rule.before.insert(0, condition);
                Some(rule)
            }
            ExprKind::Comprehension(Collect::List, result, None, clauses) => {
                let loops = clauses.iter().map(|clause| self.clause(clause)).collect::<Option<Vec<_>>>()?;
                Some(NumberRule { before: Vec::new(), loops, result: self.result(result)? })
            }
            _ => None,
        }
    }

    fn result(&self, result: &Expr) -> Option<Vec<Number>> {
        match &result.kind {
            _ if self.results == Results::Number => Some(vec![self.number(result)?]),
            ExprKind::Tuple(items) => match self.results {
                Results::Heaps(width) => {
                    let mut numbers = Vec::new();
                    for heap in items {
                        let ExprKind::Tuple(items) = &heap.kind else { return None };
                        if items.len() != width {
                            return None;
                        }
                        for item in items {
                            numbers.push(self.number(item)?);
                        }
                    }
                    Some(numbers)
                }
                _ => items.iter().map(|item| self.number(item)).collect(),
            },
            _ => None,
        }
    }

    fn clause(&mut self, clause: &Clause) -> Option<Loop> {
        let ExprKind::Name(name) = &clause.target.kind else { return None };
        let items = match &clause.items.kind {
            ExprKind::Call(function, arguments) if is_name(function, "range") => {
                let plain = arguments.iter().map(|argument| match argument {
                    Argument::Plain(value) => self.number(value),
                    _ => None,
                });
                let mut bounds = plain.collect::<Option<Vec<_>>>()?;
                let step = match bounds.get(2) {
                    None => 1,
                    Some(Number::Is(step)) if *step != 0 => *step,
                    Some(_) => return None,
                };
                bounds.truncate(2);
                let end = bounds.pop()?;
                Items::Range(bounds.pop().unwrap_or(Number::Is(0)), end, step)
            }
            _ => Items::List(self.list(&clause.items)?),
        };
        if self.names.len() >= MOST_SLOTS {
            return None;
        }
        let slot = self.names.len();
        self.names.push(name.clone());
        let conditions = clause.conditions.iter().map(|condition| self.condition(condition)).collect::<Option<_>>()?;
        Some(Loop { slot, items, conditions })
    }

    /// Numbers that are known when the file is read.
    fn list(&self, items: &Expr) -> Option<Vec<i64>> {
        match &items.kind {
            ExprKind::Tuple(items) | ExprKind::List(items) => {
                let known = |item: &Expr| match self.number(item)? {
                    Number::Is(number) => Some(number),
                    _ => None,
                };
                items.iter().map(known).collect()
            }
            ExprKind::Name(name) if !self.names.contains(name) => match (self.global)(name)? {
                Datum::Tuple(items) | Datum::List(items) => items.iter().map(whole).collect(),
                _ => None,
            },
            _ => None,
        }
    }

    fn number(&self, expr: &Expr) -> Option<Number> {
        Some(match &expr.kind {
            ExprKind::Int(number) => Number::Is(number.to_i64()?),
            ExprKind::Name(name) => match self.names.iter().rposition(|known| known == name) {
                Some(slot) => Number::Slot(slot),
                None => Number::Is(whole(&(self.global)(name)?)?),
            },
            ExprKind::Unary(Unary::Negative, inner) => match self.number(inner)? {
                Number::Is(number) => Number::Is(number.checked_neg()?),
                inner => Number::Binary(Binary::Subtract, Box::new(Number::Is(0)), Box::new(inner)),
            },
            ExprKind::Unary(Unary::Positive, inner) => self.number(inner)?,
            ExprKind::Binary(operator, a, b) if *operator != Binary::Divide => {
                Number::Binary(*operator, Box::new(self.number(a)?), Box::new(self.number(b)?)).folded()
            }
            ExprKind::Call(function, arguments) => self.call(function, arguments)?,
            ExprKind::IfElse(condition, then, otherwise) => Number::If(
                Box::new(self.condition(condition)?),
                Box::new(self.number(then)?),
                Box::new(self.number(otherwise)?),
            ),
            _ => return None,
        })
    }

    fn call(&self, function: &Expr, arguments: &[Argument]) -> Option<Number> {
        let plain = |argument: &Argument| match argument {
            Argument::Plain(value) => self.number(value),
            _ => None,
        };
        let own = |name: &str| self.names.iter().any(|known| known == name) || (self.global)(name).is_some();
        let (called, least) = match &function.kind {
            ExprKind::Attribute(object, name) if name == "bit_length" && arguments.is_empty() => {
                return Some(Number::Called(Called::BitLength, vec![self.number(object)?]));
            }
            ExprKind::Attribute(object, name) if name == "gcd" && is_name(object, "math") => (Called::Gcd, 1),
            ExprKind::Name(name) if own(name) => return None,
            ExprKind::Name(name) => match name.as_str() {
                "min" => (Called::Least, 2),
                "max" => (Called::Greatest, 2),
                "abs" => (Called::Absolute, 1),
                "gcd" => (Called::Gcd, 1),
                _ => return None,
            },
            _ => return None,
        };
        let arguments = arguments.iter().map(plain).collect::<Option<Vec<_>>>()?;
        let fits = arguments.len() >= least && (called != Called::Absolute || arguments.len() == 1);
        fits.then_some(Number::Called(called, arguments))
    }

    fn condition(&self, expr: &Expr) -> Option<Condition> {
        let all = |items: &[Expr]| items.iter().map(|item| self.condition(item)).collect::<Option<Vec<_>>>();
        Some(match &expr.kind {
            ExprKind::And(items) => Condition::All(all(items)?),
            ExprKind::Or(items) => Condition::Any(all(items)?),
            ExprKind::Not(inner) => Condition::Not(Box::new(self.condition(inner)?)),
            ExprKind::Bool(flag) => Condition::NotZero(Number::Is(i64::from(*flag))),
            ExprKind::Compare(first, links) => {
                let first = self.number(first)?;
                if let [(compare @ (Compare::In | Compare::NotIn), _, list)] = links.as_slice() {
                    return Some(Condition::Among(first, self.list(list)?, *compare == Compare::In));
                }
                let plain =
                    |compare: Compare| !matches!(compare, Compare::In | Compare::NotIn | Compare::Is | Compare::IsNot);
                let link = |(compare, _, next): &(Compare, crate::Place, Expr)| {
                    plain(*compare).then_some((*compare, self.number(next)?))
                };
                Condition::Compare(first, links.iter().map(link).collect::<Option<_>>()?)
            }
            _ => Condition::NotZero(self.number(expr)?),
        })
    }
}

impl Number {
    /// The number itself where it is known already.
    fn folded(self) -> Self {
        match &self {
            Self::Binary(_, a, b) if matches!((&**a, &**b), (Self::Is(_), Self::Is(_))) => {
                self.value(&[0; MOST_SLOTS]).map_or(self, Self::Is)
            }
            _ => self,
        }
    }
}

fn whole(datum: &Datum) -> Option<i64> {
    match datum {
        Datum::Int(number) => Some(*number),
        _ => None,
    }
}

fn is_name(expr: &Expr, wanted: &str) -> bool {
    matches!(&expr.kind, ExprKind::Name(name) if name == wanted)
}

#[cfg(test)]
mod tests {
    use super::{Line, MOST_LINES, all_differ};
    use crate::RulesFile;
    use std::collections::BTreeSet;

    #[test]
    fn lines_are_what_loops_list() {
        for (rules, straight) in [
            ("'a - k, b for k in range(1, a + 1)', 'a, b - k for k in range(1, b + 1)'", true),
            ("'a - k, b - k for k in range(1, min(a, b) + 1)', 'a - 1, b where a > b'", true),
            ("'a - k * b, b for k in range(1, (a - 1) // b + 1) where b > 0'", true),
            ("'k, b + 2 * k - 1 for k in range(a - 1, -1, -3) where b % 2 == 1'", true),
            ("'a - 1, (b + 1) * (b - a) where a > 0'", true),
            ("'a - k, b for k in range(1, a + 1) where k % 2 == 1'", false),
            ("'a - k, b // k for k in range(1, a + 1)'", false),
            ("'a - k, b for k in (1, 2, 5) where k <= a'", false),
        ] {
            let file = RulesFile::read("own", &format!("state = 'a b'\nboth = [{rules}]")).unwrap();
            let numbers = file.functions().unwrap().numbers.as_ref().unwrap();
            assert_eq!(numbers.straight[0], straight, "{rules}");
            for (a, b) in (0..12).flat_map(|a| (0..12).map(move |b| (a, b))) {
                let mut looped: Vec<[i64; 2]> = Vec::new();
                let listed = numbers.options(0, &[a, b], &mut |made| looped.push([made[0], made[1]]));
                let mut lines = [Line::default(); MOST_LINES];
                let Some(count) = numbers.lines(0, &[a, b], &mut lines) else {
                    assert!(!straight || listed.is_none(), "{rules} at {a},{b}");
                    continue;
                };
                let lines = &lines[..count];
                let drawn: Vec<[i64; 2]> = lines
                    .iter()
                    .flat_map(|line| (0..line.count).map(|k| [0, 1].map(|at| line.first[at] + k * line.step[at])))
                    .collect();
                assert_eq!(drawn, looped, "{rules} at {a},{b}");
                let different: BTreeSet<[i64; 2]> = drawn.iter().copied().collect();
                assert!(!all_differ(lines) || different.len() == drawn.len(), "{rules} at {a},{b}");
            }
        }
    }

    /// Rules in which the players exchange what they may do when numbers are exchanged, and such in which they almost do.
    #[test]
    fn exchanged_rules_have_the_options_of_the_other_player() {
        for (left, right, exchange) in [
            ("a - 1, b, c where a > 0", "a, b, c - 1 where c > 0", true),
            ("a - k, b, c for k in range(1, a + 1)", "a, b - j, c for j in range(1, b + 1)", true),
            ("a - 1, b + c, c where a > b > 0", "a, b + a, c - 1 where c > b > 0", true),
            ("b, a - 1, c where a % 3 == 1", "b - 1, a, c where b % 3 == 1", true),
            ("a - 1, b, c where a > 0", "a, b, c - 1 where c > 1", false),
            ("a - 1, b, c where a > b", "a, b, c - 1 where c >= b", false),
            ("a - 1, b + c, c where a > 0", "a, b + c, c - 1 where c > 0", false),
            ("a - 2, b, c where a > 1", "a, b, c - 1 where c > 0", false),
            // Goes round three numbers, so that doing it twice does not come back.
            ("a - 1, b, c where a > b", "a, b - 1, c where b > c", false),
            ("b, a - 1, c where a > 0", "b, a, c - 1 where c > 0", false),
        ] {
            for state in ["a b c", "heaps of a b c"] {
                let file =
                    RulesFile::read("own", &format!("state = '{state}'\nleft = ['{left}']\nright = ['{right}']"));
                let file = file.unwrap();
                let functions = file.functions().unwrap();
                assert_eq!(functions.exchange.is_some(), exchange, "{left} {right}");
                let Some(places) = &functions.exchange else { continue };
                let numbers = functions.numbers.as_ref().or(functions.heap_rules.as_ref()).unwrap();
                let goes = |from: &[i64]| -> Vec<i64> { places.iter().map(|&place| from[place]).collect() };
                let options = |side: usize, from: &[i64]| {
                    let mut found = BTreeSet::new();
                    let one = &mut |made: &[i64]| {
                        found.insert(made.to_vec());
                    };
                    numbers.options(side, from, one).unwrap();
                    found
                };
                for from in (0..64).map(|code| [code / 16, code / 4 % 4, code % 4]) {
                    let exchanged: BTreeSet<_> = options(0, &from).iter().map(|option| goes(option)).collect();
                    assert_eq!(goes(&goes(&from)), from);
                    assert_eq!(exchanged, options(1, &goes(&from)), "{left} {right} {from:?}");
                }
            }
        }
        // Where a file says who has won, numbers may count for more than their rules.
        let told = "state = 'a b'\nleft = ['a - 1, b where a > 0']\nright = ['a, b - 1 where b > 0']\n";
        for (more, exchange) in [("", true), ("left_wins = ['a == 7']", false), ("stuck = 'draw'", false)] {
            let file = RulesFile::read("own", &format!("{told}{more}")).unwrap();
            assert_eq!(file.functions().unwrap().exchange.is_some(), exchange, "{more}");
        }
    }

    #[test]
    fn symmetric_rules_have_exchanged_options_where_numbers_are_exchanged() {
        for (rules, symmetric) in [
            (
                "'a - k, b for k in range(1, a + 1)', 'a, b - k for k in range(1, b + 1)', \
                 'a - k, b - k for k in range(1, min(a, b) + 1)'",
                true,
            ),
            ("'a - 1, b where a > 0 and b % 2 == 0', 'a, b - 1 where b > 0 and a % 2 == 0'", true),
            ("'b, a - 1 where a > 0', 'b - 1, a where b > 0'", true),
            ("'a - 1, b where a > 0', 'a, b - 1 where b > 1'", false),
            ("'a - k, b + k for k in range(1, a + 1)'", false),
        ] {
            let file = RulesFile::read("own", &format!("state = 'a b'\nboth = [{rules}]")).unwrap();
            let functions = file.functions().unwrap();
            assert_eq!(functions.symmetric, symmetric, "{rules}");
            let numbers = functions.numbers.as_ref().unwrap();
            let options = |a: i64, b: i64, exchange: bool| {
                let mut found = BTreeSet::new();
                let one = &mut |made: &[i64]| {
                    found.insert(if exchange { (made[1], made[0]) } else { (made[0], made[1]) });
                };
                numbers.options(0, &[a, b], one).unwrap();
                found
            };
            let alike = (0..8).all(|a| (0..8).all(|b| options(a, b, false) == options(b, a, true)));
            assert_eq!(alike, symmetric, "{rules}");
        }
    }
}
