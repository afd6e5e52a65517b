//! Chomp on a graph: take an edge, or a vertex with its edges.

#[cfg(feature = "search")]
mod subgraphs;

#[cfg(feature = "search")]
use crate::catalogue::GraphRow;
use crate::catalogue::{Entry, GraphTable, game};
use crate::graphs;
#[cfg(feature = "search")]
use grundy_budget::caught;
use grundy_budget::pulse;
use grundy_draw::Picture;
#[cfg(feature = "search")]
use grundy_game::Tables;
use grundy_game::tabled::{Encoding, KeyedRules, Tabled};
use grundy_game::{
    Game, Hasse, ImpartialHints, Info, Input, Known, ParseError, PartisanHints, Play, Player, Refusal, Rules, Text,
    Theorem, TheoremNote,
};
use grundy_graph::bipartite::{Bipartition, bipartition};
use grundy_graph::canonical::SmallLabeller;
#[cfg(feature = "search")]
use grundy_graph::format::graph6;
use grundy_graph::names::Names;
use grundy_graph::{Graph, Named, bits, components};
#[cfg(feature = "search")]
use grundy_solve::{Method, NimberSearch, Settings, Stop};
use std::cell::RefCell;
use std::sync::Arc;
#[cfg(feature = "search")]
use std::sync::atomic::{AtomicUsize, Ordering};

/// The rules of Chomp on graphs, with the graph it started from and the names of its vertices.
#[derive(Clone, Debug)]
pub struct Chomp {
    /// The graph as it was written, and whole.
    start: Option<(String, Board)>,
    names: Names,
}

/// The rules are the same on every graph.
impl PartialEq for Chomp {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// What is left of the graph. Vertices keep their numbers, and with them their names; small graphs, the only ones worth searching, take no storage
/// beyond the position itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Board {
    /// At most 16 vertices.
    Small(Small),
    /// Any number of vertices: which are left, and the neighbours of each. A bite changes few of these lists, so boards
    /// share the others.
    Large(Vec<bool>, Vec<Arc<[u32]>>),
}

/// A graph on some of the numbers 0 to 15.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Small {
    present: u16,
    rows: [u16; 16],
}

/// A vertex or an edge, numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bite {
    /// A vertex with its edges.
    Vertex(u32),
    /// An edge, smaller end first.
    Edge(u32, u32),
}

impl Small {
    fn members(self) -> impl Iterator<Item = usize> {
        bits(u64::from(self.present))
    }

    fn order(self) -> u32 {
        self.present.count_ones()
    }

    fn size(self) -> u32 {
        self.rows.iter().map(|row| row.count_ones()).sum::<u32>() / 2
    }

    fn remove_edge(&mut self, u: usize, v: usize) {
        self.rows[u] &= !(1 << v);
        self.rows[v] &= !(1 << u);
    }

    fn remove_vertex(&mut self, v: usize) {
        for u in bits(u64::from(self.rows[v])) {
            self.rows[u] &= !(1 << v);
        }
        self.rows[v] = 0;
        self.present &= !(1 << v);
    }

    /// The vertices that can be reached from those of `from`.
    fn reached(self, from: u16) -> u16 {
        let (mut seen, mut fresh) = (from, from);
        while fresh != 0 {
            let next = bits(u64::from(fresh)).fold(0, |all, v| all | self.rows[v]);
            fresh = next & !seen;
            seen |= next;
        }
        seen
    }

    fn is_within(self, whole: Self) -> bool {
        self.present & !whole.present == 0 && self.rows.iter().zip(whole.rows).all(|(row, all)| row & !all == 0)
    }

    fn restricted(self, to: u16) -> Self {
        let mut part = Self { present: to, rows: [0; 16] };
        for v in bits(u64::from(to)) {
            part.rows[v] = self.rows[v];
        }
        part
    }

    fn is_bipartite(self) -> bool {
        let mut rest = self.present;
        while rest != 0 {
            let (mut sides, mut fresh, mut side) = ([rest & rest.wrapping_neg(), 0u16], rest & rest.wrapping_neg(), 0);
            while fresh != 0 {
                let next = bits(u64::from(fresh)).fold(0, |all, v| all | self.rows[v]);
                side = 1 - side;
                fresh = next & !sides[side];
                sides[side] |= next;
            }
            if sides[0] & sides[1] != 0 {
                return false;
            }
            rest &= !(sides[0] | sides[1]);
        }
        true
    }

    /// Whether not being joined is an equivalence, and if so how many of its classes are odd.
    fn odd_parts_of_multipartite(self) -> Option<u32> {
        let mut odd = 0;
        for v in self.members() {
            let class = self.present & !self.rows[v];
            if bits(u64::from(class)).any(|u| self.present & !self.rows[u] != class) {
                return None;
            }
            odd += u32::from(class.count_ones() % 2 == 1 && class.trailing_zeros() as usize == v);
        }
        Some(odd)
    }

