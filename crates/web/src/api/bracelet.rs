//! Longest bracelets without a repeated run of beads.

use super::kernel::problem;
use crate::Problem;
use crate::question::{Limited, Means, Question, Reply};
use grundy_draw::layout::circle;
use grundy_draw::{Path, Picture, Role, Shape};
use grundy_graph::bracelet::{bracelet_length, bracelet_through_euler, count_bracelets};
use grundy_lang::Text;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The question.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ask {
    /// How many colours.
    #[schemars(range(min = 1))]
    colours: u32,
    /// The length of the runs that must not repeat.
    #[schemars(range(min = 1))]
    length: u32,
    #[serde(default)]
    budget: Limited,
}

/// A longest bracelet.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    /// How many beads it has.
    beads: u64,
    /// The beads in order: a digit or letter each, or numbers between blanks when there are more than 36 colours.
    bracelet: String,
    /// How many such bracelets there are; a number of more than 60 digits is given by its first 12 and its length.
    count: String,
    /// The picture; null when there are too many beads to draw.
    svg: Option<String>,
}

/// The longest bracelet that is sent.
const LONGEST: u64 = 10_000;

/// Numbers with more digits are given by their length.
const DIGITS: usize = 60;

impl Question for Ask {
    type Answer = Answer;

    fn limited(&self) -> Limited {
        self.budget
    }

    fn answer(&self, means: Means<'_>) -> Result<Reply<Answer>, Problem> {
        let Means { budget, language, .. } = means;
        let beads = bracelet_length(self.colours, self.length).map_err(problem)?;
        if beads > LONGEST {
            let problem = Text::new("such a bracelet has {beads} beads; up to {most} are shown here");
            return Err(Problem::Unsuitable(problem.with("beads", beads).with("most", LONGEST)));
        }
        let bracelet = bracelet_through_euler(self.colours, self.length, budget).map_err(problem)?;
        let text: String = if self.colours <= 36 {
            bracelet.iter().filter_map(|&bead| char::from_digit(bead, 36)).collect()
        } else {
            bracelet.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")
        };
        let mut count = count_bracelets(self.colours, self.length).map_err(problem)?.to_string();
        if count.len() > DIGITS {
            count = format!("{}…e{}", &count[..12], count.len() - 1);
        }
        let svg = (bracelet.len() <= MOST_DRAWN).then(|| ring(&bracelet).told_in(language).to_fragment());
        Ok(Answer { beads, bracelet: text, count, svg }.into())
    }
}

/// Longer bracelets are not drawn.
const MOST_DRAWN: usize = 128;

/// The beads in a ring, told apart by colour and number.
fn ring(bracelet: &[u32]) -> Picture {
    const RADIUS: f64 = 13.0;
    let description = Text::new("A bracelet of {beads} beads").with("beads", bracelet.len());
    let mut picture = Picture::new("").titled("Bracelet").describe(description);
    let places = circle(bracelet.len()).into_iter().map(|(x, y)| (x * 2.3 * RADIUS, y * 2.3 * RADIUS));
    let places: Vec<_> = places.collect();
    let (first, rest) = places.split_first().map_or(((0.0, 0.0), &[][..]), |(first, rest)| (*first, rest));
    let cord = rest.iter().fold(Path::from(first), |path, &place| path.line_to(place)).close();
    picture.add(Shape::path(cord).role(Role::Muted));
    for (&bead, &at) in bracelet.iter().zip(&places) {
        let role = Role::Series((bead % 8) as u8);
        picture.add(Shape::circle(at, RADIUS).role(role).width(2.0));
        picture.add(Shape::text(at, bead.to_string()).size(12.0).bold().role(role));
    }
    picture
}
