//! A game behind an object: its rules, positions and moves lose their types.
//!
//! Solvers are compiled for each game, which is most of the time that a build takes. Where theorems or sequences answer, and
//! searches only check them, a copy for each game is not worth its time: those games are *lent*, and one copy of every
//! solver serves them all, whether their plays end or may be drawn. A search then allocates each position it meets that is not few
//! numbers.

use crate::tabled::{Keyed, Keys, Ranked, Tabled};
use crate::{
    Course, Draws, Game, Hasse, ImpartialHints, Info, Input, Kind, Made, Numbering, Outcome, Page, ParseError,
    PartisanHints, Play, Player, Refusal, Rules, Sketch, Tables, Text, Theorem,
};
use grundy_budget::{Budget, Exhausted};
use grundy_draw::Picture;
use grundy_value::{Store, Value, ValueError};
use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::num::NonZeroU64;
use std::sync::Arc;

/// The rules of some game, their type forgotten.
///
/// ```
/// use grundy_game::{Game, ImpartialHints, Info, Input, Lent, ParseError, PartisanHints, Player, Refusal, Rules};
/// # #[derive(PartialEq)]
/// # struct OneOrTwo;
/// # impl Rules for OneOrTwo {
/// #     type Position = u64;
/// #     type Move = u64;
/// #     fn moves(&self, heap: &u64, _: Player, moves: &mut Vec<u64>) -> Result<(), Refusal> {
/// #         moves.extend(1..=2.min(*heap));
/// #         Ok(())
/// #     }
/// #     fn play(&self, heap: &mut u64, take: &u64) {
/// #         *heap -= take;
/// #     }
/// # }
/// # impl ImpartialHints for OneOrTwo {}
/// # impl PartisanHints for OneOrTwo {}
/// # impl Game for OneOrTwo {
/// #     const INFO: Info =
/// #         Info { name: "one-or-two", summary: "", rules: "", notation: "", theorems: &[], examples: &[] };
/// #     fn read(input: &Input<'_>) -> Result<(Self, u64), ParseError> {
/// #         Err(input.position_error("one heap is expected"))
/// #     }
/// #     fn write(&self, heap: &u64) -> String {
/// #         heap.to_string()
/// #     }
/// #     fn label(&self, _: &u64, take: &u64) -> String {
/// #         format!("take {take}")
/// #     }
/// #     fn small() -> Vec<String> {
/// #         Vec::new()
/// #     }
/// # }
///
/// let (game, position) = Lent::<false>::of(OneOrTwo, 7);
/// let mut moves = Vec::new();
/// game.moves(&position, Player::Left, &mut moves)?;
/// assert_eq!((game.text(&position), game.label(&position, &moves[1])), ("one-or-two:7".into(), "take 2".into()));
/// # Ok::<(), Refusal>(())
/// ```
#[derive(Clone)]
pub struct Lent<const PARTISAN: bool> {
    lender: Arc<dyn Lender<PARTISAN>>,
}

impl<const PARTISAN: bool> Lent<PARTISAN> {
    /// A game and a position of it, lent. The game is of the kind that is asked for, need not always be drawn, and says nothing that
    /// only a copy of the solvers of its own could use.
    pub fn of<G: Game + PartialEq>(rules: G, position: G::Position) -> (Self, Held) {
        let common = !G::NIMBERS_ARE_DEAR && G::LIGHT_UNDER_MISERE == 0;
        assert!(common && (G::KIND == Kind::Partisan) == PARTISAN && G::DRAWS.avoidable(), "this game is not lent");
        (Self::behind(Arc::new(rules)), Held::new(position))
    }

    /// The rules alone. What they say for the searches of their own is not heard here.
    pub fn behind<G: Game + PartialEq>(rules: Arc<G>) -> Self {
        Self { lender: Arc::new(Owner(rules)) }
    }

    /// The rules with their type; `None` when that is another.
    pub fn lent_by<G: Game + PartialEq>(&self) -> Option<&G> {
        (&*self.lender as &dyn Any).downcast_ref::<Owner<G>>().map(|Owner(rules)| &**rules)
    }
}

impl<const PARTISAN: bool> PartialEq for Lent<PARTISAN> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.lender, &other.lender) || self.lender.same(&*other.lender)
    }
}

impl<const PARTISAN: bool> fmt::Debug for Lent<PARTISAN> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Lent").field(&self.lender.page().name).finish()
    }
}

/// A few small numbers, which need no allocation: most positions and moves of rules about numbers.
///
/// A kind tells apart what has the same numbers; what it means is up to the game. Three words that are copied, compared and hashed
/// as such, the last of which is never 0: so that what is few numbers or else a box takes no more room than this.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Few {
    /// The first number in the lower half, the second in the upper.
    low: u64,
    high: u64,
    /// The fifth number, above it how many there are, the kind, and one bit that is always there.
    last: NonZeroU64,
}

