//! How a position is drawn as a node of a state graph or tree.

use crate::picture::Picture;
use crate::role::Role;
use crate::shape::{Path, Point, Shape, text_width};
use grundy_lang::Text;

/// A position as a node.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    /// A short name, drawn when there is room.
    pub label: String,
    /// Its value, drawn on the node.
    pub value: String,
    /// Whether it belongs to the kernel: then it is a square with a double border.
    pub kernel: bool,
    /// Whether it is drawn: then it is a hexagon.
    pub drawn: bool,
    /// Its level; only state graphs use it.
    pub level: usize,
    /// The position in full, carried by the node for the page; the node can be clicked if set.
    pub position: Option<String>,
    /// The position drawn small, shown in place of the label when there is room.
    pub board: Option<Picture>,
}

impl State {
    /// A state with a label.
    pub fn new(label: impl Into<String>) -> Self {
        Self { label: label.into(), ..Self::default() }
    }

    /// Sets the value.
    #[must_use]
    pub fn value(mut self, value: impl Into<String>) -> Self {
        self.value = value.into();
        self
    }

    /// Says whether it belongs to the kernel.
    #[must_use]
    pub fn kernel(mut self, kernel: bool) -> Self {
        self.kernel = kernel;
        self
    }

    /// Says whether it is drawn: nobody wins.
    #[must_use]
    pub fn drawn(mut self, drawn: bool) -> Self {
        self.drawn = drawn;
        self
    }

    /// Sets the level.
    #[must_use]
    pub fn level(mut self, level: usize) -> Self {
        self.level = level;
        self
    }

    /// Sets the position in full and makes the node clickable.
    #[must_use]
    pub fn position(mut self, position: impl Into<String>) -> Self {
        self.position = Some(position.into());
        self
    }

    /// Sets the picture shown in place of the label.
    #[must_use]
    pub fn board(mut self, board: &Picture) -> Self {
        self.board = Some(board.reduced(BOARD.0, BOARD.1));
        self
    }

    /// What a screen reader says.
    fn name(&self) -> Text {
        let value = if self.value.is_empty() { String::new() } else { format!(" = {}", self.value) };
        let name = format!("{}{value}", self.label);
        match (self.kernel, self.drawn) {
            (true, _) => Text::new("{name}, in the kernel").with("name", name),
            (false, true) => Text::new("{name}, drawn").with("name", name),
            (false, false) => Text::verbatim(name),
        }
    }
}

/// The room for a board in a node.
const BOARD: (f64, f64) = (84.0, 64.0);

/// Blank around a board, and the room for the value under it.
const RIM: (f64, f64) = (7.0, 16.0);

/// How much of a node is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Detail {
    /// Label and value in a box.
    Named,
    /// The value in a disc or square.
    Valued,
    /// A small disc or square with the value in small print.
    Small,
}

/// Longest label drawn in full.
const MOST_LETTERS: usize = 24;

fn shortened(label: &str) -> String {
    if label.chars().count() <= MOST_LETTERS {
        return label.to_owned();
    }
    let start: String = label.chars().take(MOST_LETTERS - 1).collect();
    format!("{start}…")
}

/// Width and height of a board; one that shows nothing has none.
fn board_size(board: &Picture) -> (f64, f64) {
    let bounds = board.bounds();
    if bounds.is_empty() { (0.0, 0.0) } else { (bounds.width(), bounds.height()) }
}

impl Detail {
    pub(super) fn for_count(nodes: usize) -> Self {
        match nodes {
            0..=80 => Detail::Named,
            81..=500 => Detail::Valued,
            _ => Detail::Small,
        }
    }

    /// Width and height of a node.
    pub(super) fn size(self, state: &State) -> (f64, f64) {
        match self {
            Detail::Named if state.board.is_some() => {
                let (width, height) = state.board.as_ref().map_or((0.0, 0.0), board_size);
                let value = text_width(&state.value, 12.0, false);
                (width.max(value).max(16.0) + 2.0 * RIM.0, height + 2.0 * RIM.0 + RIM.1)
            }
            Detail::Named => {
                let label = text_width(&shortened(&state.label), 12.0, true);
                let value = text_width(&state.value, 12.0, false);
                (label.max(value).max(22.0) + 18.0, if state.value.is_empty() { 26.0 } else { 40.0 })
            }
            Detail::Valued => (22.0, 22.0),
            Detail::Small => (14.0, 14.0),
        }
    }

