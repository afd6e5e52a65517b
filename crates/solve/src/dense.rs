//! Labels of all numbered positions in one pass over a byte array.

use crate::{Settings, Stop};
use grundy_budget::Budget;
use grundy_game::{Numbering, Play, Text};

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
    pub fn nimbers(numbering: Box<dyn Numbering<P>>, settings: &Settings) -> Result<Self, Stop> {
        let mut table = Self::empty(numbering, settings)?;
        // The least bit that no option has; 0 when all eight are taken.
        if !table.fill_by_bits(settings, |options| !options & options.wrapping_add(1))? {
            let filled = table.fill_by_sets(settings)?;
            filled.then_some(()).ok_or_else(too_large)?;
        }
        Ok(table)
    }

    /// Which positions of `numbering` the player about to move wins, as 1, the others as 0.
    pub fn wins(numbering: Box<dyn Numbering<P>>, play: Play, settings: &Settings) -> Result<Self, Stop> {
        let mut table = Self::empty(numbering, settings)?;
        let stuck = if play == Play::Misere { 2 } else { 1 };
        table.fill_by_bits(settings, |options| if options == 0 { stuck } else { 1 + (options & 1) })?;
        Ok(table)
    }

    fn empty(numbering: Box<dyn Numbering<P>>, settings: &Settings) -> Result<Self, Stop> {
        let count = numbering.count();
        settings.budget.reserve(count)?;
        Ok(Self { numbering, bytes: vec![0; count as usize], budget: settings.budget.clone() })
    }

    /// Passes through the table run by run; `fill` labels one, or returns `false` when it cannot, and so does this.
    fn fill(&mut self, settings: &Settings, mut fill: impl FnMut(Run<'_>) -> Result<bool, Stop>) -> Result<bool, Stop> {
        let mut meter = settings.budget.meter();
        let mut shared = Vec::new();
        let inner = self.numbering.inner();
        let mut start = 0;
        while start < self.bytes.len() {
            shared.clear();
            let length = self.numbering.run(start as u64, &mut shared).max(1) as usize;
            meter.steps(length as u64)?;
            let (done, rest) = self.bytes.split_at_mut(start);
            let length = length.min(rest.len());
            if !fill(Run { done, labels: &mut rest[..length], shared: &shared, inner })? {
                return Ok(false);
            }
            start += length;
        }
        Ok(true)
    }

    /// Fills the table with labels below 8, each first kept as the bit with that number, so that the set of the labels of
    /// the options is an OR of bytes, many at a time. `label` makes a position's bit from that set, 0 when there is none;
    /// then the result is `false` and the table is worth nothing.
    fn fill_by_bits(&mut self, settings: &Settings, label: impl Fn(u8) -> u8) -> Result<bool, Stop> {
        let filled = self.fill(settings, |run| {
            for &distance in run.shared {
                let options = before(run.done, run.labels.len(), distance)?;
                run.labels.iter_mut().zip(options).for_each(|(set, &option)| *set |= option);
            }
            for place in 0..run.labels.len() {
                let mut set = run.labels[place];
                for &distance in run.inner.get(place).map_or(&[][..], Vec::as_slice) {
                    set |= within(run.labels, place, distance)?;
                }
                run.labels[place] = label(set);
                if run.labels[place] == 0 {
                    return Ok(false);
                }
            }
            Ok(true)
        })?;
        if filled {
            self.bytes.iter_mut().for_each(|byte| *byte = byte.trailing_zeros() as u8);
        }
        Ok(filled)
    }

    /// Fills the table with nimbers up to 255; `false` when there is a larger one.
    fn fill_by_sets(&mut self, settings: &Settings) -> Result<bool, Stop> {
        let mut sets = Vec::<[u64; LARGEST / 64]>::new();
        let insert = |set: &mut [u64; LARGEST / 64], option: u8| set[usize::from(option) / 64] |= 1 << (option % 64);
        self.fill(settings, |run| {
            sets.clear();
            sets.resize(run.labels.len(), [0; LARGEST / 64]);
            for &distance in run.shared {
                let options = before(run.done, run.labels.len(), distance)?;
                sets.iter_mut().zip(options).for_each(|(set, &option)| insert(set, option));
            }
            for (place, set) in sets.iter_mut().enumerate() {
                for &distance in run.inner.get(place).map_or(&[][..], Vec::as_slice) {
                    insert(set, within(run.labels, place, distance)?);
                }
                let Some(nimber) = mex(set) else { return Ok(false) };
                run.labels[place] = nimber;
            }
            Ok(true)
        })
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

/// Positions with consecutive numbers and the same options before them.
struct Run<'a> {
    /// The labels of all positions before the run.
    done: &'a [u8],
    labels: &'a mut [u8],
    /// How far before each position its options outside the run stand.
    shared: &'a [u64],
    /// For each position, how far before it its options within the run stand.
    inner: &'a [Vec<u64>],
}

/// The labels of the options of a run of this length that stand so far before it.
fn before(done: &[u8], length: usize, distance: u64) -> Result<&[u8], Stop> {
    let from = done.len().checked_sub(distance as usize).ok_or_else(bad_numbering)?;
    done.get(from..from + length).ok_or_else(bad_numbering)
}

/// The label of the option that stands so far before a place of its run.
fn within(labels: &[u8], place: usize, distance: u64) -> Result<u8, Stop> {
    let at = place.checked_sub(distance as usize).ok_or_else(bad_numbering)?;
    labels.get(at).copied().ok_or_else(bad_numbering)
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
    // why: a nimber above 255 is refused by whoever asked.
    u8::try_from(full as u32 * 64 + rest).ok()
}

fn bad_numbering() -> Stop {
    Stop::Unsuitable(Text::new("the numbering of the positions does not put options first"))
}

fn too_large() -> Stop {
    Stop::Unsuitable(Text::new("a nimber above 255 does not fit the dense table"))
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
        let table = DenseTable::nimbers(heaps(&[5, 3, 9], 3), &Settings::default()).unwrap();
        for (number, &nimber) in table.bytes().iter().enumerate() {
            let position = table.numbering.unrank(number as u64);
            assert_eq!(u64::from(nimber), position.iter().fold(0, |sum, heap| sum ^ (heap % 4)), "{position:?}");
            assert_eq!(table.get(&position), Some(nimber));
        }
        assert_eq!(table.get(&vec![6, 0, 0]), None);
    }

    #[test]
    fn misere_nim_by_the_table_is_boutons() {
        let settings = Settings::default();
        let table = DenseTable::wins(heaps(&[4, 4, 5], 9), Play::Misere, &settings).unwrap();
        for (number, &wins) in table.bytes().iter().enumerate() {
            let heaps = table.numbering.unrank(number as u64);
            let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
            let first = if heaps.iter().all(|&heap| heap < 2) { sum == 0 } else { sum != 0 };
            assert_eq!(wins == 1, first, "{heaps:?}");
        }
        assert_eq!(settings.budget.memory(), 5 * 5 * 6);
    }

    #[test]
    fn large_nimbers_are_refused() {
        assert!(DenseTable::nimbers(heaps(&[255], 999), &Settings::default()).is_ok());
        assert!(DenseTable::nimbers(heaps(&[256], 999), &Settings::default()).is_err());
    }
}
