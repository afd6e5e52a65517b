//! Games on graphs whose rules are compiled: a position is a set of bits.
//!
//! The graph a game starts on is its [`Host`]. A position says which of its vertices are left, which edges where rules cut
//! edges, which vertices are marked and where a token stands: one bit each. Moves are found and made with masks, and whatever is
//! left is written as the start with what has changed: `petersen;1,2-3` is the Petersen graph without vertex 1 and edge 2-3,
//! `path(4);2=L` the path with vertex 2 coloured. Where rules cannot tell isomorphic graphs apart and the graph is small, bits say which of
//! all graphs on the same vertices it is, and one stands for all that are isomorphic to it ([`FORM`]). What does not fit into the bits is left to the interpreter
//! (`graph.py`), which knows the same rules.

use crate::boardgame::NO_INFO;
use crate::graph::GraphRule;
use crate::results::{Ending, Results};
use grundy_budget::Budget;
use grundy_draw::{Edge, Gesture, Network, Picture, Role, Vertex};
use grundy_game::{
    Draws, Game, Held, HeldMove, ImpartialHints, Info, Input, Kind, Outcome, Page, ParseError, PartisanHints, Player,
    Refusal, Rules, Text, notation, picture_of_buttons,
};
use grundy_graph::canonical::SmallLabeller;
use grundy_graph::names::{escaped, unescaped};
use grundy_graph::{parse_graph_argument, write_edges};
use grundy_value::{Nus, Store, Value, ValueError};
use std::cell::RefCell;
use std::sync::{Arc, LazyLock};

/// Words of a position.
const WORDS: usize = 4;

/// The bits of a position.
pub(crate) type Bits = [u64; WORDS];

/// Bits of the largest position.
const MOST_BITS: usize = 64 * WORDS;

fn has(bits: &Bits, at: usize) -> bool {
    bits[at / 64] >> (at % 64) & 1 == 1
}

fn insert(bits: &mut Bits, at: usize) {
    bits[at / 64] |= 1 << (at % 64);
}

fn remove_all(bits: &mut Bits, others: &Bits) {
    bits.iter_mut().zip(others).for_each(|(word, other)| *word &= !other);
}

fn both(a: &Bits, b: &Bits) -> Bits {
    std::array::from_fn(|word| a[word] & b[word])
}

fn add_all(bits: &mut Bits, others: &Bits) {
    bits.iter_mut().zip(others).for_each(|(word, other)| *word |= other);
}

fn first(bits: &Bits) -> Option<usize> {
    let word = bits.iter().position(|word| *word != 0)?;
    Some(64 * word + bits[word].trailing_zeros() as usize)
}

fn size(bits: &Bits) -> u32 {
    bits.iter().map(|word| word.count_ones()).sum()
}

fn members(bits: &Bits) -> impl Iterator<Item = usize> + use<> {
    let bits = *bits;
    (0..WORDS).flat_map(move |word| {
        let mut rest = bits[word];
        std::iter::from_fn(move || {
            let at = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(64 * word + at)
        })
    })
}

/// What a mark or the colour of an edge is, in the order of [`COLOURS`]; none where there is none.
type Colour = Option<u8>;

/// The colours of vertices and edges.
const COLOURS: [char; 3] = ['L', 'R', 'G'];

/// The colour of an edge that everyone may cut.
const GREEN: u8 = 2;

/// The colour that L and R exchanged make of one.
fn opposite(colour: u8) -> u8 {
    if colour == GREEN { GREEN } else { 1 - colour }
}

fn colour(word: &str) -> Colour {
    COLOURS.iter().position(|known| word.chars().eq([*known])).map(|at| at as u8)
}

/// What a rule does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    /// Takes a vertex.
    Take,
    /// Takes a vertex with its neighbours.
    TakeAround,
    /// Takes a vertex with all above it.
    TakeAbove,
    /// Takes an edge with its ends.
    TakeEnds,
    /// Cuts an edge of a colour or of none.
    Cut(Colour),
    /// As `Cut`, and whatever no longer hangs on the ground falls.
    Fell(Colour),
    /// Colours a vertex, unless a neighbour has the second colour.
    Colour(u8, Colour),
    /// Moves the token to a neighbour and burns where it stood.
    Walk,
}

impl Act {
    fn of(rule: &GraphRule) -> Option<Self> {
        let (kind, what, more) = (rule.0, rule.1.as_str(), rule.2.as_str());
        Some(match (kind, more) {
            ("take", "neighbours") => Self::TakeAround,
            ("take", "above") => Self::TakeAbove,
            ("take", _) => Self::Take,
            ("edge", "ends") => Self::TakeEnds,
            ("edge", "fall") => Self::Fell(colour(what)),
            ("edge", _) => Self::Cut(colour(what)),
            ("colour", _) => Self::Colour(colour(what)?, colour(more)),
            ("walk", _) => Self::Walk,
            _ => return None,
        })
    }

    /// Whether two rules do the same to what both may be done to.
    fn does(self, other: Self) -> bool {
        match (self, other) {
            (Self::Cut(_), Self::Cut(_)) | (Self::Fell(_), Self::Fell(_)) => true,
            (Self::Colour(own, _), Self::Colour(made, _)) => own == made,
            _ => self == other,
        }
    }

    fn cuts(self) -> bool {
        matches!(self, Self::Cut(_) | Self::Fell(_))
    }
}

/// The compiled rules.
#[derive(Debug)]
pub(crate) struct GraphRules {
    pub page: Page<'static>,
    pub small: Vec<String>,
    pub results: Results,
    /// What Left and what Right may do.
    acts: [Vec<Act>; 2],
    /// Whether some rule cuts edges, so that positions say which are left.
    cuts: bool,
    walks: bool,
    /// Whether two rules of a player can make the same move.
    echoes: bool,
    /// How positions fall apart.
    parts: Parts,
    /// All that somebody may do, each once; a move knows the number of what it does.
    known: Vec<Act>,
    /// Whether moves commute: all do the same kind of thing, which takes what it is done to and nothing else that another move asks for
    /// without that move taking what this one asks for.
    commutes: bool,
    /// Whether rules take vertices and cut edges that nothing tells apart, and some rule cuts edges: then the game depends on nothing
    /// but what graph is left, however its vertices are called.
    nameless: bool,
    /// Whether the players exchange their rules when the colours L and R are exchanged, and no edge has a colour that counts.
    mirrors: bool,
}

/// How positions fall apart into independent ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Parts {
    /// Not at all.
    Whole,
    /// Into the components of the graph.
    Components,
    /// Vertices are coloured and nothing else: free vertices that are joined belong together, with the coloured ones beside them.
    Free,
    /// Everything hangs on the ground: what is joined otherwise belongs together.
    Ground,
}

impl GraphRules {
    /// Compiles the rules of both players.
    pub fn new(page: Page<'static>, small: Vec<String>, results: Results, sides: &[Vec<GraphRule>; 2]) -> Option<Self> {
        let compile = |side: &Vec<GraphRule>| {
            let mut acts: Vec<Act> = Vec::new();
            for rule in side {
                let act = Act::of(rule)?;
                if !acts.contains(&act) {
                    acts.push(act);
                }
            }
            Some(acts)
        };
        let acts = [compile(&sides[0])?, compile(&sides[1])?];
        let all = || acts.iter().flatten();
        let parts = if results.declared {
            Parts::Whole
        } else if all().all(|act| matches!(act, Act::Colour(..))) {
            Parts::Free
        } else if all().all(|act| matches!(act, Act::Fell(_))) {
            Parts::Ground
        } else if all().any(|act| matches!(act, Act::Fell(_) | Act::Walk)) {
            Parts::Whole
        } else {
            Parts::Components
        };
        let (cuts, walks) = (all().any(|act| act.cuts()), all().any(|act| *act == Act::Walk));
        let twice = |acts: &Vec<Act>| (1..acts.len()).any(|at| acts[..at].iter().any(|other| other.does(acts[at])));
        let echoes = acts.iter().any(twice);
        let mut known: Vec<Act> = Vec::new();
        for &act in acts.iter().flatten() {
            if !known.contains(&act) {
                known.push(act);
            }
        }
        let commutes = !results.declared
            && matches!(acts[0].as_slice(), [Act::Take | Act::TakeAround | Act::TakeEnds | Act::Cut(None)]);
        let nameless =
            cuts && all().all(|act| matches!(act, Act::Take | Act::TakeAround | Act::TakeEnds | Act::Cut(None)));
        let exchanged = |act: &Act| match *act {
            Act::Colour(made, unless) => Act::Colour(opposite(made), unless.map(opposite)),
            other => other,
        };
        let mirrors = parts == Parts::Free
            && acts[0].len() == acts[1].len()
            && acts[0].iter().all(|act| acts[1].contains(&exchanged(act)));
        Some(Self { page, small, results, acts, cuts, walks, echoes, parts, known, commutes, nameless, mirrors })
    }
}

