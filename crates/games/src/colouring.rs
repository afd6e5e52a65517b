//! Games in which the players paint the vertices of a graph in their own colours: what Col and Snort share.

use crate::catalogue::Entry;
use crate::graphs;
use crate::vertex_sets::{self, Host, LARGEST, Vertices, count, insert, least, members, remove, remove_all};
use grundy_draw::{Edge, Network, Picture, Role, Vertex};
use grundy_game::{
    Course, Game, ImpartialHints, Info, Input, Kind, Page, ParseError, PartisanHints, Player, Refusal, Rules, Text,
};
use grundy_graph::{Graph, Named};
use grundy_solve::{Subject, equip, lend};
use grundy_value::{Nus, Store, Value, ValueError};

/// What a painted vertex does to its neighbours.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Painting {
    /// The page about the game.
    pub info: Info,
    /// Whether the neighbours of a painted vertex are forbidden to the player who painted it; else to the other player.
    pub forbids_own: bool,
}

impl Painting {
    /// The player who is forbidden the neighbours of what `player` paints.
    fn forbidden(&self, player: usize) -> usize {
        if self.forbids_own { player } else { 1 - player }
    }

    /// Who may paint a vertex with that symbol.
    fn read_symbol(&self, symbol: char) -> Option<[bool; 2]> {
        let painter = match symbol {
            '.' => return Some([true, true]),
            '#' => return Some([false, false]),
            'L' => 0,
            'R' => 1,
            _ => return None,
        };
        let mut may = [true, true];
        may[self.forbidden(painter)] = false;
        Some(may)
    }
}

/// A game that is a [`Painting`]; all of them share one type, and so one set of searches.
pub(crate) trait Painted {
    /// What painting does.
    const PAINTING: Painting;
}

/// The rules on one graph of at most 64·W vertices.
#[derive(Debug)]
pub struct Colouring<const W: usize> {
    painting: Painting,
    /// Its text is the graph alone, without marks.
    host: Host<W>,
    /// Whether the graph is a path that was drawn with the marks of its vertices, and is drawn again.
    drawn: bool,
}

impl<const W: usize> PartialEq for Colouring<W> {
    fn eq(&self, other: &Self) -> bool {
        self.painting.info.name == other.painting.info.name && self.host == other.host
    }
}

/// The vertices each player may still paint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Free<const W: usize> {
    sets: [Vertices<W>; 2],
}

impl<const W: usize> Free<W> {
    /// The vertices that someone may paint.
    fn any(&self) -> Vertices<W> {
        std::array::from_fn(|word| self.sets[0][word] | self.sets[1][word])
    }

    fn only(&self, vertices: &Vertices<W>) -> Self {
        Self { sets: self.sets.map(|set| std::array::from_fn(|word| set[word] & vertices[word])) }
    }

    fn may(&self, player: usize, vertex: usize) -> bool {
        self.sets[player][vertex / 64] >> (vertex % 64) & 1 == 1
    }
}

/// A vertex painted by a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paint {
    vertex: u32,
    player: Player,
}

impl<const W: usize> Colouring<W> {
    /// Adds to `found` the vertices at which a move at `vertex` forbids something, or the other way round.
    fn touched(&self, free: &Free<W>, vertex: usize, found: &mut Vertices<W>) {
        for player in 0..2 {
            if free.may(player, vertex) {
                let there = &free.sets[self.painting.forbidden(player)];
                for (word, found) in found.iter_mut().enumerate() {
                    *found |= self.host.row(vertex)[word] & there[word];
                }
            }
        }
    }

    /// The vertices joined to `vertex` by edges along which something can still be forbidden.
    fn component(&self, free: &Free<W>, vertex: usize) -> Vertices<W> {
        let mut seen = [0; W];
        insert(&mut seen, vertex);
        let mut fresh = seen;
        while fresh != [0; W] {
            let mut next = [0; W];
            for vertex in members(&fresh) {
                self.touched(free, vertex, &mut next);
            }
            for word in 0..W {
                fresh[word] = next[word] & !seen[word];
                seen[word] |= fresh[word];
            }
        }
        seen
    }

