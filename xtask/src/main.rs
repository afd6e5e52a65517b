//! Chores of the project. `cargo xtask test` is the test command of the README.

mod bench;
mod budgets;
mod gallery;
mod licences;
mod measure;
mod python;
mod setup;
mod silent;

use std::process::{Command, ExitCode};

const USAGE: &str =
    "usage: cargo xtask test        everything: format, lints, licences, unit, integration and doc tests, the Python package
       cargo xtask setup       only what the browser tests need: chromium, its driver, axe-core, typescript
       cargo xtask gallery     pictures of the page at three widths, into target/gallery or a folder that is named
       cargo xtask python      only the Python package: wheel, tests, types, docstrings, notebooks
       cargo xtask licences    only the licences of all dependencies
       cargo xtask bench       the speed of the library beside the peers that are installed; `--quick` waits 15 s for a program,
                           `--patience=60s` a minute, a word keeps the lines that hold it; PEERS, BEFORE and FORMULAS are explained in xtask/src/bench.rs
       cargo xtask budgets     how far the command oversteps --time and --memory on every game; `--time=1s`, `--quick`, `--memory-only`
       cargo xtask silent      only the places that may swallow an error; `silent record` after some have gone";

fn main() -> ExitCode {
    let task = std::env::args().nth(1);
    let words: Vec<String> = std::env::args().skip(2).collect();
    let known = ["--quick", "--memory-only", "--time=", "--patience="];
    if words.iter().any(|word| word.starts_with('-') && !known.iter().any(|known| word.starts_with(known))) {
        eprintln!("{USAGE}");
        return ExitCode::FAILURE;
    }
    let result = match task.as_deref() {
        Some("test") => test(),
        Some("setup") => setup::install(),
        Some("gallery") => gallery::write(),
        Some("python") => python::test(),
        Some("bench") => bench::run(&words),
        Some("budgets") => budgets::run(&words),
        Some("licences") => licences::check(),
        Some("silent") if words.first().is_some_and(|word| word == "record") => silent::record(),
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
    oldest_compiler()?;
    cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"])?;
    // A user of values or Nim needs no C++ compiler, no bitmaps and no server.
    cargo(&["check", "--package", "grundy", "--no-default-features", "--examples", "--quiet"])?;
    // The small checker is built without the solvers.
    cargo(&["check", "--package", "grundy-check", "--quiet"])?;
    cargo(&["doc", "--workspace", "--no-deps", "--quiet"])?;
    cargo(&["test", "--workspace", "--quiet", "--no-fail-fast"])?;
    python::test()
}

/// Checks the library with the oldest compiler that the manifest promises: the one at hand, or that one where it is
/// installed beside it.
fn oldest_compiler() -> Result<(), String> {
    let manifest = std::fs::read_to_string("Cargo.toml").map_err(|error| format!("cannot read Cargo.toml: {error}"))?;
    let promised = manifest.lines().find_map(|line| line.strip_prefix("rust-version = "));
    let promised = promised.ok_or("Cargo.toml states no rust-version")?.trim_matches('"').to_owned();
    let output =
        Command::new("rustc").arg("--version").output().map_err(|error| format!("cannot run rustc: {error}"))?;
    let version = String::from_utf8_lossy(&output.stdout).into_owned();
    if version.split(' ').nth(1).is_some_and(|version| version.starts_with(&format!("{promised}."))) {
        return Ok(());
    }
    let toolchain = format!("+{promised}");
    let found =
        Command::new("cargo").args([&toolchain, "--version"]).output().is_ok_and(|output| output.status.success());
    if !found {
        eprintln!("xtask: Rust {promised} is not installed here, so the promise of rust-version was not checked");
        return Ok(());
    }
    let status = Command::new("cargo").args([&toolchain, "check", "--workspace", "--quiet"]).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        _ => Err(format!("xtask: the workspace does not compile with Rust {promised}, which rust-version promises")),
    }
}

fn cargo(arguments: &[&str]) -> Result<(), String> {
    eprintln!("xtask: cargo {}", arguments.join(" "));
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let status = Command::new(cargo)
        .args(arguments)
        .env(SEED.0, SEED.1)
        .env("RUSTDOCFLAGS", "-D warnings")
        // A run from nothing gains nothing from being able to go on from there.
        .env("CARGO_INCREMENTAL", if std::env::var_os("CI").is_some() { "0" } else { "1" })
        .status()
        .map_err(|error| format!("cannot run cargo: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("xtask: cargo {} failed", arguments.join(" "))) }
}
