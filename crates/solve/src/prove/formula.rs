//! Quantified formulas: a strategy of the winner.

use crate::{Certificate, FormulaProof};
use grundy_budget::{Budget, Exhausted};
use grundy_logic::{Formula, Quantifier, decide};

/// A certificate that a formula is true, or that it is false. Its size is in proportion to the plays that are still open when
/// the winner plays well, at most 2 to the number of the opponent's variables.
pub fn prove_formula(formula: &Formula, budget: &Budget) -> Result<Certificate, Exhausted> {
    let holds = decide(formula, &[], budget)?;
    let winner = Quantifier::winner(holds);
    let mut choices = Vec::new();
    let (mut values, mut waiting) = (Vec::new(), Vec::new());
    loop {
        while !is_decided(formula, &values) {
            budget.spend(1)?;
            if formula.quantifier(values.len()) == winner {
                // One of the two keeps the formula as it is; true is as good as false where both do.
                values.push(true);
                let keeps = decide(formula, &values, budget)? == holds;
                let last = values.len() - 1;
                values[last] = keeps;
                choices.push(keeps);
                budget.reserve(1)?;
            } else {
                waiting.push(values.len());
                values.push(true);
            }
        }
        let Some(at) = waiting.pop() else { break };
        values.truncate(at);
        values.push(false);
    }
    budget.release(choices.len() as u64);
    Ok(Certificate::Formula(FormulaProof { formula: formula.to_string(), holds, choices }))
}

/// Whether all clauses hold or one fails, whatever comes.
fn is_decided(formula: &Formula, values: &[bool]) -> bool {
    let is =
        |literal: &grundy_logic::Literal| values.get(literal.variable()).map(|&value| value == literal.is_positive());
    let holds = |clause: &Vec<grundy_logic::Literal>| clause.iter().any(|literal| is(literal) == Some(true));
    let fails = |clause: &Vec<grundy_logic::Literal>| clause.iter().all(|literal| is(literal) == Some(false));
    formula.clauses().iter().all(holds) || formula.clauses().iter().any(fails)
}
