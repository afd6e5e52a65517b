//! `grundy serve`: the local web page.

use super::tables;
use crate::failure::{Exit, Failure};
use crate::language::say;
use clap::Args;
use grundy_lang::Text;
use grundy_solve::Oracle;
use grundy_web::{LaneLimits, Server};
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;

/// The options of `serve`.
#[derive(Args)]
#[command(after_help = "Examples:
  grundy serve
  grundy serve --port 8080 --open
  grundy serve --table cram56.zarr

The page is served on loopback only. Ctrl-C ends it. The interface is described at /api.")]
pub struct Options {
    /// The port; 0 takes any free one
    #[arg(long, default_value_t = 7420)]
    port: u16,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Look positions up in this table first; may be given several times
    #[arg(long, value_name = "FOLDER")]
    table: Vec<PathBuf>,
}

/// Runs the command.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<Exit, Failure> {
    let failed = |error: grundy_web::ServeError| Failure::Failed(error.text());
    let mut tables: Vec<Arc<dyn Oracle>> = Vec::new();
    for folder in &options.table {
        tables.push(Arc::new(tables::open(folder)?));
    }
    let server = Server::bind(options.port, LaneLimits::default()).map_err(failed)?.tables(tables);
    let stopper = server.stopper();
    ctrlc::set_handler(move || stopper.stop())
        .map_err(|error| Failure::Failed(Text::new("cannot wait for Ctrl-C: {error}").with("error", error)))?;
    let url = server.url();
    writeln!(out, "{url}")?;
    out.flush()?;
    eprintln!("{}", say(&Text::new("The page is served at this address until Ctrl-C.")));
    if options.open && open(&url).is_err() {
        eprintln!("{}", say(&Text::new("The browser could not be opened.")));
    }
    server.run().map_err(failed)?;
    Ok(Exit::Answered)
}

/// Asks the desktop to show an address.
fn open(url: &str) -> std::io::Result<()> {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "windows") {
        ("explorer", &[])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    Command::new(program).args(arguments).arg(url).stdout(Stdio::null()).stderr(Stdio::null()).spawn().map(drop)
}
