//! Kernels by lookahead: try a vertex both ways before deciding where to branch.
//!
//! Random digraphs give a clause learner nothing worth learning, and no small part of them says why there is no kernel.
//! There a search tree that is kept small by looking ahead wins by far, as in satisfiability (J. W. Freeman, 1995;
//! M. Heule and H. van Maaren, 2009).

use super::lemmas::Step;
use super::log::{Log, Path, Peeled};
use super::rest::{Rest, State, Why};
use crate::{Digraph, GraphError};
use grundy_budget::Budget;

/// The most vertices the search takes on: their numbers fit 16 bits.
const MOST_VERTICES: usize = u16::MAX as usize;
/// The most arcs the search takes on, so that a level of the tree stays within a few megabytes.
const MOST_ARCS: usize = 1 << 20;
/// What a search for the next kernel came to.
pub(super) enum Search {
    /// A kernel, ascending.
    Found(Vec<u32>),
    /// There are no more.
    Over,
    /// The effort allowed is used up; the search can go on from here.
    Paused,
}

/// A way to go on from a rest.
enum Way {
    /// Nothing is open: a kernel.
    Complete,
    /// No kernel here.
    Dead,
    /// What follows without branching is worth a fresh start.
    Onward,
    /// Branch on a vertex, this state first.
    Branch(u16, State),
}

/// What trying a vertex both ways showed.
enum Look {
    /// Both ways fail.
    Dead,
    /// One way fails.
    Decided,
    /// How much the demands that shrink bind then, with the vertex in and with it out.
    Bounds(u64, u64),
}

/// Looks at the rests one at a time; memory is kept from one to the next.
#[derive(Default)]
struct Scout {
    /// For each vertex, how much its demands bind once it is out.
    out: Vec<u64>,
    candidates: Vec<(u64, u16)>,
    /// For each vertex, when it last followed from putting a candidate in, and its state then.
    followed: Vec<(u32, State)>,
    turn: u32,
    /// What follows both ways.
    common: Vec<(u16, State, Why)>,
    effort: u64,
}

impl Scout {
    /// Looks both ways at the promising vertices. One that fails is decided; so is what follows both ways. The branch
    /// is where both ways bind the most, by their product.
    fn way(&mut self, here: &mut Here<'_, '_>) -> Way {
        if here.rest.open() == 0 {
            return Way::Complete;
        }
        self.choose_candidates(here.rest);
        self.followed.clear();
        self.followed.resize(here.rest.names.len(), (0, State::Open));
        self.turn = 0;
        let mut best = (0, 0, State::Open);
        for i in 0..self.candidates.len() {
            let v = self.candidates[i].1;
            if !here.rest.is_open(v) {
                continue;
            }
            here.rest.keep();
            let (with, without) = match self.look(here, v) {
                Look::Dead => return Way::Dead,
                Look::Decided => continue,
                Look::Bounds(with, without) => (with, without),
            };
            let score = (with + 1).saturating_mul(without + 1);
            if score > best.0 && here.rest.is_open(v) {
                best = (score, v, if with >= without { State::In } else { State::Out });
            }
        }
        if best.0 > 0 && here.rest.is_open(best.1) { Way::Branch(best.1, best.2) } else { Way::Onward }
    }

    /// The vertices most likely to bind much both ways.
    fn choose_candidates(&mut self, rest: &Rest) {
        let order = rest.names.len();
        let most = (rest.open() / 16).max(30);
        self.out.clear();
        let open = |v: &u16| rest.is_open(*v);
        self.out.extend((0..order as u16).map(|v| if open(&v) { rest.demands_without(v).0 } else { 0 }));
        let out = &self.out;
        self.candidates.clear();
        self.candidates.extend((0..order as u16).filter(open).map(|v| {
            let with: u64 = rest.joined.row(v).iter().map(|&u| out[usize::from(u)]).sum();
            (with.saturating_add(1).saturating_mul(out[usize::from(v)]), v)
        }));
        let better = |a: &(u64, u16), b: &(u64, u16)| b.0.cmp(&a.0).then(a.1.cmp(&b.1));
        if self.candidates.len() > most {
            self.candidates.select_nth_unstable_by(most, better);
            self.candidates.truncate(most);
        }
        self.candidates.sort_unstable_by(better);
    }

