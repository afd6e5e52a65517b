//! Trying a rules file out: is it a combinatorial game, do its hooks tell the truth, how fast is it?

use crate::RulesFile;
use crate::cycle::Ended;
use grundy_budget::{Budget, Limits};
use grundy_game::{Achieved, Kind, NoFiles, Outcome, Play, Player, Text, nimber_text};
use grundy_games::{Catalogue, Listed};
use grundy_solve::{Position, Settings, Subject, answer, winners};
use grundy_value::{Store, Value};
use rustc_hash::FxHashMap;
use std::time::{Duration, Instant};

/// What was found.
#[derive(Debug, Default)]
pub struct Report {
    /// Positions from which everything was checked.
    pub starts: usize,
    /// Positions reached from them.
    pub positions: usize,
    /// Positions whose moves were listed in a second.
    pub speed: f64,
    /// What is wrong; empty for rules that pass.
    pub problems: Vec<Text>,
    /// What would make it faster.
    pub hints: Vec<Text>,
    /// Why it is not a combinatorial game in the strict sense, though it is solved: draws, plays without end, results.
    pub remarks: Vec<Text>,
}

/// Starting positions that are checked.
const MOST_STARTS: usize = 400;

/// Positions that are looked at altogether.
const MOST_POSITIONS: usize = 60_000;

/// Problems that are told.
const MOST_PROBLEMS: usize = 10;

/// Values found by nothing but the rules.
#[derive(Default)]
struct Brute {
    store: Store,
    values: FxHashMap<String, Value>,
    wins: FxHashMap<(String, Player), bool>,
}

/// A position whose options are being looked at, and what was found out about those that were.
struct Open<T> {
    text: String,
    /// Whose move led to the option that is looked at now.
    player: Player,
    options: Vec<(Player, Box<dyn Subject>)>,
    found: [Vec<T>; 2],
}

impl<T> Open<T> {
    fn new(text: String, subject: &dyn Subject, players: &[Player]) -> Result<Self, Text> {
        let mut options = Vec::new();
        for &player in players {
            options.extend(subject.moves(player).map_err(|stop| stop.text())?.into_iter().map(|one| (player, one.to)));
        }
        Ok(Self { text, player: Player::Left, options, found: [Vec::new(), Vec::new()] })
    }

    /// Takes down what the last option was worth, and turns to the next one.
    fn next(&mut self, known: Option<T>) -> Option<(Player, Box<dyn Subject>)> {
        self.found[usize::from(self.player == Player::Right)].extend(known);
        let next = self.options.pop()?;
        self.player = next.0;
        Some(next)
    }
}

/// Room for one more position; plays that never end need one for each of their moves.
fn room(known: usize, open: usize) -> Result<(), Text> {
    if known + open > MOST_POSITIONS {
        return Err(Text::new("there are too many positions to check them all"));
    }
    Ok(())
}

impl Brute {
    fn value(&mut self, subject: &dyn Subject) -> Result<Value, Text> {
        let mut line = Vec::new();
        let mut known = self.known_value(subject, &mut line)?;
        while let Some(level) = line.last_mut() {
            if let Some((_, option)) = level.next(known.take()) {
                known = self.known_value(&*option, &mut line)?;
            } else if let Some(Open { text, found: [left, right], .. }) = line.pop() {
                let value = self.store.form(&left, &right).map_err(Text::verbatim)?;
                self.values.insert(text, value);
                known = Some(value);
            }
        }
        known.ok_or_else(|| Text::new("there is no position to check"))
    }

    /// The value where it is known; otherwise the position is opened.
    fn known_value(&self, subject: &dyn Subject, line: &mut Vec<Open<Value>>) -> Result<Option<Value>, Text> {
        let text = subject.text();
        let known = self.values.get(&text).copied();
        if known.is_none() {
            room(self.values.len(), line.len())?;
            line.push(Open::new(text, subject, &Player::BOTH)?);
        }
        Ok(known)
    }

