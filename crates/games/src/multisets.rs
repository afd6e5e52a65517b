//! Sets with repetitions, numbered: so many values below a bound, in ascending order, the order by the largest value first.

/// The numbering of all sets of so many values below a bound, values being repeated as they like.
#[derive(Clone, Debug)]
pub struct Multisets {
    /// `ways[k][v]` is the number of sets of k values below v.
    ways: Vec<Vec<usize>>,
    count: usize,
}

impl Multisets {
    /// Sets of `size` values below `bound`; `None` when there are more than a machine word counts.
    pub fn new(size: usize, bound: usize) -> Option<Self> {
        let mut ways = vec![vec![1; bound + 1]];
        for k in 1..=size {
            let mut row = vec![0usize; bound + 1];
            for v in 0..bound {
                row[v + 1] = row[v].checked_add(ways[k - 1][v + 1])?;
            }
            ways.push(row);
        }
        let count = ways[size][bound];
        Some(Self { ways, count })
    }

    /// How many sets there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The number of a set, its values in ascending order.
    #[inline]
    pub fn rank(&self, values: &[u16]) -> usize {
        values.iter().zip(&self.ways[1..]).map(|(&value, row)| row[usize::from(value)]).sum()
    }

    /// Writes the values of the set with this number, in ascending order, into as many places as the set has values.
    #[inline]
    pub fn unrank(&self, mut number: usize, values: &mut [u16]) {
        for (value, row) in values.iter_mut().zip(&self.ways[1..]).rev() {
            let place = row.partition_point(|&below| below <= number) - 1;
            number -= row[place];
            *value = place as u16;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_and_numbers_belong_together() {
        for (size, bound, count) in [(1, 5, 5), (2, 4, 10), (3, 20, 1540), (2, 1, 1), (4, 6, 126)] {
            let sets = Multisets::new(size, bound).unwrap();
            assert_eq!(sets.count(), count);
            let mut last: Vec<u16> = Vec::new();
            for number in 0..count {
                let mut values = vec![0; size];
                sets.unrank(number, &mut values);
                assert!(values.is_sorted() && values.iter().all(|&value| usize::from(value) < bound));
                assert_eq!(sets.rank(&values), number);
                let turned: Vec<u16> = values.iter().rev().copied().collect();
                assert!(last < turned);
                last = turned;
            }
        }
        assert!(Multisets::new(60, 60_000).is_none());
    }
}
