//! Simplest forms: dominated options dropped, reversible ones bypassed, equal positions made one.
//!
//! For stoppers this gives the canonical form, unique up to isomorphism (Siegel, Coping with cycles, 2009; Combinatorial
//! Game Theory, chapter VI.3). Removing options and bypassing never makes an alternating cycle: an edge that bypasses
//! G → G^L → G^LR → G^LRL stands for those three moves, in which the players take turns. When nothing is left to drop or
//! bypass, equal positions have equal options, so making one of vertices with the same options finds them all.

use super::graph::{Graph, Node, Vertex};
use super::survive::{Endless, Pair, Survival};
use crate::{Result, Store, ValueError};

/// Rounds after which a graph that is no stopper is given up.
const ROUNDS_LIMIT: usize = 200;

impl Graph {
    /// The simplest form. For [`Endless::Survived`] the graph must be a stopper; for [`Endless::WonByLeft`] the result is
    /// meant to have the same onside, which the caller checks.
    pub(super) fn simplified(&self, endless: Endless, store: &mut Store) -> Result<Self> {
        let mut graph = self.tidied(store)?;
        for _ in 0..ROUNDS_LIMIT {
            let order = Survival::of(&graph, &graph.questions(store)?, endless, store)?;
            let bypassed = graph.bypassed(&order, endless, store)?;
            let next = if bypassed == graph { graph.undominated(&order) } else { bypassed };
            if next == graph {
                return Ok(graph);
            }
            graph = next.tidied(store)?;
        }
        Err(ValueError::TooLarge { what: "the game graph" })
    }

    /// The comparisons that simplifying needs.
    fn questions(&self, store: &mut Store) -> Result<Vec<Pair>> {
        let mut questions = Vec::new();
        for (place, vertex) in self.vertices.iter().enumerate() {
            let here = Node::Loop(place as u32);
            for side in [&vertex.left, &vertex.right] {
                questions.extend(side.iter().flat_map(|&a| side.iter().map(move |&b| (a, b))));
            }
            for &option in &vertex.left {
                questions.extend(self.options(option, false, store)?.into_iter().map(|reply| (here, reply)));
            }
            for &option in &vertex.right {
                questions.extend(self.options(option, true, store)?.into_iter().map(|reply| (reply, here)));
            }
        }
        Ok(questions)
    }

    /// Every option that another is at least as good as dropped; of equal ones the first stays.
    fn undominated(&self, order: &Survival) -> Self {
        let keep = |side: &[Node], better: &dyn Fn(Node, Node) -> bool| -> Vec<Node> {
            let beaten = |place: usize| {
                side.iter().enumerate().any(|(other, &option)| {
                    other != place && better(option, side[place]) && (other < place || !better(side[place], option))
                })
            };
            (0..side.len()).filter(|&place| !beaten(place)).map(|place| side[place]).collect()
        };
        let vertices = self.vertices.iter().map(|vertex| Vertex {
            left: keep(&vertex.left, &|a, b| order.at_least((a, b))),
            right: keep(&vertex.right, &|a, b| order.at_least((b, a))),
        });
        Self { root: self.root, vertices: vertices.collect() }
    }

    /// Every reversible option replaced by the options of the position that reverses it.
    fn bypassed(&self, order: &Survival, endless: Endless, store: &mut Store) -> Result<Self> {
        let mut vertices = Vec::with_capacity(self.vertices.len());
        for place in 0..self.vertices.len() as u32 {
            let mut sides = [Vec::new(), Vec::new()];
            for (side, left) in sides.iter_mut().zip([true, false]) {
                let mut bypass = Bypass { graph: self, order, left, endless, way: Vec::new() };
                bypass.collect(Node::Loop(place), side, store)?;
                side.sort_unstable();
                side.dedup();
            }
            let [left, right] = sides;
            vertices.push(Vertex { left, right });
        }
        Ok(Self { root: self.root, vertices })
    }

    /// A reply to an option of `here` that is at least as good for the replier as `here` itself.
    fn reverser(
        &self,
        here: Node,
        option: Node,
        left: bool,
        order: &Survival,
        store: &mut Store,
    ) -> Result<Option<Node>> {
        let replies = self.options(option, !left, store)?;
        Ok(replies.into_iter().find(|&reply| order.at_least(if left { (here, reply) } else { (reply, here) })))
    }
}

/// Follows chains of reversible options of one player.
struct Bypass<'a> {
    graph: &'a Graph,
    order: &'a Survival,
    left: bool,
    endless: Endless,
    way: Vec<Node>,
}

/// Longest chain of replies that is followed at once; what is left over waits for the next round.
const CHAIN_LIMIT: usize = 256;

impl Bypass<'_> {
    /// Collects the options of a position with reversible ones replaced; false if the chain of replies has come round.
    ///
    /// Then the option that started the round stays, except that going round for ever gives Right nothing where endless
    /// play is won by Left. In a stopper no chain comes round, since the players take turns in it.
    fn collect(&mut self, here: Node, found: &mut Vec<Node>, store: &mut Store) -> Result<bool> {
        if self.way.contains(&here) {
            return Ok(false);
        }
        if matches!(here, Node::Value(_)) || self.way.len() >= CHAIN_LIMIT {
            found.extend(self.graph.options(here, self.left, store)?);
            return Ok(true);
        }
        self.way.push(here);
        for option in self.graph.options(here, self.left, store)? {
            store.meter.work(1)?;
            let Some(reply) = self.graph.reverser(here, option, self.left, self.order, store)? else {
                found.push(option);
                continue;
            };
            let mut replaced = Vec::new();
            let ends = self.collect(reply, &mut replaced, store)?;
            if ends || (self.endless == Endless::WonByLeft && !self.left) {
                found.append(&mut replaced);
            } else {
                found.push(option);
            }
        }
        self.way.pop();
        Ok(true)
    }
}
