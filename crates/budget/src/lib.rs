//! A budget is a set of limits on time, memory and positions together with a cancel switch.
//!
//! Every loop that can run long takes a [`Budget`] and asks it now and then whether to go on. Running out is a result
//! ([`Exhausted`]), never a crash. A budget is shared: clones count against the same limits, so the threads of one
//! computation spend from one purse, and another thread can watch the counters to show progress or press the switch.
//!
//! ```
//! use grundy_budget::{Budget, Exhausted, Limits};
//!
//! let budget = Budget::new(Limits { positions: Some(1000), ..Limits::default() });
//! let mut meter = budget.meter();
//! let result: Result<(), Exhausted> = (0..).try_for_each(|_| meter.step());
//! assert_eq!(result, Err(Exhausted::Positions));
//! ```

pub mod account;
mod allocator;
mod pulse;

pub use allocator::{Counting, give_back, leave};
pub use pulse::{Entered, caught, pulse, room_for};

use grundy_lang::Text;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The limits a budget is made from; `None` means no limit of that kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Wall-clock time from the making of the budget.
    pub time: Option<Duration>,
    /// Bytes that tables may hold at any one moment; of a metered budget, that the process or a thread of the work may.
    pub memory: Option<u64>,
    /// Positions (or vertices, heaps, values: the natural step of the computation) that may be visited.
    pub positions: Option<u64>,
}

/// Why a computation stopped before it had its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[error("{}", self.text())]
pub enum Exhausted {
    /// The time limit passed.
    Time,
    /// A table would have grown over the memory limit.
    Memory,
    /// The limit on visited positions was reached.
    Positions,
    /// Somebody pressed the cancel switch.
    Cancelled,
}

impl Exhausted {
    /// The reason for people.
    pub fn text(self) -> Text {
        Text::new(match self {
            Self::Time => "out of time",
            Self::Memory => "out of memory budget",
            Self::Positions => "out of positions budget",
            Self::Cancelled => "cancelled",
        })
    }
}

/// Limits and a cancel switch shared by all clones.
#[derive(Clone, Debug)]
pub struct Budget {
    shared: Arc<Shared>,
}

/// Which real allocations count against the memory limit, besides what is reserved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Metered {
    /// None.
    Not,
    /// Those of the whole process.
    Process,
    /// Those of whichever thread asks, since it began its work.
    Thread,
}

/// What a metered process may hold besides: its catalogue, its texts, its buffers.
const BESIDES: u64 = 12 << 20;

#[derive(Debug)]
struct Shared {
    limits: Limits,
    metered: Metered,
    started: Instant,
    /// How many microseconds before its time work is to stop.
    early: AtomicU64,
    cancelled: AtomicBool,
    positions: AtomicU64,
    memory: AtomicU64,
    parent: Option<Budget>,
}

impl Default for Budget {
    fn default() -> Self {
        Self::unlimited()
    }
}

impl Budget {
    /// A budget with the given limits; its clock starts now.
    pub fn new(limits: Limits) -> Self {
        Self::with_parent(limits, Metered::Not, None)
    }

    /// A budget whose memory limit also holds for all that the process allocates, where the program counts its
    /// allocations ([`Counting`]); a few MiB that any program needs are not held against it.
    pub fn of_process(limits: Limits) -> Self {
        Self::with_parent(limits, Metered::Process, None)
    }

    /// As [`Budget::within`], for a piece of work among others in the same process: its memory limit also holds for all
    /// that each of its threads allocates. The thread that does the work calls [`account::begin`] first.
    #[must_use]
    pub fn piece_of_work(&self, limits: Limits) -> Self {
        Self::with_parent(limits, Metered::Thread, Some(self.clone()))
    }

    /// A smaller budget within this one: it has limits of its own, and what it spends and holds counts here too.
    #[must_use]
    pub fn within(&self, limits: Limits) -> Self {
        Self::with_parent(limits, Metered::Not, Some(self.clone()))
    }

    fn with_parent(limits: Limits, metered: Metered, parent: Option<Self>) -> Self {
        let shared = Shared {
            limits,
            metered,
            started: Instant::now(),
            early: AtomicU64::new(0),
            cancelled: AtomicBool::new(false),
            positions: AtomicU64::new(0),
            memory: AtomicU64::new(0),
            parent,
        };
        Self { shared: Arc::new(shared) }
    }

    /// A budget without limits; it can still be cancelled.
    pub fn unlimited() -> Self {
        Self::new(Limits::default())
    }

    /// The limits this budget was made from.
    pub fn limits(&self) -> Limits {
        self.shared.limits
    }

    /// Presses the cancel switch: every later check of any clone fails.
    pub fn cancel(&self) {
        self.shared.cancelled.store(true, Relaxed);
    }

    /// From now on work stops `early` before its time: for whoever knows how long clearing up after it will take.
    pub fn stop_early(&self, early: Duration) {
        // why: more microseconds than a word holds are for ever
        self.shared.early.store(early.as_micros().try_into().unwrap_or(u64::MAX), Relaxed);
    }

