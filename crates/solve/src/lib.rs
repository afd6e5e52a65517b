//! Everything that answers "who wins".
//!
//! [`Subject`] is the object-safe face of a position: what the catalogue, the command and the page hold. Behind it stand
//! solvers compiled for each game: [`NimberSearch`] (values of impartial positions), [`ValueSearch`] (values of partisan
//! ones), [`PartisanSearch`] (who wins a partisan sum), [`OutcomeSearch`] (who wins, any game, both play rules),
//! [`MisereSearch`] (who wins under misère play, by canonical forms), [`Verdicts`] (where play may go round or be drawn),
//! [`StateGraph`] and [`DenseTable`] (everything below a position) and [`recursion`] (who wins, in memory proportional to
//! the depth). A [`Position`] is a sum of subjects, and [`answer()`] chooses among the methods and says why. [`prove()`]
//! makes a [`Certificate`] of an answer, and [`check()`] verifies it by the rules alone.
//!
//! Without the feature `search`, which is there by default, the solvers are left out: what remains reads positions and
//! certificates and checks these.

mod certificate;
pub mod check;
mod listing;
mod position;
mod settings;
mod subject;
mod sum;

#[cfg(feature = "search")]
mod answer;
#[cfg(feature = "search")]
mod dense;
#[cfg(feature = "search")]
mod intern;
#[cfg(feature = "search")]
mod kernel;
#[cfg(feature = "search")]
mod many;
#[cfg(feature = "search")]
mod map;
#[cfg(feature = "search")]
mod misere;
#[cfg(feature = "search")]
mod named;
#[cfg(feature = "search")]
mod nimber;
#[cfg(feature = "search")]
mod outcome;
#[cfg(feature = "search")]
mod packed;
#[cfg(feature = "search")]
mod parallel;
#[cfg(feature = "search")]
mod partisan;
#[cfg(feature = "search")]
mod plan;
#[cfg(feature = "search")]
mod prove;
#[cfg(feature = "search")]
pub mod recursion;
#[cfg(feature = "search")]
mod retrograde;
#[cfg(feature = "search")]
mod states;
#[cfg(feature = "search")]
mod stock;
#[cfg(feature = "search")]
mod sums;
#[cfg(feature = "search")]
mod table;
#[cfg(feature = "search")]
mod thermograph;
#[cfg(feature = "search")]
mod threads;
#[cfg(feature = "search")]
mod value;

pub use certificate::{
    Arcs, Bound, Certificate, FormatError, FormulaProof, KernelProof, NimberProof, NoKernelProof, OutcomeProof,
    PeriodProof, ProofStep, QuotientProof, Repeats, VERSION, ValueProof, VerdictProof,
};
pub use check::{Flaw, check};
pub use position::{Position, PositionMove};
pub use settings::{Method, Oracle, Settings, Stop};
pub use subject::{Checked, Move, Placed, Played, Shown, Solved, Step, Subject, equip, lend};
pub use sum::{Sum, SumMove};

#[cfg(feature = "search")]
pub use self::{
    answer::{
        Alike, Answer, AnswerObject, Book, Explanation, Extent, GainObject, MoveObject, MoveReport, Moves, MovesObject,
        RemotenessObject, Reply, StatsObject, Strategy, StrategyPage, Whole, WinningMove, WinningMoveObject, Worth,
        answer, explain, explain_to, moves, nimber, numbers_between, strategy, verdict, whole_strategies,
        whole_strategy,
    },
    dense::DenseTable,
    kernel::StateGraph,
    many::{MOST_PLAYERS, Start, Winners, winners},
    map::{MapState, StateMap},
    misere::MisereSearch,
    named::{Named, Names},
    nimber::NimberSearch,
    outcome::OutcomeSearch,
    partisan::PartisanSearch,
    plan::{NimberWay, OutcomeWay, ValueWay},
    prove::{
        prove, prove_formula, prove_kernel, prove_nimber, prove_outcome, prove_period, prove_quotient, prove_value,
    },
    retrograde::{Judge, Verdicts, achieved},
    states::States,
    subject::{Found, FoundValue, FoundWinner, Nimbers, Outcomes, Tabling, TablingWay, Values},
    thermograph::{position_value, thermograph_picture},
    value::ValueSearch,
};
