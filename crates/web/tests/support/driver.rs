//! A small WebDriver client: just what the browser tests need.

#![allow(dead_code)] // Each test file uses its own part.

use super::support::{Response, Running, request};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A browser window under control.
pub struct Browser {
    driver: Child,
    address: SocketAddr,
    session: String,
    profile: tempfile::TempDir,
}

/// The key under which WebDriver hands out elements.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// What the driver says of an element that the page draws again, moves or shows just then.
const DRAWN_AGAIN: [&str; 4] =
    ["stale element", "no such element", "element not interactable", "element click intercepted"];

/// How long the page may take to show something.
const PATIENCE: Duration = Duration::from_mins(1);

impl Browser {
    /// Opens a window of the given size.
    pub fn open(width: u32, height: u32) -> Self {
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver is missing: `cargo xtask setup` installs chromium and chromium-driver");
        let mut lines = BufReader::new(driver.stdout.take().expect("chromedriver speaks")).lines();
        let port = lines
            .by_ref()
            .map_while(Result::ok)
            .find_map(|line| line.split_once("successfully on port ")?.1.trim_end_matches('.').parse::<u16>().ok())
            .expect("chromedriver did not say on which port it listens");
        std::thread::spawn(move || lines.for_each(drop));
        let address = SocketAddr::from(([127, 0, 0, 1], port));
        let profile = tempfile::tempdir().expect("a folder for the profile");
        let mut browser = Self { driver, address, session: String::new(), profile };
        let profile = format!("--user-data-dir={}", browser.profile.path().display());
        let size = format!("--window-size={width},{height}");
        let arguments = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-dev-shm-usage",
            "--lang=en",
            &profile,
            &size,
        ];
        let wanted = json!({"capabilities": {"alwaysMatch": {
            "goog:chromeOptions": {"args": arguments},
            "goog:loggingPrefs": {"browser": "ALL"},
            "timeouts": {"script": 300_000},
        }}});
        let made = browser.call("POST", "/session", &wanted);
        made["sessionId"].as_str().expect("a session").clone_into(&mut browser.session);
        browser
    }

    /// Opens a window whose owner has taken the tour, and shows a view of the page.
    pub fn at(server: &Running, hash: &str) -> Self {
        let browser = Self::open(1300, 1000);
        browser.visit(server, "games");
        browser.run("localStorage.setItem('tour', 'seen')", &json!([]));
        browser.visit(server, hash);
        browser
    }

    /// Loads a view of the page and waits until its scripts run.
    pub fn visit(&self, server: &Running, hash: &str) {
        self.go(&format!("{}#{hash}", server.url()));
        self.element("#language");
    }

    /// Lets the page know that somebody is there: a link alone starts no long work.
    pub fn touch(&self) {
        self.run("dispatchEvent(new PointerEvent('pointerup'))", &json!([]));
    }

    /// Makes the first move of the list that fits a selector, as soon as the board stands still and lets it be made.
    pub fn make(&self, css: &str) {
        let script = "const still = document.querySelector('.board[aria-busy=false]'), move = [...document.querySelectorAll('CSS')].find((move) => !move.disabled);
            if (!still || !move) return false; move.click(); return true";
        self.until(css, &script.replace("CSS", css));
    }

    fn call(&self, method: &str, path: &str, body: &Value) -> Value {
        self.attempt(method, path, body).unwrap_or_else(|problem| panic!("{method} {path}: {problem}"))
    }

    fn attempt(&self, method: &str, path: &str, body: &Value) -> Result<Value, String> {
        let text = if method == "POST" { body.to_string() } else { String::new() };
        let headers = format!("Host: {}\r\nContent-Type: application/json\r\n", self.address);
        let Response { status, body, .. } = request(self.address, method, path, &headers, text.as_bytes());
        let answer: Value = serde_json::from_str(&body).unwrap_or_default();
        if status == 200 { Ok(answer["value"].clone()) } else { Err(body) }
    }

    fn session(&self, method: &str, path: &str, body: &Value) -> Value {
        self.call(method, &format!("/session/{}{path}", self.session), body)
    }

    /// Goes to an address.
    pub fn go(&self, url: &str) {
        self.session("POST", "/url", &json!({"url": "about:blank"}));
        self.session("POST", "/url", &json!({"url": url}));
    }

    /// Changes the size of the window.
    pub fn resize(&self, width: u32, height: u32) {
        self.session("POST", "/window/rect", &json!({"width": width, "height": height}));
        // A window has a least width; a phone is narrower.
        let size = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        let command = json!({"cmd": "Emulation.setDeviceMetricsOverride", "params": size});
        self.session("POST", "/goog/cdp/execute", &command);
    }

    /// Runs a script and returns what it returns.
    pub fn run(&self, script: &str, arguments: &Value) -> Value {
        self.session("POST", "/execute/sync", &json!({"script": script, "args": arguments}))
    }

    /// Runs a script that calls its last argument when it is done.
    pub fn wait_for(&self, script: &str) -> Value {
        self.session("POST", "/execute/async", &json!({"script": script, "args": []}))
    }

    /// Waits until a script returns something true. A script that fails, since what it looks at is being drawn again, has
    /// not returned anything yet.
    pub fn until(&self, what: &str, script: &str) -> Value {
        let started = Instant::now();
        let path = format!("/session/{}/execute/sync", self.session);
        loop {
            let told = self.attempt("POST", &path, &json!({"script": script, "args": []}));
            match &told {
                Ok(value) if value.as_bool() != Some(false) && !value.is_null() && *value != json!("") => {
                    return value.clone();
                }
                Ok(_) => {}
                Err(problem) if problem.contains("javascript error") => {}
                Err(problem) => panic!("{what}: {problem}"),
            }
            assert!(
                started.elapsed() < PATIENCE,
                "waited in vain for {what}: {told:?}; the page says: {}",
                self.run("return document.body.innerText", &json!([]))
            );
            std::thread::sleep(Duration::from_millis(40));
        }
    }

    /// Waits for an element.
    pub fn element(&self, css: &str) {
        self.until(css, &format!("return document.querySelector({}) !== null", json!(css)));
    }

    /// Clicks an element with the mouse; one that the page draws again just then is looked up again.
    pub fn click(&self, css: &str) {
        let started = Instant::now();
        let session = format!("/session/{}", self.session);
        loop {
            self.element(css);
            let wanted = json!({"using": "css selector", "value": css});
            let clicked = self.attempt("POST", &format!("{session}/element"), &wanted).and_then(|found| {
                let element = found[ELEMENT].as_str().unwrap_or_default();
                self.attempt("POST", &format!("{session}/element/{element}/click"), &json!({}))
            });
            match clicked {
                Ok(_) => return,
                Err(problem) if DRAWN_AGAIN.iter().any(|known| problem.contains(known)) => {
                    assert!(started.elapsed() < PATIENCE, "{css} is drawn again and again: {problem}");
                    std::thread::sleep(Duration::from_millis(40));
                }
                Err(problem) => panic!("click on {css}: {problem}"),
            }
        }
    }

    /// Clicks at a place within an element, counted from its upper left corner.
    pub fn click_at(&self, css: &str, x: f64, y: f64) {
        let script = "const box = document.querySelector(arguments[0]).getBoundingClientRect(); return [box.x, box.y]";
        self.run("document.querySelector(arguments[0]).scrollIntoView({block: 'center'})", &json!([css]));
        let corner = self.run(script, &json!([css]));
        let (x, y) = (corner[0].as_f64().unwrap_or(0.0) + x, corner[1].as_f64().unwrap_or(0.0) + y);
        let actions = json!({"actions": [{"type": "pointer", "id": "mouse", "actions": [
            {"type": "pointerMove", "duration": 0, "x": x.round() as i64, "y": y.round() as i64},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]}]});
        self.session("POST", "/actions", &actions);
    }

    /// Presses keys, one after the other.
    pub fn keys(&self, keys: &[&str]) {
        let presses: Vec<Value> = keys
            .iter()
            .flat_map(|key| [json!({"type": "keyDown", "value": key}), json!({"type": "keyUp", "value": key})])
            .collect();
        self.session("POST", "/actions", &json!({"actions": [{"type": "key", "id": "keys", "actions": presses}]}));
    }

    /// The text of an element.
    pub fn text(&self, css: &str) -> String {
        let script =
            format!("const found = document.querySelector({}); return found && ' ' + found.innerText", json!(css));
        self.until(css, &script).as_str().unwrap_or_default().trim().to_owned()
    }

    /// Chooses a value of a list.
    pub fn choose(&self, css: &str, value: &str) {
        self.element(css);
        let script = "const list = document.querySelector(arguments[0]); list.value = arguments[1]; \
                      list.dispatchEvent(new Event('change', {bubbles: true}))";
        self.run(script, &json!([css, value]));
    }

    /// What the page complained about in the console since the last call.
    pub fn complaints(&self) -> Vec<String> {
        let log = self.session("POST", "/se/log", &json!({"type": "browser"}));
        let lines = log.as_array().cloned().unwrap_or_default();
        lines
            .iter()
            .filter_map(|line| Some(format!("{}: {}", line["level"].as_str()?, line["message"].as_str()?)))
            .collect()
    }

    /// Saves a picture of the window where the environment asks for it.
    pub fn screenshot(&self, name: &str) {
        let Some(folder) = std::env::var_os("GRUNDY_SCREENSHOTS") else { return };
        self.keep(PathBuf::from(folder).join(format!("{name}.png")));
    }

    /// Saves a picture of the window.
    pub fn keep(&self, path: impl AsRef<Path>) {
        let picture = self.session("GET", "/screenshot", &Value::Null);
        let bytes = decoded(picture.as_str().unwrap_or_default());
        std::fs::write(path, bytes).expect("the picture can be written");
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !self.session.is_empty() && !std::thread::panicking() {
            self.session("DELETE", "", &Value::Null);
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// Decodes base 64.
fn decoded(text: &str) -> Vec<u8> {
    let sixth = |byte: u8| match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let sixths: Vec<u8> = text.bytes().filter_map(sixth).collect();
    let group = |four: &[u8]| {
        let bits = four.iter().fold(0u32, |bits, &six| bits << 6 | u32::from(six)) << (6 * (4 - four.len()));
        bits.to_be_bytes()[1..four.len()].to_vec()
    };
    sixths.chunks(4).flat_map(group).collect()
}
