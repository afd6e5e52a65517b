//! The command as a user would try it, on the Nim family.

mod common;

use common::{grundy, grundy_with_input, json};

#[test]
fn solve_prints_the_promised_object() {
    let run = grundy(&["solve", "nim:10,17,21", "--format", "json"]);
    assert_eq!(run.code, 0);
    let answer = json(&run.out);
    assert_eq!(answer["position"], "nim:10,17,21");
    assert_eq!(answer["play"], "normal");
    assert_eq!(answer["outcome"], "first");
    assert_eq!(answer["value"], "*14");
    assert_eq!(answer["winning_moves"].as_array().unwrap().len(), 1);
    assert_eq!(answer["winning_moves"][0]["to"], "nim:4,17,21");
    assert_eq!(answer["method"], "theorem");
    assert!(
        answer["reason"].is_string() && answer["stats"]["positions"].is_u64() && answer["stats"]["seconds"].is_f64()
    );
    let names: Vec<&str> = answer.as_object().unwrap().keys().map(String::as_str).collect();
    let expected = [
        "position",
        "kind",
        "play",
        "outcome",
        "value",
        "part_values",
        "winning_moves",
        "complete",
        "method",
        "reason",
        "stats",
    ];
    assert_eq!(names, expected);
}

#[test]
fn well_known_answers() {
    for (arguments, outcome) in [
        (&["subtract(1,2,5):1000000000000000002"][..], "second"),
        (&["coins(4):21"], "second"),
        (&["nim:1,1,1", "--play", "misere"], "second"),
        (&["nim:3,2+nim:1"], "second"),
        (&["nim:3,2 + nim:1"], "second"),
        (&["nim:18446744073709551615,1"], "first"),
    ] {
        let run = grundy(&[&["solve", "--format", "json"], arguments].concat());
        assert_eq!((run.code, json(&run.out)["outcome"].as_str()), (0, Some(outcome)), "{arguments:?}");
    }
    assert!(grundy(&["solve", "subtract(1,2,5):1000000000000000002"]).out.contains("period 3"));
}

