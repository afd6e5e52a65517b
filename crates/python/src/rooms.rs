//! Kernels of digraphs, bracelets, cubes, formulas, misère quotients. What is found goes to Python as plain lists and
//! dictionaries; the classes that people see are in `python/grundy/_rooms.py`.

use crate::answer::Certificate;
use crate::convert::integer;
use crate::errors::{Failure, say};
use crate::position::FileSystem;
use crate::work::{Asked, Partial, Whole, without_python};
use grundy::games::formula::read_formula;
use grundy::graph::bracelet::{all_bracelets, bracelet_length, bracelet_pieces, count_bracelets};
use grundy::graph::cubes::{canonical_factors, read_cubes, solutions};
use grundy::graph::format::graph6;
use grundy::graph::kernel::{count_kernels, find_kernel, kernel_sequence, kernels};
use grundy::graph::{Digraph, Graph, acyclic};
use grundy::heap::{QuotientStatus, Rule, misere_quotient};
use grundy::lang::Text;
use grundy::logic::{KaylesGraph, Quantifier, advise, decide};
use grundy::solve::{prove_formula, prove_kernel, prove_quotient};
use num_bigint::BigInt;
use pyo3::prelude::*;
use pyo3::types::PyDict;

fn digraph(order: usize, arcs: &[(u32, u32)]) -> PyResult<Digraph> {
    Ok(Digraph::from_arcs(order, arcs).map_err(Failure::from)?)
}

