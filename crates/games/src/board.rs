//! Boards as bit sets: what games on rectangles of cells share.
//!
//! A [`Board`] has up to 128 bits a layer, one row after the other with one empty guard column between rows, so neighbours
//! are found by shifts without masks. A game says which symbol stands for which layer; a cell in no layer is whatever the
//! game calls a blocked or useless cell.

use grundy_draw::{Cell, CellKind, Cells, Gesture, Role};
use grundy_game::{Course, Game, Input, ParseError, Player, Text};
use std::collections::HashMap;

/// A board with `K` disjoint layers of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board<const K: usize> {
    /// Height.
    pub rows: u8,
    /// Width.
    pub columns: u8,
    /// The cells of each layer.
    pub layers: [u128; K],
}

/// Most columns: a shift by a row and a cell must stay below 128.
pub const WIDEST: usize = 120;

/// A cell that a symbol stands for: its layer, or none.
pub type Symbol = (char, Option<usize>);

impl<const K: usize> Board<K> {
    /// An empty board, if its cells and guards fit into 128 bits.
    pub fn new(rows: usize, columns: usize) -> Option<Self> {
        let fits = rows > 0 && columns > 0 && rows <= 64 && columns <= WIDEST && rows * (columns + 1) <= 128;
        fits.then_some(Self { rows: rows as u8, columns: columns as u8, layers: [0; K] })
    }

    /// Bits from one row to the next.
    #[inline]
    pub fn stride(&self) -> u32 {
        u32::from(self.columns) + 1
    }

    /// The number of the bit of a cell.
    #[inline]
    pub fn bit(&self, row: usize, column: usize) -> u32 {
        row as u32 * self.stride() + column as u32
    }

    /// The row and column of a bit.
    #[inline]
    pub fn place(&self, bit: u32) -> (usize, usize) {
        ((bit / self.stride()) as usize, (bit % self.stride()) as usize)
    }

    /// All cells of the board.
    pub fn all(&self) -> u128 {
        let row = low_bits(u32::from(self.columns));
        (0..u32::from(self.rows)).fold(0, |all, at| all | row << (at * self.stride()))
    }

    /// The cells in some layer.
    #[inline]
    pub fn filled(&self) -> u128 {
        self.layers.iter().fold(0, |union, layer| union | layer)
    }

    /// The board with every layer cut down to the given cells.
    #[inline]
    #[must_use]
    pub fn only(&self, cells: u128) -> Self {
        Self { layers: self.layers.map(|layer| layer & cells), ..*self }
    }

    /// The name of a cell: its column as a letter, its row as a number, from the top left.
    pub fn cell_name(&self, bit: u32) -> String {
        let (row, column) = self.place(bit);
        format!("{}{}", column_name(column), row + 1)
    }

    /// Cuts off border rows and columns without filled cells. An empty board becomes 1×1.
    pub fn trim(&mut self) {
        let filled = self.filled();
        if filled == 0 {
            (self.rows, self.columns) = (1, 1);
            return;
        }
        let stride = self.stride();
        let top = filled.trailing_zeros() / stride;
        let bottom = filled.ilog2() / stride;
        let row_mask = low_bits(stride);
        let mut shadow = 0;
        for row in top..=bottom {
            shadow |= filled >> (row * stride) & row_mask;
        }
        let left = shadow.trailing_zeros();
        let columns = 128 - shadow.leading_zeros() - left;
        if left == 0 && columns == u32::from(self.columns) {
            for layer in &mut self.layers {
                *layer >>= top * stride;
            }
        } else {
            let mask = low_bits(columns);
            for layer in &mut self.layers {
                let mut kept = 0;
                for row in top..=bottom {
                    kept |= (*layer >> (row * stride + left) & mask) << ((row - top) * (columns + 1));
                }
                *layer = kept;
            }
        }
        (self.rows, self.columns) = ((bottom - top + 1) as u8, columns as u8);
    }

