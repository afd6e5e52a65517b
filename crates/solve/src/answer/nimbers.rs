//! Answers about impartial positions under normal play: the nimbers of the parts add by nim-sum.

use super::outcomes::{by_own_method, by_theorem, moves_by_own_method, search, settle};
use super::{Answer, MoveReport, WinningMove, Worth, copies};
use crate::plan::{NimberWay, OutcomeWay};
use crate::{Found, Method, Move, Nimbers, Oracle, Position, Settings, Stop, Subject};
use grundy_budget::Limits;
use grundy_game::{Known, Outcome, Player, Text};

/// Positions searched for the nimber of a position whose winner and winning moves a theorem has given already, and the
/// most moves such a position may have.
const CURIOSITY: (u64, u64) = (1 << 16, 256);
/// The same where nimbers are dear: enough for a formula of five variables, and too little to be felt.
const LITTLE_CURIOSITY: u64 = 1 << 6;

/// Who wins, the nimber and the winning moves.
pub(super) fn answer(way: NimberWay, settings: &Settings, answer: &mut Answer) -> Result<(), Stop> {
    let position = answer.position.clone();
    if way == NimberWay::Auto && !settings.oracles.is_empty() && any_known(&position, settings)? {
        return by_parts(&position, way, settings, answer);
    }
    let mut at_once = None;
    if matches!(way, NimberWay::Auto | NimberWay::Theorem) {
        at_once = by_theorem(&position, settings);
    }
    if way == NimberWay::Auto && at_once.is_none() {
        if copies::answer(settings, answer)? {
            return Ok(());
        }
        at_once = by_own_method(&position, settings)?;
    }
    if let Some(found) = at_once {
        let known = found.1.known;
        if let Some(winning) = settle(found, answer) {
            answer.winning_moves = winning;
            let nimber = match known {
                Known::Nimber(nimber) => Some(nimber),
                Known::Outcome(outcome) => curious_nimber(&*position.parts()[0], outcome, settings)?,
            };
            answer.set_only_value(nimber);
            return Ok(());
        }
    }
    match position.parts() {
        // Bits that say who wins are cheaper than nimbers where a game has tables of its own.
        [only] if way == NimberWay::Auto && only.has_cheap_outcomes() => {
            search(OutcomeWay::Auto, &position, settings, answer)?;
            if let Some(outcome) = answer.outcome {
                answer.set_only_value(curious_nimber(&**only, outcome, settings)?);
            }
            Ok(())
        }
        [only] if only.has_dear_nimbers() && settings.method != Method::Value => {
            by_winner(&position, &**only, way, settings, answer)
        }
        _ => by_parts(&position, way, settings, answer),
    }
}

/// Who wins and the winning moves, with the nimber where it is found on the way.
fn by_winner(
    position: &Position,
    only: &dyn Subject,
    way: NimberWay,
    settings: &Settings,
    answer: &mut Answer,
) -> Result<(), Stop> {
    let mut study = only.nimbers(way, settings);
    let found = study.winner().inspect_err(|_| answer.keep_excluded(study.excluded()))?;
    answer.set_only_value(found.nimber);
    if answer.outcome.is_none() {
        answer.outcome = Some(if found.first_wins { Outcome::First } else { Outcome::Second });
        (answer.method, answer.reason) = (found.method, found.reason);
    }
    if found.first_wins {
        let moves = study.moves_to(0)?.into_iter();
        answer.winning_moves.extend(moves.map(|found| WinningMove::new(position.lift(0, found), None)));
    }
    Ok(())
}

/// The nimber alone.
pub(super) fn nimber(way: NimberWay, settings: &Settings, answer: &mut Answer) -> Result<(), Stop> {
    let position = answer.position.clone();
    if way == NimberWay::Auto
        && let [only] = position.parts()
        && only.theorem(settings.play).is_none()
        && let Some((method, theorem)) = by_own_method(&position, settings)?
        && let Known::Nimber(nimber) = theorem.known
    {
        (answer.outcome, answer.method, answer.reason) = (Some(theorem.known.outcome()), method, theorem.reason);
        answer.set_only_value(Some(nimber));
        return Ok(());
    }
    let (_, found) = part_nimbers(&position, way, settings, answer)?;
    conclude(&position, &found, settings, answer);
    Ok(())
}

