//! The list of all games, and the way from text to position.

#[cfg(not(test))]
mod list;

use crate::plain::Plain;
use grundy_game::{Files, Game, Info, Input, Page, ParseError, Text, nearest, notation};
use grundy_heap::Rule;
use grundy_solve::{Position, Settings, Stop, Subject, equip, lend};
#[cfg(not(test))]
use list::CATALOGUE;
use std::fmt;
use std::sync::{Arc, LazyLock};

/// A game that a catalogue can list: how it presents itself and reads its positions.
///
/// Games written in Rust get theirs from [`game`]; a game that is made while the program runs implements it itself.
///
/// ```
/// use grundy_games::{Catalogue, Listed};
///
/// let catalogue = Catalogue::standard();
/// let nim: &dyn Listed = catalogue.game("nim").ok_or("nim is missing")?;
/// assert_eq!(nim.page().examples[0], "nim:3,4,5");
/// assert!(nim.small().contains(&"nim:1,2".to_owned()));
/// # Ok::<(), &str>(())
/// ```
pub trait Listed: Send + Sync {
    /// The page about the game.
    fn page(&self) -> Page<'_>;
    /// Reads a position; games made from other games look those up in the catalogue.
    fn read(&self, input: &Input<'_>, catalogue: &Catalogue) -> Result<Box<dyn Subject>, ParseError>;
    /// Reads a position of its impartial version, where searches know that version as a game of its own.
    fn read_impartial(&self, _input: &Input<'_>) -> Option<Result<Box<dyn Subject>, ParseError>> {
        None
    }
    /// Small positions in full notation, for the conformance suite.
    fn small(&self) -> Vec<String>;
    /// For games on graphs whose searches share their work: the table over all connected graphs.
    fn graph_table(&self) -> Option<GraphTable> {
        None
    }
    /// The rule on heaps that the game is with these arguments, for games that are made while the program runs and turn out to
    /// be taking and breaking.
    fn code(&self, _input: &Input<'_>) -> Result<Option<Rule>, ParseError> {
        Ok(None)
    }
}

/// Where a catalogue finds games that it does not list, such as files with rules.
pub trait Source: Send + Sync {
    /// The game called `name`, if it is here; what is wrong with it is told in the columns of `input`.
    fn find(&self, name: &str, input: &Input<'_>) -> Option<Result<Arc<dyn Listed>, ParseError>>;
    /// The names of the games here that need no path, to suggest one for a typo.
    fn names(&self) -> Vec<String> {
        Vec::new()
    }
}

/// A game of the catalogue that is written in Rust.
#[derive(Clone, Copy)]
pub struct Entry {
    /// The page about the game.
    pub info: Info,
    pub(crate) read: fn(&Input<'_>, &Catalogue) -> Result<Box<dyn Subject>, ParseError>,
    /// Reads a position of its impartial version, where searches know that version as a game of its own.
    pub(crate) impartial: Option<fn(&Input<'_>) -> Result<Box<dyn Subject>, ParseError>>,
    /// Small positions in full notation, for the conformance suite.
    pub small: fn() -> Vec<String>,
    /// For games on graphs whose searches share their work: the table over all connected graphs.
    pub graph_table: Option<GraphTable>,
}

impl Listed for Entry {
    fn page(&self) -> Page<'_> {
        self.info
    }

    fn read(&self, input: &Input<'_>, catalogue: &Catalogue) -> Result<Box<dyn Subject>, ParseError> {
        (self.read)(input, catalogue)
    }

    fn read_impartial(&self, input: &Input<'_>) -> Option<Result<Box<dyn Subject>, ParseError>> {
        self.impartial.map(|read| read(input))
    }

    fn small(&self) -> Vec<String> {
        (self.small)()
    }

    fn graph_table(&self) -> Option<GraphTable> {
        self.graph_table
    }
}

/// Visits every connected graph on a number of vertices with its nimber and its number of winning moves, except so many at
/// the beginning; the order is always the same.
pub type GraphTable = fn(usize, usize, &Settings, &mut dyn FnMut(&GraphRow) -> Result<(), Stop>) -> Result<(), Stop>;

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

/// The entry of a game for a catalogue.
pub const fn game<G: Game + PartialEq>() -> Entry {
    Entry { info: G::INFO, read: read::<G>, impartial: None, small: G::small, graph_table: None }
}

/// The entry of a game for which searches are only checks on what theorems and sequences tell, or whose positions are
/// few: it shares its solvers with others, which spares compiling a copy of each.
pub const fn light<G: Game + PartialEq>() -> Entry {
    Entry { read: read_light::<G>, ..game::<G>() }
}

/// The entry of a game whose small boards are machine words and whose large ones are slices of words.
const fn grows<Small: Game + PartialEq, Large: Game + PartialEq>() -> Entry {
    Entry { read: crate::board::read_either::<Small, Large>, ..game::<Small>() }
}

/// The same, with large boards that share their solvers with others.
const fn grows_light<Small: Game + PartialEq, Large: Game + PartialEq>() -> Entry {
    Entry { read: crate::board::read_either_lent::<Small, Large>, ..game::<Small>() }
}

fn read<G: Game + PartialEq>(input: &Input<'_>, _: &Catalogue) -> Result<Box<dyn Subject>, ParseError> {
    G::read(input).map(|(rules, position)| equip(rules, position))
}

fn read_light<G: Game + PartialEq>(input: &Input<'_>, _: &Catalogue) -> Result<Box<dyn Subject>, ParseError> {
    G::read(input).map(|(rules, position)| lend(rules, position))
}

/// Unit tests of this room are about rules. With the list, every solver would be compiled for every game once more.
#[cfg(test)]
static CATALOGUE: &[Entry] = &[];

/// Games by name: those of Grundy, and whatever a program adds.
///
/// ```
/// use grundy_game::NoFiles;
/// use grundy_games::{Catalogue, catalogue::game, nim::Nim};
///
/// let catalogue = Catalogue::standard();
/// let position = catalogue.parse("nim:3,2+nim:1", &NoFiles)?;
/// assert_eq!(position.to_string(), "nim:3,2 + nim:1");
/// # let games = catalogue.games().count();
/// # assert_eq!(catalogue.with(game::<Nim>()).games().count(), games);
/// # Ok::<(), grundy_game::ParseError>(())
/// ```
#[derive(Clone)]
pub struct Catalogue {
    games: Vec<Arc<dyn Listed>>,
    sources: Vec<Arc<dyn Source>>,
}

impl fmt::Debug for Catalogue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.games().map(|game| game.page().name)).finish()
    }
}

