//! Certificates from the command: every kind is written and checked, the second checker agrees, budgets hold, and nothing
//! false is proved.

mod common;
#[path = "../../graph/tests/random_digraph/mod.rs"]
mod random_digraph;

use common::grundy;
use grundy_budget::Budget;
use grundy_graph::kernel::find_kernel;
use grundy_solve::{Certificate, ProofStep, check as checked, prove_kernel};
use random_digraph::random_digraph;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// Runs the command so that it writes a certificate; returns the file.
fn written(folder: &TempDir, arguments: &[&str]) -> PathBuf {
    let file = folder.path().join("proof.txt");
    let path = file.to_str().expect("the path is text");
    let run = grundy(&[arguments, &["--certificate", path]].concat());
    assert_eq!(run.code, 0, "{arguments:?}: {}{}", run.out, run.err);
    file
}

fn check(file: &Path, options: &[&str]) -> common::Run {
    grundy(&[&["check", file.to_str().expect("the path is text")], options].concat())
}

/// Asks the checker in Python, which needs nothing but its standard library.
fn second_check(file: &Path) -> (Option<i32>, String) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/checker/check.py");
    let ran = Command::new("python3").arg(script).arg(file).output().expect("python3 is needed for the second checker");
    let told = String::from_utf8_lossy(&ran.stdout).into_owned() + &String::from_utf8_lossy(&ran.stderr);
    (ran.status.code(), told)
}

/// Commands, and what `check` says of the files that they write. The second checker knows the games of the first list.
const KNOWN_TO_BOTH: [(&[&str], &str); 36] = [
    (&["solve", "nim:10,17,21"], "the nimber of nim:10,17,21 is 14"),
    (&["solve", "nim:3,5,6", "--prove", "outcome"], "the second player wins nim:3,5,6 under normal play"),
    (&["solve", "nim:2,3", "--play", "misere"], "the first player wins nim:2,3 under misère play"),
    (&["solve", "nim:1,2", "--prove", "value"], "the value of nim:1,2 is *3"),
    (&["solve", "cram:4x4"], "the nimber of cram:4x4 is 0"),
    (&["solve", "cram:3x4", "--play", "misere"], "under misère play"),
    (&["solve", "cram:..#|...|#..", "--prove", "outcome"], "under normal play"),
    (&["solve", "chomp:petersen"], "the nimber of chomp:petersen is 2"),
    (&["solve", "chomp:path(5)", "--play", "misere"], "under misère play"),
    (&["solve", "chomp:cycle(5)", "--prove", "outcome"], "under normal play"),
    (&["solve", "octal(0.77):9"], "the nimber of octal(0.77):9 is 4"),
    (&["solve", "octal(0.137):12", "--play", "misere"], "under misère play"),
    (&["solve", "octal(4.7):7,4", "--prove", "outcome"], "under normal play"),
    (&["solve", "nim:2 + cram:2x3 + octal(0.77):5"], "the nimber of nim:2 + cram:2x3 + octal(0.77):5"),
    (&["solve", "nim:2 + cram:2x3", "--play", "misere"], "under misère play"),
    (&["solve", "hackenbush:lrl"], "Left wins hackenbush:lrl under normal play, whoever starts"),
    (&["solve", "hackenbush:lrl", "--prove", "value"], "the value of hackenbush:lrl is 3/4"),
    (&["solve", "hackenbush:(l;r;e)", "--prove", "value"], "the value of hackenbush:(l;r;e) is *"),
    (&["solve", "hackenbush:l(r;e)", "--play", "misere"], "under misère play"),
    (&["solve", "hackenbush:lr + nim:2 + hackenbush:e", "--prove", "value"], "the value of"),
    (&["solve", "tictactoe:"], "under normal play: nobody wins"),
    (&["solve", "tictactoe:x..|.o.|...", "--play", "misere"], "under misère play"),
    (&["solve", "wildtictactoe:x..|.o.|..."], "under normal play"),
    (&["solve", "morris(tapatan):xo.|ox.|..."], "under normal play"),
    (&["solve", "morris:xo.|.x.|o.x"], "under normal play"),
    (&["solve", "hounds:"], "hounds:#x..#|x...o|#x..# under normal play"),
    (&["solve", "cops(1):cycle(5)"], "cops(1):cycle(5) under normal play"),
    (&["solve", "cops(2):cycle(5)"], "cops(2):cycle(5) under normal play"),
    (&["solve", "cops(2):petersen;1,3;9"], "cops(2):petersen;1,3;9 under normal play"),
    (&["solve", "digraph:a>b,b>a,b>c,c>d@a"], "under normal play"),
    (&["solve", "digraph:a>b,b>a,b>c,c>d@a + nim:2"], "under normal play"),
    (&["solve", "digraph:a>b,b>a,b>c@a + digraph:x>y,y>x,x>z@x", "--play", "misere"], "under misère play"),
    (&["kernel", "1>2,2>3,3>4,4>1"], "2 vertices are a kernel of the digraph with 4 vertices and 4 arcs"),
    (&["kernel", "1>2,2>3,3>1"], "the digraph with 3 vertices and 3 arcs has no kernel"),
    (&["sequence", "0.77", "--to", "1000"], "the nimbers of octal(0.77) repeat with least period 12 from heap 71 on"),
    (&["quotient", "0.77", "--to", "200"], "the misère quotient of octal(0.77) has order 40"),
];

