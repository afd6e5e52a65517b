//! A record of moves played again from its start, variations and all: what a link or a saved game holds becomes positions.

use super::common::{OwnRules, made};
use crate::Problem;
use crate::question::{Limited, Means, Question, Reply};
use grundy_game::{Kind, Player};
use grundy_lang::{Language, Text};
use grundy_solve::{Named, Stop};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The question.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ask {
    /// A position `game:position`, or a sum of positions joined by `+`.
    #[schemars(length(max = 200_000))]
    position: String,
    /// Who starts, in partisan games.
    #[serde(default = "left")]
    turn: Named<Player>,
    /// The names of the moves; after a move, `(` and `)` enclose what could have been played in its place.
    #[serde(default)]
    #[schemars(length(max = 2000))]
    moves: Vec<String>,
    #[serde(default)]
    rules: OwnRules,
    #[serde(default)]
    budget: Limited,
}

fn left() -> Named<Player> {
    Named(Player::Left)
}

/// The record.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    /// The start in the reader's own spelling.
    position: String,
    /// Who starts.
    turn: Named<Player>,
    /// Whether Left and Right have moves of their own.
    kind: Named<Kind>,
    /// The names of the games in the sum, in order.
    games: Vec<String>,
    /// The positions after the moves, in the order of the moves.
    plies: Vec<Ply>,
    /// Where the record broke a rule, if it did: what follows there is left out.
    refused: Option<String>,
}

/// A position after a move.
#[derive(Debug, Serialize, JsonSchema)]
struct Ply {
    /// The number of the position it was made from: 0 is the start, and so on in the order of the moves.
    parent: usize,
    /// The name of the move.
    #[serde(rename = "move")]
    name: String,
    /// The name in the words of the language, where that is not English.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    words: Option<String>,
    /// The position it led to.
    position: String,
}

/// A longer record is cut.
const LONGEST: usize = 2000;

impl Question for Ask {
    type Answer = Answer;

    fn limited(&self) -> Limited {
        self.budget
    }

    fn answer(&self, means: Means<'_>) -> Result<Reply<Answer>, Problem> {
        let Means { budget, language, .. } = means;
        let start = self.rules.position(&self.position)?;
        let mut told = Answer {
            position: start.to_string(),
            turn: self.turn,
            kind: Named(start.kind()),
            games: start.parts().iter().map(|part| part.page().name.to_owned()).collect(),
            plies: Vec::new(),
            refused: None,
        };
        let mut found = vec![(start, self.turn.0)];
        // Where the next move is made, and where the last one was, for each bracket that is open.
        let mut open: Vec<(Option<usize>, usize)> = Vec::new();
        let (mut at, mut before) = (Some(0), 0);
        for word in self.moves.iter().take(LONGEST) {
            budget.check().map_err(Stop::from)?;
            match (word.as_str(), at) {
                ("(", _) => {
                    open.push((at, before));
                    at = at.map(|_| before);
                }
                (")", _) => {
                    let Some(outside) = open.pop() else {
                        return Err(Problem::Bad(Text::new("the record: a bracket is closed that was not opened")));
                    };
                    (at, before) = outside;
                }
                (label, Some(from)) => {
                    let (position, player) = &found[from];
                    if let Some((to, words)) = made(position, *player, label)? {
                        let words = (language != Language::English).then(|| words.say(language));
                        let ply = Ply { parent: from, name: label.to_owned(), words, position: to.to_string() };
                        told.plies.push(ply);
                        let player = player.other();
                        found.push((to, player));
                        (at, before) = (Some(found.len() - 1), from);
                    } else {
                        told.refused.get_or_insert_with(|| label.to_owned());
                        at = None;
                    }
                }
                (_, None) => {}
            }
        }
        Ok(told.into())
    }
}
