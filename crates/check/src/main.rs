//! `grundy-check FILE [--time SECONDS] [--memory MIB] [--steps N]`: verifies a certificate.
//!
//! It links the rules of the games (with what shows them), the readers of their notations, and the checker of certificates.
//! The solvers are left out when it is built alone, as with `cargo build --package grundy-check`: no search, no table, no SAT
//! solver, no server, no option parser.
//!
//! Exit codes: 0 proved, 1 not proved, 2 not a certificate or bad usage, 3 the budget ran out first.

use grundy_budget::{Budget, Counting, Limits, account, caught, leave, room_for};
use grundy_game::{FileError, Files};
use grundy_lang::Text;
use grundy_solve::{Certificate, Flaw, check};
use std::io::Read;
use std::process::ExitCode;
use std::time::Duration;

/// Counts every byte, so that `--memory` holds.
#[global_allocator]
static ALLOCATOR: Counting = Counting;

const USAGE: &str = "usage: grundy-check FILE [--time SECONDS] [--memory MIB] [--steps N]";

/// Larger files are not read.
const LARGEST: u64 = 1 << 32;

/// How much of a file is read between two looks at the budget.
const PIECE: u64 = 1 << 20;

/// What may be allocated beyond the limit before the process is ended: a twentieth, and this.
const BEYOND: u64 = 14 << 20;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let Some((file, limits)) = arguments(&words) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    // Work asks before it allocates; this is for what does not, and for a system that has no more memory.
    account::set_keeper(|| leave("undecided: out of memory budget\n", 3));
    if let Some(limit) = limits.memory {
        account::set_ceiling(limit.saturating_add(limit / 20).saturating_add(BEYOND));
    }
    if let Some(time) = limits.time {
        end_after(time);
    }
    let budget = Budget::of_process(limits);
    let _entered = budget.enter();
    caught(|| verdict(file, &budget)).unwrap_or_else(|stop| told(3, &format!("undecided: {stop}")))
}

/// How late the process may end: a twentieth of its time, or this where that is more.
const LATE: Duration = Duration::from_millis(50);

/// Ends the process shortly after its time is up. Work asks its budget; this is for what cannot, such as waiting for a pipe that
/// a certificate names and nobody writes to.
fn end_after(time: Duration) {
    let watch = move || {
        std::thread::sleep(time.saturating_add(LATE.max(time / 20)));
        leave("undecided: out of time\n", 3);
    };
    // Without a thread there is no last word, but work still asks its budget.
    drop(std::thread::Builder::new().name("overseer".to_owned()).spawn(watch));
}

/// Reads a certificate, checks it and says what it found.
fn verdict(file: &str, budget: &Budget) -> ExitCode {
    let text = match FileSystem.read(file).map(String::from_utf8) {
        Ok(Ok(text)) => text,
        Ok(Err(_)) => return told(2, &format!("`{file}` is not a certificate: the file is not text")),
        Err(error) => return told(2, &format!("cannot read `{file}`: {}", error.0)),
    };
    let certificate = match Certificate::read(&text) {
        Ok(certificate) => certificate,
        Err(error) => return told(2, &format!("`{file}` is not a certificate: {error}")),
    };
    let read = |text: &str| grundy_games::parse(text, &FileSystem).map_err(|error| error.to_string());
    match check(&certificate, &read, budget) {
        Ok(()) => {
            println!("proved: {} ({} claims checked)", certificate.statement(), certificate.size());
            ExitCode::SUCCESS
        }
        Err(Flaw::Exhausted(stop)) => told(3, &format!("undecided: {stop}")),
        Err(flaw) => told(1, &format!("`{file}` proves nothing: {flaw}")),
    }
}

fn told(code: u8, sentence: &str) -> ExitCode {
    eprintln!("{sentence}");
    ExitCode::from(code)
}

/// The file and the limits that the arguments name.
fn arguments(words: &[String]) -> Option<(&str, Limits)> {
    let (mut file, mut limits) = (None, Limits { memory: Some(4 << 30), ..Limits::default() });
    let mut words = words.iter();
    while let Some(word) = words.next() {
        // why: without a number the usage is shown
        let mut number = || words.next().and_then(|text| text.parse::<u64>().ok());
        match word.as_str() {
            "--time" => limits.time = Some(Duration::from_secs(number()?)),
            "--memory" => limits.memory = Some(number()?.checked_mul(1 << 20)?),
            "--steps" => limits.positions = Some(number()?),
            name if !name.starts_with('-') && file.is_none() => file = Some(name),
            _ => return None,
        }
    }
    file.map(|file| (file, limits))
}

/// The files that positions may name.
struct FileSystem;

impl Files for FileSystem {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        let fail = |error: std::io::Error| FileError(Text::of_system(&error));
        let mut file = std::fs::File::open(path).map_err(fail)?.take(LARGEST + 1);
        let mut content = Vec::new();
        // Piece by piece, since some files never end.
        loop {
            room_for(PIECE);
            let read = (&mut file).take(PIECE).read_to_end(&mut content).map_err(fail)?;
            if content.len() as u64 > LARGEST {
                return Err(FileError(Text::new("the file is too large")));
            }
            if read == 0 {
                return Ok(content);
            }
        }
    }
}
