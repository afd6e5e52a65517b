//! Boards on which a move takes two joined cells that are free: Cram, Domineering, Arc Kayles.
//!
//! The number of a position has a bit for each cell, set where the cell is free. Taking two cells clears two bits. The highest
//! bits choose the block; a move within them leads to the same place of another block, one across the border to a place of
//! another block that is one bit away, and all others stay within the block.

// As in `lanes`.
#![allow(clippy::inline_always)]

use super::lanes::{INNER, SET, plane_bit, swap_bits, transpose};
use super::{Blocks, Cell, Lanes, RemotenessLanes, SliceKernel, Unfilled};
use grundy_budget::Budget;
use std::marker::PhantomData;

/// The table of all sets of free cells of a board with up to 40 cells, on which a move takes two joined cells.
///
/// 128 positions are settled at once ([`SliceKernel`]). Among the low bits of the working order stand, where there are enough
/// of them, cells no two of which are joined, so that no position depends on another one of its 128. Time O(moves / 128) for
/// each position, and no memory besides the blocks.
pub struct PairBlocks<K> {
    /// Bits of a number: the cells, and at least [`INNER`].
    bits: u32,
    cells: u32,
    /// Bits of a place within a block.
    low: u32,
    pairs: Vec<Pair>,
    /// Which bits change places between the order of numbers and the working order: an inner one and an outer one each.
    swaps: Vec<(u32, u32)>,
    numbering: String,
    kernel: PhantomData<fn() -> K>,
}

/// Two joined cells: bits of the number, and whose they are to take: 0 Left's, 1 Right's, 2 both players'.
#[derive(Clone, Copy, Debug)]
struct Pair {
    cells: [u32; 2],
    by: u8,
}

/// More pairs are joined within a block than fit a word, or there are too many cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyPairs;

/// An option of all positions of a block that have some bits set.
#[derive(Clone, Copy, Debug)]
struct Arc {
    /// 0 for the block itself, otherwise one more than the place of the block among those needed.
    source: usize,
    /// The bits above the inner ones that the position must have and the option has not.
    flip: usize,
    /// The inner bit that the position must have and the option has not.
    inner: Option<u32>,
    by: u8,
}

/// The arcs of a block in three kinds, and which of them a place lacks.
struct Arcs {
    /// Those that every position of the block has.
    always: Vec<Arc>,
    /// The others. First those without an inner bit, then those that shift within a word, then those that go from word to word.
    all: Vec<Arc>,
    plain: u64,
    shifted: u64,
    /// For each byte of a place, the arcs that it excludes.
    lacking: [Vec<u64>; 5],
    /// Arcs within 128 positions: two inner bits.
    within: Vec<([u32; 2], u8)>,
    /// How many moves can follow each other within 128 positions.
    rounds: usize,
}

impl<K: SliceKernel> PairBlocks<K> {
    /// The table for `cells` cells, of which `pairs` are joined: two cells and whose they are to take (0 Left's, 1 Right's,
    /// 2 both players'). A block has 2^`low` positions, or as many as there are when they are fewer.
    pub fn new(cells: u32, pairs: &[(u32, u32, u8)], low: u32, numbering: String) -> Result<Self, TooManyPairs> {
        let bits = cells.max(INNER);
        let low = low.clamp(INNER, bits.min(37));
        if cells > 40 || pairs.iter().any(|&(a, b, _)| a >= cells || b >= cells || a == b) {
            return Err(TooManyPairs);
        }
        let list = pairs.iter().map(|&(a, b, by)| Pair { cells: [a, b], by }).collect::<Vec<_>>();
        // Those with a cell among the low ones, which is what a block can hold at most.
        if list.iter().filter(|pair| pair.cells.iter().any(|&cell| cell < low)).count() > 64 {
            return Err(TooManyPairs);
        }
        let swaps = independent(&list, low);
        Ok(Self { bits, cells, low, pairs: list, swaps, numbering, kernel: PhantomData })
    }

    /// Where a low cell stands in working order.
    fn place(&self, cell: u32) -> u32 {
        self.swaps.iter().fold(cell, |cell, &(inner, outer)| match cell {
            _ if cell == inner => outer,
            _ if cell == outer => inner,
            _ => cell,
        })
    }

    /// The bits of the block's number that a pair takes.
    fn upper(&self, pair: &Pair) -> u64 {
        pair.cells.iter().filter(|&&cell| cell >= self.low).map(|cell| 1 << (cell - self.low)).sum()
    }

