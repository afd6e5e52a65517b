//! What the process has really allocated, as counted by [`Counting`](crate::Counting).
//!
//! Each thread keeps a tally of its own and passes it on in [`GRAIN`]s, so that counting costs an addition an allocation.
//! A program without the counting allocator has nothing to tell: everything here is then 0, and budgets go by what was
//! reserved alone.

use std::cell::Cell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};

/// How many bytes a thread may take or give back before the process hears of it.
pub const GRAIN: i64 = 1 << 15;

static TOTAL: AtomicI64 = AtomicI64::new(0);
static PEAK: AtomicI64 = AtomicI64::new(0);
static CEILING: AtomicU64 = AtomicU64::new(u64::MAX);
static KEEPER: OnceLock<fn()> = OnceLock::new();

/// How many allocations are still to succeed before one fails on purpose, and one more; 0 when none is to fail.
static COUNTDOWN: AtomicU64 = AtomicU64::new(0);

/// The count of one thread.
struct Tally {
    /// Not yet passed on.
    pending: Cell<i64>,
    /// Taken less given back since the thread began, or since [`begin`].
    net: Cell<i64>,
    /// The most that `net` has been when it was passed on.
    most: Cell<i64>,
}

thread_local! {
    static TALLY: Tally = const { Tally { pending: Cell::new(0), net: Cell::new(0), most: Cell::new(0) } };
}

impl Drop for Tally {
    fn drop(&mut self) {
        pass_on(self.pending.get());
    }
}

fn pass_on(bytes: i64) -> i64 {
    let now = TOTAL.fetch_add(bytes, Relaxed) + bytes;
    if bytes > 0 {
        PEAK.fetch_max(now, Relaxed);
    }
    now
}

/// Counts `bytes` taken (or given back, when negative) by this thread. Never allocates.
#[inline]
pub(crate) fn count(bytes: i64) {
    let counted = TALLY.try_with(|tally| {
        tally.net.set(tally.net.get() + bytes);
        let pending = tally.pending.get() + bytes;
        if pending.abs() < GRAIN {
            tally.pending.set(pending);
        } else {
            tally.pending.set(0);
            tally.most.set(tally.most.get().max(tally.net.get()));
            pass_on(pending);
        }
    });
    if counted.is_err() {
        // The thread is ending and its tally has been passed on.
        pass_on(bytes);
    }
}

/// Whether `bytes` more may be taken; over the ceiling its keeper is told first.
#[inline]
pub(crate) fn permitted(bytes: usize) -> bool {
    let ceiling = CEILING.load(Relaxed);
    if ceiling == u64::MAX || allocated().saturating_add(bytes as u64) <= ceiling {
        return true;
    }
    over_the_ceiling()
}

#[cold]
fn over_the_ceiling() -> bool {
    if COUNTDOWN.load(Relaxed) != 0 {
        // An allocation that another thread asked for meanwhile may have been the one: then the count has passed 0.
        let before = COUNTDOWN.fetch_sub(1, Relaxed);
        if before > 1 {
            return true;
        }
        COUNTDOWN.store(0, Relaxed);
    }
    refused();
    false
}

/// Tells the keeper that an allocation fails. It returns only where there is no keeper, or one that does.
#[cold]
pub(crate) fn refused() {
    // Whatever the keeper does to end the process may need a little memory itself.
    CEILING.store(u64::MAX, Relaxed);
    if let Some(keeper) = KEEPER.get() {
        keeper();
    }
}

/// Bytes the process holds on the heap now, to within a [`GRAIN`] a thread; 0 without the counting allocator.
pub fn allocated() -> u64 {
    // why 0: what one thread took and another gave back may be heard of in the wrong order
    u64::try_from(TOTAL.load(Relaxed)).unwrap_or(0)
}

/// The most bytes the process has held at a time.
pub fn peak() -> u64 {
    // why 0: as for `allocated`
    u64::try_from(PEAK.load(Relaxed)).unwrap_or(0)
}

/// Begins to measure the peak anew.
pub fn forget_peak() {
    PEAK.store(TOTAL.load(Relaxed), Relaxed);
}

/// From now on [`allocated_here`] counts from 0 in this thread: a piece of work begins.
pub fn begin() {
    // why: a thread that is ending begins nothing
    let _ = TALLY.try_with(|tally| {
        tally.net.set(0);
        tally.most.set(0);
    });
}

/// The most that [`allocated_here`] has been since the work began, to within a [`GRAIN`].
pub fn most_here() -> u64 {
    // why 0: a thread that gave back more than it took, or is ending, holds nothing of its own.
    TALLY.try_with(|tally| u64::try_from(tally.most.get()).unwrap_or(0)).unwrap_or(0)
}

/// Bytes that this thread has taken and not given back since it began its work.
pub fn allocated_here() -> u64 {
    // why 0: as for `most_here`
    TALLY.try_with(|tally| u64::try_from(tally.net.get()).unwrap_or(0)).unwrap_or(0)
}

/// From now on `keeper` is called when an allocation fails, because the system has no more memory or because of
/// [`set_ceiling`]; the first one named stays. It is expected to end the process; should it return, the allocation fails. It
/// runs inside the allocator, perhaps with little memory left and any lock held: it must not panic, wait or ask for much.
pub fn set_keeper(keeper: fn()) {
    // why: a second keeper would be the same function of the same program
    let _ = KEEPER.set(keeper);
}

/// No allocation may bring the process above `bytes`. The first that would is refused, after which there is no ceiling.
pub fn set_ceiling(bytes: u64) {
    // Where an allocation is to fail on purpose, all are looked at.
    if COUNTDOWN.load(Relaxed) == 0 {
        CEILING.store(bytes, Relaxed);
    }
}

/// Lets so many more allocations of the process succeed and the next one fail, for tests of what happens then.
pub fn fail_after(allocations: u64) {
    COUNTDOWN.store(allocations.saturating_add(1), Relaxed);
    CEILING.store(0, Relaxed);
}

/// How many allocations are still to succeed after [`fail_after`].
pub fn failing_in() -> u64 {
    COUNTDOWN.load(Relaxed).saturating_sub(1)
}
