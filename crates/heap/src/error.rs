//! What can go wrong with rules on heaps.

use grundy_budget::Exhausted;
use grundy_lang::Text;

/// What is wrong with the text of a rule, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text())]
pub struct RuleError {
    /// Column of the offending character, counted in characters from 1.
    pub column: usize,
    /// What is wrong there.
    pub fault: Fault,
}

impl RuleError {
    /// The place and the fault, for people.
    pub fn text(&self) -> Text {
        Text::new("column {column}: {problem}").with("column", self.column).with_text("problem", self.fault.text())
    }
}

/// One fault in the text of a rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text())]
pub enum Fault {
    /// A character that is not a digit of a code.
    BadDigit(char),
    /// A code without digits after the point.
    NoDigits,
    /// A leading digit that would let a heap stay as it is.
    Endless(String),
    /// A part of the text that was expected and is missing.
    Expected(Text),
    /// A character that fits nowhere.
    Unexpected(char),
    /// A number larger than the rule can hold.
    TooLarge(String, u64),
    /// A range whose end is below its start.
    EmptyRange(u64, u64),
    /// A name that no rule has.
    UnknownName(String),
}

impl Fault {
    /// The fault as a sentence.
    pub fn text(&self) -> Text {
        match self {
            Self::BadDigit(char) => {
                Text::new("`{char}` is not a digit of a code; digits are 0-9, a-v, a set such as {example}, or *")
                    .with("char", char)
                    .with("example", "{1,3}")
            }
            Self::NoDigits => Text::new("expected a digit after the point"),
            Self::Endless(digit) => Text::new(
                "leading digit `{digit}`: without taking anything a move must leave two heaps or more, else the game never ends",
            )
            .with("digit", digit),
            Self::Expected(what) => Text::new("expected {what}").with_text("what", what.clone()),
            Self::Unexpected(char) => Text::new("unexpected `{char}`").with("char", char),
            Self::TooLarge(number, limit) => {
                Text::new("{number} is beyond the limit of {limit}").with("number", number).with("limit", limit)
            }
            Self::EmptyRange(from, to) => Text::new("the range {from}-{to} is empty").with("from", from).with("to", to),
            Self::UnknownName(name) => Text::new("no rule is named `{name}`").with("name", name),
        }
    }
}

/// Why a computation on heaps has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text())]
pub enum HeapError {
    /// The text of the rule is wrong.
    Rule(#[from] RuleError),
    /// The budget ran out.
    Exhausted(#[from] Exhausted),
    /// A nimber does not fit into two bytes.
    NimberTooLarge {
        /// The first such heap.
        heap: u64,
    },
    /// The heap lies beyond the computed values, and no period is proved.
    NoPeriod {
        /// The heap asked for.
        heap: u64,
        /// The largest heap computed.
        checked: u64,
    },
    /// The heap is larger than this computation can hold.
    HeapTooLarge {
        /// The heap asked for.
        heap: u64,
        /// The largest heap allowed.
        limit: u64,
    },
    /// The archive of a long sequence failed: what was written stays, and nothing else is known.
    Archive(Text),
    /// The rule is not of the kind that this computation takes; the reason says which it takes.
    Unsupported(Text),
}

impl HeapError {
    /// The reason for people.
    pub fn text(&self) -> Text {
        match self {
            Self::Rule(error) => error.text(),
            Self::Exhausted(exhausted) => exhausted.text(),
            Self::NimberTooLarge { heap } => Text::new("the nimber of heap {heap} is beyond 65535").with("heap", heap),
            Self::NoPeriod { heap, checked } => {
                Text::new("no period found to {checked}, so the nimber of heap {heap} is not known")
                    .with("checked", checked)
                    .with("heap", heap)
            }
            Self::HeapTooLarge { heap, limit } => {
                Text::new("heap {heap} is beyond the limit of {limit}").with("heap", heap).with("limit", limit)
            }
            Self::Archive(reason) => {
                Text::new("the file of the sequence cannot be used: {why}").with_text("why", reason.clone())
            }
            Self::Unsupported(reason) => reason.clone(),
        }
    }
}
