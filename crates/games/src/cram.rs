//! Cram: place dominoes on a board; whoever cannot loses.

use grundy_draw::{Cell, Cells as Grid, Picture, Role};
use grundy_game::{
    Game, Info, Input, Known, Outcome, ParseError, Play, Player, Rules, Text, Theorem, TheoremNote, notation,
};
use grundy_solve::{Placed, Subject};
use std::fmt::Debug;
use std::hash::Hash;
use std::num::NonZero;

/// The rules of Cram on a board with `rows` rows and `columns` columns, as bits of a word of type `B`.
///
/// Cell (r, c) is bit r·(columns + 1) + c. The column between two rows is never free, so shifting by one never carries a
/// cell into a neighbouring row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cram<B> {
    rows: u32,
    columns: u32,
    full: B,
    first_row: B,
    /// 2^16 divided by the length of a row, rounded up: multiplying is quicker than dividing.
    reciprocal: u32,
    /// Cell `n` of a set of cells 0 to 3 becomes the first cell of row `n`.
    spread: [B; 16],
}

/// The free cells of a board, kept as their bits plus one so that a table can tell an empty place from a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cells<B: Bits>(B::Store);

/// Cover a free cell, given by its bit, and the one to its right or below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Domino {
    cell: u32,
    upright: bool,
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
    /// Cells in the first but not in the second.
    fn without(self, other: Self) -> Self;
    /// Every number raised by `by`.
    fn up(self, by: u32) -> Self;
    /// Every number lowered by `by`.
    fn down(self, by: u32) -> Self;
    /// Cell `number` becomes `top - number`, for cells up to `top`.
    fn mirrored(self, top: u32) -> Self;
    /// The least number in the set.
    fn least(self) -> u32;
    /// The greatest number in the set.
    fn greatest(self) -> u32;
    /// How many cells.
    fn count(self) -> u32;
    /// The cells up to number 15, as bits.
    fn low(self) -> u32;
    /// Packs.
    fn store(self) -> Self::Store;
    /// Unpacks.
    fn load(store: Self::Store) -> Self;
}

macro_rules! bits {
    ($word:ty) => {
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
            fn without(self, other: Self) -> Self {
                self & !other
            }
            fn up(self, by: u32) -> Self {
                self << by
            }
            fn down(self, by: u32) -> Self {
                self >> by
            }
            fn mirrored(self, top: u32) -> Self {
                self.reverse_bits() >> (<$word>::BITS - 1 - top)
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
            fn store(self) -> NonZero<$word> {
                NonZero::new(self + 1).unwrap_or(NonZero::<$word>::MIN)
            }
            fn load(store: NonZero<$word>) -> Self {
                store.get() - 1
            }
        }
    };
}

bits!(u64);
bits!(u128);

impl<B: Bits> Cells<B> {
    fn new(bits: B) -> Self {
        Self(bits.store())
    }

    fn bits(self) -> B {
        B::load(self.0)
    }
}

impl<B: Bits> Cram<B> {
    /// A board that fits the word.
    fn new(rows: u32, columns: u32) -> Self {
        let mut full = B::NONE;
        for row in 0..rows {
            for column in 0..columns {
                full = full.or(B::cell(row * (columns + 1) + column));
            }
        }
        let first_row = (0..columns).map(B::cell).fold(B::NONE, B::or);
        let rows_of = |set: usize| {
            let cells = (0..4).filter(|at| set >> at & 1 == 1 && at * (columns + 1) < B::CELLS);
            cells.map(|at| B::cell(at * (columns + 1))).fold(B::NONE, B::or)
        };
        let reciprocal = (1u32 << 16).div_ceil(columns + 1);
        Self { rows, columns, full, first_row, reciprocal, spread: std::array::from_fn(rows_of) }
    }

    fn stride(&self) -> u32 {
        self.columns + 1
    }

    /// The row with the given number, in place of the first.
    fn row(&self, bits: B, row: u32) -> B {
        bits.down(row * self.stride()).and(self.first_row)
    }

    /// The row of a cell; exact because both numbers are below 128.
    fn row_of(&self, cell: u32) -> u32 {
        (cell * self.reciprocal) >> 16
    }

