//! Drawings for the terminal: grids and columns of plain characters.

use std::fmt::Write as _;

/// A grid of marks as lines of text, each column as wide as its widest mark, with optional names of rows and columns.
pub fn grid(rows: &[Vec<String>], row_names: &[String], column_names: &[String]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0).max(column_names.len());
    let length = |s: &String| s.chars().count();
    let width = |j: usize| {
        let marks = rows.iter().filter_map(|row| row.get(j)).map(length).max().unwrap_or(0);
        marks.max(column_names.get(j).map_or(0, length))
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let margin = row_names.iter().map(length).max().unwrap_or(0);
    let line = |name: &str, marks: &[String]| {
        let mut out = String::new();
        if margin > 0 {
            let _ = write!(out, "{name:>margin$} ");
        }
        for (j, mark) in marks.iter().enumerate() {
            if j > 0 {
                out.push(' ');
            }
            let _ = write!(out, "{mark:>w$}", w = widths[j]);
        }
        out.truncate(out.trim_end().len());
        out.push('\n');
        out
    };
    let head = if column_names.is_empty() { String::new() } else { line("", column_names) };
    let body = rows.iter().enumerate().map(|(i, row)| line(row_names.get(i).map_or("", String::as_str), row));
    head + &body.collect::<String>()
}

/// A table of columns with a heading: every column as wide as its widest entry, entries at the left.
pub fn columns(heading: &[&str], rows: &[Vec<String>]) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0).max(heading.len());
    let width = |j: usize| {
        let entries = rows.iter().filter_map(|row| row.get(j)).map(|e| e.chars().count()).max().unwrap_or(0);
        entries.max(heading.get(j).map_or(0, |h| h.chars().count()))
    };
    let widths: Vec<usize> = (0..count).map(width).collect();
    let line = |entries: &mut dyn Iterator<Item = &str>| {
        let cells: Vec<String> = entries.zip(&widths).map(|(e, &w)| format!("{e:<w$}")).collect();
        format!("{}\n", cells.join("  ").trim_end())
    };
    let mut out = if heading.is_empty() { String::new() } else { line(&mut heading.iter().copied()) };
    for row in rows {
        out.push_str(&line(&mut row.iter().map(String::as_str)));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marks(text: &str) -> Vec<Vec<String>> {
        text.lines().map(|l| l.split(' ').map(str::to_owned).collect()).collect()
    }

    #[test]
    fn grids_line_up() {
        let names = |n: usize| (1..=n).map(|i| i.to_string()).collect::<Vec<_>>();
        let text = grid(&marks("x . o\n. # x"), &names(2), &names(3));
        insta::assert_snapshot!(text, @r"
          1 2 3
        1 x . o
        2 . # x
        ");
    }

    #[test]
    fn columns_line_up() {
        let text = columns(&["move", "value"], &marks("1 *2\ntwo *10"));
        insta::assert_snapshot!(text, @r"
        move  value
        1     *2
        two   *10
        ");
    }
}
