//! Fox and geese on a draughts board: geese, who never go back, try to shut in a fox.

use crate::board::{self, Board, LETTERS, Step, Way, bits};
use grundy_draw::Picture;
use grundy_game::{
    Course, Draws, Game, ImpartialHints, Info, Input, Kind, ParseError, PartisanHints, Player, Refusal, Rules,
    TheoremNote, for_example,
};

/// The rules of fox and geese. The first layer holds the geese, the second the fox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoxGeese;

const SYMBOLS: [board::Symbol; 3] = [('x', Some(0)), ('o', Some(1)), ('.', None)];

/// Geese on the dark cells of the first row, the fox on the one nearest to the middle of the last.
fn start(board: &mut Board<2>) {
    let dark = |row: usize, column: usize| (row + column) % 2 == 1;
    let (rows, columns) = (usize::from(board.rows), usize::from(board.columns));
    for column in (0..columns).filter(|&column| dark(0, column)) {
        board.layers[0] |= 1 << board.bit(0, column);
    }
    let middle =
        (0..columns).filter(|&column| dark(rows - 1, column)).min_by_key(|column| (2 * column + 1).abs_diff(columns));
    if let Some(column) = middle.filter(|_| rows > 1) {
        board.layers[1] |= 1 << board.bit(rows - 1, column);
    }
}

impl Rules for FoxGeese {
    type Position = Board<2>;
    type Move = Step;
    const KIND: Kind = Kind::Partisan;

    fn moves(&self, board: &Board<2>, player: Player, moves: &mut Vec<Step>) -> Result<(), Refusal> {
        let stride = board.stride();
        let free = board.all() & !board.filled();
        for from in bits(board.layers[player as usize]) {
            let here = 1u128 << from;
            let forward = here << (stride - 1) | here << (stride + 1);
            let back = if player == Player::Right { here >> (stride - 1) | here >> (stride + 1) } else { 0 };
            moves.extend(bits((forward | back) & free).map(|to| Step::new(from, to)));
        }
        Ok(())
    }

    fn play(&self, board: &mut Board<2>, step: &Step) {
        let own = usize::from(board.layers[0] >> step.from & 1 == 0);
        step.carry(board, own);
    }

    const DRAWS: Draws = Draws::Always;

    /// Geese only go forward, but in a sum the fox may go on for ever.
    fn ends(&self) -> bool {
        false
    }

    /// On boards of odd width the mirror image has dark cells where these are.
    fn canonicalise(&self, board: &mut Board<2>) {
        if board.columns % 2 == 1 {
            *board = board.mirrored().min(*board);
        }
    }
}

impl ImpartialHints for FoxGeese {}

impl PartisanHints for FoxGeese {}

impl Game for FoxGeese {
    const INFO: Info = Info {
        name: "foxgeese",
        summary: "fox and geese: geese, who never go back, try to shut in a fox",
        rules: "All stand on the dark cells of a board and move one step along a diagonal to an empty cell: Left one of the geese \
                (x), downwards only, Right the fox (o), in all four directions. Whoever cannot move loses: the fox when it is \
                shut in, the geese when they have run out of moves.",
        notation: "foxgeese:RxC (geese on the first row, the fox on the last), or rows joined by |, `x` a goose, `o` the fox, `.` \
                   empty: foxgeese:.x.x|....|.o..",
        theorems: &[TheoremNote {
            statement: "On the board of 8×8 four geese that keep in line shut in the fox, whoever starts.",
            literature: "E. Berlekamp, J. Conway, R. Guy, Winning Ways, chapter 20, Fox and Geese (1982)",
        }],
        examples: &["foxgeese:6x6", "foxgeese:.x.x|....|.o.."],
    };

    fn read(input: &Input<'_>) -> Result<(Self, Board<2>), ParseError> {
        let board: Board<2> = board::read(input, &SYMBOLS, start)?;
        if board.layers[1].count_ones() != 1 {
            return Err(input.position_error("one fox `o` is expected").help(for_example("foxgeese:.x.x|....|.o..")));
        }
        Ok((Self, board))
    }

    fn write(&self, board: &Board<2>) -> String {
        board::write(board, ['x', 'o'], '.')
    }

    fn label(&self, board: &Board<2>, step: &Step) -> String {
        step.name(board)
    }

    fn board(&self, board: &Board<2>) -> String {
        self.write(board).replace('|', "\n")
    }

    fn drawn(&self, course: &Course<'_, Self>) -> Picture {
        let way = |_: &Board<2>, step: &Step| Way::slide(u32::from(step.from), u32::from(step.to));
        board::stones(self, course, LETTERS, way)
            .picture(self.text(course.now), "A board with geese and a fox on its dark cells; the geese only go down.")
    }

    fn small() -> Vec<String> {
        let sizes = ["2x2", "3x2", "3x3", "4x3", "4x4", "3x5", "5x4"].iter().map(|size| format!("foxgeese:{size}"));
        sizes.chain(["foxgeese:.x.x|....|.o..".to_owned(), "foxgeese:x.x|.o.".to_owned()]).collect()
    }
}
