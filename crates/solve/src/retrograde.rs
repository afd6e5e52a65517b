//! Positions of games that need not end, or that say how they have ended: who wins and in how many moves, or that nobody does.
//!
//! Everything that can be reached is explored, as positions with the player about to move, and decided backwards from its ends
//! ([`grundy_graph::retrograde`]); what is left then is drawn. Impartial positions under normal play also get their loopy
//! nimbers ([`grundy_graph::loopy`]), which add in sums.

use crate::check::ended;
use crate::kernel::{outside, too_large};
use crate::{Placed, Position, Settings, StateGraph, Stop, Subject, Sum};
use grundy_game::{Achieved, Game, Kind, Outcome, Play, Player, Refusal, Rules};
use grundy_graph::GraphError;
use grundy_graph::loopy::{LoopyNimber, loopy_nimbers};
use grundy_graph::retrograde::{Verdict, verdicts_from};
use std::sync::Arc;

/// A position with the player about to move, who is Left always where both have the same moves.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Turn<P> {
    pub position: P,
    pub player: Player,
}

/// The rules of a game with the turn as part of the position, which makes any game impartial.
pub(crate) struct Turns<R> {
    rules: Arc<R>,
}

impl<R: Rules> Turns<R> {
    fn turn(&self, position: &R::Position, player: Player) -> Turn<R::Position> {
        let player = if self.rules.kind() == Kind::Impartial { Player::Left } else { player };
        Turn { position: position.clone(), player }
    }

    /// What it means to be about to move where there is no move.
    fn ended(&self, turn: &Turn<R::Position>, play: Play) -> Verdict {
        match ended(&*self.rules, &turn.position, turn.player, play) {
            Achieved::Win => Verdict::Win(0),
            Achieved::Loss => Verdict::Loss(0),
            Achieved::Draw => Verdict::Draw,
        }
    }
}

impl<R: Rules> Rules for Turns<R> {
    type Position = Turn<R::Position>;
    type Move = R::Move;

    fn moves(&self, turn: &Self::Position, _: Player, moves: &mut Vec<R::Move>) -> Result<(), Refusal> {
        self.rules.moves(&turn.position, turn.player, moves)
    }

    fn play(&self, turn: &mut Self::Position, played: &R::Move) {
        self.rules.play(&mut turn.position, played);
        if self.rules.kind() == Kind::Partisan {
            turn.player = turn.player.other();
        }
    }

    fn move_count(&self, turn: &Self::Position) -> Option<u64> {
        self.rules.move_count(&turn.position)
    }

    fn canonicalise(&self, turn: &mut Self::Position) {
        self.rules.canonicalise(&mut turn.position);
    }

    fn position_bytes(&self, turn: &Self::Position) -> usize {
        self.rules.position_bytes(&turn.position) + size_of::<Self::Position>() - size_of::<R::Position>()
    }
}

/// The verdict on everything that can be reached from a start, whoever starts.
pub(crate) struct Table<R: Rules> {
    turns: Turns<R>,
    graph: StateGraph<Turn<R::Position>>,
    merged: bool,
    verdicts: Vec<Verdict>,
    nimbers: Option<Vec<LoopyNimber>>,
}

