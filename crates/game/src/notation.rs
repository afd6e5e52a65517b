//! The notation `game:position`, joined by `+` for sums.
//!
//! A position ends at a blank, at a `+`, or at a closing bracket that it did not open while an outer bracket waits for
//! it; a position that needs those characters is quoted with `"`. The parts of a sum that are not `name:` or
//! `name(arguments):` are plain values such as `{0|1}` or `*3`.

use crate::read::{number, pieces};
use crate::{Files, Input, ParseError, Text};

/// One part of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Segment<'a> {
    /// `name(arguments):position`, each text with its offset in the source.
    Position {
        /// The name of the game.
        name: (&'a str, usize),
        /// The text between the brackets, if there were any.
        arguments: Option<(&'a str, usize)>,
        /// The position, without its quotes.
        position: (&'a str, usize),
    },
    /// A value of a game, written out.
    Value(&'a str, usize),
}

impl<'a> Segment<'a> {
    /// The segment as the input of its game; `None` for a value.
    pub fn input(&self, source: &'a str, files: &'a dyn Files) -> Option<Input<'a>> {
        match *self {
            Self::Position { name, arguments, position } => {
                Some(Input { source, name: name.0, arguments, position, files })
            }
            Self::Value(..) => None,
        }
    }
}

/// Longest notation that is read; anything longer comes from a file.
pub const LONGEST: usize = 1 << 20;

/// Cuts a sum into its parts.
pub fn segments(source: &str) -> Result<Vec<Segment<'_>>, ParseError> {
    if source.len() > LONGEST {
        let problem = Text::new("the position has {bytes} bytes, more than the {most} that are read")
            .with("bytes", source.len())
            .with("most", LONGEST);
        return Err(ParseError::new(source, LONGEST, 0, problem).help("put large positions into a file: `game:@file`"));
    }
    let mut parts = Vec::new();
    let mut at = 0;
    loop {
        at += blanks(&source[at..]);
        if at == source.len() {
            let problem = if parts.is_empty() { "the position is empty" } else { "nothing follows the `+`" };
            return Err(ParseError::new(source, at, 0, problem).help("expected `game:position`, such as `nim:3,4,5`"));
        }
        let (segment, end) = match position_at(source, at, &[])? {
            Some(found) => found,
            None => value_at(source, at)?,
        };
        parts.push(segment);
        at = end + blanks(&source[end..]);
        match source[at..].chars().next() {
            None => return Ok(parts),
            Some('+') => at += 1,
            Some(other) => {
                let problem = Text::new("`{typed}` does not belong here").with("typed", other);
                return Err(ParseError::new(source, at, other.len_utf8(), problem)
                    .help("expected `+` or the end; quote a position that holds blanks: `game:\"…\"`"));
            }
        }
    }
}

/// Reads `name:position` or `name(arguments):position` at `at`, if one starts there, and returns where it ends. `outer`
/// are the closing brackets that surrounding text waits for.
pub fn position_at<'a>(source: &'a str, at: usize, outer: &[char]) -> Result<Option<(Segment<'a>, usize)>, ParseError> {
    let rest = &source[at..];
    let Some(colon) = head_length(rest) else { return Ok(None) };
    let head = &rest[..colon];
    let (name, arguments) = match head.find('(') {
        None => (head, None),
        Some(open) => (&head[..open], Some((&head[open + 1..head.len() - 1], at + open + 1))),
    };
    let start = at + colon + 1;
    let (position, end) = body(source, start, outer)?;
    Ok(Some((Segment::Position { name: (name, at), arguments, position }, end)))
}

/// Length of `name` or `name(arguments)` when a colon follows it directly.
fn head_length(text: &str) -> Option<usize> {
    let name = path_length(text)
        .unwrap_or_else(|| text.find(|c: char| !(c.is_alphanumeric() || c == '-' || c == '_')).unwrap_or(text.len()));
    if name == 0 || !text.starts_with(|c: char| c.is_alphabetic() || "./~".contains(c)) {
        return None;
    }
    let mut end = name;
    if text[name..].starts_with('(') {
        let mut depth = 0;
        let close = text[name..].char_indices().find(|&(_, c)| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth == 0
        })?;
        end += close.0 + 1;
    }
    text[end..].starts_with(':').then_some(end)
}

/// Length of a path to a file with rules, such as `./toads.py`: it holds a `/` and ends in `.py`.
fn path_length(text: &str) -> Option<usize> {
    let end = text.find([':', '(', '"', '+', '\n']).unwrap_or(text.len());
    let path = &text[..end];
    // Rules files are named as Python names its own: in small letters.
    let python = path.strip_suffix(".py").is_some();
    (python && (path.contains('/') || text[end..].starts_with([':', '(']))).then_some(end)
}

