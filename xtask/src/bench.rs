//! `cargo xtask bench`: the library beside its peers, in one run: processor time, memory, ratios, growth from size to size.
//!
//! A peer that is not installed is left out. Programs are looked for on the path and in the folder that `PEERS` names.

use crate::measure::{Taken, machine, measured};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// After so long a program is stopped.
const PATIENCE: Duration = Duration::from_mins(2);
/// The same with `--quick`.
const LITTLE_PATIENCE: Duration = Duration::from_secs(15);

/// One line of the table: the same work done by us and by a peer.
struct Line {
    /// Lines of one kind of work follow each other, sizes ascending.
    kind: &'static str,
    size: String,
    ours: Vec<String>,
    peer: &'static str,
    theirs: Vec<String>,
}

/// Builds what is ours, runs every line and prints the table.
pub fn run(quick: bool) -> Result<(), String> {
    let patience = if quick { LITTLE_PATIENCE } else { PATIENCE };
    crate::cargo(&["build", "--release", "--quiet", "--package", "grundy-cli"])?;
    let graphs = bench_program("grundy-games", "graphs")?;
    let scratch = std::env::temp_dir().join("grundy-bench");
    std::fs::create_dir_all(&scratch).map_err(|error| format!("cannot make {}: {error}", scratch.display()))?;
    let lines = lines(&graphs, &scratch)?;
    println!("{}\n", machine());
    println!("| work | size | ours | memory | peer | theirs | memory | times faster | our growth |");
    println!("|---|---|---|---|---|---|---|---|---|");
    let mut before: Option<(&str, f64)> = None;
    for line in &lines {
        let ours = measured(&line.ours, patience)?;
        let theirs = match program(&line.theirs[0]) {
            Some(path) => {
                let command: Vec<String> =
                    std::iter::once(path.display().to_string()).chain(line.theirs[1..].iter().cloned()).collect();
                Some(measured(&command, patience)?)
            }
            None => None,
        };
        let growth = before.filter(|(kind, _)| *kind == line.kind).map(|(_, seconds)| ours.seconds / seconds);
        before = Some((line.kind, ours.seconds.max(0.01)));
        println!("{}", row(line, ours, theirs, growth));
    }
    Ok(())
}

fn row(line: &Line, ours: Taken, theirs: Option<Taken>, growth: Option<f64>) -> String {
    let time = |taken: Taken| {
        let more = if taken.finished { "" } else { "> " };
        format!("{more}{:.2} s", taken.seconds)
    };
    let memory = |taken: Taken| format!("{} MB", taken.memory.div_ceil(1024));
    let (their_time, their_memory) = match theirs {
        Some(taken) => (time(taken), memory(taken)),
        None => ("not installed".to_owned(), String::new()),
    };
    // Times below a hundredth of a second are not told apart.
    let ratio = theirs.filter(|taken| taken.finished || ours.finished).map(|taken| {
        let (more, less) = (if taken.finished { "" } else { "> " }, if ours.finished { "" } else { "< " });
        format!("{more}{less}{:.1}", taken.seconds.max(0.01) / ours.seconds.max(0.01))
    });
    let growth = growth.map(|growth| format!("{growth:.1}")).unwrap_or_default();
    format!(
        "| {} | {} | {} | {} | {} | {their_time} | {their_memory} | {} | {growth} |",
        line.kind,
        line.size,
        time(ours),
        memory(ours),
        line.peer,
        ratio.unwrap_or_default(),
    )
}

