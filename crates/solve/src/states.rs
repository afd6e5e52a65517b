//! The state graph with everything known of its positions, for printing and drawing.

use crate::{StateGraph, Stop};
use grundy_game::Play;
use grundy_graph::Digraph;
use std::hash::Hash;

/// A state graph whose positions are written out and labelled.
#[derive(Clone, Debug)]
pub struct States {
    /// The positions in their notation; the start is number 0.
    pub positions: Vec<String>,
    /// The moves, as arcs between the numbers of positions.
    pub digraph: Digraph,
    /// Which positions are in the kernel: the player about to move loses.
    pub kernel: Vec<bool>,
    /// The nimber of each position (normal play).
    pub nimbers: Vec<u32>,
    /// The longest play from each position.
    pub levels: Vec<u32>,
    /// How long the game lasts from each position when the winner hurries and the loser stalls (normal play).
    pub remoteness: Vec<u32>,
}

impl States {
    /// The labels of `graph`, its positions written by `write`.
    pub(crate) fn new<P: Clone + Eq + Hash>(
        graph: &StateGraph<P>,
        play: Play,
        write: impl Fn(&P) -> String,
    ) -> Result<Self, Stop> {
        Ok(Self {
            positions: graph.positions().iter().map(write).collect(),
            digraph: graph.digraph().clone(),
            kernel: graph.wins(play)?.into_iter().map(|wins| !wins).collect(),
            nimbers: graph.nimbers()?,
            levels: graph.levels(),
            remoteness: graph.remoteness()?,
        })
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
