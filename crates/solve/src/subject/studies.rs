//! The studies of one position, each by the way it was told.

use super::searches::{NimberWork, ValueWork, WinsAt};
use super::{Found, FoundValue, FoundWinner, Move, Nimbers, Outcomes, Placed, Shown, Values};
use crate::kernel::Labels;
use crate::listing::move_bytes;
use crate::plan::{NimberWay, OutcomeWay, ValueWay};
use crate::{Method, Settings, Stop};
use grundy_budget::Exhausted;
use grundy_game::{Game, Known, Play, Player, Tables, Text, Theorem};
use grundy_value::{Store, Value};
use std::sync::{Arc, Mutex, PoisonError};

/// A study by theorem, search or the labels of the state graph.
pub(super) struct NimberStudy<'a, G: Game> {
    placed: &'a Placed<G>,
    way: NimberWay,
    settings: &'a Settings,
    search: Box<dyn NimberWork<G::Position> + 'a>,
    labels: Option<Labels<G::Position>>,
    /// What went wrong with a table on disk.
    failure: Arc<Mutex<Option<Text>>>,
}

impl<'a, G: Game + PartialEq> NimberStudy<'a, G> {
    pub fn new(placed: &'a Placed<G>, way: NimberWay, settings: &'a Settings) -> Self {
        let mut search = placed.searches.nimbers(&placed.rules, settings, way == NimberWay::Auto);
        search.may_stock();
        let failure = Arc::<Mutex<Option<Text>>>::default();
        if way == NimberWay::Auto && !settings.oracles.is_empty() {
            let (rules, searches) = (Arc::clone(&placed.rules), placed.searches);
            let (oracles, noted) = (settings.oracles.clone(), Arc::clone(&failure));
            search.ask_first(Arc::new(move |position: &G::Position| {
                let part = Placed { rules: Arc::clone(&rules), position: position.clone(), searches };
                oracles.iter().find_map(|oracle| {
                    oracle.nimber(&part).unwrap_or_else(|problem| {
                        noted.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(problem);
                        None
                    })
                })
            }));
        }
        Self { placed, way, settings, search, labels: None, failure }
    }

    /// What was found, unless a table on disk failed meanwhile.
    fn sound<T>(&self, found: T) -> Result<T, Stop> {
        let failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner).take();
        failure.map_or(Ok(found), |problem| Err(Stop::Unsuitable(problem)))
    }

    /// Theorems are for `auto` and `theorem` only: the other methods are checks on them.
    fn theorem(&self) -> Option<Found> {
        if matches!(self.way, NimberWay::Search | NimberWay::Kernel) {
            return None;
        }
        let theorem = self.placed.rules.theorem(&self.placed.position, Play::Normal)?;
        let Known::Nimber(nimber) = theorem.known else { return None };
        Some(Found { nimber, method: Method::Theorem, reason: theorem.reason })
    }

    /// The labels of the state graph, made once.
    fn labels(&mut self) -> Result<&Labels<G::Position>, Stop> {
        if self.labels.is_none() {
            let Placed { rules, position, .. } = self.placed;
            self.labels = Some(if let Some(numbering) = rules.numbering(position) {
                Labels::of_table(numbering, self.settings)?
            } else {
                self.placed.afford(move_bytes::<G::Move>(), &self.settings.budget)?;
                Labels::of_graph(&**rules, position, self.settings)?
            });
        }
        self.labels.as_ref().ok_or(Stop::Exhausted(Exhausted::Memory))
    }

    fn kernel(&mut self) -> Result<Found, Stop> {
        let position = &self.placed.position;
        let labels = self.labels()?;
        Ok(Found { nimber: labels.nimber(position)?, method: Method::Kernel, reason: labels.reason() })
    }

    fn search(&mut self) -> Result<Found, Stop> {
        self.placed.afford(move_bytes::<G::Move>(), &self.settings.budget)?;
        let (position, before) = (&self.placed.position, self.settings.budget.positions());
        let nimber = self.search.count_up(position, self.settings)?;
        let reason = searched(self.settings.budget.positions() - before);
        self.sound(Found { nimber, method: Method::Search, reason })
    }

    /// Who wins, and the nimber when it is at hand or 0.
    fn search_winner(&mut self) -> Result<FoundWinner, Stop> {
        self.placed.afford(move_bytes::<G::Move>(), &self.settings.budget)?;
        let (position, before) = (&self.placed.position, self.settings.budget.positions());
        let nimber = self.search.winner(position, AT_HAND, self.settings)?;
        let reason = searched(self.settings.budget.positions() - before);
        self.sound(FoundWinner { first_wins: nimber != Some(0), nimber, method: Method::Search, reason })
    }

    fn nimber_of(&mut self, option: &G::Position) -> Result<u64, Stop> {
        if self.way != NimberWay::Kernel {
            return self.search.nimber(option);
        }
        self.labels()?.nimber(option)
    }

    /// Whether each of some options has this nimber.
    fn have_nimber(&mut self, options: &[G::Position], nimber: u64) -> Result<Vec<bool>, Stop> {
        if self.way == NimberWay::Kernel {
            return options.iter().map(|option| Ok(self.nimber_of(option)? == nimber)).collect();
        }
        self.search.have_nimber(options, nimber, self.settings)
    }
}

