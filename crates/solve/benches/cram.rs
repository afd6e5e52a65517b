//! Nimbers of Cram boards by search: time, positions and table memory, one line a board; then Lemoine and Viennot's way of
//! the library beside Beling and Rogalski's, both without theorems.
//!
//! Boards may be named on the command line: `cargo bench -p grundy-solve --bench cram -- 5x9`.

mod pruning;

use grundy_game::{Lent, NoFiles};
use grundy_games::cram::Cram;
use grundy_solve::{NimberSearch, NimberWay, Placed, Position, Settings};
use pruning::PruningSearch;

/// The processor time of this thread so far, where the system tells; a busy machine does not disturb it.
fn processor_seconds() -> f64 {
    let spent = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = spent.split_whitespace().next().and_then(|word| word.parse::<f64>().ok());
    nanoseconds.expect("a Linux kernel with scheduler statistics") / 1e9
}

fn read(board: &str) -> Position {
    grundy_games::parse(&format!("cram:{board}"), &NoFiles).expect("a board")
}

fn solve(board: &str) {
    let position = read(board);
    let settings = Settings { threads: 1, ..Settings::default() };
    let started = processor_seconds();
    let mut study = position.parts()[0].nimbers(NimberWay::Auto, &settings);
    let nimber = study.nimber().expect("no limits").nimber;
    let (seconds, table) = (processor_seconds() - started, settings.budget.memory());
    drop(study);
    println!(
        "{board}: *{nimber} in {seconds:.3} s, {} positions, {} KiB held",
        settings.budget.positions(),
        table >> 10
    );
}

fn compare(board: &str) {
    let position = read(board);
    let placed = position.parts()[0].as_any().downcast_ref::<Placed<Lent<false>>>().expect("a board");
    let rules: &Cram<u64, true> = placed.rules().lent_by().expect("a small board");
    let cells = placed.position().get().expect("a small board");
    let settings = Settings { threads: 1, ..Settings::default() };
    let started = processor_seconds();
    let mut search = NimberSearch::new(rules, &settings, false);
    let nimber = search.nimber(cells).expect("no limits");
    let seconds = processor_seconds() - started;
    drop(search);
    println!("{board}: Lemoine and Viennot: *{nimber} in {seconds:.3} s, {} positions", settings.budget.positions());
    for aspiring in [false, true] {
        let started = processor_seconds();
        let mut search = PruningSearch::new(rules);
        let nimber = if aspiring { search.aspire(cells) } else { search.nimber(cells) };
        let seconds = processor_seconds() - started;
        let way = if aspiring { "by aspiration" } else { "in one question" };
        println!("{board}: Beling and Rogalski {way}: *{nimber} in {seconds:.3} s, {} positions", search.visited);
    }
}

fn main() {
    let named: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    if named.is_empty() {
        ["4x7", "5x6", "5x7", "4x9"].iter().for_each(|board| solve(board));
        ["4x6", "4x7", "5x5", "5x6"].iter().for_each(|board| compare(board));
    }
    named.iter().for_each(|board| solve(board));
}
