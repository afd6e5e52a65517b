//! `grundy table`: answers for many positions, on all small graphs, and whole tables on disk.

use super::catalogue;
use super::games::unknown_game;
use super::parameters::{Parameter, choices, filled};
use super::sheet::{Sheet, SheetFormat};
use super::tables;
use crate::blocks::Blocks;
use crate::failure::{Exit, Failure};
use crate::files::FileSystem;
use crate::limits::SolveOptions;
use clap::{Args, Subcommand, ValueEnum};
use grundy_budget::{Budget, Exhausted};
use grundy_game::{NoFiles, Outcome, Play};
use grundy_games::catalogue::GraphRow;
use grundy_games::{entry, parse};
use grundy_graph::Graph;
use grundy_graph::bipartite::{Bipartition, bipartition};
use grundy_graph::format::{Format, graph6, read_graph};
use grundy_graph::generate::connected_graphs;
use grundy_lang::Text;
use grundy_solve::{Answer, Settings, Stop, Worth, answer};
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The options of `table`.
#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "Examples:
  grundy table 'nim:{a},{b},{c}' a=0..9 'b={a}..9' 'c={b}..9' --only second
  grundy table 'nim:{a},{b},{c}' a=1..7 'b={a}..7' 'c={b}..7' --only second --columns binary,xor
  grundy table 'subtract(1,2,5):{n}' n=0..9 --columns won --transpose
  grundy table 'cake:{r}x{c}' r=1..6 c=1..6 --columns value --format latex
  grundy table '{a} + {b}' 'a=nim:1,1;nim:1;nim:2' 'b=nim:1,1;nim:1;nim:2'
  grundy table chomp --connected-graphs 5 --columns vertices,edges,bipartite,nimber
  grundy table chomp --connected-graphs 9 --file chomp9.rows > chomp9.csv
  grundy table cram:5x6 --all --out cram56.zarr
  grundy table info cram56.zarr
  grundy table check cram56.zarr
  grundy probe cram56.zarr cram:5x5

A range holds both its ends; a list has a semicolon between its items. Parameters may name those before them."
)]
pub struct Options {
    #[command(subcommand)]
    action: Option<Action>,
    /// A position with parameters in braces, such as nim:{a},{b}; with --connected-graphs a game played on graphs; with
    /// --all a position such as cram:5x6
    #[arg(required = true)]
    pattern: Option<String>,
    /// What each parameter runs through, such as n=0..9
    #[arg(value_name = "NAME=VALUES", conflicts_with = "connected_graphs")]
    parameters: Vec<String>,
    /// All positions that can be reached, as a table on disk; carries on with what is there
    #[arg(long, requires = "out", conflicts_with_all = ["parameters", "columns", "only", "format", "transpose"])]
    all: bool,
    /// All connected graphs on this many vertices, up to isomorphism
    #[arg(long, value_name = "N", conflicts_with = "all")]
    connected_graphs: Option<usize>,
    /// The columns beside the parameters; without this outcome and value, or for graphs graph6, nimber and moves
    #[arg(long, value_enum, value_delimiter = ',', value_name = "COLUMNS")]
    columns: Vec<Column>,
    /// Only positions that this player wins
    #[arg(long, value_enum)]
    only: Option<Winner>,
    /// How the table is printed; graphs come as CSV without this
    #[arg(long, value_enum)]
    format: Option<SheetFormat>,
    /// A column for each position instead of a row
    #[arg(long)]
    transpose: bool,
    /// Keep the rows of graphs in this file, and carry on from what it holds
    #[arg(long, value_name = "FILE", requires = "connected_graphs")]
    file: Option<PathBuf>,
    #[command(flatten)]
    fill: tables::FillOptions,
    #[command(flatten)]
    solve: SolveOptions,
}

/// What is done with a table that is there.
#[derive(Subcommand)]
enum Action {
    /// Prints what a table holds, with its census
    Info(tables::InfoOptions),
    /// Verifies every checksum, the census, and some positions by search
    Check(tables::CheckOptions),
    /// Writes every position of a table with its value, as CSV or Parquet
    Export(tables::ExportOptions),
}

/// What a table can tell of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Column {
    /// The position itself.
    Position,
    /// Who wins.
    Outcome,
    /// W where the player about to move wins, L where that player loses.
    Won,
    /// The nimber.
    Nimber,
    /// The value.
    Value,
    /// The number of winning moves.
    Moves,
    /// The winning moves by name.
    Winning,
    /// The parameters in binary.
    Binary,
    /// The parameters joined by and, bit by bit.
    And,
    /// The parameters joined by or, bit by bit.
    Or,
    /// The parameters joined by exclusive or, bit by bit: their nim-sum.
    Xor,
    /// The number of vertices (graphs).
    Vertices,
    /// The number of edges (graphs).
    Edges,
    /// Whether the graph is bipartite (graphs).
    Bipartite,
    /// The graph in graph6 (graphs).
    Graph6,
}

