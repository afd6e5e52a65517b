//! Games as rules beside the built-in ones, in one run: processor seconds and positions for the same question, positions a
//! processor second on four workloads, and how long files take to load.
//!
//! `cargo bench -p grundy-rules --bench patterns`; with words behind `--`, only the games of these names (`toads`), the `workloads`
//! or the `loading`.

use grundy_budget::Budget;
use grundy_game::NoFiles;
use grundy_games::Catalogue;
use grundy_rules::RulesFile;
use grundy_solve::{Method, Settings, answer};
use std::path::PathBuf;
use std::sync::LazyLock;
use std::time::Instant;

/// Processor seconds of this thread where the system tells them, else seconds since the start.
fn spent() -> f64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let told = std::fs::read_to_string("/proc/thread-self/schedstat");
    let told = told.ok().and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    told.map_or_else(|| START.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}

/// Processor seconds of one run, from as many as take long enough for the clock.
fn timed(mut run: impl FnMut()) -> f64 {
    let begin = spent();
    let mut count = 0;
    loop {
        run();
        count += 1;
        let time = spent() - begin;
        if time > 0.1 {
            return time / f64::from(count);
        }
    }
}

const DOMINEERING: &str = "board, cells = 'grid', '. #'\nleft = ['.. -> ## vertical']\nright = ['.. -> ## horizontal']";
const TICTACTOE: &str = "board, cells, stuck = 'grid', '. x o', 'draw'\nleft, right = ['. -> x'], ['. -> o']\nleft_wins, right_wins = ['xxx any'], ['ooo any']";

/// The name of the built-in game, its rules, how it is asked, and positions of both.
const GAMES: &[(&str, &str, Method, &[(&str, &str)])] = &[
    ("domineering", DOMINEERING, Method::Value, &[("4x5", "4x5"), ("5x5", "5x5")]),
    (
        "toads",
        "board, cells = 'strip', 'T F _'\nleft = ['T_ -> _T east', 'TF_ -> _FT east']\nright = ['F_ -> _F west', 'FT_ -> _TF west']",
        Method::Value,
        &[("TTTT__FFF", "TTTT__FFF"), ("TTTTT___FFFFF", "TTTTT___FFFFF")],
    ),
    (
        "clobber",
        "board, cells = 'grid', 'x o .'\nleft = ['xo -> .x orthogonal']\nright = ['ox -> .o orthogonal']",
        Method::Value,
        &[("xoxo|oxox|xoxo", "xoxo|oxox|xoxo"), ("xoxox|oxoxo|xoxox", "xoxox|oxoxo|xoxox")],
    ),
    (
        "cram",
        "board, cells = 'grid', '. #'\nboth = ['.. -> ## orthogonal']",
        Method::Search,
        &[("4x5", "4x5"), ("5x5", "5x5")],
    ),
    (
        "nim",
        "state = 'heaps of n'\nboth = ['n - k for k in range(1, n + 1)']",
        Method::Search,
        &[("12,13,14", "12,13,14"), ("100,120,140", "100,120,140"), ("300", "300")],
    ),
    (
        "kayles-row",
        "state = 'heaps of n'\nboth = ['a; n - 1 - a for a in range(n)', 'a; n - 2 - a for a in range(n - 1)']",
        Method::Auto,
        &[("200", "200"), ("10000", "10000")],
    ),
    (
        "kayles-row",
        "state = 'heaps of n'\nboth = ['a; n - 1 - a for a in range(n)', 'a; n - 2 - a for a in range(n - 1)']",
        Method::Search,
        &[("200", "200")],
    ),
    (
        "wythoff",
        "state = 'a b'\nboth = ['a - k, b for k in range(1, a + 1)', 'a, b - k for k in range(1, b + 1)', 'a - k, b - k for k in range(1, min(a, b) + 1)']",
        Method::Search,
        &[("40,60", "40,60")],
    ),
    (
        "euclid",
        "state = 'a b'\nboth = ['a - k * b, b for k in range(1, (a - 1) // b + 1) where b > 0', 'a, b - k * a for k in range(1, (b - 1) // a + 1) where a > 0']",
        Method::Search,
        &[("4181,6765", "4181,6765"), ("300,7", "300,7")],
    ),
    (
        "amazons",
        "board, cells = 'grid', '. x o #'\nleft = ['x.+ -> .+x any then x.*. -> x.*# any']\nright = ['o.+ -> .+o any then o.*. -> o.*# any']",
        Method::Value,
        &[("x..|...|..o", "x..|...|..o")],
    ),
    ("tictactoe", TICTACTOE, Method::Auto, &[("...|...|...", "...|...|...")]),
    (
        "konane",
        "board, cells = 'grid', 'x o . #'\nleft = ['x(o.)+ -> (..)+x orthogonal']\nright = ['o(x.)+ -> (..)+o orthogonal']",
        Method::Value,
        &[("xoxo|ox.x|.oxo", "xoxo|ox.x|.oxo")],
    ),
    (
        "kayles",
        "board = 'graph'\nboth = ['take v with neighbours']",
        Method::Search,
        &[("grid(4,5)", "grid(4,5)"), ("petersen", "petersen")],
    ),
    (
        "chomp",
        "board = 'graph'\nboth = ['take v', 'cut edge']",
        Method::Search,
        &[("petersen", "petersen"), ("wheel(9)", "wheel(9)")],
    ),
    (
        "col",
        "board = 'graph'\nleft = ['colour v L where no neighbour is L']\nright = ['colour v R where no neighbour is R']",
        Method::Value,
        &[("grid(3,4)", "grid(3,4)")],
    ),
];

