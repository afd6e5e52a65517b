//! Results that a file declares: who has won, or that nobody has, where "whoever cannot move loses" is not the rule.

use crate::{Mistake, Place};
use grundy_game::Outcome;
use grundy_lang::Text;

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// Left has won.
    Left,
    /// Right has won.
    Right,
    /// Nobody has won.
    Draw,
    /// The player about to move has won.
    First,
    /// The other player has won.
    Second,
}

impl Ending {
    /// The ending that a word of a file names.
    pub fn named(word: &str) -> Option<Self> {
        Some(match word {
            "left" => Self::Left,
            "right" => Self::Right,
            "draw" => Self::Draw,
            "win" | "first" => Self::First,
            "lose" | "loss" | "second" => Self::Second,
            _ => return None,
        })
    }

    /// Who has won, in the words of the solvers.
    pub fn outcome(self) -> Outcome {
        match self {
            Self::Left => Outcome::Left,
            Self::Right => Outcome::Right,
            Self::Draw => Outcome::Draw,
            Self::First => Outcome::First,
            Self::Second => Outcome::Second,
        }
    }

    /// The ending that a score means, counted for Left.
    pub fn of_score(score: i64) -> Self {
        match score.signum() {
            1 => Self::Left,
            0 => Self::Draw,
            _ => Self::Right,
        }
    }
}

/// What a file declares beside its moves.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Results {
    /// What has happened to a player who cannot move; nothing is said where that player has lost.
    pub stuck: Option<Ending>,
    /// Whether play may go on for ever, which is a draw.
    pub endless: bool,
    /// Whether positions say how the game has ended.
    pub declared: bool,
}

impl Results {
    /// Reads `stuck` and `endless`, each a word with its place; `declared` says whether there is more than these.
    pub fn read(stuck: Option<(&str, Place)>, endless: Option<(&str, Place)>, declared: bool) -> Result<Self, Mistake> {
        let stuck = match stuck {
            None | Some(("lose", _)) => None,
            Some(("draw", _)) => Some(Ending::Draw),
            Some(("win", _)) => Some(Ending::First),
            Some((word, place)) => {
                let problem =
                    Text::new("`{word}` is not what can happen to a player who cannot move").with("word", word);
                return Err(Mistake::new(place, problem).help("known are `lose`, `draw` and `win`"));
            }
        };
        let endless = match endless {
            None => false,
            Some(("draw", _)) => true,
            Some((word, place)) => {
                let problem = Text::new("`{word}` is not a result of endless play").with("word", word);
                return Err(Mistake::new(place, problem).help("expected `draw`"));
            }
        };
        Ok(Self { stuck, endless, declared: declared || stuck.is_some() })
    }
}
