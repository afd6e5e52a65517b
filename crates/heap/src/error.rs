//! What can go wrong with rules on heaps.

use grundy_budget::Exhausted;

/// What is wrong with the text of a rule, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {fault}")]
pub struct RuleError {
    /// Column of the offending character, counted in characters from 1.
    pub column: usize,
    /// What is wrong there.
    pub fault: Fault,
}

/// One fault in the text of a rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A character that is no digit of a code.
    #[error("`{0}` is no digit of a code; digits are 0-9, a-v, a set such as {{1,3}}, or *")]
    BadDigit(char),
    /// A code without digits after the point.
    #[error("expected a digit after the point")]
    NoDigits,
    /// A leading digit that would let a heap stay as it is.
    #[error(
        "leading digit `{0}`: without taking anything a move must leave two heaps or more, else the game never ends"
    )]
    Endless(String),
    /// A part of the text that was expected and is missing.
    #[error("expected {0}")]
    Expected(&'static str),
    /// A character that fits nowhere.
    #[error("unexpected `{0}`")]
    Unexpected(char),
    /// A number larger than the rule can hold.
    #[error("{0} is beyond the limit of {1}")]
    TooLarge(String, u64),
    /// A range whose end is below its start.
    #[error("the range {0}-{1} is empty")]
    EmptyRange(u64, u64),
    /// A name that no rule has.
    #[error("no rule is named `{0}`")]
    UnknownName(String),
}

/// Why a computation on heaps has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HeapError {
    /// The text of the rule is wrong.
    #[error(transparent)]
    Rule(#[from] RuleError),
    /// The budget ran out.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
    /// A nimber does not fit into two bytes.
    #[error("the nimber of heap {heap} is beyond 65535")]
    NimberTooLarge {
        /// The first such heap.
        heap: u64,
    },
    /// The heap lies beyond the computed values, and no period is proved.
    #[error("no period found to {checked}, so the nimber of heap {heap} is not known")]
    NoPeriod {
        /// The heap asked for.
        heap: u64,
        /// The largest heap computed.
        checked: u64,
    },
    /// The heap is larger than this computation can hold.
    #[error("heap {heap} is beyond the limit of {limit}")]
    HeapTooLarge {
        /// The heap asked for.
        heap: u64,
        /// The largest heap allowed.
        limit: u64,
    },
    /// The rule has infinitely many digits, and this computation needs finitely many.
    #[error("{0}")]
    Unsupported(&'static str),
}
