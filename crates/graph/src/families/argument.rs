//! Reading a graph argument: `petersen`, `grid(3,4)`, edges such as `1-2,2-3`, a graph6 string, `g6:…`, or `@file`.

use super::{FAMILIES, family};
use crate::format::{Names, NewNames, parse_graph6, read_graph};
use crate::names::{escaped, escaped_but, unescaped};
use crate::{Digraph, Graph, GraphError, Named};
use grundy_budget::Budget;
use grundy_lang::Text;

/// Reads a graph argument; `load` returns the bytes of a named file.
///
/// A built-in name wins over graph6 where both fit; `g6:` forces graph6; `@` alone is the graph6 of one vertex, and
/// `@name` the graph in a file, in any format of [`crate::format`]. What holds a dash or a comma outside brackets is a list
/// of edges, paths and lone vertices, called as the user likes; names are written as [`crate::names`] says, and a single
/// vertex that is not a number needs a comma behind it. Columns in errors count characters from 1. What a file takes is
/// asked of the budget.
///
/// ```
/// use grundy_budget::Budget;
/// use grundy_graph::{Graph, parse_graph_argument};
///
/// let read = |text| parse_graph_argument(text, |_| unreachable!("no files here"), &Budget::unlimited()).unwrap();
/// assert_eq!(read("grid(3,4)").graph.order(), 12);
/// assert_eq!(read("D~{").graph, read("complete(5)").graph);
/// let edges = read("10-20-30,x");
/// assert_eq!((edges.graph.size(), edges.names.name(3)), (2, "x".to_owned()));
/// ```
pub fn parse_graph_argument(
    text: &str,
    load: impl FnOnce(&str) -> Result<Vec<u8>, Text>,
    budget: &Budget,
) -> Result<Named<Graph>, GraphError> {
    if let Some(string) = text.strip_prefix("g6:") {
        let graph =
            parse_graph6(string.as_bytes()).map_err(|m| in_graph6(column_of_byte(string, m.at) + 3, m.expected))?;
        return Ok(graph.into());
    }
    if let Some(file) = text.strip_prefix('@').filter(|file| !file.is_empty()) {
        let bytes = load(file).map_err(|reason| GraphError::File { name: file.to_owned(), reason })?;
        let read = read_graph(&bytes, None, budget)?;
        return Ok(Named { graph: read.graph, names: read.names });
    }
    if is_edge_list(text) {
        return parse_edges(text, budget);
    }
    let word: String = text.chars().take_while(|&c| c.is_ascii_lowercase() || c == '_').collect();
    let rest = &text[word.len()..];
    match family(&word) {
        Some(found) if rest.is_empty() || rest.starts_with('(') => {
            let parameters = parse_parameters(rest, word.len() + 1)?;
            found.build(&parameters).map(Named::from)
        }
        _ => parse_graph6(text.as_bytes()).map(Named::from).map_err(|m| {
            let looks_like_name = !word.is_empty() && (rest.is_empty() || rest.starts_with('('));
            if looks_like_name || text.is_empty() || !text.bytes().all(|b| (63..=126).contains(&b)) {
                unknown_name(text, 1)
            } else {
                in_graph6(column_of_byte(text, m.at), m.expected)
            }
        }),
    }
}

fn in_graph6(column: usize, expected: Text) -> GraphError {
    GraphError::argument(column, Text::new("{expected} in a graph6 string").with_text("expected", expected))
}

/// No graph6 string holds a dash, a comma or a digit, and no name of a family a dash; families have brackets.
fn is_edge_list(text: &str) -> bool {
    let number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    number || (text.contains(['-', ',']) && !text.contains('('))
}

/// Reads edges `a-b`, paths `a-b-c` and lone vertices between commas; a comma may stand at the end.
fn parse_edges(text: &str, budget: &Budget) -> Result<Named<Graph>, GraphError> {
    let (order, edges, names) = parse_list(text, '-', "edges and vertices such as `1-2,2-3,4`", budget)?;
    let graph = Graph::from_edges(order, edges.into_iter().map(|(u, v)| (u as usize, v as usize)))?;
    Ok(Named { graph, names })
}

