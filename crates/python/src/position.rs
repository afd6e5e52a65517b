//! Positions: what a user asks about.

use crate::answer::{Answered, Certificate, Explanation, RatedMove};
use crate::errors::{Failure, NotationError, UndecidedError, UnsuitableError, say};
use crate::game::{PythonGames, any_registered, has_python, own_svg, python_object, python_part, refuse_cycles};
use crate::library::oracles;
use crate::picture::Drawing;
use crate::states::StateGraph;
use crate::store::Portable;
use crate::table::{Row, Table};
use crate::value::{Operand, Value, is_number};
use crate::work::{Asked, Extent, Partial, Whole, chosen, named, on_each, with_python, without_python};
use grundy::budget::Budget;
use grundy::draw::Gesture;
use grundy::game::{FileError, Files, Kind, Outcome, Play, Player, nearest};
use grundy::games::Catalogue;
use grundy::lang::Text;
use grundy::rules::Shelf as RulesShelf;
use grundy::solve::{self, Method, Oracle, Step, Worth};
use grundy::value::Store;
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::sync::{Arc, LazyLock, OnceLock};

/// Files of the user's, as far as they fit into memory.
pub struct FileSystem;

/// Bytes of the largest file that is read.
const LARGEST: u64 = 1 << 30;

impl Files for FileSystem {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        let unread = |error: std::io::Error| FileError(Text::of_system(&error));
        if std::fs::metadata(path).map_err(unread)?.len() > LARGEST {
            return Err(FileError(
                Text::new("there are more than the {most} bytes that are read within the memory budget")
                    .with("most", LARGEST),
            ));
        }
        std::fs::read(path).map_err(unread)
    }

    fn most(&self) -> u64 {
        LARGEST
    }
}

/// The games of Grundy, those written in Python, and those of the user's rules files.
pub fn catalogue() -> &'static Catalogue {
    static CATALOGUE: LazyLock<Catalogue> =
        LazyLock::new(|| Catalogue::standard().with_source(PythonGames).with_source(RulesShelf::of_user()));
    &CATALOGUE
}

/// Reads a position, asking nothing of it.
pub fn parse(py: Python<'_>, text: &str) -> PyResult<solve::Position> {
    // A game written in Python may read its own positions.
    with_python(py, &Asked::of(None)?, |_| Ok(catalogue().parse(text, &FileSystem)?))
}

/// A position of some game, or a sum of positions. Made by :func:`grundy.position`.
///
/// ``+`` puts positions side by side, ``-p`` swaps the players, and ``p == q`` asks whether the positions have the same *value*: whether
/// each can take the other's place in any sum under normal play. :meth:`same` asks whether they are the same position.
///
/// >>> import grundy
/// >>> p = grundy.position("nim:3,4,5")
/// >>> p.outcome, p.nimber, p.value
/// ('first', 2, value('*2'))
/// >>> p.winning_moves
/// [<move: take 2 from heap 1, to nim:1,4,5>]
/// >>> p == grundy.position("nim:2"), p.same(grundy.position("nim:2"))
/// (True, False)
/// >>> (p + "nim:2").outcome
/// 'second'
#[pyclass(frozen, module = "grundy", name = "Position", weakref)]
pub struct Position {
    pub inner: solve::Position,
    /// Whether some part is of a game written in Python.
    python: bool,
    nimber: OnceLock<u64>,
}

/// The name of a move, the keys to click for it, those of the things it takes and of those it moves.
type Ways = Vec<(String, Vec<String>, Vec<String>, Vec<String>)>;

/// How a certificate is made.
type Prove = fn(&solve::Position, &solve::Settings) -> Result<solve::Certificate, solve::Stop>;

/// How an answer is to be found.
#[derive(Default)]
struct How {
    play: Play,
    method: Method,
    tables: Vec<Arc<dyn Oracle>>,
}

impl How {
    fn of(play: &str, method: &str, table: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        Ok(Self { play: named(play)?, method: named(method)?, tables: oracles(table)? })
    }
}

