//! Values of short games.

use crate::convert::{big, dyadic, fraction, integer};
use crate::errors::Failure;
use crate::picture::Drawing;
use crate::position::Position;
use crate::store::{Held, Portable, Shelf, operate};
use grundy::lang::Text;
use grundy::solve::thermograph_picture;
use grundy::value::{Dyadic, Order, Store, Style, Temper, Value as Handle, ValueError, Wall};
use num_bigint::BigInt;
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyInt, PyString};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

/// Bytes of the longest value that is shown.
const LONGEST: usize = 8192;

/// The value of a short game under normal play, in canonical form.
///
/// Made by :func:`grundy.value`. Values are added, subtracted, negated and multiplied; ``==`` is equality of values, ``<`` and
/// its like hold where the values are so ordered, and :meth:`compare` also tells of values that are confused. They can be keys of
/// dictionaries; numbers are equal to the numbers of Python.
///
/// >>> from grundy import value
/// >>> g = value("{1|-1}")
/// >>> g + g
/// value('0')
/// >>> g <= 2, g.compare("*")
/// (True, '||')
/// >>> value("{0|1}") == 0.5
/// True
#[pyclass(frozen, module = "grundy", name = "Value", weakref)]
pub struct Value {
    held: Held,
    hash: OnceLock<isize>,
}

impl Value {
    pub fn new(shelf: Arc<Shelf>, value: Handle) -> Self {
        Self { held: Held::new(shelf, value), hash: OnceLock::new() }
    }

    /// A value that was worked out in a store of its own.
    pub fn import(py: Python<'_>, portable: &Portable) -> PyResult<Self> {
        Self::made(py, &[], |store, _| portable.put(store))
    }

    /// The value `*n`.
    pub fn of_nimber(py: Python<'_>, n: u64) -> PyResult<Self> {
        Self::made(py, &[], |store, _| store.nimber(n))
    }

    /// The value that a text writes.
    pub fn read(py: Python<'_>, text: &str) -> PyResult<Self> {
        let (shelf, found) =
            operate(py, &[], |store, _| store.parse(text).map_err(|error| Failure::in_value(error, text)))?;
        Ok(Self::new(shelf, found))
    }

    /// The value that some work on others gives.
    fn made(
        py: Python<'_>,
        values: &[&Self],
        work: impl Fn(&mut Store, &[Handle]) -> Result<Handle, ValueError> + Send + Sync,
    ) -> PyResult<Self> {
        let held: Vec<&Held> = values.iter().map(|value| &value.held).collect();
        let (shelf, found) = operate(py, &held, |store, values| Ok(work(store, values)?))?;
        Ok(Self::new(shelf, found))
    }

    /// What some work finds out about this value.
    fn found<T: Send>(
        &self,
        py: Python<'_>,
        work: impl Fn(&mut Store, Handle) -> Result<T, ValueError> + Send + Sync,
    ) -> PyResult<T> {
        Ok(operate(py, &[&self.held], |store, values| Ok(work(store, values[0])?))?.1)
    }

    fn unary(
        &self,
        py: Python<'_>,
        work: impl Fn(&mut Store, Handle) -> Result<Handle, ValueError> + Send + Sync,
    ) -> PyResult<Self> {
        let (shelf, found) = operate(py, &[&self.held], |store, values| Ok(work(store, values[0])?))?;
        Ok(Self::new(shelf, found))
    }

    fn binary(
        &self,
        other: &Bound<'_, PyAny>,
        work: impl Fn(&mut Store, Handle, Handle) -> Result<Handle, ValueError> + Send + Sync,
    ) -> PyResult<Self> {
        match other.cast::<Self>() {
            Ok(value) => self.with(value.get(), other.py(), work),
            Err(_) => self.with(&make(other)?, other.py(), work),
        }
    }

