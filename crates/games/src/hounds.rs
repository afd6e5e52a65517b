//! Hare and hounds: three hounds, who never go back, hunt a hare.

use crate::board::{self, Board, Step, Way, bits};
use grundy_draw::Picture;
use grundy_game::{
    Course, Draws, Game, ImpartialHints, Info, Input, Kind, Outcome, ParseError, PartisanHints, Player, Refusal, Rules,
    TheoremNote,
};

/// The rules of hare and hounds. The layers hold the hounds, the hare and the empty points; the other cells are no points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hounds;

const EMPTY: usize = 2;

const SYMBOLS: [board::Symbol; 4] = [('x', Some(0)), ('o', Some(1)), ('.', Some(EMPTY)), ('#', None)];

/// The board and the start that everybody plays.
const START: &str = "#x..#|x...o|#x..#";

impl Hounds {
    /// The points joined to one: those beside it in its row and column, and where the lines cross also the diagonal ones.
    fn joined(board: &Board<3>, from: u32) -> u128 {
        let (row, column) = board.place(from);
        board.beside(&(1 << from), (row + column) % 2 == 1) & board.filled()
    }

    /// The columns of a set of points, in order of the bits.
    fn columns(board: &Board<3>, points: u128) -> impl Iterator<Item = usize> {
        let board = *board;
        bits(points).map(move |bit| board.place(bit).1)
    }

    /// Whether the hare has passed all hounds.
    fn escaped(board: &Board<3>) -> bool {
        let hare = Self::columns(board, board.layers[1]).next();
        let last = Self::columns(board, board.layers[0]).min();
        hare.zip(last).is_some_and(|(hare, last)| hare < last)
    }
}

impl Rules for Hounds {
    type Position = Board<3>;
    type Move = Step;
    const KIND: Kind = Kind::Partisan;

    fn moves(&self, board: &Board<3>, player: Player, moves: &mut Vec<Step>) -> Result<(), Refusal> {
        if Self::escaped(board) {
            return Ok(());
        }
        for from in bits(board.layers[player as usize]) {
            let column = board.place(from).1;
            let free = bits(Self::joined(board, from) & board.layers[EMPTY]);
            let forward = free.filter(|&to| player == Player::Right || board.place(to).1 >= column);
            moves.extend(forward.map(|to| Step::new(from, to)));
        }
        Ok(())
    }

    fn play(&self, board: &mut Board<3>, step: &Step) {
        let own = usize::from(board.layers[0] >> step.from & 1 == 0);
        step.carry(board, own);
        board.layers[EMPTY] = board.layers[EMPTY] & !(1 << step.to) | 1 << step.from;
    }

    const DRAWS: Draws = Draws::Always;

    fn ends(&self) -> bool {
        false
    }

    fn declares(&self) -> bool {
        true
    }

    fn ending(&self, board: &Board<3>, _: Player) -> Option<Outcome> {
        Self::escaped(board).then_some(Outcome::Right)
    }

    /// Hounds never go back, so a hunt without end is one in which they only go up and down, and that is forbidden to them.
    fn endless(&self) -> Outcome {
        Outcome::Right
    }

    /// The board upside down is the same game where that keeps the diagonals: with an odd number of rows.
    fn canonicalise(&self, board: &mut Board<3>) {
        if board.rows % 2 == 1 {
            *board = board.mirrored().turned().min(*board);
        }
    }
}

impl ImpartialHints for Hounds {}

impl PartisanHints for Hounds {}

impl Game for Hounds {
    const INFO: Info = Info {
        name: "hounds",
        summary: "hare and hounds: three hounds, who never go back, hunt a hare",
        rules: "Left moves one of the hounds (x) to a joined empty point, never to the left; Right moves the hare (o) anywhere. \
                The hounds win when the hare cannot move, the hare when it has passed all hounds, and also when the hounds only go \
                up and down for ever (the usual rule calls that stalling after ten such moves in a row). Points are joined in rows and columns, and by diagonals where a cell's row and column, counted from \
                the top left, add up to an odd number, as on the board of eleven points.",
        notation: "hounds: for the usual start, or rows joined by |, `x` a hound, `o` the hare, `.` an empty point, `#` no point: \
                   hounds:#x..#|x...o|#x..#",
        theorems: &[TheoremNote {
            statement: "On the small board the hounds win against any defence.",
            literature: "E. Berlekamp, J. Conway, R. Guy, Winning Ways, chapter 21, Hare and Hounds (1982; second edition, volume 3, \
                         pages 711 to 723); M. Gardner, Scientific American, October 1963",
        }],
        examples: &["hounds:", "hounds:#...#|xx.xo|#...#"],
    };

    fn read(input: &Input<'_>) -> Result<(Self, Board<3>), ParseError> {
        input.no_arguments()?;
        let usual = Input { position: (START, input.position.1), ..*input };
        let board: Board<3> = board::read_rows(if input.position.0.is_empty() { &usual } else { input }, &SYMBOLS)?;
        if board.layers[1].count_ones() != 1 || board.layers[0] == 0 {
            return Err(input.position_error("one hare `o` and at least one hound `x` are expected"));
        }
        Ok((Self, board))
    }

    fn write(&self, board: &Board<3>) -> String {
        board::write(board, ['x', 'o', '.'], '#')
    }

    fn label(&self, board: &Board<3>, step: &Step) -> String {
        step.name(board)
    }

    fn board(&self, board: &Board<3>) -> String {
        self.write(board).replace('|', "\n").replace('#', " ")
    }

    fn drawn(&self, course: &Course<'_, Self>) -> Picture {
        let way = |_: &Board<3>, step: &Step| Way::slide(u32::from(step.from), u32::from(step.to));
        board::stones(self, course, ["x", "o", ""], way)
            .picture(self.text(course.now), "A board with hounds and a hare; the hounds never go back to the left.")
    }

    fn small() -> Vec<String> {
        let boards =
            ["#...#|xx.xo|#...#", "#..x#|..xo.|#..x#", "#x..#|.x..o|#x..#", "x.o", "x.o|...", ".xo|.x.", "ox."];
        boards.iter().map(|board| format!("hounds:{board}")).collect()
    }
}