    /// Deletes pairs of twins: two vertices with the same neighbours, not joined themselves. Swapping them is a symmetry
    /// of order two that joins no vertex to its image, so the sum of the graph with and without them is lost: answer a
    /// bite at a twin at the other twin, and any other bite in the other graph.
    fn without_twins(mut self) -> Self {
        'again: loop {
            for v in self.members() {
                let twin = self.members().find(|&u| u > v && self.rows[u] == self.rows[v]);
                if let Some(u) = twin {
                    self.remove_vertex(u);
                    self.remove_vertex(v);
                    continue 'again;
                }
            }
            return self;
        }
    }

    /// The same graph with the labels 0, 1, … in canonical order.
    fn canonical(self) -> Self {
        thread_local!(static LABELLER: RefCell<SmallLabeller> = RefCell::default());
        let mut rows = [0u64; 16];
        let count = self.order() as usize;
        let place = |v: usize| (self.present & ((1 << v) - 1)).count_ones();
        for (new, v) in self.members().enumerate() {
            rows[new] = bits(u64::from(self.rows[v])).fold(0, |row, u| row | 1 << place(u));
        }
        LABELLER.with_borrow_mut(|labeller| {
            let mut canonical = Self { present: ((1u32 << count) - 1) as u16, rows: [0; 16] };
            for (row, &labelled) in canonical.rows.iter_mut().zip(labeller.label(&rows[..count], None)) {
                *row = labelled as u16;
            }
            canonical
        })
    }
}

impl Board {
    fn new(graph: &Graph) -> Self {
        let order = graph.order();
        if order > 16 {
            return Self::Large(vec![true; order], (0..order).map(|v| graph.neighbours(v).into()).collect());
        }
        let mut rows = [0; 16];
        for (v, row) in rows.iter_mut().enumerate().take(order) {
            *row = graph.neighbours(v).iter().fold(0, |row, u| row | 1 << u);
        }
        Self::Small(Small { present: ((1u32 << order) - 1) as u16, rows })
    }

    /// As [`Board::new`], where vertices called by numbers from 1 to 16 keep them as their places, so that what is left of
    /// a small graph is the same board however it is written.
    fn named(named: Named<Graph>) -> (Self, Names) {
        let numbers: Option<Vec<u64>> = (0..named.graph.order()).map(|v| named.names.number(v)).collect();
        let Some(numbers) = numbers.filter(|list| list.iter().all(|number| (1..=16).contains(number))) else {
            return (Self::new(&named.graph), named.names);
        };
        let place = |v: usize| numbers[v] as usize - 1;
        let mut board = Small { present: 0, rows: [0; 16] };
        (0..numbers.len()).for_each(|v| board.present |= 1 << place(v));
        for (u, v) in named.graph.edges() {
            board.rows[place(u)] |= 1 << place(v);
            board.rows[place(v)] |= 1 << place(u);
        }
        (Self::Small(board), Names::default())
    }

    /// Whether this is what bites leave of `whole`.
    fn is_within(&self, whole: &Self) -> bool {
        match (self, whole) {
            (Self::Small(small), Self::Small(whole)) => small.is_within(*whole),
            (Self::Large(present, lists), Self::Large(all, whole)) => {
                let kept = |v: usize| lists[v].iter().all(|u| whole[v].binary_search(u).is_ok());
                present.len() == all.len() && (0..all.len()).all(|v| (all[v] || !present[v]) && kept(v))
            }
            _ => false,
        }
    }

    /// The vertices of `whole` that are gone, and the edges between those left that are gone.
    fn missing(&self, whole: &Self) -> Vec<Bite> {
        let left = self.vertices();
        let is_left = |v: u32| left.binary_search(&v).is_ok();
        let mut bites: Vec<Bite> = whole.vertices().into_iter().filter(|&v| !is_left(v)).map(Bite::Vertex).collect();
        for &v in &left {
            let kept = self.neighbours(v);
            let gone =
                whole.neighbours(v).into_iter().filter(|&u| u > v && is_left(u) && kept.binary_search(&u).is_err());
            bites.extend(gone.map(|u| Bite::Edge(v, u)));
        }
        bites
    }

    fn vertices(&self) -> Vec<u32> {
        match self {
            Self::Small(small) => small.members().map(|v| v as u32).collect(),
            Self::Large(present, _) => (0..present.len() as u32).filter(|&v| present[v as usize]).collect(),
        }
    }

