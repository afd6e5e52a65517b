//! The description of the interface, at `/api`.

use crate::api::{self, common::Named};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use grundy_lang::Language;
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

/// One question: its address, what it asks, the type it is read into, an example.
struct Described {
    path: &'static str,
    about: &'static str,
    schema: fn() -> Value,
    example: &'static str,
}

const QUESTIONS: &[Described] = &[
    Described {
        path: "/api/solve",
        about: "Who wins, by which moves, and why",
        schema: schema::<api::solve::Ask>,
        example: r#"{"position":"nim:10,17,21"}"#,
    },
    Described {
        path: "/api/moves",
        about: "Every legal move: where it leads, who then wins, its value; winning ones first",
        schema: schema::<api::moves::Ask>,
        example: r#"{"position":"nim:3,4,5"}"#,
    },
    Described {
        path: "/api/explain",
        about: "The reason with its working, line by line",
        schema: schema::<api::explain::Ask>,
        example: r#"{"position":"nim:10,17,21","lang":"ca"}"#,
    },
    Described {
        path: "/api/draw",
        about: "A picture as SVG: the board with its clickable moves, the state graph around it, the game tree, or the thermograph",
        schema: schema::<api::draw::Ask>,
        example: r#"{"position":"nim:3,4,5","what":"graph"}"#,
    },
    Described {
        path: "/api/graph",
        about: "The state graph around a position: states with level, value and kernel, and the arcs between them",
        schema: schema::<api::graph::Ask>,
        example: r#"{"position":"nim:2,1"}"#,
    },
    Described {
        path: "/api/editor",
        about: "How a position can be edited by hand: as heaps, as cells, as a graph, as a drawing of its own kind or as text",
        schema: schema::<api::editor::Ask>,
        example: r#"{"position":"nim:3,4,5"}"#,
    },
    Described {
        path: "/api/eval",
        about: "The value of an expression of values and positions, or whether a relation holds",
        schema: schema::<api::eval::Ask>,
        example: r#"{"expression":"{1|-1} + *2"}"#,
    },
    Described {
        path: "/api/sequence",
        about: "The nimbers of the heaps 0, 1, 2, … under a rule, their period, and a plot",
        schema: schema::<api::sequence::Ask>,
        example: r#"{"rule":"octal(0.77)","to":200}"#,
    },
    Described {
        path: "/api/kernel",
        about: "A kernel of a directed graph, or that there is none",
        schema: schema::<api::kernel::Ask>,
        example: r#"{"vertices":3,"arcs":[[0,1],[1,2]],"count":true}"#,
    },
    Described {
        path: "/api/cubes",
        about: "The puzzle of the coloured cubes: canonical factors and all ways to stack them",
        schema: schema::<api::cubes::Ask>,
        example: r#"{"cubes":"B-G,G-G,B-V; B-N,B-G,B-V; N-N,B-V,N-G; G-G,V-N,N-G"}"#,
    },
    Described {
        path: "/api/bracelet",
        about: "A longest bracelet in which no run of beads of the given length occurs twice",
        schema: schema::<api::bracelet::Ask>,
        example: r#"{"colours":2,"length":4}"#,
    },
];

/// The description of the type that a request is read into.
fn schema<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
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
    let answer = |about: &str| json!({"get": {"summary": about, "responses": {"200": ok()}}});
    paths.insert("/api/games".to_owned(), answer("All games with rules, theorems, examples and a picture"));
    paths.insert(
        "/api/messages/{language}".to_owned(),
        json!({"get": {
            "summary": "The catalogue of messages in one language",
            "parameters": [{"name": "language", "in": "path", "required": true, "schema": schema::<Named<Language>>()}],
            "responses": {"200": ok(), "404": problem()},
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
    })
}

fn operation(question: &Described) -> Value {
    let schema = (question.schema)();
    let example: Value = serde_json::from_str(question.example).unwrap_or_default();
    let mut responses = json!({"200": ok()});
    for status in ["400", "403", "408", "413", "415", "422", "503"] {
        responses[status] = problem();
    }
    json!({
        "summary": question.about,
        "requestBody": {
            "required": true,
            "content": {"application/json": {"schema": schema, "example": example}},
        },
        "responses": responses,
    })
}

fn ok() -> Value {
    json!({"description": "the answer", "content": {"application/json": {}, "application/x-ndjson": {}}})
}

fn problem() -> Value {
    let schema = json!({
        "type": "object",
        "required": ["error", "status"],
        "properties": {
            "error": {"type": "string"},
            "status": {"type": "integer"},
            "column": {"type": "integer"},
            "help": {"type": "string"},
            "shown": {"type": "string"},
            "undecided": {"type": "string"},
        },
    });
    json!({"description": "why there is no answer", "content": {"application/json": {"schema": schema}}})
}
