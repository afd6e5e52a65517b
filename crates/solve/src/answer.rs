//! The three questions: who wins, why, and with which move.

mod values;

use crate::{Analysis, Engine, Found, Method, Move, Position, PositionMove, Stop, Subject};
use grundy_budget::Limits;
use grundy_game::{Kind, Known, Outcome, Play, Player, Text, Theorem};
use serde_json::{Map, Value, json};
use std::time::Duration;

/// The answer to `solve`.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The position in its notation.
    pub position: String,
    /// The play rule.
    pub play: Play,
    /// Whether Left and Right have moves of their own.
    pub partisan: bool,
    /// Who wins; `None` when the budget ran out first.
    pub outcome: Option<Outcome>,
    /// The value of the position where it has one under this play rule and it was found.
    pub value: Option<String>,
    /// The value of each part of the sum, as far as found.
    pub part_values: Vec<Option<String>>,
    /// All winning moves; empty also when they were not found within the budget.
    pub winning_moves: Vec<WinningMove>,
    /// Whether `winning_moves` is complete.
    pub complete: bool,
    /// The method that gave the answer.
    pub method: Method,
    /// Why it is so.
    pub reason: Text,
    /// Positions visited.
    pub positions: u64,
    /// Time taken.
    pub time: Duration,
    /// Why the answer is not complete, if it is not.
    pub stopped: Option<Stop>,
    /// Numbers that are known not to be the nimber, when the budget ran out before it was found.
    pub excluded: Vec<u64>,
}

/// A move that wins.
#[derive(Clone, Debug)]
pub struct WinningMove {
    /// The name of the move.
    pub label: String,
    /// The position it leads to.
    pub to: String,
    /// Who makes it; `None` in impartial games.
    pub player: Option<Player>,
}

impl WinningMove {
    fn new(found: &PositionMove, player: Option<Player>) -> Self {
        Self { label: found.label.clone(), to: found.to.to_string(), player }
    }

    fn to_json(&self) -> Value {
        let mut object = Map::new();
        object.insert("move".to_owned(), json!(self.label));
        object.insert("to".to_owned(), json!(self.to));
        if let Some(player) = self.player {
            object.insert("player".to_owned(), json!(player.to_string()));
        }
        Value::Object(object)
    }
}

impl Answer {
    fn new(position: &Position, engine: &Engine) -> Self {
        Self {
            position: position.to_string(),
            play: engine.play,
            partisan: position.kind() == Kind::Partisan,
            outcome: None,
            value: None,
            part_values: vec![None; position.parts().len()],
            winning_moves: Vec::new(),
            complete: true,
            method: engine.method,
            reason: Text::new(""),
            positions: 0,
            time: Duration::ZERO,
            stopped: None,
            excluded: Vec::new(),
        }
    }

    fn stop(&mut self, stop: Stop) {
        self.complete = false;
        self.reason = match self.excluded.as_slice() {
            [] => Text::new("undecided: {stop}"),
            excluded => Text::new("undecided: {stop}; the nimber is none of {excluded}")
                .with("excluded", excluded.iter().map(u64::to_string).collect::<Vec<_>>().join(", ")),
        };
        self.reason = std::mem::replace(&mut self.reason, Text::new("")).with("stop", &stop);
        self.stopped = Some(stop);
    }

    /// Keeps what is known of the nimber of a single position that was not found; when it is not 0, first wins.
    fn keep_excluded(&mut self, parts: usize, excluded: Vec<u64>) {
        if parts != 1 {
            return;
        }
        if self.outcome.is_none() && excluded.contains(&0) {
            self.outcome = Some(Outcome::First);
            self.method = Method::Search;
            self.reason = Text::new("a move to a position of nimber 0 was found; the nimber was not");
        }
        self.excluded = excluded;
    }

