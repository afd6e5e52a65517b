//! The poisoned chocolate bar, also called Chomp: bite off a square and everything below and to the right of it.

use crate::staircase::{Bits, Losing, Nimbers, Pieces, Staircases};
use grundy_budget::{Budget, Exhausted};
use grundy_draw::{Cell, CellKind, Cells, Gesture, Picture, Role};
use grundy_game::tabled::{Blocks, Cell as TableCell, Ranked, Tabled, Unfilled};
use grundy_game::{
    Course, Game, Hasse, ImpartialHints, Info, Input, Known, Outcome, ParseError, PartisanHints, Play, Player, Refusal,
    Rules, Tables, Text, Theorem, TheoremNote,
};
use std::sync::{Mutex, PoisonError};

/// The rules of the poisoned chocolate bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bar;

/// What is left: the lengths of the rows, none 0, none longer than the one before. The first square is poisoned.
pub type Rows = Vec<u16>;

/// A square, (row, column) from 0; never the poisoned one.
pub type Bite = (u16, u16);

/// Most rows or columns of a bar.
const LONGEST: u64 = 1000;

/// The lengths of the columns.
fn columns(rows: &[u16]) -> Rows {
    let mut columns = vec![0; usize::from(rows[0])];
    for &length in rows {
        columns[..usize::from(length)].iter_mut().for_each(|column| *column += 1);
    }
    columns
}

/// The lengths of the first row and the first column.
fn arms(rows: &[u16]) -> (u16, u16) {
    (rows[0], rows.len() as u16)
}

fn is_rectangle(rows: &[u16]) -> bool {
    rows[0] == rows[rows.len() - 1]
}

/// Whether the square (2,2) is gone, so that only the first row and the first column are left.
fn is_hook(rows: &[u16]) -> bool {
    rows.get(1).is_none_or(|&length| length < 2)
}

/// The winning bites of a hook, the sum of two Nim heaps.
fn hook_bites(rows: &[u16], play: Play) -> Vec<Bite> {
    let (a, b) = arms(rows);
    let (a, b) = (a - 1, b - 1);
    let lost = |a: u16, b: u16| match play {
        Play::Misere if a.max(b) <= 1 => a ^ b == 1,
        _ => a == b,
    };
    let along = (0..a).filter(|&left| lost(left, b)).map(|left| (0, left + 1));
    let down = (0..b).filter(|&left| lost(a, left)).map(|left| (left + 1, 0));
    along.chain(down).collect()
}

/// The winning bite of two rows of `a` and `b` squares, lost exactly when b = a - 1.
fn two_rows_bite(a: u16, b: u16) -> Option<Bite> {
    match a - b {
        0 => Some((1, a - 1)),
        1 => None,
        _ => Some((0, b + 1)),
    }
}

fn decided(bites: Option<Vec<Bite>>, wins: bool, reason: Text) -> Theorem<Bite> {
    let outcome = if wins { Outcome::First } else { Outcome::Second };
    Theorem { known: Known::Outcome(outcome), reason, winning: bites }
}

fn hook(rows: &[u16], play: Play) -> Theorem<Bite> {
    let (a, b) = arms(rows);
    let bites = hook_bites(rows, play);
    let reason = Text::new("without the square (2,2) the arms of {a} and {b} squares are two heaps of Nim")
        .with("a", a - 1)
        .with("b", b - 1);
    match play {
        Play::Normal => Theorem { known: Known::Nimber(u64::from((a - 1) ^ (b - 1))), reason, winning: Some(bites) },
        // Under misère play whoever has no move has won.
        Play::Misere => decided(Some(bites.clone()), !bites.is_empty() || (a, b) == (1, 1), reason),
    }
}

fn two_rows(rows: &[u16]) -> Option<Theorem<Bite>> {
    let (bite, words) = if let [a, b] = *rows {
        (two_rows_bite(a, b), Text::new("two rows are lost exactly when the second is one square shorter"))
    } else if rows[0] == 2 {
        let lengths = columns(rows);
        let bite = two_rows_bite(lengths[0], lengths[1]).map(|(row, column)| (column, row));
        (bite, Text::new("two columns are lost exactly when the second is one square shorter"))
    } else {
        return None;
    };
    let corner = bite.is_some_and(|(row, column)| (row + 1, column + 1) == (rows.len() as u16, rows[rows.len() - 1]));
    let reason = if is_rectangle(rows) && corner {
        Text::new("{words}, so eat the corner opposite the poison").with_text("words", words)
    } else {
        words
    };
    Some(decided(Some(bite.into_iter().collect()), bite.is_some(), reason))
}

