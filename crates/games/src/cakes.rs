//! Cakes: rectangles that Left cuts across and Right cuts along; what Cutcake, Maundy Cake and Eatcake share.

use grundy_draw::{Cell, Cells, Picture};
use grundy_game::{Input, ParseError, Text};
use std::fmt;

/// A cake of so many rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cake {
    /// Right's direction.
    pub rows: u64,
    /// Left's direction.
    pub columns: u64,
}

impl fmt::Display for Cake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

impl Cake {
    /// The cake turned by a quarter, which exchanges the players.
    #[must_use]
    pub fn turned(self) -> Self {
        Self { rows: self.columns, columns: self.rows }
    }
}

/// Cakes side by side, sorted.
pub type Plate = Vec<Cake>;

/// Replaces cake number `index` by others.
pub fn replace(plate: &mut Plate, index: usize, by: impl IntoIterator<Item = Cake>) {
    plate.remove(index);
    plate.extend(by);
    plate.sort_unstable();
}

/// The place of the first cake of each kind.
pub fn kinds(plate: &[Cake]) -> impl Iterator<Item = (usize, Cake)> + '_ {
    plate
        .iter()
        .enumerate()
        .filter(|&(index, cake)| index == 0 || plate[index - 1] != *cake)
        .map(|(at, &cake)| (at, cake))
}

/// Turns every cake.
pub fn negate(plate: &mut [Cake]) {
    for cake in plate.iter_mut() {
        *cake = cake.turned();
    }
    plate.sort_unstable();
}

/// Turns a single tall cake to lie flat; returns whether it was turned.
pub fn lay_flat(plate: &mut [Cake]) -> bool {
    match plate {
        [only] if only.rows > only.columns => {
            *only = only.turned();
            true
        }
        _ => false,
    }
}

/// Reads `RxC`, several joined by commas, each side from `least` to `most`.
pub fn read(input: &Input<'_>, least: u64, most: u64) -> Result<Plate, ParseError> {
    input.no_arguments()?;
    let mut plate = Plate::new();
    let mut offset = 0;
    for piece in input.position.0.split(',') {
        let sides = piece.split_once(['x', 'X']).map(|(rows, columns)| (rows.parse(), columns.parse()));
        let Some((Ok(rows), Ok(columns))) = sides else {
            return Err(input
                .error(offset, piece.len(), "this is not the size of a cake")
                .help("expected rows x columns, such as 3x5; several cakes joined by commas"));
        };
        if [rows, columns].iter().any(|side| !(least..=most).contains(side)) {
            let problem = Text::new("a cake of {size} cannot be served").with("size", format!("{rows}x{columns}"));
            let help = Text::new("sides go from {least} to {most}").with("least", least).with("most", most);
            return Err(input.error(offset, piece.len(), problem).help(help));
        }
        plate.push(Cake { rows, columns });
        offset += piece.len() + 1;
    }
    plate.sort_unstable();
    Ok(plate)
}

/// Writes a plate as [`read`] reads it; an empty one as a cake without moves.
pub fn write(plate: &[Cake], nothing: &str) -> String {
    if plate.is_empty() {
        return nothing.to_owned();
    }
    plate.iter().map(Cake::to_string).collect::<Vec<_>>().join(",")
}

/// The cakes side by side, large ones cut short. `moves` names the moves made at a square: the number of its cake (the
/// first of its kind), row and column from 0.
pub fn picture(plate: &[Cake], title: String, moves: impl Fn(usize, u64, u64) -> Vec<String>) -> Picture {
    const LARGEST: u64 = 12;
    let draw = |cake: &Cake| {
        let size = cake.to_string();
        // why: the cakes that are drawn are those on the plate.
        let index = plate.iter().position(|other| other == cake).unwrap_or(0);
        let square = |row, column| moves(index, row, column).into_iter().fold(Cell::empty(), Cell::plays);
        let row = |row| (0..cake.columns.min(LARGEST)).map(|column| square(row, column)).collect();
        let mut picture = Cells::new((0..cake.rows.min(LARGEST)).map(row).collect()).picture(size.clone(), "a cake");
        picture.caption(Text::verbatim(size));
        picture
    };
    Picture::sum(title, plate.iter().take(8).map(draw).collect())
        .describe("Cakes; Left cuts columns apart, Right rows.")
}

/// `name:RxC` for all sides from `least` to `most`, and a few plates of two cakes.
pub fn small(name: &str, least: u64, most: u64) -> Vec<String> {
    let sizes = (least..=most).flat_map(|rows| (least..=most).map(move |columns| (rows, columns)));
    let mut all: Vec<String> = sizes.map(|(rows, columns)| format!("{name}:{rows}x{columns}")).collect();
    all.extend([(1, 2, 2, 3), (2, 2, 3, 1)].map(|(a, b, c, d)| format!("{name}:{a}x{b},{c}x{d}")));
    all
}
