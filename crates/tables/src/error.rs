//! What can go wrong with a table.

use grundy_budget::Exhausted;
use grundy_game::tabled::Unfilled;
use grundy_lang::Text;
use std::io;
use std::path::{Path, PathBuf};

/// Why a table could not be filled or read.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.text())]
pub enum TableError {
    /// A file could not be read.
    Unread {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A file could not be written.
    Unwritten {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A file is not what it was when it was written.
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        problem: Text,
    },
    /// The table is another one than the one asked for, or not a table of ours.
    Foreign {
        /// The table.
        path: PathBuf,
        /// What it is instead.
        problem: Text,
    },
    /// The table does not say what it was asked.
    Absent(Text),
    /// The table is not finished.
    Unfinished(PathBuf),
    /// Somebody else is filling the table.
    Busy(PathBuf),
    /// A block or a tier could not be filled.
    Unfilled(#[from] Unfilled),
    /// Something is wrong between processes.
    Cluster(Text),
    /// Another worker stopped, and said why.
    Stopped,
}

impl From<Exhausted> for TableError {
    fn from(exhausted: Exhausted) -> Self {
        Self::Unfilled(exhausted.into())
    }
}

impl TableError {
    pub(crate) fn unread(path: &Path) -> impl FnOnce(io::Error) -> Self + use<> {
        let path = path.to_owned();
        |error| Self::Unread { path, error }
    }

    pub(crate) fn unwritten(path: &Path) -> impl FnOnce(io::Error) -> Self + use<> {
        let path = path.to_owned();
        |error| Self::Unwritten { path, error }
    }

    pub(crate) fn damaged(path: &Path, problem: Text) -> Self {
        Self::Damaged { path: path.to_owned(), problem }
    }

    pub(crate) fn foreign(path: &Path, problem: Text) -> Self {
        Self::Foreign { path: path.to_owned(), problem }
    }

    /// Whether the budget ran out.
    pub fn exhausted(&self) -> Option<Exhausted> {
        match self {
            Self::Unfilled(Unfilled::Exhausted(exhausted)) => Some(*exhausted),
            _ => None,
        }
    }

    /// The reason for people.
    pub fn text(&self) -> Text {
        let of_file = |path: &Path, problem: Text| {
            Text::new("{file}: {problem}").with("file", path.display()).with_text("problem", problem)
        };
        match self {
            Self::Unread { path, error } => {
                Text::new("cannot read {file}: {error}").with("file", path.display()).with("error", error)
            }
            Self::Unwritten { path, error } => {
                Text::new("cannot write {file}: {error}").with("file", path.display()).with("error", error)
            }
            Self::Damaged { path, problem } | Self::Foreign { path, problem } => of_file(path, problem.clone()),
            Self::Unfinished(path) => of_file(
                path,
                Text::new("the table is not finished; the command that began it carries on where it stopped"),
            ),
            Self::Busy(path) => of_file(path, Text::new("another program is filling this table")),
            Self::Unfilled(unfilled) => unfilled.text(),
            Self::Absent(text) | Self::Cluster(text) => text.clone(),
            Self::Stopped => Text::new("another worker stopped; its message says why"),
        }
    }
}
