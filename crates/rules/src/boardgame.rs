//! A game on a board whose rules are patterns.

use crate::Place;
use crate::board::{Board, Held, MOST_SYMBOLS, Pattern, PatternCell, Renaming, Symmetry, Want, Word};
use crate::cycle::Ended;
use crate::pattern::{LONGEST, SAME, Shape, Way};
use crate::results::{Ending, Results};
use crate::strip::{Span, loose_ends, stretches, without_loose_ends};
use grundy_draw::{Cell, CellKind, Cells, Picture, Role};
use grundy_game::{
    Draws, Game, ImpartialHints, Info, Input, Kind, Outcome, Page, ParseError, PartisanHints, Player, Refusal, Rules,
    Text,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// The compiled rules of a board game.
#[derive(Debug)]
pub(crate) struct BoardRules {
    pub page: Page<'static>,
    /// Where the file tells the moves.
    pub place: Place,
    pub small: Vec<String>,
    pub shape: Shape,
    pub symbols: Vec<char>,
    /// The ways to move of Left and of Right.
    pub ways: [Vec<Way>; 2],
    /// Patterns that end the game once they are on the board.
    pub goals: Goals,
    pub results: Results,
    pub derived: Derived,
    /// How the symbols look, where the file says so.
    pub drawn: Vec<Option<Look>>,
    pub ended: Ended<Board>,
}

/// How a cell looks.
#[derive(Clone, Debug)]
pub(crate) struct Look {
    glyph: String,
    /// Whose piece it is, that the cell is empty, or that it is gone.
    role: Role,
}

impl Look {
    /// Reads a sign and what it means.
    pub fn read(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (glyph, word) = match words[..] {
            [word @ ("left" | "right" | "either" | "empty" | "gone")] => ("", word),
            [glyph] => (glyph, "either"),
            [glyph, word] => (glyph, word),
            _ => return None,
        };
        let role = match word {
            "left" => Role::Left,
            "right" => Role::Right,
            "either" => Role::Either,
            "empty" => Role::Empty,
            "gone" => Role::Faint,
            _ => return None,
        };
        (glyph.chars().count() <= 4).then(|| Self { glyph: glyph.to_owned(), role })
    }

    fn cell(&self) -> Cell {
        match self.role {
            Role::Empty => Cell::empty(),
            Role::Faint => Cell::gone(),
            role => Cell::new(CellKind::Piece, role),
        }
        .glyph(&self.glyph)
    }
}

/// Patterns that end the game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Goals {
    /// Nobody moves any more.
    pub ends: Vec<Pattern>,
    /// Left, and Right, has won.
    pub wins: [Vec<Pattern>; 2],
    /// Nobody has won.
    pub draws: Vec<Pattern>,
}

impl Goals {
    fn all(&self) -> impl Iterator<Item = &Pattern> {
        self.ends.iter().chain(self.wins.iter().flatten()).chain(&self.draws)
    }

    /// Whether a goal says who has won, or that nobody has.
    pub fn declare(&self) -> bool {
        !self.draws.is_empty() || self.wins.iter().any(|wins| !wins.is_empty())
    }

    /// The goals moved by a symmetry with symbols renamed, in a form in which equal goals are equal; the players exchanged or
    /// not.
    fn image(&self, symmetry: Symmetry, renaming: &Renaming, swap: bool) -> [Vec<Pattern>; 4] {
        let [left, right] = &self.wins;
        let (left, right) = if swap { (right, left) } else { (left, right) };
        [&self.ends, left, right, &self.draws].map(|patterns| {
            let mut images: Vec<Pattern> =
                patterns.iter().map(|pattern| pattern.image(symmetry, renaming).normal()).collect();
            images.sort_unstable();
            images.dedup();
            images
        })
    }
}

/// What follows from the rules alone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Derived {
    /// A symbol that no pattern asks for, so that its cells never change and might as well lie beyond the edge.
    dead: Option<u8>,
    /// All such symbols, as bits.
    dead_set: u8,
    /// Steps between cells that one pattern can cover.
    steps: Vec<(i8, i8)>,
    /// Whether the parts of a board without dead cells are independent.
    splits: bool,
    /// Whether the board is a strip that falls into stretches that cannot reach each other.
    cuts: bool,
    /// The steps that join the cells of such a strip.
    spans: Vec<Span>,
    /// The symbols that count for nothing at the east end and at the west end of a strip, as bits.
    loose: [u8; 2],
    /// Symmetries of the rectangle that keep the rules, beside the identity.
    symmetries: Vec<Symmetry>,
    /// Whether some of them exchange rows and columns.
    transposes: bool,
    /// A symmetry with new names of symbols that exchanges the players.
    swap: Option<(Symmetry, [u8; MOST_SYMBOLS])>,
    /// Whether two ways of one player can cover the same cells.
    ambiguous: bool,
    /// For each player the class of each way among those without a second step that make the same change under the same name, as
    /// where a cell lies at both edges; 0 for ways that are alone. Empty where all are.
    echoes: [Vec<u8>; 2],
    /// Longest side of a board: patterns with repetitions are written out up to a length.
    longest_side: usize,
    /// Whether every play ends, as a sum over cells shows that gets smaller with every move.
    pub ends_always: bool,
    /// Whether every cell that a pattern asks for is dead after the move, and rules are patterns alone: then a move can be made
    /// until another one takes a cell of it, and two that both can be made lead to the same board in either order.
    commutes: bool,
}

/// The symmetry that changes nothing.
const IDENTITY: Symmetry = Symmetry::ALL[0];

/// A way in a form in which equal rules are equal: the number of its step, that of the set of steps that may follow, and whether
/// it has priority.
type Normal = (usize, usize, bool);

/// All ways of a player, in order and each once.
type Images = Vec<Normal>;

/// A step as runs of equal cells. Rules with repetitions have hundreds of steps of many cells, which differ in few runs, and all of
/// which are compared with their images under every symmetry.
struct Runs {
    runs: Vec<Run>,
    end: usize,
}