    /// Draws a node, in a clickable group if it carries its position.
    pub(super) fn draw(self, picture: &mut Picture, state: &State, at: Point, current: bool) {
        match &state.position {
            Some(position) => {
                picture.node(position.clone(), state.name(), |p| self.draw_plain(p, state, at, current));
            }
            None => self.draw_plain(picture, state, at, current),
        }
    }

    fn draw_plain(self, picture: &mut Picture, state: &State, at: Point, current: bool) {
        let (w, h) = self.size(state);
        let role = match (current, state.kernel) {
            (true, _) => Role::Highlight,
            (false, true) => Role::Kernel,
            (false, false) => Role::Plain,
        };
        let stroke = if current { 3.0 } else { 1.4 };
        let corner = (at.0 - w / 2.0, at.1 - h / 2.0);
        let rounding = match (state.kernel, &state.board) {
            (true, _) => 0.0,
            (false, Some(_)) if self == Detail::Named => 12.0,
            (false, _) => (h / 2.0).min(w / 2.0),
        };
        let outline = if state.drawn { hexagon(at, w, h) } else { Shape::rect(corner, w, h).rounded(rounding) };
        picture.add(outline.role(role).width(stroke));
        if state.kernel {
            let inset = if self == Detail::Small { 2.0 } else { 3.0 };
            let inner = Shape::rect((corner.0 + inset, corner.1 + inset), w - 2.0 * inset, h - 2.0 * inset);
            picture.add(inner.role(role).width(0.8).hollow());
        }
        if let (Detail::Named, Some(board)) = (self, &state.board) {
            let (width, height) = board_size(board);
            picture.add(
                Shape::rect((at.0 - width / 2.0 - 2.0, corner.1 + RIM.0 - 2.0), width + 4.0, height + 4.0)
                    .role(Role::Plain)
                    .width(0.0)
                    .rounded(4.0),
            );
            picture.place(board.clone(), (at.0 - width / 2.0, corner.1 + RIM.0));
            picture.add(
                Shape::text((at.0, at.1 + h / 2.0 - RIM.1 / 2.0 - 3.0), state.value.clone()).size(12.0).role(role),
            );
            return;
        }
        match self {
            Detail::Named if state.value.is_empty() => {
                picture.add(Shape::text(at, shortened(&state.label)).size(12.0).bold().role(role));
            }
            Detail::Named => {
                picture.add(Shape::text((at.0, at.1 - 8.0), shortened(&state.label)).size(12.0).bold().role(role));
                picture.add(Shape::text((at.0, at.1 + 8.5), state.value.clone()).size(12.0).role(role));
            }
            Detail::Valued | Detail::Small => {
                let room = w - 7.0;
                let natural: f64 = if self == Detail::Valued { 10.0 } else { 7.0 };
                let size = natural.min(room / text_width(&state.value, 1.0, false).max(0.1));
                // Values that do not fit are left to the tooltip.
                if !state.value.is_empty() && size >= 3.5 {
                    picture.add(Shape::text(at, state.value.clone()).size(size).role(role));
                }
            }
        }
    }
}

/// A lying hexagon around a point, its tips a little outside of the box.
fn hexagon(at: Point, w: f64, h: f64) -> Shape {
    let (x, y, tip) = (w / 2.0, h / 2.0, h / 4.0);
    let corners = [(-x, -y), (x, -y), (x + tip, 0.0), (x, y), (-x, y), (-x - tip, 0.0)];
    Shape::polygon(corners.map(|(dx, dy)| (at.0 + dx, at.1 + dy)))
}

/// A smooth path that leaves and enters every point vertically.
pub(super) fn flowing(path: Path, points: &[Point]) -> Path {
    let mut path = path;
    for (i, pair) in points.windows(2).enumerate() {
        let (p, q) = (pair[0], pair[1]);
        if i == 0 {
            path = path.move_to(p);
        }
        let middle = f64::midpoint(p.1, q.1);
        path = if (p.0 - q.0).abs() < 0.5 { path.line_to(q) } else { path.cubic_to((p.0, middle), (q.0, middle), q) };
    }
    path
}
