//! Arc Kayles: take an edge together with every edge that touches it.

use crate::taking::{Taken, Taking};
use grundy_game::{Info, Text, TheoremNote};

/// The game on the edges. Taking an edge with all that touches it is taking its two ends, so positions are vertex sets.
pub(crate) struct ArcKayles;

impl Taken for ArcKayles {
    const TAKING: Taking = Taking {
        info: Info {
            name: "arckayles",
            summary: "Arc Kayles: on a graph, take an edge with every edge that touches it",
            rules: "A move takes an edge together with all edges that share an end with it. Whoever cannot move loses (normal play).",
            notation: "arckayles:GRAPH; GRAPH is a name (path(9), grid(3,4), …), edges 1-2,2-3,a-b, a graph6 string, g6:STRING, or @FILE; at \
                       most 1024 vertices; GRAPH;1,4 is what is left when vertices 1 and 4 are gone",
            theorems: &[TheoremNote {
                statement: "On paths and cycles it is the octal game 0.07.",
                literature: "T. J. Schaefer, On the complexity of some two-person perfect-information games (1978)",
            }],
            examples: &["arckayles:petersen", "arckayles:grid(3,4)", "arckayles:path(20)"],
        },
        edges: true,
        // The octal game 0.07: two neighbours go from a row.
        on_path: |n| (0..n / 2).map(|i| (2, i)).collect(),
        from_cycle: 2,
        reason: || {
            Text::new("every component is a path or a cycle: the values of the octal game 0.07 add up to {nimber}")
        },
        small: &["?", "path(9)", "cycle(8)", "grid(2,4)", "star(5)", "wheel(6)"],
    };
}
