//! Col and Snort: paint vertices of a graph; in Col neighbours must differ, in Snort they must not.

use crate::graphs;
use grundy_draw::{Edge, Network, Picture, Role, Vertex};
use grundy_game::{Game, Info, Input, Kind, ParseError, Player, Rules, TheoremNote};
use grundy_graph::{Graph, bits};

/// Col: neighbours may not be painted alike.
pub type Col = Colouring<false>;
/// Snort: neighbours may not be painted differently.
pub type Snort = Colouring<true>;

/// The rules on one graph of up to 64 vertices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Colouring<const SNORT: bool> {
    graph: Graph,
    rows: Vec<u64>,
}

/// The vertices not yet painted that somebody can still paint: those beside no paint, beside Left's only, beside
/// Right's only. Vertices beside both colours are of no use to anybody in either game and are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Unpainted {
    free: u64,
    beside_left: u64,
    beside_right: u64,
}

impl Unpainted {
    fn all(self) -> u64 {
        self.free | self.beside_left | self.beside_right
    }

    fn swapped(self) -> Self {
        Self { beside_left: self.beside_right, beside_right: self.beside_left, ..self }
    }

    fn only(self, set: u64) -> Self {
        Self { free: self.free & set, beside_left: self.beside_left & set, beside_right: self.beside_right & set }
    }
}

/// A player paints a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paint {
    player: Player,
    vertex: u8,
}

impl<const SNORT: bool> Colouring<SNORT> {
    fn paintable(position: &Unpainted, player: Player) -> u64 {
        let beside_left_only = (player == Player::Left) == SNORT;
        position.free | if beside_left_only { position.beside_left } else { position.beside_right }
    }
}

impl<const SNORT: bool> Rules for Colouring<SNORT> {
    type Position = Unpainted;
    type Move = Paint;

    const LIGHT: usize = 8;
    const HEAVY: usize = 20;

    fn kind(&self) -> Kind {
        Kind::Partisan
    }

    fn moves(&self, position: &Unpainted, player: Player, moves: &mut Vec<Paint>) {
        moves.extend(bits(Self::paintable(position, player)).map(|vertex| Paint { player, vertex: vertex as u8 }));
    }

    fn play(&self, position: &mut Unpainted, played: &Paint) {
        let near = self.rows[usize::from(played.vertex)];
        *position = position.only(!(1 << played.vertex));
        let (own, other) = match played.player {
            Player::Left => (&mut position.beside_left, &mut position.beside_right),
            Player::Right => (&mut position.beside_right, &mut position.beside_left),
        };
        *own |= near & position.free;
        *other &= !near;
        position.free &= !near;
    }

    fn split(&self, position: &Unpainted, parts: &mut Vec<Unpainted>) {
        let mut rest = position.all();
        while rest != 0 {
            let mut part = rest & rest.wrapping_neg();
            let mut edge = part;
            while edge != 0 {
                let near = bits(edge).fold(0, |near, vertex| near | self.rows[vertex]);
                edge = near & rest & !part;
                part |= edge;
            }
            rest &= !part;
            parts.push(position.only(part));
        }
    }

    fn canonicalise_up_to_sign(&self, position: &mut Unpainted) -> bool {
        let negative = position.swapped() < *position;
        if negative {
            *position = position.swapped();
        }
        negative
    }

    fn negate(&self, position: &mut Unpainted) -> bool {
        *position = position.swapped();
        true
    }

    fn weight(&self, position: &Unpainted) -> usize {
        position.all().count_ones() as usize
    }
}

const COL: Info = Info {
    name: "col",
    summary: "paint vertices of a graph; neighbours may not be painted alike",
    rules: "Left paints a vertex blue that has no blue neighbour, Right paints one red that has no red neighbour. Whoever cannot \
            paint loses.",
    notation: "col:GRAPH, or col:GRAPH;TINTS with one sign a vertex, `.` free, `L` beside Left's paint, `R` beside Right's, `#` \
               gone; a path also as .-L-R: col:cycle(6), col:.-.-R",
    theorems: &[TheoremNote {
        statement: "Every value of Col is a number or a number plus ∗.",
        literature: "J. H. Conway, On Numbers and Games, chapter 8 (1976)",
    }],
    examples: &["col:cycle(6)", "col:.-.-R", "col:grid(2,3)"],
};

const SNORT_INFO: Info = Info {
    name: "snort",
    summary: "paint vertices of a graph; neighbours may not be painted differently",
    rules: "Left paints a vertex blue that has no red neighbour, Right paints one red that has no blue neighbour. Whoever cannot \
            paint loses.",
    notation: "snort:GRAPH, or snort:GRAPH;TINTS with one sign a vertex, `.` free, `L` beside Left's paint, `R` beside Right's, \
               `#` gone; a path also as .-L-R: snort:path(5), snort:.-.-R",
    theorems: &[TheoremNote {
        statement: "Exchanging the colours negates; vertices beside both colours are lost to both.",
        literature: "E. Berlekamp, J. Conway, R. Guy, Winning Ways, chapter 6 (1982)",
    }],
    examples: &["snort:path(5)", "snort:.-.-R", "snort:grid(2,3)"],
};

