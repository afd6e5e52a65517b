//! `grundy eval`: expressions of values and positions.

use crate::failure::{Exit, Failure};
use crate::files::FileSystem;
use crate::language::{language, say};
use crate::limits::{BudgetOptions, Format};
use clap::{Args, ValueEnum};
use grundy_budget::Budget;
use grundy_game::Files;
use grundy_lang::Text;
use grundy_solve::position_value;
use grundy_value::lang::{Datum, LangError, Positions, Session};
use grundy_value::{Dyadic, Store, Style, Value, ValueError, Wall};
use serde_json::{Value as Json, json};
use std::io::Write;

/// The options of `eval`.
#[derive(Args)]
#[command(after_help = "Examples:
  grundy eval '{0|1} + *'
  grundy eval 'mean({5|2||-1})'
  grundy eval 'domineering:4x4 <= 1'
  grundy eval 'for n in 1..8: birthday(heat(nimber(n), 1/2))'
  grundy eval '[cake:3x{k} for k in 1..9]'
  grundy eval @file.txt                 statements from a file, one a line

`grundy repl` has the same language with help on every function.")]
pub struct Options {
    /// An expression or statements, or @file
    #[arg(allow_hyphen_values = true)]
    expression: String,
    /// How results are printed
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// How values are written
    #[arg(long, value_enum, default_value = "plain")]
    style: StyleName,
    #[command(flatten)]
    budget: BudgetOptions,
}

/// How values are written.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum StyleName {
    /// The notation that is read everywhere.
    Plain,
    /// Arrows and stars.
    Unicode,
    /// For LaTeX.
    Latex,
}

impl From<StyleName> for Style {
    fn from(style: StyleName) -> Self {
        match style {
            StyleName::Plain => Self::Plain,
            StyleName::Unicode => Self::Unicode,
            StyleName::Latex => Self::Latex,
        }
    }
}

/// Runs the command.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<Exit, Failure> {
    let budget = options.budget.start();
    let text = match options.expression.strip_prefix('@') {
        Some(path) => read(path)?,
        None => options.expression.clone(),
    };
    if let Some(number) = starred(&text) {
        let note = Text::new("{n}* is read as {n} + *, a number and a star; the heap of {n} in Nim is written *{n}");
        eprintln!("{}", say(&note.with("n", number)));
    }
    let mut session = session(&budget);
    run_text(&mut session, &text, options.format, options.style.into(), out)?;
    Ok(Exit::Answered)
}

/// The number of a text such as `2*`, which some books write for a heap of Nim.
fn starred(text: &str) -> Option<&str> {
    let number = text.trim().strip_suffix('*')?;
    (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())).then_some(number)
}

fn read(path: &str) -> Result<String, Failure> {
    let content = FileSystem.read(path).map_err(|error| Failure::unread(path, error.0))?;
    String::from_utf8(content).map_err(|_| Failure::unread(path, Text::new("it is not text")))
}

/// A session whose positions come from the catalogue.
pub fn session(budget: &Budget) -> Session<Catalogue> {
    Session::new(Store::new(budget), Catalogue)
}

/// Runs statements and prints what they show.
pub fn run_text(
    session: &mut Session<Catalogue>,
    text: &str,
    format: Format,
    style: Style,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let result = session.run(text, |store, datum| {
        let line = match format {
            Format::Text => datum.show(store, style).map_err(Trouble::Value)?,
            Format::Json => {
                let result = to_json(datum, store, style).map_err(Trouble::Value)?;
                json!({"kind": kind(datum), "result": result}).to_string()
            }
        };
        writeln!(out, "{line}").map_err(Trouble::Output)
    });
    result.map_err(|trouble| match trouble {
        Trouble::Output(error) => Failure::Output(error),
        Trouble::Language(LangError { exhausted: Some(exhausted), .. }) => Failure::Stop(exhausted.into()),
        // The expression is fine and worked out; what there is to show was too much.
        Trouble::Value(error) => Failure::Stop(error.into()),
        Trouble::Language(error) => Failure::Usage(Text::verbatim(error.render_in(text, language()))),
    })
}

enum Trouble {
    Language(LangError),
    Value(ValueError),
    Output(std::io::Error),
}

impl From<LangError> for Trouble {
    fn from(error: LangError) -> Self {
        Self::Language(error)
    }
}

/// Positions of the games in the catalogue.
pub struct Catalogue;

impl Positions for Catalogue {
    fn value(&mut self, position: &str, store: &mut Store) -> Result<Value, ValueError> {
        let parsed = super::catalogue().parse(position, &FileSystem);
        let position = parsed.map_err(|error| ValueError::undefined(error.problem))?;
        position_value(&position, 0, store)
    }
}

fn kind(datum: &Datum) -> &'static str {
    match datum {
        Datum::Value(_) => "value",
        Datum::Surreal(_) => "surreal",
        Datum::Loopy(_) => "loopy",
        Datum::Truth(_) => "truth",
        Datum::Text(_) => "text",
        Datum::List(_) => "list",
        Datum::Thermograph(_) => "thermograph",
    }
}

fn to_json(datum: &Datum, store: &mut Store, style: Style) -> Result<Json, ValueError> {
    Ok(match datum {
        Datum::Truth(truth) => json!(truth),
        Datum::List(items) => {
            Json::Array(items.iter().map(|item| to_json(item, store, style)).collect::<Result<_, _>>()?)
        }
        Datum::Thermograph(graph) => json!({
            "mean": graph.mean.to_string(),
            "temperature": graph.temperature.to_string(),
            "left": corners(&graph.left),
            "right": corners(&graph.right),
        }),
        other => json!(other.show(store, style)?),
    })
}

/// The corners of a wall from the bottom up, each as value and temperature.
fn corners(wall: &Wall) -> Vec<[String; 2]> {
    let text = |(value, temperature): (Dyadic, Dyadic)| [value.to_string(), temperature.to_string()];
    wall.corners().into_iter().map(text).collect()
}
