//! Reading expressions: recursive descent over the characters, with a limit on nesting.
//!
//! The grammar, from what binds loosest to what binds tightest:
//!
//! ```text
//! program    = { statement ( ";" | line end ) }            "#" starts a comment
//! statement  = "let" name "=" expression
//!            | clause ":" { clause ":" } expression
//!            | expression
//! clause     = "for" name "in" expression
//! expression = sides [ relation sides ] | sum ".." sum      == != <= >= < > || <| |>
//! sides      = sum [ "&" sum ]                              onside & offside of a game that may be drawn
//! sum        = term { ( "+" | "-" | "+-" ) term }           x +- y is x + {y|-y}
//! term       = product [ ups ] [ tiny ] [ star ]            side by side: the parts add, 2^* = 2 + ^ + *; 5over is 5 + over
//!            | "+-" term | "+-" "{" list "}"                {y|-y}
//! product    = signed { ( "." | "/" ) signed }              from left to right
//! signed     = "-" signed | "+-" signed | power
//! power      = primary [ "**" signed ]
//! primary    = number | ups | star | tiny | name | name "(" list ")" | game:position | text
//!            | "(" expression ")" | [ name ] "{" list bar list "}" | "[" list "]" | "[" expression clause { clause } "]"
//! number     = digits [ "." digits ]                        2.5 is 5/2
//! ups        = "^" … "^" | "^" count | "^" "<" count ">" | "^" "[" count "]", and so with "v"
//! star       = "*" [ count ]                                * is *1
//! count      = digits | name | "(" expression ")"           *n is the nimber of what n names
//! tiny       = ( "Tiny" | "Miny" ) "(" expression ")"
//! ```
//!
//! A name before braces stands for the game inside them, and `pass` for the game in the innermost braces: `a{0|a}` and
//! `{0|pass}` are the game over, which is its own right option.
//!
//! Bars of different lengths stand in one pair of braces, the longest binding loosest: `{a|b||c}` is `{{a|b}|c}`.
//! Multiplication is also written `·` or `×`, `+-` also `±`, and `^ v *` also `↑ ↓ ∗`, `⇑` and `⇓` twice.
//!
//! So `1/2^` is 1/2 + ^ and `-1^` is -1 + ^, as values are printed; `2**4/2` is 8; `2.^*` is ^ + ^ + *; `3+-1` is {4|2}.
//!
//! A name may stand wherever a value in brackets may. Blanks never change a meaning: they may stand between any two parts
//! of the grammar, and are needed only where two parts would run together into another one: two words or numbers, `+ -`
//! (a sum with a negative; `+-` is one sign), `2 . 5` (a product; `2.5` is one number), `* *` and `| |`. Positions are the
//! exception that their games impose: blanks end them.
//!
//! Sums, products and lists are flat, so only brackets and prefixes nest, and those are counted.

mod expression;
mod literal;
mod primary;
mod reader;

use super::ast::{Expr, Statement};
use crate::SyntaxError;
use grundy_lang::Text;
use reader::Reader;

/// How deep brackets and prefixes may nest.
pub const NESTING_LIMIT: u32 = 200;

type Parsed<T> = std::result::Result<T, SyntaxError>;

/// Reads a whole program: statements separated by line ends or `;`, with `#` comments.
pub fn parse_program(text: &str) -> Parsed<Vec<Statement>> {
    let mut reader = Reader::new(text);
    let mut statements = Vec::new();
    loop {
        reader.skip_separators();
        if reader.peek().is_none() {
            return Ok(statements);
        }
        statements.push(reader.statement()?);
        reader.skip_blanks();
        if !matches!(reader.peek(), None | Some('\n' | ';' | '#')) {
            return Err(reader.unexpected(Text::new("an operator or the end of the statement")));
        }
    }
}

/// Reads a single expression.
pub fn parse_expression(text: &str) -> Parsed<Expr> {
    let mut reader = Reader::new(text);
    let expression = reader.expression()?;
    reader.skip_separators();
    match reader.peek() {
        None => Ok(expression),
        Some(_) => Err(reader.unexpected(Text::new("an operator or the end"))),
    }
}
