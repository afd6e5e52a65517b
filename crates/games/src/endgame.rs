//! Endgames of chess on a board of any size: king and rook, king and queen or king and pawn against a king.
//!
//! The rules are written here by hand: crates that know them are made for 8×8 alone, or come under licences that we cannot
//! take.

use crate::board::{self, Board, Set, bits};
use grundy_draw::{Cell, CellKind, Picture, Role};
use grundy_game::{
    Game, ImpartialHints, Info, Input, Kind, Outcome, ParseError, PartisanHints, Player, Refusal, Rules, TheoremNote,
};

/// The rules of chess for few pieces. The layers hold White's king, rooks, queens and pawns, and Black's king. White is
/// Left, and its pawns go up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Endgame;

const KING: usize = 0;
const ROOK: usize = 1;
const QUEEN: usize = 2;
const PAWN: usize = 3;
const BARE: usize = 4;

const LETTERS: [char; 5] = ['K', 'R', 'Q', 'P', 'k'];

const SYMBOLS: [board::Symbol; 6] =
    [('K', Some(KING)), ('R', Some(ROOK)), ('Q', Some(QUEEN)), ('P', Some(PAWN)), ('k', Some(BARE)), ('.', None)];

/// A piece goes from one square to another and is then of the given layer, which differs where a pawn is promoted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Go {
    from: u8,
    to: u8,
    layer: u8,
}

/// A pawn may take two steps at first where there is room to speak of.
const TWO_STEPS: u16 = 8;

impl Endgame {
    /// The squares beside some squares, in all eight directions.
    fn near(board: &Board<5>, squares: u128) -> u128 {
        board.beside(&squares, true) & board.all()
    }

    /// The squares to which a line piece on `from` can go or which it guards, stopped by `blocked`.
    fn rays(board: &Board<5>, from: u32, blocked: u128, diagonal: bool) -> u128 {
        let stride = board.stride();
        let (all, mut reached) = (board.all(), 0);
        let steps = [1, stride, stride - 1, stride + 1];
        for step in if diagonal { &steps[..] } else { &steps[..2] } {
            for forward in [false, true] {
                let mut at = 1u128 << from;
                loop {
                    at = if forward { at << step } else { at >> step } & all;
                    reached |= at;
                    if at == 0 || at & blocked != 0 {
                        break;
                    }
                }
            }
        }
        reached
    }

    /// The squares that White guards when the black king is not in the way.
    fn guarded(board: &Board<5>) -> u128 {
        let blocked = board.filled() & !board.layers[BARE];
        let pawns = board.layers[PAWN];
        let stride = board.stride();
        let mut guarded =
            Self::near(board, board.layers[KING]) | (pawns >> (stride - 1) | pawns >> (stride + 1)) & board.all();
        for (layer, diagonal) in [(ROOK, false), (QUEEN, true)] {
            for from in bits(board.layers[layer]) {
                guarded |= Self::rays(board, from, blocked, diagonal);
            }
        }
        guarded
    }

    /// White's squares.
    fn white(board: &Board<5>) -> u128 {
        board.filled() & !board.layers[BARE]
    }

    fn white_moves(board: &Board<5>, moves: &mut Vec<Go>) {
        let own = Self::white(board);
        let bare = board.layers[BARE];
        let mut add = |from: u32, targets: u128, layer: usize| {
            moves.extend(bits(targets & !own & !bare).map(|to| Go {
                from: from as u8,
                to: to as u8,
                layer: layer as u8,
            }));
        };
        for from in bits(board.layers[KING]) {
            add(from, Self::near(board, 1 << from) & !Self::near(board, bare), KING);
        }
        for (layer, diagonal) in [(ROOK, false), (QUEEN, true)] {
            for from in bits(board.layers[layer]) {
                add(from, Self::rays(board, from, own | bare, diagonal), layer);
            }
        }
        let (stride, free) = (board.stride(), board.all() & !own & !bare);
        for from in bits(board.layers[PAWN]) {
            let one = (1u128 << from) >> stride & free;
            let home = board.rows >= TWO_STEPS && board.place(from).0 + 2 == usize::from(board.rows);
            let two = if home { one >> stride & free } else { 0 };
            let last = one & u128::low(u32::from(board.columns));
            add(from, (one | two) & !last, PAWN);
            add(from, last, QUEEN);
            add(from, last, ROOK);
        }
    }

    /// Whether White has nothing but the king left.
    fn bare(board: &Board<5>) -> bool {
        Self::white(board) == board.layers[KING]
    }

    fn in_check(board: &Board<5>) -> bool {
        Self::guarded(board) & board.layers[BARE] != 0
    }

    fn black_moves(board: &Board<5>) -> u128 {
        // Behind the king a line piece guards as well, so the king is lifted from the board; a piece of White that is taken must
        // not be guarded by another.
        Self::near(board, board.layers[BARE]) & !Self::guarded(board)
    }
}

impl Rules for Endgame {
    type Position = Board<5>;
    type Move = Go;
    const KIND: Kind = Kind::Partisan;

    fn moves(&self, board: &Board<5>, player: Player, moves: &mut Vec<Go>) -> Result<(), Refusal> {
        if Self::bare(board) {
            return Ok(());
        }
        match player {
            // With Black in check it cannot be White's turn: such a position ends the game, see `ending`.
            Player::Left if Self::in_check(board) => {}
            Player::Left => Self::white_moves(board, moves),
            Player::Right => {
                let from = board.layers[BARE].trailing_zeros() as u8;
                moves.extend(bits(Self::black_moves(board)).map(|to| Go { from, to: to as u8, layer: BARE as u8 }));
            }
        }
        Ok(())
    }

