//! Columns of numbers that numpy takes without copying.

use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PySlice};
use std::sync::Arc;

/// The numbers themselves, shared and never changed.
#[derive(Clone)]
pub enum Numbers {
    /// One byte each.
    Bytes(Arc<Vec<u8>>),
    /// Two bytes each.
    Shorts(Arc<Vec<u16>>),
    /// Four bytes each.
    Words(Arc<Vec<u32>>),
    /// Truths.
    Truths(Arc<Vec<bool>>),
}

impl Numbers {
    pub fn len(&self) -> usize {
        match self {
            Self::Bytes(list) => list.len(),
            Self::Shorts(list) => list.len(),
            Self::Words(list) => list.len(),
            Self::Truths(list) => list.len(),
        }
    }

    pub fn get(&self, place: usize) -> Option<u64> {
        match self {
            Self::Bytes(list) => list.get(place).map(|&number| number.into()),
            Self::Shorts(list) => list.get(place).map(|&number| number.into()),
            Self::Words(list) => list.get(place).map(|&number| number.into()),
            Self::Truths(list) => list.get(place).map(|&number| number.into()),
        }
    }

    fn address(&self) -> usize {
        match self {
            Self::Bytes(list) => list.as_ptr() as usize,
            Self::Shorts(list) => list.as_ptr() as usize,
            Self::Words(list) => list.as_ptr() as usize,
            Self::Truths(list) => list.as_ptr() as usize,
        }
    }

    fn kind(&self) -> &'static str {
        match (self, cfg!(target_endian = "little")) {
            (Self::Bytes(_), _) => "|u1",
            (Self::Shorts(_), true) => "<u2",
            (Self::Shorts(_), false) => ">u2",
            (Self::Words(_), true) => "<u4",
            (Self::Words(_), false) => ">u4",
            (Self::Truths(_), _) => "|b1",
        }
    }

    /// The description by which numpy takes the numbers where they lie.
    pub fn interface<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let described = PyDict::new(py);
        described.set_item("version", 3)?;
        described.set_item("shape", (self.len(),))?;
        described.set_item("typestr", self.kind())?;
        // `True`: numpy must not write there.
        described.set_item("data", (self.address(), true))?;
        Ok(described)
    }

    /// All of them, one by one.
    pub fn iterate<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let all: Vec<u64> = (0..self.len()).filter_map(|place| self.get(place)).collect();
        Ok(all.into_pyobject(py)?.try_iter()?.into_any())
    }

    /// One number, or a list of them for a slice.
    pub fn item<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = index.py();
        if let Ok(slice) = index.cast::<PySlice>() {
            let bounds = slice.indices(isize::try_from(self.len())?)?;
            let places = (0..bounds.slicelength).map(|n| bounds.start + n as isize * bounds.step);
            let numbers: Vec<u64> = places.filter_map(|place| self.get(place as usize)).collect();
            return Ok(numbers.into_pyobject(py)?.into_any());
        }
        let place: isize =
            index.extract().map_err(|_| PyTypeError::new_err("an index is a whole number or a slice"))?;
        let counted = if place < 0 { place + self.len() as isize } else { place };
        let found = usize::try_from(counted).map_or(None, |place| self.get(place));
        let found = found.ok_or_else(|| {
            PyIndexError::new_err(format!("there is no number {place} in a column of {}", self.len()))
        })?;
        Ok(found.into_pyobject(py)?.into_any())
    }
}

/// A column of whole numbers or truths that never changes. ``numpy.asarray(column)`` takes it without copying.
///
/// >>> import grundy
/// >>> column = grundy.position("nim:1,1").state_graph().nimbers
/// >>> list(column)
/// [0, 1, 1, 0]
/// >>> import numpy
/// >>> numpy.asarray(column).dtype
/// dtype('uint32')
#[pyclass(frozen, module = "grundy", name = "Column")]
pub struct Column(pub Numbers);

#[pymethods]
impl Column {
    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.0.item(index)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.0.iterate(py)
    }

    fn __repr__(&self) -> String {
        const SHOWN: usize = 12;
        let mut shown: Vec<String> =
            (0..self.0.len().min(SHOWN)).filter_map(|place| self.0.get(place)).map(|n| n.to_string()).collect();
        if self.0.len() > SHOWN {
            shown.push(format!("… {} numbers", self.0.len()));
        }
        format!("Column([{}])", shown.join(", "))
    }

    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.0.interface(py)
    }
}

impl Column {
    pub fn words(list: Vec<u32>) -> Self {
        Self(Numbers::Words(Arc::new(list)))
    }

    pub fn truths(list: Vec<bool>) -> Self {
        Self(Numbers::Truths(Arc::new(list)))
    }
}

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Column>()
}
