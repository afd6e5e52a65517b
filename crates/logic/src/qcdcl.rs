//! Deciding a formula by search with learning (QCDCL: Zhang and Malik 2002; Giunchiglia, Narizzano and Tacchella 2006).
//!
//! A *constraint* is a disjunction of literals that its owner must make true or else lose. The clauses of the formula
//! are constraints of the existential player; learned cubes are kept negated, as constraints of the universal player,
//! so that both players are treated alike. An open literal of the opponent that stands further in than every open
//! literal of the owner does not help the owner, because the opponent sets it last. So when a constraint has no true
//! literal, its owner has lost if none of its own literals is open, and must set the last open one if no open literal of
//! the opponent stands before it.
//!
//! Variables are decided in the order of the blocks. When a player has lost, the constraint is resolved with the
//! reasons of the player's forced moves until it forces an earlier move; when all clauses are true, the true literals
//! that make them so are a new constraint on the universal player.

use grundy_budget::{Budget, Exhausted, Meter};

use crate::matrix::{Matrix, always_holds};
use crate::{Literal, Quantifier};

/// A disjunction that its owner must make true.
struct Constraint {
    owner: Quantifier,
    literals: Vec<Literal>,
    true_literals: u32,
    /// Literals of the owner whose variables are not set.
    open_own: u32,
    /// The number of the conflict that last used it.
    used: u64,
}

/// Conflicts between two fresh starts.
const PART: u64 = 1000;

/// A variable's place in the search.
#[derive(Clone, Copy)]
struct Spot {
    depth: u32,
    /// Place on the trail.
    time: u32,
    reason: Option<u32>,
}

/// A search with what it has learned; it can be interrupted and taken up again.
pub(crate) struct Search<'a> {
    matrix: &'a Matrix,
    constraints: Vec<Constraint>,
    occurrences: Vec<Vec<u32>>,
    /// Clauses of the formula that have no true literal.
    open_clauses: usize,
    values: Vec<Option<bool>>,
    spots: Vec<Spot>,
    trail: Vec<Literal>,
    /// Literals of the trail whose consequences have been drawn.
    head: usize,
    /// Length of the trail at each decision.
    decisions: Vec<usize>,
    /// The occurring variables of each block.
    blocks: Vec<Vec<usize>>,
    activity: Vec<f64>,
    bump: f64,
    phases: Vec<bool>,
    conflicts: u64,
    meter: Meter,
}

impl<'a> Search<'a> {
    pub fn new(matrix: &'a Matrix, budget: &Budget) -> Self {
        let variables = matrix.quantifiers.len();
        let mut search = Self {
            matrix,
            constraints: Vec::new(),
            occurrences: vec![Vec::new(); 2 * variables],
            open_clauses: matrix.clauses.len(),
            values: vec![None; variables],
            spots: vec![Spot { depth: 0, time: 0, reason: None }; variables],
            trail: Vec::new(),
            head: 0,
            decisions: Vec::new(),
            blocks: Vec::new(),
            activity: vec![0.0; variables],
            bump: 1.0,
            phases: vec![false; variables],
            conflicts: 0,
            meter: budget.meter(),
        };
        for clause in &matrix.clauses {
            search.add(Quantifier::Exists, clause.clone());
        }
        for variable in 0..variables {
            let [positive, negative] =
                [true, false].map(|sign| search.occurrences[Literal::new(variable, sign).code()].len());
            let exists = matrix.quantifiers[variable] == Quantifier::Exists;
            search.phases[variable] = (positive > negative) == exists;
            search.activity[variable] = (positive + negative) as f64 / (matrix.clauses.len() + 1) as f64;
            if positive + negative > 0 {
                let level = matrix.levels[variable] as usize;
                search.blocks.resize(search.blocks.len().max(level + 1), Vec::new());
                search.blocks[level].push(variable);
            }
        }
        search
    }

