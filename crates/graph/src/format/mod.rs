//! Reading and writing graphs and digraphs in the usual file formats.
//!
//! | format | directed | looks like |
//! |---|---|---|
//! | `edges` | either | `u v` on each line, a lone `u` for a vertex; vertices are numbers or words, quoted where they hold blanks |
//! | `matrix` | either | n rows of 0 and 1, perhaps after a line `n n` |
//! | `graph6`, `digraph6` | no, yes | one line of printable characters (B. D. McKay's formats) |
//! | `dimacs` | either | `p edge n m` and `e u v` (undirected), or `p sp n m` and `a u v` (directed) |
//! | `dot` | either | Graphviz, the plain subset: nodes, edges, attributes skipped, no subgraphs |
//! | `af` | yes | `p af n` and attacks `v u` (ICCMA): read as the arc from u to v |
//! | `dg` | yes | `p dg n m` and arcs `u v` |
//!
//! Vertices keep the names they have in the file: those of `edges` and `dot` are what is written there, and a number that
//! does not occur is no vertex; the other formats say how many vertices there are, and these count from 1. Vertices are kept
//! in natural order of their names. Comments start with `#` or `%`, on a line of their own or behind its content.
//!
//! An undirected file read as a digraph gives both arcs for each edge; a directed file does not read as a graph. An
//! edge or arc that occurs twice counts once.

mod dimacs;
mod dot;
mod edges;
mod graph6;
mod matrix;
mod scan;
mod write;

use crate::digraph::check_size;
use crate::{Digraph, Graph, GraphError};
use grundy_budget::{Budget, Limits};
use grundy_lang::Text;
use rustc_hash::FxHashMap;
use scan::Scan;

pub use crate::names::Names;

pub(crate) use graph6::parse_graph6;
pub use graph6::{digraph6, graph6};
pub use write::{dot_name, write_digraph, write_graph};

/// A file format for graphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Two vertices on each line.
    Edges,
    /// A 0/1 matrix, perhaps after a line `n n`.
    Matrix,
    /// McKay's graph6.
    Graph6,
    /// McKay's digraph6.
    Digraph6,
    /// DIMACS `p edge` or `p sp`.
    Dimacs,
    /// The plain subset of Graphviz.
    Dot,
    /// ICCMA argumentation framework `p af n`; attacks are arcs turned round.
    Af,
    /// `p dg n m`, then arcs.
    Dg,
}

impl Format {
    /// All formats, in the order of the table above.
    pub const ALL: [Self; 8] =
        [Self::Edges, Self::Matrix, Self::Graph6, Self::Digraph6, Self::Dimacs, Self::Dot, Self::Af, Self::Dg];

    /// The name of the format, as `--input` takes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Edges => "edges",
            Self::Matrix => "matrix",
            Self::Graph6 => "graph6",
            Self::Digraph6 => "digraph6",
            Self::Dimacs => "dimacs",
            Self::Dot => "dot",
            Self::Af => "af",
            Self::Dg => "dg",
        }
    }

    /// The format of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// The format that a file seems to have, judged by its first lines that are neither blank nor comments.
    pub fn guess(bytes: &[u8]) -> Self {
        let mut lines = bytes.split(|&b| b == b'\n').map(<[u8]>::trim_ascii).filter(|line| !is_comment(line));
        // why: an empty file begins like an empty line
        let first = lines.next().unwrap_or_default();
        let words: Vec<&[u8]> = first.split(u8::is_ascii_whitespace).filter(|w| !w.is_empty()).take(4).collect();
        match words.as_slice() {
            [b"p", b"af", ..] => return Self::Af,
            [b"p", b"dg", ..] => return Self::Dg,
            [b"p", ..] => return Self::Dimacs,
            _ => {}
        }
        if dot::looks_like_dot(bytes) {
            Self::Dot
        } else if first.starts_with(b">>digraph6<<") || first.starts_with(b"&") {
            Self::Digraph6
        } else if first.starts_with(b">>graph6<<") {
            Self::Graph6
        } else if matrix::looks_like_matrix(bytes) {
            Self::Matrix
        } else if !first.is_empty() && first.iter().all(|b| (63..=126).contains(b)) {
            Self::Graph6
        } else {
            Self::Edges
        }
    }
}

/// Whether a line says nothing: blank, or a comment of one of the formats.
fn is_comment(line: &[u8]) -> bool {
    line.is_empty() || line[0] == b'#' || line[0] == b'%' || line == b"c" || line.starts_with(b"c ")
}

/// What a line says: without blanks around it and without a comment behind `#` or `%`.
fn without_comment(line: &[u8]) -> &[u8] {
    let end = line.iter().position(|b| matches!(b, b'#' | b'%')).unwrap_or(line.len());
    line[..end].trim_ascii()
}

/// A graph read from a file, and what its vertices are called there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read<G> {
    /// The graph.
    pub graph: G,
    /// The names of its vertices.
    pub names: Names,
    /// The format it was read from.
    pub format: Format,
}

/// Whether a file says that its graph is directed; `None` where the format leaves it open, as edge lists and matrices do.
pub fn says_directed(bytes: &[u8], format: Format) -> Option<bool> {
    match format {
        Format::Edges | Format::Matrix => None,
        Format::Graph6 => Some(false),
        Format::Digraph6 | Format::Af | Format::Dg => Some(true),
        Format::Dot => dot::says_directed(bytes),
        Format::Dimacs => {
            let mut lines = bytes.split(|&b| b == b'\n').map(<[u8]>::trim_ascii);
            let header = lines.find(|line| line.starts_with(b"p"))?;
            header.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).nth(1).map(|kind| kind == b"sp")
        }
    }
}

