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
        ("[birthday(*n) for n in [1, 2]]", "[1, 2]"),
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
        assert_eq!(shown(program), expected, "{program}");
    }
}

/// Texts that mean the same, with what they mean.
const PRECEDENCE: &[(&str, &[&str])] = &[
    ("5/2", &["2.5", "5/2", "5 / 2", "(5)/(2)", "let n = 5; n/2", "let n = 2; 5/n", "2.50"]),
    ("1/4", &["{0|0.5}", "{0|1/2}", "{ 0 | 1 / 2 }", "let h = 1/2; {0|h}", "0.25"]),
    ("8", &["2**4/2", "2 ** 4 / 2", "2**4 /2", "let n = 4; 2**n/2", "let n = 2; n**4/n", "(2**4)/2"]),
    ("3/2", &["6/2**2", "6 / 2 ** 2", "6/(2**2)", "let n = 2; 6/n**n"]),
    ("45/4", &["5.(3)**2/4", "5·3**2/4", "let n = 5; n.3**2/4"]),
    ("{4|2}", &["3+-1", "3 +- 1", "3+- 1", "3 +-1", "3±1", "3 + (+-1)", "let n = 1; 3+-n", "let n = 3; n+-1"]),
    ("+-{10|8||6|4|||4|2||0|-2}", &["+-1+-2+-3+-4", "+- 1 +- 2 +- 3 +- 4"]),
    ("{12|0||-4|-16}", &["3 - 2 +- 6 - 7 +- 8 + 4", "3-2+-6-7+-8+4"]),
    ("+-{1,1*}", &["+-{1,1*}", "+- { 1 , 1 * }", "0 +- {1, 1*}"]),
    ("+-1*", &["+-1*", "+-(1*)", "+- 1 *", "0 +- 1*"]),
    ("+-{3|2}", &["{3|2||-2|-3}", "0+-{3|2}", "+- { 3 | 2 }"]),
    ("+-3", &["+-{2|1}.2", "+-2.{2|1}", "+-3"]),
    ("1/2^*", &["1/2^*", "1 / 2 ^ *", "let h = 1/2; h^*", "let n = 2; 1/n^*", "1/2 + ^ + *", "(1/2)^*", "0.5^*"]),
    ("-1^", &["-1^", "- 1 ^", "let n = 1; -n^", "-(1)^", "-1 + ^"]),
    ("2v", &["3-1^", "3 - 1 ^", "3 - (1^)"]),
    ("^^*", &["2.^*", "2 . ^ *", "let u = ^; 2.u*", "(2.^)*", "⇑∗"]),
    ("2*3", &["2*3", "2 *3", "2 * 3", "let n = 2; n*3", "let n = 3; 2*n", "2*(3)", "2 + *3"]),
    ("^3", &["^3", "^ 3", "3.^", "let n = 3; ^n", "^(1 + 2)", "↑3"]),
    ("v3", &["v3", "3.v", "↓3", "v(3)", "let n = 3; ↓n"]),
    ("^[2]", &["^[2]", "^ [ 2 ]", "let n = 2; ^[n]"]),
    ("v<3>", &["v<3>", "v < 3 >", "let n = 3; v<n>"]),
    ("true", &["^<1", "^ < 1", "let n = 1; ^<n"]),
    ("2Tiny(3)", &["2Tiny(3)", "2 Tiny( 3 )", "2 + Tiny (3)", "let n = 2; n Tiny(3)", "2⧾(3)"]),
    ("-4", &["-2**2", "- 2 ** 2", "let n = 2; -n**2", "-(2**2)"]),
    ("1/2", &["2**-1", "2 ** - 1", "let n = -1; 2**n"]),
    ("{1*|-1}", &["{1*|-1}", "{1 *| -1}", "let n = 1; {n*|-n}"]),
    ("[[1*, 1*2], [2*, 2*2]]", &["[[a*b for b in 1..2] for a in 1..2]", "[[a * b for b in 1 .. 2]for a in 1..2]"]),
    ("[2, 3, 3, 4]", &["[a+b for a in 1..2 for b in 1..2]", "let l = 1..2; [a + b for a in l for b in l]"]),
    ("[[1, 2], [3]]", &["[[1,2],[3]]", "let a = [1, 2]; [a, [3]]", "[l for l in [[1, 2], [3]]]"]),
    ("2\n3\n3\n4", &["for a in 1..2: for b in 1..2: a+b", "let l = 1..2; for a in l:for b in l:a+b"]),
    ("[0, *, *2]", &["[*n for n in 0..2]", "[nimber(n) for n in 0..2]"]),
    ("[*, *]", &["[* for n in 1..2]"]),
    ("1", &["mex(0,2,4)", "mex([0, 2, 4])", "mex ( [0], 2, 4 )"]),
    ("*2", &["mex(*, 0, *3)", "mex([*n for n in 0..1])"]),
    ("0", &["mex()", "mex([])", "let n = 3; n-n"]),
];

#[test]
fn precedence_names_and_blanks() {
    for (meaning, texts) in PRECEDENCE {
        for text in *texts {
            assert_eq!(shown(text), *meaning, "{text}");
        }
    }
}

#[test]
fn parts_that_would_run_together_are_told_apart_by_blanks() {
    for (text, meaning) in
        [("3 + -1", "2"), ("3+-1", "{4|2}"), ("2 . 5", "10"), ("2.5", "5/2"), ("3 - -1", "4"), ("3--1", "4")]
    {
        assert_eq!(shown(text), meaning, "{text}");
    }
    for text in ["2.5.5", "*3.5", "^3.5", "2* *3", "* *", "^ ^", "let in = 3", "for v in 1..2: 1", "let true = 1"] {
        assert!(texts(text).is_err(), "{text}");
    }
}

#[test]
fn a_large_power_is_exact() {
    let printed = shown("1/2**200 . (2**200)");
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
    error: no function is named `meen` (column 5)
      1 + meen(2)
          ^^^^^^^ did you mean `mean`?
    ");
    insta::assert_snapshot!(shown("1\nlet x = g"), @r"
    error: nothing is named `g` (line 2, column 9)
      let x = g
              ^ `let g = …` would name a value
    ");
    insta::assert_snapshot!(shown("{0|1|2}"), @r"
    error: two bars of the same length: use one more bar for the outer one (column 1)
      {0|1|2}
      ^^^^^^^
    ");
    insta::assert_snapshot!(shown("cool(1)"), @r"
    error: wrong number of arguments (column 1)
      cool(1)
      ^^^^^^^ write cool(g, t)
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
        assert!(error.to_string().contains("nested too deep"), "{opening}: {error}");
    }
    let divisions = format!("1{}", "/omega".repeat(100_000));
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
    assert!(texts("*99999999999 . (1/2)").is_err() || texts("options(*99999999999)").is_err());
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