    /// The answer as one object with stable names; the reason in the language of `translate`.
    pub fn to_json(&self, translate: &dyn Fn(&'static str) -> Option<&'static str>) -> Value {
        let outcome = self.outcome.map_or("undecided".to_owned(), |outcome| outcome.to_string());
        let mut object = json!({
            "position": self.position,
            "play": self.play.to_string(),
            "outcome": outcome,
            "value": self.value,
            "winning_moves": self.winning_moves.iter().map(WinningMove::to_json).collect::<Vec<_>>(),
            "method": self.method.to_string(),
            "reason": self.reason.render(translate),
            "stats": {"positions": self.positions, "seconds": self.time.as_secs_f64()},
        });
        if let (Some(fields), false) = (object.as_object_mut(), self.excluded.is_empty()) {
            fields.insert("not_nimbers".to_owned(), json!(self.excluded));
        }
        object
    }
}

/// Who wins `position`, why, and with which moves. Running out of budget is an answer without outcome; an error means
/// that the question does not fit the position.
pub fn answer(position: &Position, engine: &Engine) -> Result<Answer, Stop> {
    let mut answer = Answer::new(position, engine);
    let result = if by_tables(position, engine) {
        answer_by_tables(position, engine, &mut answer)
    } else if by_nimbers(position, engine) {
        answer_by_nimbers(position, engine, &mut answer)
    } else if by_values(position, engine) {
        values::answer(position, engine, &mut answer)
    } else {
        answer_by_outcomes(position, engine, &mut answer)
    };
    answer.positions = engine.budget.positions();
    answer.time = engine.budget.elapsed();
    match result {
        Ok(()) => Ok(answer),
        Err(stop) if stop.is_undecided() => {
            if answer.outcome.is_none() {
                answer.stop(stop);
            } else {
                (answer.complete, answer.stopped) = (false, Some(stop));
            }
            Ok(answer)
        }
        Err(stop) => Err(stop),
    }
}

/// The nimber of an impartial position under normal play, without its winning moves. Asks more than [`answer`] where a
/// theorem names the winner but not the nimber, and less where it does not.
pub fn nimber(position: &Position, engine: &Engine) -> Result<Answer, Stop> {
    if position.kind() != Kind::Impartial || engine.play != Play::Normal {
        return Err(Stop::Unsuitable("nimbers are for impartial positions under normal play".to_owned()));
    }
    let mut answer = Answer::new(position, engine);
    let result = part_nimbers(position, engine, &mut answer).map(|(_, found)| conclude(position, &found, &mut answer));
    answer.positions = engine.budget.positions();
    answer.time = engine.budget.elapsed();
    answer.complete = answer.outcome == Some(Outcome::Second);
    match result {
        Err(stop) if !stop.is_undecided() => Err(stop),
        Err(stop) => {
            answer.stop(stop);
            Ok(answer)
        }
        Ok(_) => Ok(answer),
    }
}

/// Values of sums add by nim-sum for impartial games under normal play; everything else is decided as a whole.
fn by_nimbers(position: &Position, engine: &Engine) -> bool {
    position.kind() == Kind::Impartial && engine.play == Play::Normal && engine.method != Method::Recursion
}

/// A single impartial position whose game has tables of its own, where bits that say who wins are cheaper than nimbers.
fn by_tables(position: &Position, engine: &Engine) -> bool {
    by_nimbers(position, engine)
        && engine.method == Method::Auto
        && matches!(position.parts(), [only] if only.has_tables())
}

/// Who wins by tables of bits; the nimber only when it comes cheaply.
fn answer_by_tables(position: &Position, engine: &Engine, answer: &mut Answer) -> Result<(), Stop> {
    if settled_at_once(position, engine, answer)? {
        return Ok(());
    }
    answer_by_outcomes(position, engine, answer)?;
    answer.value = curious_nimber(&*position.parts()[0], engine).map(nimber_text);
    answer.part_values = vec![answer.value.clone()];
    Ok(())
}

/// Partisan sums under normal play have a value.
fn by_values(position: &Position, engine: &Engine) -> bool {
    position.kind() == Kind::Partisan && engine.play == Play::Normal && engine.method != Method::Recursion
}

/// Positions searched for the nimber of a position whose winner and winning moves a theorem has given already, and the
/// most moves such a position may have.
const CURIOSITY: (u64, u64) = (1 << 16, 256);

/// What a theorem, or the game's own method, says of a single position.
fn known_at_once(position: &Position, engine: &Engine) -> Result<Option<(Method, Theorem<Move>)>, Stop> {
    let [only] = position.parts() else { return Ok(None) };
    if !matches!(engine.method, Method::Auto | Method::Theorem) {
        return Ok(None);
    }
    if let Some(theorem) = only.theorem(engine.play) {
        return Ok(Some((Method::Theorem, theorem)));
    }
    let own = if engine.method == Method::Auto { only.own_method(engine)? } else { None };
    Ok(own.map(|found| (Method::Search, found)))
}

/// Fills in what is known at once of a single position; returns whether nothing is left to find out.
fn settled_at_once(position: &Position, engine: &Engine, answer: &mut Answer) -> Result<bool, Stop> {
    let Some((method, theorem)) = known_at_once(position, engine)? else { return Ok(false) };
    answer.outcome = Some(theorem.known.outcome());
    answer.method = method;
    answer.reason = theorem.reason;
    let Some(winning) = theorem.winning else { return Ok(false) };
    let only = &position.parts()[0];
    let lifted = winning.into_iter().map(|found| WinningMove::new(&position.lift(0, found), None));
    answer.winning_moves = lifted.collect();
    let nimber = match theorem.known {
        Known::Nimber(nimber) => Some(nimber),
        Known::Outcome(_) => curious_nimber(&**only, engine),
    };
    answer.value = nimber.map(nimber_text);
    answer.part_values = vec![answer.value.clone()];
    Ok(true)
}

/// The nimber of a position, when it is found within a small budget.
fn curious_nimber(only: &dyn Subject, engine: &Engine) -> Option<u64> {
    if only.move_count().is_some_and(|count| count > CURIOSITY.1) {
        return None;
    }
    let budget = engine.budget.within(Limits { positions: Some(CURIOSITY.0), ..Limits::default() });
    only.analyse(&Engine { budget, ..engine.clone() }).nimber().ok().map(|found| found.nimber)
}

fn answer_by_nimbers(position: &Position, engine: &Engine, answer: &mut Answer) -> Result<(), Stop> {
    if settled_at_once(position, engine, answer)? {
        return Ok(());
    }
    let (mut studies, found) = part_nimbers(position, engine, answer)?;
    let total = conclude(position, &found, answer);
    if total != 0 {
        for (index, study) in studies.iter_mut().enumerate() {
            for found in study.moves_to(total ^ found[index].nimber)? {
                answer.winning_moves.push(WinningMove::new(&position.lift(index, found), None));
            }
        }
    }
    Ok(())
}

/// The nimber of every part, with the studies that found them.
fn part_nimbers<'a>(
    position: &'a Position,
    engine: &'a Engine,
    answer: &mut Answer,
) -> Result<(Vec<Box<dyn Analysis + 'a>>, Vec<Found>), Stop> {
    let parts = position.parts();
    let mut studies: Vec<Box<dyn Analysis + 'a>> = parts.iter().map(|part| part.analyse(engine)).collect();
    let mut found = Vec::with_capacity(parts.len());
    for (index, study) in studies.iter_mut().enumerate() {
        let one = study.nimber().inspect_err(|_| answer.keep_excluded(parts.len(), study.excluded()))?;
        answer.part_values[index] = Some(format!("*{}", one.nimber));
        found.push(one);
    }
    Ok((studies, found))
}