/// So many positions are searched for a nimber that is dear before it is left at who wins: about a twentieth of a second. On random
/// cubic graphs of 40 vertices four times as many find no nimber either, and take three quarters of the time of the whole answer.
const AT_HAND: u64 = 1 << 16;

impl<G: Game + PartialEq> Nimbers for NimberStudy<'_, G> {
    fn nimber(&mut self) -> Result<Found, Stop> {
        if let Some(found) = self.theorem() {
            return Ok(found);
        }
        match self.way {
            NimberWay::Theorem => Err(Stop::NoTheorem(self.placed.text())),
            NimberWay::Kernel => self.kernel(),
            NimberWay::Auto | NimberWay::Search => self.search(),
        }
    }

    fn winner(&mut self) -> Result<FoundWinner, Stop> {
        match self.theorem() {
            None if self.placed.searches.nimbers_are_dear()
                && matches!(self.way, NimberWay::Auto | NimberWay::Search) =>
            {
                self.search_winner()
            }
            Some(found) => Ok(found.into()),
            None => Ok(self.nimber()?.into()),
        }
    }

    fn moves_to(&mut self, nimber: u64) -> Result<Vec<Move>, Stop> {
        let (placed, settings) = (self.placed, self.settings);
        if !matches!(self.way, NimberWay::Search | NimberWay::Kernel)
            && let Some(moves) = placed.rules.moves_to_nimber(&placed.position, nimber)
        {
            return Ok(moves.iter().map(|played| placed.named(played)).collect());
        }
        let mut options = Vec::new();
        placed.chosen(settings, &mut |option| {
            options.push(option.clone());
            Ok(false)
        })?;
        let wanted = self.have_nimber(&options, nimber)?;
        let mut wanted = self.sound(wanted)?.into_iter();
        placed.chosen(settings, &mut |_| wanted.next().ok_or_else(Stop::contradiction))
    }

    fn options(&mut self) -> Result<Vec<(Move, u64)>, Stop> {
        let (placed, settings) = (self.placed, self.settings);
        let found = placed.judged(Player::Left, settings, &mut |option| self.nimber_of(option))?;
        self.sound(found)
    }

    fn excluded(&self) -> Vec<u64> {
        self.search.excluded(&self.placed.position)
    }
}

/// A study by the tables of the game itself.
pub(super) struct TableStudy<'a, G: Game> {
    placed: &'a Placed<G>,
    settings: &'a Settings,
    tables: Box<dyn Tables<G::Position>>,
}

impl<'a, G: Game + PartialEq> TableStudy<'a, G> {
    pub fn new(placed: &'a Placed<G>, settings: &'a Settings, tables: Box<dyn Tables<G::Position>>) -> Self {
        Self { placed, settings, tables }
    }

