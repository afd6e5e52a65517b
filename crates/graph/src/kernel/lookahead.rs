//! Kernels by lookahead: try a vertex both ways before deciding where to branch.
//!
//! Random digraphs give a clause learner nothing worth learning, and no small part of them says why there is no kernel.
//! There a search tree that is kept small by looking ahead wins by far, as in satisfiability (J. W. Freeman, 1995;
//! M. Heule and H. van Maaren, 2009).

use crate::{Digraph, GraphError};
use grundy_budget::Budget;

/// The most vertices the search takes on: their numbers fit 16 bits.
const MOST_VERTICES: usize = u16::MAX as usize;
/// The most arcs the search takes on, so that a level of the tree stays within a few megabytes.
const MOST_ARCS: usize = 1 << 20;
/// A demand that is met counts this much more, far above what the number of its vertices can reach.
const MET: u32 = 1 << 16;

/// What a search for the next kernel came to.
pub(super) enum Search {
    /// A kernel, ascending.
    Found(Vec<u32>),
    /// There are no more.
    Over,
    /// The effort allowed is used up; the search can go on from here.
    Paused,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Open,
    In,
    Out,
}

/// Lists of small numbers, one after the other.
#[derive(Default)]
struct Rows {
    ends: Vec<u32>,
    items: Vec<u16>,
}

impl Rows {
    fn clear(&mut self) {
        self.ends.clear();
        self.items.clear();
    }

    fn push(&mut self, row: impl Iterator<Item = u16>) {
        self.items.extend(row);
        self.ends.push(self.items.len() as u32);
    }

    #[inline]
    fn row(&self, i: u16) -> &[u16] {
        let i = usize::from(i);
        let begin = if i == 0 { 0 } else { self.ends[i - 1] as usize };
        &self.items[begin..self.ends[i] as usize]
    }

    fn len(&self) -> usize {
        self.ends.len()
    }

    fn bytes(&self) -> u64 {
        (4 * self.ends.len() + 2 * self.items.len()) as u64
    }
}

/// What is left to decide: choose open vertices, no two of them joined, such that each demand (a set of vertices) has
/// a chosen one. A vertex of the digraph demands itself or one of its successors.
#[derive(Default)]
struct Rest {
    /// The vertices by their numbers in the digraph.
    names: Vec<u32>,
    /// The vertices joined to each vertex by an arc, either way.
    joined: Rows,
    /// The demands that each vertex would meet.
    meets: Rows,
    /// The vertices that would meet each demand.
    demands: Rows,
    state: Vec<State>,
    /// For each demand, how many of its vertices are not out, and [`MET`] for each that is in.
    left: Vec<u32>,
    /// The decided vertices in turn; what follows from those before `settled` has been drawn.
    trail: Vec<u16>,
    settled: usize,
}

/// How much a demand with so many vertices left binds: four times as much as one with one more.
#[inline]
fn weight(left: u32) -> u64 {
    1 << (2 * 10_u32.saturating_sub(left))
}

impl Rest {
    /// The problem of a kernel of the digraph on some vertices; a vertex with a loop is out from the start.
    fn new(digraph: &Digraph, vertices: &[u32]) -> Self {
        let names: Vec<u32> = vertices.iter().copied().filter(|&v| !digraph.has_arc(v as usize, v as usize)).collect();
        let mut number = vec![u16::MAX; digraph.order()];
        names.iter().zip(0..).for_each(|(&v, i)| number[v as usize] = i);
        let inside = |v: u32| {
            let ahead = digraph.successors(v as usize).iter().map(|&w| number[w as usize]);
            ahead.filter(|&i| i != u16::MAX)
        };
        let mut rest = Self::default();
        let (mut joined, mut meets) = (vec![Vec::new(); names.len()], vec![Vec::new(); names.len()]);
        for &v in vertices {
            let demand = rest.demands.len() as u16;
            let own = Some(number[v as usize]).filter(|&i| i != u16::MAX);
            rest.demands.push(own.into_iter().chain(inside(v)));
            rest.demands.row(demand).iter().for_each(|&i| meets[usize::from(i)].push(demand));
            for (i, j) in own.into_iter().flat_map(|i| inside(v).map(move |j| (i, j))) {
                joined[usize::from(i)].push(j);
                joined[usize::from(j)].push(i);
            }
        }
        for list in &mut joined {
            list.sort_unstable();
            list.dedup();
            rest.joined.push(list.iter().copied());
        }
        meets.iter().for_each(|list| rest.meets.push(list.iter().copied()));
        rest.names = names;
        rest.open_all();
        rest
    }

