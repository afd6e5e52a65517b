//! `grundy table`: values of a game on all small graphs.

use super::games::unknown_game;
use crate::blocks::Blocks;
use crate::failure::{Exit, Failure};
use crate::limits::SolveOptions;
use clap::Args;
use grundy_budget::Exhausted;
use grundy_game::{NoFiles, Play};
use grundy_games::catalogue::GraphRow;
use grundy_games::{entry, parse};
use grundy_graph::Graph;
use grundy_graph::format::graph6;
use grundy_graph::generate::connected_graphs;
use grundy_lang::Text;
use grundy_solve::{Settings, Stop, Worth, answer};
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The options of `table`.
#[derive(Args)]
#[command(after_help = "Examples:
  grundy table chomp --connected-graphs 7 > chomp7.csv
  grundy table kayles --connected-graphs 6
  grundy table chomp --connected-graphs 9 --file chomp9.rows > chomp9.csv")]
pub struct Options {
    /// A game played on graphs, such as chomp, kayles or arckayles
    game: String,
    /// All connected graphs on this many vertices, up to isomorphism
    #[arg(long, value_name = "N")]
    connected_graphs: usize,
    /// Keep the rows in this file, and carry on from what it holds
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    solve: SolveOptions,
}

/// Runs the command.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<Exit, Failure> {
    let Some(entry) = entry(&options.game) else {
        return Err(unknown_game(&options.game));
    };
    if parse(&format!("{}:@", options.game), &NoFiles).is_err() {
        return Err(Failure::Usage(Text::new("`{game}` is not played on graphs").with("game", &options.game)));
    }
    let settings = options.solve.settings(options.solve.budget.start());
    writeln!(out, "graph6,nimber,winning_moves")?;
    let mut rows = Rows { out, file: None, fresh: String::new(), begun: Instant::now(), failure: None };
    let mut known = 0;
    if let Some(path) = &options.file {
        let heading = format!("grundy table 2 of {} on {} vertices", options.game, options.connected_graphs);
        let play = if settings.play == Play::Misere { ", misere play" } else { "" };
        let mut text = Vec::new();
        rows.file = Some(Blocks::open(path, &format!("{heading}{play}"), |bytes| {
            known += bytes.split(|&byte| byte == b'\n').count() - 1;
            text.extend_from_slice(bytes);
            if bytes.last() == Some(&b'\n') { Ok(()) } else { Err("the last row is not whole") }
        })?);
        rows.out.write_all(&text)?;
    }
    let mut row = |row: &GraphRow| rows.take(row);
    let result = match entry.graph_table {
        Some(table) => table(options.connected_graphs, known, &settings, &mut row),
        None => one_by_one(&options.game, options.connected_graphs, known, &settings, &mut row),
    };
    rows.store();
    match (rows.failure, result) {
        (Some(failure), _) => Err(failure),
        (None, Err(stop)) => Err(stop.into()),
        (None, Ok(())) => Ok(Exit::Answered),
    }
}

/// Where the rows go.
struct Rows<'a> {
    out: &'a mut dyn Write,
    file: Option<Blocks>,
    /// Rows that are not in the file yet.
    fresh: String,
    begun: Instant,
    /// Why no more can be taken.
    failure: Option<Failure>,
}

impl Rows<'_> {
    /// How much work a crash may lose.
    const BLOCK: Duration = Duration::from_millis(250);

    fn take(&mut self, row: &GraphRow) -> Result<(), Stop> {
        let line = format!("{},{},{}\n", row.graph6, row.nimber, row.winning_moves);
        if let Err(error) = self.out.write_all(line.as_bytes()) {
            self.failure = Some(error.into());
        }
        if self.file.is_some() {
            self.fresh.push_str(&line);
            if self.begun.elapsed() >= Self::BLOCK {
                self.store();
            }
        }
        if self.failure.is_some() { Err(Stop::Exhausted(Exhausted::Cancelled)) } else { Ok(()) }
    }

    fn store(&mut self) {
        let fresh = std::mem::take(&mut self.fresh);
        if let Some(file) = self.file.as_mut().filter(|_| !fresh.is_empty())
            && let Err(failure) = file.append(fresh.as_bytes())
        {
            self.failure = Some(failure);
        }
        self.begun = Instant::now();
    }
}

fn one_by_one(
    game: &str,
    order: usize,
    known: usize,
    settings: &Settings,
    row: &mut dyn FnMut(&GraphRow) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let mut graphs = Vec::new();
    connected_graphs(order, &settings.budget, |rows| {
        graphs.push(graph6(&Graph::from_rows(rows)));
        Ok(())
    })
    .map_err(|error| Stop::Unsuitable(error.problem()))?;
    for graph6 in graphs.into_iter().skip(known) {
        let text = format!("{game}:\"g6:{graph6}\"");
        let position = parse(&text, &NoFiles).map_err(|error| Stop::Unsuitable(error.problem))?;
        let answer = answer(&position, settings)?;
        if let Some(stop) = answer.stopped {
            return Err(stop);
        }
        let Some(nimber) = answer.value.as_ref().and_then(Worth::nimber) else {
            return Err(Stop::Unsuitable(Text::new("{position} has no nimber").with("position", text)));
        };
        row(&GraphRow { graph6, nimber, winning_moves: answer.winning_moves.len() })?;
    }
    Ok(())
}
