//! Facts and reference tables of the chocolate bar.

use grundy_budget::Budget;
use grundy_game::{NoFiles, Outcome, Play};
use grundy_games::parse;
use grundy_games::staircase::{Losing, Nimbers, Staircases};
use grundy_solve::{Answer, Engine, Method, answer};
use std::collections::BTreeMap;

fn solve(text: &str, play: Play, method: Method) -> Answer {
    let position = parse(text, &NoFiles).unwrap_or_else(|error| panic!("{}", error.render()));
    answer(&position, &Engine { play, method, ..Engine::default() }).unwrap()
}

fn winning(answer: &Answer) -> Vec<&str> {
    answer.winning_moves.iter().map(|found| found.label.as_str()).collect()
}

/// All winning bites of every bar up to 12×12.
fn openings() -> BTreeMap<(usize, usize), Vec<(usize, usize)>> {
    let path = format!("{}/../../tests/reference/chocolate_bar_openings.tsv", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let mut openings: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for line in text.lines().skip(1) {
        let row: Vec<usize> = line.split('\t').map(|field| field.parse().unwrap()).collect();
        openings.entry((row[0], row[1])).or_default().push((row[2], row[3]));
    }
    assert!(openings.len() >= 143, "the table is nearly empty");
    openings.values_mut().for_each(|bites| bites.sort_unstable());
    openings
}

#[test]
fn openings_of_all_bars_up_to_12x12() {
    let expected = openings();
    let losing = Losing::fill(12, 12, Play::Normal, &Budget::unlimited()).unwrap();
    for rows in 1..=12 {
        for columns in 1..=12 {
            let bites = expected.get(&(rows, columns)).cloned().unwrap_or_default();
            assert_eq!(losing.winning_bites(rows, columns), bites, "{rows}x{columns}");
            if rows * columns > 64 {
                continue;
            }
            let answer = solve(&format!("bar:{rows}x{columns}"), Play::Normal, Method::Auto);
            let labels: Vec<String> = bites.iter().map(|(row, column)| format!("eat ({row},{column})")).collect();
            assert_eq!(winning(&answer), labels, "{rows}x{columns}");
            assert_eq!(answer.outcome == Some(Outcome::Second), (rows, columns) == (1, 1));
        }
    }
}

#[test]
fn boards_with_two_winning_bites() {
    let losing = Losing::fill(12, 13, Play::Normal, &Budget::unlimited()).unwrap();
    let twice: Vec<(usize, usize)> = (1..=12)
        .flat_map(|rows| (rows..=13).map(move |columns| (rows, columns)))
        .filter(|&(rows, columns)| losing.winning_bites(rows, columns).len() > 1)
        .collect();
    assert_eq!(twice, [(6, 13), (8, 10), (9, 10), (12, 13)]);
    assert_eq!(winning(&solve("bar:8x10", Play::Normal, Method::Auto)), ["eat (4,9)", "eat (5,6)"]);
}

/// The poisoned square counts as removed.
#[test]
fn nimbers_of_bars() {
    let nimber = |rows: usize, columns: usize| {
        let table = Nimbers::<u8>::fill(Staircases::new(rows, columns).unwrap(), &Budget::unlimited()).unwrap();
        table.nimber(vec![columns; rows])
    };
    assert_eq!([nimber(8, 10), nimber(10, 10), nimber(12, 12)], [51, 19, 41]);
    assert_eq!(solve("bar:8x10", Play::Normal, Method::Auto).value.as_deref(), Some("*51"));
    assert_eq!(solve("bar:8x10+nim:51", Play::Normal, Method::Auto).outcome, Some(Outcome::Second));
}

#[test]
fn theorems_give_their_reasons() {
    let square = solve("bar:30x30", Play::Normal, Method::Theorem);
    assert_eq!(winning(&square), ["eat (2,2)"]);
    assert!(square.reason.to_string().contains("(2,2) leaves two arms of 29"), "{}", square.reason);
    let two = solve("bar:2x100", Play::Normal, Method::Theorem);
    assert_eq!(winning(&two), ["eat (2,100)"]);
    assert!(two.reason.to_string().contains("corner opposite the poison"), "{}", two.reason);
    assert_eq!(winning(&solve("bar:100x2", Play::Normal, Method::Theorem)), ["eat (100,2)"]);
    assert_eq!(solve("bar:1x1", Play::Normal, Method::Auto).outcome, Some(Outcome::Second));
    let large = solve("bar:5x7", Play::Normal, Method::Auto);
    assert!(large.reason.to_string().contains("strategy stealing"), "{}", large.reason);
    assert!(large.reason.to_string().contains("names no bite"), "{}", large.reason);
    for play in [Play::Normal, Play::Misere] {
        assert_eq!(solve("bar:3x3", play, Method::Auto).outcome, Some(Outcome::First));
    }
}

#[test]
fn bad_bars_are_refused() {
    let cases = [
        ("bar:", "expected the number of columns"),
        ("bar:3x", "expected the number of columns"),
        ("bar:0x3", "a bar has at least one of its rows"),
        ("bar:3,4", "this row of 4 squares is longer than the one before, of 3"),
        ("bar:1001x2", "a bar has at most 1000 rows"),
        ("bar:99999999999999999999x2", "a bar has at most 1000 rows"),
        ("bar:3x4x5", "expected the number of columns"),
        ("bar(2):3x4", "`bar` takes no arguments"),
    ];
    for (text, problem) in cases {
        assert_eq!(parse(text, &NoFiles).unwrap_err().to_string(), problem, "{text}");
    }
}

#[test]
fn tables_too_large_for_the_budget_are_not_made() {
    let position = parse("bar:15x16", &NoFiles).unwrap();
    let limits = grundy_budget::Limits { memory: Some(1 << 20), ..Default::default() };
    let answer = answer(&position, &Engine { budget: Budget::new(limits), ..Engine::default() }).unwrap();
    assert_eq!((answer.outcome, answer.complete), (Some(Outcome::First), false));
}
