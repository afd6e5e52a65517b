//! The moving noughts and crosses: three men's morris, tapatan, nine holes. Three men each, three in a row win.

use crate::board::{self, Board, LETTERS, Way, bits};
use crate::lines::in_line;
use grundy_draw::Picture;
use grundy_game::{
    Course, Draws, Game, ImpartialHints, Info, Input, Kind, Outcome, ParseError, PartisanHints, Player, Refusal, Rules,
    Text, TheoremNote,
};

/// The rules: where men may move once all are on the board, and which rows win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Morris {
    moving: Moving,
    /// Whether the two diagonals win too.
    diagonals: bool,
}

/// Where a man may move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Moving {
    /// To a neighbour in its row or column.
    Straight,
    /// Also along the two diagonals through the middle.
    Lines,
    /// To any empty point.
    Free,
}

/// A man is set, or moves from a point to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    from: Option<u8>,
    to: u8,
    player: Player,
}

/// Men of each player.
const MEN: u32 = 3;

/// The points of a row or column, on a side.
const SIDE: usize = 3;

const SYMBOLS: [board::Symbol; 3] = [('x', Some(0)), ('o', Some(1)), ('.', None)];

/// The rules by the names they are played under.
const NAMED: [(&str, Morris); 6] = [
    ("straight", Morris { moving: Moving::Straight, diagonals: false }),
    ("straight,diagonals", Morris { moving: Moving::Straight, diagonals: true }),
    ("lines", Morris { moving: Moving::Lines, diagonals: false }),
    ("tapatan", Morris { moving: Moving::Lines, diagonals: true }),
    ("nineholes", Morris { moving: Moving::Free, diagonals: false }),
    ("free", Morris { moving: Moving::Free, diagonals: true }),
];

impl Morris {
    /// Who has a row.
    fn row(&self, board: &Board<2>) -> Option<Player> {
        let stride = board.stride();
        let straight = [1, stride];
        let diagonal = [stride - 1, stride + 1];
        let steps = straight.iter().chain(diagonal.iter().filter(|_| self.diagonals));
        let has_row = |player: &Player| steps.clone().any(|&step| in_line(board.layers[*player as usize], step, SIDE));
        Player::BOTH.into_iter().find(has_row)
    }

    /// The points that a man on `from` may reach in one step.
    fn reach(&self, board: &Board<2>, from: u32) -> u128 {
        let here = 1 << from;
        let (row, column) = board.place(from);
        match self.moving {
            Moving::Free => board.all(),
            // The middle and the corners are joined by the diagonals, the middles of the sides are not.
            Moving::Lines if (row + column) % 2 == 0 => board.beside(&here, true) & board.all(),
            Moving::Straight | Moving::Lines => board.beside(&here, false) & board.all(),
        }
    }

    fn name(self) -> &'static str {
        NAMED.iter().find(|(_, rules)| *rules == self).map_or("straight", |(name, _)| name)
    }
}

impl Rules for Morris {
    type Position = Board<2>;
    type Move = Step;
    const KIND: Kind = Kind::Partisan;

    fn moves(&self, board: &Board<2>, player: Player, moves: &mut Vec<Step>) -> Result<(), Refusal> {
        if self.row(board).is_some() {
            return Ok(());
        }
        let own = board.layers[player as usize];
        let free = board.all() & !board.filled();
        if own.count_ones() < MEN {
            moves.extend(bits(free).map(|to| Step { from: None, to: to as u8, player }));
            return Ok(());
        }
        for from in bits(own) {
            let reached = bits(self.reach(board, from) & free);
            moves.extend(reached.map(|to| Step { from: Some(from as u8), to: to as u8, player }));
        }
        Ok(())
    }

    fn play(&self, board: &mut Board<2>, step: &Step) {
        let own = &mut board.layers[step.player as usize];
        *own |= 1 << step.to;
        if let Some(from) = step.from {
            *own &= !(1 << from);
        }
    }

    const DRAWS: Draws = Draws::Always;

    fn ends(&self) -> bool {
        false
    }

    fn declares(&self) -> bool {
        true
    }

