//! Two lanes, so that small questions are answered at once while long ones run.
//!
//! Every question first gets a short slice of time in the quick lane. Most are answered there. One that is not joins the
//! long lane, where a few run at a time and a bounded number wait; the rest are refused. A long question therefore costs
//! the quick lane one slice at most, however many of them come. The quick lane has many more places than there are cores,
//! so that the system shares the cores out and a small question need not wait for the slices of long ones; and slices
//! get shorter the more questions wait.

use crate::Problem;
use crate::question::{Limited, Means, Question, Written};
use grundy_budget::{Budget, Limits, account, caught, give_back};
use grundy_lang::Language;
use grundy_solve::Oracle;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The limits of the lanes.
#[derive(Clone, Copy, Debug)]
pub struct LaneLimits {
    /// Time that every question gets at once; less when many wait.
    pub slice: Duration,
    /// Memory within the slice.
    pub slice_memory: u64,
    /// Questions in the quick lane at a time, and how many may wait for it.
    pub quick: (usize, usize),
    /// Questions in the long lane at a time, and how many may wait for it.
    pub long: (usize, usize),
    /// The most that one question may ask for, and what it gets when it does not ask.
    pub most: Limits,
    /// Memory of all questions together; where the program counts its allocations, of the whole process.
    pub memory: u64,
    /// Bytes of an answer at most.
    pub answer: usize,
}

impl Default for LaneLimits {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            slice: Duration::from_millis(60),
            slice_memory: 16 << 20,
            quick: (16 * cores.max(2), 512),
            long: ((cores / 2).max(1), 8),
            most: Limits { time: Some(Duration::from_mins(2)), memory: Some(512 << 20), positions: None },
            memory: 1 << 30,
            answer: 1 << 24,
        }
    }
}

/// After a question that took more than this, free memory is given back to the system.
const LARGE: u64 = 32 << 20;

/// A number of places to work and a bounded number of places to wait.
#[derive(Clone, Debug)]
struct Lane {
    places: Arc<Semaphore>,
    room: Arc<Semaphore>,
    size: (usize, usize),
}

impl Lane {
    fn new((places, waiting): (usize, usize)) -> Self {
        let room = Arc::new(Semaphore::new(places + waiting));
        Self { places: Arc::new(Semaphore::new(places)), room, size: (places, waiting) }
    }

    /// How many wait for each place, rounded down.
    fn pressure(&self) -> usize {
        let inside = (self.size.0 + self.size.1).saturating_sub(self.room.available_permits());
        inside.saturating_sub(self.size.0) / self.size.0.max(1)
    }

    async fn enter(&self) -> Result<(OwnedSemaphorePermit, OwnedSemaphorePermit), Problem> {
        let waiting = Arc::clone(&self.room).try_acquire_owned().map_err(|_| Problem::Busy)?;
        let place = Arc::clone(&self.places).acquire_owned().await.map_err(|_| Problem::Busy)?;
        Ok((waiting, place))
    }
}

/// The lanes of a server, and the budget that all questions share.
#[derive(Clone, Debug)]
pub struct Lanes {
    limits: LaneLimits,
    quick: Lane,
    long: Lane,
    all: Budget,
    tables: Arc<[Arc<dyn Oracle>]>,
}

impl Lanes {
    /// Empty lanes.
    pub fn new(limits: LaneLimits) -> Self {
        let all = Budget::of_process(Limits { memory: Some(limits.memory), ..Limits::default() });
        Self { limits, quick: Lane::new(limits.quick), long: Lane::new(limits.long), all, tables: Arc::default() }
    }

    /// Lanes whose questions are answered with the help of tables.
    #[must_use]
    pub fn with_tables(mut self, tables: Vec<Arc<dyn Oracle>>) -> Self {
        self.tables = tables.into();
        self
    }

    /// Cancels everything that runs or waits.
    pub fn close(&self) {
        self.all.cancel();
        for lane in [&self.quick, &self.long] {
            lane.places.close();
        }
    }

    /// Answers a question; `watch` is told the budget of the long run, if there is one. Dropping the future cancels the
    /// work. A question asked at a glance never joins the long lane.
    pub async fn run<Q: Question>(
        &self,
        question: Q,
        language: Language,
        glance: bool,
        watch: impl Fn(&Budget),
    ) -> Result<Written, Problem> {
        let question = Arc::new((question, language));
        let asked = question.0.limited().within(self.limits.most);
        let time = self.limits.slice / (1 + self.quick.pressure() as u32);
        let slice = Limits { time: Some(time), memory: Some(self.limits.slice_memory), positions: None };
        let first = Limited::smaller(asked, slice);
        let reply = self.work(&self.quick, &question, first, |_| {}).await;
        let enough = first == asked
            || glance
            || match &reply {
                Ok(reply) => reply.complete,
                Err(problem) => !matches!(problem, Problem::Exhausted(_)),
            };
        if enough { reply } else { self.work(&self.long, &question, asked, watch).await }
    }

    async fn work<Q: Question>(
        &self,
        lane: &Lane,
        question: &Arc<(Q, Language)>,
        limits: Limits,
        watch: impl Fn(&Budget),
    ) -> Result<Written, Problem> {
        let places = lane.enter().await?;
        // The clock starts when the work does.
        let job = Job(self.all.piece_of_work(limits));
        let most = self.limits.answer;
        watch(&job.0);
        let (budget, question, tables) = (job.0.clone(), Arc::clone(question), Arc::clone(&self.tables));
        let work = tokio::task::spawn_blocking(move || {
            let held = Held { budget, _places: places };
            account::begin();
            let _entered = held.budget.enter();
            let means = Means { budget: &held.budget, language: question.1, tables: &tables };
            let answered = caught(|| question.0.answer(means).and_then(|reply| reply.written(most)));
            // Interpreters of rules that came with the question are not kept for the next one.
            grundy_rules::forget_functions();
            if account::most_here() > LARGE {
                give_back();
            }
            answered.unwrap_or_else(|exhausted| Err(Problem::Exhausted(exhausted)))
        });
        let result = work.await.unwrap_or(Err(Problem::Mistake));
        drop(job);
        result
    }
}

/// The asking side: when it goes away, the work is cancelled.
struct Job(Budget);

impl Drop for Job {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// The working side: when it ends, even by a panic, memory and places are given back.
struct Held {
    budget: Budget,
    _places: (OwnedSemaphorePermit, OwnedSemaphorePermit),
}

impl Drop for Held {
    fn drop(&mut self) {
        self.budget.release(self.budget.memory());
    }
}
