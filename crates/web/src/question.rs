//! From a request to a budgeted piece of work, and back to a response.

use crate::Problem;
use crate::server::App;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use grundy_budget::{Budget, Limits, pulse};
use grundy_lang::{Language, Text};
use grundy_solve::Oracle;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::mpsc;

/// Something that can be asked with a JSON object.
pub trait Question: DeserializeOwned + JsonSchema + Send + Sync + 'static {
    /// The object that is sent back; the description of the interface is made from its type.
    type Answer: Serialize + JsonSchema;

    /// The limits the client asked for.
    fn limited(&self) -> Limited {
        Limited::default()
    }

    /// The answer within a budget, its sentences in a language. Long loops must ask the budget.
    fn answer(&self, means: Means<'_>) -> Result<Reply<Self::Answer>, Problem>;
}

/// What a question is answered with.
#[derive(Clone, Copy, Debug)]
pub struct Means<'a> {
    /// What the answer may cost.
    pub budget: &'a Budget,
    /// The language of its sentences.
    pub language: Language,
    /// Tables in which positions are looked up first.
    pub tables: &'a [Arc<dyn Oracle>],
}

/// An answer.
#[derive(Debug)]
pub struct Reply<A> {
    /// The answer as one object.
    pub value: A,
    /// Whether more budget could not have made it better.
    pub complete: bool,
}

/// An answer as JSON text, ready to be sent.
#[derive(Debug)]
pub struct Written {
    /// The text, in one line.
    pub text: String,
    /// As in [`Reply`].
    pub complete: bool,
}

impl<A: Serialize> Reply<A> {
    /// Writes the answer, where it is worked out rather than where it is sent; one of more than `most` bytes is refused.
    pub fn written(self, most: usize) -> Result<Written, Problem> {
        let mut page = Page { bytes: Vec::new(), most };
        let too_long = |_| Problem::Unsuitable(Text::new("the answer has more than {most} bytes").with("most", most));
        serde_json::to_writer(&mut page, &self.value).map_err(too_long)?;
        let text = String::from_utf8(page.bytes).map_err(|_| Problem::Mistake)?;
        Ok(Written { text, complete: self.complete })
    }
}

/// Bytes up to a number of them.
struct Page {
    bytes: Vec<u8>,
    most: usize,
}

impl std::io::Write for Page {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        if self.bytes.len() + bytes.len() > self.most {
            return Err(std::io::Error::other("the page is full"));
        }
        pulse(bytes.len() as u64 / 16);
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl<A> From<A> for Reply<A> {
    fn from(value: A) -> Self {
        Self { value, complete: true }
    }
}

/// The limits a client may ask for; the server has limits of its own above them.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Limited {
    /// Milliseconds.
    pub time: Option<u64>,
    /// Bytes of tables.
    pub memory: Option<u64>,
    /// Positions visited.
    pub positions: Option<u64>,
}

impl Limited {
    /// What is asked for, but not above `most`.
    pub fn within(self, most: Limits) -> Limits {
        let asked =
            Limits { time: self.time.map(Duration::from_millis), memory: self.memory, positions: self.positions };
        Self::smaller(asked, most)
    }

    /// The stricter limit of each kind.
    pub fn smaller(a: Limits, b: Limits) -> Limits {
        fn least<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
            match (a, b) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            }
        }
        Limits {
            time: least(a.time, b.time),
            memory: least(a.memory, b.memory),
            positions: least(a.positions, b.positions),
        }
    }
}

/// Largest body of a request.
pub const LARGEST_BODY: usize = 1 << 18;

/// How long a body may take to arrive.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often progress is told.
const BEAT: Duration = Duration::from_millis(200);

/// The header of a question that nobody clicked for, such as one that came with a link: it gets a short slice of time and
/// no more.
const GLANCE: &str = "x-grundy-glance";

/// The kind of a stream of JSON objects, one a line.
const LINES: &str = "application/x-ndjson";

/// Answers a question: as one object, or, when the client accepts lines, as progress lines and a last line with the
/// answer. A client that goes away cancels the work. Problems are told in the language that the client accepts.
pub async fn ask<Q: Question>(State(app): State<App>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let language = accepted_language(&parts.headers);
    answered::<Q>(app, &parts.headers, body, language).await.unwrap_or_else(|problem| problem.told_in(language))
}

