//! `grundy rules`: games of the user's own, from rules files.

use crate::failure::{Exit, Failure};
use crate::files::FileSystem;
use crate::language::{language, say};
use clap::{Args, Subcommand, ValueEnum};
use grundy_game::Files;
use grundy_games::{Catalogue, Listed};
use grundy_lang::Text;
use grundy_rules::{RulesFile, Shelf, shown_mistake};
use std::io::Write;
use std::path::Path;
use std::time::Duration;

/// The options of `rules`.
#[derive(Args)]
pub struct Options {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Write a rules file to start from
    New {
        /// The name of the game; NAME.py is written here
        name: String,
        /// What the rules are made of
        #[arg(long, value_enum, default_value = "grid")]
        kind: Kind,
    },
    /// List the games in the folders of GRUNDY_RULES and of the user's settings
    List,
    /// Show the page and the text of a rules file
    Show {
        /// A file, or the name of a game in the folders
        name: String,
    },
    /// Check a rules file: is it a combinatorial game, do its functions tell the truth, how fast is it
    Check {
        /// A file, or the name of a game in the folders
        name: String,
        /// Seconds that the check may take
        #[arg(long, default_value_t = 10)]
        seconds: u64,
    },
}

#[derive(Clone, Copy, ValueEnum)]
enum Kind {
    /// Patterns on a row of cells
    Strip,
    /// Patterns on a rectangle of cells
    Grid,
    /// Rules about numbers
    Numbers,
    /// Rules about graphs
    Graph,
    /// Functions
    Functions,
}

/// Runs the command.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<Exit, Failure> {
    match &options.what {
        What::New { name, kind } => new(name, *kind, out),
        What::List => list(out),
        What::Show { name } => show(name, out),
        What::Check { name, seconds } => check(name, *seconds, out),
    }
}

/// The name of the game, where its file lies, and the game.
fn read(name: &str) -> Result<(String, RulesFile), Failure> {
    let Some(path) = Shelf::of_user().path(name) else {
        let problem = Text::new("no rules named `{name}`; `grundy rules list` lists them");
        return Err(Failure::Usage(problem.with("name", name)));
    };
    let shown = path.to_string_lossy().into_owned();
    let bytes = FileSystem.read(&shown).map_err(|error| Failure::unread(&shown, error.0))?;
    let source = String::from_utf8(bytes).map_err(|_| Failure::unread(&shown, Text::new("it is not text")))?;
    let file = RulesFile::read(name, &source).map_err(|mistake| shown_mistake(&mistake, &shown, &source))?;
    Ok((shown, file))
}

fn new(name: &str, kind: Kind, out: &mut dyn Write) -> Result<Exit, Failure> {
    let stem = name.strip_suffix(".py").unwrap_or(name);
    let path = format!("{stem}.py");
    if Path::new(&path).exists() {
        return Err(Failure::Usage(Text::new("`{file}` is there already").with("file", &path)));
    }
    let text = match kind {
        Kind::Strip => include_str!("../../../../rules/start/strip.py"),
        Kind::Grid => include_str!("../../../../rules/start/grid.py"),
        Kind::Numbers => include_str!("../../../../rules/start/numbers.py"),
        Kind::Graph => include_str!("../../../../rules/start/graph.py"),
        Kind::Functions => include_str!("../../../../rules/start/functions.py"),
    };
    crate::files::write_whole(Path::new(&path), text.as_bytes())?;
    let here = if Path::new(&path).components().count() == 1 { "./" } else { "" };
    writeln!(out, "{path}\n  grundy rules check {here}{path}")?;
    Ok(Exit::Answered)
}

fn list(out: &mut dyn Write) -> Result<Exit, Failure> {
    let shelf = Shelf::of_user();
    let found = shelf.list();
    let standard = Catalogue::standard();
    for (name, path) in &found {
        writeln!(out, "{name:20} {}", path.display())?;
        if standard.game(name).is_some() {
            let text = Text::new("`{name}` alone means the built-in game: write `{path}` for this file");
            writeln!(out, "  {}", say(&text.with("name", name).with("path", path.display())))?;
        }
    }
    if found.is_empty() {
        let folders: Vec<String> = shelf.folders().iter().map(|folder| folder.display().to_string()).collect();
        let text = Text::new("no rules files in {folders}").with("folders", folders.join(", "));
        writeln!(out, "{}", say(&text))?;
    }
    Ok(Exit::Answered)
}

/// Shows the page and the text of a rules file.
pub(super) fn show(name: &str, out: &mut dyn Write) -> Result<Exit, Failure> {
    let (path, file) = read(name)?;
    let page = file.page();
    let title = file.title(language()).map_or_else(String::new, |title| format!(" ({title})"));
    let kind = Text::new(match file.kind() {
        grundy_game::Kind::Impartial => "impartial",
        grundy_game::Kind::Partisan => "partisan",
    });
    writeln!(out, "{}{title}: {}\n  {}, {}\n", page.name, page.summary, say(&kind), say(&file.engine()))?;
    if !page.rules.is_empty() {
        writeln!(out, "{}\n", page.rules)?;
    }
    writeln!(out, "{}\n  {}\n", say(&Text::new("Notation")), page.notation)?;
    for note in page.theorems {
        writeln!(out, "{}\n  {}\n    {}\n", say(&Text::new("Literature")), note.statement, note.literature)?;
    }
    for example in page.examples {
        writeln!(out, "  grundy solve '{example}'")?;
    }
    writeln!(out, "\n{path}\n{}", file.source())?;
    Ok(Exit::Answered)
}

fn check(name: &str, seconds: u64, out: &mut dyn Write) -> Result<Exit, Failure> {
    let (path, file) = read(name)?;
    let report = file.check(Duration::from_secs(seconds));
    for problem in &report.problems {
        writeln!(out, "{path}: {}", say(problem))?;
    }
    let summary = Text::new("{starts} positions and the {positions} below them checked against brute force")
        .with("starts", report.starts)
        .with("positions", report.positions);
    writeln!(out, "{}", say(&summary))?;
    let speed = Text::new("{engine}; {speed} thousand positions a second")
        .with_text("engine", file.engine())
        .with("speed", format!("{:.0}", report.speed / 1000.0));
    writeln!(out, "{}", say(&speed))?;
    for remark in &report.remarks {
        writeln!(out, "{}", say(remark))?;
    }
    let shown = file.why_ends();
    if report.problems.is_empty() && (shown.is_some() || report.remarks.is_empty()) {
        let ends = shown.unwrap_or_else(|| Text::new("no play without end was found"));
        writeln!(out, "{}", say(&ends))?;
    }
    for hint in &report.hints {
        writeln!(out, "{}", say(hint))?;
    }
    Ok(if report.problems.is_empty() { Exit::Answered } else { Exit::BadInput })
}
