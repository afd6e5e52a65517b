//! Boards that many games share: grids of cells, heaps of tokens, rows of pins, graphs.

mod cells;
mod heaps;
mod network;
mod rows;

pub use cells::{Cell, CellKind, Cells};
pub use heaps::{Heap, Heaps};
pub use network::{Edge, Network, Vertex};
pub use rows::{Block, Rows};
