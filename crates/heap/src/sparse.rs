//! The sparse space: an index-two subgroup of the nimbers that few heaps fall into.
//!
//! Berlekamp, Conway and Guy (Winning Ways, chapter 4) saw that in many octal games the nimbers of one subgroup, the
//! *rare* ones, nearly stop occurring. Rare + rare and common + common are rare, so a common nimber can only come from
//! a pair with a rare member, and one sweep over the rare heaps decides every common nimber. Flammenkamp and Grossman
//! used this to reach 2^30 values and more; Beling showed how to choose the subgroup anew as the sequence grows.

/// The pairs (nimber, parity of the heap) with an even number of bits in common with a mask.
///
/// The parity of the heap counts as one more bit: in a pair it adds up to the parity of the total, so the argument
/// holds for it as well, and in some games only the two together make a subgroup thin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sparse {
    nimber: u16,
    parity: u16,
}

impl Sparse {
    /// Whether a heap of this nimber lies in the subgroup; for a sum of two heaps give their total.
    pub(crate) fn is_rare(self, nimber: u16, heap: usize) -> bool {
        (nimber & self.nimber).count_ones().is_multiple_of(2) == (heap as u16 & self.parity == 0)
    }

    /// The subgroup of index two that the fewest heaps fall into, and how many do.
    ///
    /// `counts[2·g + r]` heaps have nimber g and parity r. The Walsh-Hadamard transform of the frequencies gives, for
    /// every mask at once, the heaps inside minus the heaps outside; so the choice is exact, in O(s log s) for nimbers
    /// below s.
    pub(crate) fn best(counts: &[u64]) -> (Self, u64) {
        let size = counts.len().next_power_of_two().max(2);
        let mut excess: Vec<i64> = counts.iter().map(|&count| count as i64).collect();
        excess.resize(size, 0);
        let mut half = 1;
        while half < size {
            for block in excess.chunks_exact_mut(2 * half) {
                let (low, high) = block.split_at_mut(half);
                for (a, b) in low.iter_mut().zip(high) {
                    (*a, *b) = (*a + *b, *a - *b);
                }
            }
            half *= 2;
        }
        let best = (1..size).min_by_key(|&mask| excess[mask]).unwrap_or(1);
        let sparse = Self { nimber: (best / 2) as u16, parity: (best % 2) as u16 };
        (sparse, i64::midpoint(excess[0], excess[best]) as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_transform_finds_the_emptiest_subgroup() {
        let counts: Vec<u64> = (0..64u64).map(|value| (value * 7919 + 13) % 101).collect();
        let inside = |sparse: Sparse| -> u64 {
            let cells = (0..64usize).filter(|&cell| sparse.is_rare((cell / 2) as u16, cell % 2));
            cells.map(|cell| counts[cell]).sum()
        };
        let (sparse, rares) = Sparse::best(&counts);
        assert_eq!(inside(sparse), rares);
        let all = (1..64).map(|mask| inside(Sparse { nimber: mask / 2, parity: mask % 2 }));
        assert_eq!(all.min(), Some(rares));
    }
}
