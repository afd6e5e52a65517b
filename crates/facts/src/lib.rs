//! What can be said of a graph or digraph without playing on it: degrees, cycles, components, sides, Euler's circuits, each
//! as JSON and as lines for people, and its picture. The command `facts` and the tool of that name on the page show the same.

use grundy_budget::Budget;
use grundy_draw::{Edge, Network, Picture, Role, Vertex};
use grundy_graph::bipartite::{Bipartition, bipartition, bipartition_of_arcs};
use grundy_graph::components::components;
use grundy_graph::cycles::{even_cycle, even_cycle_undirected};
use grundy_graph::euler::{
    NoCircuit, circuits_to_join, circuits_to_join_undirected, euler_circuit, euler_circuit_undirected, join_circuits,
};
use grundy_graph::kernel::odd_cycle;
use grundy_graph::names::{Names, unescaped};
use grundy_graph::paths::shortest_path;
use grundy_graph::strong::{StrongComponents, condensation, strong_components};
use grundy_graph::{Digraph, Graph, GraphError, Named, parse_arcs, parse_graph_argument};
use grundy_lang::{Language, Text};
use serde_json::{Map, Value, json};

/// A graph of either kind.
#[derive(Debug)]
pub enum AnyGraph {
    /// With edges.
    Undirected(Named<Graph>),
    /// With arcs.
    Directed(Named<Digraph>),
}

/// What is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// The graph itself.
    Graph,
    /// The strong components of a digraph, with an arc where arcs lead from one to another.
    Condensation,
}

/// One fact: its name in JSON and in text, as JSON, and as lines for people.
#[derive(Debug)]
pub struct Fact {
    /// Its name in JSON.
    pub key: &'static str,
    /// Its name for people.
    pub heading: &'static str,
    /// What is so, as JSON.
    pub value: Value,
    /// What is so, for people.
    pub lines: Vec<Text>,
}

/// What is asked beyond the facts that are always told.
#[derive(Clone, Copy, Debug, Default)]
pub struct Asked {
    /// Where a shortest path begins and where it ends.
    pub path: Option<(u32, u32)>,
    /// Whether the circuits that are joined to the Eulerian one are told.
    pub steps: bool,
    /// Whether a line is told for every vertex and component, rather than for some.
    pub all: bool,
}

impl Asked {
    /// Vertices or components that get a line each.
    fn most(self) -> usize {
        if self.all { usize::MAX } else { 40 }
    }
}

impl Fact {
    fn new(key: &'static str, heading: &'static str, value: Value, line: impl Into<Text>) -> Self {
        Self { key, heading, value, lines: vec![line.into()] }
    }
}

impl AnyGraph {
    /// Reads a graph such as `petersen` or `1-2,2-3`, or arcs such as `a>b,b>c`; `load` reads the file of a graph that names
    /// one.
    pub fn typed(
        text: &str,
        load: impl FnOnce(&str) -> Result<Vec<u8>, Text>,
        budget: &Budget,
    ) -> Result<Self, GraphError> {
        if text.contains('>') {
            return parse_arcs(text, budget).map(Self::Directed);
        }
        parse_graph_argument(text, load, budget).map(Self::Undirected)
    }

    /// Whether it has arcs.
    pub fn is_directed(&self) -> bool {
        matches!(self, Self::Directed(_))
    }

    /// How many vertices it has.
    pub fn order(&self) -> usize {
        match self {
            Self::Undirected(named) => named.graph.order(),
            Self::Directed(named) => named.graph.order(),
        }
    }

    /// How many edges or arcs it has.
    pub fn size(&self) -> usize {
        match self {
            Self::Undirected(named) => named.graph.size(),
            Self::Directed(named) => named.graph.size(),
        }
    }

    /// What its vertices are called.
    pub fn names(&self) -> &Names {
        match self {
            Self::Undirected(named) => &named.names,
            Self::Directed(named) => &named.names,
        }
    }

    /// The vertex that a word stands for.
    pub fn vertex(&self, word: &str) -> Option<u32> {
        vertex(word, self.names(), self.order())
    }

    /// What is left without some vertices, ascending.
    #[must_use]
    pub fn without(self, gone: &[u32]) -> Self {
        let left = all_but(gone, self.order());
        match self {
            Self::Undirected(named) => {
                let places: Vec<usize> = wide(&left).collect();
                Self::Undirected(Named { graph: named.graph.induced(&places), names: named.names.of(&left) })
            }
            Self::Directed(named) => {
                Self::Directed(Named { graph: named.graph.induced(&left), names: named.names.of(&left) })
            }
        }
    }

