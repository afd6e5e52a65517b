//! The language of values: expressions, statements, and how they are read and worked out.

mod ast;
mod parse;

pub use ast::{Expr, Kind, Relation, Span, Statement};
pub use parse::{NESTING_LIMIT, parse_expression, parse_program};
