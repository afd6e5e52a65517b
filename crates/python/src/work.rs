//! Work that can be limited, watched and interrupted.
//!
//! Python runs its signal handlers in the main thread only, and only while that thread holds the interpreter. So a piece of
//! work begins where it is asked for, with the interpreter let go, as a short attempt: most questions are answered there and
//! pay for nothing else. What takes longer begins anew in a thread of its own, while the thread that asked wakes a few dozen times
//! a second to hear Ctrl-C and to tell of progress. Other threads than the main one hear no signals and simply work.
//!
//! Games written in Python call back into the interpreter at every position. They are searched in the thread that asked,
//! which keeps the interpreter: Ctrl-C then arrives in the user's own code and comes back as its exception.

use crate::errors::Failure;
use grundy::budget::{Budget, Exhausted, Limits, caught};
use grundy::game::{Play, UnknownName};
use grundy::solve::{Method, Settings};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::str::FromStr;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, OnceLock, PoisonError};
use std::thread::ThreadId;
use std::time::Duration;

/// How long an answer is awaited in the thread that asked.
const SHORT: Duration = Duration::from_millis(8);

/// How often the thread that asked looks up from waiting.
const GLANCE: Duration = Duration::from_millis(20);

/// How often progress is told.
const GLANCES_A_REPORT: u32 = 5;

/// Bytes of stack for a thread that works.
const STACK: usize = 64 << 20;

/// Bytes that tables may take where nothing else is said, as for the command.
const MEMORY: u64 = 4 << 30;

/// The main thread of the interpreter, once it was seen.
static MAIN: OnceLock<ThreadId> = OnceLock::new();

/// Whether this is the thread that hears signals.
fn hears_signals(py: Python<'_>) -> PyResult<bool> {
    let here = std::thread::current().id();
    if let Some(&main) = MAIN.get() {
        return Ok(main == here);
    }
    let threading = py.import("threading")?;
    let ident = threading.call_method0("get_ident")?;
    let is_main = threading.call_method0("main_thread")?.getattr("ident")?.eq(ident)?;
    Ok(is_main && *MAIN.get_or_init(|| here) == here)
}

/// What a question may take: `time`, `memory`, `positions`, `threads`, `progress`.
#[derive(Default)]
pub struct Asked {
    limits: Limits,
    pub threads: usize,
    progress: Option<Py<PyAny>>,
}

impl Asked {
    /// Reads keyword arguments.
    pub fn of(given: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut asked = Self { limits: Limits { memory: Some(MEMORY), ..Limits::default() }, ..Self::default() };
        let Some(given) = given else { return Ok(asked) };
        for (name, value) in given.iter() {
            let name: String = name.extract()?;
            if value.is_none() && name != "progress" {
                continue;
            }
            match name.as_str() {
                "time" => asked.limits.time = Some(duration(&value)?),
                "memory" => asked.limits.memory = Some(bytes(&value)?),
                "positions" => asked.limits.positions = Some(value.extract()?),
                "threads" => asked.threads = value.extract()?,
                "progress" => asked.progress = reporter(&value)?,
                other => {
                    let known = "time, memory, positions, threads, progress";
                    return Err(PyTypeError::new_err(format!("unexpected argument `{other}`; the limits are {known}")));
                }
            }
        }
        Ok(asked)
    }

    /// The settings of a question.
    pub fn settings(&self, play: Play, method: Method, budget: &Budget) -> Settings {
        Settings { play, method, budget: budget.clone(), threads: self.threads, oracles: Vec::new() }
    }
}

/// Whom to tell of progress: a function, `True` for a bar, nobody.
fn reporter(value: &Bound<'_, PyAny>) -> PyResult<Option<Py<PyAny>>> {
    if value.is_none() {
        return Ok(None);
    }
    if let Ok(wanted) = value.cast::<PyBool>() {
        if !wanted.is_true() {
            return Ok(None);
        }
        // There is no bar where tqdm is not installed.
        let bar = value.py().import("grundy._progress")?.call_method0("bar")?;
        return Ok((!bar.is_none()).then(|| bar.unbind()));
    }
    Ok(Some(value.clone().unbind()))
}

