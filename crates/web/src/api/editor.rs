//! How a position can be edited by hand, found out by asking the reader what it accepts.
//!
//! No game is known here: a position that its game gives as a sketch is edited by drawing; of the rest, a notation that is
//! a list of numbers is edited as heaps, one whose characters can be exchanged one by one as cells, one that takes a graph
//! as a drawing of vertices and edges, and everything else as text.

use super::common::position;
use crate::Problem;
use crate::question::{Question, Reply};
use grundy_budget::Budget;
use grundy_draw::Role;
use grundy_game::notation::{Segment, segments};
use grundy_game::{Join, Sketch};
use grundy_lang::Language;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

/// The question.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ask {
    /// A position `game:position`, or a sum of positions joined by `+`.
    #[schemars(length(max = 200_000))]
    position: String,
}

/// Drawings with more vertices or joins are edited as text; 62 is what the short form of graph6 holds.
const MOST_VERTICES: usize = 62;
const MOST_JOINS: usize = 400;

/// Boards with more cells are edited as text.
const MOST_CELLS: usize = 400;

impl Question for Ask {
    fn answer(&self, _: &Budget, _: Language) -> Result<Reply, Problem> {
        // The reader's own spelling: names of graphs become what they stand for.
        let position = position(&self.position)?;
        let text = position.to_string();
        let parts = segments(&text)?;
        let [Segment::Position { name, arguments, position: (body, _) }] = parts[..] else {
            return Ok(json!({"kind": "text", "position": text}).into());
        };
        let arguments = arguments.map_or(String::new(), |(arguments, _)| format!("({arguments})"));
        let head = format!("{}{arguments}:", name.0);
        let sketch = position.parts().first().and_then(|part| part.sketch());
        let mut value = sketch.and_then(drawing).or_else(|| heaps(&head, body));
        value = value.or_else(|| graph(&head, body)).or_else(|| cells(&head, body));
        let value = value.get_or_insert_with(|| json!({"kind": "text"})).take();
        Ok(with(value, &text, &head).into())
    }
}

fn with(mut value: Value, text: &str, head: &str) -> Value {
    value["position"] = json!(text);
    value["head"] = json!(head);
    value
}

fn readable(head: &str, body: &str) -> bool {
    position(&format!("{head}{body}")).is_ok()
}

fn drawing(sketch: Sketch) -> Option<Value> {
    if sketch.vertices.len() > MOST_VERTICES || sketch.joins.len() > MOST_JOINS {
        return None;
    }
    let dash = |role: Role| role.dash().pattern().iter().map(f64::to_string).collect::<Vec<_>>().join(" ");
    let kind = |join: &Join| json!({"name": join.name, "class": join.role.class(), "dash": dash(join.role), "written": join.written});
    Some(json!({
        "kind": "sketch",
        "stand": sketch.stand.name(),
        "vertices": sketch.vertices,
        "joins": sketch.joins,
        "kinds": sketch.kinds.iter().map(kind).collect::<Vec<Value>>(),
        "nothing": sketch.nothing,
        "most": MOST_VERTICES,
    }))
}

fn heaps(head: &str, body: &str) -> Option<Value> {
    let heaps: Vec<u64> = body.split(',').map(|heap| heap.parse().ok()).collect::<Option<_>>()?;
    let more = readable(head, &format!("{body},1"));
    Some(json!({"kind": "heaps", "heaps": heaps, "more": more}))
}

/// Two vertices with an edge, in graph6, tell whether the game is played on a graph.
fn graph(head: &str, body: &str) -> Option<Value> {
    if !readable(head, "g6:A_") {
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
    Some(json!({"kind": "graph", "vertices": graph.order(), "edges": edges, "most": MOST_VERTICES}))
}

/// The characters that may stand in a cell: those that any cell can be exchanged for.
fn cells(head: &str, body: &str) -> Option<Value> {
    let cells: Vec<char> = body.chars().collect();
    if cells.is_empty() || cells.len() > MOST_CELLS || !body.is_ascii() {
        return None;
    }
    let exchanged = |at: usize, letter: char| {
        let mut other = cells.clone();
        other[at] = letter;
        readable(head, &other.iter().collect::<String>())
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
    let rows: Vec<&str> = body.split(separator).collect();
    Some(json!({"kind": "cells", "rows": rows, "separator": separator, "alphabet": alphabet}))
}
