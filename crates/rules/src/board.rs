//! Boards as bit planes, and rules that are patterns on them.
//!
//! The symbols of a game are numbered from 0; the bits of the number of a cell's symbol lie in the planes of a [`Board`], one
//! row after the other with one guard column between rows. A pattern is a straight line of cells, each of which must hold one
//! of some symbols; where it fits is found for all cells at once by shifting and intersecting planes.

use std::hash::{Hash, Hasher};
use std::ops::{BitAnd, BitOr, Not, Shl, Shr};
use std::sync::LazyLock;

/// Planes of a board, so at most four symbols.
pub(crate) const PLANES: usize = 2;

/// Most symbols of a game.
pub(crate) const MOST_SYMBOLS: usize = 1 << PLANES;

/// A board of at most 128 bits, guards included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Board {
    pub(crate) rows: u8,
    pub(crate) columns: u8,
    pub(crate) planes: [u128; PLANES],
}

/// Most boards are small, and every search hashes them: the second words are hashed where there are any.
impl Hash for Board {
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let size = u64::from(self.rows) << 8 | u64::from(self.columns);
        let [low, high] = self.planes;
        hasher.write_u64(low as u64 ^ size << 48);
        hasher.write_u64(high as u64);
        if !self.is_small() {
            hasher.write_u64((low >> 64) as u64);
            hasher.write_u64((high >> 64) as u64);
        }
    }
}

/// For each stride the bits 0, stride, 2·stride, ….
static REPEATED: LazyLock<[u128; 129]> =
    LazyLock::new(|| std::array::from_fn(|stride| (0..128).step_by(stride.max(1)).fold(0, |bits, at| bits | 1 << at)));

pub(crate) fn low_bits(count: u32) -> u128 {
    if count >= 128 { u128::MAX } else { (1 << count) - 1 }
}

/// The cells of a board as bits: one machine word where they fit, which most boards do.
pub(crate) trait Word:
    Copy
    + Eq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    const NONE: Self;
    const BITS: u32;

    fn of(bits: u128) -> Self;

    fn wide(self) -> u128;

    /// The place of the lowest bit.
    fn first(self) -> u32;

    /// All bits but the lowest.
    fn without_first(self) -> Self;

    /// The bits moved so that what lay `by` further lies here.
    #[inline]
    fn brought(self, by: i32) -> Self {
        let distance = by.unsigned_abs();
        if distance >= Self::BITS {
            Self::NONE
        } else if by >= 0 {
            self >> distance
        } else {
            self << distance
        }
    }
}

macro_rules! word {
    ($word:ty) => {
        impl Word for $word {
            const NONE: Self = 0;
            const BITS: u32 = <$word>::BITS;

            #[inline]
            fn of(bits: u128) -> Self {
                bits as Self
            }

            #[inline]
            fn wide(self) -> u128 {
                u128::from(self)
            }

            #[inline]
            fn first(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline]
            fn without_first(self) -> Self {
                self & self.wrapping_sub(1)
            }
        }
    };
}

word!(u64);
word!(u128);

impl Board {
    /// A board full of symbol 0, if it fits.
    pub(crate) fn new(rows: usize, columns: usize) -> Option<Self> {
        let fits = rows > 0 && columns > 0 && rows <= 64 && columns <= 120 && rows * (columns + 1) <= 128;
        fits.then_some(Self { rows: rows as u8, columns: columns as u8, planes: [0; PLANES] })
    }

    #[inline]
    pub(crate) fn stride(&self) -> i32 {
        i32::from(self.columns) + 1
    }

    #[inline]
    pub(crate) fn bit(&self, row: usize, column: usize) -> u32 {
        (row * (usize::from(self.columns) + 1) + column) as u32
    }

    pub(crate) fn place(&self, bit: u32) -> (usize, usize) {
        let stride = self.stride() as u32;
        ((bit / stride) as usize, (bit % stride) as usize)
    }

    /// Whether one machine word holds all cells.
    #[inline]
    pub(crate) fn is_small(&self) -> bool {
        i32::from(self.rows) * self.stride() <= 64
    }

    /// The whole board in two words, its size included, where it is small enough.
    #[inline]
    pub(crate) fn packed(&self) -> Option<[u64; 2]> {
        let bits = u32::from(self.rows) * self.stride() as u32;
        if PLANES as u32 * bits > 112 {
            return None;
        }
        let planes = self.planes[0] << bits | self.planes[1];
        let whole = planes << 16 | u128::from(self.rows) << 8 | u128::from(self.columns);
        Some([whole as u64, (whole >> 64) as u64])
    }

