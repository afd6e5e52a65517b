//! The commands, one file each.

mod batch;
mod check;
mod explain;
mod games;
mod graph;
mod moves;
mod shell;
mod solve;

use crate::failure::{Exit, Failure};
use crate::files::FileSystem;
use clap::Subcommand;
use grundy_solve::Position;
use std::io::Write;

/// Every command with its options.
#[derive(Subcommand)]
pub enum Command {
    /// Who wins, by which moves, and why
    Solve(solve::Options),
    /// Verifies a certificate by the rules alone
    Check(check::Options),
    /// The state graph of a position: size, depth, kernel; as text, JSON, DOT, CSV or SVG
    Graph(graph::Options),
    /// Every legal move: where it leads, who then wins, its value; winning ones first
    Moves(moves::Options),
    /// The reason with its working
    Explain(explain::Options),
    /// All games, or the page of one of them
    Games(games::Options),
    /// Solves positions from a file or standard input, one JSON object a line
    Batch(batch::Options),
    /// Prints a completion script for a shell
    Completions(shell::CompletionOptions),
    /// Prints the manual page
    Man,
}

/// Runs a command.
pub fn run(command: &Command, out: &mut dyn Write) -> Result<Exit, Failure> {
    match command {
        Command::Solve(options) => solve::run(options, out),
        Command::Check(options) => check::run(options, out),
        Command::Graph(options) => graph::run(options, out),
        Command::Moves(options) => moves::run(options, out),
        Command::Explain(options) => explain::run(options, out),
        Command::Games(options) => games::run(options, out),
        Command::Batch(options) => batch::run(options, out),
        Command::Completions(options) => shell::completions(options, out),
        Command::Man => shell::man(out),
    }
}

/// Reads a position from the command line.
fn position(text: &str) -> Result<Position, Failure> {
    Ok(grundy_games::parse(text, &FileSystem)?)
}

/// English is the language the reasons are written in.
fn english(_: &'static str) -> Option<&'static str> {
    None
}
