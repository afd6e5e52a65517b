//! Answers about who wins a position as a whole.

use super::{Answer, MoveReport, WinningMove, players};
use crate::plan::OutcomeWay;
use crate::{Method, Move, Position, Settings, Stop};
use grundy_game::{Kind, Outcome, Player, Theorem};

/// What a theorem or the game's own method says of a single position, with the method it is.
pub(super) type AtOnce = (Method, Theorem<Move>);

/// What a theorem says of a single position.
pub(super) fn by_theorem(position: &Position, settings: &Settings) -> Option<AtOnce> {
    let [only] = position.parts() else { return None };
    only.theorem(settings.play).map(|theorem| (Method::Theorem, theorem))
}

/// What the game's own method says of a single position.
pub(super) fn by_own_method(position: &Position, settings: &Settings) -> Result<Option<AtOnce>, Stop> {
    let [only] = position.parts() else { return Ok(None) };
    Ok(only.own_method(settings)?.map(|found| (Method::Search, found)))
}

/// Fills in what is known at once, and returns the winning moves where they are known too.
pub(super) fn settle((method, theorem): AtOnce, answer: &mut Answer) -> Option<Vec<WinningMove>> {
    answer.outcome = Some(theorem.known.outcome());
    answer.method = method;
    answer.reason = theorem.reason;
    let lift = |found| WinningMove::new(answer.position.lift(0, found), None);
    theorem.winning.map(|winning| winning.into_iter().map(lift).collect())
}

/// Who wins: at once where something is known, otherwise by the way of the plan.
pub(super) fn answer(way: OutcomeWay, settings: &Settings, answer: &mut Answer) -> Result<(), Stop> {
    let position = answer.position.clone();
    let mut at_once = None;
    if matches!(way, OutcomeWay::Auto | OutcomeWay::Theorem) {
        at_once = by_theorem(&position, settings);
    }
    if at_once.is_none() && way == OutcomeWay::Auto {
        at_once = by_own_method(&position, settings)?;
    }
    match at_once {
        Some(found) => {
            if let Some(winning) = settle(found, answer).filter(|_| answer.kind == Kind::Impartial) {
                answer.winning_moves = winning;
                return Ok(());
            }
        }
        None if way == OutcomeWay::Theorem => return Err(Stop::NoTheorem(position.to_string())),
        None => {}
    }
    // A theorem that names the winner leaves the moves to search.
    search(if way == OutcomeWay::Theorem { OutcomeWay::Auto } else { way }, &position, settings, answer)
}

/// Finds the winner, where that is still open, and the winning moves.
pub(super) fn search(
    way: OutcomeWay,
    position: &Position,
    settings: &Settings,
    answer: &mut Answer,
) -> Result<(), Stop> {
    let partisan = answer.kind == Kind::Partisan;
    let mut study = position.outcomes(way, settings);
    if answer.outcome.is_none() {
        let left = study.wins(Player::Left)?;
        let right = if partisan { study.wins(Player::Right)? } else { left };
        answer.outcome = Some(Outcome::from_starts(left, right));
        answer.method = way.method();
        answer.reason = study.reason();
    }
    for &player in players(answer.kind) {
        if answer.outcome.is_some_and(|outcome| outcome.wins_first(player)) {
            let winning = study.options(player)?.into_iter().filter(|(_, wins)| *wins);
            let named = winning.map(|(found, _)| WinningMove::new(found, partisan.then_some(player)));
            answer.winning_moves.extend(named);
        }
    }
    Ok(())
}

/// Every move with whether it wins.
pub(super) fn moves(position: &Position, way: OutcomeWay, settings: &Settings) -> Result<Vec<MoveReport>, Stop> {
    if way == OutcomeWay::Auto
        && let Some(reports) = moves_by_own_method(position, settings)?
    {
        return Ok(reports);
    }
    let partisan = position.kind() == Kind::Partisan;
    let mut study = position.outcomes(if way == OutcomeWay::Theorem { OutcomeWay::Auto } else { way }, settings);
    let mut reports = Vec::new();
    for &player in players(position.kind()) {
        let options = study.options(player)?.into_iter();
        reports.extend(options.map(|(found, wins)| MoveReport::new(found, partisan.then_some(player), wins)));
    }
    Ok(reports)
}

/// The moves of a single impartial position whose options the game's own method decides.
pub(super) fn moves_by_own_method(position: &Position, settings: &Settings) -> Result<Option<Vec<MoveReport>>, Stop> {
    let [only] = position.parts() else { return Ok(None) };
    if only.kind() == Kind::Partisan || only.own_method(settings)?.is_none() {
        return Ok(None);
    }
    only.afford_moves(&settings.budget)?;
    let mut reports = Vec::new();
    for found in only.moves(Player::Left)? {
        settings.budget.check()?;
        let Some(known) = found.to.own_method(settings)? else { return Ok(None) };
        let wins = known.known.outcome() == Outcome::Second;
        reports.push(MoveReport::new(position.lift(0, found), None, wins));
    }
    Ok(Some(reports))
}