#[test]
fn explain_writes_the_columns_of_bits() {
    insta::assert_snapshot!(grundy(&["explain", "nim:10,17,21"]).out, @r"
      10 = 0 1 0 1 0
      17 = 1 0 0 0 1
      21 = 1 0 1 0 1
      ⊕    0 1 1 1 0 = 14, not 0: the first player wins
      The leading 1 of 14 stands in the heap of 10. 10 ⊕ 14 = 4, so take 6 from the heap of 10.
      win by take 6 from heap 1
      the first player wins
    ");
}

#[test]
fn moves_list_winning_ones_first() {
    insta::assert_snapshot!(grundy(&["moves", "nim:2,1"]).out, @r"
    wins   take 1 from heap 1  → nim:1,1 = 0
    loses  take 2 from heap 1  → nim:0,1 = *
    loses  take 1 from heap 2  → nim:2,0 = *2
    ");
}

#[test]
fn bad_input_is_exit_code_two_and_one_message() {
    let garbage = "\u{1f600}%$#".repeat(10_000);
    for bad in [
        "nim:3,,4",
        "nmi:3",
        "nim:99999999999999999999",
        "nim:-1",
        "",
        "chomp:@no/such/file",
        "nim",
        "+",
        "nim:1+",
        "nim:",
        &garbage,
    ] {
        let run = grundy(&["solve", bad]);
        let shown: String = bad.chars().take(40).collect();
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{shown}");
        assert!(run.err.starts_with("error: ") && run.err.len() < 1000, "{shown}: {}", run.err);
    }
    insta::assert_snapshot!(grundy(&["solve", "nmi:3"]).err, @r"
    error: no game named `nmi`
      nmi:3
      ^^^ did you mean `nim`?   (grundy games lists them all)
    ");
    insta::assert_snapshot!(grundy(&["solve", "nim:3,,4"]).err, @r"
    error: a heap is missing
      nim:3,,4
            ^ expected a whole number
    ");
}

#[cfg(unix)]
#[test]
fn invalid_utf8_is_refused() {
    use std::os::unix::ffi::OsStrExt;
    let argument = std::ffi::OsStr::from_bytes(b"nim:\xff\xfe");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_grundy")).arg("solve").arg(argument).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let run = grundy_with_input(&["batch"], b"nim:1\n\xff\xfe\nnim:2,2\n");
    let lines: Vec<_> = run.out.lines().map(json).collect();
    assert_eq!(run.code, 2);
    assert_eq!((lines[0]["outcome"].as_str(), lines[2]["outcome"].as_str()), (Some("first"), Some("second")));
    assert!(lines[1]["error"].is_string());
}

#[test]
fn batch_keeps_the_order_and_goes_on() {
    let input: String =
        (0..2000).map(|n| if n == 777 { "nim:x\n".to_owned() } else { format!("nim:{n},{}\n", n % 3) }).collect();
    let run = grundy_with_input(&["batch"], input.as_bytes());
    assert_eq!(run.code, 2);
    let lines: Vec<_> = run.out.lines().map(json).collect();
    assert_eq!(lines.len(), 2000);
    for (n, line) in lines.iter().enumerate() {
        if n == 777 {
            assert!(line["error"].as_str().unwrap().contains("`x` is not a heap"), "{line}");
            assert_eq!((line["line"].as_u64(), line["column"].as_u64()), (Some(778), Some(5)));
        } else {
            assert_eq!(line["position"], format!("nim:{n},{}", n % 3));
        }
    }
    assert_eq!(grundy_with_input(&["batch"], b"").code, 0);
    assert_eq!(grundy(&["batch", "no/such/file"]).code, 2);
}

#[test]
fn budgets_end_in_undecided() {
    let run = grundy(&["solve", "nim:500,600", "--method", "search", "--positions", "100", "--format", "json"]);
    assert_eq!((run.code, json(&run.out)["outcome"].as_str()), (3, Some("undecided")));
    let run = grundy(&["solve", "wythoff:400,600", "--play", "misere", "--time", "50ms"]);
    assert_eq!(run.code, 3);
    assert!(run.out.starts_with("undecided"), "{}", run.out);
}

#[test]
fn a_theorem_or_nothing() {
    assert_eq!(grundy(&["solve", "wythoff:3,4", "--play", "misere", "--method", "theorem"]).code, 2);
    assert_eq!(grundy(&["solve", "nim:3,4", "--method", "theorem"]).code, 0);
}

#[test]
fn every_method_says_the_same() {
    for method in ["auto", "theorem", "kernel", "search", "recursion"] {
        let run = grundy(&["solve", "nim:2,3", "--method", method, "--format", "json"]);
        let answer = json(&run.out);
        assert_eq!((run.code, answer["outcome"].as_str()), (0, Some("first")), "{method}");
        assert_eq!(answer["winning_moves"].as_array().unwrap().len(), 1, "{method}");
    }
}

#[test]
fn the_catalogue_has_a_page_a_game() {
    let list = grundy(&["games"]);
    let games = json(&grundy(&["games", "--format", "json"]).out);
    for game in games.as_array().unwrap() {
        let name = game["name"].as_str().unwrap();
        assert!(list.out.contains(name));
        let page = grundy(&["games", name]);
        assert_eq!(page.code, 0);
        assert!(page.out.contains("Rules") && page.out.contains("Examples"), "{name}");
    }
    let run = grundy(&["games", "nmi"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("did you mean `nim`"), "{}", run.err);
}

#[test]
fn help_shells_and_manual() {
    assert!(grundy(&["--help"]).out.contains("Examples:"));
    assert!(grundy(&["solve", "--help"]).out.contains("--play"));
    assert!(grundy(&["completions", "bash"]).out.contains("grundy"));
    assert!(grundy(&["man"]).out.contains(".TH"));
    assert_eq!(grundy(&["solve", "nim:1", "--method", "magic"]).code, 2);
    assert_eq!(grundy(&["solve", "nim:1", "--time", "soon"]).code, 2);
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_quietly() {
    let script = format!("{} moves nim:5000 | head -n 1; echo ${{PIPESTATUS[0]}}", env!("CARGO_BIN_EXE_grundy"));
    let output = std::process::Command::new("bash").arg("-c").arg(script).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert!(String::from_utf8_lossy(&output.stdout).ends_with("\n0\n"), "{output:?}");
}
