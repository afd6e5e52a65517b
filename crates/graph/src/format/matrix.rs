//! Adjacency matrices: a line `n n`, then n rows of 0 and 1, with or without blanks between them.

use super::{Names, Raw, Scan, Want};
use crate::{Graph, GraphError};

/// Whether the first two lines that say something look like the start of a matrix and not like an edge list.
pub(super) fn looks_like_matrix(first: &[u8], second: &[u8]) -> bool {
    let Some(order) = header(first) else { return false };
    let entries = second.iter().filter(|b| !b.is_ascii_whitespace());
    order == 0 || (second.iter().all(|b| matches!(b, b'0' | b'1' | b' ' | b'\t' | b'\r')) && entries.count() == order)
}

/// The `n` of a line `n n`.
fn header(line: &[u8]) -> Option<usize> {
    let mut words = std::str::from_utf8(line).ok()?.split_ascii_whitespace();
    let (rows, columns) = (words.next()?, words.next()?);
    (rows == columns && words.next().is_none()).then(|| rows.parse().ok())?
}

/// Reads a matrix; for an undirected graph it must be symmetric with a diagonal of zeros.
pub(super) fn read(bytes: &[u8], want: Want) -> Result<Raw, GraphError> {
    let mut scan = Scan::new(bytes);
    if !scan.next_line(b"#%") {
        return Err(scan.error("expected the line `n n`, found the end of the file"));
    }
    let (rows, columns) = (scan.number()?, scan.number()?);
    if rows != columns {
        return Err(scan.error(format!("the matrix of a graph is square, not {rows} by {columns}")));
    }
    let order = rows as usize;
    if order > 16 * Graph::MAX_ORDER {
        return Err(
            scan.error(format!("{order} vertices are too many for a matrix: at most {}", 16 * Graph::MAX_ORDER))
        );
    }
    scan.end_line("`n n`")?;
    let mut arcs = Vec::new();
    let mut lines = Vec::new();
    for u in 0..rows {
        if !scan.next_line(b"#%") {
            return Err(scan.error(format!("the matrix ends after {u} of its {order} rows")));
        }
        lines.push(scan.line());
        row(&mut scan, u, order, &mut arcs)?;
    }
    if scan.next_line(b"#%") {
        return Err(scan.error(format!("the matrix has more than {order} rows")));
    }
    if want == Want::Graph {
        check_symmetric(&arcs, &lines)?;
    }
    Ok(Raw { order, arcs, names: Names::From(1) })
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
        return Err(scan.error(format!("a row of {count} entries in a matrix of {order} columns")));
    }
    scan.end_line("the row")
}

/// Checks that arcs in lexicographic order form a symmetric relation without loops.
fn check_symmetric(arcs: &[(u32, u32)], lines: &[usize]) -> Result<(), GraphError> {
    for &(u, v) in arcs {
        let line = lines[u as usize];
        if u == v {
            return Err(GraphError::line(
                line,
                format!("vertex {} has a loop; an undirected graph here has none", u + 1),
            ));
        }
        if arcs.binary_search(&(v, u)).is_err() {
            let reason = format!("not symmetric: {0} is joined to {1}, but {1} not to {0}", u + 1, v + 1);
            return Err(GraphError::line(line, reason));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::format::{Format, read_digraph, read_graph};
    use grundy_budget::Budget;

    #[test]
    fn both_spellings_read_alike() {
        let spaced = read_graph(b"3 3\n0 1 1\n1 0 0\n1 0 0\n", None).unwrap();
        let dense = read_graph(b"3 3\n011\n100\n100\n", None).unwrap();
        assert_eq!(spaced, dense);
        assert_eq!((spaced.format, spaced.graph.size()), (Format::Matrix, 2));
        let directed = read_digraph(b"2 2\n1 1\n0 0\n", None, &Budget::unlimited()).unwrap();
        assert_eq!(directed.graph.arcs().collect::<Vec<_>>(), [(0, 0), (0, 1)]);
    }

    #[test]
    fn errors_name_line_and_reason() {
        let read = |text: &str| read_graph(text.as_bytes(), Some(Format::Matrix)).unwrap_err().to_string();
        insta::assert_snapshot!(read("2 3\n"), @"line 1: the matrix of a graph is square, not 2 by 3");
        insta::assert_snapshot!(read("2 2\n0 1\n"), @"line 3: the matrix ends after 1 of its 2 rows");
        insta::assert_snapshot!(read("2 2\n0 1\n0 0\n"), @"line 2: not symmetric: 1 is joined to 2, but 2 not to 1");
        insta::assert_snapshot!(read("2 2\n0 1\n1 1\n"), @"line 3: vertex 2 has a loop; an undirected graph here has none");
        insta::assert_snapshot!(read("2 2\n0 1 0\n"), @"line 2: a row of 3 entries in a matrix of 2 columns");
        insta::assert_snapshot!(read("2 2\n0 2\n"), @"line 2: expected 0 or 1, found `2`");
        insta::assert_snapshot!(read("99999999 99999999\n"), @"line 1: 99999999 vertices are too many for a matrix: at most 65536");
    }
}
