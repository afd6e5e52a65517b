//! Cram: place dominoes on a board; whoever cannot loses.

mod large;

use self::large::Large;
use crate::board::name_of_cell;
use crate::{Catalogue, pairs};
use grundy_draw::{Cell, Cells as Grid, Picture, Role};
use grundy_game::tabled::{Blocks, NimberLanes, PairBlocks, Ranked, Tabled};
use grundy_game::{
    Course, Game, ImpartialHints, Info, Input, Known, Outcome, ParseError, PartisanHints, Play, Player, Refusal, Rules,
    Text, Theorem, TheoremNote,
};
use grundy_solve::{Subject, equip};
use std::fmt::Debug;
use std::hash::Hash;
use std::num::NonZero;
use std::ops::BitOr;

/// The rules of Cram on a board with `rows` rows and `columns` columns, as bits of a word of type `B`.
///
/// Cell (r, c) is bit r·stride + c. There is a column between two rows that is never free, so shifting by one never
/// carries a cell into a neighbouring row. With `BYTES`, for boards of at most seven rows and columns, each row is a byte
/// of the word: bytes are quickly turned, mirrored and transposed, and shifts by a constant are quicker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cram<B, const BYTES: bool> {
    rows: u32,
    columns: u32,
    /// From a cell to the one below it.
    stride: u32,
    full: B,
    first_row: B,
    first_column: B,
    /// 2^32 divided by the length of a row, rounded up: multiplying is quicker than dividing.
    reciprocal: u64,
    /// Cell `n` of a set of cells 0 to 3 becomes the first cell of row `n`; empty where rows are bytes.
    spread: Box<[B]>,
    /// Where lying and upright dominoes start, by how far they are from the middle of the board, the nearest first.
    rings: [Box<[B]>; 2],
    /// Rows and columns of the boxes whose sub-boards long searches table.
    boxes: [(u32, u32); 2],
}

/// The free cells of a board, kept as their bits plus one so that a table can tell an empty place from a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cells<B: Bits>(B::Store);

/// Cover a free cell, given by its bit, and the one to its right or below it.
#[derive(Clone, Copy, Debug)]
pub struct Domino {
    /// The cell, and [`Domino::UPRIGHT`].
    place: u16,
    /// Whether the board it was listed for may fall apart.
    splits: bool,
}

impl PartialEq for Domino {
    fn eq(&self, other: &Self) -> bool {
        self.place == other.place
    }
}

impl Eq for Domino {}

impl Domino {
    const UPRIGHT: u16 = 1 << 15;

    fn new(cell: u32, upright: bool, splits: bool) -> Self {
        Self { place: cell as u16 | if upright { Self::UPRIGHT } else { 0 }, splits }
    }

    fn cell(self) -> u32 {
        u32::from(self.place & !Self::UPRIGHT)
    }

    fn upright(self) -> bool {
        self.place & Self::UPRIGHT != 0
    }
}

/// A word used as a set of cells; all bits of it but the highest can be cells.
pub trait Bits: Copy + Eq + Ord + Debug + Hash + Send + Sync + 'static {
    /// The word, never 0.
    type Store: Copy + Eq + Debug + Hash + Send + Sync + 'static;
    /// How many bits can be cells.
    const CELLS: u32;
    /// No cells.
    const NONE: Self;
    /// The cell with a number.
    fn cell(number: u32) -> Self;
    /// Cells in both.
    fn and(self, other: Self) -> Self;
    /// Cells in either.
    fn or(self, other: Self) -> Self;
    /// Cells in one of the two alone.
    fn xor(self, other: Self) -> Self;
    /// Cells in the first but not in the second.
    fn without(self, other: Self) -> Self;
    /// Every number raised by `by`.
    fn up(self, by: u32) -> Self;
    /// Every number lowered by `by`.
    fn down(self, by: u32) -> Self;
    /// Cell `number` becomes the cell as far from the other end of the word.
    fn reversed(self) -> Self;
    /// The bytes in the opposite order.
    fn swapped(self) -> Self;
    /// Cell `c` of byte `r` becomes cell `r` of byte `c`, where rows are bytes.
    fn transposed(self) -> Self;
    /// The least number in the set.
    fn least(self) -> u32;
    /// The greatest number in the set.
    fn greatest(self) -> u32;
    /// How many cells.
    fn count(self) -> u32;
    /// The cells up to number 15, as bits.
    fn low(self) -> u32;
    /// The cells as a word, where they fit one.
    fn word(self) -> Option<u64>;
    /// Packs.
    fn store(self) -> Self::Store;
    /// Unpacks.
    fn load(store: Self::Store) -> Self;
}

macro_rules! bits {
    ($word:ty, $transposed:expr, $packed:expr) => {
        impl Bits for $word {
            type Store = NonZero<$word>;
            const CELLS: u32 = <$word>::BITS - 1;
            const NONE: Self = 0;
            fn cell(number: u32) -> Self {
                1 << number
            }
            fn and(self, other: Self) -> Self {
                self & other
            }
            fn or(self, other: Self) -> Self {
                self | other
            }
            fn xor(self, other: Self) -> Self {
                self ^ other
            }
            fn without(self, other: Self) -> Self {
                self & !other
            }
            fn up(self, by: u32) -> Self {
                self << by
            }
            fn down(self, by: u32) -> Self {
                self >> by
            }
            fn reversed(self) -> Self {
                self.reverse_bits()
            }
            fn swapped(self) -> Self {
                self.swap_bytes()
            }
            fn transposed(self) -> Self {
                $transposed(self)
            }
            fn least(self) -> u32 {
                self.trailing_zeros()
            }
            fn greatest(self) -> u32 {
                <$word>::BITS - 1 - self.leading_zeros()
            }
            fn count(self) -> u32 {
                self.count_ones()
            }
            fn low(self) -> u32 {
                u32::from(self as u16)
            }
            fn word(self) -> Option<u64> {
                $packed(self)
            }
            fn store(self) -> NonZero<$word> {
                NonZero::new(self + 1).unwrap_or(NonZero::<$word>::MIN)
            }
            fn load(store: NonZero<$word>) -> Self {
                store.get() - 1
            }
        }
    };
}

