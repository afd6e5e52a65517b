//! Thermographs of stoppers: how their stops move as every move is taxed.
//!
//! At tax t a position that is not frozen has the walls l(G) = max r(G^L) − t and r(G) = min l(G^R) + t; it freezes at the
//! lowest t at which l(G) ≤ r(G), and is worth what it was then from there up. In a stopper the recursion through hot
//! positions ends, since the players take turns in it, so the walls are well defined as long as it is known which
//! positions are frozen. The tax rises from 0, where games that are infinitely close to a number are frozen, and
//! positions freeze one after another. Below 0 taxes would reward passing, so the walls start at 0.
//!
//! On short games this is the thermograph of Conway, On Numbers and Games, chapter 9.

use rustc_hash::FxHashMap;

use super::graph::{Graph, Node};
use super::stopper::{Pseudonumber, Stopper};
use crate::{Dyadic, Result, Store, Thermograph, Thermographs, ValueError, Wall};

/// A wall, or none because the player who wants to can go on for ever.
#[derive(Clone, Debug)]
enum Edge {
    /// Below every number.
    Off,
    At(Wall),
    /// Above every number.
    On,
}

impl Edge {
    /// The larger of two edges, or the smaller for `sign` = −1.
    fn best(self, other: Self, sign: i32) -> Self {
        match (self, other) {
            (Self::On, other) | (other, Self::On) => {
                if sign > 0 {
                    Self::On
                } else {
                    other
                }
            }
            (Self::Off, other) | (other, Self::Off) => {
                if sign > 0 {
                    other
                } else {
                    Self::Off
                }
            }
            (Self::At(one), Self::At(other)) => Self::At(one.envelope(&other, sign)),
        }
    }

    fn tilted(self, slope: i64) -> Self {
        match self {
            Self::At(wall) => Self::At(wall.tilted(slope)),
            far => far,
        }
    }
}

/// The walls of all positions of a stopper while the tax rises.
struct Cooling<'a> {
    graph: &'a Graph,
    short: Thermographs,
    /// What each vertex is worth, once it is frozen.
    frozen: Vec<Option<Edge>>,
    /// The walls so far of each vertex, left and right.
    walls: Vec<Option<(Wall, Wall)>>,
    tax: Dyadic,
}

type Known = FxHashMap<(u32, bool), Edge>;

impl Stopper {
    /// The thermograph from temperature 0 up, for stoppers that have a mean.
    pub fn thermograph(&self, store: &mut Store) -> Result<Thermograph> {
        if let Some(value) = self.as_value() {
            return store.thermograph(value);
        }
        let graph = self.graph();
        let count = graph.vertices.len();
        let mut cooling = Cooling {
            graph,
            short: Thermographs::default(),
            frozen: vec![None; count],
            walls: vec![None; count],
            tax: Dyadic::ZERO,
        };
        for (place, frozen) in cooling.frozen.iter_mut().enumerate() {
            *frozen = self.follower(Node::Loop(place as u32), store)?.frozen_at_zero(store)?;
        }
        let Node::Loop(root) = graph.root else {
            return Err(ValueError::undefined("this is not a value"));
        };
        while cooling.frozen[root as usize].is_none() {
            cooling.raise(store)?;
        }
        cooling.thermograph_of(root as usize)
    }

    /// What the game is worth when it is frozen from the start.
    fn frozen_at_zero(&self, store: &mut Store) -> Result<Option<Edge>> {
        match self.as_pseudonumber(store) {
            Some(Pseudonumber::On) => return Ok(Some(Edge::On)),
            Some(Pseudonumber::Off) => return Ok(Some(Edge::Off)),
            _ => {}
        }
        let stops = (self.number_at_stop(true, store)?, self.number_at_stop(false, store)?);
        let wall = |number| Edge::At(Wall::vertical(number, Dyadic::ZERO));
        Ok(match stops {
            (Some(left), Some(right)) if left == right => Some(wall(left)),
            _ => None,
        })
    }
}

