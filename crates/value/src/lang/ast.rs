//! The expressions of the language of values.

use num_bigint::BigInt;

use crate::Dyadic;

/// Where an expression stands in its text, in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Span {
    /// First character.
    pub start: usize,
    /// One past the last character.
    pub end: usize,
}

/// An expression with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// Its place in the text.
    pub span: Span,
    /// What it is.
    pub kind: Kind,
}

impl Expr {
    /// All names in the expression; recursion is as deep as the brackets, which the reader bounds.
    pub(super) fn names(&self) -> Vec<&str> {
        let mut names = Vec::new();
        self.add_names(&mut names);
        names
    }

    fn add_names<'a>(&'a self, names: &mut Vec<&'a str>) {
        let mut all = |list: &'a [Self]| list.iter().for_each(|inner| inner.add_names(names));
        match &self.kind {
            Kind::Name(name) => names.push(name),
            Kind::Form(left, right) | Kind::Cycle(_, left, right) => {
                all(left);
                all(right);
            }
            Kind::Switch(list) | Kind::Product(list) | Kind::List(list) | Kind::Call(_, list) => all(list),
            Kind::Sum(terms) => terms.iter().for_each(|(_, term)| term.add_names(names)),
            Kind::NimberOf(inner) | Kind::UpsOf(_, _, inner) | Kind::Negative(inner) => inner.add_names(names),
            Kind::Sides(a, b)
            | Kind::Quotient(a, b)
            | Kind::Power(a, b)
            | Kind::Related(_, a, b)
            | Kind::Range(a, b) => {
                a.add_names(names);
                b.add_names(names);
            }
            Kind::Each(clauses, body) => {
                clauses.iter().for_each(|clause| clause.list.add_names(names));
                body.add_names(names);
            }
            Kind::Number(_)
            | Kind::Fraction(..)
            | Kind::Nimber(_)
            | Kind::Ups(_)
            | Kind::UpPower(_)
            | Kind::UpSum(_)
            | Kind::Position(_)
            | Kind::Text(_) => {}
        }
    }
}

/// A relation between two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<=`
    AtMost,
    /// `>=`
    AtLeast,
    /// `<`
    Less,
    /// `>`
    Greater,
    /// `||`
    Confused,
    /// `<|`, less than or confused with
    LessOrConfused,
    /// `|>`, greater than or confused with
    GreaterOrConfused,
}

/// The kinds of expressions.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// A number, as in `3/8`.
    Number(Dyadic),
    /// A fraction that is not dyadic, as in `1/3`; meaningful for surreal numbers only.
    Fraction(BigInt, BigInt),
    /// A nimber, as in `*3`.
    Nimber(u64),
    /// A multiple of up, negative for down.
    Ups(i64),
    /// `^<n>`, negative for `v<n>`.
    UpPower(i32),
    /// `^[n]`, negative for `v[n]`.
    UpSum(i32),
    /// `*n` with an expression for n.
    NimberOf(Box<Expr>),
    /// `^n`, `^<n>` or `^[n]` with an expression for n; true for down.
    UpsOf(bool, Arrows, Box<Expr>),
    /// `{a,b|c}`.
    Form(Vec<Expr>, Vec<Expr>),
    /// `a{…|…}`: a game that its own options may name, or with moves that pass.
    Cycle(Option<String>, Vec<Expr>, Vec<Expr>),
    /// `x & y`: onside and offside.
    Sides(Box<Expr>, Box<Expr>),
    /// `+-x` or `+-{a,b}`.
    Switch(Vec<Expr>),
    /// `-x`.
    Negative(Box<Expr>),
    /// Terms with their signs, true for minus.
    Sum(Vec<(bool, Expr)>),
    /// Factors joined by `.`.
    Product(Vec<Expr>),
    /// `x / y`.
    Quotient(Box<Expr>, Box<Expr>),
    /// `x ** y`.
    Power(Box<Expr>, Box<Expr>),
    /// `x <= y` and so on.
    Related(Relation, Box<Expr>, Box<Expr>),
    /// `[a, b, c]`.
    List(Vec<Expr>),
    /// `a..b`, both ends included.
    Range(Box<Expr>, Box<Expr>),
    /// `[e for x in list for y in list]`, the last clause going round fastest.
    Each(Vec<Clause>, Box<Expr>),
    /// A name bound by `let` or known from the start.
    Name(String),
    /// `name(arguments)`.
    Call(String, Vec<Expr>),
    /// `game:position`, left to the front end.
    Position(String),
    /// A quoted text.
    Text(String),
}

/// `for name in list`.
#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    /// The name that each item is bound to in turn.
    pub name: String,
    /// The list.
    pub list: Expr,
}

/// What is made of up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrows {
    /// n·↑, written `^n`.
    Multiple,
    /// ↑ⁿ, written `^<n>`.
    Power,
    /// ↑ + … + ↑ⁿ, written `^[n]`.
    Sum,
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    /// `let name = expression`.
    Let(String, Expr),
    /// `for x in list: for y in list: body`, each result shown by itself.
    Each(Vec<Clause>, Expr),
    /// An expression whose value is shown.
    Show(Expr),
}
