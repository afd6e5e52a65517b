//! Amazons: move like a chess queen, then shoot an arrow that blocks a cell.

use crate::board::{self, Board, LETTERS, Way, bits};
use grundy_draw::Picture;
use grundy_game::{
    Course, Game, ImpartialHints, Info, Input, Kind, ParseError, PartisanHints, Player, Refusal, Rules, TheoremNote,
};

/// The rules of Amazons. The layers hold Left's amazons, Right's amazons and the free cells; all others are blocked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amazons;

const FREE: usize = 2;

/// An amazon goes from one cell to another and shoots at a third.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shot {
    from: u8,
    to: u8,
    arrow: u8,
}

/// The free cells that a queen on `from` reaches.
fn reached(board: &Board<3>, from: u32, free: u128) -> u128 {
    let stride = board.stride();
    let mut found = 0;
    for step in [1, stride - 1, stride, stride + 1] {
        let mut at = 1u128 << from;
        loop {
            at = at << step & free;
            if at == 0 {
                break;
            }
            found |= at;
        }
        at = 1 << from;
        loop {
            at = at >> step & free;
            if at == 0 {
                break;
            }
            found |= at;
        }
    }
    found
}

impl Rules for Amazons {
    type Position = Board<3>;
    type Move = Shot;
    const KIND: Kind = Kind::Partisan;

    fn moves(&self, board: &Board<3>, player: Player, moves: &mut Vec<Shot>) -> Result<(), Refusal> {
        for from in bits(board.layers[player as usize]) {
            let free = board.layers[FREE];
            for to in bits(reached(board, from, free)) {
                let after = (free | 1 << from) & !(1 << to);
                let (from, to) = (from as u8, to as u8);
                let arrows = bits(reached(board, u32::from(to), after));
                moves.extend(arrows.map(|arrow| Shot { from, to, arrow: arrow as u8 }));
            }
        }
        Ok(())
    }

    fn play(&self, board: &mut Board<3>, played: &Shot) {
        let own = usize::from(board.layers[0] >> played.from & 1 == 0);
        board.layers[own] = board.layers[own] & !(1 << played.from) | 1 << played.to;
        board.layers[FREE] = (board.layers[FREE] | 1 << played.from) & !(1 << played.to | 1 << played.arrow);
    }

    /// Regions of amazons and free cells joined by queen's steps; those where nothing can move are left out.
    fn split(&self, board: &Board<3>, parts: &mut Vec<Board<3>>) {
        let mut rest = board.filled();
        while rest != 0 {
            let part = board.connected(rest & rest.wrapping_neg(), rest, true);
            rest &= !part;
            let part = board.only(part);
            if part.layers[0] | part.layers[1] != 0 && part.layers[FREE] != 0 {
                parts.push(part);
            }
        }
    }

    fn canonicalise(&self, board: &mut Board<3>) {
        board.trim();
        *board = board.least_of_eight();
    }

    fn weight(&self, board: &Board<3>) -> usize {
        board.filled().count_ones() as usize
    }
}

impl ImpartialHints for Amazons {}

impl PartisanHints for Amazons {
    const LIGHT: usize = 8;
    const HEAVY: usize = 14;

    fn canonicalise_up_to_sign(&self, board: &mut Board<3>) -> bool {
        board.trim();
        board.least_up_to_swap(0, 1)
    }

    fn negate(&self, board: &mut Board<3>) -> bool {
        board.layers.swap(0, 1);
        true
    }
}

impl Game for Amazons {
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

    fn read(input: &Input<'_>) -> Result<(Self, Board<3>), ParseError> {
        let symbols = [('x', Some(0)), ('o', Some(1)), ('.', Some(FREE)), ('#', None)];
        let start = |board: &mut Board<3>| {
            let all = board.all();
            let corner = all.ilog2();
            board.layers = if corner == 0 { [1, 0, 0] } else { [1, 1 << corner, all & !(1 | 1 << corner)] };
        };
        Ok((Self, board::read(input, &symbols, start)?))
    }

    fn write(&self, board: &Board<3>) -> String {
        board::write(board, ['x', 'o', '.'], '#')
    }

    fn label(&self, board: &Board<3>, played: &Shot) -> String {
        let [from, to, arrow] = [played.from, played.to, played.arrow].map(|bit| board.cell_name(u32::from(bit)));
        format!("{from}-{to}/{arrow}")
    }

    fn board(&self, board: &Board<3>) -> String {
        self.write(board).replace('|', "\n")
    }

    fn drawn(&self, course: &Course<'_, Self>) -> Picture {
        let way = |_: &Board<3>, shot: &Shot| {
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
