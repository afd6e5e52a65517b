//! What goes wrong, as Python exceptions, in the language asked for.

use crate::work::chosen;
use grundy::budget::Exhausted;
use grundy::game::{ParseError, Refusal};
use grundy::graph::GraphError;
use grundy::heap::{HeapError, RuleError};
use grundy::lang::{Language, Text};
use grundy::logic::ReadError;
use grundy::solve::Stop;
use grundy::value::ValueError;
use grundy::value::lang::LangError;
use grundy_tables::TableError;
use pyo3::create_exception;
use pyo3::exceptions::{PyFileNotFoundError, PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

create_exception!(
    grundy,
    NotationError,
    PyValueError,
    "A text that is not in the notation; the message has a caret under the place."
);
create_exception!(grundy, UnsuitableError, PyValueError, "A question that does not fit what it is asked of.");
create_exception!(
    grundy,
    UndecidedError,
    PyRuntimeError,
    "The limits on time, memory or positions were reached before there was an answer."
);

/// Which of [`LANGUAGES`] is spoken.
static SPOKEN: AtomicUsize = AtomicUsize::new(0);

const LANGUAGES: [Language; 3] = [Language::English, Language::Spanish, Language::Catalan];

/// The language of sentences.
pub fn spoken() -> Language {
    LANGUAGES[SPOKEN.load(Relaxed) % LANGUAGES.len()]
}

/// A sentence in the language of sentences.
pub fn say(text: &Text) -> String {
    text.say(spoken())
}

/// Why the library has no answer.
pub enum Failure {
    /// A text could not be read; the message shows where.
    Notation(String),
    /// The question does not fit.
    Unsuitable(Text),
    /// A limit was reached.
    Undecided(Text),
    /// A limit of the first short attempt may have been reached.
    Exhausted(Exhausted),
    /// A function of the user's failed.
    Python(PyErr),
}

impl From<Exhausted> for Failure {
    fn from(exhausted: Exhausted) -> Self {
        Self::Exhausted(exhausted)
    }
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Exhausted(exhausted) => Self::Exhausted(exhausted),
            stop if stop.is_undecided() => Self::Undecided(stop.text()),
            stop => Self::Unsuitable(stop.text()),
        }
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        Stop::from(refusal).into()
    }
}

impl From<ValueError> for Failure {
    fn from(error: ValueError) -> Self {
        match error {
            ValueError::Exhausted(exhausted) => Self::Exhausted(exhausted),
            other => Self::Unsuitable(other.text()),
        }
    }
}

impl From<GraphError> for Failure {
    fn from(error: GraphError) -> Self {
        if let GraphError::Exhausted(exhausted) = error {
            return Self::Exhausted(exhausted);
        }
        let (problem, help) = (error.problem(), error.help());
        if help.is_empty() {
            return Self::Unsuitable(problem);
        }
        Self::Unsuitable(Text::new("{problem}; {help}").with_text("problem", problem).with_text("help", help))
    }
}

impl From<TableError> for Failure {
    fn from(error: TableError) -> Self {
        match (&error, error.exhausted()) {
            (_, Some(exhausted)) => Self::Exhausted(exhausted),
            (TableError::Unread { error: system, .. }, None) if system.kind() == std::io::ErrorKind::NotFound => {
                Self::Python(PyFileNotFoundError::new_err(say(&error.text())))
            }
            (TableError::Unread { .. } | TableError::Unwritten { .. }, None) => {
                Self::Python(PyOSError::new_err(say(&error.text())))
            }
            _ => Self::Unsuitable(error.text()),
        }
    }
}

impl From<HeapError> for Failure {
    fn from(error: HeapError) -> Self {
        match error {
            HeapError::Exhausted(exhausted) => Self::Exhausted(exhausted),
            other => Self::Unsuitable(other.text()),
        }
    }
}

impl From<ParseError> for Failure {
    fn from(error: ParseError) -> Self {
        Self::Notation(error.say(spoken()))
    }
}

impl From<PyErr> for Failure {
    fn from(error: PyErr) -> Self {
        Self::Python(error)
    }
}

impl Failure {
    /// Whether the clock ended it.
    pub fn is_out_of_time(&self) -> bool {
        matches!(self, Self::Exhausted(Exhausted::Time))
    }

    /// A mistake in an expression, shown in it.
    pub fn in_expression(error: &LangError, text: &str) -> Self {
        match error.exhausted {
            Some(exhausted) => Self::Exhausted(exhausted),
            None => Self::Notation(error.render_in(text, spoken())),
        }
    }

    /// A mistake in a value, shown in it.
    pub fn in_value(error: ValueError, text: &str) -> Self {
        let ValueError::Syntax(error) = error else { return error.into() };
        let bytes = |column: usize| text.char_indices().nth(column).map_or(text.len(), |(at, _)| at);
        let (from, to) = (bytes(error.column), bytes(error.column.saturating_add(error.width)));
        let shown = ParseError::new(text, from, to.saturating_sub(from), error.message);
        match error.help {
            Some(help) => shown.help(help).into(),
            None => shown.into(),
        }
    }

    /// A mistake in a rule on heaps, shown in it.
    pub fn in_rule(error: &RuleError, text: &str) -> Self {
        let offset = text.char_indices().nth(error.column.saturating_sub(1)).map_or(text.len(), |(at, _)| at);
        ParseError::new(text, offset, usize::from(offset < text.len()), error.fault.text()).into()
    }

    /// A mistake in a formula.
    pub fn in_formula(error: &ReadError) -> Self {
        Self::Notation(say(&error.text()))
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Notation(message) => NotationError::new_err(message),
            Failure::Unsuitable(text) => UnsuitableError::new_err(say(&text)),
            Failure::Undecided(text) => UndecidedError::new_err(say(&text)),
            Failure::Exhausted(exhausted) => UndecidedError::new_err(say(&exhausted.text())),
            Failure::Python(error) => error,
        }
    }
}

/// Sets the language of reasons and messages (``"en"``, ``"es"`` or ``"ca"``) and returns the one that was spoken before;
/// without an argument it only tells.
///
/// >>> import grundy
/// >>> grundy.language("es")
/// 'en'
/// >>> grundy.position("nim:3,4,5").solve().outcome
/// 'first'
/// >>> grundy.language("en")
/// 'es'
#[pyfunction]
#[pyo3(signature = (code=None))]
fn language(code: Option<&str>) -> PyResult<&'static str> {
    let before = spoken().code();
    if let Some(code) = code {
        SPOKEN.store(chosen(code, &[("en", 0), ("es", 1), ("ca", 2)])?, Relaxed);
    }
    Ok(before)
}

/// A sentence of the catalogue in the language spoken, its gaps still open; as it is where the catalogue does not have it.
#[pyfunction]
fn sentence(english: &str) -> String {
    spoken().translate(english).unwrap_or(english).to_owned()
}

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add_function(wrap_pyfunction!(sentence, module)?)?;
    module.add("NotationError", py.get_type::<NotationError>())?;
    module.add("UnsuitableError", py.get_type::<UnsuitableError>())?;
    module.add("UndecidedError", py.get_type::<UndecidedError>())?;
    module.add_function(wrap_pyfunction!(language, module)?)
}
