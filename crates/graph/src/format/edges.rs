//! Edge lists: two vertices on each line, with or without a header that says how many there are.

use super::{Format, Names, NewNames, Raw, Scan, Want, arc_list, loop_refused, out_of_range};
use crate::digraph::check_size;
use crate::{Digraph, GraphError};
use grundy_budget::Budget;
use grundy_lang::Text;

/// Reads a bare edge list. Its vertices are those that it names and no others, be they numbers or words; a line may hold
/// a single vertex.
pub(super) fn read(bytes: &[u8], want: Want, budget: &Budget) -> Result<Raw, GraphError> {
    match read_numbers(bytes, want, budget)? {
        Some(raw) => Ok(raw),
        None => read_words(bytes, want, budget),
    }
}

const LINE_END: &str = "the end of the line after two vertices";

/// Reads a list of numbers below 2^32; `None` when some vertex is called otherwise.
fn read_numbers(bytes: &[u8], want: Want, budget: &Budget) -> Result<Option<Raw>, GraphError> {
    let mut scan = Scan::new(bytes);
    let mut arcs = arc_list(&scan, 1, budget)?;
    let mut lone = Vec::new();
    while scan.next_line(b"#%") {
        let Some(u) = scan.plain_number() else { return Ok(None) };
        if scan.at_line_end() {
            lone.push(u);
        } else {
            let Some(v) = scan.plain_number() else { return Ok(None) };
            if u == v && want == Want::Graph {
                return Err(scan.error(loop_refused()));
            }
            arcs.push((u, v));
        }
        scan.end_line(LINE_END)?;
    }
    number_anew(arcs, &lone, budget).map(Some)
}

/// Numbers the vertices that occur from 0 on, in ascending order.
fn number_anew(mut arcs: Vec<(u32, u32)>, lone: &[u32], budget: &Budget) -> Result<Raw, GraphError> {
    let ends = || arcs.iter().flat_map(|&(u, v)| [u, v]).chain(lone.iter().copied());
    let Some(most) = ends().max() else { return Ok(Raw { order: 0, arcs, names: Names::default() }) };
    let dense = u64::from(most) <= 64 * (arcs.len() + lone.len()) as u64 + (1 << 20);
    let numbers: Vec<u32> = if dense {
        // A bit for each number up to the largest.
        budget.reserve(u64::from(most) / 8 + 8)?;
        let mut seen = vec![0_u64; most as usize / 64 + 1];
        ends().for_each(|v| seen[v as usize / 64] |= 1 << (v % 64));
        let count = seen.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
        check_size("vertices", count, Digraph::MAX_ORDER)?;
        if let Some(first) = crate::set_bits(&seen).next().filter(|&first| u64::from(most) - first as u64 + 1 == count)
        {
            // The usual case, without a list of all numbers.
            arcs.iter_mut().for_each(|(u, v)| (*u, *v) = (*u - first as u32, *v - first as u32));
            return Ok(Raw { order: count as usize, arcs, names: Names::From(first as u32) });
        }
        budget.reserve(4 * count)?;
        crate::set_bits(&seen).map(|v| v as u32).collect()
    } else {
        budget.reserve(8 * (2 * arcs.len() + lone.len()) as u64)?;
        let mut numbers: Vec<u32> = ends().collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    };
    check_size("vertices", numbers.len() as u64, Digraph::MAX_ORDER)?;
    let order = numbers.len();
    let names = Names::from_numbers(numbers);
    match &names {
        Names::From(0) | Names::Words(_) => {}
        Names::From(first) => arcs.iter_mut().for_each(|(u, v)| (*u, *v) = (*u - first, *v - first)),
        Names::Numbers(numbers) => {
            // Every end is one of the numbers, so the place is where it is found.
            let place = |v: u32| numbers.partition_point(|&number| number < v) as u32;
            arcs.iter_mut().for_each(|(u, v)| (*u, *v) = (place(*u), place(*v)));
        }
    }
    Ok(Raw { order, arcs, names })
}

/// Reads a list in which vertices are called anything.
fn read_words(bytes: &[u8], want: Want, budget: &Budget) -> Result<Raw, GraphError> {
    let mut scan = Scan::new(bytes);
    let mut arcs = arc_list(&scan, 1, budget)?;
    let mut names = NewNames::new(budget);
    while scan.next_line(b"#%") {
        let first = scan.name()?;
        let u = names.number(first)?;
        if !scan.at_line_end() {
            let second = scan.name()?;
            let v = names.number(second)?;
            if u == v && want == Want::Graph {
                return Err(scan.error(loop_refused()));
            }
            arcs.push((u, v));
        }
        scan.end_line(LINE_END)?;
    }
    let (order, arcs, names) = names.finish(arcs);
    Ok(Raw { order, arcs, names })
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
            return Err(scan.error(out_of_range(order, u, v)));
        }
        // ICCMA states attacks; a vertex in the kernel must not be attacked, so arcs run against them.
        arcs.push(if format == Format::Af { (v - 1, u - 1) } else { (u - 1, v - 1) });
        scan.end_line(LINE_END)?;
    }
    match size {
        Some(size) if size as usize != arcs.len() => {
            let reason = Text::new("the header promises {size} arcs, but there are {count}");
            Err(scan.error(reason.with("size", size).with("count", arcs.len())))
        }
        _ => Ok(Raw { order: order as usize, arcs, names: Names::default() }),
    }
}

