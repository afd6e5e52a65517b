//! Reading a graph argument: `petersen`, `grid(3,4)`, a graph6 string, `g6:…`, or `@file`.

use super::{FAMILIES, family};
use crate::format::{parse_graph6, read_graph};
use crate::{Graph, GraphError};

/// Reads a graph argument; `load` returns the bytes of a named file.
///
/// A built-in name wins over graph6 where both fit; `g6:` forces graph6; `@` alone is the graph6 of one vertex, and
/// `@name` the graph in a file, in any format of [`crate::format`]. Columns in errors count characters from 1.
///
/// ```
/// use grundy_graph::parse_graph_argument;
///
/// let no_files = |_: &str| Err("no files here".to_owned());
/// assert_eq!(parse_graph_argument("grid(3,4)", no_files).unwrap().order(), 12);
/// assert_eq!(parse_graph_argument("D~{", no_files).unwrap(), parse_graph_argument("complete(5)", no_files).unwrap());
/// ```
pub fn parse_graph_argument(
    text: &str,
    load: impl FnOnce(&str) -> Result<Vec<u8>, String>,
) -> Result<Graph, GraphError> {
    if let Some(string) = text.strip_prefix("g6:") {
        return parse_graph6(string.as_bytes())
            .map_err(|m| misfit(column_of_byte(string, m.at) + 3, format!("{} in a graph6 string", m.expected)));
    }
    if let Some(file) = text.strip_prefix('@').filter(|file| !file.is_empty()) {
        let bytes = load(file).map_err(|reason| GraphError::File { name: file.to_owned(), reason })?;
        return Ok(read_graph(&bytes, None)?.graph);
    }
    let word: String = text.chars().take_while(|&c| c.is_ascii_lowercase() || c == '_').collect();
    let rest = &text[word.len()..];
    match family(&word) {
        Some(found) if rest.is_empty() || rest.starts_with('(') => {
            let parameters = parse_parameters(rest, word.len() + 1)?;
            found.build(&parameters)
        }
        _ => parse_graph6(text.as_bytes()).map_err(|m| {
            let looks_like_name = !word.is_empty() && (rest.is_empty() || rest.starts_with('('));
            if looks_like_name || text.is_empty() || !text.bytes().all(|b| (63..=126).contains(&b)) {
                unknown_name(text, 1)
            } else {
                misfit(column_of_byte(text, m.at), format!("{} in a graph6 string", m.expected))
            }
        }),
    }
}

fn misfit(column: usize, expected: String) -> GraphError {
    GraphError::Argument { column, expected, hint: None }
}

/// The column, from 1, of the character that holds a byte.
fn column_of_byte(text: &str, at: usize) -> usize {
    text.char_indices().take_while(|&(i, _)| i < at).count() + 1
}

/// The error for a name that is none, with the nearest one that is.
pub(super) fn unknown_name(text: &str, column: usize) -> GraphError {
    let word = text.split('(').next().unwrap_or_default();
    let near = FAMILIES
        .iter()
        .map(|family| (strsim::damerau_levenshtein(word, family.name), family))
        .filter(|(distance, family)| *distance <= family.name.len().max(3) / 3)
        .min_by_key(|(distance, _)| *distance);
    GraphError::Argument {
        column,
        expected: "a graph: a name such as `petersen` or `grid(3,4)`, a graph6 string, or `@file`".to_owned(),
        hint: near.map(|(_, family)| format!("{}{}", family.name, family.parameters)),
    }
}

