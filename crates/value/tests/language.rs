//! The language of values as a user meets it.

use grundy_budget::{Budget, Limits};
use grundy_value::lang::{FUNCTIONS, LangError, NoPositions, Session};
use grundy_value::{Store, Value};

fn texts(program: &str) -> Result<Vec<String>, LangError> {
    Session::new(Store::default(), NoPositions).run_to_texts(program)
}

fn shown(program: &str) -> String {
    texts(program).map_or_else(|error| format!("error: {}", error.render(program)), |texts| texts.join("\n"))
}

#[test]
fn every_example_prints_what_its_help_says() {
    let wrong: Vec<_> = FUNCTIONS
        .iter()
        .map(|function| (function.example, shown(function.example), function.prints))
        .filter(|(_, printed, promised)| printed != promised)
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn values_relations_and_names() {
    for (program, expected) in [
        ("{0|1} + *", "1/2*"),
        ("{0,*|^ || -1}", "{^^*|-1}"),
        ("let g = {5|2||-1}; g - g", "0"),
        ("1/2 + 1/2 == 1", "true"),
        ("* || ^", "true"),
        ("(* || ^) == true", "true"),
        ("^ <= ^^", "true"),
        ("* <| 1", "true"),
        ("3.^", "^3"),
        ("-1^", "-1^"),
        ("-(1^)", "-1v"),
        ("2*3", "2*3"),
        ("+-{1,1*}", "+-{1,1*}"),
        ("[birthday(*n) for n in [1, 2]]", "error"),
        ("for n in 0..3: nimber(n)", "0\n*\n*2\n*3"),
        ("[2.n for n in 1..3]", "[2, 4, 6]"),
        ("# a comment\n1 # another\n\n2", "1\n2"),
        ("{1 ,\n 0 |\n -1}", "+-1"),
        ("9223372036854775807 + 1", "9223372036854775808"),
        ("(1/2)**3", "1/8"),
        ("1/3 + 2/3", "1"),
        ("omega - 1 < omega", "true"),
        ("1/omega > 0", "true"),
        ("(omega + 1).(omega - 1)", "omega**2 - 1"),
        ("1/(omega + 1) < 1/omega", "true"),
    ] {
        if expected == "error" {
            assert!(texts(program).is_err(), "{program}");
        } else {
            assert_eq!(shown(program), expected, "{program}");
        }
    }
}

#[test]
fn a_large_power_is_exact() {
    let printed = shown("1/2**200 . 2**200");
    assert_eq!(printed, "1");
    assert_eq!(shown("2**200 + 1 - 2**200"), "1");
}

#[test]
fn errors_point_at_their_place() {
    insta::assert_snapshot!(shown("{0|1"), @r"
    error: expected `,`, `|` or `}`, found the end (column 5)
      {0|1
          ^
    ");
    insta::assert_snapshot!(shown("1 + meen(2)"), @r"
    error: no function is named `meen`; did you mean `mean`? (column 5)
      1 + meen(2)
          ^^^^^^^
    ");
    insta::assert_snapshot!(shown("1\nlet x = g"), @r"
    error: nothing is named `g`; `let g = …` would name a value (line 2, column 9)
      let x = g
              ^
    ");
    insta::assert_snapshot!(shown("{0|1|2}"), @r"
    error: two bars of the same length: use one more bar for the outer one (column 1)
      {0|1|2}
      ^^^^^^^
    ");
    insta::assert_snapshot!(shown("cool(1)"), @r"
    error: wrong number of arguments: write cool(g, t) (column 1)
      cool(1)
      ^^^^^^^
    ");
    insta::assert_snapshot!(shown("{1/3|1}"), @r"
    error: expected a value, found a surreal number (column 2)
      {1/3|1}
       ^^^
    ");
}

#[test]
fn too_deep_is_refused() {
    for opening in ["{", "(", "-", "+-", "["] {
        let error = texts(&opening.repeat(100_000)).unwrap_err();
        assert!(error.message.contains("nested too deep"), "{opening}: {error}");
    }
    let divisions = format!("1{}", "/1 /1".repeat(100_000));
    assert!(texts(&divisions).is_err());
    let sum = format!("0{}", " + 1".repeat(100_000));
    assert_eq!(shown(&sum), "100000");
}

#[test]
fn a_sum_beyond_all_bounds_is_refused_by_the_budget() {
    let budget = Budget::new(Limits { memory: Some(64 << 20), positions: Some(300_000), ..Limits::default() });
    let mut session = Session::new(Store::new(&budget), NoPositions);
    let program = "sum([+-{n, {n.n|-n}} for n in 3..60])";
    let error = session.run_to_texts(program).unwrap_err();
    assert!(error.exhausted.is_some(), "{error}");
    assert!(texts("*99999999999 . 1/2").is_err() || texts("options(*99999999999)").is_err());
}

#[test]
fn explanations_follow_the_definitions() {
    insta::assert_snapshot!(shown("explain(1 + {0|1})"), @r"
    x + y = {x^L + y, x + y^L | x^R + y, x + y^R}
        0 + 0 = {|} = 0
          0 + 0 = {|} = 0
        0 + 1 = {0|} = 1
      0 + 1/2 = {0|1} = 1/2
        0 + 0 = {|} = 0
      1 + 0 = {0|} = 1
          0 + 0 = {|} = 0
        0 + 1 = {0|} = 1
          0 + 0 = {|} = 0
        1 + 0 = {0|} = 1
      1 + 1 = {1|} = 2
    1 + 1/2 = {1/2, 1|2} = 3/2
    ");
    assert!(shown("explain({0|1} . 2)").contains("= 1"));
    assert!(shown("explain(1 <= 0)").contains("1 ≤ 0 is false"));
}

#[test]
fn a_thermograph_is_drawn() {
    let drawn = shown("thermograph({2|-1})");
    let lines: Vec<_> = drawn.lines().collect();
    assert_eq!(lines[0], format!("       5/2  {}|", " ".repeat(24)));
    assert_eq!(lines[16], format!("        -1  /{}\\", " ".repeat(47)));
    assert_eq!(
        lines[17..].join("; "),
        "mean 1/2, temperature 3/2; left wall: 3 at -1, 1/2 at 3/2; right wall: -2 at -1, 1/2 at 3/2"
    );
}

#[test]
fn styles() {
    assert_eq!(shown("latex({1/2|-3})"), r"\left\{\tfrac{1}{2} \mid -3\right\}");
    assert_eq!(shown("unicode(+-{2|1})"), "±{2|1}");
    let mut store = Store::default();
    for text in ["2↓∗", "⇑∗3", "±1", "±{2|1}"] {
        assert!(store.parse(text).is_ok(), "{text}");
    }
    assert_eq!(store.parse("⇑").unwrap(), store.parse("^^").unwrap());
    assert_eq!(store.parse("{∗|∗}").unwrap(), Value::ZERO);
}