/// Cells that ask for the same and become the same, each as far from the one before.
#[derive(PartialEq, Eq)]
struct Run {
    by: (i8, i8),
    want: Want,
    becomes: Option<u8>,
    count: usize,
}

impl Runs {
    /// The first cell of a step is at the origin, so the steps from cell to cell tell where all are.
    fn of(step: &Pattern) -> Self {
        let mut runs: Vec<Run> = Vec::new();
        let mut last = (0, 0);
        for cell in &step.cells {
            let by = (cell.offset.0 - last.0, cell.offset.1 - last.1);
            last = cell.offset;
            match runs.last_mut() {
                Some(run) if (run.by, run.want, run.becomes) == (by, cell.want, cell.becomes) => run.count += 1,
                _ => runs.push(Run { by, want: cell.want, becomes: cell.becomes, count: 1 }),
            }
        }
        Self { runs, end: step.end }
    }

    /// Writes the step moved by a symmetry with symbols renamed, so that equal steps are written alike: symmetries are linear, so
    /// they move what lies between two cells as they move cells.
    fn write_image(&self, symmetry: Symmetry, renaming: &Renaming, into: &mut Vec<u64>) {
        into.clear();
        into.push(self.end as u64);
        into.extend(self.runs.iter().map(|run| {
            let (row, column) = symmetry.offset(run.by);
            let want = match run.want {
                Want::Symbols(set) => u64::from(renaming.set(set)),
                Want::Edge => 255,
            };
            let becomes = run.becomes.map_or(255, |symbol| u64::from(renaming.name(symbol)));
            let by = u64::from(row.cast_unsigned()) << 8 | u64::from(column.cast_unsigned());
            (run.count as u64) << 32 | by << 16 | want << 8 | becomes
        }));
    }
}

/// A way, with its steps as runs.
struct Outline<'a> {
    way: &'a Way,
    step: Runs,
    then: Rc<[Runs]>,
}

fn outlines(ways: &[Way]) -> Vec<Outline<'_>> {
    let mut outlines: Vec<Outline<'_>> = Vec::with_capacity(ways.len());
    for way in ways {
        // The steps that may follow are shared by the ways of one rule.
        let shared = outlines.last().filter(|last| Arc::ptr_eq(&last.way.then, &way.then));
        let then = shared.map_or_else(|| way.then.iter().map(Runs::of).collect(), |last| Rc::clone(&last.then));
        outlines.push(Outline { way, step: Runs::of(&way.step), then });
    }
    outlines
}

/// The steps of the rules, and the sets of steps that may follow one, by numbers.
#[derive(Default)]
struct Numbered {
    steps: FxHashMap<Vec<u64>, usize>,
    sets: Vec<Vec<usize>>,
    /// The step that is looked up, as it is written.
    written: Vec<u64>,
}

impl Numbered {
    /// The number of the step that is written; one that is not known yet gets one only where it is `fresh`.
    fn step(&mut self, fresh: bool) -> Option<usize> {
        let known = self.steps.get(&self.written).copied();
        known.or_else(|| {
            fresh.then(|| {
                let next = self.steps.len();
                self.steps.insert(self.written.clone(), next);
                next
            })
        })
    }

    fn set(&mut self, set: Vec<usize>, fresh: bool) -> Option<usize> {
        let known = self.sets.iter().position(|known| *known == set);
        known.or_else(|| {
            fresh.then(|| {
                self.sets.push(set);
                self.sets.len() - 1
            })
        })
    }

