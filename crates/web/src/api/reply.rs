//! The move of an opponent that teaches: it wins where it can, and where it cannot it makes winning hard to find.
//!
//! Nothing but the move is told, so that a page whose answers are hidden may ask.

use super::common::{OwnRules, PlayName, Played, listable, settings};
use crate::Problem;
use crate::question::{Limited, Means, Question, Reply};
use grundy_budget::Limits;
use grundy_game::{Kind, Player};
use grundy_lang::{Language, Text};
use grundy_solve::{Method, Named, Position, PositionMove, Settings, StateMap, Stop, answer, moves};
use rustc_hash::FxHashSet;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
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
    /// Who moves, in partisan games.
    turn: Named<Player>,
    #[serde(default)]
    style: Style,
    /// Chooses among moves that are equally good.
    #[serde(default)]
    seed: u64,
    #[serde(default)]
    budget: Limited,
}

/// How the opponent plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Style {
    /// Wins as fast as it can, and holds out as long as it can when it is lost.
    #[default]
    Perfect,
    /// Wins where it can, and leaves the fewest winning answers when it is lost.
    Tricky,
    /// Any move.
    Random,
}

/// The move.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    /// The position asked about.
    position: String,
    /// The name of the move; null when there is none.
    #[serde(rename = "move")]
    name: Option<String>,
    /// The position it leads to; null when there is no move.
    to: Option<String>,
    /// The name in the words of the language, where that is not English.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    words: Option<String>,
}

/// What may be spent on choosing among lost moves, beside finding out that they are lost.
const CHOOSING: Limits = Limits { time: Some(Duration::from_millis(500)), memory: Some(64 << 20), positions: None };

/// The way to the end is looked at whole where there are at most this many positions.
const MOST_STATES: usize = 3000;

/// Lost moves that are looked at more closely.
const MOST_TRIED: usize = 40;

impl Question for Ask {
    type Answer = Answer;

    fn limited(&self) -> Limited {
        self.budget
    }

    fn answer(&self, means: Means<'_>) -> Result<Reply<Answer>, Problem> {
        let language = means.language;
        let position = self.rules.reached(&self.position, &self.played)?;
        let chosen = self.chosen(&position, means)?;
        let told = Answer {
            position: position.to_string(),
            name: chosen.as_ref().map(|found| found.label.clone()),
            to: chosen.as_ref().map(|found| found.to.to_string()),
            words: chosen.filter(|_| language != Language::English).map(|found| found.words.say(language)),
        };
        Ok(told.into())
    }
}

impl Ask {
    fn chosen(&self, position: &Position, means: Means<'_>) -> Result<Option<PositionMove>, Problem> {
        let player = if position.kind() == Kind::Partisan { self.turn.0 } else { Player::Left };
        let settings = settings(self.play, Method::Auto, means);
        if listable(position).is_err() {
            // Too many moves to choose from: one that wins is as good as all of them.
            return self.winning_of_many(position, player, &settings);
        }
        let all = position.moves(player).map_err(Stop::from)?;
        if all.len() < 2 || self.style == Style::Random {
            return Ok(self.any(all));
        }
        let found = match answer(position, &settings) {
            Ok(found) => found,
            // Whoever does not know who wins moves all the same.
            Err(stop) if stop.is_undecided() => return Ok(self.any(all)),
            Err(stop) => return Err(stop.into()),
        };
        let own = |by: Option<Player>| by.is_none_or(|by| by == player);
        let winning: FxHashSet<String> =
            found.winning_moves.into_iter().filter(|found| own(found.player)).map(|found| found.label).collect();
        let (good, lost): (Vec<_>, Vec<_>) = all.into_iter().partition(|found| winning.contains(&found.label));
        let choosing = Settings { budget: means.budget.within(CHOOSING), ..settings };
        let candidates = if good.is_empty() { lost } else { good };
        let lost = winning.is_empty();
        Ok(match self.ranked(position, player, &candidates, lost, &choosing) {
            Some(best) => candidates.into_iter().nth(best),
            None => self.any(candidates),
        })
    }

    fn winning_of_many(
        &self,
        position: &Position,
        player: Player,
        settings: &Settings,
    ) -> Result<Option<PositionMove>, Problem> {
        let theorem = Settings { method: Method::Theorem, ..settings.clone() };
        let found = answer(position, &theorem)?;
        let winning = found.winning_moves.into_iter().find(|found| found.player.is_none_or(|by| by == player));
        match winning {
            Some(found) => {
                Ok(Some(PositionMove { words: Text::verbatim(found.label.clone()), label: found.label, to: found.to }))
            }
            None => Err(Problem::Unsuitable(Text::new("there are too many moves to choose one from"))),
        }
    }

