//! The `grundy` command.

mod blocks;
mod commands;
mod failure;
mod files;
mod graph_input;
mod help;
mod language;
mod limits;
mod overseer;
mod players;
mod progress;
mod strategy_file;
mod style;
mod weighted;

use clap::{FromArgMatches, Parser};
use commands::{Command, run};
use failure::{Exit, Failure};
use grundy_budget::{Counting, caught};
use grundy_lang::Language;
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
    /// The language of answers and messages: en, es or ca; without this that of LC_ALL, LC_MESSAGES or LANG
    #[arg(long, global = true, value_name = "LANG", value_parser = limits::parse_language)]
    lang: Option<Language>,
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
    let arguments: Vec<String> = std::env::args_os().map(|argument| argument.to_string_lossy().into_owned()).collect();
    language::speak(language::wanted(&arguments, |name| std::env::var(name).ok()));
    let matches = match help::command().try_get_matches() {
        Ok(matches) => matches,
        Err(error) => return help::told(&error),
    };
    if let Some(memory) = matches.subcommand().and_then(|(_, given)| given.try_get_one::<u64>("memory").ok().flatten())
    {
        files::limit_memory(*memory);
    }
    let cli = match Cli::from_arg_matches(&matches) {
        Ok(cli) => cli,
        Err(error) => return help::told(&error),
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
            eprintln!("{}: {}", Failure::word(), failure.render());
            failure.exit()
        }
    }
}
