//! What can go wrong in this room.

use grundy_budget::Exhausted;
use grundy_lang::Text;
use std::fmt;

/// A reason why a graph could not be read, built or worked on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GraphError {
    /// A line of a file does not fit its format. Lines count from 1.
    Line {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        reason: Text,
    },
    /// A graph argument such as `grid(3,4)` does not parse. Columns count characters from 1.
    Argument {
        /// The column of the first character that does not fit, counted from 1.
        column: usize,
        /// What would have fitted there.
        expected: Text,
        /// The nearest known name, if one is near.
        hint: Option<String>,
    },
    /// The named file could not be read.
    File {
        /// The name as given.
        name: String,
        /// Why not.
        reason: Text,
    },
    /// A vertex number is not one of the graph's.
    NoSuchVertex {
        /// The number, counted from 0.
        vertex: u64,
        /// How many vertices there are.
        order: u64,
    },
    /// An undirected graph cannot have an edge from a vertex to itself.
    Loop {
        /// The vertex, counted from 0.
        vertex: u64,
    },
    /// More vertices or arcs than this kind of graph holds.
    TooLarge {
        /// What there is too much of.
        what: &'static str,
        /// How many were asked for.
        count: u64,
        /// How many there may be.
        limit: u64,
    },
    /// The question makes sense only for digraphs without a cycle.
    Cyclic {
        /// A vertex on a cycle, counted from 1.
        vertex: u64,
    },
    /// The digraph is too large for the search that is compiled in without the SAT solver.
    NeedsSat,
    /// The description of a puzzle does not fit its rules.
    Puzzle(Text),
    /// The budget ran out.
    Exhausted(Exhausted),
}

impl GraphError {
    /// An error on a line of a file.
    pub(crate) fn line(line: usize, reason: impl Into<Text>) -> Self {
        Self::Line { line, reason: reason.into() }
    }

    /// An error at a column of an argument.
    pub(crate) fn argument(column: usize, expected: impl Into<Text>) -> Self {
        Self::Argument { column, expected: expected.into(), hint: None }
    }

    /// What is wrong, as a sentence without a full stop.
    pub fn problem(&self) -> Text {
        match self {
            Self::Line { line, reason } => {
                Text::new("line {line}: {reason}").with("line", line).with_text("reason", reason.clone())
            }
            Self::Argument { column, expected, .. } => Text::new("column {column}: expected {expected}")
                .with("column", column)
                .with_text("expected", expected.clone()),
            Self::File { name, reason } => {
                Text::new("cannot read `{name}`: {reason}").with("name", name).with_text("reason", reason.clone())
            }
            Self::NoSuchVertex { vertex, order } => {
                Text::new("vertex {vertex} is out of range: the graph has {order} vertices")
                    .with("vertex", vertex)
                    .with("order", order)
            }
            Self::Loop { vertex } => {
                Text::new("vertex {vertex} has a loop; an undirected graph here has none").with("vertex", vertex)
            }
            Self::TooLarge { what, count, limit } => Text::new("{count} {what} are too many: at most {limit}")
                .with("count", count)
                .with_text("what", Text::new(what))
                .with("limit", limit),
            Self::Cyclic { vertex } => {
                Text::new("the digraph has a cycle through vertex {vertex} (counted from 1)").with("vertex", vertex)
            }
            Self::NeedsSat => Text::new(
                "a kernel of so large a digraph takes the SAT solver, and this program was built without it (feature `sat`)",
            ),
            Self::Puzzle(problem) => problem.clone(),
            Self::Exhausted(exhausted) => exhausted.text(),
        }
    }

    /// What would be right, where that is known; often empty.
    pub fn help(&self) -> Text {
        match self {
            Self::Argument { hint: Some(hint), .. } => Text::new("did you mean `{hint}`?").with("hint", hint),
            _ => Text::default(),
        }
    }
}

impl fmt::Display for GraphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let help = self.help();
        if help.is_empty() { self.problem().fmt(f) } else { write!(f, "{}; {help}", self.problem()) }
    }
}

impl std::error::Error for GraphError {}

impl From<Exhausted> for GraphError {
    fn from(exhausted: Exhausted) -> Self {
        Self::Exhausted(exhausted)
    }
}