impl Column {
    fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }
}

/// Who wins, for the filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Winner {
    /// Whoever starts.
    First,
    /// The other player.
    Second,
    /// Left, whoever starts.
    Left,
    /// Right, whoever starts.
    Right,
    /// Nobody, whoever starts.
    Draw,
}

impl Winner {
    fn is(self, outcome: Outcome) -> bool {
        matches!(
            (self, outcome),
            (Self::First, Outcome::First)
                | (Self::Second, Outcome::Second)
                | (Self::Left, Outcome::Left)
                | (Self::Right, Outcome::Right)
                | (Self::Draw, Outcome::Draw)
        )
    }
}

/// Runs the command.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<Exit, Failure> {
    match (&options.action, options.pattern.as_deref(), options.connected_graphs) {
        (Some(Action::Info(options)), ..) => tables::info(options, out),
        (Some(Action::Check(options)), ..) => tables::check(options, out),
        (Some(Action::Export(options)), ..) => tables::export(options, out),
        (None, Some(game), Some(order)) => of_graphs(game, order, options, out),
        (None, Some(start), None) if options.all => tables::fill(start, &options.fill, &options.solve, out),
        (None, Some(pattern), None) => of_parameters(pattern, options, out),
        // The reader of the command line asks for one.
        (None, None, _) => Err(Failure::Usage(Text::new("which game?"))),
    }
}

/// The table over parameters.
fn of_parameters(pattern: &str, options: &Options, out: &mut dyn Write) -> Result<Exit, Failure> {
    let parameters = options.parameters.iter().map(|text| Parameter::read(text)).collect::<Result<Vec<_>, _>>()?;
    let columns =
        if options.columns.is_empty() { vec![Column::Outcome, Column::Value] } else { options.columns.clone() };
    let settings = options.solve.settings(options.solve.budget.start());
    let names: Vec<&str> = parameters.iter().map(|parameter| parameter.name.as_str()).collect();
    let mut sheet = Sheet { columns: names.iter().map(|&name| name.to_owned()).collect(), rows: Vec::new() };
    sheet.columns.extend(columns.iter().map(|column| column.name()));
    let rows = choices(&parameters)?;
    // Binary columns are as wide as the largest number of the table.
    // why: what is not a number has no binary digits, and asking for them is refused cell by cell.
    let most = rows.iter().flatten().filter_map(|value| value.parse::<u64>().ok()).max().unwrap_or(0).max(1);
    for values in rows {
        let known: Vec<(&str, String)> = names.iter().copied().zip(values.iter().cloned()).collect();
        let position = catalogue().parse(&filled(pattern, &known), &FileSystem)?;
        let found = answer(&position, &settings)?;
        let Some(outcome) = found.outcome else {
            return Err(found.stopped.unwrap_or(Stop::Exhausted(Exhausted::Cancelled)).into());
        };
        if options.only.is_some_and(|winner| !winner.is(outcome)) {
            continue;
        }
        let mut row: Vec<Value> = values.iter().map(|value| as_cell(value)).collect();
        for &column in &columns {
            row.push(cell(column, &found, outcome, &values, most)?);
        }
        sheet.rows.push(row);
    }
    let sheet = if options.transpose { sheet.transposed() } else { sheet };
    sheet.write(options.format.unwrap_or(SheetFormat::Text), out)?;
    Ok(Exit::Answered)
}

/// A parameter as a cell: a number where it is one.
fn as_cell(value: &str) -> Value {
    value.parse::<i64>().map_or_else(|_| json!(value), |number| json!(number))
}

