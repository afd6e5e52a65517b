//! The `grundy` command: everything but its `main`, so that other packages can bring the command along.

mod blocks;
mod commands;
mod failure;
mod files;
mod graph_input;
mod help;
mod language;
mod limits;
mod overseer;
mod pages;
mod players;
mod progress;
mod strategy_file;
mod style;
mod weighted;

use clap::{FromArgMatches, Parser};
use commands::Command;
use failure::{Exit, Failure};
use grundy_budget::caught;
use grundy_lang::Language;
use std::ffi::OsString;
use std::io::{self, Write};
use std::mem::ManuallyDrop;

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

/// Runs the command with these arguments, of which the first is its own name, and returns its exit code. It takes the process
/// for its own: it listens to Ctrl-C, and ends the process where a limit on time or memory could not be kept otherwise. A
/// program whose allocator is [`Counting`](grundy_budget::Counting) has `--memory` hold for every byte.
pub fn run(arguments: &[OsString]) -> u8 {
    overseer::stand_by();
    grundy_messages::install();
    let words: Vec<String> = arguments.iter().map(|argument| argument.to_string_lossy().into_owned()).collect();
    // why: what is not set, or not text, asks for no language
    language::speak(language::wanted(&words, |name| std::env::var(name).ok()));
    overseer::find_words();
    // Taking the description of all commands apart would take as long as reading the command line, and the process ends soon.
    let mut command = ManuallyDrop::new(help::command());
    let matches = match command.try_get_matches_from_mut(arguments) {
        Ok(matches) => matches,
        Err(error) => return help::told(&error),
    };
    // why: some commands have no such option
    if let Some(memory) = matches.subcommand().and_then(|(_, given)| given.try_get_one::<u64>("memory").ok().flatten())
    {
        files::limit_memory(*memory);
    }
    let cli = match Cli::from_arg_matches(&matches) {
        Ok(cli) => cli,
        Err(error) => return help::told(&error),
    };
    let mut out = io::BufWriter::new(io::stdout().lock());
    let result = caught(|| commands::run(&cli.command, &mut out))
        .unwrap_or_else(|exhausted| Err(Failure::Stop(exhausted.into())));
    let result = result.and_then(|exit| {
        out.flush()?;
        Ok(exit)
    });
    match result {
        Ok(exit) => exit.code(),
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Answered.code(),
        Err(failure) => {
            // why: the failure that is told next is the first and the real one
            let _ = out.flush();
            eprintln!("{}: {}", Failure::word(), failure.render());
            failure.exit()
        }
    }
}
