//! Hackenbush: cut an edge of your colour; what is no longer joined to the ground falls.

mod closed;
mod notation;
mod picture;

use crate::Catalogue;
use crate::catalogue::Entry;
use crate::vertex_sets::{count, members, remove};
use closed::{Colours, only, settle};
use grundy_draw::{Gesture, Network, Role, Vertex};
use grundy_game::{
    Game, ImpartialHints, Info, Input, Join, Kind, ParseError, PartisanHints, Player, Refusal, Rules, Sketch, Stand,
    Text, TheoremNote, nimber_text,
};
use grundy_graph::names::escaped;
use grundy_solve::{Subject, equip, lend};
use grundy_value::{Store, Value, ValueError};
use picture::{Colour, Edges, GROUND, Picture};

/// The rules on one picture of at most 64·W edges.
#[derive(Debug, PartialEq)]
pub struct Hackenbush<const W: usize> {
    picture: Picture<W>,
}

/// What is left of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Standing<const W: usize> {
    edges: Edges<W>,
    /// Whether blue and red are exchanged.
    swapped: bool,
}

const RED_BLUE: Colours = only(Colour::Blue) | only(Colour::Red);

impl<const W: usize> Rules for Hackenbush<W> {
    type Position = Standing<W>;
    type Move = u32;
    const KIND: Kind = Kind::Partisan;

    fn moves(&self, position: &Standing<W>, player: Player, moves: &mut Vec<u32>) -> Result<(), Refusal> {
        let own = if (player == Player::Left) == position.swapped { Colour::Red } else { Colour::Blue };
        let (own, green) = (self.picture.of(own), self.picture.of(Colour::Green));
        let cuttable: Edges<W> = std::array::from_fn(|word| position.edges[word] & (own[word] | green[word]));
        moves.extend(members(&cuttable).map(|edge| edge as u32));
        Ok(())
    }

    fn play(&self, position: &mut Standing<W>, &edge: &u32) {
        remove(&mut position.edges, edge as usize);
        position.edges = self.picture.standing(&position.edges);
    }

    fn gathers(&self) -> bool {
        true
    }

    fn split(&self, position: &Standing<W>, parts: &mut Vec<Standing<W>>) {
        let mut sets = Vec::new();
        self.picture.components(&position.edges, &mut sets);
        parts.extend(sets.into_iter().map(|edges| Standing { edges, ..*position }));
    }

    fn weight(&self, position: &Standing<W>) -> usize {
        count(&position.edges)
    }
}

impl<const W: usize> ImpartialHints for Hackenbush<W> {}

impl<const W: usize> PartisanHints for Hackenbush<W> {
    fn heavy(&self) -> usize {
        28
    }

    fn canonicalise_up_to_sign(&self, position: &mut Standing<W>) -> bool {
        std::mem::take(&mut position.swapped)
    }

    fn negate(&self, position: &mut Standing<W>) -> bool {
        position.swapped = !position.swapped;
        true
    }

    fn closed_value(&self, position: &Standing<W>, store: &mut Store) -> Result<Option<Value>, ValueError> {
        let Some(part) = settle(&self.picture, &position.edges, Some(store))? else { return Ok(None) };
        let value = part.value(store)?;
        if position.swapped { store.negative(value).map(Some) } else { Ok(Some(value)) }
    }

    fn value_theorem(&self, position: &Standing<W>) -> Option<Text> {
        // why: a value too large to work with has no reason to state; asking for the value itself gives the error.
        let part = settle(&self.picture, &position.edges, None).ok()??;
        let colours = part.colours;
        if colours == 0 {
            return Some(Text::new("nothing is left standing"));
        }
        if colours == only(Colour::Green) {
            let text = if part.cycles {
                Text::new(
                    "all green: the fusion principle shrinks every cycle to a point, the rest is a nim-sum: {value}",
                )
            } else {
                Text::new("all green: by the colon principle every branch is a nim heap: {value}")
            };
            return Some(text.with("value", nimber_text(part.nimber)));
        }
        if colours & only(Colour::Green) != 0 {
            return Some(Text::new(
                "by the colon principle what hangs on a vertex counts by its value: ordinal sums from the top down",
            ));
        }
        if colours != RED_BLUE {
            return Some(Text::new("one player owns all edges and has {edges} free moves").with("edges", part.edges));
        }
        if let Some(stalks) = self.picture.stalks(&position.edges).filter(|stalks| stalks.len() <= 8) {
            let working = stalks.iter().map(|stalk| berlekamp(stalk, position.swapped)).collect();
            return Some(Text::new("Berlekamp's rule: {stalks}").with_list("stalks", working));
        }
        Some(Text::new(
            "red-blue tree: by the colon principle an edge with x on top is worth (x + n)/2^(n-1), n the least with x + n > 1",
        ))
    }
}

