//! `grundy table --all`: fills a table.

use super::super::sequence::duration;
use super::processes::{self, Team};
use super::tabled;
use crate::failure::{Exit, Failure};
use crate::language::{row, say};
use crate::limits::{SolveOptions, parse_time};
use clap::Args;
use grundy_budget::Budget;
use grundy_game::Play;
use grundy_lang::Text;
use grundy_solve::TablingWay;
use grundy_tables::{About, Cluster, Progress, Way, fill_dense, fill_keyed};
use std::io::{IsTerminal as _, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

/// How a table is filled.
#[derive(Args)]
pub struct FillOptions {
    /// The folder of the table
    #[arg(long, value_name = "FOLDER", requires = "all")]
    pub out: Option<PathBuf>,
    /// Fill a table by keys up to this tier alone
    #[arg(long, value_name = "N", requires = "all")]
    tier: Option<u32>,
    /// Keep how many moves are left, which also tells who wins, instead of nimbers
    #[arg(long, requires = "all")]
    remoteness: bool,
    /// Begin even where the forecast is long
    #[arg(long, requires = "all")]
    yes: bool,
    /// Fill with this many processes on this machine
    #[arg(long, value_name = "N", default_value_t = 1, requires = "all")]
    processes: usize,
    /// Fill with processes on these hosts: a file with one `host:port` a line, or `slurm`
    #[arg(long, value_name = "FILE", requires = "all")]
    hosts: Option<String>,
    /// Which of the hosts this is, from 0
    #[arg(long, value_name = "N", requires = "hosts")]
    process: Option<usize>,
    /// How long another process may be silent before all stop
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "30s", requires = "all")]
    patience: Duration,
    /// End when standard input is closed
    #[arg(long, hide = true)]
    leash: bool,
}

/// Above these a table is not begun without being asked twice: seconds of processor time, and bytes.
const LONG: (u64, u64) = (600, 8 << 30);

/// Memory for blocks of dense tables that are kept at hand, for forecasts; with less, blocks are read again.
const MEMORY: u64 = 1 << 30;

/// Positions by keys that one processor fills in a second, measured on subset take-away, and bytes of memory for each.
const KEYED_PACE: u64 = 40_000;
const KEYED_MEMORY: u64 = 100;

/// Fills a table, or carries on.
pub fn fill(start: &str, options: &FillOptions, solve: &SolveOptions, out: &mut dyn Write) -> Result<Exit, Failure> {
    let folder = options.out.as_deref().ok_or_else(|| Failure::Usage(Text::new("which folder? --out names it")))?;
    let (subject, tabling) = tabled(start)?;
    let settings = solve.settings(Budget::unlimited());
    if settings.play == Play::Misere {
        return Err(Failure::Usage(Text::new("tables are filled for normal play")));
    }
    let (game, start) = (subject.page().name.to_owned(), subject.text());
    let way = if options.remoteness { of_remoteness(tabling.way(), &start)? } else { tabling.way() };
    if options.tier.is_some() && matches!(way, TablingWay::Dense(_)) {
        let text = Text::new("the table of {start} is not filled by tiers; without --tier it is filled as a whole");
        return Err(Failure::Usage(text.with("start", start)));
    }
    if options.processes == 0 {
        return Err(Failure::Usage(Text::new("a table is filled by at least one process")));
    }
    forecast(&start, &way, options)?;
    let team = Team { hosts: options.hosts.as_deref(), process: options.process };
    let threads = (settings.threads() / options.processes.max(1)).max(1);
    if options.hosts.is_none() && options.processes > 1 {
        return processes::launch(options.processes);
    }
    if options.leash {
        processes::end_with_standard_input();
    }
    let cluster = Cluster { threads, patience: options.patience, ..team.cluster()? };
    let budget = solve.budget.start_quietly();
    let progress = Arc::new(Progress::default());
    let begun = Instant::now();
    watch(&progress, begun, &cluster);
    let (finished, arcs) = match way {
        TablingWay::Dense(blocks) => {
            let about = About::dense(&game, &start, &*blocks);
            (fill_dense(folder, &about, blocks, &cluster, &progress, &budget)?, None)
        }
        TablingWay::Keyed(keyed) => {
            let about = About::keyed(&game, &start, &*keyed, options.tier);
            let about = if options.remoteness { about.of_remoteness() } else { about };
            let (finished, summary) = fill_keyed(folder, &about, keyed, &cluster, &progress, &budget)?;
            (finished, Some(summary.arcs))
        }
    };
    if cluster.process == 0 {
        report(&finished, &progress, begun.elapsed(), arcs, out)?;
    }
    Ok(Exit::Answered)
}

/// The same positions with how many moves are left.
fn of_remoteness(way: TablingWay, start: &str) -> Result<TablingWay, Failure> {
    match way {
        TablingWay::Dense(blocks) => {
            if let Some(blocks) = blocks.remoteness() {
                Ok(TablingWay::Dense(blocks.into()))
            } else {
                let text = Text::new("the table of {start} holds {cells}; remoteness is not kept for this game");
                Err(Failure::Usage(text.with("start", start).with("cells", blocks.cell().name())))
            }
        }
        keyed @ TablingWay::Keyed(_) => Ok(keyed),
    }
}

