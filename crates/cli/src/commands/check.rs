//! `grundy check`: verifies a certificate by the rules alone.

use super::{position, unread_input};
use crate::failure::{Exit, Failure};
use crate::files::read_input;
use crate::graph_input::digraph;
use crate::language::{heading, say};
use crate::limits::BudgetOptions;
use clap::Args;
use grundy_graph::Digraph;
use grundy_lang::Text;
use grundy_solve::{Certificate, Flaw, check};
use std::io::Write;

/// The options of `check`.
#[derive(Args)]
#[command(after_help = "Certificates are written by solve, kernel, sequence and quotient with --certificate.

Examples:
  grundy solve cram:5x6 --certificate proof.txt
  grundy check proof.txt
  grundy check proof.txt --digraph 'a>b,b>c,c>a'")]
pub struct Options {
    /// The certificate; - for standard input
    file: String,
    /// Of a certificate about a digraph: also check that it is about this one
    #[arg(long, value_name = "DIGRAPH")]
    digraph: Option<String>,
    #[command(flatten)]
    budget: BudgetOptions,
}

/// Runs the command.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<Exit, Failure> {
    let file = &options.file;
    let budget = options.budget.start();
    let not_one = |why: Text| {
        Failure::Usage(Text::new("`{file}` is not a certificate: {why}").with("file", file).with_text("why", why))
    };
    let bytes = match read_input(file) {
        Ok(bytes) => bytes,
        Err(unread) if unread.too_large => {
            writeln!(out, "{}{}", heading(Text::new("undecided")), say(&unread.why))?;
            return Ok(Exit::Undecided);
        }
        Err(unread) => return Err(unread_input(file, unread)),
    };
    let text = String::from_utf8(bytes).map_err(|_| not_one(Text::new("the file is not text")))?;
    let certificate = Certificate::read(&text).map_err(|error| not_one(error.text()))?;
    if let Some(text) = &options.digraph {
        is_about(&certificate, &digraph(text, None, &budget)?.graph)?;
    }
    let read = |text: &str| position(text).map_err(|failure| failure.to_string());
    match check(&certificate, &read, &budget) {
        Ok(()) => {}
        Err(Flaw::Exhausted(stop)) => {
            writeln!(out, "{}{}", heading(Text::new("undecided")), say(&stop.text()))?;
            return Ok(Exit::Undecided);
        }
        Err(flaw) => {
            let problem = Text::new("`{file}` proves nothing: {why}").with("file", file);
            return Err(Failure::Failed(problem.with_text("why", flaw.text())));
        }
    }
    let told = Text::new("proved: {claim} ({count} claims checked)")
        .with_text("claim", certificate.statement())
        .with("count", certificate.size());
    writeln!(out, "{}", say(&told))?;
    Ok(Exit::Answered)
}

/// Refuses a certificate about another digraph.
fn is_about(certificate: &Certificate, digraph: &Digraph) -> Result<(), Failure> {
    let arcs = match certificate {
        Certificate::Kernel(proof) => &proof.digraph,
        Certificate::NoKernel(proof) => &proof.digraph,
        _ => return Err(Failure::Failed(Text::new("the certificate is not about a digraph"))),
    };
    let numbered = digraph.arcs().map(|(from, to)| (from as u64 + 1, to as u64 + 1));
    if arcs.order == digraph.order() as u64 && arcs.arcs.iter().copied().eq(numbered) {
        return Ok(());
    }
    Err(Failure::Failed(Text::new("the certificate is about another digraph")))
}