    /// When work is to stop, counted from the making of the budget.
    pub fn deadline(&self) -> Option<Duration> {
        let early = Duration::from_micros(self.shared.early.load(Relaxed));
        self.shared.limits.time.map(|limit| limit.saturating_sub(early))
    }

    /// Whether the cancel switch was pressed.
    pub fn is_cancelled(&self) -> bool {
        self.shared.cancelled.load(Relaxed) || self.shared.parent.as_ref().is_some_and(Self::is_cancelled)
    }

    /// Asks whether to go on: looks at the switch, the clock and the counters. Costs tens of nanoseconds, so inner
    /// loops use a [`Meter`] instead.
    pub fn check(&self) -> Result<(), Exhausted> {
        let shared = &*self.shared;
        if self.is_cancelled() {
            return Err(Exhausted::Cancelled);
        }
        if self.deadline().is_some_and(|deadline| shared.started.elapsed() >= deadline) {
            return Err(Exhausted::Time);
        }
        if shared.limits.positions.is_some_and(|limit| self.positions() > limit) {
            return Err(Exhausted::Positions);
        }
        if shared.limits.memory.is_some_and(|limit| self.memory().max(self.allocated()) > limit) {
            return Err(Exhausted::Memory);
        }
        shared.parent.as_ref().map_or(Ok(()), Self::check)
    }

    /// Counts `positions` more visited positions, then checks.
    pub fn spend(&self, positions: u64) -> Result<(), Exhausted> {
        self.count(positions);
        self.check()
    }

    fn count(&self, positions: u64) {
        self.shared.positions.fetch_add(positions, Relaxed);
        if let Some(parent) = &self.shared.parent {
            parent.count(positions);
        }
    }

    /// Asks for `bytes` of table memory; on success they are counted as held until [`Budget::release`].
    pub fn reserve(&self, bytes: u64) -> Result<(), Exhausted> {
        let before = self.shared.memory.fetch_add(bytes, Relaxed);
        let held = before.max(self.allocated());
        if self.shared.limits.memory.is_some_and(|limit| held.saturating_add(bytes) > limit) {
            self.shared.memory.fetch_sub(bytes, Relaxed);
            return Err(Exhausted::Memory);
        }
        let parent = self.shared.parent.as_ref().map_or(Ok(()), |parent| parent.reserve(bytes));
        parent.inspect_err(|_| {
            self.shared.memory.fetch_sub(bytes, Relaxed);
        })
    }

    /// Gives back `bytes` that were reserved.
    pub fn release(&self, bytes: u64) {
        self.shared.memory.fetch_sub(bytes, Relaxed);
        if let Some(parent) = &self.shared.parent {
            parent.release(bytes);
        }
    }

    /// Asks whether there is room for `bytes` that are about to be allocated and soon given back, and whether to go on at
    /// all; for lists whose length is known before they are made.
    pub fn afford(&self, bytes: u64) -> Result<(), Exhausted> {
        self.check()?;
        if bytes > self.memory_left() { Err(Exhausted::Memory) } else { Ok(()) }
    }

    /// What the limit on memory is held against besides what is reserved.
    fn allocated(&self) -> u64 {
        match self.shared.metered {
            Metered::Not => 0,
            Metered::Process => account::allocated().saturating_sub(BESIDES),
            Metered::Thread => account::allocated_here(),
        }
    }

    /// Bytes of table memory still to be had, `u64::MAX` without a limit. For tables that size themselves.
    pub fn memory_left(&self) -> u64 {
        let held = self.memory().max(self.allocated());
        let own = self.shared.limits.memory.map_or(u64::MAX, |limit| limit.saturating_sub(held));
        self.shared.parent.as_ref().map_or(own, |parent| own.min(parent.memory_left()))
    }

    /// Positions visited so far.
    pub fn positions(&self) -> u64 {
        self.shared.positions.load(Relaxed)
    }

    /// Bytes of table memory held now.
    pub fn memory(&self) -> u64 {
        self.shared.memory.load(Relaxed)
    }

    /// Time since the budget was made.
    pub fn elapsed(&self) -> Duration {
        self.shared.started.elapsed()
    }

    /// A local counter for one inner loop.
    pub fn meter(&self) -> Meter {
        Meter { budget: self.clone(), pending: 0, done: 0, batch: Meter::BATCH.min(self.fewest_positions()) }
    }

    /// The smallest limit on positions here and above.
    fn fewest_positions(&self) -> u64 {
        let own = self.shared.limits.positions.unwrap_or(u64::MAX);
        self.shared.parent.as_ref().map_or(own, |parent| own.min(parent.fewest_positions()))
    }
}

/// A local counter that passes its count on to the budget every [`Meter::BATCH`] steps, so that an inner loop pays one
/// increment and one branch a step.
#[derive(Debug)]
pub struct Meter {
    budget: Budget,
    pending: u64,
    /// What was done since the last check, in steps.
    done: u64,
    batch: u64,
}

