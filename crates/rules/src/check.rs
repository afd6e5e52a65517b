//! Trying a rules file out: is it a combinatorial game, do its hooks tell the truth, how fast is it?

use crate::{RulesFile, cycle};
use grundy_budget::{Budget, Limits};
use grundy_game::{Kind, NoFiles, Outcome, Play, Player, Text, nimber_text};
use grundy_games::{Catalogue, Listed};
use grundy_solve::{Position, Settings, Subject, answer};
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

impl Brute {
    fn value(&mut self, subject: &dyn Subject) -> Result<Value, Text> {
        let text = subject.text();
        if let Some(&known) = self.values.get(&text) {
            return Ok(known);
        }
        if self.values.len() > MOST_POSITIONS {
            return Err(Text::new("there are too many positions to check them all"));
        }
        let mut sides: [Vec<Value>; 2] = [Vec::new(), Vec::new()];
        for (side, player) in sides.iter_mut().zip(Player::BOTH) {
            for found in subject.moves(player).map_err(|stop| stop.text())? {
                side.push(self.value(&*found.to)?);
            }
        }
        let value = self.store.form(&sides[0], &sides[1]).map_err(Text::verbatim)?;
        self.values.insert(text, value);
        Ok(value)
    }

    /// Whether `player` wins moving first under misère play.
    fn wins(&mut self, subject: &dyn Subject, player: Player) -> Result<bool, Text> {
        let key = (subject.text(), player);
        if let Some(&known) = self.wins.get(&key) {
            return Ok(known);
        }
        let moves = subject.moves(player).map_err(|stop| stop.text())?;
        let mut wins = moves.is_empty();
        for found in &moves {
            wins |= !self.wins(&*found.to, player.other())?;
        }
        self.wins.insert(key, wins);
        Ok(wins)
    }
}

impl Report {
    /// Checks a game of a catalogue on its small positions, within the time given: play ends, notation is read back, names of
    /// moves differ, parts add up, images are worth the same, and the solver agrees with brute force under both play rules.
    pub fn of(game: &dyn Listed, catalogue: &Catalogue, time: Duration) -> Self {
        let mut report = Self::default();
        let mut starts = Vec::new();
        let examples = game.page().examples.iter().map(|example| (*example).to_owned());
        for text in game.small().into_iter().take(MOST_STARTS) {
            match catalogue.parse(&text, &NoFiles) {
                Ok(position) => starts.extend(position.parts().first().cloned()),
                Err(error) => report.problems.push(problem(&text, error.problem)),
            }
        }
        for text in examples {
            if let Err(error) = catalogue.parse(&text, &NoFiles) {
                report.problems.push(problem(&text, error.problem));
            }
        }
        if starts.is_empty() && report.problems.is_empty() {
            report.problems.push(Text::new("there is no position to check").clone());
            report.hints.push(Text::new("add `examples` or `small`, a list of positions"));
        }
        let begin = Instant::now();
        let mut brute = Brute::default();
        for subject in &starts {
            if begin.elapsed() > time || report.problems.len() >= MOST_PROBLEMS {
                break;
            }
            report.starts += 1;
            if let Err(found) = check_one(&**subject, catalogue, &mut brute) {
                report.problems.push(problem(&subject.text(), found));
            }
        }
        report.positions = brute.values.len();
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
        let Some(rules) = self.functions() else { return };
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

fn check_one(subject: &dyn Subject, catalogue: &Catalogue, brute: &mut Brute) -> Result<(), Text> {
    if let Some(cycle) = cycle::find(subject) {
        return Err(Text::new("play can go on for ever: {cycle}").with("cycle", cycle.join(" → ")));
    }
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
