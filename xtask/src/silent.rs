//! Errors that are swallowed: a failure must never look like an answer.
//!
//! `.unwrap_or_default()` and its friends turn a failure into an empty list or a 0. Sometimes that is right, and then a
//! remark that begins with `// why` on the same line or just above says so. What cannot fail needs none: the greatest of no
//! numbers, a buffer taken from a heap of spare ones, text written into a string. What stood in the code before this rule
//! is counted in `xtask/silent.txt`, file by file: the counts may only fall.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// What may swallow an error.
const PATTERNS: [&str; 6] =
    [".unwrap_or_default()", ".unwrap_or(0)", ".unwrap_or(false)", ".ok()", "filter_map(Result::ok)", "let _ ="];

/// What looks like one of them and says only that there was nothing: no number, no spare buffer.
const NOTHING_LOST: [&str; 5] = [
    ".max().unwrap_or(0)",
    ".min().unwrap_or(0)",
    ".max().copied().unwrap_or(0)",
    "spare.pop().unwrap_or_default()",
    ".first().copied().unwrap_or_default()",
];

const KNOWN: &str = "xtask/silent.txt";

/// Refuses files with more such places than are known.
pub fn check() -> Result<(), String> {
    let known = std::fs::read_to_string(root().join(KNOWN)).map_err(|error| format!("{KNOWN}: {error}"))?;
    let known: BTreeMap<&str, usize> = known
        .lines()
        .filter_map(|line| line.split_once(' '))
        .filter_map(|(n, path)| Some((path, n.parse().ok()?)))
        .collect();
    let mut complaints = String::new();
    for (path, places) in found()? {
        let allowed = known.get(path.as_str()).copied().unwrap_or(0);
        if places.len() > allowed {
            let _ = writeln!(complaints, "{path}: {} places that may swallow an error, {allowed} known:", places.len());
            for place in &places {
                complaints.push_str("  ");
                complaints.push_str(place);
                complaints.push('\n');
            }
        }
    }
    if complaints.is_empty() {
        return Ok(());
    }
    Err(format!("{complaints}pass the error on, or say in a remark `// why …` why nothing is lost"))
}

/// Notes the places there are now, after some have gone.
pub fn record() -> Result<(), String> {
    let mut text = String::new();
    for (path, places) in found()? {
        let _ = writeln!(text, "{} {path}", places.len());
    }
    std::fs::write(root().join(KNOWN), text).map_err(|error| format!("{KNOWN}: {error}"))
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new(".")).to_owned()
}

/// The places of every file that has any, by path.
fn found() -> Result<BTreeMap<String, Vec<String>>, String> {
    let mut files = Vec::new();
    let crates = root().join("crates");
    for room in listed(&crates)? {
        sources(&room.join("src"), &mut files)?;
    }
    let mut found = BTreeMap::new();
    for path in files {
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let places = places(&text);
        if !places.is_empty() {
            let name = path.strip_prefix(root()).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            found.insert(name, places);
        }
    }
    Ok(found)
}

fn listed(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let told = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(told)? {
        paths.push(entry.map_err(told)?.path());
    }
    paths.sort();
    Ok(paths)
}

fn sources(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    for path in listed(folder)? {
        if path.is_dir() {
            sources(&path, files)?;
        } else if path.extension().is_some_and(|end| end == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

/// The lines of the code proper, before the tests, that may swallow an error and do not say why.
fn places(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().take_while(|line| line.trim() != "#[cfg(test)]").collect();
    let says_why = |line: &str| line.contains("// why");
    let has = |name: &str| lines.iter().any(|line| line.starts_with("use std::") && line.contains(name));
    // Only strings can be written to where the word for it is that of `fmt`.
    let into_strings = has("fmt::Write") && !has("io::");
    let swallows = |line: &&str| {
        let mut rest = (*line).to_owned();
        NOTHING_LOST.iter().for_each(|one| rest = rest.replace(one, ""));
        if into_strings && rest.contains("let _ = write") {
            return false;
        }
        !rest.trim_start().starts_with("//") && PATTERNS.iter().any(|one| rest.contains(one))
    };
    let silent = |(at, line): &(usize, &str)| {
        swallows(line) && !says_why(line) && !at.checked_sub(1).is_some_and(|before| says_why(lines[before]))
    };
    lines.iter().copied().enumerate().filter(silent).map(|(at, line)| format!("{}: {}", at + 1, line.trim())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn silence_is_heard_unless_it_says_why() {
        let text = "let a = f().unwrap_or_default();\n// why: nothing to lose\nlet _ = g();\nlet b = h().ok(); // why not\n\
                    // x.ok() in a remark\nlet c = x.ok();\n#[cfg(test)]\nlet d = y.ok();\n";
        assert_eq!(places(text), ["1: let a = f().unwrap_or_default();", "6: let c = x.ok();"]);
    }

    #[test]
    fn nothing_is_no_failure() {
        let text = "let a = list.iter().max().unwrap_or(0);\nlet _ = writeln!(text, \"a\");\nlet b = self.spare.pop().unwrap_or_default();\n";
        assert_eq!(places(text), ["2: let _ = writeln!(text, \"a\");"]);
        assert_eq!(places(&format!("use std::fmt::Write as _;\n{text}")), [""; 0]);
        assert_eq!(places(&format!("use std::fmt::Write as _;\nuse std::io::Write;\n{text}")).len(), 1);
        assert_eq!(places("let a = list.iter().max().unwrap_or(0) + f().unwrap_or(0);").len(), 1);
    }

    #[test]
    fn no_new_place_swallows_an_error() {
        assert_eq!(check(), Ok(()));
    }
}
