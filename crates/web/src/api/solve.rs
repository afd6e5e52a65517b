//! Who wins, by which moves, and why.

use super::common::About;
use crate::Problem;
use crate::question::{Limited, Means, Question, Reply};
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

    fn answer(&self, means: Means<'_>) -> Result<Reply<AnswerObject>, Problem> {
        let (position, settings, language) = self.0.asked(means)?;
        let answer = answer(&position, &settings)?;
        Ok(Reply { value: answer.object(language), complete: answer.complete })
    }
}
