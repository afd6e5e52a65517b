//! `grundy quotient`: the misère quotient of a rule on heaps.

use super::sequence::read_rule;
use crate::failure::{Exit, Failure};
use crate::files::write_whole;
use crate::language::{row, say};
use crate::limits::{BudgetOptions, Format, parse_count};
use clap::Args;
use grundy_heap::{HeapError, MisereQuotient, QuotientStatus, misere_quotient};
use grundy_lang::Text;
use grundy_solve::prove_quotient;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;

/// The options of `quotient`.
#[derive(Args)]
#[command(after_help = "Examples:
  grundy quotient 0.75 --to 40
  grundy quotient 0.34 --to 60 --format json")]
pub struct Options {
    /// A rule such as 0.75, 1-4, paint(2)
    rule: String,
    /// The largest heap looked at; the whole game is often proved earlier
    #[arg(long, value_name = "N", value_parser = parse_count, default_value = "60")]
    to: u64,
    /// Write a proof of the quotient to this file; `grundy check` verifies it
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// How the quotient is printed
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    budget: BudgetOptions,
}

/// Runs the command.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<Exit, Failure> {
    // Reading counts: a set may name a million numbers.
    let budget = options.budget.start();
    let rule = read_rule(&options.rule)?;
    let found = misere_quotient(&rule, options.to, &budget).map_err(|error: HeapError| Failure::Usage(error.text()))?;
    if let Some(path) = &options.certificate {
        write_whole(path, prove_quotient(&rule, &found).to_string().as_bytes())?;
    }
    let exit = if found.status == QuotientStatus::Stopped { Exit::Undecided } else { Exit::Answered };
    let names = found.names();
    let status = match found.status {
        QuotientStatus::Whole { .. } => "whole",
        QuotientStatus::Partial => "partial",
        QuotientStatus::Stopped => "stopped",
        QuotientStatus::Stuck => "stuck",
    };
    let elements = 0..found.monoid.len();
    let lost: Vec<&str> = elements.clone().filter(|&x| found.monoid.is_lost(x)).map(|x| names[x].as_str()).collect();
    let images: Vec<&str> = found.images.iter().map(|&x| names[x].as_str()).collect();
    let relations: Vec<String> = found.relations().iter().map(|(left, right)| format!("{left}={right}")).collect();
    if options.format == Format::Json {
        let (period, preperiod) = match found.status {
            QuotientStatus::Whole { period, preperiod } => (Some(period), Some(preperiod)),
            _ => (None, None),
        };
        let rows = elements.clone().map(|x| elements.clone().map(|y| found.monoid.product(x, y)).collect::<Vec<_>>());
        let object = json!({
            "rule": rule.to_string(), "status": status, "order": found.monoid.len(), "lost_order": lost.len(),
            "elements": names, "lost": lost, "relations": relations, "images": images,
            "period": period, "preperiod": preperiod, "table": rows.collect::<Vec<_>>(),
        });
        writeln!(out, "{object}")?;
        return Ok(exit);
    }
    let title = Text::new("{rule}: misère quotient of order {order}, {lost} of them lost")
        .with("rule", &rule)
        .with("order", found.monoid.len())
        .with("lost", lost.len());
    writeln!(out, "{}", say(&title))?;
    writeln!(out, "{}", row("relations", relations.join(", ")))?;
    writeln!(out, "{}", row("lost", lost.join(", ")))?;
    writeln!(out, "{}", row("heaps", images.join(" ")))?;
    print_table(&found, &names, out)?;
    writeln!(out, "{}", row("proved", say(&proved(found.status, images.len()))))?;
    Ok(exit)
}

/// How much of the game the quotient is proved for, when `heaps` heaps have images.
fn proved(status: QuotientStatus, heaps: usize) -> Text {
    let text = match status {
        QuotientStatus::Whole { period, preperiod } => {
            Text::new("the whole game: images of heaps repeat with period {period} from heap {preperiod} on")
                .with("period", period)
                .with("preperiod", preperiod)
        }
        QuotientStatus::Partial => Text::new("for heaps to {last} only; larger heaps may add elements"),
        QuotientStatus::Stopped => {
            Text::new("for heaps to {last} only; the budget ran out while heap {next} was added")
        }
        QuotientStatus::Stuck => Text::new("for heaps to {last} only; heap {next} could not be added"),
    };
    text.with("last", heaps.saturating_sub(1)).with("next", heaps)
}

/// The products of all elements, where they fit on a page.
fn print_table(found: &MisereQuotient, names: &[String], out: &mut dyn Write) -> std::io::Result<()> {
    const LARGEST: usize = 20;
    if names.len() > LARGEST {
        return Ok(());
    }
    let width = names.iter().map(String::len).max().unwrap_or(1);
    for (x, name) in names.iter().enumerate() {
        let products: Vec<String> =
            (0..names.len()).map(|y| format!("{:<width$}", names[found.monoid.product(x, y)])).collect();
        let about = if x == 0 { "table" } else { "" };
        writeln!(out, "{}", row(about, format_args!("{name:<width$} | {}", products.join(" ").trim_end())))?;
    }
    Ok(())
}
