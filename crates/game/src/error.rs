//! The error of everything that reads a position.

use crate::Text;
use grundy_lang::Language;

/// What is wrong with a text, where, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem}")]
pub struct ParseError {
    /// The text that was read: the whole notation, or one line of a file.
    pub input: String,
    /// Byte offset in `input` of the first offending character; `input.len()` when the text ended too early.
    pub offset: usize,
    /// How many bytes offend; 0 when something is missing.
    pub length: usize,
    /// What is wrong, as a sentence without a full stop.
    pub problem: Text,
    /// What would be right: an expectation or a suggestion; may be empty.
    pub help: Text,
    /// The file the text came from and the line in it, when it did not come from the command line.
    pub place: Option<String>,
}

impl ParseError {
    /// An error about `length` bytes of `source` from `offset` on.
    pub fn new(source: &str, offset: usize, length: usize, problem: impl Into<Text>) -> Self {
        let (problem, help) = (problem.into(), Text::default());
        Self { input: source.to_owned(), offset, length, problem, help, place: None }
    }

    /// Says what would be right.
    #[must_use]
    pub fn help(mut self, help: impl Into<Text>) -> Self {
        self.help = help.into();
        self
    }

    /// Column of the first offending character, counted from 1 in characters.
    pub fn column(&self) -> usize {
        let end = self.offset.min(self.input.len());
        self.input.char_indices().take_while(|(at, _)| *at < end).count() + 1
    }

    /// The error as people see it, in English; [`ParseError::say`] speaks other languages.
    pub fn render(&self) -> String {
        self.say(Language::English)
    }

    /// The error as people see it: the problem, the text with a caret under the offending column, and the help.
    ///
    /// Long texts are cut to a window around the caret, so a megabyte of garbage gives a message of three lines.
    pub fn say(&self, language: Language) -> String {
        const WINDOW: usize = 60;
        let characters: Vec<char> = self.input.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
        let column = self.column() - 1;
        let marked = self.input[self.floor(self.offset)..self.floor(self.offset + self.length)].chars().count();
        let from = column.saturating_sub(WINDOW / 2);
        let to = (from + WINDOW).min(characters.len());
        let before = if from > 0 { "…" } else { "" };
        let after = if to < characters.len() { "…" } else { "" };
        let excerpt: String = characters[from.min(to)..to].iter().collect();
        let padding = " ".repeat(column - from + before.chars().count());
        let carets = "^".repeat(marked.clamp(1, (to.saturating_sub(column)).max(1)));
        let place = self.place.as_ref().map_or(String::new(), |place| format!("{place}: "));
        let mut out = format!("{place}{}\n  {before}{excerpt}{after}\n  {padding}{carets}", self.problem.say(language));
        if !self.help.is_empty() {
            out.push(' ');
            out.push_str(&self.help.say(language));
        }
        out
    }

    /// The largest character boundary of the source not after `offset`.
    fn floor(&self, offset: usize) -> usize {
        let mut at = offset.min(self.input.len());
        while !self.input.is_char_boundary(at) {
            at -= 1;
        }
        at
    }
}

/// The name among `names` that `typed` was probably meant to be, if one is close.
pub fn nearest<'a>(typed: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed = typed.to_lowercase();
    names
        .into_iter()
        .map(|name| (strsim::damerau_levenshtein(&typed, name), name))
        .filter(|(distance, name)| *distance <= 1 + name.len().max(typed.len()) / 4)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_caret_stands_under_the_column() {
        let error = ParseError::new("nim:3,,4", 6, 1, "a heap is missing").help("expected a number");
        assert_eq!(error.render(), "a heap is missing\n  nim:3,,4\n        ^ expected a number");
        assert_eq!(error.column(), 7);
    }

    #[test]
    fn long_and_odd_texts_are_cut() {
        let long = "é".repeat(100_000);
        let error = ParseError::new(&long, 100_000, 2, "bad");
        assert!(error.render().chars().count() < 200);
        assert!(ParseError::new("", 0, 0, "empty").render().contains('^'));
        assert!(ParseError::new("é", 1, 9, "inside a character").render().contains('^'));
    }

    #[test]
    fn typos_find_their_game() {
        let names = ["nim", "chomp", "subtract", "coins"];
        assert_eq!(nearest("chmp", names), Some("chomp"));
        assert_eq!(nearest("nmi", names), Some("nim"));
        assert_eq!(nearest("xyzzy", names), None);
    }
}
