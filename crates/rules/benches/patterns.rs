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
        &["TTTT__FFF", "TTTTT_FFFFF"],
    ),
    (
        "clobber",
        "board, cells = 'grid', 'x o .'\nleft = ['xo -> .x orthogonal']\nright = ['ox -> .o orthogonal']",
        &["xoxo|oxox|xoxo", "xoxox|oxoxo|xoxox"],
    ),
    ("cram", "board, cells = 'grid', '. #'\nboth = ['.. -> ## orthogonal']", &["4x5", "5x5"]),
    ("nim", "state = 'heaps of n'\nboth = ['n - k for k in range(1, n + 1)']", &["12,13,14"]),
];

fn main() {
    println!("{:28} {:>10} {:>10} {:>12} {:>12}", "", "built in", "rules", "positions", "positions");
    for (name, source, positions) in GAMES {
        let own = Catalogue::standard().with(RulesFile::read(name, source).expect("right rules"));
        for position in *positions {
            let text = format!("{name}:{position}");
            let timed = |catalogue: &Catalogue| {
                let position = catalogue.parse(&text, &NoFiles).expect("a position");
                let budget = Budget::unlimited();
                let method = if *name == "nim" { Method::Search } else { Method::Value };
                let method = if *name == "cram" { Method::Search } else { method };
                let settings = Settings { method, budget: budget.clone(), ..Settings::default() };
                let begin = Instant::now();
                let found = answer(&position, &settings).expect("an answer");
                (begin.elapsed().as_secs_f64(), budget.positions(), format!("{:?} {:?}", found.outcome, found.value))
            };
            let (a, b) = (timed(&Catalogue::standard()), timed(&own));
            assert_eq!(a.2, b.2, "{text}");
            println!("{text:28} {:>10.4} {:>10.4} {:>12} {:>12}", a.0, b.0, a.1, b.1);
        }
    }
}