bits!(u64, transposed_bytes, Some);
// Rows are never bytes of a longer word.
bits!(u128, |bits| bits, |_| None);

/// Eight rows of eight cells as columns: blocks of four, then of two, then single cells change places (H. S. Warren,
/// Hacker's Delight, 2013, 7-3).
fn transposed_bytes(bits: u64) -> u64 {
    let exchanged = |bits: u64, by: u32, kept: u64| {
        let differ = (bits >> by ^ bits) & kept;
        bits ^ differ ^ differ << by
    };
    let bits = exchanged(bits, 28, 0x0000_0000_F0F0_F0F0);
    let bits = exchanged(bits, 14, 0x0000_CCCC_0000_CCCC);
    exchanged(bits, 7, 0x00AA_00AA_00AA_00AA)
}

impl<B: Bits> Cells<B> {
    fn new(bits: B) -> Self {
        Self(bits.store())
    }

    fn bits(self) -> B {
        B::load(self.0)
    }
}

impl<B: Bits, const BYTES: bool> Cram<B, BYTES> {
    /// A board that fits the word.
    fn new(rows: u32, columns: u32) -> Self {
        let stride = if BYTES { 8 } else { columns + 1 };
        let first_row = (0..columns).map(B::cell).fold(B::NONE, B::or);
        let first_column = (0..rows).map(|row| B::cell(row * stride)).fold(B::NONE, B::or);
        let full = (0..rows).map(|row| first_row.up(row * stride)).fold(B::NONE, B::or);
        let sets = if BYTES { 0 } else { 16 };
        let rows_of = |set: usize| {
            let cells = (0..4).filter(|at| set >> at & 1 == 1 && at * stride < B::CELLS);
            cells.map(|at| B::cell(at * stride)).fold(B::NONE, B::or)
        };
        let reciprocal = (1u64 << 32).div_ceil(u64::from(stride));
        Self {
            rows,
            columns,
            stride,
            full,
            first_row,
            first_column,
            reciprocal,
            spread: (0..sets).map(rows_of).collect(),
            rings: [false, true].map(|upright| rings(rows, columns, stride, upright)),
            boxes: STOCKED.map(|cells| box_within(rows, columns, cells)),
        }
    }

    /// From a cell to the one below it.
    fn stride(&self) -> u32 {
        if BYTES { 8 } else { self.stride }
    }

    /// The row with the given number, in place of the first.
    fn row(&self, bits: B, row: u32) -> B {
        bits.down(row * self.stride()).and(self.first_row)
    }

    /// The row of a cell; exact because both numbers are below 2^16.
    fn row_of(&self, cell: u32) -> u32 {
        if BYTES { cell / 8 } else { ((u64::from(cell) * self.reciprocal) >> 32) as u32 }
    }

    /// The columns with cells in a set, as cells of the first row.
    fn shadow(&self, bits: B) -> B {
        let mut shadow = bits;
        if BYTES {
            for by in [32, 16, 8] {
                shadow = shadow.or(shadow.down(by));
            }
        } else {
            let mut by = self.stride();
            while by < self.rows * self.stride() {
                shadow = shadow.or(shadow.down(by));
                by *= 2;
            }
        }
        shadow.and(self.first_row)
    }

    /// The smallest box around a set of cells that is not empty.
    fn bounds(&self, bits: B) -> Bounds {
        let shadow = self.shadow(bits);
        Bounds {
            top: self.row_of(bits.least()),
            bottom: self.row_of(bits.greatest()),
            left: shadow.least(),
            right: shadow.greatest(),
        }
    }

    /// The board mirrored left to right: cells at the same distance from the two sides change places.
    fn mirrored(&self, bits: B) -> B {
        let (mut bits, mut column, mut apart) = (bits, self.first_column, self.columns - 1);
        for _ in 0..self.columns / 2 {
            let differ = bits.down(apart).xor(bits).and(column);
            bits = bits.xor(differ).xor(differ.up(apart));
            (column, apart) = (column.up(1), apart.wrapping_sub(2));
        }
        bits
    }

    /// The board as it stands, mirrored left to right, and both turned by a half turn of the word.
    fn images(&self, bits: B) -> [B; 4] {
        let turned = bits.reversed();
        if BYTES {
            let spare = 8 - self.columns;
            return [bits, turned.swapped().down(spare), turned, bits.up(spare).swapped()];
        }
        let mirrored = self.mirrored(bits);
        [bits, mirrored, turned, mirrored.reversed()]
    }

    /// The least of the images of a set under the symmetries of its box, each moved into the corner.
    fn least_image(&self, bits: B, bounds: &Bounds) -> B {
        let Bounds { top, bottom, left, right } = *bounds;
        let (last, first_row, last_row) = (self.columns - 1, top * self.stride(), bottom * self.stride());
        let [straight, mirrored, turned, both] = self.images(bits);
        let upright = straight.down(first_row + left).min(mirrored.down(first_row + last - right));
        let turned = turned.down(B::CELLS - last_row - right).min(both.down(B::CELLS - last_row - last + left));
        upright.min(turned)
    }

