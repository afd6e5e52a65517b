//! The questions, one file each.

pub(crate) mod bracelet;
pub(crate) mod common;
pub(crate) mod cubes;
pub(crate) mod draw;
pub(crate) mod editor;
pub(crate) mod eval;
pub(crate) mod explain;
pub(crate) mod facts;
pub(crate) mod games;
pub(crate) mod graph;
pub(crate) mod kernel;
pub(crate) mod moves;
pub(crate) mod near;
pub(crate) mod replay;
pub(crate) mod reply;
pub(crate) mod rules;
pub(crate) mod sequence;
pub(crate) mod solve;
pub(crate) mod worksheet;

use crate::question::ask;
use crate::server::App;
use axum::Router;
use axum::routing::{get, post};

/// The addresses of all questions.
pub fn routes() -> Router<App> {
    Router::new()
        .route("/api/solve", post(ask::<solve::Ask>))
        .route("/api/moves", post(ask::<moves::Ask>))
        .route("/api/explain", post(ask::<explain::Ask>))
        .route("/api/draw", post(ask::<draw::Ask>))
        .route("/api/replay", post(ask::<replay::Ask>))
        .route("/api/reply", post(ask::<reply::Ask>))
        .route("/api/graph", post(ask::<graph::Ask>))
        .route("/api/editor", post(ask::<editor::Ask>))
        .route("/api/rules", post(ask::<rules::Ask>))
        .route("/api/sequence", post(ask::<sequence::Ask>))
        .route("/api/eval", post(ask::<eval::Ask>))
        .route("/api/worksheet", post(ask::<worksheet::Ask>))
        .route("/api/kernel", post(ask::<kernel::Ask>))
        .route("/api/facts", post(ask::<facts::Ask>))
        .route("/api/cubes", post(ask::<cubes::Ask>))
        .route("/api/bracelet", post(ask::<bracelet::Ask>))
        .route("/api/games", get(games::list))
        .route("/api/messages/{language}", get(games::messages))
}
