//! The puzzle of the coloured cubes.

use super::kernel::problem;
use crate::Problem;
use crate::question::{Limited, Means, Question, Reply};
use grundy_draw::{Edge, Network, Picture, Role, Vertex};
use grundy_graph::cubes::{Cubes, Factor, Solution, canonical_factors, read_cubes, solutions};
use grundy_lang::Text;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The question: one cube a line, as its three pairs of opposite faces.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ask {
    /// Pairs of opposite faces, a cube a line.
    #[schemars(length(max = 10_000))]
    cubes: String,
    #[serde(default)]
    budget: Limited,
}

/// The factors and solutions.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    /// How many cubes there are.
    cubes: usize,
    /// The colours of their faces.
    colours: Vec<String>,
    /// How many canonical factors there are.
    factors: usize,
    /// How many ways there are to stack the cubes.
    count: usize,
    /// The first of these ways: a line for each cube with its front, back, left and right.
    solutions: Vec<String>,
    /// The multigraph of opposite faces and the two factors of the first solution.
    svg: String,
}

/// More solutions are counted but not listed.
const LISTED: usize = 50;

impl Question for Ask {
    type Answer = Answer;

    fn limited(&self) -> Limited {
        self.budget
    }

    fn answer(&self, means: Means<'_>) -> Result<Reply<Answer>, Problem> {
        let Means { budget, language, .. } = means;
        let cubes = read_cubes(&self.cubes).map_err(problem)?;
        let factors = canonical_factors(&cubes, budget).map_err(problem)?;
        let found = solutions(&cubes, &factors, budget).map_err(problem)?;
        let listed: Vec<String> = found.iter().take(LISTED).map(|solution| column(&cubes, solution)).collect();
        let svg = picture(&cubes, &factors, found.first()).told_in(language).to_fragment();
        let answer = Answer {
            cubes: cubes.pairs.len(),
            colours: cubes.colours,
            factors: factors.len(),
            count: found.len(),
            solutions: listed,
            svg,
        };
        Ok(answer.into())
    }
}

/// A column of cubes as text: front, back, left, right of each.
fn column(cubes: &Cubes, solution: &Solution) -> String {
    let lines = solution.shown.iter().enumerate().map(|(cube, shown)| {
        let [front, back, left, right] =
            [shown.front, shown.back, shown.left, shown.right].map(|colour| &cubes.colours[colour]);
        format!("{}:  {front} {back}  {left} {right}", cube + 1)
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The multigraph of opposite faces and, if there is a solution, the two factors that make it.
fn picture(cubes: &Cubes, factors: &[Factor], solution: Option<&Solution>) -> Picture {
    let mut pictures = vec![graph(cubes, &Text::new("Opposite faces"), |_, _| true)];
    if let Some(solution) = solution {
        let pairs =
            [(Text::new("Front and back"), solution.front_back), (Text::new("Left and right"), solution.left_right)];
        for (title, number) in pairs {
            pictures.push(graph(cubes, &title, |cube, pair| usize::from(factors[number][cube]) == pair));
        }
    }
    Picture::gallery("", pictures).titled("The multigraph of opposite faces")
}

fn graph(cubes: &Cubes, title: &Text, keep: impl Fn(usize, usize) -> bool) -> Picture {
    let vertices = cubes.colours.iter().map(Vertex::new).collect();
    let mut edges = Vec::new();
    for (cube, pairs) in cubes.pairs.iter().enumerate() {
        let kept = pairs.iter().enumerate().filter(|(pair, _)| keep(cube, *pair));
        edges.extend(
            kept.map(|(_, &(a, b))| Edge::new(a, b).label((cube + 1).to_string()).role(Role::Series((cube % 8) as u8))),
        );
    }
    let description = Text::new("{title}: {colours} colours, {edges} edges")
        .with_text("title", title.clone())
        .with("colours", cubes.colours.len())
        .with("edges", edges.len());
    let network = Network::new(vertices, edges).at(grundy_draw::layout::circle(cubes.colours.len()));
    let mut picture = network.picture("", description).titled(title.clone());
    picture.caption(title.clone());
    picture
}
