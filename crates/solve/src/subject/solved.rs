//! What the solvers find out about a position.

use super::searches::WinsAt;
use super::studies::{NimberStudy, NimberValues, NoNimbers, OutcomeStudy, TableStudy, ValueStudy};
use super::tabling::{PlacedTable, Tabling};
use super::{Move, Placed, Played, Subject};
use crate::kernel::{KernelSearch, outside};
use crate::listing::move_bytes;
use crate::plan::{NimberWay, OutcomeWay, ValueWay};
use crate::prove::{Claim, Guide, Guided, Unguided, verdicts};
use crate::retrograde::{Judge, Table};
use crate::{Method, Settings, StateGraph, States, Stop, recursion};
use grundy_game::{Game, Kind, Known, Outcome, Play, Player, Tables, Text, Theorem};
use grundy_value::{Store, Value, ValueError};
use std::sync::Arc;

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
    /// Whether tables of the game's own say who wins much sooner than nimbers are found.
    fn has_cheap_outcomes(&self) -> bool;
    /// Whether a search says who wins much sooner than it finds the nimber.
    fn has_dear_nimbers(&self) -> bool;
    /// The way in which its game is tabled whole, where it has one.
    fn tabled(&self) -> Option<Box<dyn Tabling>>;
    /// 0 when its value is always worth computing, 2 when it can hardly be hoped for, 1 between.
    fn heaviness(&self) -> usize;
    /// A study of an impartial position under normal play.
    fn nimbers<'a>(&'a self, way: NimberWay, settings: &'a Settings) -> Box<dyn Nimbers + 'a>;
    /// A study of its value under normal play; one study must be asked with one store.
    fn values<'a>(&'a self, way: ValueWay, settings: &'a Settings) -> Box<dyn Values + 'a>;
    /// A study of who wins, for any kind of position and play rule.
    fn outcomes<'a>(&'a self, way: OutcomeWay, settings: &'a Settings) -> Box<dyn Outcomes + 'a>;
    /// The verdicts on this position, on others of the same game, and on everything that can be reached from them, by
    /// retrograde analysis.
    fn judge(&self, others: &[&dyn Subject], settings: &Settings) -> Result<Box<dyn Judge>, Stop>;
    /// The state graph below an impartial position with all its labels; `merge` joins images under symmetries, and the
    /// positions are written out when they are to be `named`.
    fn states(&self, merge: bool, named: bool, settings: &Settings) -> Result<States, Stop>;
    /// What the search says of this position and of those that follow from it, for a proof.
    fn guide<'a>(&'a self, settings: &Settings) -> Box<dyn Guide + 'a>;
    /// Who wins or that nobody does, and the claims that prove it, where the position may be drawn.
    fn prove_verdicts(&self, settings: &Settings) -> Result<(Outcome, Vec<Claim>), Stop>;
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

/// Who wins a position, with the way it was found.
#[derive(Clone, Debug)]
pub struct FoundWinner {
    /// Whether it is the player about to move.
    pub first_wins: bool,
    /// The nimber, unless it would take much longer to find.
    pub nimber: Option<u64>,
    /// The method that was used.
    pub method: Method,
    /// The theorem, or what was searched.
    pub reason: Text,
}

impl From<Found> for FoundWinner {
    fn from(found: Found) -> Self {
        let Found { nimber, method, reason } = found;
        Self { first_wins: nimber != 0, nimber: Some(nimber), method, reason }
    }
}

/// A study of one impartial position under normal play; what it learns for one question serves the next.
pub trait Nimbers {
    /// The nimber of the position.
    fn nimber(&mut self) -> Result<Found, Stop>;
    /// Who wins, without the nimber where that is dear.
    fn winner(&mut self) -> Result<FoundWinner, Stop> {
        Ok(self.nimber()?.into())
    }
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

impl<G: Game + PartialEq> Placed<G> {
    /// Known when the game is compiled, so that what only the other kind of game needs is left out.
    const PARTISAN: bool = matches!(G::KIND, Kind::Partisan);

    /// Likewise whether only retrograde analysis decides.
    const JUDGED_ONLY: bool = !G::DRAWS.avoidable();

    /// Every move of `player`, named, with what `judge` says of the option it leads to.
    pub(super) fn judged<T>(
        &self,
        player: Player,
        settings: &Settings,
        judge: &mut dyn FnMut(&G::Position) -> Result<T, Stop>,
    ) -> Result<Vec<(Move, T)>, Stop> {
        self.afford_moves(&settings.budget)?;
        let mut options = Vec::new();
        for played in &self.listed(player)? {
            settings.budget.check()?;
            options.push((self.named(played), judge(&self.after_move(played))?));
        }
        Ok(options)
    }

