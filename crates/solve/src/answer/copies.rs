//! Equal components cancel: A + A is lost for whoever starts, because every move in one copy is answered in the other
//! (Tweedledum and Tweedledee, Winning Ways, chapter 1). In partisan games a component cancels with its negative.

use super::{Answer, Worth, nimbers};
use crate::plan::NimberWay;
use crate::{Method, Position, Settings, Stop, Subject};
use grundy_budget::Limits;
use grundy_game::{Kind, Known, Outcome, Play, Text};

/// Positions that fall into more components than this are not looked through for pairs.
const MOST_COMPONENTS: usize = 4096;

/// Positions visited for the winning moves of a sum from which pairs were dropped.
const TRIAL: u64 = 1 << 20;

/// A position without its pairs of components.
struct Rest {
    /// What is left, as a sum of components.
    left: Vec<Box<dyn Subject>>,
    /// One of each pair that cancels, as it was written.
    pairs: Vec<Box<dyn Subject>>,
}

/// Drops pairs of components that cancel under normal play; `None` where no pair would take a search to decide.
fn cancel(position: &Position) -> Option<Rest> {
    let mut components: Vec<Box<dyn Subject>> = Vec::new();
    for part in position.parts() {
        components.extend(part.split());
        if components.len() > MOST_COMPONENTS {
            return None;
        }
    }
    let mut rest = Rest { left: Vec::new(), pairs: Vec::new() };
    for component in components {
        let canonical = component.canonical();
        let wanted = opposite(&*canonical);
        match wanted.and_then(|wanted| rest.left.iter().position(|other| **other == *wanted)) {
            Some(at) => {
                rest.left.remove(at);
                rest.pairs.push(component);
            }
            None => rest.left.push(canonical),
        }
    }
    let hard = |pair: &dyn Subject| match pair.kind() {
        Kind::Impartial => {
            !matches!(pair.theorem(Play::Normal), Some(theorem) if matches!(theorem.known, Known::Nimber(_)))
        }
        Kind::Partisan => true,
    };
    rest.pairs.iter().any(|pair| hard(&**pair)).then_some(rest)
}

/// What a component cancels with.
fn opposite(component: &dyn Subject) -> Option<Box<dyn Subject>> {
    match component.kind() {
        Kind::Impartial => Some(component.duplicate()),
        Kind::Partisan => component.negative().map(|negative| negative.canonical()),
    }
}

fn reason(rest: &Rest) -> Text {
    const SHOWN: usize = 3;
    let shown: Vec<Text> = rest.pairs.iter().take(SHOWN).map(|pair| Text::verbatim(pair.text())).collect();
    let more = rest.pairs.len().saturating_sub(SHOWN);
    let text = match (rest.pairs[0].kind(), more) {
        (Kind::Impartial, 0) => {
            Text::new("equal components cancel, since each move in one is copied in the other: {pairs}")
        }
        (Kind::Impartial, _) => Text::new(
            "equal components cancel, since each move in one is copied in the other: {pairs}, and {more} more pairs",
        ),
        (Kind::Partisan, 0) => {
            Text::new("a component and its negative cancel, since each move in one is copied in the other: {pairs}")
        }
        (Kind::Partisan, _) => Text::new(
            "a component and its negative cancel, since each move in one is copied in the other: {pairs}, and {more} more pairs",
        ),
    };
    text.with_list("pairs", shown).with("more", more)
}

/// Answers an impartial sum by what is left when pairs are dropped; returns whether there were any.
pub(super) fn answer(settings: &Settings, answer: &mut Answer) -> Result<bool, Stop> {
    let Some(rest) = cancel(&answer.position) else { return Ok(false) };
    let mut copied = reason(&rest);
    let mut total = 0;
    answer.method = Method::Theorem;
    if !rest.left.is_empty() {
        let left = Position::new(rest.left.clone());
        let found = super::nimber(&left, settings)?;
        let Some(nimber) = found.value.as_ref().and_then(Worth::nimber) else {
            answer.excluded = found.excluded;
            return Err(found.stopped.unwrap_or_else(Stop::contradiction));
        };
        total = nimber;
        answer.method = found.method;
        copied =
            Text::new("{copied}; what is left: {reason}").with_text("copied", copied).with_text("reason", found.reason);
    }
    answer.value = Some(Worth::Nimber(total));
    if answer.part_values.len() == 1 {
        answer.part_values = vec![answer.value.clone()];
    }
    answer.outcome = Some(if total == 0 { Outcome::Second } else { Outcome::First });
    answer.reason = copied;
    if total != 0 {
        winning_moves(settings, answer)?;
    }
    Ok(true)
}

/// Winning moves may also lie in what cancels, where finding them can take the search that was spared: it is tried within
/// a small part of the budget.
fn winning_moves(settings: &Settings, answer: &mut Answer) -> Result<(), Stop> {
    let budget = settings.budget.within(Limits { positions: Some(TRIAL), ..Limits::default() });
    let trial = Settings { budget, ..settings.clone() };
    let position = answer.position.clone();
    nimbers::by_parts(&position, NimberWay::Auto, &trial, answer)
}

/// Whether a partisan sum is nothing but pairs, with the reason.
pub(super) fn all_cancel(position: &Position) -> Option<Text> {
    cancel(position).filter(|rest| rest.left.is_empty()).map(|rest| reason(&rest))
}
