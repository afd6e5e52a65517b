//! A picture of Hackenbush: coloured edges above the ground, and the sets of edges that play leaves of it.

use crate::vertex_sets::{count, insert, least, members, remove_all};

/// The vertex that everything stands on.
pub const GROUND: u32 = 0;

/// Edges of the largest picture that is played on.
pub const LARGEST: usize = 1024;

/// Who may cut an edge: Left blue ones, Right red ones, either player green ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    Blue,
    Red,
    Green,
}

impl Colour {
    pub const ALL: [Self; 3] = [Self::Blue, Self::Red, Self::Green];

    /// The letter of the notation.
    pub fn letter(self) -> char {
        match self {
            Self::Blue => 'l',
            Self::Red => 'r',
            Self::Green => 'e',
        }
    }

    /// The colour with the players swapped.
    #[must_use]
    pub fn swapped(self, swap: bool) -> Self {
        match self {
            Self::Blue if swap => Self::Red,
            Self::Red if swap => Self::Blue,
            other => other,
        }
    }
}

/// An edge, or a loop when both ends are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    pub ends: (u32, u32),
    pub colour: Colour,
}

/// A set of edges, 64 to a word.
pub type Edges<const W: usize> = [u64; W];

/// The picture a game is played on, with the edges at each vertex as sets.
#[derive(Debug)]
pub struct Picture<const W: usize> {
    /// The picture as it was written.
    pub text: String,
    pub edges: Vec<Edge>,
    /// What the vertices are called, the ground first; `None` where nobody named them.
    pub names: Option<Vec<String>>,
    incident: Vec<Edges<W>>,
    colours: [Edges<W>; 3],
}

impl<const W: usize> PartialEq for Picture<W> {
    fn eq(&self, other: &Self) -> bool {
        self.edges == other.edges
    }
}

impl<const W: usize> Picture<W> {
    /// The picture `text` stands for; it must have at most 64·W edges, all joined to the ground.
    pub fn new(text: String, edges: Vec<Edge>, names: Option<Vec<String>>) -> Self {
        let mut incident = vec![[0; W]; order(&edges)];
        let mut colours = [[0; W]; 3];
        for (index, edge) in edges.iter().enumerate() {
            insert(&mut incident[edge.ends.0 as usize], index);
            insert(&mut incident[edge.ends.1 as usize], index);
            insert(&mut colours[edge.colour as usize], index);
        }
        Self { text, edges, names, incident, colours }
    }

    /// What a vertex is called.
    pub fn name(&self, vertex: u32) -> String {
        self.names.as_ref().map_or_else(|| vertex.to_string(), |names| names[vertex as usize].clone())
    }

    /// The number of vertices, the ground among them.
    pub fn order(&self) -> usize {
        self.incident.len()
    }

    /// All edges.
    pub fn all(&self) -> Edges<W> {
        let mut set = [0; W];
        (0..self.edges.len()).for_each(|edge| insert(&mut set, edge));
        set
    }

    /// The edges of one colour.
    pub fn of(&self, colour: Colour) -> &Edges<W> {
        &self.colours[colour as usize]
    }

    /// The edges of `set` at `vertex`.
    pub fn at(&self, set: &Edges<W>, vertex: u32) -> Edges<W> {
        both(&self.incident[vertex as usize], set)
    }

    /// The edges of `set` that are joined to the ground.
    pub fn standing(&self, set: &Edges<W>) -> Edges<W> {
        self.grown(self.at(set, GROUND), set)
    }

    /// The edges of `set` joined to those of `seed` by ways that avoid the ground.
    fn grown(&self, seed: Edges<W>, set: &Edges<W>) -> Edges<W> {
        let mut found = seed;
        let mut fresh = seed;
        while fresh != [0; W] {
            let mut next = [0; W];
            for edge in members(&fresh) {
                let (a, b) = self.edges[edge].ends;
                for end in [a, b] {
                    if end != GROUND {
                        next.iter_mut().zip(&self.incident[end as usize]).for_each(|(word, more)| *word |= more);
                    }
                }
            }
            for word in 0..W {
                fresh[word] = next[word] & set[word] & !found[word];
                found[word] |= fresh[word];
            }
        }
        found
    }

    /// Appends the parts of `set` that share nothing but the ground to `parts`.
    pub fn components(&self, set: &Edges<W>, parts: &mut Vec<Edges<W>>) {
        let mut rest = *set;
        while let Some(edge) = least(&rest) {
            let mut seed = [0; W];
            insert(&mut seed, edge);
            let part = self.grown(seed, &rest);
            remove_all(&mut rest, &part);
            parts.push(part);
        }
    }

    /// The end of `edge` that is not `vertex`; `vertex` itself for a loop.
    pub fn across(&self, edge: usize, vertex: u32) -> u32 {
        let (a, b) = self.edges[edge].ends;
        if a == vertex { b } else { a }
    }

    /// The colours of each stalk, from the ground up, when `set` is nothing but stalks.
    pub fn stalks(&self, set: &Edges<W>) -> Option<Vec<Vec<Colour>>> {
        let mut stalks = Vec::new();
        let mut seen = 0;
        for first in members(&self.at(set, GROUND)) {
            let mut stalk = Vec::new();
            let (mut edge, mut below) = (first, GROUND);
            loop {
                stalk.push(self.edges[edge].colour);
                let above = self.across(edge, below);
                let here = self.at(set, above);
                if above == below || above == GROUND || count(&here) > 2 {
                    return None;
                }
                let Some(next) = members(&here).find(|&next| next != edge) else { break };
                (edge, below) = (next, above);
            }
            seen += stalk.len();
            stalks.push(stalk);
        }
        (seen == count(set)).then_some(stalks)
    }
}

/// The members of both sets.
fn both<const W: usize>(a: &Edges<W>, b: &Edges<W>) -> Edges<W> {
    std::array::from_fn(|word| a[word] & b[word])
}

/// The number of vertices that some edges have, the ground among them.
fn order(edges: &[Edge]) -> usize {
    edges.iter().map(|edge| edge.ends.0.max(edge.ends.1)).max().map_or(1, |last| last as usize + 1)
}

/// The first edge that is not joined to the ground.
pub fn first_fallen(edges: &[Edge]) -> Option<usize> {
    let mut around = vec![Vec::new(); order(edges)];
    for edge in edges {
        around[edge.ends.0 as usize].push(edge.ends.1);
        around[edge.ends.1 as usize].push(edge.ends.0);
    }
    let mut joined = vec![false; around.len()];
    joined[GROUND as usize] = true;
    let mut open = vec![GROUND];
    while let Some(vertex) = open.pop() {
        for &next in &around[vertex as usize] {
            if !std::mem::replace(&mut joined[next as usize], true) {
                open.push(next);
            }
        }
    }
    edges.iter().position(|edge| !joined[edge.ends.0 as usize])
}
