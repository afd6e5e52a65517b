//! Reading and writing Hackenbush pictures: strings that grow from the ground, and lists of edges.

use super::{Colour, Stem};
use grundy_game::{Input, ParseError};
use std::fmt::Write;

/// Most edges of a picture.
const MOST: usize = 128;

/// Pictures that have a name.
const NAMED: &[(&str, &str)] = &[
    // A green snake whose head is a loop.
    ("snake", "eeee:Aee:A"),
    // A green tree with a forked crown.
    ("tree", "e(e(e;e);e(e;ee))"),
    // A girl: two blue legs that meet, a green skirt, red arms, a blue neck and a red head.
    ("girl", "(ll:A;ll:Ae:B(r;r)l:Crr:C)"),
];

/// Reads a string, a list of edges, a file of edges, or a name, and puts the edges into the order in which they are
/// written.
pub fn read(input: &Input<'_>) -> Result<Vec<Stem>, ParseError> {
    let text = input.position.0;
    let stems = if let Some(file) = input.file() {
        let (path, content) = file?;
        let content = String::from_utf8_lossy(&content).into_owned();
        let lines = content.lines().map(|line| line.split('#').next().unwrap_or("").trim());
        let list: Vec<String> = lines.filter(|line| !line.is_empty()).map(edge_of_line).collect();
        edge_list(&list.join(",")).map_err(|flaw| flaw.in_file(input, path))?
    } else if text.starts_with(|c: char| c.is_ascii_digit()) {
        edge_list(text).map_err(|flaw| flaw.at(input))?
    } else {
        let named = NAMED.iter().find(|(name, _)| *name == text).map(|(_, picture)| *picture);
        string(named.unwrap_or(text)).map_err(|flaw| flaw.at(input))?
    };
    // Writing chooses an order of edges and vertices; reading back settles on it.
    let written = write(&stems);
    let settled =
        if written.starts_with(|c: char| c.is_ascii_digit()) { edge_list(&written) } else { string(&written) };
    Ok(settled.unwrap_or(stems))
}

/// `u v l` and `u-v l` are the same edge.
fn edge_of_line(line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        [a, b, colour] => format!("{a}-{b}{colour}"),
        _ => words.concat(),
    }
}

/// What is wrong, and where.
struct Flaw {
    offset: usize,
    length: usize,
    problem: String,
    help: &'static str,
}

impl Flaw {
    fn new(offset: usize, length: usize, problem: impl Into<String>, help: &'static str) -> Self {
        Self { offset, length, problem: problem.into(), help }
    }

    fn at(self, input: &Input<'_>) -> ParseError {
        input.error(self.offset, self.length, self.problem).help(self.help)
    }

    fn in_file(self, input: &Input<'_>, path: &str) -> ParseError {
        input.position_error(format!("`{path}`: {}", self.problem)).help(self.help)
    }
}

fn colour(letter: char) -> Option<Colour> {
    match letter {
        'l' | 'L' | 'b' => Some(Colour::Blue),
        'r' | 'R' => Some(Colour::Red),
        'e' | 'E' | 'g' => Some(Colour::Green),
        _ => None,
    }
}

fn too_many(offset: usize) -> Flaw {
    Flaw::new(offset, 1, format!("a picture has at most {MOST} edges"), "cut it into a sum of smaller pictures")
}

/// Edges such as `0-1l,1-2r`, numbered vertices with 0 the ground.
fn edge_list(text: &str) -> Result<Vec<Stem>, Flaw> {
    const FORM: &str = "expected edges such as 0-1l,1-2r with 0 the ground and l, r or e for the colour";
    let mut names: Vec<u64> = vec![0];
    let mut stems = Vec::new();
    let mut offset = 0;
    for piece in text.split(',') {
        let bad = || Flaw::new(offset, piece.len(), "this is no edge", FORM);
        let body = piece.trim();
        let last = body.chars().next_back().and_then(colour).ok_or_else(bad)?;
        let (a, b) = body[..body.len() - 1].split_once('-').ok_or_else(bad)?;
        let mut vertex = |name: &str| {
            let name: u64 = name.trim().parse().map_err(|_| bad())?;
            let at = names.iter().position(|&known| known == name).unwrap_or_else(|| {
                names.push(name);
                names.len() - 1
            });
            Ok(at)
        };
        let (a, b) = (vertex(a)?, vertex(b)?);
        if stems.len() == MOST || a.max(b) > MOST {
            return Err(too_many(offset));
        }
        stems.push(Stem { ends: (a as u8, b as u8), colour: last });
        offset += piece.len() + 1;
    }
    let mut joined = vec![false; names.len()];
    joined[0] = true;
    for _ in 0..names.len() {
        for stem in &stems {
            let (a, b) = (usize::from(stem.ends.0), usize::from(stem.ends.1));
            (joined[a], joined[b]) = (joined[a] || joined[b], joined[a] || joined[b]);
        }
    }
    match joined.iter().position(|joined| !joined) {
        None => Ok(stems),
        Some(loose) => {
            let problem = format!("vertex {} is not joined to the ground", names[loose]);
            Err(Flaw::new(0, text.len(), problem, "every edge must hang on vertex 0"))
        }
    }
}

