//! `grundy moves`: every legal move and where it leads.

use super::position;
use crate::failure::{Exit, Failure};
use crate::language::{language, say};
use crate::limits::{Format, SolveOptions};
use clap::Args;
use grundy_lang::Text;
use grundy_solve::{MoveReport, moves};
use std::io::Write;

/// The options of `moves`.
#[derive(Args)]
#[command(after_help = "Examples:
  grundy moves nim:3,4,5
  grundy moves 'subtract(1,2,5):21' --format json")]
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
    let moves = moves(&position, &settings)?;
    if options.format == Format::Json {
        writeln!(out, "{}", moves.to_json(language()))?;
        return Ok(Exit::Answered);
    }
    if moves.moves.is_empty() {
        writeln!(out, "{}", say(&Text::new("no moves in {position}").with("position", &position)))?;
    }
    let width = moves.moves.iter().map(|report| report.label.chars().count()).max().unwrap_or(0);
    for report in &moves.moves {
        writeln!(out, "{}", line(report, width))?;
    }
    Ok(Exit::Answered)
}

fn line(report: &MoveReport, width: usize) -> String {
    let player = report.player.map_or(String::new(), |player| format!("{:<5} ", say(&player.text())));
    let verdict = match (report.wins, report.draws) {
        (true, _) => Text::new("wins"),
        (false, true) => Text::new("draws"),
        (false, false) => Text::new("loses"),
    };
    let in_moves = |moves| format!(" {}", say(&Text::new("in {count}").with("count", moves)));
    // why: what nobody has counted is not told.
    let counted = report.remoteness.map(in_moves).unwrap_or_default();
    let verdict = format!("{:<5}", format!("{}{counted}", say(&verdict)));
    let value = report.value.as_ref().map_or(String::new(), |value| format!(" = {value}"));
    let incentive =
        report.incentive.as_ref().map_or(String::new(), |gain| format!("   {} {gain}", say(&Text::new("incentive"))));
    let temperature = report
        .temperature
        .as_ref()
        .map_or(String::new(), |degrees| format!("   {} {degrees}", say(&Text::new("temperature"))));
    format!("{player}{verdict}  {:<width$}  → {}{value}{incentive}{temperature}", report.label, report.to)
}
