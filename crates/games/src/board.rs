//! Boards as bit sets: what games on rectangles of cells share.
//!
//! A [`Board`] has a bit for each cell in each layer, one row after the other with one empty guard column between rows, so
//! neighbours are found by shifts without masks. The bits are a machine word where they fit and a slice of words where they do
//! not ([`Set`]). A game says which symbol stands for which layer; a cell in no layer is whatever the game calls a blocked or
//! useless cell.

mod set;

pub use self::set::{Grown, Set, bits};
use crate::Catalogue;
use grundy_budget::pulse;
use grundy_draw::{Cell, CellKind, Cells, Gesture, Role};
use grundy_game::{Course, Game, Input, ParseError, Player, Text};
use grundy_solve::{Subject, equip, lend};
use std::cmp::Ordering;
use std::collections::HashMap;

/// A board with `K` disjoint layers of cells, each a set of the type `S`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board<const K: usize, S = u128> {
    /// Height.
    pub rows: u16,
    /// Width.
    pub columns: u16,
    /// The cells of each layer.
    pub layers: [S; K],
}

/// The number of a cell's bit, as moves keep it.
pub type Place = u16;

/// A cell that a symbol stands for: its layer, or none.
pub type Symbol = (char, Option<usize>);

impl<const K: usize, S: Set> Board<K, S> {
    /// An empty board, if its cells and guards fit into a set. A shift by a row and a cell must stay within it too.
    pub fn new(rows: usize, columns: usize) -> Option<Self> {
        let most = S::MOST as usize;
        let fits = rows > 0 && columns > 0 && rows <= most / 2 && columns <= most - 8;
        (fits && rows * (columns + 1) <= most).then(|| Self {
            rows: rows as u16,
            columns: columns as u16,
            layers: std::array::from_fn(|_| S::default()),
        })
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
    pub fn all(&self) -> S {
        let row = S::low(u32::from(self.columns));
        (0..u32::from(self.rows)).fold(S::default(), |all, at| all.or(&row.up(at * self.stride())))
    }

    /// The cells in some layer.
    #[inline]
    pub fn filled(&self) -> S {
        self.layers.iter().fold(S::default(), |union, layer| union.or(layer))
    }

    /// The board with every layer cut down to the given cells.
    #[inline]
    #[must_use]
    pub fn only(&self, cells: &S) -> Self {
        self.with_layers(|layer| layer.and(cells))
    }

    /// The board with every layer changed.
    #[inline]
    fn with_layers(&self, change: impl Fn(&S) -> S) -> Self {
        Self { rows: self.rows, columns: self.columns, layers: std::array::from_fn(|at| change(&self.layers[at])) }
    }

    /// Bytes that a stored board takes.
    #[inline]
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + self.layers.iter().map(Set::outside).sum::<usize>()
    }

    /// The whole board in two words, if it fits: its height and width, then one layer after the other.
    #[inline]
    pub fn packed(&self) -> Option<[u64; 2]> {
        let bits = u32::from(self.rows) * self.stride();
        if self.rows > 255 || self.columns > 255 || bits > u64::BITS || K as u32 * bits > 112 {
            return None;
        }
        let layers = self.layers.iter().fold(0u128, |all, layer| all << bits | u128::from(layer.low_word()));
        let all = layers << 16 | u128::from(self.rows) << 8 | u128::from(self.columns);
        Some([all as u64, (all >> 64) as u64])
    }

    /// The name of a cell: its column as a letter, its row as a number, from the top left.
    pub fn cell_name(&self, bit: impl Into<u32>) -> String {
        let (row, column) = self.place(bit.into());
        name_of_cell(row, column)
    }