    /// Whether `player` wins moving first under misère play.
    fn wins(&mut self, subject: &dyn Subject, player: Player) -> Result<bool, Text> {
        let mut line = Vec::new();
        let mut known = self.known_win(subject, player, &mut line)?;
        while let Some((mover, level)) = line.last_mut() {
            let other = mover.other();
            if let Some((_, option)) = level.next(known.take()) {
                known = self.known_win(&*option, other, &mut line)?;
            } else if let Some((mover, Open { text, found, .. })) = line.pop() {
                // A player without a move has won, and so has one with a move to where the other loses.
                let [left, right] = found;
                let won = (left.is_empty() && right.is_empty()) || left.iter().chain(&right).any(|&wins| !wins);
                self.wins.insert((text, mover), won);
                known = Some(won);
            }
        }
        known.ok_or_else(|| Text::new("there is no position to check"))
    }

    /// Whether the player wins, where it is known; otherwise the position is opened.
    fn known_win(
        &self,
        subject: &dyn Subject,
        player: Player,
        line: &mut Vec<(Player, Open<bool>)>,
    ) -> Result<Option<bool>, Text> {
        let key = (subject.text(), player);
        let known = self.wins.get(&key).copied();
        if known.is_none() {
            room(self.wins.len() / 2, line.len())?;
            line.push((player, Open::new(key.0, subject, &[player])?));
        }
        Ok(known)
    }
}

impl Report {
    /// Checks a game of a catalogue on its small positions, within the time given: play ends, notation is read back, names of
    /// moves differ, parts add up, images are worth the same, and the solver agrees with brute force under both play rules.
    pub fn of(game: &dyn Listed, catalogue: &Catalogue, time: Duration) -> Self {
        let mut report = Self::default();
        let mut starts = Vec::new();
        let mut told: Vec<String> = Vec::new();
        // Whether a mistake is told for the first time.
        let mut fresh = |problem: String| {
            let fresh = !told.contains(&problem);
            told.extend(fresh.then_some(problem));
            fresh
        };
        let examples = game.page().examples.iter().map(|example| (*example).to_owned());
        for text in game.small().into_iter().take(MOST_STARTS) {
            match catalogue.parse(&text, &NoFiles) {
                Ok(position) => starts.extend(position.parts().first().cloned()),
                // A mistake that has a place in the file is told once.
                Err(error) if error.place.is_some() && !fresh(error.problem.to_string()) => {}
                Err(error) => report.problems.push(problem(&text, error.problem)),
            }
        }
        for text in examples {
            if let Err(error) = catalogue.parse(&text, &NoFiles)
                && (error.place.is_none() || fresh(error.problem.to_string()))
            {
                report.problems.push(problem(&text, error.problem));
            }
        }
        if starts.is_empty() && report.problems.is_empty() {
            report.problems.push(Text::new("there is no position to check").clone());
            report.hints.push(Text::new("add `examples` or `small`, a list of positions"));
        }
        let begin = Instant::now();
        let mut brute = Brute::default();
        let mut remarks = Remarks::default();
        for subject in &starts {
            if begin.elapsed() > time || report.problems.len() >= MOST_PROBLEMS {
                break;
            }
            report.starts += 1;
            if let Err(found) = check_one(&**subject, catalogue, &mut brute, &mut remarks) {
                report.problems.push(problem(&subject.text(), found));
            }
        }
        report.positions = brute.values.len().max(remarks.positions);
        report.remarks = remarks.texts();
        report.speed = speed(&starts);
        report
    }
}

impl RulesFile {
    /// Checks the rules on their small positions, within the time given.
    pub fn check(&self, time: Duration) -> Report {
        let mut report = Report::of(self, &Catalogue::standard().with(self.clone()), time);
        self.hints(&mut report);
        report
    }

