//! Reading the rules of a board: `PATTERN -> RESULT DIRECTIONS`.
//!
//! A pattern is a row of cells: a symbol of the game, `?` for any cell, `[xo]` for one of several, `|` for the edge of the
//! board. A symbol or a group in round brackets followed by `+` stands once or more, by `*` any number of times, and just as
//! often in the result, where `?` leaves a cell as it is. Directions: `east`, `west`, `north`, `south`, `northeast`, …, `horizontal`, `vertical`, `orthogonal`,
//! `diagonal`, `any`; on hexagonal boards the six of `any`. `sweep` lets a rule of two cells go on like a rook. `then` adds a second step, which starts where the first
//! ended; `must` gives a rule priority over those without.

use crate::board::{MOST_SYMBOLS, Pattern, PatternCell, Want};
use crate::{Mistake, Place};
use grundy_lang::Text;
use std::sync::Arc;

/// Longest line of cells, so most repetitions; rules with repetitions are for boards that are no longer.
pub(crate) const LONGEST: usize = 32;

/// How cells lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Strip,
    Grid,
    /// Rows shifted by half a cell: neighbours are the four beside and those to the northeast and southwest.
    Hex,
}

/// One way to move: a step, and perhaps one of several that may follow it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Way {
    pub step: Pattern,
    /// The steps that may follow; empty where the first is all.
    pub then: Arc<[Pattern]>,
    pub must: bool,
}

/// A cell as written, before directions and repetitions.
#[derive(Clone, Debug, PartialEq)]
enum Item {
    Symbols(u8),
    Any,
    Edge,
}

/// Cells with how often they stand.
#[derive(Clone, Debug)]
struct Group {
    items: Vec<Item>,
    /// `None` for once, else the least number of times.
    repeated: Option<usize>,
}

pub(crate) struct Reader<'a> {
    pub symbols: &'a [char],
    pub shape: Shape,
}

