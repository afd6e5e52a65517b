//! Values against search on random partisan positions, heavy enough that the search has to play.

use grundy_game::{NoFiles, Play, Player};
use grundy_games::parse;
use grundy_solve::{Answer, Engine, Method, Position, answer};
use grundy_value::Store;

/// A small generator, the same on every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }

    fn board(&mut self, rows: usize, columns: usize, symbols: &[char]) -> String {
        let row = |random: &mut Self| (0..columns).map(|_| symbols[random.below(symbols.len())]).collect::<String>();
        (0..rows).map(|_| row(self)).collect::<Vec<_>>().join("|")
    }
}

fn read(text: &str) -> Position {
    parse(text, &NoFiles).unwrap_or_else(|error| panic!("{}", error.render()))
}

fn solve(position: &Position, method: Method) -> Answer {
    answer(position, &Engine { method, ..Engine::default() }).unwrap_or_else(|stop| panic!("{position}: {stop}"))
}

fn winning(answer: &Answer) -> Vec<(Option<Player>, &str)> {
    answer.winning_moves.iter().map(|found| (found.player, found.label.as_str())).collect()
}

fn agree(text: &str) {
    let position = read(text);
    let value = solve(&position, Method::Value);
    for method in [Method::Search, Method::Auto] {
        let other = solve(&position, method);
        assert_eq!(value.outcome, other.outcome, "{text} by {method}");
        assert_eq!(winning(&value), winning(&other), "{text} by {method}");
    }
    let left_moves = winning(&value).iter().any(|(player, _)| *player == Some(Player::Left));
    let outcome = value.outcome.unwrap();
    assert_eq!(outcome.wins_first(Player::Left), left_moves, "{text}");
}

#[test]
fn domineering_boards() {
    let mut random = Random(1);
    for _ in 0..150 {
        let board = random.board(4, 5, &['.', '.', '.', '.', '#']);
        agree(&format!("domineering:{board}"));
    }
}

#[test]
fn clobber_boards() {
    let mut random = Random(2);
    for _ in 0..60 {
        let board = random.board(3, 4, &['x', 'o', 'x', 'o', '.']);
        agree(&format!("clobber:{board}"));
    }
}

#[test]
fn amazons_boards() {
    let mut random = Random(3);
    for _ in 0..60 {
        let board = random.board(2, 5, &['.', '.', '#', 'x', 'o']);
        agree(&format!("amazons:{board}"));
    }
}

#[test]
fn konane_boards() {
    let mut random = Random(4);
    for _ in 0..60 {
        let board = random.board(4, 4, &['x', 'o', '.']);
        agree(&format!("konane:{board}"));
    }
}

/// Ten small pieces of three games at once, decided by values and by search.
#[test]
fn sums_of_ten_pieces() {
    let mut random = Random(5);
    for _ in 0..12 {
        let mut store = Store::default();
        let mut total = grundy_value::Value::ZERO;
        let mut texts = Vec::new();
        for piece in 0..10 {
            let text = match piece % 3 {
                0 => format!("clobber:{}", random.board(2, 3, &['x', 'o', 'x', 'o', '.'])),
                1 => format!("amazons:{}", random.board(2, 3, &['.', '.', '#', 'x', 'o'])),
                _ => format!("domineering:{}", random.board(2, 4, &['.', '.', '.', '#'])),
            };
            let value = solve(&read(&text), Method::Value).value.unwrap();
            let value = store.parse(&value).unwrap();
            total = store.sum(total, value).unwrap();
            texts.push(text);
        }
        let position = read(&texts.join(" + "));
        let outcome = solve(&position, Method::Search).outcome.unwrap();
        assert_eq!(outcome.to_string(), store.outcome(total).word(), "{position}");
    }
}

#[test]
fn misere_is_decided_by_search() {
    let engine = Engine { play: Play::Misere, ..Engine::default() };
    // One domino each way: whoever is forced to place the last one loses; Left alone can move in a column.
    for (text, expected) in [("domineering:.|.", "right"), ("domineering:..", "left"), ("domineering:#", "first")] {
        let found = answer(&read(text), &engine).unwrap();
        assert_eq!(found.outcome.unwrap().to_string(), expected, "{text}");
        assert_eq!(found.value, None, "{text}");
    }
}

#[test]
fn bad_boards_are_refused_with_a_column() {
    for (text, column) in [
        ("domineering:..|.", 16),
        ("domineering:.x.", 14),
        ("domineering:", 13),
        ("domineering:200x200", 13),
        ("domineering:0x3", 13),
        ("domineering:3y3", 13),
        ("clobber:|x", 9),
        ("amazons(3):x.", 9),
        ("konane:xo?", 10),
    ] {
        let error = parse(text, &NoFiles).unwrap_err();
        assert_eq!(error.column(), column, "{text}: {}", error.render());
    }
}
