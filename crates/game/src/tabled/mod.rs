//! Two ways in which a game can have all its positions in one table: dense in blocks, or by keys in tiers.
//!
//! Both are optional. A game that has one says so in [`Rules::tabled`]; whoever fills, stores, checks
//! and probes tables knows these two ways and no game.

mod heaps;
mod keyed;
mod lanes;
mod pairs;

pub use heaps::RunBlocks;
pub use keyed::{Encoding, KeyedRules};
pub use lanes::{Lanes, NimberLanes, OutcomeLanes, RemotenessLanes, SliceKernel};
pub use pairs::{PairBlocks, TooManyPairs};

use crate::{Refusal, Rules, Text};
use grundy_budget::{Budget, Exhausted};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// What a cell of a table holds, and in how many bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// Whether the player about to move wins: one bit.
    Win,
    /// The outcome of a partisan position, two bits: the first is set when Left wins moving first, the second when Right does.
    Outcome,
    /// A nimber up to 15: four bits.
    SmallNimber,
    /// A nimber up to 255: a byte.
    Nimber,
    /// How many moves are left when the winner hurries and the loser stalls, up to 255: a byte. Odd where the player about to
    /// move wins.
    Remoteness,
}

impl Cell {
    /// All kinds.
    pub const ALL: [Self; 5] = [Self::Win, Self::Outcome, Self::SmallNimber, Self::Nimber, Self::Remoteness];

    /// How many bits a cell takes: 1, 2, 4 or 8.
    pub fn bits(self) -> u32 {
        match self {
            Self::Win => 1,
            Self::Outcome => 2,
            Self::SmallNimber => 4,
            Self::Nimber | Self::Remoteness => 8,
        }
    }

    /// What a cell of a byte holds, given which values its options have, value v as bit v % 64 of word v / 64; `None` when it does
    /// not fit.
    ///
    /// A nimber is the least value that no option has. A remoteness is one more than the least even one of the options, which are
    /// lost for whoever moves next, or, where there is none, than the greatest odd one.
    pub fn settle(self, options: &[u64; 4]) -> Option<u8> {
        const EVEN: u64 = 0x5555_5555_5555_5555;
        let first = |set: [u64; 4]| {
            let at = set.iter().position(|word| *word != 0)?;
            Some(at as u32 * 64 + set[at].trailing_zeros())
        };
        let found = if self == Self::Remoteness {
            let last = options.iter().rposition(|word| *word != 0);
            match (first(options.map(|word| word & EVEN)), last) {
                (Some(least), _) => least + 1,
                (None, Some(at)) => at as u32 * 64 + 64 - options[at].leading_zeros(),
                (None, None) => 0,
            }
        } else {
            first(options.map(|word| !word))?
        };
        // why: what does not fit is told by whoever asks.
        u8::try_from(found).ok()
    }

    /// How many different things a cell can hold.
    pub fn values(self) -> usize {
        1 << self.bits()
    }

    /// The name, as tables carry it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Win => "wins",
            Self::Outcome => "outcomes",
            Self::SmallNimber => "nimbers below 16",
            Self::Nimber => "nimbers below 256",
            Self::Remoteness => "remoteness",
        }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Cell {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        Self::ALL.into_iter().find(|cell| cell.name() == name).ok_or(())
    }
}

/// Why a block or a tier could not be filled.
#[derive(Debug, thiserror::Error)]
pub enum Unfilled {
    /// The budget ran out.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
    /// The moves of a position could not be listed.
    #[error("{}", .0.text())]
    Refused(#[from] Refusal),
    /// A value does not fit its cell.
    #[error("a value does not fit: the table holds {0}")]
    TooLarge(Cell),
    /// What was handed over does not belong to the block.
    #[error("the blocks handed over are not those that are needed")]
    Mismatch,
}

impl Unfilled {
    /// The reason for people.
    pub fn text(&self) -> Text {
        match self {
            Self::Exhausted(exhausted) => exhausted.text(),
            Self::Refused(refusal) => refusal.text().clone(),
            Self::TooLarge(cell) => {
                Text::new("a value does not fit: the table holds {cells}").with("cells", cell.name())
            }
            Self::Mismatch => Text::new("the blocks handed over are not those that are needed"),
        }
    }
}

/// Positions as the cells of one long array, cut into blocks of equal length that are filled one by one from blocks with
/// smaller numbers.
///
/// Cells are packed into words, the first cell in the lowest bits, so that on disk the first cell of a byte stands in its
/// low bits. While blocks are filled their cells may stand in another order, the *working* order.
pub trait Blocks: Send + Sync {
    /// What a cell holds.
    fn cell(&self) -> Cell;

