//! Deciding a formula by clausal abstraction, with expansion.
//!
//! After some blocks have been played, all that matters of the values is which clauses are satisfied: the more, the
//! better for the existential player. So the solver of a block knows the clauses, not the other blocks' variables. Call
//! a clause *good* for the owner of a block when it is satisfied (∃) or not satisfied (∀). For each clause the solver
//! has a flag `before` (good when the block's turn comes; assumed false when it is not) and a flag `after` (claims that
//! it is good when the block has been played), with
//!
//! * ∃: after → before ∨ (a literal of the block), and clauses that end in this block must be satisfied here;
//! * ∀: after → before ∧ ¬(each literal of the block).
//!
//! A play goes from block to block, each choosing by its solver. When a solver has no choice left, the assumptions it
//! blames are a *reason*: as long as these clauses are not good for the owner, the owner loses. The reason, seen from
//! before the opponent's last choice, becomes a new clause of the previous solver of the same owner: one of its flags
//! `after` must be true. This is the method of Janota and Marques-Silva (2015) and of Rabe and Tentrup (2015).
//!
//! When an existential owner has lost to a choice of the universal player, the rest of the formula under that choice is
//! also copied into the solver with fresh variables (expansion: Janota, Klieber, Marques-Silva and Clarke 2012).

use cadical::{Callbacks, Solver};
use grundy_budget::{Budget, Exhausted};

use crate::matrix::Matrix;
use crate::{Literal, Quantifier};

/// A clause as one block sees it; it reaches from before or in this block to in or behind it.
struct Link {
    clause: u32,
    /// The flag of the clause being good before the block; 0 when the clause begins here.
    before: i32,
    /// The flag of the clause being good after the block; 0 when the clause ends here.
    after: i32,
    /// The block's literals in the clause, as a range of [`Level::own`].
    own: std::ops::Range<usize>,
}

/// A block with its solver.
struct Level {
    owner: Quantifier,
    solver: Solver<Watch>,
    /// Variables of the solver that are in use.
    used: i32,
    /// The block's variables; the solver numbers them from 1.
    variables: Vec<usize>,
    links: Vec<Link>,
    own: Vec<Literal>,
    /// Literals in the copies added by expansion.
    copied: usize,
}

/// The callback through which the budget stops a SAT solver.
struct Watch {
    budget: Budget,
    stopped: Option<Exhausted>,
}

impl Callbacks for Watch {
    fn terminate(&mut self) -> bool {
        self.stopped = self.budget.check().err();
        self.stopped.is_some()
    }
}

/// The levels, and the play in progress; it can be interrupted and taken up again.
pub(crate) struct Abstraction<'a> {
    matrix: &'a Matrix,
    budget: &'a Budget,
    levels: Vec<Level>,
    /// For each variable the value last chosen.
    values: Vec<bool>,
    /// For each clause the level that satisfied it, or [`OPEN`].
    satisfied_at: Vec<u32>,
    /// For each clause the first and the last level with one of its literals.
    spans: Vec<(u32, u32)>,
    /// The level whose turn it is.
    at: usize,
    reserved: u64,
}

impl Drop for Abstraction<'_> {
    fn drop(&mut self) {
        self.budget.release(self.reserved);
    }
}

/// Not satisfied by any level so far.
const OPEN: u32 = u32::MAX;

/// Bytes counted for a new solver, and for each literal in it.
const SOLVER_BYTES: u64 = 100_000;
const LITERAL_BYTES: u64 = 24;

/// The answer of a level's solver.
enum Choice {
    /// The values of the block's variables have been chosen.
    Made,
    /// The owner loses as long as these clauses are not good for it.
    Lost(Vec<u32>),
}

impl<'a> Abstraction<'a> {
    /// The levels of a matrix in which no clause is empty and every one is universally reduced.
    pub fn new(matrix: &'a Matrix, budget: &'a Budget) -> Result<Self, Exhausted> {
        let spans: Vec<(u32, u32)> = matrix.clauses.iter().map(|clause| span(matrix, clause)).collect();
        let mut play = Self {
            matrix,
            budget,
            levels: Vec::new(),
            values: vec![false; matrix.quantifiers.len()],
            satisfied_at: vec![OPEN; matrix.clauses.len()],
            spans,
            at: 0,
            reserved: 0,
        };
        let depth = play.spans.iter().map(|&(_, last)| last + 1).max().unwrap_or(0);
        let links: u64 = play.spans.iter().map(|&(first, last)| u64::from(last - first + 1)).sum();
        let literals: u64 = matrix.clauses.iter().map(|clause| clause.len() as u64).sum();
        play.reserve(u64::from(depth) * SOLVER_BYTES + (3 * links + literals) * LITERAL_BYTES)?;
        play.build(depth as usize)?;
        Ok(play)
    }

