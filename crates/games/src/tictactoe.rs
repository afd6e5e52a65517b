//! Noughts and crosses on any rectangle: who gets so many in a row wins.

use crate::board::{self, Board, bits};
use crate::lines::{has_line, rows_columns_and_length};
use grundy_draw::{Cell, CellKind, Cells, Gesture, Picture, Role, Shape};
use grundy_game::{
    Draws, Game, ImpartialHints, Info, Input, Kind, Outcome, ParseError, PartisanHints, Player, Refusal, Rules, Text,
    TheoremNote,
};

/// The rules of noughts and crosses; in the wild game either player sets crosses and noughts as they like, which makes it
/// impartial. The first layer holds the crosses, the second the noughts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TicTacToe<const WILD: bool> {
    rows: usize,
    columns: usize,
    length: usize,
}

/// A mark is set: its cell and its layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    cell: u8,
    layer: u8,
}

const SYMBOLS: [board::Symbol; 3] = [('x', Some(0)), ('o', Some(1)), ('.', None)];

impl<const WILD: bool> TicTacToe<WILD> {
    /// Who has a line, by its layer.
    fn line(&self, board: &Board<2>) -> Option<usize> {
        (0..2).find(|&layer| has_line(board, board.layers[layer], self.length))
    }
}

impl<const WILD: bool> Rules for TicTacToe<WILD> {
    type Position = Board<2>;
    type Move = Mark;
    const KIND: Kind = if WILD { Kind::Impartial } else { Kind::Partisan };

    fn moves(&self, board: &Board<2>, player: Player, moves: &mut Vec<Mark>) -> Result<(), Refusal> {
        if self.line(board).is_some() {
            return Ok(());
        }
        let layers = if WILD { 0..2 } else { player as u8..player as u8 + 1 };
        for cell in bits(board.all() & !board.filled()) {
            moves.extend(layers.clone().map(|layer| Mark { cell: cell as u8, layer }));
        }
        Ok(())
    }

    fn play(&self, board: &mut Board<2>, mark: &Mark) {
        board.layers[usize::from(mark.layer)] |= 1 << mark.cell;
    }

    const DRAWS: Draws = Draws::Always;

    fn declares(&self) -> bool {
        true
    }

    fn ending(&self, board: &Board<2>, _: Player) -> Option<Outcome> {
        match self.line(board) {
            Some(_) if WILD => Some(Outcome::Second),
            Some(0) => Some(Outcome::Left),
            Some(_) => Some(Outcome::Right),
            None => (board.filled() == board.all()).then_some(Outcome::Draw),
        }
    }

    /// Images of a square board under its eight symmetries, of another under four; wild games also with crosses and noughts
    /// exchanged.
    fn canonicalise(&self, board: &mut Board<2>) {
        let least = |board: &Board<2>| {
            if board.rows == board.columns { board.least_of_eight() } else { board.least_image() }
        };
        let plain = least(board);
        *board = if WILD {
            board.layers.swap(0, 1);
            plain.min(least(board))
        } else {
            plain
        };
    }
}

impl<const WILD: bool> ImpartialHints for TicTacToe<WILD> {}

impl<const WILD: bool> PartisanHints for TicTacToe<WILD> {
    fn negate(&self, board: &mut Board<2>) -> bool {
        board.layers.swap(0, 1);
        true
    }
}

impl<const WILD: bool> Game for TicTacToe<WILD> {
    const INFO: Info = if WILD { WILD_INFO } else { INFO };

    fn read(input: &Input<'_>) -> Result<(Self, Board<2>), ParseError> {
        let (rows, columns, length) = rows_columns_and_length(input, (3, 3, 3))?;
        let rules = Self { rows, columns, length };
        let board = board::read_sized(input, &SYMBOLS, rows, columns)?;
        if (0..2).all(|layer| has_line(&board, board.layers[layer], length)) {
            return Err(input.position_error("both players have a line").help("the game ends with the first line"));
        }
        Ok((rules, board))
    }

    fn arguments(&self) -> Option<String> {
        let Self { rows, columns, length } = *self;
        ((rows, columns, length) != (3, 3, 3)).then(|| format!("{rows},{columns},{length}"))
    }

    fn write(&self, board: &Board<2>) -> String {
        board::write(board, ['x', 'o'], '.')
    }

    fn label(&self, board: &Board<2>, mark: &Mark) -> String {
        let cell = board.cell_name(u32::from(mark.cell));
        let symbol = if mark.layer == 0 { 'x' } else { 'o' };
        format!("{symbol} {cell}")
    }

