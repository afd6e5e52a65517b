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
    if value.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err("a number is expected"));
    }
    let (numerator, denominator) = match (part(value, "numerator")?, part(value, "denominator")?) {
        (Some(numerator), Some(denominator)) => (numerator, denominator),
        _ => {
            // Floats of every kind and decimals; infinity overflows.
            let ratio = value.call_method0("as_integer_ratio");
            let ratio = ratio.map_err(|_| PyValueError::new_err(format!("{value} is not a number of games")))?;
            ratio.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>()?
        }
    };
    let found = Dyadic::from_fraction(&big(&numerator)?, &big(&denominator)?);
    found.ok_or_else(|| PyValueError::new_err(format!("{value} is not dyadic: its denominator is not a power of two")))
}

/// The numerator or denominator of a number that has one, as an attribute or, in SageMath, as a method.
fn part<'py>(number: &Bound<'py, PyAny>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
    match number.getattr_opt(name)? {
        Some(method) if method.is_callable() => method.call0().map(Some),
        other => Ok(other),
    }
}

/// A whole number of any size, from Python.
pub fn big(value: &Bound<'_, PyAny>) -> PyResult<BigInt> {
    if let Ok(small) = value.extract::<i64>() {
        return Ok(small.into());
    }
    // Whole numbers of other packages become Python's own.
    let value = value.py().get_type::<PyInt>().call1((value.call_method0("__index__")?,))?;
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
