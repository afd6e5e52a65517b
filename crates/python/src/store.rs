//! Where values live.
//!
//! All values of a process lie in one store, so that equal values are the same handle and what was worked out once serves again.
//! A store only grows. So that a program that makes millions of values does not keep them all, a store that has become large is
//! left behind: new values go to a fresh one, a value that is used again moves over, and the old store goes with the last value
//! that holds on to it.
//!
//! Adding two values that were added before takes less time than looking at a clock. So an operation is first tried on a budget
//! whose time is up from the beginning: a budget looks at its clock only after a thousand steps, and most operations have ended by
//! then. What has not begins anew where it can be interrupted.

use crate::errors::Failure;
use crate::work::{Asked, Whole, without_python};
use grundy::budget::{Budget, Limits};
use grundy::lang::Text;
use grundy::value::{Nus, Store, Value, ValueError};
use pyo3::prelude::*;
use rustc_hash::FxHashMap;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::Duration;

/// Bytes at which a store is left behind.
const LARGE: usize = 64 << 20;

/// The budget of operations that hold the interpreter: it ends them when it first looks at the clock.
static HURRIED: LazyLock<Budget> =
    LazyLock::new(|| Budget::new(Limits { time: Some(Duration::ZERO), ..Limits::default() }));

/// A store that threads share. Whoever finds it unlocked finds it on the hurried budget.
pub struct Shelf {
    store: Mutex<Store>,
    /// Whether it was left behind.
    left: AtomicBool,
}

impl Default for Shelf {
    fn default() -> Self {
        Self { store: Mutex::new(Store::new(&HURRIED)), left: AtomicBool::new(false) }
    }
}

static CURRENT: LazyLock<RwLock<Arc<Shelf>>> = LazyLock::new(RwLock::default);

impl Shelf {
    /// The store in which new values are made.
    fn current() -> Arc<Self> {
        Arc::clone(&CURRENT.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Leaves the store behind.
    fn retire(self: &Arc<Self>) {
        self.left.store(true, Relaxed);
        let mut current = CURRENT.write().unwrap_or_else(PoisonError::into_inner);
        if Arc::ptr_eq(self, &current) {
            *current = Arc::default();
        }
    }

    fn is_left(&self) -> bool {
        self.left.load(Relaxed)
    }

    /// The store on its hurried budget, unless somebody works with it.
    fn idle(&self) -> Option<MutexGuard<'_, Store>> {
        // why: whoever gets no store here works with it in the ordinary way
        self.store.try_lock().ok()
    }

    /// The store, for work on another budget than the hurried one.
    fn work(self: &Arc<Self>, budget: &Budget) -> Result<Working<'_>, ValueError> {
        // A panic elsewhere leaves the store whole: values are only ever added.
        let mut store = self.store.lock().unwrap_or_else(|poisoned| {
            self.store.clear_poison();
            poisoned.into_inner()
        });
        store.set_budget(budget)?;
        Ok(Working { store, shelf: self })
    }
}

/// A store at work.
struct Working<'a> {
    store: MutexGuard<'a, Store>,
    shelf: &'a Arc<Shelf>,
}

impl Deref for Working<'_> {
    type Target = Store;

    fn deref(&self) -> &Store {
        &self.store
    }
}

impl DerefMut for Working<'_> {
    fn deref_mut(&mut self) -> &mut Store {
        &mut self.store
    }
}

impl Drop for Working<'_> {
    fn drop(&mut self) {
        // A budget without a limit on memory refuses nothing.
        if self.store.set_budget(&HURRIED).is_err() || self.store.bytes() > LARGE {
            self.shelf.retire();
        }
    }
}

/// A value together with the store it lies in; it moves to the current store when it is used.
pub struct Held(Mutex<(Arc<Shelf>, Value)>);

impl Held {
    pub fn new(shelf: Arc<Shelf>, value: Value) -> Self {
        Self(Mutex::new((shelf, value)))
    }

    fn place(&self) -> MutexGuard<'_, (Arc<Shelf>, Value)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The handle in the given store, where the value lies there.
    fn at(&self, shelf: &Arc<Shelf>) -> Option<Value> {
        let place = self.place();
        Arc::ptr_eq(&place.0, shelf).then_some(place.1)
    }

    /// The store of the value, unless it was left behind.
    fn shelf(&self) -> Option<Arc<Shelf>> {
        let place = self.place();
        (!place.0.is_left()).then(|| Arc::clone(&place.0))
    }

    /// The handle in the given store, to which the value moves.
    fn within(&self, shelf: &Arc<Shelf>, budget: &Budget) -> Result<Value, ValueError> {
        let (home, value) = self.place().clone();
        if Arc::ptr_eq(&home, shelf) {
            return Ok(value);
        }
        let portable = Portable::of(&mut *home.work(budget)?, value)?;
        let value = portable.put(&mut *shelf.work(budget)?)?;
        *self.place() = (Arc::clone(shelf), value);
        Ok(value)
    }

    /// Whether two values are the same, where that can be told at a glance: within one store equal values are.
    pub fn same(&self, other: &Self) -> Option<bool> {
        let (shelf, value) = self.place().clone();
        other.at(&shelf).map(|other| other == value)
    }
}

/// A value that stands on its own, to be put into another store.
#[derive(Clone, Debug)]
pub struct Portable(Vec<Node>);

#[derive(Clone, Debug)]
enum Node {
    Compact(Nus),
    /// The places of the options among the nodes before.
    Form(Vec<usize>, Vec<usize>),
}