/// A red-blue stalk as a number in binary: before the first change of colour whole moves, the change itself is the point,
/// then an edge of the first colour is a 1 and one of the other a 0, and a last 1.
fn berlekamp(stalk: &[Colour], swapped: bool) -> Text {
    let letters: String = stalk.iter().map(|colour| colour.swapped(swapped).letter()).collect();
    let Some(&first) = stalk.first() else { return Text::verbatim(letters) };
    let sign = if first.swapped(swapped) == Colour::Red { "-" } else { "" };
    let whole = stalk.iter().take_while(|&&colour| colour == first).count();
    if whole == stalk.len() {
        return Text::new("{stalk} is {sign}{whole}").with("stalk", letters).with("sign", sign).with("whole", whole);
    }
    let digits: String = stalk[whole + 1..].iter().map(|&colour| if colour == first { '1' } else { '0' }).collect();
    let binary = format!("{:b}.{digits}1", whole - 1);
    Text::new("{stalk} is {sign}{binary} in binary").with("stalk", letters).with("sign", sign).with("binary", binary)
}

impl<const W: usize> Game for Hackenbush<W> {
    const INFO: Info = Info {
        name: "hackenbush",
        summary: "cut an edge of your colour; what is no longer joined to the ground falls",
        rules: "A picture of blue, red and green edges stands on the ground. Left cuts a blue or green edge, Right a red or \
                green one; edges no longer joined to the ground fall. Whoever cannot cut loses.",
        notation: "hackenbush:STRING, growing from the ground: l blue (Left), r red (Right), e green (either), (a;b) branches, \
                   :A names a vertex and a later :A leads back to it, G is the ground: lrl, (ll;r(l;e)), (ll:A;rrr:Al), \
                   :Geee:G; or edges u-vCOLOUR between vertices called as you like, 0 being the ground: 0-1l,1-2r,2-0e; or snake, tree, girl, flower, garden, \
                   house; or @FILE with either, or one edge `u v colour` a line; at most 1024 edges",
        theorems: &[
            TheoremNote {
                statement: "A red-blue stalk is a number whose binary digits are its colours.",
                literature: "E. R. Berlekamp, The Hackenbush number system for compression of numerical data (1974)",
            },
            TheoremNote {
                statement: "Colon principle: what hangs on a vertex counts by its value alone; an edge with x on top is an \
                            ordinal sum.",
                literature: "E. Berlekamp, J. Conway, R. Guy, Winning Ways, chapters 2, 3 and 7 (1982)",
            },
            TheoremNote {
                statement: "Fusion principle: in a green picture the vertices of a cycle may be fused to one.",
                literature: "E. Berlekamp, J. Conway, R. Guy, Winning Ways, chapter 7 (1982)",
            },
            TheoremNote {
                statement: "The value of red-blue pictures with cycles is a number, but finding it is NP-hard.",
                literature: "E. Berlekamp, J. Conway, R. Guy, Winning Ways, chapter 7 (1982)",
            },
        ],
        examples: &["hackenbush:lrrl", "hackenbush:(l(r;r);le)", "hackenbush:(ll:A;rrr:Al)", "hackenbush:girl"],
    };

