//! Retrograde analysis of states that are numbers and whose moves are worked out, not kept: two bits and a counter a state.
//!
//! The same algorithm as [`crate::retrograde`], for games so large that their arcs would not fit: 10^8 states take 200 MB, or
//! twice that where a state has more than 16,383 moves or a win takes as many. What leads to a state must be told by the game;
//! every state that is decided asks for that once. Several threads share the states of a round, all of which have the same
//! number of moves left, so that what is found does not depend on who finds it.

use crate::GraphError;
use crate::retrograde::Verdict;
use grundy_budget::{Budget, Exhausted};
use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU32, AtomicUsize};

/// States 0, 1, 2, … with moves between them.
///
/// ```
/// use grundy_budget::Budget;
/// use grundy_graph::numbered::{Numbered, NumberedVerdicts};
/// use grundy_graph::retrograde::Verdict;
///
/// /// A heap; take one or two, whoever cannot move loses.
/// struct Heap(usize);
///
/// impl Numbered for Heap {
///     fn count(&self) -> usize {
///         self.0 + 1
///     }
///     fn moves(&self, heap: usize) -> usize {
///         heap.min(2)
///     }
///     fn before(&self, heap: usize, states: &mut Vec<usize>) {
///         states.extend(heap + 1..=self.0.min(heap + 2));
///     }
///     fn ended(&self, _: usize) -> Verdict {
///         Verdict::Loss(0)
///     }
/// }
///
/// let verdicts = NumberedVerdicts::new(&Heap(9), 1, &Budget::unlimited())?;
/// assert_eq!((verdicts.get(6), verdicts.get(8)), (Verdict::Loss(4), Verdict::Win(5)));
/// # Ok::<(), grundy_graph::GraphError>(())
/// ```
pub trait Numbered: Sync {
    /// How many states there are.
    fn count(&self) -> usize;
    /// How many moves a state has.
    fn moves(&self, state: usize) -> usize;
    /// Appends the states from which a move leads to this one, each as often as it has such moves.
    fn before(&self, state: usize, states: &mut Vec<usize>);
    /// The verdict on a state without moves.
    fn ended(&self, state: usize) -> Verdict;
}

/// The verdicts on numbered states.
#[derive(Debug)]
pub struct NumberedVerdicts {
    cells: Cells,
    moves: u64,
    budget: Budget,
}

/// One cell a state, half as wide where that is enough.
#[derive(Debug)]
enum Cells {
    Narrow(Vec<AtomicU16>),
    Wide(Vec<AtomicU32>),
}

/// A label in the two top bits, unknown or drawn, won, lost; below it, how many moves of an open state are not known to help the
/// opponent, or how many moves are left in one that is decided.
trait Cell: Send + Sync + Sized {
    const BITS: u32;
    const MOST: u32 = (1 << (Self::BITS - 2)) - 1;
    fn new() -> Self;
    fn get(&self) -> u32;
    fn put(&self, value: u32);
    fn exchange(&self, old: u32, new: u32) -> Result<(), u32>;
}

macro_rules! cell {
    ($cell:ty, $word:ty) => {
        impl Cell for $cell {
            const BITS: u32 = <$word>::BITS;

            fn new() -> Self {
                Self::new(0)
            }

            #[inline]
            fn get(&self) -> u32 {
                self.load(Relaxed).into()
            }

            #[inline]
            fn put(&self, value: u32) {
                self.store(value as $word, Relaxed);
            }

            #[inline]
            fn exchange(&self, old: u32, new: u32) -> Result<(), u32> {
                let found = self.compare_exchange_weak(old as $word, new as $word, Relaxed, Relaxed);
                found.map(drop).map_err(u32::from)
            }
        }
    };
}

cell!(AtomicU16, u16);
cell!(AtomicU32, u32);

const WON: u32 = 1;
const LOST: u32 = 2;

#[inline]
fn label<C: Cell>(value: u32) -> u32 {
    value >> (C::BITS - 2)
}

#[inline]
fn labelled<C: Cell>(label: u32, moves: u32) -> u32 {
    label << (C::BITS - 2) | moves
}

/// States that a thread takes at a time.
const PIECE: usize = 1 << 10;

/// Rounds with more than one state in so many are found again by a pass over all cells instead of kept as a list: there are few
/// such rounds, and lists stay small.
const LISTED: usize = 16;

impl NumberedVerdicts {
    /// Decides every state. O(states + moves) time, shared by so many threads.
    pub fn new(states: &dyn Numbered, threads: usize, budget: &Budget) -> Result<Self, GraphError> {
        Self::decided(states, threads, budget)
    }

