//! Positions of games that need not end, or that say how they have ended: who wins and in how many moves, or that nobody does.
//!
//! Everything that can be reached is explored, as positions with the player about to move, and decided backwards from its ends
//! ([`grundy_graph::retrograde`]); what is left then is drawn, or won by whom the rules give a play that goes on for ever. Games
//! that number their states ([`StateNumbering`]) are not explored: two bytes a state are enough. Impartial positions under
//! normal play also get their loopy nimbers ([`grundy_graph::loopy`]), which add in sums.

use crate::check::{ended, endless};
use crate::kernel::{outside, too_large};
use crate::{Placed, Position, Settings, StateGraph, Stop, Subject, Sum};
use grundy_budget::pulse;
use grundy_game::{Achieved, Draws, Game, Kind, Outcome, Play, Player, Refusal, Rules, StateNumbering, Text};
use grundy_graph::GraphError;
use grundy_graph::loopy::{LoopyNimber, loopy_nimbers};
use grundy_graph::numbered::{Numbered, NumberedVerdicts};
use grundy_graph::retrograde::{Verdict, packed_verdicts_from};
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
        at_once(ended(&*self.rules, &turn.position, turn.player, play))
    }
}

impl<R: Rules> Rules for Turns<R> {
    type Position = Turn<R::Position>;
    type Move = R::Move;

    const DRAWS: Draws = R::DRAWS;

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

    fn players(&self) -> usize {
        self.rules.players()
    }

    fn position_bytes(&self, turn: &Self::Position) -> usize {
        self.rules.position_bytes(&turn.position) + size_of::<Self::Position>() - size_of::<R::Position>()
    }
}

/// The verdict on everything that can be reached from a start, whoever starts.
pub(crate) struct Table<R: Rules> {
    turns: Turns<R>,
    kept: Kept<R::Position>,
    nimbers: Option<Vec<LoopyNimber>>,
    play: Play,
}

/// How the states are kept.
enum Kept<P> {
    /// As the graph of everything that was met.
    Explored { graph: StateGraph<Turn<P>>, merged: bool, verdicts: NumberedVerdicts },
    /// By the numbers that the game gives them.
    Numbered { numbering: Box<dyn StateNumbering<P>>, verdicts: NumberedVerdicts },
}

/// The states of a numbering under a play rule.
struct Numbers<'a, P> {
    numbering: &'a dyn StateNumbering<P>,
    play: Play,
}

impl<P> Numbered for Numbers<'_, P> {
    fn count(&self) -> usize {
        self.numbering.count()
    }

    fn moves(&self, state: usize) -> usize {
        self.numbering.moves(state)
    }

    fn before(&self, state: usize, states: &mut Vec<usize>) {
        self.numbering.before(state, states);
    }

    fn ended(&self, state: usize) -> Verdict {
        let normal = at_once(self.numbering.ended(state));
        if self.play == Play::Normal { normal } else { normal.for_other() }
    }
}

/// The verdict where there is no move left.
fn at_once(achieved: Achieved) -> Verdict {
    match achieved {
        Achieved::Win => Verdict::Win(0),
        Achieved::Loss => Verdict::Loss(0),
        Achieved::Draw => Verdict::Draw,
    }
}

/// Moves from a state without a number to one that has one, at most.
const UNNUMBERED: usize = 64;

impl<R: Rules> Table<R> {
    /// Decides everything: the numbered states where the game numbers them and there is room for all, otherwise what is met
    /// from the starts; `merge` joins positions that differ by a symmetry.
    pub fn new(rules: Arc<R>, starts: &[&R::Position], merge: bool, settings: &Settings) -> Result<Self, Stop> {
        if let Some(numbering) = starts.first().and_then(|start| rules.state_numbering(start))
            && 2 * numbering.count() as u64 <= settings.budget.memory_left()
        {
            let numbers: &dyn Numbered = &Numbers { numbering: &*numbering, play: settings.play };
            let verdicts = NumberedVerdicts::new(numbers, settings.threads(), &settings.budget);
            let kept = Kept::Numbered { verdicts: verdicts.map_err(stopped)?, numbering };
            return Ok(Self { turns: Turns { rules }, kept, nimbers: None, play: settings.play });
        }
        Self::explored(rules, starts, merge, settings)
    }

