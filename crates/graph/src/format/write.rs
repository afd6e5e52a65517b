//! Writing graphs.

use super::{Format, Names, digraph6, graph6};
use crate::{Digraph, Graph};
use std::fmt::Write as _;

/// A graph as text in a format; `None` if the format is for digraphs only. Vertices are numbered from 1.
pub fn write_graph(graph: &Graph, format: Format) -> Option<String> {
    let (order, size) = (graph.order(), graph.size());
    let edges = || graph.edges().map(|(u, v)| (u + 1, v + 1));
    let lone = |v: usize| graph.degree(v) == 0;
    let mut text = String::new();
    match format {
        Format::Edges => edge_list(order, edges(), lone, &mut text),
        Format::Matrix => matrix(order, |u, v| graph.has_edge(u, v), &mut text),
        Format::Graph6 => {
            let _ = writeln!(text, "{}", graph6(graph));
        }
        Format::Dimacs => {
            let _ = writeln!(text, "p edge {order} {size}");
            text.extend(edges().map(|(u, v)| format!("e {u} {v}\n")));
        }
        Format::Dot => {
            text.push_str("graph {\n");
            text.extend((1..=order).map(|v| format!("  {v};\n")));
            text.extend(edges().map(|(u, v)| format!("  {u} -- {v};\n")));
            text.push_str("}\n");
        }
        Format::Digraph6 | Format::Af | Format::Dg => return None,
    }
    Some(text)
}

/// A digraph as text in a format; `None` if the format is for undirected graphs only. Vertices are numbered from 1,
/// except that DOT shows the given names.
pub fn write_digraph(digraph: &Digraph, names: &Names, format: Format) -> Option<String> {
    let (order, size) = (digraph.order(), digraph.size());
    let arcs = || digraph.arcs().map(|(u, v)| (u + 1, v + 1));
    let mut text = String::new();
    match format {
        Format::Edges => {
            let mut touched = vec![false; order];
            digraph.arcs().for_each(|(u, v)| (touched[u], touched[v]) = (true, true));
            edge_list(order, arcs(), |v| !touched[v], &mut text);
        }
        Format::Matrix => matrix(order, |u, v| digraph.has_arc(u, v), &mut text),
        Format::Digraph6 => {
            let _ = writeln!(text, "{}", digraph6(digraph));
        }
        Format::Dimacs => {
            let _ = writeln!(text, "p sp {order} {size}");
            text.extend(arcs().map(|(u, v)| format!("a {u} {v} 1\n")));
        }
        Format::Dot => {
            text.push_str("digraph {\n");
            let name = |v: usize| format!("\"{}\"", names.name(v).replace('"', "\\\""));
            text.extend((0..order).map(|v| format!("  {};\n", name(v))));
            text.extend(digraph.arcs().map(|(u, v)| format!("  {} -> {};\n", name(u), name(v))));
            text.push_str("}\n");
        }
        Format::Af => {
            let _ = writeln!(text, "p af {order}");
            text.extend(arcs().map(|(u, v)| format!("{v} {u}\n")));
        }
        Format::Dg => {
            let _ = writeln!(text, "p dg {order} {size}");
            text.extend(arcs().map(|(u, v)| format!("{u} {v}\n")));
        }
        Format::Graph6 => return None,
    }
    Some(text)
}

fn edge_list(
    order: usize,
    pairs: impl Iterator<Item = (usize, usize)>,
    lone: impl Fn(usize) -> bool,
    text: &mut String,
) {
    text.extend(pairs.map(|(u, v)| format!("{u} {v}\n")));
    text.extend((0..order).filter(|&v| lone(v)).map(|v| format!("{}\n", v + 1)));
}

fn matrix(order: usize, entry: impl Fn(usize, usize) -> bool, text: &mut String) {
    let _ = writeln!(text, "{order} {order}");
    for u in 0..order {
        let row: Vec<&str> = (0..order).map(|v| if entry(u, v) { "1" } else { "0" }).collect();
        let _ = writeln!(text, "{}", row.join(" "));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{read_digraph, read_graph};
    use grundy_budget::Budget;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn graphs_round_trip(order in 1..12_usize, pairs in prop::collection::vec((0..12_usize, 0..12_usize), 0..30)) {
            let edges = pairs.into_iter().filter(|&(u, v)| u != v && u < order && v < order);
            let graph = Graph::from_edges(order, edges).unwrap();
            for format in Format::ALL {
                let Some(text) = write_graph(&graph, format) else { continue };
                prop_assert_eq!(&read_graph(text.as_bytes(), Some(format)).unwrap().graph, &graph);
                prop_assert_eq!(&read_graph(text.as_bytes(), None).unwrap().graph, &graph, "{} guessed", text);
            }
        }

        #[test]
        fn digraphs_round_trip(order in 2..12_u32, pairs in prop::collection::vec((0..12_u32, 0..12_u32), 0..30)) {
            let arcs: Vec<_> = pairs.into_iter().filter(|&(u, v)| u < order && v < order).collect();
            let digraph = Digraph::from_arcs(order as usize, &arcs).unwrap();
            for format in Format::ALL {
                let Some(text) = write_digraph(&digraph, &Names::From(1), format) else { continue };
                let read = read_digraph(text.as_bytes(), Some(format), &Budget::unlimited()).unwrap();
                prop_assert_eq!(&read.graph, &digraph);
                prop_assert!(Format::guess(text.as_bytes()) == format, "{}", text);
            }
        }

        #[test]
        fn no_bytes_make_a_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
            survive(&bytes);
        }

        #[test]
        fn no_near_miss_makes_a_reader_panic(text in "(p (af|dg|edge|sp) )?[0-9 \n{}\\[\\]\"a-ep;=>&~?@-]{0,40}") {
            survive(text.as_bytes());
        }
    }

    fn survive(bytes: &[u8]) {
        for format in Format::ALL.into_iter().map(Some).chain([None]) {
            let _ = read_graph(bytes, format);
            let _ = read_digraph(bytes, format, &Budget::unlimited());
        }
    }
}
