//! Games whose positions are the vertices left of a fixed graph: what they share.

use crate::graphs;
use grundy_budget::{Budget, Limits};
use grundy_game::{Input, ParseError, Text};
use grundy_graph::names::Names;
use grundy_graph::{Graph, Named, bits};

/// A set of vertices, 64 to a word.
pub type Vertices<const W: usize> = [u64; W];

/// The graph a game is played on, with its neighbourhoods as sets.
#[derive(Debug)]
pub struct Host<const W: usize> {
    /// The graph as it was written.
    pub text: String,
    /// The graph.
    pub graph: Graph,
    /// What its vertices are called.
    pub names: Names,
    rows: Vec<Vertices<W>>,
}

impl<const W: usize> PartialEq for Host<W> {
    fn eq(&self, other: &Self) -> bool {
        self.graph == other.graph
    }
}

impl<const W: usize> Host<W> {
    /// The graph `text` stands for; it must have at most 64·W vertices.
    pub fn new(text: String, named: Named<Graph>) -> Self {
        let Named { graph, names } = named;
        let mut rows = vec![[0; W]; graph.order()];
        for (u, v) in graph.edges() {
            insert(&mut rows[u], v);
            insert(&mut rows[v], u);
        }
        Self { text, graph, names, rows }
    }

    /// All vertices.
    pub fn all(&self) -> Vertices<W> {
        let mut set = [0; W];
        (0..self.graph.order()).for_each(|v| insert(&mut set, v));
        set
    }

    /// The neighbours of `v`.
    pub fn row(&self, v: usize) -> &Vertices<W> {
        &self.rows[v]
    }

    /// How many neighbours `v` has among `set`.
    pub fn degree(&self, set: &Vertices<W>, v: usize) -> u32 {
        set.iter().zip(&self.rows[v]).map(|(a, b)| (a & b).count_ones()).sum()
    }

    /// The connected component of `v` within `set`.
    pub fn component(&self, set: &Vertices<W>, v: usize) -> Vertices<W> {
        let mut seen = [0; W];
        insert(&mut seen, v);
        let mut fresh = seen;
        while fresh != [0; W] {
            let mut next = [0; W];
            for u in members(&fresh) {
                next.iter_mut().zip(&self.rows[u]).for_each(|(a, b)| *a |= b);
            }
            for word in 0..W {
                fresh[word] = next[word] & set[word] & !seen[word];
                seen[word] |= fresh[word];
            }
        }
        seen
    }

    /// Appends the connected components of `set` to `parts`.
    pub fn components(&self, set: &Vertices<W>, parts: &mut Vec<Vertices<W>>) {
        let mut rest = *set;
        while let Some(v) = least(&rest) {
            let component = self.component(&rest, v);
            remove_all(&mut rest, &component);
            parts.push(component);
        }
    }

    /// As [`Host::components`], where `set` was connected before some vertices were taken, whose neighbours in `set` are
    /// `border`. Every component reaches the border, so the set is known to be in one piece as soon as all of it is reached.
    pub fn components_at(&self, set: &Vertices<W>, border: &Vertices<W>, parts: &mut Vec<Vertices<W>>) {
        let (mut rest, mut border) = (*set, *border);
        while let Some(v) = least(&border) {
            let mut seen = [0; W];
            insert(&mut seen, v);
            let mut fresh = seen;
            while fresh != [0; W] {
                let mut next = [0; W];
                for u in members(&fresh) {
                    next.iter_mut().zip(&self.rows[u]).for_each(|(a, b)| *a |= b);
                }
                for word in 0..W {
                    fresh[word] = next[word] & rest[word] & !seen[word];
                    seen[word] |= fresh[word];
                }
                if (0..W).all(|word| border[word] & !seen[word] == 0) {
                    seen = rest;
                    break;
                }
            }
            remove_all(&mut rest, &seen);
            remove_all(&mut border, &seen);
            parts.push(seen);
        }
    }

    /// The neighbours of all members of `set`.
    pub fn around(&self, set: &Vertices<W>) -> Vertices<W> {
        let mut all = [0; W];
        for v in members(set) {
            all.iter_mut().zip(&self.rows[v]).for_each(|(a, b)| *a |= b);
        }
        all
    }

    /// The nimber of `set` from those of paths and cycles (indexed by their number of vertices), when every component is
    /// one of these.
    pub fn by_paths_and_cycles(&self, set: &Vertices<W>, paths: &[u64], cycles: &[u64]) -> Option<u64> {
        if members(set).any(|v| self.degree(set, v) > 2) {
            return None;
        }
        let mut parts = Vec::new();
        self.components(set, &mut parts);
        let nimber = |part: &Vertices<W>| {
            let order = count(part);
            let cycle = order > 2 && members(part).all(|v| self.degree(part, v) == 2);
            if cycle { cycles[order] } else { paths[order] }
        };
        Some(parts.iter().fold(0, |sum, part| sum ^ nimber(part)))
    }

    /// The position in which `set` is left: the graph, and after a semicolon the vertices already gone, so that vertices
    /// keep their names.
    pub fn write(&self, set: &Vertices<W>) -> String {
        let mut gone = self.all();
        remove_all(&mut gone, set);
        let gone: Vec<String> = members(&gone).map(|v| graphs::written_name(&self.names, v)).collect();
        if gone.is_empty() { self.text.clone() } else { format!("{};{}", self.text, gone.join(",")) }
    }

