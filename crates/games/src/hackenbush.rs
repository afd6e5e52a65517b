//! Hackenbush: cut an edge of your colour; whatever no longer hangs on the ground falls.

mod notation;
mod worth;

use grundy_draw::{Edge, Network, Picture, Role, Vertex};
use grundy_game::{Game, Info, Input, Kind, ParseError, Player, Rules, Text, TheoremNote};
use grundy_value::{Store, Value, ValueError};

/// Who may cut an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// Left.
    Blue,
    /// Right.
    Red,
    /// Either player.
    Green,
}

impl Colour {
    fn swapped(self) -> Self {
        match self {
            Self::Blue => Self::Red,
            Self::Red => Self::Blue,
            Self::Green => Self::Green,
        }
    }

    fn letter(self) -> char {
        match self {
            Self::Blue => 'l',
            Self::Red => 'r',
            Self::Green => 'e',
        }
    }
}

/// An edge between two vertices; vertex 0 is the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stem {
    ends: (u8, u8),
    colour: Colour,
}

/// The rules on one picture of at most 128 edges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hackenbush {
    stems: Vec<Stem>,
}

/// The edges that still stand, and whether blue and red have changed places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Standing {
    edges: u128,
    swapped: bool,
}

/// Cut an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chop(u8);

/// A set of vertices: at most 128 edges have at most 129 of them, the ground included.
#[derive(Clone, Copy, Default)]
struct Vertices([u128; 2]);

impl Vertices {
    fn has(self, vertex: u8) -> bool {
        self.0[usize::from(vertex >> 7)] >> (vertex & 127) & 1 == 1
    }

    fn add(&mut self, vertex: u8) {
        self.0[usize::from(vertex >> 7)] |= 1 << (vertex & 127);
    }
}

fn edges_of(mut edges: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (edges != 0).then(|| {
            let edge = edges.trailing_zeros() as usize;
            edges &= edges - 1;
            edge
        })
    })
}

impl Hackenbush {
    fn colour(&self, standing: &Standing, edge: usize) -> Colour {
        let colour = self.stems[edge].colour;
        if standing.swapped { colour.swapped() } else { colour }
    }

    /// The edges of `edges` that hang together with `seeds` through vertices other than the ground; with the ground too
    /// when it is among the seeds.
    fn reach(&self, edges: u128, mut seeds: Vertices) -> u128 {
        let through_ground = seeds.has(0);
        let mut found = 0u128;
        loop {
            let before = found;
            for edge in edges_of(edges & !found) {
                let (a, b) = self.stems[edge].ends;
                let joined = |vertex: u8| seeds.has(vertex) && (vertex != 0 || through_ground);
                if joined(a) || joined(b) {
                    found |= 1 << edge;
                    seeds.add(a);
                    seeds.add(b);
                }
            }
            if found == before {
                return found;
            }
        }
    }

    /// The edges that hang on the ground.
    fn standing(&self, edges: u128) -> u128 {
        let mut ground = Vertices::default();
        ground.add(0);
        self.reach(edges, ground)
    }

    fn stems_of(&self, standing: &Standing) -> Vec<Stem> {
        edges_of(standing.edges).map(|edge| Stem { colour: self.colour(standing, edge), ..self.stems[edge] }).collect()
    }
}

impl Rules for Hackenbush {
    type Position = Standing;
    type Move = Chop;

    const LIGHT: usize = 8;
    const HEAVY: usize = 20;

    fn kind(&self) -> Kind {
        Kind::Partisan
    }

    fn moves(&self, standing: &Standing, player: Player, moves: &mut Vec<Chop>) {
        let forbidden = if player == Player::Left { Colour::Red } else { Colour::Blue };
        let own = edges_of(standing.edges).filter(|&edge| self.colour(standing, edge) != forbidden);
        moves.extend(own.map(|edge| Chop(edge as u8)));
    }

    fn play(&self, standing: &mut Standing, played: &Chop) {
        standing.edges = self.standing(standing.edges & !(1 << played.0));
    }

    /// The picture falls apart at the ground.
    fn split(&self, standing: &Standing, parts: &mut Vec<Standing>) {
        let mut rest = standing.edges;
        while rest != 0 {
            let edge = rest.trailing_zeros() as usize;
            let mut seeds = Vertices::default();
            let (a, b) = self.stems[edge].ends;
            for vertex in [a, b].into_iter().filter(|&vertex| vertex != 0) {
                seeds.add(vertex);
            }
            let part = self.reach(rest, seeds) | 1 << edge;
            rest &= !part;
            parts.push(Standing { edges: part, ..*standing });
        }
    }

    fn canonicalise_up_to_sign(&self, standing: &mut Standing) -> bool {
        std::mem::take(&mut standing.swapped)
    }

    fn negate(&self, standing: &mut Standing) -> bool {
        standing.swapped = !standing.swapped;
        true
    }

    fn weight(&self, standing: &Standing) -> usize {
        standing.edges.count_ones() as usize
    }

    fn closed_value(&self, standing: &Standing, store: &mut Store) -> Result<Option<Value>, ValueError> {
        worth::value(&self.stems_of(standing), store)
    }

