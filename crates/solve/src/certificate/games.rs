//! Certificates about positions of games and about formulas.

use super::frame::{Draft, FormatError, Lines, number};
use grundy_game::{Outcome, Play, Player};

/// The nimber of an impartial position under normal play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NimberProof {
    /// The position in its notation.
    pub position: String,
    /// Its nimber.
    pub nimber: u64,
    /// Components in canonical form with their nimbers; they prove each other by mex.
    pub claims: Vec<(u64, String)>,
}

impl NimberProof {
    pub(super) fn write(&self, draft: &mut Draft) {
        draft.line(format_args!("position {}", self.position));
        draft.line(format_args!("nimber {}", self.nimber));
        for (nimber, position) in &self.claims {
            draft.line(format_args!("= {nimber} {position}"));
        }
    }

    pub(super) fn read(lines: &mut Lines<'_>) -> Result<Self, FormatError> {
        let position = lines.after("position")?.to_owned();
        let nimber = lines.number("nimber")?;
        let claims = lines.rest("= NIMBER POSITION", |line| {
            let (nimber, position) = line.strip_prefix("= ")?.split_once(' ')?;
            Some((number(nimber)?, position.to_owned()))
        })?;
        Ok(Self { position, nimber, claims })
    }
}

/// Who wins a position, under either play rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutcomeProof {
    /// The position in its notation.
    pub position: String,
    /// The play rule.
    pub play: Play,
    /// Who wins.
    pub outcome: Outcome,
    /// Sums that the given player loses when about to move; no player is named where both have the same moves.
    pub claims: Vec<(Option<Player>, String)>,
}

impl OutcomeProof {
    pub(super) fn write(&self, draft: &mut Draft) {
        draft.line(format_args!("position {}", self.position));
        draft.line(format_args!("play {}", self.play));
        draft.line(format_args!("outcome {}", self.outcome));
        for (player, position) in &self.claims {
            draft.line(format_args!("{} {position}", player.map_or("-", letter)));
        }
    }

    pub(super) fn read(lines: &mut Lines<'_>) -> Result<Self, FormatError> {
        let position = lines.after("position")?.to_owned();
        let play = named(lines, "play", &Play::ALL, Play::name)?;
        let outcome = named(lines, "outcome", &Outcome::DECIDED, Outcome::name)?;
        let claims = lines.rest("PLAYER POSITION", |line| {
            let (who, position) = line.split_once(' ')?;
            let who = if who == "-" { None } else { Some(player(who)?) };
            Some((who, position.to_owned()))
        })?;
        Ok(Self { position, play, outcome, claims })
    }
}

/// Who wins a position that may be drawn, or that nobody does, under either play rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerdictProof {
    /// The position in its notation.
    pub position: String,
    /// The play rule.
    pub play: Play,
    /// Who wins.
    pub outcome: Outcome,
    /// Positions that the given player, about to move, loses or cannot win; no player is named where both have the same moves.
    pub claims: Vec<(Option<Player>, Bound, String)>,
}

/// What is claimed of a player about to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bound {
    /// A loss within so many moves.
    Moves(u64),
    /// A loss, perhaps only because the play goes on for ever and the rules give that to the other player.
    Ever,
    /// That the player cannot win.
    Held,
}

impl Bound {
    /// Whether a loss is claimed.
    pub fn is_loss(self) -> bool {
        self != Self::Held
    }
}

impl VerdictProof {
    pub(super) fn write(&self, draft: &mut Draft) {
        draft.line(format_args!("position {}", self.position));
        draft.line(format_args!("play {}", self.play));
        draft.line(format_args!("outcome {}", self.outcome));
        for (player, bound, position) in &self.claims {
            let player = player.map_or("-", letter);
            match bound {
                Bound::Moves(moves) => draft.line(format_args!("{player} lost {moves} {position}")),
                Bound::Ever => draft.line(format_args!("{player} lost ever {position}")),
                Bound::Held => draft.line(format_args!("{player} held {position}")),
            }
        }
    }

