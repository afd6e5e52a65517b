//! The proof that is kept while looking ahead: each refuted branch becomes a clause, with the clauses it follows from.
//!
//! A clause says that some decisions of the path cannot hold together, or that from them a state or a shorter demand
//! follows. What a level of the tree has shortened becomes a clause of its own when it is first needed, so that a
//! refutation deep in the tree names what follows at its own level and not again all that follows above.

use super::force::State as Forced;
use super::lemmas::{Kind, Lemmas, Step};
use super::lookahead::Level;
use super::rest::{Conflict, Rest, State, Why};
use crate::{Digraph, GraphError};
use grundy_budget::{Budget, Exhausted};

/// A clause that is not derived yet.
const UNKNOWN: u32 = u32::MAX;

/// What is decided before the search begins: vertices in turn, each following from those before it.
#[derive(Clone, Copy)]
pub(super) struct Peeled<'a> {
    pub(super) order: &'a [u32],
    pub(super) state: &'a [Forced],
}

/// A clause as a level of the tree knows it.
#[derive(Clone, Copy)]
enum Source {
    /// These two are not both in.
    Pair(u16, u16),
    /// One of this demand is in.
    Demand(u16),
    /// A clause by its number.
    Clause(u32),
}

impl From<Conflict> for Source {
    fn from(conflict: Conflict) -> Self {
        match conflict {
            Conflict::Both(u, v) => Self::Pair(u, v),
            Conflict::Unmet(d) => Self::Demand(d),
        }
    }
}

impl Source {
    /// The clause from which the state of a vertex follows; `None` for a decision.
    fn of(rest: &Rest, v: u16) -> Option<Self> {
        match rest.why[usize::from(v)] {
            Why::Chosen => None,
            Why::Joined(u) => Some(Self::Pair(u, v)),
            Why::Last(d) => Some(Self::Demand(d)),
            Why::Derived(number) => Some(Self::Clause(number)),
        }
    }
}

/// The rests from the root of the tree to the one at hand.
#[derive(Clone, Copy)]
pub(super) struct Path<'p> {
    pub(super) above: &'p [Level],
    pub(super) rest: &'p Rest,
}

impl<'p> Path<'p> {
    fn rest(self, level: usize) -> &'p Rest {
        self.above.get(level).map_or(self.rest, |level| &level.rest)
    }
}

/// The literal that says that a vertex, by its number in the digraph, is in.
fn variable(name: u32) -> i32 {
    name as i32 + 1
}

/// The literal that says that a decided vertex of a rest has its state.
fn literal(rest: &Rest, v: u16) -> i32 {
    let x = variable(rest.names[usize::from(v)]);
    if rest.state[usize::from(v)] == State::In { x } else { -x }
}

/// The clauses derived so far, and what is needed to derive more.
pub(super) struct Log<'a> {
    digraph: &'a Digraph,
    /// For each vertex of the digraph, the number of its first clause.
    first: Vec<u32>,
    lemmas: Lemmas,
    /// For each level and each demand there, the number of its clause.
    known: Vec<Vec<u32>>,
    /// For each vertex of the digraph, whether it is a decision of the path.
    chosen: Vec<bool>,
    /// Scratch: vertices of a rest that a derivation needs, and then all of them in reverse order of the trail.
    seen: Vec<bool>,
    line: Vec<u16>,
    /// Scratch: decisions that stand in the clause at hand.
    marked: Vec<bool>,
    /// The clause that refutes the rest at hand, once one does.
    refuted: u32,
    stopped: Option<Exhausted>,
}

