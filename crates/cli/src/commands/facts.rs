//! `grundy facts`: what can be said of a graph or digraph without playing on it.

use crate::failure::{Exit, Failure};
use crate::files::write_whole;
use crate::graph_input::{AnyGraph, any, format_of_name, vertex};
use crate::language::{heading, language, row, say};
use crate::limits::{BudgetOptions, Format};
use clap::{ArgGroup, Args, ValueEnum};
use grundy_budget::Budget;
use grundy_draw::{Edge, Network, Picture, Role, Vertex};
use grundy_graph::bipartite::{Bipartition, bipartition, bipartition_of_arcs};
use grundy_graph::components::components;
use grundy_graph::cycles::{even_cycle, even_cycle_undirected};
use grundy_graph::euler::{
    NoCircuit, circuits_to_join, circuits_to_join_undirected, euler_circuit, euler_circuit_undirected, join_circuits,
};
use grundy_graph::format::Format as FileFormat;
use grundy_graph::kernel::odd_cycle;
use grundy_graph::names::Names;
use grundy_graph::paths::shortest_path;
use grundy_graph::strong::{condensation, strong_components};
use grundy_graph::{Digraph, Graph, GraphError, Named};
use grundy_lang::Text;
use serde_json::{Map, Value, json};
use std::io::Write;
use std::path::PathBuf;

/// The options of `facts`.
#[derive(Args)]
#[command(group(ArgGroup::new("kind").args(["directed", "undirected"])))]
#[command(
    after_help = "The file holds an edge list, an adjacency matrix, graph6, digraph6, DIMACS, DOT, `p af` or `p dg`; vertices keep their
names. Edge lists are read as arcs unless --undirected is given.

Examples:
  grundy facts petersen
  grundy facts 'v1>v2,v2>v3,v3>v1' --from v1 --to v3
  grundy facts digraph.txt --without 3,5
  grundy facts digraph.txt --draw condensation -o components.svg
  grundy facts graph.txt --undirected --steps --format json"
)]
pub struct Options {
    /// A file, - for standard input, a graph such as petersen, grid(3,4) or 1-2,2-3, or arcs such as a>b,b>c
    graph: String,
    /// The format of the file, guessed from its content without this
    #[arg(long, value_name = "FORMAT", value_parser = format_of_name)]
    input: Option<FileFormat>,
    /// Read an edge list or matrix as arcs
    #[arg(long)]
    directed: bool,
    /// Read an edge list or matrix as edges
    #[arg(long)]
    undirected: bool,
    /// Leave these vertices out, such as 3,5: the facts are those of the induced subgraph
    #[arg(long, value_name = "SET")]
    without: Option<String>,
    /// Where a shortest path starts
    #[arg(long, value_name = "VERTEX", requires = "to")]
    from: Option<String>,
    /// Where a shortest path ends
    #[arg(long, value_name = "VERTEX", requires = "from")]
    to: Option<String>,
    /// Show the circuits that are joined to the Eulerian one
    #[arg(long)]
    steps: bool,
    /// Draw the graph or its condensation instead
    #[arg(long, value_enum, value_name = "WHAT")]
    draw: Option<Drawn>,
    /// Where to write the picture, an SVG
    #[arg(short, long, value_name = "FILE", requires = "draw")]
    output: Option<PathBuf>,
    /// How the answer is printed
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    budget: BudgetOptions,
}

/// What is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Drawn {
    /// The graph itself.
    Graph,
    /// The strong components of a digraph, with an arc where arcs lead from one to another.
    Condensation,
}

/// One fact: its name in JSON and in text, as JSON, and as lines for people.
struct Fact {
    key: &'static str,
    heading: &'static str,
    value: Value,
    lines: Vec<Text>,
}

impl Fact {
    fn new(key: &'static str, heading: &'static str, value: Value, line: impl Into<Text>) -> Self {
        Self { key, heading, value, lines: vec![line.into()] }
    }
}

