//! The searches of a game, as studies and proofs see them: compiled for the game alone, or shared by games that are lent.
//!
//! A search is compiled for each game that has its own, and little else is: a study holds its searches as objects, so that for
//! [`Lent`] games there is one study, whosever searches it uses.

use crate::{
    MisereSearch, NimberSearch, OutcomeSearch, PartisanSearch, Settings, Stop, ValueSearch, nimber::Lookup, parallel,
};
use grundy_budget::{Exhausted, Limits};
use grundy_game::{Game, Held, ImpartialHints, Kind, Lent, PartisanHints, Player};
use grundy_value::{Store, Value};
use std::marker::PhantomData;
use std::sync::Arc;

/// A search for nimbers of positions.
pub(crate) trait NimberWork<P> {
    /// Has `lookup` asked before a position is searched.
    fn ask_first(&mut self, lookup: Lookup<P>);
    /// Lets long searches table all small positions.
    fn may_stock(&mut self);
    /// The nimber of the position that is studied, by all threads of the settings.
    fn count_up(&mut self, position: &P, settings: &Settings) -> Result<u64, Stop>;
    /// The nimber of the position that is studied where it is 0 or found within `at_hand` positions; `None` where the first
    /// player wins and it takes longer. What was found out about it stays known.
    fn winner(&mut self, position: &P, at_hand: u64, settings: &Settings) -> Result<Option<u64>, Stop>;
    /// Whether each of some options has this nimber, by all threads of the settings.
    fn have_nimber(&mut self, options: &[P], nimber: u64, settings: &Settings) -> Result<Vec<bool>, Stop>;
    /// The nimber of a position.
    fn nimber(&mut self, position: &P) -> Result<u64, Stop>;
    /// Whether a position has this nimber.
    fn is_nimber(&mut self, position: &P, nimber: u64) -> Result<bool, Stop>;
    /// The nimber of a position if finding out whether it is this one gives it.
    fn nimber_unless(&mut self, position: &P, nimber: u64) -> Result<Option<u64>, Stop>;
    /// The nimber of a position if it is known already.
    fn known(&self, position: &P) -> Option<u64>;
    /// Numbers that are known not to be the nimber of a position.
    fn excluded(&self, position: &P) -> Vec<u64>;
}

/// A search for values of positions; all calls must pass the same store.
pub(crate) trait ValueWork<P> {
    /// The value of a position.
    fn value(&mut self, store: &mut Store, position: &P) -> Result<Value, Stop>;
    /// How many components have been looked at.
    fn components(&self) -> usize;
}

/// A search for who wins.
pub(crate) trait WinWork<P> {
    /// Whether `player`, about to move in a sum of positions, wins.
    fn wins_sum(&mut self, positions: &[P], player: Player) -> Result<bool, Stop>;
    /// Whether `player`, about to move, wins.
    fn wins(&mut self, position: &P, player: Player) -> Result<bool, Stop>;
}

impl<R: ImpartialHints> NimberWork<R::Position> for NimberSearch<'_, R> {
    fn ask_first(&mut self, lookup: Lookup<R::Position>) {
        NimberSearch::ask_first(self, lookup);
    }

    fn may_stock(&mut self) {
        NimberSearch::may_stock(self);
    }

    fn count_up(&mut self, position: &R::Position, settings: &Settings) -> Result<u64, Stop> {
        let nimber = parallel::together(self, settings, &|search| search.count_up(position))?;
        self.settle_count();
        Ok(nimber)
    }

    fn winner(&mut self, position: &R::Position, at_hand: u64, settings: &Settings) -> Result<Option<u64>, Stop> {
        let budget = &settings.budget;
        // One thread alone counts these, so that the same positions get their nimbers every time.
        self.spend_from(&budget.within(Limits { positions: Some(at_hand), ..Limits::default() }));
        let found = NimberSearch::count_up(self, position);
        self.spend_from(budget);
        let nimber = match found {
            Ok(nimber) => Some(nimber),
            Err(Stop::Exhausted(Exhausted::Positions)) if budget.check().is_ok() => {
                let lost = parallel::together(self, settings, &|search| search.is_nimber(position, 0))?;
                lost.then_some(0)
            }
            Err(stop) => return Err(stop),
        };
        self.settle_count();
        Ok(nimber)
    }

    fn have_nimber(&mut self, options: &[R::Position], nimber: u64, settings: &Settings) -> Result<Vec<bool>, Stop> {
        parallel::together(self, settings, &|search| {
            options.iter().map(|option| search.is_nimber(option, nimber)).collect()
        })
    }

    fn nimber(&mut self, position: &R::Position) -> Result<u64, Stop> {
        NimberSearch::nimber(self, position)
    }

    fn is_nimber(&mut self, position: &R::Position, nimber: u64) -> Result<bool, Stop> {
        NimberSearch::is_nimber(self, position, nimber)
    }

    fn nimber_unless(&mut self, position: &R::Position, nimber: u64) -> Result<Option<u64>, Stop> {
        NimberSearch::nimber_unless(self, position, nimber)
    }

    fn known(&self, position: &R::Position) -> Option<u64> {
        NimberSearch::known(self, position)
    }

    fn excluded(&self, position: &R::Position) -> Vec<u64> {
        self.excluded_nimbers(position)
    }
}

