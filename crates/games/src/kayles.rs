//! Node Kayles: take a vertex together with all its neighbours.

use crate::Catalogue;
use crate::catalogue::Entry;
use crate::graphs;
use crate::vertex_sets::{self, Host, Reading, Vertices, count, members, remove, remove_all};
use grundy_draw::Picture;
use grundy_game::{
    Game, ImpartialHints, Info, Input, Known, ParseError, PartisanHints, Play, Player, Refusal, Rules, Text, Theorem,
    TheoremNote, notation,
};
use grundy_graph::{Graph, Named};
use grundy_solve::{Placed, Subject};

/// The rules on one graph of at most 64·W vertices, with the nimbers of paths and cycles.
#[derive(Debug, PartialEq)]
pub struct Kayles<const W: usize> {
    host: Host<W>,
    paths: Vec<u64>,
    cycles: Vec<u64>,
}

impl<const W: usize> Kayles<W> {
    fn new(text: String, named: Named<Graph>) -> Self {
        let order = named.graph.order();
        let paths = path_nimbers(order);
        // Any move on a cycle leaves the path without the vertex and its two neighbours.
        let cycles = (0..=order).map(|n| u64::from(n >= 3 && paths[n - 3] == 0)).collect();
        Self { host: Host::new(text, named), paths, cycles }
    }
}

/// Dawson's Kayles: the vertex taken is an end (two vertices go) or has i vertices before its left neighbour.
fn path_nimbers(order: usize) -> Vec<u64> {
    vertex_sets::path_nimbers(order, |n| match n {
        0 => Vec::new(),
        1 => vec![(1, 0)],
        _ => std::iter::once((2, 0)).chain((0..(n - 1) / 2).map(|i| (3, i))).collect(),
    })
}

impl<const W: usize> Rules for Kayles<W> {
    type Position = Vertices<W>;
    type Move = u32;

    fn moves(&self, set: &Vertices<W>, _: Player, moves: &mut Vec<u32>) -> Result<(), Refusal> {
        moves.extend(members(set).map(|v| v as u32));
        Ok(())
    }

    fn play(&self, set: &mut Vertices<W>, &v: &u32) {
        remove(set, v as usize);
        remove_all(set, self.host.row(v as usize));
    }

    const GATHERS: bool = true;

    fn split(&self, set: &Vertices<W>, parts: &mut Vec<Vertices<W>>) {
        self.host.components(set, parts);
    }

    fn theorem(&self, set: &Vertices<W>, play: Play) -> Option<Theorem<u32>> {
        let nimber = self.closed_form(set).filter(|_| play == Play::Normal)?;
        let reason =
            Text::new("every component is a path or a cycle: the values of Dawson's Kayles add up to {nimber}");
        Some(Theorem { known: Known::Nimber(nimber), reason: reason.with("nimber", nimber), winning: None })
    }

    fn weight(&self, set: &Vertices<W>) -> usize {
        count(set)
    }
}

impl<const W: usize> ImpartialHints for Kayles<W> {
    const COMMUTES: bool = true;

    fn closed_form(&self, set: &Vertices<W>) -> Option<u64> {
        self.host.by_paths_and_cycles(set, &self.paths, &self.cycles)
    }
}

impl<const W: usize> PartisanHints for Kayles<W> {}

impl<const W: usize> Game for Kayles<W> {
    const INFO: Info = Info {
        name: "kayles",
        summary: "Node Kayles: on a graph, take a vertex with all its neighbours",
        rules: "A move takes a vertex together with all vertices joined to it. Whoever cannot move loses (normal play).",
        notation: "kayles:GRAPH; GRAPH is a name (cycle(12), grid(3,4), …), edges 1-2,2-3,a-b, a graph6 string, g6:STRING, or @FILE; at \
                   most 1024 vertices; GRAPH;1,4 is what is left when vertices 1 and 4 are gone",
        theorems: &[
            TheoremNote {
                statement: "On paths and cycles it is Dawson's Kayles: period 34.",
                literature: "T. R. Dawson (1935); R. K. Guy and C. A. B. Smith, The G-values of various games (1956)",
            },
            TheoremNote {
                statement: "Deciding it on arbitrary graphs is PSPACE-complete; the positions that can be reached are few on \
                            cographs and other graph classes.",
                literature: "T. J. Schaefer (1978); H. L. Bodlaender and D. Kratsch, Kayles and nimbers (2002)",
            },
        ],
        examples: &["kayles:petersen", "kayles:cycle(12)", "kayles:grid(3,5)", "kayles:path(40)"],
    };

    fn read(input: &Input<'_>) -> Result<(Self, Vertices<W>), ParseError> {
        let Reading { text, named, gone } = vertex_sets::read(input)?;
        if named.graph.order() > 64 * W {
            return Err(input.position_error(Text::new("the graph has more than {most} vertices").with("most", 64 * W)));
        }
        let rules = Self::new(text, named);
        let set = rules.host.without(&gone);
        Ok((rules, set))
    }

    fn write(&self, set: &Vertices<W>) -> String {
        self.host.write(set)
    }

    fn label(&self, position: &Vertices<W>, played: &u32) -> String {
        self.words(position, played).to_string()
    }

    fn words(&self, _: &Vertices<W>, v: &u32) -> Text {
        graphs::vertex_words(&self.host.names, *v as usize)
    }

    fn picture(&self, set: &Vertices<W>) -> Picture {
        let places: Vec<usize> = members(set).collect();
        graphs::picture(
            notation::write("kayles", None, &self.write(set)),
            &self.host.induced(set),
            |v| self.host.names.name(places[v]),
            |v| Some(self.label(set, &(places[v] as u32))),
            |_, _| None,
        )
    }

    fn small() -> Vec<String> {
        let named = ["?", "path(9)", "cycle(8)", "grid(2,4)", "petersen", "star(5)", "wheel(6)"];
        let all = graphs::all_small(5).into_iter().chain(named.iter().map(|name| (*name).to_owned()));
        all.map(|graph| format!("kayles:{graph}")).collect()
    }
}

/// The catalogue's entry: one machine word for graphs of up to 64 vertices, sixteen beyond.
pub const ENTRY: Entry = Entry { info: Kayles::<1>::INFO, read, small: Kayles::<1>::small, graph_table: None };

fn read(input: &Input<'_>, _: &Catalogue) -> Result<Box<dyn Subject>, ParseError> {
    if vertex_sets::read(input)?.named.graph.order() <= 64 {
        let (rules, set) = Kayles::<1>::read(input)?;
        Ok(Placed::boxed(rules, set))
    } else {
        let (rules, set) = Kayles::<16>::read(input)?;
        Ok(Placed::boxed(rules, set))
    }
}
