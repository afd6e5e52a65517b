//! Game graphs: vertices with cycles, and values of the store where play must end.

use rustc_hash::FxHashMap;
use std::collections::VecDeque;

use crate::scratch::Scratch;
use crate::{Result, Store, Value, ValueError};

/// Most vertices of a graph that is worked on.
const VERTEX_LIMIT: usize = 20_000;

/// A position of a game graph: a value of the store, where play ends, or a vertex of the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Node {
    /// A short game.
    Value(Value),
    /// A vertex of the graph.
    Loop(u32),
}

/// A vertex with its options.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Vertex {
    /// The left options.
    pub left: Vec<Node>,
    /// The right options.
    pub right: Vec<Node>,
}

/// A game graph with its start.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Graph {
    /// Where play starts.
    pub root: Node,
    /// The vertices; every [`Node::Loop`] is a place in this list.
    pub vertices: Vec<Vertex>,
}

impl From<Value> for Graph {
    fn from(value: Value) -> Self {
        Self { root: Node::Value(value), vertices: Vec::new() }
    }
}

impl Node {
    fn shifted(self, by: u32) -> Self {
        match self {
            Self::Loop(vertex) => Self::Loop(vertex + by),
            value @ Self::Value(_) => value,
        }
    }
}

impl Vertex {
    /// The options of both players.
    pub(super) fn options(&self) -> impl Iterator<Item = Node> + '_ {
        self.left.iter().chain(&self.right).copied()
    }

    /// The vertex with every option replaced by its image; options that fall together are kept once, in order.
    pub(super) fn mapped(&self, mut image: impl FnMut(Node) -> Node) -> Self {
        let mut side = |options: &[Node]| {
            let mut options: Vec<_> = options.iter().map(|&option| image(option)).collect();
            options.sort_unstable();
            options.dedup();
            options
        };
        Self { left: side(&self.left), right: side(&self.right) }
    }
}

impl Graph {
    /// The left or right options of a node.
    pub(super) fn options(&self, node: Node, left: bool, store: &mut Store) -> Result<Vec<Node>> {
        match node {
            Node::Loop(vertex) => {
                let vertex = &self.vertices[vertex as usize];
                Ok(if left { vertex.left.clone() } else { vertex.right.clone() })
            }
            Node::Value(value) => {
                let options = if left { store.left_options(value)? } else { store.right_options(value)? };
                Ok(options.into_iter().map(Node::Value).collect())
            }
        }
    }

    /// Takes in the vertices of another graph; returns its start among them.
    pub(crate) fn join(&mut self, other: &Self) -> Node {
        let by = self.vertices.len() as u32;
        self.vertices.extend(other.vertices.iter().map(|vertex| vertex.mapped(|option| option.shifted(by))));
        other.root.shifted(by)
    }

    /// The game {left|right} of games.
    pub(super) fn form(left: &[&Self], right: &[&Self]) -> Self {
        let mut graph = Self { root: Node::Loop(0), vertices: vec![Vertex::default()] };
        let left: Vec<_> = left.iter().map(|option| graph.join(option)).collect();
        let right: Vec<_> = right.iter().map(|option| graph.join(option)).collect();
        graph.vertices[0] = Vertex { left, right };
        graph
    }

    /// The negative: the players change places.
    pub(super) fn negative(&self, store: &mut Store) -> Result<Self> {
        let mut negative = |node: Node| match node {
            Node::Value(value) => store.negative(value).map(Node::Value),
            vertex @ Node::Loop(_) => Ok(vertex),
        };
        let root = negative(self.root)?;
        let mut side = |options: &[Node]| options.iter().map(|&option| negative(option)).collect::<Result<Vec<_>>>();
        let vertices =
            self.vertices.iter().map(|vertex| Ok(Vertex { left: side(&vertex.right)?, right: side(&vertex.left)? }));
        Ok(Self { root, vertices: vertices.collect::<Result<_>>()? })
    }

    /// The sum: a vertex for each pair of positions that play can reach.
    pub(super) fn sum(&self, other: &Self, store: &mut Store) -> Result<Self> {
        let mut both = Self { root: self.root, vertices: self.vertices.clone() };
        let start = (both.root, both.join(other));
        let mut sum = Sum { places: FxHashMap::default(), waiting: VecDeque::new() };
        let root = sum.place(start, store)?;
        let mut vertices = Vec::new();
        let mut memory = Scratch::new(store.budget());
        while let Some((a, b)) = sum.waiting.pop_front() {
            let mut sides = [Vec::new(), Vec::new()];
            for (side, left) in sides.iter_mut().zip([true, false]) {
                for option in both.options(a, left, store)? {
                    side.push(sum.place((option, b), store)?);
                }
                for option in both.options(b, left, store)? {
                    side.push(sum.place((a, option), store)?);
                }
                memory.add(side.len() * size_of::<Node>())?;
            }
            let [left, right] = sides;
            memory.add(size_of::<Vertex>() + 2 * size_of::<(Node, Node)>())?;
            vertices.push(Vertex { left, right });
        }
        Ok(Self { root, vertices })
    }

