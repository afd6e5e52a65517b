//! Cops and robber on a graph: the cops win when one of them stands where the robber does.

use crate::graphs;
use grundy_budget::pulse;
use grundy_draw::{Edge, Network, Picture, Role, Vertex};
use grundy_game::{
    Game, ImpartialHints, Info, Input, Kind, Outcome, ParseError, PartisanHints, Player, Refusal, Rules, Text,
    TheoremNote, for_example,
};
use grundy_graph::{Graph, Named};
use std::collections::BTreeSet;

/// A graph with so many cops. Left is the cops, Right the robber.
#[derive(Clone, Debug)]
pub struct Cops {
    /// How the graph is written.
    source: String,
    named: Named<Graph>,
    count: usize,
}

/// The game is told by its graph and the number of cops; what vertices are called does not matter.
impl PartialEq for Cops {
    fn eq(&self, other: &Self) -> bool {
        self.named.graph == other.named.graph && self.count == other.count
    }
}

/// Where everybody stands; the cops in ascending order, nobody before they are placed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Places {
    cops: Vec<u8>,
    robber: Option<u8>,
}

/// All cops go to new places, the robber goes to one, or the robber waits for the cops to be placed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Go {
    /// The new places of the cops, in ascending order.
    Cops(Vec<u8>),
    /// The new place of the robber.
    Robber(u8),
    /// Nothing.
    Wait,
}

/// Most cops, and most vertices.
const MOST: (usize, usize) = (6, 250);

impl Cops {
    /// A vertex and its neighbours.
    fn around(&self, v: u8) -> impl Iterator<Item = u8> + '_ {
        let graph = &self.named.graph;
        let near = (0..graph.order()).filter(move |&u| u == usize::from(v) || graph.has_edge(u, usize::from(v)));
        near.map(|u| u as u8)
    }

    /// Every way to choose a place for each cop from those that `reach` gives for it, each set of places once.
    fn choices(&self, reach: impl Fn(usize) -> Vec<u8>) -> Vec<Vec<u8>> {
        let mut all: BTreeSet<Vec<u8>> = BTreeSet::from([Vec::new()]);
        for cop in 0..self.count {
            let places = reach(cop);
            let mut longer = BTreeSet::new();
            for chosen in &all {
                pulse(places.len() as u64);
                longer.extend(places.iter().map(|&place| {
                    let mut more = chosen.clone();
                    more.push(place);
                    more.sort_unstable();
                    more
                }));
            }
            all = longer;
        }
        all.into_iter().collect()
    }

    fn caught(places: &Places) -> bool {
        places.robber.is_some_and(|robber| places.cops.contains(&robber))
    }

    fn name(&self, v: u8) -> String {
        graphs::spoken(&self.named.names, usize::from(v))
    }

    fn names(&self, list: &[u8], name: impl Fn(u8) -> String) -> String {
        list.iter().map(|&v| name(v)).collect::<Vec<_>>().join(",")
    }
}

impl Rules for Cops {
    type Position = Places;
    type Move = Go;
    const KIND: Kind = Kind::Partisan;

    fn moves(&self, places: &Places, player: Player, moves: &mut Vec<Go>) -> Result<(), Refusal> {
        if Self::caught(places) {
            return Ok(());
        }
        let all = || (0..self.named.graph.order() as u8).collect::<Vec<u8>>();
        match (player, places.cops.is_empty(), places.robber) {
            (Player::Left, true, _) => moves.extend(self.choices(|_| all()).into_iter().map(Go::Cops)),
            (Player::Left, false, _) => {
                let choices = self.choices(|cop| self.around(places.cops[cop]).collect());
                moves.extend(choices.into_iter().map(Go::Cops));
            }
            (Player::Right, true, _) => moves.push(Go::Wait),
            (Player::Right, false, None) => moves.extend(all().into_iter().map(Go::Robber)),
            (Player::Right, false, Some(robber)) => moves.extend(self.around(robber).map(Go::Robber)),
        }
        Ok(())
    }

