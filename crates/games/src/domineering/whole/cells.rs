//! Boards of at most 8×8 as machine words: bit 8c + r is the cell in row r of column c, set where it is free.

/// The free cells of a board.
pub(super) type Cells = u64;

/// Every cell but those of the last row.
const NOT_LAST: Cells = 0x7f7f_7f7f_7f7f_7f7f;

/// Moved to the upper left.
pub(super) fn trimmed(cells: Cells) -> Cells {
    if cells == 0 {
        return 0;
    }
    let cells = cells >> (cells.trailing_zeros() & !7);
    let rows = [32, 16, 8].into_iter().fold(cells, |rows, by| rows | rows >> by);
    cells >> (rows & 0xff).trailing_zeros()
}

/// Rows and columns exchanged, by blocks of 1, 2 and 4 cells.
pub(super) fn transposed(cells: Cells) -> Cells {
    let masks = [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)];
    masks.into_iter().fold(cells, |cells, (by, mask)| {
        let moved = (cells ^ cells >> by) & mask;
        cells ^ moved ^ moved << by
    })
}

/// The least of the four images under reflections and the half turn, in the upper left.
pub(super) fn least(cells: Cells) -> Cells {
    let turned = cells.reverse_bits();
    [turned, cells.swap_bytes(), turned.swap_bytes()].map(trimmed).into_iter().fold(trimmed(cells), Cells::min)
}

/// The cells that are joined to the lowest one, itself among them.
fn group(cells: Cells) -> Cells {
    let mut group = cells & cells.wrapping_neg();
    loop {
        let beside = (group & NOT_LAST) << 1 | group >> 1 & NOT_LAST | group << 8 | group >> 8;
        let larger = (group | beside) & cells;
        if larger == group {
            return group;
        }
        group = larger;
    }
}

/// The components of two cells and more.
pub(super) fn components(mut cells: Cells) -> impl Iterator<Item = Cells> {
    std::iter::from_fn(move || {
        while cells != 0 {
            let found = group(cells);
            cells ^= found;
            if found & (found - 1) != 0 {
                return Some(found);
            }
        }
        None
    })
}

/// Where Left can play: what is left after each of her moves.
pub(super) fn after_left(cells: Cells) -> impl Iterator<Item = Cells> {
    ones(cells & cells >> 1 & NOT_LAST).map(move |bit| cells & !(3 << bit))
}

/// What is left after each move of Right.
pub(super) fn after_right(cells: Cells) -> impl Iterator<Item = Cells> {
    ones(cells & cells >> 8).map(move |bit| cells & !(0x101 << bit))
}

fn ones(mut set: Cells) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (bit < Cells::BITS).then_some(bit)
    })
}

/// How many columns a board in the upper left has.
pub(super) fn columns(cells: Cells) -> u32 {
    (Cells::BITS - cells.leading_zeros()).div_ceil(8)
}

/// The columns from `start` to before `end`, moved to the left.
pub(super) fn slice(cells: Cells, start: u32, end: u32) -> Cells {
    let kept = if end >= 8 { cells } else { cells & ((1 << (8 * end)) - 1) };
    kept >> (8 * start)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some_boards() -> impl Iterator<Item = Cells> {
        let next = |bits: &u64| Some(bits.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405));
        std::iter::successors(Some(1u64), next).skip(1).take(300).map(|bits| bits & bits.rotate_left(23))
    }

    #[test]
    fn images_keep_the_cells() {
        for board in some_boards() {
            let turned = transposed(board);
            for bit in 0..Cells::BITS {
                assert_eq!(board >> bit & 1, turned >> (bit % 8 * 8 + bit / 8) & 1, "{board:x}");
            }
            let (flipped, other) = (board.swap_bytes(), board.reverse_bits());
            assert_eq!([flipped, other, trimmed(board)].map(least), [least(board); 3], "{board:x}");
            assert_eq!(least(board).count_ones(), board.count_ones());
        }
    }

    /// Components are apart, and what is left out stands alone.
    #[test]
    fn components_are_the_groups() {
        for board in some_boards() {
            let found: Vec<Cells> = components(board).collect();
            let all = found.iter().fold(0, |all, part| all | part);
            assert_eq!(all & !board, 0);
            assert_eq!(found.iter().map(|part| part.count_ones()).sum::<u32>(), all.count_ones(), "{board:x}");
            assert!(found.iter().all(|&part| group(part) == part));
            assert_eq!(after_left(board & !all).count() + after_right(board & !all).count(), 0, "{board:x}");
            let moves = |cells: Cells| after_left(cells).count() + after_right(cells).count();
            assert_eq!(found.iter().map(|&part| moves(part)).sum::<usize>(), moves(board), "{board:x}");
        }
    }
}