/// A graph as it was written: vertices with names and marks, edges with colours.
struct Drawn {
    text: String,
    names: Vec<String>,
    marks: Vec<Option<Mark>>,
    edges: Vec<(usize, usize, Colour)>,
}

/// What stands on a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Colour(u8),
    Token,
}

impl Mark {
    fn read(text: &str) -> Option<Self> {
        if text == "*" { Some(Self::Token) } else { colour(text).map(Self::Colour) }
    }

    fn sign(self) -> char {
        match self {
            Self::Colour(colour) => COLOURS[usize::from(colour)],
            Self::Token => '*',
        }
    }
}

/// The graph a game starts on, with the places of its bits.
#[derive(Clone, Debug)]
pub(crate) struct Host {
    /// How the graph is written.
    text: String,
    /// The names of the vertices.
    names: Vec<String>,
    edges: Vec<(usize, usize, Colour)>,
    /// The edges at a vertex with their other ends.
    around: Vec<Vec<(usize, usize)>>,
    /// The neighbours of a vertex.
    rows: Vec<Bits>,
    /// Where the bits of the edges begin, if they have any.
    edge_bits: Option<usize>,
    /// All bits of edges.
    edge_set: Bits,
    /// Where the bits of marked vertices begin, by colour, and the token's.
    mark_bits: [Option<usize>; 4],
    /// Everything that goes with a vertex: its own bit, its marks, its edges.
    masks: Vec<Bits>,
    /// All that lie above each vertex, where nothing else is ever taken: of what lay above a vertex exactly that is left which was not
    /// taken itself, unless the position was written with holes. Empty otherwise.
    ups: Vec<Bits>,
    /// The vertices from which an edge leads up to each, where there are `ups`.
    lower: Vec<Bits>,
    all: Bits,
    start: Bits,
    ground: Option<usize>,
    /// Half words of a position that have bits.
    halves: usize,
    /// Whether vertices are all the bits there are.
    plain: bool,
    /// Whether positions have the bits of [`FORM`].
    formed: bool,
    /// Where all vertices go under each symmetry of the edges, each of which leads up, but the one that changes nothing; empty where there
    /// are many, or other things than that count.
    symmetries: Vec<Vec<usize>>,
}

/// All graphs of some of the same sixteen vertices are played by the same rules: a position says which graph it is.
impl PartialEq for Host {
    fn eq(&self, other: &Self) -> bool {
        let same = || self.names == other.names && self.edges == other.edges && self.mark_bits == other.mark_bits;
        if self.formed || other.formed { self.formed == other.formed } else { same() }
    }
}

/// Vertices of the largest graph of which isomorphic ones are known.
const FORM_ORDER: usize = 16;

/// All graphs of so many vertices, called 1 to 16. Where rules cannot tell isomorphic graphs apart a position is one of these, whatever
/// the game started on, so that one can stand for all that are isomorphic to it.
static FORM: LazyLock<Host> = LazyLock::new(|| {
    let pairs = (0..FORM_ORDER).flat_map(|a| (a + 1..FORM_ORDER).map(move |b| (a, b, None)));
    let names = (1..=FORM_ORDER).map(|name| name.to_string()).collect();
    let form = Host::laid(String::new(), names, pairs.collect(), [true, false, false, false, false]);
    Host { formed: true, ..form.expect("136 bits are few") }
});

/// The symmetries of the edges are used where there are so many at most.
const MOST_SYMMETRIES: usize = 8;

/// Pairs of vertices that are compared at most to find them.
const MOST_COMPARED: usize = 1 << 18;

/// All ways to exchange vertices so that edges lead up from each as from its image, but the one that changes nothing; none where
/// there are many of them, or it takes long to find them. `higher` are the ends of the edges that lead up from each vertex, `ups` all that
/// lies above it.
fn symmetries(higher: &[Bits], ups: &[Bits]) -> Vec<Vec<usize>> {
    let above = |v: usize, u: usize| has(&higher[v], u);
    let below = |v: usize| ups.iter().filter(|up| has(up, v)).count();
    let kinds: Vec<(u32, usize)> = (0..ups.len()).map(|v| (size(&ups[v]), below(v))).collect();
    // The images of the first vertices, and the one to be tried next.
    let (mut images, mut next, mut compared) = (Vec::new(), 0, 0);
    let mut found = Vec::new();
    loop {
        let at = images.len();
        let mut fits = |&image: &usize| {
            let alike = |(v, &other): (usize, &usize)| {
                other != image && above(v, at) == above(other, image) && above(at, v) == above(image, other)
            };
            let same_kind = kinds[image] == kinds[at];
            compared += if same_kind { at + 1 } else { 1 };
            same_kind && images.iter().enumerate().all(alike)
        };
        if at < ups.len()
            && let Some(image) = (next..ups.len()).find(&mut fits)
        {
            images.push(image);
            next = 0;
        } else {
            if at == ups.len() && !images.is_sorted() {
                found.push(images.clone());
            }
            if found.len() >= MOST_SYMMETRIES || compared > MOST_COMPARED {
                return Vec::new();
            }
            let Some(last) = images.pop() else { return found };
            next = last + 1;
        }
    }
}

impl Host {
    /// The host of a graph as it was written; `None` when there are not enough bits.
    fn new(rules: &GraphRules, drawn: Drawn) -> Option<Self> {
        let Drawn { text, names, marks, edges } = drawn;
        let acts = || rules.acts.iter().flatten();
        let used = |colour: u8| {
            marks.contains(&Some(Mark::Colour(colour)))
                || acts().any(|act| matches!(act, Act::Colour(made, _) if *made == colour))
        };
        let token = rules.walks || marks.contains(&Some(Mark::Token));
        let mut host = Self::laid(text, names, edges, [rules.cuts, used(0), used(1), used(2), token])?;
        let unmarked = host.mark_bits == [None; 4];
        if acts().all(|act| *act == Act::TakeAbove) {
            let order = host.names.len();
            let (mut higher, mut lower) = (vec![[0; WORDS]; order], vec![[0; WORDS]; order]);
            for &(a, b, _) in host.edges.iter().filter(|edge| edge.0 != edge.1) {
                insert(&mut higher[a], b);
                insert(&mut lower[b], a);
            }
            host.ups = (0..order).map(|v| host.above(&host.start, v)).collect();
            host.lower = lower;
            if unmarked {
                host.symmetries = symmetries(&higher, &host.ups);
            }
        }
        if rules.nameless && unmarked && host.names.len() <= FORM_ORDER && host.is_simple() {
            return host.among_forms();
        }
        let mut start = host.start;
        for (v, mark) in marks.iter().enumerate() {
            if let Some(mark) = mark {
                host.set_mark(&mut start, v, *mark);
            }
        }
        // What hangs in the air has fallen.
        if rules.parts == Parts::Ground {
            host.fall(&mut start);
        }
        host.start = start;
        Some(host)
    }

