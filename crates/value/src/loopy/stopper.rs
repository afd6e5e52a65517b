//! Stoppers in canonical form.

use super::graph::{Graph, Node};
use super::survive::{Endless, Survival};
use crate::{Dyadic, Order, Outcome, Result, Store, Value};

/// The value of a stopper: its canonical form. Within one store, equal values are equal.
///
/// A stopper is a game that ends when it is played alone, although a player who may move twice in a row might go round in
/// it for ever. Short games are stoppers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stopper {
    graph: Graph,
}

impl From<Value> for Stopper {
    fn from(value: Value) -> Self {
        Self { graph: value.into() }
    }
}

impl Stopper {
    /// The canonical form of a graph, if it is a stopper.
    pub fn new(graph: &Graph, store: &mut Store) -> Result<Option<Self>> {
        let graph = graph.tidied(store)?;
        if !graph.is_stopper() {
            return Ok(None);
        }
        Ok(Some(Self { graph: graph.simplified(Endless::Survived, store)? }))
    }

    /// The canonical form as a graph.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The value of a short game, if it is one.
    pub fn as_value(&self) -> Option<Value> {
        match self.graph.root {
            Node::Value(value) => Some(value),
            Node::Loop(_) => None,
        }
    }

    /// The follower at a node of the canonical form, itself in canonical form.
    pub fn follower(&self, node: Node, store: &mut Store) -> Result<Self> {
        // Every position of a canonical form is canonical; only what it cannot reach has to go.
        let graph = Graph { root: node, vertices: self.graph.vertices.clone() };
        Ok(Self { graph: graph.tidied(store)? })
    }

    /// The canonical options of a player.
    pub fn options(&self, left: bool, store: &mut Store) -> Result<Vec<Self>> {
        let options = self.graph.options(self.graph.root, left, store)?;
        options.into_iter().map(|option| self.follower(option, store)).collect()
    }

    /// All positions that moves of any players lead to, this one included.
    pub fn followers(&self, store: &mut Store) -> Result<Vec<Self>> {
        let mut values = std::collections::BTreeSet::new();
        let starts = self.graph.vertices.iter().flat_map(super::graph::Vertex::options).chain([self.graph.root]);
        for node in starts {
            if let Node::Value(value) = node {
                values.extend(store.followers(value)?);
            }
        }
        let loops = (0..self.graph.vertices.len() as u32).map(Node::Loop);
        let nodes: Vec<_> = loops.chain(values.into_iter().map(Node::Value)).collect();
        nodes.into_iter().map(|node| self.follower(node, store)).collect()
    }

    /// The negative.
    pub fn negative(&self, store: &mut Store) -> Result<Self> {
        let graph = self.graph.negative(store)?;
        Ok(Self { graph: graph.tidied(store)? })
    }

    /// Whether this is at least the other.
    pub fn at_least(&self, other: &Self, store: &mut Store) -> Result<bool> {
        if self == other {
            return Ok(true);
        }
        let known = (self.as_pseudonumber(store), other.as_pseudonumber(store));
        if let (Some(one), Some(other)) = &known {
            return Ok(one.place() >= other.place());
        }
        // By number translation a number on one side goes to the other, where it does not add to the positions.
        match &known {
            (_, Some(Pseudonumber::Number(number))) if !number.is_zero() => {
                return self.plus_number(&-number, store)?.at_least(&Value::ZERO.into(), store);
            }
            (Some(Pseudonumber::Number(number)), _) if !number.is_zero() => {
                let difference = other.plus_number(&-number, store)?;
                return Self::from(Value::ZERO).at_least(&difference, store);
            }
            _ => {}
        }
        let mut both = self.graph.clone();
        let pair = (both.root, both.join(&other.graph));
        Ok(Survival::of(&both, &[pair], Endless::Survived, store)?.at_least(pair))
    }

    /// How this compares with another.
    pub fn compare(&self, other: &Self, store: &mut Store) -> Result<Order> {
        Ok(Order::from_both(self.at_least(other, store)?, other.at_least(self, store)?))
    }

    /// Who wins: a stopper played alone always ends.
    pub fn outcome(&self, store: &mut Store) -> Result<Outcome> {
        Ok(match self.compare(&Value::ZERO.into(), store)? {
            Order::Equal => Outcome::Second,
            Order::Greater => Outcome::Left,
            Order::Less => Outcome::Right,
            Order::Confused => Outcome::First,
        })
    }

