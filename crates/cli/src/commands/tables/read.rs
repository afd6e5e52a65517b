//! `grundy probe`, `grundy table info`, `check` and `export`.

use super::super::position;
use super::tabled;
use crate::failure::{Exit, Failure};
use crate::files::write_streamed;
use crate::language::{row, say};
use crate::limits::{BudgetOptions, Format, parse_count};
use clap::{Args, ValueEnum};
use grundy_budget::Budget;
use grundy_game::Player;
use grundy_game::tabled::Cell;
use grundy_lang::Text;
use grundy_solve::{NimberWay, OutcomeWay, Settings, Subject};
use grundy_tables::parquet::{Entry, Kind, Parquet};
use grundy_tables::{About, Library, Place, Table, TableError, Way, holds_nimbers, meaning};
use serde_json::json;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// The options of `probe`.
#[derive(Args)]
#[command(after_help = "Examples:
  grundy probe cram56.zarr cram:5x5
  grundy probe cram56.zarr 'cram:..#|...' cram:4x4 --format json")]
pub struct ProbeOptions {
    /// The folder of the table
    table: PathBuf,
    /// Positions of its game
    #[arg(required = true)]
    positions: Vec<String>,
    /// How the answer is printed
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// The options of `table info`.
#[derive(Args)]
pub struct InfoOptions {
    /// The folder of the table
    table: PathBuf,
    /// How the answer is printed
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// The options of `table check`.
#[derive(Args)]
pub struct CheckOptions {
    /// The folder of the table
    table: PathBuf,
    /// Look this many positions up by search, chosen at random
    #[arg(long, value_name = "N", default_value = "100", value_parser = parse_count)]
    sample: u64,
    /// Where the choice begins; the same number chooses the same positions
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    #[command(flatten)]
    budget: BudgetOptions,
}

/// How a table is exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ExportFormat {
    /// Lines of text, a position and its value each.
    Csv,
    /// A file for data frames.
    Parquet,
}

/// The options of `table export`.
#[derive(Args)]
#[command(after_help = "Examples:
  grundy table export cram44.zarr > cram44.csv
  grundy table export cram44.zarr --format parquet --to cram44.parquet")]
pub struct ExportOptions {
    /// The folder of the table
    table: PathBuf,
    /// What is written
    #[arg(long, value_enum, default_value = "csv")]
    format: ExportFormat,
    /// The file that is written, instead of standard output
    #[arg(long, value_name = "FILE")]
    to: Option<PathBuf>,
    #[command(flatten)]
    budget: BudgetOptions,
}

/// Opens a finished table together with the game it is about.
pub fn open(folder: &Path) -> Result<Library, Failure> {
    Library::open(folder, |start| Ok(tabled(start)?.1))
}

/// Looks positions up.
pub fn probe(options: &ProbeOptions, out: &mut dyn Write) -> Result<Exit, Failure> {
    let library = open(&options.table)?;
    for text in &options.positions {
        let position = position(text)?;
        let found = library.probe(&position)?;
        let nimber = found.nimber.map(|nimber| meaning(library.about().cell, nimber));
        let outcome = found.outcome.name();
        match (options.format, nimber, found.remoteness) {
            (Format::Text, Some(nimber), _) => writeln!(out, "{position} = {nimber}")?,
            (Format::Text, None, None) => writeln!(out, "{position}: {outcome}")?,
            (Format::Text, None, Some(moves)) => {
                let text = Text::new("{position}: {outcome}, {moves} moves left").with("position", &position);
                writeln!(out, "{}", say(&text.with("outcome", outcome).with("moves", moves)))?;
            }
            (Format::Json, nimber, remoteness) => {
                let mut object = json!({"position": position.to_string(), "outcome": outcome, "value": nimber});
                if let Some(moves) = remoteness {
                    object["remoteness"] = moves.into();
                }
                writeln!(out, "{object}")?;
            }
        }
    }
    Ok(Exit::Answered)
}

/// Prints how many positions have each value.
pub fn print_census(about: &About, out: &mut dyn Write) -> Result<(), Failure> {
    let Some(census) = &about.census else { return Ok(()) };
    for (value, count) in census.iter().enumerate().filter(|(_, count)| **count > 0) {
        writeln!(out, "{}", row(Text::verbatim(meaning(about.cell, value as u8)), count))?;
    }
    Ok(())
}

/// Prints what a table holds.
pub fn info(options: &InfoOptions, out: &mut dyn Write) -> Result<Exit, Failure> {
    let table = Table::open_unfinished(&options.table)?;
    let about = table.about();
    if options.format == Format::Json {
        let tiers = match &about.way {
            Way::Keyed { tiers, .. } => Some(tiers),
            Way::Dense { .. } => None,
        };
        let object = json!({
            "start": about.start, "cells": about.cell.name(), "positions": about.positions, "numbering": about.numbering,
            "tiers": tiers, "census": about.census,
        });
        writeln!(out, "{object}")?;
        return Ok(Exit::Answered);
    }
    let text = Text::new("{cells} of {count} positions that follow from {start}");
    let text = text.with("cells", about.cell.name()).with("count", about.positions).with("start", &about.start);
    writeln!(out, "{}", say(&text))?;
    writeln!(out, "{}", row("numbering", &about.numbering))?;
    if about.census.is_none() {
        writeln!(out, "{}", say(&Text::new("The table is not finished; the command that began it carries on.")))?;
    }
    print_census(about, out)?;
    Ok(Exit::Answered)
}

/// Verifies a table.
pub fn check(options: &CheckOptions, out: &mut dyn Write) -> Result<Exit, Failure> {
    let budget = options.budget.start();
    let library = open(&options.table)?;
    let bytes = library.table().verify(&budget)?;
    let mut state = options.seed;
    for _ in 0..options.sample {
        let place = random_place(&library, &mut state, &budget)?;
        let Some(place) = place else { break };
        let subject = library.at(place)?;
        let stored = library.stored(place)?;
        let found = searched(&*subject, library.about().cell, &budget)?;
        if stored != found {
            let text = Text::new("{position} is {stored} in the table, but search says {found}");
            let cell = library.about().cell;
            let text = text.with("position", subject.text());
            return Err(Failure::Failed(
                text.with("stored", meaning(cell, stored)).with("found", meaning(cell, found)),
            ));
        }
    }
    let text = Text::new(
        "{count} positions, {bytes} bytes: checksums and census are right, and so are {sample} positions by search",
    );
    let text = text.with("count", library.about().positions).with("bytes", bytes).with("sample", options.sample);
    writeln!(out, "{}", say(&text))?;
    Ok(Exit::Answered)
}

/// The value of a position by search, without the table.
fn searched(subject: &dyn Subject, cell: Cell, budget: &Budget) -> Result<u8, Failure> {
    let settings = Settings { budget: budget.clone(), ..Settings::default() };
    if holds_nimbers(cell) {
        let found = subject.nimbers(NimberWay::Auto, &settings).nimber()?;
        return Ok(u8::try_from(found.nimber).unwrap_or(u8::MAX));
    }
    if cell == Cell::Remoteness {
        let verdict = subject.judge(&[], &settings)?.verdict(subject, Player::Left)?;
        // why: what does not fit a cell differs from whatever is stored.
        return Ok(verdict.remoteness().and_then(|moves| u8::try_from(moves).ok()).unwrap_or(u8::MAX));
    }
    let mut study = subject.outcomes(OutcomeWay::Auto, &settings);
    let left = u8::from(study.wins(Player::Left)?);
    if cell == Cell::Win { Ok(left) } else { Ok(left | u8::from(study.wins(Player::Right)?) << 1) }
}

/// A place of the table, chosen by a linear congruence with good figures (Knuth, The Art of Computer Programming 2, 3.3.4).
fn random_place(library: &Library, state: &mut u64, budget: &Budget) -> Result<Option<Place>, Failure> {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    let chosen = ((u128::from(*state) * u128::from(library.about().positions)) >> 64) as u64;
    match &library.about().way {
        Way::Dense { .. } => Ok((library.about().positions > 0).then_some(Place::Number(chosen))),
        Way::Keyed { .. } => {
            budget.check().map_err(TableError::from)?;
            Ok(library.table().nth(chosen)?)
        }
    }
}

/// Writes every position with its value.
pub fn export(options: &ExportOptions, out: &mut dyn Write) -> Result<Exit, Failure> {
    let budget = options.budget.start();
    let library = open(&options.table)?;
    let Some(path) = &options.to else {
        exported(&library, options.format, &budget, out)?;
        return Ok(Exit::Answered);
    };
    write_streamed(path, |file| {
        let mut file = BufWriter::new(file);
        exported(&library, options.format, &budget, &mut file)?;
        Ok(file.flush()?)
    })?;
    Ok(Exit::Answered)
}

/// Writes every position with its value to a file or to standard output.
fn exported(library: &Library, format: ExportFormat, budget: &Budget, out: &mut dyn Write) -> Result<(), Failure> {
    let about = library.about();
    let cell = about.cell;
    if format == ExportFormat::Csv {
        writeln!(out, "position,value")?;
        return each_row(library, budget, |position, value| {
            writeln!(out, "\"{}\",{}", position.replace('"', "\"\""), meaning(cell, value))
        });
    }
    let (name, kind) = match cell {
        Cell::Win | Cell::Outcome => ("outcome", Kind::Text),
        Cell::SmallNimber | Cell::Nimber => ("nimber", Kind::Number),
        Cell::Remoteness => ("remoteness", Kind::Number),
    };
    let notes = [("start", about.start.as_str()), ("cells", cell.name()), ("numbering", about.numbering.as_str())];
    let mut file = Parquet::new(out, &[("position", Kind::Text), (name, kind)], &notes)?;
    each_row(library, budget, |position, value| {
        let (number, outcome) = (Entry::Number(value.into()), meaning(cell, value));
        file.push(&[Entry::Text(position), if kind == Kind::Number { number } else { Entry::Text(&outcome) }])
    })?;
    file.finish()?;
    Ok(())
}

/// Calls `write` with every position and its value.
fn each_row(
    library: &Library,
    budget: &Budget,
    mut write: impl FnMut(&str, u8) -> std::io::Result<()>,
) -> Result<(), Failure> {
    let mut failure = None;
    let result = library.table().each(budget, |place, value| {
        if let Err(error) = write(&library.at(place)?.text(), value) {
            failure = Some(error);
            return Err(TableError::Stopped);
        }
        Ok(())
    });
    match failure {
        Some(error) => Err(error.into()),
        None => result.map_err(Failure::from),
    }
}
