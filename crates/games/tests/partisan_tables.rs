//! The values of partisan positions against tables made by an independent system.

use grundy_game::NoFiles;
use grundy_games::parse;
use grundy_solve::{Method, Position, Settings, Stop, answer};
use grundy_value::Store;

/// The rows of a table: input and expected value.
fn rows(name: &str) -> Vec<(String, String)> {
    let path = format!("{}/../../tests/reference/{name}.tsv", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let rows: Vec<_> = text
        .lines()
        .skip(1)
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            assert_eq!((fields.len(), fields[1]), (3, "value"), "{path}: {line}");
            (fields[0].to_owned(), fields[2].to_owned())
        })
        .collect();
    assert!(rows.len() > 10, "{path}");
    rows
}

fn read(text: &str) -> Position {
    parse(text, &NoFiles).unwrap_or_else(|error| panic!("{}", error.render()))
}

/// Every row by canonical forms alone and by `auto` with its theorems; the outcome also by search.
fn check(table: &str, notation: impl Fn(&str) -> String) {
    let mut store = Store::default();
    for (input, expected) in rows(table) {
        let position = read(&notation(&input));
        let value = store.parse(&expected).unwrap_or_else(|error| panic!("{expected}: {error}"));
        let (printed, outcome) = (store.print(value).unwrap(), store.outcome(value).name());
        for method in [Method::Value, Method::Auto, Method::Theorem, Method::Search] {
            let found = match answer(&position, &Settings { method, ..Settings::default() }) {
                Err(Stop::NoTheorem(_)) if method == Method::Theorem => continue,
                other => other.unwrap_or_else(|stop| panic!("{position}: {stop}")),
            };
            let context = format!("{table} {input} as {position} by {method}: {}", found.reason);
            assert_eq!(found.outcome.map(|outcome| outcome.to_string()).as_deref(), Some(outcome), "{context}");
            match method {
                Method::Search => assert_eq!(found.value, None, "{context}"),
                _ => assert_eq!(found.value_text().as_deref(), Some(printed.as_str()), "{context}"),
            }
        }
    }
}

#[test]
fn domineering() {
    check("domineering", |input| format!("domineering:{input}"));
}

#[test]
fn clobber() {
    check("clobber", |input| format!("clobber:{input}"));
}

#[test]
fn amazons() {
    check("amazons", |input| format!("amazons:{input}"));
}

#[test]
fn toads_and_frogs() {
    check("toads_and_frogs", |input| format!("toads:{input}"));
}

#[test]
fn cakes() {
    for (table, game) in [("cutcake", "cake"), ("maundycake", "maundy"), ("eatcake", "eatcake")] {
        check(table, |input| format!("{game}:{}", input.replace(',', "x")));
    }
}

#[test]
fn toppling_dominoes() {
    check("toppling_dominoes", |input| format!("dominoes:{input}"));
}

#[test]
fn partizan_subtraction() {
    check("partizan_subtraction", |input| {
        let (sets, heap) = input.split_once(" heap ").unwrap();
        format!("psubtract({}):{heap}", sets.replace(' ', ""))
    });
}

#[test]
fn partizan_euclid() {
    check("partizan_euclid", |input| format!("peuclid:{input}"));
}

#[test]
fn hackenbush() {
    for table in ["hackenbush_stalks", "hackenbush_trees", "hackenbush_cycles"] {
        check(table, |input| format!("hackenbush:{input}"));
    }
}

#[test]
fn col_and_snort() {
    check("col_snort_paths", |input| input.replace(' ', ":"));
}