/// Adds up the nimbers of the parts, fills in what follows, and returns the sum.
fn conclude(position: &Position, found: &[Found], answer: &mut Answer) -> u64 {
    let total = found.iter().fold(0, |sum, one| sum ^ one.nimber);
    answer.value = Some(nimber_text(total));
    if answer.outcome.is_none() {
        answer.outcome = Some(if total == 0 { Outcome::Second } else { Outcome::First });
        answer.method =
            found.iter().map(|one| one.method).find(|&method| method != Method::Theorem).unwrap_or(Method::Theorem);
        answer.reason = reason_of_sum(position, found);
    }
    total
}

/// A nimber as a value: 0 is printed `0`.
fn nimber_text(nimber: u64) -> String {
    match nimber {
        0 => "0".to_owned(),
        _ => format!("*{nimber}"),
    }
}

fn reason_of_sum(position: &Position, found: &[Found]) -> Text {
    if let [only] = found {
        only.reason.clone()
    } else {
        let parts = position.parts().iter().zip(found).map(|(part, one)| {
            Text::new("{part} = *{nimber}: {reason}")
                .with("part", part.text())
                .with("nimber", one.nimber)
                .with_text("reason", one.reason.clone())
        });
        Text::new("values of sums add by nim-sum (Sprague-Grundy); {parts}").with_list("parts", parts.collect())
    }
}

