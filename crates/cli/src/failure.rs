//! How a command ends.

use grundy_game::ParseError;
use grundy_graph::GraphError;
use grundy_solve::Stop;
use std::process::ExitCode;

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

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Answered => 0,
            Exit::BadInput => 2,
            Exit::Undecided => 3,
        })
    }
}

/// A text that a terminal only shows, whatever was typed or read from a file: characters that would steer the terminal are
/// replaced, each by one that is as wide.
pub fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() && c != '\n' { '\u{fffd}' } else { c }).collect()
}

/// Why a command could not do its work.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// A position or another text could not be read.
    #[error("{0}")]
    Parse(#[from] ParseError),
    /// The question does not make sense, or an argument or file is bad.
    #[error("{0}")]
    Usage(String),
    /// A graph could not be read or worked on.
    #[error("{0}")]
    Graph(#[from] GraphError),
    /// The solver stopped.
    #[error("{0}")]
    Stop(#[from] Stop),
    /// Writing the answer failed.
    #[error("cannot write the answer: {0}")]
    Output(#[from] std::io::Error),
    /// Something in the surroundings failed: a file could not be written, a port not be opened.
    #[error("{0}")]
    Failed(String),
}

impl Failure {
    /// The message for people.
    pub fn render(&self) -> String {
        printable(&match self {
            Self::Parse(error) => error.render(),
            other => other.to_string(),
        })
    }

    /// The exit code that says what kind of failure it was.
    pub fn exit(&self) -> ExitCode {
        ExitCode::from(match self {
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
        })
    }
}
