//! The catalogue with pictures, and the messages of the page.

use crate::Problem;
use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use grundy_game::{Info, NoFiles, TheoremNote};
use grundy_games::shelves::{Shelf, shelf};
use grundy_games::{Entry, entries, parse};
use grundy_lang::Language;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Pictures on the page of all games are kept small.
const LARGEST_PICTURE: usize = 12_000;

/// A game of the catalogue.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Game {
    /// The name in the notation.
    name: &'static str,
    /// The proper name.
    title: &'static str,
    /// The heading under which it is listed.
    group: &'static str,
    /// Other names it goes by.
    also: &'static [&'static str],
    /// What the game is, in one line.
    summary: &'static str,
    /// The rules, in a few sentences.
    rules: &'static str,
    /// How arguments and positions are written.
    notation: &'static str,
    /// The theorems in use.
    theorems: Vec<Theorem>,
    /// Positions to copy.
    examples: &'static [&'static str],
    /// A picture of one of the examples; null where all are too large.
    picture: Option<String>,
}

/// A theorem and where to read about it.
#[derive(Debug, Serialize, JsonSchema)]
struct Theorem {
    /// What it says.
    statement: &'static str,
    /// Author, work, year.
    literature: &'static str,
}

impl From<&Entry> for Game {
    fn from(entry: &Entry) -> Self {
        let Info { name, summary, rules, notation, theorems, examples } = entry.info;
        let theorem = |note: &TheoremNote<'static>| Theorem { statement: note.statement, literature: note.literature };
        let theorems = theorems.iter().map(theorem).collect();
        let Shelf { title, group, also } = shelf(name);
        Self { name, title, group, also, summary, rules, notation, theorems, examples, picture: picture(examples) }
    }
}

/// The catalogue of messages in one language: English sentences with their translations.
#[derive(Debug, JsonSchema)]
#[schemars(transparent)]
pub struct Messages(#[schemars(with = "BTreeMap<String, String>")] Language);

impl Serialize for Messages {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.sentences())
    }
}

/// All games.
pub async fn list() -> Response {
    static LIST: OnceLock<String> = OnceLock::new();
    let list = LIST.get_or_init(|| json!(entries().iter().map(Game::from).collect::<Vec<_>>()).to_string());
    ([(header::CONTENT_TYPE, "application/json")], list.as_str()).into_response()
}

/// The first example whose picture is small.
fn picture(examples: &[&str]) -> Option<String> {
    let drawn = examples.iter().filter_map(|example| parse(example, &NoFiles).ok()).map(|position| position.picture());
    drawn.map(|picture| picture.to_fragment()).find(|svg| svg.len() <= LARGEST_PICTURE)
}

/// The whole catalogue of messages in one language.
pub async fn messages(language: Result<Path<String>, PathRejection>) -> Result<Response, Problem> {
    let Path(language) = language.map_err(|_| Problem::NotFound)?;
    let language: Language = language.parse().map_err(|_| Problem::NotFound)?;
    Ok(([(header::CONTENT_TYPE, "application/json")], json!(Messages(language)).to_string()).into_response())
}