impl Rules for Bar {
    type Position = Rows;
    type Move = Bite;

    fn moves(&self, rows: &Rows, _: Player, moves: &mut Vec<Bite>) -> Result<(), Refusal> {
        let squares = (0..).zip(rows).flat_map(|(row, &length)| (0..length).map(move |column| (row, column)));
        moves.extend(squares.skip(1));
        Ok(())
    }

    fn play(&self, rows: &mut Rows, &(row, column): &Bite) {
        if column == 0 {
            rows.truncate(usize::from(row));
        } else {
            rows[usize::from(row)..].iter_mut().for_each(|length| *length = column.min(*length));
        }
    }

    fn tabled(&self, rows: &Rows) -> Option<Tabled<Self>> {
        let (height, width) = (rows.len(), usize::from(rows[0]));
        let staircases = Staircases::new(height, width).filter(|all| all.count() <= BarBlocks::MOST)?;
        let (ranking, listing) = (staircases.clone(), staircases.clone());
        let rank = move |_: &Self, rows: &Rows| {
            let fits = |rows: &Rows| rows.len() <= height && usize::from(rows[0]) <= width;
            let upright = if fits(rows) { rows.clone() } else { columns(rows) };
            fits(&upright).then(|| ranking.rank(upright.into_iter().map(usize::from)))
        };
        // Number 0 is the bar without its poisoned square, which is not a position; it stands for the poisoned square alone.
        let unrank = move |number: u64| {
            let lengths = listing.unrank(number.max(1)).into_iter().take_while(|&length| length > 0);
            lengths.map(|length| length as u16).collect()
        };
        let pieces = Mutex::new(None);
        Some(Ranked::tabled(BarBlocks { height, width, staircases, pieces }, rank, unrank))
    }

    fn move_count(&self, rows: &Rows) -> Option<u64> {
        Some(rows.iter().map(|&length| u64::from(length)).sum::<u64>() - 1)
    }

    fn canonicalise(&self, rows: &mut Rows) {
        let turned = columns(rows);
        if (turned.len(), &turned) < (rows.len(), &*rows) {
            *rows = turned;
        }
    }

    fn weight(&self, rows: &Rows) -> usize {
        rows.iter().map(|&length| usize::from(length)).sum()
    }

    fn theorem(&self, rows: &Rows, play: Play) -> Option<Theorem<Bite>> {
        if is_hook(rows) {
            return Some(hook(rows, play));
        }
        let stolen = is_rectangle(rows).then(|| {
            let reason = Text::new(
                "strategy stealing: if eating the last corner does not win, the answer to it is a winning first bite; \
                 this names no bite, which must be searched",
            );
            decided(None, true, reason)
        });
        if play == Play::Misere {
            return stolen;
        }
        if let Some(found) = two_rows(rows) {
            return Some(found);
        }
        let (a, b) = arms(rows);
        if a != b {
            return stolen;
        }
        let reason =
            Text::new("eating (2,2) leaves two arms of {arm} squares, and every bite into one is copied in the other")
                .with("arm", a - 1);
        // On a square every other lost option would still hold (2,2), with arms of equal length: no option of that kind is
        // lost. On other staircases a bite that shortens an arm may win too.
        Some(decided(is_rectangle(rows).then(|| vec![(1, 1)]), true, reason))
    }

    fn position_bytes(&self, rows: &Rows) -> usize {
        size_of::<Rows>() + 2 * rows.len()
    }
}

impl ImpartialHints for Bar {
    fn closed_form(&self, rows: &Rows) -> Option<u64> {
        let (a, b) = arms(rows);
        is_hook(rows).then_some(u64::from((a - 1) ^ (b - 1)))
    }

    /// Tables over a whole box of staircases pay unless few of them can be reached.
    fn tables(&self, rows: &Rows) -> Option<Box<dyn Tables<Rows>>> {
        let (a, b) = arms(rows);
        let (height, width) = (usize::from(a.min(b)), usize::from(a.max(b)));
        let turned = usize::from(b) != height;
        let box_count = Staircases::new(height, width).map_or(u64::MAX, |box_| box_.count());
        let worthwhile = box_count / 64 <= reachable(rows);
        worthwhile.then(|| {
            let empty = BarTables { height, width, turned, threads: 1, bytes: None, words: None, lost: [None, None] };
            Box::new(empty) as Box<dyn Tables<Rows>>
        })
    }
}

impl PartisanHints for Bar {}