    /// Cuts off border rows and columns without filled cells. An empty board becomes 1×1.
    pub fn trim(&mut self) {
        if self.rows == 1 {
            return self.trim_strip();
        }
        if let Some(images) = WordImages::of(self) {
            let mut words = self.words();
            let (rows, columns) = images.trim(&mut words);
            (self.rows, self.columns) = (rows as u16, columns as u16);
            self.layers = words.map(S::of_word);
            return;
        }
        let filled = self.filled();
        let (Some(low), Some(high)) = (filled.lowest(), filled.highest()) else {
            (self.rows, self.columns) = (1, 1);
            return;
        };
        let stride = self.stride();
        let (top, bottom) = (low / stride, high / stride);
        let rows = (top..=bottom).map(|row| filled.down(row * stride));
        let shadow = rows.fold(S::default(), |shadow, row| shadow.or(&row)).and(&S::low(stride));
        let (Some(left), Some(right)) = (shadow.lowest(), shadow.highest()) else { return };
        let columns = right - left + 1;
        if left == 0 && columns == u32::from(self.columns) {
            if top > 0 {
                *self = self.with_layers(|layer| layer.down(top * stride));
            }
        } else {
            let mask = S::low(columns);
            *self = self.with_layers(|layer| {
                let row = |row: u32| layer.down(row * stride + left).and(&mask).up((row - top) * (columns + 1));
                (top..=bottom).fold(S::default(), |kept, at| kept.or(&row(at)))
            });
        }
        (self.rows, self.columns) = ((bottom - top + 1) as u16, columns as u16);
    }

    fn trim_strip(&mut self) {
        let low = self.layers.iter().filter_map(Set::lowest).min();
        let high = self.layers.iter().filter_map(Set::highest).max();
        self.columns = match low.zip(high) {
            None => 1,
            Some((low, high)) => {
                if low > 0 {
                    *self = self.with_layers(|layer| layer.down(low));
                }
                (high - low + 1) as u16
            }
        };
    }

    /// The board turned by half a turn.
    #[inline]
    #[must_use]
    pub fn turned(&self) -> Self {
        let cells = u32::from(self.rows) * self.stride() - 1;
        self.with_layers(|layer| layer.reversed(cells))
    }

