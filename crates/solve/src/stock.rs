//! Tables of all small positions in memory, which long searches for nimbers fill for themselves.
//!
//! Filling a position of such a table takes some nanoseconds, searching one a microsecond, so a table pays although most of
//! what it holds is never asked for. A search fills the next one when it has taken about as long as that will take: at
//! worst it takes twice as long as without.

use crate::Stop;
use grundy_budget::Budget;
use grundy_game::ImpartialHints;
use grundy_game::tabled::{Blocks, Cell, Unfilled};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The tables of one position; all threads that search it share them.
pub(crate) struct Stocks {
    levels: Vec<Level>,
    /// How many positions were searched, all threads together.
    searched: AtomicU64,
}

struct Level {
    blocks: Box<dyn Blocks>,
    /// Whether somebody fills it, has filled it or found that it cannot be filled.
    taken: AtomicBool,
    filled: OnceLock<Filled>,
}

/// All cells of a table, in the order of their numbers.
struct Filled {
    words: Vec<u64>,
    budget: Budget,
}

impl Stocks {
    /// How many positions are filled while one is searched.
    const PACE: u64 = 1 << 9;

    /// The tables of these rules, none of them filled.
    pub fn of<R: ImpartialHints>(rules: &R) -> Self {
        Self::of_blocks(rules.stocks())
    }

    fn of_blocks(stocks: Vec<Box<dyn Blocks>>) -> Self {
        let level = |blocks| Level { blocks, taken: AtomicBool::new(false), filled: OnceLock::new() };
        let stocks = stocks.into_iter().filter(|blocks| blocks.cell() == Cell::SmallNimber);
        Self { levels: stocks.map(level).collect(), searched: AtomicU64::new(0) }
    }

    /// Counts positions that were searched, and fills the next table when it is time. The largest one there is.
    pub fn after(&self, searched: u64, budget: &Budget) -> Result<Option<usize>, Stop> {
        let searched = self.searched.fetch_add(searched, Ordering::Relaxed) + searched;
        for level in &self.levels {
            if searched >= level.blocks.count() / Self::PACE && !level.taken.swap(true, Ordering::Relaxed) {
                level.fill(budget)?;
            }
        }
        Ok(self.levels.iter().rposition(|level| level.filled.get().is_some()))
    }

    /// The nimber of a component by one of the tables that are filled.
    pub fn nimber<R: ImpartialHints>(&self, rules: &R, stock: usize, part: &R::Position) -> Option<u64> {
        let filled = self.levels[stock].filled.get()?;
        let number = rules.stocked(stock, part)?;
        let word = filled.words.get((number / 16) as usize)?;
        Some(word >> (number % 16 * 4) & 15)
    }
}

impl Level {
    /// Fills the table, unless it would take more than half of the memory that is left or holds something too large. What
    /// stops the search leaves it to be filled later.
    fn fill(&self, budget: &Budget) -> Result<(), Stop> {
        let bytes = self.blocks.blocks() * self.blocks.block_words() as u64 * 8;
        if bytes > budget.memory_left() / 2 || budget.reserve(bytes).is_err() {
            return Ok(());
        }
        let mut filled = Filled { words: vec![0; (bytes / 8) as usize], budget: budget.clone() };
        match fill(&*self.blocks, &mut filled.words, budget) {
            Ok(()) => {
                // Whoever took the level is alone in filling it.
                self.filled.get_or_init(|| filled);
                Ok(())
            }
            Err(Unfilled::Exhausted(stop)) => {
                self.taken.store(false, Ordering::Relaxed);
                Err(stop.into())
            }
            Err(Unfilled::Refused(_) | Unfilled::TooLarge(_) | Unfilled::Mismatch) => Ok(()),
        }
    }
}

/// Fills all blocks, one after the other. These are not positions that a search has visited, so they do not count; the budget is
/// asked after each block.
fn fill(blocks: &dyn Blocks, words: &mut [u64], budget: &Budget) -> Result<(), Unfilled> {
    let size = blocks.block_words();
    let uncounted = Budget::unlimited();
    for block in 0..blocks.blocks() {
        budget.check()?;
        let (done, rest) = words.split_at_mut(block as usize * size);
        let needed: Vec<&[u64]> =
            blocks.needs(block).into_iter().map(|block| &done[block as usize * size..][..size]).collect();
        blocks.fill(block, &needed, &mut rest[..size], &uncounted)?;
    }
    for words in words.chunks_exact_mut(size) {
        budget.check()?;
        blocks.to_stored(words);
    }
    Ok(())
}

impl Drop for Filled {
    fn drop(&mut self) {
        self.budget.release(self.words.len() as u64 * 8);
    }
}
