//! Clobber: move a stone onto a neighbouring enemy stone and take it.

use crate::board::{self, Board, LETTERS, Way, bits};
use grundy_draw::Picture;
use grundy_game::{
    Course, Game, ImpartialHints, Info, Input, Kind, ParseError, PartisanHints, Player, Refusal, Rules, TheoremNote,
};

/// The rules of Clobber. The first layer holds Left's stones, the second Right's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clobber;

/// A stone goes from one cell to another and takes the stone there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    from: u8,
    to: u8,
}

/// Fills a board with stones by turns, Left's in the upper left corner.
pub(crate) fn chequered(board: &mut Board<2>) {
    for bit in bits(board.all()) {
        let (row, column) = board.place(bit);
        board.layers[(row + column) % 2] |= 1 << bit;
    }
}

impl Rules for Clobber {
    type Position = Board<2>;
    type Move = Step;
    const KIND: Kind = Kind::Partisan;

    fn moves(&self, board: &Board<2>, player: Player, moves: &mut Vec<Step>) -> Result<(), Refusal> {
        let [own, enemy] = match player {
            Player::Left => board.layers,
            Player::Right => [board.layers[1], board.layers[0]],
        };
        let stride = board.stride();
        for (step, forward) in [(stride, false), (1, false), (1, true), (stride, true)] {
            let movers = if forward { own & enemy >> step } else { own & enemy << step };
            moves.extend(bits(movers).map(|from| {
                let to = if forward { from + step } else { from - step };
                Step { from: from as u8, to: to as u8 }
            }));
        }
        Ok(())
    }

    fn play(&self, board: &mut Board<2>, played: &Step) {
        let own = usize::from(board.layers[0] >> played.from & 1 == 0);
        board.layers[own] &= !(1 << played.from);
        board.layers[own] |= 1 << played.to;
        board.layers[1 - own] &= !(1 << played.to);
    }

    /// Connected groups with stones of both players.
    fn split(&self, board: &Board<2>, parts: &mut Vec<Board<2>>) {
        let mut rest = board.filled();
        while rest != 0 {
            let part = board.connected(rest & rest.wrapping_neg(), rest, false);
            rest &= !part;
            let part = board.only(part);
            if part.layers[0] != 0 && part.layers[1] != 0 {
                parts.push(part);
            }
        }
    }

    fn canonicalise(&self, board: &mut Board<2>) {
        board.trim();
        *board = board.least_of_eight();
    }

    fn weight(&self, board: &Board<2>) -> usize {
        board.filled().count_ones() as usize
    }
}

impl ImpartialHints for Clobber {}

impl PartisanHints for Clobber {
    const LIGHT: usize = 10;
    const HEAVY: usize = 17;

    fn canonicalise_up_to_sign(&self, board: &mut Board<2>) -> bool {
        board.trim();
        board.least_up_to_swap(0, 1)
    }

    fn negate(&self, board: &mut Board<2>) -> bool {
        board.layers.swap(0, 1);
        true
    }
}

impl Game for Clobber {
    const INFO: Info = Info {
        name: "clobber",
        summary: "move a stone onto a neighbouring enemy stone and take it",
        rules: "Left moves x, Right moves o, always onto a stone of the other side one step up, down, left or right, which \
                is taken. Whoever cannot move loses.",
        notation: "clobber:RxC (stones by turns everywhere), or rows joined by |, `x` Left, `o` Right, `.` empty: \
                   clobber:xox|ox.",
        theorems: &[TheoremNote {
            statement: "All values are infinitesimal, since either both players can move or neither.",
            literature: "M. Albert, J. Grossman, R. Nowakowski, D. Wolfe, An introduction to Clobber (2005)",
        }],
        examples: &["clobber:xox|ox.", "clobber:3x3"],
    };

    fn read(input: &Input<'_>) -> Result<(Self, Board<2>), ParseError> {
        let symbols = [('x', Some(0)), ('o', Some(1)), ('.', None), ('#', None)];
        Ok((Self, board::read(input, &symbols, chequered)?))
    }

    fn write(&self, board: &Board<2>) -> String {
        board::write(board, ['x', 'o'], '.')
    }

    fn label(&self, board: &Board<2>, played: &Step) -> String {
        format!("{}x{}", board.cell_name(u32::from(played.from)), board.cell_name(u32::from(played.to)))
    }

    fn board(&self, board: &Board<2>) -> String {
        self.write(board).replace('|', "\n")
    }

    fn drawn(&self, course: &Course<'_, Self>) -> Picture {
        let way = |_: &Board<2>, step: &Step| Way {
            takes: 1 << step.to,
            ..Way::slide(u32::from(step.from), u32::from(step.to))
        };
        board::stones(self, course, LETTERS, way).picture(
            self.text(course.now),
            "A board of stones; a stone takes a neighbouring stone of the other player.",
        )
    }

    fn small() -> Vec<String> {
        board::small("clobber", &['x', 'o', '.'], 4)
    }
}
