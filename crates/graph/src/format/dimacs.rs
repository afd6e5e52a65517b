//! DIMACS: `p edge n m` (or `p col`) with lines `e u v`, or `p sp n m` with lines `a u v weight`.

use super::scan::expected_found;
use super::{Names, Raw, Scan, Want, arc_list, loop_refused, out_of_range, push_arc};
use crate::digraph::check_size;
use crate::{Digraph, GraphError};
use grundy_budget::Budget;
use grundy_lang::Text;

/// Reads a DIMACS file. The promised number of edges is not checked: files in use count each edge once or twice.
pub(super) fn read(bytes: &[u8], want: Want, budget: &Budget) -> Result<Raw, GraphError> {
    let mut scan = Scan::new(bytes);
    let (directed, order) = header(&mut scan)?;
    if directed && want == Want::Graph {
        return Err(scan.error("`p sp` describes a digraph, but an undirected graph is wanted"));
    }
    let mut arcs = arc_list(&scan, if directed { 1 } else { 2 }, budget)?;
    while scan.next_line(b"c") {
        match scan.word() {
            b"e" if !directed => {}
            b"a" if directed => {}
            // Node weights and the like do not matter here.
            b"n" | b"v" | b"x" | b"d" => {
                while !scan.at_line_end() {
                    scan.word();
                }
                continue;
            }
            other => {
                let wanted = Text::new(if directed { "a line `a u v`" } else { "a line `e u v`" });
                return Err(scan.error(expected_found(wanted, quoted(other))));
            }
        }
        let (u, v) = (scan.number()?, scan.number()?);
        if u == 0 || v == 0 || u > order || v > order {
            return Err(scan.error(out_of_range(order, u, v)));
        }
        if u == v && want == Want::Graph {
            return Err(scan.error(loop_refused()));
        }
        if directed && !scan.at_line_end() {
            scan.word();
        }
        push_arc(&mut arcs, directed, want, (u - 1, v - 1));
        scan.end_line("the end of the line after two vertices")?;
    }
    Ok(Raw { order: order as usize, arcs, names: Names::default() })
}

/// Reads the line `p edge n m` or `p sp n m`: whether the file is directed, and the order.
fn header(scan: &mut Scan<'_>) -> Result<(bool, u32), GraphError> {
    if !scan.next_line(b"c") || scan.word() != b"p" {
        return Err(scan.error("expected the header `p edge n m` or `p sp n m`"));
    }
    let directed = match scan.word() {
        b"edge" | b"edges" | b"col" => false,
        b"sp" => true,
        other => {
            let reason = Text::new("unknown kind of problem {kind}: expected edge, col or sp");
            return Err(scan.error(reason.with_text("kind", quoted(other))));
        }
    };
    let order = scan.number()?;
    check_size("vertices", u64::from(order), Digraph::MAX_ORDER).map_err(|e| scan.error(e.problem()))?;
    scan.number()?;
    scan.end_line("the end of the line after the header")?;
    Ok((directed, order))
}

/// A word of the file, shortened and quoted.
fn quoted(word: &[u8]) -> Text {
    let word = String::from_utf8_lossy(&word[..word.len().min(40)]);
    Text::verbatim(format!("`{}`", word.replace(char::is_control, "\u{fffd}")))
}

#[cfg(test)]
mod tests {
    use crate::format::{Format, read_digraph, read_graph};
    use grundy_budget::Budget;

    #[test]
    fn both_kinds_read() {
        let read =
            read_graph(b"c from somewhere\np edge 4 2\nn 1 7\ne 1 2\ne 4 1\n", None, &Budget::unlimited()).unwrap();
        assert_eq!(read.format, Format::Dimacs);
        assert_eq!(read.graph.edges().collect::<Vec<_>>(), [(0, 1), (0, 3)]);
        assert_eq!(
            read_graph(b"p edge 4 2\nn 1 \x0C 7\ne 1 2 # one\ne 4\x0C1\n", None, &Budget::unlimited()).unwrap().graph,
            read.graph
        );
        let both = read_digraph(b"p col 2 1\ne 1 2\n", None, &Budget::unlimited()).unwrap();
        assert_eq!(both.graph.arcs().collect::<Vec<_>>(), [(0, 1), (1, 0)]);
        let directed = read_digraph(b"p sp 2 1\na 1 2 17\n", None, &Budget::unlimited()).unwrap();
        assert_eq!(directed.graph.arcs().collect::<Vec<_>>(), [(0, 1)]);
    }

    #[test]
    fn errors_name_line_and_reason() {
        let read = |text: &str| read_graph(text.as_bytes(), None, &Budget::unlimited()).unwrap_err().to_string();
        insta::assert_snapshot!(read("p cnf 4 2\n"), @"line 1: unknown kind of problem `cnf`: expected edge, col or sp");
        insta::assert_snapshot!(read("p edge 2 1\ne 1 3\n"), @"line 2: vertices are numbered from 1 to 2, but here is `1 3`");
        insta::assert_snapshot!(read("p edge 2 1\n1 2\n"), @"line 2: expected a line `e u v`, found `1`");
        insta::assert_snapshot!(read("p edge 2 1\ne 2 2\n"), @"line 2: a loop; an undirected graph here has none");
        insta::assert_snapshot!(read("p sp 2 1\n"), @"line 2: `p sp` describes a digraph, but an undirected graph is wanted");
    }
}