impl<R: PartisanHints> ValueWork<R::Position> for ValueSearch<'_, R> {
    fn value(&mut self, store: &mut Store, position: &R::Position) -> Result<Value, Stop> {
        ValueSearch::value(self, store, position)
    }

    fn components(&self) -> usize {
        ValueSearch::components(self)
    }
}

impl<R: PartisanHints> WinWork<R::Position> for PartisanSearch<'_, R> {
    fn wins_sum(&mut self, positions: &[R::Position], player: Player) -> Result<bool, Stop> {
        PartisanSearch::wins_sum(self, positions, player)
    }

    fn wins(&mut self, position: &R::Position, player: Player) -> Result<bool, Stop> {
        PartisanSearch::wins(self, position, player)
    }
}

impl<R: ImpartialHints> WinWork<R::Position> for OutcomeSearch<'_, R> {
    fn wins_sum(&mut self, positions: &[R::Position], player: Player) -> Result<bool, Stop> {
        OutcomeSearch::wins_sum(self, positions, player)
    }

    fn wins(&mut self, position: &R::Position, player: Player) -> Result<bool, Stop> {
        OutcomeSearch::wins(self, position, player)
    }
}

/// Whether a player wins a position when about to move.
pub(crate) type WinsAt<'a, P> = dyn FnMut(&P, Player) -> Result<bool, Stop> + 'a;

/// What makes the searches for positions of a game.
pub(crate) trait Searches<G: Game>: Sync {
    /// For nimbers, of an impartial game.
    fn nimbers<'a>(&self, rules: &'a G, settings: &Settings, theorems: bool) -> Box<dyn NimberWork<G::Position> + 'a>;
    /// For values, of a partisan game.
    fn values<'a>(&self, rules: &'a G, settings: &Settings, theorems: bool) -> Box<dyn ValueWork<G::Position> + 'a>;
    /// For who wins a partisan game under normal play.
    fn partisan<'a>(&self, rules: &'a G, settings: &Settings, theorems: bool) -> Box<dyn WinWork<G::Position> + 'a>;
    /// For who wins any game under either play rule, sums as wholes.
    fn outcomes<'a>(&self, rules: &'a G, settings: &Settings) -> Box<dyn WinWork<G::Position> + 'a>;
    /// For who wins an impartial game under misère play, where small components are replaced by canonical forms.
    fn misere<'a>(&self, rules: &'a G, settings: &Settings) -> Option<Box<WinsAt<'a, G::Position>>>;
    /// Whether a search says who wins much sooner than it finds the nimber.
    fn nimbers_are_dear(&self) -> bool;
}

/// The searches of a game with its type. What only the other kind of game needs is not compiled, and nothing for games that only
/// retrograde analysis decides: the table of methods behind `dyn Searches` would hold a copy of each otherwise.
pub(super) struct Direct;