/// The whole comparison.
fn lines(graphs: &Path, scratch: &Path) -> Result<Vec<Line>, String> {
    let own = |words: &[&str]| -> Vec<String> {
        let command = ["target/release/grundy"].iter().chain(words);
        command.map(|word| (*word).to_owned()).collect()
    };
    let other = |words: &[&str]| -> Vec<String> { words.iter().map(|word| (*word).to_owned()).collect() };
    let plain = graphs.display().to_string();
    let mut lines = Vec::new();
    for (order, seed) in [("30", "1"), ("36", "1"), ("40", "1"), ("40", "2"), ("44", "1"), ("48", "2"), ("60", "1")] {
        let position = format!("kayles:{}", written(graphs, &["cubic", order, seed])?);
        let size = format!("{order} vertices, seed {seed}");
        let theirs = other(&[&plain, "plain", "cubic", order, seed]);
        for (kind, play, peer) in [
            ("Node Kayles, random cubic", "normal", "plain memo"),
            ("the same, misère", "misere", "plain memo, normal play"),
        ] {
            let ours = own(&["solve", &position, "--threads", "1", "--play", play]);
            lines.push(Line { kind, size: size.clone(), ours, peer, theirs: theirs.clone() });
        }
    }
    // Normal play first, then misère play.
    lines.sort_by_key(|line| line.kind);
    for (order, size) in
        [("12", "18"), ("12", "20"), ("13", "20"), ("14", "20"), ("12", "22"), ("12", "24"), ("12", "26")]
    {
        let position = format!("chomp:{}", written(graphs, &["chomp", order, size, "1"])?);
        lines.push(Line {
            kind: "Chomp, random",
            size: format!("{order} vertices, {size} edges"),
            ours: own(&["solve", &position, "--threads", "1"]),
            peer: "plain memo",
            theirs: other(&[&plain, "plain", "chomp", order, size, "1"]),
        });
    }
    for (rows, columns) in [("4", "7"), ("5", "6"), ("5", "7"), ("4", "9"), ("5", "8"), ("4", "11"), ("5", "9")] {
        lines.push(Line {
            kind: "Cram",
            size: format!("{rows}×{columns}"),
            ours: own(&["solve", &format!("cram:{rows}x{columns}"), "--nimber", "--threads", "1"]),
            peer: "igsolve",
            theirs: other(&["igsolve", "cram", "-r", rows, "-c", columns]),
        });
    }
    lines.push(Line {
        kind: "two threads (processor time)",
        size: "Cram 5×9".to_owned(),
        ours: own(&["solve", "cram:5x9", "--nimber", "--threads", "2"]),
        peer: "one thread",
        theirs: own(&["solve", "cram:5x9", "--nimber", "--threads", "1"]),
    });
    let position = format!("kayles:{}", written(graphs, &["cubic", "48", "1"])?);
    lines.push(Line {
        kind: "two threads (processor time)",
        size: "Node Kayles, 48 vertices".to_owned(),
        ours: own(&["solve", &position, "--threads", "2"]),
        peer: "one thread",
        theirs: own(&["solve", &position, "--threads", "1"]),
    });
    for (order, arcs, seed) in [(200, 1000, 1), (1000, 5000, 1), (1000, 5000, 4)] {
        let (digraph, program) = kernel_files(scratch, order, arcs, seed)?;
        lines.push(Line {
            kind: "kernel, random digraph",
            size: format!("{order} vertices, {arcs} arcs, seed {seed}"),
            ours: own(&["kernel", &format!("@{digraph}")]),
            peer: "clingo",
            theirs: other(&["clingo", "--quiet=2", &program]),
        });
    }
    for (code, last) in [("0.6", "100000"), ("0.007", "100000"), ("0.04", "100000")] {
        lines.push(Line {
            kind: "octal code, nimbers",
            size: format!("{code} to {last}"),
            ours: own(&["sequence", &format!("octal({code})"), last]),
            peer: "ogsolve",
            theirs: other(&["ogsolve", code, last]),
        });
    }
    for (blocks, seed) in [(2, 1), (3, 1), (3, 2), (4, 1)] {
        let file = formula_file(scratch, blocks, seed)?;
        lines.push(Line {
            kind: "quantified formula, random",
            size: format!("{blocks} blocks of 12, seed {seed}"),
            ours: own(&["solve", &format!("formula:@{file}")]),
            peer: "depqbf",
            theirs: other(&["depqbf", &file]),
        });
    }
    Ok(lines)
}

/// The same numbers on every machine (S. Vigna's splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }
}

