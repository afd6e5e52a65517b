//! `grundy solve`: who wins, by which moves, and why.

use super::position;
use super::tables;
use crate::failure::{Exit, Failure};
use crate::files::{FileSystem, write_whole};
use crate::language::{heading, language, row, say};
use crate::limits::{Format, SolveOptions};
use clap::{Args, ValueEnum};
use grundy_game::{Achieved, Kind, Outcome, Play, Player};
use grundy_games::formula::read_formula;
use grundy_lang::Text;
use grundy_solve::{Answer, Certificate, Method, Position, Settings, Stop, WinningMove, Worth, answer, nimber};
use grundy_solve::{prove, prove_formula, prove_nimber, prove_outcome, prove_value, winners};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The options of `solve`.
#[derive(Args)]
#[command(after_help = "Examples:
  grundy solve nim:10,17,21
  grundy solve 'coins(4):21' --format json
  grundy solve nim:1,1,1 --play misere
  grundy solve 'nim:3,2 + nim:1'
  grundy solve 'hackenbush:lr + nim:3 + 1/2'
  grundy solve domineering:6x6 --method search")]
pub struct Options {
    /// A position such as nim:3,4,5, or a sum of positions
    position: String,
    /// How the answer is printed
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Find the nimber alone, even where a theorem names the winner without it; winning moves are not listed
    #[arg(long)]
    nimber: bool,
    /// Write a proof of the answer to this file; `grundy check` verifies it
    #[arg(long, value_name = "FILE")]
    certificate: Option<String>,
    /// Look positions up in this table first; may be given several times
    #[arg(long, value_name = "FOLDER")]
    table: Vec<PathBuf>,
    /// What the certificate proves; without this, the nimber of an impartial position under normal play, the truth of a
    /// formula, otherwise who wins
    #[arg(long, value_enum, value_name = "WHAT", requires = "certificate")]
    prove: Option<What>,
    #[command(flatten)]
    solve: SolveOptions,
}

/// What a certificate is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum What {
    /// The nimber of an impartial position under normal play
    Nimber,
    /// Who wins, under either play rule
    Outcome,
    /// The value under normal play
    Value,
}

/// The certificate that is asked for.
fn certificate(options: &Options, position: &Position, settings: &Settings) -> Result<Certificate, Failure> {
    Ok(match options.prove {
        Some(What::Nimber) => prove_nimber(position, settings)?,
        Some(What::Outcome) => prove_outcome(position, settings)?,
        Some(What::Value) => prove_value(position, settings)?,
        None => match position.parts() {
            // A strategy for a formula from its start is far shorter than nimbers of all that can become of it.
            [only] if only.page().name == "formula" && settings.play == Play::Normal && !only.text().contains(';') => {
                let formula = read_formula(&options.position, &FileSystem)?;
                prove_formula(&formula, &settings.budget).map_err(Stop::from)?
            }
            _ => prove(position, settings)?,
        },
    })
}

/// Runs the command.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<Exit, Failure> {
    let mut settings = options.solve.settings(options.solve.budget.start());
    for folder in &options.table {
        settings.oracles.push(Arc::new(tables::open(folder)?));
    }
    let position = position(&options.position)?;
    if position.players() > 2 {
        return many(&position, options, &settings, out);
    }
    let answer = if options.nimber { nimber(&position, &settings)? } else { answer(&position, &settings)? };
    if let Some(file) = options.certificate.as_ref().filter(|_| answer.outcome.is_some()) {
        let certificate = certificate(options, &position, &settings)?;
        write_whole(Path::new(file), certificate.to_string().as_bytes())?;
    }
    match options.format {
        Format::Json => writeln!(out, "{}", answer.to_json(language()))?,
        Format::Text => print(&answer, out)?,
    }
    let answered = if options.nimber { answer.value.is_some() } else { answer.outcome.is_some() };
    Ok(if answered { Exit::Answered } else { Exit::Undecided })
}

/// Who wins a game of more than two players when each of them starts.
fn many(position: &Position, options: &Options, settings: &Settings, out: &mut dyn Write) -> Result<Exit, Failure> {
    if options.certificate.is_some() || options.nimber {
        let text = Text::new("nimbers and certificates are for games of two players, and this one has {count}");
        return Err(Failure::Usage(text.with("count", position.players())));
    }
    let found = winners(position, settings)?;
    if options.format == Format::Json {
        writeln!(out, "{}", found.to_json(language()))?;
        return Ok(Exit::Answered);
    }
    let players = Text::new("{count} players").with("count", found.starts.len());
    writeln!(out, "{}{}", heading(players), found.position)?;
    for (number, start) in found.starts.iter().enumerate() {
        let labels: Vec<String> = start.winning_moves.iter().map(|(label, _)| label.clone()).collect();
        let mut told = start.text();
        if !labels.is_empty() {
            told = Text::new("{result} by {moves}").with_text("result", told).with_text("moves", shortened(&labels));
        }
        writeln!(out, "{}", row(Text::new("{player} starts").with("player", number + 1), say(&told)))?;
    }
    writeln!(out, "{}", row("because", say(&found.reason)))?;
    Ok(Exit::Answered)
}

