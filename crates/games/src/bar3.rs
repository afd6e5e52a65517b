//! The poisoned chocolate bar in three dimensions: bite off a cube and everything behind, beside and above it.

use grundy_draw::{Cell, CellKind, Cells, Gesture, Picture, Role};
use grundy_game::{
    Course, Game, ImpartialHints, Info, Input, Known, Outcome, ParseError, PartisanHints, Play, Player, Refusal, Rules,
    Text, Theorem, TheoremNote, for_example,
};

/// The rules of the poisoned chocolate bar in three dimensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bar3;

/// What is left: how high the cubes are stacked on each square of the floor, row by row, no stack higher than the one
/// before it in its row or column, none empty. The first cube of the first stack is poisoned.
pub type Stacks = Vec<Vec<u8>>;

/// A cube by row, column and height, from 0; never the poisoned one.
pub type Bite = [u8; 3];

/// Most cubes.
const MOST: u64 = 1000;

/// The lengths of the three arms through the poisoned cube, which is not counted.
fn arms(stacks: &Stacks) -> [u8; 3] {
    [stacks.len() as u8 - 1, stacks[0].len() as u8 - 1, stacks[0][0] - 1]
}

/// Whether nothing is left but the arms, three heaps of Nim.
fn is_hook(stacks: &Stacks) -> bool {
    let off = |&[a, b, c]: &Bite| u8::from(a > 0) + u8::from(b > 0) + u8::from(c > 0) > 1;
    !cubes(stacks).any(|cube| off(&cube))
}

fn is_box(stacks: &Stacks) -> bool {
    let (width, height) = (stacks[0].len(), stacks[0][0]);
    stacks.iter().all(|row| row.len() == width && row.iter().all(|&stack| stack == height))
}

/// All cubes, the poisoned one first.
fn cubes(stacks: &Stacks) -> impl Iterator<Item = Bite> {
    let row = |(a, row): (u8, &Vec<u8>)| {
        let stacks: Vec<(u8, u8)> = (0..).zip(row.iter().copied()).collect();
        stacks.into_iter().flat_map(move |(b, stack)| (0..stack).map(move |c| [a, b, c]))
    };
    (0..).zip(stacks).flat_map(row)
}

/// The bar with its axes exchanged: axis i of the image is axis `axes[i]` of the bar.
fn turned(stacks: &Stacks, axes: [usize; 3]) -> Stacks {
    let mut image: Stacks = Vec::new();
    for cube in cubes(stacks) {
        let [a, b, c] = axes.map(|axis| cube[axis]);
        if image.len() <= usize::from(a) {
            image.resize(usize::from(a) + 1, Vec::new());
        }
        let row = &mut image[usize::from(a)];
        if row.len() <= usize::from(b) {
            row.resize(usize::from(b) + 1, 0);
        }
        row[usize::from(b)] = row[usize::from(b)].max(c + 1);
    }
    image
}