    /// All vertices but those of `gone`.
    pub fn without(&self, gone: &[usize]) -> Vertices<W> {
        let mut set = self.all();
        gone.iter().for_each(|&v| remove(&mut set, v));
        set
    }

    /// The subgraph on `set`.
    pub fn induced(&self, set: &Vertices<W>) -> Graph {
        self.graph.induced(&members(set).collect::<Vec<_>>())
    }
}

/// A text that coloured graphs share exactly when a renaming of the vertices turns one into the other; `None` for graphs
/// that are too large to be asked, or too hard.
pub fn shape(graph: &Graph, colours: Option<&[u32]>) -> Option<String> {
    const LARGEST_ASKED: usize = 64;
    const STEPS: u64 = 1 << 16;
    if graph.order() > LARGEST_ASKED {
        return None;
    }
    let budget = Budget::new(Limits { positions: Some(STEPS), ..Limits::default() });
    // why: a shape only gathers moves that come to the same; without one, each stands for itself.
    let canonical = grundy_graph::canonical::canonical(graph, colours, &budget).ok()?;
    let mut sorted: Vec<u32> = colours.map_or_else(Vec::new, <[u32]>::to_vec);
    sorted.sort_unstable();
    let edges: Vec<_> = canonical.graph.edges().collect();
    Some(format!("{} {sorted:?} {edges:?}", graph.order()))
}

/// The vertices of a set.
pub fn members<const W: usize>(set: &Vertices<W>) -> impl Iterator<Item = usize> + '_ {
    set.iter().enumerate().flat_map(|(word, &bits_of_word)| bits(bits_of_word).map(move |bit| 64 * word + bit))
}

/// The least vertex of a set.
pub fn least<const W: usize>(set: &Vertices<W>) -> Option<usize> {
    members(set).next()
}

/// How many vertices a set has.
pub fn count<const W: usize>(set: &Vertices<W>) -> usize {
    set.iter().map(|word| word.count_ones() as usize).sum()
}

/// Adds `v`.
pub fn insert<const W: usize>(set: &mut Vertices<W>, v: usize) {
    set[v / 64] |= 1 << (v % 64);
}

/// Takes `v` out.
pub fn remove<const W: usize>(set: &mut Vertices<W>, v: usize) {
    set[v / 64] &= !(1 << (v % 64));
}

/// Takes every member of `others` out.
pub fn remove_all<const W: usize>(set: &mut Vertices<W>, others: &Vertices<W>) {
    set.iter_mut().zip(others).for_each(|(word, other)| *word &= !other);
}

/// Vertices of the largest graph these games are played on.
pub const LARGEST: usize = 1024;

/// A graph with the vertices already gone from it.
pub struct Reading {
    /// How the graph is written.
    pub text: String,
    /// The graph with the names of its vertices.
    pub named: Named<Graph>,
    /// The vertices gone, from 0.
    pub gone: Vec<usize>,
}

/// Reads `GRAPH` or `GRAPH;GONE`.
pub fn read(input: &Input<'_>) -> Result<Reading, ParseError> {
    input.no_arguments()?;
    let (alone, gone_text) = graphs::cut(input);
    let named = graphs::read(&alone)?;
    let order = named.graph.order();
    if order > LARGEST {
        let problem = Text::new("the graph has {count} vertices").with("count", order);
        let help = Text::new("at most {most} can be played on").with("most", LARGEST);
        return Err(input.position_error(problem).help(help));
    }
    let text = graphs::written(&alone, &named);
    let mut gone = Vec::new();
    if let Some((list, start)) = gone_text {
        let mut at = start;
        for name in list.split(',') {
            gone.push(graphs::vertex(input, at, name, &named)?);
            at += name.len() + 1;
        }
    }
    Ok(Reading { text, named, gone })
}

/// The least number that is not among the nimbers of the options of a path of each length up to `order`, when a move on
/// a path of n vertices leaves two paths of i and n - taken - i vertices for some `(taken, i)` of `moves(n)`.
pub fn path_nimbers(order: usize, moves: impl Fn(usize) -> Vec<(usize, usize)>) -> Vec<u64> {
    let mut nimbers: Vec<u64> = Vec::with_capacity(order + 1);
    for n in 0..=order {
        let options: std::collections::BTreeSet<u64> =
            moves(n).into_iter().map(|(taken, i)| nimbers[i] ^ nimbers[n - taken - i]).collect();
        // why: there is always a number that is missing.
        nimbers.push((0..).find(|candidate| !options.contains(candidate)).unwrap_or_default());
    }
    nimbers
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_graph::families::named;

    #[test]
    fn components_and_degrees_across_words() {
        let host = Host::<2>::new(String::new(), named("path", &[100]).unwrap().into());
        let mut set = host.all();
        remove(&mut set, 63);
        let mut parts = Vec::new();
        host.components(&set, &mut parts);
        assert_eq!(parts.iter().map(count).collect::<Vec<_>>(), [63, 36]);
        assert_eq!((host.degree(&set, 64), host.degree(&set, 70)), (1, 2));
        assert_eq!(members(&parts[1]).next(), Some(64));
    }
}
