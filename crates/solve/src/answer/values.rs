//! Answers about partisan positions under normal play: by values, or by search where values are out of reach.

use super::{Answer, MoveReport, WinningMove, answer_by_outcomes, moves_by_outcomes};
use crate::{Engine, FoundValue, Method, Position, PositionMove, Stop, Values};
use grundy_budget::Limits;
use grundy_game::{Outcome, Player, Text};
use grundy_value::{Store, Value};

/// Steps of search and algebra that `auto` spends on values before it turns to search on the sum.
const TRIAL: u64 = 40_000_000;

/// Answers by the method asked for; `auto` tries values first unless some component is far too heavy.
pub(super) fn answer(position: &Position, engine: &Engine, answer: &mut Answer) -> Result<(), Stop> {
    match engine.method {
        Method::Value => by_values(position, engine, answer),
        Method::Theorem => match by_values(position, engine, answer) {
            Err(Stop::NoTheorem(_)) => answer_by_outcomes(position, engine, answer),
            other => other,
        },
        Method::Auto => {
            if trial(position, engine, |engine| by_values(position, engine, answer))?.is_some() {
                return Ok(());
            }
            *answer = Answer::new(position, engine);
            answer_by_outcomes(position, engine, answer)
        }
        Method::Kernel | Method::Search | Method::Recursion => answer_by_outcomes(position, engine, answer),
    }
}

/// Every move of both players with the value it leads to where values are within reach, otherwise with who wins.
pub(super) fn moves(position: &Position, engine: &Engine) -> Result<Vec<MoveReport>, Stop> {
    let found = match engine.method {
        Method::Value => Some(moves_by_values(position, engine)?),
        Method::Auto => trial(position, engine, |engine| moves_by_values(position, engine))?,
        _ => None,
    };
    found.map_or_else(|| moves_by_outcomes(position, engine), Ok)
}

/// Runs `work` within a part of the budget; `None` when that part was not enough or there was no hope from the start.
fn trial<T>(
    position: &Position,
    engine: &Engine,
    work: impl FnOnce(&Engine) -> Result<T, Stop>,
) -> Result<Option<T>, Stop> {
    if position.parts().iter().any(|part| part.heaviness() > 1) {
        return Ok(None);
    }
    let budget = engine.budget.within(Limits { positions: Some(TRIAL), ..Limits::default() });
    match work(&Engine { budget, ..engine.clone() }) {
        Ok(found) => Ok(Some(found)),
        Err(stop) if stop.is_undecided() && engine.budget.check().is_ok() => Ok(None),
        Err(stop) => Err(stop),
    }
}

/// The values of the parts of a sum, kept for further questions.
struct Worth<'a> {
    store: Store,
    studies: Vec<Box<dyn Values + 'a>>,
    found: Vec<FoundValue>,
    total: Value,
}

impl<'a> Worth<'a> {
    fn new(position: &'a Position, engine: &'a Engine) -> Result<Self, Stop> {
        let mut store = Store::new(&engine.budget);
        let mut studies: Vec<Box<dyn Values + 'a>> = position.parts().iter().map(|part| part.values(engine)).collect();
        let found = studies.iter_mut().map(|study| study.value(&mut store)).collect::<Result<Vec<_>, _>>()?;
        let total = store.sum_all(found.iter().map(|one| one.value))?;
        Ok(Self { store, studies, found, total })
    }

    fn text(&mut self, value: Value) -> Option<String> {
        self.store.print(value).ok()
    }

