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

/// Who wins under best play.
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

    /// Whether `player` wins when it is that player's turn.
    pub fn wins_first(self, player: Player) -> bool {
        match self {
            Self::First => true,
            Self::Second => false,
            Self::Left => player == Player::Left,
            Self::Right => player == Player::Right,
        }
    }
}

impl Outcome {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::First, Self::Second, Self::Left, Self::Right];

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
