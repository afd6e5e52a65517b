//! `grundy kernel`: kernels of any digraph.

use super::bytes_of;
use crate::failure::{Exit, Failure};
use crate::language::{Mistake, heading, language, row, say};
use crate::limits::BudgetOptions;
use clap::{Args, ValueEnum};
use grundy_budget::{Budget, Exhausted};
use grundy_draw::{Edge, Network, Role, Vertex};
use grundy_graph::acyclic::{labels, levels};
use grundy_graph::format::{Format as FileFormat, Names, Read, read_digraph};
use grundy_graph::kernel::{Flaw, KernelAnswer, check_kernel, count_kernels, find_kernel, kernel_sequence, kernels};
use grundy_graph::{Digraph, GraphError};
use grundy_lang::Text;
use serde_json::{Map, Value, json};
use std::fmt::Write as _;
use std::io::Write;

/// The options of `kernel`.
#[derive(Args)]
#[command(after_help = "A kernel is a set without an arc inside it and with an arc into it from every vertex outside.

Examples:
  grundy kernel game.dg
  grundy kernel framework.af --count
  grundy kernel dag.txt --labels --format json
  grundy kernel small.dot --format svg > kernel.svg
  printf '1 2\\n2 3\\n3 1\\n' | grundy kernel -")]
pub struct Options {
    /// The file with the digraph; - for standard input
    file: String,
    /// The format of the file, guessed from its content without this
    #[arg(long, value_name = "FORMAT", value_parser = input_format)]
    input: Option<FileFormat>,
    /// Count the kernels
    #[arg(long)]
    count: bool,
    /// List the kernels
    #[arg(long)]
    all: bool,
    /// List at most this many
    #[arg(long, value_name = "N", default_value_t = 1000, requires = "all")]
    limit: usize,
    /// A kernel sequence: a kernel, a kernel of what is left without it, and so on
    #[arg(long)]
    sequence: bool,
    /// The level of every vertex
    #[arg(long)]
    levels: bool,
    /// The Sprague-Grundy label of every vertex (acyclic digraphs only)
    #[arg(long)]
    labels: bool,
    /// Check whether this set, such as 1,4,7, is a kernel
    #[arg(long, value_name = "SET", conflicts_with_all = ["count", "all", "sequence", "levels", "labels"])]
    check: Option<String>,
    /// How the answer is printed
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    budget: BudgetOptions,
}

/// How the answer is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A few lines for people.
    Text,
    /// One object for machines.
    Json,
    /// The digraph for Graphviz, its kernel marked.
    Dot,
    /// A picture, the kernel marked.
    Svg,
}

fn input_format(name: &str) -> Result<FileFormat, Mistake> {
    let names = || FileFormat::ALL.map(FileFormat::name).join(", ");
    FileFormat::from_name(name).ok_or_else(|| Mistake(Text::new("expected one of {names}").with("names", names())))
}

/// Runs the command.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<Exit, Failure> {
    let budget = options.budget.start();
    let bytes = bytes_of(&options.file)?;
    let read = match read_digraph(&bytes, options.input, &budget) {
        Ok(read) => read,
        Err(GraphError::Exhausted(stop)) => return undecided(options, None, stop, out),
        Err(error) => {
            let problem = Text::new("{file}: {problem}").with("file", &options.file);
            return Err(Failure::Usage(problem.with_text("problem", Failure::Graph(error).text())));
        }
    };
    drop(bytes);
    match answer(options, &read, &budget, out) {
        Err(Failure::Graph(GraphError::Exhausted(stop))) => undecided(options, Some(&read.graph), stop, out),
        Err(Failure::Graph(GraphError::Cyclic { vertex })) => {
            let problem = Text::new("{file}: labels need a digraph without cycles; {vertex} lies on one");
            let problem = problem.with("file", &options.file).with("vertex", read.names.name(vertex as usize - 1));
            Err(Failure::Usage(problem))
        }
        other => other.map(|()| Exit::Answered),
    }
}

/// Says that the budget ran out.
fn undecided(
    options: &Options,
    digraph: Option<&Digraph>,
    stop: Exhausted,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    if options.format == Format::Json {
        let size = |count: fn(&Digraph) -> usize| digraph.map(count);
        let answer =
            json!({"vertices": size(Digraph::order), "arcs": size(Digraph::size), "undecided": stop.to_string()});
        writeln!(out, "{answer}")?;
    } else {
        writeln!(out, "{}{}", heading(Text::new("undecided")), say(&stop.text()))?;
    }
    Ok(Exit::Undecided)
}