/// Reads a digraph from arcs `a>b`, paths `a>b>c` and lone vertices between commas; a comma may stand at the end. Names are
/// written as [`crate::names`] says, where a dash stands for itself. Columns in errors count characters from 1.
///
/// ```
/// use grundy_budget::Budget;
/// let read = grundy_graph::parse_arcs("a>b>c,x-1", &Budget::unlimited()).unwrap();
/// assert_eq!((read.graph.size(), read.names.name(3)), (2, "x-1".to_owned()));
/// ```
pub fn parse_arcs(text: &str, budget: &Budget) -> Result<Named<Digraph>, GraphError> {
    let (order, arcs, names) = parse_list(text, '>', "arcs and vertices such as `a>b,b>c,d`", budget)?;
    Ok(Named { graph: Digraph::from_arcs(order, &arcs)?, names })
}

/// The arcs of a digraph and its vertices without any, as [`parse_arcs`] reads them.
pub fn write_arcs(digraph: &Digraph, names: &Names) -> String {
    let mut touched = vec![false; digraph.order()];
    digraph.arcs().for_each(|(u, v)| (touched[u], touched[v]) = (true, true));
    let name = |v: usize| escaped_but(&names.name(v), "-");
    let arcs = digraph.arcs().map(|(u, v)| format!("{}>{}", name(u), name(v)));
    let lone = (0..digraph.order()).filter(|&v| !touched[v]).map(name);
    arcs.chain(lone).collect::<Vec<_>>().join(",")
}

/// How many vertices there are, the pairs of neighbours on each path, and the names.
type List = (usize, Vec<(u32, u32)>, Names);

/// Reads paths of names joined by `joint`, between commas. Only arcs may be loops.
fn parse_list(text: &str, joint: char, shape: &'static str, budget: &Budget) -> Result<List, GraphError> {
    let mut names = NewNames::new(budget);
    let mut pairs = Vec::new();
    let mut at = 0;
    let listed = text.strip_suffix(',').unwrap_or(text);
    for item in listed.split(',') {
        let mut last = None;
        for written in item.split(joint) {
            // Counted only where something is wrong: texts may be long.
            let column = || column_of_byte(text, at);
            let name = unescaped(written).map_err(|(inside, reason)| {
                let expected = Text::new("a name: {reason}").with_text("reason", reason);
                GraphError::argument(column_of_byte(text, at + inside), expected)
            })?;
            if name.is_empty() {
                return Err(GraphError::argument(column(), shape));
            }
            if name.contains(char::is_control) {
                return Err(GraphError::argument(column(), "a name without control characters"));
            }
            let vertex = names.number(name)?;
            if last == Some(vertex) && joint == '-' {
                return Err(GraphError::argument(column(), "another vertex: an undirected graph here has no loop"));
            }
            if let Some(before) = last.replace(vertex) {
                pairs.push((before, vertex));
            }
            at += written.len() + 1;
        }
    }
    Ok(names.finish(pairs))
}

/// A graph with its names as [`parse_graph_argument`] reads it: its edges, and its vertices without any.
///
/// Reading gives the same graph and names when the names are in natural order, as those are that were read.
pub fn write_edges(graph: &Graph, names: &Names) -> String {
    if graph.order() == 0 {
        return "?".to_owned();
    }
    let name = |v: usize| escaped(&names.name(v));
    let edges = graph.edges().map(|(u, v)| format!("{}-{}", name(u), name(v)));
    let lone = (0..graph.order()).filter(|&v| graph.degree(v) == 0).map(name);
    let mut text = edges.chain(lone).collect::<Vec<_>>().join(",");
    if !is_edge_list(&text) {
        text.push(',');
    }
    // A first name that looks like the mark of graph6 is not one.
    match text.strip_prefix("g6:") {
        Some(rest) => format!("g6%3A{rest}"),
        None => text,
    }
}

/// The column, from 1, of the character that holds a byte.
fn column_of_byte(text: &str, at: usize) -> usize {
    text.char_indices().take_while(|&(i, _)| i < at).count() + 1
}

