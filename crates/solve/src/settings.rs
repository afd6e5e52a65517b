//! How a question is to be answered: play rule, method, budget.

use crate::Subject;
use grundy_budget::{Budget, Exhausted};
use grundy_game::{Play, Refusal, Text, UnknownName};
use grundy_value::ValueError;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// The settings of one question.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The play rule.
    pub play: Play,
    /// How the answer is to be found.
    pub method: Method,
    /// Limits and the cancel switch.
    pub budget: Budget,
    /// How many threads a search may use; 0 means one for each core.
    pub threads: usize,
    /// Tables on disk that are asked before any search.
    pub oracles: Vec<Arc<dyn Oracle>>,
}

/// Something that knows the nimbers of many positions, such as a table on disk.
pub trait Oracle: fmt::Debug + Send + Sync {
    /// What it is called.
    fn name(&self) -> String;
    /// The nimber of an impartial position under normal play; `None` when it does not know the position.
    fn nimber(&self, position: &dyn Subject) -> Result<Option<u64>, Text>;
}

impl Settings {
    /// How many threads a search uses.
    pub fn threads(&self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            threads => threads,
        }
    }
}

/// How an answer is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// A theorem if one applies, otherwise the best of the rest.
    #[default]
    Auto,
    /// A theorem or nothing.
    Theorem,
    /// The kernel of the whole state graph.
    Kernel,
    /// Search with a table, without theorems.
    Search,
    /// The canonical form of every component, without theorems, then algebra.
    Value,
    /// Plain recursion without a table: memory proportional to the depth of the game.
    Recursion,
    /// Retrograde analysis of the whole state graph, in which play may go round: win, loss or draw, and in how many moves.
    Retrograde,
}

impl Method {
    /// All methods.
    pub const ALL: [Self; 7] =
        [Self::Auto, Self::Theorem, Self::Kernel, Self::Search, Self::Value, Self::Recursion, Self::Retrograde];

    /// The name that is typed and printed.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Theorem => "theorem",
            Self::Kernel => "kernel",
            Self::Search => "search",
            Self::Value => "value",
            Self::Recursion => "recursion",
            Self::Retrograde => "retrograde",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Method {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        UnknownName::find(text, &Self::ALL, Self::name)
    }
}

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stop {
    /// The budget ran out or the search was cancelled.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
    /// A theorem was asked for and none applies.
    #[error("no theorem applies to {0}")]
    NoTheorem(String),
    /// The moves of a position cannot be listed.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// A value is too large to be worked with.
    #[error("{0}")]
    TooLarge(Text),
    /// The method cannot answer this kind of question.
    #[error("{0}")]
    Unsuitable(Text),
}

impl From<ValueError> for Stop {
    fn from(error: ValueError) -> Self {
        match error {
            ValueError::Exhausted(exhausted) => Self::Exhausted(exhausted),
            other => Self::TooLarge(other.text()),
        }
    }
}

impl Stop {
    /// Something that only impartial positions have was asked of another.
    #[cfg(feature = "search")]
    pub(crate) fn impartial_only(what: &'static str) -> Self {
        Self::Unsuitable(Text::new("{what} are for impartial positions").with_text("what", Text::new(what)))
    }

    /// Something that games of two players have was asked of one with more.
    #[cfg(feature = "search")]
    pub(crate) fn two_players_only(players: usize) -> Self {
        Self::Unsuitable(
            Text::new(
                "this game has {count} players: `solve` says who wins when each of them starts, and there is nothing else to find out",
            )
            .with("count", players),
        )
    }

    /// A search ended without an answer, or against what it found before: a mistake of ours, never an answer.
    #[cfg(feature = "search")]
    pub(crate) fn contradiction() -> Self {
        Self::Unsuitable(Text::new("the search contradicts itself"))
    }

    /// Why there is no answer, as a sentence.
    pub fn text(&self) -> Text {
        match self {
            Self::Exhausted(exhausted) => exhausted.text(),
            Self::NoTheorem(position) => Text::new("no theorem applies to {position}").with("position", position),
            Self::Refused(refusal) => refusal.text(),
            Self::TooLarge(text) | Self::Unsuitable(text) => text.clone(),
        }
    }

    /// Whether more budget could have given an answer: such a stop is an undecided result, any other a mistake.
    pub fn is_undecided(&self) -> bool {
        match self {
            Self::NoTheorem(_) | Self::Unsuitable(_) => false,
            Self::Refused(refusal) => refusal.count().is_some(),
            Self::Exhausted(_) | Self::TooLarge(_) => true,
        }
    }
}