    /// How many vertices and edges or arcs it has, in words.
    pub fn summary(&self) -> Text {
        counted(self.order(), self.size(), self.is_directed())
    }

    /// Everything that is told of it; sentences within the JSON are in a language.
    pub fn facts(&self, asked: Asked, language: Language, budget: &Budget) -> Result<Vec<Fact>, GraphError> {
        match self {
            Self::Directed(named) => of_digraph(named, asked, language, budget),
            Self::Undirected(named) => of_graph(named, asked, language),
        }
    }

    /// Its picture, where it is not too large for one.
    pub fn picture(&self, what: Drawn, language: Language) -> Result<Picture, Text> {
        picture(self, what, language)
    }
}

/// The vertex that a word stands for: by its name as it is, or as notations write it.
pub fn vertex(word: &str, names: &Names, order: usize) -> Option<u32> {
    // why a word that is no way to write a name is simply not the name of a vertex.
    let written = || unescaped(word).ok().and_then(|name| names.vertex(&name, order));
    names.vertex(word, order).or_else(written).map(|v| v as u32)
}

/// The words of a list such as `1,4,7` or `{1 4 7}`.
pub fn words(list: &str) -> impl Iterator<Item = &str> {
    list.split([',', ' ']).map(|word| word.trim_matches(['{', '}'])).filter(|word| !word.is_empty())
}