/// Who wins each staircase of a box, found in the order of their numbers.
struct BarBlocks {
    height: usize,
    width: usize,
    staircases: Staircases,
    /// What is found so far, once the first block is asked for.
    pieces: Mutex<Option<Pieces>>,
}

impl BarBlocks {
    /// The most staircases: 32 GiB of bits.
    const MOST: u64 = 1 << 38;

    /// Bits of a block: 16 MiB.
    const BLOCK: u64 = 1 << 27;

    /// The bits of the lost ones among the staircases with numbers from `first` to before `end`. What comes before them is found
    /// too, unless it was found just now.
    fn lost(&self, first: u64, end: u64, budget: &Budget) -> Result<Bits, Exhausted> {
        let mut slot = self.pieces.lock().unwrap_or_else(PoisonError::into_inner);
        // Put back only if all goes well: what was stopped half-way is not gone on with.
        let mut pieces = match slot.take().filter(|pieces| pieces.next() <= first) {
            Some(pieces) => pieces,
            None => Pieces::new(self.staircases.clone(), Play::Normal, budget)?,
        };
        pieces.skip(first - pieces.next())?;
        let lost = pieces.take(end - first)?;
        *slot = Some(pieces);
        Ok(lost)
    }
}

impl Blocks for BarBlocks {
    fn cell(&self) -> TableCell {
        TableCell::Win
    }

    fn count(&self) -> u64 {
        self.staircases.count()
    }

    fn block_cells(&self) -> u64 {
        self.count().next_power_of_two().clamp(128, Self::BLOCK)
    }

    fn needs(&self, _: u64) -> Vec<u64> {
        Vec::new()
    }

    fn in_order(&self) -> bool {
        true
    }

    fn fill(&self, block: u64, _: &[&[u64]], words: &mut [u64], budget: &Budget) -> Result<(), Unfilled> {
        let first = block * self.block_cells();
        let end = self.count().min(first + self.block_cells());
        let lost = self.lost(first, end, budget)?;
        for ((at, word), lost) in (0..).step_by(64).zip(&mut *words).zip(lost.words()) {
            let left = (end - first).saturating_sub(at);
            let valid = if left >= 64 { u64::MAX } else { (1 << left) - 1 };
            *word = !*lost & valid;
        }
        if block == 0 {
            // The poisoned square alone is lost, and so is what stands for it.
            words[0] &= !1;
        }
        Ok(())
    }

    fn work_bytes(&self) -> u64 {
        Pieces::bytes(&self.staircases)
    }

    fn numbering(&self) -> String {
        format!(
            "all lists of {} row lengths from 0 to {}, none longer than the one before, in lexicographic order; 0 stands for the \
             poisoned square alone",
            self.height, self.width
        )
    }

    fn pace(&self) -> u64 {
        500_000_000
    }
}

/// How many staircases are contained in one, at most 2^64 - 1.
fn reachable(rows: &[u16]) -> u64 {
    // ways[v]: choices of the rows from here on with the next row at most v.
    let mut ways = vec![1u64; usize::from(rows[0]) + 1];
    for &length in rows.iter().rev() {
        let mut sum = 0u64;
        for (v, way) in ways.iter_mut().enumerate() {
            if v <= usize::from(length) {
                sum = sum.saturating_add(*way);
            }
            *way = sum;
        }
    }
    ways[usize::from(rows[0])]
}

/// Tables of a box, each filled when first asked.
struct BarTables {
    height: usize,
    width: usize,
    /// Whether the rows of the box are the columns of the bar.
    turned: bool,
    threads: usize,
    bytes: Option<Nimbers<u8>>,
    words: Option<Nimbers<u32>>,
    lost: [Option<Losing>; 2],
}

impl BarTables {
    fn lengths(&self, rows: &Rows) -> impl Iterator<Item = usize> + use<> {
        let rows = if self.turned { columns(rows) } else { rows.clone() };
        rows.into_iter().map(usize::from)
    }

    fn staircases(&self) -> Result<Staircases, Exhausted> {
        Staircases::new(self.height, self.width).ok_or(Exhausted::Memory)
    }
}

/// The table in `slot`, filled when it is not there yet.
fn filled<T>(slot: &mut Option<T>, fill: impl FnOnce() -> Result<T, Exhausted>) -> Result<&mut T, Exhausted> {
    match slot {
        Some(table) => Ok(table),
        empty => Ok(empty.insert(fill()?)),
    }
}

