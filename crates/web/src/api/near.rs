//! The neighbourhood of a position: what can be read at a glance, winning moves always among it.

use super::graph::{LONGEST_VALUE, state};
use grundy_draw::{Maker, State, StateGraph};
use grundy_game::{Kind, Outcome, Player};
use grundy_lang::{Language, Text};
use grundy_solve::{Position, Settings, StateMap, answer, moves};
use rustc_hash::FxHashMap;

/// Options of the position that are drawn, for each player: more are too small to see.
fn most_options(players: usize) -> usize {
    if players == 1 { 6 } else { 3 }
}

/// Replies to each option that are drawn, of so many options.
fn most_replies(options: usize) -> usize {
    if options <= 3 { 2 } else { 1 }
}

/// Rows below the position.
const DEPTH: usize = 2;

/// The positions around one of them.
pub struct Near<'a> {
    settings: &'a Settings,
    language: Language,
    states: Vec<State>,
    outcomes: Vec<Option<Outcome>>,
    /// By depth and notation: a position stands once in each row.
    numbers: FxHashMap<(usize, String), usize>,
    arcs: Vec<(usize, usize)>,
    makers: Vec<Maker>,
}

/// A move that may be drawn.
struct Choice {
    player: Option<Player>,
    to: Position,
    wins: bool,
}

impl<'a> Near<'a> {
    /// Options of `start`, winning ones first, and the best replies to them.
    pub fn around(start: &Position, settings: &'a Settings, language: Language) -> Self {
        let mut near = Self {
            settings,
            language,
            states: Vec::new(),
            outcomes: Vec::new(),
            numbers: FxHashMap::default(),
            arcs: Vec::new(),
            makers: Vec::new(),
        };
        let centre = near.number(start, 0);
        let players: &[Player] = if start.kind() == Kind::Partisan { &Player::BOTH } else { &[Player::Left] };
        for &player in players {
            let (options, rest) = near.choices(start, player, most_options(players.len()));
            let replies_shown = most_replies(options.len() * players.len());
            for option in options {
                let from = near.join(centre, &option, 1);
                let (replies, _) = near.choices(&option.to, player.other(), replies_shown);
                for reply in replies {
                    near.join(from, &reply, 2);
                }
            }
            near.more(centre, player, rest);
        }
        near
    }

    /// The number of a position in a row, a new one where it is not there yet.
    fn number(&mut self, position: &Position, depth: usize) -> usize {
        let key = (depth, position.to_string());
        if let Some(&number) = self.numbers.get(&key) {
            return number;
        }
        // why: a position whose winner the budget does not allow to find is drawn with a question mark.
        let found = answer(position, self.settings).ok();
        let outcome = found.as_ref().and_then(|found| found.outcome);
        let value = found
            .as_ref()
            .and_then(|found| found.value.as_ref()?.written())
            .filter(|value| value.chars().count() < LONGEST_VALUE);
        let drawn = state(position, value, outcome, self.language).board(&position.picture());
        self.states.push(drawn.level(DEPTH - depth));
        self.outcomes.push(outcome);
        self.numbers.insert(key, self.states.len() - 1);
        self.states.len() - 1
    }

    /// Up to `most` moves of a player, winning ones first, and how many there are beside them.
    fn choices(&self, position: &Position, player: Player, most: usize) -> (Vec<Choice>, usize) {
        let partisan = position.kind() == Kind::Partisan;
        let own = |by: Option<Player>| by.is_none_or(|by| by == player);
        let mut list: Vec<Choice> = match moves(position, self.settings) {
            Ok(found) => {
                let own = found.moves.into_iter().filter(|found| own(found.player));
                own.map(|found| Choice { player: found.player, to: found.to, wins: found.wins }).collect()
            }
            // why: moves that the budget does not allow to judge are drawn in the order of the rules.
            Err(_) => position.moves(if partisan { player } else { Player::Left }).map_or(Vec::new(), |found| {
                found
                    .into_iter()
                    .map(|found| Choice { player: partisan.then_some(player), to: found.to, wins: false })
                    .collect()
            }),
        };
        list.sort_by_key(|choice| !choice.wins);
        let mut seen = Vec::new();
        list.retain(|choice| {
            let text = choice.to.to_string();
            let fresh = !seen.contains(&text);
            seen.push(text);
            fresh
        });
        let rest = list.len().saturating_sub(most);
        list.truncate(most);
        (list, rest)
    }

    fn join(&mut self, from: usize, choice: &Choice, depth: usize) -> usize {
        let to = self.number(&choice.to, depth);
        let made = Maker {
            left: choice.player == Some(Player::Left),
            right: choice.player == Some(Player::Right),
            wins: choice.wins,
        };
        if let Some(at) = self.arcs.iter().position(|&arc| arc == (from, to)) {
            let known = &mut self.makers[at];
            *known = Maker {
                left: known.left || made.left,
                right: known.right || made.right,
                wins: known.wins || made.wins,
            };
        } else {
            self.arcs.push((from, to));
            self.makers.push(made);
        }
        to
    }

    /// A node that says how many options are left out.
    fn more(&mut self, from: usize, player: Player, rest: usize) {
        if rest == 0 {
            return;
        }
        let words = Text::new("and {count} more").with("count", rest).say(self.language);
        self.states.push(State::new(words).level(DEPTH - 1));
        self.outcomes.push(None);
        self.arcs.push((from, self.states.len() - 1));
        self.makers.push(Maker { left: player == Player::Left, right: player == Player::Right, wins: false });
    }

    /// Whether it is known who wins each of the positions.
    pub fn known(&self) -> bool {
        self.numbers.values().all(|&number| self.outcomes[number].is_some())
    }

    /// The picture of the neighbourhood.
    pub fn graph(self, partisan: bool) -> StateGraph {
        let graph = StateGraph::new(self.states, self.arcs).current(0);
        if partisan { graph.made_by(self.makers) } else { graph }
    }
}

/// Who makes each move of a map, in the order in which its arcs are listed.
pub fn makers(map: &StateMap, arcs: &[(usize, usize)]) -> Vec<Maker> {
    let made = |&(from, to): &(usize, usize)| {
        let can = |player: Player| {
            map.states.get(from).is_some_and(|state| state.options[player as usize].iter().any(|option| option.0 == to))
        };
        let good = |player: Player| {
            can(player) && map.states[to].outcome.is_some_and(|outcome| !outcome.wins_first(player.other()))
        };
        let (left, right) = (can(Player::Left), can(Player::Right));
        Maker { left, right, wins: good(Player::Left) || good(Player::Right) }
    };
    arcs.iter().map(made).collect()
}