impl Position {
    pub fn new(inner: solve::Position) -> Self {
        let python = has_python(&inner);
        Self { inner, python, nimber: OnceLock::new() }
    }

    /// Asks the library something about the position.
    pub fn ask<T: Extent + Send>(
        &self,
        py: Python<'_>,
        asked: &Asked,
        question: impl Fn(&solve::Position, &Budget) -> Result<T, Failure> + Send + Sync,
    ) -> PyResult<T> {
        if self.python {
            with_python(py, asked, |budget| question(&self.inner, budget))
        } else {
            without_python(py, asked, |budget| question(&self.inner, budget))
        }
    }

    /// As [`Position::ask`], for questions about all play that follows, which must end.
    fn search<T: Extent + Send>(
        &self,
        py: Python<'_>,
        asked: &Asked,
        question: impl Fn(&solve::Position, &Budget) -> Result<T, Failure> + Send + Sync,
    ) -> PyResult<T> {
        self.ask(py, asked, |position, budget| {
            refuse_cycles(position)?;
            question(position, budget)
        })
    }

    /// Threads of a search cannot all hold the interpreter.
    fn settings(&self, asked: &Asked, play: Play, method: Method, budget: &Budget) -> solve::Settings {
        let mut settings = asked.settings(play, method, budget);
        if self.python {
            settings.threads = 1;
        }
        settings
    }

    fn answer(&self, py: Python<'_>, asked: &Asked, how: &How) -> PyResult<solve::Answer> {
        self.search(py, asked, |position, budget| {
            let mut settings = self.settings(asked, how.play, how.method, budget);
            settings.oracles.clone_from(&how.tables);
            Ok(Partial(solve::answer(position, &settings)?))
        })
        .map(|found| found.0)
    }

    /// The answer, which must name the winner.
    fn decided(&self, py: Python<'_>) -> PyResult<solve::Answer> {
        let answer = self.answer(py, &Asked::of(None)?, &How::default())?;
        match answer.outcome {
            Some(_) => Ok(answer),
            None => Err(UndecidedError::new_err(say(&answer.reason))),
        }
    }

    /// Its value under normal play.
    pub fn value_of(&self, py: Python<'_>) -> PyResult<Value> {
        let portable = self.search(py, &Asked::of(None)?, |position, budget| {
            let mut store = Store::new(budget);
            let value = if position.kind() == Kind::Impartial {
                let nimber =
                    nimber_of(position, &self.settings(&Asked::of(None)?, Play::Normal, Method::Auto, budget))?;
                store.nimber(nimber)?
            } else {
                solve::position_value(position, 0, &mut store)?
            };
            Ok(Whole(Portable::of(&mut store, value)?))
        })?;
        Value::import(py, &portable.0)
    }

    fn nimber_of(&self, py: Python<'_>) -> PyResult<u64> {
        if let Some(&known) = self.nimber.get() {
            return Ok(known);
        }
        let asked = Asked::of(None)?;
        let found = self.search(py, &asked, |position, budget| {
            let settings = self.settings(&asked, Play::Normal, Method::Auto, budget);
            Ok(Whole(nimber_of(position, &settings)?))
        })?;
        Ok(*self.nimber.get_or_init(|| found.0))
    }

    /// Whether the two have the same value.
    fn equals(&self, other: &Self, py: Python<'_>) -> PyResult<bool> {
        if self.inner.same(&other.inner) {
            return Ok(true);
        }
        match (self.inner.kind(), other.inner.kind()) {
            (Kind::Impartial, Kind::Impartial) => Ok(self.nimber_of(py)? == other.nimber_of(py)?),
            _ => {
                let difference = self.plus(&other.negative(py)?.inner);
                let answer = difference.decided(py)?;
                Ok(answer.outcome == Some(Outcome::Second))
            }
        }
    }

    fn plus(&self, other: &solve::Position) -> Self {
        Self::new(solve::Position::new(self.inner.parts().iter().chain(other.parts()).cloned().collect()))
    }

