//! Heaps of tokens standing on the table.

use std::fmt::Write as _;

use crate::gesture::Gesture;
use crate::picture::Picture;
use crate::role::{Dash, Role};
use crate::shape::{Path, Point, Shape};
use grundy_lang::Text;

/// Tokens in one stack of a heap; ten, so that heaps can be counted at a glance.
const STACK: u64 = 10;
/// Tokens drawn of one heap at most; what lies below is told as a number.
const MOST: u64 = 100;
/// So many of them are drawn at least, and the number below is a multiple of it.
const LEAST: u64 = 50;
/// Width and height of a token, and the step from one to the next.
const TOKEN: (f64, f64) = (36.0, 18.0);
const STEP: (f64, f64) = (42.0, 24.0);
/// Strokes drawn of one heap in text.
const MOST_STROKES: u64 = 25;
/// Blank between heaps.
const GAP: f64 = 28.0;

/// A heap of equal tokens.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heap {
    size: u64,
    /// How many tokens it had at the beginning of the game, which its place is for.
    start: u64,
    role: Option<Role>,
    name: Option<String>,
    moves: Vec<(u64, String)>,
}

impl Heap {
    /// A heap of this many tokens.
    pub fn new(size: u64) -> Self {
        Self { size, start: size, ..Self::default() }
    }

    /// Says how many tokens it had at the beginning of the game.
    #[must_use]
    pub fn of(mut self, start: u64) -> Self {
        self.start = start.max(self.size);
        self
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

    /// Sets what stands below it instead of its size, and in its keys instead of its number.
    #[must_use]
    pub fn named(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    fn stacks(&self) -> u64 {
        self.start.min(MOST).div_ceil(STACK).max(1)
    }

    fn width(&self) -> f64 {
        (self.stacks() - 1) as f64 * STEP.0 + TOKEN.0
    }

    /// Tokens below the first one drawn.
    fn hidden(&self) -> u64 {
        if self.size <= MOST { 0 } else { ((self.size - 1) / LEAST - 1) * LEAST }
    }

    /// The key of a token, counted from 1, of heap number `number`, counted from 0.
    pub fn key(&self, number: usize, token: u64) -> String {
        match &self.name {
            Some(name) => format!("{name}.{token}"),
            None => format!("{}.{token}", number + 1),
        }
    }

    /// The keys of the tokens above the first `rest` as heap number `number`; `None` where they are not all drawn.
    pub fn above(&self, number: usize, rest: u64) -> Option<Vec<String>> {
        let drawn = rest >= self.hidden();
        drawn.then(|| (rest + 1..=self.size).map(|token| self.key(number, token)).collect())
    }

    fn draw(&self, picture: &mut Picture, number: usize, left: f64) {
        let hidden = self.hidden();
        let mut moves: Vec<&(u64, String)> =
            self.moves.iter().filter(|(rest, _)| (hidden..self.size).contains(rest)).collect();
        moves.sort_by_key(|(rest, _)| *rest);
        for (rest, label) in moves {
            let taken = self.above(number, *rest).unwrap_or_default();
            picture.gesture(Gesture::new(label.clone(), taken.first().cloned()).takes(taken));
        }
        for token in hidden + 1..=self.size {
            picture.thing(self.key(number, token), Text::default(), |p| self.token(p, slot(left, token)));
        }
        if self.size == 0 {
            let trace = Shape::rect(slot(left, 1), TOKEN.0, TOKEN.1).rounded(8.0).role(Role::Faint).hollow();
            picture.add(trace.dash(Dash::Dotted));
        }
        let middle = left + self.width() / 2.0;
        if hidden > 0 {
            let top = -(STACK as f64) * STEP.1 - 14.0;
            picture.add(Shape::text((middle, top), format!("+ {hidden}")).size(12.0).role(Role::Muted));
        }
        let below = self.name.clone().unwrap_or_else(|| self.size.to_string());
        picture.add(Shape::text((middle, 18.0), below).bold());
        // The place of the whole heap: its first and its highest token, and its last stack.
        for token in [1, self.start.clamp(1, STACK), self.start.clamp(1, MOST)] {
            picture.room(zone(slot(left, token)).bounds());
        }
    }

    fn token(&self, picture: &mut Picture, corner: Point) {
        picture.add(zone(corner));
        let token = Shape::rect(corner, TOKEN.0, TOKEN.1).rounded(8.0).role(self.role.unwrap_or(Role::Token));
        picture.add(if self.name.is_some() { token.dash(Dash::Dashed) } else { token });
    }
}

/// The room of a token, which takes its clicks.
fn zone(corner: Point) -> Shape {
    let at = (corner.0 - (STEP.0 - TOKEN.0) / 2.0, corner.1 - (STEP.1 - TOKEN.1) / 2.0);
    Shape::rect(at, STEP.0, STEP.1).unseen()
}

/// The upper left corner of a token, counted from 1: where a heap is not drawn whole, its stacks are filled again and again,
/// so that a token stays where it is when others are taken.
fn slot(left: f64, token: u64) -> Point {
    let place = (token.max(1) - 1) % MOST;
    (left + (place / STACK) as f64 * STEP.0, -((place % STACK + 1) as f64) * STEP.1)
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
    gestures: Vec<Gesture>,
}

impl Heaps {
    /// Heaps from left to right.
    pub fn new(heaps: Vec<Heap>) -> Self {
        Self { heaps, gestures: Vec::new() }
    }

    /// Adds a way to make a move that takes from several heaps.
    #[must_use]
    pub fn gesture(mut self, gesture: Gesture) -> Self {
        self.gestures.push(gesture);
        self
    }

    /// Draws the heaps.
    pub fn picture(&self, title: impl Into<String>, description: impl Into<Text>) -> Picture {
        let mut picture = Picture::new(title).describe(description);
        let mut left = 0.0;
        for (number, heap) in self.heaps.iter().enumerate() {
            heap.draw(&mut picture, number, left);
            left += heap.width() + GAP;
        }
        let right = (left - GAP).max(TOKEN.0);
        let table = Path::from((-12.0, 2.0)).line_to((right + 12.0, 2.0));
        picture.add(Shape::path(table).role(Role::Ground).width(3.0));
        self.gestures.iter().for_each(|gesture| {
            picture.gesture(gesture.clone());
        });
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
