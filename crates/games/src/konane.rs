//! Konane, Hawaiian draughts: jump over enemy stones into empty cells and take them.

use crate::board::{self, Board, LETTERS, Place, Set, Way, bits};
use grundy_draw::Picture;
use grundy_game::{
    Course, Game, ImpartialHints, Info, Input, Kind, ParseError, PartisanHints, Player, Refusal, Rules, TheoremNote,
};
use std::marker::PhantomData;

/// The rules of Konane. The layers hold Left's stones, Right's stones and the empty cells; all others are blocked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Konane<S = u128>(PhantomData<S>);

const EMPTY: usize = 2;

/// A stone jumps along a line from one cell to another and takes every stone between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Jump {
    from: Place,
    to: Place,
}

impl<S: Set> Rules for Konane<S> {
    type Position = Board<3, S>;
    type Move = Jump;
    const KIND: Kind = Kind::Partisan;

    fn moves(&self, board: &Board<3, S>, player: Player, moves: &mut Vec<Jump>) -> Result<(), Refusal> {
        let (own, enemy) = (&board.layers[player as usize], &board.layers[player.other() as usize]);
        let empty = &board.layers[EMPTY];
        let (stride, end) = (board.stride(), u32::from(board.rows) * board.stride());
        for from in bits(own.clone()) {
            for (step, forward) in [(stride, false), (1, false), (1, true), (stride, true)] {
                let next =
                    |at: u32| if forward { Some(at + step).filter(|&at| at < end) } else { at.checked_sub(step) };
                let mut at = from;
                while let Some(over) = next(at).filter(|&over| enemy.has(over))
                    && let Some(to) = next(over).filter(|&to| empty.has(to))
                {
                    at = to;
                    moves.push(Jump { from: from as Place, to: to as Place });
                }
            }
        }
        Ok(())
    }

    fn play(&self, board: &mut Board<3, S>, played: &Jump) {
        let (from, to) = (u32::from(played.from), u32::from(played.to));
        let own = usize::from(!board.layers[0].has(from));
        let (low, high) = (from.min(to), from.max(to));
        let step = if high - low < board.stride() { 1 } else { board.stride() };
        for between in (low..high).step_by(step as usize).skip(1) {
            if board.layers[1 - own].has(between) {
                board.layers[1 - own].remove(between);
                board.layers[EMPTY].insert(between);
            }
        }
        board.layers[own].remove(from);
        board.layers[own].insert(to);
        board.layers[EMPTY].insert(from);
        board.layers[EMPTY].remove(to);
    }

    /// Regions of cells that are not blocked; those without stones of both players and an empty cell have no moves.
    fn split(&self, board: &Board<3, S>, parts: &mut Vec<Board<3, S>>) {
        board.groups(board.filled(), false, |group| {
            let part = board.only(&group);
            if !part.layers.iter().any(Set::is_empty) {
                parts.push(part);
            }
        });
    }

    fn canonicalise(&self, board: &mut Board<3, S>) {
        board.trim();
        *board = board.least_of_eight();
    }

    fn weight(&self, board: &Board<3, S>) -> usize {
        (board.layers[0].count() + board.layers[1].count()) as usize
    }

    fn position_bytes(&self, board: &Board<3, S>) -> usize {
        board.bytes()
    }
}

impl<S: Set> ImpartialHints for Konane<S> {}

impl<S: Set> PartisanHints for Konane<S> {
    fn light(&self) -> usize {
        8
    }

    fn heavy(&self) -> usize {
        18
    }

    fn canonicalise_up_to_sign(&self, board: &mut Board<3, S>) -> bool {
        board.trim();
        board.least_up_to_swap(0, 1)
    }

    fn negate(&self, board: &mut Board<3, S>) -> bool {
        board.layers.swap(0, 1);
        true
    }
}

impl<S: Set> Game for Konane<S> {
    const INFO: Info = Info {
        name: "konane",
        summary: "Hawaiian draughts: jump over enemy stones into empty cells and take them",
        rules: "A stone jumps over a neighbouring enemy stone into the empty cell behind it and takes the stone; it may go on \
                jumping along the same line. Left moves x, Right moves o. Whoever cannot move loses.",
        notation: "konane:RxC (stones by turns everywhere but on two cells in the middle), or rows joined by |, `x` Left, `o` \
                   Right, `.` empty, `#` blocked: konane:xo.ox.",
        theorems: &[TheoremNote {
            statement: "Regions that blocked cells keep apart are components of a sum.",
            literature: "M. Ernst, Playing Konane mathematically (1995)",
        }],
        examples: &["konane:xo.ox.", "konane:4x4"],
    };

    fn read(input: &Input<'_>) -> Result<(Self, Board<3, S>), ParseError> {
        let symbols = [('x', Some(0)), ('o', Some(1)), ('.', Some(EMPTY)), ('#', None)];
        Ok((Self::default(), board::read(input, &symbols, opening)?))
    }

    fn write(&self, board: &Board<3, S>) -> String {
        board::write(board, ['x', 'o', '.'], '#')
    }

    fn label(&self, board: &Board<3, S>, played: &Jump) -> String {
        format!("{}-{}", board.cell_name(played.from), board.cell_name(played.to))
    }

    fn board(&self, board: &Board<3, S>) -> String {
        self.write(board).replace('|', "\n")
    }

    fn drawn(&self, course: &Course<'_, Self>) -> Picture {
        let way = |board: &Board<3, S>, jump: &Jump| {
            let mut after = board.clone();
            self.play(&mut after, jump);
            let stones = |board: &Board<3, S>| board.layers[0].or(&board.layers[1]);
            let mut taken = stones(board).without(&stones(&after));
            taken.remove(jump.from.into());
            Way { takes: bits(taken).collect(), ..Way::slide(u32::from(jump.from), u32::from(jump.to)) }
        };
        board::stones(self, course, LETTERS, way)
            .picture(self.text(course.now), "A board of stones; a stone jumps over a neighbouring enemy and takes it.")
    }

    fn small() -> Vec<String> {
        let mut all = board::small("konane", &['x', 'o', '.'], 4);
        let more = ["xo.o.", ".ox.o.x", "xox|o.o|xox", "xo#ox.", "x.o|oxo|.x.", ".o.|oxo|.o.", "xo.o.ox"];
        all.extend(more.map(|board| format!("konane:{board}")));
        all
    }
}

/// Stones by turns, without the pair in the middle that the players take to begin with.
fn opening<S: Set>(board: &mut Board<3, S>) {
    let (middle_row, middle) = (usize::from(board.rows - 1) / 2, usize::from(board.columns - 1) / 2);
    for bit in bits(board.all()) {
        let (row, column) = board.place(bit);
        let taken = row == middle_row && (column == middle || column == middle + 1);
        let layer = if taken { EMPTY } else { (row + column) % 2 };
        board.layers[layer].insert(bit);
    }
}
