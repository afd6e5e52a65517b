//! Games written in Python.
//!
//! Positions are any Python objects that can be hashed, or that a `key` makes so. A dictionary of the interpreter gives each
//! a number when it is first met, and the searches see the numbers alone: they copy, hash and compare machine words. The
//! options, parts and images of a position are kept as numbers too, so each function of the user's is called once a position.

use crate::answer::unsuitable;
use crate::array::Numbers;
use crate::errors::say;
use crate::picture::Drawing;
use crate::position::{Position, catalogue};
use crate::sequence::NimberSequence;
use crate::work::{Asked, abandon, keep, look_up, named, with_python};
use grundy::budget::Budget;
use grundy::draw::Picture;
use grundy::game::{
    Draws, Game, ImpartialHints, Info, Input, Kind, Known, Outcome, Page, ParseError, PartisanHints, Play, Player,
    Refusal, Rules, Text, Theorem,
};
use grundy::games::{Catalogue, Listed, Source};
use grundy::rules::Report;
use grundy::solve::{self, NimberSearch, Placed, Subject};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyType};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

/// Calls between two looks at signals and progress.
const CALLS_A_LOOK: u32 = 512;

/// So many options are compared each with all others.
const FEW: usize = 24;

/// What stands between the terms of a sum.
const JOINED: &str = " + ";

/// Positions that are followed in search of a play that never ends.
const FOLLOWED: usize = 3000;

/// The functions of a game, and what they said.
pub struct Functions {
    id: u64,
    /// A weak reference to what Python calls the game.
    owner: Py<PyAny>,
    name: String,
    summary: String,
    notation: String,
    partisan: bool,
    /// Whether play may go round; what goes on for ever is a draw.
    loops: bool,
    /// The functions that list the options of Left and of Right.
    options: [Py<PyAny>; 2],
    hooks: Hooks,
    sum: Py<PyType>,
    /// The number of every position met.
    numbers: Py<PyDict>,
    known: Mutex<Met>,
}

/// The functions that a game may have.
struct Hooks {
    key: Option<Py<PyAny>>,
    split: Option<Py<PyAny>>,
    symmetries: Option<Py<PyAny>>,
    negative: Option<Py<PyAny>>,
    nimber: Option<Py<PyAny>>,
    text: Option<Py<PyAny>>,
    parse: Option<Py<PyAny>>,
    label: Option<Py<PyAny>>,
    draw: Option<Py<PyAny>>,
    ending: Option<Py<PyAny>>,
}

type List = Arc<[u32]>;

/// What is known of the positions met, by number.
#[derive(Default)]
struct Met {
    objects: Vec<Py<PyAny>>,
    options: Vec<[Option<List>; 2]>,
    parts: FxHashMap<u32, List>,
    images: FxHashMap<u32, u32>,
    nimbers: FxHashMap<u32, Option<u64>>,
    endings: FxHashMap<(u32, Player), Option<Outcome>>,
    /// Positions from which no endless play was found.
    ending: FxHashSet<u32>,
}

fn side(player: Player) -> usize {
    usize::from(player == Player::Right)
}

thread_local! {
    static CALLS: Cell<u32> = const { Cell::new(0) };
}

/// Now and then, hears signals and tells of progress.
fn glance() -> PyResult<()> {
    let calls = CALLS.get() + 1;
    CALLS.set(calls % CALLS_A_LOOK);
    if calls == CALLS_A_LOOK { Python::attach(look_up) } else { Ok(()) }
}

