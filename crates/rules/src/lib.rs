//! Games of the user's own.

mod error;
mod script;

pub use error::{Mistake, Place};
pub use script::{Datum, Functions, Limits, Script};
