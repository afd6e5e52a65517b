//! The object-safe face of a position of any game, in four parts: what people are shown, what can be played, what a
//! certificate can be held against, and what can be found out. The last is left out without the feature `search`.

mod placed;
#[cfg(feature = "search")]
mod searches;
#[cfg(feature = "search")]
mod solved;
#[cfg(feature = "search")]
mod studies;
#[cfg(feature = "search")]
mod tabling;

pub use placed::{Placed, equip, lend};
#[cfg(feature = "search")]
pub(crate) use searches::{NimberWork, ValueWork, WinWork};
#[cfg(feature = "search")]
pub use solved::{Found, FoundValue, FoundWinner, Nimbers, Outcomes, Solved, Values};
#[cfg(feature = "search")]
pub(crate) use studies::outcome_reason;
#[cfg(feature = "search")]
pub use tabling::{Tabling, TablingWay};

use crate::check::{Components, Verdicts};
use crate::{Flaw, Stop};
use grundy_budget::Budget;
use grundy_draw::Picture;
#[cfg(not(feature = "search"))]
use grundy_game::Game;
use grundy_game::{Hasse, Kind, Outcome, Page, Play, Player, Refusal, Sketch, Text};
use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};

/// What people are shown of a position.
///
/// ```
/// # use grundy_game::NoFiles;
/// let position = grundy_games::parse("cram:2x3", &NoFiles)?;
/// assert_eq!(position.parts()[0].board(), "...\n...");
/// # Ok::<(), grundy_game::ParseError>(())
/// ```
pub trait Shown {
    /// The page of its game.
    fn page(&self) -> Page<'_>;
    /// The position in full notation.
    fn text(&self) -> String;
    /// The position drawn with characters.
    fn board(&self) -> String;
    /// The position as a picture whose clickable parts carry the labels of their moves.
    fn picture(&self) -> Picture;
    /// A text that images of each other under symmetry share; never shown.
    fn shape(&self) -> String;
    /// The position that the steps lead to from here, as a picture in which everything stands where it stood here.
    fn picture_after(&self, steps: &[Step]) -> Result<Picture, Refusal>;
    /// The position as a drawing to be changed by hand, where its game has one.
    fn sketch(&self) -> Option<Sketch>;
    /// The position as a partial order in which taking an element takes everything above it, where its game is one.
    fn hasse(&self) -> Option<Hasse>;
    /// The working behind the answer, where the game has a better one than the general one.
    fn explain(&self, play: Play) -> Option<Vec<Text>>;
}

/// What can be played in a position, and how it falls apart.
///
/// ```
/// # use grundy_game::NoFiles;
/// let position = grundy_games::parse("grundy:7,12", &NoFiles)?;
/// let parts = position.parts()[0].split();
/// assert_eq!(parts.iter().map(|part| part.text()).collect::<Vec<_>>(), ["grundy:7", "grundy:12"]);
/// # Ok::<(), grundy_game::ParseError>(())
/// ```
pub trait Played {
    /// Whether both players always have the same moves.
    fn kind(&self) -> Kind;
    /// Whether every play of its game ends.
    fn ends(&self) -> bool;
    /// Whether that is known, and not only believed.
    fn surely_ends(&self) -> bool;
    /// Whether positions of its game may say how the game has ended.
    fn declares(&self) -> bool;
    /// How the game has ended when `player` is about to move, where its rules say so.
    fn ending(&self, player: Player) -> Option<Outcome>;
    /// Who has won a play of its game that goes on for ever.
    fn endless(&self) -> Outcome;
    /// How many players move in turn.
    fn players(&self) -> usize;
    /// Who is about to move, counted from 0, in a game of more than two players.
    fn turn(&self) -> usize;
    /// The same position with another player about to move, in a game of more than two players.
    fn started_by(&self, player: usize) -> Box<dyn Subject>;
    /// Who has won a game of more than two players that has ended here: bit k is player k, counted from 0.
    fn winners(&self) -> u32;
    /// Every move of `player`, named, with where it leads; refused where they cannot be listed.
    fn moves(&self, player: Player) -> Result<Vec<Move>, Refusal>;
    /// The position that the steps lead to from here, with the names that things have here.
    fn after(&self, steps: &[Step]) -> Result<Box<dyn Subject>, Refusal>;
    /// How many moves there are when that may be too many to list.
    fn move_count(&self) -> Option<u64>;
    /// Refuses when there are too many moves to list and name them, or to do so within the budget.
    fn afford_moves(&self, budget: &Budget) -> Result<(), Stop>;
    /// Positions of the same game whose sum this is.
    fn split(&self) -> Vec<Box<dyn Subject>>;
    /// The representative of its class under symmetries.
    fn canonical(&self) -> Box<dyn Subject>;
    /// The representative of its class under symmetries and swaps of the players, and whether that is its negative.
    fn canonical_up_to_sign(&self) -> (Box<dyn Subject>, bool);
    /// The position with the players swapped, where its rules can express it.
    fn negative(&self) -> Option<Box<dyn Subject>>;
    /// Bytes the position takes in a table.
    fn bytes(&self) -> usize;
}