    fn ending(&self, board: &Board<2>, _: Player) -> Option<Outcome> {
        self.row(board).map(|player| if player == Player::Left { Outcome::Left } else { Outcome::Right })
    }

    fn canonicalise(&self, board: &mut Board<2>) {
        *board = board.least_of_eight();
    }
}

impl ImpartialHints for Morris {}

impl PartisanHints for Morris {
    fn negate(&self, board: &mut Board<2>) -> bool {
        board.layers.swap(0, 1);
        true
    }
}

impl Game for Morris {
    const INFO: Info = Info {
        name: "morris",
        summary: "three men's morris: set three men, then move them, until three stand in a row",
        rules: "Left (x) and Right (o) set their three men on the nine points by turns, then move one man a turn to an empty \
                point. Whoever has three in a row wins; whoever cannot move loses; play that goes on for ever is a draw. Men \
                move to neighbours in rows and columns (straight), also along the two diagonals (lines, tapatan) or anywhere \
                (free, nineholes); rows and columns win, in tapatan, free and straight,diagonals the diagonals too.",
        notation: "morris: for the empty board with straight moves, morris(RULE): with RULE one of straight, \
                   straight,diagonals, lines, tapatan, nineholes, free, or rows joined by |, `x` Left, `o` Right, `.` empty: \
                   morris(tapatan):x..|.o.|...",
        theorems: &[TheoremNote {
            statement: "Where the diagonals win too and men move straight or along lines, as in tapatan, whoever starts wins from \
                        the middle; under the other four rules the game is a draw.",
            literature: "Found by retrograde analysis; the rules are in H. J. R. Murray, A History of Board-Games Other Than Chess \
                         (1952), chapter 3",
        }],
        examples: &["morris:", "morris(tapatan):", "morris(nineholes):x..|.o.|..."],
    };

    fn read(input: &Input<'_>) -> Result<(Self, Board<2>), ParseError> {
        let wanted = input.arguments.map_or("straight", |(text, _)| text);
        let Some((_, rules)) = NAMED.iter().find(|(name, _)| *name == wanted.replace(' ', "")) else {
            let names = NAMED.map(|(name, _)| format!("`{name}`")).join(", ");
            let problem = Text::new("`{rule}` is not a rule of morris").with("rule", wanted);
            let help = Text::new("expected one of {names}").with("names", names);
            return Err(input.argument_error(0, wanted.len(), problem).help(help));
        };
        let board: Board<2> = board::read_sized(input, &SYMBOLS, SIDE, SIDE)?;
        if board.layers.iter().any(|men| men.count_ones() > MEN) {
            return Err(input.position_error("a player has more than three men"));
        }
        Ok((*rules, board))
    }

    fn arguments(&self) -> Option<String> {
        (*self != NAMED[0].1).then(|| self.name().to_owned())
    }

    fn write(&self, board: &Board<2>) -> String {
        board::write(board, ['x', 'o'], '.')
    }

    fn label(&self, board: &Board<2>, step: &Step) -> String {
        let name = |cell: u8| board.cell_name(u32::from(cell));
        let symbol = if step.player == Player::Left { 'x' } else { 'o' };
        match step.from {
            None => format!("{symbol} {}", name(step.to)),
            Some(from) => format!("{symbol} {}-{}", name(from), name(step.to)),
        }
    }

    fn board(&self, board: &Board<2>) -> String {
        self.write(board).replace('|', "\n")
    }

    fn drawn(&self, course: &Course<'_, Self>) -> Picture {
        let way = |_: &Board<2>, step: &Step| match step.from {
            Some(from) => Way::slide(u32::from(from), u32::from(step.to)),
            None => Way::set(u32::from(step.to)),
        };
        board::stones(self, course, LETTERS, way)
            .picture(self.text(course.now), "A board of nine points with the men of two players; three in a row win.")
    }

    fn small() -> Vec<String> {
        let boards = ["xx.|oo.|x.o", "x.x|o.o|xo.", "xo.|.x.|o.x", "xo.|ox.|..."];
        let rules = NAMED.iter().map(|(name, _)| name);
        rules.flat_map(|name| boards.iter().map(move |board| format!("morris({name}):{board}"))).collect()
    }
}