    /// Searches on for so many conflicts, in parts that each start afresh; the truth value, if found.
    pub fn run(&mut self, conflicts: u64) -> Result<Option<bool>, Exhausted> {
        let end = self.conflicts + conflicts;
        while self.conflicts < end {
            let truth = self.run_part(end.min(self.conflicts + PART))?;
            if truth.is_some() {
                return Ok(truth);
            }
        }
        Ok(None)
    }

    fn run_part(&mut self, end: u64) -> Result<Option<bool>, Exhausted> {
        self.forget();
        if let Some(truth) = self.look_at_all() {
            return Ok(Some(truth));
        }
        while self.conflicts < end {
            let lost = match self.propagate()? {
                Some(lost) => lost,
                None if self.open_clauses == 0 => self.solution(),
                None => {
                    self.decide();
                    continue;
                }
            };
            self.conflicts += 1;
            if self.decisions.is_empty() || self.learn(lost)? {
                return Ok(Some(self.constraints[lost as usize].owner == Quantifier::ForAll));
            }
        }
        self.undo(0);
        Ok(None)
    }

    fn is_own(&self, owner: Quantifier, literal: Literal) -> bool {
        self.matrix.quantifiers[literal.variable()] == owner
    }

    fn value(&self, literal: Literal) -> Option<bool> {
        self.values[literal.variable()].map(|value| value == literal.is_positive())
    }

    /// Adds a constraint, counting its literals as of the part of the trail that has been propagated.
    fn add(&mut self, owner: Quantifier, literals: Vec<Literal>) -> u32 {
        let index = self.constraints.len() as u32;
        let (mut true_literals, mut open_own) = (0, 0);
        for &literal in &literals {
            self.occurrences[literal.code()].push(index);
            let seen = self.value(literal).filter(|_| (self.spots[literal.variable()].time as usize) < self.head);
            true_literals += u32::from(seen == Some(true));
            open_own += u32::from(seen.is_none() && self.is_own(owner, literal));
        }
        self.constraints.push(Constraint { owner, literals, true_literals, open_own, used: self.conflicts });
        index
    }

    fn set(&mut self, literal: Literal, reason: Option<u32>) {
        let (depth, time) = (self.decisions.len() as u32, self.trail.len() as u32);
        self.values[literal.variable()] = Some(literal.is_positive());
        self.phases[literal.variable()] = literal.is_positive();
        self.spots[literal.variable()] = Spot { depth, time, reason };
        self.trail.push(literal);
    }

    /// Draws the consequences of the trail; a constraint that its owner has lost, if there is one.
    fn propagate(&mut self) -> Result<Option<u32>, Exhausted> {
        while let Some(&literal) = self.trail.get(self.head) {
            self.head += 1;
            let owner = self.matrix.quantifiers[literal.variable()];
            for &index in &self.occurrences[literal.code()] {
                let constraint = &mut self.constraints[index as usize];
                constraint.true_literals += 1;
                constraint.open_own -= u32::from(constraint.owner == owner);
                let satisfied = constraint.true_literals == 1 && (index as usize) < self.matrix.clauses.len();
                self.open_clauses -= usize::from(satisfied);
            }
            for &index in &self.occurrences[(!literal).code()] {
                let constraint = &mut self.constraints[index as usize];
                constraint.open_own -= u32::from(constraint.owner == owner);
            }
            for place in 0..self.occurrences[(!literal).code()].len() {
                self.meter.step()?;
                let index = self.occurrences[(!literal).code()][place];
                if self.look_at(index) {
                    return Ok(Some(index));
                }
            }
        }
        Ok(None)
    }

    /// Whether the owner of a constraint has lost by it; sets its last open literal if it must.
    fn look_at(&mut self, index: u32) -> bool {
        let constraint = &self.constraints[index as usize];
        if constraint.true_literals > 0 || constraint.open_own > 1 {
            return false;
        }
        if constraint.open_own == 0 {
            return true;
        }
        let open = |literal: &&Literal| self.values[literal.variable()].is_none();
        let owner = constraint.owner;
        let Some(&last) = constraint.literals.iter().filter(open).find(|&&l| self.is_own(owner, l)) else {
            return false;
        };
        let level = self.matrix.level(last);
        let is_free = |&l: &Literal| self.value(l) == Some(false) || l == last || self.matrix.level(l) > level;
        if constraint.literals.iter().all(|l| is_free(l) && self.value(*l) != Some(true)) {
            self.set(last, Some(index));
        }
        false
    }