impl Functions {
    fn page(&self) -> Page<'_> {
        Page {
            name: &self.name,
            summary: &self.summary,
            rules: "The rules are written in Python.",
            notation: &self.notation,
            theorems: &[],
            examples: &[],
        }
    }

    /// Nothing of Python's runs while this is held.
    fn known(&self) -> MutexGuard<'_, Met> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of a position, a new one where it was not met before.
    fn number(&self, object: &Bound<'_, PyAny>) -> PyResult<u32> {
        let py = object.py();
        let keyed = match &self.hooks.key {
            Some(key) if !self.is_sum(object) => key.bind(py).call1((object,))?,
            _ => object.clone(),
        };
        let numbers = self.numbers.bind(py);
        if let Some(number) = numbers.get_item(&keyed)? {
            return number.extract();
        }
        let fresh = {
            let mut known = self.known();
            let fresh = u32::try_from(known.objects.len())
                .map_err(|_| PyOverflowError::new_err("more than four billion positions were met"))?;
            known.objects.push(object.clone().unbind());
            known.options.push([None, None]);
            fresh
        };
        // Another thread may have met the position meanwhile; the first number holds.
        numbers.call_method1("setdefault", (keyed, fresh))?.extract()
    }

    fn object<'py>(&self, py: Python<'py>, number: u32) -> Bound<'py, PyAny> {
        self.known().objects[number as usize].bind(py).clone()
    }

    fn is_sum(&self, object: &Bound<'_, PyAny>) -> bool {
        object.get_type().is(&self.sum)
    }

    /// The numbers of everything that an iterable gives, each once.
    fn listed(&self, objects: &Bound<'_, PyAny>) -> PyResult<Vec<u32>> {
        let mut list = Vec::new();
        let mut seen = FxHashSet::default();
        for object in objects.try_iter()? {
            let number = self.number(&object?)?;
            if list.len() < FEW {
                if !list.contains(&number) {
                    list.push(number);
                }
                continue;
            }
            if seen.is_empty() {
                seen.extend(&list);
            }
            if seen.insert(number) {
                list.push(number);
            }
        }
        Ok(list)
    }

    /// How the game has ended, where the user's `ending` says so.
    fn ending_of(&self, number: u32, player: Player) -> PyResult<Option<Outcome>> {
        let Some(hook) = &self.hooks.ending else { return Ok(None) };
        if let Some(&known) = self.known().endings.get(&(number, player)) {
            return Ok(known);
        }
        let word = Python::attach(|py| {
            let said = hook.bind(py).call1((self.object(py, number), player.name()))?;
            said.extract::<Option<String>>()
        })?;
        let ending = word.as_deref().map(named::<Outcome>).transpose()?;
        self.known().endings.insert((number, player), ending);
        Ok(ending)
    }

    /// The options of a position.
    fn options_of(&self, number: u32, player: Player) -> PyResult<List> {
        glance()?;
        if let Some(known) = &self.known().options[number as usize][side(player)] {
            return Ok(Arc::clone(known));
        }
        let ended = self.ending_of(number, player)?.is_some();
        let list: List = Python::attach(|py| -> PyResult<Vec<u32>> {
            let object = self.object(py, number);
            let list = if ended {
                Vec::new()
            } else if self.is_sum(&object) {
                self.options_of_sum(&object, player)?
            } else {
                self.listed(&self.options[side(player)].bind(py).call1((&object,))?)?
            };
            if !self.loops && list.contains(&number) {
                return Err(PyValueError::new_err(format!(
                    "a move leads back to the position it is made in: {}",
                    object.repr()?
                )));
            }
            Ok(list)
        })?
        .into();
        let mut known = self.known();
        if !self.partisan {
            known.options[number as usize][1] = Some(Arc::clone(&list));
        }
        known.options[number as usize][side(player)] = Some(Arc::clone(&list));
        Ok(list)
    }

    /// A move in a sum is a move in one of its terms.
    fn options_of_sum(&self, sum: &Bound<'_, PyAny>, player: Player) -> PyResult<Vec<u32>> {
        let py = sum.py();
        let terms = sum.try_iter()?.collect::<PyResult<Vec<_>>>()?;
        let mut list = Vec::new();
        for (at, term) in terms.iter().enumerate() {
            for &option in &*self.options_of(self.number(term)?, player)? {
                let mut others: Vec<Bound<'_, PyAny>> = terms.clone();
                let option = self.object(py, option);
                if self.is_sum(&option) {
                    others.splice(at..=at, option.try_iter()?.collect::<PyResult<Vec<_>>>()?);
                } else {
                    others[at] = option;
                }
                list.push(self.number(&self.sum.bind(py).call1((others,))?)?);
            }
        }
        let mut seen = FxHashSet::default();
        list.retain(|number| seen.insert(*number));
        Ok(list)
    }

    fn parts_of(&self, number: u32) -> PyResult<List> {
        if let Some(known) = self.known().parts.get(&number) {
            return Ok(Arc::clone(known));
        }
        let list: List = Python::attach(|py| -> PyResult<Vec<u32>> {
            let object = self.object(py, number);
            if self.is_sum(&object) {
                let mut parts = Vec::new();
                for term in object.try_iter()? {
                    parts.extend_from_slice(&self.parts_of(self.number(&term?)?)?);
                }
                return Ok(parts);
            }
            match &self.hooks.split {
                // Equal parts count as often as they are there.
                Some(split) => split.bind(py).call1((object,))?.try_iter()?.map(|part| self.number(&part?)).collect(),
                None => Ok(vec![number]),
            }
        })?
        .into();
        self.known().parts.insert(number, Arc::clone(&list));
        Ok(list)
    }

    /// The representative of the class of a position: the image that was met first.
    fn image_of(&self, number: u32) -> PyResult<u32> {
        let Some(symmetries) = &self.hooks.symmetries else { return Ok(number) };
        if let Some(&known) = self.known().images.get(&number) {
            return Ok(known);
        }
        let images = Python::attach(|py| {
            let object = self.object(py, number);
            if self.is_sum(&object) { Ok(Vec::new()) } else { self.listed(&symmetries.bind(py).call1((object,))?) }
        })?;
        let least = images.iter().copied().chain([number]).min().unwrap_or(number);
        let mut known = self.known();
        for image in images.into_iter().chain([number]) {
            known.images.entry(image).or_insert(least);
        }
        Ok(known.images.get(&number).copied().unwrap_or(number))
    }

    /// What the game states about a position.
    fn stated(&self, number: u32) -> PyResult<Option<u64>> {
        let Some(hook) = &self.hooks.nimber else { return Ok(None) };
        if let Some(&known) = self.known().nimbers.get(&number) {
            return Ok(known);
        }
        let stated = Python::attach(|py| {
            let object = self.object(py, number);
            if self.is_sum(&object) { Ok(None) } else { hook.bind(py).call1((object,))?.extract::<Option<u64>>() }
        })?;
        self.known().nimbers.insert(number, stated);
        Ok(stated)
    }

    fn written(&self, number: u32) -> PyResult<String> {
        Python::attach(|py| {
            let object = self.object(py, number);
            match &self.hooks.text {
                _ if self.is_sum(&object) => {
                    let terms = object.try_iter()?.map(|term| self.written(self.number(&term?)?));
                    Ok(terms.collect::<PyResult<Vec<_>>>()?.join(JOINED))
                }
                Some(text) => text.bind(py).call1((object,))?.extract(),
                None => object.repr()?.extract(),
            }
        })
    }

    fn named(&self, from: u32, to: u32) -> PyResult<String> {
        match &self.hooks.label {
            Some(label) => {
                Python::attach(|py| label.bind(py).call1((self.object(py, from), self.object(py, to)))?.extract())
            }
            None => Ok(format!("to {}", self.written(to)?)),
        }
    }

    /// What the user's `draw` gives: a picture, or SVG of the user's own.
    fn drawn(&self, number: u32) -> PyResult<Option<Drawn>> {
        let Some(draw) = &self.hooks.draw else { return Ok(None) };
        Python::attach(|py| {
            let drawn = draw.bind(py).call1((self.object(py, number),))?;
            if let Ok(picture) = drawn.cast::<Drawing>() {
                return Ok(Some(Drawn::Picture(Box::new(picture.get().picture()))));
            }
            if let Ok(svg) = drawn.cast::<PyString>() {
                return Ok(Some(Drawn::Svg(svg.extract()?)));
            }
            Err(PyTypeError::new_err("draw returns a grundy.Picture or a text of SVG"))
        })
    }

    fn read(&self, text: &str) -> PyResult<u32> {
        Python::attach(|py| {
            let object = |text: &str| match &self.hooks.parse {
                Some(parse) => parse.bind(py).call1((text,)),
                None => py.import("ast")?.call_method1("literal_eval", (text,)),
            };
            let whole = match object(text) {
                Err(error) if text.contains(JOINED) => {
                    let terms = text.split(JOINED).map(object).collect::<PyResult<Vec<_>>>();
                    self.sum.bind(py).call1((terms.map_err(|_| error)?,))?
                }
                other => other?,
            };
            self.number(&whole)
        })
    }

    /// Refuses a position from which play can come back to where it was; follows a bounded number of positions, deep first, so
    /// that rules which let a move be taken back are found out at once.
    fn refuse_cycles(&self, start: u32) -> PyResult<()> {
        if self.loops || self.known().ending.contains(&start) {
            return Ok(());
        }
        let players: &[Player] = if self.partisan { &Player::BOTH } else { &[Player::Left] };
        let following = |number: u32| -> PyResult<std::vec::IntoIter<u32>> {
            let mut all = Vec::new();
            for &player in players {
                all.extend_from_slice(&self.options_of(number, player)?);
            }
            Ok(all.into_iter())
        };
        let mut open = FxHashMap::from_iter([(start, true)]);
        let mut play = vec![(start, following(start)?)];
        while let Some((number, left)) = play.last_mut() {
            let Some(next) = left.next() else {
                open.insert(*number, false);
                play.pop();
                continue;
            };
            match open.get(&next) {
                Some(true) => {
                    let round =
                        play.iter().map(|(number, _)| *number).skip_while(|&number| number != next).chain([next]);
                    let names = round.take(8).map(|number| self.written(number)).collect::<PyResult<Vec<_>>>()?;
                    return Err(unsuitable(
                        Text::new("play can go on for ever: {cycle}").with("cycle", names.join(" → ")),
                    ));
                }
                Some(false) => {}
                None if open.len() >= FOLLOWED => {
                    self.known().ending.insert(start);
                    return Ok(());
                }
                None if self.known().ending.contains(&next) => {
                    open.insert(next, false);
                }
                None => {
                    open.insert(next, true);
                    play.push((next, following(next)?));
                }
            }
        }
        self.known().ending.extend(open.into_keys());
        Ok(())
    }
}

