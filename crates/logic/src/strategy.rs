//! Who wins a formula, and with which value.

use grundy_budget::{Budget, Exhausted};

use crate::matrix::Matrix;
use crate::simplify::{Simplified, simplify};
use crate::{Formula, Quantifier, abstraction};

/// Whether the existential player wins after the first variables have been set to `played`.
///
/// Simplification, then clausal abstraction with expansion over incremental SAT solvers, one a block. Exponential in
/// the worst case: the problem is PSPACE-complete (Stockmeyer and Meyer 1973).
pub fn decide(formula: &Formula, played: &[bool], budget: &Budget) -> Result<bool, Exhausted> {
    budget.check()?;
    match simplify(Matrix::new(formula, played), budget)? {
        Simplified::Decided(truth) => Ok(truth),
        Simplified::Open(matrix) => abstraction::decide(&matrix, budget),
    }
}

/// Who wins at one moment of the play, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The player who wins from here.
    pub winner: Quantifier,
    /// The player to set the next variable; `None` at the end of the play.
    pub mover: Option<Quantifier>,
    /// Whether setting the next variable to false and to true, in this order, wins for the mover.
    pub wins: [bool; 2],
}

impl Advice {
    /// The values of the next variable that win for the mover.
    pub fn winning_values(&self) -> Vec<bool> {
        [false, true].into_iter().filter(|&value| self.wins[usize::from(value)]).collect()
    }
}

/// Who wins after the first variables have been set to `played`, and which values of the next variable win.
///
/// Following the advice at every turn is a winning strategy. Decides two formulas.
pub fn advise(formula: &Formula, played: &[bool], budget: &Budget) -> Result<Advice, Exhausted> {
    if played.len() >= formula.variables() {
        let winner = Quantifier::winner(formula.holds(played));
        return Ok(Advice { winner, mover: None, wins: [false; 2] });
    }
    let mover = formula.quantifier(played.len());
    let mut wins = [false; 2];
    for value in [false, true] {
        let next: Vec<bool> = played.iter().copied().chain([value]).collect();
        wins[usize::from(value)] = Quantifier::winner(decide(formula, &next, budget)?) == mover;
    }
    let winner = if wins.contains(&true) { mover } else { mover.opponent() };
    Ok(Advice { winner, mover: Some(mover), wins })
}
