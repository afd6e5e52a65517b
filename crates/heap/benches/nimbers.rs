//! Times nimber sequences without using a period: `cargo bench -p grundy-heap -- [CODE:TO …]`.
//!
//! With `OGSOLVE` set to the path of Beling's `ogsolve`, every sequence is also computed by each of its methods in the
//! same run, ours before and after; the ratio compares its best processor time with ours. Processor time is read from
//! `/proc`, so the comparison needs Linux; elsewhere wall time is shown.

use std::process::{Command, Stdio};
use std::time::Instant;

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
        let mut ours = run(&rule, to);
        print!("{code} to {to}: {ours:.3} s");
        if let Some(peer) = &peer {
            let timed = METHODS.iter().filter(|method| **method != "naive" || to <= 100_000);
            let theirs: Vec<(f64, &str)> =
                timed.filter_map(|&method| Some((run_peer(peer, method, code, to)?, method))).collect();
            ours = ours.min(run(&rule, to));
            if let Some((best, method)) = theirs.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)) {
                print!(", again {ours:.3} s; ogsolve -m {method} {best:.3} s; ratio {:.1}", best / ours);
            }
        }
        println!();
    }
}

/// Seconds that our engine takes.
fn run(rule: &Rule, to: u64) -> f64 {
    let wall = Instant::now();
    let before = processor_ticks("self", 0);
    let mut sequence = Sequence::new(rule.clone()).watch_periods(false);
    if let Err(error) = sequence.extend(to, &Budget::unlimited()) {
        print!("({error}) ");
    }
    std::hint::black_box(sequence.into_nimbers());
    match (before, processor_ticks("self", 0)) {
        (Some(before), Some(after)) if after - before >= 20 => (after - before) as f64 / 100.0,
        _ => wall.elapsed().as_secs_f64(),
    }
}

/// Seconds that a method of the peer takes.
fn run_peer(peer: &str, method: &str, code: &str, to: u64) -> Option<f64> {
    let wall = Instant::now();
    let before = processor_ticks("self", 2);
    let arguments = ["-m", method, "-n", &to.to_string(), code].map(str::to_owned);
    let status = Command::new(peer).args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).status().ok()?;
    let seconds = match (before, processor_ticks("self", 2)) {
        (Some(before), Some(after)) if after - before >= 20 => (after - before) as f64 / 100.0,
        _ => wall.elapsed().as_secs_f64(),
    };
    status.success().then_some(seconds)
}

/// User and system time of a process (from 0) or of its finished children (from 2), in hundredths of a second.
fn processor_ticks(process: &str, from: usize) -> Option<u64> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let fields: Vec<u64> =
        stat.rsplit_once(')')?.1.split_whitespace().skip(11).take(4).map_while(|field| field.parse().ok()).collect();
    // utime, stime, cutime and cstime are fields 14 to 17; the name in brackets is the second.
    Some(fields.get(from)? + fields.get(from + 1)?)
}
