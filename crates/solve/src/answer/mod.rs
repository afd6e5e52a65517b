//! The three questions: who wins, why, and with which move.
//!
//! [`answer`] and [`moves`] have the question resolved into a [`Plan`] and hand it to the module of that name: the nimbers of
//! the parts, their values, or who wins the whole. Reasons are made where the work is done, with its figures.

mod copies;
mod explain;
mod json;
mod nimbers;
mod outcomes;
mod simplest;
mod strategy;
mod values;
mod verdicts;
mod worth;

pub use explain::{Explanation, explain, explain_to};
pub use json::{AnswerObject, GainObject, MoveObject, MovesObject, RemotenessObject, StatsObject, WinningMoveObject};
pub use simplest::numbers_between;
pub use strategy::{
    Alike, Book, Extent, Page as StrategyPage, Reply, Strategy, Whole, strategy, whole_strategies, whole_strategy,
};
use strategy::{gathered, twins};
pub use worth::Worth;

use crate::certificate::sentence;
use crate::plan::Plan;
use crate::{Method, Position, PositionMove, Settings, Stop};
use grundy_budget::caught;
use grundy_game::{Kind, Outcome, Play, Player, Text};
use std::time::Duration;

/// The answer to `solve`.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The position asked about.
    pub position: Position,
    /// The play rule.
    pub play: Play,
    /// Whether Left and Right have moves of their own.
    pub kind: Kind,
    /// Who wins; `None` when the budget ran out first.
    pub outcome: Option<Outcome>,
    /// The value of the position where it has one under this play rule and it was found.
    pub value: Option<Worth>,
    /// The value of each part of the sum, as far as found.
    pub part_values: Vec<Option<Worth>>,
    /// The winning moves that were found.
    pub winning_moves: Vec<WinningMove>,
    /// The moves that keep a draw, for players who cannot win.
    pub drawing_moves: Vec<WinningMove>,
    /// How many moves are left when Left and when Right starts, the winner hurries and the loser stalls, where that was found
    /// out and somebody wins; in impartial games both are the same.
    pub remoteness: [Option<u32>; 2],
    /// Whether `winning_moves` holds all winning moves.
    pub complete: bool,
    /// The method that gave the answer.
    pub method: Method,
    /// Why it is so.
    pub reason: Text,
    /// Positions visited.
    pub positions: u64,
    /// Time taken.
    pub time: Duration,
    /// Why the answer is not complete, if it is not.
    pub stopped: Option<Stop>,
    /// Numbers that are known not to be the nimber, when the budget ran out before it was found.
    pub excluded: Vec<u64>,
}

/// A move that wins.
#[derive(Clone, Debug)]
pub struct WinningMove {
    /// The name of the move.
    pub label: String,
    /// The position it leads to.
    pub to: Position,
    /// Who makes it; `None` in impartial games.
    pub player: Option<Player>,
}

impl WinningMove {
    fn new(found: PositionMove, player: Option<Player>) -> Self {
        Self { label: found.label, to: found.to, player }
    }
}

/// Every legal move with where it leads.
#[derive(Clone, Debug)]
pub struct Moves {
    /// The position asked about.
    pub position: Position,
    /// The moves, winning ones first.
    pub moves: Vec<MoveReport>,
}

/// One legal move, who wins after it and the value it leads to.
#[derive(Clone, Debug)]
pub struct MoveReport {
    /// The name of the move.
    pub label: String,
    /// The name in words that other languages can say.
    pub words: Text,
    /// The position it leads to.
    pub to: Position,
    /// Who makes it; `None` in impartial games.
    pub player: Option<Player>,
    /// Whether it wins for the player who makes it.
    pub wins: bool,
    /// Whether it makes the game a draw.
    pub draws: bool,
    /// How many moves are left after it when the winner hurries and the loser stalls, where that was found out and somebody
    /// wins.
    pub remoteness: Option<u32>,
    /// The value of the position it leads to, where it has one.
    pub value: Option<Worth>,
    /// What the mover gains: the change of value in the mover's favour, in partisan games.
    pub incentive: Option<Worth>,
    /// The temperature of the position it leads to, in partisan games.
    pub temperature: Option<String>,
}

impl MoveReport {
    /// Quick wins first, then slower ones, draws, slow losses, quicker ones.
    fn preference(&self) -> (u8, u32) {
        // why: where nobody has counted the moves, all wins are alike, and all losses.
        let moves = self.remoteness.unwrap_or(0);
        match self {
            Self { wins: true, .. } => (0, moves),
            Self { draws: true, .. } => (1, 0),
            _ => (2, u32::MAX - moves),
        }
    }

    fn new(found: PositionMove, player: Option<Player>, wins: bool) -> Self {
        let PositionMove { label, words, to } = found;
        let (value, incentive, temperature) = (None, None, None);
        Self { label, words, to, player, wins, draws: false, remoteness: None, value, incentive, temperature }
    }
}