    /// The moves to options that are `wanted`; only those are named.
    pub(super) fn chosen(
        &self,
        settings: &Settings,
        wanted: &mut dyn FnMut(&G::Position) -> Result<bool, Stop>,
    ) -> Result<Vec<Move>, Stop> {
        self.afford(move_bytes::<G::Move>(), &settings.budget)?;
        let mut found = Vec::new();
        for played in &self.listed(Player::Left)? {
            settings.budget.check()?;
            if wanted(&self.after_move(played))? {
                found.push(self.named(played));
            }
        }
        Ok(found)
    }

    /// The game's own tables over everything that can be reached from here, where there is room for them.
    fn tables(&self, settings: &Settings) -> Option<Box<dyn Tables<G::Position>>> {
        let mut tables = self.rules.tables(&self.position)?;
        tables.use_threads(settings.threads());
        // Out of time or memory, the search says so.
        settings.budget.afford(tables.bytes()).is_ok().then_some(tables)
    }
}

impl<G: Game + PartialEq> Placed<G> {
    /// Who wins by tables of the game's own, by canonical forms under misère play, or by a search of the whole.
    fn wins_at<'a>(&'a self, way: OutcomeWay, settings: &'a Settings) -> Box<WinsAt<'a, G::Position>> {
        let (rules, auto) = (&*self.rules, way == OutcomeWay::Auto);
        if let Some(mut tables) = self.tables(settings).filter(|_| auto) {
            return Box::new(move |position, _| Ok(tables.wins(position, settings.play, &settings.budget)?));
        }
        let misere = auto && settings.play == Play::Misere;
        let forms = if misere { self.searches.misere(rules, settings) } else { None };
        forms.unwrap_or_else(|| {
            let mut search = self.searches.outcomes(rules, settings);
            Box::new(move |position, player| search.wins(position, player))
        })
    }
}

impl<G: Game + PartialEq> Solved for Placed<G> {
    fn theorem(&self, play: Play) -> Option<Theorem<Move>> {
        let theorem = self.rules.theorem(&self.position, play)?;
        Some(theorem.map_moves(|played| self.named(&played)))
    }

    fn own_method(&self, settings: &Settings) -> Result<Option<Theorem<Move>>, Stop> {
        let found = self.rules.own_method(&self.position, settings.play, &settings.budget)?;
        Ok(found.map(|found| found.map_moves(|played| self.named(&played))))
    }

    fn closed_value(&self, store: &mut Store) -> Result<Option<Value>, ValueError> {
        if self.kind() == Kind::Partisan {
            return self.rules.closed_value(&self.position, store);
        }
        match self.rules.theorem(&self.position, Play::Normal).map(|theorem| theorem.known) {
            Some(Known::Nimber(nimber)) => store.nimber(nimber).map(Some),
            _ => Ok(None),
        }
    }

    fn tabled(&self) -> Option<Box<dyn Tabling>> {
        let tabled = self.rules.tabled(&self.position)?;
        Some(Box::new(PlacedTable::new(self.placed(Arc::clone(&self.rules), self.position.clone()), tabled)))
    }

    fn has_dear_nimbers(&self) -> bool {
        self.searches.nimbers_are_dear()
    }

    fn has_cheap_outcomes(&self) -> bool {
        self.rules.tables(&self.position).is_some_and(|tables| tables.nimbers_cost_more())
    }

    fn heaviness(&self) -> usize {
        let mut parts = Vec::new();
        self.rules.split(&self.position, &mut parts);
        let open = parts.iter().filter(|part| self.rules.value_theorem(part).is_none());
        // why: without parts nothing weighs.
        match open.map(|part| self.rules.weight(part)).max().unwrap_or(0) {
            _ if self.rules.value_theorem(&self.position).is_some() => 0,
            light if light <= self.rules.light() => 0,
            middle if middle <= self.rules.heavy() => 1,
            _ => 2,
        }
    }

    fn nimbers<'a>(&'a self, way: NimberWay, settings: &'a Settings) -> Box<dyn Nimbers + 'a> {
        if Self::PARTISAN || Self::JUDGED_ONLY {
            return Box::new(NoNimbers);
        }
        match self.tables(settings).filter(|_| way == NimberWay::Auto) {
            Some(tables) => Box::new(TableStudy::new(self, settings, tables)),
            None => Box::new(NimberStudy::new(self, way, settings)),
        }
    }

