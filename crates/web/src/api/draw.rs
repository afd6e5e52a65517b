//! Pictures: the board, the state graph around it, the game tree along a line of play.

use super::common::{OwnRules, PlayName, Played, settings};
use super::graph::{Explored, MOST_BOARDS, MOST_STATES};
use super::moves::Listed;
use super::near::Near;
use crate::Problem;
use crate::question::{Limited, Means, Question, Reply};
use grundy_budget::{Budget, Limits};
use grundy_draw::{Picture, StateGraph, Theme};
use grundy_game::{Kind, Player};
use grundy_lang::{Language, Text};
use grundy_solve::{Method, Position, Settings, Step, Stop, position_value, thermograph_picture};
use grundy_value::{Store, ValueError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The question.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ask {
    /// A position `game:position`, or a sum of positions joined by `+`.
    #[schemars(length(max = 200_000))]
    position: String,
    /// The moves made from there; the question is about the position that they lead to.
    #[serde(default)]
    played: Vec<Played>,
    #[serde(default)]
    rules: OwnRules,
    #[serde(default)]
    what: What,
    /// Whether the legal moves are told beside the picture, so that a move at the table takes one question.
    #[serde(default)]
    moves: bool,
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
    /// What is sent beside or in place of the SVG.
    #[serde(default)]
    format: Format,
    /// The colours of a bitmap or a page; SVG follows the reader's.
    #[serde(default)]
    theme: ThemeName,
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
    /// The positions around this one, few enough to read.
    Near,
    Graph,
    Tree,
    Thermograph,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Format {
    #[default]
    Svg,
    Png,
    Pdf,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum ThemeName {
    #[default]
    Light,
    Dark,
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
    /// Whether it is known who wins each of the positions drawn.
    known: bool,
    /// The value that a thermograph is of; null with other pictures.
    value: Option<String>,
    /// How moves are made on a board: none with other pictures.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    gestures: Vec<Gesture>,
    /// The legal moves, where they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Listed")]
    listed: Option<Listed>,
    /// The picture; empty when another format was asked for.
    svg: String,
    /// The picture in the other format, in base 64.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    file: Option<String>,
}

/// A way to make a move on the board.
#[derive(Debug, Serialize, JsonSchema)]
struct Gesture {
    /// The name of the move.
    #[serde(rename = "move")]
    name: String,
    /// The keys of the parts to click, in order.
    path: Vec<String>,
    /// The keys of the things that are gone after the move.
    takes: Vec<String>,
    /// The keys of the things that are elsewhere after the move.
    slides: Vec<String>,
}

impl From<&grundy_draw::Gesture> for Gesture {
    fn from(gesture: &grundy_draw::Gesture) -> Self {
        let grundy_draw::Gesture { label, path, takes, slides, .. } = gesture.clone();
        Self { name: label, path, takes, slides }
    }
}

/// No picture that a browser can show takes more than this.
const DRAWING: Limits = Limits { time: None, memory: Some(96 << 20), positions: None };

/// Pictures with more shapes would keep a browser busy for minutes.
const MOST_SHAPES: usize = 60_000;

/// What may be spent on judging the positions around one.
const JUDGING: Duration = Duration::from_millis(700);

/// A third of the time that is left, because drawing takes time too.
fn share(budget: &Budget) -> Limits {
    let left = budget.limits().time.map(|time| time.saturating_sub(budget.elapsed()) / 3);
    Limits { time: Some(left.map_or(JUDGING, |left| left.min(JUDGING))), memory: None, positions: None }
}

/// A small state graph with longer ways through it would be drawn as a thin chain.
const DEEPEST: usize = 3;

/// A longer line of play is drawn from its end.
const LONGEST_LINE: usize = 12;

impl Question for Ask {
    type Answer = Answer;

    fn limited(&self) -> Limited {
        self.budget
    }

    fn answer(&self, means: Means<'_>) -> Result<Reply<Answer>, Problem> {
        let Means { budget, language, .. } = means;
        let position = self.rules.reached(&self.position, &self.played)?;
        let drawing = budget.piece_of_work(DRAWING);
        let _entered = drawing.enter();
        let mut value = None;
        let Seen { picture, whole, known } = match self.what {
            What::Board => Seen::all(self.board()?),
            What::Near | What::Graph | What::Tree => self.explored(&position, means)?,
            What::Thermograph => {
                let (text, picture) = thermograph(&position, budget)?;
                value = Some(text);
                Seen::all(picture)
            }
        };
        if picture.shapes() > MOST_SHAPES {
            let text = Text::new("a picture of {count} shapes is too large to show").with("count", picture.shapes());
            return Err(Problem::Unsuitable(text));
        }
        let picture = picture.told_in(language);
        let svg = match (self.format, self.whole) {
            (Format::Svg, true) => picture.to_svg(),
            (Format::Svg, false) => picture.to_fragment(),
            _ => String::new(),
        };
        let file = self.file(&picture)?;
        let board = matches!(self.what, What::Board) && self.format == Format::Svg;
        let gestures = if board { picture.gestures().iter().map(Gesture::from).collect() } else { Vec::new() };
        let listed = self.moves.then(|| Listed::of(&position, language));
        let late = listed.as_ref().is_some_and(|listed| listed.late);
        let value = Answer {
            position: position.to_string(),
            title: picture.title().say(language),
            description: picture.description().say(language),
            whole,
            known,
            value,
            gestures,
            listed,
            svg,
            file,
        };
        Ok(Reply { value, complete: known && !late && budget.check().is_ok() })
    }
}

/// The value of a position and its thermograph.
fn thermograph(position: &Position, budget: &Budget) -> Result<(String, Picture), Problem> {
    let mut store = Store::new(budget);
    let mut draw = || {
        let value = position_value(position, 1, &mut store)?;
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
    /// The board after the moves that were made, everything at the place it had at the start.
    fn board(&self) -> Result<Picture, Problem> {
        let steps: Vec<Step> = self.played.iter().map(Played::step).collect();
        Ok(self.rules.position(&self.position)?.picture_after(&steps).map_err(Stop::from)?)
    }

    /// The picture as a file of another kind than SVG.
    fn file(&self, picture: &Picture) -> Result<Option<String>, Problem> {
        let theme = match self.theme {
            ThemeName::Light => Theme::Light,
            ThemeName::Dark => Theme::Dark,
        };
        let bytes = match self.format {
            Format::Svg => return Ok(None),
            Format::Pdf => picture.to_pdf(theme),
            Format::Png => {
                picture.to_png(theme, picture.png_scale()).map_err(|error| Problem::Unsuitable(error.text()))?
            }
        };
        Ok(Some(encoded(&bytes)))
    }

    /// The whole state graph where it is small, else what is near.
    fn near(&self, start: &Position, settings: &Settings, language: Language) -> Result<Seen<StateGraph>, Problem> {
        let looking = Settings { budget: settings.budget.within(share(&settings.budget)), ..settings.clone() };
        match Explored::new(start, &[], self.most.clamp(1, MOST_BOARDS), &looking, language) {
            Ok(explored) if explored.whole && explored.depth() <= DEEPEST => {
                return Ok(Seen { picture: explored.graph().0, whole: true, known: true });
            }
            Ok(_) | Err(Problem::Exhausted(_)) => {}
            Err(problem) => return Err(problem),
        }
        let looking = Settings { budget: settings.budget.within(share(&settings.budget)), ..settings.clone() };
        let near = Near::around(start, &looking, language);
        let known = near.known();
        Ok(Seen { picture: near.graph(start.kind() == Kind::Partisan), whole: false, known })
    }

    fn explored(&self, start: &Position, means: Means<'_>) -> Result<Seen<Picture>, Problem> {
        let language = means.language;
        let recent = &self.line[self.line.len().saturating_sub(LONGEST_LINE)..];
        let line = recent.iter().map(|text| self.rules.position(text)).collect::<Result<Vec<_>, _>>()?;
        let settings = settings(self.play, Method::Auto, means);
        let title = start.to_string();
        if matches!(self.what, What::Near) {
            let Seen { picture, whole, known } = self.near(start, &settings, language)?;
            return Ok(Seen { picture: picture.picture(title), whole, known });
        }
        let most = self.most.clamp(1, MOST_STATES);
        let explored = Explored::new(start, &line, most, &settings, language)?;
        if matches!(self.what, What::Tree) {
            let player = match self.turn {
                Turn::Left => Player::Left,
                Turn::Right => Player::Right,
            };
            return Ok(Seen::all(explored.tree(player).picture(title)));
        }
        let (graph, whole) = explored.graph();
        Ok(Seen { picture: graph.picture(title), whole, known: true })
    }
}

/// A picture, whether it shows all there is, and whether it knows who wins everywhere.
struct Seen<P> {
    picture: P,
    whole: bool,
    known: bool,
}

impl<P> Seen<P> {
    fn all(picture: P) -> Self {
        Self { picture, whole: true, known: true }
    }
}

/// Bytes in base 64.
fn encoded(bytes: &[u8]) -> String {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        // why: the last group is filled up with zeros.
        let bits = (0..3).fold(0u32, |bits, at| bits << 8 | u32::from(three.get(at).copied().unwrap_or(0)));
        for place in 0..4 {
            let sign = SIGNS[(bits >> (18 - 6 * place) & 63) as usize];
            text.push(if place <= three.len() { char::from(sign) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_written_in_base_64() {
        for (bytes, text) in [("", ""), ("M", "TQ=="), ("Ma", "TWE="), ("Man", "TWFu"), ("nim!", "bmltIQ==")] {
            assert_eq!(encoded(bytes.as_bytes()), text);
        }
    }
}