fn answer(options: &Options, read: &Read<Digraph>, budget: &Budget, out: &mut dyn Write) -> Result<(), Failure> {
    if let Some(set) = &options.check {
        return check(options, read, set, out);
    }
    // What was asked for besides a kernel; the kernel itself is left out when only a table was wanted.
    let mut extra = Map::new();
    if options.levels {
        extra.insert("levels".into(), json!(levels(&read.graph)));
    }
    if options.labels {
        extra.insert("labels".into(), json!(labels(&read.graph)?));
    }
    if options.sequence {
        let sequence = kernel_sequence(&read.graph, budget)?;
        let kernels: Vec<Value> = sequence.kernels.iter().map(|kernel| names(read, kernel)).collect();
        extra.insert("sequence".into(), json!(kernels));
        extra.insert("rest".into(), names(read, &sequence.rest));
    }
    if options.all {
        let mut found = kernels(&read.graph, options.limit.saturating_add(1), budget)?;
        let complete = found.len() <= options.limit;
        found.truncate(options.limit);
        extra.insert("kernels".into(), found.iter().map(|kernel| names(read, kernel)).collect());
        extra.insert("complete".into(), complete.into());
    }
    if options.count {
        extra.insert("count".into(), whole_number(&count_kernels(&read.graph, budget)?.to_string()));
    }
    let found = find_kernel(&read.graph, budget)?;
    match options.format {
        Format::Text => print(read, &found, &extra, out),
        Format::Json => {
            let mut object = json!({
                "vertices": read.graph.order(), "arcs": read.graph.size(), "case": found.case.name(),
                "kernel": found.kernel.as_ref().map(|kernel| names(read, kernel)),
                "odd_cycle": found.odd_cycle.as_ref().map(|cycle| names(read, cycle)), "reason": found.reason,
            });
            if let Some(object) = object.as_object_mut() {
                object.append(&mut extra);
            }
            Ok(writeln!(out, "{object}")?)
        }
        Format::Dot => Ok(write!(out, "{}", dot(read, &found))?),
        Format::Svg => Ok(writeln!(out, "{}", picture(read, &found)?)?),
    }
}

/// A number as JSON; as a string when it is larger than JSON readers can take.
fn whole_number(digits: &str) -> Value {
    digits.parse::<u64>().map_or_else(|_| digits.into(), Value::from)
}

/// What vertices are called, as JSON: numbers when the file has numbers.
fn names(read: &Read<Digraph>, vertices: &[u32]) -> Value {
    let name = |&v: &u32| match &read.names {
        Names::From(first) => Value::from(v + first),
        Names::Words(_) => Value::from(read.names.name(v as usize)),
    };
    vertices.iter().map(name).collect()
}

/// A list short enough for a line.
fn shortened(list: &[String]) -> String {
    const SHOWN: usize = 40;
    match list.get(..SHOWN) {
        Some(shown) if list.len() > SHOWN => {
            let more = Text::new("{shown}, and {count} more (--format json prints all)");
            say(&more.with("shown", shown.join(", ")).with("count", list.len() - SHOWN))
        }
        _ => list.join(", "),
    }
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => "-".to_owned(),
        Value::Array(items) if items.is_empty() => "{}".to_owned(),
        Value::Array(items) => shortened(&items.iter().map(plain).collect::<Vec<_>>()),
        other => other.to_string(),
    }
}

fn print(
    read: &Read<Digraph>,
    found: &KernelAnswer,
    extra: &Map<String, Value>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let order = read.graph.order();
    match &found.kernel {
        Some(kernel) => {
            let told = Text::new("{count} of {order} vertices: {set}")
                .with("count", kernel.len())
                .with("order", order)
                .with("set", plain(&names(read, kernel)));
            writeln!(out, "{}{}", heading(Text::new("kernel")), say(&told))?;
        }
        None => {
            let told = Text::new("{order} vertices, {size} arcs").with("order", order).with("size", read.graph.size());
            writeln!(out, "{}{}", heading(Text::new("no kernel")), say(&told))?;
        }
    }
    writeln!(out, "{}", row("case", say(&Text::new(found.case.name()))))?;
    if let Some(cycle) = &found.odd_cycle {
        writeln!(out, "{}", row("odd cycle", plain(&names(read, cycle))))?;
    }
    writeln!(out, "{}", row("because", &found.reason))?;
    for (name, value) in extra {
        match (name.as_str(), value) {
            ("sequence", Value::Array(kernels)) => {
                for (i, kernel) in kernels.iter().enumerate() {
                    writeln!(out, "  {:<12}{}", format!("K{i}"), plain(kernel))?;
                }
            }
            ("rest", Value::Array(rest)) if rest.is_empty() => {}
            ("rest", rest) => {
                let told = Text::new("of the rest: {set}").with("set", plain(rest));
                writeln!(out, "{}", row("no kernel", say(&told)))?;
            }
            ("kernels", Value::Array(kernels)) => {
                for kernel in kernels {
                    writeln!(out, "{}", row("kernel", plain(kernel)))?;
                }
            }
            ("complete", Value::Bool(true)) => writeln!(out, "{}", row("listed", say(&Text::new("all of them"))))?,
            ("complete", _) => writeln!(out, "{}", row("listed", say(&Text::new("not all: see --limit"))))?,
            ("levels", value) => writeln!(out, "{}", row("levels", plain(value)))?,
            ("labels", value) => writeln!(out, "{}", row("labels", plain(value)))?,
            (_, value) => writeln!(out, "{}", row("count", plain(value)))?,
        }
    }
    Ok(())
}

