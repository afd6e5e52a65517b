//! Treblecross: noughts and crosses in one row, with crosses only; three in a row win.

use grundy_draw::{Cell, CellKind, Cells, Picture, Role};
use grundy_game::{
    Game, ImpartialHints, Info, Input, Known, Outcome, ParseError, PartisanHints, Play, Player, Refusal, Rules, Text,
    Theorem, TheoremNote,
};

/// The rules of Treblecross, with the nimbers of free runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Treblecross {
    /// The nimbers of the code 0.007, from heap 0 on.
    nimbers: Vec<u16>,
}

/// The longest board.
const LONGEST: u32 = 64;

/// A row of squares: bit i is set where square i (from 0) has a cross.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Row {
    crosses: u64,
    length: u32,
}

impl Row {
    fn all(self) -> u64 {
        if self.length == 0 { 0 } else { u64::MAX >> (64 - self.length) }
    }

    /// Whether three crosses stand side by side.
    fn finished(self) -> bool {
        self.crosses & self.crosses >> 1 & self.crosses >> 2 != 0
    }

    /// The squares where a cross makes three in a row.
    fn completing(self) -> u64 {
        let x = self.crosses;
        (x << 1 & x << 2 | x >> 1 & x >> 2 | x << 1 & x >> 1) & !x & self.all()
    }

    /// The squares at least three away from every cross: a cross elsewhere lets the other player complete three.
    fn free(self) -> u64 {
        let near = self.crosses | self.crosses << 1 | self.crosses << 2 | self.crosses >> 1 | self.crosses >> 2;
        !near & self.all()
    }

    /// The lengths of the runs of free squares.
    fn runs(self) -> Vec<u32> {
        let mut free = self.free();
        let mut runs = Vec::new();
        while free != 0 {
            free >>= free.trailing_zeros();
            let length = free.trailing_ones();
            runs.push(length);
            // why: a shift past the width leaves no cell.
            free = free.checked_shr(length).unwrap_or(0);
        }
        runs
    }

    fn with(self, square: u32) -> Self {
        Self { crosses: self.crosses | 1 << square, ..self }
    }
}

/// The squares of a set, in increasing order.
fn squares(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros())?;
        set &= set - 1;
        Some(square)
    })
}

impl Treblecross {
    fn new() -> Self {
        let code = grundy_heap::Rule::from_digits("", &[0, 0, 0, 7].map(grundy_heap::Leave::bits), &[]);
        let to = u64::from(LONGEST) + 2;
        let nimbers = grundy_heap::nimbers(&code, to, &grundy_budget::Budget::unlimited());
        Self { nimbers: nimbers.map_or(Vec::new(), |nimbers| nimbers.to_vec()) }
    }

    /// The nim-sum over the free runs, a run of n squares being a heap of n + 2 in 0.007.
    fn sum(&self, row: Row) -> Option<u16> {
        row.runs().into_iter().try_fold(0, |sum, run| Some(sum ^ self.nimbers.get(run as usize + 2)?))
    }
}

impl Rules for Treblecross {
    type Position = Row;
    type Move = u32;

    fn moves(&self, row: &Row, _: Player, moves: &mut Vec<u32>) -> Result<(), Refusal> {
        if !row.finished() {
            moves.extend(squares(!row.crosses & row.all()));
        }
        Ok(())
    }

    fn play(&self, row: &mut Row, &square: &u32) {
        *row = row.with(square);
    }

    fn canonicalise(&self, row: &mut Row) {
        if row.length > 0 {
            row.crosses = row.crosses.min(row.crosses.reverse_bits() >> (64 - row.length));
        }
    }

    fn theorem(&self, row: &Row, play: Play) -> Option<Theorem<u32>> {
        // On fewer than three squares nobody can make three in a row, and the argument fails.
        if play == Play::Misere || row.length < 3 {
            return None;
        }
        if row.finished() {
            let reason = Text::new("three crosses stand in a row: the game is over");
            return Some(Theorem { known: Known::Nimber(0), reason, winning: Some(Vec::new()) });
        }
        let completing = row.completing();
        if completing != 0 {
            let reason = Text::new("a cross completes three in a row, and any other move leaves that to the opponent");
            let winning = Some(squares(completing).collect());
            return Some(Theorem { known: Known::Outcome(Outcome::First), reason, winning });
        }
        let sum = self.sum(*row)?;
        let runs = row.runs().iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let reason = Text::new(
            "who sets a cross within two squares of another loses at once, so the free runs ({runs}) are heaps of two more in the game 0.007; their nim-sum is {sum}",
        );
        let reason = reason.with("runs", if runs.is_empty() { "none".to_owned() } else { runs }).with("sum", sum);
        let wins = |&square: &u32| self.sum(row.with(square)) == Some(0);
        let winning = if sum == 0 { Vec::new() } else { squares(row.free()).filter(wins).collect() };
        let outcome = if sum == 0 { Outcome::Second } else { Outcome::First };
        Some(Theorem { known: Known::Outcome(outcome), reason, winning: Some(winning) })
    }
}

impl ImpartialHints for Treblecross {}

impl PartisanHints for Treblecross {}

