//! Col: paint vertices; neighbours may not have the same colour.

use crate::colouring::{Painted, Painting};
use grundy_game::{Info, TheoremNote};

/// The rules of Col.
pub(crate) struct Col;

impl Painted for Col {
    const PAINTING: Painting = Painting { info: INFO, forbids_own: true };
}

const INFO: Info = Info {
    name: "col",
    summary: "paint the vertices of a graph; neighbours may not have the same colour",
    rules: "Left paints a vertex blue, Right red; no two neighbours may have the same colour. Whoever cannot paint loses.",
    notation: "col:GRAPH; GRAPH is a name (grid(3,4), petersen, …), edges 1-2,2-3,a-b, a graph6 string, g6:STRING, or @FILE; at \
                   most 1024 vertices. GRAPH;MARKS gives each vertex a mark, `.` free, `L` beside a blue vertex (Right's alone), `R` \
                   beside a red one (Left's alone), `#` gone: col:cycle(4);L.R.; a path may be drawn: col:.-L-R",
    theorems: &[TheoremNote {
        statement: "Every position is worth a number, or a number plus *.",
        literature: "J. H. Conway, On Numbers and Games, chapter 8 (1976)",
    }],
    examples: &["col:petersen", "col:grid(3,3)", "col:.-L-.-R"],
};
