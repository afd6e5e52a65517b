//! What a solver needs to know of a game.

use grundy_budget::{Budget, Exhausted};

use crate::tabled::{Blocks, Tabled};
use crate::{Draws, Kind, Numbering, Outcome, Play, Player, Refusal, StateNumbering, Tables, Text};
use grundy_value::{Store, Value, ValueError};
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::Range;

/// The rules of one game with its arguments: which moves a position has and where they lead.
///
/// Solvers are generic over this trait and compiled for each game. They list moves into one reused buffer and play them
/// in place on a copy made with `clone_from`, so a game whose position is a machine word allocates nothing, and one whose
/// position is a vector reuses its storage. Every play must end, unless [`Rules::ends`] says otherwise.
///
/// ```
/// use grundy_game::{Player, Refusal, Rules};
///
/// /// One heap; take one or two.
/// struct OneOrTwo;
///
/// impl Rules for OneOrTwo {
///     type Position = u32;
///     type Move = u32;
///
///     fn moves(&self, heap: &u32, _: Player, moves: &mut Vec<u32>) -> Result<(), Refusal> {
///         moves.extend(1..=2.min(*heap));
///         Ok(())
///     }
///
///     fn play(&self, heap: &mut u32, take: &u32) {
///         *heap -= take;
///     }
/// }
///
/// let mut moves = Vec::new();
/// OneOrTwo.moves(&1, Player::Left, &mut moves)?;
/// assert_eq!(moves, [1]);
/// # Ok::<(), Refusal>(())
/// ```
pub trait Rules: Send + Sync + Sized + 'static {
    /// One state of the game; equal positions have equal moves.
    type Position: Clone + Eq + Hash + Debug + Send + Sync + 'static;
    /// One move, meaningful together with the position it belongs to.
    type Move: Clone + PartialEq + Debug + Send + Sync + 'static;

    /// Whether both players always have the same moves. Solvers for the other kind are not compiled for the game.
    const KIND: Kind = Kind::Impartial;

    /// The kind of game, where it depends on more than the type, as in a sum.
    fn kind(&self) -> Kind {
        Self::KIND
    }

    /// Appends every move of `player` to `moves`, in the order people would list them. Impartial games ignore `player`.
    /// A position whose moves cannot be listed is refused; it is never one without moves. Where `moves` could be more than
    /// anyone would list, [`Rules::move_count`] says so beforehand, and nobody asks for them.
    fn moves(&self, position: &Self::Position, player: Player, moves: &mut Vec<Self::Move>) -> Result<(), Refusal>;

    /// Plays a legal move in place.
    fn play(&self, position: &mut Self::Position, played: &Self::Move);

    /// An upper bound on how many moves `moves` would list, when that may be too many to list; `None` for the usual few.
    fn move_count(&self, _position: &Self::Position) -> Option<u64> {
        None
    }

    /// Whether [`Rules::ends`] or [`Rules::declares`] say anything but what they say by default. What only games that may be drawn
    /// need is compiled for them alone, and what only the others need for the others.
    const DRAWS: Draws = Draws::Never;

    /// Whether every play ends. A play that goes on for ever is drawn, unless [`Rules::endless`] says otherwise, and positions
    /// of a game that allows it are decided by retrograde analysis.
    fn ends(&self) -> bool {
        true
    }

    /// Whether it is known that every play ends where [`Rules::ends`] says so, as of all games whose positions get smaller. Of rules
    /// that somebody wrote down it may only be believed, and proofs are then held to more.
    fn surely_ends(&self) -> bool {
        self.ends()
    }

    /// Whether some positions say how the game has ended, see [`Rules::ending`].
    fn declares(&self) -> bool {
        false
    }

    /// How the game has ended in `position`, where `player` is about to move and the rules say so instead of "cannot move
    /// loses": a row of three, stalemate. Then `player` has no move. [`Outcome::First`] is the player about to move, and the
    /// only way for an impartial game to name a winner beside [`Outcome::Second`]; [`Outcome::of_score`] turns a score into
    /// its winner. Under misère play the other player has won. Only asked where [`Rules::declares`].
    fn ending(&self, _position: &Self::Position, _player: Player) -> Option<Outcome> {
        None
    }

    /// Who has won a play that goes on for ever: nobody, as a rule. A game that names a player here, as where a fugitive wins by
    /// never being caught, is no part of sums, so it also [`Rules::declares`], and it declares no draws. Under misère play the
    /// other player has won.
    fn endless(&self) -> Outcome {
        Outcome::Draw
    }

    /// A numbering of all states that can be reached from `start`, perhaps of more, when play may go round and the game has a
    /// natural one.
    fn state_numbering(&self, _start: &Self::Position) -> Option<Box<dyn StateNumbering<Self::Position>>> {
        None
    }

    /// How many play in turn. Games of more than two players have the player about to move in their positions
    /// ([`Rules::turn`]), list that player's moves whoever is asked for, and are solved by backward induction alone.
    fn players(&self) -> usize {
        2
    }

    /// Who is about to move, counted from 0, in a game of more than two players.
    fn turn(&self, _position: &Self::Position) -> usize {
        0
    }

    /// The same position with another player about to move, in a game of more than two players.
    fn started_by(&self, position: &Self::Position, _player: usize) -> Self::Position {
        position.clone()
    }

    /// Who has won a game of more than two players that has ended in `position`: bit k is player k, counted from 0. Nobody
    /// need have won, and several may have.
    fn winners(&self, _position: &Self::Position) -> u32 {
        0
    }

    /// Appends to `parts` positions of this game whose sum is `position`. The default is the position itself.
    /// Parts without moves may be left out, so a finished position may have no parts at all.
    fn split(&self, position: &Self::Position, parts: &mut Vec<Self::Position>) {
        parts.push(position.clone());
    }

    /// Replaces `position` by the representative of its class under symmetries that keep the game tree.
    fn canonicalise(&self, _position: &mut Self::Position) {}

    /// Whether canonical positions with the same components are always equal, as with heaps in ascending order, or where
    /// positions are sets of vertices. A search that must keep sums whole, as under misère play, then has nothing to gain
    /// from splitting them.
    fn gathers(&self) -> bool {
        false
    }

    /// A rough measure of how many positions follow, on a logarithmic scale: free cells, edges, pieces. Searches of impartial
    /// positions try light options first, and partisan positions up to [`PartisanHints::light`] get their value where a
    /// heavier one is searched. Impartial games that say nothing leave the order of their moves alone.
    fn weight(&self, position: &Self::Position) -> usize {
        if self.kind() == Kind::Impartial {
            return 0;
        }
        let mut moves = Vec::new();
        let listed = Player::BOTH.into_iter().try_for_each(|player| self.moves(position, player, &mut moves));
        // What cannot be listed is too heavy for everything; whoever searches it is told why.
        if listed.is_ok() { moves.len() } else { usize::MAX }
    }

    /// What a theorem says of the position under the given play rule.
    fn theorem(&self, _position: &Self::Position, _play: Play) -> Option<Theorem<Self::Move>> {
        None
    }

    /// Who wins and how, by a method of the game's own that may take long, such as a SAT solver for a game on formulas;
    /// `None` when it has none for this position. Asked where no theorem applies, before any search.
    fn own_method(
        &self,
        _position: &Self::Position,
        _play: Play,
        _budget: &Budget,
    ) -> Result<Option<Theorem<Self::Move>>, Exhausted> {
        Ok(None)
    }

    /// The table of all positions that can be reached from `start`, or of more than those, when the game has a way to be tabled
    /// whole: on disk, by many threads or machines.
    fn tabled(&self, _start: &Self::Position) -> Option<Tabled<Self>> {
        None
    }

    /// A number that no other position of the same rules has, where positions are small: tables then keep less of
    /// them, and threads share these tables without locks. Either all positions have one or none has.
    fn word(_position: &Self::Position) -> Option<u64> {
        None
    }

    /// Bytes a stored position takes, for memory budgets. Positions with heap storage say so.
    fn position_bytes(&self, _position: &Self::Position) -> usize {
        size_of::<Self::Position>()
    }
}

