//! `grundy explain`: the reason with its working.

use super::position;
use crate::failure::{Exit, Failure};
use crate::limits::{Format, SolveOptions};
use crate::strategy_file;
use clap::Args;
use grundy_solve::{Extent, explain_to};
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;

/// The options of `explain`.
#[derive(Args)]
#[command(after_help = "Examples:
  grundy explain nim:10,17,21
  grundy explain 'subtract(1,2,5):20'
  grundy explain chomp:petersen --depth 3
  grundy explain bar:5x7 --strategy strategy.html

The end of the name of a strategy says what is written: .txt, .json or .html.")]
pub struct Options {
    /// A position such as nim:3,4,5, or a sum of positions
    position: String,
    /// How the answer is printed
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Tell the winner's strategy this many exchanges deep
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=20))]
    depth: Option<u8>,
    /// Write the whole strategy of the winner to this file
    #[arg(long, value_name = "FILE")]
    strategy: Option<PathBuf>,
    #[command(flatten)]
    solve: SolveOptions,
}

/// Lines of a strategy that is asked for by its depth.
const LINES: usize = 400;

/// Runs the command.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<Exit, Failure> {
    let settings = options.solve.settings(options.solve.budget.start());
    let position = position(&options.position)?;
    let extent = options.depth.map(|depth| Extent { depth: depth.into(), lines: LINES });
    let explanation = explain_to(&position, extent, &settings)?;
    if let Some(path) = options.strategy.as_ref().filter(|_| explanation.decided) {
        strategy_file::write(path, &position, &settings)?;
    }
    let lines = &explanation.lines;
    match options.format {
        Format::Text => lines.iter().try_for_each(|line| writeln!(out, "  {}", options.solve.say(line)))?,
        Format::Json => {
            let lines: Vec<String> = lines.iter().map(|line| options.solve.say(line)).collect();
            let winning = explanation.winning.iter().flat_map(|(player, kinds)| {
                kinds
                    .iter()
                    .map(move |kind| json!({"player": player.map(|player| player.to_string()), "moves": kind.labels}))
            });
            let told = json!({
                "position": position.to_string(),
                "decided": explanation.decided,
                "outcome": explanation.outcome.map(|outcome| outcome.to_string()),
                "winning": winning.collect::<Vec<_>>(),
                "complete": explanation.complete,
                "explanation": lines,
            });
            writeln!(out, "{told}")?;
        }
    }
    Ok(if explanation.decided { Exit::Answered } else { Exit::Undecided })
}
