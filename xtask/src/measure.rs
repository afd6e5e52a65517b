//! What a run of a program takes: processor time, time on the wall, memory.

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeVal;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What a run of a program took.
#[derive(Clone, Copy, Debug)]
pub struct Taken {
    /// Processor seconds of all its threads.
    pub seconds: f64,
    /// How long it ran.
    pub wall: Duration,
    /// The most memory it had, in KiB.
    pub memory: u64,
    /// Whether it ended by itself.
    pub finished: bool,
    /// Its exit code, where it has one.
    pub code: Option<i32>,
}

impl Default for Taken {
    /// Nothing, finished.
    fn default() -> Self {
        Self { seconds: 0.0, wall: Duration::ZERO, memory: 0, finished: true, code: None }
    }
}

/// Runs a program to its end, or to the end of patience. Its memory is read while it runs and once more when it has ended
/// and nobody has asked for its status yet; its processor time once it has been asked for.
pub fn measured(command: &[String], patience: Duration) -> Result<Taken, String> {
    let cannot = |error: std::io::Error| format!("cannot run {}: {error}", command[0]);
    let mut child = Command::new(&command[0]);
    child.args(&command[1..]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = child.spawn().map_err(cannot)?;
    let process = PathBuf::from(format!("/proc/{}", child.id()));
    let before = of_children()?;
    let started = Instant::now();
    let mut taken = Taken::default();
    loop {
        let ended = look(&process, &mut taken)?;
        if ended {
            taken.wall = started.elapsed();
            taken.code = child.wait().map_err(cannot)?.code();
            taken.seconds = of_children()? - before;
            return Ok(taken);
        }
        if started.elapsed() > patience {
            taken.wall = started.elapsed();
            taken.finished = false;
            child.kill().map_err(cannot)?;
            child.wait().map_err(cannot)?;
            taken.seconds = of_children()? - before;
            return Ok(taken);
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// The processor seconds of all children that have ended and been waited for.
fn of_children() -> Result<f64, String> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).map_err(|error| format!("no times of children: {error}"))?;
    let seconds = |time: TimeVal| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6;
    Ok(seconds(usage.user_time()) + seconds(usage.system_time()))
}

/// Takes note of the memory that a process has; whether it has ended.
fn look(process: &Path, taken: &mut Taken) -> Result<bool, String> {
    let read = |name: &str| {
        std::fs::read_to_string(process.join(name))
            .map_err(|error| format!("cannot read {}: {error}", process.display()))
    };
    let stat = read("stat")?;
    let fields: Vec<&str> = stat.rsplit(") ").next().unwrap_or("").split(' ').collect();
    let status = read("status")?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = peak.and_then(|rest| rest.trim().trim_end_matches(" kB").parse::<u64>().ok());
    taken.memory = kib.map_or(taken.memory, |kib| taken.memory.max(kib));
    Ok(fields.first() == Some(&"Z"))
}

/// Milliseconds or seconds, as `--time` of the command takes them.
pub fn duration(text: &str) -> Result<Duration, String> {
    let split = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let number: u64 = text[..split].parse().map_err(|_| format!("`{text}` is not a time such as 300ms or 1s"))?;
    match &text[split..] {
        "ms" => Ok(Duration::from_millis(number)),
        "s" => Ok(Duration::from_secs(number)),
        _ => Err(format!("`{text}` is not a time such as 300ms or 1s")),
    }
}

/// The processor, the number of its cores and the memory.
pub fn machine() -> String {
    let field = |path: &str, name: &str| {
        let text = std::fs::read_to_string(path).unwrap_or_else(|error| format!("{name}: {error}"));
        let line = text.lines().find(|line| line.starts_with(name)).map(str::to_owned);
        line.and_then(|line| line.split_once(':').map(|(_, value)| value.trim().to_owned()))
    };
    let unknown = || "unknown".to_owned();
    let cores = std::thread::available_parallelism().map_or_else(|_| unknown(), |count| count.to_string());
    format!(
        "{} cores of {}, {} of memory",
        cores,
        field("/proc/cpuinfo", "model name").unwrap_or_else(unknown),
        field("/proc/meminfo", "MemTotal").unwrap_or_else(unknown),
    )
}
