//! Several threads find the lost staircases of one box.
//!
//! The staircases with given first rows are a task. Tasks are begun in the order of their numbers and worked on side by side: a task is
//! done piece by piece, and a piece asks of earlier tasks only what is gathered for its own place, which one piece of each of some
//! of them settles last. So a thread follows the others at a distance of a piece, and waits where it would overtake them.

use super::{Bits, Held, Pieces, Staircases, advance, bound, descend, lock};
use grundy_budget::{Budget, Exhausted, caught};
use grundy_game::Play;
use std::ops::Range;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::Builder;

/// How many threads there are, and how the work is cut for them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    pub threads: usize,
    /// Most staircases of a task.
    pub task: u64,
    /// Most staircases of a piece.
    pub most: u64,
}

impl Size {
    /// Fewest staircases that are worth a second thread.
    const FEWEST: u64 = 1 << 24;

    /// More threads than this find little to do.
    const MOST_THREADS: usize = 8;

    /// Into how many tasks the work would be cut if all were equal. In the last of them nobody can help any more; with more of them,
    /// threads that follow each other wait more often.
    const TASKS: u64 = 32;

    /// The same for pieces, where they would be longer than for one thread.
    const PIECES: u64 = 1 << 10;

    /// A team of at most so many threads for a box, as far as there is memory; `None` where one thread is to work alone.
    pub fn worthwhile(all: &Staircases, threads: usize, budget: &Budget) -> Option<Self> {
        if all.count() < Self::FEWEST {
            return None;
        }
        let (task, most) = (all.count() / Self::TASKS, Pieces::MOST.min(all.count() / Self::PIECES));
        let mut sizes = (2..=threads.min(Self::MOST_THREADS)).rev().map(|threads| Self { threads, task, most });
        sizes.find(|size| size.bytes(all) + size.threads as u64 * size.bytes_each(all) <= budget.memory_left())
    }

    /// Bytes of what is gathered together, at most: the first row has one table, the others one for each task that is worked on.
    fn bytes(&self, all: &Staircases) -> u64 {
        let rows = (0..all.rows()).take_while(|&row| all.within(row, all.columns) > self.task);
        let tables = |row| if row == 0 { 1 } else { self.threads as u64 };
        rows.map(|row| tables(row) * (all.within(row + 1, all.columns - 1) / 8 + 16)).sum()
    }

    /// Bytes that each thread has for itself.
    fn bytes_each(&self, all: &Staircases) -> u64 {
        Pieces::bytes_with(all, self.task, self.most)
    }
}

/// Staircases that a thread finds before it notes them and asks its budget: some hundredths of a millisecond's worth.
const NOTE_AFTER: u64 = 1 << 14;

/// Bits of the lost ones among all staircases of a box.
pub(super) fn fill(all: &Staircases, play: Play, size: Size, budget: &Budget) -> Result<Bits, Exhausted> {
    let _held = Held::new(budget, size.bytes(all))?;
    let (progress, lost) = (Mutex::new(Progress::new(all, size)), Mutex::new(Bits::new(all.count())));
    let team = &Team { all, play, size, budget, progress, changed: Condvar::new(), lost };
    std::thread::scope(|scope| {
        for place in 1..size.threads {
            // Where the system grants no more threads, those that run do the work.
            if Builder::new().spawn_scoped(scope, move || team.work(place)).is_err() {
                break;
            }
        }
        team.work(0);
    });
    match lock(&team.progress).stopped {
        Some(stopped) => Err(stopped),
        None => Ok(std::mem::replace(&mut *lock(&team.lost), Bits::new(0))),
    }
}

/// Some first rows, and the numbers of the staircases that have them.
struct Task {
    shared: Vec<usize>,
    numbers: Range<u64>,
    /// What is gathered for each of the first rows.
    gathered: Vec<Arc<Mutex<Bits>>>,
}

/// What all threads know of each other.
struct Progress {
    /// The task that is begun next; that of the empty range after the last one.
    next: Task,
    /// For each thread the numbers of its task that are still to be found.
    open: Vec<Range<u64>>,
    /// Why all threads are to stop.
    stopped: Option<Exhausted>,
}

impl Progress {
    fn new(all: &Staircases, size: Size) -> Self {
        let mut shared = Vec::new();
        descend(all, size.task, &mut shared);
        let mut next = Task { shared, numbers: 0..0, gathered: Vec::new() };
        next.complete(all, 0);
        Self { next, open: vec![0..0; size.threads], stopped: None }
    }

