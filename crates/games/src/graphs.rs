//! What games on graphs share: reading the graph with the names of its vertices, writing it and drawing it.

#[cfg(feature = "search")]
use grundy_budget::Exhausted;
use grundy_budget::{Budget, Limits, room_for};
use grundy_draw::{Edge, Gesture, Network, Picture, Vertex};
use grundy_game::{Input, ParseError, Text};
use grundy_graph::format::graph6;
use grundy_graph::generate::connected_graphs;
use grundy_graph::names::{Names, escaped_but, unescaped};
use grundy_graph::{Graph, GraphError, Named, parse_graph_argument, write_edges};
#[cfg(feature = "search")]
use grundy_solve::{Settings, Stop};

/// Reads the position as a graph with named vertices.
pub fn read(input: &Input<'_>) -> Result<Named<Graph>, ParseError> {
    let load = |path: &str| input.files.read(path).map_err(|error| error.0);
    parse_graph_argument(input.position.0, load, &reading(input)).map_err(|error| complaint(input, &error))
}

/// What reading a file may take.
pub fn reading(input: &Input<'_>) -> Budget {
    Budget::new(Limits { memory: Some(input.files.most()), ..Limits::default() })
}

/// What the graph room complains about, in the place where it is typed.
pub fn complaint(input: &Input<'_>, error: &GraphError) -> ParseError {
    let text = input.position.0;
    match error {
        GraphError::Argument { column, expected, hint } => {
            let offset = text.char_indices().nth(column - 1).map_or(text.len(), |(at, _)| at);
            let help = match hint {
                Some(_) => error.help(),
                None => Text::new("expected {expected}").with_text("expected", expected.clone()),
            };
            input.error(offset, text.len() - offset, "this is not a graph").help(help)
        }
        GraphError::File { name, reason } => {
            let problem = Text::new("cannot read `{name}`").with("name", name);
            input.position_error(problem).help(reason.clone())
        }
        // Whoever works for a budget is told that it ran out, and not that the position is wrong.
        GraphError::Exhausted(_) => {
            room_for(u64::MAX);
            input.position_error(error.problem())
        }
        other => input.position_error(other.problem()).help(other.help()),
    }
}

/// What moves take is told in pictures when that names no more things than this.
const MOST_TOLD: usize = 100_000;

/// A move that takes things of a graph.
pub struct Bite {
    /// Its name.
    pub label: String,
    /// The ends of the edge to click, or a vertex twice.
    pub at: (usize, usize),
    /// The vertices it takes, with all their edges; only the edge itself goes when there are none.
    pub vertices: Vec<usize>,
}

/// What is left of a graph as a picture in which everything stands where it stands in the whole graph. Vertices are named
/// by `name`; `vertex_left` and `edge_left` say what is left; `bites` are the moves.
pub fn picture(
    title: String,
    graph: &Graph,
    name: impl Fn(usize) -> String,
    vertex_left: impl Fn(usize) -> bool,
    edge_left: impl Fn(usize, usize) -> bool,
    bites: &[Bite],
) -> Picture {
    let edges: Vec<(usize, usize)> = graph.edges().collect();
    let left: Vec<bool> = edges.iter().map(|&(u, v)| edge_left(u, v)).collect();
    let description = Text::new("A graph with {order} vertices and {size} edges.")
        .with("order", (0..graph.order()).filter(|&v| vertex_left(v)).count())
        .with("size", left.iter().filter(|&&left| left).count());
    let mut around = vec![Vec::new(); graph.order()];
    for (number, &(u, v)) in edges.iter().enumerate().filter(|(number, _)| left[*number]) {
        around[u].push(number);
        around[v].push(number);
    }
    let keys = |bite: &Bite| bite.vertices.iter().map(|&v| 1 + around[v].len()).sum::<usize>();
    let told = bites.iter().map(keys).sum::<usize>() <= MOST_TOLD;
    let gesture = |bite: &Bite| {
        let clicked = match bite.at {
            (u, v) if u == v => Network::vertex_key(u),
            // Edges are listed in order.
            ends => Network::edge_key(edges.partition_point(|&edge| edge < ends)),
        };
        let mut taken: Vec<usize> = bite.vertices.iter().flat_map(|&v| around[v].iter().copied()).collect();
        taken.sort_unstable();
        taken.dedup();
        let taken =
            bite.vertices.iter().map(|&v| Network::vertex_key(v)).chain(taken.into_iter().map(Network::edge_key));
        let mut taken: Vec<String> = taken.collect();
        if taken.is_empty() {
            taken.push(clicked.clone());
        }
        Gesture::new(bite.label.clone(), [clicked]).takes(taken)
    };
    let plain = |bite: &Bite| {
        let clicked = gesture(&Bite { label: bite.label.clone(), at: bite.at, vertices: Vec::new() });
        Gesture { takes: Vec::new(), ..clicked }
    };
    let vertices = (0..graph.order()).map(|v| Vertex::new(name(v)).gone(!vertex_left(v))).collect();
    let drawn = edges.iter().zip(&left).map(|(&(u, v), &left)| Edge::new(u, v).gone(!left)).collect();
    let network = Network::new(vertices, drawn);
    let gestures: Vec<Gesture> =
        if told { bites.iter().map(gesture).collect() } else { bites.iter().map(plain).collect() };
    gestures.into_iter().fold(network, Network::gesture).picture(title, description)
}

