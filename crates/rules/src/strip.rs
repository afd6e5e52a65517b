//! Where a strip falls apart: the stretches of it that can still change.

use crate::board::{Board, MOST_SYMBOLS, Pattern, PatternCell, Renaming, Symmetry, Want, Word, by_symbol, low_bits};
use crate::pattern::{SAME, Way};

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

/// The steps of a player from west to east, or from east to west; `None` where one asks for an edge elsewhere than at its ends.
fn lines(ways: &[Way], west: bool) -> Option<Vec<Pattern>> {
    let (symmetry, same) = (Symmetry { flip_columns: west, ..Symmetry::ALL[0] }, Renaming::new(SAME));
    let mut lines = Vec::with_capacity(ways.len());
    for way in ways {
        let line = way.step.image(symmetry, &same).normal();
        let last = line.cells.len().saturating_sub(1);
        for (at, cell) in line.cells.iter().enumerate() {
            if usize::from(cell.offset.1.unsigned_abs()) != at || cell.want == Want::Edge && at != 0 && at != last {
                return None;
            }
        }
        lines.push(line);
    }
    Some(lines)
}

/// For the east end and the west end of a strip the symbols, as bits, that count for nothing there: with one more of them the strip has the
/// same moves, and keeps it. `longest` is the length of the longest strip.
pub(crate) fn loose_ends(ways: &[Vec<Way>; 2], symbols: usize, longest: usize) -> [u8; 2] {
    [false, true].map(|west| {
        let [Some(left), Some(right)] = [lines(&ways[0], west), lines(&ways[1], west)] else { return 0 };
        let loose = |&symbol: &usize| is_loose(&left, symbol, longest) && is_loose(&right, symbol, longest);
        (0..symbols).filter(loose).fold(0, |set, symbol| set | 1 << symbol)
    })
}

/// Whether the steps of a player can be made on a strip exactly where they, or others for them, can be made with one more cell of a
/// symbol at the end, and do the same there. Steps that do not ask for the edge must not reach that cell; those that do must
/// leave it as it is, and without it they must be all the steps that ask for the edge.
fn is_loose(lines: &[Pattern], symbol: usize, longest: usize) -> bool {
    let (mut without, mut all) = (Vec::new(), Vec::new());
    let shorter = |line: &Pattern, cells: usize| Pattern { cells: line.cells[..cells].to_vec(), end: 0 };
    for line in lines {
        let length = line.cells.iter().filter(|cell| cell.want != Want::Edge).count();
        if length > longest {
            continue;
        }
        let at_edge = line.cells.last().is_some_and(|cell| cell.want == Want::Edge);
        let cells = line.cells.len() - usize::from(at_edge);
        if at_edge && length < longest {
            all.push(shorter(line, cells));
        }
        let Some(&PatternCell { want: Want::Symbols(set), becomes, .. }) = line.cells[..cells].last() else {
            return false;
        };
        if set >> symbol & 1 == 1 {
            let kept = becomes.is_none_or(|becomes| usize::from(becomes) == symbol);
            if !at_edge || !kept || length < 2 {
                return false;
            }
            without.push(shorter(line, cells - 1));
        }
    }
    for lines in [&mut without, &mut all] {
        lines.sort_unstable();
        lines.dedup();
    }
    without == all
}