    /// The board turned by half a turn.
    #[inline]
    #[must_use]
    pub fn turned(&self) -> Self {
        let unused = 129 - u32::from(self.rows) * self.stride();
        Self { layers: self.layers.map(|layer| layer.reverse_bits() >> unused), ..*self }
    }

    /// The board with every row reversed.
    #[inline]
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let stride = self.stride();
        let mask = low_bits(u32::from(self.columns));
        let unused = 128 - u32::from(self.columns);
        let mirror = |layer: u128| {
            let mut image = 0;
            let mut at = 0;
            while at < 128 && layer >> at != 0 {
                image |= (layer >> at & mask).reverse_bits() >> unused << at;
                at += stride;
            }
            image
        };
        Self { layers: self.layers.map(mirror), ..*self }
    }

    /// The board with rows and columns exchanged; `None` when that does not fit.
    #[inline]
    #[must_use]
    pub fn transposed(&self) -> Option<Self> {
        let mut image = Self::new(usize::from(self.columns), usize::from(self.rows))?;
        let (stride, turned) = (self.stride(), image.stride());
        let mask = low_bits(u32::from(self.columns));
        for (from, to) in self.layers.iter().zip(&mut image.layers) {
            let (mut rest, mut row) = (*from, 0);
            while rest != 0 {
                let mut cells = rest & mask;
                while cells != 0 {
                    *to |= 1 << (cells.trailing_zeros() * turned + row);
                    cells &= cells - 1;
                }
                // why: a shift past the width leaves no cell.
                rest = rest.checked_shr(stride).unwrap_or(0);
                row += 1;
            }
        }
        Some(image)
    }

    /// The four images under reflection in the axes.
    #[inline]
    pub fn images(&self) -> [Self; 4] {
        let mirrored = self.mirrored();
        [*self, self.turned(), mirrored, mirrored.turned()]
    }

    /// The least of the four images.
    #[inline]
    #[must_use]
    pub fn least_image(&self) -> Self {
        self.images().into_iter().min().unwrap_or(*self)
    }

    /// The least of all eight images; wide boards before tall ones.
    #[must_use]
    pub fn least_of_eight(&self) -> Self {
        if self.rows < self.columns {
            return self.least_image();
        }
        match self.transposed() {
            Some(image) if self.rows > self.columns => image.least_image(),
            Some(image) => image.least_image().min(self.least_image()),
            None => self.least_image(),
        }
    }

    /// Replaces the board by the least of its eight images and of those with two layers exchanged; returns whether
    /// they were.
    pub fn least_up_to_swap(&mut self, a: usize, b: usize) -> bool {
        let plain = self.least_of_eight();
        self.layers.swap(a, b);
        let swapped = self.least_of_eight();
        *self = plain.min(swapped);
        swapped < plain
    }

    /// The cells of `within` that are joined to `seed` by steps to neighbours; diagonal steps too when `diagonal`.
    #[inline]
    pub fn connected(&self, seed: u128, within: u128, diagonal: bool) -> u128 {
        let mut found = seed;
        loop {
            let wider = (found | self.beside(found, diagonal)) & within;
            if wider == found {
                return found;
            }
            found = wider;
        }
    }

    /// The neighbours of some cells, guards among them.
    #[inline]
    pub fn beside(&self, cells: u128, diagonal: bool) -> u128 {
        let stride = self.stride();
        let line = cells << 1 | cells >> 1;
        let base = if diagonal { line | cells } else { cells };
        line | base << stride | base >> stride
    }
}

/// The lowest `count` bits.
#[inline]
pub fn low_bits(count: u32) -> u128 {
    if count >= 128 { u128::MAX } else { (1 << count) - 1 }
}

/// The numbers of the bits of a set.
pub fn bits(mut set: u128) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros();
            set &= set - 1;
            bit
        })
    })
}

/// Columns are a, b, …, z, aa, ab, ….
fn column_name(column: usize) -> String {
    let letter = |index: usize| char::from(b'a' + index as u8);
    if column < 26 { letter(column).into() } else { format!("{}{}", letter(column / 26 - 1), letter(column % 26)) }
}