impl Reader<'_> {
    fn all_symbols(&self) -> u8 {
        ((1u16 << self.symbols.len()) - 1) as u8
    }

    /// The ways of a rule, which stands at `place` of its file.
    pub fn rule(&self, text: &str, place: Place) -> Result<Vec<Way>, Mistake> {
        let mut steps: Vec<Vec<Pattern>> = Vec::new();
        let mut must = false;
        let mut offset = 0;
        for part in text.split(" then ") {
            let at = Place::new(place.line, place.column + text[..offset].chars().count() as u32);
            let (patterns, priority) = self.step(part, at, !text.contains(" then "))?;
            must |= priority;
            steps.push(patterns);
            offset += part.len() + " then ".len();
        }
        if steps.len() > 2 {
            return Err(Mistake::new(place, "a rule has at most two steps"));
        }
        let still = |pattern: &Pattern| pattern.cells.iter().all(|cell| cell.becomes.is_none());
        if steps.iter().flatten().all(still) {
            return Err(Mistake::new(place, "this rule changes nothing"));
        }
        let mut steps = steps.into_iter();
        let first = steps.next().unwrap_or_default();
        let then: Arc<[Pattern]> = steps.next().unwrap_or_default().into();
        Ok(first.into_iter().map(|step| Way { step, then: Arc::clone(&then), must }).collect())
    }

    /// Patterns that are only looked for.
    pub fn shapes(&self, text: &str, place: Place) -> Result<Vec<Pattern>, Mistake> {
        let (cells, words) = first_word(text);
        let groups = self.groups(cells, place_of(cells, text, place))?;
        let (directions, _) = self.directions(words, place_of(words, text, place), longer_than_one(&groups))?;
        let mut patterns = Vec::new();
        for count in repetitions(&groups) {
            let line = unrolled(&groups, count);
            for &direction in &directions {
                patterns.push(self.laid(&line, None, direction, place)?);
            }
        }
        Ok(without_repeats(patterns))
    }

    fn step(&self, text: &str, place: Place, once: bool) -> Result<(Vec<Pattern>, bool), Mistake> {
        let Some((before, after)) = text.split_once("->") else {
            return Err(Mistake::new(place, "this rule has no `->`").help("expected `pattern -> result directions`"));
        };
        let before = before.trim();
        let (result, words) = first_word(after);
        let [before_place, after_place, words_place] = [before, result, words].map(|part| place_of(part, text, place));
        let mut from = self.groups(before, before_place)?;
        let mut to = self.groups(result, after_place)?;
        let (directions, must) = self.directions(words, words_place, longer_than_one(&from))?;
        if words.split([' ', ',']).any(|word| word == "sweep") {
            sweep(&mut from, &mut to, words_place)?;
        }
        let mut patterns = Vec::new();
        for count in repetitions(&from) {
            let (line, made) = (unrolled(&from, count), unrolled(&to, count));
            if line.len() != made.len() {
                let problem = Text::new("the pattern has {before} cells and the result {after}");
                return Err(Mistake::new(after_place, problem.with("before", line.len()).with("after", made.len())));
            }
            for &direction in &directions {
                patterns.push(self.laid(&line, Some(&made), direction, after_place)?);
            }
        }
        Ok((if once { without_repeats(patterns) } else { patterns }, must))
    }

    fn groups(&self, text: &str, place: Place) -> Result<Vec<Group>, Mistake> {
        let characters: Vec<char> = text.chars().collect();
        let mut groups: Vec<Group> = Vec::new();
        let mut at = 0;
        while at < characters.len() {
            let here = Place::new(place.line, place.column + at as u32);
            let c = characters[at];
            let items = if c == '(' && !self.symbols.contains(&c) {
                let Some(length) = characters[at..].iter().position(|c| *c == ')') else {
                    return Err(Mistake::new(here, Text::new("this `{bracket}` is not closed").with("bracket", '(')));
                };
                let inner: String = characters[at + 1..at + length].iter().collect();
                at += length + 1;
                let mut items = Vec::new();
                for group in self.groups(&inner, Place::new(here.line, here.column + 1))? {
                    items.extend(group.items);
                }
                items
            } else {
                let (item, length) = self.item(&characters[at..], here)?;
                at += length;
                vec![item]
            };
            let repeated = match characters.get(at) {
                Some('+') if !self.symbols.contains(&'+') => Some(1),
                Some('*') if !self.symbols.contains(&'*') => Some(0),
                _ => None,
            };
            at += usize::from(repeated.is_some());
            groups.push(Group { items, repeated });
        }
        if groups.is_empty() {
            return Err(Mistake::new(place, "the pattern is empty"));
        }
        Ok(groups)
    }

    fn item(&self, rest: &[char], place: Place) -> Result<(Item, usize), Mistake> {
        let symbol = |c: char| self.symbols.iter().position(|known| *known == c).map(|at| 1u8 << at);
        let c = rest[0];
        if let Some(set) = symbol(c) {
            return Ok((Item::Symbols(set), 1));
        }
        match c {
            '?' => Ok((Item::Any, 1)),
            '|' => Ok((Item::Edge, 1)),
            '[' => {
                let Some(length) = rest.iter().position(|c| *c == ']') else {
                    return Err(Mistake::new(place, Text::new("this `{bracket}` is not closed").with("bracket", '[')));
                };
                let mut set = 0;
                for &inner in &rest[1..length] {
                    set |= symbol(inner).ok_or_else(|| self.unknown(inner, place))?;
                }
                Ok((Item::Symbols(set), length + 1))
            }
            other => Err(self.unknown(other, place)),
        }
    }

    fn unknown(&self, symbol: char, place: Place) -> Mistake {
        let list: Vec<String> = self.symbols.iter().map(|symbol| format!("`{symbol}`")).collect();
        Mistake::new(place, Text::new("`{symbol}` is not a cell of this board").with("symbol", symbol))
            .help(Text::new("known are {list}").with("list", list.join(" ")))
    }

    fn directions(&self, words: &str, place: Place, needed: bool) -> Result<(Vec<(i8, i8)>, bool), Mistake> {
        const EAST: (i8, i8) = (0, 1);
        const WEST: (i8, i8) = (0, -1);
        const NORTH: (i8, i8) = (-1, 0);
        const SOUTH: (i8, i8) = (1, 0);
        let mut found = Vec::new();
        let mut must = false;
        for word in words.split([' ', ',']).filter(|word| !word.is_empty()) {
            let group: &[(i8, i8)] = match (word, self.shape) {
                ("must", _) => {
                    must = true;
                    continue;
                }
                ("line" | "direction" | "and" | "or" | "sweep", _) => continue,
                ("east", _) => &[EAST],
                ("west", _) => &[WEST],
                ("horizontal" | "sideways", _) | ("any" | "either", Shape::Strip) => &[EAST, WEST],
                ("any", Shape::Hex) => &[EAST, WEST, NORTH, SOUTH, (-1, 1), (1, -1)],
                ("north", Shape::Grid | Shape::Hex) | ("northwest", Shape::Hex) => &[NORTH],
                ("south", Shape::Grid | Shape::Hex) | ("southeast", Shape::Hex) => &[SOUTH],
                ("northeast", Shape::Grid | Shape::Hex) => &[(-1, 1)],
                ("southwest", Shape::Grid | Shape::Hex) => &[(1, -1)],
                ("northwest", Shape::Grid) => &[(-1, -1)],
                ("southeast", Shape::Grid) => &[(1, 1)],
                ("vertical", Shape::Grid) => &[NORTH, SOUTH],
                ("orthogonal", Shape::Grid) => &[EAST, WEST, NORTH, SOUTH],
                ("diagonal", Shape::Grid) => &[(-1, 1), (1, -1), (-1, -1), (1, 1)],
                ("any", Shape::Grid) => &[EAST, WEST, NORTH, SOUTH, (-1, 1), (1, -1), (-1, -1), (1, 1)],
                _ => {
                    let problem = Text::new("`{word}` is not a direction of this board").with("word", word);
                    return Err(Mistake::new(place_of(word, words, place), problem));
                }
            };
            found.extend_from_slice(group);
        }
        if found.is_empty() {
            if needed {
                return Err(Mistake::new(place, "the directions are missing").help("for example `east` or `any`"));
            }
            found.push(EAST);
        }
        Ok((found, must))
    }

    fn laid(&self, line: &[Item], made: Option<&[Item]>, step: (i8, i8), place: Place) -> Result<Pattern, Mistake> {
        let mut cells = Vec::new();
        if line.len() > LONGEST {
            return Err(Mistake::new(place, Text::new("a pattern has at most {most} cells").with("most", LONGEST)));
        }
        for (number, item) in line.iter().enumerate() {
            let offset = (step.0 * number as i8, step.1 * number as i8);
            let want = match item {
                Item::Symbols(set) => Want::Symbols(*set),
                Item::Any => Want::Symbols(self.all_symbols()),
                Item::Edge => Want::Edge,
            };
            let becomes = match made.map(|made| &made[number]) {
                None | Some(Item::Any) => None,
                Some(Item::Edge) if *item == Item::Edge => None,
                Some(Item::Symbols(set)) if set.is_power_of_two() && *item != Item::Edge => {
                    let symbol = set.trailing_zeros() as u8;
                    Some(symbol).filter(|_| want != Want::Symbols(*set))
                }
                Some(Item::Symbols(set)) if want == Want::Symbols(*set) => None,
                _ => return Err(Mistake::new(place, "a cell of the result is not one symbol")),
            };
            cells.push(PatternCell { offset, want, becomes });
        }
        let Some(start) = cells.iter().position(|cell| cell.want != Want::Edge) else {
            return Err(Mistake::new(place, "the pattern has no cell on the board"));
        };
        // The first cell is the one that is looked for, so it must be on the board.
        let origin = cells[start].offset;
        for cell in &mut cells {
            cell.offset = (cell.offset.0 - origin.0, cell.offset.1 - origin.1);
        }
        let end = cells.iter().rposition(|cell| cell.want != Want::Edge).unwrap_or(start);
        cells.rotate_left(start);
        let end = (end + cells.len() - start) % cells.len();
        Ok(Pattern { cells, end })
    }
}