impl<R: Rules> Table<R> {
    /// Explores and decides everything; `merge` joins positions that differ by a symmetry.
    pub fn new<'a>(
        rules: Arc<R>,
        starts: impl IntoIterator<Item = &'a R::Position>,
        merge: bool,
        settings: &Settings,
    ) -> Result<Self, Stop> {
        let turns = Turns { rules };
        let starters = if turns.rules.kind() == Kind::Impartial { &Player::BOTH[..1] } else { &Player::BOTH };
        let starts = starts.into_iter().flat_map(|start| starters.iter().map(|&player| turns.turn(start, player)));
        let starts: Vec<_> = starts.collect();
        let mut graph = StateGraph::explore_all(&turns, &starts, merge, settings)?;
        graph.hold((graph.digraph().order() * size_of::<Verdict>()) as u64)?;
        let ended = |state: usize| turns.ended(&graph.positions()[state], settings.play);
        let verdicts = verdicts_from(graph.digraph(), ended, &settings.budget).map_err(stopped)?;
        Ok(Self { turns, graph, merged: merge, verdicts, nimbers: None })
    }

    fn number(&self, position: &R::Position, player: Player) -> Result<usize, Stop> {
        let mut turn = self.turns.turn(position, player);
        if self.merged {
            self.turns.canonicalise(&mut turn);
        }
        self.graph.number(&turn).ok_or_else(outside)
    }

    /// What `player`, about to move in a position that can be reached from the start, achieves.
    pub fn verdict(&self, position: &R::Position, player: Player) -> Result<Verdict, Stop> {
        Ok(self.verdicts[self.number(position, player)?])
    }

    /// The loopy nimber of a position that can be reached from the start, for impartial games under normal play.
    pub fn nimber(&mut self, position: &R::Position, settings: &Settings) -> Result<LoopyNimber, Stop> {
        let number = self.number(position, Player::Left)?;
        if self.nimbers.is_none() {
            self.nimbers = Some(loopy_nimbers(self.graph.digraph(), &settings.budget).map_err(stopped)?);
        }
        let found = self.nimbers.as_ref().and_then(|nimbers| nimbers.get(number));
        found.cloned().ok_or_else(outside)
    }

    /// How many states and moves there are.
    pub fn size(&self) -> (usize, usize) {
        (self.graph.digraph().order(), self.graph.digraph().size())
    }

    /// The most moves that `player` needs for a win in any state.
    fn longest_win(&self, player: Player) -> Option<u32> {
        let own = self.graph.positions().iter().zip(&self.verdicts).filter(|(turn, _)| turn.player == player);
        own.filter_map(|(_, verdict)| if let Verdict::Win(moves) = verdict { Some(*moves) } else { None }).max()
    }

    /// The states in the order of their numbers, their arcs, the verdicts on them and their loopy nimbers, where they have any.
    pub fn into_parts(mut self, settings: &Settings) -> Result<Judged<R::Position>, Stop> {
        let impartial = self.turns.rules.kind() == Kind::Impartial && !self.turns.rules.declares();
        if let Some(start) =
            self.graph.positions().first().cloned().filter(|_| impartial && settings.play == Play::Normal)
        {
            self.nimber(&start.position, settings)?;
        }
        // why: games without loopy nimbers have none to tell.
        Ok(Judged { graph: self.graph, verdicts: self.verdicts, nimbers: self.nimbers.unwrap_or_default() })
    }
}

/// A state graph with all its verdicts.
pub(crate) struct Judged<P> {
    pub graph: StateGraph<Turn<P>>,
    pub verdicts: Vec<Verdict>,
    /// The loopy nimbers; none where the game or the play rule has none.
    pub nimbers: Vec<LoopyNimber>,
}

fn stopped(error: GraphError) -> Stop {
    match error {
        GraphError::Exhausted(exhausted) => exhausted.into(),
        other => too_large(other),
    }
}

/// The verdicts on a position of some game and on everything that can be reached from it.
pub trait Judge: Send {
    /// What `player`, about to move, achieves, and in how many moves.
    fn verdict(&self, position: &dyn Subject, player: Player) -> Result<Verdict, Stop>;
    /// The loopy nimber of an impartial position under normal play.
    fn nimber(&mut self, position: &dyn Subject, settings: &Settings) -> Result<LoopyNimber, Stop>;
    /// How many states, which are positions with the player about to move, and how many moves were looked at.
    fn size(&self) -> (usize, usize);
    /// The most moves that `player`, about to move, needs for a win in any state.
    fn longest_win(&self, player: Player) -> Option<u32>;
}

impl<G: Game + PartialEq> Judge for Table<G> {
    fn verdict(&self, position: &dyn Subject, player: Player) -> Result<Verdict, Stop> {
        let placed = position.as_any().downcast_ref::<Placed<G>>().ok_or_else(outside)?;
        self.verdict(placed.position(), player)
    }

    fn nimber(&mut self, position: &dyn Subject, settings: &Settings) -> Result<LoopyNimber, Stop> {
        let placed = position.as_any().downcast_ref::<Placed<G>>().ok_or_else(outside)?;
        self.nimber(placed.position(), settings)
    }

