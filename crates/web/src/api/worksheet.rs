//! A worksheet of values: lines that may name their results, each with what it comes to or what is wrong with it.

use super::eval::{Catalogue, Facts, shortened};
use crate::Problem;
use crate::question::{Limited, Means, Question, Reply};
use grundy_budget::Exhausted;
use grundy_lang::{Language, Text};
use grundy_value::lang::{Datum, FUNCTIONS, LangError, Session};
use grundy_value::{Store, Style, Value, ValueError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The question.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ask {
    /// The lines: values, operations and relations, or `name = value`.
    #[schemars(length(max = 200))]
    lines: Vec<String>,
    /// The line, counted from 0, about which more is told.
    #[serde(default)]
    closely: Option<usize>,
    /// Whether the functions are listed.
    #[serde(default)]
    help: bool,
    #[serde(default)]
    budget: Limited,
}

/// The worksheet worked out.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    /// A row for each line.
    rows: Vec<Row>,
    /// More about the line that was asked about, where its result is a value.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Closely")]
    closely: Option<Closely>,
    /// The functions of the language, if asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    functions: Vec<FunctionHelp>,
}

/// What a line comes to.
#[derive(Debug, Default, Serialize, JsonSchema)]
struct Row {
    /// The results as they can be typed, a line each; a long text is cut and ends in `…`.
    plain: String,
    /// The results with the signs of the literature.
    shown: String,
    /// Who wins, where the last result is a value.
    outcome: Option<String>,
    /// What is wrong with the line, with the place marked.
    error: Option<String>,
}

/// More about a value.
#[derive(Debug, Serialize, JsonSchema)]
struct Closely {
    #[serde(flatten)]
    facts: Facts,
    /// Left's options of the canonical form.
    left: Vec<String>,
    /// Right's options of the canonical form.
    right: Vec<String>,
}

/// A function of the language.
#[derive(Debug, Serialize, JsonSchema)]
struct FunctionHelp {
    /// Its name with its arguments.
    signature: String,
    /// What it gives, in one line.
    about: String,
    /// An example.
    example: &'static str,
    /// What the example prints.
    prints: &'static str,
}

/// More lines are for the command.
const MOST_LINES: usize = 200;

impl Question for Ask {
    type Answer = Answer;

    fn limited(&self) -> Limited {
        self.budget
    }

    fn answer(&self, means: Means<'_>) -> Result<Reply<Answer>, Problem> {
        let Means { budget, language, .. } = means;
        if self.lines.len() > MOST_LINES {
            return Err(Problem::Bad(Text::new("at most {most} lines are taken here").with("most", MOST_LINES)));
        }
        let mut session = Session::new(Store::new(budget), Catalogue);
        let mut rows = Vec::new();
        let mut closely = None;
        for (number, line) in self.lines.iter().enumerate() {
            let (row, last) = worked_out(&mut session, line, language)?;
            rows.push(row);
            if let (true, Some(value)) = (self.closely == Some(number), last) {
                closely = Some(Closely::of(&mut session.store, value, language).map_err(refused)?);
            }
        }
        let functions = if self.help { functions(language) } else { Vec::new() };
        Ok(Answer { rows, closely, functions }.into())
    }
}

/// One line, and its last result where that is a value.
fn worked_out(
    session: &mut Session<Catalogue>,
    line: &str,
    language: Language,
) -> Result<(Row, Option<Value>), Problem> {
    let text = statement(line);
    let (mut plain, mut shown, mut last) = (Vec::new(), Vec::new(), None);
    let run = session.run(&text, |store, datum| {
        plain.push(datum.show(store, Style::Plain)?);
        shown.push(datum.show(store, Style::Unicode)?);
        last = if let Datum::Value(value) = datum { Some(*value) } else { None };
        Ok::<(), Trouble>(())
    });
    let error = match run {
        Ok(()) => None,
        Err(Trouble::Exhausted(exhausted)) => return Err(Problem::Exhausted(exhausted)),
        Err(Trouble::Language(error)) => Some(error.render_in(&text, language)),
        Err(Trouble::Value(error)) => Some(error.text().say(language)),
    };
    let outcome = last.map(|value| session.store.outcome(value).name().to_owned());
    Ok((Row { plain: shortened(plain.join("\n")), shown: shortened(shown.join("\n")), outcome, error }, last))
}

/// The line as the language has it: what is named is shown too.
fn statement(line: &str) -> String {
    let bare = line.trim();
    let rest = bare.strip_prefix("let ").unwrap_or(bare);
    let named = rest.split_once('=').map(|(name, value)| (name.trim(), value));
    match named {
        Some((name, value)) if is_name(name) && !value.starts_with('=') => format!("let {name} ={value}\n{name}"),
        _ => bare.to_owned(),
    }
}

fn is_name(text: &str) -> bool {
    text.starts_with(char::is_alphabetic) && text.chars().all(|letter| letter.is_alphanumeric() || letter == '_')
}

fn functions(language: Language) -> Vec<FunctionHelp> {
    let help = |function: &grundy_value::lang::Function| FunctionHelp {
        signature: function.signature(),
        about: Text::known(function.about).say(language),
        example: function.example,
        prints: function.prints,
    };
    FUNCTIONS.iter().map(help).collect()
}

impl Closely {
    fn of(store: &mut Store, value: Value, language: Language) -> Result<Self, ValueError> {
        let facts = Facts::of(store, value, language)?;
        let (left, right) = (store.left_options(value)?, store.right_options(value)?);
        let mut written = |options: Vec<Value>| {
            let texts = options.into_iter().map(|option| store.print_as(option, Style::Unicode));
            texts.collect::<Result<Vec<_>, _>>()
        };
        Ok(Self { facts, left: written(left)?, right: written(right)? })
    }
}

fn refused(error: ValueError) -> Problem {
    match error {
        ValueError::Exhausted(exhausted) => Problem::Exhausted(exhausted),
        other => Problem::Unsuitable(other.text()),
    }
}

enum Trouble {
    Exhausted(Exhausted),
    Language(LangError),
    Value(ValueError),
}

impl From<LangError> for Trouble {
    fn from(error: LangError) -> Self {
        match error.exhausted {
            Some(exhausted) => Self::Exhausted(exhausted),
            None => Self::Language(error),
        }
    }
}

impl From<ValueError> for Trouble {
    fn from(error: ValueError) -> Self {
        match error {
            ValueError::Exhausted(exhausted) => Self::Exhausted(exhausted),
            other => Self::Value(other),
        }
    }
}