impl<'a> Log<'a> {
    /// A proof about some vertices of a digraph. All others that these have arcs to are peeled.
    pub(super) fn new(digraph: &'a Digraph, vertices: &[u32], peeled: Peeled<'_>, budget: &Budget) -> Self {
        let ends = (0..digraph.order()).scan(0, |end, v| {
            let first = *end;
            *end += digraph.out_degree(v) as u32 + 1;
            Some(first)
        });
        let mut log = Self {
            digraph,
            first: ends.collect(),
            lemmas: Lemmas::new(digraph.order() + digraph.size(), budget),
            known: vec![Vec::new()],
            chosen: vec![false; digraph.order()],
            seen: vec![false; vertices.len()],
            line: Vec::new(),
            marked: vec![false; digraph.order()],
            refuted: UNKNOWN,
            stopped: None,
        };
        let mut units = log.peel(peeled);
        for &v in vertices.iter().filter(|&&v| digraph.has_arc(v as usize, v as usize)) {
            units[v as usize] = log.arc(v, v);
        }
        log.known[0] = vertices.iter().map(|&v| log.shortened(v, &units)).collect();
        log
    }

    /// Derives the state of each peeled vertex: its clause of one literal.
    fn peel(&mut self, Peeled { order, state }: Peeled<'_>) -> Vec<u32> {
        let mut units = vec![UNKNOWN; self.digraph.order()];
        let digraph = self.digraph;
        for &v in order {
            let next = digraph.successors(v as usize);
            let (literal, from) = if state[v as usize] == Forced::In {
                let from = next.iter().map(|&w| units[w as usize]).chain([self.demand(v)]);
                (variable(v), from.collect())
            } else {
                let member = next.iter().filter(|&&w| state[w as usize] == Forced::In && units[w as usize] != UNKNOWN);
                (-variable(v), member.take(1).flat_map(|&w| [units[w as usize], self.arc(v, w)]).collect::<Vec<_>>())
            };
            units[v as usize] = self.add(Kind::Lemma, &[literal], &from);
        }
        units
    }

    /// The demand of a vertex without those that are known to be out.
    fn shortened(&mut self, v: u32, units: &[u32]) -> u32 {
        let ahead = self.digraph.successors(v as usize).iter().copied().filter(|&w| w != v);
        let (out, left): (Vec<u32>, Vec<u32>) =
            [v].into_iter().chain(ahead).partition(|&w| units[w as usize] != UNKNOWN);
        if out.is_empty() {
            return self.demand(v);
        }
        let clause: Vec<i32> = left.into_iter().map(variable).collect();
        let from: Vec<u32> = out.into_iter().map(|w| units[w as usize]).chain([self.demand(v)]).collect();
        self.add(Kind::Shorter, &clause, &from)
    }

    /// The given clause that a vertex or a successor is in.
    fn demand(&self, v: u32) -> u32 {
        self.first[v as usize] + self.digraph.out_degree(v as usize) as u32
    }

    /// The given clause that not both ends of an arc are in.
    fn arc(&self, from: u32, to: u32) -> u32 {
        let place = self.digraph.successors(from as usize).partition_point(|&w| w < to);
        self.first[from as usize] + place as u32
    }

    /// The given clause that not both of two joined vertices are in.
    fn pair(&self, u: u32, v: u32) -> u32 {
        if self.digraph.has_arc(u as usize, v as usize) { self.arc(u, v) } else { self.arc(v, u) }
    }

    fn add(&mut self, kind: Kind, clause: &[i32], from: &[u32]) -> u32 {
        match self.lemmas.add(kind, clause, from) {
            Ok(number) => number,
            Err(stop) => {
                self.stopped = Some(stop);
                UNKNOWN
            }
        }
    }

    /// Whether the proof could be kept so far.
    pub(super) fn check(&self) -> Result<(), GraphError> {
        self.stopped.map_or(Ok(()), |stop| Err(stop.into()))
    }

    /// A new level begins with so many demands.
    pub(super) fn descend(&mut self, level: usize, demands: usize) {
        self.known.resize_with(self.known.len().max(level + 1), Vec::new);
        self.known[level].clear();
        self.known[level].resize(demands, UNKNOWN);
    }

    /// A vertex, by its number in the digraph, becomes a decision of the path, or is none any more.
    pub(super) fn choose(&mut self, name: u32, chosen: bool) {
        self.chosen[name as usize] = chosen;
    }

