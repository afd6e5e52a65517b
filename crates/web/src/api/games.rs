//! The catalogue with pictures, and the messages of the page.

use crate::Problem;
use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use grundy_game::NoFiles;
use grundy_games::{Entry, entries, parse};
use grundy_lang::Language;
use serde_json::{Map, Value, json};
use std::sync::OnceLock;

/// Pictures on the page of all games are kept small.
const LARGEST_PICTURE: usize = 12_000;

/// All games.
pub async fn list() -> Response {
    static LIST: OnceLock<String> = OnceLock::new();
    let list = LIST.get_or_init(|| Value::Array(entries().iter().map(to_json).collect()).to_string());
    ([(header::CONTENT_TYPE, "application/json")], list.as_str()).into_response()
}

fn to_json(entry: &Entry) -> Value {
    let info = &entry.info;
    let theorems: Vec<Value> =
        info.theorems.iter().map(|note| json!({"statement": note.statement, "literature": note.literature})).collect();
    json!({
        "name": info.name,
        "summary": info.summary,
        "rules": info.rules,
        "notation": info.notation,
        "theorems": theorems,
        "examples": info.examples,
        "picture": picture(info.examples),
    })
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
    let map: Map<String, Value> =
        language.sentences().map(|(english, translated)| (english.to_owned(), json!(translated))).collect();
    Ok(([(header::CONTENT_TYPE, "application/json")], Value::Object(map).to_string()).into_response())
}