fn print(answer: &Answer, out: &mut dyn Write) -> std::io::Result<()> {
    let verdict = match answer.outcome {
        Some(Outcome::First) => Text::new("first wins"),
        Some(Outcome::Second) => Text::new("second wins"),
        Some(Outcome::Left) => Text::new("Left wins"),
        Some(Outcome::Right) => Text::new("Right wins"),
        Some(Outcome::Draw) => Text::new("draw"),
        Some(Outcome::LeftFirst | Outcome::LeftSecond) => Text::new("Left or draw"),
        Some(Outcome::RightFirst | Outcome::RightSecond) => Text::new("Right or draw"),
        None => Text::new("undecided"),
    };
    writeln!(out, "{}{}", heading(verdict), headline(answer))?;
    for player in [None, Some(Player::Left), Some(Player::Right)] {
        let own = |list: &[WinningMove]| -> Vec<String> {
            list.iter().filter(|found| found.player == player).map(|found| found.label.clone()).collect()
        };
        let (winning, drawing) = (own(&answer.winning_moves), own(&answer.drawing_moves));
        if let Some((heading, rest)) = starts(answer, player, &winning, &drawing) {
            writeln!(out, "{}", row(heading, say(&rest)))?;
        }
    }
    if let Some(told) = remoteness(answer) {
        writeln!(out, "{}", row("remoteness", say(&told)))?;
    }
    if let Some(stop) = answer.stopped.as_ref().filter(|_| !answer.complete && answer.outcome.is_some()) {
        let told = Text::new("not all winning moves were found: {stop}").with_text("stop", stop.text());
        writeln!(out, "{}", row("moves", say(&told)))?;
    }
    writeln!(out, "{}", row("because", say(&answer.reason)))?;
    if answer.method == Method::Search && answer.outcome.is_some() {
        writeln!(out, "{}", row("more", say(&strategy_hint(answer))))?;
    }
    Ok(())
}

/// Where the strategy is told, which a number of positions does not teach.
fn strategy_hint(answer: &Answer) -> Text {
    let play = if answer.play == Play::Misere { " --play misere" } else { "" };
    let command = format!("grundy explain '{}'{play}", answer.position);
    Text::new("`{command}` answers every move").with("command", command)
}

/// By which moves the first player wins or keeps the draw, or in partisan games what happens when `player` starts.
fn starts(answer: &Answer, player: Option<Player>, winning: &[String], drawing: &[String]) -> Option<(Text, Text)> {
    let Some(player) = player else {
        return match (winning, drawing) {
            ([], []) => None,
            ([], drawing) => Some((Text::new("draw by"), shortened(drawing))),
            (winning, _) => Some((Text::new("win by"), shortened(winning))),
        };
    };
    let heading = Text::new(if player == Player::Left { "Left starts" } else { "Right starts" });
    let achieved = answer.outcome.filter(|_| answer.kind == Kind::Partisan).map(|outcome| outcome.achieved(player));
    match achieved {
        Some(Achieved::Loss) => Some((heading, Text::new("and loses"))),
        Some(Achieved::Draw) if drawing.is_empty() => Some((heading, Text::new("and nobody wins"))),
        Some(Achieved::Draw) => {
            Some((heading, Text::new("and keeps the draw by {moves}").with_text("moves", shortened(drawing))))
        }
        _ if winning.is_empty() => None,
        _ => Some((heading, Text::new("and wins by {moves}").with_text("moves", shortened(winning)))),
    }
}

/// How many moves are left when the winner hurries and the loser stalls.
fn remoteness(answer: &Answer) -> Option<Text> {
    let moves =
        |moves: u32| Text::new("{count} moves, when the winner hurries and the loser stalls").with("count", moves);
    match (answer.kind, answer.remoteness) {
        (_, [None, None]) => None,
        (Kind::Impartial, [left, _]) => left.map(moves),
        (Kind::Partisan, [Some(left), Some(right)]) if left == right => Some(moves(left)),
        (Kind::Partisan, starts) => {
            let told = |(name, count): (&'static str, Option<u32>)| Some(Text::new(name).with("count", count?));
            let names = ["when Left starts {count} moves", "when Right starts {count} moves"];
            let list = names.into_iter().zip(starts).filter_map(told).collect();
            Some(Text::new("{list}, when the winner hurries and the loser stalls").with_list("list", list))
        }
    }
}

/// `position = value`, or for a sum the sum of the values.
fn headline(answer: &Answer) -> String {
    let Some(value) = answer.value.as_ref().map(cut) else { return answer.position.to_string() };
    let parts: Option<Vec<String>> = answer.part_values.iter().map(|part| part.as_ref().map(cut)).collect();
    match parts.as_deref() {
        Some(parts) if parts.len() > 1 => format!("{} = {value}", parts.join(" + ")),
        _ => format!("{} = {value}", answer.position),
    }
}

/// A value short enough for a line.
fn cut(value: &Worth) -> String {
    const LONGEST: usize = 300;
    let value = value.to_string();
    match value.char_indices().nth(LONGEST) {
        None => value,
        Some((at, _)) => {
            let text = Text::new("{value}… ({count} characters; --format json prints all)");
            say(&text.with("value", &value[..at]).with("count", value.chars().count()))
        }
    }
}

fn shortened(labels: &[String]) -> Text {
    const SHOWN: usize = 8;
    match labels.len().checked_sub(SHOWN) {
        None | Some(0) => Text::verbatim(labels.join(", ")),
        Some(more) => {
            Text::new("{moves}, and {count} more").with("moves", labels[..SHOWN].join(", ")).with("count", more)
        }
    }
}