    /// All cells.
    #[inline]
    pub(crate) fn all(&self) -> u128 {
        let stride = self.stride() as u32;
        let starts = REPEATED[stride as usize] & low_bits(u32::from(self.rows) * stride);
        starts.wrapping_mul(low_bits(u32::from(self.columns)))
    }

    /// The cells that hold one of a set of symbols, given as bits.
    #[inline]
    pub(crate) fn holding(&self, set: u8, all: u128) -> u128 {
        let [low, high] = self.planes;
        let mut cells = 0;
        if set & 1 != 0 {
            cells |= !low & !high;
        }
        if set & 2 != 0 {
            cells |= low & !high;
        }
        if set & 4 != 0 {
            cells |= !low & high;
        }
        if set & 8 != 0 {
            cells |= low & high;
        }
        cells & all
    }

    /// For every set of symbols the cells that hold one of it.
    #[inline]
    pub(crate) fn held<W: Word>(&self, all: W) -> Held<W> {
        Held::of(&by_symbol(self.planes.map(W::of), all))
    }

    pub(crate) fn symbol(&self, bit: u32) -> u8 {
        (0..PLANES).fold(0, |symbol, plane| symbol | ((self.planes[plane] >> bit & 1) as u8) << plane)
    }

    #[inline]
    pub(crate) fn set(&mut self, bit: u32, symbol: u8) {
        for plane in 0..PLANES {
            let one = 1u128 << bit;
            if symbol >> plane & 1 == 1 {
                self.planes[plane] |= one;
            } else {
                self.planes[plane] &= !one;
            }
        }
    }

    /// The board with `symbol` in all cells but the given ones.
    #[inline]
    pub(crate) fn only(&self, cells: u128, symbol: u8, all: u128) -> Self {
        let rest = all & !cells;
        let mut board = *self;
        for plane in 0..PLANES {
            board.planes[plane] &= cells;
            if symbol >> plane & 1 == 1 {
                board.planes[plane] |= rest;
            }
        }
        board
    }

    /// Cuts the board down to the rows and columns of some cells.
    pub(crate) fn cut_to(&mut self, cells: u128) {
        if cells == 0 {
            (self.rows, self.columns) = (1, 1);
            self.planes = self.planes.map(|plane| plane & 1);
            return;
        }
        let stride = self.stride() as u32;
        let top = cells.trailing_zeros() / stride;
        let bottom = cells.ilog2() / stride;
        let row_mask = low_bits(stride);
        let shadow = (top..=bottom).fold(0, |shadow, row| shadow | cells >> (row * stride) & row_mask);
        let left = shadow.trailing_zeros();
        let columns = 128 - shadow.leading_zeros() - left;
        let height = bottom - top + 1;
        if left == 0 && columns == u32::from(self.columns) {
            let kept = low_bits(height * stride);
            self.planes = self.planes.map(|plane| plane >> (top * stride) & kept);
        } else {
            let mask = low_bits(columns);
            self.planes = self.planes.map(|plane| {
                (top..=bottom).fold(0, |kept, row| {
                    kept | (plane >> (row * stride + left) & mask) << ((row - top) * (columns + 1))
                })
            });
        }
        (self.rows, self.columns) = (height as u8, columns as u8);
    }

    /// The image under a symmetry of the rectangle; `None` when it does not fit.
    pub(crate) fn image(&self, symmetry: Symmetry) -> Option<Self> {
        let mut board = if symmetry.transpose { self.transposed()? } else { *self };
        if symmetry.flip_rows {
            board = board.turned().mirrored();
        }
        if symmetry.flip_columns {
            board = board.mirrored();
        }
        Some(board)
    }

    pub(crate) fn turned(&self) -> Self {
        let bits = u32::from(self.rows) * self.stride() as u32;
        let planes = if self.is_small() {
            self.planes.map(|plane| u128::from((plane as u64).reverse_bits() >> (65 - bits)))
        } else {
            self.planes.map(|plane| plane.reverse_bits() >> (129 - bits))
        };
        Self { planes, ..*self }
    }

    pub(crate) fn mirrored(&self) -> Self {
        if self.rows == 1 {
            return self.turned();
        }
        let planes = if self.is_small() { self.mirrored_in::<u64>() } else { self.mirrored_in::<u128>() };
        Self { planes, ..*self }
    }

    /// The planes with the columns exchanged, from the outermost pair to the middle.
    fn mirrored_in<W: Word>(&self) -> [u128; PLANES] {
        let columns = u32::from(self.columns);
        let stride = self.stride() as u32;
        let first = W::of(REPEATED[stride as usize] & low_bits(u32::from(self.rows) * stride));
        self.planes.map(|plane| {
            let plane = W::of(plane);
            let mut image = W::NONE;
            for left in 0..columns.div_ceil(2) {
                let right = columns - 1 - left;
                let apart = right - left;
                image = image | (plane & first << left) << apart | (plane & first << right) >> apart;
            }
            image.wide()
        })
    }