    fn neighbours(&self, v: u32) -> Vec<u32> {
        match self {
            Self::Small(small) => bits(u64::from(small.rows[v as usize])).map(|u| u as u32).collect(),
            Self::Large(_, lists) => lists[v as usize].to_vec(),
        }
    }

    fn degree(&self, v: u32) -> usize {
        match self {
            Self::Small(small) => small.rows[v as usize].count_ones() as usize,
            Self::Large(_, lists) => lists[v as usize].len(),
        }
    }

    fn order_and_size(&self) -> (usize, usize) {
        match self {
            Self::Small(small) => (small.order() as usize, small.size() as usize),
            Self::Large(present, lists) => {
                (present.iter().filter(|&&here| here).count(), lists.iter().map(|list| list.len()).sum::<usize>() / 2)
            }
        }
    }

    /// The graph itself, with the numbers its vertices have here.
    fn graph(&self) -> (Graph, Vec<u32>) {
        let names = self.vertices();
        // Neighbours are vertices, so each has a place.
        let place = |v: u32| names.partition_point(|&other| other < v);
        let edges =
            names.iter().flat_map(|&v| self.neighbours(v).into_iter().filter(move |&u| u > v).map(move |u| (v, u)));
        let edges: Vec<(usize, usize)> = edges.map(|(v, u)| (place(v), place(u))).collect();
        // The edges come from a graph of the same order, so this cannot fail.
        let graph = Graph::from_edges(names.len(), edges).unwrap_or_else(|error| unreachable!("{error}"));
        (graph, names)
    }

    fn is_bipartite(&self) -> bool {
        match self {
            Self::Small(small) => small.is_bipartite(),
            Self::Large(present, lists) => two_colourable(present, lists),
        }
    }

    fn odd_parts_of_multipartite(&self) -> Option<u32> {
        match self {
            Self::Small(small) => small.odd_parts_of_multipartite(),
            Self::Large(present, lists) => odd_parts(present, lists),
        }
    }

    /// The components of a large board as boards of their own, small ones as small boards.
    fn components(&self) -> Vec<Self> {
        let (graph, _) = self.graph();
        components::components(&graph).iter().map(|vertices| Self::new(&graph.induced(vertices))).collect()
    }
}

/// Takes `gone` out of a list of neighbours.
fn forget(list: &mut Arc<[u32]>, gone: u32) {
    *list = list.iter().copied().filter(|&v| v != gone).collect();
}

fn two_colourable(present: &[bool], lists: &[Arc<[u32]>]) -> bool {
    let mut colour = vec![None; present.len()];
    for start in (0..present.len()).filter(|&v| present[v]) {
        if colour[start].is_some() {
            continue;
        }
        colour[start] = Some(false);
        let mut waiting = vec![start];
        while let Some(v) = waiting.pop() {
            for &u in &*lists[v] {
                match colour[u as usize] {
                    None => {
                        colour[u as usize] = colour[v].map(|side: bool| !side);
                        waiting.push(u as usize);
                    }
                    Some(side) if Some(side) == colour[v] => return false,
                    Some(_) => {}
                }
            }
        }
    }
    true
}

fn odd_parts(present: &[bool], lists: &[Arc<[u32]>]) -> Option<u32> {
    let mut class = vec![usize::MAX; present.len()];
    let mut odd = 0;
    for first in (0..present.len()).filter(|&v| present[v]) {
        if class[first] != usize::MAX {
            continue;
        }
        // The class of `first` is everything it is not joined to; all of it must have the same neighbours.
        let members: Vec<usize> =
            (0..present.len()).filter(|&v| present[v] && lists[first].binary_search(&(v as u32)).is_err()).collect();
        if members.iter().any(|&v| class[v] != usize::MAX || lists[v] != lists[first]) {
            return None;
        }
        members.iter().for_each(|&v| class[v] = first);
        odd += (members.len() % 2) as u32;
    }
    Some(odd)
}

/// The nimber of a bipartite graph, from the parities of its numbers of vertices and edges.
fn parity_nimber(order: usize, size: usize) -> u64 {
    (order % 2 + 2 * (size % 2)) as u64
}

impl Chomp {
    /// The board with `names` for its vertices, edge by edge.
    fn edges_of(board: &Board, names: &Names) -> String {
        let (graph, places) = board.graph();
        graphs::write(&graph, &names.of(&places))
    }

    /// A vertex or an edge as the notation writes it.
    fn written(&self, bite: &Bite) -> String {
        let name = |v: u32| graphs::written_name(&self.names, v as usize);
        match *bite {
            Bite::Vertex(v) => name(v),
            Bite::Edge(u, v) => format!("{}-{}", name(u), name(v)),
        }
    }

