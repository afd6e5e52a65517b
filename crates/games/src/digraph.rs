//! Play on any digraph: move a token along an arc.

use crate::graphs;
use grundy_draw::{Edge, Gesture, Network, Picture, Role, Vertex};
use grundy_game::{
    Draws, Game, ImpartialHints, Info, Input, ParseError, PartisanHints, Player, Refusal, Rules, Text, TheoremNote,
};
use grundy_graph::names::{Names, escaped_but, unescaped};
use grundy_graph::{Digraph, acyclic, format, parse_arcs, write_arcs};

/// A digraph to play on, with the names of its vertices.
#[derive(Clone, Debug)]
pub struct Arcs {
    /// How the digraph is written: its arcs, or the file it is in when they are too many.
    source: String,
    digraph: Digraph,
    names: Names,
    /// Whether it has no cycle.
    acyclic: bool,
}

/// Digraphs are told apart by their arcs; what vertices are called does not matter.
impl PartialEq for Arcs {
    fn eq(&self, other: &Self) -> bool {
        self.digraph == other.digraph
    }
}

impl Rules for Arcs {
    type Position = u32;
    type Move = u32;

    fn moves(&self, vertex: &u32, _: Player, moves: &mut Vec<u32>) -> Result<(), Refusal> {
        moves.extend(self.digraph.successors(*vertex as usize));
        Ok(())
    }

    const DRAWS: Draws = Draws::Perhaps;

    fn ends(&self) -> bool {
        self.acyclic
    }

    fn play(&self, vertex: &mut u32, to: &u32) {
        *vertex = *to;
    }
}

impl ImpartialHints for Arcs {}

impl PartisanHints for Arcs {}

impl Game for Arcs {
    const INFO: Info = Info {
        name: "digraph",
        summary: "move a token along the arcs of a digraph",
        rules: "A token stands on a vertex. A move carries it along an arc to another vertex; where no arc leaves, there is \
                no move. Where the digraph has cycles, a play that goes on for ever is a draw.",
        notation: "digraph:ARCS@START with arcs such as a>b and lone vertices separated by commas, or digraph:@FILE@START with \
                   a file in any format for digraphs: digraph:a>b,a>c,b>c@a, digraph:@g.txt@1. In names, characters other \
                   than letters, digits and _ . ' : / - are written with % as in web addresses: x%40y is x@y",
        theorems: &[
            TheoremNote {
                statement: "The kernel, which every acyclic digraph has exactly once, is the set of vertices from which second \
                        wins.",
                literature: "J. von Neumann and O. Morgenstern, Theory of Games and Economic Behavior (1944)",
            },
            TheoremNote {
                statement: "Where play may go round, a vertex has a nimber or is infinite, and these loopy nimbers add in sums.",
                literature: "C. A. B. Smith, Graphs and composite games (1966); A. S. Fraenkel and Y. Perl, Constructions in \
                         combinatorial games with cycles (1975)",
            },
        ],
        examples: &["digraph:a>b,a>c,b>c@a", "digraph:a>b,b>a,b>c@a", "digraph:@game.txt@1"],
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
        let offset = text.len() + 1;
        let start = unescaped(start).map_err(|(at, problem)| input.error(offset + at, 0, problem))?;
        let Some(vertex) = names.vertex(&start, digraph.order()) else {
            let problem = Text::new("no vertex is called `{name}`").with("name", shown(&start));
            return Err(input
                .error(offset, input.position.0.len() - offset, problem)
                .help("the start must be a vertex"));
        };
        let arcs = digraph.size() + digraph.order();
        let source =
            if text.starts_with('@') && arcs > MOST_WRITTEN { text.to_owned() } else { write_arcs(&digraph, &names) };
        let acyclic = acyclic::in_order(&digraph, |_| ()).is_ok();
        Ok((Self { source, digraph, names, acyclic }, vertex as u32))
    }

    fn write(&self, vertex: &u32) -> String {
        format!("{}@{}", self.source, written(&self.names, *vertex as usize))
    }

    fn label(&self, position: &u32, played: &u32) -> String {
        self.words(position, played).to_string()
    }

    fn words(&self, _: &u32, to: &u32) -> Text {
        Text::new("to {position}").with("position", graphs::spoken(&self.names, *to as usize))
    }