    fn read(input: &Input<'_>) -> Result<(Self, Standing<W>), ParseError> {
        let notation::Reading { text, edges, names } = notation::read(input)?;
        if edges.len() > 64 * W {
            return Err(input.position_error(Text::new("the picture has more than {most} edges").with("most", 64 * W)));
        }
        let mut picture = Picture::new(String::new(), edges, names);
        picture.text = text.unwrap_or_else(|| notation::write(&picture, &picture.all(), false));
        let edges = picture.all();
        Ok((Self { picture }, Standing { edges, swapped: false }))
    }

    fn write(&self, position: &Standing<W>) -> String {
        if !position.swapped && position.edges == self.picture.all() {
            return self.picture.text.clone();
        }
        notation::write(&self.picture, &position.edges, position.swapped)
    }

    fn label(&self, position: &Standing<W>, played: &u32) -> String {
        self.words(position, played).to_string()
    }

    fn words(&self, position: &Standing<W>, &edge: &u32) -> Text {
        let picture::Edge { ends: (a, b), colour } = self.picture.edges[edge as usize];
        let text = match colour.swapped(position.swapped) {
            Colour::Blue => Text::new("cut blue {n} ({ends})"),
            Colour::Red => Text::new("cut red {n} ({ends})"),
            Colour::Green => Text::new("cut green {n} ({ends})"),
        };
        text.with("n", edge + 1).with("ends", format_args!("{}-{}", self.picture.name(a), self.picture.name(b)))
    }

    fn picture(&self, position: &Standing<W>) -> grundy_draw::Picture {
        let whole = &self.picture;
        let stands = |edges: &Edges<W>, edge: usize| edges[edge / 64] >> (edge % 64) & 1 == 1;
        let held = |edges: &Edges<W>, vertex: usize| whole.at(edges, vertex as u32) != [0; W];
        let vertex = |vertex: usize| match &whole.names {
            _ if vertex == GROUND as usize => Vertex::ground(),
            Some(names) => Vertex::new(names[vertex].clone()).gone(!held(&position.edges, vertex)),
            None => Vertex::default().gone(!held(&position.edges, vertex)),
        };
        let edge = |(index, edge): (usize, &picture::Edge)| {
            let role = match edge.colour.swapped(position.swapped) {
                Colour::Blue => Role::Left,
                Colour::Red => Role::Right,
                Colour::Green => Role::Either,
            };
            let drawn = grundy_draw::Edge::new(edge.ends.0 as usize, edge.ends.1 as usize).role(role);
            drawn.label((index + 1).to_string()).gone(!stands(&position.edges, index))
        };
        let cut = |index: usize| {
            let mut after = *position;
            self.play(&mut after, &(index as u32));
            let edges = members(&position.edges).filter(|&edge| !stands(&after.edges, edge)).map(Network::edge_key);
            let fallen = |&vertex: &usize| held(&position.edges, vertex) && !held(&after.edges, vertex);
            let vertices = (1..whole.order()).filter(fallen).map(Network::vertex_key);
            let label = self.label(position, &(index as u32));
            let told = whole.edges.len() <= MOST_TOLD;
            Gesture::new(label, [Network::edge_key(index)]).takes(edges.chain(vertices).filter(|_| told))
        };
        let description = "A picture on the ground; Left cuts blue edges, Right red ones, either player green ones.";
        let edges = whole.edges.iter().enumerate().map(edge).collect();
        let network = Network::new((0..whole.order()).map(vertex).collect(), edges);
        let cuts = members(&position.edges).map(cut);
        cuts.fold(network, Network::gesture).picture(self.text(position), description)
    }

    fn sketch(&self, position: &Standing<W>) -> Option<Sketch> {
        let mut numbers = vec![None; self.picture.order()];
        numbers[GROUND as usize] = Some(0);
        let mut vertices = vec!["0".to_owned()];
        let mut number = |vertex: u32| {
            *numbers[vertex as usize].get_or_insert_with(|| {
                let named = self.picture.names.as_ref().map(|names| escaped(&names[vertex as usize]));
                vertices.push(named.unwrap_or_else(|| vertices.len().to_string()));
                vertices.len() - 1
            })
        };
        let edges = members(&position.edges).map(|index| self.picture.edges[index]);
        let join = |edge: picture::Edge| {
            (number(edge.ends.0), number(edge.ends.1), edge.colour.swapped(position.swapped) as usize)
        };
        let joins = edges.map(join).collect();
        Some(Sketch { stand: Stand::Ground, vertices, joins, kinds: KINDS, nothing: "G" })
    }