    /// Reads what is gone, vertices and edges between commas, and takes it from the board.
    fn without(
        &self,
        mut board: Board,
        input: &Input<'_>,
        named: &Named<Graph>,
        (list, start): (&str, usize),
    ) -> Result<Board, ParseError> {
        // Vertices called by small numbers have these as their places; all others stand in order.
        let place =
            |v: usize| self.names.vertex(&named.names.name(v), usize::MAX).map_or(v as u32, |place| place as u32);
        let mut at = start;
        for item in list.split(',') {
            if let Some((one, other)) = item.split_once('-') {
                let u = graphs::vertex(input, at, one, named)?;
                let v = graphs::vertex(input, at + one.len() + 1, other, named)?;
                if !named.graph.has_edge(u, v) {
                    return Err(input.error(at, item.len(), Text::new("there is no edge `{edge}`").with("edge", item)));
                }
                let (u, v) = (place(u), place(v));
                self.play(&mut board, &Bite::Edge(u.min(v), u.max(v)));
            } else {
                let v = graphs::vertex(input, at, item, named)?;
                self.play(&mut board, &Bite::Vertex(place(v)));
            }
            at += item.len() + 1;
        }
        Ok(board)
    }

    fn all_moves(board: &Board) -> Vec<Bite> {
        let vertices = board.vertices();
        let edges = vertices
            .iter()
            .flat_map(|&v| board.neighbours(v).into_iter().filter(move |&u| u > v).map(move |u| Bite::Edge(v, u)));
        vertices.iter().map(|&v| Bite::Vertex(v)).chain(edges).collect()
    }

    /// Every option of a bipartite graph is bipartite again, so parities tell its nimber.
    fn bipartite_moves_to(board: &Board, nimber: u64) -> Vec<Bite> {
        let (order, size) = board.order_and_size();
        let leads = |bite: &Bite| match *bite {
            Bite::Vertex(v) => parity_nimber(order - 1, size - board.degree(v)) == nimber,
            Bite::Edge(..) => parity_nimber(order, size - 1) == nimber,
        };
        Self::all_moves(board).into_iter().filter(leads).collect()
    }
}

/// Graphs of up to so many vertices as keys: the rows of the triangle below the diagonal of the adjacency matrix one after the other,
/// from the lowest bit on, and above room for all of them the number of vertices.
struct Triangle {
    vertices: u32,
    /// Whether all of them are joined at the start, so that every graph can be reached.
    complete: bool,
}

impl Triangle {
    fn pairs(&self) -> u32 {
        self.vertices * self.vertices.saturating_sub(1) / 2
    }
}

impl Encoding<Chomp> for Triangle {
    fn bytes(&self) -> usize {
        (self.pairs() + 5).div_ceil(8) as usize
    }

    fn tier(&self, key: u128) -> u32 {
        (key & ((1 << self.pairs()) - 1)).count_ones() + (key >> self.pairs()) as u32
    }

    fn encode(&self, board: &Board) -> Option<u128> {
        let Board::Small(small) = board else { return None };
        let order = small.order();
        if order > self.vertices || u32::from(small.present) != (1 << order) - 1 {
            return None;
        }
        let row = |v: u32| u128::from(small.rows[v as usize] & ((1 << v) - 1) as u16) << (v * v.saturating_sub(1) / 2);
        Some((0..order).map(row).sum::<u128>() | u128::from(order) << self.pairs())
    }

    fn decode(&self, key: u128) -> Option<Board> {
        // why: a key that is not one of this table has no board, and says so.
        let order = u32::try_from(key >> self.pairs()).ok().filter(|&order| order <= self.vertices)?;
        let mut small = Small { present: ((1u32 << order) - 1) as u16, rows: [0; 16] };
        let pairs = (0..order).flat_map(|v| (0..v).map(move |u| (u, v)));
        for (at, (u, v)) in pairs.enumerate() {
            if key >> at & 1 == 1 {
                small.rows[u as usize] |= 1 << v;
                small.rows[v as usize] |= 1 << u;
            }
        }
        Some(Board::Small(small))
    }

    /// All graphs of up to so many vertices (OEIS A000088).
    fn at_most(&self) -> Option<u64> {
        const GRAPHS: [u64; 15] = [
            1,
            1,
            2,
            4,
            11,
            34,
            156,
            1044,
            12_346,
            274_668,
            12_005_168,
            1_018_997_864,
            165_091_172_592,
            50_502_031_367_952,
            29_054_155_657_235_488,
        ];
        let smaller = GRAPHS.get(..=self.vertices as usize).filter(|_| self.complete)?;
        Some(smaller.iter().sum())
    }

    fn describe(&self) -> String {
        format!(
            "of the canonical graph, bit v(v-1)/2 + u of the key, read as a number, is set when vertices u < v are joined, and the bits \
             from {} on are the number of vertices",
            self.pairs()
        )
    }
}

