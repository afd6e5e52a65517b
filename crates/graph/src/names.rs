//! What the vertices of a graph are called, and how their names are written where a notation needs them.
//!
//! A graph numbers its vertices 0, 1, 2, …; people call them by the names of their own file. [`Names`] keeps these beside
//! the graph, in the order of [`natural_order`], so that a graph written and read again has the same numbers.
//!
//! In a notation such as `1-2,2-3` a name is written by [`escaped`]: letters, digits, `_`, `.`, `'`, `:` and `/` stand for
//! themselves, and every other character of ASCII, as well as blanks and characters that cannot be seen, is written as a
//! percent sign and two hexadecimal digits for each byte of its UTF-8, as in web addresses. A vertex called `x@y` is
//! `x%40y`. [`unescaped`] reads it back.

use grundy_lang::Text;
use std::cmp::Ordering;
use std::fmt::Write as _;

/// What the vertices of a graph are called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Names {
    /// Consecutive numbers, the first vertex having this one.
    From(u32),
    /// A number for each vertex, ascending.
    Numbers(Vec<u32>),
    /// A word for each vertex.
    Words(Vec<String>),
}

/// The names that a format gives which does not name its vertices: they count from 1.
impl Default for Names {
    fn default() -> Self {
        Self::From(1)
    }
}

impl Names {
    /// What vertex `v` (counted from 0) is called.
    pub fn name(&self, v: usize) -> String {
        match self {
            Self::Words(words) => words[v].clone(),
            numbers => numbers.number(v).map_or_else(|| (v + 1).to_string(), |number| number.to_string()),
        }
    }

    /// The number of vertex `v`, when vertices are numbered.
    pub fn number(&self, v: usize) -> Option<u64> {
        match self {
            Self::From(first) => Some(v as u64 + u64::from(*first)),
            Self::Numbers(numbers) => numbers.get(v).copied().map(u64::from),
            Self::Words(_) => None,
        }
    }

    /// The vertex (counted from 0) of that name, if there is one among the first `order`. O(number of names) for words.
    pub fn vertex(&self, name: &str, order: usize) -> Option<usize> {
        let found = match self {
            Self::Words(words) => words.iter().position(|word| word == name)?,
            // why: nothing has that name
            Self::From(first) => usize::try_from(plain_number(name)?.checked_sub(*first)?).ok()?,
            // why: nothing has that name
            Self::Numbers(numbers) => numbers.binary_search(&plain_number(name)?).ok()?,
        };
        (found < order).then_some(found)
    }

    /// Whether the vertices are called 1, 2, 3, …, as where nobody named them.
    pub fn count_from_one(&self) -> bool {
        match self {
            Self::From(first) => *first == 1,
            Self::Numbers(numbers) => numbers.iter().zip(1..).all(|(&number, place)| number == place),
            Self::Words(words) => words.iter().zip(1_u32..).all(|(word, place)| *word == place.to_string()),
        }
    }

    /// The names of some of the vertices, in the order given.
    #[must_use]
    pub fn of(&self, vertices: &[u32]) -> Self {
        match self {
            Self::Words(words) => Self::Words(vertices.iter().map(|&v| words[v as usize].clone()).collect()),
            Self::From(first) => Self::Numbers(vertices.iter().map(|&v| v + first).collect()),
            Self::Numbers(numbers) => Self::Numbers(vertices.iter().map(|&v| numbers[v as usize]).collect()),
        }
    }

    /// Names for words that are all different, which are put in natural order; with the place each word has then. Words
    /// that are all numbers below 2^32 are kept as numbers.
    pub(crate) fn sorted(words: Vec<String>) -> (Self, Vec<u32>) {
        let mut order: Vec<u32> = (0..words.len() as u32).collect();
        if !order.is_sorted_by(|&a, &b| natural_order(&words[a as usize], &words[b as usize]) == Ordering::Less) {
            order.sort_unstable_by(|&a, &b| natural_order(&words[a as usize], &words[b as usize]));
        }
        let mut places = vec![0; words.len()];
        order.iter().zip(0..).for_each(|(&word, place)| places[word as usize] = place);
        let numbers: Option<Vec<u32>> = order.iter().map(|&word| plain_number(&words[word as usize])).collect();
        let names = if let Some(numbers) = numbers {
            Self::from_numbers(numbers)
        } else {
            let mut sorted = vec![String::new(); words.len()];
            words.into_iter().zip(&places).for_each(|(word, &place)| sorted[place as usize] = word);
            Self::Words(sorted)
        };
        (names, places)
    }

    /// Names for ascending numbers.
    pub(crate) fn from_numbers(numbers: Vec<u32>) -> Self {
        match numbers.as_slice() {
            [] => Self::default(),
            [first, .., last] if (last - first) as usize == numbers.len() - 1 => Self::From(*first),
            [only] => Self::From(*only),
            _ => Self::Numbers(numbers),
        }
    }
}

/// A number below 2^32 written the one usual way, without leading zeros.
pub(crate) fn plain_number(name: &str) -> Option<u32> {
    let usual = name == "0" || !name.starts_with('0');
    // why: too large for a number, so it is a name like any other
    (usual && name.bytes().all(|byte| byte.is_ascii_digit())).then(|| name.parse().ok())?
}

/// The order in which people list names: numbers by size and before words, and numbers inside words by size, so that v2
/// comes before v10. Different names are never equal.
pub fn natural_order(a: &str, b: &str) -> Ordering {
    let (mut left, mut right) = (a, b);
    loop {
        match (chunk(left), chunk(right)) {
            (None, None) => return a.cmp(b),
            (None, Some(_)) => return Ordering::Less,
            (Some(_), None) => return Ordering::Greater,
            (Some((x, x_rest)), Some((y, y_rest))) => {
                let order = compare_chunks(x, y);
                if order != Ordering::Equal {
                    return order;
                }
                (left, right) = (x_rest, y_rest);
            }
        }
    }
}

