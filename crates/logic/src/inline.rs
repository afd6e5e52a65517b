//! The inline notation: `E x1 A x2 E x3 : (x1) (x2|-x3) (-x1|-x2|x3)`.
//!
//! Before the colon stand the variables behind their quantifiers, `E` or `∃` and `A` or `∀`, outermost first; behind it
//! the clauses, each in brackets. Literals are joined by `|` or `∨` and negated by `-`, `!`, `~` or `¬`; `&` or `∧`
//! between clauses is allowed. `()` is the empty clause, which is false.

use std::fmt;
use std::str::FromStr;

use grundy_lang::Text;
use rustc_hash::FxHashMap;

use crate::error::{Problem, ReadError, quoted};
use crate::{Formula, Literal, Quantifier};

impl FromStr for Formula {
    type Err = ReadError;

    /// Reads the inline notation; errors name the column.
    fn from_str(text: &str) -> Result<Self, ReadError> {
        let mut reader = Reader { tokens: tokens(text)?, next: 0, numbers: FxHashMap::default() };
        let variables = reader.prefix()?;
        let clauses = reader.clauses()?;
        Ok(Formula::new(variables, clauses).expect("names and variables were checked while reading"))
    }
}

impl fmt::Display for Formula {
    /// Prints the inline notation.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (quantifier, variables) in self.blocks() {
            f.write_str(if quantifier == Quantifier::Exists { "E " } else { "A " })?;
            for variable in variables {
                write!(f, "{} ", self.name(variable))?;
            }
        }
        f.write_str(":")?;
        for clause in self.clauses() {
            let literals: Vec<String> = clause.iter().map(|&literal| self.literal_name(literal)).collect();
            write!(f, " ({})", literals.join("|"))?;
        }
        Ok(())
    }
}

/// The signs of the notation; `Name` also stands for `E` and `A`, told apart where a quantifier may stand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Token<'a> {
    Exists,
    ForAll,
    Name(&'a str),
    Colon,
    Open,
    Close,
    Or,
    And,
    Not,
    End,
}

impl Token<'_> {
    /// The token for people.
    fn text(self) -> Text {
        match self {
            Token::Name(name) => quoted(name),
            Token::Exists => quoted("E"),
            Token::ForAll => quoted("A"),
            Token::Colon => quoted(":"),
            Token::Open => quoted("("),
            Token::Close => quoted(")"),
            Token::Or => quoted("|"),
            Token::And => quoted("&"),
            Token::Not => quoted("-"),
            Token::End => Text::new("the end"),
        }
    }
}

/// Cuts a text into tokens with their columns; the last is [`Token::End`].
fn tokens(text: &str) -> Result<Vec<(usize, Token<'_>)>, ReadError> {
    let mut tokens = Vec::new();
    let mut column = 1;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let word_end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let (word, length) = (&rest[..word_end], word_end.max(first.len_utf8()));
        let token = match first {
            ':' => Token::Colon,
            '(' => Token::Open,
            ')' => Token::Close,
            '|' | '∨' => Token::Or,
            '&' | '∧' => Token::And,
            '-' | '!' | '~' | '¬' => Token::Not,
            '∃' => Token::Exists,
            '∀' => Token::ForAll,
            _ if word == "E" => Token::Exists,
            _ if word == "A" => Token::ForAll,
            _ if Formula::is_name(word) => Token::Name(word),
            _ if first.is_whitespace() => Token::End,
            _ => {
                let found = quoted(&rest[..length]);
                return Err(
                    Problem::Expected { expected: "a variable, a quantifier or a clause", found }.at_column(column)
                );
            }
        };
        if token != Token::End {
            tokens.push((column, token));
        }
        column += rest[..length].chars().count();
        rest = &rest[length..];
    }
    tokens.push((column, Token::End));
    Ok(tokens)
}

struct Reader<'a> {
    tokens: Vec<(usize, Token<'a>)>,
    next: usize,
    numbers: FxHashMap<&'a str, usize>,
}

impl<'a> Reader<'a> {
    /// The token to read next, with its column; at the end, for ever the end.
    fn take(&mut self) -> (usize, Token<'a>) {
        let token = self.tokens[self.next.min(self.tokens.len() - 1)];
        self.next += 1;
        token
    }

