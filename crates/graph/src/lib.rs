//! Finite graphs, directed and undirected, and the algorithms on them that the theory of games needs.
//!
//! This room knows graphs only, no games. It reads and writes the usual file formats ([`mod@format`]), knows the named
//! families ([`families`]), labels small graphs canonically ([`canonical`]), and finds kernels.

pub mod acyclic;
pub mod bipartite;
pub mod bracelet;
pub mod canonical;
pub mod components;
pub mod cubes;
pub mod cycles;
mod digraph;
mod error;
pub mod euler;
pub mod families;
pub mod format;
pub mod generate;
mod graph;
pub mod kernel;
pub mod loopy;
pub mod names;
pub mod numbered;
pub mod paths;
pub mod retrograde;
pub mod strong;
mod union_find;
#[cfg(feature = "sat")]
mod watch;

use names::Names;

pub use digraph::Digraph;
pub use error::GraphError;
pub use families::{parse_arcs, parse_graph_argument, write_arcs, write_edges};
pub use graph::{Graph, bits, set_bits};

/// A graph with what its vertices are called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named<G> {
    /// The graph.
    pub graph: G,
    /// The names of its vertices.
    pub names: Names,
}

/// A graph whose vertices nobody named: they count from 1.
impl<G> From<G> for Named<G> {
    fn from(graph: G) -> Self {
        Self { graph, names: Names::default() }
    }
}