    fn with(
        &self,
        other: &Self,
        py: Python<'_>,
        work: impl Fn(&mut Store, Handle, Handle) -> Result<Handle, ValueError> + Send + Sync,
    ) -> PyResult<Self> {
        let held = [&self.held, &other.held];
        let (shelf, found) = operate(py, &held, |store, values| Ok(work(store, values[0], values[1])?))?;
        Ok(Self::new(shelf, found))
    }

    /// Several values, shortest names first.
    fn list(
        &self,
        py: Python<'_>,
        work: impl Fn(&mut Store, Handle) -> Result<Vec<Handle>, ValueError> + Send + Sync,
    ) -> PyResult<Vec<Self>> {
        Self::sorted(py, &[self], |store, values| work(store, values[0]))
    }

    fn sorted(
        py: Python<'_>,
        values: &[&Self],
        work: impl Fn(&mut Store, &[Handle]) -> Result<Vec<Handle>, ValueError> + Send + Sync,
    ) -> PyResult<Vec<Self>> {
        let held: Vec<&Held> = values.iter().map(|value| &value.held).collect();
        let (shelf, found) = operate(py, &held, |store, values| {
            let mut named = Vec::new();
            for value in work(store, values)? {
                let text = match store.print(value) {
                    Ok(text) => text,
                    Err(ValueError::TooLarge { .. }) => String::new(),
                    Err(error) => return Err(error.into()),
                };
                named.push((text.len(), text, value));
            }
            named.sort();
            Ok(named.into_iter().map(|(_, _, value)| value).collect::<Vec<_>>())
        })?;
        Ok(found.into_iter().map(|value| Self::new(Arc::clone(&shelf), value)).collect())
    }

    fn number_found<'py>(
        &self,
        py: Python<'py>,
        work: impl Fn(&mut Store, Handle) -> Result<Dyadic, ValueError> + Send + Sync,
    ) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, &self.found(py, work)?)
    }

    /// How it compares with another.
    fn order(&self, other: &Self, py: Python<'_>) -> PyResult<Order> {
        let held = [&self.held, &other.held];
        Ok(operate(py, &held, |store, values| Ok(store.compare(values[0], values[1])?))?.1)
    }

    /// Equality alone is cheap: within one store equal values are the same.
    fn equals(&self, other: &Self, py: Python<'_>) -> PyResult<bool> {
        if let Some(same) = self.held.same(&other.held) {
            return Ok(same);
        }
        Ok(operate(py, &[&self.held, &other.held], |_, values| Ok(values[0] == values[1]))?.1)
    }

    /// Whether a comparison holds.
    fn holds(&self, operation: CompareOp, other: &Self, py: Python<'_>) -> PyResult<bool> {
        Ok(match operation {
            CompareOp::Eq => self.equals(other, py)?,
            CompareOp::Ne => !self.equals(other, py)?,
            CompareOp::Le => matches!(self.order(other, py)?, Order::Less | Order::Equal),
            CompareOp::Ge => matches!(self.order(other, py)?, Order::Greater | Order::Equal),
            CompareOp::Lt => self.order(other, py)? == Order::Less,
            CompareOp::Gt => self.order(other, py)? == Order::Greater,
        })
    }

    fn written(&self, py: Python<'_>, style: Style) -> PyResult<String> {
        self.found(py, |store, value| store.print_as(value, style))
    }

    /// The value as it is written, unless that is too long.
    fn shown(&self, py: Python<'_>, style: Style) -> PyResult<Option<String>> {
        self.found(py, |store, value| match store.print_as(value, style) {
            Ok(text) => Ok(Some(text)),
            Err(ValueError::TooLarge { .. }) => Ok(None),
            Err(error) => Err(error),
        })
    }

    /// A number that depends on the value alone, not on the store: the compact form, or the stops and the shape.
    fn fingerprint(store: &mut Store, value: Handle, depth: u32) -> Result<u64, ValueError> {
        let mut hasher = FxHasher::default();
        if let Some(nus) = store.as_compact(value) {
            nus.hash(&mut hasher);
            return Ok(hasher.finish());
        }
        store.left_stop(value).hash(&mut hasher);
        store.right_stop(value).hash(&mut hasher);
        for options in [store.left_options(value)?, store.right_options(value)?] {
            options.len().hash(&mut hasher);
            if depth > 0 {
                let mut prints = options
                    .into_iter()
                    .map(|option| Self::fingerprint(store, option, depth - 1))
                    .collect::<Result<Vec<_>, _>>()?;
                prints.sort_unstable();
                prints.hash(&mut hasher);
            }
        }
        Ok(hasher.finish())
    }
}

