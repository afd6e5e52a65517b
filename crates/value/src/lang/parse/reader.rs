//! The text being read: characters, blanks, words, and where mistakes stand.

use super::super::ast::{Expr, Kind, Span};
use super::{NESTING_LIMIT, Parsed};
use crate::SyntaxError;
use grundy_lang::Text;

/// Words that name nothing, since the grammar uses them.
const RESERVED: [&str; 6] = ["let", "for", "in", "true", "false", "pass"];

pub(super) struct Reader {
    pub(super) text: Vec<char>,
    pub(super) at: usize,
    depth: u32,
    /// Inside braces a bar ends the expression; inside other brackets it is part of a relation.
    pub(super) bars_end: bool,
    /// Inside brackets a line end is a blank.
    pub(super) lines_join: bool,
    /// In the head of a `for` statement a colon ends the list and starts no position.
    pub(super) colon_ends: bool,
    /// Which parts may still stand beside what was read last.
    pub(super) beside: Beside,
}

/// How far along `number ups tiny star` a literal is: only later parts may stand beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Beside {
    /// Anything may follow.
    Anything,
    /// Ups were read.
    Ups,
    /// Tiny or miny was read.
    Tiny,
    /// A nimber was read: nothing may follow.
    Star,
}

impl Reader {
    pub(super) fn new(text: &str) -> Self {
        Self {
            text: text.chars().collect(),
            at: 0,
            depth: 0,
            bars_end: false,
            lines_join: false,
            colon_ends: false,
            beside: Beside::Anything,
        }
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }

    pub(super) fn peek_at(&self, ahead: usize) -> Option<char> {
        self.text.get(self.at + ahead).copied()
    }

    pub(super) fn starts_with(&self, word: &str) -> bool {
        word.chars().enumerate().all(|(i, c)| self.peek_at(i) == Some(c))
    }

    /// Takes `word` if it comes next, after blanks.
    pub(super) fn take(&mut self, word: &str) -> bool {
        self.skip_blanks();
        let found = self.starts_with(word);
        if found {
            self.at += word.chars().count();
        }
        found
    }

    pub(super) fn take_word(&mut self, word: &str) -> bool {
        self.skip_blanks();
        let end = self.peek_at(word.len());
        self.starts_with(word) && !end.is_some_and(is_name_part) && self.take(word)
    }

    pub(super) fn expect(&mut self, word: &str) -> Parsed<()> {
        if self.take(word) { Ok(()) } else { Err(self.unexpected(Text::verbatim(format!("`{word}`")))) }
    }

    pub(super) fn skip_blanks(&mut self) {
        while let Some(c) = self.peek() {
            if c == '#' && self.lines_join {
                self.skip_comment();
            } else if self.is_blank(c) {
                self.at += 1;
            } else {
                return;
            }
        }
    }

    /// Whether a character may stand between any two parts here.
    pub(super) fn is_blank(&self, c: char) -> bool {
        c.is_whitespace() && (c != '\n' || self.lines_join)
    }

    /// What comes next after blanks, which stay unread.
    pub(super) fn next_mark(&mut self) -> Option<char> {
        let before = self.at;
        self.skip_blanks();
        let next = self.peek();
        self.at = before;
        next
    }

    fn skip_comment(&mut self) {
        while self.peek().is_some_and(|c| c != '\n') {
            self.at += 1;
        }
    }

    pub(super) fn skip_separators(&mut self) {
        while let Some(c) = self.peek() {
            if c == '#' {
                self.skip_comment();
            } else if c.is_whitespace() || c == ';' {
                self.at += 1;
            } else {
                return;
            }
        }
    }

    /// A mistake from `start` to here.
    pub(super) fn error(&self, start: usize, message: impl Into<Text>) -> SyntaxError {
        let width = self.at.saturating_sub(start).max(1);
        SyntaxError { column: start, width, message: message.into(), help: None }
    }

    /// Something else was expected here.
    pub(super) fn unexpected(&self, expected: Text) -> SyntaxError {
        let message = match self.peek() {
            Some('\n') => Text::new("expected {expected}, found the end of the line"),
            Some(c) => Text::new("expected {expected}, found `{found}`").with("found", c.escape_debug()),
            None => Text::new("expected {expected}, found the end"),
        };
        SyntaxError { column: self.at, width: 1, message: message.with_text("expected", expected), help: None }
    }

    pub(super) fn spanned(&self, start: usize, kind: Kind) -> Expr {
        Expr { span: Span { start, end: self.at }, kind }
    }

    /// Runs `inner` one bracket deeper, where a bar ends an expression or does not, and a line end is a blank.
    pub(super) fn bracketed<T>(&mut self, bars_end: bool, inner: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        let before = (self.bars_end, self.lines_join, self.colon_ends);
        (self.bars_end, self.lines_join, self.colon_ends) = (bars_end, true, false);
        let result = self.deeper(inner);
        (self.bars_end, self.lines_join, self.colon_ends) = before;
        result
    }

    /// Runs `inner` one bracket or prefix deeper.
    pub(super) fn deeper<T>(&mut self, inner: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        self.room_for(0)?;
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    /// Whether `more` levels may nest here.
    pub(super) fn room_for(&self, more: u32) -> Parsed<()> {
        if self.depth.saturating_add(more) < NESTING_LIMIT {
            return Ok(());
        }
        let message = Text::new("nested too deep: more than {limit} brackets or signs inside each other");
        Err(self.error(self.at, message.with("limit", NESTING_LIMIT)))
    }

    /// The word that starts here, empty if none does.
    pub(super) fn name(&mut self) -> String {
        let start = self.at;
        if self.peek().is_some_and(is_name_start) {
            while self.peek().is_some_and(is_name_part) {
                self.at += 1;
            }
        }
        self.text[start..self.at].iter().collect()
    }

    /// A name that something may be bound to.
    pub(super) fn new_name(&mut self) -> Parsed<String> {
        self.skip_blanks();
        let start = self.at;
        let name = self.name();
        if name.is_empty() {
            return Err(self.unexpected(Text::new("a name")));
        }
        if is_downs(&name) {
            let message = Text::new("`{name}` is the value down; choose another name");
            return Err(self.error(start, message.with("name", name)));
        }
        if is_reserved(&name) {
            let message = Text::new("`{name}` is a word of the language; choose another name");
            return Err(self.error(start, message.with("name", name)));
        }
        Ok(name)
    }
}

pub(super) fn is_name_start(c: char) -> bool {
    c.is_alphabetic() && !"↑↓".contains(c) || c == '_'
}

pub(super) fn is_name_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

pub(super) fn is_reserved(word: &str) -> bool {
    RESERVED.contains(&word)
}

/// `v`, `vv`, `v3`: words that mean multiples of down.
pub(super) fn is_downs(word: &str) -> bool {
    let rest = word.trim_start_matches('v');
    let arrows = word.len() - rest.len();
    arrows > 0 && (rest.is_empty() || (arrows == 1 && rest.chars().all(|c| c.is_ascii_digit())))
}
