//! The games: one file each, and the catalogue that lists them.
//!
//! A game file holds the rules, the theorems with their literature, the notation and the picture of one game, and nothing
//! about search. Adding one means writing that file and one line of [`catalogue`].

mod board;
pub mod catalogue;
pub mod coins;
pub mod cram;
pub mod digraph;
pub mod domineering;
mod heaps;
pub mod impartial;
pub mod nim;
pub mod subtract;
pub mod plain;
pub mod wythoff;

pub use catalogue::{Entry, entries, entry, parse};
