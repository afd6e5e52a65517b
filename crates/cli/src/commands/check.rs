//! `grundy check`: verifies a certificate by the rules alone.

use super::{bytes_of, position};
use crate::failure::{Exit, Failure};
use crate::limits::BudgetOptions;
use clap::Args;
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
    let text = String::from_utf8(bytes_of(file)?)
        .map_err(|_| Failure::Usage(format!("`{file}` is not a certificate: it is not UTF-8 text")))?;
    let certificate =
        Certificate::read(&text).map_err(|error| Failure::Usage(format!("`{file}` is not a certificate: {error}")))?;
    let read = |text: &str| position(text).map_err(|failure| failure.to_string());
    check(&certificate, &read).map_err(|flaw| Failure::Failed(format!("`{file}` proves nothing: {flaw}")))?;
    let proved = match certificate.proved {
        Proved::Nimber(nimber) => format!("the nimber of {} is {nimber}", certificate.position),
        Proved::FirstWins(first) => {
            format!(
                "{} wins {} under {} play",
                if first { "first" } else { "second" },
                certificate.position,
                certificate.play
            )
        }
    };
    writeln!(out, "proved: {proved} ({} claims checked)", certificate.claims.len())?;
    Ok(Exit::Answered)
}