/// Reads a board drawn with `|` between rows, or `RxC`, which `start` fills.
pub fn read<const K: usize>(
    input: &Input<'_>,
    symbols: &[Symbol],
    start: impl FnOnce(&mut Board<K>),
) -> Result<Board<K>, ParseError> {
    input.no_arguments()?;
    let text = input.position.0;
    if text.is_empty() {
        return Err(input.position_error("the board is missing").help(expected(symbols)));
    }
    if let Some(mut board) = read_size(input, text)? {
        start(&mut board);
        return Ok(board);
    }
    read_rows(input, symbols)
}

/// Reads a board of a given size drawn with `|` between rows; an empty text is the board without filled cells.
pub fn read_sized<const K: usize>(
    input: &Input<'_>,
    symbols: &[Symbol],
    rows: usize,
    columns: usize,
) -> Result<Board<K>, ParseError> {
    if input.position.0.is_empty() {
        return Board::new(rows, columns).ok_or_else(|| too_large(input, rows, columns));
    }
    let board = read_rows(input, symbols)?;
    if (usize::from(board.rows), usize::from(board.columns)) != (rows, columns) {
        let size = |rows, columns| format!("{rows}x{columns}");
        let problem = Text::new("the board is {drawn}, and {wanted} is expected")
            .with("drawn", size(usize::from(board.rows), usize::from(board.columns)))
            .with("wanted", size(rows, columns));
        return Err(input.position_error(problem));
    }
    Ok(board)
}

/// Reads a board drawn with `|` between rows.
pub fn read_rows<const K: usize>(input: &Input<'_>, symbols: &[Symbol]) -> Result<Board<K>, ParseError> {
    let text = input.position.0;
    let rows: Vec<&str> = text.split('|').collect();
    let columns = rows[0].chars().count();
    let Some(mut board) = Board::<K>::new(rows.len(), columns) else {
        if columns == 0 {
            return Err(input.error(0, 0, "the first row is empty").help(expected(symbols)));
        }
        return Err(too_large(input, rows.len(), columns));
    };
    let mut offset = 0;
    for (row, cells) in rows.iter().enumerate() {
        let length = cells.chars().count();
        if length != columns {
            let problem = Text::new("row {row} has {length} cells, the first has {columns}")
                .with("row", row + 1)
                .with("length", length)
                .with("columns", columns);
            return Err(input.error(offset, cells.len(), problem).help("all rows must have the same length"));
        }
        for (column, (at, symbol)) in cells.char_indices().enumerate() {
            let Some(&(_, layer)) = symbols.iter().find(|(known, _)| *known == symbol) else {
                let problem = Text::new("`{symbol}` is not a cell of this board").with("symbol", symbol);
                return Err(input.error(offset + at, symbol.len_utf8(), problem).help(expected(symbols)));
            };
            if let Some(layer) = layer {
                board.layers[layer] |= 1 << board.bit(row, column);
            }
        }
        offset += cells.len() + 1;
    }
    Ok(board)
}

fn expected(symbols: &[Symbol]) -> Text {
    let list: Vec<String> = symbols.iter().map(|(symbol, _)| format!("`{symbol}`")).collect();
    Text::new("expected a size such as 3x4, or rows joined by `|` of the symbols {symbols}")
        .with("symbols", list.join(" "))
}

fn too_large(input: &Input<'_>, rows: usize, columns: usize) -> ParseError {
    let problem = Text::new("a board of {size} is too large").with("size", format!("{rows}x{columns}"));
    input.position_error(problem).help("rows × (columns + 1) may be at most 128, such as 10x11 or 1x120")
}

/// The board when the text is `RxC`.
fn read_size<const K: usize>(input: &Input<'_>, text: &str) -> Result<Option<Board<K>>, ParseError> {
    if !text.starts_with(|c: char| c.is_ascii_digit()) {
        return Ok(None);
    }
    let parsed = text.split_once(['x', 'X']).map(|(rows, columns)| (rows.parse(), columns.parse()));
    let Some((Ok(rows), Ok(columns))) = parsed else {
        return Err(input
            .position_error("this is not the size of a board")
            .help("expected rows x columns, such as 3x4"));
    };
    if rows == 0 || columns == 0 {
        return Err(input.position_error("the board has no cells").help("expected a size from 1x1 on"));
    }
    Board::new(rows, columns).map(Some).ok_or_else(|| too_large(input, rows, columns))
}