    /// Looks at every constraint at the start; the truth value if a player has lost already.
    fn look_at_all(&mut self) -> Option<bool> {
        (0..self.constraints.len() as u32)
            .find(|&index| self.look_at(index))
            .map(|index| self.constraints[index as usize].owner == Quantifier::ForAll)
    }

    /// Sets the most active open variable of the outermost block that has one.
    fn decide(&mut self) {
        let values = &self.values;
        let open = self.blocks.iter().find_map(|block| {
            let open = block.iter().filter(|&&v| values[v].is_none());
            open.max_by(|&&a, &&b| self.activity[a].total_cmp(&self.activity[b]))
        });
        if let Some(&variable) = open {
            self.decisions.push(self.trail.len());
            self.set(Literal::new(variable, self.phases[variable]), None);
        }
    }

    /// Takes back everything below a depth.
    fn undo(&mut self, depth: usize) {
        let Some(&length) = self.decisions.get(depth) else { return };
        for literal in self.trail.split_off(length).into_iter().rev() {
            if (self.spots[literal.variable()].time as usize) < self.head {
                self.retract(literal);
            }
            self.values[literal.variable()] = None;
        }
        self.head = self.head.min(length);
        self.decisions.truncate(depth);
    }

    fn retract(&mut self, literal: Literal) {
        let owner = self.matrix.quantifiers[literal.variable()];
        for &index in &self.occurrences[literal.code()] {
            let constraint = &mut self.constraints[index as usize];
            let reopened = constraint.true_literals == 1 && (index as usize) < self.matrix.clauses.len();
            constraint.true_literals -= 1;
            constraint.open_own += u32::from(constraint.owner == owner);
            self.open_clauses += usize::from(reopened);
        }
        for &index in &self.occurrences[(!literal).code()] {
            let constraint = &mut self.constraints[index as usize];
            constraint.open_own += u32::from(constraint.owner == owner);
        }
    }

    /// With all clauses true: the constraint that one of the literals that make them so must be false. Prefers
    /// existential literals far in, which do not help the universal player.
    fn solution(&mut self) -> u32 {
        let mut chosen = vec![false; self.occurrences.len()];
        let mut literals = Vec::new();
        for clause in &self.matrix.clauses {
            let holding = || clause.iter().copied().filter(|&l| self.value(l) == Some(true));
            if holding().any(|l| chosen[l.code()]) {
                continue;
            }
            let rank = |l: &Literal| {
                let level = i64::from(self.matrix.level(*l));
                if self.matrix.is_existential(*l) { (1, level) } else { (0, -level) }
            };
            if let Some(best) = holding().max_by_key(rank) {
                chosen[best.code()] = true;
                literals.push(!best);
            }
        }
        literals.sort_unstable();
        self.reduce(Quantifier::ForAll, &mut literals);
        self.add(Quantifier::ForAll, literals)
    }

    /// Drops the opponent's literals that stand further in than all of the owner's.
    fn reduce(&self, owner: Quantifier, literals: &mut Vec<Literal>) {
        let innermost = literals.iter().filter(|&&l| self.is_own(owner, l)).map(|&l| self.matrix.level(l)).max();
        literals.retain(|&l| innermost.is_some_and(|innermost| self.matrix.level(l) <= innermost));
    }