    /// The cells moved into the corner, and the height and width of their box.
    fn cornered(&self, bits: B) -> (B, u32, u32) {
        let top = self.row_of(bits.least());
        let height = self.row_of(bits.greatest()) - top + 1;
        let shadow = (top..top + height).fold(B::NONE, |shadow, row| shadow.or(self.row(bits, row)));
        let left = shadow.least();
        (bits.down(top * self.stride() + left), height, shadow.greatest() - left + 1)
    }

    fn turned_half(&self, bits: B, height: u32, width: u32) -> B {
        bits.mirrored((height - 1) * self.stride() + width - 1)
    }

    fn upside_down(&self, bits: B, height: u32) -> B {
        let place = |out: B, row: u32| out.or(self.row(bits, row).up((height - 1 - row) * self.stride()));
        (0..height).fold(B::NONE, place)
    }

    /// The rows of a set of the given height as columns.
    fn transposed(&self, bits: B, height: u32) -> B {
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

    /// The least of the images of a cornered set under the symmetries of its box.
    fn least_image(&self, bits: B, height: u32, width: u32) -> B {
        let flipped = self.upside_down(bits, height);
        let turned = self.turned_half(bits, height, width);
        bits.min(flipped).min(turned).min(self.turned_half(flipped, height, width))
    }

    /// The cells of `found` and their neighbours in `free`.
    fn widened(&self, found: B, free: B) -> B {
        let sideways = found.or(found.up(1)).or(found.down(1));
        sideways.or(found.up(self.stride())).or(found.down(self.stride())).and(free)
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

    /// Whether the free cells around a domino fall apart when only that ring of ten cells is looked at.
    fn may_split(&self, free: B, domino: &Domino) -> bool {
        let (cell, stride) = (domino.cell, self.stride());
        if 4 * stride > B::CELLS {
            return true;
        }
        let corner = if cell > stride { free.down(cell - stride - 1) } else { free.up(stride + 1 - cell) };
        let row = |row: u32| corner.down(row * stride).low();
        let (near, far, ends) = if domino.upright {
            let rows = [row(0), row(1), row(2), row(3)];
            let column = |at: u32| (0..4).fold(0, |bits, row| bits | (rows[row as usize] >> at & 1) << row);
            (column(0), column(2), rows[0] >> 1 & 1 | (rows[3] >> 1 & 1) << 1)
        } else {
            (row(0) & 15, row(2) & 15, row(1) & 1 | (row(1) >> 3 & 1) << 1)
        };
        MAY_SPLIT[(near | far << 4 | ends << 8) as usize]
    }

    fn other(&self, domino: &Domino) -> u32 {
        domino.cell + if domino.upright { self.stride() } else { 1 }
    }

    /// The cells of a position row by row, `.` for free ones.
    fn rows(&self, bits: B, free: char, blocked: char) -> Vec<String> {
        let cell = |row: u32, column: u32| {
            if bits.and(B::cell(row * self.stride() + column)) == B::NONE { blocked } else { free }
        };
        (0..self.rows).map(|row| (0..self.columns).map(|column| cell(row, column)).collect()).collect()
    }

    fn name(&self, cell: u32) -> String {
        format!("r{}c{}", cell / self.stride() + 1, cell % self.stride() + 1)
    }

    /// Whether the half turn about the centre of the box of `bits` keeps it, and the domino in the middle if it is free.
    fn symmetry(&self, bits: B) -> Option<Middle> {
        if bits == B::NONE {
            return Some(Middle::Nothing);
        }
        let (corner, height, width) = self.cornered(bits);
        if self.turned_half(corner, height, width) != corner {
            return None;
        }
        let shift = bits.least() - corner.least();
        let (row, column) = ((height - 1) / 2, (width - 1) / 2);
        let cell = shift + row * self.stride() + column;
        if bits.and(B::cell(cell)) == B::NONE || (height % 2 == 0 && width % 2 == 0) {
            return Some(Middle::Nothing);
        }
        if height % 2 == 1 && width % 2 == 1 {
            return Some(Middle::Cell);
        }
        Some(Middle::Domino(Domino { cell, upright: height % 2 == 0 }))
    }
}

/// Whether the free cells of a ring around a domino that touch it are in several pieces. Bits 0 to 3 are the four cells
/// along one long side, 4 to 7 those along the other, 8 and 9 the cells at the short sides between their ends.
static MAY_SPLIT: [bool; 1 << 10] = {
    /// The ring in cyclic order.
    const RING: [u32; 10] = [0, 1, 2, 3, 9, 7, 6, 5, 4, 8];
    let mut table = [false; 1 << 10];
    let mut set = 0;
    while set < table.len() {
        let (mut pieces, mut place) = (0, 0);
        while place < RING.len() {
            let free = set >> RING[place] & 1 == 1;
            let next = set >> RING[(place + 1) % 10] & 1 == 1;
            let before = set >> RING[(place + 9) % 10] & 1 == 1;
            // A piece is counted at its last cell; a corner alone does not touch the domino.
            let corner = matches!(RING[place], 0 | 3 | 4 | 7);
            if free && !next && (before || !corner) {
                pieces += 1;
            }
            place += 1;
        }
        table[set] = pieces > 1;
        set += 1;
    }
    table
};

/// Whether a set has more than one cell.
fn several<B: Bits>(set: B) -> bool {
    set != B::NONE && set != B::cell(set.least())
}

/// What a half turn keeps in place.
enum Middle {
    Nothing,
    Cell,
    Domino(Domino),
}

impl<B: Bits> Rules for Cram<B> {
    type Position = Cells<B>;
    type Move = Domino;

    fn moves(&self, cells: &Cells<B>, _: Player, moves: &mut Vec<Domino>) {
        let free = cells.bits();
        for (upright, by) in [(false, 1), (true, self.stride())] {
            let mut starts = free.and(free.down(by));
            while starts != B::NONE {
                let cell = starts.least();
                starts = starts.without(B::cell(cell));
                moves.push(Domino { cell, upright });
            }
        }
    }

    /// Moves that may split the board first: small parts are known early.
    fn search_moves(&self, cells: &Cells<B>, moves: &mut Vec<Domino>) {
        self.moves(cells, Player::Left, moves);
        let free = cells.bits();
        let mut front = 0;
        for at in 0..moves.len() {
            if self.may_split(free, &moves[at]) {
                moves.swap(front, at);
                front += 1;
            }
        }
    }

    const COMMUTES: bool = true;

    fn play(&self, cells: &mut Cells<B>, domino: &Domino) {
        let covered = B::cell(domino.cell).or(B::cell(self.other(domino)));
        *cells = Cells::new(cells.bits().without(covered));
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

    fn split_option(&self, whole: &Cells<B>, domino: &Domino, option: &Cells<B>, parts: &mut Vec<Cells<B>>) {
        if self.may_split(whole.bits(), domino) {
            self.split(option, parts);
        } else if several(option.bits()) {
            parts.push(*option);
        }
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

    /// Moved into the corner, the longer side along the longer side of the board, then the least mirror image.
    fn canonicalise(&self, cells: &mut Cells<B>) {
        if cells.bits() == B::NONE {
            return;
        }
        let (mut bits, mut height, mut width) = self.cornered(cells.bits());
        let across = if self.columns >= self.rows { height > width } else { width > height };
        if across {
            bits = self.transposed(bits, height);
            (height, width) = (width, height);
        }
        let mut least = self.least_image(bits, height, width);
        if height == width {
            least = least.min(self.least_image(self.transposed(bits, height), height, width));
        }
        *cells = Cells::new(least);
    }

    /// Mirroring in the centre answers every move when nothing stands in its way there.
    fn closed_form(&self, cells: &Cells<B>) -> Option<u64> {
        matches!(self.symmetry(cells.bits()), Some(Middle::Nothing)).then_some(0)
    }

    fn theorem(&self, cells: &Cells<B>, play: Play) -> Option<Theorem<Domino>> {
        if play == Play::Misere {
            return None;
        }
        match self.symmetry(cells.bits())? {
            Middle::Nothing => Some(Theorem {
                known: Known::Nimber(0),
                reason: Text::new("second answers every domino with its image under the half turn (symmetry)"),
                winning: Some(Vec::new()),
            }),
            Middle::Domino(domino) => Some(Theorem {
                known: Known::Outcome(Outcome::First),
                reason: Text::new("first takes the middle, {domino}, and then answers by the half turn (symmetry)")
                    .with("domino", self.label(cells, &domino)),
                winning: None,
            }),
            Middle::Cell => None,
        }
    }

    /// How many moves there are: fewer than that in every option, and fewest where the dominoes stand in the way.
    fn effort(&self, cells: &Cells<B>) -> u32 {
        let free = cells.bits();
        free.and(free.down(1)).count() + free.and(free.down(self.stride())).count()
    }
}

const INFO: Info = Info {
    name: "cram",
    summary: "place dominoes on a board; whoever cannot loses",
    rules: "A move places a domino on two free cells side by side, upright or lying. Both players may place it either way.",
    notation: "cram:RxC for an empty board with R rows and C columns, or the rows joined by |, . for free and # for \
               blocked cells: cram:4x5, cram:..#|...|#..",
    theorems: &[
        TheoremNote {
            statement: "On a board that a half turn keeps, with no cell of its middle free, second wins by answering with \
                        the half turn: all boards with both sides even.",
            literature: "M. Gardner, Cram, crosscram and quadraphage, Scientific American 230 (1974)",
        },
        TheoremNote {
            statement: "On a board that a half turn keeps, with two free cells in the middle, first wins by covering them: \
                        all boards with one side even and one odd.",
            literature: "M. Gardner (1974)",
        },
    ],
    examples: &["cram:4x5", "cram:5x6", "cram:6x6", "cram:..#|...|#.."],
};

impl<B: Bits> Game for Cram<B> {
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
        format!("{}-{}", self.name(domino.cell), self.name(self.other(domino)))
    }

    fn board(&self, cells: &Cells<B>) -> String {
        self.rows(cells.bits(), '.', '#').join("\n")
    }

    fn picture(&self, cells: &Cells<B>) -> Picture {
        let title = notation::write("cram", None, &self.write(cells));
        let mut moves = Vec::new();
        self.moves(cells, Player::Left, &mut moves);
        let cell = |free: char| if free == '.' { Cell::empty() } else { Cell::gone() };
        let rows = self.rows(cells.bits(), '.', '#');
        let mut grid = Grid::new(rows.iter().map(|row| row.chars().map(cell).collect()).collect()).numbered();
        for domino in &moves {
            let place = |cell: u32| ((cell / self.stride()) as usize, (cell % self.stride()) as usize);
            let (from, to) = (place(domino.cell), place(self.other(domino)));
            grid = grid.span(from, to, Role::Token, self.label(cells, domino));
        }
        grid.picture(title, format!("A board with {} free cells.", cells.bits().count()))
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
        let size = |text: &str| text.parse::<u32>().ok().filter(|&side| (1..=u128::CELLS).contains(&side));
        if let Some((rows, columns)) = text.split_once('x').and_then(|(r, c)| Some((size(r)?, size(c)?))) {
            let free = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).collect();
            return Self { rows, columns, free }.checked(input);
        }
        let help = "expected a size such as `4x5`, or rows of `.` and `#` joined by `|`";
        let lines: Vec<&str> = text.split('|').collect();
        let columns = lines[0].len();
        let mut free = Vec::new();
        for (row, line) in lines.iter().enumerate() {
            if line.is_empty() || line.len() != columns || !line.bytes().all(|byte| matches!(byte, b'.' | b'#')) {
                return Err(input.position_error("this is no Cram board").help(help));
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
        if self.bits() > u64::from(u128::CELLS) {
            return Err(input.position_error("the board is too large").help("rows × (columns + 1) is at most 127"));
        }
        Ok(self)
    }

    fn placed<B: Bits>(&self, input: &Input<'_>) -> Result<(Cram<B>, Cells<B>), ParseError> {
        if self.bits() > u64::from(B::CELLS) {
            return Err(input.position_error("the board is too large for its word"));
        }
        let rules = Cram::new(self.rows, self.columns);
        let cell = |&(row, column): &(u32, u32)| B::cell(row * rules.stride() + column);
        let bits = self.free.iter().map(cell).fold(B::NONE, B::or);
        Ok((rules, Cells::new(bits)))
    }
}

/// Reads a board into the smallest word that holds it.
pub fn read(input: &Input<'_>) -> Result<Box<dyn Subject>, ParseError> {
    let board = Board::read(input)?;
    if board.bits() <= u64::from(u64::CELLS) {
        return board.placed::<u64>(input).map(|(rules, cells)| Placed::boxed(rules, cells));
    }
    board.placed::<u128>(input).map(|(rules, cells)| Placed::boxed(rules, cells))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_under_symmetries_have_one_representative() {
        let rules = Cram::<u64>::new(3, 5);
        let place = |cells: &[(u32, u32)]| {
            let mut cells = Cells::new(cells.iter().map(|(r, c)| u64::cell(r * 6 + c)).fold(0, u64::or));
            rules.canonicalise(&mut cells);
            cells
        };
        let corner = place(&[(0, 0), (0, 1), (1, 0)]);
        for image in [[(0, 2), (0, 3), (1, 3)], [(1, 1), (2, 1), (2, 2)], [(2, 3), (2, 4), (1, 4)]] {
            assert_eq!(place(&image), corner);
        }
        assert_eq!(place(&[(0, 4), (1, 4), (2, 4)]), place(&[(1, 0), (1, 1), (1, 2)]));
        assert_ne!(place(&[(0, 0), (0, 1), (0, 2)]), corner);
    }

    #[test]
    fn both_words_agree() {
        let narrow = Cram::<u64>::new(4, 4);
        let wide = Cram::<u128>::new(4, 4);
        for code in (0..1u64 << 16).step_by(37) {
            let bits = (0..16).filter(|at| code >> at & 1 == 1).map(|at| at / 4 * 5 + at % 4);
            let mut small = Cells::new(bits.clone().map(u64::cell).fold(0, u64::or));
            let mut large = Cells::new(bits.map(u128::cell).fold(0, u128::or));
            assert_eq!(narrow.write(&small), wide.write(&large));
            narrow.canonicalise(&mut small);
            wide.canonicalise(&mut large);
            assert_eq!(u128::from(small.bits()), large.bits());
            assert_eq!(narrow.closed_form(&small), wide.closed_form(&large));
        }
    }

    /// The nimbers of all boards of 3 by 4 by the definition, options first.
    fn nimbers(rules: &Cram<u64>) -> Vec<u64> {
        let mut nimbers = vec![0; 1 << 12];
        for code in 0..1usize << 12 {
            let (mut moves, free) = (Vec::new(), board(code));
            rules.moves(&free, Player::Left, &mut moves);
            let option = |domino: &Domino| {
                let mut option = free;
                rules.play(&mut option, domino);
                nimbers[number(option)]
            };
            let options: Vec<u64> = moves.iter().map(option).collect();
            nimbers[code] = (0..).find(|nimber| !options.contains(nimber)).unwrap_or(0);
        }
        nimbers
    }

    fn board(code: usize) -> Cells<u64> {
        Cells::new((0..12).filter(|at| code >> at & 1 == 1).map(|at| u64::cell(at / 4 * 5 + at % 4)).fold(0, u64::or))
    }

    fn number(cells: Cells<u64>) -> usize {
        (0..12).filter(|at| cells.bits().and(u64::cell(at / 4 * 5 + at % 4)) != 0).map(|at| 1 << at).sum()
    }

    #[test]
    fn simplifying_splitting_and_searching_keep_nimbers() {
        let rules = Cram::<u64>::new(3, 4);
        let nimbers = nimbers(&rules);
        let engine = grundy_solve::Engine::default();
        let mut search = grundy_solve::NimberSearch::new(&rules, &engine, true);
        for code in 0..1 << 12 {
            let mut simple = board(code);
            rules.simplify(&mut simple);
            assert_eq!(nimbers[number(simple)], nimbers[code], "{}", rules.write(&board(code)));
            assert_eq!(search.nimber(&board(code)), Ok(nimbers[code]), "{}", rules.write(&board(code)));
        }
    }

    #[test]
    fn moves_that_cannot_split_do_not() {
        let rules = Cram::<u64>::new(3, 4);
        for code in 0..1 << 12 {
            let whole = board(code);
            let (mut moves, mut parts) = (Vec::new(), Vec::new());
            rules.search_moves(&whole, &mut moves);
            rules.split(&whole, &mut parts);
            if parts.len() != 1 || parts[0] != whole {
                continue;
            }
            for domino in &moves {
                let mut option = whole;
                rules.play(&mut option, domino);
                let (mut quick, mut slow) = (Vec::new(), Vec::new());
                rules.split_option(&whole, domino, &option, &mut quick);
                rules.split(&option, &mut slow);
                assert_eq!(quick, slow, "{} {}", rules.write(&whole), rules.label(&whole, domino));
            }
        }
    }
}
