//! The engine for every other rule: breaking into three or more heaps, different heaps, equal heaps, endless digits.
//!
//! For every total and every number of heaps it keeps the set of nim-sums that heaps computed so far can make, and adds
//! one heap size at a time, as in counting coin changes: upwards where a size may repeat, downwards where it may not.
//! O(n² · counts · n/64) bit operations.

use grundy_budget::Budget;

use crate::error::HeapError;
use crate::nimbers::Nimbers;
use crate::rule::{Leave, Rule, Shape};

/// The nim-sums of collections of heaps, by number of heaps and total.
struct Sums {
    repeat: bool,
    /// Numbers of heaps told apart; the last stands for itself and more when `open`.
    counts: usize,
    open: bool,
    totals: usize,
    words: usize,
    bits: Vec<u64>,
}

impl Sums {
    fn new(rule: &Rule, shape: Shape, totals: usize, words: usize) -> Option<Self> {
        let mut open = false;
        let mut last = None;
        let clauses = rule.clauses().iter().map(|clause| clause.leave);
        for leave in clauses.chain(rule.tail().0.iter().copied()).filter(|leave| leave.shape() == shape) {
            // From `settled` on, an open digit allows every number of heaps and a closed one none.
            let settled = match leave.most() {
                Some(most) => most as usize + 1,
                None => 64 - leave.mask().leading_ones() as usize,
            };
            open |= leave.most().is_none();
            // Where heaps must not all be equal, none, one and more of them are told apart.
            let told_apart = if shape == Shape::Unlike { 2 } else { 0 };
            last = last.max(Some(settled.max(told_apart)));
        }
        let counts = last? + 1;
        let mut bits = vec![0; counts * totals * words];
        bits[0] = 1;
        Some(Self { repeat: shape == Shape::Any, counts, open, totals, words, bits })
    }

    fn at(&self, count: usize, total: usize) -> usize {
        (count * self.totals + total) * self.words
    }

    /// Lets heaps of this size and nimber be used.
    fn add(&mut self, size: usize, nimber: usize) {
        if self.repeat {
            (size..self.totals).for_each(|total| self.add_to(total, size, nimber));
        } else {
            (size..self.totals).rev().for_each(|total| self.add_to(total, size, nimber));
        }
    }

    fn add_to(&mut self, total: usize, size: usize, nimber: usize) {
        let last = self.counts - 1;
        // Downwards, so that without repetition a size is not used twice through `last`, which feeds itself.
        for count in (0..=last).rev() {
            let target = if count == last {
                if !self.open {
                    continue;
                }
                last
            } else {
                count + 1
            };
            let (from, to) = (self.at(count, total - size), self.at(target, total));
            for word in 0..self.words {
                let moved = flip(self.bits[from + (word ^ (nimber >> 6))], nimber & 63);
                self.bits[to + word] |= moved;
            }
        }
    }

    /// Joins the sums that `leave` allows for this total.
    fn collect(&self, leave: Leave, total: usize, union: &mut [u64]) {
        let last = self.counts - 1;
        for count in (0..=last).filter(|&count| (count < last || self.open) && leave.allows(count as u64)) {
            let from = self.at(count, total);
            union.iter_mut().zip(&self.bits[from..from + self.words]).for_each(|(all, &more)| *all |= more);
        }
    }
}

/// Moves bit i of a word to bit i xor `by`.
fn flip(mut word: u64, by: usize) -> u64 {
    const MASKS: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    for (step, mask) in MASKS.into_iter().enumerate() {
        if by >> step & 1 == 1 {
            word = (word & mask) << (1 << step) | word >> (1 << step) & mask;
        }
    }
    word
}

/// The nim-sums of collections of heaps not all of which are equal, and of single heaps.
struct Unlike {
    any: Sums,
    unlike: Sums,
}

impl Unlike {
    fn new(rule: &Rule, totals: usize, words: usize) -> Option<Self> {
        let mut unlike = Sums::new(rule, Shape::Unlike, totals, words)?;
        let any = Sums { repeat: true, bits: unlike.bits.clone(), ..unlike };
        unlike.bits = vec![0; any.bits.len()];
        unlike.repeat = true;
        Some(Self { any, unlike })
    }