    /// How many positions there are.
    fn count(&self) -> u64;

    /// How many cells a block has: a power of two of at least 128. Cells from [`Blocks::count`] on are spare.
    fn block_cells(&self) -> u64;

    /// How many blocks there are.
    fn blocks(&self) -> u64 {
        self.count().div_ceil(self.block_cells())
    }

    /// How many words a block has.
    fn block_words(&self) -> usize {
        (self.block_cells() / 64) as usize * self.cell().bits() as usize
    }

    /// The blocks that must be there before `block` can be filled, ascending and all smaller.
    fn needs(&self, block: u64) -> Vec<u64>;

    /// Whether blocks are found one after the other, each on the way to the next. Then only one is filled at a time, in the order
    /// of their numbers, and none is kept in memory.
    fn in_order(&self) -> bool {
        false
    }

    /// Fills a block, in working order. `needed` are the blocks that [`Blocks::needs`] lists, in the same order and each in
    /// working order; `words` is all zeros.
    fn fill(&self, block: u64, needed: &[&[u64]], words: &mut [u64], budget: &Budget) -> Result<(), Unfilled>;

    /// Brings the cells of a block from working order into the order of their numbers.
    fn to_stored(&self, _words: &mut [u64]) {}

    /// Brings the cells of a block from the order of their numbers into working order.
    fn to_working(&self, _words: &mut [u64]) {}

    /// How a position gets its number, in one sentence for whoever reads the table with other programs.
    fn numbering(&self) -> String;

    /// About how many positions are filled, packed and written in a second by one processor, for forecasts.
    fn pace(&self) -> u64 {
        2_000_000
    }

    /// Bytes of memory that filling takes besides the blocks themselves, for forecasts.
    fn work_bytes(&self) -> u64 {
        0
    }

    /// The same positions with the same numbers, with [`Cell::Remoteness`] in the cells, where that is known.
    fn remoteness(&self) -> Option<Box<dyn Blocks>> {
        None
    }
}

/// [`Blocks`] of a game: which number a position has.
pub trait Dense<R: Rules>: Blocks {
    /// The number of a position, which may belong to rules with other arguments, such as a smaller board; `None` when it has
    /// none.
    fn rank(&self, rules: &R, position: &R::Position) -> Option<u64>;

    /// The position with a number below [`Blocks::count`].
    fn unrank(&self, number: u64) -> R::Position;
}

/// Positions known by a key of at most 16 bytes, the same for all positions of a class under symmetry, in *tiers*: every move
/// leads to a lower tier.
pub trait Keyed: Send + Sync {
    /// How many bytes a key takes.
    fn key_bytes(&self) -> usize;

    /// The positions from which all others of the table can be reached.
    fn starts(&self) -> Vec<u128>;

    /// The tier of a position.
    fn tier(&self, key: u128) -> u32;

    /// Appends the keys of all options, some perhaps more than once.
    fn options(&self, key: u128, options: &mut Vec<u128>) -> Result<(), Refusal>;

    /// The positions of tier 0, when [`Keyed::grow`] lists all others; `None` when it does not.
    fn seeds(&self) -> Option<Vec<u128>> {
        None
    }

    /// Appends the keys of positions of the table one tier up, such that every position above tier 0 is listed by one of the
    /// tier below. With it a table is filled upwards at once, and up to any tier.
    fn grow(&self, _key: u128, _grown: &mut Vec<u128>) {}

    /// How many positions there are, or are at most, where that is known before they are listed; for forecasts.
    fn forecast(&self) -> Option<u64> {
        None
    }

    /// How a position gets its key, in one sentence for whoever reads the table with other programs.
    fn numbering(&self) -> String;
}

/// [`Keyed`] positions of a game: which key a position has.
pub trait Keys<R: Rules>: Keyed {
    /// The key of a position, which may belong to rules with other arguments; `None` when it has none.
    fn key(&self, rules: &R, position: &R::Position) -> Option<u128>;

    /// A position with the given key, where it has one that these rules can express.
    fn position(&self, key: u128) -> Option<R::Position>;
}

/// Where a position stands in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// By number.
    Number(u64),
    /// By tier and key.
    Key(u32, u128),
}

