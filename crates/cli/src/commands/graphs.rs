//! `grundy graphs`: the families of graphs that have names.

use crate::failure::{Exit, Failure};
use crate::language::say;
use crate::limits::Format;
use clap::Args;
use grundy_graph::families::{FAMILIES, Family, family};
use grundy_lang::Text;
use serde_json::{Value, json};
use std::io::Write;

/// The options of `graphs`.
#[derive(Args)]
#[command(after_help = "Examples:
  grundy graphs
  grundy graphs petersen
  grundy draw chomp:petersen -o petersen.svg
  grundy facts 'grid(3,4)'")]
pub struct Options {
    /// The family that is wanted
    name: Option<String>,
    /// How the answer is printed
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// Runs the command.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<Exit, Failure> {
    let chosen: Vec<&Family> = match &options.name {
        None => FAMILIES.iter().collect(),
        Some(name) => vec![family(name).ok_or_else(|| unknown(name))?],
    };
    if options.format == Format::Json {
        let all: Vec<Value> = chosen.iter().map(|family| to_json(family)).collect();
        writeln!(out, "{}", Value::Array(all))?;
        return Ok(Exit::Answered);
    }
    let title = |family: &Family| format!("{}{}", family.name, family.parameters);
    let width = chosen.iter().map(|family| title(family).chars().count()).max().unwrap_or(0);
    for family in chosen {
        writeln!(out, "{:width$}  {}", title(family), say(&Text::known(family.about)))?;
        writeln!(out, "{:width$}    {}", "", picture_command(family))?;
    }
    if options.name.is_none() {
        let more = Text::new(
            "Games on graphs also take edges such as `1-2,2-3,a-b`, graph6 strings and files: `grundy solve chomp:@graph.txt`.",
        );
        writeln!(out, "\n{}", say(&more))?;
    }
    Ok(Exit::Answered)
}

/// A command that draws a member of the family.
fn picture_command(family: &Family) -> String {
    format!("grundy draw 'chomp:{}' -o {}.svg", family.example(), family.name)
}

fn to_json(family: &Family) -> Value {
    json!({
        "name": family.name, "parameters": family.parameters, "about": say(&Text::known(family.about)),
        "example": family.example(), "picture": picture_command(family),
    })
}

fn unknown(name: &str) -> Failure {
    let meant = grundy_game::nearest(name, FAMILIES.iter().map(|family| family.name));
    let text = match meant {
        Some(meant) => Text::new("no family of graphs named `{name}`; did you mean `{meant}`?").with("meant", meant),
        None => Text::new("no family of graphs named `{name}`; `grundy graphs` lists them all"),
    };
    Failure::Usage(text.with("name", name))
}