    fn transposed(&self) -> Option<Self> {
        let mut image = Self::new(usize::from(self.columns), usize::from(self.rows))?;
        let (stride, turned) = (self.stride() as u32, image.stride() as u32);
        for (from, to) in self.planes.iter().zip(&mut image.planes) {
            let mut rest = *from;
            while rest != 0 {
                let bit = rest.trailing_zeros();
                rest &= rest - 1;
                *to |= 1 << (bit % stride * turned + bit / stride);
            }
        }
        Some(image)
    }

    /// The board with its symbols renamed.
    pub(crate) fn renamed(&self, names: &[u8; MOST_SYMBOLS]) -> Self {
        let all = self.all();
        let mut planes = [0; PLANES];
        for (symbol, &name) in names.iter().enumerate() {
            let cells = self.holding(1 << symbol, all);
            for (plane, bits) in planes.iter_mut().enumerate() {
                if name >> plane & 1 == 1 {
                    *bits |= cells;
                }
            }
        }
        Self { planes, ..*self }
    }
}

/// For every symbol the cells that hold it.
#[inline]
pub(crate) fn by_symbol<W: Word>([low, high]: [W; PLANES], all: W) -> [W; MOST_SYMBOLS] {
    [!low & !high & all, low & !high, !low & high, low & high]
}

/// For every set of symbols, given as bits, some cells that hold one of it.
pub(crate) struct Held<W>([W; 1 << MOST_SYMBOLS]);

impl<W: Word> Held<W> {
    /// From the cells of each symbol.
    #[inline]
    fn of(symbols: &[W; MOST_SYMBOLS]) -> Self {
        let [a, b, c, d] = *symbols;
        let (ab, cd) = (a | b, c | d);
        Self([W::NONE, a, b, ab, c, a | c, b | c, ab | c, d, a | d, b | d, ab | d, cd, a | cd, b | cd, ab | cd])
    }
}

/// A symmetry of a rectangle: first rows and columns are exchanged, then flipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Symmetry {
    pub transpose: bool,
    pub flip_rows: bool,
    pub flip_columns: bool,
}

impl Symmetry {
    pub const ALL: [Self; 8] = {
        let mut all = [Self { transpose: false, flip_rows: false, flip_columns: false }; 8];
        let mut at = 0;
        while at < 8 {
            all[at] = Self { transpose: at & 4 != 0, flip_rows: at & 2 != 0, flip_columns: at & 1 != 0 };
            at += 1;
        }
        all
    };

    /// The symmetry that does this one and then another.
    pub fn then(self, next: Self) -> Self {
        let (flip_rows, flip_columns) =
            if next.transpose { (self.flip_columns, self.flip_rows) } else { (self.flip_rows, self.flip_columns) };
        Self {
            transpose: self.transpose != next.transpose,
            flip_rows: flip_rows != next.flip_rows,
            flip_columns: flip_columns != next.flip_columns,
        }
    }

    /// Where an offset of cells is moved to.
    pub fn offset(self, (row, column): (i8, i8)) -> (i8, i8) {
        let (row, column) = if self.transpose { (column, row) } else { (row, column) };
        (if self.flip_rows { -row } else { row }, if self.flip_columns { -column } else { column })
    }
}

/// What a cell of a pattern asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Want {
    /// One of these symbols.
    Symbols(u8),
    /// No cell: beyond the edge of the board.
    Edge,
}

/// One cell of a pattern, by its offset from the first, and what it becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PatternCell {
    pub offset: (i8, i8),
    pub want: Want,
    pub becomes: Option<u8>,
}

/// New names of symbols, for one symbol and for sets of symbols.
#[derive(Clone, Debug)]
pub(crate) struct Renaming {
    names: [u8; MOST_SYMBOLS],
    sets: [u8; 1 << MOST_SYMBOLS],
}

impl Renaming {
    pub fn new(names: [u8; MOST_SYMBOLS]) -> Self {
        let renamed = |set: usize, symbol: usize| if set >> symbol & 1 == 1 { 1 << names[symbol] } else { 0 };
        let image = |set| (0..MOST_SYMBOLS).fold(0, |image, symbol| image | renamed(set, symbol));
        Self { names, sets: std::array::from_fn(image) }
    }

    /// The new name of a symbol.
    pub fn name(&self, symbol: u8) -> u8 {
        self.names[usize::from(symbol)]
    }

    /// The new names of a set of symbols.
    pub fn set(&self, symbols: u8) -> u8 {
        self.sets[usize::from(symbols)]
    }
}