impl Meter {
    /// Most steps between two checks of the budget; fewer when the limit itself is smaller.
    pub const BATCH: u64 = 1024;

    /// Counts one visited position; checks the budget once a batch.
    #[inline]
    pub fn step(&mut self) -> Result<(), Exhausted> {
        self.steps(1)
    }

    /// Counts `count` visited positions; checks the budget once a batch.
    #[inline]
    pub fn steps(&mut self, count: u64) -> Result<(), Exhausted> {
        self.pending += count;
        self.work(count)
    }

    /// Notes work that took as long as so many steps without visiting a position: the budget is checked sooner.
    #[inline]
    pub fn work(&mut self, steps: u64) -> Result<(), Exhausted> {
        self.done += steps;
        if self.done >= self.batch { self.flush() } else { Ok(()) }
    }

    /// Passes the count on and checks the budget now.
    #[cold]
    pub fn flush(&mut self) -> Result<(), Exhausted> {
        self.done = 0;
        self.budget.spend(std::mem::take(&mut self.pending))
    }

    /// Passes the count on without a check, so that the budget's counter is exact: for the figures of a finished search.
    pub fn settle(&mut self) {
        self.budget.count(std::mem::take(&mut self.pending));
    }

    /// The budget this meter counts for.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }
}

impl Drop for Meter {
    fn drop(&mut self) {
        self.budget.count(self.pending);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_run_out_within_a_batch() {
        let budget = Budget::new(Limits { positions: Some(5000), ..Limits::default() });
        let mut meter = budget.meter();
        let mut steps = 0;
        while meter.step().is_ok() {
            steps += 1;
        }
        assert!((5000..5000 + 2 * Meter::BATCH).contains(&steps), "{steps}");
        assert_eq!(budget.check(), Err(Exhausted::Positions));
    }

    #[test]
    fn work_brings_the_next_check_nearer_and_counts_no_position() {
        let budget = Budget::unlimited();
        let mut meter = budget.meter();
        budget.cancel();
        assert_eq!(meter.work(Meter::BATCH - 2), Ok(()));
        assert_eq!(meter.step(), Ok(()));
        assert_eq!(meter.step(), Err(Exhausted::Cancelled));
        assert_eq!(budget.positions(), 2);
    }

    #[test]
    fn memory_is_refused_and_given_back() {
        let budget = Budget::new(Limits { memory: Some(100), ..Limits::default() });
        assert_eq!(budget.reserve(60), Ok(()));
        assert_eq!(budget.reserve(60), Err(Exhausted::Memory));
        assert_eq!(budget.memory_left(), 40);
        budget.release(60);
        assert_eq!(budget.reserve(100), Ok(()));
    }

    #[test]
    fn cancelling_one_clone_stops_all() {
        let budget = Budget::unlimited();
        let clone = budget.clone();
        clone.cancel();
        assert_eq!(budget.check(), Err(Exhausted::Cancelled));
    }

    #[test]
    fn a_dropped_meter_loses_no_steps() {
        let budget = Budget::unlimited();
        let mut meter = budget.meter();
        for _ in 0..7 {
            meter.step().unwrap();
        }
        drop(meter);
        assert_eq!(budget.positions(), 7);
    }

    #[test]
    fn a_budget_within_another_spends_from_both() {
        let outer = Budget::new(Limits { memory: Some(100), ..Limits::default() });
        let inner = outer.within(Limits { positions: Some(10), ..Limits::default() });
        assert_eq!(inner.spend(11), Err(Exhausted::Positions));
        assert_eq!((outer.positions(), outer.check()), (11, Ok(())));
        assert_eq!(inner.reserve(70), Ok(()));
        assert_eq!(inner.reserve(70), Err(Exhausted::Memory));
        assert_eq!((inner.memory(), outer.memory(), inner.memory_left()), (70, 70, 30));
        outer.cancel();
        assert_eq!(inner.check(), Err(Exhausted::Cancelled));
    }

    #[test]
    fn work_with_much_to_clear_up_stops_early() {
        let budget = Budget::new(Limits { time: Some(Duration::from_secs(1000)), ..Limits::default() });
        assert_eq!(budget.check(), Ok(()));
        budget.stop_early(Duration::from_millis(1500));
        assert_eq!((budget.deadline(), budget.check()), (Some(Duration::from_millis(998_500)), Ok(())));
        budget.stop_early(Duration::from_secs(2000));
        assert_eq!((budget.deadline(), budget.check()), (Some(Duration::ZERO), Err(Exhausted::Time)));
        assert_eq!(budget.within(Limits::default()).check(), Err(Exhausted::Time));
    }

    #[test]
    fn time_passes() {
        let budget = Budget::new(Limits { time: Some(Duration::ZERO), ..Limits::default() });
        assert_eq!(budget.check(), Err(Exhausted::Time));
    }
}
