//! Tables, handed over by the Arrow PyCapsule interface.

use crate::errors::Failure;
use crate::position::Position;
use crate::value::Value;
use crate::work::{Asked, Whole, without_python};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{
    ArrayRef, BooleanArray, Float64Array, Int64Array, RecordBatch, RecordBatchIterator, StringArray, UInt64Array,
};
use arrow_schema::{DataType, Field, Schema};
use grundy::game::{NoFiles, Outcome, Play};
use grundy::games::catalogue::GraphRow;
use grundy::games::{entry, parse};
use grundy::graph::Graph;
use grundy::graph::format::graph6;
use grundy::graph::generate::connected_graphs;
use grundy::lang::Text;
use grundy::solve::{Answer, Method, Settings, Worth, answer};
use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyFloat, PyInt, PyString};
use std::sync::Arc;

/// A table with named columns. It has the Arrow PyCapsule interface, so ``polars.DataFrame(t)``, ``pandas.DataFrame.from_arrow(t)`` and
/// ``pyarrow.table(t)`` take its columns where they lie.
///
/// >>> import grundy
/// >>> t = grundy.table(["nim:1,2", "nim:3,3"])
/// >>> t.columns
/// ['position', 'outcome', 'value', 'nimber', 'winning_moves', 'method']
/// >>> t["outcome"]
/// ['first', 'second']
#[pyclass(frozen, module = "grundy", name = "Table")]
pub struct Table(RecordBatch);

/// What a table keeps of an answer.
pub struct Row {
    position: String,
    outcome: Option<&'static str>,
    value: Option<String>,
    nimber: Option<u64>,
    winning_moves: Option<u64>,
    method: &'static str,
}

impl Row {
    pub fn of(answer: Answer) -> Self {
        Self {
            position: answer.position.to_string(),
            outcome: answer.outcome.map(Outcome::name),
            value: answer.value_text(),
            nimber: answer.value.as_ref().and_then(Worth::nimber),
            winning_moves: answer.complete.then_some(answer.winning_moves.len() as u64),
            method: answer.method.name(),
        }
    }
}

fn unmade(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A column of Python objects with `None` where there is nothing: truths, whole numbers, floats or texts; values, positions and fractions as
/// they are written.
fn column(name: &str, values: &Bound<'_, PyAny>) -> PyResult<(Field, ArrayRef)> {
    let array: ArrayRef = if let Ok(truths) = values.extract::<Vec<Option<bool>>>() {
        Arc::new(BooleanArray::from(truths))
    } else if let Ok(numbers) = values.extract::<Vec<Option<i64>>>() {
        Arc::new(Int64Array::from(numbers))
    } else if let Ok(numbers) = values.extract::<Vec<Option<u64>>>() {
        Arc::new(UInt64Array::from(numbers))
    } else if let Some(floats) = floats(values)? {
        Arc::new(Float64Array::from(floats))
    } else if let Some(texts) = texts(values)? {
        Arc::new(StringArray::from(texts))
    } else {
        return Err(PyTypeError::new_err(format!(
            "the column `{name}` holds neither truths nor numbers nor texts, or several of them"
        )));
    };
    Ok((Field::new(name, array.data_type().clone(), true), array))
}

/// What each cell of a column is; nothing where one of them is something else.
fn cells<T>(
    values: &Bound<'_, PyAny>,
    cell: impl Fn(&Bound<'_, PyAny>) -> PyResult<Option<T>>,
) -> PyResult<Option<Vec<Option<T>>>> {
    let mut all = Vec::new();
    for value in values.try_iter()? {
        let value = value?;
        if value.is_none() {
            all.push(None);
            continue;
        }
        match cell(&value)? {
            Some(found) => all.push(Some(found)),
            None => return Ok(None),
        }
    }
    Ok(Some(all))
}

/// Floats; whole numbers among them are made floats, fractions are not.
fn floats(values: &Bound<'_, PyAny>) -> PyResult<Option<Vec<Option<f64>>>> {
    cells(values, |value| {
        let number = value.is_instance_of::<PyFloat>() || value.is_instance_of::<PyInt>();
        if number { value.extract().map(Some) } else { Ok(None) }
    })
}

/// Texts, and what is known by how it is written.
fn texts(values: &Bound<'_, PyAny>) -> PyResult<Option<Vec<Option<String>>>> {
    cells(values, |value| {
        let written = value.is_instance_of::<PyString>()
            || value.is_instance_of::<Value>()
            || value.is_instance_of::<Position>()
            || (!value.is_instance_of::<PyInt>() && value.hasattr("denominator")?);
        if written { value.str()?.extract().map(Some) } else { Ok(None) }
    })
}

impl Table {
    /// A table of answers.
    pub fn of_rows(rows: &[Row]) -> PyResult<Self> {
        let texts = |cell: fn(&Row) -> Option<&str>| rows.iter().map(cell).collect::<StringArray>();
        let numbers = |cell: fn(&Row) -> Option<u64>| rows.iter().map(cell).collect::<UInt64Array>();
        let columns: [(&str, ArrayRef); 6] = [
            ("position", Arc::new(texts(|row| Some(&row.position)))),
            ("outcome", Arc::new(texts(|row| row.outcome))),
            ("value", Arc::new(texts(|row| row.value.as_deref()))),
            ("nimber", Arc::new(numbers(|row| row.nimber))),
            ("winning_moves", Arc::new(numbers(|row| row.winning_moves))),
            ("method", Arc::new(texts(|row| Some(row.method)))),
        ];
        let field = |name: &str, array: &ArrayRef| Field::new(name, array.data_type().clone(), true);
        Self::of(columns.into_iter().map(|(name, array)| (field(name, &array), array)).collect())
    }

    fn of(columns: Vec<(Field, ArrayRef)>) -> PyResult<Self> {
        let (fields, arrays): (Vec<_>, Vec<_>) = columns.into_iter().unzip();
        Ok(Self(RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays).map_err(unmade)?))
    }
}

#[pymethods]
impl Table {
    #[new]
    fn new(columns: &Bound<'_, PyDict>) -> PyResult<Self> {
        let made = columns.iter().map(|(name, values)| column(&name.extract::<String>()?, &values));
        Self::of(made.collect::<PyResult<Vec<_>>>()?)
    }

    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.0.schema().fields().iter().map(|field| field.name().clone()).collect()
    }

    fn __len__(&self) -> usize {
        self.0.num_rows()
    }

    /// A column as a list.
    fn __getitem__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let array = self.0.column_by_name(name).ok_or_else(|| PyKeyError::new_err(name.to_owned()))?;
        let any = array.as_any();
        if let Some(texts) = any.downcast_ref::<StringArray>() {
            return Ok(texts.iter().collect::<Vec<_>>().into_pyobject(py)?.into_any());
        }
        if let Some(truths) = any.downcast_ref::<BooleanArray>() {
            return Ok(truths.iter().collect::<Vec<_>>().into_pyobject(py)?.into_any());
        }
        if let Some(floats) = any.downcast_ref::<Float64Array>() {
            return Ok(floats.iter().collect::<Vec<_>>().into_pyobject(py)?.into_any());
        }
        if let Some(numbers) = any.downcast_ref::<Int64Array>() {
            return Ok(numbers.iter().collect::<Vec<_>>().into_pyobject(py)?.into_any());
        }
        match any.downcast_ref::<UInt64Array>() {
            Some(numbers) => Ok(numbers.iter().collect::<Vec<_>>().into_pyobject(py)?.into_any()),
            None => Err(PyTypeError::new_err("this column has a type of its own")),
        }
    }

    /// The rows as dictionaries.
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let names = self.columns();
        let lists = names.iter().map(|name| self.__getitem__(py, name)).collect::<PyResult<Vec<_>>>()?;
        let row = |place: usize| {
            let row = PyDict::new(py);
            for (name, list) in names.iter().zip(&lists) {
                row.set_item(name, list.get_item(place)?)?;
            }
            Ok(row)
        };
        (0..self.0.num_rows()).map(row).collect()
    }

    /// The table as an Arrow stream in a capsule.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The interface lets whoever gives the table keep to its own types.
        drop(requested_schema);
        let batches = RecordBatchIterator::new([Ok(self.0.clone())], self.0.schema());
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(batches)), c"arrow_array_stream")
    }

    fn __repr__(&self) -> String {
        format!("<table of {} rows: {}>", self.0.num_rows(), self.columns().join(", "))
    }

    fn _repr_html_<'py>(slf: Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("grundy._notebook")?.call_method1("table", (slf,))
    }
}