    fn hints(&self, report: &mut Report) {
        let Some(rules) = self.functions().filter(|rules| rules.players == 2) else { return };
        if !rules.hooks.split && !rules.heaps {
            report
                .hints
                .push(Text::new("a function `split(p)` that lists independent parts makes large positions easier"));
        }
        if !rules.hooks.images {
            report.hints.push(Text::new("a function `images(p)` that lists mirror images spares work"));
        }
    }
}

fn check_one(
    subject: &dyn Subject,
    catalogue: &Catalogue,
    brute: &mut Brute,
    remarks: &mut Remarks,
) -> Result<(), Text> {
    let text = subject.text();
    let again = catalogue.parse(&text, &NoFiles).map_err(|error| error.problem)?;
    if again.to_string() != text {
        return Err(Text::new("it is written {text}, which is read as {again}")
            .with("text", &text)
            .with("again", again));
    }
    for player in Player::BOTH {
        let moves = subject.moves(player).map_err(|stop| stop.text())?;
        let mut labels: Vec<&str> = moves.iter().map(|found| found.label.as_str()).collect();
        labels.sort_unstable();
        if labels.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(Text::new("two moves have the same name"));
        }
    }
    if subject.players() > 2 {
        return check_many(subject, remarks);
    }
    if subject.declares() || !subject.ends() {
        return check_verdict(subject, remarks);
    }
    let value = brute.value(subject)?;
    let mut parts = Vec::new();
    for part in subject.split() {
        parts.push(brute.value(&*part)?);
    }
    if brute.store.sum_all(parts).map_err(Text::verbatim)? != value {
        return Err(Text::new("its parts do not add up to it"));
    }
    if brute.value(&*subject.canonical())? != value {
        return Err(Text::new("an image of it has another value"));
    }
    check_answers(subject, value, brute)
}

/// What keeps a game from being combinatorial in the strict sense, with the first position that shows it.
#[derive(Default)]
struct Remarks {
    positions: usize,
    cycle: Option<Vec<String>>,
    drawn: Option<String>,
    declared: Option<String>,
    players: usize,
}

impl Remarks {
    fn texts(&self) -> Vec<Text> {
        let mut texts = Vec::new();
        if self.players > 2 {
            let text = Text::new(
                "a game of {count} players is not a combinatorial game, which has two: it has no values and cannot be part of a sum",
            );
            texts.push(text.with("count", self.players));
        }
        if let Some(cycle) = &self.cycle {
            texts.push(Text::new("play can go round: {cycle}").with("cycle", cycle.join(" → ")));
        }
        if let Some(position) = &self.drawn {
            texts.push(Text::new("a play can be drawn, as in {position}").with("position", position));
        }
        if let Some(position) = &self.declared {
            let text = Text::new(
                "{position} says itself how the game has ended, so it has no value and cannot be part of a sum",
            );
            texts.push(text.with("position", position));
        }
        texts
    }
}

/// The results that a position of a game of many players can have, each the winners as bits, in order, by nothing but the rules.
fn plain_results(subject: &dyn Subject, known: &mut FxHashMap<String, Vec<u32>>) -> Result<Vec<u32>, Text> {
    let text = subject.text();
    if let Some(found) = known.get(&text) {
        return Ok(found.clone());
    }
    if known.len() > MOST_POSITIONS {
        return Err(Text::new("there are too many positions to check them all"));
    }
    let mut options = Vec::new();
    for found in subject.moves(Player::Left).map_err(|stop| stop.text())? {
        options.push(plain_results(&*found.to, known)?);
    }
    let wins = |result: &u32| result >> subject.turn() & 1 == 1;
    let certain = options.iter().any(|option| option.iter().all(wins));
    let mut results: Vec<u32> = options.into_iter().flatten().filter(|result| !certain || wins(result)).collect();
    results.sort_unstable();
    results.dedup();
    if results.is_empty() {
        results.push(subject.winners());
    }
    known.insert(text, results.clone());
    Ok(results)
}

