//! Values of games in which play may go round for ever.
//!
//! A [`Graph`] is a game whose positions may repeat. A [`Stopper`] is one that ends when it is played alone; stoppers have
//! canonical forms, are compared by survival, and short games are among them. Other games are drawn where both players
//! can keep going; a [`Loopy`] value holds what such a game is worth when draws count for Left and when they count for
//! Right, its onside and offside.
//!
//! ```
//! use grundy_value::loopy::Loopy;
//! use grundy_value::{Order, Store, Value};
//!
//! let mut store = Store::default();
//! let over = Loopy::named("over", &mut store)?.unwrap();
//! assert_eq!(over.compare(&Value::ZERO.into(), &mut store)?, Order::Greater);
//! let on = Loopy::named("on", &mut store)?.unwrap();
//! let off = on.negative(&mut store)?;
//! assert_eq!(on.plus(&off, &mut store)?, Loopy::named("dud", &mut store)?.unwrap());
//! # Ok::<(), grundy_value::ValueError>(())
//! ```
//!
//! Literature: Conway, Loopy games (1978); Berlekamp, Conway and Guy, Winning Ways, chapter 11; Siegel, Coping with
//! cycles (2009) and Combinatorial Game Theory, chapter VI.

mod degree;
mod graph;
mod names;
mod outcome;
mod print;
mod sides;
mod simplify;
mod stopper;
mod survive;

pub use graph::{Graph, Node, Vertex};
pub use names::NAMES;
pub use outcome::{End, LoopyOutcome};
pub(crate) use print::Upon;
pub use sides::{Loopy, downsum, upsum, upsum_of_graphs};
pub use stopper::{Pseudonumber, Stopper};
