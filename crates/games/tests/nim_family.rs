//! Facts and reference tables of the Nim family.

use grundy_game::{NoFiles, Outcome, Play};
use grundy_games::parse;
use grundy_solve::{Answer, Settings, Worth, answer};

fn solve(text: &str, play: Play) -> Answer {
    let position = parse(text, &NoFiles).unwrap_or_else(|error| panic!("{}", error.render()));
    answer(&position, &Settings { play, ..Settings::default() }).unwrap()
}

fn table(name: &str) -> Vec<Vec<String>> {
    let path = format!("{}/../../tests/reference/{name}.tsv", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let rows: Vec<Vec<String>> =
        text.lines().skip(1).map(|line| line.split('\t').map(str::to_owned).collect()).collect();
    assert!(rows.len() > 10, "{name} is nearly empty");
    rows
}

#[test]
fn wythoff_table() {
    for row in table("wythoff") {
        let nimber = row[2].as_str();
        let expected = Worth::Nimber(nimber.parse().unwrap());
        assert_eq!(solve(&format!("wythoff:{}", row[0]), Play::Normal).value, Some(expected), "{}", row[0]);
    }
}

#[test]
fn subtraction_table() {
    for row in table("subtraction").iter().filter(|row| row[1].starts_with("nimbers")) {
        for (index, nimber) in row[2].split(',').enumerate() {
            let expected = Worth::Nimber(nimber.parse().unwrap());
            let text = format!("subtract({}):{}", row[0], index + 1);
            assert_eq!(solve(&text, Play::Normal).value, Some(expected), "{text}");
        }
    }
}

#[test]
fn subtraction_periods_table() {
    for row in table("subtraction_periods") {
        let text = format!("subtract({}):1000000000", row[0]);
        let reason = solve(&text, Play::Normal).reason.to_string();
        let expected = format!("period {} from heap {} on", row[1], row[2]);
        assert!(reason.contains(&expected), "{text}: {reason}");
    }
}

#[test]
fn coins_lose_exactly_on_the_residue_one() {
    for most in 1..=9 {
        for coins in 1..=60 {
            let expected = if coins % (most + 1) == 1 { Outcome::Second } else { Outcome::First };
            assert_eq!(solve(&format!("coins({most}):{coins}"), Play::Normal).outcome, Some(expected));
        }
    }
}

#[test]
fn twenty_one_matches() {
    let answer = solve("subtract(1-4):21", Play::Normal);
    let labels: Vec<&str> = answer.winning_moves.iter().map(|found| found.label.as_str()).collect();
    assert_eq!(labels, ["take 1 from heap 1"]);
    let lost: Vec<u64> = (0..=21)
        .filter(|heap| solve(&format!("subtract(1-4):{heap}"), Play::Normal).outcome == Some(Outcome::Second))
        .collect();
    assert_eq!(lost, [0, 5, 10, 15, 20]);
}

#[test]
fn a_game_added_to_itself_is_lost() {
    for text in ["nim:3,4,6", "wythoff:4,6", "subtract(2,3):7", "coins(3):9"] {
        assert_eq!(solve(&format!("{text}+{text}"), Play::Normal).outcome, Some(Outcome::Second), "{text}");
    }
}
