//! Rules on heaps: codes, nimber sequences, proved periods.
//!
//! A taking and breaking game is played with heaps of beans; a move takes some beans from one heap and may break the
//! rest into several heaps. A [`Rule`] says how. [`nimbers`] computes its nimber sequence, [`Sequence`] grows one and
//! watches for a period, [`nimber_at`] answers for heaps of any size once the period is proved.
//!
//! ```
//! use grundy_budget::Budget;
//! use grundy_heap::{Rule, nimber_at};
//!
//! let kayles: Rule = "0.77".parse()?;
//! assert_eq!(nimber_at(&kayles, 1_000_000_000_000, &Budget::unlimited())?, 1);
//! # Ok::<(), grundy_heap::HeapError>(())
//! ```

mod archive;
mod breaking;
mod cell;
mod counting;
mod error;
mod growth;
mod long;
mod mirror;
mod misere;
mod naive;
mod nimbers;
mod options;
mod pairs;
mod parse;
mod period;
mod row;
mod rule;
mod sequence;
mod sparse;
mod splitting;
mod store;
mod taking;

pub use archive::{Archive, MemoryArchive};
pub use counting::CountedOptions;
pub use error::{Fault, HeapError, RuleError};
pub use growth::{Growth, seen_period};
pub use long::LongSequence;
pub use misere::{Genus, MisereQuotient, MisereSolver, Monoid, QuotientStatus, misere_quotient};
pub use naive::naive_nimbers;
pub use nimbers::Nimbers;
pub use options::{HeapOption, for_each_option, options};
pub use parse::{MOST_TAKEN, NAMES};
pub use period::{Period, Theorem, find_period};
pub use rule::{Clause, Leave, Rule, Shape};
pub use sequence::{Sequence, nimber_at, nimbers};
