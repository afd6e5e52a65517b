//! The working form of a formula inside the solver.

use crate::{Formula, Literal, Quantifier};

/// Clauses over variables with quantifiers and levels.
///
/// Levels number the alternating blocks of the variables that still occur, outermost first; the level of a variable
/// that occurs nowhere means nothing.
pub(crate) struct Matrix {
    pub quantifiers: Vec<Quantifier>,
    pub levels: Vec<u32>,
    pub clauses: Vec<Vec<Literal>>,
}

impl Matrix {
    /// What is left of a formula when its first variables have been set; repeated literals are dropped, and so are
    /// clauses that always hold.
    pub fn new(formula: &Formula, played: &[bool]) -> Self {
        let quantifiers: Vec<Quantifier> = (0..formula.variables()).map(|v| formula.quantifier(v)).collect();
        let value = |literal: Literal| played.get(literal.variable()).map(|&value| value == literal.is_positive());
        let mut clauses = Vec::with_capacity(formula.clauses().len());
        for clause in formula.clauses() {
            if clause.iter().any(|&literal| value(literal) == Some(true)) {
                continue;
            }
            let mut open: Vec<Literal> = clause.iter().copied().filter(|&literal| value(literal).is_none()).collect();
            open.sort_unstable();
            open.dedup();
            if !always_holds(&open) {
                clauses.push(open);
            }
        }
        let mut occurs = vec![false; quantifiers.len()];
        clauses.iter().flatten().for_each(|literal| occurs[literal.variable()] = true);
        let levels = levels(&quantifiers, |variable| occurs[variable]);
        Self { quantifiers, levels, clauses }
    }

    pub fn level(&self, literal: Literal) -> u32 {
        self.levels[literal.variable()]
    }

    pub fn is_existential(&self, literal: Literal) -> bool {
        self.quantifiers[literal.variable()] == Quantifier::Exists
    }

    /// Universal reduction: drops the universal literals of a clause with no existential literal further in. The
    /// universal player sets them last and falsifies them (Kleine Büning, Karpinski and Flögel 1995).
    pub fn reduce(&self, clause: &mut Vec<Literal>) {
        let innermost = clause.iter().filter(|&&l| self.is_existential(l)).map(|&l| self.level(l)).max();
        clause.retain(|&l| innermost.is_some_and(|innermost| self.level(l) <= innermost));
    }
}

/// Numbers the alternating blocks among the occurring variables.
pub(crate) fn levels(quantifiers: &[Quantifier], occurs: impl Fn(usize) -> bool) -> Vec<u32> {
    let mut level = 0;
    let mut last = None;
    let mut levels = Vec::with_capacity(quantifiers.len());
    for (variable, &quantifier) in quantifiers.iter().enumerate() {
        if occurs(variable) {
            level += u32::from(last.is_some_and(|last| last != quantifier));
            last = Some(quantifier);
        }
        levels.push(level);
    }
    levels
}

/// Whether a sorted clause holds whatever is played, because it has a variable and its negation.
pub(crate) fn always_holds(sorted: &[Literal]) -> bool {
    sorted.windows(2).any(|pair| pair[0] == !pair[1])
}
