//! Numbers and lists on their way to Python and back.

use grundy::value::Dyadic;
use num_bigint::BigInt;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyInt, PyString, PyType};

static FRACTION: PyOnceLock<Py<PyType>> = PyOnceLock::new();

fn fraction_type<'py>(py: Python<'py>) -> PyResult<&'py Bound<'py, PyType>> {
    FRACTION.import(py, "fractions", "Fraction")
}

/// A whole number of any size.
pub fn integer<'py>(py: Python<'py>, number: &BigInt) -> PyResult<Bound<'py, PyAny>> {
    if let Ok(small) = i64::try_from(number) {
        return Ok(small.into_pyobject(py)?.into_any());
    }
    let bytes = PyBytes::new(py, &number.to_signed_bytes_le());
    let arguments = pyo3::types::PyDict::new(py);
    arguments.set_item("signed", true)?;
    py.get_type::<PyInt>().call_method("from_bytes", (bytes, "little"), Some(&arguments))
}

/// A number as a `Fraction`.
pub fn fraction<'py>(py: Python<'py>, number: &Dyadic) -> PyResult<Bound<'py, PyAny>> {
    let class = fraction_type(py)?;
    if let Some((numerator, exponent)) = number.as_small()
        && exponent < 63
    {
        return class.call1((numerator, 1i64 << exponent));
    }
    let denominator = BigInt::from(1) << number.exponent();
    class.call1((integer(py, &number.numerator())?, integer(py, &denominator)?))
}

/// The number that Python gives: a whole number, a fraction or a float whose denominator is a power of two.
pub fn dyadic(value: &Bound<'_, PyAny>) -> PyResult<Dyadic> {
    if let Ok(small) = value.extract::<i64>() {
        return Ok(Dyadic::from(small));
    }
    let fraction = if value.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err("a number is expected"));
    } else {
        fraction_type(value.py())?.call1((value,))?
    };
    let (numerator, denominator) = (big(&fraction.getattr("numerator")?)?, big(&fraction.getattr("denominator")?)?);
    let found = Dyadic::from_fraction(&numerator, &denominator);
    found.ok_or_else(|| {
        PyValueError::new_err(format!("{fraction} is not dyadic: its denominator is not a power of two"))
    })
}

/// A whole number of any size, from Python.
pub fn big(value: &Bound<'_, PyAny>) -> PyResult<BigInt> {
    if let Ok(small) = value.extract::<i64>() {
        return Ok(small.into());
    }
    let bits: u64 = value.call_method0("bit_length")?.extract()?;
    let arguments = pyo3::types::PyDict::new(value.py());
    arguments.set_item("signed", true)?;
    let bytes = value.call_method("to_bytes", (bits / 8 + 1, "little"), Some(&arguments))?;
    Ok(BigInt::from_signed_bytes_le(bytes.cast::<PyBytes>()?.as_bytes()))
}

/// A JSON object as Python sees it.
pub fn json<'py>(py: Python<'py>, value: &serde_json::Value) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (value.to_string(),))
}
