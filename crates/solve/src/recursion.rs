//! Who wins in polynomial space: plain recursion without a table.
//!
//! The textbook argument that such games are in PSPACE: the memory is the line of play under consideration, one list of
//! moves a level. Exponential time; for comparison, and for games whose table would not fit.

use crate::{Engine, Stop};
use grundy_game::{Play, Player, Rules};

/// Whether `player`, about to move in `position`, wins.
pub fn wins<R: Rules>(rules: &R, position: &R::Position, player: Player, engine: &Engine) -> Result<bool, Stop> {
    struct Level<R: Rules> {
        position: R::Position,
        player: Player,
        moves: Vec<R::Move>,
        next: usize,
    }
    let open = |position: R::Position, player: Player| {
        let mut moves = Vec::new();
        rules.moves(&position, player, &mut moves);
        Level::<R> { position, player, moves, next: 0 }
    };
    let mut meter = engine.budget.meter();
    let mut line = vec![open(position.clone(), player)];
    let mut result = None;
    while let Some(level) = line.last_mut() {
        let decided = match result.take() {
            Some(false) => Some(true),
            _ if level.next < level.moves.len() => None,
            _ => Some(level.moves.is_empty() && engine.play == Play::Misere),
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
        line.push(open(option, player));
    }
    Ok(result.unwrap_or(false))
}