fn check(options: &Options, read: &Read<Digraph>, set: &str, out: &mut dyn Write) -> Result<(), Failure> {
    let words = set.split([',', ' ']).map(|word| word.trim_matches(['{', '}'])).filter(|word| !word.is_empty());
    let members: Vec<u32> = words
        .map(|word| {
            let vertex = read.names.vertex(word, read.graph.order());
            vertex
                .map(|v| v as u32)
                .ok_or_else(|| {
                    let problem = Text::new("--check: `{word}` is not a vertex of the digraph");
                    Failure::Usage(problem.with("word", word))
                })
        })
        .collect::<Result<_, _>>()?;
    let name = |v: u32| read.names.name(v as usize);
    let flaw = check_kernel(&read.graph, &members).err().map(|flaw| match flaw {
        Flaw::Dependent(u, v) => {
            Text::new("an arc leads from member {from} to member {to}").with("from", name(u)).with("to", name(v))
        }
        Flaw::NotAbsorbed(v) => Text::new("vertex {vertex} has no arc into the set").with("vertex", name(v)),
        Flaw::NoSuchVertex(v) => Text::new("{vertex} is not a vertex").with("vertex", v),
    });
    let flaw = flaw.map(|flaw| say(&flaw));
    if options.format == Format::Json {
        let answer =
            json!({"vertices": read.graph.order(), "arcs": read.graph.size(), "check": flaw.is_none(), "flaw": flaw});
        return Ok(writeln!(out, "{answer}")?);
    }
    match flaw {
        None => {
            let why = Text::new("no arc inside, and every vertex outside has an arc into it");
            writeln!(out, "{}{}", heading(Text::new("a kernel")), say(&why))?;
        }
        Some(flaw) => writeln!(out, "{}{flaw}", heading(Text::new("not a kernel")))?,
    }
    Ok(())
}

/// The digraph for Graphviz, the kernel as double circles.
fn dot(read: &Read<Digraph>, found: &KernelAnswer) -> String {
    let name = |v: usize| format!("\"{}\"", read.names.name(v).replace('"', "\\\""));
    let mut text = String::from("digraph {\n");
    for &v in found.kernel.iter().flatten() {
        let _ = writeln!(text, "  {} [shape=doublecircle];", name(v as usize));
    }
    for v in 0..read.graph.order() {
        let _ = writeln!(text, "  {};", name(v));
    }
    for (u, v) in read.graph.arcs() {
        let _ = writeln!(text, "  {} -> {};", name(u), name(v));
    }
    text.push_str("}\n");
    text
}

fn picture(read: &Read<Digraph>, found: &KernelAnswer) -> Result<String, Failure> {
    const MOST: usize = 400;
    let (order, size) = (read.graph.order(), read.graph.size());
    if order > MOST || size > 8 * MOST {
        let problem =
            Text::new("{order} vertices and {size} arcs are too many for a picture: at most {vertices} and {arcs}")
                .with("order", order)
                .with("size", size)
                .with("vertices", MOST)
                .with("arcs", 8 * MOST);
        return Err(Failure::Usage(problem));
    }
    let member = |v: usize| found.kernel.as_ref().is_some_and(|kernel| kernel.binary_search(&(v as u32)).is_ok());
    let role = |v: usize| if member(v) { Role::Kernel } else { Role::Plain };
    let vertices = (0..order).map(|v| Vertex::new(read.names.name(v)).role(role(v))).collect();
    let arcs = read.graph.arcs().map(|(u, v)| Edge::arc(u, v).role(if member(v) { Role::Kernel } else { Role::Muted }));
    let title = if found.kernel.is_some() {
        Text::new("Kernel of a digraph")
    } else {
        Text::new("A digraph without kernel")
    };
    let description = Text::new("{order} vertices, {size} arcs; {reason}")
        .with("order", order)
        .with("size", size)
        .with("reason", &found.reason);
    let picture = Network::new(vertices, arcs.collect()).picture("", description).titled(title);
    Ok(picture.told_in(language()).to_svg())
}
