//! One search on several cores.
//!
//! All threads search the same position on one shared table, each taking options of equal effort in an order of its own,
//! so that what one has found out serves the others. Whoever finishes first has the answer; a nimber is a nimber whoever
//! finds it, so the answer does not depend on the number of threads. Short searches never start a thread.

use crate::{NimberSearch, Settings, Stop};
use grundy_budget::{Exhausted, Limits, caught};
use grundy_game::ImpartialHints;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// How long one thread searches before others join it. They also do what turns out not to be needed, so that a short search
/// takes more of the machine with them and ends no sooner: Cram 5×7 half as much again.
const ALONE: Duration = Duration::from_secs(1);

/// More threads than this never help.
const MOST_THREADS: usize = 1024;

/// The nimber of `position`: question by question, so that what is excluded is known when the budget runs out.
pub(crate) fn nimber<R: ImpartialHints>(
    search: &mut NimberSearch<'_, R>,
    position: &R::Position,
    settings: &Settings,
) -> Result<u64, Stop> {
    if settings.threads() == 1 {
        return count_up(search, position);
    }
    let short = Limits { time: Some(ALONE), ..Limits::default() };
    search.spend_from(&settings.budget.within(short));
    let alone = count_up(search, position);
    search.spend_from(&settings.budget);
    match alone {
        Err(Stop::Exhausted(Exhausted::Time)) if settings.budget.check().is_ok() => race(search, position, settings),
        result => result,
    }
}

fn count_up<R: ImpartialHints>(search: &mut NimberSearch<'_, R>, position: &R::Position) -> Result<u64, Stop> {
    let mut nimber = 0;
    while !search.is_nimber(position, nimber)? {
        nimber += 1;
    }
    Ok(nimber)
}

fn race<R: ImpartialHints>(
    search: &mut NimberSearch<'_, R>,
    position: &R::Position,
    settings: &Settings,
) -> Result<u64, Stop> {
    let budget = settings.budget.within(Limits::default());
    let racing = Settings { budget: budget.clone(), ..settings.clone() };
    let first = Mutex::new(None);
    let threads = settings.threads().min(MOST_THREADS) as u64;
    let runners = (0..threads).map(|seed| search.companion(&racing, seed));
    let runners = runners.collect::<Result<Vec<_>, Stop>>()?;
    std::thread::scope(|scope| {
        for mut search in runners {
            let (budget, first) = (&budget, &first);
            let run = move || {
                let _entered = budget.enter();
                let result = caught(|| count_up(&mut search, position)).unwrap_or_else(|stop| Err(stop.into()));
                let finished = result.is_ok();
                let mut first = first.lock().unwrap_or_else(PoisonError::into_inner);
                if finished || first.is_none() {
                    *first = Some(result);
                }
                if finished {
                    budget.cancel();
                }
            };
            // Where the system grants no more threads, those that run do the work.
            if std::thread::Builder::new().spawn_scoped(scope, run).is_err() {
                break;
            }
        }
    });
    let first = first.into_inner().unwrap_or_else(PoisonError::into_inner);
    first.unwrap_or(Err(Stop::Exhausted(Exhausted::Cancelled)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_game::{PartisanHints, Player, Refusal, Rules};

    /// Heaps from which one to three are taken, never split into components.
    struct Heaps;

    impl Rules for Heaps {
        type Position = [u8; 4];
        type Move = (usize, u8);

        fn moves(&self, heaps: &[u8; 4], _: Player, moves: &mut Vec<(usize, u8)>) -> Result<(), Refusal> {
            for (at, &heap) in heaps.iter().enumerate() {
                moves.extend((1..=heap.min(3)).map(|taken| (at, taken)));
            }
            Ok(())
        }

        fn play(&self, heaps: &mut [u8; 4], &(at, taken): &(usize, u8)) {
            heaps[at] -= taken;
        }

        fn canonicalise(&self, heaps: &mut [u8; 4]) {
            heaps.sort_unstable();
        }
    }

    impl ImpartialHints for Heaps {}

    impl PartisanHints for Heaps {}

    #[test]
    fn racing_threads_agree_with_the_theorem() {
        for start in [[0, 0, 0, 1], [3, 5, 7, 9], [4, 8, 12, 11], [13, 13, 14, 15]] {
            let nimber = start.iter().fold(0, |sum, heap| sum ^ u64::from(heap % 4));
            for threads in 1..=4 {
                let settings = Settings { threads, ..Settings::default() };
                let mut search = NimberSearch::new(&Heaps, &settings, true);
                assert_eq!(race(&mut search, &start, &settings), Ok(nimber), "{start:?} on {threads} threads");
            }
        }
    }

    #[test]
    fn a_budget_that_ran_out_ends_the_race() {
        let settings = Settings { threads: 2, ..Settings::default() };
        settings.budget.cancel();
        let mut search = NimberSearch::new(&Heaps, &settings, true);
        let stopped = race(&mut search, &[40, 41, 42, 43], &settings);
        assert_eq!(stopped, Err(Stop::Exhausted(Exhausted::Cancelled)));
    }
}
