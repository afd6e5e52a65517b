//! Labels of all numbered positions in one pass over a byte array.

use crate::{Engine, Stop};
use grundy_budget::Budget;
use grundy_game::{Numbering, Play};

/// A byte for every numbered position: its nimber, or whether the player about to move wins.
///
/// Options have smaller numbers, so one pass in ascending order suffices: O(positions + moves) time, one byte a position.
pub struct DenseTable<P> {
    numbering: Box<dyn Numbering<P>>,
    bytes: Vec<u8>,
    budget: Budget,
}

/// Nimbers below this fit a byte table.
const LARGEST: usize = 256;

impl<P> DenseTable<P> {
    /// The nimbers (normal play) of all positions of `numbering`.
    pub fn nimbers(numbering: Box<dyn Numbering<P>>, engine: &Engine) -> Result<Self, Stop> {
        let mut table = Self::empty(numbering, engine)?;
        // The least bit that no option has; 0 when all eight are taken.
        if !table.fill_by_bits(engine, |options| !options & options.wrapping_add(1))? {
            table.fill(engine)?;
        }
        Ok(table)
    }

    /// Which positions of `numbering` the player about to move wins, as 1, the others as 0.
    pub fn wins(numbering: Box<dyn Numbering<P>>, play: Play, engine: &Engine) -> Result<Self, Stop> {
        let mut table = Self::empty(numbering, engine)?;
        let stuck = if play == Play::Misere { 2 } else { 1 };
        table.fill_by_bits(engine, |options| if options == 0 { stuck } else { 1 + (options & 1) })?;
        Ok(table)
    }

    fn empty(numbering: Box<dyn Numbering<P>>, engine: &Engine) -> Result<Self, Stop> {
        let count = numbering.count();
        engine.budget.reserve(count)?;
        Ok(Self { numbering, bytes: vec![0; count as usize], budget: engine.budget.clone() })
    }

    /// Fills the table with labels below 8, each first kept as the bit with that number, so that the set of the labels of
    /// the options is an OR of bytes, many at a time. `label` makes a position's bit from that set, 0 when there is none;
    /// then the result is `false` and the table is worth nothing.
    fn fill_by_bits(&mut self, engine: &Engine, label: impl Fn(u8) -> u8) -> Result<bool, Stop> {
        let mut meter = engine.budget.meter();
        let mut shared = Vec::new();
        let inner = self.numbering.inner();
        let mut start = 0;
        while start < self.bytes.len() {
            shared.clear();
            let length = self.numbering.run(start as u64, &mut shared).max(1) as usize;
            meter.steps(length as u64)?;
            let (done, rest) = self.bytes.split_at_mut(start);
            let length = length.min(rest.len());
            let run = &mut rest[..length];
            for &distance in &shared {
                let from = start.checked_sub(distance as usize).ok_or_else(bad_numbering)?;
                let options = done.get(from..from + length).ok_or_else(bad_numbering)?;
                for (set, &option) in run.iter_mut().zip(options) {
                    *set |= option;
                }
            }
            for place in 0..length {
                let mut set = run[place];
                for &distance in inner.get(place).map_or(&[][..], Vec::as_slice) {
                    set |=
                        *place.checked_sub(distance as usize).and_then(|at| run.get(at)).ok_or_else(bad_numbering)?;
                }
                run[place] = label(set);
                if run[place] == 0 {
                    return Ok(false);
                }
            }
            start += length;
        }
        self.bytes.iter_mut().for_each(|byte| *byte = byte.trailing_zeros() as u8);
        Ok(true)
    }

