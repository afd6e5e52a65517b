//! Sentences for people, in English, Spanish and Catalan.
//!
//! A [`Text`] is an English template with named gaps and what fills them; every room makes them, from parse errors to
//! reasons. The template is the key of its translations, so code is written in plain English and a sentence without a
//! translation is shown as it is. Gaps are written `{name}`. The command and the page say them in the [`Language`] asked for.
//!
//! The translations themselves are the crate `grundy-messages`, which front ends [install] when they start. Every room
//! stands on this one, so it holds nothing that changes with every new sentence.
//!
//! ```
//! use grundy_lang::Language;
//! grundy_lang::install("first wins\tgana el primero\tguanya el primer");
//! assert_eq!(Language::Catalan.translate("first wins"), Some("guanya el primer"));
//! assert_eq!(Language::Spanish.translate("a sentence nobody has translated"), None);
//! ```

mod text;

pub use text::{Argument, Text};

use rustc_hash::FxHashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::{LazyLock, OnceLock};

/// The sentences with their translations, once they are installed.
static MESSAGES: OnceLock<&'static str> = OnceLock::new();

/// Brings the translations: rows of English, Spanish and Catalan between tabs; lines that start with `#` are headings. Without
/// them everything is said in English. Once for the process; what is installed first stays.
pub fn install(messages: &'static str) {
    MESSAGES.get_or_init(|| messages);
}

/// A language that Grundy speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// The language that everything is written in.
    #[default]
    English,
    /// Spanish.
    Spanish,
    /// Catalan.
    Catalan,
}

impl Language {
    /// All languages, English first.
    pub const ALL: [Self; 3] = [Self::English, Self::Spanish, Self::Catalan];

    /// The two letters of ISO 639-1.
    pub fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Spanish => "es",
            Self::Catalan => "ca",
        }
    }

    /// The name of the language in itself.
    pub fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::Spanish => "Español",
            Self::Catalan => "Català",
        }
    }

    /// The translation of an English sentence; `None` where English is to be kept.
    pub fn translate(self, english: &str) -> Option<&'static str> {
        let column = match self {
            Self::English => return None,
            Self::Spanish => 1,
            Self::Catalan => 2,
        };
        index().get(english).map(|row| row[column])
    }

    /// Every translated sentence with its English, in the order of the catalogue.
    pub fn sentences(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let column = match self {
            Self::English => 0,
            Self::Spanish => 1,
            Self::Catalan => 2,
        };
        rows().map(move |row| (row[0], row[column]))
    }

    /// The first language of a list such as `ca-ES,ca;q=0.9,en;q=0.8` that Grundy speaks; English otherwise.
    pub fn preferred(list: &str) -> Self {
        list.split(',')
            // why: languages that are not known are passed over
            .find_map(|wish| wish.split([';', '-', '_', '.', '@']).next()?.trim().parse().ok())
            // why: documented: English otherwise
            .unwrap_or_default()
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let lower = text.to_lowercase();
        Self::ALL.into_iter().find(|language| language.code() == lower).ok_or(UnknownLanguage)
    }
}

/// A text that does not name a language Grundy speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownLanguage;

impl UnknownLanguage {
    /// What would be right.
    pub fn text(self) -> Text {
        Text::new("expected one of the languages en, es, ca")
    }
}

impl fmt::Display for UnknownLanguage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

impl std::error::Error for UnknownLanguage {}

/// The rows with all three columns.
fn rows() -> impl Iterator<Item = [&'static str; 3]> {
    MESSAGES.get().into_iter().flat_map(|messages| messages.lines()).filter_map(|line| {
        let mut columns = line.split('\t').filter(|_| !line.starts_with('#'));
        Some([columns.next()?, columns.next()?, columns.next()?])
    })
}

/// The English of the catalogue that equals the text.
fn key(english: &str) -> Option<&'static str> {
    index().get_key_value(english).map(|(&key, _)| key)
}

/// The rows by their English; empty until there are any.
fn index() -> &'static FxHashMap<&'static str, [&'static str; 3]> {
    static INDEX: OnceLock<FxHashMap<&'static str, [&'static str; 3]>> = OnceLock::new();
    static NONE: LazyLock<FxHashMap<&'static str, [&'static str; 3]>> = LazyLock::new(FxHashMap::default);
    if MESSAGES.get().is_none() {
        return &NONE;
    }
    INDEX.get_or_init(|| rows().map(|row| (row[0], row)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_browser_says_what_it_prefers() {
        assert_eq!(Language::preferred("ca-ES,ca;q=0.9,en;q=0.8"), Language::Catalan);
        assert_eq!(Language::preferred("fr, es;q=0.5"), Language::Spanish);
        assert_eq!(Language::preferred("es_ES.UTF-8"), Language::Spanish);
        assert_eq!(Language::preferred(""), Language::English);
    }
}
