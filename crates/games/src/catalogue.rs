//! The list of all games, and the way from text to position.

use crate::plain::Plain;
use grundy_game::{Files, Game, Info, Input, ParseError, nearest, notation};
use grundy_solve::{Engine, Placed, Position, Stop, Subject};

/// A game of the catalogue.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The page about the game.
    pub info: Info,
    /// Reads a position.
    pub read: fn(&Input<'_>) -> Result<Box<dyn Subject>, ParseError>,
    /// Small positions in full notation, for the conformance suite.
    pub small: fn() -> Vec<String>,
    /// For games on graphs whose searches share their work: the table over all connected graphs.
    pub graph_table: Option<GraphTable>,
}

/// Visits every connected graph on a number of vertices with its nimber and its number of winning moves, except so many at
/// the beginning; the order is always the same.
pub type GraphTable = fn(usize, usize, &Engine, &mut dyn FnMut(&GraphRow) -> Result<(), Stop>) -> Result<(), Stop>;

/// A row of a [`GraphTable`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphRow {
    /// The graph as graph6.
    pub graph6: String,
    /// The nimber of the position.
    pub nimber: u64,
    /// How many moves win.
    pub winning_moves: usize,
}

pub(crate) const fn game<G: Game + PartialEq>() -> Entry {
    Entry { info: G::INFO, read: read::<G>, small: G::small, graph_table: None }
}

fn read<G: Game + PartialEq>(input: &Input<'_>) -> Result<Box<dyn Subject>, ParseError> {
    G::read(input).map(|(rules, position)| Placed::boxed(rules, position))
}

// One line a game.
#[rustfmt::skip]
static CATALOGUE: &[Entry] = &[
    game::<crate::nim::Nim>(),
    game::<crate::subtract::Subtract>(),
    game::<crate::coins::Coins>(),
    game::<crate::wythoff::Wythoff>(),
    game::<crate::fibonacci::Fibonacci>(),
    game::<crate::euclid::Euclid>(),
    game::<crate::treblecross::Treblecross>(),
    Entry { read: crate::cram::read, ..game::<crate::cram::Cram<u64, true>>() },
    game::<crate::digraph::Arcs>(),
    game::<crate::octal::Heaps<crate::octal::Octal>>(),
    game::<crate::octal::Heaps<crate::paint::Paint>>(),
    game::<crate::octal::Heaps<crate::named_codes::KaylesRow>>(),
    game::<crate::octal::Heaps<crate::named_codes::Dawson>>(),
    game::<crate::octal::Heaps<crate::named_codes::DawsonKayles>>(),
    game::<crate::octal::Heaps<crate::named_codes::Officers>>(),
    game::<crate::octal::Heaps<crate::named_codes::GrundysGame>>(),
    game::<crate::octal::Heaps<crate::named_codes::Couples>>(),
    game::<crate::octal::Heaps<crate::named_codes::AllBut>>(),
    game::<crate::octal::Heaps<crate::named_codes::Lasker>>(),
    crate::chomp::ENTRY,
    crate::hackenbush::ENTRY,
    crate::kayles::ENTRY,
    crate::arckayles::ENTRY,
    game::<crate::bar::Bar>(),
    game::<crate::bar3::Bar3>(),
    game::<crate::poset::Poset>(),
    game::<crate::formula::FormulaGame>(),
    game::<crate::domineering::Domineering>(),
    game::<crate::clobber::Clobber>(),
    game::<crate::amazons::Amazons>(),
    game::<crate::konane::Konane>(),
    game::<crate::toads::Toads>(),
    game::<crate::cake::Cutcake>(),
    game::<crate::maundy::Maundy>(),
    game::<crate::eatcake::Eatcake>(),
    crate::colouring::entry::<crate::col::Col>(),
    crate::colouring::entry::<crate::snort::Snort>(),
    game::<crate::dominoes::Dominoes>(),
    game::<crate::psubtract::Psubtract>(),
    game::<crate::peuclid::Euclid>(),
    game::<Plain>(),
    game::<crate::impartial::Impartial>(),
];

/// All games, in the order in which they are shown.
pub fn entries() -> &'static [Entry] {
    CATALOGUE
}

/// The game called `name`.
pub fn entry(name: &str) -> Option<&'static Entry> {
    CATALOGUE.iter().find(|entry| entry.info.name == name)
}

/// Reads a position or a sum of positions.
///
/// ```
/// let position = grundy_games::parse("nim:3,2+nim:1", &grundy_game::NoFiles)?;
/// assert_eq!(position.to_string(), "nim:3,2 + nim:1");
/// # Ok::<(), grundy_game::ParseError>(())
/// ```
pub fn parse(text: &str, files: &dyn Files) -> Result<Position, ParseError> {
    let parts = notation::segments(text)?;
    let parts = parts.iter().map(|part| read_segment(text, part, files)).collect::<Result<Vec<_>, _>>()?;
    Ok(Position::new(parts))
}

pub(crate) fn read_segment(
    text: &str,
    segment: &notation::Segment<'_>,
    files: &dyn Files,
) -> Result<Box<dyn Subject>, ParseError> {
    match segment {
        notation::Segment::Value(value, at) => {
            Plain::read_value(text, value, *at).map(|position| Placed::boxed(Plain, position))
        }
        notation::Segment::Position { name: (name, at), arguments, position } => {
            let Some(entry) = entry(name) else { return Err(unknown(text, name, *at)) };
            let input = Input { source: text, name, arguments: *arguments, position: *position, files };
            (entry.read)(&input)
        }
    }
}

fn unknown(text: &str, name: &str, at: usize) -> ParseError {
    let shown: String = name.chars().take(40).collect();
    let error = ParseError::new(text, at, name.len(), format!("no game named `{shown}`"));
    let meant = nearest(&shown, CATALOGUE.iter().map(|entry| entry.info.name));
    error.help(meant.map_or("`grundy games` lists them all".to_owned(), |meant| {
        format!("did you mean `{meant}`?   (grundy games lists them all)")
    }))
}