enum Drawn {
    Picture(Box<Picture>),
    Svg(String),
}

/// The rules of a game written in Python; `swapped` when Left and Right have changed places.
#[derive(Clone)]
pub struct PythonGame<const PARTISAN: bool> {
    functions: Arc<Functions>,
    swapped: bool,
}

impl<const PARTISAN: bool> PartialEq for PythonGame<PARTISAN> {
    fn eq(&self, other: &Self) -> bool {
        self.functions.id == other.functions.id && self.swapped == other.swapped
    }
}

/// What cannot fail in the library fails in Python: the work is left, and the error told where it began.
fn or_abandon<T>(result: PyResult<T>) -> T {
    result.unwrap_or_else(|error| abandon(error))
}

impl<const PARTISAN: bool> Rules for PythonGame<PARTISAN> {
    type Position = u32;
    type Move = u32;

    const KIND: Kind = if PARTISAN { Kind::Partisan } else { Kind::Impartial };

    const DRAWS: Draws = Draws::Perhaps;

    fn moves(&self, position: &u32, player: Player, moves: &mut Vec<u32>) -> Result<(), Refusal> {
        let player = if self.swapped { player.other() } else { player };
        match self.functions.options_of(*position, player) {
            Ok(list) => {
                moves.extend_from_slice(&list);
                Ok(())
            }
            Err(error) => {
                let why = Refusal::failed(Text::verbatim(&error));
                keep(error);
                Err(why)
            }
        }
    }

