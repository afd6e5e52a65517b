//! Quantified formulas: a strategy of the player who wants the formula true, or false, walked through play by play.

use super::Flaw;
use crate::FormulaProof;
use grundy_budget::{Budget, Meter};
use grundy_game::Text;
use grundy_logic::{Formula, Quantifier};

pub(super) fn check_formula(proof: &FormulaProof, budget: &Budget) -> Result<(), Flaw> {
    let unreadable = |why: Text| Flaw::Unreadable(proof.formula.clone(), why);
    let formula: Formula =
        proof.formula.parse().map_err(|error: grundy_logic::ReadError| unreadable(Text::verbatim(error)))?;
    if formula.to_string() != proof.formula {
        return Err(unreadable(Text::new("it is written `{text}`").with("text", formula)));
    }
    let mut walk = Walk { formula: &formula, holds: proof.holds, choices: proof.choices.iter(), meter: budget.meter() };
    let mut values = Vec::new();
    // Both values of the opponent's variables are tried, true first; what is still to be tried waits here.
    let mut waiting: Vec<usize> = Vec::new();
    loop {
        if !walk.play_out(&mut values, &mut waiting)? {
            return Err(Flaw::NotProved);
        }
        let Some(at) = waiting.pop() else { break };
        values.truncate(at);
        values.push(false);
    }
    let over = walk.choices.next().is_none();
    if over { Ok(()) } else { Err(Flaw::Wrong(Text::new("there are more choices than plays ask for"))) }
}

struct Walk<'a> {
    formula: &'a Formula,
    holds: bool,
    choices: std::slice::Iter<'a, bool>,
    meter: Meter,
}

impl Walk<'_> {
    /// Goes on with a play until it is decided; says whether the winner has it.
    fn play_out(&mut self, values: &mut Vec<bool>, waiting: &mut Vec<usize>) -> Result<bool, Flaw> {
        loop {
            if let Some(truth) = self.truth(values)? {
                return Ok(truth == self.holds);
            }
            let winners = Quantifier::winner(self.holds) == self.formula.quantifier(values.len());
            if winners {
                let Some(&choice) = self.choices.next() else { return Ok(false) };
                values.push(choice);
            } else {
                waiting.push(values.len());
                values.push(true);
            }
        }
    }

    /// Whether all clauses hold, or one fails, whatever comes; nothing when that is open.
    fn truth(&mut self, values: &[bool]) -> Result<Option<bool>, Flaw> {
        let mut all = true;
        for clause in self.formula.clauses() {
            self.meter.work(1 + clause.len() as u64 / 4)?;
            let set = |variable: usize| values.get(variable).copied();
            if clause.iter().any(|literal| set(literal.variable()) == Some(literal.is_positive())) {
                continue;
            }
            if clause.iter().all(|literal| set(literal.variable()).is_some()) {
                return Ok(Some(false));
            }
            all = false;
        }
        self.meter.step()?;
        Ok(all.then_some(true))
    }
}