    /// The ways of a player, moved by a symmetry with symbols renamed; `None` where these have a step that is not known.
    fn images(&mut self, ways: &[Outline<'_>], symmetry: Symmetry, renaming: &Renaming, fresh: bool) -> Option<Images> {
        let same = Renaming::new(SAME);
        let mut following: Option<(*const Runs, usize)> = None;
        let mut images = Vec::with_capacity(ways.len());
        for Outline { way, step, then } in ways {
            if then.is_empty() {
                let normal = Runs::of(&way.step.image(symmetry, renaming).normal());
                normal.write_image(IDENTITY, &same, &mut self.written);
            } else {
                step.write_image(symmetry, renaming, &mut self.written);
            }
            let step = self.step(fresh)?;
            let set = match following {
                Some((known, number)) if known == then.as_ptr() => number,
                _ => {
                    let mut set = Vec::with_capacity(then.len());
                    for next in &**then {
                        next.write_image(symmetry, renaming, &mut self.written);
                        set.push(self.step(fresh)?);
                    }
                    self.set(in_order(set), fresh)?
                }
            };
            following = Some((then.as_ptr(), set));
            images.push((step, set, way.must));
        }
        Some(in_order(images))
    }
}

/// The members of a list, in order and each once.
fn in_order<T: Ord>(mut list: Vec<T>) -> Vec<T> {
    list.sort_unstable();
    list.dedup();
    list
}

/// All patterns of some ways; those that the ways of one rule share are there once.
fn patterns(ways: &[Vec<Way>; 2]) -> Vec<&Pattern> {
    let mut found = Vec::new();
    let mut last = None;
    for way in ways.iter().flatten() {
        found.push(&way.step);
        if last.replace(way.then.as_ptr()) != Some(way.then.as_ptr()) {
            found.extend(way.then.iter());
        }
    }
    found
}

impl Derived {
    pub fn of(shape: Shape, symbols: usize, ways: &[Vec<Way>; 2], goals: &Goals, results: Results) -> Self {
        let patterns = patterns(ways);
        let long = patterns.iter().copied().chain(goals.all()).any(|p| p.cells.len() + 1 >= LONGEST);
        let mut derived = Self { longest_side: if long { LONGEST - 2 } else { 128 }, ..Self::default() };
        let every = || patterns.iter().copied().chain(goals.all());
        let cells = || every().flat_map(|pattern| &pattern.cells);
        let asked = cells().fold(0, |set, cell| match cell.want {
            Want::Symbols(symbols) => set | symbols,
            Want::Edge => set,
        });
        let edges = cells().any(|cell| cell.want == Want::Edge);
        let must = ways.iter().flatten().any(|way| way.must);
        derived.dead_set = !asked & ((1u16 << symbols) - 1) as u8;
        derived.dead = (derived.dead_set != 0).then(|| derived.dead_set.trailing_zeros() as u8);
        // Where a goal or a stuck player ends the whole game, no part of a board is on its own.
        let whole = goals.all().next().is_some() || results.declared || results.endless;
        derived.splits = derived.dead.is_some() && !edges && !must && !whole;
        let one_step = ways.iter().flatten().all(|way| way.then.is_empty());
        derived.cuts = shape == Shape::Strip && derived.dead.is_none() && one_step && !edges && !must && !whole;
        derived.spans = if derived.cuts { Span::all(ways) } else { Vec::new() };
        if shape == Shape::Strip && one_step && edges && !must && !whole {
            derived.loose = loose_ends(ways, symbols, derived.longest_side);
        }
        let mut steps = Vec::new();
        for pattern in every() {
            let mut last = None;
            for pair in pattern.cells.windows(2) {
                let (a, b) = (pair[0].offset, pair[1].offset);
                let step = (b.0 - a.0, b.1 - a.1);
                // Most lines are straight.
                let known = last.replace(step) == Some(step);
                let step = step.max((-step.0, -step.1));
                if !known && !steps.contains(&step) {
                    steps.push(step);
                }
            }
        }
        steps.sort_unstable();
        derived.steps = steps;
        let mut numbered = Numbered::default();
        let same = Renaming::new(SAME);
        let outlined = [0, 1].map(|player: usize| outlines(&ways[player]));
        let plain = [0, 1].map(|player: usize| numbered.images(&outlined[player], IDENTITY, &same, true));
        let numbered = RefCell::new(numbered);
        // Whether the ways of a player become those of another.
        let becomes = |player: usize, other: usize, symmetry, renaming: &Renaming| {
            numbered.borrow_mut().images(&outlined[player], symmetry, renaming, false) == plain[other]
        };
        let plain_goal = goals.image(IDENTITY, &same, false);
        let candidates: Vec<Symmetry> = Symmetry::ALL
            .into_iter()
            .filter(|symmetry| match shape {
                Shape::Strip => !symmetry.transpose && !symmetry.flip_rows,
                Shape::Grid => true,
                // Of a board of hexagons only the half turn and the two reflections in the diagonals remain.
                Shape::Hex => symmetry.flip_rows == symmetry.flip_columns,
            })
            .collect();
        for &symmetry in candidates.iter().filter(|&&symmetry| symmetry != IDENTITY) {
            let known = &derived.symmetries;
            // Two symmetries of the rules make a third.
            let made = known.iter().any(|first| known.iter().any(|next| first.then(*next) == symmetry));
            let keeps = || {
                (0..2).all(|player| becomes(player, player, symmetry, &same))
                    && goals.image(symmetry, &same, false) == plain_goal
            };
            if made || keeps() {
                derived.symmetries.push(symmetry);
            }
        }
        derived.transposes = derived.symmetries.iter().any(|symmetry| symmetry.transpose);
        derived.swap = candidates.iter().copied().find_map(|symmetry| {
            renamings(symbols).into_iter().find_map(|names| {
                let renaming = Renaming::new(names);
                // What exchanges two sets and is its own inverse takes the second to the first.
                let inverse = symmetry.then(symmetry) == IDENTITY
                    && (0..).zip(names).all(|(symbol, name)| names[usize::from(name)] == symbol);
                let fits = becomes(0, 1, symmetry, &renaming)
                    && (inverse || becomes(1, 0, symmetry, &renaming))
                    && goals.image(symmetry, &renaming, true) == plain_goal;
                fits.then_some((symmetry, names))
            })
        });
        derived.ambiguous = ways.iter().any(|ways| {
            let mut known = FxHashSet::default();
            !ways.iter().all(|way| known.insert(covered(way)))
        });
        derived.echoes = [0, 1].map(|player: usize| echoes(&ways[player]));
        derived.ends_always = always_ends(symbols, ways);
        let dies = |cell: &PatternCell| cell.becomes.is_some_and(|symbol| derived.dead_set >> symbol & 1 == 1);
        let takes = |way: &Way| way.step.cells.iter().all(dies);
        derived.commutes = derived.splits && one_step && ways.iter().flatten().all(takes);
        derived
    }
}

/// The classes of ways that make the same change under the same name.
fn echoes(ways: &[Way]) -> Vec<u8> {
    type Change = Vec<((i8, i8), Option<u8>)>;
    let change = |way: &Way| -> Change {
        let on_board = way.step.cells.iter().filter(|cell| cell.want != Want::Edge);
        on_board.map(|cell| (cell.offset, cell.becomes)).collect()
    };
    let plain = ways.iter().enumerate().filter(|(_, way)| way.then.is_empty());
    let mut known: Vec<(Change, usize)> = plain.map(|(number, way)| (change(way), number)).collect();
    known.sort_unstable();
    let mut classes = vec![0; ways.len()];
    // More classes than a byte counts are told apart by nobody: their moves stay.
    let alike = known.chunk_by(|a, b| a.0 == b.0).filter(|members| members.len() > 1);
    for (class, members) in (1..=u8::MAX).zip(alike) {
        members.iter().for_each(|&(_, way)| classes[way] = class);
    }
    if classes.iter().all(|&class| class == 0) { Vec::new() } else { classes }
}

/// The cells that a way covers, from the least on: how far each is from the one before, and how often so.
fn covered(way: &Way) -> Vec<(i8, i8, u8)> {
    let mut offsets: Vec<(i8, i8)> = way.step.cells.iter().map(|cell| cell.offset).collect();
    offsets.sort_unstable();
    let mut runs: Vec<(i8, i8, u8)> = Vec::new();
    for pair in offsets.windows(2) {
        let (rows, columns) = (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1);
        match runs.last_mut() {
            Some(run) if (run.0, run.1) == (rows, columns) => run.2 += 1,
            _ => runs.push((rows, columns, 1)),
        }
    }
    runs
}

/// All ways to rename the symbols.
fn renamings(symbols: usize) -> Vec<[u8; MOST_SYMBOLS]> {
    let names = |code: usize| -> [u8; MOST_SYMBOLS] {
        std::array::from_fn(|at| (code / MOST_SYMBOLS.pow(at as u32) % MOST_SYMBOLS) as u8)
    };
    let distinct =
        |names: &[u8; MOST_SYMBOLS]| names.iter().fold(0, |set, name| set | 1 << name) == (1 << MOST_SYMBOLS) - 1;
    let kept = |names: &[u8; MOST_SYMBOLS]| (symbols..MOST_SYMBOLS).all(|at| usize::from(names[at]) == at);
    let codes = 0..MOST_SYMBOLS.pow(MOST_SYMBOLS as u32);
    codes.map(names).filter(|names| distinct(names) && kept(names)).collect()
}

/// Whether a sum over the cells gets smaller with every move: first with a weight for each symbol, then with weights that
/// grow along rows and columns, as where pieces only go one way.
fn always_ends(symbols: usize, ways: &[Vec<Way>; 2]) -> bool {
    let all: Vec<&Way> = ways.iter().flatten().collect();
    let count_of = |base: usize| base.pow(symbols as u32);
    let digit = |code: usize, base: usize, at: usize| (code / base.pow(at as u32) % base) as i64;
    let by_symbols = (0..count_of(4)).any(|code| all_shrink(&all, |symbol, _| (digit(code, 4, symbol), 0, 0)));
    by_symbols
        || (0..count_of(9)).any(|code| {
            let weigh = |symbol, (row, column): (i8, i8)| {
                let (down, right) = (digit(code, 9, symbol) / 3 - 1, digit(code, 9, symbol) % 3 - 1);
                (down * i64::from(row) + right * i64::from(column), down, right)
            };
            all_shrink(&all, weigh)
        })
}

/// Whether every way makes the sum smaller, whatever follows its first step.
fn all_shrink(ways: &[&Way], weigh: impl Fn(usize, (i8, i8)) -> (i64, i64, i64)) -> bool {
    // The steps that may follow are shared by the ways of one rule.
    let mut following: Option<(*const Pattern, Option<i64>)> = None;
    ways.iter().all(|way| {
        let start = way.then.as_ptr();
        if following.is_none_or(|(known, _)| known != start) {
            let changes = way.then.iter().map(|next| step_change(next, &weigh)).collect::<Option<Vec<_>>>();
            // why where nothing follows, nothing changes.
            let worst = changes.map(|changes| changes.into_iter().max().unwrap_or(0));
            following = Some((start, worst));
        }
        let Some((_, Some(worst))) = following else { return false };
        step_change(&way.step, &weigh).is_some_and(|first| first + worst < 0)
    })
}

/// The largest change of the sum that a step can bring; `None` when it depends on the place.
fn step_change(step: &Pattern, weigh: &impl Fn(usize, (i8, i8)) -> (i64, i64, i64)) -> Option<i64> {
    let (mut total, mut rows, mut columns) = (0, 0, 0);
    for cell in &step.cells {
        let (Some(symbol), Want::Symbols(set)) = (cell.becomes, cell.want) else { continue };
        let after = weigh(usize::from(symbol), cell.offset);
        let mut before = (0..8).filter(|at| set >> at & 1 == 1).map(|at| weigh(at, cell.offset));
        let (mut least, down, right) = before.next()?;
        for (weight, other_down, other_right) in before {
            if (other_down, other_right) != (down, right) {
                return None;
            }
            least = least.min(weight);
        }
        total += after.0 - least;
        rows += after.1 - down;
        columns += after.2 - right;
    }
    (rows == 0 && columns == 0).then_some(total)
}

/// A game on a board, `PARTISAN` or not.
#[derive(Clone, Debug)]
pub(crate) struct BoardGame<const PARTISAN: bool>(pub Arc<BoardRules>);

impl<const PARTISAN: bool> PartialEq for BoardGame<PARTISAN> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// A way and where it starts, with the step that follows and where that starts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Played {
    player: u8,
    way: u16,
    at: u8,
    next: u16,
    then: u8,
    /// Whether the board it was listed for may fall apart, as a search of a game whose moves commute is told; it is no part of the
    /// name of the move.
    splits: bool,
}

