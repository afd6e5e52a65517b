//! The drawing room: a [`Picture`] is a scene of shapes with a title, a text alternative and clickable parts.
//!
//! Nothing here knows a game. A game's drawing says what it shows by [`Role`], never by colour, and every picture can be
//! written as SVG (light and dark in one file), PDF, TikZ, a bitmap, as a page of its own, or inside the local web page.
//! Everything is deterministic: the same input gives the same bytes.

mod board;
mod chart;
#[cfg(feature = "png")]
mod font;
mod gesture;
pub mod layout;
mod picture;
#[cfg(feature = "png")]
mod png;
mod role;
mod shape;
mod svg;
pub mod text;
#[cfg(feature = "png")]
mod thin;
mod vector;

pub use board::{Block, Cell, CellKind, Cells, Edge, Heap, Heaps, Network, Rows, Vertex};
pub use chart::{GameTree, Kink, Maker, Recurrence, SequencePlot, State, StateGraph, Thermograph};
pub use gesture::{Gesture, finish, shorten};
pub use picture::Picture;
#[cfg(feature = "png")]
pub use png::PngError;
pub use role::{Colours, Dash, Role, Theme, stylesheet};
pub use shape::{Anchor, Bounds, Fill, Outline, Path, Point, Shape, Step, text_width};
