//! A cursor over the bytes of a text file that knows its line.

use crate::GraphError;

/// A cursor over bytes. All steps are O(1) or O(bytes passed).
pub(super) struct Scan<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
}

impl<'a> Scan<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, line: 1 }
    }

    /// The line of the cursor, counted from 1.
    pub(super) fn line(&self) -> usize {
        self.line
    }

    /// An error on the line of the cursor.
    pub(super) fn error(&self, reason: impl Into<String>) -> GraphError {
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
                Some(mark) if comments.contains(&mark) && self.is_comment(mark) => {
                    while self.peek().is_some_and(|b| b != b'\n') {
                        self.at += 1;
                    }
                }
                Some(_) => return true,
            }
        }
    }

    fn is_comment(&self, mark: u8) -> bool {
        mark != b'c' || self.bytes.get(self.at + 1).is_none_or(u8::is_ascii_whitespace)
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

    /// Reads one 0 or 1, then steps over blanks.
    pub(super) fn entry(&mut self) -> Result<bool, GraphError> {
        let entry = match self.peek() {
            Some(b'0') => false,
            Some(b'1') => true,
            _ => return Err(self.unexpected("0 or 1")),
        };
        self.at += 1;
        self.skip_blanks();
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

    /// Whether the cursor stands at the end of a line.
    #[inline]
    pub(super) fn at_line_end(&self) -> bool {
        matches!(self.peek(), None | Some(b'\n'))
    }

    /// Steps over the end of the line; anything else there is an error.
    #[inline]
    pub(super) fn end_line(&mut self, before: &str) -> Result<(), GraphError> {
        match self.peek() {
            None => Ok(()),
            Some(b'\n') => {
                self.at += 1;
                self.line += 1;
                Ok(())
            }
            Some(_) => Err(self.unexpected(&format!("the end of the line after {before}"))),
        }
    }

    /// The error that something else was expected at the cursor.
    #[cold]
    pub(super) fn unexpected(&self, expected: &str) -> GraphError {
        let found = match self.peek() {
            None => "the end of the file".to_owned(),
            Some(b'\n') => "the end of the line".to_owned(),
            Some(b) if b.is_ascii_graphic() => format!("`{}`", char::from(b)),
            Some(b) => format!("the byte {b:#04x}"),
        };
        self.error(format!("expected {expected}, found {found}"))
    }
}
