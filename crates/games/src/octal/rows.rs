//! Heaps drawn as rows of pins: what is taken leaves a gap, and what is left stays where it is.

use super::{Break, Heaps};
use grundy_draw::{Block, Gesture, Picture, Rows, finish, shorten};
use grundy_game::{Course, Game, Made, Text};

/// Heaps with more options are not played on the picture.
const MOST: u64 = 3000;

/// A way to make a break in a row: the parts from left to right as numbers into what is left, and where the gap is.
struct Lay {
    order: Vec<usize>,
    /// How many parts stand before what is taken.
    before: usize,
}

impl Lay {
    /// The parts in the order of their numbers.
    fn parts(&self, block: Block, played: &Break) -> Vec<Block> {
        let mut parts = vec![Block { length: 0, ..block }; played.left.len()];
        let mut from = block.from;
        for (place, &part) in self.order.iter().enumerate() {
            from += if place == self.before { played.take } else { 0 };
            parts[part] = Block { row: block.row, from, length: played.left[part] };
            from += played.left[part];
        }
        parts
    }

    /// The first and the last pin taken, and the other places to cut.
    fn gesture(&self, block: Block, played: &Break, label: String) -> Gesture {
        let lengths = self.order.iter().map(|&part| played.left[part]);
        let first: u64 = lengths.clone().take(self.before).sum();
        let taken: Vec<String> = (first..first + played.take).map(|at| block.pin(at)).collect();
        let ends = [taken.first(), taken.last().filter(|_| played.take > 1)];
        let mut path: Vec<String> = ends.into_iter().flatten().cloned().collect();
        let mut behind = 0;
        for (place, length) in lengths.enumerate() {
            let gap = place == self.before && played.take > 0;
            if place > 0 && !gap {
                path.push(block.cut(behind));
            }
            behind += length + if place == self.before { played.take } else { 0 };
        }
        Gesture::new(label, path).takes(taken)
    }
}

/// The ways to make a break: what is taken lies behind the first part, or in the mirror image. A heap that only loses pins
/// at its end loses them at the right, unless pins may go from its middle as well.
fn lays(game: &Heaps, played: &Break) -> Vec<Lay> {
    let middle = game.rule.leave(played.take).allows(2);
    match played.left.len() {
        0 => vec![Lay { order: Vec::new(), before: 0 }],
        1 if middle => [1, 0].map(|before| Lay { order: vec![0], before }).into(),
        1 => vec![Lay { order: vec![0], before: 1 }],
        2 => [[0, 1], [1, 0]].map(|order| Lay { order: order.to_vec(), before: 1 }).into(),
        parts => vec![Lay { order: (0..parts).collect(), before: 1 }],
    }
}

/// Where the heaps lie in the rows that they were at the beginning.
fn blocks(game: &Heaps, course: &Course<'_, Heaps>) -> Vec<Block> {
    let whole = |(row, &length): (usize, &u64)| Block { row, from: 0, length };
    let mut blocks: Vec<Block> = course.start.iter().enumerate().map(whole).collect();
    for Made { played, path } in course.made {
        let block = blocks[played.heap];
        let mut ways = lays(game, played);
        let clicked = |lay: &Lay| lay.gesture(block, played, String::new()).path.first() == path.first();
        let lay = ways.swap_remove(ways.iter().position(clicked).unwrap_or(0));
        let parts = if played.left.is_empty() { vec![Block { length: 0, ..block }] } else { lay.parts(block, played) };
        blocks.splice(played.heap..=played.heap, parts);
    }
    blocks
}

/// Draws the heaps.
pub fn picture(game: &Heaps, course: &Course<'_, Heaps>) -> Picture {
    let heaps = course.now;
    let blocks = blocks(game, course);
    let mut gestures = Vec::new();
    let drawn = |(_, block): &(usize, &Block)| course.start[block.row] <= Rows::LONGEST;
    for (index, &block) in blocks.iter().enumerate().filter(drawn) {
        if game.count(heaps[index]) > MOST {
            continue;
        }
        game.each_break(heaps, index, |played| {
            let label = game.label(heaps, &played);
            gestures.extend(lays(game, &played).iter().map(|lay| lay.gesture(block, &played, label.clone())));
        });
    }
    shorten(&mut gestures);
    finish(&mut gestures);
    let sizes = heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
    let rows = gestures.into_iter().fold(Rows::new(course.start.clone(), blocks), Rows::gesture);
    rows.picture(game.text(heaps), Text::new("Heaps of {sizes}.").with("sizes", sizes))
}