    /// Lets heaps of this size and nimber be used; sizes must come in increasing order. A collection that is not all equal
    /// becomes another one, and so does any that has no heap of this size yet.
    fn add(&mut self, size: usize, nimber: usize) {
        let Self { any, unlike } = self;
        let last = any.counts - 1;
        for total in size..any.totals {
            for count in 1..=last {
                if count == last && !any.open {
                    continue;
                }
                let target = last.min(count + 1);
                let (from, to) = (any.at(count, total - size), any.at(target, total));
                for word in 0..any.words {
                    let source = from + (word ^ (nimber >> 6));
                    unlike.bits[to + word] |= flip(any.bits[source], nimber & 63);
                }
            }
            unlike.add_to(total, size, nimber);
        }
        self.any.add(size, nimber);
    }

    /// Joins the sums that `leave` allows for this total.
    fn collect(&self, leave: Leave, total: usize, union: &mut [u64]) {
        self.unlike.collect(leave, total, union);
        self.any.collect(Leave::bits(leave.mask() & 3), total, union);
    }
}

/// The nimbers of heaps 0 to `to`.
pub(crate) fn nimbers(rule: &Rule, to: usize, budget: &Budget) -> Result<Nimbers, HeapError> {
    // A heap of n is played out in at most 2n - 1 moves (each takes a bean or adds a heap), which bounds its nimber.
    let words = (2 * to + 1).next_power_of_two().div_ceil(64);
    let states = u64::from(rule.most_left().unwrap_or(Leave::MOST)) + 2;
    let bytes = 4 * 8 * states.saturating_mul((to as u64 + 1).saturating_mul(words as u64));
    budget.reserve(bytes)?;
    let result = fill(rule, to, words, budget);
    budget.release(bytes);
    result
}

fn fill(rule: &Rule, to: usize, words: usize, budget: &Budget) -> Result<Nimbers, HeapError> {
    let mut sums: Vec<_> = [Shape::Any, Shape::Distinct].map(|shape| Sums::new(rule, shape, to + 1, words)).into();
    let mut unlike = Unlike::new(rule, to + 1, words);
    let mut nimbers = Nimbers::default();
    let mut meter = budget.meter();
    let mut union = vec![0u64; words];
    for heap in 0..=to {
        union.fill(0);
        let frozen = rule.frozen().binary_search(&(heap as u64)).is_ok();
        for clause in rule.clauses_to(heap as u64).filter(|clause| !frozen && (clause.take > 0 || heap > 0)) {
            let rest = heap - clause.take as usize;
            if let (Shape::Unlike, Some(unlike)) = (clause.leave.shape(), &unlike) {
                unlike.collect(clause.leave, rest, &mut union);
                continue;
            }
            match (clause.leave.shape(), &sums[..]) {
                (Shape::Any, [Some(any), _]) => any.collect(clause.leave, rest, &mut union),
                (Shape::Distinct, [_, Some(distinct)]) => distinct.collect(clause.leave, rest, &mut union),
                _ => equal_parts(clause.leave, rest, &nimbers, &mut union),
            }
        }
        let mex = union.iter().zip((0..).step_by(64)).find(|(word, _)| **word != u64::MAX);
        let mex = mex.map_or(64 * words, |(word, base)| base + word.trailing_ones() as usize);
        let nimber = u16::try_from(mex).map_err(|_| HeapError::NimberTooLarge { heap: heap as u64 })?;
        nimbers.push(nimber);
        for table in sums.iter_mut().flatten().filter(|_| heap > 0) {
            table.add(heap, mex);
            meter.steps(((to - heap) * words / 64) as u64)?;
        }
        if let Some(table) = unlike.as_mut().filter(|_| heap > 0) {
            table.add(heap, mex);
            meter.steps(2 * ((to - heap) * words / 64) as u64)?;
        }
        meter.step()?;
    }
    Ok(nimbers)
}

/// Raises the nim-sum of `rest` broken into equal heaps, for every number of heaps allowed.
fn equal_parts(leave: Leave, rest: usize, nimbers: &Nimbers, union: &mut [u64]) {
    if rest == 0 {
        union[0] |= u64::from(leave.allows(0));
    }
    for count in (1..=rest).filter(|&count| rest.is_multiple_of(count) && leave.allows(count as u64)) {
        let value = if count % 2 == 1 { usize::from(nimbers.known(rest / count)) } else { 0 };
        union[value >> 6] |= 1 << (value & 63);
    }
}
