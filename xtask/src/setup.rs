//! What the browser tests need and cargo cannot bring: a browser with its driver, and two packages of npm.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Packages used at test time only, with the versions the tests were written for.
const PACKAGES: [&str; 2] = ["axe-core@4", "typescript@5"];

/// Installs what is missing.
pub fn install() -> Result<(), String> {
    if !["chromium", "chromedriver"].iter().all(|program| works(program)) {
        browser()?;
    }
    packages()
}

fn works(program: &str) -> bool {
    Command::new(program)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|s| s.success())
}

fn browser() -> Result<(), String> {
    run(Command::new("apt-get").arg("update"))?;
    run(Command::new("apt-get").args(["install", "-y", "--no-install-recommends", "chromium", "chromium-driver"]))?;
    if works("chromedriver") {
        Ok(())
    } else {
        Err("xtask: the browser tests need chromium and chromedriver, and they could not be installed".to_owned())
    }
}

fn packages() -> Result<(), String> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
    let folder = target.join("npm");
    let there = |package: &&str| {
        let name = package.split('@').next().unwrap_or_default();
        folder.join("node_modules").join(name).join("package.json").exists()
    };
    if PACKAGES.iter().all(|package| there(&package)) {
        return Ok(());
    }
    std::fs::create_dir_all(&folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    npm(&folder)
}

fn npm(folder: &Path) -> Result<(), String> {
    let mut command = Command::new("npm");
    command.args(["install", "--no-save", "--no-audit", "--no-fund", "--prefix"]).arg(folder).args(PACKAGES);
    run(&mut command).map_err(|error| format!("{error}\nxtask: the checks of the page need node and npm"))
}

fn run(command: &mut Command) -> Result<(), String> {
    eprintln!("xtask: {command:?}");
    match command.stdout(Stdio::null()).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("xtask: {command:?} failed: {status}")),
        Err(error) => Err(format!("xtask: cannot run {command:?}: {error}")),
    }
}