    fn play(&self, position: &mut u32, played: &u32) {
        *position = *played;
    }

    fn ends(&self) -> bool {
        !self.functions.loops
    }

    /// Nobody has followed all plays.
    fn surely_ends(&self) -> bool {
        false
    }

    fn declares(&self) -> bool {
        self.functions.hooks.ending.is_some()
    }

    fn ending(&self, position: &u32, player: Player) -> Option<Outcome> {
        let asked = if self.swapped { player.other() } else { player };
        let ending = or_abandon(self.functions.ending_of(*position, asked))?;
        Some(match ending {
            Outcome::Left if self.swapped => Outcome::Right,
            Outcome::Right if self.swapped => Outcome::Left,
            other => other,
        })
    }

    fn split(&self, position: &u32, parts: &mut Vec<u32>) {
        parts.extend_from_slice(&or_abandon(self.functions.parts_of(*position)));
    }

    fn canonicalise(&self, position: &mut u32) {
        *position = or_abandon(self.functions.image_of(*position));
    }

    fn theorem(&self, position: &u32, play: Play) -> Option<Theorem<u32>> {
        if PARTISAN || play != Play::Normal {
            return None;
        }
        let nimber = or_abandon(self.functions.stated(*position))?;
        let reason = Text::new("the rules state the nimber {nimber}").with("nimber", nimber);
        Some(Theorem { known: Known::Nimber(nimber), reason, winning: None })
    }