/// Seconds as a number, a `timedelta`, or a text such as `500ms`.
fn duration(value: &Bound<'_, PyAny>) -> PyResult<Duration> {
    let seconds: f64 = if let Ok(text) = value.extract::<String>() {
        let units = [("ms", 1e-3), ("min", 60.0), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];
        let (number, unit) =
            units.iter().find_map(|(unit, scale)| Some((text.strip_suffix(unit)?, *scale))).unwrap_or((&text, 1.0));
        let number: f64 = number
            .trim()
            .parse()
            .map_err(|_| PyValueError::new_err(format!("`{text}` is not a time, such as 500ms, 10s, 2m or 1h")))?;
        number * unit
    } else if let Ok(seconds) = value.extract() {
        seconds
    } else {
        value.call_method0("total_seconds")?.extract()?
    };
    Duration::try_from_secs_f64(seconds).map_err(|_| PyValueError::new_err("a time is a number of seconds, 0 or more"))
}

/// Bytes as a number, or a text such as `2GiB`.
fn bytes(value: &Bound<'_, PyAny>) -> PyResult<u64> {
    let Ok(text) = value.extract::<String>() else { return value.extract() };
    let at = text.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(text.len());
    let scale = match text[at..].trim() {
        "" | "B" => Some(1.0),
        "kB" | "KB" => Some(1e3),
        "MB" => Some(1e6),
        "GB" => Some(1e9),
        "KiB" => Some(1024.0),
        "MiB" => Some(1_048_576.0),
        "GiB" => Some(1_073_741_824.0),
        _ => None,
    };
    match (text[..at].parse::<f64>(), scale) {
        (Ok(number), Some(scale)) => Ok((number * scale) as u64),
        _ => Err(PyValueError::new_err(format!("`{text}` is not an amount of memory, such as 64MiB or 2GB"))),
    }
}

/// How much of what was asked for a result holds.
pub trait Extent {
    /// Whether a result is whole whenever there is one.
    const WHOLE: bool;
}

/// A result that is whole whenever there is one.
pub struct Whole<T>(pub T);

impl<T> Extent for Whole<T> {
    const WHOLE: bool = true;
}

/// A result that lacks what there was no time for.
pub struct Partial<T>(pub T);

impl<T> Extent for Partial<T> {
    const WHOLE: bool = false;
}

