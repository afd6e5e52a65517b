//! Peeling: deciding the vertices whose side follows from others.

use super::log::Peeled;
use crate::Digraph;

/// What is known about a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// Nothing yet.
    Open,
    /// It is in the kernel.
    In,
    /// It has an arc into the kernel.
    Out,
}

/// A partly built kernel, closed under: a predecessor of a member is out; a vertex whose successors are all out is in.
///
/// What stays open has arcs to open and out vertices only, so the kernels that extend the members are exactly the
/// members together with a kernel of the digraph on the open vertices. All steps together take O(n + m).
#[derive(Clone)]
pub(super) struct Forcing<'a> {
    digraph: &'a Digraph,
    reversed: std::rc::Rc<Digraph>,
    state: Vec<State>,
    /// For each vertex, how many successors are not out.
    left: Vec<u32>,
    stack: Vec<u32>,
    /// The decided vertices in turn.
    order: Vec<u32>,
}

impl<'a> Forcing<'a> {
    pub(super) fn new(digraph: &'a Digraph) -> Self {
        Self {
            digraph,
            reversed: std::rc::Rc::new(digraph.reversed()),
            state: vec![State::Open; digraph.order()],
            left: (0..digraph.order()).map(|v| digraph.out_degree(v) as u32).collect(),
            stack: Vec::new(),
            order: Vec::new(),
        }
    }

    pub(super) fn state(&self, v: u32) -> State {
        self.state[v as usize]
    }

    /// So many of the vertices that were decided first, for a proof.
    pub(super) fn peeled(&self, count: usize) -> Peeled<'_> {
        Peeled { order: &self.order[..count], state: &self.state }
    }

    /// Takes all sinks, and everything that follows.
    pub(super) fn peel(&mut self) {
        for v in 0..self.digraph.order() as u32 {
            if self.left[v as usize] == 0 {
                self.take(v);
            }
        }
    }

    /// Takes an open vertex into the kernel, and everything that follows; does nothing to decided ones.
    pub(super) fn take(&mut self, v: u32) {
        self.stack.push(v);
        while let Some(v) = self.stack.pop() {
            if self.state[v as usize] != State::Open {
                continue;
            }
            self.state[v as usize] = State::In;
            self.order.push(v);
            for &u in self.reversed.successors(v as usize) {
                if self.state[u as usize] != State::Open {
                    continue;
                }
                self.state[u as usize] = State::Out;
                self.order.push(u);
                for &p in self.reversed.successors(u as usize) {
                    self.left[p as usize] -= 1;
                    if self.left[p as usize] == 0 {
                        self.stack.push(p);
                    }
                }
            }
        }
    }

    fn with_state(&self, state: State) -> Vec<u32> {
        (0..self.state.len() as u32).filter(|&v| self.state[v as usize] == state).collect()
    }

    /// The open vertices, ascending.
    pub(super) fn open(&self) -> Vec<u32> {
        self.with_state(State::Open)
    }

    /// The members so far, ascending.
    pub(super) fn members(&self) -> Vec<u32> {
        self.with_state(State::In)
    }
}