impl PartialEq for Played {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        (self.player, self.way, self.at, self.next, self.then)
            == (other.player, other.way, other.at, other.next, other.then)
    }
}

impl Eq for Played {}

impl BoardRules {
    fn side(&self, player: Player, partisan: bool) -> usize {
        usize::from(partisan && player == Player::Right)
    }

    /// A play that comes back to where it was, as far as one is found; none where the rules alone show that every play ends.
    pub(crate) fn cycle(&self, start: &Board, partisan: bool) -> Option<Vec<String>> {
        if self.derived.ends_always || self.results.endless {
            return None;
        }
        let below = |board: &Board| -> Vec<Board> {
            let mut moves = Vec::new();
            (0..if partisan { 2 } else { 1 }).for_each(|side| self.list(board, side, &mut moves));
            moves.iter().map(|played| self.after(board, played)).collect()
        };
        let cycle = self.ended.cycle(start, &below)?;
        Some(cycle.iter().map(|board| self.written(board)).collect())
    }

    /// The board after a move.
    fn after(&self, board: &Board, played: &Played) -> Board {
        let mut after = *board;
        self.play(&mut after, played);
        after
    }

    fn play(&self, board: &mut Board, played: &Played) {
        let way = &self.ways[usize::from(played.player)][usize::from(played.way)];
        way.step.play(board, u32::from(played.at));
        if let Some(next) = way.then.get(usize::from(played.next)) {
            next.play(board, u32::from(played.then));
        }
    }

    fn over<W: Word>(&self, board: &Board, held: &Held<W>, all: W) -> bool {
        self.goals.all().any(|goal| goal.fits(board.stride(), held, all) != W::NONE)
    }