    /// The rows of a set of the given height as columns.
    fn transposed(&self, bits: B, height: u32) -> B {
        if BYTES {
            return bits.transposed();
        }
        (0..height).fold(B::NONE, |out, row| {
            let (mut rest, mut column) = (self.row(bits, row), B::NONE);
            for nibble in 0.. {
                if rest == B::NONE {
                    break;
                }
                column = column.or(self.spread[rest.low() as usize & 15].up(4 * nibble * self.stride()));
                rest = rest.down(4);
            }
            out.or(column.up(row))
        })
    }

    /// The cells of `found` and their neighbours in `free`.
    fn widened(&self, found: B, free: B) -> B {
        let sideways = found.or(found.up(1)).or(found.down(1));
        sideways.or(found.up(self.stride())).or(found.down(self.stride())).and(free)
    }

    /// The component of `free` that contains the least cell of `ring`; all of `free` when it contains all of `ring`, which
    /// every component meets.
    fn reached(&self, free: B, ring: B) -> B {
        let mut found = B::cell(ring.least());
        loop {
            let wider = self.widened(self.widened(found, free), free);
            if ring.without(wider) == B::NONE {
                return free;
            }
            if wider == found {
                return found;
            }
            found = wider;
        }
    }

    /// The component of `free` that contains its least cell.
    fn component(&self, free: B) -> B {
        let mut found = B::cell(free.least());
        loop {
            let wider = self.widened(self.widened(found, free), free);
            if wider == found {
                return found;
            }
            found = wider;
        }
    }

    /// The cells at which a domino starts that leads `along` to the next cell, such that the free ones of the ten cells
    /// around it fall apart when only they are looked at; `across` leads to the next row or column.
    fn splitting(&self, free: B, along: u32, across: u32) -> B {
        if 2 * self.stride() + 1 > B::CELLS {
            return self.full;
        }
        let at = |steps: u32, rows: u32| {
            // `rows` and `steps` count from the cell before the domino, in the row before it.
            let (by, back) = (steps * along + rows * across, along + across);
            if by >= back { free.down(by - back) } else { free.up(back - by) }
        };
        // In cyclic order; a corner stands at each end of the two rows of four.
        let ring = [at(0, 0), at(1, 0), at(2, 0), at(3, 0), at(3, 1), at(3, 2), at(2, 2), at(1, 2), at(0, 2), at(0, 1)];
        let (mut one, mut two) = (B::NONE, B::NONE);
        for place in 0..10 {
            // A piece is counted at its last cell; a corner alone does not touch the domino.
            let mut last = ring[place].without(ring[(place + 1) % 10]);
            if matches!(place, 0 | 3 | 5 | 8) {
                last = last.and(ring[(place + 9) % 10]);
            }
            two = two.or(one.and(last));
            one = one.or(last);
        }
        two
    }

    /// Lists the dominoes that start at the cells of a set, from the middle of the board outwards.
    fn list_outwards(&self, starts: B, upright: bool, splits: bool, moves: &mut Vec<Domino>) {
        let mut rest = starts;
        for ring in &self.rings[usize::from(upright)] {
            if rest == B::NONE {
                return;
            }
            list(rest.and(*ring), upright, splits, moves);
            rest = rest.without(*ring);
        }
    }

    /// The two cells of a domino.
    fn covered(&self, domino: &Domino) -> B {
        B::cell(domino.cell()).or(B::cell(self.other(domino)))
    }

    fn other(&self, domino: &Domino) -> u32 {
        domino.cell() + if domino.upright() { self.stride() } else { 1 }
    }

    /// The cells of a position row by row, `.` for free ones.
    fn rows(&self, bits: B, free: char, blocked: char) -> Vec<String> {
        let cell = |row: u32, column: u32| {
            if bits.and(B::cell(row * self.stride() + column)) == B::NONE { blocked } else { free }
        };
        (0..self.rows).map(|row| (0..self.columns).map(|column| cell(row, column)).collect()).collect()
    }

    /// The number of a position in the table of a board of so many rows and columns, into which it may fit turned.
    fn number(&self, cells: Cells<B>, rows: u32, columns: u32) -> Option<u64> {
        let upright = self.rows <= rows && self.columns <= columns;
        if !upright && (self.columns > rows || self.rows > columns) {
            return None;
        }
        let (mut rest, mut number) = (cells.bits(), 0);
        while rest != B::NONE {
            let cell = rest.least();
            rest = rest.without(B::cell(cell));
            let (row, column) = (cell / self.stride(), cell % self.stride());
            number |= 1 << if upright { row * columns + column } else { column * columns + row };
        }
        Some(number)
    }

    /// The number of a part among the sub-boards of a box of at most 16 columns, when it fits into it as it stands or turned.
    fn number_in_box(&self, part: B, rows: u32, columns: u32) -> Option<u64> {
        if part == B::NONE {
            return Some(0);
        }
        let bounds = self.bounds(part);
        let (height, width) = (bounds.height(), bounds.width());
        let corner = part.down(bounds.top * self.stride() + bounds.left);
        let (corner, height) = if height <= rows && width <= columns {
            (corner, height)
        } else if width <= rows && height <= columns {
            (self.transposed(corner, height), width)
        } else {
            return None;
        };
        let row = |row: u32| u64::from(self.row(corner, row).low()) << (row * columns);
        Some((0..height).map(row).fold(0, u64::bitor))
    }

    fn name(&self, cell: u32) -> String {
        name_of_cell((cell / self.stride()) as usize, (cell % self.stride()) as usize)
    }

