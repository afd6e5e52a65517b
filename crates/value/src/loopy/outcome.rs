//! What each player achieves in a game that may be drawn.

use std::fmt;

use super::sides::Loopy;
use crate::{Outcome, Result, Store};

/// How a play ends under best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// Left wins.
    Left,
    /// Right wins.
    Right,
    /// Nobody can force an end that suits them.
    Draw,
}

/// How a game ends when Left starts and when Right starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LoopyOutcome {
    /// When Left starts.
    pub left_starts: End,
    /// When Right starts.
    pub right_starts: End,
}

impl Loopy {
    /// What each starter achieves: Left wins what she wins even if draws count for Right, and draws what she wins only if
    /// they count for her.
    pub fn outcome(&self, store: &mut Store) -> Result<LoopyOutcome> {
        let (on, off) = (self.onside().outcome(store)?, self.offside().outcome(store)?);
        let end = |left_wins: fn(Outcome) -> bool| match (left_wins(off), left_wins(on)) {
            (true, _) => End::Left,
            (false, true) => End::Draw,
            (false, false) => End::Right,
        };
        Ok(LoopyOutcome {
            left_starts: end(|outcome| matches!(outcome, Outcome::First | Outcome::Left)),
            right_starts: end(|outcome| matches!(outcome, Outcome::Second | Outcome::Left)),
        })
    }
}

impl End {
    fn words(self) -> &'static str {
        match self {
            Self::Left => "left wins",
            Self::Right => "right wins",
            Self::Draw => "draw",
        }
    }
}

impl fmt::Display for LoopyOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.left_starts, self.right_starts) {
            (End::Left, End::Left) => f.write_str("left"),
            (End::Right, End::Right) => f.write_str("right"),
            (End::Left, End::Right) => f.write_str("first"),
            (End::Right, End::Left) => f.write_str("second"),
            (End::Draw, End::Draw) => f.write_str("draw"),
            (left, right) => write!(f, "left starts: {}, right starts: {}", left.words(), right.words()),
        }
    }
}
