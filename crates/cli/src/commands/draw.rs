//! `grundy draw`: pictures of a position, its state graph and its game tree.

use super::sequence::read_rule;
use super::{bytes_of, cubes, figures, position};
use crate::failure::{Exit, Failure};
use crate::files::write_whole;
use crate::language::{language, say};
use crate::limits::SolveOptions;
use clap::{Args, ValueEnum};
use grundy_budget::Budget;
use grundy_draw::{GameTree, Picture, Recurrence, SequencePlot, State, StateGraph, Theme};
use grundy_game::{Outcome, Player, nimber_text};
use grundy_graph::cubes::{canonical_factors, read_cubes, solutions};
use grundy_heap::{HeapError, Sequence};
use grundy_lang::Text;
use grundy_solve::{MapState, Position, StateMap, Step, position_value, thermograph_picture};
use grundy_value::{Store, ValueError};
use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The options of `draw`.
#[derive(Args)]
#[command(after_help = "Examples:
  grundy draw nim:3,4,5 > board.svg
  grundy draw chomp:petersen --after 'vertex 3' --after 'edge 1-2' -o left.svg
  grundy draw 'coins(4):21' --what graph -o states.png
  grundy draw 'subtract(1,2):9' --what tree -o tree.html
  grundy draw 'domineering:3x4' --what thermograph -o thermograph.svg
  grundy draw nim:3,4,5 -o board.txt
  grundy draw 'octal(0.77)' --what sequence --to 200 -o kayles.png
  grundy draw 'nim:3,2,4' --what hasse -o hasse.pdf
  grundy draw 4 --what surreal -o numbers.tex
  grundy draw 2,3 --what debruijn -o words.svg
  grundy draw 'E x1 A x2 E x3 : (x1) (x2|-x3)' --what kayles -o formula.svg
  grundy draw 'B-G,G-G,B-V; B-N,B-G,B-V; N-N,B-V,N-G; G-G,V-N,N-G' --what cubes -o cubes.svg

