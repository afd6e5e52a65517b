//! McKay's graph6 and digraph6: six bits a printable character.

use super::{Names, Raw, Want};
use crate::{Digraph, Graph, GraphError};
use grundy_budget::Budget;
use grundy_lang::Text;
use std::fmt::Write as _;

/// Why a graph6 string does not parse: the position of the byte that does not fit, counted from 0, and what would.
pub(crate) struct Misfit {
    pub(crate) at: usize,
    pub(crate) expected: Text,
}

fn misfit(at: usize, expected: impl Into<Text>) -> Misfit {
    Misfit { at, expected: expected.into() }
}

/// The order in front of a string and how many bytes it takes.
fn parse_order(bytes: &[u8]) -> Result<(usize, usize), Misfit> {
    let sextets = |from: usize, count: usize| {
        (from..from + count).try_fold(0_usize, |value, at| match bytes.get(at) {
            Some(byte @ 63..=126) => Ok(value << 6 | usize::from(byte - 63)),
            _ => Err(misfit(at, "a character from `?` to `~`")),
        })
    };
    match bytes {
        [b'~', b'~', ..] => Ok((sextets(2, 6)?, 8)),
        [b'~', ..] => Ok((sextets(1, 3)?, 4)),
        _ => Ok((sextets(0, 1)?, 1)),
    }
}

/// The bits of a string after its order: exactly `count` of them are used, and the filling must be zeros.
fn parse_bits(bytes: &[u8], from: usize, count: usize) -> Result<impl Iterator<Item = bool> + '_, Misfit> {
    let wanted = from + count.div_ceil(6);
    if let Some(at) = (from..bytes.len().min(wanted)).find(|&at| !(63..=126).contains(&bytes[at])) {
        return Err(misfit(at, "a character from `?` to `~`"));
    }
    if bytes.len() < wanted {
        return Err(misfit(bytes.len(), Text::new("{count} more characters").with("count", wanted - bytes.len())));
    }
    if bytes.len() > wanted {
        return Err(misfit(wanted, "the end"));
    }
    let filling = wanted.saturating_sub(from) * 6 - count;
    if filling > 0 && (bytes[wanted - 1] - 63).trailing_zeros() < filling as u32 {
        return Err(misfit(
            wanted - 1,
            Text::new("a character whose last {count} bits are zero").with("count", filling),
        ));
    }
    Ok((0..count).map(move |i| (bytes[from + i / 6] - 63) >> (5 - i % 6) & 1 == 1))
}

/// Reads one graph6 string.
pub(crate) fn parse_graph6(bytes: &[u8]) -> Result<Graph, Misfit> {
    let (order, from) = parse_order(bytes)?;
    if order > Graph::MAX_ORDER {
        return Err(misfit(0, Text::new("a graph of at most {most} vertices").with("most", Graph::MAX_ORDER)));
    }
    let bits = parse_bits(bytes, from, order * order.saturating_sub(1) / 2)?;
    let pairs = (1..order).flat_map(|v| (0..v).map(move |u| (u, v)));
    let edges = pairs.zip(bits).filter(|(_, bit)| *bit).map(|(pair, _)| pair);
    Graph::from_edges(order, edges).map_err(|e| misfit(0, e.problem()))
}

/// The single line of a file, without its optional header.
fn only_line<'a>(bytes: &'a [u8], header: &[u8]) -> Result<(usize, &'a [u8]), GraphError> {
    let mut lines = bytes
        .split(|&b| b == b'\n')
        .map(<[u8]>::trim_ascii)
        .enumerate()
        .map(|(i, line)| (i + 1, line))
        .filter(|(_, line)| !line.is_empty());
    let (number, line) = lines.next().ok_or_else(|| GraphError::line(1, "expected a line, found an empty file"))?;
    if let Some((second, _)) = lines.next() {
        return Err(GraphError::line(second, "a second graph; a file here holds one"));
    }
    Ok((number, line.strip_prefix(header).unwrap_or(line)))
}

fn at_line(line: usize) -> impl Fn(Misfit) -> GraphError {
    move |misfit| {
        let reason = Text::new("expected {expected} as character {place}");
        GraphError::line(line, reason.with_text("expected", misfit.expected).with("place", misfit.at + 1))
    }
}

/// Reads a file with one graph6 line.
pub(super) fn read(bytes: &[u8], want: Want, budget: &Budget) -> Result<Raw, GraphError> {
    let (number, line) = only_line(bytes, b">>graph6<<")?;
    // Six bits a character, each of them at most two arcs; the bitset rows of the graph are smaller.
    budget.reserve(100 * line.len() as u64)?;
    let graph = parse_graph6(line).map_err(at_line(number))?;
    let mut arcs = Vec::new();
    for (u, v) in graph.edges() {
        super::push_arc(&mut arcs, false, want, (u as u32, v as u32));
    }
    Ok(Raw { order: graph.order(), arcs, names: Names::default() })
}