/// As many numbers as take no more room beside a kind than three words.
const MOST_FEW: usize = 5;

impl Few {
    const THERE: NonZeroU64 = NonZeroU64::MIN.saturating_add((1 << 63) - 1);

    #[inline]
    fn new(kind: u8, numbers: &[i32]) -> Option<Self> {
        let mut few = [0; MOST_FEW];
        few.get_mut(..numbers.len())?.copy_from_slice(numbers);
        Self::of(kind, few, numbers.len())
    }

    /// The first `len` of some numbers: made without a call, which the copy of a slice of any length would take.
    #[inline]
    fn of(kind: u8, numbers: [i32; MOST_FEW], len: usize) -> Option<Self> {
        // Those beyond `len` are 0.
        let number = |at: usize| if at < len { u64::from(numbers[at] as u32) } else { 0 };
        let last = number(4) | (len as u64) << 32 | u64::from(kind) << 40;
        let (low, high) = (number(0) | number(1) << 32, number(2) | number(3) << 32);
        (len <= MOST_FEW).then_some(Self { low, high, last: Self::THERE | last })
    }

    #[inline]
    fn get(self) -> (u8, Numbers) {
        let (low, high, last) = (self.low, self.high, self.last.get());
        let all = [low as i32, (low >> 32) as i32, high as i32, (high >> 32) as i32, last as i32];
        ((last >> 40) as u8, Numbers { all, len: (last >> 32) as u8 })
    }
}

impl Hash for Few {
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.low);
        if self.high != 0 {
            hasher.write_u64(self.high);
        }
        hasher.write_u64(self.last.get());
    }
}

impl fmt::Debug for Few {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, numbers) = self.get();
        f.debug_tuple("Few").field(&kind).field(&&numbers[..]).finish()
    }
}

/// The numbers that a position or a move was made of, where they are few: a slice of them.
#[derive(Clone, Copy, Debug)]
pub struct Numbers {
    all: [i32; MOST_FEW],
    len: u8,
}

impl std::ops::Deref for Numbers {
    type Target = [i32];

    #[inline]
    fn deref(&self) -> &[i32] {
        &self.all[..usize::from(self.len)]
    }
}

/// A position of some game, its type forgotten.
///
/// A game may also have these for its positions itself, and [`HeldMove`]s for its moves: then those of few numbers are nowhere
/// allocated.
pub struct Held(Kept<dyn AnyPosition>);

enum Kept<T: ?Sized> {
    Few(Few),
    Boxed(Box<T>),
}

const _: () = assert!(size_of::<Held>() == size_of::<Few>() && size_of::<HeldMove>() == size_of::<Few>());

trait AnyPosition: Any + fmt::Debug + Send + Sync {
    fn copy(&self) -> Box<dyn AnyPosition>;
    fn copy_from(&mut self, other: &dyn Any) -> bool;
    fn same(&self, other: &dyn Any) -> bool;
    fn feed(&self, hasher: &mut dyn Hasher);
}

impl<P: Clone + Eq + Hash + fmt::Debug + Send + Sync + 'static> AnyPosition for P {
    fn copy(&self) -> Box<dyn AnyPosition> {
        Box::new(self.clone())
    }

    fn copy_from(&mut self, other: &dyn Any) -> bool {
        other.downcast_ref::<P>().map(|other| self.clone_from(other)).is_some()
    }

    fn same(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<P>() == Some(self)
    }

    fn feed(&self, mut hasher: &mut dyn Hasher) {
        self.hash(&mut hasher);
    }
}

/// Something of one type as one of another, where they are the same.
#[inline]
fn as_is<A: 'static, B: 'static>(thing: A) -> Result<B, A> {
    let mut thing = Some(thing);
    match (&mut thing as &mut dyn Any).downcast_mut::<Option<B>>().and_then(Option::take) {
        Some(same) => Ok(same),
        None => Err(thing.expect("it was not taken")),
    }
}

