//! Heaps of tokens standing on the table.

use std::fmt::Write as _;

use crate::picture::Picture;
use crate::role::{Dash, Role};
use crate::shape::{Path, Point, Shape};
use grundy_lang::Text;

/// Tokens in one stack of a heap; ten, so that heaps can be counted at a glance.
const STACK: u64 = 10;
/// Tokens drawn of one heap at most; a broken line stands for the rest.
const MOST: u64 = 100;
/// Width and height of a token, and the step from one to the next.
const TOKEN: (f64, f64) = (30.0, 8.0);
const STEP: (f64, f64) = (36.0, 11.0);
/// Strokes drawn of one heap in text.
const MOST_STROKES: u64 = 25;
/// Blank between heaps.
const GAP: f64 = 26.0;

/// A heap of equal tokens.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heap {
    size: u64,
    role: Option<Role>,
    moves: Vec<(u64, String)>,
}

impl Heap {
    /// A heap of this many tokens.
    pub fn new(size: u64) -> Self {
        Self { size, ..Self::default() }
    }

    /// Adds a move that leaves `rest` tokens: clicking the lowest token taken makes it. Moves that leave more than the
    /// heap holds are not drawn.
    #[must_use]
    pub fn plays(mut self, rest: u64, label: impl Into<String>) -> Self {
        self.moves.push((rest, label.into()));
        self
    }

    /// Sets the role of the tokens.
    #[must_use]
    pub fn role(mut self, role: Role) -> Self {
        self.role = Some(role);
        self
    }

    fn stacks(&self) -> u64 {
        self.size.min(MOST).div_ceil(STACK).max(1)
    }

    fn width(&self) -> f64 {
        (self.stacks() - 1) as f64 * STEP.0 + TOKEN.0
    }

    fn draw(&self, picture: &mut Picture, left: f64) {
        let drawn = self.size.min(MOST);
        let hidden = self.size - drawn;
        let mut moves: Vec<&(u64, String)> = self.moves.iter().filter(|(rest, _)| *rest < self.size).collect();
        moves.sort_by_key(|(rest, _)| *rest);
        for i in 0..drawn {
            let corner = (left + (i / STACK) as f64 * STEP.0, -((i % STACK + 1) as f64) * STEP.1);
            let here: Vec<String> =
                moves.iter().filter(|(rest, _)| *rest == hidden + i).map(|(_, m)| m.clone()).collect();
            if here.is_empty() {
                self.token(picture, corner);
            } else {
                picture.choice(here, |p| self.token(p, corner));
            }
        }
        if drawn == 0 {
            let corner = (left, -TOKEN.1 - 2.0);
            let trace = Shape::rect(corner, TOKEN.0, TOKEN.1).rounded(4.0).role(Role::Faint).hollow();
            picture.add(trace.dash(Dash::Dotted));
        }
        let middle = left + self.width() / 2.0;
        if hidden > 0 {
            let top = -(STACK as f64) * STEP.1 - 14.0;
            picture.add(Shape::text((middle, top), format!("+ {hidden}")).size(11.0).role(Role::Muted));
        }
        picture.add(Shape::text((middle, 18.0), self.size.to_string()).bold());
    }

    fn token(&self, picture: &mut Picture, corner: Point) {
        picture.add(Shape::rect(corner, TOKEN.0, TOKEN.1).rounded(4.0).role(self.role.unwrap_or(Role::Token)));
    }
}

/// Heaps side by side on a table, each with its size below.
///
/// ```
/// use grundy_draw::{Heap, Heaps};
///
/// let heaps = Heaps::new(vec![Heap::new(2).plays(0, "take 2 from 1").plays(1, "take 1 from 1")]);
/// assert_eq!(heaps.picture("Nim", "a heap of 2").moves(), ["take 2 from 1", "take 1 from 1"]);
/// assert_eq!(heaps.to_text(), "1: | |  2\n");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heaps {
    heaps: Vec<Heap>,
}

impl Heaps {
    /// Heaps from left to right.
    pub fn new(heaps: Vec<Heap>) -> Self {
        Self { heaps }
    }

    /// Draws the heaps.
    pub fn picture(&self, title: impl Into<String>, description: impl Into<Text>) -> Picture {
        let mut picture = Picture::new(title).describe(description);
        let mut left = 0.0;
        for heap in &self.heaps {
            heap.draw(&mut picture, left);
            left += heap.width() + GAP;
        }
        let right = (left - GAP).max(TOKEN.0);
        let table = Path::from((-12.0, 2.0)).line_to((right + 12.0, 2.0));
        picture.add(Shape::path(table).role(Role::Ground).width(3.0));
        picture
    }

    /// The heaps as lines of text: one heap a line, one stroke a token, the size at the end.
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        let number = self.heaps.len().to_string().len();
        let widest = self.heaps.iter().map(|h| strokes(h.size).chars().count()).max().unwrap_or(0);
        for (i, heap) in self.heaps.iter().enumerate() {
            let _ = writeln!(out, "{:>number$}: {:<widest$}  {}", i + 1, strokes(heap.size), heap.size);
        }
        out
    }
}

/// Strokes in bundles of five, as many as fit a line.
fn strokes(size: u64) -> String {
    let mut out = String::new();
    for i in 0..size.min(MOST_STROKES) {
        if i > 0 {
            out.push_str(if i % 5 == 0 { "  " } else { " " });
        }
        out.push('|');
    }
    if size > MOST_STROKES {
        out.push_str(" ...");
    }
    out
}
