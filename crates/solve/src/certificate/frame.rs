//! The frame that certificates of all kinds share: a first line, a last line with a checksum, and lines between them.

use grundy_game::Text;
use std::fmt;

/// The version of the format; others are refused.
pub const VERSION: u32 = 3;

/// What is wrong with the text of a certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct FormatError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: Text,
}

impl FormatError {
    /// The mistake as a sentence.
    pub fn text(&self) -> Text {
        Text::new("line {line}: {problem}").with("line", self.line).with_text("problem", self.problem.clone())
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

/// A certificate that is being written.
pub(super) struct Draft {
    text: String,
    lines: usize,
}

impl Draft {
    pub fn new(kind: &str) -> Self {
        let mut draft = Self { text: String::new(), lines: 0 };
        draft.line(format_args!("grundy certificate {VERSION}"));
        draft.line(format_args!("kind {kind}"));
        draft
    }

    /// Adds a line.
    pub fn line(&mut self, line: fmt::Arguments<'_>) {
        self.text += &line.to_string();
        self.text.push('\n');
        self.lines += 1;
    }

    /// Adds a line of words behind a name.
    pub fn words<T: fmt::Display>(&mut self, name: &str, words: impl Iterator<Item = T>) {
        let words: String = words.map(|word| format!(" {word}")).collect::<Vec<_>>().concat();
        self.line(format_args!("{name}{words}"));
    }

    /// The whole text: the last line counts the lines above it and holds their checksum.
    pub fn finish(self) -> String {
        let checksum = checksum(self.text.as_bytes());
        format!("{}end {} {checksum:016x}\n", self.text, self.lines)
    }
}

/// FNV-1a, 64 bits: against accidents; forgeries are caught by checking the claims.
pub(super) fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The lines of a certificate whose frame is sound.
pub(super) struct Lines<'a> {
    lines: std::iter::Peekable<std::str::Lines<'a>>,
    /// The number of the line that was taken last.
    at: usize,
}

impl<'a> Lines<'a> {
    /// Looks at the frame of a text, then at what stands in it.
    pub fn open(text: &'a str) -> Result<Self, FormatError> {
        let first = text.lines().next().unwrap_or("");
        let error = |line: usize, problem: Text| Err(FormatError { line, problem });
        match first.strip_prefix("grundy certificate ").and_then(number) {
            Some(version) if version == u64::from(VERSION) => {}
            Some(version) => {
                let problem =
                    Text::new("this is version {version} of the format, and only version {ours} is read here")
                        .with("version", version)
                        .with("ours", VERSION);
                return error(1, problem);
            }
            None => {
                return error(1, Text::new("this is not a certificate: it does not begin with `grundy certificate`"));
            }
        }
        let count = text.matches('\n').count();
        let Some(before) = text.strip_suffix('\n') else { return error(count + 1, Text::new("the line is cut off")) };
        let body = before.rfind('\n').map_or(0, |at| at + 1);
        let right = format!("end {} {:016x}", count - 1, checksum(&text.as_bytes()[..body]));
        if before[body..] != right {
            let end = before[body..].starts_with("end ");
            let problem = if end { "the number of lines or the checksum is wrong" } else { "the end is missing" };
            return error(count, Text::new(problem));
        }
        if text.contains('\r') {
            return error(count, Text::new("lines end with a line feed alone"));
        }
        let mut lines = Self { lines: text[..body].lines().peekable(), at: 0 };
        lines.next("grundy certificate")?;
        Ok(lines)
    }

    /// The next line.
    pub fn next(&mut self, expected: &str) -> Result<&'a str, FormatError> {
        self.at += 1;
        let line = self.lines.next();
        line.ok_or_else(|| self.wrong(expected))
    }

    /// The next line, without the name that it must begin with.
    pub fn after(&mut self, name: &str) -> Result<&'a str, FormatError> {
        let line = self.next(name)?;
        let rest =
            line.strip_prefix(name).and_then(|rest| if rest.is_empty() { Some(rest) } else { rest.strip_prefix(' ') });
        rest.ok_or_else(|| self.wrong(name))
    }

    /// The number behind a name.
    pub fn number(&mut self, name: &str) -> Result<u64, FormatError> {
        let text = self.after(name)?;
        number(text).ok_or_else(|| self.wrong(name))
    }

    /// The numbers behind a name.
    pub fn numbers(&mut self, name: &str) -> Result<Vec<u64>, FormatError> {
        let text = self.after(name)?;
        numbers(text).ok_or_else(|| self.wrong(name))
    }

    /// Whether all lines were taken.
    pub fn is_over(&mut self) -> bool {
        self.lines.peek().is_none()
    }

    /// The lines left, each made into something.
    pub fn rest<T>(&mut self, expected: &str, make: impl Fn(&'a str) -> Option<T>) -> Result<Vec<T>, FormatError> {
        let mut made = Vec::new();
        while !self.is_over() {
            let line = self.next(expected)?;
            made.push(make(line).ok_or_else(|| self.wrong(expected))?);
        }
        Ok(made)
    }

    /// The complaint that the line taken last is not what it should be.
    pub fn wrong(&self, expected: &str) -> FormatError {
        FormatError {
            line: self.at,
            problem: Text::new("expected {expected}").with("expected", format!("`{expected}`")),
        }
    }
}

/// A number written the one way that is allowed.
pub(super) fn number(text: &str) -> Option<u64> {
    // why: what is not a number is refused, whatever it is
    text.parse().ok().filter(|number: &u64| number.to_string() == text)
}

/// Numbers with a blank between them.
pub(super) fn numbers(text: &str) -> Option<Vec<u64>> {
    if text.is_empty() { Some(Vec::new()) } else { text.split(' ').map(number).collect() }
}
