//! The language of values on the command line.

mod common;

use common::{Run, grundy, grundy_with_input, json};

fn eval(expression: &str) -> Run {
    grundy(&["eval", expression])
}

#[test]
fn expressions_print_their_value_alone() {
    for (expression, printed) in [
        ("{0|1} + *", "1/2*"),
        ("mean({5|2||-1})", "5/4"),
        ("heat(*, 1/2)", "+-1/2"),
        ("-1 + *", "-1*"),
        ("nim:3,4 + *7", "0"),
        ("temperature(domineering:2x3)", "5/4"),
        ("domineering:2x2 == +-1", "true"),
        ("{0|1} <= 0", "false"),
        ("* || 0", "true"),
        ("9223372036854775807 + 1", "9223372036854775808"),
        ("1/2**200 > 0", "true"),
        ("let g = ^; g + g", "^^"),
        ("2.5", "5/2"),
        ("{0|0.5}", "1/4"),
        ("2**4/2", "8"),
        ("6/2**2", "3/2"),
        ("3+-1", "{4|2}"),
        ("[[a*b for b in 1..2] for a in 1..2]", "[[1*, 1*2], [2*, 2*2]]"),
        ("mex(0,2,4)", "1"),
    ] {
        let run = eval(expression);
        assert_eq!((run.out.trim_end(), run.code), (printed, 0), "{expression}: {}", run.err);
    }
}

#[test]
fn names_go_into_positions() {
    assert_eq!(eval("[cake:3x{n} for n in 1..9]").out, "[-2, 0, 0, 1, 1, 2, 2, 3, 3]\n");
    assert_eq!(eval("let a = 2; let b = 3; nim:{a},{b}").out, "*\n");
    assert_eq!(eval("cake:3x{n}").code, 2);
    assert_eq!(eval("let n = 1/2; cake:3x{n}").code, 2);
}

#[test]
fn results_as_json() {
    let result = |expression: &str| json(&grundy(&["eval", expression, "--format", "json"]).out);
    assert_eq!(result("{0|1}")["result"], "1/2");
    assert_eq!(result("1 < 2")["result"], true);
    assert_eq!(result("[1, *]")["result"], serde_json::json!(["1", "*"]));
    let graph = result("thermograph(+-1)");
    assert_eq!((&graph["kind"], &graph["result"]["temperature"]), (&"thermograph".into(), &"1".into()));
    assert_eq!(graph["result"]["left"], serde_json::json!([["2", "-1"], ["0", "1"]]));
}

#[test]
fn styles_of_writing() {
    assert_eq!(grundy(&["eval", "2v*", "--style", "unicode"]).out, "2↓∗\n");
    assert_eq!(grundy(&["eval", "1/2^", "--style", "latex"]).out, "\\tfrac{1}{2} \\uparrow\n");
}

#[test]
fn a_file_of_statements() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.txt");
    std::fs::write(&path, "# multiples of up\nlet g = ^\nfor n in 1..3: n.g\nbirthday(g)\n").unwrap();
    let run = eval(&format!("@{}", path.display()));
    assert_eq!((run.out.as_str(), run.code), ("^\n^^\n^3\n2\n", 0), "{}", run.err);
    assert_eq!(eval("@no such file").code, 2);
}

#[test]
fn mistakes_have_a_caret_and_code_two() {
    let run = eval("1 + meen(2)");
    assert_eq!(run.code, 2);
    insta::assert_snapshot!(run.err, @r"
    error: no function is named `meen` (column 5)
      1 + meen(2)
          ^^^^^^^ did you mean `mean`?
    ");
    for bad in ["{0|1", "1 +", "nosuchgame:3", "g", "cool(*, -1)", "", "1 2"] {
        let run = eval(bad);
        assert!(run.code == 2 || bad.is_empty(), "{bad}: {} {}", run.code, run.out);
    }
    let deep = eval(&"{".repeat(100_000));
    assert_eq!(deep.code, 2);
    assert!(deep.err.contains("nested too deep") && deep.err.len() < 1000, "{}", deep.err);
}

#[test]
fn a_budget_that_runs_out_has_code_three() {
    let run = grundy(&["eval", "sum([+-{n, {n.n|-n}} for n in 3..60])", "--positions", "100000"]);
    assert_eq!(run.code, 3, "{}", run.err);
    let run = grundy(&["eval", "[1..1000 for n in 1..1000]", "--memory", "16MiB"]);
    assert_eq!(run.code, 3, "{}", run.err);
    for too_large in ["signs(1/3,1000000000)", "followers(-1823437481924)"] {
        assert_eq!(eval(too_large).code, 2, "{too_large}");
    }
}

#[test]
fn the_loop_reads_lines_and_goes_on_after_mistakes() {
    let run = grundy_with_input(&["repl"], b"let g = {3|1}\nmean(g)\noops(\nhelp cool\ng - 2\nquit\n1\n");
    assert_eq!(run.code, 0, "{}", run.err);
    insta::assert_snapshot!(run.out, @r"
    2
    cool(g, t)
      g cooled by the number t
      > cool({5|1}, 1)
      {4|2}
    +-1
    ");
    assert!(run.err.contains("expected a value"), "{}", run.err);
    let help = grundy_with_input(&["repl"], b"help\n").out;
    assert!(help.contains("atomic_weight(g)") && help.contains("relations"), "{help}");
}