/// Something that stands for a value: a value, a number, a text.
pub struct Operand<'py> {
    value: Bound<'py, Value>,
    py: Python<'py>,
}

impl<'py> Operand<'py> {
    pub fn of(object: &Bound<'py, PyAny>) -> PyResult<Self> {
        let py = object.py();
        let value = match object.cast::<Value>() {
            Ok(value) => value.clone(),
            Err(_) => Bound::new(py, make(object)?)?,
        };
        Ok(Self { value, py })
    }

    fn get(&self) -> &Value {
        self.value.get()
    }

    /// The value as it is written.
    pub fn text(&self) -> PyResult<String> {
        self.get().written(self.py, Style::Plain)
    }
}

/// Whether something is a number of Python's, or of a package that has numbers of its own.
pub fn is_number(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    if object.is_instance_of::<PyInt>() || object.is_instance_of::<PyFloat>() {
        return Ok(true);
    }
    Ok(object.hasattr("denominator")? || object.hasattr("as_integer_ratio")? || object.hasattr("__index__")?)
}

/// Makes a value of what Python has.
fn make(object: &Bound<'_, PyAny>) -> PyResult<Value> {
    let py = object.py();
    if let Ok(text) = object.cast::<PyString>() {
        return Value::read(py, &text.to_cow()?);
    }
    if let Ok(position) = object.cast::<Position>() {
        return position.get().value_of(py);
    }
    if is_number(object)? {
        let number = dyadic(object)?;
        return Value::made(py, &[], |store, _| store.number(&number));
    }
    Err(PyTypeError::new_err(format!("a value is a Value, a number or a text, not {}", object.get_type().name()?)))
}

fn values_of<'py>(objects: &Bound<'py, PyAny>) -> PyResult<Vec<Operand<'py>>> {
    objects.try_iter()?.map(|object| Operand::of(&object?)).collect()
}

