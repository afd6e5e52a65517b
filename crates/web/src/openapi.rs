//! The description of the interface, at `/api`.

use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};
use std::sync::OnceLock;

/// Sends the description.
pub async fn describe() -> Response {
    static TEXT: OnceLock<String> = OnceLock::new();
    let text = TEXT.get_or_init(|| description().to_string());
    ([(header::CONTENT_TYPE, "application/json")], text.as_str()).into_response()
}

/// One question: its address, what it asks, its fields (those with a star are required), an example.
struct Described {
    path: &'static str,
    about: &'static str,
    fields: &'static [&'static str],
    example: &'static str,
}

const QUESTIONS: &[Described] = &[
    Described {
        path: "/api/solve",
        about: "Who wins, by which moves, and why",
        fields: &["position*", "play", "method", "lang", "budget"],
        example: r#"{"position":"nim:10,17,21"}"#,
    },
    Described {
        path: "/api/moves",
        about: "Every legal move: where it leads, who then wins, its value; winning ones first",
        fields: &["position*", "play", "method", "values", "only", "limit", "budget"],
        example: r#"{"position":"nim:3,4,5"}"#,
    },
    Described {
        path: "/api/explain",
        about: "The reason with its working, line by line",
        fields: &["position*", "play", "method", "lang", "budget"],
        example: r#"{"position":"nim:10,17,21","lang":"ca"}"#,
    },
    Described {
        path: "/api/draw",
        about: "A picture as SVG: the board with its clickable moves, the state graph around it, the game tree, or the thermograph",
        fields: &["position*", "what", "play", "turn", "line", "most", "whole", "budget"],
        example: r#"{"position":"nim:3,4,5","what":"graph"}"#,
    },
    Described {
        path: "/api/graph",
        about: "The state graph around a position: states with level, value and kernel, and the arcs between them",
        fields: &["position*", "play", "most", "budget"],
        example: r#"{"position":"nim:2,1"}"#,
    },
    Described {
        path: "/api/editor",
        about: "How a position can be edited by hand: as heaps, as cells, as a graph, as a drawing of its own kind or as text",
        fields: &["position*"],
        example: r#"{"position":"nim:3,4,5"}"#,
    },
    Described {
        path: "/api/eval",
        about: "The value of an expression of values and positions, or whether a relation holds",
        fields: &["expression*", "budget"],
        example: r#"{"expression":"{1|-1} + *2"}"#,
    },
    Described {
        path: "/api/sequence",
        about: "The nimbers of the heaps 0, 1, 2, … under a rule, their period, and a plot",
        fields: &["rule*", "to", "budget"],
        example: r#"{"rule":"octal(0.77)","to":200}"#,
    },
    Described {
        path: "/api/kernel",
        about: "A kernel of a directed graph, or that there is none",
        fields: &["vertices*", "arcs*", "count", "budget"],
        example: r#"{"vertices":3,"arcs":[[0,1],[1,2]],"count":true}"#,
    },
    Described {
        path: "/api/cubes",
        about: "The puzzle of the coloured cubes: canonical factors and all ways to stack them",
        fields: &["cubes*", "budget"],
        example: r#"{"cubes":"B-G,G-G,B-V; B-N,B-G,B-V; N-N,B-V,N-G; G-G,V-N,N-G"}"#,
    },
    Described {
        path: "/api/bracelet",
        about: "A longest bracelet in which no run of beads of the given length occurs twice",
        fields: &["colours*", "length*", "budget"],
        example: r#"{"colours":2,"length":4}"#,
    },
];

/// The schema of a field by its name.
fn field(name: &str) -> Value {
    match name {
        "position" => {
            json!({"type": "string", "maxLength": 200_000, "description": "game:position, or a sum joined by +"})
        }
        "expression" => {
            json!({"type": "string", "maxLength": 100_000, "description": "values, operations and relations"})
        }
        "rule" => json!({"type": "string", "maxLength": 10_000, "description": "a rule on heaps such as octal(0.77)"}),
        "vertices" => json!({"type": "integer", "minimum": 0, "maximum": 10_000}),
        "arcs" => {
            let end = json!({"type": "integer", "minimum": 0});
            json!({"type": "array", "items": {"type": "array", "items": end, "minItems": 2, "maxItems": 2}})
        }
        "cubes" => {
            json!({"type": "string", "maxLength": 10_000, "description": "pairs of opposite faces, a cube a line"})
        }
        "colours" | "length" => json!({"type": "integer", "minimum": 1, "maximum": 4_294_967_295_u32}),
        "play" => json!({"enum": ["normal", "misere"], "default": "normal"}),
        "method" => json!({"enum": ["auto", "theorem", "kernel", "search", "recursion"], "default": "auto"}),
        "lang" => json!({"enum": ["en", "es", "ca"], "default": "en"}),
        "turn" => json!({"enum": ["left", "right"], "default": "left"}),
        "what" => json!({"enum": ["board", "graph", "tree", "thermograph"], "default": "board"}),
        "line" => json!({"type": "array", "items": {"type": "string"}, "description": "the positions that led here"}),
        "most" => json!({"type": "integer", "minimum": 0, "description": "most states that are shown"}),
        "limit" => json!({"type": "integer", "minimum": 0, "default": 2000}),
        "to" => json!({"type": "integer", "minimum": 0, "maximum": 100_000, "default": 100}),
        "only" => json!({"type": ["string", "null"], "description": "only the move with this name"}),
        "values" | "whole" | "count" => json!({"type": "boolean"}),
        _ => json!({
            "type": "object",
            "additionalProperties": false,
            "description": "limits of this question; the server has limits of its own above them",
            "properties": {
                "time": {"type": ["integer", "null"], "minimum": 0, "description": "milliseconds"},
                "memory": {"type": ["integer", "null"], "minimum": 0, "description": "bytes of tables"},
                "positions": {"type": ["integer", "null"], "minimum": 0},
            },
        }),
    }
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
            "parameters": [{"name": "language", "in": "path", "required": true, "schema": field("lang")}],
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
    let mut properties = Map::new();
    let mut required = Vec::new();
    for name in question.fields {
        let bare = name.trim_end_matches('*');
        properties.insert(bare.to_owned(), field(bare));
        if name.ends_with('*') {
            required.push(bare);
        }
    }
    let schema =
        json!({"type": "object", "additionalProperties": false, "required": required, "properties": properties});
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
