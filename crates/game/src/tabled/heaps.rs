//! Heaps that are changed one at a time, in blocks.

use super::{Blocks, Cell, Dense, Unfilled};
use crate::{HeapNumbering, Numbering, Rules};
use grundy_budget::Budget;

/// The table of all heaps up to given sizes, a byte each, in blocks of 2^`low` positions.
#[derive(Clone, Debug)]
pub struct RunBlocks {
    numbering: HeapNumbering,
    low: u32,
    cell: Cell,
}

impl RunBlocks {
    /// The table of a numbering of heaps.
    pub fn new(numbering: HeapNumbering, low: u32) -> Self {
        Self { numbering, low: low.max(7), cell: Cell::Nimber }
    }
}

impl Blocks for RunBlocks {
    fn cell(&self) -> Cell {
        self.cell
    }

    fn count(&self) -> u64 {
        self.numbering.count()
    }

    fn block_cells(&self) -> u64 {
        1 << self.low
    }

    fn needs(&self, block: u64) -> Vec<u64> {
        let (first, last) = (block << self.low, ((block + 1) << self.low) - 1);
        let mut needs = Vec::new();
        self.numbering.each_distance(|distance| {
            if last >= distance {
                needs.extend([first.saturating_sub(distance) >> self.low, (last - distance) >> self.low]);
            }
        });
        needs.retain(|&need| need < block);
        needs.sort_unstable();
        needs.dedup();
        needs
    }

    fn fill(&self, block: u64, needed: &[&[u64]], words: &mut [u64], budget: &Budget) -> Result<(), Unfilled> {
        let needs = self.needs(block);
        if needs.len() != needed.len() {
            return Err(Unfilled::Mismatch);
        }
        let first = block << self.low;
        let mask = self.block_cells() - 1;
        let mut meter = budget.meter();
        for number in first..self.count().min(first + self.block_cells()) {
            meter.step()?;
            let mut options = [0u64; 4];
            let mut missing = false;
            self.numbering.each_option(number, |option| {
                let (of, place) = (option >> self.low, (option & mask) as usize);
                let source =
                    // why: a block that is not at hand is told below as missing.
                    if of == block { Some(&*words) } else { needs.binary_search(&of).ok().map(|at| needed[at]) };
                match source.and_then(|source| source.get(place / 8)) {
                    Some(word) => {
                        let value = (word >> (place % 8 * 8)) as u8;
                        options[usize::from(value) / 64] |= 1 << (value % 64);
                    }
                    None => missing = true,
                }
            });
            if missing {
                return Err(Unfilled::Mismatch);
            }
            let found = self.cell.settle(&options).ok_or(Unfilled::TooLarge(self.cell))?;
            let place = (number & mask) as usize;
            words[place / 8] |= u64::from(found) << (place % 8 * 8);
        }
        Ok(())
    }

    fn numbering(&self) -> String {
        self.numbering.describe()
    }

    fn remoteness(&self) -> Option<Box<dyn Blocks>> {
        Some(Box::new(Self { cell: Cell::Remoteness, ..self.clone() }))
    }
}

impl<R: Rules<Position = Vec<u64>>> Dense<R> for RunBlocks {
    /// Heaps may stand in any order and may be fewer.
    fn rank(&self, _: &R, heaps: &Vec<u64>) -> Option<u64> {
        self.numbering.rank_of_any(heaps)
    }

    fn unrank(&self, number: u64) -> Vec<u64> {
        self.numbering.unrank(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_of_heaps_hold_nim_sums() {
        let numbering = HeapNumbering::new(&[5, 30, 9], |size| (size.saturating_sub(3)..size).collect()).unwrap();
        for low in [7, 8, 12] {
            let blocks = RunBlocks::new(numbering.clone(), low);
            let mut all: Vec<Vec<u64>> = Vec::new();
            for block in 0..blocks.blocks() {
                let needs = blocks.needs(block);
                let needed: Vec<&[u64]> = needs.iter().map(|&need| all[need as usize].as_slice()).collect();
                let mut words = vec![0; blocks.block_words()];
                blocks.fill(block, &needed, &mut words, &Budget::unlimited()).unwrap();
                all.push(words);
            }
            let words = all.concat();
            for number in 0..numbering.count() {
                let expected = numbering.unrank(number).iter().fold(0, |sum, heap| sum ^ (heap % 4));
                assert_eq!(words[number as usize / 8] >> (number % 8 * 8) & 255, expected, "{number}");
            }
        }
        assert_eq!(numbering.rank_of_any(&[9, 5]), numbering.rank_of_any(&[0, 9, 5]));
        assert_eq!(numbering.rank_of_any(&[31]), None);
    }
}