    /// How the game has ended for the player of a side, where the file says so.
    pub(crate) fn ending(&self, board: &Board, side: usize) -> Option<Ending> {
        if !self.results.declared {
            return None;
        }
        if board.is_small() { self.ending_in::<u64>(board, side) } else { self.ending_in::<u128>(board, side) }
    }

    fn ending_in<W: Word>(&self, board: &Board, side: usize) -> Option<Ending> {
        let all = W::of(board.all());
        let held = board.held(all);
        let there = |patterns: &[Pattern]| patterns.iter().any(|goal| goal.fits(board.stride(), &held, all) != W::NONE);
        if there(&self.goals.wins[0]) {
            return Some(Ending::Left);
        }
        if there(&self.goals.wins[1]) {
            return Some(Ending::Right);
        }
        if there(&self.goals.draws) {
            return Some(Ending::Draw);
        }
        let stuck = self.results.stuck?;
        if there(&self.goals.ends) {
            return None;
        }
        let mut moves = Vec::new();
        self.list(board, side, &mut moves);
        moves.is_empty().then_some(stuck)
    }

    fn list(&self, board: &Board, side: usize, moves: &mut Vec<Played>) {
        if board.is_small() {
            self.list_in::<u64>(board, side, moves);
        } else {
            self.list_in::<u128>(board, side, moves);
        }
    }

    fn list_in<W: Word>(&self, board: &Board, side: usize, moves: &mut Vec<Played>) {
        let all = W::of(board.all());
        let held = board.held(all);
        if self.over(board, &held, all) {
            return;
        }
        let first = moves.len();
        let mut must = false;
        let longest = usize::from(board.rows.max(board.columns));
        let classes = &self.derived.echoes[side];
        let mut listed: Vec<(u8, W)> = Vec::new();
        for (number, way) in self.ways[side].iter().enumerate() {
            let step = &way.step;
            if step.cells.len() > longest + 2 || (must && !way.must) {
                continue;
            }
            let mut places = step.fits(board.stride(), &held, all);
            if places != W::NONE && way.must && !must {
                must = true;
                moves.truncate(first);
                listed.clear();
            }
            if let Some(&class) = classes.get(number).filter(|&&class| class != 0) {
                match listed.iter_mut().find(|(known, _)| *known == class) {
                    Some((_, known)) => {
                        let fresh = places & !*known;
                        *known = *known | places;
                        places = fresh;
                    }
                    None => listed.push((class, places)),
                }
            }
            while places != W::NONE {
                let at = places.first();
                places = places.without_first();
                let played =
                    Played { player: side as u8, way: number as u16, at: at as u8, next: 0, then: 0, splits: true };
                if way.then.is_empty() {
                    moves.push(played);
                    continue;
                }
                let mut after = *board;
                let end = step.play(&mut after, at);
                for (next, following) in way.then.iter().enumerate() {
                    if following.cells.len() <= longest + 2 && following.fits_at(&after, end) {
                        moves.push(Played { next: next as u16, then: end as u8, ..played });
                    }
                }
            }
        }
    }

    /// How many moves a side has, such that are listed once for each way counted so often.
    fn count_in<W: Word>(&self, board: &Board, side: usize) -> u32 {
        let all = W::of(board.all());
        let held = board.held(all);
        self.ways[side].iter().map(|way| way.step.fits(board.stride(), &held, all).wide().count_ones()).sum()
    }

    /// How far the middle of a move is from the middle of the board, rows and columns together and four times; and whether the move
    /// lies along the longer side.
    fn outwards(&self, board: &Board, played: &Played) -> (bool, i32) {
        let (row, column) = board.place(u32::from(played.at));
        let span = self.step(played).cells.last().map_or((0, 0), |last| last.offset);
        let far =
            |at: usize, span: i8, side: u8| (4 * at as i32 + 2 * i32::from(span) - 2 * (i32::from(side) - 1)).abs();
        let along = if board.columns > board.rows { span.1 != 0 } else { span.0 != 0 };
        (along, far(row, span.0, board.rows) + far(column, span.1, board.columns))
    }

    fn step(&self, played: &Played) -> &Pattern {
        &self.ways[usize::from(played.player)][usize::from(played.way)].step
    }

    /// Says of moves that take cells and nothing else which of them may split the board: those around which the cells that are left do
    /// not hang together when only those next to them are looked at, and those next to these.
    fn find_splits<W: Word>(&self, board: &Board, moves: &mut [Played]) {
        let all = board.all();
        let live = W::of(all & !board.holding(self.derived.dead_set, all));
        let stride = board.stride();
        for played in moves {
            let mut taken = W::NONE;
            for cell in &self.step(played).cells {
                let at = i32::from(played.at) + i32::from(cell.offset.0) * stride + i32::from(cell.offset.1);
                taken = taken | W::of(1) << at as u32;
            }
            let left = live & !taken;
            let ring = self.widened(taken, stride) & left;
            let near = (ring | self.widened(ring, stride)) & left;
            let mut reached = if ring == W::NONE { ring } else { W::of(1) << ring.first() };
            while ring & !reached != W::NONE {
                let wider = self.widened(reached, stride) & near;
                if wider & !reached == W::NONE {
                    break;
                }
                reached = reached | wider;
            }
            played.splits = ring & !reached != W::NONE;
        }
    }

    /// Some cells and those that one pattern can cover together with one of them.
    #[inline]
    fn widened<W: Word>(&self, cells: W, stride: i32) -> W {
        self.derived.steps.iter().fold(cells, |wider, step| {
            let by = i32::from(step.0) * stride + i32::from(step.1);
            wider | cells.brought(by) | cells.brought(-by)
        })
    }

    fn parts(&self, board: &Board, parts: &mut Vec<Board>) {
        if self.derived.cuts {
            stretches(board, &self.derived.spans, &mut |part| parts.push(part));
            return;
        }
        match self.derived.dead.filter(|_| self.derived.splits) {
            None => parts.push(*board),
            Some(dead) if board.is_small() => self.parts_in::<u64>(board, dead, true, parts),
            Some(dead) => self.parts_in::<u128>(board, dead, true, parts),
        }
    }

