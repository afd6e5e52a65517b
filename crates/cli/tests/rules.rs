//! `grundy rules`, and rules files in positions.

use std::path::Path;
use std::process::{Command, Output};

fn grundy(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(arguments)
        .current_dir(folder)
        .env("GRUNDY_RULES", folder.join("shelf"))
        .env("HOME", folder)
        .env_remove("XDG_CONFIG_HOME")
        .output()
        .unwrap()
}

fn text(output: &Output) -> (i32, String, String) {
    (
        output.status.code().unwrap(),
        String::from_utf8(output.stdout.clone()).unwrap(),
        String::from_utf8(output.stderr.clone()).unwrap(),
    )
}

#[test]
fn a_file_is_solved_summed_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    for kind in ["strip", "grid", "numbers", "graph", "functions"] {
        let (code, _, stderr) = text(&grundy(here, &["rules", "new", kind, "--kind", kind]));
        assert_eq!(code, 0, "{stderr}");
        let (code, stdout, stderr) = text(&grundy(here, &["rules", "check", &format!("./{kind}.py")]));
        assert_eq!(code, 0, "{stdout}{stderr}");
    }
    let (code, _, stderr) = text(&grundy(here, &["rules", "new", "grid"]));
    assert_eq!(code, 2, "{stderr}");
    let own = text(&grundy(here, &["solve", "./strip.py:TT_FF + nim:3"]));
    let built_in = text(&grundy(here, &["solve", "toads:TT_FF + nim:3"]));
    assert_eq!(own.0, 0, "{}", own.2);
    assert_eq!(own.1.lines().next().unwrap().split("  ").next(), built_in.1.lines().next().unwrap().split("  ").next());
}

#[test]
fn names_of_a_folder_are_known() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    std::fs::create_dir(here.join("shelf")).unwrap();
    std::fs::write(
        here.join("shelf/countdown.py"),
        "N = 3\nstate = 'n'\nboth = ['n - k for k in range(1, N + 1) where k <= n']\n",
    )
    .unwrap();
    let (code, stdout, stderr) = text(&grundy(here, &["solve", "countdown:6"]));
    assert_eq!(code, 0, "{stderr}");
    assert!(stdout.contains("*2"), "{stdout}");
    let (_, stdout, _) = text(&grundy(here, &["solve", "countdown(N=5):6"]));
    assert!(stdout.contains("second"), "{stdout}");
    let (_, stdout, _) = text(&grundy(here, &["rules", "list"]));
    assert!(stdout.contains("countdown"), "{stdout}");
    let (code, _, stderr) = text(&grundy(here, &["solve", "countdwn:6"]));
    assert_eq!(code, 2);
    assert!(stderr.contains("countdown"), "{stderr}");
}

#[test]
fn mistakes_of_a_file_have_their_line_and_exit_with_two() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let cases = [
        ("a.py", "board, cells = 'grid', '. #'\nleft = ['.. -> # east']\n", "a.py:2:16"),
        ("b.py", "def moves(n):\n    while True:\n        n += 1\n", "b.py:3:9"),
        ("c.py", "def moves(n):\n    return [n +]\n", "c.py:2:16"),
        (
            "d.py",
            "state = 'n'\nboth = ['n + 1 where n < 5', 'n - 1 where n > 0']\n",
            "d.py:2:10: play can go on for ever",
        ),
        (
            "f.py",
            "board, cells = 'strip', '. x'\nboth = ['x. -> .x either']\nexamples = ['4']\n",
            "f.py:2:8: play can go on for ever",
        ),
        ("g.py", "\ndef moves(n):\n    return [(n + 1) % 5]\n", "g.py:2:5: play can go on for ever"),
        ("e.py", "def moves(n):\n    return [m - 1]\n", "e.py:2:13"),
    ];
    for (name, source, expected) in cases {
        std::fs::write(here.join(name), source).unwrap();
        let position = if name == "f.py" { "x..x" } else { "4" };
        let (code, _, stderr) = text(&grundy(here, &["solve", &format!("./{name}:{position}")]));
        assert_eq!(code, 2, "{name}: {stderr}");
        assert!(stderr.contains(expected), "{name}: {stderr}");
    }
}

fn written(folder: &Path, name: &str, source: &str) {
    std::fs::write(folder.join(name), source).unwrap();
}

