//! The state graph around a position, as data.

use super::common::{PlayName, PlayerName, engine, position};
use crate::Problem;
use crate::question::{Limited, Question, Reply};
use grundy_budget::{Budget, Limits};
use grundy_draw::{GameTree, State, StateGraph};
use grundy_game::{Kind, Play, Player};
use grundy_solve::{Engine, Position, answer};
use rustc_hash::FxHashMap;
use serde::Deserialize;
use serde_json::{Value, json};

/// The question.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ask {
    position: String,
    #[serde(default)]
    play: PlayName,
    #[serde(default)]
    player: PlayerName,
    #[serde(default = "few")]
    most: usize,
    #[serde(default)]
    budget: Limited,
}

fn few() -> usize {
    MOST_STATES
}

/// Most states that are explored.
pub const MOST_STATES: usize = 2000;

impl Question for Ask {
    fn limited(&self) -> Limited {
        self.budget
    }

    fn answer(&self, budget: &Budget) -> Result<Reply, Problem> {
        let start = position(&self.position)?;
        let engine = engine(self.play, super::common::MethodName::Auto, budget);
        let explored = Explored::new(&start, self.player.into(), &[], self.most.clamp(1, MOST_STATES), &engine)?;
        let states: Vec<Value> = explored
            .states
            .iter()
            .map(|state| {
                json!({"position": state.position, "value": state.value, "kernel": state.kernel, "level": state.level})
            })
            .collect();
        Ok(json!({
            "position": start.to_string(),
            "whole": explored.whole,
            "states": states,
            "arcs": explored.arcs,
        })
        .into())
    }
}

/// What was explored around a position.
pub struct Explored {
    states: Vec<State>,
    arcs: Vec<(usize, usize)>,
    /// Whether every position that can be reached is there.
    whole: bool,
    /// The line of play as numbers of states; the last is the current position.
    line: Vec<usize>,
}

/// A position and who is about to move; in impartial games that does not matter.
struct Place {
    position: Position,
    player: Player,
    text: String,
}

impl Explored {
    /// Explores from `start` in breadth until there are `most` states, then adds the line of play that led there.
    pub fn new(
        start: &Position,
        player: Player,
        line: &[Position],
        most: usize,
        engine: &Engine,
    ) -> Result<Self, Problem> {
        let mut work = Work { places: Vec::new(), numbers: FxHashMap::default(), arcs: Vec::new(), open: Vec::new() };
        work.number(start.clone(), player, most);
        let mut next = 0;
        while next < work.places.len() {
            engine.budget.check()?;
            work.expand(next, most)?;
            next += 1;
        }
        let whole = work.open.is_empty();
        let line = work.line(line, player);
        let states = work.states(engine);
        Ok(Self { states, arcs: work.arcs, whole, line })
    }

    /// The graph as a picture.
    pub fn graph(self) -> (StateGraph, bool) {
        let current = *self.line.last().unwrap_or(&0);
        let graph = StateGraph::new(self.states, self.arcs).current(current).along(self.line);
        (graph, self.whole)
    }

    /// The same as a tree along the line of play.
    pub fn tree(self) -> GameTree {
        let mut children = vec![Vec::new(); self.states.len()];
        for &(from, to) in &self.arcs {
            children[from].push(to);
        }
        let root = *self.line.first().unwrap_or(&0);
        GameTree::new(self.states, children, root).along(self.line)
    }
}

struct Work {
    places: Vec<Place>,
    numbers: FxHashMap<(String, Player), usize>,
    arcs: Vec<(usize, usize)>,
    /// States some of whose options are missing.
    open: Vec<usize>,
}

impl Work {
    /// The number of a place; `None` when it is new and there is no room.
    fn number(&mut self, position: Position, player: Player, most: usize) -> Option<usize> {
        // Impartial positions are one state whoever moves.
        let key = (position.to_string(), if position.kind() == Kind::Impartial { Player::Left } else { player });
        if let Some(&number) = self.numbers.get(&key) {
            return Some(number);
        }
        if self.places.len() >= most {
            return None;
        }
        let number = self.places.len();
        self.places.push(Place { position, player, text: key.0.clone() });
        self.numbers.insert(key, number);
        Some(number)
    }

    fn expand(&mut self, from: usize, most: usize) -> Result<(), Problem> {
        let player = self.places[from].player;
        if super::common::listable(&self.places[from].position).is_err() {
            self.open.push(from);
            return Ok(());
        }
        for found in self.places[from].position.moves(player)? {
            match self.number(found.to, player.other(), most) {
                Some(to) => self.arcs.push((from, to)),
                None => {
                    if self.open.last() != Some(&from) {
                        self.open.push(from);
                    }
                }
            }
        }
        Ok(())
    }