The end of the file name says what is written: .svg, .png, .pdf, .tex (TikZ), .html or .txt.")]
pub struct Options {
    /// A position such as nim:3,4,5, or a sum; for a sequence a rule, for cubes their pairs of opposite faces or @FILE, for
    /// surreal a number of days, for debruijn colours and beads, for kayles a formula
    position: String,
    /// What is drawn
    #[arg(long, value_enum, default_value = "board")]
    what: What,
    /// A move made from the position; given once for each move, in order, and the board is drawn with everything that is left
    /// where it stood
    #[arg(long, value_name = "MOVE")]
    after: Vec<String>,
    /// Where to write; standard output gets SVG
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Draw at most this many positions of a state graph, those nearest to the start
    #[arg(long, value_name = "N", default_value_t = 2000)]
    most: usize,
    /// How the positions of a state graph or tree are shown; boards where there are at most 60 of them
    #[arg(long, value_enum)]
    nodes: Option<Nodes>,
    /// Leave out the positions without a move: what is left decides misère play
    #[arg(long)]
    prune: bool,
    /// The last heap of a sequence
    #[arg(long, value_name = "N", default_value_t = 100)]
    to: u64,
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
    /// The nimbers of heaps under a rule, with the period.
    Sequence,
    /// Coloured cubes: their nets, the multigraph, its factors and the columns of the solutions.
    Cubes,
    /// The partial order of a position: taking an element takes everything above it.
    Hasse,
    /// The tree of the surreal numbers born in the first days.
    Surreal,
    /// Words joined by longer words, with an Eulerian circuit.
    Debruijn,
    /// The Node Kayles graph of a formula.
    Kayles,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Nodes {
    /// Small boards.
    Boards,
    /// The notation of the positions.
    Names,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ThemeName {
    /// Dark ink on light paper.
    Light,
    /// Light ink on dark paper.
    Dark,
}

impl From<ThemeName> for Theme {
    fn from(theme: ThemeName) -> Self {
        match theme {
            ThemeName::Light => Self::Light,
            ThemeName::Dark => Self::Dark,
        }
    }
}

/// What a file is to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Svg,
    Png,
    Pdf,
    Tikz,
    Html,
    Text,
}

impl Kind {
    fn of(path: &Path) -> Result<Self, Failure> {
        let end = path.extension().map(|end| end.to_string_lossy().to_ascii_lowercase());
        match end.as_deref() {
            Some("svg") => Ok(Self::Svg),
            Some("png") => Ok(Self::Png),
            Some("pdf") => Ok(Self::Pdf),
            Some("tex" | "tikz") => Ok(Self::Tikz),
            Some("html" | "htm") => Ok(Self::Html),
            Some("txt") => Ok(Self::Text),
            _ => {
                let problem = Text::new(
                    "cannot tell what to write into `{file}`: expected a name ending in .svg, .png, .pdf, .tex, .html or .txt",
                );
                Err(Failure::Usage(problem.with("file", path.display())))
            }
        }
    }
}

/// Runs the command.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<Exit, Failure> {
    let kind = options.output.as_deref().map_or(Ok(Kind::Svg), Kind::of)?;
    let budget = options.solve.budget.start();
    let bytes = if kind == Kind::Text {
        if options.what != What::Board {
            return Err(Failure::Usage(Text::new(
                "only boards can be drawn as text; use .svg, .png, .pdf, .tex or .html",
            )));
        }
        format!("{}\n", position(&options.position)?.board().trim_end()).into_bytes()
    } else {
        let picture = match options.what {
            What::Sequence => plot(&options.position, options.to, &budget)?,
            What::Cubes => multigraph(&options.position, &budget)?,
            What::Surreal => figures::surreal_tree(&options.position)?,
            What::Debruijn => figures::de_bruijn(&options.position)?,
            What::Kayles => figures::formula(&options.position)?,
            What::Hasse => figures::hasse(&position(&options.position)?)?,
            _ => picture(&position(&options.position)?, options, &budget)?,
        };
        let picture = picture.told_in(language());
        match kind {
            Kind::Png => bitmap(&picture, options.theme)?,
            Kind::Pdf => picture.to_pdf(options.theme.into()),
            Kind::Tikz => picture.to_tikz(options.theme.into()).into_bytes(),
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
    picture.to_png(theme.into(), picture.png_scale()).map_err(|error| Failure::Failed(error.text()))
}

fn picture(position: &Position, options: &Options, budget: &Budget) -> Result<Picture, Failure> {
    if options.what == What::Board {
        let steps: Vec<Step> = options.after.iter().map(|label| Step::new(label, None)).collect();
        return position.picture_after(&steps).map_err(|refusal| Failure::Usage(refusal.text()));
    }
    if options.what == What::Thermograph {
        return thermograph(position, budget);
    }
    if options.most == 0 {
        return Err(Failure::Usage(Text::new("--most must be at least 1")));
    }
    let settings = options.solve.settings(budget.clone());
    let map = StateMap::explore(position, options.most, &settings)?;
    Ok(match options.what {
        What::Tree => tree(position, &map, options),
        _ => graph(position, &map, options),
    })
}

/// Heaps computed beyond those drawn, because the proof of a period needs more of them than its picture.
const FURTHER: u64 = 4000;

/// The nimbers of the heaps up to `to`, with the period where it is proved.
fn plot(rule: &str, to: u64, budget: &Budget) -> Result<Picture, Failure> {
    const WIDEST: u64 = 100_000;
    if to > WIDEST {
        return Err(Failure::Usage(Text::new("sequences are drawn up to heap {most}").with("most", WIDEST)));
    }
    let mut sequence = Sequence::new(read_rule(rule)?).watch_periods(true);
    for goal in [to, to.max(FURTHER)] {
        sequence.extend(goal, budget).map_err(|error| match error {
            HeapError::Exhausted(exhausted) => Failure::Stop(exhausted.into()),
            other => Failure::Usage(other.text()),
        })?;
    }
    let mut plot = SequencePlot::new((0..=to).map_while(|heap| sequence.at(heap)).collect());
    if let Some(found) = sequence.period() {
        let (preperiod, period) = (found.preperiod as usize, found.period as usize);
        plot = plot.recurrence(Recurrence { preperiod, period, saltus: found.saltus, proved: true });
    }
    Ok(plot.picture(sequence.rule().to_string()))
}

/// The multigraph of cubes and its factors; the text names a file after `@`.
fn multigraph(text: &str, budget: &Budget) -> Result<Picture, Failure> {
    let text = match text.strip_prefix('@') {
        Some(path) => String::from_utf8_lossy(&bytes_of(path)?).into_owned(),
        None => text.to_owned(),
    };
    let cubes = read_cubes(&text)?;
    let factors = canonical_factors(&cubes, budget)?;
    let found = solutions(&cubes, &factors, budget)?;
    Ok(cubes::picture(&cubes, &factors, &found))
}

/// The thermograph of the position's value, which is its title.
fn thermograph(position: &Position, budget: &Budget) -> Result<Picture, Failure> {
    let mut store = Store::new(budget);
    let mut draw = || {
        let value = position_value(position, 0, &mut store)?;
        let title = store.print(value)?;
        thermograph_picture(&mut store, value, &title)
    };
    draw().map_err(|error| match error {
        ValueError::Exhausted(exhausted) => Failure::Stop(exhausted.into()),
        other => Failure::Usage(other.text()),
    })
}

/// Whether somebody can move there; what was not explored may have moves.
fn has_moves(state: &MapState) -> bool {
    !state.expanded || !state.all_options().is_empty()
}

impl Options {
    /// Whether positions are shown as small boards, of so many.
    fn boards(&self, count: usize) -> bool {
        /// More boards than this are too small to see.
        const MOST: usize = 60;
        match self.nodes {
            None => count <= MOST,
            Some(nodes) => nodes == Nodes::Boards,
        }
    }
}

/// The state graph, or as much of it as was explored.
fn graph(position: &Position, map: &StateMap, options: &Options) -> Picture {
    let kept: Vec<usize> =
        (0..map.states.len()).filter(|&state| !options.prune || has_moves(&map.states[state])).collect();
    let boards = options.boards(kept.len());
    let states = kept.iter().map(|&state| drawn(position, &map.states[state], boards)).collect();
    let arcs = kept.iter().enumerate().flat_map(|(from, &state)| {
        let to = map.states[state].all_options().into_iter();
        // why: arcs to positions that are left out are left out too.
        to.filter_map(|to| kept.binary_search(&to).ok()).map(move |to| (from, to)).collect::<Vec<_>>()
    });
    let title = if options.prune {
        Text::new("State graph of {position} without the positions that have no move")
    } else {
        Text::new("State graph of {position}")
    };
    let graph = StateGraph::new(states, arcs.collect());
    let graph = if kept.first() == Some(&0) { graph.current(0) } else { graph };
    let picture = graph.picture("").titled(title.with("position", position));
    if map.complete {
        return picture;
    }
    let description = Text::new("Only the {count} positions nearest to the start are drawn. {words}")
        .with("count", map.states.len())
        .with_text("words", picture.description().clone());
    picture.describe(description)
}

/// Positions a drawn line of play has at most.
const LONGEST: usize = 16;

/// The tree along a line of best play: all options of every position of the line, and the line goes on with a winning
/// move where there is one; in partisan games Left starts.
fn tree(position: &Position, map: &StateMap, options: &Options) -> Picture {
    let boards = options.boards(map.states.len());
    let mut states = vec![drawn(position, &map.states[0], boards)];
    let mut children = vec![Vec::new()];
    let mut line = vec![0];
    let (mut at, mut node) = (0, 0);
    let mut passed = HashSet::from([0]);
    let mut player = Player::Left;
    while line.len() <= LONGEST && map.states[at].expanded {
        let options = map.states[at].all_options();
        let first = states.len();
        states.extend(options.iter().map(|&to| drawn(position, &map.states[to], boards)));
        children.resize(states.len(), Vec::new());
        children[node] = (first..states.len()).collect();
        let Some(next) = map.best(at, player) else { break };
        let Some(place) = options.iter().position(|&to| to == next).filter(|_| passed.insert(next)) else { break };
        (at, node, player) = (next, first + place, player.other());
        line.push(node);
    }
    let title = Text::new("Game tree of {position}").with("position", position);
    GameTree::new(states, children, 0).along(line).picture("").titled(title)
}

/// A position as a node: its name without what it shares with the start, its nimber or who wins, and its place in the
/// kernel.
fn drawn(start: &Position, state: &MapState, board: bool) -> State {
    let text = state.position.to_string();
    let shared = match start.parts() {
        [only] => only.text().find(':').map_or(0, |colon| colon + 1),
        _ => 0,
    };
    let label = text.get(shared..).filter(|rest| !rest.is_empty()).unwrap_or(&text).to_owned();
    let value = match (state.nimber, state.outcome) {
        (Some(nimber), _) => nimber_text(nimber),
        (None, Some(outcome)) => say(&outcome.text()),
        (None, None) => "?".to_owned(),
    };
    let kernel = state.outcome == Some(Outcome::Second);
    let undecided = state.outcome.is_some_and(Outcome::is_drawn);
    let node = State::new(label).value(value).kernel(kernel).drawn(undecided).level(state.level).position(text);
    if board { node.board(&state.position.picture()) } else { node }
}