/// The error for a name that is none, with the nearest one that is.
pub(super) fn unknown_name(text: &str, column: usize) -> GraphError {
    let word = text.split_once('(').map_or(text, |(word, _)| word);
    let near = FAMILIES
        .iter()
        .map(|family| (strsim::damerau_levenshtein(word, family.name), family))
        .filter(|(distance, family)| *distance <= family.name.len().max(3) / 3)
        .min_by_key(|(distance, _)| *distance);
    GraphError::Argument {
        column,
        expected: Text::new(
            "a graph: a name such as `petersen` or `grid(3,4)`, edges such as `1-2,2-3`, a graph6 string, or `@file`",
        ),
        hint: near.map(|(_, family)| format!("{}{}", family.name, family.parameters)),
    }
}

/// Reads `(a,b,…)` or nothing; `column` is where the text starts.
fn parse_parameters(text: &str, column: usize) -> Result<Vec<u64>, GraphError> {
    let mut parameters = Vec::new();
    let Some(inside) = text.strip_prefix('(') else { return Ok(parameters) };
    let mut rest = inside;
    let at = |rest: &str| column + text[..text.len() - rest.len()].chars().count();
    loop {
        rest = rest.trim_start_matches(' ');
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let Ok(number) = rest[..digits].parse() else {
            return Err(GraphError::argument(at(rest), "a number"));
        };
        parameters.push(number);
        rest = rest[digits..].trim_start_matches(' ');
        if let Some(after) = rest.strip_prefix(',') {
            rest = after;
        } else if let Some(after) = rest.strip_prefix(')') {
            return if after.is_empty() { Ok(parameters) } else { Err(GraphError::argument(at(after), "the end")) };
        } else {
            return Err(GraphError::argument(at(rest), "`,` or `)`"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parse(text: &str) -> Result<Graph, String> {
        let load = |name: &str| if name == "k2" { Ok(b"1 2\n".to_vec()) } else { Err(Text::new("no such file")) };
        parse_graph_argument(text, load, &Budget::unlimited()).map(|read| read.graph).map_err(|e| e.to_string())
    }

    #[test]
    fn every_kind_of_argument() {
        assert_eq!(parse("@").unwrap().order(), 1);
        assert_eq!(parse("@k2").unwrap().size(), 1);
        assert_eq!(parse("g6:D~{").unwrap().size(), 10);
        assert_eq!(parse("grid(3, 4)").unwrap().order(), 12);
        // `path` has the shape of a graph6 string, but names win.
        assert!(parse("path").is_err());
        assert_eq!(parse("star(5)").unwrap().size(), 4);
    }

    #[test]
    fn errors_say_column_and_expectation() {
        let error = |text: &str| parse(text).unwrap_err();
        insta::assert_snapshot!(error("petersem"), @"column 1: expected a graph: a name such as `petersen` or `grid(3,4)`, edges such as `1-2,2-3`, a graph6 string, or `@file`; did you mean `petersen`?");
        insta::assert_snapshot!(error("gird(3,4)"), @"column 1: expected a graph: a name such as `petersen` or `grid(3,4)`, edges such as `1-2,2-3`, a graph6 string, or `@file`; did you mean `grid(a,b,…)`?");
        insta::assert_snapshot!(error("grid(3;4)"), @"column 7: expected `,` or `)`");
        insta::assert_snapshot!(error("grid(3,)"), @"column 8: expected a number");
        insta::assert_snapshot!(error("grid(3,4)x"), @"column 10: expected the end");
        insta::assert_snapshot!(error("cycle(2)"), @"column 1: expected the first parameter of `cycle` to be at least 3");
        insta::assert_snapshot!(error("cycle"), @"column 1: expected `cycle(n)`");
        insta::assert_snapshot!(error("gp(5,3)"), @"column 1: expected the second parameter of `gp` to be at most half the first");
        insta::assert_snapshot!(error("grid(1000,1000)"), @"1000000 vertices are too many: at most 4096");
        insta::assert_snapshot!(error("hypercube(99)"), @"18446744073709551615 vertices are too many: at most 4096");
        insta::assert_snapshot!(error("D~"), @"column 3: expected 1 more characters in a graph6 string");
        insta::assert_snapshot!(error("g6:D~!"), @"column 6: expected a character from `?` to `~` in a graph6 string");
        insta::assert_snapshot!(error("@nowhere"), @"cannot read `nowhere`: no such file");
        insta::assert_snapshot!(error(""), @"column 1: expected a graph: a name such as `petersen` or `grid(3,4)`, edges such as `1-2,2-3`, a graph6 string, or `@file`");
    }

    #[test]
    fn edges_are_typed_as_they_are() {
        let read = |text: &str| parse_graph_argument(text, |_| Err(Text::new("none")), &Budget::unlimited()).unwrap();
        let named = read("1-2,2-3,a-b,7");
        let names: Vec<String> = (0..6).map(|v| named.names.name(v)).collect();
        assert_eq!(names, ["1", "2", "3", "7", "a", "b"]);
        assert_eq!(named.graph.edges().collect::<Vec<_>>(), [(0, 1), (1, 2), (4, 5)]);
        assert_eq!(write_edges(&named.graph, &named.names), "1-2,2-3,a-b,7");
        assert_eq!(read("1-2-3-1").graph.size(), 3);
        for lone in ["5", "x,", "petersen,", "1,2", "x%2Dy,"] {
            let named = read(lone);
            assert_eq!(write_edges(&named.graph, &named.names), lone);
        }
        let odd = read("z-g6%3Ax");
        assert_eq!(write_edges(&odd.graph, &odd.names), "g6%3Ax-z");
        let error = |text: &str| parse(text).unwrap_err();
        insta::assert_snapshot!(error("1-"), @"column 3: expected edges and vertices such as `1-2,2-3,4`");
        insta::assert_snapshot!(error("1-2,,3"), @"column 5: expected edges and vertices such as `1-2,2-3,4`");
        insta::assert_snapshot!(error("é-é"), @"column 3: expected another vertex: an undirected graph here has no loop");
        insta::assert_snapshot!(error("a%2-b"), @"column 2: expected a name: two hexadecimal digits must follow a `%` in a name");
    }

    proptest! {
        #[test]
        fn nothing_panics(text in ".{0,30}") {
            let _ = parse(&text);
        }

        #[test]
        fn no_edges_panic(text in "[a1%@,;-]{0,12}") {
            let _ = parse(&text);
        }

        #[test]
        fn arcs_are_read_back(
            words in prop::collection::btree_set(".{1,4}", 1..8), pairs in prop::collection::vec((0..8_u32, 0..8_u32), 0..12),
        ) {
            let words: Vec<String> = words.into_iter().filter(|word| !word.contains(char::is_control)).collect();
            prop_assume!(!words.is_empty());
            let (names, _) = Names::sorted(words.clone());
            let most = words.len() as u32;
            let arcs: Vec<(u32, u32)> = pairs.into_iter().filter(|&(u, v)| u < most && v < most).collect();
            let digraph = Digraph::from_arcs(words.len(), &arcs).unwrap();
            let read = parse_arcs(&write_arcs(&digraph, &names), &Budget::unlimited()).unwrap();
            prop_assert_eq!(&read.graph, &digraph);
            prop_assert!((0..digraph.order()).all(|v| read.names.name(v) == names.name(v)));
        }

        #[test]
        fn edges_are_read_back(
            words in prop::collection::btree_set(".{1,4}", 1..8), pairs in prop::collection::vec((0..8_usize, 0..8_usize), 0..12),
        ) {
            let words: Vec<String> = words.into_iter().filter(|word| !word.contains(char::is_control)).collect();
            let (names, _) = Names::sorted(words.clone());
            let edges = pairs.into_iter().filter(|&(u, v)| u != v && u < words.len() && v < words.len());
            let graph = Graph::from_edges(words.len(), edges).unwrap();
            let text = write_edges(&graph, &names);
            let read = parse_graph_argument(&text, |_| Err(Text::new("none")), &Budget::unlimited()).unwrap();
            prop_assert_eq!(&read.graph, &graph, "{}", text);
            prop_assert!((0..graph.order()).all(|v| read.names.name(v) == names.name(v)), "{}", text);
        }

        #[test]
        fn no_parameters_panic(i in 0..FAMILIES.len(), a in 0..80_u64, b in 0..80_u64, count in 0..3_usize) {
            let _ = FAMILIES[i].build(&[a, b][..count.min(2)]);
        }

        #[test]
        fn no_huge_parameters_panic(i in 0..FAMILIES.len(), p in prop::collection::vec(4000..u64::MAX, 0..4)) {
            let _ = FAMILIES[i].build(&p);
        }
    }
}