const KNOWN_TO_ONE: [(&[&str], &str); 10] = [
    (&["solve", "domineering:4x4"], "the first player wins domineering:....|....|....|.... under normal play"),
    (&["solve", "domineering:3x3", "--prove", "value"], "the value of domineering:...|...|... is {1|-1}"),
    (&["solve", "domineering:2x3", "--play", "misere"], "under misère play"),
    (&["solve", "domineering:3x3 + toads:T_F + nim:2"], "domineering:...|...|... + toads:T_F + nim:2"),
    (&["solve", "toads:TT_FF", "--prove", "value"], "the value of toads:TT_FF is"),
    (&["solve", "formula:\"E x A y E z : (x|y|z) (-x|-z)\""], "is true"),
    (&["solve", "formula:\"A x : (x)\""], "the formula A x : (x) is false"),
    (&["solve", "digraph:a>b@a + digraph:c>d,d>e@c"], "the nimber of digraph:a>b@a + digraph:c>d,d>e@c is 1"),
    (&["solve", "poset:a<b + poset:a<b,b<c", "--play", "misere"], "under misère play"),
    (&["quotient", "0.123", "--to", "12"], "the misère quotient of octal(0.123)"),
];

#[test]
fn every_kind_is_written_and_proved() {
    let folder = tempfile::tempdir().expect("a folder");
    for (arguments, told) in KNOWN_TO_BOTH.iter().chain(&KNOWN_TO_ONE) {
        let run = check(&written(&folder, arguments), &[]);
        assert_eq!(run.code, 0, "{arguments:?}: {}", run.err);
        assert!(run.out.starts_with("proved: ") && run.out.contains(told), "{arguments:?}: {}", run.out);
    }
}

#[test]
fn the_second_checker_agrees() {
    let folder = tempfile::tempdir().expect("a folder");
    for (arguments, _) in KNOWN_TO_BOTH {
        let file = written(&folder, arguments);
        let (code, told) = second_check(&file);
        assert_eq!(code, Some(0), "{arguments:?}: {told}");
        // One word of the last claim, and the checksum is wrong: both refuse.
        let text = std::fs::read_to_string(&file).expect("it was written");
        std::fs::write(&file, text.replacen("kind ", "kind  ", 1)).expect("it is written again");
        assert_ne!(second_check(&file).0, Some(0));
        assert_eq!(check(&file, &[]).code, 2);
    }
}

#[test]
fn the_checker_keeps_to_its_budget() {
    let folder = tempfile::tempdir().expect("a folder");
    for arguments in [
        &["solve", "cram:4x5"][..],
        &["solve", "cram:3x5", "--play", "misere"],
        &["solve", "domineering:4x4", "--prove", "value"],
        &["sequence", "0.77", "--to", "1000"],
        &["quotient", "0.77"],
        &["solve", "formula:\"A a E b A c E d : (a|b) (-a|-b) (c|d) (-c|-d)\""],
    ] {
        let file = written(&folder, arguments);
        let run = check(&file, &["--positions", "3"]);
        assert_eq!((run.code, run.err.as_str()), (3, ""), "{arguments:?}: {}", run.out);
        assert!(run.out.contains("out of positions budget"), "{arguments:?}: {}", run.out);
    }
}

