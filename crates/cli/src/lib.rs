//! Grundy answers who wins, why, and with which move, for combinatorial games.
//!
//! This package is the command `grundy` and re-exports the library it is made of.
//!
//! ```
//! use grundy::solve::{Engine, answer};
//!
//! let position = grundy::games::parse("nim:10,17,21", &grundy::game::NoFiles)?;
//! let answer = answer(&position, &Engine::default())?;
//! assert_eq!(answer.value_text().as_deref(), Some("*14"));
//! assert_eq!(answer.winning_moves[0].label, "take 6 from heap 1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use grundy_budget as budget;
pub use grundy_draw as draw;
pub use grundy_game as game;
pub use grundy_games as games;
pub use grundy_graph as graph;
pub use grundy_solve as solve;
pub use grundy_value as value;
