//! What the browser tests need and cargo cannot bring: a browser with its driver, and two packages of npm.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Packages used at test time only, with the versions the tests were written for.
const PACKAGES: [&str; 2] = ["axe-core@4", "typescript@5"];

/// Programs the tests run, with the Debian packages that bring them.
const PROGRAMS: [(&str, &str); 4] =
    [("chromium", "chromium"), ("chromedriver", "chromium-driver"), ("node", "nodejs"), ("npm", "npm")];

/// Installs what is missing.
pub fn install() -> Result<(), String> {
    programs()?;
    packages()
}

fn works(program: &str) -> bool {
    let mut command = Command::new(program);
    command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

fn programs() -> Result<(), String> {
    let missing = || PROGRAMS.iter().filter(|(program, _)| !works(program));
    if missing().next().is_none() {
        return Ok(());
    }
    run(Command::new("apt-get").arg("update"))?;
    let mut install = Command::new("apt-get");
    install.args(["install", "-y", "--no-install-recommends"]).args(missing().map(|(_, package)| package));
    run(&mut install)?;
    match missing().next() {
        None => Ok(()),
        Some((program, _)) => {
            Err(format!("xtask: the tests of the page need `{program}`, which could not be installed"))
        }
    }
}

fn packages() -> Result<(), String> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
    let folder = target.join("npm");
    let there = |package: &str| {
        let name = package.split('@').next().unwrap_or_default();
        folder.join("node_modules").join(name).join("package.json").exists()
    };
    if PACKAGES.iter().all(|package| there(package)) {
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

/// Runs a command whose output nobody needs.
pub fn run(command: &mut Command) -> Result<(), String> {
    eprintln!("xtask: {command:?}");
    match command.stdout(Stdio::null()).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("xtask: {command:?} failed: {status}")),
        Err(error) => Err(format!("xtask: cannot run {command:?}: {error}")),
    }
}
