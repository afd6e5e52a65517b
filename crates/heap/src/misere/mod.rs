//! Misère play on heaps: whoever cannot move wins.
//!
//! Nimbers do not add up under misère play. What takes their place is the *misère quotient* of Plambeck and Siegel: the
//! monoid of positions, two of them being the same when no context tells their outcomes apart.

mod genus;
mod monoid;
mod quotient;

pub use genus::{Genus, MisereSolver};
pub use monoid::Monoid;
pub use quotient::{MisereQuotient, QuotientStatus, misere_quotient};
