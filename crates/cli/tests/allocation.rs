//! Every allocation may fail: whichever one does, the command ends as an undecided question does, with a sentence and in
//! good order, and what it wrote before is whole or not there.
//!
//! Not run by the usual harness, since the process that fails must be ours alone: this program runs itself.

use grundy_budget::{Counting, account};
use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, ExitCode};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Names the allocation that is to fail.
const FAILS: &str = "GRUNDY_TEST_FAILS";

/// With this set, every allocation of every command fails once; without it a few dozen of each do.
const ALL: &str = "GRUNDY_TEST_ALL";

/// Beyond all that a command makes.
const NEVER: u64 = 1 << 60;

/// How many allocations of each command fail.
const SAMPLES: u64 = 24;

fn main() -> ExitCode {
    match std::env::var(FAILS) {
        Ok(number) => run_and_fail(number.parse().expect("a number")),
        Err(_) => every_allocation_may_fail(),
    }
}

/// The command, with one allocation that fails.
fn run_and_fail(number: u64) -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    account::fail_after(number);
    let code = grundy_cli::run(&arguments);
    if number == NEVER {
        eprintln!("{}", NEVER - account::failing_in());
    }
    ExitCode::from(code)
}

struct Run {
    code: Option<i32>,
    err: String,
}

fn run(arguments: &[&str], fails: u64) -> Run {
    let output = Command::new(std::env::current_exe().expect("a name"))
        .args(arguments)
        .env(FAILS, fails.to_string())
        .env("LC_ALL", "C.UTF-8")
        .stdin(std::process::Stdio::null())
        .output()
        .expect("the command starts");
    Run { code: output.status.code(), err: String::from_utf8_lossy(&output.stderr).into_owned() }
}

fn every_allocation_may_fail() -> ExitCode {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a name in UTF-8").to_owned();
    let (picture, proof, nimbers, rows) = (path("picture.svg"), path("proof"), path("nimbers"), path("rows"));
    let commands: [&[&str]; 12] = [
        &["solve", "chomp:petersen", "--threads", "1"],
        &["solve", "cram:4x4", "--method", "search", "--threads", "2"],
        &["explain", "nim:3,2 + chomp:banner", "--lang", "ca"],
        &["moves", "domineering:3x3"],
        &["graph", "chomp:complete(3)", "--format", "json"],
        &["draw", "bar:4x5", "-o", &picture],
        &["solve", "kayles:petersen", "--certificate", &proof],
        &["kernel", "a>b,b>c,c>a,c>d"],
        &["sequence", "octal(0.77)", "--to", "300", "--file", &nimbers],
        &["table", "chomp", "--connected-graphs", "4", "--file", &rows],
        &["eval", "mean({5|2||-1}) + thermograph({3|-1})"],
        &["frobnicate", "--help"],
    ];
    let all = std::env::var_os(ALL).is_some();
    let mut failed = 0;
    for arguments in commands {
        let whole = run(arguments, NEVER);
        let told = whole.err.lines().last().and_then(|line| line.parse::<u64>().ok());
        let allocations = told.unwrap_or_else(|| panic!("{arguments:?}: exit {:?}: {}", whole.code, whole.err));
        let content = |file: &str| std::fs::read(file).ok();
        let files = [&picture, &proof].map(|file| content(file));
        // Spread evenly, each time a little beside the even places, the first and the last among them.
        let step = if all { 1 } else { (allocations / SAMPLES).max(1) };
        let mut fails = 0;
        while fails < allocations {
            for file in [&picture, &proof, &nimbers, &rows] {
                if Path::new(file).exists() {
                    std::fs::remove_file(file).expect("a file of ours");
                }
            }
            let run = run(arguments, fails);
            let context = || format!("{arguments:?}, allocation {fails} of {allocations}: {:?} {}", run.code, run.err);
            // Threads do not always make the same allocations, so the last ones may not be asked for.
            let undecided = run.code == Some(3)
                && run
                    .err
                    .lines()
                    .last()
                    .is_some_and(|line| line.contains("out of memory") || line.contains("memòria"));
            assert!(undecided || run.code == whole.code, "{}", context());
            assert!(!run.err.contains("panicked"), "{}", context());
            for (file, known) in [&picture, &proof].into_iter().zip(&files) {
                let found = content(file);
                assert!(found.is_none() || found == *known, "half a file: {}", context());
            }
            failed += u64::from(undecided);
            fails += step;
            if !all {
                fails += fails % 3;
            }
        }
        // What was kept when the last one failed is taken up again.
        assert_eq!(run(arguments, NEVER).code, whole.code, "{arguments:?} after a failure");
    }
    assert!(failed > 150, "{failed} allocations failed");
    println!("{failed} allocations failed, each time in good order");
    ExitCode::SUCCESS
}
