//! Misère nim values and genera straight from the definition.

use std::fmt;

use grundy_budget::Budget;
use rustc_hash::FxHashMap;

use crate::error::HeapError;
use crate::options::options;
use crate::rule::Rule;

/// The genus of a position G: its nimber, and the misère nim values of G, G + *2, G + *2 + *2, …
///
/// The sequence ends in two values that differ by 2 and alternate for ever (Conway, On Numbers and Games, chapter 12).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Genus {
    /// The nimber under normal play.
    pub nimber: u16,
    /// The misère nim values as far as the alternating end is reached, its first two terms included.
    pub misere: Vec<u16>,
}

impl fmt::Display for Genus {
    /// Prints the nimber, a caret and the superscript; values above 9 in brackets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}^", self.nimber)?;
        self.misere.iter().try_for_each(|&value| if value < 10 { write!(f, "{value}") } else { write!(f, "({value})") })
    }
}

/// Misère nim values of sums of heaps, remembered.
///
/// A position is a sorted list of heaps together with some *1 and *2; the number of positions below a heap of n grows
/// like the partitions of n, so this is for heaps up to about 30.
pub struct MisereSolver {
    rule: Rule,
    budget: Budget,
    values: FxHashMap<(Vec<u64>, u8, u8), u16>,
    normal: Vec<u16>,
}

/// A position that waits for its options.
type Place = (Vec<u64>, u8, u8);

impl MisereSolver {
    /// A solver for one rule.
    pub fn new(rule: Rule, budget: &Budget) -> Self {
        Self { rule, budget: budget.clone(), values: FxHashMap::default(), normal: Vec::new() }
    }

    /// The misère nim value of a sum of heaps: the least m such that adding *m makes it a second-player win.
    pub fn misere_nimber(&mut self, heaps: &[u64]) -> Result<u16, HeapError> {
        self.value(heaps.to_vec(), 0)
    }

    /// Whether the first player wins a sum of heaps under misère play.
    pub fn first_wins(&mut self, heaps: &[u64]) -> Result<bool, HeapError> {
        Ok(self.misere_nimber(heaps)? != 0)
    }

    /// The genus of one heap.
    pub fn genus(&mut self, heap: u64) -> Result<Genus, HeapError> {
        const TERMS: usize = 12;
        while self.normal.len() as u64 <= heap {
            self.normal = crate::naive::naive_nimbers(&self.rule, heap, &self.budget)?;
        }
        let mut misere: Vec<u16> = Vec::new();
        for twos in 0..TERMS as u8 {
            misere.push(self.value(vec![heap], twos)?);
        }
        // Drops the end as long as it only alternates.
        while misere.len() > 2 && misere[misere.len() - 1] == misere[misere.len() - 3] {
            misere.pop();
        }
        Ok(Genus { nimber: self.normal[heap as usize], misere })
    }

    fn value(&mut self, heaps: Vec<u64>, twos: u8) -> Result<u16, HeapError> {
        let start = normalise(heaps, 0, twos);
        let mut stack = vec![start.clone()];
        while let Some(place) = stack.last() {
            if self.values.contains_key(place) {
                stack.pop();
                continue;
            }
            let place = place.clone();
            let below = self.below(&place)?;
            let open: Vec<Place> = below.iter().filter(|option| !self.values.contains_key(*option)).cloned().collect();
            if open.is_empty() {
                let mut seen: Vec<u16> = below.iter().map(|option| self.values[option]).collect();
                seen.sort_unstable();
                seen.dedup();
                let mex =
                    seen.iter().zip(0u16..).find(|(value, index)| *value != index).map_or(seen.len() as u16, |p| p.1);
                // A position without options is won by the player to move, so its misère value is 1.
                let value = if below.is_empty() { 1 } else { mex };
                self.values.insert(place, value);
                self.budget.spend(1)?;
                stack.pop();
            } else {
                stack.extend(open);
            }
        }
        Ok(self.values[&start])
    }

    fn below(&self, (heaps, ones, twos): &Place) -> Result<Vec<Place>, HeapError> {
        let mut below = Vec::new();
        for (index, &heap) in heaps.iter().enumerate() {
            if index > 0 && heaps[index - 1] == heap {
                continue;
            }
            for option in options(&self.rule, heap, &self.budget)? {
                let mut rest = heaps.clone();
                rest.remove(index);
                rest.extend(option.heaps);
                below.push(normalise(rest, *ones, *twos));
            }
        }
        if *ones > 0 {
            below.push(normalise(heaps.clone(), ones - 1, *twos));
        }
        if *twos > 0 {
            below.push(normalise(heaps.clone(), *ones, twos - 1));
            below.push(normalise(heaps.clone(), ones + 1, twos - 1));
        }
        Ok(below)
    }
}

/// Two *1 cancel under misère play as well.
fn normalise(mut heaps: Vec<u64>, ones: u8, twos: u8) -> Place {
    heaps.retain(|&heap| heap > 0);
    heaps.sort_unstable();
    (heaps, ones % 2, twos)
}
