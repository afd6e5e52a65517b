//! A budget that code without one can ask.
//!
//! Rules list moves, theorems count, pictures are laid out: small functions that cannot fail, as a rule, and that a large
//! position can still keep busy for ever. A thread that works for a budget *enters* it; such functions then call
//! [`pulse`] in their loops, and [`room_for`] before they make something large. When the budget has run out, these leave
//! the work by unwinding, as in a panic but silently, up to the nearest [`caught`], where it becomes an ordinary
//! [`Exhausted`]. In a thread that entered no budget they do nothing.

use crate::{Budget, Exhausted};
use std::cell::{Cell, RefCell};
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// Steps between two looks at the budget.
const BATCH: u64 = 1 << 10;

thread_local! {
    static ENTERED: RefCell<Option<Budget>> = const { RefCell::new(None) };
    static STEPS: Cell<u64> = const { Cell::new(0) };
}

/// As long as this lives, the thread works for a budget.
#[must_use = "the budget is left when this is dropped"]
#[derive(Debug)]
pub struct Entered {
    before: Option<Budget>,
    /// Belongs to its thread.
    thread: PhantomData<*const ()>,
}

impl Drop for Entered {
    fn drop(&mut self) {
        ENTERED.with_borrow_mut(|entered| *entered = self.before.take());
    }
}

impl Budget {
    /// From now on this thread works for this budget, until what is returned is dropped.
    pub fn enter(&self) -> Entered {
        let before = ENTERED.with_borrow_mut(|entered| entered.replace(self.clone()));
        Entered { before, thread: PhantomData }
    }
}

/// Notes some steps of work (a step is a few nanoseconds' to a microsecond's worth) and now and then asks the budget that
/// this thread entered whether to go on; does not return when it is not.
#[inline]
pub fn pulse(steps: u64) {
    let done = STEPS.get().saturating_add(steps);
    if done < BATCH {
        STEPS.set(done);
    } else {
        STEPS.set(0);
        ask(Budget::check);
    }
}

/// Asks the budget that this thread entered for room for `bytes` that are about to be allocated; does not return when there
/// is none.
pub fn room_for(bytes: u64) {
    ask(|budget| budget.afford(bytes));
}

#[cold]
fn ask(question: impl FnOnce(&Budget) -> Result<(), Exhausted>) {
    let answer = ENTERED.with_borrow(|entered| entered.as_ref().map_or(Ok(()), question));
    if let Err(exhausted) = answer {
        resume_unwind(Box::new(exhausted));
    }
}

/// Does the work; [`pulse`] and [`room_for`] inside it end it with an error. Panics go on as panics.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, Exhausted> {
    // What the work was changing when it was left is either dropped with it or, like a table behind a lock, whole between
    // any two steps.
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| match payload.downcast::<Exhausted>() {
        Ok(exhausted) => *exhausted,
        Err(panic) => resume_unwind(panic),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;

    #[test]
    fn work_without_a_fallible_face_ends_with_its_budget() {
        let budget = Budget::unlimited();
        let work = || {
            for step in 0u64.. {
                if step == 5000 {
                    budget.cancel();
                }
                pulse(1);
            }
        };
        let entered = budget.enter();
        assert_eq!(caught(work), Err(Exhausted::Cancelled));
        drop(entered);
        pulse(BATCH);
    }

    #[test]
    fn room_is_asked_for_and_budgets_are_left_in_order() {
        let small = Budget::new(Limits { memory: Some(100), ..Limits::default() });
        let (outer, inner) = (Budget::unlimited().enter(), small.enter());
        assert_eq!(caught(|| room_for(50)), Ok(()));
        assert_eq!(caught(|| room_for(200)), Err(Exhausted::Memory));
        drop(inner);
        assert_eq!(caught(|| room_for(200)), Ok(()));
        drop(outer);
    }

    #[test]
    fn a_panic_stays_a_panic() {
        let result = catch_unwind(|| caught(|| resume_unwind(Box::new("a mistake"))));
        assert!(result.is_err());
    }
}