    fn nimber_of(&mut self, option: &G::Position) -> Result<u64, Stop> {
        Ok(match self.placed.rules.closed_form(option) {
            Some(nimber) => nimber,
            None => self.tables.nimber(option, &self.settings.budget)?,
        })
    }
}

impl<G: Game + PartialEq> Nimbers for TableStudy<'_, G> {
    fn nimber(&mut self) -> Result<Found, Stop> {
        let Placed { rules, position, .. } = self.placed;
        if let Some(Theorem { known: Known::Nimber(nimber), reason, .. }) = rules.theorem(position, Play::Normal) {
            return Ok(Found { nimber, method: Method::Theorem, reason });
        }
        let before = self.settings.budget.positions();
        let nimber = self.tables.nimber(position, &self.settings.budget)?;
        let filled = self.settings.budget.positions() - before;
        let reason = Text::new("a table of {positions} positions").with("positions", filled);
        Ok(Found { nimber, method: Method::Search, reason })
    }

    fn moves_to(&mut self, nimber: u64) -> Result<Vec<Move>, Stop> {
        let (placed, settings) = (self.placed, self.settings);
        placed.chosen(settings, &mut |option| Ok(self.nimber_of(option)? == nimber))
    }

    fn options(&mut self) -> Result<Vec<(Move, u64)>, Stop> {
        let (placed, settings) = (self.placed, self.settings);
        placed.judged(Player::Left, settings, &mut |option| self.nimber_of(option))
    }
}

/// The study of what a position does not have: nimbers or kernels of a partisan game, a search by theorems.
pub(super) struct NoNimbers;

impl NoNimbers {
    pub fn stop<T>() -> Result<T, Stop> {
        Err(Stop::impartial_only("nimbers"))
    }
}

impl Nimbers for NoNimbers {
    fn nimber(&mut self) -> Result<Found, Stop> {
        Self::stop()
    }

    fn moves_to(&mut self, _: u64) -> Result<Vec<Move>, Stop> {
        Self::stop()
    }

    fn options(&mut self) -> Result<Vec<(Move, u64)>, Stop> {
        Self::stop()
    }
}

impl Outcomes for NoNimbers {
    fn wins(&mut self, _: Player) -> Result<bool, Stop> {
        Err(Stop::impartial_only("kernels"))
    }

    fn options(&mut self, _: Player) -> Result<Vec<(Move, bool)>, Stop> {
        Err(Stop::impartial_only("kernels"))
    }

    fn reason(&self) -> Text {
        Text::default()
    }
}

/// The value of an impartial position is its nimber.
pub(super) struct NimberValues<'a> {
    pub study: Box<dyn Nimbers + 'a>,
}

impl Values for NimberValues<'_> {
    fn value(&mut self, store: &mut Store) -> Result<FoundValue, Stop> {
        let Found { nimber, method, reason } = self.study.nimber()?;
        Ok(FoundValue { value: store.nimber(nimber)?, method, reason })
    }

    fn options(&mut self, _: Player, store: &mut Store) -> Result<Vec<(Move, Value)>, Stop> {
        let options = self.study.options()?;
        options.into_iter().map(|(found, nimber)| Ok((found, store.nimber(nimber)?))).collect()
    }
}

/// A study of the canonical form of a partisan position.
pub(super) struct ValueStudy<'a, G: Game> {
    placed: &'a Placed<G>,
    way: ValueWay,
    settings: &'a Settings,
    theorems: bool,
    search: Box<dyn ValueWork<G::Position> + 'a>,
}

impl<'a, G: Game + PartialEq> ValueStudy<'a, G> {
    pub fn new(placed: &'a Placed<G>, way: ValueWay, settings: &'a Settings) -> Self {
        let theorems = way != ValueWay::Canonical;
        let search = placed.searches.values(&placed.rules, settings, theorems);
        Self { placed, way, settings, theorems, search }
    }

