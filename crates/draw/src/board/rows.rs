//! Rows of pins that moves take from and cut into shorter rows, which stay where they are.

use crate::gesture::Gesture;
use crate::picture::Picture;
use crate::role::{Dash, Role};
use crate::shape::{Bounds, Point, Shape};
use grundy_lang::Text;
use std::collections::BTreeSet;

/// Distance between pins, and between lines.
const STEP: (f64, f64) = (26.0, 72.0);
/// Radius of a pin.
const PIN: f64 = 9.5;
/// Pins in one line; longer rows go on in the next.
const LINE: u64 = 20;
/// A stretch of a row that is left, a row of its own now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// The row of the beginning that it is from, counted from 0.
    pub row: usize,
    /// How many pins of that row stand before it.
    pub from: u64,
    /// How many pins it has.
    pub length: u64,
}

impl Block {
    /// The key of its pin number `at`, from 0.
    pub fn pin(&self, at: u64) -> String {
        format!("{}.{}", self.row + 1, self.from + at + 1)
    }

    /// The key of the place to cut it behind so many of its pins.
    pub fn cut(&self, behind: u64) -> String {
        format!("{}.{}|", self.row + 1, self.from + behind)
    }
}

/// Rows of pins.
///
/// ```
/// use grundy_draw::{Block, Gesture, Rows};
///
/// let row = Block { row: 0, from: 0, length: 3 };
/// let rows = Rows::new(vec![3], vec![row]).gesture(Gesture::new("take 1", [row.pin(1)]).takes([row.pin(1)]));
/// assert_eq!(rows.picture("Kayles", "three pins").things().len(), 3);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rows {
    lengths: Vec<u64>,
    blocks: Vec<Block>,
    gestures: Vec<Gesture>,
}

impl Rows {
    /// Longer rows are told as a number.
    pub const LONGEST: u64 = 200;

    /// Rows of the given lengths at the beginning, and what is left of them, in the order of its numbers.
    pub fn new(lengths: Vec<u64>, blocks: Vec<Block>) -> Self {
        Self { lengths, blocks, gestures: Vec::new() }
    }

    /// Adds a way to make a move.
    #[must_use]
    pub fn gesture(mut self, gesture: Gesture) -> Self {
        self.gestures.push(gesture);
        self
    }

    /// The line that each row begins in.
    fn lines(&self) -> Vec<u64> {
        let mut next = 0;
        let line = |&length: &u64| {
            let here = next;
            next += if length > Self::LONGEST { 1 } else { length.div_ceil(LINE).max(1) };
            here
        };
        self.lengths.iter().map(line).collect()
    }

    /// Draws the rows.
    pub fn picture(&self, title: impl Into<String>, description: impl Into<Text>) -> Picture {
        let mut picture = Picture::new(title).describe(description);
        let lines = self.lines();
        for ((row, &length), &line) in self.lengths.iter().enumerate().zip(&lines) {
            self.draw_row(&mut picture, (row, length), line);
        }
        let several = self.blocks.len() > 1;
        for (number, block) in self.blocks.iter().enumerate() {
            let line = lines.get(block.row).copied().unwrap_or(0);
            if self.lengths.get(block.row).is_some_and(|&length| length > Self::LONGEST) {
                let at = place(line, 0);
                let key = format!("{}.{}:{}", block.row + 1, block.from + 1, block.length);
                let shift = number as f64;
                picture.thing(key, Text::default(), |p| draw_long(p, block.length, (at.0 + shift, at.1)));
                continue;
            }
            self.draw_block(&mut picture, block, line, several);
        }
        self.draw_cuts(&mut picture, &lines);
        self.gestures.iter().for_each(|gesture| {
            picture.gesture(gesture.clone());
        });
        picture
    }

    /// The room of a row, and traces of its pins, to be covered by those that are left.
    fn draw_row(&self, picture: &mut Picture, (row, length): (usize, u64), line: u64) {
        if length > Self::LONGEST {
            return;
        }
        let mut room = Bounds::EMPTY;
        for at in 0..length.max(1) {
            let (x, y) = place(line, at);
            room.join(&Bounds { left: x - 13.0, top: y - 14.0, right: x + 13.0, bottom: y + 54.0 });
            let left = |block: &Block| block.row == row && (block.from..block.from + block.length).contains(&at);
            if !self.blocks.iter().any(left) {
                picture.add(Shape::circle((x, y), 3.0).role(Role::Faint).hollow().dash(Dash::Solid));
            }
        }
        picture.room(room);
    }

    fn draw_block(&self, picture: &mut Picture, block: &Block, line: u64, several: bool) {
        for at in 0..block.length {
            let (x, y) = place(line, block.from + at);
            picture.thing(block.pin(at), Text::default(), |p| {
                p.add(Shape::rect((x - 13.0, y - 14.0), STEP.0, 28.0).unseen());
                p.add(Shape::circle((x, y), PIN).role(Role::Token).width(2.0));
            });
        }
        if several && block.length > 0 {
            let middle = place(line, block.from + (block.length - 1) / 2);
            let even = block.length.is_multiple_of(2) && (block.from + block.length / 2) % LINE != 0;
            let x = middle.0 + if even { STEP.0 / 2.0 } else { 0.0 };
            picture.add(Shape::text((x, middle.1 + 45.0), block.length.to_string()).size(12.0).role(Role::Muted));
        }
        // Rows that were cut without taking anything touch: a wall keeps them apart.
        let touches = |other: &Block| other.row == block.row && other.from + other.length == block.from;
        if block.length > 0 && self.blocks.iter().any(|other| other.length > 0 && touches(other)) {
            let (x, y) = place(line, block.from);
            picture.add(Shape::line((x - 13.0, y - 15.0), (x - 13.0, y + 15.0)).role(Role::Plain).width(3.0));
        }
    }

    /// The places to cut that moves use, below the gap between two pins.
    fn draw_cuts(&self, picture: &mut Picture, lines: &[u64]) {
        let used: BTreeSet<&str> = self.gestures.iter().flat_map(|gesture| &gesture.path).map(String::as_str).collect();
        let drawn = |block: &&Block| self.lengths.get(block.row).is_some_and(|&length| length <= Self::LONGEST);
        for block in self.blocks.iter().filter(drawn) {
            for behind in 1..block.length {
                let key = block.cut(behind);
                if used.contains(key.as_str()) {
                    let (x, y) = place(lines[block.row], block.from + behind - 1);
                    picture.handle(key, Text::default(), |p| draw_cut(p, (x + STEP.0 / 2.0, y + 26.0)));
                }
            }
        }
    }
}

/// The middle of a pin.
fn place(line: u64, at: u64) -> Point {
    (STEP.0 * ((at % LINE) as f64 + 0.5), STEP.1 * ((line + at / LINE) as f64 + 0.5))
}

fn draw_cut(picture: &mut Picture, (x, y): Point) {
    picture.add(Shape::rect((x - STEP.0 / 2.0, y - 12.0), STEP.0, 24.0).unseen());
    picture.add(Shape::line((x, y - 36.0), (x, y - 12.0)).role(Role::Highlight).width(2.0).dash(Dash::Dashed));
    picture.add(Shape::polygon([(x - 6.0, y + 4.0), (x + 6.0, y + 4.0), (x, y - 8.0)]).role(Role::Highlight));
}

/// A row too long to count.
fn draw_long(picture: &mut Picture, length: u64, (x, y): Point) {
    picture.add(Shape::rect((x, y - 14.0), 200.0, 28.0).rounded(14.0).role(Role::Token));
    picture.add(Shape::text((x + 100.0, y), length.to_string()).bold().role(Role::Token));
}
