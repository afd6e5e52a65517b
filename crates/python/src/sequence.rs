//! Nimber sequences and their periods.

use crate::array::Numbers;
use crate::errors::{Failure, say};
use crate::picture::Drawing;
use crate::work::{Asked, Whole, without_python};
use grundy::draw::{Picture, Recurrence, SequencePlot};
use grundy::heap::{HeapError, Nimbers, Rule, Sequence};
use grundy::lang::Text;
use grundy::solve::{Certificate, prove_period};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Arc;

/// Heaps that are drawn at most.
const DRAWN: usize = 400;

/// Heaps that a period must have shown itself on, in periods, before it is believed without a proof.
const REPEATS: usize = 3;

/// How a sequence repeats.
#[pyclass(frozen, module = "grundy", name = "Period", get_all)]
pub struct Period {
    /// From which heap on.
    preperiod: u64,
    /// After how many heaps.
    period: u64,
    /// By how much the nimbers grow in a period.
    saltus: u64,
    /// Whether a theorem says that it goes on for ever, or the values only show it so far.
    proved: bool,
    /// The theorem.
    reason: Option<String>,
}

#[pymethods]
impl Period {
    fn __repr__(&self) -> String {
        let saltus = if self.saltus == 0 { String::new() } else { format!(", saltus {}", self.saltus) };
        let proved = if self.proved { "proved" } else { "not proved" };
        format!("<period {} from {} on{saltus}, {proved}>", self.period, self.preperiod)
    }
}

/// The nimbers of heaps 0, 1, 2, …, with their period where one is known. ``numpy.asarray(s)`` takes the numbers without copying.
///
/// >>> import grundy
/// >>> s = grundy.sequence("0.77", 200)
/// >>> s[:12]
/// [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]
/// >>> s.period
/// <period 12 from 71 on, proved>
/// >>> s.at(10**12)
/// 1
#[pyclass(frozen, module = "grundy", name = "Sequence")]
pub struct NimberSequence {
    rule: String,
    numbers: Numbers,
    period: Option<Recurrence>,
    reason: Option<String>,
    proof: Option<Certificate>,
}

impl NimberSequence {
    /// The values of a game of the user's, with the period that they show.
    pub fn observed(rule: String, numbers: Numbers) -> Self {
        let period = apparent(&numbers);
        Self { rule, numbers, period, reason: None, proof: None }
    }

    fn drawn(&self) -> Picture {
        let shown = self.numbers.len().min(DRAWN);
        let mut plot = SequencePlot::new((0..shown).filter_map(|heap| self.numbers.get(heap)).collect());
        if let Some(found) = &self.period {
            plot = plot.recurrence(Recurrence { ..*found });
        }
        plot.picture(self.rule.clone())
    }
}

/// The least period, with a saltus or without, that the values show for at least three periods and at least the second half of
/// the heaps, and from where on.
fn apparent(numbers: &Numbers) -> Option<Recurrence> {
    let values: Vec<u64> = (0..numbers.len()).filter_map(|heap| numbers.get(heap)).collect();
    let last = values.len().checked_sub(1)?;
    for period in 1..=values.len() / (REPEATS + 1) {
        let Some(saltus) = values[last].checked_sub(values[last - period]) else { continue };
        let repeats = |heap: &usize| values[*heap] + saltus == values[heap + period];
        let from = (0..=last - period).rev().take_while(repeats).last();
        if let Some(preperiod) = from
            && values.len() - preperiod > REPEATS * period
            && 2 * preperiod <= values.len()
        {
            return Some(Recurrence { preperiod, period, saltus, proved: false });
        }
    }
    None
}

#[pymethods]
impl NimberSequence {
    /// The rule.
    #[getter]
    fn rule(&self) -> &str {
        &self.rule
    }

