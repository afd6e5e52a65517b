//! Endgames of chess on a board of any size: king and rook, king and queen or king and pawn against a king.
//!
//! The rules are written here by hand: crates that know them are made for 8×8 alone, or come under licences that we cannot
//! take.

use crate::board::{self, Board, Set, bits};
use crate::multisets::Multisets;
use grundy_draw::{Cell, CellKind, Gesture, Picture, Role};
use grundy_game::{
    Achieved, Course, Draws, Game, ImpartialHints, Info, Input, Kind, Outcome, ParseError, PartisanHints, Player,
    Refusal, Rules, StateNumbering, TheoremNote,
};
use std::collections::HashMap;

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
        Self::each_target(board, |from, targets, layer| {
            moves.extend(bits(targets).map(|to| Go { from: from as u8, to: to as u8, layer: layer as u8 }));
        });
    }

    /// Calls `found` for each square with pieces of White, with the squares they can go to and the layer they are of then.
    fn each_target(board: &Board<5>, mut found: impl FnMut(u32, u128, usize)) {
        let own = Self::white(board);
        let bare = board.layers[BARE];
        let mut add = |from: u32, targets: u128, layer: usize| found(from, targets & !own & !bare, layer);
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

    /// Whether the black king is attacked: looked at from where it stands.
    fn in_check(board: &Board<5>) -> bool {
        let (bare, stride) = (board.layers[BARE], board.stride());
        let pawns = (bare << (stride - 1) | bare << (stride + 1)) & board.layers[PAWN];
        let lines = |diagonal: bool, from: u32| Self::rays(board, from, board.filled(), diagonal);
        let (rooks, queens) = (board.layers[ROOK], board.layers[QUEEN]);
        pawns | Self::near(board, bare) & board.layers[KING] != 0
            || bits(bare).any(|from| {
                rooks | queens != 0 && lines(false, from) & (rooks | queens) != 0
                    || queens != 0 && lines(true, from) & queens != 0
            })
    }

    fn black_moves(board: &Board<5>) -> u128 {
        // Behind the king a line piece guards as well, so the king is lifted from the board; a piece of White that is taken must
        // not be guarded by another.
        Self::near(board, board.layers[BARE]) & !Self::guarded(board)
    }
}

/// The states with at most so many pieces of White beside the king, numbered: where those pieces stand and what they are, as a
/// set with repetitions, then the squares of the kings, then who is about to move.
struct Squares {
    empty: Board<5>,
    /// The bits of the squares in order, and back.
    bits: Vec<u32>,
    numbers: [u8; 128],
    /// The layers that pieces may be of.
    kinds: Vec<usize>,
    pieces: usize,
    /// A value is 0 for a piece that was taken, else one more than its kind times the number of squares plus its square.
    sets: Multisets,
}

/// Most pieces of White beside the king in a numbering.
const MOST_PIECES: usize = 3;

/// Most states in a numbering.
const MOST_STATES: usize = 1 << 31;

/// A state that can be played.
struct State {
    board: Board<5>,
    values: [u16; MOST_PIECES],
    /// The bits of the kings.
    king: u32,
    bare: u32,
    player: Player,
}

impl Squares {
    /// The numbering of what can become of a position, unless it is too large.
    fn new(start: &Board<5>) -> Option<Self> {
        let empty = Board { layers: [0; 5], ..*start };
        let mut kinds: Vec<usize> = [ROOK, QUEEN, PAWN].into_iter().filter(|&kind| start.layers[kind] != 0).collect();
        let pieces = kinds.iter().map(|&kind| start.layers[kind].count_ones() as usize).sum();
        if pieces == 0 || pieces > MOST_PIECES {
            return None;
        }
        if kinds.contains(&PAWN) {
            kinds = vec![ROOK, QUEEN, PAWN];
        }
        let list: Vec<u32> = bits(empty.all()).collect();
        let mut squares = [0; 128];
        list.iter().zip(0..).for_each(|(&bit, square)| squares[bit as usize] = square);
        let sets = Multisets::new(pieces, 1 + kinds.len() * list.len())?;
        let states = sets.count().checked_mul(2 * list.len() * list.len())?;
        (states <= MOST_STATES).then_some(Self { empty, bits: list, numbers: squares, kinds, pieces, sets })
    }

    fn state(&self, values: [u16; MOST_PIECES], king: u32, bare: u32, player: Player) -> usize {
        let mut values = values;
        let values = &mut values[..self.pieces];
        values.sort_unstable();
        let square = |bit: u32| usize::from(self.numbers[bit as usize]);
        let count = self.bits.len();
        ((self.sets.rank(values) * count + square(king)) * count + square(bare)) * 2 + player as usize
    }