    /// Whether all staircases before each of some numbers in earlier tasks are found, as far as these tasks go.
    fn found(&self, ends: &[u64]) -> bool {
        self.open.iter().all(|open| ends.iter().all(|&end| end <= open.start || open.end < end))
    }
}

impl Task {
    /// Counts the staircases from `first` on, and makes the tables that are not there yet.
    fn complete(&mut self, all: &Staircases, first: u64) {
        self.numbers = first..first + all.within(self.shared.len(), bound(all, &self.shared));
        for row in self.gathered.len()..self.shared.len() {
            // What is below a row as long as it can get is looked up cut down by one.
            let bits = Bits::new(all.within(row + 1, bound(all, &self.shared[..row]) - 1));
            self.gathered.push(Arc::new(Mutex::new(bits)));
        }
    }

    /// Takes this one away and leaves the next in its place.
    fn take(&mut self, all: &Staircases, size: Size) -> Self {
        let task = Self { shared: self.shared.clone(), numbers: self.numbers.clone(), gathered: self.gathered.clone() };
        if self.numbers.end == all.count() {
            self.numbers.start = self.numbers.end;
            self.gathered.clear();
            return task;
        }
        advance(all, size.task, &mut self.shared);
        // The last of the rows that both share has grown; what is gathered for rows below it begins anew.
        let same = self.shared.iter().zip(&task.shared).take_while(|(new, old)| new == old).count();
        self.gathered.truncate(same + 1);
        self.complete(all, task.numbers.end);
        task
    }
}

struct Team<'a> {
    all: &'a Staircases,
    play: Play,
    size: Size,
    budget: &'a Budget,
    progress: Mutex<Progress>,
    /// A thread has done a piece, or all are to stop.
    changed: Condvar,
    lost: Mutex<Bits>,
}

impl Team<'_> {
    /// What each thread does, until there is nothing left to do or one of them is stopped.
    fn work(&self, place: usize) {
        let _entered = self.budget.enter();
        let leaving = Leaving { team: self, place };
        let result = caught(|| self.tasks(place)).unwrap_or_else(Err);
        if let Err(stopped) = result {
            lock(&self.progress).stopped.get_or_insert(stopped);
        }
        drop(leaving);
    }

    fn tasks(&self, place: usize) -> Result<(), Exhausted> {
        let Size { task, most, .. } = self.size;
        let mut pieces = Pieces::of_tasks(self.all.clone(), task, self.play, self.budget, most)?;
        pieces.note_after = NOTE_AFTER;
        while let Some(task) = self.take(place)? {
            let Task { shared, numbers, gathered } = task;
            pieces.begin(shared, numbers.start, gathered);
            while pieces.number < numbers.end {
                self.wait_for(&pieces)?;
                pieces.decide_piece()?;
                lock(&self.lost).put(pieces.number, &pieces.bits, 0, pieces.count);
                pieces.pass();
                lock(&self.progress).open[place].start = pieces.number;
                self.changed.notify_all();
            }
        }
        Ok(())
    }

    /// The next task; `None` when all are begun.
    fn take(&self, place: usize) -> Result<Option<Task>, Exhausted> {
        let mut progress = lock(&self.progress);
        if let Some(stopped) = progress.stopped {
            return Err(stopped);
        }
        if progress.next.numbers.is_empty() {
            return Ok(None);
        }
        let task = progress.next.take(self.all, self.size);
        progress.open[place] = task.numbers.clone();
        Ok(Some(task))
    }

    /// Waits until all that a piece asks of other tasks is gathered.
    fn wait_for(&self, pieces: &Pieces) -> Result<(), Exhausted> {
        let ends = pieces.needed();
        let mut progress = lock(&self.progress);
        while !progress.found(&ends) {
            if let Some(stopped) = progress.stopped {
                return Err(stopped);
            }
            progress = self.changed.wait(progress).unwrap_or_else(PoisonError::into_inner);
        }
        progress.stopped.map_or(Ok(()), Err)
    }
}

