//! What a game reads its position from.

use crate::{ParseError, Text};

/// Where files named by `@file` come from: the file system for the command, nothing for the page.
pub trait Files {
    /// The content of the file.
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError>;

    /// Bytes that a file and what is made of it may take; whoever reads a large one makes a budget of it.
    fn most(&self) -> u64 {
        1 << 28
    }
}

/// Why a file could not be had.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct FileError(pub Text);

/// Refuses every file.
pub struct NoFiles;

impl Files for NoFiles {
    fn read(&self, _path: &str) -> Result<Vec<u8>, FileError> {
        Err(FileError(Text::new("files cannot be read here")))
    }
}

/// One `game(arguments):position` inside a longer text, with the means to report errors in columns of that text.
#[derive(Clone, Copy)]
pub struct Input<'a> {
    /// The whole text as typed.
    pub source: &'a str,
    /// The name of the game.
    pub name: &'a str,
    /// The text between the brackets after the name and its offset in `source`.
    pub arguments: Option<(&'a str, usize)>,
    /// The position and its offset in `source`, without quotes.
    pub position: (&'a str, usize),
    /// Where `@file` is read from.
    pub files: &'a dyn Files,
}

impl<'a> Input<'a> {
    /// An error about `length` bytes from `offset` of the position.
    pub fn error(&self, offset: usize, length: usize, problem: impl Into<Text>) -> ParseError {
        ParseError::new(self.source, self.position.1 + offset, length, problem)
    }

    /// An error about the whole position.
    pub fn position_error(&self, problem: impl Into<Text>) -> ParseError {
        self.error(0, self.position.0.len(), problem)
    }

    /// An error about `length` bytes from `offset` of the arguments.
    pub fn argument_error(&self, offset: usize, length: usize, problem: impl Into<Text>) -> ParseError {
        let start = self.arguments.map_or(self.position.1, |(_, start)| start);
        ParseError::new(self.source, start + offset, length, problem)
    }

    /// The arguments, which this game must have; `example` shows a right use.
    pub fn required_arguments(&self, example: &str) -> Result<&'a str, ParseError> {
        if let Some((text, _)) = self.arguments {
            Ok(text)
        } else {
            let end = self.position.1.saturating_sub(1);
            let problem = Text::new("`{game}` needs arguments in brackets").with("game", self.name);
            Err(ParseError::new(self.source, end, 0, problem).help(for_example(example)))
        }
    }

    /// Refuses arguments, for games that take none.
    pub fn no_arguments(&self) -> Result<(), ParseError> {
        match self.arguments {
            None => Ok(()),
            Some((text, _)) => {
                let problem = Text::new("`{game}` takes no arguments").with("game", self.name);
                let help = Text::new("write `{right}`").with("right", format!("{}:…", self.name));
                Err(self.argument_error(0, text.len(), problem).help(help))
            }
        }
    }

    /// The file's name and content when the position is `@file`.
    pub fn file(&self) -> Option<Result<(&'a str, Vec<u8>), ParseError>> {
        let path = self.position.0.strip_prefix('@').filter(|path| !path.is_empty())?;
        let unread = |error: FileError| {
            let problem = Text::new("cannot read `{file}`").with("file", path);
            self.position_error(problem).help(error.0)
        };
        Some(self.files.read(path).map(|content| (path, content)).map_err(unread))
    }

    /// Non-negative whole numbers separated by commas: the position as heaps.
    pub fn heaps(&self) -> Result<Vec<u64>, ParseError> {
        let (text, start) = self.position;
        let mut heaps = Vec::new();
        for (offset, piece) in pieces(text, ',') {
            heaps.push(number(self.source, start + offset, piece, Text::new("a heap"))?);
        }
        Ok(heaps)
    }
}

/// A right use to follow.
pub fn for_example(example: &str) -> Text {
    Text::new("for example `{example}`").with("example", example)
}

/// The pieces of `text` between separators, each with its offset.
pub(crate) fn pieces(text: &str, separator: char) -> impl Iterator<Item = (usize, &str)> {
    let mut offset = 0;
    text.split(separator).map(move |piece| {
        let here = offset;
        offset += piece.len() + separator.len_utf8();
        (here, piece)
    })
}

/// Reads `piece`, which stands at `offset` of `source`, as a non-negative whole number below 2^64.
pub(crate) fn number(source: &str, offset: usize, piece: &str, what: Text) -> Result<u64, ParseError> {
    let trimmed = piece.trim();
    let lead = piece.len() - piece.trim_start().len();
    let error = |problem: Text| ParseError::new(source, offset + lead, trimmed.len(), problem);
    if trimmed.is_empty() {
        return Err(error(Text::new("{what} is missing").with_text("what", what)).help("expected a whole number"));
    }
    if !trimmed.bytes().all(|byte| byte.is_ascii_digit()) {
        let shown: String = trimmed.chars().take(20).collect();
        let problem = Text::new("`{typed}` is not {what}").with("typed", shown).with_text("what", what);
        return Err(error(problem).help("expected a whole number, 0 or more"));
    }
    trimmed.parse().map_err(|_| {
        let largest = Text::new("the largest is {largest}").with("largest", "18446744073709551615 (2^64-1)");
        error(Text::new("{what} is too large").with_text("what", what)).help(largest)
    })
}
