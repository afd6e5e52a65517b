//! Keeping other sites out, and the headers that keep the page to itself.
//!
//! A page of another site can make a browser send requests to loopback. Two checks stop it: the `Host` must be one of ours
//! (against DNS names that point to loopback), and an `Origin`, when the browser gives one, must be ours too.

use crate::Problem;
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use grundy_lang::Text;
use std::sync::Arc;

/// The names under which this server may be addressed.
#[derive(Clone, Debug)]
pub struct Names {
    hosts: Arc<[String]>,
}

impl Names {
    /// The names of a server on loopback at the given port.
    pub fn on_loopback(port: u16) -> Self {
        let mut hosts: Vec<String> =
            ["127.0.0.1", "localhost", "[::1]"].iter().map(|name| format!("{name}:{port}")).collect();
        if port == 80 {
            hosts.extend(["127.0.0.1", "localhost", "[::1]"].map(str::to_owned));
        }
        Self { hosts: hosts.into() }
    }

    fn is_ours(&self, host: &str) -> bool {
        self.hosts.iter().any(|ours| ours.eq_ignore_ascii_case(host))
    }

    fn check(&self, request: &Request) -> Result<(), Problem> {
        let named = |name: HeaderName| request.headers().get(name).map(|value| value.to_str().unwrap_or("?"));
        if !named(header::HOST).is_some_and(|host| self.is_ours(host)) {
            return Err(Problem::Refused(Text::new("the Host header does not name this server")));
        }
        if request.uri().authority().is_some_and(|authority| !self.is_ours(authority.as_str())) {
            return Err(Problem::Refused(Text::new("the address does not name this server")));
        }
        let ours = |origin: &str| origin.strip_prefix("http://").is_some_and(|host| self.is_ours(host));
        if named(header::ORIGIN).is_some_and(|origin| !ours(origin)) {
            return Err(Problem::Refused(Text::new("the request comes from another site")));
        }
        let api = request.uri().path().starts_with("/api");
        let from = named(HeaderName::from_static("sec-fetch-site"));
        if api && from.is_some_and(|from| !matches!(from, "same-origin" | "none")) {
            return Err(Problem::Refused(Text::new("the request comes from another site")));
        }
        Ok(())
    }
}

/// Everything comes from this server, nothing may frame it, no script or style is written into the page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Checks where a request comes from, and dresses every response.
pub async fn guard(State(names): State<Names>, request: Request, next: Next) -> Response {
    let mut response = match names.check(&request) {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in [
        ("content-security-policy", POLICY),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("cache-control", "no-cache"),
    ] {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}