#[test]
fn sequences_of_rules_have_their_period_proved_or_seen() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let kayles =
        "state = 'heaps of n'\nboth = ['a; n - 1 - a for a in range(n)', 'a; n - 2 - a for a in range(n - 1)']\n";
    written(here, "kayles.py", kayles);
    let (code, stdout, stderr) = text(&grundy(here, &["sequence", "./kayles.py", "--to", "200", "--format", "json"]));
    assert_eq!(code, 0, "{stderr}");
    let own: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    let built_in = text(&grundy(here, &["sequence", "0.77", "--to", "200", "--format", "json"])).1;
    let built_in: serde_json::Value = serde_json::from_str(&built_in).unwrap();
    assert_eq!((&own["rule"], &own["game"]), (&serde_json::json!("octal(0.77)"), &serde_json::json!("./kayles.py")));
    assert_eq!((&own["nimbers"], &own["period"]), (&built_in["nimbers"], &built_in["period"]));
    assert_eq!((&own["period"]["period"], &own["period"]["proved"]), (&12.into(), &true.into()));
    let (code, stdout, _) = text(&grundy(here, &["solve", "./kayles.py:1000000000000", "--nimber"]));
    assert_eq!((code, stdout.contains("*1") || stdout.contains('*')), (0, true), "{stdout}");
    let proof = here.join("period.json");
    let proof = proof.to_str().unwrap();
    let (code, _, stderr) = text(&grundy(here, &["sequence", "./kayles.py", "--to", "400", "--certificate", proof]));
    assert_eq!(code, 0, "{stderr}");
    assert_eq!(text(&grundy(here, &["check", proof])).0, 0);

    written(here, "odd.py", "def moves(n):\n    return [n - k for k in (1, 3, 4) if k <= n]\n");
    let (code, stdout, stderr) = text(&grundy(here, &["sequence", "./odd.py", "--to", "100"]));
    assert_eq!(code, 0, "{stderr}");
    assert!(stdout.contains("seen, not proved") && stdout.contains("every 7"), "{stdout}");
    written(here, "strip.py", "board, cells = 'strip', '. #'\nboth = ['.. -> ## east']\n");
    let (code, stdout, stderr) = text(&grundy(here, &["sequence", "./strip.py", "--to", "30", "--format", "json"]));
    assert_eq!(code, 0, "{stderr}");
    let strip: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(strip["first"], 1);
    // Dawson's Kayles, OEIS A002187 moved by one.
    let nimbers: Vec<u64> = strip["nimbers"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
    assert_eq!(nimbers[..12], [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2]);
    written(here, "bad.py", "state = 'heaps of n'\nboth = ['n - q']\n");
    let (code, _, stderr) = text(&grundy(here, &["sequence", "./bad.py"]));
    assert_eq!(code, 2);
    assert!(stderr.contains("bad.py:2:"), "{stderr}");
}

#[test]
fn tables_certificates_and_pictures_take_rules() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    written(
        here,
        "wyt.py",
        "state = 'a b'\nboth = ['a - k, b for k in range(1, a + 1)', 'a, b - k for k in range(1, b + 1)', 'a - k, b - k for k in range(1, min(a, b) + 1)']\n",
    );
    let table = |game: &str| {
        let pattern = format!("{game}:{{a}},{{b}}");
        let (code, stdout, stderr) =
            text(&grundy(here, &["table", &pattern, "a=0..5", "b={a}..5", "--columns", "value", "--format", "csv"]));
        assert_eq!(code, 0, "{stderr}");
        stdout
    };
    assert_eq!(table("./wyt.py"), table("wythoff"));
    let proof = here.join("proof.json");
    let proof = proof.to_str().unwrap();
    let (code, _, stderr) =
        text(&grundy(here, &["solve", "./wyt.py:3,5", "--method", "search", "--certificate", proof]));
    assert_eq!(code, 0, "{stderr}");
    let (code, stdout, stderr) = text(&grundy(here, &["check", proof]));
    assert_eq!(code, 0, "{stdout}{stderr}");
    let (code, stdout, _) = text(&grundy(here, &["draw", "./wyt.py:3,5"]));
    assert!(code == 0 && stdout.contains("<svg"), "{stdout}");
    let (code, stdout, _) = text(&grundy(here, &["solve", "./wyt.py:1,2", "--play", "misere"]));
    assert_eq!(code, 0, "{stdout}");
}

#[test]
fn functions_that_fail_are_errors_with_their_place() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let moves = "def moves(n):\n    return [n - k for k in (1, 2) if k <= n]\n";
    let cases = [
        ("split.py", "def split(n):\n    return [n // 0]\n", "split.py:4:"),
        ("images.py", "def images(n):\n    return n\n", "images.py:3:"),
        ("nimber.py", "def nimber(n):\n    return 'many'\n", "nimber.py:3:"),
        ("deep.py", "def nimber(n):\n    return [][n] if n < 3 else None\n", "deep.py:4:"),
        ("write.py", "def write(n):\n    return n\n", "write.py:3:"),
        ("label.py", "def label(p, q):\n    return p[0]\n", "label.py:4:"),
        ("read.py", "def read(text):\n    return int('x')\n", "read.py:4:"),
    ];
    for (name, hook, expected) in cases {
        written(here, name, &format!("{moves}{hook}"));
        let (code, stdout, stderr) = text(&grundy(here, &["solve", &format!("./{name}:7")]));
        assert_eq!(code, 2, "{name}: {stdout}{stderr}");
        assert!(stderr.contains(expected), "{name}: {stderr}");
    }
}

