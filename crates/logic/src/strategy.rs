//! Who wins a formula, and with which value.

use grundy_budget::{Budget, Exhausted};

#[cfg(feature = "sat")]
use crate::abstraction::Abstraction;
use crate::matrix::Matrix;
use crate::qcdcl::Search;
use crate::simplify::{Simplified, simplify};
use crate::{Formula, Quantifier};

/// Whether the existential player wins after the first variables have been set to `played`.
///
/// Simplification; then, by turns, search with learning and clausal abstraction with expansion over incremental SAT
/// solvers, one a block. Exponential in the worst case: the problem is PSPACE-complete (Stockmeyer and Meyer 1973).
pub fn decide(formula: &Formula, played: &[bool], budget: &Budget) -> Result<bool, Exhausted> {
    budget.check()?;
    match simplify(Matrix::new(formula, played), budget)? {
        Simplified::Decided(truth) => Ok(truth),
        Simplified::Open(matrix) => by_turns(&matrix, budget),
    }
}

/// Conflicts for which the search has a head start on small formulas.
const HEAD_START: u64 = 3000;
/// About as many literals are looked at in the head start on large ones.
const HEAD_START_LITERALS: u64 = 1 << 22;
/// Conflicts of the search that take about as long as a choice of the abstraction, which asks a SAT solver.
const CONFLICTS_A_CHOICE: u64 = 4;

/// Lets the two methods work by turns, each turn twice as long as the one before: neither is best everywhere, and the
/// better one then has at least a third of the time. The search begins: it decides most small formulas sooner than SAT
/// solvers are set up. Without the SAT solver it goes on alone.
fn by_turns(matrix: &Matrix, budget: &Budget) -> Result<bool, Exhausted> {
    let literals: u64 = matrix.clauses.iter().map(|clause| clause.len() as u64).sum();
    let mut search = Search::new(matrix, budget);
    if let Some(truth) = search.run(HEAD_START.min(HEAD_START_LITERALS / literals.max(1)))? {
        return Ok(truth);
    }
    #[cfg(feature = "sat")]
    let mut abstraction = Abstraction::new(matrix, budget)?;
    let mut steps = 100;
    loop {
        #[cfg(feature = "sat")]
        if let Some(truth) = abstraction.run(steps)? {
            return Ok(truth);
        }
        if let Some(truth) = search.run(CONFLICTS_A_CHOICE * steps)? {
            return Ok(truth);
        }
        steps *= 2;
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::matrix::levels;
    use crate::{Literal, Pruning, search};

    /// Formulas with up to nine variables and one to four blocks, from the empty formula to overconstrained ones.
    fn formulas() -> impl Strategy<Value = Formula> {
        let blocks = prop::collection::vec(1..4_usize, 1..=4).prop_flat_map(|sizes| (Just(sizes), any::<bool>()));
        blocks.prop_flat_map(|(sizes, first)| {
            let mut variables = Vec::new();
            for (block, &size) in sizes.iter().enumerate() {
                let quantifier = Quantifier::winner(first == block.is_multiple_of(2));
                variables.extend((0..size).map(|i| (quantifier, format!("x{block}_{i}"))));
            }
            let literal = (0..variables.len(), any::<bool>()).prop_map(|(v, positive)| Literal::new(v, positive));
            let clauses = prop::collection::vec(prop::collection::vec(literal, 0..5), 0..25);
            clauses.prop_map(move |clauses| {
                let wide = clauses
                    .into_iter()
                    .filter(|clause| clause.len() > 1 || clause.first().is_some_and(|l| l.variable() == 0));
                Formula::new(variables.clone(), wide.collect()).unwrap()
            })
        })
    }

    /// A matrix with nothing done but universal reduction; `None` when that leaves an empty clause or none at all.
    fn reduced(formula: &Formula) -> Option<Matrix> {
        let mut matrix = Matrix::new(formula, &[]);
        let mut clauses = std::mem::take(&mut matrix.clauses);
        for clause in &mut clauses {
            matrix.reduce(clause);
        }
        let occurs = |variable| clauses.iter().flatten().any(|l| l.variable() == variable);
        matrix.levels = levels(&matrix.quantifiers, occurs);
        matrix.clauses = clauses;
        let usable = !matrix.clauses.is_empty() && matrix.clauses.iter().all(|clause| !clause.is_empty());
        usable.then_some(matrix)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(10_000))]

        #[test]
        fn every_method_agrees_with_the_plain_game(formula in formulas()) {
            let budget = Budget::unlimited();
            let plain = search(&formula, &[], Pruning::Leaves, &budget).unwrap();
            prop_assert_eq!(search(&formula, &[], Pruning::Trivial, &budget), Ok(plain));
            prop_assert_eq!(decide(&formula, &[], &budget), Ok(plain));
            if let Some(matrix) = reduced(&formula) {
                prop_assert_eq!(Abstraction::new(&matrix, &budget).unwrap().run(100_000), Ok(Some(plain)));
                prop_assert_eq!(Search::new(&matrix, &budget).run(100_000), Ok(Some(plain)));
            }
            prop_assert_eq!(budget.memory(), 0);
        }

        #[test]
        fn the_advice_wins(formula in formulas(), moves in any::<u16>()) {
            let budget = Budget::unlimited();
            let winner = Quantifier::winner(search(&formula, &[], Pruning::Leaves, &budget).unwrap());
            let mut played = Vec::new();
            loop {
                let advice = advise(&formula, &played, &budget).unwrap();
                prop_assert_eq!(advice.winner, winner);
                let Some(mover) = advice.mover else { break };
                prop_assert_eq!(!advice.winning_values().is_empty(), mover == winner);
                let any = moves >> played.len() & 1 == 1;
                played.push(if mover == winner && !advice.wins[usize::from(any)] { !any } else { any });
            }
            prop_assert_eq!(formula.holds(&played), winner == Quantifier::Exists);
        }
    }
}
