//! Where a strip falls apart: the stretches of it that can still change.

use crate::board::{Board, MOST_SYMBOLS, Pattern, PatternCell, Want, Word, low_bits};
use crate::pattern::Way;

/// A step on a strip, its cells by their offset from the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    /// For each cell its offset, the symbols it may hold, as bits, and what it becomes.
    cells: Vec<(i8, u8, Option<u8>)>,
    /// The least and the greatest offset.
    from: i8,
    to: i8,
}

impl Span {
    fn of(step: &Pattern) -> Option<Self> {
        let cell = |cell: &PatternCell| match (cell.offset, cell.want) {
            ((0, column), Want::Symbols(set)) => Some((column, set, cell.becomes)),
            // There is no other row, and no edge where strips are cut.
            _ => None,
        };
        let cells = step.cells.iter().map(cell).collect::<Option<Vec<_>>>()?;
        let offsets = || cells.iter().map(|(offset, ..)| *offset);
        Some(Self { from: offsets().min()?, to: offsets().max()?, cells })
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
}

/// The cells that some step may ever cover, and as bit k that cells k and k + 1 may be covered by the same step.
///
/// What each cell may ever hold is found by playing all steps at once until nothing new comes: a step that does not fit even then
/// never will.
fn reach<W: Word>(mut may: [W; MOST_SYMBOLS], all: W, spans: &[Span], columns: usize) -> (W, W) {
    let (mut covered, mut joined) = (W::NONE, W::NONE);
    loop {
        let before = (may, joined);
        for span in spans.iter().filter(|span| span.cells.len() <= columns) {
            let mut places = all;
            for &(offset, set, _) in &span.cells {
                let symbols = (0..MOST_SYMBOLS).filter(|symbol| set >> symbol & 1 == 1);
                let holding = symbols.fold(W::NONE, |cells, symbol| cells | may[symbol]);
                places = places & holding.brought(i32::from(offset));
                if places == W::NONE {
                    break;
                }
            }
            if places == W::NONE {
                continue;
            }
            for &(offset, _, becomes) in &span.cells {
                if let Some(symbol) = becomes {
                    let cells = &mut may[usize::from(symbol)];
                    *cells = *cells | places.brought(-i32::from(offset));
                }
            }
            for offset in span.from..=span.to {
                let cells = places.brought(-i32::from(offset));
                covered = covered | cells;
                if offset < span.to {
                    joined = joined | cells;
                }
            }
        }
        if before == (may, joined) {
            return (covered, joined);
        }
    }
}

/// The parts of a strip that can still change. Cells that a possible step covers together belong together, the others stay as
/// they are and touch nothing.
pub(crate) fn stretches(board: &Board, spans: &[Span], parts: &mut Vec<Board>) {
    let all = board.all();
    let columns = usize::from(board.columns);
    let may = std::array::from_fn(|symbol| board.holding(1 << symbol, all));
    let (mut covered, joined) = if board.is_small() {
        let (covered, joined) = reach(may.map(|cells| cells as u64), all as u64, spans, columns);
        (u128::from(covered), u128::from(joined))
    } else {
        reach(may, all, spans, columns)
    };
    while covered != 0 {
        let from = covered.trailing_zeros();
        let length = (!(joined >> from)).trailing_zeros() + 1;
        let cells = low_bits(length);
        covered &= !(cells << from);
        let planes = board.planes.map(|plane| plane >> from & cells);
        parts.push(Board { rows: 1, columns: length as u8, planes });
    }
}
