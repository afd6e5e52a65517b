//! What people need to know of a game.

use crate::{Input, ParseError, Play, Rules, Sketch, Text, notation};
use grundy_draw::Picture;

/// A game of the catalogue: rules together with their page, their notation and the names of their moves.
pub trait Game: Rules {
    /// The page about the game.
    const INFO: Info;

    /// Reads `game(arguments):position`.
    fn read(input: &Input<'_>) -> Result<(Self, Self::Position), ParseError>;

    /// The arguments between the brackets after the name, as [`Game::read`] takes them; `None` when the game has none.
    fn arguments(&self) -> Option<String> {
        None
    }

    /// The position after the colon, unquoted. Reading what is written gives the same position.
    fn write(&self, position: &Self::Position) -> String;

    /// The position in full notation.
    fn text(&self, position: &Self::Position) -> String {
        notation::write(Self::INFO.name, self.arguments().as_deref(), &self.write(position))
    }

    /// The name of a move, unique among the moves of one player in `position`.
    fn label(&self, position: &Self::Position, played: &Self::Move) -> String;

    /// The working behind the answer, line by line, as a teacher would write it on the board; `None` where the general
    /// explanation (options, their values, the mex) says it best.
    fn explain(&self, _position: &Self::Position, _play: Play) -> Option<Vec<Text>> {
        None
    }

    /// The position drawn with characters, for the terminal; the notation itself where nothing better is drawn.
    fn board(&self, position: &Self::Position) -> String {
        self.write(position)
    }

    /// The position as a picture whose clickable parts carry the labels of their moves; the notation itself where nothing
    /// better is drawn.
    fn picture(&self, position: &Self::Position) -> Picture {
        let text = self.text(position);
        let mut picture = Picture::new(text.clone()).describe(Self::INFO.summary);
        picture.label((0.0, 0.0), text);
        picture
    }

    /// The position as a drawing that people can change by hand, where the notation can write every such drawing; [`Sketch`]
    /// says how it is written back.
    fn sketch(&self, _position: &Self::Position) -> Option<Sketch> {
        None
    }

    /// Small positions in full notation that the conformance suite checks against brute force: all of them up to a size
    /// at which exploring every one still takes well under a second.
    fn small() -> Vec<String>;
}

/// The page about a game, shown by `grundy games NAME`.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// The name in the notation.
    pub name: &'static str,
    /// What the game is, in one line.
    pub summary: &'static str,
    /// The rules, in a few sentences.
    pub rules: &'static str,
    /// How arguments and positions are written.
    pub notation: &'static str,
    /// The theorems in use, each with its literature.
    pub theorems: &'static [TheoremNote],
    /// Positions to copy.
    pub examples: &'static [&'static str],
}

/// A theorem and where to read about it.
#[derive(Clone, Copy, Debug)]
pub struct TheoremNote {
    /// What it says.
    pub statement: &'static str,
    /// Author, work, year.
    pub literature: &'static str,
}
