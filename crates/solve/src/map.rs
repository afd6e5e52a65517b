//! A map of the positions around a start, for drawing: positions, moves, levels, who wins.

use crate::nimber::NimberSet;
use crate::{NimberWay, Position, Settings, Stop, Verdicts, answer};
use grundy_game::{Achieved, Kind, Outcome, Play, Player};
use rustc_hash::FxHashMap;

/// The positions reached from a start, nearest first, up to a number of them.
///
/// What lies wholly inside the map is decided by its own labels (a position with all its options known takes the least
/// missing nimber); positions at its border are decided by the settings.
#[derive(Debug)]
pub struct StateMap {
    /// The positions; the start is number 0.
    pub states: Vec<MapState>,
    /// Whether every position that can be reached is in the map.
    pub complete: bool,
}

/// A position in the map.
#[derive(Debug)]
pub struct MapState {
    /// The position.
    pub position: Position,
    /// The options of Left and of Right that are in the map, with the names of the moves; alike in impartial games.
    pub options: [Vec<(usize, String)>; 2],
    /// Whether all its options are in the map.
    pub expanded: bool,
    /// The length of the longest line of play inside the map.
    pub level: usize,
    /// Who wins; `None` when the budget ran out.
    pub outcome: Option<Outcome>,
    /// The nimber, for impartial positions under normal play.
    pub nimber: Option<u64>,
}

impl MapState {
    /// The numbers of all options, each once, in order.
    pub fn all_options(&self) -> Vec<usize> {
        let mut all: Vec<usize> = self.options.iter().flatten().map(|(to, _)| *to).collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}

impl StateMap {
    /// The option with which a line of best play goes on when `player` is about to move: the first after which `player`
    /// wins, else one that keeps a draw, else the first of all; `None` where there is no option in the map.
    pub fn best(&self, at: usize, player: Player) -> Option<usize> {
        let options = &self.states.get(at)?.options[player as usize];
        let left_for_other =
            |to: usize| self.states[to].outcome.map_or(Achieved::Win, |found| found.achieved(player.other()));
        options.iter().map(|option| option.0).min_by_key(|&to| left_for_other(to))
    }

    /// Explores from `start`, breadth first, until there are `most` positions.
    pub fn explore(start: &Position, most: usize, settings: &Settings) -> Result<Self, Stop> {
        let players: &[Player] = match start.kind() {
            Kind::Impartial => &[Player::Left],
            Kind::Partisan => &Player::BOTH,
        };
        let mut meter = settings.budget.meter();
        let mut numbers = FxHashMap::from_iter([(start.to_string(), 0usize)]);
        let mut map = Self { states: vec![MapState::new(start.clone())], complete: true };
        let mut next = 0;
        while next < map.states.len() {
            let position = map.states[next].position.clone();
            let mut expanded = true;
            position.parts().iter().try_for_each(|part| part.afford_moves(&settings.budget))?;
            for &player in players {
                for found in position.moves(player)? {
                    meter.step()?;
                    let text = found.to.to_string();
                    let number = match numbers.get(&text) {
                        Some(&number) => number,
                        None if map.states.len() < most => {
                            let fresh = map.states.len();
                            meter.budget().reserve(2 * text.len() as u64 + 256)?;
                            numbers.insert(text, fresh);
                            map.states.push(MapState::new(found.to));
                            fresh
                        }
                        None => {
                            expanded = false;
                            continue;
                        }
                    };
                    map.states[next].options[player as usize].push((number, found.label));
                }
            }
            if players.len() == 1 {
                let [left, right] = &mut map.states[next].options;
                right.clone_from(left);
            }
            map.states[next].expanded = expanded;
            map.complete &= expanded;
            next += 1;
        }
        if start.may_be_drawn() {
            map.judge(start, settings)?;
        } else {
            map.label(start.kind(), settings)?;
        }
        Ok(map)
    }