impl Portable {
    /// Takes a value out of a store, options before what they are options of.
    pub fn of(store: &mut Store, root: Value) -> Result<Self, ValueError> {
        let mut nodes = Vec::new();
        let mut places: FxHashMap<Value, usize> = FxHashMap::default();
        let mut stack = vec![root];
        while let Some(&value) = stack.last() {
            if places.contains_key(&value) {
                stack.pop();
                continue;
            }
            if let Some(nus) = store.as_compact(value) {
                places.insert(value, nodes.len());
                nodes.push(Node::Compact(nus.clone()));
                continue;
            }
            let (left, right) = (store.left_options(value)?, store.right_options(value)?);
            let open: Vec<Value> =
                left.iter().chain(&right).filter(|option| !places.contains_key(option)).copied().collect();
            if open.is_empty() {
                let numbers =
                    |options: &[Value]| options.iter().filter_map(|option| places.get(option).copied()).collect();
                let node = Node::Form(numbers(&left), numbers(&right));
                places.insert(value, nodes.len());
                nodes.push(node);
            } else {
                stack.extend(open);
            }
        }
        Ok(Self(nodes))
    }

    /// A line for each node: a short value, or `left|right` with the lines of the options.
    pub fn to_text(&self, store: &mut Store) -> Result<String, ValueError> {
        let mut text = String::new();
        for node in &self.0 {
            match node {
                Node::Compact(nus) => {
                    let value = store.compact(nus.clone())?;
                    text += &store.print(value)?;
                }
                Node::Form(left, right) => {
                    let listed = |places: &[usize]| places.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
                    text += &format!("{}|{}", listed(left), listed(right));
                }
            }
            text.push('\n');
        }
        Ok(text)
    }

    /// Reads what [`Portable::to_text`] writes.
    pub fn from_text(text: &str, store: &mut Store) -> Result<Self, Failure> {
        let mut nodes: Vec<Node> = Vec::new();
        for line in text.lines() {
            let broken = || Failure::Unsuitable(Text::new("this is not a value"));
            let node = if let Some((left, right)) = line.split_once('|') {
                let listed = |places: &str| {
                    let numbers = places.split(',').filter(|place| !place.is_empty()).map(str::parse::<usize>);
                    let numbers: Vec<usize> = numbers.collect::<Result<_, _>>().map_err(|_| broken())?;
                    if numbers.iter().all(|&place| place < nodes.len()) { Ok(numbers) } else { Err(broken()) }
                };
                Node::Form(listed(left)?, listed(right)?)
            } else {
                let value = store.parse(line).map_err(|error| Failure::in_value(error, line))?;
                Node::Compact(store.as_compact(value).ok_or_else(broken)?.clone())
            };
            nodes.push(node);
        }
        Ok(Self(nodes))
    }

    /// Puts the value into a store.
    pub fn put(&self, store: &mut Store) -> Result<Value, ValueError> {
        let mut made: Vec<Value> = Vec::with_capacity(self.0.len());
        for node in &self.0 {
            let value = match node {
                Node::Compact(nus) => store.compact(nus.clone())?,
                Node::Form(left, right) => {
                    let values = |places: &[usize]| places.iter().map(|&place| made[place]).collect::<Vec<_>>();
                    store.form(&values(left), &values(right))?
                }
            };
            made.push(value);
        }
        // The root was finished last.
        Ok(made.last().copied().unwrap_or(Value::ZERO))
    }
}

/// Works on values in the current store, which is returned too. Short work is done at once; what takes longer lets the
/// interpreter go and can be interrupted.
pub fn operate<T: Send>(
    py: Python<'_>,
    values: &[&Held],
    work: impl Fn(&mut Store, &[Value]) -> Result<T, Failure> + Send + Sync,
) -> PyResult<(Arc<Shelf>, T)> {
    let shelf = values.first().and_then(|held| held.shelf()).unwrap_or_else(Shelf::current);
    // Two values, as a rule: their handles need no list.
    let mut few = [Value::ZERO; FEW];
    let many: Option<Vec<Value>>;
    let handles = if let Some(few) = few.get_mut(..values.len()) {
        let here = few.iter_mut().zip(values).all(|(handle, held)| held.at(&shelf).map(|at| *handle = at).is_some());
        here.then_some(&*few)
    } else {
        many = values.iter().map(|held| held.at(&shelf)).collect();
        many.as_deref()
    };
    // Whoever holds the store may work for long; others of the interpreter go on meanwhile.
    let (Some(handles), Some(mut store)) = (handles, shelf.idle()) else { return elsewhere(py, values, &work) };
    let result = work(&mut store, handles);
    let large = store.bytes() > LARGE;
    drop(store);
    if large {
        shelf.retire();
    }
    match result {
        Ok(found) => Ok((shelf, found)),
        Err(failure) if failure.is_out_of_time() => elsewhere(py, values, &work),
        Err(failure) => Err(failure.into()),
    }
}

/// So many handles stand on the stack.
const FEW: usize = 4;

/// The same with the interpreter let go.
fn elsewhere<T: Send>(
    py: Python<'_>,
    values: &[&Held],
    work: &(impl Fn(&mut Store, &[Value]) -> Result<T, Failure> + Send + Sync),
) -> PyResult<(Arc<Shelf>, T)> {
    let shelf = Shelf::current();
    let found = without_python(py, &Asked::of(None)?, |budget| {
        let handles = values.iter().map(|held| held.within(&shelf, budget)).collect::<Result<Vec<_>, _>>()?;
        work(&mut *shelf.work(budget)?, &handles).map(Whole)
    })?;
    Ok((shelf, found.0))
}
