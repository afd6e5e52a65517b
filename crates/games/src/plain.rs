//! Plain values such as `{0|1}` or `*3` as positions: the moves are the canonical options.

use grundy_budget::{Budget, Limits};
use grundy_draw::{Anchor, Gesture, Picture, Role, Shape, text_width};
use grundy_game::{
    Game, ImpartialHints, Info, Input, Kind, ParseError, PartisanHints, Play, Player, Refusal, Rules, Text, nimber_text,
};
#[cfg(feature = "search")]
use grundy_value::Dyadic;
use grundy_value::{Store, Value, ValueError};

/// The rules of a plain value, with the text it was read from.
#[derive(Clone, Debug, Default)]
pub struct Plain {
    /// The value as it was written, and its shortest form.
    start: Option<(String, String)>,
}

/// The rules are the same for every value.
impl PartialEq for Plain {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// The notation of a value in its shortest form, so equal values are equal positions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Written(String);

impl Plain {
    /// Reads a value that stands at `at` of `source`.
    pub fn read_value(source: &str, text: &str, at: usize) -> Result<(Self, Written), ParseError> {
        let limits = Limits { positions: Some(READING), memory: Some(64 << 20), ..Limits::default() };
        let mut store = Store::new(&Budget::new(limits));
        match store.parse(text).and_then(|value| store.print(value)) {
            Ok(printed) => Ok((Self { start: Some((text.trim().to_owned(), printed.clone())) }, Written(printed))),
            Err(ValueError::Syntax(error)) => {
                let bytes = |column: usize| text.char_indices().nth(column).map_or(text.len(), |(offset, _)| offset);
                let (from, to) = (bytes(error.column), bytes(error.column + error.width));
                let mistake = ParseError::new(source, at + from, to - from, error.message);
                Err(match error.help {
                    Some(help) => mistake.help(help),
                    None => mistake,
                })
            }
            Err(ValueError::Exhausted(_)) => {
                let error = ParseError::new(source, at, text.len(), "this value takes too long to work out");
                Err(error.help("`grundy eval` can; what it prints is read at once"))
            }
            Err(error) => Err(ParseError::new(source, at, text.len(), Text::verbatim(error))),
        }
    }
}

/// The options between the outer braces of a form with one bar, as they are written; `None` for other texts.
#[cfg(feature = "search")]
fn written_options(text: &str) -> Option<(Vec<&str>, Vec<&str>)> {
    let inside = text.strip_prefix('{')?.strip_suffix('}')?;
    let (mut depth, mut from) = (0usize, 0);
    let mut sides: [Vec<&str>; 2] = [Vec::new(), Vec::new()];
    let mut side = 0;
    for (at, char) in inside.char_indices().chain([(inside.len(), ',')]) {
        match char {
            '{' | '(' => depth += 1,
            '}' | ')' => depth = depth.checked_sub(1)?,
            ',' | '|' if depth == 0 => {
                let option = inside[from..at].trim();
                if !option.is_empty() {
                    sides[side].push(option);
                }
                from = at + 1;
                if char == '|' {
                    side += 1;
                    (side < sides.len()).then_some(())?;
                }
            }
            _ => {}
        }
    }
    let [left, right] = sides;
    (side == 1 && depth == 0).then_some((left, right))
}

/// Why a form whose options are numbers is the number it is.
#[cfg(feature = "search")]
fn simplest(text: &str) -> Option<Text> {
    let (left, right) = written_options(text)?;
    let mut store = Store::new(&Budget::new(Limits { positions: Some(READING), ..Limits::default() }));
    let mut numbers = |options: Vec<&str>| -> Option<Vec<Dyadic>> {
        let number = |option: &str| match store.parse(option) {
            Ok(value) => store.as_number(value).cloned(),
            // The whole text was read already; what is too long to read twice is not explained.
            Err(_) => None,
        };
        options.into_iter().map(number).collect()
    };
    grundy_solve::numbers_between(&numbers(left)?, &numbers(right)?)
}

/// A number with a star behind it, such as `2*`, which some books write for a heap of Nim.
fn starred_number(text: &str) -> Option<&str> {
    let star = text.find('*')?;
    let digits = text[..star].bytes().rev().take_while(u8::is_ascii_digit).count();
    (digits > 0).then(|| &text[star - digits..star])
}

/// What working out a written value may take: a fraction of a second.
const READING: u64 = 1 << 16;

/// Options of a player that are drawn at most.
const MOST_OPTIONS: usize = 20;

/// The nimber that a value is, when it is written as one.
fn nimber(written: &Written) -> Option<u64> {
    match written.0.strip_prefix('*')? {
        "" => Some(1),
        // why: what is not a nimber is a value of another kind.
        digits => digits.parse().ok(),
    }
}

impl Rules for Plain {
    type Position = Written;
    type Move = Written;
    const KIND: Kind = Kind::Partisan;

    fn moves(&self, position: &Written, player: Player, moves: &mut Vec<Written>) -> Result<(), Refusal> {
        if let Some(nimber) = nimber(position) {
            moves.extend((0..nimber).map(|smaller| Written(nimber_text(smaller))));
            return Ok(());
        }
        let mut store = Store::default();
        let mut list = || {
            let value = store.parse(&position.0)?;
            let options = match player {
                Player::Left => store.left_options(value)?,
                Player::Right => store.right_options(value)?,
            };
            options.into_iter().map(|option| store.print(option).map(Written)).collect::<Result<Vec<_>, ValueError>>()
        };
        moves.extend(list().map_err(|error| Refusal::failed(error.text()))?);
        Ok(())
    }