/// The way in which a game is tabled.
pub enum Tabled<R: Rules> {
    /// Dense in blocks.
    Dense(Arc<dyn Dense<R>>),
    /// By keys in tiers.
    Keyed(Box<dyn Keys<R>>),
}

/// Blocks together with the way in which positions of a game get their numbers.
pub struct Ranked<R: Rules> {
    blocks: Arc<dyn Blocks>,
    rank: Box<dyn Fn(&R, &R::Position) -> Option<u64> + Send + Sync>,
    unrank: Box<dyn Fn(u64) -> R::Position + Send + Sync>,
}

impl<R: Rules> Ranked<R> {
    /// Joins blocks with functions that find the number of a position and the position with a number.
    pub fn tabled(
        blocks: impl Blocks + 'static,
        rank: impl Fn(&R, &R::Position) -> Option<u64> + Send + Sync + 'static,
        unrank: impl Fn(u64) -> R::Position + Send + Sync + 'static,
    ) -> Tabled<R> {
        Self::of_blocks(Arc::new(blocks), rank, unrank)
    }

    /// As [`Ranked::tabled`], with blocks that somebody else may use too.
    pub fn of_blocks(
        blocks: Arc<dyn Blocks>,
        rank: impl Fn(&R, &R::Position) -> Option<u64> + Send + Sync + 'static,
        unrank: impl Fn(u64) -> R::Position + Send + Sync + 'static,
    ) -> Tabled<R> {
        Tabled::Dense(Arc::new(Self { blocks, rank: Box::new(rank), unrank: Box::new(unrank) }))
    }
}

impl<R: Rules> Blocks for Ranked<R> {
    fn cell(&self) -> Cell {
        self.blocks.cell()
    }

    fn count(&self) -> u64 {
        self.blocks.count()
    }

    fn block_cells(&self) -> u64 {
        self.blocks.block_cells()
    }

    fn blocks(&self) -> u64 {
        self.blocks.blocks()
    }

    fn needs(&self, block: u64) -> Vec<u64> {
        self.blocks.needs(block)
    }

    fn in_order(&self) -> bool {
        self.blocks.in_order()
    }

    fn fill(&self, block: u64, needed: &[&[u64]], words: &mut [u64], budget: &Budget) -> Result<(), Unfilled> {
        self.blocks.fill(block, needed, words, budget)
    }

    fn to_stored(&self, words: &mut [u64]) {
        self.blocks.to_stored(words);
    }

    fn to_working(&self, words: &mut [u64]) {
        self.blocks.to_working(words);
    }

    fn numbering(&self) -> String {
        self.blocks.numbering()
    }

    fn pace(&self) -> u64 {
        self.blocks.pace()
    }

    fn work_bytes(&self) -> u64 {
        self.blocks.work_bytes()
    }

    fn remoteness(&self) -> Option<Box<dyn Blocks>> {
        self.blocks.remoteness()
    }
}

impl<R: Rules> Dense<R> for Ranked<R> {
    fn rank(&self, rules: &R, position: &R::Position) -> Option<u64> {
        (self.rank)(rules, position)
    }

    fn unrank(&self, number: u64) -> R::Position {
        (self.unrank)(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_settled_by_their_options() {
        let set = |options: &[u8]| {
            let mut words = [0u64; 4];
            options.iter().for_each(|&option| words[usize::from(option) / 64] |= 1 << (option % 64));
            words
        };
        assert_eq!(Cell::Nimber.settle(&set(&[])), Some(0));
        assert_eq!(Cell::Nimber.settle(&set(&[0, 1, 3])), Some(2));
        assert_eq!(Cell::Nimber.settle(&set(&(0..=200).collect::<Vec<_>>())), Some(201));
        assert_eq!(Cell::Nimber.settle(&[u64::MAX; 4]), None);
        assert_eq!(Cell::Remoteness.settle(&set(&[])), Some(0));
        assert_eq!(Cell::Remoteness.settle(&set(&[3, 1, 5])), Some(6));
        assert_eq!(Cell::Remoteness.settle(&set(&[3, 4, 66, 5])), Some(5));
        assert_eq!(Cell::Remoteness.settle(&set(&[1, 253])), Some(254));
        assert_eq!(Cell::Remoteness.settle(&set(&[1, 255])), None);
        for cell in Cell::ALL {
            assert_eq!(cell.name().parse(), Ok(cell));
            assert_eq!(cell.values(), 1 << cell.bits());
        }
    }
}
