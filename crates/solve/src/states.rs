//! The state graph with everything known of its positions, for printing and drawing.

use crate::retrograde::{Judged, Turn};
use crate::{StateGraph, Stop, kernel};
use grundy_budget::pulse;
use grundy_game::{Outcome, Play, nimber_text};
use grundy_graph::Digraph;
use grundy_graph::loopy::LoopyNimber;
use grundy_graph::retrograde::Verdict;
use std::hash::Hash;

/// A state graph whose positions are labelled and, when that was asked for, written out.
#[derive(Clone, Debug)]
pub struct States {
    /// The start in its notation.
    pub start: String,
    /// The positions in their notation; the start is number 0. Empty when only the labels were asked for.
    pub positions: Vec<String>,
    /// The moves, as arcs between the numbers of positions.
    pub digraph: Digraph,
    /// Which positions are in the kernel: the player about to move loses.
    pub kernel: Vec<bool>,
    /// The nimber of each position (normal play).
    pub nimbers: Vec<u32>,
    /// The longest play from each position.
    pub levels: Vec<u32>,
    /// How long the game lasts from each position when the winner hurries and the loser stalls (normal play); 0 where it is
    /// drawn.
    pub remoteness: Vec<u32>,
    /// Which positions are drawn; none where every play ends.
    pub drawn: Vec<bool>,
    /// The loopy nimbers, where play may go round; then `nimbers` is empty.
    pub loopy: Vec<LoopyNimber>,
}

/// Bytes of the labels of a position, and of what finding them needs beside the arcs turned round.
const LABELS: u64 = 32;

/// Writing names can take as long as finding the positions.
fn named_within_budget<P>(write: impl Fn(&P) -> String) -> impl Fn(&P) -> String {
    move |position| {
        pulse(8);
        write(position)
    }
}

impl States {
    /// The labels of `graph`, and its positions written by `write` when they are to be `named`.
    pub(crate) fn new<P: Clone + Eq + Hash>(
        mut graph: StateGraph<P>,
        play: Play,
        named: bool,
        write: impl Fn(&P) -> String,
    ) -> Result<Self, Stop> {
        // why: a graph always holds its start.
        let start = graph.positions().first().map(&write).unwrap_or_default();
        let (order, size) = (graph.digraph().order() as u64, graph.digraph().size() as u64);
        let name = if named { (size_of::<String>() + start.len()) as u64 } else { 0 };
        graph.hold(order.saturating_mul(LABELS + name).saturating_add(size * size_of::<u32>() as u64))?;
        let positions =
            if named { graph.positions().iter().map(named_within_budget(&write)).collect() } else { Vec::new() };
        Self::labelled(start, positions, graph.into_digraph(), play)
    }

    fn labelled(start: String, positions: Vec<String>, digraph: Digraph, play: Play) -> Result<Self, Stop> {
        Ok(Self {
            start,
            drawn: vec![false; digraph.order()],
            loopy: Vec::new(),
            positions,
            kernel: kernel::wins(&digraph, play)?.into_iter().map(|wins| !wins).collect(),
            nimbers: kernel::nimbers(&digraph)?,
            levels: kernel::levels(&digraph),
            remoteness: kernel::remoteness(&digraph)?,
            digraph,
        })
    }

    /// The labels of a graph in which play may go round; its levels count the moves from the start, upwards.
    pub(crate) fn judged<P: Clone + Eq + Hash>(judged: Judged<P>, named: bool, write: impl Fn(&P) -> String) -> Self {
        let Judged { graph, verdicts, nimbers } = judged;
        // why: a state graph has its start.
        let start = graph.positions().first().map(|turn| write(&turn.position)).unwrap_or_default();
        let written = named_within_budget(|turn: &Turn<P>| write(&turn.position));
        Self {
            start,
            positions: if named { graph.positions().iter().map(written).collect() } else { Vec::new() },
            kernel: verdicts.iter().map(|verdict| matches!(verdict, Verdict::Loss(_))).collect(),
            drawn: verdicts.iter().map(|verdict| *verdict == Verdict::Draw).collect(),
            // why: drawn positions have no remoteness, and `drawn` tells them.
            remoteness: verdicts.iter().map(|verdict| verdict.remoteness().unwrap_or(0)).collect(),
            levels: heights(graph.digraph()),
            nimbers: Vec::new(),
            loopy: nimbers,
            digraph: graph.into_digraph(),
        }
    }

    /// The nimber of a position, also where play may go round; `None` where it has none.
    pub fn nimber(&self, number: usize) -> Option<u32> {
        match self.loopy.get(number) {
            Some(LoopyNimber::Finite(nimber)) => Some(*nimber),
            Some(LoopyNimber::Infinite(_)) => None,
            None => self.nimbers.get(number).copied(),
        }
    }

    /// The value of a position as it is drawn: its nimber, an infinite one with its set, or nothing.
    pub fn value(&self, number: usize) -> String {
        match (self.loopy.get(number), self.nimbers.get(number)) {
            (Some(loopy), _) => loopy.to_string(),
            (None, Some(&nimber)) => nimber_text(nimber.into()),
            (None, None) => String::new(),
        }
    }

    /// Who wins a position.
    pub fn outcome(&self, number: usize) -> Outcome {
        match (self.kernel[number], self.drawn[number]) {
            (true, _) => Outcome::Second,
            (false, true) => Outcome::Draw,
            (false, false) => Outcome::First,
        }
    }

    /// The sizes of the sets K0, K1, … of the kernel sequence: how many positions have each nimber.
    pub fn kernel_sequence(&self) -> Vec<usize> {
        let most = self.nimbers.iter().max().map_or(0, |&most| most as usize + 1);
        let mut sizes = vec![0; most];
        self.nimbers.iter().for_each(|&nimber| sizes[nimber as usize] += 1);
        sizes
    }

    /// The game tree down to `depth` moves: for each node its position's number and the nodes after its moves. At most
    /// `most` nodes are made; `None` when there would be more.
    pub fn tree(&self, depth: usize, most: usize) -> Option<Vec<(usize, Vec<usize>)>> {
        let mut nodes = vec![(0, Vec::new())];
        let mut row = 0..1;
        for _ in 0..depth {
            let end = nodes.len();
            for node in row {
                for &to in self.digraph.successors(nodes[node].0) {
                    let child = nodes.len();
                    if child >= most {
                        return None;
                    }
                    nodes[node].1.push(child);
                    nodes.push((to as usize, Vec::new()));
                }
            }
            row = end..nodes.len();
        }
        Some(nodes)
    }
}

/// For each vertex how far it is from the first one, turned round: the first is highest. Vertices stand in the order in which a
/// search by breadth met them.
fn heights(digraph: &Digraph) -> Vec<u32> {
    let mut distance = vec![u32::MAX; digraph.order()];
    if let Some(first) = distance.first_mut() {
        *first = 0;
    }
    for v in 0..digraph.order() {
        for &w in digraph.successors(v) {
            distance[w as usize] = distance[w as usize].min(distance[v].saturating_add(1));
        }
    }
    let most = distance.iter().copied().filter(|&far| far != u32::MAX).max().unwrap_or(0);
    distance.into_iter().map(|far| most.saturating_sub(far)).collect()
}
