//! The sparse space: an index-two subgroup of the nimbers that few heaps fall into.
//!
//! Berlekamp, Conway and Guy (Winning Ways, chapter 4) saw that in many octal games the nimbers of one subgroup, the
//! *rare* ones, nearly stop occurring. Rare + rare and common + common are rare, so a common nimber can only come from
//! a pair with a rare member, and one sweep over the rare heaps decides every common nimber. Flammenkamp and Grossman
//! used this to reach 2^30 values and more; Beling showed how to choose the subgroup anew as the sequence grows.

/// The subgroup of nimbers with an even number of bits in common with `mask`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sparse {
    /// Zero stands for the whole group: every nimber is rare.
    pub(crate) mask: u16,
}

impl Sparse {
    /// Whether the nimber lies in the subgroup.
    pub(crate) fn is_rare(self, nimber: u16) -> bool {
        (nimber & self.mask).count_ones().is_multiple_of(2)
    }

    /// The subgroup of index two that the fewest heaps fall into, and how many do.
    ///
    /// The Walsh-Hadamard transform of the frequencies gives, for every mask at once, the heaps inside minus the heaps
    /// outside; so the choice is exact, in O(s log s) for nimbers below s.
    pub(crate) fn best(counts: &[u64]) -> (Self, u64) {
        let size = counts.len().next_power_of_two();
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
        let total = excess[0];
        let best = (1..size).min_by_key(|&mask| excess[mask]);
        best.map_or((Self::default(), total as u64), |mask| {
            (Self { mask: mask as u16 }, i64::midpoint(total, excess[mask]) as u64)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_transform_finds_the_emptiest_subgroup() {
        let counts: Vec<u64> = (0..64u64).map(|value| (value * 7919 + 13) % 101).collect();
        let (sparse, rares) = Sparse::best(&counts);
        let inside = |mask: u16| -> u64 {
            let sparse = Sparse { mask };
            (0..64).filter(|&value| sparse.is_rare(value)).map(|value| counts[usize::from(value)]).sum()
        };
        assert_eq!(inside(sparse.mask), rares);
        assert_eq!((1..64).map(inside).min(), Some(rares));
    }
}