/// What searches of impartial positions may know of a game beyond its rules; every default is right for every game.
///
/// A game with nothing to say writes `impl ImpartialHints for ItsName {}`. Whatever is said must keep nimbers: the
/// conformance suite compares each hint with the plain rules.
///
/// ```
/// use grundy_game::{ImpartialHints, PartisanHints, Player, Refusal, Rules};
/// # struct Single;
/// # impl Rules for Single {
/// #     type Position = u64;
/// #     type Move = u64;
/// #     fn moves(&self, heap: &u64, _: Player, moves: &mut Vec<u64>) -> Result<(), Refusal> {
/// #         moves.extend(1..=*heap);
/// #         Ok(())
/// #     }
/// #     fn play(&self, heap: &mut u64, take: &u64) {
/// #         *heap -= take;
/// #     }
/// # }
///
/// /// A heap of Nim is worth its size.
/// impl ImpartialHints for Single {
///     fn closed_form(&self, heap: &u64) -> Option<u64> {
///         Some(*heap)
///     }
/// }
///
/// impl PartisanHints for Single {}
///
/// assert_eq!(Single.closed_form(&5), Some(5));
/// ```
pub trait ImpartialHints: Rules {
    /// As [`Rules::moves`] for impartial games, in the order in which a search should look at their options: first those
    /// that may be known already, such as moves that split the position. The order must not depend on anything but the
    /// position.
    fn search_moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>) -> Result<(), Refusal> {
        self.moves(position, Player::Left, moves)
    }

    /// Whether a move keeps its name until something blocks it, and two moves that can both be made lead to the same
    /// position in either order, as where pieces are only ever placed or taken away (here and in the parts that
    /// [`Rules::split`] and [`ImpartialHints::simplify`] make). A reply that refutes one move then refutes the other way round,
    /// which spares a search half of its work.
    const COMMUTES: bool = false;

    /// Whether moves commute, where that depends on the rules a game was made from; only asked where [`ImpartialHints::COMMUTES`]
    /// says that they may.
    fn commutes(&self) -> bool {
        Self::COMMUTES
    }

    /// Whether nimbers are mostly large, so that who wins is found much sooner than the nimber: a nimber n takes options of
    /// each nimber below n.
    const NIMBERS_ARE_DEAR: bool = false;

    /// Components of at most this [`Rules::weight`] are replaced by their canonical forms when a search asks who wins under
    /// misère play; 0 where that does not pay.
    const LIGHT_UNDER_MISERE: usize = 0;

    /// How much speaks for a move that [`ImpartialHints::search_moves`] listed, in units of [`Rules::weight`]: a search tries its option
    /// earlier than the effort alone would have it.
    fn promise(&self, _played: &Self::Move) -> u32 {
        0
    }

    /// As [`Rules::split`], of the option that `played` made of the component `whole`: for games that see more easily
    /// whether a move splits a position than whether a position is in one piece.
    fn split_option(
        &self,
        _whole: &Self::Position,
        _played: &Self::Move,
        option: &Self::Position,
        parts: &mut Vec<Self::Position>,
    ) {
        self.split(option, parts);
    }

    /// Tables of the nimbers of all small positions, each larger than the one before. A search for a nimber that has taken as
    /// long as filling the next one takes fills it, and asks it for components by [`ImpartialHints::stocked`].
    fn stocks(&self) -> Vec<Box<dyn Blocks>> {
        Vec::new()
    }

    /// The number of a component, wherever it stands and not canonical, in one of [`ImpartialHints::stocks`]; `None` when it has
    /// none there.
    fn stocked(&self, _stock: usize, _part: &Self::Position) -> Option<u64> {
        None
    }

    /// Replaces `position` by one of the same nimber, by a theorem about normal play. Searches that may use theorems ask
    /// this of every position before [`Rules::split`].
    fn simplify(&self, _position: &mut Self::Position) {}

    /// The nimber of an impartial position under normal play when a closed form gives it at once. Searches ask this of
    /// every position they meet, so it must be cheap; [`Rules::theorem`] gives the reason.
    fn closed_form(&self, _position: &Self::Position) -> Option<u64> {
        None
    }

    /// All moves to options of nimber `nimber` (normal play), when a theorem lists them without trying every move.
    fn moves_to_nimber(&self, _position: &Self::Position, _nimber: u64) -> Option<Vec<Self::Move>> {
        None
    }

    /// A numbering of all positions that can be reached from `start`, when the game has a natural one. It may number more
    /// than those.
    fn numbering(&self, _start: &Self::Position) -> Option<Box<dyn Numbering<Self::Position>>> {
        None
    }

    /// Tables over all positions that can be reached from `start`, when the game has a way of its own to fill them that
    /// beats any search. Used by the automatic method where no theorem answers.
    fn tables(&self, _start: &Self::Position) -> Option<Box<dyn Tables<Self::Position>>> {
        None
    }
}