/// Runs the command.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<Exit, Failure> {
    let budget = options.budget.start();
    let directed = if options.directed { Some(true) } else { options.undirected.then_some(false) };
    let graph = any(&options.graph, options.input, directed, &budget)?.without(options.without.as_deref())?;
    if let Some(what) = options.draw {
        let svg = picture(&graph, what)?.told_in(language()).to_svg();
        match &options.output {
            Some(path) => write_whole(path, svg.as_bytes())?,
            None => writeln!(out, "{svg}")?,
        }
        return Ok(Exit::Answered);
    }
    let (title, facts) = match &graph {
        AnyGraph::Directed(named) => {
            (counted(named.graph.order(), named.graph.size(), true), of_digraph(named, options, &budget)?)
        }
        AnyGraph::Undirected(named) => {
            (counted(named.graph.order(), named.graph.size(), false), of_graph(named, options)?)
        }
    };
    if options.format == Format::Json {
        let mut object = Map::new();
        let (vertices, edges, kind) = match &graph {
            AnyGraph::Directed(named) => (named.graph.order(), named.graph.size(), "arcs"),
            AnyGraph::Undirected(named) => (named.graph.order(), named.graph.size(), "edges"),
        };
        object.insert("directed".into(), matches!(graph, AnyGraph::Directed(_)).into());
        object.insert("vertices".into(), vertices.into());
        object.insert(kind.into(), edges.into());
        object.extend(facts.into_iter().map(|fact| (fact.key.to_owned(), fact.value)));
        writeln!(out, "{}", Value::Object(object))?;
        return Ok(Exit::Answered);
    }
    let kind = Text::new(if matches!(graph, AnyGraph::Directed(_)) { "digraph" } else { "graph" });
    writeln!(out, "{}{}", heading(kind), say(&title))?;
    for fact in &facts {
        let mut about = fact.heading;
        for line in &fact.lines {
            writeln!(out, "{}", row(about, say(line)))?;
            about = "";
        }
    }
    Ok(Exit::Answered)
}

fn counted(order: usize, size: usize, directed: bool) -> Text {
    let text = Text::new(if directed { "{order} vertices, {size} arcs" } else { "{order} vertices, {size} edges" });
    text.with("order", order).with("size", size)
}

/// What vertices are called, for people: as many as fit.
fn listed(names: &Names, vertices: impl IntoIterator<Item = usize>) -> Text {
    const SHOWN: usize = 40;
    let all: Vec<usize> = vertices.into_iter().collect();
    let shown: Vec<String> = all.iter().take(SHOWN).map(|&v| names.name(v)).collect();
    match all.len() {
        0 => Text::verbatim("-"),
        count if count > SHOWN => {
            Text::new("{list}, and {count} more").with("list", shown.join(", ")).with("count", count - SHOWN)
        }
        _ => Text::verbatim(shown.join(", ")),
    }
}

/// What a vertex is called, as JSON.
fn name(names: &Names, v: usize) -> Value {
    names.number(v).map_or_else(|| names.name(v).into(), Value::from)
}

fn list(names: &Names, vertices: impl IntoIterator<Item = usize>) -> Value {
    vertices.into_iter().map(|v| name(names, v)).collect()
}

fn wide(vertices: &[u32]) -> impl Iterator<Item = usize> + Clone {
    vertices.iter().map(|&v| v as usize)
}

/// Vertices with a value each, for people: a line, as many as fit.
fn each(names: &Names, order: usize, value: impl Fn(usize) -> Text) -> Vec<Text> {
    const SHOWN: usize = 40;
    let line = |v: usize| Text::new("{name}: {value}").with("name", names.name(v)).with_text("value", value(v));
    let mut lines: Vec<Text> = (0..order.min(SHOWN)).map(line).collect();
    if order > SHOWN {
        lines.push(and_more(order - SHOWN));
    }
    lines
}

fn and_more(count: usize) -> Text {
    Text::new("and {count} more (--format json prints all)").with("count", count)
}

