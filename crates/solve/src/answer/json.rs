//! The answer as one object with stable names, the same for command, page and batch.
//!
//! The objects are types, so that with the feature `schema` the description of an interface that sends them is made from
//! what is sent.

use super::{Answer, MoveReport, Moves, WinningMove, Worth};
use crate::{Method, Named};
use grundy_game::{Kind, Outcome, Play, Player};
use grundy_lang::Language;
use serde::Serialize;
use serde_json::{Value, json};

/// Who wins, by which moves, and why.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnswerObject {
    /// The position asked about.
    pub position: String,
    /// Whether Left and Right have moves of their own.
    pub kind: Named<Kind>,
    /// The play rule.
    pub play: Named<Play>,
    /// Who wins under best play.
    pub outcome: Named<Option<Outcome>>,
    /// The value; null where there is none under this play rule, it was not found or it is too long to write.
    pub value: Option<String>,
    /// The value of each part of the sum; null as for the whole.
    pub part_values: Vec<Option<String>>,
    /// The winning moves that were found.
    pub winning_moves: Vec<WinningMoveObject>,
    /// The moves that keep a draw, for players who cannot win.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub drawing_moves: Vec<WinningMoveObject>,
    /// How many moves are left when the winner hurries and the loser stalls, where that was found out and somebody wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "RemotenessObject"))]
    pub remoteness: Option<RemotenessObject>,
    /// Whether these are all winning moves.
    pub complete: bool,
    /// The method that gave the answer.
    pub method: Named<Method>,
    /// Why it is so, in a sentence.
    pub reason: String,
    /// What it took.
    pub stats: StatsObject,
    /// Why the answer is not complete, if it is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub stopped: Option<String>,
    /// Numbers that are known not to be the nimber, when it was not found.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not_nimbers: Vec<u64>,
}

/// A move that wins.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WinningMoveObject {
    /// The name of the move.
    #[serde(rename = "move")]
    pub name: String,
    /// The position it leads to.
    pub to: String,
    /// Who makes it, in partisan games.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Named<Player>"))]
    pub player: Option<Named<Player>>,
}

/// How many moves are left when the winner hurries and the loser stalls.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum RemotenessObject {
    /// In impartial games.
    Either(u32),
    /// In partisan games, by who starts; null where nobody wins.
    Each {
        /// When Left starts.
        left: Option<u32>,
        /// When Right starts.
        right: Option<u32>,
    },
}

/// What an answer took.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StatsObject {
    /// Positions visited.
    pub positions: u64,
    /// Time taken.
    pub seconds: f64,
}

/// Every legal move, winning ones first.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MovesObject {
    /// The position asked about.
    pub position: String,
    /// Whether Left and Right have moves of their own.
    pub kind: Named<Kind>,
    /// The moves.
    pub moves: Vec<MoveObject>,
}

/// A legal move, who wins after it and the value it leads to.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveObject {
    /// The name of the move.
    #[serde(rename = "move")]
    pub name: String,
    /// The name in the words of the language, where that is not English.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub words: Option<String>,
    /// The position it leads to.
    pub to: String,
    /// Who makes it, in partisan games.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Named<Player>"))]
    pub player: Option<Named<Player>>,
    /// Whether it wins for the player who makes it.
    pub wins: bool,
    /// Whether it makes the game a draw.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub draws: bool,
    /// How many moves are left after it when the winner hurries and the loser stalls, where that was found out and somebody
    /// wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "u32"))]
    pub remoteness: Option<u32>,
    /// The value of the position it leads to; null where there is none, it was not found or it is too long to write.
    pub value: Option<String>,
    /// What the mover gains, in partisan games.
    #[serde(flatten)]
    pub gain: Option<GainObject>,
}

/// What the mover of a partisan game gains.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GainObject {
    /// The change of value in the mover's favour, in partisan games; null where it was not found or is too long to write.
    pub incentive: Option<String>,
    /// The temperature of the position the move leads to, in partisan games; null where it was not found.
    pub temperature: Option<String>,
}

/// A value that is too long to write is `null`, like one that was not found.
fn written(value: Option<&Worth>) -> Option<String> {
    value.and_then(Worth::written)
}

impl WinningMove {
    fn object(&self) -> WinningMoveObject {
        WinningMoveObject { name: self.label.clone(), to: self.to.to_string(), player: self.player.map(Named) }
    }
}

impl Answer {
    /// The answer as one object with stable names, its sentences in the given language.
    pub fn object(&self, language: Language) -> AnswerObject {
        AnswerObject {
            position: self.position.to_string(),
            kind: Named(self.kind),
            play: Named(self.play),
            outcome: Named(self.outcome),
            value: written(self.value.as_ref()),
            part_values: self.part_values.iter().map(|value| written(value.as_ref())).collect(),
            winning_moves: self.winning_moves.iter().map(WinningMove::object).collect(),
            drawing_moves: self.drawing_moves.iter().map(WinningMove::object).collect(),
            remoteness: self.remoteness_object(),
            complete: self.complete,
            method: Named(self.method),
            reason: self.reason.say(language),
            stats: StatsObject { positions: self.positions, seconds: self.time.as_secs_f64() },
            stopped: self.stopped.as_ref().map(|stop| stop.text().say(language)),
            not_nimbers: self.excluded.clone(),
        }
    }

    fn remoteness_object(&self) -> Option<RemotenessObject> {
        match (self.kind, self.remoteness) {
            (_, [None, None]) => None,
            (Kind::Impartial, [moves, _]) => moves.map(RemotenessObject::Either),
            (Kind::Partisan, [left, right]) => Some(RemotenessObject::Each { left, right }),
        }
    }

    /// The object of the answer in JSON.
    pub fn to_json(&self, language: Language) -> Value {
        json!(self.object(language))
    }
}

impl MoveReport {
    fn object(&self, language: Language) -> MoveObject {
        let gain = || GainObject { incentive: written(self.incentive.as_ref()), temperature: self.temperature.clone() };
        MoveObject {
            name: self.label.clone(),
            words: (language != Language::English).then(|| self.words.say(language)),
            to: self.to.to_string(),
            player: self.player.map(Named),
            wins: self.wins,
            draws: self.draws,
            remoteness: self.remoteness,
            value: written(self.value.as_ref()),
            gain: self.player.map(|_| gain()),
        }
    }
}

impl Moves {
    /// The list as one object with stable names; in other languages than English each move has its words beside its
    /// name.
    pub fn object(&self, language: Language) -> MovesObject {
        MovesObject {
            position: self.position.to_string(),
            kind: Named(self.position.kind()),
            moves: self.moves.iter().map(|found| found.object(language)).collect(),
        }
    }

    /// The object of the list in JSON.
    pub fn to_json(&self, language: Language) -> Value {
        json!(self.object(language))
    }
}
