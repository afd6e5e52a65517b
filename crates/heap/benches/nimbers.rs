//! Times nimber sequences without using a period: `cargo bench -p grundy-heap -- [CODE:TO …]`.
//!
//! With `OGSOLVE` set to the path of Beling's `ogsolve`, every sequence is also computed by each of its methods in the
//! same run, ours before and after; the ratio compares its best processor time with ours. Some of its methods take many
//! minutes: with `OGSOLVE_TIMES=5` each is ended once it has taken five times as long as ours, and the ratio shown is a
//! lower bound where none was done by then. Processor time is read from `/proc`, so the comparison needs Linux; elsewhere
//! wall time is shown.

use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use grundy_budget::Budget;
use grundy_heap::{Rule, Sequence};

/// The peer's methods; its naive one is left out where it would take minutes.
const METHODS: [&str; 5] = ["rc", "rcs", "rc2", "rc2s", "naive"];

fn main() {
    let given: Vec<String> = std::env::args().skip(1).filter(|arg| arg.contains(':')).collect();
    let default = ["0.6", "0.04", "0.07", "0.106", "0.77", "0.376"];
    let tasks = if given.is_empty() { default.iter().map(|code| format!("{code}:100000")).collect() } else { given };
    let peer = std::env::var("OGSOLVE").ok();
    for task in tasks {
        let Some((code, to)) = task.split_once(':') else { continue };
        let (Ok(rule), Ok(to)) = (code.parse::<Rule>(), to.parse()) else { continue };
        let ours = run(&rule, to);
        println!("{code} to {to}: {ours:.3} s");
        if let Some(peer) = &peer {
            compare(peer, code, &rule, to, ours);
        }
    }
}

/// Times every method of the peer, then ours once more.
fn compare(peer: &str, code: &str, rule: &Rule, to: u64, ours: f64) {
    let times: f64 = std::env::var("OGSOLVE_TIMES").ok().and_then(|times| times.parse().ok()).unwrap_or(f64::INFINITY);
    let limit = (times * ours).max(1.0);
    let mut best: Option<(f64, &str)> = None;
    for &method in METHODS.iter().filter(|method| **method != "naive" || to <= 100_000) {
        let Some((seconds, done)) = run_peer(peer, method, code, to, limit) else {
            println!("  ogsolve -m {method} failed");
            continue;
        };
        println!("  ogsolve -m {method}: {}{seconds:.2} s", if done { "" } else { "over " });
        if done && best.is_none_or(|(least, _)| seconds < least) {
            best = Some((seconds, method));
        }
    }
    let ours = ours.min(run(rule, to));
    match best {
        Some((least, method)) => println!("  ours again {ours:.3} s; ratio to {method} {:.1}", least / ours),
        None => println!("  ours again {ours:.3} s; every ratio over {:.1}", limit / ours),
    }
}

/// Seconds of processor time that our engine takes.
fn run(rule: &Rule, to: u64) -> f64 {
    let (wall, before) = (Instant::now(), own_seconds());
    let mut sequence = Sequence::new(rule.clone()).watch_periods(false);
    if let Err(error) = sequence.extend(to, &Budget::unlimited()) {
        print!("({error}) ");
    }
    std::hint::black_box(sequence.into_nimbers());
    own_seconds().zip(before).map_or(wall.elapsed().as_secs_f64(), |(after, before)| after - before)
}

/// Seconds of processor time that a method of the peer takes, to a hundredth, and whether it was done before `limit`.
fn run_peer(peer: &str, method: &str, code: &str, to: u64, limit: f64) -> Option<(f64, bool)> {
    let (wall, before) = (Instant::now(), children_seconds());
    let arguments = ["-m", method, "-n", &to.to_string(), code].map(str::to_owned);
    let mut child = Command::new(peer).args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().ok()?;
    let mut ended = false;
    let status = loop {
        if let Some(status) = child.try_wait().ok()? {
            break status;
        }
        if running_seconds(&child).unwrap_or(wall.elapsed().as_secs_f64()) > limit {
            ended = true;
            child.kill().ok()?;
        }
        sleep(Duration::from_millis(5));
    };
    let seconds = children_seconds().zip(before).map_or(wall.elapsed().as_secs_f64(), |(after, before)| after - before);
    (ended || status.success()).then_some((seconds, !ended))
}

/// Processor time of a child process that is still running.
fn running_seconds(child: &Child) -> Option<f64> {
    let statistics = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).ok()?;
    ticks(&statistics, 11)
}

/// Processor time of this thread so far.
fn own_seconds() -> Option<f64> {
    let statistics = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(statistics.split_whitespace().next()?.parse::<u64>().ok()? as f64 / 1e9)
}

/// Processor time of all finished child processes.
fn children_seconds() -> Option<f64> {
    ticks(&std::fs::read_to_string("/proc/self/stat").ok()?, 13)
}

/// User and system time together from two neighbouring fields, counted from the one after the name in brackets, which
/// the kernel gives in hundredths of a second: utime and stime are fields 11 and 12, those of the children 13 and 14.
fn ticks(statistics: &str, field: usize) -> Option<f64> {
    let fields = statistics.rsplit_once(')')?.1.split_whitespace().skip(field).take(2);
    let ticks: Vec<u64> = fields.map_while(|field| field.parse().ok()).collect();
    (ticks.len() == 2).then(|| ticks.iter().sum::<u64>() as f64 / 100.0)
}