/// What a column says of a position.
fn cell(column: Column, found: &Answer, outcome: Outcome, values: &[String], most: u64) -> Result<Value, Failure> {
    let numbers = || -> Result<Vec<u64>, Failure> {
        let number = |value: &String| {
            let problem = Text::new("the column {column} needs whole numbers, and `{value}` is not one");
            let problem = problem.with("column", column.name()).with("value", value);
            value.parse::<u64>().map_err(|_| Failure::Usage(problem))
        };
        values.iter().map(number).collect()
    };
    let bits = most.ilog2() as usize + 1;
    Ok(match column {
        Column::Position => json!(found.position.to_string()),
        Column::Outcome => json!(outcome.to_string()),
        Column::Won => match outcome {
            Outcome::First => json!("W"),
            Outcome::Second => json!("L"),
            partisan_or_drawn => json!(partisan_or_drawn.to_string()),
        },
        Column::Nimber => json!(found.value.as_ref().and_then(Worth::nimber)),
        Column::Value => json!(found.value_text()),
        Column::Moves => json!(found.winning_moves.len()),
        Column::Winning => {
            let labels: Vec<&str> = found.winning_moves.iter().map(|winning| winning.label.as_str()).collect();
            json!(labels.join("; "))
        }
        Column::Binary => {
            let written: Vec<String> = numbers()?.iter().map(|number| format!("{number:0bits$b}")).collect();
            json!(written.join(" "))
        }
        Column::And => json!(numbers()?.into_iter().reduce(|a, b| a & b).map(|number| format!("{number:0bits$b}"))),
        Column::Or => json!(numbers()?.into_iter().reduce(|a, b| a | b).map(|number| format!("{number:0bits$b}"))),
        Column::Xor => json!(numbers()?.into_iter().reduce(|a, b| a ^ b).map(|number| format!("{number:0bits$b}"))),
        Column::Vertices | Column::Edges | Column::Bipartite | Column::Graph6 => {
            let problem = Text::new("the column {column} is for graphs: use it with --connected-graphs");
            return Err(Failure::Usage(problem.with("column", column.name())));
        }
    })
}

/// What a column says of a graph.
fn graph_cell(column: Column, row: &GraphRow, budget: &Budget) -> Result<Value, Failure> {
    let graph = || read_graph(row.graph6.as_bytes(), Some(Format::Graph6), budget).map(|read| read.graph);
    Ok(match column {
        Column::Graph6 => json!(row.graph6),
        Column::Nimber => json!(row.nimber),
        Column::Moves => json!(row.winning_moves),
        Column::Won => json!(if row.nimber == 0 { "L" } else { "W" }),
        Column::Outcome => json!(if row.nimber == 0 { "second" } else { "first" }),
        Column::Value => json!(Worth::Nimber(row.nimber).to_string()),
        Column::Vertices => json!(graph()?.order()),
        Column::Edges => json!(graph()?.size()),
        Column::Bipartite => json!(matches!(bipartition(&graph()?), Bipartition::Colours(_))),
        Column::Position | Column::Winning | Column::Binary | Column::And | Column::Or | Column::Xor => {
            let problem = Text::new("the column {column} is not for graphs");
            return Err(Failure::Usage(problem.with("column", column.name())));
        }
    })
}

/// The table over graphs: rows as they are found, or a table of chosen columns at the end.
fn of_graphs(game: &str, order: usize, options: &Options, out: &mut dyn Write) -> Result<Exit, Failure> {
    let Some(entry) = entry(game) else {
        return Err(unknown_game(game));
    };
    if parse(&format!("{game}:@"), &NoFiles).is_err() {
        return Err(Failure::Usage(Text::new("`{game}` is not played on graphs").with("game", game)));
    }
    let settings = options.solve.settings(options.solve.budget.start());
    let plain = options.columns.is_empty() && options.only.is_none() && !options.transpose;
    let plain = plain && options.format.is_none_or(|format| format == SheetFormat::Csv);
    if plain {
        writeln!(out, "graph6,nimber,winning_moves")?;
    }
    let mut gathered = Vec::new();
    let target = if plain { Target::Out(&mut *out) } else { Target::Gathered(&mut gathered) };
    let mut rows = Rows { target, file: None, fresh: String::new(), begun: Instant::now(), failure: None };
    let mut known = 0;
    if let Some(path) = &options.file {
        let heading = format!("grundy table 2 of {game} on {order} vertices");
        let play = if settings.play == Play::Misere { ", misere play" } else { "" };
        let mut text = Vec::new();
        rows.file = Some(Blocks::open(path, &format!("{heading}{play}"), |bytes| {
            known += bytes.split(|&byte| byte == b'\n').count() - 1;
            text.extend_from_slice(bytes);
            if bytes.last() == Some(&b'\n') { Ok(()) } else { Err("the last row is not whole") }
        })?);
        rows.repeat(&text)?;
    }
    let mut row = |row: &GraphRow| rows.take(row);
    let result = match entry.graph_table {
        Some(table) => table(order, known, &settings, &mut row),
        None => one_by_one(game, order, known, &settings, &mut row),
    };
    rows.store();
    match (rows.failure, result) {
        (Some(failure), _) => return Err(failure),
        (None, Err(stop)) => return Err(stop.into()),
        (None, Ok(())) => {}
    }
    if !plain {
        graph_sheet(&gathered, options, &settings.budget)?.write(options.format.unwrap_or(SheetFormat::Csv), out)?;
    }
    Ok(Exit::Answered)
}