const EXCHANGES: [[usize; 3]; 5] = [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

impl Rules for Bar3 {
    type Position = Stacks;
    type Move = Bite;

    fn moves(&self, stacks: &Stacks, _: Player, moves: &mut Vec<Bite>) -> Result<(), Refusal> {
        moves.extend(cubes(stacks).skip(1));
        Ok(())
    }

    fn play(&self, stacks: &mut Stacks, &[a, b, c]: &Bite) {
        for row in &mut stacks[usize::from(a)..] {
            row.iter_mut().skip(usize::from(b)).for_each(|stack| *stack = c.min(*stack));
            row.retain(|&stack| stack > 0);
        }
        stacks.retain(|row| !row.is_empty());
    }

    fn canonicalise(&self, stacks: &mut Stacks) {
        let least = EXCHANGES.iter().map(|&axes| turned(stacks, axes)).min();
        if let Some(least) = least.filter(|least| least < stacks) {
            *stacks = least;
        }
    }

    fn weight(&self, stacks: &Stacks) -> usize {
        stacks.iter().flatten().map(|&stack| usize::from(stack)).sum()
    }

    fn theorem(&self, stacks: &Stacks, play: Play) -> Option<Theorem<Bite>> {
        if let Some(nimber) = self.closed_form(stacks).filter(|_| play == Play::Normal) {
            let [a, b, c] = arms(stacks);
            let reason = Text::new("only the arms of {a}, {b} and {c} cubes are left, three heaps of Nim");
            let reason = reason.with("a", a).with("b", b).with("c", c);
            return Some(Theorem { known: Known::Nimber(nimber), reason, winning: None });
        }
        // Two cubes under misère play: the only bite loses.
        let cubes = self.weight(stacks);
        let stolen = is_box(stacks) && cubes > if play == Play::Normal { 1 } else { 2 };
        stolen.then(|| Theorem {
            known: Known::Outcome(Outcome::First),
            reason: Text::new(
                "strategy stealing: if eating the last corner does not win, the answer to it is a winning first bite; \
                 this names no bite, which must be searched",
            ),
            winning: None,
        })
    }

    fn position_bytes(&self, stacks: &Stacks) -> usize {
        size_of::<Stacks>() + stacks.iter().map(|row| size_of::<Vec<u8>>() + row.len()).sum::<usize>()
    }
}

impl ImpartialHints for Bar3 {
    fn closed_form(&self, stacks: &Stacks) -> Option<u64> {
        let [a, b, c] = arms(stacks);
        is_hook(stacks).then_some(u64::from(a ^ b ^ c))
    }
}

impl PartisanHints for Bar3 {}

impl Game for Bar3 {
    const INFO: Info = Info {
        name: "bar3",
        summary: "the poisoned chocolate bar in three dimensions: eat a cube with everything beyond it",
        rules: "A move eats a cube that is left, with all cubes whose row, column and height are the same or larger. The \
                cube (1,1,1) is poisoned: whoever must eat it has lost. It counts as removed, as in bar.",
        notation: "bar3:AxBxC for a whole bar, or the heights of the stacks, rows joined by |: bar3:3x3x3, bar3:3,2|1,1. \
                   `eat (1,2,3)` eats the cube in row 1, column 2, at height 3.",
        theorems: &[
            TheoremNote {
                statement: "The first player wins every whole bar but 1×1×1, by strategy stealing. This names no bite.",
                literature: "D. Gale, A curious Nim-type game, American Mathematical Monthly 81 (1974)",
            },
            TheoremNote {
                statement: "When only the three arms through the poisoned cube are left, they are heaps of Nim.",
                literature: "C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics 3 (1901)",
            },
        ],
        examples: &["bar3:2x2x3", "bar3:3,2|2,1"],
    };

    fn read(input: &Input<'_>) -> Result<(Self, Stacks), ParseError> {
        input.no_arguments()?;
        let stacks = if input.position.0.contains('x') { whole(input)? } else { stacked(input)? };
        Ok((Self, stacks))
    }

    fn write(&self, stacks: &Stacks) -> String {
        if is_box(stacks) {
            return format!("{}x{}x{}", stacks.len(), stacks[0].len(), stacks[0][0]);
        }
        let row = |row: &Vec<u8>| row.iter().map(u8::to_string).collect::<Vec<_>>().join(",");
        stacks.iter().map(row).collect::<Vec<_>>().join("|")
    }

    fn label(&self, position: &Stacks, played: &Bite) -> String {
        self.words(position, played).to_string()
    }

    fn words(&self, _: &Stacks, &[a, b, c]: &Bite) -> Text {
        Text::new("eat ({row},{column},{height})").with("row", a + 1).with("column", b + 1).with("height", c + 1)
    }

    fn board(&self, stacks: &Stacks) -> String {
        cells(stacks, stacks).to_text()
    }

    fn drawn(&self, course: &Course<'_, Self>) -> Picture {
        let stacks = course.now;
        let words = "A chocolate bar, one layer beside the other from the bottom up; the first cube is poisoned.";
        let mut grid = cells(course.start, stacks);
        for bite in self.offered(stacks, Player::Left) {
            let beyond = |cube: &Bite| cube.iter().zip(&bite).all(|(at, from)| at >= from);
            let taken = cubes(stacks).filter(beyond).map(key);
            grid = grid.gesture(Gesture::new(self.label(stacks, &bite), [key(bite)]).takes(taken));
        }
        grid.picture(self.text(stacks), words)
    }

    fn small() -> Vec<String> {
        let boxes = [[1, 1, 1], [1, 1, 4], [1, 3, 2], [2, 2, 2], [3, 2, 2], [2, 1, 3]];
        let mut texts: Vec<String> = boxes.iter().map(|[a, b, c]| format!("bar3:{a}x{b}x{c}")).collect();
        texts.extend(["bar3:3,1,1|1", "bar3:2,2|1", "bar3:3,2|2,1", "bar3:1,1|1"].map(str::to_owned));
        texts
    }
}

/// The key of a cube.
fn key(cube: Bite) -> String {
    cube.map(|at| (at + 1).to_string()).join(",")
}

/// The layers from the bottom up, side by side: those of the beginning, with what is left of them.
fn cells(start: &Stacks, stacks: &Stacks) -> Cells {
    let cube = |cube: Bite| match cube {
        [0, 0, 0] => Cell::new(CellKind::Raised, Role::Poison).glyph("X"),
        _ => Cell::new(CellKind::Raised, Role::Token),
    };
    let holds = |stacks: &Stacks, [a, b, c]: Bite| {
        stacks.get(usize::from(a)).and_then(|row| row.get(usize::from(b))).is_some_and(|&stack| stack > c)
    };
    let at = |place: Bite| match (holds(stacks, place), holds(start, place)) {
        (true, _) => cube(place).key(key(place)),
        (false, true) => Cell::gone(),
        (false, false) => Cell::new(CellKind::Blank, Role::Plain),
    };
    let gap = || Cell::new(CellKind::Blank, Role::Plain);
    let (width, height) = (start[0].len() as u8, start[0][0]);
    let layer = |a: u8, c: u8| (0..width).map(move |b| at([a, b, c])).chain((c + 1 < height).then(gap));
    let rows = (0..start.len() as u8).map(|a| (0..height).flat_map(|c| layer(a, c)).collect());
    Cells::new(rows.collect())
}

fn number(input: &Input<'_>, offset: usize, text: &str, what: &'static str) -> Result<u8, ParseError> {
    let about = |template: &'static str| Text::new(template).with_text("what", Text::new(what));
    match text.parse::<u64>() {
        Ok(0) => Err(input.error(offset, text.len(), about("{what} is at least 1"))),
        Ok(number) if number <= 255 => Ok(number as u8),
        _ if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) => {
            let error = input.error(offset, text.len(), about("expected a number: {what}"));
            Err(error.help("for example `bar3:2x2x3` or `bar3:3,2|1,1`"))
        }
        _ => Err(input.error(offset, text.len(), about("{what} is at most 255"))),
    }
}

