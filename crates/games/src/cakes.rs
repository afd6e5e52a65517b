//! Cakes: rectangles that Left cuts across and Right cuts along; what Cutcake, Maundy Cake and Eatcake share.

use grundy_draw::{Bounds, Gesture, Picture, Point, Role, Shape};
use grundy_game::{Course, Input, Made, ParseError, Rules, Text};
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

/// A piece of a cake of the beginning, at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The number of the cake, from 0.
    whole: usize,
    /// Rows above it and columns to its left that were once of the same cake.
    corner: (u64, u64),
    /// What it is.
    pub cake: Cake,
}

impl Piece {
    /// The key of a square, by row and column within the piece, from 0.
    pub fn square(&self, row: u64, column: u64) -> String {
        format!("{}:{},{}", self.whole + 1, self.corner.0 + row + 1, self.corner.1 + column + 1)
    }

    /// The key of the place to cut behind so many columns or rows.
    pub fn cut(&self, columns: bool, behind: u64) -> String {
        format!("{}|{}{behind}", self.square(0, 0), if columns { 'c' } else { 'r' })
    }

    /// So many columns or rows of it, behind so many others.
    #[must_use]
    pub fn slice(&self, columns: bool, behind: u64, length: u64) -> Self {
        let (row, column) = self.corner;
        if columns {
            Self { corner: (row, column + behind), cake: Cake { columns: length, ..self.cake }, ..*self }
        } else {
            Self { corner: (row + behind, column), cake: Cake { rows: length, ..self.cake }, ..*self }
        }
    }

    /// How many squares lie above each other and side by side; a cake without rows still has columns to eat.
    pub fn squares(&self) -> (u64, u64) {
        (self.cake.rows.max(1), self.cake.columns.max(1))
    }

    /// Whether a key is of one of its squares or cuts.
    fn owns(&self, key: &str) -> bool {
        let (rows, columns) = self.squares();
        let within = |from: u64, squares: u64, number: &str| {
            number.parse().is_ok_and(|number| (from + 1..=from + squares).contains(&number))
        };
        let is_square = key.split_once(':').is_some_and(|(whole, place)| {
            let place = place.split_once(',');
            whole.parse() == Ok(self.whole + 1)
                && place.is_some_and(|(row, column)| {
                    within(self.corner.0, rows, row) && within(self.corner.1, columns, column)
                })
        });
        is_square || key.starts_with(&format!("{}|", self.square(0, 0)))
    }
}

/// The pieces on the table, in the order of the plate, and the cuts between them.
#[derive(Debug)]
pub struct Table {
    start: Plate,
    pieces: Vec<Piece>,
    /// Each cut with the piece behind it, and whether that lies to the right.
    cuts: Vec<(Piece, bool)>,
    gestures: Vec<Gesture>,
    handles: Vec<(Piece, bool, u64)>,
}

/// Larger sides are told as numbers.
const LONGEST_DRAWN: u64 = 24;

/// More squares are not drawn.
const MOST: u64 = 2000;

impl Table {
    /// The pieces that a course of play made: `index` is the number of the cake that a move is made in, `parts` what it leaves,
    /// given the key that was clicked.
    pub fn laid<R: Rules<Position = Plate>>(
        course: &Course<'_, R>,
        index: impl Fn(&R::Move) -> usize,
        parts: impl Fn(&Piece, &R::Move, Option<&str>) -> Vec<Piece>,
    ) -> Self {
        let whole = |(whole, &cake): (usize, &Cake)| Piece { whole, corner: (0, 0), cake };
        let pieces = course.start.iter().enumerate().map(whole).collect();
        let start = course.start.clone();
        let mut table = Self { start, pieces, cuts: Vec::new(), gestures: Vec::new(), handles: Vec::new() };
        for Made { played, path } in course.made {
            let first = index(played);
            let clicked = path.first().map(String::as_str);
            let alike = |piece: &Piece| piece.cake == table.pieces[first].cake;
            let meant = |piece: &Piece| alike(piece) && clicked.is_some_and(|key| piece.owns(key));
            let at = table.pieces.iter().position(meant).unwrap_or(first);
            let piece = table.pieces.remove(at);
            let parts = parts(&piece, played, clicked.filter(|key| piece.owns(key)));
            for pair in parts.windows(2) {
                let right = pair[0].corner.1 + pair[0].cake.columns == pair[1].corner.1;
                let below = pair[0].corner.0 + pair[0].cake.rows == pair[1].corner.0;
                if right || below {
                    table.cuts.push((pair[1], right));
                }
            }
            table.pieces.extend(parts);
            // The plate is sorted, and what is equal stays in the order of the table.
            table.pieces.sort_by_key(|piece| (piece.cake, piece.whole, piece.corner));
        }
        table
    }

    /// The number of the first cake that equals a piece.
    pub fn index(&self, piece: &Piece) -> usize {
        // why: the pieces that are asked for are those on the plate.
        self.pieces.iter().position(|other| other.cake == piece.cake).unwrap_or(0)
    }

    /// Whether the squares of a piece are drawn one by one.
    fn is_drawn(&self) -> bool {
        let sides = |cake: &Cake| [cake.rows.max(1), cake.columns.max(1)];
        let small = |cake: &Cake| sides(cake).iter().all(|&side| side <= LONGEST_DRAWN);
        self.start.iter().all(small)
            && self.start.iter().map(|cake| sides(cake).iter().product::<u64>()).sum::<u64>() <= MOST
    }

