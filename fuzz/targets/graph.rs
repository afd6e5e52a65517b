//! Graphs: no bytes break a reader, and what is written reads back.

use grundy_budget::{Budget, Limits};
use grundy_game::Text;
use grundy_graph::cubes::read_cubes;
use grundy_graph::format::{Format, read_digraph, read_graph, write_digraph, write_graph};
use grundy_graph::names::Names;
use grundy_graph::{parse_arcs, parse_graph_argument, write_arcs, write_edges};

fn same_names(a: &Names, b: &Names, order: usize) -> bool {
    (0..order).all(|v| a.name(v) == b.name(v))
}

/// One run of the target.
pub fn run(bytes: &[u8]) {
    // `complete(60000)` is a graph too; what is written takes more room than what was read.
    let scarce = || Budget::new(Limits { memory: Some(16 << 20), ..Limits::default() });
    let ample = Budget::unlimited();
    for format in Format::ALL {
        if let Ok(read) = read_graph(bytes, Some(format), &scarce()) {
            for to in [Format::Dimacs, Format::Edges, Format::Dot] {
                let text = write_graph(&read.graph, &read.names, to).expect("a format for graphs");
                let again = read_graph(text.as_bytes(), None, &ample).expect("written files are sound");
                assert_eq!(again.graph, read.graph);
                assert!(to == Format::Dimacs || same_names(&again.names, &read.names, read.graph.order()));
            }
        }
        if let Ok(read) = read_digraph(bytes, Some(format), &scarce()) {
            for to in [Format::Dg, Format::Edges, Format::Dot] {
                let text = write_digraph(&read.graph, &read.names, to).expect("a format for digraphs");
                let again = read_digraph(text.as_bytes(), Some(to), &ample).expect("written files are sound");
                assert_eq!(again.graph, read.graph);
                assert!(to == Format::Dg || same_names(&again.names, &read.names, read.graph.order()));
            }
        }
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        if let Ok(named) = parse_graph_argument(text, |_| Err(Text::new("no files")), &scarce()) {
            let again = write_edges(&named.graph, &named.names);
            let again =
                parse_graph_argument(&again, |_| Err(Text::new("no files")), &ample).expect("written edges are sound");
            assert!(again.graph == named.graph && same_names(&again.names, &named.names, named.graph.order()));
        }
        if let Ok(named) = parse_arcs(text, &scarce()) {
            let again = parse_arcs(&write_arcs(&named.graph, &named.names), &ample).expect("written arcs are sound");
            assert_eq!(again.graph, named.graph);
        }
        let _ = read_cubes(text);
    }
}
