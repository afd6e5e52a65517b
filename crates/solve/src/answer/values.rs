//! Answers about partisan positions under normal play: by values, or by search where values are out of reach.

use super::{Answer, MoveReport, WinningMove, Worth, copies, outcomes};
use crate::plan::{OutcomeWay, ValueWay};
use crate::{FoundValue, Method, Position, Settings, Stop, Values};
use grundy_budget::Limits;
use grundy_game::{Outcome, Player, Text};
use grundy_value::{Store, Value, ValueError};

/// Steps of search and algebra that `auto` spends on values before it turns to search on the sum.
const TRIAL: u64 = 40_000_000;

/// Answers by values; `auto` tries them first unless some component is far too heavy.
pub(super) fn answer(
    way: ValueWay,
    otherwise: Option<OutcomeWay>,
    settings: &Settings,
    answer: &mut Answer,
) -> Result<(), Stop> {
    let position = answer.position.clone();
    if way == ValueWay::Auto
        && let Some(reason) = copies::all_cancel(&position)
    {
        (answer.outcome, answer.value) = (Some(Outcome::Second), Some(Worth::Nimber(0)));
        (answer.method, answer.reason) = (Method::Theorem, reason);
        return Ok(());
    }
    let Some(otherwise) = otherwise else { return by_values(&position, way, settings, answer) };
    match way {
        ValueWay::Auto => {
            if trial(&position, settings, |settings| by_values(&position, way, settings, answer))?.is_some() {
                return Ok(());
            }
            *answer = Answer::new(&position, settings);
        }
        ValueWay::Theorem | ValueWay::Canonical => match by_values(&position, way, settings, answer) {
            Err(Stop::NoTheorem(_)) => {}
            other => return other,
        },
    }
    outcomes::answer(otherwise, settings, answer)
}

/// Every move of both players with the value it leads to where values are within reach, otherwise with who wins.
pub(super) fn moves(
    position: &Position,
    way: ValueWay,
    otherwise: Option<OutcomeWay>,
    settings: &Settings,
) -> Result<Vec<MoveReport>, Stop> {
    let Some(otherwise) = otherwise else { return moves_by_values(position, way, settings) };
    let found = match way {
        ValueWay::Auto => trial(position, settings, |settings| moves_by_values(position, way, settings))?,
        ValueWay::Theorem | ValueWay::Canonical => None,
    };
    found.map_or_else(|| outcomes::moves(position, otherwise, settings), Ok)
}

/// Runs `work` within a part of the budget; `None` when that part was not enough or there was no hope from the start.
pub(super) fn trial<T>(
    position: &Position,
    settings: &Settings,
    work: impl FnOnce(&Settings) -> Result<T, Stop>,
) -> Result<Option<T>, Stop> {
    if position.parts().iter().any(|part| part.heaviness() > 1) {
        return Ok(None);
    }
    let budget = settings.budget.within(Limits { positions: Some(TRIAL), ..Limits::default() });
    match work(&Settings { budget, ..settings.clone() }) {
        Ok(found) => Ok(Some(found)),
        Err(stop) if stop.is_undecided() && settings.budget.check().is_ok() => Ok(None),
        Err(stop) => Err(stop),
    }
}

/// The values of the parts of a sum, kept for further questions.
pub(super) struct Sum<'a> {
    pub store: Store,
    pub studies: Vec<Box<dyn Values + 'a>>,
    pub found: Vec<FoundValue>,
    pub total: Value,
}

impl<'a> Sum<'a> {
    pub fn new(position: &'a Position, way: ValueWay, settings: &'a Settings) -> Result<Self, Stop> {
        let mut store = Store::new(&settings.budget);
        let mut studies: Vec<Box<dyn Values + 'a>> =
            position.parts().iter().map(|part| part.values(way, settings)).collect();
        let found = studies.iter_mut().map(|study| study.value(&mut store)).collect::<Result<Vec<_>, _>>()?;
        let total = store.sum_all(found.iter().map(|one| one.value))?;
        Ok(Self { store, studies, found, total })
    }

    pub fn worth(&mut self, value: Value) -> Result<Worth, ValueError> {
        Worth::of(&mut self.store, value)
    }

    pub fn outcome(&self) -> Outcome {
        self.store.outcome(self.total)
    }