    fn theorem(&self, store: &mut Store) -> Result<Option<FoundValue>, Stop> {
        let Placed { rules, position, .. } = self.placed;
        let Some(reason) = rules.value_theorem(position).filter(|_| self.theorems) else { return Ok(None) };
        let found = rules.closed_value(position, store)?;
        Ok(found.map(|value| FoundValue { value, method: Method::Theorem, reason }))
    }

    fn value_at(&mut self, position: &G::Position, store: &mut Store) -> Result<Value, Stop> {
        if self.theorems
            && let Some(value) = self.placed.rules.closed_value(position, store)?
        {
            return Ok(value);
        }
        self.search.value(store, position)
    }
}

impl<G: Game + PartialEq> Values for ValueStudy<'_, G> {
    fn value(&mut self, store: &mut Store) -> Result<FoundValue, Stop> {
        if let Some(found) = self.theorem(store)? {
            return Ok(found);
        }
        if self.way == ValueWay::Theorem {
            return Err(Stop::NoTheorem(self.placed.text()));
        }
        self.placed.afford(move_bytes::<G::Move>(), &self.settings.budget)?;
        let value = self.search.value(store, &self.placed.position)?;
        let components = self.search.components();
        let reason = Text::new("canonical forms of {components} components").with("components", components);
        Ok(FoundValue { value, method: Method::Value, reason })
    }

    fn options(&mut self, player: Player, store: &mut Store) -> Result<Vec<(Move, Value)>, Stop> {
        let (placed, settings) = (self.placed, self.settings);
        placed.judged(player, settings, &mut |option| self.value_at(option, store))
    }
}

/// A study by whatever decides who wins: component by component where the game is partisan and play normal, by the kernel
/// of the state graph, by the game's own tables, by recursion, or by a search of the position as a whole.
pub(super) struct OutcomeStudy<'a, G: Game> {
    placed: &'a Placed<G>,
    way: OutcomeWay,
    settings: &'a Settings,
    wins_at: Box<WinsAt<'a, G::Position>>,
    /// What the budget had counted before.
    before: u64,
}

impl<'a, G: Game + PartialEq> OutcomeStudy<'a, G> {
    pub fn boxed(
        placed: &'a Placed<G>,
        way: OutcomeWay,
        settings: &'a Settings,
        wins_at: Box<WinsAt<'a, G::Position>>,
    ) -> Box<dyn Outcomes + 'a> {
        let before = settings.budget.positions();
        Box::new(Self { placed, way, settings, wins_at, before })
    }
}

impl<G: Game + PartialEq> Outcomes for OutcomeStudy<'_, G> {
    fn wins(&mut self, player: Player) -> Result<bool, Stop> {
        self.placed.afford(move_bytes::<G::Move>(), &self.settings.budget)?;
        (self.wins_at)(&self.placed.position, player)
    }

    fn options(&mut self, player: Player) -> Result<Vec<(Move, bool)>, Stop> {
        self.placed.judged(player, self.settings, &mut |option| Ok(!(self.wins_at)(option, player.other())?))
    }

    fn reason(&self) -> Text {
        outcome_reason(self.way, self.settings, self.before)
    }
}

/// What was done to find out who wins, when the budget had counted `before` positions at the start.
pub(crate) fn outcome_reason(way: OutcomeWay, settings: &Settings, before: u64) -> Text {
    let positions = settings.budget.positions() - before;
    match (way, settings.play) {
        (OutcomeWay::Recursion, _) => {
            Text::new("plain recursion without a table, {positions} positions").with("positions", positions)
        }
        (OutcomeWay::Kernel, Play::Misere) => {
            Text::new("the kernel of the state graph without its terminal positions; {positions} positions")
                .with("positions", positions)
        }
        (OutcomeWay::Kernel, Play::Normal) => {
            Text::new("the kernel of the state graph; {positions} positions").with("positions", positions)
        }
        (OutcomeWay::Auto | OutcomeWay::Search | OutcomeWay::Theorem, _) => searched(positions),
    }
}

fn searched(positions: u64) -> Text {
    Text::new("searched {positions} positions").with("positions", positions)
}