    fn play(&self, places: &mut Places, go: &Go) {
        match go {
            Go::Cops(cops) => places.cops.clone_from(cops),
            Go::Robber(to) => places.robber = Some(*to),
            Go::Wait => {}
        }
    }

    fn move_count(&self, places: &Places) -> Option<u64> {
        let order = self.named.graph.order() as u64;
        let ways = |cop: usize| places.cops.get(cop).map_or(order, |&v| self.around(v).count() as u64);
        Some((0..self.count).map(ways).fold(order, u64::saturating_mul))
    }

    fn ends(&self) -> bool {
        false
    }

    fn declares(&self) -> bool {
        true
    }

    fn ending(&self, places: &Places, _: Player) -> Option<Outcome> {
        Self::caught(places).then_some(Outcome::Left)
    }

    fn position_bytes(&self, _: &Places) -> usize {
        size_of::<Places>() + 16
    }
}

impl ImpartialHints for Cops {}

impl PartisanHints for Cops {}

impl Game for Cops {
    const INFO: Info = Info {
        name: "cops",
        summary: "cops and robber on any graph",
        rules: "Left places the cops, then Right the robber; before that Right waits. Then they move by turns: Left as many of the \
                cops as wanted along an edge each, Right the robber along an edge or not at all. The cops win when one stands \
                where the robber does; a robber who is never caught has a draw. The least number of cops that win is the cop \
                number of the graph.",
        notation: "cops(K):GRAPH with K cops, then where they stand, then where the robber does: cops(2):petersen, \
                   cops(2):petersen;1,2 or cops(2):petersen;1,2;7",
        theorems: &[
            TheoremNote {
                statement: "One cop wins exactly on the dismantlable graphs, trees among them: again and again a vertex can be taken \
                            away all of whose neighbours, and itself, are neighbours of one other vertex.",
                literature: "R. Nowakowski and P. Winkler, Vertex-to-vertex pursuit in a graph (1983); A. Quilliot (1978)",
            },
            TheoremNote {
                statement: "Three cops win on every planar graph; two on every grid; on the Petersen graph three are needed.",
                literature: "M. Aigner and M. Fromme, A game of cops and robbers (1984)",
            },
        ],
        examples: &["cops(1):path(4)", "cops(2):cycle(5)", "cops(2):petersen;1,3;9"],
    };

    fn read(input: &Input<'_>) -> Result<(Self, Places), ParseError> {
        let example = "cops(2):petersen";
        let text = input.required_arguments(example)?;
        let count = text.trim().parse().ok().filter(|count| (1..=MOST.0).contains(count)).ok_or_else(|| {
            let problem = Text::new("the number of cops is from 1 to {most}").with("most", MOST.0);
            input.argument_error(0, text.len(), problem).help(for_example(example))
        })?;
        // The graph, then up to two lists.
        let (inner, last) = graphs::cut(input);
        let (graph, first) = graphs::cut(&inner);
        let (cops, robber) = match (first, last) {
            (Some(cops), robber) => (Some(cops), robber),
            (None, cops) => (cops, None),
        };
        let named = graphs::read(&graph)?;
        if named.graph.order() == 0 || named.graph.order() > MOST.1 {
            let problem = Text::new("the graph has from 1 to {most} vertices").with("most", MOST.1);
            return Err(input.position_error(problem));
        }
        let vertex = |(offset, name): (usize, &str)| graphs::vertex(input, offset, name, &named).map(|v| v as u8);
        let mut places = Places { cops: Vec::new(), robber: None };
        if let Some((list, mut offset)) = cops {
            for name in list.split(',') {
                places.cops.push(vertex((offset, name))?);
                offset += name.len() + 1;
            }
            places.cops.sort_unstable();
            if places.cops.len() != count {
                let problem = Text::new("{count} cops are expected").with("count", count);
                return Err(input.position_error(problem).help(for_example("cops(2):petersen;1,2;7")));
            }
        }
        if let Some((name, offset)) = robber {
            places.robber = Some(vertex((offset, name))?);
        }
        let source = graphs::written(&graph, &named);
        Ok((Self { source, named, count }, places))
    }

