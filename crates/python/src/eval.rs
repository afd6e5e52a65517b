//! The language of values.

use crate::errors::Failure;
use crate::position::{FileSystem, catalogue};
use crate::store::Portable;
use crate::value::Value;
use crate::work::{Asked, Whole, chosen, with_python, without_python};
use grundy::budget::Budget;
use grundy::solve::position_value;
use grundy::value::lang::{Datum, LangError, Positions, Session};
use grundy::value::{Store, Style, Value as Handle, ValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// Positions of all games that are known, and the threads that find their values.
struct Known {
    threads: usize,
}

impl Positions for Known {
    fn value(&mut self, position: &str, store: &mut Store) -> grundy::value::Result<Handle> {
        let parsed = catalogue().parse(position, &FileSystem);
        let parsed = parsed.map_err(|error| ValueError::undefined(error.problem))?;
        position_value(&parsed, self.threads, store)
    }
}

/// The result of an expression, on its way out of its store.
enum Shown {
    Value(Portable),
    Truth(bool),
    Text(String),
    List(Vec<Shown>),
    Surreal(String),
    Loopy(String),
}

impl Shown {
    fn of(datum: &Datum, store: &mut Store) -> Result<Self, ValueError> {
        Ok(match datum {
            Datum::Value(value) => Self::Value(Portable::of(store, *value)?),
            Datum::Truth(truth) => Self::Truth(*truth),
            Datum::Text(text) => Self::Text(text.clone()),
            Datum::List(items) => Self::List(items.iter().map(|item| Self::of(item, store)).collect::<Result<_, _>>()?),
            Datum::Surreal(number) => Self::Surreal(number.to_string()),
            Datum::Loopy(game) => Self::Loopy(game.print(store, Style::Plain)?),
            Datum::Thermograph(graph) => Self::Text(graph.draw()),
        })
    }

    fn to_python<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let rooms = || py.import("grundy._rooms");
        match self {
            Self::Value(portable) => Ok(Bound::new(py, Value::import(py, portable)?)?.into_any()),
            Self::Truth(truth) => Ok(truth.into_pyobject(py)?.to_owned().into_any()),
            Self::Text(text) => Ok(text.into_pyobject(py)?.into_any()),
            Self::List(items) => {
                let items = items.iter().map(|item| item.to_python(py)).collect::<PyResult<Vec<_>>>()?;
                Ok(PyList::new(py, items)?.into_any())
            }
            Self::Surreal(text) => rooms()?.getattr("Surreal")?.call_method1("_of", (text,)),
            Self::Loopy(text) => rooms()?.getattr("Loopy")?.call_method1("_of", (text,)),
        }
    }
}

fn run(text: &str, style: Option<Style>, threads: usize, budget: &Budget) -> Result<Vec<Shown>, Failure> {
    let mut session = Session::new(Store::new(budget), Known { threads });
    let mut shown = Vec::new();
    let result = session.run(text, |store, datum| {
        shown.push(match style {
            Some(style) => Shown::Text(datum.show(store, style).map_err(Trouble::Value)?),
            None => Shown::of(datum, store).map_err(Trouble::Value)?,
        });
        Ok(())
    });
    match result {
        Ok(()) => Ok(shown),
        Err(Trouble::Value(error)) => Err(error.into()),
        Err(Trouble::Language(error)) => Err(Failure::in_expression(&error, text)),
    }
}

enum Trouble {
    Value(ValueError),
    Language(LangError),
}

impl From<LangError> for Trouble {
    fn from(error: LangError) -> Self {
        Self::Language(error)
    }
}

/// Works out statements of the language of values and returns what they show, as Python objects, or with a style (``"plain"``,
/// ``"unicode"``, ``"latex"``) as texts.
#[pyfunction]
#[pyo3(signature = (text, style=None, **limits))]
fn evaluate<'py>(
    py: Python<'py>,
    text: &str,
    style: Option<&str>,
    limits: Option<&Bound<'py, PyDict>>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let styles = [("plain", Style::Plain), ("unicode", Style::Unicode), ("latex", Style::Latex)];
    let style = style.map(|style| chosen(style, &styles)).transpose()?;
    let asked = Asked::of(limits)?;
    let shown = if crate::game::any_registered() && text.contains(':') {
        with_python(py, &asked, |budget| run(text, style, asked.threads, budget))?
    } else {
        without_python(py, &asked, |budget| run(text, style, asked.threads, budget).map(Whole))?.0
    };
    shown.iter().map(|result| result.to_python(py)).collect()
}

/// The functions of the language of values: name, signature, what it gives, an example, what that prints.
#[pyfunction]
fn language_functions() -> Vec<(&'static str, String, &'static str, &'static str, &'static str)> {
    let all = grundy::value::lang::FUNCTIONS.iter();
    all.map(|function| (function.name, function.signature(), function.about, function.example, function.prints))
        .collect()
}

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(evaluate, module)?)?;
    module.add_function(wrap_pyfunction!(language_functions, module)?)
}
