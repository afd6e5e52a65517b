//! Grundy answers who wins, why, and with which move, for combinatorial games.
//!
//! Every room of the house is a module here. A position is read from its notation, asked a question, and gives a typed
//! answer:
//!
//! ```
//! use grundy::solve::{Settings, Worth, answer};
//!
//! let position = grundy::games::parse("nim:10,17,21", &grundy::game::NoFiles)?;
//! let answer = answer(&position, &Settings::default())?;
//! assert_eq!(answer.value, Some(Worth::Nimber(14)));
//! assert_eq!(answer.winning_moves[0].label, "take 6 from heap 1");
//! assert_eq!(answer.winning_moves[0].to.to_string(), "nim:4,17,21");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Games of your own implement [`game::Rules`] and [`game::Game`] and are added to the [`games::Catalogue`]; then they can be
//! summed with every other game and asked everything (`examples/own_game.rs`).
//!
//! Sentences ([`lang::Text`]) are said in English until [`messages::install`] has brought the translations.
//!
//! Features: `sat` (on) links the SAT solver CaDiCaL for hard kernels and quantified formulas and needs a C++ compiler; `png`
//! (on) draws bitmaps beside SVG; `web` (off) is the local server with its page. The command `grundy` is a package of its
//! own, `grundy-cli`.

pub use grundy_budget as budget;
pub use grundy_draw as draw;
pub use grundy_game as game;
pub use grundy_games as games;
pub use grundy_graph as graph;
pub use grundy_heap as heap;
pub use grundy_lang as lang;
pub use grundy_logic as logic;
pub use grundy_messages as messages;
pub use grundy_rules as rules;
pub use grundy_solve as solve;
pub use grundy_value as value;
#[cfg(feature = "web")]
pub use grundy_web as web;
