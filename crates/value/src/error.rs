//! What can go wrong with values.

use grundy_budget::Exhausted;

/// Why an operation on values has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ValueError {
    /// The budget ran out.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
    /// The game tree is deeper than the recursion limit.
    #[error("the game is too deep (more than {limit} moves)")]
    TooDeep {
        /// The limit in moves.
        limit: u32,
    },
    /// A number, nimber, list or text is larger than the store can hold.
    #[error("{what} is too large")]
    TooLarge {
        /// What is too large.
        what: &'static str,
    },
    /// The operation is not defined for this argument.
    #[error("{reason}")]
    Undefined {
        /// Why not.
        reason: String,
    },
    /// The text is not in the notation of values.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
}

impl ValueError {
    /// An undefined operation, with the reason.
    pub fn undefined(reason: impl Into<String>) -> Self {
        Self::Undefined { reason: reason.into() }
    }
}

/// Where and why a text could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {}: {message}", column + 1)]
pub struct SyntaxError {
    /// The column, counted in characters from 0, within the text handed in.
    pub column: usize,
    /// How many characters the trouble spans, at least 1.
    pub width: usize,
    /// What was expected or what is wrong.
    pub message: String,
}

/// The result of an operation on values.
pub type Result<T> = std::result::Result<T, ValueError>;