    /// Tries a vertex both ways. If one way fails it is decided the other way; otherwise what follows both ways is.
    fn look(&mut self, here: &mut Here<'_, '_>, v: u16) -> Look {
        let mark = here.rest.trail.len();
        let (without, quiet) = here.rest.demands_without(v);
        let Some(with) = self.attempt(here.rest, v, State::In, Why::Chosen) else {
            return self.decide(here, mark, v, State::Out);
        };
        if quiet {
            here.rest.take_back(mark);
            return Look::Bounds(with, without);
        }
        self.turn += 1;
        for &u in &here.rest.trail[mark + 1..] {
            self.followed[usize::from(u)] = (self.turn, here.rest.state[usize::from(u)]);
        }
        here.rest.take_back(mark);
        let Some(without) = self.attempt(here.rest, v, State::Out, Why::Chosen) else {
            return self.decide(here, mark, v, State::In);
        };
        let (followed, turn, rest) = (&self.followed, self.turn, &here.rest);
        let after = rest.trail[mark + 1..].iter().map(|&u| (u, rest.state[usize::from(u)], Why::Chosen));
        self.common.clear();
        self.common.extend(after.filter(|&(u, state, _)| followed[usize::from(u)] == (turn, state)));
        self.explain_common(here, mark, v);
        here.rest.take_back(mark);
        self.common.iter().for_each(|&(u, state, why)| here.rest.decide(u, state, why));
        if here.rest.settle().is_some() {
            return Look::Bounds(with, without);
        }
        here.refuted();
        Look::Dead
    }

    /// Derives what follows from a vertex both in and out: first "if it is in", then, with that, the whole.
    fn explain_common(&mut self, here: &mut Here<'_, '_>, mark: usize, v: u16) {
        let Some(log) = here.log.as_mut().filter(|_| !self.common.is_empty()) else { return };
        let mut common = std::mem::take(&mut self.common);
        here.rest.take_back(mark);
        self.attempt(here.rest, v, State::In, Why::Chosen);
        for (u, _, why) in &mut common {
            *why = log.follows(Path { above: here.above, rest: here.rest }, *u);
        }
        here.rest.take_back(mark);
        self.attempt(here.rest, v, State::Out, Why::Chosen);
        for (u, _, why) in &mut common {
            here.rest.why[usize::from(v)] = *why;
            *why = log.follows(Path { above: here.above, rest: here.rest }, *u);
        }
        self.common = common;
    }

    /// Decides a vertex after its other state failed.
    fn decide(&mut self, here: &mut Here<'_, '_>, mark: usize, v: u16, state: State) -> Look {
        let why = here.refuted();
        here.rest.take_back(mark);
        if self.attempt(here.rest, v, state, why).is_some() {
            return Look::Decided;
        }
        here.refuted();
        Look::Dead
    }

    fn attempt(&mut self, rest: &mut Rest, v: u16, state: State, why: Why) -> Option<u64> {
        let mark = rest.trail.len();
        rest.decide(v, state, why);
        let bound = rest.settle();
        self.effort += (rest.trail.len() - mark) as u64;
        bound
    }
}

/// The rest at hand, those above it, and the proof, where one is kept.
struct Here<'h, 'a> {
    above: &'h [Level],
    rest: &'h mut Rest,
    log: &'h mut Option<Log<'a>>,
}

impl Here<'_, '_> {
    /// After a conflict: why what was decided last cannot be.
    fn refuted(&mut self) -> Why {
        let Some(log) = self.log else { return Why::Chosen };
        log.refute(Path { above: self.above, rest: self.rest });
        log.refuted()
    }
}

/// A rest in the tree, and the branches still to try there: where the trail ended before each, the vertex, its state.
#[derive(Default)]
pub(super) struct Level {
    pub(super) rest: Rest,
    others: Vec<(usize, u16, State)>,
}

/// A part of a search that can be carried on elsewhere: what is left to decide, and who is in already.
pub(super) struct Cube {
    rest: Rest,
    members: Vec<u32>,
    /// Reserved for it.
    held: u64,
    budget: Budget,
}