impl Game for Treblecross {
    const INFO: Info = Info {
        name: "treblecross",
        summary: "crosses in one row of squares; three side by side win",
        rules: "A move sets a cross on an empty square. Whoever makes three crosses side by side wins; when the row is full, \
                whoever is to move loses.",
        notation: "treblecross:N for an empty row of N squares up to 64, or the row itself with x and a point: treblecross:9 or \
                   treblecross:x...x....",
        theorems: &[TheoremNote {
            statement: "A cross within two squares of another loses at once; so a row of n ≥ 3 squares is won like a heap of n + 2 \
                        in the octal game 0.007.",
            literature: "E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways (1982), chapter 4",
        }],
        examples: &["treblecross:9", "treblecross:x...x....", "treblecross:20"],
    };

    fn read(input: &Input<'_>) -> Result<(Self, Row), ParseError> {
        input.no_arguments()?;
        let (text, _) = input.position;
        let long = || {
            input
                .position_error("the row is too long")
                .help("the longest has 64 squares; octal(0.007):n+2 is the same game")
        };
        let unreadable = || {
            let error = input.position_error("a number, or a row of `x` and `.`, is expected");
            error.help("for example `treblecross:9` or `treblecross:x...x....`")
        };
        if text.is_empty() {
            return Err(unreadable());
        }
        let row = if text.bytes().all(|byte| byte.is_ascii_digit()) {
            // why: a number that cannot be read is too large: the next step refuses it.
            let length = text.parse().ok().filter(|&length| length <= LONGEST).ok_or_else(long)?;
            Row { crosses: 0, length }
        } else {
            let mut row = Row { crosses: 0, length: 0 };
            for symbol in text.chars() {
                if row.length == LONGEST {
                    return Err(long());
                }
                match symbol {
                    'x' | 'X' => row.crosses |= 1 << row.length,
                    '.' => {}
                    _ => return Err(unreadable()),
                }
                row.length += 1;
            }
            row
        };
        Ok((Self::new(), row))
    }

    fn write(&self, row: &Row) -> String {
        if row.crosses == 0 {
            return row.length.to_string();
        }
        (0..row.length).map(|square| if row.crosses >> square & 1 == 1 { 'x' } else { '.' }).collect()
    }

    fn label(&self, position: &Row, played: &u32) -> String {
        self.words(position, played).to_string()
    }

    fn words(&self, _: &Row, square: &u32) -> Text {
        Text::new("cross on {square}").with("square", square + 1)
    }

    fn board(&self, row: &Row) -> String {
        cells(*row).to_text()
    }

    /// Long rows go on in the next line.
    fn picture(&self, row: &Row) -> Picture {
        const LINE: usize = 20;
        let all: Vec<Cell> = (0..row.length).map(|at| square(*row, at).key((at + 1).to_string())).collect();
        let lines = all.chunks(LINE).map(<[Cell]>::to_vec).collect();
        Cells::new(lines).picture(self.text(row), "A row of squares, some of them crossed.")
    }

    fn small() -> Vec<String> {
        let empty = (0..=8).map(|length| format!("treblecross:{length}"));
        let rows =
            [".x...", "x....", "x..x...", "xx...", ".xxx.", "x.x....", "..x....", "x.....x", "xx.xx", "....x...."];
        empty.chain(rows.iter().map(|row| format!("treblecross:{row}"))).collect()
    }
}

fn cells(row: Row) -> Cells {
    Cells::strip((0..row.length).map(|at| square(row, at)).collect())
}

fn square(row: Row, square: u32) -> Cell {
    if row.crosses >> square & 1 == 1 {
        Cell::new(CellKind::Piece, Role::Token).glyph("x")
    } else if row.finished() {
        Cell::empty()
    } else {
        Cell::empty().plays(format!("cross on {}", square + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_game::NoFiles;

    #[test]
    fn a_row_must_be_given() {
        let read = |text: &str| {
            let source = format!("treblecross:{text}");
            let input =
                Input { source: &source, name: "treblecross", arguments: None, position: (text, 12), files: &NoFiles };
            Treblecross::read(&input).map(|(_, row)| row.length)
        };
        assert!(read("").is_err() && read("xyz").is_err() && read("65").is_err());
        assert_eq!((read("0").ok(), read("x..").ok()), (Some(0), Some(3)));
    }

    /// Who wins, and by which squares, against the definition on every board of up to eleven squares.
    #[test]
    fn theorem_is_brute_force() {
        let rules = Treblecross::new();
        for length in 3..=11 {
            let mut lost = vec![false; 1 << length];
            for crosses in (0..1u64 << length).rev() {
                let row = Row { crosses, length };
                let mut moves = Vec::new();
                rules.moves(&row, Player::Left, &mut moves).unwrap();
                moves.retain(|&square| lost[row.with(square).crosses as usize]);
                lost[crosses as usize] = moves.is_empty();
                let theorem = rules.theorem(&row, Play::Normal).unwrap();
                assert_eq!(theorem.known.outcome() == Outcome::Second, moves.is_empty(), "{row:?}");
                assert_eq!(theorem.winning, Some(moves), "{row:?}");
            }
        }
    }
}
