//! The server: routes, a listener on loopback, and a clean end.

use crate::connections::{self, Patience};
use crate::guard::{Names, guard};
use crate::lanes::{LaneLimits, Lanes};
use crate::{Problem, api, openapi, page};
use axum::Router;
use axum::http::Uri;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use grundy_lang::Text;
use grundy_solve::Oracle;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use tokio::sync::Notify;

/// What every handler shares.
#[derive(Clone, Debug)]
pub struct App {
    /// The lanes in which questions are answered.
    pub lanes: Lanes,
}

/// Why the server could not start or go on.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.text())]
pub enum ServeError {
    /// The port cannot be had.
    Port {
        /// The port asked for.
        port: u16,
        /// Why.
        error: std::io::Error,
    },
    /// The threads of the server cannot be had.
    Start(std::io::Error),
}

impl ServeError {
    /// The reason for people.
    pub fn text(&self) -> Text {
        match self {
            Self::Port { port, error } => Text::new("cannot listen on port {port} of loopback: {why}")
                .with("port", port)
                .with_text("why", Text::of_system(error)),
            Self::Start(error) => Text::new("cannot start the server: {why}").with_text("why", Text::of_system(error)),
        }
    }
}

/// A server that listens on loopback.
#[derive(Debug)]
pub struct Server {
    runtime: tokio::runtime::Runtime,
    listener: tokio::net::TcpListener,
    address: SocketAddr,
    lanes: Lanes,
    stop: Arc<Notify>,
    patience: Patience,
}

/// A switch that ends a server; all clones end the same one.
#[derive(Clone, Debug)]
pub struct Stopper(Arc<Notify>);

impl Stopper {
    /// Ends the server: running work is cancelled and open requests are closed.
    pub fn stop(&self) {
        self.0.notify_one();
    }
}

impl Server {
    /// Listens on the given port of 127.0.0.1; port 0 takes any free one.
    pub fn bind(port: u16, limits: LaneLimits) -> Result<Self, ServeError> {
        grundy_messages::install();
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .map_err(ServeError::Start)?;
        let wanted = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let listener = runtime
            .block_on(tokio::net::TcpListener::bind(wanted))
            .map_err(|error| ServeError::Port { port, error })?;
        let address = listener.local_addr().map_err(ServeError::Start)?;
        Ok(Self {
            runtime,
            listener,
            address,
            lanes: Lanes::new(limits),
            stop: Arc::default(),
            patience: Patience::default(),
        })
    }

    /// Changes how patient the server is with its clients.
    #[must_use]
    pub fn patience(mut self, patience: Patience) -> Self {
        self.patience = patience;
        self
    }

    /// Lets questions look positions up in tables first.
    #[must_use]
    pub fn tables(mut self, tables: Vec<Arc<dyn Oracle>>) -> Self {
        self.lanes = self.lanes.with_tables(tables);
        self
    }

    /// Where the server listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address of the page.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// The switch that ends this server.
    pub fn stopper(&self) -> Stopper {
        Stopper(Arc::clone(&self.stop))
    }

    /// Serves until the switch is pressed; then running work is cancelled and open requests are ended.
    pub fn run(self) -> Result<(), ServeError> {
        let Self { runtime, listener, address, lanes, stop, patience } = self;
        let router = router(App { lanes: lanes.clone() }, Names::on_loopback(address.port()));
        runtime.block_on(connections::serve(listener, router, patience, async {
            stop.notified().await;
            lanes.close();
        }));
        runtime.shutdown_timeout(patience.farewell);
        Ok(())
    }
}

fn router(app: App, names: Names) -> Router {
    Router::new()
        .merge(page::routes())
        .merge(api::routes())
        .route("/api", get(openapi::describe))
        .route("/api/", get(|| async { Redirect::permanent("/api") }))
        .fallback(missing)
        .method_not_allowed_fallback(|| async { Problem::Method })
        .layer(axum::middleware::from_fn_with_state(names, guard))
        .with_state(app)
}

async fn missing(_: Uri) -> Response {
    Problem::NotFound.into_response()
}