/// Reads the header line: the order and, in `dg`, the number of arcs.
fn header(scan: &mut Scan<'_>, format: Format) -> Result<(u32, Option<u32>), GraphError> {
    let (shape, end) = match format {
        Format::Af => ("`p af n`", "the end of the line after `p af n`"),
        _ => ("`p dg n m`", "the end of the line after `p dg n m`"),
    };
    let wanted = || Text::new("expected the header {shape}").with("shape", shape);
    if !scan.next_line(b"#%c") || scan.word() != b"p" || scan.word() != format.name().as_bytes() {
        return Err(scan.error(wanted()));
    }
    let order = scan.number()?;
    check_size("vertices", u64::from(order), Digraph::MAX_ORDER).map_err(|e| scan.error(e.problem()))?;
    let size = if format == Format::Dg { Some(scan.number()?) } else { None };
    scan.end_line(end)?;
    Ok((order, size))
}

#[cfg(test)]
mod tests {
    use crate::format::{Format, Names, read_digraph, read_graph};
    use grundy_budget::{Budget, Limits};

    fn arcs(text: &str) -> Result<(usize, Vec<(usize, usize)>, Names), String> {
        let read = read_digraph(text.as_bytes(), None, &Budget::unlimited()).map_err(|e| e.to_string())?;
        Ok((read.graph.order(), read.graph.arcs().collect(), read.names))
    }

    #[test]
    fn vertices_are_those_that_are_named() {
        let text = "# a comment\n1 2\n\n 3\t1 \r\n5 # alone\n";
        assert_eq!(arcs(text), Ok((4, vec![(0, 1), (2, 0)], Names::Numbers(vec![1, 2, 3, 5]))));
        assert_eq!(arcs("10 20\n20 30 % the last\n"), Ok((3, vec![(0, 1), (1, 2)], Names::Numbers(vec![10, 20, 30]))));
        assert_eq!(arcs("0 1\n1 2\n"), Ok((3, vec![(0, 1), (1, 2)], Names::From(0))));
        assert_eq!(arcs("6 5\n5 7\n"), Ok((3, vec![(0, 2), (1, 0)], Names::From(5))));
        assert_eq!(arcs("1 4000000000\n"), Ok((2, vec![(0, 1)], Names::Numbers(vec![1, 4_000_000_000]))));
        assert_eq!(arcs(""), Ok((0, vec![], Names::From(1))));
        assert_eq!(arcs("3 3"), Ok((1, vec![(0, 0)], Names::From(3))));
    }

    #[test]
    fn vertices_may_be_words() {
        let words = |list: &[&str]| Names::Words(list.iter().map(|&word| word.to_owned()).collect());
        assert_eq!(arcs("v10 v2\nv2 v1\n"), Ok((3, vec![(1, 0), (2, 1)], words(&["v1", "v2", "v10"]))));
        assert_eq!(arcs("a 01\n\"b c\" \"\\\"\"\n").unwrap().2, words(&["01", "\"", "a", "b c"]));
        assert_eq!(arcs("\"10\" 9\n"), Ok((2, vec![(1, 0)], Names::From(9))));
        assert_eq!(arcs("1 99999999999\n").unwrap().2, words(&["1", "99999999999"]));
    }

    #[test]
    fn frameworks_are_turned_round() {
        assert_eq!(arcs("p af 3\n# attack\n1 2 # one\n3 2\n").unwrap().1, [(1, 0), (1, 2)]);
        assert_eq!(arcs("c hello\np dg 3 2\n1 2\n3 2\n").unwrap().1, [(0, 1), (2, 1)]);
    }

    #[test]
    fn errors_name_line_and_reason() {
        insta::assert_snapshot!(arcs("1 2 3\n").unwrap_err(), @"line 1: expected the end of the line after two vertices, found `3`");
        insta::assert_snapshot!(arcs("a b\n\nc d e\n").unwrap_err(), @"line 3: expected the end of the line after two vertices, found `e`");
        insta::assert_snapshot!(arcs("a b\nc \"d\n").unwrap_err(), @"line 2: a quoted name that does not end");
        insta::assert_snapshot!(arcs("a \u{1b}[31mb\n").unwrap_err(), @"line 1: a name with a control character");
        insta::assert_snapshot!(arcs(&format!("a {}\n", "b".repeat(1001))).unwrap_err(), @"line 1: a name of more than 1000 bytes");
        insta::assert_snapshot!(arcs("p dg 3 2\n1 2\n").unwrap_err(), @"line 3: the header promises 2 arcs, but there are 1");
        insta::assert_snapshot!(arcs("p dg 3 1\n1 4\n").unwrap_err(), @"line 2: vertices are numbered from 1 to 3, but here is `1 4`");
        insta::assert_snapshot!(arcs("p af x\n").unwrap_err(), @"line 1: expected a number, found `x`");
        insta::assert_snapshot!(arcs("p dg 4000000000 0\n").unwrap_err(), @"line 1: 4000000000 vertices are too many: at most 268435456");
        let graph = |text: &str, format| read_graph(text.as_bytes(), format, &Budget::unlimited()).unwrap_err();
        insta::assert_snapshot!(graph("1 2\n2 2\n", None), @"line 2: a loop; an undirected graph here has none");
        insta::assert_snapshot!(graph("a b\nb b\n", None), @"line 2: a loop; an undirected graph here has none");
        insta::assert_snapshot!(graph("p af 3\n", Some(Format::Af)), @"line 1: af describes a digraph, but an undirected graph is wanted");
    }

    #[test]
    fn the_budget_is_asked() {
        let small = || Budget::new(Limits { memory: Some(1000), ..Limits::default() });
        let many = (0..1000).map(|v| format!("v{v} w{v}\n")).collect::<Vec<_>>().concat();
        for text in [many.as_str(), "1 2\n4000000000 3\n1 4000000\n"] {
            let read = read_digraph(text.as_bytes(), None, &small());
            assert_eq!(read.is_err(), text == many, "{text:.20}");
        }
    }
}
