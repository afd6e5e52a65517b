//! Writing graphs.

use super::{Format, Names, digraph6, graph6};
use crate::{Digraph, Graph};
use std::fmt::Write as _;

/// A graph as text in a format; `None` if the format is for digraphs only. Edge lists and DOT show the names; the other
/// formats have none and number the vertices from 1.
pub fn write_graph(graph: &Graph, names: &Names, format: Format) -> Option<String> {
    let (order, size) = (graph.order(), graph.size());
    let edges = || graph.edges().map(|(u, v)| (u + 1, v + 1));
    let lone = |v: usize| graph.degree(v) == 0;
    let mut text = String::new();
    match format {
        Format::Edges => edge_list(names, order, graph.edges(), lone, &mut text),
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
            text.extend((0..order).map(|v| format!("  {};\n", dot_name(names, v))));
            text.extend(graph.edges().map(|(u, v)| format!("  {} -- {};\n", dot_name(names, u), dot_name(names, v))));
            text.push_str("}\n");
        }
        Format::Digraph6 | Format::Af | Format::Dg => return None,
    }
    Some(text)
}

/// A digraph as text in a format; `None` if the format is for undirected graphs only. Edge lists and DOT show the names;
/// the other formats have none and number the vertices from 1.
pub fn write_digraph(digraph: &Digraph, names: &Names, format: Format) -> Option<String> {
    let (order, size) = (digraph.order(), digraph.size());
    let arcs = || digraph.arcs().map(|(u, v)| (u + 1, v + 1));
    let mut text = String::new();
    match format {
        Format::Edges => {
            let mut touched = vec![false; order];
            digraph.arcs().for_each(|(u, v)| (touched[u], touched[v]) = (true, true));
            edge_list(names, order, digraph.arcs(), |v| !touched[v], &mut text);
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
            text.extend((0..order).map(|v| format!("  {};\n", dot_name(names, v))));
            text.extend(digraph.arcs().map(|(u, v)| format!("  {} -> {};\n", dot_name(names, u), dot_name(names, v))));
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

/// The name of a vertex as DOT writes it.
pub fn dot_name(names: &Names, v: usize) -> String {
    quoted(&names.name(v))
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Writes an edge list; names are quoted where they, or the line they stand on, could be taken for something else.
fn edge_list(
    names: &Names,
    order: usize,
    pairs: impl Iterator<Item = (usize, usize)>,
    lone: impl Fn(usize) -> bool,
    text: &mut String,
) {
    let name = |v: usize| {
        let name = names.name(v);
        let plain = |c: char| c.is_alphanumeric() || "_.-'".contains(c);
        let keyword = ["p", "c", "graph", "digraph", "strict"].contains(&name.to_lowercase().as_str());
        if keyword || !name.chars().all(plain) { quoted(&name) } else { name }
    };
    for (u, v) in pairs {
        // The line `n n` would look like the head of a matrix.
        let (from, to) = (name(u), if u == v { quoted(&names.name(v)) } else { name(v) });
        let _ = writeln!(text, "{from} {to}");
    }
    // A first line with one word would look like graph6 or a matrix.
    for v in (0..order).filter(|&v| lone(v)) {
        let _ = writeln!(text, "{}", quoted(&names.name(v)));
    }
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

    /// Names of every kind, all different.
    fn some_names() -> impl Strategy<Value = Names> {
        let words = |pattern: &'static str| {
            prop::collection::vec(pattern, 12).prop_map(|words| {
                let mut all: Vec<String> = Vec::new();
                for (place, word) in words.into_iter().enumerate() {
                    let taken = all.contains(&word);
                    all.push(if taken { format!("{word}/{place}") } else { word });
                }
                Names::sorted(all).0
            })
        };
        let numbers =
            prop::collection::btree_set(0..2000_u32, 12).prop_map(|set| Names::from_numbers(set.into_iter().collect()));
        prop_oneof![
            (0..3_u32).prop_map(Names::From),
            numbers,
            words("[a-c01]{1,3}"),
            words("[pc01 \"\\\\@#%{}<>&;,é~-]{1,4}"),
            words("(p|c|graph|digraph|strict|node|subgraph|v[0-9]|[01]{2})"),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        #[test]
        fn graphs_round_trip(
            order in 1..12_usize, pairs in prop::collection::vec((0..12_usize, 0..12_usize), 0..30), names in some_names(),
        ) {
            let names = names.of(&(0..order as u32).collect::<Vec<_>>());
            let edges = pairs.into_iter().filter(|&(u, v)| u != v && u < order && v < order);
            let graph = Graph::from_edges(order, edges).unwrap();
            for format in Format::ALL {
                let Some(text) = write_graph(&graph, &names, format) else { continue };
                for given in [Some(format), None] {
                    let read = read_graph(text.as_bytes(), given, &Budget::unlimited()).unwrap();
                    prop_assert_eq!(&read.graph, &graph, "{} as {:?}", text, given);
                    check_names(&read.names, &names, format, order, &text)?;
                }
            }
        }

        #[test]
        fn digraphs_round_trip(
            order in 2..12_u32, pairs in prop::collection::vec((0..12_u32, 0..12_u32), 0..30), names in some_names(),
        ) {
            let names = names.of(&(0..order).collect::<Vec<_>>());
            let arcs: Vec<_> = pairs.into_iter().filter(|&(u, v)| u < order && v < order).collect();
            let digraph = Digraph::from_arcs(order as usize, &arcs).unwrap();
            for format in Format::ALL {
                let Some(text) = write_digraph(&digraph, &names, format) else { continue };
                let read = read_digraph(text.as_bytes(), Some(format), &Budget::unlimited()).unwrap();
                prop_assert_eq!(&read.graph, &digraph);
                check_names(&read.names, &names, format, order as usize, &text)?;
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

    fn check_names(read: &Names, names: &Names, format: Format, order: usize, text: &str) -> Result<(), TestCaseError> {
        for v in 0..order {
            let kept = matches!(format, Format::Edges | Format::Dot);
            let expected = if kept { names.name(v) } else { (v + 1).to_string() };
            prop_assert_eq!(read.name(v), expected, "{}", text);
        }
        Ok(())
    }

    fn survive(bytes: &[u8]) {
        for format in Format::ALL.into_iter().map(Some).chain([None]) {
            let _ = read_graph(bytes, format, &Budget::unlimited());
            let _ = read_digraph(bytes, format, &Budget::unlimited());
        }
    }
}
