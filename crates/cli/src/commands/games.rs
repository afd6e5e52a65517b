//! `grundy games`: the catalogue, and the page of one game.

use super::rules;
use crate::failure::{Exit, Failure};
use crate::language::{language, say};
use crate::limits::Format;
use clap::Args;
use grundy_game::{Info, TheoremNote, nearest};
use grundy_games::complexity::complexity;
use grundy_games::{entries, entry};
use grundy_lang::Text;
use grundy_rules::Shelf;
use serde_json::{Value, json};
use std::io::Write;

/// The options of `games`.
#[derive(Args)]
pub struct Options {
    /// The game whose page is wanted
    name: Option<String>,
    /// How the answer is printed
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// Runs the command.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<Exit, Failure> {
    match (&options.name, options.format) {
        (None, Format::Text) => list(out)?,
        (None, Format::Json) => {
            let games: Vec<Value> = entries().iter().map(|entry| to_json(&entry.info)).collect();
            writeln!(out, "{}", Value::Array(games))?;
        }
        (Some(name), format) => {
            let Some(entry) = entry(name) else {
                return if Shelf::of_user().path(name).is_some() {
                    rules::show(name, out)
                } else {
                    Err(unknown_game(name))
                };
            };
            let info = entry.info;
            match format {
                Format::Text => page(&info, out)?,
                Format::Json => writeln!(out, "{}", to_json(&info))?,
            }
        }
    }
    Ok(Exit::Answered)
}

/// There is no such game, but perhaps one of a similar name.
pub(super) fn unknown_game(name: &str) -> Failure {
    let meant = nearest(name, entries().iter().map(|entry| entry.info.name));
    let text = match meant {
        Some(meant) => Text::new("no game named `{name}`; did you mean `{meant}`?").with("meant", meant),
        None => Text::new("no game named `{name}`; `grundy games` lists them all"),
    };
    Failure::Usage(text.with("name", name))
}

fn list(out: &mut dyn Write) -> std::io::Result<()> {
    let width = entries().iter().map(|entry| entry.info.name.len()).max().unwrap_or(0);
    for entry in entries() {
        let example = entry.info.examples.first().copied().unwrap_or_default();
        writeln!(out, "{:width$}  {}   ({example})", entry.info.name, told(entry.info.summary))?;
    }
    let own: Vec<String> = Shelf::of_user().list().into_iter().map(|(name, _)| name).collect();
    if !own.is_empty() {
        let own = Text::new("Your own, from rules files: {names}").with("names", own.join(", "));
        writeln!(out, "\n{}", say(&own))?;
    }
    let more = Text::new("`grundy games NAME` shows rules, notation, theorems and examples of one game.");
    writeln!(out, "\n{}", say(&more))
}

fn page(info: &Info, out: &mut dyn Write) -> std::io::Result<()> {
    let [rules, notation, theorems, examples] =
        [Text::new("Rules"), Text::new("Notation"), Text::new("Theorems"), Text::new("Examples")]
            .map(|text| say(&text));
    writeln!(out, "{}: {}\n\n{rules}\n  {}", info.name, told(info.summary), told(info.rules))?;
    writeln!(out, "\n{notation}\n  {}", told(info.notation))?;
    if !info.theorems.is_empty() {
        writeln!(out, "\n{theorems}")?;
        for theorem in info.theorems {
            writeln!(out, "  {}\n    {}", told(theorem.statement), theorem.literature)?;
        }
    }
    if let Some(known) = complexity(info.name) {
        writeln!(out, "\n{}\n  {}\n    {}", say(&Text::new("Complexity")), told(known.statement), known.literature)?;
    }
    writeln!(out, "\n{examples}")?;
    info.examples.iter().try_for_each(|example| writeln!(out, "  grundy solve '{example}'"))
}

/// A sentence of a page in the language of this run.
fn told(english: &str) -> String {
    Text::known(english).say(language())
}

fn to_json(info: &Info) -> Value {
    let theorem = |note: &TheoremNote<'_>| json!({"statement": told(note.statement), "literature": note.literature});
    let theorems: Vec<Value> = info.theorems.iter().map(theorem).collect();
    json!({
        "name": info.name,
        "summary": told(info.summary),
        "rules": told(info.rules),
        "notation": told(info.notation),
        "theorems": theorems,
        "complexity": complexity(info.name).as_ref().map(theorem),
        "examples": info.examples,
    })
}
