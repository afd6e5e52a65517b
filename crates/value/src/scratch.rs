//! Memory that an operation needs for a while.

use grundy_budget::Budget;

use crate::Result;

/// Bytes asked of the budget at once.
const PORTION: u64 = 1 << 16;

/// Bytes counted against a budget until this is dropped.
#[derive(Debug)]
pub(crate) struct Scratch {
    budget: Budget,
    owed: u64,
    held: u64,
}

impl Scratch {
    pub(crate) fn new(budget: &Budget) -> Self {
        Self { budget: budget.clone(), owed: 0, held: 0 }
    }

    /// Counts `bytes` more, asking the budget for them in portions.
    pub(crate) fn add(&mut self, bytes: usize) -> Result<()> {
        self.owed += bytes as u64;
        if self.owed >= PORTION {
            self.budget.reserve(self.owed)?;
            self.held += std::mem::take(&mut self.owed);
        }
        Ok(())
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        self.budget.release(self.held);
    }
}