    fn arcs(&self, block: u64, needs: &[u64]) -> Result<Arcs, Unfilled> {
        let mut kinds: [Vec<Arc>; 3] = Default::default();
        let (mut always, mut within) = (Vec::new(), Vec::new());
        for pair in &self.pairs {
            let upper = self.upper(pair);
            if block & upper != upper {
                continue;
            }
            let place = || needs.binary_search(&(block ^ upper)).map_err(|_| Unfilled::Mismatch);
            let source = if upper == 0 { 0 } else { 1 + place()? };
            let places: Vec<u32> =
                pair.cells.iter().filter(|&&cell| cell < self.low).map(|&cell| self.place(cell)).collect();
            let flip = places.iter().filter(|&&place| place >= INNER).map(|place| 1 << (place - INNER)).sum();
            match *places.iter().filter(|&&place| place < INNER).collect::<Vec<_>>() {
                [] if flip == 0 => always.push(Arc { source, flip, inner: None, by: pair.by }),
                [] => kinds[0].push(Arc { source, flip, inner: None, by: pair.by }),
                [&inner] => {
                    kinds[1 + usize::from(inner == 6)].push(Arc { source, flip, inner: Some(inner), by: pair.by });
                }
                [&first, &second, ..] => within.push(([first, second], pair.by)),
            }
        }
        Ok(Arcs::new(always, kinds, within))
    }
}

/// Bits to be exchanged so that the cells at inner places are not joined; none when there are too few such cells.
fn independent(pairs: &[Pair], low: u32) -> Vec<(u32, u32)> {
    let mut chosen = Vec::new();
    for cell in 0..low {
        let joined =
            |other: &u32| pairs.iter().any(|pair| pair.cells == [cell, *other] || pair.cells == [*other, cell]);
        if chosen.len() < INNER as usize && !chosen.iter().any(joined) {
            chosen.push(cell);
        }
    }
    if chosen.len() < INNER as usize {
        return Vec::new();
    }
    let vacant = (0..INNER).filter(|cell| !chosen.contains(cell));
    vacant.zip(chosen.iter().copied().filter(|&cell| cell >= INNER)).collect()
}

impl Arcs {
    fn new(always: Vec<Arc>, kinds: [Vec<Arc>; 3], within: Vec<([u32; 2], u8)>) -> Self {
        let ones = |count: usize| if count >= 64 { u64::MAX } else { (1 << count) - 1 };
        let (plain, shifted) = (kinds[0].len(), kinds[0].len() + kinds[1].len());
        let all: Vec<Arc> = kinds.into_iter().flatten().collect();
        // The arcs that need a bit; a place that lacks one more bit than another lacks their arcs besides.
        let needing = |bit: usize| {
            let arcs = all.iter().enumerate().filter(|(_, arc)| arc.flip >> bit & 1 == 1);
            arcs.fold(0, |set, (at, _)| set | 1 << at)
        };
        let lacking = std::array::from_fn(|byte| {
            let needing: [u64; 8] = std::array::from_fn(|bit| needing(8 * byte + bit));
            let mut rows = vec![!ones(all.len()); 256];
            for value in (0..255usize).rev() {
                let bit = value.trailing_ones() as usize;
                rows[value] = rows[value | 1 << bit] | needing[bit];
            }
            rows
        });
        let rounds = longest(&within.iter().map(|(cells, _)| *cells).collect::<Vec<_>>());
        Self { always, all, plain: ones(plain), shifted: ones(shifted) & !ones(plain), lacking, within, rounds }
    }

    /// The arcs that the positions at a place have.
    #[inline(always)]
    fn of(&self, place: usize) -> u64 {
        let [a, b, c, d, e] = &self.lacking;
        !(a[place & 255] | b[place >> 8 & 255] | c[place >> 16 & 255] | d[place >> 24 & 255] | e[place >> 32 & 255])
    }
}

/// How many of these pairs can be taken at most: the longest play within 128 positions.
fn longest(pairs: &[[u32; 2]]) -> usize {
    let Some(([a, b], rest)) = pairs.split_first() else { return 0 };
    let apart: Vec<[u32; 2]> = rest.iter().copied().filter(|pair| !pair.contains(a) && !pair.contains(b)).collect();
    longest(rest).max(1 + longest(&apart))
}

/// The positions that have an inner bit.
fn having(inner: u32, log: u32) -> Lanes {
    if inner == 6 { [0, u64::MAX] } else { [SET[plane_bit(inner, log) as usize]; 2] }
}