impl Drop for Cube {
    fn drop(&mut self) {
        self.budget.release(self.held);
    }
}

/// The kernels of the digraph on some vertices, one after the other, by a search that can be paused.
pub(super) struct Lookahead<'a> {
    /// The vertices that were in before the search began.
    before: Vec<u32>,
    /// The path to the rest at hand, which is `levels[depth]`; what lies beyond is memory for later.
    levels: Vec<Level>,
    depth: usize,
    over: bool,
    scout: Scout,
    numbers: [Vec<u16>; 2],
    /// The proof that there is none, as long as none was found.
    log: Option<Log<'a>>,
    budget: Budget,
    held: u64,
}

impl<'a> Lookahead<'a> {
    /// A search on some vertices; `None` if there are too many of them, or of arcs. It keeps a proof if it knows what was
    /// peeled before.
    pub(super) fn new(
        digraph: &'a Digraph,
        vertices: &[u32],
        peeled: Option<Peeled<'_>>,
        budget: &Budget,
    ) -> Option<Self> {
        let arcs: usize = vertices.iter().map(|&v| digraph.out_degree(v as usize)).sum();
        if vertices.len() > MOST_VERTICES || arcs > MOST_ARCS {
            return None;
        }
        let mut rest = Rest::new(digraph, vertices);
        let over = !rest.start();
        let mut search = Self::at(rest, budget);
        search.over = over;
        search.log = peeled.map(|peeled| Log::new(digraph, vertices, peeled, budget));
        if over {
            search.here().refuted();
        } else {
            // why: what the budget refuses here it refuses to the other search as well, which says so
            search.descend().ok()?;
        }
        Some(search)
    }

    /// A search that begins at a rest.
    fn at(rest: Rest, budget: &Budget) -> Self {
        Self {
            before: Vec::new(),
            levels: vec![Level { rest, others: Vec::new() }],
            depth: 0,
            over: false,
            scout: Scout::default(),
            numbers: Default::default(),
            log: None,
            budget: budget.clone(),
            held: 0,
        }
    }

    /// Carries on with a part of another search.
    pub(super) fn resume(mut cube: Cube) -> Self {
        let mut search = Self::at(std::mem::take(&mut cube.rest), &cube.budget);
        search.before = std::mem::take(&mut cube.members);
        search.held = std::mem::take(&mut cube.held);
        search
    }

    /// Cuts what is left of a paused search into parts, in the order of the tree; the search is over then.
    pub(super) fn cut(&mut self) -> Result<Vec<Cube>, GraphError> {
        let mut cubes = Vec::new();
        while !self.over {
            let members = self.members();
            let mut rest = Rest::default();
            self.levels[self.depth].rest.shrink_into(&mut rest, &mut self.numbers);
            let held = rest.bytes() + 4 * members.len() as u64;
            self.budget.reserve(held)?;
            cubes.push(Cube { rest, members, held, budget: self.budget.clone() });
            self.back()?;
        }
        Ok(cubes)
    }

    /// The effort since the last call of [`Self::next`].
    pub(super) fn effort(&self) -> u64 {
        self.scout.effort
    }

    fn here(&mut self) -> Here<'_, 'a> {
        let (above, below) = self.levels.split_at_mut(self.depth);
        Here { above, rest: &mut below[0].rest, log: &mut self.log }
    }

    /// The next kernel, with about so much effort, counted in decided vertices.
    pub(super) fn next(&mut self, effort: u64) -> Result<Search, GraphError> {
        self.scout.effort = 0;
        while !self.over {
            self.budget.check()?;
            self.check_log()?;
            if self.scout.effort >= effort {
                return Ok(Search::Paused);
            }
            let (above, below) = self.levels.split_at_mut(self.depth);
            let mut here = Here { above, rest: &mut below[0].rest, log: &mut self.log };
            match self.scout.way(&mut here) {
                Way::Onward => self.go_on()?,
                Way::Branch(v, first) => self.branch(v, first)?,
                Way::Dead => self.back()?,
                Way::Complete => {
                    let kernel = self.members();
                    self.log = None;
                    self.back()?;
                    return Ok(Search::Found(kernel));
                }
            }
        }
        self.check_log()?;
        Ok(Search::Over)
    }

