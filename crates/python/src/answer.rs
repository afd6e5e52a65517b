//! Answers, explanations and certificates.

use crate::convert::json;
use crate::errors::{Failure, NotationError, say, spoken};
use crate::game::has_python;
use crate::position::{FileSystem, Move, Position, catalogue, parse};
use crate::value::Value;
use crate::work::{Asked, Whole, with_python, without_python};
use grundy::budget::Budget;
use grundy::game::{Outcome, Player};
use grundy::lang::Text;
use grundy::solve::{self, Flaw, Worth, check, verdict};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A value as an answer carries it; one that is too long to write is not carried.
fn worth(py: Python<'_>, found: Option<&Worth>) -> PyResult<Option<Value>> {
    let Some(text) = found.and_then(Worth::written) else { return Ok(None) };
    Value::read(py, &text).map(Some)
}

/// The answer to :meth:`Position.solve`.
///
/// >>> import grundy
/// >>> answer = grundy.position("nim:3,4,5").solve()
/// >>> answer
/// <answer: nim:3,4,5 = *2, first wins>
/// >>> answer.winning_moves[0].label, answer.complete, answer.method
/// ('take 2 from heap 1', True, 'theorem')
#[pyclass(frozen, module = "grundy", name = "Answer")]
pub struct Answered(solve::Answer);

impl Answered {
    pub fn new(answer: solve::Answer) -> Self {
        Self(answer)
    }
}

#[pymethods]
impl Answered {
    /// The position asked about.
    #[getter]
    fn position(&self) -> Position {
        Position::new(self.0.position.clone())
    }

    /// The play rule: ``"normal"`` or ``"misere"``.
    #[getter]
    fn play(&self) -> &'static str {
        self.0.play.name()
    }

    /// ``"impartial"`` or ``"partisan"``.
    #[getter]
    fn kind(&self) -> String {
        self.0.kind.to_string()
    }

    /// Who wins: ``"first"``, ``"second"``, ``"left"`` or ``"right"``; ``"draw"`` where nobody does, and ``"left-first"``,
    /// ``"right-first"``, ``"left-second"`` or ``"right-second"`` where a player wins when starting, or when the other starts, and it
    /// is a draw otherwise. ``None`` where the limits were reached first.
    #[getter]
    fn outcome(&self) -> Option<&'static str> {
        self.0.outcome.map(Outcome::name)
    }

    /// The outcome as a sentence.
    #[getter]
    fn verdict(&self) -> String {
        say(&verdict(self.0.outcome))
    }

    /// The value, where there is one under this play rule, it was found, and it is not too long to be written.
    #[getter]
    fn value(&self, py: Python<'_>) -> PyResult<Option<Value>> {
        worth(py, self.0.value.as_ref())
    }

    /// The nimber, where the value is one.
    #[getter]
    fn nimber(&self) -> Option<u64> {
        self.0.value.as_ref().and_then(Worth::nimber)
    }

    /// The value of each part of the sum, as far as found.
    #[getter]
    fn part_values(&self, py: Python<'_>) -> PyResult<Vec<Option<Value>>> {
        self.0.part_values.iter().map(|found| worth(py, found.as_ref())).collect()
    }

    /// The winning moves that were found.
    #[getter]
    fn winning_moves(&self) -> Vec<Move> {
        self.0.winning_moves.iter().cloned().map(Move::winning).collect()
    }

    /// The moves that keep a draw, for players who cannot win.
    #[getter]
    fn drawing_moves(&self) -> Vec<Move> {
        self.0.drawing_moves.iter().cloned().map(Move::winning).collect()
    }

    /// How many moves are left when the winner hurries and the loser stalls, where somebody wins and it was found out: when Left
    /// starts, and when Right does. In impartial games both are the same.
    #[getter]
    fn remoteness(&self) -> (Option<u32>, Option<u32>) {
        let [left, right] = self.0.remoteness;
        (left, right)
    }

    /// Whether all winning moves are listed.
    #[getter]
    fn complete(&self) -> bool {
        self.0.complete
    }

    /// The method that gave the answer.
    #[getter]
    fn method(&self) -> &'static str {
        self.0.method.name()
    }

    /// Why it is so.
    #[getter]
    fn reason(&self) -> String {
        say(&self.0.reason)
    }

    /// Positions visited.
    #[getter]
    fn positions(&self) -> u64 {
        self.0.positions
    }

    /// Time taken.
    #[getter]
    fn seconds(&self) -> f64 {
        self.0.time.as_secs_f64()
    }

    /// Why the answer is not complete, if it is not.
    #[getter]
    fn stopped(&self) -> Option<String> {
        self.0.stopped.as_ref().map(|stop| say(&stop.text()))
    }

    /// Numbers that are known not to be the nimber, where it was not found.
    #[getter]
    fn excluded(&self) -> Vec<u64> {
        self.0.excluded.clone()
    }

    /// The same object that the command prints with ``--format json``.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json(py, &self.0.to_json(spoken()))
    }

    fn __str__(&self) -> String {
        let verdict = self.verdict();
        let moves: Vec<&str> = self.0.winning_moves.iter().take(8).map(|found| found.label.as_str()).collect();
        let more = self.0.winning_moves.len().saturating_sub(moves.len());
        let mut text = format!("{}: {verdict}", self.0.position);
        if !moves.is_empty() {
            let more = if more > 0 { format!(", … (+{more})") } else { String::new() };
            text += &format!("\n  {}{more}", moves.join(", "));
        }
        text + &format!("\n  {}", say(&self.0.reason))
    }

    fn __repr__(&self) -> String {
        let value = self.0.value_text().map_or(String::new(), |value| format!(" = {value}"));
        let outcome = match self.0.outcome {
            None => "undecided".to_owned(),
            Some(outcome @ (Outcome::First | Outcome::Second | Outcome::Left | Outcome::Right)) => {
                format!("{} wins", outcome.name())
            }
            Some(outcome) => outcome.name().to_owned(),
        };
        format!("<answer: {}{value}, {outcome}>", self.0.position)
    }

    fn _repr_html_<'py>(slf: Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("grundy._notebook")?.call_method1("answer", (slf,))
    }
}

