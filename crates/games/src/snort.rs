//! Snort: paint vertices; neighbours may not have different colours.

use crate::colouring::{Painted, Painting};
use grundy_game::{Info, TheoremNote};

/// The rules of Snort.
pub(crate) struct Snort;

impl Painted for Snort {
    const PAINTING: Painting = Painting { info: INFO, forbids_own: false };
}

const INFO: Info = Info {
    name: "snort",
    summary: "paint the vertices of a graph; neighbours may not have different colours",
    rules: "Left paints a vertex blue, Right red; no two neighbours may have different colours (bulls and cows must not \
                share a fence). Whoever cannot paint loses.",
    notation: "snort:GRAPH; GRAPH is a name (grid(3,4), petersen, …), edges 1-2,2-3,a-b, a graph6 string, g6:STRING, or @FILE; at \
                   most 1024 vertices. GRAPH;MARKS gives each vertex a mark, `.` free, `L` beside a blue vertex (Left's alone), `R` \
                   beside a red one (Right's alone), `#` gone: snort:cycle(4);L.R.; a path may be drawn: snort:.-L-R",
    theorems: &[TheoremNote {
        statement: "A vertex that is Left's alone counts only by the free vertices beside it; edges between vertices of one \
                        player count for nothing.",
        literature: "E. Berlekamp, J. Conway, R. Guy, Winning Ways, chapter 6 (1982)",
    }],
    examples: &["snort:path(6)", "snort:grid(3,3)", "snort:.-L-.-R"],
};