/// A string that grows from the ground.
fn string(text: &str) -> Result<Vec<Stem>, Flaw> {
    let mut names: Vec<(char, u8)> = vec![('G', 0)];
    let mut stems: Vec<Stem> = Vec::new();
    let mut open: Vec<u8> = Vec::new();
    let (mut here, mut count) = (0u8, 1u8);
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        if let Some(colour) = colour(letter) {
            if stems.len() == MOST {
                return Err(too_many(at));
            }
            stems.push(Stem { ends: (here, count), colour });
            here = count;
            count += 1;
            continue;
        }
        match letter {
            '(' => open.push(here),
            ';' => here = *open.last().ok_or_else(|| Flaw::new(at, 1, "no branch is open here", "write (a;b)"))?,
            ')' => here = open.pop().ok_or_else(|| Flaw::new(at, 1, "no bracket is open here", "write (a;b)"))?,
            ':' => {
                let name = letters.next().map(|(_, name)| name).filter(char::is_ascii_uppercase);
                let Some(name) = name else {
                    return Err(Flaw::new(at, 1, "a name is missing", "expected a capital letter after the colon"));
                };
                match names.iter().find(|(known, _)| *known == name) {
                    None => names.push((name, here)),
                    Some(&(_, there)) => {
                        merge(&mut stems, &mut names, &mut open, here, there);
                        here = there;
                    }
                }
            }
            _ => {
                let problem = format!("`{letter}` does not belong into a picture");
                return Err(Flaw::new(at, letter.len_utf8(), problem, "expected l, r, e, (a;b) or :A"));
            }
        }
    }
    if open.is_empty() { Ok(stems) } else { Err(Flaw::new(text.len(), 0, "a bracket is not closed", "expected `)`")) }
}

/// Makes one vertex of two; the ground stays the ground.
fn merge(stems: &mut [Stem], names: &mut [(char, u8)], open: &mut [u8], from: u8, to: u8) {
    let (from, to) = if from == 0 { (to, from) } else { (from, to) };
    let rename = |vertex: &mut u8| {
        if *vertex == from {
            *vertex = to;
        }
    };
    for stem in stems {
        rename(&mut stem.ends.0);
        rename(&mut stem.ends.1);
    }
    for (_, vertex) in names {
        rename(vertex);
    }
    for vertex in open {
        rename(vertex);
    }
}

/// A tree as a string, anything else as a list of edges.
pub fn write(stems: &[Stem]) -> String {
    let size = stems.iter().map(|stem| usize::from(stem.ends.0.max(stem.ends.1)) + 1).max().unwrap_or(1);
    let mut branches: Vec<Vec<(char, usize)>> = vec![Vec::new(); size];
    let mut reached = vec![false; size];
    reached[0] = true;
    let mut left: Vec<&Stem> = stems.iter().collect();
    let mut tree = true;
    while tree && !left.is_empty() {
        let before = left.len();
        left.retain(|stem| {
            let (a, b) = (usize::from(stem.ends.0), usize::from(stem.ends.1));
            match (reached[a], reached[b]) {
                (false, false) => return true,
                (true, true) => tree = false,
                (true, false) => branches[a].push((stem.colour.letter(), b)),
                (false, true) => branches[b].push((stem.colour.letter(), a)),
            }
            (reached[a], reached[b]) = (true, true);
            false
        });
        tree &= left.len() < before;
    }
    if tree { string_of(&branches) } else { list_of(stems) }
}

fn string_of(branches: &[Vec<(char, usize)>]) -> String {
    enum Task {
        Vertex(usize),
        Sign(char),
    }
    let mut text = String::new();
    let mut tasks = vec![Task::Vertex(0)];
    while let Some(task) = tasks.pop() {
        match task {
            Task::Sign(sign) => text.push(sign),
            Task::Vertex(vertex) => {
                let several = branches[vertex].len() > 1;
                if several {
                    text.push('(');
                    tasks.push(Task::Sign(')'));
                }
                for (index, &(letter, child)) in branches[vertex].iter().enumerate().rev() {
                    tasks.push(Task::Vertex(child));
                    tasks.push(Task::Sign(letter));
                    if index > 0 {
                        tasks.push(Task::Sign(';'));
                    }
                }
            }
        }
    }
    text
}

/// Vertices are renumbered in the order in which they appear.
fn list_of(stems: &[Stem]) -> String {
    let mut names: Vec<u8> = vec![0];
    let mut text = String::new();
    for stem in stems {
        let mut name = |vertex: u8| {
            names.iter().position(|&known| known == vertex).unwrap_or_else(|| {
                names.push(vertex);
                names.len() - 1
            })
        };
        let (a, b) = (name(stem.ends.0), name(stem.ends.1));
        let comma = if text.is_empty() { "" } else { "," };
        // Writing to a string cannot fail.
        let _ = write!(text, "{comma}{a}-{b}{}", stem.colour.letter());
    }
    text
}
