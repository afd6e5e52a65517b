//! The reason with its working, line by line.

use super::common::About;
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
#[serde(transparent)]
pub struct Ask(About);

impl Question for Ask {
    fn limited(&self) -> Limited {
        self.0.budget
    }

    fn answer(&self, budget: &Budget, language: Language) -> Result<Reply, Problem> {
        let (position, settings, language) = self.0.asked(budget, language)?;
        let explanation = explain(&position, &settings)?;
        let lines: Vec<String> = explanation.lines.iter().map(|line| line.say(language)).collect();
        let value = json!({"position": position.to_string(), "decided": explanation.decided, "explanation": lines});
        Ok(Reply { value, complete: explanation.decided })
    }
}
