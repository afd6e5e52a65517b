//! What can go wrong in this room.

use grundy_budget::Exhausted;

/// A reason why a graph could not be read, built or worked on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GraphError {
    /// A line of a file does not fit its format. Lines count from 1.
    #[error("line {line}: {reason}")]
    Line {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// A graph argument such as `grid(3,4)` does not parse. Columns count characters from 1.
    #[error("column {column}: expected {expected}{}", hint.as_ref().map(|h| format!("; did you mean `{h}`?")).unwrap_or_default())]
    Argument {
        /// The column of the first character that does not fit, counted from 1.
        column: usize,
        /// What would have fitted there.
        expected: String,
        /// The nearest known name, if one is near.
        hint: Option<String>,
    },
    /// The named file could not be read.
    #[error("cannot read `{name}`: {reason}")]
    File {
        /// The name as given.
        name: String,
        /// Why not.
        reason: String,
    },
    /// A vertex number is not one of the graph's.
    #[error("vertex {vertex} is out of range: the graph has {order} vertices")]
    NoSuchVertex {
        /// The number, counted from 0.
        vertex: u64,
        /// How many vertices there are.
        order: u64,
    },
    /// An undirected graph cannot have an edge from a vertex to itself.
    #[error("vertex {vertex} has a loop; an undirected graph here has none")]
    Loop {
        /// The vertex, counted from 0.
        vertex: u64,
    },
    /// More vertices or arcs than this kind of graph holds.
    #[error("{count} {what} are too many: at most {limit}")]
    TooLarge {
        /// What there is too much of.
        what: &'static str,
        /// How many were asked for.
        count: u64,
        /// How many there may be.
        limit: u64,
    },
    /// The question makes sense only for digraphs without a cycle.
    #[error("the digraph has a cycle through vertex {vertex} (counted from 1)")]
    Cyclic {
        /// A vertex on a cycle, counted from 1.
        vertex: u64,
    },
    /// The digraph is too large for the search that is compiled in without the SAT solver.
    #[error(
        "a kernel of so large a digraph takes the SAT solver, and this program was built without it (feature `sat`)"
    )]
    NeedsSat,
    /// The description of a puzzle does not fit its rules.
    #[error("{0}")]
    Puzzle(String),
    /// The budget ran out.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
}

impl GraphError {
    /// An error on a line of a file.
    pub(crate) fn line(line: usize, reason: impl Into<String>) -> Self {
        Self::Line { line, reason: reason.into() }
    }
}