/// What searches of partisan positions may know of a game beyond its rules; every default is right for every game.
///
/// A game with nothing to say writes `impl PartisanHints for ItsName {}`; see [`ImpartialHints`] for an example.
pub trait PartisanHints: Rules {
    /// As [`Rules::canonicalise`], also under symmetries that swap the players. Returns whether the representative is the
    /// negative of `position`, so that a table needs one entry for both.
    fn canonicalise_up_to_sign(&self, position: &mut Self::Position) -> bool {
        self.canonicalise(position);
        false
    }

    /// A short name of a position that no other position has, where there is one: searches that keep millions of positions keep
    /// these instead.
    fn packed(&self, _position: &Self::Position) -> Option<[u64; 2]> {
        None
    }

    /// Replaces `position` by its negative, the same position with the players swapped. Returns whether these rules can
    /// express it; impartial positions are their own negatives.
    fn negate(&self, _position: &mut Self::Position) -> bool {
        self.kind() == Kind::Impartial
    }

    /// The rules with the players exchanged, where that takes other rules: a position of them is the negative of the same
    /// position of these. Asked when [`PartisanHints::negate`] cannot express the negative.
    fn exchanged(&self) -> Option<Self> {
        None
    }

    /// Largest [`Rules::weight`] at which the value of a position is always worth computing.
    fn light(&self) -> usize {
        12
    }

