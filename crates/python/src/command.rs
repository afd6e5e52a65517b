//! The command `grundy`, which the package brings along.

use pyo3::prelude::*;
use std::ffi::OsString;

/// Runs the command ``grundy`` with these arguments, of which the first is its name, and returns its exit code. It takes the
/// process for its own, so it is for programs that do nothing else.
#[pyfunction]
fn run_command(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| grundy_cli::run(&arguments))
}

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(run_command, module)?)
}