    /// Finds places for the bits of vertices and, where they are wanted, of edges and of each kind of mark; `None` when there are not
    /// enough. Nothing is marked yet.
    fn laid(text: String, names: Vec<String>, edges: Vec<(usize, usize, Colour)>, wanted: [bool; 5]) -> Option<Self> {
        let order = names.len();
        let mut bits = order;
        let mut room = |wanted: bool, size: usize| {
            let at = bits;
            bits += if wanted { size } else { 0 };
            wanted.then_some(at)
        };
        let [with_edges, marks @ ..] = wanted;
        let edge_bits = room(with_edges, edges.len());
        let mark_bits = marks.map(|wanted| room(wanted, order));
        if bits > MOST_BITS {
            return None;
        }
        let mut around = vec![Vec::new(); order];
        let mut rows = vec![[0; WORDS]; order];
        for (number, &(a, b, _)) in edges.iter().enumerate() {
            around[a].push((number, b));
            insert(&mut rows[a], b);
            if a != b {
                around[b].push((number, a));
                insert(&mut rows[b], a);
            }
        }
        let mut all = [0; WORDS];
        let mut masks = vec![[0; WORDS]; order];
        for v in 0..order {
            insert(&mut all, v);
            insert(&mut masks[v], v);
            for first in mark_bits.iter().flatten() {
                insert(&mut masks[v], first + v);
            }
            for (edge, _) in &around[v] {
                edge_bits.iter().for_each(|first| insert(&mut masks[v], first + edge));
            }
        }
        let mut start = all;
        let mut edge_set = [0; WORDS];
        edge_bits.iter().for_each(|first| (0..edges.len()).for_each(|edge| insert(&mut edge_set, first + edge)));
        add_all(&mut start, &edge_set);
        let ground = names.iter().position(|name| name == "0");
        Some(Self {
            text,
            names,
            edges,
            around,
            rows,
            edge_bits,
            edge_set,
            mark_bits,
            masks,
            ups: Vec::new(),
            lower: Vec::new(),
            all,
            start,
            ground,
            halves: bits.div_ceil(32),
            plain: bits == order,
            formed: false,
            symmetries: Vec::new(),
        })
    }

    /// A graph without marks as one of those of [`FORM`]: vertices that are called by numbers from 1 to 16 have these as their
    /// places, so that what is left of a small graph is the same position however it is written.
    fn among_forms(self) -> Option<Self> {
        let order = self.names.len();
        let numbered = |name: &String| FORM.names.iter().position(|known| known == name);
        let numbers = self.names.iter().map(numbered).collect::<Option<Vec<usize>>>();
        let places = numbers.unwrap_or_else(|| (0..order).collect());
        let mut host = Self { text: self.text, formed: true, start: [0; WORDS], ..FORM.clone() };
        for (v, &place) in places.iter().enumerate() {
            insert(&mut host.start, place);
            host.names[place].clone_from(&self.names[v]);
        }
        // A place without a vertex is called otherwise than all vertices.
        for place in (0..FORM_ORDER).filter(|place| !places.contains(place)) {
            while self.names.contains(&host.names[place]) {
                host.names[place].push('\'');
            }
        }
        for (a, b, _) in self.edges {
            let ends = (places[a].min(places[b]), places[a].max(places[b]));
            let edge = host.edges.iter().position(|edge| (edge.0, edge.1) == ends)?;
            insert(&mut host.start, FORM_ORDER + edge);
        }
        host.ground = host.names.iter().position(|name| name == "0");
        Some(host)
    }

    /// Whether every edge joins two vertices, and no other edge joins the same two.
    fn is_simple(&self) -> bool {
        let ends = |edge: &(usize, usize, Colour)| (edge.0, edge.1);
        self.edges.iter().all(|&(a, b, _)| a != b) && self.edges.windows(2).all(|pair| ends(&pair[0]) != ends(&pair[1]))
    }

    /// The canonical form of what is left, as a set of [`FORM`].
    fn form(&self, bits: &Bits) -> Bits {
        thread_local!(static LABELLER: RefCell<SmallLabeller> = RefCell::default());
        let (mut places, mut rows) = ([0; FORM_ORDER], [0u64; FORM_ORDER]);
        let mut order = 0;
        for v in members(&self.vertices(bits)) {
            places[v] = order;
            order += 1;
        }
        self.each_edge(bits, &mut |edge| {
            let (a, b) = (places[self.edges[edge].0], places[self.edges[edge].1]);
            rows[a] |= 1 << b;
            rows[b] |= 1 << a;
        });
        let mut form = [0; WORDS];
        LABELLER.with_borrow_mut(|labeller| {
            // Edges of the form stand in the order of their ends.
            let mut edge = FORM_ORDER;
            for (v, row) in labeller.label(&rows[..order], None).iter().enumerate() {
                insert(&mut form, v);
                members(&[*row >> v >> 1, 0, 0, 0]).for_each(|further| insert(&mut form, edge + further));
                edge += FORM_ORDER - 1 - v;
            }
        });
        form
    }

    /// What is left, vertices exchanged as by a symmetry of the edges.
    fn image(bits: &Bits, symmetry: &[usize]) -> Bits {
        let mut image = [0; WORDS];
        members(bits).for_each(|v| insert(&mut image, symmetry[v]));
        image
    }

    /// Calls `found` with every edge that is left.
    fn each_edge(&self, bits: &Bits, found: &mut dyn FnMut(usize)) {
        match self.edge_bits {
            Some(first) => members(&both(bits, &self.edge_set)).for_each(|bit| found(bit - first)),
            None => (0..self.edges.len()).filter(|&edge| self.has_edge(bits, edge)).for_each(found),
        }
    }

    /// The vertices and the edges that a picture has room for: those of the start, or of what is left where that is another graph.
    fn shown(&self, bits: &Bits) -> (Vec<usize>, Vec<usize>) {
        if !self.formed {
            return ((0..self.names.len()).collect(), (0..self.edges.len()).collect());
        }
        let shown = if both(bits, &self.start) == *bits { &self.start } else { bits };
        let mut edges = Vec::new();
        self.each_edge(shown, &mut |edge| edges.push(edge));
        (members(&self.vertices(shown)).collect(), edges)
    }

    /// What is left edge by edge, its vertices called as in [`FORM`].
    fn edges_written(&self, bits: &Bits) -> String {
        let mut items: Vec<String> = Vec::new();
        self.each_edge(bits, &mut |edge| items.push(FORM.edge_name(edge)));
        let alone = |v: &usize| self.neighbours(bits, *v) == [0; WORDS];
        items.extend(members(&self.vertices(bits)).filter(alone).map(|v| FORM.names[v].clone()));
        if items.is_empty() { "empty".to_owned() } else { items.join(",") }
    }

    fn plane(&self, mark: Mark) -> Option<usize> {
        match mark {
            Mark::Colour(colour) => self.mark_bits[usize::from(colour)],
            Mark::Token => self.mark_bits[3],
        }
    }

    fn set_mark(&self, bits: &mut Bits, v: usize, mark: Mark) {
        for first in self.mark_bits.iter().flatten() {
            bits[(first + v) / 64] &= !(1 << ((first + v) % 64));
        }
        if let Some(first) = self.plane(mark) {
            insert(bits, first + v);
        }
    }

    fn mark(&self, bits: &Bits, v: usize) -> Option<Mark> {
        let found = self.mark_bits.iter().position(|first| first.is_some_and(|first| has(bits, first + v)))?;
        Some(if found == 3 { Mark::Token } else { Mark::Colour(found as u8) })
    }

    fn is_marked(&self, bits: &Bits, v: usize, mark: Mark) -> bool {
        self.plane(mark).is_some_and(|first| has(bits, first + v))
    }

    fn vertices(&self, bits: &Bits) -> Bits {
        both(bits, &self.all)
    }

    fn has_edge(&self, bits: &Bits, edge: usize) -> bool {
        let (a, b, _) = self.edges[edge];
        match self.edge_bits {
            Some(first) => has(bits, first + edge),
            None => has(bits, a) && has(bits, b),
        }
    }

