//! The algebra of values of short games.
//!
//! A [`Store`] keeps each value once, in canonical form; a [`Value`] is a small `Copy` handle, and equal games have equal
//! handles. Operations take the store by `&mut` and spend from its budget, so each may answer "out of budget" instead.
//!
//! ```
//! use grundy_value::{Order, Outcome, Store, Value};
//!
//! let mut store = Store::default();
//! let one = store.integer(1)?;
//! let minus_one = store.integer(-1)?;
//!
//! // {L|R} is brought to canonical form: options come in any order and number.
//! let switch = store.form(&[one, Value::ZERO], &[minus_one])?;
//! assert_eq!(switch, store.parse("+-1")?);
//! assert_eq!(store.sum(switch, switch)?, Value::ZERO);
//! assert_eq!(store.compare(switch, Value::STAR)?, Order::Confused);
//! assert_eq!(store.outcome(switch), Outcome::First);
//!
//! let up = store.form(&[Value::ZERO], &[Value::STAR])?;
//! let sum = store.sum_all([one, up, Value::STAR])?;
//! assert_eq!(store.print(sum)?, "1^*");
//! # Ok::<(), grundy_value::ValueError>(())
//! ```
//!
//! Further operations are methods of the store as well: [`Store::thermograph`], [`Store::cool`], [`Store::heat`],
//! [`Store::atomic_weight`], [`Store::reduced`], [`Store::product`], [`Store::norton_product`] and so on. [`lang`] is the
//! language in which people ask for them, [`nimber`] the field of nimbers, [`surreal`] what lies beyond short games.
//!
//! How a value is kept: number + n·↑ + ∗m in a compact record, anything else as two sorted lists of options in one arena.
//! Each value also carries its stops and on which side of them it lies, which decides most comparisons, all comparisons
//! with numbers, and outcomes, without looking at options. Other comparisons and sums recurse, with bounded memories.

mod cache;
mod dyadic;
mod error;
mod form;
mod index;
pub mod lang;
pub mod loopy;
pub mod nimber;
mod notation;
mod ops;
mod order;
mod quick;
mod scratch;
mod shared;
mod store;
mod sum;
pub mod surreal;
mod words;

pub use dyadic::{Bound, Dyadic};
pub use error::{Result, SyntaxError, ValueError};
pub use notation::Style;
pub use ops::structure::Temper;
pub use ops::thermograph::{Thermograph, Thermographs, Wall};
pub use order::Order;
pub use shared::SharedStore;
pub use store::{Nus, Store, Value};
pub use words::{Achieved, Outcome, Player, UnknownName, nimber_text};
