//! `grundy completions` and `grundy man`: help for shells and for `man`.

use crate::failure::{Exit, Failure};
use crate::help::command;
use clap::Args;
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

/// Prints the manual page.
pub fn man(out: &mut dyn Write) -> Result<Exit, Failure> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command()).render(&mut page)?;
    out.write_all(&page)?;
    Ok(Exit::Answered)
}