/// A kernel of a digraph, with why: `(case, kernel or None, odd cycle or None, reason)`.
#[pyfunction]
#[pyo3(signature = (order, arcs, **limits))]
fn digraph_kernel(
    py: Python<'_>,
    order: usize,
    arcs: Vec<(u32, u32)>,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<(&'static str, Option<Vec<u32>>, Option<Vec<u32>>, String)> {
    let graph = digraph(order, &arcs)?;
    let found = without_python(py, &Asked::of(limits)?, |budget| Ok(Whole(find_kernel(&graph, budget)?)))?.0;
    Ok((found.case.name(), found.kernel, found.odd_cycle, say(&found.reason)))
}

/// A proof that a digraph has this kernel, or none.
#[pyfunction]
#[pyo3(signature = (order, arcs, kernel, **limits))]
fn digraph_certificate(
    py: Python<'_>,
    order: usize,
    arcs: Vec<(u32, u32)>,
    kernel: Option<Vec<u32>>,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<Certificate> {
    let graph = digraph(order, &arcs)?;
    let found = without_python(py, &Asked::of(limits)?, |budget| {
        let proof = prove_kernel(&graph, kernel.as_deref(), budget)?;
        proof.map(Whole).ok_or_else(|| Failure::Unsuitable(Text::new("the search contradicts itself")))
    })?;
    Ok(Certificate::new(found.0))
}

/// How many kernels a digraph has.
#[pyfunction]
#[pyo3(signature = (order, arcs, **limits))]
fn digraph_kernel_count<'py>(
    py: Python<'py>,
    order: usize,
    arcs: Vec<(u32, u32)>,
    limits: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let graph = digraph(order, &arcs)?;
    let found = without_python(py, &Asked::of(limits)?, |budget| Ok(Whole(count_kernels(&graph, budget)?)))?;
    integer(py, &BigInt::from(found.0))
}

/// Kernels of a digraph, at most so many.
#[pyfunction]
#[pyo3(signature = (order, arcs, most, **limits))]
fn digraph_kernels(
    py: Python<'_>,
    order: usize,
    arcs: Vec<(u32, u32)>,
    most: usize,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<Vec<u32>>> {
    let graph = digraph(order, &arcs)?;
    Ok(without_python(py, &Asked::of(limits)?, |budget| Ok(Whole(kernels(&graph, most, budget)?)))?.0)
}

/// A kernel sequence of a digraph, and what is left without a kernel.
#[pyfunction]
#[pyo3(signature = (order, arcs, **limits))]
fn digraph_kernel_sequence(
    py: Python<'_>,
    order: usize,
    arcs: Vec<(u32, u32)>,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<(Vec<Vec<u32>>, Vec<u32>)> {
    let graph = digraph(order, &arcs)?;
    let found = without_python(py, &Asked::of(limits)?, |budget| Ok(Whole(kernel_sequence(&graph, budget)?)))?.0;
    Ok((found.kernels, found.rest))
}

/// The Sprague-Grundy labels of an acyclic digraph.
#[pyfunction]
fn digraph_labels(py: Python<'_>, order: usize, arcs: Vec<(u32, u32)>) -> PyResult<Vec<u32>> {
    let graph = digraph(order, &arcs)?;
    py.detach(|| acyclic::labels(&graph)).map_err(|error| Failure::from(error).into())
}

/// A longest bracelet in which no window of beads repeats.
#[pyfunction]
#[pyo3(signature = (colours, window, **limits))]
fn longest_bracelet(
    py: Python<'_>,
    colours: u32,
    window: u32,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<u32>> {
    let length = bracelet_length(colours, window).map_err(Failure::from)?;
    let found = without_python(py, &Asked::of(limits)?, |budget| {
        budget.afford(length.saturating_mul(8))?;
        let mut beads = Vec::new();
        bracelet_pieces(colours, window, |piece| -> Result<(), grundy::graph::GraphError> {
            budget.check().map_err(grundy::graph::GraphError::Exhausted)?;
            beads.extend_from_slice(piece);
            Ok(())
        })?;
        Ok(Whole(beads))
    })?;
    Ok(found.0)
}

/// How many longest bracelets there are.
#[pyfunction]
fn bracelet_count(py: Python<'_>, colours: u32, window: u32) -> PyResult<Bound<'_, PyAny>> {
    integer(py, &BigInt::from(count_bracelets(colours, window).map_err(Failure::from)?))
}

/// All longest bracelets, at most so many.
#[pyfunction]
#[pyo3(signature = (colours, window, most, **limits))]
fn bracelets(
    py: Python<'_>,
    colours: u32,
    window: u32,
    most: usize,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<Vec<u32>>> {
    Ok(without_python(py, &Asked::of(limits)?, |budget| Ok(Whole(all_bracelets(colours, window, most, budget)?)))?.0)
}

/// Coloured cubes in a column: colours, pairs of opposite faces, factors, solutions as the four sides of every cube.
#[pyfunction]
#[pyo3(signature = (text, **limits))]
#[expect(clippy::type_complexity, reason = "plain lists for a dataclass of Python")]
fn cube_columns(
    py: Python<'_>,
    text: &str,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<(Vec<String>, Vec<Vec<(usize, usize)>>, Vec<Vec<u8>>, Vec<Vec<[usize; 4]>>)> {
    let cubes = read_cubes(text).map_err(Failure::from)?;
    let found = without_python(py, &Asked::of(limits)?, |budget| {
        let factors = canonical_factors(&cubes, budget)?;
        let found = solutions(&cubes, &factors, budget)?;
        Ok(Whole((factors, found)))
    })?;
    let (factors, found) = found.0;
    let sides = found.iter().map(|solution| {
        solution.shown.iter().map(|shown| [shown.front, shown.back, shown.left, shown.right]).collect()
    });
    let sides = sides.collect();
    let pairs = cubes.pairs.iter().map(|pairs| pairs.to_vec()).collect();
    Ok((cubes.colours, pairs, factors.iter().map(|factor| factor.to_vec()).collect(), sides))
}

/// A quantified formula: its inline notation, its variables with their quantifiers, how many clauses it has.
#[pyfunction]
fn formula_parts(text: &str) -> PyResult<(String, Vec<(String, bool)>, usize)> {
    let formula = read_formula(text, &FileSystem).map_err(Failure::from)?;
    let variables =
        (0..formula.variables()).map(|v| (formula.name(v).to_owned(), formula.quantifier(v) == Quantifier::Exists));
    Ok((formula.to_string(), variables.collect(), formula.clauses().len()))
}

/// Whether a formula is true after the first variables were set.
#[pyfunction]
#[pyo3(signature = (text, played, **limits))]
fn formula_decided(
    py: Python<'_>,
    text: &str,
    played: Vec<bool>,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<bool> {
    let formula = read_formula(text, &FileSystem).map_err(Failure::from)?;
    Ok(without_python(py, &Asked::of(limits)?, |budget| Ok(Whole(decide(&formula, &played, budget)?)))?.0)
}

/// The values of the next variable that win for whoever sets it.
#[pyfunction]
#[pyo3(signature = (text, played, **limits))]
fn formula_advice(
    py: Python<'_>,
    text: &str,
    played: Vec<bool>,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<bool>> {
    let formula = read_formula(text, &FileSystem).map_err(Failure::from)?;
    let advice = without_python(py, &Asked::of(limits)?, |budget| Ok(Whole(advise(&formula, &played, budget)?)))?;
    Ok(advice.0.winning_values())
}

/// A proof that a formula is true, or false.
#[pyfunction]
#[pyo3(signature = (text, **limits))]
fn formula_certificate(py: Python<'_>, text: &str, limits: Option<&Bound<'_, PyDict>>) -> PyResult<Certificate> {
    let formula = read_formula(text, &FileSystem).map_err(Failure::from)?;
    let found = without_python(py, &Asked::of(limits)?, |budget| Ok(Whole(prove_formula(&formula, budget)?)))?;
    Ok(Certificate::new(found.0))
}

/// The graph of the position of Node Kayles with the same winner: graph6 and the names of its vertices.
#[pyfunction]
fn formula_kayles(text: &str) -> PyResult<(String, Vec<String>)> {
    let formula = read_formula(text, &FileSystem).map_err(Failure::from)?;
    let reduced = KaylesGraph::new(&formula);
    let graph = Graph::from_edges(reduced.vertices(), reduced.edges()).map_err(Failure::from)?;
    Ok((graph6(&graph), reduced.vertex_names()))
}

/// The misère quotient of a rule on heaps, as the parts of a dataclass.
#[pyfunction]
#[pyo3(signature = (rule, to, **limits))]
fn quotient_parts<'py>(
    py: Python<'py>,
    rule: &str,
    to: u64,
    limits: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyDict>> {
    let parsed: Rule = rule.parse().map_err(|error| PyErr::from(Failure::in_rule(&error, rule)))?;
    let found = without_python(py, &Asked::of(limits)?, |budget| Ok(Partial(misere_quotient(&parsed, to, budget)?)))?.0;
    let (status, period, preperiod) = match found.status {
        QuotientStatus::Whole { period, preperiod } => ("whole", Some(period), Some(preperiod)),
        QuotientStatus::Partial => ("partial", None, None),
        QuotientStatus::Stopped => ("stopped", None, None),
        QuotientStatus::Stuck => ("stuck", None, None),
    };
    let order = found.monoid.len();
    let table: Vec<Vec<usize>> = (0..order).map(|x| (0..order).map(|y| found.monoid.product(x, y)).collect()).collect();
    let parts = PyDict::new(py);
    parts.set_item("rule", parsed.to_string())?;
    parts.set_item("status", status)?;
    parts.set_item("period", period)?;
    parts.set_item("preperiod", preperiod)?;
    parts.set_item("elements", found.names())?;
    parts.set_item("lost", (0..order).filter(|&x| found.monoid.is_lost(x)).collect::<Vec<_>>())?;
    parts.set_item("relations", found.relations())?;
    parts.set_item("images", found.images.clone())?;
    parts.set_item("table", table)?;
    parts.set_item("certificate", Bound::new(py, Certificate::new(prove_quotient(&parsed, &found)))?)?;
    Ok(parts)
}

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(digraph_kernel, module)?)?;
    module.add_function(wrap_pyfunction!(digraph_certificate, module)?)?;
    module.add_function(wrap_pyfunction!(formula_certificate, module)?)?;
    module.add_function(wrap_pyfunction!(digraph_kernel_count, module)?)?;
    module.add_function(wrap_pyfunction!(digraph_kernels, module)?)?;
    module.add_function(wrap_pyfunction!(digraph_kernel_sequence, module)?)?;
    module.add_function(wrap_pyfunction!(digraph_labels, module)?)?;
    module.add_function(wrap_pyfunction!(longest_bracelet, module)?)?;
    module.add_function(wrap_pyfunction!(bracelet_count, module)?)?;
    module.add_function(wrap_pyfunction!(bracelets, module)?)?;
    module.add_function(wrap_pyfunction!(cube_columns, module)?)?;
    module.add_function(wrap_pyfunction!(formula_parts, module)?)?;
    module.add_function(wrap_pyfunction!(formula_decided, module)?)?;
    module.add_function(wrap_pyfunction!(formula_advice, module)?)?;
    module.add_function(wrap_pyfunction!(formula_kayles, module)?)?;
    module.add_function(wrap_pyfunction!(quotient_parts, module)?)
}