impl<const SNORT: bool> Game for Colouring<SNORT> {
    const INFO: Info = if SNORT { SNORT_INFO } else { COL };

    fn read(input: &Input<'_>) -> Result<(Self, Unpainted), ParseError> {
        input.no_arguments()?;
        let text = input.position.0;
        let drawn = !text.is_empty() && text.split('-').all(|sign| matches!(sign, "." | "L" | "R" | "#"));
        let (graph, tints, tints_at) = if drawn {
            let tints: String = text.split('-').collect();
            let path = (1..tints.len()).map(|vertex| (vertex - 1, vertex));
            let graph =
                Graph::from_edges(tints.len(), path).map_err(|error| input.position_error(error.to_string()))?;
            (graph, Some(tints), 0)
        } else {
            let (name, tints) = text.split_once(';').map_or((text, None), |(name, tints)| (name, Some(tints)));
            let inner = Input { position: (name, input.position.1), ..*input };
            (graphs::read(&inner)?, tints.map(str::to_owned), name.len() + 1)
        };
        if graph.order() > 64 {
            let problem = format!("the graph has {} vertices", graph.order());
            return Err(input.position_error(problem).help("at most 64 can be painted"));
        }
        let tints = tints.unwrap_or_else(|| ".".repeat(graph.order()));
        let position = read_tints(input, &tints, tints_at, graph.order())?;
        let rows = graph.small_rows().map(<[u64]>::to_vec).unwrap_or_default();
        Ok((Self { graph, rows }, position))
    }

    fn write(&self, position: &Unpainted) -> String {
        let sign = |vertex: usize| match position {
            p if p.free >> vertex & 1 == 1 => '.',
            p if p.beside_left >> vertex & 1 == 1 => 'L',
            p if p.beside_right >> vertex & 1 == 1 => 'R',
            _ => '#',
        };
        let tints: String = (0..self.graph.order()).map(sign).collect();
        let graph = graphs::write(&self.graph);
        if tints.chars().all(|tint| tint == '.') { graph } else { format!("{graph};{tints}") }
    }

    fn label(&self, _: &Unpainted, played: &Paint) -> String {
        let colour = if played.player == Player::Left { "blue" } else { "red" };
        format!("paint {} {colour}", played.vertex + 1)
    }

    fn picture(&self, position: &Unpainted) -> Picture {
        let vertex = |v: usize| {
            let set = 1u64 << v;
            let role = match position {
                p if p.free & set != 0 => Role::Empty,
                p if p.beside_left & set != 0 => Role::Left,
                p if p.beside_right & set != 0 => Role::Right,
                _ => Role::Faint,
            };
            let own = Player::BOTH.into_iter().filter(|&player| Self::paintable(position, player) & set != 0);
            own.map(|player| self.label(position, &Paint { player, vertex: v as u8 }))
                .fold(Vertex::new((v + 1).to_string()).role(role), Vertex::plays)
        };
        let edges = self.graph.edges().map(|(u, v)| Edge::new(u, v)).collect();
        let description = "A graph; vertices beside paint carry its colour.";
        Network::new((0..self.graph.order()).map(vertex).collect(), edges).picture(self.text(position), description)
    }

    fn small() -> Vec<String> {
        let name = Self::INFO.name;
        let mut all: Vec<String> = graphs::all_small(4).into_iter().map(|graph| format!("{name}:{graph}")).collect();
        for a in ["", ".-", "L-", "R-"] {
            for b in [".", "L", "R"] {
                all.extend(["-.", "-L", "-R-."].map(|c| format!("{name}:{a}{b}{c}")));
            }
        }
        all
    }
}

fn read_tints(input: &Input<'_>, tints: &str, offset: usize, order: usize) -> Result<Unpainted, ParseError> {
    let count = tints.chars().count();
    if count != order {
        let problem = format!("{count} tints for {order} vertices");
        return Err(input.error(offset, input.position.0.len() - offset, problem).help("expected one sign a vertex"));
    }
    let mut position = Unpainted { free: 0, beside_left: 0, beside_right: 0 };
    for (vertex, (at, tint)) in tints.char_indices().enumerate() {
        match tint {
            '.' => position.free |= 1 << vertex,
            'L' => position.beside_left |= 1 << vertex,
            'R' => position.beside_right |= 1 << vertex,
            '#' => {}
            _ => {
                let error = input.error(offset + at, tint.len_utf8(), format!("`{tint}` is no tint"));
                return Err(error.help("expected `.`, `L`, `R` or `#`"));
            }
        }
    }
    Ok(position)
}
