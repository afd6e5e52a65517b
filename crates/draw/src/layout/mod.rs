//! Where things go: layouts of bare graphs, layers and trees. All deterministic; no randomness but fixed integer seeds.

mod known;
mod layered;
mod rooted;
mod spread;
mod stress;
mod tree;

pub use layered::{Layered, LayeredOptions, layered};
pub(crate) use rooted::{Rooted, rooted};
pub use spread::{circle, spread};
pub use tree::tidy_tree;
