//! Konane, Hawaiian draughts: jump over enemy stones into empty cells and take them.

use crate::board::{self, Board, LETTERS, Way, bits};
use grundy_draw::Picture;
use grundy_game::{
    Course, Game, ImpartialHints, Info, Input, Kind, ParseError, PartisanHints, Player, Refusal, Rules, TheoremNote,
};

/// The rules of Konane. The layers hold Left's stones, Right's stones and the empty cells; all others are blocked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Konane;

const EMPTY: usize = 2;

/// A stone jumps along a line from one cell to another and takes every stone between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Jump {
    from: u8,
    to: u8,
}

impl Rules for Konane {
    type Position = Board<3>;
    type Move = Jump;
    const KIND: Kind = Kind::Partisan;

    fn moves(&self, board: &Board<3>, player: Player, moves: &mut Vec<Jump>) -> Result<(), Refusal> {
        let (own, enemy) = (board.layers[player as usize], board.layers[player.other() as usize]);
        let stride = board.stride();
        for from in bits(own) {
            for (step, forward) in [(stride, false), (1, false), (1, true), (stride, true)] {
                let shift = |set: u128| if forward { set << step } else { set >> step };
                let (mut at, mut to) = (1u128 << from, from);
                loop {
                    at = shift(shift(at) & enemy) & board.layers[EMPTY];
                    if at == 0 {
                        break;
                    }
                    to = if forward { to + 2 * step } else { to - 2 * step };
                    moves.push(Jump { from: from as u8, to: to as u8 });
                }
            }
        }
        Ok(())
    }

    fn play(&self, board: &mut Board<3>, played: &Jump) {
        let own = usize::from(board.layers[0] >> played.from & 1 == 0);
        let (low, high) = (played.from.min(played.to), played.from.max(played.to));
        let apart = high - low;
        let step = if u32::from(apart) < board.stride() { 1 } else { board.stride() as usize };
        let taken =
            (low..high).step_by(step).skip(1).fold(0, |taken, bit| taken | 1u128 << bit) & board.layers[1 - own];
        board.layers[1 - own] &= !taken;
        board.layers[own] = board.layers[own] & !(1 << played.from) | 1 << played.to;
        board.layers[EMPTY] = (board.layers[EMPTY] | taken | 1 << played.from) & !(1 << played.to);
    }

    /// Regions of cells that are not blocked; those without stones of both players and an empty cell have no moves.
    fn split(&self, board: &Board<3>, parts: &mut Vec<Board<3>>) {
        let mut rest = board.filled();
        while rest != 0 {
            let part = board.connected(rest & rest.wrapping_neg(), rest, false);
            rest &= !part;
            let part = board.only(part);
            if part.layers.iter().all(|&layer| layer != 0) {
                parts.push(part);
            }
        }
    }

    fn canonicalise(&self, board: &mut Board<3>) {
        board.trim();
        *board = board.least_of_eight();
    }

    fn weight(&self, board: &Board<3>) -> usize {
        (board.layers[0] | board.layers[1]).count_ones() as usize
    }
}

impl ImpartialHints for Konane {}

impl PartisanHints for Konane {
    const LIGHT: usize = 8;
    const HEAVY: usize = 18;

    fn canonicalise_up_to_sign(&self, board: &mut Board<3>) -> bool {
        board.trim();
        board.least_up_to_swap(0, 1)
    }

    fn negate(&self, board: &mut Board<3>) -> bool {
        board.layers.swap(0, 1);
        true
    }
}

impl Game for Konane {
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

    fn read(input: &Input<'_>) -> Result<(Self, Board<3>), ParseError> {
        let symbols = [('x', Some(0)), ('o', Some(1)), ('.', Some(EMPTY)), ('#', None)];
        Ok((Self, board::read(input, &symbols, opening)?))
    }

    fn write(&self, board: &Board<3>) -> String {
        board::write(board, ['x', 'o', '.'], '#')
    }

    fn label(&self, board: &Board<3>, played: &Jump) -> String {
        format!("{}-{}", board.cell_name(u32::from(played.from)), board.cell_name(u32::from(played.to)))
    }

    fn board(&self, board: &Board<3>) -> String {
        self.write(board).replace('|', "\n")
    }

    fn drawn(&self, course: &Course<'_, Self>) -> Picture {
        let way = |board: &Board<3>, jump: &Jump| {
            let mut after = *board;
            self.play(&mut after, jump);
            let stones = |board: &Board<3>| board.layers[0] | board.layers[1];
            let left = stones(board) & !stones(&after) & !(1 << jump.from);
            Way { takes: left, ..Way::slide(u32::from(jump.from), u32::from(jump.to)) }
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
fn opening(board: &mut Board<3>) {
    let (middle_row, middle) = (usize::from(board.rows - 1) / 2, usize::from(board.columns - 1) / 2);
    for bit in bits(board.all()) {
        let (row, column) = board.place(bit);
        let taken = row == middle_row && (column == middle || column == middle + 1);
        let layer = if taken { EMPTY } else { (row + column) % 2 };
        board.layers[layer] |= 1 << bit;
    }
}
