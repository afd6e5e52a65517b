//! Who wins, by which moves, and why.

use super::common::About;
use crate::Problem;
use crate::question::{Limited, Question, Reply};
use grundy_budget::Budget;
use grundy_lang::Language;
use grundy_solve::{AnswerObject, answer};
use schemars::JsonSchema;
use serde::Deserialize;

/// The question.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Ask(About);

impl Question for Ask {
    type Answer = AnswerObject;

    fn limited(&self) -> Limited {
        self.0.budget
    }

    fn answer(&self, budget: &Budget, language: Language) -> Result<Reply<AnswerObject>, Problem> {
        let (position, settings, language) = self.0.asked(budget, language)?;
        let answer = answer(&position, &settings)?;
        Ok(Reply { value: answer.object(language), complete: answer.complete })
    }
}
