//! Plain values such as `{0|1}` or `*3` as positions: the moves are the canonical options.

use grundy_game::{Game, Info, Input, Kind, ParseError, Player, Rules, Text};
use grundy_value::{Store, Value, ValueError};

/// The rules of a plain value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plain;

/// The notation of a value in its shortest form, so equal values are equal positions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Written(String);

impl Plain {
    /// Reads a value that stands at `at` of `source`.
    pub fn read_value(source: &str, text: &str, at: usize) -> Result<Written, ParseError> {
        let mut store = Store::default();
        match store.parse(text).and_then(|value| store.print(value)) {
            Ok(printed) => Ok(Written(printed)),
            Err(ValueError::Syntax(error)) => {
                let bytes = |column: usize| text.char_indices().nth(column).map_or(text.len(), |(offset, _)| offset);
                let (from, to) = (bytes(error.column), bytes(error.column + error.width));
                Err(ParseError::new(source, at + from, to - from, error.message))
            }
            Err(error) => Err(ParseError::new(source, at, text.len(), error.to_string())),
        }
    }
}

/// A printed value is always readable; 0 stands in for the impossible.
fn value(store: &mut Store, written: &Written) -> Value {
    store.parse(&written.0).unwrap_or(Value::ZERO)
}

impl Rules for Plain {
    type Position = Written;
    type Move = Written;

    fn kind(&self) -> Kind {
        Kind::Partisan
    }

    /// A value whose options cannot be listed within the limits of the store has none here.
    fn moves(&self, position: &Written, player: Player, moves: &mut Vec<Written>) {
        let mut store = Store::default();
        let value = value(&mut store, position);
        let options = match player {
            Player::Left => store.left_options(value),
            Player::Right => store.right_options(value),
        };
        for option in options.unwrap_or_default() {
            moves.extend(store.print(option).map(Written));
        }
    }

    fn play(&self, position: &mut Written, played: &Written) {
        position.clone_from(played);
    }

    fn negate(&self, position: &mut Written) -> bool {
        let mut store = Store::default();
        let value = value(&mut store, position);
        let negative = store.negative(value).and_then(|negative| store.print(negative));
        negative.map(|negative| position.0 = negative).is_ok()
    }

    fn closed_value(&self, position: &Written, store: &mut Store) -> Result<Option<Value>, ValueError> {
        store.parse(&position.0).map(Some)
    }

    fn value_theorem(&self, _: &Written) -> Option<Text> {
        Some(Text::new("given"))
    }

    fn weight(&self, _: &Written) -> usize {
        0
    }

    fn position_bytes(&self, position: &Written) -> usize {
        size_of::<Written>() + position.0.len()
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
        Ok((Self, Self::read_value(input.source, input.position.0, input.position.1)?))
    }

    fn write(&self, position: &Written) -> String {
        position.0.clone()
    }

    fn text(&self, position: &Written) -> String {
        position.0.clone()
    }

    fn label(&self, _: &Written, played: &Written) -> String {
        format!("to {}", played.0)
    }

    fn small() -> Vec<String> {
        let values = ["0", "1", "-1", "1/2", "*", "*2", "^", "v*", "{1|-1}", "{1|*}", "{2|-1/2}", "{0|v*}", "Tiny(1)"];
        values.map(|value| format!("value:{value}")).to_vec()
    }
}
