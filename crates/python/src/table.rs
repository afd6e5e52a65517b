//! Tables, handed over by the Arrow PyCapsule interface.

use crate::errors::Failure;
use crate::work::{Asked, Whole, without_python};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{ArrayRef, BooleanArray, Int64Array, RecordBatch, RecordBatchIterator, StringArray, UInt64Array};
use arrow_schema::{DataType, Field, Schema};
use grundy::game::{NoFiles, Play};
use grundy::games::catalogue::GraphRow;
use grundy::games::{entry, parse};
use grundy::graph::Graph;
use grundy::graph::format::graph6;
use grundy::graph::generate::connected_graphs;
use grundy::lang::Text;
use grundy::solve::{Method, Settings, Worth, answer};
use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};
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

fn unmade(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A column of Python objects: truths, whole numbers or texts, with `None` where there is nothing.
fn column(name: &str, values: &Bound<'_, PyAny>) -> PyResult<(Field, ArrayRef)> {
    let array: ArrayRef = if let Ok(truths) = values.extract::<Vec<Option<bool>>>() {
        Arc::new(BooleanArray::from(truths))
    } else if let Ok(numbers) = values.extract::<Vec<Option<i64>>>() {
        Arc::new(Int64Array::from(numbers))
    } else if let Ok(numbers) = values.extract::<Vec<Option<u64>>>() {
        Arc::new(UInt64Array::from(numbers))
    } else if let Ok(texts) = values.extract::<Vec<Option<String>>>() {
        Arc::new(StringArray::from(texts))
    } else {
        return Err(PyTypeError::new_err(format!(
            "the column `{name}` holds neither truths nor whole numbers nor texts"
        )));
    };
    Ok((Field::new(name, array.data_type().clone(), true), array))
}

impl Table {
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