#[pymethods]
impl Value {
    fn __add__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if other.is_instance_of::<Position>() {
            return Ok(other.py().NotImplemented().into_bound(other.py()));
        }
        let sum = self.binary(other, Store::sum)?;
        Ok(Bound::new(other.py(), sum)?.into_any())
    }

    fn __radd__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.binary(other, Store::sum)
    }

    fn __sub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.binary(other, Store::difference)
    }

    fn __rsub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.binary(other, |store, g, h| store.difference(h, g))
    }

    fn __neg__(&self, py: Python<'_>) -> PyResult<Self> {
        self.unary(py, Store::negative)
    }

    fn __pos__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    /// A whole number times a value is that many copies of it, added; of two values it is Conway's product.
    fn __mul__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        if other.is_instance_of::<PyInt>() {
            let count = big(other)?;
            return self.unary(other.py(), |store, g| store.multiple(&count, g));
        }
        self.binary(other, Store::product)
    }

    fn __rmul__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.__mul__(other)
    }

    fn __richcmp__<'py>(&self, other: &Bound<'py, PyAny>, operation: CompareOp) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        let truth = |holds: bool| Ok(holds.into_pyobject(py)?.to_owned().into_any());
        if let Ok(other) = other.cast::<Self>() {
            return truth(self.holds(operation, other.get(), py)?);
        }
        let comparable = (!other.is_instance_of::<Position>() && is_number(other)?)
            || (other.is_instance_of::<PyString>() && !matches!(operation, CompareOp::Eq | CompareOp::Ne));
        let undefined = || Ok(py.NotImplemented().into_bound(py));
        if !comparable {
            return undefined();
        }
        let other = match make(other) {
            Ok(other) => other,
            Err(error) if other.is_instance_of::<PyString>() => return Err(error),
            // A number that is no value, such as 1/3, is equal to none.
            Err(_) => return undefined(),
        };
        truth(self.holds(operation, &other, py)?)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        if let Some(&known) = self.hash.get() {
            return Ok(known);
        }
        let number = self.found(py, |store, g| Ok(store.as_number(g).cloned()))?;
        let hash = match number {
            // Numbers are equal to the numbers of Python, so they are found under the same keys.
            Some(number) => fraction(py, &number)?.hash()?,
            None => self.found(py, |store, g| Self::fingerprint(store, g, 2))? as isize,
        };
        Ok(*self.hash.get_or_init(|| hash))
    }

    /// Whether it is not 0.
    fn __bool__(&self, py: Python<'_>) -> PyResult<bool> {
        self.found(py, |_, g| Ok(g != Handle::ZERO))
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.written(py, Style::Plain)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        if let Some(text) = self.shown(py, Style::Plain)?.filter(|text| text.len() <= LONGEST) {
            return Ok(format!("value('{text}')"));
        }
        let (left, right) =
            self.found(py, |store, g| Ok((store.left_options(g)?.len(), store.right_options(g)?.len())))?;
        Ok(format!("<value with {left} left and {right} right options, long to write>"))
    }

    /// Short values are pickled as they are written, others as their options.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        if let Some(text) = self.shown(py, Style::Plain)? {
            return Ok((py.import("grundy")?.getattr("value")?, (text,).into_pyobject(py)?.into_any()));
        }
        let nodes = self.found(py, |store, g| Portable::of(store, g)?.to_text(store))?;
        Ok((py.import("grundy._grundy")?.getattr("restore_value")?, (nodes,).into_pyobject(py)?.into_any()))
    }

    /// Nothing where it is long: notebooks then show the representation.
    fn _repr_latex_(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let latex = self.shown(py, Style::Latex)?.filter(|latex| latex.len() <= LONGEST);
        Ok(latex.map(|latex| format!("$\\displaystyle {latex}$")))
    }

    /// The value for LaTeX's mathematics mode.
    ///
    /// >>> import grundy
    /// >>> grundy.value("^*").latex
    /// '\\uparrow{\\ast}'
    #[getter]
    fn latex(&self, py: Python<'_>) -> PyResult<String> {
        self.written(py, Style::Latex)
    }

    /// The value with arrows and stars as in the literature.
    #[getter]
    fn unicode(&self, py: Python<'_>) -> PyResult<String> {
        self.written(py, Style::Unicode)
    }

    /// How it compares with another: ``"="``, ``"<"``, ``">"`` or ``"||"`` (confused).
    fn compare(&self, other: &Bound<'_, PyAny>) -> PyResult<&'static str> {
        let other = Operand::of(other)?;
        Ok(match self.order(other.get(), other.py)? {
            Order::Equal => "=",
            Order::Less => "<",
            Order::Greater => ">",
            Order::Confused => "||",
        })
    }

    /// Whether neither value is at most the other.
    fn confused(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.compare(other)? == "||")
    }

    /// Who wins: ``"first"``, ``"second"``, ``"left"`` or ``"right"``.
    #[getter]
    fn outcome(&self, py: Python<'_>) -> PyResult<&'static str> {
        self.found(py, |store, g| Ok(store.outcome(g).name()))
    }

    /// Who wins the canonical form under misère play.
    #[getter]
    fn misere_outcome(&self, py: Python<'_>) -> PyResult<&'static str> {
        self.found(py, |store, g| Ok(store.misere_outcome(g)?.name()))
    }

    /// The canonical left options.
    #[getter]
    fn left_options(&self, py: Python<'_>) -> PyResult<Vec<Self>> {
        self.list(py, Store::left_options)
    }

    /// The canonical right options.
    #[getter]
    fn right_options(&self, py: Python<'_>) -> PyResult<Vec<Self>> {
        self.list(py, Store::right_options)
    }

    /// All values that moves of either player lead to, itself included.
    fn followers(&self, py: Python<'_>) -> PyResult<Vec<Self>> {
        self.list(py, Store::followers)
    }

    /// The day on which it is born.
    #[getter]
    fn birthday<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        integer(py, &self.found(py, Store::birthday)?)
    }

    /// The number reached when Left starts.
    #[getter]
    fn left_stop<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.number_found(py, |store, g| Ok(store.left_stop(g)))
    }

    /// The number reached when Right starts.
    #[getter]
    fn right_stop<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.number_found(py, |store, g| Ok(store.right_stop(g)))
    }

    /// The number of ways to play down to a number.
    #[getter]
    fn stop_count<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        integer(py, &self.found(py, Store::stop_count)?)
    }

    /// The left incentives, G^L - G.
    #[getter]
    fn left_incentives(&self, py: Python<'_>) -> PyResult<Vec<Self>> {
        self.list(py, Store::left_incentives)
    }

    /// The right incentives, G - G^R.
    #[getter]
    fn right_incentives(&self, py: Python<'_>) -> PyResult<Vec<Self>> {
        self.list(py, Store::right_incentives)
    }

    /// The incentives of both players, those that are not dominated.
    #[getter]
    fn incentives(&self, py: Python<'_>) -> PyResult<Vec<Self>> {
        self.list(py, Store::incentives)
    }

    /// The mean value.
    ///
    /// >>> import grundy
    /// >>> g = grundy.value("{5|2||-1}")
    /// >>> g.mean, g.temperature
    /// (Fraction(5, 4), Fraction(9, 4))
    #[getter]
    fn mean<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.number_found(py, Store::mean)
    }

    /// The temperature.
    #[getter]
    fn temperature<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.number_found(py, Store::temperature)
    }

    /// The thermograph.
    fn thermograph(&self, py: Python<'_>) -> PyResult<Thermograph> {
        self.found(py, |store, g| {
            let graph = store.thermograph(g)?;
            let title = match store.print(g) {
                Ok(text) => text,
                Err(ValueError::TooLarge { .. }) => "…".to_owned(),
                Err(error) => return Err(error),
            };
            let picture = thermograph_picture(store, g, &title)?;
            Ok(Thermograph { graph, picture })
        })
    }

    /// The value cooled by the number ``t``.
    fn cool(&self, t: &Bound<'_, PyAny>) -> PyResult<Self> {
        let by = dyadic(t)?;
        self.unary(t.py(), |store, g| store.cool(g, &by))
    }

    /// The value heated by ``t``.
    fn heat(&self, t: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.binary(t, Store::heat)
    }

    /// The value overheated from ``s`` to ``t``.
    fn overheat(&self, s: &Bound<'_, PyAny>, t: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (s, t) = (Operand::of(s)?, Operand::of(t)?);
        Self::made(s.py, &[self, s.get(), t.get()], |store, values| store.overheat(values[0], values[1], values[2]))
    }

    /// The value cooled by its own temperature.
    fn freeze(&self, py: Python<'_>) -> PyResult<Self> {
        self.unary(py, Store::freeze)
    }

    /// The value cooled by 1.
    fn chill(&self, py: Python<'_>) -> PyResult<Self> {
        self.unary(py, Store::chill)
    }

    /// The atomic weight of an all-small value; ``None`` where there is none.
    ///
    /// >>> import grundy
    /// >>> grundy.value("^^*").atomic_weight
    /// value('2')
    #[getter]
    fn atomic_weight(&self, py: Python<'_>) -> PyResult<Option<Self>> {
        let (shelf, found) = operate(py, &[&self.held], |store, values| Ok(store.atomic_weight(values[0])?))?;
        Ok(found.map(|weight| Self::new(shelf, weight)))
    }

    /// The reduced canonical form: the simplest value infinitesimally close.
    fn reduced(&self, py: Python<'_>) -> PyResult<Self> {
        self.unary(py, Store::reduced)
    }

    /// The ordinal sum of this, the base, and another.
    fn ordinal_sum(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.binary(other, Store::ordinal_sum)
    }

    /// The value whose ordinal sum on the base is this; ``None`` where there is none.
    fn subordinate(&self, base: &Bound<'_, PyAny>) -> PyResult<Option<Self>> {
        let base = Operand::of(base)?;
        let held = [&self.held, &base.get().held];
        let (shelf, found) = operate(base.py, &held, |store, values| Ok(store.subordinate(values[0], values[1])?))?;
        Ok(found.map(|value| Self::new(shelf, value)))
    }

    /// Conway's product.
    fn product(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.binary(other, Store::product)
    }

    /// Norton's product with a unit.
    fn norton_product(&self, unit: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.binary(unit, Store::norton_product)
    }

    /// The companion of the value.
    fn companion(&self, py: Python<'_>) -> PyResult<Self> {
        self.unary(py, Store::companion)
    }

    /// The number, where the value is one.
    #[getter]
    fn number<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let number = self.found(py, |store, g| Ok(store.as_number(g).cloned()))?;
        number.map(|number| fraction(py, &number)).transpose()
    }

    /// The number infinitesimally close, where there is one.
    #[getter]
    fn number_part<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let number = self.found(py, |store, g| Ok(store.number_part(g)))?;
        number.map(|number| fraction(py, &number)).transpose()
    }

    /// The nimber ``n``, where the value is ``*n``.
    #[getter]
    fn nimber(&self, py: Python<'_>) -> PyResult<Option<u64>> {
        self.found(py, |store, g| Ok(store.as_nimber(g)))
    }

    /// Whether it is a number.
    #[getter]
    fn is_number(&self, py: Python<'_>) -> PyResult<bool> {
        self.found(py, |store, g| Ok(store.is_number(g)))
    }

    /// Whether it is smaller than every positive number and larger than every negative one.
    #[getter]
    fn is_infinitesimal(&self, py: Python<'_>) -> PyResult<bool> {
        self.found(py, |store, g| Ok(store.is_infinitesimal(g)))
    }

    /// Whether it is infinitesimally close to a number.
    #[getter]
    fn is_numberish(&self, py: Python<'_>) -> PyResult<bool> {
        self.found(py, |store, g| Ok(store.is_numberish(g)))
    }

    /// Whether in every follower either both players can move or neither can.
    #[getter]
    fn is_all_small(&self, py: Python<'_>) -> PyResult<bool> {
        self.found(py, Store::is_all_small)
    }

    /// ``"even"`` or ``"odd"``, where every way to play down to a number takes so many moves; ``None`` otherwise.
    #[getter]
    fn temper(&self, py: Python<'_>) -> PyResult<Option<&'static str>> {
        let temper = self.found(py, Store::temper)?;
        Ok(temper.map(|temper| if temper == Temper::Even { "even" } else { "odd" }))
    }
}

