//! What can be said of a graph without playing on it.

use super::kernel::problem;
use crate::Problem;
use crate::question::{Limited, Means, Question, Reply};
use grundy_facts::{AnyGraph, Asked, Drawn, words};
use grundy_graph::GraphError;
use grundy_lang::Text;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The question.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ask {
    /// A graph such as `petersen`, `grid(3,4)` or `1-2,2-3`, or arcs such as `a>b,b>c`.
    #[schemars(length(max = 200_000))]
    graph: String,
    /// Vertices that are left out, separated by commas: the facts are those of the induced subgraph.
    #[serde(default)]
    without: String,
    /// Where a shortest path begins; empty for none.
    #[serde(default)]
    from: String,
    /// Where it ends.
    #[serde(default)]
    to: String,
    /// Whether the circuits that are joined to the Eulerian one are told.
    #[serde(default)]
    steps: bool,
    #[serde(default)]
    budget: Limited,
}

/// The facts.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    /// Whether the graph has arcs.
    directed: bool,
    /// How many vertices.
    vertices: usize,
    /// How many edges or arcs.
    edges: usize,
    /// How many of both, in words.
    summary: String,
    /// What is so, one thing after the other.
    facts: Vec<FactObject>,
    /// The picture of the graph; null when it is too large for one.
    svg: Option<String>,
    /// The picture of the strong components of a digraph; null for a graph, for one that is strong or has no cycle, and for
    /// one that is too large.
    condensation: Option<String>,
}

/// One fact.
#[derive(Debug, Serialize, JsonSchema)]
struct FactObject {
    /// Its name for programs.
    key: &'static str,
    /// Its name for people.
    heading: String,
    /// What is so, for people; the command prints it for programs.
    lines: Vec<String>,
}

/// Larger graphs are for the command.
const MOST_VERTICES: usize = 2000;

impl Question for Ask {
    type Answer = Answer;

    fn limited(&self) -> Limited {
        self.budget
    }

    fn answer(&self, means: Means<'_>) -> Result<Reply<Answer>, Problem> {
        let Means { budget, language, .. } = means;
        let no_files = |_: &str| Err(Text::new("files cannot be read here"));
        let graph = AnyGraph::typed(self.graph.trim(), no_files, budget).map_err(|error| self.unread(error))?;
        if graph.order() > MOST_VERTICES {
            return Err(Problem::Bad(Text::new("at most {most} vertices are taken here").with("most", MOST_VERTICES)));
        }
        let mut gone = words(&self.without).map(|word| vertex(&graph, word)).collect::<Result<Vec<u32>, _>>()?;
        gone.sort_unstable();
        gone.dedup();
        let graph = graph.without(&gone);
        let path = match (self.from.trim(), self.to.trim()) {
            ("", "") => None,
            ("", _) | (_, "") => return Err(Problem::Unsuitable(Text::new("a path needs both of its ends"))),
            (from, to) => Some((vertex(&graph, from)?, vertex(&graph, to)?)),
        };
        let told = graph.facts(Asked { path, steps: self.steps, all: true }, language, budget).map_err(problem)?;
        let parts = told.iter().find(|fact| fact.key == "components").and_then(|fact| fact.value.as_array());
        let falls_apart = parts.is_some_and(|parts| parts.len() > 1 && parts.len() < graph.order());
        let drawn = |what| {
            // why a graph that is too large for a picture has its facts all the same.
            graph.picture(what, language).ok().map(|picture| picture.told_in(language).to_fragment())
        };
        let answer = Answer {
            directed: graph.is_directed(),
            vertices: graph.order(),
            edges: graph.size(),
            summary: graph.summary().say(language),
            svg: drawn(Drawn::Graph),
            condensation: if graph.is_directed() && falls_apart { drawn(Drawn::Condensation) } else { None },
            facts: told
                .into_iter()
                .map(|fact| FactObject {
                    key: fact.key,
                    heading: Text::new(fact.heading).say(language),
                    lines: fact.lines.iter().map(|line| line.say(language)).collect(),
                })
                .collect(),
        };
        Ok(answer.into())
    }
}

impl Ask {
    /// What is wrong with the graph, with the place marked where there is one.
    fn unread(&self, error: GraphError) -> Problem {
        match error {
            GraphError::Argument { .. } => {
                let text: String = self.graph.trim().chars().take(60).collect();
                let told = Text::new("`{shown}` is not a graph: {problem}");
                Problem::Unsuitable(told.with("shown", text).with_text("problem", error.problem()))
            }
            other => problem(other),
        }
    }
}

fn vertex(graph: &AnyGraph, word: &str) -> Result<u32, Problem> {
    graph.vertex(word).ok_or_else(|| {
        let shown: String = word.chars().take(40).collect();
        Problem::Unsuitable(Text::new("`{shown}` is not a vertex of the graph").with("shown", shown))
    })
}
