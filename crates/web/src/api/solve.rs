//! Who wins, by which moves, and why.

use super::common::{LanguageName, MethodName, PlayName, engine, position, searchable};
use crate::Problem;
use crate::question::{Limited, Question, Reply};
use grundy_budget::Budget;
use grundy_lang::Language;
use grundy_solve::answer;
use serde::Deserialize;
use serde_json::json;

/// The question.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ask {
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
        let language = self.lang.map_or(language, Language::from);
        let answer = answer(&position, &engine(self.play, searchable(&position, self.play, self.method), budget))?;
        let mut value = answer.to_json(&|english| language.translate(english));
        value["kind"] = json!(position.kind().to_string());
        value["part_values"] = json!(answer.part_values);
        value["complete"] = json!(answer.complete);
        Ok(Reply { value, complete: answer.complete })
    }
}