/// The thermograph of a value: where the two players stand at every temperature.
///
/// >>> import grundy
/// >>> t = grundy.value("{5|1}").thermograph()
/// >>> t.mean, t.temperature
/// (Fraction(3, 1), Fraction(2, 1))
/// >>> t.left[0]
/// (Fraction(6, 1), Fraction(-1, 1))
#[pyclass(frozen, module = "grundy", name = "Thermograph")]
pub struct Thermograph {
    graph: grundy::value::Thermograph,
    picture: grundy::draw::Picture,
}

fn corners<'py>(py: Python<'py>, wall: &Wall) -> PyResult<Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)>> {
    let pairs = wall.corners().into_iter();
    pairs.map(|(value, temperature)| Ok((fraction(py, &value)?, fraction(py, &temperature)?))).collect()
}

#[pymethods]
impl Thermograph {
    /// The mean value, where the walls meet.
    #[getter]
    fn mean<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, &self.graph.mean)
    }

    /// The temperature at which the walls meet.
    #[getter]
    fn temperature<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, &self.graph.temperature)
    }

    /// The corners of the left wall from the bottom up, as pairs of value and temperature.
    #[getter]
    fn left<'py>(&self, py: Python<'py>) -> PyResult<Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)>> {
        corners(py, &self.graph.left)
    }

    /// The corners of the right wall.
    #[getter]
    fn right<'py>(&self, py: Python<'py>) -> PyResult<Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)>> {
        corners(py, &self.graph.right)
    }

    /// The value of the left wall at a temperature from -1 up.
    fn left_at<'py>(&self, temperature: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        fraction(temperature.py(), &self.graph.left.at(&dyadic(temperature)?))
    }

    /// The value of the right wall at a temperature from -1 up.
    fn right_at<'py>(&self, temperature: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        fraction(temperature.py(), &self.graph.right.at(&dyadic(temperature)?))
    }

    /// The picture.
    fn picture(&self) -> Drawing {
        Drawing::of(self.picture.clone())
    }

    fn _repr_svg_(&self) -> String {
        self.picture.to_svg()
    }

    fn __str__(&self) -> String {
        self.graph.draw()
    }

    fn __repr__(&self) -> String {
        format!("<thermograph: mean {}, temperature {}>", self.graph.mean, self.graph.temperature)
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.graph == other.graph
    }
}