    fn value_theorem(&self, standing: &Standing) -> Option<Text> {
        worth::reason(&self.stems_of(standing))
    }
}

impl Game for Hackenbush {
    const INFO: Info = Info {
        name: "hackenbush",
        summary: "cut an edge of your colour; whatever no longer hangs on the ground falls",
        rules: "Left cuts a blue or green edge, Right a red or green one; edges no longer joined to the ground fall. Whoever \
                cannot cut loses.",
        notation: "hackenbush:STRING grows from the ground, `l` blue, `r` red, `e` green, (a;b) branches, :A names a vertex and \
                   later returns to it, :G is the ground; or edges such as 0-1l,1-2r with 0 the ground; or @file of such edges; \
                   or snake, tree, girl: hackenbush:lrr, hackenbush:l(r;e), hackenbush:ll:Arr:A",
        theorems: &[
            TheoremNote {
                statement: "A stalk of blue and red edges is a number: edges count 1 up to the first change of colour, and then \
                            halve.",
                literature: "E. Berlekamp, The Hackenbush number system (1974); Winning Ways, chapter 3",
            },
            TheoremNote {
                statement: "Colon principle: what grows on a vertex may be replaced by anything of equal value, so a tree is \
                            worked out from its leaves.",
                literature: "E. Berlekamp, J. Conway, R. Guy, Winning Ways, chapter 7 (1982)",
            },
            TheoremNote {
                statement: "Fusion principle: in a green picture the vertices of a cycle may be melted into one; bridges count \
                            nim-sum plus 1, other edges 1 each.",
                literature: "E. Berlekamp, J. Conway, R. Guy, Winning Ways, chapter 7 (1982)",
            },
        ],
        examples: &[
            "hackenbush:lrr",
            "hackenbush:l(r;e)",
            "hackenbush:ll:Arr:A",
            "hackenbush:girl",
            "hackenbush:0-1l,1-2r,2-0e",
        ],
    };

    fn read(input: &Input<'_>) -> Result<(Self, Standing), ParseError> {
        input.no_arguments()?;
        let stems = notation::read(input)?;
        let edges = if stems.len() >= 128 { u128::MAX } else { (1 << stems.len()) - 1 };
        Ok((Self { stems }, Standing { edges, swapped: false }))
    }

    fn write(&self, standing: &Standing) -> String {
        notation::write(&self.stems_of(standing))
    }

    fn label(&self, standing: &Standing, played: &Chop) -> String {
        let colour = match self.colour(standing, usize::from(played.0)) {
            Colour::Blue => "blue",
            Colour::Red => "red",
            Colour::Green => "green",
        };
        let (a, b) = self.stems[usize::from(played.0)].ends;
        format!("cut {colour} {} ({a}-{b})", played.0 + 1)
    }

    fn picture(&self, standing: &Standing) -> Picture {
        let count = self.stems.iter().map(|stem| stem.ends.0.max(stem.ends.1)).max().unwrap_or(0);
        let mut levels = vec![0usize; usize::from(count) + 1];
        for _ in 0..levels.len() {
            for stem in &self.stems {
                let (a, b) = (usize::from(stem.ends.0), usize::from(stem.ends.1));
                for (from, to) in [(a, b), (b, a)] {
                    if to != 0 && (from == 0 || levels[from] > 0) && (levels[to] == 0 || levels[to] > levels[from] + 1)
                    {
                        levels[to] = levels[from] + 1;
                    }
                }
            }
        }
        let vertices = (0..levels.len()).map(|v| if v == 0 { Vertex::ground() } else { Vertex::new("") });
        let edges = edges_of(standing.edges).map(|edge| {
            let role = match self.colour(standing, edge) {
                Colour::Blue => Role::Left,
                Colour::Red => Role::Right,
                Colour::Green => Role::Either,
            };
            let (a, b) = self.stems[edge].ends;
            Edge::new(usize::from(a), usize::from(b)).role(role).plays(self.label(standing, &Chop(edge as u8)))
        });
        Network::new(vertices.collect(), edges.collect())
            .by_level(&levels)
            .picture(self.text(standing), "Edges in blue, red and green on the ground.")
    }

    fn small() -> Vec<String> {
        let mut all = vec![String::new()];
        let mut stalks = vec![String::new()];
        for _ in 0..3 {
            stalks = stalks.iter().flat_map(|stalk| ["l", "r", "e"].map(|edge| format!("{stalk}{edge}"))).collect();
            all.extend(stalks.iter().cloned());
        }
        for a in ["l", "r", "e"] {
            for b in ["l", "r", "e"] {
                for c in ["l", "r", "e"] {
                    all.extend([format!("{a}({b};{c})"), format!("({a};{b}{c})"), format!(":G{a}{b}{c}:G")]);
                    all.extend([format!("{a}:A{b}{c}:A"), format!("({a}:A;{b}:A{c})"), format!("{a}:A{b}:A{c}")]);
                }
            }
        }
        all.extend(["ee:Aee:Ae", "(ee:A;ee:Ae)", ":Geee(e;e)e:G"].map(str::to_owned));
        all.into_iter().map(|text| format!("hackenbush:{text}")).collect()
    }
}
