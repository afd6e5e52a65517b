//! The tests of the Python package: its wheel is built and installed into an empty environment, then everything is run there.

use crate::setup::run;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of the package.
const PACKAGE: &str = "crates/python";

/// Builds the wheel in the profile of the other tests, whose work it shares, installs it, and runs its tests, its type checks, its
/// docstrings and its notebooks.
pub fn test() -> Result<(), String> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
    let folder = target.join("python");
    let wheels = folder.join("wheels");
    let environment = folder.join("environment");
    clear(&wheels)?;
    run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&environment)).map_err(|error| {
        format!(
            "{error}\nxtask: the tests of the Python package need Python with its venv module (Debian: python3-venv)"
        )
    })?;
    let bin = std::path::absolute(environment.join("bin")).map_err(|error| error.to_string())?;
    let requirements = Path::new(PACKAGE).join("tests/requirements.txt");
    run(python(&bin).args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"]).arg(requirements))?;
    let manifest = Path::new(PACKAGE).join("Cargo.toml");
    run(Command::new(bin.join("maturin"))
        .args(["build", "--quiet", "--profile", "dev", "--locked", "--interpreter"])
        .arg(bin.join("python"))
        .arg("--manifest-path")
        .arg(manifest)
        .arg("--out")
        .arg(&wheels)
        .env("CARGO_INCREMENTAL", if std::env::var_os("CI").is_some() { "0" } else { "1" }))?;
    run(python(&bin).args(["-m", "pip", "install", "--quiet", "--no-deps"]).arg(wheel(&wheels)?))?;
    told(python(&bin).args(["-m", "pytest", "--quiet"]).current_dir(PACKAGE))?;
    told(python(&bin).args(["-m", "mypy"]).current_dir(PACKAGE))?;
    told(python(&bin).args(["-m", "mypy", "--strict", "tests", "benches", "notebooks/render.py"]).current_dir(PACKAGE))
}

fn python(bin: &Path) -> Command {
    Command::new(bin.join("python"))
}

fn clear(folder: &Path) -> Result<(), String> {
    match std::fs::remove_dir_all(folder) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(format!("cannot clear {}: {error}", folder.display())),
    }
}

/// The one wheel in a folder, which must serve every Python from 3.9 on.
fn wheel(folder: &Path) -> Result<PathBuf, String> {
    let entries = std::fs::read_dir(folder).map_err(|error| format!("cannot read {}: {error}", folder.display()))?;
    let mut found = None;
    for entry in entries {
        let path = entry.map_err(|error| error.to_string())?.path();
        if path.to_string_lossy().contains("-cp39-abi3-") {
            found = Some(path);
        }
    }
    found.ok_or_else(|| format!("xtask: no abi3 wheel for Python 3.9 in {}", folder.display()))
}

/// Runs a command whose output is for people.
fn told(command: &mut Command) -> Result<(), String> {
    eprintln!("xtask: {command:?}");
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("xtask: {command:?} failed: {status}")),
        Err(error) => Err(format!("xtask: cannot run {command:?}: {error}")),
    }
}