    /// Explores and decides everything that can be reached from the starts.
    fn explored(rules: Arc<R>, starts: &[&R::Position], merge: bool, settings: &Settings) -> Result<Self, Stop> {
        let turns = Turns { rules };
        let starters = if turns.rules.kind() == Kind::Impartial { &Player::BOTH[..1] } else { &Player::BOTH };
        let mut list = Vec::new();
        for start in starts {
            for &player in starters {
                list.push(turns.turn(start, player));
            }
        }
        let graph = StateGraph::explore_all(&turns, &list, merge, settings)?;
        let ended: &(dyn Fn(usize) -> Verdict + Sync) = &|state| turns.ended(&graph.positions()[state], settings.play);
        let verdicts = packed_verdicts_from(graph.digraph(), ended, settings.threads(), &settings.budget);
        let kept = Kept::Explored { verdicts: verdicts.map_err(stopped)?, graph, merged: merge };
        Ok(Self { turns, kept, nimbers: None, play: settings.play })
    }

    /// What the rules make of a play that goes on for ever, which the analysis calls a draw.
    fn settled(&self, verdict: Verdict, player: Player) -> Verdict {
        if verdict != Verdict::Draw {
            return verdict;
        }
        match endless(&*self.turns.rules, player, self.play) {
            Achieved::Win => Verdict::Win(Verdict::FOR_EVER),
            Achieved::Loss => Verdict::Loss(Verdict::FOR_EVER),
            Achieved::Draw => Verdict::Draw,
        }
    }

    /// What `player`, about to move in a position that can be reached from the start, achieves.
    pub fn verdict(&self, position: &R::Position, player: Player) -> Result<Verdict, Stop> {
        self.verdict_within(position, player, UNNUMBERED)
    }

    /// As [`Table::verdict`], where so many moves lead to a number.
    fn verdict_within(&self, position: &R::Position, player: Player, depth: usize) -> Result<Verdict, Stop> {
        let turn = self.turns.turn(position, player);
        let verdict = match &self.kept {
            Kept::Explored { graph, merged, verdicts } => verdicts.get(explored(&self.turns, graph, *merged, turn)?),
            Kept::Numbered { numbering, verdicts } => match numbering.number(position, turn.player) {
                Some(number) => verdicts.get(number),
                None => self.by_options(&turn, depth.checked_sub(1).ok_or_else(outside)?)?,
            },
        };
        Ok(self.settled(verdict, player))
    }

    /// The verdict on a state without a number, from which play does not come back.
    fn by_options(&self, turn: &Turn<R::Position>, depth: usize) -> Result<Verdict, Stop> {
        let mut moves = Vec::new();
        self.turns.moves(turn, turn.player, &mut moves)?;
        if moves.is_empty() {
            return Ok(self.turns.ended(turn, self.play));
        }
        let mut best: Option<Verdict> = None;
        for played in &moves {
            pulse(1);
            let mut option = turn.clone();
            self.turns.play(&mut option, played);
            let found = self.verdict_within(&option.position, option.player, depth)?;
            if best.is_none_or(|best| found.preference() < best.preference()) {
                best = Some(found);
            }
        }
        let later = |moves: u32| if moves == Verdict::FOR_EVER { moves } else { moves + 1 };
        Ok(match best {
            Some(Verdict::Loss(moves)) => Verdict::Win(later(moves)),
            Some(Verdict::Win(moves)) => Verdict::Loss(later(moves)),
            Some(Verdict::Draw) | None => Verdict::Draw,
        })
    }

    /// The loopy nimber of a position that can be reached from the start, for impartial games under normal play.
    pub fn nimber(&mut self, position: &R::Position, settings: &Settings) -> Result<LoopyNimber, Stop> {
        let Kept::Explored { graph, merged, .. } = &self.kept else {
            let (rules, start) = (Arc::clone(&self.turns.rules), position.clone());
            return Self::explored(rules, &[&start], true, settings)?.nimber(&start, settings);
        };
        let number = explored(&self.turns, graph, *merged, self.turns.turn(position, Player::Left))?;
        if self.nimbers.is_none() {
            self.nimbers = Some(loopy_nimbers(graph.digraph(), &settings.budget).map_err(stopped)?);
        }
        let found = self.nimbers.as_ref().and_then(|nimbers| nimbers.get(number));
        found.cloned().ok_or_else(outside)
    }

