//! A grid of cells with glyph, role and moves: strips, rectangular boards, chocolate bars.

use grundy_budget::pulse;

use crate::gesture::Gesture;
use crate::picture::Picture;
use crate::role::{Dash, Role};
use crate::shape::{Path, Point, Shape};
use grundy_lang::Text;

/// Side of a cell.
const SIDE: f64 = 40.0;

/// How a cell looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CellKind {
    /// A flat square.
    #[default]
    Flat,
    /// A raised square, as of chocolate.
    Raised,
    /// A flat empty square with a round piece of the cell's role on it.
    Piece,
    /// Nothing: only a dotted trace of the square that was there.
    Gone,
    /// Nothing at all.
    Blank,
}

/// One cell of a grid.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// How it looks.
    pub kind: CellKind,
    /// What it means.
    pub role: Role,
    /// One or two letters drawn in the middle; also the cell's mark in text.
    pub glyph: String,
    /// The moves made by clicking it.
    pub moves: Vec<String>,
    /// Its key; when empty, the numbers of its row and column.
    pub key: String,
    /// The key of the piece on it, which a piece keeps when it moves; when empty, one made from the key of the cell.
    pub piece: String,
}

impl Cell {
    /// A cell of a kind and role.
    pub fn new(kind: CellKind, role: Role) -> Self {
        pulse(2);
        Self { kind, role, ..Self::default() }
    }

    /// An empty flat cell.
    pub fn empty() -> Self {
        Self::new(CellKind::Flat, Role::Empty)
    }

    /// The trace of a cell that is gone.
    pub fn gone() -> Self {
        Self::new(CellKind::Gone, Role::Faint)
    }

    /// Sets the glyph.
    #[must_use]
    pub fn glyph(mut self, glyph: impl Into<String>) -> Self {
        self.glyph = glyph.into();
        self
    }

    /// Adds a move.
    #[must_use]
    pub fn plays(mut self, label: impl Into<String>) -> Self {
        self.moves.push(label.into());
        self
    }

    /// Sets the key.
    #[must_use]
    pub fn key(mut self, key: impl Into<String>) -> Self {
        self.key = key.into();
        self
    }

    /// Sets the key of the piece on it.
    #[must_use]
    pub fn piece(mut self, key: impl Into<String>) -> Self {
        self.piece = key.into();
        self
    }

    /// Draws the cell without the piece on it.
    fn draw(&self, picture: &mut Picture, (x, y): Point) {
        let square = Shape::square((x, y), SIDE / 2.0 - 1.0).rounded(3.0);
        match self.kind {
            CellKind::Flat => {
                picture.add(square.role(self.role));
            }
            CellKind::Raised => {
                picture.add(square.rounded(5.0).role(self.role));
                picture.add(Shape::square((x, y), SIDE / 2.0 - 7.0).rounded(3.0).role(self.role).width(1.0));
            }
            CellKind::Piece => {
                picture.add(square.role(Role::Empty));
                return;
            }
            CellKind::Blank => return,
            CellKind::Gone => {
                let gone = Shape::square((x, y), SIDE / 2.0 - 3.0).rounded(3.0).role(Role::Faint).hollow();
                picture.add(gone.dash(Dash::Dotted));
            }
        }
        self.draw_glyph(picture, (x, y));
    }

    fn draw_piece(&self, picture: &mut Picture, at: Point) {
        picture.add(Shape::circle(at, SIDE / 2.0 - 7.0).role(self.role).width(2.0));
        self.draw_glyph(picture, at);
    }

    fn draw_glyph(&self, picture: &mut Picture, (x, y): Point) {
        if !self.glyph.is_empty() {
            let size = if self.glyph.chars().count() > 2 { 11.0 } else { 16.0 };
            picture.add(Shape::text((x, y), self.glyph.clone()).role(self.role).size(size).bold());
        }
    }
}

/// Two neighbouring cells: a move that covers them, or what covers them.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Pair {
    from: (usize, usize),
    to: (usize, usize),
    role: Role,
    label: String,
}