/// Whatever a rules file does, the command ends soon, with exit 2 and the place, in every language.
#[test]
fn abusive_files_end_with_their_place() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let cases = [
        ("loop.py", "def moves(n):\n    while True:\n        pass\n", "loop.py:"),
        ("deep.py", "def moves(n):\n    return moves(n + 1)\n", "deep.py:2:"),
        ("list.py", "def moves(n):\n    return [0] * 10**9\n", "list.py:2:"),
        ("text.py", "def moves(n):\n    return ['a' * 10**10]\n", "text.py:2:"),
        ("big.py", "def moves(n):\n    return [n ** 10 ** 10]\n", "big.py:2:"),
        ("dict.py", "def moves(n):\n    d = {}\n    while True:\n        d[len(d)] = d\n", "dict.py:"),
        ("top.py", "x = list(range(10**12))\ndef moves(n):\n    return []\n", "top.py:1:"),
        ("type.py", "def moves(n):\n    return n\n", "type.py:1:"),
        ("nonsense.py", "board cells = = strip\n", "nonsense.py:1:"),
        ("none.py", "x = 1\n", "none.py:1:1"),
        ("grow.py", "def moves(n):\n    return [n + 1]\n", "has not ended"),
        ("same.py", "state = 'n'\nboth = ['n - 1 where n > 9', 'n * 1 where n > 0']\n", "same.py:2:31"),
        (
            "parts.py",
            "def moves(n):\n    return [n - 1] if n else []\ndef split(n):\n    return [n, 3]\n",
            "parts.py:3:",
        ),
        ("symbol.py", "board, cells = 'strip', 'a b'\nboth = ['ac -> bb east']\n", "symbol.py:2:"),
        ("heap.py", "state = 'heaps of n'\nboth = ['n - 2']\n", "heap.py:"),
        (
            "range.py",
            "state = 'heaps of n'\nboth = ['n - 1 - k * 0 for k in range(10**12) where n > 0']\n",
            "range.py:",
        ),
    ];
    for (name, source, expected) in cases {
        written(here, name, source);
        let languages = if name == "list.py" { &["en", "es", "ca"][..] } else { &["en"] };
        for language in languages {
            let position = format!("./{name}:5");
            let (code, stdout, stderr) =
                text(&grundy(here, &["solve", &position, "--lang", language, "--time", "10s", "--memory", "256MiB"]));
            assert_eq!(code, 2, "{name}: {stdout}{stderr}");
            assert!(stderr.contains(expected), "{name}: {stderr}");
        }
    }
}

/// A game of three players is solved for each starter; what is for two is refused with a reason.
#[test]
fn three_players() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let nim = include_str!("../../../rules/three_player_nim.py");
    written(here, "nim3.py", nim);
    let (code, stdout, stderr) = text(&grundy(here, &["solve", "./nim3.py:1,1"]));
    assert_eq!(code, 0, "{stderr}");
    for line in ["3 players", "1 starts    player 2 wins", "2 starts    player 3 wins", "3 starts    player 1 wins"] {
        assert!(stdout.contains(line), "{stdout}");
    }
    let (code, stdout, stderr) = text(&grundy(here, &["solve", "./nim3.py:3", "--format", "json"]));
    assert_eq!(code, 0, "{stderr}");
    let told: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(told["starts"][1]["winners"], serde_json::json!([[2]]));
    assert_eq!(told["starts"][1]["winning_moves"], serde_json::json!([{"move": "to 0", "to": "./nim3.py:0@3"}]));
    let (code, stdout, stderr) = text(&grundy(here, &["rules", "check", "./nim3.py"]));
    assert_eq!(code, 0, "{stdout}{stderr}");
    assert!(stdout.contains("not a combinatorial game"), "{stdout}");
    for arguments in [
        &["solve", "./nim3.py:1,1 + nim:2"][..],
        &["solve", "./nim3.py:1,1", "--play", "misere"],
        &["solve", "./nim3.py:1,1", "--nimber"],
        &["solve", "./nim3.py:1,1", "--certificate", "proof"],
        &["moves", "./nim3.py:1,1"],
        &["explain", "./nim3.py:1,1"],
        &["graph", "./nim3.py:1,1"],
        &["sequence", "./nim3.py", "--to", "5"],
        &["table", "./nim3.py:{n}", "n=1..3"],
    ] {
        let (code, stdout, stderr) = text(&grundy(here, arguments));
        assert!(code == 2 || code == 1, "{arguments:?}: {code} {stdout}{stderr}");
        assert!(stderr.contains("players"), "{arguments:?}: {stdout}{stderr}");
    }
}
