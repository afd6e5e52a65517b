//! How a command ends.

use crate::language::say;
use grundy_game::{ParseError, Refusal};
use grundy_graph::GraphError;
use grundy_heap::HeapError;
use grundy_lang::{Language, Text};
use grundy_solve::Stop;
use grundy_tables::TableError;

/// How a command that did its work ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// The question was answered.
    Answered,
    /// Some of the input was bad; the message has been given.
    BadInput,
    /// The budget ran out first.
    Undecided,
}

impl Exit {
    /// The exit code.
    pub fn code(self) -> u8 {
        match self {
            Self::Answered => 0,
            Self::BadInput => 2,
            Self::Undecided => 3,
        }
    }
}

/// A text that a terminal only shows, whatever was typed or read from a file: characters that would steer the terminal are
/// replaced, each by one that is as wide.
pub fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() && c != '\n' { '\u{fffd}' } else { c }).collect()
}

/// Why a command could not do its work.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.text())]
pub enum Failure {
    /// A position or another text could not be read.
    Parse(#[from] ParseError),
    /// The question does not make sense, or an argument or file is bad.
    Usage(Text),
    /// A graph could not be read or worked on.
    Graph(#[from] GraphError),
    /// The solver stopped.
    Stop(#[from] Stop),
    /// Writing the answer failed.
    Output(#[from] std::io::Error),
    /// Something in the surroundings failed: a file could not be written, a port not be opened.
    Failed(Text),
}

impl From<TableError> for Failure {
    fn from(error: TableError) -> Self {
        match (error.exhausted(), &error) {
            (Some(exhausted), _) => Self::Stop(exhausted.into()),
            (
                None,
                TableError::Unread { .. }
                | TableError::Damaged { .. }
                | TableError::Foreign { .. }
                | TableError::Absent(_)
                | TableError::Unfinished(_),
            ) => Self::Usage(error.text()),
            (None, _) => Self::Failed(error.text()),
        }
    }
}

impl From<HeapError> for Failure {
    fn from(error: HeapError) -> Self {
        match error {
            HeapError::Exhausted(exhausted) => Self::Stop(exhausted.into()),
            HeapError::Archive(_) => Self::Failed(error.text()),
            other => Self::Usage(other.text()),
        }
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        Self::Stop(refusal.into())
    }
}

/// What is wrong with a graph, and what would be right.
pub fn graph_text(error: &GraphError) -> Text {
    let help = error.help();
    if help.is_empty() {
        return error.problem();
    }
    Text::new("{problem}; {help}").with_text("problem", error.problem()).with_text("help", help)
}

impl Failure {
    /// A file that could not be read.
    pub fn unread(file: &str, why: Text) -> Self {
        Self::Usage(Text::new("cannot read `{file}`: {why}").with("file", file).with_text("why", why))
    }

    /// A file that could not be written.
    pub fn unwritten(file: impl std::fmt::Display, error: &std::io::Error) -> Self {
        let why = Text::of_system(error);
        Self::Failed(Text::new("cannot write `{file}`: {why}").with("file", file).with_text("why", why))
    }

    /// Input that broke off.
    pub fn input(error: &std::io::Error) -> Self {
        Self::Failed(Text::new("cannot read the input: {why}").with_text("why", Text::of_system(error)))
    }

    /// What happened, as a sentence.
    pub fn text(&self) -> Text {
        match self {
            Self::Parse(error) => error.problem.clone(),
            Self::Usage(text) | Self::Failed(text) => text.clone(),
            Self::Graph(error) => graph_text(error),
            Self::Stop(stop) => stop.text(),
            Self::Output(error) => Text::new("cannot write the answer: {why}").with_text("why", Text::of_system(error)),
        }
    }

    /// The message in a language, with the place of a mistake where it has one.
    pub fn told_in(&self, language: Language) -> String {
        printable(&match self {
            Self::Parse(error) => error.say(language),
            other => other.text().say(language),
        })
    }

    /// The message for people, in the language of this run.
    pub fn render(&self) -> String {
        self.told_in(crate::language::language())
    }

    /// The word that stands before a message.
    pub fn word() -> String {
        crate::style::error(&say(&Text::new("error")))
    }

    /// The exit code that says what kind of failure it was.
    pub fn exit(&self) -> u8 {
        match self {
            Self::Graph(GraphError::Exhausted(_)) => 3,
            Self::Parse(_) | Self::Usage(_) | Self::Graph(_) => 2,
            Self::Stop(stop) => {
                if stop.is_undecided() {
                    3
                } else {
                    2
                }
            }
            Self::Output(_) | Self::Failed(_) => 1,
        }
    }
}
