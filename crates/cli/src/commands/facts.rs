//! `grundy facts`: what can be said of a graph or digraph without playing on it.

use crate::failure::{Exit, Failure};
use crate::files::write_whole;
use crate::graph_input::{any, format_of_name, vertex, without};
use crate::language::{heading, language, row, say};
use crate::limits::{BudgetOptions, Format};
use clap::{ArgGroup, Args, ValueEnum};
use grundy_facts::{AnyGraph, Asked};
use grundy_graph::format::Format as FileFormat;
use grundy_lang::Text;
use serde_json::{Map, Value};
use std::io::Write;
use std::path::PathBuf;

/// The options of `facts`.
#[derive(Args)]
#[command(group(ArgGroup::new("kind").args(["directed", "undirected"])))]
#[command(
    after_help = "The file holds an edge list, an adjacency matrix, graph6, digraph6, DIMACS, DOT, `p af` or `p dg`; vertices keep their
names. Edge lists are read as arcs unless --undirected is given.

Examples:
  grundy facts petersen
  grundy facts 'v1>v2,v2>v3,v3>v1' --from v1 --to v3
  grundy facts digraph.txt --without 3,5
  grundy facts digraph.txt --draw condensation -o components.svg
  grundy facts graph.txt --undirected --steps --format json"
)]
pub struct Options {
    /// A file, - for standard input, a graph such as petersen, grid(3,4) or 1-2,2-3, or arcs such as a>b,b>c
    graph: String,
    /// The format of the file, guessed from its content without this
    #[arg(long, value_name = "FORMAT", value_parser = format_of_name)]
    input: Option<FileFormat>,
    /// Read an edge list or matrix as arcs
    #[arg(long)]
    directed: bool,
    /// Read an edge list or matrix as edges
    #[arg(long)]
    undirected: bool,
    /// Leave these vertices out, such as 3,5: the facts are those of the induced subgraph
    #[arg(long, value_name = "SET")]
    without: Option<String>,
    /// Where a shortest path starts
    #[arg(long, value_name = "VERTEX", requires = "to")]
    from: Option<String>,
    /// Where a shortest path ends
    #[arg(long, value_name = "VERTEX", requires = "from")]
    to: Option<String>,
    /// Show the circuits that are joined to the Eulerian one
    #[arg(long)]
    steps: bool,
    /// Draw the graph or its condensation instead
    #[arg(long, value_enum, value_name = "WHAT")]
    draw: Option<Drawn>,
    /// Where to write the picture, an SVG
    #[arg(short, long, value_name = "FILE", requires = "draw")]
    output: Option<PathBuf>,
    /// How the answer is printed
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    budget: BudgetOptions,
}

/// What is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Drawn {
    /// The graph itself.
    Graph,
    /// The strong components of a digraph, with an arc where arcs lead from one to another.
    Condensation,
}

impl From<Drawn> for grundy_facts::Drawn {
    fn from(drawn: Drawn) -> Self {
        match drawn {
            Drawn::Graph => Self::Graph,
            Drawn::Condensation => Self::Condensation,
        }
    }
}

/// Runs the command.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<Exit, Failure> {
    let budget = options.budget.start();
    let directed = if options.directed { Some(true) } else { options.undirected.then_some(false) };
    let graph = without(any(&options.graph, options.input, directed, &budget)?, options.without.as_deref())?;
    if let Some(what) = options.draw {
        let picture = graph.picture(what.into(), language()).map_err(Failure::Usage)?;
        let svg = picture.told_in(language()).to_svg();
        match &options.output {
            Some(path) => write_whole(path, svg.as_bytes())?,
            None => writeln!(out, "{svg}")?,
        }
        return Ok(Exit::Answered);
    }
    let end = |word: &Option<String>, option| word.as_deref().map(|word| vertex_of(&graph, word, option)).transpose();
    let path = end(&options.from, "--from")?.zip(end(&options.to, "--to")?);
    let facts = graph.facts(Asked { path, steps: options.steps, all: false }, language(), &budget)?;
    if options.format == Format::Json {
        let mut object = Map::new();
        let kind = if graph.is_directed() { "arcs" } else { "edges" };
        object.insert("directed".into(), graph.is_directed().into());
        object.insert("vertices".into(), graph.order().into());
        object.insert(kind.into(), graph.size().into());
        object.extend(facts.into_iter().map(|fact| (fact.key.to_owned(), fact.value)));
        writeln!(out, "{}", Value::Object(object))?;
        return Ok(Exit::Answered);
    }
    let kind = Text::new(if graph.is_directed() { "digraph" } else { "graph" });
    writeln!(out, "{}{}", heading(kind), say(&graph.summary()))?;
    for fact in &facts {
        let mut about = fact.heading;
        for line in &fact.lines {
            writeln!(out, "{}", row(about, say(line)))?;
            about = "";
        }
    }
    Ok(Exit::Answered)
}

fn vertex_of(graph: &AnyGraph, word: &str, option: &str) -> Result<u32, Failure> {
    vertex(word, graph.names(), graph.order(), option)
}