    /// Learns from a lost constraint and goes back to where the lesson forces a move; true if the lesson is that its
    /// owner has lost altogether.
    fn learn(&mut self, lost: u32) -> Result<bool, Exhausted> {
        let owner = self.constraints[lost as usize].owner;
        let mut lesson = self.constraints[lost as usize].literals.clone();
        self.constraints[lost as usize].used = self.conflicts;
        self.reduce(owner, &mut lesson);
        let depth = loop {
            self.meter.steps(lesson.len() as u64)?;
            if let Some(depth) = self.forces_at(owner, &lesson) {
                break depth;
            }
            match self.resolve(owner, &lesson) {
                Some(resolvent) => lesson = resolvent,
                // Rare: the lesson forces nothing. It is true all the same; start afresh with it.
                None => break 0,
            }
        };
        self.bump *= 1.05;
        for &literal in &lesson {
            self.activity[literal.variable()] += self.bump;
        }
        if self.bump > 1e100 {
            self.activity.iter_mut().for_each(|activity| *activity *= 1e-100);
            self.bump *= 1e-100;
        }
        self.undo(depth);
        let index = self.add(owner, lesson);
        if !self.look_at(index) {
            return Ok(false);
        }
        self.undo(0);
        Ok(self.look_at(index))
    }

    /// The depth at which a lesson forces a move of its owner, if it does at one above the present.
    fn forces_at(&self, owner: Quantifier, lesson: &[Literal]) -> Option<usize> {
        let depth = |l: &Literal| self.spots[l.variable()].depth;
        let own = || lesson.iter().filter(|&&l| self.is_own(owner, l));
        let Some(forced) = own().max_by_key(|l| depth(l)) else { return Some(0) };
        if depth(forced) == 0 {
            return Some(0);
        }
        let mut back = 0;
        for literal in lesson.iter().filter(|&l| l != forced) {
            if self.is_own(owner, *literal) || self.matrix.level(*literal) < self.matrix.level(*forced) {
                if self.value(*literal) != Some(false) || depth(literal) >= depth(forced) {
                    return None;
                }
                back = back.max(depth(literal));
            }
        }
        let spoiled = lesson.iter().any(|l| self.value(*l) == Some(true) && depth(l) <= back);
        (!spoiled).then_some(back as usize)
    }

    /// Resolves a lesson with the reason of its owner's latest forced move. Where the resolvent would always hold
    /// because of a variable of the opponent, resolves on the owner's innermost literal first, which stands behind it.
    fn resolve(&mut self, owner: Quantifier, lesson: &[Literal]) -> Option<Vec<Literal>> {
        let own = || lesson.iter().copied().filter(|&l| self.is_own(owner, l));
        let latest = own().max_by_key(|l| self.spots[l.variable()].time)?;
        let mut by_level: Vec<Literal> = own().collect();
        by_level.sort_by_key(|&l| std::cmp::Reverse((self.matrix.level(l), self.spots[l.variable()].time)));
        for pivot in std::iter::once(latest).chain(by_level) {
            let Some(reason) = self.spots[pivot.variable()].reason else { continue };
            let others = self.constraints[reason as usize].literals.iter();
            let mut resolvent: Vec<Literal> =
                lesson.iter().chain(others).copied().filter(|l| l.variable() != pivot.variable()).collect();
            resolvent.sort_unstable();
            resolvent.dedup();
            if !always_holds(&resolvent) {
                self.reduce(owner, &mut resolvent);
                self.constraints[reason as usize].used = self.conflicts;
                self.activity[pivot.variable()] += self.bump;
                return Some(resolvent);
            }
        }
        None
    }

    /// Between runs: drops the half of the learned constraints that have not been used for longest.
    fn forget(&mut self) {
        let original = self.matrix.clauses.len();
        if self.constraints.len() < 2 * original + 4000 {
            return;
        }
        let mut ages: Vec<u64> = self.constraints[original..].iter().map(|c| c.used).collect();
        ages.sort_unstable();
        let oldest = ages[ages.len() / 2];
        let learned = self.constraints.split_off(original);
        for list in &mut self.occurrences {
            list.retain(|&index| (index as usize) < original);
        }
        self.spots.iter_mut().for_each(|spot| spot.reason = None);
        for constraint in learned.into_iter().filter(|c| c.used > oldest || c.literals.len() < 3) {
            let used = constraint.used;
            let index = self.add(constraint.owner, constraint.literals);
            self.constraints[index as usize].used = used;
        }
    }
}
