//! Games of the user's own.
//!
//! A rules file in Python syntax says how a game is played: by patterns on a board, by rules about numbers, or by functions.
//! [`RulesFile`] makes a game of it that a catalogue lists like any other: it is solved, summed with other games, drawn and
//! played. [`Script`] is the language behind it.

mod board;
mod boardgame;
mod card;
mod check;
mod codes;
mod cycle;
mod error;
mod file;
mod functiongame;
mod graph;
mod graphgame;
mod heaps;
mod held;
mod numbers;
mod pattern;
mod results;
mod script;
mod shelf;
mod stated;
mod strip;

pub use check::Report;
pub use error::{Mistake, Place};
pub use file::{RulesFile, WithRules, declared_value};
pub use functiongame::forget_functions;
pub use script::{Datum, Functions, Limits, Script};
pub use shelf::{Shelf, shown_mistake};
