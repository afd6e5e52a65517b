//! The reason with its working, line by line.

use super::values::{Sum, trial};
use super::{Answer, Extent, Worth, answer, strategy, verdict};
use crate::plan::{NimberWay, Plan, ValueWay};
use crate::{Method, Position, PositionMove, Settings, Stop};
use grundy_budget::Limits;
use grundy_game::{Kind, Outcome, Player, Text};

/// The reason with its working, line by line.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The lines.
    pub lines: Vec<Text>,
    /// Whether they end in a verdict; `false` when the budget ran out first.
    pub decided: bool,
}

impl Explanation {
    fn decided(lines: Vec<Text>) -> Self {
        Self { lines, decided: true }
    }
}

/// The reason with its working; ends in the verdict.
pub fn explain(position: &Position, settings: &Settings) -> Result<Explanation, Stop> {
    if let [only] = position.parts()
        && let Some(lines) = only.explain(settings.play)
    {
        return Ok(Explanation::decided(lines));
    }
    let plan = Plan::new(settings.method, position.kind(), settings.play)?;
    if let Plan::Values(way, otherwise) = plan {
        let found = match otherwise {
            Some(_) if way == ValueWay::Auto => {
                trial(position, settings, |settings| explain_values(position, way, settings))?
            }
            Some(_) => None,
            None => Some(explain_values(position, way, settings)?),
        };
        if let Some(lines) = found {
            return Ok(Explanation::decided(lines));
        }
    }
    let answer = answer(position, settings)?;
    let mut lines = Vec::new();
    for (part, value) in position.parts().iter().zip(&answer.part_values) {
        if let Some(value) = value {
            lines.push(Text::verbatim(format!("{} = {value}", part.text())));
        }
    }
    lines.push(answer.reason.clone());
    if let (Some(_), Plan::Nimbers(way)) = (&answer.value, plan) {
        lines.extend(match position.parts() {
            [_] => options_and_mex(position, way, settings)?,
            _ => nim_sum(&answer),
        });
    }
    if strategy::is_called_for(answer.method) {
        lines.extend(strategies(position, &answer, settings)?);
    }
    lines.push(verdict(answer.outcome));
    Ok(Explanation { lines, decided: answer.outcome.is_some() })
}

/// Positions visited for the strategy that an explanation adds.
const BOOK: u64 = 2_000_000;

/// How the winner wins, where it can be told within a part of the budget.
fn strategies(position: &Position, answer: &Answer, settings: &Settings) -> Result<Vec<Text>, Stop> {
    let budget = settings.budget.within(Limits { positions: Some(BOOK), ..Limits::default() });
    let settings = Settings { budget, ..settings.clone() };
    let mut lines = Vec::new();
    for &player in strategy::starters(answer.kind, answer.outcome) {
        let found = match strategy::strategy(position, player, Extent::default(), &settings) {
            Ok(found) => found,
            Err(stop) if stop.is_undecided() => return Ok(Vec::new()),
            Err(stop) => return Err(stop),
        };
        if answer.kind == Kind::Partisan {
            lines.push(Text::new(match player {
                Player::Left => "when Left starts:",
                Player::Right => "when Right starts:",
            }));
        }
        lines.extend(found.lines());
    }
    Ok(lines)
}

/// The nimbers of the parts in binary columns, their nim-sum, and what each part must become to bring it to 0.
fn nim_sum(answer: &Answer) -> Vec<Text> {
    let nimbers: Option<Vec<u64>> = answer.part_values.iter().map(|value| value.as_ref()?.nimber()).collect();
    let Some(nimbers) = nimbers else { return Vec::new() };
    let total = nimbers.iter().fold(0, |sum, nimber| sum ^ nimber);
    let widest = nimbers.iter().copied().max().map_or(1, |most| most.max(1));
    let (bits, digits) = (widest.ilog2() as usize + 1, widest.to_string().len());
    let binary = |number: u64| {
        let bits: Vec<String> = format!("{number:0bits$b}").chars().map(String::from).collect();
        bits.join(" ")
    };
    let mut lines: Vec<Text> =
        nimbers.iter().map(|&nimber| Text::verbatim(format!("  {nimber:digits$} = {}", binary(nimber)))).collect();
    lines.push(Text::verbatim(format!("  {:digits$}   {} = {total}", "⊕", binary(total))));
    for (index, (part, &nimber)) in answer.position.parts().iter().zip(&nimbers).enumerate() {
        let moves: Vec<&str> = answer
            .winning_moves
            .iter()
            .filter(|winning| *winning.to.parts()[index] != **part)
            .map(|winning| winning.label.as_str())
            .collect();
        if !moves.is_empty() {
            let text = Text::new("{part} must change from {from} to {from} ⊕ {total} = {to}: {moves}");
            let text = text.with("part", part.text()).with("from", nimber).with("total", total);
            lines.push(text.with("to", nimber ^ total).with("moves", moves.join(", ")));
        }
    }
    lines
}

