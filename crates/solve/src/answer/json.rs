//! The answer as one object with stable names, the same for command, page and batch.

use super::{Answer, MoveReport, Moves, WinningMove, Worth};
use grundy_lang::Language;
use serde_json::{Map, Value, json};

/// A value that is too long to write is `null`, like one that was not found.
fn written(value: Option<&Worth>) -> Value {
    json!(value.and_then(Worth::written))
}

impl WinningMove {
    fn to_json(&self) -> Value {
        let mut object = Map::new();
        object.insert("move".to_owned(), json!(self.label));
        object.insert("to".to_owned(), json!(self.to.to_string()));
        if let Some(player) = self.player {
            object.insert("player".to_owned(), json!(player.name()));
        }
        Value::Object(object)
    }
}

impl Answer {
    /// The answer as one object with stable names, its sentences in the given language.
    pub fn to_json(&self, language: Language) -> Value {
        let mut object = json!({
            "position": self.position.to_string(),
            "kind": self.kind.to_string(),
            "play": self.play.name(),
            "outcome": self.outcome.map_or("undecided", |outcome| outcome.name()),
            "value": written(self.value.as_ref()),
            "part_values": self.part_values.iter().map(|value| written(value.as_ref())).collect::<Vec<_>>(),
            "winning_moves": self.winning_moves.iter().map(WinningMove::to_json).collect::<Vec<_>>(),
            "complete": self.complete,
            "method": self.method.name(),
            "reason": self.reason.say(language),
            "stats": {"positions": self.positions, "seconds": self.time.as_secs_f64()},
        });
        if let Some(stop) = &self.stopped {
            object["stopped"] = json!(stop.text().say(language));
        }
        if !self.excluded.is_empty() {
            object["not_nimbers"] = json!(self.excluded);
        }
        object
    }
}

impl MoveReport {
    fn to_json(&self) -> Value {
        let mut object = Map::new();
        object.insert("move".to_owned(), json!(self.label));
        object.insert("to".to_owned(), json!(self.to.to_string()));
        if let Some(player) = self.player {
            object.insert("player".to_owned(), json!(player.name()));
        }
        object.insert("wins".to_owned(), json!(self.wins));
        object.insert("value".to_owned(), written(self.value.as_ref()));
        if self.player.is_some() {
            object.insert("incentive".to_owned(), written(self.incentive.as_ref()));
            object.insert("temperature".to_owned(), json!(self.temperature));
        }
        Value::Object(object)
    }
}

impl Moves {
    /// The list as one object with stable names.
    pub fn to_json(&self) -> Value {
        let moves: Vec<Value> = self.moves.iter().map(MoveReport::to_json).collect();
        json!({"position": self.position.to_string(), "kind": self.position.kind().to_string(), "moves": moves})
    }
}
