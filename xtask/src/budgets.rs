//! `cargo xtask budgets`: how far the command oversteps `--time` and `--memory`, over every game, question, method and play rule.
//!
//! Positions are the examples of the catalogue and the largest of their kind that can be read. A figure is a matter of the
//! machine, so nothing is asserted: what is over the promise (a tenth or 100 ms; a tenth and 32 MiB) is listed.

use crate::measure::{Taken, duration, machine, measured};
use std::collections::BTreeSet;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

const COMMAND: &str = "target/release/grundy";
/// After so long a command is not late but does not end.
const PATIENCE: Duration = Duration::from_mins(1);
/// The memory that is allowed in the second pass, in KiB.
const MEMORY: u64 = 64 << 10;

/// Questions about a position; every play rule and, where there is a choice, every method goes with them.
const SEARCHED: [&str; 3] = ["solve", "solve --nimber", "moves"];
const METHODS: [&str; 5] = ["auto", "kernel", "search", "value", "recursion"];
const PLAYED: [&str; 3] = ["explain", "graph", "solve --certificate /dev/null"];
const SHOWN: [&str; 6] =
    ["draw", "draw -o FILE.png", "draw -o FILE.pdf", "draw --what graph", "draw --what tree", "match"];

/// Questions that are not about a position.
const OTHERS: [&str; 29] = [
    "sequence 0.77 --to 100000000 --no-period",
    "sequence 0.77 --to 100000000 --no-period --format csv",
    "sequence 0.77 --to 100000000 --no-period --format json",
    "sequence grundy --to 1000000000",
    "sequence 0.007 --to 100000000 --format bfile",
    "sequence allbut(1-1000000) --to 100000000",
    "quotient 0.123456",
    "quotient 0.75123",
    "eval signs(1/3,1000000000)",
    "eval product(*100,*200)",
    "eval companion(-1823437481924)",
    "eval followers(-1823437481924)",
    "eval mean(clobber:4x5)",
    "eval clobber:4x5",
    "eval clobber:3x4*clobber:3x4",
    "kernel FILE.digraph",
    "kernel FILE.digraph --count",
    "kernel FILE.digraph --all",
    "kernel FILE.digraph --certificate /dev/null",
    "facts complete(512)",
    "facts grid(100,100)",
    "facts hypercube(12)",
    "table cram:{n}x{m} n=1..9 m=1..9",
    "table domineering:{n}x{m} n=1..9 m=1..9 --format csv",
    "table chomp --connected-graphs 9",
    "bracelet --colours 4 --window 30",
    "graphs",
    "games",
    "check /dev/zero",
];

/// Asks everything, first with little time, then with little memory, and prints what went furthest over.
pub fn run(words: &[String]) -> Result<(), String> {
    let asked = words.iter().find_map(|word| word.strip_prefix("--time="));
    let quick = words.iter().any(|word| word == "--quick");
    crate::cargo(&["build", "--release", "--quiet", "--package", "grundy-cli"])?;
    let scratch = std::env::temp_dir().join("grundy-budgets");
    std::fs::create_dir_all(&scratch).map_err(|error| format!("cannot make {}: {error}", scratch.display()))?;
    let file = scratch.join("picture").display().to_string();
    write_digraph(&format!("{file}.digraph"))?;
    let (examples, largest) = positions()?;
    let whole: BTreeSet<String> = if quick { BTreeSet::new() } else { examples.union(&largest).cloned().collect() };
    println!("{}; {} examples, {} largest positions", machine(), examples.len(), largest.len());
    if !words.iter().any(|word| word == "--memory-only") {
        let positions = if quick { &largest } else { &whole };
        let time = asked.unwrap_or("100ms");
        let allowed = duration(time)?;
        pass(&questions(positions, &file), 1, &["--time", time], |taken| {
            let promised = allowed + (allowed / 10).max(Duration::from_millis(100));
            (taken.wall.saturating_sub(allowed).as_millis() as u64, taken.wall > promised, "ms late")
        })?;
    }
    let limits = ["--time", asked.unwrap_or("2s"), "--memory", "64MiB"];
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get); // why: one at a time is right everywhere
    pass(&questions(&largest, &file), cores, &limits, |taken| {
        (taken.memory.saturating_sub(MEMORY), taken.memory > MEMORY + MEMORY / 10 + (32 << 10), "KiB over")
    })
}