fn of_digraph(named: &Named<Digraph>, options: &Options, budget: &Budget) -> Result<Vec<Fact>, Failure> {
    let Named { graph: digraph, names } = named;
    let order = digraph.order();
    let entering = digraph.in_degrees();
    let degrees: Map<String, Value> =
        (0..order).map(|v| (names.name(v), json!({"in": entering[v], "out": digraph.out_degree(v)}))).collect();
    let terminal: Vec<usize> = (0..order).filter(|&v| digraph.out_degree(v) == 0).collect();
    let mut facts = vec![
        Fact {
            key: "degrees",
            heading: "degrees",
            value: degrees.into(),
            lines: each(names, order, |v| {
                Text::new("in {entering}, out {leaving}")
                    .with("entering", entering[v])
                    .with("leaving", digraph.out_degree(v))
            }),
        },
        Fact::new("terminal", "terminal", list(names, terminal.iter().copied()), listed(names, terminal)),
        Fact::new(
            "handshake",
            "handshakes",
            json!({"in": digraph.size(), "out": digraph.size(), "arcs": digraph.size()}),
            Text::new("degrees in and degrees out each add up to {size}, the number of arcs")
                .with("size", digraph.size()),
        ),
    ];
    if let (Some(from), Some(to)) = (&options.from, &options.to) {
        facts.push(path_fact(digraph, names, from, to)?);
    }
    facts.push(cycle_fact("odd_cycle", "odd cycle", names, odd_cycle(digraph).as_deref()));
    facts.push(cycle_fact("even_cycle", "even cycle", names, even_cycle(digraph, budget)?.as_deref()));
    facts.extend(component_facts(digraph, names));
    facts.push(sides_fact(names, bipartition_of_arcs(digraph)));
    let circuits = options.steps.then(|| circuits_to_join(digraph));
    facts.extend(euler_facts(names, euler_circuit(digraph), circuits));
    Ok(facts)
}

fn of_graph(named: &Named<Graph>, options: &Options) -> Result<Vec<Fact>, Failure> {
    let Named { graph, names } = named;
    let order = graph.order();
    let odd: Vec<usize> = (0..order).filter(|&v| graph.degree(v) % 2 == 1).collect();
    let degrees: Map<String, Value> = (0..order).map(|v| (names.name(v), graph.degree(v).into())).collect();
    let handshake = Text::new(
        "degrees add up to {sum}, twice the number of edges; {odd} vertices of odd degree, an even number: {names}",
    )
    .with("sum", 2 * graph.size())
    .with("odd", odd.len())
    .with_text("names", listed(names, odd.iter().copied()));
    let mut facts = vec![
        Fact {
            key: "degrees",
            heading: "degrees",
            value: degrees.into(),
            lines: each(names, order, |v| Text::verbatim(graph.degree(v))),
        },
        Fact::new(
            "handshake",
            "handshakes",
            json!({"sum": 2 * graph.size(), "edges": graph.size(), "odd": list(names, odd)}),
            handshake,
        ),
    ];
    let arcs: Vec<(u32, u32)> = graph.edges().flat_map(|(u, v)| [(u as u32, v as u32), (v as u32, u as u32)]).collect();
    let both = Digraph::from_arcs(order, &arcs)?;
    if let (Some(from), Some(to)) = (&options.from, &options.to) {
        facts.push(path_fact(&both, names, from, to)?);
    }
    let odd_cycle: Option<Vec<u32>> = match bipartition(graph) {
        Bipartition::OddCycle(cycle) => Some(cycle.into_iter().map(|v| v as u32).collect()),
        Bipartition::Colours(_) => None,
    };
    let even_cycle: Option<Vec<u32>> =
        even_cycle_undirected(graph).map(|cycle| cycle.into_iter().map(|v| v as u32).collect());
    facts.push(cycle_fact("odd_cycle", "odd cycle", names, odd_cycle.as_deref()));
    facts.push(cycle_fact("even_cycle", "even cycle", names, even_cycle.as_deref()));
    let parts = components(graph);
    facts.push(Fact {
        key: "components",
        heading: "components",
        value: parts.iter().map(|part| list(names, part.iter().copied())).collect(),
        lines: part_lines(names, parts.iter().map(|part| part.iter().copied())),
    });
    facts.push(sides_fact(names, bipartition(graph)));
    let circuits = options.steps.then(|| circuits_to_join_undirected(graph));
    facts.extend(euler_facts(names, euler_circuit_undirected(graph), circuits));
    Ok(facts)
}

fn path_fact(digraph: &Digraph, names: &Names, from: &str, to: &str) -> Result<Fact, Failure> {
    let start = vertex(from, names, digraph.order(), "--from")?;
    let end = vertex(to, names, digraph.order(), "--to")?;
    let ends = |text: Text| text.with("from", names.name(start as usize)).with("to", names.name(end as usize));
    Ok(if let Some(path) = shortest_path(digraph, start, end) {
        let line = ends(Text::new("{walk}: the distance from {from} to {to} is {distance}"))
            .with("walk", wide(&path).map(|v| names.name(v)).collect::<Vec<_>>().join(" → "))
            .with("distance", path.len() - 1);
        let value = json!({"from": name(names, start as usize), "to": name(names, end as usize),
            "distance": path.len() - 1, "vertices": list(names, wide(&path))});
        Fact::new("path", "path", value, line)
    } else {
        let line = ends(Text::new("no path leads from {from} to {to}: the distance is ∞"));
        let value = json!({"from": name(names, start as usize), "to": name(names, end as usize),
            "distance": null, "vertices": null});
        Fact::new("path", "path", value, line)
    })
}