/// Reads a file with one digraph6 line.
pub(super) fn read_directed(bytes: &[u8], budget: &Budget) -> Result<Raw, GraphError> {
    let (number, line) = only_line(bytes, b">>digraph6<<")?;
    let Some(line) = line.strip_prefix(b"&") else {
        return Err(GraphError::line(number, "a digraph6 line starts with `&`"));
    };
    let (order, from) = parse_order(line).map_err(at_line(number))?;
    let count = order.checked_mul(order).ok_or_else(|| GraphError::line(number, "too many vertices"))?;
    let bits = parse_bits(line, from, count).map_err(at_line(number))?;
    budget.reserve(8 * line.iter().map(|byte| u64::from(byte.wrapping_sub(63).count_ones())).sum::<u64>())?;
    let arcs =
        bits.enumerate().filter(|(_, bit)| *bit).map(|(i, _)| ((i / order) as u32, (i % order) as u32)).collect();
    Ok(Raw { order, arcs, names: Names::default() })
}

fn push_order(order: usize, line: &mut String) {
    let sextets = |count: usize| (0..count).rev().map(move |i| char::from((order >> (6 * i) & 63) as u8 + 63));
    match order {
        0..=62 => line.extend(sextets(1)),
        63..=258_047 => {
            line.push('~');
            line.extend(sextets(3));
        }
        _ => {
            let _ = write!(line, "~~");
            line.extend(sextets(6));
        }
    }
}

fn push_bits(bits: impl Iterator<Item = bool>, line: &mut String) {
    let (mut sextet, mut filled) = (0_u8, 0);
    for bit in bits {
        sextet = sextet << 1 | u8::from(bit);
        filled += 1;
        if filled == 6 {
            line.push(char::from(sextet + 63));
            (sextet, filled) = (0, 0);
        }
    }
    if filled > 0 {
        line.push(char::from((sextet << (6 - filled)) + 63));
    }
}

/// The graph6 string of a graph, without header or line end.
pub fn graph6(graph: &Graph) -> String {
    let mut line = String::new();
    push_order(graph.order(), &mut line);
    push_bits((1..graph.order()).flat_map(|v| (0..v).map(move |u| graph.has_edge(u, v))), &mut line);
    line
}

/// The digraph6 string of a digraph, without header or line end. O(n²).
pub fn digraph6(digraph: &Digraph) -> String {
    let mut line = String::from("&");
    let order = digraph.order();
    push_order(order, &mut line);
    push_bits((0..order).flat_map(|u| (0..order).map(move |v| digraph.has_arc(u, v))), &mut line);
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{read_digraph, read_graph};
    use proptest::prelude::*;

    #[test]
    fn known_strings() {
        let graph = |text: &str| read_graph(text.as_bytes(), None, &Budget::unlimited()).unwrap().graph;
        assert_eq!(graph("@").order(), 1);
        assert_eq!(graph("?\n").order(), 0);
        // The example of the format's description: 0-2, 0-4, 1-3, 3-4 on five vertices.
        assert_eq!(graph(">>graph6<<DQc\n").edges().collect::<Vec<_>>(), [(0, 2), (0, 4), (1, 3), (3, 4)]);
        let digraph = read_digraph(b"&DI?AO?\n", None, &Budget::unlimited()).unwrap().graph;
        assert_eq!(digraph.arcs().collect::<Vec<_>>(), [(0, 2), (0, 4), (3, 1), (3, 4)]);
        assert_eq!(digraph6(&digraph), "&DI?AO?");
    }

    #[test]
    fn errors_name_line_and_character() {
        let read = |text: &str| {
            read_graph(text.as_bytes(), Some(super::super::Format::Graph6), &Budget::unlimited())
                .unwrap_err()
                .to_string()
        };
        insta::assert_snapshot!(read("D"), @"line 1: expected 2 more characters as character 2");
        insta::assert_snapshot!(read("DQcc"), @"line 1: expected the end as character 4");
        insta::assert_snapshot!(read("\nDQ!"), @"line 2: expected a character from `?` to `~` as character 3");
        insta::assert_snapshot!(read("DQd"), @"line 1: expected a character whose last 2 bits are zero as character 3");
        insta::assert_snapshot!(read("DQc\nDQc\n"), @"line 2: a second graph; a file here holds one");
        insta::assert_snapshot!(read("~~~~~~~~"), @"line 1: expected a graph of at most 4096 vertices as character 1");
    }

    proptest! {
        #[test]
        fn graphs_round_trip(order in 0..90_usize, pairs in prop::collection::vec((0..90_usize, 0..90_usize), 0..200)) {
            let edges = pairs.into_iter().filter(|&(u, v)| u != v && u < order && v < order);
            let graph = Graph::from_edges(order, edges).unwrap();
            prop_assert_eq!(read_graph(graph6(&graph).as_bytes(), None, &Budget::unlimited()).unwrap().graph, graph);
        }

        #[test]
        fn digraphs_round_trip(order in 1..70_u32, pairs in prop::collection::vec((0..70_u32, 0..70_u32), 0..200)) {
            let arcs: Vec<_> = pairs.into_iter().filter(|&(u, v)| u < order && v < order).collect();
            let digraph = Digraph::from_arcs(order as usize, &arcs).unwrap();
            let line = digraph6(&digraph);
            prop_assert_eq!(read_digraph(line.as_bytes(), None, &Budget::unlimited()).unwrap().graph, digraph);
        }
    }
}
