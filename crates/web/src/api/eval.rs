//! The value calculator: expressions of values and positions.

use super::common::position;
use crate::Problem;
use crate::question::{Limited, Means, Question, Reply};
use grundy_lang::Language;
use grundy_solve::{position_value, thermograph_picture};
use grundy_value::lang::{Datum, LangError, Positions, Session};
use grundy_value::{Store, Style, Value, ValueError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The question.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ask {
    /// Values, operations and relations.
    #[schemars(length(max = 100_000))]
    expression: String,
    #[serde(default)]
    budget: Limited,
}

/// What an expression comes to.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    /// The expression asked about.
    expression: String,
    /// The results, a line each; a long text is cut and ends in `…`.
    value: String,
    /// More about the last result, where it is a value.
    #[serde(flatten)]
    facts: Option<Facts>,
}

/// What the page shows about a value.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Facts {
    /// What is known of the last result, where it is a value.
    properties: Properties,
    /// The thermograph of the last result, where it is a value.
    svg: String,
}

/// What is known of a value.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Properties {
    mean: String,
    temperature: String,
    #[serde(rename = "left stop")]
    left_stop: String,
    #[serde(rename = "right stop")]
    right_stop: String,
    birthday: String,
}

/// Longer results are cut.
const LONGEST: usize = 20_000;

impl Question for Ask {
    type Answer = Answer;

    fn limited(&self) -> Limited {
        self.budget
    }

    fn answer(&self, means: Means<'_>) -> Result<Reply<Answer>, Problem> {
        let Means { budget, language, .. } = means;
        let mut session = Session::new(Store::new(budget), Catalogue);
        let mut shown = Vec::new();
        let mut last = None;
        session
            .run(&self.expression, |store, datum| {
                shown.push(datum.show(store, Style::Plain)?);
                last = Some(datum.clone());
                Ok::<(), Trouble>(())
            })
            .map_err(|trouble| self.problem(trouble, language))?;
        let text = shortened(shown.join("\n"));
        let facts = match last {
            Some(Datum::Value(found)) => Some(
                Facts::of(&mut session.store, found, language).map_err(|error| self.problem(error.into(), language))?,
            ),
            _ => None,
        };
        Ok(Answer { expression: self.expression.clone(), value: text, facts }.into())
    }
}

/// A result that can be shown: a longer one is cut.
pub(super) fn shortened(mut text: String) -> String {
    if text.len() > LONGEST {
        let cut = (0..=LONGEST).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        text.truncate(cut);
        text.push('…');
    }
    text
}

impl Ask {
    fn problem(&self, trouble: Trouble, language: Language) -> Problem {
        match trouble {
            Trouble::Language(LangError { exhausted: Some(exhausted), .. })
            | Trouble::Value(ValueError::Exhausted(exhausted)) => Problem::Exhausted(exhausted),
            Trouble::Language(error) => Problem::Expression(error.text(), error.render_in(&self.expression, language)),
            Trouble::Value(error) => Problem::Unsuitable(error.text()),
        }
    }
}

enum Trouble {
    Language(LangError),
    Value(ValueError),
}

impl From<LangError> for Trouble {
    fn from(error: LangError) -> Self {
        Self::Language(error)
    }
}

impl From<ValueError> for Trouble {
    fn from(error: ValueError) -> Self {
        Self::Value(error)
    }
}

impl Facts {
    pub(super) fn of(store: &mut Store, value: Value, language: Language) -> Result<Self, ValueError> {
        let properties = Properties {
            mean: store.mean(value)?.to_string(),
            temperature: store.temperature(value)?.to_string(),
            left_stop: store.left_stop(value).to_string(),
            right_stop: store.right_stop(value).to_string(),
            birthday: store.birthday(value)?.to_string(),
        };
        let title = store.print(value)?;
        let svg = thermograph_picture(store, value, &title)?.told_in(language).to_fragment();
        Ok(Self { properties, svg })
    }
}

/// Positions of the games in the catalogue.
pub struct Catalogue;

impl Positions for Catalogue {
    fn value(&mut self, text: &str, store: &mut Store) -> Result<Value, ValueError> {
        let found = position(text).map_err(|error| ValueError::undefined(error.text()))?;
        position_value(&found, 1, store)
    }
}
