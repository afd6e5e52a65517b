//! Everything that answers "who wins".
//!
//! [`Subject`] is the object-safe face of a position: what the catalogue, the command and the page hold. Behind it stand
//! solvers compiled for each game: [`NimberSearch`] (values of impartial positions), [`ValueSearch`] (values of partisan
//! ones), [`PartisanSearch`] (who wins a partisan sum), [`OutcomeSearch`] (who wins, any game, both play rules) and [`recursion`] (the same in memory proportional to the depth). A [`Position`] is a sum of
//! subjects, and [`answer`] chooses among the methods and says why.

mod answer;
mod engine;
mod kernel;
mod nimber;
mod outcome;
mod partisan;
mod position;
pub mod recursion;
mod subject;
mod sum;
mod table;
mod value;

pub use answer::{Answer, MoveReport, Moves, WinningMove, answer, explain, moves};
pub use engine::{Engine, Method, Stop};
pub use kernel::StateGraph;
pub use nimber::NimberSearch;
pub use outcome::OutcomeSearch;
pub use partisan::PartisanSearch;
pub use position::{Position, PositionMove};
pub use subject::{Analysis, Found, FoundValue, Move, Outcomes, Placed, Subject, Values};
pub use sum::{Sum, SumMove};
pub use value::ValueSearch;
