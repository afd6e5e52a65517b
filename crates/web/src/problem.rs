//! Why a request has no answer, as the client is told.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use grundy_budget::Exhausted;
use grundy_game::ParseError;
use grundy_lang::{Language, Text};
use grundy_solve::Stop;
use serde_json::{Map, Value, json};

/// Why a request has no answer.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// A position or another notation could not be read.
    #[error("{}", .0.problem)]
    Notation(Box<ParseError>),
    /// An expression could not be read or worked out; the second text shows where.
    #[error("{0}")]
    Expression(String, String),
    /// The request itself is malformed or asks for something that does not exist.
    #[error("{0}")]
    Bad(String),
    /// The question does not fit the position.
    #[error("{0}")]
    Unsuitable(String),
    /// The budget of the request ran out first.
    #[error("undecided: {0}")]
    Exhausted(Exhausted),
    /// Too much is waiting already.
    #[error("the server is busy with other questions; try again shortly")]
    Busy,
    /// The request is refused: it does not come from the page.
    #[error("{0}")]
    Refused(&'static str),
    /// There is nothing under this address.
    #[error("there is nothing under this address")]
    NotFound,
    /// The address does not take this method.
    #[error("this address does not take this method")]
    Method,
    /// The body is larger than any request may be.
    #[error("the request is larger than {0} bytes")]
    TooLarge(usize),
    /// The body did not arrive in time.
    #[error("the request did not arrive in time")]
    Slow,
    /// The body is not JSON by its header.
    #[error("expected the content type application/json")]
    ContentType,
    /// A mistake of ours.
    #[error("the server made a mistake")]
    Mistake,
}

impl Problem {
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
        let mut object = Map::new();
        object.insert("error".to_owned(), json!(language.say(&self.to_string())));
        object.insert("status".to_owned(), json!(self.status().as_u16()));
        match self {
            Self::Notation(error) => {
                object.insert("column".to_owned(), json!(error.column()));
                let say = |text: &Text| Text::verbatim(language.say(&text.say(language)));
                let (problem, help) = (say(&error.problem), say(&error.help));
                object.insert("help".to_owned(), json!(help.to_string()));
                let told = ParseError { problem, help, ..ParseError::clone(error) };
                object.insert("shown".to_owned(), json!(told.render()));
            }
            Self::Expression(problem, shown) => {
                object.insert("shown".to_owned(), json!(shown.replacen(problem, &language.say(problem), 1)));
            }
            Self::Exhausted(exhausted) => {
                object.insert("undecided".to_owned(), json!(exhausted.to_string()));
            }
            _ => {}
        }
        Value::Object(object)
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
            other => Self::Unsuitable(other.to_string()),
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
