//! Proofs that a digraph has no kernel, in the LRAT format of SAT solvers.
//!
//! "The digraph has a kernel" is a set of clauses, see [`kernel_clauses`]. A refutation derives the empty clause from
//! them step by step; each step names the clauses from which it follows by unit propagation (L. Cruz-Filipe, M. J. H.
//! Heule, W. A. Hunt Jr., M. Kaufmann and P. Schneider-Kamp, Efficient certified RAT verification, CADE 2017). Lookahead
//! keeps its own proof; this is for what the SAT solver is the first to know. The solver only tells what it learned. Here every learned clause is derived again, what the empty clause does not need is left
//! out, and clauses are deleted after their last use.

use super::lemmas::{Step, trimmed};
use crate::{Digraph, GraphError};
#[cfg(feature = "sat")]
use cadical::{Callbacks, Solver};
use grundy_budget::{Budget, Exhausted, Meter};
use grundy_lang::Text;

/// Clauses that say that a digraph has a kernel; variable v + 1 is true when vertex v is in it. Their numbers count from 1:
/// for each vertex in turn, for each of its successors that not both are in, then that the vertex or a successor is in.
pub fn kernel_clauses(digraph: &Digraph) -> Vec<Vec<i32>> {
    let mut clauses = Vec::with_capacity(digraph.order() + digraph.size());
    for v in 0..digraph.order() {
        let x = v as i32 + 1;
        let others = || digraph.successors(v).iter().map(|&w| w as i32 + 1);
        clauses.extend(others().map(|y| if x == y { vec![-x] } else { vec![-x, -y] }));
        clauses.push(std::iter::once(x).chain(others().filter(|&y| y != x)).collect());
    }
    clauses
}

/// A refutation of [`kernel_clauses`] from what the SAT solver learns, for a digraph without a kernel.
pub(super) fn by_learning(digraph: &Digraph, budget: &Budget) -> Result<Vec<Step>, GraphError> {
    let clauses = kernel_clauses(digraph);
    let lost = || GraphError::Puzzle(Text::new("the refutation does not end"));
    let learned = learn(&clauses, budget)?.ok_or_else(lost)?;
    let mut derivation = Derivation::new(digraph.order(), budget);
    let mut over = derivation.start(clauses)?;
    for clause in learned.into_iter().chain([Vec::new()]) {
        if over {
            break;
        }
        over = derivation.derive(&clause)?;
    }
    if over { Ok(derivation.trimmed()?) } else { Err(lost()) }
}

#[cfg(feature = "sat")]
/// Collects what the solver learns.
struct Listener {
    budget: Budget,
    learned: Vec<Vec<i32>>,
    held: u64,
    stopped: Option<Exhausted>,
}

#[cfg(feature = "sat")]
impl Callbacks for Listener {
    fn terminate(&mut self) -> bool {
        self.stopped = self.stopped.or(self.budget.check().err());
        self.stopped.is_some()
    }

    fn max_length(&self) -> i32 {
        i32::MAX
    }

    fn learn(&mut self, clause: &[i32]) {
        let bytes = (size_of::<Vec<i32>>() + size_of_val(clause)) as u64;
        match self.budget.reserve(bytes) {
            Ok(()) => {
                self.held += bytes;
                self.learned.push(clause.to_vec());
            }
            Err(stop) => self.stopped = Some(stop),
        }
    }
}

#[cfg(feature = "sat")]
impl Drop for Listener {
    fn drop(&mut self) {
        self.budget.release(self.held);
    }
}

#[cfg(feature = "sat")]
/// The clauses that the solver learns on its way to a contradiction; `None` when there is none. Without inprocessing
/// each of them follows from those before it by unit propagation.
fn learn(clauses: &[Vec<i32>], budget: &Budget) -> Result<Option<Vec<Vec<i32>>>, GraphError> {
    let failed = |error: cadical::Error| GraphError::Puzzle(Text::verbatim(format!("{error:?}")));
    let mut solver: Solver<Listener> = Solver::with_config("plain").map_err(failed)?;
    clauses.iter().for_each(|clause| solver.add_clause(clause.iter().copied()));
    solver.set_callbacks(Some(Listener { budget: budget.clone(), learned: Vec::new(), held: 0, stopped: None }));
    let answer = solver.solve();
    let listener = solver.get_callbacks();
    match (answer, listener) {
        (Some(true), _) => Ok(None),
        (Some(false), Some(listener)) => match listener.stopped {
            None => Ok(Some(std::mem::take(&mut listener.learned))),
            Some(stop) => Err(stop.into()),
        },
        (_, listener) => {
            let stopped = listener.and_then(|listener| listener.stopped).or(budget.check().err());
            Err(stopped.unwrap_or(Exhausted::Time).into())
        }
    }
}

#[cfg(not(feature = "sat"))]
fn learn(_: &[Vec<i32>], _: &Budget) -> Result<Option<Vec<Vec<i32>>>, GraphError> {
    Err(GraphError::NeedsSat)
}