/// A move with who wins after it and what it is worth.
#[pyclass(frozen, module = "grundy", name = "RatedMove")]
pub struct RatedMove(solve::MoveReport);

impl RatedMove {
    pub fn new(report: solve::MoveReport) -> Self {
        Self(report)
    }
}

#[pymethods]
impl RatedMove {
    /// The name of the move.
    #[getter]
    fn label(&self) -> &str {
        &self.0.label
    }

    /// The position it leads to.
    #[getter]
    fn to(&self) -> Position {
        Position::new(self.0.to.clone())
    }

    /// Who makes it; ``None`` in impartial games.
    #[getter]
    fn player(&self) -> Option<&'static str> {
        self.0.player.map(Player::name)
    }

    /// Whether it wins for the player who makes it.
    #[getter]
    fn wins(&self) -> bool {
        self.0.wins
    }

    /// The value of the position it leads to, where it was found.
    #[getter]
    fn value(&self, py: Python<'_>) -> PyResult<Option<Value>> {
        worth(py, self.0.value.as_ref())
    }

    /// What the mover gains, in partisan games.
    #[getter]
    fn incentive(&self, py: Python<'_>) -> PyResult<Option<Value>> {
        worth(py, self.0.incentive.as_ref())
    }

    fn __repr__(&self) -> String {
        let verdict = if self.0.wins { "wins" } else { "loses" };
        let value = self.0.value.as_ref().map_or(String::new(), |value| format!(", to {value}"));
        format!("<move: {}{value}, {verdict}>", self.0.label)
    }
}

/// A reason with its working.
#[pyclass(frozen, module = "grundy", name = "Explanation")]
pub struct Explanation {
    lines: Vec<String>,
    decided: bool,
}

impl Explanation {
    pub fn new(found: &solve::Explanation) -> Self {
        Self { lines: found.lines.iter().map(say).collect(), decided: found.decided }
    }
}

#[pymethods]
impl Explanation {
    /// The lines.
    #[getter]
    fn lines(&self) -> Vec<String> {
        self.lines.clone()
    }