    /// Adds the positions of a line of play and the arcs along it.
    fn line(&mut self, line: &[Position], last: Player) -> Vec<usize> {
        let mut numbers = Vec::with_capacity(line.len() + 1);
        for (index, position) in line.iter().enumerate() {
            let player = if (line.len() - index).is_multiple_of(2) { last } else { last.other() };
            let known = self.places.len();
            let Some(number) = self.number(position.clone(), player, usize::MAX) else { continue };
            if number == known {
                self.open.push(number);
            }
            numbers.push(number);
        }
        numbers.push(0);
        for pair in numbers.windows(2) {
            if pair[0] != pair[1] && !self.arcs.contains(&(pair[0], pair[1])) {
                self.arcs.push((pair[0], pair[1]));
            }
        }
        numbers
    }

    fn states(&self, engine: &Engine) -> Vec<State> {
        let mut options = vec![Vec::new(); self.places.len()];
        for &(from, to) in &self.arcs {
            options[from].push(to);
        }
        let order = options_first(&options);
        let mut levels = vec![0; options.len()];
        for &from in &order {
            levels[from] = options[from].iter().map(|&to| levels[to] + 1).max().unwrap_or(0);
        }
        let verdicts = self.verdicts(&options, &order, engine);
        let state = |(number, place): (usize, &Place)| {
            let state = State::new(short(&place.text)).level(levels[number]).position(place.text.clone());
            match verdicts[number] {
                Some(verdict) => state.value(verdict.text()).kernel(!verdict.wins),
                None => state.value("?"),
            }
        };
        self.places.iter().enumerate().map(state).collect()
    }

    /// Labels from the bottom up where all options are there; elsewhere each state is asked about on its own.
    fn verdicts(&self, options: &[Vec<usize>], order: &[usize], engine: &Engine) -> Vec<Option<Verdict>> {
        let mut open = vec![false; options.len()];
        self.open.iter().for_each(|&state| open[state] = true);
        let asking = engine.budget.within(ASKING);
        let engine = Engine { budget: asking, ..engine.clone() };
        let mut verdicts: Vec<Option<Verdict>> = vec![None; options.len()];
        for &state in order {
            let known: Option<Vec<Verdict>> = options[state].iter().map(|&to| verdicts[to]).collect();
            verdicts[state] = match known.filter(|_| !open[state]) {
                Some(below) => Some(Verdict::above(&below, engine.play)),
                None => Verdict::asked(&self.places[state], &engine),
            };
        }
        verdicts
    }
}

/// What may be spent on asking about states whose options are not all there.
const ASKING: Limits = Limits { time: Some(std::time::Duration::from_millis(400)), memory: None, positions: None };

/// What is known of a state: its nimber where it has one, and whether the player about to move wins.
#[derive(Clone, Copy)]
struct Verdict {
    nimber: Option<u64>,
    wins: bool,
}

impl Verdict {
    /// From the verdicts of all options: the least missing nimber, and whether some option is lost.
    fn above(options: &[Self], play: Play) -> Self {
        let wins = if options.is_empty() { play == Play::Misere } else { options.iter().any(|option| !option.wins) };
        let nimbers: Option<Vec<u64>> = options.iter().map(|option| option.nimber).collect();
        let mex = |nimbers: Vec<u64>| (0..).find(|candidate| !nimbers.contains(candidate));
        Self { nimber: nimbers.filter(|_| play == Play::Normal).and_then(mex), wins }
    }

    fn asked(place: &Place, engine: &Engine) -> Option<Self> {
        let answer = answer(&place.position, engine).ok()?;
        let nimber = answer.value.as_deref().and_then(|value| match value {
            "0" => Some(0),
            other => other.strip_prefix('*')?.parse().ok(),
        });
        Some(Self { nimber, wins: answer.outcome?.wins_first(place.player) })
    }

    fn text(self) -> String {
        match (self.nimber, self.wins) {
            (Some(0), _) => "0".to_owned(),
            (Some(nimber), _) => format!("*{nimber}"),
            (None, true) => "first".to_owned(),
            (None, false) => "second".to_owned(),
        }
    }
}

/// The name drawn on a state: the position without its game.
fn short(text: &str) -> String {
    if text.contains(" + ") {
        return text.to_owned();
    }
    text.split_once(':').map_or(text, |(_, position)| position).to_owned()
}

/// An order in which every state comes after its options.
fn options_first(options: &[Vec<usize>]) -> Vec<usize> {
    let mut waiting: Vec<usize> = options.iter().map(Vec::len).collect();
    let mut sources = vec![Vec::new(); options.len()];
    for (from, below) in options.iter().enumerate() {
        below.iter().for_each(|&to| sources[to].push(from));
    }
    let mut order: Vec<usize> = (0..options.len()).filter(|&state| waiting[state] == 0).collect();
    let mut at = 0;
    while at < order.len() {
        for &from in &sources[order[at]] {
            waiting[from] -= 1;
            if waiting[from] == 0 {
                order.push(from);
            }
        }
        at += 1;
    }
    order
}
