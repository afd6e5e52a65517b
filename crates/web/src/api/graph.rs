//! The state graph around a position, as data and as a picture.

use super::common::{OwnRules, PlayName, Played, listable, settings};
use super::near::makers;
use crate::Problem;
use crate::question::{Limited, Means, Question, Reply};
use grundy_budget::Limits;
use grundy_draw::{GameTree, Maker, State, StateGraph};
use grundy_game::{Kind, Outcome, Play, Player, nimber_text};
use grundy_lang::Language;
use grundy_solve::{Method, Position, Settings, StateMap, answer};
use rustc_hash::FxHashMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The question.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ask {
    /// A position `game:position`, or a sum of positions joined by `+`.
    #[schemars(length(max = 200_000))]
    position: String,
    /// The moves made from there; the question is about the position that they lead to.
    #[serde(default)]
    played: Vec<Played>,
    #[serde(default)]
    rules: OwnRules,
    #[serde(default)]
    play: PlayName,
    #[serde(default = "few")]
    most: usize,
    #[serde(default)]
    budget: Limited,
}

/// The state graph.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    /// The position asked about.
    position: String,
    /// Whether every position that can be reached is there.
    whole: bool,
    /// The states; the first is the position asked about.
    states: Vec<Node>,
    /// The arcs between states, each from and to the number of a state from 0.
    arcs: Vec<(usize, usize)>,
}

/// A state.
#[derive(Debug, Serialize, JsonSchema)]
struct Node {
    /// The position.
    position: Option<String>,
    /// Its nimber, or who wins, or `?`.
    value: String,
    /// Whether it belongs to the kernel: the player about to move loses.
    kernel: bool,
    /// Its level.
    level: usize,
}

impl From<State> for Node {
    fn from(state: State) -> Self {
        let State { position, value, kernel, level, .. } = state;
        Self { position, value, kernel, level }
    }
}

fn few() -> usize {
    MOST_STATES
}

/// Up to so many states are drawn as small boards.
pub const MOST_BOARDS: usize = 60;

/// Most states that are explored.
pub const MOST_STATES: usize = 2000;

impl Question for Ask {
    type Answer = Answer;

    fn limited(&self) -> Limited {
        self.budget
    }

    fn answer(&self, means: Means<'_>) -> Result<Reply<Answer>, Problem> {
        let budget = means.budget;
        let start = self.rules.reached(&self.position, &self.played)?;
        let settings = settings(self.play, Method::Auto, means);
        let explored = Explored::new(&start, &[], self.most.clamp(1, MOST_STATES), &settings, Language::English)?;
        let value = Answer {
            position: start.to_string(),
            whole: explored.whole,
            states: explored.states.into_iter().map(Node::from).collect(),
            arcs: explored.arcs,
        };
        Ok(Reply { value, complete: budget.check().is_ok() })
    }
}

/// What may be spent on finding out who wins the positions of a picture.
const ASKING: Limits = Limits { time: Some(Duration::from_millis(600)), memory: None, positions: None };

/// What was explored around a position.
pub struct Explored {
    states: Vec<State>,
    arcs: Vec<(usize, usize)>,
    /// Who makes the move of each arc; empty in impartial games.
    makers: Vec<Maker>,
    /// Whether every position that can be reached is there.
    pub whole: bool,
    /// The line of play as numbers of states; the last is the current position.
    line: Vec<usize>,
    /// How each state goes on under best play when Left or when Right is about to move.
    best: Vec<[Option<usize>; 2]>,
    language: Language,
}

impl Explored {
    /// Explores from `start` until there are `most` states, then adds the line of play that led there. Who wins a state is
    /// told in `language`.
    pub fn new(
        start: &Position,
        line: &[Position],
        most: usize,
        settings: &Settings,
        language: Language,
    ) -> Result<Self, Problem> {
        listable(start)?;
        let settings = Settings { budget: settings.budget.within(ASKING), ..settings.clone() };
        let map = StateMap::explore(start, most, &settings)?;
        let mut numbers = FxHashMap::default();
        let mut explored = Self {
            states: Vec::new(),
            arcs: Vec::new(),
            makers: Vec::new(),
            whole: map.complete,
            line: vec![0],
            best: Vec::new(),
            language,
        };
        for (number, found) in map.states.iter().enumerate() {
            let few = map.states.len() <= MOST_BOARDS;
            let value = found.nimber.map(nimber_text);
            let value = value.or_else(|| if few { valued(&found.position, &settings) } else { None });
            let state = state(&found.position, value, found.outcome, language).level(found.level);
            let state = if few { state.board(&found.position.picture()) } else { state };
            numbers.insert(found.position.to_string(), number);
            explored.states.push(state);
            explored.best.push(Player::BOTH.map(|player| map.best(number, player)));
            explored.arcs.extend(found.all_options().into_iter().map(|to| (number, to)));
        }
        if start.kind() == Kind::Partisan {
            explored.makers = makers(&map, &explored.arcs);
        }
        for position in line.iter().rev() {
            explored.precede(position, &mut numbers, &settings);
        }
        explored.line.reverse();
        Ok(explored)
    }

