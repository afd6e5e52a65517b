//! What the questions about positions share.

use crate::Problem;
use grundy_budget::Budget;
use grundy_game::{NoFiles, Play};
use grundy_lang::Language;
use grundy_solve::{Engine, Method, Position};
use serde::Deserialize;

/// The play rule, as written in a request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PlayName {
    #[default]
    Normal,
    Misere,
}

/// The method, as written in a request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MethodName {
    #[default]
    Auto,
    Theorem,
    Kernel,
    Search,
    Recursion,
}

/// The language, as written in a request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LanguageName {
    #[default]
    En,
    Es,
    Ca,
}

impl From<LanguageName> for Language {
    fn from(name: LanguageName) -> Self {
        match name {
            LanguageName::En => Self::English,
            LanguageName::Es => Self::Spanish,
            LanguageName::Ca => Self::Catalan,
        }
    }
}

/// The settings of one question. One thread each: the lanes share the cores out.
pub fn engine(play: PlayName, method: MethodName, budget: &Budget) -> Engine {
    let play = match play {
        PlayName::Normal => Play::Normal,
        PlayName::Misere => Play::Misere,
    };
    let method = match method {
        MethodName::Auto => Method::Auto,
        MethodName::Theorem => Method::Theorem,
        MethodName::Kernel => Method::Kernel,
        MethodName::Search => Method::Search,
        MethodName::Recursion => Method::Recursion,
    };
    Engine { play, method, budget: budget.clone(), threads: 1 }
}

/// Reads a position. Files of this machine are none of the page's business.
pub fn position(text: &str) -> Result<Position, Problem> {
    Ok(grundy_games::parse(text, &NoFiles)?)
}

/// The method for a position. One with too many moves to list cannot be searched in bounded memory, so it is left to
/// theorems, unless the games' own tables may know it, which they do under normal play.
pub fn searchable(position: &Position, play: PlayName, method: MethodName) -> MethodName {
    let by_table = play == PlayName::Normal && method == MethodName::Auto;
    if by_table || listable(position).is_ok() { method } else { MethodName::Theorem }
}

/// Positions with more moves than this are not listed.
pub const MOST_MOVES: u64 = 20_000;

/// Positions whose moves lead to boards of more bytes than this, all together, are not listed either.
pub const MOST_BYTES: u64 = 1 << 26;

/// Refuses to list the moves of a position that has too many of them.
pub fn listable(position: &Position) -> Result<(), Problem> {
    let count = position.parts().iter().filter_map(|part| part.move_count()).fold(0, u64::saturating_add);
    if count > MOST_MOVES {
        return Err(Problem::Unsuitable(format!("{count} moves are too many to list")));
    }
    let bytes = position.parts().iter().map(|part| part.bytes() as u64).fold(0, u64::saturating_add);
    if count.saturating_mul(bytes) > MOST_BYTES {
        return Err(Problem::Unsuitable(format!("{count} moves on so large a board are too many to list")));
    }
    Ok(())
}
