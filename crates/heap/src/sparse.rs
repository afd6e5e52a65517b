//! The sparse space: an index-two subgroup of the nimbers that few heaps fall into.
//!
//! Berlekamp, Conway and Guy (Winning Ways, chapter 4) saw that in many octal games the nimbers of one subgroup, the
//! *rare* ones, nearly stop occurring. Rare + rare and common + common are rare, so a common nimber can only come from
//! a pair with a rare member, and one sweep over the rare heaps decides every common nimber. Flammenkamp and Grossman
//! used this to reach 2^30 values and more; Beling showed how to choose the subgroup anew as the sequence grows.

/// A character of the group of pairs (nimber, parity of the heap), with values 0 and 1, and its rarer value.
///
/// The parity of the heap counts as one more bit: in a pair it adds up to the parity of the total, so the argument
/// holds for it as well, and in some games only the two together make a class thin (Beling's second method). Two heaps
/// of the common class add up to a sum of character 0 whichever class is the common one; so once all pairs with a rare
/// member are known, every sum of character 1 is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sparse {
    nimber: u16,
    parity: u16,
    rare: u32,
}

impl Sparse {
    /// Whether a heap of this nimber is in the rare class.
    pub(crate) fn is_rare(self, nimber: u16, heap: usize) -> bool {
        self.character(nimber, heap) == self.rare
    }

    /// Whether the rare heaps alone decide if a total can be broken into two heaps with this nim-sum.
    pub(crate) fn decides(self, nimber: u16, total: usize) -> bool {
        self.character(nimber, total) == 1
    }

    fn character(self, nimber: u16, heap: usize) -> u32 {
        ((nimber & self.nimber).count_ones() + u32::from(heap as u16 & self.parity)) % 2
    }

    /// The character with the thinnest rare class among those that decide the nimbers of common heaps, and how many
    /// heaps that class has.
    ///
    /// `counts[2·g + r]` heaps have nimber g and parity r; `splits` are the numbers of beans that splitting takes. Where
    /// taking changes the character of the parity, the common heaps must have character 0 to be decided, else 1. The
    /// Walsh-Hadamard transform of the frequencies gives, for every character at once, the heaps with value 0 minus the
    /// heaps with value 1; so the choice is exact, in O(s log s) for nimbers below s.
    pub(crate) fn best(counts: &[u64], splits: &[usize]) -> Option<(Self, u64)> {
        let size = counts.len().next_power_of_two().max(2);
        let mut excess: Vec<i64> = counts.iter().map(|&count| count as i64).collect();
        excess.resize(size, 0);
        walsh_hadamard(&mut excess);
        let parity_flips = splits.first()? % 2 == 1;
        let mixed = splits.iter().any(|take| (take % 2 == 1) != parity_flips);
        let candidates = (1..size).filter(|mask| mask % 2 == 0 || !mixed);
        let rated = candidates.map(|mask| {
            let flipped = mask % 2 == 1 && parity_flips;
            (if flipped { -excess[mask] } else { excess[mask] }, mask, u32::from(flipped))
        });
        let (least, mask, rare) = rated.min()?;
        let sparse = Self { nimber: (mask / 2) as u16, parity: (mask % 2) as u16, rare };
        Some((sparse, i64::midpoint(excess[0], least) as u64))
    }
}

/// Replaces the numbers, a power of two of them, by their Walsh-Hadamard transform.
fn walsh_hadamard(numbers: &mut [i64]) {
    let mut half = 1;
    while half < numbers.len() {
        for block in numbers.chunks_exact_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_transform_finds_the_thinnest_class() {
        let counts: Vec<u64> = (0..64u64).map(|value| (value * 7919 + 13) % 101).collect();
        let inside = |sparse: Sparse| -> u64 {
            let cells = (0..64usize).filter(|&cell| sparse.is_rare((cell / 2) as u16, cell % 2));
            cells.map(|cell| counts[cell]).sum()
        };
        for splits in [&[1, 3][..], &[2], &[1, 2]] {
            let (sparse, rares) = Sparse::best(&counts, splits).unwrap();
            assert_eq!(inside(sparse), rares);
            let all =
                (1..64).filter(|mask| mask % 2 == 0 || splits.len() == 1 || splits[1] % 2 == 1).map(|mask: u16| {
                    let rare = u32::from(splits[0] % 2 == 1 && mask % 2 == 1);
                    inside(Sparse { nimber: mask / 2, parity: mask % 2, rare })
                });
            assert_eq!(all.min(), Some(rares), "{splits:?}");
        }
    }
}
