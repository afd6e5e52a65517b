//! `grundy match`: engines play each other.

use super::position;
use crate::failure::{Exit, Failure};
use crate::language::say;
use crate::limits::{Format, SolveOptions};
use crate::players::{Engine, Random, Way};
use clap::Args;
use grundy_budget::{Budget, Limits};
use grundy_game::{Achieved, Outcome, Play, Player};
use grundy_lang::Text;
use grundy_solve::{Method, Position, Settings, Stop, answer};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::io::Write;

/// The options of `match`.
#[derive(Args)]
#[command(after_help = "Examples:
  grundy match nim:3,4,5 --first kernel --second random --games 100
  grundy match --sweep 'coins(2-9):1-60' --first kernel --second backtrack

A sweep plays every instance of the pattern, in which a-b stands for each number from a to b, and compares each winner
with the theorem of the game. The limit on positions holds for each move: an engine that runs out of it plays at random
there. Those on time and memory hold for all games together.")]
pub struct Options {
    /// The position to start from
    #[arg(required_unless_present = "sweep")]
    position: Option<String>,
    /// Plays every instance of a pattern such as 'coins(2-9):1-60'
    #[arg(long, value_name = "PATTERN", conflicts_with = "position")]
    sweep: Option<String>,
    /// The engine that starts
    #[arg(long, value_enum, default_value = "kernel")]
    first: Way,
    /// The other engine
    #[arg(long, value_enum, default_value = "backtrack")]
    second: Way,
    /// Games for each position
    #[arg(long, value_name = "N", default_value_t = 1)]
    games: u64,
    /// Where the random numbers start
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How the answer is printed
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    solve: SolveOptions,
}

/// Positions a move of an engine may visit when nothing else is asked for: backtracking needs a bound.
const PATIENCE: u64 = 1 << 17;

/// Most instances of a sweep.
const MOST_INSTANCES: usize = 100_000;

/// Both engines and what came of their games.
struct Contest {
    /// What the whole match may spend.
    all: Budget,
    engines: [Engine; 2],
    wins: [u64; 2],
    /// Games that nobody won.
    draws: u64,
    /// Instances whose winner contradicts the theorem, with the engine that should have won.
    contradictions: Vec<String>,
    /// Games compared with the theorem, the engine that should win having known every move.
    checked: u64,
    /// Games that engine gave up in, which the weighted graph played again in its place.
    replayed: u64,
    /// Games with a theorem that were not compared: the weighted graph was beyond the limits too.
    unchecked: u64,
}

/// Runs the command.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<Exit, Failure> {
    let play = options.solve.settings(Budget::unlimited()).play;
    let mut limits = options.solve.budget.limits();
    limits.positions = limits.positions.or(Some(PATIENCE));
    let all = options.solve.budget.start_for_many();
    let engine = |way| Engine::new(way, play, limits, &all);
    let mut contest = Contest {
        all: all.clone(),
        engines: [engine(options.first), engine(options.second)],
        wins: [0, 0],
        draws: 0,
        contradictions: Vec::new(),
        checked: 0,
        replayed: 0,
        unchecked: 0,
    };
    let starts = match (&options.sweep, &options.position) {
        (Some(pattern), _) => instances(pattern)?,
        (None, Some(text)) => vec![text.clone()],
        (None, None) => return Err(Failure::Usage(Text::new("expected a position or --sweep"))),
    };
    let mut random = Random::new(options.seed);
    for text in &starts {
        let start = position(text)?;
        contest.engines.iter_mut().for_each(Engine::forget);
        for _ in 0..options.games {
            contest.game(&start, play, &mut random)?;
        }
    }
    match options.format {
        Format::Text => contest.print(starts.len(), options, out)?,
        Format::Json => writeln!(out, "{}", contest.to_json(starts.len(), options))?,
    }
    Ok(Exit::Answered)
}