    /// Whether no play that goes on for ever has the players take turns in it: a stopper ends when it is played alone.
    pub(super) fn is_stopper(&self) -> bool {
        // A state is a vertex and the player to move; a depth-first walk finds the cycles.
        const NEW: u8 = 0;
        const OPEN: u8 = 1;
        const DONE: u8 = 2;
        let mut marks = vec![NEW; 2 * self.vertices.len()];
        for start in 0..marks.len() {
            let mut stack = vec![(start, 0usize)];
            while let Some((state, next)) = stack.pop() {
                if next == 0 {
                    if marks[state] != NEW {
                        continue;
                    }
                    marks[state] = OPEN;
                }
                let vertex = &self.vertices[state / 2];
                let options = if state % 2 == 0 { &vertex.left } else { &vertex.right };
                let Some(option) = options.get(next) else {
                    marks[state] = DONE;
                    continue;
                };
                stack.push((state, next + 1));
                if let Node::Loop(option) = *option {
                    let target = 2 * option as usize + 1 - state % 2;
                    match marks[target] {
                        OPEN => return false,
                        NEW => stack.push((target, 0)),
                        _ => {}
                    }
                }
            }
        }
        true
    }

    /// Drops vertices that play cannot reach, makes those whose options are all values into values, and lets vertices
    /// whose options are the same fall together, which is always allowed: from such vertices the same plays start.
    pub(super) fn tidied(&self, store: &mut Store) -> Result<Self> {
        let mut graph = self.clone();
        loop {
            let settled = graph.settle_once(store)?;
            graph = graph.reachable().merged(store)?;
            if !settled {
                return Ok(graph);
            }
        }
    }

    /// Makes the vertices whose options are all values into values; whether there were any.
    fn settle_once(&mut self, store: &mut Store) -> Result<bool> {
        let mut images: FxHashMap<u32, Node> = FxHashMap::default();
        let value = |node: &Node| if let Node::Value(value) = node { Some(*value) } else { None };
        for (place, vertex) in self.vertices.iter().enumerate() {
            let left = vertex.left.iter().map(value).collect::<Option<Vec<_>>>();
            let right = vertex.right.iter().map(value).collect::<Option<Vec<_>>>();
            if let Some((left, right)) = left.zip(right) {
                images.insert(place as u32, Node::Value(store.form(&left, &right)?));
            }
        }
        let image = |node: Node| match node {
            Node::Loop(vertex) => images.get(&vertex).copied().unwrap_or(node),
            Node::Value(_) => node,
        };
        let root = self.root;
        self.vertices = self.vertices.iter().map(|vertex| vertex.mapped(image)).collect();
        self.root = image(root);
        Ok(!images.is_empty())
    }

    /// The part that play from the start can reach.
    fn reachable(&self) -> Self {
        let mut places: FxHashMap<u32, u32> = FxHashMap::default();
        let mut order = Vec::new();
        let mut stack = vec![self.root];
        while let Some(node) = stack.pop() {
            if let Node::Loop(vertex) = node
                && !places.contains_key(&vertex)
            {
                places.insert(vertex, order.len() as u32);
                order.push(vertex);
                stack.extend(self.vertices[vertex as usize].options());
            }
        }
        self.renumbered(&order, |vertex| places[&vertex])
    }

    /// The vertices of `order` alone, each renamed by `place`.
    fn renumbered(&self, order: &[u32], place: impl Fn(u32) -> u32) -> Self {
        let image = |node: Node| match node {
            Node::Loop(vertex) => Node::Loop(place(vertex)),
            Node::Value(_) => node,
        };
        let vertices = order.iter().map(|&vertex| self.vertices[vertex as usize].mapped(image)).collect();
        Self { root: image(self.root), vertices }
    }

    /// The graph with vertices that cannot be told apart made one, numbered in an order that depends on the game alone.
    ///
    /// Vertices start in one class; classes are split by the classes of the options until nothing changes (Moore's
    /// method). Classes are ranked by what splits them, so isomorphic graphs become equal.
    fn merged(&self, store: &mut Store) -> Result<Self> {
        let mut classes = vec![0u32; self.vertices.len()];
        let mut count = u32::from(!classes.is_empty());
        loop {
            store.meter.work(self.vertices.len() as u64)?;
            let image = |node: Node| match node {
                Node::Loop(vertex) => Node::Loop(classes[vertex as usize]),
                Node::Value(_) => node,
            };
            let signatures: Vec<_> =
                self.vertices.iter().zip(&classes).map(|(vertex, class)| (*class, vertex.mapped(image))).collect();
            let mut ranked: Vec<_> = signatures.iter().collect();
            ranked.sort_unstable();
            ranked.dedup();
            let found = ranked.len() as u32;
            let ranks: FxHashMap<_, u32> = ranked.into_iter().zip(0..).collect();
            classes = signatures.iter().map(|signature| ranks[signature]).collect();
            if found == count {
                break;
            }
            count = found;
        }
        let mut order = vec![0u32; count as usize];
        for (vertex, class) in classes.iter().enumerate() {
            order[*class as usize] = vertex as u32;
        }
        Ok(self.renumbered(&order, |vertex| classes[vertex as usize]))
    }
}

/// The pairs of positions of a sum, in order of first appearance.
struct Sum {
    places: FxHashMap<(Node, Node), u32>,
    waiting: VecDeque<(Node, Node)>,
}

impl Sum {
    fn place(&mut self, (a, b): (Node, Node), store: &mut Store) -> Result<Node> {
        if let (Node::Value(a), Node::Value(b)) = (a, b) {
            return store.sum(a, b).map(Node::Value);
        }
        let next = self.places.len() as u32;
        let place = *self.places.entry((a, b)).or_insert(next);
        if place == next {
            if next as usize >= VERTEX_LIMIT {
                return Err(ValueError::TooLarge { what: "the game graph" });
            }
            store.meter.step()?;
            self.waiting.push_back((a, b));
        }
        Ok(Node::Loop(place))
    }
}
