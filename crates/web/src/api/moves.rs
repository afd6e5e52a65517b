//! Every legal move: where it leads and, if asked, who then wins and its value.

use super::common::{MethodName, OwnRules, PlayName, Played, listable, settings};
use crate::Problem;
use crate::question::{Limited, Means, Question, Reply};
use grundy_budget::caught;
use grundy_game::{Kind, Player};
use grundy_lang::Language;
use grundy_solve::{MovesObject, Named, Position, Stop, moves};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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
    #[serde(default)]
    method: MethodName,
    /// Whether each move is judged; without, only the rules are asked.
    #[serde(default = "yes")]
    values: bool,
    /// Only moves with this name.
    only: Option<String>,
    /// So many moves are left out at the beginning.
    #[serde(default)]
    from: usize,
    /// At most this many moves.
    #[serde(default = "many")]
    limit: usize,
    #[serde(default)]
    budget: Limited,
}

/// The moves, judged or not.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Answer {
    /// Each move with who then wins and its value.
    Judged {
        #[serde(flatten)]
        judged: MovesObject,
        /// How many moves there are, listed or not.
        total: usize,
    },
    /// The moves by the rules alone.
    Bare {
        /// The position asked about.
        position: String,
        /// The moves.
        moves: Vec<BareMove>,
        /// Whether Left and Right have moves of their own.
        kind: Named<Kind>,
        /// How many moves there are, listed or not.
        total: usize,
    },
}

/// A legal move.
#[derive(Debug, Serialize, JsonSchema)]
pub struct BareMove {
    /// The name of the move.
    #[serde(rename = "move")]
    name: String,
    /// The position it leads to.
    to: String,
    /// The name in the words of the language, where that is not English.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    words: Option<String>,
    /// Who makes it, in partisan games.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Named<Player>")]
    player: Option<Named<Player>>,
}

fn yes() -> bool {
    true
}

fn many() -> usize {
    2000
}

impl Question for Ask {
    type Answer = Answer;

    fn limited(&self) -> Limited {
        self.budget
    }

    fn answer(&self, means: Means<'_>) -> Result<Reply<Answer>, Problem> {
        let language = means.language;
        let position = self.rules.reached(&self.position, &self.played)?;
        listable(&position)?;
        let answer = if self.values {
            let mut judged = moves(&position, &settings(self.play, self.method.0, means))?.object(language);
            let total = self.chosen(&mut judged.moves, |one| &one.name);
            Answer::Judged { judged, total }
        } else {
            let mut moves = bare(&position, language)?;
            let total = self.chosen(&mut moves, |one| &one.name);
            Answer::Bare { position: position.to_string(), moves, kind: Named(position.kind()), total }
        };
        Ok(answer.into())
    }
}

impl Ask {
    /// Keeps the moves asked for, up to the limit, and tells how many there were before it.
    fn chosen<T>(&self, moves: &mut Vec<T>, name: impl Fn(&T) -> &String) -> usize {
        moves.retain(|one| self.only.as_ref().is_none_or(|only| name(one) == only));
        let total = moves.len();
        moves.drain(..self.from.min(total));
        moves.truncate(self.limit);
        total
    }
}

/// The legal moves beside a picture; where they cannot be listed, why.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Listed {
    /// The moves by the rules alone; null when they cannot be listed.
    moves: Option<Vec<BareMove>>,
    /// How many moves there are, listed or not; 0 when they cannot be listed.
    total: usize,
    /// Why they cannot be listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    unlisted: Option<String>,
    /// Whether more time could have listed them.
    pub late: bool,
}

impl Listed {
    /// Lists the moves of a position.
    pub fn of(position: &Position, language: Language) -> Self {
        let list = || listable(position).and_then(|()| bare(position, language));
        match caught(list).unwrap_or_else(|exhausted| Err(Problem::Exhausted(exhausted))) {
            Ok(mut moves) => {
                let total = moves.len();
                moves.truncate(many());
                Self { moves: Some(moves), total, unlisted: None, late: false }
            }
            Err(problem) => {
                let late = matches!(problem, Problem::Exhausted(_));
                Self { moves: None, total: 0, unlisted: Some(problem.text().say(language)), late }
            }
        }
    }
}

pub(super) fn bare(position: &Position, language: Language) -> Result<Vec<BareMove>, Problem> {
    let partisan = position.kind() == Kind::Partisan;
    let mut list = Vec::new();
    for &player in if partisan { &Player::BOTH[..] } else { &[Player::Left] } {
        for found in position.moves(player).map_err(Stop::from)? {
            list.push(BareMove {
                name: found.label,
                to: found.to.to_string(),
                words: (language != Language::English).then(|| found.words.say(language)),
                player: partisan.then_some(Named(player)),
            });
        }
    }
    Ok(list)
}
