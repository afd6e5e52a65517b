//! The formula game played out: every line of play, variable by variable.
//!
//! The check for everything cleverer. Two values a variable make 2^n lines of play; a winning value ends the search of
//! its variable at once (what alpha-beta comes to when there are only two values), and [`Pruning::Trivial`] also stops
//! when a clause has become false or all clauses true.

use grundy_budget::{Budget, Exhausted};

use crate::{Formula, Literal, Quantifier};

/// When a line of play is broken off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pruning {
    /// Never: clauses are looked at when all variables are set.
    Leaves,
    /// As soon as a clause is false or all are true.
    Trivial,
}

/// Whether the existential player wins after the first variables have been set to `played`, by playing out the game.
///
/// Time 2^(variables left) times the size of the clauses at most. Counts a position for each variable set.
pub fn search(formula: &Formula, played: &[bool], pruning: Pruning, budget: &Budget) -> Result<bool, Exhausted> {
    let mut meter = budget.meter();
    let mut table = Table::new(formula);
    for (variable, &value) in played.iter().enumerate().take(formula.variables()) {
        table.set(Literal::new(variable, value));
    }
    // The line of play below the root: each entry is the value tried and whether it is the second of its variable.
    let mut line: Vec<(bool, bool)> = Vec::new();
    let root = played.len().min(formula.variables());
    loop {
        meter.step()?;
        let variable = root + line.len();
        let settled = variable == formula.variables() || (pruning == Pruning::Trivial && table.is_settled());
        if !settled {
            line.push((true, false));
            table.set(Literal::new(variable, true));
            continue;
        }
        let truth = table.false_clauses == 0;
        loop {
            let Some((value, second)) = line.pop() else { return Ok(truth) };
            let variable = root + line.len();
            table.unset(Literal::new(variable, value));
            if !second && formula.quantifier(variable) != Quantifier::winner(truth) {
                line.push((!value, true));
                table.set(Literal::new(variable, !value));
                break;
            }
        }
    }
}

/// For each clause, how many literals are true and how many are open, kept up to date move by move.
struct Table {
    occurrences: Vec<Vec<u32>>,
    true_literals: Vec<u32>,
    open_literals: Vec<u32>,
    true_clauses: usize,
    false_clauses: usize,
}

impl Table {
    fn new(formula: &Formula) -> Self {
        let clauses = formula.clauses();
        let mut occurrences = vec![Vec::new(); 2 * formula.variables()];
        for (index, clause) in clauses.iter().enumerate() {
            for literal in clause {
                occurrences[literal.code()].push(index as u32);
            }
        }
        let open_literals: Vec<u32> = clauses.iter().map(|clause| clause.len() as u32).collect();
        let false_clauses = clauses.iter().filter(|clause| clause.is_empty()).count();
        Self { occurrences, true_literals: vec![0; clauses.len()], open_literals, true_clauses: 0, false_clauses }
    }

    fn is_settled(&self) -> bool {
        self.false_clauses > 0 || self.true_clauses == self.true_literals.len()
    }

    fn set(&mut self, literal: Literal) {
        for &clause in &self.occurrences[literal.code()] {
            self.open_literals[clause as usize] -= 1;
            self.true_literals[clause as usize] += 1;
            self.true_clauses += usize::from(self.true_literals[clause as usize] == 1);
        }
        for &clause in &self.occurrences[(!literal).code()] {
            self.open_literals[clause as usize] -= 1;
            self.false_clauses += usize::from(self.is_false(clause));
        }
    }

    fn unset(&mut self, literal: Literal) {
        for &clause in &self.occurrences[(!literal).code()] {
            self.false_clauses -= usize::from(self.is_false(clause));
            self.open_literals[clause as usize] += 1;
        }
        for &clause in &self.occurrences[literal.code()] {
            self.true_clauses -= usize::from(self.true_literals[clause as usize] == 1);
            self.true_literals[clause as usize] -= 1;
            self.open_literals[clause as usize] += 1;
        }
    }

    fn is_false(&self, clause: u32) -> bool {
        self.open_literals[clause as usize] == 0 && self.true_literals[clause as usize] == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn truth(text: &str, played: &[bool]) -> bool {
        let formula: Formula = text.parse().unwrap();
        let [plain, pruned] = [Pruning::Leaves, Pruning::Trivial]
            .map(|pruning| search(&formula, played, pruning, &Budget::unlimited()).unwrap());
        assert_eq!(plain, pruned, "{text}");
        plain
    }

    #[test]
    fn small_games() {
        assert!(truth(":", &[]));
        assert!(!truth(": ()", &[]));
        assert!(truth("A x E y : (x|-y) (-x|y)", &[]));
        assert!(!truth("E y A x : (x|-y) (-x|y)", &[]));
        assert!(truth("E x1 A x2 E x3 : (x1) (x2|-x3) (-x1|-x2|x3)", &[]));
        assert!(!truth("E x1 A x2 E x3 : (x1) (x2|-x3) (-x1|-x2|x3)", &[false]));
        assert!(truth("A x : (x|-x)", &[]));
        assert!(!truth("A x : (x|x)", &[]));
    }

    #[test]
    fn the_budget_stops_it() {
        let text = format!("E {} : ()", (0..40).map(|i| format!("x{i}")).collect::<Vec<_>>().join(" "));
        let budget = Budget::new(grundy_budget::Limits { positions: Some(5000), ..Default::default() });
        let result = search(&text.parse().unwrap(), &[], Pruning::Leaves, &budget);
        assert_eq!(result, Err(Exhausted::Positions));
    }
}