    /// Asks for memory that is held until the play ends.
    fn reserve(&mut self, bytes: u64) -> Result<(), Exhausted> {
        self.budget.reserve(bytes)?;
        self.reserved += bytes;
        Ok(())
    }

    /// Makes the levels with their links and solvers.
    fn build(&mut self, depth: usize) -> Result<(), Exhausted> {
        for _ in 0..depth {
            self.levels.push(Level::new(self.budget));
        }
        let mut occurs = vec![false; self.values.len()];
        for literal in self.matrix.clauses.iter().flatten() {
            occurs[literal.variable()] = true;
        }
        let mut local = vec![0; self.values.len()];
        for variable in (0..self.values.len()).filter(|&v| occurs[v]) {
            let level = &mut self.levels[self.matrix.levels[variable] as usize];
            level.owner = self.matrix.quantifiers[variable];
            level.variables.push(variable);
            level.used += 1;
            local[variable] = level.used;
        }
        for (index, clause) in self.matrix.clauses.iter().enumerate() {
            self.budget.check()?;
            let (first, last) = self.spans[index];
            let mut sorted = clause.clone();
            sorted.sort_unstable_by_key(|&l| self.matrix.level(l));
            let mut rest = &sorted[..];
            for at in first..=last {
                let (own, behind) = rest.split_at(rest.partition_point(|&l| self.matrix.level(l) == at));
                rest = behind;
                self.levels[at as usize].link(index as u32, own, (at > first, at < last), &local);
            }
        }
        Ok(())
    }

    /// Plays on for so many choices; the truth value, if found.
    pub fn run(&mut self, choices: u64) -> Result<Option<bool>, Exhausted> {
        for _ in 0..choices {
            self.budget.spend(1)?;
            let at = self.at;
            // The level whose choice has won, and why its opponent behind it has lost.
            let (winner, reason) = match self.choose(at)? {
                Choice::Made if at + 1 < self.levels.len() => {
                    self.at += 1;
                    continue;
                }
                Choice::Made => (at, Vec::new()),
                Choice::Lost(_) if at == 0 => return Ok(Some(self.levels[0].owner == Quantifier::ForAll)),
                Choice::Lost(reason) => (at - 1, reason),
            };
            let owner = self.levels[winner].owner;
            if winner == 0 {
                return Ok(Some(owner == Quantifier::Exists));
            }
            let reason = self.lift(winner, reason);
            self.at = winner - 1;
            self.levels[self.at].refine(&reason);
            if owner == Quantifier::ForAll {
                self.expand(self.at)?;
            }
        }
        Ok(None)
    }

    /// Lets the solver of a level choose.
    fn choose(&mut self, at: usize) -> Result<Choice, Exhausted> {
        let level = &mut self.levels[at];
        let exists = level.owner == Quantifier::Exists;
        let assumed: Vec<(u32, i32)> = level
            .links
            .iter()
            .filter(|link| link.before != 0 && (self.satisfied_at[link.clause as usize] < at as u32) != exists)
            .map(|link| (link.clause, -link.before))
            .collect();
        if !level.solve(&assumed)? {
            let blamed = assumed.iter().filter(|&&(_, flag)| level.solver.failed(flag)).map(|&(clause, _)| clause);
            return Ok(Choice::Lost(blamed.collect()));
        }
        for (index, &variable) in (1..).zip(&level.variables) {
            self.values[variable] = level.solver.value(index) == Some(true);
        }
        for link in &level.links {
            let satisfied_at = &mut self.satisfied_at[link.clause as usize];
            if *satisfied_at >= at as u32 {
                let own = level.own[link.own.clone()].iter();
                let holds = own.into_iter().any(|l| self.values[l.variable()] == l.is_positive());
                *satisfied_at = if holds { at as u32 } else { OPEN };
            }
        }
        Ok(Choice::Made)
    }

    /// The clauses that must be good for the winner already before its choice: those of the reason and, for the
    /// existential player, those that end here, except where the choice itself satisfies them.
    fn lift(&self, winner: usize, mut reason: Vec<u32>) -> Vec<u32> {
        let level = &self.levels[winner];
        if level.owner == Quantifier::Exists {
            reason.extend(level.links.iter().filter(|link| link.after == 0).map(|link| link.clause));
        }
        reason.retain(|&clause| {
            let at = self.satisfied_at[clause as usize];
            self.spans[clause as usize].0 < winner as u32 && at != winner as u32
        });
        reason
    }

