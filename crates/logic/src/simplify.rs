//! Simplification before solving: the truth value stays, the formula shrinks.
//!
//! Repeated until nothing changes: universal reduction and unit propagation; pure literals; subsumption and
//! self-subsuming resolution; blocked clauses (Biere, Lonsing and Seidl 2011); and elimination of existential
//! variables by resolution where that does not add clauses (Eén and Biere 2005).

use grundy_budget::{Budget, Exhausted, Meter};

use crate::matrix::{Matrix, always_holds, levels};
use crate::{Literal, Quantifier};

/// What simplification leaves.
pub(crate) enum Simplified {
    /// The formula's truth value.
    Decided(bool),
    /// A formula in which every clause ends in an existential literal.
    Open(Matrix),
}

/// Simplifies a matrix. Near linear; the quadratic parts stop after [`EFFORT`] steps.
pub(crate) fn simplify(matrix: Matrix, budget: &Budget) -> Result<Simplified, Exhausted> {
    let mut work = Simplifier::new(matrix, budget)?;
    loop {
        let before = work.changes;
        work.propagate()?;
        work.subsume()?;
        work.propagate()?;
        work.drop_blocked()?;
        work.propagate()?;
        work.eliminate()?;
        work.propagate()?;
        work.relevel()?;
        if work.is_false {
            return Ok(Simplified::Decided(false));
        }
        if work.changes == before {
            break;
        }
    }
    let Simplifier { mut matrix, .. } = work;
    matrix.clauses.retain(|clause| !clause.is_empty());
    Ok(if matrix.clauses.is_empty() { Simplified::Decided(true) } else { Simplified::Open(matrix) })
}

/// Literal visits that subsumption, blocking and elimination may spend together.
const EFFORT: u64 = 30_000_000;
/// Variables with more resolvents than this are not worth looking at for elimination.
const MOST_RESOLVENTS: usize = 400;

/// A matrix with occurrence lists. Removed clauses are empty; an occurrence list may still name clauses that have lost
/// the literal, so readers look again.
struct Simplifier {
    matrix: Matrix,
    signatures: Vec<u64>,
    occurrences: Vec<Vec<u32>>,
    counts: Vec<u32>,
    assigned: Vec<bool>,
    units: Vec<Literal>,
    maybe_pure: Vec<u32>,
    touched: Vec<u32>,
    is_false: bool,
    changes: u64,
    effort: u64,
    meter: Meter,
}

impl Simplifier {
    fn new(mut matrix: Matrix, budget: &Budget) -> Result<Self, Exhausted> {
        let variables = matrix.quantifiers.len();
        let clauses = std::mem::take(&mut matrix.clauses);
        let mut work = Self {
            matrix,
            signatures: Vec::new(),
            occurrences: vec![Vec::new(); 2 * variables],
            counts: vec![0; 2 * variables],
            assigned: vec![false; variables],
            units: Vec::new(),
            maybe_pure: (0..variables as u32).collect(),
            touched: Vec::new(),
            is_false: false,
            changes: 0,
            effort: EFFORT,
            meter: budget.meter(),
        };
        for clause in clauses {
            work.meter.step()?;
            work.add(clause);
        }
        Ok(work)
    }

    /// Adds a sorted clause that does not always hold.
    fn add(&mut self, clause: Vec<Literal>) {
        let index = self.matrix.clauses.len() as u32;
        for literal in &clause {
            self.occurrences[literal.code()].push(index);
        }
        self.matrix.clauses.push(Vec::new());
        self.signatures.push(0);
        self.put(index, clause);
    }

    /// Puts a clause in its place after universal reduction, and notes what follows from it.
    fn put(&mut self, index: u32, mut clause: Vec<Literal>) {
        self.matrix.reduce(&mut clause);
        match clause[..] {
            [] => self.is_false = true,
            [unit] => self.units.push(unit),
            _ => {}
        }
        for literal in &clause {
            self.counts[literal.code()] += 1;
        }
        self.signatures[index as usize] = clause.iter().fold(0, |sum, l| sum | signature(*l));
        self.touched.push(index);
        self.matrix.clauses[index as usize] = clause;
    }

    /// Takes a clause out of its place, which is empty then.
    fn take(&mut self, index: u32) -> Vec<Literal> {
        let clause = std::mem::take(&mut self.matrix.clauses[index as usize]);
        for literal in &clause {
            self.counts[literal.code()] -= 1;
            if self.counts[literal.code()] == 0 {
                self.maybe_pure.push(literal.variable() as u32);
            }
        }
        self.changes += 1;
        clause
    }