impl Rules for Chomp {
    type Position = Board;
    type Move = Bite;

    fn tabled(&self, board: &Board) -> Option<Tabled<Self>> {
        let Board::Small(small) = board else { return None };
        let vertices = small.order();
        let (_, joins) = board.order_and_size();
        let encoding =
            Triangle { vertices, complete: joins as u64 == u64::from(vertices * vertices.saturating_sub(1) / 2) };
        Some(Tabled::Keyed(Box::new(KeyedRules::new(self.clone(), encoding, board)?)))
    }

    fn moves(&self, board: &Board, _: Player, moves: &mut Vec<Bite>) -> Result<(), Refusal> {
        let Board::Small(small) = board else {
            moves.extend(Self::all_moves(board));
            return Ok(());
        };
        moves.extend(small.members().map(|v| Bite::Vertex(v as u32)));
        for v in small.members() {
            let later = u64::from(small.rows[v]) & !((2 << v) - 1);
            moves.extend(bits(later).map(|u| Bite::Edge(v as u32, u as u32)));
        }
        Ok(())
    }

    fn play(&self, board: &mut Board, bite: &Bite) {
        if let Board::Large(present, _) = board {
            // Whoever plays has copied the board.
            pulse(present.len() as u64);
        }
        match (board, *bite) {
            (Board::Small(small), Bite::Vertex(v)) => small.remove_vertex(v as usize),
            (Board::Small(small), Bite::Edge(u, v)) => small.remove_edge(u as usize, v as usize),
            (Board::Large(present, lists), Bite::Vertex(v)) => {
                present[v as usize] = false;
                for &u in &*std::mem::take(&mut lists[v as usize]) {
                    forget(&mut lists[u as usize], v);
                }
            }
            (Board::Large(_, lists), Bite::Edge(u, v)) => {
                forget(&mut lists[u as usize], v);
                forget(&mut lists[v as usize], u);
            }
        }
    }

    fn move_count(&self, board: &Board) -> Option<u64> {
        let (order, size) = board.order_and_size();
        Some((order + size) as u64)
    }

    fn split(&self, board: &Board, parts: &mut Vec<Board>) {
        let Board::Small(small) = board else {
            parts.extend(board.components());
            return;
        };
        let mut rest = small.present;
        while rest != 0 {
            let component = small.reached(rest & rest.wrapping_neg());
            parts.push(Board::Small(small.restricted(component)));
            rest &= !component;
        }
    }

    fn canonicalise(&self, board: &mut Board) {
        if let Board::Small(small) = board {
            *small = small.canonical();
        }
    }

    fn theorem(&self, board: &Board, play: Play) -> Option<Theorem<Bite>> {
        if play == Play::Misere {
            return None;
        }
        let (order, size) = board.order_and_size();
        let nimber = self.closed_form(board)?;
        let winning = |list: Vec<Bite>| Some(if nimber == 0 { Vec::new() } else { list });
        if board.is_bipartite() {
            let reason = Text::new("chomp on a bipartite graph, {order} vertices and {size} edges: parities decide")
                .with("order", order)
                .with("size", size);
            let winning = winning(Self::bipartite_moves_to(board, 0));
            return Some(Theorem { known: Known::Nimber(nimber), reason, winning });
        }
        let odd = board.odd_parts_of_multipartite()?;
        let reason =
            Text::new("chomp on a complete multipartite graph with {odd} odd parts: the nimber is {odd} mod 3");
        let winning = if nimber == 0 { Some(Vec::new()) } else { None };
        Some(Theorem { known: Known::Nimber(nimber), reason: reason.with("odd", odd), winning })
    }

    fn weight(&self, board: &Board) -> usize {
        let (order, size) = board.order_and_size();
        order + size
    }

    fn position_bytes(&self, board: &Board) -> usize {
        size_of::<Board>()
            + match board {
                Board::Small(_) => 0,
                Board::Large(present, lists) => {
                    present.len() * 25 + lists.iter().map(|list| 4 * list.len()).sum::<usize>()
                }
            }
    }
}

impl ImpartialHints for Chomp {
    fn simplify(&self, board: &mut Board) {
        if let Board::Small(small) = board {
            *small = small.without_twins();
        }
    }

    fn closed_form(&self, board: &Board) -> Option<u64> {
        if board.is_bipartite() {
            let (order, size) = board.order_and_size();
            return Some(parity_nimber(order, size));
        }
        board.odd_parts_of_multipartite().map(|odd| u64::from(odd % 3))
    }

    #[cfg(feature = "search")]
    fn tables(&self, board: &Board) -> Option<Box<dyn Tables<Board>>> {
        let tables = subgraphs::Subgraphs::of(self, board)?;
        Some(Box::new(tables))
    }

