//! `grundy reduce`: one game turned into another with the same winner.

use crate::failure::{Exit, Failure};
use crate::files::FileSystem;
use crate::limits::BudgetOptions;
use clap::{Args, ValueEnum};
use grundy_game::notation;
use grundy_games::formula::read_formula;
use grundy_graph::Graph;
use grundy_graph::format::graph6;
use grundy_lang::Text;
use grundy_logic::KaylesGraph;
use std::io::Write;

/// The options of `reduce`.
#[derive(Args)]
#[command(after_help = "Examples:
  grundy reduce 'E x1 A x2 E x3 : (x1) (x2|-x3) (-x1|-x2|x3)' --to kayles
  grundy reduce formula:@game.qdimacs --to kayles --format dot")]
pub struct Options {
    /// A formula: formula:@file.qdimacs, or the inline notation with or without formula: before it
    formula: String,
    /// The game to turn it into
    #[arg(long, value_enum)]
    to: Target,
    /// How the graph is printed
    #[arg(long, value_enum, default_value = "position")]
    format: Output,
    #[command(flatten)]
    budget: BudgetOptions,
}

/// The games a formula can be turned into.
#[derive(Clone, Copy, ValueEnum)]
enum Target {
    /// Node Kayles, on a graph with a clique for each variable
    Kayles,
}

/// How a graph is printed.
#[derive(Clone, Copy, ValueEnum)]
enum Output {
    /// As a position of Node Kayles
    Position,
    /// In graph6
    Graph6,
    /// In DOT, with the names of the vertices
    Dot,
}

/// Runs the command.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<Exit, Failure> {
    let Target::Kayles = options.to;
    options.budget.start();
    let formula = read_formula(&options.formula, &FileSystem)?;
    let reduced = KaylesGraph::new(&formula);
    let (vertices, edges) = (reduced.vertices(), reduced.edge_count());
    if vertices > Graph::MAX_ORDER {
        let most = Graph::MAX_ORDER;
        let problem = Text::new(
            "the graph would have {vertices} vertices and {edges} edges; graphs here have at most {most} vertices",
        );
        return Err(Failure::Usage(problem.with("vertices", vertices).with("edges", edges).with("most", most)));
    }
    if let Output::Dot = options.format {
        write_dot(&reduced, out)?;
        return Ok(Exit::Answered);
    }
    let graph = Graph::from_edges(vertices, reduced.edges())?;
    let graph6 = graph6(&graph);
    match options.format {
        Output::Position => writeln!(out, "{}", notation::write("kayles", None, &format!("g6:{graph6}")))?,
        _ => writeln!(out, "{graph6}")?,
    }
    Ok(Exit::Answered)
}

fn write_dot(graph: &KaylesGraph, out: &mut dyn Write) -> std::io::Result<()> {
    let names = graph.vertex_names();
    writeln!(out, "graph kayles {{")?;
    for name in &names {
        writeln!(out, "  \"{name}\";")?;
    }
    for (u, v) in graph.edges() {
        writeln!(out, "  \"{}\" -- \"{}\";", names[u], names[v])?;
    }
    writeln!(out, "}}")
}