/// What an option without an inner bit means for the positions that have it.
#[inline(always)]
fn raised<K: SliceKernel>(mut planes: K::Planes, inner: u32) -> K::Planes {
    for plane in planes.as_mut() {
        *plane = if inner == 6 {
            [0, plane[0]]
        } else {
            let by = 1 << plane_bit(inner, K::LOG);
            [plane[0] << by, plane[1] << by]
        };
    }
    planes
}

/// The members of a set of arcs.
#[inline(always)]
fn each(mut set: u64, mut visit: impl FnMut(usize)) {
    while set != 0 {
        visit(set.trailing_zeros() as usize);
        set &= set - 1;
    }
}

impl Arcs {
    /// Settles the positions at one place of a block; `done` are the places before it.
    #[inline(always)]
    fn settle<K: SliceKernel>(&self, place: usize, done: &[K::Planes], sources: &[&[K::Planes]]) -> Option<K::Planes> {
        const EVERY: Lanes = [u64::MAX; 2];
        let mut seen = K::NOTHING;
        let option = |arc: &Arc| {
            let source = if arc.source == 0 { done } else { sources[arc.source - 1] };
            source[place ^ arc.flip]
        };
        for arc in &self.always {
            K::see(&mut seen, &option(arc), EVERY, arc.by);
        }
        let present = self.of(place);
        each(present & self.plain, |at| {
            let arc = &self.all[at];
            K::see(&mut seen, &option(arc), EVERY, arc.by);
        });
        each(present & self.shifted, |at| {
            let arc = &self.all[at];
            if let Some(inner) = arc.inner {
                K::see(&mut seen, &raised::<K>(option(arc), inner), having(inner, K::LOG), arc.by);
            }
        });
        each(present & !self.plain & !self.shifted, |at| {
            let arc = &self.all[at];
            K::see(&mut seen, &raised::<K>(option(arc), 6), having(6, K::LOG), arc.by);
        });
        self.settle_within::<K>(seen)
    }

    /// Adds the moves within 128 positions. After round n all positions are right from which at most n such moves can be made.
    #[inline(always)]
    fn settle_within<K: SliceKernel>(&self, from_outside: K::Seen) -> Option<K::Planes> {
        let mut planes = K::settle(&from_outside)?;
        for _ in 0..self.rounds {
            let mut seen = from_outside;
            for &([a, b], by) in &self.within {
                let [of_a, of_b] = [having(a, K::LOG), having(b, K::LOG)];
                let both = [of_a[0] & of_b[0], of_a[1] & of_b[1]];
                K::see(&mut seen, &raised::<K>(raised::<K>(planes, a), b), both, by);
            }
            planes = K::settle(&seen)?;
        }
        Some(planes)
    }
}

impl<K: SliceKernel> Blocks for PairBlocks<K> {
    fn cell(&self) -> Cell {
        K::CELL
    }

    fn count(&self) -> u64 {
        1 << self.cells
    }

    fn block_cells(&self) -> u64 {
        1 << self.low
    }

    fn blocks(&self) -> u64 {
        1 << (self.bits - self.low)
    }

    fn needs(&self, block: u64) -> Vec<u64> {
        let upper = self.pairs.iter().map(|pair| self.upper(pair));
        let mut needs: Vec<u64> =
            upper.filter(|&upper| upper != 0 && block & upper == upper).map(|upper| block ^ upper).collect();
        needs.sort_unstable();
        needs.dedup();
        needs
    }

    fn fill(&self, block: u64, needed: &[&[u64]], words: &mut [u64], budget: &Budget) -> Result<(), Unfilled> {
        let needs = self.needs(block);
        let places = 1usize << (self.low - INNER);
        let own = K::planes_mut(words);
        let sources: Vec<&[K::Planes]> = needed.iter().map(|words| K::planes(words)).collect();
        if sources.len() != needs.len() || own.len() != places || sources.iter().any(|source| source.len() != places) {
            return Err(Unfilled::Mismatch);
        }
        let arcs = self.arcs(block, &needs)?;
        for place in 0..places {
            if place % 4096 == 0 {
                budget.spend(128 * 4096.min(places as u64))?;
            }
            let (done, rest) = own.split_at_mut(place);
            rest[0] = arcs.settle::<K>(place, done, &sources).ok_or(Unfilled::TooLarge(self.cell()))?;
        }
        Ok(())
    }

    fn to_stored(&self, words: &mut [u64]) {
        self.swap::<false>(words);
    }

    fn to_working(&self, words: &mut [u64]) {
        self.swap::<true>(words);
    }

