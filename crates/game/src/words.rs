//! The play rule and the kind of game; players and outcomes come from the room of values.

use grundy_value::UnknownName;
use std::fmt;
use std::str::FromStr;

/// The play rule: what it means that a player cannot move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Play {
    /// Cannot move = lose.
    #[default]
    Normal,
    /// Cannot move = win.
    Misere,
}

impl Play {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Normal, Self::Misere];

    /// The name that is typed and printed.
    pub fn name(self) -> &'static str {
        match self {
            Self::Normal => "normal",
            Self::Misere => "misere",
        }
    }
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Play {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        UnknownName::find(text, &Self::ALL, Self::name)
    }
}

/// Whether both players always have the same moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Both players have the same moves; values are nimbers.
    Impartial,
    /// Left and Right have moves of their own.
    Partisan,
}

impl Kind {
    /// Both of them.
    pub const ALL: [Self; 2] = [Self::Impartial, Self::Partisan];

    /// The name for programs.
    pub fn name(self) -> &'static str {
        match self {
            Self::Impartial => "impartial",
            Self::Partisan => "partisan",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
