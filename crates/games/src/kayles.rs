//! Node Kayles: take a vertex together with all its neighbours.

use crate::taking::{Taken, Taking};
use grundy_game::{Info, Text, TheoremNote};

/// The game on the vertices.
pub(crate) struct NodeKayles;

impl Taken for NodeKayles {
    const TAKING: Taking = Taking {
        info: Info {
            name: "kayles",
            summary: "Node Kayles: on a graph, take a vertex with all its neighbours",
            rules: "A move takes a vertex together with all vertices joined to it. Whoever cannot move loses (normal play).",
            notation: "kayles:GRAPH; GRAPH is a name (cycle(12), grid(3,4), …), edges 1-2,2-3,a-b, a graph6 string, g6:STRING, or @FILE; at \
                       most 1024 vertices; GRAPH;1,4 is what is left when vertices 1 and 4 are gone",
            theorems: &[
                TheoremNote {
                    statement: "On paths and cycles it is Dawson's Kayles: period 34.",
                    literature: "T. R. Dawson (1935); R. K. Guy and C. A. B. Smith, The G-values of various games (1956)",
                },
                TheoremNote {
                    statement: "Deciding it on arbitrary graphs is PSPACE-complete; the positions that can be reached are few on \
                                cographs and other graph classes.",
                    literature: "T. J. Schaefer (1978); H. L. Bodlaender and D. Kratsch, Kayles and nimbers (2002)",
                },
            ],
            examples: &["kayles:petersen", "kayles:cycle(12)", "kayles:grid(3,5)", "kayles:path(40)"],
        },
        edges: false,
        on_path: dawsons_kayles,
        from_cycle: 3,
        reason: || Text::new("every component is a path or a cycle: the values of Dawson's Kayles add up to {nimber}"),
        small: &["?", "path(9)", "cycle(8)", "grid(2,4)", "petersen", "star(5)", "wheel(6)"],
    };
}

/// Dawson's Kayles: the vertex taken is an end (two vertices go) or has i vertices before its left neighbour.
fn dawsons_kayles(n: usize) -> Vec<(usize, usize)> {
    match n {
        0 => Vec::new(),
        1 => vec![(1, 0)],
        _ => std::iter::once((2, 0)).chain((0..(n - 1) / 2).map(|i| (3, i))).collect(),
    }
}