impl Held {
    /// A position of any type.
    pub fn new<P: Clone + Eq + Hash + fmt::Debug + Send + Sync + 'static>(position: P) -> Self {
        as_is(position).unwrap_or_else(|position| Self(Kept::Boxed(Box::new(position))))
    }

    /// A position of few numbers, of a kind; `None` when there are more than five.
    #[inline]
    pub fn few(kind: u8, numbers: &[i32]) -> Option<Self> {
        Few::new(kind, numbers).map(|few| Self(Kept::Few(few)))
    }

    /// As [`Held::few`], of the first `len` of some numbers.
    #[inline]
    pub fn few_of(kind: u8, numbers: [i32; 5], len: usize) -> Option<Self> {
        Few::of(kind, numbers, len).map(|few| Self(Kept::Few(few)))
    }

    /// The kind and the numbers, where a position was made of few.
    #[inline]
    pub fn numbers(&self) -> Option<(u8, Numbers)> {
        if let Kept::Few(few) = self.0 { Some(few.get()) } else { None }
    }

    /// Becomes the position of the same few numbers as a move; `false` where the move was not made of such.
    #[inline]
    pub fn follow(&mut self, played: &HeldMove) -> bool {
        let Kept::Few(few) = played.0 else { return false };
        match &mut self.0 {
            Kept::Few(own) => *own = few,
            boxed @ Kept::Boxed(_) => *boxed = Kept::Few(few),
        }
        true
    }

    /// The position, if it is of this type.
    #[inline]
    pub fn get<P: 'static>(&self) -> Option<&P> {
        match ((self as &dyn Any).downcast_ref(), &self.0) {
            (Some(held), _) => Some(held),
            (None, Kept::Boxed(position)) => (&**position as &dyn Any).downcast_ref(),
            (None, Kept::Few(_)) => None,
        }
    }

    #[inline]
    fn get_mut<P: 'static>(&mut self) -> Option<&mut P> {
        if (self as &dyn Any).is::<P>() {
            return (self as &mut dyn Any).downcast_mut();
        }
        match &mut self.0 {
            Kept::Boxed(position) => (&mut **position as &mut dyn Any).downcast_mut(),
            Kept::Few(_) => None,
        }
    }
}

impl Clone for Held {
    #[inline]
    fn clone(&self) -> Self {
        Self(match &self.0 {
            Kept::Few(few) => Kept::Few(*few),
            Kept::Boxed(position) => Kept::Boxed(position.copy()),
        })
    }

    #[inline]
    fn clone_from(&mut self, other: &Self) {
        let copied = match (&mut self.0, &other.0) {
            (Kept::Few(own), Kept::Few(other)) => {
                *own = *other;
                true
            }
            (Kept::Boxed(own), Kept::Boxed(other)) => own.copy_from(&**other),
            _ => false,
        };
        if !copied {
            *self = other.clone();
        }
    }
}

impl PartialEq for Held {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Kept::Few(a), Kept::Few(b)) => a == b,
            (Kept::Boxed(a), Kept::Boxed(b)) => a.same(&**b),
            _ => false,
        }
    }
}

impl Eq for Held {}

impl Hash for Held {
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        match &self.0 {
            Kept::Few(few) => few.hash(hasher),
            Kept::Boxed(position) => position.feed(hasher),
        }
    }
}

impl fmt::Debug for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kept::Few(few) => few.fmt(f),
            Kept::Boxed(position) => position.fmt(f),
        }
    }
}

/// A move of some game, its type forgotten.
pub struct HeldMove(Kept<dyn AnyMove>);

trait AnyMove: Any + fmt::Debug + Send + Sync {
    fn copy(&self) -> Box<dyn AnyMove>;
    fn same(&self, other: &dyn Any) -> bool;
}

impl<M: Clone + PartialEq + fmt::Debug + Send + Sync + 'static> AnyMove for M {
    fn copy(&self) -> Box<dyn AnyMove> {
        Box::new(self.clone())
    }

    fn same(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<M>() == Some(self)
    }
}

impl HeldMove {
    /// A move of any type.
    pub fn new<M: Clone + PartialEq + fmt::Debug + Send + Sync + 'static>(played: M) -> Self {
        as_is(played).unwrap_or_else(|played| Self(Kept::Boxed(Box::new(played))))
    }

    /// A move that is few numbers, of a kind; `None` when there are more than five.
    #[inline]
    pub fn few(kind: u8, numbers: &[i32]) -> Option<Self> {
        Few::new(kind, numbers).map(|few| Self(Kept::Few(few)))
    }

    /// As [`HeldMove::few`], of the first `len` of some numbers.
    #[inline]
    pub fn few_of(kind: u8, numbers: [i32; 5], len: usize) -> Option<Self> {
        Few::of(kind, numbers, len).map(|few| Self(Kept::Few(few)))
    }

    /// The kind and the numbers, where a move was made of few.
    #[inline]
    pub fn numbers(&self) -> Option<(u8, Numbers)> {
        if let Kept::Few(few) = self.0 { Some(few.get()) } else { None }
    }

    /// The position of the same few numbers, where the move was made of such.
    #[inline]
    pub fn as_position(&self) -> Option<Held> {
        if let Kept::Few(few) = self.0 { Some(Held(Kept::Few(few))) } else { None }
    }

    /// The move, if it is of this type.
    #[inline]
    pub fn get<M: 'static>(&self) -> Option<&M> {
        match ((self as &dyn Any).downcast_ref(), &self.0) {
            (Some(held), _) => Some(held),
            (None, Kept::Boxed(played)) => (&**played as &dyn Any).downcast_ref(),
            (None, Kept::Few(_)) => None,
        }
    }
}