    /// Whether the clause that refutes what is at hand speaks of a vertex, by its number in the digraph.
    pub(super) fn blames(&self, name: u32) -> bool {
        let x = variable(name);
        self.lemmas.clause(self.refuted).is_some_and(|clause| clause.iter().any(|literal| literal.abs() == x))
    }

    /// Why the last branch failed.
    pub(super) fn refuted(&self) -> Why {
        Why::Derived(self.refuted)
    }

    /// Derives the clause that refutes the decisions which led to the conflict at hand.
    pub(super) fn refute(&mut self, path: Path<'_>) {
        if let Some(conflict) = path.rest.conflict {
            self.refuted = self.derive(path, conflict.into(), None);
        }
    }

    /// Derives that a decided vertex follows from decisions.
    pub(super) fn follows(&mut self, path: Path<'_>, v: u16) -> Why {
        let number = Source::of(path.rest, v).map(|source| self.derive(path, source, Some(literal(path.rest, v))));
        Why::Derived(number.unwrap_or(UNKNOWN))
    }

    fn derive(&mut self, path: Path<'_>, source: Source, kept: Option<i32>) -> u32 {
        let level = path.above.len();
        if self.stopped.is_some() {
            return UNKNOWN;
        }
        self.know(path, source);
        self.line_up(path.rest, source);
        self.conclude(path.rest, level, source, Kind::Lemma, kept.into_iter().collect())
    }

    /// Derives the clauses of all demands that a derivation at the rest at hand needs, those above first.
    fn know(&mut self, path: Path<'_>, source: Source) {
        let mut wanted = Vec::new();
        self.missing(path.rest, path.above.len(), source, &mut wanted);
        while let Some(&(level, d)) = wanted.last() {
            if self.known[level][usize::from(d)] != UNKNOWN || self.stopped.is_some() {
                wanted.pop();
                continue;
            }
            let (above, rest) = (path.rest(level - 1), path.rest(level));
            let origin = rest.origin[usize::from(d)];
            let so_far = wanted.len();
            self.missing(above, level - 1, Source::Demand(origin), &mut wanted);
            if wanted.len() > so_far {
                continue;
            }
            let left = rest.demands.row(d);
            self.known[level][usize::from(d)] = if left.len() == above.demands.row(origin).len() {
                self.known[level - 1][usize::from(origin)]
            } else {
                let kept = left.iter().map(|&v| variable(rest.names[usize::from(v)])).collect();
                self.conclude(above, level - 1, Source::Demand(origin), Kind::Shorter, kept)
            };
        }
    }

    /// Lists the demands without a clause that a derivation needs; the vertices it needs stand in `line` then.
    fn missing(&mut self, rest: &Rest, level: usize, source: Source, wanted: &mut Vec<(usize, u16)>) {
        self.line_up(rest, source);
        let sources = self.line.iter().filter_map(|&v| Source::of(rest, v)).chain([source]);
        for source in sources {
            if let Source::Demand(d) = source
                && self.known[level][usize::from(d)] == UNKNOWN
            {
                wanted.push((level, d));
            }
        }
    }

    /// Lines up the decided vertices that falsify a clause, and those they follow from, the last one first.
    fn line_up(&mut self, rest: &Rest, source: Source) {
        self.line.clear();
        let mut left = mark(&mut self.seen, rest, source);
        for &v in rest.trail.iter().rev() {
            if left == 0 {
                break;
            }
            if std::mem::take(&mut self.seen[usize::from(v)]) {
                self.line.push(v);
                left -= 1;
                left += Source::of(rest, v).map_or(0, |source| mark(&mut self.seen, rest, source));
            }
        }
    }

