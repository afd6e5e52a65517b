//! Order by survival: G ≥ H if Left, playing second, survives G − H.
//!
//! Play on G − H is a game on pairs of positions. Left survives by never being stuck; a play without end is survived
//! unless, from some move on, every move is made in H while H counts as won by Right when it goes on for ever. Between
//! stoppers that never happens, because players who move in H alone take turns there. In general it compares G⁺ with H⁺,
//! the games in which endless play is a win for Left: what the onside is about.
//!
//! Conway, Loopy games (1978); Berlekamp, Conway, Guy, Winning Ways, chapter 11; Siegel, Combinatorial Game Theory,
//! chapter VI.1–2, and Coping with cycles (2009).

use rustc_hash::FxHashMap;

use super::graph::{Graph, Node};
use crate::scratch::Scratch;
use crate::{Result, Store};

/// What endless play means in a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Endless {
    /// Both games are stoppers: every endless play is a draw, which Left survives.
    Survived,
    /// Endless play is a win for Left in both games, so in −H it is a win for Right.
    WonByLeft,
}

/// A question: whether the first node is at least the second.
pub(super) type Pair = (Node, Node);

/// Answers to questions about pairs of nodes of one graph.
pub(super) struct Survival {
    places: FxHashMap<Pair, u32>,
    /// For each pair, whether Left survives when Right starts, then when Left starts.
    survives: Vec<bool>,
}

/// A move in the game on pairs: where it leads, and whether it was made in G.
#[derive(Clone, Copy)]
struct Step {
    to: u32,
    in_first: bool,
}

struct Board {
    pairs: Vec<Pair>,
    places: FxHashMap<Pair, u32>,
    /// For each state, the moves of the player to move; empty for pairs of values, which are decided at once.
    steps: Vec<Vec<Step>>,
    decided: Vec<Option<bool>>,
    memory: Scratch,
}

impl Survival {
    /// Answers questions about nodes of a graph. Time and memory are linear in the moves of all pairs that the questions
    /// lead to, times the rounds that [`Endless::WonByLeft`] needs, at most one a pair and in practice few.
    pub(super) fn of(graph: &Graph, questions: &[Pair], endless: Endless, store: &mut Store) -> Result<Self> {
        let mut board = Board {
            pairs: Vec::new(),
            places: FxHashMap::default(),
            steps: Vec::new(),
            decided: Vec::new(),
            memory: Scratch::new(store.budget()),
        };
        for &pair in questions {
            board.place(pair, store)?;
        }
        let mut next = 0;
        while next < board.pairs.len() {
            board.expand(next, graph, store)?;
            next += 1;
        }
        let mut survives = board.never_stuck(store)?;
        if endless == Endless::WonByLeft {
            while board.keep_progress(&mut survives, store)? {}
        }
        Ok(Self { places: board.places, survives })
    }

    /// Whether the first node is at least the second; the pair must have been asked about.
    pub(super) fn at_least(&self, pair: Pair) -> bool {
        pair.0 == pair.1 || self.survives[2 * self.places[&pair] as usize]
    }
}

impl Board {
    fn place(&mut self, pair: Pair, store: &mut Store) -> Result<u32> {
        if let Some(&place) = self.places.get(&pair) {
            return Ok(place);
        }
        store.meter.step()?;
        self.memory.add(160)?;
        let place = self.pairs.len() as u32;
        self.places.insert(pair, place);
        self.pairs.push(pair);
        self.steps.extend([Vec::new(), Vec::new()]);
        let decided = match pair {
            (Node::Value(g), Node::Value(h)) => [Some(store.le(h, g)?), Some(!store.le(g, h)?)],
            _ => [None, None],
        };
        self.decided.extend(decided);
        Ok(place)
    }

    /// Lists the moves from a pair: state 2p has Right to move, state 2p + 1 has Left to move.
    fn expand(&mut self, place: usize, graph: &Graph, store: &mut Store) -> Result<()> {
        if self.decided[2 * place].is_some() {
            return Ok(());
        }
        let (g, h) = self.pairs[place];
        for left_to_move in [false, true] {
            let mut steps = Vec::new();
            for option in graph.options(g, left_to_move, store)? {
                let to = 2 * self.place((option, h), store)? + u32::from(!left_to_move);
                steps.push(Step { to, in_first: true });
            }
            // Left moves in −H where Right moves in H.
            for option in graph.options(h, !left_to_move, store)? {
                let to = 2 * self.place((g, option), store)? + u32::from(!left_to_move);
                steps.push(Step { to, in_first: false });
            }
            store.meter.work(steps.len() as u64)?;
            self.memory.add(2 * steps.len() * size_of::<Step>())?;
            self.steps[2 * place + usize::from(left_to_move)] = steps;
        }
        Ok(())
    }

    /// Where each state is entered from.
    fn entries(&self) -> Vec<Vec<u32>> {
        let mut entries = vec![Vec::new(); self.steps.len()];
        for (state, steps) in self.steps.iter().enumerate() {
            for step in steps {
                entries[step.to as usize].push(state as u32);
            }
        }
        entries
    }

    /// The states in which Left is never stuck: all but those from which Right can force it.
    fn never_stuck(&self, store: &mut Store) -> Result<Vec<bool>> {
        let entries = self.entries();
        let mut survives = vec![true; self.steps.len()];
        let mut ways: Vec<u32> = self.steps.iter().map(|steps| steps.len() as u32).collect();
        let mut lost: Vec<u32> = Vec::new();
        for (state, steps) in self.steps.iter().enumerate() {
            let stuck = state % 2 == 1 && steps.is_empty();
            if self.decided[state].map_or(stuck, |survived| !survived) {
                survives[state] = false;
                lost.push(state as u32);
            }
        }
        while let Some(state) = lost.pop() {
            store.meter.work(1 + entries[state as usize].len() as u64)?;
            for &from in &entries[state as usize] {
                let place = from as usize;
                ways[place] -= 1;
                if survives[place] && (place.is_multiple_of(2) || ways[place] == 0) {
                    survives[place] = false;
                    lost.push(from);
                }
            }
        }
        Ok(survives)
    }

    /// Drops the states from which Right can see to it that only H is moved in from some time on; whether there were any.
    ///
    /// A state is kept if Left can reach, through moves in H, a move in G to a state that survives, or the end: the least
    /// set with that property, as in the solution of Büchi games.
    fn keep_progress(&self, survives: &mut Vec<bool>, store: &mut Store) -> Result<bool> {
        let entries = self.entries();
        let mut kept = vec![false; survives.len()];
        let mut waiting: Vec<u32> = (0..survives.len() as u32).filter(|&state| survives[state as usize]).collect();
        while let Some(state) = waiting.pop() {
            let place = state as usize;
            store.meter.work(1 + self.steps[place].len() as u64)?;
            let good = |step: &Step| if step.in_first { survives[step.to as usize] } else { kept[step.to as usize] };
            let keep = match self.decided[place] {
                Some(survived) => survived,
                None if place % 2 == 1 => self.steps[place].iter().any(good),
                None => self.steps[place].iter().all(good),
            };
            if keep && !kept[place] {
                kept[place] = true;
                let fresh = |from: &&u32| survives[**from as usize] && !kept[**from as usize];
                waiting.extend(entries[place].iter().filter(fresh));
            }
        }
        let changed = kept != *survives;
        *survives = kept;
        Ok(changed)
    }
}
