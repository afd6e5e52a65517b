//! Answers about games that may be drawn: who wins and how soon, or how the play is kept going.

use super::explain::{BESIDE_A_THEOREM, too_many_moves, what_follows, winning_kinds, winning_line};
use super::outcomes::{by_theorem, settle};
use super::{Answer, Explanation, Extent, MoveReport, Strategy, WinningMove, Worth, players, strategy, verdict};
use crate::plan::{NimberWay, VerdictWay};
use crate::{Method, Move, Nimbers, Position, PositionMove, Settings, Stop, Subject, Verdicts, achieved};
use grundy_budget::caught;
use grundy_game::{Achieved, Kind, Outcome, Player, Text};
use grundy_graph::loopy::{LoopyNimber, Winner};
use grundy_graph::retrograde::Verdict;

/// Who wins or that nobody does, and the moves that win or keep the draw.
pub(super) fn answer(way: VerdictWay, settings: &Settings, answer: &mut Answer) -> Result<(), Stop> {
    let position = answer.position.clone();
    if matches!(way, VerdictWay::Auto | VerdictWay::Theorem)
        && let Some(found) = by_theorem(&position, settings)
    {
        let winning = settle(found, answer);
        if let Some(winning) = winning.filter(|_| answer.kind == Kind::Impartial) {
            answer.winning_moves = winning;
            return Ok(());
        }
    }
    match way {
        VerdictWay::Theorem if answer.outcome.is_none() => Err(Stop::NoTheorem(position.to_string())),
        VerdictWay::Nimbers if position.parts().len() > 1 => by_nimbers(&position, settings, answer),
        _ => {
            let mut verdicts = Verdicts::new(&position, settings)?;
            conclude(&position, &verdicts, answer)?;
            list_moves(&position, &verdicts, answer)?;
            if way == VerdictWay::Nimbers {
                let value = worth(&verdicts.nimber(&position, settings)?);
                (answer.value, answer.part_values) = (Some(value.clone()), vec![Some(value)]);
            }
            Ok(())
        }
    }
}

/// Fills in who wins and how soon.
fn conclude(position: &Position, verdicts: &Verdicts, answer: &mut Answer) -> Result<(), Stop> {
    let mut found = [Verdict::Draw; 2];
    for player in Player::BOTH {
        found[player as usize] = verdicts.verdict(position, player)?;
    }
    answer.remoteness = found.map(Verdict::remoteness);
    if answer.outcome.is_none() {
        answer.outcome = Some(Outcome::from_achieved(achieved(found[0]), achieved(found[1])));
        answer.method = Method::Retrograde;
        answer.reason = reason(verdicts);
    }
    Ok(())
}

/// What was done to find out.
fn reason(verdicts: &Verdicts) -> Text {
    let (states, moves) = verdicts.size();
    let text = match verdicts.kind() {
        _ if verdicts.numbered() => {
            Text::new("retrograde analysis of all {states} numbered states of the game and {moves} moves")
        }
        Kind::Impartial => Text::new("retrograde analysis of {states} positions and {moves} moves"),
        Kind::Partisan => {
            Text::new("retrograde analysis of {states} positions with the player about to move, and {moves} moves")
        }
    };
    text.with("states", states).with("moves", moves)
}

/// Lists the moves that win, or keep the draw where none wins.
fn list_moves(position: &Position, verdicts: &Verdicts, answer: &mut Answer) -> Result<(), Stop> {
    let outcome = verdicts.outcome(position)?;
    for &player in players(answer.kind) {
        let best = outcome.achieved(player);
        if best == Achieved::Loss {
            continue;
        }
        for found in position.moves(player)? {
            if achieved(verdicts.verdict(&found.to, player.other())?).for_other() == best {
                let named = WinningMove::new(found, (answer.kind == Kind::Partisan).then_some(player));
                if best == Achieved::Win { &mut answer.winning_moves } else { &mut answer.drawing_moves }.push(named);
            }
        }
    }
    Ok(())
}

/// Every move with what it achieves and how soon.
pub(super) fn moves(position: &Position, way: VerdictWay, settings: &Settings) -> Result<Vec<MoveReport>, Stop> {
    if way == VerdictWay::Nimbers && position.parts().len() > 1 {
        return moves_by_nimbers(position, settings);
    }
    let mut verdicts = Verdicts::new(position, settings)?;
    let partisan = position.kind() == Kind::Partisan;
    let mut reports = Vec::new();
    for &player in players(position.kind()) {
        for found in position.moves(player)? {
            let opponent = verdicts.verdict(&found.to, player.other())?;
            let value = match way {
                VerdictWay::Nimbers => Some(worth(&verdicts.nimber(&found.to, settings)?)),
                _ => None,
            };
            let wins = matches!(opponent, Verdict::Loss(_));
            let report = MoveReport::new(found, partisan.then_some(player), wins);
            let (draws, remoteness) = (opponent == Verdict::Draw, opponent.remoteness());
            reports.push(MoveReport { draws, remoteness, value, ..report });
        }
    }
    Ok(reports)
}