    /// Whether the half turn about the centre of the box of `bits` keeps it, and the domino in the middle if it is free.
    fn symmetry(&self, bits: B) -> Option<Middle> {
        if bits == B::NONE {
            return Some(Middle::Nothing);
        }
        let bounds = self.bounds(bits);
        let (height, width) = (bounds.height(), bounds.width());
        let corner = bounds.top * self.stride() + bounds.left;
        if bits.reversed().down(B::CELLS - bounds.bottom * self.stride() - bounds.right) != bits.down(corner) {
            return None;
        }
        let cell = corner + (height - 1) / 2 * self.stride() + (width - 1) / 2;
        if bits.and(B::cell(cell)) == B::NONE || (height % 2 == 0 && width % 2 == 0) {
            return Some(Middle::Nothing);
        }
        if height % 2 == 1 && width % 2 == 1 {
            return Some(Middle::Cell);
        }
        Some(Middle::Domino(Domino::new(cell, height % 2 == 0, true)))
    }
}

/// The table of all sub-boards of a board; `None` when they are too many.
fn sub_boards(rows: u32, columns: u32) -> Option<PairBlocks<NimberLanes>> {
    let cells = rows.checked_mul(columns).filter(|&cells| cells <= pairs::MOST)?;
    let joins = pairs::of_board(rows, columns, 2, 2);
    let numbering = pairs::numbering(rows, columns);
    // why: a board that does not fit has no whole table, and is answered in other ways.
    PairBlocks::new(cells, &joins, pairs::block_bits(cells), numbering).ok()
}

/// Lists the dominoes that start at the cells of a set.
fn list<B: Bits>(starts: B, upright: bool, splits: bool, moves: &mut Vec<Domino>) {
    let mut starts = starts;
    while starts != B::NONE {
        let cell = starts.least();
        starts = starts.without(B::cell(cell));
        moves.push(Domino::new(cell, upright, splits));
    }
}

/// The cells where dominoes that lie one way start, by how far the middles of the dominoes are from that of the board: rows and
/// columns between them together.
fn rings<B: Bits>(rows: u32, columns: u32, stride: u32, upright: bool) -> Box<[B]> {
    let mut rings = vec![B::NONE; RINGS];
    let (high, wide) = if upright { (rows.saturating_sub(1), columns) } else { (rows, columns.saturating_sub(1)) };
    for (row, column) in (0..high).flat_map(|row| (0..wide).map(move |column| (row, column))) {
        // Twice the distance, which is a whole number.
        let far = (2 * row).abs_diff(high - 1) + (2 * column).abs_diff(wide - 1);
        let ring = &mut rings[(far as usize).min(RINGS - 1)];
        *ring = ring.or(B::cell(row * stride + column));
    }
    rings.retain(|ring| *ring != B::NONE);
    rings.into()
}

/// Whether a set has more than one cell.
fn several<B: Bits>(set: B) -> bool {
    set != B::NONE && set != B::cell(set.least())
}

/// How many cells those boxes have at most: 4×5 takes milliseconds, 5×6 some seconds and half a gigabyte. Sub-boards of 5×5 were
/// no gain.
const STOCKED: [u32; 2] = [20, 30];

/// Dominoes further out than this are not told apart.
const RINGS: usize = 32;

/// Rows and columns of the largest box of at most so many cells, about as high as wide, that fits a board and lies the same
/// way.
fn box_within(rows: u32, columns: u32, cells: u32) -> (u32, u32) {
    let short = rows.min(columns).min(cells.isqrt());
    let long = rows.max(columns).min(cells / short);
    if rows > columns { (long, short) } else { (short, long) }
}

/// The first and last row and column of a set of cells.
#[derive(Clone, Copy)]
struct Bounds {
    top: u32,
    bottom: u32,
    left: u32,
    right: u32,
}

impl Bounds {
    fn height(&self) -> u32 {
        self.bottom - self.top + 1
    }

    fn width(&self) -> u32 {
        self.right - self.left + 1
    }
}

/// What a half turn keeps in place.
enum Middle {
    Nothing,
    Cell,
    Domino(Domino),
}

impl<B: Bits, const BYTES: bool> Rules for Cram<B, BYTES> {
    type Position = Cells<B>;
    type Move = Domino;

    fn moves(&self, cells: &Cells<B>, _: Player, moves: &mut Vec<Domino>) -> Result<(), Refusal> {
        let free = cells.bits();
        list(free.and(free.down(1)), false, true, moves);
        list(free.and(free.down(self.stride())), true, true, moves);
        Ok(())
    }

    fn tabled(&self, _: &Cells<B>) -> Option<Tabled<Self>> {
        let (rows, columns) = (self.rows, self.columns);
        let cells = rows.checked_mul(columns)?;
        let blocks = sub_boards(rows, columns)?;
        let rules = self.clone();
        let unrank = move |number: u64| {
            let free = (0..cells).filter(|cell| number >> cell & 1 == 1);
            let bit = |cell: u32| B::cell(cell / rules.columns * rules.stride() + cell % rules.columns);
            Cells::new(free.map(bit).fold(B::NONE, B::or))
        };
        Some(Ranked::tabled(blocks, move |rules: &Self, cells: &Cells<B>| rules.number(*cells, rows, columns), unrank))
    }

    fn play(&self, cells: &mut Cells<B>, domino: &Domino) {
        *cells = Cells::new(cells.bits().without(self.covered(domino)));
    }

    /// Regions that no domino can join; single cells have no move.
    fn split(&self, cells: &Cells<B>, parts: &mut Vec<Cells<B>>) {
        let mut free = cells.bits();
        while free != B::NONE {
            let part = self.component(free);
            free = free.without(part);
            if several(part) {
                parts.push(Cells::new(part));
            }
        }
    }

