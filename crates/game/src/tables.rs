//! Answers for many positions at once.

use crate::Play;
use grundy_budget::{Budget, Exhausted};

/// Answers for all positions that can be reached from one start, found together by a method of the game's own: dense
/// arrays filled in one pass. Each table is filled when it is first asked for.
pub trait Tables<P> {
    /// The nimber of a position under normal play.
    fn nimber(&mut self, position: &P, budget: &Budget) -> Result<u64, Exhausted>;

    /// Whether the player about to move wins.
    fn wins(&mut self, position: &P, play: Play, budget: &Budget) -> Result<bool, Exhausted>;

    /// Allows so many threads for filling a table; without this it is filled by one.
    fn use_threads(&mut self, _threads: usize) {}

    /// Whether a nimber takes much longer to find than who wins.
    fn nimbers_cost_more(&self) -> bool {
        true
    }

    /// Bytes that filling a table takes; where there are not so many, a search is tried instead.
    fn bytes(&self) -> u64 {
        0
    }
}
