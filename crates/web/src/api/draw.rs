//! Pictures: the board, the state graph around it, the game tree along a line of play.

use super::common::{OwnRules, PlayName, settings};
use super::graph::{Explored, MOST_STATES};
use crate::Problem;
use crate::question::{Limited, Question, Reply};
use grundy_budget::{Budget, Limits};
use grundy_draw::Picture;
use grundy_game::Player;
use grundy_lang::{Language, Text};
use grundy_solve::{Method, Position, position_value, thermograph_picture};
use grundy_value::{Store, ValueError};
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
    #[serde(default)]
    what: What,
    #[serde(default)]
    play: PlayName,
    /// The positions that led here, oldest first.
    #[serde(default)]
    line: Vec<String>,
    /// Who is about to move, for the tree of a partisan game.
    #[serde(default)]
    turn: Turn,
    /// At most this many states in a graph or tree.
    #[serde(default = "readable")]
    most: usize,
    /// Whether the picture brings its own style sheet, to be kept as a file.
    #[serde(default)]
    whole: bool,
    #[serde(default)]
    budget: Limited,
}

fn readable() -> usize {
    150
}

#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum What {
    #[default]
    Board,
    Graph,
    Tree,
    Thermograph,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Turn {
    #[default]
    Left,
    Right,
}

/// A picture.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    /// The position asked about.
    position: String,
    /// The title of the picture.
    title: String,
    /// What is to be seen, for people who cannot see it.
    description: String,
    /// Whether all of it is drawn; a state graph may be cut.
    whole: bool,
    /// The value that a thermograph is of; null with other pictures.
    value: Option<String>,
    /// The picture.
    svg: String,
}

/// No picture that a browser can show takes more than this.
const DRAWING: Limits = Limits { time: None, memory: Some(96 << 20), positions: None };

/// Pictures with more shapes would keep a browser busy for minutes.
const MOST_SHAPES: usize = 60_000;

/// A longer line of play is drawn from its end.
const LONGEST_LINE: usize = 12;

impl Question for Ask {
    type Answer = Answer;

    fn limited(&self) -> Limited {
        self.budget
    }

    fn answer(&self, budget: &Budget, language: Language) -> Result<Reply<Answer>, Problem> {
        let position = self.rules.position(&self.position)?;
        let drawing = budget.piece_of_work(DRAWING);
        let _entered = drawing.enter();
        let mut value = None;
        let (picture, complete) = match self.what {
            What::Board => (position.picture(), true),
            What::Graph | What::Tree => self.explored(&position, budget, language)?,
            What::Thermograph => {
                let (text, picture) = thermograph(&position, budget)?;
                value = Some(text);
                (picture, true)
            }
        };
        if picture.shapes() > MOST_SHAPES {
            let text = Text::new("a picture of {count} shapes is too large to show").with("count", picture.shapes());
            return Err(Problem::Unsuitable(text));
        }
        let picture = picture.told_in(language);
        let svg = if self.whole { picture.to_svg() } else { picture.to_fragment() };
        let value = Answer {
            position: position.to_string(),
            title: picture.title().say(language),
            description: picture.description().say(language),
            whole: complete,
            value,
            svg,
        };
        Ok(Reply { value, complete: budget.check().is_ok() })
    }
}

/// The value of a position and its thermograph.
fn thermograph(position: &Position, budget: &Budget) -> Result<(String, Picture), Problem> {
    let mut store = Store::new(budget);
    let mut draw = || {
        let value = position_value(position, &mut store)?;
        let text = store.print(value)?;
        let picture = thermograph_picture(&mut store, value, &text)?;
        Ok((text, picture))
    };
    draw().map_err(|error: ValueError| match error {
        ValueError::Exhausted(exhausted) => Problem::Exhausted(exhausted),
        other => Problem::Unsuitable(other.text()),
    })
}

impl Ask {
    fn explored(&self, start: &Position, budget: &Budget, language: Language) -> Result<(Picture, bool), Problem> {
        let recent = &self.line[self.line.len().saturating_sub(LONGEST_LINE)..];
        let line = recent.iter().map(|text| self.rules.position(text)).collect::<Result<Vec<_>, _>>()?;
        let settings = settings(self.play, Method::Auto, budget);
        let most = self.most.clamp(1, MOST_STATES);
        let explored = Explored::new(start, &line, most, &settings, language)?;
        let title = start.to_string();
        if matches!(self.what, What::Tree) {
            let player = match self.turn {
                Turn::Left => Player::Left,
                Turn::Right => Player::Right,
            };
            return Ok((explored.tree(player).picture(title), true));
        }
        let (graph, whole) = explored.graph();
        Ok((graph.picture(title), whole))
    }
}