    /// Adds the clause that follows from what is lined up and the last source: the literals to keep, or some decision does
    /// not hold.
    fn conclude(&mut self, rest: &Rest, level: usize, source: Source, kind: Kind, mut clause: Vec<i32>) -> u32 {
        let line = std::mem::take(&mut self.line);
        // A vertex that is kept may be a decision further below, and stands in the clause once all the same.
        clause.iter().for_each(|literal| self.marked[literal.unsigned_abs() as usize - 1] = true);
        let mut from = Vec::with_capacity(line.len() + 1);
        for &v in line.iter().rev() {
            match Source::of(rest, v) {
                None => accuse(&mut self.marked, -literal(rest, v), &mut clause),
                Some(source) => from.push(self.use_up(rest, level, source, &mut clause)),
            }
        }
        from.push(self.use_up(rest, level, source, &mut clause));
        self.line = line;
        clause.iter().for_each(|literal| self.marked[literal.unsigned_abs() as usize - 1] = false);
        match from[..] {
            // A derived clause that says it all.
            [only] if self.lemmas.clause(only).is_some() => only,
            _ => self.add(kind, &clause, &from),
        }
    }

    /// The number of a clause that a derivation uses; the decisions it speaks of go into the clause to be derived.
    fn use_up(&mut self, rest: &Rest, level: usize, source: Source, clause: &mut Vec<i32>) -> u32 {
        let number = match source {
            Source::Pair(u, v) => return self.pair(rest.names[usize::from(u)], rest.names[usize::from(v)]),
            Source::Demand(d) => self.known[level][usize::from(d)],
            Source::Clause(number) => number,
        };
        let (chosen, marked) = (&self.chosen, &mut self.marked);
        let decisions = self.lemmas.clause(number).into_iter().flatten();
        decisions
            .filter(|literal| chosen[literal.unsigned_abs() as usize - 1])
            .for_each(|&literal| accuse(marked, literal, clause));
        number
    }

    /// The refutation, once the search is over; `None` if it has not led to the empty clause.
    pub(super) fn steps(&self) -> Result<Option<Vec<Step>>, Exhausted> {
        let empty = self.lemmas.clause(self.refuted).is_some_and(<[i32]>::is_empty);
        if empty { self.lemmas.trimmed(self.refuted).map(Some) } else { Ok(None) }
    }
}

/// Puts the negation of a decision into a clause, once.
fn accuse(marked: &mut [bool], literal: i32, clause: &mut Vec<i32>) {
    if !std::mem::replace(&mut marked[literal.unsigned_abs() as usize - 1], true) {
        clause.push(literal);
    }
}

