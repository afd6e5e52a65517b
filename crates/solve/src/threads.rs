//! Threads and what they give each other, in a form that is compiled once: searches are compiled for each game, and channels
//! and the start of a thread would be compiled again with each.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, Scope};

/// Starts a thread; `false` where the system grants no more of them, and then the work is dropped.
pub(crate) fn start<'scope>(scope: &'scope Scope<'scope, '_>, work: Box<dyn FnOnce() + Send + 'scope>) -> bool {
    Builder::new().spawn_scoped(scope, work).is_ok()
}

/// Things that some threads give and others take, in the order in which they come.
pub(crate) struct Queue<T> {
    waiting: Mutex<Waiting<T>>,
    changed: Condvar,
}

struct Waiting<T> {
    things: VecDeque<T>,
    givers: usize,
}

impl<T> Queue<T> {
    pub fn new() -> Self {
        Self { waiting: Mutex::new(Waiting { things: VecDeque::new(), givers: 0 }), changed: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, Waiting<T>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Somebody who gives. Whoever takes waits as long as there is one.
    pub fn giver(&self) -> Giver<'_, T> {
        self.lock().givers += 1;
        Giver(self)
    }

    /// The next thing, waiting for it; `None` when nobody is left who could give one.
    pub fn take(&self) -> Option<T> {
        let mut waiting = self.lock();
        loop {
            match waiting.things.pop_front() {
                None if waiting.givers > 0 => {
                    waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
                }
                thing => return thing,
            }
        }
    }

    /// The next thing, where it has come already.
    pub fn take_now(&self) -> Option<T> {
        self.lock().things.pop_front()
    }
}

/// Somebody who gives until dropped.
pub(crate) struct Giver<'a, T>(&'a Queue<T>);

impl<T> Giver<'_, T> {
    pub fn give(&self, thing: T) {
        self.0.lock().things.push_back(thing);
        self.0.changed.notify_one();
    }
}

impl<T> Drop for Giver<'_, T> {
    fn drop(&mut self) {
        self.0.lock().givers -= 1;
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_given_is_taken_once_and_takers_leave_with_the_last_giver() {
        let (jobs, done) = (Queue::<u32>::new(), Queue::<u32>::new());
        let mut found: Vec<u32> = std::thread::scope(|scope| {
            let give = jobs.giver();
            for _ in 0..3 {
                let (jobs, done) = (&jobs, done.giver());
                let work = move || {
                    while let Some(job) = jobs.take() {
                        done.give(2u32 * job);
                    }
                };
                assert!(start(scope, Box::new(work)));
            }
            (0..100).for_each(|job| give.give(job));
            drop(give);
            std::iter::from_fn(|| done.take()).collect()
        });
        found.sort_unstable();
        assert_eq!(found, (0..100).map(|job| 2 * job).collect::<Vec<_>>());
        assert_eq!((jobs.take(), done.take_now()), (None, None));
    }
}
