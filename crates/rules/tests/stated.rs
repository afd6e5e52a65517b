//! What a file states about nimbers and values is compared with its moves before it is believed.

use grundy_game::NoFiles;
use grundy_games::Catalogue;
use grundy_rules::RulesFile;
use grundy_solve::{Method, Settings, answer};
use std::time::Duration;

const SUBTRACT: &str = "def moves(n):\n    return [n - k for k in (1, 2) if k <= n]\n";
const PARTISAN: &str = "def moves(p, player):\n    a, b = p\n    if player == 'left':\n        return [(a - 1, b)] if a else []\n    return [(a, b - 1)] if b else []\n";

/// The reason that `solve` gives, or why the position is refused.
fn solved(source: &str, position: &str) -> Result<(String, String), String> {
    let file = RulesFile::read("own", source).map_err(|mistake| mistake.to_string())?;
    let catalogue = Catalogue::standard().with(file);
    let position = catalogue
        .parse(position, &NoFiles)
        .map_err(|error| format!("{} {}", error.place.clone().unwrap_or_default(), error.problem))?;
    let found = answer(&position, &Settings { threads: 1, ..Settings::default() }).map_err(|stop| stop.to_string())?;
    assert_ne!(found.method, Method::Search, "the statement is used");
    Ok((found.value_text().unwrap_or_default(), found.reason.to_string()))
}

#[test]
fn right_statements_are_confirmed() {
    let nimber = format!("{SUBTRACT}def nimber(n):\n    return n % 3\n");
    let (value, reason) = solved(&nimber, "own:100").unwrap();
    assert_eq!((value.as_str(), reason.contains("confirm")), ("*", true), "{reason}");
    let value = format!("{PARTISAN}def value(p):\n    return str(p[0] - p[1])\n");
    let (value, reason) = solved(&value, "own:(7,3)").unwrap();
    assert_eq!((value.as_str(), reason.contains("confirm")), ("4", true), "{reason}");
}

/// A position with more below it than can be looked at is answered, and the answer says what it rests on.
#[test]
fn what_was_not_proved_is_said() {
    let nimber = format!("{SUBTRACT}def nimber(n):\n    return n % 3\n");
    let (value, reason) = solved(&nimber, "own:100000").unwrap();
    assert_eq!((value.as_str(), reason.contains("not proved")), ("*", true), "{reason}");
}

#[test]
fn wrong_statements_are_refused_with_the_position() {
    let cases = [
        // Wrong everywhere but on multiples of 4.
        (format!("{SUBTRACT}def nimber(n):\n    return n % 4\n"), "own:9", "own:3:", "at the position 7"),
        // The nimbers of the options fit each other but for the ground, which is far away from the position asked about.
        (
            format!("{SUBTRACT}small = ['4']\ndef nimber(n):\n    return (n + 1) % 3\n"),
            "own:100000",
            "own:4:",
            "at the position 0",
        ),
        // Wrong far up only.
        (format!("{SUBTRACT}def nimber(n):\n    return n % 3 if n < 90000 else 0\n"), "own:99999", "own:3:", "of its option"),
        // Says something of some positions only.
        (format!("{SUBTRACT}def nimber(n):\n    return 0 if n % 5 == 0 else None\n"), "own:12", "own:3:", "at the position 5"),
        (format!("{PARTISAN}def value(p):\n    return str(p[0] + p[1])\n"), "own:(2,2)", "own:6:", "at the position"),
        // Part of a sum, and of several heaps.
        (format!("{SUBTRACT}def nimber(n):\n    return n % 4\n"), "own:9 + nim:3", "own:3:", "at the position 7"),
        (
            "state = 'heaps of n'\nboth = ['n - k for k in range(1, n + 1)']\ndef nimber(heaps):\n    return sum(heaps)\n"
                .to_owned(),
            "own:1,2",
            "own:3:",
            "at the position",
        ),
    ];
    for (source, position, place, told) in cases {
        let refusal = solved(&source, position).expect_err(&source);
        assert!(refusal.starts_with(place) && refusal.contains(told), "{source}\n{refusal}");
    }
}

/// `check` tells a wrong statement once, not for each position.
#[test]
fn check_tells_a_wrong_statement_once() {
    let source =
        format!("{SUBTRACT}def nimber(n):\n    return n % 4\nsmall = ['0', '3', '4', '5', '6']\nexamples = ['7']\n");
    let report = RulesFile::read("own", &source).unwrap().check(Duration::from_secs(4));
    let problems: Vec<String> = report.problems.iter().map(ToString::to_string).collect();
    assert!(problems.len() == 1 && problems[0].contains("at the position 3"), "{problems:?}");
}
