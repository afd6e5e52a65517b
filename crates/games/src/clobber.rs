//! Clobber: move a stone onto a neighbouring enemy stone and take it.

#[cfg(feature = "search")]
mod shapes;
#[cfg(feature = "search")]
mod sums;
#[cfg(feature = "search")]
mod values;
#[cfg(feature = "search")]
mod whole;

use crate::board::{self, Board, LETTERS, Place, Set, Way, bits};
#[cfg(feature = "search")]
use grundy_budget::Budget;
use grundy_draw::Picture;
#[cfg(feature = "search")]
use grundy_game::OwnSearch;
use grundy_game::{
    Course, Game, ImpartialHints, Info, Input, Kind, ParseError, PartisanHints, Player, Refusal, Rules, TheoremNote,
};
#[cfg(feature = "search")]
use grundy_value::ValueError;
use std::marker::PhantomData;

/// The rules of Clobber. The first layer holds Left's stones, the second Right's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clobber<S = u128>(PhantomData<S>);

/// A stone goes from one cell to another and takes the stone there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    from: Place,
    to: Place,
}

/// Fills a board with stones by turns, Left's in the upper left corner.
fn chequered<S: Set>(board: &mut Board<2, S>) {
    for bit in bits(board.all()) {
        let (row, column) = board.place(bit);
        board.layers[(row + column) % 2].insert(bit);
    }
}

impl<S: Set> Rules for Clobber<S> {
    type Position = Board<2, S>;
    type Move = Step;
    const KIND: Kind = Kind::Partisan;

    fn moves(&self, board: &Board<2, S>, player: Player, moves: &mut Vec<Step>) -> Result<(), Refusal> {
        let (own, enemy) = (&board.layers[player as usize], &board.layers[player.other() as usize]);
        let stride = board.stride();
        for (step, forward) in [(stride, false), (1, false), (1, true), (stride, true)] {
            if step == stride && board.rows == 1 {
                continue;
            }
            let movers = own.and(&if forward { enemy.down(step) } else { enemy.up(step) });
            moves.extend(bits(movers).map(|from| {
                let to = if forward { from + step } else { from - step };
                Step { from: from as Place, to: to as Place }
            }));
        }
        Ok(())
    }

    fn play(&self, board: &mut Board<2, S>, played: &Step) {
        let (from, to) = (played.from.into(), played.to.into());
        let own = usize::from(!board.layers[0].has(from));
        board.layers[own].remove(from);
        board.layers[own].insert(to);
        board.layers[1 - own].remove(to);
    }

    /// Connected groups with stones of both players.
    fn split(&self, board: &Board<2, S>, parts: &mut Vec<Board<2, S>>) {
        board.groups(board.filled(), false, |group| {
            let part = board.only(&group);
            if !part.layers.iter().any(Set::is_empty) {
                parts.push(part);
            }
        });
    }

    fn canonicalise(&self, board: &mut Board<2, S>) {
        board.trim();
        *board = board.least_of_eight();
    }

    fn weight(&self, board: &Board<2, S>) -> usize {
        board.filled().count() as usize
    }

    fn position_bytes(&self, board: &Board<2, S>) -> usize {
        board.bytes()
    }
}

impl<S: Set> ImpartialHints for Clobber<S> {}

impl<S: Set> PartisanHints for Clobber<S> {
    fn packed(&self, board: &Board<2, S>) -> Option<[u64; 2]> {
        board.packed()
    }

    fn light(&self) -> usize {
        10
    }

    fn heavy(&self) -> usize {
        17
    }

    fn canonicalise_up_to_sign(&self, board: &mut Board<2, S>) -> bool {
        board.trim();
        board.least_up_to_swap(0, 1)
    }

    fn negate(&self, board: &mut Board<2, S>) -> bool {
        board.layers.swap(0, 1);
        true
    }

    #[cfg(feature = "search")]
    fn own_search(&self, threads: usize, budget: &Budget) -> Option<Box<dyn OwnSearch<Board<2, S>>>> {
        Some(Box::new(OwnBoards { threads, budget: budget.clone(), whole: None }))
    }
}

/// Boards of fewer stones are left to the search of sums.
#[cfg(feature = "search")]
const LARGE: u32 = 16;

/// The search of whole boards, made when there is a large one.
#[cfg(feature = "search")]
struct OwnBoards {
    threads: usize,
    budget: Budget,
    whole: Option<whole::Whole>,
}