    /// Without room for the proof nothing that it says can be relied on, not even that the search is over.
    fn check_log(&self) -> Result<(), GraphError> {
        self.log.as_ref().map_or(Ok(()), Log::check)
    }

    /// Whether a proof is kept.
    pub(super) fn proves(&self) -> bool {
        self.log.is_some()
    }

    /// Whether there is nothing left to search.
    pub(super) fn is_over(&self) -> bool {
        self.over
    }

    /// The refutation, after the search is over and has found nothing.
    pub(super) fn refutation(&self) -> Result<Option<Vec<Step>>, GraphError> {
        let Some(log) = &self.log else { return Ok(None) };
        log.check()?;
        Ok(log.steps()?)
    }

    /// Decides a vertex of the rest at hand, and goes on with what is open then.
    fn branch(&mut self, v: u16, first: State) -> Result<(), GraphError> {
        let second = if first == State::In { State::Out } else { State::In };
        let Level { rest, others } = &mut self.levels[self.depth];
        others.push((rest.trail.len(), v, second));
        if let Some(log) = &mut self.log {
            log.choose(rest.names[usize::from(v)], true);
        }
        rest.decide(v, first, Why::Chosen);
        if rest.settle().is_some() {
            return self.go_on();
        }
        self.here().refuted();
        self.back()
    }

    /// Goes on with what is open in the rest at hand; in other memory, if much of it is decided.
    fn go_on(&mut self) -> Result<(), GraphError> {
        let rest = &self.levels[self.depth].rest;
        if rest.open() > rest.names.len() / 8 * 7 { Ok(()) } else { self.descend() }
    }

    /// Copies what is open in the rest at hand to the next level.
    fn descend(&mut self) -> Result<(), GraphError> {
        if self.depth + 1 == self.levels.len() {
            let bytes = self.levels[self.depth].rest.bytes();
            self.budget.reserve(bytes)?;
            self.held += bytes;
            self.levels.push(Level::default());
        }
        let (above, below) = self.levels.split_at_mut(self.depth + 1);
        if let ([.., from], [to, ..]) = (above, below) {
            from.rest.shrink_into(&mut to.rest, &mut self.numbers);
            to.others.clear();
            if let Some(log) = &mut self.log {
                log.descend(self.depth + 1, to.rest.demands.len());
            }
        }
        self.depth += 1;
        Ok(())
    }

    /// Goes back to the last branch that has another state to try, and tries it. With a proof, a branch that has nothing to
    /// do with the refutation is refuted both ways.
    fn back(&mut self) -> Result<(), GraphError> {
        loop {
            let Level { rest, others } = &mut self.levels[self.depth];
            let Some((mark, v, state)) = others.pop() else {
                if self.depth == 0 {
                    self.over = true;
                    return Ok(());
                }
                self.depth -= 1;
                continue;
            };
            let name = rest.names[usize::from(v)];
            rest.take_back(mark);
            let mut why = Why::Chosen;
            let mut matters = true;
            if let Some(log) = &mut self.log {
                log.choose(name, false);
                (why, matters) = (log.refuted(), log.blames(name));
            }
            if matters {
                rest.decide(v, state, why);
                if rest.settle().is_some() {
                    return self.go_on();
                }
                self.here().refuted();
            }
        }
    }

    /// The vertices that are in, ascending.
    fn members(&self) -> Vec<u32> {
        let rests = self.levels[..=self.depth].iter().map(|level| &level.rest);
        let is_in = |rest: &Rest, v: u16| rest.state[usize::from(v)] == State::In;
        let chosen = rests.flat_map(|rest| {
            rest.trail.iter().filter(move |&&v| is_in(rest, v)).map(move |&v| rest.names[usize::from(v)])
        });
        let mut members: Vec<u32> = chosen.chain(self.before.iter().copied()).collect();
        members.sort_unstable();
        members
    }
}

impl Drop for Lookahead<'_> {
    fn drop(&mut self) {
        self.budget.release(self.held);
    }
}