    /// Moved into the corner, the longer side along the longer side of the board, then the least mirror image.
    fn canonicalise(&self, cells: &mut Cells<B>) {
        if cells.bits() == B::NONE {
            return;
        }
        let bits = cells.bits();
        let bounds = self.bounds(bits);
        let (height, width) = (bounds.height(), bounds.width());
        let across = if self.columns >= self.rows { height > width } else { width > height };
        let turned = || {
            let corner = bits.down(bounds.top * self.stride() + bounds.left);
            let bounds = Bounds { top: 0, bottom: width - 1, left: 0, right: height - 1 };
            self.least_image(self.transposed(corner, height), &bounds)
        };
        let least = if across {
            turned()
        } else if height == width {
            self.least_image(bits, &bounds).min(turned())
        } else {
            self.least_image(bits, &bounds)
        };
        *cells = Cells::new(least);
    }

    fn theorem(&self, cells: &Cells<B>, play: Play) -> Option<Theorem<Domino>> {
        if play == Play::Misere {
            return None;
        }
        match self.symmetry(cells.bits())? {
            Middle::Nothing => Some(Theorem {
                known: Known::Nimber(0),
                reason: Text::new(
                    "the second player answers every domino with its image under the half turn (symmetry)",
                ),
                winning: Some(Vec::new()),
            }),
            Middle::Domino(domino) => Some(Theorem {
                known: Known::Outcome(Outcome::First),
                reason: Text::new(
                    "the first player takes the middle, {domino}, and then answers by the half turn (symmetry)",
                )
                .with("domino", self.label(cells, &domino)),
                winning: None,
            }),
            Middle::Cell => None,
        }
    }

    fn word(cells: &Cells<B>) -> Option<u64> {
        cells.bits().word()
    }

    /// How many moves there are: fewer than that in every option, and fewest where the dominoes stand in the way.
    fn weight(&self, cells: &Cells<B>) -> usize {
        let free = cells.bits();
        (free.and(free.down(1)).count() + free.and(free.down(self.stride())).count()) as usize
    }
}

impl<B: Bits, const BYTES: bool> ImpartialHints for Cram<B, BYTES> {
    /// Moves that may split the board first, since small parts are known early; those across the longer side before those along it, and
    /// those in the middle before those outside. A board then falls into parts of
    /// about the same size. Measured on boards from 3×13 to 5×8: a tenth to a third fewer positions than in the order of the cells.
    fn search_moves(&self, cells: &Cells<B>, moves: &mut Vec<Domino>) -> Result<(), Refusal> {
        let free = cells.bits();
        let (lying, upright) = (free.and(free.down(1)), free.and(free.down(self.stride())));
        let (across, along) = (self.splitting(free, 1, self.stride()), self.splitting(free, self.stride(), 1));
        let splitting = [(lying.and(across), false), (upright.and(along), true)];
        let others = [(lying.without(across), false), (upright.without(along), true)];
        let (first, last) = if self.columns > self.rows { (1, 0) } else { (0, 1) };
        for (dominoes, splits) in [(splitting, true), (others, false)] {
            for (starts, upright) in [dominoes[first], dominoes[last]] {
                self.list_outwards(starts, upright, splits, moves);
            }
        }
        Ok(())
    }

    const COMMUTES: bool = true;

    /// Moves that may split the board; measured on boards from 4×7 to 5×7.
    fn promise(&self, domino: &Domino) -> u32 {
        if domino.splits { 3 } else { 0 }
    }

    fn split_option(&self, whole: &Cells<B>, domino: &Domino, option: &Cells<B>, parts: &mut Vec<Cells<B>>) {
        let mut free = option.bits();
        if !domino.splits {
            if several(free) {
                parts.push(*option);
            }
            return;
        }
        // Every part has a cell next to the domino, or next to such a cell that was left out as one of several ends.
        let mut ring = self.widened(self.covered(domino), whole.bits()).without(self.covered(domino));
        if ring.without(free) != B::NONE {
            ring = self.widened(ring, whole.bits()).and(free);
        }
        while ring != B::NONE {
            let part = if several(ring) { self.reached(free, ring) } else { free };
            (free, ring) = (free.without(part), ring.without(part));
            if several(part) {
                parts.push(Cells::new(part));
            }
        }
    }

    /// All sub-boards of two boxes; boards of one or two rows fall apart soon enough.
    fn stocks(&self) -> Vec<Box<dyn Blocks>> {
        let table = |(rows, columns)| Some(Box::new(sub_boards(rows, columns)?) as Box<dyn Blocks>);
        if self.rows.min(self.columns) < 3 { Vec::new() } else { self.boxes.into_iter().map_while(table).collect() }
    }

    fn stocked(&self, stock: usize, part: &Cells<B>) -> Option<u64> {
        let (rows, columns) = self.boxes[stock];
        self.number_in_box(part.bits(), rows, columns)
    }

    /// Of several cells whose only free neighbour is the same cell, one is kept: whichever of them a domino covers, the
    /// others are out of the game, and so they are when their neighbour is covered by another domino. The positions after
    /// a move are alike as well.
    fn simplify(&self, cells: &mut Cells<B>) {
        let (free, by) = (cells.bits(), self.stride());
        let (east, west) = (free.down(1).and(free), free.up(1).and(free));
        let (south, north) = (free.down(by).and(free), free.up(by).and(free));
        let two = east.and(west).or(south.and(north)).or(east.or(west).and(south.or(north)));
        let ends = east.or(west).or(south).or(north).without(two);
        // The cells with an end to the east, and so on.
        let (east, west) = (ends.down(1).and(free), ends.up(1).and(free));
        let (south, north) = (ends.down(by).and(free), ends.up(by).and(free));
        let spare_west = west.and(east).down(1);
        let spare_south = south.and(east.or(west)).up(by);
        let spare_north = north.and(east.or(west).or(south)).down(by);
        *cells = Cells::new(free.without(spare_west).without(spare_south).without(spare_north));
    }

