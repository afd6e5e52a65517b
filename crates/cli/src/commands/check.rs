//! `grundy check`: verifies a certificate by the rules alone.

use super::{bytes_of, position};
use crate::failure::{Exit, Failure};
use crate::language::say;
use crate::limits::BudgetOptions;
use clap::Args;
use grundy_game::Play;
use grundy_lang::Text;
use grundy_solve::{Certificate, Proved, check};
use std::io::Write;

/// The options of `check`.
#[derive(Args)]
#[command(after_help = "Examples:
  grundy solve cram:5x6 --certificate proof.txt
  grundy check proof.txt")]
pub struct Options {
    /// A certificate written by `grundy solve --certificate`
    file: String,
    #[command(flatten)]
    budget: BudgetOptions,
}

/// Runs the command.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<Exit, Failure> {
    options.budget.start();
    let file = &options.file;
    let text = String::from_utf8(bytes_of(file)?).map_err(|_| {
        Failure::Usage(Text::new("`{file}` is not a certificate: it is not UTF-8 text").with("file", file))
    })?;
    let certificate = Certificate::read(&text).map_err(|error| {
        let problem = Text::new("`{file}` is not a certificate: {why}").with("file", file);
        Failure::Usage(problem.with_text("why", Text::verbatim(error)))
    })?;
    let read = |text: &str| position(text).map_err(|failure| failure.to_string());
    check(&certificate, &read).map_err(|flaw| {
        let problem = Text::new("`{file}` proves nothing: {why}").with("file", file);
        Failure::Failed(problem.with_text("why", Text::verbatim(flaw)))
    })?;
    let proved = match (certificate.proved, certificate.play) {
        (Proved::Nimber(nimber), _) => Text::new("the nimber of {position} is {nimber}").with("nimber", nimber),
        (Proved::FirstWins(true), Play::Normal) => Text::new("the first player wins {position} under normal play"),
        (Proved::FirstWins(true), Play::Misere) => Text::new("the first player wins {position} under misère play"),
        (Proved::FirstWins(false), Play::Normal) => Text::new("the second player wins {position} under normal play"),
        (Proved::FirstWins(false), Play::Misere) => Text::new("the second player wins {position} under misère play"),
    };
    let told = Text::new("proved: {claim} ({count} claims checked)")
        .with_text("claim", proved.with("position", &certificate.position))
        .with("count", certificate.claims.len());
    writeln!(out, "{}", say(&told))?;
    Ok(Exit::Answered)
}