/// A loopy nimber as a value.
fn worth(nimber: &LoopyNimber) -> Worth {
    match nimber {
        LoopyNimber::Finite(nimber) => Worth::Nimber(u64::from(*nimber)),
        infinite @ LoopyNimber::Infinite(_) => Worth::Form(infinite.to_string().into()),
    }
}

/// The study of one part of an impartial sum.
enum PartStudy<'a> {
    /// Play in it may go round.
    Loopy(Verdicts, &'a dyn Subject),
    /// Play in it ends.
    Ends(Box<dyn Nimbers + 'a>),
}

impl<'a> PartStudy<'a> {
    fn new(part: &'a dyn Subject, settings: &'a Settings) -> Result<Self, Stop> {
        Ok(if part.ends() {
            Self::Ends(part.nimbers(NimberWay::Auto, settings))
        } else {
            Self::Loopy(Verdicts::new(&alone(part), settings)?, part)
        })
    }

    /// The loopy nimber with the way it was found.
    fn nimber(&mut self, settings: &Settings) -> Result<(LoopyNimber, Text), Stop> {
        match self {
            Self::Loopy(verdicts, part) => Ok((verdicts.nimber(&alone(*part), settings)?, reason(verdicts))),
            Self::Ends(study) => {
                let found = study.nimber()?;
                Ok((finite(found.nimber)?, found.reason))
            }
        }
    }

    fn options(&mut self, settings: &Settings) -> Result<Vec<(Move, LoopyNimber)>, Stop> {
        match self {
            Self::Loopy(verdicts, part) => {
                let judged = |found: Move| Ok((found.clone(), verdicts.nimber(&alone(&*found.to), settings)?));
                part.moves(Player::Left)?.into_iter().map(judged).collect()
            }
            Self::Ends(study) => {
                study.options()?.into_iter().map(|(found, nimber)| Ok((found, finite(nimber)?))).collect()
            }
        }
    }
}

fn alone(part: &dyn Subject) -> Position {
    Position::new(vec![part.duplicate()])
}

fn finite(nimber: u64) -> Result<LoopyNimber, Stop> {
    let narrow = u32::try_from(nimber);
    let problem = || Text::new("the nimber {nimber} is too large for a sum in which play may go round");
    narrow.map(LoopyNimber::Finite).map_err(|_| Stop::TooLarge(problem().with("nimber", nimber)))
}

/// The parts of an impartial sum, each with its loopy nimber.
struct Parts<'a> {
    studies: Vec<PartStudy<'a>>,
    found: Vec<(LoopyNimber, Text)>,
    settings: &'a Settings,
}

impl<'a> Parts<'a> {
    fn new(position: &'a Position, settings: &'a Settings) -> Result<Self, Stop> {
        let studies = position.parts().iter().map(|part| PartStudy::new(&**part, settings));
        let mut studies = studies.collect::<Result<Vec<_>, Stop>>()?;
        let found = studies.iter_mut().map(|study| study.nimber(settings)).collect::<Result<Vec<_>, Stop>>()?;
        Ok(Self { studies, found, settings })
    }

    /// The sum of all parts but the one that is replaced.
    fn total(&self, replaced: Option<(usize, &LoopyNimber)>) -> LoopyNimber {
        let parts = self.found.iter().enumerate().map(|(index, (nimber, _))| match replaced {
            Some((at, instead)) if at == index => instead,
            _ => nimber,
        });
        parts.fold(LoopyNimber::Finite(0), |sum, nimber| &sum + nimber)
    }

    /// Every move of the sum with the loopy nimber it leads to.
    fn options(&mut self, position: &Position) -> Result<Vec<(PositionMove, LoopyNimber)>, Stop> {
        let mut options = Vec::new();
        for index in 0..self.studies.len() {
            for (found, nimber) in self.studies[index].options(self.settings)? {
                options.push((position.lift(index, found), self.total(Some((index, &nimber)))));
            }
        }
        Ok(options)
    }
}

