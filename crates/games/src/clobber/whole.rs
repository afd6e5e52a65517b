//! Who wins Clobber on a board that fits a word, searched depth first.
//!
//! Left is always about to move: after her move the players are exchanged. Small groups of stones count by their values, which are added
//! up (`values.rs`); a table holds sums of large groups and such a value (`sums.rs`). Of two sums with the same groups the one with the
//! larger value is better for Left. Options that seem lost for the opponent are tried first. Whoever can move in a group gives the
//! opponent as many moves there as she has, so of options that seem alike the one with the fewest moves comes first: it is decided soonest.
//!
//! Threads share the values and the table. They all search the same line, and part where the first option of a position was
//! searched in vain (the young brothers wait: R. Feldmann, Game tree search on massively parallel systems, 1993): there each takes
//! an option that no other is searching. Now and then a thread looks whether others have settled a position of its line meanwhile.

use super::shapes::{Named, Piece, Stones};
use super::sums::{Book, Sum};
use super::values::{Memory, Values};
use crate::racing;
use grundy_budget::{Budget, Exhausted, Meter};
use grundy_value::{Outcome, Value, ValueError};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Groups of at most this many stones have values, on boards and on strips, whose sums have many more of them.
const LIGHT: u32 = 8;
const LIGHT_ON_STRIPS: u32 = 6;
/// A move more or less counts as much as these hundredths of the logarithm of the odds, see [`Stones::favour`].
const MOVE: i32 = 46;
/// What a small value that Left wins, that Right wins or that whoever begins wins says for Left in the same unit.
const VALUE_FAVOURS: [i32; 3] = [247, -153, 63];
/// How many sums one thread opens before others join it.
const ALONE: u64 = 4000;
/// More threads than this find nothing to do.
const MOST_THREADS: usize = 16;
/// How many sums a thread opens before it looks what others have settled.
const PATIENCE: u64 = 64;
/// Sums of at most this many stones in large groups are soon searched again, and not kept when memory is short: when less than one
/// part in so many of it is left.
const FORGETTABLE: u32 = 13;
const SHORT: u64 = 2;
/// Lines are shorter: every move takes a stone or goes to an option of a small value.
const LONGEST: usize = 256;

/// What all threads share.
struct Shared {
    values: Mutex<Values>,
    book: Book,
    /// Marks of the sums in the line of each thread, 0 where there is none.
    lines: Vec<[AtomicU64; LONGEST]>,
    done: AtomicBool,
}

impl Shared {
    fn new(lines: usize, budget: &Budget) -> Self {
        Self {
            values: Mutex::new(Values::new(budget)),
            book: Book::new(),
            lines: (0..lines).map(|_| std::array::from_fn(|_| AtomicU64::new(0))).collect(),
            done: AtomicBool::new(false),
        }
    }

    /// Whether another thread seems to be searching this sum at this depth.
    fn is_searched(&self, number: usize, depth: usize, mark: u64) -> bool {
        let others = self.lines.iter().enumerate().filter(|&(other, _)| other != number);
        depth < LONGEST && others.into_iter().any(|(_, line)| line[depth].load(Ordering::Relaxed) == mark)
    }
}

/// A search that remembers who wins every sum it has opened.
pub(super) struct Whole {
    shared: Shared,
    workers: Vec<Worker>,
    threads: usize,
    alone: u64,
    budget: Budget,
}

impl Whole {
    pub fn new(threads: usize, budget: &Budget) -> Self {
        let threads = threads.clamp(1, MOST_THREADS);
        let workers = vec![Worker::new(0, budget)];
        Self { shared: Shared::new(threads, budget), workers, threads, alone: ALONE, budget: budget.clone() }
    }

    #[cfg(test)]
    pub fn joined_after(self, alone: u64) -> Self {
        Self { alone, ..self }
    }

    /// How many sums are in the table.
    #[cfg(test)]
    pub fn opened(&self) -> usize {
        self.shared.book.len()
    }

    /// Whether Left, about to move, wins.
    pub fn left_wins(&mut self, stones: Stones) -> Result<bool, ValueError> {
        let limit = if self.threads == 1 { u64::MAX } else { self.alone };
        self.shared.done.store(false, Ordering::Relaxed);
        match self.workers[0].wins(&self.shared, stones, limit)? {
            Some(wins) => Ok(wins),
            None => self.together(stones),
        }
    }

    /// Whoever finishes first has the answer.
    fn together(&mut self, stones: Stones) -> Result<bool, ValueError> {
        while self.workers.len() < self.threads {
            self.workers.push(Worker::new(self.workers.len(), &self.budget));
        }
        let shared = &self.shared;
        let work = |worker: &mut Worker| worker.wins(shared, stones, u64::MAX);
        match racing::first_of(&mut self.workers, &self.budget, &shared.done, &work) {
            Some(found) => found,
            // No thread was granted.
            None => self.alone(stones),
        }
    }

