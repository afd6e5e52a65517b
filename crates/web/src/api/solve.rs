//! Who wins, by which moves, and why.

use super::common::{LanguageName, MethodName, PlayName, position, searchable, settings};
use crate::Problem;
use crate::question::{Limited, Question, Reply};
use grundy_budget::Budget;
use grundy_lang::Language;
use grundy_solve::answer;
use schemars::JsonSchema;
use serde::Deserialize;

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
        let answer = answer(&position, &settings(self.play, searchable(&position, self.play, self.method), budget))?;
        Ok(Reply { value: answer.to_json(language), complete: answer.complete })
    }
}