/// The value of a number, of a text such as ``"{1|-1}"``, ``"^*"``, ``"+-2"`` or ``"3/4"``, or of a position.
///
/// >>> import grundy
/// >>> grundy.value("{0,*|0}")
/// value('^*')
/// >>> grundy.value(3) + grundy.value("1/4")
/// value('13/4')
/// >>> grundy.value("{1|")
/// Traceback (most recent call last):
///     ...
/// grundy.NotationError: expected a value, found the end
///   {1|
///      ^
#[pyfunction]
fn value<'py>(of: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Value>> {
    Ok(Operand::of(of)?.value)
}

/// The value ``{left|right}`` with these options, brought to canonical form.
///
/// >>> import grundy
/// >>> grundy.form([0], ["*"])
/// value('^')
#[pyfunction]
#[pyo3(signature = (left, right))]
fn form(left: &Bound<'_, PyAny>, right: &Bound<'_, PyAny>) -> PyResult<Value> {
    let py = left.py();
    let (left, right) = (values_of(left)?, values_of(right)?);
    let cut = left.len();
    let all: Vec<&Value> = left.iter().chain(&right).map(Operand::get).collect();
    Value::made(py, &all, |store, values| store.form(&values[..cut], &values[cut..]))
}

/// The value ``*n``.
#[pyfunction]
fn nimber(py: Python<'_>, n: u64) -> PyResult<Value> {
    Value::of_nimber(py, n)
}

