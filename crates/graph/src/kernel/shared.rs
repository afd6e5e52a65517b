//! What is left of a search by lookahead, cut into pieces that several threads work on.
//!
//! Pieces are cut by counted effort, not by time, and their results are taken in the order of the tree. So what is found,
//! and in which order, does not depend on the number of threads.

use super::lookahead::{Cube, Lookahead, Search};
use crate::GraphError;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Where a piece stands in the tree: what is cut from it stands after it and before the next one.
type Place = Vec<u16>;

/// What came of a piece before it was over or cut.
struct Done {
    effort: u64,
    kernels: Vec<Vec<u32>>,
}

/// The pieces by their places.
#[derive(Default)]
struct Pieces {
    waiting: BTreeMap<Place, Cube>,
    running: BTreeSet<Place>,
    done: BTreeMap<Place, Done>,
    found: VecDeque<Vec<u32>>,
    /// The effort still to be spent in this turn, on pieces before which everything is done.
    effort: u64,
    failed: Option<GraphError>,
}

impl Pieces {
    /// Takes the results before which nothing is open, until the turn is over.
    fn collect(&mut self) {
        while let Some(first) = self.done.first_entry() {
            let open = [self.waiting.first_key_value().map(|(place, _)| place), self.running.first()];
            if self.found.len() + usize::from(self.effort == 0) > 0
                || open.into_iter().flatten().any(|place| place < first.key())
            {
                return;
            }
            let Done { effort, kernels } = first.remove();
            self.effort = self.effort.saturating_sub(effort);
            self.found.extend(kernels);
        }
    }

    /// Whether there is nothing to do in this turn.
    fn is_over(&self) -> bool {
        let exhausted = self.waiting.is_empty() && self.running.is_empty();
        exhausted || self.effort == 0 || !self.found.is_empty() || self.failed.is_some()
    }
}

/// A search that several threads share.
pub(super) struct Shared {
    pieces: Mutex<Pieces>,
    changed: Condvar,
    threads: usize,
    /// The effort after which a piece is cut.
    piece: u64,
}

impl Shared {
    /// Goes on with a search that was paused.
    pub(super) fn new(search: &mut Lookahead<'_>, threads: usize, piece: u64) -> Result<Self, GraphError> {
        let waiting = (0..).zip(search.cut()?).map(|(at, cube)| (vec![at], cube)).collect();
        let pieces = Mutex::new(Pieces { waiting, ..Pieces::default() });
        Ok(Self { pieces, changed: Condvar::new(), threads, piece })
    }

    /// The next kernel, with about so much effort, and what came of other work, which this thread does before it helps.
    pub(super) fn next<T>(&self, effort: u64, other: impl FnOnce() -> T) -> Result<(Search, T), GraphError> {
        self.lock().effort = effort;
        self.lock().collect();
        let other = std::thread::scope(|scope| {
            for _ in 1..self.threads {
                // why: where the system grants no more threads, those that run do the work
                drop(std::thread::Builder::new().spawn_scoped(scope, || self.work()));
            }
            let other = other();
            self.work();
            other
        });
        Ok((self.taken()?, other))
    }

    /// What the turn came to.
    fn taken(&self) -> Result<Search, GraphError> {
        let mut pieces = self.lock();
        if let Some(failed) = pieces.failed.take() {
            return Err(failed);
        }
        Ok(match pieces.found.pop_front() {
            Some(kernel) => Search::Found(kernel),
            None if pieces.waiting.is_empty() && pieces.done.is_empty() => Search::Over,
            None => Search::Paused,
        })
    }

    fn lock(&self) -> MutexGuard<'_, Pieces> {
        // A thread that panics ends the scope with its panic; what it leaves is not looked at again.
        self.pieces.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Works on one piece after the other until the turn is over.
    fn work(&self) {
        let mut pieces = self.lock();
        while !pieces.is_over() {
            let Some((place, cube)) = pieces.waiting.pop_first() else {
                pieces = self.changed.wait(pieces).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            pieces.running.insert(place.clone());
            drop(pieces);
            let result = self.explore(cube);
            pieces = self.lock();
            pieces.running.remove(&place);
            match result {
                Err(error) => pieces.failed = Some(error),
                Ok((done, cubes)) => {
                    let below = |at: u16| place.iter().copied().chain([at]).collect::<Place>();
                    pieces.waiting.extend((0..).map(below).zip(cubes));
                    pieces.done.insert(place, done);
                }
            }
            pieces.collect();
            self.changed.notify_all();
        }
    }

    /// Searches a piece; what is left after some effort is cut.
    fn explore(&self, cube: Cube) -> Result<(Done, Vec<Cube>), GraphError> {
        let mut search = Lookahead::resume(cube);
        let mut done = Done { effort: 0, kernels: Vec::new() };
        loop {
            let result = search.next(self.piece.saturating_sub(done.effort));
            done.effort += search.effort().max(1);
            match result? {
                Search::Found(kernel) => done.kernels.push(kernel),
                Search::Paused => return Ok((done, search.cut()?)),
                Search::Over => return Ok((done, Vec::new())),
            }
        }
    }
}