    fn arguments(&self) -> Option<String> {
        Some(self.count.to_string())
    }

    fn write(&self, places: &Places) -> String {
        let name = |v: u8| graphs::written_name(&self.named.names, usize::from(v));
        let mut text = self.source.clone();
        if !places.cops.is_empty() {
            text = format!("{text};{}", self.names(&places.cops, name));
        }
        if let Some(robber) = places.robber {
            text = format!("{text};{}", name(robber));
        }
        text
    }

    fn label(&self, places: &Places, go: &Go) -> String {
        self.words(places, go).to_string()
    }

    fn words(&self, _: &Places, go: &Go) -> Text {
        match go {
            Go::Cops(cops) => Text::new("cops on {places}").with("places", self.names(cops, |v| self.name(v))),
            Go::Robber(to) => Text::new("robber on {place}").with("place", self.name(*to)),
            Go::Wait => Text::new("wait"),
        }
    }

    fn board(&self, places: &Places) -> String {
        let cops = if places.cops.is_empty() { "–".to_owned() } else { self.names(&places.cops, |v| self.name(v)) };
        let robber = places.robber.map_or("–".to_owned(), |v| self.name(v));
        format!("cops   {cops}\nrobber {robber}")
    }

    fn picture(&self, places: &Places) -> Picture {
        let graph = &self.named.graph;
        let robber = self.offered(places, Player::Right);
        let cops = self.offered(places, Player::Left);
        let vertex = |v: usize| {
            let here = v as u8;
            let role = match (places.cops.contains(&here), places.robber == Some(here)) {
                (true, true) => Role::Highlight,
                (true, false) => Role::Left,
                (false, true) => Role::Right,
                (false, false) => Role::Plain,
            };
            let plain = Vertex::new(self.named.names.name(v)).role(role);
            let runs = robber.iter().filter(|go| **go == Go::Robber(here) || (**go == Go::Wait && v == 0));
            // One cop at a time is moved by clicking; the rest of the moves are in the list.
            let new = |cop: &Go| match cop {
                Go::Cops(after) => {
                    let mut rest = places.cops.clone();
                    let fresh = after.iter().filter(|&&place| match rest.iter().position(|&old| old == place) {
                        Some(at) => {
                            rest.remove(at);
                            false
                        }
                        None => true,
                    });
                    let fresh: Vec<u8> = fresh.copied().collect();
                    fresh == [here]
                        || (fresh.is_empty() && v == usize::from(after[0]))
                        || (places.cops.is_empty() && after[0] == here)
                }
                _ => false,
            };
            let chase = cops.iter().filter(|cop| new(cop));
            runs.chain(chase).fold(plain, |vertex, go| vertex.plays(self.label(places, go)))
        };
        let edges = graph.edges().map(|(u, v)| Edge::new(u, v)).collect();
        let description = Text::new("A graph with the places of the cops and of the robber.");
        Network::new((0..graph.order()).map(vertex).collect(), edges).picture(self.text(places), description)
    }

    fn small() -> Vec<String> {
        let graphs = ["path(1)", "path(3)", "cycle(3)", "cycle(4)", "path(4)", "star(3)", "1-2,3"];
        let one = graphs.iter().map(|graph| format!("cops(1):{graph}"));
        let two = ["cycle(4)", "path(3)"].iter().map(|graph| format!("cops(2):{graph}"));
        one.chain(two).chain(["cops(1):cycle(5);1;3".to_owned(), "cops(2):cycle(5);1,1;3".to_owned()]).collect()
    }
}