impl Clone for HeldMove {
    #[inline]
    fn clone(&self) -> Self {
        Self(match &self.0 {
            Kept::Few(few) => Kept::Few(*few),
            Kept::Boxed(played) => Kept::Boxed(played.copy()),
        })
    }
}

impl PartialEq for HeldMove {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Kept::Few(a), Kept::Few(b)) => a == b,
            (Kept::Boxed(a), Kept::Boxed(b)) => a.same(&**b),
            _ => false,
        }
    }
}

impl fmt::Debug for HeldMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kept::Few(few) => few.fmt(f),
            Kept::Boxed(played) => played.fmt(f),
        }
    }
}

type LentCourse<'a> = (&'a Held, &'a [Made<HeldMove>], &'a Held);

/// What rules, hints and game say, with positions and moves whose types are forgotten.
trait Lender<const PARTISAN: bool>: Any + Send + Sync {
    fn same(&self, other: &dyn Any) -> bool;
    fn moves(&self, position: &Held, player: Player, moves: &mut Vec<HeldMove>) -> Result<(), Refusal>;
    fn play(&self, position: &mut Held, played: &HeldMove);
    fn move_count(&self, position: &Held) -> Option<u64>;
    fn ends(&self) -> bool;
    fn surely_ends(&self) -> bool;
    fn declares(&self) -> bool;
    fn ending(&self, position: &Held, player: Player) -> Option<Outcome>;
    fn endless(&self) -> Outcome;
    fn players(&self) -> usize;
    fn turn(&self, position: &Held) -> usize;
    fn started_by(&self, position: &Held, player: usize) -> Held;
    fn winners(&self, position: &Held) -> u32;
    fn split(&self, position: &Held, parts: &mut Vec<Held>);
    fn canonicalise(&self, position: &mut Held);
    fn gathers(&self) -> bool;
    fn weight(&self, position: &Held) -> usize;
    fn theorem(&self, position: &Held, play: Play) -> Option<Theorem<HeldMove>>;
    fn own_method(&self, position: &Held, play: Play, budget: &Budget) -> Result<Option<Theorem<HeldMove>>, Exhausted>;
    fn tabled(&self, start: &Held) -> Option<Tabled<Lent<PARTISAN>>>;
    fn position_bytes(&self, position: &Held) -> usize;
    fn search_moves(&self, position: &Held, moves: &mut Vec<HeldMove>) -> Result<(), Refusal>;
    fn commutes(&self) -> bool;
    fn split_option(&self, whole: &Held, played: &HeldMove, option: &Held, parts: &mut Vec<Held>);
    fn simplify(&self, position: &mut Held);
    fn closed_form(&self, position: &Held) -> Option<u64>;
    fn moves_to_nimber(&self, position: &Held, nimber: u64) -> Option<Vec<HeldMove>>;
    fn numbering(&self, start: &Held) -> Option<Box<dyn Numbering<Held>>>;
    fn tables(&self, start: &Held) -> Option<Box<dyn Tables<Held>>>;
    fn canonicalise_up_to_sign(&self, position: &mut Held) -> bool;
    fn negate(&self, position: &mut Held) -> bool;
    fn exchanged(&self) -> Option<Lent<PARTISAN>>;
    fn light(&self) -> usize;
    fn heavy(&self) -> usize;
    fn closed_value(&self, position: &Held, store: &mut Store) -> Result<Option<Value>, ValueError>;
    fn value_theorem(&self, position: &Held) -> Option<Text>;
    fn page(&self) -> Page<'_>;
    fn read_again(&self, input: &Input<'_>) -> Option<Held>;
    fn arguments(&self) -> Option<String>;
    fn write(&self, position: &Held) -> String;
    fn text(&self, position: &Held) -> String;
    fn label(&self, position: &Held, played: &HeldMove) -> String;
    fn words(&self, position: &Held, played: &HeldMove) -> Text;
    fn explain(&self, position: &Held, play: Play) -> Option<Vec<Text>>;
    fn board(&self, position: &Held) -> String;
    fn picture(&self, position: &Held) -> Picture;
    fn drawn(&self, course: LentCourse<'_>) -> Picture;
    fn sketch(&self, position: &Held) -> Option<Sketch>;
    fn hasse(&self, position: &Held) -> Option<Hasse>;
    fn shape(&self, position: &Held) -> Option<String>;
}

/// Whoever lends has the type.
struct Owner<G>(Arc<G>);

impl<G: Game + PartialEq> Owner<G> {
    fn of(position: &Held) -> &G::Position {
        position.get().expect("positions of a lent game are of that game")
    }

    fn of_mut(position: &mut Held) -> &mut G::Position {
        position.get_mut().expect("positions of a lent game are of that game")
    }

    fn made(played: &HeldMove) -> &G::Move {
        played.get().expect("moves of a lent game are of that game")
    }

    fn lent(theorem: Theorem<G::Move>) -> Theorem<HeldMove> {
        let winning = theorem.winning.map(|own| {
            let mut winning = Vec::new();
            hold_moves(own, &mut winning);
            winning
        });
        Theorem { known: theorem.known, reason: theorem.reason, winning }
    }

    /// Has moves listed, at once where they are held in the game itself.
    #[inline]
    fn listed(
        into: &mut Vec<HeldMove>,
        list: impl FnOnce(&mut Vec<G::Move>) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        if let Some(same) = (into as &mut dyn Any).downcast_mut::<Vec<G::Move>>() {
            return list(same);
        }
        let mut own = Vec::new();
        list(&mut own)?;
        hold_moves(own, into);
        Ok(())
    }
}

impl<G: Game + PartialEq> Owner<G> {
    /// Has a position cut into parts, at once where they are held in the game itself.
    #[inline]
    fn cut(into: &mut Vec<Held>, cut: impl FnOnce(&mut Vec<G::Position>)) {
        if let Some(same) = (into as &mut dyn Any).downcast_mut::<Vec<G::Position>>() {
            return cut(same);
        }
        let mut own = Vec::new();
        cut(&mut own);
        into.reserve(own.len());
        for part in own {
            into.push(Held::new(part));
        }
    }
}

/// Moves without their type. A loop: adaptors would be compiled for each game once more, which adds up.
fn hold_moves<M: Clone + PartialEq + fmt::Debug + Send + Sync + 'static>(own: Vec<M>, into: &mut Vec<HeldMove>) {
    into.reserve(own.len());
    for played in own {
        into.push(HeldMove::new(played));
    }
}

impl<G: Game + PartialEq, const PARTISAN: bool> Lender<PARTISAN> for Owner<G> {
    fn same(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<Self>().is_some_and(|other| self.0 == other.0)
    }