    fn open_all(&mut self) {
        self.state.clear();
        self.state.resize(self.names.len(), State::Open);
        self.left.clear();
        self.left.extend((0..self.demands.len()).map(|d| self.demands.row(d as u16).len() as u32));
        self.trail.clear();
        self.settled = 0;
    }

    /// Puts in what stands alone in a demand, and all that follows; `false` if a demand cannot be met.
    fn start(&mut self) -> bool {
        for d in 0..self.demands.len() as u16 {
            match *self.demands.row(d) {
                [] => return false,
                [v] if self.state[usize::from(v)] == State::Open => self.decide(v, State::In),
                _ => {}
            }
        }
        self.settle().is_some()
    }

    /// Copies the open vertices and unmet demands into another rest, numbered afresh, so that everything below in the
    /// tree touches little memory. `numbers` is scratch.
    fn shrink_into(&self, small: &mut Self, numbers: &mut [Vec<u16>; 2]) {
        let [vertex, demand] = numbers;
        let open = |v: &u16| self.state[usize::from(*v)] == State::Open;
        let unmet = |d: &u16| self.left[usize::from(*d)] < MET;
        small.names.clear();
        vertex.clear();
        vertex.resize(self.names.len(), u16::MAX);
        for v in (0..self.names.len() as u16).filter(open) {
            vertex[usize::from(v)] = small.names.len() as u16;
            small.names.push(self.names[usize::from(v)]);
        }
        demand.clear();
        demand.resize(self.demands.len(), u16::MAX);
        (0..self.demands.len() as u16).filter(unmet).zip(0..).for_each(|(d, i)| demand[usize::from(d)] = i);
        let renamed = |row: &[u16], to: &mut Rows, names: &[u16]| {
            to.push(row.iter().map(|&i| names[usize::from(i)]).filter(|&i| i != u16::MAX));
        };
        [&mut small.joined, &mut small.meets, &mut small.demands].into_iter().for_each(Rows::clear);
        for v in (0..self.names.len() as u16).filter(open) {
            renamed(self.joined.row(v), &mut small.joined, vertex);
            renamed(self.meets.row(v), &mut small.meets, demand);
        }
        for d in (0..self.demands.len() as u16).filter(unmet) {
            renamed(self.demands.row(d), &mut small.demands, vertex);
        }
        small.open_all();
    }

    fn bytes(&self) -> u64 {
        self.joined.bytes() + self.meets.bytes() + self.demands.bytes() + 9 * self.names.len() as u64
    }

    fn is_open(&self, v: u16) -> bool {
        self.state[usize::from(v)] == State::Open
    }

    fn decide(&mut self, v: u16, state: State) {
        self.state[usize::from(v)] = state;
        self.trail.push(v);
    }

    /// Draws all that follows: what is joined to a vertex that is in is out, and the last vertex left to an unmet
    /// demand is in. Returns how much the demands that shrank now bind, or `None` if a demand cannot be met.
    fn settle(&mut self) -> Option<u64> {
        let Self { joined, meets, demands, state, left, trail, settled, .. } = self;
        let (mut bound, mut sound) = (0, true);
        // A vertex is always finished, even after a contradiction, so that it can be taken back.
        while let Some(&v) = trail.get(*settled).filter(|_| sound) {
            *settled += 1;
            if state[usize::from(v)] == State::In {
                meets.row(v).iter().for_each(|&d| left[usize::from(d)] += MET);
                for &u in joined.row(v) {
                    match &mut state[usize::from(u)] {
                        State::Out => {}
                        State::In => sound = false,
                        open @ State::Open => {
                            *open = State::Out;
                            trail.push(u);
                        }
                    }
                }
                continue;
            }
            for &d in meets.row(v) {
                left[usize::from(d)] -= 1;
                match left[usize::from(d)] {
                    0 => sound = false,
                    1 => {
                        let last = demands.row(d).iter().find(|&&u| state[usize::from(u)] != State::Out);
                        if let Some(&u) = last.filter(|&&u| state[usize::from(u)] == State::Open) {
                            state[usize::from(u)] = State::In;
                            trail.push(u);
                        }
                    }
                    left if left < MET => bound += weight(left),
                    _ => {}
                }
            }
        }
        sound.then_some(bound)
    }