/// The switch ``{g|-g}``, or with several options ``{g,h|-g,-h}``.
#[pyfunction]
#[pyo3(signature = (*options))]
fn switch(options: &Bound<'_, PyAny>) -> PyResult<Value> {
    let operands = values_of(options)?;
    let all: Vec<&Value> = operands.iter().map(Operand::get).collect();
    Value::made(options.py(), &all, |store, values| store.switch(values))
}

/// Tiny g: ``{0||0|-g}``.
#[pyfunction]
fn tiny(g: &Bound<'_, PyAny>) -> PyResult<Value> {
    Operand::of(g)?.get().unary(g.py(), Store::tiny)
}

/// Miny g: ``{g|0||0}``.
#[pyfunction]
fn miny(g: &Bound<'_, PyAny>) -> PyResult<Value> {
    Operand::of(g)?.get().unary(g.py(), Store::miny)
}

/// All values born by a day.
///
/// >>> import grundy
/// >>> len(grundy.born_by(2))
/// 22
#[pyfunction]
fn born_by(py: Python<'_>, day: u32) -> PyResult<Vec<Value>> {
    Value::sorted(py, &[], |store, _| store.born_by(day))
}

/// The sum of many values at once.
#[pyfunction]
fn total(values: &Bound<'_, PyAny>) -> PyResult<Value> {
    let operands = values_of(values)?;
    let all: Vec<&Value> = operands.iter().map(Operand::get).collect();
    Value::made(values.py(), &all, |store, values| store.sum_all(values.iter().copied()))
}

