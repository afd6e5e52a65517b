//! What is left to decide of a kernel, and drawing what follows from a decision.

use crate::Digraph;

/// A demand that is met counts this much more, far above what the number of its vertices can reach.
const MET: u32 = 1 << 16;

/// Up to so many demands, copying what is left of all of them is cheaper than taking decisions back one by one.
const MOST_KEPT: usize = 4096;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    Open,
    In,
    Out,
}

/// Why a vertex is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Why {
    /// By choice.
    Chosen,
    /// It is out because it is joined to this vertex, which is in.
    Joined(u16),
    /// It is in because all others of this demand are out.
    Last(u16),
    /// By a clause that was derived, by its number.
    Derived(u32),
}

/// Why a rest has no kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Conflict {
    /// These two are in and joined.
    Both(u16, u16),
    /// All vertices of this demand are out.
    Unmet(u16),
}

/// Lists of small numbers, one after the other.
#[derive(Default)]
pub(super) struct Rows {
    /// Where each row begins and ends.
    bounds: Vec<[u32; 2]>,
    items: Vec<u16>,
}

impl Rows {
    fn push(&mut self, row: impl Iterator<Item = u16>) {
        let begin = self.items.len() as u32;
        self.items.extend(row);
        self.bounds.push([begin, self.items.len() as u32]);
    }

    #[inline]
    pub(super) fn row(&self, i: u16) -> &[u16] {
        let [begin, end] = self.bounds[usize::from(i)];
        &self.items[begin as usize..end as usize]
    }

    pub(super) fn len(&self) -> usize {
        self.bounds.len()
    }

    pub(super) fn bytes(&self) -> u64 {
        (8 * self.bounds.len() + 2 * self.items.len()) as u64
    }

    /// Copies some rows into other memory under new names, without what has none.
    fn rename_into(&self, rows: impl Iterator<Item = u16>, names: &[u16], to: &mut Self) {
        to.bounds.clear();
        // Every item is written, and overwritten by the next one if it has no name: cheaper than to decide whether to.
        to.items.resize(self.items.len().max(to.items.len()), 0);
        let mut end = 0;
        for i in rows {
            let begin = end;
            for &item in self.row(i) {
                let name = names[usize::from(item)];
                to.items[end] = name;
                end += usize::from(name != u16::MAX);
            }
            to.bounds.push([begin as u32, end as u32]);
        }
    }
}

/// What is left to decide: choose open vertices, no two of them joined, such that each demand (a set of vertices) has
/// a chosen one. A vertex of the digraph demands itself or one of its successors.
#[derive(Default)]
pub(super) struct Rest {
    /// The vertices by their numbers in the digraph.
    pub(super) names: Vec<u32>,
    /// The vertices joined to each vertex by an arc, either way.
    pub(super) joined: Rows,
    /// The demands that each vertex would meet.
    meets: Rows,
    /// The vertices that would meet each demand.
    pub(super) demands: Rows,
    /// For each demand its number in the rest that this one was copied from.
    pub(super) origin: Vec<u16>,
    pub(super) state: Vec<State>,
    /// For each decided vertex, why it is.
    pub(super) why: Vec<Why>,
    /// Why the last settling failed, if it did.
    pub(super) conflict: Option<Conflict>,
    /// For each demand, how many of its vertices are not out, and [`MET`] for each that is in.
    left: Vec<u32>,
    /// The decided vertices in turn; what follows from those before `settled` has been drawn.
    pub(super) trail: Vec<u16>,
    settled: usize,
    /// What `left` was when `kept_at` vertices were decided.
    kept: Vec<u32>,
    kept_at: usize,
}

/// How much a demand with so many vertices left binds: 2.5 times as much as one with one more. One that is met does not.
const WEIGHTS: [u64; 18] =
    [0, 596_046, 238_419, 95_367, 38_147, 15_259, 6_104, 2_441, 977, 391, 156, 63, 25, 10, 4, 2, 1, 0];

#[inline]
fn weight(left: u32) -> u64 {
    WEIGHTS[left.min(17) as usize]
}

impl Rest {
    /// The problem of a kernel of the digraph on some vertices; a vertex with a loop is out from the start.
    pub(super) fn new(digraph: &Digraph, vertices: &[u32]) -> Self {
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
        self.why.resize(self.names.len(), Why::Chosen);
        self.left.clear();
        self.left.extend((0..self.demands.len()).map(|d| self.demands.row(d as u16).len() as u32));
        self.trail.clear();
        self.settled = 0;
        self.kept_at = usize::MAX;
    }

    /// Puts in what stands alone in a demand, and all that follows; `false` if a demand cannot be met.
    pub(super) fn start(&mut self) -> bool {
        for d in 0..self.demands.len() as u16 {
            match *self.demands.row(d) {
                [] => {
                    self.conflict = Some(Conflict::Unmet(d));
                    return false;
                }
                [v] if self.is_open(v) => self.decide(v, State::In, Why::Last(d)),
                _ => {}
            }
        }
        self.settle().is_some()
    }