    /// Copies what is left behind level `at` into its solver, the universal variables fixed to their last values and
    /// the existential ones renamed: a choice that wins must also win against an opponent who has announced all moves.
    fn expand(&mut self, at: usize) -> Result<(), Exhausted> {
        let literals: usize = self.matrix.clauses.iter().map(Vec::len).sum();
        if self.levels[at].copied > MOST_COPIES * literals {
            return Ok(());
        }
        let mut fresh = vec![0; self.values.len()];
        let mut copy = Vec::new();
        let mut copied = 0;
        for (index, clause) in self.matrix.clauses.iter().enumerate() {
            let (first, last) = self.spans[index];
            let behind = || clause.iter().filter(|&&l| self.matrix.level(l) > at as u32);
            let holds = |l: &&Literal| !self.matrix.is_existential(**l) && self.values[l.variable()] == l.is_positive();
            if last <= at as u32 || behind().any(|l| holds(&l)) {
                continue;
            }
            let level = &mut self.levels[at];
            copy.clear();
            if first <= at as u32 {
                copy.push(level.after(index as u32));
            }
            for literal in behind().filter(|&&l| self.matrix.is_existential(l)) {
                let name = &mut fresh[literal.variable()];
                if *name == 0 {
                    level.used += 1;
                    *name = level.used;
                }
                copy.push(if literal.is_positive() { *name } else { -*name });
            }
            copied += copy.len();
            level.solver.add_clause(copy.iter().copied());
        }
        self.levels[at].copied += copied;
        self.reserve(copied as u64 * LITERAL_BYTES)
    }
}

/// Copies that expansion may add to one solver, in sizes of the formula.
const MOST_COPIES: usize = 200;

/// The first and last level of a clause.
fn span(matrix: &Matrix, clause: &[Literal]) -> (u32, u32) {
    let levels = || clause.iter().map(|&l| matrix.level(l));
    (levels().min().unwrap_or(0), levels().max().unwrap_or(0))
}

impl Level {
    fn new(budget: &Budget) -> Self {
        let mut solver = Solver::new();
        solver.set_callbacks(Some(Watch { budget: budget.clone(), stopped: None }));
        let owner = Quantifier::Exists;
        Self { owner, solver, used: 0, variables: vec![], links: vec![], own: vec![], copied: 0 }
    }

    /// Links a clause to this level, which has these literals of it and others before or behind.
    fn link(&mut self, clause: u32, own: &[Literal], (outer, inner): (bool, bool), local: &[i32]) {
        let numbers = own.iter().map(|l| if l.is_positive() { local[l.variable()] } else { -local[l.variable()] });
        let before = if outer { -self.flag() } else { 0 };
        let after = match (inner, own.is_empty()) {
            (false, _) => 0,
            // A clause that only passes is good after the block when it is good before.
            (true, true) => before,
            (true, false) => self.flag(),
        };
        if self.owner == Quantifier::Exists && !own.is_empty() {
            let flags = [-after, before].into_iter().filter(|&flag| flag != 0);
            self.solver.add_clause(flags.chain(numbers));
        } else if !own.is_empty() {
            let others = numbers.map(|number| -number).chain([before]).filter(|&other| other != 0);
            others.for_each(|other| self.solver.add_clause([-after, other]));
        }
        let start = self.own.len();
        self.own.extend_from_slice(own);
        self.links.push(Link { clause, before, after, own: start..self.own.len() });
    }

    fn flag(&mut self) -> i32 {
        self.used += 1;
        self.used
    }

    /// The flag `after` of a clause that reaches over the end of this block.
    fn after(&self, clause: u32) -> i32 {
        let place = self.links.binary_search_by_key(&clause, |link| link.clause);
        place.map_or(0, |place| self.links[place].after)
    }

    /// Demands that one of these clauses be good after the block.
    fn refine(&mut self, reason: &[u32]) {
        let flags: Vec<i32> = reason.iter().map(|&clause| self.after(clause)).collect();
        self.solver.add_clause(flags);
    }

    fn solve(&mut self, assumed: &[(u32, i32)]) -> Result<bool, Exhausted> {
        let answer = self.solver.solve_with(assumed.iter().map(|&(_, flag)| flag));
        answer.ok_or_else(|| {
            let stopped = self.solver.get_callbacks().and_then(|watch| watch.stopped);
            stopped.unwrap_or(Exhausted::Cancelled)
        })
    }
}
