//! What can be wrong with the text of a formula, and where.

/// A text that is no formula: the place and the problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {problem}")]
pub struct ReadError {
    /// Where reading stopped.
    pub place: Place,
    /// What was wrong there.
    pub problem: Problem,
}

/// A place in a text, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// A line of a file.
    Line(usize),
    /// A column, in characters, of a one-line notation.
    Column(usize),
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Place::Line(line) => write!(f, "line {line}"),
            Place::Column(column) => write!(f, "column {column}"),
        }
    }
}

/// What is wrong with a formula.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// Something else was needed here.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What could have stood here.
        expected: &'static str,
        /// What stood here, shortened.
        found: String,
    },
    /// A clause mentions a variable that no quantifier binds.
    #[error("unknown variable `{0}`: every variable must stand behind E or A before the colon")]
    UnknownVariable(String),
    /// A variable is bound by two quantifiers.
    #[error("variable `{0}` is quantified twice")]
    QuantifiedTwice(String),
    /// A number is too great for a variable.
    #[error("{0} is too great for the number of a variable")]
    TooGreat(u64),
    /// A variable's number is greater than the header announced.
    #[error("the header announces variables up to {announced}, and here is variable {number}")]
    MoreVariables {
        /// The greatest number announced.
        announced: u64,
        /// The first number beyond it.
        number: u64,
    },
    /// The number of clauses is not what the header announced.
    #[error("the header announces {announced} clauses, and there are {found}")]
    ClauseCount {
        /// The number of clauses in the header.
        announced: u64,
        /// The number of clauses in the file.
        found: u64,
    },
    /// The file has no header line.
    #[error("no header line `p cnf VARIABLES CLAUSES`")]
    NoHeader,
}

impl Problem {
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
pub(crate) fn quoted(text: &str) -> String {
    const LONGEST: usize = 20;
    let mut shown: String = text.chars().take(LONGEST).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    format!("`{shown}`")
}
