//! What people need to know of a game.

use crate::{
    Course, Hasse, ImpartialHints, Input, Kind, ParseError, PartisanHints, Play, Player, Sketch, Text, notation,
};
use grundy_draw::{Anchor, Gesture, Picture, Role, Shape, text_width};

/// More moves than this are not offered in a picture.
const MOST_OFFERED: u64 = 1 << 16;

/// Buttons of a picture at most, and the width of a line of them.
const MOST_BUTTONS: usize = 200;
const LINE: f64 = 620.0;

/// A game of the catalogue: rules together with their page, their notation and the names of their moves.
///
/// ```
/// use grundy_game::{Game, ImpartialHints, Info, Input, NoFiles, ParseError, PartisanHints, Player, Refusal, Rules};
/// # struct OneOrTwo;
/// # impl Rules for OneOrTwo {
/// #     type Position = u64;
/// #     type Move = u64;
/// #     fn moves(&self, heap: &u64, _: Player, moves: &mut Vec<u64>) -> Result<(), Refusal> {
/// #         moves.extend(1..=2.min(*heap));
/// #         Ok(())
/// #     }
/// #     fn play(&self, heap: &mut u64, take: &u64) {
/// #         *heap -= take;
/// #     }
/// # }
/// # impl ImpartialHints for OneOrTwo {}
/// # impl PartisanHints for OneOrTwo {}
///
/// impl Game for OneOrTwo {
///     const INFO: Info = Info {
///         name: "one-or-two",
///         summary: "one heap; take one or two",
///         rules: "A move takes one or two objects. Whoever cannot move loses.",
///         notation: "one-or-two:N",
///         theorems: &[],
///         examples: &["one-or-two:7"],
///     };
///
///     fn read(input: &Input<'_>) -> Result<(Self, u64), ParseError> {
///         match input.heaps()?.as_slice() {
///             &[heap] => Ok((Self, heap)),
///             _ => Err(input.position_error("one heap is expected")),
///         }
///     }
///
///     fn write(&self, heap: &u64) -> String {
///         heap.to_string()
///     }
///
///     fn label(&self, _: &u64, take: &u64) -> String {
///         format!("take {take}")
///     }
///
///     fn small() -> Vec<String> {
///         (0..12).map(|heap| format!("one-or-two:{heap}")).collect()
///     }
/// }
///
/// assert_eq!(OneOrTwo.text(&7), "one-or-two:7");
/// assert_eq!(OneOrTwo.offered(&7, Player::Left), [1, 2]);
/// ```
pub trait Game: ImpartialHints + PartisanHints {
    /// The page about the game.
    const INFO: Info;

    /// The page about the game with these rules: [`Game::INFO`], unless the rules were read while the program runs.
    fn page(&self) -> Page<'_> {
        Self::INFO
    }

    /// Reads `game(arguments):position`.
    fn read(input: &Input<'_>) -> Result<(Self, Self::Position), ParseError>;

    /// Reads a position of these very rules; `None` when it is not one.
    fn read_again(&self, input: &Input<'_>) -> Option<Self::Position>
    where
        Self: PartialEq,
    {
        match Self::read(input) {
            Ok((rules, position)) if rules == *self => Some(position),
            _ => None,
        }
    }

    /// The arguments between the brackets after the name, as [`Game::read`] takes them; `None` when the game has none.
    fn arguments(&self) -> Option<String> {
        None
    }

    /// The position after the colon, unquoted. Reading what is written gives the same position.
    fn write(&self, position: &Self::Position) -> String;

    /// The position in full notation.
    fn text(&self, position: &Self::Position) -> String {
        notation::write(self.page().name, self.arguments().as_deref(), &self.write(position))
    }

    /// The name of a move, unique among the moves of one player in `position`.
    fn label(&self, position: &Self::Position, played: &Self::Move) -> String;

    /// The name of a move in words that other languages can say; in English it is [`Game::label`], which people type in
    /// every language.
    fn words(&self, position: &Self::Position, played: &Self::Move) -> Text {
        Text::verbatim(self.label(position, played))
    }

    /// The working behind the answer, line by line, as a teacher would write it on the board; `None` where the general
    /// explanation (options, their values, the mex) says it best.
    fn explain(&self, _position: &Self::Position, _play: Play) -> Option<Vec<Text>> {
        None
    }

    /// The position drawn with characters, for the terminal; the notation itself where nothing better is drawn.
    fn board(&self, position: &Self::Position) -> String {
        self.write(position)
    }

    /// The moves that a picture of `position` offers to `player`: all of them, unless there are too many to list or they
    /// cannot be worked out. A picture answers nothing, so it may be drawn without its buttons.
    fn offered(&self, position: &Self::Position, player: Player) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        if self.move_count(position).is_some_and(|count| count > MOST_OFFERED) {
            return moves;
        }
        match self.moves(position, player, &mut moves) {
            Ok(()) => moves,
            Err(_) => Vec::new(),
        }
    }

    /// The position as a picture on which every move can be made; the notation itself and a button for each move where
    /// nothing better is drawn.
    fn picture(&self, position: &Self::Position) -> Picture {
        picture_of_buttons(self, position)
    }

    /// The position that a course of play led to, as a picture in which whatever is left stands where it stood at the
    /// beginning, under the same key. Games whose pictures depend on the position alone leave this as it is.
    fn drawn(&self, course: &Course<'_, Self>) -> Picture {
        self.picture(course.now)
    }

    /// The position as a drawing that people can change by hand, where the notation can write every such drawing; [`Sketch`]
    /// says how it is written back.
    fn sketch(&self, _position: &Self::Position) -> Option<Sketch> {
        None
    }

    /// The position as a partial order in which taking an element takes everything above it, where the game is one.
    fn hasse(&self, _position: &Self::Position) -> Option<Hasse> {
        None
    }

    /// A text that two positions share exactly when a symmetry turns one into the other, where there are symmetries for
    /// which [`crate::Rules::canonicalise`] does not look: lists for people name one move for all that come to the same. Never shown.
    fn shape(&self, _position: &Self::Position) -> Option<String> {
        None
    }

    /// Small positions in full notation that the conformance suite checks against brute force: all of them up to a size
    /// at which exploring every one still takes well under a second.
    fn small() -> Vec<String>;
}

