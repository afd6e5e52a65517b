//! One search on several cores.
//!
//! All threads do the same work on one shared table, and leave what another is searching for later, so that what one has
//! found out serves the others. Whoever finishes first has the answer; a nimber is a nimber whoever finds it, so the
//! answer does not depend on the number of threads. Short searches never start a thread.

use crate::nimber::Busy;
use crate::{NimberSearch, Settings, Stop, threads};
use grundy_budget::{Budget, Exhausted, Limits, caught, give_back};
use grundy_game::ImpartialHints;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How long one thread searches before others join it: a short search takes more of the machine with them and ends no
/// sooner.
const ALONE: Duration = Duration::from_millis(200);

/// More threads than this never help.
const MOST_THREADS: usize = 1024;

/// What each thread does with its search.
pub(crate) type Work<'a, R, T> = dyn Fn(&mut NimberSearch<'_, R>) -> Result<T, Stop> + Sync + 'a;

/// What `work` finds out, which must be the same for every search of these rules.
pub(crate) fn together<R: ImpartialHints, T: Send>(
    search: &mut NimberSearch<'_, R>,
    settings: &Settings,
    work: &Work<'_, R, T>,
) -> Result<T, Stop> {
    if settings.threads() == 1 {
        return work(search);
    }
    if search.is_shared() {
        return race(search, settings, work);
    }
    let short = Limits { time: Some(ALONE), ..Limits::default() };
    search.spend_from(&settings.budget.within(short));
    let alone = work(search);
    search.spend_from(&settings.budget);
    match alone {
        Err(Stop::Exhausted(Exhausted::Time)) if settings.budget.check().is_ok() => race(search, settings, work),
        result => result,
    }
}

fn race<R: ImpartialHints, T: Send>(
    search: &mut NimberSearch<'_, R>,
    settings: &Settings,
    work: &Work<'_, R, T>,
) -> Result<T, Stop> {
    // Each thread allocates from a place of its own: what the first one has freed would stand unused beside it.
    give_back();
    let budget = settings.budget.within(Limits::default());
    let racing = Settings { budget: budget.clone(), ..settings.clone() };
    let busy = Arc::new(Busy::new());
    let mut runs: Vec<Run<'_, T>> = Vec::new();
    for _ in 0..settings.threads().min(MOST_THREADS) {
        let mut partner = search.partner(&racing, &busy)?;
        runs.push(Box::new(move || work(&mut partner)));
    }
    first_of(runs, &budget)
}

/// The work of one thread.
type Run<'a, T> = Box<dyn FnOnce() -> Result<T, Stop> + Send + 'a>;

/// What the first of some threads finds that finishes; compiled for each kind of answer, not for each game.
fn first_of<T: Send>(runs: Vec<Run<'_, T>>, budget: &Budget) -> Result<T, Stop> {
    let first = Mutex::new(None);
    std::thread::scope(|scope| {
        for run in runs {
            let first = &first;
            let run = move || {
                let _entered = budget.enter();
                let result = caught(run).unwrap_or_else(|stop| Err(stop.into()));
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
            if !threads::start(scope, Box::new(run)) {
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

    /// A strip of cells; a move takes two neighbours. Positions are words, and fall apart.
    struct Strip;

    impl Rules for Strip {
        type Position = u64;
        type Move = u32;

        fn moves(&self, cells: &u64, _: Player, moves: &mut Vec<u32>) -> Result<(), Refusal> {
            moves.extend((0..63).filter(|at| cells >> at & 3 == 3));
            Ok(())
        }

        fn play(&self, cells: &mut u64, at: &u32) {
            *cells &= !(3 << at);
        }

        fn split(&self, cells: &u64, parts: &mut Vec<u64>) {
            let mut rest = *cells;
            while rest != 0 {
                // Adding to the lowest cell of a run of ones carries past its end.
                let part = rest & !rest.wrapping_add(rest & rest.wrapping_neg());
                rest &= !part;
                parts.push(part);
            }
        }

        fn canonicalise(&self, cells: &mut u64) {
            *cells >>= if *cells == 0 { 0 } else { cells.trailing_zeros() };
        }

        fn word(cells: &u64) -> Option<u64> {
            Some(*cells)
        }
    }

    impl ImpartialHints for Strip {
        const COMMUTES: bool = true;
    }

    impl PartisanHints for Strip {}

    /// The nimbers of strips of up to 60 cells: Dawson's Kayles, octal 0.07.
    fn strips() -> Vec<u64> {
        let mut nimbers: Vec<u64> = vec![0, 0];
        for length in 2..=60usize {
            let options: Vec<u64> = (0..length - 1).map(|left| nimbers[left] ^ nimbers[length - 2 - left]).collect();
            nimbers.extend((0..).find(|nimber| !options.contains(nimber)));
        }
        nimbers
    }

    #[test]
    fn words_in_a_table_without_locks_agree_with_the_theorem() {
        let nimbers = strips();
        for threads in 1..=3 {
            let settings = Settings { threads, ..Settings::default() };
            let mut search = NimberSearch::new(&Strip, &settings, true);
            assert_eq!(search.nimber(&0b11), Ok(1));
            // What is noted already is packed when the table is shared.
            let mut companion = search.companion(&settings).unwrap();
            for length in [5usize, 23, 40, 60] {
                let cells = u64::MAX >> (64 - length);
                let found = race(&mut search, &settings, &|search| search.count_up(&cells));
                assert_eq!(found, Ok(nimbers[length]), "{length} on {threads} threads");
                assert_eq!(companion.nimber(&cells), found);
            }
        }
    }

    #[test]
    fn racing_threads_agree_with_the_theorem() {
        for start in [[0, 0, 0, 1], [3, 5, 7, 9], [4, 8, 12, 11], [13, 13, 14, 15]] {
            let nimber = start.iter().fold(0, |sum, heap| sum ^ u64::from(heap % 4));
            for threads in 1..=4 {
                let settings = Settings { threads, ..Settings::default() };
                let mut search = NimberSearch::new(&Heaps, &settings, true);
                let found = race(&mut search, &settings, &|search| search.count_up(&start));
                assert_eq!(found, Ok(nimber), "{start:?} on {threads} threads");
            }
        }
    }

    #[test]
    fn a_budget_that_ran_out_ends_the_race() {
        let settings = Settings { threads: 2, ..Settings::default() };
        settings.budget.cancel();
        let mut search = NimberSearch::new(&Heaps, &settings, true);
        let stopped = race(&mut search, &settings, &|search| search.count_up(&[40, 41, 42, 43]));
        assert_eq!(stopped, Err(Stop::Exhausted(Exhausted::Cancelled)));
    }
}