/// Asks all questions within limits, some of them at once; `over` says by how much a run overstepped them, and whether by too much.
fn pass(
    questions: &[Vec<String>],
    at_once: usize,
    limits: &[&str],
    over: impl Fn(&Taken) -> (u64, bool, &'static str) + Sync,
) -> Result<(), String> {
    let next = AtomicUsize::new(0);
    let ask = || -> Result<Vec<Overstepped>, String> {
        let mut found = Vec::new();
        while let Some(question) = questions.get(next.fetch_add(1, Ordering::Relaxed)) {
            let mut command = vec![COMMAND.to_owned()];
            command.extend(question.iter().cloned());
            command.extend(limits.iter().map(|&word| word.to_owned()));
            let taken = measured(&command, PATIENCE)?;
            let (amount, too_much, unit) = over(&taken);
            let broken = too_much || !taken.finished || !matches!(taken.code, Some(0 | 2 | 3));
            let told = format!("{amount} {unit}: {} (exit {:?})", command[1..].join(" "), taken.code);
            if broken {
                println!("BROKEN: {told}");
            }
            found.push(Overstepped { amount, broken, told });
        }
        Ok(found)
    };
    let found: Result<Vec<_>, String> = std::thread::scope(|scope| {
        let askers: Vec<_> = (0..at_once).map(|_| scope.spawn(ask)).collect();
        askers.into_iter().map(|asker| asker.join().map_err(|_| "asking ended in a panic".to_owned())?).collect()
    });
    let mut found = found?.concat();
    found.sort_by_key(|run| std::cmp::Reverse(run.amount));
    let broken = found.iter().filter(|run| run.broken).count();
    println!("{} questions within {}: {broken} broke their promise", questions.len(), limits.join(" "));
    found.iter().take(10).for_each(|run| println!("  {}", run.told));
    Ok(())
}

/// By how much a run overstepped its limits.
#[derive(Clone)]
struct Overstepped {
    amount: u64,
    broken: bool,
    told: String,
}

/// Every question about every position, and those about none.
fn questions(positions: &BTreeSet<String>, file: &str) -> Vec<Vec<String>> {
    let mut all = Vec::new();
    for position in positions {
        let mut ask = |question: &str, more: &[&str]| {
            let mut words: Vec<String> = question.replace("FILE", file).split(' ').map(str::to_owned).collect();
            words.insert(1, position.clone());
            words.extend(more.iter().map(|&word| word.to_owned()));
            all.push(words);
        };
        for play in ["normal", "misere"] {
            for question in SEARCHED {
                for method in METHODS {
                    ask(question, &["--method", method, "--play", play]);
                }
            }
            for question in PLAYED {
                ask(question, &["--play", play]);
            }
        }
        for question in SHOWN {
            ask(question, &[]);
        }
    }
    all.extend(OTHERS.iter().map(|question| question.replace("FILE", file).split(' ').map(str::to_owned).collect()));
    all
}

/// A digraph of 2,000 vertices with six arcs from each, far too hard to decide.
fn write_digraph(path: &str) -> Result<(), String> {
    let arcs = (0..12_000u64).map(|n| format!("{} {}\n", n / 6, (n * n * 7919 + n * 104_729) % 100_003 % 2000));
    std::fs::write(path, arcs.collect::<String>()).map_err(|error| format!("cannot write {path}: {error}"))
}

/// The examples of the catalogue, and each with its numbers as large as the reader takes them.
fn positions() -> Result<(BTreeSet<String>, BTreeSet<String>), String> {
    let output = Command::new(COMMAND).args(["games", "--format", "json"]).output();
    let output = output.map_err(|error| format!("cannot run {COMMAND}: {error}"))?;
    let games: serde_json::Value =
        serde_json::from_slice(&output.stdout).map_err(|error| format!("`games` gives no JSON: {error}"))?;
    let mut examples = BTreeSet::new();
    for game in games.as_array().ok_or("`games` gives no list")? {
        let named = game["examples"].as_array().ok_or("a game without examples")?;
        examples.extend(named.iter().filter_map(|example| example.as_str().map(str::to_owned)));
    }
    let largest = examples.iter().map(|example| largest(example)).collect::<Result<_, _>>()?;
    Ok((examples, largest))
}

/// The same text with each number after the colon, one after the other, as large as the reader takes it.
fn largest(example: &str) -> Result<String, String> {
    let mut text = example.to_owned();
    let mut at = text.find(':').map_or(0, |colon| colon + 1);
    while let Some(start) = text[at..].find(|c: char| c.is_ascii_digit()).map(|more| at + more) {
        let end = text[start..].find(|c: char| !c.is_ascii_digit()).map_or(text.len(), |more| start + more);
        let mut next = end;
        for power in (1..=18).rev() {
            let larger = format!("{}{}{}", &text[..start], 10u64.pow(power), &text[end..]);
            if readable(&larger)? {
                next = start + power as usize + 1;
                text = larger;
                break;
            }
        }
        at = next.min(text.len());
    }
    Ok(text)
}

/// Whether the command can read a position.
fn readable(position: &str) -> Result<bool, String> {
    let command = [COMMAND, "solve", position, "--time", "10ms"].map(str::to_owned);
    Ok(measured(&command, PATIENCE)?.code != Some(2))
}