    fn neighbours(&self, bits: &Bits, v: usize) -> Bits {
        let Some(first) = self.edge_bits else { return both(&self.rows[v], bits) };
        let mut found = [0; WORDS];
        for &(edge, other) in &self.around[v] {
            if has(bits, first + edge) {
                insert(&mut found, other);
            }
        }
        found
    }

    /// What can be reached from some vertices by edges among those `allowed`.
    fn reached(&self, bits: &Bits, from: Bits, allowed: &Bits) -> Bits {
        let mut seen = from;
        let mut fresh = from;
        while fresh != [0; WORDS] {
            let mut next = [0; WORDS];
            for v in members(&fresh) {
                add_all(&mut next, &self.neighbours(bits, v));
            }
            fresh = both(&next, allowed);
            remove_all(&mut fresh, &seen);
            add_all(&mut seen, &fresh);
        }
        seen
    }

    /// Leaves some vertices only.
    fn only(&self, bits: &Bits, kept: &Bits) -> Bits {
        let mut part = *bits;
        let mut gone = self.vertices(bits);
        remove_all(&mut gone, kept);
        members(&gone).for_each(|v| remove_all(&mut part, &self.masks[v]));
        part
    }

    /// The bits of the edges that join the ground with itself.
    fn loops_at_ground(&self) -> Bits {
        let mut loops = [0; WORDS];
        let (Some(first), Some(ground)) = (self.edge_bits, self.ground) else { return loops };
        let ends = self.edges.iter().map(|&(a, b, _)| (a, b));
        ends.enumerate()
            .filter(|(_, ends)| *ends == (ground, ground))
            .for_each(|(edge, _)| insert(&mut loops, first + edge));
        loops
    }

    /// Leaves what hangs on the ground.
    fn fall(&self, bits: &mut Bits) {
        let mut ground = [0; WORDS];
        self.ground.iter().filter(|v| has(bits, **v)).for_each(|v| insert(&mut ground, *v));
        let kept = self.reached(bits, ground, &self.all);
        *bits = self.only(bits, &kept);
    }

    /// All that lie above a vertex, itself among them: an edge leads up to its second end.
    fn above(&self, bits: &Bits, v: usize) -> Bits {
        if let Some(above) = self.ups.get(v) {
            let above = both(above, bits);
            // Without holes: whatever is above hangs on something that is.
            if members(&above).all(|u| u == v || both(&self.lower[u], &above) != [0; WORDS]) {
                return above;
            }
        }
        let mut seen = [0; WORDS];
        insert(&mut seen, v);
        let mut stack = vec![v];
        while let Some(u) = stack.pop() {
            for &(edge, other) in &self.around[u] {
                if self.edges[edge].0 == u && self.has_edge(bits, edge) && !has(&seen, other) {
                    insert(&mut seen, other);
                    stack.push(other);
                }
            }
        }
        seen
    }

    /// Whether an edge like this one stands before it and is left: of equal edges the first that is left is cut.
    fn repeated(&self, bits: &Bits, edge: usize) -> bool {
        edge > 0 && self.edges[edge - 1] == self.edges[edge] && self.has_edge(bits, edge - 1)
    }

    fn edge_name(&self, edge: usize) -> String {
        let (a, b, colour) = self.edges[edge];
        let sign = colour.map(|colour| COLOURS[usize::from(colour)].to_string());
        // why: an edge without a colour has no sign
        format!("{}-{}{}", escaped(&self.names[a]), escaped(&self.names[b]), sign.unwrap_or_default())
    }

    /// The start with what has changed.
    fn written(&self, bits: &Bits) -> String {
        if self.formed && both(bits, &self.start) != *bits {
            return self.edges_written(bits);
        }
        let mut items: Vec<String> = Vec::new();
        for v in 0..self.names.len() {
            let name = || escaped(&self.names[v]);
            match (has(bits, v), has(&self.start, v)) {
                (false, true) => items.push(name()),
                (true, _) if self.mark(bits, v) != self.mark(&self.start, v) => {
                    items.extend(self.mark(bits, v).map(|mark| format!("{}={}", name(), mark.sign())));
                }
                _ => {}
            }
        }
        for edge in (0..self.edges.len()).filter(|_| self.edge_bits.is_some()) {
            let (a, b, _) = self.edges[edge];
            let ends_left = has(bits, a) && has(bits, b);
            if ends_left && self.has_edge(&self.start, edge) && !self.has_edge(bits, edge) {
                items.push(self.edge_name(edge));
            }
        }
        if items.is_empty() { self.text.clone() } else { format!("{};{}", self.text, items.join(",")) }
    }

    /// Reads one item of what has changed.
    fn change(&self, bits: &mut Bits, item: &str) -> Option<()> {
        let vertex = |name: &str| {
            // why: what is no name of a vertex is told as a mistake of the whole item.
            let name = unescaped(name.trim()).ok()?;
            let found = self.names.iter().position(|known| *known == name)?;
            has(bits, found).then_some(found)
        };
        if let Some((name, mark)) = item.split_once('=') {
            let (v, mark) = (vertex(name)?, Mark::read(mark.trim())?);
            self.plane(mark)?;
            self.set_mark(bits, v, mark);
            return Some(());
        }
        if let Some((a, b)) = item.split_once('-') {
            let named = |b: &str, colour: Colour| {
                let (a, b) = (vertex(a)?, vertex(b)?);
                let ends = (a.min(b), a.max(b), colour);
                (0..self.edges.len()).find(|&edge| self.edges[edge] == ends && self.has_edge(bits, edge))
            };
            let last = b.chars().next_back().and_then(|last| colour(&last.to_string()));
            let shorter = last.and_then(|colour| named(&b[..b.len() - 1], Some(colour)));
            let edge = shorter.or_else(|| named(b, None))?;
            let first = self.edge_bits?;
            bits[(first + edge) / 64] &= !(1 << ((first + edge) % 64));
            return Some(());
        }
        let v = vertex(item)?;
        remove_all(bits, &self.masks[v]);
        Some(())
    }
}

/// Compiled rules on a graph; everything but what searches ask of a kind of game, so that it is compiled once for both kinds.
#[derive(Clone, Debug)]
pub(crate) struct GraphBoard {
    rules: Arc<GraphRules>,
    host: Arc<Host>,
    partisan: bool,
    /// Whether Left has the moves of Right and the other way round.
    exchanged: bool,
}

impl PartialEq for GraphBoard {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.rules, &other.rules)
            && self.exchanged == other.exchanged
            && (Arc::ptr_eq(&self.host, &other.host) || self.host == other.host)
    }
}

/// A game on a graph, `PARTISAN` or not.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct GraphGame<const PARTISAN: bool>(GraphBoard);

impl<const PARTISAN: bool> std::ops::Deref for GraphGame<PARTISAN> {
    type Target = GraphBoard;

    fn deref(&self) -> &GraphBoard {
        &self.0
    }
}

impl<const PARTISAN: bool> GraphGame<PARTISAN> {
    /// Reads a position; `None` when it has more bits than there is room for, or is in no notation of graphs.
    pub fn place(rules: &Arc<GraphRules>, input: &Input<'_>) -> Result<Option<(Self, Held)>, ParseError> {
        let placed = GraphBoard::place(rules, PARTISAN, input)?;
        Ok(placed.map(|(board, position)| (Self(board), position)))
    }
}

/// A rule of a player and what it is done to: a vertex, an edge, or a vertex and where the token goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Deed {
    act: Act,
    at: u16,
    to: u16,
}

/// Who may do what where, in a game in which vertices are coloured and nothing else: for each act that is known, the vertices it may be
/// done to.
struct Allowed {
    sets: [Bits; MOST_COLOURINGS],
    count: usize,
}

/// Colours that a rule makes, each unless a neighbour has one of them or without a condition.
const MOST_COLOURINGS: usize = COLOURS.len() * (COLOURS.len() + 1);

impl Allowed {
    fn sets(&self) -> &[Bits] {
        &self.sets[..self.count]
    }

