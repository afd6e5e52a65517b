//! The reason with its working, line by line: the argument, the winning moves, what to do next, the verdict.

use super::values::{Sum, trial};
use super::{
    Alike, Answer, Extent, Strategy, WinningMove, Worth, answer, gathered, simplest, strategy, twins, verdict, verdicts,
};
use crate::plan::{NimberWay, Plan, ValueWay};
use crate::{Method, Position, PositionMove, Settings, Stop};
use grundy_budget::Limits;
use grundy_game::{Achieved, Kind, Outcome, Play, Player, Text};

/// The reason with its working, line by line.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The lines; the last is the verdict.
    pub lines: Vec<Text>,
    /// Who wins; `None` when the budget ran out first.
    pub outcome: Option<Outcome>,
    /// The winning moves, alike ones together, for each player who has any; `None` stands for whoever starts.
    pub winning: Vec<(Option<Player>, Vec<Alike>)>,
    /// Whether `winning` holds all winning moves.
    pub complete: bool,
    /// What the winner does next, for each player who may start, as far as it is told.
    pub strategies: Vec<Strategy>,
    /// Whether the lines end in a verdict; `false` when the budget ran out first.
    pub decided: bool,
}

/// Positions with more moves than this are explained without a list of their moves.
const MOST_MOVES: u64 = 400;

/// Positions visited for the strategy that an explanation adds.
const BOOK: u64 = 2_000_000;

/// Lines of replies after a theorem, which is an argument by itself.
pub(super) const BESIDE_A_THEOREM: usize = 8;

/// Kinds of winning moves that are named in one line.
const NAMED: usize = 12;

/// The reason with its working; ends in the verdict.
pub fn explain(position: &Position, settings: &Settings) -> Result<Explanation, Stop> {
    explain_to(position, None, settings)
}

/// As [`explain`], with the strategy of the winner told as far as asked for, also where a theorem would be argument
/// enough.
pub fn explain_to(position: &Position, extent: Option<Extent>, settings: &Settings) -> Result<Explanation, Stop> {
    let plan = Plan::of(position, settings)?;
    if let Plan::Verdicts(way) = plan {
        return verdicts::explain(position, way, extent, settings);
    }
    let mut answer = answer(position, settings)?;
    let mut lines = argument(position, &answer, plan, settings)?;
    let winning = winning_kinds(std::mem::take(&mut answer.winning_moves));
    for (player, kinds) in &winning {
        lines.push(winning_line(*player, kinds));
    }
    let strategies = match told(position, &answer, extent) {
        Some(extent) => strategies(position, &answer, extent, settings)?,
        None => Vec::new(),
    };
    for found in &strategies {
        lines.extend(what_follows(answer.kind, found));
    }
    if let Some(stop) = answer.stopped.as_ref().filter(|_| answer.outcome.is_some() && !answer.complete) {
        lines.push(Text::new("not all winning moves were found: {stop}").with_text("stop", stop.text()));
    }
    lines.push(verdict(answer.outcome));
    let (outcome, complete) = (answer.outcome, answer.complete);
    Ok(Explanation { lines, outcome, winning, complete, strategies, decided: outcome.is_some() })
}

/// What was worked out within the budget; `None` where the budget ended it, for what an explanation can do without.
fn afforded<T>(found: Result<T, Stop>) -> Result<Option<T>, Stop> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(stop) if stop.is_undecided() => Ok(None),
        Err(stop) => Err(stop),
    }
}