    /// The sum with a number, by number translation: only the short games in it are moved.
    pub fn plus_number(&self, number: &Dyadic, store: &mut Store) -> Result<Self> {
        let by = store.number(number)?;
        let mut moved = |node: Node| match node {
            Node::Value(value) => store.sum(value, by).map(Node::Value),
            vertex @ Node::Loop(_) => Ok(vertex),
        };
        let root = moved(self.graph.root)?;
        let mut vertices = Vec::with_capacity(self.graph.vertices.len());
        for vertex in &self.graph.vertices {
            let mut side = |options: &[Node]| options.iter().map(|&option| moved(option)).collect::<Result<Vec<_>>>();
            vertices.push(super::graph::Vertex { left: side(&vertex.left)?, right: side(&vertex.right)? });
        }
        Ok(Self { graph: Graph { root, vertices }.tidied(store)? })
    }
}

/// A number, or one of the loopy games that behave like one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pseudonumber {
    /// on = {on|}, above every number.
    On,
    /// off, its negative.
    Off,
    /// A number.
    Number(Dyadic),
    /// x + over, above x and below every larger number.
    Over(Dyadic),
    /// x + under, below x and above every smaller number.
    Under(Dyadic),
}

impl Pseudonumber {
    /// Where it stands in their order, which is total: off, then numbers, each between its under and its over, then on.
    fn place(&self) -> (i8, Option<&Dyadic>, i8) {
        match self {
            Self::Off => (-1, None, 0),
            Self::Under(x) => (0, Some(x), -1),
            Self::Number(x) => (0, Some(x), 0),
            Self::Over(x) => (0, Some(x), 1),
            Self::On => (1, None, 0),
        }
    }
}

impl Stopper {
    /// The number or pseudonumber this is, if it is one.
    pub fn as_pseudonumber(&self, store: &Store) -> Option<Pseudonumber> {
        if let Some(value) = self.as_value() {
            return store.as_number(value).cloned().map(Pseudonumber::Number);
        }
        let [vertex] = &self.graph.vertices[..] else { return None };
        let number = |node: &Node| match node {
            Node::Value(value) => store.as_number(*value).cloned(),
            Node::Loop(_) => None,
        };
        let pass = |side: &[Node]| matches!(side, [Node::Loop(0)]);
        match (&vertex.left[..], &vertex.right[..]) {
            (left, []) if pass(left) => Some(Pseudonumber::On),
            ([], right) if pass(right) => Some(Pseudonumber::Off),
            ([below], right) if pass(right) => number(below).map(Pseudonumber::Over),
            (left, [above]) if pass(left) => number(above).map(Pseudonumber::Under),
            _ => None,
        }
    }

    /// The stop when a player starts: the first pseudonumber that is reached when both play as well as they can for it.
    ///
    /// Siegel, Combinatorial Game Theory, chapter VI.4. Players take turns, so the recursion ends; it is as deep as the
    /// longest play.
    pub fn stop(&self, left: bool, store: &mut Store) -> Result<Self> {
        self.stop_at(left, store, 0)
    }

    fn stop_at(&self, left: bool, store: &mut Store, depth: u32) -> Result<Self> {
        store.step_into(depth)?;
        if self.as_pseudonumber(store).is_some() {
            return Ok(self.clone());
        }
        if let Some(value) = self.as_value() {
            let stop = if left { store.left_stop(value) } else { store.right_stop(value) };
            return store.number(&stop).map(Self::from);
        }
        let mut best: Option<Self> = None;
        for option in self.options(left, store)? {
            let stop = option.stop_at(!left, store, depth + 1)?;
            let better = match &best {
                None => true,
                Some(best) => {
                    if left {
                        stop.at_least(best, store)?
                    } else {
                        best.at_least(&stop, store)?
                    }
                }
            };
            if better {
                best = Some(stop);
            }
        }
        // Only pseudonumbers lack options on a side.
        best.ok_or_else(|| crate::ValueError::undefined("a game with moves for one player"))
    }

    /// The number next to a stop; none for on and off.
    pub fn number_at_stop(&self, left: bool, store: &mut Store) -> Result<Option<Dyadic>> {
        Ok(match self.stop(left, store)?.as_pseudonumber(store) {
            Some(Pseudonumber::Number(x) | Pseudonumber::Over(x) | Pseudonumber::Under(x)) => Some(x),
            _ => None,
        })
    }
}