impl Tables<Rows> for BarTables {
    fn nimber(&mut self, rows: &Rows, budget: &Budget) -> Result<u64, Exhausted> {
        let (lengths, staircases) = (self.lengths(rows), self.staircases()?);
        if self.height * self.width <= Nimbers::BYTES {
            filled(&mut self.bytes, || Nimbers::fill(staircases, budget)).map(|table| table.nimber(lengths))
        } else {
            filled(&mut self.words, || Nimbers::fill(staircases, budget)).map(|table| table.nimber(lengths))
        }
    }

    fn wins(&mut self, rows: &Rows, play: Play, budget: &Budget) -> Result<bool, Exhausted> {
        let (lengths, height, width, threads) = (self.lengths(rows), self.height, self.width, self.threads);
        let slot = &mut self.lost[usize::from(play == Play::Misere)];
        let table = filled(slot, || Losing::fill(height, width, play, threads, budget))?;
        Ok(!table.is_losing(lengths))
    }

    fn use_threads(&mut self, threads: usize) {
        self.threads = threads;
    }
}

impl Game for Bar {
    const INFO: Info = Info {
        name: "bar",
        summary: "the poisoned chocolate bar (Chomp): eat a square with everything below and to the right of it",
        rules: "A move eats a square that is left, with all squares in the same or later rows and the same or later \
                columns. The square (1,1) is poisoned: whoever must eat it has lost. It counts as removed, so that a bar of \
                1×1 has no move, and nimbers are those of the other squares.",
        notation: "bar:RxC for R rows of C squares, or the lengths of the rows, none longer than the one before: bar:8x10, \
                   bar:5,3,3,1. `eat (2,3)` eats row 2, column 3. In three dimensions: bar3.",
        theorems: &[
            TheoremNote {
                statement: "The first player wins every rectangle but 1×1: if eating the last corner loses, the answer to it was \
                            possible at once. This names no bite. Under misère play the same holds from 3 squares on.",
                literature: "D. Gale, A curious Nim-type game, American Mathematical Monthly 81 (1974)",
            },
            TheoremNote {
                statement: "On a square, and whenever the first row is as long as the first column, eating (2,2) wins; on a \
                            square no other bite does.",
                literature: "D. Gale, A curious Nim-type game, American Mathematical Monthly 81 (1974)",
            },
            TheoremNote {
                statement: "Two rows are lost exactly when the second is one square shorter, so on a bar of two rows eating \
                            the corner opposite the poison is the only winning bite.",
                literature: "D. Gale, A curious Nim-type game, American Mathematical Monthly 81 (1974)",
            },
            TheoremNote {
                statement: "Without the square (2,2), what is left is two heaps of Nim.",
                literature: "C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics 3 (1901)",
            },
        ],
        examples: &["bar:8x10", "bar:2x7", "bar:5,3,3,1"],
    };

    fn read(input: &Input<'_>) -> Result<(Self, Rows), ParseError> {
        input.no_arguments()?;
        let (text, _) = input.position;
        let rows = match text.split_once('x') {
            Some((rows, columns)) => {
                let rows = size(input, 0, rows, Side::Rows)?;
                let columns = size(input, text.len() - columns.len(), columns, Side::Columns)?;
                vec![columns; usize::from(rows)]
            }
            None => staircase(input)?,
        };
        Ok((Self, rows))
    }

    fn write(&self, rows: &Rows) -> String {
        if is_rectangle(rows) {
            format!("{}x{}", rows.len(), rows[0])
        } else {
            rows.iter().map(u16::to_string).collect::<Vec<_>>().join(",")
        }
    }

    fn label(&self, position: &Rows, played: &Bite) -> String {
        self.words(position, played).to_string()
    }

    fn words(&self, _: &Rows, &(row, column): &Bite) -> Text {
        Text::new("eat ({row},{column})").with("row", row + 1).with("column", column + 1)
    }

    fn board(&self, rows: &Rows) -> String {
        cells(rows).to_text()
    }

    /// A square stands above those to its left and above it on the board.
    fn hasse(&self, rows: &Rows) -> Option<Hasse> {
        let mut order = Hasse { elements: Vec::new(), covers: Vec::new() };
        let mut before: Vec<usize> = Vec::new();
        for (row, &length) in rows.iter().enumerate() {
            let mut squares = Vec::new();
            for column in 0..usize::from(length) {
                let square = order.elements.len();
                order.elements.push(format!("{},{}", row + 1, column + 1));
                order.covers.extend(squares.last().map(|&left| (left, square)));
                order.covers.extend(before.get(column).map(|&above| (above, square)));
                squares.push(square);
            }
            before = squares;
        }
        Some(order)
    }

