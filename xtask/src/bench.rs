//! `cargo xtask bench`: the library beside its peers, in one run: processor time, memory, ratios, growth from size to size.
//!
//! A peer that is not installed is left out. Programs are looked for on the path and in the folders that `PEERS` names. `BEFORE`
//! may name an older command, which then does the same work and has a column of its own; `FORMULAS` a folder of QDIMACS files. A
//! word after `bench` keeps the lines whose work or size holds it.

use crate::measure::{Taken, duration, machine, measured};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// After so long a program is stopped.
const PATIENCE: Duration = Duration::from_mins(2);
/// The same with `--quick`; `--patience=60s` says another.
const LITTLE_PATIENCE: Duration = Duration::from_secs(15);
/// Our command.
const OURS: &str = "target/release/grundy";

/// The same work done by us and by a peer, each by one run of a program or by several.
type Runs = Vec<Vec<String>>;

/// One line of the table.
struct Line {
    /// Lines of one kind of work follow each other, sizes ascending.
    kind: &'static str,
    size: String,
    ours: Runs,
    peer: &'static str,
    theirs: Runs,
    /// Whether times on the wall are compared, as where threads are, instead of processor times.
    wall: bool,
}

/// Builds what is ours, runs every line and prints the table.
pub fn run(words: &[String]) -> Result<(), String> {
    let quick = words.iter().any(|word| word == "--quick");
    let wanted = words.iter().find(|word| !word.starts_with("--"));
    let patience = match words.iter().find_map(|word| word.strip_prefix("--patience=")) {
        Some(asked) => duration(asked)?,
        None if quick => LITTLE_PATIENCE,
        None => PATIENCE,
    };
    crate::cargo(&["build", "--release", "--quiet", "--package", "grundy-cli"])?;
    let graphs = bench_program("grundy-games", "graphs")?;
    let scratch = std::env::temp_dir().join("grundy-bench");
    std::fs::create_dir_all(&scratch).map_err(|error| format!("cannot make {}: {error}", scratch.display()))?;
    let lines = lines(&graphs, &scratch)?;
    let older = std::env::var("BEFORE").ok(); // why: without it there is no such column
    println!("{}\n", machine());
    println!(
        "| work | size | ours | wall | memory | before | peer | theirs | wall | memory | times faster | our growth |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|");
    let mut last: Option<(&str, f64)> = None;
    for line in
        lines.iter().filter(|line| wanted.is_none_or(|word| line.kind.contains(word) || line.size.contains(word)))
    {
        let ours = taken(&line.ours, patience)?;
        if !matches!(ours.code, Some(0 | 3) | None) {
            return Err(format!("{:?} ended with {:?}", line.ours, ours.code));
        }
        let before = match &older {
            Some(older) => Some(taken(&by_another(&line.ours, older), patience)?),
            None => None,
        };
        let theirs = match line.theirs.first().and_then(|command| program(&command[0])) {
            Some(path) => Some(taken(&by_another(&line.theirs, &path.display().to_string()), patience)?),
            None => None,
        };
        let growth = last.filter(|(kind, _)| *kind == line.kind).map(|(_, seconds)| ours.seconds / seconds);
        last = Some((line.kind, ours.seconds.max(0.001)));
        println!("{}", row(line, ours, before, theirs, growth));
    }
    Ok(())
}

/// The same runs by another program.
fn by_another(runs: &Runs, program: &str) -> Runs {
    runs.iter().map(|run| std::iter::once(program.to_owned()).chain(run[1..].iter().cloned()).collect()).collect()
}

/// What several runs take together: the sum of their times, the most memory of one.
fn taken(runs: &Runs, patience: Duration) -> Result<Taken, String> {
    let mut whole = Taken::default();
    for run in runs {
        let one = measured(run, patience)?;
        whole.seconds += one.seconds;
        whole.wall += one.wall;
        whole.memory = whole.memory.max(one.memory);
        // Undecided within the budget of the line is not finished.
        whole.finished &= one.finished && one.code != Some(3);
        whole.code = whole.code.max(one.code);
    }
    Ok(whole)
}