/// The number of no clause.
const NONE: u32 = u32::MAX;

/// Clauses, each with those it follows from, under unit propagation with two watched literals a clause.
struct Derivation {
    /// All clauses, the given ones first.
    clauses: Vec<Vec<i32>>,
    /// For each clause, those it follows from.
    from: Vec<Vec<u32>>,
    given: usize,
    /// For each literal, the clauses that watch it.
    watches: Vec<Vec<u32>>,
    /// For each variable: 1 true, -1 false, 0 open.
    values: Vec<i8>,
    /// For each variable that follows, the clause it follows from.
    reason: Vec<u32>,
    trail: Vec<i32>,
    propagated: usize,
    seen: Vec<bool>,
    meter: Meter,
    held: u64,
}

impl Derivation {
    fn new(variables: usize, budget: &Budget) -> Self {
        Self {
            clauses: Vec::new(),
            from: Vec::new(),
            given: 0,
            watches: vec![Vec::new(); 2 * variables + 2],
            values: vec![0; variables + 1],
            reason: vec![NONE; variables + 1],
            trail: Vec::new(),
            propagated: 0,
            seen: vec![false; variables + 1],
            meter: budget.meter(),
            held: 0,
        }
    }

    fn side(literal: i32) -> usize {
        2 * literal.unsigned_abs() as usize + usize::from(literal < 0)
    }

    fn value(&self, literal: i32) -> i8 {
        let value = self.values[literal.unsigned_abs() as usize];
        if literal < 0 { -value } else { value }
    }

    fn set(&mut self, literal: i32, reason: u32) {
        let variable = literal.unsigned_abs() as usize;
        self.values[variable] = if literal < 0 { -1 } else { 1 };
        self.reason[variable] = reason;
        self.trail.push(literal);
    }

