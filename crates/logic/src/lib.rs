//! Quantified CNF formulas: reading and printing them, deciding them, playing them, and turning them into graphs.
//!
//! A [`Formula`] is a list of quantified variables and a list of clauses. Two players set the variables in the order of
//! the list, the existential player those under ∃ and the universal player those under ∀; the existential player wins
//! when every clause holds at the end. The formula is *true* when the existential player can force that.
//!
//! ```
//! use grundy_budget::Budget;
//! use grundy_logic::{Formula, Quantifier, advise, decide};
//!
//! let formula: Formula = "E x1 A x2 E x3 : (x1) (x2|-x3) (-x1|-x2|x3)".parse()?;
//! assert!(decide(&formula, &[], &Budget::unlimited())?);
//! let advice = advise(&formula, &[true, false], &Budget::unlimited())?;
//! assert_eq!((advice.winner, advice.winning_values()), (Quantifier::Exists, vec![false]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! * [`read_qdimacs`] and [`write_qdimacs`] speak the exchange format of the solvers' world; the inline notation above
//!   is read by [`str::parse`] and printed by [`ToString`].
//! * [`decide`] is counterexample-guided: simplification first, then one incremental SAT solver a quantifier block.
//!   [`search`] plays the game move by move and exists to check it.
//! * [`advise`] names the winner after any beginning of the play and the values of the next variable that win.
//! * [`KaylesGraph`] is the reduction of the formula game to Node Kayles, which shows that Node Kayles is
//!   PSPACE-complete.

#[cfg(feature = "sat")]
mod abstraction;
mod error;
mod formula;
mod inline;
mod kayles;
mod matrix;
mod qcdcl;
mod qdimacs;
mod search;
mod simplify;
mod strategy;

pub use error::{Place, Problem, ReadError};
pub use formula::{Formula, Literal, Quantifier};
pub use kayles::KaylesGraph;
pub use qdimacs::{Reading, read_qdimacs, write_qdimacs};
pub use search::{Pruning, search};
pub use strategy::{Advice, advise, decide};
