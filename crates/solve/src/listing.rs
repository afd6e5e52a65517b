//! The one place where solvers have moves listed: within the budget, and refused where there are too many.

use crate::Stop;
use grundy_budget::{Budget, Exhausted};
#[cfg(feature = "search")]
use grundy_game::{ImpartialHints, Player};
use grundy_game::{Refusal, Rules};

/// More moves than this are not listed by name.
pub(crate) const MOST_MOVES: u64 = 1 << 20;

/// More moves than this are not listed at all, whatever the budget.
const MOST_SEARCHED: u64 = 1 << 32;

/// Appends every move of `player`, when the budget has room for as many as there may be.
#[cfg(feature = "search")]
#[inline]
pub(crate) fn list<R: Rules>(
    rules: &R,
    position: &R::Position,
    player: Player,
    budget: &Budget,
    moves: &mut Vec<R::Move>,
) -> Result<(), Stop> {
    afford(rules, position, move_bytes::<R::Move>(), budget)?;
    Ok(rules.moves(position, player, moves)?)
}

/// As [`list`], in the order in which a search of an impartial game should look at them.
#[cfg(feature = "search")]
#[inline]
pub(crate) fn list_for_search<R: ImpartialHints>(
    rules: &R,
    position: &R::Position,
    budget: &Budget,
    moves: &mut Vec<R::Move>,
) -> Result<(), Stop> {
    afford(rules, position, move_bytes::<R::Move>(), budget)?;
    Ok(rules.search_moves(position, moves)?)
}

/// Refuses a list of more moves than people can be shown.
pub(crate) fn listable<R: Rules>(rules: &R, position: &R::Position) -> Result<(), Refusal> {
    match rules.move_count(position) {
        Some(count) if count > MOST_MOVES => Err(Refusal::too_many(count)),
        _ => Ok(()),
    }
}

/// Refuses to list more moves than the budget has room for when each takes so many bytes.
#[inline]
pub(crate) fn afford<R: Rules>(rules: &R, position: &R::Position, bytes: usize, budget: &Budget) -> Result<(), Stop> {
    match rules.move_count(position) {
        Some(count) if count > MOST_SEARCHED => Err(Refusal::too_many(count).into()),
        Some(count) if count * bytes as u64 > budget.memory_left() => Err(Exhausted::Memory.into()),
        _ => Ok(()),
    }
}

/// What a listed move takes; one with storage of its own, a small block more.
#[cfg(feature = "search")]
pub(crate) fn move_bytes<M>() -> usize {
    size_of::<M>() + if std::mem::needs_drop::<M>() { 32 } else { 0 }
}