thread_local! {
    /// Whom the piece of work in this thread tells of progress, where it holds the interpreter.
    static WATCHED: RefCell<Option<(Py<PyAny>, Budget)>> = const { RefCell::new(None) };
    /// What a function of the user's raised in this thread.
    static RAISED: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// What unwinds when a function of the user's fails where nothing can be returned.
struct UserCodeFailed;

/// Keeps what a function of the user's raised until the work in this thread ends.
pub fn keep(error: PyErr) {
    RAISED.with_borrow_mut(|raised| {
        if raised.is_none() {
            *raised = Some(error);
        }
    });
}

/// As [`keep`], and leaves the work at once.
pub fn abandon(error: PyErr) -> ! {
    keep(error);
    resume_unwind(Box::new(UserCodeFailed))
}

fn raised() -> Option<PyErr> {
    RAISED.with_borrow_mut(Option::take)
}

/// Hears signals, lets other threads of the interpreter run, and tells of progress; for work that holds the interpreter.
pub fn look_up(py: Python<'_>) -> PyResult<()> {
    py.check_signals()?;
    py.detach(std::thread::yield_now);
    let watched =
        WATCHED.with_borrow(|watched| watched.as_ref().map(|(tell, budget)| (tell.clone_ref(py), budget.positions())));
    match watched {
        Some((tell, positions)) => tell.call1(py, (positions,)).map(drop),
        None => Ok(()),
    }
}

/// Does work that calls functions written in Python, in this thread.
pub fn with_python<T>(py: Python<'_>, asked: &Asked, work: impl FnOnce(&Budget) -> Result<T, Failure>) -> PyResult<T> {
    let budget = Budget::new(asked.limits);
    let outer = raised();
    let tell = asked.progress.as_ref().map(|tell| (tell.clone_ref(py), budget.clone()));
    let watched = WATCHED.replace(tell);
    let entered = budget.enter();
    let result = catch_unwind(AssertUnwindSafe(|| caught(|| work(&budget))));
    drop(entered);
    WATCHED.set(watched);
    let error = raised();
    if let Some(outer) = outer {
        keep(outer);
    }
    finish(py, asked, &budget)?;
    match (error, result) {
        (Some(error), _) => Err(error),
        (None, Ok(result)) => Ok(result.unwrap_or_else(|exhausted| Err(exhausted.into()))?),
        (None, Err(panic)) => Err(broken(&*panic)),
    }
}

/// Does work that calls nothing written in Python: the interpreter is let go meanwhile, and Ctrl-C interrupts it.
pub fn without_python<T: Extent + Send>(
    py: Python<'_>,
    asked: &Asked,
    work: impl Fn(&Budget) -> Result<T, Failure> + Send + Sync,
) -> PyResult<T> {
    let budget = Budget::new(asked.limits);
    let result = if asked.progress.is_none() && !hears_signals(py)? {
        py.detach(|| attempt(&budget, &work))
    } else {
        let short = budget.within(Limits { time: Some(SHORT), ..Limits::default() });
        let first = py.detach(|| attempt(&short, &work));
        let wants_time = match &first {
            Ok(Ok(_)) => !T::WHOLE,
            Ok(Err(failure)) => failure.is_out_of_time(),
            Err(_) => false,
        };
        // Where the limit on positions was reached too, the first attempt may have ended by the clock, which nobody set.
        let over = matches!(budget.check(), Err(Exhausted::Time | Exhausted::Cancelled));
        if wants_time && short.check().is_err() && !over {
            let time = asked.limits.time.map(|time| time.saturating_sub(budget.elapsed()));
            return in_thread(py, asked, &Budget::new(Limits { time, ..asked.limits }), &work);
        }
        first
    };
    match result {
        Ok(result) => Ok(result?),
        Err(panic) => Err(panic),
    }
}

/// Does the same work on many things side by side, each with limits of its own; calls nothing written in Python. Results come in
/// the order of the things; of several failures the first in that order is told.
pub fn on_each<I: Sync, T: Send>(
    py: Python<'_>,
    asked: &Asked,
    things: &[I],
    work: impl Fn(&I, &Budget) -> Result<T, Failure> + Send + Sync,
) -> PyResult<Vec<T>> {
    let next = AtomicUsize::new(0);
    // Things are taken in order, so whatever fails was taken after everything before it.
    let some = |switch: &Budget| {
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Relaxed);
            let Some(thing) = things.get(at) else { return Ok(done) };
            let result = attempt(&switch.within(asked.limits), |budget| work(thing, budget));
            match result.unwrap_or_else(|panic| Err(panic.into())) {
                Ok(found) => done.push((at, found)),
                Err(failure) => {
                    next.store(things.len(), Relaxed);
                    return Err((at, failure));
                }
            }
        }
    };
    let threads = Settings { threads: asked.threads, ..Settings::default() }.threads().clamp(1, things.len().max(1));
    let all = |switch: &Budget| {
        let some = &some;
        let shares: Vec<_> = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(move || some(switch))).collect();
            workers.into_iter().map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
        });
        let (mut done, mut failed) = (Vec::new(), None::<(usize, Failure)>);
        for share in shares {
            match share {
                Ok(share) => done.extend(share),
                Err((at, failure)) if failed.as_ref().is_none_or(|(first, _)| at < *first) => {
                    failed = Some((at, failure));
                }
                Err(_) => {}
            }
        }
        match failed {
            Some((_, failure)) => Err(failure),
            None => {
                done.sort_unstable_by_key(|(at, _)| *at);
                Ok(done.into_iter().map(|(_, found)| found).collect())
            }
        }
    };
    in_thread(py, asked, &Budget::unlimited(), &all)
}

