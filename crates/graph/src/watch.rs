//! A SAT solver that keeps to a budget.

use cadical::Callbacks;
use grundy_budget::{Budget, Exhausted};

/// Stops the solver when the budget runs out.
pub(crate) struct Watch {
    budget: Budget,
    /// Why the solver was stopped.
    pub(crate) stopped: Option<Exhausted>,
}

impl Watch {
    pub(crate) fn new(budget: &Budget) -> Self {
        Self { budget: budget.clone(), stopped: None }
    }
}

impl Callbacks for Watch {
    fn terminate(&mut self) -> bool {
        self.stopped = self.budget.check().err();
        self.stopped.is_some()
    }
}