/// The value that was pickled as its options: a line each, of numbers of lines before, or of a short value.
#[pyfunction]
fn restore_value(py: Python<'_>, text: &str) -> PyResult<Value> {
    let (shelf, found) =
        operate(py, &[], |store, _| Portable::from_text(text, store)?.put(store).map_err(Failure::from))?;
    Ok(Value::new(shelf, found))
}

fn nimber_argument(object: &Bound<'_, PyAny>) -> PyResult<u128> {
    let number = big(object)?;
    u128::try_from(&number)
        .map_err(|_| Failure::Unsuitable(Text::new("a nimber here is a whole number from 0 to 2^128 - 1")).into())
}

fn nimber_result(py: Python<'_>, number: u128) -> PyResult<Bound<'_, PyAny>> {
    integer(py, &BigInt::from(number))
}

/// The nim-sum of two nimbers, as numbers.
#[pyfunction]
fn nim_sum<'py>(a: &Bound<'py, PyAny>, b: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    nimber_result(a.py(), grundy::value::nimber::sum(nimber_argument(a)?, nimber_argument(b)?))
}

/// The product in the field of nimbers.
///
/// >>> import grundy
/// >>> grundy.nim_product(2, 3), grundy.nim_power(2, 3), grundy.nim_inverse(2), grundy.nim_sqrt(2)
/// (1, 1, 3, 3)
#[pyfunction]
fn nim_product<'py>(a: &Bound<'py, PyAny>, b: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    nimber_result(a.py(), grundy::value::nimber::product(nimber_argument(a)?, nimber_argument(b)?))
}

/// A power in the field of nimbers.
#[pyfunction]
fn nim_power<'py>(a: &Bound<'py, PyAny>, n: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    nimber_result(a.py(), grundy::value::nimber::power(nimber_argument(a)?, nimber_argument(n)?))
}

/// The inverse in the field of nimbers; 0 has none.
#[pyfunction]
fn nim_inverse<'py>(a: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    match grundy::value::nimber::inverse(nimber_argument(a)?) {
        Some(inverse) => nimber_result(a.py(), inverse),
        None => Err(Failure::Unsuitable(Text::new("0 has no inverse")).into()),
    }
}

/// The square root in the field of nimbers.
#[pyfunction]
fn nim_sqrt<'py>(a: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    nimber_result(a.py(), grundy::value::nimber::square_root(nimber_argument(a)?))
}

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Value>()?;
    module.add_class::<Thermograph>()?;
    module.add_function(wrap_pyfunction!(value, module)?)?;
    module.add_function(wrap_pyfunction!(form, module)?)?;
    module.add_function(wrap_pyfunction!(nimber, module)?)?;
    module.add_function(wrap_pyfunction!(switch, module)?)?;
    module.add_function(wrap_pyfunction!(tiny, module)?)?;
    module.add_function(wrap_pyfunction!(miny, module)?)?;
    module.add_function(wrap_pyfunction!(born_by, module)?)?;
    module.add_function(wrap_pyfunction!(total, module)?)?;
    module.add_function(wrap_pyfunction!(restore_value, module)?)?;
    module.add_function(wrap_pyfunction!(nim_sum, module)?)?;
    module.add_function(wrap_pyfunction!(nim_product, module)?)?;
    module.add_function(wrap_pyfunction!(nim_power, module)?)?;
    module.add_function(wrap_pyfunction!(nim_inverse, module)?)?;
    module.add_function(wrap_pyfunction!(nim_sqrt, module)?)
}
