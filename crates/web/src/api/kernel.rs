//! The kernel of a directed graph that somebody drew.

use crate::Problem;
use crate::question::{Limited, Question, Reply};
use grundy_budget::{Budget, Limits};
use grundy_graph::kernel::{count_kernels, find_kernel};
use grundy_graph::{Digraph, GraphError};
use grundy_lang::{Language, Text};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use std::time::Duration;

/// The question: vertices are numbered from 0.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ask {
    /// How many vertices.
    #[schemars(range(max = 10_000))]
    vertices: usize,
    arcs: Vec<(u32, u32)>,
    #[serde(default)]
    count: bool,
    #[serde(default)]
    budget: Limited,
}

/// Larger graphs are for the command.
const MOST_VERTICES: usize = 10_000;

/// What counting may take beyond finding one.
const COUNTING: Limits = Limits { time: Some(Duration::from_secs(2)), memory: None, positions: None };

impl Question for Ask {
    fn limited(&self) -> Limited {
        self.budget
    }

    fn answer(&self, budget: &Budget, language: Language) -> Result<Reply, Problem> {
        if self.vertices > MOST_VERTICES {
            return Err(Problem::Bad(Text::new("at most {most} vertices are taken here").with("most", MOST_VERTICES)));
        }
        let digraph = Digraph::from_arcs(self.vertices, &self.arcs).map_err(problem)?;
        let found = find_kernel(&digraph, budget).map_err(problem)?;
        let mut value = json!({
            "vertices": digraph.order(),
            "arcs": digraph.size(),
            "case": found.case.name(),
            "kernel": found.kernel,
            "odd_cycle": found.odd_cycle,
            "reason": found.reason.say(language),
        });
        if self.count {
            let count = count_kernels(&digraph, &budget.within(COUNTING)).ok();
            value["count"] = json!(count.map(|count| count.to_string()));
        }
        Ok(value.into())
    }
}

/// What the graph room complains about, as a problem of the request.
pub fn problem(error: GraphError) -> Problem {
    match error {
        GraphError::Exhausted(exhausted) => Problem::Exhausted(exhausted),
        other => Problem::Unsuitable(other.problem()),
    }
}
