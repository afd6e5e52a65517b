//! The local web page of Grundy: a server on loopback, a JSON interface, and the page itself.
//!
//! The page holds no game knowledge. Boards arrive as pictures whose clickable parts carry their moves, so a game shows up
//! on the page by being in the catalogue. One file here does one thing: `guard` keeps other sites out,
//! `connections` keeps clients apart that hold on too long, `lanes` keeps
//! small questions fast while long ones run, `question` turns a request into a budgeted piece of work, `api` holds the
//! questions themselves, `openapi` describes them and `page` serves the files.

mod api;
mod connections;
mod guard;
mod lanes;
mod openapi;
mod page;
mod problem;
mod question;
mod server;

pub use connections::Patience;
pub use lanes::LaneLimits;
pub use problem::Problem;
pub use server::{ServeError, Server, Stopper};
