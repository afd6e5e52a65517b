//! Where a strip falls apart: the stretches of it that can still change.

use crate::board::{Board, MOST_SYMBOLS, Pattern, PatternCell, Want, Word, by_symbol, low_bits};
use crate::pattern::Way;

/// A step on a strip, its cells by their distance from the leftmost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    cells: Vec<SpanCell>,
    /// How many cells it reaches over.
    length: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SpanCell {
    at: u32,
    /// The symbols it may hold, as bits.
    set: u8,
    becomes: Option<u8>,
}

impl Span {
    fn of(step: &Pattern) -> Option<Self> {
        let first = step.cells.iter().map(|cell| cell.offset.1).min()?;
        let cell = |cell: &PatternCell| match (cell.offset, cell.want) {
            ((0, column), Want::Symbols(set)) => {
                let at = u32::from(column.abs_diff(first));
                (set != 0).then_some(SpanCell { at, set, becomes: cell.becomes })
            }
            // There is no other row, and no edge where strips are cut; and a cell that may hold nothing fits nowhere.
            _ => None,
        };
        let cells = step.cells.iter().map(cell).collect::<Option<Vec<_>>>()?;
        let length = cells.iter().map(|cell| cell.at + 1).max()?;
        Some(Self { cells, length })
    }

    /// The steps of both players that can be made on a strip, each once.
    pub fn all(ways: &[Vec<Way>; 2]) -> Vec<Self> {
        let mut spans: Vec<Self> = Vec::new();
        for span in ways.iter().flatten().filter_map(|way| Self::of(&way.step)) {
            if !spans.contains(&span) {
                spans.push(span);
            }
        }
        spans
    }

    /// Where the step fits, by its leftmost cell, on cells each of which may hold several symbols.
    #[inline]
    fn fits<W: Word>(&self, may: &[W; MOST_SYMBOLS], all: W) -> W {
        let mut places = all;
        for cell in &self.cells {
            // Most cells ask for one symbol.
            let mut set = cell.set & (cell.set - 1);
            let mut holding = may[cell.set.trailing_zeros() as usize % MOST_SYMBOLS];
            while set != 0 {
                holding = holding | may[set.trailing_zeros() as usize % MOST_SYMBOLS];
                set &= set - 1;
            }
            places = places & holding >> cell.at;
            if places == W::NONE {
                break;
            }
        }
        places
    }
}

/// The cells that some step may ever cover, and as bit k that cells k and k + 1 may be covered by the same step.
///
/// What each cell may ever hold is found by playing all steps at once until nothing new comes: a step that does not fit even then
/// never will.
fn reach<W: Word>(mut may: [W; MOST_SYMBOLS], all: W, spans: &[Span], columns: u32) -> (W, W) {
    let (mut covered, mut joined) = (W::NONE, W::NONE);
    loop {
        let before = (may, joined);
        for span in spans.iter().filter(|span| span.length <= columns) {
            let places = span.fits(&may, all);
            if places == W::NONE {
                continue;
            }
            for cell in &span.cells {
                if let Some(symbol) = cell.becomes {
                    let cells = &mut may[usize::from(symbol)];
                    *cells = *cells | places << cell.at;
                }
            }
            let between = (1..span.length).fold(W::NONE, |between, at| between | places << (at - 1));
            joined = joined | between;
            covered = covered | between | places << (span.length - 1);
        }
        let whole = covered == all && joined == all >> 1;
        if whole || before == (may, joined) {
            return (covered, joined);
        }
    }
}

/// The parts of a strip that can still change. Cells that a possible step covers together belong together, the others stay as
/// they are and touch nothing.
pub(crate) fn stretches(board: &Board, spans: &[Span], part: &mut impl FnMut(Board)) {
    if board.is_small() {
        stretches_in::<u64>(board, spans, part);
    } else {
        stretches_in::<u128>(board, spans, part);
    }
}

fn stretches_in<W: Word>(board: &Board, spans: &[Span], part: &mut impl FnMut(Board)) {
    let columns = u32::from(board.columns);
    let all = W::of(low_bits(columns));
    let planes = board.planes.map(W::of);
    let (mut covered, joined) = reach(by_symbol(planes, all), all, spans, columns);
    while covered != W::NONE {
        let from = covered.first();
        let length = (!(joined >> from)).first() + 1;
        let cells = W::of(low_bits(length));
        covered = covered & !(cells << from);
        let planes = planes.map(|plane| (plane >> from & cells).wide());
        part(Board { rows: 1, columns: length as u8, planes });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Place;
    use crate::pattern::{Reader, Shape};
    use std::collections::BTreeSet;

    /// Plays everything that can be played, and gathers the cells that each move covers.
    fn covers(board: Board, ways: &[Vec<Way>; 2], seen: &mut BTreeSet<Board>, found: &mut BTreeSet<Vec<u32>>) {
        if !seen.insert(board) {
            return;
        }
        for way in ways.iter().flatten() {
            for at in (0..u32::from(board.columns)).filter(|&at| way.step.fits_at(&board, at)) {
                let cell = |cell: &PatternCell| at.wrapping_add_signed(i32::from(cell.offset.1));
                found.insert(way.step.cells.iter().map(cell).collect());
                let mut after = board;
                way.step.play(&mut after, at);
                covers(after, ways, seen, found);
            }
        }
    }

    #[test]
    fn no_play_ever_leaves_its_stretch() {
        for (cells, left, right) in [
            ("TF_", ["T_ -> _T east", "TF_ -> _FT east"], ["F_ -> _F west", "FT_ -> _TF west"]),
            ("xo.", ["[xo].? -> .x? east", "xo. -> ..x west"], ["o[.x] -> .o west", "o -> x"]),
        ] {
            let symbols: Vec<char> = cells.chars().collect();
            let reader = Reader { symbols: &symbols, shape: Shape::Strip };
            let read =
                |rules: [&str; 2]| rules.iter().flat_map(|rule| reader.rule(rule, Place::new(1, 1)).unwrap()).collect();
            let ways: [Vec<Way>; 2] = [read(left), read(right)];
            let spans = Span::all(&ways);
            for (columns, code) in
                (1..=6u32).flat_map(|columns| (0..3usize.pow(columns)).map(move |code| (columns, code)))
            {
                let mut board = Board::new(1, columns as usize).unwrap();
                (0..columns).for_each(|at| board.set(at, (code / 3usize.pow(at) % 3) as u8));
                let all = low_bits(columns);
                let small = reach(by_symbol(board.planes.map(u64::of), all as u64), all as u64, &spans, columns);
                let (covered, joined) = reach(by_symbol(board.planes, all), all, &spans, columns);
                assert_eq!((covered, joined), (small.0.wide(), small.1.wide()), "{board:?}");
                let mut found = BTreeSet::new();
                covers(board, &ways, &mut BTreeSet::new(), &mut found);
                for cells in found {
                    let (first, last) = (*cells.iter().min().unwrap(), *cells.iter().max().unwrap());
                    assert!((first..=last).all(|at| covered >> at & 1 == 1), "{board:?} {cells:?}");
                    assert!((first..last).all(|at| joined >> at & 1 == 1), "{board:?} {cells:?}");
                }
            }
        }
    }
}
