//! What the questions about positions share.

use crate::Problem;
use crate::question::{Limited, Means};
use grundy_game::{Kind, NoFiles, Play, Player};
use grundy_games::Catalogue;
use grundy_lang::{Language, Text};
use grundy_rules::{Limits, RulesFile, shown_mistake};
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
    rules: OwnRules,
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
    /// The position, the settings for it, and the language of the answer.
    pub fn asked(&self, means: Means<'_>) -> Result<(Position, Settings, Language), Problem> {
        let position = self.rules.reached(&self.position, &self.played)?;
        let settings = settings(self.play, searchable(&position, self.play, self.method), means);
        Ok((position, settings, self.lang.map_or(means.language, |lang| lang.0)))
    }
}

/// The settings of one question. One thread each: the lanes share the cores out.
pub fn settings(play: PlayName, method: Method, means: Means<'_>) -> Settings {
    Settings { play: play.0, method, budget: means.budget.clone(), threads: 1, oracles: means.tables.to_vec() }
}

/// Reads a position. Files of this machine are none of the page's business.
pub fn position(text: &str) -> Result<Position, Problem> {
    Ok(grundy_games::parse(text, &NoFiles)?)
}

/// Rules of the user's own that go with a question: the text of a rules file, whose game is called `mine`.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct OwnRules(#[schemars(length(max = 20_000))] Option<String>);

/// Longest text of rules.
pub const LONGEST_RULES: usize = 20_000;

/// What one call of a function may use.
pub const CALL: Limits = Limits { steps: 5_000_000, bytes: 16 << 20, depth: 5_000 };

/// What the game of such rules is called.
pub const OWN: &str = "mine";

impl OwnRules {
    /// Reads a position, which may be one of these rules.
    pub fn position(&self, text: &str) -> Result<Position, Problem> {
        let Some(rules) = &self.0 else { return position(text) };
        let catalogue = Catalogue::standard().with(read_rules(rules)?);
        Ok(catalogue.parse(text, &NoFiles)?)
    }

    /// The position that moves lead to from a start. It is reached by playing, not by reading its notation, so that what
    /// stands on the board keeps the names it had at the start.
    pub fn reached(&self, start: &str, played: &[Played]) -> Result<Position, Problem> {
        followed(self.position(start)?, played)
    }
}

/// Reads rules; what is wrong with them is told at their line.
pub fn read_rules(text: &str) -> Result<RulesFile, Problem> {
    if text.len() > LONGEST_RULES {
        let problem = Text::new("the rules have more than {most} bytes").with("most", LONGEST_RULES);
        return Err(Problem::Bad(problem));
    }
    RulesFile::read_plain(OWN, text, CALL).map_err(|mistake| shown_mistake(&mistake, OWN, text).into())
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
    /// The move as pictures take it.
    pub fn step(&self) -> Step {
        Step { label: self.name.clone(), player: self.player.map(|player| player.0), path: self.path.clone() }
    }
}

/// The position after some moves.
fn followed(mut position: Position, played: &[Played]) -> Result<Position, Problem> {
    for step in played {
        let player = step.player.map_or(Player::Left, |player| player.0);
        position = made(&position, player, &step.name)?.map(|(to, _)| to).ok_or_else(|| {
            let refused = Text::new("`{move}` is not a move of {position}");
            Problem::Unsuitable(refused.with("move", &step.name).with("position", &position))
        })?;
    }
    Ok(position)
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
