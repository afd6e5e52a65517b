//! The games: one file each, and the catalogue that lists them.
//!
//! A game file holds the rules, the theorems with their literature, the notation and the picture of one game, and nothing
//! about search. Adding one means writing that file and one line of [`catalogue`].

pub mod bar;
mod board;
pub mod catalogue;
pub mod chomp;
pub mod coins;
pub mod domineering;
pub mod formula;
mod graphs;
mod heaps;
pub mod impartial;
pub mod nim;
pub mod plain;
pub mod staircase;
pub mod subtract;
pub mod wythoff;

pub use catalogue::{Entry, entries, entry, parse};
