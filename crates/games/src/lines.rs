//! Lines of pieces on boards: rows, columns and diagonals.

use crate::board::Board;
use grundy_game::{Input, ParseError, Text, for_example};

/// Whether some cells hold `length` in a row, a column or a diagonal. The guard columns of the board keep lines from running
/// over its edge.
pub fn has_line<const K: usize>(board: &Board<K>, cells: u128, length: usize) -> bool {
    let stride = board.stride();
    [1, stride - 1, stride, stride + 1].into_iter().any(|step| in_line(cells, step, length))
}

/// Whether `length` of some bits stand in a line with `step` from each to the next.
pub fn in_line(cells: u128, step: u32, length: usize) -> bool {
    let mut line = cells;
    for _ in 1..length {
        line &= line >> step;
    }
    line != 0
}

/// Reads `(ROWS,COLUMNS,K)`; without arguments they are as given.
pub fn rows_columns_and_length(
    input: &Input<'_>,
    default: (usize, usize, usize),
) -> Result<(usize, usize, usize), ParseError> {
    let Some((text, _)) = input.arguments else { return Ok(default) };
    let numbers: Option<Vec<usize>> = text.split(',').map(|number| number.trim().parse().ok()).collect();
    let example = || for_example(&format!("{}(4,4,3):", input.name));
    match numbers.as_deref() {
        Some(&[rows, columns, length]) if rows > 0 && columns > 0 && length > 1 => Ok((rows, columns, length)),
        Some([_, _, _]) => {
            let problem = Text::new("a board has at least one row and one column, and a line at least two cells");
            Err(input.argument_error(0, text.len(), problem).help(example()))
        }
        _ => {
            let problem = Text::new("three numbers are expected: rows, columns, and how many in a row win");
            Err(input.argument_error(0, text.len(), problem).help(example()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_stay_on_the_board() {
        let mut board = Board::<1>::new(3, 4).unwrap();
        let cells =
            |list: &[(usize, usize)]| list.iter().fold(0, |all, &(row, column)| all | 1u128 << board.bit(row, column));
        for line in
            [[(0, 1), (0, 2), (0, 3)], [(0, 3), (1, 3), (2, 3)], [(0, 0), (1, 1), (2, 2)], [(0, 3), (1, 2), (2, 1)]]
        {
            assert!(has_line(&board, cells(&line), 3), "{line:?}");
        }
        for none in [[(0, 2), (0, 3), (1, 0)], [(0, 3), (1, 0), (2, 1)], [(0, 0), (1, 3), (2, 2)]] {
            assert!(!has_line(&board, cells(&none), 3), "{none:?}");
        }
        board.layers[0] = board.all();
        assert!(has_line(&board, board.layers[0], 4) && !has_line(&board, board.layers[0], 5));
    }
}