    fn drawn(&self, course: &Course<'_, Self>) -> Picture {
        /// What a bite takes is told for bars up to this size.
        const MOST: usize = 300;
        let rows = course.now;
        let square = |row: usize, column: u16| {
            if rows.get(row).is_some_and(|&length| column < length) { square(row, column) } else { Cell::gone() }
        };
        let line = |(row, &length): (usize, &u16)| (0..length).map(|column| square(row, column)).collect();
        let mut grid = Cells::new(course.start.iter().enumerate().map(line).collect()).numbered();
        let small = rows.iter().map(|&length| usize::from(length)).sum::<usize>() <= MOST;
        let key = |row: usize, column: u16| match course.start.len() {
            1 => (column + 1).to_string(),
            _ => format!("{},{}", row + 1, column + 1),
        };
        for bite in self.offered(rows, Player::Left) {
            let (row, column) = (usize::from(bite.0), bite.1);
            let beyond = rows.iter().enumerate().skip(row).filter(|_| small);
            let taken = beyond.flat_map(|(row, &length)| (column..length).map(move |column| key(row, column)));
            grid = grid.gesture(Gesture::new(self.label(rows, &bite), [key(row, column)]).takes(taken));
        }
        grid.picture(self.text(rows), "A chocolate bar; the upper left square is poisoned.")
    }

    fn small() -> Vec<String> {
        let mut texts = Vec::new();
        for height in 1..=4 {
            let mut lengths = vec![4u16; height];
            loop {
                texts.push(Self.text(&lengths));
                // The next staircase of this height, downwards.
                let Some(row) = lengths.iter().rposition(|&length| length > 1) else { break };
                let next = lengths[row] - 1;
                lengths[row..].fill(next);
            }
        }
        texts
            .extend(["bar:1x6", "bar:2x6", "bar:6x2", "bar:3x5", "bar:5x3", "bar:5,5,2", "bar:6,1"].map(str::to_owned));
        texts
    }
}

fn square(row: usize, column: u16) -> Cell {
    if (row, column) == (0, 0) {
        return Cell::new(CellKind::Raised, Role::Poison).glyph("X");
    }
    Cell::new(CellKind::Raised, Role::Token)
}

fn cells(rows: &[u16]) -> Cells {
    let row = |(row, &length): (usize, &u16)| (0..length).map(|column| square(row, column)).collect();
    Cells::new(rows.iter().enumerate().map(row).collect()).numbered()
}

/// What is counted.
#[derive(Clone, Copy)]
enum Side {
    Rows,
    Columns,
}

/// Reads a number of rows or columns.
fn size(input: &Input<'_>, offset: usize, text: &str, side: Side) -> Result<u16, ParseError> {
    let problem = match (text.parse::<u64>(), side) {
        (Ok(0), Side::Rows) => Text::new("a bar has at least one row"),
        (Ok(0), Side::Columns) => Text::new("a bar has at least one column"),
        (Ok(size), _) if size <= LONGEST => return Ok(size as u16),
        _ if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) => {
            let problem = match side {
                Side::Rows => Text::new("expected the number of rows"),
                Side::Columns => Text::new("expected the number of columns"),
            };
            return Err(input.error(offset, text.len(), problem).help("for example `bar:8x10` or `bar:5,3,3,1`"));
        }
        (_, Side::Rows) => too_many_rows(),
        (_, Side::Columns) => Text::new("a bar has at most {most} columns").with("most", LONGEST),
    };
    Err(input.error(offset, text.len(), problem))
}

fn too_many_rows() -> Text {
    Text::new("a bar has at most {most} rows").with("most", LONGEST)
}

fn staircase(input: &Input<'_>) -> Result<Rows, ParseError> {
    let mut rows: Rows = Vec::new();
    let mut offset = 0;
    for piece in input.position.0.split(',') {
        let length = size(input, offset, piece, Side::Columns)?;
        if let Some(&before) = rows.last().filter(|&&before| before < length) {
            let problem = Text::new("this row of {squares} squares is longer than the one before, of {before}")
                .with("squares", length)
                .with("before", before);
            return Err(input.error(offset, piece.len(), problem).help("rows get shorter from the poisoned one on"));
        }
        if rows.len() as u64 == LONGEST {
            return Err(input.error(offset, piece.len(), too_many_rows()));
        }
        rows.push(length);
        offset += piece.len() + 1;
    }
    Ok(rows)
}
