//! Pictures of the page for people to look at.

use crate::setup;
use std::process::Command;

/// Writes them into the folder that is named, or into `target/gallery`.
pub fn write() -> Result<(), String> {
    setup::install()?;
    let folder = std::env::args().nth(2).unwrap_or_else(|| "target/gallery".to_owned());
    let mut command = Command::new("cargo");
    command.args(["run", "--quiet", "--package", "grundy-web", "--example", "gallery", "--", &folder]);
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("xtask: {command:?} failed: {status}")),
        Err(error) => Err(format!("xtask: cannot run {command:?}: {error}")),
    }
}
