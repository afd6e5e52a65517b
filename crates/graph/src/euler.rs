//! Eulerian circuits.

use crate::{Digraph, Graph, union_find};
use grundy_lang::Text;

/// Why a digraph has no Eulerian circuit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoCircuit {
    /// More arcs enter a vertex than leave it, or fewer. The vertex counts from 0.
    Unbalanced {
        /// The vertex.
        vertex: usize,
        /// How many arcs end there.
        entering: usize,
        /// How many arcs start there.
        leaving: usize,
    },
    /// An odd number of edges meets at a vertex. The vertex counts from 0.
    Odd {
        /// The vertex.
        vertex: usize,
        /// How many edges meet there.
        degree: usize,
    },
    /// Two vertices with arcs are not connected.
    Disconnected {
        /// A vertex of one part.
        one: usize,
        /// A vertex of another part.
        other: usize,
    },
}

impl NoCircuit {
    /// The reason in a sentence, vertices called as `name` says.
    pub fn text(self, name: impl Fn(usize) -> String) -> Text {
        match self {
            Self::Unbalanced { vertex, entering, leaving } => {
                Text::new("vertex {vertex} has in-degree {entering} and out-degree {leaving}")
                    .with("vertex", name(vertex))
                    .with("entering", entering)
                    .with("leaving", leaving)
            }
            Self::Odd { vertex, degree } => Text::new("vertex {vertex} has {degree} edges, an odd number")
                .with("vertex", name(vertex))
                .with("degree", degree),
            Self::Disconnected { one, other } => {
                Text::new("nothing connects {one} and {other}, where arcs or edges meet")
                    .with("one", name(one))
                    .with("other", name(other))
            }
        }
    }
}

/// A closed walk through every arc exactly once: its vertices in order, the first not repeated at the end.
///
/// There is one exactly when as many arcs enter as leave every vertex and all arcs hang together (Euler); found by
/// Hierholzer's method in O(n + m). A digraph without arcs has the empty walk.
pub fn euler_circuit(digraph: &Digraph) -> Result<Vec<u32>, NoCircuit> {
    let order = digraph.order();
    let mut entering = vec![0; order];
    let mut parents: Vec<u32> = (0..order as u32).collect();
    for (u, v) in digraph.arcs() {
        entering[v] += 1;
        union_find::unite(&mut parents, u as u32, v as u32);
    }
    for (vertex, &entering) in entering.iter().enumerate() {
        let leaving = digraph.out_degree(vertex);
        if entering != leaving {
            return Err(NoCircuit::Unbalanced { vertex, entering, leaving });
        }
    }
    let Some(start) = (0..order).find(|&v| entering[v] > 0) else { return Ok(Vec::new()) };
    let part = union_find::find(&mut parents, start as u32);
    if let Some(other) = (0..order).find(|&v| entering[v] > 0 && union_find::find(&mut parents, v as u32) != part) {
        return Err(NoCircuit::Disconnected { one: start, other });
    }
    let mut next = vec![0_u32; order];
    let mut path = vec![start as u32];
    let mut circuit = Vec::with_capacity(digraph.size() + 1);
    while let Some(&v) = path.last() {
        let at = &mut next[v as usize];
        if let Some(&w) = digraph.successors(v as usize).get(*at as usize) {
            *at += 1;
            path.push(w);
        } else {
            circuit.push(v);
            path.pop();
        }
    }
    // Found backwards, with the start at both ends.
    circuit.reverse();
    circuit.pop();
    Ok(circuit)
}

/// A closed walk through every edge of a graph exactly once: its vertices in order, the first not repeated at the end.
///
/// There is one exactly when an even number of edges meets at every vertex and all edges hang together (L. Euler, 1736).
/// O(n + m).
pub fn euler_circuit_undirected(graph: &Graph) -> Result<Vec<u32>, NoCircuit> {
    check_undirected(graph)?;
    let mut walker = Walker::undirected(graph);
    let Some(start) = (0..graph.order()).find(|&v| graph.degree(v) > 0) else { return Ok(Vec::new()) };
    let mut path = vec![start as u32];
    let mut circuit = Vec::with_capacity(graph.size() + 1);
    while let Some(&v) = path.last() {
        if let Some(w) = walker.step(v) {
            path.push(w);
        } else {
            circuit.push(v);
            path.pop();
        }
    }
    circuit.reverse();
    circuit.pop();
    Ok(circuit)
}