/// What a certificate can be held against: the rules of the game alone.
pub trait Checked {
    /// The components of this position and of those that follow from it, by number.
    fn components<'a>(&'a self, budget: &Budget) -> Box<dyn Components + 'a>;
    /// Checks claims on who loses, or cannot win, this position and what follows from it, where it may be drawn.
    fn check_verdicts(&self, verdicts: &Verdicts<'_>) -> Result<(), Flaw>;
}

/// Nothing can be found out where the solvers are left out.
#[cfg(not(feature = "search"))]
pub trait Solved {}

#[cfg(not(feature = "search"))]
impl<G: Game + PartialEq> Solved for Placed<G> {}

/// A position of some game that can be asked everything. Made by [`Placed::boxed`].
///
/// ```
/// use grundy_game::{NoFiles, Player};
///
/// let position = grundy_games::parse("nim:1,2", &NoFiles)?;
/// let subject = &position.parts()[0];
/// assert_eq!((subject.text().as_str(), subject.page().name), ("nim:1,2", "nim"));
/// let moves = subject.moves(Player::Left)?;
/// assert_eq!(moves[0].label, "take 1 from heap 1");
/// assert!(*moves[0].to != **subject);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Subject: Shown + Played + Checked + Solved + fmt::Debug + Send + Sync {
    /// Itself, to look at its type.
    fn as_any(&self) -> &dyn Any;
    /// Whether `other` is the same position of the same game.
    fn same(&self, other: &dyn Subject) -> bool;
    /// Whether `other` is a position of the same game with the same arguments.
    fn same_rules(&self, other: &dyn Subject) -> bool;
    /// Feeds the position into a hasher.
    fn hash_into(&self, hasher: &mut dyn Hasher);
    /// A copy.
    fn duplicate(&self) -> Box<dyn Subject>;
}

impl Clone for Box<dyn Subject> {
    fn clone(&self) -> Self {
        self.duplicate()
    }
}

impl PartialEq for dyn Subject {
    fn eq(&self, other: &Self) -> bool {
        self.same(other)
    }
}

impl Eq for dyn Subject {}

impl Hash for dyn Subject {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.hash_into(hasher);
    }
}

/// A move that was made, by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The name of the move.
    pub label: String,
    /// Who made it; `None` where both players have the same moves.
    pub player: Option<Player>,
    /// The keys that were clicked, where that is known: which of several equal things was meant.
    pub path: Vec<String>,
}

impl Step {
    /// A move of a player, made anywhere.
    pub fn new(label: impl Into<String>, player: Option<Player>) -> Self {
        Self { label: label.into(), player, path: Vec::new() }
    }
}

/// A named move and the position it leads to.
#[derive(Clone, Debug)]
pub struct Move {
    /// The name of the move.
    pub label: String,
    /// The name in words that other languages can say.
    pub words: Text,
    /// The option it leads to.
    pub to: Box<dyn Subject>,
}

impl PartialEq for Move {
    fn eq(&self, other: &Self) -> bool {
        self.label == other.label && *self.to == *other.to
    }
}