/// The nimbers of a game on all connected graphs of so many vertices, up to isomorphism.
#[pyfunction]
#[pyo3(signature = (game, vertices, *, play="normal", **limits))]
fn graph_table(
    py: Python<'_>,
    game: &str,
    vertices: usize,
    play: &str,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<Table> {
    let play: Play = crate::work::named(play)?;
    let Some(listed) = entry(game) else {
        return Err(crate::answer::unsuitable(Text::new("no game named `{name}`").with("name", game)));
    };
    if parse(&format!("{game}:@"), &NoFiles).is_err() {
        return Err(crate::answer::unsuitable(Text::new("`{game}` is not played on graphs").with("game", game)));
    }
    let asked = Asked::of(limits)?;
    let rows = without_python(py, &asked, |budget| {
        let settings = asked.settings(play, Method::Auto, budget);
        let mut rows: Vec<GraphRow> = Vec::new();
        let mut take = |row: &GraphRow| {
            rows.push(row.clone());
            Ok(())
        };
        match listed.graph_table {
            Some(table) => table(vertices, 0, &settings, &mut take)?,
            None => one_by_one(game, vertices, &settings, &mut rows)?,
        }
        Ok(Whole(rows))
    })?
    .0;
    let texts = StringArray::from_iter_values(rows.iter().map(|row| &row.graph6));
    let nimbers = UInt64Array::from_iter_values(rows.iter().map(|row| row.nimber));
    let moves = UInt64Array::from_iter_values(rows.iter().map(|row| row.winning_moves as u64));
    Table::of(vec![
        (Field::new("graph6", DataType::Utf8, false), Arc::new(texts)),
        (Field::new("nimber", DataType::UInt64, false), Arc::new(nimbers)),
        (Field::new("winning_moves", DataType::UInt64, false), Arc::new(moves)),
    ])
}

fn one_by_one(game: &str, order: usize, settings: &Settings, rows: &mut Vec<GraphRow>) -> Result<(), Failure> {
    let mut graphs = Vec::new();
    connected_graphs(order, &settings.budget, |rows| {
        graphs.push(graph6(&Graph::from_rows(rows)));
        Ok(())
    })?;
    for graph6 in graphs {
        let text = format!("{game}:\"g6:{graph6}\"");
        let found = answer(&parse(&text, &NoFiles)?, settings)?;
        if let Some(stop) = found.stopped {
            return Err(stop.into());
        }
        let Some(nimber) = found.value.as_ref().and_then(Worth::nimber) else {
            return Err(Failure::Unsuitable(Text::new("{position} has no nimber").with("position", text)));
        };
        rows.push(GraphRow { graph6, nimber, winning_moves: found.winning_moves.len() });
    }
    Ok(())
}

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Table>()?;
    module.add_function(wrap_pyfunction!(graph_table, module)?)
}