#[cfg(feature = "search")]
impl<S: Set> OwnSearch<Board<2, S>> for OwnBoards {
    fn wins(&mut self, board: &Board<2, S>, player: Player) -> Result<Option<bool>, ValueError> {
        if board.filled().count() < LARGE {
            return Ok(None);
        }
        let Some(stones) = stones(board) else { return Ok(None) };
        let whole = self.whole.get_or_insert_with(|| whole::Whole::new(self.threads, &self.budget));
        whole.left_wins(if player == Player::Left { stones } else { stones.negative() }).map(Some)
    }
}

/// The stones of a board as words, turned so that it is not higher than wide; `None` where that takes too many bits.
#[cfg(feature = "search")]
fn stones<S: Set>(board: &Board<2, S>) -> Option<shapes::Stones> {
    let mut board = board.clone();
    board.trim();
    if board.rows > board.columns {
        board = board.transposed()?;
    }
    let fits = u32::from(board.rows) * board.stride() <= shapes::MOST_BITS;
    let layers = [board.layers[0].low_word(), board.layers[1].low_word()];
    fits.then(|| shapes::Stones { layers, stride: board.stride() })
}

impl<S: Set> Game for Clobber<S> {
    const INFO: Info = Info {
        name: "clobber",
        summary: "move a stone onto a neighbouring enemy stone and take it",
        rules: "Left moves x, Right moves o, always onto a stone of the other side one step up, down, left or right, which \
                is taken. Whoever cannot move loses.",
        notation: "clobber:RxC (stones by turns everywhere), or rows joined by |, `x` Left, `o` Right, `.` empty: \
                   clobber:xox|ox.",
        theorems: &[TheoremNote {
            statement: "All values are infinitesimal, since either both players can move or neither.",
            literature: "M. Albert, J. Grossman, R. Nowakowski, D. Wolfe, An introduction to Clobber (2005)",
        }],
        examples: &["clobber:xox|ox.", "clobber:3x3"],
    };

    fn read(input: &Input<'_>) -> Result<(Self, Board<2, S>), ParseError> {
        let symbols = [('x', Some(0)), ('o', Some(1)), ('.', None), ('#', None)];
        Ok((Self::default(), board::read(input, &symbols, chequered)?))
    }

    fn write(&self, board: &Board<2, S>) -> String {
        board::write(board, ['x', 'o'], '.')
    }

    fn label(&self, board: &Board<2, S>, played: &Step) -> String {
        format!("{}x{}", board.cell_name(played.from), board.cell_name(played.to))
    }

    fn board(&self, board: &Board<2, S>) -> String {
        self.write(board).replace('|', "\n")
    }

    fn drawn(&self, course: &Course<'_, Self>) -> Picture {
        let way = |_: &Board<2, S>, step: &Step| Way {
            takes: vec![u32::from(step.to)],
            ..Way::slide(u32::from(step.from), u32::from(step.to))
        };
        board::stones(self, course, LETTERS, way).picture(
            self.text(course.now),
            "A board of stones; a stone takes a neighbouring stone of the other player.",
        )
    }

    fn small() -> Vec<String> {
        board::small("clobber", &['x', 'o', '.'], 4)
    }
}

#[cfg(all(test, feature = "search"))]
mod tests {
    use super::*;
    use grundy_budget::Limits;
    use grundy_solve::{PartisanSearch, Settings, ValueSearch};
    use grundy_value::{Outcome, Store};