    fn position_bytes(&self, _: &u32) -> usize {
        // The object, its place in the dictionary, its options.
        256
    }
}

impl<const PARTISAN: bool> ImpartialHints for PythonGame<PARTISAN> {
    fn closed_form(&self, position: &u32) -> Option<u64> {
        if PARTISAN { None } else { or_abandon(self.functions.stated(*position)) }
    }
}

impl<const PARTISAN: bool> PartisanHints for PythonGame<PARTISAN> {
    fn negate(&self, position: &mut u32) -> bool {
        if !PARTISAN {
            return true;
        }
        let Some(negative) = &self.functions.hooks.negative else { return false };
        let negated = Python::attach(|py| {
            let object = self.functions.object(py, *position);
            self.functions.number(&negative.bind(py).call1((object,))?)
        });
        *position = or_abandon(negated);
        true
    }

    fn exchanged(&self) -> Option<Self> {
        Some(Self { functions: Arc::clone(&self.functions), swapped: !self.swapped })
    }
}

/// The argument in the notation that says that the players have changed places.
const SWAPPED: &str = "swapped";

impl<const PARTISAN: bool> Game for PythonGame<PARTISAN> {
    const INFO: Info = Page { name: "", summary: "", rules: "", notation: "", theorems: &[], examples: &[] };

    fn page(&self) -> Page<'_> {
        self.functions.page()
    }

    fn read(input: &Input<'_>) -> Result<(Self, u32), ParseError> {
        Err(input.position_error("these rules are written in Python"))
    }

    fn arguments(&self) -> Option<String> {
        self.swapped.then(|| SWAPPED.to_owned())
    }

    fn write(&self, position: &u32) -> String {
        or_abandon(self.functions.written(*position))
    }

    fn label(&self, position: &u32, played: &u32) -> String {
        or_abandon(self.functions.named(*position, *played))
    }

    fn picture(&self, position: &u32) -> Picture {
        if let Some(Drawn::Picture(picture)) = or_abandon(self.functions.drawn(*position)) {
            return *picture;
        }
        let text = self.text(position);
        let mut picture = Picture::new(text.clone()).describe(Text::known(&self.functions.summary));
        picture.label((0.0, 0.0), text);
        picture
    }

    fn small() -> Vec<String> {
        Vec::new()
    }
}

fn placed(functions: &Arc<Functions>, number: u32, swapped: bool) -> Box<dyn Subject> {
    let functions = Arc::clone(functions);
    if functions.partisan {
        Placed::boxed(PythonGame::<true> { functions, swapped }, number)
    } else {
        Placed::boxed(PythonGame::<false> { functions, swapped: false }, number)
    }
}

/// The functions and the number behind a position of a game written in Python.
fn behind(subject: &dyn Subject) -> Option<(&Arc<Functions>, u32)> {
    if let Some(placed) = subject.as_any().downcast_ref::<Placed<PythonGame<true>>>() {
        return Some((&placed.rules().functions, *placed.position()));
    }
    let placed = subject.as_any().downcast_ref::<Placed<PythonGame<false>>>()?;
    Some((&placed.rules().functions, *placed.position()))
}

/// Whether some part of a position is of a game written in Python.
pub fn has_python(position: &solve::Position) -> bool {
    position.parts().iter().any(|part| behind(&**part).is_some())
}

/// The game and the object of a position of a game written in Python.
pub fn python_part<'py>(
    py: Python<'py>,
    subject: &dyn Subject,
) -> PyResult<Option<(Bound<'py, PyAny>, Bound<'py, PyAny>)>> {
    let Some((functions, number)) = behind(subject) else { return Ok(None) };
    let owner = functions.owner.bind(py).call0()?;
    if owner.is_none() {
        return Err(PyTypeError::new_err("the game of this position is no longer there, so it cannot be named"));
    }
    Ok(Some((owner, functions.object(py, number))))
}

