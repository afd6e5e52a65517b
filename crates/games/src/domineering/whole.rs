//! Who wins Domineering on boards of at most 8×8, searched depth first.
//!
//! Left is always about to move: after her move the board is turned, which exchanges the players. A board is bounded from above
//! and below by thermographs of slices (`bounds.rs`); small components count by their values, and a table holds whole sums (`sums.rs`).
//! The options that the bounds like most come first. Where a proof is long, that leads to it sooner than proof numbers do: on
//! 8×8 they go to and fro between first moves that look alike.
//!
//! Threads share the table of sums. The player who is not the first has to be answered whatever he does, so a second thread begins at
//! the other end of his moves, and the two meet.

mod bounds;
mod cells;
mod sums;

use crate::racing::{self, lock};
use bounds::Lean;
use cells::{Cells, after_left, columns, components, least, slice, transposed, trimmed};
use grundy_budget::{Budget, Exhausted, Meter};
use grundy_value::{Value, ValueError};
use rustc_hash::FxHashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use sums::{Book, Compact, Small, Sum, Values};

/// Components of at most this many cells have values, and slices are at most so large.
const LIGHT: u32 = 16;
/// How many positions one thread opens before others join it.
const ALONE: u64 = 4000;
/// More threads than this find nothing to do.
const MOST_THREADS: usize = 16;

/// What all threads share.
struct Shared {
    values: Mutex<Values>,
    book: Book,
    done: AtomicBool,
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
        let shared =
            Shared { values: Mutex::new(Values::new(budget)), book: Book::new(), done: AtomicBool::new(false) };
        let workers = vec![Worker::new(0, budget)];
        Self { shared, workers, threads: threads.clamp(1, MOST_THREADS), alone: ALONE, budget: budget.clone() }
    }

    #[cfg(test)]
    pub fn joined_after(self, alone: u64) -> Self {
        Self { alone, ..self }
    }

    #[cfg(test)]
    pub fn opened_sums(&self) -> usize {
        self.shared.book.len()
    }

    /// Whether Left, about to move, wins.
    pub fn left_wins(&mut self, board: Cells) -> Result<bool, ValueError> {
        let limit = if self.threads == 1 { u64::MAX } else { self.alone };
        self.shared.done.store(false, Ordering::Relaxed);
        match self.workers[0].wins(&self.shared, board, limit)? {
            Some(wins) => Ok(wins),
            None => self.together(board),
        }
    }

    /// Whoever finishes first has the answer.
    fn together(&mut self, board: Cells) -> Result<bool, ValueError> {
        while self.workers.len() < self.threads {
            self.workers.push(Worker::new(self.workers.len(), &self.budget));
        }
        let shared = &self.shared;
        let work = |worker: &mut Worker| worker.wins(shared, board, u64::MAX);
        match racing::first_of(&mut self.workers, &self.budget, &shared.done, &work) {
            Some(found) => found,
            // No thread was granted.
            None => self.alone(board),
        }
    }

    fn alone(&mut self, board: Cells) -> Result<bool, ValueError> {
        self.shared.done.store(false, Ordering::Relaxed);
        let found = self.workers[0].wins(&self.shared, board, u64::MAX)?;
        found.ok_or(Exhausted::Cancelled.into())
    }
}

/// An option that is not decided.
struct Choice {
    board: Cells,
    sum: Sum,
    /// The less, the more seems to speak for it.
    order: i16,
}

/// One thread, with what it has learnt of slices.
struct Worker {
    number: usize,
    /// Small components where they stand, each by its place in the list of those that differ in value.
    places: FxHashMap<Cells, u32>,
    smalls: Vec<Small>,
    values: FxHashMap<Value, u32>,
    /// The different bounds, of which there are few, and those of slices by number.
    leans: Vec<Lean>,
    numbers: FxHashMap<Lean, u32>,
    slices: FxHashMap<Cells, u32>,
    meter: Meter,
    reserved: u64,
    opened: u64,
}

impl Worker {
    fn new(number: usize, budget: &Budget) -> Self {
        Self {
            number,
            places: FxHashMap::default(),
            smalls: Vec::new(),
            values: FxHashMap::default(),
            leans: Vec::new(),
            numbers: FxHashMap::default(),
            slices: FxHashMap::default(),
            meter: budget.meter(),
            reserved: 0,
            opened: 0,
        }
    }

    fn charge(&mut self, bytes: u64) -> Result<(), ValueError> {
        self.meter.budget().reserve(bytes)?;
        self.reserved += bytes;
        Ok(())
    }

    fn small(&mut self, shared: &Shared, part: Cells) -> Result<&Small, ValueError> {
        let part = trimmed(part);
        let place = match self.places.get(&part) {
            Some(&place) => place,
            None => self.new_place(shared, part)?,
        };
        Ok(&self.smalls[place as usize])
    }

    fn new_place(&mut self, shared: &Shared, part: Cells) -> Result<u32, ValueError> {
        let small = lock(&shared.values).small(part)?;
        let next = self.smalls.len() as u32;
        let place = *self.values.entry(small.value).or_insert(next);
        let mut bytes = 2 * size_of::<(Cells, u32)>();
        if place == next {
            self.smalls.push(small);
            bytes += 2 * size_of::<Small>();
        }
        self.charge(bytes as u64)?;
        self.places.insert(part, place);
        Ok(place)
    }

