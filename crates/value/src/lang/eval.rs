//! Working out expressions.

use std::collections::BTreeMap;
use std::sync::Arc;

use grundy_lang::Text;

use super::ast::{Arrows, Clause, Expr, Kind, Relation, Span, Statement};
use super::error::LangError;
use super::functions::{self, Call};
use super::{Datum, explain, parse_program};
use crate::loopy::{Graph, Loopy, NAMES, Node, Pseudonumber, Vertex};
use crate::scratch::Scratch;
use crate::surreal::{Rational, Surreal};
use crate::{Order, Store, Value, ValueError};
use num_bigint::BigInt;

/// Longest list that a range or a loop makes.
const LIST_LIMIT: usize = 1 << 20;

/// Where the values of positions such as `cake:3x5` come from.
pub trait Positions {
    /// The value of a position, or why there is none.
    fn value(&mut self, position: &str, store: &mut Store) -> crate::Result<Value>;
}

/// A world without positions.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoPositions;

impl Positions for NoPositions {
    fn value(&mut self, position: &str, _: &mut Store) -> crate::Result<Value> {
        let reason = Text::new("no games are known here, so `{position}` has no value").with("position", position);
        Err(ValueError::undefined(reason))
    }
}

/// A run of statements with the names bound so far.
///
/// ```
/// use grundy_value::Store;
/// use grundy_value::lang::{NoPositions, Session};
///
/// let mut session = Session::new(Store::default(), NoPositions);
/// let shown = session.run_to_texts("let g = {5|2||-1}; mean(g); g <= 1")?;
/// assert_eq!(shown, ["5/4", "false"]);
/// # Ok::<(), grundy_value::lang::LangError>(())
/// ```
#[derive(Debug)]
pub struct Session<P> {
    /// The store that holds the values.
    pub store: Store,
    positions: P,
    names: BTreeMap<String, Datum>,
    /// Memory of the lists made by the program that runs.
    lists: Scratch,
}

/// Whether one of two games is loopy and both are games.
fn is_loopy(left: &Datum, right: &Datum) -> bool {
    let game = |datum: &Datum| matches!(datum, Datum::Value(_) | Datum::Loopy(_));
    game(left) && game(right) && [left, right].into_iter().any(|datum| matches!(datum, Datum::Loopy(_)))
}

/// A game graph under construction, with the names of its positions.
struct Cycle {
    graph: Graph,
    labels: Vec<(String, u32)>,
}

impl Cycle {
    /// The position of that name, the innermost if there are several.
    fn labelled(&self, name: &str) -> Option<u32> {
        self.labels.iter().rev().find(|(label, _)| label == name).map(|(_, place)| *place)
    }

    /// Whether an expression names a position of the graph.
    fn is_named_in(&self, expression: &Expr) -> bool {
        expression.names().iter().any(|name| self.labelled(name).is_some())
    }
}

type Evaluated = Result<Datum, LangError>;

impl<P: Positions> Session<P> {
    /// A session in which only `omega` is bound.
    pub fn new(store: Store, positions: P) -> Self {
        let omega = Datum::Surreal(Surreal::omega());
        let names = BTreeMap::from([("omega".to_owned(), omega.clone()), ("ω".to_owned(), omega)]);
        let lists = Scratch::new(store.budget());
        Self { store, positions, names, lists }
    }

