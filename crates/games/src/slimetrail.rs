//! Slimetrail: a snail crawls over a board and leaves slime; each player wants it home in a corner of their own.

use crate::board::{self, Board, bits};
use grundy_draw::{Cell, CellKind, Cells, Gesture, Picture, Role};
use grundy_game::{
    Draws, Game, ImpartialHints, Info, Input, Kind, Outcome, ParseError, PartisanHints, Player, Refusal, Rules,
    TheoremNote, for_example,
};

/// The rules of Slimetrail. The first layer holds the snail, the second the slime. Both players have the same moves but not
/// the same aim, so the game is partisan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slimetrail;

/// The key of the snail in pictures.
const SNAIL: &str = "snail";

const SYMBOLS: [board::Symbol; 3] = [('s', Some(0)), ('#', Some(1)), ('.', None)];

/// Whose home a cell is: the lower left corner is Left's, the upper right one Right's.
fn home(board: &Board<2>, cell: u32) -> Option<Player> {
    let (bottom, right) = (usize::from(board.rows) - 1, usize::from(board.columns) - 1);
    match board.place(cell) {
        (row, 0) if row == bottom => Some(Player::Left),
        (0, column) if column == right => Some(Player::Right),
        _ => None,
    }
}

/// The snail in the middle, nearer to the upper right where there is no middle.
fn start(board: &mut Board<2>) {
    board.layers[0] = 1 << board.bit(usize::from(board.rows - 1) / 2, usize::from(board.columns) / 2);
}

impl Rules for Slimetrail {
    type Position = Board<2>;
    type Move = u8;
    const KIND: Kind = Kind::Partisan;

    fn moves(&self, board: &Board<2>, _: Player, moves: &mut Vec<u8>) -> Result<(), Refusal> {
        let snail = board.layers[0];
        if home(board, snail.trailing_zeros()).is_none() {
            let free = board.beside(&snail, true) & board.all() & !board.layers[1];
            moves.extend(bits(free).map(|cell| cell as u8));
        }
        Ok(())
    }

    fn play(&self, board: &mut Board<2>, cell: &u8) {
        board.layers[1] |= board.layers[0];
        board.layers[0] = 1 << cell;
    }

    const DRAWS: Draws = Draws::Always;

    fn declares(&self) -> bool {
        true
    }

    fn ending(&self, board: &Board<2>, _: Player) -> Option<Outcome> {
        let home = home(board, board.layers[0].trailing_zeros());
        home.map(|player| if player == Player::Left { Outcome::Left } else { Outcome::Right })
    }
}

impl ImpartialHints for Slimetrail {}

impl PartisanHints for Slimetrail {
    /// Half a turn exchanges the homes.
    fn negate(&self, board: &mut Board<2>) -> bool {
        *board = board.turned();
        true
    }
}

impl Game for Slimetrail {
    const INFO: Info = Info {
        name: "slimetrail",
        summary: "a snail leaves slime behind; each player wants it in a corner of their own",
        rules: "A move carries the snail to one of the eight cells around it that has no slime; where it stood, there is slime then. \
                In the lower left corner it is home for Left, who has won, in the upper right corner for Right, whoever moved it \
                there. Whoever cannot move loses.",
        notation: "slimetrail:RxC (the snail in the middle), or rows joined by |, `s` the snail, `#` slime, `.` free: \
                   slimetrail:..s|.#.|...",
        theorems: &[TheoremNote {
            statement: "A board turned by half a turn is the same game with the players exchanged.",
            literature: "The game is due to B. Taylor (1992); in Portugal it is called Rastros",
        }],
        examples: &["slimetrail:3x4", "slimetrail:..s|.#.|..."],
    };

    fn read(input: &Input<'_>) -> Result<(Self, Board<2>), ParseError> {
        let board: Board<2> = board::read(input, &SYMBOLS, start)?;
        if board.layers[0].count_ones() != 1 {
            return Err(input.position_error("one snail `s` is expected").help(for_example("slimetrail:..s|.#.|...")));
        }
        Ok((Self, board))
    }

    fn write(&self, board: &Board<2>) -> String {
        board::write(board, ['s', '#'], '.')
    }

    fn label(&self, board: &Board<2>, cell: &u8) -> String {
        board.cell_name(u32::from(*cell))
    }

    fn board(&self, board: &Board<2>) -> String {
        self.write(board).replace('|', "\n")
    }

    fn picture(&self, board: &Board<2>) -> Picture {
        let cells = board::cells(board, |bit| {
            let has = |layer: usize| board.layers[layer] >> bit & 1 == 1;
            match (has(0), has(1), home(board, bit)) {
                (true, ..) => Cell::new(CellKind::Piece, Role::Token).glyph("s").piece(SNAIL),
                (_, true, _) => Cell::new(CellKind::Flat, Role::Muted).glyph("#"),
                (.., Some(Player::Left)) => Cell::new(CellKind::Flat, Role::Left),
                (.., Some(Player::Right)) => Cell::new(CellKind::Flat, Role::Right),
                _ => Cell::empty(),
            }
        });
        let crawl = |cells: Cells, cell: &u8| {
            let path = [board.cell_name(u32::from(*cell))];
            cells.gesture(Gesture::new(self.label(board, cell), path).slides([SNAIL]))
        };
        self.offered(board, Player::Left)
            .iter()
            .fold(cells, crawl)
            .picture(self.text(board), "A board with a snail, its slime and the homes of two players in the corners.")
    }

    fn small() -> Vec<String> {
        let sizes =
            ["1x1", "1x2", "1x4", "2x2", "2x3", "3x2", "3x3", "2x4"].iter().map(|size| format!("slimetrail:{size}"));
        sizes.chain(["slimetrail:..s|.#.|...".to_owned(), "slimetrail:#s#|###".to_owned()]).collect()
    }
}
