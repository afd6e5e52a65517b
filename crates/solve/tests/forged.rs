//! The certificates of `tests/forged`: the honest ones are accepted, all others refused, by both checkers.

use grundy_budget::Budget;
use grundy_game::NoFiles;
use grundy_solve::{Certificate, check};
use std::path::{Path, PathBuf};
use std::process::Command;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests")
}

/// The forged certificates by name, each with the last line that a forger would write.
fn forged() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder().join("forged")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "txt") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let body: String = text.split_inclusive('\n').filter(|line| !line.starts_with('#')).collect();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        found.push((name, format!("{body}end {} {:016x}\n", body.lines().count(), fnv(&body))));
    }
    found.sort();
    found
}

fn fnv(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

fn verdict(text: &str) -> Result<(), String> {
    let read = |text: &str| grundy_games::parse(text, &NoFiles).map_err(|error| error.to_string());
    let certificate = Certificate::read(text).map_err(|error| error.to_string())?;
    check(&certificate, &read, &Budget::unlimited()).map_err(|flaw| flaw.to_string())
}

#[test]
fn forged_certificates_are_refused_and_honest_ones_accepted() {
    let all = forged();
    assert!(all.len() >= 60, "{} files", all.len());
    for (name, text) in &all {
        let verdict = verdict(text);
        assert_eq!(verdict.is_ok(), name.starts_with("true-"), "{name}: {verdict:?}\n{text}");
    }
}

/// The checker in Python knows fewer games; what it knows it judges alike.
#[test]
fn the_second_checker_agrees() {
    let place = std::env::temp_dir().join(format!("grundy-forged-{}", std::process::id()));
    std::fs::create_dir_all(&place).unwrap();
    let mut accepted = 0;
    for (name, text) in forged() {
        let file = place.join(format!("{name}.txt"));
        std::fs::write(&file, &text).unwrap();
        let ran = Command::new("python3").arg(folder().join("checker/check.py")).arg(&file).output();
        let ran = ran.expect("python3 is needed for the second checker");
        let told = String::from_utf8_lossy(&ran.stdout).into_owned() + &String::from_utf8_lossy(&ran.stderr);
        let code = ran.status.code();
        assert!(!told.contains("Traceback"), "{name}: {told}");
        match name.strip_prefix("true-") {
            Some("formula") => assert_eq!(code, Some(2), "{name}: {told}"),
            Some(_) => {
                assert_eq!(code, Some(0), "{name}: {told}");
                accepted += 1;
            }
            // A claim that nothing leads to is checked there like all others.
            None => assert_ne!(code, Some(0), "{name}: {told}"),
        }
    }
    assert!(accepted > 5);
    std::fs::remove_dir_all(&place).unwrap();
}