    /// Vertices that somebody may colour now.
    fn open(&self) -> Bits {
        let mut open = [0; WORDS];
        self.sets().iter().for_each(|set| add_all(&mut open, set));
        open
    }
}

/// The graph that a position is written on, and what has changed since, with where that is written; `None` for what the
/// interpreter must read.
type Cut<'a> = (Input<'a>, Option<(&'a str, usize)>);

/// A file name may hold a semicolon, so a graph of a file is always whole.
fn cut<'a>(input: &Input<'a>) -> Cut<'a> {
    let (position, offset) = input.position;
    match position.rsplit_once(';') {
        Some((graph, changes)) if !position.starts_with('@') => {
            (Input { position: (graph, offset), ..*input }, Some((changes, graph.len() + 1)))
        }
        _ => (*input, None),
    }
}

/// A graph in the notation of these rules: `1-2,2-3L,4*`; `None` for what is not in it.
fn plain(text: &str) -> Option<Drawn> {
    let vertex = |text: &str| {
        let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, mark) = text.split_at(digits);
        // why: what is not written so is read as another kind of graph.
        let number: u32 = number.parse().ok()?;
        if mark.is_empty() { Some((number, None)) } else { Mark::read(mark).map(|mark| (number, Some(mark))) }
    };
    // In order, each once.
    let mut numbers: Vec<u32> = Vec::new();
    let mut marks: Vec<Option<Mark>> = Vec::new();
    let mut edges = Vec::new();
    if text != "empty" {
        for part in text.split(',') {
            let ends: Vec<&str> = part.split('-').collect();
            let (pair, colour): (Vec<_>, Colour) = match ends[..] {
                [one] => (vec![vertex(one)?], None),
                [a, b] => {
                    let last = b.chars().next_back().and_then(|last| colour(&last.to_string()));
                    let b = if last.is_some() { &b[..b.len() - 1] } else { b };
                    (vec![vertex(a)?, vertex(b)?], last)
                }
                _ => return None,
            };
            for &(number, mark) in &pair {
                match numbers.binary_search(&number) {
                    Ok(at) => marks[at] = mark.or(marks[at]),
                    Err(at) => {
                        numbers.insert(at, number);
                        marks.insert(at, mark);
                    }
                }
            }
            if let [(a, _), (b, _)] = pair[..] {
                edges.push((a.min(b), a.max(b), colour));
            }
        }
    }
    edges.sort_unstable();
    // Every end of an edge was noted above; one that was not would make this no graph, never another edge.
    let place = |number: u32| numbers.iter().position(|&other| other == number);
    let edges = edges.into_iter().map(|(a, b, colour)| Some((place(a)?, place(b)?, colour)));
    let edges = edges.collect::<Option<Vec<_>>>()?;
    Some(Drawn { text: text.to_owned(), names: numbers.iter().map(u32::to_string).collect(), marks, edges })
}

/// A graph of the catalogue of graphs.
fn named(input: &Input<'_>) -> Result<Drawn, ParseError> {
    let load = |path: &str| input.files.read(path).map_err(|error| error.0);
    let reading = Budget::new(grundy_budget::Limits { memory: Some(input.files.most()), ..Default::default() });
    let found = parse_graph_argument(input.position.0, load, &reading)
        .map_err(|error| input.position_error(error.problem()).help(error.help()))?;
    let typed = input.position.0;
    let of_file = typed.len() > 1 && typed.starts_with('@');
    let text = if of_file { write_edges(&found.graph, &found.names) } else { typed.to_owned() };
    let order = found.graph.order();
    let mut edges: Vec<_> = found.graph.edges().map(|(u, v)| (u.min(v), u.max(v), None)).collect();
    edges.sort_unstable();
    Ok(Drawn { text, names: (0..order).map(|v| found.names.name(v)).collect(), marks: vec![None; order], edges })
}

impl GraphBoard {
    /// As [`GraphGame::place`].
    fn place(rules: &Arc<GraphRules>, partisan: bool, input: &Input<'_>) -> Result<Option<(Self, Held)>, ParseError> {
        input.no_arguments()?;
        if input.position.0.is_empty() {
            return Err(input.position_error("the position is empty"));
        }
        let (whole, changes) = cut(input);
        let drawn = match plain(whole.position.0) {
            Some(drawn) => drawn,
            None => named(&whole)?,
        };
        let Some(host) = Host::new(rules, drawn) else { return Ok(None) };
        let mut bits = host.start;
        if let Some((changes, start)) = changes {
            let mut at = start;
            for item in changes.split(',') {
                if host.change(&mut bits, item).is_none() {
                    let shown: String = item.chars().take(40).collect();
                    let problem = Text::new("`{item}` is nothing that can have changed").with("item", shown);
                    let help = "expected a vertex or an edge that is gone, or a vertex with its mark such as 2=L";
                    return Err(input.error(at, item.len(), problem).help(help));
                }
                at += item.len() + 1;
            }
        }
        let game = Self { rules: Arc::clone(rules), host: Arc::new(host), partisan, exchanged: false };
        let position = game.hold(&bits);
        Ok(Some((game, position)))
    }

    fn acts(&self, player: Player) -> &[Act] {
        let right = self.partisan && ((player == Player::Right) != self.exchanged);
        &self.rules.acts[usize::from(right)]
    }

    fn list(&self, bits: &Bits, player: Player, deeds: &mut Vec<Deed>) {
        let host = &*self.host;
        let before = deeds.len();
        for &act in self.acts(player) {
            let deed = |at: usize, to: usize| Deed { act, at: at as u16, to: to as u16 };
            match act {
                Act::Take | Act::TakeAround | Act::TakeAbove => {
                    deeds.extend(members(&host.vertices(bits)).map(|v| deed(v, v)));
                }
                Act::TakeEnds | Act::Cut(_) | Act::Fell(_) => {
                    let own = if let Act::Cut(own) | Act::Fell(own) = act { own } else { None };
                    let may = |edge: usize| match (own, host.edges[edge].2) {
                        (Some(own), Some(colour)) => colour == own || colour == GREEN,
                        _ => true,
                    };
                    host.each_edge(bits, &mut |edge| {
                        if may(edge) && !host.repeated(bits, edge) {
                            deeds.push(deed(edge, edge));
                        }
                    });
                }
                Act::Colour(..) => {
                    deeds.extend(members(&host.vertices(bits)).filter(|&v| self.may(bits, act, v)).map(|v| deed(v, v)));
                }
                Act::Walk => {
                    let Some(first) = host.mark_bits[3] else { continue };
                    for v in members(&host.vertices(bits)).filter(|&v| has(bits, first + v)) {
                        deeds.extend(members(&host.neighbours(bits, v)).filter(|&u| u != v).map(|u| deed(v, u)));
                    }
                }
            }
        }
        if self.rules.echoes {
            let mut kept: Vec<Deed> = Vec::with_capacity(deeds.len() - before);
            for deed in deeds.drain(before..) {
                let same = |other: &Deed| other.act.does(deed.act) && (other.at, other.to) == (deed.at, deed.to);
                if !kept.iter().any(same) {
                    kept.push(deed);
                }
            }
            deeds.append(&mut kept);
        }
    }

    /// Whether a vertex may be coloured so.
    fn may(&self, bits: &Bits, act: Act, v: usize) -> bool {
        let Act::Colour(_, unless) = act else { return false };
        if self.host.mark(bits, v).is_some() {
            return false;
        }
        let Some(first) = unless.and_then(|colour| self.host.mark_bits[usize::from(colour)]) else { return true };
        !members(&self.host.neighbours(bits, v)).any(|u| has(bits, first + u))
    }

