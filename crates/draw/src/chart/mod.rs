//! Charts of results: state graphs, game trees, thermographs, nimber sequences.

mod node;
mod sequence;
mod state_graph;
mod thermograph;
mod tree;

pub use node::State;
pub use sequence::{Recurrence, SequencePlot};
pub use state_graph::{Maker, StateGraph};
pub use thermograph::{Kink, Thermograph};
pub use tree::GameTree;
