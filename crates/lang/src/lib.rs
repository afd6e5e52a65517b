//! Sentences for people, in English, Spanish and Catalan.
//!
//! A [`Text`] is an English template with named gaps and what fills them; every room makes them, from parse errors to
//! reasons. The template is the key of its translations, so code is written in plain English and a sentence without a
//! translation is shown as it is. Gaps are written `{name}`. The command and the page say them in the [`Language`] asked for.
//!
//! ```
//! use grundy_lang::Language;
//! assert_eq!(Language::Catalan.translate("first wins"), Some("guanya el primer"));
//! assert_eq!(Language::Spanish.translate("a sentence nobody has translated"), None);
//! ```

mod text;

pub use text::{Argument, Text};

use rustc_hash::FxHashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

/// The rows of the catalogue: English, Spanish and Catalan between tabs; lines that start with `#` are headings.
const MESSAGES: &str = include_str!("../messages.tsv");

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

    /// An English sentence whose gaps are filled already, in this language: as it is where no template fits.
    ///
    /// Mistakes are written in plain English where they happen, far from any language; here their template is found
    /// again. Of several that fit, the one with the most words of its own wins, and what fills a gap is looked up in its
    /// turn.
    ///
    /// ```
    /// use grundy_lang::Language;
    /// assert_eq!(Language::Spanish.say("`x` is not a heap"), "`x` no es un montón");
    /// assert_eq!(Language::Catalan.say("nobody has translated this"), "nobody has translated this");
    /// ```
    pub fn say(self, english: &str) -> String {
        self.said(english, NESTING).unwrap_or_else(|| english.to_owned())
    }

    /// The sentence in this language where it is known, with at most `depth` sentences inside each other.
    fn said(self, english: &str, depth: usize) -> Option<String> {
        if let Some(exact) = self.translate(english) {
            return Some(exact.to_owned());
        }
        if self == Self::English || depth == 0 || english.len() > LONGEST {
            return None;
        }
        let fitting = templates().iter().filter_map(|template| Some((template, template.gaps(english)?)));
        let (template, gaps) = fitting.max_by_key(|(template, _)| template.weight)?;
        let mut out = self.translate(template.english)?.to_owned();
        for (name, filling) in template.names.iter().zip(gaps) {
            let filling = self.said(filling, depth - 1).unwrap_or_else(|| filling.to_owned());
            // A filling must not be mistaken for a gap of a later turn.
            out = out.replace(&format!("{{{name}}}"), &filling.replace('{', "\u{1}"));
        }
        Some(out.replace('\u{1}', "{"))
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
            .find_map(|wish| wish.split([';', '-', '_', '.']).next()?.trim().parse().ok())
            .unwrap_or_default()
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for Language {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let lower = text.to_lowercase();
        Self::ALL
            .into_iter()
            .find(|language| language.code() == lower)
            .ok_or_else(|| "expected one of the languages en, es, ca".to_owned())
    }
}

/// Sentences inside sentences that are still looked up.
const NESTING: usize = 4;

/// Longer texts are no sentences of ours.
const LONGEST: usize = 2000;

/// An English template cut at its gaps.
struct Template {
    english: &'static str,
    /// The pieces around the gaps, one more than there are gaps.
    pieces: Vec<&'static str>,
    names: Vec<&'static str>,
    /// Letters outside the gaps.
    weight: usize,
}

/// Templates with fewer letters of their own would fit anything.
const LEAST_WEIGHT: usize = 5;

impl Template {
    fn new(english: &'static str) -> Option<Self> {
        let (mut pieces, mut names) = (Vec::new(), Vec::new());
        let mut rest = english;
        while let Some((before, name, after)) = rest
            .split_once('{')
            .and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
            .map(|(b, (n, a))| (b, n, a))
        {
            pieces.push(before);
            names.push(name);
            rest = after;
        }
        pieces.push(rest);
        let weight = pieces.iter().flat_map(|piece| piece.chars()).filter(|c| c.is_alphabetic()).count();
        (!names.is_empty() && weight >= LEAST_WEIGHT).then_some(Self { english, pieces, names, weight })
    }

    /// What fills the gaps when this template gives the sentence; a gap ends where the next piece first begins.
    fn gaps<'a>(&self, sentence: &'a str) -> Option<Vec<&'a str>> {
        let (first, others) = self.pieces.split_first()?;
        let (last, inner) = others.split_last()?;
        let mut rest = sentence.strip_prefix(first)?.strip_suffix(last)?;
        let mut gaps = Vec::with_capacity(self.names.len());
        for piece in inner {
            let (gap, after) = rest.split_once(piece)?;
            gaps.push(gap);
            rest = after;
        }
        gaps.push(rest);
        Some(gaps)
    }
}

fn templates() -> &'static [Template] {
    static TEMPLATES: OnceLock<Vec<Template>> = OnceLock::new();
    TEMPLATES.get_or_init(|| rows().filter_map(|row| Template::new(row[0])).collect())
}

/// The rows with all three columns.
fn rows() -> impl Iterator<Item = [&'static str; 3]> {
    MESSAGES.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).filter_map(|line| {
        let mut columns = line.split('\t');
        Some([columns.next()?, columns.next()?, columns.next()?])
    })
}

/// The English of the catalogue that equals the text.
fn key(english: &str) -> Option<&'static str> {
    index().get_key_value(english).map(|(&key, _)| key)
}

fn index() -> &'static FxHashMap<&'static str, [&'static str; 3]> {
    static INDEX: OnceLock<FxHashMap<&'static str, [&'static str; 3]>> = OnceLock::new();
    INDEX.get_or_init(|| rows().map(|row| (row[0], row)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn gaps(text: &str) -> BTreeSet<&str> {
        text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name).collect()
    }

    #[test]
    fn every_row_has_three_sentences_with_the_same_gaps() {
        let mut seen = BTreeSet::new();
        for line in MESSAGES.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let columns: Vec<&str> = line.split('\t').collect();
            let [english, spanish, catalan] = columns[..] else { panic!("three columns are expected: {line}") };
            assert!(seen.insert(english), "twice in the catalogue: {english}");
            for other in [spanish, catalan] {
                assert!(!other.trim().is_empty(), "no translation of: {english}");
                assert_eq!(gaps(english), gaps(other), "gaps differ: {english} / {other}");
            }
        }
        assert!(seen.len() > 100);
    }

    #[test]
    fn filled_sentences_find_their_template() {
        let spanish = |english: &str| Language::Spanish.say(english);
        assert_eq!(spanish("no game named `chmp`"), "no hay ningún juego llamado `chmp`");
        assert_eq!(spanish("a heap is missing"), "falta un montón");
        assert_eq!(spanish("undecided: out of time"), "sin decidir: se acabó el tiempo");
        assert_eq!(spanish("`{what}` does not belong here"), "`{what}` no va aquí");
        assert_eq!(spanish(&"`x` is not a heap".repeat(1000)), "`x` is not a heap".repeat(1000));
        assert_eq!(Language::English.say("a heap is missing"), "a heap is missing");
    }

    #[test]
    fn the_browser_says_what_it_prefers() {
        assert_eq!(Language::preferred("ca-ES,ca;q=0.9,en;q=0.8"), Language::Catalan);
        assert_eq!(Language::preferred("fr, es;q=0.5"), Language::Spanish);
        assert_eq!(Language::preferred("es_ES.UTF-8"), Language::Spanish);
        assert_eq!(Language::preferred(""), Language::English);
    }
}
