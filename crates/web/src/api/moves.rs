//! Every legal move: where it leads and, if asked, who then wins and its value.

use super::common::{MethodName, PlayName, listable, position, settings};
use crate::Problem;
use crate::question::{Limited, Question, Reply};
use grundy_budget::Budget;
use grundy_game::{Kind, Player};
use grundy_lang::Language;
use grundy_solve::{Position, Stop, moves};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

/// The question.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ask {
    /// A position `game:position`, or a sum of positions joined by `+`.
    #[schemars(length(max = 200_000))]
    position: String,
    #[serde(default)]
    play: PlayName,
    #[serde(default)]
    method: MethodName,
    /// Whether each move is judged; without, only the rules are asked.
    #[serde(default = "yes")]
    values: bool,
    /// Only moves with this name.
    only: Option<String>,
    /// At most this many moves.
    #[serde(default = "many")]
    limit: usize,
    #[serde(default)]
    budget: Limited,
}

fn yes() -> bool {
    true
}

fn many() -> usize {
    2000
}

impl Question for Ask {
    fn limited(&self) -> Limited {
        self.budget
    }

    fn answer(&self, budget: &Budget, language: Language) -> Result<Reply, Problem> {
        let position = position(&self.position)?;
        listable(&position)?;
        let mut value = if self.values {
            moves(&position, &settings(self.play, self.method.0, budget))?.to_json(language)
        } else {
            bare(&position, language)?
        };
        value["kind"] = json!(position.kind().to_string());
        if let Some(list) = value["moves"].as_array_mut() {
            list.retain(|one| self.only.as_ref().is_none_or(|only| one["move"] == json!(only)));
            let total = list.len();
            list.truncate(self.limit);
            value["total"] = json!(total);
        }
        Ok(value.into())
    }
}

fn bare(position: &Position, language: Language) -> Result<Value, Problem> {
    let partisan = position.kind() == Kind::Partisan;
    let mut list = Vec::new();
    for &player in if partisan { &Player::BOTH[..] } else { &[Player::Left] } {
        for found in position.moves(player).map_err(Stop::from)? {
            let mut one = json!({"move": found.label, "to": found.to.to_string()});
            if language != Language::English {
                one["words"] = json!(found.words.say(language));
            }
            if partisan {
                one["player"] = json!(player.to_string());
            }
            list.push(one);
        }
    }
    Ok(json!({"position": position.to_string(), "moves": list}))
}
