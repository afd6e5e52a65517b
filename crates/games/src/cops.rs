//! Cops and robber on a graph: the cops win when one of them stands where the robber does.

use crate::graphs;
use crate::multisets::Multisets;
use grundy_budget::{pulse, room_for};
use grundy_draw::{Edge, Gesture, Network, Picture, Role, Vertex};
use grundy_game::{
    Achieved, Draws, Game, ImpartialHints, Info, Input, Kind, Outcome, ParseError, PartisanHints, Player, Refusal,
    Rules, StateNumbering, Text, TheoremNote, for_example,
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

/// The states in which all cops are placed, numbered: the places of the cops as a set with repetitions, then the place of the
/// robber or none, then who is about to move.
struct Beats {
    count: usize,
    order: usize,
    /// For each vertex, itself and its neighbours.
    around: Vec<Vec<u16>>,
    sets: Multisets,
    /// The places of the cops, `count` a set, the sets in the order of their numbers.
    places: Vec<u16>,
    /// The sets that all cops together can go to from each, and where they begin.
    reach: Vec<u32>,
    starts: Vec<u32>,
}

/// Most steps from sets of places to others that are kept.
const MOST_STEPS: usize = 1 << 27;

impl Beats {
    /// The numbering, unless it is too large to be kept.
    fn new(graph: &Graph, count: usize) -> Option<Self> {
        let order = graph.order();
        let near = |v: usize| (0..order).filter(move |&u| u == v || graph.has_edge(u, v)).map(|u| u as u16);
        let around: Vec<Vec<u16>> = (0..order).map(|v| near(v).collect()).collect();
        let sets = Multisets::new(count, order)?;
        let most = around.iter().map(Vec::len).max()?;
        let steps = most.checked_pow(count as u32)?.min(sets.count()).checked_mul(sets.count())?;
        let states = sets.count().checked_mul(2 * (order + 1))?;
        if steps > MOST_STEPS || u32::try_from(states).is_err() {
            return None;
        }
        room_for((4 * steps + sets.count() * (2 * count + 4)) as u64);
        let mut places = vec![0; sets.count() * count];
        places.chunks_exact_mut(count).enumerate().for_each(|(number, places)| sets.unrank(number, places));
        let mut beats = Self { count, order, around, sets, places, reach: Vec::new(), starts: vec![0] };
        let mut reached = Vec::new();
        for set in 0..beats.sets.count() {
            pulse(1);
            reached.clear();
            beats.spread(beats.cops(set), &mut Vec::new(), &mut reached);
            reached.sort_unstable();
            reached.dedup();
            beats.reach.extend(&reached);
            beats.starts.push(beats.reach.len() as u32);
        }
        Some(beats)
    }

    /// The numbers of the sets that the cops left to go can reach, when the others have gone to `gone`; some more than once.
    fn spread(&self, cops: &[u16], gone: &mut Vec<u16>, reached: &mut Vec<u32>) {
        let Some((&cop, rest)) = cops.split_first() else {
            let mut places = [0; MOST.0];
            let places = &mut places[..gone.len()];
            places.copy_from_slice(gone);
            places.sort_unstable();
            reached.push(self.sets.rank(places) as u32);
            return;
        };
        for &place in &self.around[usize::from(cop)] {
            gone.push(place);
            self.spread(rest, gone, reached);
            gone.pop();
        }
    }

    fn cops(&self, set: usize) -> &[u16] {
        &self.places[set * self.count..][..self.count]
    }

    fn reached(&self, set: usize) -> &[u32] {
        &self.reach[self.starts[set] as usize..self.starts[set + 1] as usize]
    }

    /// The set of places, the place of the robber (or the number of vertices) and the player of a state.
    fn parts(&self, state: usize) -> (usize, usize, Player) {
        let player = Player::BOTH[state % 2];
        (state / 2 / (self.order + 1), state / 2 % (self.order + 1), player)
    }

    fn state(&self, set: usize, robber: usize, player: Player) -> usize {
        (set * (self.order + 1) + robber) * 2 + player as usize
    }

    fn caught(&self, set: usize, robber: usize) -> bool {
        self.cops(set).iter().any(|&cop| usize::from(cop) == robber)
    }
}

impl StateNumbering<Places> for Beats {
    fn count(&self) -> usize {
        self.sets.count() * (self.order + 1) * 2
    }

    fn number(&self, places: &Places, player: Player) -> Option<usize> {
        let robber = places.robber.map_or(self.order, usize::from);
        let cops: Vec<u16> = places.cops.iter().map(|&cop| cop.into()).collect();
        (cops.len() == self.count).then(|| self.state(self.sets.rank(&cops), robber, player))
    }

    fn player(&self, state: usize) -> Player {
        self.parts(state).2
    }

    fn moves(&self, state: usize) -> usize {
        let (set, robber, player) = self.parts(state);
        match player {
            _ if self.caught(set, robber) => 0,
            Player::Left => self.reached(set).len(),
            Player::Right if robber == self.order => self.order,
            Player::Right => self.around[robber].len(),
        }
    }

    fn before(&self, state: usize, states: &mut Vec<usize>) {
        let (set, robber, player) = self.parts(state);
        match player {
            // The cops have moved, each along an edge that they could have gone the other way.
            Player::Right => {
                let from = self.reached(set).iter().map(|&from| from as usize);
                let from = from.filter(|&from| !self.caught(from, robber));
                states.extend(from.map(|from| self.state(from, robber, Player::Left)));
            }
            // The robber has moved or come.
            Player::Left if robber < self.order => {
                let from = self.around[robber].iter().map(|&from| usize::from(from));
                let from = from.filter(|&from| !self.caught(set, from)).chain([self.order]);
                states.extend(from.map(|from| self.state(set, from, Player::Right)));
            }
            Player::Left => {}
        }
    }

    fn ended(&self, state: usize) -> Achieved {
        if self.player(state) == Player::Left { Achieved::Win } else { Achieved::Loss }
    }
}

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

    const DRAWS: Draws = Draws::Always;

    fn ends(&self) -> bool {
        false
    }

    fn declares(&self) -> bool {
        true
    }

    fn ending(&self, places: &Places, _: Player) -> Option<Outcome> {
        Self::caught(places).then_some(Outcome::Left)
    }

    /// A robber who is never caught has won.
    fn endless(&self) -> Outcome {
        Outcome::Right
    }

    fn state_numbering(&self, _: &Places) -> Option<Box<dyn StateNumbering<Places>>> {
        Some(Box::new(Beats::new(&self.named.graph, self.count)?))
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
                where the robber does, the robber by never being caught. The least number of cops that win is the cop number of \
                the graph.",
        notation: "cops(K):GRAPH with K cops, then where they stand, then where the robber does: cops(2):petersen, \
                   cops(2):petersen;1,2 or cops(2):petersen;1,2;7",
        theorems: &[
            TheoremNote {
                statement: "One cop wins exactly on the dismantlable graphs, trees among them: again and again a vertex can be taken \
                            away all of whose neighbours, and itself, are neighbours of one other vertex.",
                literature: "R. Nowakowski and P. Winkler, Vertex-to-vertex pursuit in a graph (1983); independently A. Quilliot (1978)",
            },
            TheoremNote {
                statement: "Three cops win on every planar graph, and the dodecahedron needs three; a graph without cycles of three \
                            or four edges needs at least as many cops as its least degree, so the Petersen graph needs three.",
                literature: "M. Aigner and M. Fromme, A game of cops and robbers, Discrete Applied Mathematics 8 (1984), pages 1 to 12",
            },
            TheoremNote {
                statement: "Two cops win on every grid that is not a path; the product of k trees with edges needs (k+1)/2 cops, \
                            rounded up.",
                literature: "M. Maamoun and H. Meyniel, On a game of policemen and robber, Discrete Applied Mathematics 17 (1987), \
                             pages 307 to 309",
            },
        ],
        examples: &["cops(1):path(4)", "cops(2):cycle(5)", "cops(2):petersen;1,3;9"],
    };

    fn read(input: &Input<'_>) -> Result<(Self, Places), ParseError> {
        let example = "cops(2):petersen";
        let text = input.required_arguments(example)?;
        // why: what is not a number is refused by the next step.
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
        let vertex = |v: usize| {
            let here = v as u8;
            let role = match (places.cops.contains(&here), places.robber == Some(here)) {
                (true, true) => Role::Highlight,
                (true, false) => Role::Left,
                (false, true) => Role::Right,
                (false, false) => Role::Plain,
            };
            Vertex::new(self.named.names.name(v)).role(role)
        };
        let edges = graph.edges().map(|(u, v)| Edge::new(u, v)).collect();
        let description = Text::new("A graph with the places of the cops and of the robber.");
        let network = Network::new((0..graph.order()).map(vertex).collect(), edges);
        // The places of all cops are clicked one after the other; a robber who waits for them clicks the first vertex.
        let places_of = |go: &Go| match go {
            Go::Cops(after) => after.clone(),
            Go::Robber(to) => vec![*to],
            Go::Wait => vec![0],
        };
        let moves = Player::BOTH.into_iter().flat_map(|player| self.offered(places, player));
        let gesture = |go: Go| {
            let path = places_of(&go).into_iter().map(|v| Network::vertex_key(usize::from(v)));
            Gesture::new(self.label(places, &go), path)
        };
        moves.map(gesture).fold(network, Network::gesture).picture(self.text(places), description)
    }

    fn small() -> Vec<String> {
        let graphs = ["path(1)", "path(3)", "cycle(3)", "cycle(4)", "path(4)", "star(3)", "1-2,3"];
        let one = graphs.iter().map(|graph| format!("cops(1):{graph}"));
        let two = ["cycle(4)", "path(3)"].iter().map(|graph| format!("cops(2):{graph}"));
        one.chain(two).chain(["cops(1):cycle(5);1;3".to_owned(), "cops(2):cycle(5);1,1;3".to_owned()]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_go_with_the_rules() {
        let texts = ["cops(1):path(1)", "cops(1):path(3)", "cops(2):cycle(4)", "cops(2):star(3)", "cops(3):cycle(5)"];
        for text in texts.into_iter().chain(["cops(2):1-2,2-3,3-4,1-3,5-6"]) {
            let (rules, position) = crate::retracing::read::<Cops>(text);
            crate::retracing::check(&rules, &position);
        }
    }
}
