//! The Python package `grundy`: the extension module `grundy._grundy`.
//!
//! Objects of the library stand behind Python classes here; what is only a matter of Python (dataclasses, networkx, widgets)
//! is written in Python, in the folder `python/grundy`. Whoever waits can interrupt: see [`work`].

// Lifetimes are named as PyO3 names them, docstrings are Python, and the rest reads better as it stands.
#![allow(
    clippy::doc_link_with_quotes,
    clippy::elidable_lifetime_names,
    clippy::format_push_string,
    clippy::redundant_closure_for_method_calls,
    clippy::single_match_else,
    clippy::struct_field_names
)]

mod answer;
mod array;
mod command;
mod convert;
mod errors;
mod eval;
mod game;
mod library;
mod picture;
mod position;
mod rooms;
mod sequence;
mod states;
mod store;
mod table;
mod value;
mod work;

use grundy::budget::Counting;
use pyo3::prelude::*;

/// Counts every byte, so that `--memory` of the command holds.
#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The compiled part of the package `grundy`; everything in it is reached through the package.
#[pymodule]
fn _grundy(module: &Bound<'_, PyModule>) -> PyResult<()> {
    grundy::messages::install();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    errors::add(module)?;
    answer::add(module)?;
    array::add(module)?;
    command::add(module)?;
    eval::add(module)?;
    game::add(module)?;
    library::add(module)?;
    picture::add(module)?;
    position::add(module)?;
    rooms::add(module)?;
    sequence::add(module)?;
    states::add(module)?;
    table::add(module)?;
    value::add(module)
}