    /// The position with the players swapped; where the rules of a part cannot say it, that part becomes its value.
    fn negative(&self, py: Python<'_>) -> PyResult<Self> {
        let mut parts = Vec::new();
        for part in self.inner.parts() {
            match part.negative() {
                Some(negative) => parts.push(negative),
                None => {
                    let alone = Self::new(solve::Position::new(vec![part.clone()]));
                    let value = Bound::new(py, alone.value_of(py)?)?;
                    let text = value.as_any().neg()?.str()?;
                    parts.extend(parse(py, &text.to_cow()?)?.parts().iter().cloned());
                }
            }
        }
        Ok(Self::new(solve::Position::new(parts)))
    }
}

fn nimber_of(position: &solve::Position, settings: &solve::Settings) -> Result<u64, Failure> {
    let answer = solve::nimber(position, settings)?;
    match (answer.value.as_ref().and_then(Worth::nimber), answer.stopped) {
        (Some(nimber), _) => Ok(nimber),
        (None, Some(stop)) => Err(stop.into()),
        (None, None) => Err(Failure::Unsuitable(Text::new("{position} has no nimber").with("position", position))),
    }
}

/// Something that stands for a position: a position, a text, a value.
pub fn position_of(object: &Bound<'_, PyAny>) -> PyResult<solve::Position> {
    let py = object.py();
    if let Ok(position) = object.cast::<Position>() {
        return Ok(position.get().inner.clone());
    }
    if let Ok(text) = object.cast::<PyString>() {
        return parse(py, &text.to_cow()?);
    }
    let value = Operand::of(object).map_err(|_| PyTypeError::new_err("a position, a text or a value is expected"))?;
    parse(py, &value.text()?)
}

fn player_of(name: Option<&str>) -> PyResult<Option<Player>> {
    name.map(named).transpose()
}