    pub(super) fn read(lines: &mut Lines<'_>) -> Result<Self, FormatError> {
        let position = lines.after("position")?.to_owned();
        let play = named(lines, "play", &Play::ALL, Play::name)?;
        let outcome = named(lines, "outcome", &Outcome::ALL, Outcome::name)?;
        let claims = lines.rest("PLAYER lost MOVES POSITION", |line| {
            let (who, rest) = line.split_once(' ')?;
            let who = if who == "-" { None } else { Some(player(who)?) };
            if let Some(position) = rest.strip_prefix("held ") {
                return Some((who, Bound::Held, position.to_owned()));
            }
            let (moves, position) = rest.strip_prefix("lost ")?.split_once(' ')?;
            let bound = if moves == "ever" { Bound::Ever } else { Bound::Moves(number(moves)?) };
            Some((who, bound, position.to_owned()))
        })?;
        Ok(Self { position, play, outcome, claims })
    }
}

/// The value of a position under normal play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueProof {
    /// The position in its notation.
    pub position: String,
    /// The value, with every form written out: numbers, nimbers and `{LEFT|RIGHT}`.
    pub value: String,
    /// Differences, each a sum and a value to be taken from it, that the given player loses when about to move. A sum
    /// without any component is an empty text.
    pub claims: Vec<(Player, String, String)>,
}

/// How a sum without any component is written in a claim.
const NOTHING: &str = "nothing";

impl ValueProof {
    pub(super) fn write(&self, draft: &mut Draft) {
        draft.line(format_args!("position {}", self.position));
        draft.line(format_args!("value {}", self.value));
        for (player, position, value) in &self.claims {
            let position = if position.is_empty() { NOTHING } else { position };
            draft.line(format_args!("{} {value} {position}", letter(*player)));
        }
    }

    pub(super) fn read(lines: &mut Lines<'_>) -> Result<Self, FormatError> {
        let position = lines.after("position")?.to_owned();
        let value = lines.after("value")?.to_owned();
        let claims = lines.rest("PLAYER VALUE POSITION", |line| {
            let (who, rest) = line.split_once(' ')?;
            let (value, position) = rest.split_once(' ')?;
            let position = if position == NOTHING { "" } else { position };
            Some((player(who)?, position.to_owned(), value.to_owned()))
        })?;
        Ok(Self { position, value, claims })
    }
}

/// A quantified formula is true, or false, by a strategy of the player who wants it so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormulaProof {
    /// The formula in the inline notation.
    pub formula: String,
    /// Whether it is true.
    pub holds: bool,
    /// What the winner chooses, in the order in which a walk through all plays comes to the choices.
    pub choices: Vec<bool>,
}

/// Choices on a line.
const CHOICES: usize = 100;

impl FormulaProof {
    pub(super) fn write(&self, draft: &mut Draft) {
        draft.line(format_args!("formula {}", self.formula));
        draft.line(format_args!("holds {}", if self.holds { "yes" } else { "no" }));
        for row in self.choices.chunks(CHOICES) {
            let digits: String = row.iter().map(|&choice| if choice { '1' } else { '0' }).collect();
            draft.line(format_args!("{digits}"));
        }
    }

    pub(super) fn read(lines: &mut Lines<'_>) -> Result<Self, FormatError> {
        let formula = lines.after("formula")?.to_owned();
        let holds = match lines.after("holds")? {
            "yes" => true,
            "no" => false,
            _ => return Err(lines.wrong("holds")),
        };
        let rows = lines.rest("CHOICES", |line| {
            let digit = |digit| match digit {
                '0' => Some(false),
                '1' => Some(true),
                _ => None,
            };
            line.chars().map(digit).collect::<Option<Vec<bool>>>().filter(|row| !row.is_empty() && row.len() <= CHOICES)
        })?;
        Ok(Self { formula, holds, choices: rows.concat() })
    }
}

fn letter(player: Player) -> &'static str {
    match player {
        Player::Left => "L",
        Player::Right => "R",
    }
}

fn player(letter: &str) -> Option<Player> {
    match letter {
        "L" => Some(Player::Left),
        "R" => Some(Player::Right),
        _ => None,
    }
}

/// The one of `all` whose name stands behind `what`, spelt exactly so.
fn named<T: Copy>(lines: &mut Lines<'_>, what: &str, all: &[T], name: fn(T) -> &'static str) -> Result<T, FormatError> {
    let typed = lines.after(what)?;
    all.iter().copied().find(|&one| name(one) == typed).ok_or_else(|| lines.wrong(what))
}
