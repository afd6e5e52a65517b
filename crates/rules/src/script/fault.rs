//! What goes wrong while a script runs.

use crate::{Mistake, Place};
use grundy_lang::Text;

/// A result of running code.
pub(crate) type Outcome<T> = Result<T, Box<Fault>>;

/// Something went wrong, perhaps at a known place.
#[derive(Debug)]
pub(crate) struct Fault {
    pub problem: Text,
    pub limit: bool,
    /// Set once the place is known.
    pub place: Option<Place>,
    /// Whether a variable without a value was read.
    pub unbound: bool,
}

impl Fault {
    #[cold]
    pub fn new(problem: Text) -> Box<Self> {
        Box::new(Self { problem, limit: false, place: None, unbound: false })
    }

    /// A variable was read before it had a value.
    #[cold]
    pub fn unbound() -> Box<Self> {
        let problem = Text::new("a variable has no value here yet");
        Box::new(Self { problem, limit: false, place: None, unbound: true })
    }

    /// The fault as a mistake of the file, at the innermost place that is known.
    pub fn mistake(self, place: Place) -> Mistake {
        let mut mistake = Mistake::new(self.place.unwrap_or(place), self.problem);
        mistake.limit = self.limit;
        mistake
    }
}

/// A limit was reached.
#[cold]
pub(crate) fn limit(problem: Text) -> Box<Fault> {
    Box::new(Fault { problem, limit: true, place: None, unbound: false })
}
