//! The games: one file each, and the catalogue that lists them.
//!
//! A game file holds the rules, the theorems with their literature, the notation and the picture of one game, and nothing
//! about search. Adding one means writing that file and one line of [`catalogue`].

// Unit tests know no catalogue, so much of what it lists is not used in them.
#![cfg_attr(test, allow(dead_code))]

pub mod amazons;
pub mod arckayles;
pub mod bar;
pub mod bar3;
mod board;
pub mod cake;
mod cakes;
pub mod catalogue;
pub mod chomp;
pub mod clobber;
pub mod coins;
pub mod col;
mod colouring;
pub mod complexity;
pub mod cops;
pub mod cram;
pub mod digraph;
pub mod domineering;
pub mod dominoes;
pub mod eatcake;
pub mod endgame;
pub mod euclid;
mod families;
pub mod fibonacci;
pub mod formula;
pub mod foxgeese;
mod graphs;
pub mod hackenbush;
mod heaps;
pub mod hounds;
pub mod impartial;
pub mod kayles;
pub mod konane;
mod lines;
pub mod maundy;
pub mod morris;
mod multisets;
pub mod named_codes;
pub mod nim;
pub mod octal;
pub mod order;
pub mod paint;
mod pairs;
pub mod peuclid;
pub mod plain;
pub mod poset;
pub mod psubtract;
#[cfg(feature = "search")]
mod racing;
#[cfg(test)]
mod retracing;
pub mod shelves;
pub mod slimetrail;
pub mod snort;
pub mod staircase;
pub mod subtract;
pub mod taking;
pub mod tictactoe;
pub mod toads;
pub mod treblecross;
mod vertex_sets;
pub mod wythoff;

pub use board::Grown;
pub use catalogue::{Catalogue, Entry, Listed, Source, entries, entry, parse};