    /// As [`BoardRules::parts`], where moves commute; the parts stay where they are, so that their moves keep their names.
    fn parts_in_place(&self, board: &Board, parts: &mut Vec<Board>) {
        match self.derived.dead {
            None => parts.push(*board),
            Some(dead) if board.is_small() => self.parts_in::<u64>(board, dead, false, parts),
            Some(dead) => self.parts_in::<u128>(board, dead, false, parts),
        }
    }

    /// The parts of what is left between dead cells, each cut to its cells or not.
    fn parts_in<W: Word>(&self, board: &Board, dead: u8, cut: bool, parts: &mut Vec<Board>) {
        let all = board.all();
        let mut rest = W::of(all & !board.holding(self.derived.dead_set, all));
        let stride = board.stride();
        while rest != W::NONE {
            let mut part = W::of(1) << rest.first();
            loop {
                let wider = self.widened(part, stride) & rest;
                if wider == part {
                    break;
                }
                part = wider;
            }
            rest = rest & !part;
            let part = part.wide();
            let mut piece = board.only(part, dead, all);
            if part.count_ones() > 1 || self.moves_at_all(&piece) {
                if cut {
                    piece.cut_to(part);
                }
                parts.push(piece);
            }
        }
    }

    fn moves_at_all(&self, board: &Board) -> bool {
        let mut moves = Vec::new();
        (0..2).any(|side| {
            self.list(board, side, &mut moves);
            !moves.is_empty()
        })
    }

    /// Live cells only, dead ones all alike, cut to what is left, where that changes nothing.
    fn tidy(&self, board: &mut Board) {
        if self.derived.loose != [0; 2] {
            without_loose_ends(board, self.derived.loose);
        }
        if let Some(dead) = self.derived.dead.filter(|_| self.derived.splits) {
            let all = board.all();
            let live = all & !board.holding(self.derived.dead_set, all);
            *board = board.only(live, dead, all);
            if live == 0 {
                board.cut_to(1);
            } else {
                board.cut_to(live);
            }
        }
    }

    /// The least image under the symmetries of the rules. Boards are compared by their rows first, so of a board that is not
    /// square only the lying images count, where rows and columns may be exchanged.
    fn least(&self, board: &Board) -> Board {
        let symmetries = &self.derived.symmetries;
        // The images of a board, with rows and columns exchanged already or not.
        let images = |board: Board, transpose: bool| {
            let mut mirrored = None;
            let fitting = symmetries.iter().filter(move |symmetry| symmetry.transpose == transpose);
            fitting.map(move |symmetry| match (symmetry.flip_rows, symmetry.flip_columns) {
                (false, false) => board,
                (true, true) => board.turned(),
                (rows, _) => {
                    let mirrored: Board = *mirrored.get_or_insert_with(|| board.mirrored());
                    if rows { mirrored.turned() } else { mirrored }
                }
            })
        };
        let exchanged = if self.derived.transposes && board.rows >= board.columns {
            board.image(Symmetry { transpose: true, ..IDENTITY })
        } else {
            None
        };
        match exchanged {
            None => images(*board, false).fold(*board, Board::min),
            Some(turned) => {
                let least = images(turned, true).min().unwrap_or(*board);
                if board.rows > board.columns {
                    least
                } else {
                    images(*board, false).fold(least.min(*board), Board::min)
                }
            }
        }
    }

    /// The least image under the symmetries of the rules and their negatives, and whether it is a negative.
    fn least_up_to_sign(&self, board: &Board) -> (Board, bool) {
        let Some((symmetry, _)) = self.derived.swap else { return (self.least(board), false) };
        // Where exchanging rows and columns exchanges the players, the lying one of both is the least.
        let only_one = symmetry.transpose && !self.derived.transposes && board.rows != board.columns;
        if only_one && board.rows < board.columns {
            return (self.least(board), false);
        }
        let Some(swapped) = self.swapped(board).map(|image| self.least(&image)) else {
            return (self.least(board), false);
        };
        if only_one {
            return (swapped, true);
        }
        let plain = self.least(board);
        if swapped < plain { (swapped, true) } else { (plain, false) }
    }

    fn swapped(&self, board: &Board) -> Option<Board> {
        let (symmetry, names) = self.derived.swap?;
        board.image(symmetry).map(|image| image.renamed(&names))
    }

    fn cell_name(&self, board: &Board, bit: u32) -> String {
        let (row, column) = board.place(bit);
        let letter = |index: usize| char::from(b'a' + index as u8);
        let name = if column < 26 {
            letter(column).to_string()
        } else {
            format!("{}{}", letter(column / 26 - 1), letter(column % 26))
        };
        if self.shape == Shape::Strip { (column + 1).to_string() } else { format!("{name}{}", row + 1) }
    }

    fn written(&self, board: &Board) -> String {
        let mut text = String::new();
        for row in 0..usize::from(board.rows) {
            if row > 0 {
                text.push('|');
            }
            for column in 0..usize::from(board.columns) {
                let symbol = board.symbol(board.bit(row, column));
                text.push(self.symbols.get(usize::from(symbol)).copied().unwrap_or('?'));
            }
        }
        text
    }

