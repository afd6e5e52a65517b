//! Walking and reckoning on two threads.

use super::{Batch, Reckoner, Theorems, ValueSearch, Walk, reckon};
use crate::Stop;
use crate::threads::{self, Queue};
use grundy_budget::{caught, give_back};
use grundy_game::PartisanHints;
use grundy_value::Store;

/// Batches that are filled, reckoned or on their way; whoever is ahead waits for one.
const BATCHES: usize = 8;

impl<R: PartisanHints> ValueSearch<'_, R> {
    /// Walks to the end while another thread reckons; `false` where the system grants no thread, and then nothing was done.
    pub(super) fn walk_apart(&mut self, walk: &mut Walk<R::Position>, store: &mut Store) -> Result<bool, Stop> {
        // Each thread allocates from a place of its own: what the first one has freed would stand unused beside it.
        give_back();
        let Self { walker, reckoner, waiting, .. } = self;
        let (filled, empty) = (Queue::new(), Queue::new());
        let (budget, rules) = (walker.meter.budget().clone(), walker.rules);
        let (mut reckoned, mut walked) = (Ok(()), None);
        let (failed, left) = (&mut reckoned, &mut *waiting);
        std::thread::scope(|scope| {
            let (give_filled, give_empty) = (filled.giver(), empty.giver());
            (1..BATCHES).for_each(|_| give_empty.give(Batch::new()));
            let (take_filled, budget) = (&filled, budget.clone());
            let work = move || {
                let _entered = budget.enter();
                // It outlives what leaves the work by unwinding.
                let mut batch = Batch::new();
                let all =
                    || reckon_all(&mut batch, reckoner, rules, store, take_filled, &mut |batch| give_empty.give(batch));
                *failed = caught(all).unwrap_or_else(|stop| Err(stop.into()));
                if failed.is_err() {
                    left.push_back(batch);
                }
            };
            if !threads::start(scope, Box::new(work)) {
                return;
            }
            let mut theorems = Theorems::Elsewhere(Box::new(Store::new(walker.meter.budget())));
            walked = Some(loop {
                match walker.walk(walk, &mut theorems) {
                    Ok(done) => {
                        // Nobody gives empty ones back any more when reckoning has failed.
                        let Some(batch) = empty.take() else { break Ok(()) };
                        give_filled.give(std::mem::replace(&mut walker.batch, batch));
                        if done {
                            break Ok(());
                        }
                    }
                    stopped => break stopped.map(|_| ()),
                }
            });
            drop(give_filled);
        });
        while let Some(batch) = filled.take_now() {
            waiting.push_back(batch);
        }
        let Some(walked) = walked else { return Ok(false) };
        reckoned.and(walked).map(|()| true)
    }
}

/// Reckons batches as they come, each in the place of `batch`.
fn reckon_all<R: PartisanHints>(
    batch: &mut Batch<R::Position>,
    reckoner: &mut Reckoner,
    rules: &R,
    store: &mut Store,
    filled: &Queue<Batch<R::Position>>,
    give_back: &mut dyn FnMut(Batch<R::Position>),
) -> Result<(), Stop> {
    while let Some(next) = filled.take() {
        give_back(std::mem::replace(batch, next));
        reckon(reckoner, batch, rules, store)?;
    }
    Ok(())
}
