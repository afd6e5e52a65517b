//! What the questions about positions share.

use crate::Problem;
use grundy_budget::Budget;
use grundy_game::{NoFiles, Play};
use grundy_lang::{Language, Text};
use grundy_solve::{Method, Position, Settings};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserializer, Error};
use serde::{Deserialize, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// A word of the design as it is written in a request, such as `misere` or `ca`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Named<T>(pub T);

/// The names that a word of the design has.
pub trait Names: Sized + Copy + 'static {
    /// What it is, for the description of the interface.
    const WHAT: &'static str;
    /// All names, the default first.
    fn names() -> Vec<&'static str>;
}

impl Names for Play {
    const WHAT: &'static str = "Play";

    fn names() -> Vec<&'static str> {
        Self::ALL.map(Self::name).to_vec()
    }
}

impl Names for Method {
    const WHAT: &'static str = "Method";

    fn names() -> Vec<&'static str> {
        Self::ALL.map(Self::name).to_vec()
    }
}

impl Names for Language {
    const WHAT: &'static str = "Language";

    fn names() -> Vec<&'static str> {
        Self::ALL.map(Self::code).to_vec()
    }
}

impl<T: Names> JsonSchema for Named<T> {
    fn schema_name() -> Cow<'static, str> {
        T::WHAT.into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "enum": T::names()})
    }
}

impl<T: Names> Serialize for Named<T>
where
    T: std::fmt::Display,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de, T: FromStr<Err: fmt::Display>> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        name.parse().map(Self).map_err(D::Error::custom)
    }
}

/// The play rule.
pub type PlayName = Named<Play>;
/// The method.
pub type MethodName = Named<Method>;
/// The language.
pub type LanguageName = Named<Language>;

/// The settings of one question. One thread each: the lanes share the cores out.
pub fn settings(play: PlayName, method: Method, budget: &Budget) -> Settings {
    Settings { play: play.0, method, budget: budget.clone(), threads: 1 }
}

/// Reads a position. Files of this machine are none of the page's business.
pub fn position(text: &str) -> Result<Position, Problem> {
    Ok(grundy_games::parse(text, &NoFiles)?)
}

/// The method for a position. One with too many moves to list cannot be searched in bounded memory, so it is left to
/// theorems, unless the games' own tables may know it, which they do under normal play.
pub fn searchable(position: &Position, play: PlayName, method: MethodName) -> Method {
    let by_table = play.0 == Play::Normal && method.0 == Method::Auto;
    if by_table || listable(position).is_ok() { method.0 } else { Method::Theorem }
}

/// Positions with more moves than this are not listed.
pub const MOST_MOVES: u64 = 20_000;

/// Positions whose moves lead to boards of more bytes than this, all together, are not listed either.
pub const MOST_BYTES: u64 = 1 << 26;

/// Refuses to list the moves of a position that has too many of them.
pub fn listable(position: &Position) -> Result<(), Problem> {
    let count = position.parts().iter().filter_map(|part| part.move_count()).fold(0, u64::saturating_add);
    if count > MOST_MOVES {
        return Err(Problem::Unsuitable(Text::new("{count} moves are too many to list").with("count", count)));
    }
    let bytes = position.parts().iter().map(|part| part.bytes() as u64).fold(0, u64::saturating_add);
    if count.saturating_mul(bytes) > MOST_BYTES {
        return Err(Problem::Unsuitable(
            Text::new("{count} moves on so large a board are too many to list").with("count", count),
        ));
    }
    Ok(())
}