/// The run of digits that a text starts with, or else its first character, and what follows.
fn chunk(text: &str) -> Option<(&str, &str)> {
    let first = text.chars().next()?;
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    Some(text.split_at(if digits > 0 { digits } else { first.len_utf8() }))
}

fn compare_chunks(a: &str, b: &str) -> Ordering {
    let number = |chunk: &str| chunk.starts_with(|c: char| c.is_ascii_digit());
    match (number(a), number(b)) {
        (true, true) => {
            let (a, b) = (a.trim_start_matches('0'), b.trim_start_matches('0'));
            a.len().cmp(&b.len()).then_with(|| a.cmp(b))
        }
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
        (false, false) => a.cmp(b),
    }
}

/// Whether a character of a name stands for itself in every notation.
fn stands_for_itself(c: char) -> bool {
    let unseen = matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    if c.is_ascii() {
        c.is_ascii_alphanumeric() || "_.':/".contains(c)
    } else {
        !(c.is_whitespace() || c.is_control() || unseen)
    }
}

/// A name as notations write it: what could be taken for a part of the notation is written with percent signs.
///
/// ```
/// use grundy_graph::names::{escaped, unescaped};
/// assert_eq!(escaped("v1"), "v1");
/// assert_eq!(escaped("New York"), "New%20York");
/// assert_eq!(unescaped("x%40y").unwrap(), "x@y");
/// ```
pub fn escaped(name: &str) -> String {
    escaped_but(name, "")
}

/// As [`escaped`], leaving the characters of `plain` alone too: those that have no meaning in the notation at hand.
pub fn escaped_but(name: &str, plain: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for c in name.chars() {
        if stands_for_itself(c) || (c != '%' && plain.contains(c)) {
            out.push(c);
        } else {
            let mut bytes = [0; 4];
            for byte in c.encode_utf8(&mut bytes).bytes() {
                // Writing to a string does not fail.
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}

/// Reads a name as [`escaped`] writes it; a mistake is the byte at which it stands and what is wrong.
pub fn unescaped(written: &str) -> Result<String, (usize, Text)> {
    if !written.contains('%') {
        return Ok(written.to_owned());
    }
    let mut bytes = Vec::with_capacity(written.len());
    let mut at = 0;
    while let Some(&byte) = written.as_bytes().get(at) {
        if byte == b'%' {
            let digits = written.get(at + 1..at + 3).filter(|digits| digits.bytes().all(|d| d.is_ascii_hexdigit()));
            // why: refused on the next line
            let value = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
            bytes.push(value.ok_or((at, Text::new("two hexadecimal digits must follow a `%` in a name")))?);
            at += 3;
        } else {
            bytes.push(byte);
            at += 1;
        }
    }
    String::from_utf8(bytes).map_err(|_| (0, Text::new("the bytes written with `%` are not a text in UTF-8")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn people_count_before_they_spell() {
        let mut names = ["v10", "b", "2", "v2", "10", "a", "v1", "1", "v01"];
        names.sort_by(|a, b| natural_order(a, b));
        assert_eq!(names, ["1", "2", "10", "a", "b", "v01", "v1", "v2", "v10"]);
    }

    #[test]
    fn numbers_stay_numbers() {
        let sorted = |words: &[&str]| Names::sorted(words.iter().map(|&word| word.to_owned()).collect());
        assert_eq!(sorted(&["20", "10", "30"]), (Names::Numbers(vec![10, 20, 30]), vec![1, 0, 2]));
        assert_eq!(sorted(&["2", "1"]), (Names::From(1), vec![1, 0]));
        assert_eq!(sorted(&["7"]), (Names::From(7), vec![0]));
        assert_eq!(sorted(&["01", "1"]).0, Names::Words(vec!["01".to_owned(), "1".to_owned()]));
        assert_eq!(sorted(&["4294967296"]).0, Names::Words(vec!["4294967296".to_owned()]));
        assert_eq!(Names::Numbers(vec![10, 20, 30]).vertex("20", 3), Some(1));
        assert_eq!(Names::From(0).vertex("00", 3), None);
    }

    #[test]
    fn mistakes_in_written_names() {
        for bad in ["%", "%4", "a%4x", "%ff", "%C3", "%é"] {
            assert!(unescaped(bad).is_err(), "{bad}");
        }
    }

    proptest! {
        #[test]
        fn names_are_read_back(name in ".{0,12}", plain in "[-@<>,+ ]{0,3}") {
            prop_assert_eq!(&unescaped(&escaped(&name)).unwrap(), &name);
            let written = escaped_but(&name, &plain);
            prop_assert_eq!(&unescaped(&written).unwrap(), &name);
            let special = ['-', '@', '<', '>', ',', ';', '+', ' ', '"', '(', ')', '[', ']', '{', '}'];
            prop_assert!(!escaped(&name).contains(special));
        }

        #[test]
        fn the_order_is_an_order(a in "[v0-9]{0,4}", b in "[v0-9]{0,4}", c in "[v0-9]{0,4}") {
            prop_assert_eq!(natural_order(&a, &b), natural_order(&b, &a).reverse());
            prop_assert_eq!(natural_order(&a, &b) == Ordering::Equal, a == b);
            if natural_order(&a, &b) != Ordering::Greater && natural_order(&b, &c) != Ordering::Greater {
                prop_assert!(natural_order(&a, &c) != Ordering::Greater);
            }
        }

        #[test]
        fn no_text_panics(text in ".{0,20}") {
            let _ = unescaped(&text);
        }
    }
}