    fn prefix(&mut self) -> Result<Vec<(Quantifier, String)>, ReadError> {
        let mut quantifier = None;
        let mut variables = Vec::new();
        loop {
            match (self.take(), quantifier) {
                ((_, Token::Exists), _) => quantifier = Some(Quantifier::Exists),
                ((_, Token::ForAll), _) => quantifier = Some(Quantifier::ForAll),
                ((_, Token::Colon), _) => return Ok(variables),
                ((column, Token::Name(name)), Some(quantifier)) => {
                    if self.numbers.insert(name, variables.len()).is_some() {
                        return Err(Problem::QuantifiedTwice(name.into()).at_column(column));
                    }
                    variables.push((quantifier, name.into()));
                }
                ((column, token), None) => return Err(expected("`E`, `A` or `:`", token, column)),
                ((column, token), Some(_)) => return Err(expected("a variable, `E`, `A` or `:`", token, column)),
            }
        }
    }

    fn clauses(&mut self) -> Result<Vec<Vec<Literal>>, ReadError> {
        let mut clauses = Vec::new();
        let mut may_end = true;
        loop {
            match self.take() {
                (_, Token::Open) => clauses.push(self.clause()?),
                (_, Token::And) if may_end && !clauses.is_empty() => {
                    may_end = false;
                    continue;
                }
                (_, Token::End) if may_end => return Ok(clauses),
                (column, token) => return Err(expected("a clause `(…)`", token, column)),
            }
            may_end = true;
        }
    }

    /// The rest of a clause behind its opening bracket.
    fn clause(&mut self) -> Result<Vec<Literal>, ReadError> {
        let mut literals = Vec::new();
        if self.tokens.get(self.next).is_some_and(|&(_, token)| token == Token::Close) {
            self.next += 1;
            return Ok(literals);
        }
        loop {
            let mut positive = true;
            let (column, mut token) = self.take();
            let mut name_column = column;
            if token == Token::Not {
                positive = false;
                (name_column, token) = self.take();
            }
            let Token::Name(name) = token else { return Err(expected("a variable or `-`", token, name_column)) };
            let Some(&variable) = self.numbers.get(name) else {
                return Err(Problem::UnknownVariable(name.into()).at_column(name_column));
            };
            literals.push(Literal::new(variable, positive));
            match self.take() {
                (_, Token::Close) => return Ok(literals),
                (_, Token::Or) => {}
                (column, token) => return Err(expected("`|` or `)`", token, column)),
            }
        }
    }
}

fn expected(expected: &'static str, found: Token<'_>, column: usize) -> ReadError {
    Problem::Expected { expected, found: found.text() }.at_column(column)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        text.parse::<Formula>().unwrap_err().to_string()
    }

    #[test]
    fn prints_as_written() {
        for text in ["E x1 A x2 E x3 : (x1) (x2|-x3) (-x1|-x2|x3)", ":", ": ()", "A x :", "E a b A c : (a|-a) ()"] {
            assert_eq!(text.parse::<Formula>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn other_spellings_are_understood() {
        let formula: Formula = "∃x1 ∀ x2∃x3:(x1)∧(x2 ∨ ¬x3)&( !x1|~ x2 |x3 )".parse().unwrap();
        insta::assert_snapshot!(formula, @"E x1 A x2 E x3 : (x1) (x2|-x3) (-x1|-x2|x3)");
    }

    #[test]
    fn errors_name_the_column() {
        insta::assert_snapshot!(error(""), @"column 1: expected `E`, `A` or `:`, found the end");
        insta::assert_snapshot!(error("x : (x)"), @"column 1: expected `E`, `A` or `:`, found `x`");
        insta::assert_snapshot!(error("E x"), @"column 4: expected a variable, `E`, `A` or `:`, found the end");
        insta::assert_snapshot!(error("E x A x : "), @"column 7: variable `x` is quantified twice");
        insta::assert_snapshot!(error("E x : (x|y)"), @"column 10: unknown variable `y`: every variable must stand behind E or A before the colon");
        insta::assert_snapshot!(error("∃x : (x|)"), @"column 9: expected a variable or `-`, found `)`");
        insta::assert_snapshot!(error("E x : (--x)"), @"column 9: expected a variable or `-`, found `-`");
        insta::assert_snapshot!(error("E x : (x x)"), @"column 10: expected `|` or `)`, found `x`");
        insta::assert_snapshot!(error("E x : (x) x"), @"column 11: expected a clause `(…)`, found `x`");
        insta::assert_snapshot!(error("E x : (x) &"), @"column 12: expected a clause `(…)`, found the end");
        insta::assert_snapshot!(error("E 1 : (1)"), @"column 3: expected a variable, a quantifier or a clause, found `1`");
        insta::assert_snapshot!(error("E x ; (x)"), @"column 5: expected a variable, a quantifier or a clause, found `;`");
        insta::assert_snapshot!(error("E x : (A)"), @"column 8: expected a variable or `-`, found `A`");
    }
}