    /// As [`NumberedVerdicts::new`], compiled for the states.
    pub(crate) fn decided<N: Numbered + ?Sized>(
        states: &N,
        threads: usize,
        budget: &Budget,
    ) -> Result<Self, GraphError> {
        let narrow = Analysis::<_, AtomicU16>::run(states, threads, budget)?;
        let (cells, moves) = match narrow {
            Some((cells, moves)) => (Cells::Narrow(cells), moves),
            None => match Analysis::<_, AtomicU32>::run(states, threads, budget)? {
                Some((cells, moves)) => (Cells::Wide(cells), moves),
                None => return Err(Exhausted::Memory.into()),
            },
        };
        Ok(Self { cells, moves, budget: budget.clone() })
    }

    /// The verdict on a state.
    pub fn get(&self, state: usize) -> Verdict {
        match &self.cells {
            Cells::Narrow(cells) => verdict(&cells[state]),
            Cells::Wide(cells) => verdict(&cells[state]),
        }
    }

    /// The verdicts on all states in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = Verdict> + '_ {
        (0..self.count()).map(|state| self.get(state))
    }

    /// How many states there are.
    pub fn count(&self) -> usize {
        match &self.cells {
            Cells::Narrow(cells) => cells.len(),
            Cells::Wide(cells) => cells.len(),
        }
    }

    /// How many moves all states have together.
    pub fn moves(&self) -> u64 {
        self.moves
    }

    /// What is held of the budget.
    fn bytes(&self) -> u64 {
        match &self.cells {
            Cells::Narrow(cells) => bytes::<AtomicU16>(cells.len()),
            Cells::Wide(cells) => bytes::<AtomicU32>(cells.len()),
        }
    }
}

impl Drop for NumberedVerdicts {
    fn drop(&mut self) {
        self.budget.release(self.bytes());
    }
}

fn verdict<C: Cell>(cell: &C) -> Verdict {
    let value = cell.get();
    match label::<C>(value) {
        WON => Verdict::Win(value & C::MOST),
        LOST => Verdict::Loss(value & C::MOST),
        _ => Verdict::Draw,
    }
}

/// What so many states take.
fn bytes<C: Cell>(count: usize) -> u64 {
    count as u64 * u64::from(C::BITS / 8)
}

/// The states that were decided in one round.
enum Round {
    Listed(Vec<u32>),
    /// All cells are looked through for them.
    Sought,
}

struct Analysis<'a, N: ?Sized, C> {
    states: &'a N,
    cells: &'a [C],
    threads: usize,
    budget: &'a Budget,
}

