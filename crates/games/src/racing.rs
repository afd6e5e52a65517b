//! Threads that search one position together, for the searches that games bring.

use grundy_budget::{Budget, caught};
use grundy_value::ValueError;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks what threads share; a panic elsewhere leaves it whole, since facts are only ever added.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a worker finds out; `None` where it left because another was sooner.
pub(crate) type Found = Result<Option<bool>, ValueError>;

/// What the first of some workers finds, each on a thread of its own; `None` where the system granted no thread. Whoever finishes
/// says so by `done`, at which the others are to leave.
pub(crate) fn first_of<W: Send>(
    workers: &mut [W],
    budget: &Budget,
    done: &AtomicBool,
    work: &(dyn Fn(&mut W) -> Found + Sync),
) -> Option<Result<bool, ValueError>> {
    let first = Mutex::new(None);
    std::thread::scope(|scope| {
        for worker in workers {
            let first = &first;
            let run = move || {
                let _entered = budget.enter();
                let found = caught(|| work(worker)).unwrap_or_else(|stop| Err(stop.into()));
                done.store(true, Ordering::Relaxed);
                if let Some(found) = found.transpose() {
                    let mut first = lock(first);
                    if first.as_ref().is_none_or(Result::is_err) {
                        *first = Some(found);
                    }
                }
            };
            // Where the system grants no more threads, those that run do the work.
            if std::thread::Builder::new().spawn_scoped(scope, run).is_err() {
                break;
            }
        }
    });
    first.into_inner().unwrap_or_else(PoisonError::into_inner)
}
