//! Where values live.
//!
//! All values of a process lie in one store, so that equal values are the same handle and what was worked out once serves again.
//! A store only grows. So that a program that makes millions of values does not keep them all, a store that has become large is
//! left behind: new values go to a fresh one, a value that is used again moves over, and the old store goes with the last value
//! that holds on to it.

use crate::errors::Failure;
use crate::work::{Asked, Whole, without_python};
use grundy::budget::{Budget, Limits};
use grundy::value::{Nus, Store, Value, ValueError};
use pyo3::prelude::*;
use rustc_hash::FxHashMap;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError, RwLock, TryLockError};
use std::time::Duration;

/// Bytes at which a store is left behind.
const LARGE: usize = 64 << 20;

/// How long an operation may hold the interpreter.
const SHORT: Duration = Duration::from_millis(5);

/// Bytes that one operation may bring a store to.
const MEMORY: u64 = 4 << 30;

/// A store that threads share.
#[derive(Default)]
pub struct Shelf(Mutex<Store>);

static CURRENT: LazyLock<RwLock<Arc<Shelf>>> = LazyLock::new(RwLock::default);

impl Shelf {
    fn lock(&self) -> MutexGuard<'_, Store> {
        // A panic elsewhere leaves the store whole: values are only ever added.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The store in which new values are made.
    pub fn current() -> Arc<Self> {
        Arc::clone(&CURRENT.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Leaves a store behind when it has become large.
    fn retire(self: &Arc<Self>) {
        let mut current = CURRENT.write().unwrap_or_else(PoisonError::into_inner);
        if Arc::ptr_eq(self, &current) {
            *current = Arc::default();
        }
    }
}

/// A value together with the store it lies in; it moves to the current store when it is used.
pub struct Held(Mutex<(Arc<Shelf>, Value)>);

impl Held {
    pub fn new(shelf: &Arc<Shelf>, value: Value) -> Self {
        Self(Mutex::new((Arc::clone(shelf), value)))
    }

    fn place(&self) -> (Arc<Shelf>, Value) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The handle in the given store, to which the value moves.
    fn within(&self, shelf: &Arc<Shelf>) -> Result<Value, ValueError> {
        let (home, value) = self.place();
        if Arc::ptr_eq(&home, shelf) {
            return Ok(value);
        }
        let portable = Portable::of(&mut home.lock(), value)?;
        let value = portable.put(&mut shelf.lock())?;
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = (Arc::clone(shelf), value);
        Ok(value)
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
    let shelf = Shelf::current();
    let handles =
        values.iter().map(|held| held.within(&shelf)).collect::<Result<Vec<_>, _>>().map_err(Failure::from)?;
    let mut store = match shelf.0.try_lock() {
        Ok(store) => store,
        Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
        // Whoever holds it may work for long; others of the interpreter go on meanwhile.
        Err(TryLockError::WouldBlock) => {
            return elsewhere(py, &shelf, &handles, &work);
        }
    };
    let budget = Budget::new(Limits { time: Some(SHORT), memory: Some(MEMORY), ..Limits::default() });
    store.set_budget(&budget).map_err(Failure::from)?;
    let result = work(&mut store, &handles);
    let large = store.bytes() > LARGE;
    drop(store);
    if large {
        shelf.retire();
    }
    match result {
        Ok(found) => Ok((shelf, found)),
        Err(failure) if failure.is_out_of_time() => elsewhere(py, &shelf, &handles, &work),
        Err(failure) => Err(failure.into()),
    }
}

/// The same with the interpreter let go.
fn elsewhere<T: Send>(
    py: Python<'_>,
    shelf: &Arc<Shelf>,
    handles: &[Value],
    work: &(impl Fn(&mut Store, &[Value]) -> Result<T, Failure> + Send + Sync),
) -> PyResult<(Arc<Shelf>, T)> {
    let found = without_python(py, &Asked::of(None)?, |budget| {
        let mut store = shelf.lock();
        store.set_budget(budget)?;
        work(&mut store, handles).map(Whole)
    })?;
    Ok((Arc::clone(shelf), found.0))
}