/// The first word of a text and the others.
fn first_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    match text.split_once(' ') {
        Some((first, others)) => (first, others.trim_start()),
        None => text.split_at(text.len()),
    }
}

/// The place of a part of a text, which stands at `place` itself.
fn place_of(part: &str, text: &str, place: Place) -> Place {
    let bytes = part.as_ptr().addr() - text.as_ptr().addr();
    Place::new(place.line, place.column + text[..bytes].chars().count() as u32)
}

/// Lets a rule of two cells go on as far as it can: `x. -> .x` becomes `x.+ -> .+x`.
fn sweep(from: &mut [Group], to: &mut [Group], place: Place) -> Result<(), Mistake> {
    let two = |groups: &[Group]| groups.len() == 2 && groups.iter().all(|g| g.items.len() == 1 && g.repeated.is_none());
    if !two(from) || !two(to) {
        return Err(Mistake::new(place, "`sweep` is for a rule of two cells, such as `x. -> .x any sweep`"));
    }
    (from[1].repeated, to[0].repeated) = (Some(1), Some(1));
    Ok(())
}

fn longer_than_one(groups: &[Group]) -> bool {
    groups.len() > 1 || groups.iter().any(|group| group.items.len() > 1 || group.repeated.is_some())
}

/// How often the repeated groups may stand.
fn repetitions(groups: &[Group]) -> std::ops::RangeInclusive<usize> {
    let least = groups.iter().filter_map(|group| group.repeated).max();
    match least {
        None => 1..=1,
        Some(least) => {
            let fixed: usize = groups.iter().filter(|group| group.repeated.is_none()).map(|g| g.items.len()).sum();
            let each: usize = groups.iter().filter(|group| group.repeated.is_some()).map(|g| g.items.len()).sum();
            least..=LONGEST.saturating_sub(fixed) / each.max(1)
        }
    }
}