    /// The board with every row reversed.
    #[inline]
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let columns = u32::from(self.columns);
        if self.rows == 1 {
            return self.with_layers(|layer| layer.reversed(columns));
        }
        let (stride, mask) = (self.stride(), S::low(columns));
        self.with_layers(|layer| {
            let Some(high) = layer.highest() else { return S::default() };
            let row = |row: u32| layer.down(row * stride).and(&mask).reversed(columns).up(row * stride);
            (0..=high / stride).fold(S::default(), |image, at| image.or(&row(at)))
        })
    }

    /// The board with rows and columns exchanged; `None` when that does not fit.
    #[inline]
    #[must_use]
    pub fn transposed(&self) -> Option<Self> {
        if self.rows >= self.columns
            && let Some(images) = WordImages::of(self).and_then(|images| images.squared())
        {
            let (from, to) = (self.stride(), images.stride);
            let layers =
                self.words().map(|word| S::of_word(images.transposed(spaced(word, self.rows.into(), from, to))));
            return Some(Self { rows: self.columns, columns: self.rows, layers });
        }
        let mut image = Self::new(usize::from(self.columns), usize::from(self.rows))?;
        let (stride, turned) = (self.stride(), image.stride());
        let mask = S::low(u32::from(self.columns));
        for (from, to) in self.layers.iter().zip(&mut image.layers) {
            let Some(high) = from.highest() else { continue };
            for row in 0..=high / stride {
                for column in bits(from.down(row * stride).and(&mask)) {
                    to.insert(column * turned + row);
                }
            }
        }
        Some(image)
    }

    /// The four images under reflection in the axes.
    #[inline]
    pub fn images(&self) -> [Self; 4] {
        let mirrored = self.mirrored();
        [self.clone(), self.turned(), mirrored.turned(), mirrored]
    }

    /// The least of the four images.
    #[inline]
    #[must_use]
    pub fn least_image(&self) -> Self {
        if self.rows == 1 {
            return self.mirrored().min(self.clone());
        }
        if let Some(images) = WordImages::of(self) {
            return self.with_words(&images.least_of_four(self.words()));
        }
        let [a, b, c, d] = self.images();
        a.min(b).min(c.min(d))
    }

    /// The least of all eight images; wide boards before tall ones.
    #[must_use]
    pub fn least_of_eight(&self) -> Self {
        if self.rows < self.columns {
            return self.least_image();
        }
        if self.rows == self.columns
            && let Some(images) = WordImages::of(self)
        {
            let words = self.words();
            let across = words.map(|word| images.transposed(word));
            return self.with_words(&images.least_of_four(words).min(images.least_of_four(across)));
        }
        match self.transposed() {
            Some(image) if self.rows > self.columns => image.least_image(),
            Some(image) => image.least_image().min(self.least_image()),
            None => self.least_image(),
        }
    }

    /// The layers of a board of at most 64 bits.
    #[inline]
    fn words(&self) -> [u64; K] {
        std::array::from_fn(|at| self.layers[at].low_word())
    }

    #[inline]
    fn with_words(&self, words: &[u64; K]) -> Self {
        Self { rows: self.rows, columns: self.columns, layers: words.map(S::of_word) }
    }

    /// Replaces the board by the least of its eight images and of those with two layers exchanged; returns whether
    /// they were.
    pub fn least_up_to_swap(&mut self, a: usize, b: usize) -> bool {
        if self.rows == 1 {
            return self.least_strip_up_to_swap(a, b);
        }
        let plain = self.least_of_eight();
        self.layers.swap(a, b);
        let swapped = self.least_of_eight();
        let negative = swapped < plain;
        *self = if negative { swapped } else { plain };
        negative
    }

    /// The same for a strip, which has one image besides itself.
    fn least_strip_up_to_swap(&mut self, a: usize, b: usize) -> bool {
        let mirrored = self.mirrored();
        let place = |at: usize, swap: bool| match at {
            _ if !swap => at,
            _ if at == a => b,
            _ if at == b => a,
            _ => at,
        };
        let less = |one: (&Self, bool), other: (&Self, bool)| {
            let order = (0..K).map(|at| one.0.layers[place(at, one.1)].cmp(&other.0.layers[place(at, other.1)]));
            order.fold(Ordering::Equal, Ordering::then).is_lt()
        };
        let turned = [false, true].map(|swap| less((&mirrored, swap), (&*self, swap)));
        let image = |swap: bool| if turned[usize::from(swap)] { &mirrored } else { &*self };
        let negative = less((image(true), true), (image(false), false));
        if turned[usize::from(negative)] {
            *self = mirrored;
        }
        if negative {
            self.layers.swap(a, b);
        }
        negative
    }

    /// Calls `found` with each of the groups into which `cells` fall by steps to neighbours; diagonal steps too when
    /// `diagonal`.
    #[inline]
    pub fn groups(&self, cells: S, diagonal: bool, mut found: impl FnMut(S)) {
        if self.rows == 1 {
            let mut end = 0;
            while let Some(start) = cells.next(end) {
                let length = cells.run(start);
                found(S::span(start, length));
                end = start + length;
            }
            return;
        }
        if let Some(images) = WordImages::of(self) {
            let mut rest = cells.low_word();
            while rest != 0 {
                let group = images.connected(rest & rest.wrapping_neg(), rest, diagonal);
                rest &= !group;
                found(S::of_word(group));
            }
            return;
        }
        let mut rest = cells;
        while let Some(seed) = rest.lowest() {
            let group = self.connected(S::bit(seed), &rest, diagonal);
            rest = rest.without(&group);
            found(group);
        }
    }

    /// The cells of `within` that are joined to `seed` by steps to neighbours.
    #[inline]
    fn connected(&self, seed: S, within: &S, diagonal: bool) -> S {
        let mut found = seed;
        loop {
            if S::MOST > u128::BITS {
                pulse(1);
            }
            let wider = found.or(&self.beside(&found, diagonal)).and(within);
            if wider == found {
                return found;
            }
            found = wider;
        }
    }

    /// The neighbours of some cells, guards among them.
    #[inline]
    pub fn beside(&self, cells: &S, diagonal: bool) -> S {
        let stride = self.stride();
        let line = cells.up(1).or(&cells.down(1));
        let base = if diagonal { line.or(cells) } else { cells.clone() };
        line.or(&base.up(stride)).or(&base.down(stride))
    }
}