    fn alone(&mut self, stones: Stones) -> Result<bool, ValueError> {
        self.shared.done.store(false, Ordering::Relaxed);
        let found = self.workers[0].wins(&self.shared, stones, u64::MAX)?;
        found.ok_or(Exhausted::Cancelled.into())
    }
}

/// An option that is not decided.
struct Choice {
    /// The less, the sooner it is tried.
    order: i32,
    sum: Sum,
}

/// The options of a sum.
struct Options {
    open: Vec<Choice>,
    /// Whether some are known to be in vain.
    vain: bool,
}

/// Why a thread leaves what it is searching.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Leave {
    /// Others have settled this sum of its line.
    Settled(usize),
    /// It has opened as many sums as it may, or others have found the answer.
    Everything,
}

/// One thread.
struct Worker {
    number: usize,
    light: u32,
    memory: Memory,
    groups: Groups,
    /// The sums it is searching, each an option of the one before.
    line: Vec<Sum>,
    leave: Option<Leave>,
    opened: u64,
    limit: u64,
    meter: Meter,
    reserved: u64,
}

impl Worker {
    fn new(number: usize, budget: &Budget) -> Self {
        Self {
            number,
            light: LIGHT,
            memory: Memory::new(budget),
            groups: Groups::new(),
            line: Vec::new(),
            leave: None,
            opened: 0,
            limit: u64::MAX,
            meter: budget.meter(),
            reserved: 0,
        }
    }

    /// Whether Left, about to move, wins; `None` when more than `limit` sums would be opened, or another thread has finished.
    fn wins(&mut self, shared: &Shared, stones: Stones, limit: u64) -> Result<Option<bool>, ValueError> {
        (self.opened, self.limit, self.leave) = (0, limit, None);
        self.line.clear();
        // What the table says is true of sums, whatever they were made of.
        self.light = if stones.is_strip() { LIGHT_ON_STRIPS } else { LIGHT };
        let mut sum = Sum::EMPTY;
        self.add(shared, &mut sum, stones)?;
        let found = match self.known(shared, &sum)? {
            Some(wins) => Ok(Some(wins)),
            None => self.search(shared, &sum),
        };
        for mark in &shared.lines[self.number] {
            mark.store(0, Ordering::Relaxed);
        }
        self.meter.settle();
        found
    }

    /// Adds stones to a sum, and returns what speaks against moving to them.
    fn add(&mut self, shared: &Shared, sum: &mut Sum, stones: Stones) -> Result<i32, ValueError> {
        let mut order = 0;
        for group in stones.groups() {
            let (named, weight) = self.groups.of(&group);
            if group.count() <= self.light {
                self.add_value(shared, sum, named)?;
            } else {
                order += weight;
                sum.add(named.piece())?;
            }
        }
        Ok(order)
    }

    fn add_value(&mut self, shared: &Shared, sum: &mut Sum, named: Named) -> Result<(), ValueError> {
        let value = self.memory.value(&shared.values, named)?;
        sum.value = self.memory.sum(&shared.values, sum.value, value)?;
        Ok(())
    }

    /// Who wins where that is known, or follows from what is known.
    fn known(&mut self, shared: &Shared, sum: &Sum) -> Result<Option<bool>, ValueError> {
        if sum.pieces().is_empty() {
            let outcome = self.memory.facts(&shared.values, sum.value)?.outcome;
            return Ok(Some(matches!(outcome, Outcome::Left | Outcome::First)));
        }
        shared.book.find(sum, |low, high| self.memory.le(&shared.values, low, high))
    }

    fn note(&mut self, shared: &Shared, sum: &Sum, wins: bool) -> Result<(), ValueError> {
        let budget = self.meter.budget();
        let short = budget.limits().memory.is_some_and(|limit| budget.memory_left() < limit / SHORT);
        if short && sum.pieces().iter().map(|piece| piece.stones().count()).sum::<u32>() <= FORGETTABLE {
            return Ok(());
        }
        let bytes = shared.book.note(sum, wins, |low, high| self.memory.le(&shared.values, low, high))? as u64;
        self.meter.budget().reserve(bytes)?;
        self.reserved += bytes;
        Ok(())
    }

    /// Whether this thread leaves what it is searching.
    fn leaves(&mut self, shared: &Shared) -> Result<bool, ValueError> {
        self.opened += 1;
        if self.opened > self.limit || shared.done.load(Ordering::Relaxed) {
            self.leave = Some(Leave::Everything);
        } else if self.opened.is_multiple_of(PATIENCE) && shared.lines.len() > 1 && self.limit == u64::MAX {
            for at in 0..self.line.len() {
                let sum = self.line[at];
                if self.known(shared, &sum)?.is_some() {
                    self.leave = Some(Leave::Settled(at));
                    break;
                }
            }
        }
        Ok(self.leave.is_some())
    }