/// The nimber of a position of this outcome, when it is found within a small budget; second wins where it is 0, and
/// nowhere else.
fn curious_nimber(only: &dyn Subject, outcome: Outcome, settings: &Settings) -> Result<Option<u64>, Stop> {
    if outcome == Outcome::Second {
        return Ok(Some(0));
    }
    if only.move_count().is_some_and(|count| count > CURIOSITY.1) {
        return Ok(None);
    }
    let most = if only.has_dear_nimbers() { LITTLE_CURIOSITY } else { CURIOSITY.0 };
    let budget = settings.budget.within(Limits { positions: Some(most), ..Limits::default() });
    let curious = Settings { budget, ..settings.clone() };
    match only.nimbers(NimberWay::Auto, &curious).nimber() {
        Ok(found) => Ok(Some(found.nimber)),
        Err(stop) if stop.is_undecided() => Ok(None),
        Err(stop) => Err(stop),
    }
}

/// The nimber of every part, and the moves of each to the nimber that brings the sum to 0.
pub(super) fn by_parts(
    position: &Position,
    way: NimberWay,
    settings: &Settings,
    answer: &mut Answer,
) -> Result<(), Stop> {
    let (mut studies, found) = part_nimbers(position, way, settings, answer)?;
    let total = conclude(position, &found, settings, answer);
    if total != 0 {
        for (index, study) in studies.iter_mut().enumerate() {
            for found in study.moves_to(total ^ found[index].nimber)? {
                answer.winning_moves.push(WinningMove::new(position.lift(index, found), None));
            }
        }
    }
    Ok(())
}

/// Whether a table on disk knows some part.
fn any_known(position: &Position, settings: &Settings) -> Result<bool, Stop> {
    for part in position.parts() {
        if OracleStudy::of(&**part, settings)?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// A study by a table on disk.
struct OracleStudy<'a> {
    part: &'a dyn Subject,
    oracle: &'a dyn Oracle,
    nimber: u64,
}

impl<'a> OracleStudy<'a> {
    /// The study of a position by the first table that knows it.
    fn of(part: &'a dyn Subject, settings: &'a Settings) -> Result<Option<Self>, Stop> {
        for oracle in &settings.oracles {
            if let Some(nimber) = oracle.nimber(part).map_err(Stop::Unsuitable)? {
                return Ok(Some(Self { part, oracle: &**oracle, nimber }));
            }
        }
        Ok(None)
    }
}

impl Nimbers for OracleStudy<'_> {
    fn nimber(&mut self) -> Result<Found, Stop> {
        let reason = Text::new("found in the table {table}").with("table", self.oracle.name());
        Ok(Found { nimber: self.nimber, method: Method::Search, reason })
    }

    fn moves_to(&mut self, nimber: u64) -> Result<Vec<Move>, Stop> {
        let options = self.options()?;
        Ok(options.into_iter().filter(|(_, found)| *found == nimber).map(|(found, _)| found).collect())
    }

    fn options(&mut self) -> Result<Vec<(Move, u64)>, Stop> {
        let moves = self.part.moves(Player::Left)?;
        let judged = |found: Move| {
            let missing = || {
                let text = Text::new("the table {table} lacks {position}").with("table", self.oracle.name());
                Stop::Unsuitable(text.with("position", found.to.text()))
            };
            let nimber = self.oracle.nimber(&*found.to).map_err(Stop::Unsuitable)?.ok_or_else(missing)?;
            Ok((found, nimber))
        };
        moves.into_iter().map(judged).collect()
    }
}