    /// Mirroring in the centre answers every move when nothing stands in its way there.
    fn closed_form(&self, cells: &Cells<B>) -> Option<u64> {
        // A half turn that fixes no cell moves them in pairs.
        let pairs = cells.bits().count().is_multiple_of(2);
        (pairs && matches!(self.symmetry(cells.bits()), Some(Middle::Nothing))).then_some(0)
    }
}

impl<B: Bits, const BYTES: bool> PartisanHints for Cram<B, BYTES> {}

const INFO: Info = Info {
    name: "cram",
    summary: "place dominoes on a board; whoever cannot loses",
    rules: "A move places a domino on two free cells side by side, upright or lying. Both players may place it either way.",
    notation: "cram:RxC for an empty board with R rows and C columns, or the rows joined by |, . for free and # for \
               blocked cells: cram:4x5, cram:..#|...|#..",
    theorems: &[
        TheoremNote {
            statement: "On a board that a half turn keeps, with no cell of its middle free, the second player wins by answering with \
                        the half turn: all boards with both sides even.",
            literature: "M. Gardner, Cram, crosscram and quadraphage, Scientific American 230 (1974)",
        },
        TheoremNote {
            statement: "On a board that a half turn keeps, with two free cells in the middle, the first player wins by covering them: \
                        all boards with one side even and one odd.",
            literature: "M. Gardner (1974)",
        },
    ],
    examples: &["cram:4x5", "cram:5x6", "cram:6x6", "cram:..#|...|#.."],
};

impl<B: Bits, const BYTES: bool> Game for Cram<B, BYTES> {
    const INFO: Info = INFO;

    fn read(input: &Input<'_>) -> Result<(Self, Cells<B>), ParseError> {
        let board = Board::read(input)?;
        board.placed(input)
    }

    fn write(&self, cells: &Cells<B>) -> String {
        if cells.bits() == self.full {
            return format!("{}x{}", self.rows, self.columns);
        }
        self.rows(cells.bits(), '.', '#').join("|")
    }

    fn label(&self, _: &Cells<B>, domino: &Domino) -> String {
        format!("{}-{}", self.name(domino.cell()), self.name(self.other(domino)))
    }

    fn board(&self, cells: &Cells<B>) -> String {
        self.rows(cells.bits(), '.', '#').join("\n")
    }

    fn explain(&self, cells: &Cells<B>, play: Play) -> Option<Vec<Text>> {
        let theorem = self.theorem(cells, play)?;
        let pairs = half_turn_pairs(&self.rows(cells.bits(), '.', '#'))?;
        let about =
            Text::new("cells with the same letter change places under the half turn; * marks the domino in the middle");
        let mut lines = vec![theorem.reason, about];
        lines.extend(pairs.into_iter().map(|row| Text::verbatim(format!("  {row}"))));
        Some(lines)
    }

    fn drawn(&self, course: &Course<'_, Self>) -> Picture {
        let cells = course.now;
        let title = self.text(cells);
        let cell = |free: char| if free == '.' { Cell::empty() } else { Cell::gone() };
        let rows = self.rows(cells.bits(), '.', '#');
        let mut grid = Grid::new(rows.iter().map(|row| row.chars().map(cell).collect()).collect()).numbered();
        let place = |cell: u32| ((cell / self.stride()) as usize, (cell % self.stride()) as usize);
        let ends = |domino: &Domino| (place(domino.cell()), place(self.other(domino)));
        for domino in &self.offered(cells, Player::Left) {
            let (from, to) = ends(domino);
            grid = grid.span(from, to, Role::Token, self.label(cells, domino));
        }
        for made in course.made {
            let (from, to) = ends(&made.played);
            grid = grid.domino(from, to, Role::Token);
        }
        grid.picture(title, Text::new("A board with {free} free cells.").with("free", cells.bits().count()))
    }

    fn small() -> Vec<String> {
        let full = (1..=3).flat_map(|rows| (rows..=4).map(move |columns| format!("cram:{rows}x{columns}")));
        let shapes = (0..512u32).step_by(5).map(|code| {
            let cell = |at: u32| if code >> at & 1 == 1 { '#' } else { '.' };
            let row = |row: u32| (0..3).map(|column| cell(3 * row + column)).collect::<String>();
            format!("cram:{}|{}|{}", row(0), row(1), row(2))
        });
        full.chain(shapes).chain(["cram:.....".to_owned(), "cram:4x1".to_owned()]).collect()
    }
}

/// A board that a half turn keeps, every two cells that change places under the same letter; `None` when there are more
/// pairs than letters.
fn half_turn_pairs(rows: &[String]) -> Option<Vec<String>> {
    let mut cells: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    let free: Vec<(usize, usize)> = (0..cells.len())
        .flat_map(|row| (0..cells[row].len()).map(move |column| (row, column)))
        .filter(|&(row, column)| cells[row][column] == '.')
        .collect();
    let mut letters = ('a'..='z').chain('A'..='Z');
    // The half turn takes the first free cell to the last, the second to the last but one, and so on.
    for (index, &(row, column)) in free.iter().enumerate().take(free.len() / 2) {
        let (other_row, other_column) = free[free.len() - 1 - index];
        let beside = row.abs_diff(other_row) + column.abs_diff(other_column) == 1;
        let letter = if beside { '*' } else { letters.next()? };
        cells[row][column] = letter;
        cells[other_row][other_column] = letter;
    }
    let spaced = |row: Vec<char>| row.into_iter().map(String::from).collect::<Vec<_>>().join(" ");
    Some(cells.into_iter().map(spaced).collect())
}

/// A board as it was written.
struct Board {
    rows: u32,
    columns: u32,
    free: Vec<(u32, u32)>,
}

