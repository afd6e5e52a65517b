//! What tables of games with dominoes on rectangular boards share.

/// The pairs of neighbouring cells of a board, numbered row by row, with whose they are to take: those side by side, and those one
/// above the other (0 Left's, 1 Right's, 2 both players').
pub fn of_board(rows: u32, columns: u32, beside: u8, above: u8) -> Vec<(u32, u32, u8)> {
    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let joins = |(row, column): (u32, u32)| {
        let cell = row * columns + column;
        let right = (column + 1 < columns).then_some((cell, cell + 1, beside));
        right.into_iter().chain((row + 1 < rows).then_some((cell, cell + columns, above)))
    };
    cells.flat_map(joins).collect()
}

/// How many cells of a board choose the place within a block of its table: few large blocks for small boards, and blocks of 2^24
/// positions, 4 to 8 MiB, for large ones.
pub fn block_bits(cells: u32) -> u32 {
    let upper = if cells >= 24 { 8 } else { 5 };
    cells.saturating_sub(upper).clamp(7, 24)
}

/// How positions are numbered.
pub fn numbering(rows: u32, columns: u32) -> String {
    format!(
        "bit {columns}·r + c is set when the cell in row r and column c is free, r and c from 0, on a board of {rows} rows and {columns} columns"
    )
}

/// The most cells of a board that can be tabled.
pub const MOST: u32 = 40;