/// A pattern in one direction.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Pattern {
    pub cells: Vec<PatternCell>,
    /// The number of the cell at which a following step starts.
    pub end: usize,
}

impl Pattern {
    /// The cells of a board at which the pattern fits with its first cell.
    #[inline]
    pub fn fits<W: Word>(&self, stride: i32, held: &Held<W>, all: W) -> W {
        let mut found = all;
        for cell in &self.cells {
            let by = i32::from(cell.offset.0) * stride + i32::from(cell.offset.1);
            let fitting = match cell.want {
                Want::Symbols(set) => held.0[usize::from(set) & 15].brought(by),
                Want::Edge => !all.brought(by),
            };
            found = found & fitting;
            if found == W::NONE {
                return found;
            }
        }
        found
    }

    /// Whether the pattern fits with its first cell at `at`.
    #[inline]
    pub fn fits_at(&self, board: &Board, at: u32) -> bool {
        let (row, column) = board.place(at);
        self.cells.iter().all(|cell| {
            let (row, column) = (row as i32 + i32::from(cell.offset.0), column as i32 + i32::from(cell.offset.1));
            let inside = (0..i32::from(board.rows)).contains(&row) && (0..i32::from(board.columns)).contains(&column);
            match cell.want {
                Want::Edge => !inside,
                Want::Symbols(set) => inside && set >> board.symbol(board.bit(row as usize, column as usize)) & 1 == 1,
            }
        })
    }

    /// Carries out the pattern with its first cell at `at`; returns where a following step starts.
    #[inline]
    pub fn play(&self, board: &mut Board, at: u32) -> u32 {
        let stride = board.stride();
        let place = |offset: (i8, i8)| (at as i32 + i32::from(offset.0) * stride + i32::from(offset.1)) as u32;
        for cell in &self.cells {
            if let Some(symbol) = cell.becomes {
                board.set(place(cell.offset), symbol);
            }
        }
        self.cells.get(self.end).map_or(at, |cell| place(cell.offset))
    }

    /// The pattern moved by a symmetry, with its symbols renamed, in a form in which equal patterns are equal.
    pub fn image(&self, symmetry: Symmetry, renaming: &Renaming) -> Self {
        let cells = self.cells.iter().map(|cell| PatternCell {
            offset: symmetry.offset(cell.offset),
            want: match cell.want {
                Want::Symbols(set) => Want::Symbols(renaming.set(set)),
                Want::Edge => Want::Edge,
            },
            becomes: cell.becomes.map(|symbol| renaming.name(symbol)),
        });
        Self { cells: cells.collect(), end: self.end }
    }

    /// The same pattern written from its least cell on; only for patterns without a following step.
    pub fn normal(&self) -> Self {
        let mut cells = self.cells.clone();
        cells.sort_unstable();
        if let Some(&PatternCell { offset: (row, column), .. }) = cells.first() {
            for cell in &mut cells {
                cell.offset = (cell.offset.0 - row, cell.offset.1 - column);
            }
        }
        Self { cells, end: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetries_are_done_one_after_the_other() {
        for first in Symmetry::ALL {
            for next in Symmetry::ALL {
                for offset in [(0, 1), (1, 0), (2, -3)] {
                    assert_eq!(
                        first.then(next).offset(offset),
                        next.offset(first.offset(offset)),
                        "{first:?} {next:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn no_two_boards_are_packed_into_the_same_words() {
        let mut met = std::collections::HashMap::new();
        for (rows, columns) in [(1, 1), (1, 4), (4, 1), (2, 2), (1, 3), (3, 1), (2, 1), (1, 2)] {
            let cells = rows * columns;
            for code in 0..MOST_SYMBOLS.pow(cells as u32) {
                let mut board = Board::new(rows, columns).unwrap();
                for cell in 0..cells {
                    let symbol = code / MOST_SYMBOLS.pow(cell as u32) % MOST_SYMBOLS;
                    let bit = board.bit(cell / columns, cell % columns);
                    for (at, plane) in board.planes.iter_mut().enumerate() {
                        *plane |= ((symbol >> at & 1) as u128) << bit;
                    }
                }
                assert_eq!(met.insert(board.packed().unwrap(), board), None, "{board:?}");
            }
        }
        assert_eq!(met.len(), 4 + 3 * 256 + 2 * 64 + 2 * 16);
        // The largest board that fits, and the first that does not, all cells with the last symbol.
        let full = |rows, columns| {
            let mut board = Board::new(rows, columns).unwrap();
            let all = board.all();
            board.planes = [all; PLANES];
            board.packed()
        };
        assert!(full(7, 7).is_some() && full(1, 55).is_some());
        assert_eq!((full(1, 56), full(8, 7)), (None, None));
    }
}
