//! Everything that answers "who wins".
//!
//! [`Subject`] is the object-safe face of a position: what the catalogue, the command and the page hold. Behind it stand
//! solvers compiled for each game: [`NimberSearch`] (values of impartial positions), [`OutcomeSearch`] (who wins, any
//! game, both play rules) and [`recursion`] (the same in memory proportional to the depth). A [`Position`] is a sum of
//! subjects, and [`answer`] chooses among the methods and says why.

mod answer;
mod engine;
mod kernel;
mod nimber;
mod outcome;
mod position;
pub mod recursion;
mod subject;
mod sum;
mod table;

pub use answer::{Answer, MoveReport, Moves, WinningMove, answer, explain, moves};
pub use engine::{Engine, Method, Stop};
pub use kernel::StateGraph;
pub use nimber::NimberSearch;
pub use outcome::OutcomeSearch;
pub use position::{Position, PositionMove};
pub use subject::{Analysis, Found, Move, Outcomes, Placed, Subject};
pub use sum::{Sum, SumMove};