/// The images of small boards, whose layers are words of 64 bits with the same bits as the sets.
struct WordImages {
    rows: u32,
    stride: u32,
    /// One row.
    row: u64,
}

impl WordImages {
    /// Those of a board with guards, if it fits into a word.
    #[inline]
    fn of<const K: usize, S: Set>(board: &Board<K, S>) -> Option<Self> {
        let (rows, stride) = (u32::from(board.rows), board.stride());
        (rows * stride <= u64::BITS).then(|| Self { rows, stride, row: (1 << (stride - 1)) - 1 })
    }

    /// The same for the square board as high as this one, which is at least as high as wide.
    #[inline]
    fn squared(&self) -> Option<Self> {
        let (rows, stride) = (self.rows, self.rows + 1);
        (rows * stride <= u64::BITS).then(|| Self { rows, stride, row: (1 << rows) - 1 })
    }

    /// Cuts off border rows and columns that are empty in all layers; returns how many rows and columns are left.
    #[inline]
    fn trim<const K: usize>(&self, words: &mut [u64; K]) -> (u32, u32) {
        let filled = words.iter().fold(0, |union, word| union | word);
        if filled == 0 {
            return (1, 1);
        }
        let (top, bottom) = (filled.trailing_zeros() / self.stride, filled.ilog2() / self.stride);
        let shadow = (top..=bottom).fold(0, |shadow, row| shadow | filled >> (row * self.stride)) & self.row;
        let (left, right) = (shadow.trailing_zeros(), shadow.ilog2());
        let (rows, columns) = (bottom - top + 1, right - left + 1);
        for word in words {
            // What lies before the first filled cell is empty, so that nothing of another row comes along.
            *word = *word >> (top * self.stride) >> left;
            if columns + 1 != self.stride {
                *word = spaced(*word, rows, self.stride, columns + 1);
            }
        }
        (rows, columns)
    }

    /// The cells of `within` that are joined to `seed` by steps to neighbours.
    #[inline]
    fn connected(&self, seed: u64, within: u64, diagonal: bool) -> u64 {
        let mut found = seed;
        loop {
            let line = found << 1 | found >> 1;
            let base = if diagonal { line | found } else { found };
            let wider = (found | line | base << self.stride | base >> self.stride) & within;
            if wider == found {
                return found;
            }
            found = wider;
        }
    }

    /// The rows in the other order.
    #[inline]
    fn upside_down(&self, word: u64) -> u64 {
        let last = (self.rows - 1) * self.stride;
        (0..self.rows).map(|row| row * self.stride).fold(0, |image, at| image | (word >> at & self.row) << (last - at))
    }

    /// Half a turn.
    #[inline]
    fn turned(&self, word: u64) -> u64 {
        word.reverse_bits() >> (u64::BITS + 1 - self.rows * self.stride)
    }

    /// Rows and columns of a square board exchanged: from a row to a column so many steps further on, all cells move by as many
    /// bits.
    #[inline]
    fn transposed(&self, word: u64) -> u64 {
        let (side, stride) = (self.rows, self.stride);
        let mut diagonal = (0..side).fold(0, |cells, at| cells | 1u64 << (at * (stride + 1)));
        let mut image = word & diagonal;
        for steps in 1..side {
            diagonal &= diagonal >> (stride + 1);
            image |=
                (word & diagonal << steps) << (steps * side) | (word & diagonal << (steps * stride)) >> (steps * side);
        }
        image
    }