/// A grid of cells, row by row from the top; rows may differ in length.
///
/// ```
/// use grundy_draw::{Cell, Cells};
///
/// let strip = Cells::strip(vec![Cell::empty().plays("paint 1"), Cell::empty().glyph("#")]);
/// assert_eq!(strip.to_text(), ". #\n");
/// assert_eq!(strip.picture("A strip", "two cells").moves(), ["paint 1"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cells {
    rows: Vec<Vec<Cell>>,
    row_names: Vec<String>,
    column_names: Vec<String>,
    spans: Vec<Pair>,
    dominoes: Vec<Pair>,
    gestures: Vec<Gesture>,
}

impl Cells {
    /// A grid of rows.
    pub fn new(rows: Vec<Vec<Cell>>) -> Self {
        Self { rows, ..Self::default() }
    }

    /// A single row.
    pub fn strip(cells: Vec<Cell>) -> Self {
        Self::new(vec![cells])
    }

    /// Names rows and columns along the left and upper border.
    #[must_use]
    pub fn named(mut self, rows: impl IntoIterator<Item = String>, columns: impl IntoIterator<Item = String>) -> Self {
        self.row_names = rows.into_iter().collect();
        self.column_names = columns.into_iter().collect();
        self
    }

    /// Names rows and columns 1, 2, 3, ….
    #[must_use]
    pub fn numbered(self) -> Self {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let rows = self.rows.len();
        self.named((1..=rows).map(|i| i.to_string()), (1..=columns).map(|i| i.to_string()))
    }

    /// Adds a move that covers two neighbouring cells, each given by row and column: a handle between their centres.
    #[must_use]
    pub fn span(mut self, from: (usize, usize), to: (usize, usize), role: Role, label: impl Into<String>) -> Self {
        self.spans.push(Pair { from, to, role, label: label.into() });
        self
    }

    /// Lays a domino on two neighbouring cells; its key is that of the handle of the move that laid it.
    #[must_use]
    pub fn domino(mut self, from: (usize, usize), to: (usize, usize), role: Role) -> Self {
        self.dominoes.push(Pair { from, to, role, label: String::new() });
        self
    }

    /// Adds a way to make a move by clicking cells.
    #[must_use]
    pub fn gesture(mut self, gesture: Gesture) -> Self {
        pulse(2);
        self.gestures.push(gesture);
        self
    }

    /// The key of a cell.
    fn key(&self, (row, column): (usize, usize)) -> String {
        match self.rows.get(row).and_then(|cells| cells.get(column)) {
            Some(cell) if !cell.key.is_empty() => cell.key.clone(),
            _ if self.rows.len() == 1 => (column + 1).to_string(),
            _ => format!("{},{}", row + 1, column + 1),
        }
    }

    /// The centre of a cell in the picture, for shapes of one's own.
    pub fn centre(row: usize, column: usize) -> Point {
        ((column as f64 + 0.5) * SIDE, (row as f64 + 0.5) * SIDE)
    }

    /// The side of a cell in the picture.
    pub fn side() -> f64 {
        SIDE
    }

    /// Draws the grid.
    pub fn picture(&self, title: impl Into<String>, description: impl Into<Text>) -> Picture {
        let mut picture = Picture::new(title).describe(description);
        for (i, name) in self.row_names.iter().enumerate() {
            let at = (-14.0, Self::centre(i, 0).1);
            picture.add(Shape::text(at, name.clone()).size(12.0).role(Role::Muted));
        }
        for (j, name) in self.column_names.iter().enumerate() {
            let at = (Self::centre(0, j).0, -12.0);
            picture.add(Shape::text(at, name.clone()).size(12.0).role(Role::Muted));
        }
        for (i, row) in self.rows.iter().enumerate() {
            for (j, cell) in row.iter().enumerate() {
                self.draw_cell(&mut picture, cell, (i, j));
            }
        }
        for span in &self.spans {
            let keys = [self.key(span.from), self.key(span.to)];
            let key = keys.join("-");
            picture.gesture(Gesture::new(span.label.clone(), [key.clone()]).takes(keys));
            picture.handle(key, Text::default(), |p| draw_span(p, span));
        }
        for domino in &self.dominoes {
            let key = format!("{}-{}:", self.key(domino.from), self.key(domino.to));
            picture.thing(key, Text::default(), |p| draw_domino(p, domino));
        }
        for (i, row) in self.rows.iter().enumerate() {
            for (j, cell) in row.iter().enumerate().filter(|(_, cell)| cell.kind == CellKind::Piece) {
                let own = format!("{}@{}", cell.glyph, self.key((i, j)));
                let key = if cell.piece.is_empty() { own } else { cell.piece.clone() };
                picture.thing(key, Text::default(), |p| cell.draw_piece(p, Self::centre(i, j)));
            }
        }
        self.gestures.iter().for_each(|gesture| {
            picture.gesture(gesture.clone());
        });
        picture
    }