fn cycle_fact(key: &'static str, heading: &'static str, names: &Names, cycle: Option<&[u32]>) -> Fact {
    match cycle {
        Some(cycle) => Fact::new(key, heading, list(names, wide(cycle)), listed(names, wide(cycle))),
        None => Fact::new(key, heading, Value::Null, Text::new("none")),
    }
}

/// Sets of vertices, a line each, as many as fit.
fn part_lines<I: Iterator<Item = usize>>(names: &Names, parts: impl ExactSizeIterator<Item = I>) -> Vec<Text> {
    const SHOWN: usize = 40;
    let count = parts.len();
    let line = |(number, part): (usize, I)| {
        Text::new("{number}: {list}").with("number", number).with_text("list", listed(names, part))
    };
    let mut lines = vec![Text::verbatim(count)];
    lines.extend((1..).zip(parts).take(SHOWN).map(line));
    if count > SHOWN {
        lines.push(and_more(count - SHOWN));
    }
    lines
}

/// The strong components, sinks first, and the arcs between them.
fn component_facts(digraph: &Digraph, names: &Names) -> [Fact; 2] {
    let strong = strong_components(digraph, |_| true);
    let parts: Vec<&[u32]> = strong.iter().collect();
    let between = condensation(digraph, &strong);
    let arcs: Vec<String> = between.arcs().map(|(from, to)| format!("{} → {}", from + 1, to + 1)).collect();
    let shown = match arcs.len() {
        0 => Text::new("no arc leads from one component to another"),
        count if count > 40 => {
            Text::new("{list}, and {count} more").with("list", arcs[..40].join(", ")).with("count", count - 40)
        }
        _ => Text::verbatim(arcs.join(", ")),
    };
    [
        Fact {
            key: "components",
            heading: "strong",
            value: parts.iter().map(|part| list(names, wide(part))).collect(),
            lines: part_lines(names, parts.iter().map(|part| wide(part))),
        },
        Fact::new(
            "condensation",
            "condensed",
            between.arcs().map(|(from, to)| json!([from + 1, to + 1])).collect(),
            shown,
        ),
    ]
}

fn sides_fact(names: &Names, found: Bipartition) -> Fact {
    match found {
        Bipartition::Colours(colours) => {
            let side = |wanted: bool| (0..colours.len()).filter(move |&v| colours[v] == wanted).collect::<Vec<_>>();
            let (one, other) = (side.clone()(false), side(true));
            let lines = vec![
                Text::new("bipartite; one side: {side}").with_text("side", listed(names, one.clone())),
                Text::new("the other side: {side}").with_text("side", listed(names, other.clone())),
            ];
            Fact { key: "sides", heading: "two sides", value: json!([list(names, one), list(names, other)]), lines }
        }
        Bipartition::OddCycle(cycle) => {
            let line =
                Text::new("not bipartite: an odd circle of edges is {cycle}").with_text("cycle", listed(names, cycle));
            Fact::new("sides", "two sides", Value::Null, line)
        }
    }
}