/// Compares the solver with the plain rules of a game of more than two players.
fn check_many(subject: &dyn Subject, remarks: &mut Remarks) -> Result<(), Text> {
    remarks.players = subject.players();
    let mut known = FxHashMap::default();
    let settings = Settings { threads: 1, ..Settings::default() };
    let found = winners(&Position::new(vec![subject.duplicate()]), &settings).map_err(|stop| stop.text())?;
    for (player, start) in found.starts.iter().enumerate() {
        let expected = plain_results(&*subject.started_by(player), &mut known)?;
        let members = |winners: &Vec<usize>| winners.iter().fold(0, |result, player| result | 1u32 << (player - 1));
        let mut found: Vec<u32> = start.results.iter().map(members).collect();
        found.sort_unstable();
        found.dedup();
        if found != expected {
            let text = Text::new("the solver finds {found}, brute force {expected}");
            return Err(text.with("found", format!("{:?}", start.results)).with("expected", format!("{expected:?}")));
        }
    }
    remarks.positions += known.len();
    Ok(())
}

/// A position that can be reached, with the numbers of the options of each player and how the game has ended for each.
struct State {
    subject: Box<dyn Subject>,
    options: [Vec<usize>; 2],
    ended: [Option<Achieved>; 2],
}

/// Compares the solver with the plain rule: who can reach a lost position wins, who can only reach won ones loses, and what
/// remains is drawn.
fn check_verdict(subject: &dyn Subject, remarks: &mut Remarks) -> Result<(), Text> {
    let states = explored(subject)?;
    remarks.positions += states.len();
    if remarks.cycle.is_none() {
        remarks.cycle = cycle_of(&states);
    }
    if remarks.declared.is_none() {
        let declares = |state: &&State| Player::BOTH.iter().any(|&player| state.subject.ending(player).is_some());
        remarks.declared = states.iter().find(declares).map(|state| state.subject.text());
    }
    let verdicts = plain_verdicts(&states);
    if remarks.drawn.is_none() {
        let drawn = verdicts.iter().position(|both| both.contains(&Some(Achieved::Draw)));
        remarks.drawn = drawn.map(|at| states[at].subject.text());
    }
    let [left, right] = verdicts[0].map(|verdict| verdict.unwrap_or(Achieved::Draw));
    let expected = Outcome::from_achieved(left, right);
    let budget = Budget::new(Limits { positions: Some(1_000_000), ..Limits::default() });
    let settings = Settings { budget, threads: 1, ..Settings::default() };
    let found = answer(&Position::new(vec![subject.duplicate()]), &settings).map_err(|stop| stop.text())?;
    if found.outcome != Some(expected) {
        let found = found.outcome.map_or_else(String::new, |outcome| outcome.to_string());
        let text = Text::new("the solver finds {found}, brute force {expected}").with("found", found);
        return Err(text.with("expected", expected));
    }
    Ok(())
}

/// Everything that can be reached.
fn explored(start: &dyn Subject) -> Result<Vec<State>, Text> {
    let mut numbers: FxHashMap<String, usize> = FxHashMap::default();
    let mut states: Vec<State> = Vec::new();
    let mut found: Vec<Box<dyn Subject>> = vec![start.duplicate()];
    numbers.insert(start.text(), 0);
    while states.len() < found.len() {
        if found.len() > MOST_POSITIONS {
            return Err(Text::new("there are too many positions to check them all"));
        }
        let subject = found[states.len()].duplicate();
        let mut state = State { options: [Vec::new(), Vec::new()], ended: [None, None], subject };
        for (side, player) in Player::BOTH.into_iter().enumerate() {
            for played in state.subject.moves(player).map_err(|stop| stop.text())? {
                let fresh = found.len();
                let number = *numbers.entry(played.to.text()).or_insert(fresh);
                if number == fresh {
                    found.push(played.to);
                }
                state.options[side].push(number);
            }
            if state.options[side].is_empty() {
                let told = state.subject.ending(player).map(|outcome| outcome.achieved(player));
                state.ended[side] = Some(told.unwrap_or(Achieved::Loss));
            }
        }
        states.push(state);
    }
    Ok(states)
}

