//! Pictures of Hackenbush as text: strings that grow from the ground, lists of edges, files, and named examples.

use super::picture::{Colour, Edge, Edges, GROUND, LARGEST, Picture, first_fallen};
use grundy_game::{Input, ParseError, Text};
use grundy_graph::names::{escaped, unescaped};
use std::collections::BTreeMap;

/// Pictures with a name, in the manner of Winning Ways.
pub const NAMED: &[(&str, &str)] = &[
    ("snake", "lrrlrllrl"),
    ("tree", "l(l(r;l);r(l;lr);l)"),
    ("girl", "(l:Ar:W;l:B(e:A;r:Wl:N(e;e;r:Tr:N;:T(l;l))))"),
    ("flower", "eee:A(l:A;l:A;r:A)"),
    ("garden", "(e:A(l:A;l:A);ee:B(r:B;r:B);eee:C(l:C;r:C))"),
    ("house", "(e:A;e:B(e:A;e:De:A))"),
];

/// What is wrong with a text, and where.
struct Mistake {
    at: usize,
    length: usize,
    problem: Text,
    help: &'static str,
}

const SYMBOLS: &str =
    "expected edges `l` (blue, Left), `r` (red, Right), `e` (green, either), branches `(a;b)`, or names `:A`";
const PAIR: &str = "expected an edge such as `0-1l`: two vertices (0 or G is the ground) and l, r or e";

/// A picture as it was read.
pub struct Reading {
    /// How to write it again, if that is as it was typed.
    pub text: Option<String>,
    pub edges: Vec<Edge>,
    /// What its vertices are called, the ground first, where it is a list of edges.
    pub names: Option<Vec<String>>,
}

/// Edges, and what their vertices are called if they are called anything.
type Named = (Vec<Edge>, Option<Vec<String>>);

/// Reads the picture of a position.
pub fn read(input: &Input<'_>) -> Result<Reading, ParseError> {
    input.no_arguments()?;
    let text = input.position.0;
    if text.is_empty() {
        return Err(input.position_error("the picture is missing").help(SYMBOLS));
    }
    let Some(file) = input.file() else {
        let complain = |mistake: Mistake| input.error(mistake.at, mistake.length, mistake.problem).help(mistake.help);
        let (edges, names) = parse(text).map_err(complain)?;
        return Ok(Reading { text: Some(text.to_owned()), edges, names });
    };
    let (path, content) = file?;
    let content = String::from_utf8_lossy(&content);
    let complain = |mistake: Mistake| {
        let problem = Text::new("`{path}` is not a picture: {problem}");
        let problem = problem.with("path", path).with_text("problem", mistake.problem);
        input.position_error(problem).help(mistake.help)
    };
    let (edges, names) = parse_file(&content).map_err(complain)?;
    Ok(Reading { text: None, edges, names })
}

fn parse(text: &str) -> Result<Named, Mistake> {
    if let Some((_, picture)) = NAMED.iter().find(|(name, _)| *name == text) {
        return parse_string(picture).map(|edges| (edges, None));
    }
    match text {
        "G" => Ok((Vec::new(), None)),
        list if list.contains('-') => parse_list(list),
        string => parse_string(string).map(|edges| (edges, None)),
    }
}

/// A string or list over any number of lines, or one edge a line as `u v colour`; `#` starts a comment.
fn parse_file(content: &str) -> Result<Named, Mistake> {
    let uncommented = |line: &str| line.split_once('#').map_or(line, |(before, _)| before).trim().to_owned();
    let lines: Vec<String> = content.lines().map(uncommented).filter(|line| !line.is_empty()).collect();
    let first = lines.first().map_or("", String::as_str);
    if first.split_whitespace().count() == 1 {
        return parse(&lines.concat());
    }
    let mut builder = Builder::default();
    for line in &lines {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let problem = |problem: Text| Mistake { at: 0, length: 0, problem, help: PAIR };
        let [from, to, colour] = fields[..] else {
            return Err(problem(not_an_edge(line)));
        };
        let Some(colour) = colour_word(colour) else {
            return Err(problem(Text::new("`{word}` is not a colour").with("word", excerpt(colour))));
        };
        builder.push(from, to, colour, (0, 0))?;
    }
    builder.finish()
}

fn not_an_edge(text: &str) -> Text {
    Text::new("`{word}` is not an edge").with("word", excerpt(text))
}

fn excerpt(text: &str) -> String {
    text.chars().take(30).collect()
}

fn colour_word(word: &str) -> Option<Colour> {
    match word {
        "l" | "left" | "blue" => Some(Colour::Blue),
        "r" | "right" | "red" => Some(Colour::Red),
        "e" | "either" | "green" => Some(Colour::Green),
        _ => None,
    }
}

/// Edges between named vertices.
#[derive(Default)]
struct Builder {
    numbers: BTreeMap<String, u32>,
    edges: Vec<Edge>,
    places: Vec<(usize, usize)>,
}