    fn size(&self) -> (usize, usize) {
        self.size()
    }

    fn longest_win(&self, player: Player) -> Option<u32> {
        self.longest_win(player)
    }
}

/// The verdicts on a position, which may be a sum, and on everything that can be reached from it.
pub struct Verdicts {
    table: Tables,
    kind: Kind,
}

impl std::fmt::Debug for Verdicts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (states, moves) = self.size();
        f.debug_struct("Verdicts").field("states", &states).field("moves", &moves).finish_non_exhaustive()
    }
}

enum Tables {
    One(Box<dyn Judge>),
    Many(Box<Table<Sum>>),
}

impl Verdicts {
    /// Explores everything that can be reached from `start` and decides it under the play rule of the settings. Time and
    /// memory grow in proportion to the number of moves; both are asked of the budget.
    pub fn new(start: &Position, settings: &Settings) -> Result<Self, Stop> {
        Self::from_all(start, &[], settings)
    }

    /// As [`Verdicts::new`], from other positions of the same games as well, so that either player can be about to move in
    /// each of them.
    pub(crate) fn from_all(start: &Position, others: &[&Position], settings: &Settings) -> Result<Self, Stop> {
        start.parts().iter().try_for_each(|part| part.afford_moves(&settings.budget))?;
        let table = match start.parts() {
            [only] => {
                let others: Option<Vec<&dyn Subject>> =
                    others.iter().map(|other| Some(&**other.parts.first()?)).collect();
                Tables::One(only.judge(&others.ok_or_else(outside)?, settings)?)
            }
            parts => {
                let starts = std::iter::once(&start.parts).chain(others.iter().map(|other| &other.parts));
                Tables::Many(Box::new(Table::new(Arc::new(Sum::of(parts)), starts, true, settings)?))
            }
        };
        Ok(Self { table, kind: start.kind() })
    }

    /// What `player`, about to move in a position that can be reached from the start, achieves, and in how many moves.
    pub fn verdict(&self, position: &Position, player: Player) -> Result<Verdict, Stop> {
        match (&self.table, position.parts()) {
            (Tables::One(judge), [only]) => judge.verdict(&**only, player),
            (Tables::One(_), _) => Err(outside()),
            (Tables::Many(table), _) => table.verdict(&position.parts, player),
        }
    }

    /// Who wins a position that can be reached from the start; in partisan games that both players can be about to move in.
    pub fn outcome(&self, position: &Position) -> Result<Outcome, Stop> {
        let left = achieved(self.verdict(position, Player::Left)?);
        let right = if self.kind == Kind::Impartial { left } else { achieved(self.verdict(position, Player::Right)?) };
        Ok(Outcome::from_achieved(left, right))
    }

    /// The loopy nimber of a single impartial position under normal play.
    pub(crate) fn nimber(&mut self, position: &Position, settings: &Settings) -> Result<LoopyNimber, Stop> {
        match (&mut self.table, position.parts()) {
            (Tables::One(judge), [only]) => judge.nimber(&**only, settings),
            (Tables::One(_), _) => Err(outside()),
            (Tables::Many(table), _) => table.nimber(&position.parts, settings),
        }
    }

    /// The most moves, of both players together, that `player` needs for a win in any state that is won; `None` when there is
    /// none.
    pub fn longest_win(&self, player: Player) -> Option<u32> {
        match &self.table {
            Tables::One(judge) => judge.longest_win(player),
            Tables::Many(table) => table.longest_win(player),
        }
    }

    /// The kind of the start.
    pub(crate) fn kind(&self) -> Kind {
        self.kind
    }

    /// How many states, which are positions with the player about to move, and how many moves were looked at.
    pub fn size(&self) -> (usize, usize) {
        match &self.table {
            Tables::One(judge) => judge.size(),
            Tables::Many(table) => table.size(),
        }
    }
}

/// What a verdict says without the number of moves.
pub fn achieved(verdict: Verdict) -> Achieved {
    match verdict {
        Verdict::Win(_) => Achieved::Win,
        Verdict::Loss(_) => Achieved::Loss,
        Verdict::Draw => Achieved::Draw,
    }
}