    /// Reads a board drawn with `|` between rows, or a size, which is filled with the first symbol.
    pub(crate) fn read(&self, input: &Input<'_>) -> Result<Board, ParseError> {
        input.no_arguments()?;
        let text = input.position.0;
        let list: Vec<String> = self.symbols.iter().map(|symbol| format!("`{symbol}`")).collect();
        let expected = || {
            Text::new("expected a size such as 3x4, or rows joined by `|` of the symbols {symbols}")
                .with("symbols", list.join(" "))
        };
        if text.is_empty() {
            return Err(input.position_error("the board is missing").help(expected()));
        }
        let too_large = |rows: usize, columns: usize| {
            let problem = Text::new("a board of {rows}x{columns} is too large");
            input.position_error(problem.with("rows", rows).with("columns", columns))
        };
        if text.chars().all(|c| c.is_ascii_digit() || c == 'x' || c == 'X')
            && text.starts_with(|c: char| c.is_ascii_digit())
            && !text.chars().all(|c| self.symbols.contains(&c))
        {
            let (rows, columns) = match text.split_once(['x', 'X']) {
                Some((rows, columns)) => (rows.parse(), columns.parse()),
                None => (Ok(1), text.parse()),
            };
            let (Ok(rows), Ok(columns)) = (rows, columns) else {
                return Err(input.position_error("this is not the size of a board").help(expected()));
            };
            let board = Board::new(rows, columns).filter(|_| rows.max(columns) <= self.derived.longest_side);
            return board.ok_or_else(|| too_large(rows, columns));
        }
        let rows: Vec<&str> = text.split('|').collect();
        let columns = rows[0].chars().count();
        if self.shape == Shape::Strip && rows.len() > 1 {
            return Err(input.position_error("a strip has one row").help(expected()));
        }
        let fits = rows.len().max(columns) <= self.derived.longest_side;
        let Some(mut board) = Board::new(rows.len(), columns).filter(|_| fits) else {
            if columns == 0 {
                return Err(input.error(0, 0, "the first row is empty").help(expected()));
            }
            return Err(too_large(rows.len(), columns));
        };
        let mut offset = 0;
        for (row, cells) in rows.iter().enumerate() {
            let length = cells.chars().count();
            if length != columns {
                let problem = Text::new("row {row} has {length} cells, the first has {columns}");
                let problem = problem.with("row", row + 1).with("length", length).with("columns", columns);
                return Err(input.error(offset, cells.len(), problem));
            }
            for (column, (at, symbol)) in cells.char_indices().enumerate() {
                let Some(number) = self.symbols.iter().position(|known| *known == symbol) else {
                    let problem = Text::new("`{symbol}` is not a cell of this board").with("symbol", symbol);
                    return Err(input.error(offset + at, symbol.len_utf8(), problem).help(expected()));
                };
                board.set(board.bit(row, column), number as u8);
            }
            offset += cells.len() + 1;
        }
        Ok(board)
    }
}

impl<const PARTISAN: bool> Rules for BoardGame<PARTISAN> {
    type Position = Board;
    type Move = Played;
    const KIND: Kind = if PARTISAN { Kind::Partisan } else { Kind::Impartial };

    const DRAWS: Draws = Draws::Perhaps;

    fn moves(&self, board: &Board, player: Player, moves: &mut Vec<Played>) -> Result<(), Refusal> {
        self.0.list(board, self.0.side(player, PARTISAN), moves);
        Ok(())
    }

    fn play(&self, board: &mut Board, played: &Played) {
        self.0.play(board, played);
    }

    fn ends(&self) -> bool {
        self.0.derived.ends_always || !self.0.results.endless
    }

    fn surely_ends(&self) -> bool {
        self.0.derived.ends_always
    }

    fn declares(&self) -> bool {
        self.0.results.declared
    }

    fn ending(&self, board: &Board, player: Player) -> Option<Outcome> {
        self.0.ending(board, self.0.side(player, PARTISAN)).map(Ending::outcome)
    }

    fn split(&self, board: &Board, parts: &mut Vec<Board>) {
        self.0.parts(board, parts);
    }

    fn canonicalise(&self, board: &mut Board) {
        self.0.tidy(board);
        *board = self.0.least(board);
    }

    /// How many cells are left. Where moves commute an impartial game has fewer moves with every move, and fewest where they stand
    /// in each other's way: there it is how many moves there are.
    fn weight(&self, board: &Board) -> usize {
        if !PARTISAN && self.0.derived.commutes {
            let count =
                if board.is_small() { self.0.count_in::<u64>(board, 0) } else { self.0.count_in::<u128>(board, 0) };
            return count as usize;
        }
        let all = board.all();
        (all & !board.holding(self.0.derived.dead_set, all)).count_ones() as usize
    }
}

impl<const PARTISAN: bool> ImpartialHints for BoardGame<PARTISAN> {
    const COMMUTES: bool = !PARTISAN;

    fn commutes(&self) -> bool {
        !PARTISAN && self.0.derived.commutes
    }

    /// Where moves only take cells away, those that may split the board first, since small parts are known early; those across the
    /// longer side before those along it, and those in the middle before those outside: boards then fall into parts of about the
    /// same size, as in Cram.
    fn search_moves(&self, board: &Board, moves: &mut Vec<Played>) -> Result<(), Refusal> {
        let (first, rules) = (moves.len(), &self.0);
        rules.list(board, 0, moves);
        if self.commutes() {
            let listed = &mut moves[first..];
            if board.is_small() {
                rules.find_splits::<u64>(board, listed);
            } else {
                rules.find_splits::<u128>(board, listed);
            }
            listed.sort_by_cached_key(|played| (!played.splits, rules.outwards(board, played)));
        }
        Ok(())
    }

    /// As in Cram, where it was measured.
    fn promise(&self, played: &Played) -> u32 {
        if self.commutes() && played.splits { 3 } else { 0 }
    }

    fn split_option(&self, _: &Board, played: &Played, option: &Board, parts: &mut Vec<Board>) {
        if !self.commutes() {
            self.0.parts(option, parts);
        } else if played.splits {
            self.0.parts_in_place(option, parts);
        } else if self.0.moves_at_all(option) {
            parts.push(*option);
        }
    }
}

impl<const PARTISAN: bool> PartisanHints for BoardGame<PARTISAN> {
    fn light(&self) -> usize {
        16
    }

    fn heavy(&self) -> usize {
        30
    }

    fn packed(&self, board: &Board) -> Option<[u64; 2]> {
        board.packed()
    }

    fn canonicalise_up_to_sign(&self, board: &mut Board) -> bool {
        self.0.tidy(board);
        let negative;
        (*board, negative) = self.0.least_up_to_sign(board);
        PARTISAN && negative
    }

    fn negate(&self, board: &mut Board) -> bool {
        if !PARTISAN {
            return true;
        }
        self.0.swapped(board).map(|image| *board = image).is_some()
    }

