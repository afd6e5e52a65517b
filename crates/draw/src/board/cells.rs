//! A grid of cells with glyph, role and moves: strips, rectangular boards, chocolate bars.

use grundy_budget::pulse;

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
                picture.add(Shape::circle((x, y), SIDE / 2.0 - 7.0).role(self.role).width(2.0));
            }
            CellKind::Gone => {
                let gone = Shape::square((x, y), SIDE / 2.0 - 3.0).rounded(3.0).role(Role::Faint).hollow();
                picture.add(gone.dash(Dash::Dotted));
            }
        }
        if !self.glyph.is_empty() {
            let size = if self.glyph.chars().count() > 2 { 11.0 } else { 16.0 };
            picture.add(Shape::text((x, y), self.glyph.clone()).role(self.role).size(size).bold());
        }
    }
}

/// A move that covers a stretch of cells, drawn as a bar between two centres.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Span {
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
    spans: Vec<Span>,
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

    /// Adds a move that covers the cells from one (row, column) to another: a clickable bar between their centres.
    #[must_use]
    pub fn span(mut self, from: (usize, usize), to: (usize, usize), role: Role, label: impl Into<String>) -> Self {
        self.spans.push(Span { from, to, role, label: label.into() });
        self
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
                let at = Self::centre(i, j);
                if cell.moves.is_empty() {
                    cell.draw(&mut picture, at);
                } else {
                    picture.choice(cell.moves.clone(), |p| cell.draw(p, at));
                }
            }
        }
        for span in &self.spans {
            picture.part(span.label.clone(), |p| Self::draw_span(p, span));
        }
        picture
    }

    /// A stadium from near one centre to near the other, so that neighbouring bars do not touch.
    fn draw_span(picture: &mut Picture, span: &Span) {
        let (a, b) = (Self::centre(span.from.0, span.from.1), Self::centre(span.to.0, span.to.1));
        let length = crate::shape::distance(a, b).max(1e-9);
        let trim = (SIDE * 0.3).min(length * 0.3);
        let (ux, uy) = ((b.0 - a.0) / length * trim, (b.1 - a.1) / length * trim);
        let path = Path::from((a.0 + ux, a.1 + uy)).line_to((b.0 - ux, b.1 - uy));
        picture.add(Shape::path(path).role(span.role).width(5.0).dash(Dash::Solid));
    }

    /// The grid as lines of text: glyphs, `.` for an empty cell, a blank for one that is gone.
    pub fn to_text(&self) -> String {
        let mark = |cell: &Cell| match (cell.kind, cell.glyph.as_str(), cell.role) {
            (_, glyph, _) if !glyph.is_empty() => glyph.to_owned(),
            (CellKind::Gone, ..) => " ".to_owned(),
            (_, _, Role::Token) => "o".to_owned(),
            (_, _, role) if role.sign().is_empty() => ".".to_owned(),
            (_, _, role) => role.sign().to_owned(),
        };
        let rows: Vec<Vec<String>> = self.rows.iter().map(|row| row.iter().map(mark).collect()).collect();
        crate::text::grid(&rows, &self.row_names, &self.column_names)
    }
}