    /// How many states and moves there are.
    pub fn size(&self) -> (usize, usize) {
        match &self.kept {
            Kept::Explored { graph, .. } => (graph.digraph().order(), graph.digraph().size()),
            Kept::Numbered { verdicts, .. } => (verdicts.count(), verdicts.moves() as usize),
        }
    }

    /// Whether the states have the numbers that the game gives them, so that some cannot be reached from the start.
    fn numbered(&self) -> bool {
        matches!(self.kept, Kept::Numbered { .. })
    }

    /// The most moves that `player` needs for a win in any state.
    fn longest_win(&self, player: Player) -> Option<u32> {
        let won = |verdict: Verdict| if let Verdict::Win(moves) = verdict { Some(moves) } else { None };
        match &self.kept {
            Kept::Explored { graph, verdicts, .. } => {
                let own = graph.positions().iter().zip(verdicts.iter()).filter(|(turn, _)| turn.player == player);
                own.filter_map(|(_, verdict)| won(verdict)).max()
            }
            Kept::Numbered { numbering, verdicts } => {
                let own = (0..verdicts.count()).filter(|&state| numbering.player(state) == player);
                own.filter_map(|state| won(verdicts.get(state))).max()
            }
        }
    }

    /// The states in the order of their numbers, their arcs, the verdicts on them and their loopy nimbers, where they have any.
    pub fn into_parts(mut self, settings: &Settings) -> Result<Judged<R::Position>, Stop> {
        let Kept::Explored { graph, .. } = &self.kept else {
            return Err(Stop::Unsuitable(Text::new("this game is analysed by numbers, without a graph of its states")));
        };
        let impartial = self.turns.rules.kind() == Kind::Impartial && !self.turns.rules.declares();
        if let Some(start) = graph.positions().first().cloned().filter(|_| impartial && settings.play == Play::Normal) {
            self.nimber(&start.position, settings)?;
        }
        let Self { kept: Kept::Explored { mut graph, verdicts, .. }, nimbers, .. } = self else {
            return Err(outside());
        };
        graph.hold((verdicts.count() * size_of::<Verdict>()) as u64)?;
        let verdicts = verdicts.iter().collect();
        // why: games without loopy nimbers have none to tell.
        Ok(Judged { graph, verdicts, nimbers: nimbers.unwrap_or_default() })
    }
}

/// The number of a state that was met.
fn explored<R: Rules>(
    turns: &Turns<R>,
    graph: &StateGraph<Turn<R::Position>>,
    merged: bool,
    mut turn: Turn<R::Position>,
) -> Result<usize, Stop> {
    if merged {
        turns.canonicalise(&mut turn);
    }
    graph.number(&turn).ok_or_else(outside)
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
    /// Whether the game numbers its states, so that some of those looked at may not be reached from the start.
    fn numbered(&self) -> bool;
    /// The most moves that `player`, about to move, needs for a win in any state.
    fn longest_win(&self, player: Player) -> Option<u32>;
}

/// A position of the same game with the same arguments.
fn of_game<'a, G: Game + PartialEq>(position: &'a dyn Subject, rules: &G) -> Result<&'a G::Position, Stop> {
    let placed = position.as_any().downcast_ref::<Placed<G>>();
    let same = placed.filter(|placed| std::ptr::eq(placed.rules(), rules) || placed.rules() == rules);
    same.map(Placed::position).ok_or_else(outside)
}

impl<G: Game + PartialEq> Judge for Table<G> {
    fn verdict(&self, position: &dyn Subject, player: Player) -> Result<Verdict, Stop> {
        self.verdict(of_game(position, &*self.turns.rules)?, player)
    }

    fn nimber(&mut self, position: &dyn Subject, settings: &Settings) -> Result<LoopyNimber, Stop> {
        let position = of_game(position, &*self.turns.rules)?.clone();
        self.nimber(&position, settings)
    }

    fn size(&self) -> (usize, usize) {
        self.size()
    }

    fn numbered(&self) -> bool {
        self.numbered()
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
                let mut starts = vec![&start.parts];
                starts.extend(others.iter().map(|other| &other.parts));
                Tables::Many(Box::new(Table::new(Arc::new(Sum::of(parts)), &starts, true, settings)?))
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

    /// Whether the game numbers its states, so that some of those looked at may not be reached from the start.
    pub fn numbered(&self) -> bool {
        matches!(&self.table, Tables::One(judge) if judge.numbered())
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