    fn small() -> Vec<String> {
        let mut texts: Vec<String> = strings(4);
        texts.extend(lists(3));
        texts.extend(SMALL.iter().map(|&text| text.to_owned()));
        texts.iter().map(|text| format!("hackenbush:{text}")).collect()
    }
}

/// What falls is told in pictures of up to so many edges.
const MOST_TOLD: usize = 200;

/// The kinds of edges, in the order of [`Colour`].
const KINDS: &[Join] = &[
    Join { name: "blue", role: Role::Left, written: "{from}-{to}l" },
    Join { name: "red", role: Role::Right, written: "{from}-{to}r" },
    Join { name: "green", role: Role::Either, written: "{from}-{to}e" },
];

/// Pictures of every kind that the lists of all small ones miss.
const SMALL: &[&str] = &[
    "G",
    "flower",
    "house",
    "l(e;r(l;e))",
    "(e(l;r);r(e;l))",
    "(ll:A;rr:Ae)",
    "(el:A;er:Ae)",
    ":Glerr:G",
    ":Geee:A(ee;e:A):G",
    "r:All:A(e;ee:A)",
    "e(ee:Ae:A;l;lr)",
    "(ll:Al:Al;rr:Br:B)",
];

/// All stalks of up to `length` edges.
fn strings(length: usize) -> Vec<String> {
    let mut all = Vec::new();
    let mut last = vec![String::new()];
    for _ in 0..length {
        last = last.iter().flat_map(|text| Colour::ALL.map(|colour| format!("{text}{}", colour.letter()))).collect();
        all.extend(last.iter().cloned());
    }
    all
}

/// All pictures of up to `size` edges on the ground and two more vertices, as lists.
fn lists(size: usize) -> Vec<String> {
    let mut kinds = Vec::new();
    for ends in [(0, 0), (0, 1), (1, 1), (1, 2), (0, 2), (2, 2)] {
        kinds.extend(Colour::ALL.map(|colour| picture::Edge { ends, colour }));
    }
    let mut all = Vec::new();
    let mut last: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..size {
        let longer = |list: &Vec<usize>| {
            let list = list.clone();
            // why: a list of no kinds may go on with any.
            (list.last().copied().unwrap_or(0)..kinds.len()).map(move |next| [&list[..], &[next]].concat())
        };
        last = last.iter().flat_map(longer).collect();
        for list in &last {
            let edges: Vec<picture::Edge> = list.iter().map(|&kind| kinds[kind]).collect();
            // A second vertex without a first is a picture already listed.
            let named = edges.iter().any(|edge| edge.ends.0 == 1 || edge.ends.1 == 1);
            let second = edges.iter().any(|edge| edge.ends.1 == 2);
            if picture::first_fallen(&edges).is_none() && (named || !second) {
                let edge = |edge: &picture::Edge| format!("{}-{}{}", edge.ends.0, edge.ends.1, edge.colour.letter());
                all.push(edges.iter().map(edge).collect::<Vec<_>>().join(","));
            }
        }
    }
    all
}

/// The catalogue's entry: one machine word for pictures of up to 64 edges, sixteen beyond.
pub const ENTRY: Entry =
    Entry { info: Hackenbush::<1>::INFO, read, impartial: None, small: Hackenbush::<1>::small, graph_table: None };

fn read(input: &Input<'_>, _: &Catalogue) -> Result<Box<dyn Subject>, ParseError> {
    if notation::read(input)?.edges.len() <= 64 {
        let (rules, position) = Hackenbush::<1>::read(input)?;
        Ok(equip(rules, position))
    } else {
        let (rules, position) = Hackenbush::<16>::read(input)?;
        // Searches of so large ones seldom end: they share theirs with other games.
        Ok(lend(rules, position))
    }
}