/// Why it is so.
fn argument(position: &Position, answer: &Answer, plan: Plan, settings: &Settings) -> Result<Vec<Text>, Stop> {
    let mut lines = Vec::new();
    let own = match position.parts() {
        [only] => only.explain(settings.play),
        _ => None,
    };
    let has_own = own.is_some();
    lines.extend(own.into_iter().flatten());
    if answer.outcome.is_none() {
        lines.push(answer.reason.clone());
        return Ok(lines);
    }
    let by_values = match plan {
        Plan::Values(way, otherwise) if answer.value.is_some() => {
            let work = |settings: &Settings| explain_values(position, way, settings);
            let found = if otherwise.is_some() && way == ValueWay::Auto {
                trial(position, settings, work)
            } else {
                work(settings).map(Some)
            };
            afforded(found)?.flatten()
        }
        _ => None,
    };
    if let Some(found) = by_values {
        lines.extend(found);
        return Ok(lines);
    }
    if !has_own {
        lines.extend(reasons(position, answer));
        if let (Some(_), Plan::Nimbers(way)) = (&answer.value, plan) {
            lines.extend(match position.parts() {
                // why: an explanation without the list of options still has its reason and verdict.
                [_] => afforded(options_and_mex(position, way, settings))?.unwrap_or_default(),
                _ => nim_sum(answer),
            });
        }
    }
    if settings.play == Play::Misere {
        // why: the figures of the graph are left out where they cannot be afforded.
        lines.extend(afforded(pruned_graph(position, settings))?.unwrap_or_default());
    }
    if answer.outcome == Some(Outcome::Second) && answer.kind == Kind::Impartial && settings.play == Play::Normal {
        lines.extend(copying(position));
    }
    Ok(lines)
}

/// The value of each part with its theorem, or the reason of the whole where some part was searched.
fn reasons(position: &Position, answer: &Answer) -> Vec<Text> {
    let parts = position.parts();
    if let ([_], Some(value)) = (parts, &answer.value) {
        return vec![Text::verbatim(format!("{position} = {value}")), answer.reason.clone()];
    }
    let by_part = parts.iter().zip(&answer.part_values).map(|(part, value)| {
        let reason = part.theorem(answer.play)?.reason;
        let line = Text::new("{part} = {value}: {reason}").with("part", part.text()).with("value", value.as_ref()?);
        Some(line.with_text("reason", reason))
    });
    let by_part: Option<Vec<Text>> = by_part.collect();
    let mut lines = match by_part.filter(|_| parts.len() > 1 && answer.method == Method::Theorem) {
        Some(lines) => lines,
        None => vec![answer.reason.clone()],
    };
    lines.extend(won_and_lost_parts(answer));
    lines
}

/// What it means for a sum that its parts, each alone, are won or lost for whoever starts.
fn won_and_lost_parts(answer: &Answer) -> Option<Text> {
    if answer.position.parts().len() < 2 || answer.play == Play::Misere {
        return None;
    }
    let nimbers: Vec<u64> =
        answer.part_values.iter().map(|value| value.as_ref()?.nimber()).collect::<Option<Vec<_>>>()?;
    let mut won = answer.position.parts().iter().zip(&nimbers).filter(|(_, nimber)| **nimber != 0);
    Some(match (won.next(), won.count()) {
        (None, _) => Text::new(
            "each part alone is lost for whoever starts, and so is the sum: answer every move in the part it was made in",
        ),
        (Some((only, _)), 0) => Text::new(
            "{part} alone is won for whoever starts and the rest is lost: win there, and answer every other move in the part it was made in",
        )
        .with("part", only.text()),
        (Some(_), more) => Text::new("{count} parts are each won for whoever starts: their nimbers decide the sum")
            .with("count", more + 1),
    })
}

/// Equal components side by side, where nothing else is there: the second player copies.
fn copying(position: &Position) -> Option<Text> {
    let pairs = twins(position)?.into_iter().map(|(first, second, text)| {
        Text::new("component {first} with component {second}, both {text}")
            .with("first", first)
            .with("second", second)
            .with("text", text)
    });
    let text = Text::new(
        "copying (Tweedledum and Tweedledee): every component has its twin, and each move in one is answered by the same move in the other; {pairs}",
    );
    Some(text.with_list("pairs", pairs.collect()))
}

