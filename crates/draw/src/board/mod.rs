//! Boards that many games share: grids of cells, heaps of tokens, graphs.

mod cells;
mod heaps;
mod network;

pub use cells::{Cell, CellKind, Cells};
pub use heaps::{Heap, Heaps};
pub use network::{Edge, Network, Vertex};
