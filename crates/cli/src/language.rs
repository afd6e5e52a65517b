//! The language of everything the command says.
//!
//! One language holds for a whole run: `--lang`, else what the environment asks for (`LC_ALL`, `LC_MESSAGES`, `LANG`, the
//! first that is set), else English. Names of moves, options and JSON fields are notation and the same in every language.

use crate::style;
use grundy_lang::{Language, Text};
use std::fmt;
use std::sync::OnceLock;

static SPOKEN: OnceLock<Language> = OnceLock::new();

/// Settles the language of this run; the first call decides.
pub fn speak(language: Language) {
    SPOKEN.get_or_init(|| language);
}

/// The language of this run.
pub fn language() -> Language {
    // why: before a language is chosen there is English
    SPOKEN.get().copied().unwrap_or_default()
}

/// A sentence in the language of this run.
pub fn say(text: &Text) -> String {
    text.say(language())
}

/// A line below an answer: what it tells about, in a column of its own, and what it tells.
pub fn row(about: impl Into<Text>, told: impl fmt::Display) -> String {
    format!("  {:<11} {told}", say(&about.into()))
}

/// The main words of an answer, in a column of their own.
pub fn heading(words: Text) -> String {
    style::strong(&format!("{:<13} ", say(&words)))
}

/// The language asked for, before anything else of the command line is understood: help and mistakes speak it too.
pub fn wanted(arguments: &[String], environment: impl Fn(&str) -> Option<String>) -> Language {
    let mut asked = None;
    let mut rest = arguments.iter().take_while(|argument| *argument != "--");
    while let Some(argument) = rest.next() {
        let value = if argument == "--lang" { rest.next() } else { None };
        let value = value.map(String::as_str).or_else(|| argument.strip_prefix("--lang="));
        // why: a language that is not known is refused when the options are read
        asked = asked.or_else(|| value?.parse().ok());
    }
    asked.unwrap_or_else(|| of_environment(environment))
}

fn of_environment(environment: impl Fn(&str) -> Option<String>) -> Language {
    let set =
        ["LC_ALL", "LC_MESSAGES", "LANG"].iter().find_map(|name| environment(name).filter(|value| !value.is_empty()));
    set.map_or(Language::English, |locale| Language::preferred(&locale))
}

/// A mistake in an option, as the reader of the command line tells it.
#[derive(Debug, PartialEq, Eq)]
pub struct Mistake(pub Text);

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&say(&self.0))
    }
}

impl std::error::Error for Mistake {}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(arguments: &[&str], set: &[(&str, &str)]) -> Language {
        let arguments: Vec<String> = arguments.iter().map(|&argument| argument.to_owned()).collect();
        wanted(&arguments, |name| set.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned()))
    }

    #[test]
    fn the_option_comes_before_the_environment() {
        assert_eq!(asked(&["grundy", "solve", "nim:1"], &[]), Language::English);
        assert_eq!(asked(&["grundy", "--lang", "es", "games"], &[("LANG", "ca_ES.UTF-8")]), Language::Spanish);
        assert_eq!(asked(&["grundy", "games", "--lang=ca"], &[]), Language::Catalan);
        assert_eq!(asked(&["grundy", "eval", "--", "--lang", "es"], &[]), Language::English);
    }

    #[test]
    fn the_environment_is_asked_in_the_usual_order() {
        assert_eq!(asked(&[], &[("LANG", "es_ES.UTF-8")]), Language::Spanish);
        assert_eq!(asked(&[], &[("LANG", "es_ES.UTF-8"), ("LC_MESSAGES", "ca_ES@valencia")]), Language::Catalan);
        assert_eq!(asked(&[], &[("LANG", "es"), ("LC_MESSAGES", "ca"), ("LC_ALL", "C.UTF-8")]), Language::English);
        assert_eq!(asked(&[], &[("LANG", "es_MX"), ("LC_ALL", "")]), Language::Spanish);
    }
}