    fn board(&self, vertex: &u32) -> String {
        let to: Vec<String> =
            self.digraph.successors(*vertex as usize).iter().map(|&v| self.names.name(v as usize)).collect();
        format!("{} → {}", self.names.name(*vertex as usize), to.join(", "))
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
            let role = if v == at { Role::Highlight } else { Role::Plain };
            Vertex::new(self.names.name(v)).role(role).key(Network::vertex_key(v))
        };
        let mut arcs = Vec::new();
        for (from, &v) in shown.iter().enumerate() {
            let role = if v == at { Role::Highlight } else { Role::Muted };
            let ends = self.digraph.successors(v).iter().filter_map(|&to| Some((to, place(to as usize)?)));
            arcs.extend(ends.map(|(end, to)| Edge::arc(from, to).role(role).key(format!("e{v}-{end}"))));
        }
        let description = Text::new("A token stands on {vertex}; a move carries it along an arc.")
            .with("vertex", self.names.name(at));
        let network = Network::new(shown.iter().map(named).collect(), arcs);
        let network = if self.acyclic {
            let levels = self.levels();
            network.by_level(&shown.iter().map(|&v| levels[v]).collect::<Vec<_>>())
        } else {
            network
        };
        let network = place(at).map_or(network.clone(), |token| network.token(token));
        let go = |&to: &u32| {
            let slides = (to as usize != at).then_some(Network::TOKEN);
            Gesture::new(self.label(vertex, &to), [Network::vertex_key(to as usize)]).slides(slides)
        };
        let ways = self.digraph.successors(at).iter().filter(|&&to| place(to as usize).is_some()).map(go);
        ways.fold(network, Network::gesture).picture(self.text(vertex), description)
    }

    /// All acyclic digraphs on four vertices with arcs to larger numbers and all digraphs on three, from the first vertex.
    fn small() -> Vec<String> {
        let pairs = [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];
        let arcs = |code: u32| {
            let chosen = pairs.iter().enumerate().filter(move |(at, _)| code >> at & 1 == 1);
            chosen.map(|(_, (from, to))| format!("{from}>{to}")).collect::<Vec<_>>().join(",")
        };
        let acyclic = (1..64).filter(|code| code & 7 != 0).map(|code| format!("digraph:{}@1", arcs(code)));
        let every: Vec<(u32, u32)> = (1..=3).flat_map(|from| (1..=3).map(move |to| (from, to))).collect();
        let any = (1..512_u32).map(|code| {
            let chosen = every.iter().enumerate().filter(|(at, _)| code >> at & 1 == 1);
            let list = chosen.map(|(_, (from, to))| format!("{from}>{to}")).collect::<Vec<_>>().join(",");
            format!("digraph:{list}@1")
        });
        acyclic.chain(any).collect()
    }
}

impl Arcs {
    /// The longest play from every vertex of an acyclic digraph.
    fn levels(&self) -> Vec<usize> {
        let levels = acyclic::levels(&self.digraph).into_iter();
        // why: without a cycle every vertex has a level.
        levels.map(|level| level.unwrap_or(0) as usize).collect()
    }
}

/// Larger digraphs are drawn around the token only.
const MOST_DRAWN: usize = 150;

/// Digraphs with more vertices and arcs stay in their files.
const MOST_WRITTEN: usize = 2000;

/// The name of a vertex as the notation writes it.
fn written(names: &Names, v: usize) -> String {
    escaped_but(&names.name(v), "-")
}

fn shown(text: &str) -> String {
    text.chars().take(20).collect()
}

fn from_file(input: &Input<'_>, path: &str) -> Result<(Digraph, Names), ParseError> {
    let error = |help: Text| input.position_error(Text::new("cannot read `{name}`").with("name", path)).help(help);
    let bytes = input.files.read(path).map_err(|problem| error(problem.0))?;
    let read =
        format::read_digraph(&bytes, None, &graphs::reading(input)).map_err(|problem| error(problem.problem()))?;
    Ok((read.graph, read.names))
}

/// Vertices stand in natural order of their names; the start may be one without arcs.
fn from_arcs(input: &Input<'_>, text: &str, start: &str) -> Result<(Digraph, Names), ParseError> {
    if let Some(at) = text.find('@') {
        let problem = Text::new("`@` stands before the start alone; in a name it is written `%40`");
        return Err(input.error(at, 1, problem));
    }
    let lone = start.is_empty() || start.contains(['>', ',']);
    let list = if lone { text.to_owned() } else { format!("{text},{start}") };
    let named = parse_arcs(&list, &graphs::reading(input)).map_err(|error| graphs::complaint(input, &error))?;
    Ok((named.graph, named.names))
}