/// Reads `(a,b,…)` or nothing; `column` is where the text starts.
fn parse_parameters(text: &str, column: usize) -> Result<Vec<u64>, GraphError> {
    let mut parameters = Vec::new();
    let Some(inside) = text.strip_prefix('(') else { return Ok(parameters) };
    let mut rest = inside;
    let at = |rest: &str| column + text[..text.len() - rest.len()].chars().count();
    loop {
        rest = rest.trim_start_matches(' ');
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let Ok(number) = rest[..digits].parse() else {
            return Err(misfit(at(rest), "a number".to_owned()));
        };
        parameters.push(number);
        rest = rest[digits..].trim_start_matches(' ');
        if let Some(after) = rest.strip_prefix(',') {
            rest = after;
        } else if let Some(after) = rest.strip_prefix(')') {
            return if after.is_empty() { Ok(parameters) } else { Err(misfit(at(after), "the end".to_owned())) };
        } else {
            return Err(misfit(at(rest), "`,` or `)`".to_owned()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parse(text: &str) -> Result<Graph, String> {
        let load = |name: &str| if name == "k2" { Ok(b"1 2\n".to_vec()) } else { Err("no such file".to_owned()) };
        parse_graph_argument(text, load).map_err(|e| e.to_string())
    }

    #[test]
    fn every_kind_of_argument() {
        assert_eq!(parse("@").unwrap().order(), 1);
        assert_eq!(parse("@k2").unwrap().size(), 1);
        assert_eq!(parse("g6:D~{").unwrap().size(), 10);
        assert_eq!(parse("grid(3, 4)").unwrap().order(), 12);
        // `path` has the shape of a graph6 string, but names win.
        assert!(parse("path").is_err());
        assert_eq!(parse("star(5)").unwrap().size(), 4);
    }

    #[test]
    fn errors_say_column_and_expectation() {
        let error = |text: &str| parse(text).unwrap_err();
        insta::assert_snapshot!(error("petersem"), @"column 1: expected a graph: a name such as `petersen` or `grid(3,4)`, a graph6 string, or `@file`; did you mean `petersen`?");
        insta::assert_snapshot!(error("gird(3,4)"), @"column 1: expected a graph: a name such as `petersen` or `grid(3,4)`, a graph6 string, or `@file`; did you mean `grid(a,b,…)`?");
        insta::assert_snapshot!(error("grid(3;4)"), @"column 7: expected `,` or `)`");
        insta::assert_snapshot!(error("grid(3,)"), @"column 8: expected a number");
        insta::assert_snapshot!(error("grid(3,4)x"), @"column 10: expected the end");
        insta::assert_snapshot!(error("cycle(2)"), @"column 1: expected the first parameter of `cycle` to be at least 3");
        insta::assert_snapshot!(error("cycle"), @"column 1: expected `cycle(n)`");
        insta::assert_snapshot!(error("gp(5,3)"), @"column 1: expected the second parameter of `gp` to be at most half the first");
        insta::assert_snapshot!(error("grid(1000,1000)"), @"1000000 vertices are too many: at most 4096");
        insta::assert_snapshot!(error("hypercube(99)"), @"18446744073709551615 vertices are too many: at most 4096");
        insta::assert_snapshot!(error("D~"), @"column 3: expected 1 more characters in a graph6 string");
        insta::assert_snapshot!(error("g6:D~!"), @"column 6: expected a character from `?` to `~` in a graph6 string");
        insta::assert_snapshot!(error("@nowhere"), @"cannot read `nowhere`: no such file");
        insta::assert_snapshot!(error(""), @"column 1: expected a graph: a name such as `petersen` or `grid(3,4)`, a graph6 string, or `@file`");
    }

    proptest! {
        #[test]
        fn nothing_panics(text in ".{0,30}") {
            let _ = parse(&text);
        }

        #[test]
        fn no_parameters_panic(i in 0..FAMILIES.len(), a in 0..80_u64, b in 0..80_u64, count in 0..3_usize) {
            let _ = FAMILIES[i].build(&[a, b][..count.min(2)]);
        }

        #[test]
        fn no_huge_parameters_panic(i in 0..FAMILIES.len(), p in prop::collection::vec(4000..u64::MAX, 0..4)) {
            let _ = FAMILIES[i].build(&p);
        }
    }
}
