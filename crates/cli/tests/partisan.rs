//! Partisan positions as a user would ask about them.

mod common;

use common::{grundy, json};

#[test]
fn solve_says_what_happens_whoever_starts() {
    let run = grundy(&["solve", "hackenbush:lr + nim:3 + 1/2"]);
    assert_eq!(run.code, 0);
    assert!(run.out.starts_with("Left wins     1/2 + *3 + 1/2 = 1*3\n"), "{}", run.out);
    assert!(run.out.contains("Left starts and wins by hackenbush: cut blue 1 (0-1)"), "{}", run.out);
    assert!(run.out.contains("Right starts and loses"), "{}", run.out);
}

#[test]
fn winning_moves_carry_their_player() {
    let run = grundy(&["solve", "domineering:2x2", "--format", "json"]);
    let answer = json(&run.out);
    assert_eq!((answer["outcome"].as_str(), answer["value"].as_str()), (Some("first"), Some("+-1")));
    let players: Vec<&str> =
        answer["winning_moves"].as_array().unwrap().iter().map(|found| found["player"].as_str().unwrap()).collect();
    assert_eq!(players, ["left", "left", "right", "right"]);
}

#[test]
fn each_method_gives_the_same_outcome_and_its_name() {
    for (method, named) in [("auto", "value"), ("value", "value"), ("search", "search"), ("recursion", "recursion")] {
        let run = grundy(&["solve", "clobber:xox|oxo", "--method", method, "--format", "json"]);
        let answer = json(&run.out);
        assert_eq!(answer["method"].as_str(), Some(named));
        assert_eq!(answer["outcome"].as_str(), Some("second"), "{method}");
    }
    let run = grundy(&["solve", "cake:3x5", "--format", "json"]);
    assert_eq!(json(&run.out)["method"].as_str(), Some("theorem"));
}

#[test]
fn moves_have_values_incentives_and_temperatures() {
    let run = grundy(&["moves", "domineering:2x2", "--format", "json"]);
    let moves = json(&run.out)["moves"].clone();
    let first = &moves[0];
    assert_eq!(first["player"].as_str(), Some("left"));
    assert_eq!((first["value"].as_str(), first["incentive"].as_str()), (Some("1"), Some("{2|0}")));
    assert_eq!(first["temperature"].as_str(), Some("-1"));
    assert_eq!(moves.as_array().unwrap().len(), 4);
}

#[test]
fn explanations_name_the_theorem_or_the_stops() {
    let run = grundy(&["explain", "cake:3x5"]);
    assert!(run.out.contains("5 / 2^1 rounded down, less 1"), "{}", run.out);
    let run = grundy(&["explain", "domineering:2x2"]);
    assert!(run.out.contains("Left stop 1, Right stop -1, mean 0, temperature 1"), "{}", run.out);
    assert!(run.out.contains("confused with 0: whoever starts wins"), "{}", run.out);
}

#[test]
fn bad_boards_are_bad_input() {
    for text in ["domineering:..|.", "domineering:300x300", "clobber:xq", "hackenbush:0-1l,2-3r", "toads:", "{0|"] {
        let run = grundy(&["solve", text]);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{text}");
        assert!(run.err.contains('^'), "{text}: {}", run.err);
    }
}