    /// Labels positions of games that may be drawn; levels count the moves from the start, upwards.
    fn judge(&mut self, start: &Position, settings: &Settings) -> Result<(), Stop> {
        let mut distance = vec![usize::MAX; self.states.len()];
        distance[0] = 0;
        // Breadth first, so every position stands behind one that is nearer.
        for v in 0..self.states.len() {
            for to in self.states[v].all_options() {
                distance[to] = distance[to].min(distance[v].saturating_add(1));
            }
        }
        // why: without positions nothing is far.
        let most = distance.iter().copied().max().unwrap_or(0);
        for (state, far) in self.states.iter_mut().zip(distance) {
            state.level = most - far;
        }
        let others: Vec<&Position> = self.states.iter().map(|state| &state.position).collect();
        let verdicts = match Verdicts::from_all(start, &others, settings) {
            Ok(verdicts) => verdicts,
            // A map with the winners unknown is still a map.
            Err(stop) if stop.is_undecided() => return Ok(()),
            Err(stop) => return Err(stop),
        };
        for state in &mut self.states {
            state.outcome = Some(verdicts.outcome(&state.position)?);
        }
        Ok(())
    }

    /// Labels the positions, options first.
    fn label(&mut self, kind: Kind, settings: &Settings) -> Result<(), Stop> {
        let mut asking = true;
        for v in self.options_first() {
            let state = &self.states[v];
            // why: a position without options is on level 0.
            let level = state.all_options().iter().map(|&w| self.states[w].level + 1).max().unwrap_or(0);
            let (outcome, nimber) = if state.expanded { self.decide(v, kind, settings.play) } else { (None, None) };
            self.states[v].level = level;
            (self.states[v].outcome, self.states[v].nimber) = (outcome, nimber);
            if asking && outcome.is_none() {
                match self.ask(v, kind, settings) {
                    // A map with some winners unknown is still a map; but when the time is up, nobody is asked any more.
                    Err(stop) if stop.is_undecided() => asking = settings.budget.check().is_ok(),
                    told => told?,
                }
            }
        }
        Ok(())
    }

    /// What the labels of the options say.
    fn decide(&self, v: usize, kind: Kind, play: Play) -> (Option<Outcome>, Option<u64>) {
        let wins = |player: Player| {
            let options = &self.states[v].options[player as usize];
            if options.is_empty() {
                return Some(play == Play::Misere);
            }
            let lost = |&(to, _): &(usize, String)| Some(!self.states[to].outcome?.wins_first(player.other()));
            options.iter().map(lost).try_fold(false, |any, lost| Some(any | lost?))
        };
        let outcome =
            wins(Player::Left).zip(wins(Player::Right)).map(|(left, right)| Outcome::from_starts(left, right));
        if kind != Kind::Impartial || play != Play::Normal {
            return (outcome, None);
        }
        let mut seen = NimberSet::default();
        for (to, _) in &self.states[v].options[0] {
            let Some(nimber) = self.states[*to].nimber else { return (outcome, None) };
            seen.insert(nimber);
        }
        (outcome, Some(seen.mex()))
    }

    /// What the engine says of a position at the border.
    fn ask(&mut self, v: usize, kind: Kind, settings: &Settings) -> Result<(), Stop> {
        let state = &mut self.states[v];
        if kind == Kind::Impartial && settings.play == Play::Normal {
            let mut sum = 0;
            for part in state.position.parts() {
                sum ^= part.nimbers(NimberWay::Auto, settings).nimber()?.nimber;
            }
            state.nimber = Some(sum);
            state.outcome = Some(if sum == 0 { Outcome::Second } else { Outcome::First });
        } else {
            state.outcome = answer(&state.position, settings)?.outcome;
        }
        Ok(())
    }

    /// An order in which every position comes after its options.
    fn options_first(&self) -> Vec<usize> {
        let count = self.states.len();
        let mut sources = vec![Vec::new(); count];
        let mut open = vec![0usize; count];
        for (v, state) in self.states.iter().enumerate() {
            let options = state.all_options();
            open[v] = options.len();
            for to in options {
                sources[to].push(v);
            }
        }
        let mut order: Vec<usize> = (0..count).filter(|&v| open[v] == 0).collect();
        let mut at = 0;
        while at < order.len() {
            for &from in &sources[order[at]] {
                open[from] -= 1;
                if open[from] == 0 {
                    order.push(from);
                }
            }
            at += 1;
        }
        order
    }
}

impl MapState {
    fn new(position: Position) -> Self {
        Self { position, options: [Vec::new(), Vec::new()], expanded: false, level: 0, outcome: None, nimber: None }
    }
}
