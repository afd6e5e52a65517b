//! Rules about graphs, put into the words of a small script that plays them.
//!
//! - `take v` or `take v with neighbours`: a vertex goes, with its edges;
//! - `take v and above`: a vertex goes with all that lie above it, where an edge `1-2` puts 2 above 1;
//! - `take edge with ends`, `cut edge`, `cut L edge`, and `cut … edge and what falls`: what no longer hangs on vertex 0 goes too;
//! - `colour v L where no neighbour is R`: a free vertex is marked;
//! - `walk`: the token `*` goes to a neighbour, and where it stood is gone.

use crate::script::Datum;
use crate::script::ast::{Expr, ExprKind};
use crate::{Mistake, Place};
use grundy_graph::Graph;
use grundy_lang::Text;

/// The script.
pub(crate) const SCRIPT: &str = include_str!("graph.py");

/// One rule: what is done, to what, and with what else.
pub(crate) type GraphRule = (&'static str, String, String);

/// Reads a rule.
pub(crate) fn rule(text: &str, place: Place) -> Result<GraphRule, Mistake> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let colour = |word: &str| matches!(word, "L" | "R" | "G");
    match words[..] {
        ["take", "v"] => Ok(("take", String::new(), String::new())),
        ["take", "v", "with", "neighbours"] => Ok(("take", String::new(), "neighbours".to_owned())),
        ["take", "v", "and", "above"] => Ok(("take", String::new(), "above".to_owned())),
        ["take", "edge", "with", "ends"] => Ok(("edge", String::new(), "ends".to_owned())),
        ["take" | "cut", "edge"] => Ok(("edge", String::new(), String::new())),
        ["cut", "edge", "and", "what", "falls"] => Ok(("edge", String::new(), "fall".to_owned())),
        ["cut", which, "edge"] if colour(which) => Ok(("edge", which.to_owned(), String::new())),
        ["cut", which, "edge", "and", "what", "falls"] if colour(which) => {
            Ok(("edge", which.to_owned(), "fall".to_owned()))
        }
        ["colour", "v", which] if colour(which) => Ok(("colour", which.to_owned(), String::new())),
        ["colour", "v", which, "where", "no", "neighbour", "is", other] if colour(which) && colour(other) => {
            Ok(("colour", which.to_owned(), other.to_owned()))
        }
        ["walk"] => Ok(("walk", String::new(), String::new())),
        _ => {
            let shown: String = text.chars().take(60).collect();
            Err(Mistake::new(place, Text::new("`{rule}` is not a rule about graphs").with("rule", shown))
                .help("for example `take v with neighbours` or `colour v L where no neighbour is R`"))
        }
    }
}

/// A graph of the catalogue of graphs (a name such as `petersen`, graph6, edges with names) as a position of the script: its
/// vertices are numbered from 1.
pub(crate) fn position(graph: &Graph) -> Datum {
    let number = |v: usize| Datum::Int(v as i64 + 1);
    let nothing = || Datum::Text("".into());
    let vertices = (0..graph.order()).map(|v| Datum::Tuple([number(v), nothing()].into()));
    let edges = graph.edges().map(|(u, v)| Datum::Tuple([number(u.min(v)), number(u.max(v)), nothing()].into()));
    let mut edges: Vec<Datum> = edges.collect();
    edges.sort_unstable();
    Datum::Tuple([Datum::Tuple(vertices.collect()), Datum::Tuple(edges.into())].into())
}

/// Largest graph that is played on.
pub(crate) const MOST_VERTICES: usize = 200;

/// Whether the parts of a graph are independent under a rule.
pub(crate) fn is_local(rule: &GraphRule) -> bool {
    rule.0 != "walk" && rule.2 != "fall"
}

/// The rules of a player as an expression.
pub(crate) fn expression(rules: &[GraphRule], place: Place) -> Expr {
    let text = |text: &str| Expr { place, kind: ExprKind::Text(text.to_owned()) };
    let one = |(kind, what, more): &GraphRule| Expr {
        place,
        kind: ExprKind::Tuple(vec![text(kind), text(what), text(more)]),
    };
    Expr { place, kind: ExprKind::Tuple(rules.iter().map(one).collect()) }
}