    fn move_count(&self, position: &Written) -> Option<u64> {
        nimber(position)
    }

    fn play(&self, position: &mut Written, played: &Written) {
        position.clone_from(played);
    }

    fn weight(&self, _: &Written) -> usize {
        0
    }

    fn position_bytes(&self, position: &Written) -> usize {
        size_of::<Written>() + position.0.len()
    }
}

impl ImpartialHints for Plain {}

impl PartisanHints for Plain {
    fn negate(&self, position: &mut Written) -> bool {
        let mut store = Store::default();
        let value = store.parse(&position.0);
        let negative = value.and_then(|value| store.negative(value)).and_then(|negative| store.print(negative));
        negative.map(|negative| position.0 = negative).is_ok()
    }

    fn closed_value(&self, position: &Written, store: &mut Store) -> Result<Option<Value>, ValueError> {
        store.parse(&position.0).map(Some)
    }

    fn value_theorem(&self, _: &Written) -> Option<Text> {
        Some(Text::new("given"))
    }
}

impl Game for Plain {
    const INFO: Info = Info {
        name: "value",
        summary: "a value of a game, written out",
        rules: "A move goes to one of the player's canonical options.",
        notation: "the value itself: 1/2, *3, ^, {0|1}, +-2; also value:\"{0|1}\"",
        theorems: &[],
        examples: &["value:1/2", "value:{1|-1}", "value:*2"],
    };

    fn read(input: &Input<'_>) -> Result<(Self, Written), ParseError> {
        input.no_arguments()?;
        Self::read_value(input.source, input.position.0, input.position.1)
    }

    fn write(&self, position: &Written) -> String {
        position.0.clone()
    }

    fn text(&self, position: &Written) -> String {
        position.0.clone()
    }

    fn label(&self, position: &Written, played: &Written) -> String {
        self.words(position, played).to_string()
    }

    fn words(&self, _: &Written, played: &Written) -> Text {
        Text::new("to {position}").with("position", &played.0)
    }

    #[cfg_attr(
        not(feature = "search"),
        expect(unused_variables, reason = "only the solvers tell the play rules apart")
    )]
    fn explain(&self, position: &Written, play: Play) -> Option<Vec<Text>> {
        let (text, shortest) = self.start.as_ref().filter(|(_, shortest)| *shortest == position.0)?;
        let mut lines = Vec::new();
        if let Some(number) = starred_number(text) {
            let note =
                Text::new("{n}* is read as {n} + *, a number and a star; the heap of {n} in Nim is written *{n}");
            lines.push(note.with("n", number));
        }
        if text != shortest {
            let line = Text::new("{text} in its shortest form is {value}").with("text", text);
            lines.push(line.with("value", shortest));
        }
        #[cfg(feature = "search")]
        if play == Play::Normal {
            lines.extend(simplest(text));
        }
        (!lines.is_empty()).then_some(lines)
    }

    /// The value between its canonical options: Left's on the left, Right's on the right.
    fn picture(&self, position: &Written) -> Picture {
        let mut picture = Picture::new(self.text(position)).describe("A value between its canonical options.");
        let half = text_width(&position.0, 22.0, true) / 2.0 + 24.0;
        picture.add(Shape::text((0.0, 0.0), position.0.clone()).size(22.0).bold());
        for (player, side, role) in [(Player::Left, -1.0, Role::Left), (Player::Right, 1.0, Role::Right)] {
            let moves = self.offered(position, player);
            let top = (moves.len().min(MOST_OPTIONS) as f64 - 1.0) / 2.0;
            for (row, option) in moves.iter().take(MOST_OPTIONS).enumerate() {
                let (width, y) = (text_width(&option.0, 15.0, true) + 20.0, (row as f64 - top) * 36.0);
                let corner = if side < 0.0 { -half - width } else { half };
                // Nothing of a value stays after a move, so its keys are its own.
                let key = format!("{}:{player}{row}", position.0);
                picture.gesture(Gesture::new(self.label(position, option), [key.clone()]));
                picture.button(key, Text::default(), |part| {
                    part.add(Shape::rect((corner, y - 15.0), width, 30.0).rounded(6.0).role(role).width(2.0));
                    let words = Shape::text((corner + 10.0, y), option.0.clone()).size(15.0).bold();
                    part.add(words.anchor(Anchor::Start).role(role));
                });
            }
        }
        picture
    }

    fn small() -> Vec<String> {
        let values = ["0", "1", "-1", "1/2", "*", "*2", "^", "v*", "{1|-1}", "{1|*}", "{2|-1/2}", "{0|v*}", "Tiny(1)"];
        values.map(|value| format!("value:{value}")).to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_that_takes_long_to_work_out_is_refused() {
        let error = Plain::read_value("4*444±4", "4*444±4", 0).unwrap_err();
        assert_eq!(error.to_string(), "this value takes too long to work out");
        let (_, read) = Plain::read_value("4*44±4", "4*44±4", 0).unwrap();
        assert_eq!(read, Written("{8*44|*44}".to_owned()));
    }

    #[test]
    fn options_are_those_between_the_outer_braces() {
        assert_eq!(written_options("{-2|1}"), Some((vec!["-2"], vec!["1"])));
        assert_eq!(written_options("{0,{1|2}|3, 4}"), Some((vec!["0", "{1|2}"], vec!["3", "4"])));
        assert_eq!(written_options("{|}"), Some((vec![], vec![])));
        assert_eq!(written_options("{0||1|2}"), None);
        assert_eq!(written_options("{0|1} + {1|2}"), None);
        assert_eq!(written_options("1/2"), None);
    }
}
