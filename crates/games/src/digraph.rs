//! Play on any acyclic digraph: move a token along an arc.

use grundy_budget::Budget;
use grundy_draw::{Edge, Network, Picture, Role, Vertex};
use grundy_game::{Game, Info, Input, ParseError, Player, Refusal, Rules, TheoremNote};
use grundy_graph::{Digraph, acyclic, format};

/// An acyclic digraph to play on, with the text it was read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arcs {
    source: String,
    digraph: Digraph,
    names: Vec<String>,
}

impl Rules for Arcs {
    type Position = u32;
    type Move = u32;

    fn moves(&self, vertex: &u32, _: Player, moves: &mut Vec<u32>) -> Result<(), Refusal> {
        moves.extend(self.digraph.successors(*vertex as usize));
        Ok(())
    }

    fn play(&self, vertex: &mut u32, to: &u32) {
        *vertex = *to;
    }
}

impl Game for Arcs {
    const INFO: Info = Info {
        name: "digraph",
        summary: "move a token along the arcs of an acyclic digraph",
        rules: "A token stands on a vertex. A move carries it along an arc to another vertex; where no arc leaves, there is \
                no move. The digraph must have no cycle, so that play ends.",
        notation: "digraph:ARCS@START with arcs such as a>b separated by commas, or digraph:@FILE@START with a file in any \
                   format for digraphs: digraph:a>b,a>c,b>c@a, digraph:@g.txt@1",
        theorems: &[TheoremNote {
            statement: "The kernel, which every acyclic digraph has exactly once, is the set of vertices from which second \
                        wins.",
            literature: "J. von Neumann and O. Morgenstern, Theory of Games and Economic Behavior (1944)",
        }],
        examples: &["digraph:a>b,a>c,b>c@a", "digraph:@game.txt@1"],
    };

    fn read(input: &Input<'_>) -> Result<(Self, u32), ParseError> {
        input.no_arguments()?;
        let (text, start) = match input.position.0.rsplit_once('@') {
            Some((text, start)) if !text.is_empty() => (text, start),
            _ => return Err(input.position_error("the start is missing").help("for example `digraph:a>b,b>c@a`")),
        };
        let (digraph, names) = match text.strip_prefix('@') {
            Some(path) => from_file(input, path)?,
            None => from_arcs(input, text, start)?,
        };
        let Some(vertex) = names.iter().position(|name| name == start) else {
            return Err(input
                .position_error(format!("no vertex is called `{start}`"))
                .help("the start must be a vertex"));
        };
        acyclic::labels(&digraph).map_err(|error| input.position_error(error.to_string()).help("play must end"))?;
        Ok((Self { source: text.to_owned(), digraph, names }, vertex as u32))
    }

    fn write(&self, vertex: &u32) -> String {
        format!("{}@{}", self.source, self.names[*vertex as usize])
    }

    fn label(&self, _: &u32, to: &u32) -> String {
        format!("to {}", self.names[*to as usize])
    }

    fn board(&self, vertex: &u32) -> String {
        let to: Vec<&str> =
            self.digraph.successors(*vertex as usize).iter().map(|&v| self.names[v as usize].as_str()).collect();
        format!("{} → {}", self.names[*vertex as usize], to.join(", "))
    }

    /// The whole digraph when it is small, the arcs out of the token's vertex otherwise; arcs lead downwards.
    fn picture(&self, vertex: &u32) -> Picture {
        let at = *vertex as usize;
        let shown: Vec<usize> = if self.digraph.order() <= MOST_DRAWN {
            (0..self.digraph.order()).collect()
        } else {
            let options = self.digraph.successors(at).iter().map(|&to| to as usize);
            std::iter::once(at).chain(options.take(MOST_DRAWN)).collect()
        };
        let place = |v: usize| shown.iter().position(|&other| other == v);
        let named = |&v: &usize| {
            let option = self.digraph.successors(at).contains(&(v as u32));
            let plain = Vertex::new(self.names[v].clone()).role(if v == at { Role::Highlight } else { Role::Plain });
            if option { plain.plays(self.label(vertex, &(v as u32))) } else { plain }
        };
        let mut arcs = Vec::new();
        for (from, &v) in shown.iter().enumerate() {
            let role = if v == at { Role::Highlight } else { Role::Muted };
            let ends = self.digraph.successors(v).iter().filter_map(|&to| place(to as usize));
            arcs.extend(ends.map(|to| Edge::arc(from, to).role(role)));
        }
        let mut levels = vec![0; self.digraph.order()];
        let _ = acyclic::in_order(&self.digraph, |v| {
            let below = self.digraph.successors(v).iter().map(|&to| levels[to as usize] + 1);
            levels[v] = below.max().unwrap_or(0);
        });
        let levels: Vec<usize> = shown.iter().map(|&v| levels[v]).collect();
        let description = format!("A token stands on {}; a move carries it along an arc.", self.names[at]);
        let network = Network::new(shown.iter().map(named).collect(), arcs).by_level(&levels);
        network.picture(self.text(vertex), description)
    }

    /// All acyclic digraphs on four vertices with arcs to larger numbers, from the first vertex.
    fn small() -> Vec<String> {
        let pairs = [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];
        let arcs = |code: u32| {
            let chosen = pairs.iter().enumerate().filter(move |(at, _)| code >> at & 1 == 1);
            chosen.map(|(_, (from, to))| format!("{from}>{to}")).collect::<Vec<_>>().join(",")
        };
        (1..64).filter(|code| code & 7 != 0).map(|code| format!("digraph:{}@1", arcs(code))).collect()
    }
}

/// Larger digraphs are drawn around the token only.
const MOST_DRAWN: usize = 150;

fn from_file(input: &Input<'_>, path: &str) -> Result<(Digraph, Vec<String>), ParseError> {
    let error = |problem: String| input.position_error(format!("cannot read `{path}`")).help(problem);
    let bytes = input.files.read(path).map_err(|problem| error(problem.to_string()))?;
    let read =
        format::read_digraph(&bytes, None, &Budget::unlimited()).map_err(|problem| error(problem.to_string()))?;
    let names = (0..read.graph.order()).map(|v| read.names.name(v)).collect();
    Ok((read.graph, names))
}

/// Vertices are numbered as they are first named; the start may be one without arcs.
fn from_arcs(input: &Input<'_>, text: &str, start: &str) -> Result<(Digraph, Vec<String>), ParseError> {
    let mut names: Vec<String> = Vec::new();
    let mut arcs = Vec::new();
    let mut number = |name: &str| {
        let known = names.iter().position(|other| other == name);
        known.unwrap_or_else(|| {
            names.push(name.to_owned());
            names.len() - 1
        }) as u32
    };
    for arc in text.split(',') {
        match arc.split_once('>') {
            Some((from, to)) if !from.is_empty() && !to.is_empty() => arcs.push((number(from), number(to))),
            _ => {
                let shown: String = arc.chars().take(20).collect();
                return Err(input
                    .position_error(format!("`{shown}` is not an arc"))
                    .help("expected arcs such as `a>b`"));
            }
        }
    }
    number(start);
    let digraph = Digraph::from_arcs(names.len(), &arcs).map_err(|error| input.position_error(error.to_string()))?;
    Ok((digraph, names))
}