    fn any(&self, moves: Vec<PositionMove>) -> Option<PositionMove> {
        let count = moves.len() as u64;
        moves.into_iter().nth(self.seed.checked_rem(count)? as usize)
    }

    /// The number of the best candidate; `None` when the budget does not allow to tell.
    fn ranked(
        &self,
        position: &Position,
        player: Player,
        candidates: &[PositionMove],
        lost: bool,
        settings: &Settings,
    ) -> Option<usize> {
        let by_length = || self.by_length(position, player, candidates, lost, settings);
        let by_answers = || if lost { self.by_answers(player, candidates, settings) } else { None };
        if self.style == Style::Tricky { by_answers().or_else(by_length) } else { by_length().or_else(by_answers) }
    }

    /// By remoteness: the winner hurries, the loser stalls.
    fn by_length(
        &self,
        position: &Position,
        player: Player,
        candidates: &[PositionMove],
        lost: bool,
        settings: &Settings,
    ) -> Option<usize> {
        // why: a map that the budget does not allow is one way less to choose; the caller has another.
        let map = StateMap::explore(position, MOST_STATES, settings).ok().filter(|map| map.complete)?;
        let left = Remoteness::new(&map);
        let length = |found: &PositionMove| {
            let options = &map.states[0].options[player as usize];
            let (to, _) = options.iter().find(|(_, label)| *label == found.label)?;
            left.of(*to, player.other())
        };
        let lengths = candidates.iter().map(length).collect::<Option<Vec<u32>>>()?;
        let wanted = if lost { lengths.iter().max()? } else { lengths.iter().min()? };
        self.among((0..lengths.len()).filter(|&at| lengths[at] == *wanted).collect())
    }

    /// By the number of answers that win: the fewer, the harder to find.
    fn by_answers(&self, player: Player, candidates: &[PositionMove], settings: &Settings) -> Option<usize> {
        let step = candidates.len().div_ceil(MOST_TRIED).max(1);
        let mut ranks = Vec::new();
        for at in (self.seed as usize % step..candidates.len()).step_by(step) {
            // why: answers that the budget does not allow to count leave the move unranked.
            let Ok(answers) = moves(&candidates[at].to, settings) else { break };
            let own = answers.moves.iter().filter(|found| found.player.is_none_or(|by| by == player.other()));
            let (winning, total) =
                own.fold((0, 0), |(winning, total), found| (winning + usize::from(found.wins), total + 1));
            ranks.push(((winning, Reverse(total)), at));
        }
        let best = ranks.iter().map(|rank| rank.0).min()?;
        self.among(ranks.into_iter().filter(|rank| rank.0 == best).map(|rank| rank.1).collect())
    }

    fn among(&self, equal: Vec<usize>) -> Option<usize> {
        let count = equal.len() as u64;
        equal.get(self.seed.checked_rem(count)? as usize).copied()
    }
}

/// How many moves are left from each state of a map when the winner hurries and the loser stalls.
struct Remoteness<'a> {
    map: &'a StateMap,
    /// By state and player about to move; `None` where play can go on for ever.
    moves: Vec<[Option<u32>; 2]>,
}

impl<'a> Remoteness<'a> {
    fn new(map: &'a StateMap) -> Self {
        let mut found = Self { map, moves: vec![[None; 2]; map.states.len()] };
        // Each round settles whatever ends one move later; positions of a loop are never settled.
        loop {
            let mut settled = false;
            for state in (0..map.states.len()).rev() {
                for player in Player::BOTH {
                    if found.moves[state][player as usize].is_none() {
                        let length = found.settle(state, player);
                        found.moves[state][player as usize] = length;
                        settled |= length.is_some();
                    }
                }
            }
            if !settled {
                return found;
            }
        }
    }

    fn of(&self, state: usize, player: Player) -> Option<u32> {
        self.moves[state][player as usize]
    }

    /// The length of play, once that of every option is known.
    fn settle(&self, state: usize, player: Player) -> Option<u32> {
        let at = &self.map.states[state];
        let options = &at.options[player as usize];
        let lengths =
            options.iter().map(|&(to, _)| Some((to, self.of(to, player.other())?))).collect::<Option<Vec<_>>>()?;
        let loses = |to: usize| self.map.states[to].outcome.is_some_and(|found| !found.wins_first(player.other()));
        let quickest = lengths.iter().filter(|&&(to, _)| loses(to)).map(|&(_, length)| length).min();
        let longest = lengths.iter().map(|&(_, length)| length).max();
        Some(quickest.or(longest).map_or(0, |length| length + 1))
    }
}
