//! Reading and writing graphs and digraphs in the usual file formats.
//!
//! | format | directed | looks like |
//! |---|---|---|
//! | `edges` | either | `u v` on each line, a lone `u` for a vertex, `#` comments; numbered from 1, or from 0 when a 0 occurs |
//! | `matrix` | either | `n n`, then n rows of 0 and 1 |
//! | `graph6`, `digraph6` | no, yes | one line of printable characters (B. D. McKay's formats) |
//! | `dimacs` | either | `p edge n m` and `e u v` (undirected), or `p sp n m` and `a u v` (directed) |
//! | `dot` | either | Graphviz, the plain subset: nodes, edges, attributes skipped, no subgraphs |
//! | `af` | yes | `p af n` and attacks `v u` (ICCMA): read as the arc from u to v |
//! | `dg` | yes | `p dg n m` and arcs `u v` |
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
use scan::Scan;

pub(crate) use graph6::parse_graph6;
pub use graph6::{digraph6, graph6};
pub use write::{write_digraph, write_graph};

/// A file format for graphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Two vertices on each line.
    Edges,
    /// `n n`, then a 0/1 matrix.
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
        } else if matrix::looks_like_matrix(first, lines.next().unwrap_or_default()) {
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

/// What the vertices of a file are called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Names {
    /// Numbers, the first vertex having this one.
    From(u32),
    /// A word for each vertex.
    Words(Vec<String>),
}

impl Names {
    /// What vertex `v` (counted from 0) is called.
    pub fn name(&self, v: usize) -> String {
        match self {
            Self::From(first) => (v as u64 + u64::from(*first)).to_string(),
            Self::Words(words) => words.get(v).cloned().unwrap_or_else(|| (v + 1).to_string()),
        }
    }

    /// The vertex (counted from 0) of that name, if there is one among the first `order`.
    pub fn vertex(&self, name: &str, order: usize) -> Option<usize> {
        let found = match self {
            Self::From(first) => (name.parse::<u64>().ok()?.checked_sub(u64::from(*first))?).try_into().ok()?,
            Self::Words(words) => words.iter().position(|word| word == name)?,
        };
        (found < order).then_some(found)
    }
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

/// Reads an undirected graph; the format is guessed from the content unless given.
pub fn read_graph(bytes: &[u8], format: Option<Format>) -> Result<Read<Graph>, GraphError> {
    let format = format.unwrap_or_else(|| Format::guess(bytes));
    let raw = read_raw(bytes, format, Want::Graph, &Budget::unlimited())?;
    let edges = raw.arcs.iter().map(|&(u, v)| (u as usize, v as usize));
    Ok(Read { graph: Graph::from_edges(raw.order, edges)?, names: raw.names, format })
}

fn read_raw(bytes: &[u8], format: Format, want: Want, budget: &Budget) -> Result<Raw, GraphError> {
    let directed_only = matches!(format, Format::Digraph6 | Format::Af | Format::Dg);
    if directed_only && want == Want::Graph {
        let reason = format!("{} describes a digraph, but an undirected graph is wanted", format.name());
        return Err(GraphError::line(1, reason));
    }
    match format {
        Format::Edges => edges::read(bytes, want, budget),
        Format::Matrix => matrix::read(bytes, want),
        Format::Graph6 => graph6::read(bytes, want),
        Format::Digraph6 => graph6::read_directed(bytes),
        Format::Dimacs => dimacs::read(bytes, want, budget),
        Format::Dot => dot::read(bytes, want),
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
