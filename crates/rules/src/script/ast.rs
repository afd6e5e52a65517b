//! The tree of a script.

use crate::Place;
use num_bigint::BigInt;

/// An expression and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub place: Place,
    pub kind: ExprKind,
}

#[derive(Clone, Debug)]
pub(crate) enum ExprKind {
    None,
    Bool(bool),
    Int(BigInt),
    Text(String),
    Format(Vec<FormatPiece>),
    Name(String),
    Tuple(Vec<Expr>),
    List(Vec<Expr>),
    Set(Vec<Expr>),
    Dict(Vec<(Expr, Expr)>),
    Unary(Unary, Box<Expr>),
    Binary(Binary, Box<Expr>, Box<Expr>),
    Compare(Box<Expr>, Vec<(Compare, Place, Expr)>),
    And(Vec<Expr>),
    Or(Vec<Expr>),
    Not(Box<Expr>),
    IfElse(Box<Expr>, Box<Expr>, Box<Expr>),
    Call(Box<Expr>, Vec<Argument>),
    Attribute(Box<Expr>, String),
    Index(Box<Expr>, Box<Expr>),
    Slice(Box<Expr>, [Option<Box<Expr>>; 3]),
    Lambda(Box<Function>),
    Comprehension(Collect, Box<Expr>, Option<Box<Expr>>, Vec<Clause>),
    Star(Box<Expr>),
    Walrus(String, Box<Expr>),
    Yield(Option<Box<Expr>>),
}

/// A piece of an f-string.
#[derive(Clone, Debug)]
pub(crate) enum FormatPiece {
    Text(String),
    Value { value: Expr, quoted: bool, format: String },
}

#[derive(Clone, Debug)]
pub(crate) enum Argument {
    Plain(Expr),
    Named(String, Expr),
    Spread(Expr),
}

/// One `for … in …` of a comprehension with its conditions.
#[derive(Clone, Debug)]
pub(crate) struct Clause {
    pub target: Expr,
    pub items: Expr,
    pub conditions: Vec<Expr>,
}

/// What a comprehension makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Collect {
    List,
    Set,
    Dict,
    Generator,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unary {
    Negative,
    Positive,
    Invert,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Binary {
    Add,
    Subtract,
    Multiply,
    FloorDivide,
    Remainder,
    Power,
    And,
    Or,
    Xor,
    ShiftLeft,
    ShiftRight,
    Divide,
}

impl Binary {
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::FloorDivide => "//",
            Self::Remainder => "%",
            Self::Power => "**",
            Self::And => "&",
            Self::Or => "|",
            Self::Xor => "^",
            Self::ShiftLeft => "<<",
            Self::ShiftRight => ">>",
            Self::Divide => "/",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compare {
    Equal,
    Unequal,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    In,
    NotIn,
    Is,
    IsNot,
}

impl Compare {
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Equal => "==",
            Self::Unequal => "!=",
            Self::Less => "<",
            Self::LessEqual => "<=",
            Self::Greater => ">",
            Self::GreaterEqual => ">=",
            Self::In => "in",
            Self::NotIn => "not in",
            Self::Is => "is",
            Self::IsNot => "is not",
        }
    }
}

/// A function, written with `def` or `lambda`.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub place: Place,
    pub name: String,
    pub parameters: Vec<Parameter>,
    /// The name of `*rest`.
    pub rest: Option<String>,
    pub body: Vec<Statement>,
    /// Whether a decorator asks for its results to be kept.
    pub cached: bool,
    /// Whether it yields values one by one.
    pub yields: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Parameter {
    pub name: String,
    pub default: Option<Expr>,
}

/// A statement and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Statement {
    pub place: Place,
    pub kind: StatementKind,
}

#[derive(Clone, Debug)]
pub(crate) enum StatementKind {
    Expr(Expr),
    Assign(Vec<Expr>, Expr),
    Augment(Expr, Binary, Expr),
    If(Expr, Vec<Statement>, Vec<Statement>),
    While(Expr, Vec<Statement>, Vec<Statement>),
    For(Expr, Expr, Vec<Statement>, Vec<Statement>),
    Def(Function),
    Return(Option<Expr>),
    Break,
    Continue,
    Pass,
    Global(Vec<String>),
    Nonlocal(Vec<String>),
    Delete(Vec<Expr>),
    Assert(Expr, Option<Expr>),
    Raise(Option<Expr>),
    /// Pairs of the name in the file and the full name, such as `gcd` and `math.gcd`; a module has no dot.
    Import(Vec<(String, String)>),
}
