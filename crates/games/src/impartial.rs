//! The impartial version of a partisan game: either player may make any move of Left or Right.

use crate::Catalogue;
use crate::board::Grown;
use crate::cram::Cram;
use crate::domineering::Domineering;
use grundy_budget::pulse;
use grundy_draw::Picture;
use grundy_game::{
    Course, Game, ImpartialHints, Info, Input, Kind, Known, Made, ParseError, PartisanHints, Play, Player, Refusal,
    Rules, Text, Theorem, notation,
};
use grundy_solve::{Move, Step, Subject, equip, lend};
use std::collections::HashMap;

/// The rules of the impartial version of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Impartial {
    /// The game with its arguments, as written between the brackets.
    game: String,
    surely_ends: bool,
}

impl Rules for Impartial {
    type Position = Box<dyn Subject>;
    type Move = Move;

    fn surely_ends(&self) -> bool {
        self.surely_ends
    }

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
        [
            "nim:2,3",
            "coins(3):5",
            "domineering:2x3",
            "domineering:..#|...",
            "clobber:xox|ox.",
            "amazons:x..|..o",
            "toads:TT_F",
        ]
        .iter()
        .filter_map(|text| text.split_once(':'))
        .map(wrap)
        .collect()
    }
}

pub(crate) fn read(input: &Input<'_>, catalogue: &Catalogue) -> Result<Box<dyn Subject>, ParseError> {
    let game = input.arguments.and_then(|(name, _)| Some((name, catalogue.game(name)?)));
    if let Some((name, game)) = game {
        let inner = Input { source: input.source, name, arguments: None, position: input.position, files: input.files };
        if let Some(found) = game.read_impartial(&inner) {
            return found;
        }
    }
    read_in(input, catalogue).map(|(rules, position)| lend(rules, position))
}

/// The impartial version of one game that takes no arguments and in which no move belongs to both players, or of one that is
/// impartial under another name. Searches know its positions as they are, without a box around each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Both<G> {
    game: G,
    /// What the partisan game is called.
    name: &'static str,
}

/// A move and the player who has it in the partisan game.
type Whose<M> = (Player, M);

impl<G: Game> Rules for Both<G> {
    type Position = G::Position;
    type Move = Whose<G::Move>;
    fn gathers(&self) -> bool {
        self.game.gathers()
    }

    fn moves(&self, position: &G::Position, _: Player, moves: &mut Vec<Self::Move>) -> Result<(), Refusal> {
        let mut own = Vec::new();
        let players: &[Player] = if G::KIND == Kind::Impartial { &[Player::Left] } else { &Player::BOTH };
        for &player in players {
            self.game.moves(position, player, &mut own)?;
            moves.extend(own.drain(..).map(|played| (player, played)));
        }
        Ok(())
    }

    fn play(&self, position: &mut G::Position, (_, played): &Self::Move) {
        self.game.play(position, played);
    }

    fn move_count(&self, position: &G::Position) -> Option<u64> {
        self.game.move_count(position).map(|count| count.saturating_mul(2))
    }

    fn split(&self, position: &G::Position, parts: &mut Vec<G::Position>) {
        self.game.split(position, parts);
    }

    /// Exchanging the players changes nothing where both have all moves.
    fn canonicalise(&self, position: &mut G::Position) {
        self.game.canonicalise_up_to_sign(position);
    }

    fn weight(&self, position: &G::Position) -> usize {
        self.game.weight(position)
    }

    fn theorem(&self, position: &G::Position, play: Play) -> Option<Theorem<Self::Move>> {
        if G::KIND == Kind::Partisan {
            return None;
        }
        Some(self.game.theorem(position, play)?.map_moves(|played| (Player::Left, played)))
    }

    fn position_bytes(&self, position: &G::Position) -> usize {
        self.game.position_bytes(position)
    }
}

/// What an impartial game knows of its positions holds of the game under the other name too.
impl<G: Game> ImpartialHints for Both<G> {
    const COMMUTES: bool = matches!(G::KIND, Kind::Impartial) && G::COMMUTES;

    fn commutes(&self) -> bool {
        Self::COMMUTES && self.game.commutes()
    }

