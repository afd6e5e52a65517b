//! Cram against the reference table and published values.

use grundy_game::NoFiles;
use grundy_solve::{Method, Settings, answer, nimber};

fn value(board: &str, method: Method, threads: usize) -> String {
    let position = grundy_games::parse(&format!("cram:{board}"), &NoFiles).unwrap();
    nimber(&position, &Settings { method, threads, ..Settings::default() }).unwrap().value_text().unwrap()
}

fn written(nimber: &str) -> String {
    match nimber {
        "0" => "0".to_owned(),
        "1" => "*".to_owned(),
        _ => format!("*{nimber}"),
    }
}

#[test]
fn the_reference_table_holds() {
    let table = include_str!("../../../tests/reference/cram.tsv");
    let mut rows = 0;
    for row in table.lines().skip(1) {
        let fields: Vec<&str> = row.split('\t').collect();
        let [board, "nimber", expected] = fields[..] else { panic!("strange row: {row}") };
        for method in [Method::Auto, Method::Search] {
            assert_eq!(value(board, method, 1), written(expected), "{board} by {method}");
        }
        rows += 1;
    }
    assert!(rows > 300);
}

#[test]
fn published_values_hold() {
    for (board, expected) in [("4x5", "2"), ("4x7", "3"), ("5x5", "0"), ("5x6", "2"), ("5x7", "1"), ("4x9", "1")] {
        assert_eq!(value(board, Method::Auto, 1), written(expected), "{board}");
    }
    assert_eq!(value("5x6", Method::Auto, 4), "*2");
}

/// So many positions that the table is packed, by one thread and by two that share it.
#[test]
fn a_long_search_holds() {
    for threads in [1, 2] {
        assert_eq!(value("5x8", Method::Auto, threads), "*", "{threads}");
    }
}

#[test]
fn even_boards_are_lost_by_symmetry() {
    for board in ["4x4", "4x6", "2x8", "6x8", "8x10"] {
        let position = grundy_games::parse(&format!("cram:{board}"), &NoFiles).unwrap();
        let found = answer(&position, &Settings::default()).unwrap();
        assert_eq!((found.value_text().as_deref(), found.method), (Some("0"), Method::Theorem), "{board}");
        assert!(found.reason.to_string().contains("symmetry"), "{board}");
    }
    assert_eq!(value("4x4", Method::Search, 1), "0");
    assert_eq!(value("4x6", Method::Search, 1), "0");
}
