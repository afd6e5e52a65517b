//! Letters between workers, over timely dataflow.
//!
//! One dataflow carries everything: letters go in with the worker they are for, are exchanged, and come out at that worker. Its
//! progress tells when all workers have passed a *barrier*. A time is the number of barriers a worker has reached, and behind
//! it how often it has sent letters on their way since: timely holds them back until the time of the input goes on. A barrier
//! is passed when the frontier of all workers has reached its number.

use crate::TableError;
use grundy_budget::Budget;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::time::{Duration, Instant};
use timely::dataflow::operators::{Exchange, Input, Inspect, Probe};
use timely::dataflow::{InputHandleVec, ProbeHandle};
use timely::worker::Worker;

/// A letter: for whom, from whom, its kind, a number, and words.
pub type Letter = (u64, u64, u8, u64, Vec<u64>);

/// A sign of life.
const ALIVE: u8 = 255;
/// The sender has failed; everybody stops.
const STOP: u8 = 254;
/// Figures to be added up.
const FIGURES: u8 = 253;

/// A time holds the number of barriers in its upper half.
const BARRIER: u64 = 1 << 32;

/// How long a worker sleeps when there is nothing to do.
const NAP: Duration = Duration::from_millis(20);

/// The letter box of a worker.
pub struct Mail<'a> {
    worker: &'a mut Worker,
    input: InputHandleVec<u64, Letter>,
    probe: ProbeHandle<u64>,
    inbox: Rc<RefCell<VecDeque<Letter>>>,
    threads: usize,
    budget: Budget,
    /// How often signs of life are sent, and when that was last done.
    beat: Duration,
    last_beat: Instant,
    /// Whether letters were written since some were last sent on their way.
    written: bool,
    /// How long this worker has waited for others.
    waited: Duration,
    /// Figures that have come, with the number of the barrier they belong to: a fast worker may be one ahead.
    figures: Vec<(u64, Vec<u64>)>,
}

impl<'a> Mail<'a> {
    /// Builds the dataflow. All workers do so, each with the same number of threads a process. `beat` is how often signs of life are
    /// sent.
    pub fn new(worker: &'a mut Worker, threads: usize, beat: Duration, budget: Budget) -> Self {
        let mut input = InputHandleVec::new();
        let inbox = Rc::new(RefCell::new(VecDeque::new()));
        let deliver = Rc::clone(&inbox);
        let probe = worker.dataflow(|scope| {
            let letters = scope.input_from(&mut input);
            let letters = letters.exchange(|letter: &Letter| letter.0);
            let letters = letters
                .inspect_batch(move |_, letters: &Vec<Letter>| deliver.borrow_mut().extend(letters.iter().cloned()));
            letters.probe().0
        });
        let last_beat = Instant::now();
        let (waited, figures) = (Duration::ZERO, Vec::new());
        Self { worker, input, probe, inbox, threads, budget, beat, last_beat, written: false, waited, figures }
    }

    /// The number of this worker.
    pub fn index(&self) -> usize {
        self.worker.index()
    }

    /// How many workers there are.
    pub fn peers(&self) -> usize {
        self.worker.peers()
    }

    /// The process of a worker.
    pub fn process_of(&self, worker: usize) -> usize {
        worker / self.threads
    }

    /// The process of this worker.
    pub fn process(&self) -> usize {
        self.process_of(self.index())
    }

    /// How many processes there are.
    pub fn processes(&self) -> usize {
        self.peers() / self.threads
    }

    /// The threads of a process.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Sends a letter.
    pub fn send(&mut self, to: usize, kind: u8, number: u64, words: Vec<u64>) {
        let from = self.index() as u64;
        self.input.send((to as u64, from, kind, number, words));
        self.written = true;
    }

    /// Sends what was written on its way.
    fn flush(&mut self) {
        if std::mem::take(&mut self.written) {
            self.input.advance_to(*self.input.time() + 1);
        }
    }

    /// Sends what was written so far on its way, and takes in what has come.
    pub fn step(&mut self) -> Result<(), TableError> {
        self.flush();
        self.worker.step();
        self.budget.check()?;
        self.beat();
        Ok(())
    }

    /// As [`Mail::step`], sleeping for a moment when there is nothing to do.
    pub fn wait(&mut self) -> Result<(), TableError> {
        let begun = Instant::now();
        self.idle()?;
        self.waited += begun.elapsed();
        Ok(())
    }

    /// As [`Mail::wait`], while another thread works for this one.
    pub fn idle(&mut self) -> Result<(), TableError> {
        self.flush();
        self.worker.step_or_park(Some(NAP));
        self.budget.check()?;
        self.beat();
        Ok(())
    }

    /// How many microseconds this worker has waited for others since it was last asked.
    pub fn take_waited(&mut self) -> u64 {
        // why: nobody waits for half a million years.
        std::mem::take(&mut self.waited).as_micros().try_into().unwrap_or(u64::MAX)
    }

    /// Sends a sign of life to every other process now and then, so that a cut connection is noticed.
    fn beat(&mut self) {
        if self.processes() > 1 && self.last_beat.elapsed() > self.beat && self.index().is_multiple_of(self.threads) {
            self.last_beat = Instant::now();
            let own = self.process();
            for process in (0..self.processes()).filter(|&process| process != own) {
                self.send(process * self.threads, ALIVE, 0, Vec::new());
            }
            self.flush();
        }
    }

    /// The next letter that has come.
    pub fn receive(&mut self) -> Result<Option<Letter>, TableError> {
        loop {
            let letter = self.inbox.borrow_mut().pop_front();
            match letter {
                Some((_, _, STOP, _, _)) => return Err(TableError::Stopped),
                Some((_, _, ALIVE, _, _)) => {}
                Some((_, _, FIGURES, time, words)) => self.figures.push((time, words)),
                other => return Ok(other),
            }
        }
    }

    /// How many barriers this worker has reached.
    fn reached(&self) -> u64 {
        *self.input.time() / BARRIER
    }

    /// Waits until all workers have come here; letters that come meanwhile are handled.
    pub fn barrier(
        &mut self,
        mut handle: impl FnMut(&mut Self, Letter) -> Result<(), TableError>,
    ) -> Result<(), TableError> {
        let next = (self.reached() + 1) * BARRIER;
        self.input.advance_to(next);
        self.written = false;
        while self.probe.less_than(&next) {
            while let Some(letter) = self.receive()? {
                handle(self, letter)?;
            }
            self.wait()?;
        }
        while let Some(letter) = self.receive()? {
            handle(self, letter)?;
        }
        Ok(())
    }

    /// Adds figures up over all workers; letters that come meanwhile are handled.
    pub fn sum(
        &mut self,
        figures: &[u64],
        handle: impl FnMut(&mut Self, Letter) -> Result<(), TableError>,
    ) -> Result<Vec<u64>, TableError> {
        let time = self.reached();
        for worker in 0..self.peers() {
            self.send(worker, FIGURES, time, figures.to_vec());
        }
        self.barrier(handle)?;
        let (now, later) = std::mem::take(&mut self.figures).into_iter().partition(|(of, _)| *of == time);
        self.figures = later;
        let now: Vec<(u64, Vec<u64>)> = now;
        let mut total = vec![0; figures.len()];
        for (_, row) in now {
            total.iter_mut().zip(row).for_each(|(total, figure)| *total += figure);
        }
        Ok(total)
    }

    /// Tells all others to stop.
    pub fn stop(&mut self) {
        let own = self.index();
        for worker in (0..self.peers()).filter(|&worker| worker != own) {
            self.send(worker, STOP, 0, Vec::new());
        }
        self.flush();
        self.worker.step();
    }
}