fn row(line: &Line, ours: Taken, before: Option<Taken>, theirs: Option<Taken>, growth: Option<f64>) -> String {
    let more = |taken: Taken| if taken.finished { "" } else { "> " };
    let time = |taken: Taken| format!("{}{:.2} s", more(taken), taken.seconds);
    let wall = |taken: Taken| format!("{:.2} s", taken.wall.as_secs_f64());
    let memory = |taken: Taken| format!("{} MB", taken.memory.div_ceil(1024));
    // An older command may not know what it is asked.
    let refused = |taken: &Taken| taken.code == Some(2);
    let before =
        before.map(|taken| if refused(&taken) { "refused".to_owned() } else { time(taken) }).unwrap_or_default();
    let (their_time, their_wall, their_memory) = match theirs {
        Some(taken) => (time(taken), wall(taken), memory(taken)),
        None if line.theirs.is_empty() => Default::default(),
        None => ("not installed".to_owned(), String::new(), String::new()),
    };
    let compared = |taken: Taken| if line.wall { taken.wall.as_secs_f64() } else { taken.seconds };
    let ratio = theirs.filter(|taken| taken.finished || ours.finished).map(|taken| {
        let (more, less) = (if taken.finished { "" } else { "> " }, if ours.finished { "" } else { "< " });
        let on = if line.wall { " on the wall" } else { "" };
        format!("{more}{less}{:.2}{on}", compared(taken) / compared(ours).max(0.000_1))
    });
    let growth = growth.map(|growth| format!("{growth:.1}")).unwrap_or_default();
    format!(
        "| {} | {} | {} | {} | {} | {before} | {} | {their_time} | {their_wall} | {their_memory} | {} | {growth} |",
        line.kind,
        line.size,
        time(ours),
        wall(ours),
        memory(ours),
        line.peer,
        ratio.unwrap_or_default(),
    )
}

fn words(program: &str, words: &[&str]) -> Vec<String> {
    std::iter::once(program).chain(words.iter().copied()).map(str::to_owned).collect()
}

/// A run of our command.
fn own(asked: &[&str]) -> Vec<String> {
    words(OURS, asked)
}

/// A line in which processor times are compared.
fn line(kind: &'static str, size: String, ours: Vec<String>, peer: &'static str, theirs: Vec<String>) -> Line {
    Line { kind, size, ours: vec![ours], peer, theirs: vec![theirs], wall: false }
}

/// A line without a peer.
fn alone(kind: &'static str, size: &str, asked: &[&str]) -> Line {
    Line { kind, size: size.to_owned(), ours: vec![own(asked)], peer: "", theirs: Vec::new(), wall: false }
}

