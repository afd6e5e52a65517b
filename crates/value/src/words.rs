//! Players and outcomes, with their names.

use grundy_lang::Text;
use std::fmt;
use std::str::FromStr;

/// A name that is none of those expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    typed: String,
    expected: String,
}

impl UnknownName {
    /// The one of `all` whose name is `typed`.
    pub fn find<T: Copy>(typed: &str, all: &[T], name: impl Fn(T) -> &'static str) -> Result<T, Self> {
        let expected = || all.iter().map(|&one| name(one)).collect::<Vec<_>>().join(", ");
        let found = all.iter().copied().find(|&one| name(one).eq_ignore_ascii_case(typed));
        found.ok_or_else(|| Self { typed: typed.to_owned(), expected: expected() })
    }

    /// What is wrong, as a sentence.
    pub fn text(&self) -> Text {
        Text::new("`{typed}` is not one of {expected}").with("typed", &self.typed).with("expected", &self.expected)
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

impl std::error::Error for UnknownName {}

/// A nimber as it is written everywhere: `0`, `*`, `*2`, ….
pub fn nimber_text(nimber: u64) -> String {
    match nimber {
        0 => "0".to_owned(),
        1 => "*".to_owned(),
        _ => format!("*{nimber}"),
    }
}

/// One of the two players of a partisan game; impartial games give both the same moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// The player who wins positive values: blue, vertical, toads.
    Left,
    /// The player who wins negative values: red, horizontal, frogs.
    Right,
}

impl Player {
    /// Both players, Left first.
    pub const BOTH: [Self; 2] = [Self::Left, Self::Right];

    /// The other player.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

impl Player {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Left, Self::Right];

    /// The name as a word for people.
    pub fn text(self) -> Text {
        Text::new(self.name())
    }

    /// The name that is typed and printed.
    pub fn name(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Player {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        UnknownName::find(text, &Self::ALL, Self::name)
    }
}

/// What a player about to move achieves under best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Achieved {
    /// The opponent wins.
    Loss,
    /// Nobody wins: the play goes on for ever or ends in a position that is declared drawn.
    Draw,
    /// That player wins.
    Win,
}

impl Achieved {
    /// All of them, the worst first.
    pub const ALL: [Self; 3] = [Self::Loss, Self::Draw, Self::Win];

    /// What it is for the opponent.
    #[must_use]
    pub fn for_other(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }

    /// The name that is printed.
    pub fn name(self) -> &'static str {
        match self {
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::Win => "win",
        }
    }
}

impl fmt::Display for Achieved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Who wins under best play.
///
/// Where every play ends and somebody wins, there are the four outcomes [`Outcome::DECIDED`]. Where a play may be drawn there
/// are nine, one for each pair of what Left and what Right achieves when starting (A. N. Siegel, Combinatorial Game Theory,
/// chapter VI).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The player about to move.
    First,
    /// The player who is not about to move.
    Second,
    /// Left, whoever starts.
    Left,
    /// Right, whoever starts.
    Right,
    /// Nobody, whoever starts.
    Draw,
    /// Left when starting; when Right starts, nobody.
    LeftFirst,
    /// Right when starting; when Left starts, nobody.
    RightFirst,
    /// Left when Right starts; when Left starts, nobody.
    LeftSecond,
    /// Right when Left starts; when Right starts, nobody.
    RightSecond,
}

impl Outcome {
    /// The outcome when Left wins moving first exactly if `left_first`, and Right exactly if `right_first`.
    pub fn from_starts(left_first: bool, right_first: bool) -> Self {
        match (left_first, right_first) {
            (true, true) => Self::First,
            (false, false) => Self::Second,
            (true, false) => Self::Left,
            (false, true) => Self::Right,
        }
    }

    /// The outcome when this is what Left and what Right achieves when starting.
    pub fn from_achieved(left: Achieved, right: Achieved) -> Self {
        match (left, right) {
            (Achieved::Win, Achieved::Win) => Self::First,
            (Achieved::Win, Achieved::Draw) => Self::LeftFirst,
            (Achieved::Win, Achieved::Loss) => Self::Left,
            (Achieved::Draw, Achieved::Win) => Self::RightFirst,
            (Achieved::Draw, Achieved::Draw) => Self::Draw,
            (Achieved::Draw, Achieved::Loss) => Self::LeftSecond,
            (Achieved::Loss, Achieved::Win) => Self::Right,
            (Achieved::Loss, Achieved::Draw) => Self::RightSecond,
            (Achieved::Loss, Achieved::Loss) => Self::Second,
        }
    }

    /// The outcome that a score means, counted for Left: its sign says who has won, and 0 is a draw.
    pub fn of_score(score: i64) -> Self {
        match score.signum() {
            1 => Self::Left,
            0 => Self::Draw,
            _ => Self::Right,
        }
    }

    /// What `player` achieves when it is that player's turn.
    pub fn achieved(self, player: Player) -> Achieved {
        let (left, right) = match self {
            Self::First => (Achieved::Win, Achieved::Win),
            Self::LeftFirst => (Achieved::Win, Achieved::Draw),
            Self::Left => (Achieved::Win, Achieved::Loss),
            Self::RightFirst => (Achieved::Draw, Achieved::Win),
            Self::Draw => (Achieved::Draw, Achieved::Draw),
            Self::LeftSecond => (Achieved::Draw, Achieved::Loss),
            Self::Right => (Achieved::Loss, Achieved::Win),
            Self::RightSecond => (Achieved::Loss, Achieved::Draw),
            Self::Second => (Achieved::Loss, Achieved::Loss),
        };
        if player == Player::Left { left } else { right }
    }

    /// Whether `player` wins when it is that player's turn.
    pub fn wins_first(self, player: Player) -> bool {
        self.achieved(player) == Achieved::Win
    }

    /// Whether somebody may have to be content with a draw.
    pub fn is_drawn(self) -> bool {
        !Self::DECIDED.contains(&self)
    }
}

impl Outcome {
    /// The outcomes in which somebody wins, whoever starts.
    pub const DECIDED: [Self; 4] = [Self::First, Self::Second, Self::Left, Self::Right];

    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::First,
        Self::Second,
        Self::Left,
        Self::Right,
        Self::Draw,
        Self::LeftFirst,
        Self::RightFirst,
        Self::LeftSecond,
        Self::RightSecond,
    ];

    /// The name as a word for people.
    pub fn text(self) -> Text {
        Text::new(self.name())
    }

    /// The name that is typed and printed.
    pub fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
            Self::Left => "left",
            Self::Right => "right",
            Self::Draw => "draw",
            Self::LeftFirst => "left-first",
            Self::RightFirst => "right-first",
            Self::LeftSecond => "left-second",
            Self::RightSecond => "right-second",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Outcome {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        UnknownName::find(text, &Self::ALL, Self::name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_pairs_of_what_starters_achieve() {
        for outcome in Outcome::ALL {
            let [left, right] = Player::BOTH.map(|player| outcome.achieved(player));
            assert_eq!(Outcome::from_achieved(left, right), outcome);
            assert_eq!(outcome.is_drawn(), [left, right].contains(&Achieved::Draw));
            assert_eq!(outcome.name().parse(), Ok(outcome));
            if !outcome.is_drawn() {
                let wins = |achieved| achieved == Achieved::Win;
                assert_eq!(Outcome::from_starts(wins(left), wins(right)), outcome);
            }
        }
        assert_eq!([3, 0, -2].map(Outcome::of_score), [Outcome::Left, Outcome::Draw, Outcome::Right]);
    }
}