impl Builder {
    fn push(&mut self, from: &str, to: &str, colour: Colour, place: (usize, usize)) -> Result<(), Mistake> {
        if self.edges.len() == LARGEST {
            return Err(too_large(place.0));
        }
        let ends = (self.vertex(from), self.vertex(to));
        self.edges.push(Edge { ends, colour });
        self.places.push(place);
        Ok(())
    }

    fn vertex(&mut self, name: &str) -> u32 {
        if name == "0" || name == "G" {
            return GROUND;
        }
        let next = self.numbers.len() as u32 + 1;
        *self.numbers.entry(name.to_owned()).or_insert(next)
    }

    fn finish(self) -> Result<Named, Mistake> {
        let Some(fallen) = first_fallen(&self.edges) else {
            let mut names = vec!["0".to_owned(); self.numbers.len() + 1];
            self.numbers.into_iter().for_each(|(name, number)| names[number as usize] = name);
            return Ok((self.edges, Some(names)));
        };
        let (at, length) = self.places[fallen];
        let problem = Text::new("edge {number} is not joined to the ground").with("number", fallen + 1);
        Err(Mistake { at, length, problem, help: "the ground is the vertex 0 or G; every edge must hang on to it" })
    }
}

fn too_large(at: usize) -> Mistake {
    let problem = Text::new("the picture has more than {most} edges").with("most", LARGEST);
    Mistake { at, length: 0, problem, help: "write a smaller picture" }
}

/// Edges such as `0-1l,1-2r`.
fn parse_list(text: &str) -> Result<Named, Mistake> {
    let mut builder = Builder::default();
    let mut at = 0;
    for piece in text.split(',') {
        let place = (at, piece.len());
        let wrong = || Mistake { at, length: piece.len(), problem: not_an_edge(piece), help: PAIR };
        let (from, rest) = piece.split_once('-').ok_or_else(wrong)?;
        let (end, _) = rest.char_indices().next_back().ok_or_else(wrong)?;
        let (to, colour) = rest.split_at(end);
        let colour = colour_word(colour).ok_or_else(wrong)?;
        let name = |written: &str| {
            let plain = |c: char| c.is_alphanumeric() || "_.':/%".contains(c) || !c.is_ascii();
            let name = unescaped(written).map_err(|(inside, problem)| Mistake {
                at: at + inside,
                length: 0,
                problem,
                help: PAIR,
            })?;
            if name.is_empty() || !written.chars().all(plain) { Err(wrong()) } else { Ok(name) }
        };
        builder.push(&name(from)?, &name(to)?, colour, place)?;
        at += piece.len() + 1;
    }
    builder.finish()
}

/// A string that grows from the ground: an edge leads up to a new vertex, `(a;b)` are branches at the current vertex,
/// `:A` names it, and a later `:A` after an edge makes that edge end there.
fn parse_string(text: &str) -> Result<Vec<Edge>, Mistake> {
    let mut edges: Vec<Edge> = Vec::new();
    let mut names = BTreeMap::from([("G", GROUND)]);
    let mut open: Vec<(u32, usize)> = Vec::new();
    let (mut here, mut vertices, mut fresh) = (GROUND, 1, false);
    let mut at = 0;
    while let Some(symbol) = text[at..].chars().next() {
        let mistake = |problem: Text, help| Mistake { at, length: symbol.len_utf8(), problem, help };
        let mut next = at + symbol.len_utf8();
        let mut grown = false;
        match symbol {
            'l' | 'r' | 'e' => {
                if edges.len() == LARGEST {
                    return Err(too_large(at));
                }
                let colour = match symbol {
                    'l' => Colour::Blue,
                    'r' => Colour::Red,
                    _ => Colour::Green,
                };
                edges.push(Edge { ends: (here, vertices), colour });
                (here, vertices, grown) = (vertices, vertices + 1, true);
            }
            ':' => {
                let length = name_length(&text[next..]);
                if length == 0 {
                    return Err(mistake(Text::new("a name is missing"), "expected a capital letter, such as `:A`"));
                }
                match (names.get(&text[next..next + length]), edges.last_mut()) {
                    (Some(&named), Some(edge)) if fresh => {
                        (edge.ends.1, here, vertices) = (named, named, vertices - 1);
                    }
                    (Some(&named), _) => here = named,
                    (None, _) => drop(names.insert(&text[next..next + length], here)),
                }
                next += length;
            }
            '(' => open.push((here, at)),
            ';' => match open.last() {
                Some(&(base, _)) => here = base,
                None => return Err(mistake(Text::new("`;` stands outside brackets"), "write branches as `(a;b)`")),
            },
            ')' => match open.pop() {
                Some((base, _)) => here = base,
                None => return Err(mistake(Text::new("this bracket was not opened"), "write branches as `(a;b)`")),
            },
            other => {
                return Err(mistake(Text::new("`{symbol}` is not a part of a picture").with("symbol", other), SYMBOLS));
            }
        }
        fresh = grown;
        at = next;
    }
    match open.pop() {
        None => Ok(edges),
        Some((_, at)) => {
            Err(Mistake { at, length: 1, problem: Text::new("this bracket is not closed"), help: "expected a `)`" })
        }
    }
}

