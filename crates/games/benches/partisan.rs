//! Seconds and megabytes for values and outcomes of partisan boards: `cargo bench -p grundy-games --bench partisan`,
//! optionally with positions after `--`: `value domineering:5x5 search domineering:6x6`.

use grundy_game::NoFiles;
use grundy_games::parse;
use grundy_solve::{Method, Settings, answer};
use std::time::Instant;

const USUAL: &[(&str, &str)] = &[
    ("value", "domineering:4x6"),
    ("value", "domineering:5x5"),
    ("value", "domineering:5x6"),
    ("search", "domineering:6x6"),
    ("value", "clobber:4x4"),
    ("value", "amazons:3x4"),
    ("value", "amazons:4x4"),
    ("value", "toads:TTTT____FFFF"),
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let given: Vec<(&str, &str)> = arguments.chunks_exact(2).map(|pair| (pair[0].as_str(), pair[1].as_str())).collect();
    for (method, text) in if given.is_empty() { USUAL } else { &given } {
        run(method, text);
    }
}

fn run(method: &str, text: &str) {
    let position = match parse(text, &NoFiles) {
        Ok(position) => position,
        Err(error) => return println!("{}", error.render()),
    };
    let method = match method {
        "value" => Method::Value,
        "search" => Method::Search,
        _ => Method::Auto,
    };
    let settings = Settings { method, ..Settings::default() };
    let start = Instant::now();
    match answer(&position, &settings) {
        Ok(found) => {
            let seconds = start.elapsed().as_secs_f64();
            let value: String = found.value_text().expect("a value").chars().take(60).collect();
            let outcome = found.outcome.map_or("undecided".to_owned(), |outcome| outcome.to_string());
            let positions = settings.budget.positions();
            println!(
                "{text:<24} {method:<7} {seconds:>8.3} s {positions:>10} steps  {outcome:<6} {value}  {}",
                found.reason
            );
        }
        Err(stop) => println!("{text}: {stop}"),
    }
    println!("{:<24} peak {} MB so far", "", peak_megabytes());
}

/// The peak of resident memory, where the system tells it.
fn peak_megabytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("0");
    line.split_whitespace().next().and_then(|kilobytes| kilobytes.parse::<u64>().ok()).unwrap_or(0) / 1024
}