    /// The least of the images under reflection in the axes.
    #[inline]
    fn least_of_four<const K: usize>(&self, words: [u64; K]) -> [u64; K] {
        let flipped = words.map(|word| self.upside_down(word));
        let turned = |image: [u64; K]| image.map(|word| self.turned(word));
        words.min(turned(words)).min(flipped.min(turned(flipped)))
    }
}

/// The rows of a word, as many bits apart as `to` instead of `from`; no more cells than fit are in a row.
#[inline]
fn spaced(word: u64, rows: u32, from: u32, to: u32) -> u64 {
    let row = (1u64 << (from.min(to) - 1)) - 1;
    (0..rows).fold(0, |image, at| image | (word >> (at * from) & row) << (at * to))
}

/// Reads a position of a game whose small boards are machine words and whose large ones are slices of words.
pub(crate) fn read_either<Small, Large>(input: &Input<'_>, _: &Catalogue) -> Result<Box<dyn Subject>, ParseError>
where
    Small: Game + PartialEq,
    Large: Game + PartialEq,
{
    read_either_as::<Small, Large>(input, equip)
}

/// The same where searches of large boards are worth no copy of their own: few of them come to an end.
pub(crate) fn read_either_lent<Small, Large>(input: &Input<'_>, _: &Catalogue) -> Result<Box<dyn Subject>, ParseError>
where
    Small: Game + PartialEq,
    Large: Game + PartialEq,
{
    read_either_as::<Small, Large>(input, lend)
}

fn read_either_as<Small: Game + PartialEq, Large: Game + PartialEq>(
    input: &Input<'_>,
    large: fn(Large, Large::Position) -> Box<dyn Subject>,
) -> Result<Box<dyn Subject>, ParseError> {
    match Small::read(input) {
        Ok((rules, position)) => Ok(equip(rules, position)),
        // Whatever else is wrong with it is wrong with a large board too.
        Err(_) => Large::read(input).map(|(rules, position)| large(rules, position)),
    }
}

/// The name of the cell in row `row` and column `column`, both counted from 0: columns are a, b, …, z, aa, ab, …, zz, aaa, …, rows 1, 2, ….
pub(crate) fn name_of_cell(row: usize, column: usize) -> String {
    format!("{}{}", column_name(column), row + 1)
}

fn column_name(column: usize) -> String {
    let letter = char::from(b'a' + (column % 26) as u8);
    match column / 26 {
        0 => letter.into(),
        before => format!("{}{letter}", column_name(before - 1)),
    }
}

/// Reads a board drawn with `|` between rows, or `RxC`, which `start` fills.
pub fn read<const K: usize, S: Set>(
    input: &Input<'_>,
    symbols: &[Symbol],
    start: impl FnOnce(&mut Board<K, S>),
) -> Result<Board<K, S>, ParseError> {
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
pub fn read_sized<const K: usize, S: Set>(
    input: &Input<'_>,
    symbols: &[Symbol],
    rows: usize,
    columns: usize,
) -> Result<Board<K, S>, ParseError> {
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
pub fn read_rows<const K: usize, S: Set>(input: &Input<'_>, symbols: &[Symbol]) -> Result<Board<K, S>, ParseError> {
    let text = input.position.0;
    let rows: Vec<&str> = text.split('|').collect();
    let columns = rows[0].chars().count();
    let Some(mut board) = Board::<K, S>::new(rows.len(), columns) else {
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
                let bit = board.bit(row, column);
                board.layers[layer].insert(bit);
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
    let help = Text::new("rows × (columns + 1) is at most {most}").with("most", Grown::MOST);
    input.position_error(problem).help(help)
}

/// The board when the text is `RxC`.
fn read_size<const K: usize, S: Set>(input: &Input<'_>, text: &str) -> Result<Option<Board<K, S>>, ParseError> {
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
pub fn write<const K: usize, S: Set>(board: &Board<K, S>, symbols: [char; K], none: char) -> String {
    let mut text = String::new();
    for row in 0..usize::from(board.rows) {
        if row > 0 {
            text.push('|');
        }
        for column in 0..usize::from(board.columns) {
            let bit = board.bit(row, column);
            let layer = board.layers.iter().position(|layer| layer.has(bit));
            text.push(layer.map_or(none, |layer| symbols[layer]));
        }
    }
    text
}

/// The board as a grid to draw; `cell` says how each cell looks.
pub fn cells<const K: usize, S: Set>(board: &Board<K, S>, cell: impl Fn(u32) -> Cell) -> Cells {
    grid(board.rows.into(), board.columns.into(), &|row, column| {
        let bit = board.bit(row, column);
        let cell = cell(bit);
        if cell.key.is_empty() { cell.key(board.cell_name(bit)) } else { cell }
    })
}

/// A grid of cells, rows and columns named; compiled once, not for each kind of board.
fn grid(rows: usize, columns: usize, cell: &dyn Fn(usize, usize) -> Cell) -> Cells {
    let row = |row| (0..columns).map(|column| cell(row, column)).collect();
    let cells = (0..rows).map(row).collect();
    Cells::new(cells).named((0..rows).map(|row| (row + 1).to_string()), (0..columns).map(column_name))
}

/// How a move is made on a board of stones.
pub struct Way {
    /// The cells to click, in order.
    pub path: Vec<u32>,
    /// Where the stone that moves stands, and where it goes.
    pub slide: (u32, u32),
    /// The cells whose stones are taken.
    pub takes: Vec<u32>,
    /// The cell that is blocked for good.
    pub blocks: Option<u32>,
}

impl Way {
    /// A stone is set on a cell.
    pub fn set(cell: u32) -> Self {
        Self { path: vec![cell], ..Self::slide(cell, cell) }
    }

    /// A stone goes from one cell to another, which are clicked one after the other.
    pub fn slide(from: u32, to: u32) -> Self {
        Self { path: vec![from, to], slide: (from, to), takes: Vec::new(), blocks: None }
    }
}

/// The look of stones of Left and of Right.
const STONES: [Role; 2] = [Role::Left, Role::Right];

/// The letters on stones of Left and of Right and on blocked cells, as they are written.
pub const LETTERS: [&str; 3] = ["x", "o", "#"];

/// A board with stones of Left in the first layer, of Right in the second and, where there is a third, the free cells in
/// it, as a grid to draw; `way` says how a move is made. Stones keep their keys when they move. Blocked cells without a
/// letter are no cells at all.
pub fn stones<G, const K: usize, S: Set>(
    game: &G,
    course: &Course<'_, G>,
    glyphs: [&str; 3],
    way: impl Fn(&Board<K, S>, &G::Move) -> Way,
) -> Cells
where
    G: Game<Position = Board<K, S>>,
{
    let board = course.now;
    let named = |cell: u32, layer: usize| (cell, format!("{}@{}", glyphs[layer], board.cell_name(cell)));
    let mut keys: HashMap<u32, String> = HashMap::default();
    for layer in 0..2 {
        for cell in bits(course.start.layers[layer].clone()) {
            keys.extend([named(cell, layer)]);
        }
    }
    let mut shot = S::default();
    let mut position = course.start.clone();
    for made in course.made {
        let Way { slide: (from, to), takes, blocks, .. } = way(&position, &made.played);
        takes.iter().for_each(|cell| drop(keys.remove(cell)));
        if let Some(key) = keys.remove(&from) {
            keys.insert(to, key);
        }
        blocks.into_iter().for_each(|cell| shot.insert(cell));
        game.play(&mut position, &made.played);
        // A stone that comes from nowhere is called after its first cell.
        let layer = (0..2).find(|&layer| position.layers[layer].has(to));
        if let Some(layer) = layer.filter(|_| from == to) {
            keys.extend([named(to, layer)]);
        }
    }
    let mut grid = cells(board, |bit| {
        let has = |layer: usize| board.layers.get(layer).is_some_and(|layer| layer.has(bit));
        match (0..2).find(|&layer| has(layer)) {
            Some(layer) => {
                // why: a thing without a key is only drawn, not followed.
                let key = keys.get(&bit).cloned().unwrap_or_default();
                Cell::new(CellKind::Piece, STONES[layer]).glyph(glyphs[layer]).piece(key)
            }
            None if K < 3 || has(2) => Cell::empty(),
            None if shot.has(bit) => {
                Cell::new(CellKind::Flat, Role::Muted).glyph("×").key(format!("×{}", board.cell_name(bit)))
            }
            None if glyphs[2].is_empty() => Cell::new(CellKind::Blank, Role::Faint),
            None => Cell::gone().glyph(glyphs[2]),
        }
    });
    for played in Player::BOTH.into_iter().flat_map(|player| game.offered(board, player)) {
        grid = grid
            .gesture(gesture(game.label(board, &played), way(board, &played), &keys, &|cell| board.cell_name(cell)));
    }
    grid
}

/// The gesture of a move made this way, on stones with these keys.
fn gesture(label: String, way: Way, keys: &HashMap<u32, String>, cell_name: &dyn Fn(u32) -> String) -> Gesture {
    let Way { path, slide: (from, _), takes, blocks } = way;
    let taken = takes.iter().filter_map(|cell| keys.get(cell).cloned());
    let blocked = blocks.map(cell_name);
    let gesture = Gesture::new(label, path.into_iter().map(cell_name));
    gesture.takes(taken.chain(blocked)).slides(keys.get(&from).cloned())
}

/// A piece goes from one cell to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Where it stood.
    pub from: Place,
    /// Where it stands then.
    pub to: Place,
}

impl Step {
    /// A step between two bits.
    pub fn new(from: u32, to: u32) -> Self {
        Self { from: from as Place, to: to as Place }
    }

    /// The names of both cells.
    pub fn name<const K: usize, S: Set>(self, board: &Board<K, S>) -> String {
        format!("{}-{}", board.cell_name(self.from), board.cell_name(self.to))
    }

    /// Carries a piece of the given layer.
    pub fn carry<const K: usize, S: Set>(self, board: &mut Board<K, S>, layer: usize) {
        board.layers[layer].remove(self.from.into());
        board.layers[layer].insert(self.to.into());
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

    /// Boards of slices, some of them long strips.
    fn large() -> impl Strategy<Value = Board<2, Grown>> {
        let sizes =
            prop_oneof![Just((1, 150)), Just((1, 400)), Just((12, 30)), Just((20, 20)), Just((40, 3)), Just((3, 4))];
        (sizes, any::<u64>()).prop_map(|((rows, columns), seed)| {
            let mut board = Board::<2, Grown>::new(rows, columns).unwrap();
            let mut random = seed | 1;
            for bit in bits(board.all()) {
                random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                if random >> 62 < 2 {
                    board.layers[(random >> 62) as usize].insert(bit);
                }
            }
            board
        })
    }

    /// The same board by the other kind of set.
    fn grown(board: &Board<2>) -> Board<2, Grown> {
        let mut image = Board::<2, Grown>::new(board.rows.into(), board.columns.into()).unwrap();
        image.layers = board.layers.map(Grown::Word);
        image
    }

    fn check_images<S: Set>(board: &Board<2, S>) {
        assert_eq!(board.turned().turned(), *board);
        assert_eq!(board.mirrored().mirrored(), *board);
        assert_eq!(board.transposed().unwrap().transposed().unwrap(), *board);
        let (four, across) = (board.images(), board.transposed().unwrap().images());
        assert_eq!(Some(&board.least_image()), four.iter().min());
        let least = board.least_of_eight();
        let wide = four.iter().chain(&across).filter(|image| image.rows <= image.columns);
        assert_eq!(Some(&least), wide.min());
        for image in four.iter().chain(&across) {
            assert_eq!(image.least_of_eight(), least);
        }
    }

    fn check_trimming<S: Set>(board: &Board<2, S>) {
        let mut trimmed = board.clone();
        trimmed.trim();
        for layer in 0..2 {
            assert_eq!(trimmed.layers[layer].count(), board.layers[layer].count());
        }
        let mut again = trimmed.clone();
        again.trim();
        assert_eq!(again, trimmed);
        let text = write(&trimmed, ['x', 'o'], '.');
        let first = text.split('|').next().unwrap();
        assert!(board.filled().is_empty() || write(board, ['x', 'o'], '.').contains(first));
    }

    fn groups<S: Set>(board: &Board<2, S>, diagonal: bool) -> Vec<Vec<u32>> {
        let mut found = Vec::new();
        board.groups(board.filled(), diagonal, |group| found.push(bits(group).collect()));
        found
    }

    proptest! {
        /// Boards that fit into a word are cut and trimmed as those with further rows, which do not.
        #[test]
        fn small_boards_are_cut_as_large_ones(board in boards()) {
            let mut taller = board;
            taller.rows = (u128::BITS / taller.stride()) as u16;
            for diagonal in [false, true] {
                prop_assert_eq!(groups(&board, diagonal), groups(&taller, diagonal));
            }
            let mut trimmed = board;
            trimmed.trim();
            taller.trim();
            prop_assert_eq!(trimmed, taller);
        }

        /// Packed boards are equal exactly where the boards are.
        #[test]
        fn packed_boards_tell_boards_apart(board in boards(), cell in 0u32..64, layer in 0usize..2) {
            let Some(packed) = board.packed() else { return Ok(()) };
            let mut other = board;
            other.layers[layer] ^= 1 << (cell % (u32::from(board.rows) * board.stride()));
            prop_assert_ne!(other.packed(), Some(packed));
            let wider = Board::<2>::new(board.rows.into(), usize::from(board.columns) + 1).unwrap();
            prop_assert_ne!(Board { layers: board.layers, ..wider }.packed(), Some(packed));
        }

        #[test]
        fn images_are_involutions_and_share_their_least(small in boards(), large in large()) {
            check_images(&small);
            check_images(&large);
        }

        #[test]
        fn trimming_keeps_the_cells(small in boards(), large in large()) {
            check_trimming(&small);
            check_trimming(&large);
        }

        /// Words and slices give the same boards in every way.
        #[test]
        fn small_and_large_boards_agree(board in boards()) {
            let image = grown(&board);
            prop_assert_eq!(grown(&board.least_of_eight()), image.least_of_eight());
            prop_assert_eq!(grown(&board.mirrored()), image.mirrored());
            prop_assert_eq!(grown(&board.turned()), image.turned());
            for diagonal in [false, true] {
                prop_assert_eq!(groups(&board, diagonal), groups(&image, diagonal));
            }
            let (mut small, mut large) = (board, image);
            prop_assert_eq!(small.least_up_to_swap(0, 1), large.least_up_to_swap(0, 1));
            prop_assert_eq!(grown(&small), large);
        }

        /// Groups are what steps to neighbours join: none has a neighbour outside, and together they are all.
        #[test]
        fn groups_are_apart(board in large(), diagonal: bool) {
            let found = groups(&board, diagonal);
            let all: u32 = board.filled().count();
            prop_assert_eq!(found.iter().map(Vec::len).sum::<usize>(), all as usize);
            for group in &found {
                let set = group.iter().fold(Grown::default(), |set, &bit| set.or(&Grown::bit(bit)));
                let around = board.beside(&set, diagonal).and(&board.filled());
                prop_assert_eq!(around.without(&set), Grown::default());
                prop_assert_eq!(board.connected(Grown::bit(group[0]), &board.filled(), diagonal), set);
            }
        }
    }

    #[test]
    fn columns_have_names() {
        let names = [0, 25, 26, 701, 702, 18277, 18278].map(column_name);
        assert_eq!(names, ["a", "z", "aa", "zz", "aaa", "zzz", "aaaa"]);
    }
}
