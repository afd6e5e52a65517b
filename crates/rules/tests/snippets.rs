//! Code as contest programmers paste it, run here and by `python3`: what runs unchanged prints the same.

use grundy_rules::{Limits, Script};
use std::path::PathBuf;
use std::process::Command;

fn snippets() -> Vec<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/snippets");
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|end| end == "py")).collect();
    paths.sort();
    paths
}

/// What our language leaves out on purpose: classes, fractions and exceptions.
const REFUSED: [&str; 3] = ["class_solution", "float_average", "try_except"];

#[test]
fn pasted_code_prints_what_python_prints() {
    let paths = snippets();
    assert!(paths.len() >= 50, "{} snippets", paths.len());
    let python = Command::new("python3").arg("--version").output().is_ok();
    let mut unchanged = 0;
    for path in &paths {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let source = std::fs::read_to_string(path).unwrap();
        let ours = Script::read(&source).and_then(|script| script.run(Limits::default()));
        if REFUSED.contains(&name.as_str()) {
            assert!(ours.is_err(), "{name} is said to be refused");
            continue;
        }
        let ours = ours.unwrap_or_else(|mistake| panic!("{name}: {mistake}"));
        unchanged += 1;
        if python {
            let theirs = Command::new("python3").arg(path).output().unwrap();
            let theirs = String::from_utf8(theirs.stdout).unwrap();
            assert_eq!(ours, theirs, "{name}");
        }
    }
    assert!(unchanged * 10 >= paths.len() * 9, "{unchanged} of {}", paths.len());
}
