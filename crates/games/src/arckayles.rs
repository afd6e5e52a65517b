//! Arc Kayles: take an edge together with every edge that touches it.

use crate::Catalogue;
use crate::catalogue::Entry;
use crate::graphs;
use crate::vertex_sets::{self, Host, Reading, Vertices, count, members, remove};
use grundy_draw::Picture;
use grundy_game::{
    Game, ImpartialHints, Info, Input, Known, ParseError, PartisanHints, Play, Player, Refusal, Rules, Text, Theorem,
    TheoremNote, notation,
};
use grundy_graph::{Graph, Named};
use grundy_solve::{Placed, Subject};

/// The rules on one graph of at most 64·W vertices, with the nimbers of paths and cycles.
///
/// Taking an edge with all that touches it is taking its two ends, so positions are vertex sets.
#[derive(Debug, PartialEq)]
pub struct ArcKayles<const W: usize> {
    host: Host<W>,
    paths: Vec<u64>,
    cycles: Vec<u64>,
}

impl<const W: usize> ArcKayles<W> {
    fn new(text: String, named: Named<Graph>) -> Self {
        let order = named.graph.order();
        let paths = path_nimbers(order);
        // Any move on a cycle leaves the path without two neighbours.
        let cycles = (0..=order).map(|n| u64::from(n >= 3 && paths[n - 2] == 0)).collect();
        Self { host: Host::new(text, named), paths, cycles }
    }
}

/// The octal game 0.07: two neighbours go from a row.
fn path_nimbers(order: usize) -> Vec<u64> {
    vertex_sets::path_nimbers(order, |n| (0..n / 2).map(|i| (2, i)).collect())
}

impl<const W: usize> Rules for ArcKayles<W> {
    type Position = Vertices<W>;
    type Move = (u32, u32);

    fn moves(&self, set: &Vertices<W>, _: Player, moves: &mut Vec<(u32, u32)>) -> Result<(), Refusal> {
        for u in members(set) {
            let joined: Vertices<W> = std::array::from_fn(|word| set[word] & self.host.row(u)[word]);
            moves.extend(members(&joined).filter(|&v| v > u).map(|v| (u as u32, v as u32)));
        }
        Ok(())
    }

    fn play(&self, set: &mut Vertices<W>, &(u, v): &(u32, u32)) {
        remove(set, u as usize);
        remove(set, v as usize);
    }

    const GATHERS: bool = true;

    fn split(&self, set: &Vertices<W>, parts: &mut Vec<Vertices<W>>) {
        let first = parts.len();
        self.host.components(set, parts);
        // A vertex without edges has no move.
        let mut kept = first;
        for at in first..parts.len() {
            if count(&parts[at]) > 1 {
                parts.swap(kept, at);
                kept += 1;
            }
        }
        parts.truncate(kept);
    }

    fn canonicalise(&self, set: &mut Vertices<W>) {
        let lonely: Vec<usize> = members(set).filter(|&v| self.host.degree(set, v) == 0).collect();
        lonely.into_iter().for_each(|v| remove(set, v));
    }

    fn theorem(&self, set: &Vertices<W>, play: Play) -> Option<Theorem<(u32, u32)>> {
        let nimber = self.closed_form(set).filter(|_| play == Play::Normal)?;
        let reason =
            Text::new("every component is a path or a cycle: the values of the octal game 0.07 add up to {nimber}");
        Some(Theorem { known: Known::Nimber(nimber), reason: reason.with("nimber", nimber), winning: None })
    }

    fn weight(&self, set: &Vertices<W>) -> usize {
        count(set)
    }
}

impl<const W: usize> ImpartialHints for ArcKayles<W> {
    const COMMUTES: bool = true;

    fn closed_form(&self, set: &Vertices<W>) -> Option<u64> {
        self.host.by_paths_and_cycles(set, &self.paths, &self.cycles)
    }
}

impl<const W: usize> PartisanHints for ArcKayles<W> {}

impl<const W: usize> Game for ArcKayles<W> {
    const INFO: Info = Info {
        name: "arckayles",
        summary: "Arc Kayles: on a graph, take an edge with every edge that touches it",
        rules: "A move takes an edge together with all edges that share an end with it. Whoever cannot move loses (normal play).",
        notation: "arckayles:GRAPH; GRAPH is a name (path(9), grid(3,4), …), edges 1-2,2-3,a-b, a graph6 string, g6:STRING, or @FILE; at \
                   most 1024 vertices; GRAPH;1,4 is what is left when vertices 1 and 4 are gone",
        theorems: &[TheoremNote {
            statement: "On paths and cycles it is the octal game 0.07.",
            literature: "T. J. Schaefer, On the complexity of some two-person perfect-information games (1978)",
        }],
        examples: &["arckayles:petersen", "arckayles:grid(3,4)", "arckayles:path(20)"],
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

    fn label(&self, position: &Vertices<W>, played: &(u32, u32)) -> String {
        self.words(position, played).to_string()
    }

    fn words(&self, _: &Vertices<W>, (u, v): &(u32, u32)) -> Text {
        graphs::edge_words(&self.host.names, *u as usize, *v as usize)
    }

    fn picture(&self, set: &Vertices<W>) -> Picture {
        let places: Vec<usize> = members(set).collect();
        graphs::picture(
            notation::write("arckayles", None, &self.write(set)),
            &self.host.induced(set),
            |v| self.host.names.name(places[v]),
            |_| None,
            |u, v| Some(self.label(set, &(places[u] as u32, places[v] as u32))),
        )
    }

    fn small() -> Vec<String> {
        let named = ["?", "path(9)", "cycle(8)", "grid(2,4)", "star(5)", "wheel(6)"];
        let all = graphs::all_small(5).into_iter().chain(named.iter().map(|name| (*name).to_owned()));
        all.map(|graph| format!("arckayles:{graph}")).collect()
    }
}

/// The catalogue's entry: one machine word for graphs of up to 64 vertices, sixteen beyond.
pub const ENTRY: Entry = Entry { info: ArcKayles::<1>::INFO, read, small: ArcKayles::<1>::small, graph_table: None };

fn read(input: &Input<'_>, _: &Catalogue) -> Result<Box<dyn Subject>, ParseError> {
    if vertex_sets::read(input)?.named.graph.order() <= 64 {
        let (rules, set) = ArcKayles::<1>::read(input)?;
        Ok(Placed::boxed(rules, set))
    } else {
        let (rules, set) = ArcKayles::<16>::read(input)?;
        Ok(Placed::boxed(rules, set))
    }
}