/// Rounds after the first.
const ROUNDS: usize = 4;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let wanted = |name: &str| words.is_empty() || words.iter().any(|word| word == name);
    questions(&wanted);
    if wanted("workloads") {
        workloads();
    }
    if wanted("loading") {
        loading();
    }
}

fn questions(wanted: &dyn Fn(&str) -> bool) {
    println!(
        "{:32} {:>10} {:>10} {:>7} {:>12} {:>12}",
        "processor seconds", "built in", "rules", "ratio", "positions", "positions"
    );
    for (name, source, method, positions) in GAMES.iter().filter(|game| wanted(game.0)) {
        let own = Catalogue::standard().with(RulesFile::read("own", source).expect("right rules"));
        let standard = Catalogue::standard();
        for (position, again) in *positions {
            let asked = |catalogue: &Catalogue, text: &str| {
                let position = catalogue.parse(text, &NoFiles).expect("a position");
                let mut told = (0, String::new());
                let time = timed(|| {
                    let budget = Budget::unlimited();
                    let settings =
                        Settings { method: *method, budget: budget.clone(), threads: 1, ..Settings::default() };
                    let found = answer(&position, &settings).expect("an answer");
                    told = (budget.positions(), format!("{:?} {:?}", found.outcome, found.value));
                });
                (time, told.0, told.1)
            };
            // The best of some rounds by turns, since the machine may be busy.
            let (built_in, written) = (format!("{name}:{position}"), format!("own:{again}"));
            let (mut a, mut b) = (asked(&standard, &built_in), asked(&own, &written));
            assert_eq!(a.2, b.2, "{built_in}");
            for _ in 0..ROUNDS {
                a.0 = a.0.min(asked(&standard, &built_in).0);
                b.0 = b.0.min(asked(&own, &written).0);
            }
            let shown = format!("{built_in} {method}");
            println!("{shown:32} {:>10.5} {:>10.5} {:>7.2} {:>12} {:>12}", a.0, b.0, b.0 / a.0, a.1, b.1);
        }
    }
}

/// Everything that can be reached is listed: one heap, a bar, Domineering, tic-tac-toe.
fn workloads() {
    let heap = "state = 'heaps of n'\nboth = ['n - k for k in (1, 3, 4) where k <= n']";
    let bar = "board = 'graph'\nboth = ['take v and above']";
    let cell = |row: usize, column: usize| row * 6 + column + 1;
    let mut edges = Vec::new();
    for row in 0..6 {
        for column in 0..6 {
            // The poisoned cell is not there.
            let mut join = |other: usize| {
                if cell(row, column) > 1 {
                    edges.push(format!("{}-{other}", cell(row, column)));
                }
            };
            if row < 5 {
                join(cell(row + 1, column));
            }
            if column < 5 {
                join(cell(row, column + 1));
            }
        }
    }
    let edges = edges.join(",");
    let works = [
        ("heap", "subtract(1,3,4):100000", heap, "own:100000".to_owned()),
        ("bar", "bar:6x6", bar, format!("own:{edges}")),
        ("domineering", "domineering:4x5", DOMINEERING, "own:4x5".to_owned()),
        ("tictactoe", "tictactoe:...|...|...", TICTACTOE, "own:3x3".to_owned()),
    ];
    println!(
        "\n{:32} {:>10} {:>10} {:>7} {:>12} {:>12}",
        "thousand positions a CPU second", "built in", "rules", "share", "positions", "positions"
    );
    for (name, built_in, source, written) in works {
        let own = Catalogue::standard().with(RulesFile::read("own", source).expect("right rules"));
        let standard = Catalogue::standard();
        let rate = |catalogue: &Catalogue, text: &str| {
            let position = catalogue.parse(text, &NoFiles).unwrap_or_else(|error| panic!("{}", error.render()));
            let settings = Settings { threads: 1, ..Settings::default() };
            let subject = &position.parts()[0];
            let mut count = 0;
            let time = timed(|| {
                count = if subject.kind() == grundy_game::Kind::Impartial {
                    subject.states(false, false, &settings).expect("a state graph").digraph.order()
                } else {
                    subject.judge(&[], &settings).expect("verdicts").size().0
                };
            });
            (count as f64 / time / 1000.0, count)
        };
        let (mut a, mut b) = (rate(&standard, built_in), rate(&own, &written));
        for _ in 0..ROUNDS {
            a.0 = a.0.max(rate(&standard, built_in).0);
            b.0 = b.0.max(rate(&own, &written).0);
        }
        println!("{name:32} {:>10.0} {:>10.0} {:>6.0}% {:>12} {:>12}", a.0, b.0, 100.0 * b.0 / a.0, a.1, b.1);
    }
}

/// How long the files of the gallery take to load.
fn loading() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../rules");
    let entries = std::fs::read_dir(folder).expect("the gallery").map(|entry| entry.expect("a file").path());
    let mut times: Vec<(f64, String)> = entries
        .filter(|path| path.extension().is_some_and(|end| end == "py"))
        .map(|path| {
            let source = std::fs::read_to_string(&path).expect("a text");
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            let time = timed(|| drop(RulesFile::read(&name, &source).expect("right rules")));
            (time * 1000.0, name)
        })
        .collect();
    times.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mean = times.iter().map(|(time, _)| time).sum::<f64>() / times.len() as f64;
    println!("\nloading {} files: {mean:.3} ms on average; the slowest:", times.len());
    for (time, name) in times.iter().take(5) {
        println!("  {name:30} {time:.3} ms");
    }
}