impl<G: Game> Searches<G> for Direct {
    fn nimbers<'a>(&self, rules: &'a G, settings: &Settings, theorems: bool) -> Box<dyn NimberWork<G::Position> + 'a> {
        if const { partisan::<G>() || judged_only::<G>() } {
            return Box::new(NoWork);
        }
        Box::new(NimberSearch::new(rules, settings, theorems))
    }

    fn values<'a>(&self, rules: &'a G, settings: &Settings, theorems: bool) -> Box<dyn ValueWork<G::Position> + 'a> {
        if const { !partisan::<G>() || judged_only::<G>() } {
            return Box::new(NoWork);
        }
        Box::new(ValueSearch::new(rules, settings, theorems))
    }

    fn partisan<'a>(&self, rules: &'a G, settings: &Settings, theorems: bool) -> Box<dyn WinWork<G::Position> + 'a> {
        if const { !partisan::<G>() || judged_only::<G>() } {
            return Box::new(NoWork);
        }
        Box::new(PartisanSearch::new(rules, settings, theorems))
    }

    fn outcomes<'a>(&self, rules: &'a G, settings: &Settings) -> Box<dyn WinWork<G::Position> + 'a> {
        if const { judged_only::<G>() } {
            return Box::new(NoWork);
        }
        Box::new(OutcomeSearch::new(rules, settings))
    }

    fn misere<'a>(&self, rules: &'a G, settings: &Settings) -> Option<Box<WinsAt<'a, G::Position>>> {
        if const { G::LIGHT_UNDER_MISERE == 0 || judged_only::<G>() } {
            return None;
        }
        let mut search = MisereSearch::new(rules, settings);
        Some(Box::new(move |position, _| search.wins(position)))
    }

    fn nimbers_are_dear(&self) -> bool {
        G::NIMBERS_ARE_DEAR
    }
}

const fn partisan<G: Game>() -> bool {
    matches!(G::KIND, Kind::Partisan)
}

/// Whether searches, which know no draws, cannot be asked about a game.
const fn judged_only<G: Game>() -> bool {
    !G::DRAWS.avoidable()
}

/// The searches that are compiled for a game alone, while everything else sees it as [`Lent`]. A search of whole sums is
/// among them where misère play of an impartial game has no better one.
pub(super) struct Own<G>(PhantomData<fn() -> G>);

impl<G: Game + PartialEq> Own<G> {
    pub const NEW: Self = Self(PhantomData);

    fn typed<const PARTISAN: bool>(rules: &Lent<PARTISAN>) -> &G {
        rules.lent_by().expect("searches of a lent game are of that game")
    }
}

impl<G: Game + PartialEq, const PARTISAN: bool> Searches<Lent<PARTISAN>> for Own<G> {
    fn nimbers<'a>(
        &self,
        rules: &'a Lent<PARTISAN>,
        settings: &Settings,
        theorems: bool,
    ) -> Box<dyn NimberWork<Held> + 'a> {
        if const { partisan::<G>() } {
            return Box::new(NoWork);
        }
        Box::new(Typed::of(NimberSearch::new(Self::typed(rules), settings, theorems)))
    }

    fn values<'a>(
        &self,
        rules: &'a Lent<PARTISAN>,
        settings: &Settings,
        theorems: bool,
    ) -> Box<dyn ValueWork<Held> + 'a> {
        if const { !partisan::<G>() } {
            return Box::new(NoWork);
        }
        Box::new(Typed::of(ValueSearch::new(Self::typed(rules), settings, theorems)))
    }

    fn partisan<'a>(
        &self,
        rules: &'a Lent<PARTISAN>,
        settings: &Settings,
        theorems: bool,
    ) -> Box<dyn WinWork<Held> + 'a> {
        if const { !partisan::<G>() } {
            return Box::new(NoWork);
        }
        Box::new(Typed::of(PartisanSearch::new(Self::typed(rules), settings, theorems)))
    }

    fn outcomes<'a>(&self, rules: &'a Lent<PARTISAN>, settings: &Settings) -> Box<dyn WinWork<Held> + 'a> {
        if const { partisan::<G>() || G::LIGHT_UNDER_MISERE > 0 } {
            return Direct.outcomes(rules, settings);
        }
        Box::new(Typed::of(OutcomeSearch::new(Self::typed(rules), settings)))
    }

    fn misere<'a>(&self, rules: &'a Lent<PARTISAN>, settings: &Settings) -> Option<Box<WinsAt<'a, Held>>> {
        let mut wins = Direct.misere(Self::typed(rules), settings)?;
        Some(Box::new(move |position, player| wins(typed::<G::Position>(position), player)))
    }

    fn nimbers_are_dear(&self) -> bool {
        G::NIMBERS_ARE_DEAR
    }
}

/// A search of positions with their type, for positions without.
struct Typed<W, P> {
    search: W,
    positions: PhantomData<fn(P)>,
}

impl<W, P> Typed<W, P> {
    fn of(search: W) -> Self {
        Self { search, positions: PhantomData }
    }
}

fn typed<P: 'static>(position: &Held) -> &P {
    position.get().expect("positions of a lent game are of that game")
}

fn all_typed<P: Clone + 'static>(positions: &[Held]) -> Vec<P> {
    positions.iter().map(typed).cloned().collect()
}

