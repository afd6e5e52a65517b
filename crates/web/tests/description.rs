//! The description at `/api` says what is answered: every answer fits the schema that is made from its type.

mod support;

use grundy_web::LaneLimits;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::OnceLock;
use support::schema::{check, of_answer};
use support::{Response, Running, request};

/// A server and its description of itself.
fn described() -> &'static (Running, Value) {
    static SERVER: OnceLock<(Running, Value)> = OnceLock::new();
    SERVER.get_or_init(|| {
        let server = Running::start(LaneLimits::default());
        let description = server.get("/api").json();
        (server, description)
    })
}

/// Checks an answer against the schema of its status.
fn fits(path: &str, method: &str, body: &Value, answer: &Response) -> Value {
    let told = answer.json();
    let root = &described().1;
    let checked = check(root, of_answer(root, path, method, answer.status), &told);
    checked.unwrap_or_else(|difference| panic!("{method} {path} {body}: {difference}"));
    told
}

/// Asks a question in a language and checks the answer, which must have the status.
fn ask(path: &str, body: &Value, language: &str, status: u16) -> Value {
    let address = described().0.address;
    let headers = format!("Host: {address}\r\nContent-Type: application/json\r\nAccept-Language: {language}\r\n");
    let answer = request(address, "POST", path, &headers, body.to_string().as_bytes());
    assert_eq!(answer.status, status, "{path} {body}: {}", answer.body);
    fits(path, "post", body, &answer)
}

/// Every question with its example.
fn examples() -> impl Iterator<Item = (&'static str, &'static Value)> {
    let paths = described().1["paths"].as_object().unwrap();
    paths.iter().filter_map(|(path, methods)| {
        let example = &methods.get("post")?["requestBody"]["content"]["application/json"]["example"];
        Some((path.as_str(), example))
    })
}

#[test]
fn answers_to_the_examples_fit_and_spoilt_ones_do_not() {
    let mut asked = 0;
    for (path, example) in examples() {
        let told = ask(path, example, "en", 200);
        for language in ["es", "ca"] {
            ask(path, example, language, 200);
        }
        spoil(path, of_answer(&described().1, path, "post", 200), &told);
        asked += 1;
    }
    assert!(asked >= 11, "{asked}");
}

/// An answer with a member more, or with any of its members of another type, is not what the schema says; nor is one
/// without a member that is required.
fn spoil(path: &str, schema: &Value, told: &Value) {
    let root = &described().1;
    let refused = |spoilt: &Value| assert!(check(root, schema, spoilt).is_err(), "{path} takes {spoilt}");
    let mut more = told.clone();
    more["no such member"] = json!(1);
    refused(&more);
    for name in told.as_object().unwrap().keys() {
        let mut wrong = told.clone();
        // No member is a list of lists of lists.
        wrong[name] = json!([[[]]]);
        refused(&wrong);
    }
    for name in schema["required"].as_array().into_iter().flatten() {
        let mut less = told.clone();
        less.as_object_mut().unwrap().remove(name.as_str().unwrap());
        refused(&less);
    }
}

#[test]
fn answers_of_every_shape_fit() {
    let shapes = [
        ("/api/solve", json!({"position": "domineering:3x3"})),
        ("/api/solve", json!({"position": "nim:3,4,5", "play": "misere", "method": "kernel"})),
        ("/api/solve", json!({"position": "cram:7x9", "budget": {"positions": 2000}})),
        ("/api/moves", json!({"position": "domineering:2x3"})),
        ("/api/moves", json!({"position": "domineering:2x3 + nim:2", "values": false})),
        ("/api/moves", json!({"position": "nim:3", "play": "misere", "limit": 1})),
        ("/api/moves", json!({"position": "nim:0"})),
        ("/api/explain", json!({"position": "cram:7x9", "budget": {"positions": 2000}})),
        ("/api/draw", json!({"position": "domineering:2x3", "what": "thermograph"})),
        ("/api/draw", json!({"position": "nim:2,1", "what": "tree", "whole": true})),
        ("/api/draw", json!({"position": "nim:2,1", "moves": true})),
        ("/api/draw", json!({"position": "nim:100000", "moves": true})),
        ("/api/graph", json!({"position": "domineering:2x3"})),
        ("/api/graph", json!({"position": "nim:9,9", "most": 5})),
        ("/api/rules", json!({"rules": "state = 'n'\nboth = ['n - 1 where n > 0']"})),
        ("/api/rules", json!({"rules": "state = 'n'\nboth = ['n - ']"})),
        ("/api/rules", json!({"rules": "state = 'n'\nboth = ['n - 1 where n > 0']", "position": "x"})),
        ("/api/solve", json!({"position": "mine:5 + nim:2", "rules": "state = 'n'\nboth = ['n - 1 where n > 0']"})),
        ("/api/eval", json!({"expression": "1 < 2"})),
        ("/api/eval", json!({"expression": "[1, 2]"})),
        ("/api/sequence", json!({"rule": "octal(0.6)", "to": 50})),
        ("/api/kernel", json!({"vertices": 3, "arcs": [[0, 1], [1, 2], [2, 0]]})),
        ("/api/kernel", json!({"vertices": 2, "arcs": [[0, 1], [1, 0]], "count": true})),
        ("/api/bracelet", json!({"colours": 40, "length": 2})),
    ];
    for (path, body) in shapes {
        for language in ["en", "es"] {
            ask(path, &body, language, 200);
        }
    }
}

#[test]
fn refusals_fit() {
    for (status, path, body) in [
        (400, "/api/solve", json!({})),
        (422, "/api/solve", json!({"position": "nim:3,,4"})),
        (422, "/api/eval", json!({"expression": "1 +"})),
        (422, "/api/moves", json!({"position": "cram:7x9", "budget": {"positions": 100}})),
        (422, "/api/kernel", json!({"vertices": 2, "arcs": [[0, 7]]})),
    ] {
        let told = ask(path, &body, "en", status);
        assert_eq!(told["status"], json!(status));
    }
    let missing = described().0.get("/api/messages/fr");
    assert_eq!(missing.status, 404);
    fits("/api/messages/{language}", "get", &Value::Null, &missing);
}

#[test]
fn games_messages_and_the_editors_of_all_examples_fit() {
    let server = &described().0;
    for language in ["en", "es", "ca"] {
        let messages = server.get(&format!("/api/messages/{language}"));
        let told = fits("/api/messages/{language}", "get", &json!(language), &messages);
        assert!(told.as_object().unwrap().len() > 100);
    }
    let games = fits("/api/games", "get", &Value::Null, &server.get("/api/games"));
    let mut kinds = BTreeSet::new();
    for game in games.as_array().unwrap() {
        for example in game["examples"].as_array().unwrap().iter().filter(|text| !text.to_string().contains('@')) {
            let editor = ask("/api/editor", &json!({"position": example}), "en", 200);
            kinds.insert(editor["kind"].as_str().unwrap().to_owned());
        }
    }
    ask("/api/editor", &json!({"position": "nim:1 + nim:2"}), "en", 200);
    let all = ["cells", "graph", "heaps", "sketch", "text"];
    assert_eq!(kinds.iter().map(String::as_str).collect::<Vec<_>>(), all);
}