fn graph_sheet(rows: &[GraphRow], options: &Options, budget: &Budget) -> Result<Sheet, Failure> {
    let columns = match options.columns.as_slice() {
        [] => vec![Column::Graph6, Column::Nimber, Column::Moves],
        chosen => chosen.to_vec(),
    };
    let mut sheet = Sheet { columns: columns.iter().map(|column| column.name()).collect(), rows: Vec::new() };
    for row in rows {
        let outcome = if row.nimber == 0 { Outcome::Second } else { Outcome::First };
        if options.only.is_none_or(|winner| winner.is(outcome)) {
            let cells = columns.iter().map(|&column| graph_cell(column, row, budget)).collect::<Result<Vec<_>, _>>()?;
            sheet.rows.push(cells);
        }
    }
    Ok(if options.transpose { sheet.transposed() } else { sheet })
}

/// What becomes of a row.
enum Target<'a> {
    /// A line at once.
    Out(&'a mut dyn Write),
    /// A row of a table to come.
    Gathered(&'a mut Vec<GraphRow>),
}

/// Where the rows go.
struct Rows<'a> {
    target: Target<'a>,
    file: Option<Blocks>,
    /// Rows that are not in the file yet.
    fresh: String,
    begun: Instant,
    /// Why no more can be taken.
    failure: Option<Failure>,
}

impl Rows<'_> {
    /// How much work a crash may lose.
    const BLOCK: Duration = Duration::from_millis(250);

    fn take(&mut self, row: &GraphRow) -> Result<(), Stop> {
        let line = format!("{},{},{}\n", row.graph6, row.nimber, row.winning_moves);
        match &mut self.target {
            Target::Out(out) => {
                if let Err(error) = out.write_all(line.as_bytes()) {
                    self.failure = Some(error.into());
                }
            }
            Target::Gathered(rows) => {
                rows.push(GraphRow {
                    graph6: row.graph6.clone(),
                    nimber: row.nimber,
                    winning_moves: row.winning_moves,
                });
            }
        }
        if self.file.is_some() {
            self.fresh.push_str(&line);
            if self.begun.elapsed() >= Self::BLOCK {
                self.store();
            }
        }
        if self.failure.is_some() { Err(Stop::Exhausted(Exhausted::Cancelled)) } else { Ok(()) }
    }

    /// Shows rows that the file holds already.
    fn repeat(&mut self, text: &[u8]) -> Result<(), Failure> {
        match &mut self.target {
            Target::Out(out) => out.write_all(text)?,
            Target::Gathered(rows) => {
                for line in String::from_utf8_lossy(text).lines() {
                    rows.push(stored_row(line).ok_or_else(|| {
                        Failure::Usage(Text::new("`{line}` is not a row of a table").with("line", line))
                    })?);
                }
            }
        }
        Ok(())
    }

    fn store(&mut self) {
        let fresh = std::mem::take(&mut self.fresh);
        if let Some(file) = self.file.as_mut().filter(|_| !fresh.is_empty())
            && let Err(failure) = file.append(fresh.as_bytes())
        {
            self.failure = Some(failure);
        }
        self.begun = Instant::now();
    }
}

/// A row as the file holds it; graph6 has no commas.
fn stored_row(line: &str) -> Option<GraphRow> {
    let mut cells = line.rsplitn(3, ',');
    let (winning_moves, nimber, graph6) = (cells.next()?, cells.next()?, cells.next()?);
    Some(GraphRow {
        graph6: graph6.to_owned(),
        nimber: nimber.parse().ok()?, // why: whoever asks says that the row is none
        winning_moves: winning_moves.parse().ok()?, // why: as above
    })
}

fn one_by_one(
    game: &str,
    order: usize,
    known: usize,
    settings: &Settings,
    row: &mut dyn FnMut(&GraphRow) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let mut graphs = Vec::new();
    connected_graphs(order, &settings.budget, |rows| {
        graphs.push(graph6(&Graph::from_rows(rows)));
        Ok(())
    })
    .map_err(|error| Stop::Unsuitable(error.problem()))?;
    for graph6 in graphs.into_iter().skip(known) {
        let text = format!("{game}:\"g6:{graph6}\"");
        let position = parse(&text, &NoFiles).map_err(|error| Stop::Unsuitable(error.problem))?;
        let answer = answer(&position, settings)?;
        if let Some(stop) = answer.stopped {
            return Err(stop);
        }
        let Some(nimber) = answer.value.as_ref().and_then(Worth::nimber) else {
            return Err(Stop::Unsuitable(Text::new("{position} has no nimber").with("position", text)));
        };
        row(&GraphRow { graph6, nimber, winning_moves: answer.winning_moves.len() })?;
    }
    Ok(())
}