/// The object of a position of a game written in Python.
pub fn python_object<'py>(py: Python<'py>, subject: &dyn Subject) -> Option<Bound<'py, PyAny>> {
    behind(subject).map(|(functions, number)| functions.object(py, number))
}

/// The SVG that a game written in Python draws itself.
pub fn own_svg(position: &solve::Position) -> PyResult<Option<String>> {
    let [only] = position.parts() else { return Ok(None) };
    let Some((functions, number)) = behind(&**only) else { return Ok(None) };
    Ok(match functions.drawn(number)? {
        Some(Drawn::Svg(svg)) => Some(svg),
        _ => None,
    })
}

/// Refuses positions from which play never ends.
pub fn refuse_cycles(position: &solve::Position) -> PyResult<()> {
    for (functions, number) in position.parts().iter().filter_map(|part| behind(&**part)) {
        functions.refuse_cycles(number)?;
    }
    Ok(())
}

/// The games written in Python, by name, as long as somebody uses them.
static REGISTER: Mutex<BTreeMap<String, Weak<Functions>>> = Mutex::new(BTreeMap::new());

/// The register, without games that are gone.
fn register() -> MutexGuard<'static, BTreeMap<String, Weak<Functions>>> {
    let mut register = REGISTER.lock().unwrap_or_else(PoisonError::into_inner);
    register.retain(|_, functions| functions.strong_count() > 0);
    register
}

/// Whether there is any.
pub fn any_registered() -> bool {
    !register().is_empty()
}

/// The games written in Python, as a catalogue finds them.
pub struct PythonGames;

/// One of them, with small positions for the conformance suite.
struct Registered {
    functions: Arc<Functions>,
    small: Vec<Py<PyAny>>,
}

impl Source for PythonGames {
    fn find(&self, name: &str, _: &Input<'_>) -> Option<Result<Arc<dyn Listed>, ParseError>> {
        let functions = register().get(name)?.upgrade()?;
        Some(Ok(Arc::new(Registered { functions, small: Vec::new() })))
    }

    fn names(&self) -> Vec<String> {
        register().keys().cloned().collect()
    }
}

impl Listed for Registered {
    fn page(&self) -> Page<'_> {
        self.functions.page()
    }

    fn read(&self, input: &Input<'_>, _: &Catalogue) -> Result<Box<dyn Subject>, ParseError> {
        let swapped = match input.arguments {
            None => false,
            Some((SWAPPED, _)) if self.functions.partisan => true,
            Some(_) => return input.no_arguments().map(|()| placed(&self.functions, 0, false)),
        };
        match self.functions.read(input.position.0) {
            Ok(number) => Ok(placed(&self.functions, number, swapped)),
            Err(error) => Err(input
                .position_error(Text::verbatim(error))
                .help("a `parse` function of the game reads its positions")),
        }
    }

    fn small(&self) -> Vec<String> {
        let functions = &self.functions;
        let texts = self.small.iter().map(|object| {
            let number = Python::attach(|py| functions.number(object.bind(py)))?;
            Ok(grundy::game::notation::write(&functions.name, None, &functions.written(number)?))
        });
        or_abandon(texts.collect::<PyResult<Vec<_>>>())
    }
}

/// What stands behind a game written in Python; :func:`grundy.game` makes it.
#[pyclass(frozen, module = "grundy._grundy", name = "GameCore")]
pub struct GameCore {
    functions: Arc<Functions>,
}

/// A number that no other game of this program has.
fn next_id() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Relaxed)
}

fn hook(hooks: &Bound<'_, PyDict>, name: &str) -> PyResult<Option<Py<PyAny>>> {
    Ok(hooks.get_item(name)?.filter(|found| !found.is_none()).map(Bound::unbind))
}

