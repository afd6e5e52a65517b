//! Facts and reference tables of the chocolate bar and of games on orders.

use grundy_budget::Budget;
use grundy_game::{NoFiles, Outcome, Play};
use grundy_games::parse;
use grundy_games::staircase::{Losing, Nimbers, Staircases};
use grundy_solve::{Answer, Method, Settings, answer};
use std::collections::BTreeMap;

fn solve(text: &str, play: Play, method: Method) -> Answer {
    let position = parse(text, &NoFiles).unwrap_or_else(|error| panic!("{}", error.render()));
    answer(&position, &Settings { play, method, ..Settings::default() }).unwrap()
}

fn winning(answer: &Answer) -> Vec<&str> {
    answer.winning_moves.iter().map(|found| found.label.as_str()).collect()
}

/// All winning bites of every bar up to 12×12.
fn openings() -> BTreeMap<(usize, usize), Vec<(usize, usize)>> {
    let path = format!("{}/../../tests/reference/chocolate_bar_openings.tsv", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let mut openings: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for line in text.lines().skip(1) {
        let row: Vec<usize> = line.split('\t').map(|field| field.parse().unwrap()).collect();
        openings.entry((row[0], row[1])).or_default().push((row[2], row[3]));
    }
    assert!(openings.len() >= 143, "the table is nearly empty");
    for bites in openings.values_mut() {
        bites.sort_unstable();
    }
    openings
}

#[test]
fn openings_of_all_bars_up_to_12x12() {
    let expected = openings();
    let losing = Losing::fill(12, 12, Play::Normal, 1, &Budget::unlimited()).unwrap();
    for rows in 1..=12 {
        for columns in 1..=12 {
            let bites = expected.get(&(rows, columns)).cloned().unwrap_or_default();
            assert_eq!(losing.winning_bites(rows, columns), bites, "{rows}x{columns}");
            if rows * columns > 64 {
                continue;
            }
            let answer = solve(&format!("bar:{rows}x{columns}"), Play::Normal, Method::Auto);
            let labels: Vec<String> = bites.iter().map(|(row, column)| format!("eat ({row},{column})")).collect();
            assert_eq!(winning(&answer), labels, "{rows}x{columns}");
            assert_eq!(answer.outcome == Some(Outcome::Second), (rows, columns) == (1, 1));
        }
    }
}

#[test]
fn boards_with_two_winning_bites() {
    let losing = Losing::fill(12, 13, Play::Normal, 1, &Budget::unlimited()).unwrap();
    let twice: Vec<(usize, usize)> = (1..=12)
        .flat_map(|rows| (rows..=13).map(move |columns| (rows, columns)))
        .filter(|&(rows, columns)| losing.winning_bites(rows, columns).len() > 1)
        .collect();
    assert_eq!(twice, [(6, 13), (8, 10), (9, 10), (12, 13)]);
    assert_eq!(winning(&solve("bar:8x10", Play::Normal, Method::Auto)), ["eat (4,9)", "eat (5,6)"]);
}

/// The poisoned square counts as removed.
#[test]
fn nimbers_of_bars() {
    let nimber = |rows: usize, columns: usize| {
        let table = Nimbers::<u8>::fill(Staircases::new(rows, columns).unwrap(), &Budget::unlimited()).unwrap();
        table.nimber(vec![columns; rows])
    };
    assert_eq!([nimber(8, 10), nimber(10, 10), nimber(12, 12)], [51, 19, 41]);
    assert_eq!(solve("bar:8x10", Play::Normal, Method::Auto).value_text().as_deref(), Some("*51"));
    assert_eq!(solve("bar:8x10+nim:51", Play::Normal, Method::Auto).outcome, Some(Outcome::Second));
}

#[test]
fn theorems_give_their_reasons() {
    let square = solve("bar:30x30", Play::Normal, Method::Theorem);
    assert_eq!(winning(&square), ["eat (2,2)"]);
    assert!(square.reason.to_string().contains("(2,2) leaves two arms of 29"), "{}", square.reason);
    let two = solve("bar:2x100", Play::Normal, Method::Theorem);
    assert_eq!(winning(&two), ["eat (2,100)"]);
    assert!(two.reason.to_string().contains("corner opposite the poison"), "{}", two.reason);
    assert_eq!(winning(&solve("bar:100x2", Play::Normal, Method::Theorem)), ["eat (100,2)"]);
    assert_eq!(solve("bar:1x1", Play::Normal, Method::Auto).outcome, Some(Outcome::Second));
    let large = solve("bar:5x7", Play::Normal, Method::Auto);
    assert!(large.reason.to_string().contains("strategy stealing"), "{}", large.reason);
    assert!(large.reason.to_string().contains("names no bite"), "{}", large.reason);
    for play in [Play::Normal, Play::Misere] {
        assert_eq!(solve("bar:3x3", play, Method::Auto).outcome, Some(Outcome::First));
    }
}

#[test]
fn bad_bars_are_refused() {
    let cases = [
        ("bar:", "expected the number of columns"),
        ("bar:3x", "expected the number of columns"),
        ("bar:0x3", "a bar has at least one row"),
        ("bar:3,4", "this row of 4 squares is longer than the one before, of 3"),
        ("bar:1001x2", "a bar has at most 1000 rows"),
        ("bar:99999999999999999999x2", "a bar has at most 1000 rows"),
        ("bar:3x4x5", "expected the number of columns"),
        ("bar(2):3x4", "`bar` takes no arguments"),
    ];
    for (text, problem) in cases {
        assert_eq!(parse(text, &NoFiles).unwrap_err().to_string(), problem, "{text}");
    }
}

#[test]
fn tables_too_large_for_the_budget_are_not_made() {
    let position = parse("bar:15x16", &NoFiles).unwrap();
    let limits = grundy_budget::Limits { memory: Some(1 << 20), ..Default::default() };
    let answer = answer(&position, &Settings { budget: Budget::new(limits), ..Settings::default() }).unwrap();
    assert_eq!((answer.outcome, answer.complete), (Some(Outcome::First), false));
}

#[test]
fn nim_is_chains_side_by_side() {
    for (heaps, order) in
        [("3,4,5", "chain(3),chain(4),chain(5)"), ("1,2,3", "a,b<c,d<e<f"), ("2,2", "chain(2),chain(2)")]
    {
        for play in [Play::Normal, Play::Misere] {
            let nim = solve(&format!("nim:{heaps}"), play, Method::Auto);
            let chains = solve(&format!("poset:{order}"), play, Method::Auto);
            assert_eq!((nim.outcome, nim.winning_moves.len()), (chains.outcome, chains.winning_moves.len()), "{heaps}");
            assert_eq!((nim.value, chains.method), (chains.value, Method::Theorem), "{heaps}");
        }
    }
}

#[test]
fn chomp_on_a_graph_is_vertices_below_edges() {
    let cycle: Vec<(usize, usize)> = (1..=5).map(|a| (a, a % 5 + 1)).collect();
    let complete: Vec<(usize, usize)> = (1..=4).flat_map(|b| (1..b).map(move |a| (a, b))).collect();
    let path: Vec<(usize, usize)> = (1..4).map(|a| (a, a + 1)).collect();
    for (graph, edges) in [("cycle(5)", cycle), ("complete(4)", complete), ("path(4)", path)] {
        let relations: Vec<String> = edges.iter().map(|(a, b)| format!("{a}<{a}-{b},{b}<{a}-{b}")).collect();
        let poset = solve(&format!("poset:{}", relations.join(",")), Play::Normal, Method::Auto);
        let chomp = solve(&format!("chomp:{graph}"), Play::Normal, Method::Auto);
        assert_eq!((&poset.outcome, &poset.value), (&chomp.outcome, &chomp.value), "{graph}");
        assert_eq!(poset.winning_moves.len(), chomp.winning_moves.len(), "{graph}");
    }
}

/// The poisoned square is the minimum of the product: under misère play it is poisoned, and under normal play it is a
/// base under all the rest, which raises the nimber by one.
#[test]
fn the_bar_is_a_product_of_two_chains() {
    for (rows, columns) in [(1, 4), (2, 3), (3, 3), (3, 5), (4, 4), (4, 6)] {
        let bar = solve(&format!("bar:{rows}x{columns}"), Play::Normal, Method::Auto);
        let product = format!("poset:chain({rows})*chain({columns})");
        let misere = solve(&product, Play::Misere, Method::Auto);
        let bites: Vec<String> = winning(&bar)
            .iter()
            .map(|bite| bite.replace("eat (", "take ").replace(',', ".").replace(')', ""))
            .collect();
        assert_eq!(winning(&misere), bites, "{product}");
        let number = |answer: &Answer| answer.value.as_ref().unwrap().nimber().unwrap();
        assert_eq!(number(&solve(&product, Play::Normal, Method::Auto)), number(&bar) + 1, "{product}");
    }
}

#[test]
fn a_maximum_wins_and_names_no_move() {
    for order in ["boolean(3)", "boolean(4)", "divisors(36)", "divisors(60)", "chain(3)*chain(3)*chain(2)", "a<c,b<c"] {
        for play in [Play::Normal, Play::Misere] {
            let found = solve(&format!("poset:{order}"), play, Method::Auto);
            assert_eq!(found.outcome, Some(Outcome::First), "{order} {play}");
            assert!(!found.winning_moves.is_empty() && found.complete, "{order} {play}");
        }
    }
    let reason = solve("poset:boolean(3)", Play::Normal, Method::Auto).reason.to_string();
    assert!(reason.contains("abc is above everything") && reason.contains("names no move"), "{reason}");
    let n_free = solve("poset:root<a,root<b,b<c", Play::Normal, Method::Auto);
    assert!(n_free.reason.to_string().contains("Deuber"), "{}", n_free.reason);
}

/// Subset take-away with all proper nonempty subsets is lost for small sets (Gale and Neyman).
#[test]
fn subset_take_away_is_lost() {
    for n in 2..=4 {
        let found = solve(&format!("poset:subsets({n},{})", n - 1), Play::Normal, Method::Auto);
        assert_eq!(found.outcome, Some(Outcome::Second), "{n}");
    }
}

struct OneFile(&'static str);

impl grundy_game::Files for OneFile {
    fn read(&self, _: &str) -> Result<Vec<u8>, grundy_game::FileError> {
        Ok(self.0.as_bytes().to_vec())
    }
}

#[test]
fn posets_come_from_files() {
    let read = |content| parse("poset:@order.txt", &OneFile(content)).map(|position| position.to_string());
    assert_eq!(read("# a hasse diagram\na < b < c\na c\nlone\n").unwrap(), "poset:a<b,b<c,lone");
    assert_eq!(read("10 9\n9 2\n").unwrap(), "poset:9<2,10<9");
    let problem = |content| read(content).unwrap_err().to_string();
    assert_eq!(problem("a < b\nb < c\nc < a\n"), "`order.txt`: this is not an order: a < b < c < a runs in a circle");
    assert_eq!(problem("a b c\n"), "`order.txt`: line 1: expected `a < b`, `a b` or one element");
    assert_eq!(problem("a < \n"), "`order.txt`: line 1: the name of an element is missing");
    assert_eq!(problem("\n"), "`order.txt`: the poset has no elements");
}

#[test]
fn bad_posets_are_refused() {
    let cases = [
        ("poset:", "the name of an element is missing"),
        ("poset:a<b<a", "this is not an order: a < b < a runs in a circle"),
        ("poset:chain(129)", "the poset has 129 elements; at most 128 are taken"),
        ("poset:chain(99999999999999999999)", "expected whole numbers in `chain(99999999999999999999)`"),
        ("poset:chain(100),chain(100)", "the poset has 200 elements; at most 128 are taken"),
        ("poset:chain(12)*chain(12)", "the poset has 144 elements; at most 128 are taken"),
        ("poset:chain(0)", "the poset has no elements"),
        ("poset:chian(3)", "no built order named `chian`"),
        ("poset:chain(3)*x", "`x` is not a built order"),
        ("poset:chain(3", "this bracket is not closed"),
        ("poset:boolean(9)", "the poset has more than 128 elements"),
        ("poset:subsets(3)", "`subsets` takes two numbers, `subsets(n,k)`"),
        ("poset:chain(3);4", "no element named `4`"),
        ("poset:a|b", "`|` is written with `%` in a name; letters, digits and _ . - ' : / stand for themselves"),
    ];
    for (text, problem) in cases {
        assert_eq!(parse(text, &NoFiles).unwrap_err().to_string(), problem, "{text}");
    }
}
