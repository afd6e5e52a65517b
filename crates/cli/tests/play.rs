//! Playing in the terminal, and matches of engines.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn grundy(arguments: &[&str], typed: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    child.stdin.take().expect("a pipe").write_all(typed.as_bytes()).expect("the command reads");
    child.wait_with_output().expect("the command ends")
}

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn a_game_is_won_by_following_hints() {
    let shown = text(&grundy(&["play", "nim:1,2"], "hint\ntake 1 from heap 2\n1\n"));
    assert!(shown.contains("Hint: take 1 from heap 2"), "{shown}");
    assert!(shown.contains("The computer plays: take 1 from heap"), "{shown}");
    assert!(shown.ends_with("You have won!\n"), "{shown}");
}

#[test]
fn moves_can_be_undone_and_explained() {
    let shown = text(&grundy(&["play", "nim:3,5", "--opponent", "person"], "undo\n1\nundo\nexplain\nbad\nquit\n"));
    assert!(shown.contains("There is nothing to undo.") && shown.contains("`bad` is not a move here."), "{shown}");
    assert_eq!(shown.matches("\nnim:3,5\n").count(), 2, "{shown}");
    assert!(shown.contains("= 6, not 0: the first player wins") && shown.ends_with("Goodbye.\n"), "{shown}");
}

#[test]
fn moves_can_be_redone_and_the_commands_are_told() {
    let typed = "redo\n1\nundo\nredo\nboard\nhelp\nrestart\nredo\nquit\n";
    let shown = text(&grundy(&["play", "nim:3,5", "--opponent", "person"], typed));
    assert_eq!(shown.matches("There is nothing to redo.").count(), 2, "{shown}");
    // The start, back to it, and again; the option when it is played, redone and shown again.
    assert_eq!(shown.matches("\nnim:3,5\n").count(), 3, "{shown}");
    assert_eq!(shown.matches("\nnim:2,5\n").count(), 3, "{shown}");
    assert!(shown.contains("  explain  who wins, and why\n"), "{shown}");
}

#[test]
fn the_end_of_input_is_a_farewell_in_any_language() {
    let shown = text(&grundy(&["play", "nim:3,5", "--second", "--lang", "ca"], ""));
    assert!(shown.contains("L'ordinador juga: take 2 from heap 2") && shown.ends_with("Adéu.\n"), "{shown}");
}

#[test]
fn perfect_engines_agree_with_the_theorem() {
    let sweep = ["match", "--sweep", "coins(2-5):1-14", "--format", "json"];
    for (first, second) in
        [("kernel", "backtrack"), ("backtrack", "kernel"), ("search", "search"), ("kernel", "random")]
    {
        let more = [&sweep[..], &["--first", first, "--second", second]].concat();
        let found: serde_json::Value = serde_json::from_str(&text(&grundy(&more, ""))).expect("JSON");
        assert_eq!(found["starts"], 56, "{first} {second}");
        assert_eq!(found["contradictions"], serde_json::json!([]), "{first} {second}");
        let checked = if second == "random" { 41 } else { 56 };
        assert_eq!(found["checked"], checked, "{first} {second}: {found}");
    }
}

#[test]
fn the_weighted_graph_is_cheaper_than_backtracking() {
    let arguments = ["match", "coins(3):18", "--first", "kernel", "--second", "backtrack", "--format", "json"];
    let found: serde_json::Value = serde_json::from_str(&text(&grundy(&arguments, ""))).expect("JSON");
    let positions = |side: &str| found[side]["positions"].as_u64().expect("a count");
    assert!(positions("first") * 10 < positions("second"), "{found}");
}

#[test]
fn random_against_random_ends_and_the_seed_decides() {
    let arguments = ["match", "nim:4,5,6", "--first", "random", "--second", "random", "--games", "20", "--seed", "9"];
    let lines =
        |text: String| text.lines().map(|line| line.split("ms").next().unwrap_or("").to_owned()).collect::<Vec<_>>();
    let table = |_| {
        let all = lines(text(&grundy(&arguments, "")));
        all.iter()
            .map(|line| line.split_whitespace().take(5).map(str::to_owned).collect::<Vec<_>>())
            .collect::<Vec<_>>()
    };
    assert_eq!(table(1), table(2));
    let bad = grundy(&["match", "--sweep", "coins(9-2):1"], "");
    assert_eq!(bad.status.code(), Some(2));
}