impl<N: Numbered + ?Sized, C: Cell> Analysis<'_, N, C> {
    /// The decided cells and the number of moves; `None` when a number does not fit into a cell.
    fn run(states: &N, threads: usize, budget: &Budget) -> Result<Option<(Vec<C>, u64)>, GraphError> {
        let count = states.count();
        if u32::try_from(count).is_err() {
            return Err(Exhausted::Memory.into());
        }
        budget.reserve(bytes::<C>(count))?;
        let cells: Vec<C> = (0..count).map(|_| C::new()).collect();
        let found = Analysis { states, cells: &cells, threads: threads.max(1), budget }.decide();
        match found {
            Ok(Some(moves)) => Ok(Some((cells, moves))),
            other => {
                budget.release(bytes::<C>(count));
                other.map(|_| None)
            }
        }
    }

    fn decide(&self) -> Result<Option<u64>, GraphError> {
        let Some((mut round, moves)) = self.ends()? else { return Ok(None) };
        // States of one round have the same number of moves left, so the first loss that a state can move to is the quickest,
        // and the last win that it can be driven to the slowest.
        for left in 0.. {
            if matches!(&round, Round::Listed(list) if list.is_empty()) {
                return Ok(Some(moves));
            }
            if left >= C::MOST {
                return Ok(None);
            }
            round = self.round(&round, left)?;
        }
        Ok(None)
    }

    /// Notes the states without moves and how many moves the others have; returns those that are decided and the number of all
    /// moves.
    fn ends(&self) -> Result<Option<(Round, u64)>, GraphError> {
        let too_many = AtomicBool::new(false);
        let found = self.together(self.cells.len(), |range, found: &mut (Found, u64)| {
            for state in range {
                let moves = self.states.moves(state);
                if moves > C::MOST as usize {
                    // The caller takes wider cells.
                    too_many.store(true, Relaxed);
                    return Ok(());
                }
                let fits = moves as u32;
                found.1 += u64::from(fits);
                self.cells[state].put(if moves > 0 {
                    fits
                } else {
                    match self.states.ended(state) {
                        Verdict::Win(_) => labelled::<C>(WON, 0),
                        Verdict::Loss(_) => labelled::<C>(LOST, 0),
                        Verdict::Draw => continue,
                    }
                });
                if moves == 0 {
                    found.0.add(state, self.cells.len());
                }
            }
            Ok(())
        })?;
        if too_many.into_inner() {
            return Ok(None);
        }
        let moves = found.iter().map(|(_, moves)| moves).sum();
        Ok(Some((self.gathered(found.into_iter().map(|(found, _)| found)), moves)))
    }

    /// Everything that follows from the states with so many moves left.
    fn round(&self, round: &Round, left: u32) -> Result<Round, GraphError> {
        let found = match round {
            Round::Listed(list) => self.together(list.len(), |range, (found, before): &mut (Found, Vec<usize>)| {
                let followed = range.len() as u64;
                list[range].iter().for_each(|&state| self.follow(state as usize, left, found, before));
                Ok(self.budget.spend(followed)?)
            })?,
            Round::Sought => self.together(self.cells.len(), |range, (found, before): &mut (Found, Vec<usize>)| {
                let mut followed = 0;
                for state in range {
                    let value = self.cells[state].get();
                    if label::<C>(value) != 0 && value & C::MOST == left {
                        self.follow(state, left, found, before);
                        followed += 1;
                    }
                }
                Ok(self.budget.spend(followed)?)
            })?,
        };
        Ok(self.gathered(found.into_iter().map(|(found, _)| found)))
    }

    /// Tells the states from which a move leads to this one.
    #[inline]
    fn follow(&self, state: usize, left: u32, found: &mut Found, before: &mut Vec<usize>) {
        let lost = label::<C>(self.cells[state].get()) == LOST;
        before.clear();
        self.states.before(state, before);
        for &from in before.iter() {
            if self.settles(&self.cells[from], lost, left + 1) {
                found.add(from, self.cells.len());
            }
        }
    }

    /// Whether a state is decided now because one of its moves leads to a loss, or a win, of the opponent.
    #[inline]
    fn settles(&self, cell: &C, lost: bool, moves: u32) -> bool {
        let mut seen = cell.get();
        loop {
            if label::<C>(seen) != 0 {
                return false;
            }
            let (value, decided) = match (lost, seen) {
                (true, _) => (labelled::<C>(WON, moves), true),
                (false, 0 | 1) => (labelled::<C>(LOST, moves), true),
                (false, open) => (open - 1, false),
            };
            if self.threads == 1 {
                cell.put(value);
                return decided;
            }
            match cell.exchange(seen, value) {
                Ok(()) => return decided,
                Err(now) => seen = now,
            }
        }
    }

    fn gathered(&self, found: impl Iterator<Item = Found>) -> Round {
        let found: Vec<Found> = found.collect();
        let all: usize = found.iter().map(|found| found.list.len()).sum();
        if found.iter().any(|found| found.sought) || all > self.cells.len() / LISTED + PIECE {
            return Round::Sought;
        }
        let mut lists = found.into_iter().map(|found| found.list);
        // why: without threads there would be no lists, and nothing was found.
        let mut list = lists.next().unwrap_or_default();
        lists.for_each(|more| list.extend(more));
        Round::Listed(list)
    }

    /// Has the threads work on pieces of so many states, each with something of its own; returns what each has then.
    fn together<T: Default + Send>(
        &self,
        count: usize,
        work: impl Fn(Range<usize>, &mut T) -> Result<(), GraphError> + Sync,
    ) -> Result<Vec<T>, GraphError> {
        let next = AtomicUsize::new(0);
        let run = || -> Result<T, GraphError> {
            let mut own = T::default();
            loop {
                let start = next.fetch_add(PIECE, Relaxed);
                if start >= count {
                    return Ok(own);
                }
                self.budget.check()?;
                work(start..count.min(start + PIECE), &mut own)?;
            }
        };
        let more = self.threads.min(count.div_ceil(PIECE)).saturating_sub(1);
        if more == 0 {
            return Ok(vec![run()?]);
        }
        std::thread::scope(|scope| {
            let spawned: Vec<_> =
                // why: where the system grants no more threads, those that run do the work
                (0..more).map_while(|_| std::thread::Builder::new().spawn_scoped(scope, run).ok()).collect();
            let own = run();
            let mut all = vec![own?];
            for thread in spawned {
                all.push(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?);
            }
            Ok(all)
        })
    }
}

/// What a thread has decided in a round: a list, unless it grew too long.
#[derive(Default)]
struct Found {
    list: Vec<u32>,
    sought: bool,
}

impl Found {
    #[inline]
    fn add(&mut self, state: usize, count: usize) {
        if self.sought {
            return;
        }
        self.list.push(state as u32);
        if self.list.len() > count / LISTED + PIECE {
            (self.list, self.sought) = (Vec::new(), true);
        }
    }
}