fn unrolled(groups: &[Group], count: usize) -> Vec<Item> {
    let times = |group: &Group| if group.repeated.is_some() { count } else { 1 };
    groups.iter().flat_map(|group| std::iter::repeat_n(&group.items, times(group)).flatten().cloned()).collect()
}

/// Patterns that are the same from the other end are kept once.
fn without_repeats(patterns: Vec<Pattern>) -> Vec<Pattern> {
    let normal: Vec<Pattern> = patterns.iter().map(Pattern::normal).collect();
    let mut order: Vec<usize> = (0..normal.len()).collect();
    order.sort_unstable_by(|&a, &b| normal[a].cmp(&normal[b]).then(a.cmp(&b)));
    let mut repeated = vec![false; normal.len()];
    for pair in order.windows(2) {
        repeated[pair[1]] = normal[pair[0]] == normal[pair[1]];
    }
    patterns.into_iter().zip(repeated).filter(|(_, repeated)| !repeated).map(|(pattern, _)| pattern).collect()
}

/// The names of symbols as they are.
pub(crate) const SAME: [u8; MOST_SYMBOLS] = [0, 1, 2, 3];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_are_told_where_they_are() {
        let reader = Reader { symbols: &['.', 'x', 'é'], shape: Shape::Grid };
        let place = |rule: &str| reader.rule(rule, Place::new(3, 10)).expect_err(rule).place.column;
        assert_eq!(place(". -> x nrth"), 17);
        assert_eq!(place("  y -> x"), 12);
        assert_eq!(place("é. ->  éy east"), 18);
        assert_eq!(place("x. -> .x east then x.  ->  .x north, wst"), 47);
        assert_eq!(place("x. -> .x"), 18);
        assert_eq!(place("x. -> ..x east"), 16);
        let shape = |text: &str| reader.shapes(text, Place::new(3, 10)).expect_err(text).place.column;
        assert_eq!(shape(" xx  any lien"), 19);
        assert_eq!(shape("xy any"), 11);
    }
}
