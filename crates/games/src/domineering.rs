//! Domineering: Left places dominoes upright, Right places them flat.

use crate::board::{self, Board, Place, Set, bits};
use crate::pairs;
use grundy_draw::{Cell, Picture, Role};
use grundy_game::tabled::{OutcomeLanes, PairBlocks, Ranked, Tabled};
use grundy_game::{
    Course, Game, ImpartialHints, Info, Input, Kind, ParseError, PartisanHints, Player, Refusal, Rules, Text,
    TheoremNote,
};
use grundy_value::{Store, Value, ValueError};
use std::marker::PhantomData;
use std::ops::Range;

/// The rules of Domineering.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Domineering<S = u128>(PhantomData<S>);

/// A domino on the cell `bit` and the one below it (upright) or to its right (flat).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Domino {
    bit: Place,
    upright: bool,
}

impl Domino {
    fn other<S: Set>(self, board: &Board<1, S>) -> u32 {
        u32::from(self.bit) + if self.upright { board.stride() } else { 1 }
    }
}

/// The length of a board that is one whole row (or column, when `upright`) of free cells.
fn strip<S: Set>(board: &Board<1, S>) -> Option<(i64, bool)> {
    if board.rows > 1 && board.columns > 1 {
        return None;
    }
    let free = i64::from(board.layers[0].count());
    let whole = free == i64::from(board.rows) * i64::from(board.columns);
    whole.then_some((free, board.rows > 1))
}

impl<S: Set> Rules for Domineering<S> {
    type Position = Board<1, S>;
    type Move = Domino;
    const KIND: Kind = Kind::Partisan;

    fn moves(&self, board: &Board<1, S>, player: Player, moves: &mut Vec<Domino>) -> Result<(), Refusal> {
        let free = &board.layers[0];
        let (upright, step) = match player {
            Player::Left => (true, board.stride()),
            Player::Right => (false, 1),
        };
        moves.extend(bits(free.and(&free.down(step))).map(|bit| Domino { bit: bit as Place, upright }));
        Ok(())
    }

    fn tabled(&self, start: &Board<1, S>) -> Option<Tabled<Self>> {
        let (rows, columns) = (u32::from(start.rows), u32::from(start.columns));
        let cells = rows.checked_mul(columns).filter(|&cells| cells <= pairs::MOST)?;
        let joins = pairs::of_board(rows, columns, 1, 0);
        let numbering = pairs::numbering(rows, columns);
        // why: a board that does not fit has no whole table, and is answered in other ways.
        let blocks = PairBlocks::<OutcomeLanes>::new(cells, &joins, pairs::block_bits(cells), numbering).ok()?;
        let rank = move |_: &Self, board: &Board<1, S>| {
            let fits = u32::from(board.rows) <= rows && u32::from(board.columns) <= columns;
            let number = |(row, column): (usize, usize)| 1u64 << (row as u32 * columns + column as u32);
            fits.then(|| bits(board.layers[0].clone()).map(|bit| number(board.place(bit))).sum())
        };
        let empty = start.only(&S::default());
        let unrank = move |number: u64| {
            let free = (0..cells).filter(|cell| number >> cell & 1 == 1);
            let mut board = empty.clone();
            for cell in free {
                board.layers[0].insert(empty.bit((cell / columns) as usize, (cell % columns) as usize));
            }
            board
        };
        Some(Ranked::tabled(blocks, rank, unrank))
    }

    fn play(&self, board: &mut Board<1, S>, played: &Domino) {
        let other = played.other(board);
        board.layers[0].remove(played.bit.into());
        board.layers[0].remove(other);
    }

    fn split(&self, board: &Board<1, S>, parts: &mut Vec<Board<1, S>>) {
        board.groups(board.layers[0].clone(), false, |group| {
            if group.count() > 1 {
                parts.push(board.only(&group));
            }
        });
    }

    fn canonicalise(&self, board: &mut Board<1, S>) {
        board.trim();
        *board = board.least_image();
    }

    fn weight(&self, board: &Board<1, S>) -> usize {
        board.layers[0].count() as usize
    }

    fn position_bytes(&self, board: &Board<1, S>) -> usize {
        board.bytes()
    }
}

impl<S: Set> ImpartialHints for Domineering<S> {}

impl<S: Set> PartisanHints for Domineering<S> {
    fn packed(&self, board: &Board<1, S>) -> Option<[u64; 2]> {
        board.packed()
    }

    fn light(&self) -> usize {
        16
    }

    fn heavy(&self) -> usize {
        30
    }

    /// Turning the board exchanges the players.
    fn canonicalise_up_to_sign(&self, board: &mut Board<1, S>) -> bool {
        board.trim();
        let image = if board.rows < board.columns { None } else { board.transposed() };
        match image.map(|image| image.least_image()) {
            Some(least) if board.rows > board.columns => {
                *board = least;
                true
            }
            Some(turned) => {
                let least = board.least_image();
                let negative = turned < least;
                *board = if negative { turned } else { least };
                negative
            }
            None => {
                *board = board.least_image();
                false
            }
        }
    }

    fn negate(&self, board: &mut Board<1, S>) -> bool {
        board.transposed().map(|image| *board = image).is_some()
    }

    /// A cut between two columns forbids flat dominoes only, one between two rows upright ones.
    fn slices(&self, board: &Board<1, S>, player: Player) -> usize {
        usize::from(if player == Player::Left { board.columns } else { board.rows })
    }

