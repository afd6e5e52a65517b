//! The value calculator: expressions of values and positions.

use super::common::position;
use crate::Problem;
use crate::question::{Limited, Question, Reply};
use grundy_budget::Budget;
use grundy_lang::Language;
use grundy_solve::{position_value, thermograph_picture};
use grundy_value::lang::{Datum, LangError, Positions, Session};
use grundy_value::{Store, Style, Value, ValueError};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

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

/// Longer results are cut.
const LONGEST: usize = 20_000;

impl Question for Ask {
    fn limited(&self) -> Limited {
        self.budget
    }

    fn answer(&self, budget: &Budget, language: Language) -> Result<Reply, Problem> {
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
        let mut text = shown.join("\n");
        if text.len() > LONGEST {
            let cut = (0..=LONGEST).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
            text.truncate(cut);
            text.push('…');
        }
        let mut value = json!({"expression": self.expression, "value": text});
        if let Some(Datum::Value(found)) = last {
            let (properties, svg) =
                facts(&mut session.store, found, language).map_err(|error| self.problem(error.into(), language))?;
            value["properties"] = Json::Object(properties);
            value["svg"] = json!(svg);
        }
        Ok(value.into())
    }
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

/// What the page shows about a value, and its thermograph.
fn facts(store: &mut Store, value: Value, language: Language) -> Result<(Map<String, Json>, String), ValueError> {
    let mut properties = Map::new();
    let mut add = |name: &str, text: String| properties.insert(name.to_owned(), json!(text));
    add("mean", store.mean(value)?.to_string());
    add("temperature", store.temperature(value)?.to_string());
    add("left stop", store.left_stop(value).to_string());
    add("right stop", store.right_stop(value).to_string());
    add("birthday", store.birthday(value)?.to_string());
    let title = store.print(value)?;
    let svg = thermograph_picture(store, value, &title)?.told_in(language).to_fragment();
    Ok((properties, svg))
}

/// Positions of the games in the catalogue.
pub struct Catalogue;

impl Positions for Catalogue {
    fn value(&mut self, text: &str, store: &mut Store) -> Result<Value, ValueError> {
        let found = position(text).map_err(|error| ValueError::undefined(error.text()))?;
        position_value(&found, store)
    }
}