fn check_undirected(graph: &Graph) -> Result<(), NoCircuit> {
    if let Some(vertex) = (0..graph.order()).find(|&v| graph.degree(v) % 2 == 1) {
        return Err(NoCircuit::Odd { vertex, degree: graph.degree(vertex) });
    }
    let parts = crate::components::components(graph);
    let mut joined = parts.iter().filter(|part| part.len() > 1).map(|part| part[0]);
    match (joined.next(), joined.next()) {
        (Some(one), Some(other)) => Err(NoCircuit::Disconnected { one, other }),
        _ => Ok(()),
    }
}

/// The circuits that the construction of an Eulerian circuit joins: the first starts anywhere, each later one at a vertex
/// that some earlier one passes, and inserted there it makes a longer circuit. Each is given without its start at the end.
///
/// As [`euler_circuit`] in when there are any, O(n + m).
pub fn circuits_to_join(digraph: &Digraph) -> Result<Vec<Vec<u32>>, NoCircuit> {
    euler_circuit(digraph)?;
    Ok(Walker::directed(digraph).rounds())
}

/// As [`circuits_to_join`] for an undirected graph.
pub fn circuits_to_join_undirected(graph: &Graph) -> Result<Vec<Vec<u32>>, NoCircuit> {
    check_undirected(graph)?;
    Ok(Walker::undirected(graph).rounds())
}

/// Circuits inserted one into the other, each at the first place where its start stands.
pub fn join_circuits(circuits: &[Vec<u32>]) -> Vec<u32> {
    let mut joined: Vec<u32> = Vec::new();
    for circuit in circuits {
        let at = joined.iter().position(|v| Some(v) == circuit.first());
        match at {
            Some(at) => drop(joined.splice(at..at, circuit.iter().copied())),
            None => joined.extend(circuit),
        }
    }
    joined
}

/// Walks along arcs or edges, each once.
struct Walker {
    /// For each vertex, its arcs as their numbers and where they lead.
    links: Vec<Vec<(u32, u32)>>,
    /// How many links of each vertex have been looked at.
    looked: Vec<usize>,
    used: Vec<bool>,
}

impl Walker {
    fn directed(digraph: &Digraph) -> Self {
        let mut links = vec![Vec::new(); digraph.order()];
        (0..).zip(digraph.arcs()).for_each(|(arc, (u, v))| links[u].push((arc, v as u32)));
        Self { links, looked: vec![0; digraph.order()], used: vec![false; digraph.size()] }
    }

    fn undirected(graph: &Graph) -> Self {
        let mut links = vec![Vec::new(); graph.order()];
        for (edge, (u, v)) in (0..).zip(graph.edges()) {
            links[u].push((edge, v as u32));
            links[v].push((edge, u as u32));
        }
        Self { links, looked: vec![0; graph.order()], used: vec![false; graph.size()] }
    }

    /// Where a link of `v` that was not used leads; it is used now.
    fn step(&mut self, v: u32) -> Option<u32> {
        let (links, looked) = (&self.links[v as usize], &mut self.looked[v as usize]);
        while let Some(&(link, to)) = links.get(*looked) {
            *looked += 1;
            if !std::mem::replace(&mut self.used[link as usize], true) {
                return Some(to);
            }
        }
        None
    }