impl Cooling<'_> {
    /// The wall of a node from the present tax up, as long as no more positions freeze.
    fn edge(&self, node: Node, left: bool, known: &mut Known, store: &mut Store, depth: u32) -> Result<Edge> {
        let vertex = match node {
            Node::Loop(vertex) => vertex,
            Node::Value(_) => return self.short_edge(node, left),
        };
        if let Some(frozen) = &self.frozen[vertex as usize] {
            return Ok(match frozen {
                Edge::At(wall) => Edge::At(Wall::vertical(wall.at(&self.tax), self.tax.clone())),
                far => far.clone(),
            });
        }
        if let Some(edge) = known.get(&(vertex, left)) {
            return Ok(edge.clone());
        }
        store.step_into(depth)?;
        let options = &self.graph.vertices[vertex as usize];
        let options = if left { &options.left } else { &options.right };
        // A player without a move has lost by more than any number.
        let mut best = if left { Edge::Off } else { Edge::On };
        for &option in options {
            let slope = if left { -1 } else { 1 };
            let edge = self.edge(option, !left, known, store, depth + 1)?.tilted(slope);
            best = best.best(edge, -(slope as i32));
        }
        known.insert((vertex, left), best.clone());
        Ok(best)
    }

    /// The wall of a short game, worked out before.
    fn short_edge(&self, node: Node, left: bool) -> Result<Edge> {
        let graph = match node {
            Node::Value(value) => self.short.known(value),
            Node::Loop(_) => None,
        };
        let graph = graph.ok_or_else(|| ValueError::undefined("the thermograph of a value of another store"))?;
        Ok(Edge::At(if left { graph.left.from(&self.tax) } else { graph.right.from(&self.tax) }))
    }

    /// Raises the tax to where the next positions freeze.
    fn raise(&mut self, store: &mut Store) -> Result<()> {
        for vertex in &self.graph.vertices {
            for option in vertex.options() {
                if let Node::Value(value) = option {
                    self.short.of(store, value)?;
                }
            }
        }
        let mut known = Known::default();
        let mut hot = Vec::new();
        for place in 0..self.frozen.len() {
            if self.frozen[place].is_some() {
                continue;
            }
            let node = Node::Loop(place as u32);
            let left = self.edge(node, true, &mut known, store, 0)?;
            let right = self.edge(node, false, &mut known, store, 0)?;
            if let (Edge::At(left), Edge::At(right)) = (left, right) {
                let meeting = left.meeting(&right);
                hot.push((place, left, right, meeting));
            }
        }
        let next = hot.iter().filter_map(|(_, _, _, meeting)| meeting.clone()).min();
        let Some(next) = next else {
            return Err(ValueError::undefined("this game has no mean: a move in it is worth more than any number"));
        };
        for (place, left, right, meeting) in hot {
            match &mut self.walls[place] {
                Some(walls) => {
                    walls.0.continue_with(&left);
                    walls.1.continue_with(&right);
                }
                None => self.walls[place] = Some((left.clone(), right)),
            }
            if meeting.as_ref() == Some(&next) {
                self.frozen[place] = Some(Edge::At(Wall::vertical(left.at(&next), next.clone())));
            }
        }
        self.tax = next;
        Ok(())
    }

    /// The thermograph of a vertex that is frozen.
    fn thermograph_of(&self, place: usize) -> Result<Thermograph> {
        let Some(Edge::At(mast)) = &self.frozen[place] else {
            return Err(ValueError::undefined("this game has no mean: a move in it is worth more than any number"));
        };
        let temperature = mast.foot().clone();
        let (mut left, mut right) = self.walls[place].clone().unwrap_or_else(|| (mast.clone(), mast.clone()));
        left.continue_with(mast);
        right.continue_with(mast);
        Ok(Thermograph { left, right, mean: mast.at(&temperature), temperature })
    }
}
