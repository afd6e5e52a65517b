//! Chores of the project. `cargo xtask test` is the test command of the README.

mod licences;
mod setup;
mod silent;

use std::process::{Command, ExitCode};

const USAGE: &str =
    "usage: cargo xtask test        everything: format, lints, licences, unit, integration and doc tests
       cargo xtask setup       only what the browser tests need: chromium, its driver, axe-core, typescript
       cargo xtask licences    only the licences of all dependencies
       cargo xtask silent      only the places that may swallow an error; `silent record` after some have gone";

fn main() -> ExitCode {
    let task = std::env::args().nth(1);
    let result = match task.as_deref() {
        Some("test") => test(),
        Some("setup") => setup::install(),
        Some("licences") => licences::check(),
        Some("silent") if std::env::args().nth(2).as_deref() == Some("record") => silent::record(),
        Some("silent") => silent::check(),
        _ => Err(USAGE.to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// The seed of the random cases of property tests in a full run, so that two runs of one commit agree; a plain
/// `cargo test` draws new cases every time.
const SEED: (&str, &str) = ("PROPTEST_RNG_SEED", "1935");

/// Runs every check, cheapest first.
fn test() -> Result<(), String> {
    cargo(&["fmt", "--all", "--check"])?;
    licences::check()?;
    silent::check()?;
    setup::install()?;
    cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"])?;
    cargo(&["test", "--workspace", "--quiet", "--no-fail-fast"])
}

fn cargo(arguments: &[&str]) -> Result<(), String> {
    eprintln!("xtask: cargo {}", arguments.join(" "));
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let status = Command::new(cargo)
        .args(arguments)
        .env(SEED.0, SEED.1)
        .status()
        .map_err(|error| format!("cannot run cargo: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("xtask: cargo {} failed", arguments.join(" "))) }
}