    fn value(&self, kind: usize, bit: u32) -> u16 {
        1 + (kind * self.bits.len()) as u16 + u16::from(self.numbers[bit as usize])
    }

    /// The kind and the bit of a piece that was not taken.
    fn piece(&self, value: u16) -> Option<(usize, u32)> {
        let value = usize::from(value.checked_sub(1)?);
        Some((value / self.bits.len(), self.bits[value % self.bits.len()]))
    }

    /// What a number stands for, unless pieces stand on one square, kings side by side or a pawn in the first row.
    fn read(&self, state: usize) -> Option<State> {
        let count = self.bits.len();
        let (player, rest) = (Player::BOTH[state % 2], state / 2);
        let (bare, king) = (self.bits[rest % count], self.bits[rest / count % count]);
        let mut values = [0; MOST_PIECES];
        self.sets.unrank(rest / count / count, &mut values[..self.pieces]);
        let mut board = self.empty;
        (board.layers[KING], board.layers[BARE]) = (1 << king, 1 << bare);
        let mut filled = 1u128 << king | 1 << bare;
        if king == bare || Endgame::near(&board, 1 << king) >> bare & 1 == 1 {
            return None;
        }
        for (kind, bit) in values[..self.pieces].iter().filter_map(|&value| self.piece(value)) {
            let here = 1u128 << bit;
            if filled & here != 0 || self.kinds[kind] == PAWN && self.first_row() & here != 0 {
                return None;
            }
            filled |= here;
            board.layers[self.kinds[kind]] |= here;
        }
        Some(State { board, values, king, bare, player })
    }

    fn first_row(&self) -> u128 {
        u128::low(u32::from(self.empty.columns))
    }

    /// The states in which White had a move to this one: with Black in check it would not have been White's turn.
    fn before_white(&self, state: &State, states: &mut Vec<usize>) {
        let State { board, values, king, bare, .. } = state;
        let (filled, stride) = (board.filled(), board.stride());
        let free = board.all() & !filled;
        for from in bits(Endgame::near(board, 1 << king) & free) {
            let mut earlier = *board;
            earlier.layers[KING] = 1 << from;
            if !Endgame::in_check(&earlier) {
                states.push(self.state(*values, from, *bare, Player::Left));
            }
        }
        for place in 0..self.pieces {
            let Some((kind, at)) = self.piece(values[place]) else { continue };
            let (layer, here) = (self.kinds[kind], 1u128 << at);
            let mut undo = |origins: u128, kind: usize| {
                for from in bits(origins) {
                    let mut earlier = *board;
                    earlier.layers[layer] &= !here;
                    earlier.layers[self.kinds[kind]] |= 1 << from;
                    if !Endgame::in_check(&earlier) {
                        let mut values = *values;
                        values[place] = self.value(kind, from);
                        states.push(self.state(values, *king, *bare, Player::Left));
                    }
                }
            };
            let below = here << stride & free;
            if layer == PAWN {
                let doubled = board.rows >= TWO_STEPS && board.place(at).0 + 4 == usize::from(board.rows);
                undo(below | if doubled { below << stride & free } else { 0 }, kind);
                continue;
            }
            undo(Endgame::rays(board, at, filled, layer == QUEEN) & free, kind);
            if let Some(pawn) =
                self.kinds.iter().position(|&layer| layer == PAWN).filter(|_| self.first_row() & here != 0)
            {
                undo(below, pawn);
            }
        }
    }

    /// The states in which Black had a move to this one, perhaps by taking a piece.
    fn before_black(&self, state: &State, states: &mut Vec<usize>) {
        let State { board, values, king, bare, .. } = state;
        if Endgame::in_check(board) {
            return;
        }
        let origins = Endgame::near(board, 1 << bare) & !board.filled() & !Endgame::near(board, 1 << king);
        let taken = values[..self.pieces].iter().position(|&value| value == 0);
        for from in bits(origins) {
            if !Endgame::bare(board) {
                states.push(self.state(*values, *king, from, Player::Right));
            }
            let Some(taken) = taken else { continue };
            for (kind, &layer) in self.kinds.iter().enumerate() {
                if layer == PAWN && self.first_row() >> bare & 1 == 1 {
                    continue;
                }
                let mut values = *values;
                values[taken] = self.value(kind, *bare);
                states.push(self.state(values, *king, from, Player::Right));
            }
        }
    }
}

impl StateNumbering<Board<5>> for Squares {
    fn count(&self) -> usize {
        self.sets.count() * self.bits.len() * self.bits.len() * 2
    }

