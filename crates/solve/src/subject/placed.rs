//! A position together with the rules it is played by.

use super::studies::{NimberStudy, NimberValues, NoNimbers, OutcomeStudy, TableStudy, ValueStudy};
use super::{Move, Nimbers, Outcomes, Played, Shown, Solved, Subject, Values};
use crate::check::{Losses, Wholes};
use crate::kernel::KernelSearch;
use crate::listing::{afford, listable, move_bytes};
use crate::plan::{NimberWay, OutcomeWay, ValueWay};
use crate::{Settings, Flaw, OutcomeSearch, PartisanSearch, StateGraph, States, Stop, ValueProof, check, prove, recursion};
use grundy_budget::{Budget, pulse};
use grundy_draw::Picture;
use grundy_game::{Game, Kind, Known, Outcome, Page, Play, Player, Refusal, Sketch, Text, Theorem};
use grundy_value::{Store, Value, ValueError};
use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A position together with the rules it is played by.
pub struct Placed<G: Game> {
    pub(super) rules: Arc<G>,
    pub(super) position: G::Position,
}

impl<G: Game + PartialEq> Placed<G> {
    /// Known when the game is compiled, so that what only the other kind of game needs is left out.
    const PARTISAN: bool = matches!(G::KIND, Kind::Partisan);

    /// A position behind its object-safe face.
    pub fn boxed(rules: G, position: G::Position) -> Box<dyn Subject> {
        Box::new(Self { rules: Arc::new(rules), position })
    }

    /// The rules.
    pub fn rules(&self) -> &G {
        &self.rules
    }

    /// The position.
    pub fn position(&self) -> &G::Position {
        &self.position
    }

    pub(super) fn at(&self, position: G::Position) -> Box<dyn Subject> {
        Box::new(Self { rules: Arc::clone(&self.rules), position })
    }

    pub(super) fn named(&self, played: &G::Move) -> Move {
        // A list of moves is a list of boards.
        pulse(4);
        let words = self.rules.words(&self.position, played);
        Move { label: words.to_string(), words, to: self.at(self.after(played)) }
    }

    pub(super) fn after(&self, played: &G::Move) -> G::Position {
        let mut option = self.position.clone();
        self.rules.play(&mut option, played);
        option
    }

    /// Every move of `player`, unless there are too many to list.
    pub(super) fn listed(&self, player: Player) -> Result<Vec<G::Move>, Refusal> {
        self.listable()?;
        let mut moves = Vec::new();
        self.rules.moves(&self.position, player, &mut moves).map_err(|refusal| refusal.of(|| self.text()))?;
        Ok(moves)
    }

    /// Refuses when there are too many moves to list.
    fn listable(&self) -> Result<(), Refusal> {
        listable(&*self.rules, &self.position).map_err(|refusal| refusal.of(|| self.text()))
    }

    /// As [`Placed::listable`], also when the budget has no room for a list in which a move takes so many bytes.
    pub(super) fn afford(&self, bytes: usize, budget: &Budget) -> Result<(), Stop> {
        self.listable()?;
        afford(&*self.rules, &self.position, bytes, budget)
    }

    /// The moves within the budget, without their names.
    pub(super) fn affordable_moves(&self, player: Player, budget: &Budget) -> Result<Vec<G::Move>, Stop> {
        self.afford(move_bytes::<G::Move>(), budget)?;
        Ok(self.listed(player)?)
    }
}

impl<G: Game + PartialEq> Placed<G> {
    /// Sums of positions of this game.
    fn wholes(&self, budget: &Budget) -> Wholes<'_, G> {
        Wholes::new(&*self.rules, budget, move |position| self.rules.text(position))
    }

    fn searched<'a>(&'a self, way: OutcomeWay, settings: &'a Settings) -> Box<dyn Outcomes + 'a> {
        let mut search = OutcomeSearch::new(&*self.rules, settings);
        OutcomeStudy::boxed(self, way, settings, move |position, player| search.wins(position, player))
    }
}