/// The position that starts at `start`, quoted or not, and where the text goes on.
fn body<'a>(source: &'a str, start: usize, outer: &[char]) -> Result<((&'a str, usize), usize), ParseError> {
    let rest = &source[start..];
    if let Some(quoted) = rest.strip_prefix('"') {
        let Some(length) = quoted.find('"') else {
            return Err(ParseError::new(source, start, 1, "this quotation mark is not closed").help("expected a `\"`"));
        };
        return Ok(((&quoted[..length], start + 1), start + length + 2));
    }
    let length = unquoted_length(rest, outer);
    Ok(((&rest[..length], start), start + length))
}

fn unquoted_length(text: &str, outer: &[char]) -> usize {
    let mut open = [0usize; 3];
    for (at, c) in text.char_indices() {
        match c {
            '(' => open[0] += 1,
            '[' => open[1] += 1,
            '{' => open[2] += 1,
            ')' | ']' | '}' => {
                let kind = match c {
                    ')' => 0,
                    ']' => 1,
                    _ => 2,
                };
                if open[kind] > 0 {
                    open[kind] -= 1;
                } else if outer.contains(&c) {
                    return at;
                }
            }
            '+' => return at,
            c if c.is_whitespace() => return at,
            _ => {}
        }
    }
    text.len()
}

/// A plain value: everything up to a `+` that stands outside brackets, after something, and not in `+-`.
fn value_at(source: &str, at: usize) -> Result<(Segment<'_>, usize), ParseError> {
    let rest = &source[at..];
    let looks_like_a_value = rest.starts_with(|c: char| c.is_ascii_digit() || "{*^v+-±↑↓(".contains(c))
        || ["Tiny", "Miny", "tiny", "miny"].iter().any(|name| rest.starts_with(name));
    if !looks_like_a_value {
        let shown = rest.find(|c: char| c.is_whitespace() || c == '+').unwrap_or(rest.len());
        let excerpt: String = rest.chars().take(30).collect();
        let problem = Text::new("`{typed}` is not a position").with("typed", excerpt.trim_end());
        return Err(ParseError::new(source, at, shown, problem)
            .help("expected `game:position`, such as `nim:3,4,5`; `grundy games` lists the games"));
    }
    let mut depth = 0i64;
    let mut meaningful = false;
    let bytes = rest.as_bytes();
    for (offset, &byte) in bytes.iter().enumerate() {
        match byte {
            b'{' | b'(' | b'[' => depth += 1,
            b'}' | b')' | b']' => depth -= 1,
            b'+' if depth <= 0 && meaningful && bytes.get(offset + 1) != Some(&b'-') => {
                return Ok((Segment::Value(rest[..offset].trim_end(), at), at + offset));
            }
            _ => {}
        }
        meaningful |= !byte.is_ascii_whitespace() && byte != b'+';
    }
    Ok((Segment::Value(rest.trim_end(), at), source.len()))
}

fn blanks(text: &str) -> usize {
    text.len() - text.trim_start().len()
}

/// Writes `name(arguments):position`, quoting the position where the notation needs it.
pub fn write(name: &str, arguments: Option<&str>, position: &str) -> String {
    let arguments = arguments.map_or(String::new(), |text| format!("({text})"));
    let plain = !position.starts_with('"') && unquoted_length(position, &[')', ']', '}']) == position.len();
    if plain { format!("{name}{arguments}:{position}") } else { format!("{name}{arguments}:\"{position}\"") }
}

/// Reads a set of positive whole numbers such as `1,2,5`, `1-4` or `1-4,7`; sorted, without repeats, at most `limit` of
/// them.
pub fn number_set(input: &Input<'_>, text: &str, limit: usize) -> Result<Vec<u64>, ParseError> {
    let base = input.arguments.map_or(input.position.1, |(_, start)| start);
    let mut set = Vec::new();
    for (offset, piece) in pieces(text, ',') {
        let at = base + offset;
        let (low, high) = match piece.split_once('-') {
            None => {
                let only = number(input.source, at, piece, Text::new("a member of the set"))?;
                (only, only)
            }
            Some((low, high)) => (
                number(input.source, at, low, Text::new("the start of the range"))?,
                number(input.source, at + low.len() + 1, high, Text::new("the end of the range"))?,
            ),
        };
        let error = |problem: Text| ParseError::new(input.source, at, piece.len(), problem);
        if low == 0 {
            return Err(error(Text::new("0 cannot be a member of the set")).help("expected numbers from 1 on"));
        }
        if high < low {
            let problem = Text::new("the range {low}-{high} runs backwards").with("low", low).with("high", high);
            let help = Text::new("write `{right}`").with("right", format!("{high}-{low}"));
            return Err(error(problem).help(help));
        }
        if (high - low) >= limit as u64 || set.len() as u64 + (high - low) >= limit as u64 {
            return Err(error(Text::new("the set has more than {limit} members").with("limit", limit)));
        }
        set.extend(low..=high);
    }
    set.sort_unstable();
    set.dedup();
    Ok(set)
}

/// Writes a set of numbers as [`number_set`] reads it, runs of three or more as ranges.
pub fn write_number_set(set: &[u64]) -> String {
    let mut parts = Vec::new();
    let mut at = 0;
    while at < set.len() {
        let mut end = at;
        while end + 1 < set.len() && set[end + 1] == set[end] + 1 {
            end += 1;
        }
        if end - at >= 2 {
            parts.push(format!("{}-{}", set[at], set[end]));
        } else {
            parts.extend(set[at..=end].iter().map(u64::to_string));
        }
        at = end + 1;
    }
    parts.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shown(text: &str) -> Vec<String> {
        let segments = segments(text).unwrap_or_else(|error| panic!("{}", error.render()));
        let one = |segment: &Segment<'_>| match segment {
            Segment::Value(value, _) => format!("value {value}"),
            Segment::Position { name, arguments, position } => {
                format!("{} {:?} {}", name.0, arguments.map(|(text, _)| text), position.0)
            }
        };
        segments.iter().map(one).collect()
    }

    #[test]
    fn sums_are_cut_at_plus() {
        assert_eq!(shown("nim:3,2+chomp:banner"), ["nim None 3,2", "chomp None banner"]);
        assert_eq!(
            shown("  subtract(1,2,5):21 + coins(4):3 "),
            [r#"subtract Some("1,2,5") 21"#, r#"coins Some("4") 3"#]
        );
        assert_eq!(shown("chomp:grid(3,4)+nim:1"), ["chomp None grid(3,4)", "nim None 1"]);
        assert_eq!(shown("chomp:C] + chomp:C{"), ["chomp None C]", "chomp None C{"]);
        assert_eq!(
            shown(r#"formula:"E x1 A x2 : (x1|-x2)"+nim:2"#),
            ["formula None E x1 A x2 : (x1|-x2)", "nim None 2"]
        );
        assert_eq!(shown("{0|1} + *"), ["value {0|1}", "value *"]);
        assert_eq!(shown("hackenbush:lr + nim:3 + 1/2"), ["hackenbush None lr", "nim None 3", "value 1/2"]);
        assert_eq!(shown("1 + +-2"), ["value 1", "value +-2"]);
    }

    #[test]
    fn positions_end_at_an_outer_bracket() {
        let source = "mean(clobber:xo|(o) x)";
        let (segment, end) = position_at(source, 5, &[')']).unwrap().unwrap();
        assert!(matches!(segment, Segment::Position { position: ("xo|(o)", 13), .. }), "{segment:?}");
        assert_eq!(end, 19);
        let (segment, _) = position_at("f(nim:3)", 2, &[')']).unwrap().unwrap();
        assert!(matches!(segment, Segment::Position { position: ("3", 6), .. }), "{segment:?}");
    }

    #[test]
    fn mistakes_have_a_column() {
        for (text, column) in [("", 1), ("nim:3 4", 7), ("nim:3+", 7), ("hello", 1), ("f:\"abc", 3), ("nim:1 + ?", 9)] {
            assert_eq!(segments(text).unwrap_err().column(), column, "{text}");
        }
    }

    #[test]
    fn sets_of_numbers() {
        let input = Input {
            source: "s(1-4,9):1",
            name: "s",
            arguments: Some(("1-4,9", 2)),
            position: ("1", 9),
            files: &crate::NoFiles,
        };
        assert_eq!(number_set(&input, "1-4,9", 100).unwrap(), [1, 2, 3, 4, 9]);
        assert_eq!(write_number_set(&[1, 2, 3, 4, 7, 9, 10]), "1-4,7,9,10");
        for bad in ["", "0", "4-1", "1,,2", "x", "1-1000000", "1-99999999999999999999"] {
            assert!(number_set(&input, bad, 100).is_err(), "{bad}");
        }
    }

    proptest! {
        #[test]
        fn no_text_panics(text in ".*") {
            let _ = segments(&text).map_err(|error| error.render());
        }

        #[test]
        fn written_positions_are_read_back(position in "[^\"]*") {
            let text = write("game", Some("1,2"), &position);
            let sum = format!("{text}+nim:1");
            let parts = segments(&sum).unwrap();
            let Segment::Position { position: (read, _), .. } = parts[0] else { panic!("{parts:?}") };
            prop_assert_eq!(read, position);
        }
    }
}
