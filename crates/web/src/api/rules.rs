//! Rules of the user's own: are they right, and what do they make of a position?

use super::common::{OWN, listable, read_rules};
use super::moves::{BareMove, bare};
use crate::Problem;
use crate::question::{Limited, Means, Question, Reply};
use grundy_game::{Kind, NoFiles, ParseError};
use grundy_games::{Catalogue, Listed};
use grundy_lang::Language;
use grundy_rules::RulesFile;
use grundy_solve::Named;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The question.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ask {
    /// The text of a rules file; its game is called `mine`.
    #[schemars(length(max = 20_000))]
    rules: String,
    /// A position without the name of the game; without this an example of the file, or a small position.
    #[schemars(length(max = 20_000))]
    position: Option<String>,
    #[serde(default)]
    budget: Limited,
}

/// What the rules say.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct Answer {
    /// What is wrong, if anything is.
    mistake: Option<MistakeObject>,
    /// Whether Left and Right have moves of their own.
    kind: Option<Named<Kind>>,
    /// What the rules are made of, in words.
    engine: Option<String>,
    /// Whether the rules alone show that every play ends.
    ends: bool,
    /// Positions to begin with, in full notation.
    starts: Vec<String>,
    /// The position that is shown, in full notation.
    position: Option<String>,
    /// Its picture, as SVG.
    svg: Option<String>,
    /// Its moves.
    moves: Vec<BareMove>,
}

/// A mistake in the rules or in the position.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MistakeObject {
    /// The line of the rules, from 1; null for a mistake of the position alone.
    line: Option<u32>,
    /// The column of the line or of the position, from 1.
    column: usize,
    /// What is wrong.
    problem: String,
    /// What would be right; may be empty.
    help: String,
}

/// Positions to begin with that are told.
const MOST_STARTS: usize = 30;

impl MistakeObject {
    fn new(error: &ParseError, language: Language) -> Self {
        // The place of a mistake in a file ends in its line and column.
        let place = error.place.as_deref().and_then(|place| {
            let mut parts = place.rsplit(':').map(str::parse::<u32>);
            // why a place without a line is that of a position.
            let (column, line) = (parts.next()?.ok()?, parts.next()?.ok()?);
            Some((line, column as usize))
        });
        Self {
            line: place.map(|(line, _)| line),
            column: place.map_or_else(|| error.column(), |(_, column)| column),
            problem: error.problem.say(language),
            help: error.help.say(language),
        }
    }
}

impl Question for Ask {
    type Answer = Answer;

    fn limited(&self) -> Limited {
        self.budget
    }

    fn answer(&self, means: Means<'_>) -> Result<Reply<Answer>, Problem> {
        let language = means.language;
        let file = match read_rules(&self.rules) {
            Ok(file) => file,
            Err(Problem::Notation(error)) => {
                let mistake = Some(MistakeObject::new(&error, language));
                return Ok(Answer { mistake, ..Answer::default() }.into());
            }
            Err(other) => return Err(other),
        };
        let mut answer = Answer {
            kind: Some(Named(file.kind())),
            engine: Some(file.engine().say(language)),
            ends: file.ends_always(),
            starts: starts(&file),
            ..Answer::default()
        };
        let Some(text) = self.position.as_ref().map(|text| format!("{OWN}:{text}")).or(answer.starts.first().cloned())
        else {
            return Ok(answer.into());
        };
        let position = match Catalogue::standard().with(file).parse(&text, &NoFiles) {
            Ok(position) => position,
            Err(error) => {
                answer.mistake = Some(MistakeObject::new(&error, language));
                return Ok(answer.into());
            }
        };
        listable(&position)?;
        answer.moves = bare(&position, language)?;
        answer.svg = Some(position.picture().told_in(language).to_fragment());
        answer.position = Some(position.to_string());
        Ok(answer.into())
    }
}

/// The examples of a file, then some of its small positions, the largest first.
fn starts(file: &RulesFile) -> Vec<String> {
    let examples = file.examples();
    let small = file.small();
    let step = small.len().div_ceil(MOST_STARTS).max(1);
    let some = small.iter().rev().step_by(step).filter(|text| !examples.contains(text)).cloned();
    examples.iter().cloned().chain(some).take(MOST_STARTS).collect()
}