    /// How many vertices only Left, only Right and either may paint, when no move forbids any other.
    fn counts(&self, free: &Free<W>) -> Option<[i64; 3]> {
        let any = free.any();
        let mut touched = [0; W];
        for vertex in members(&any) {
            self.touched(free, vertex, &mut touched);
            if touched != [0; W] {
                return None;
            }
        }
        let [left, right] = free.sets.map(|set| count(&set) as i64);
        let either = left + right - count(&any) as i64;
        Some([left - either, right - either, either])
    }

    /// A vertex beside a painted one is written with the letter of the painter.
    fn symbol(&self, free: &Free<W>, vertex: usize) -> char {
        match (free.may(0, vertex), free.may(1, vertex)) {
            (true, false) => ['L', 'R'][self.painting.forbidden(1)],
            (false, true) => ['L', 'R'][self.painting.forbidden(0)],
            (true, true) => '.',
            (false, false) => '#',
        }
    }
}

impl<const W: usize> Colouring<W> {
    fn read_as(painting: Painting, input: &Input<'_>) -> Result<(Self, Free<W>), ParseError> {
        let Typed { text, named, symbols } = read_typed(input)?;
        let order = named.graph.order();
        if order > 64 * W {
            return Err(input.position_error(Text::new("the graph has more than {most} vertices").with("most", 64 * W)));
        }
        let mut start = Free { sets: [[0; W]; 2] };
        for vertex in 0..order {
            let may = symbols.get(vertex).and_then(|&symbol| painting.read_symbol(symbol)).unwrap_or([true, true]);
            for player in (0..2).filter(|&player| may[player]) {
                insert(&mut start.sets[player], vertex);
            }
        }
        let drawn = text.is_none();
        // why: a path that was drawn is written as it was drawn, never by the text of its graph.
        let host = Host::new(text.unwrap_or_default(), named);
        Ok((Self { painting, host, drawn }, start))
    }
}

impl<const W: usize> Rules for Colouring<W> {
    type Position = Free<W>;
    type Move = Paint;
    const KIND: Kind = Kind::Partisan;

    fn moves(&self, free: &Free<W>, player: Player, moves: &mut Vec<Paint>) -> Result<(), Refusal> {
        moves.extend(members(&free.sets[player as usize]).map(|vertex| Paint { vertex: vertex as u32, player }));
        Ok(())
    }

    fn play(&self, free: &mut Free<W>, played: &Paint) {
        let vertex = played.vertex as usize;
        for set in &mut free.sets {
            remove(set, vertex);
        }
        remove_all(&mut free.sets[self.painting.forbidden(played.player as usize)], self.host.row(vertex));
    }

    fn gathers(&self) -> bool {
        true
    }

    /// Sets of vertices that no move can forbid across: an edge whose ends can never clash counts for nothing.
    fn split(&self, free: &Free<W>, parts: &mut Vec<Free<W>>) {
        let mut rest = free.any();
        while let Some(vertex) = least(&rest) {
            let component = self.component(free, vertex);
            remove_all(&mut rest, &component);
            parts.push(free.only(&component));
        }
    }

    fn weight(&self, free: &Free<W>) -> usize {
        count(&free.any())
    }
}

impl<const W: usize> ImpartialHints for Colouring<W> {}

impl<const W: usize> PartisanHints for Colouring<W> {
    fn heavy(&self) -> usize {
        20
    }

    fn canonicalise_up_to_sign(&self, free: &mut Free<W>) -> bool {
        let negative = free.sets[0] < free.sets[1];
        if negative {
            free.sets.swap(0, 1);
        }
        negative
    }

    fn negate(&self, free: &mut Free<W>) -> bool {
        free.sets.swap(0, 1);
        true
    }

    fn closed_value(&self, free: &Free<W>, store: &mut Store) -> Result<Option<Value>, ValueError> {
        let Some([left, right, either]) = self.counts(free) else { return Ok(None) };
        store.compact(Nus { number: (left - right).into(), ups: 0, nimber: (either % 2) as u64 }).map(Some)
    }

