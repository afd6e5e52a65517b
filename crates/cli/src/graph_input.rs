//! Graphs as the commands on them take them: in a file, on standard input, or typed.

use crate::commands::bytes_of;
use crate::failure::{Failure, graph_text};
use crate::files::FileSystem;
use crate::language::Mistake;
use grundy_budget::Budget;
use grundy_facts::{AnyGraph, all_but, words};
use grundy_game::Files as _;
use grundy_graph::format::{Format, read_digraph, read_graph, says_directed};
use grundy_graph::names::Names;
use grundy_graph::{Digraph, GraphError, Named, parse_arcs};
use grundy_lang::Text;

/// The format of that name, for `--input`.
pub fn format_of_name(name: &str) -> Result<Format, Mistake> {
    let names = || Format::ALL.map(Format::name).join(", ");
    Format::from_name(name).ok_or_else(|| Mistake(Text::new("expected one of {names}").with("names", names())))
}

/// Whether a text names a file or standard input rather than a graph.
fn is_file(text: &str) -> bool {
    text == "-" || std::path::Path::new(text).exists()
}

/// Reads a digraph: a file in any format, `-` for standard input, or arcs such as `a>b,b>c`.
pub fn digraph(text: &str, format: Option<Format>, budget: &Budget) -> Result<Named<Digraph>, Failure> {
    if text.contains('>') && !is_file(text) {
        return parse_arcs(text, budget).map_err(|error| typed(text, error));
    }
    let bytes = bytes_of(text)?;
    let read = read_digraph(&bytes, format, budget).map_err(|error| of_file(text, error))?;
    Ok(Named { graph: read.graph, names: read.names })
}

/// Reads a graph of either kind; `directed` decides where the file leaves it open, and arcs are the default there.
pub fn any(text: &str, format: Option<Format>, directed: Option<bool>, budget: &Budget) -> Result<AnyGraph, Failure> {
    let path = text.strip_prefix('@').filter(|path| !path.is_empty()).unwrap_or(text);
    if path == text && !is_file(text) {
        let load = |path: &str| FileSystem.read(path).map_err(|error| error.0);
        return AnyGraph::typed(text, load, budget).map_err(|error| typed(text, error));
    }
    let bytes = bytes_of(path)?;
    let format = format.unwrap_or_else(|| Format::guess(&bytes));
    let symmetric = || format == Format::Matrix && read_graph(&bytes, Some(format), budget).is_ok();
    let directed = says_directed(&bytes, format).or(directed).unwrap_or_else(|| !symmetric());
    if directed {
        let read = read_digraph(&bytes, Some(format), budget).map_err(|error| of_file(path, error))?;
        return Ok(AnyGraph::Directed(Named { graph: read.graph, names: read.names }));
    }
    let read = read_graph(&bytes, Some(format), budget).map_err(|error| of_file(path, error))?;
    Ok(AnyGraph::Undirected(Named { graph: read.graph, names: read.names }))
}

fn of_file(file: &str, error: GraphError) -> Failure {
    match error {
        GraphError::Exhausted(_) => Failure::Graph(error),
        other => Failure::Usage(of_graph(Text::new("{file}: {problem}").with("file", file), &other)),
    }
}

/// A sentence about an error of a graph, which fills the gap `problem`.
fn of_graph(text: Text, error: &GraphError) -> Text {
    text.with_text("problem", graph_text(error))
}

fn typed(text: &str, error: GraphError) -> Failure {
    match error {
        GraphError::Exhausted(_) => Failure::Graph(error),
        GraphError::Argument { .. } => {
            let shown: String = text.chars().take(60).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
            Failure::Usage(of_graph(
                Text::new("`{shown}` is neither a file nor a graph: {problem}").with("shown", shown),
                &error,
            ))
        }
        other => Failure::Graph(other),
    }
}

/// The vertex that a word of an option stands for: by its name as it is, or as notations write it.
pub fn vertex(word: &str, names: &Names, order: usize, option: &str) -> Result<u32, Failure> {
    grundy_facts::vertex(word, names, order).ok_or_else(|| {
        let shown: String = word.chars().take(40).collect();
        let problem = Text::new("{option}: `{shown}` is not a vertex of the graph");
        Failure::Usage(problem.with("option", option).with("shown", shown))
    })
}

/// The vertices of a list such as `1,4,7` or `{1 4 7}`, each once, ascending.
pub fn vertices(list: &str, names: &Names, order: usize, option: &str) -> Result<Vec<u32>, Failure> {
    let mut found = words(list).map(|word| vertex(word, names, order, option)).collect::<Result<Vec<u32>, _>>()?;
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

/// What is left of a graph without the vertices of a list.
pub fn without(graph: AnyGraph, list: Option<&str>) -> Result<AnyGraph, Failure> {
    let Some(list) = list else { return Ok(graph) };
    let gone = vertices(list, graph.names(), graph.order(), "--without")?;
    Ok(graph.without(&gone))
}

/// What is left of a digraph without the vertices of a list.
pub fn digraph_without(named: Named<Digraph>, list: &str) -> Result<Named<Digraph>, Failure> {
    let order = named.graph.order();
    let left = all_but(&vertices(list, &named.names, order, "--without")?, order);
    Ok(Named { graph: named.graph.induced(&left), names: named.names.of(&left) })
}