    fn moves(&self, position: &Held, player: Player, moves: &mut Vec<HeldMove>) -> Result<(), Refusal> {
        Self::listed(moves, |own| self.0.moves(Self::of(position), player, own))
    }

    fn play(&self, position: &mut Held, played: &HeldMove) {
        self.0.play(Self::of_mut(position), Self::made(played));
    }

    fn move_count(&self, position: &Held) -> Option<u64> {
        self.0.move_count(Self::of(position))
    }

    fn ends(&self) -> bool {
        self.0.ends()
    }

    fn surely_ends(&self) -> bool {
        self.0.surely_ends()
    }

    fn declares(&self) -> bool {
        self.0.declares()
    }

    fn ending(&self, position: &Held, player: Player) -> Option<Outcome> {
        self.0.ending(Self::of(position), player)
    }

    fn endless(&self) -> Outcome {
        self.0.endless()
    }

    fn players(&self) -> usize {
        self.0.players()
    }

    fn turn(&self, position: &Held) -> usize {
        self.0.turn(Self::of(position))
    }

    fn started_by(&self, position: &Held, player: usize) -> Held {
        Held::new(self.0.started_by(Self::of(position), player))
    }

    fn winners(&self, position: &Held) -> u32 {
        self.0.winners(Self::of(position))
    }

    fn split(&self, position: &Held, parts: &mut Vec<Held>) {
        Self::cut(parts, |own| self.0.split(Self::of(position), own));
    }

    fn canonicalise(&self, position: &mut Held) {
        self.0.canonicalise(Self::of_mut(position));
    }

    fn gathers(&self) -> bool {
        self.0.gathers()
    }

    fn weight(&self, position: &Held) -> usize {
        self.0.weight(Self::of(position))
    }

    fn theorem(&self, position: &Held, play: Play) -> Option<Theorem<HeldMove>> {
        self.0.theorem(Self::of(position), play).map(Self::lent)
    }

    fn own_method(&self, position: &Held, play: Play, budget: &Budget) -> Result<Option<Theorem<HeldMove>>, Exhausted> {
        Ok(self.0.own_method(Self::of(position), play, budget)?.map(Self::lent))
    }

