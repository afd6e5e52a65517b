//! One search on several cores.
//!
//! All threads search the same position on one shared table, each taking options of equal effort in an order of its own,
//! so that what one has found out serves the others. Whoever finishes first has the answer; a nimber is a nimber whoever
//! finds it, so the answer does not depend on the number of threads. Short searches never start a thread.

use crate::{Engine, NimberSearch, Stop};
use grundy_budget::{Exhausted, Limits};
use grundy_game::Rules;
use std::sync::{Mutex, PoisonError};

/// Positions that one thread searches before others join it.
const ALONE: u64 = 1 << 17;

/// The nimber of `position`: question by question, so that what is excluded is known when the budget runs out.
pub(crate) fn nimber<R: Rules>(
    search: &mut NimberSearch<'_, R>,
    position: &R::Position,
    engine: &Engine,
) -> Result<u64, Stop> {
    if engine.threads() == 1 {
        return count_up(search, position);
    }
    let short = Limits { positions: Some(ALONE), ..Limits::default() };
    search.spend_from(&engine.budget.within(short));
    let alone = count_up(search, position);
    search.spend_from(&engine.budget);
    match alone {
        Err(Stop::Exhausted(Exhausted::Positions)) if engine.budget.check().is_ok() => race(search, position, engine),
        result => result,
    }
}

fn count_up<R: Rules>(search: &mut NimberSearch<'_, R>, position: &R::Position) -> Result<u64, Stop> {
    let mut nimber = 0;
    while !search.is_nimber(position, nimber)? {
        nimber += 1;
    }
    Ok(nimber)
}

fn race<R: Rules>(search: &mut NimberSearch<'_, R>, position: &R::Position, engine: &Engine) -> Result<u64, Stop> {
    let budget = engine.budget.within(Limits::default());
    let racing = Engine { budget: budget.clone(), ..engine.clone() };
    let first = Mutex::new(None);
    let runners = (0..engine.threads() as u64).map(|seed| search.companion(&racing, seed));
    let runners = runners.collect::<Result<Vec<_>, Stop>>()?;
    std::thread::scope(|scope| {
        for mut search in runners {
            let (budget, first) = (&budget, &first);
            scope.spawn(move || {
                let result = count_up(&mut search, position);
                let finished = result.is_ok();
                let mut first = first.lock().unwrap_or_else(PoisonError::into_inner);
                if finished || first.is_none() {
                    *first = Some(result);
                }
                if finished {
                    budget.cancel();
                }
            });
        }
    });
    let first = first.into_inner().unwrap_or_else(PoisonError::into_inner);
    first.unwrap_or(Err(Stop::Exhausted(Exhausted::Cancelled)))
}
