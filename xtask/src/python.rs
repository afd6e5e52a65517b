//! The tests of the Python package: its wheel is built and installed into an empty environment, then everything is run there.

use crate::setup::run;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The folder of the package.
const PACKAGE: &str = "crates/python";

/// Builds the wheel in the profile of the other tests, whose work it shares, installs it, and runs its tests, its type checks, its
/// docstrings and its notebooks.
pub fn test() -> Result<(), String> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
    let folder = std::path::absolute(target.join("python")).map_err(|error| error.to_string())?;
    let wheels = folder.join("wheels");
    let tools = tools(&folder.join("tools"))?;
    clear(&wheels)?;
    run(Command::new(tools.join("maturin"))
        .args(["build", "--quiet", "--profile", "dev", "--locked", "--interpreter"])
        .arg(tools.join("python"))
        .arg("--manifest-path")
        .arg(Path::new(PACKAGE).join("Cargo.toml"))
        .arg("--out")
        .arg(&wheels)
        .env("CARGO_INCREMENTAL", if std::env::var_os("CI").is_some() { "0" } else { "1" }))?;
    let bin = environment(&folder.join("environment"), &tools, &wheel(&wheels)?)?;
    // Types are checked beside the tests, which use one core for most of the time.
    let mut types = python(&bin);
    types.arg("-m").arg("mypy").current_dir(PACKAGE).stdout(Stdio::piped()).stderr(Stdio::piped());
    let checking = types.spawn().map_err(|error| format!("xtask: cannot run {types:?}: {error}"))?;
    let tested = told(python(&bin).args(["-m", "pytest", "--quiet", "--durations=5"]).current_dir(PACKAGE));
    let checked = checking.wait_with_output().map_err(|error| format!("xtask: {types:?}: {error}"))?;
    eprintln!("xtask: {types:?}\n{}", String::from_utf8_lossy(&checked.stdout).trim_end());
    tested?;
    if checked.status.success() {
        return Ok(());
    }
    Err(format!("xtask: {types:?} failed: {}\n{}", checked.status, String::from_utf8_lossy(&checked.stderr)))
}

/// An environment with what the tests need besides the package, kept until they need something else; returns where its
/// programs are.
fn tools(folder: &Path) -> Result<PathBuf, String> {
    let requirements = Path::new(PACKAGE).join("tests/requirements.txt");
    let wanted = std::fs::read_to_string(&requirements)
        .map_err(|error| format!("cannot read {}: {error}", requirements.display()))?;
    let note = folder.join("installed");
    let bin = folder.join("bin");
    let works = || python(&bin).arg("--version").stdout(Stdio::null()).status().is_ok_and(|status| status.success());
    if std::fs::read_to_string(&note).is_ok_and(|installed| installed == wanted) && works() {
        return Ok(bin);
    }
    run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(folder)).map_err(|error| {
        format!(
            "{error}\nxtask: the tests of the Python package need Python with its venv module (Debian: python3-venv)"
        )
    })?;
    // What is imported is compiled then; compiling everything takes longer than the tests.
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile", "-r"];
    run(python(&bin).args(install).arg(&requirements))?;
    std::fs::write(&note, wanted).map_err(|error| format!("cannot write {}: {error}", note.display()))?;
    Ok(bin)
}

/// A fresh environment in which the wheel is installed, and which finds the tools; returns where its programs are.
fn environment(folder: &Path, tools: &Path, wheel: &Path) -> Result<PathBuf, String> {
    run(python(tools).args(["-m", "venv", "--clear", "--without-pip"]).arg(folder))?;
    let bin = folder.join("bin");
    let packages = format!("{}\n", packages(tools)?);
    let link = Path::new(&self::packages(&bin)?).join("tools.pth");
    std::fs::write(&link, packages).map_err(|error| format!("cannot write {}: {error}", link.display()))?;
    run(python(tools)
        .args(["-m", "pip", "--python"])
        .arg(bin.join("python"))
        .args(["install", "--quiet", "--disable-pip-version-check", "--no-deps", "--ignore-installed"])
        .arg(wheel))?;
    Ok(bin)
}

/// Where the packages of an environment are.
fn packages(bin: &Path) -> Result<String, String> {
    let mut command = python(bin);
    command.args(["-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]);
    let output = command.output().map_err(|error| format!("xtask: cannot run {command:?}: {error}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
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