#[pymethods]
impl Position {
    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        with_python(py, &Asked::of(None)?, |_| Ok(self.inner.to_string()))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("position({})", PyString::new(py, &self.__str__(py)?).repr()?))
    }

    fn __add__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(self.plus(&position_of(other)?))
    }

    fn __radd__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self::new(position_of(other)?).plus(&self.inner))
    }

    fn __sub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        let other = Self::new(position_of(other)?).negative(other.py())?;
        Ok(self.plus(&other.inner))
    }

    fn __neg__(&self, py: Python<'_>) -> PyResult<Self> {
        self.negative(py)
    }

    fn __richcmp__<'py>(&self, other: &Bound<'py, PyAny>, operation: CompareOp) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        if let Ok(other) = other.cast::<Self>()
            && matches!(operation, CompareOp::Eq | CompareOp::Ne)
        {
            let holds = self.equals(other.get(), py)? == matches!(operation, CompareOp::Eq);
            return Ok(holds.into_pyobject(py)?.to_owned().into_any());
        }
        if !(other.is_instance_of::<Self>() || other.is_instance_of::<Value>() || is_number(other)?) {
            return Ok(py.NotImplemented().into_bound(py));
        }
        let value = Bound::new(py, self.value_of(py)?)?;
        let other = match other.cast::<Self>() {
            Ok(position) => Bound::new(py, position.get().value_of(py)?)?.into_any(),
            Err(_) => other.clone(),
        };
        value.as_any().rich_compare(other, operation)
    }

    /// Positions of equal value have equal hashes, so this works the value out; ``str(p)`` is a cheaper key.
    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        let value = if self.inner.kind() == Kind::Impartial {
            let nimber = self.nimber_of(py)?;
            py.import("grundy")?.call_method1("nimber", (nimber,))?
        } else {
            Bound::new(py, self.value_of(py)?)?.into_any()
        };
        value.hash()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let package = py.import("grundy")?;
        if !self.python {
            return Ok((package.getattr("position")?, (self.inner.to_string(),).into_pyobject(py)?.into_any()));
        }
        let mut parts = Vec::new();
        for part in self.inner.parts() {
            parts.push(match python_part(py, &**part)? {
                Some((game, object)) => (game, object).into_pyobject(py)?.into_any(),
                None => part.text().into_pyobject(py)?.into_any(),
            });
        }
        let restore = py.import("grundy._games")?.getattr("restore")?;
        Ok((restore, (parts,).into_pyobject(py)?.into_any()))
    }

    /// Whether it is the very same position: the same parts in the same order.
    fn same(&self, other: &Self) -> bool {
        self.inner.same(&other.inner)
    }

    /// The representative of its class under symmetries.
    fn canonical(&self, py: Python<'_>) -> PyResult<Self> {
        self.ask(py, &Asked::of(None)?, |position, _| Ok(Whole(position.canonical()))).map(|found| Self::new(found.0))
    }

    /// The positions side by side, each alone.
    #[getter]
    fn parts(&self) -> Vec<Self> {
        self.inner.parts().iter().map(|part| Self::new(solve::Position::new(vec![part.clone()]))).collect()
    }

    /// The independent components into which the position falls.
    fn split(&self, py: Python<'_>) -> PyResult<Vec<Self>> {
        let parts = self.ask(py, &Asked::of(None)?, |position, _| {
            Ok(Whole(position.parts().iter().flat_map(|part| part.split()).collect::<Vec<_>>()))
        })?;
        Ok(parts.0.into_iter().map(|part| Self::new(solve::Position::new(vec![part]))).collect())
    }

    /// Whether Left and Right have moves of their own.
    #[getter]
    fn is_partisan(&self) -> bool {
        self.inner.kind() == Kind::Partisan
    }

    /// For a position of a game written in Python: the object it stands for.
    #[getter]
    fn state<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        match self.inner.parts() {
            [only] => python_object(py, &**only),
            _ => None,
        }
    }

    /// The position drawn with characters.
    #[getter]
    fn board(&self, py: Python<'_>) -> PyResult<String> {
        with_python(py, &Asked::of(None)?, |_| Ok(self.inner.board()))
    }

    /// Every legal move with where it leads; in partisan games of one player (``"left"`` or ``"right"``) or of both.
    ///
    /// >>> import grundy
    /// >>> [str(move) for move in grundy.position("nim:2,1").moves()]
    /// ['take 1 from heap 1', 'take 2 from heap 1', 'take 1 from heap 2']
    #[pyo3(signature = (player=None))]
    fn moves(&self, py: Python<'_>, player: Option<&str>) -> PyResult<Vec<Move>> {
        let partisan = self.inner.kind() == Kind::Partisan;
        let players = match (player_of(player)?, partisan) {
            (Some(player), _) => vec![player],
            (None, true) => Player::BOTH.to_vec(),
            (None, false) => vec![Player::Left],
        };
        let found = self.ask(py, &Asked::of(None)?, |position, budget| {
            let mut found = Vec::new();
            for &player in &players {
                position.parts().iter().try_for_each(|part| part.afford_moves(budget))?;
                found.extend(position.moves(player)?.into_iter().map(|option| (option, player)));
            }
            Ok(Whole(found))
        })?;
        let named = |player: Player| partisan.then(|| player.name());
        Ok(found
            .0
            .into_iter()
            .map(|(option, player)| Move { label: option.label, to: option.to, player: named(player) })
            .collect())
    }

    /// The position after a move, which is given by its name or as a :class:`Move`. In partisan games a name that both players
    /// have is Left's, unless ``player`` says otherwise.
    ///
    /// >>> import grundy
    /// >>> grundy.position("nim:3,4,5").play("take 2 from heap 1")
    /// position('nim:1,4,5')
    #[pyo3(signature = (r#move, player=None))]
    fn play(&self, r#move: &Bound<'_, PyAny>, player: Option<&str>) -> PyResult<Self> {
        let py = r#move.py();
        let (label, player) = match r#move.cast::<Move>() {
            Ok(given) => (given.get().label.clone(), player.or(given.get().player)),
            Err(_) => (r#move.extract::<String>()?, player),
        };
        let moves = self.moves(py, player)?;
        if let Some(found) = moves.iter().find(|found| found.label == label) {
            return Ok(Self::new(found.to.clone()));
        }
        let meant = nearest(&label, moves.iter().map(|found| found.label.as_str()));
        let hint = meant.map_or(String::new(), |meant| format!("; did you mean `{meant}`?"));
        Err(PyValueError::new_err(format!("`{label}` is not a move of {}{hint}", self.__str__(py)?)))
    }

    /// Who wins, why, and with which moves.
    ///
    /// ``play`` is ``"normal"`` or ``"misere"``; ``method`` one of ``"auto"``, ``"theorem"``, ``"kernel"``, ``"search"``, ``"value"``,
    /// ``"recursion"``, ``"retrograde"``; ``table`` names a whole table on disk, or several, that are asked before any search. Limits:
    /// ``time`` in seconds, ``memory`` in bytes, ``positions``, ``threads`` (0: one a core), and ``progress`` (``True`` for a bar, or a
    /// function that is told how many positions were visited). An answer that was not found within the limits has no outcome and says
    /// why in ``stopped``.
    ///
    /// >>> import grundy
    /// >>> answer = grundy.position("nim:1,1,1").solve(play="misere")
    /// >>> answer.outcome
    /// 'second'
    #[pyo3(signature = (*, play="normal", method="auto", table=None, **limits))]
    fn solve(
        &self,
        py: Python<'_>,
        play: &str,
        method: &str,
        table: Option<&Bound<'_, PyAny>>,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Answered> {
        let answer = self.answer(py, &Asked::of(limits)?, &How::of(play, method, table)?)?;
        Ok(Answered::new(answer))
    }

    /// Every legal move with who wins after it and the value it leads to, winning moves first.
    #[pyo3(signature = (*, play="normal", method="auto", **limits))]
    fn rated_moves(
        &self,
        py: Python<'_>,
        play: &str,
        method: &str,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Vec<RatedMove>> {
        let (play, method, asked) = (named(play)?, named(method)?, Asked::of(limits)?);
        let found = self.search(py, &asked, |position, budget| {
            Ok(Partial(solve::moves(position, &self.settings(&asked, play, method, budget))?))
        })?;
        Ok(found.0.moves.into_iter().map(RatedMove::new).collect())
    }

    /// The reason with its working, line by line.
    ///
    /// >>> import grundy
    /// >>> grundy.position("nim:1,2").explain().decided
    /// True
    #[pyo3(signature = (*, play="normal", method="auto", **limits))]
    fn explain(
        &self,
        py: Python<'_>,
        play: &str,
        method: &str,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Explanation> {
        let (play, method, asked) = (named(play)?, named(method)?, Asked::of(limits)?);
        let found = self.search(py, &asked, |position, budget| {
            Ok(Partial(solve::explain(position, &self.settings(&asked, play, method, budget))?))
        })?;
        Ok(Explanation::new(&found.0))
    }

    /// A proof that :func:`grundy.check_certificate` verifies by the rules alone: with ``prove`` of the ``"nimber"``, the ``"outcome"`` or
    /// the ``"value"``; without, of the nimber of an impartial position under normal play, otherwise of who wins.
    ///
    /// >>> import grundy
    /// >>> grundy.position("domineering:2x2").certificate(prove="value").statement
    /// 'the value of domineering:..|.. is {1|-1}'
    #[pyo3(signature = (*, play="normal", prove=None, **limits))]
    fn certificate(
        &self,
        py: Python<'_>,
        play: &str,
        prove: Option<&str>,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Certificate> {
        let (play, asked) = (named(play)?, Asked::of(limits)?);
        let proofs: [(&str, Prove); 3] =
            [("nimber", solve::prove_nimber), ("outcome", solve::prove_outcome), ("value", solve::prove_value)];
        let prove = prove.map_or(Ok(solve::prove as Prove), |what| chosen(what, &proofs))?;
        let found = self.search(py, &asked, |position, budget| {
            Ok(Whole(prove(position, &self.settings(&asked, play, Method::Auto, budget))?))
        })?;
        Ok(Certificate::new(found.0))
    }

    /// Everything that can be reached, with all labels. ``merge`` joins positions that differ by a symmetry only. Partisan
    /// positions have who wins in place of nimbers; of those at most ``most`` are explored, nearest first.
    ///
    /// >>> import grundy
    /// >>> graph = grundy.position("nim:2,1").state_graph()
    /// >>> len(graph), graph.kernel_positions
    /// (6, ['nim:1,1', 'nim:0,0'])
    #[pyo3(signature = (*, merge=false, play="normal", most=20_000, **limits))]
    fn state_graph(
        &self,
        py: Python<'_>,
        merge: bool,
        play: &str,
        most: usize,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<StateGraph> {
        let (play, asked) = (named(play)?, Asked::of(limits)?);
        let found = self.search(py, &asked, |position, budget| {
            let settings = self.settings(&asked, play, Method::Auto, budget);
            Ok(Partial(StateGraph::explore(position, merge, most, &settings)?))
        })?;
        Ok(found.0)
    }

    /// Its value under normal play.
    #[getter]
    fn value(&self, py: Python<'_>) -> PyResult<Value> {
        self.value_of(py)
    }

    /// Its nimber under normal play. A partisan position has one where its value is a nimber.
    #[getter]
    fn nimber(&self, py: Python<'_>) -> PyResult<u64> {
        if self.inner.kind() == Kind::Impartial {
            return self.nimber_of(py);
        }
        let value = Bound::new(py, self.value_of(py)?)?;
        let nimber: Option<u64> = value.getattr("nimber")?.extract()?;
        nimber.ok_or_else(|| {
            UnsuitableError::new_err(format!("{} is worth {}, which is not a nimber", self.inner, value))
        })
    }

    /// Who wins under normal play: ``"first"``, ``"second"``, ``"left"`` or ``"right"``, or one of the words for draws, as in
    /// :attr:`Answer.outcome`.
    #[getter]
    fn outcome(&self, py: Python<'_>) -> PyResult<&'static str> {
        Ok(self.decided(py)?.outcome.map_or("", Outcome::name))
    }

    /// All winning moves under normal play.
    #[getter]
    fn winning_moves(&self, py: Python<'_>) -> PyResult<Vec<Move>> {
        let answer = self.decided(py)?;
        if !answer.complete {
            return Err(UndecidedError::new_err(say(&answer.reason)));
        }
        Ok(answer.winning_moves.into_iter().map(Move::winning).collect())
    }

    /// The picture, whose parts are buttons for moves.
    fn picture(&self, py: Python<'_>) -> PyResult<Drawing> {
        self.ask(py, &Asked::of(None)?, |position, _| Ok(Whole(position.picture()))).map(|found| Drawing::of(found.0))
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        if let Some(svg) = own_svg(&self.inner)? {
            return Ok(svg);
        }
        let picture = self.ask(py, &Asked::of(None)?, |position, _| Ok(Whole(position.picture())))?;
        Ok(picture.0.told_in(crate::errors::spoken()).to_svg())
    }

    /// How the game has ended when ``player`` is about to move, where its rules declare it (three in a row, say); ``None`` where play
    /// goes on, or ends because there is no move.
    ///
    /// >>> import grundy
    /// >>> grundy.position("tictactoe:xxx|oo.|...").ending("right")
    /// 'left'
    #[pyo3(signature = (player=None))]
    fn ending(&self, py: Python<'_>, player: Option<&str>) -> PyResult<Option<&'static str>> {
        let player = player_of(player)?.unwrap_or(Player::Left);
        let [only] = self.inner.parts() else { return Ok(None) };
        let found = self.ask(py, &Asked::of(None)?, |_, _| Ok(Whole(only.ending(player))))?;
        Ok(found.0.map(Outcome::name))
    }

    /// For boards to play on: where a line of play leads, as a position whose things have the names they have here, as a picture in which
    /// they stand where they stand here, and how moves are made on it.
    fn _after(
        &self,
        py: Python<'_>,
        line: Vec<(String, Option<String>, Vec<String>)>,
    ) -> PyResult<(Self, String, Ways)> {
        let mut steps = Vec::new();
        for (label, player, path) in line {
            steps.push(Step { label, player: player_of(player.as_deref())?, path });
        }
        let found = self.ask(py, &Asked::of(None)?, |position, _| {
            Ok(Whole((position.after(&steps)?, position.picture_after(&steps)?)))
        })?;
        let (now, picture) = found.0;
        if let Some(svg) = own_svg(&now)? {
            return Ok((Self::new(now), svg, Vec::new()));
        }
        let picture = picture.told_in(crate::errors::spoken());
        let way = |way: &Gesture| (way.label.clone(), way.path.clone(), way.takes.clone(), way.slides.clone());
        let ways = picture.gestures().iter().map(way).collect();
        Ok((Self::new(now), picture.to_svg(), ways))
    }

    /// A board to play on in a notebook, against the engine (needs ``anywidget``).
    #[pyo3(signature = (**options))]
    fn widget<'py>(slf: Bound<'py, Self>, options: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        let board = slf.py().import("grundy._widget")?.getattr("Board")?;
        board.call((slf,), options)
    }
}

/// A move: its name, where it leads, and in partisan games who makes it.
#[pyclass(frozen, module = "grundy", name = "Move")]
pub struct Move {
    label: String,
    to: solve::Position,
    player: Option<&'static str>,
}

impl Move {
    pub fn winning(found: solve::WinningMove) -> Self {
        Self { label: found.label, to: found.to, player: found.player.map(Player::name) }
    }
}

#[pymethods]
impl Move {
    /// The name of the move.
    #[getter]
    fn label(&self) -> &str {
        &self.label
    }

    /// The position it leads to.
    #[getter]
    fn to(&self) -> Position {
        Position::new(self.to.clone())
    }

    /// Who makes it: ``"left"``, ``"right"``, or ``None`` in impartial games.
    #[getter]
    fn player(&self) -> Option<&'static str> {
        self.player
    }

    fn __str__(&self) -> &str {
        &self.label
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let to = self.to().__str__(py)?;
        let player = self.player.map_or(String::new(), |player| format!("{player}: "));
        Ok(format!("<move: {player}{}, to {to}>", self.label))
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.label == other.label && self.player == other.player && self.to.same(&other.to)
    }
}

/// Reads a position: ``game:position``, joined by ``+`` for sums; or makes one of a value.
///
/// >>> import grundy
/// >>> grundy.position("nim:3,2 + chomp:banner").solve().outcome
/// 'first'
/// >>> grundy.position("chmp:petersen")
/// Traceback (most recent call last):
///     ...
/// grundy.NotationError: no game named `chmp`
///   chmp:petersen
///   ^^^^ did you mean `chomp`?   (grundy games lists them all)
#[pyfunction]
fn position(text: &Bound<'_, PyAny>) -> PyResult<Position> {
    Ok(Position::new(position_of(text)?))
}

/// The names of all games with what each is, in one line.
///
/// >>> import grundy
/// >>> grundy.games()["nim"]
/// 'heaps of objects; take any number from one heap'
#[pyfunction]
fn games(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let found = PyDict::new(py);
    for game in catalogue().games() {
        found.set_item(game.page().name, say(&Text::known(game.page().summary)))?;
    }
    Ok(found)
}

/// The page about a game: summary, rules, notation, theorems with their literature, examples.
#[pyfunction]
fn about<'py>(py: Python<'py>, game: &str) -> PyResult<Bound<'py, PyDict>> {
    let Some(listed) = catalogue().game(game) else {
        let hint = nearest(game, catalogue().games().map(|listed| listed.page().name));
        let hint = hint.map_or(String::new(), |meant| format!("; did you mean `{meant}`?"));
        return Err(NotationError::new_err(format!("no game named `{game}`{hint}")));
    };
    let page = listed.page();
    let found = PyDict::new(py);
    found.set_item("name", page.name)?;
    found.set_item("summary", say(&Text::known(page.summary)))?;
    found.set_item("rules", say(&Text::known(page.rules)))?;
    found.set_item("notation", page.notation)?;
    found.set_item("examples", page.examples)?;
    let theorems: Vec<(&str, &str)> = page.theorems.iter().map(|note| (note.statement, note.literature)).collect();
    found.set_item("theorems", theorems)?;
    Ok(found)
}

/// Answers about many positions at once: as ``[position(text).solve(...) for text in texts]``, on all cores, or on as many ``threads`` as are
/// asked for, and with limits for each.
#[pyfunction]
#[pyo3(signature = (asked, /, *, play="normal", method="auto", table=None, **limits))]
fn solve_all(
    asked: &Bound<'_, PyAny>,
    play: &str,
    method: &str,
    table: Option<&Bound<'_, PyAny>>,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<Answered>> {
    answers(asked, &How::of(play, method, table)?, &Asked::of(limits)?, Answered::new)
}

/// A table of the answers about many positions.
#[pyfunction]
#[pyo3(signature = (asked, /, *, play="normal", method="auto", table=None, **limits))]
fn answer_table(
    asked: &Bound<'_, PyAny>,
    play: &str,
    method: &str,
    table: Option<&Bound<'_, PyAny>>,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<Table> {
    Table::of_rows(&answers(asked, &How::of(play, method, table)?, &Asked::of(limits)?, Row::of)?)
}

/// What is made of the answers about many positions.
fn answers<T: Send>(
    asked: &Bound<'_, PyAny>,
    how: &How,
    limits: &Asked,
    make: impl Fn(solve::Answer) -> T + Send + Sync,
) -> PyResult<Vec<T>> {
    let py = asked.py();
    let some_in_python = any_registered();
    let mut questions = Vec::new();
    for object in asked.try_iter()? {
        let object = object?;
        questions.push(match object.cast::<PyString>() {
            Ok(text) if !some_in_python => Question::Text(text.to_cow()?.into_owned()),
            _ => Question::Position(position_of(&object)?),
        });
    }
    if questions.iter().any(|question| matches!(question, Question::Position(position) if has_python(position))) {
        let answers = questions.into_iter().map(|question| {
            let position = Position::new(question.read().map_err(PyErr::from)?);
            // What is written of a position may be a function of the user's too.
            let answer = position.answer(py, limits, how)?;
            with_python(py, &Asked::of(None)?, |_| Ok(make(answer)))
        });
        return answers.collect();
    }
    on_each(py, limits, &questions, |question, budget| {
        let settings = solve::Settings {
            threads: 1,
            oracles: how.tables.clone(),
            ..limits.settings(how.play, how.method, budget)
        };
        Ok(make(solve::answer(&question.read()?, &settings)?))
    })
}

/// One of many questions.
enum Question {
    /// A text that is still to be read.
    Text(String),
    Position(solve::Position),
}

impl Question {
    fn read(&self) -> Result<solve::Position, Failure> {
        match self {
            Self::Text(text) => Ok(catalogue().parse(text, &FileSystem)?),
            Self::Position(position) => Ok(position.clone()),
        }
    }
}

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Position>()?;
    module.add_class::<Move>()?;
    module.add_function(wrap_pyfunction!(position, module)?)?;
    module.add_function(wrap_pyfunction!(games, module)?)?;
    module.add_function(wrap_pyfunction!(about, module)?)?;
    module.add_function(wrap_pyfunction!(answer_table, module)?)?;
    module.add_function(wrap_pyfunction!(solve_all, module)?)
}