static STANDARD: LazyLock<Catalogue> = LazyLock::new(|| {
    let games = CATALOGUE.iter().map(|entry| Arc::new(*entry) as Arc<dyn Listed>).collect();
    Catalogue { games, sources: Vec::new() }
});

impl Catalogue {
    /// The games of Grundy.
    pub fn standard() -> Self {
        STANDARD.clone()
    }

    /// The catalogue with one more game, which takes the place of one of the same name.
    #[must_use]
    pub fn with(mut self, game: impl Listed + 'static) -> Self {
        let name = game.page().name.to_owned();
        let game: Arc<dyn Listed> = Arc::new(game);
        match self.games.iter_mut().find(|other| other.page().name == name) {
            Some(place) => *place = game,
            None => self.games.push(game),
        }
        self
    }

    /// The catalogue with one more place to look for games that it does not list.
    #[must_use]
    pub fn with_source(mut self, source: impl Source + 'static) -> Self {
        self.sources.push(Arc::new(source));
        self
    }

    /// All games, in the order in which they are shown.
    pub fn games(&self) -> impl Iterator<Item = &dyn Listed> {
        self.games.iter().map(|game| &**game)
    }

    /// The game called `name`.
    pub fn game(&self, name: &str) -> Option<&dyn Listed> {
        self.games().find(|game| game.page().name == name)
    }

    /// Reads a position or a sum of positions.
    pub fn parse(&self, text: &str, files: &dyn Files) -> Result<Position, ParseError> {
        let parts = notation::segments(text)?;
        let parts = parts.iter().map(|part| self.read(text, part, files)).collect::<Result<Vec<_>, _>>()?;
        Ok(Position::new(parts))
    }

    pub(crate) fn read(
        &self,
        text: &str,
        segment: &notation::Segment<'_>,
        files: &dyn Files,
    ) -> Result<Box<dyn Subject>, ParseError> {
        match segment {
            notation::Segment::Value(value, at) => {
                Plain::read_value(text, value, *at).map(|(rules, position)| lend(rules, position))
            }
            notation::Segment::Position { name: (name, at), arguments, position } => {
                let input = Input { source: text, name, arguments: *arguments, position: *position, files };
                if let Some(game) = self.game(name) {
                    return game.read(&input, self);
                }
                match self.sources.iter().find_map(|source| source.find(name, &input)) {
                    Some(found) => found?.read(&input, self),
                    None => Err(self.unknown(text, name, *at)),
                }
            }
        }
    }

    /// The rule on heaps that a game with its arguments is, without a position; `None` where it is not known to be one.
    pub fn code(&self, game: &str, files: &dyn Files) -> Result<Option<Rule>, ParseError> {
        // Any position makes a text that can be cut into name and arguments.
        let text = format!("{game}:0");
        let [notation::Segment::Position { name: (name, _), arguments, position }] = notation::segments(&text)?[..]
        else {
            return Ok(None);
        };
        let input = Input { source: &text, name, arguments, position, files };
        if let Some(game) = self.game(name) {
            return game.code(&input);
        }
        match self.sources.iter().find_map(|source| source.find(name, &input)) {
            Some(found) => found?.code(&input),
            None => Ok(None),
        }
    }

    fn unknown(&self, text: &str, name: &str, at: usize) -> ParseError {
        let shown: String = name.chars().take(40).collect();
        let error = ParseError::new(text, at, name.len(), Text::new("no game named `{name}`").with("name", &shown));
        let others: Vec<String> = self.sources.iter().flat_map(|source| source.names()).collect();
        let names = self.games().map(|game| game.page().name).chain(others.iter().map(String::as_str));
        error.help(match nearest(&shown, names) {
            Some(meant) => Text::new("did you mean `{meant}`?   (grundy games lists them all)").with("meant", meant),
            None => Text::new("`grundy games` lists them all"),
        })
    }
}

/// All games of Grundy, in the order in which they are shown.
pub fn entries() -> &'static [Entry] {
    CATALOGUE
}

/// The game of Grundy called `name`.
pub fn entry(name: &str) -> Option<&'static Entry> {
    CATALOGUE.iter().find(|entry| entry.info.name == name)
}

/// Reads a position or a sum of positions of the games of Grundy.
///
/// ```
/// let position = grundy_games::parse("nim:3,2+nim:1", &grundy_game::NoFiles)?;
/// assert_eq!(position.to_string(), "nim:3,2 + nim:1");
/// # Ok::<(), grundy_game::ParseError>(())
/// ```
pub fn parse(text: &str, files: &dyn Files) -> Result<Position, ParseError> {
    STANDARD.parse(text, files)
}
