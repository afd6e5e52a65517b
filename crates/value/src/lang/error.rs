//! Mistakes in a program, with the place they were made.

use grundy_budget::Exhausted;
use grundy_lang::{Language, Text};

use super::ast::Span;
use crate::error::joined;
use crate::{SyntaxError, ValueError};

/// What went wrong in a program, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text())]
pub struct LangError {
    /// Where, in characters of the text handed in.
    pub span: Span,
    /// What.
    pub message: Text,
    /// What to write instead, where that is known.
    pub help: Option<Text>,
    /// The limit that was reached, if the program itself is fine.
    pub exhausted: Option<Exhausted>,
}

/// Characters shown of a long line, and how many of them stand before the place.
const WINDOW: usize = 120;
const BEFORE: usize = 60;

impl LangError {
    /// A mistake at a place.
    pub fn new(span: Span, message: impl Into<Text>) -> Self {
        Self { span, message: message.into(), help: None, exhausted: None }
    }

    /// The same mistake with what to write instead.
    #[must_use]
    pub fn help(mut self, help: impl Into<Text>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// An error of an operation on values, at the place of the operation.
    pub(crate) fn at(span: Span, error: &ValueError) -> Self {
        let exhausted = if let ValueError::Exhausted(exhausted) = error { Some(*exhausted) } else { None };
        Self { span, message: error.text(), help: None, exhausted }
    }

    /// What went wrong and what helps, without the place.
    pub fn text(&self) -> Text {
        match &self.help {
            Some(help) => joined(&self.message, help),
            None => self.message.clone(),
        }
    }

    /// The message in English with the line it is about and a caret under the place.
    pub fn render(&self, text: &str) -> String {
        self.render_in(text, Language::English)
    }

    /// The message in a language with the line it is about and a caret under the place.
    pub fn render_in(&self, text: &str, language: Language) -> String {
        let mut start = 0;
        for (number, line) in text.split('\n').enumerate() {
            let length = line.chars().count();
            if self.span.start <= start + length {
                let before = self.span.start - start;
                let whole = text.contains('\n').then_some(number + 1);
                return self.render_line(line, before, length, whole, language);
            }
            start += length + 1;
        }
        self.text().say(language)
    }

    /// The message for a place `before` characters into a line, whose number is told if there are several.
    fn render_line(
        &self,
        line: &str,
        before: usize,
        length: usize,
        number: Option<usize>,
        language: Language,
    ) -> String {
        let place = match number {
            Some(number) => Text::new("{problem} (line {line}, column {column})").with("line", number),
            None => Text::new("{problem} (column {column})"),
        };
        let message = place.with_text("problem", self.message.clone()).with("column", before + 1).say(language);
        let width = self.span.end.saturating_sub(self.span.start).clamp(1, (length - before).max(1));
        let from = before.saturating_sub(BEFORE);
        // Escape codes of the input must not reach a terminal.
        let shown = line.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c });
        let window: String = shown.skip(from).take(WINDOW).collect();
        let carets = "^".repeat(width.min(WINDOW - (before - from)));
        let help = self.help.as_ref().map_or(String::new(), |help| format!(" {}", help.say(language)));
        format!("{message}\n  {window}\n  {}{carets}{help}", " ".repeat(before - from))
    }
}

impl From<SyntaxError> for LangError {
    fn from(error: SyntaxError) -> Self {
        let span = Span { start: error.column, end: error.column + error.width };
        Self { span, message: error.message, help: error.help, exhausted: None }
    }
}