impl<G: Game> fmt::Debug for Placed<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.rules.text(&self.position))
    }
}

impl<G: Game + PartialEq> Shown for Placed<G> {
    fn page(&self) -> Page<'_> {
        self.rules.page()
    }

    fn text(&self) -> String {
        format!("{self:?}")
    }

    fn board(&self) -> String {
        self.rules.board(&self.position)
    }

    fn picture(&self) -> Picture {
        self.rules.picture(&self.position)
    }

    fn sketch(&self) -> Option<Sketch> {
        self.rules.sketch(&self.position)
    }

    fn explain(&self, play: Play) -> Option<Vec<Text>> {
        self.rules.explain(&self.position, play)
    }
}

impl<G: Game + PartialEq> Played for Placed<G> {
    fn kind(&self) -> Kind {
        self.rules.kind()
    }

    fn moves(&self, player: Player) -> Result<Vec<Move>, Refusal> {
        Ok(self.listed(player)?.iter().map(|played| self.named(played)).collect())
    }

    fn move_count(&self) -> Option<u64> {
        self.rules.move_count(&self.position)
    }

    fn afford_moves(&self, budget: &Budget) -> Result<(), Stop> {
        self.afford(size_of::<Move>() + self.bytes(), budget)
    }

    fn split(&self) -> Vec<Box<dyn Subject>> {
        let mut parts = Vec::new();
        self.rules.split(&self.position, &mut parts);
        parts.into_iter().map(|part| self.at(part)).collect()
    }

    fn canonical(&self) -> Box<dyn Subject> {
        let mut position = self.position.clone();
        self.rules.canonicalise(&mut position);
        self.at(position)
    }

    fn canonical_up_to_sign(&self) -> (Box<dyn Subject>, bool) {
        let mut position = self.position.clone();
        let negative = self.rules.canonicalise_up_to_sign(&mut position);
        (self.at(position), negative)
    }

    fn negative(&self) -> Option<Box<dyn Subject>> {
        let mut position = self.position.clone();
        if self.rules.negate(&mut position) {
            return Some(self.at(position));
        }
        let rules = self.rules.exchanged()?;
        Some(Box::new(Self { rules: Arc::new(rules), position: self.position.clone() }))
    }

