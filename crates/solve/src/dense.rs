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
        Self::fill(numbering, engine, |masks: &[u64; LARGEST / 64], _| {
            let full = masks.iter().take_while(|word| **word == u64::MAX).count();
            let rest = masks.get(full).map_or(0, |word| word.trailing_ones());
            u8::try_from(full as u32 * 64 + rest).ok()
        })
    }

    /// Which positions of `numbering` the player about to move wins, as 1, the others as 0.
    pub fn wins(numbering: Box<dyn Numbering<P>>, play: Play, engine: &Engine) -> Result<Self, Stop> {
        let stuck = u8::from(play == Play::Misere);
        Self::fill(numbering, engine, move |masks: &[u64; 1], _| {
            // Bit 0 stands for an option that loses, bit 1 for one that wins.
            Some(if masks[0] == 0 { stuck } else { (masks[0] & 1) as u8 })
        })
    }

    /// Fills the table run by run: `label` makes the byte of a position from the set of the bytes of its options.
    fn fill<const WORDS: usize>(
        numbering: Box<dyn Numbering<P>>,
        engine: &Engine,
        label: impl Fn(&[u64; WORDS], usize) -> Option<u8>,
    ) -> Result<Self, Stop> {
        let count = numbering.count();
        engine.budget.reserve(count)?;
        let mut table = Self { numbering, bytes: vec![0; count as usize], budget: engine.budget.clone() };
        let mut meter = engine.budget.meter();
        let (mut shared, mut masks) = (Vec::new(), Vec::<[u64; WORDS]>::new());
        let inner = table.numbering.inner();
        let mut start = 0;
        while start < table.bytes.len() {
            shared.clear();
            let length = table.numbering.run(start as u64, &mut shared).max(1) as usize;
            meter.steps(length as u64)?;
            let (done, rest) = table.bytes.split_at_mut(start);
            masks.clear();
            masks.resize(length.min(rest.len()), [0; WORDS]);
            for &distance in &shared {
                let from = start.checked_sub(distance as usize).ok_or_else(bad_numbering)?;
                let options = done.get(from..from + masks.len()).ok_or_else(bad_numbering)?;
                for (mask, &option) in masks.iter_mut().zip(options) {
                    mask[usize::from(option) / 64 % WORDS] |= 1 << (option % 64);
                }
            }
            for place in 0..masks.len() {
                for &distance in inner.get(place).map_or(&[][..], Vec::as_slice) {
                    let option =
                        *place.checked_sub(distance as usize).and_then(|at| rest.get(at)).ok_or_else(bad_numbering)?;
                    masks[place][usize::from(option) / 64 % WORDS] |= 1 << (option % 64);
                }
                rest[place] = label(&masks[place], place).ok_or_else(too_large)?;
            }
            start += length;
        }
        Ok(table)
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
