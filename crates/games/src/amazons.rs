//! Amazons: move like a chess queen, then shoot an arrow that blocks a cell.

use crate::board::{self, Board, LETTERS, Place, Set, Way, bits};
use grundy_draw::Picture;
use grundy_game::{
    Course, Game, ImpartialHints, Info, Input, Kind, ParseError, PartisanHints, Player, Refusal, Rules, TheoremNote,
};
use std::marker::PhantomData;

/// The rules of Amazons. The layers hold Left's amazons, Right's amazons and the free cells; all others are blocked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Amazons<S = u128>(PhantomData<S>);

const FREE: usize = 2;

/// An amazon goes from one cell to another and shoots at a third.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shot {
    from: Place,
    to: Place,
    arrow: Place,
}

/// The free cells that a queen on `from` reaches.
fn reached<S: Set>(board: &Board<3, S>, from: u32, free: &S) -> S {
    let (stride, end) = (board.stride(), u32::from(board.rows) * board.stride());
    let mut found = S::default();
    for step in [1, stride - 1, stride, stride + 1] {
        let mut at = from + step;
        while at < end && free.has(at) {
            found.insert(at);
            at += step;
        }
        let mut at = from;
        while let Some(next) = at.checked_sub(step).filter(|&next| free.has(next)) {
            found.insert(next);
            at = next;
        }
    }
    found
}

impl<S: Set> Rules for Amazons<S> {
    type Position = Board<3, S>;
    type Move = Shot;
    const KIND: Kind = Kind::Partisan;

    fn moves(&self, board: &Board<3, S>, player: Player, moves: &mut Vec<Shot>) -> Result<(), Refusal> {
        for from in bits(board.layers[player as usize].clone()) {
            let mut free = board.layers[FREE].clone();
            let targets = reached(board, from, &free);
            free.insert(from);
            for to in bits(targets) {
                let arrows = bits(reached(board, to, &free));
                let (from, to) = (from as Place, to as Place);
                moves.extend(arrows.map(|arrow| Shot { from, to, arrow: arrow as Place }));
            }
        }
        Ok(())
    }

    fn play(&self, board: &mut Board<3, S>, played: &Shot) {
        let (from, to) = (played.from.into(), played.to.into());
        let own = usize::from(!board.layers[0].has(from));
        board.layers[own].remove(from);
        board.layers[own].insert(to);
        board.layers[FREE].insert(from);
        board.layers[FREE].remove(to);
        board.layers[FREE].remove(played.arrow.into());
    }

    /// A queen reaches two lines and two diagonals.
    fn move_count(&self, board: &Board<3, S>) -> Option<u64> {
        let (rows, columns) = (u64::from(board.rows), u64::from(board.columns));
        let reach = rows + columns + 2 * rows.min(columns);
        let amazons = u64::from(board.layers[0].count().max(board.layers[1].count()));
        (rows * columns > u64::from(u128::BITS)).then(|| amazons * reach * reach)
    }

    /// Regions of amazons and free cells joined by queen's steps; those where nothing can move are left out.
    fn split(&self, board: &Board<3, S>, parts: &mut Vec<Board<3, S>>) {
        board.groups(board.filled(), true, |group| {
            let part = board.only(&group);
            let amazons = !(part.layers[0].is_empty() && part.layers[1].is_empty());
            if amazons && !part.layers[FREE].is_empty() {
                parts.push(part);
            }
        });
    }

    fn canonicalise(&self, board: &mut Board<3, S>) {
        board.trim();
        *board = board.least_of_eight();
    }

    fn weight(&self, board: &Board<3, S>) -> usize {
        board.filled().count() as usize
    }

    fn position_bytes(&self, board: &Board<3, S>) -> usize {
        board.bytes()
    }
}

impl<S: Set> ImpartialHints for Amazons<S> {}

impl<S: Set> PartisanHints for Amazons<S> {
    fn packed(&self, board: &Board<3, S>) -> Option<[u64; 2]> {
        board.packed()
    }

    fn light(&self) -> usize {
        8
    }

    fn heavy(&self) -> usize {
        14
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

impl<S: Set> Game for Amazons<S> {
    const INFO: Info = Info {
        name: "amazons",
        summary: "move like a chess queen, then shoot an arrow that blocks a cell",
        rules: "Left moves an amazon x, Right an amazon o, like a chess queen over free cells; then the amazon shoots an \
                arrow, again like a queen's move, and the cell where it lands is blocked for good. Whoever cannot move loses.",
        notation: "amazons:RxC (x in the upper left corner, o in the lower right), or rows joined by |, `x` Left, `o` Right, \
                   `.` free, `#` blocked: amazons:x..|..o",
        theorems: &[TheoremNote {
            statement: "Regions that no queen's step joins are components of a sum.",
            literature: "E. Berlekamp, Sums of N×2 Amazons (2000)",
        }],
        examples: &["amazons:x..|..o", "amazons:3x3"],
    };

    fn read(input: &Input<'_>) -> Result<(Self, Board<3, S>), ParseError> {
        let symbols = [('x', Some(0)), ('o', Some(1)), ('.', Some(FREE)), ('#', None)];
        let start = |board: &mut Board<3, S>| {
            let mut free = board.all();
            let corners = [free.lowest(), free.highest().filter(|&corner| corner > 0)];
            for (player, corner) in corners.into_iter().enumerate() {
                if let Some(corner) = corner {
                    free.remove(corner);
                    board.layers[player].insert(corner);
                }
            }
            board.layers[FREE] = free;
        };
        Ok((Self::default(), board::read(input, &symbols, start)?))
    }

    fn write(&self, board: &Board<3, S>) -> String {
        board::write(board, ['x', 'o', '.'], '#')
    }

    fn label(&self, board: &Board<3, S>, played: &Shot) -> String {
        let [from, to, arrow] = [played.from, played.to, played.arrow].map(|bit| board.cell_name(bit));
        format!("{from}-{to}/{arrow}")
    }

    fn board(&self, board: &Board<3, S>) -> String {
        self.write(board).replace('|', "\n")
    }

    fn drawn(&self, course: &Course<'_, Self>) -> Picture {
        let way = |_: &Board<3, S>, shot: &Shot| {
            let [from, to, arrow] = [shot.from, shot.to, shot.arrow].map(u32::from);
            Way { path: vec![from, to, arrow], blocks: Some(arrow), ..Way::slide(from, to) }
        };
        board::stones(self, course, LETTERS, way)
            .picture(self.text(course.now), "A board with amazons, free cells and blocked cells.")
    }

    fn small() -> Vec<String> {
        let mut all = board::small("amazons", &['x', 'o', '.', '#'], 3);
        all.extend(
            ["x..|..o", "x.o|...", ".x.|o..", "x.|.o|..", "xo..", "x..o."].map(|board| format!("amazons:{board}")),
        );
        all
    }
}