    fn tabled(&self, start: &Held) -> Option<Tabled<Lent<PARTISAN>>> {
        Some(match self.0.tabled(Self::of(start))? {
            Tabled::Dense(dense) => {
                let ranking = Arc::clone(&dense);
                let rank = move |rules: &Lent<PARTISAN>, at: &Held| ranking.rank(rules.lent_by::<G>()?, at.get()?);
                let unranking = Arc::clone(&dense);
                Ranked::of_blocks(dense, rank, move |number| Held::new(unranking.unrank(number)))
            }
            Tabled::Keyed(keys) => Tabled::Keyed(Box::new(KeysOf(keys))),
        })
    }

    fn position_bytes(&self, position: &Held) -> usize {
        self.0.position_bytes(Self::of(position)) + size_of::<Held>()
    }

    fn search_moves(&self, position: &Held, moves: &mut Vec<HeldMove>) -> Result<(), Refusal> {
        Self::listed(moves, |own| self.0.search_moves(Self::of(position), own))
    }

    fn commutes(&self) -> bool {
        G::COMMUTES && self.0.commutes()
    }

    fn split_option(&self, whole: &Held, played: &HeldMove, option: &Held, parts: &mut Vec<Held>) {
        Self::cut(parts, |own| self.0.split_option(Self::of(whole), Self::made(played), Self::of(option), own));
    }

    fn simplify(&self, position: &mut Held) {
        self.0.simplify(Self::of_mut(position));
    }

    fn closed_form(&self, position: &Held) -> Option<u64> {
        self.0.closed_form(Self::of(position))
    }

    fn moves_to_nimber(&self, position: &Held, nimber: u64) -> Option<Vec<HeldMove>> {
        let own = self.0.moves_to_nimber(Self::of(position), nimber)?;
        let mut moves = Vec::new();
        hold_moves(own, &mut moves);
        Some(moves)
    }

    fn numbering(&self, start: &Held) -> Option<Box<dyn Numbering<Held>>> {
        let numbering = self.0.numbering(Self::of(start))?;
        Some(Box::new(NumberingOf(numbering)))
    }

    fn tables(&self, start: &Held) -> Option<Box<dyn Tables<Held>>> {
        let tables = self.0.tables(Self::of(start))?;
        Some(Box::new(TablesOf(tables)))
    }

    fn canonicalise_up_to_sign(&self, position: &mut Held) -> bool {
        self.0.canonicalise_up_to_sign(Self::of_mut(position))
    }

    fn negate(&self, position: &mut Held) -> bool {
        self.0.negate(Self::of_mut(position))
    }

    fn exchanged(&self) -> Option<Lent<PARTISAN>> {
        self.0.exchanged().map(|rules| Lent::behind(Arc::new(rules)))
    }

    fn light(&self) -> usize {
        self.0.light()
    }

    fn heavy(&self) -> usize {
        self.0.heavy()
    }

    fn closed_value(&self, position: &Held, store: &mut Store) -> Result<Option<Value>, ValueError> {
        self.0.closed_value(Self::of(position), store)
    }

    fn value_theorem(&self, position: &Held) -> Option<Text> {
        self.0.value_theorem(Self::of(position))
    }

    fn page(&self) -> Page<'_> {
        self.0.page()
    }

    fn read_again(&self, input: &Input<'_>) -> Option<Held> {
        self.0.read_again(input).map(Held::new)
    }

    fn arguments(&self) -> Option<String> {
        self.0.arguments()
    }

    fn write(&self, position: &Held) -> String {
        self.0.write(Self::of(position))
    }

    fn text(&self, position: &Held) -> String {
        self.0.text(Self::of(position))
    }

    fn label(&self, position: &Held, played: &HeldMove) -> String {
        self.0.label(Self::of(position), Self::made(played))
    }

    fn words(&self, position: &Held, played: &HeldMove) -> Text {
        self.0.words(Self::of(position), Self::made(played))
    }

    fn explain(&self, position: &Held, play: Play) -> Option<Vec<Text>> {
        self.0.explain(Self::of(position), play)
    }

    fn board(&self, position: &Held) -> String {
        self.0.board(Self::of(position))
    }

    fn picture(&self, position: &Held) -> Picture {
        self.0.picture(Self::of(position))
    }

    fn drawn(&self, (start, made, now): LentCourse<'_>) -> Picture {
        let mut own: Vec<Made<G::Move>> = Vec::with_capacity(made.len());
        for made in made {
            own.push(Made { played: Self::made(&made.played).clone(), path: made.path.clone() });
        }
        self.0.drawn(&Course { start: Self::of(start), made: &own, now: Self::of(now) })
    }

    fn sketch(&self, position: &Held) -> Option<Sketch> {
        self.0.sketch(Self::of(position))
    }

    fn hasse(&self, position: &Held) -> Option<Hasse> {
        self.0.hasse(Self::of(position))
    }

    fn shape(&self, position: &Held) -> Option<String> {
        self.0.shape(Self::of(position))
    }
}

