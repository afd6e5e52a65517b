//! The server as its clients see it: answers, refusals, lanes, cancelling.

mod support;

use grundy_web::LaneLimits;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::io::Write;
use std::net::TcpStream;
use std::sync::OnceLock;
use std::time::Duration;
use support::schema::{check, of_answer};
use support::{Running, request};

/// Takes minutes by search: misère sums have no theorem.
const LONG: &str = r#"{"position":"nim:23,41,35 + wythoff:31,40","play":"misere","budget":{"time":20000}}"#;

fn server() -> &'static Running {
    static SERVER: OnceLock<Running> = OnceLock::new();
    SERVER.get_or_init(|| Running::start(LaneLimits::default()))
}

#[test]
fn questions_are_answered() {
    let solved = server().post("/api/solve", r#"{"position":"nim:10,17,21"}"#).json();
    assert_eq!((&solved["value"], &solved["outcome"]), (&json!("*14"), &json!("first")));
    assert_eq!(solved["winning_moves"], json!([{"move": "take 6 from heap 1", "to": "nim:4,17,21"}]));
    let moves = server().post("/api/moves", r#"{"position":"nim:1,2","only":"take 1 from heap 2"}"#).json();
    assert_eq!(moves["moves"], json!([{"move": "take 1 from heap 2", "to": "nim:1,1", "wins": true, "value": "0"}]));
    let bare = server().post("/api/moves", r#"{"position":"nim:1,2","values":false,"limit":1}"#).json();
    assert_eq!((&bare["total"], bare["moves"].as_array().unwrap().len()), (&json!(3), 1));
    let explained = server().post("/api/explain", r#"{"position":"nim:6,9,15","lang":"ca"}"#).json();
    assert!(explained["explanation"].to_string().contains("la resposta la torna a fer 0"), "{explained}");
    let graph = server().post("/api/graph", r#"{"position":"nim:1,1"}"#).json();
    assert_eq!((graph["states"].as_array().unwrap().len(), &graph["whole"]), (4, &json!(true)));
    let kernel = server().post("/api/kernel", r#"{"vertices":3,"arcs":[[0,1],[1,2],[2,0]],"count":true}"#).json();
    assert_eq!((&kernel["kernel"], &kernel["count"], &kernel["case"]), (&Value::Null, &json!("0"), &json!("general")));
    let sequence = server().post("/api/sequence", r#"{"rule":"octal(0.77)","to":200}"#).json();
    assert_eq!((&sequence["period"]["period"], &sequence["nimbers"][3]), (&json!(12), &json!(3)));
    let drawn = server().post("/api/draw", r#"{"position":"nim:2,1 + nim:1"}"#).json();
    assert!(drawn["svg"].as_str().unwrap().contains("data-move=\"nim#2: take 1 from heap 1\""), "{drawn}");
    let editor = server().post("/api/editor", r#"{"position":"nim:2,1"}"#).json();
    assert_eq!((&editor["kind"], &editor["heaps"], &editor["more"]), (&json!("heaps"), &json!([2, 1]), &json!(true)));
    let games = server().get("/api/games").json();
    assert!(games.as_array().unwrap().iter().all(|game| game["picture"].is_string()), "every game has a picture");
}

/// Rules of the user's own: a board, its moves, its state graph; mistakes at their line; nothing runs for long.
#[test]
fn rules_are_tried_out() {
    let toads = "board, cells = 'strip', '_ T F'\nleft = ['T_ -> _T east', 'TF_ -> _FT east']\nright = ['F_ -> _F west', 'FT_ -> _TF west']\nexamples = ['TT_FF']";
    let told = server().post("/api/rules", &json!({"rules": toads}).to_string()).json();
    assert_eq!(
        (&told["position"], &told["kind"], &told["ends"]),
        (&json!("mine:TT_FF"), &json!("partisan"), &json!(true))
    );
    assert_eq!((&told["mistake"], told["moves"].as_array().unwrap().len()), (&Value::Null, 2));
    assert!(told["svg"].as_str().unwrap().contains("<svg"), "{told}");
    let asked = json!({"rules": toads, "position": "mine:TT_FF + nim:1"}).to_string();
    for path in ["/api/solve", "/api/moves", "/api/draw", "/api/graph", "/api/explain"] {
        assert_eq!(server().post(path, &asked).status, 200, "{path}");
    }
    let tree = json!({"rules": toads, "position": "mine:T_F", "what": "graph"}).to_string();
    assert!(server().post("/api/draw", &tree).json()["svg"].as_str().unwrap().contains("T_F"));
    let wrong = json!({"rules": "state = 'n'\nboth = ['n - q']", "position": "4"}).to_string();
    let told = server().post("/api/rules", &wrong).json();
    assert_eq!(told["mistake"]["line"], json!(2), "{told}");
    let wrong = json!({"rules": "state = 'n'\nboth = ['n - 1 where n > 0']", "position": "4x"}).to_string();
    let told = server().post("/api/rules", &wrong).json();
    assert!(told["mistake"]["line"].is_null() || told["mistake"]["line"] == json!(1), "{told}");
    assert!(!told["mistake"].is_null(), "{told}");
    for rules in
        ["def moves(n):\n    while True:\n        pass\nexamples = ['1']", "x = [0] * 10**9\ndef moves(n): return []"]
    {
        let told = server().post("/api/rules", &json!({"rules": rules}).to_string());
        assert!(told.status == 422 || !told.json()["mistake"].is_null(), "{}", told.json());
    }
    let long = json!({"rules": "#".repeat(30_000)}).to_string();
    assert_eq!(server().post("/api/rules", &long).status, 400);
    let file = json!({"rules": toads, "position": "./rules/toads.py:TT_FF"}).to_string();
    assert_eq!(server().post("/api/solve", &file).status, 422);
}

#[test]
fn a_bad_position_says_where() {
    let answer = server().post("/api/solve", r#"{"position":"nim:3,,4"}"#);
    assert_eq!(answer.status, 422);
    assert_eq!((&answer.json()["column"], answer.json()["error"].as_str()), (&json!(7), Some("a heap is missing")));
}

#[test]
fn bad_requests_are_refused() {
    let server = server();
    let host = format!("Host: {}\r\n", server.address);
    let json = format!("{host}Content-Type: application/json\r\n");
    let send = |method: &str, path: &str, headers: &str, body: &[u8]| {
        request(server.address, method, path, headers, body).status
    };
    let body = br#"{"position":"nim:1"}"#;
    assert_eq!(send("POST", "/api/solve", &json, body), 200);
    for (expected, method, path, headers, body) in [
        (400, "POST", "/api/solve", json.clone(), &b"{"[..]),
        (400, "POST", "/api/solve", json.clone(), b"{}"),
        (400, "POST", "/api/solve", json.clone(), b"[1]"),
        (400, "POST", "/api/solve", json.clone(), br#"["nim:1"]"#),
        (400, "POST", "/api/solve", json.clone(), br#"{"position":"nim:1","budget":[5]}"#),
        (400, "POST", "/api/solve", json.clone(), br#"{"position":"nim:1","budget":{"time":5.5}}"#),
        (200, "POST", "/api/solve", json.clone(), br#"{"position":"nim:1","budget":{"time":5.0}}"#),
        (400, "POST", "/api/solve", json.clone(), b"\xff\xfe"),
        (400, "POST", "/api/solve", json.clone(), br#"{"position":"nim:1","extra":1}"#),
        (400, "POST", "/api/solve", json.clone(), br#"{"position":"nim:1","play":"chess"}"#),
        (422, "POST", "/api/solve", json.clone(), br#"{"position":"chess:1"}"#),
        (422, "POST", "/api/solve", json.clone(), br#"{"position":"chomp:@/etc/passwd"}"#),
        (422, "POST", "/api/solve", json.clone(), br#"{"position":"dawson:1000000","play":"misere"}"#),
        (
            422,
            "POST",
            "/api/explain",
            json.clone(),
            br#"{"position":"dawson:1000000","play":"misere","method":"search"}"#,
        ),
        (422, "POST", "/api/sequence", json.clone(), br#"{"rule":"octal(0.9z)"}"#),
        (400, "POST", "/api/sequence", json.clone(), br#"{"rule":"octal(0.77)","to":100000000}"#),
        (422, "POST", "/api/kernel", json.clone(), br#"{"vertices":2,"arcs":[[0,7]]}"#),
        (415, "POST", "/api/solve", host.clone(), body),
        (415, "POST", "/api/solve", format!("{host}Content-Type: text/plain\r\n"), body),
        (405, "GET", "/api/solve", host.clone(), b""),
        (405, "DELETE", "/", host.clone(), b""),
        (404, "GET", "/api/nothing", host.clone(), b""),
        (404, "GET", "/../../etc/passwd", host.clone(), b""),
        (404, "GET", "/%2e%2e/%2e%2e/etc/passwd", host.clone(), b""),
        (404, "GET", "/page/../app.js", host.clone(), b""),
        (404, "GET", "/api/messages/fr", host.clone(), b""),
        (403, "GET", "/", "Host: evil.example\r\n".to_owned(), b""),
        (403, "GET", "/", "Host: 127.0.0.1:1\r\n".to_owned(), b""),
        (403, "POST", "/api/solve", format!("{json}Origin: http://evil.example\r\n"), body),
        (403, "POST", "/api/solve", format!("{json}Origin: null\r\n"), body),
        (403, "POST", "/api/solve", format!("{json}Sec-Fetch-Site: cross-site\r\n"), body),
    ] {
        let got = send(method, path, &headers, body);
        assert_eq!(got, expected, "{method} {path} {}", String::from_utf8_lossy(body));
    }
    let own = format!("{json}Origin: http://{}\r\n", server.address);
    assert_eq!(send("POST", "/api/solve", &own, body), 200);
    assert_eq!(send("POST", "/api/solve", &json, &vec![b' '; 1 << 19]), 413);
}

/// Every address that the router knows under `/api`, read from where it is built.
fn routed() -> Vec<&'static str> {
    let source = include_str!("../src/api/mod.rs");
    source.split(".route(\"").skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

#[test]
fn every_address_is_described() {
    let description = server().get("/api").json();
    let described: Vec<&String> = description["paths"].as_object().unwrap().keys().collect();
    let routed = routed();
    assert_eq!(routed.len(), described.len());
    assert!(routed.iter().all(|path| described.iter().any(|other| other == path)), "{described:?}");
}

/// Bodies that no question takes.
fn bad_bodies() -> Vec<Vec<u8>> {
    let mut bodies: Vec<Vec<u8>> = [
        "",
        "null",
        "0",
        "\"\"",
        "[]",
        "{",
        "}",
        "{}}",
        "{\"a\":}",
        "{'a':1}",
        "[[[[",
        "nan",
        "{\"position\":\"nim:1\"}x",
        "{\"no such field\":1}",
        "{\"budget\":{\"time\":-1}}",
        "{\"position\":\"\\ud800\"}",
        "\u{feff}{}",
    ]
    .iter()
    .map(|text| text.as_bytes().to_vec())
    .collect();
    bodies.push(b"\xff\xfe\x00\x01".to_vec());
    bodies.push(vec![b'['; 200_000]);
    bodies.push("{\"a\":".repeat(30_000).into_bytes());
    bodies.push(vec![b'x'; 300_000]);
    bodies
}

#[test]
fn every_address_refuses_every_kind_of_bad_request() {
    let server = server();
    let description = server.get("/api").json();
    let host = format!("Host: {}\r\n", server.address);
    let json = format!("{host}Content-Type: application/json\r\n");
    let refused = |method: &str, path: &str, headers: &str, body: &[u8]| {
        let answer = request(server.address, method, path, headers, body);
        let shown = String::from_utf8_lossy(&body[..body.len().min(60)]).into_owned();
        assert!(
            (400..500).contains(&answer.status),
            "{method} {path} {headers} {shown}: {} {}",
            answer.status,
            answer.body
        );
        assert!(answer.body.contains("\"error\""), "{method} {path} {shown}: {}", answer.body);
    };
    for path in routed() {
        let post = &description["paths"][path]["post"];
        let example = post["requestBody"]["content"]["application/json"]["example"].to_string();
        let path = path.replace("{language}", "es");
        let (method, body) = if post.is_null() { ("GET", &b""[..]) } else { ("POST", example.as_bytes()) };
        assert_eq!(request(server.address, method, &path, &json, body).status, 200, "{method} {path}");
        for other in ["PUT", "DELETE", "PATCH", "OPTIONS", "BREW", if method == "GET" { "POST" } else { "GET" }] {
            refused(other, &path, &json, body);
        }
        for extra in ["Origin: http://evil.example", "Origin: null", "Origin: file://", "Sec-Fetch-Site: cross-site"] {
            refused(method, &path, &format!("{json}{extra}\r\n"), body);
        }
        for wrong in ["evil.example", "localhost", "127.0.0.1:1", "", "127.0.0.1.evil.example", "[::2]:80"] {
            refused(method, &path, &format!("Host: {wrong}\r\nContent-Type: application/json\r\n"), body);
        }
        for trick in ["/", "/..", "%00", "%2f", "/../../etc/passwd", "//", ";a=b", "%ff", "/%2e%2e/"] {
            refused(method, &format!("{path}{trick}"), &json, body);
        }
        if method == "GET" {
            continue;
        }
        for bad in bad_bodies() {
            refused(method, &path, &json, &bad);
        }
        for kind in ["text/plain", "application/xml", "application/json2", "multipart/form-data; boundary=x", ""] {
            refused(method, &path, &format!("{host}Content-Type: {kind}\r\n"), body);
        }
        wrong_fields(&description["paths"][&path]["post"], |body| {
            refused(method, &path, &json, body.to_string().as_bytes());
        });
    }
    assert_eq!(server.post("/api/solve", r#"{"position":"nim:1"}"#).status, 200);
}

/// The example with each field in turn left out where it is required, or of each wrong type.
fn wrong_fields(post: &Value, mut refused: impl FnMut(&Value)) {
    let content = &post["requestBody"]["content"]["application/json"];
    let (schema, example) = (&content["schema"], &content["example"]);
    for required in schema["required"].as_array().into_iter().flatten() {
        let mut body = example.clone();
        body.as_object_mut().unwrap().remove(required.as_str().unwrap());
        refused(&body);
    }
    for (name, field) in schema["properties"].as_object().unwrap() {
        let taken = |kind: &str| {
            field["type"] == kind || field["type"].as_array().is_some_and(|kinds| kinds.contains(&json!(kind)))
        };
        let odd = [
            ("string", json!("?")),
            ("integer", json!(-1)),
            ("number", json!(1.5)),
            ("boolean", json!(true)),
            ("array", json!([[1, 2, 3]])),
            ("object", json!({"?": 1})),
        ];
        for (_, value) in
            odd.iter().filter(|(kind, _)| !taken(kind) || *kind == "integer" || *kind == "array" || *kind == "object")
        {
            let mut body = example.clone();
            body[name] = value.clone();
            refused(&body);
        }
    }
}

#[test]
fn broken_transfers_leave_the_server_well() {
    let server = server();
    let host = server.address;
    for raw in [
        format!(
            "POST /api/solve HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"
        ),
        format!(
            "POST /api/solve HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n{{}}"
        ),
        format!("POST /api/solve HTTP/1.1\r\nHost: {host}\r\nHost: evil.example\r\nContent-Length: 0\r\n\r\n"),
        format!("GET / HTTP/9.9\r\nHost: {host}\r\n\r\n"),
        format!("GET /{} HTTP/1.1\r\nHost: {host}\r\n\r\n", "a".repeat(100_000)),
        format!("GET http://evil.example/ HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"),
        "\0\u{1}\u{2}\r\n\r\n".to_owned(),
    ] {
        let mut stream = TcpStream::connect(host).unwrap();
        let _ = stream.write_all(raw.as_bytes());
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let answer = support::read_response(&mut stream);
        let shown = raw.get(..80).unwrap_or(&raw);
        assert!(answer.status == 0 || (400..500).contains(&answer.status), "{shown}: {answer:?}");
    }
    assert_eq!(server.post("/api/solve", r#"{"position":"nim:1"}"#).status, 200);
}

#[test]
fn problems_are_told_in_the_language_asked_for() {
    let server = server();
    let told = |language: &str| {
        let headers =
            format!("Host: {}\r\nContent-Type: application/json\r\nAccept-Language: {language}\r\n", server.address);
        let answer = request(server.address, "POST", "/api/solve", &headers, br#"{"position":"nim:3,,4"}"#).json();
        (answer["error"].as_str().unwrap().to_owned(), answer["shown"].as_str().unwrap().to_owned())
    };
    assert_eq!(told("es").0, "falta un montón");
    assert_eq!(told("ca-ES,en;q=0.5").0, "falta un munt");
    assert_eq!(told("fr").0, "a heap is missing");
    assert!(told("es").1.contains('^') && told("es").1.starts_with("falta un montón\n"), "{}", told("es").1);
}

#[test]
fn every_response_is_dressed() {
    for path in ["/", "/app.js", "/style.css", "/draw.css", "/api", "/api/games", "/nothing"] {
        let head = server().get(path).head.to_ascii_lowercase();
        for header in ["content-security-policy: default-src 'none'", "x-content-type-options: nosniff"] {
            assert!(head.contains(header), "{path}: {head}");
        }
        assert!(!head.contains("access-control-allow"), "{path}");
    }
}

#[test]
fn the_description_names_every_address_and_its_examples_work() {
    let description = server().get("/api").json();
    let paths = description["paths"].as_object().unwrap();
    assert!(paths.len() >= 10);
    for (path, methods) in paths {
        let Some(post) = methods.get("post") else { continue };
        let example = &post["requestBody"]["content"]["application/json"]["example"];
        let answer = server().post(path, &example.to_string());
        assert_eq!(answer.status, 200, "{path} {example}: {}", answer.body);
        assert_eq!(server().get(path).status, 405, "{path} exists for POST only");
    }
}

#[test]
fn long_questions_stream_progress_and_stop_when_the_client_leaves() {
    let server = Running::start(LaneLimits { long: (1, 1), ..LaneLimits::default() });
    let mut stream = TcpStream::connect(server.address).unwrap();
    let head = format!(
        "POST /api/solve HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nAccept: application/x-ndjson\r\nContent-Length: {}\r\n\r\n{LONG}",
        server.address,
        LONG.len()
    );
    stream.write_all(head.as_bytes()).unwrap();
    let mut seen = String::new();
    let mut buffer = [0; 4096];
    while !seen.contains("\"positions\":") {
        let count = std::io::Read::read(&mut stream, &mut buffer).unwrap();
        assert!(count > 0, "the stream ended: {seen}");
        seen.push_str(&String::from_utf8_lossy(&buffer[..count]));
    }
    drop(stream);
    // The only place of the long lane must become free: another long question gets to work, not only to waiting.
    let short = LONG.replace("20000", "300");
    let body = server.post("/api/solve", &short).json();
    assert_eq!(body["outcome"], "undecided", "{body}");
}

#[test]
fn stopping_ends_long_work() {
    let server = Running::start(LaneLimits::default());
    let address = server.address;
    let asking = std::thread::spawn(move || {
        let headers = format!("Host: {address}\r\nContent-Type: application/json\r\n");
        request(address, "POST", "/api/solve", &headers, LONG.as_bytes())
    });
    std::thread::sleep(Duration::from_millis(400));
    drop(server);
    let answer = asking.join().unwrap();
    assert!(answer.status == 0 || answer.body.contains("cancelled"), "{answer:?}");
}

/// Values that fit a schema, and now and then some that do not.
fn fitting(schema: &Value) -> BoxedStrategy<Value> {
    let odd = prop_oneof![
        Just(Value::Null),
        Just(json!(-1)),
        Just(json!(1.5)),
        Just(json!([])),
        Just(json!({"a": 1})),
        any::<u64>().prop_map(|number| json!(number)),
        ".{0,20}".prop_map(|text| json!(text)),
    ];
    let right: BoxedStrategy<Value> = if let Some(choices) = schema["enum"].as_array() {
        proptest::sample::select(choices.clone()).boxed()
    } else {
        match schema["type"].as_str() {
            Some("boolean") => any::<bool>().prop_map(|yes| json!(yes)).boxed(),
            Some("integer") => (0..60u64).prop_map(|number| json!(number)).boxed(),
            Some("array") => {
                proptest::collection::vec(fitting_item(&schema["items"]), 0..6).prop_map(|list| json!(list)).boxed()
            }
            Some("object") => Just(json!({"time": 50})).boxed(),
            _ => prop_oneof![
                "[a-z]{1,8}(\\([0-9,.]{0,5}\\))?:[0-9a-zA-Z,.|+*{}@ ]{0,12}",
                "(nim|wythoff):[0-9],[0-9]( \\+ nim:[0-9])?",
                "(octal|subtract|coins)\\([0-9.,]{1,5}\\)(:[0-9]{1,3})?",
                ".{0,30}",
            ]
            .prop_map(|text| json!(text))
            .boxed(),
        }
    };
    prop_oneof![8 => right, 1 => odd].boxed()
}

fn fitting_item(schema: &Value) -> BoxedStrategy<Value> {
    match schema["type"].as_str() {
        Some("array") => proptest::collection::vec(0..8u64, 2).prop_map(|pair| json!(pair)).boxed(),
        _ => fitting(schema),
    }
}

/// A question made from the description, some of whose fields may be missing.
fn question() -> BoxedStrategy<(String, Value)> {
    let description = server().get("/api").json();
    let mut kinds = Vec::new();
    for (path, methods) in description["paths"].as_object().unwrap() {
        let schema = &methods["post"]["requestBody"]["content"]["application/json"]["schema"];
        let Some(properties) = schema["properties"].as_object() else { continue };
        let path = path.clone();
        let fields: Vec<_> = properties
            .iter()
            .map(|(name, schema)| (Just(name.clone()), proptest::option::weighted(0.7, fitting(schema))))
            .collect();
        let made = fields.prop_map(move |fields| {
            let object = fields.into_iter().filter_map(|(name, value)| Some((name, value?))).collect();
            (path.clone(), Value::Object(object))
        });
        kinds.push(made.boxed());
    }
    proptest::strategy::Union::new(kinds).boxed()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_question_breaks_the_server((path, body) in question()) {
        let mut body = body;
        if body.get("budget").is_some() {
            body["budget"] = json!({"time": 50});
        }
        let answer = server().post(&path, &body.to_string());
        let description = server().get("/api").json();
        let documented = &description["paths"][&path]["post"]["responses"];
        prop_assert!(documented.get(answer.status.to_string()).is_some(), "{path} {body}: {} {}", answer.status, answer.body);
        let told = answer.json();
        prop_assert_eq!(answer.status == 200, told.get("error").is_none());
        let fits = check(&description, of_answer(&description, &path, "post", answer.status), &told);
        prop_assert!(fits.is_ok(), "{path} {body}: {fits:?}");
    }
}