    fn play(&self, board: &mut Board<5>, go: &Go) {
        for layer in &mut board.layers {
            *layer &= !(1 << go.from | 1 << go.to);
        }
        board.layers[usize::from(go.layer)] |= 1 << go.to;
    }

    fn ends(&self) -> bool {
        false
    }

    fn declares(&self) -> bool {
        true
    }

    /// Bare kings and stalemate are drawn; White to move with Black in check has won, since Black should have moved. Mate is
    /// not declared: Black has no move and loses.
    fn ending(&self, board: &Board<5>, player: Player) -> Option<Outcome> {
        if Self::bare(board) {
            return Some(Outcome::Draw);
        }
        match player {
            Player::Left if Self::in_check(board) => Some(Outcome::Left),
            Player::Left => {
                let mut moves = Vec::new();
                Self::white_moves(board, &mut moves);
                moves.is_empty().then_some(Outcome::Draw)
            }
            Player::Right => (Self::black_moves(board) == 0 && !Self::in_check(board)).then_some(Outcome::Draw),
        }
    }

    /// Without pawns a board has all its symmetries, with pawns only left and right can be exchanged.
    fn canonicalise(&self, board: &mut Board<5>) {
        *board = if board.layers[PAWN] != 0 {
            board.mirrored().min(*board)
        } else if board.rows == board.columns {
            board.least_of_eight()
        } else {
            board.least_image()
        };
    }
}

impl ImpartialHints for Endgame {}

impl PartisanHints for Endgame {}

impl Game for Endgame {
    const INFO: Info = Info {
        name: "endgame",
        summary: "endgames of chess on a board of any size: a king with rooks, queens or pawns against a king",
        rules: "Left is White and moves a king (K), rooks (R), queens (Q) and pawns (P), which go up and become a queen or a rook \
                in the first row; Right is Black and moves a king (k). Kings never go where they could be taken. White wins by \
                mate; stalemate, bare kings and play that goes on for ever are draws. On boards of eight rows and more a pawn in \
                the last row but one may take two steps.",
        notation: "endgame: and rows joined by | with the letters K, R, Q, P for White, k for Black and points: \
                   endgame:k...|....|..K.|...R",
        theorems: &[TheoremNote {
            statement: "King and rook mate a king on 8×8 in at most 16 moves of White.",
            literature: "K. Thompson, Retrograde analysis of certain endgames (1986)",
        }],
        examples: &["endgame:k...|....|..K.|...R", "endgame:..k..|.....|..K..|..P..|....."],
    };

    fn read(input: &Input<'_>) -> Result<(Self, Board<5>), ParseError> {
        input.no_arguments()?;
        let board: Board<5> = board::read_rows(input, &SYMBOLS)?;
        if board.layers[KING].count_ones() != 1 || board.layers[BARE].count_ones() != 1 {
            return Err(input.position_error("one king of each side, `K` and `k`, is expected"));
        }
        if Self::near(&board, board.layers[KING]) & board.layers[BARE] != 0 {
            return Err(input
                .position_error("the kings stand side by side")
                .help("a king never goes where it can be taken"));
        }
        if board.layers[PAWN] & u128::low(u32::from(board.columns)) != 0 {
            return Err(input.position_error("a pawn in the first row is a queen or a rook"));
        }
        Ok((Self, board))
    }

    fn write(&self, board: &Board<5>) -> String {
        board::write(board, LETTERS, '.')
    }

    fn label(&self, board: &Board<5>, go: &Go) -> String {
        let before =
            board.layers.iter().position(|layer| layer >> go.from & 1 == 1).map_or('?', |layer| LETTERS[layer]);
        let after = LETTERS[usize::from(go.layer)];
        let promoted = if before == after { String::new() } else { format!("={after}") };
        let taken = if board.filled() >> go.to & 1 == 1 { 'x' } else { '-' };
        let name = |square: u8| board.cell_name(u32::from(square));
        format!("{before}{}{taken}{}{promoted}", name(go.from), name(go.to))
    }

    fn board(&self, board: &Board<5>) -> String {
        self.write(board).replace('|', "\n")
    }

    fn picture(&self, board: &Board<5>) -> Picture {
        let moves: Vec<Go> = Player::BOTH.into_iter().flat_map(|player| self.offered(board, player)).collect();
        let cells = board::cells(board, |bit| {
            let layer = board.layers.iter().position(|layer| layer >> bit & 1 == 1);
            let cell = layer.map_or_else(Cell::empty, |layer| {
                let role = if layer == BARE { Role::Right } else { Role::Left };
                Cell::new(CellKind::Piece, role).glyph(LETTERS[layer].to_string())
            });
            let own = moves.iter().filter(|go| u32::from(go.from) == bit);
            own.fold(cell, |cell, go| cell.plays(self.label(board, go)))
        });
        cells.picture(self.text(board), "A board of chess with the pieces of White and the king of Black.")
    }

    fn small() -> Vec<String> {
        let boards = ["k..|...|.KR", "k..|..K|R..", "k...|....|..KP|....", "..k|...|PK.|...", "k.K|..R", "K.k"];
        boards.iter().map(|board| format!("endgame:{board}")).collect()
    }
}