    fn numbering(&self) -> String {
        self.numbering.clone()
    }

    fn pace(&self) -> u64 {
        if K::CELL == Cell::Remoteness { 25_000_000 } else { 100_000_000 }
    }

    fn remoteness(&self) -> Option<Box<dyn Blocks>> {
        let known = K::Remote::CELL == Cell::Remoteness && self.cells / 2 <= RemotenessLanes::MOST;
        let Self { bits, cells, low, ref pairs, ref swaps, ref numbering, .. } = *self;
        let (pairs, swaps, numbering) = (pairs.clone(), swaps.clone(), numbering.clone());
        known.then(|| {
            let blocks = PairBlocks::<K::Remote> { bits, cells, low, pairs, swaps, numbering, kernel: PhantomData };
            Box::new(blocks) as Box<dyn Blocks>
        })
    }
}

impl<K: SliceKernel> PairBlocks<K> {
    /// Brings cells into working order or back: cuts cells into planes and exchanges bits of the place.
    fn swap<const TO_WORKING: bool>(&self, words: &mut [u64]) {
        let planes_each = 1usize << K::LOG;
        let regroup = |words: &mut [u64]| {
            for of_128 in words.chunks_exact_mut(2 * planes_each) {
                let mut cells = [0; 16];
                let cells = &mut cells[..2 * planes_each];
                // Packed, the words of one lane stand together; sliced, those of one plane do.
                let sliced = |packed: usize| packed % planes_each * 2 + packed / planes_each;
                for packed in 0..2 * planes_each {
                    cells[packed] = of_128[if TO_WORKING { packed } else { sliced(packed) }];
                }
                cells.chunks_exact_mut(planes_each).for_each(|words| transpose(words, K::LOG));
                for packed in 0..2 * planes_each {
                    of_128[if TO_WORKING { sliced(packed) } else { packed }] = cells[packed];
                }
            }
        };
        // Pieces that hold both partners of every exchange and stay in the cache.
        let reach = self.swaps.iter().map(|&(_, outer)| outer + 1).max().unwrap_or(INNER).max(INNER);
        for piece in words.chunks_mut((2 * planes_each) << (reach - INNER)) {
            if TO_WORKING {
                regroup(piece);
            }
            for &(inner, outer) in &self.swaps {
                let apart = 1usize << (outer - INNER);
                for pair in K::planes_mut(piece).chunks_exact_mut(2 * apart) {
                    let (without, with) = pair.split_at_mut(apart);
                    for (without, with) in without.iter_mut().zip(with) {
                        swap_bits(without.as_mut(), with.as_mut(), inner, K::LOG);
                    }
                }
            }
            if !TO_WORKING {
                regroup(piece);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{NimberLanes, OutcomeLanes};
    use super::*;
    use proptest::prelude::*;

    fn grid(rows: u32, columns: u32) -> Vec<(u32, u32, u8)> {
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let joins = |(row, column): (u32, u32)| {
            let cell = row * columns + column;
            let right = (column + 1 < columns).then_some((cell, cell + 1, 1));
            right.into_iter().chain((row + 1 < rows).then_some((cell, cell + columns, 0)))
        };
        cells.flat_map(joins).collect()
    }

    /// All cells of a table, block by block.
    fn table(blocks: &dyn Blocks) -> Vec<u64> {
        let mut all: Vec<Vec<u64>> = Vec::new();
        for block in 0..blocks.blocks() {
            let needs = blocks.needs(block);
            let needed: Vec<&[u64]> = needs.iter().map(|&need| all[need as usize].as_slice()).collect();
            let mut words = vec![0; blocks.block_words()];
            blocks.fill(block, &needed, &mut words, &Budget::unlimited()).unwrap();
            all.push(words);
        }
        let bits = blocks.cell().bits();
        let mut cells = Vec::new();
        for words in &mut all {
            let working = words.clone();
            blocks.to_stored(words);
            let mut again = words.clone();
            blocks.to_working(&mut again);
            assert_eq!(again, working);
            cells.extend(
                words.iter().flat_map(|word| (0..64 / bits).map(move |at| word >> (at * bits) & ((1 << bits) - 1))),
            );
        }
        cells.truncate(blocks.count() as usize);
        cells
    }

    fn nimbers(cells: u32, pairs: &[(u32, u32, u8)]) -> Vec<u64> {
        let mut nimbers = vec![0u64; 1 << cells];
        for position in 0..1usize << cells {
            let taken = pairs.iter().map(|(a, b, _)| 1 << a | 1 << b).filter(|taken| position & taken == *taken);
            let options = taken.fold(0u64, |set, taken| set | 1 << nimbers[position ^ taken]);
            nimbers[position] = u64::from(options.trailing_ones());
        }
        nimbers
    }

    #[test]
    fn cram_tables_equal_brute_force_for_every_size_of_block() {
        for (rows, columns) in [(1, 1), (2, 3), (3, 3), (1, 12), (3, 4), (2, 7), (4, 4), (3, 5)] {
            let (cells, pairs) = (rows * columns, grid(rows, columns));
            let expected = nimbers(cells, &pairs);
            for low in [7, 8, 10, 13, 16] {
                let blocks = PairBlocks::<NimberLanes>::new(cells, &pairs, low, String::new()).unwrap();
                assert!(table(&blocks) == expected, "{rows}×{columns}, blocks of 2^{low}");
            }
        }
    }

    /// How many moves are left when the winner hurries and the loser stalls.
    #[test]
    fn remoteness_equals_brute_force() {
        for (rows, columns) in [(1, 1), (2, 3), (3, 3), (1, 12), (3, 4), (2, 7), (3, 5)] {
            let (cells, pairs) = (rows * columns, grid(rows, columns));
            let mut expected = vec![0u64; 1 << cells];
            for position in 0..1usize << cells {
                let taken = pairs.iter().map(|(a, b, _)| 1 << a | 1 << b).filter(|taken| position & taken == *taken);
                let options: Vec<u64> = taken.map(|taken| expected[position ^ taken]).collect();
                let lost = options.iter().filter(|option| *option % 2 == 0).min();
                expected[position] = lost.or_else(|| options.iter().max()).map_or(0, |option| option + 1);
            }
            for low in [7, 9, 12] {
                let blocks = PairBlocks::<NimberLanes>::new(cells, &pairs, low, String::new()).unwrap();
                let blocks = blocks.remoteness().unwrap();
                assert_eq!(blocks.cell(), Cell::Remoteness);
                assert!(table(&*blocks) == expected, "{rows}×{columns}, blocks of 2^{low}");
            }
        }
        let blocks = PairBlocks::<OutcomeLanes>::new(9, &grid(3, 3), 7, String::new()).unwrap();
        assert!(blocks.remoteness().is_none());
    }

    #[test]
    fn domineering_tables_equal_brute_force() {
        for (rows, columns) in [(2, 2), (3, 3), (2, 6), (3, 4), (4, 4)] {
            let (cells, pairs) = (rows * columns, grid(rows, columns));
            let mut expected = vec![0u64; 1 << cells];
            for position in 0..1usize << cells {
                let wins = |by: u8| {
                    let taken = pairs.iter().filter(|pair| pair.2 == by).map(|(a, b, _)| 1 << a | 1 << b);
                    let mut taken = taken.filter(|taken| position & taken == *taken);
                    u64::from(taken.any(|taken| expected[position ^ taken] >> (1 - by) & 1 == 0))
                };
                expected[position] = wins(0) | wins(1) << 1;
            }
            for low in [7, 9, 12] {
                let blocks = PairBlocks::<OutcomeLanes>::new(cells, &pairs, low, String::new()).unwrap();
                assert!(table(&blocks) == expected, "{rows}×{columns}, blocks of 2^{low}");
            }
        }
    }

    proptest! {
        #[test]
        fn any_pairs_will_do(cells in 2u32..12, edges in proptest::collection::vec((0u32..12, 0u32..12), 0..20), low in 7u32..12) {
            let mut pairs: Vec<(u32, u32, u8)> = edges.into_iter().filter(|(a, b)| a < b && *b < cells).map(|(a, b)| (a, b, 2)).collect();
            pairs.sort_unstable();
            pairs.dedup();
            let blocks = PairBlocks::<NimberLanes>::new(cells, &pairs, low, String::new()).unwrap();
            prop_assert!(table(&blocks) == nimbers(cells, &pairs));
        }
    }

    #[test]
    fn what_does_not_belong_is_refused() {
        let blocks = PairBlocks::<NimberLanes>::new(9, &grid(3, 3), 7, String::new()).unwrap();
        let mut words = vec![0; blocks.block_words()];
        assert!(matches!(blocks.fill(3, &[], &mut words, &Budget::unlimited()), Err(Unfilled::Mismatch)));
        assert_eq!(PairBlocks::<NimberLanes>::new(3, &[(0, 3, 2)], 7, String::new()).err(), Some(TooManyPairs));
    }
}