    /// The sum of all parts but one.
    fn rest(&mut self, index: usize) -> Result<Value, Stop> {
        let others = self.found.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, one)| one.value);
        Ok(self.store.sum_all(others)?)
    }

    /// Whether a move in one part wins for `player`: the opponent, about to move, must not be able to win.
    fn wins(&mut self, rest: Value, option: Value, player: Player) -> Result<bool, Stop> {
        let needed = self.store.negative(rest)?;
        Ok(match player {
            Player::Left => self.store.le(needed, option)?,
            Player::Right => self.store.le(option, needed)?,
        })
    }

    pub fn method(&self) -> Method {
        self.found.iter().map(|one| one.method).find(|&method| method != Method::Theorem).unwrap_or(Method::Theorem)
    }
}

fn sign(outcome: Outcome) -> Text {
    match outcome {
        Outcome::First => Text::new("confused with 0"),
        Outcome::Second => Text::new("0"),
        Outcome::Left => Text::new("positive"),
        Outcome::Right => Text::new("negative"),
        // The value of a game that ends is never drawn.
        drawn => drawn.text(),
    }
}

fn by_values(position: &Position, way: ValueWay, settings: &Settings, answer: &mut Answer) -> Result<(), Stop> {
    let mut sum = Sum::new(position, way, settings)?;
    for index in 0..sum.found.len() {
        answer.part_values[index] = Some(sum.worth(sum.found[index].value)?);
    }
    let outcome = sum.outcome();
    answer.value = Some(sum.worth(sum.total)?);
    answer.outcome = Some(outcome);
    answer.method = sum.method();
    answer.reason = reason(position, &sum, outcome, &answer.part_values);
    for player in Player::BOTH.into_iter().filter(|&player| outcome.wins_first(player)) {
        for index in 0..sum.studies.len() {
            let rest = sum.rest(index)?;
            for (found, value) in sum.studies[index].options(player, &mut sum.store)? {
                if sum.wins(rest, value, player)? {
                    answer.winning_moves.push(WinningMove::new(position.lift(index, found), Some(player)));
                }
            }
        }
    }
    Ok(())
}

fn reason(position: &Position, sum: &Sum<'_>, outcome: Outcome, values: &[Option<Worth>]) -> Text {
    if let [only] = &sum.found[..] {
        return Text::new("the value is {sign}: {reason}")
            .with_text("sign", sign(outcome))
            .with_text("reason", only.reason.clone());
    }
    let parts = position.parts().iter().zip(&sum.found).zip(values).map(|((part, one), value)| {
        let value = value.as_ref().map_or_else(|| Worth::Long.to_string(), Worth::to_string);
        Text::new("{part} = {value}: {reason}")
            .with("part", part.text())
            .with("value", value)
            .with_text("reason", one.reason.clone())
    });
    Text::new("values add, and the sum is {sign}; {parts}")
        .with_text("sign", sign(outcome))
        .with_list("parts", parts.collect())
}

fn moves_by_values(position: &Position, way: ValueWay, settings: &Settings) -> Result<Vec<MoveReport>, Stop> {
    let mut sum = Sum::new(position, way, settings)?;
    let mut reports = Vec::new();
    for player in Player::BOTH {
        for index in 0..sum.studies.len() {
            let rest = sum.rest(index)?;
            let part = sum.found[index].value;
            for (found, option) in sum.studies[index].options(player, &mut sum.store)? {
                let wins = sum.wins(rest, option, player)?;
                let after = sum.store.sum(rest, option)?;
                let (better, worse) = if player == Player::Left { (option, part) } else { (part, option) };
                let incentive = sum.store.difference(better, worse)?;
                let temperature = match sum.store.temperature(after) {
                    Ok(temperature) => Some(temperature.to_string()),
                    // Too large a thermograph leaves the temperature out; running out of budget does not.
                    Err(ValueError::Exhausted(exhausted)) => return Err(exhausted.into()),
                    Err(_) => None,
                };
                let (value, incentive) = (Some(sum.worth(after)?), Some(sum.worth(incentive)?));
                let report = MoveReport::new(position.lift(index, found), Some(player), wins);
                reports.push(MoveReport { value, incentive, temperature, ..report });
            }
        }
    }
    Ok(reports)
}
