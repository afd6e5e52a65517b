//! Formulas: no text breaks a reader, what is printed reads back, and small formulas are decided as the game is won.

use grundy_budget::Budget;
use grundy_logic::{Formula, Pruning, decide, read_qdimacs, search, write_qdimacs};

/// One run of the target.
pub fn run(text: &str) {
    let formula = match (text.parse::<Formula>(), read_qdimacs(text)) {
        (Ok(formula), _) => formula,
        (Err(_), Ok(reading)) => {
            let again = read_qdimacs(&write_qdimacs(&reading.formula)).expect("written files are sound");
            assert_eq!(again.formula, reading.formula);
            reading.formula
        }
        _ => return,
    };
    assert_eq!(formula.to_string().parse::<Formula>().as_ref(), Ok(&formula));
    if formula.variables() <= 12 && formula.clauses().len() <= 100 {
        let budget = Budget::unlimited();
        assert_eq!(decide(&formula, &[], &budget), search(&formula, &[], Pruning::Trivial, &budget));
    }
}