fn answer_by_outcomes(position: &Position, engine: &Engine, answer: &mut Answer) -> Result<(), Stop> {
    let partisan = position.kind() == Kind::Partisan;
    if let Some((method, theorem)) = known_at_once(position, engine)? {
        answer.outcome = Some(theorem.known.outcome());
        answer.method = method;
        answer.reason = theorem.reason;
        if let Some(winning) = theorem.winning.filter(|_| !partisan) {
            let lifted = winning.into_iter().map(|found| WinningMove::new(&position.lift(0, found), None));
            answer.winning_moves = lifted.collect();
            return Ok(());
        }
    } else if engine.method == Method::Theorem {
        return Err(Stop::NoTheorem(position.to_string()));
    }
    let mut study = position.outcomes(engine);
    if answer.outcome.is_none() {
        let left = study.wins(Player::Left)?;
        let right = if partisan { study.wins(Player::Right)? } else { left };
        answer.outcome = Some(Outcome::from_starts(left, right));
        answer.method = if engine.method == Method::Auto { Method::Search } else { engine.method };
        answer.reason = match engine.method {
            Method::Recursion => Text::new("plain recursion without a table"),
            _ => Text::new("searched {positions} positions").with("positions", engine.budget.positions()),
        };
    }
    let players: &[Player] = if partisan { &Player::BOTH } else { &[Player::Left] };
    for &player in players {
        if answer.outcome.is_some_and(|outcome| outcome.wins_first(player)) {
            let winning = study.options(player)?.into_iter().filter(|(_, wins)| *wins);
            answer.winning_moves.extend(winning.map(|(found, _)| WinningMove::new(&found, partisan.then_some(player))));
        }
    }
    Ok(())
}

/// Every legal move with where it leads.
#[derive(Clone, Debug)]
pub struct Moves {
    /// The position in its notation.
    pub position: String,
    /// The moves, winning ones first.
    pub moves: Vec<MoveReport>,
}

/// One legal move, who wins after it and the value it leads to.
#[derive(Clone, Debug)]
pub struct MoveReport {
    /// The name of the move.
    pub label: String,
    /// The position it leads to.
    pub to: Position,
    /// Who makes it; `None` in impartial games.
    pub player: Option<Player>,
    /// Whether it wins for the player who makes it.
    pub wins: bool,
    /// The value of the position it leads to, where it has one.
    pub value: Option<String>,
    /// What the mover gains: the change of value in the mover's favour, in partisan games.
    pub incentive: Option<String>,
    /// The temperature of the position it leads to, in partisan games.
    pub temperature: Option<String>,
}

impl Moves {
    /// The list as one object with stable names.
    pub fn to_json(&self) -> Value {
        let one = |report: &MoveReport| {
            let mut object = Map::new();
            object.insert("move".to_owned(), json!(report.label));
            object.insert("to".to_owned(), json!(report.to.to_string()));
            if let Some(player) = report.player {
                object.insert("player".to_owned(), json!(player.to_string()));
            }
            object.insert("wins".to_owned(), json!(report.wins));
            object.insert("value".to_owned(), json!(report.value));
            if report.player.is_some() {
                object.insert("incentive".to_owned(), json!(report.incentive));
                object.insert("temperature".to_owned(), json!(report.temperature));
            }
            Value::Object(object)
        };
        json!({"position": self.position, "moves": self.moves.iter().map(one).collect::<Vec<_>>()})
    }
}

/// Every legal move of `position`, winning ones first.
pub fn moves(position: &Position, engine: &Engine) -> Result<Moves, Stop> {
    let mut reports = if let Some(reports) = moves_by_own_method(position, engine)? {
        reports
    } else if by_nimbers(position, engine) {
        moves_by_nimbers(position, engine)?
    } else if by_values(position, engine) {
        values::moves(position, engine)?
    } else {
        moves_by_outcomes(position, engine)?
    };
    reports.sort_by_key(|report| (report.player, !report.wins));
    Ok(Moves { position: position.to_string(), moves: reports })
}

/// The moves of a single position whose options the game's own method decides.
fn moves_by_own_method(position: &Position, engine: &Engine) -> Result<Option<Vec<MoveReport>>, Stop> {
    let [only] = position.parts() else { return Ok(None) };
    if engine.method != Method::Auto || only.kind() == Kind::Partisan || only.own_method(engine)?.is_none() {
        return Ok(None);
    }
    only.afford_moves(&engine.budget)?;
    let mut reports = Vec::new();
    for found in only.moves(Player::Left)? {
        engine.budget.check()?;
        let Some(known) = found.to.own_method(engine)? else { return Ok(None) };
        let wins = known.known.outcome() == Outcome::Second;
        let PositionMove { label, to } = position.lift(0, found);
        reports.push(MoveReport { label, to, player: None, wins, value: None, incentive: None, temperature: None });
    }
    Ok(Some(reports))
}