/// Writes a board as [`read`] reads it: the first symbol of each layer, and `none` for cells in no layer.
pub fn write<const K: usize>(board: &Board<K>, symbols: [char; K], none: char) -> String {
    let mut text = String::new();
    for row in 0..usize::from(board.rows) {
        if row > 0 {
            text.push('|');
        }
        for column in 0..usize::from(board.columns) {
            let bit = board.bit(row, column);
            let layer = board.layers.iter().position(|layer| layer >> bit & 1 == 1);
            text.push(layer.map_or(none, |layer| symbols[layer]));
        }
    }
    text
}

/// The board as a grid to draw; `cell` says how each cell looks.
pub fn cells<const K: usize>(board: &Board<K>, cell: impl Fn(u32) -> Cell) -> Cells {
    let keyed = |bit: u32| {
        let cell = cell(bit);
        if cell.key.is_empty() { cell.key(board.cell_name(bit)) } else { cell }
    };
    let row = |row| (0..usize::from(board.columns)).map(|column| keyed(board.bit(row, column))).collect();
    let rows = (0..usize::from(board.rows)).map(row).collect();
    let names = (0..usize::from(board.rows)).map(|row| (row + 1).to_string());
    Cells::new(rows).named(names, (0..usize::from(board.columns)).map(column_name))
}

/// How a move is made on a board of stones.
pub struct Way {
    /// The cells to click, in order.
    pub path: Vec<u32>,
    /// Where the stone that moves stands, and where it goes.
    pub slide: (u32, u32),
    /// The cells whose stones are taken.
    pub takes: u128,
    /// The cell that is blocked for good.
    pub blocks: Option<u32>,
}

impl Way {
    /// A stone goes from one cell to another, which are clicked one after the other.
    pub fn slide(from: u32, to: u32) -> Self {
        Self { path: vec![from, to], slide: (from, to), takes: 0, blocks: None }
    }
}

/// The look of stones of Left and of Right.
const STONES: [Role; 2] = [Role::Left, Role::Right];

/// The letters on stones of Left and of Right and on blocked cells, as they are written.
pub const LETTERS: [&str; 3] = ["x", "o", "#"];

/// A board with stones of Left in the first layer, of Right in the second and, where there is a third, the free cells in
/// it, as a grid to draw; `way` says how a move is made. Stones keep their keys when they move. Blocked cells without a
/// letter are no cells at all.
pub fn stones<G, const K: usize>(
    game: &G,
    course: &Course<'_, G>,
    glyphs: [&str; 3],
    way: impl Fn(&Board<K>, &G::Move) -> Way,
) -> Cells
where
    G: Game<Position = Board<K>>,
{
    let board = course.now;
    let named = |cell: u32, layer: usize| (cell, format!("{}@{}", glyphs[layer], board.cell_name(cell)));
    let mut keys: HashMap<u32, String> = [0, 1]
        .into_iter()
        .flat_map(|layer| bits(course.start.layers[layer]).map(move |cell| named(cell, layer)))
        .collect();
    let mut shot = 0u128;
    let mut position = *course.start;
    for made in course.made {
        let Way { slide: (from, to), takes, blocks, .. } = way(&position, &made.played);
        bits(takes).for_each(|cell| drop(keys.remove(&cell)));
        if let Some(key) = keys.remove(&from) {
            keys.insert(to, key);
        }
        shot |= blocks.map_or(0, |cell| 1 << cell);
        game.play(&mut position, &made.played);
    }
    let mut grid = cells(board, |bit| {
        let has = |layer: usize| board.layers.get(layer).is_some_and(|layer| layer >> bit & 1 == 1);
        match (0..2).find(|&layer| has(layer)) {
            Some(layer) => {
                let key = keys.get(&bit).cloned().unwrap_or_default();
                Cell::new(CellKind::Piece, STONES[layer]).glyph(glyphs[layer]).piece(key)
            }
            None if K < 3 || has(2) => Cell::empty(),
            None if shot >> bit & 1 == 1 => {
                Cell::new(CellKind::Flat, Role::Muted).glyph("×").key(format!("×{}", board.cell_name(bit)))
            }
            None if glyphs[2].is_empty() => Cell::new(CellKind::Blank, Role::Faint),
            None => Cell::gone().glyph(glyphs[2]),
        }
    });
    for played in Player::BOTH.into_iter().flat_map(|player| game.offered(board, player)) {
        let Way { path, slide: (from, _), takes, blocks } = way(board, &played);
        let taken = bits(takes).filter_map(|cell| keys.get(&cell).cloned());
        let blocked = blocks.map(|cell| board.cell_name(cell));
        let gesture = Gesture::new(game.label(board, &played), path.into_iter().map(|cell| board.cell_name(cell)));
        grid = grid.gesture(gesture.takes(taken.chain(blocked)).slides(keys.get(&from).cloned()));
    }
    grid
}

