//! The description of the interface, at `/api`.

use crate::api::{self, games};
use crate::problem::ProblemObject;
use crate::question::Question;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use grundy_lang::Language;
use grundy_solve::Named;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};
use std::sync::OnceLock;

/// Sends the description.
pub async fn describe() -> Response {
    static TEXT: OnceLock<String> = OnceLock::new();
    let text = TEXT.get_or_init(|| description().to_string());
    ([(header::CONTENT_TYPE, "application/json")], text.as_str()).into_response()
}

/// One question: its address, what it asks, the types that it is read into and answered with, an example.
struct Described {
    path: &'static str,
    about: &'static str,
    asked: fn() -> Value,
    answered: fn() -> Value,
    example: &'static str,
}

impl Described {
    const fn question<Q: Question>(path: &'static str, about: &'static str, example: &'static str) -> Self {
        Self { path, about, asked: read::<Q>, answered: sent::<Q::Answer>, example }
    }
}

const QUESTIONS: &[Described] = &[
    Described::question::<api::solve::Ask>(
        "/api/solve",
        "Who wins, by which moves, and why",
        r#"{"position":"nim:10,17,21"}"#,
    ),
    Described::question::<api::moves::Ask>(
        "/api/moves",
        "Every legal move: where it leads, who then wins, its value; winning ones first",
        r#"{"position":"nim:3,4,5"}"#,
    ),
    Described::question::<api::explain::Ask>(
        "/api/explain",
        "The reason with its working, line by line",
        r#"{"position":"nim:10,17,21","lang":"ca"}"#,
    ),
    Described::question::<api::draw::Ask>(
        "/api/draw",
        "A picture as SVG: the board with its clickable moves, the state graph around it, the game tree, or the thermograph",
        r#"{"position":"nim:3,4,5","what":"graph"}"#,
    ),
    Described::question::<api::replay::Ask>(
        "/api/replay",
        "The positions of a record of moves, variations in brackets",
        r#"{"position":"nim:2,1","moves":["take 1 from heap 1","(","take 2 from heap 1",")","take 1 from heap 2"]}"#,
    ),
    Described::question::<api::reply::Ask>(
        "/api/reply",
        "The move of an opponent: it wins where it can, and makes winning hard where it cannot",
        r#"{"position":"nim:3,4,5","turn":"left","style":"tricky","seed":7}"#,
    ),
    Described::question::<api::graph::Ask>(
        "/api/graph",
        "The state graph around a position: states with level, value and kernel, and the arcs between them",
        r#"{"position":"nim:2,1"}"#,
    ),
    Described::question::<api::editor::Ask>(
        "/api/editor",
        "How a position can be edited by hand: as heaps, as cells, as a graph, as a drawing of its own kind or as text",
        r#"{"position":"nim:3,4,5"}"#,
    ),
    Described::question::<api::rules::Ask>(
        "/api/rules",
        "What rules of the user's own say: what is wrong and where, or a position with its picture and its moves",
        r#"{"rules":"state = 'n'\nboth = ['n - k for k in (1, 2) where k <= n']","position":"7"}"#,
    ),
    Described::question::<api::eval::Ask>(
        "/api/eval",
        "The value of an expression of values and positions, or whether a relation holds",
        r#"{"expression":"{1|-1} + *2"}"#,
    ),
    Described::question::<api::worksheet::Ask>(
        "/api/worksheet",
        "Lines of values that may name their results, each with what it comes to or what is wrong with it",
        r#"{"lines":["g = {1|-1}","g + *2"],"closely":1,"help":true}"#,
    ),
    Described::question::<api::sequence::Ask>(
        "/api/sequence",
        "The nimbers of the heaps 0, 1, 2, … under a rule, their period, and a plot",
        r#"{"rule":"octal(0.77)","to":200}"#,
    ),
    Described::question::<api::kernel::Ask>(
        "/api/kernel",
        "A kernel of a directed graph, or that there is none",
        r#"{"vertices":3,"arcs":[[0,1],[1,2]],"count":true}"#,
    ),
    Described::question::<api::facts::Ask>(
        "/api/facts",
        "What can be said of a graph without playing on it: degrees, cycles, components, sides, Euler's circuits, pictures",
        r#"{"graph":"a>b,b>c,c>a,c>d","from":"a","to":"d"}"#,
    ),
    Described::question::<api::cubes::Ask>(
        "/api/cubes",
        "The puzzle of the coloured cubes: canonical factors and all ways to stack them",
        r#"{"cubes":"B-G,G-G,B-V; B-N,B-G,B-V; N-N,B-V,N-G; G-G,V-N,N-G"}"#,
    ),
    Described::question::<api::bracelet::Ask>(
        "/api/bracelet",
        "A longest bracelet in which no run of beads of the given length occurs twice",
        r#"{"colours":2,"length":4}"#,
    ),
];

/// The description of a type that a request is read into.
fn read<T: JsonSchema>() -> Value {
    schema::<T>(SchemaSettings::draft2020_12().for_deserialize())
}

/// The description of a type that is sent.
fn sent<T: JsonSchema>() -> Value {
    schema::<T>(SchemaSettings::draft2020_12().for_serialize())
}

fn schema<T: JsonSchema>(settings: SchemaSettings) -> Value {
    let settings = settings.with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    settings.into_generator().into_root_schema_for::<T>().to_value()
}

fn description() -> Value {
    let mut paths = Map::new();
    for question in QUESTIONS {
        paths.insert(question.path.to_owned(), json!({"post": operation(question)}));
    }
    paths.insert(
        "/api/games".to_owned(),
        json!({"get": {
            "summary": "All games with rules, theorems, examples and a picture",
            "responses": {"200": ok(&json!({"application/json": {"schema": sent::<Vec<games::Game>>()}}))},
        }}),
    );
    paths.insert(
        "/api/messages/{language}".to_owned(),
        json!({"get": {
            "summary": "The catalogue of messages in one language",
            "parameters": [{"name": "language", "in": "path", "required": true, "schema": read::<Named<Language>>()}],
            "responses": {
                "200": ok(&json!({"application/json": {"schema": sent::<games::Messages>()}})),
                "404": problem(),
            },
        }}),
    );
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Grundy",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Who wins, why, and with which move. Every question is a POST of one JSON object. With \
                `Accept: application/x-ndjson` the answer is a stream of lines: `{\"progress\":{…}}` while the work goes \
                on, then `{\"answer\":{…}}` or `{\"error\":…}`; closing the connection cancels the work.",
        },
        "paths": paths,
        "components": {"responses": {"Problem": {
            "description": "why there is no answer",
            "content": {"application/json": {"schema": sent::<ProblemObject>()}},
        }}},
    })
}

fn operation(question: &Described) -> Value {
    let example: Value = serde_json::from_str(question.example).unwrap_or_default();
    let kinds = json!({"application/json": {"schema": (question.answered)()}, "application/x-ndjson": {}});
    let mut responses = json!({"200": ok(&kinds)});
    for status in ["400", "403", "408", "413", "415", "422", "503"] {
        responses[status] = problem();
    }
    json!({
        "summary": question.about,
        "requestBody": {
            "required": true,
            "content": {"application/json": {"schema": (question.asked)(), "example": example}},
        },
        "responses": responses,
    })
}

fn ok(kinds: &Value) -> Value {
    json!({"description": "the answer", "content": kinds})
}

/// Every refusal is described once, among the components.
fn problem() -> Value {
    json!({"$ref": "#/components/responses/Problem"})
}