fn moves_by_nimbers(position: &Position, engine: &Engine) -> Result<Vec<MoveReport>, Stop> {
    let mut studies: Vec<_> = position.parts().iter().map(|part| part.analyse(engine)).collect();
    let nimbers = studies.iter_mut().map(|study| Ok(study.nimber()?.nimber)).collect::<Result<Vec<_>, Stop>>()?;
    let total = nimbers.iter().fold(0, |sum, one| sum ^ one);
    let mut reports = Vec::new();
    for (index, study) in studies.iter_mut().enumerate() {
        for (found, nimber) in study.options()? {
            let after = total ^ nimbers[index] ^ nimber;
            let PositionMove { label, to } = position.lift(index, found);
            let value = Some(nimber_text(after));
            let (wins, player) = (after == 0, None);
            reports.push(MoveReport { label, to, player, wins, value, incentive: None, temperature: None });
        }
    }
    Ok(reports)
}

fn moves_by_outcomes(position: &Position, engine: &Engine) -> Result<Vec<MoveReport>, Stop> {
    let partisan = position.kind() == Kind::Partisan;
    let players: &[Player] = if partisan { &Player::BOTH } else { &[Player::Left] };
    let mut study = position.outcomes(engine);
    let mut reports = Vec::new();
    for &player in players {
        for (PositionMove { label, to }, wins) in study.options(player)? {
            let player = partisan.then_some(player);
            reports.push(MoveReport { label, to, player, wins, value: None, incentive: None, temperature: None });
        }
    }
    Ok(reports)
}

/// The reason with its working, line by line.
pub fn explain(position: &Position, engine: &Engine) -> Result<Vec<Text>, Stop> {
    if let [only] = position.parts()
        && let Some(lines) = only.explain(engine.play)
    {
        return Ok(lines);
    }
    if by_values(position, engine)
        && let Some(lines) = values::explain(position, engine)?
    {
        return Ok(lines);
    }
    let answer = answer(position, engine)?;
    let mut lines = Vec::new();
    for (part, value) in position.parts().iter().zip(&answer.part_values) {
        if let Some(value) = value {
            lines.push(Text::verbatim(format!("{} = {value}", part.text())));
        }
        if let Some(working) = part.explain(engine.play).filter(|_| value.is_some()) {
            lines.extend(working.into_iter().map(|line| Text::new("  {line}").with_text("line", line)));
        }
    }
    lines.push(answer.reason.clone());
    if answer.value.is_some() {
        lines.extend(options_and_mex(position, engine)?);
    }
    lines.push(verdict(&answer));
    Ok(lines)
}

/// The options of a single impartial position with their nimbers and the mex, when there are few enough to read.
fn options_and_mex(position: &Position, engine: &Engine) -> Result<Vec<Text>, Stop> {
    const READABLE: usize = 40;
    let [only] = position.parts() else { return Ok(Vec::new()) };
    if !by_nimbers(position, engine) || only.move_count().is_some_and(|count| count > READABLE as u64) {
        return Ok(Vec::new());
    }
    let options = only.analyse(engine).options()?;
    if options.len() > READABLE {
        return Ok(Vec::new());
    }
    let mut lines: Vec<Text> = options
        .iter()
        .map(|(found, nimber)| Text::verbatim(format!("  {} → {} = *{nimber}", found.label, found.to.text())))
        .collect();
    let mut nimbers: Vec<u64> = options.iter().map(|(_, nimber)| *nimber).collect();
    nimbers.sort_unstable();
    nimbers.dedup();
    let listed = nimbers.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
    let mex =
        (0..).zip(&nimbers).find(|(expected, nimber)| expected != *nimber).map_or(nimbers.len() as u64, |(mex, _)| mex);
    lines.push(
        Text::new("the nimbers of the options are {listed}; the least number missing is {mex}")
            .with("listed", format!("{{{listed}}}"))
            .with("mex", mex),
    );
    Ok(lines)
}

fn verdict(answer: &Answer) -> Text {
    match answer.outcome {
        Some(Outcome::First) => Text::new("first wins"),
        Some(Outcome::Second) => Text::new("second wins"),
        Some(Outcome::Left) => Text::new("Left wins, whoever starts"),
        Some(Outcome::Right) => Text::new("Right wins, whoever starts"),
        None => Text::new("undecided"),
    }
}