/// What the reader wants to have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Want {
    Graph,
    Digraph,
}

/// What a format's reader found.
struct Raw {
    order: usize,
    arcs: Vec<(u32, u32)>,
    names: Names,
}

/// Names as they come up in a file, each with a number of its own; their memory is asked of the budget.
pub(crate) struct NewNames<'a> {
    numbers: FxHashMap<String, u32>,
    words: Vec<String>,
    budget: &'a Budget,
    owed: usize,
}

impl<'a> NewNames<'a> {
    /// Bytes of a name beside its letters, which are kept twice.
    const EACH: usize = 96;

    pub(crate) fn new(budget: &'a Budget) -> Self {
        Self { numbers: FxHashMap::default(), words: Vec::new(), budget, owed: 0 }
    }

    pub(crate) fn number(&mut self, name: String) -> Result<u32, GraphError> {
        if let Some(&number) = self.numbers.get(&name) {
            return Ok(number);
        }
        check_size("vertices", self.words.len() as u64 + 1, Digraph::MAX_ORDER)?;
        self.owed += Self::EACH + 2 * name.len();
        if self.owed > 1 << 12 {
            self.budget.reserve(std::mem::take(&mut self.owed) as u64)?;
        }
        let number = self.words.len() as u32;
        self.words.push(name.clone());
        self.numbers.insert(name, number);
        Ok(number)
    }

    /// How many vertices there are, their arcs and their names, in natural order of these.
    pub(crate) fn finish(self, mut arcs: Vec<(u32, u32)>) -> (usize, Vec<(u32, u32)>, Names) {
        let order = self.words.len();
        let (names, places) = Names::sorted(self.words);
        arcs.iter_mut().for_each(|(u, v)| (*u, *v) = (places[*u as usize], places[*v as usize]));
        (order, arcs, names)
    }
}

fn loop_refused() -> Text {
    Text::new("a loop; an undirected graph here has none")
}

fn out_of_range(order: u32, u: u32, v: u32) -> Text {
    let text = Text::new("vertices are numbered from 1 to {order}, but here is `{u} {v}`");
    text.with("order", order).with("u", u).with("v", v)
}

/// Reads a digraph; the format is guessed from the content unless given.
///
/// The memory for it is asked of the budget and stays counted; O(length of the file).
pub fn read_digraph(bytes: &[u8], format: Option<Format>, budget: &Budget) -> Result<Read<Digraph>, GraphError> {
    let format = format.unwrap_or_else(|| Format::guess(bytes));
    // What only the reading holds is counted apart and given back in the end.
    let reading = budget.within(Limits::default());
    let result = read_raw(bytes, format, Want::Digraph, &reading);
    reading.release(reading.memory());
    let raw = result?;
    budget.reserve(4 * (raw.order + raw.arcs.len()) as u64)?;
    let graph = Digraph::from_arcs(raw.order, &raw.arcs)?;
    Ok(Read { graph, names: raw.names, format })
}

/// Reads an undirected graph; the format is guessed from the content unless given. As [`read_digraph`] in memory.
pub fn read_graph(bytes: &[u8], format: Option<Format>, budget: &Budget) -> Result<Read<Graph>, GraphError> {
    let format = format.unwrap_or_else(|| Format::guess(bytes));
    let reading = budget.within(Limits::default());
    let result = read_raw(bytes, format, Want::Graph, &reading);
    reading.release(reading.memory());
    let raw = result?;
    budget.reserve((raw.order * raw.order.div_ceil(8) + 8 * raw.arcs.len()) as u64)?;
    let edges = raw.arcs.iter().map(|&(u, v)| (u as usize, v as usize));
    Ok(Read { graph: Graph::from_edges(raw.order, edges)?, names: raw.names, format })
}

fn read_raw(bytes: &[u8], format: Format, want: Want, budget: &Budget) -> Result<Raw, GraphError> {
    let directed_only = matches!(format, Format::Digraph6 | Format::Af | Format::Dg);
    if directed_only && want == Want::Graph {
        let reason = Text::new("{format} describes a digraph, but an undirected graph is wanted");
        return Err(GraphError::line(1, reason.with("format", format.name())));
    }
    match format {
        Format::Edges => edges::read(bytes, want, budget),
        Format::Matrix => matrix::read(bytes, want, budget),
        Format::Graph6 => graph6::read(bytes, want, budget),
        Format::Digraph6 => graph6::read_directed(bytes, budget),
        Format::Dimacs => dimacs::read(bytes, want, budget),
        Format::Dot => dot::read(bytes, want, budget),
        Format::Af | Format::Dg => edges::read_with_header(bytes, format, budget),
    }
}

/// An empty list with room for the arcs of a file of that many lines, asked of the budget.
fn arc_list(scan: &Scan<'_>, factor: usize, budget: &Budget) -> Result<Vec<(u32, u32)>, GraphError> {
    let lines = scan.count_lines() * factor;
    check_size("arcs", lines as u64, Digraph::MAX_SIZE)?;
    budget.reserve(8 * lines as u64)?;
    Ok(Vec::with_capacity(lines))
}

/// Adds what one edge or arc of a file stands for.
fn push_arc(arcs: &mut Vec<(u32, u32)>, directed: bool, want: Want, arc: (u32, u32)) {
    arcs.push(arc);
    if !directed && want == Want::Digraph {
        arcs.push((arc.1, arc.0));
    }
}