    fn value_theorem(&self, free: &Free<W>) -> Option<Text> {
        let [left, right, either] = self.counts(free)?;
        let text = Text::new(
            "no vertex forbids another any more: {left} are left to Left, {right} to Right, and {either} to either player",
        );
        Some(text.with("left", left).with("right", right).with("either", either))
    }
}

impl<const W: usize> Game for Colouring<W> {
    const INFO: Info = crate::col::Col::PAINTING.info;

    fn shape(&self, free: &Free<W>) -> Option<String> {
        let open = free.any();
        let colours: Vec<u32> =
            members(&open).map(|v| u32::from(free.may(0, v)) + 2 * u32::from(free.may(1, v))).collect();
        vertex_sets::shape(&self.host.induced(&open), Some(&colours))
    }

    fn page(&self) -> Page<'_> {
        self.painting.info
    }

    fn read(input: &Input<'_>) -> Result<(Self, Free<W>), ParseError> {
        Self::read_as(crate::col::Col::PAINTING, input)
    }

    /// All vertices with their marks, those that are gone too, so that vertices keep their names.
    fn write(&self, free: &Free<W>) -> String {
        let order = self.host.graph.order();
        let mut marks = (0..order).map(|vertex| self.symbol(free, vertex));
        if self.drawn && order > 0 {
            return marks.map(String::from).collect::<Vec<_>>().join("-");
        }
        if marks.clone().all(|mark| mark == '.') {
            return self.host.text.clone();
        }
        format!("{};{}", self.host.text, marks.by_ref().collect::<String>())
    }

    fn label(&self, position: &Free<W>, played: &Paint) -> String {
        self.words(position, played).to_string()
    }

    fn words(&self, _: &Free<W>, played: &Paint) -> Text {
        let text = match played.player {
            Player::Left => Text::new("paint {vertex} blue"),
            Player::Right => Text::new("paint {vertex} red"),
        };
        text.with("vertex", graphs::spoken(&self.host.names, played.vertex as usize))
    }

    fn drawn(&self, course: &Course<'_, Self>) -> Picture {
        let free = course.now;
        let order = self.host.graph.order();
        let mut painter = vec![None; order];
        for made in course.made {
            painter[made.played.vertex as usize] = Some(made.played.player);
        }
        let vertex = |vertex: usize| {
            let role = match (painter[vertex], free.may(0, vertex), free.may(1, vertex)) {
                (Some(Player::Left), ..) | (None, true, false) => Role::Left,
                (Some(Player::Right), ..) | (None, false, true) => Role::Right,
                (None, true, true) => Role::Either,
                (None, false, false) => Role::Muted,
            };
            let own = Player::BOTH.into_iter().filter(|&player| free.may(player as usize, vertex));
            let labels = own.map(|player| self.label(free, &Paint { vertex: vertex as u32, player }));
            let plain = Vertex::new(self.host.names.name(vertex)).role(role).painted(painter[vertex].is_some());
            labels.fold(plain, Vertex::plays)
        };
        let open = |v: usize| painter[v].is_some() || free.may(0, v) || free.may(1, v);
        let edge = |(u, v)| Edge::new(u, v).role(if open(u) && open(v) { Role::Plain } else { Role::Faint });
        let description = "A graph; each vertex shows who may still paint it: Left, Right or either player.";
        let network = Network::new((0..order).map(vertex).collect(), self.host.graph.edges().map(edge).collect());
        network.picture(self.text(free), description)
    }

    fn small() -> Vec<String> {
        small::<crate::col::Col>()
    }
}

/// A graph as typed, with the symbols of its vertices if there were any.
struct Typed {
    /// The graph alone; `None` for a path that was drawn.
    text: Option<String>,
    named: Named<Graph>,
    symbols: Vec<char>,
}

/// Whether a text is a path drawn with the marks of its vertices.
fn is_drawn(text: &str) -> bool {
    text.chars().all(|c| ".LR#-".contains(c)) && (text.contains(['.', '-', '#']) || text.len() == 1)
}