/// A numbering of the positions of a lent game.
struct NumberingOf<P>(Box<dyn Numbering<P>>);

impl<P: Clone + Eq + Hash + fmt::Debug + Send + Sync + 'static> Numbering<Held> for NumberingOf<P> {
    fn count(&self) -> u64 {
        self.0.count()
    }

    fn rank(&self, position: &Held) -> Option<u64> {
        self.0.rank(position.get()?)
    }

    fn unrank(&self, number: u64) -> Held {
        Held::new(self.0.unrank(number))
    }

    fn run(&self, number: u64, shared: &mut Vec<u64>) -> u64 {
        self.0.run(number, shared)
    }

    fn inner(&self) -> &[Vec<u64>] {
        self.0.inner()
    }
}

/// Tables of the positions of a lent game.
struct TablesOf<P>(Box<dyn Tables<P>>);

impl<P: 'static> TablesOf<P> {
    fn of(position: &Held) -> &P {
        position.get().expect("positions of a lent game are of that game")
    }
}

impl<P: 'static> Tables<Held> for TablesOf<P> {
    fn nimber(&mut self, position: &Held, budget: &Budget) -> Result<u64, Exhausted> {
        self.0.nimber(Self::of(position), budget)
    }

    fn wins(&mut self, position: &Held, play: Play, budget: &Budget) -> Result<bool, Exhausted> {
        self.0.wins(Self::of(position), play, budget)
    }

    fn use_threads(&mut self, threads: usize) {
        self.0.use_threads(threads);
    }

    fn nimbers_cost_more(&self) -> bool {
        self.0.nimbers_cost_more()
    }

    fn bytes(&self) -> u64 {
        self.0.bytes()
    }
}

/// The keys of the positions of a lent game.
struct KeysOf<G>(Box<dyn Keys<G>>);

impl<G: Game> Keyed for KeysOf<G> {
    fn key_bytes(&self) -> usize {
        self.0.key_bytes()
    }

    fn starts(&self) -> Vec<u128> {
        self.0.starts()
    }

    fn tier(&self, key: u128) -> u32 {
        self.0.tier(key)
    }

    fn options(&self, key: u128, options: &mut Vec<u128>) -> Result<(), Refusal> {
        self.0.options(key, options)
    }

    fn seeds(&self) -> Option<Vec<u128>> {
        self.0.seeds()
    }

    fn grow(&self, key: u128, grown: &mut Vec<u128>) {
        self.0.grow(key, grown);
    }

    fn forecast(&self) -> Option<u64> {
        self.0.forecast()
    }

    fn numbering(&self) -> String {
        self.0.numbering()
    }
}

impl<G: Game + PartialEq, const PARTISAN: bool> Keys<Lent<PARTISAN>> for KeysOf<G> {
    fn key(&self, rules: &Lent<PARTISAN>, position: &Held) -> Option<u128> {
        self.0.key(rules.lent_by::<G>()?, position.get()?)
    }

    fn position(&self, key: u128) -> Option<Held> {
        self.0.position(key).map(Held::new)
    }
}

impl<const PARTISAN: bool> Rules for Lent<PARTISAN> {
    type Position = Held;
    type Move = HeldMove;

    const KIND: Kind = if PARTISAN { Kind::Partisan } else { Kind::Impartial };

    const DRAWS: Draws = Draws::Perhaps;

    fn moves(&self, position: &Held, player: Player, moves: &mut Vec<HeldMove>) -> Result<(), Refusal> {
        self.lender.moves(position, player, moves)
    }

    fn play(&self, position: &mut Held, played: &HeldMove) {
        self.lender.play(position, played);
    }

    fn move_count(&self, position: &Held) -> Option<u64> {
        self.lender.move_count(position)
    }

    fn ends(&self) -> bool {
        self.lender.ends()
    }

    fn surely_ends(&self) -> bool {
        self.lender.surely_ends()
    }

    fn declares(&self) -> bool {
        self.lender.declares()
    }

    fn ending(&self, position: &Held, player: Player) -> Option<Outcome> {
        self.lender.ending(position, player)
    }

    fn endless(&self) -> Outcome {
        self.lender.endless()
    }

    fn players(&self) -> usize {
        self.lender.players()
    }

    fn turn(&self, position: &Held) -> usize {
        self.lender.turn(position)
    }

    fn started_by(&self, position: &Held, player: usize) -> Held {
        self.lender.started_by(position, player)
    }

    fn winners(&self, position: &Held) -> u32 {
        self.lender.winners(position)
    }

    fn split(&self, position: &Held, parts: &mut Vec<Held>) {
        self.lender.split(position, parts);
    }

