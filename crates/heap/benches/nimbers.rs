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

/// Seconds of processor time that a method of the peer takes, to a hundredth.
fn run_peer(peer: &str, method: &str, code: &str, to: u64) -> Option<f64> {
    let (wall, before) = (Instant::now(), children_seconds());
    let arguments = ["-m", method, "-n", &to.to_string(), code].map(str::to_owned);
    let status = Command::new(peer).args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).status().ok()?;
    let seconds = children_seconds().zip(before).map_or(wall.elapsed().as_secs_f64(), |(after, before)| after - before);
    status.success().then_some(seconds)
}

/// Processor time of this thread so far.
fn own_seconds() -> Option<f64> {
    let statistics = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(statistics.split_whitespace().next()?.parse::<u64>().ok()? as f64 / 1e9)
}

/// Processor time of all finished child processes, which the kernel counts in hundredths of a second.
fn children_seconds() -> Option<f64> {
    let statistics = std::fs::read_to_string("/proc/self/stat").ok()?;
    // cutime and cstime are fields 16 and 17; the name in brackets is the second.
    let fields = statistics.rsplit_once(')')?.1.split_whitespace().skip(13).take(2);
    let ticks: Vec<u64> = fields.map_while(|field| field.parse().ok()).collect();
    (ticks.len() == 2).then(|| ticks.iter().sum::<u64>() as f64 / 100.0)
}
