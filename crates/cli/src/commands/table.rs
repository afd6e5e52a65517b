//! `grundy table`: values of a game on all small graphs.

use super::games::unknown_game;
use crate::failure::{Exit, Failure};
use crate::limits::SolveOptions;
use clap::Args;
use grundy_game::NoFiles;
use grundy_games::catalogue::GraphRow;
use grundy_games::{entry, parse};
use grundy_graph::Graph;
use grundy_graph::format::graph6;
use grundy_graph::generate::connected_graphs;
use grundy_lang::Text;
use grundy_solve::{Engine, Stop, Worth, answer};
use std::io::Write;

/// The options of `table`.
#[derive(Args)]
#[command(after_help = "Examples:
  grundy table chomp --connected-graphs 7 > chomp7.csv
  grundy table kayles --connected-graphs 6")]
pub struct Options {
    /// A game played on graphs, such as chomp, kayles or arckayles
    game: String,
    /// All connected graphs on this many vertices, up to isomorphism
    #[arg(long, value_name = "N")]
    connected_graphs: usize,
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
    let engine = options.solve.engine(options.solve.budget.start());
    writeln!(out, "graph6,nimber,winning_moves")?;
    let mut failed = None;
    let mut row = |row: &GraphRow| {
        writeln!(out, "{},{},{}", row.graph6, row.nimber, row.winning_moves).map_err(|error| {
            failed = Some(error);
            Stop::Exhausted(grundy_budget::Exhausted::Cancelled)
        })
    };
    let result = match entry.graph_table {
        Some(table) => table(options.connected_graphs, &engine, &mut row),
        None => one_by_one(&options.game, options.connected_graphs, &engine, &mut row),
    };
    match (failed, result) {
        (Some(error), _) => Err(error.into()),
        (None, Err(stop)) => Err(stop.into()),
        (None, Ok(())) => Ok(Exit::Answered),
    }
}

fn one_by_one(
    game: &str,
    order: usize,
    engine: &Engine,
    row: &mut dyn FnMut(&GraphRow) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let mut graphs = Vec::new();
    connected_graphs(order, &engine.budget, |rows| {
        graphs.push(graph6(&Graph::from_rows(rows)));
        Ok(())
    })
    .map_err(|error| Stop::Unsuitable(Text::verbatim(error)))?;
    for graph6 in graphs {
        let text = format!("{game}:\"g6:{graph6}\"");
        let position = parse(&text, &NoFiles).map_err(|error| Stop::Unsuitable(error.problem))?;
        let answer = answer(&position, engine)?;
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