/// Reads `GRAPH`, `GRAPH;symbols` or a path such as `.-L-R`.
fn read_typed(input: &Input<'_>) -> Result<Typed, ParseError> {
    input.no_arguments()?;
    if is_drawn(input.position.0) {
        return read_path(input);
    }
    let (alone, marks) = graphs::cut(input);
    let vertex_sets::Reading { mut text, named, gone } = vertex_sets::read(&alone)?;
    if !gone.is_empty() {
        return Err(input.position_error("marks stand after one semicolon only"));
    }
    if is_drawn(&text) {
        // Vertices called L and R: the comma says that they are names.
        text.push(',');
    }
    let Some((marks, from)) = marks else { return Ok(Typed { text: Some(text), named, symbols: Vec::new() }) };
    if let Some((at, other)) = marks.char_indices().find(|&(_, c)| !".LR#".contains(c)) {
        let error = input.error(
            from + at,
            other.len_utf8(),
            Text::new("`{mark}` is not a mark of a vertex").with("mark", other),
        );
        return Err(error.help("expected `.` free, `L` beside a vertex of Left, `R` beside one of Right, `#` gone"));
    }
    if marks.len() != named.graph.order() {
        let problem = Text::new("{marks} marks for {vertices} vertices");
        let problem = problem.with("marks", marks.len()).with("vertices", named.graph.order());
        return Err(input.error(from, marks.len(), problem).help("expected one of `.`, `L`, `R`, `#` a vertex"));
    }
    Ok(Typed { text: Some(text), named, symbols: marks.chars().collect() })
}

fn read_path(input: &Input<'_>) -> Result<Typed, ParseError> {
    let text = input.position.0;
    let mut symbols = Vec::new();
    for (index, symbol) in text.chars().enumerate() {
        if (symbol == '-') != (index % 2 == 1) {
            let error = input.error(index, 1, "vertices and `-` must take turns");
            return Err(error.help("expected a path such as `.-L-R`"));
        }
        if symbol != '-' {
            symbols.push(symbol);
        }
    }
    if text.ends_with('-') {
        return Err(input.error(text.len(), 0, "the path ends in `-`").help("expected `.`, `L` or `R`"));
    }
    if symbols.len() > LARGEST {
        return Err(input.position_error(Text::new("the path has more than {most} vertices").with("most", LARGEST)));
    }
    let graph = Graph::from_edges(symbols.len(), (1..symbols.len()).map(|v| (v - 1, v)));
    let graph = graph.map_err(|error| input.position_error(error.problem()))?;
    Ok(Typed { text: None, named: graph.into(), symbols })
}

/// The catalogue's entry: one machine word for graphs of up to 64 vertices, sixteen beyond.
pub(crate) const fn entry<K: Painted>() -> Entry {
    Entry { info: K::PAINTING.info, read: read::<K>, impartial: None, small: small::<K>, graph_table: None }
}

fn small<K: Painted>() -> Vec<String> {
    let mut all = graphs::all_small(4);
    let mut last = vec![String::new()];
    for _ in 0..3 {
        let longer = |text: &String| {
            let dash = if text.is_empty() { "" } else { "-" };
            ['.', 'L', 'R'].map(|symbol| format!("{text}{dash}{symbol}"))
        };
        last = last.iter().flat_map(longer).collect();
        all.extend(last.iter().cloned());
    }
    let more = [
        "?",
        "cycle(5)",
        "star(4)",
        "grid(2,3)",
        "cycle(4);L.R.",
        "complete(4);LLR.",
        "star(4);.LLR",
        "cycle(5);.#L..",
        "#-.-L",
        ".-L-.-R-.",
    ];
    all.extend(more.map(str::to_owned));
    all.iter().map(|text| format!("{}:{text}", K::PAINTING.info.name)).collect()
}

fn read<K: Painted>(input: &Input<'_>, _: &crate::Catalogue) -> Result<Box<dyn Subject>, ParseError> {
    if read_typed(input)?.named.graph.order() <= 64 {
        let (rules, free) = Colouring::<1>::read_as(K::PAINTING, input)?;
        Ok(equip(rules, free))
    } else {
        let (rules, free) = Colouring::<16>::read_as(K::PAINTING, input)?;
        // Searches of so large ones seldom end: they share theirs with other games.
        Ok(lend(rules, free))
    }
}