/// Under misère play whoever cannot move wins, so the lost positions are the kernel of the graph without its sinks.
fn pruned_graph(position: &Position, settings: &Settings) -> Result<Vec<Text>, Stop> {
    const COUNTED: u64 = 20_000;
    if position.kind() == Kind::Partisan {
        return Ok(vec![Text::new("misère play: whoever cannot move wins")]);
    }
    let mut lines = vec![Text::new(
        "misère play: whoever cannot move wins, so the lost positions are the kernel of the state graph without its terminal positions",
    )];
    if too_many_moves(position) {
        return Ok(lines);
    }
    let budget = settings.budget.within(Limits { positions: Some(COUNTED), ..Limits::default() });
    let counting = Settings { budget, ..settings.clone() };
    if let Some(states) = afforded(position.states(true, false, &counting))? {
        let order = states.digraph.order();
        let terminal = (0..order).filter(|&vertex| states.digraph.out_degree(vertex) == 0).count();
        let text = Text::new(
            "images under symmetry counted once, the state graph has {order} positions, {terminal} of them terminal; the kernel of the other {rest} has {lost}",
        );
        let lost = states.kernel.iter().filter(|&&member| member).count();
        let text = text.with("order", order).with("terminal", terminal).with("rest", order - terminal);
        lines.push(text.with("lost", lost));
    }
    Ok(lines)
}

/// The winning moves of an answer, alike ones together.
pub(super) fn winning_kinds(winning: Vec<WinningMove>) -> Vec<(Option<Player>, Vec<Alike>)> {
    let mut by_player: Vec<(Option<Player>, Vec<(String, Position, bool)>)> = Vec::new();
    for WinningMove { label, to, player } in winning {
        let found = (label, to, true);
        match by_player.iter_mut().find(|(other, _)| *other == player) {
            Some((_, list)) => list.push(found),
            None => by_player.push((player, vec![found])),
        }
    }
    by_player.sort_by_key(|(player, _)| *player);
    by_player.into_iter().map(|(player, list)| (player, gathered(list))).collect()
}

/// By which moves somebody wins, in one line.
pub(super) fn winning_line(player: Option<Player>, kinds: &[Alike]) -> Text {
    let mut listed: Vec<Text> = kinds.iter().take(NAMED).map(Alike::text).collect();
    if kinds.len() > NAMED {
        listed.push(Text::new("and {count} more kinds of moves").with("count", kinds.len() - NAMED));
    }
    Text::new(match player {
        None => "win by {moves}",
        Some(Player::Left) => "Left wins by {moves}",
        Some(Player::Right) => "Right wins by {moves}",
    })
    .with_list("moves", listed)
}

/// Whether some part has more moves than anyone would list.
pub(super) fn too_many_moves(position: &Position) -> bool {
    position.parts().iter().any(|part| part.move_count().is_some_and(|count| count > MOST_MOVES))
}

/// How much of a strategy is told: what was asked for; otherwise a screen after a search, whose reason teaches nothing by
/// itself, and a few replies where a theorem says that somebody who starts loses.
fn told(position: &Position, answer: &Answer, asked: Option<Extent>) -> Option<Extent> {
    answer.outcome?;
    if too_many_moves(position) {
        return None;
    }
    // A theorem that names the winner without a move leaves the moves to search.
    let mut theorems = position.parts().iter().filter_map(|part| part.theorem(answer.play));
    let argued = answer.method == Method::Theorem && theorems.all(|theorem| theorem.winning.is_some());
    asked.or(Some(if argued { Extent { depth: 1, lines: BESIDE_A_THEOREM } } else { Extent::default() }))
}

/// How the winner wins, where it can be told within a part of the budget.
fn strategies(
    position: &Position,
    answer: &Answer,
    extent: Extent,
    settings: &Settings,
) -> Result<Vec<Strategy>, Stop> {
    let budget = settings.budget.within(Limits { positions: Some(BOOK), ..Limits::default() });
    let settings = Settings { budget, ..settings.clone() };
    let mut all = Vec::new();
    for &player in strategy::starters(answer.kind, answer.outcome) {
        let wins = answer.outcome.is_some_and(|outcome| outcome.wins_first(player));
        if wins && extent.lines == BESIDE_A_THEOREM {
            continue;
        }
        match afforded(strategy::strategy(position, player, extent, &settings))? {
            Some(found) => all.push(found),
            None => return Ok(Vec::new()),
        }
    }
    Ok(all)
}

