//! Why a request has no answer, as the client is told.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use grundy_budget::Exhausted;
use grundy_game::ParseError;
use grundy_lang::{Language, Text};
use grundy_solve::Stop;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

/// Why a request has no answer, as it is sent.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Problem")]
pub(crate) struct ProblemObject {
    /// What is wrong, in a sentence.
    error: String,
    /// The status of the response.
    status: u16,
    /// The column of a notation where the mistake is, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "usize")]
    column: Option<usize>,
    /// What would be right in a notation; may be empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    help: Option<String>,
    /// The notation or expression with the mistake marked.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    shown: Option<String>,
    /// Why the question stayed undecided, when its budget ran out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    undecided: Option<String>,
}

/// Why a request has no answer.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.text())]
pub enum Problem {
    /// A position or another notation could not be read.
    Notation(Box<ParseError>),
    /// An expression could not be read or worked out; the second text shows where.
    Expression(Text, String),
    /// The request itself is malformed or asks for something that does not exist.
    Bad(Text),
    /// The question does not fit the position.
    Unsuitable(Text),
    /// The budget of the request ran out first.
    Exhausted(Exhausted),
    /// Too much is waiting already.
    Busy,
    /// The request is refused: it does not come from the page.
    Refused(Text),
    /// There is nothing under this address.
    NotFound,
    /// The address does not take this method.
    Method,
    /// The body is larger than any request may be.
    TooLarge(usize),
    /// The body did not arrive in time.
    Slow,
    /// The body is not JSON by its header.
    ContentType,
    /// A mistake of ours.
    Mistake,
}

impl Problem {
    /// The problem as a sentence.
    pub fn text(&self) -> Text {
        match self {
            Self::Notation(error) => error.problem.clone(),
            Self::Expression(text, _) | Self::Bad(text) | Self::Unsuitable(text) | Self::Refused(text) => text.clone(),
            Self::Exhausted(exhausted) => Text::new("undecided: {stop}").with_text("stop", exhausted.text()),
            Self::Busy => Text::new("the server is busy with other questions; try again shortly"),
            Self::NotFound => Text::new("there is nothing under this address"),
            Self::Method => Text::new("this address does not take this method"),
            Self::TooLarge(bytes) => Text::new("the request is larger than {bytes} bytes").with("bytes", bytes),
            Self::Slow => Text::new("the request did not arrive in time"),
            Self::ContentType => Text::new("expected the content type application/json"),
            Self::Mistake => Text::new("the server made a mistake"),
        }
    }

    /// The status that goes with the problem.
    pub fn status(&self) -> StatusCode {
        match self {
            Self::Bad(_) => StatusCode::BAD_REQUEST,
            Self::Notation(_) | Self::Expression(..) | Self::Unsuitable(_) | Self::Exhausted(_) => {
                StatusCode::UNPROCESSABLE_ENTITY
            }
            Self::Busy => StatusCode::SERVICE_UNAVAILABLE,
            Self::Refused(_) => StatusCode::FORBIDDEN,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::Method => StatusCode::METHOD_NOT_ALLOWED,
            Self::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Self::Slow => StatusCode::REQUEST_TIMEOUT,
            Self::ContentType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::Mistake => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// The problem as one object, in a language: what is wrong, in a notation also where and what would be right.
    pub fn to_json(&self, language: Language) -> Value {
        let (error, status) = (self.text().say(language), self.status().as_u16());
        let mut object = ProblemObject { error, status, column: None, help: None, shown: None, undecided: None };
        match self {
            Self::Notation(error) => {
                object.column = Some(error.column());
                object.help = Some(error.help.say(language));
                object.shown = Some(error.say(language));
            }
            Self::Expression(_, shown) => object.shown = Some(shown.clone()),
            Self::Exhausted(exhausted) => object.undecided = Some(exhausted.to_string()),
            _ => {}
        }
        json!(object)
    }
}

impl From<ParseError> for Problem {
    fn from(error: ParseError) -> Self {
        Self::Notation(Box::new(error))
    }
}

impl From<Exhausted> for Problem {
    fn from(exhausted: Exhausted) -> Self {
        Self::Exhausted(exhausted)
    }
}

impl From<Stop> for Problem {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Exhausted(exhausted) => Self::Exhausted(exhausted),
            other => Self::Unsuitable(other.text()),
        }
    }
}

impl Problem {
    /// The response that tells the problem in a language.
    pub fn told_in(&self, language: Language) -> Response {
        let json = [(header::CONTENT_TYPE, "application/json")];
        let mut response = (self.status(), json, self.to_json(language).to_string()).into_response();
        if matches!(self, Self::Busy) {
            response.headers_mut().insert(header::RETRY_AFTER, header::HeaderValue::from_static("1"));
        }
        response
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        self.told_in(Language::English)
    }
}
