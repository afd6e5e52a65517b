//! Graphs: no bytes break a reader, and what is written reads back.

use grundy_budget::Budget;
use grundy_graph::cubes::read_cubes;
use grundy_graph::format::{Format, read_digraph, read_graph, write_digraph, write_graph};
use grundy_graph::parse_graph_argument;

/// One run of the target.
pub fn run(bytes: &[u8]) {
    let budget = Budget::unlimited();
    for format in Format::ALL {
        if let Ok(read) = read_graph(bytes, Some(format)) {
            let text = write_graph(&read.graph, Format::Dimacs).expect("a format for graphs");
            assert_eq!(read_graph(text.as_bytes(), None).expect("written files are sound").graph, read.graph);
        }
        if let Ok(read) = read_digraph(bytes, Some(format), &budget) {
            let text = write_digraph(&read.graph, &read.names, Format::Dg).expect("a format for digraphs");
            assert_eq!(
                read_digraph(text.as_bytes(), None, &budget).expect("written files are sound").graph,
                read.graph
            );
        }
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = parse_graph_argument(text, |_| Err("no files".to_owned()));
        let _ = read_cubes(text);
    }
}