/// The vertices that are left without some, both ascending.
pub fn all_but(gone: &[u32], order: usize) -> Vec<u32> {
    (0..order as u32).filter(|v| gone.binary_search(v).is_err()).collect()
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

/// Vertices with a value each, for people: a line, at most `shown` of them.
fn each(names: &Names, order: usize, shown: usize, value: impl Fn(usize) -> Text) -> Vec<Text> {
    let line = |v: usize| Text::new("{name}: {value}").with("name", names.name(v)).with_text("value", value(v));
    let mut lines: Vec<Text> = (0..order.min(shown)).map(line).collect();
    if order > shown {
        lines.push(and_more(order - shown));
    }
    lines
}

fn and_more(count: usize) -> Text {
    Text::new("and {count} more (--format json prints all)").with("count", count)
}

fn of_digraph(
    named: &Named<Digraph>,
    asked: Asked,
    language: Language,
    budget: &Budget,
) -> Result<Vec<Fact>, GraphError> {
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
            lines: each(names, order, asked.most(), |v| {
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
    if let Some((from, to)) = asked.path {
        facts.push(path_fact(digraph, names, from, to));
    }
    facts.push(cycle_fact("odd_cycle", "odd cycle", names, odd_cycle(digraph).as_deref()));
    facts.push(cycle_fact("even_cycle", "even cycle", names, even_cycle(digraph, budget)?.as_deref()));
    facts.extend(component_facts(digraph, names, asked.most()));
    facts.push(sides_fact(names, bipartition_of_arcs(digraph)));
    let circuits = asked.steps.then(|| circuits_to_join(digraph));
    facts.extend(euler_facts(names, euler_circuit(digraph), circuits, language));
    Ok(facts)
}

fn of_graph(named: &Named<Graph>, asked: Asked, language: Language) -> Result<Vec<Fact>, GraphError> {
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
            lines: each(names, order, asked.most(), |v| Text::verbatim(graph.degree(v))),
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
    if let Some((from, to)) = asked.path {
        facts.push(path_fact(&both, names, from, to));
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
        lines: part_lines(names, parts.iter().map(|part| part.iter().copied()), asked.most()),
    });
    facts.push(sides_fact(names, bipartition(graph)));
    let circuits = asked.steps.then(|| circuits_to_join_undirected(graph));
    facts.extend(euler_facts(names, euler_circuit_undirected(graph), circuits, language));
    Ok(facts)
}

fn path_fact(digraph: &Digraph, names: &Names, start: u32, end: u32) -> Fact {
    let ends = |text: Text| text.with("from", names.name(start as usize)).with("to", names.name(end as usize));
    if let Some(path) = shortest_path(digraph, start, end) {
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
    }
}

fn cycle_fact(key: &'static str, heading: &'static str, names: &Names, cycle: Option<&[u32]>) -> Fact {
    match cycle {
        Some(cycle) => Fact::new(key, heading, list(names, wide(cycle)), listed(names, wide(cycle))),
        None => Fact::new(key, heading, Value::Null, Text::new("none")),
    }
}

/// Sets of vertices, a line each, at most `shown` of them.
fn part_lines<I: Iterator<Item = usize>>(
    names: &Names,
    parts: impl ExactSizeIterator<Item = I>,
    shown: usize,
) -> Vec<Text> {
    let count = parts.len();
    let line = |(number, part): (usize, I)| {
        Text::new("{number}: {list}").with("number", number).with_text("list", listed(names, part))
    };
    let mut lines = vec![Text::verbatim(count)];
    lines.extend((1..).zip(parts).take(shown).map(line));
    if count > shown {
        lines.push(and_more(count - shown));
    }
    lines
}

/// The strong components, sinks first, and the arcs between them.
fn component_facts(digraph: &Digraph, names: &Names, shown: usize) -> [Fact; 2] {
    let strong = strong_components(digraph, |_| true);
    let parts: Vec<&[u32]> = strong.iter().collect();
    let between = condensation(digraph, &strong);
    let arcs: Vec<String> = between.arcs().map(|(from, to)| format!("{} → {}", from + 1, to + 1)).collect();
    let told = match arcs.len() {
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
            lines: part_lines(names, parts.iter().map(|part| wide(part)), shown),
        },
        Fact::new(
            "condensation",
            "condensed",
            between.arcs().map(|(from, to)| json!([from + 1, to + 1])).collect(),
            told,
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
    language: Language,
) -> Vec<Fact> {
    let closed = |walk: &[u32]| wide(walk).chain(wide(walk).take(1)).collect::<Vec<_>>();
    let mut facts = Vec::new();
    match &circuit {
        Err(reason) => {
            let why = reason.text(|v| names.name(v));
            let line = Text::new("no closed walk uses everything once: {reason}").with_text("reason", why.clone());
            let value = json!({"circuit": null, "reason": why.say(language)});
            facts.push(Fact::new("euler", "Euler", value, line));
        }
        Ok(walk) => {
            let why = Text::new("everything hangs together, and each vertex is left as often as it is entered");
            let value = json!({"circuit": list(names, closed(walk)), "reason": why.say(language)});
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

fn picture(graph: &AnyGraph, what: Drawn, language: Language) -> Result<Picture, Text> {
    let too_large = |order: usize, size: usize| {
        let reason =
            Text::new("{order} vertices and {size} edges are too many for a picture: at most {most} and {more}");
        reason.with("order", order).with("size", size).with("most", MOST_DRAWN).with("more", 8 * MOST_DRAWN)
    };
    let fits = |order: usize, size: usize| order <= MOST_DRAWN && size <= 8 * MOST_DRAWN;
    match (graph, what) {
        (AnyGraph::Undirected(_), Drawn::Condensation) => {
            Err(Text::new("the condensation is that of a digraph; give --directed"))
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
            condensed(named, &strong, &between, language)
        }
    }
}

/// The strong components in layers, arcs leading downwards; those with a cycle stand out.
fn condensed(
    named: &Named<Digraph>,
    strong: &StrongComponents,
    between: &Digraph,
    language: Language,
) -> Result<Picture, Text> {
    let vertex = |(number, part): (usize, &[u32])| {
        let role = if strong.is_cyclic(&named.graph, number) { Role::Highlight } else { Role::Plain };
        Vertex::new(format!("{{{}}}", listed(&named.names, wide(part).take(6)).say(language))).role(role)
    };
    let levels: Vec<usize> = grundy_graph::acyclic::levels(between)
        .into_iter()
        .map(|level| level.map(|level| level as usize))
        .collect::<Option<_>>()
        .ok_or_else(|| GraphError::Cyclic { vertex: 1 }.problem())?;
    let vertices = strong.iter().enumerate().map(vertex).collect();
    let arcs = between.arcs().map(|(u, v)| Edge::arc(u, v)).collect();
    let description = Text::new("{count} strong components; those with a cycle stand out").with("count", strong.len());
    Ok(Network::new(vertices, arcs)
        .by_level(&levels)
        .picture("", description)
        .titled(Text::new("Condensation of a digraph")))
}
