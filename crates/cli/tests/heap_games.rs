//! Heap games on the command line: sequences, quotients, positions.

mod common;

use common::{grundy, json};

#[test]
fn kayles_has_period_twelve() {
    let run = grundy(&["sequence", "0.77", "--to", "200", "--format", "json"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let found = json(&run.out);
    assert_eq!(found["rule"], "octal(0.77)");
    assert_eq!(found["nimbers"].as_array().unwrap().len(), 201);
    assert_eq!(found["period"]["period"], 12);
    assert_eq!(found["period"]["preperiod"], 71);
    assert_eq!(found["period"]["proved"], true);
    assert!(grundy(&["sequence", "0.06", "--to", "500"]).out.contains("no period found to 500"));
    // What nobody looked for was not "not found".
    assert!(!grundy(&["sequence", "0.77", "--to", "500", "--no-period"]).out.contains("period"));
}

#[test]
fn bad_codes_show_the_digit() {
    let run = grundy(&["sequence", "0.8x"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("`x` is not a digit"), "{}", run.err);
    assert_eq!(grundy(&["solve", "octal(0.7z):3"]).code, 2);
}

#[test]
fn huge_rows_are_answered_by_the_period() {
    let found = json(&grundy(&["solve", "octal(0.77):1000000000000", "--format", "json"]).out);
    assert_eq!((found["outcome"].as_str(), found["value"].as_str()), (Some("first"), Some("*")));
}

#[test]
fn a_stored_sequence_is_carried_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("nimbers");
    let file = file.to_str().unwrap();
    let first = grundy(&["sequence", "grundy", "--to", "50", "--file", file, "--format", "bfile"]);
    assert_eq!(first.code, 0, "{}", first.err);
    let both = grundy(&["sequence", "grundy", "--to", "120", "--file", file, "--format", "bfile"]).out;
    assert_eq!(both, grundy(&["sequence", "grundy", "--to", "120", "--format", "bfile"]).out);
    assert_eq!(grundy(&["sequence", "0.77", "--to", "120", "--file", file]).code, 2);
}

#[test]
fn a_census_is_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("census.csv");
    let arguments = ["sequence", "--codes", "0.70-0.77", "--to", "300", "--file", file.to_str().unwrap()];
    let first = grundy(&arguments);
    assert!(first.out.contains("0.77,12,71,0,8,300"), "{}{}", first.out, first.err);
    let again = grundy(&arguments);
    assert_eq!(again.out.lines().count(), 1, "nothing is left to do");
}

/// A budget that ends in the middle leaves what is known, and the next run carries on from it.
#[test]
fn a_stopped_sequence_is_carried_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("nimbers");
    let file = file.to_str().unwrap();
    let plain = ["sequence", "0.6", "--to", "9000", "--format", "csv"];
    let stored = [&plain[..], &["--file", file]].concat();
    let first = grundy(&[&stored[..], &["--positions", "5000"]].concat());
    assert_eq!(first.code, 3, "{}", first.err);
    let lines = first.out.lines().count();
    assert!((4000..9000).contains(&lines), "{lines}");
    let whole = grundy(&stored);
    assert_eq!((whole.code, whole.out), (0, grundy(&plain).out));
}

#[test]
fn huge_heaps_list_some_winning_moves() {
    let found = json(&grundy(&["solve", "octal(0.77):1000000000000", "--format", "json"]).out);
    let moves = found["winning_moves"].as_array().unwrap();
    assert!((20..=40).contains(&moves.len()), "{}", moves.len());
    assert!(found["reason"].as_str().unwrap().contains("winning moves"), "{}", found["reason"]);
    let sum = json(&grundy(&["solve", "kayles-row:1000000000000 + nim:4", "--format", "json"]).out);
    assert!(!sum["winning_moves"].as_array().unwrap().is_empty());
}

#[test]
fn a_stopped_quotient_says_what_is_known() {
    let run = grundy(&["quotient", "0.77", "--to", "60", "--positions", "200", "--format", "json"]);
    assert_eq!(run.code, 3, "{}", run.err);
    let found = json(&run.out);
    assert_eq!(found["status"], "stopped");
    assert!(!found["images"].as_array().unwrap().is_empty());
}

#[test]
fn quotients_are_proved() {
    let found = json(&grundy(&["quotient", "0.75", "--format", "json"]).out);
    assert_eq!((found["order"].as_u64(), found["lost_order"].as_u64()), (Some(8), Some(2)));
    assert_eq!((found["status"].as_str(), found["period"].as_u64()), (Some("whole"), Some(2)));
}
