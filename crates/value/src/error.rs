//! What can go wrong with values.

use grundy_budget::Exhausted;
use grundy_lang::Text;

/// Why an operation on values has no answer.
///
/// Every variant can be told in another language through [`ValueError::text`]; `Display` is the English.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ValueError {
    /// The budget ran out.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
    /// The game tree is deeper than the recursion limit.
    #[error("{}", self.text())]
    TooDeep {
        /// The limit in moves.
        limit: u32,
    },
    /// A number, nimber, list or text is larger than the store can hold.
    #[error("{}", self.text())]
    TooLarge {
        /// What is too large, as an English phrase that is looked up in its turn.
        what: &'static str,
    },
    /// The operation is not defined for this argument.
    #[error("{reason}")]
    Undefined {
        /// Why not.
        reason: Text,
    },
    /// The text is not in the notation of values.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
}

impl ValueError {
    /// An undefined operation, with the reason.
    pub fn undefined(reason: impl Into<Text>) -> Self {
        Self::Undefined { reason: reason.into() }
    }

    /// What is wrong, for people.
    pub fn text(&self) -> Text {
        match self {
            Self::Exhausted(exhausted) => exhausted.text(),
            Self::TooDeep { limit } => Text::new("the game is too deep (more than {limit} moves)").with("limit", limit),
            Self::TooLarge { what } => Text::new("{what} is too large").with_text("what", Text::new(what)),
            Self::Undefined { reason } => reason.clone(),
            Self::Syntax(error) => error.text(),
        }
    }
}

/// Where and why a text could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text())]
pub struct SyntaxError {
    /// The column, counted in characters from 0, within the text handed in.
    pub column: usize,
    /// How many characters the trouble spans, at least 1.
    pub width: usize,
    /// What was expected or what is wrong.
    pub message: Text,
    /// What to write instead, where that is known.
    pub help: Option<Text>,
}

impl SyntaxError {
    /// The same mistake with what to write instead.
    #[must_use]
    pub(crate) fn help(mut self, help: impl Into<Text>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The mistake with its column, counted from 1.
    pub fn text(&self) -> Text {
        let text = Text::new("column {column}: {reason}").with("column", self.column + 1);
        match &self.help {
            None => text.with_text("reason", self.message.clone()),
            Some(help) => text.with_text("reason", joined(&self.message, help)),
        }
    }
}

/// A problem and what helps.
pub(crate) fn joined(problem: &Text, help: &Text) -> Text {
    Text::new("{problem}; {help}").with_text("problem", problem.clone()).with_text("help", help.clone())
}

/// The result of an operation on values.
pub type Result<T> = std::result::Result<T, ValueError>;
