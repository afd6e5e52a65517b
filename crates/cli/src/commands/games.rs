//! `grundy games`: the catalogue, and the page of one game.

use crate::failure::{Exit, Failure};
use crate::limits::Format;
use clap::Args;
use grundy_game::{Info, nearest};
use grundy_games::{entries, entry};
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
            let info = entry(name).ok_or_else(|| unknown(name))?.info;
            match format {
                Format::Text => page(&info, out)?,
                Format::Json => writeln!(out, "{}", to_json(&info))?,
            }
        }
    }
    Ok(Exit::Answered)
}

fn unknown(name: &str) -> Failure {
    let meant = nearest(name, entries().iter().map(|entry| entry.info.name));
    let hint = meant.map_or("`grundy games` lists them all".to_owned(), |meant| format!("did you mean `{meant}`?"));
    Failure::Usage(format!("no game named `{name}`; {hint}"))
}

fn list(out: &mut dyn Write) -> std::io::Result<()> {
    let width = entries().iter().map(|entry| entry.info.name.len()).max().unwrap_or(0);
    for entry in entries() {
        let example = entry.info.examples.first().copied().unwrap_or_default();
        writeln!(out, "{:width$}  {}   ({example})", entry.info.name, entry.info.summary)?;
    }
    writeln!(out, "\n`grundy games NAME` shows rules, notation, theorems and examples of one game.")
}

fn page(info: &Info, out: &mut dyn Write) -> std::io::Result<()> {
    writeln!(out, "{}: {}\n\nRules\n  {}\n\nNotation\n  {}", info.name, info.summary, info.rules, info.notation)?;
    if !info.theorems.is_empty() {
        writeln!(out, "\nTheorems")?;
        for theorem in info.theorems {
            writeln!(out, "  {}\n    {}", theorem.statement, theorem.literature)?;
        }
    }
    writeln!(out, "\nExamples")?;
    info.examples.iter().try_for_each(|example| writeln!(out, "  grundy solve '{example}'"))
}

fn to_json(info: &Info) -> Value {
    let theorems: Vec<Value> =
        info.theorems.iter().map(|note| json!({"statement": note.statement, "literature": note.literature})).collect();
    json!({
        "name": info.name,
        "summary": info.summary,
        "rules": info.rules,
        "notation": info.notation,
        "theorems": theorems,
        "examples": info.examples,
    })
}
