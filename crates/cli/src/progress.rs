//! Progress on standard error, and Ctrl-C.

use crate::language::say;
use crate::overseer;
use grundy_budget::Budget;
use grundy_lang::Text;
use std::io::{IsTerminal, Write, stderr};
use std::sync::{Mutex, OnceLock};
use std::time::Duration;

static RUNNING: OnceLock<Mutex<Vec<Budget>>> = OnceLock::new();

/// Shows the counters of `budget` on standard error once it has run for a second, and cancels it on Ctrl-C. A second
/// Ctrl-C ends the process at once.
pub fn watch(budget: &Budget) {
    cancel_on_interrupt(budget);
    overseer::oversee(budget, Some(show));
}

/// Cancels `budget` on Ctrl-C, without showing progress.
pub fn cancel_on_interrupt(budget: &Budget) {
    let first = RUNNING.get().is_none();
    let mut running = RUNNING.get_or_init(Mutex::default).lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    running.clear();
    running.push(budget.clone());
    drop(running);
    if first {
        // why: failing to install a handler leaves the default one, which ends the process
        let _ = ctrlc::set_handler(interrupted);
    }
}

/// Leaves the program on Ctrl-C when nothing is being computed; call again when a computation has ended.
pub fn leave_on_interrupt() {
    let nothing = Budget::unlimited();
    nothing.cancel();
    cancel_on_interrupt(&nothing);
}

fn interrupted() {
    let running = RUNNING.get_or_init(Mutex::default).lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if running.iter().all(Budget::is_cancelled) {
        // The shell's prompt begins on a line of its own.
        if stderr().is_terminal() {
            eprintln!();
        }
        std::process::exit(130);
    }
    running.iter().for_each(Budget::cancel);
}

/// On a terminal one line that is rewritten every second; elsewhere a line every ten seconds.
fn show(budget: &Budget) {
    let terminal = stderr().is_terminal();
    let pause = Duration::from_secs(if terminal { 1 } else { 10 });
    let mut before = 0;
    let mut rate_over = Duration::from_secs(1);
    loop {
        let positions = budget.positions();
        let rate = (positions - before) as f64 / rate_over.as_secs_f64();
        let line = Text::new("{seconds} s: {positions} positions, {rate} a second, {memory} MiB of tables")
            .with("seconds", format_args!("{:.0}", budget.elapsed().as_secs_f64()))
            .with("positions", positions)
            .with("rate", format_args!("{rate:.0}"))
            .with("memory", budget.memory() >> 20);
        let line = say(&line);
        let mut stderr = stderr().lock();
        // why: progress that nobody sees is no loss
        let _ = if terminal { write!(stderr, "\r\x1b[K{line}\r") } else { writeln!(stderr, "{line}") };
        drop(stderr);
        (before, rate_over) = (positions, pause);
        std::thread::sleep(pause);
    }
}
