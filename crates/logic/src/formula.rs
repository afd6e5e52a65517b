//! Formulas: quantified variables in the order of play, and clauses.

use std::ops::{Not, Range};

use rustc_hash::FxHashSet;

/// A quantifier, and at once the player who sets the variables under it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Quantifier {
    /// ∃: the player who wants the formula to become true.
    Exists,
    /// ∀: the player who wants it to become false.
    ForAll,
}

impl Quantifier {
    /// The other player.
    #[must_use]
    pub fn opponent(self) -> Self {
        match self {
            Self::Exists => Self::ForAll,
            Self::ForAll => Self::Exists,
        }
    }

    /// The player who wins when the formula ends up with this truth value.
    pub fn winner(truth: bool) -> Self {
        if truth { Self::Exists } else { Self::ForAll }
    }
}

/// A variable or its negation; variables are numbered from 0 in the order of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal(u32);

impl Literal {
    /// More variables than this cannot be numbered.
    pub const MAX_VARIABLES: usize = (i32::MAX >> 2) as usize;

    /// The literal of a variable that holds when the variable has the given value.
    ///
    /// # Panics
    /// When the variable's number is not below [`Literal::MAX_VARIABLES`].
    pub fn new(variable: usize, positive: bool) -> Self {
        assert!(variable < Self::MAX_VARIABLES, "variable {variable} is out of range");
        Self(2 * variable as u32 + u32::from(!positive))
    }

    /// The variable's number.
    pub fn variable(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether this is the variable itself, not its negation.
    pub fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    /// A dense number: twice the variable, plus one for the negation.
    pub(crate) fn code(self) -> usize {
        self.0 as usize
    }
}

impl Not for Literal {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// A quantified formula in conjunctive normal form, closed: every variable is quantified.
///
/// Variables are numbered from 0 in the order of play and have names. Clauses are kept as they were written.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Formula {
    names: Vec<String>,
    quantifiers: Vec<Quantifier>,
    clauses: Vec<Vec<Literal>>,
}

impl Formula {
    /// The formula with these variables, outermost first, and these clauses. `None` when a literal's variable is not in
    /// the list, a name is given twice, or a name is no [identifier](Formula::is_name).
    pub fn new(variables: Vec<(Quantifier, String)>, clauses: Vec<Vec<Literal>>) -> Option<Self> {
        let (quantifiers, names): (Vec<_>, Vec<_>) = variables.into_iter().unzip();
        let distinct: FxHashSet<&str> = names.iter().map(String::as_str).collect();
        let sound = distinct.len() == names.len()
            && names.len() <= Literal::MAX_VARIABLES
            && names.iter().all(|name| Self::is_name(name))
            && clauses.iter().flatten().all(|literal| literal.variable() < names.len());
        sound.then_some(Self { names, quantifiers, clauses })
    }

    /// Whether a text can name a variable: letters, digits and `_`, no digit first, and neither `E` nor `A`.
    pub fn is_name(text: &str) -> bool {
        let mut chars = text.chars();
        chars.next().is_some_and(|first| first.is_alphabetic() || first == '_')
            && chars.all(|c| c.is_alphanumeric() || c == '_')
            && text != "E"
            && text != "A"
    }

    /// The number of variables.
    pub fn variables(&self) -> usize {
        self.names.len()
    }

    /// The name of a variable.
    pub fn name(&self, variable: usize) -> &str {
        &self.names[variable]
    }

    /// Who sets a variable.
    pub fn quantifier(&self, variable: usize) -> Quantifier {
        self.quantifiers[variable]
    }

    /// The clauses.
    pub fn clauses(&self) -> &[Vec<Literal>] {
        &self.clauses
    }

    /// The maximal runs of variables with the same quantifier, outermost first.
    pub fn blocks(&self) -> Vec<(Quantifier, Range<usize>)> {
        let mut blocks: Vec<(Quantifier, Range<usize>)> = Vec::new();
        for (variable, &quantifier) in self.quantifiers.iter().enumerate() {
            match blocks.last_mut() {
                Some((last, range)) if *last == quantifier => range.end = variable + 1,
                _ => blocks.push((quantifier, variable..variable + 1)),
            }
        }
        blocks
    }

    /// The order of play with the players taking turns, the existential player first and last: each step sets a variable
    /// or, where a player would otherwise move twice or the wrong one begin or end, is a pass (`None`).
    pub fn turns(&self) -> Vec<Option<usize>> {
        let mut turns = Vec::with_capacity(self.variables() + 1);
        for (variable, &quantifier) in self.quantifiers.iter().enumerate() {
            if (quantifier == Quantifier::Exists) != turns.len().is_multiple_of(2) {
                turns.push(None);
            }
            turns.push(Some(variable));
        }
        if turns.len().is_multiple_of(2) {
            turns.push(None);
        }
        turns
    }

    /// Whether every clause holds under an assignment to all variables (variables beyond its end count as false).
    pub fn holds(&self, assignment: &[bool]) -> bool {
        let value =
            // why: documented: variables beyond the assignment are false
            |literal: &Literal| assignment.get(literal.variable()).copied().unwrap_or(false) == literal.is_positive();
        self.clauses.iter().all(|clause| clause.iter().any(value))
    }

    /// A variable's literal as text: its name, with `-` for the negation.
    pub fn literal_name(&self, literal: Literal) -> String {
        let sign = if literal.is_positive() { "" } else { "-" };
        format!("{sign}{}", self.names[literal.variable()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unsound_parts_make_no_formula() {
        let x = |name: &str| vec![(Quantifier::Exists, name.to_string())];
        assert!(Formula::new(x("x1"), vec![vec![Literal::new(0, false)]]).is_some());
        assert!(Formula::new(x("x1"), vec![vec![Literal::new(1, false)]]).is_none());
        for name in ["", "E", "A", "1x", "x-1", "x 1"] {
            assert!(Formula::new(x(name), vec![]).is_none(), "{name}");
        }
        assert!(Formula::new([x("x1"), x("x1")].concat(), vec![]).is_none());
    }

    #[test]
    fn blocks_are_maximal_runs() {
        let formula: Formula = "E a b A c A d E e :".parse().unwrap();
        let blocks = formula.blocks();
        assert_eq!(blocks, [(Quantifier::Exists, 0..2), (Quantifier::ForAll, 2..4), (Quantifier::Exists, 4..5)]);
    }
}