    fn values<'a>(&'a self, way: ValueWay, settings: &'a Settings) -> Box<dyn Values + 'a> {
        if Self::JUDGED_ONLY {
            return Box::new(NimberValues { study: Box::new(NoNimbers) });
        }
        if Self::PARTISAN {
            return Box::new(ValueStudy::new(self, way, settings));
        }
        let way = match way {
            ValueWay::Auto => NimberWay::Auto,
            ValueWay::Theorem => NimberWay::Theorem,
            ValueWay::Canonical => NimberWay::Search,
        };
        Box::new(NimberValues { study: self.nimbers(way, settings) })
    }

    fn outcomes<'a>(&'a self, way: OutcomeWay, settings: &'a Settings) -> Box<dyn Outcomes + 'a> {
        if Self::JUDGED_ONLY {
            return Box::new(NoNimbers);
        }
        let rules = &*self.rules;
        match way {
            OutcomeWay::Recursion => {
                let wins = |position: &_, player| recursion::wins(rules, position, player, settings);
                OutcomeStudy::boxed(self, way, settings, Box::new(wins))
            }
            OutcomeWay::Kernel if !Self::PARTISAN => {
                let mut search = KernelSearch::new(rules, &self.position, settings);
                OutcomeStudy::boxed(self, way, settings, Box::new(move |position, _| search.wins(position)))
            }
            OutcomeWay::Auto | OutcomeWay::Search if Self::PARTISAN && settings.play == Play::Normal => {
                let mut search = self.searches.partisan(rules, settings, way == OutcomeWay::Auto);
                let wins = move |position: &_, player| search.wins(position, player);
                OutcomeStudy::boxed(self, way, settings, Box::new(wins))
            }
            OutcomeWay::Auto | OutcomeWay::Search => {
                let wins = self.wins_at(way, settings);
                OutcomeStudy::boxed(self, way, settings, wins)
            }
            OutcomeWay::Kernel | OutcomeWay::Theorem => Box::new(NoNimbers),
        }
    }

    fn judge(&self, others: &[&dyn Subject], settings: &Settings) -> Result<Box<dyn Judge>, Stop> {
        self.afford(move_bytes::<G::Move>(), &settings.budget)?;
        let same = |other: &&dyn Subject| other.as_any().downcast_ref::<Self>().map(|other| other.position.clone());
        let others: Option<Vec<G::Position>> = others.iter().map(same).collect();
        let others = others.ok_or_else(outside)?;
        let mut starts = vec![&self.position];
        starts.extend(&others);
        Ok(Box::new(Table::new(Arc::clone(&self.rules), &starts, true, settings)?))
    }

    fn states(&self, merge: bool, named: bool, settings: &Settings) -> Result<States, Stop> {
        if Self::PARTISAN {
            return Err(Stop::impartial_only("state graphs"));
        }
        self.afford(move_bytes::<G::Move>(), &settings.budget)?;
        if const { G::DRAWS.possible() } && (!self.rules.ends() || self.rules.declares()) {
            let table = Table::new(Arc::clone(&self.rules), &[&self.position], merge, settings)?;
            let judged = table.into_parts(settings)?;
            return Ok(States::judged(judged, named, |position| self.at(position.clone()).text()));
        }
        let graph = StateGraph::explore(&*self.rules, &self.position, merge, settings)?;
        States::new(graph, settings.play, named, |position| self.at(position.clone()).text())
    }

    fn guide<'a>(&'a self, settings: &Settings) -> Box<dyn Guide + 'a> {
        let components = self.numbered(&settings.budget);
        if Self::JUDGED_ONLY {
            return Box::new(Unguided { components });
        }
        let (rules, searches) = (&*self.rules, self.searches);
        if Self::PARTISAN {
            let wins = match settings.play {
                Play::Normal => searches.partisan(rules, settings, true),
                Play::Misere => searches.outcomes(rules, settings),
            };
            return Box::new(Guided::partisan(rules, components, wins, searches.values(rules, settings, true)));
        }
        let nimbers = searches.nimbers(rules, settings, true);
        Box::new(Guided::impartial(rules, components, nimbers, searches.outcomes(rules, settings)))
    }

    fn prove_verdicts(&self, settings: &Settings) -> Result<(Outcome, Vec<Claim>), Stop> {
        verdicts(&self.rules, &self.position, |position| self.rules.text(position), settings)
    }
}
