//! `grundy draw`: pictures of a position, its state graph and its game tree.

use super::position;
use crate::failure::{Exit, Failure};
use crate::files::write_whole;
use crate::limits::SolveOptions;
use clap::{Args, ValueEnum};
use grundy_budget::Budget;
use grundy_draw::{GameTree, Picture, State, StateGraph, Theme};
use grundy_game::Outcome;
use grundy_solve::{MapState, Position, StateMap, position_value, thermograph_picture};
use grundy_value::{Store, ValueError};
use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The options of `draw`.
#[derive(Args)]
#[command(after_help = "Examples:
  grundy draw nim:3,4,5 > board.svg
  grundy draw 'coins(4):21' --what graph -o states.png
  grundy draw 'subtract(1,2):9' --what tree -o tree.html
  grundy draw 'domineering:3x4' --what thermograph -o thermograph.svg
  grundy draw nim:3,4,5 -o board.txt

The end of the file name says what is written: .svg, .png, .html or .txt.")]
pub struct Options {
    /// A position such as nim:3,4,5, or a sum of positions
    position: String,
    /// What is drawn
    #[arg(long, value_enum, default_value = "board")]
    what: What,
    /// Where to write; standard output gets SVG
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Draw at most this many positions of a state graph, those nearest to the start
    #[arg(long, value_name = "N", default_value_t = 2000)]
    most: usize,
    /// The colours of a bitmap; SVG and HTML follow the reader's
    #[arg(long, value_enum, default_value = "light")]
    theme: ThemeName,
    #[command(flatten)]
    solve: SolveOptions,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum What {
    /// The position itself.
    Board,
    /// The state graph in layers, with its kernel.
    Graph,
    /// The game tree along a line of best play.
    Tree,
    /// The thermograph of the value.
    Thermograph,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ThemeName {
    /// Dark ink on light paper.
    Light,
    /// Light ink on dark paper.
    Dark,
}

/// What a file is to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Svg,
    Png,
    Html,
    Text,
}

impl Kind {
    fn of(path: &Path) -> Result<Self, Failure> {
        let end = path.extension().map(|end| end.to_string_lossy().to_ascii_lowercase());
        match end.as_deref() {
            Some("svg") => Ok(Self::Svg),
            Some("png") => Ok(Self::Png),
            Some("html" | "htm") => Ok(Self::Html),
            Some("txt") => Ok(Self::Text),
            _ => Err(Failure::Usage(format!(
                "cannot tell what to write into `{}`: expected a name ending in .svg, .png, .html or .txt",
                path.display()
            ))),
        }
    }
}

/// Runs the command.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<Exit, Failure> {
    let kind = options.output.as_deref().map_or(Ok(Kind::Svg), Kind::of)?;
    let position = position(&options.position)?;
    let bytes = if kind == Kind::Text {
        if options.what != What::Board {
            return Err(Failure::Usage("only boards can be drawn as text; use .svg, .png or .html".to_owned()));
        }
        format!("{}\n", position.board().trim_end()).into_bytes()
    } else {
        let picture = picture(&position, options)?;
        match kind {
            Kind::Png => bitmap(&picture, options.theme)?,
            Kind::Html => picture.to_html().into_bytes(),
            Kind::Svg | Kind::Text => picture.to_svg().into_bytes(),
        }
    };
    match &options.output {
        None => out.write_all(&bytes)?,
        Some(path) => write_whole(path, &bytes)?,
    }
    Ok(Exit::Answered)
}

fn bitmap(picture: &Picture, theme: ThemeName) -> Result<Vec<u8>, Failure> {
    let theme = match theme {
        ThemeName::Light => Theme::Light,
        ThemeName::Dark => Theme::Dark,
    };
    picture.to_png(theme, picture.png_scale()).map_err(|error| Failure::Failed(error.to_string()))
}

fn picture(position: &Position, options: &Options) -> Result<Picture, Failure> {
    if options.what == What::Board {
        return Ok(position.picture());
    }
    if options.what == What::Thermograph {
        return thermograph(position, &options.solve.budget.start());
    }
    if options.most == 0 {
        return Err(Failure::Usage("--most must be at least 1".to_owned()));
    }
    let engine = options.solve.engine(options.solve.budget.start());
    let map = StateMap::explore(position, options.most, &engine)?;
    Ok(match options.what {
        What::Tree => tree(position, &map),
        _ => graph(position, &map),
    })
}

/// The thermograph of the position's value, which is its title.
fn thermograph(position: &Position, budget: &Budget) -> Result<Picture, Failure> {
    let mut store = Store::new(budget);
    let mut draw = || {
        let value = position_value(position, &mut store)?;
        let title = store.print(value)?;
        thermograph_picture(&mut store, value, &title)
    };
    draw().map_err(|error| match error {
        ValueError::Exhausted(exhausted) => Failure::Stop(exhausted.into()),
        other => Failure::Usage(other.to_string()),
    })
}

/// The state graph, or as much of it as was explored.
fn graph(position: &Position, map: &StateMap) -> Picture {
    let states = map.states.iter().map(|state| drawn(position, state)).collect();
    let arcs = map.states.iter().enumerate();
    let arcs = arcs.flat_map(|(from, state)| state.all_options().into_iter().map(move |to| (from, to))).collect();
    let picture = StateGraph::new(states, arcs).current(0).picture(format!("State graph of {position}"));
    if map.complete {
        return picture;
    }
    let words = format!("Only the {} positions nearest to the start are drawn. ", map.states.len());
    let description = words + picture.description();
    picture.describe(description)
}

/// Positions a drawn line of play has at most.
const LONGEST: usize = 16;

/// The tree along a line of best play: all options of every position of the line, and the line goes on with a winning
/// move where there is one.
fn tree(position: &Position, map: &StateMap) -> Picture {
    let mut states = vec![drawn(position, &map.states[0])];
    let mut children = vec![Vec::new()];
    let mut line = vec![0];
    let (mut at, mut node) = (0, 0);
    let mut passed = HashSet::from([0]);
    while line.len() <= LONGEST && map.states[at].expanded {
        let options = map.states[at].all_options();
        let first = states.len();
        states.extend(options.iter().map(|&to| drawn(position, &map.states[to])));
        children.resize(states.len(), Vec::new());
        children[node] = (first..states.len()).collect();
        let best = options.iter().position(|&to| map.states[to].outcome == Some(Outcome::Second));
        let Some(&next) = options.get(best.unwrap_or(0)) else { break };
        if !passed.insert(next) {
            break;
        }
        (at, node) = (next, first + best.unwrap_or(0));
        line.push(node);
    }
    GameTree::new(states, children, 0).along(line).picture(format!("Game tree of {position}"))
}

/// A position as a node: its name without what it shares with the start, its nimber or who wins, and its place in the
/// kernel.
fn drawn(start: &Position, state: &MapState) -> State {
    let text = state.position.to_string();
    let shared = match start.parts() {
        [only] => only.text().find(':').map_or(0, |colon| colon + 1),
        _ => 0,
    };
    let label = text.get(shared..).filter(|rest| !rest.is_empty()).unwrap_or(&text).to_owned();
    let value = match (state.nimber, state.outcome) {
        (Some(0), _) => "0".to_owned(),
        (Some(nimber), _) => format!("*{nimber}"),
        (None, Some(outcome)) => outcome.to_string(),
        (None, None) => "?".to_owned(),
    };
    let kernel = state.outcome == Some(Outcome::Second);
    State::new(label).value(value).kernel(kernel).level(state.level).position(text)
}