    fn moves_to_nimber(&self, board: &Board, nimber: u64) -> Option<Vec<Bite>> {
        board.is_bipartite().then(|| Self::bipartite_moves_to(board, nimber))
    }
}

impl PartisanHints for Chomp {}

impl Chomp {
    /// The argument on bipartite graphs: both sides, the parities, and why there is a vertex to take.
    fn explain_bipartite(&self, board: &Board) -> Option<Vec<Text>> {
        const SHOWN: usize = 40;
        let (order, size) = board.order_and_size();
        if order == 0 {
            return None;
        }
        let (graph, places) = board.graph();
        let Bipartition::Colours(sides) = bipartition(&graph) else { return None };
        let named = |vertices: &mut dyn Iterator<Item = u32>| {
            let names: Vec<String> = vertices.map(|v| self.names.name(v as usize)).collect();
            format!("{{{}}}", names.join(", "))
        };
        let mut lines = Vec::new();
        if order <= SHOWN {
            let side = |wanted: bool| named(&mut (0..order).filter(|&v| sides[v] == wanted).map(|v| places[v]));
            let text = Text::new("the graph is bipartite: every edge joins {one} and {other}");
            lines.push(text.with("one", side(false)).with("other", side(true)));
        }
        let text = Text::new(
            "{order} vertices and {size} edges: the nimber is ({order} mod 2) + 2 ({size} mod 2) = {nimber} (Khandhawit and Ye)",
        );
        lines.push(text.with("order", order).with("size", size).with("nimber", parity_nimber(order, size)));
        let of_degree = |odd: bool| {
            let mut list = board.vertices().into_iter().filter(|&v| (board.degree(v) % 2 == 1) == odd);
            if order <= SHOWN { named(&mut list) } else { format!("{}, …", named(&mut list.take(SHOWN))) }
        };
        lines.push(match (order % 2, size % 2) {
            (0, 0) => Text::new(
                "both numbers are even, and every move makes one of them odd: the answer makes both even again",
            ),
            (0, _) => Text::new("an edge more than an even number: taking any edge leaves both numbers even"),
            (_, 0) => Text::new(
                "the degrees add up to twice the number of edges (handshakes), so the vertices of odd degree are even in number; among {order} vertices some have even degree: {vertices}. Taking one of them leaves both numbers even",
            )
            .with("order", order)
            .with("vertices", of_degree(false)),
            _ => Text::new(
                "the degrees on one side add up to the number of edges, which is odd, so some vertex has odd degree: {vertices}. Taking one of them leaves both numbers even",
            )
            .with("vertices", of_degree(true)),
        });
        Some(lines)
    }
}

impl Game for Chomp {
    const INFO: Info = Info {
        name: "chomp",
        summary: "on a graph, take an edge, or a vertex with its edges",
        rules: "A move removes one edge, or one vertex together with all its edges. Whoever makes the last move wins (normal \
                play).",
        notation: "chomp:GRAPH; GRAPH is a name (petersen, complete(5), grid(3,4), …; `grundy graphs` lists them), edges, paths and \
                   vertices with names of your own (1-2,2-3,a-b,c), a graph6 string, g6:STRING, or @FILE with an edge list, an \
                   adjacency matrix, graph6, DIMACS or DOT. In names, characters other than letters, digits and _ . ' : / are \
                   written with % as in web addresses: x%40y. GRAPH;3,1-2 is the graph without vertex 3 and edge 1-2",
        theorems: &[
            TheoremNote {
                statement: "A bipartite graph with n vertices and m edges has nimber (n mod 2) + 2 (m mod 2).",
                literature: "T. Khandhawit and L. Ye, Chomp on graphs and subsets (2011)",
            },
            TheoremNote {
                statement: "A complete multipartite graph with r parts of odd size has nimber r mod 3; a complete graph on n \
                            vertices n mod 3.",
                literature: "T. Khandhawit and L. Ye (2011); A. E. Brouwer and J. D. Christensen (2018) for subset take-away",
            },
            TheoremNote {
                statement: "Two vertices with the same neighbours, not joined themselves, may both be deleted.",
                literature: "the symmetry argument of Khandhawit and Ye (2011)",
            },
        ],
        examples: &["chomp:petersen", "chomp:banner", "chomp:complete(7)", "chomp:cycle(9)", "chomp:g6:DyG"],
    };

    fn read(input: &Input<'_>) -> Result<(Self, Board), ParseError> {
        input.no_arguments()?;
        let (alone, gone) = graphs::cut(input);
        let named = graphs::read(&alone)?;
        let text = graphs::written(&alone, &named);
        let (board, names) = Board::named(named.clone());
        let rules = Self { start: Some((text, board.clone())), names };
        let left = match gone {
            Some(gone) => rules.without(board, input, &named, gone)?,
            None => board,
        };
        Ok((rules, left))
    }