    /// Who may colour which vertices.
    fn allowed(&self, bits: &Bits) -> Allowed {
        let host = &*self.host;
        let mut free = host.vertices(bits);
        let mut beside = [[0; WORDS]; COLOURS.len()];
        for v in members(&host.vertices(bits)) {
            match host.mark(bits, v) {
                None => {}
                Some(mark) => {
                    free[v / 64] &= !(1 << (v % 64));
                    if let Mark::Colour(colour) = mark {
                        add_all(&mut beside[usize::from(colour)], &host.rows[v]);
                    }
                }
            }
        }
        let mut allowed = Allowed { sets: [[0; WORDS]; MOST_COLOURINGS], count: self.rules.known.len() };
        for (set, act) in allowed.sets.iter_mut().zip(&self.rules.known) {
            *set = free;
            if let Act::Colour(_, Some(unless)) = act {
                remove_all(set, &beside[usize::from(*unless)]);
            }
        }
        allowed
    }

    /// Adds to `found` the vertices at which a move at `v` forbids something, or the other way round.
    fn touched(&self, allowed: &Allowed, v: usize, found: &mut Bits) {
        let known = &self.rules.known;
        let forbids = |act: Act, other: Act| match (act, other) {
            (Act::Colour(made, _), Act::Colour(_, unless)) => unless == Some(made),
            _ => false,
        };
        let row = &self.host.rows[v];
        for (&act, _) in known.iter().zip(allowed.sets()).filter(|(_, set)| has(set, v)) {
            for (&other, there) in known.iter().zip(allowed.sets()) {
                if forbids(act, other) || forbids(other, act) {
                    add_all(found, &both(row, there));
                }
            }
        }
        // A loop joins a vertex with nothing else.
        found[v / 64] &= !(1 << (v % 64));
    }

    /// Some open vertices with the coloured ones beside them, and nothing else.
    fn with_coloured(&self, bits: &Bits, open: &Bits) -> Bits {
        let host = &*self.host;
        let mut kept = *open;
        for v in members(open) {
            let beside = host.neighbours(bits, v);
            members(&beside).filter(|&u| host.mark(bits, u).is_some()).for_each(|u| insert(&mut kept, u));
        }
        host.only(bits, &kept)
    }

    /// Parts between which no move forbids any: an edge whose ends can never clash counts for nothing.
    fn free_parts(&self, bits: &Bits, parts: &mut Vec<Held>) {
        let allowed = self.allowed(bits);
        let mut rest = allowed.open();
        while let Some(v) = first(&rest) {
            let mut seen = [0; WORDS];
            insert(&mut seen, v);
            let mut fresh = seen;
            while fresh != [0; WORDS] {
                let mut next = [0; WORDS];
                members(&fresh).for_each(|v| self.touched(&allowed, v, &mut next));
                remove_all(&mut next, &seen);
                add_all(&mut seen, &next);
                fresh = next;
            }
            remove_all(&mut rest, &seen);
            parts.push(self.hold(&self.with_coloured(bits, &seen)));
        }
    }

    /// The same open vertices, with colours beside them that depend on nothing but who may colour which of them: every other vertex
    /// of the start has the first colour that forbids nothing which is allowed, whether it had one or not. Where that would
    /// allow more, they stay as they are.
    fn free_form(&self, bits: &Bits) -> Bits {
        let host = &*self.host;
        let allowed = self.allowed(bits);
        let open = allowed.open();
        let plain = self.with_coloured(bits, &open);
        let mut around = [0; WORDS];
        members(&open).for_each(|v| add_all(&mut around, &host.rows[v]));
        remove_all(&mut around, &open);
        let mut form = host.only(bits, &open);
        for u in members(&around) {
            let row = &host.rows[u];
            let mut forbidding =
                (0..COLOURS.len() as u8).filter(|&colour| host.mark_bits[usize::from(colour)].is_some());
            let fits = |colour: &u8| {
                let mut forbids = self.rules.known.iter().zip(allowed.sets()).filter(|(act, _)| match act {
                    Act::Colour(_, unless) => *unless == Some(*colour),
                    _ => false,
                });
                let mut some = false;
                forbids.all(|(_, set)| {
                    some = true;
                    both(row, set) == [0; WORDS]
                }) && some
            };
            if let Some(colour) = forbidding.find(fits) {
                insert(&mut form, u);
                host.set_mark(&mut form, u, Mark::Colour(colour));
            }
        }
        if self.allowed(&form).sets() == allowed.sets() { form } else { plain }
    }

    /// The position with the colours L and R exchanged.
    fn mirrored(&self, bits: &Bits) -> Bits {
        let host = &*self.host;
        let mut image = *bits;
        for v in members(&host.vertices(bits)) {
            if let Some(Mark::Colour(colour)) = host.mark(bits, v) {
                host.set_mark(&mut image, v, Mark::Colour(opposite(colour)));
            }
        }
        image
    }

    /// How many vertices only Left, only Right and either may colour, when no move forbids any other.
    fn counts(&self, bits: &Bits) -> Option<[i64; 3]> {
        if !self.partisan || self.rules.parts != Parts::Free {
            return None;
        }
        let allowed = self.allowed(bits);
        let mut touched = [0; WORDS];
        for v in members(&allowed.open()) {
            self.touched(&allowed, v, &mut touched);
            if touched != [0; WORDS] {
                return None;
            }
        }
        let [left, right] = Player::BOTH.map(|player| {
            let acts = self.acts(player);
            let own = self.rules.known.iter().zip(allowed.sets()).filter(|(act, _)| acts.contains(act));
            own.fold([0; WORDS], |mut all, (_, set)| {
                add_all(&mut all, set);
                all
            })
        });
        let either = both(&left, &right);
        let [left, right, either] = [left, right, either].map(|set| i64::from(size(&set)));
        Some([left - either, right - either, either])
    }

    /// A position as it is kept: in place where its bits are few.
    fn hold(&self, bits: &Bits) -> Held {
        let halves = self.host.halves;
        let half = |at: usize| (bits[at / 2] >> (at % 2 * 32)) as u32 as i32;
        Held::few_of(0, std::array::from_fn(half), halves).unwrap_or_else(|| Held::new(*bits))
    }

    fn bits(position: &Held) -> Bits {
        match position.numbers() {
            Some((_, halves)) => {
                let mut bits = [0; WORDS];
                for (at, &half) in halves.iter().enumerate() {
                    bits[at / 2] |= u64::from(half as u32) << (at % 2 * 32);
                }
                bits
            }
            None => *position.get().expect("positions are sets of bits"),
        }
    }

    fn hold_deed(&self, deed: &Deed) -> HeldMove {
        let act = self.rules.known.iter().position(|act| *act == deed.act).expect("deeds are acts of the rules");
        HeldMove::few_of(0, [act as i32, i32::from(deed.at), i32::from(deed.to), 0, 0], 3).expect("three are few")
    }

    fn deed(&self, played: &HeldMove) -> Deed {
        let (_, numbers) = played.numbers().expect("moves are few numbers");
        Deed { act: self.rules.known[numbers[0] as usize], at: numbers[1] as u16, to: numbers[2] as u16 }
    }

    fn components(
        &self,
        bits: &Bits,
        among: Bits,
        parts: &mut Vec<Held>,
        mut part: impl FnMut(&mut Bits) -> Option<Bits>,
    ) {
        let mut rest = among;
        while let Some(v) = first(&rest) {
            let mut one = [0; WORDS];
            insert(&mut one, v);
            let mut component = self.host.reached(bits, one, &rest);
            remove_all(&mut rest, &component);
            parts.extend(part(&mut component).map(|part| self.hold(&part)));
        }
    }

    /// Whether a vertex alone has a move.
    fn lone_moves(&self) -> bool {
        self.rules.acts.iter().flatten().any(|act| !act.cuts() && !matches!(act, Act::TakeEnds | Act::Walk))
    }

