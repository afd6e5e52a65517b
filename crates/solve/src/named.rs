//! Words of the design, such as play rules and players, as they are written in JSON.

use crate::Method;
use grundy_game::{Kind, Outcome, Play, Player};
use grundy_lang::Language;
use serde::de::{Deserializer, Error};
use serde::{Deserialize, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// A word of the design as it is written in JSON, such as `misere` or `ca`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Named<T>(pub T);

/// The names that a word of the design has.
pub trait Names: Sized + Copy + 'static {
    /// What it is, for the description of the interface.
    const WHAT: &'static str;

    /// All of them, the default first.
    fn all() -> Vec<Self>;

    /// The name of this one.
    fn word(self) -> &'static str;
}

macro_rules! names {
    ($type:ty, $what:literal, $name:ident) => {
        impl Names for $type {
            const WHAT: &'static str = $what;

            fn all() -> Vec<Self> {
                Self::ALL.to_vec()
            }

            fn word(self) -> &'static str {
                self.$name()
            }
        }
    };
}

names!(Play, "Play", name);
names!(Kind, "Kind", name);
names!(Method, "Method", name);
names!(Player, "Player", name);
names!(Language, "Language", code);

/// The outcome as far as it was found: who wins, or `undecided`.
impl Names for Option<Outcome> {
    const WHAT: &'static str = "Outcome";

    fn all() -> Vec<Self> {
        Outcome::ALL.into_iter().map(Some).chain([None]).collect()
    }

    fn word(self) -> &'static str {
        self.map_or("undecided", Outcome::name)
    }
}

impl<T: Names> Serialize for Named<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.word())
    }
}

impl<'de, T: FromStr<Err: fmt::Display>> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        name.parse().map(Self).map_err(D::Error::custom)
    }
}

#[cfg(feature = "schema")]
impl<T: Names> schemars::JsonSchema for Named<T> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        T::WHAT.into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let names: Vec<&str> = T::all().into_iter().map(T::word).collect();
        schemars::json_schema!({"type": "string", "enum": names})
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether every word is read back as itself.
    fn read_back<T: Names + FromStr<Err: fmt::Display> + PartialEq>() -> bool {
        T::all().into_iter().all(|word| {
            let written = serde_json::to_string(&Named(word)).unwrap();
            serde_json::from_str::<Named<T>>(&written).is_ok_and(|read| read.0 == word)
        })
    }

    #[test]
    fn words_are_read_as_they_are_written() {
        assert!(read_back::<Play>() && read_back::<Method>() && read_back::<Player>() && read_back::<Language>());
        assert_eq!(serde_json::to_string(&Named(None::<Outcome>)).unwrap(), "\"undecided\"");
        assert_eq!(serde_json::to_string(&Named(Kind::Partisan)).unwrap(), "\"partisan\"");
        assert!(serde_json::from_str::<Named<Play>>("\"chess\"").is_err());
    }
}
