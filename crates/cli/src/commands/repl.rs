//! `grundy repl`: the language of values line by line.

use super::eval::{Catalogue, run_text, session};
use super::next_line;
use crate::failure::{Exit, Failure};
use crate::language::say;
use crate::limits::{BudgetOptions, Format};
use crate::progress;
use clap::Args;
use grundy_budget::{Budget, caught};
use grundy_lang::Text;
use grundy_value::Style;
use grundy_value::lang::{FUNCTIONS, Function, Session, find_function};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{Context, Editor, Helper, Highlighter, Hinter, Validator};
use std::io::{IsTerminal, Write, stdin};
use std::path::PathBuf;

/// The options of `repl`.
#[derive(Args)]
pub struct Options {
    /// Limits, for each line
    #[command(flatten)]
    budget: BudgetOptions,
}

/// Runs the command.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<Exit, Failure> {
    let all = options.budget.start_without_time();
    let mut session = session(&all.within(options.budget.limits()));
    if stdin().is_terminal() {
        converse(options, &mut session, out)?;
    } else {
        let mut input = stdin().lock();
        while let Some(line) = next_line(&mut input)? {
            if !obey(&line, options, &mut session, out)? {
                break;
            }
        }
    }
    Ok(Exit::Answered)
}

fn converse(options: &Options, session: &mut Session<Catalogue>, out: &mut dyn Write) -> Result<(), Failure> {
    let failed =
        |error: ReadlineError| Failure::Failed(Text::new("cannot use the terminal: {error}").with("error", error));
    let mut editor: Editor<Names, FileHistory> = Editor::new().map_err(failed)?;
    let history = history_file();
    if let Some(path) = &history {
        // why: the first time there is no history to load
        let _ = editor.load_history(path);
    }
    let welcome = Text::new("Values and positions, as in {value} or {mean}. `help` for help, Ctrl-D to leave.")
        .with("value", "{0|1} + *")
        .with("mean", "mean(domineering:4x4)");
    writeln!(out, "{}", say(&welcome))?;
    out.flush()?;
    loop {
        editor.set_helper(Some(Names::new(session)));
        match editor.readline("> ") {
            Ok(line) => {
                // why: a line that is not remembered is still obeyed
                let _ = editor.add_history_entry(&line);
                if !obey(&line, options, session, out)? {
                    break;
                }
            }
            Err(ReadlineError::Interrupted) => {}
            Err(ReadlineError::Eof) => break,
            Err(error) => return Err(failed(error)),
        }
    }
    if let Some(path) = &history {
        // why: a history that cannot be kept is no reason to fail
        let _ = path.parent().map(std::fs::create_dir_all);
        // why: as above
        let _ = editor.save_history(path);
    }
    Ok(())
}

/// Where the history is kept between sessions.
fn history_file() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let state = folder("XDG_STATE_HOME").or_else(|| Some(folder("HOME")?.join(".local/state")))?;
    Some(state.join("grundy/history"))
}

/// Does what a line says; false when it says to leave. Mistakes are told and do not end the session.
fn obey(line: &str, options: &Options, session: &mut Session<Catalogue>, out: &mut dyn Write) -> Result<bool, Failure> {
    let mut words = line.split_whitespace();
    match (words.next(), words.next(), words.next()) {
        (Some("quit" | "exit"), None, _) => return Ok(false),
        (Some("help"), name, None) => help(name, out)?,
        _ => {
            let budget = Budget::of_process(options.budget.limits());
            progress::cancel_on_interrupt(&budget);
            let entered = budget.enter();
            let work = || match session.store.set_budget(&budget) {
                Ok(()) => run_text(session, line, Format::Text, Style::Plain, out),
                Err(error) => Err(Failure::Failed(error.text())),
            };
            let result = caught(work).unwrap_or_else(|exhausted| Err(Failure::Stop(exhausted.into())));
            drop(entered);
            match result {
                Err(Failure::Output(error)) => return Err(error.into()),
                Err(failure) => {
                    out.flush()?;
                    eprintln!("{}: {}", Failure::word(), failure.render());
                }
                Ok(()) => {}
            }
        }
    }
    out.flush()?;
    Ok(true)
}

fn help(name: Option<&str>, out: &mut dyn Write) -> Result<(), Failure> {
    let Some(name) = name else {
        writeln!(out, "{HELP}")?;
        let width = FUNCTIONS.iter().map(|function| function.signature().len()).max().unwrap_or(0);
        for function in FUNCTIONS {
            writeln!(out, "  {:width$}  {}", function.signature(), say(&Text::known(function.about)))?;
        }
        return Ok(());
    };
    if let Some(function) = find_function(name) {
        page(function, out)?;
    } else {
        let unknown = Text::new("no function is named `{name}`; `help` lists them all").with("name", name);
        writeln!(out, "{}", say(&unknown))?;
    }
    Ok(())
}

const HELP: &str = "values      3/8  2.5  *2  ^  v  ^3*  ^[2]  2v*  +-1  Tiny(2)  {0,*|^ || -1}
cycles      on  off  over  under  upon  dud  {0|pass}  a{0||||0|||a|*||*}  over & v (onside & offside)
numbers     1/3  omega  omega - 1  1/omega  2**200
positions   nim:3,4  domineering:4x4     end a position with a blank
operators   + -  x +- y for x + {y|-y}  . for multiples and products  / and ** for numbers
relations   == != <= >= < > || (confused)  <|  |>
names       let g = {5|2||-1}
lists       [1, 2]  1..5  [n.^ for n in 1..5]  [a*b for a in 1..3 for b in 1..3]  [cake:3x{n} for n in 1..5]
loops       for n in 1..5: mean({n|-n})     for a in 1..3: for b in 1..3: {a|-b}
learning    explain({0|1} + 1)  explain(1 <= 2)  explain(2.(1/2))
other       help NAME, quit; # starts a comment

functions";

fn page(function: &Function, out: &mut dyn Write) -> std::io::Result<()> {
    writeln!(out, "{}\n  {}", function.signature(), say(&Text::known(function.about)))?;
    let prints: Vec<&str> = function.prints.lines().collect();
    writeln!(out, "  > {}\n  {}", function.example, prints.join("\n  "))
}

/// Completes names of functions, of bound values and of games.
#[derive(Helper, Highlighter, Hinter, Validator)]
struct Names(Vec<String>);

impl Names {
    fn new(session: &Session<Catalogue>) -> Self {
        let functions = FUNCTIONS.iter().map(|function| format!("{}(", function.name));
        let words = ["let ", "for ", "help ", "explain(", "true", "false"].map(str::to_owned);
        let games = grundy_games::entries().iter().map(|entry| format!("{}:", entry.info.name));
        let mut names: Vec<String> =
            functions.chain(words).chain(games).chain(session.names().map(str::to_owned)).collect();
        names.sort();
        names.dedup();
        Self(names)
    }
}

impl Completer for Names {
    type Candidate = String;

    fn complete(&self, line: &str, position: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let before = &line[..position];
        let start = before
            .rfind(|c: char| !(c.is_alphanumeric() || c == '_'))
            .map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
        let word = &before[start..];
        let found = if word.is_empty() {
            Vec::new()
        } else {
            self.0.iter().filter(|name| name.starts_with(word)).cloned().collect()
        };
        Ok((start, found))
    }
}
