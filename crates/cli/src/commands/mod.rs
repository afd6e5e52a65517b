//! The commands, one file each.

mod batch;
mod bracelet;
mod check;
mod cubes;
mod draw;
mod eval;
mod explain;
mod facts;
mod figures;
mod games;
mod graph;
mod graphs;
mod kernel;
mod listing;
#[path = "match.rs"]
mod match_;
mod moves;
mod parameters;
mod play;
mod quotient;
mod reduce;
mod repl;
mod rules;
mod sequence;
mod serve;
mod sheet;
mod shell;
mod solve;
mod table;
mod tables;

use crate::failure::{Exit, Failure};
use crate::files::{FileSystem, Unread, read_input};
use clap::Subcommand;
use grundy_lang::Text;
use grundy_solve::Position;
use std::io::{BufRead, Write};

/// Every command with its options.
#[derive(Subcommand)]
pub enum Command {
    /// Who wins, by which moves, and why
    Solve(solve::Options),
    /// Verifies a certificate by the rules alone
    Check(check::Options),
    /// The state graph of a position: size, depth, kernel; as text, JSON, DOT, CSV or SVG
    Graph(graph::Options),
    /// Every legal move: where it leads, who then wins, its value; winning ones first
    Moves(moves::Options),
    /// The reason with its working
    Explain(explain::Options),
    /// Draws a position, its state graph or its game tree
    Draw(draw::Options),
    /// Turns a formula into a position of Node Kayles with the same winner
    Reduce(reduce::Options),
    /// Who wins many positions at once: a pattern with parameters, a game on all small graphs, or whole tables on disk
    Table(table::Options),
    /// Looks positions up in a table on disk
    Probe(tables::ProbeOptions),
    /// All games, or the page of one of them
    Games(games::Options),
    /// Plays against you in the terminal
    Play(play::Options),
    /// Lets two engines play each other
    Match(match_::Options),
    /// Serves the local web page
    Serve(serve::Options),
    /// Solves positions from a file or standard input, one JSON object a line
    Batch(batch::Options),
    /// A kernel of a digraph, their number, sequences, levels and labels
    Kernel(kernel::Options),
    /// Degrees, paths, cycles, components, sides and circuits of a graph or digraph
    Facts(facts::Options),
    /// The families of graphs that games can be played on
    Graphs(graphs::Options),
    /// A longest bracelet in which no window of beads repeats
    Bracelet(bracelet::Options),
    /// Coloured cubes in a column, every side showing every colour
    Cubes(cubes::Options),
    /// Works out an expression of values and positions
    Eval(eval::Options),
    /// The same language line by line, with help and completion
    Repl(repl::Options),
    /// The misère quotient of a rule on heaps
    Quotient(quotient::Options),
    /// The nimbers of a rule on heaps, with their period
    Sequence(sequence::Options),
    /// Games of your own: writes, lists, shows and checks rules files
    Rules(rules::Options),
    /// Prints a completion script for a shell
    Completions(shell::CompletionOptions),
    /// Prints the manual page of grundy, or of one of its commands
    Man(shell::ManOptions),
}

/// Runs a command.
pub fn run(command: &Command, out: &mut dyn Write) -> Result<Exit, Failure> {
    match command {
        Command::Solve(options) => solve::run(options, out),
        Command::Check(options) => check::run(options, out),
        Command::Graph(options) => graph::run(options, out),
        Command::Moves(options) => moves::run(options, out),
        Command::Explain(options) => explain::run(options, out),
        Command::Draw(options) => draw::run(options, out),
        Command::Reduce(options) => reduce::run(options, out),
        Command::Table(options) => table::run(options, out),
        Command::Probe(options) => tables::probe(options, out),
        Command::Games(options) => games::run(options, out),
        Command::Play(options) => play::run(options, out),
        Command::Match(options) => match_::run(options, out),
        Command::Serve(options) => serve::run(options, out),
        Command::Batch(options) => batch::run(options, out),
        Command::Kernel(options) => kernel::run(options, out),
        Command::Facts(options) => facts::run(options, out),
        Command::Graphs(options) => graphs::run(options, out),
        Command::Bracelet(options) => bracelet::run(options, out),
        Command::Cubes(options) => cubes::run(options, out),
        Command::Eval(options) => eval::run(options, out),
        Command::Repl(options) => repl::run(options, out),
        Command::Quotient(options) => quotient::run(options, out),
        Command::Sequence(options) => sequence::run(options, out),
        Command::Completions(options) => shell::completions(options, out),
        Command::Rules(options) => rules::run(options, out),
        Command::Man(options) => shell::man(options, out),
    }
}

/// Reads a position from the command line.
fn position(text: &str) -> Result<Position, Failure> {
    Ok(catalogue().parse(text, &FileSystem)?)
}

/// The games of Grundy, and those of the user's rules files.
pub(crate) fn catalogue() -> &'static grundy_games::Catalogue {
    static CATALOGUE: std::sync::LazyLock<grundy_games::Catalogue> =
        std::sync::LazyLock::new(|| grundy_games::Catalogue::standard().with_source(grundy_rules::Shelf::of_user()));
    &CATALOGUE
}

/// The content of a file, or of standard input for `-`.
pub fn bytes_of(file: &str) -> Result<Vec<u8>, Failure> {
    read_input(file).map_err(|unread| unread_input(file, unread))
}

/// What to say of a file, or of the standard input for `-`, that was not read.
fn unread_input(file: &str, unread: Unread) -> Failure {
    match file {
        "-" => Failure::Usage(Text::new("cannot read the input: {why}").with_text("why", unread.why)),
        _ => Failure::unread(file, unread.why),
    }
}

/// The next line of an input, without its end; `None` at the end of the input.
fn next_line(input: &mut dyn BufRead) -> Result<Option<String>, Failure> {
    /// A longer line is a mistake.
    const LONGEST: u64 = 1 << 24;
    let mut line = Vec::new();
    let read = std::io::Read::take(input, LONGEST).read_until(b'\n', &mut line);
    if read.map_err(|error| Failure::input(&error))? == 0 {
        return Ok(None);
    }
    if line.len() as u64 == LONGEST {
        let problem = Text::new("standard input: a line has {most} bytes or more").with("most", LONGEST);
        return Err(Failure::Usage(problem));
    }
    while line.last().is_some_and(|&last| last == b'\n' || last == b'\r') {
        line.pop();
    }
    let text = String::from_utf8(line);
    text.map(Some).map_err(|_| Failure::Usage(Text::new("standard input is not UTF-8 text")))
}