/// The strip without what counts for nothing at its ends; a strip has at least one cell.
pub(crate) fn without_loose_ends(board: &mut Board, [east, west]: [u8; 2]) {
    let all = board.all();
    let firm = |set: u8, among: u128| among & !board.holding(set, all);
    // why: of a strip that counts for nothing the first cell is left, and of one that does so from the west the last.
    let last = firm(east, all).checked_ilog2().unwrap_or(0);
    let among = low_bits(last + 1);
    let first = firm(west, among).trailing_zeros().min(last);
    board.cut_to(among & !low_bits(first));
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

    /// The moves of both players lead to the same strips, with and without what counts for nothing at the ends; rules that are a little
    /// different have no such ends.
    #[test]
    fn loose_ends_change_nothing() {
        for (left, right, expected) in [
            ("[xe]?*| -> ..*| any", "[oe]?*| -> ..*| any", [1, 1]),
            ("[xe]?*| -> ..*| east", "|?*[oe] -> |.*. east", [1, 1]),
            ("[xe]?*| -> ..*| east", "[oe]?*| -> ..*| east", [1, 1]),
            ("x?*| -> e?*| east", "o?*| -> e?*| east", [9, 9]),
            ("x?*| -> ?e*| east", "o?*| -> .e*| east", [8, 9]),
            // Steps that reach the last cell without the edge, change it, need another one there, or are not there without it.
            ("[xe]?*| -> ..*| any", "o. -> .. any", [0, 0]),
            ("[xe]?*| -> ..*| any", "o. -> .. east", [0, 1]),
            ("[xe]?*| -> .o*| any", "[oe]?*| -> ..*| any", [0, 0]),
            ("[xe]?+| -> ..+| any", "[oe]?*| -> ..*| any", [0, 0]),
            ("[xe]?*| -> ..*| any", "[oe]| -> .| any", [0, 0]),
            ("[xe]?*| -> ..*| any", "[oe.]?*| -> ..*| any", [0, 0]),
            ("x?*.| -> .?*.| east", "o| -> .| west", [0, 0]),
        ] {
            assert_eq!(ends_that_change_nothing(left, right, 5), expected, "{left} {right}");
        }
        // Rules put together by lot: most of those that are almost right are wrong.
        let mut state = 5u64;
        let mut below = |bound: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % bound
        };
        let mut met = [0; 3];
        for _ in 0..400 {
            let mut rule = || {
                let first = [("x", "."), ("[xe]", "."), ("[oe]", "?"), ("?", "e")][below(4)];
                let then =
                    [("", ""), ("?*", ".*"), ("?*", "?*"), ("[.e]*", ".*"), (".*", "e*"), ("?+", "e+")][below(6)];
                let last = [("|", "|"), ("|", "|"), ("|", "|"), (".", "."), ("", "")][below(5)];
                let way = ["any", "east", "west"][below(3)];
                format!("{}{}{} -> {}{}{} {way}", first.0, then.0, last.0, first.1, then.1, last.1)
            };
            let (left, right) = (rule(), rule());
            met[ends_that_change_nothing(&left, &right, 4).iter().filter(|&&ends| ends != 0).count()] += 1;
        }
        assert!(met.iter().all(|&met| met > 20), "{met:?}");
    }

    /// The loose ends of some rules, compared with what moves do on all strips up to a length.
    fn ends_that_change_nothing(left: &str, right: &str, longest: u32) -> [u8; 2] {
        let symbols = ['.', 'x', 'o', 'e'];
        let reader = Reader { symbols: &symbols, shape: Shape::Strip };
        // why: a rule that changes nothing is none.
        let ways = [left, right].map(|rule| reader.rule(rule, Place::new(1, 1)).unwrap_or_default());
        let ends = loose_ends(&ways, 4, 30);
        let moves = |board: &Board, side: usize| {
            let mut found = BTreeSet::new();
            for way in &ways[side] {
                for at in (0..u32::from(board.columns)).filter(|&at| way.step.fits_at(board, at)) {
                    let mut after = *board;
                    way.step.play(&mut after, at);
                    found.insert(after);
                }
            }
            found
        };
        for (columns, code) in
            (2..=longest).flat_map(|columns| (0..4usize.pow(columns)).map(move |code| (columns, code)))
        {
            let mut board = Board::new(1, columns as usize).unwrap();
            (0..columns).for_each(|at| board.set(at, (code / 4usize.pow(at) % 4) as u8));
            for (east, end) in [(true, columns - 1), (false, 0)] {
                if ends[usize::from(!east)] >> board.symbol(end) & 1 == 0 {
                    continue;
                }
                let cells = low_bits(columns) & !(1 << end);
                let cut = |board: &Board| {
                    let mut board = *board;
                    board.cut_to(cells);
                    board
                };
                for side in 0..2 {
                    let whole = moves(&board, side);
                    assert!(whole.iter().all(|after| after.symbol(end) == board.symbol(end)));
                    let shorter: BTreeSet<Board> = whole.iter().map(cut).collect();
                    assert_eq!(shorter, moves(&cut(&board), side), "{left} {right} {board:?}");
                }
            }
        }
        ends
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
