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

/// Whether positions of a game may be drawn, as far as that is known when the game is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draws {
    /// Every play ends, and whoever cannot move has lost (or won, under misère play).
    Never,
    /// It depends on more than the type.
    Perhaps,
    /// Plays may go on for ever, or positions say how the game has ended: retrograde analysis decides, searches cannot.
    Always,
}

impl Draws {
    /// Whether some positions may be drawn.
    pub const fn possible(self) -> bool {
        !matches!(self, Self::Never)
    }

    /// Whether searches that know no draws may be asked.
    pub const fn avoidable(self) -> bool {
        !matches!(self, Self::Always)
    }
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