/// A piece goes from one cell to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Where it stood.
    pub from: u8,
    /// Where it stands then.
    pub to: u8,
}

impl Step {
    /// A step between two bits.
    pub fn new(from: u32, to: u32) -> Self {
        Self { from: from as u8, to: to as u8 }
    }

    /// The names of both cells.
    pub fn name<const K: usize>(self, board: &Board<K>) -> String {
        format!("{}-{}", board.cell_name(u32::from(self.from)), board.cell_name(u32::from(self.to)))
    }

    /// Carries a piece of the given layer.
    pub fn carry<const K: usize>(self, board: &mut Board<K>, layer: usize) {
        board.layers[layer] = board.layers[layer] & !(1 << self.from) | 1 << self.to;
    }
}

/// All boards of at most `limit` cells with the given symbols in every cell, in the notation of `name`.
pub fn small(name: &str, symbols: &[char], limit: usize) -> Vec<String> {
    let mut all = Vec::new();
    for rows in 1..=limit {
        for columns in 1..=limit / rows {
            let mut texts = vec![String::new()];
            for cell in 0..rows * columns {
                let bar = if cell > 0 && cell % columns == 0 { "|" } else { "" };
                texts = texts.iter().flat_map(|text| symbols.iter().map(move |c| format!("{text}{bar}{c}"))).collect();
            }
            all.extend(texts.into_iter().map(|text| format!("{name}:{text}")));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn boards() -> impl Strategy<Value = Board<2>> {
        (1usize..8, 1usize..9, any::<u128>(), any::<u128>()).prop_map(|(rows, columns, a, b)| {
            let mut board = Board::<2>::new(rows, columns).unwrap();
            let all = board.all();
            board.layers = [a & all, b & all & !a];
            board
        })
    }

    proptest! {
        #[test]
        fn images_are_involutions_and_share_their_least(board in boards()) {
            prop_assert_eq!(board.turned().turned(), board);
            prop_assert_eq!(board.mirrored().mirrored(), board);
            prop_assert_eq!(board.transposed().unwrap().transposed().unwrap(), board);
            let least = board.least_of_eight();
            for image in board.images().into_iter().chain(board.transposed().unwrap().images()) {
                prop_assert_eq!(image.least_of_eight(), least);
            }
        }

        #[test]
        fn trimming_keeps_the_cells(board in boards()) {
            let mut trimmed = board;
            trimmed.trim();
            for layer in 0..2 {
                prop_assert_eq!(trimmed.layers[layer].count_ones(), board.layers[layer].count_ones());
            }
            let mut again = trimmed;
            again.trim();
            prop_assert_eq!(again, trimmed);
            let text = write(&trimmed, ['x', 'o'], '.');
            prop_assert!(board.filled() == 0 || write(&board, ['x', 'o'], '.').contains(text.split('|').next().unwrap()));
        }
    }
}