    /// Whether Left, about to move, wins; `None` where this thread leaves. This goes down some fifty moves at most.
    fn search(&mut self, shared: &Shared, sum: &Sum) -> Result<Option<bool>, ValueError> {
        if self.leaves(shared)? {
            return Ok(None);
        }
        let found = match self.options(shared, sum)? {
            None => Some(true),
            Some(options) => {
                let depth = self.line.len();
                self.line.push(*sum);
                let mark = shared.lines[self.number].get(depth);
                mark.inspect(|mark| mark.store(sum.mark(), Ordering::Relaxed));
                let found = self.any_wins(shared, options)?;
                mark.inspect(|mark| mark.store(0, Ordering::Relaxed));
                self.line.truncate(depth);
                if found.is_none() && self.leave == Some(Leave::Settled(depth)) {
                    self.leave = None;
                    return self.known(shared, sum);
                }
                found
            }
        };
        if let Some(wins) = found {
            self.note(shared, sum, wins)?;
        }
        Ok(found)
    }

    /// Whether an option is lost for the opponent. What others are searching is left for later once an option was searched in vain.
    fn any_wins(&mut self, shared: &Shared, options: Options) -> Result<Option<bool>, ValueError> {
        let Options { mut open, mut vain } = options;
        open.sort_by_key(|option| option.order);
        let mut later = Vec::new();
        for part in [true, false] {
            for Choice { order, sum } in std::mem::replace(&mut open, std::mem::take(&mut later)) {
                let known = match self.known(shared, &sum)? {
                    Some(known) => Some(known),
                    None if part && vain && shared.is_searched(self.number, self.line.len(), sum.mark()) => {
                        later.push(Choice { order, sum });
                        continue;
                    }
                    None => self.search(shared, &sum)?,
                };
                match known {
                    Some(true) => vain = true,
                    Some(false) => return Ok(Some(true)),
                    None => return Ok(None),
                }
            }
            std::mem::swap(&mut open, &mut later);
        }
        Ok(Some(false))
    }

    /// The options that are not decided; `None` when one is that wins.
    fn options(&mut self, shared: &Shared, sum: &Sum) -> Result<Option<Options>, ValueError> {
        let facts = self.memory.facts(&shared.values, sum.value)?.clone();
        let rest = sum.negative(facts.negative);
        let mut options = Options { open: Vec::new(), vain: false };
        let whole: i32 = rest.pieces().iter().map(|piece| weight(&piece.stones())).sum();
        for &value in &*facts.options {
            if self.option(shared, &mut options, rest.with_value(value), whole)? {
                return Ok(None);
            }
        }
        let mut last = Piece::NONE;
        for &piece in sum.pieces() {
            if std::mem::replace(&mut last, piece) == piece {
                continue;
            }
            let stones = piece.stones();
            let mut others = rest;
            others.take(piece.negative());
            let weight_of_others = whole - weight(&stones.negative());
            for after in stones.after_left() {
                self.meter.step()?;
                let mut option = others;
                let order = weight_of_others + self.add(shared, &mut option, after.negative())?;
                if self.option(shared, &mut options, option, order)? {
                    return Ok(None);
                }
            }
        }
        Ok(Some(options))
    }

    /// Adds an option where it is not decided; returns whether it is lost for the opponent.
    fn option(&mut self, shared: &Shared, options: &mut Options, sum: Sum, order: i32) -> Result<bool, ValueError> {
        match self.known(shared, &sum)? {
            Some(false) => return Ok(true),
            Some(true) => options.vain = true,
            None => {
                let order = order + self.value_weight(shared, sum.value)?;
                options.open.push(Choice { order, sum });
            }
        }
        Ok(false)
    }

    fn value_weight(&mut self, shared: &Shared, value: Value) -> Result<i32, ValueError> {
        Ok(match self.memory.facts(&shared.values, value)?.outcome {
            Outcome::Left => VALUE_FAVOURS[0],
            Outcome::Right => VALUE_FAVOURS[1],
            Outcome::First => VALUE_FAVOURS[2],
            _ => 0,
        })
    }
}

/// Groups that were met lately where they stand, with their names and what speaks against moving to them: moves that can be made in
/// any order lead to the same groups.
struct Groups(Box<[(Stones, Named, i32)]>);

/// How many groups are kept.
const GROUPS: usize = 1 << GROUP_BITS;
const GROUP_BITS: u32 = 12;

impl Groups {
    fn new() -> Self {
        let stone = Stones { layers: [1, 2], stride: 3 };
        Self(vec![(stone, stone.named(), weight(&stone)); GROUPS].into())
    }

    fn of(&mut self, group: &Stones) -> (Named, i32) {
        let [left, right] = group.layers;
        let mixed = (left ^ right.rotate_left(31)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let known = &mut self.0[(mixed >> (u64::BITS - GROUP_BITS)) as usize];
        if known.0 != *group {
            *known = (*group, group.named(), weight(group));
        }
        (known.1, known.2)
    }
}

/// What speaks against moving to a sum with this group: what speaks for the opponent, and how long it may take.
fn weight(group: &Stones) -> i32 {
    group.favour() + MOVE * group.moves() as i32
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.meter.budget().release(self.reserved);
    }
}