    /// Drops one literal from a clause.
    fn strengthen(&mut self, index: u32, literal: Literal) {
        let mut clause = self.take(index);
        clause.retain(|&l| l != literal);
        self.put(index, clause);
    }

    fn contains(&self, index: u32, literal: Literal) -> bool {
        self.matrix.clauses[index as usize].binary_search(&literal).is_ok()
    }

    /// Assigns units and pure literals until there are none.
    fn propagate(&mut self) -> Result<(), Exhausted> {
        while !self.is_false {
            let literal = match self.units.pop() {
                Some(unit) => Some(unit),
                None => match self.maybe_pure.pop() {
                    Some(variable) => self.pure_choice(variable as usize),
                    None => return Ok(()),
                },
            };
            if let Some(literal) = literal.filter(|l| !self.assigned[l.variable()]) {
                self.assign(literal)?;
            }
        }
        Ok(())
    }

    /// The value the owner of a variable gives it when it occurs with one sign only: true clauses for the existential
    /// player, shorter clauses for the universal player.
    fn pure_choice(&self, variable: usize) -> Option<Literal> {
        let [positive, negative] = [true, false].map(|sign| Literal::new(variable, sign));
        let occurring = match (self.counts[positive.code()], self.counts[negative.code()]) {
            (0, 0) => return None,
            (_, 0) => positive,
            (0, _) => negative,
            _ => return None,
        };
        Some(if self.matrix.is_existential(occurring) { occurring } else { !occurring })
    }

    fn assign(&mut self, literal: Literal) -> Result<(), Exhausted> {
        self.assigned[literal.variable()] = true;
        self.changes += 1;
        for index in std::mem::take(&mut self.occurrences[literal.code()]) {
            self.meter.step()?;
            if self.contains(index, literal) {
                self.take(index);
            }
        }
        for index in std::mem::take(&mut self.occurrences[(!literal).code()]) {
            self.meter.step()?;
            if self.contains(index, !literal) {
                self.strengthen(index, !literal);
            }
        }
        Ok(())
    }

    /// Counts work of the quadratic parts; false when their effort is used up.
    fn spend(&mut self, steps: usize) -> Result<bool, Exhausted> {
        self.meter.steps(steps as u64)?;
        self.effort = self.effort.saturating_sub(steps as u64);
        Ok(self.effort > 0)
    }

