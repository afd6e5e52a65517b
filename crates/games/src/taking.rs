//! Games in which a move takes a few vertices of a graph and forbids nothing else: what Node Kayles and Arc Kayles share.
//!
//! Both are one type, so that both are solved by one set of searches.

use crate::catalogue::Entry;
use crate::graphs;
use crate::vertex_sets::{self, Host, Reading, Vertices, count, members, path_nimbers, remove, remove_all};
use grundy_draw::Picture;
use grundy_game::{
    Game, ImpartialHints, Info, Input, Known, Page, ParseError, PartisanHints, Play, Player, Refusal, Rules, Text,
    Theorem,
};
use grundy_graph::{Graph, Named};
use grundy_solve::{Subject, equip};

/// What one of the games takes, and what is known of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Taking {
    /// The page about the game.
    pub info: Info,
    /// Whether a move takes an edge with its two ends; else a vertex with all its neighbours.
    pub edges: bool,
    /// The moves on a path of so many vertices: how many vertices go, and how many stay before them.
    pub on_path: fn(usize) -> Vec<(usize, usize)>,
    /// How many vertices a move on a cycle takes.
    pub from_cycle: usize,
    /// Why the nimber of paths and cycles is `{nimber}`.
    pub reason: fn() -> Text,
    /// Graphs that the conformance suite tries beside all small ones.
    pub small: &'static [&'static str],
}

/// A game that is a [`Taking`].
pub(crate) trait Taken {
    /// What it takes.
    const TAKING: Taking;
}

/// The rules on one graph of at most 64·W vertices, with the nimbers of paths and cycles.
#[derive(Debug)]
pub struct Takings<const W: usize> {
    taking: Taking,
    host: Host<W>,
    paths: Vec<u64>,
    cycles: Vec<u64>,
}

impl<const W: usize> PartialEq for Takings<W> {
    fn eq(&self, other: &Self) -> bool {
        self.taking.info.name == other.taking.info.name && self.host == other.host
    }
}

impl<const W: usize> Takings<W> {
    fn new(taking: Taking, text: String, named: Named<Graph>) -> Self {
        let order = named.graph.order();
        let paths = path_nimbers(order, taking.on_path);
        // Any move on a cycle leaves a path.
        let left = |n: usize| n.checked_sub(taking.from_cycle).map(|left| paths[left]);
        let cycles = (0..=order).map(|n| u64::from(n >= 3 && left(n) == Some(0))).collect();
        Self { taking, host: Host::new(text, named), paths, cycles }
    }

    fn read_as(taking: Taking, input: &Input<'_>) -> Result<(Self, Vertices<W>), ParseError> {
        let Reading { text, named, gone } = vertex_sets::read(input)?;
        if named.graph.order() > 64 * W {
            return Err(input.position_error(Text::new("the graph has more than {most} vertices").with("most", 64 * W)));
        }
        let rules = Self::new(taking, text, named);
        let set = rules.host.without(&gone);
        Ok((rules, set))
    }
}

impl<const W: usize> Takings<W> {
    /// Where a move takes an edge, a vertex without edges has no move: forgets such parts from `first` on.
    fn drop_lonely(&self, parts: &mut Vec<Vertices<W>>, first: usize) {
        if !self.taking.edges {
            return;
        }
        let mut kept = first;
        for at in first..parts.len() {
            if count(&parts[at]) > 1 {
                parts.swap(kept, at);
                kept += 1;
            }
        }
        parts.truncate(kept);
    }
}

impl<const W: usize> Rules for Takings<W> {
    type Position = Vertices<W>;
    /// The ends of an edge, the smaller first, or one vertex twice.
    type Move = (u32, u32);

    fn moves(&self, set: &Vertices<W>, _: Player, moves: &mut Vec<(u32, u32)>) -> Result<(), Refusal> {
        if !self.taking.edges {
            moves.extend(members(set).map(|v| (v as u32, v as u32)));
            return Ok(());
        }
        for u in members(set) {
            let joined: Vertices<W> = std::array::from_fn(|word| set[word] & self.host.row(u)[word]);
            moves.extend(members(&joined).filter(|&v| v > u).map(|v| (u as u32, v as u32)));
        }
        Ok(())
    }

    fn play(&self, set: &mut Vertices<W>, &(u, v): &(u32, u32)) {
        remove(set, u as usize);
        if self.taking.edges {
            remove(set, v as usize);
        } else {
            remove_all(set, self.host.row(u as usize));
        }
    }

    fn gathers(&self) -> bool {
        true
    }

    fn split(&self, set: &Vertices<W>, parts: &mut Vec<Vertices<W>>) {
        let first = parts.len();
        self.host.components(set, parts);
        self.drop_lonely(parts, first);
    }