    /// The number of the bound on a light slice.
    fn slice(&mut self, shared: &Shared, cells: Cells) -> Result<usize, ValueError> {
        if let Some(&number) = self.slices.get(&cells) {
            return Ok(number as usize);
        }
        let mut lean = Lean::NONE;
        for part in components(cells) {
            lean = lean.plus(&self.small(shared, part)?.leans[0]);
        }
        let next = self.leans.len() as u32;
        let number = *self.numbers.entry(lean).or_insert(next);
        let mut bytes = 2 * size_of::<(Cells, u32)>();
        if number == next {
            self.leans.push(lean);
            bytes += 4 * size_of::<Lean>();
        }
        self.charge(bytes as u64)?;
        self.slices.insert(cells, number);
        Ok(number as usize)
    }

    /// The best bound on a large component, from above, by light slices.
    fn above(&mut self, shared: &Shared, part: Cells) -> Result<Lean, ValueError> {
        let part = trimmed(part);
        // best[end]: on the columns before `end`. A column has at most 8 cells, so there always is a light slice.
        let mut best = [Lean::NONE; 9];
        let last = columns(part);
        for end in 1..=last {
            let number = self.slice(shared, slice(part, end - 1, end))?;
            let mut found = best[end as usize - 1].plus(&self.leans[number]);
            for start in (0..end - 1).rev() {
                let cells = slice(part, start, end);
                if cells.count_ones() > LIGHT {
                    break;
                }
                let number = self.slice(shared, cells)?;
                found.improve(&best[start as usize].plus(&self.leans[number]));
            }
            best[end as usize] = found;
        }
        Ok(best[last as usize])
    }

    /// By how much Left is short of winning, and of losing; decided where one is less than 0.
    fn shortfall(&mut self, shared: &Shared, board: Cells) -> Result<(i16, i16), ValueError> {
        let (mut above, mut below) = (Lean::NONE, Lean::NONE);
        for part in components(board) {
            if part.count_ones() <= LIGHT {
                let [high, low] = &self.small(shared, part)?.leans;
                (above, below) = (above.plus(high), below.plus(low));
            } else {
                above = above.plus(&self.above(shared, part)?);
                below = below.plus(&self.above(shared, transposed(part))?);
            }
        }
        Ok((below.negative_short_of_winning(), above.short_of_losing()))
    }

    /// The sum that a board is, and who wins it where that is known or two values at most decide it.
    fn sum(&mut self, shared: &Shared, board: Cells) -> Result<(Sum, Option<bool>), ValueError> {
        let mut large: Vec<u64> = Vec::new();
        let mut values: Vec<Value> = Vec::new();
        let mut compact = Compact::default();
        for part in components(board) {
            if part.count_ones() > LIGHT {
                large.push(least(part));
                continue;
            }
            let small = *self.small(shared, part)?;
            match (small.compact, values.iter().position(|&value| value == small.negative)) {
                (Some(added), _) => compact = compact.plus(added),
                (None, Some(at)) => drop(values.swap_remove(at)),
                (None, None) => values.push(small.value),
            }
        }
        let decided = large.is_empty() && values.len() <= 2;
        large.sort_unstable();
        values.sort_unstable();
        let count = large.len() as u64;
        let sum = Sum {
            parts: large.into_iter().chain([count]).chain(values.iter().map(|value| value.index() as u64)).collect(),
            compact,
        };
        let known = match shared.book.find(&sum) {
            None if decided => Some(lock(&shared.values).wins(&values, compact)?),
            known => known,
        };
        Ok((sum, known))
    }

    /// Whether Left, about to move, wins; `None` when more than `limit` positions would be opened, or another thread has finished.
    fn wins(&mut self, shared: &Shared, board: Cells, limit: u64) -> Result<Option<bool>, ValueError> {
        self.opened = 0;
        let (to_win, to_lose) = self.shortfall(shared, board)?;
        if to_win < 0 || to_lose < 0 {
            return Ok(Some(to_win < 0));
        }
        let (sum, known) = self.sum(shared, board)?;
        let found = match known {
            Some(wins) => Some(wins),
            None => self.search(shared, &Choice { board, sum, order: 0 }, 0, limit)?,
        };
        self.meter.settle();
        Ok(found)
    }

    /// As [`Worker::wins`]. Every move takes two cells, so this goes down 32 moves at most.
    fn search(&mut self, shared: &Shared, node: &Choice, depth: u32, limit: u64) -> Result<Option<bool>, ValueError> {
        self.opened += 1;
        if self.opened > limit || shared.done.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let (mut wins, mut options) = match self.options(shared, node.board)? {
            Some(options) => (false, options),
            None => (true, Vec::new()),
        };
        options.sort_by_key(|option| option.order);
        if self.number % 2 == 1 && depth % 2 == 1 {
            options.reverse();
        }
        for option in options {
            let known = match shared.book.find(&option.sum) {
                Some(known) => known,
                None => match self.search(shared, &option, depth + 1, limit)? {
                    Some(found) => found,
                    None => return Ok(None),
                },
            };
            if !known {
                wins = true;
                break;
            }
        }
        let bytes = shared.book.note(node.sum.clone(), wins);
        self.charge(bytes)?;
        Ok(Some(wins))
    }

    /// The options that are not decided; `None` when one is that wins.
    fn options(&mut self, shared: &Shared, board: Cells) -> Result<Option<Vec<Choice>>, ValueError> {
        let mut options: Vec<Choice> = Vec::new();
        for option in after_left(board) {
            self.meter.step()?;
            let option = transposed(option);
            let (to_win, to_lose) = self.shortfall(shared, option)?;
            if to_lose < 0 {
                return Ok(None);
            }
            if to_win < 0 {
                continue;
            }
            match self.sum(shared, option)? {
                (_, Some(false)) => return Ok(None),
                (_, Some(true)) => {}
                (sum, None) if options.iter().any(|known| known.sum == sum) => {}
                (sum, None) => options.push(Choice { board: option, sum, order: to_lose - to_win }),
            }
        }
        Ok(Some(options))
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.meter.budget().release(self.reserved);
    }
}