    /// Circuits from vertices already passed until every link is used; where as many links enter as leave every vertex, a
    /// walk that cannot go on is back at its start.
    fn rounds(mut self) -> Vec<Vec<u32>> {
        let Some(start) = (0..self.links.len()).find(|&v| !self.links[v].is_empty()) else { return Vec::new() };
        let mut rounds: Vec<Vec<u32>> = Vec::new();
        let mut passed = vec![start as u32];
        let mut next = 0;
        while let Some(&start) = passed.get(next) {
            let mut round = vec![start];
            while let Some(to) = self.step(round[round.len() - 1]) {
                round.push(to);
            }
            round.pop();
            if round.is_empty() {
                next += 1;
            } else {
                passed.extend(&round);
                rounds.push(round);
            }
        }
        rounds
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_reasons() {
        let path = Digraph::from_arcs(2, &[(0, 1)]).unwrap();
        assert_eq!(euler_circuit(&path), Err(NoCircuit::Unbalanced { vertex: 0, entering: 0, leaving: 1 }));
        let two = Digraph::from_arcs(5, &[(0, 1), (1, 0), (3, 3)]).unwrap();
        assert_eq!(euler_circuit(&two), Err(NoCircuit::Disconnected { one: 0, other: 3 }));
        assert_eq!(euler_circuit(&Digraph::from_arcs(3, &[]).unwrap()), Ok(vec![]));
        assert_eq!(euler_circuit(&Digraph::from_arcs(0, &[]).unwrap()), Ok(vec![]));
    }

    proptest! {
        #[test]
        fn graphs_of_even_degree_have_circuits(order in 1..9_usize, pairs in prop::collection::vec((0..9_usize, 0..9_usize), 0..20)) {
            let edges = pairs.into_iter().filter(|&(u, v)| u != v && u < order && v < order);
            let graph = Graph::from_edges(order, edges).unwrap();
            let even = (0..order).all(|v| graph.degree(v).is_multiple_of(2));
            let parts = crate::components::components(&graph).into_iter().filter(|part| part.len() > 1).count();
            match euler_circuit_undirected(&graph) {
                Ok(circuit) => {
                    prop_assert!(even && parts <= 1);
                    for walk in [circuit, join_circuits(&circuits_to_join_undirected(&graph).unwrap())] {
                        let edge = |i: usize| (walk[i] as usize, walk[(i + 1) % walk.len()] as usize);
                        let mut used: Vec<(usize, usize)> =
                            (0..walk.len()).map(edge).map(|(u, v)| (u.min(v), u.max(v))).collect();
                        used.sort_unstable();
                        prop_assert_eq!(used, graph.edges().collect::<Vec<_>>());
                    }
                }
                Err(NoCircuit::Odd { vertex, degree }) => prop_assert!(degree % 2 == 1 && graph.degree(vertex) == degree),
                Err(other) => prop_assert!(even && parts > 1, "{:?}", other),
            }
        }

        #[test]
        fn unions_of_closed_walks_have_circuits(walk in prop::collection::vec(0..9_u32, 1..25)) {
            // Keep the arcs of a closed walk that it does not repeat; if none was dropped, there is a circuit.
            let arcs: Vec<(u32, u32)> = (0..walk.len()).map(|i| (walk[i], walk[(i + 1) % walk.len()])).collect();
            let digraph = Digraph::from_arcs(9, &arcs).unwrap();
            let simple = digraph.size() == arcs.len();
            match euler_circuit(&digraph) {
                Ok(circuit) => {
                    let mut used: Vec<(usize, usize)> = (0..circuit.len())
                        .map(|i| (circuit[i] as usize, circuit[(i + 1) % circuit.len()] as usize))
                        .collect();
                    used.sort_unstable();
                    prop_assert_eq!(used, digraph.arcs().collect::<Vec<_>>());
                    let rounds = circuits_to_join(&digraph).unwrap();
                    let passed = |at: usize| rounds[..at].iter().any(|before| before.contains(&rounds[at][0]));
                    prop_assert!((1..rounds.len()).all(passed));
                    let joined = join_circuits(&rounds);
                    let mut used: Vec<(usize, usize)> = (0..joined.len())
                        .map(|i| (joined[i] as usize, joined[(i + 1) % joined.len()] as usize))
                        .collect();
                    used.sort_unstable();
                    prop_assert_eq!(used, digraph.arcs().collect::<Vec<_>>());
                }
                Err(_) => prop_assert!(!simple),
            }
        }
    }
}