fn whole(input: &Input<'_>) -> Result<Stacks, ParseError> {
    let mut sides = Vec::new();
    let mut offset = 0;
    for piece in input.position.0.split('x') {
        sides.push(number(input, offset, piece, "a side")?);
        offset += piece.len() + 1;
    }
    let [a, b, c] = sides[..] else {
        return Err(input.position_error("a bar here has three sides").help(for_example("bar3:2x2x3")));
    };
    if sides.iter().map(|&side| u64::from(side)).product::<u64>() > MOST {
        return Err(input.position_error(Text::new("a bar here has at most {most} cubes").with("most", MOST)));
    }
    Ok(vec![vec![c; usize::from(b)]; usize::from(a)])
}

fn stacked(input: &Input<'_>) -> Result<Stacks, ParseError> {
    let mut stacks: Stacks = Vec::new();
    let (mut offset, mut cubes) = (0, 0);
    for line in input.position.0.split('|') {
        let mut row: Vec<u8> = Vec::new();
        for piece in line.split(',') {
            let stack = number(input, offset, piece, "a stack")?;
            let before = row.last().copied().unwrap_or(u8::MAX);
            // why: a missing stack has height 0.
            let above = stacks.last().map_or(u8::MAX, |above| above.get(row.len()).copied().unwrap_or(0));
            if stack > before.min(above) {
                let problem = "this stack is higher than the one before it in its row or column";
                return Err(input.error(offset, piece.len(), problem).help("stacks get lower from the poison on"));
            }
            cubes += u64::from(stack);
            row.push(stack);
            offset += piece.len() + 1;
        }
        stacks.push(row);
    }
    if cubes > MOST {
        return Err(input.position_error(Text::new("a bar here has at most {most} cubes").with("most", MOST)));
    }
    Ok(stacks)
}
