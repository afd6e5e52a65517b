//! Nimbers of Cram boards by search: time, positions and table memory, one line a board.
//!
//! Boards may be named on the command line: `cargo bench -p grundy-solve --bench cram -- 5x9`.

use grundy_game::NoFiles;
use grundy_solve::{Engine, Subject};
use std::time::Instant;

fn main() {
    let mut boards: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    if boards.is_empty() {
        boards = ["4x7", "5x6", "5x7", "4x9"].map(str::to_owned).to_vec();
    }
    for board in boards {
        let position = grundy_games::parse(&format!("cram:{board}"), &NoFiles).expect("a board");
        let part: &dyn Subject = &*position.parts()[0];
        let engine = Engine { threads: 1, ..Engine::default() };
        let started = Instant::now();
        let mut study = part.analyse(&engine);
        let nimber = study.nimber().expect("no limits").nimber;
        let (seconds, table) = (started.elapsed().as_secs_f64(), engine.budget.memory());
        drop(study);
        println!(
            "{board}: *{nimber} in {seconds:.3} s, {} positions, {} KiB held",
            engine.budget.positions(),
            table >> 10
        );
    }
}