    fn bytes(&self) -> usize {
        self.rules.position_bytes(&self.position) + size_of::<Self>()
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

    fn has_tables(&self) -> bool {
        self.rules.tables(&self.position).is_some()
    }

    fn heaviness(&self) -> usize {
        let mut parts = Vec::new();
        self.rules.split(&self.position, &mut parts);
        let open = parts.iter().filter(|part| self.rules.value_theorem(part).is_none());
        match open.map(|part| self.rules.weight(part)).max().unwrap_or(0) {
            _ if self.rules.value_theorem(&self.position).is_some() => 0,
            light if light <= G::LIGHT => 0,
            middle if middle <= G::HEAVY => 1,
            _ => 2,
        }
    }

    fn nimbers<'a>(&'a self, way: NimberWay, settings: &'a Settings) -> Box<dyn Nimbers + 'a> {
        if Self::PARTISAN {
            return Box::new(NoNimbers);
        }
        match self.rules.tables(&self.position).filter(|_| way == NimberWay::Auto) {
            Some(tables) => Box::new(TableStudy::new(self, settings, tables)),
            None => Box::new(NimberStudy::new(self, way, settings)),
        }
    }

    fn values<'a>(&'a self, way: ValueWay, settings: &'a Settings) -> Box<dyn Values + 'a> {
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
        let rules = &*self.rules;
        match way {
            OutcomeWay::Recursion => OutcomeStudy::boxed(self, way, settings, |position, player| {
                recursion::wins(rules, position, player, settings)
            }),
            OutcomeWay::Kernel if !Self::PARTISAN => {
                let mut search = KernelSearch::new(rules, &self.position, settings);
                OutcomeStudy::boxed(self, way, settings, move |position, _| search.wins(position))
            }
            OutcomeWay::Auto | OutcomeWay::Search if Self::PARTISAN && settings.play == Play::Normal => {
                let mut search = PartisanSearch::new(rules, settings, way == OutcomeWay::Auto);
                OutcomeStudy::boxed(self, way, settings, move |position, player| search.wins(position, player))
            }
            OutcomeWay::Auto => match rules.tables(&self.position) {
                Some(mut tables) => OutcomeStudy::boxed(self, way, settings, move |position, _| {
                    Ok(tables.wins(position, settings.play, &settings.budget)?)
                }),
                None => self.searched(way, settings),
            },
            OutcomeWay::Search => self.searched(way, settings),
            OutcomeWay::Kernel | OutcomeWay::Theorem => Box::new(NoNimbers),
        }
    }

    fn states(&self, merge: bool, named: bool, settings: &Settings) -> Result<States, Stop> {
        if Self::PARTISAN {
            return Err(Stop::impartial_only("state graphs"));
        }
        self.afford(move_bytes::<G::Move>(), &settings.budget)?;
        let graph = StateGraph::explore(&*self.rules, &self.position, merge, settings)?;
        States::new(graph, settings.play, named, |position| self.at(position.clone()).text())
    }

    fn prove(&self, settings: &Settings, claims: &mut Vec<(u64, String)>) -> Result<u64, Stop> {
        if Self::PARTISAN {
            return NoNimbers::stop();
        }
        self.afford(move_bytes::<G::Move>(), &settings.budget)?;
        let (nimber, found) = prove::claims(&*self.rules, &self.position, settings)?;
        claims.extend(found.into_iter().map(|(nimber, position)| (nimber, self.at(position).text())));
        Ok(nimber)
    }

    fn check_claims(&self, claims: &[(u64, Box<dyn Subject>)], budget: &Budget) -> Result<(), Flaw> {
        let mut positions = Vec::with_capacity(claims.len());
        for (nimber, about) in claims {
            let same = about.as_any().downcast_ref::<Self>().filter(|about| about.rules == self.rules);
            positions.push((*nimber, &same.ok_or_else(|| Flaw::Unsupported(about.text()))?.position));
        }
        let checked = check::check_components(&*self.rules, &positions, budget);
        checked.map_err(|unsupported| {
            let text = claims[unsupported.index].1.text();
            unsupported.flaw(text)
        })
    }

    fn prove_losses(&self, settings: &Settings) -> Result<(Outcome, Vec<(Player, String)>), Stop> {
        prove::losses(self.wholes(&settings.budget), std::slice::from_ref(&self.position), settings)
    }

    fn check_losses(&self, losses: &Losses<'_>) -> Result<(), Flaw> {
        check::check_losses(self.wholes(losses.budget), std::slice::from_ref(&self.position), losses)
    }

    fn prove_differences(&self, settings: &Settings) -> Result<(String, Vec<(Player, String, String)>), Stop> {
        prove::differences(self.wholes(&settings.budget), std::slice::from_ref(&self.position), settings)
    }

    fn check_differences(&self, proof: &ValueProof, budget: &Budget) -> Result<(), Flaw> {
        check::check_differences(self.wholes(budget), std::slice::from_ref(&self.position), proof, budget)
    }
}

impl<G: Game + PartialEq> Subject for Placed<G> {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn same(&self, other: &dyn Subject) -> bool {
        other.as_any().downcast_ref::<Self>().is_some_and(|other| self.position == other.position)
            && self.same_rules(other)
    }

    fn same_rules(&self, other: &dyn Subject) -> bool {
        let other = other.as_any().downcast_ref::<Self>();
        other.is_some_and(|other| Arc::ptr_eq(&self.rules, &other.rules) || self.rules == other.rules)
    }

    fn hash_into(&self, mut hasher: &mut dyn Hasher) {
        self.position.hash(&mut hasher);
    }

    fn duplicate(&self) -> Box<dyn Subject> {
        self.at(self.position.clone())
    }
}
