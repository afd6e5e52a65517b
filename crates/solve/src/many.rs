//! Games of three and more players that end: who wins when each of them starts, by backward induction.
//!
//! Each player prefers plays that they win to those they do not, and cares for nothing else. So a position has a *set* of
//! results, where a result says who has won: one that has ended has its own result; where the player about to move has an
//! option all of whose results they win, they choose among results they win; otherwise whatever can follow may follow. Where
//! nobody is ever indifferent the set has one member. For three players of whom the last to move wins these are the types N,
//! O, P (one member) and Q (several) of J. Propp, Three-player impartial games (Theoretical Computer Science, 2000).
//! Time and space are linear in the positions and moves that can be reached. Nothing is said of coalitions.

use crate::{Position, Settings, Stop, Subject};
use grundy_budget::Meter;
use grundy_game::{Play, Player, Text};
use grundy_lang::Language;
use rustc_hash::FxHashMap;
use serde_json::{Value, json};
use std::time::Duration;

/// Most players of a game.
pub const MOST_PLAYERS: usize = 6;

/// A set of results: bit r is the result in which exactly the players in the bits of r have won.
type Results = u64;

/// Who wins when each player starts.
#[derive(Clone, Debug)]
pub struct Winners {
    /// The position asked about.
    pub position: Position,
    /// For each starter what happens.
    pub starts: Vec<Start>,
    /// How it was found out.
    pub reason: Text,
    /// Positions visited.
    pub positions: u64,
    /// Time taken.
    pub time: Duration,
}

/// What happens when one player starts.
#[derive(Clone, Debug)]
pub struct Start {
    /// The results that can come out: the players that win together, counted from 1; none where nobody wins.
    pub results: Vec<Vec<usize>>,
    /// The moves after which the starter wins for certain, with where they lead.
    pub winning_moves: Vec<(String, String)>,
}

/// Who wins a position of a game of more than two players when each of them starts.
///
/// ```
/// use grundy_solve::{Settings, winners};
/// # use grundy_game::NoFiles;
/// let two = grundy_games::parse("nim:1,2", &NoFiles)?;
/// assert!(winners(&two, &Settings::default()).is_err(), "a game of two players");
/// # Ok::<(), grundy_game::ParseError>(())
/// ```
pub fn winners(position: &Position, settings: &Settings) -> Result<Winners, Stop> {
    let [only] = position.parts() else {
        let text = Text::new("games of more than two players are not added: nobody has a theory of such sums here");
        return Err(Stop::Unsuitable(text));
    };
    let players = only.players();
    if !(3..=MOST_PLAYERS).contains(&players) {
        let text = Text::new("this is for games of 3 to {most} players").with("most", MOST_PLAYERS);
        return Err(Stop::Unsuitable(text));
    }
    if settings.play == Play::Misere {
        let text = Text::new("misère play is for two players; say in the rules who has won");
        return Err(Stop::Unsuitable(text));
    }
    let mut induction = Induction { known: FxHashMap::default(), meter: settings.budget.meter() };
    let mut starts = Vec::with_capacity(players);
    for starter in 0..players {
        let start = only.started_by(starter);
        let results = induction.results(&*start)?;
        let mut winning_moves = Vec::new();
        for found in start.moves(Player::Left)? {
            if induction.results(&*found.to)? & !won_by(starter) == 0 {
                winning_moves.push((found.label, found.to.text()));
            }
        }
        starts.push(Start { results: named(results, players), winning_moves });
    }
    let count = induction.known.len() as u64;
    let reason = Text::new("backward induction over {count} positions: everyone prefers to win").with("count", count);
    let time = settings.budget.elapsed();
    Ok(Winners { position: position.clone(), starts, reason, positions: count, time })
}

/// The players of each result, counted from 1.
fn named(results: Results, players: usize) -> Vec<Vec<usize>> {
    let members = |result: u32| (0..players).filter(move |player| result >> player & 1 == 1).map(|player| player + 1);
    (0..1 << players).filter(|result| results >> result & 1 == 1).map(|result| members(result).collect()).collect()
}

/// All results in which a player wins.
fn won_by(player: usize) -> Results {
    (0..Results::BITS).filter(|result| result >> player & 1 == 1).fold(0, |set, result| set | 1 << result)
}

/// The results of a position from those of its options.
fn joined(mover: usize, options: &[Results]) -> Results {
    let own = won_by(mover);
    let all = options.iter().fold(0, |all, option| all | option);
    if options.iter().any(|option| option & !own == 0) { all & own } else { all }
}