    fn canonicalise(&self, set: &mut Vertices<W>) {
        if self.taking.edges {
            let lonely: Vec<usize> = members(set).filter(|&v| self.host.degree(set, v) == 0).collect();
            lonely.into_iter().for_each(|v| remove(set, v));
        }
    }

    fn theorem(&self, set: &Vertices<W>, play: Play) -> Option<Theorem<(u32, u32)>> {
        let nimber = self.closed_form(set).filter(|_| play == Play::Normal)?;
        let reason = (self.taking.reason)().with("nimber", nimber);
        Some(Theorem { known: Known::Nimber(nimber), reason, winning: None })
    }

    fn word(set: &Vertices<W>) -> Option<u64> {
        match set[..] {
            [word] => Some(word),
            _ => None,
        }
    }

    fn weight(&self, set: &Vertices<W>) -> usize {
        count(set)
    }
}

impl<const W: usize> ImpartialHints for Takings<W> {
    const COMMUTES: bool = true;
    const NIMBERS_ARE_DEAR: bool = true;
    const LIGHT_UNDER_MISERE: usize = 10;

    fn split_option(&self, whole: &Vertices<W>, _: &(u32, u32), option: &Vertices<W>, parts: &mut Vec<Vertices<W>>) {
        let first = parts.len();
        let taken: Vertices<W> = std::array::from_fn(|word| whole[word] & !option[word]);
        let mut border = self.host.around(&taken);
        border.iter_mut().zip(option).for_each(|(word, left)| *word &= left);
        self.host.components_at(option, &border, parts);
        self.drop_lonely(parts, first);
    }

    fn closed_form(&self, set: &Vertices<W>) -> Option<u64> {
        self.host.by_paths_and_cycles(set, &self.paths, &self.cycles)
    }
}

impl<const W: usize> PartisanHints for Takings<W> {}

impl<const W: usize> Game for Takings<W> {
    const INFO: Info = crate::kayles::NodeKayles::TAKING.info;

    fn shape(&self, set: &Vertices<W>) -> Option<String> {
        vertex_sets::shape(&self.host.induced(set), None)
    }

    fn page(&self) -> Page<'_> {
        self.taking.info
    }

    fn read(input: &Input<'_>) -> Result<(Self, Vertices<W>), ParseError> {
        Self::read_as(crate::kayles::NodeKayles::TAKING, input)
    }

    fn write(&self, set: &Vertices<W>) -> String {
        self.host.write(set)
    }

    fn label(&self, position: &Vertices<W>, played: &(u32, u32)) -> String {
        self.words(position, played).to_string()
    }

    fn words(&self, _: &Vertices<W>, &(u, v): &(u32, u32)) -> Text {
        if self.taking.edges {
            graphs::edge_words(&self.host.names, u as usize, v as usize)
        } else {
            graphs::vertex_words(&self.host.names, u as usize)
        }
    }

    fn picture(&self, set: &Vertices<W>) -> Picture {
        let left = |v: usize| set[v / 64] >> (v % 64) & 1 == 1;
        let bite = |played: (u32, u32)| {
            let mut after = *set;
            self.play(&mut after, &played);
            let mut taken = *set;
            remove_all(&mut taken, &after);
            let at = (played.0 as usize, played.1 as usize);
            graphs::Bite { label: self.label(set, &played), at, vertices: members(&taken).collect() }
        };
        let bites: Vec<graphs::Bite> = self.offered(set, Player::Left).into_iter().map(bite).collect();
        let name = |v: usize| self.host.names.name(v);
        graphs::picture(self.text(set), &self.host.graph, name, left, |u, v| left(u) && left(v), &bites)
    }

    fn small() -> Vec<String> {
        small::<crate::kayles::NodeKayles>()
    }
}

/// The catalogue's entry: one machine word for graphs of up to 64 vertices, sixteen beyond.
pub(crate) const fn entry<K: Taken>() -> Entry {
    Entry { info: K::TAKING.info, read: read::<K>, impartial: None, small: small::<K>, graph_table: None }
}

fn small<K: Taken>() -> Vec<String> {
    let all = graphs::all_small(5).into_iter().chain(K::TAKING.small.iter().map(|name| (*name).to_owned()));
    all.map(|graph| format!("{}:{graph}", K::TAKING.info.name)).collect()
}

fn read<K: Taken>(input: &Input<'_>, _: &crate::Catalogue) -> Result<Box<dyn Subject>, ParseError> {
    if vertex_sets::read(input)?.named.graph.order() <= 64 {
        let (rules, set) = Takings::<1>::read_as(K::TAKING, input)?;
        Ok(equip(rules, set))
    } else {
        let (rules, set) = Takings::<16>::read_as(K::TAKING, input)?;
        Ok(equip(rules, set))
    }
}