    /// The pieces that can be clicked: none when they are not drawn square by square.
    pub fn clickable(&self) -> Vec<Piece> {
        if self.is_drawn() { self.pieces.clone() } else { Vec::new() }
    }

    /// Adds a move that begins with a cut of a piece behind so many columns or rows.
    pub fn cut(&mut self, piece: &Piece, columns: bool, behind: u64, label: String) {
        self.handles.push((*piece, columns, behind));
        self.gestures.push(Gesture::new(label, [piece.cut(columns, behind)]));
    }

    /// Adds a move that takes squares.
    pub fn take(&mut self, gesture: Gesture) {
        self.gestures.push(gesture);
    }

    /// Draws the table.
    pub fn picture(&self, title: String) -> Picture {
        let mut picture = Picture::new(title).describe("Cakes; Left cuts columns apart, Right rows.");
        let lefts = self.lefts();
        for (cake, &left) in self.start.iter().zip(&lefts) {
            let (width, height) = extent(cake, self.is_drawn());
            let bounds = Bounds { left, top: 0.0, right: left + width, bottom: height };
            picture.room(bounds);
            let below = Shape::text((left + width / 2.0, height + 18.0), cake.to_string());
            picture.add(below.size(13.0).role(Role::Muted));
        }
        if !self.is_drawn() {
            for (cake, &left) in self.start.iter().zip(&lefts) {
                let (width, height) = extent(cake, false);
                picture.add(Shape::rect((left, 0.0), width, height).rounded(8.0).role(Role::Token));
            }
            return picture;
        }
        for piece in &self.pieces {
            self.draw_piece(&mut picture, piece, lefts[piece.whole]);
        }
        for (piece, right) in &self.cuts {
            let (corner, (width, height)) = self.place(piece, lefts[piece.whole]);
            let to = if *right { (corner.0, corner.1 + height) } else { (corner.0 + width, corner.1) };
            let key = format!("{}/{}", piece.square(0, 0), if *right { "left" } else { "top" });
            picture.thing(key, Text::default(), |p| {
                p.add(Shape::line(corner, to).role(Role::Plain).width(5.0));
            });
        }
        for (piece, columns, behind) in &self.handles {
            let (corner, (width, height)) = self.place(piece, lefts[piece.whole]);
            let along = *behind as f64 * SIDE;
            picture.handle(piece.cut(*columns, *behind), Text::default(), |p| {
                let half = SIDE / 2.0;
                let (at, to, room) = if *columns {
                    let x = corner.0 + along;
                    ((x, corner.1), (x, corner.1 + height), ((x - half, corner.1), SIDE, height))
                } else {
                    let y = corner.1 + along;
                    ((corner.0, y), (corner.0 + width, y), ((corner.0, y - half), width, SIDE))
                };
                p.add(Shape::rect(room.0, room.1, room.2).unseen());
                p.add(Shape::line(at, to).role(if *columns { Role::Left } else { Role::Right }).width(4.0));
            });
        }
        self.gestures.iter().for_each(|gesture| {
            picture.gesture(gesture.clone());
        });
        picture
    }

    fn draw_piece(&self, picture: &mut Picture, piece: &Piece, left: f64) {
        let ((x, y), _) = self.place(piece, left);
        let (rows, columns) = piece.squares();
        let (width, height) = (side(piece.cake.columns.min(1)), side(piece.cake.rows.min(1)));
        if piece.cake.rows + piece.cake.columns == 0 {
            return;
        }
        for row in 0..rows {
            for column in 0..columns {
                let corner = (x + column as f64 * width + 1.5, y + row as f64 * height + 1.5);
                picture.thing(piece.square(row, column), Text::default(), |p| {
                    p.add(Shape::rect(corner, width - 3.0, height - 3.0).rounded(4.0).role(Role::Token));
                });
            }
        }
    }

    /// The upper left corner of a piece, its width and its height.
    fn place(&self, piece: &Piece, left: f64) -> (Point, (f64, f64)) {
        let corner = (left + piece.corner.1 as f64 * SIDE, piece.corner.0 as f64 * SIDE);
        (corner, extent(&piece.cake, true))
    }

    /// The left border of each cake.
    fn lefts(&self) -> Vec<f64> {
        let mut next = 0.0;
        let place = |cake: &Cake| {
            let here = next;
            next += extent(cake, self.is_drawn()).0 + SIDE;
            here
        };
        self.start.iter().map(place).collect()
    }
}

/// The side of a square, and of one that is none.
const SIDE: f64 = 40.0;
const FLAT: f64 = 14.0;

/// Width and height of a cake in the picture.
fn extent(cake: &Cake, drawn: bool) -> (f64, f64) {
    if !drawn {
        return (3.0 * SIDE, 2.0 * SIDE);
    }
    (side(cake.columns), side(cake.rows))
}

/// The length of so many squares; of none at all that of a line.
fn side(squares: u64) -> f64 {
    if squares == 0 { FLAT } else { squares as f64 * SIDE }
}

/// `name:RxC` for all sides from `least` to `most`, and a few plates of two cakes.
pub fn small(name: &str, least: u64, most: u64) -> Vec<String> {
    let sizes = (least..=most).flat_map(|rows| (least..=most).map(move |columns| (rows, columns)));
    let mut all: Vec<String> = sizes.map(|(rows, columns)| format!("{name}:{rows}x{columns}")).collect();
    all.extend([(1, 2, 2, 3), (2, 2, 3, 1)].map(|(a, b, c, d)| format!("{name}:{a}x{b},{c}x{d}")));
    all
}
