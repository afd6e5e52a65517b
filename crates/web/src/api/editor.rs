//! How a position can be edited by hand, found out by asking the reader what it accepts.
//!
//! No game is known here: a position that its game gives as a sketch is edited by drawing; of the rest, a notation that is
//! a list of numbers is edited as heaps, one whose characters can be exchanged one by one as cells, one that takes a graph
//! as a drawing of vertices and edges, one that takes arcs and the vertex of a token as a drawing of these, and everything
//! else as text.

use super::common::OwnRules;
use crate::Problem;
use crate::question::{Means, Question, Reply};
use grundy_budget::Budget;
use grundy_game::notation::{Segment, segments};
use grundy_game::{Join, Sketch, Stand};
use grundy_graph::names::{escaped_but, unescaped};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The question.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ask {
    /// A position `game:position`, or a sum of positions joined by `+`.
    #[schemars(length(max = 200_000))]
    position: String,
    #[serde(default)]
    rules: OwnRules,
}

/// How the position can be edited.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    #[serde(flatten)]
    editor: Editor,
    /// The position in the reader's own spelling.
    position: String,
    /// What stands before the part that is edited: the game, its arguments and a colon; absent with a sum.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    head: Option<String>,
}

/// The kinds of editors, each with what it shows.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Editor {
    /// The notation as text.
    Text,
    /// A list of numbers.
    Heaps {
        /// The numbers.
        heaps: Vec<u64>,
        /// Whether there may be more of them.
        more: bool,
    },
    /// Characters that can be exchanged one by one.
    Cells {
        /// The rows of the board.
        rows: Vec<String>,
        /// What stands between rows.
        separator: char,
        /// The characters that may stand in a cell.
        alphabet: Vec<char>,
    },
    /// A graph, its vertices numbered from 0.
    Graph {
        /// How many vertices.
        vertices: usize,
        /// The edges.
        edges: Vec<(usize, usize)>,
        /// How many vertices can be drawn.
        most: usize,
    },
    /// A digraph with a token on one of its vertices.
    Arcs {
        /// The names of the vertices, as notations write them.
        vertices: Vec<String>,
        /// The arcs, by the numbers of their ends from 0.
        arcs: Vec<(usize, usize)>,
        /// The number of the vertex where the token stands.
        token: usize,
        /// How many vertices can be drawn.
        most: usize,
    },
    /// A drawing of the game's own kind.
    Sketch {
        /// How the vertices stand: on the ground, which is the first of them, or in an order that leads upwards.
        #[schemars(extend("enum" = Stand::ALL.map(Stand::name)))]
        stand: &'static str,
        /// The names of the vertices.
        vertices: Vec<String>,
        /// The joins: two vertices and a kind, each by its number from 0.
        joins: Vec<(usize, usize, usize)>,
        /// The kinds of joins.
        kinds: Vec<JoinKind>,
        /// The position without any vertex or join; empty when there is none.
        nothing: &'static str,
        /// How many vertices can be drawn.
        most: usize,
    },
}

/// A kind of join in a drawing.
#[derive(Debug, Serialize, JsonSchema)]
struct JoinKind {
    /// What people call it.
    name: &'static str,
    /// Its class in the style sheet of the pictures.
    class: &'static str,
    /// Its pattern of dashes, as SVG writes it.
    dash: String,
    /// How it is written; `{from}` and `{to}` stand for the names of its ends.
    written: &'static str,
}

impl From<&Join> for JoinKind {
    fn from(join: &Join) -> Self {
        let dashes: Vec<String> = join.role.dash().pattern().iter().map(f64::to_string).collect();
        Self { name: join.name, class: join.role.class(), dash: dashes.join(" "), written: join.written }
    }
}

/// Drawings with more vertices or joins are edited as text; 62 is what the short form of graph6 holds.
const MOST_VERTICES: usize = 62;
const MOST_JOINS: usize = 400;

/// Boards with more cells are edited as text.
const MOST_CELLS: usize = 400;

impl Question for Ask {
    type Answer = Answer;

    fn answer(&self, _: Means<'_>) -> Result<Reply<Answer>, Problem> {
        // The reader's own spelling: names of graphs become what they stand for.
        let position = self.rules.position(&self.position)?;
        let text = position.to_string();
        let parts = segments(&text)?;
        let [Segment::Position { name, arguments, position: (body, _) }] = parts[..] else {
            return Ok(Answer { editor: Editor::Text, position: text, head: None }.into());
        };
        let arguments = arguments.map_or(String::new(), |(arguments, _)| format!("({arguments})"));
        let head = format!("{}{arguments}:", name.0);
        let sketch = position.parts().first().and_then(|part| part.sketch());
        let reader = Reader { rules: &self.rules, head: &head };
        let drawn = sketch.and_then(drawing).or_else(|| reader.heaps(body)).or_else(|| reader.graph(body));
        let drawn = drawn.or_else(|| reader.arcs(body)).or_else(|| reader.cells(body));
        let editor = drawn.unwrap_or(Editor::Text);
        let head = Some(head);
        Ok(Answer { editor, position: text, head }.into())
    }
}

