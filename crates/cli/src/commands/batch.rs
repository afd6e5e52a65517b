//! `grundy batch`: many positions, one JSON object a line in the same order.

use crate::failure::{Exit, Failure};
use crate::files::FileSystem;
use crate::language::{language, say};
use crate::limits::SolveOptions;
use clap::Args;
use grundy_budget::{Budget, Exhausted, account, caught};
use grundy_lang::Text;
use grundy_solve::{Stop, answer, winners};
use serde_json::{Value, json};
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write, stdin};

/// The options of `batch`.
#[derive(Args)]
#[command(
    after_help = "The budget holds for each line. A bad line gives an object with `error`, the rest go on, and the exit code
is 2 at the end; it is 3 when a line stayed undecided. Empty lines are skipped.

Examples:
  grundy batch positions.txt > answers.jsonl
  printf 'nim:3,4\\nnim:5,5\\n' | grundy batch"
)]
pub struct Options {
    /// A file with one position a line; standard input without it
    file: Option<String>,
    #[command(flatten)]
    solve: SolveOptions,
}

/// Lines solved side by side before they are written: bounds the memory however long the input is.
const CHUNK: usize = 512;
/// Threads at most.
const MOST_THREADS: usize = 64;
/// Bytes read before what was read is solved.
const CHUNK_BYTES: usize = 1 << 22;
/// Longer lines are an error; the rest of such a line is skipped, not stored.
const LONGEST_LINE: usize = 1 << 20;
/// A line with more bytes than this has no end.
const MOST_SKIPPED: usize = 1 << 30;

/// Runs the command.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<Exit, Failure> {
    let mut input: Box<dyn BufRead> = match options.file.as_deref() {
        None | Some("-") => Box::new(stdin().lock()),
        Some(path) => {
            let file = File::open(path).map_err(|error| Failure::unread(path, Text::of_system(&error)))?;
            Box::new(BufReader::new(file))
        }
    };
    let switch = options.solve.budget.start_without_time();
    let mut exit = Exit::Answered;
    let mut number = 0;
    loop {
        let lines = read_chunk(&mut *input, &mut number)?;
        if lines.is_empty() || switch.is_cancelled() {
            return Ok(exit);
        }
        for (result, status) in solve_chunk(&lines, options, &switch) {
            writeln!(out, "{result}")?;
            exit = worse(exit, status);
        }
        out.flush()?;
    }
}

fn worse(a: Exit, b: Exit) -> Exit {
    let rank = |exit| match exit {
        Exit::Answered => 0,
        Exit::Undecided => 1,
        Exit::BadInput => 2,
    };
    if rank(b) > rank(a) { b } else { a }
}

/// The next lines with their numbers.
fn read_chunk(input: &mut dyn BufRead, number: &mut u64) -> Result<Vec<(u64, Vec<u8>)>, Failure> {
    let mut lines = Vec::new();
    let mut bytes = 0;
    while lines.len() < CHUNK && bytes < CHUNK_BYTES {
        let mut line = Vec::new();
        let read = input.take(LONGEST_LINE as u64).read_until(b'\n', &mut line);
        if read.map_err(|error| Failure::input(&error))? == 0 {
            break;
        }
        if line.len() == LONGEST_LINE && line.last() != Some(&b'\n') {
            skip_line(input, *number + 1)?;
        }
        *number += 1;
        bytes += line.len();
        if !line.trim_ascii().is_empty() {
            lines.push((*number, line));
        }
    }
    Ok(lines)
}

/// Skips what is left of line `number`.
fn skip_line(input: &mut dyn BufRead, number: u64) -> Result<(), Failure> {
    let mut skipped = 0;
    while skipped < MOST_SKIPPED {
        let buffer = input.fill_buf().map_err(|error| Failure::input(&error))?;
        let (used, done) = match buffer.iter().position(|&byte| byte == b'\n') {
            Some(at) => (at + 1, true),
            None => (buffer.len(), buffer.is_empty()),
        };
        input.consume(used);
        skipped += used;
        if done {
            return Ok(());
        }
    }
    let endless = Text::new("line {number} has more than {most} bytes");
    Err(Failure::Usage(endless.with("number", number).with("most", MOST_SKIPPED)))
}

/// Solves the lines on all threads; answers come back in the order of the lines.
fn solve_chunk(lines: &[(u64, Vec<u8>)], options: &Options, switch: &Budget) -> Vec<(Value, Exit)> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = if options.solve.threads == 0 { cores } else { options.solve.threads };
    let share = lines.len().div_ceil(threads.clamp(1, lines.len().min(MOST_THREADS)));
    std::thread::scope(|scope| {
        let work = |part: &[(u64, Vec<u8>)]| {
            part.iter().map(|(number, line)| solve_line(*number, line, options, switch)).collect()
        };
        let workers: Vec<_> =
            lines.chunks(share).map(|part| scope.spawn(move || -> Vec<(Value, Exit)> { work(part) })).collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    })
}

fn solve_line(number: u64, line: &[u8], options: &Options, switch: &Budget) -> (Value, Exit) {
    let bad = |position: &str, error: String, column: Option<usize>| {
        (json!({"line": number, "position": position, "error": error, "column": column}), Exit::BadInput)
    };
    let Ok(text) = std::str::from_utf8(line.trim_ascii()) else {
        return bad("", say(&Text::new("the line is not UTF-8")), None);
    };
    let shown: String = text.chars().take(200).collect();
    account::begin();
    let budget = switch.piece_of_work(options.solve.budget.limits());
    let _entered = budget.enter();
    let ended = |exhausted: Exhausted| {
        (json!({"line": number, "position": shown, "undecided": exhausted.to_string()}), Exit::Undecided)
    };
    let position = match caught(|| super::catalogue().parse(text, &FileSystem)) {
        Err(exhausted) => return ended(exhausted),
        Ok(result) => result,
    };
    let position = match position {
        Ok(position) => position,
        Err(error) => {
            let help = if error.help.is_empty() { String::new() } else { format!("; {}", say(&error.help)) };
            return bad(&shown, format!("{}{help}", say(&error.problem)), Some(error.column()));
        }
    };
    let settings = options.solve.settings(budget.clone());
    if position.players() > 2 {
        return match caught(|| winners(&position, &settings)) {
            Err(exhausted) | Ok(Err(Stop::Exhausted(exhausted))) => ended(exhausted),
            Ok(Err(stop)) => bad(&shown, say(&stop.text()), None),
            Ok(Ok(found)) => {
                let mut object = found.to_json(language());
                object["line"] = json!(number);
                (object, Exit::Answered)
            }
        };
    }
    let solved = match caught(|| answer(&position, &settings)) {
        Err(exhausted) => return ended(exhausted),
        Ok(result) => result,
    };
    match solved {
        Ok(answer) => {
            let exit = if answer.outcome.is_some() { Exit::Answered } else { Exit::Undecided };
            let mut object = answer.to_json(language());
            object["line"] = json!(number);
            (object, exit)
        }
        Err(stop) => bad(&shown, say(&stop.text()), None),
    }
}