/// Says what a long table takes, and refuses to begin it unasked.
fn forecast(start: &str, way: &TablingWay, options: &FillOptions) -> Result<(), Failure> {
    if options.leash {
        // Whoever started this process has told it.
        return Ok(());
    }
    let told = |text: Text, count: u64, bytes: u64, seconds: u64| {
        text.with("start", start)
            .with("count", format_args!("{:.1e}", count as f64))
            .with("size", format_args!("{:.1}", bytes as f64 / 1e9))
            .with_text("time", duration(seconds as f64))
    };
    let (text, long) = match way {
        TablingWay::Dense(blocks) => {
            let count = blocks.count();
            let bytes = (u128::from(count) * u128::from(blocks.cell().bits()) / 8) as u64;
            let seconds = count / blocks.pace().max(1);
            let text = Text::new(
                "{start}: {count} positions, at most {size} GB on disk, {memory} GB of memory, about {time} of processor time",
            );
            let memory = bytes.min(MEMORY).max(blocks.work_bytes());
            let text = text.with("memory", format_args!("{:.1}", memory as f64 / 1e9));
            (told(text, count, bytes, seconds), seconds > LONG.0 || bytes > LONG.1 || memory > LONG.1)
        }
        // Up to a chosen tier nobody knows how many there are.
        TablingWay::Keyed(_) if options.tier.is_some() => return Ok(()),
        TablingWay::Keyed(keyed) => {
            let Some(count) = keyed.forecast() else { return Ok(()) };
            let bytes = count.saturating_mul(keyed.key_bytes() as u64 + 1);
            let seconds = count / KEYED_PACE;
            let text = Text::new(
                "{start}: at most {count} positions, {size} GB on disk, {memory} GB of memory, about {time} of processor time",
            );
            let memory = count.saturating_mul(KEYED_MEMORY);
            let text = text.with("memory", format_args!("{:.1}", memory as f64 / 1e9));
            (told(text, count, bytes, seconds), seconds > LONG.0 || bytes > LONG.1 || memory > LONG.1)
        }
    };
    if long && !options.yes {
        return Err(Failure::Usage(Text::new("{forecast}; go on with --yes").with_text("forecast", text)));
    }
    if long {
        eprintln!("{}", say(&text));
    }
    Ok(())
}

/// Shows how far a table is, on standard error: every second on a terminal, every ten seconds elsewhere.
fn watch(progress: &Arc<Progress>, begun: Instant, cluster: &Cluster) {
    let progress = Arc::clone(progress);
    let terminal = std::io::stderr().is_terminal();
    let pause = Duration::from_secs(if terminal { 1 } else { 10 });
    let (process, threads) = (cluster.process, cluster.threads);
    let started = std::thread::Builder::new().name("progress".to_owned()).spawn(move || {
        // What was there at the beginning says nothing about the rate.
        let mut first = None;
        loop {
            std::thread::sleep(pause);
            let line = say(&progress_line(&progress, begun.elapsed(), (process, threads), &mut first));
            let mut stderr = std::io::stderr().lock();
            // why: nobody may be looking at the progress; the table does not depend on it.
            let _ = if terminal { write!(stderr, "\r\x1b[K{line}\r") } else { writeln!(stderr, "{line}") };
        }
    });
    // Without a thread there is no progress, but the table is filled all the same.
    drop(started);
}

/// One line of progress; `first` is how many blocks or tiers were there when the first was made, and when that was.
fn progress_line(
    progress: &Progress,
    since: Duration,
    (process, threads): (usize, usize),
    first: &mut Option<(u64, Duration)>,
) -> Text {
    let (done, all) = (progress.done.load(Relaxed), progress.all.load(Relaxed));
    let positions = progress.positions.load(Relaxed);
    if positions > 0 {
        first.get_or_insert((done, since));
    }
    let seconds = since.as_secs_f64();
    let busy = 1.0 - progress.waited.load(Relaxed) as f64 / 1e6 / (seconds * threads as f64).max(1e-9);
    let text = Text::new(
        "process {process}, {seconds} s: {done} of {all}, {positions} positions, {rate} a second, {bytes} bytes a position, \
         {busy} % busy, {left}",
    );
    let (begun, begun_at) = first.unwrap_or((done, since));
    let left = match (done.saturating_sub(begun), all.saturating_sub(done)) {
        (0, _) => Text::new("time left not known yet"),
        (made, left) => {
            let left = left as f64 / made as f64 * since.checked_sub(begun_at).unwrap().as_secs_f64();
            Text::new("about {time} left").with_text("time", duration(left))
        }
    };
    text.with("process", process)
        .with("seconds", format_args!("{seconds:.0}"))
        .with("done", done)
        .with("all", all)
        .with("positions", positions)
        .with("rate", format_args!("{:.0}", positions as f64 / seconds))
        .with("bytes", format_args!("{:.3}", progress.bytes.load(Relaxed) as f64 / (positions as f64).max(1.0)))
        .with("busy", format_args!("{:.0}", 100.0 * busy.clamp(0.0, 1.0)))
        .with_text("left", left)
}

fn report(
    about: &About,
    progress: &Progress,
    took: Duration,
    arcs: Option<u64>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let bytes = progress.bytes.load(Relaxed);
    let text = match &about.way {
        Way::Dense { .. } => Text::new("{count} positions of {start}"),
        Way::Keyed { .. } => Text::new("{count} positions of {start} up to symmetry"),
    };
    writeln!(out, "{}", say(&text.with("count", about.positions).with("start", &about.start)))?;
    super::read::print_census(about, out)?;
    let filled = progress.positions.load(Relaxed);
    let text = Text::new("{count} in {seconds} s, {bytes} bytes written, {each} a position").with("count", filled);
    let each = format!("{:.3}", bytes as f64 / (filled as f64).max(1.0));
    let text = text.with("seconds", format_args!("{:.1}", took.as_secs_f64())).with("bytes", bytes).with("each", each);
    let told = say(&text);
    writeln!(out, "{}", row("this process", told))?;
    if let Some(arcs) = arcs.filter(|&arcs| arcs > 0) {
        writeln!(out, "{}", row("moves", arcs))?;
    }
    Ok(())
}