    /// Takes decisions back until so many are left.
    fn take_back(&mut self, to: usize) {
        for (i, &v) in self.trail.iter().enumerate().skip(to).rev() {
            let state = std::mem::replace(&mut self.state[usize::from(v)], State::Open);
            if i >= self.settled {
                continue;
            }
            let met = self.meets.row(v).iter();
            if state == State::In {
                met.for_each(|&d| self.left[usize::from(d)] -= MET);
            } else {
                met.for_each(|&d| self.left[usize::from(d)] += 1);
            }
        }
        self.trail.truncate(to);
        self.settled = to;
    }

    /// How much the demands of a vertex bind once it is out, and whether nothing more follows from that.
    fn demands_without(&self, v: u16) -> (u64, bool) {
        let unmet = self.meets.row(v).iter().map(|&d| self.left[usize::from(d)]).filter(|&left| left < MET);
        unmet.fold((0, true), |(bound, quiet), left| (bound + weight(left - 1), quiet && left > 2))
    }
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
    common: Vec<(u16, State)>,
    effort: u64,
}

impl Scout {
    /// Looks both ways at the promising vertices. One that fails is decided; so is what follows both ways. The branch
    /// is where both ways bind the most, by their product.
    fn way(&mut self, rest: &mut Rest) -> Way {
        if rest.names.is_empty() {
            return Way::Complete;
        }
        self.choose_candidates(rest);
        self.followed.clear();
        self.followed.resize(rest.names.len(), (0, State::Open));
        self.turn = 0;
        let mut best = (0, 0, State::Open);
        for i in 0..self.candidates.len() {
            let v = self.candidates[i].1;
            if !rest.is_open(v) {
                continue;
            }
            let (with, without) = match self.look(rest, v) {
                Look::Dead => return Way::Dead,
                Look::Decided => continue,
                Look::Bounds(with, without) => (with, without),
            };
            let score = with.saturating_mul(without).saturating_add(64 * (with + without)).max(1);
            if score > best.0 && rest.is_open(v) {
                best = (score, v, if with >= without { State::In } else { State::Out });
            }
        }
        if best.0 > 0 && rest.is_open(best.1) { Way::Branch(best.1, best.2) } else { Way::Onward }
    }

    /// The vertices most likely to bind much both ways.
    fn choose_candidates(&mut self, rest: &Rest) {
        let order = rest.names.len();
        let most = (order / 8).max(60);
        self.out.clear();
        self.out.extend((0..order as u16).map(|v| rest.demands_without(v).0));
        let out = &self.out;
        self.candidates.clear();
        self.candidates.extend((0..order as u16).map(|v| {
            let with: u64 = rest.joined.row(v).iter().map(|&u| out[usize::from(u)]).sum();
            (with.saturating_add(1).saturating_mul(out[usize::from(v)]), v)
        }));
        let better = |a: &(u64, u16), b: &(u64, u16)| b.0.cmp(&a.0).then(a.1.cmp(&b.1));
        if order > most {
            self.candidates.select_nth_unstable_by(most, better);
            self.candidates.truncate(most);
        }
        self.candidates.sort_unstable_by(better);
    }

    /// Tries a vertex both ways. If one way fails it is decided the other way; otherwise what follows both ways is.
    fn look(&mut self, rest: &mut Rest, v: u16) -> Look {
        let mark = rest.trail.len();
        let (without, quiet) = rest.demands_without(v);
        let Some(with) = self.attempt(rest, v, State::In) else { return self.decide(rest, mark, v, State::Out) };
        if quiet {
            rest.take_back(mark);
            return Look::Bounds(with, without);
        }
        self.turn += 1;
        for &u in &rest.trail[mark + 1..] {
            self.followed[usize::from(u)] = (self.turn, rest.state[usize::from(u)]);
        }
        rest.take_back(mark);
        let Some(without) = self.attempt(rest, v, State::Out) else { return self.decide(rest, mark, v, State::In) };
        let (followed, turn) = (&self.followed, self.turn);
        let after = rest.trail[mark + 1..].iter().map(|&u| (u, rest.state[usize::from(u)]));
        self.common.clear();
        self.common.extend(after.filter(|&(u, state)| followed[usize::from(u)] == (turn, state)));
        rest.take_back(mark);
        self.common.iter().for_each(|&(u, state)| rest.decide(u, state));
        if rest.settle().is_some() { Look::Bounds(with, without) } else { Look::Dead }
    }

