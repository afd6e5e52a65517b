//! Clobber: move a stone onto a neighbouring enemy stone and take it.

use crate::board::{self, Board, LETTERS, Place, Set, Way, bits};
use grundy_draw::Picture;
use grundy_game::{
    Course, Game, ImpartialHints, Info, Input, Kind, ParseError, PartisanHints, Player, Refusal, Rules, TheoremNote,
};
use std::marker::PhantomData;

/// The rules of Clobber. The first layer holds Left's stones, the second Right's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clobber<S = u128>(PhantomData<S>);

/// A stone goes from one cell to another and takes the stone there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    from: Place,
    to: Place,
}

/// Fills a board with stones by turns, Left's in the upper left corner.
fn chequered<S: Set>(board: &mut Board<2, S>) {
    for bit in bits(board.all()) {
        let (row, column) = board.place(bit);
        board.layers[(row + column) % 2].insert(bit);
    }
}

impl<S: Set> Rules for Clobber<S> {
    type Position = Board<2, S>;
    type Move = Step;
    const KIND: Kind = Kind::Partisan;

    fn moves(&self, board: &Board<2, S>, player: Player, moves: &mut Vec<Step>) -> Result<(), Refusal> {
        let (own, enemy) = (&board.layers[player as usize], &board.layers[player.other() as usize]);
        let stride = board.stride();
        for (step, forward) in [(stride, false), (1, false), (1, true), (stride, true)] {
            if step == stride && board.rows == 1 {
                continue;
            }
            let movers = own.and(&if forward { enemy.down(step) } else { enemy.up(step) });
            moves.extend(bits(movers).map(|from| {
                let to = if forward { from + step } else { from - step };
                Step { from: from as Place, to: to as Place }
            }));
        }
        Ok(())
    }

    fn play(&self, board: &mut Board<2, S>, played: &Step) {
        let (from, to) = (played.from.into(), played.to.into());
        let own = usize::from(!board.layers[0].has(from));
        board.layers[own].remove(from);
        board.layers[own].insert(to);
        board.layers[1 - own].remove(to);
    }

    /// Connected groups with stones of both players.
    fn split(&self, board: &Board<2, S>, parts: &mut Vec<Board<2, S>>) {
        board.groups(board.filled(), false, |group| {
            let part = board.only(&group);
            if !part.layers.iter().any(Set::is_empty) {
                parts.push(part);
            }
        });
    }

    fn canonicalise(&self, board: &mut Board<2, S>) {
        board.trim();
        *board = board.least_of_eight();
    }

    fn weight(&self, board: &Board<2, S>) -> usize {
        board.filled().count() as usize
    }

    fn position_bytes(&self, board: &Board<2, S>) -> usize {
        board.bytes()
    }
}

impl<S: Set> ImpartialHints for Clobber<S> {}

impl<S: Set> PartisanHints for Clobber<S> {
    fn packed(&self, board: &Board<2, S>) -> Option<[u64; 2]> {
        board.packed()
    }

    fn light(&self) -> usize {
        10
    }

    fn heavy(&self) -> usize {
        17
    }

    fn canonicalise_up_to_sign(&self, board: &mut Board<2, S>) -> bool {
        board.trim();
        board.least_up_to_swap(0, 1)
    }

    fn negate(&self, board: &mut Board<2, S>) -> bool {
        board.layers.swap(0, 1);
        true
    }
}

impl<S: Set> Game for Clobber<S> {
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

    fn read(input: &Input<'_>) -> Result<(Self, Board<2, S>), ParseError> {
        let symbols = [('x', Some(0)), ('o', Some(1)), ('.', None), ('#', None)];
        Ok((Self::default(), board::read(input, &symbols, chequered)?))
    }

    fn write(&self, board: &Board<2, S>) -> String {
        board::write(board, ['x', 'o'], '.')
    }

    fn label(&self, board: &Board<2, S>, played: &Step) -> String {
        format!("{}x{}", board.cell_name(played.from), board.cell_name(played.to))
    }

    fn board(&self, board: &Board<2, S>) -> String {
        self.write(board).replace('|', "\n")
    }

    fn drawn(&self, course: &Course<'_, Self>) -> Picture {
        let way = |_: &Board<2, S>, step: &Step| Way {
            takes: vec![u32::from(step.to)],
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
