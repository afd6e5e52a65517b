//! `grundy completions` and `grundy man`: help for shells and for `man`.

use crate::failure::{Exit, Failure};
use crate::help::command;
use clap::Args;
use grundy_lang::Text;
use std::io::Write;

/// The options of `completions`.
#[derive(Args)]
pub struct CompletionOptions {
    /// The shell
    shell: clap_complete::Shell,
}

/// Prints a completion script.
pub fn completions(options: &CompletionOptions, out: &mut dyn Write) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut command(), "grundy", &mut script);
    out.write_all(&script)?;
    Ok(Exit::Answered)
}

/// The options of `man`.
#[derive(Args)]
#[command(after_help = "Examples:
  grundy man > grundy.1
  grundy man solve > grundy-solve.1")]
pub struct ManOptions {
    /// The command whose page is printed; without this the page of grundy itself
    command: Option<String>,
}

/// Prints the manual page of the program or of one of its commands.
pub fn man(options: &ManOptions, out: &mut dyn Write) -> Result<Exit, Failure> {
    let mut whole = command();
    whole.build();
    let described = match &options.command {
        None => whole,
        Some(name) => match whole.find_subcommand(name) {
            Some(found) => found.clone(),
            None => return Err(Failure::Usage(Text::new("there is no command `{name}`").with("name", name))),
        },
    };
    let mut page = Vec::new();
    clap_mangen::Man::new(described).render(&mut page)?;
    out.write_all(&page)?;
    Ok(Exit::Answered)
}
