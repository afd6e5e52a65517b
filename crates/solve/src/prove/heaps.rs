//! Periods and misère quotients of rules on heaps.

use crate::{Certificate, PeriodProof, QuotientProof, Repeats};
use grundy_heap::{MisereQuotient, Period, QuotientStatus, Rule, Theorem};

/// A certificate of a period of the nimbers; `None` when it was not proved by the theorem that certificates are about, that of
/// Guy and Smith.
pub fn prove_period(rule: &Rule, period: &Period) -> Option<Certificate> {
    let fits = matches!(period.theorem, Theorem::GuySmith | Theorem::Window) && period.saltus == 0;
    let proof = PeriodProof { rule: rule.to_string(), preperiod: period.preperiod, period: period.period };
    fits.then_some(Certificate::Period(proof))
}

/// A certificate of a misère quotient, of the whole game where it is proved to be that of the whole game.
pub fn prove_quotient(rule: &Rule, quotient: &MisereQuotient) -> Certificate {
    let order = quotient.monoid.len();
    let repeats = match quotient.status {
        QuotientStatus::Whole { period, preperiod } => Some(Repeats { from: preperiod, period }),
        QuotientStatus::Partial | QuotientStatus::Stopped | QuotientStatus::Stuck => None,
    };
    Certificate::Quotient(QuotientProof {
        rule: rule.to_string(),
        order,
        lost: (0..order).filter(|&element| quotient.monoid.is_lost(element)).collect(),
        images: quotient.images.clone(),
        repeats,
        table: (0..order).flat_map(|x| (0..order).map(move |y| quotient.monoid.product(x, y))).collect(),
    })
}
