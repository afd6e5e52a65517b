//! The command as a user would try it, on quantified formulas.

mod common;

use common::{grundy, json};
use std::io::Write;

const THREE: &str = "E x1 A x2 E x3 : (x1) (x2|-x3) (-x1|-x2|x3)";

fn file(text: &str) -> tempfile::NamedTempFile {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(text.as_bytes()).unwrap();
    file
}

fn solve(position: &str) -> serde_json::Value {
    let run = grundy(&["solve", position, "--format", "json"]);
    assert_eq!(run.code, 0, "{}", run.err);
    json(&run.out)
}

#[test]
fn the_first_player_can_play_the_whole_game() {
    let mut position = format!("formula:\"{THREE}\"");
    for expected in ["x1=1", "x3=0"] {
        let answer = solve(&position);
        assert_eq!((&answer["outcome"], &answer["winning_moves"][0]["move"]), (&"first".into(), &expected.into()));
        assert_eq!(answer["winning_moves"].as_array().unwrap().len(), 1);
        let after = answer["winning_moves"][0]["to"].as_str().unwrap().to_owned();
        let reply = solve(&after);
        assert_eq!(reply["outcome"], "second");
        position = after.replace("x1=1\"", "x1=1 x2=0\"");
    }
    assert_eq!(position, format!("formula:\"{THREE} ; x1=1 x2=0 x3=0\""));
    insta::assert_snapshot!(grundy(&["moves", &format!("formula:\"{THREE} ; x1=1 x2=1\"")]).out, @r#"
    wins   x3=1  → formula:"E x1 A x2 E x3 : (x1) (x2|-x3) (-x1|-x2|x3) ; x1=1 x2=1 x3=1"
    loses  x3=0  → formula:"E x1 A x2 E x3 : (x1) (x2|-x3) (-x1|-x2|x3) ; x1=1 x2=1 x3=0"
    "#);
}

#[test]
fn files_are_read() {
    let equal = file("p cnf 2 2\na 1 0\ne 2 0\n1 -2 0\n-1 2 0\n");
    let position = format!("formula:@{}", equal.path().display());
    let answer = solve(&position);
    assert_eq!(
        (&answer["outcome"], &answer["position"]),
        (&"first".into(), &"formula:\"A x1 E x2 : (x1|-x2) (-x1|x2)\"".into())
    );
    let inline = file("E y A x : (x|-y) (-x|y)\n");
    assert_eq!(solve(&format!("formula:@{}", inline.path().display()))["outcome"], "second");
    assert_eq!(solve("formula::")["outcome"], "first");
    assert_eq!(solve("formula:\": ()\"")["outcome"], "second");
}

#[test]
fn sums_with_nim_follow_the_values() {
    let value = solve(&format!("formula:\"{THREE}\""))["value"].as_str().unwrap().to_owned();
    let heap = value.trim_start_matches('*');
    assert_eq!(solve(&format!("formula:\"{THREE}\" + nim:{heap}"))["outcome"], "second");
}

#[test]
fn bad_formulas_are_told_apart() {
    insta::assert_snapshot!(grundy(&["solve", "formula:\"E x : (x|y)\""]).err, @r#"
    error: unknown variable `y`: every variable must stand behind E or A before the colon
      formula:"E x : (x|y)"
                        ^
    "#);
    insta::assert_snapshot!(grundy(&["solve", "formula:\"E x : (x) ; x=2\""]).err, @r#"
    error: not a move here
      formula:"E x : (x) ; x=2"
                           ^^^ expected `x=1` or `x=0`
    "#);
    let broken = file("p cnf 1 1\n1 x 0\n");
    let run = grundy(&["solve", &format!("formula:@{}", broken.path().display())]);
    assert!(run.err.contains("line 2: expected a number") && run.code == 2, "{}", run.err);
    assert_eq!(grundy(&["solve", "formula:@no-such-file"]).code, 2);
    assert_eq!(grundy(&["solve", "formula:"]).code, 2);
}

#[test]
fn reducing_prints_the_graph_of_node_kayles() {
    insta::assert_snapshot!(grundy(&["reduce", "E x : (x)", "--to", "kayles", "--format", "dot"]).out, @r#"
    graph kayles {
      "clause(1)";
      "clause(2)";
      "x";
      "-x";
      "y(1,0)";
      "clause(1)" -- "clause(2)";
      "x" -- "-x";
      "x" -- "y(1,0)";
      "-x" -- "y(1,0)";
      "clause(1)" -- "x";
      "clause(1)" -- "-x";
      "clause(2)" -- "x";
    }
    "#);
    insta::assert_snapshot!(grundy(&["reduce", "formula:\"E x : (x)\"", "--to", "kayles", "--format", "graph6"]).out, @"D|K");
    insta::assert_snapshot!(grundy(&["reduce", THREE, "--to", "kayles"]).out, @r#"kayles:"g6:O~egX?PB~bg?C@B~}N~{N""#);
    let many: Vec<String> = (0..100).map(|i| format!("E e{i} A a{i}")).collect();
    let run = grundy(&["reduce", &format!("{} :", many.join(" ")), "--to", "kayles"]);
    assert!(run.code == 2 && run.err.contains("20704 vertices"), "{}", run.err);
    assert_eq!(grundy(&["reduce", "E x : (y)", "--to", "kayles"]).code, 2);
}

#[test]
fn the_reduced_game_has_the_same_winner() {
    let formulas = [
        "E x : (x)",
        "A x : (x)",
        "A x : (x|-x)",
        "E x A y : (x|y) (x|-y)",
        "E x A y : (x|y) (-x|-y)",
        "A x E y : (x|y) (-x|-y)",
        THREE,
    ];
    for formula in formulas {
        let kayles = grundy(&["reduce", formula, "--to", "kayles"]).out;
        let outcomes =
            [format!("formula:\"{formula}\""), kayles.trim().to_owned()].map(|text| solve(&text)["outcome"].clone());
        assert_eq!(outcomes[0], outcomes[1], "{formula}: {kayles}");
    }
}
