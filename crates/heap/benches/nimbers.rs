//! Times nimber sequences without using a period: `cargo bench -p grundy-heap -- [CODE:TO …]`.

use std::time::Instant;

use grundy_budget::Budget;
use grundy_heap::{Rule, Sequence};

fn main() {
    let given: Vec<String> = std::env::args().skip(1).filter(|arg| arg.contains(':')).collect();
    let default = ["0.6", "0.04", "0.07", "0.106", "0.77", "0.376"];
    let tasks = if given.is_empty() { default.iter().map(|code| format!("{code}:100000")).collect() } else { given };
    for task in tasks {
        let Some((code, to)) = task.split_once(':') else { continue };
        let (Ok(rule), Ok(to)) = (code.parse::<Rule>(), to.parse()) else { continue };
        let start = Instant::now();
        let mut sequence = Sequence::new(rule).watch_periods(false);
        let result = sequence.extend(to, &Budget::unlimited());
        let seconds = start.elapsed().as_secs_f64();
        let nimbers = sequence.into_nimbers();
        let sum: u64 = nimbers.iter().map(u64::from).sum();
        let largest = nimbers.iter().max().unwrap_or(0);
        println!("{code} to {to}: {seconds:.3} s, largest {largest}, sum {sum} {result:?}");
    }
}
