//! A position as a drawing that people change by hand.

use grundy_draw::Role;

/// A position as vertices and joins between them, with the way each join is written: all that a page needs to let people
/// draw a position of a game it does not know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sketch {
    /// How the vertices stand.
    pub stand: Stand,
    /// The names of the vertices.
    pub vertices: Vec<String>,
    /// The joins: two vertices, and the place of its kind in `kinds`.
    pub joins: Vec<(usize, usize, usize)>,
    /// The kinds of joins there are.
    pub kinds: &'static [Join],
    /// The position without any vertex or join; empty when there is none.
    pub nothing: &'static str,
}

/// How the vertices of a [`Sketch`] stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stand {
    /// The first vertex is the ground; joins may be parallel and may be loops, and only joins are written.
    Ground,
    /// Each join leads upwards, so they close no circle; a vertex without joins is written by its name.
    Order,
}

impl Stand {
    /// Both ways.
    pub const ALL: [Self; 2] = [Self::Ground, Self::Order];

    /// The name for programs.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ground => "ground",
            Self::Order => "order",
        }
    }
}

/// A kind of join in a [`Sketch`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Join {
    /// What people call it, in one word.
    pub name: &'static str,
    /// What it means.
    pub role: Role,
    /// How it is written; `{from}` and `{to}` stand for the names of its ends.
    pub written: &'static str,
}

impl Sketch {
    /// The position after the colon, as [`crate::Game::read`] takes it: joins and lone vertices between commas.
    ///
    /// ```
    /// use grundy_draw::Role;
    /// use grundy_game::{Join, Sketch, Stand};
    /// const BELOW: &[Join] = &[Join { name: "below", role: Role::Plain, written: "{from}<{to}" }];
    /// let vertices = ["a", "b", "c"].map(str::to_owned).to_vec();
    /// let sketch = Sketch { stand: Stand::Order, vertices, joins: vec![(0, 1, 0)], kinds: BELOW, nothing: "" };
    /// assert_eq!(sketch.written(), "a<b,c");
    /// ```
    pub fn written(&self) -> String {
        let name = |vertex: usize| self.vertices.get(vertex).map_or("", String::as_str);
        let join = |&(from, to, kind): &(usize, usize, usize)| {
            let written = self.kinds.get(kind).map_or("", |kind| kind.written);
            written.replace("{from}", name(from)).replace("{to}", name(to))
        };
        let lone = |&vertex: &usize| self.joins.iter().all(|join| join.0 != vertex && join.1 != vertex);
        let alone = (0..self.vertices.len()).filter(|vertex| self.stand == Stand::Order && lone(vertex));
        let items: Vec<String> =
            self.joins.iter().map(join).chain(alone.map(|vertex| name(vertex).to_owned())).collect();
        if items.is_empty() { self.nothing.to_owned() } else { items.join(",") }
    }
}

/// A position as a partial order whose elements are what can be taken: taking one takes everything above it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hasse {
    /// The names of the elements.
    pub elements: Vec<String>,
    /// Pairs of elements, the first right below the second.
    pub covers: Vec<(usize, usize)>,
}

impl Hasse {
    /// The level of each element: 0 for the lowest, one more than the highest level below it for others.
    pub fn levels(&self) -> Vec<usize> {
        let mut levels = vec![0; self.elements.len()];
        // A pass raises everything that stands too low; there are no more passes than levels.
        loop {
            let before = levels.clone();
            for &(lower, upper) in &self.covers {
                levels[upper] = levels[upper].max(levels[lower] + 1);
            }
            if before == levels || levels.iter().any(|&level| level > self.elements.len()) {
                return levels;
            }
        }
    }
}