/// What follows the first winning move, or why every move loses; or how the draw is kept.
pub(super) fn what_follows(kind: Kind, found: &Strategy) -> Vec<Text> {
    let Some(book) = &found.book else {
        return vec![Text::new("there is no move, and so the player about to move has won")];
    };
    if found.aim == Achieved::Draw {
        return std::iter::once(how_held(kind, found)).chain(book.lines()).collect();
    }
    let empty = book.replies.is_empty() && book.left_out == 0;
    let heading = match (kind, found.player, found.winning.first(), empty) {
        (Kind::Impartial, _, Some(first), true) => {
            Text::new("after {move} there is no move left").with("move", first.name())
        }
        (Kind::Impartial, _, Some(first), false) => Text::new("after {move}:").with("move", first.name()),
        (Kind::Impartial, _, None, true) => Text::new("there is no move left"),
        (Kind::Impartial, _, None, false) => Text::new("whatever is played, there is an answer:"),
        (Kind::Partisan, Player::Left, Some(first), true) => {
            Text::new("Left starts with {move}, and Right has no move left").with("move", first.name())
        }
        (Kind::Partisan, Player::Right, Some(first), true) => {
            Text::new("Right starts with {move}, and Left has no move left").with("move", first.name())
        }
        (Kind::Partisan, Player::Left, Some(first), false) => {
            Text::new("Left starts with {move}; then:").with("move", first.name())
        }
        (Kind::Partisan, Player::Right, Some(first), false) => {
            Text::new("Right starts with {move}; then:").with("move", first.name())
        }
        (Kind::Partisan, Player::Left, None, true) => Text::new("Left has no move"),
        (Kind::Partisan, Player::Right, None, true) => Text::new("Right has no move"),
        (Kind::Partisan, Player::Left, None, false) => Text::new("when Left starts, Right has an answer:"),
        (Kind::Partisan, Player::Right, None, false) => Text::new("when Right starts, Left has an answer:"),
    };
    std::iter::once(heading).chain(book.lines()).collect()
}

/// By whom and how the draw is kept.
fn how_held(kind: Kind, found: &Strategy) -> Text {
    match (kind, found.player, found.winning.first()) {
        (Kind::Impartial, _, Some(first)) => Text::new("the draw is kept by {move}; then:").with("move", first.name()),
        (Kind::Impartial, _, None) => Text::new("whatever is played, an answer keeps the draw:"),
        (Kind::Partisan, Player::Left, Some(first)) => {
            Text::new("Left starts with {move} and keeps the draw; then:").with("move", first.name())
        }
        (Kind::Partisan, Player::Right, Some(first)) => {
            Text::new("Right starts with {move} and keeps the draw; then:").with("move", first.name())
        }
        (Kind::Partisan, Player::Left, None) => Text::new("when Left starts, Right keeps the draw:"),
        (Kind::Partisan, Player::Right, None) => Text::new("when Right starts, Left keeps the draw:"),
    }
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
            lines.push(text.with("to", nimber ^ total).with_text("moves", shortened(&moves)));
        }
    }
    lines
}

/// Names of moves, the first of many only.
fn shortened(moves: &[&str]) -> Text {
    match moves.len().checked_sub(NAMED) {
        None | Some(0) => Text::verbatim(moves.join(", ")),
        Some(more) => {
            Text::new("{moves}, and {count} more").with("moves", moves[..NAMED].join(", ")).with("count", more)
        }
    }
}