impl Answer {
    fn new(position: &Position, settings: &Settings) -> Self {
        Self {
            position: position.clone(),
            play: settings.play,
            kind: position.kind(),
            outcome: None,
            value: None,
            part_values: vec![None; position.parts().len()],
            winning_moves: Vec::new(),
            drawing_moves: Vec::new(),
            remoteness: [None; 2],
            complete: true,
            method: settings.method,
            reason: Text::default(),
            positions: 0,
            time: Duration::ZERO,
            stopped: None,
            excluded: Vec::new(),
        }
    }

    /// The value as it is written; `None` where it was not found or is too long to write.
    pub fn value_text(&self) -> Option<String> {
        self.value.as_ref().and_then(Worth::written)
    }

    /// The value of the whole position, which is also that of its only part.
    fn set_only_value(&mut self, nimber: Option<u64>) {
        self.value = nimber.map(Worth::Nimber);
        self.part_values = vec![self.value.clone()];
    }

    /// Takes what was known when the budget ran out; an answer without outcome then says so.
    fn stop(&mut self, stop: Stop) {
        self.complete = false;
        if self.outcome.is_none() {
            self.reason = match self.excluded.as_slice() {
                [] => Text::new("undecided: {stop}"),
                excluded => Text::new("undecided: {stop}; the nimber is none of {excluded}")
                    .with("excluded", excluded.iter().map(u64::to_string).collect::<Vec<_>>().join(", ")),
            }
            .with_text("stop", stop.text());
        }
        self.stopped = Some(stop);
    }

    /// Keeps what is known of the nimber of a single position that was not found; when it is not 0, first wins.
    fn keep_excluded(&mut self, excluded: Vec<u64>) {
        if self.part_values.len() != 1 {
            return;
        }
        if self.outcome.is_none() && excluded.contains(&0) {
            self.outcome = Some(Outcome::First);
            self.method = Method::Search;
            self.reason = Text::new("a move to a position of nimber 0 was found; the nimber was not");
        }
        self.excluded = excluded;
    }

    /// Ends the question: its figures, and what stopped it.
    fn finish(mut self, result: Result<(), Stop>, settings: &Settings) -> Result<Self, Stop> {
        self.positions = settings.budget.positions();
        self.time = settings.budget.elapsed();
        match result {
            Ok(()) => {}
            Err(stop) if stop.is_undecided() => self.stop(stop),
            Err(stop) => return Err(stop),
        }
        Ok(self)
    }
}

/// Who wins `position`, why, and with which moves. Running out of budget is an answer without outcome; an error means
/// that the question does not fit the position.
pub fn answer(position: &Position, settings: &Settings) -> Result<Answer, Stop> {
    let plan = Plan::of(position, settings)?;
    let mut answer = Answer::new(position, settings);
    let result = caught(|| match plan {
        Plan::Nimbers(way) => nimbers::answer(way, settings, &mut answer),
        Plan::Values(way, otherwise) => values::answer(way, otherwise, settings, &mut answer),
        Plan::Outcomes(way) => outcomes::answer(way, settings, &mut answer),
        Plan::Verdicts(way) => verdicts::answer(way, settings, &mut answer),
    });
    // What was known when a rule or a theorem ran out of budget is an answer too.
    answer.finish(result.unwrap_or_else(|exhausted| Err(exhausted.into())), settings)
}

/// The nimber of an impartial position under normal play, without its winning moves. Asks more than [`answer`] where a
/// theorem names the winner but not the nimber, and less where it does not.
pub fn nimber(position: &Position, settings: &Settings) -> Result<Answer, Stop> {
    let way = Plan::nimbers(position, settings)?;
    let mut answer = Answer::new(position, settings);
    let result = caught(|| nimbers::nimber(way, settings, &mut answer));
    let mut answer = answer.finish(result.unwrap_or_else(|exhausted| Err(exhausted.into())), settings)?;
    answer.complete &= answer.outcome == Some(Outcome::Second);
    Ok(answer)
}

/// Every legal move of `position`, winning ones first.
pub fn moves(position: &Position, settings: &Settings) -> Result<Moves, Stop> {
    let mut reports = match Plan::of(position, settings)? {
        Plan::Nimbers(way) => nimbers::moves(position, way, settings)?,
        Plan::Values(way, otherwise) => values::moves(position, way, otherwise, settings)?,
        Plan::Outcomes(way) => outcomes::moves(position, way, settings)?,
        Plan::Verdicts(way) => verdicts::moves(position, way, settings)?,
    };
    reports.sort_by_key(|report| (report.player, report.preference()));
    Ok(Moves { position: position.clone(), moves: reports })
}

/// The verdict as a sentence.
pub fn verdict(outcome: Option<Outcome>) -> Text {
    outcome.map_or_else(|| Text::new("undecided"), sentence)
}

/// The players whose moves are told apart.
fn players(kind: Kind) -> &'static [Player] {
    match kind {
        Kind::Impartial => &[Player::Left],
        Kind::Partisan => &Player::BOTH,
    }
}