    fn canonicalise(&self, position: &mut Held) {
        self.lender.canonicalise(position);
    }

    fn gathers(&self) -> bool {
        self.lender.gathers()
    }

    fn weight(&self, position: &Held) -> usize {
        self.lender.weight(position)
    }

    fn theorem(&self, position: &Held, play: Play) -> Option<Theorem<HeldMove>> {
        self.lender.theorem(position, play)
    }

    fn own_method(&self, position: &Held, play: Play, budget: &Budget) -> Result<Option<Theorem<HeldMove>>, Exhausted> {
        self.lender.own_method(position, play, budget)
    }

    fn tabled(&self, start: &Held) -> Option<Tabled<Self>> {
        self.lender.tabled(start)
    }

    fn position_bytes(&self, position: &Held) -> usize {
        self.lender.position_bytes(position)
    }
}

impl<const PARTISAN: bool> ImpartialHints for Lent<PARTISAN> {
    const COMMUTES: bool = !PARTISAN;

    fn commutes(&self) -> bool {
        Self::COMMUTES && self.lender.commutes()
    }

    fn split_option(&self, whole: &Held, played: &HeldMove, option: &Held, parts: &mut Vec<Held>) {
        self.lender.split_option(whole, played, option, parts);
    }

    fn search_moves(&self, position: &Held, moves: &mut Vec<HeldMove>) -> Result<(), Refusal> {
        self.lender.search_moves(position, moves)
    }

    fn simplify(&self, position: &mut Held) {
        self.lender.simplify(position);
    }

    fn closed_form(&self, position: &Held) -> Option<u64> {
        self.lender.closed_form(position)
    }

    fn moves_to_nimber(&self, position: &Held, nimber: u64) -> Option<Vec<HeldMove>> {
        self.lender.moves_to_nimber(position, nimber)
    }

    fn numbering(&self, start: &Held) -> Option<Box<dyn Numbering<Held>>> {
        self.lender.numbering(start)
    }

    fn tables(&self, start: &Held) -> Option<Box<dyn Tables<Held>>> {
        self.lender.tables(start)
    }
}

impl<const PARTISAN: bool> PartisanHints for Lent<PARTISAN> {
    fn canonicalise_up_to_sign(&self, position: &mut Held) -> bool {
        self.lender.canonicalise_up_to_sign(position)
    }

    fn negate(&self, position: &mut Held) -> bool {
        self.lender.negate(position)
    }

    fn exchanged(&self) -> Option<Self> {
        self.lender.exchanged()
    }

    fn light(&self) -> usize {
        self.lender.light()
    }

    fn heavy(&self) -> usize {
        self.lender.heavy()
    }

    fn closed_value(&self, position: &Held, store: &mut Store) -> Result<Option<Value>, ValueError> {
        self.lender.closed_value(position, store)
    }

    fn value_theorem(&self, position: &Held) -> Option<Text> {
        self.lender.value_theorem(position)
    }
}

impl<const PARTISAN: bool> Game for Lent<PARTISAN> {
    const INFO: Info = Page { name: "", summary: "", rules: "", notation: "", theorems: &[], examples: &[] };

    fn page(&self) -> Page<'_> {
        self.lender.page()
    }

    fn read(input: &Input<'_>) -> Result<(Self, Held), ParseError> {
        Err(input.position_error("a lent game reads nothing"))
    }

    fn read_again(&self, input: &Input<'_>) -> Option<Held> {
        self.lender.read_again(input)
    }

    fn arguments(&self) -> Option<String> {
        self.lender.arguments()
    }

    fn write(&self, position: &Held) -> String {
        self.lender.write(position)
    }

    fn text(&self, position: &Held) -> String {
        self.lender.text(position)
    }

    fn label(&self, position: &Held, played: &HeldMove) -> String {
        self.lender.label(position, played)
    }

    fn words(&self, position: &Held, played: &HeldMove) -> Text {
        self.lender.words(position, played)
    }

    fn explain(&self, position: &Held, play: Play) -> Option<Vec<Text>> {
        self.lender.explain(position, play)
    }

    fn board(&self, position: &Held) -> String {
        self.lender.board(position)
    }

    fn picture(&self, position: &Held) -> Picture {
        self.lender.picture(position)
    }

    fn drawn(&self, course: &Course<'_, Self>) -> Picture {
        self.lender.drawn((course.start, course.made, course.now))
    }

    fn sketch(&self, position: &Held) -> Option<Sketch> {
        self.lender.sketch(position)
    }

    fn hasse(&self, position: &Held) -> Option<Hasse> {
        self.lender.hasse(position)
    }

    fn shape(&self, position: &Held) -> Option<String> {
        self.lender.shape(position)
    }

    fn small() -> Vec<String> {
        Vec::new()
    }
}
