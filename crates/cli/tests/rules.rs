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
    for kind in ["strip", "grid", "numbers", "functions"] {
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
        ("a.py", "board, cells = 'grid', '. #'\nleft = ['.. -> # east']\n", "a.py:2:15"),
        ("b.py", "def moves(n):\n    while True:\n        n += 1\n", "b.py:3:9"),
        ("c.py", "def moves(n):\n    return [n +]\n", "c.py:2:16"),
        ("d.py", "state = 'n'\nboth = ['n + 1 where n < 5', 'n - 1 where n > 0']\n", "for ever"),
        ("e.py", "def moves(n):\n    return [m - 1]\n", "e.py:2:13"),
    ];
    for (name, source, expected) in cases {
        std::fs::write(here.join(name), source).unwrap();
        let (code, _, stderr) = text(&grundy(here, &["solve", &format!("./{name}:4")]));
        assert_eq!(code, 2, "{name}: {stderr}");
        assert!(stderr.contains(expected), "{name}: {stderr}");
    }
}
