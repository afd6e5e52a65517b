//! `grundy table --all`: fills a table.

use super::processes::{self, Team};
use super::tabled;
use crate::failure::{Exit, Failure};
use crate::language::{row, say};
use crate::limits::{SolveOptions, parse_time};
use clap::Args;
use grundy_budget::Budget;
use grundy_game::Play;
use grundy_game::tabled::Blocks;
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

/// Fills a table, or carries on.
pub fn fill(start: &str, options: &FillOptions, solve: &SolveOptions, out: &mut dyn Write) -> Result<Exit, Failure> {
    let folder = options.out.as_deref().ok_or_else(|| Failure::Usage(Text::new("which folder? --out names it")))?;
    let (subject, tabling) = tabled(start)?;
    let settings = solve.settings(Budget::unlimited());
    if settings.play == Play::Misere {
        return Err(Failure::Usage(Text::new("tables are filled for normal play")));
    }
    let (game, start) = (subject.page().name.to_owned(), subject.text());
    let way = tabling.way();
    if let TablingWay::Dense(blocks) = &way {
        forecast(&start, &**blocks, options)?;
    }
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
    watch(&progress, begun, cluster.process);
    let (finished, arcs) = match way {
        TablingWay::Dense(blocks) => {
            let about = About::dense(&game, &start, &*blocks);
            (fill_dense(folder, &about, blocks, &cluster, &progress, &budget)?, None)
        }
        TablingWay::Keyed(keyed) => {
            let about = About::keyed(&game, &start, &*keyed, options.tier);
            let (finished, summary) = fill_keyed(folder, &about, keyed, &cluster, &progress, &budget)?;
            (finished, Some(summary.arcs))
        }
    };
    if cluster.process == 0 {
        report(&finished, &progress, begun.elapsed(), arcs, out)?;
    }
    Ok(Exit::Answered)
}

/// Says what a table takes, and refuses to begin a long one unasked.
fn forecast(start: &str, blocks: &dyn Blocks, options: &FillOptions) -> Result<(), Failure> {
    let count = blocks.count();
    let bytes = (u128::from(count) * u128::from(blocks.cell().bits()) / 8) as u64;
    let seconds = count / blocks.pace().max(1);
    if options.yes || options.leash || (seconds <= LONG.0 && bytes <= LONG.1) {
        return Ok(());
    }
    let text = Text::new(
        "{start}: {count} positions, up to {size} GB, about {hours} hours of processor time; go on with --yes",
    );
    let text = text
        .with("start", start)
        .with("count", format_args!("{:.1e}", count as f64))
        .with("size", format_args!("{:.1}", bytes as f64 / 1e9))
        .with("hours", format_args!("{:.1}", seconds as f64 / 3600.0));
    Err(Failure::Usage(text))
}

/// Shows how far a table is, on standard error: every second on a terminal, every ten seconds elsewhere.
fn watch(progress: &Arc<Progress>, begun: Instant, process: usize) {
    let progress = Arc::clone(progress);
    let terminal = std::io::stderr().is_terminal();
    let pause = Duration::from_secs(if terminal { 1 } else { 10 });
    let started = std::thread::Builder::new().name("progress".to_owned()).spawn(move || {
        loop {
            std::thread::sleep(pause);
            let (done, all) = (progress.done.load(Relaxed), progress.all.load(Relaxed));
            let positions = progress.positions.load(Relaxed);
            let seconds = begun.elapsed().as_secs_f64();
            let text =
                Text::new("process {process}, {seconds} s: {done} of {all}, {positions} positions, {rate} a second");
            let line = say(&text
                .with("process", process)
                .with("seconds", format_args!("{seconds:.0}"))
                .with("done", done)
                .with("all", all)
                .with("positions", positions)
                .with("rate", format_args!("{:.0}", positions as f64 / seconds)));
            let mut stderr = std::io::stderr().lock();
            // why: nobody may be looking at the progress; the table does not depend on it.
            let _ = if terminal { write!(stderr, "\r\x1b[K{line}\r") } else { writeln!(stderr, "{line}") };
        }
    });
    // Without a thread there is no progress, but the table is filled all the same.
    drop(started);
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
    let text = Text::new("{count} in {seconds} s, {bytes} bytes written").with("count", filled);
    let told = say(&text.with("seconds", format_args!("{:.1}", took.as_secs_f64())).with("bytes", bytes));
    writeln!(out, "{}", row("this process", told))?;
    if let Some(arcs) = arcs.filter(|&arcs| arcs > 0) {
        writeln!(out, "{}", row("moves", arcs))?;
    }
    Ok(())
}