    /// The length of the longest way through the states.
    pub fn depth(&self) -> usize {
        let (low, high) = self
            .states
            .iter()
            .fold((usize::MAX, 0), |(low, high), state| (low.min(state.level), high.max(state.level)));
        high.saturating_sub(low)
    }

    /// Puts a position in front of the line of play.
    fn precede(&mut self, position: &Position, numbers: &mut FxHashMap<String, usize>, settings: &Settings) {
        let next = *self.line.last().unwrap_or(&0);
        let number = *numbers.entry(position.to_string()).or_insert(self.states.len());
        if number == self.states.len() {
            let found = answer(position, settings).ok();
            let nimber =
                found.as_ref().and_then(|found| found.value.as_ref()?.written()).filter(|value| value.len() < 6);
            let outcome = found.and_then(|found| found.outcome);
            let level = self.states[next].level + 1;
            let drawn = state(position, nimber, outcome, self.language).level(level);
            let boards = self.states.first().is_some_and(|first| first.board.is_some());
            self.states.push(if boards { drawn.board(&position.picture()) } else { drawn });
        }
        if number != next && !self.arcs.contains(&(number, next)) {
            self.arcs.push((number, next));
            if !self.makers.is_empty() {
                self.makers.push(Maker::default());
            }
        }
        self.line.push(number);
    }

    /// The graph, and whether it is the whole of it.
    pub fn graph(self) -> (StateGraph, bool) {
        let current = *self.line.last().unwrap_or(&0);
        let graph = StateGraph::new(self.states, self.arcs).made_by(self.makers);
        (graph.current(current).along(self.line), self.whole)
    }

    /// The game tree along the line of play: all options of each of its positions, and on from the current one, where
    /// `player` is about to move, a line of best play.
    pub fn tree(self, mut player: Player) -> GameTree {
        let mut options = vec![Vec::new(); self.states.len()];
        for &(from, to) in &self.arcs {
            options[from].push(to);
        }
        let mut at = *self.line.first().unwrap_or(&0);
        let (mut states, mut children) = (vec![self.states[at].clone()], vec![Vec::new()]);
        let (mut node, mut played) = (0, vec![0]);
        for step in 1..=self.line.len() + BEYOND {
            let below = &options[at];
            let first = states.len();
            states.extend(below.iter().map(|&to| self.states[to].clone()));
            children.resize(states.len(), Vec::new());
            children[node] = (first..states.len()).collect();
            let next = if let Some(&next) = self.line.get(step) {
                Some(next)
            } else {
                let next = self.best.get(at).and_then(|best| best[player as usize]);
                player = player.other();
                next
            };
            let wanted = next.and_then(|next| below.iter().position(|&to| to == next));
            let Some((place, &next)) = wanted.and_then(|place| Some((place, below.get(place)?))) else { break };
            (at, node) = (next, first + place);
            if step < self.line.len() {
                played.push(node);
            }
        }
        GameTree::new(states, children, 0).along(played)
    }
}

/// The value of a partisan position under normal play, where it is short enough for a caption.
fn valued(position: &Position, settings: &Settings) -> Option<String> {
    if position.kind() != Kind::Partisan || settings.play != Play::Normal {
        return None;
    }
    // why a value that the budget does not allow to find is left out: the caption says who wins.
    let found = answer(position, settings).ok()?;
    found.value.as_ref()?.written().filter(|value| value.chars().count() < LONGEST_VALUE)
}

/// Longer values do not fit under a small board.
pub(super) const LONGEST_VALUE: usize = 9;

/// Moves of best play shown beyond the current position.
const BEYOND: usize = 5;

/// A position as a node: named without its game, with its nimber or who wins.
pub(super) fn state(position: &Position, value: Option<String>, outcome: Option<Outcome>, language: Language) -> State {
    let text = position.to_string();
    let label = match (position.parts(), text.split_once(':')) {
        ([_], Some((_, label))) if !label.is_empty() => label.to_owned(),
        _ => text.clone(),
    };
    let value = value.or_else(|| outcome.map(|outcome| outcome.text().say(language))).unwrap_or_else(|| "?".to_owned());
    let drawn = outcome.is_some_and(Outcome::is_drawn);
    State::new(label).value(value).kernel(outcome == Some(Outcome::Second)).drawn(drawn).position(text)
}
