//! Budgets that leaked: every one of these ran for ever or took all memory. Right, refused or undecided will do.

mod common;

use common::{Run, grundy, grundy_with_input};

/// Runs the command, which must end in good order, and says how.
fn ends(arguments: &[&str]) -> Run {
    let run = grundy(arguments);
    assert!(matches!(run.code, 0 | 2 | 3), "{arguments:?}: exit {}: {}", run.code, run.err);
    assert!(!run.err.contains("panicked") && !run.err.contains("memory allocation"), "{arguments:?}: {}", run.err);
    if run.code == 3 {
        let says_why = ["out of time", "out of memory", "too many to list", "undecided"];
        let told = format!("{}{}", run.out, run.err);
        assert!(says_why.iter().any(|why| told.contains(why)), "{arguments:?}: {told}");
    }
    run
}

#[test]
fn time_is_kept() {
    for arguments in [
        &["solve", "allbut(2):1000000000"][..],
        &["solve", "allbut(2):1000000000000"],
        &["solve", "impartial(nim):1000000"],
        &["solve", "chomp:path(4096)"],
        &["solve", "col:complete(1024)", "--play", "misere"],
        &["solve", "officers:1000000", "--method", "recursion"],
        &["draw", "--what", "graph", "impartial(clobber):5x5"],
        &["match", "subtract(1,2,5):10000000000000000002"],
        &["solve", "euclid:1000000,7", "--play", "misere"],
        &["draw", "bar:1000x1000"],
    ] {
        ends(&[arguments, &["--time", "300ms", "--memory", "256MiB"]].concat());
    }
}

#[test]
fn memory_is_kept() {
    for arguments in [
        &["graph", "chomp:complete(256)", "--memory", "64MiB"][..],
        &["solve", "bar:1000x1000", "--method", "kernel", "--memory", "64MiB"],
        &["solve", "euclid:1000000,7", "--play", "misere", "--memory", "64MiB"],
    ] {
        let run = ends(arguments);
        assert_eq!(run.code, 3, "{arguments:?}: {}{}", run.out, run.err);
    }
}

/// A graph that does not fit is a budget that ran out, not a position that is wrong.
#[test]
fn a_graph_that_does_not_fit_is_undecided() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("words.txt");
    let edges: Vec<String> =
        (0..300_000).map(|n: u64| format!("v{} w{}", n * 7919 % 100_003, n * 104_729 % 100_019)).collect();
    std::fs::write(&file, edges.join("\n")).unwrap();
    let run = ends(&["solve", &format!("kayles:@{}", file.display()), "--memory", "32MiB"]);
    assert_eq!(run.code, 3, "{}{}", run.out, run.err);
}

#[test]
#[cfg(target_os = "linux")]
fn endless_files_are_not_read_to_their_end() {
    for game in ["chomp", "digraph", "poset", "formula"] {
        let run = ends(&["solve", &format!("{game}:@/dev/zero"), "--memory", "32MiB"]);
        assert_ne!(run.code, 0);
    }
    assert_eq!(ends(&["check", "/dev/zero", "--memory", "32MiB"]).code, 3);
    assert_ne!(ends(&["kernel", "/dev/zero", "--memory", "32MiB"]).code, 0);
    assert_eq!(ends(&["batch", "/dev/zero", "--memory", "32MiB"]).code, 2);
}

#[test]
fn a_certificate_is_checked_within_a_budget() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("proof");
    let file = file.to_str().unwrap();
    assert_eq!(grundy(&["solve", "cram:4x5", "--certificate", file]).code, 0);
    assert_eq!(ends(&["check", file]).code, 0);
    let hurried = ends(&["check", file, "--time", "0ms"]);
    assert_eq!((hurried.code, hurried.out.as_str()), (3, ""), "{}", hurried.err);
}

#[test]
fn absurd_numbers_of_threads_are_refused() {
    for threads in ["100000", "18446744073709551615", "-1", "x"] {
        let run = grundy(&["solve", "nim:1", &format!("--threads={threads}")]);
        assert_eq!(run.code, 2, "{threads}: {}", run.err);
        assert!(run.err.contains("from 0 to 1024"), "{}", run.err);
    }
    assert_eq!(grundy(&["solve", "nim:1", "--threads", "1024"]).code, 0);
}

#[test]
fn input_that_is_not_text_is_bad_input() {
    for arguments in [&["repl"][..], &["play", "nim:3,4,5"]] {
        let run = grundy_with_input(arguments, b"\xff\xfe\n");
        assert_eq!(run.code, 2, "{arguments:?}: {}", run.err);
        assert!(run.err.contains("standard input is not UTF-8 text"), "{}", run.err);
    }
}

#[test]
fn errors_do_not_steer_the_terminal() {
    let steering = "\x1b[31m\x07\u{9b}31m";
    for arguments in [
        vec!["solve".to_owned(), format!("nim:{steering}")],
        vec!["solve".to_owned(), format!("{steering}:3")],
        vec!["solve".to_owned(), "nim:3".to_owned(), format!("--{steering}")],
        vec!["solve".to_owned(), "nim:3".to_owned(), "--time".to_owned(), steering.to_owned()],
        vec!["check".to_owned(), format!("/{steering}")],
        vec!["kernel".to_owned(), format!("/{steering}")],
        vec!["table".to_owned(), steering.to_owned(), "--connected-graphs".to_owned(), "3".to_owned()],
        vec!["eval".to_owned(), format!("mean({steering})")],
        vec!["sequence".to_owned(), steering.to_owned()],
    ] {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let run = grundy(&arguments);
        assert_eq!(run.code, 2, "{arguments:?}: {}", run.err);
        assert!(!run.err.contains(|c: char| c.is_control() && c != '\n'), "{arguments:?}: {:?}", run.err);
    }
}
