//! Positions a second of functions, beside CPython on the same file.
//!
//! `cargo bench -p grundy-rules --bench functions`

use grundy_rules::{Datum, Functions, Limits, Script};
use std::collections::HashSet;
use std::path::PathBuf;
use std::process::Command;
use std::sync::LazyLock;
use std::time::Instant;

fn main() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("benches/functions");
    println!("{:12} {:>12} {:>12}   thousand calls of `moves` a processor second", "", "ours", "CPython");
    for (name, rounds) in [("heap", 3), ("bar", 30), ("domineering", 2), ("tictactoe", 10)] {
        let path = folder.join(format!("{name}.py"));
        let source = std::fs::read_to_string(&path).expect("the file of the workload");
        let ours = explore(&source, rounds);
        let output = Command::new("python3").arg(folder.join("explore.py")).arg(&path).arg(rounds.to_string()).output();
        let theirs = output.ok().and_then(|output| {
            let text = String::from_utf8(output.stdout).ok()?;
            let (asked, seconds) = text.trim().split_once(' ')?;
            Some(asked.parse::<f64>().ok()? / seconds.parse::<f64>().ok()?)
        });
        let theirs = theirs.map_or("-".to_owned(), |rate| format!("{:.0}", rate / 1000.0));
        println!("{name:12} {:>12.0} {theirs:>12}", ours / 1000.0);
    }
}

/// Processor seconds of this thread where the system tells them, else seconds since the start.
fn spent() -> f64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let told = std::fs::read_to_string("/proc/thread-self/schedstat");
    let told = told.ok().and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    told.map_or_else(|| START.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}

/// Calls a processor second.
fn explore(source: &str, rounds: usize) -> f64 {
    let script = Script::read(source).expect("a right file");
    let start = script.global("START", Limits::default()).expect("a start");
    let mut functions = Functions::load(&script, Limits::default()).expect("a right file");
    let players = [Datum::Text("left".into()), Datum::Text("right".into())];
    let begin = spent();
    let mut asked = 0u64;
    for _ in 0..rounds {
        let mut seen: HashSet<Datum, rustc_hash::FxBuildHasher> = HashSet::default();
        seen.insert(start.clone());
        let mut stack = vec![start.clone()];
        let mut options = Vec::new();
        while let Some(position) = stack.pop() {
            for player in &players {
                asked += 1;
                options.clear();
                functions.list("moves", &[position.clone(), player.clone()], &mut options).expect("moves");
                for option in options.drain(..) {
                    if !seen.contains(&option) {
                        seen.insert(option.clone());
                        stack.push(option);
                    }
                }
            }
        }
    }
    asked as f64 / (spent() - begin)
}