async fn answered<Q: Question>(
    app: App,
    headers: &HeaderMap,
    body: Body,
    language: Language,
) -> Result<Response, Problem> {
    let bytes = read_body(headers, body).await?;
    let question: Q = read(&bytes)?;
    let glance = headers.contains_key(GLANCE);
    if accepts_lines(headers) {
        return Ok(stream(app, question, glance, language));
    }
    let written = app.lanes.run(question, language, glance, |_| {}).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], written.text).into_response())
}

/// Reads a question as its description says: an object, its budget an object too, and a number such as 5.0 is whole.
fn read<Q: Question>(bytes: &[u8]) -> Result<Q, Problem> {
    let bad = |error: serde_json::Error| Problem::Bad(Text::new("the request: {error}").with("error", error));
    let mut value: Value = serde_json::from_slice(bytes).map_err(bad)?;
    if !value.is_object() || value.get("budget").is_some_and(|budget| !budget.is_object()) {
        return Err(Problem::Bad(Text::new("the request: expected an object")));
    }
    make_whole(&mut value);
    serde_json::from_value(value).map_err(bad)
}

/// Writes numbers without a fraction as whole numbers; the depth of a JSON text is bounded by its reader.
fn make_whole(value: &mut Value) {
    const LARGEST: f64 = 9_007_199_254_740_992.0;
    match value {
        Value::Number(number) if number.is_f64() => {
            let float = number.as_f64().unwrap_or(0.5);
            if float.fract() == 0.0 && (0.0..=LARGEST).contains(&float) {
                *value = json!(float as u64);
            }
        }
        Value::Array(list) => list.iter_mut().for_each(make_whole),
        Value::Object(map) => map.values_mut().for_each(make_whole),
        _ => {}
    }
}

async fn read_body(headers: &HeaderMap, body: Body) -> Result<Bytes, Problem> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if !kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json")) {
        return Err(Problem::ContentType);
    }
    let told = headers.get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse().ok()).unwrap_or(0);
    if told > LARGEST_BODY as u64 {
        return Err(Problem::TooLarge(LARGEST_BODY));
    }
    let reading = tokio::time::timeout(PATIENCE, to_bytes(body, LARGEST_BODY)).await;
    reading.map_err(|_| Problem::Slow)?.map_err(|_| Problem::TooLarge(LARGEST_BODY))
}

fn accepted_language(headers: &HeaderMap) -> Language {
    let list = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    list.map_or(Language::English, Language::preferred)
}

fn accepts_lines(headers: &HeaderMap) -> bool {
    headers.get(header::ACCEPT).and_then(|value| value.to_str().ok()).is_some_and(|accepted| accepted.contains(LINES))
}

fn stream<Q: Question>(app: App, question: Q, glance: bool, language: Language) -> Response {
    let (lines, receiver) = mpsc::channel::<Result<Bytes, Infallible>>(4);
    tokio::spawn(async move {
        let watched: Arc<Mutex<Option<Budget>>> = Arc::default();
        let watch = |budget: &Budget| {
            *watched.lock().unwrap_or_else(PoisonError::into_inner) = Some(budget.clone());
        };
        let work = app.lanes.run(question, language, glance, watch);
        tokio::pin!(work);
        let last = loop {
            match tokio::time::timeout(BEAT, &mut work).await {
                Ok(Ok(written)) => break format!("{{\"answer\":{}}}", written.text),
                Ok(Err(problem)) => break problem.to_json(language).to_string(),
                Err(_) => {
                    let beat = progress(watched.lock().unwrap_or_else(PoisonError::into_inner).as_ref());
                    if lines.send(Ok(line(&beat.to_string()))).await.is_err() {
                        // The client went away; dropping the work cancels it.
                        return;
                    }
                }
            }
        };
        let _ = lines.send(Ok(line(&last))).await;
    });
    let body = Body::from_stream(tokio_stream::wrappers::ReceiverStream::new(receiver));
    ([(header::CONTENT_TYPE, LINES)], body).into_response()
}

fn line(text: &str) -> Bytes {
    Bytes::from(format!("{text}\n"))
}

fn progress(budget: Option<&Budget>) -> Value {
    match budget {
        None => json!({"progress": {"waiting": true}}),
        Some(budget) => json!({"progress": {
            "positions": budget.positions(),
            "memory": budget.memory(),
            "seconds": budget.elapsed().as_secs_f64(),
        }}),
    }
}