    /// Fills the table with nimbers up to 255.
    fn fill(&mut self, engine: &Engine) -> Result<(), Stop> {
        let mut meter = engine.budget.meter();
        let (mut shared, mut sets) = (Vec::new(), Vec::<[u64; LARGEST / 64]>::new());
        let inner = self.numbering.inner();
        let mut start = 0;
        while start < self.bytes.len() {
            shared.clear();
            let length = self.numbering.run(start as u64, &mut shared).max(1) as usize;
            meter.steps(length as u64)?;
            let (done, rest) = self.bytes.split_at_mut(start);
            sets.clear();
            sets.resize(length.min(rest.len()), [0; LARGEST / 64]);
            for &distance in &shared {
                let from = start.checked_sub(distance as usize).ok_or_else(bad_numbering)?;
                let options = done.get(from..from + sets.len()).ok_or_else(bad_numbering)?;
                for (set, &option) in sets.iter_mut().zip(options) {
                    set[usize::from(option) / 64] |= 1 << (option % 64);
                }
            }
            for place in 0..sets.len() {
                for &distance in inner.get(place).map_or(&[][..], Vec::as_slice) {
                    let option =
                        *place.checked_sub(distance as usize).and_then(|at| rest.get(at)).ok_or_else(bad_numbering)?;
                    sets[place][usize::from(option) / 64] |= 1 << (option % 64);
                }
                rest[place] = mex(&sets[place]).ok_or_else(too_large)?;
            }
            start += length;
        }
        Ok(())
    }

    /// The byte of a position; `None` when it is not numbered.
    pub fn get(&self, position: &P) -> Option<u8> {
        self.bytes.get(self.numbering.rank(position)? as usize).copied()
    }

    /// All bytes, in the order of the numbering.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

impl<P> Drop for DenseTable<P> {
    fn drop(&mut self) {
        self.budget.release(self.bytes.len() as u64);
    }
}

/// The least number that is not in the set, when it fits a byte.
fn mex(set: &[u64; LARGEST / 64]) -> Option<u8> {
    let full = set.iter().take_while(|word| **word == u64::MAX).count();
    let rest = set.get(full).map_or(0, |word| word.trailing_ones());
    u8::try_from(full as u32 * 64 + rest).ok()
}

fn bad_numbering() -> Stop {
    Stop::Unsuitable("the numbering of the positions does not put options first".to_owned())
}

fn too_large() -> Stop {
    Stop::Unsuitable("a nimber above 255 does not fit the dense table".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_game::HeapNumbering;

    fn heaps(sizes: &[u64], most: u64) -> Box<dyn Numbering<Vec<u64>>> {
        Box::new(HeapNumbering::new(sizes, |size| (size.saturating_sub(most)..size).collect()).unwrap())
    }

    #[test]
    fn nimbers_of_heaps_are_nim_sums() {
        let table = DenseTable::nimbers(heaps(&[5, 3, 9], 3), &Engine::default()).unwrap();
        for (number, &nimber) in table.bytes().iter().enumerate() {
            let position = table.numbering.unrank(number as u64);
            assert_eq!(u64::from(nimber), position.iter().fold(0, |sum, heap| sum ^ (heap % 4)), "{position:?}");
            assert_eq!(table.get(&position), Some(nimber));
        }
        assert_eq!(table.get(&vec![6, 0, 0]), None);
    }

    #[test]
    fn misere_nim_by_the_table_is_boutons() {
        let engine = Engine::default();
        let table = DenseTable::wins(heaps(&[4, 4, 5], 9), Play::Misere, &engine).unwrap();
        for (number, &wins) in table.bytes().iter().enumerate() {
            let heaps = table.numbering.unrank(number as u64);
            let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
            let first = if heaps.iter().all(|&heap| heap < 2) { sum == 0 } else { sum != 0 };
            assert_eq!(wins == 1, first, "{heaps:?}");
        }
        assert_eq!(engine.budget.memory(), 5 * 5 * 6);
    }

    #[test]
    fn large_nimbers_are_refused() {
        assert!(DenseTable::nimbers(heaps(&[255], 999), &Engine::default()).is_ok());
        assert!(DenseTable::nimbers(heaps(&[256], 999), &Engine::default()).is_err());
    }
}
