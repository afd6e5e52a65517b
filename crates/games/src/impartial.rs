//! The impartial version of a partisan game: either player may make any move of Left or Right.

use crate::Catalogue;
use grundy_budget::pulse;
use grundy_draw::Picture;
#[cfg(feature = "search")]
use grundy_game::Theorem;
use grundy_game::{
    Course, Game, ImpartialHints, Info, Input, Kind, Known, Made, ParseError, PartisanHints, Play, Player, Refusal,
    Rules, Text, notation,
};
use grundy_solve::{Move, Placed, Step, Subject};
use std::collections::HashMap;

/// The rules of the impartial version of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Impartial {
    /// The game with its arguments, as written between the brackets.
    game: String,
}

impl Rules for Impartial {
    type Position = Box<dyn Subject>;
    type Move = Move;

    /// Moves that both players share are listed once.
    fn moves(&self, position: &Self::Position, _: Player, moves: &mut Vec<Move>) -> Result<(), Refusal> {
        let first = moves.len();
        moves.extend(position.moves(Player::Left)?);
        if position.kind() == Kind::Impartial {
            return Ok(());
        }
        let places: HashMap<String, usize> =
            (first..).zip(&moves[first..]).map(|(place, found)| (found.label.clone(), place)).collect();
        for mut found in position.moves(Player::Right)? {
            pulse(1);
            match places.get(&found.label).map(|&place| &moves[place]) {
                Some(other) if *other.to == *found.to => continue,
                Some(_) => found.label = format!("right: {}", found.label),
                None => {}
            }
            moves.push(found);
        }
        Ok(())
    }

    fn play(&self, position: &mut Self::Position, played: &Move) {
        position.clone_from(&played.to);
    }

    fn split(&self, position: &Self::Position, parts: &mut Vec<Self::Position>) {
        parts.extend(position.split());
    }

    fn canonicalise(&self, position: &mut Self::Position) {
        *position = position.canonical_up_to_sign().0;
    }

    fn move_count(&self, position: &Self::Position) -> Option<u64> {
        position
            .move_count()
            .map(|count| if position.kind() == Kind::Impartial { count } else { count.saturating_mul(2) })
    }

    /// The impartial version of an impartial game is the game itself.
    #[cfg(feature = "search")]
    fn theorem(&self, position: &Self::Position, play: Play) -> Option<Theorem<Move>> {
        if position.kind() == Kind::Impartial { position.theorem(play) } else { None }
    }

    fn position_bytes(&self, position: &Self::Position) -> usize {
        position.bytes() + size_of::<Self::Position>()
    }
}

impl ImpartialHints for Impartial {
    fn closed_form(&self, position: &Self::Position) -> Option<u64> {
        match self.theorem(position, Play::Normal)?.known {
            Known::Nimber(nimber) => Some(nimber),
            Known::Outcome(_) => None,
        }
    }
}

impl PartisanHints for Impartial {}

impl Game for Impartial {
    const INFO: Info = Info {
        name: "impartial",
        summary: "the impartial version of any partisan game: both players may make all moves",
        rules: "A move is any move that Left or Right has in the game named between the brackets.",
        notation: "impartial(GAME):POSITION, GAME with its arguments if it has any: impartial(domineering):2x3",
        theorems: &[],
        examples: &["impartial(domineering):2x3", "impartial(nim):3,4"],
    };

    fn read(input: &Input<'_>) -> Result<(Self, Self::Position), ParseError> {
        read_in(input, &Catalogue::standard())
    }

    fn arguments(&self) -> Option<String> {
        Some(self.game.clone())
    }

    /// The position of the game itself: what its notation has after the colon.
    fn write(&self, position: &Self::Position) -> String {
        let text = position.text();
        match notation::position_at(&text, 0, &[]) {
            Ok(Some((notation::Segment::Position { position: (inner, _), .. }, _))) => inner.to_owned(),
            _ => text,
        }
    }

    fn label(&self, _: &Self::Position, played: &Move) -> String {
        played.label.clone()
    }

    fn words(&self, _: &Self::Position, played: &Move) -> Text {
        played.words.clone()
    }

    fn board(&self, position: &Self::Position) -> String {
        position.board()
    }

    fn drawn(&self, course: &Course<'_, Self>) -> Picture {
        let step = |made: &Made<Move>| {
            let Made { played, path } = made;
            let path = path.clone();
            match played.label.strip_prefix("right: ") {
                Some(label) => Step { label: label.to_owned(), player: Some(Player::Right), path },
                None => Step { label: played.label.clone(), player: None, path },
            }
        };
        let steps: Vec<Step> = course.made.iter().map(step).collect();
        // The moves were made, so they can be made again; a picture answers nothing.
        course.start.picture_after(&steps).unwrap_or_else(|_| course.now.picture())
    }

    fn small() -> Vec<String> {
        ["nim:2,3", "coins(3):5", "domineering:2x3", "domineering:..#|..."]
            .iter()
            .filter_map(|text| text.split_once(':'))
            .map(wrap)
            .collect()
    }
}

pub(crate) fn read(input: &Input<'_>, catalogue: &Catalogue) -> Result<Box<dyn Subject>, ParseError> {
    read_in(input, catalogue).map(|(rules, position)| Placed::boxed(rules, position))
}

/// Reads a position whose game is found in `catalogue`.
fn read_in(input: &Input<'_>, catalogue: &Catalogue) -> Result<(Impartial, Box<dyn Subject>), ParseError> {
    let game = input.required_arguments("impartial(domineering):2x3")?;
    let start = input.arguments.map_or(0, |(_, start)| start);
    let (name, arguments) = match game.split_once('(') {
        Some((name, rest)) => {
            let inner = rest.strip_suffix(')').ok_or_else(|| {
                input.argument_error(name.len(), 1, "this bracket is not closed").help("expected `)`")
            })?;
            (name, Some((inner, start + name.len() + 1)))
        }
        None => (game, None),
    };
    if name == Impartial::INFO.name {
        return Err(input.argument_error(0, name.len(), "`impartial` takes the name of another game"));
    }
    let segment = notation::Segment::Position { name: (name, start), arguments, position: input.position };
    let position = catalogue.read(input.source, &segment, input.files)?;
    if !position.ends() || position.declares() {
        let problem =
            Text::new("`{game}` may be drawn, and its impartial version is not known here").with("game", game);
        return Err(input
            .argument_error(0, game.len(), problem)
            .help("expected a game in which whoever cannot move loses"));
    }
    Ok((Impartial { game: game.to_owned() }, position))
}

fn wrap((game, position): (&str, &str)) -> String {
    format!("impartial({game}):{position}")
}
