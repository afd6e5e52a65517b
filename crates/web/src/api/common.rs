//! What the questions about positions share.

use crate::Problem;
use crate::question::Limited;
use grundy_budget::Budget;
use grundy_game::{Kind, NoFiles, Play, Player};
use grundy_lang::{Language, Text};
use grundy_solve::{Method, Named, Position, Settings, Step, Stop};
use schemars::JsonSchema;
use serde::Deserialize;

/// The play rule.
pub type PlayName = Named<Play>;
/// The method.
pub type MethodName = Named<Method>;
/// The language.
pub type LanguageName = Named<Language>;

/// A question about a position.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct About {
    /// A position `game:position`, or a sum of positions joined by `+`.
    #[schemars(length(max = 200_000))]
    position: String,
    /// The moves made from there; the question is about the position that they lead to.
    #[serde(default)]
    played: Vec<Played>,
    #[serde(default)]
    play: PlayName,
    #[serde(default)]
    method: MethodName,
    #[serde(default)]
    lang: Option<LanguageName>,
    #[serde(default)]
    pub budget: Limited,
}

impl About {
    /// The position, the settings for it, and the language of the answer when the browser speaks `language`.
    pub fn asked(&self, budget: &Budget, language: Language) -> Result<(Position, Settings, Language), Problem> {
        let position = reached(&self.position, &self.played)?;
        let settings = settings(self.play, searchable(&position, self.play, self.method), budget);
        Ok((position, settings, self.lang.map_or(language, |lang| lang.0)))
    }
}

/// The settings of one question. One thread each: the lanes share the cores out.
pub fn settings(play: PlayName, method: Method, budget: &Budget) -> Settings {
    Settings { play: play.0, method, budget: budget.clone(), threads: 1, oracles: Vec::new() }
}

/// Reads a position. Files of this machine are none of the page's business.
pub fn position(text: &str) -> Result<Position, Problem> {
    Ok(grundy_games::parse(text, &NoFiles)?)
}

/// A move that was made.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Played {
    /// The name of the move.
    #[serde(rename = "move")]
    name: String,
    /// Who made it, in partisan games.
    #[serde(default)]
    #[schemars(with = "Option<Named<Player>>")]
    player: Option<Named<Player>>,
    /// The parts of the board that were clicked.
    #[serde(default)]
    path: Vec<String>,
}

impl Played {
    fn step(&self) -> Step {
        Step { label: self.name.clone(), player: self.player.map(|player| player.0), path: self.path.clone() }
    }
}

/// Moves that were made as the engine takes them; each position on the way must have few enough moves to list.
pub fn steps(start: &Position, played: &[Played]) -> Result<Vec<Step>, Problem> {
    if !played.is_empty() {
        listable(start)?;
    }
    Ok(played.iter().map(Played::step).collect())
}

/// The position that moves lead to from a start. It is reached by playing, not by reading its notation, so that what
/// stands on the board keeps the names it had at the start.
pub fn reached(start: &str, played: &[Played]) -> Result<Position, Problem> {
    let start = position(start)?;
    let steps = steps(&start, played)?;
    Ok(start.after(&steps).map_err(Stop::from)?)
}

/// The position after a move and the words for the move; `None` when the player has no such move.
pub fn made(position: &Position, player: Player, label: &str) -> Result<Option<(Position, Text)>, Problem> {
    listable(position)?;
    let player = if position.kind() == Kind::Partisan { player } else { Player::Left };
    let moves = position.moves(player).map_err(Stop::from)?;
    Ok(moves.into_iter().find(|found| found.label == label).map(|found| (found.to, found.words)))
}

/// The method for a position. One with too many moves to list cannot be searched in bounded memory, so it is left to
/// theorems, unless the games' own tables may know it, which they do under normal play.
fn searchable(position: &Position, play: PlayName, method: MethodName) -> Method {
    let by_table = play.0 == Play::Normal && method.0 == Method::Auto;
    if by_table || listable(position).is_ok() { method.0 } else { Method::Theorem }
}

/// Positions with more moves than this are not listed.
pub const MOST_MOVES: u64 = 20_000;

/// Positions whose moves lead to boards of more bytes than this, all together, are not listed either.
pub const MOST_BYTES: u64 = 1 << 26;

/// Refuses to list the moves of a position that has too many of them.
pub fn listable(position: &Position) -> Result<(), Problem> {
    let count = position.parts().iter().filter_map(|part| part.move_count()).fold(0, u64::saturating_add);
    if count > MOST_MOVES {
        return Err(Problem::Unsuitable(Text::new("{count} moves are too many to list").with("count", count)));
    }
    let bytes = position.parts().iter().map(|part| part.bytes() as u64).fold(0, u64::saturating_add);
    if count.saturating_mul(bytes) > MOST_BYTES {
        return Err(Problem::Unsuitable(
            Text::new("{count} moves on so large a board are too many to list").with("count", count),
        ));
    }
    Ok(())
}
