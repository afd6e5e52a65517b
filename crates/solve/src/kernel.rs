//! The state graph of an impartial position and its labels.

use crate::nimber::NimberSet;
use crate::{Engine, Stop};
use grundy_game::{Play, Player, Rules};
use rustc_hash::FxHashMap;

/// All positions that can be reached from a start, numbered, with the arcs between them in compressed rows.
///
/// The kernel of this graph is the set of second-player wins, and the kernel sequence numbers its vertices by nimber.
#[derive(Debug)]
pub struct StateGraph<P> {
    /// The positions; the start is number 0.
    pub positions: Vec<P>,
    /// `arcs[starts[v]..starts[v + 1]]` are the options of position `v`.
    pub starts: Vec<usize>,
    /// The numbers of the options, position by position.
    pub arcs: Vec<u32>,
}

impl<P: Clone + Eq + std::hash::Hash> StateGraph<P> {
    /// Explores everything that can be reached from `start` when `merge` joins positions that differ by a symmetry.
    pub fn explore<R: Rules<Position = P>>(rules: &R, start: &P, merge: bool, engine: &Engine) -> Result<Self, Stop> {
        let mut meter = engine.budget.meter();
        let mut root = start.clone();
        if merge {
            rules.canonicalise(&mut root);
        }
        let mut numbers = FxHashMap::from_iter([(root.clone(), 0u32)]);
        let mut graph = Self { positions: vec![root], starts: vec![0], arcs: Vec::new() };
        let mut moves = Vec::new();
        let mut next = 0;
        while next < graph.positions.len() {
            let position = graph.positions[next].clone();
            moves.clear();
            rules.moves(&position, Player::Left, &mut moves);
            for played in &moves {
                let mut option = position.clone();
                rules.play(&mut option, played);
                if merge {
                    rules.canonicalise(&mut option);
                }
                let fresh = graph.positions.len() as u32;
                let number = *numbers.entry(option.clone()).or_insert(fresh);
                if number == fresh {
                    meter.budget().reserve(2 * rules.position_bytes(&option) as u64 + 16)?;
                    graph.positions.push(option);
                }
                graph.arcs.push(number);
            }
            graph.starts.push(graph.arcs.len());
            meter.steps(1 + moves.len() as u64)?;
            next += 1;
        }
        Ok(graph)
    }

    /// The options of position number `v`.
    pub fn options(&self, v: usize) -> &[u32] {
        &self.arcs[self.starts[v]..self.starts[v + 1]]
    }

    /// An order in which every position comes after its options.
    fn options_first(&self) -> Vec<u32> {
        let count = self.positions.len();
        let mut open: Vec<u32> = (0..count).map(|v| self.options(v).len() as u32).collect();
        let mut incoming = vec![0usize; count + 1];
        for &to in &self.arcs {
            incoming[to as usize + 1] += 1;
        }
        for v in 0..count {
            incoming[v + 1] += incoming[v];
        }
        let mut fill = incoming.clone();
        let mut sources = vec![0u32; self.arcs.len()];
        for v in 0..count {
            for &to in self.options(v) {
                sources[fill[to as usize]] = v as u32;
                fill[to as usize] += 1;
            }
        }
        let mut order: Vec<u32> = (0..count as u32).filter(|&v| open[v as usize] == 0).collect();
        let mut at = 0;
        while at < order.len() {
            let v = order[at] as usize;
            for &from in &sources[incoming[v]..incoming[v + 1]] {
                open[from as usize] -= 1;
                if open[from as usize] == 0 {
                    order.push(from);
                }
            }
            at += 1;
        }
        order
    }

    /// The Sprague-Grundy labels: the least number missing among the labels of the options.
    pub fn nimbers(&self) -> Vec<u64> {
        let mut labels = vec![0; self.positions.len()];
        for v in self.options_first() {
            let mut seen = NimberSet::default();
            self.options(v as usize).iter().for_each(|&to| seen.insert(labels[to as usize]));
            labels[v as usize] = seen.mex();
        }
        labels
    }

    /// Which positions the player about to move wins. Misère play is normal play without the terminal positions, so a
    /// terminal position is a win there and every other rule stays.
    pub fn wins(&self, play: Play) -> Vec<bool> {
        let mut wins = vec![false; self.positions.len()];
        for v in self.options_first() {
            let options = self.options(v as usize);
            wins[v as usize] =
                if options.is_empty() { play == Play::Misere } else { options.iter().any(|&to| !wins[to as usize]) };
        }
        wins
    }
}