/// Marks the vertices whose states falsify literals of a clause; returns how many were not marked before.
fn mark(seen: &mut [bool], rest: &Rest, source: Source) -> usize {
    let mut fresh = |&v: &u16| usize::from(!std::mem::replace(&mut seen[usize::from(v)], true));
    let has = |v: &u16, state: State| rest.state[usize::from(*v)] == state;
    match source {
        Source::Pair(u, v) => [u, v].iter().filter(|v| has(v, State::In)).map(&mut fresh).sum(),
        Source::Demand(d) => rest.demands.row(d).iter().filter(|v| has(v, State::Out)).map(&mut fresh).sum(),
        Source::Clause(_) => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::force::Forcing;
    use crate::kernel::lookahead::{Lookahead, Search};
    use crate::kernel::{find_kernel, kernel_clauses};
    use proptest::prelude::*;
    use std::collections::{HashMap, HashSet};

    /// The refutation by lookahead alone, in turns of little effort; `None` if it finds a kernel.
    fn refutation(digraph: &Digraph, budget: &Budget) -> Option<Vec<Step>> {
        let mut forcing = Forcing::new(digraph);
        forcing.peel();
        let open = forcing.open();
        let peeled = forcing.peeled(digraph.order() - open.len());
        let mut search = Lookahead::new(digraph, &open, Some(peeled), budget).unwrap();
        loop {
            match search.next(50).unwrap() {
                Search::Paused => {}
                Search::Found(_) => return None,
                Search::Over => return Some(search.refutation().unwrap().expect("the empty clause")),
            }
        }
    }

    /// Whether each step follows by unit propagation along the clauses that it names, and the last one is empty.
    fn holds(digraph: &Digraph, steps: &[Step]) -> bool {
        let mut known: HashMap<u64, Vec<i32>> = (1..).zip(kernel_clauses(digraph)).collect();
        let mut empty = false;
        for step in steps {
            match step {
                Step::Delete(over) => over.iter().for_each(|number| drop(known.remove(number))),
                Step::Add { number, clause, from } => {
                    let mut trues: HashSet<i32> = clause.iter().map(|literal| -literal).collect();
                    let mut conflict = false;
                    for source in from {
                        let Some(source) = known.get(source).filter(|_| !conflict) else { return false };
                        let open: Vec<i32> = source.iter().copied().filter(|l| !trues.contains(&-l)).collect();
                        match open[..] {
                            [] => conflict = true,
                            [only] => drop(trues.insert(only)),
                            _ => return false,
                        }
                    }
                    if !conflict || known.insert(*number, clause.clone()).is_some() {
                        return false;
                    }
                    empty = clause.is_empty();
                }
            }
        }
        empty
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        /// Lookahead proves that there is no kernel exactly where there is none; no step can be left out, no hint either.
        #[test]
        fn refutations_hold(order in 3..24_u32, pairs in prop::collection::vec((0..24_u32, 0..24_u32), 3..80)) {
            let arcs: Vec<_> = pairs.into_iter().map(|(u, v)| (u % order, v % order)).collect();
            let digraph = Digraph::from_arcs(order as usize, &arcs).unwrap();
            let budget = Budget::unlimited();
            let kernel = find_kernel(&digraph, &budget).unwrap().kernel;
            let steps = refutation(&digraph, &budget);
            prop_assert_eq!(steps.is_none(), kernel.is_some());
            prop_assert_eq!(budget.memory(), 0);
            let Some(steps) = steps else { return Ok(()) };
            prop_assert!(holds(&digraph, &steps));
            for at in (0..steps.len()).filter(|&at| matches!(steps[at], Step::Add { .. })) {
                let mut altered = steps.clone();
                if let Step::Add { from, .. } = &mut altered[at] {
                    from.remove(0);
                }
                prop_assert!(!holds(&digraph, &altered));
                altered.remove(at);
                prop_assert!(!holds(&digraph, &altered));
            }
        }
    }

    /// Random digraphs of some hundred vertices, in which levels lie deep below each other.
    #[test]
    fn long_refutations_hold() {
        let mut refuted = 0;
        for seed in 1..=40_u64 {
            let mut random = seed;
            let mut below = |bound: u64| {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                ((random >> 33) % bound) as u32
            };
            let order = 200 + 10 * seed;
            let arcs: Vec<_> = (0..5 * order).map(|_| (below(order), below(order))).filter(|(u, v)| u != v).collect();
            let digraph = Digraph::from_arcs(order as usize, &arcs).unwrap();
            if let Some(steps) = refutation(&digraph, &Budget::unlimited()) {
                refuted += 1;
                assert!(holds(&digraph, &steps), "seed {seed}");
            }
        }
        assert!(refuted >= 5, "{refuted}");
    }

    /// A search whose proof finds no room says so, and never that it is over.
    #[test]
    fn a_proof_keeps_to_the_budget() {
        use grundy_budget::Limits;
        let arcs: Vec<(u32, u32)> = (0..99).map(|v| (v, (v + 1) % 99)).collect();
        let digraph = Digraph::from_arcs(99, &arcs).unwrap();
        let open: Vec<u32> = (0..99).collect();
        let with = |memory| {
            let budget = Budget::new(Limits { memory: Some(memory), ..Limits::default() });
            let peeled = Peeled { order: &[], state: &[] };
            let mut search = Lookahead::new(&digraph, &open, Some(peeled), &budget)?;
            Some(search.next(u64::MAX).map(|found| matches!(found, Search::Over)))
        };
        let results: Vec<_> = (1..40).filter_map(|step| with(step * 500)).collect();
        assert!(results.contains(&Ok(true)) && results.contains(&Err(Exhausted::Memory.into())), "{results:?}");
        assert!(!results.contains(&Ok(false)));
    }
}
