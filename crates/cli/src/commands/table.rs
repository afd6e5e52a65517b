//! `grundy table`: values of a game on all small graphs, and whole tables on disk.

use super::games::unknown_game;
use crate::blocks::Blocks;
use crate::failure::{Exit, Failure};
use crate::limits::SolveOptions;
use super::tables;
use clap::{Args, Subcommand};
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
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true, after_help = "Examples:
  grundy table cram:5x6 --all --out cram56.zarr
  grundy table info cram56.zarr
  grundy table check cram56.zarr
  grundy probe cram56.zarr cram:5x5
  grundy table chomp --connected-graphs 7 > chomp7.csv
  grundy table chomp --connected-graphs 9 --file chomp9.rows > chomp9.csv")]
pub struct Options {
    #[command(subcommand)]
    action: Option<Action>,
    /// With --all a position such as cram:5x6; with --connected-graphs a game such as chomp
    #[arg(required = true)]
    game: Option<String>,
    /// All positions that can be reached, as a table on disk; carries on with what is there
    #[arg(long, requires = "out")]
    all: bool,
    /// All connected graphs on this many vertices, up to isomorphism
    #[arg(long, value_name = "N", required_unless_present = "all", conflicts_with = "all")]
    connected_graphs: Option<usize>,
    /// Keep the rows in this file, and carry on from what it holds
    #[arg(long, value_name = "FILE", conflicts_with = "all")]
    file: Option<PathBuf>,
    #[command(flatten)]
    fill: tables::FillOptions,
    #[command(flatten)]
    solve: SolveOptions,
}

/// What is done with a table that is there.
#[derive(Subcommand)]
enum Action {
    /// Prints what a table holds, with its census
    Info(tables::InfoOptions),
    /// Verifies every checksum, the census, and some positions by search
    Check(tables::CheckOptions),
    /// Prints every position of a table with its value, as CSV
    Export(tables::ExportOptions),
}

/// Runs the command.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<Exit, Failure> {
    match (&options.action, options.game.as_deref(), options.connected_graphs) {
        (Some(Action::Info(options)), ..) => tables::info(options, out),
        (Some(Action::Check(options)), ..) => tables::check(options, out),
        (Some(Action::Export(options)), ..) => tables::export(options, out),
        (None, Some(game), Some(order)) => on_graphs(game, order, options, out),
        (None, Some(start), None) => tables::fill(start, &options.fill, &options.solve, out),
        // The reader of the command line asks for one.
        (None, None, _) => Err(Failure::Usage(Text::new("which game?"))),
    }
}

/// Values of a game on all small graphs.
fn on_graphs(game: &str, order: usize, options: &Options, out: &mut dyn Write) -> Result<Exit, Failure> {
    let Some(entry) = entry(game) else {
        return Err(unknown_game(game));
    };
    if parse(&format!("{game}:@"), &NoFiles).is_err() {
        return Err(Failure::Usage(Text::new("`{game}` is not played on graphs").with("game", game)));
    }
    let settings = options.solve.settings(options.solve.budget.start());
    writeln!(out, "graph6,nimber,winning_moves")?;
    let mut rows = Rows { out, file: None, fresh: String::new(), begun: Instant::now(), failure: None };
    let mut known = 0;
    if let Some(path) = &options.file {
        let heading = format!("grundy table 2 of {game} on {order} vertices");
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
        Some(table) => table(order, known, &settings, &mut row),
        None => one_by_one(game, order, known, &settings, &mut row),
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