/// A study of every part, by a table on disk where one knows it.
fn studies<'a>(
    position: &'a Position,
    way: NimberWay,
    settings: &'a Settings,
) -> Result<Vec<Box<dyn Nimbers + 'a>>, Stop> {
    let parts = position.parts();
    let mut studies: Vec<Box<dyn Nimbers + 'a>> = Vec::with_capacity(parts.len());
    for part in parts {
        let known = if way == NimberWay::Auto { OracleStudy::of(&**part, settings)? } else { None };
        studies.push(known.map_or_else(|| part.nimbers(way, settings), |study| Box::new(study) as _));
    }
    Ok(studies)
}

/// The nimber of every part, with the studies that found them.
fn part_nimbers<'a>(
    position: &'a Position,
    way: NimberWay,
    settings: &'a Settings,
    answer: &mut Answer,
) -> Result<(Vec<Box<dyn Nimbers + 'a>>, Vec<Found>), Stop> {
    let mut studies = studies(position, way, settings)?;
    let mut found = Vec::with_capacity(studies.len());
    for (index, study) in studies.iter_mut().enumerate() {
        let one = study.nimber().inspect_err(|_| answer.keep_excluded(study.excluded()))?;
        answer.part_values[index] = Some(Worth::Nimber(one.nimber));
        found.push(one);
    }
    Ok((studies, found))
}

/// Adds up the nimbers of the parts, fills in what follows, and returns the sum.
fn conclude(position: &Position, found: &[Found], settings: &Settings, answer: &mut Answer) -> u64 {
    let total = found.iter().fold(0, |sum, one| sum ^ one.nimber);
    answer.value = Some(Worth::Nimber(total));
    if answer.outcome.is_none() {
        answer.outcome = Some(if total == 0 { Outcome::Second } else { Outcome::First });
        let used = found.iter().map(|one| one.method).find(|&method| method != Method::Theorem);
        answer.method = match used {
            // The value of an impartial position is its nimber, and search is how it is found.
            Some(Method::Search) if settings.method == Method::Value => Method::Value,
            Some(method) => method,
            None => Method::Theorem,
        };
        answer.reason = reason_of_sum(position, found);
    }
    total
}

fn reason_of_sum(position: &Position, found: &[Found]) -> Text {
    if let [only] = found {
        return only.reason.clone();
    }
    let parts = position.parts().iter().zip(found).map(|(part, one)| {
        Text::new("{part} = {value}: {reason}")
            .with("part", part.text())
            .with("value", Worth::Nimber(one.nimber))
            .with_text("reason", one.reason.clone())
    });
    Text::new("values of sums add by nim-sum (Sprague-Grundy); {parts}").with_list("parts", parts.collect())
}

/// Every move with the nimber of the sum it leads to.
pub(super) fn moves(position: &Position, way: NimberWay, settings: &Settings) -> Result<Vec<MoveReport>, Stop> {
    // Once the game's own method has found a sequence, a theorem gives the nimber of every option at once.
    let tabled = way == NimberWay::Auto && !settings.oracles.is_empty() && any_known(position, settings)?;
    if way == NimberWay::Auto
        && !tabled
        && by_theorem(position, settings).is_none()
        && by_own_method(position, settings)?.is_some()
        && by_theorem(position, settings).is_none()
        && let Some(reports) = moves_by_own_method(position, settings)?
    {
        return Ok(reports);
    }
    let mut studies = studies(position, way, settings)?;
    let nimbers = studies.iter_mut().map(|study| Ok(study.nimber()?.nimber)).collect::<Result<Vec<_>, Stop>>()?;
    let total = nimbers.iter().fold(0, |sum, one| sum ^ one);
    let mut reports = Vec::new();
    for (index, study) in studies.iter_mut().enumerate() {
        for (found, nimber) in study.options()? {
            let after = total ^ nimbers[index] ^ nimber;
            let value = Some(Worth::Nimber(after));
            reports.push(MoveReport { value, ..MoveReport::new(position.lift(index, found), None, after == 0) });
        }
    }
    Ok(reports)
}
