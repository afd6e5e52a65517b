//! What can be wrong with the text of a formula, and where.

use grundy_lang::Text;

/// Why a text is not a formula: the place and the problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text())]
pub struct ReadError {
    /// Where reading stopped.
    pub place: Place,
    /// What was wrong there.
    pub problem: Problem,
}

impl ReadError {
    /// The place and the problem, for people.
    pub fn text(&self) -> Text {
        let (text, number) = match self.place {
            Place::Line(line) => (Text::new("line {number}: {problem}"), line),
            Place::Column(column) => (Text::new("column {number}: {problem}"), column),
        };
        text.with("number", number).with_text("problem", self.problem.text())
    }
}

/// A place in a text, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// A line of a file.
    Line(usize),
    /// A column, in characters, of a one-line notation.
    Column(usize),
}

/// What is wrong with a formula.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text())]
pub enum Problem {
    /// Something else was needed here.
    Expected {
        /// What could have stood here.
        expected: &'static str,
        /// What stood here, shortened.
        found: Text,
    },
    /// A clause mentions a variable that no quantifier binds.
    UnknownVariable(String),
    /// A variable is bound by two quantifiers.
    QuantifiedTwice(String),
    /// A number is too great for a variable.
    TooGreat(u64),
    /// A variable's number is greater than the header announced.
    MoreVariables {
        /// The greatest number announced.
        announced: u64,
        /// The first number beyond it.
        number: u64,
    },
    /// The number of clauses is not what the header announced.
    ClauseCount {
        /// The number of clauses in the header.
        announced: u64,
        /// The number of clauses in the file.
        found: u64,
    },
    /// The file has no header line.
    NoHeader,
}

impl Problem {
    /// The problem as a sentence.
    pub fn text(&self) -> Text {
        match self {
            Self::Expected { expected, found } => Text::new("expected {expected}, found {found}")
                .with_text("expected", Text::new(expected))
                .with_text("found", found.clone()),
            Self::UnknownVariable(name) => {
                Text::new("unknown variable `{name}`: every variable must stand behind E or A before the colon")
                    .with("name", name)
            }
            Self::QuantifiedTwice(name) => Text::new("variable `{name}` is quantified twice").with("name", name),
            Self::TooGreat(number) => {
                Text::new("{number} is too great for the number of a variable").with("number", number)
            }
            Self::MoreVariables { announced, number } => {
                Text::new("the header announces variables up to {announced}, and here is variable {number}")
                    .with("announced", announced)
                    .with("number", number)
            }
            Self::ClauseCount { announced, found } => {
                Text::new("the header announces {announced} clauses, and there are {found}")
                    .with("announced", announced)
                    .with("found", found)
            }
            Self::NoHeader => Text::new("no header line `p cnf VARIABLES CLAUSES`"),
        }
    }

    /// The error of this problem in a line.
    pub(crate) fn in_line(self, line: usize) -> ReadError {
        ReadError { place: Place::Line(line), problem: self }
    }

    /// The error of this problem at a column.
    pub(crate) fn at_column(self, column: usize) -> ReadError {
        ReadError { place: Place::Column(column), problem: self }
    }
}

/// A piece of the user's text, shortened and quoted for an error message.
pub(crate) fn quoted(text: &str) -> Text {
    const LONGEST: usize = 20;
    let mut shown: String = text.chars().take(LONGEST).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    Text::verbatim(format_args!("`{shown}`"))
}