impl Contest {
    /// Plays one game and compares its winner with the theorem, unless chance plays for the side that should win; where
    /// the engine on that side did not know every move, the weighted graph plays for it once more.
    fn game(&mut self, start: &Position, play: Play, random: &mut Random) -> Result<(), Failure> {
        let before = [self.engines[0].gave_up, self.engines[1].gave_up];
        let mut position = start.clone();
        let (mut mover, mut player) = (0, Player::Left);
        let mut met = HashSet::new();
        let mut ended = None;
        while let Some(chosen) = self.engines[mover].choose(&position, player, &position.moves(player)?, random)? {
            self.all.check().map_err(Stop::from)?;
            // Where play may go round, a position that stands for the second time counts as play that goes on for ever.
            if !start.ends() && !met.insert((position.to_string(), player)) {
                ended = Some(position.endless(player, play));
                break;
            }
            position = chosen.to;
            mover = 1 - mover;
            player = player.other();
        }
        let winner = match ended.unwrap_or_else(|| position.ended(player, play)) {
            Achieved::Win => mover,
            Achieved::Loss => 1 - mover,
            Achieved::Draw => {
                self.draws += 1;
                return Ok(());
            }
        };
        self.wins[winner] += 1;
        let Some(expected) = theorem(start, play) else { return Ok(()) };
        let engine = &self.engines[expected];
        if engine.way == Way::Random {
            return Ok(());
        }
        let knew = engine.gave_up == before[expected];
        let winner = if knew { Some(winner) } else { self.witness(start, play, expected, random)? };
        match (knew, winner) {
            (true, _) => self.checked += 1,
            (false, Some(_)) => self.replayed += 1,
            (false, None) => self.unchecked += 1,
        }
        if winner.is_some_and(|winner| winner != expected) {
            self.contradictions.push(start.to_string());
        }
        Ok(())
    }

    /// The winner of a game in which the weighted graph plays the side that should win, against any moves; for when the
    /// engine on that side did not know its moves. `None` when the graph is beyond the limits too.
    fn witness(
        &self,
        start: &Position,
        play: Play,
        expected: usize,
        random: &mut Random,
    ) -> Result<Option<usize>, Failure> {
        let limits = Limits { positions: Some(PATIENCE), ..Limits::default() };
        let mut engines = [Way::Random; 2].map(|way| Engine::new(way, play, limits, &self.all));
        engines[expected] = Engine::new(Way::Kernel, play, limits, &self.all);
        let mut position = start.clone();
        let (mut mover, mut player) = (0, Player::Left);
        while let Some(chosen) = engines[mover].choose(&position, player, &position.moves(player)?, random)? {
            position = chosen.to;
            (mover, player) = (1 - mover, player.other());
        }
        let winner = if play == Play::Normal { 1 - mover } else { mover };
        Ok((engines[expected].gave_up == 0).then_some(winner))
    }

    fn print(&self, starts: usize, options: &Options, out: &mut dyn Write) -> std::io::Result<()> {
        let games = self.wins[0] + self.wins[1] + self.draws;
        let played = Text::new("starts: {starts}, games: {games}").with("starts", starts).with("games", games);
        writeln!(out, "{}", say(&played))?;
        let line = |cells: [String; 7]| {
            let [side, engine, wins, moves, positions, thinking, gave_up] = cells;
            format!("{side:<9}{engine:<11}{wins:>9}{moves:>10}{positions:>14}{thinking:>14}{gave_up:>12}")
        };
        let titles = [
            Text::default(),
            Text::new("engine"),
            Text::new("won"),
            Text::new("moves"),
            Text::new("positions"),
            Text::new("thinking"),
            Text::new("gave up"),
        ];
        writeln!(out, "{}", line(titles.map(|title| say(&title))))?;
        for (index, side) in [Text::new("first"), Text::new("second")].iter().enumerate() {
            let engine = &self.engines[index];
            let cells = [
                say(side),
                engine.way.name().to_owned(),
                self.wins[index].to_string(),
                engine.moves.to_string(),
                engine.positions.to_string(),
                format!("{:.1} ms", engine.time.as_secs_f64() * 1000.0),
                engine.gave_up.to_string(),
            ];
            writeln!(out, "{}", line(cells))?;
        }
        if self.draws > 0 {
            writeln!(out, "{}", say(&Text::new("games drawn: {count}").with("count", self.draws)))?;
        }
        if let Some((cheap, dear)) = self.comparison() {
            let ratio = dear.positions as f64 / cheap.positions.max(1) as f64;
            let longer = dear.time.as_secs_f64() / cheap.time.as_secs_f64().max(1e-9);
            let told = Text::new(
                "The weighted graph visited {positions} positions and {arcs} arcs once, backtracking {others} positions: {ratio} times as many, in {longer} times the time.",
            )
            .with("positions", cheap.positions)
            .with("arcs", cheap.arcs)
            .with("others", dear.positions)
            .with("ratio", format_args!("{ratio:.1}"))
            .with("longer", format_args!("{longer:.1}"));
            writeln!(out, "{}", say(&told))?;
        }
        if self.checked > 0 || options.sweep.is_some() {
            let told = Text::new("games checked against the theorem: {count}").with("count", self.checked);
            writeln!(out, "{}", say(&told))?;
        }
        if self.replayed > 0 {
            let told = Text::new(
                "games in which the engine that should win gave up, so that the weighted graph played them again in its place: {count}",
            );
            writeln!(out, "{}", say(&told.with("count", self.replayed)))?;
        }
        if self.unchecked > 0 {
            let told =
                Text::new("games that were not compared with the theorem, because nobody knew the moves: {count}");
            writeln!(out, "{}", say(&told.with("count", self.unchecked)))?;
        }
        match self.contradictions.as_slice() {
            [] if self.replayed + self.unchecked > 0 && self.checked + self.replayed > 0 => {
                writeln!(out, "{}", say(&Text::new("none of the games that were compared contradicts it")))
            }
            [] if self.checked + self.replayed > 0 => writeln!(out, "{}", say(&Text::new("no game contradicts it"))),
            [] => Ok(()),
            all => all.iter().try_for_each(|start| {
                writeln!(out, "{}", say(&Text::new("contradiction: {start}").with("start", start)))
            }),
        }
    }