fn attempt<T>(budget: &Budget, work: impl Fn(&Budget) -> Result<T, Failure>) -> Result<Result<T, Failure>, PyErr> {
    let entered = budget.enter();
    let result = catch_unwind(AssertUnwindSafe(|| caught(|| work(budget))));
    drop(entered);
    match result {
        Ok(result) => Ok(result.unwrap_or_else(|exhausted| Err(exhausted.into()))),
        Err(panic) => Err(broken(&*panic)),
    }
}

fn in_thread<T: Send>(
    py: Python<'_>,
    asked: &Asked,
    budget: &Budget,
    work: &(impl Fn(&Budget) -> Result<T, Failure> + Send + Sync),
) -> PyResult<T> {
    let done = (Mutex::new(None), Condvar::new());
    let mut interrupted = None;
    let result = std::thread::scope(|scope| {
        let run = || {
            let result = attempt(budget, work);
            *done.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
            done.1.notify_one();
        };
        std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run)?;
        let mut glances = 0;
        loop {
            let result = py.detach(|| {
                let waiting = done.0.lock().unwrap_or_else(PoisonError::into_inner);
                let mut waited = done.1.wait_timeout_while(waiting, GLANCE, |result| result.is_none());
                let guard = match &mut waited {
                    Ok((guard, _)) => guard,
                    Err(poisoned) => &mut poisoned.get_mut().0,
                };
                guard.take()
            });
            if let Some(result) = result {
                return Ok::<_, PyErr>(result);
            }
            glances += 1;
            if interrupted.is_none()
                && let Err(error) = py.check_signals().and_then(|()| tell(py, asked, budget, glances))
            {
                budget.cancel();
                interrupted = Some(error);
            }
        }
    })?;
    finish(py, asked, budget)?;
    match interrupted {
        Some(error) => Err(error),
        None => Ok(result??),
    }
}

/// Tells of progress now and then.
fn tell(py: Python<'_>, asked: &Asked, budget: &Budget, glances: u32) -> PyResult<()> {
    match &asked.progress {
        Some(tell) if glances.is_multiple_of(GLANCES_A_REPORT) => tell.call1(py, (budget.positions(),)).map(drop),
        _ => Ok(()),
    }
}

/// Tells whoever watches that the work has ended.
fn finish(py: Python<'_>, asked: &Asked, budget: &Budget) -> PyResult<()> {
    let Some(tell) = &asked.progress else { return Ok(()) };
    tell.call1(py, (budget.positions(),))?;
    if tell.bind(py).hasattr("close")? {
        tell.call_method0(py, "close")?;
    }
    Ok(())
}

/// A mistake of the library itself.
fn broken(panic: &(dyn std::any::Any + Send)) -> PyErr {
    let words = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    PyRuntimeError::new_err(format!("a mistake in grundy itself: {}", words.unwrap_or("it stopped without a word")))
}

/// A name that is one of those expected.
pub fn named<T: FromStr<Err = UnknownName>>(name: &str) -> PyResult<T> {
    name.parse().map_err(|unknown: UnknownName| Failure::Unsuitable(unknown.text()).into())
}

/// What a name that is one of these stands for.
pub fn chosen<T: Copy>(name: &str, all: &[(&'static str, T)]) -> PyResult<T> {
    match UnknownName::find(name, all, |one| one.0) {
        Ok(found) => Ok(found.1),
        Err(unknown) => Err(Failure::Unsuitable(unknown.text()).into()),
    }
}
