//! Who wins in polynomial space: plain recursion without a table.
//!
//! The textbook argument that such games are in PSPACE: the memory is the line of play under consideration, one list of
//! moves a level. Exponential time; for comparison, and for games whose table would not fit.

use crate::listing::{list, move_bytes};
use crate::{Settings, Stop};
use grundy_budget::Budget;
use grundy_game::{Play, Player, Rules};

/// One position of the line, its moves counted against the budget as long as they are kept.
struct Level<R: Rules> {
    position: R::Position,
    player: Player,
    moves: Vec<R::Move>,
    next: usize,
    budget: Budget,
    held: u64,
}

impl<R: Rules> Level<R> {
    fn open(rules: &R, position: R::Position, player: Player, budget: &Budget) -> Result<Self, Stop> {
        let mut moves = Vec::new();
        list(rules, &position, player, budget, &mut moves)?;
        let held = (moves.capacity() * move_bytes::<R::Move>()) as u64;
        budget.reserve(held)?;
        Ok(Self { position, player, moves, next: 0, budget: budget.clone(), held })
    }
}

impl<R: Rules> Drop for Level<R> {
    fn drop(&mut self) {
        self.budget.release(self.held);
    }
}

/// Whether `player`, about to move in `position`, wins.
pub fn wins<R: Rules>(rules: &R, position: &R::Position, player: Player, settings: &Settings) -> Result<bool, Stop> {
    let mut meter = settings.budget.meter();
    let mut line = vec![Level::open(rules, position.clone(), player, &settings.budget)?];
    let mut result = None;
    while let Some(level) = line.last_mut() {
        let decided = match result.take() {
            Some(false) => Some(true),
            _ if level.next < level.moves.len() => None,
            _ => Some(level.moves.is_empty() && settings.play == Play::Misere),
        };
        if decided.is_some() {
            result = decided;
            line.pop();
            continue;
        }
        meter.step()?;
        let mut option = level.position.clone();
        rules.play(&mut option, &level.moves[level.next]);
        level.next += 1;
        let player = level.player.other();
        let opened = Level::open(rules, option, player, &settings.budget)?;
        meter.work(opened.moves.len() as u64 / 16)?;
        line.push(opened);
    }
    result.ok_or_else(Stop::contradiction)
}
