//! The last word on a budget.
//!
//! Work asks its budget and stops in order: that is the rule, and then what is known is told. This is for what does not
//! ask, in our code or in a library: a thread that ends the process shortly after the time is up, or after Ctrl-C, and a
//! ceiling on what the process allocates. Either way the exit code is the one of an undecided question.

use crate::failure::Failure;
use crate::language::say;
use grundy_budget::{Budget, Exhausted, account, leave};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// How often the overseer looks up.
const TICK: Duration = Duration::from_millis(10);

/// Work that takes longer shows its progress.
const LONG: Duration = Duration::from_secs(1);

/// How late the process may end: a tenth of its time, or this where that is more. Work may stop in order for half of that.
const PROMISED: Duration = Duration::from_millis(100);

/// Bytes that the system takes back in a millisecond when a process ends, on a slow machine. Where that would take longer than a
/// quarter of what is promised, work is told to stop so much earlier.
const CLEARED: u64 = 4 << 20;

/// How long work may go on after Ctrl-C.
const AFTER_INTERRUPT: Duration = Duration::from_secs(1);

/// What the process may allocate beyond the limit before it is ended: a twentieth, and this. The program itself, its stacks and what
/// the system's allocator adds to every block take the rest of the 32 MiB that are promised.
const BEYOND: u64 = 10 << 20;

/// What may be resident beyond the limit: a tenth, and this; the program itself is resident too, and memory grows between two looks.
const RESIDENT: u64 = 22 << 20;

/// The last words, one for each reason, made while there is time and memory to make them. Before that only memory can be
/// lacking.
static WORDS: OnceLock<[(Exhausted, String); 3]> = OnceLock::new();

/// A piece of work without which the command cannot go on, with limits of its own.
static PIECE: Mutex<Option<Budget>> = Mutex::new(None);

/// From now on an allocation that fails, for whatever cause, ends the process as an undecided question does.
pub fn stand_by() {
    account::set_keeper(|| end(Exhausted::Memory, 3));
}

/// Makes the last words in the language of this run.
pub fn find_words() {
    WORDS.get_or_init(|| {
        [Exhausted::Time, Exhausted::Memory, Exhausted::Cancelled]
            .map(|reason| (reason, format!("{}: {}\n", Failure::word(), say(&reason.text()))))
    });
}

/// Holds the process to the limits of `budget` from now on. When it has run for a second, `then` gets a thread of its own:
/// it may be kept waiting by whoever reads what it writes, and the overseer may not.
pub fn oversee(budget: &Budget, then: Option<fn(&Budget)>) {
    if let Some(limit) = budget.limits().memory {
        account::set_ceiling(limit.saturating_add(limit / 20).saturating_add(BEYOND));
    }
    let budget = budget.clone();
    let started = std::thread::Builder::new().name("overseer".to_owned()).spawn(move || watch(&budget, then));
    // Without a thread there is no last word and no progress, but work still asks its budget.
    drop(started);
}

/// Why nothing more may be written down, if so: work was to stop a while ago, and a quarter of what a command may be late is over.
pub fn too_late(budget: &Budget) -> Option<Exhausted> {
    if budget.is_cancelled() {
        return Some(Exhausted::Cancelled);
    }
    let late = |deadline| budget.elapsed() > deadline + promised(budget) / 4;
    budget.deadline().is_some_and(late).then_some(Exhausted::Time)
}

/// Does a piece of work without which the command cannot go on: if that takes longer than its budget has time, the process ends.
pub fn needed<T>(budget: &Budget, work: impl FnOnce() -> T) -> T {
    // A budget is whole at any moment, whoever held the lock.
    let put = |piece| *PIECE.lock().unwrap_or_else(PoisonError::into_inner) = piece;
    put(Some(budget.clone()));
    let done = work();
    put(None);
    done
}

/// Whether the time of a budget is up, and half of what its work may be late.
fn is_over(budget: &Budget) -> bool {
    budget.deadline().is_some_and(|deadline| budget.elapsed() > deadline + promised(budget) / 2)
}

/// How late the process may end.
fn promised(budget: &Budget) -> Duration {
    budget.limits().time.map_or(PROMISED, |time| PROMISED.max(time / 10))
}

fn watch(budget: &Budget, mut then: Option<fn(&Budget)>) {
    let limits = budget.limits();
    let promised = promised(budget);
    let most_resident = limits.memory.map(|limit| limit.saturating_add(limit / 10).saturating_add(RESIDENT));
    let mut interrupted: Option<Instant> = None;
    loop {
        std::thread::sleep(TICK);
        if budget.elapsed() >= LONG
            && let Some(then) = then.take()
        {
            let budget = budget.clone();
            // Without a thread there is no progress, but the answer still comes.
            drop(std::thread::Builder::new().name("progress".to_owned()).spawn(move || then(&budget)));
        }
        let resident = resident();
        budget.stop_early(clearing(resident).saturating_sub(promised / 4));
        let piece = PIECE.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if is_over(budget) || piece.as_ref().is_some_and(is_over) {
            end(Exhausted::Time, 3);
        }
        if budget.is_cancelled() && interrupted.get_or_insert_with(Instant::now).elapsed() > AFTER_INTERRUPT {
            end(Exhausted::Cancelled, 130);
        }
        // The allocator does not see what libraries in other languages take.
        if most_resident.zip(resident).is_some_and(|(most, now)| now > most) {
            end(Exhausted::Memory, 3);
        }
    }
}

/// How long the system takes to clear up after a process with so many bytes in main memory; no time where it does not tell.
fn clearing(resident: Option<u64>) -> Duration {
    resident.map_or(Duration::ZERO, |bytes| Duration::from_millis(bytes / CLEARED))
}

/// Bytes of the process in main memory, where the system tells.
fn resident() -> Option<u64> {
    const PAGE: u64 = 4096;
    if !cfg!(target_os = "linux") {
        return None;
    }
    // why: a system that does not tell is not asked; the allocator's own count still holds
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    // why: as above
    text.split(' ').nth(1)?.parse::<u64>().ok()?.checked_mul(PAGE)
}

/// Ends the process with the sentence that an undecided question ends with.
fn end(reason: Exhausted, code: i32) {
    let words = WORDS.get().and_then(|words| words.iter().find(|(known, _)| *known == reason));
    leave(words.map_or("error: out of memory\n", |(_, words)| words), code)
}