    fn number(&self, board: &Board<5>, player: Player) -> Option<usize> {
        if (board.rows, board.columns) != (self.empty.rows, self.empty.columns) {
            return None;
        }
        let mut values = [0; MOST_PIECES];
        let mut places = values[..self.pieces].iter_mut();
        for layer in [ROOK, QUEEN, PAWN] {
            let kind = self.kinds.iter().position(|&kind| kind == layer);
            for bit in bits(board.layers[layer]) {
                let kind = kind?;
                *places.next()? = self.value(kind, bit);
            }
        }
        let (king, bare) = (board.layers[KING].trailing_zeros(), board.layers[BARE].trailing_zeros());
        Some(self.state(values, king, bare, player))
    }

    fn player(&self, state: usize) -> Player {
        Player::BOTH[state % 2]
    }

    fn moves(&self, state: usize) -> usize {
        let Some(State { board, player, .. }) = self.read(state) else { return 0 };
        match player {
            _ if Endgame::bare(&board) => 0,
            Player::Left if Endgame::in_check(&board) => 0,
            Player::Left => {
                let mut count = 0;
                Endgame::each_target(&board, |_, targets, _| count += targets.count_ones() as usize);
                count
            }
            Player::Right => Endgame::black_moves(&board).count_ones() as usize,
        }
    }

    fn before(&self, state: usize, states: &mut Vec<usize>) {
        match self.read(state) {
            Some(state) if state.player == Player::Left => self.before_black(&state, states),
            Some(state) => self.before_white(&state, states),
            None => {}
        }
    }

    fn ended(&self, state: usize) -> Achieved {
        let Some(State { board, player, .. }) = self.read(state) else { return Achieved::Draw };
        Endgame.ending(&board, player).map_or(Achieved::Loss, |outcome| outcome.achieved(player))
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

    const DRAWS: Draws = Draws::Always;

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

    fn state_numbering(&self, start: &Board<5>) -> Option<Box<dyn StateNumbering<Board<5>>>> {
        Some(Box::new(Squares::new(start)?))
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

    fn drawn(&self, course: &Course<'_, Self>) -> Picture {
        let board = course.now;
        let on = |board: &Board<5>, bit: u32| board.layers.iter().position(|layer| layer >> bit & 1 == 1);
        let named =
            |bit: u32| on(course.start, bit).map(|layer| (bit, format!("{}@{}", LETTERS[layer], board.cell_name(bit))));
        let mut keys: HashMap<u32, String> = bits(course.start.filled()).filter_map(named).collect();
        for made in course.made {
            let (from, to) = (u32::from(made.played.from), u32::from(made.played.to));
            if let Some(key) = keys.remove(&from) {
                keys.insert(to, key);
            }
        }
        let mut cells = board::cells(board, |bit| {
            on(board, bit).map_or_else(Cell::empty, |layer| {
                let role = if layer == BARE { Role::Right } else { Role::Left };
                let cell = Cell::new(CellKind::Piece, role).glyph(LETTERS[layer].to_string());
                keys.get(&bit).map_or(cell.clone(), |key| cell.piece(key.clone()))
            })
        });
        for go in Player::BOTH.into_iter().flat_map(|player| self.offered(board, player)) {
            let (from, to) = (u32::from(go.from), u32::from(go.to));
            // A pawn becomes a queen by a second click where it goes, a rook by one where it stood.
            let becomes = (on(board, from) != Some(usize::from(go.layer))).then_some(match usize::from(go.layer) {
                QUEEN => to,
                _ => from,
            });
            let path = [from, to].into_iter().chain(becomes).map(|bit| board.cell_name(bit));
            let gesture = Gesture::new(self.label(board, &go), path).takes(keys.get(&to).cloned());
            cells = cells.gesture(gesture.slides(keys.get(&from).cloned()));
        }
        cells.picture(self.text(board), "A board of chess with the pieces of White and the king of Black.")
    }

    fn small() -> Vec<String> {
        let boards = ["k..|...|.KR", "k..|..K|R..", "k...|....|..KP|....", "..k|...|PK.|...", "k.K|..R", "K.k"];
        boards.iter().map(|board| format!("endgame:{board}")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_go_with_the_rules() {
        for rows in [
            "k..|...|.KR",
            "k..|..R|RK.",
            "k...|....|..KQ",
            "..k|...|PK.|...",
            "k..|...|.KP|R..",
            ".k.|...|.K.|...|...|...|..P|...",
            "k..|...|PKP",
        ] {
            let (rules, position) = crate::retracing::read::<Endgame>(&format!("endgame:{rows}"));
            let states = crate::retracing::check(&rules, &position);
            assert!(states > 300, "{rows}: {states}");
        }
    }
}