    fn search_moves(&self, position: &G::Position, moves: &mut Vec<Self::Move>) -> Result<(), Refusal> {
        if G::KIND == Kind::Partisan {
            return self.moves(position, Player::Left, moves);
        }
        let mut own = Vec::new();
        self.game.search_moves(position, &mut own)?;
        moves.extend(own.into_iter().map(|played| (Player::Left, played)));
        Ok(())
    }

    fn promise(&self, (_, played): &Self::Move) -> u32 {
        if G::KIND == Kind::Impartial { self.game.promise(played) } else { 0 }
    }

    fn split_option(
        &self,
        whole: &G::Position,
        (_, played): &Self::Move,
        option: &G::Position,
        parts: &mut Vec<G::Position>,
    ) {
        match G::KIND {
            Kind::Impartial => self.game.split_option(whole, played, option, parts),
            Kind::Partisan => self.game.split(option, parts),
        }
    }

    fn simplify(&self, position: &mut G::Position) {
        if G::KIND == Kind::Impartial {
            self.game.simplify(position);
        }
    }

    fn closed_form(&self, position: &G::Position) -> Option<u64> {
        if G::KIND == Kind::Impartial { self.game.closed_form(position) } else { None }
    }
}

impl<G: Game> PartisanHints for Both<G> {}

impl<G: Game> Game for Both<G> {
    const INFO: Info = Impartial::INFO;

    /// The name of the game is read by `read`, which knows the catalogue.
    fn read(input: &Input<'_>) -> Result<(Self, G::Position), ParseError> {
        if let Some((name, _)) = input.arguments.filter(|(name, _)| *name != G::INFO.name) {
            return Err(input.argument_error(0, name.len(), "this is another game"));
        }
        let Input { source, name, position, files, .. } = *input;
        G::read(&Input { source, name, arguments: None, position, files })
            .map(|(game, position)| (Self { game, name: G::INFO.name }, position))
    }

    fn arguments(&self) -> Option<String> {
        Some(self.name.to_owned())
    }

    fn write(&self, position: &G::Position) -> String {
        self.game.write(position)
    }

    fn label(&self, position: &G::Position, (_, played): &Self::Move) -> String {
        self.game.label(position, played)
    }

    fn words(&self, position: &G::Position, (_, played): &Self::Move) -> Text {
        self.game.words(position, played)
    }

    fn board(&self, position: &G::Position) -> String {
        self.game.board(position)
    }

    fn drawn(&self, course: &Course<'_, Self>) -> Picture {
        let plain = |made: &Made<Self::Move>| Made { played: made.played.1.clone(), path: made.path.clone() };
        let made: Vec<Made<G::Move>> = course.made.iter().map(plain).collect();
        self.game.drawn(&Course { start: course.start, now: course.now, made: &made })
    }

    fn small() -> Vec<String> {
        G::small().iter().filter_map(|text| text.split_once(':')).map(wrap).collect()
    }
}

/// Reads a position of the impartial version of `G`.
pub(crate) fn read_both<G: Game + PartialEq>(input: &Input<'_>) -> Result<Box<dyn Subject>, ParseError> {
    Both::<G>::read(input).map(|(rules, position)| equip(rules, position))
}

/// The impartial version of Domineering is Cram, whose searches know more; large boards are those of Domineering.
pub(crate) fn domineering(input: &Input<'_>) -> Result<Box<dyn Subject>, ParseError> {
    let as_cram = |input: &Input<'_>| {
        let (game, position) = Cram::<u128, false>::read(input)?;
        Ok::<_, ParseError>(equip(Both { game, name: <Domineering>::INFO.name }, position))
    };
    if let Ok(found) = as_cram(input) {
        return Ok(found);
    }
    // Whatever else is wrong with it is wrong with a board of Domineering too. What only Domineering reads (`2X3`) becomes a board of
    // Cram by the way it is written; what is not one then is too large.
    let (rules, board) = Both::<Domineering<Grown>>::read(input)?;
    let written = rules.write(&board);
    let again = Input { position: (&written, 0), ..*input };
    as_cram(&again).or_else(|_| Ok(lend(rules, board)))
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
    Ok((Impartial { game: game.to_owned(), surely_ends: position.surely_ends() }, position))
}

fn wrap((game, position): (&str, &str)) -> String {
    format!("impartial({game}):{position}")
}