    /// Copies the open vertices and unmet demands into another rest, numbered afresh, so that everything below in the
    /// tree touches little memory. `numbers` is scratch.
    pub(super) fn shrink_into(&self, small: &mut Self, numbers: &mut [Vec<u16>; 2]) {
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
        small.origin.clear();
        small.origin.extend((0..self.demands.len() as u16).filter(unmet));
        small.origin.iter().zip(0..).for_each(|(&d, i)| demand[usize::from(d)] = i);
        let vertices = || (0..self.names.len() as u16).filter(open);
        self.joined.rename_into(vertices(), vertex, &mut small.joined);
        self.meets.rename_into(vertices(), demand, &mut small.meets);
        self.demands.rename_into(small.origin.iter().copied(), vertex, &mut small.demands);
        small.open_all();
    }

    pub(super) fn bytes(&self) -> u64 {
        self.joined.bytes()
            + self.meets.bytes()
            + self.demands.bytes()
            + 17 * self.names.len() as u64
            + 10 * self.demands.len() as u64
    }

    /// How many vertices are open.
    pub(super) fn open(&self) -> usize {
        self.names.len() - self.trail.len()
    }

    pub(super) fn is_open(&self, v: u16) -> bool {
        self.state[usize::from(v)] == State::Open
    }

    pub(super) fn decide(&mut self, v: u16, state: State, why: Why) {
        self.state[usize::from(v)] = state;
        self.why[usize::from(v)] = why;
        self.trail.push(v);
    }

    /// Draws all that follows: what is joined to a vertex that is in is out, and the last vertex left to an unmet
    /// demand is in. Returns how much the demands that shrank now bind, or `None` if a demand cannot be met.
    pub(super) fn settle(&mut self) -> Option<u64> {
        let mut bound = 0;
        self.conflict = None;
        // A vertex is always finished, even after a contradiction, so that it can be taken back.
        while let Some(&v) = self.trail.get(self.settled).filter(|_| self.conflict.is_none()) {
            self.settled += 1;
            if self.state[usize::from(v)] == State::In {
                self.settle_in(v);
            } else {
                bound += self.settle_out(v);
            }
        }
        self.conflict.is_none().then_some(bound)
    }

    /// Meets the demands of a vertex that is in, and puts out what is joined to it.
    fn settle_in(&mut self, v: u16) {
        let Self { joined, meets, state, why, conflict, left, trail, .. } = self;
        meets.row(v).iter().for_each(|&d| left[usize::from(d)] += MET);
        for &u in joined.row(v) {
            match &mut state[usize::from(u)] {
                State::Out => {}
                State::In => *conflict = Some(Conflict::Both(v, u)),
                open @ State::Open => {
                    *open = State::Out;
                    why[usize::from(u)] = Why::Joined(v);
                    trail.push(u);
                }
            }
        }
    }

    /// Shortens the demands of a vertex that is out. Returns how much they bind, without those that have one vertex left.
    fn settle_out(&mut self, v: u16) -> u64 {
        let (mut bound, mut least) = (0, MET);
        for &d in self.meets.row(v) {
            let left = &mut self.left[usize::from(d)];
            *left -= 1;
            least = least.min(*left);
            bound += weight(*left);
        }
        // Most vertices end here.
        if least <= 1 { bound - self.put_last_in(v) } else { bound }
    }

    /// Puts the last vertices left to the demands of a vertex in. Returns how much these demands bind.
    fn put_last_in(&mut self, v: u16) -> u64 {
        let Self { meets, demands, state, why, conflict, left, trail, .. } = self;
        let mut bound = 0;
        for &d in meets.row(v) {
            match left[usize::from(d)] {
                0 => *conflict = Some(Conflict::Unmet(d)),
                1 => {
                    bound += weight(1);
                    let last = demands.row(d).iter().find(|&&u| state[usize::from(u)] != State::Out);
                    if let Some(&u) = last.filter(|&&u| state[usize::from(u)] == State::Open) {
                        state[usize::from(u)] = State::In;
                        why[usize::from(u)] = Why::Last(d);
                        trail.push(u);
                    }
                }
                _ => {}
            }
        }
        bound
    }

    /// Notes how many are left of each demand, where decisions are to be taken back to here often.
    pub(super) fn keep(&mut self) {
        if self.kept_at != self.trail.len() && self.left.len() <= MOST_KEPT {
            self.kept.clone_from(&self.left);
            self.kept_at = self.trail.len();
        }
    }

    /// Takes decisions back until so many are left.
    pub(super) fn take_back(&mut self, to: usize) {
        if to == self.kept_at {
            self.trail[to..].iter().for_each(|&v| self.state[usize::from(v)] = State::Open);
            self.left.copy_from_slice(&self.kept);
        } else {
            self.undo(to);
        }
        self.trail.truncate(to);
        self.settled = to;
    }

    fn undo(&mut self, to: usize) {
        if to < self.kept_at {
            self.kept_at = usize::MAX;
        }
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
    }

    /// How much the demands of a vertex bind once it is out, and whether nothing more follows from that.
    pub(super) fn demands_without(&self, v: u16) -> (u64, bool) {
        let left = self.meets.row(v).iter().map(|&d| self.left[usize::from(d)]);
        left.fold((0, true), |(bound, quiet), left| (bound + weight(left - 1), quiet && left > 2))
    }
}
