//! Whole tables on disk.

use crate::errors::Failure;
use crate::position::{Position, parse, position_of};
use crate::value::Value;
use grundy::lang::Text;
use grundy::solve::Oracle;
use grundy_tables::{Library, Probed, meaning};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use std::path::PathBuf;
use std::sync::Arc;

/// A whole table on disk: the nimber or the winner of every position that follows from a start, as ``grundy table POSITION --all --out
/// FOLDER`` fills it. ``position.solve(table=...)`` asks it before it searches.
///
/// >>> import grundy
/// >>> table = grundy.WholeTable("cram23.zarr")       # doctest: +SKIP
/// >>> table.probe("cram:2x3").nimber                 # doctest: +SKIP
/// 1
#[pyclass(frozen, module = "grundy", name = "WholeTable")]
pub struct WholeTable(Arc<Library>);

#[pymethods]
impl WholeTable {
    #[new]
    fn new(py: Python<'_>, folder: PathBuf) -> PyResult<Self> {
        let found: Result<Library, Failure> = Library::open(&folder, |start| {
            let position = parse(py, start)?;
            let tabling = match position.parts() {
                [only] => only.tabled(),
                _ => None,
            };
            tabling.ok_or_else(|| {
                Failure::Unsuitable(
                    Text::new("`{position}` cannot be tabled: its game has no way for it, or it is too large")
                        .with("position", start),
                )
            })
        });
        Ok(Self(Arc::new(found?)))
    }

    /// The folder.
    #[getter]
    fn folder(&self) -> PathBuf {
        self.0.table().folder().to_owned()
    }

    /// The position from which all others follow.
    #[getter]
    fn start(&self) -> &str {
        &self.0.about().start
    }

    /// What the cells hold: wins, outcomes or nimbers.
    #[getter]
    fn cells(&self) -> &'static str {
        self.0.about().cell.name()
    }

    /// How a position gets its number or its key, in words.
    #[getter]
    fn numbering(&self) -> &str {
        &self.0.about().numbering
    }

    /// How many positions have each nimber or winner.
    #[getter]
    fn census<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let about = self.0.about();
        let counted = PyDict::new(py);
        for (value, &count) in about.census.iter().flatten().enumerate().filter(|(_, count)| **count > 0) {
            counted.set_item(meaning(about.cell, value as u8), count)?;
        }
        Ok(counted)
    }

    fn __len__(&self) -> PyResult<usize> {
        Ok(self.0.about().positions.try_into()?)
    }

    /// What the table says of a position; raises ``ValueError`` where it is not in the table.
    fn probe(&self, position: &Bound<'_, PyAny>) -> PyResult<Probe> {
        let asked = position_of(position)?;
        let found = position.py().detach(|| self.0.probe(&asked)).map_err(Failure::from)?;
        Ok(Probe { position: asked, found })
    }

    fn __repr__(&self) -> String {
        let about = self.0.about();
        format!("<table of {}: {} positions, {}>", about.start, about.positions, about.cell.name())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (PathBuf,)) {
        (py.get_type::<Self>().into_any(), (self.folder(),))
    }
}

/// What a table says of a position.
#[pyclass(frozen, module = "grundy", name = "Probe")]
pub struct Probe {
    position: grundy::solve::Position,
    found: Probed,
}

#[pymethods]
impl Probe {
    /// The position asked about.
    #[getter]
    fn position(&self) -> Position {
        Position::new(self.position.clone())
    }

    /// Who wins under normal play.
    #[getter]
    fn outcome(&self) -> &'static str {
        self.found.outcome.name()
    }

    /// The nimber, in a table of nimbers.
    #[getter]
    fn nimber(&self) -> Option<u8> {
        self.found.nimber
    }

    /// The nimber as a value.
    #[getter]
    fn value(&self, py: Python<'_>) -> PyResult<Option<Value>> {
        self.found.nimber.map(|nimber| Value::of_nimber(py, nimber.into())).transpose()
    }

    fn __repr__(&self) -> String {
        let nimber = self.found.nimber.map_or(String::new(), |nimber| format!(", nimber {nimber}"));
        format!("<probe: {}{nimber}, {} wins>", self.position, self.outcome())
    }
}

/// The tables that stand in an argument: one or several, each open or by its folder.
pub fn oracles(given: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<Arc<dyn Oracle>>> {
    let Some(given) = given else { return Ok(Vec::new()) };
    if given.is_instance_of::<PyList>() || given.is_instance_of::<PyTuple>() {
        let mut all = Vec::new();
        for table in given.try_iter()? {
            all.push(oracle(&table?)?);
        }
        return Ok(all);
    }
    Ok(vec![oracle(given)?])
}

fn oracle(given: &Bound<'_, PyAny>) -> PyResult<Arc<dyn Oracle>> {
    match given.cast::<WholeTable>() {
        Ok(table) => Ok(Arc::<Library>::clone(&table.get().0)),
        Err(_) => Ok(WholeTable::new(given.py(), given.extract()?)?.0),
    }
}

/// Looks a position up in a whole table on disk, which is given by its folder or as a :class:`WholeTable`.
#[pyfunction]
fn probe(table: &Bound<'_, PyAny>, position: &Bound<'_, PyAny>) -> PyResult<Probe> {
    match table.cast::<WholeTable>() {
        Ok(table) => table.get().probe(position),
        Err(_) => WholeTable::new(table.py(), table.extract()?)?.probe(position),
    }
}

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<WholeTable>()?;
    module.add_class::<Probe>()?;
    module.add_function(wrap_pyfunction!(probe, module)?)
}