    /// Largest [`Rules::weight`] at which the value of a position can be hoped for at all.
    fn heavy(&self) -> usize {
        32
    }

    /// How many slices a partisan position can be cut into, one behind the other, so that forbidding every move across a
    /// cut takes moves from the opponent of `player` only; 1 when there is no such cut. With moves of the opponent taken
    /// away a position is never worse for `player` (the one-hand-tied principle, Winning Ways, chapter 1), so the sum of
    /// the slices bounds the value.
    fn slices(&self, _position: &Self::Position, _player: Player) -> usize {
        1
    }

    /// What of `position` lies in the given slices for `player`.
    fn slice(&self, position: &Self::Position, _player: Player, _slices: Range<usize>) -> Self::Position {
        position.clone()
    }

    /// A search of the game's own for who wins under normal play, where one is worth its code; it may use so many threads.
    fn own_search(&self, _threads: usize, _budget: &Budget) -> Option<Box<dyn OwnSearch<Self::Position>>> {
        None
    }

    /// The value of a partisan position under normal play when a closed form gives it at once. Searches ask this of every
    /// component they meet, so it must be cheap.
    fn closed_value(&self, _position: &Self::Position, _store: &mut Store) -> Result<Option<Value>, ValueError> {
        Ok(None)
    }

    /// Why [`PartisanHints::closed_value`] is right: the theorem with its working.
    fn value_theorem(&self, _position: &Self::Position) -> Option<Text> {
        None
    }
}

/// A search that a game brings, see [`PartisanHints::own_search`]. It may remember what it has found from question to question.
pub trait OwnSearch<P>: Send {
    /// Whether `player`, about to move in `position`, wins; `None` where the position is better left to others.
    fn wins(&mut self, position: &P, player: Player) -> Result<Option<bool>, ValueError>;
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// Its nimber (impartial, normal play), and with it the outcome.
    Nimber(u64),
    /// Only who wins.
    Outcome(Outcome),
}

impl Known {
    /// Who wins.
    pub fn outcome(self) -> Outcome {
        match self {
            Self::Nimber(0) => Outcome::Second,
            Self::Nimber(_) => Outcome::First,
            Self::Outcome(outcome) => outcome,
        }
    }
}

/// An answer that a theorem gives without search.
#[derive(Clone, Debug)]
pub struct Theorem<M> {
    /// What the theorem settles.
    pub known: Known,
    /// Which theorem, with its working in one sentence.
    pub reason: Text,
    /// All winning moves of the player about to move, when the theorem gives them too; `None` when they must be searched.
    pub winning: Option<Vec<M>>,
}

impl<M> Theorem<M> {
    /// The same theorem with its moves turned into something else.
    pub fn map_moves<N>(self, mut f: impl FnMut(M) -> N) -> Theorem<N> {
        let winning = self.winning.map(|moves| moves.into_iter().map(&mut f).collect());
        Theorem { known: self.known, reason: self.reason, winning }
    }
}