/// The options of a single impartial position with their nimbers and the mex, when there are few enough to read.
fn options_and_mex(position: &Position, way: NimberWay, settings: &Settings) -> Result<Vec<Text>, Stop> {
    const READABLE: usize = 40;
    let [only] = position.parts() else { return Ok(Vec::new()) };
    if only.move_count().is_some_and(|count| count > READABLE as u64) {
        return Ok(Vec::new());
    }
    let options = only.nimbers(way, settings).options()?;
    if options.len() > READABLE {
        return Ok(Vec::new());
    }
    let mut lines: Vec<Text> = options
        .iter()
        .map(|(found, nimber)| {
            Text::verbatim(format!("  {} → {} = {}", found.label, found.to.text(), Worth::Nimber(*nimber)))
        })
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

fn explain_values(position: &Position, way: ValueWay, settings: &Settings) -> Result<Vec<Text>, Stop> {
    let mut sum = Sum::new(position, way, settings)?;
    let mut lines = Vec::new();
    for (index, part) in position.parts().iter().enumerate() {
        let value = sum.worth(sum.found[index].value)?;
        let reason = sum.found[index].reason.clone();
        let line = Text::new("{part} = {value}: {reason}").with("part", part.text()).with("value", value);
        lines.push(line.with_text("reason", reason));
    }
    if position.parts().len() == 1 {
        lines.extend(options_of_one(position, settings, &mut sum)?);
    } else {
        let total = sum.worth(sum.total)?;
        lines.push(Text::new("values add: the sum is {total}").with("total", total));
    }
    lines.push(temper(&mut sum));
    lines.push(match sum.outcome() {
        Outcome::First => Text::new("the value is confused with 0: whoever starts wins"),
        Outcome::Second => Text::new("the value is 0: whoever starts loses"),
        Outcome::Left => Text::new("the value is positive: Left wins, whoever starts"),
        Outcome::Right => Text::new("the value is negative: Right wins, whoever starts"),
    });
    Ok(lines)
}

/// Where the value is not a number: its stops, mean and temperature.
fn temper(sum: &mut Sum<'_>) -> Text {
    let total = sum.total;
    if sum.store.is_number(total) {
        return Text::new("the value is a number: moving in it costs the mover");
    }
    let (left, right) = (sum.store.left_stop(total), sum.store.right_stop(total));
    let line = match (sum.store.mean(total), sum.store.temperature(total)) {
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
fn options_of_one(position: &Position, settings: &Settings, sum: &mut Sum<'_>) -> Result<Vec<Text>, Stop> {
    const READABLE: usize = 40;
    const WIDE: usize = 120;
    let mut lines = Vec::new();
    if sum.method() == Method::Theorem && settings.method == Method::Auto {
        return Ok(lines);
    }
    for player in Player::BOTH {
        let options = sum.studies[0].options(player, &mut sum.store)?;
        if options.len() > READABLE {
            continue;
        }
        for (found, value) in options {
            let PositionMove { label, to, .. } = position.lift(0, found);
            let value = sum.worth(value)?.written().filter(|text| text.len() <= WIDE);
            let value = value.unwrap_or_else(|| Worth::Long.to_string());
            lines.push(Text::verbatim(format!("  {player}: {label} → {to} = {value}")));
        }
    }
    Ok(lines)
}