    fn board(&self, board: &Board<2>) -> String {
        self.write(board).replace('|', "\n")
    }

    fn picture(&self, board: &Board<2>) -> Picture {
        let cells = board::cells(board, |bit| match (board.layers[0] >> bit & 1, board.layers[1] >> bit & 1) {
            (1, _) => Cell::new(CellKind::Piece, Role::Left).glyph("x"),
            (_, 1) => Cell::new(CellKind::Piece, Role::Right).glyph("o"),
            _ => Cell::empty(),
        });
        let mut picture =
            cells.picture(self.text(board), "A board of crosses and noughts; a move sets one more on an empty cell.");
        // In the wild game the mark is chosen first.
        let players = if WILD { &Player::BOTH[..1] } else { &Player::BOTH };
        for mark in players.iter().flat_map(|&player| self.offered(board, player)) {
            let chosen = WILD.then(|| SYMBOLS[usize::from(mark.layer)].0.to_string());
            let path = chosen.into_iter().chain([board.cell_name(u32::from(mark.cell))]);
            picture.gesture(Gesture::new(self.label(board, &mark), path));
        }
        for (column, role) in [Role::Left, Role::Right].into_iter().enumerate().filter(|_| WILD) {
            let (mark, at) = (SYMBOLS[column].0.to_string(), Cells::centre(usize::from(board.rows), column));
            picture.button(mark.clone(), Text::default(), |part| {
                part.add(Shape::circle((at.0, at.1 + 8.0), 15.0).role(role).width(2.0));
                part.add(Shape::text((at.0, at.1 + 8.0), mark).role(role).bold());
            });
        }
        picture
    }

    fn small() -> Vec<String> {
        let name = Self::INFO.name;
        let boards =
            ["...|...|...", "x..|.o.|..x", "xo.|.x.|..o", "xox|oxo|...", "xx.|oo.|...", "xox|xxo|oxo", "xxx|oo.|..."];
        let mut all: Vec<String> = boards.iter().map(|board| format!("{name}:{board}")).collect();
        all.extend(
            ["1,3,2", "2,2,2", "2,3,2", "2,3,3", "1,5,3", "2,2,3"].iter().map(|sizes| format!("{name}({sizes}):")),
        );
        all
    }
}

const INFO: Info = Info {
    name: "tictactoe",
    summary: "noughts and crosses: so many in a row win",
    rules: "Left sets crosses and Right noughts, one a move, on empty cells. Whoever has so many in a row, a column or a \
            diagonal first wins; a full board without that is a draw. Under misère play whoever makes a row loses.",
    notation: "tictactoe: for an empty board of 3 rows and 3 columns on which three in a row win, tictactoe(ROWS,COLUMNS,K): for \
               others, or rows joined by |, `x` Left, `o` Right, `.` empty: tictactoe:x..|.o.|...",
    theorems: &[
        TheoremNote {
            statement: "The player who starts never loses: otherwise that player would take over the strategy of the other, since one \
                        mark more never harms.",
            literature: "A. Hales and R. Jewett, Regularity and positional games (1963)",
        },
        TheoremNote {
            statement: "With three in a row, the starter wins on 3×4 and every larger board; with eight in a row no board is won.",
            literature: "E. Berlekamp, J. Conway, R. Guy, Winning Ways, chapter 22; T. Zetters, 8 (or more) in a row (1980)",
        },
    ],
    examples: &["tictactoe:", "tictactoe(3,4,3):", "tictactoe:x..|.o.|..."],
};

const WILD_INFO: Info = Info {
    name: "wildtictactoe",
    summary: "noughts and crosses in which both players set either mark",
    rules: "A move sets a cross or a nought on an empty cell. Whoever completes so many equal marks in a row, a column or a \
            diagonal wins; a full board without that is a draw. Under misère play whoever makes a row loses.",
    notation: "wildtictactoe: for an empty board of 3 rows and 3 columns on which three in a row win, \
               wildtictactoe(ROWS,COLUMNS,K): for others, or rows joined by | with `x`, `o` and `.`: wildtictactoe:x..|.o.|...",
    theorems: &[TheoremNote {
        statement: "On 3×3 the first player wins by starting in the middle.",
        literature: "M. Gardner, Mathematical Puzzles and Diversions (1959), chapter on ticktacktoe",
    }],
    examples: &["wildtictactoe:", "wildtictactoe:x..|.o.|..."],
};
