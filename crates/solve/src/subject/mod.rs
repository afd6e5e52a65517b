//! The object-safe face of a position of any game, in three parts: what people are shown, what can be played, and what
//! can be found out.

mod placed;
mod studies;

pub use placed::Placed;
pub(crate) use studies::outcome_reason;

use crate::check::Losses;
use crate::plan::{NimberWay, OutcomeWay, ValueWay};
use crate::{Settings, Flaw, Method, States, Stop, ValueProof};
use grundy_budget::Budget;
use grundy_draw::Picture;
use grundy_game::{Kind, Outcome, Page, Play, Player, Refusal, Sketch, Text, Theorem};
use grundy_value::{Store, Value, ValueError};
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
    /// The position as a drawing to be changed by hand, where its game has one.
    fn sketch(&self) -> Option<Sketch>;
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
    /// Every move of `player`, named, with where it leads; refused where they cannot be listed.
    fn moves(&self, player: Player) -> Result<Vec<Move>, Refusal>;
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

/// What can be found out about a position. Each study is told its way by the plan; none chooses another.
///
/// ```
/// use grundy_solve::{Settings, NimberWay};
/// # use grundy_game::NoFiles;
/// let position = grundy_games::parse("chomp:petersen", &NoFiles)?;
/// let settings = Settings::default();
/// let mut study = position.parts()[0].nimbers(NimberWay::Search, &settings);
/// assert_eq!(study.nimber()?.nimber, 2);
/// assert_eq!(study.moves_to(0)?.len(), 15);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Solved {
    /// What a theorem says of it.
    fn theorem(&self, play: Play) -> Option<Theorem<Move>>;
    /// What the game's own method says of it, within the budget of the settings.
    fn own_method(&self, settings: &Settings) -> Result<Option<Theorem<Move>>, Stop>;
    /// The value that a closed form gives, for positions of any kind.
    fn closed_value(&self, store: &mut Store) -> Result<Option<Value>, ValueError>;
    /// Whether the game has tables of its own over everything that can be reached from here.
    fn has_tables(&self) -> bool;
    /// 0 when its value is always worth computing, 2 when it can hardly be hoped for, 1 between.
    fn heaviness(&self) -> usize;
    /// A study of an impartial position under normal play.
    fn nimbers<'a>(&'a self, way: NimberWay, settings: &'a Settings) -> Box<dyn Nimbers + 'a>;
    /// A study of its value under normal play; one study must be asked with one store.
    fn values<'a>(&'a self, way: ValueWay, settings: &'a Settings) -> Box<dyn Values + 'a>;
    /// A study of who wins, for any kind of position and play rule.
    fn outcomes<'a>(&'a self, way: OutcomeWay, settings: &'a Settings) -> Box<dyn Outcomes + 'a>;
    /// The state graph below an impartial position with all its labels; `merge` joins images under symmetries, and the
    /// positions are written out when they are to be `named`.
    fn states(&self, merge: bool, named: bool, settings: &Settings) -> Result<States, Stop>;
    /// Adds the claims that prove the nimber of an impartial position, and returns the nimber.
    fn prove(&self, settings: &Settings, claims: &mut Vec<(u64, String)>) -> Result<u64, Stop>;
    /// Checks that claims on the nimbers of components of this position's game support each other.
    fn check_claims(&self, claims: &[(u64, Box<dyn Subject>)], budget: &Budget) -> Result<(), Flaw>;
    /// Who wins, and the sums, each with the player about to move who loses it, that prove it.
    fn prove_losses(&self, settings: &Settings) -> Result<(Outcome, Vec<(Player, String)>), Stop>;
    /// Checks claims on who loses this position and what follows from it.
    fn check_losses(&self, losses: &Losses<'_>) -> Result<(), Flaw>;
    /// The value, and the differences of sums and values, each with the player who loses it, that prove it.
    fn prove_differences(&self, settings: &Settings) -> Result<(String, Vec<(Player, String, String)>), Stop>;
    /// Checks claims on who loses differences of this position, or what follows from it, and values.
    fn check_differences(&self, proof: &ValueProof, budget: &Budget) -> Result<(), Flaw>;
}

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
pub trait Subject: Shown + Played + Solved + fmt::Debug + Send + Sync {
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

/// A nimber with the way it was found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The nimber.
    pub nimber: u64,
    /// The method that gave it.
    pub method: Method,
    /// The theorem, or what was searched.
    pub reason: Text,
}

/// A study of one impartial position under normal play; what it learns for one question serves the next.
pub trait Nimbers {
    /// The nimber of the position.
    fn nimber(&mut self) -> Result<Found, Stop>;
    /// All moves to options of the given nimber.
    fn moves_to(&mut self, nimber: u64) -> Result<Vec<Move>, Stop>;
    /// The nimber of every option.
    fn options(&mut self) -> Result<Vec<(Move, u64)>, Stop>;
    /// Numbers that are known not to be the nimber, for when it was not found.
    fn excluded(&self) -> Vec<u64> {
        Vec::new()
    }
}

/// A value with the way it was found.
#[derive(Clone, Debug)]
pub struct FoundValue {
    /// The value.
    pub value: Value,
    /// The method that gave it.
    pub method: Method,
    /// The theorem, or what was searched.
    pub reason: Text,
}

/// A study of the value of one position under normal play.
pub trait Values {
    /// The value of the position.
    fn value(&mut self, store: &mut Store) -> Result<FoundValue, Stop>;
    /// Every move of `player` with the value it leads to.
    fn options(&mut self, player: Player, store: &mut Store) -> Result<Vec<(Move, Value)>, Stop>;
}

/// A study of who wins a position.
pub trait Outcomes {
    /// Whether `player` wins when about to move.
    fn wins(&mut self, player: Player) -> Result<bool, Stop>;
    /// Every move of `player` with whether it wins.
    fn options(&mut self, player: Player) -> Result<Vec<(Move, bool)>, Stop>;
    /// What was done to find out, with its real figures.
    fn reason(&self) -> Text;
}
