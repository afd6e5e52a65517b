//! The reason with its working, line by line.

use super::common::About;
use crate::Problem;
use crate::question::{Limited, Means, Question, Reply};
use grundy_solve::explain;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The question.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Ask(About);

/// The reason.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    /// The position asked about.
    position: String,
    /// Whether the lines end in a verdict; not when the budget ran out first.
    decided: bool,
    /// The reason with its working, line by line.
    explanation: Vec<String>,
}

impl Question for Ask {
    type Answer = Answer;

    fn limited(&self) -> Limited {
        self.0.budget
    }

    fn answer(&self, means: Means<'_>) -> Result<Reply<Answer>, Problem> {
        let (position, settings, language) = self.0.asked(means)?;
        let explanation = explain(&position, &settings)?;
        let lines = explanation.lines.iter().map(|line| line.say(language)).collect();
        let value = Answer { position: position.to_string(), decided: explanation.decided, explanation: lines };
        Ok(Reply { value, complete: explanation.decided })
    }
}
