//! What a user asks about: a sum of one or more positions.

use crate::kernel::KernelSearch;
use crate::listing::list;
use crate::plan::OutcomeWay;
use crate::subject::outcome_reason;
use crate::{Move, OutcomeSearch, Outcomes, PartisanSearch, Settings, Stop, Subject, Sum, SumMove, recursion};
use crate::{StateGraph, States};
use grundy_draw::Picture;
use grundy_game::{Kind, Play, Player, Refusal, Rules, Text};
use std::fmt;

/// A sum of one or more positions of any games.
#[derive(Clone, Debug)]
pub struct Position {
    parts: Vec<Box<dyn Subject>>,
}

/// A named move of a sum and the sum it leads to.
#[derive(Clone, Debug)]
pub struct PositionMove {
    /// The name of the move, with the part of the sum it is made in.
    pub label: String,
    /// The name in words that other languages can say.
    pub words: Text,
    /// The option it leads to.
    pub to: Position,
}

impl Position {
    /// The sum of `parts`.
    pub fn new(parts: Vec<Box<dyn Subject>>) -> Self {
        Self { parts }
    }

    /// The positions side by side.
    pub fn parts(&self) -> &[Box<dyn Subject>] {
        &self.parts
    }

    /// Whether both players always have the same moves.
    pub fn kind(&self) -> Kind {
        Sum::of(&self.parts).kind()
    }

    /// Every move of `player`.
    pub fn moves(&self, player: Player) -> Result<Vec<PositionMove>, Refusal> {
        let mut moves = Vec::new();
        for (part, subject) in self.parts.iter().enumerate() {
            moves.extend(subject.moves(player)?.into_iter().map(|found| self.lift(part, found)));
        }
        Ok(moves)
    }

    /// A move in part number `part` as a move of the whole sum: `chomp: edge 1-2`, or `nim#2: take 1 from heap 1` when
    /// several parts are of the same game.
    pub(crate) fn lift(&self, part: usize, found: Move) -> PositionMove {
        let label = self.part_label(part, &found.label);
        let words = Text::new("{part}{words}").with("part", self.part_label(part, "")).with_text("words", found.words);
        let mut parts = self.parts.clone();
        parts[part] = found.to;
        PositionMove { label, words, to: Self { parts } }
    }

    /// The sum of the canonical forms of its components, in one order: equal for positions that are images of each other.
    #[must_use]
    pub fn canonical(&self) -> Self {
        let mut parts = self.parts.clone();
        Sum::of(&parts).canonicalise(&mut parts);
        Self { parts }
    }

    /// Whether `other` has the same parts in the same order.
    pub fn same(&self, other: &Self) -> bool {
        self.parts == other.parts
    }

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
        let graph = StateGraph::explore(Sum::shared(&self.parts), &self.parts, merge, settings)?;
        States::new(graph, settings.play, named, |parts| Self::new(parts.clone()).to_string())
    }

    /// The name of a move in part number `part` as a move of the whole sum.
    fn part_label(&self, part: usize, label: &str) -> String {
        let name = self.parts[part].page().name;
        match (self.parts.len(), self.parts.iter().filter(|other| other.page().name == name).count()) {
            (1, _) => label.to_owned(),
            (_, 1) => format!("{name}: {label}"),
            _ => format!("{name}#{}: {label}", part + 1),
        }
    }

    /// The parts as pictures side by side; clickable parts carry the names of moves of the whole sum.
    pub fn picture(&self) -> Picture {
        if let [only] = &self.parts[..] {
            return only.picture();
        }
        let names = |part: usize| move |label: &str| self.part_label(part, label);
        let pictures = self.parts.iter().enumerate().map(|(part, subject)| subject.picture().map_moves(names(part)));
        Picture::sum(self.to_string(), pictures.collect())
    }

    /// The parts drawn with characters, one under the other.
    pub fn board(&self) -> String {
        self.parts.iter().map(|part| part.board()).collect::<Vec<_>>().join("\n+\n")
    }

    /// A study of who wins the sum.
    pub(crate) fn outcomes<'a>(&'a self, way: OutcomeWay, settings: &'a Settings) -> SumOutcomes<'a> {
        match &self.parts[..] {
            [only] => SumOutcomes::One(self, only.outcomes(way, settings)),
            _ => SumOutcomes::Many(self, Box::new(SumStudy::new(&self.parts, way, settings))),
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, part) in self.parts.iter().enumerate() {
            if index > 0 {
                f.write_str(" + ")?;
            }
            f.write_str(&part.text())?;
        }
        Ok(())
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
