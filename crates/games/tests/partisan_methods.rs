//! Values against search on random partisan positions, heavy enough that the search has to play.

use grundy_budget::{Budget, Limits};
use grundy_game::{NoFiles, Play, Player};
use grundy_games::parse;
use grundy_solve::{Answer, Method, Position, Settings, answer};
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
    answer(position, &Settings { method, ..Settings::default() }).unwrap_or_else(|stop| panic!("{position}: {stop}"))
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
    for _ in 0..700 {
        let board = random.board(4, 5, &['.', '.', '.', '.', '#']);
        agree(&format!("domineering:{board}"));
    }
}

#[test]
fn clobber_boards() {
    let mut random = Random(2);
    for _ in 0..500 {
        let board = random.board(3, 4, &['x', 'o', 'x', 'o', '.']);
        agree(&format!("clobber:{board}"));
    }
}

#[test]
fn amazons_boards() {
    let mut random = Random(3);
    for _ in 0..500 {
        let board = random.board(2, 5, &['.', '.', '#', 'x', 'o']);
        agree(&format!("amazons:{board}"));
    }
}

#[test]
fn konane_boards() {
    let mut random = Random(4);
    for _ in 0..500 {
        let board = random.board(4, 4, &['x', 'o', '.']);
        agree(&format!("konane:{board}"));
    }
}

#[test]
fn lanes_and_rows() {
    let mut random = Random(6);
    for _ in 0..400 {
        agree(&format!("toads:{}", random.board(1, 12, &['T', 'T', '_', '_', 'F', 'F'])));
        agree(&format!("dominoes:{}", random.board(1, 11, &['l', 'r', 'e'])));
    }
}

#[test]
fn pictures_and_graphs() {
    let mut random = Random(7);
    for round in 0..300 {
        let edge = |random: &mut Random, vertex: usize| {
            let (other, colour) = (random.below(vertex), ['l', 'r', 'e'][random.below(3)]);
            format!("{other}-{vertex}{colour}")
        };
        let mut edges: Vec<String> = (1..7).map(|vertex| edge(&mut random, vertex)).collect();
        edges.extend((0..3).map(|_| {
            let vertex = 1 + random.below(6);
            edge(&mut random, vertex)
        }));
        agree(&format!("hackenbush:{}", edges.join(",")));
        let game = ["col", "snort"][round % 2];
        let graphs = [("grid(2,5)", 10), ("cycle(9)", 9), ("petersen", 10), ("path(9)", 9)];
        let (graph, order) = graphs[random.below(graphs.len())];
        agree(&format!("{game}:{graph};{}", random.board(1, order, &['.', '.', '.', 'L', 'R'])));
    }
}

/// Sums of partisan and impartial positions and plain values.
#[test]
fn sums_of_every_kind() {
    for (text, value, outcome) in [
        ("hackenbush:lr + nim:3 + 1/2", "1*3", "left"),
        ("hackenbush:lr + nim:3 + -1/2", "*3", "first"),
        ("cake:3x5 + -1", "0", "second"),
        ("{0|1} + *", "1/2*", "left"),
        ("toads:T_F + *", "0", "second"),
        ("{2|-2} + nim:1,2,3 + domineering:4x1", "{4|0}", "first"),
    ] {
        for method in [Method::Auto, Method::Value, Method::Search] {
            let found = solve(&read(text), method);
            assert_eq!(found.outcome.unwrap().to_string(), outcome, "{text} by {method}");
            assert!(found.value_text().is_none_or(|found| found == value), "{text} by {method}");
        }
        assert_eq!(solve(&read(text), Method::Auto).value_text().as_deref(), Some(value), "{text}");
    }
}

/// Cram is the impartial version of Domineering.
#[test]
fn impartial_versions() {
    for (text, value) in [
        ("impartial(domineering):2x2", "0"),
        ("impartial(domineering):3x3", "0"),
        ("impartial(domineering):1x4", "*2"),
        ("impartial(clobber):xo", "*"),
        ("impartial(psubtract(1,2/1,3)):4", "0"),
        ("impartial(hackenbush):lrl", "*3"),
    ] {
        assert_eq!(solve(&read(text), Method::Auto).value_text().as_deref(), Some(value), "{text}");
    }
    for bad in ["impartial:3", "impartial(nothing):3", "impartial(impartial):3", "impartial(nim(:3"] {
        assert!(parse(bad, &NoFiles).is_err(), "{bad}");
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
            let value = store.parse(&value.to_string()).unwrap();
            total = store.sum(total, value).unwrap();
            texts.push(text);
        }
        let position = read(&texts.join(" + "));
        let outcome = solve(&position, Method::Search).outcome.unwrap();
        assert_eq!(outcome.to_string(), store.outcome(total).name(), "{position}");
    }
}

/// The largest boards that are read are answered without a panic, within a budget.
#[test]
fn the_largest_boards_are_answered() {
    let wide = ".".repeat(120);
    for text in [
        format!("domineering:{wide}"),
        "domineering:1x120".to_owned(),
        "domineering:64x1".to_owned(),
        "clobber:1x120".to_owned(),
        format!("amazons:x{}", &wide[1..]),
        format!("konane:{}", "xo.".repeat(40)),
        format!("toads:T{}F", "_".repeat(118)),
        "domineering:10x11".to_owned(),
        "domineering:255x255".to_owned(),
        "clobber:1x65000".to_owned(),
        "amazons:200x300".to_owned(),
        format!("toads:{}", "T_F".repeat(2000)),
        format!("dominoes:{}", "lre".repeat(20_000)),
        format!("dominoes:{}", "lre".repeat(42)),
        format!("hackenbush:{}", "lr".repeat(64)),
        "snort:grid(8,8)".to_owned(),
        "cake:10000x9999".to_owned(),
    ] {
        for method in [Method::Auto, Method::Value, Method::Search] {
            let limits = Limits { positions: Some(3000), ..Limits::default() };
            let settings = Settings { method, budget: Budget::new(limits), ..Settings::default() };
            answer(&read(&text), &settings).unwrap_or_else(|stop| panic!("{text} by {method}: {stop}"));
        }
    }
}

#[test]
fn misere_is_decided_by_search() {
    let settings = Settings { play: Play::Misere, ..Settings::default() };
    // One domino each way: whoever is forced to place the last one loses; Left alone can move in a column.
    for (text, expected) in [("domineering:.|.", "right"), ("domineering:..", "left"), ("domineering:#", "first")] {
        let found = answer(&read(text), &settings).unwrap();
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
        ("domineering:300x300", 13),
        ("domineering:0x3", 13),
        ("domineering:3y3", 13),
        ("clobber:|x", 9),
        ("amazons(3):x.", 9),
        ("konane:xo?", 10),
        ("toads:TxF", 8),
        ("toads:", 7),
        ("toads:T//F", 9),
        ("cake:3", 6),
        ("cake:0x3", 6),
        ("dominoes:lxr", 11),
        ("psubtract(1,2):3", 11),
        ("psubtract(1/0):3", 13),
        ("peuclid:3,0", 9),
        ("hackenbush:lx", 13),
        ("hackenbush:(l;r", 12),
        ("hackenbush:l)", 13),
        ("hackenbush:l:a", 13),
        ("hackenbush:0-1l,2-3r", 17),
        ("hackenbush:0-1l,1_2r", 17),
        ("snort:path(3);..", 15),
        ("snort:path(3);.?.", 16),
    ] {
        let error = parse(text, &NoFiles).unwrap_err();
        assert_eq!(error.column(), column, "{text}: {}", error.render());
    }
}