    fn write(&self, board: &Board) -> String {
        let Some((text, whole)) = self.start.as_ref().filter(|(_, whole)| board.is_within(whole)) else {
            // A representative of its class, whose vertices have no names.
            return Self::edges_of(board, &Names::default());
        };
        let gone: Vec<String> = board.missing(whole).iter().map(|bite| self.written(bite)).collect();
        if gone.is_empty() {
            return text.clone();
        }
        let missing = format!("{text};{}", gone.join(","));
        // An edge takes at least four characters, so this settles most large graphs without writing them.
        let edges = (missing.len() >= 4 * board.order_and_size().1).then(|| Self::edges_of(board, &self.names));
        edges.filter(|edges| edges.len() <= missing.len()).unwrap_or(missing)
    }

    fn label(&self, position: &Board, played: &Bite) -> String {
        self.words(position, played).to_string()
    }

    fn words(&self, _: &Board, bite: &Bite) -> Text {
        match bite {
            Bite::Vertex(v) => graphs::vertex_words(&self.names, *v as usize),
            Bite::Edge(u, v) => graphs::edge_words(&self.names, *u as usize, *v as usize),
        }
    }

    /// An edge stands above its ends.
    fn hasse(&self, board: &Board) -> Option<Hasse> {
        let (graph, places) = board.graph();
        let name = |v: usize| self.names.name(places[v] as usize);
        let mut order = Hasse { elements: (0..graph.order()).map(name).collect(), covers: Vec::new() };
        for (u, v) in graph.edges() {
            let edge = order.elements.len();
            order.elements.push(format!("{}-{}", name(u), name(v)));
            order.covers.extend([(u, edge), (v, edge)]);
        }
        Some(order)
    }

    fn explain(&self, board: &Board, play: Play) -> Option<Vec<Text>> {
        if play == Play::Misere { None } else { self.explain_bipartite(board) }
    }

    fn picture(&self, board: &Board) -> Picture {
        let whole = self.start.as_ref().map(|(_, whole)| whole).filter(|whole| board.is_within(whole)).unwrap_or(board);
        let (graph, places) = whole.graph();
        let (vertices, around): (Vec<u32>, _) = (board.vertices(), |v: usize| board.neighbours(places[v]));
        let vertex_left = |v: usize| vertices.binary_search(&places[v]).is_ok();
        let edge_left = |u: usize, v: usize| vertex_left(u) && around(u).contains(&places[v]);
        let place = |v: u32| places.partition_point(|&other| other < v);
        let bite = |bite: Bite| {
            let label = self.label(board, &bite);
            match bite {
                Bite::Vertex(v) => graphs::Bite { label, at: (place(v), place(v)), vertices: vec![place(v)] },
                Bite::Edge(u, v) => graphs::Bite { label, at: (place(u), place(v)), vertices: Vec::new() },
            }
        };
        let bites: Vec<graphs::Bite> = self.offered(board, Player::Left).into_iter().map(bite).collect();
        let name = |v: usize| self.names.name(places[v] as usize);
        graphs::picture(self.text(board), &graph, name, vertex_left, edge_left, &bites)
    }

    fn small() -> Vec<String> {
        let named = ["?", "@", "path(4)", "cycle(5)", "banner", "bull", "house", "star(4)", "wheel(5)", "complete(4)"];
        let all = graphs::all_small(4).into_iter().chain(named.iter().map(|name| (*name).to_owned()));
        all.map(|graph| format!("chomp:{graph}")).collect()
    }
}

/// The catalogue's entry.
pub const ENTRY: Entry = Entry { graph_table: GRAPH_TABLE, ..game::<Chomp>() };

#[cfg(feature = "search")]
const GRAPH_TABLE: Option<GraphTable> = Some(graph_table);
#[cfg(not(feature = "search"))]
const GRAPH_TABLE: Option<GraphTable> = None;

