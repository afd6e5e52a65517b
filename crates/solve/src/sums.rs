//! Who wins a sum.

use crate::kernel::KernelSearch;
use crate::listing::list;
use crate::plan::{OutcomeWay, Plan};
use crate::retrograde::Table;
use crate::subject::outcome_reason;
use crate::{
    Method, OutcomeSearch, Outcomes, PartisanSearch, Position, PositionMove, Settings, StateGraph, States, Stop,
};
use crate::{Subject, Sum, SumMove, recursion};
use grundy_game::{Kind, Play, Player, Rules, Text};
use std::sync::Arc;

impl Position {
    /// The state graph below an impartial sum with all its labels; `merge` joins images under symmetries, and the positions
    /// are written out when they are to be `named`.
    pub fn states(&self, merge: bool, named: bool, settings: &Settings) -> Result<States, Stop> {
        if self.kind() != Kind::Impartial {
            return Err(Stop::impartial_only("state graphs"));
        }
        if let [only] = &self.parts[..] {
            return only.states(merge, named, settings);
        }
        for part in &self.parts {
            part.afford_moves(&settings.budget)?;
        }
        if self.may_be_drawn() {
            // A sum that has no answer has no labels.
            Plan::of(self, &Settings { method: Method::Auto, ..settings.clone() })?;
            let table = Table::new(Arc::new(Sum::of(&self.parts)), &[&self.parts], merge, settings)?;
            return Ok(States::judged(table.into_parts(settings)?, named, |parts| {
                Self::new(parts.clone()).to_string()
            }));
        }
        let graph = StateGraph::explore(Sum::shared(&self.parts), &self.parts, merge, settings)?;
        States::new(graph, settings.play, named, |parts| Self::new(parts.clone()).to_string())
    }

    /// A study of who wins the sum.
    pub(crate) fn outcomes<'a>(&'a self, way: OutcomeWay, settings: &'a Settings) -> SumOutcomes<'a> {
        match &self.parts[..] {
            [only] => SumOutcomes::One(self, only.outcomes(way, settings)),
            _ => SumOutcomes::Many(self, Box::new(SumStudy::new(&self.parts, way, settings))),
        }
    }
}

/// Who wins a sum: the solver of the game itself when there is one part only, the solver of sums otherwise.
pub(crate) enum SumOutcomes<'a> {
    One(&'a Position, Box<dyn Outcomes + 'a>),
    Many(&'a Position, Box<SumStudy<'a>>),
}

impl SumOutcomes<'_> {
    pub fn wins(&mut self, player: Player) -> Result<bool, Stop> {
        match self {
            Self::One(_, study) => study.wins(player),
            Self::Many(_, study) => study.wins_at(study.start, player),
        }
    }

    pub fn options(&mut self, player: Player) -> Result<Vec<(PositionMove, bool)>, Stop> {
        match self {
            Self::One(position, study) => {
                Ok(study.options(player)?.into_iter().map(|(found, wins)| (position.lift(0, found), wins)).collect())
            }
            Self::Many(position, study) => study.options(position, player),
        }
    }

    /// What was done to find out, with its real figures.
    pub fn reason(&self) -> Text {
        match self {
            Self::One(_, study) => study.reason(),
            Self::Many(_, study) => outcome_reason(study.way, study.settings, study.before),
        }
    }
}

pub(crate) struct SumStudy<'a> {
    way: OutcomeWay,
    /// What the budget had counted before.
    before: u64,
    rules: &'static Sum,
    start: &'a Vec<Box<dyn Subject>>,
    settings: &'a Settings,
    search: Search<'a>,
}

enum Search<'a> {
    /// Component by component: partisan, normal play.
    Components(Box<PartisanSearch<'static, Sum>>),
    /// The sum as a whole.
    Whole(Box<OutcomeSearch<'static, Sum>>),
    /// The kernel of the state graph of the sum: impartial, both play rules.
    Kernel(Box<KernelSearch<'a, Sum>>),
    Recursion,
}

impl<'a> SumStudy<'a> {
    fn new(start: &'a Vec<Box<dyn Subject>>, way: OutcomeWay, settings: &'a Settings) -> Self {
        let rules = Sum::shared(start);
        let by_components = rules.kind() == Kind::Partisan && settings.play == Play::Normal;
        let search = match way {
            OutcomeWay::Recursion => Search::Recursion,
            OutcomeWay::Kernel => Search::Kernel(Box::new(KernelSearch::new(rules, start, settings))),
            OutcomeWay::Auto | OutcomeWay::Search | OutcomeWay::Theorem if by_components => {
                Search::Components(Box::new(PartisanSearch::new(rules, settings, way != OutcomeWay::Search)))
            }
            OutcomeWay::Auto | OutcomeWay::Search | OutcomeWay::Theorem => {
                Search::Whole(Box::new(OutcomeSearch::new(rules, settings)))
            }
        };
        Self { way, before: settings.budget.positions(), rules, start, settings, search }
    }

    fn wins_at(&mut self, position: &Vec<Box<dyn Subject>>, player: Player) -> Result<bool, Stop> {
        for part in position {
            part.afford_moves(&self.settings.budget)?;
        }
        match &mut self.search {
            Search::Components(search) => search.wins(position, player),
            Search::Whole(search) => search.wins(position, player),
            Search::Kernel(search) => search.wins(position),
            Search::Recursion => recursion::wins(self.rules, position, player, self.settings),
        }
    }

    fn options(&mut self, position: &Position, player: Player) -> Result<Vec<(PositionMove, bool)>, Stop> {
        for part in self.start {
            part.afford_moves(&self.settings.budget)?;
        }
        let mut moves = Vec::new();
        list(self.rules, self.start, player, &self.settings.budget, &mut moves)?;
        let mut options = Vec::with_capacity(moves.len());
        for SumMove { part, played } in moves {
            self.settings.budget.check()?;
            let lifted = position.lift(part, played);
            let opponent_wins = self.wins_at(&lifted.to.parts, player.other())?;
            options.push((lifted, !opponent_wins));
        }
        Ok(options)
    }
}