    fn exchanged(&self) -> Option<Self> {
        let rules = &self.0;
        let [left, right] = rules.ways.clone();
        let mut derived = rules.derived.clone();
        derived.echoes.reverse();
        Some(Self(Arc::new(BoardRules {
            page: rules.page,
            place: rules.place,
            small: rules.small.clone(),
            shape: rules.shape,
            symbols: rules.symbols.clone(),
            ways: [right, left],
            goals: Goals { wins: [rules.goals.wins[1].clone(), rules.goals.wins[0].clone()], ..rules.goals.clone() },
            results: rules.results,
            derived,
            drawn: rules.drawn.clone(),
            ended: Ended::default(),
        })))
    }
}

/// Placeholder page: every game made from a file has a page of its own.
pub(crate) const NO_INFO: Info =
    Page { name: "rules", summary: "", rules: "", notation: "", theorems: &[], examples: &[] };

impl<const PARTISAN: bool> Game for BoardGame<PARTISAN> {
    const INFO: Info = NO_INFO;

    fn page(&self) -> Page<'_> {
        self.0.page
    }

    fn read(input: &Input<'_>) -> Result<(Self, Board), ParseError> {
        Err(input.position_error("these rules are read from a file"))
    }

    fn write(&self, board: &Board) -> String {
        self.0.written(board)
    }

    fn label(&self, board: &Board, played: &Played) -> String {
        let rules = &self.0;
        let way = &rules.ways[usize::from(played.player)][usize::from(played.way)];
        let mut label = String::new();
        for (step, at) in [Some(&way.step), way.then.get(usize::from(played.next))]
            .into_iter()
            .flatten()
            .zip([played.at, played.then])
        {
            let stride = board.stride();
            let name = |offset: (i8, i8)| {
                let bit = i32::from(at) + i32::from(offset.0) * stride + i32::from(offset.1);
                rules.cell_name(board, bit as u32)
            };
            let changed: Vec<&crate::board::PatternCell> =
                step.cells.iter().filter(|cell| cell.want != Want::Edge).collect();
            if !label.is_empty() {
                label.push(',');
            }
            let first = changed.first().map(|cell| name(cell.offset)).unwrap_or_default();
            let last = changed.last().map(|cell| name(cell.offset)).unwrap_or_default();
            label.push_str(&first);
            if last != first {
                label.push('-');
                label.push_str(&last);
            }
            if rules.derived.ambiguous {
                label.push('=');
                for cell in &step.cells {
                    label.push(match (cell.becomes, cell.want) {
                        (Some(symbol), _) => rules.symbols[usize::from(symbol)],
                        (None, Want::Symbols(set)) if set.is_power_of_two() => {
                            rules.symbols[set.trailing_zeros() as usize]
                        }
                        (None, Want::Symbols(_)) => '?',
                        (None, Want::Edge) => '|',
                    });
                }
            }
        }
        label
    }

    fn board(&self, board: &Board) -> String {
        self.0.written(board).replace('|', "\n")
    }

    fn picture(&self, board: &Board) -> Picture {
        let rules = &self.0;
        let offered: Vec<(u32, String)> = Player::BOTH
            .into_iter()
            .take(if PARTISAN { 2 } else { 1 })
            .flat_map(|player| self.offered(board, player))
            .map(|played| (u32::from(played.at), self.label(board, &played)))
            .collect();
        let cell = |row: usize, column: usize| {
            let bit = board.bit(row, column);
            let symbol = board.symbol(bit);
            let glyph = rules.symbols.get(usize::from(symbol)).copied().unwrap_or('?').to_string();
            let dead = rules.derived.dead_set >> symbol & 1 == 1;
            let cell = if let Some(Some(look)) = rules.drawn.get(usize::from(symbol)) {
                look.cell()
            } else if dead {
                Cell::gone().glyph(&glyph)
            } else if symbol == 0 || glyph == "_" || glyph == "." {
                Cell::empty()
            } else {
                let role = if symbol % 2 == 1 { Role::Left } else { Role::Right };
                Cell::new(CellKind::Piece, role).glyph(&glyph)
            };
            offered.iter().filter(|(at, _)| *at == bit).fold(cell, |cell, (_, label)| cell.plays(label.clone()))
        };
        let rows = (0..usize::from(board.rows))
            .map(|row| (0..usize::from(board.columns)).map(|column| cell(row, column)).collect())
            .collect();
        Cells::new(rows).picture(self.text(board), Text::known(rules.page.summary))
    }

    fn small() -> Vec<String> {
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::Reader;

    /// All images of some steps under all symmetries, with symbols exchanged or not.
    #[test]
    fn steps_are_written_alike_where_they_are_equal() {
        let reader = Reader { symbols: &['.', 'x', 'o', '#'], shape: Shape::Grid };
        let rules =
            ["x.+ -> .+x any then x.*. -> x.*# any", "x(o.)+ -> (..)+x orthogonal", "|x[.o] -> |.? any", ". -> x"];
        let read = |rule: &&str| reader.rule(rule, Place::new(1, 1)).expect("a rule");
        let ways: Vec<Way> = rules.iter().flat_map(read).collect();
        let steps = ways.iter().flat_map(|way| std::iter::once(&way.step).chain(way.then.iter().take(40)));
        let short: Vec<&Pattern> = steps.filter(|step| step.cells.len() <= 4).collect();
        let mut images = Vec::new();
        for renaming in [SAME, [0, 2, 1, 3]].map(Renaming::new) {
            for symmetry in Symmetry::ALL {
                for step in &short {
                    let mut written = Vec::new();
                    Runs::of(step).write_image(symmetry, &renaming, &mut written);
                    images.push((step.image(symmetry, &renaming), written));
                }
            }
        }
        images.sort();
        images.dedup();
        let mut steps: Vec<&Pattern> = images.iter().map(|(step, _)| step).collect();
        steps.dedup();
        let mut written: Vec<&Vec<u64>> = images.iter().map(|(_, written)| written).collect();
        written.sort();
        written.dedup();
        assert!(steps.len() > 30);
        assert_eq!((steps.len(), written.len()), (images.len(), images.len()));
    }
}
