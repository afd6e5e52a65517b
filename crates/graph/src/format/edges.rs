//! Edge lists: two vertices on each line, with or without a header that says how many there are.

use super::{Format, Names, Raw, Scan, Want, arc_list};
use crate::digraph::check_size;
use crate::{Digraph, GraphError};
use grundy_budget::Budget;

/// Reads a bare edge list. Its vertices are numbered from 1, or from 0 if a 0 occurs, up to the largest number.
pub(super) fn read(bytes: &[u8], want: Want, budget: &Budget) -> Result<Raw, GraphError> {
    let mut scan = Scan::new(bytes);
    let mut arcs = arc_list(&scan, 1, budget)?;
    let (mut least, mut most, mut most_line, mut lines) = (u32::MAX, 0, 1, 0_u64);
    while scan.next_line(b"#%") {
        let u = scan.number()?;
        let mut v = u;
        if !scan.at_line_end() {
            v = scan.number()?;
            if u == v && want == Want::Graph {
                return Err(scan.error("a loop; an undirected graph here has none"));
            }
            arcs.push((u, v));
        }
        least = least.min(u).min(v);
        if u.max(v) > most {
            (most, most_line) = (u.max(v), scan.line());
        }
        lines += 1;
        scan.end_line("two vertices")?;
    }
    // A stray huge number must not make a huge graph of isolated vertices.
    if u64::from(most) > 1_000_000 + 16 * lines {
        let reason = format!("vertex {most} is far beyond what {lines} edges need; is this an edge list?");
        return Err(GraphError::line(most_line, reason));
    }
    let first = least.min(1);
    if first == 1 {
        for (u, v) in &mut arcs {
            (*u, *v) = (*u - 1, *v - 1);
        }
    }
    let order = if lines == 0 { 0 } else { (most - first) as usize + 1 };
    Ok(Raw { order, arcs, names: Names::From(first) })
}

/// Reads `p dg n m` or `p af n` and its arcs or attacks.
pub(super) fn read_with_header(bytes: &[u8], format: Format, budget: &Budget) -> Result<Raw, GraphError> {
    let mut scan = Scan::new(bytes);
    let (order, size) = header(&mut scan, format)?;
    let mut arcs = arc_list(&scan, 1, budget)?;
    budget.reserve(4 * u64::from(order))?;
    while scan.next_line(b"#%c") {
        let (u, v) = (scan.number()?, scan.number()?);
        if u == 0 || v == 0 || u > order || v > order {
            let reason = format!("vertices are numbered from 1 to {order}, but here is `{u} {v}`");
            return Err(scan.error(reason));
        }
        // ICCMA states attacks; a vertex in the kernel must not be attacked, so arcs run against them.
        arcs.push(if format == Format::Af { (v - 1, u - 1) } else { (u - 1, v - 1) });
        scan.end_line("two vertices")?;
    }
    match size {
        Some(size) if size as usize != arcs.len() => {
            let reason = format!("the header promises {size} arcs, but there are {}", arcs.len());
            Err(scan.error(reason))
        }
        _ => Ok(Raw { order: order as usize, arcs, names: Names::From(1) }),
    }
}

/// Reads the header line: the order and, in `dg`, the number of arcs.
fn header(scan: &mut Scan<'_>, format: Format) -> Result<(u32, Option<u32>), GraphError> {
    let shape = if format == Format::Af { "`p af n`" } else { "`p dg n m`" };
    if !scan.next_line(b"#%c") {
        return Err(scan.error(format!("expected the header {shape}, found the end of the file")));
    }
    if scan.word() != b"p" || scan.word() != format.name().as_bytes() {
        return Err(scan.error(format!("expected the header {shape}")));
    }
    let order = scan.number()?;
    check_size("vertices", u64::from(order), Digraph::MAX_ORDER).map_err(|e| scan.error(e.to_string()))?;
    let size = if format == Format::Dg { Some(scan.number()?) } else { None };
    scan.end_line(shape)?;
    Ok((order, size))
}

#[cfg(test)]
mod tests {
    use crate::format::{Format, Names, read_digraph, read_graph};
    use grundy_budget::Budget;

    fn arcs(text: &str) -> Result<(usize, Vec<(usize, usize)>, Names), String> {
        let read = read_digraph(text.as_bytes(), None, &Budget::unlimited()).map_err(|e| e.to_string())?;
        Ok((read.graph.order(), read.graph.arcs().collect(), read.names))
    }

    #[test]
    fn edge_lists_count_from_one_or_zero() {
        let text = "# a comment\n1 2\n\n 3\t1 \r\n5\n";
        assert_eq!(arcs(text), Ok((5, vec![(0, 1), (2, 0)], Names::From(1))));
        assert_eq!(arcs("0 2\n"), Ok((3, vec![(0, 2)], Names::From(0))));
        assert_eq!(arcs(""), Ok((0, vec![], Names::From(1))));
        assert_eq!(arcs("3 3"), Ok((3, vec![(2, 2)], Names::From(1))));
    }

    #[test]
    fn frameworks_are_turned_round() {
        assert_eq!(arcs("p af 3\n# attack\n1 2\n3 2\n").unwrap().1, [(1, 0), (1, 2)]);
        assert_eq!(arcs("c hello\np dg 3 2\n1 2\n3 2\n").unwrap().1, [(0, 1), (2, 1)]);
    }

    #[test]
    fn errors_name_line_and_reason() {
        insta::assert_snapshot!(arcs("1 2\n3 x\n").unwrap_err(), @"line 2: expected a number, found `x`");
        insta::assert_snapshot!(arcs("1 2 3\n").unwrap_err(), @"line 1: expected the end of the line after two vertices, found `3`");
        insta::assert_snapshot!(arcs("1 2\n1 99999999999\n").unwrap_err(), @"line 2: a number is too large");
        insta::assert_snapshot!(arcs("1 2\n1 4000000000\n").unwrap_err(), @"line 2: vertex 4000000000 is far beyond what 2 edges need; is this an edge list?");
        insta::assert_snapshot!(arcs("p dg 3 2\n1 2\n").unwrap_err(), @"line 3: the header promises 2 arcs, but there are 1");
        insta::assert_snapshot!(arcs("p dg 3 1\n1 4\n").unwrap_err(), @"line 2: vertices are numbered from 1 to 3, but here is `1 4`");
        insta::assert_snapshot!(arcs("p af x\n").unwrap_err(), @"line 1: expected a number, found `x`");
        insta::assert_snapshot!(arcs("p dg 4000000000 0\n").unwrap_err(), @"line 1: 4000000000 vertices are too many: at most 268435456");
        insta::assert_snapshot!(read_graph(b"1 2\n2 2\n", None).unwrap_err(), @"line 2: a loop; an undirected graph here has none");
        insta::assert_snapshot!(read_graph(b"p af 3\n", Some(Format::Af)).unwrap_err(), @"line 1: af describes a digraph, but an undirected graph is wanted");
    }
}