/// The options of a single impartial position with their nimbers and the mex, alike ones together, when there are few
/// enough to read.
fn options_and_mex(position: &Position, way: NimberWay, settings: &Settings) -> Result<Vec<Text>, Stop> {
    const READABLE: usize = 40;
    const LOOKED_AT: u64 = 400;
    let [only] = position.parts() else { return Ok(Vec::new()) };
    if only.move_count().is_some_and(|count| count > LOOKED_AT) {
        return Ok(Vec::new());
    }
    let options = only.nimbers(way, settings).options()?;
    let lifted = options.into_iter().map(|(found, nimber)| (position.lift(0, found), nimber));
    let mut nimbers = Vec::new();
    let lifted = lifted.map(|(found, nimber)| {
        nimbers.push((found.to.clone(), nimber));
        (found.label, found.to, nimber == 0)
    });
    let kinds = gathered(lifted.collect());
    let nimber_of = |to: &Position| nimbers.iter().find(|(other, _)| other.same(to)).map(|(_, nimber)| *nimber);
    let mut lines: Vec<Text> = Vec::new();
    if kinds.len() <= READABLE {
        for kind in &kinds {
            let Some(nimber) = nimber_of(&kind.to) else { return Err(Stop::contradiction()) };
            let line = Text::new("  {move} → {nimber}").with_text("move", kind.text());
            lines.push(line.with("nimber", Worth::Nimber(nimber)));
        }
    }
    let mut nimbers: Vec<u64> = nimbers.into_iter().map(|(_, nimber)| nimber).collect();
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
        let (part, value) = (part.text(), value.to_string());
        // A value that is given needs no line of its own.
        if part != value {
            let line = Text::new("{part} = {value}: {reason}").with("part", part).with("value", value);
            lines.push(line.with_text("reason", reason));
        }
    }
    if position.parts().len() == 1 {
        lines.extend(options_of_one(position, &mut sum)?);
    } else {
        let total = sum.worth(sum.total)?;
        lines.push(Text::new("values add: the sum is {total}").with("total", total));
    }
    lines.extend(temper(&mut sum));
    lines.push(match sum.outcome() {
        Outcome::First => Text::new("the value is confused with 0: whoever starts wins"),
        Outcome::Second => Text::new("the value is 0: whoever starts loses"),
        Outcome::Left => Text::new("the value is positive: Left wins, whoever starts"),
        Outcome::Right => Text::new("the value is negative: Right wins, whoever starts"),
        // The value of a game that ends is never drawn.
        drawn => verdict(Some(drawn)),
    });
    Ok(lines)
}

/// What the value means for play: where it is a number, that nobody wants to move in it; otherwise its stops, mean,
/// temperature and which numbers it is confused with.
fn temper(sum: &mut Sum<'_>) -> Vec<Text> {
    let total = sum.total;
    if sum.store.is_number(total) {
        return vec![Text::new(
            "the value is a number: moving in it costs the mover, so everyone moves elsewhere while possible (number avoidance)",
        )];
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
    let words = if left == right {
        Text::new(
            "both stops are {left}: whoever starts, play comes to the number {left}; the value is {left} with something infinitesimal",
        )
    } else {
        Text::new(
            "if Left starts, play comes to the number {left}, if Right starts, to {right}; the value is less than every number above {left}, greater than every number below {right}, and confused with every number between them",
        )
    };
    [line, words].map(|text| text.with("left", &left).with("right", &right)).into()
}

/// Each player's options with their values, alike ones together, when there are few enough to read, and why the value is
/// what they make it.
fn options_of_one(position: &Position, sum: &mut Sum<'_>) -> Result<Vec<Text>, Stop> {
    const READABLE: usize = 40;
    const LOOKED_AT: u64 = 200;
    const WIDE: usize = 120;
    let mut lines = Vec::new();
    if position.parts()[0].move_count().is_some_and(|count| count > LOOKED_AT) {
        return Ok(lines);
    }
    let mut values = [Vec::new(), Vec::new()];
    for player in Player::BOTH {
        let options = sum.studies[0].options(player, &mut sum.store)?;
        values[player as usize] = options.iter().map(|(_, value)| *value).collect();
        let mut worths = Vec::new();
        let mut reports = Vec::new();
        for (found, value) in options {
            let PositionMove { label, to, .. } = position.lift(0, found);
            worths.push((to.clone(), sum.worth(value)?));
            reports.push((label, to, false));
        }
        let kinds = gathered(reports);
        for kind in kinds.iter().filter(|_| kinds.len() <= READABLE) {
            let worth = worths.iter().find(|(to, _)| to.same(&kind.to)).map(|(_, worth)| worth);
            let value = worth.and_then(Worth::written).filter(|text| text.len() <= WIDE);
            let value = value.unwrap_or_else(|| Worth::Long.to_string());
            let line = match player {
                Player::Left => Text::new("  Left: {move} → {value}"),
                Player::Right => Text::new("  Right: {move} → {value}"),
            };
            lines.push(line.with_text("move", kind.text()).with("value", value));
        }
    }
    // A number that is written as one explains itself.
    let given = position.parts()[0].text() == sum.worth(sum.total)?.to_string();
    if !given {
        lines.extend(simplest::between(&sum.store, &values[0], &values[1]));
    }
    Ok(lines)
}