/// The whole comparison.
fn lines(graphs: &Path, scratch: &Path) -> Result<Vec<Line>, String> {
    let mut lines = graph_lines(graphs)?;
    for (rows, columns) in [("4", "7"), ("5", "6"), ("5", "7"), ("4", "9"), ("5", "8"), ("4", "11"), ("5", "9")] {
        lines.push(line(
            "Cram",
            format!("{rows}×{columns}"),
            own(&["solve", &format!("cram:{rows}x{columns}"), "--nimber", "--threads", "1"]),
            "igsolve br-asp-set",
            words("igsolve", &["-m", "br-asp-set", "cram", "-r", rows, "-c", columns]),
        ));
    }
    lines.extend(threaded(graphs)?);
    lines.extend(partisan());
    for size in ["14x15", "16x17", "17x18"] {
        lines.push(alone("bars", size, &["solve", &format!("bar:{size}"), "--threads", "1"]));
    }
    for (order, arcs, seed) in [(200, 1000, 1), (1000, 5000, 1), (1000, 5000, 4), (400, 4000, 1)] {
        let (digraph, program) = kernel_files(scratch, order, arcs, seed)?;
        let size = format!("{order} vertices, {arcs} arcs, seed {seed}");
        let ours = own(&["kernel", &digraph]);
        lines.push(line("kernel, random digraph", size, ours, "clingo", words("clingo", &["--quiet=2", &program])));
    }
    for (code, last) in [("0.6", "100000"), ("0.007", "100000"), ("0.04", "100000")] {
        lines.push(line(
            "octal code, nimbers",
            format!("{code} to {last}"),
            own(&["sequence", &format!("octal({code})"), "--to", last, "--no-period"]),
            "ogsolve rc2",
            words("ogsolve", &["-m", "rc2", "-n", last, code]),
        ));
    }
    lines.extend(formulas(scratch)?);
    for (kind, position) in [
        ("earlier figures", "chomp:petersen"),
        ("earlier figures", "chomp:complete(10)"),
        ("earlier figures", "chomp:prism(7)"),
        ("earlier figures", "kayles:grid(3,19)"),
        ("earlier figures", "kayles:grid(6,8)"),
    ] {
        lines.push(alone(kind, position, &["solve", position, "--nimber", "--threads", "1"]));
    }
    lines.push(alone("earlier figures", "0.77 to 10^6", &["sequence", "0.77", "--to", "1000000", "--no-period"]));
    lines.push(alone("earlier figures", "bracelet", &["bracelet", "--colours", "2", "--window", "16"]));
    Ok(lines)
}

/// Node Kayles and Chomp on graphs without symmetry, beside the plain way.
fn graph_lines(graphs: &Path) -> Result<Vec<Line>, String> {
    let plain = graphs.display().to_string();
    let mut lines = Vec::new();
    for (order, seed) in [("30", "1"), ("36", "1"), ("40", "1"), ("40", "2"), ("44", "1"), ("48", "2"), ("60", "1")] {
        let position = format!("kayles:{}", written(graphs, &["cubic", order, seed])?);
        let size = format!("{order} vertices, seed {seed}");
        let theirs = words(&plain, &["plain", "cubic", order, seed]);
        for (kind, play, peer) in [
            ("Node Kayles, random cubic", "normal", "plain memo"),
            ("the same, misère", "misere", "plain memo, normal play"),
        ] {
            let ours = own(&["solve", &position, "--threads", "1", "--play", play]);
            lines.push(line(kind, size.clone(), ours, peer, theirs.clone()));
        }
    }
    // Normal play first, then misère play.
    lines.sort_by_key(|line| line.kind);
    for (order, size) in
        [("12", "18"), ("12", "20"), ("13", "20"), ("14", "20"), ("12", "22"), ("12", "24"), ("12", "26")]
    {
        let position = format!("chomp:{}", written(graphs, &["chomp", order, size, "1"])?);
        lines.push(line(
            "Chomp, random",
            format!("{order} vertices, {size} edges"),
            own(&["solve", &position, "--threads", "1"]),
            "plain memo",
            words(&plain, &["plain", "chomp", order, size, "1"]),
        ));
    }
    Ok(lines)
}

/// The same work by two threads and by one: times on the wall, which mean little on a busy machine.
fn threaded(graphs: &Path) -> Result<Vec<Line>, String> {
    let node_kayles = format!("kayles:{}", written(graphs, &["cubic", "48", "1"])?);
    let asked: [(&str, Vec<&str>); 9] = [
        ("Cram 5×9", vec!["solve", "cram:5x9", "--nimber"]),
        ("Node Kayles, 48 vertices", vec!["solve", &node_kayles]),
        ("Clobber 5×5", vec!["solve", "clobber:5x5"]),
        ("Domineering 8×8, outcome", vec!["solve", "domineering:8x8", "--time", "60s", "--memory", "8GiB"]),
        ("value of Domineering 6×6", vec!["solve", "domineering:6x6", "--method", "value"]),
        ("value of Clobber 4×5", vec!["solve", "clobber:4x5", "--method", "value"]),
        ("bar 17×18", vec!["solve", "bar:17x18"]),
        ("table of graphs", vec!["table", "chomp", "--connected-graphs", "9"]),
        ("noughts and crosses 4×4", vec!["solve", "tictactoe(4,4,4):"]),
    ];
    let by = |asked: &[&str], threads: &str| {
        let mut words = own(asked);
        words.extend(["--threads".to_owned(), threads.to_owned()]);
        vec![words]
    };
    let lines = asked.iter().map(|(size, asked)| Line {
        kind: "two threads",
        size: (*size).to_owned(),
        ours: by(asked, "2"),
        peer: "one thread",
        theirs: by(asked, "1"),
        wall: true,
    });
    Ok(lines.collect())
}