    fn deed_words(&self, deed: &Deed) -> Text {
        let host = &*self.host;
        let vertex = |v: u16| host.names[usize::from(v)].clone();
        let text = match deed.act {
            Act::Take => Text::new("take {vertex}"),
            Act::TakeAround => Text::new("take {vertex} with its neighbours"),
            Act::TakeAbove => Text::new("take {vertex} and all above"),
            Act::TakeEnds => Text::new("take {edge} with its ends"),
            Act::Cut(_) | Act::Fell(_) => Text::new("cut {edge}"),
            Act::Colour(colour, _) => {
                Text::new("colour {vertex} {colour}").with("colour", COLOURS[usize::from(colour)])
            }
            Act::Walk => Text::new("walk from {vertex} to {to}").with("to", vertex(deed.to)),
        };
        match deed.act {
            Act::TakeEnds | Act::Cut(_) | Act::Fell(_) => text.with("edge", host.edge_name(usize::from(deed.at))),
            _ => text.with("vertex", vertex(deed.at)),
        }
    }
}

impl GraphBoard {
    fn done(&self, bits: &mut Bits, deed: Deed) {
        let host = &*self.host;
        let (at, to) = (usize::from(deed.at), usize::from(deed.to));
        let take = |bits: &mut Bits, gone: &Bits| members(gone).for_each(|v| remove_all(bits, &host.masks[v]));
        match deed.act {
            Act::Take => remove_all(bits, &host.masks[at]),
            Act::TakeAround => {
                let mut gone = host.neighbours(bits, at);
                insert(&mut gone, at);
                if host.plain {
                    remove_all(bits, &gone);
                } else {
                    take(bits, &gone);
                }
            }
            Act::TakeAbove => {
                let gone = host.above(bits, at);
                take(bits, &gone);
            }
            Act::TakeEnds => {
                let (a, b, _) = host.edges[at];
                remove_all(bits, &host.masks[a]);
                remove_all(bits, &host.masks[b]);
            }
            Act::Cut(_) | Act::Fell(_) => {
                if let Some(first) = host.edge_bits {
                    bits[(first + at) / 64] &= !(1 << ((first + at) % 64));
                }
                if matches!(deed.act, Act::Fell(_)) {
                    host.fall(bits);
                }
            }
            Act::Colour(colour, _) => host.set_mark(bits, at, Mark::Colour(colour)),
            Act::Walk => {
                remove_all(bits, &host.masks[at]);
                host.set_mark(bits, to, Mark::Token);
            }
        }
    }

    /// Without what no move will ever need: vertices that nobody may colour and that stop nobody, vertices that nobody takes.
    fn tidied(&self, mut bits: Bits) -> Bits {
        let host = &*self.host;
        match self.rules.parts {
            Parts::Free => return self.free_form(&bits),
            Parts::Components if !self.lone_moves() => {
                let vertices = host.vertices(&bits);
                for v in members(&vertices) {
                    if host.neighbours(&bits, v) == [0; WORDS] {
                        remove_all(&mut bits, &host.masks[v]);
                    }
                }
            }
            _ => {}
        }
        bits
    }

    fn split(&self, position: &Held, parts: &mut Vec<Held>) {
        let host = &*self.host;
        let bits = &Self::bits(position);
        match self.rules.parts {
            Parts::Whole => parts.push(position.clone()),
            Parts::Components => {
                let alone = self.lone_moves();
                self.components(bits, host.vertices(bits), parts, |part| {
                    let looped = || members(part).any(|v| has(&host.neighbours(bits, v), v));
                    (alone || size(part) > 1 || looped()).then(|| host.only(bits, part))
                });
            }
            Parts::Free => self.free_parts(bits, parts),
            Parts::Ground => {
                let mut above = host.vertices(bits);
                let mut ground = [0; WORDS];
                host.ground.iter().for_each(|v| insert(&mut ground, *v));
                remove_all(&mut above, &ground);
                // Loops at the ground belong to nothing else.
                let loops = host.loops_at_ground();
                self.components(bits, above, parts, |part| {
                    add_all(part, &ground);
                    let mut part = host.only(bits, part);
                    remove_all(&mut part, &loops);
                    Some(part)
                });
                if members(&loops).any(|edge| has(bits, edge)) {
                    parts.push(self.hold(&host.only(bits, &ground)));
                }
            }
        }
    }

    fn canonicalise(&self, position: &mut Held) {
        let alone = self.rules.parts == Parts::Components && !self.lone_moves();
        let host = &*self.host;
        if host.formed || alone || self.rules.parts == Parts::Free {
            let bits = self.tidied(Self::bits(position));
            *position = self.hold(&if host.formed { host.form(&bits) } else { bits });
        } else if !host.symmetries.is_empty() {
            let bits = Self::bits(position);
            let images = host.symmetries.iter().map(|symmetry| Host::image(&bits, symmetry));
            *position = self.hold(&images.fold(bits, Bits::min));
        }
    }

    fn weight(&self, position: &Held) -> usize {
        let bits = &Self::bits(position);
        if self.rules.parts == Parts::Free {
            return size(&self.allowed(bits).open()) as usize;
        }
        (size(&both(bits, &self.host.edge_set)) + size(&self.host.vertices(bits))) as usize
    }

    fn canonicalise_up_to_sign(&self, position: &mut Held) -> bool {
        self.canonicalise(position);
        if !self.partisan || !self.rules.mirrors {
            return false;
        }
        let bits = Self::bits(position);
        let image = self.tidied(self.mirrored(&bits));
        let negative = image < bits;
        if negative {
            *position = self.hold(&image);
        }
        negative
    }

    fn negate(&self, position: &mut Held) -> bool {
        if self.partisan && self.rules.mirrors {
            *position = self.hold(&self.mirrored(&Self::bits(position)));
        }
        !self.partisan || self.rules.mirrors
    }

    fn closed_value(&self, position: &Held, store: &mut Store) -> Result<Option<Value>, ValueError> {
        let Some([left, right, either]) = self.counts(&Self::bits(position)) else { return Ok(None) };
        store.compact(Nus { number: (left - right).into(), ups: 0, nimber: (either % 2) as u64 }).map(Some)
    }

    fn value_theorem(&self, position: &Held) -> Option<Text> {
        let [left, right, either] = self.counts(&Self::bits(position))?;
        let text = Text::new(
            "no vertex forbids another any more: {left} are left to Left, {right} to Right, and {either} to either player",
        );
        Some(text.with("left", left).with("right", right).with("either", either))
    }

    fn moves(&self, position: &Held, player: Player, moves: &mut Vec<HeldMove>) {
        let mut deeds = Vec::new();
        self.list(&Self::bits(position), player, &mut deeds);
        moves.extend(deeds.iter().map(|deed| self.hold_deed(deed)));
    }

    fn play(&self, position: &mut Held, played: &HeldMove) {
        let mut bits = Self::bits(position);
        self.done(&mut bits, self.deed(played));
        *position = self.hold(&bits);
    }

    fn ending(&self, position: &Held, player: Player) -> Option<Outcome> {
        let stuck = self.rules.results.stuck?;
        let mut deeds = Vec::new();
        self.list(&Self::bits(position), player, &mut deeds);
        deeds.is_empty().then(|| Ending::outcome(stuck))
    }