fn write(path: &Path, text: &str) -> Result<String, String> {
    std::fs::write(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    Ok(path.display().to_string())
}

/// A random digraph as a list of arcs, and as a program whose answer sets are its kernels.
fn kernel_files(scratch: &Path, order: usize, arcs: usize, seed: u64) -> Result<(String, String), String> {
    let mut random = Random(seed);
    let mut arcs_met = Vec::new();
    let mut met = std::collections::HashSet::new();
    while met.len() < arcs {
        let arc = (random.below(order) + 1, random.below(order) + 1);
        if arc.0 != arc.1 && met.insert(arc) {
            arcs_met.push(arc);
        }
    }
    let list = arcs_met.iter().map(|(u, v)| format!("{u} {v}\n")).collect::<Vec<_>>().concat();
    let facts = arcs_met.iter().map(|(u, v)| format!("a({u},{v}).\n")).collect::<Vec<_>>().concat();
    let rules = "{k(X)} :- v(X).\n:- k(X), k(Y), a(X,Y).\ns(X) :- k(X).\ns(X) :- a(X,Y), k(Y).\n:- v(X), not s(X).\n";
    let program = format!("v(1..{order}).\n{facts}{rules}");
    let name = format!("digraph-{order}-{arcs}-{seed}");
    Ok((write(&scratch.join(format!("{name}.txt")), &list)?, write(&scratch.join(format!("{name}.lp")), &program)?))
}

/// A random formula with alternating blocks of 12 variables; each clause has five literals, two of them of the last block.
fn formula_file(scratch: &Path, blocks: usize, seed: u64) -> Result<String, String> {
    const BLOCK: usize = 12;
    let mut random = Random(seed);
    let (variables, clauses) = (BLOCK * blocks, 5 * BLOCK * blocks);
    let mut lines = vec![format!("p cnf {variables} {clauses}")];
    for block in 0..blocks {
        // The last block is existential.
        let quantifier = if (blocks - block) % 2 == 1 { 'e' } else { 'a' };
        let names: Vec<String> = (1..=BLOCK).map(|v| (BLOCK * block + v).to_string()).collect();
        lines.push(format!("{quantifier} {} 0", names.join(" ")));
    }
    for _ in 0..clauses {
        let mut chosen: Vec<usize> = Vec::new();
        while chosen.len() < 5 {
            let variable = if chosen.len() < 2 { variables - random.below(BLOCK) } else { random.below(variables) + 1 };
            if !chosen.contains(&variable) {
                chosen.push(variable);
            }
        }
        let mut sign = |variable: usize| format!("{}{variable}", if random.below(2) == 0 { "-" } else { "" });
        let literals: Vec<String> = chosen.into_iter().map(&mut sign).collect();
        lines.push(format!("{} 0", literals.join(" ")));
    }
    write(&scratch.join(format!("formula-{blocks}-{seed}.qdimacs")), &(lines.join("\n") + "\n"))
}

/// A graph as the bench of graphs writes it.
fn written(graphs: &Path, words: &[&str]) -> Result<String, String> {
    let output = Command::new(graphs).arg("write").args(words).output();
    let output = output.map_err(|error| format!("cannot run {}: {error}", graphs.display()))?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Builds a bench and says where it stands.
fn bench_program(package: &str, bench: &str) -> Result<PathBuf, String> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let arguments = ["bench", "--quiet", "--no-run", "--message-format=json", "--package", package, "--bench", bench];
    let output = Command::new(cargo).args(arguments).stderr(Stdio::inherit()).output();
    let output = output.map_err(|error| format!("cannot run cargo: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let marked = text.lines().filter_map(|line| line.split_once("\"executable\":\"")).next_back();
    let path = marked.and_then(|(_, rest)| rest.split_once('"')).map(|(path, _)| PathBuf::from(path));
    path.ok_or_else(|| format!("the bench {bench} of {package} was not built"))
}

/// Where a program stands: as it is named, among the peers, or on the path.
fn program(name: &str) -> Option<PathBuf> {
    if name.contains('/') {
        return Path::new(name).exists().then(|| PathBuf::from(name));
    }
    let folders = std::env::var_os("PEERS").into_iter().chain(std::env::var_os("PATH"));
    let folders: Vec<PathBuf> = folders.flat_map(|list| std::env::split_paths(&list).collect::<Vec<_>>()).collect();
    folders.into_iter().map(|folder| folder.join(name)).find(|path| path.is_file())
}
