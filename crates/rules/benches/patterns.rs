//! Games as patterns beside the built-in ones: seconds and positions for the same question.
//!
//! `cargo bench -p grundy-rules --bench patterns`

use grundy_budget::Budget;
use grundy_game::NoFiles;
use grundy_games::Catalogue;
use grundy_rules::RulesFile;
use grundy_solve::{Method, Settings, answer};
use std::time::Instant;

const GAMES: &[(&str, &str, &[&str])] = &[
    (
        "domineering",
        "board, cells = 'grid', '. #'\nleft = ['.. -> ## vertical']\nright = ['.. -> ## horizontal']",
        &["4x5", "5x5"],
    ),
    (
        "toads",
        "board, cells = 'strip', 'T F _'\nleft = ['T_ -> _T east', 'TF_ -> _FT east']\nright = ['F_ -> _F west', 'FT_ -> _TF west']",
        &["TTTT__FFF", "TTTTT___FFFFF"],
    ),
    (
        "clobber",
        "board, cells = 'grid', 'x o .'\nleft = ['xo -> .x orthogonal']\nright = ['ox -> .o orthogonal']",
        &["xoxo|oxox|xoxo", "xoxox|oxoxo|xoxox"],
    ),
    ("cram", "board, cells = 'grid', '. #'\nboth = ['.. -> ## orthogonal']", &["4x5", "5x5"]),
    ("nim", "state = 'heaps of n'\nboth = ['n - k for k in range(1, n + 1)']", &["12,13,14", "200"]),
    (
        "kayles-row",
        "state = 'heaps of n'\nboth = ['a; n - 1 - a for a in range(n)', 'a; n - 2 - a for a in range(n - 1)']",
        &["200", "10000"],
    ),
    (
        "wythoff",
        "state = 'a b'\nboth = ['a - k, b for k in range(1, a + 1)', 'a, b - k for k in range(1, b + 1)', 'a - k, b - k for k in range(1, min(a, b) + 1)']",
        &["40,60"],
    ),
    (
        "amazons",
        "board, cells = 'grid', '. x o #'\nleft = ['x.+ -> .+x any then x.*. -> x.*# any']\nright = ['o.+ -> .+o any then o.*. -> o.*# any']",
        &["x..|...|..o"],
    ),
    (
        "tictactoe",
        "board, cells, stuck = 'grid', '. x o', 'draw'\nleft, right = ['. -> x'], ['. -> o']\nleft_wins, right_wins = ['xxx any'], ['ooo any']",
        &["...|...|..."],
    ),
    (
        "konane",
        "board, cells = 'grid', 'x o . #'\nleft = ['x(o.)+ -> (..)+x orthogonal']\nright = ['o(x.)+ -> (..)+o orthogonal']",
        &["4x4"],
    ),
];

/// Rounds after the first.
const ROUNDS: usize = 4;

fn main() {
    println!(
        "{:28} {:>10} {:>10} {:>7} {:>12} {:>12}",
        "seconds", "built in", "rules", "ratio", "positions", "positions"
    );
    for (name, source, positions) in GAMES {
        let own = Catalogue::standard().with(RulesFile::read(name, source).expect("right rules"));
        for position in *positions {
            let text = format!("{name}:{position}");
            let timed = |catalogue: &Catalogue| {
                let position = catalogue.parse(&text, &NoFiles).expect("a position");
                let budget = Budget::unlimited();
                let method = match *name {
                    "nim" | "cram" | "wythoff" => Method::Search,
                    "kayles-row" | "tictactoe" => Method::Auto,
                    _ => Method::Value,
                };
                let settings = Settings { method, budget: budget.clone(), ..Settings::default() };
                let begin = Instant::now();
                let found = answer(&position, &settings).expect("an answer");
                (begin.elapsed().as_secs_f64(), budget.positions(), format!("{:?} {:?}", found.outcome, found.value))
            };
            // The best of some rounds by turns, since the machine may be busy.
            let standard = Catalogue::standard();
            let (mut a, mut b) = (timed(&standard), timed(&own));
            assert_eq!(a.2, b.2, "{text}");
            for _ in 0..ROUNDS {
                a.0 = a.0.min(timed(&standard).0);
                b.0 = b.0.min(timed(&own).0);
            }
            println!("{text:28} {:>10.4} {:>10.4} {:>7.2} {:>12} {:>12}", a.0, b.0, b.0 / a.0, a.1, b.1);
        }
    }
}
