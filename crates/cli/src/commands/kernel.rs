//! `grundy kernel`: kernels of any digraph.

use super::bytes_of;
use crate::failure::{Exit, Failure};
use crate::limits::BudgetOptions;
use crate::style;
use clap::{Args, ValueEnum};
use grundy_budget::{Budget, Exhausted};
use grundy_draw::{Edge, Network, Role, Vertex};
use grundy_graph::acyclic::{labels, levels};
use grundy_graph::format::{Format as FileFormat, Names, Read, read_digraph};
use grundy_graph::kernel::{Flaw, KernelAnswer, check_kernel, count_kernels, find_kernel, kernel_sequence, kernels};
use grundy_graph::{Digraph, GraphError};
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

fn input_format(name: &str) -> Result<FileFormat, String> {
    FileFormat::from_name(name)
        .ok_or_else(|| format!("expected one of {}", FileFormat::ALL.map(FileFormat::name).join(", ")))
}

/// Runs the command.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<Exit, Failure> {
    let budget = options.budget.start();
    let bytes = bytes_of(&options.file)?;
    let read = match read_digraph(&bytes, options.input, &budget) {
        Ok(read) => read,
        Err(GraphError::Exhausted(stop)) => return undecided(options, None, stop, out),
        Err(error) => return Err(Failure::Usage(format!("{}: {error}", options.file))),
    };
    drop(bytes);
    match answer(options, &read, &budget, out) {
        Err(Failure::Graph(GraphError::Exhausted(stop))) => undecided(options, Some(&read.graph), stop, out),
        Err(Failure::Graph(GraphError::Cyclic { vertex })) => {
            let name = read.names.name(vertex as usize - 1);
            Err(Failure::Usage(format!("{}: labels need a digraph without cycles; {name} lies on one", options.file)))
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
        writeln!(out, "{}{stop}", style::strong("undecided     "))?;
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
            format!("{}, and {} more (--format json prints all)", shown.join(", "), list.len() - SHOWN)
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
            let heading = style::strong("kernel        ");
            writeln!(out, "{heading}{} of {order} vertices: {}", kernel.len(), plain(&names(read, kernel)))?;
        }
        None => writeln!(out, "{}{order} vertices, {} arcs", style::strong("no kernel     "), read.graph.size())?,
    }
    writeln!(out, "  case        {}", found.case.name())?;
    if let Some(cycle) = &found.odd_cycle {
        writeln!(out, "  odd cycle   {}", plain(&names(read, cycle)))?;
    }
    writeln!(out, "  because     {}", found.reason)?;
    for (name, value) in extra {
        match (name.as_str(), value) {
            ("sequence", Value::Array(kernels)) => {
                for (i, kernel) in kernels.iter().enumerate() {
                    writeln!(out, "  {:<12}{}", format!("K{i}"), plain(kernel))?;
                }
            }
            ("rest", Value::Array(rest)) if rest.is_empty() => {}
            ("rest", rest) => writeln!(out, "  no kernel   of the rest: {}", plain(rest))?,
            ("kernels", Value::Array(kernels)) => {
                for kernel in kernels {
                    writeln!(out, "  {:<12}{}", "kernel", plain(kernel))?;
                }
            }
            ("complete", complete) => {
                let all = complete.as_bool() == Some(true);
                writeln!(out, "  {:<12}{}", "listed", if all { "all of them" } else { "not all: see --limit" })?;
            }
            (_, value) => writeln!(out, "  {name:<12}{}", plain(value))?,
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
                .ok_or_else(|| Failure::Usage(format!("--check: `{word}` is no vertex of the digraph")))
        })
        .collect::<Result<_, _>>()?;
    let name = |v: u32| read.names.name(v as usize);
    let flaw = check_kernel(&read.graph, &members).err().map(|flaw| match flaw {
        Flaw::Dependent(u, v) => format!("an arc leads from member {} to member {}", name(u), name(v)),
        Flaw::NotAbsorbed(v) => format!("vertex {} has no arc into the set", name(v)),
        Flaw::NoSuchVertex(v) => format!("{v} is no vertex"),
    });
    if options.format == Format::Json {
        let answer =
            json!({"vertices": read.graph.order(), "arcs": read.graph.size(), "check": flaw.is_none(), "flaw": flaw});
        return Ok(writeln!(out, "{answer}")?);
    }
    match flaw {
        None => writeln!(
            out,
            "{}no arc inside, and every vertex outside has an arc into it",
            style::strong("a kernel      ")
        )?,
        Some(flaw) => writeln!(out, "{}{flaw}", style::strong("not a kernel  "))?,
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
        let reason =
            format!("{order} vertices and {size} arcs are too many for a picture: at most {MOST} and {}", 8 * MOST);
        return Err(Failure::Usage(reason));
    }
    let member = |v: usize| found.kernel.as_ref().is_some_and(|kernel| kernel.binary_search(&(v as u32)).is_ok());
    let role = |v: usize| if member(v) { Role::Kernel } else { Role::Plain };
    let vertices = (0..order).map(|v| Vertex::new(read.names.name(v)).role(role(v))).collect();
    let arcs = read.graph.arcs().map(|(u, v)| Edge::arc(u, v).role(if member(v) { Role::Kernel } else { Role::Muted }));
    let title = if found.kernel.is_some() { "Kernel of a digraph" } else { "A digraph without kernel" };
    let description = format!("{order} vertices, {size} arcs; {}", found.reason);
    Ok(Network::new(vertices, arcs.collect()).picture(title, description).to_svg())
}