/// The length of the capital letter and the digits that a name is made of; 0 where none stands.
fn name_length(text: &str) -> usize {
    if !text.starts_with(|c: char| c.is_ascii_uppercase()) {
        return 0;
    }
    1 + text[1..].bytes().take_while(u8::is_ascii_digit).count()
}

/// What stands at a vertex in the string: an edge to a new vertex, or back to one that was named.
#[derive(Clone, Copy)]
enum Item {
    Up(usize, u32),
    Back(usize, u32),
}

enum Token {
    Char(char),
    Item(Item),
}

/// Writes the edges of `set`, with the players swapped if `swap`: as a string, or as a list where vertices have names.
pub fn write<const W: usize>(picture: &Picture<W>, set: &Edges<W>, swap: bool) -> String {
    if *set == [0; W] {
        return "G".to_owned();
    }
    if let Some(names) = &picture.names {
        let name = |vertex: u32| escaped(&names[vertex as usize]);
        let edge = |index: usize| {
            let Edge { ends: (from, to), colour } = picture.edges[index];
            format!("{}-{}{}", name(from), name(to), colour.swapped(swap).letter())
        };
        return crate::vertex_sets::members(set).map(edge).collect::<Vec<_>>().join(",");
    }
    let (items, revisited) = grow_tree(picture, set);
    let names = name_vertices(&revisited);
    let mut text = String::new();
    let mut tokens = Vec::new();
    push_branches(&items[GROUND as usize], &mut tokens);
    while let Some(token) = tokens.pop() {
        match token {
            Token::Char(symbol) => text.push(symbol),
            Token::Item(Item::Up(edge, to) | Item::Back(edge, to)) if !names[to as usize].is_empty() => {
                text.push(picture.edges[edge].colour.swapped(swap).letter());
                text.push(':');
                text.push_str(&names[to as usize]);
            }
            Token::Item(Item::Up(edge, _) | Item::Back(edge, _)) => {
                text.push(picture.edges[edge].colour.swapped(swap).letter());
            }
        }
        if let Token::Item(Item::Up(_, to)) = token {
            push_branches(&items[to as usize], &mut tokens);
        }
    }
    text
}

/// Pushes the branches at a vertex, the first on top.
fn push_branches(items: &[Item], tokens: &mut Vec<Token>) {
    let brackets = items.len() > 1;
    if brackets {
        tokens.push(Token::Char(')'));
    }
    for (index, &item) in items.iter().enumerate().rev() {
        tokens.push(Token::Item(item));
        if index > 0 {
            tokens.push(Token::Char(';'));
        }
    }
    if brackets {
        tokens.push(Token::Char('('));
    }
}

/// Walks the picture depth first: the items at each vertex, and which vertices some edge leads back to.
fn grow_tree<const W: usize>(picture: &Picture<W>, set: &Edges<W>) -> (Vec<Vec<Item>>, Vec<bool>) {
    let mut items = vec![Vec::new(); picture.order()];
    let mut revisited = vec![false; picture.order()];
    let mut seen = vec![false; picture.order()];
    let mut left = *set;
    let mut path = vec![GROUND];
    seen[GROUND as usize] = true;
    while let Some(&vertex) = path.last() {
        let Some(edge) = crate::vertex_sets::least(&picture.at(&left, vertex)) else {
            path.pop();
            continue;
        };
        crate::vertex_sets::remove(&mut left, edge);
        let to = picture.across(edge, vertex);
        if std::mem::replace(&mut seen[to as usize], true) {
            revisited[to as usize] = true;
            items[vertex as usize].push(Item::Back(edge, to));
        } else {
            items[vertex as usize].push(Item::Up(edge, to));
            path.push(to);
        }
    }
    (items, revisited)
}

/// Names for the vertices that need one: G for the ground, then A to Z, A1 to Z1, ….
fn name_vertices(revisited: &[bool]) -> Vec<String> {
    let letters: Vec<char> = ('A'..='Z').filter(|&letter| letter != 'G').collect();
    let mut given = 0;
    let name = |(vertex, &needed): (usize, &bool)| {
        if !needed {
            return String::new();
        }
        if vertex == GROUND as usize {
            return "G".to_owned();
        }
        let (round, letter) = (given / letters.len(), letters[given % letters.len()]);
        given += 1;
        if round == 0 { letter.to_string() } else { format!("{letter}{round}") }
    };
    revisited.iter().enumerate().map(name).collect()
}