    /// Removes clauses that contain another clause, and drops an existential literal from a clause that would contain
    /// another if the literal's sign were turned (the resolvent of the two contains all but that literal).
    fn subsume(&mut self) -> Result<(), Exhausted> {
        let mut queue = std::mem::take(&mut self.touched);
        queue.sort_unstable();
        queue.dedup();
        for index in queue {
            let clause = self.matrix.clauses[index as usize].clone();
            if clause.is_empty() || self.is_false {
                continue;
            }
            if !self.subsume_by(index, &clause, None)? {
                return Ok(());
            }
            for turned in 0..clause.len() {
                if self.matrix.is_existential(clause[turned]) && !self.subsume_by(index, &clause, Some(turned))? {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Looks for the clauses that contain this one, with the sign of one literal turned if asked.
    fn subsume_by(&mut self, index: u32, clause: &[Literal], turned: Option<usize>) -> Result<bool, Exhausted> {
        let pattern: Vec<Literal> =
            clause.iter().enumerate().map(|(i, &l)| if turned == Some(i) { !l } else { l }).collect();
        let Some(&rarest) = pattern.iter().min_by_key(|l| self.occurrences[l.code()].len()) else { return Ok(true) };
        let wanted = pattern.iter().fold(0, |sum, l| sum | signature(*l));
        let candidates = self.occurrences[rarest.code()].clone();
        if !self.spend(candidates.len())? {
            return Ok(false);
        }
        for other in candidates {
            let (signature, length) = (self.signatures[other as usize], self.matrix.clauses[other as usize].len());
            if other == index || length < pattern.len() || wanted & !signature != 0 {
                continue;
            }
            if !self.spend(pattern.len())? {
                return Ok(false);
            }
            if pattern.iter().all(|&literal| self.contains(other, literal)) {
                match turned {
                    None => drop(self.take(other)),
                    Some(i) => self.strengthen(other, pattern[i]),
                }
            }
        }
        Ok(true)
    }

    /// The clauses that have a literal, now.
    fn clauses_with(&mut self, literal: Literal) -> Vec<u32> {
        let mut list = std::mem::take(&mut self.occurrences[literal.code()]);
        list.retain(|&index| self.contains(index, literal));
        list.sort_unstable();
        list.dedup();
        self.occurrences[literal.code()].clone_from(&list);
        list
    }

    /// Removes clauses blocked on an existential literal: every resolvent on it has an outer variable with both signs.
    fn drop_blocked(&mut self) -> Result<(), Exhausted> {
        for index in 0..self.matrix.clauses.len() as u32 {
            let clause = self.matrix.clauses[index as usize].clone();
            for &literal in &clause {
                if !self.matrix.is_existential(literal) {
                    continue;
                }
                let partners = self.clauses_with(!literal);
                if !self.spend(partners.len() * clause.len())? {
                    return Ok(());
                }
                if partners.iter().all(|&partner| self.clashes(&clause, partner, literal)) {
                    self.take(index);
                    break;
                }
            }
        }
        Ok(())
    }

    /// Whether the resolvent of a clause with a partner on `pivot` always holds because of a variable no further in.
    fn clashes(&self, clause: &[Literal], partner: u32, pivot: Literal) -> bool {
        let level = self.matrix.level(pivot);
        clause.iter().any(|&l| l != pivot && self.matrix.level(l) <= level && self.contains(partner, !l))
    }

    /// Eliminates existential variables by resolution where it does not add clauses.
    fn eliminate(&mut self) -> Result<(), Exhausted> {
        for variable in 0..self.matrix.quantifiers.len() {
            if self.matrix.quantifiers[variable] == Quantifier::ForAll || self.is_false {
                continue;
            }
            let [positive, negative] = [true, false].map(|sign| Literal::new(variable, sign));
            let sizes = [positive, negative].map(|l| self.counts[l.code()] as usize);
            if sizes.contains(&0) || sizes[0] * sizes[1] > MOST_RESOLVENTS {
                continue;
            }
            let (with, without) = (self.clauses_with(positive), self.clauses_with(negative));
            let Some(resolvents) = self.resolvents(positive, &with, &without)? else { continue };
            for index in with.into_iter().chain(without) {
                self.take(index);
            }
            for resolvent in resolvents {
                self.add(resolvent);
            }
            if self.effort == 0 {
                return Ok(());
            }
        }
        Ok(())
    }

    /// The resolvents on a variable, unless they are more than the clauses they replace or the variable is not
    /// innermost in its clauses. (If it is, ∃x moves inwards past everything else, so resolving it away is exact.)
    fn resolvents(
        &mut self,
        pivot: Literal,
        with: &[u32],
        without: &[u32],
    ) -> Result<Option<Vec<Vec<Literal>>>, Exhausted> {
        let level = self.matrix.level(pivot);
        let clauses = &self.matrix.clauses;
        let inner = |index: &u32| clauses[*index as usize].iter().any(|&l| self.matrix.level(l) > level);
        if with.iter().chain(without).any(inner) {
            return Ok(None);
        }
        let mut resolvents = Vec::new();
        let mut steps = 0;
        for &left in with {
            for &right in without {
                let both = clauses[left as usize].iter().chain(&clauses[right as usize]);
                let mut resolvent: Vec<Literal> = both.copied().filter(|l| l.variable() != pivot.variable()).collect();
                steps += resolvent.len();
                resolvent.sort_unstable();
                resolvent.dedup();
                if !always_holds(&resolvent) {
                    resolvents.push(resolvent);
                }
            }
        }
        self.spend(steps)?;
        Ok((resolvents.len() <= with.len() + without.len()).then_some(resolvents))
    }

    /// Numbers the blocks anew: where a block has vanished its neighbours become one, and more literals reduce.
    fn relevel(&mut self) -> Result<(), Exhausted> {
        let counts = &self.counts;
        let occurs = |variable: usize| counts[2 * variable] + counts[2 * variable + 1] > 0;
        self.matrix.levels = levels(&self.matrix.quantifiers, occurs);
        for index in 0..self.matrix.clauses.len() as u32 {
            self.meter.step()?;
            let mut clause = self.matrix.clauses[index as usize].clone();
            self.matrix.reduce(&mut clause);
            if clause.len() < self.matrix.clauses[index as usize].len() {
                self.take(index);
                self.put(index, clause);
            }
        }
        self.propagate()
    }
}

/// One bit of 64 for each literal; a clause can only contain another whose bits it has.
fn signature(literal: Literal) -> u64 {
    1 << ((literal.code() as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 58)
}