    /// Slices are moved to the upper left, where slices that look the same are the same.
    fn slice(&self, board: &Board<1, S>, player: Player, slices: Range<usize>) -> Board<1, S> {
        let lines = S::low(slices.len() as u32);
        let start = slices.start as u32;
        let (step, cells) = match player {
            Player::Left => {
                let column = |row: u32| lines.up(row * board.stride());
                (1, (0..u32::from(board.rows)).fold(S::default(), |all, row| all.or(&column(row))))
            }
            Player::Right => (board.stride(), S::low(slices.len() as u32 * board.stride())),
        };
        let mut slice = board.clone();
        slice.layers[0] = board.layers[0].down(start * step).and(&cells);
        slice
    }

    fn closed_value(&self, board: &Board<1, S>, store: &mut Store) -> Result<Option<Value>, ValueError> {
        let Some((length, upright)) = strip(board) else { return Ok(None) };
        store.integer(if upright { length / 2 } else { -(length / 2) }).map(Some)
    }

    fn value_theorem(&self, board: &Board<1, S>) -> Option<Text> {
        let (length, upright) = strip(board)?;
        let text = if upright {
            Text::new("a strip of {length} cells holds {moves} upright dominoes and no flat one")
        } else {
            Text::new("a strip of {length} cells holds {moves} flat dominoes and no upright one")
        };
        Some(text.with("length", length).with("moves", length / 2))
    }
}

impl<S: Set> Game for Domineering<S> {
    const INFO: Info = Info {
        name: "domineering",
        summary: "Left places dominoes upright, Right places them flat",
        rules: "Left covers two free cells one above the other, Right two free cells side by side. Whoever cannot move loses.",
        notation: "domineering:RxC, or rows joined by |, `.` free, `#` blocked: domineering:4x4, domineering:..#|...",
        theorems: &[
            TheoremNote {
                statement: "Turning the board by a quarter exchanges the players and negates the value.",
                literature: "J. H. Conway, On Numbers and Games, chapter 10 (1976)",
            },
            TheoremNote {
                statement: "A strip one cell wide of n cells is worth ⌊n/2⌋ moves to the player along it.",
                literature: "E. Berlekamp, J. Conway, R. Guy, Winning Ways, chapter 5 (1982)",
            },
        ],
        examples: &["domineering:4x4", "domineering:..#|...|#.."],
    };

    fn read(input: &Input<'_>) -> Result<(Self, Board<1, S>), ParseError> {
        let board = board::read(input, &[('.', Some(0)), ('#', None)], |board| board.layers[0] = board.all())?;
        Ok((Self::default(), board))
    }

    fn write(&self, board: &Board<1, S>) -> String {
        board::write(board, ['.'], '#')
    }

    fn label(&self, board: &Board<1, S>, played: &Domino) -> String {
        format!("{}-{}", board.cell_name(played.bit), board.cell_name(played.other(board)))
    }

    fn board(&self, board: &Board<1, S>) -> String {
        self.write(board).replace('|', "\n")
    }

    fn drawn(&self, course: &Course<'_, Self>) -> Picture {
        let board = course.now;
        let free = |bit: u32| board.layers[0].has(bit);
        let ends = |domino: &Domino| (board.place(u32::from(domino.bit)), board.place(domino.other(board)));
        let blocked = |bit: u32| !course.start.layers[0].has(bit);
        let mut cells = board::cells(board, |bit| match (free(bit), blocked(bit)) {
            (true, _) => Cell::empty(),
            (false, true) => Cell::gone().glyph("#"),
            (false, false) => Cell::gone(),
        });
        for (player, role) in [(Player::Left, Role::Left), (Player::Right, Role::Right)] {
            for played in self.offered(board, player) {
                let (from, to) = ends(&played);
                cells = cells.span(from, to, role, self.label(board, &played));
            }
        }
        for made in course.made {
            let (from, to) = ends(&made.played);
            cells = cells.domino(from, to, if made.played.upright { Role::Left } else { Role::Right });
        }
        cells.picture(self.text(board), "A board; Left covers two cells upright, Right two side by side.")
    }

    fn small() -> Vec<String> {
        board::small("domineering", &['.', '#'], 6)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_solve::{Settings, ValueSearch};

    /// Taking moves from the opponent never hurts: a board cut between columns is at least as good for Left, one cut
    /// between rows for Right.
    #[test]
    fn slices_bound_boards() {
        let rules = <Domineering>::default();
        let mut store = Store::default();
        let mut search = ValueSearch::new(&rules, &Settings::default(), false);
        let mut bits = 1u64;
        for _ in 0..60 {
            bits = bits.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            let mut board = Board::<1>::new(3, 5).unwrap();
            board.layers[0] = board.all() & u128::from(bits >> 20 | bits >> 40);
            let whole = search.value(&mut store, &board).unwrap();
            for player in Player::BOTH {
                let slices = rules.slices(&board, player);
                for cut in 1..slices {
                    let parts = [0..cut, cut..slices].map(|range| rules.slice(&board, player, range));
                    let values = parts.map(|part| search.value(&mut store, &part).unwrap());
                    let sum = store.sum(values[0], values[1]).unwrap();
                    let (small, large) = if player == Player::Left { (whole, sum) } else { (sum, whole) };
                    assert!(store.le(small, large).unwrap(), "{board:?} cut at {cut} for {player:?}");
                }
            }
        }
    }
}