fn by_nimbers(position: &Position, settings: &Settings, answer: &mut Answer) -> Result<(), Stop> {
    let mut parts = Parts::new(position, settings)?;
    let total = parts.total(None);
    answer.part_values = parts.found.iter().map(|(nimber, _)| Some(worth(nimber))).collect();
    answer.value = Some(worth(&total));
    answer.outcome = Some(match total.winner() {
        Winner::First => Outcome::First,
        Winner::Second => Outcome::Second,
        Winner::Nobody => Outcome::Draw,
    });
    answer.method = Method::Retrograde;
    let named = position.parts().iter().zip(&parts.found).map(|(part, (nimber, reason))| {
        let text = Text::new("{part} = {value}: {reason}").with("part", part.text()).with("value", worth(nimber));
        text.with_text("reason", reason.clone())
    });
    answer.reason = Text::new("loopy nimbers add (Smith 1966, Fraenkel and Perl 1975); {parts}")
        .with_list("parts", named.collect());
    let wanted = match total.winner() {
        Winner::First => Winner::Second,
        Winner::Second => return Ok(()),
        Winner::Nobody => Winner::Nobody,
    };
    let kept = parts.options(position)?.into_iter().filter(|(_, after)| after.winner() == wanted);
    let kept = kept.map(|(found, _)| WinningMove::new(found, None)).collect();
    if wanted == Winner::Second {
        answer.winning_moves = kept;
    } else {
        answer.drawing_moves = kept;
    }
    Ok(())
}

fn moves_by_nimbers(position: &Position, settings: &Settings) -> Result<Vec<MoveReport>, Stop> {
    let options = Parts::new(position, settings)?.options(position)?;
    let report = |(found, after): (PositionMove, LoopyNimber)| {
        let report = MoveReport::new(found, None, after.winner() == Winner::Second);
        MoveReport { draws: after.winner() == Winner::Nobody, value: Some(worth(&after)), ..report }
    };
    Ok(options.into_iter().map(report).collect())
}

/// Moves of a line of play that are told.
const TOLD: usize = 24;

/// The reason with its working: what was analysed, the moves, a line of best play, the verdict.
pub(super) fn explain(
    position: &Position,
    way: VerdictWay,
    extent: Option<Extent>,
    settings: &Settings,
) -> Result<Explanation, Stop> {
    let mut found = Answer::new(position, settings);
    let result = caught(|| answer(way, settings, &mut found)).unwrap_or_else(|exhausted| Err(exhausted.into()));
    let mut found = found.finish(result, settings)?;
    let mut lines = Vec::new();
    if let [only] = position.parts() {
        lines.extend(only.explain(settings.play).into_iter().flatten());
    }
    lines.push(found.reason.clone());
    lines.extend(value_lines(&found));
    let winning = winning_kinds(std::mem::take(&mut found.winning_moves));
    lines.extend(winning.iter().map(|(player, kinds)| winning_line(*player, kinds)));
    for (player, kinds) in winning_kinds(std::mem::take(&mut found.drawing_moves)) {
        let listed = kinds.iter().take(TOLD).map(super::Alike::text).collect();
        let text = match player {
            None => Text::new("no move wins; the draw is kept by {moves}"),
            Some(Player::Left) => Text::new("Left cannot win and keeps the draw by {moves}"),
            Some(Player::Right) => Text::new("Right cannot win and keeps the draw by {moves}"),
        };
        lines.push(text.with_list("moves", listed));
    }
    let mut strategies = Vec::new();
    // Sums are told without a line of play where the whole is too large.
    let verdicts = found.outcome.map(|_| Verdicts::new(position, settings)).transpose();
    match verdicts {
        Ok(None) => {}
        Ok(Some(verdicts)) => {
            lines.extend(best_play(position, &found, &verdicts)?);
            strategies = match told(position, &found, extent, &verdicts, settings) {
                Err(stop) if stop.is_undecided() => Vec::new(),
                all => all?,
            };
            lines.extend(strategies.iter().flat_map(|strategy| what_follows(found.kind, strategy)));
        }
        Err(stop) if stop.is_undecided() => {}
        Err(stop) => return Err(stop),
    }
    lines.push(verdict(found.outcome));
    let (outcome, complete) = (found.outcome, found.complete);
    Ok(Explanation { lines, outcome, winning, complete, strategies, decided: outcome.is_some() })
}

/// The strategies that are told: of a winner a few replies, those of a draw only when asked for, since the cycle says why.
fn told(
    position: &Position,
    found: &Answer,
    asked: Option<Extent>,
    verdicts: &Verdicts,
    settings: &Settings,
) -> Result<Vec<Strategy>, Stop> {
    let mut all = Vec::new();
    if too_many_moves(position) {
        return Ok(all);
    }
    for &player in players(found.kind) {
        if position.moves(player)?.is_empty() {
            continue;
        }
        let drawn = verdicts.verdict(position, player)? == Verdict::Draw;
        if let Some(extent) = asked.or((!drawn).then_some(Extent { depth: 1, lines: BESIDE_A_THEOREM })) {
            all.extend(strategy::strategies(position, player, extent, verdicts, settings)?);
        }
    }
    Ok(all)
}

