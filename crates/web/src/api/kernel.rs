//! The kernel of a directed graph that somebody drew.

use crate::Problem;
use crate::question::{Limited, Means, Question, Reply};
use grundy_budget::Limits;
use grundy_graph::kernel::{Case, count_kernels, find_kernel};
use grundy_graph::{Digraph, GraphError};
use grundy_lang::Text;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
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

/// A kernel, or that there is none.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    /// How many vertices.
    vertices: usize,
    /// How many different arcs.
    arcs: usize,
    /// Which theorem covers the digraph.
    #[schemars(extend("enum" = Case::ALL.map(Case::name)))]
    case: &'static str,
    /// The vertices of a kernel, ascending; null if there is none.
    kernel: Option<Vec<u32>>,
    /// An odd cycle, in the general case.
    odd_cycle: Option<Vec<u32>>,
    /// How the answer was found, in a sentence.
    reason: String,
    #[serde(flatten)]
    counted: Option<Counted>,
}

/// The number of kernels.
#[derive(Debug, Serialize, JsonSchema)]
struct Counted {
    /// How many kernels there are, if asked; null when counting takes too long.
    count: Option<String>,
}

/// Larger graphs are for the command.
const MOST_VERTICES: usize = 10_000;

/// What counting may take beyond finding one.
const COUNTING: Limits = Limits { time: Some(Duration::from_secs(2)), memory: None, positions: None };

impl Question for Ask {
    type Answer = Answer;

    fn limited(&self) -> Limited {
        self.budget
    }

    fn answer(&self, means: Means<'_>) -> Result<Reply<Answer>, Problem> {
        let Means { budget, language, .. } = means;
        if self.vertices > MOST_VERTICES {
            return Err(Problem::Bad(Text::new("at most {most} vertices are taken here").with("most", MOST_VERTICES)));
        }
        let digraph = Digraph::from_arcs(self.vertices, &self.arcs).map_err(problem)?;
        let found = find_kernel(&digraph, budget).map_err(problem)?;
        let counted = self.count.then(|| {
            let count = count_kernels(&digraph, &budget.within(COUNTING)).ok();
            Counted { count: count.map(|count| count.to_string()) }
        });
        let answer = Answer {
            vertices: digraph.order(),
            arcs: digraph.size(),
            case: found.case.name(),
            kernel: found.kernel,
            odd_cycle: found.odd_cycle,
            reason: found.reason.say(language),
            counted,
        };
        Ok(answer.into())
    }
}

/// What the graph room complains about, as a problem of the request.
pub fn problem(error: GraphError) -> Problem {
    match error {
        GraphError::Exhausted(exhausted) => Problem::Exhausted(exhausted),
        other => Problem::Unsuitable(other.problem()),
    }
}