    /// Whether they end in a verdict.
    #[getter]
    fn decided(&self) -> bool {
        self.decided
    }

    fn __str__(&self) -> String {
        self.lines.join("\n")
    }

    fn __repr__(&self) -> String {
        format!("<explanation of {} lines>", self.lines.len())
    }

    fn _repr_html_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("grundy._notebook")?.call_method1("preformatted", (self.__str__(),))
    }
}

/// A proof of an answer, which can be checked without trusting whoever found it. ``str(proof)`` is the text that the command
/// writes with ``--certificate`` and that ``grundy check`` reads.
///
/// >>> import grundy
/// >>> proof = grundy.position("cram:2x3").certificate()
/// >>> proof.statement, proof.check()
/// ('the nimber of cram:2x3 is 1', True)
#[pyclass(frozen, module = "grundy", name = "Certificate")]
pub struct Certificate(solve::Certificate);

impl Certificate {
    pub fn new(found: solve::Certificate) -> Self {
        Self(found)
    }
}

#[pymethods]
impl Certificate {
    /// What kind of proof it is: ``"nimber"``, ``"outcome"``, ``"value"``, ``"kernel"``, ``"no-kernel"``, ``"period"``, ``"quotient"`` or
    /// ``"formula"``.
    #[getter]
    fn kind(&self) -> &'static str {
        self.0.kind()
    }

    /// What it proves, as a sentence.
    #[getter]
    fn statement(&self) -> String {
        say(&self.0.statement())
    }

    /// The position it is about, if it is about one.
    #[getter]
    fn position(&self) -> Option<&str> {
        match &self.0 {
            solve::Certificate::Nimber(proof) => Some(&proof.position),
            solve::Certificate::Outcome(proof) => Some(&proof.position),
            solve::Certificate::Value(proof) => Some(&proof.position),
            _ => None,
        }
    }

    /// How many claims, steps or numbers there are to check.
    fn __len__(&self) -> usize {
        self.0.size()
    }

    /// A proof is true however short it is.
    fn __bool__(&self) -> bool {
        true
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<certificate: {}, {} claims>", self.statement(), self.0.size())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.0 == other.0
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.import("grundy")?.getattr("check_certificate")?, (self.__str__(),)))
    }

    /// Whether it proves its answer by the rules of the games alone; raises ``ValueError`` with the flaw where it does not.
    #[pyo3(signature = (**limits))]
    fn check(&self, py: Python<'_>, limits: Option<&Bound<'_, PyDict>>) -> PyResult<bool> {
        let asked = Asked::of(limits)?;
        let read = |text: &str| catalogue().parse(text, &FileSystem).map_err(|error| error.say(spoken()));
        let question = |budget: &Budget| match check(&self.0, &read, budget) {
            Ok(()) => Ok(Whole(true)),
            Err(Flaw::Exhausted(exhausted)) => Err(exhausted.into()),
            Err(flaw) => Err(Failure::Unsuitable(flaw.text())),
        };
        let of_python = match self.position() {
            Some(text) => has_python(&parse(py, text)?),
            None => false,
        };
        let found = if of_python { with_python(py, &asked, question) } else { without_python(py, &asked, question) };
        found.map(|proved| proved.0)
    }
}

/// Reads and checks the text of a certificate; raises ``ValueError`` with the flaw where it proves nothing.
#[pyfunction]
#[pyo3(signature = (text, **limits))]
fn check_certificate(py: Python<'_>, text: &str, limits: Option<&Bound<'_, PyDict>>) -> PyResult<Certificate> {
    let found = solve::Certificate::read(text).map_err(|error| NotationError::new_err(say(&error.text())))?;
    let certificate = Certificate(found);
    certificate.check(py, limits)?;
    Ok(certificate)
}

/// A sentence that nothing fits.
pub fn unsuitable(text: Text) -> PyErr {
    Failure::Unsuitable(text).into()
}

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Answered>()?;
    module.add_class::<RatedMove>()?;
    module.add_class::<Explanation>()?;
    module.add_class::<Certificate>()?;
    module.add_function(wrap_pyfunction!(check_certificate, module)?)
}