/// Graphs with at most this many vertices and edges are written edge by edge even where graph6 would do.
const SHORT: usize = 60;

/// A graph as text that is read back with the same names: its edges, or graph6 for large graphs that count from 1.
pub fn write(graph: &Graph, names: &Names) -> String {
    if graph.order() + graph.size() <= SHORT || !names.count_from_one() {
        return write_edges(graph, names);
    }
    write_graph6(graph)
}

/// A graph as its graph6 string, forced with `g6:` where a name would win.
fn write_graph6(graph: &Graph) -> String {
    let text = graph6(graph);
    let plain = parse_graph_argument(&text, |_| Err(Text::default()), &Budget::unlimited());
    if plain.is_ok_and(|read| read.graph == *graph) { text } else { format!("g6:{text}") }
}

/// All connected graphs on 1 to `order` vertices, as graph6, up to isomorphism.
pub fn all_small(order: usize) -> Vec<String> {
    let mut all = Vec::new();
    for count in 1..=order {
        // Within a few vertices no limit is ever met.
        let visited = connected_graphs(count, &Budget::unlimited(), |rows| {
            all.push(write_graph6(&Graph::from_rows(rows)));
            Ok(())
        });
        debug_assert!(visited.is_ok());
    }
    all
}

/// How a graph that was just read is written again: as it was typed, unless it came from a file or holds a quotation mark,
/// which has no place in a position between quotation marks.
pub fn written(input: &Input<'_>, named: &Named<Graph>) -> String {
    let typed = input.position.0;
    let from_file = typed.len() > 1 && typed.starts_with('@');
    if from_file || typed.contains('"') { write(&named.graph, &named.names) } else { typed.to_owned() }
}

/// The graph and what is gone from it: `GRAPH;GONE`, the latter with its offset in the position.
///
/// No graph that is typed holds a semicolon; a file name may, so a file has all its vertices. `@` alone is one vertex.
pub fn cut<'a>(input: &Input<'a>) -> (Input<'a>, Option<(&'a str, usize)>) {
    let (position, offset) = input.position;
    match position.rsplit_once(';') {
        Some((graph, gone)) if graph == "@" || !position.starts_with('@') => {
            (Input { position: (graph, offset), ..*input }, Some((gone, graph.len() + 1)))
        }
        _ => (*input, None),
    }
}

/// The vertex that a written name stands for; `offset` is where the name starts in the position.
pub fn vertex(input: &Input<'_>, offset: usize, written: &str, named: &Named<Graph>) -> Result<usize, ParseError> {
    let name =
        unescaped(written.trim()).map_err(|(at, problem)| input.error(offset + at, written.len() - at, problem))?;
    named.names.vertex(&name, named.graph.order()).ok_or_else(|| {
        let shown: String = name.chars().take(30).collect();
        let problem = Text::new("there is no vertex `{name}`").with("name", shown);
        input.error(offset, written.len(), problem).help(known(named))
    })
}

/// Which vertices there are.
fn known(named: &Named<Graph>) -> Text {
    const SHOWN: usize = 12;
    let order = named.graph.order();
    let names: Vec<String> = (0..order.min(SHOWN)).map(|v| written_name(&named.names, v)).collect();
    let dots = if order > SHOWN { ", …" } else { "" };
    Text::new("the vertices are {names}").with("names", format!("{}{dots}", names.join(", ")))
}

/// The name of a vertex as the notation writes it.
pub fn written_name(names: &Names, v: usize) -> String {
    grundy_graph::names::escaped(&names.name(v))
}

/// The name of a vertex in the name of a move.
pub fn spoken(names: &Names, v: usize) -> String {
    let name = names.name(v);
    // Blanks at the ends would be lost where moves are typed.
    if name.trim() == name { name } else { escaped_but(&name, "") }
}

/// An edge in the name of a move: dashes in the names of its ends are written `%2D`, so that no two edges are called alike.
pub fn edge_words(names: &Names, u: usize, v: usize) -> Text {
    let name = |v: usize| {
        let name = names.name(v);
        let plain: String = name.chars().filter(|&c| c != '-' && c != '%').collect();
        if name.trim() == name { escaped_but(&name, &plain) } else { escaped_but(&name, "") }
    };
    Text::new("edge {a}-{b}").with("a", name(u)).with("b", name(v))
}

/// A vertex in the name of a move.
pub fn vertex_words(names: &Names, v: usize) -> Text {
    Text::new("vertex {vertex}").with("vertex", spoken(names, v))
}

/// Visits every connected graph on `order` vertices up to isomorphism.
#[cfg(feature = "search")]
pub fn each_connected(
    order: usize,
    settings: &Settings,
    mut visit: impl FnMut(&Graph) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let mut stopped = None;
    let visited = connected_graphs(order, &settings.budget, |rows| {
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
