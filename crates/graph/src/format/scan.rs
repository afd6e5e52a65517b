//! A cursor over the bytes of a text file that knows its line.

use crate::GraphError;
use grundy_lang::Text;

/// A cursor over bytes. All steps are O(1) or O(bytes passed).
pub(super) struct Scan<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
}

/// Names with more bytes than this are not read: no person gives them.
pub(super) const LONGEST_NAME: usize = 1000;

impl<'a> Scan<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, line: 1 }
    }

    /// The line of the cursor, counted from 1.
    pub(super) fn line(&self) -> usize {
        self.line
    }

    /// An error on the line of the cursor.
    pub(super) fn error(&self, reason: impl Into<Text>) -> GraphError {
        GraphError::line(self.line, reason)
    }

    /// How many lines there are left, counting a last one without end.
    pub(super) fn count_lines(&self) -> usize {
        self.bytes[self.at..].iter().map(|&b| usize::from(b == b'\n')).sum::<usize>() + 1
    }

    /// The byte under the cursor; `None` at the end.
    #[inline]
    pub(super) fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// Steps over blanks other than line ends.
    #[inline]
    pub(super) fn skip_blanks(&mut self) {
        while let Some(b' ' | b'\t' | b'\r' | b'\x0C') = self.peek() {
            self.at += 1;
        }
    }

    /// Steps to the start of the next line that is neither blank nor starts with one of the comment marks; `false` at
    /// the end of the file. The mark `c` counts only as a word of its own.
    #[inline]
    pub(super) fn next_line(&mut self, comments: &[u8]) -> bool {
        loop {
            self.skip_blanks();
            match self.peek() {
                None => return false,
                Some(b'\n') => {
                    self.at += 1;
                    self.line += 1;
                }
                Some(mark) if comments.contains(&mark) && self.is_comment(mark) => self.skip_line(),
                Some(_) => return true,
            }
        }
    }

    fn is_comment(&self, mark: u8) -> bool {
        mark != b'c' || self.bytes.get(self.at + 1).is_none_or(u8::is_ascii_whitespace)
    }

    fn skip_line(&mut self) {
        while self.peek().is_some_and(|b| b != b'\n') {
            self.at += 1;
        }
    }

    /// Reads a number below 2^32, then steps over blanks.
    #[inline]
    pub(super) fn number(&mut self) -> Result<u32, GraphError> {
        let start = self.at;
        let mut value = 0_u64;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            value = value * 10 + u64::from(digit - b'0');
            self.at += 1;
            if value > u64::from(u32::MAX) {
                return Err(self.error("a number is too large"));
            }
        }
        if self.at == start {
            return Err(self.unexpected("a number"));
        }
        self.skip_blanks();
        Ok(value as u32)
    }

    /// Reads a number below 2^32 that is written the usual way and is a word of its own, then steps over blanks; `None`
    /// when something else stands here.
    #[inline]
    pub(super) fn plain_number(&mut self) -> Option<u32> {
        let start = self.at;
        let mut value = 0_u64;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            value = value * 10 + u64::from(digit - b'0');
            self.at += 1;
            if value > u64::from(u32::MAX) {
                return None;
            }
        }
        let digits = self.at - start;
        let ends = self.peek().is_none_or(|b| b.is_ascii_whitespace());
        if digits == 0 || !ends || (digits > 1 && self.bytes[start] == b'0') {
            return None;
        }
        self.skip_blanks();
        Some(value as u32)
    }

    /// Reads a name: a run of bytes up to the next blank, or anything between quotation marks, where `\"` and `\\` stand
    /// for the mark and the backslash. Then steps over blanks.
    pub(super) fn name(&mut self) -> Result<String, GraphError> {
        let bytes = if self.peek() == Some(b'"') { self.quoted()? } else { self.word().to_vec() };
        self.skip_blanks();
        checked_name(bytes).map_err(|reason| self.error(reason))
    }

    fn quoted(&mut self) -> Result<Vec<u8>, GraphError> {
        let mut name = Vec::new();
        self.at += 1;
        loop {
            match (self.peek(), self.bytes.get(self.at + 1)) {
                (None | Some(b'\n'), _) => return Err(self.error("a quoted name that does not end")),
                (Some(b'"'), _) => {
                    self.at += 1;
                    return Ok(name);
                }
                (Some(b'\\'), Some(&escaped @ (b'"' | b'\\'))) => {
                    name.push(escaped);
                    self.at += 2;
                }
                (Some(byte), _) => {
                    name.push(byte);
                    self.at += 1;
                }
            }
        }
    }

    /// Reads one 0 or 1, then steps over blanks and commas.
    pub(super) fn entry(&mut self) -> Result<bool, GraphError> {
        let entry = match self.peek() {
            Some(b'0') => false,
            Some(b'1') => true,
            _ => return Err(self.unexpected("0 or 1")),
        };
        self.at += 1;
        while let Some(b' ' | b'\t' | b'\r' | b'\x0C' | b',') = self.peek() {
            self.at += 1;
        }
        Ok(entry)
    }

    /// Reads a run of bytes up to the next blank, then steps over blanks.
    pub(super) fn word(&mut self) -> &'a [u8] {
        let start = self.at;
        while self.peek().is_some_and(|b| !b.is_ascii_whitespace()) {
            self.at += 1;
        }
        let word = &self.bytes[start..self.at];
        self.skip_blanks();
        word
    }

    /// Whether nothing but perhaps a comment, after `#` or `%`, follows on the line.
    #[inline]
    pub(super) fn at_line_end(&self) -> bool {
        matches!(self.peek(), None | Some(b'\n' | b'#' | b'%'))
    }

    /// Steps over the end of the line and a comment before it; anything else there is an error. `expected`
    /// says what should stand here, such as "the end of the line after two vertices".
    #[inline]
    pub(super) fn end_line(&mut self, expected: &'static str) -> Result<(), GraphError> {
        if !self.at_line_end() {
            return Err(self.unexpected(expected));
        }
        if matches!(self.peek(), Some(b'#' | b'%')) {
            self.skip_line();
        }
        if self.peek().is_some() {
            self.at += 1;
            self.line += 1;
        }
        Ok(())
    }

    /// The error that something else was expected at the cursor.
    #[cold]
    pub(super) fn unexpected(&self, expected: &'static str) -> GraphError {
        let found = match self.peek() {
            None => Text::new("the end of the file"),
            Some(b'\n') => Text::new("the end of the line"),
            Some(b) if b.is_ascii_graphic() => Text::verbatim(format!("`{}`", char::from(b))),
            Some(b) => Text::new("the byte {byte}").with("byte", format!("{b:#04x}")),
        };
        self.error(expected_found(Text::new(expected), found))
    }
}

/// The sentence that one thing was expected and another found.
pub(super) fn expected_found(expected: Text, found: Text) -> Text {
    Text::new("expected {expected}, found {found}").with_text("expected", expected).with_text("found", found)
}

/// A name from its bytes, or what is wrong with it.
pub(super) fn checked_name(bytes: Vec<u8>) -> Result<String, Text> {
    if bytes.len() > LONGEST_NAME {
        return Err(Text::new("a name of more than {most} bytes").with("most", LONGEST_NAME));
    }
    let name = String::from_utf8(bytes).map_err(|_| Text::new("a name that is not text in UTF-8"))?;
    if name.is_empty() {
        return Err(Text::new("an empty name"));
    }
    if name.contains(char::is_control) {
        return Err(Text::new("a name with a control character"));
    }
    Ok(name)
}