/// Who wins partisan boards, beside MCGS (which says it for both starters), and canonical values.
fn partisan() -> Vec<Line> {
    let chequered = |rows: usize, columns: usize| -> String {
        let cell = |row: usize, column: usize| if (row + column).is_multiple_of(2) { 'X' } else { 'O' };
        let row = |row: usize| (0..columns).map(|column| cell(row, column)).collect::<String>();
        (0..rows).map(row).collect::<Vec<_>>().join("|")
    };
    let empty = |rows: usize, columns: usize| vec![".".repeat(columns); rows].join("|");
    let boards = [
        ("Amazons 4×4", "amazons:4x4", "amazons", "X...|....|....|...O".to_owned()),
        ("Clobber 1×40", "clobber:1x40", "clobber", chequered(1, 40)),
        ("Clobber 4×6", "clobber:4x6", "clobber", chequered(4, 6)),
        ("Clobber 5×5", "clobber:5x5", "clobber", chequered(5, 5)),
        ("Domineering 6×6", "domineering:6x6", "domineering", empty(6, 6)),
        ("Domineering 7×7", "domineering:7x7", "domineering", empty(7, 7)),
    ];
    let mut lines: Vec<Line> = boards
        .into_iter()
        .map(|(size, position, game, board)| {
            let ours = own(&["solve", position, "--threads", "1"]);
            let asked = format!("[{game}] {board} {{B, W}}");
            line("who wins, partisan", size.to_owned(), ours, "MCGS", words("MCGS", &[&asked]))
        })
        .collect();
    for position in ["amazons:3x4", "clobber:4x4", "domineering:5x6", "clobber:4x5", "domineering:6x6"] {
        lines.push(alone("canonical form", position, &["eval", &format!("mean({position})")]));
    }
    lines
}

/// Quantified formulas: random ones, and the files of a folder together.
fn formulas(scratch: &Path) -> Result<Vec<Line>, String> {
    let mut lines = Vec::new();
    for (blocks, seed) in [(2, 1), (3, 1), (3, 2), (4, 1)] {
        let file = formula_file(scratch, blocks, seed)?;
        let ours = own(&["solve", &format!("formula:@{file}")]);
        let size = format!("{blocks} blocks of 12, seed {seed}");
        lines.push(line("quantified formula, random", size, ours, "depqbf", words("depqbf", &[&file])));
    }
    if let Some(folder) = std::env::var_os("FORMULAS") {
        let cannot = |error: std::io::Error| format!("cannot read {}: {error}", Path::new(&folder).display());
        let mut files = Vec::new();
        for entry in std::fs::read_dir(&folder).map_err(cannot)? {
            files.push(entry.map_err(cannot)?.path().display().to_string());
        }
        files.retain(|file| file.ends_with(".qdimacs"));
        files.sort();
        lines.push(Line {
            kind: "quantified formulas, a folder",
            size: format!("{} files", files.len()),
            ours: files.iter().map(|file| own(&["solve", &format!("formula:@{file}")])).collect(),
            peer: "depqbf",
            theirs: files.iter().map(|file| words("depqbf", &[file])).collect(),
            wall: false,
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
