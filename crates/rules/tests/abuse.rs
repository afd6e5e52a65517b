//! Files that would run for ever or take all memory end within the limits, with line and column.

use grundy_game::NoFiles;
use grundy_games::Catalogue;
use grundy_rules::{Limits, Mistake, RulesFile, Script};
use std::time::Duration;

fn run(source: &str) -> Result<String, Mistake> {
    Script::read(source).and_then(|script| script.run(Limits::default()))
}

/// Source, line and column of the mistake, and whether it is a limit that is reached.
const ABUSE: &[(&str, u32, u32, bool)] = &[
    ("while True:\n    pass\n", 1, 1, true),
    ("x = 0\nwhile x < 1:\n    x *= 1\n", 2, 7, true),
    ("def f(n):\n    return f(n + 1)\nf(0)", 2, 12, true),
    ("def f(n): return g(n)\ndef g(n): return f(n)\nf(1)", 1, 18, true),
    ("f = lambda x: max([x], key=f)\nf(1)", 1, 15, true),
    ("x = []\nwhile True:\n    x.append(0)", 3, 6, true),
    ("x = [0] * 10**9", 1, 9, true),
    ("x = list(range(10**12))", 1, 5, true),
    ("s = 'a'\nwhile True: s += s", 2, 13, true),
    ("s = 'ab' * 10**10", 1, 10, true),
    ("x = 10 ** 10 ** 10", 1, 8, true),
    ("x = 2\nwhile True: x = x * x", 2, 19, true),
    ("x = 1 << 10**9", 1, 7, true),
    ("d = {}\ni = 0\nwhile True:\n    d[i] = i\n    i += 1", 4, 6, true),
    ("t = ()\nwhile True: t = (t, t)", 2, 17, true),
    ("t = ()\nfor i in range(100): t = (t,)\nx = {t}", 3, 5, true),
    ("x = []\nx.append(x)\nprint(x)", 3, 1, true),
    ("x = []\nx.append(x)\ny = []\ny.append(y)\nprint(x == y)", 5, 9, true),
    ("from itertools import product\nx = list(product(range(100), repeat=100))", 2, 10, true),
    ("from itertools import permutations\nx = len(list(permutations(range(20))))", 2, 14, true),
    ("import math\nmath.factorial(10**9)", 2, 5, true),
    ("x = 'a'.zfill(10**12)", 1, 8, true),
    ("x = sorted(range(10**9))", 1, 5, true),
    ("def f():\n    while 1:\n        yield 1\nx = f()", 3, 15, true),
    ("x = 'a,' * 10**6\ny = x.replace('a', x)", 2, 6, true),
    ("x = (1", 1, 5, false),
    ("x = 1 +", 1, 8, false),
    ("def f(:\n  pass", 1, 6, false),
    ("if x\n  pass", 1, 5, false),
    ("  x = 1", 1, 3, false),
    ("x = undefined + 1", 1, 5, false),
    ("def f():\n    y += 1\nf()", 2, 5, false),
    ("x = 1\nx[0] = 1", 2, 2, false),
    ("x = [1, 2]\nprint(x[5])", 2, 8, false),
    ("print({}['k'])", 1, 9, false),
    ("print(1 // 0)", 1, 9, false),
    ("print('a' + 1)", 1, 11, false),
    ("a, b = 1, 2, 3", 1, 1, false),
    ("len(5)", 1, 1, false),
    ("x = 5()", 1, 5, false),
    ("import os", 1, 8, false),
    ("class A: pass", 1, 1, false),
    ("x = 1.5", 1, 5, false),
    ("print(1 / 2)", 1, 9, false),
    ("open('x')", 1, 1, false),
    ("assert 1 == 2, 'no'", 1, 16, false),
    ("raise ValueError('bad')", 1, 18, false),
    ("break", 1, 1, false),
    ("return 1", 1, 1, false),
    ("x = {[1]: 2}", 1, 5, false),
];

#[test]
fn every_abuse_ends_with_its_place() {
    let mut wrong = Vec::new();
    for &(source, line, column, limit) in ABUSE {
        let mistake = run(source).expect_err(source);
        if (mistake.place.line, mistake.place.column, mistake.limit) != (line, column, limit) {
            wrong.push(format!("{source}\n  {mistake}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Plays that go on for ever, and ones that are only long, are followed without a call for each of their moves.
#[test]
fn long_plays_do_not_exhaust_the_stack() {
    for endless in ["state = 'n'\nboth = ['n + 1']\n", "state = 'a, b'\nleft = ['a + 1, b']\nright = ['a, b + 1']\n"] {
        let report = RulesFile::read("endless", endless).expect("it is read").check(Duration::from_secs(1));
        let told: Vec<String> = report.problems.iter().map(ToString::to_string).collect();
        assert!(told.first().is_some_and(|problem| problem.contains("has not ended")), "{endless}: {told:?}");
    }
    let long = "state = 'n'\nboth = ['n - 1 where n > 0']\nsmall = ['40000']\n";
    let report = RulesFile::read("long", long).expect("it is read").check(Duration::from_secs(1));
    assert_eq!((report.positions, report.problems.len()), (40_001, 0), "{:?}", report.problems);
}

#[test]
fn nonsense_is_refused_without_a_panic() {
    let pieces = [
        "def ", "(", ")", "[", "]", "{", "}", ":", "\n", "    ", "x", "1", "'", "\"", "lambda ", "for ", "in ", "if ",
        "else ", "=", "+", "**", "*", ",", ".", "f'", "\\", "#", "return ", "while ", "é", "0x", "1e5", "not ",
        "yield ",
    ];
    let mut state = 7u64;
    for _ in 0..20_000 {
        let mut source = String::new();
        for _ in 0..(state >> 60) + 3 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            source.push_str(pieces[(state >> 33) as usize % pieces.len()]);
        }
        let limits = Limits { steps: 10_000, bytes: 1_000_000, depth: 100 };
        let _ = Script::read(&source).and_then(|script| script.run(limits));
    }
    for deep in ["(".repeat(5000), "[".repeat(5000), "not ".repeat(5000), "-".repeat(5000), "f(".repeat(3000)] {
        assert!(Script::read(&format!("x = {deep}1")).is_err());
    }
    let long = format!("x = {}1", "1 + ".repeat(100_000));
    assert!(Script::read(&long).is_err());
    let chain = format!("x = a{}", ".b".repeat(100_000));
    assert!(Script::read(&chain).is_err());
    let lines: Vec<String> = (0..20_000).map(|n| format!("x{n} = {n}")).collect();
    let lines = lines.join("\n");
    assert!(Script::read(&lines).is_err());
}

#[test]
fn plays_without_end_are_told_with_the_place_of_the_moves() {
    for (source, start, place) in [
        ("state = 'n'\nboth = ['n + 1 where n < 5', 'n - 1 where n > 0']\n", "4", "own:2:10"),
        ("board, cells = 'strip', '. x'\nboth = ['x. -> .x either']\n", "x..x", "own:2:8"),
        ("\ndef moves(n):\n    return [(n + 1) % 5]\n", "4", "own:2:5"),
        ("def moves(n):\n    return [n + 1]\n", "4", "own:1:5"),
    ] {
        let catalogue = Catalogue::standard().with(RulesFile::read("own", source).unwrap());
        let error = catalogue.parse(&format!("own:{start}"), &NoFiles).unwrap_err();
        assert_eq!(error.place.as_deref(), Some(place), "{}", error.render());
    }
}