    /// The names bound so far, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.keys().map(String::as_str)
    }

    /// Runs a program, handing each result that is to be shown to `show`.
    pub fn run<E: From<LangError>>(
        &mut self,
        text: &str,
        mut show: impl FnMut(&mut Store, &Datum) -> Result<(), E>,
    ) -> Result<(), E> {
        self.lists = Scratch::new(self.store.budget());
        for statement in parse_program(text).map_err(LangError::from)? {
            match statement {
                Statement::Let(name, expression) => {
                    let datum = self.evaluate(&expression)?;
                    self.names.insert(name, datum);
                }
                Statement::Each(clauses, body) => {
                    self.each(&clauses, &body, &mut |session, datum| show(&mut session.store, &datum))?;
                }
                Statement::Show(expression) => {
                    let datum = self.evaluate(&expression)?;
                    show(&mut self.store, &datum)?;
                }
            }
        }
        Ok(())
    }

    /// Runs a program and returns its results as they print.
    pub fn run_to_texts(&mut self, text: &str) -> Result<Vec<String>, LangError> {
        let mut texts = Vec::new();
        self.run(text, |store, datum| {
            let shown = datum.show(store, crate::Style::Plain);
            texts.push(shown.map_err(|error| LangError::at(Span::default(), &error))?);
            Ok::<(), LangError>(())
        })?;
        Ok(texts)
    }

    /// Works out one expression. Recursion is as deep as the brackets, which the reader bounds.
    pub fn evaluate(&mut self, expression: &Expr) -> Evaluated {
        let span = expression.span;
        let at = |error: ValueError| LangError::at(span, &error);
        match &expression.kind {
            Kind::Fraction(n, d) => Ok(Datum::Surreal(Surreal::rational(Rational::new(n.clone(), d.clone())))),
            Kind::Form(left, right) => {
                let (left, right) = (self.games(left)?, self.games(right)?);
                self.form(&left, &right).map_err(at)
            }
            Kind::Cycle(..) => self.cycle(expression),
            Kind::Sides(onside, offside) => {
                let (onside, offside) = (self.evaluate(onside)?, self.evaluate(offside)?);
                let sides = onside.stopper().and_then(|onside| Ok((onside, offside.stopper()?)));
                let game = sides.and_then(|(onside, offside)| Loopy::with_sides(onside, offside, &mut self.store));
                game.map(Datum::from_loopy).map_err(at)
            }
            Kind::Switch(options) => {
                let left = self.games(options)?;
                let right = left.iter().map(|option| self.negative(option.clone())).collect::<crate::Result<Vec<_>>>();
                right.and_then(|right| self.form(&left, &right)).map_err(at)
            }
            Kind::Negative(inner) => {
                let inner = self.evaluate(inner)?;
                self.negative(inner).map_err(at)
            }
            Kind::Sum(terms) => self.sum(terms),
            Kind::Product(factors) => self.product(factors),
            Kind::Quotient(left, right) => {
                let (left, right) = (self.evaluate(left)?, self.evaluate(right)?);
                self.quotient(&left, &right).map_err(at)
            }
            Kind::Power(base, exponent) => {
                let (base, exponent) = (self.evaluate(base)?, self.evaluate(exponent)?);
                self.power(&base, &exponent).map_err(at)
            }
            Kind::Related(relation, left, right) => {
                let (left, right) = (self.evaluate(left)?, self.evaluate(right)?);
                self.related(*relation, &left, &right).map(Datum::Truth).map_err(at)
            }
            Kind::List(items) => {
                Ok(Datum::list(items.iter().map(|item| self.evaluate(item)).collect::<Result<_, _>>()?))
            }
            Kind::Range(from, to) => self.range(from, to, span).map(Datum::list),
            Kind::Each(clauses, body) => {
                let mut results = Vec::new();
                self.each(clauses, body, &mut |session, datum| {
                    if results.len() >= LIST_LIMIT {
                        return Err(LangError::at(span, &ValueError::TooLarge { what: "the list" }));
                    }
                    session.lists.add(datum.bytes()).map_err(|error| LangError::at(span, &error))?;
                    results.push(datum);
                    Ok(())
                })?;
                Ok(Datum::list(results))
            }
            Kind::NimberOf(count) => {
                let nimber = self.count::<u64>(count)?;
                self.store.nimber(nimber).map(Datum::Value).map_err(at)
            }
            Kind::UpsOf(down, arrows, count) => self.ups(*down, *arrows, count),
            Kind::Name(name) => self.named(name, span),
            Kind::Call(name, arguments) => self.call(name, arguments, span),
            Kind::Position(position) => {
                let position = self.filled(position).map_err(at)?;
                self.positions.value(&position, &mut self.store).map(Datum::Value).map_err(at)
            }
            Kind::Text(text) => Ok(Datum::Text(text.clone())),
            literal => self.literal(literal, span),
        }
    }

    /// A position with each `{name}` replaced by what is bound to the name; other braces belong to the position.
    fn filled(&mut self, position: &str) -> crate::Result<String> {
        let mut filled = String::new();
        let mut rest = position;
        while let Some((before, after)) = rest.split_once('{') {
            filled.push_str(before);
            let gap = after.split_once('}').and_then(|(name, rest)| Some((self.names.get(name)?, rest)));
            rest = if let Some((datum, rest)) = gap {
                filled.push_str(&datum.show(&mut self.store, crate::Style::Plain)?);
                rest
            } else {
                filled.push('{');
                after
            };
        }
        Ok(filled + rest)
    }

    fn named(&mut self, name: &str, span: Span) -> Evaluated {
        if let Some(datum) = self.names.get(name) {
            return Ok(datum.clone());
        }
        match name {
            "true" | "false" => Ok(Datum::Truth(name == "true")),
            "pass" => Err(LangError::new(span, "`pass` stands alone among the options of a game")),
            _ if NAMES.contains(&name) => match Loopy::named(name, &mut self.store) {
                Ok(game) => game.map(Datum::from_loopy).ok_or_else(|| LangError::new(span, "this is not a value")),
                Err(error) => Err(LangError::at(span, &error)),
            },
            _ => Err(match functions::find(name) {
                Some(function) => LangError::new(span, Text::new("`{name}` is a function").with("name", name))
                    .help(Text::new("write {function}").with("function", function.signature())),
                None => LangError::new(span, Text::new("nothing is named `{name}`").with("name", name))
                    .help(Text::new("`let {name} = …` would name a value").with("name", name)),
            }),
        }
    }

    fn call(&mut self, name: &str, arguments: &[Expr], span: Span) -> Evaluated {
        if name == "explain" {
            let [expression] = arguments else {
                let help = Text::new("write {function}").with("function", "explain({0|1} + 1)");
                return Err(LangError::new(span, "wrong number of arguments").help(help));
            };
            return explain::explain(expression).map(Datum::Text);
        }
        let Some(function) = functions::find(name) else {
            let error = LangError::new(span, Text::new("no function is named `{name}`").with("name", name));
            return Err(match functions::nearest(name) {
                Some(near) => error.help(Text::new("did you mean `{meant}`?").with("meant", near)),
                None => error,
            });
        };
        if !function.accepts(arguments.len()) {
            let help = Text::new("write {function}").with("function", function.signature());
            return Err(LangError::new(span, "wrong number of arguments").help(help));
        }
        let arguments = arguments.iter().map(|argument| self.evaluate(argument)).collect::<Result<Vec<_>, _>>()?;
        let mut call = Call { store: &mut self.store, arguments };
        (function.run)(&mut call).map_err(|error| LangError::at(span, &error))
    }

    fn value(&mut self, expression: &Expr) -> Result<Value, LangError> {
        match self.evaluate(expression)? {
            Datum::Value(value) => Ok(value),
            other => Err(LangError::at(expression.span, &other.instead_of("expected a value, found {found}"))),
        }
    }

    /// Games, short or loopy.
    fn games(&mut self, expressions: &[Expr]) -> Result<Vec<Datum>, LangError> {
        let mut games = Vec::with_capacity(expressions.len());
        for expression in expressions {
            let datum = self.evaluate(expression)?;
            if !matches!(datum, Datum::Value(_) | Datum::Loopy(_)) {
                let error = datum.instead_of("expected a value, found {found}");
                return Err(LangError::at(expression.span, &error));
            }
            games.push(datum);
        }
        Ok(games)
    }

    /// The game {left|right} of games.
    fn form(&mut self, left: &[Datum], right: &[Datum]) -> crate::Result<Datum> {
        let short = |side: &[Datum]| {
            side.iter()
                .map(|datum| if let Datum::Value(value) = datum { Some(*value) } else { None })
                .collect::<Option<Vec<_>>>()
        };
        if let (Some(left), Some(right)) = (short(left), short(right)) {
            return self.store.form(&left, &right).map(Datum::Value);
        }
        let loopy = |side: &[Datum]| side.iter().map(Datum::loopy).collect::<crate::Result<Vec<_>>>();
        Loopy::form(&loopy(left)?, &loopy(right)?, &mut self.store).map(Datum::from_loopy)
    }

    /// A game whose braces come back to themselves.
    fn cycle(&mut self, expression: &Expr) -> Evaluated {
        let mut cycle = Cycle { graph: Graph { root: Node::Loop(0), vertices: Vec::new() }, labels: Vec::new() };
        cycle.graph.root = self.cycle_option(expression, None, &mut cycle)?;
        let game = Loopy::new(&cycle.graph, &mut self.store);
        game.map(Datum::from_loopy).map_err(|error| LangError::at(expression.span, &error))
    }

    /// The node that an option of braces under construction stands for; `around` is the vertex of the braces themselves.
    fn cycle_option(&mut self, option: &Expr, around: Option<u32>, cycle: &mut Cycle) -> Result<Node, LangError> {
        if let Kind::Name(name) = &option.kind
            && let Some(place) = if name == "pass" { around } else { cycle.labelled(name) }
        {
            return Ok(Node::Loop(place));
        }
        let (label, left, right) = match &option.kind {
            Kind::Form(left, right) if cycle.is_named_in(option) => (None, left, right),
            Kind::Cycle(label, left, right) => (label.clone(), left, right),
            _ if cycle.is_named_in(option) => {
                let problem = "the name of a position stands alone among the options of a game";
                return Err(LangError::new(option.span, problem));
            }
            _ => {
                let datum = self.evaluate(option)?;
                let stopper = datum.stopper().map_err(|error| LangError::at(option.span, &error))?;
                return Ok(cycle.graph.join(stopper.graph()));
            }
        };
        let here = cycle.graph.vertices.len() as u32;
        cycle.graph.vertices.push(Vertex::default());
        let labelled = label.is_some();
        cycle.labels.extend(label.map(|label| (label, here)));
        let left =
            left.iter().map(|option| self.cycle_option(option, Some(here), cycle)).collect::<Result<Vec<_>, _>>()?;
        let right =
            right.iter().map(|option| self.cycle_option(option, Some(here), cycle)).collect::<Result<Vec<_>, _>>()?;
        if labelled {
            cycle.labels.pop();
        }
        cycle.graph.vertices[here as usize] = Vertex { left, right };
        Ok(Node::Loop(here))
    }

    fn list(&mut self, expression: &Expr) -> Result<Arc<Vec<Datum>>, LangError> {
        match self.evaluate(expression)? {
            Datum::List(items) => Ok(items),
            other => {
                Err(LangError::at(expression.span, &other.instead_of("expected a list or a range, found {found}")))
            }
        }
    }

    /// The integers of a range; none where it runs backwards.
    fn range(&mut self, from: &Expr, to: &Expr, span: Span) -> Result<Vec<Datum>, LangError> {
        let [from, to] = [from, to].map(|end| {
            let value = self.value(end)?;
            let number = self.store.as_number(value).and_then(crate::Dyadic::as_small).filter(|&(_, e)| e == 0);
            number.map(|(n, _)| n).ok_or_else(|| LangError::new(end.span, "a range goes between integers"))
        });
        let (first, last) = (from?, to?);
        let at = |error: ValueError| LangError::at(span, &error);
        // why: a range that runs backwards is empty
        let length = usize::try_from(last.saturating_sub(first).saturating_add(1)).unwrap_or(0);
        if length > LIST_LIMIT {
            return Err(at(ValueError::TooLarge { what: "the range" }));
        }
        self.lists.add(length * size_of::<Datum>()).map_err(at)?;
        let integers = (first..=last).map(|n| {
            self.store.meter.step()?;
            self.store.integer(n).map(Datum::Value)
        });
        integers.collect::<crate::Result<_>>().map_err(at)
    }

    /// Works out `body` with the names of the clauses bound to each item in turn, the last clause going round fastest; the
    /// old meanings of the names come back afterwards. Recursion is as deep as there are clauses, which the reader bounds.
    fn each<E: From<LangError>>(
        &mut self,
        clauses: &[Clause],
        body: &Expr,
        take: &mut dyn FnMut(&mut Self, Datum) -> Result<(), E>,
    ) -> Result<(), E> {
        let Some((clause, inner)) = clauses.split_first() else {
            let datum = self.evaluate(body)?;
            return take(self, datum);
        };
        let items = self.list(&clause.list)?;
        let before = self.names.remove(&clause.name);
        let result = items.iter().try_for_each(|item| {
            self.store.meter.step().map_err(|error| LangError::at(clause.list.span, &error.into()))?;
            self.names.insert(clause.name.clone(), item.clone());
            self.each(inner, body, take)
        });
        self.names.remove(&clause.name);
        if let Some(before) = before {
            self.names.insert(clause.name.clone(), before);
        }
        result
    }

    /// The natural number that an expression stands for, as in `*n`.
    fn count<T: TryFrom<BigInt>>(&mut self, expression: &Expr) -> Result<T, LangError> {
        let value = self.value(expression)?;
        let number = self.store.as_number(value).filter(|number| number.is_integer() && number.signum() >= 0);
        // why: refused on the next line
        let count = number.and_then(|number| T::try_from(number.numerator()).ok());
        count.ok_or_else(|| LangError::new(expression.span, "expected a natural number of moderate size"))
    }

    fn ups(&mut self, down: bool, arrows: Arrows, count: &Expr) -> Evaluated {
        let at = |error: ValueError| LangError::at(count.span, &error);
        let datum = self.evaluate(count)?;
        if matches!(&datum, Datum::Loopy(_)) && arrows != Arrows::Multiple {
            let made = self.up_to_the_on(&datum, arrows).map_err(at)?;
            return if down { self.negative(made).map_err(at) } else { Ok(made) };
        }
        let number = self.count::<i32>(count)? * if down { -1 } else { 1 };
        let literal = match arrows {
            Arrows::Multiple => Kind::Ups(i64::from(number)),
            Arrows::Power => Kind::UpPower(number),
            Arrows::Sum => Kind::UpSum(number),
        };
        self.literal(&literal, count.span)
    }

    /// ^<on> or ^[on].
    fn up_to_the_on(&mut self, exponent: &Datum, arrows: Arrows) -> crate::Result<Datum> {
        let store = &mut self.store;
        if exponent.loopy()?.as_stopper().and_then(|game| game.as_pseudonumber(store)) != Some(Pseudonumber::On) {
            return Err(ValueError::undefined("up has natural powers and the power on"));
        }
        let game = match arrows {
            Arrows::Sum => Loopy::named("upon", store)?,
            _ => Some(Loopy::up_to_the_on(store)?),
        };
        game.map(Datum::from_loopy).ok_or_else(|| ValueError::undefined("this is not a value"))
    }

    fn literal(&mut self, literal: &Kind, span: Span) -> Evaluated {
        match self.store.literal(literal).map_err(|error| LangError::at(span, &error))? {
            Some(value) => Ok(Datum::Value(value)),
            None => Err(LangError::new(span, "this is not a value")),
        }
    }

    /// Whether to go on; surreal numbers are worked out outside the store, which asks for itself.
    fn check(&self) -> crate::Result<()> {
        Ok(self.store.budget().check()?)
    }

    fn negative(&mut self, datum: Datum) -> crate::Result<Datum> {
        match datum {
            Datum::Value(value) => self.store.negative(value).map(Datum::Value),
            Datum::Loopy(game) => game.negative(&mut self.store).map(Datum::from_loopy),
            other => Ok(Datum::Surreal(other.surreal(&self.store)?.negative())),
        }
    }

    fn sum(&mut self, terms: &[(bool, Expr)]) -> Evaluated {
        let mut total = Datum::Value(Value::ZERO);
        for (minus, term) in terms {
            let at = |error: ValueError| LangError::at(term.span, &error);
            let datum = self.evaluate(term)?;
            let datum = if *minus { self.negative(datum).map_err(at)? } else { datum };
            total = self.plus(&total, &datum).map_err(at)?;
        }
        Ok(total)
    }

    fn plus(&mut self, left: &Datum, right: &Datum) -> crate::Result<Datum> {
        if let (Datum::Value(left), Datum::Value(right)) = (left, right) {
            return self.store.sum(*left, *right).map(Datum::Value);
        }
        if is_loopy(left, right) {
            let (left, right) = (left.loopy()?, right.loopy()?);
            return left.plus(&right, &mut self.store).map(Datum::from_loopy);
        }
        self.check()?;
        let sum = left.surreal(&self.store)?.plus(&right.surreal(&self.store)?)?;
        Datum::from_surreal(&mut self.store, sum)
    }

    fn product(&mut self, factors: &[Expr]) -> Evaluated {
        let mut total: Option<Datum> = None;
        for factor in factors {
            let datum = self.evaluate(factor)?;
            total = Some(match total {
                None => datum,
                Some(total) => self.times(&total, &datum).map_err(|error| LangError::at(factor.span, &error))?,
            });
        }
        Ok(total.unwrap_or(Datum::Value(Value::ZERO)))
    }

    /// n.G for an integer n, otherwise the product.
    fn times(&mut self, left: &Datum, right: &Datum) -> crate::Result<Datum> {
        if let (Datum::Value(left), Datum::Value(right)) = (left, right) {
            let (left, right) = (*left, *right);
            let count = self.store.as_number(left).filter(|number| number.is_integer()).map(crate::Dyadic::numerator);
            return match count {
                Some(count) => self.store.multiple(&count, right).map(Datum::Value),
                None => self.store.product(left, right).map(Datum::Value),
            };
        }
        if let (Datum::Value(count), Datum::Loopy(game)) = (left, right) {
            let count = self.store.as_number(*count).filter(|number| number.is_integer()).map(crate::Dyadic::numerator);
            let count = count.ok_or_else(|| ValueError::undefined("a loopy game is multiplied by integers only"))?;
            return game.multiple(&count, &mut self.store).map(Datum::from_loopy);
        }
        self.check()?;
        let product = left.surreal(&self.store)?.times(&right.surreal(&self.store)?)?;
        Datum::from_surreal(&mut self.store, product)
    }

    fn quotient(&mut self, left: &Datum, right: &Datum) -> crate::Result<Datum> {
        self.check()?;
        let quotient = left.surreal(&self.store)?.over(&right.surreal(&self.store)?)?;
        Datum::from_surreal(&mut self.store, quotient)
    }

    fn power(&mut self, base: &Datum, exponent: &Datum) -> crate::Result<Datum> {
        self.check()?;
        let power = base.surreal(&self.store)?.power(&exponent.surreal(&self.store)?)?;
        Datum::from_surreal(&mut self.store, power)
    }

    fn related(&mut self, relation: Relation, left: &Datum, right: &Datum) -> crate::Result<bool> {
        let order = match (left, right) {
            (Datum::Value(left), Datum::Value(right)) => self.store.compare(*left, *right)?,
            _ if is_loopy(left, right) => left.loopy()?.compare(&right.loopy()?, &mut self.store)?,
            (Datum::Value(_) | Datum::Surreal(_), Datum::Value(_) | Datum::Surreal(_)) => {
                match left.surreal(&self.store)?.compare(&right.surreal(&self.store)?)? {
                    std::cmp::Ordering::Less => Order::Less,
                    std::cmp::Ordering::Equal => Order::Equal,
                    std::cmp::Ordering::Greater => Order::Greater,
                }
            }
            _ => match relation {
                Relation::Equal => return Ok(left == right),
                Relation::NotEqual => return Ok(left != right),
                _ => return Err(left.instead_of("{found} has no order")),
            },
        };
        Ok(match relation {
            Relation::Equal => order == Order::Equal,
            Relation::NotEqual => order != Order::Equal,
            Relation::AtMost => matches!(order, Order::Less | Order::Equal),
            Relation::AtLeast => matches!(order, Order::Greater | Order::Equal),
            Relation::Less => order == Order::Less,
            Relation::Greater => order == Order::Greater,
            Relation::Confused => order == Order::Confused,
            Relation::LessOrConfused => matches!(order, Order::Less | Order::Confused),
            Relation::GreaterOrConfused => matches!(order, Order::Greater | Order::Confused),
        })
    }
}
