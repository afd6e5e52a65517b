//! `grundy explain`: the reason with its working.

use super::position;
use crate::failure::{Exit, Failure};
use crate::limits::{Format, SolveOptions};
use clap::Args;
use grundy_solve::explain;
use serde_json::json;
use std::io::Write;

/// The options of `explain`.
#[derive(Args)]
#[command(after_help = "Examples:
  grundy explain nim:10,17,21
  grundy explain 'subtract(1,2,5):20'")]
pub struct Options {
    /// A position such as nim:3,4,5, or a sum of positions
    position: String,
    /// How the answer is printed
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    solve: SolveOptions,
}

/// Runs the command.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<Exit, Failure> {
    let settings = options.solve.settings(options.solve.budget.start());
    let position = position(&options.position)?;
    let explanation = explain(&position, &settings)?;
    let lines = &explanation.lines;
    match options.format {
        Format::Text => lines.iter().try_for_each(|line| writeln!(out, "  {}", options.solve.say(line)))?,
        Format::Json => {
            let lines: Vec<String> = lines.iter().map(|line| options.solve.say(line)).collect();
            writeln!(
                out,
                "{}",
                json!({"position": position.to_string(), "decided": explanation.decided, "explanation": lines})
            )?;
        }
    }
    Ok(if explanation.decided { Exit::Answered } else { Exit::Undecided })
}