fn drawing(sketch: Sketch) -> Option<Editor> {
    if sketch.vertices.len() > MOST_VERTICES || sketch.joins.len() > MOST_JOINS {
        return None;
    }
    Some(Editor::Sketch {
        stand: sketch.stand.name(),
        vertices: sketch.vertices,
        joins: sketch.joins,
        kinds: sketch.kinds.iter().map(JoinKind::from).collect(),
        nothing: sketch.nothing,
        most: MOST_VERTICES,
    })
}

/// The reader of a game, asked what it accepts.
struct Reader<'a> {
    rules: &'a OwnRules,
    head: &'a str,
}

impl Reader<'_> {
    fn reads(&self, body: &str) -> bool {
        self.rules.position(&format!("{}{body}", self.head)).is_ok()
    }

    fn heaps(&self, body: &str) -> Option<Editor> {
        let heaps: Vec<u64> = body.split(',').map(|heap| heap.parse().ok()).collect::<Option<_>>()?;
        let more = self.reads(&format!("{body},1"));
        Some(Editor::Heaps { heaps, more })
    }

    /// Two vertices with an edge, in graph6, tell whether the game is played on a graph.
    fn graph(&self, body: &str) -> Option<Editor> {
        if !self.reads("g6:A_") {
            return None;
        }
        let no_files = |_: &str| Err(grundy_game::Text::new("files cannot be read here"));
        let graph = grundy_graph::parse_graph_argument(body, no_files, &Budget::unlimited()).ok()?.graph;
        if graph.order() > MOST_VERTICES {
            return None;
        }
        let edges: Vec<(usize, usize)> = (0..graph.order())
            .flat_map(|v| {
                graph.neighbours(v).iter().map(move |&to| (v, to as usize)).filter(|(v, to)| v < to).collect::<Vec<_>>()
            })
            .collect();
        Some(Editor::Graph { vertices: graph.order(), edges, most: MOST_VERTICES })
    }

    /// Two vertices with an arc and a token on the first tell whether a token is moved along arcs.
    fn arcs(&self, body: &str) -> Option<Editor> {
        let (arcs, start) = body.rsplit_once('@')?;
        if arcs.starts_with('@') || !self.reads("a>b@a") {
            return None;
        }
        // why what cannot be read as arcs is edited as text.
        let grundy_graph::Named { graph, names } = grundy_graph::parse_arcs(arcs, &Budget::unlimited()).ok()?;
        if graph.order() > MOST_VERTICES || graph.size() > MOST_JOINS {
            return None;
        }
        let vertices: Vec<String> = (0..graph.order()).map(|v| escaped_but(&names.name(v), "-")).collect();
        // why a start that is no vertex is edited as text, with the rest.
        let token = names.vertex(&unescaped(start).ok()?, graph.order())?;
        Some(Editor::Arcs { vertices, arcs: graph.arcs().collect(), token, most: MOST_VERTICES })
    }

    /// The characters that may stand in a cell: those that any cell can be exchanged for.
    fn cells(&self, body: &str) -> Option<Editor> {
        let cells: Vec<char> = body.chars().collect();
        if cells.is_empty() || cells.len() > MOST_CELLS || !body.is_ascii() {
            return None;
        }
        let exchanged = |at: usize, letter: char| {
            let mut other = cells.clone();
            other[at] = letter;
            self.reads(&other.iter().collect::<String>())
        };
        let alphabet: Vec<char> = (0x21u8..0x7f)
            .map(char::from)
            .filter(|&letter| !"|/,+\"".contains(letter))
            .filter(|&letter| [0, cells.len() - 1].iter().all(|&at| exchanged(at, letter)))
            .collect();
        let separators = |c: &char| "|/".contains(*c);
        if alphabet.len() < 2 || alphabet.len() > 8 || !cells.iter().all(|c| separators(c) || alphabet.contains(c)) {
            return None;
        }
        let separator = cells.iter().find(|c| separators(c)).copied().unwrap_or('|');
        let rows = body.split(separator).map(str::to_owned).collect();
        Some(Editor::Cells { rows, separator, alphabet })
    }
}
