//! The `grundy` command.

mod blocks;
mod commands;
mod failure;
mod files;
mod limits;
mod overseer;
mod players;
mod progress;
mod style;
mod weighted;

use clap::Parser;
use commands::{Command, run};
use failure::{Exit, Failure, printable};
use grundy_budget::{Counting, caught};
use std::io::{self, Write};
use std::process::ExitCode;

/// Counts every byte, so that `--memory` holds.
#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Who wins, why, and with which move: exact answers about combinatorial games.
#[derive(Parser)]
#[command(name = "grundy", version, max_term_width = 100, arg_required_else_help = true, after_help = EXAMPLES)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "Examples:
  grundy solve nim:10,17,21             who wins, by which moves, and why
  grundy explain nim:10,17,21           the same with the working, as on a blackboard
  grundy moves 'subtract(1,2,5):21'     every move and where it leads
  grundy solve 'nim:3,2 + wythoff:3,4'  sums of different games
  grundy eval 'mean({5|2||-1})'         the algebra of values; `grundy repl` line by line
  grundy games                          all games; `grundy games nim` for one of them

Exit codes: 0 answered, 1 failed, 2 bad usage or bad input, 3 undecided within the budget.";

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return refused(&error),
    };
    let mut out = io::BufWriter::new(io::stdout().lock());
    let result =
        caught(|| run(&cli.command, &mut out)).unwrap_or_else(|exhausted| Err(Failure::Stop(exhausted.into())));
    let result = result.and_then(|exit| {
        out.flush()?;
        Ok(exit)
    });
    match result {
        Ok(exit) => exit.into(),
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Answered.into(),
        Err(failure) => {
            let _ = out.flush();
            eprintln!("{}: {}", style::error("error"), failure.render());
            failure.exit()
        }
    }
}

/// Help, the version, or a mistake on the command line, whose message quotes it.
fn refused(error: &clap::Error) -> ExitCode {
    let steers = |argument: std::ffi::OsString| argument.to_string_lossy().chars().any(char::is_control);
    if error.use_stderr() && std::env::args_os().any(steers) {
        eprint!("{}", printable(&error.to_string()));
        return Exit::BadInput.into();
    }
    error.exit()
}