/// Positions whose moves cannot be listed: answered by a theorem perhaps, but never "proved".
#[test]
fn what_cannot_be_listed_is_not_certified() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("proof.txt");
    let path = file.to_str().expect("the path is text");
    for position in ["impartial(nim):2000000", "impartial(euclid):99999999,1", "impartial(octal(0.77)):5000000"] {
        for play in ["normal", "misere"] {
            let run = grundy(&[
                "solve",
                position,
                "--play",
                play,
                "--certificate",
                path,
                "--time",
                "5s",
                "--memory",
                "256MiB",
            ]);
            let wrong = run.out.contains("second wins") && play == "normal";
            assert!(!wrong, "{position}: {}", run.out);
            if file.exists() {
                assert_ne!(check(&file, &["--time", "5s"]).code, 0, "{position}");
                std::fs::remove_file(&file).expect("it is there");
            } else {
                assert_ne!(run.code, 0, "{position}: no certificate, and nothing said: {}", run.out);
            }
        }
    }
}

/// An `@` in a name was once read as the start of another digraph.
#[test]
fn names_that_look_like_notation() {
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(grundy(&["solve", "digraph:r>x@y,x@y>t@r"]).code, 2);
    for position in ["digraph:r>x%40y,x%40y>t@r", "digraph:a>b%29%22c@a", "poset:a<x%40y"] {
        let solved = grundy(&["solve", position]);
        assert_eq!(solved.code, 0, "{position}: {}", solved.err);
        let run = check(&written(&folder, &["solve", position]), &[]);
        assert_eq!((run.code, run.out.contains(position)), (0, true), "{}{}", run.out, run.err);
    }
}

/// A text with the last line that belongs to it, as a forger would write it.
fn sealed(body: &str) -> String {
    let fnv = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{body}end {} {:016x}\n", body.lines().count(), body.bytes().fold(0xcbf2_9ce4_8422_2325, fnv))
}

/// Rules that somebody wrote may hide a play without end behind a board that is too large to be followed. Claims that lean on
/// each other in a circle prove nothing there, and honest ones everything.
#[test]
fn claims_that_lean_on_each_other_in_a_circle() {
    let folder = tempfile::tempdir().expect("a folder");
    let rules = folder.path().join("hidden.py");
    let large = "def moves(p):
    k, a, b = p
    if k == 0:
        return [(1, 3000, 3000), (2, 0, 0), (3, 0, 0)]
    if k == 1:
        return [(1, x, y) for x, y in ((a - 1, b), (a, b - 1)) if x >= 0 and y >= 0]
    return [(2, 1 - a, 0)] if k == 2 else []
";
    std::fs::write(&rules, large).expect("a file");
    let game = rules.to_str().expect("the path is text");
    let file = folder.path().join("forged.txt");
    let told = |body: String| {
        std::fs::write(&file, sealed(&format!("grundy certificate 3\n{body}"))).expect("a file");
        let run = check(&file, &[]);
        (run.code, run.out + &run.err)
    };
    let outcome = |wraps: (&str, &str), to: &str| {
        let position = |position: &str| format!("{}{game}{}:{position}", wraps.0, wraps.1);
        told(format!("kind outcome\nposition {}\nplay normal\noutcome first\n- {}\n", position("0,0,0"), position(to)))
    };
    for wraps in [("", ""), ("impartial(", ")")] {
        let (code, text) = outcome(wraps, "2,0,0");
        assert!(code == 1 && text.contains("in a circle"), "{code}: {text}");
        let (code, text) = outcome(wraps, "3,0,0");
        assert_eq!(code, 0, "{text}");
    }
    let nimber = |claims: &str| {
        let claims: String = claims.lines().map(|line| line.replace('@', &format!("{game}:")) + "\n").collect();
        told(format!("kind nimber\n{claims}"))
    };
    // The reader finds the circle where it begins, so the claims lean on what nobody claims, by way of the large board.
    assert_eq!(nimber("position @3,0,0\nnimber 0\n= 0 @3,0,0").0, 0);
    assert_eq!(nimber("position @0,0,0\nnimber 1\n= 1 @0,0,0\n= 0 @2,0,0\n= 1 @2,1,0").0, 1);
    // A value: both lose the difference by going round.
    let (code, text) = told(format!(
        "kind value\nposition {game}:0,0,0\nvalue *\nL * {game}:0,0,0\nR * {game}:0,0,0\nL 0 {game}:2,0,0\nR 0 {game}:2,0,0\n"
    ));
    assert_eq!(code, 1, "{text}");
}