impl Board {
    fn read(input: &Input<'_>) -> Result<Self, ParseError> {
        input.no_arguments()?;
        let text = input.position.0;
        // why: what is not a size is read as a drawn board, or refused there.
        let size = |text: &str| text.parse::<u32>().ok().filter(|&side| (1..=Large::CELLS).contains(&side));
        if let Some((rows, columns)) = text.split_once('x').and_then(|(r, c)| Some((size(r)?, size(c)?))) {
            let empty = Self { rows, columns, free: Vec::new() }.checked(input)?;
            let free = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).collect();
            return Ok(Self { free, ..empty });
        }
        let help = "expected a size such as `4x5`, or rows of `.` and `#` joined by `|`";
        let lines: Vec<&str> = text.split('|').collect();
        let columns = lines[0].len();
        let mut free = Vec::new();
        for (row, line) in lines.iter().enumerate() {
            if line.is_empty() || line.len() != columns || !line.bytes().all(|byte| matches!(byte, b'.' | b'#')) {
                return Err(input.position_error("this is not a Cram board").help(help));
            }
            let cells = line.bytes().enumerate().filter(|(_, byte)| *byte == b'.');
            free.extend(cells.map(|(column, _)| (row as u32, column as u32)));
        }
        Self { rows: lines.len() as u32, columns: columns as u32, free }.checked(input)
    }

    fn bits(&self) -> u64 {
        u64::from(self.rows) * (u64::from(self.columns) + 1)
    }

    fn checked(self, input: &Input<'_>) -> Result<Self, ParseError> {
        if self.bits() > u64::from(Large::CELLS) {
            let help = Text::new("rows × (columns + 1) is at most {most}").with("most", Large::CELLS);
            return Err(input.position_error("the board is too large").help(help));
        }
        Ok(self)
    }

    fn placed<B: Bits, const BYTES: bool>(&self, input: &Input<'_>) -> Result<(Cram<B, BYTES>, Cells<B>), ParseError> {
        let (rows, columns) = (self.rows, self.columns);
        if self.bits() > u64::from(B::CELLS) || (BYTES && rows.max(columns) > 7) {
            return Err(input.position_error("the board is too large for its word"));
        }
        let rules = Cram::new(self.rows, self.columns);
        let cell = |&(row, column): &(u32, u32)| B::cell(row * rules.stride() + column);
        let bits = self.free.iter().map(cell).fold(B::NONE, B::or);
        Ok((rules, Cells::new(bits)))
    }
}

