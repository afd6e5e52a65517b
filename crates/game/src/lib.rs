//! The vocabulary of combinatorial games: what a position, a move, a player and an outcome are, what a game must
//! implement, and how positions are written.
//!
//! A game implements two traits. [`Rules`] is what solvers need: moves written into a reused buffer, played in place, no
//! allocation a move. [`Game`] is what people need: the page about the game, reading and writing positions, names of
//! moves. Everything a user types is cut into [`notation::Segment`]s by the [`notation`] module, and every mistake is a
//! [`ParseError`] that knows its column.

mod course;
mod error;
mod game;
mod lent;
pub mod notation;
mod numbering;
mod read;
mod refusal;
mod rules;
mod sketch;
pub mod tabled;
mod tables;
mod words;

pub use course::{Course, Made};
pub use error::{ParseError, nearest};
pub use game::{Game, Info, Page, TheoremNote, picture_of_buttons};
pub use grundy_lang::{Argument, Text};
pub use grundy_value::{Achieved, Outcome, Player, UnknownName, nimber_text};
pub use lent::{Held, HeldMove, Lent, Numbers};
pub use numbering::{HeapNumbering, Numbering, StateNumbering};
pub use read::{FileError, Files, Input, NoFiles, for_example};
pub use refusal::Refusal;
pub use rules::{ImpartialHints, Known, OwnSearch, PartisanHints, Rules, Theorem};
pub use sketch::{Hasse, Join, Sketch, Stand};
pub use tables::Tables;
pub use words::{Draws, Kind, Play};