/// What the loopy nimbers say.
fn value_lines(answer: &Answer) -> Vec<Text> {
    let Some(value) = &answer.value else { return Vec::new() };
    let mut lines = vec![Text::new("{position} = {value}").with("position", &answer.position).with("value", value)];
    if value.nimber().is_none() {
        lines.push(match answer.outcome {
            Some(Outcome::First) => Text::new(
                "an infinite value with 0 in its set: there is a move to a position that is lost for the opponent",
            ),
            _ => Text::new("an infinite value without 0 in its set: whoever is about to move can keep the play going"),
        });
    }
    lines
}

/// A line of best play for each player who may start: how the winner hurries and the loser stalls, or how the play is kept
/// going round.
fn best_play(position: &Position, answer: &Answer, verdicts: &Verdicts) -> Result<Vec<Text>, Stop> {
    let mut lines = Vec::new();
    for &player in players(answer.kind) {
        let line = Line::new(position, player, verdicts)?;
        let start = verdicts.verdict(position, player)?;
        if line.moves.is_empty() {
            continue;
        }
        let text = match (start, line.back, line.more) {
            (Verdict::Win(Verdict::FOR_EVER) | Verdict::Loss(Verdict::FOR_EVER), Some(0), _) => {
                Text::new("from here the winner goes round for ever: {moves}, and again")
            }
            (Verdict::Win(Verdict::FOR_EVER) | Verdict::Loss(Verdict::FOR_EVER), Some(_), _) => {
                Text::new("the winner goes round for ever: {moves}, and then again from {again} on")
            }
            (Verdict::Win(Verdict::FOR_EVER) | Verdict::Loss(Verdict::FOR_EVER), None, _) => {
                Text::new("the winner plays on for ever: {moves}")
            }
            (Verdict::Win(_) | Verdict::Loss(_), ..) => {
                Text::new("the winner hurries and the loser stalls, {count} moves: {moves}")
            }
            (Verdict::Draw, Some(0), _) => Text::new("from here the play can be kept going round: {moves}, and again"),
            (Verdict::Draw, Some(_), _) => {
                Text::new("the play can be kept going round: {moves}, and then again from {again} on")
            }
            (Verdict::Draw, None, false) => Text::new("neither player can force more than a drawn end: {moves}"),
            (Verdict::Draw, None, true) => Text::new("neither player can force a win: {moves}"),
        };
        // why: the number of moves is told of plays that somebody wins only, and they have one.
        let text = text.with("count", start.remoteness().unwrap_or(0));
        // why: a line that does not go round names no position to come back to.
        let again = line.back.and_then(|back| line.moves.get(back)).cloned().unwrap_or_default();
        let told = if line.more { format!("{}, …", line.moves.join(", ")) } else { line.moves.join(", ") };
        let text = text.with("again", again).with("moves", told);
        lines.push(match answer.kind {
            Kind::Impartial => text,
            Kind::Partisan if player == Player::Left => Text::new("Left starts: {line}").with_text("line", text),
            Kind::Partisan => Text::new("Right starts: {line}").with_text("line", text),
        });
    }
    Ok(lines)
}

/// A line of best play.
struct Line {
    moves: Vec<String>,
    /// The move from which on it repeats.
    back: Option<usize>,
    /// Whether it goes on after the moves that are told.
    more: bool,
}

impl Line {
    fn new(start: &Position, player: Player, verdicts: &Verdicts) -> Result<Self, Stop> {
        let (mut position, mut player) = (start.clone(), player);
        let mut met: Vec<(Position, Player)> = Vec::new();
        let mut line = Self { moves: Vec::new(), back: None, more: false };
        let partisan = start.kind() == Kind::Partisan;
        loop {
            let place = met.iter().position(|(other, who)| other.same(&position) && (!partisan || *who == player));
            if place.is_some() {
                line.back = place;
                return Ok(line);
            }
            let mut options = Vec::new();
            for found in position.moves(player)? {
                let known = met.iter().any(|(other, who)| other.same(&found.to) && (!partisan || *who != player));
                options.push((verdicts.verdict(&found.to, player.other())?.preference(), !known, found));
            }
            // Among moves that are equally good, one that goes back: the shortest round says most.
            options.sort_by_key(|(preference, fresh, _)| (*preference, *fresh));
            let Some((_, _, best)) = options.into_iter().next() else { return Ok(line) };
            if line.moves.len() == TOLD {
                line.more = true;
                return Ok(line);
            }
            met.push((position, player));
            line.moves.push(best.label);
            (position, player) = (best.to, player.other());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn infinite_values_are_written_with_their_sets() {
        assert_eq!(worth(&LoopyNimber::Infinite([0, 2].into())).to_string(), "∞(0,2)");
        assert_eq!(worth(&LoopyNimber::Finite(1)), Worth::Nimber(1));
        assert!(finite(1 << 40).is_err() && finite(7).is_ok());
    }
}