#[pymethods]
impl GameCore {
    #[new]
    fn new(
        owner: Bound<'_, PyAny>,
        name: String,
        summary: String,
        options: (Py<PyAny>, Py<PyAny>),
        partisan: bool,
        loops: bool,
        hooks: &Bound<'_, PyDict>,
    ) -> PyResult<Self> {
        let py = owner.py();
        let fits = name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if !fits {
            return Err(PyValueError::new_err(format!(
                "`{name}` cannot be the name of a game: expected letters, digits and `_`"
            )));
        }
        if catalogue().game(&name).is_some() {
            return Err(PyValueError::new_err(format!(
                "there is a game named `{name}` already; give yours another name"
            )));
        }
        let functions = Arc::new(Functions {
            id: next_id(),
            notation: format!("{name}:POSITION"),
            name: name.clone(),
            summary,
            partisan,
            loops,
            options: [options.0, options.1],
            hooks: Hooks {
                key: hook(hooks, "key")?,
                split: hook(hooks, "split")?,
                symmetries: hook(hooks, "symmetries")?,
                negative: hook(hooks, "negative")?,
                nimber: hook(hooks, "nimber")?,
                text: hook(hooks, "text")?,
                parse: hook(hooks, "parse")?,
                label: hook(hooks, "label")?,
                draw: hook(hooks, "draw")?,
                ending: hook(hooks, "ending")?,
            },
            sum: py.import("grundy._games")?.getattr("Sum")?.cast_into::<PyType>()?.unbind(),
            numbers: PyDict::new(py).unbind(),
            known: Mutex::default(),
            owner: owner.unbind(),
        });
        register().insert(name, Arc::downgrade(&functions));
        Ok(Self { functions })
    }

    /// The position of the game that an object stands for.
    fn position(&self, object: &Bound<'_, PyAny>) -> PyResult<Position> {
        let number = self.functions.number(object)?;
        Ok(Position::new(solve::Position::new(vec![placed(&self.functions, number, false)])))
    }

    /// The nimbers of positions 0, 1, 2, … up to `to`.
    #[pyo3(signature = (to, **limits))]
    fn sequence(&self, py: Python<'_>, to: u32, limits: Option<&Bound<'_, PyDict>>) -> PyResult<NimberSequence> {
        if self.functions.partisan {
            return Err(unsuitable(
                Text::new("{what} are for impartial positions").with_text("what", Text::new("nimbers")),
            ));
        }
        if self.functions.loops || self.functions.hooks.ending.is_some() {
            return Err(unsuitable(Text::new("{position} may be drawn").with("position", &self.functions.name)));
        }
        let asked = Asked::of(limits)?;
        let game = PythonGame::<false> { functions: Arc::clone(&self.functions), swapped: false };
        let values = with_python(py, &asked, |budget: &Budget| {
            let settings = asked.settings(Play::Normal, solve::Method::Auto, budget);
            let mut search = NimberSearch::new(&game, &settings, true);
            let mut values = Vec::new();
            for heap in 0..=to {
                let number = self.functions.number(&heap.into_pyobject(py).map_err(PyErr::from)?.into_any())?;
                if heap < 3 {
                    self.functions.refuse_cycles(number)?;
                }
                let nimber = search.nimber(&number)?;
                values.push(
                    u32::try_from(nimber)
                        .map_err(|_| PyOverflowError::new_err("a nimber is too large for a sequence"))?,
                );
            }
            Ok(values)
        })?;
        Ok(NimberSequence::observed(self.functions.name.clone(), Numbers::Words(Arc::new(values))))
    }

    /// How many positions were met.
    #[getter]
    fn met(&self) -> usize {
        self.functions.known().objects.len()
    }

    /// Checks the game on small positions as the conformance suite does; returns positions, problems and positions a second.
    fn check(&self, py: Python<'_>, small: Vec<Py<PyAny>>, seconds: f64) -> PyResult<(usize, usize, Vec<String>, f64)> {
        let time =
            Duration::try_from_secs_f64(seconds).map_err(|_| PyValueError::new_err("seconds must be 0 or more"))?;
        let game = Registered { functions: Arc::clone(&self.functions), small };
        let report = with_python(py, &Asked::of(None)?, |_| Ok(Report::of(&game, catalogue(), time)))?;
        Ok((report.starts, report.positions, report.problems.iter().map(say).collect(), report.speed))
    }
}

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<GameCore>()
}