/// All graphs are searched with one table: what is left of one graph is a graph met before.
#[cfg(feature = "search")]
fn graph_table(
    order: usize,
    skipped: usize,
    settings: &Settings,
    visit: &mut dyn FnMut(&GraphRow) -> Result<(), Stop>,
) -> Result<(), Stop> {
    /// How many graphs each thread is dealt on average before rows are handed on.
    const DEALT: usize = 64;
    let chomp = Chomp { start: None, names: Names::default() };
    let mut search = NimberSearch::new(&chomp, settings, settings.method != Method::Search);
    let others = (1..settings.threads()).map(|_| search.companion(settings)).collect::<Result<Vec<_>, Stop>>()?;
    let mut searches: Vec<_> = std::iter::once(search).chain(others).collect();
    let mut waiting = Vec::new();
    let mut met = 0;
    let mut hand_on = |waiting: &mut Vec<Graph>| {
        let rows = graph_rows(&mut searches, &chomp, waiting, settings)?;
        waiting.clear();
        rows.iter().try_for_each(&mut *visit)
    };
    graphs::each_connected(order, settings, |graph| {
        met += 1;
        if met > skipped {
            waiting.push(graph.clone());
        }
        if waiting.len() < DEALT * settings.threads() { Ok(()) } else { hand_on(&mut waiting) }
    })?;
    hand_on(&mut waiting)
}

/// The rows of some graphs, which the threads take from one list.
#[cfg(feature = "search")]
fn graph_rows(
    searches: &mut [NimberSearch<'_, Chomp>],
    chomp: &Chomp,
    graphs: &[Graph],
    settings: &Settings,
) -> Result<Vec<GraphRow>, Stop> {
    let next = AtomicUsize::new(0);
    let work = |search: &mut NimberSearch<'_, Chomp>| -> Result<Vec<(usize, GraphRow)>, Stop> {
        let mut rows = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(graph) = graphs.get(at) else { return Ok(rows) };
            rows.push((at, graph_row(search, chomp, graph)?));
        }
    };
    let (first, others) = match searches {
        [] => return Ok(Vec::new()),
        [first, others @ ..] => (first, others),
    };
    let mut rows = std::thread::scope(|scope| {
        let helping = |search| {
            let work = &work;
            scope.spawn(move || {
                let _entered = settings.budget.enter();
                caught(|| work(search)).unwrap_or_else(|stop| Err(stop.into()))
            })
        };
        let helpers: Vec<_> = others.iter_mut().map(helping).collect();
        let mut all = work(first)?;
        for helper in helpers {
            all.extend(helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?);
        }
        Ok::<_, Stop>(all)
    })?;
    rows.sort_unstable_by_key(|(at, _)| *at);
    Ok(rows.into_iter().map(|(_, row)| row).collect())
}

#[cfg(feature = "search")]
fn graph_row(search: &mut NimberSearch<'_, Chomp>, chomp: &Chomp, graph: &Graph) -> Result<GraphRow, Stop> {
    let board = Board::new(graph);
    let nimber = search.nimber(&board)?;
    let mut moves = Vec::new();
    chomp.moves(&board, Player::Left, &mut moves)?;
    let mut winning_moves = 0;
    for bite in moves.iter().filter(|_| nimber != 0) {
        let mut option = board.clone();
        chomp.play(&mut option, bite);
        winning_moves += usize::from(search.nimber(&option)? == 0);
    }
    Ok(GraphRow { graph6: graph6(graph), nimber, winning_moves })
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_graph::families::named;

    fn small(name: &str, parameters: &[u64]) -> Small {
        match Board::new(&named(name, parameters).unwrap()) {
            Board::Small(small) => small,
            Board::Large(..) => panic!("{name} is large"),
        }
    }

    #[test]
    fn shapes_are_recognised() {
        assert!(small("cycle", &[6]).is_bipartite() && !small("cycle", &[7]).is_bipartite());
        assert_eq!(small("complete", &[5]).odd_parts_of_multipartite(), Some(5));
        assert_eq!(small("petersen", &[]).odd_parts_of_multipartite(), None);
        assert_eq!(small("cycle", &[4]).odd_parts_of_multipartite(), Some(0));
    }

    #[test]
    fn twins_vanish() {
        assert_eq!(small("star", &[5]).without_twins().order(), 1);
        assert_eq!(small("cycle", &[4]).without_twins().order(), 0);
        assert_eq!(small("petersen", &[]).without_twins().order(), 10);
    }

    const CHOMP: Chomp = Chomp { start: None, names: Names::From(1) };

    #[test]
    fn large_boards_play_like_small_ones() {
        let graph = named("wheel", &[6]).unwrap();
        let Board::Small(_) = Board::new(&graph) else { panic!("6 vertices are few") };
        let lists = (0..6).map(|v| graph.neighbours(v).into()).collect();
        let large = Board::Large(vec![true; 6], lists);
        assert_eq!(large.order_and_size(), Board::new(&graph).order_and_size());
        assert_eq!(CHOMP.closed_form(&large), CHOMP.closed_form(&Board::new(&graph)));
        for bite in Chomp::all_moves(&large) {
            let (mut a, mut b) = (large.clone(), Board::new(&graph));
            CHOMP.play(&mut a, &bite);
            CHOMP.play(&mut b, &bite);
            assert_eq!(a.graph(), b.graph());
        }
    }
}
