//! Mistakes in a program, with the place they were made.

use grundy_budget::Exhausted;

use super::ast::Span;
use crate::{SyntaxError, ValueError};

/// What went wrong in a program, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct LangError {
    /// Where, in characters of the text handed in.
    pub span: Span,
    /// What.
    pub message: String,
    /// The limit that was reached, if the program itself is fine.
    pub exhausted: Option<Exhausted>,
}

impl LangError {
    /// A mistake at a place.
    pub fn new(span: Span, message: impl Into<String>) -> Self {
        Self { span, message: message.into(), exhausted: None }
    }

    /// An error of an operation on values, at the place of the operation.
    pub(crate) fn at(span: Span, error: &ValueError) -> Self {
        let exhausted = if let ValueError::Exhausted(exhausted) = error { Some(*exhausted) } else { None };
        Self { span, message: error.to_string(), exhausted }
    }

    /// The message with the line it is about and a caret under the place.
    pub fn render(&self, text: &str) -> String {
        let mut start = 0;
        for (number, line) in text.split('\n').enumerate() {
            let length = line.chars().count();
            if self.span.start <= start + length {
                let before = self.span.start - start;
                let width = (self.span.end.saturating_sub(self.span.start)).clamp(1, (length - before).max(1));
                let place = if text.contains('\n') {
                    format!("line {}, column {}", number + 1, before + 1)
                } else {
                    format!("column {}", before + 1)
                };
                // Long lines are cut to a window around the place.
                let from = before.saturating_sub(60);
                let window: String = line.chars().skip(from).take(120).collect();
                let carets = "^".repeat(width.min(120 - (before - from)));
                return format!("{} ({place})\n  {window}\n  {}{carets}", self.message, " ".repeat(before - from));
            }
            start += length + 1;
        }
        self.message.clone()
    }
}

impl From<SyntaxError> for LangError {
    fn from(error: SyntaxError) -> Self {
        Self::new(Span { start: error.column, end: error.column + error.width }, error.message)
    }
}
