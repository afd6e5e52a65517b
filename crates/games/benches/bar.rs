//! The poisoned chocolate bar: nimbers of squares, and the winning bites of all bars up to a size.

use grundy_budget::Budget;
use grundy_game::Play;
use grundy_games::staircase::{Losing, Nimbers, Staircases};
use std::time::Instant;

fn main() {
    let budget = Budget::unlimited();
    for side in [8, 10, 11, 12] {
        let start = Instant::now();
        let Some(staircases) = Staircases::new(side, side) else { continue };
        let count = staircases.count();
        let Ok(table) = Nimbers::<u8>::fill(staircases, &budget) else { continue };
        let nimber = table.nimber(vec![side; side]);
        println!("nimber {side}x{side} = {nimber}: {count} staircases in {:.3?}", start.elapsed());
    }
    for side in [10, 12, 14, 16] {
        let start = Instant::now();
        let Ok(table) = Losing::fill(side, side, Play::Normal, 1, &budget) else { continue };
        let bites: usize = (1..=side)
            .flat_map(|a| (1..=side).map(move |b| (a, b)))
            .map(|(a, b)| table.winning_bites(a, b).len())
            .sum();
        let time = start.elapsed();
        println!("all bars up to {side}x{side}: {bites} winning bites in {time:.3?}, {} MiB", budget.memory() >> 20);
    }
}