    fn draw_cell(&self, picture: &mut Picture, cell: &Cell, (i, j): (usize, usize)) {
        let at = Self::centre(i, j);
        if matches!(cell.kind, CellKind::Gone | CellKind::Blank) && cell.moves.is_empty() {
            cell.draw(picture, at);
            return;
        }
        let key = self.key((i, j));
        for label in &cell.moves {
            picture.gesture(Gesture::new(label.clone(), [key.clone()]));
        }
        let spoken = if cell.moves.len() == 1 { String::new() } else { format!("{key} {}", cell.glyph) };
        picture.thing(key, Text::verbatim(spoken.trim_end()), |p| cell.draw(p, at));
    }

    /// The grid as lines of text: glyphs, `.` for an empty cell, a blank for one that is gone.
    pub fn to_text(&self) -> String {
        let mark = |cell: &Cell| match (cell.kind, cell.glyph.as_str(), cell.role) {
            (_, glyph, _) if !glyph.is_empty() => glyph.to_owned(),
            (CellKind::Gone | CellKind::Blank, ..) => " ".to_owned(),
            (_, _, Role::Token) => "o".to_owned(),
            (_, _, role) if role.sign().is_empty() => ".".to_owned(),
            (_, _, role) => role.sign().to_owned(),
        };
        let rows: Vec<Vec<String>> = self.rows.iter().map(|row| row.iter().map(mark).collect()).collect();
        crate::text::grid(&rows, &self.row_names, &self.column_names)
    }
}

/// A bar between two centres, in a diamond that takes the clicks: the diamonds of all pairs of neighbours fill the board.
fn draw_span(picture: &mut Picture, span: &Pair) {
    let (a, b) = (Cells::centre(span.from.0, span.from.1), Cells::centre(span.to.0, span.to.1));
    let middle = (f64::midpoint(a.0, b.0), f64::midpoint(a.1, b.1));
    let (dx, dy) = ((b.0 - a.0) / 2.0, (b.1 - a.1) / 2.0);
    picture.add(Shape::polygon([a, (middle.0 + dy, middle.1 - dx), b, (middle.0 - dy, middle.1 + dx)]).unseen());
    let share = |t: f64| (a.0 + (b.0 - a.0) * t, a.1 + (b.1 - a.1) * t);
    let path = Path::from(share(0.3)).line_to(share(0.7));
    picture.add(Shape::path(path).role(span.role).width(6.0).dash(Dash::Solid));
}

fn draw_domino(picture: &mut Picture, domino: &Pair) {
    let (a, b) = (Cells::centre(domino.from.0, domino.from.1), Cells::centre(domino.to.0, domino.to.1));
    let half = SIDE / 2.0 - 4.0;
    let corner = (a.0.min(b.0) - half, a.1.min(b.1) - half);
    let (width, height) = ((a.0 - b.0).abs() + 2.0 * half, (a.1 - b.1).abs() + 2.0 * half);
    picture.add(Shape::rect(corner, width, height).rounded(7.0).role(domino.role).width(2.0));
    for centre in [a, b] {
        picture.add(Shape::circle(centre, 2.5).role(domino.role).width(1.5));
    }
}
