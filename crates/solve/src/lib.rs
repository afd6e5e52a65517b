//! Everything that answers "who wins".
//!
//! [`Subject`] is the object-safe face of a position: what the catalogue, the command and the page hold. Behind it stand
//! solvers compiled for each game: [`NimberSearch`] (values of impartial positions), [`ValueSearch`] (values of partisan
//! ones), [`PartisanSearch`] (who wins a partisan sum), [`OutcomeSearch`] (who wins, any game, both play rules),
//! [`StateGraph`] and [`DenseTable`] (everything below a position) and [`recursion`] (who wins, in memory proportional to
//! the depth). A [`Position`] is a sum of subjects, and [`answer()`] chooses among the methods and says why. [`prove()`]
//! makes a [`Certificate`] of an answer, and [`check()`] verifies it by the rules alone.

mod answer;
mod certificate;
pub mod check;
mod dense;
mod intern;
mod kernel;
mod listing;
mod map;
mod nimber;
mod outcome;
mod parallel;
mod partisan;
mod plan;
mod position;
mod prove;
pub mod recursion;
mod settings;
mod states;
mod subject;
mod sum;
mod table;
mod thermograph;
mod value;

pub use answer::{
    Alike, Answer, Book, Explanation, Extent, MoveReport, Moves, Reply, Strategy, WinningMove, Worth, answer, explain,
    moves, nimber, strategy, verdict,
};
pub use certificate::{
    Arcs, Certificate, FormatError, FormulaProof, KernelProof, NimberProof, NoKernelProof, OutcomeProof, PeriodProof,
    ProofStep, QuotientProof, Repeats, VERSION, ValueProof,
};
pub use check::{Flaw, check};
pub use dense::DenseTable;
pub use kernel::StateGraph;
pub use map::{MapState, StateMap};
pub use nimber::NimberSearch;
pub use outcome::OutcomeSearch;
pub use partisan::PartisanSearch;
pub use plan::{NimberWay, OutcomeWay, ValueWay};
pub use position::{Position, PositionMove};
pub use prove::{
    prove, prove_formula, prove_kernel, prove_nimber, prove_outcome, prove_period, prove_quotient, prove_value,
};
pub use settings::{Method, Settings, Stop};
pub use states::States;
pub use subject::{Found, FoundValue, Move, Nimbers, Outcomes, Placed, Played, Shown, Solved, Subject, Values};
pub use sum::{Sum, SumMove};
pub use thermograph::{position_value, thermograph_picture};
pub use value::ValueSearch;
