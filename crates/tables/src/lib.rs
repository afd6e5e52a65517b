//! Whole tables of games on disk.
//!
//! A table holds the nimber or the outcome of every position of a game that can be reached from a start. It is a Zarr array
//! (dense games) or a Zarr group of tiers (keyed games), so numpy, xarray and zarr-python read it as it is. It is filled by many
//! threads and processes over timely dataflow ([`run`]), stopped and resumed at will, checked, and probed in microseconds.
//!
//! The room knows no game: only the two ways of [`grundy_game::tabled`]. A [`Library`] is a table with the way of its game, for front ends
//! and searches.

mod book;
mod cluster;
mod dense;
mod error;
mod files;
mod keyed;
mod library;
mod mail;
pub mod parquet;
mod read;
mod shard;
mod zarr;

pub use book::{About, FORMAT, Way};
pub use cluster::{Cluster, Hosts, run};
pub use dense::{Progress, fill_dense};
pub use error::TableError;
pub use grundy_game::tabled::Place;
pub use keyed::{KeyedSummary, fill_keyed};
pub use library::{Library, Probed, holds_nimbers, meaning};
pub use read::{Census, Table};