    /// Decides a vertex after its other state failed.
    fn decide(&mut self, rest: &mut Rest, mark: usize, v: u16, state: State) -> Look {
        rest.take_back(mark);
        if self.attempt(rest, v, state).is_some() { Look::Decided } else { Look::Dead }
    }

    fn attempt(&mut self, rest: &mut Rest, v: u16, state: State) -> Option<u64> {
        let mark = rest.trail.len();
        rest.decide(v, state);
        let bound = rest.settle();
        self.effort += (rest.trail.len() - mark) as u64;
        bound
    }
}

/// A rest in the tree, and the branch still to try there: where the trail ended before it, the vertex, its state.
#[derive(Default)]
struct Level {
    rest: Rest,
    other: Option<(usize, u16, State)>,
}

/// The kernels of the digraph on some vertices, one after the other, by a search that can be paused.
pub(super) struct Lookahead {
    /// The path to the rest at hand, which is `levels[depth]`; what lies beyond is memory for later.
    levels: Vec<Level>,
    depth: usize,
    over: bool,
    scout: Scout,
    numbers: [Vec<u16>; 2],
    budget: Budget,
    held: u64,
}

impl Lookahead {
    /// A search on some vertices; `None` if there are too many of them, or of arcs.
    pub(super) fn new(digraph: &Digraph, vertices: &[u32], budget: &Budget) -> Option<Self> {
        let arcs: usize = vertices.iter().map(|&v| digraph.out_degree(v as usize)).sum();
        if vertices.len() > MOST_VERTICES || arcs > MOST_ARCS {
            return None;
        }
        let mut rest = Rest::new(digraph, vertices);
        let over = !rest.start();
        let mut search = Self {
            levels: vec![Level { rest, other: None }],
            depth: 0,
            over,
            scout: Scout::default(),
            numbers: Default::default(),
            budget: budget.clone(),
            held: 0,
        };
        if !over {
            // why: what the budget refuses here it refuses to the other search as well, which says so
            search.descend().ok()?;
        }
        Some(search)
    }

    /// The next kernel, with about so much effort, counted in decided vertices.
    pub(super) fn next(&mut self, effort: u64) -> Result<Search, GraphError> {
        self.scout.effort = 0;
        while !self.over {
            self.budget.check()?;
            if self.scout.effort >= effort {
                return Ok(Search::Paused);
            }
            let Level { rest, other } = &mut self.levels[self.depth];
            match self.scout.way(rest) {
                Way::Onward => self.descend()?,
                Way::Branch(v, first) => {
                    let second = if first == State::In { State::Out } else { State::In };
                    *other = Some((rest.trail.len(), v, second));
                    rest.decide(v, first);
                    if rest.settle().is_some() { self.descend()? } else { self.back()? }
                }
                Way::Dead => self.back()?,
                Way::Complete => {
                    let kernel = self.members();
                    self.back()?;
                    return Ok(Search::Found(kernel));
                }
            }
        }
        Ok(Search::Over)
    }

    /// Goes on with what is open in the rest at hand.
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
            to.other = None;
        }
        self.depth += 1;
        Ok(())
    }

    /// Goes back to the last branch that has another state to try, and tries it.
    fn back(&mut self) -> Result<(), GraphError> {
        loop {
            let Level { rest, other } = &mut self.levels[self.depth];
            if let Some((mark, v, state)) = other.take() {
                rest.take_back(mark);
                rest.decide(v, state);
                if rest.settle().is_some() {
                    return self.descend();
                }
            }
            if self.depth == 0 {
                self.over = true;
                return Ok(());
            }
            self.depth -= 1;
        }
    }

    /// The vertices that are in, ascending.
    fn members(&self) -> Vec<u32> {
        let rests = self.levels[..=self.depth].iter().map(|level| &level.rest);
        let is_in = |rest: &Rest, v: u16| rest.state[usize::from(v)] == State::In;
        let chosen = rests.flat_map(|rest| {
            rest.trail.iter().filter(move |&&v| is_in(rest, v)).map(move |&v| rest.names[usize::from(v)])
        });
        let mut members: Vec<u32> = chosen.collect();
        members.sort_unstable();
        members
    }
}

impl Drop for Lookahead {
    fn drop(&mut self) {
        self.budget.release(self.held);
    }
}