/// A thread that leaves the team, be it in a panic.
struct Leaving<'a> {
    team: &'a Team<'a>,
    place: usize,
}

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        let mut progress = lock(&self.team.progress);
        if !progress.open[self.place].is_empty() {
            // Whoever waits for what it has not done would wait for ever.
            progress.stopped.get_or_insert(Exhausted::Cancelled);
        }
        self.team.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_budget::Limits;

    /// However the work is cut and however many do it, the bits are those of one thread.
    #[test]
    fn threads_do_not_show() {
        for (rows, columns) in
            [(1, 1), (1, 100), (100, 1), (2, 9), (9, 2), (5, 5), (7, 4), (4, 7), (6, 7), (8, 8), (8, 9)]
        {
            let all = Staircases::new(rows, columns).unwrap();
            for play in [Play::Normal, Play::Misere] {
                let budget = Budget::unlimited();
                let alone = Pieces::new(all.clone(), play, &budget).unwrap().take(all.count()).unwrap();
                let found = budget.positions();
                for (task, most) in
                    [(64, 64), (100, 64), (500, 64), (700, 100), (1024, 256), (4000, 1024), (1024, 4000)]
                {
                    for threads in 1..=4 {
                        let (size, budget) = (Size { threads, task, most }, Budget::unlimited());
                        let together = fill(&all, play, size, &budget).unwrap();
                        assert_eq!(together.words(), alone.words(), "{rows}×{columns}, {play:?}, {size:?}");
                        assert_eq!((budget.memory(), budget.positions()), (0, found), "{size:?}");
                    }
                }
            }
        }
    }

    /// As the work is cut for a large box.
    #[test]
    fn threads_do_not_show_in_a_large_table() {
        let all = Staircases::new(13, 14).unwrap();
        let budget = Budget::unlimited();
        let alone = Pieces::new(all.clone(), Play::Normal, &budget).unwrap().take(all.count()).unwrap();
        for threads in [2, 3] {
            let size = Size::worthwhile(&all, threads, &budget).unwrap();
            let together = fill(&all, Play::Normal, size, &budget).unwrap();
            assert!(together.words() == alone.words(), "{size:?}");
        }
    }

    #[test]
    fn a_budget_that_ran_out_stops_all_threads() {
        let all = Staircases::new(9, 9).unwrap();
        for threads in 1..=4 {
            let size = Size { threads, task: 1024, most: 128 };
            let stopped = |limits: Limits| {
                let budget = Budget::new(limits);
                let stopped = fill(&all, Play::Normal, size, &budget).unwrap_err();
                assert_eq!(budget.memory(), 0);
                stopped
            };
            let memory = size.bytes(&all) + size.bytes_each(&all) * threads as u64;
            assert_eq!(stopped(Limits { memory: Some(memory / 2), ..Limits::default() }), Exhausted::Memory);
            assert_eq!(stopped(Limits { positions: Some(20_000), ..Limits::default() }), Exhausted::Positions);
            assert_eq!(stopped(Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() }), Exhausted::Time);
            let cancelled = Budget::unlimited();
            cancelled.cancel();
            assert_eq!(fill(&all, Play::Normal, size, &cancelled).unwrap_err(), Exhausted::Cancelled);
        }
    }

    /// A thread that is lost in the middle of a task is not waited for.
    #[test]
    fn who_leaves_a_task_stops_the_others() {
        let all = &Staircases::new(8, 8).unwrap();
        let size = Size { threads: 2, task: 500, most: 64 };
        let (progress, lost) = (Mutex::new(Progress::new(all, size)), Mutex::new(Bits::new(all.count())));
        let budget = &Budget::unlimited();
        let team = Team { all, play: Play::Normal, size, budget, progress, changed: Condvar::new(), lost };
        let leaving = Leaving { team: &team, place: 1 };
        team.take(1).unwrap().unwrap();
        std::thread::scope(|scope| {
            scope.spawn(|| team.work(0));
            drop(leaving);
        });
        assert_eq!(lock(&team.progress).stopped, Some(Exhausted::Cancelled));
    }

    #[test]
    fn threads_are_as_many_as_there_is_memory_for() {
        let all = Staircases::new(13, 14).unwrap();
        let threads = |wanted, memory| {
            let budget = Budget::new(Limits { memory, ..Limits::default() });
            Size::worthwhile(&all, wanted, &budget).map(|size| size.threads)
        };
        assert_eq!((threads(1, None), threads(2, None), threads(3, None)), (None, Some(2), Some(3)));
        assert_eq!((threads(4, Some(1 << 20)), threads(0, None)), (None, None));
        let needed = |threads| {
            let size = Size::worthwhile(&all, threads, &Budget::unlimited()).unwrap();
            size.bytes(&all) + size.bytes_each(&all) * threads as u64
        };
        assert_eq!((threads(4, Some(needed(3))), threads(4, Some(needed(2) - 1))), (Some(3), None));
        let small = Staircases::new(11, 11).unwrap();
        assert!(Size::worthwhile(&small, 4, &Budget::unlimited()).is_none());
    }
}