/// The notation of a position and a button for each move: what [`Game::picture`] draws where a game has nothing better.
pub fn picture_of_buttons<G: Game>(game: &G, position: &G::Position) -> Picture {
    let players: &[Player] = if game.kind() == Kind::Partisan { &Player::BOTH } else { &[Player::Left] };
    let mut labels: Vec<(String, Role)> = Vec::new();
    for &player in players {
        let role = match (players.len(), player) {
            (1, _) => Role::Token,
            (_, Player::Left) => Role::Left,
            (_, Player::Right) => Role::Right,
        };
        for played in &game.offered(position, player) {
            add_button(&mut labels, game.label(position, played), role);
        }
    }
    buttons(game.text(position), game.page().summary, labels)
}

fn add_button(labels: &mut Vec<(String, Role)>, label: String, role: Role) {
    match labels.iter_mut().take(MOST_BUTTONS).find(|(other, _)| *other == label) {
        Some((_, role)) => *role = Role::Either,
        None => labels.push((label, role)),
    }
}

/// A text and a button for each label; compiled once, not for each game.
fn buttons(text: String, summary: &str, labels: Vec<(String, Role)>) -> Picture {
    let mut picture = Picture::new(text.clone()).describe(Text::known(summary));
    picture.add(Shape::text((0.0, 0.0), text.clone()).anchor(Anchor::Start));
    let (mut x, mut y) = (0.0, 18.0);
    for (label, role) in labels.into_iter().take(MOST_BUTTONS) {
        let width = text_width(&label, 14.0, false) + 20.0;
        if x > 0.0 && x + width > LINE {
            (x, y) = (0.0, y + 38.0);
        }
        let key = format!("{text}:{label}");
        picture.gesture(Gesture::new(label.clone(), [key.clone()]));
        picture.button(key, Text::default(), |part| {
            part.add(Shape::rect((x, y), width, 30.0).rounded(6.0).role(role).width(2.0));
            part.add(Shape::text((x + width / 2.0, y + 15.0), label).role(role));
        });
        x += width + 10.0;
    }
    picture
}

/// The page of a game that is compiled in.
pub type Info = Page<'static>;

/// The page about a game, shown by `grundy games NAME`. A game that is made while the program runs lends its page.
#[derive(Clone, Copy, Debug)]
pub struct Page<'a> {
    /// The name in the notation.
    pub name: &'a str,
    /// What the game is, in one line.
    pub summary: &'a str,
    /// The rules, in a few sentences.
    pub rules: &'a str,
    /// How arguments and positions are written.
    pub notation: &'a str,
    /// The theorems in use, each with its literature.
    pub theorems: &'a [TheoremNote<'a>],
    /// Positions to copy.
    pub examples: &'a [&'a str],
}

/// A theorem and where to read about it.
#[derive(Clone, Copy, Debug)]
pub struct TheoremNote<'a> {
    /// What it says.
    pub statement: &'a str,
    /// Author, work, year.
    pub literature: &'a str,
}