    fn outcome(&self) -> Outcome {
        match self.store.outcome(self.total) {
            grundy_value::Outcome::First => Outcome::First,
            grundy_value::Outcome::Second => Outcome::Second,
            grundy_value::Outcome::Left => Outcome::Left,
            grundy_value::Outcome::Right => Outcome::Right,
        }
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

    fn method(&self) -> Method {
        self.found.iter().map(|one| one.method).find(|&method| method != Method::Theorem).unwrap_or(Method::Theorem)
    }
}

fn sign(outcome: Outcome) -> Text {
    match outcome {
        Outcome::First => Text::new("confused with 0"),
        Outcome::Second => Text::new("0"),
        Outcome::Left => Text::new("positive"),
        Outcome::Right => Text::new("negative"),
    }
}

fn by_values(position: &Position, engine: &Engine, answer: &mut Answer) -> Result<(), Stop> {
    let mut worth = Worth::new(position, engine)?;
    for index in 0..worth.found.len() {
        answer.part_values[index] = worth.text(worth.found[index].value);
    }
    let outcome = worth.outcome();
    answer.value = worth.text(worth.total);
    answer.outcome = Some(outcome);
    answer.method = worth.method();
    answer.reason = reason(position, &worth, outcome, &answer.part_values);
    for player in Player::BOTH.into_iter().filter(|&player| outcome.wins_first(player)) {
        for index in 0..worth.studies.len() {
            let rest = worth.rest(index)?;
            for (found, value) in worth.studies[index].options(player, &mut worth.store)? {
                if worth.wins(rest, value, player)? {
                    answer.winning_moves.push(WinningMove::new(&position.lift(index, found), Some(player)));
                }
            }
        }
    }
    Ok(())
}

fn reason(position: &Position, worth: &Worth<'_>, outcome: Outcome, values: &[Option<String>]) -> Text {
    if let [only] = &worth.found[..] {
        return Text::new("the value is {sign}: {reason}")
            .with_text("sign", sign(outcome))
            .with_text("reason", only.reason.clone());
    }
    let parts = position.parts().iter().zip(&worth.found).zip(values).map(|((part, one), value)| {
        Text::new("{part} = {value}: {reason}")
            .with("part", part.text())
            .with("value", value.as_deref().unwrap_or("…"))
            .with_text("reason", one.reason.clone())
    });
    Text::new("values add, and the sum is {sign}; {parts}")
        .with_text("sign", sign(outcome))
        .with_list("parts", parts.collect())
}

fn moves_by_values(position: &Position, engine: &Engine) -> Result<Vec<MoveReport>, Stop> {
    let mut worth = Worth::new(position, engine)?;
    let mut reports = Vec::new();
    for player in Player::BOTH {
        for index in 0..worth.studies.len() {
            let rest = worth.rest(index)?;
            let part = worth.found[index].value;
            for (found, option) in worth.studies[index].options(player, &mut worth.store)? {
                let wins = worth.wins(rest, option, player)?;
                let after = worth.store.sum(rest, option)?;
                let (better, worse) = if player == Player::Left { (option, part) } else { (part, option) };
                let incentive = worth.store.difference(better, worse)?;
                let temperature = worth.store.temperature(after).ok().map(|temperature| temperature.to_string());
                let PositionMove { label, to } = position.lift(index, found);
                let (value, incentive) = (worth.text(after), worth.text(incentive));
                reports.push(MoveReport { label, to, player: Some(player), wins, value, incentive, temperature });
            }
        }
    }
    Ok(reports)
}

/// The value, its sign and stops, and the options behind it; `None` where values are out of reach.
pub(super) fn explain(position: &Position, engine: &Engine) -> Result<Option<Vec<Text>>, Stop> {
    let found = match engine.method {
        Method::Value | Method::Theorem => Some(explain_values(position, engine)?),
        Method::Auto => trial(position, engine, |engine| explain_values(position, engine))?,
        _ => None,
    };
    Ok(found)
}

fn explain_values(position: &Position, engine: &Engine) -> Result<Vec<Text>, Stop> {
    let mut worth = Worth::new(position, engine)?;
    let mut lines = Vec::new();
    for (index, part) in position.parts().iter().enumerate() {
        let value = worth.text(worth.found[index].value).unwrap_or_else(|| "…".to_owned());
        let reason = worth.found[index].reason.clone();
        let line = Text::new("{part} = {value}: {reason}").with("part", part.text()).with("value", value);
        lines.push(line.with_text("reason", reason));
    }
    if position.parts().len() == 1 {
        lines.extend(options_of_one(position, engine, &mut worth)?);
    } else if let Some(total) = worth.text(worth.total) {
        lines.push(Text::new("values add: the sum is {total}").with("total", total));
    }
    lines.push(temper(&mut worth));
    lines.push(match worth.outcome() {
        Outcome::First => Text::new("the value is confused with 0: whoever starts wins"),
        Outcome::Second => Text::new("the value is 0: whoever starts loses"),
        Outcome::Left => Text::new("the value is positive: Left wins, whoever starts"),
        Outcome::Right => Text::new("the value is negative: Right wins, whoever starts"),
    });
    Ok(lines)
}

/// Where the value is no number: its stops, mean and temperature.
fn temper(worth: &mut Worth<'_>) -> Text {
    let total = worth.total;
    if worth.store.is_number(total) {
        return Text::new("the value is a number: moving in it costs the mover");
    }
    let (left, right) = (worth.store.left_stop(total), worth.store.right_stop(total));
    let line = match (worth.store.mean(total), worth.store.temperature(total)) {
        (Ok(mean), Ok(temperature)) => {
            Text::new("Left stop {left}, Right stop {right}, mean {mean}, temperature {temperature}")
                .with("mean", mean)
                .with("temperature", temperature)
        }
        _ => Text::new("Left stop {left}, Right stop {right}"),
    };
    line.with("left", left).with("right", right)
}

/// Each player's options with their values, when a theorem did not spare them and there are few enough to read.
fn options_of_one(position: &Position, engine: &Engine, worth: &mut Worth<'_>) -> Result<Vec<Text>, Stop> {
    const READABLE: usize = 40;
    const WIDE: usize = 120;
    let mut lines = Vec::new();
    if worth.method() == Method::Theorem && engine.method == Method::Auto {
        return Ok(lines);
    }
    for player in Player::BOTH {
        let options = worth.studies[0].options(player, &mut worth.store)?;
        if options.len() > READABLE {
            continue;
        }
        for (found, value) in options {
            let PositionMove { label, to } = position.lift(0, found);
            let value = worth.text(value).filter(|text| text.len() <= WIDE).unwrap_or_else(|| "…".to_owned());
            lines.push(Text::verbatim(format!("  {player}: {label} → {to} = {value}")));
        }
    }
    Ok(lines)
}