fn euler_facts(
    names: &Names,
    circuit: Result<Vec<u32>, NoCircuit>,
    circuits: Option<Result<Vec<Vec<u32>>, NoCircuit>>,
) -> Vec<Fact> {
    let closed = |walk: &[u32]| wide(walk).chain(wide(walk).take(1)).collect::<Vec<_>>();
    let mut facts = Vec::new();
    match &circuit {
        Err(reason) => {
            let why = reason.text(|v| names.name(v));
            let line = Text::new("no closed walk uses everything once: {reason}").with_text("reason", why.clone());
            let value = json!({"circuit": null, "reason": say(&why)});
            facts.push(Fact::new("euler", "Euler", value, line));
        }
        Ok(walk) => {
            let why = Text::new("everything hangs together, and each vertex is left as often as it is entered");
            let value = json!({"circuit": list(names, closed(walk)), "reason": say(&why)});
            let lines = vec![why, listed(names, closed(walk))];
            facts.push(Fact { key: "euler", heading: "Euler", value, lines });
        }
    }
    if let Some(Ok(circuits)) = circuits {
        let mut lines = Vec::new();
        let mut steps = Vec::new();
        for (index, circuit) in circuits.iter().enumerate() {
            let joined = closed(&join_circuits(&circuits[..=index]));
            let text =
                Text::new(if index == 0 { "a first circuit: {circuit}" } else { "another, at {vertex}: {circuit}" });
            let text = text
                .with_text("vertex", listed(names, wide(circuit).take(1)))
                .with_text("circuit", listed(names, closed(circuit)));
            lines.push(text);
            if index > 0 {
                lines.push(Text::new("joined: {circuit}").with_text("circuit", listed(names, joined.clone())));
            }
            steps.push(json!({"circuit": list(names, closed(circuit)), "joined": list(names, joined)}));
        }
        facts.push(Fact { key: "steps", heading: "steps", value: steps.into(), lines });
    }
    facts
}

/// Larger graphs are not drawn.
const MOST_DRAWN: usize = 400;

fn picture(graph: &AnyGraph, what: Drawn) -> Result<Picture, Failure> {
    let too_large = |order: usize, size: usize| {
        let reason =
            Text::new("{order} vertices and {size} edges are too many for a picture: at most {most} and {more}");
        let reason =
            reason.with("order", order).with("size", size).with("most", MOST_DRAWN).with("more", 8 * MOST_DRAWN);
        Failure::Usage(reason)
    };
    let fits = |order: usize, size: usize| order <= MOST_DRAWN && size <= 8 * MOST_DRAWN;
    match (graph, what) {
        (AnyGraph::Undirected(_), Drawn::Condensation) => {
            Err(Failure::Usage(Text::new("the condensation is that of a digraph; give --directed")))
        }
        (AnyGraph::Undirected(named), Drawn::Graph) => {
            let (order, size) = (named.graph.order(), named.graph.size());
            if !fits(order, size) {
                return Err(too_large(order, size));
            }
            let vertices = (0..order).map(|v| Vertex::new(named.names.name(v))).collect();
            let edges = named.graph.edges().map(|(u, v)| Edge::new(u, v)).collect();
            Ok(Network::new(vertices, edges).picture("", counted(order, size, false)).titled(Text::new("A graph")))
        }
        (AnyGraph::Directed(named), Drawn::Graph) => {
            let (order, size) = (named.graph.order(), named.graph.size());
            if !fits(order, size) {
                return Err(too_large(order, size));
            }
            let vertices = (0..order).map(|v| Vertex::new(named.names.name(v))).collect();
            let arcs = named.graph.arcs().map(|(u, v)| Edge::arc(u, v)).collect();
            Ok(Network::new(vertices, arcs).picture("", counted(order, size, true)).titled(Text::new("A digraph")))
        }
        (AnyGraph::Directed(named), Drawn::Condensation) => {
            let strong = strong_components(&named.graph, |_| true);
            let between = condensation(&named.graph, &strong);
            if !fits(between.order(), between.size()) {
                return Err(too_large(between.order(), between.size()));
            }
            condensed(named, &strong, &between)
        }
    }
}

/// The strong components in layers, arcs leading downwards; those with a cycle stand out.
fn condensed(
    named: &Named<Digraph>,
    strong: &grundy_graph::strong::StrongComponents,
    between: &Digraph,
) -> Result<Picture, Failure> {
    let vertex = |(number, part): (usize, &[u32])| {
        let role = if strong.is_cyclic(&named.graph, number) { Role::Highlight } else { Role::Plain };
        Vertex::new(format!("{{{}}}", say(&listed(&named.names, wide(part).take(6))))).role(role)
    };
    let levels: Vec<usize> = grundy_graph::acyclic::levels(between)
        .into_iter()
        .map(|level| level.map(|level| level as usize))
        .collect::<Option<_>>()
        .ok_or(GraphError::Cyclic { vertex: 1 })?;
    let vertices = strong.iter().enumerate().map(vertex).collect();
    let arcs = between.arcs().map(|(u, v)| Edge::arc(u, v)).collect();
    let description = Text::new("{count} strong components; those with a cycle stand out").with("count", strong.len());
    Ok(Network::new(vertices, arcs)
        .by_level(&levels)
        .picture("", description)
        .titled(Text::new("Condensation of a digraph")))
}