    /// The graph with what can be done on it; `None` where a click would not tell two moves apart.
    fn picture(&self, position: &Held) -> Option<Picture> {
        let host = &*self.host;
        let bits = &Self::bits(position);
        let name = |v: usize| {
            let vertex = match host.mark(bits, v) {
                Some(Mark::Colour(colour)) => Vertex::new(host.names[v].clone()).role(role(colour)).painted(true),
                _ if host.ground == Some(v) && self.rules.parts == Parts::Ground => Vertex::ground(),
                _ => Vertex::new(host.names[v].clone()),
            };
            vertex.gone(!has(bits, v))
        };
        let (shown, shown_edges) = host.shown(bits);
        let (place, edge_place) = (
            |v: usize| shown.partition_point(|&other| other < v),
            |edge: usize| shown_edges.partition_point(|&other| other < edge),
        );
        let vertices = shown.iter().map(|&v| name(v)).collect();
        let edge = |number: usize| {
            let (a, b, colour) = host.edges[number];
            let gone = !(has(bits, a) && has(bits, b) && host.has_edge(bits, number));
            let edge = Edge::new(place(a), place(b)).gone(gone);
            colour.map_or_else(|| edge.clone(), |colour| edge.clone().role(role(colour)))
        };
        let mut network = Network::new(vertices, shown_edges.iter().map(|&number| edge(number)).collect());
        let token = (0..host.names.len()).find(|&v| has(bits, v) && host.is_marked(bits, v, Mark::Token));
        if let Some(v) = token {
            network = network.token(place(v));
        }
        for player in Player::BOTH.into_iter().take(if self.partisan { 2 } else { 1 }) {
            let mut paths: Vec<Vec<String>> = Vec::new();
            let mut offered = Vec::new();
            self.moves(position, player, &mut offered);
            for played in offered {
                let deed = self.deed(&played);
                let (at, to) = (usize::from(deed.at), usize::from(deed.to));
                let path = match deed.act {
                    Act::TakeEnds | Act::Cut(_) | Act::Fell(_) => vec![Network::edge_key(edge_place(at))],
                    Act::Walk => vec![Network::vertex_key(place(to))],
                    _ => vec![Network::vertex_key(place(at))],
                };
                if paths.contains(&path) {
                    // Two moves of a player are made on the same thing: a click would not tell them apart.
                    return None;
                }
                let mut after = *bits;
                self.done(&mut after, deed);
                let mut gone: Vec<String> = (0..host.names.len())
                    .filter(|&v| has(bits, v) && !has(&after, v))
                    .map(|v| Network::vertex_key(place(v)))
                    .collect();
                let left = |bits: &Bits, edge: usize| {
                    let (a, b, _) = host.edges[edge];
                    has(bits, a) && has(bits, b) && host.has_edge(bits, edge)
                };
                gone.extend(
                    (0..host.edges.len())
                        .filter(|&edge| left(bits, edge) && !left(&after, edge))
                        .map(|edge| Network::edge_key(edge_place(edge))),
                );
                let mut gesture = Gesture::new(self.deed_words(&deed).to_string(), path.clone()).takes(gone);
                if deed.act == Act::Walk {
                    gesture = gesture.slides([Network::TOKEN]);
                }
                network = network.gesture(gesture);
                paths.push(path);
            }
        }
        let count = host.vertices(bits).iter().map(|word| word.count_ones()).sum::<u32>();
        let size = (0..host.edges.len()).filter(|&edge| {
            let (a, b, _) = host.edges[edge];
            has(bits, a) && has(bits, b) && host.has_edge(bits, edge)
        });
        let description = Text::new("A graph with {order} vertices and {size} edges.")
            .with("order", count)
            .with("size", size.count());
        let text = notation::write(self.rules.page.name, None, &host.written(bits));
        Some(network.picture(text, description))
    }
}

impl<const PARTISAN: bool> Rules for GraphGame<PARTISAN> {
    type Position = Held;
    type Move = HeldMove;
    const KIND: Kind = if PARTISAN { Kind::Partisan } else { Kind::Impartial };

    const DRAWS: Draws = Draws::Perhaps;

    fn moves(&self, position: &Held, player: Player, moves: &mut Vec<HeldMove>) -> Result<(), Refusal> {
        self.0.moves(position, player, moves);
        Ok(())
    }

    fn play(&self, position: &mut Held, played: &HeldMove) {
        self.0.play(position, played);
    }

    fn declares(&self) -> bool {
        self.rules.results.declared
    }

    fn ending(&self, position: &Held, player: Player) -> Option<Outcome> {
        self.0.ending(position, player)
    }

    fn split(&self, position: &Held, parts: &mut Vec<Held>) {
        self.0.split(position, parts);
    }

    fn canonicalise(&self, position: &mut Held) {
        self.0.canonicalise(position);
    }

    fn weight(&self, position: &Held) -> usize {
        self.0.weight(position)
    }

    fn position_bytes(&self, position: &Held) -> usize {
        position.get::<Bits>().map_or(0, size_of_val)
    }
}

impl<const PARTISAN: bool> ImpartialHints for GraphGame<PARTISAN> {
    const COMMUTES: bool = !PARTISAN;

    fn commutes(&self) -> bool {
        !PARTISAN && self.rules.commutes
    }
}

impl<const PARTISAN: bool> PartisanHints for GraphGame<PARTISAN> {
    fn light(&self) -> usize {
        16
    }

    fn canonicalise_up_to_sign(&self, position: &mut Held) -> bool {
        self.0.canonicalise_up_to_sign(position)
    }

    fn negate(&self, position: &mut Held) -> bool {
        self.0.negate(position)
    }

    fn exchanged(&self) -> Option<Self> {
        Some(Self(GraphBoard { exchanged: !self.exchanged, ..self.0.clone() }))
    }

    fn closed_value(&self, position: &Held, store: &mut Store) -> Result<Option<Value>, ValueError> {
        self.0.closed_value(position, store)
    }

    fn value_theorem(&self, position: &Held) -> Option<Text> {
        self.0.value_theorem(position)
    }
}

/// How a mark or the colour of an edge looks.
fn role(colour: u8) -> Role {
    match colour {
        0 => Role::Left,
        1 => Role::Right,
        _ => Role::Either,
    }
}

impl<const PARTISAN: bool> Game for GraphGame<PARTISAN> {
    const INFO: Info = NO_INFO;

    fn page(&self) -> Page<'_> {
        self.rules.page
    }

    fn read(input: &Input<'_>) -> Result<(Self, Held), ParseError> {
        Err(input.position_error("these rules are read from a file"))
    }

    fn write(&self, position: &Held) -> String {
        self.host.written(&GraphBoard::bits(position))
    }

    fn label(&self, _: &Held, played: &HeldMove) -> String {
        self.deed_words(&self.deed(played)).to_string()
    }

    fn words(&self, _: &Held, played: &HeldMove) -> Text {
        self.deed_words(&self.deed(played))
    }

    fn picture(&self, position: &Held) -> Picture {
        self.0.picture(position).unwrap_or_else(|| picture_of_buttons(self, position))
    }

    fn small() -> Vec<String> {
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::{Bits, Host, WORDS, has, insert, symmetries};

    /// All exchanges of vertices that keep the edges, by trying every one.
    fn all(higher: &[Bits], images: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
        let order = higher.len();
        if images.len() == order {
            let keeps = |v: usize, u: usize| has(&higher[v], u) == has(&higher[images[v]], images[u]);
            if !images.is_sorted() && (0..order).all(|v| (0..order).all(|u| keeps(v, u))) {
                found.push(images.clone());
            }
            return;
        }
        for image in (0..order).filter(|image| !images.contains(image)).collect::<Vec<_>>() {
            images.push(image);
            all(higher, images, found);
            images.pop();
        }
    }

    #[test]
    fn symmetries_are_all_that_keep_the_edges() {
        let mut state = 3u64;
        let mut below = |bound: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % bound
        };
        let (mut some, mut none) = (0, 0);
        for _ in 0..400 {
            let order = 1 + below(6);
            let (mut higher, mut ups) = (vec![[0; WORDS]; order], vec![[0; WORDS]; order]);
            for v in (0..order).rev() {
                insert(&mut ups[v], v);
                for u in v + 1..order {
                    if below(3) == 0 {
                        insert(&mut higher[v], u);
                        let above = ups[u];
                        super::add_all(&mut ups[v], &above);
                    }
                }
            }
            let mut expected = Vec::new();
            all(&higher, &mut Vec::new(), &mut expected);
            let found = symmetries(&higher, &ups);
            if expected.len() < super::MOST_SYMMETRIES {
                assert_eq!(found, expected, "{ups:?}");
                some += usize::from(!found.is_empty());
                none += usize::from(found.is_empty());
            } else {
                assert!(found.is_empty(), "{ups:?}");
            }
            let whole = (0..order).fold([0; WORDS], |mut bits, v| {
                insert(&mut bits, v);
                bits
            });
            assert!(found.iter().all(|symmetry| Host::image(&whole, symmetry) == whole));
        }
        assert!(some > 50 && none > 50, "{some} {none}");
    }
}