    fn __len__(&self) -> usize {
        self.numbers.len()
    }

    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.numbers.item(index)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.numbers.iterate(py)
    }

    /// The nimber of a heap of any size, if it is here or follows from a proved period.
    fn at(&self, heap: u64) -> PyResult<u64> {
        let stored = |heap: u64| usize::try_from(heap).map_or(None, |heap| self.numbers.get(heap));
        if let Some(found) = stored(heap) {
            return Ok(found);
        }
        let proved = self.period.as_ref().filter(|found| found.proved);
        let found = proved.and_then(|found| {
            let (preperiod, period) = (found.preperiod as u64, found.period as u64);
            let rounds = (heap - preperiod) / period;
            stored(heap - rounds * period)?.checked_add(rounds.checked_mul(found.saltus)?)
        });
        let unknown = || {
            Text::new("the nimber of heap {heap} is not here, and does not follow from a proved period")
                .with("heap", heap)
        };
        found.ok_or_else(|| Failure::Unsuitable(unknown()).into())
    }

    /// How the sequence repeats, where that is known.
    #[getter]
    fn period(&self) -> Option<Period> {
        let found = self.period.as_ref()?;
        Some(Period {
            preperiod: found.preperiod as u64,
            period: found.period as u64,
            saltus: found.saltus,
            proved: found.proved,
            reason: self.reason.clone(),
        })
    }

    /// A proof of the period, where the theorem of Guy and Smith gives it.
    fn certificate(&self) -> PyResult<crate::answer::Certificate> {
        let unproved = || Text::new("no period is proved by the theorem that certificates are about");
        let proof = self.proof.clone().ok_or_else(|| PyErr::from(Failure::Unsuitable(unproved())))?;
        Ok(crate::answer::Certificate::new(proof))
    }

    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.numbers.interface(py)
    }

    /// The plot of the first heaps.
    fn picture(&self) -> Drawing {
        Drawing::of(self.drawn())
    }

    fn _repr_svg_(&self) -> String {
        self.drawn().told_in(crate::errors::spoken()).to_svg()
    }

    fn __repr__(&self) -> String {
        let period = self.period().map_or("no period known".to_owned(), |period| period.__repr__());
        format!("<sequence of {}: {} heaps, {period}>", self.rule, self.numbers.len())
    }
}

/// The nimbers of heaps 0 to ``to`` under a rule such as ``"0.77"``, ``"1-4"``, ``"subtract(1,2,5)"`` or ``"grundy"``.
#[pyfunction]
#[pyo3(signature = (rule, to, *, watch_periods=true, **limits))]
fn heap_sequence(
    py: Python<'_>,
    rule: &str,
    to: u64,
    watch_periods: bool,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<NimberSequence> {
    let parsed: Rule = rule.parse().map_err(|error| PyErr::from(Failure::in_rule(&error, rule)))?;
    if to > Sequence::LIMIT {
        return Err(Failure::from(HeapError::HeapTooLarge { heap: to, limit: Sequence::LIMIT }).into());
    }
    let asked = Asked::of(limits)?;
    let found = without_python(py, &asked, |budget| {
        let mut sequence = Sequence::new(parsed.clone()).watch_periods(watch_periods);
        sequence.extend(to, budget)?;
        let known = sequence.period().map(|found| {
            let (preperiod, period) = (found.preperiod as usize, found.period as usize);
            let recurrence = Recurrence { preperiod, period, saltus: found.saltus, proved: true };
            (recurrence, say(&found.theorem.text()), prove_period(&parsed, found))
        });
        let grown = sequence.apparent_growth();
        Ok(Whole((sequence.into_nimbers(), known, grown)))
    })?;
    let (nimbers, known, grown) = found.0;
    let numbers = match nimbers {
        Nimbers::Narrow(list) => Numbers::Bytes(Arc::new(list)),
        Nimbers::Wide(list) => Numbers::Shorts(Arc::new(list)),
    };
    let (period, reason, proof) = match (known, grown) {
        (Some((period, reason, proof)), _) => (Some(period), Some(reason), proof),
        (None, Some(grown)) => {
            let (preperiod, period) = (grown.preperiod as usize, grown.period as usize);
            (Some(Recurrence { preperiod, period, saltus: grown.saltus, proved: false }), None, None)
        }
        (None, None) => (None, None, None),
    };
    Ok(NimberSequence { rule: parsed.to_string(), numbers, period, reason, proof })
}

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<NimberSequence>()?;
    module.add_class::<Period>()?;
    module.add_function(wrap_pyfunction!(heap_sequence, module)?)
}