    /// Takes in the clauses that are given; says whether they contradict each other by unit propagation.
    fn start(&mut self, clauses: Vec<Vec<i32>>) -> Result<bool, GraphError> {
        self.given = clauses.len();
        for clause in clauses {
            self.store(clause, Vec::new())?;
        }
        for number in 0..self.given as u32 {
            if self.settle(number)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Adds a clause that follows by unit propagation, or by that and failed literals; others are left out. Says whether the
    /// clauses now contradict each other.
    fn derive(&mut self, clause: &[i32]) -> Result<bool, GraphError> {
        if clause.iter().any(|&literal| self.value(literal) > 0) {
            // A literal of it is known to be true already.
            return Ok(false);
        }
        let clause: Vec<i32> = clause.iter().copied().filter(|&literal| self.value(literal) == 0).collect();
        let mark = self.trail.len();
        clause.iter().for_each(|&literal| self.set(-literal, NONE));
        let mut conflict = self.propagate()?;
        if conflict.is_none() {
            conflict = self.probe(&clause)?;
        }
        let from = conflict.map(|conflict| self.sources(conflict));
        self.take_back(mark);
        let Some(from) = from else { return Ok(false) };
        let number = self.store(clause, from)?;
        Ok(self.clauses[number as usize].is_empty() || self.settle(number)?)
    }

    /// Under the negation of a clause, tries open literals: where one fails, its negation follows. The solver strengthens
    /// clauses on the fly without telling, so that now and then a clause follows only this way. Returns a conflict, if it
    /// comes to one.
    fn probe(&mut self, clause: &[i32]) -> Result<Option<u32>, GraphError> {
        let mut tried = 0;
        let (count, mut variable) = (self.values.len() - 1, 0);
        // Once around after the last success.
        while tried < count {
            variable = variable % count + 1;
            tried += 1;
            for literal in [variable as i32, -(variable as i32)] {
                if self.value(literal) != 0 {
                    continue;
                }
                let mark = self.trail.len();
                self.set(literal, NONE);
                let failed = self.propagate()?.map(|conflict| self.sources(conflict));
                self.take_back(mark);
                let Some(from) = failed else { continue };
                let lemma = clause.iter().copied().chain([-literal]).collect();
                let number = self.store(lemma, from)?;
                self.set(-literal, number);
                tried = 0;
                let conflict = self.propagate()?;
                if conflict.is_some() {
                    return Ok(conflict);
                }
            }
        }
        Ok(None)
    }

    /// After a clause was added: what follows from all clauses becomes clauses of one literal. Says whether they contradict
    /// each other.
    fn settle(&mut self, number: u32) -> Result<bool, GraphError> {
        let clause = &self.clauses[number as usize];
        let open: Vec<i32> = clause.iter().copied().filter(|&literal| self.value(literal) >= 0).collect();
        if let [only] = open[..]
            && self.value(only) == 0
        {
            self.set(only, number);
        }
        let mark = self.trail.len().saturating_sub(usize::from(open.len() == 1));
        let conflict = if open.is_empty() { Some(number) } else { self.propagate()? };
        for at in mark..self.trail.len() {
            let literal = self.trail[at];
            let variable = literal.unsigned_abs() as usize;
            let reason = self.reason[variable];
            if self.clauses[reason as usize].len() > 1 {
                let others = self.clauses[reason as usize].iter().filter(|&&other| other != literal);
                let mut from: Vec<u32> = others.map(|other| self.reason[other.unsigned_abs() as usize]).collect();
                from.push(reason);
                self.reason[variable] = self.store_unwatched(vec![literal], from)?;
            }
        }
        let Some(conflict) = conflict else { return Ok(false) };
        let from = self.sources(conflict);
        self.store_unwatched(Vec::new(), from)?;
        Ok(true)
    }

    /// The clauses that lead to a conflict, in the order in which they leave one literal, the conflict last.
    fn sources(&mut self, conflict: u32) -> Vec<u32> {
        let mark = |seen: &mut Vec<bool>, clause: &[i32]| {
            clause.iter().for_each(|literal| seen[literal.unsigned_abs() as usize] = true);
        };
        mark(&mut self.seen, &self.clauses[conflict as usize]);
        let mut from = vec![conflict];
        for literal in self.trail.iter().rev() {
            let variable = literal.unsigned_abs() as usize;
            if std::mem::take(&mut self.seen[variable]) && self.reason[variable] != NONE {
                let reason = self.reason[variable];
                from.push(reason);
                mark(&mut self.seen, &self.clauses[reason as usize]);
                self.seen[variable] = false;
            }
        }
        from.reverse();
        from
    }

    fn take_back(&mut self, mark: usize) {
        for literal in self.trail.drain(mark..) {
            self.values[literal.unsigned_abs() as usize] = 0;
        }
        self.propagated = mark;
    }

    fn store_unwatched(&mut self, clause: Vec<i32>, from: Vec<u32>) -> Result<u32, GraphError> {
        let bytes = (2 * size_of::<Vec<i32>>() + 4 * (clause.len() + from.len()) + 16) as u64;
        self.meter.budget().reserve(bytes)?;
        self.held += bytes;
        let number = u32::try_from(self.clauses.len()).map_err(|_| Exhausted::Memory)?;
        self.clauses.push(clause);
        self.from.push(from);
        Ok(number)
    }

    /// Stores a clause and watches two of its literals, open ones where it has them.
    fn store(&mut self, mut clause: Vec<i32>, from: Vec<u32>) -> Result<u32, GraphError> {
        clause.sort_by_key(|&literal| (self.value(literal) < 0, literal.unsigned_abs()));
        let watched: Vec<usize> = clause.iter().take(2).map(|&literal| Self::side(literal)).collect();
        let number = self.store_unwatched(clause, from)?;
        if let [first, second] = watched[..] {
            self.watches[first].push(number);
            self.watches[second].push(number);
        }
        Ok(number)
    }

    /// Draws what follows from the trail; returns a clause all of whose literals are false, if there is one.
    fn propagate(&mut self) -> Result<Option<u32>, GraphError> {
        while let Some(&literal) = self.trail.get(self.propagated) {
            self.propagated += 1;
            let side = Self::side(-literal);
            let watching = std::mem::take(&mut self.watches[side]);
            self.meter.steps(1)?;
            self.meter.work(watching.len() as u64 / 8)?;
            let mut kept = Vec::with_capacity(watching.len());
            let mut conflict = None;
            for (at, &number) in watching.iter().enumerate() {
                match self.visit(number, -literal) {
                    Visit::Moved => {}
                    Visit::Stays => kept.push(number),
                    Visit::Conflict => {
                        kept.extend_from_slice(&watching[at..]);
                        conflict = Some(number);
                        break;
                    }
                }
            }
            self.watches[side] = kept;
            if conflict.is_some() {
                return Ok(conflict);
            }
        }
        Ok(None)
    }

    /// A watched literal of a clause has become false.
    fn visit(&mut self, number: u32, literal: i32) -> Visit {
        let at = number as usize;
        if self.clauses[at][0] == literal {
            self.clauses[at].swap(0, 1);
        }
        let first = self.clauses[at][0];
        if self.value(first) > 0 {
            return Visit::Stays;
        }
        if let Some(other) = (2..self.clauses[at].len()).find(|&other| self.value(self.clauses[at][other]) >= 0) {
            self.clauses[at].swap(1, other);
            let side = Self::side(self.clauses[at][1]);
            self.watches[side].push(number);
            return Visit::Moved;
        }
        if self.value(first) < 0 {
            return Visit::Conflict;
        }
        self.set(first, number);
        Visit::Stays
    }

    /// What the last clause, the empty one, needs.
    fn trimmed(&self) -> Result<Vec<Step>, Exhausted> {
        let (clause, from) = (|number: usize| &self.clauses[number][..], |number: usize| &self.from[number][..]);
        trimmed(self.given, self.clauses.len() - 1, clause, from, |_| false, self.meter.budget())
    }
}

enum Visit {
    Moved,
    Stays,
    Conflict,
}

impl Drop for Derivation {
    fn drop(&mut self) {
        self.meter.budget().release(self.held);
    }
}
