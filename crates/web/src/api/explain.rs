//! The reason with its working, line by line.

use super::common::{LanguageName, MethodName, PlayName, position, searchable, settings};
use crate::Problem;
use crate::question::{Limited, Question, Reply};
use grundy_budget::Budget;
use grundy_lang::Language;
use grundy_solve::explain;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

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
    #[serde(default)]
    lang: Option<LanguageName>,
    #[serde(default)]
    budget: Limited,
}

impl Question for Ask {
    fn limited(&self) -> Limited {
        self.budget
    }

    fn answer(&self, budget: &Budget, language: Language) -> Result<Reply, Problem> {
        let position = position(&self.position)?;
        let language = self.lang.map_or(language, |lang| lang.0);
        let explanation =
            explain(&position, &settings(self.play, searchable(&position, self.play, self.method), budget))?;
        let lines: Vec<String> = explanation.lines.iter().map(|line| line.say(language)).collect();
        let value = json!({"position": position.to_string(), "decided": explanation.decided, "explanation": lines});
        Ok(Reply { value, complete: explanation.decided })
    }
}
