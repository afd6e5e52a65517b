//! The language of values: numbers, games, lists, functions, and how they are read and worked out.
//!
//! Values are written as everywhere; `+ - .` add, subtract and multiply, `== != <= >= < > ||` compare, `{a|b}` makes a
//! game, `[a, b]` a list, `1..5` a range; `let g = …` names a value, `for n in 1..5: …` works through a list, and `#`
//! starts a comment. [`FUNCTIONS`] lists the functions. Positions such as `cake:3x5` are values whose meaning a front end
//! provides through [`Positions`]; `cake:3x{n}` puts what is named n into a position.

mod ast;
mod datum;
mod error;
mod eval;
mod explain;
mod functions;
mod parse;

pub use ast::{Arrows, Clause, Expr, Kind, Relation, Span, Statement};
pub use datum::Datum;
pub use error::LangError;
pub use eval::{NoPositions, Positions, Session};
pub use functions::{FUNCTIONS, Function, find as find_function};
pub use parse::{NESTING_LIMIT, parse_expression, parse_program};