/// Reads a board into the smallest word that holds it.
pub fn read(input: &Input<'_>, _: &Catalogue) -> Result<Box<dyn Subject>, ParseError> {
    let board = Board::read(input)?;
    if board.rows <= 7 && board.columns <= 7 {
        return board.placed::<u64, true>(input).map(|(rules, cells)| equip(rules, cells));
    }
    if board.bits() <= u64::from(u64::CELLS) {
        return board.placed::<u64, false>(input).map(|(rules, cells)| equip(rules, cells));
    }
    if board.bits() <= u64::from(u128::CELLS) {
        return board.placed::<u128, false>(input).map(|(rules, cells)| equip(rules, cells));
    }
    board.placed::<Large, false>(input).map(|(rules, cells)| equip(rules, cells))
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_budget::{Budget, Limits};
    use grundy_solve::{NimberWay, Settings};

    type Bytes = Cram<u64, true>;
    type Narrow = Cram<u64, false>;
    type Wide = Cram<u128, false>;

    /// The cells of a code, row by row.
    fn place<B: Bits, const BYTES: bool>(rules: &Cram<B, BYTES>, code: usize) -> Cells<B> {
        let columns = rules.columns as usize;
        let cell = |at: usize| B::cell((at / columns) as u32 * rules.stride() + (at % columns) as u32);
        let cells = (0..rules.rows as usize * columns).filter(|at| code >> at & 1 == 1);
        Cells::new(cells.map(cell).fold(B::NONE, B::or))
    }

    /// The code of a set of cells.
    fn number<B: Bits, const BYTES: bool>(rules: &Cram<B, BYTES>, cells: Cells<B>) -> usize {
        let one = |at: &usize| cells.bits().and(place(rules, 1 << at).bits()) != B::NONE;
        (0..(rules.rows * rules.columns) as usize).filter(one).map(|at| 1 << at).sum()
    }

    fn canonical<B: Bits, const BYTES: bool>(rules: &Cram<B, BYTES>, cells: Cells<B>) -> Cells<B> {
        let mut cells = cells;
        rules.canonicalise(&mut cells);
        cells
    }

    #[test]
    fn images_under_symmetries_have_one_representative() {
        fn check<const BYTES: bool>(rules: &Cram<u64, BYTES>) {
            let place = |cells: &[(usize, usize)]| {
                let code = cells.iter().map(|(row, column)| 1 << (5 * row + column)).sum();
                canonical(rules, place(rules, code))
            };
            let corner = place(&[(0, 0), (0, 1), (1, 0)]);
            for image in [[(0, 2), (0, 3), (1, 3)], [(1, 1), (2, 1), (2, 2)], [(2, 3), (2, 4), (1, 4)]] {
                assert_eq!(place(&image), corner);
            }
            assert_eq!(place(&[(0, 4), (1, 4), (2, 4)]), place(&[(1, 0), (1, 1), (1, 2)]));
            assert_ne!(place(&[(0, 0), (0, 1), (0, 2)]), corner);
        }
        check(&Bytes::new(3, 5));
        check(&Narrow::new(3, 5));
    }

    #[test]
    fn all_layouts_agree() {
        let (bytes, narrow, wide) = (Bytes::new(4, 4), Narrow::new(4, 4), Wide::new(4, 4));
        for code in (0..1 << 16).step_by(37) {
            let all = (place(&bytes, code), place(&narrow, code), place(&wide, code));
            assert_eq!(narrow.write(&all.1), wide.write(&all.2));
            assert_eq!(narrow.write(&all.1), bytes.write(&all.0));
            let all = (canonical(&bytes, all.0), canonical(&narrow, all.1), canonical(&wide, all.2));
            assert_eq!(number(&narrow, all.1), number(&wide, all.2));
            // The order of images as numbers is that of their codes in every layout.
            assert_eq!(number(&narrow, all.1), number(&bytes, all.0));
            assert_eq!(narrow.closed_form(&all.1), wide.closed_form(&all.2));
            assert_eq!(narrow.closed_form(&all.1), bytes.closed_form(&all.0));
        }
    }

    /// The nimbers of all sub-boards of a board with twelve cells by the definition, options first.
    fn nimbers<const BYTES: bool>(rules: &Cram<u64, BYTES>) -> Vec<u64> {
        let mut nimbers = vec![0; 1 << 12];
        for code in 0..1usize << 12 {
            let (mut moves, free) = (Vec::new(), place(rules, code));
            rules.moves(&free, Player::Left, &mut moves).unwrap();
            let option = |domino: &Domino| {
                let mut option = free;
                rules.play(&mut option, domino);
                nimbers[number(rules, option)]
            };
            let options: Vec<u64> = moves.iter().map(option).collect();
            nimbers[code] = (0..).find(|nimber| !options.contains(nimber)).unwrap_or(0);
        }
        nimbers
    }

    #[test]
    fn simplifying_splitting_and_searching_keep_nimbers() {
        fn check<const BYTES: bool>(rules: &Cram<u64, BYTES>) {
            let nimbers = nimbers(rules);
            let settings = grundy_solve::Settings::default();
            let mut search = grundy_solve::NimberSearch::new(rules, &settings, true);
            for code in 0..1 << 12 {
                let mut simple = place(rules, code);
                rules.simplify(&mut simple);
                assert_eq!(nimbers[number(rules, simple)], nimbers[code], "{}", rules.write(&place(rules, code)));
                assert_eq!(search.nimber(&place(rules, code)), Ok(nimbers[code]), "{}", rules.write(&simple));
            }
        }
        check(&Bytes::new(3, 4));
        check(&Narrow::new(3, 4));
    }

    /// A part has the nimber of the sub-board whose number it gets in a box, wherever and however it stands on the board.
    #[test]
    fn parts_are_numbered_in_boxes_by_their_shape() {
        fn check<const BYTES: bool>(rules: &Cram<u64, BYTES>, rows: u32, columns: u32) {
            let small = nimbers(&Narrow::new(rows, columns));
            let settings = grundy_solve::Settings::default();
            let mut search = grundy_solve::NimberSearch::new(rules, &settings, false);
            let (mut inside, mut outside) = (0, 0);
            for code in (0..1usize << (rules.rows * rules.columns)).step_by(211) {
                let mut parts = Vec::new();
                rules.split(&place(rules, code), &mut parts);
                for part in parts {
                    let Some(number) = rules.number_in_box(part.bits(), rows, columns) else {
                        outside += 1;
                        continue;
                    };
                    inside += 1;
                    assert_eq!(search.nimber(&part), Ok(small[number as usize]), "{}", rules.write(&part));
                }
            }
            assert!(inside > 1000 && outside > 1000, "{inside} {outside}");
        }
        check(&Bytes::new(4, 5), 3, 4);
        check(&Narrow::new(4, 5), 3, 4);
        check(&Bytes::new(5, 4), 4, 3);
        check(&Narrow::new(5, 4), 4, 3);
    }

    #[test]
    fn long_searches_table_small_boards_where_memory_allows() {
        for (memory, tabled) in [(4 << 20, true), (900 << 10, false)] {
            let limits = Limits { memory: Some(memory), ..Limits::default() };
            let settings = Settings { threads: 1, budget: Budget::new(limits), ..Settings::default() };
            let rules = Bytes::new(4, 7);
            let board = equip(rules.clone(), Cells::new(rules.full));
            let mut study = board.nimbers(NimberWay::Auto, &settings);
            assert_eq!(study.nimber().map(|found| found.nimber), Ok(3));
            assert_eq!(settings.budget.memory() > 512 << 10, tabled);
            drop(study);
            assert_eq!(settings.budget.memory(), 0);
        }
    }

    /// The parts of an option, as it is and simplified, are those that are found without knowing the move.
    #[test]
    fn options_fall_into_the_same_parts() {
        fn check<const BYTES: bool>(rules: &Cram<u64, BYTES>) {
            let parts = |find: &dyn Fn(&mut Vec<Cells<u64>>)| {
                let mut parts = Vec::new();
                find(&mut parts);
                parts.sort_by_key(|part| part.bits());
                parts
            };
            for code in 0..1 << (rules.rows * rules.columns) {
                let whole = place(rules, code);
                if parts(&|parts| rules.split(&whole, parts)) != [whole] {
                    continue;
                }
                let mut moves = Vec::new();
                rules.search_moves(&whole, &mut moves).unwrap();
                for domino in &moves {
                    let mut option = whole;
                    rules.play(&mut option, domino);
                    for _ in 0..2 {
                        let quick = parts(&|parts| rules.split_option(&whole, domino, &option, parts));
                        let slow = parts(&|parts| rules.split(&option, parts));
                        assert_eq!(quick, slow, "{} {}", rules.write(&whole), rules.label(&whole, domino));
                        rules.simplify(&mut option);
                    }
                }
            }
        }
        check(&Bytes::new(3, 4));
        check(&Narrow::new(3, 4));
        check(&Narrow::new(2, 6));
        check(&Narrow::new(1, 12));
    }
}