/// Without a kernel, the files for checkers of SAT solvers are about the same clauses.
#[test]
fn refutations_for_other_checkers() {
    let folder = tempfile::tempdir().expect("a folder");
    let prefix = folder.path().join("triangle");
    let prefix = prefix.to_str().expect("the path is text");
    let file = written(&folder, &["kernel", "1>2,2>3,3>1", "--drat", prefix]);
    let read = |ending: &str| std::fs::read_to_string(format!("{prefix}.{ending}")).expect("it was written");
    assert_eq!(read("cnf"), "p cnf 3 6\n-1 -2 0\n1 2 0\n-2 -3 0\n2 3 0\n-3 -1 0\n3 1 0\n");
    let steps = read("lrat");
    assert!(std::fs::read_to_string(file).expect("it was written").contains(&steps));
    assert!(steps.lines().last().is_some_and(|line| line.split(' ').nth(1) == Some("0")), "{steps}");
    assert!(read("drat").ends_with("\n0\n"), "{}", read("drat"));
}

/// A certificate about a digraph names no digraph of ours: one asks whether it is about this one.
#[test]
fn a_kernel_is_that_of_the_digraph_asked_about() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = written(&folder, &["kernel", "1>2,2>3,3>1"]);
    assert_eq!(check(&file, &["--digraph", "1>2,2>3,3>1"]).code, 0);
    let other = check(&file, &["--digraph", "1>2,2>3,1>3"]);
    assert_eq!(other.code, 1, "{}", other.out);
    assert!(other.err.contains("another digraph"), "{}", other.err);
    let file = written(&folder, &["solve", "nim:1"]);
    assert_eq!(check(&file, &["--digraph", "1>2"]).code, 1);
}

/// Random digraphs, with and without a kernel: what is true is proved, what is not is not.
#[test]
fn kernels_of_random_digraphs() {
    let (budget, read) = (Budget::unlimited(), |_: &str| Err("no position is named".to_owned()));
    let mut without = 0;
    for seed in 0..300 {
        let (order, degree) = (3 + seed % 40, 1 + seed % 4);
        let digraph = random_digraph(order, degree.min(order - 1), seed);
        let found = find_kernel(&digraph, &budget).expect("there is no limit").kernel;
        let refuted = prove_kernel(&digraph, None, &budget).expect("there is no limit");
        assert_eq!(refuted.is_none(), found.is_some(), "seed {seed}");
        without += u32::from(found.is_none());
        let certificate = match refuted {
            Some(refuted) => refuted,
            None => prove_kernel(&digraph, found.as_deref(), &budget).expect("there is no limit").expect("it has one"),
        };
        assert_eq!(checked(&certificate, &read, &budget), Ok(()), "seed {seed}");
        let text = certificate.to_string();
        assert_eq!(Certificate::read(&text).as_ref(), Ok(&certificate), "seed {seed}");
        // Of a refutation no step can be left out: each is used by a later one.
        if let Certificate::NoKernel(proof) = certificate {
            for step in (0..proof.steps.len()).filter(|&step| matches!(proof.steps[step], ProofStep::Add(..))) {
                let mut shorter = proof.clone();
                shorter.steps.remove(step);
                assert!(checked(&Certificate::NoKernel(shorter), &read, &budget).is_err(), "seed {seed}, step {step}");
            }
        }
    }
    // Both kinds occur.
    assert!((30..270).contains(&without), "{without}");
}