impl<W: NimberWork<P>, P: Clone + Eq + std::hash::Hash + std::fmt::Debug + Send + Sync + 'static> NimberWork<Held>
    for Typed<W, P>
{
    fn ask_first(&mut self, lookup: Lookup<Held>) {
        self.search.ask_first(Arc::new(move |position: &P| lookup(&Held::new(position.clone()))));
    }

    fn may_stock(&mut self) {
        self.search.may_stock();
    }

    fn count_up(&mut self, position: &Held, settings: &Settings) -> Result<u64, Stop> {
        self.search.count_up(typed(position), settings)
    }

    fn winner(&mut self, position: &Held, at_hand: u64, settings: &Settings) -> Result<Option<u64>, Stop> {
        self.search.winner(typed(position), at_hand, settings)
    }

    fn have_nimber(&mut self, options: &[Held], nimber: u64, settings: &Settings) -> Result<Vec<bool>, Stop> {
        self.search.have_nimber(&all_typed(options), nimber, settings)
    }

    fn nimber(&mut self, position: &Held) -> Result<u64, Stop> {
        self.search.nimber(typed(position))
    }

    fn is_nimber(&mut self, position: &Held, nimber: u64) -> Result<bool, Stop> {
        self.search.is_nimber(typed(position), nimber)
    }

    fn nimber_unless(&mut self, position: &Held, nimber: u64) -> Result<Option<u64>, Stop> {
        self.search.nimber_unless(typed(position), nimber)
    }

    fn known(&self, position: &Held) -> Option<u64> {
        self.search.known(typed(position))
    }

    fn excluded(&self, position: &Held) -> Vec<u64> {
        self.search.excluded(typed(position))
    }
}

impl<W: ValueWork<P>, P: 'static> ValueWork<Held> for Typed<W, P> {
    fn value(&mut self, store: &mut Store, position: &Held) -> Result<Value, Stop> {
        self.search.value(store, typed(position))
    }

    fn components(&self) -> usize {
        self.search.components()
    }
}

impl<W: WinWork<P>, P: Clone + 'static> WinWork<Held> for Typed<W, P> {
    fn wins_sum(&mut self, positions: &[Held], player: Player) -> Result<bool, Stop> {
        self.search.wins_sum(&all_typed(positions), player)
    }

    fn wins(&mut self, position: &Held, player: Player) -> Result<bool, Stop> {
        self.search.wins(typed(position), player)
    }
}

/// The search for what a position does not have: the plan asks for none of this.
struct NoWork;

impl<P> NimberWork<P> for NoWork {
    fn ask_first(&mut self, _: Lookup<P>) {}

    fn may_stock(&mut self) {}

    fn count_up(&mut self, _: &P, _: &Settings) -> Result<u64, Stop> {
        Err(Stop::impartial_only("nimbers"))
    }

    fn winner(&mut self, _: &P, _: u64, _: &Settings) -> Result<Option<u64>, Stop> {
        Err(Stop::impartial_only("nimbers"))
    }

    fn have_nimber(&mut self, _: &[P], _: u64, _: &Settings) -> Result<Vec<bool>, Stop> {
        Err(Stop::impartial_only("nimbers"))
    }

    fn nimber(&mut self, _: &P) -> Result<u64, Stop> {
        Err(Stop::impartial_only("nimbers"))
    }

    fn is_nimber(&mut self, _: &P, _: u64) -> Result<bool, Stop> {
        Err(Stop::impartial_only("nimbers"))
    }

    fn nimber_unless(&mut self, _: &P, _: u64) -> Result<Option<u64>, Stop> {
        Err(Stop::impartial_only("nimbers"))
    }

    fn known(&self, _: &P) -> Option<u64> {
        None
    }

    fn excluded(&self, _: &P) -> Vec<u64> {
        Vec::new()
    }
}

impl<P> ValueWork<P> for NoWork {
    fn value(&mut self, _: &mut Store, _: &P) -> Result<Value, Stop> {
        Err(Stop::contradiction())
    }

    fn components(&self) -> usize {
        0
    }
}

impl<P> WinWork<P> for NoWork {
    fn wins_sum(&mut self, _: &[P], _: Player) -> Result<bool, Stop> {
        Err(Stop::contradiction())
    }

    fn wins(&mut self, _: &P, _: Player) -> Result<bool, Stop> {
        Err(Stop::contradiction())
    }
}