/// What each player achieves when about to move in each state; nothing where that stays open, which is a draw.
fn plain_verdicts(states: &[State]) -> Vec<[Option<Achieved>; 2]> {
    let mut verdicts: Vec<[Option<Achieved>; 2]> = states.iter().map(|state| state.ended).collect();
    let mut changed = true;
    while changed {
        changed = false;
        for at in (0..states.len()).rev() {
            for side in 0..2 {
                if verdicts[at][side].is_some() {
                    continue;
                }
                let options = states[at].options[side].iter().map(|&to| verdicts[to][1 - side]);
                let all: Option<Vec<Achieved>> = options.clone().collect();
                let best = all.and_then(|all| all.into_iter().map(Achieved::for_other).max());
                let wins = options.flatten().any(|verdict| verdict == Achieved::Loss);
                verdicts[at][side] = if wins { Some(Achieved::Win) } else { best };
                changed |= verdicts[at][side].is_some();
            }
        }
    }
    for verdict in verdicts.iter_mut().flatten() {
        verdict.get_or_insert(Achieved::Draw);
    }
    verdicts
}

/// A play that comes back to where it was.
fn cycle_of(states: &[State]) -> Option<Vec<String>> {
    let ended = Ended::default();
    let cycle = ended.cycle(&0usize, &|&at| states[at].options.iter().flatten().copied().collect())?;
    Some(cycle.iter().map(|&at| states[at].subject.text()).collect())
}

fn check_answers(subject: &dyn Subject, value: Value, brute: &mut Brute) -> Result<(), Text> {
    let printed = brute.store.print(value).map_err(Text::verbatim)?;
    if subject.kind() == Kind::Impartial
        && let Some(theorem) = subject.theorem(Play::Normal)
    {
        let stated = match theorem.known {
            grundy_game::Known::Nimber(nimber) => nimber_text(nimber),
            grundy_game::Known::Outcome(_) => printed.clone(),
        };
        if stated != printed {
            let found = Text::new("the file states {stated}, brute force finds {found}");
            return Err(found.with("stated", stated).with("found", printed));
        }
    }
    let limits = Limits { positions: Some(1_000_000), ..Limits::default() };
    for play in [Play::Normal, Play::Misere] {
        // One thread: rules may hold an interpreter that only one thread at a time can use.
        let settings = Settings { play, budget: Budget::new(limits), threads: 1, ..Settings::default() };
        let expected = match play {
            Play::Normal => brute.store.outcome(value).name().to_owned(),
            Play::Misere => {
                let left = brute.wins(subject, Player::Left)?;
                let right = brute.wins(subject, Player::Right)?;
                Outcome::from_starts(left, right).to_string()
            }
        };
        let found = answer(&Position::new(vec![subject.duplicate()]), &settings).map_err(|stop| stop.text())?;
        if let Some(stated) = found.value_text().filter(|stated| play == Play::Normal && *stated != printed) {
            let text = Text::new("the solver finds {found}, brute force {expected}").with("found", stated);
            return Err(text.with("expected", printed));
        }
        let found = found.outcome.map_or_else(String::new, |outcome| outcome.to_string());
        if found != expected {
            let found = Text::new("the solver finds {found}, brute force {expected}").with("found", found);
            return Err(found.with("expected", expected));
        }
    }
    Ok(())
}

fn problem(position: &str, problem: Text) -> Text {
    Text::new("{position}: {problem}").with("position", position).with_text("problem", problem)
}

/// Positions a second whose moves are listed.
fn speed(starts: &[Box<dyn Subject>]) -> f64 {
    let begin = Instant::now();
    let mut count = 0u32;
    while begin.elapsed() < Duration::from_millis(100) && !starts.is_empty() {
        for subject in starts {
            count += u32::from(subject.moves(Player::Left).is_ok());
        }
    }
    f64::from(count) / begin.elapsed().as_secs_f64()
}
