//! Adjacency matrices: rows of 0 and 1, with or without blanks or commas between them, perhaps after a line `n n`.

use super::{Names, Raw, Scan, Want, without_comment};
use crate::{Graph, GraphError};
use grundy_budget::Budget;
use grundy_lang::Text;

/// Whether a file is a matrix rather than an edge list: it has the line `n n` before a row of n entries, or it has as
/// many lines as each line has entries, at least three, since two numbers on a line are an edge. Digits without blanks
/// are a matrix of two rows when one starts with 0, as no number does. Entries are apart in every line or in none: `0 01`
/// is an edge.
pub(super) fn looks_like_matrix(bytes: &[u8]) -> bool {
    let mut lines = rows(bytes);
    let Some(first) = lines.next() else { return false };
    if let Some(order) = header(first) {
        let second = lines.next().map(entries);
        if order == 0 || second == Some(Some(order)) {
            return true;
        }
    }
    let digits = |line: &[u8]| line.iter().all(u8::is_ascii_digit);
    match headerless_order(bytes) {
        Some(2) => rows(bytes).all(digits) && rows(bytes).any(|row| row.starts_with(b"0")),
        Some(order) => order > 2 && (rows(bytes).all(digits) || rows(bytes).all(apart)),
        None => false,
    }
}

/// Whether a blank or a comma stands between any two entries of a row.
fn apart(row: &[u8]) -> bool {
    row.windows(2).all(|pair| !pair.iter().all(u8::is_ascii_digit))
}

/// The lines that say something, without blanks around them.
fn rows(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.split(|&b| b == b'\n').map(without_comment).filter(|line| !line.is_empty())
}

/// How many entries a row has, if it is one.
fn entries(line: &[u8]) -> Option<usize> {
    let row = line.iter().all(|b| matches!(b, b'0' | b'1' | b',') || b.is_ascii_whitespace());
    row.then(|| line.iter().filter(|b| matches!(b, b'0' | b'1')).count())
}

/// The `n` of a line `n n`.
fn header(line: &[u8]) -> Option<usize> {
    // why: a line that is not text is no head of a matrix
    let mut words = std::str::from_utf8(line).ok()?.split_ascii_whitespace();
    let (rows, columns) = (words.next()?, words.next()?);
    // why: a word that is no number is no head of a matrix
    (rows == columns && words.next().is_none()).then(|| rows.parse().ok())?
}

/// The order of a matrix without the line `n n`: as many lines as each has entries.
fn headerless_order(bytes: &[u8]) -> Option<usize> {
    let order = entries(rows(bytes).next()?)?;
    let mut count = 0;
    for row in rows(bytes) {
        count += 1;
        if count > order || entries(row) != Some(order) {
            return None;
        }
    }
    (count == order).then_some(order)
}

/// Vertices of the largest matrix that is read.
const LARGEST: usize = 16 * Graph::MAX_ORDER;

/// Reads a matrix; for an undirected graph it must be symmetric with a diagonal of zeros.
pub(super) fn read(bytes: &[u8], want: Want, budget: &Budget) -> Result<Raw, GraphError> {
    let mut scan = Scan::new(bytes);
    if !scan.next_line(b"#%") {
        return Err(scan.error("expected the line `n n`, found the end of the file"));
    }
    let order = match headerless_order(bytes) {
        Some(order) => check_order(order, &scan)?,
        None => read_header(&mut scan)?,
    };
    // Each 1 is an arc, and each line a number.
    let ones = bytes.split(|&byte| byte == b'1').count() as u64 - 1;
    budget.reserve(8 * ones + 8 * order as u64)?;
    let mut arcs = Vec::new();
    let mut lines = Vec::new();
    for u in 0..order {
        if !scan.next_line(b"#%") {
            let reason = Text::new("the matrix ends after {count} of its {order} rows");
            return Err(scan.error(reason.with("count", u).with("order", order)));
        }
        lines.push(scan.line());
        row(&mut scan, u as u32, order, &mut arcs)?;
    }
    if scan.next_line(b"#%") {
        return Err(scan.error(Text::new("the matrix has more than {order} rows").with("order", order)));
    }
    if want == Want::Graph {
        check_symmetric(&arcs, &lines)?;
    }
    Ok(Raw { order, arcs, names: Names::default() })
}

fn read_header(scan: &mut Scan<'_>) -> Result<usize, GraphError> {
    let (rows, columns) = (scan.number()?, scan.number()?);
    if rows != columns {
        let reason = Text::new("the matrix of a graph is square, not {rows} by {columns}");
        return Err(scan.error(reason.with("rows", rows).with("columns", columns)));
    }
    let order = check_order(rows as usize, scan)?;
    scan.end_line("the end of the line after `n n`")?;
    Ok(order)
}