/// What is known of positions; an open one is being looked at.
struct Induction {
    known: FxHashMap<Box<dyn Subject>, Option<Results>>,
    meter: Meter,
}

/// A position that is being looked at, with its options and the results of those that are done.
struct Open {
    subject: Box<dyn Subject>,
    options: Vec<Box<dyn Subject>>,
    done: Vec<Results>,
}

impl Induction {
    fn open(&mut self, subject: &dyn Subject) -> Result<Open, Stop> {
        subject.afford_moves(self.meter.budget())?;
        self.meter.step()?;
        self.meter.budget().reserve(2 * subject.bytes() as u64 + 64)?;
        let options: Vec<_> = subject.moves(Player::Left)?.into_iter().map(|found| found.to).collect();
        self.known.insert(subject.duplicate(), None);
        Ok(Open { subject: subject.duplicate(), done: Vec::with_capacity(options.len()), options })
    }

    fn results(&mut self, start: &(dyn Subject + 'static)) -> Result<Results, Stop> {
        if let Some(Some(known)) = self.known.get(start) {
            return Ok(*known);
        }
        let mut play = vec![self.open(start)?];
        loop {
            let Some(open) = play.last_mut() else { return Err(Stop::contradiction()) };
            let Some(option) = open.options.get(open.done.len()) else {
                let results = match &open.done[..] {
                    [] => 1 << (open.subject.winners() & (Results::BITS - 1)),
                    done => joined(open.subject.turn(), done),
                };
                let Some(done) = play.pop() else { return Err(Stop::contradiction()) };
                self.known.insert(done.subject, Some(results));
                match play.last_mut() {
                    Some(before) => before.done.push(results),
                    None => return Ok(results),
                }
                continue;
            };
            match self.known.get(&**option) {
                Some(Some(known)) => open.done.push(*known),
                Some(None) => {
                    let text =
                        Text::new("play can go round at {position}, and backward induction needs games that end");
                    return Err(Stop::Unsuitable(text.with("position", option.text())));
                }
                None => {
                    let option = option.duplicate();
                    let next = self.open(&*option)?;
                    play.push(next);
                }
            }
        }
    }
}

impl Start {
    /// What happens, as a sentence about players with numbers.
    pub fn text(&self) -> Text {
        let one = |result: &Vec<usize>| match result[..] {
            [] => Text::new("nobody wins"),
            [player] => Text::new("player {player} wins").with("player", player),
            _ => {
                let players: Vec<String> = result.iter().map(usize::to_string).collect();
                Text::new("players {players} win").with("players", players.join(", "))
            }
        };
        match &self.results[..] {
            [only] => one(only),
            several => Text::new("open: {results}, as those choose who cannot win")
                .with_list("results", several.iter().map(one).collect()),
        }
    }
}

impl Winners {
    /// The answer as one object with stable names, its sentences in the given language.
    pub fn to_json(&self, language: Language) -> Value {
        let start = |(player, start): (usize, &Start)| {
            let moves = start.winning_moves.iter().map(|(label, to)| json!({"move": label, "to": to}));
            json!({"player": player + 1, "winners": start.results, "winning_moves": moves.collect::<Vec<_>>()})
        };
        json!({
            "position": self.position.to_string(),
            "players": self.starts.len(),
            "play": Play::Normal.name(),
            "starts": self.starts.iter().enumerate().map(start).collect::<Vec<_>>(),
            "method": "backward induction",
            "reason": self.reason.say(language),
            "stats": {"positions": self.positions, "seconds": self.time.as_secs_f64()},
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_choose_to_win_and_else_anything() {
        let only = |player: usize| 1u64 << (1 << player);
        // Of three options the mover, player 0, takes the one that is won.
        assert_eq!(joined(0, &[only(1), only(0), only(2)]), only(0));
        // Who cannot win is indifferent.
        assert_eq!(joined(0, &[only(1), only(2)]), only(1) | only(2));
        // A win that hangs on another's whim is not certain.
        assert_eq!(joined(0, &[only(0) | only(1), only(2)]), only(0) | only(1) | only(2));
        // With a certain win at hand only results that are won remain.
        assert_eq!(joined(0, &[only(0) | only(1), only(0)]), only(0));
        assert_eq!(named(only(2) | 1, 3), vec![vec![], vec![3]]);
    }
}
