//! Eulerian circuits.

use crate::{Digraph, union_find};
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
                Text::new("vertex {vertex} has {entering} arcs in and {leaving} out")
                    .with("vertex", name(vertex))
                    .with("entering", entering)
                    .with("leaving", leaving)
            }
            Self::Disconnected { one, other } => {
                Text::new("vertices {one} and {other} both have arcs, but nothing connects them")
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
    circuit.pop();
    circuit.reverse();
    Ok(circuit)
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
                }
                Err(_) => prop_assert!(!simple),
            }
        }
    }
}