    /// Random boards, one in so many cells empty.
    fn some_boards(count: usize, sizes: &[(usize, usize)], one_in: u64) -> Vec<Board<2>> {
        let mut random = 1u64;
        let mut next = |below: u64| {
            random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405);
            (random >> 33) % below
        };
        let mut boards = Vec::new();
        for at in 0..count {
            let (rows, columns) = sizes[at % sizes.len()];
            let mut board = Board::<2>::new(rows, columns).unwrap();
            for bit in bits(board.all()) {
                if next(one_in) != 0 {
                    board.layers[next(2) as usize].insert(bit);
                }
            }
            boards.push(board);
        }
        boards
    }

    /// The search of whole boards against that of sums, which knows nothing of it: full boards, random ones, and such that fall
    /// apart; each starter.
    #[test]
    fn whole_boards_are_decided_as_sums_are() {
        let rules = <Clobber>::default();
        let mut search = PartisanSearch::new(&rules, &Settings::default(), false);
        let mut whole = whole::Whole::new(1, &Budget::unlimited());
        let mut boards = some_boards(1200, &[(3, 4), (4, 4), (3, 5), (2, 8), (6, 3)], 5);
        boards.extend(some_boards(300, &[(5, 5), (4, 7), (6, 6), (7, 7)], 2));
        boards.extend(some_boards(300, &[(1, 17), (1, 24), (1, 57)], 6));
        for (rows, columns) in [(1, 31), (2, 2), (2, 9), (9, 2), (3, 3), (3, 6), (4, 4), (4, 5)] {
            let mut board = Board::<2>::new(rows, columns).unwrap();
            chequered(&mut board);
            boards.push(board);
        }
        let (mut won, mut asked) = (0, 0);
        for board in &boards {
            let Some(stones) = stones(board) else { continue };
            for (player, stones) in [(Player::Left, stones), (Player::Right, stones.negative())] {
                let wins = search.wins(board, player).unwrap();
                assert_eq!(whole.left_wins(stones).unwrap(), wins, "{board:?}, {player:?} starts");
                (won, asked) = (won + usize::from(wins), asked + 1);
            }
        }
        assert!(asked > 3500, "{asked} asked");
        assert!((asked / 4..3 * asked / 4).contains(&won), "{won} of {asked} won");
        assert!(whole.opened() > 3000, "{} sums were opened", whole.opened());
    }

    /// Who wins is what the value says, for each starter: boards and strips.
    #[test]
    fn whole_boards_are_decided_as_their_values_are() {
        let rules = <Clobber>::default();
        let mut store = Store::default();
        let mut values = ValueSearch::new(&rules, &Settings::default(), false);
        let mut whole = whole::Whole::new(1, &Budget::unlimited());
        let mut seen = [0; 4];
        for board in some_boards(1200, &[(3, 4), (2, 6), (1, 14), (4, 4), (1, 22)], 4) {
            let Some(stones) = stones(&board) else { continue };
            if board.filled().count() > 14 {
                continue;
            }
            let mut starts = |stones| whole.left_wins(stones).unwrap();
            let value = values.value(&mut store, &board).unwrap();
            let (outcome, at) = match (starts(stones), starts(stones.negative())) {
                (true, true) => (Outcome::First, 0),
                (true, false) => (Outcome::Left, 1),
                (false, true) => (Outcome::Right, 2),
                (false, false) => (Outcome::Second, 3),
            };
            assert_eq!(store.outcome(value), outcome, "{board:?}");
            seen[at] += 1;
        }
        assert!(seen.iter().all(|&count| count > 40), "{seen:?}");
    }

    /// Threads that begin at once decide as one does, and leave nothing wrong in the table.
    #[test]
    fn threads_agree() {
        let mut one = whole::Whole::new(1, &Budget::unlimited());
        let mut boards = some_boards(24, &[(4, 5), (3, 7), (2, 10), (1, 40)], 9);
        for (rows, columns) in [(3, 7), (4, 5), (1, 45)] {
            let mut board = Board::<2>::new(rows, columns).unwrap();
            chequered(&mut board);
            boards.push(board);
        }
        let mut lasting = whole::Whole::new(4, &Budget::unlimited()).joined_after(20);
        for board in &boards {
            let stones = stones(board).unwrap();
            for stones in [stones, stones.negative()] {
                let expected = one.left_wins(stones).unwrap();
                let mut three = whole::Whole::new(3, &Budget::unlimited()).joined_after(5);
                assert_eq!(three.left_wins(stones).unwrap(), expected, "{board:?}");
                assert_eq!(lasting.left_wins(stones).unwrap(), expected, "{board:?}");
            }
        }
        assert!(lasting.opened() > 2000, "{} sums were opened", lasting.opened());
    }

    /// A search that is stopped says so, with one thread and with several, and gives back what it took.
    #[test]
    fn a_stop_is_no_answer() {
        for threads in [1, 3] {
            let budget = Budget::new(Limits { positions: Some(50_000), ..Limits::default() });
            let mut board = Board::<2>::new(5, 6).unwrap();
            chequered(&mut board);
            let mut whole = whole::Whole::new(threads, &budget);
            assert!(matches!(whole.left_wins(stones(&board).unwrap()), Err(ValueError::Exhausted(_))), "{threads}");
            drop(whole);
            assert_eq!(budget.memory(), 0);
        }
    }

    /// Where memory is short small sums are forgotten, and who wins stays the same.
    #[test]
    fn short_memory_changes_no_answer() {
        let mut board = Board::<2>::new(4, 6).unwrap();
        chequered(&mut board);
        let stones = stones(&board).unwrap();
        let mut opened = Vec::new();
        for memory in [None, Some(30 << 20)] {
            let budget = Budget::new(Limits { memory, ..Limits::default() });
            let mut whole = whole::Whole::new(1, &budget);
            assert!(!whole.left_wins(stones).unwrap() && !whole.left_wins(stones.negative()).unwrap());
            opened.push(whole.opened());
        }
        assert!(opened[1] < opened[0], "{opened:?}");
    }

    /// A player wins exactly where an option is lost for the other, on boards as large as the search is for.
    #[test]
    fn who_wins_agrees_with_the_options() {
        let rules = <Clobber>::default();
        let mut whole = whole::Whole::new(1, &Budget::unlimited());
        let mut wins = |board: &Board<2>, player: Player| {
            let stones = stones(board).unwrap();
            whole.left_wins(if player == Player::Left { stones } else { stones.negative() }).unwrap()
        };
        for board in some_boards(8, &[(4, 6), (6, 4), (5, 5), (2, 12)], 7) {
            for player in Player::BOTH {
                let mut moves = Vec::new();
                rules.moves(&board, player, &mut moves).unwrap();
                let any = moves.iter().any(|played| {
                    let mut option = board;
                    rules.play(&mut option, played);
                    !wins(&option, player.other())
                });
                assert_eq!(wins(&board, player), any, "{board:?}, {player:?} starts");
            }
        }
    }

    /// Stones are moved as the rules say, and a shape is the same for all images of a group.
    #[test]
    fn stones_follow_the_rules() {
        let rules = <Clobber>::default();
        let mut groups = 0;
        for board in some_boards(300, &[(3, 4), (4, 4), (2, 6), (5, 5), (6, 6), (3, 3)], 3) {
            let Some(whole) = stones(&board) else { continue };
            let mut moves = Vec::new();
            rules.moves(&board, Player::Left, &mut moves).unwrap();
            assert_eq!((moves.len(), moves.len()), (whole.moves() as usize, whole.after_left().count()), "{board:?}");
            let mut parts = Vec::new();
            rules.split(&board, &mut parts);
            assert_eq!(parts.len(), whole.groups().count(), "{board:?}");
            for part in parts {
                let Some(group) = stones(&part) else { continue };
                let named = group.named();
                let mirrored = part.mirrored();
                for image in [part, part.turned(), mirrored, mirrored.transposed().unwrap(), mirrored.turned()] {
                    assert_eq!(stones(&image).unwrap().named(), named, "{part:?}");
                }
                let other = group.negative().named();
                assert_eq!((other.shape, other.balanced), (named.shape, named.balanced), "{part:?}");
                assert!(named.balanced || other.negative != named.negative, "{part:?}");
                assert_eq!(named.shape.stones().named(), shapes::Named { negative: false, ..named }, "{part:?}");
                groups += 1;
            }
        }
        assert!(groups > 200, "{groups} groups");
    }

    /// What takes too many bits is left to others; where a board stands does not matter.
    #[test]
    fn boards_are_words_where_they_fit() {
        let full = |rows, columns| {
            let mut board = Board::<2>::new(rows, columns).unwrap();
            chequered(&mut board);
            stones(&board).map(|stones| stones.count())
        };
        assert_eq!(
            [(7, 7), (7, 6), (2, 28), (28, 2), (1, 57)].map(|(rows, columns)| full(rows, columns)),
            [Some(49), Some(42), Some(56), Some(56), Some(57)]
        );
        assert_eq!([(7, 8), (2, 29), (1, 58)].map(|(rows, columns)| full(rows, columns)), [None; 3]);
        let mut board = Board::<2>::new(10, 10).unwrap();
        for (layer, row, column) in [(0, 4, 5), (1, 5, 5), (1, 5, 6)] {
            let bit = board.bit(row, column);
            board.layers[layer].insert(bit);
        }
        assert_eq!(stones(&board).map(|stones| (stones.layers, stones.stride)), Some(([0b1, 0b11000], 3)));
    }
}