    /// The engine on the weighted graph and the one that backtracks, when they play each other.
    fn comparison(&self) -> Option<(&Engine, &Engine)> {
        let of = |way| self.engines.iter().find(|engine| engine.way == way);
        Some((of(Way::Kernel)?, of(Way::Backtrack)?))
    }

    fn to_json(&self, starts: usize, options: &Options) -> Value {
        let side = |index: usize| {
            let engine = &self.engines[index];
            json!({
                "engine": engine.way.name(),
                "wins": self.wins[index],
                "moves": engine.moves,
                "positions": engine.positions,
                "seconds": engine.time.as_secs_f64(),
                "gave_up": engine.gave_up,
            })
        };
        json!({
            "starts": starts,
            "games": options.games * starts as u64,
            "first": side(0),
            "second": side(1),
            "draws": self.draws,
            "checked": self.checked,
            "replayed": self.replayed,
            "unchecked": self.unchecked,
            "contradictions": self.contradictions,
        })
    }
}

/// Which of the two players wins by theorem, when the first is Left.
fn theorem(start: &Position, play: Play) -> Option<usize> {
    let budget = Budget::new(Limits { positions: Some(PATIENCE), ..Limits::default() });
    let settings = Settings { play, method: Method::Theorem, budget, threads: 1, oracles: Vec::new() };
    // why: without a theorem there is nothing to hold the games against, and that is said
    match answer(start, &settings).ok()?.outcome? {
        Outcome::First | Outcome::Left | Outcome::LeftFirst => Some(0),
        Outcome::Second | Outcome::Right | Outcome::RightSecond => Some(1),
        Outcome::Draw | Outcome::LeftSecond | Outcome::RightFirst => None,
    }
}

/// All instances of a pattern: every `a-b` runs through its numbers, the last one fastest.
fn instances(pattern: &str) -> Result<Vec<String>, Failure> {
    let mut done = vec![String::new()];
    let mut rest = pattern;
    while let Some((before, range, after)) = next_range(rest) {
        let (from, to) = range;
        // why: a range that cannot be counted is refused just below
        let many = to.checked_sub(from).and_then(|more| usize::try_from(more).ok()).map(|more| more.saturating_add(1));
        let Some(many) = many.filter(|many| many.saturating_mul(done.len()) <= MOST_INSTANCES) else {
            let problem = Text::new("the range {from}-{to} is empty or too long for a sweep");
            return Err(Failure::Usage(problem.with("from", from).with("to", to)));
        };
        let mut longer = Vec::with_capacity(many * done.len());
        for start in &done {
            longer.extend((from..=to).map(|number| format!("{start}{before}{number}")));
        }
        (done, rest) = (longer, after);
    }
    Ok(done.into_iter().map(|start| start + rest).collect())
}

/// The text before the first `a-b`, its two numbers, and the text after it.
fn next_range(text: &str) -> Option<(&str, (u64, u64), &str)> {
    let digits = |text: &str| text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let mut at = 0;
    while at < text.len() {
        let first = digits(&text[at..]);
        let after = &text[at + first..];
        if first > 0
            && let Some(second) = after.strip_prefix('-')
        {
            let length = digits(second);
            if let (Ok(from), Ok(to)) = (text[at..at + first].parse(), second[..length].parse()) {
                return Some((&text[..at], (from, to), &second[length..]));
            }
        }
        at += first + after.chars().next().map_or(0, char::len_utf8);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_run_through_their_numbers() {
        assert_eq!(instances("coins(2-3):9-11").unwrap().len(), 6);
        assert_eq!(instances("nim:1-2,7").unwrap(), ["nim:1,7", "nim:2,7"]);
        assert_eq!(instances("nim:3,4").unwrap(), ["nim:3,4"]);
        for bad in ["coins(9-2):1", "nim:1-999999999", "nim:0-18446744073709551615"] {
            assert!(instances(bad).is_err(), "{bad}");
        }
    }
}
