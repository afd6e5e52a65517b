//! What games on graphs share: reading the graph and drawing it.

use grundy_budget::{Budget, Exhausted};
use grundy_draw::{Edge, Network, Picture, Vertex};
use grundy_game::{Input, ParseError};
use grundy_graph::format::graph6;
use grundy_graph::generate::connected_graphs;
use grundy_graph::{Graph, GraphError, parse_graph_argument};
use grundy_solve::{Engine, Stop};

/// Reads the position as a graph.
pub fn read(input: &Input<'_>) -> Result<Graph, ParseError> {
    let load = |path: &str| input.files.read(path).map_err(|error| error.to_string());
    parse_graph_argument(input.position.0, load).map_err(|error| complaint(input, &error))
}

fn complaint(input: &Input<'_>, error: &GraphError) -> ParseError {
    let text = input.position.0;
    match error {
        GraphError::Argument { column, expected, hint } => {
            let offset = text.char_indices().nth(column - 1).map_or(text.len(), |(at, _)| at);
            let help = hint.as_ref().map_or(format!("expected {expected}"), |hint| format!("did you mean `{hint}`?"));
            input.error(offset, text.len() - offset, "this is not a graph").help(help)
        }
        GraphError::File { name, reason } => input.position_error(format!("cannot read `{name}`")).help(reason.clone()),
        other => input.position_error(other.to_string()),
    }
}

/// A graph as a picture. Vertices are named by `name`; `vertex_move` and `edge_move` give the labels of the moves that
/// clicking them makes, if any.
pub fn picture(
    title: String,
    graph: &Graph,
    name: impl Fn(usize) -> String,
    vertex_move: impl Fn(usize) -> Option<String>,
    edge_move: impl Fn(usize, usize) -> Option<String>,
) -> Picture {
    let description = format!("A graph with {} vertices and {} edges.", graph.order(), graph.size());
    let vertices = (0..graph.order()).map(|v| {
        let vertex = Vertex::new(name(v));
        vertex_move(v).map_or(vertex.clone(), |label| vertex.plays(label))
    });
    let edges = graph.edges().map(|(u, v)| {
        let edge = Edge::new(u, v);
        edge_move(u, v).map_or(edge.clone(), |label| edge.plays(label))
    });
    Network::new(vertices.collect(), edges.collect()).picture(title, description)
}

/// A graph as its graph6 string, forced with `g6:` where a name would win.
pub fn write(graph: &Graph) -> String {
    let text = graph6(graph);
    let plain = parse_graph_argument(&text, |_| Err(String::new()));
    if plain.is_ok_and(|read| read == *graph) { text } else { format!("g6:{text}") }
}

/// All connected graphs on 1 to `order` vertices, as graph6, up to isomorphism.
pub fn all_small(order: usize) -> Vec<String> {
    let mut all = Vec::new();
    for count in 1..=order {
        // Within a few vertices no limit is ever met.
        let visited = connected_graphs(count, &Budget::unlimited(), |rows| {
            all.push(write(&Graph::from_rows(rows)));
            Ok(())
        });
        debug_assert!(visited.is_ok());
    }
    all
}

/// How a graph that was just read is written again: as it was typed, unless it came from a file.
pub fn written(input: &Input<'_>, graph: &Graph) -> String {
    let typed = input.position.0;
    if typed.len() > 1 && typed.starts_with('@') { write(graph) } else { typed.to_owned() }
}

/// Visits every connected graph on `order` vertices up to isomorphism.
pub fn each_connected(
    order: usize,
    engine: &Engine,
    mut visit: impl FnMut(&Graph) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let mut stopped = None;
    let visited = connected_graphs(order, &engine.budget, |rows| {
        visit(&Graph::from_rows(rows)).map_err(|stop| {
            stopped = Some(stop);
            GraphError::Exhausted(Exhausted::Cancelled)
        })
    });
    match (stopped, visited) {
        (Some(stop), _) => Err(stop),
        (None, Err(GraphError::Exhausted(exhausted))) => Err(exhausted.into()),
        (None, Err(error)) => Err(Stop::Unsuitable(grundy_game::Text::verbatim(error))),
        (None, Ok(())) => Ok(()),
    }
}
