//! The checker of certificates.
//!
//! It trusts the rules of the games (their moves, how positions fall into components, which positions are images of each
//! other), the readers of notations, and nothing else: no search, no table, no theorem about a game. Every claim is checked
//! once. One file a kind of certificate; `docs/certificates.md` says why each proves what it says.

mod components;
mod formula;
mod kernel;
mod leaning;
mod literal;
mod nimber;
mod outcome;
mod period;
mod quotient;
mod value;
mod verdict;
mod whole;

pub use components::Components;
pub(crate) use components::{Face, Numbered};
pub(crate) use kernel::clauses as kernel_clauses;
#[cfg(feature = "search")]
pub(crate) use outcome::Book;
#[cfg(feature = "search")]
pub(crate) use value::{Claim, Differences};
pub(crate) use verdict::{Verdicts, check_verdicts};
#[cfg(feature = "search")]
pub(crate) use verdict::{ended, endless};
#[cfg(feature = "search")]
pub(crate) use whole::{Wholes, bytes as whole_bytes, of_sum};

use crate::{Certificate, Position};
use grundy_budget::{Budget, Exhausted};
use grundy_game::{Refusal, Text};

/// Why a certificate proves nothing, or why that could not be found out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text())]
pub enum Flaw {
    /// A position, rule, value or formula cannot be read.
    Unreadable(String, Text),
    /// A claim does not follow from the others.
    Unsupported(String),
    /// The moves of a position cannot be listed.
    Refused(#[from] Refusal),
    /// What is to be proved does not follow from the claims.
    NotProved,
    /// The claims and the answer are of different kinds, or the game is not one that such certificates are about.
    Unfit,
    /// Claims lean on each other in a circle.
    Circular,
    /// Something else that is said is wrong.
    Wrong(Text),
    /// The budget ran out before the certificate was checked.
    Exhausted(#[from] Exhausted),
}

impl Flaw {
    /// The flaw as a sentence.
    pub fn text(&self) -> Text {
        match self {
            Self::Unreadable(text, why) => {
                Text::new("`{text}` cannot be read: {why}").with("text", text).with_text("why", why.clone())
            }
            Self::Unsupported(position) => {
                Text::new("the claim on `{position}` does not follow").with("position", position)
            }
            Self::Refused(refusal) => refusal.text(),
            Self::NotProved => Text::new("the claims do not prove the answer"),
            Self::Unfit => Text::new("this kind of certificate does not fit the position and play rule"),
            Self::Circular => Text::new("the claims lean on each other in a circle"),
            Self::Wrong(text) => text.clone(),
            Self::Exhausted(exhausted) => exhausted.text(),
        }
    }
}

/// Reads positions for the checker.
pub type Reader<'a> = dyn Fn(&str) -> Result<Position, String> + 'a;

/// Checks that a certificate proves its answer; `read` reads positions. Takes time about in proportion to the claims times
/// the square of the number of moves, and never more than the budget has.
pub fn check(certificate: &Certificate, read: &Reader<'_>, budget: &Budget) -> Result<(), Flaw> {
    budget.check()?;
    match certificate {
        Certificate::Nimber(proof) => nimber::check_nimber(proof, read, budget),
        Certificate::Outcome(proof) => outcome::check_outcome(proof, read, budget),
        Certificate::Verdict(proof) => verdict::check_verdict(proof, read, budget),
        Certificate::Value(proof) => value::check_value(proof, read, budget),
        Certificate::Kernel(proof) => kernel::check_kernel(proof, budget),
        Certificate::NoKernel(proof) => kernel::check_no_kernel(proof, budget),
        Certificate::Period(proof) => period::check_period(proof, budget),
        Certificate::Quotient(proof) => quotient::check_quotient(proof, budget),
        Certificate::Formula(proof) => formula::check_formula(proof, budget),
    }
}

/// Reads a position of a certificate.
fn position(text: &str, read: &Reader<'_>) -> Result<Position, Flaw> {
    read(text).map_err(|error| Flaw::Unreadable(text.to_owned(), Text::verbatim(error)))
}

/// Reads a position of a certificate whose claims support each other: that proves something only where every play ends and
/// whoever cannot move has lost, or won.
fn ending_position(text: &str, read: &Reader<'_>) -> Result<Position, Flaw> {
    position(text, read).and_then(|found| if found.may_be_drawn() { Err(Flaw::Unfit) } else { Ok(found) })
}

/// Memory that is given back at the end.
pub(crate) struct Held<'a> {
    budget: &'a Budget,
    bytes: u64,
}

impl<'a> Held<'a> {
    pub fn new(budget: &'a Budget) -> Self {
        Self { budget, bytes: 0 }
    }

    pub fn more(&mut self, bytes: u64) -> Result<(), Exhausted> {
        self.budget.reserve(bytes)?;
        self.bytes += bytes;
        Ok(())
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        self.budget.release(self.bytes);
    }
}