fn check_order(order: usize, scan: &Scan<'_>) -> Result<usize, GraphError> {
    if order <= LARGEST {
        return Ok(order);
    }
    let reason = Text::new("{order} vertices are too many for a matrix: at most {most}");
    Err(scan.error(reason.with("order", order).with("most", LARGEST)))
}

fn row(scan: &mut Scan<'_>, u: u32, order: usize, arcs: &mut Vec<(u32, u32)>) -> Result<(), GraphError> {
    let mut count = 0;
    while !scan.at_line_end() {
        let entry = scan.entry()?;
        if entry && count < order {
            arcs.push((u, count as u32));
        }
        count += 1;
    }
    if count != order {
        let reason = Text::new("a row of {count} entries in a matrix of {order} columns");
        return Err(scan.error(reason.with("count", count).with("order", order)));
    }
    scan.end_line("the end of the line after the row")
}

/// Checks that arcs in lexicographic order form a symmetric relation without loops.
fn check_symmetric(arcs: &[(u32, u32)], lines: &[usize]) -> Result<(), GraphError> {
    for &(u, v) in arcs {
        let line = lines[u as usize];
        if u == v {
            let reason = Text::new("vertex {vertex} has a loop; an undirected graph here has none");
            return Err(GraphError::line(line, reason.with("vertex", u + 1)));
        }
        if arcs.binary_search(&(v, u)).is_err() {
            let reason = Text::new("not symmetric: {one} is joined to {other}, but {other} not to {one}");
            return Err(GraphError::line(line, reason.with("one", u + 1).with("other", v + 1)));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::format::{Format, read_digraph, read_graph};
    use grundy_budget::Budget;

    #[test]
    fn all_spellings_read_alike() {
        let read = |text: &str| read_graph(text.as_bytes(), None, &Budget::unlimited()).unwrap();
        let spaced = read("3 3\n0 1 1\n1 0 0\n1 0 0\n");
        for same in
            ["3 3\n011\n100\n100\n", "0 1 1\n1 0 0 # second\n\n1 0 0", "0,1,1\n1,0,0\n1,0,0\n", "011\n100\n100\n"]
        {
            assert_eq!(read(same), spaced, "{same}");
        }
        assert_eq!((spaced.format, spaced.graph.size()), (Format::Matrix, 2));
        assert_eq!(read("01\n10\n").format, Format::Matrix);
        let directed = read_digraph(b"2 2\n1 1\n0 0\n", None, &Budget::unlimited()).unwrap();
        assert_eq!(directed.graph.arcs().collect::<Vec<_>>(), [(0, 0), (0, 1)]);
        let forced = read_digraph(b"1 1\n0 0\n", Some(Format::Matrix), &Budget::unlimited()).unwrap();
        assert_eq!(forced.graph, directed.graph);
    }

    #[test]
    fn edge_lists_are_not_matrices() {
        for text in ["0 1\n1 0\n", "10\n11\n", "0 1\n1 1\n1 0\n", "0\n", "0 01\n11 1\n11 0\n"] {
            assert_eq!(Format::guess(text.as_bytes()), Format::Edges, "{text}");
        }
    }

    #[test]
    fn errors_name_line_and_reason() {
        let read = |text: &str| {
            read_graph(text.as_bytes(), Some(Format::Matrix), &Budget::unlimited()).unwrap_err().to_string()
        };
        insta::assert_snapshot!(read("2 3\n"), @"line 1: the matrix of a graph is square, not 2 by 3");
        insta::assert_snapshot!(read("2 2\n0 1\n"), @"line 3: the matrix ends after 1 of its 2 rows");
        insta::assert_snapshot!(read("2 2\n0 1\n0 0\n"), @"line 2: not symmetric: 1 is joined to 2, but 2 not to 1");
        insta::assert_snapshot!(read("2 2\n0 1\n1 1\n"), @"line 3: vertex 2 has a loop; an undirected graph here has none");
        insta::assert_snapshot!(read("2 2\n0 1 0\n"), @"line 2: a row of 3 entries in a matrix of 2 columns");
        insta::assert_snapshot!(read("2 2\n0 2\n"), @"line 2: expected 0 or 1, found `2`");
        insta::assert_snapshot!(read("99999999 99999999\n"), @"line 1: 99999999 vertices are too many for a matrix: at most 65536");
    }
}
