//! `grundy kernel`: kernels of any digraph.

use crate::failure::{Exit, Failure};
use crate::files::write_whole;
use crate::graph_input::{digraph, digraph_without, format_of_name, vertices};
use crate::language::{heading, language, row, say};
use crate::limits::{BudgetOptions, parse_threads};
use clap::{Args, ValueEnum};
use grundy_budget::{Budget, Exhausted};
use grundy_draw::{Edge, Network, Role, Vertex};
use grundy_graph::acyclic::{labels, levels};
use grundy_graph::format::{Format as FileFormat, dot_name};
use grundy_graph::kernel::{
    Case, KernelAnswer, KernelSequence, centres, check_kernel, count_kernels, find_kernel_by, kernel_sequence,
    kernel_sequences, kernels,
};
use grundy_graph::retrograde::{Stuck, Verdict, verdicts};
use grundy_graph::{Digraph, GraphError, Named};
use grundy_lang::Text;
use grundy_solve::{Certificate, prove_kernel};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;

/// The options of `kernel`.
#[derive(Args)]
#[command(after_help = "A kernel is a set without an arc inside it and with an arc into it from every vertex outside.

The file holds an edge list, an adjacency matrix, digraph6, graph6, DIMACS, DOT, `p af` (ICCMA) or `p dg`; vertices keep
their names.

Examples:
  grundy kernel game.dg
  grundy kernel framework.af --count
  grundy kernel dag.txt --labels --format json
  grundy kernel small.dot --format svg > kernel.svg
  grundy kernel '1>2,2>3,3>4,4>1' --sequence --all
  grundy kernel dag.txt --without 3,5
  printf '1 2\\n2 3\\n3 1\\n' | grundy kernel -")]
pub struct Options {
    /// The file with the digraph, - for standard input, or arcs such as a>b,b>c
    file: String,
    /// The format of the file, guessed from its content without this
    #[arg(long, value_name = "FORMAT", value_parser = format_of_name)]
    input: Option<FileFormat>,
    /// Leave these vertices out, such as 3,5
    #[arg(long, value_name = "SET")]
    without: Option<String>,
    /// Count the kernels
    #[arg(long)]
    count: bool,
    /// List the kernels, or with --sequence all kernel sequences
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
    /// Write a proof of the answer to this file; `grundy check` verifies it
    #[arg(long, value_name = "FILE", conflicts_with = "check")]
    certificate: Option<String>,
    /// Where there is no kernel, also write the clauses and their refutation for checkers of SAT solvers: PREFIX.cnf,
    /// PREFIX.drat and PREFIX.lrat
    #[arg(long, value_name = "PREFIX", requires = "certificate")]
    drat: Option<String>,
    /// How the answer is printed
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Threads for searches; 0 for one a core.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = parse_threads)]
    threads: usize,
    #[command(flatten)]
    budget: BudgetOptions,
}

impl Options {
    /// How many threads may search. Without knowledge of the cores one does.
    fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        if self.threads == 0 { cores() } else { self.threads }
    }
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

/// Runs the command.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<Exit, Failure> {
    let budget = options.budget.start();
    let named = match digraph(&options.file, options.input, &budget) {
        Ok(named) => named,
        Err(Failure::Graph(GraphError::Exhausted(stop))) => return undecided(options, None, stop, out),
        Err(failure) => return Err(failure),
    };
    let named = match &options.without {
        Some(list) => digraph_without(named, list)?,
        None => named,
    };
    match answer(options, &named, &budget, out) {
        Err(Failure::Graph(GraphError::Exhausted(stop))) => undecided(options, Some(&named.graph), stop, out),
        Err(Failure::Graph(GraphError::Cyclic { vertex })) => {
            let name = named.names.name(vertex as usize - 1);
            let text = Text::new("{file}: labels need a digraph without cycles; {name} lies on one");
            Err(Failure::Usage(text.with("file", &options.file).with("name", name)))
        }
        other => other.map(|()| Exit::Answered),
    }
}

/// Writes a certificate of the answer.
fn certify(
    options: &Options,
    file: &str,
    digraph: &Digraph,
    found: &KernelAnswer,
    budget: &Budget,
) -> Result<(), Failure> {
    let contradiction = || Failure::Failed(Text::new("the search contradicts itself"));
    let certificate = prove_kernel(digraph, found.kernel.as_deref(), budget)?.ok_or_else(contradiction)?;
    write_whole(Path::new(file), certificate.to_string().as_bytes())?;
    if let (Some(prefix), Certificate::NoKernel(proof)) = (&options.drat, &certificate) {
        for (ending, text) in [("cnf", proof.dimacs()), ("drat", proof.drat()), ("lrat", proof.lrat())] {
            write_whole(Path::new(&format!("{prefix}.{ending}")), text.as_bytes())?;
        }
    }
    Ok(())
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

fn answer(options: &Options, read: &Named<Digraph>, budget: &Budget, out: &mut dyn Write) -> Result<(), Failure> {
    if let Some(set) = &options.check {
        return check(options, read, set, out);
    }
    // What was asked for besides a kernel.
    let mut extra = Map::new();
    if options.levels {
        let known = levels(&read.graph);
        extra.insert("levels".into(), by_name(read, &known));
    }
    if options.labels {
        extra.insert("labels".into(), by_name(read, &labels(&read.graph)?));
    }
    if options.sequence {
        let found = kernel_sequence(&read.graph, budget)?;
        extra.insert("sequence".into(), found.kernels.iter().map(|kernel| names(read, kernel)).collect());
        extra.insert("rest".into(), names(read, &found.rest));
    }
    if options.all {
        let mut found = kernels(&read.graph, options.limit.saturating_add(1), budget)?;
        let mut complete = found.len() <= options.limit;
        found.truncate(options.limit);
        extra.insert("kernels".into(), found.iter().map(|kernel| names(read, kernel)).collect());
        if options.sequence {
            let (found, all) = kernel_sequences(&read.graph, options.limit, budget)?;
            extra.insert("sequences".into(), found.iter().map(|found| sequence(read, found)).collect());
            complete &= all;
        }
        extra.insert("complete".into(), complete.into());
    }
    if options.count {
        extra.insert("count".into(), whole_number(&count_kernels(&read.graph, budget)?.to_string()));
    }
    let found = find_kernel_by(&read.graph, options.threads(), budget)?;
    if let Some(file) = &options.certificate {
        certify(options, file, &read.graph, &found, budget)?;
    }
    if found.case != Case::Acyclic {
        extra.insert("drawn".into(), names(read, &drawn(&read.graph, budget)?));
    }
    if found.case == Case::NoOddCycle {
        extra.insert("centres".into(), distances(read, &found));
    }
    match options.format {
        Format::Text => print(read, &found, &extra, out),
        Format::Json => {
            let mut object = json!({
                "vertices": read.graph.order(), "arcs": read.graph.size(), "case": found.case.name(),
                "kernel": found.kernel.as_ref().map(|kernel| names(read, kernel)),
                "odd_cycle": found.odd_cycle.as_ref().map(|cycle| names(read, cycle)), "reason": say(&found.reason),
            });
            if let Some(object) = object.as_object_mut() {
                object.append(&mut extra);
            }
            Ok(writeln!(out, "{object}")?)
        }
        Format::Dot => Ok(write!(out, "{}", dot(read, &found))?),
        Format::Svg => Ok(writeln!(out, "{}", picture(read, &found, extra.get("labels"))?)?),
    }
}

/// The vertices from which nobody can force a win when a token is carried along the arcs.
fn drawn(digraph: &Digraph, budget: &Budget) -> Result<Vec<u32>, GraphError> {
    let found = verdicts(digraph, Stuck::Loses, budget)?;
    Ok((0..).zip(found).filter(|(_, verdict)| *verdict == Verdict::Draw).map(|(v, _)| v).collect())
}

/// For each component that Richardson's proof decides, the vertex it starts from and all distances from there.
fn distances(read: &Named<Digraph>, found: &KernelAnswer) -> Value {
    let kernel = found.kernel.as_deref().unwrap_or(&[]);
    let centre = |centre: grundy_graph::kernel::Centre| {
        let far: Map<String, Value> =
            centre.distances.iter().map(|&(v, far)| (read.names.name(v as usize), far.into())).collect();
        json!({"vertex": name(read, centre.vertex), "distances": far})
    };
    centres(&read.graph, kernel).into_iter().map(centre).collect()
}

/// One number, or nothing, for each vertex, under its name.
fn by_name<T: Clone + Into<Value>>(read: &Named<Digraph>, values: &[T]) -> Value {
    values.iter().enumerate().map(|(v, value)| (read.names.name(v), value.clone().into())).collect::<Map<_, _>>().into()
}

fn sequence(read: &Named<Digraph>, found: &KernelSequence) -> Value {
    let kernels: Vec<Value> = found.kernels.iter().map(|kernel| names(read, kernel)).collect();
    json!({"kernels": kernels, "rest": names(read, &found.rest)})
}

/// A number as JSON; as a string when it is larger than JSON readers can take.
fn whole_number(digits: &str) -> Value {
    digits.parse::<u64>().map_or_else(|_| digits.into(), Value::from)
}

/// What a vertex is called, as JSON: a number when the file has numbers.
fn name(read: &Named<Digraph>, v: u32) -> Value {
    read.names.number(v as usize).map_or_else(|| read.names.name(v as usize).into(), Value::from)
}

/// What vertices are called, as JSON.
fn names(read: &Named<Digraph>, vertices: &[u32]) -> Value {
    vertices.iter().map(|&v| name(read, v)).collect()
}

/// A list short enough for a line.
fn shortened(list: &[String]) -> String {
    const SHOWN: usize = 40;
    match list.get(..SHOWN) {
        Some(shown) if list.len() > SHOWN => {
            let text = Text::new("{list}, and {count} more (--format json prints all)");
            say(&text.with("list", shown.join(", ")).with("count", list.len() - SHOWN))
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
    read: &Named<Digraph>,
    found: &KernelAnswer,
    extra: &Map<String, Value>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let order = read.graph.order();
    if let Some(kernel) = &found.kernel {
        let text = Text::new("{count} of {order} vertices: {members}")
            .with("count", kernel.len())
            .with("order", order)
            .with("members", plain(&names(read, kernel)));
        writeln!(out, "{}{}", heading(Text::new("kernel")), say(&text))?;
    } else {
        let text = Text::new("{order} vertices, {size} arcs").with("order", order).with("size", read.graph.size());
        writeln!(out, "{}{}", heading(Text::new("no kernel")), say(&text))?;
    }
    line("case", &Text::new(found.case.name()), out)?;
    if let Some(cycle) = &found.odd_cycle {
        line("odd cycle", &Text::verbatim(plain(&names(read, cycle))), out)?;
    }
    line("because", &found.reason, out)?;
    // All sequences show the kernels and the first sequence too.
    let shown_already = |name: &str| extra.contains_key("sequences") && ["sequence", "rest", "kernels"].contains(&name);
    for (name, value) in extra.iter().filter(|(name, _)| !shown_already(name)) {
        print_extra(name, value, out)?;
    }
    Ok(())
}

fn line(word: &'static str, text: &Text, out: &mut dyn Write) -> std::io::Result<()> {
    writeln!(out, "{}", row(word, say(text)))
}

/// One of the things that were asked for besides a kernel.
fn print_extra(name: &str, value: &Value, out: &mut dyn Write) -> Result<(), Failure> {
    match (name, value) {
        ("sequence", Value::Array(kernels)) => print_sequence(kernels, out)?,
        ("sequences", Value::Array(sequences)) => {
            for (number, sequence) in (1..).zip(sequences) {
                writeln!(out, "  {}", say(&Text::new("sequence {number}").with("number", number)))?;
                print_sequence(sequence["kernels"].as_array().map_or(&[][..], Vec::as_slice), out)?;
                print_extra("rest", &sequence["rest"], out)?;
            }
        }
        ("rest", Value::Array(rest)) if rest.is_empty() => {}
        ("rest", rest) => line("no kernel", &Text::new("of the rest: {list}").with("list", plain(rest)), out)?,
        ("kernels", Value::Array(kernels)) => {
            kernels.iter().try_for_each(|kernel| line("kernel", &Text::verbatim(plain(kernel)), out))?;
        }
        ("complete", complete) => {
            let all = complete.as_bool() == Some(true);
            line("listed", &Text::new(if all { "all of them" } else { "not all: see --limit" }), out)?;
        }
        ("labels" | "levels", Value::Object(values)) => {
            for (number, vertices) in grouped(values) {
                let heading = match (name, number) {
                    ("labels", Some(number)) => Text::new("label {number}").with("number", number),
                    ("labels", None) => Text::new("no label"),
                    (_, Some(number)) => Text::new("level {number}").with("number", number),
                    (_, None) => Text::new("no level"),
                };
                writeln!(out, "  {:<12}{}", say(&heading), shortened(&vertices))?;
            }
        }
        ("drawn", Value::Array(vertices)) if vertices.is_empty() => {
            line("drawn", &Text::new("nothing: play along the arcs is always won by one side"), out)?;
        }
        ("drawn", vertices) => {
            let text = Text::new("{list} (left when all that is forced is peeled off)");
            line("drawn", &text.with("list", plain(vertices)), out)?;
        }
        ("centres", Value::Array(centres)) => {
            for centre in centres {
                // why: a centre without distances has none to group
                let far = centre["distances"].as_object().map(grouped).unwrap_or_default();
                let far: Vec<String> = far
                    .into_iter()
                    .map(|(far, vertices)| {
                        format!(
                            "{}: {}",
                            far.map_or_else(|| "∞".to_owned(), |far| far.to_string()),
                            shortened(&vertices)
                        )
                    })
                    .collect();
                let text = Text::new("{vertex}; distances from it: {list}");
                line("centre", &text.with("vertex", plain(&centre["vertex"])).with("list", far.join("; ")), out)?;
            }
        }
        ("count", count) => line("count", &Text::verbatim(plain(count)), out)?,
        (_, value) => writeln!(out, "  {name:<12}{}", plain(value))?,
    }
    Ok(())
}

fn print_sequence(kernels: &[Value], out: &mut dyn Write) -> std::io::Result<()> {
    kernels.iter().enumerate().try_for_each(|(i, kernel)| writeln!(out, "  {:<12}{}", format!("K{i}"), plain(kernel)))
}

/// The names that have each number, those without one last.
fn grouped(values: &Map<String, Value>) -> Vec<(Option<u64>, Vec<String>)> {
    let mut groups: BTreeMap<(bool, Option<u64>), Vec<String>> = BTreeMap::new();
    for (name, value) in values {
        let number = value.as_u64();
        groups.entry((number.is_none(), number)).or_default().push(name.clone());
    }
    groups.into_iter().map(|((_, number), names)| (number, names)).collect()
}

fn check(options: &Options, read: &Named<Digraph>, set: &str, out: &mut dyn Write) -> Result<(), Failure> {
    let members = vertices(set, &read.names, read.graph.order(), "--check")?;
    let name = |v: u32| read.names.name(v as usize);
    let flaw = check_kernel(&read.graph, &members).err().map(|flaw| flaw.text(name));
    if options.format == Format::Json {
        let answer = json!({"vertices": read.graph.order(), "arcs": read.graph.size(), "check": flaw.is_none(), "flaw": flaw.as_ref().map(say)});
        return Ok(writeln!(out, "{answer}")?);
    }
    let (word, text) = match flaw {
        None => ("a kernel", Text::new("no arc inside, and every vertex outside has an arc into it")),
        Some(flaw) => ("not a kernel", flaw),
    };
    Ok(writeln!(out, "{}{}", heading(Text::new(word)), say(&text))?)
}

/// The digraph for Graphviz, the kernel as double circles.
fn dot(read: &Named<Digraph>, found: &KernelAnswer) -> String {
    let name = |v: usize| dot_name(&read.names, v);
    let mut text = String::from("digraph {\n");
    for &v in found.kernel.iter().flatten() {
        // why: a string can always be written to
        let _ = writeln!(text, "  {} [shape=doublecircle];", name(v as usize));
    }
    for v in 0..read.graph.order() {
        // why: a string can always be written to
        let _ = writeln!(text, "  {};", name(v));
    }
    for (u, v) in read.graph.arcs() {
        // why: a string can always be written to
        let _ = writeln!(text, "  {} -> {};", name(u), name(v));
    }
    text.push_str("}\n");
    text
}

fn picture(read: &Named<Digraph>, found: &KernelAnswer, labels: Option<&Value>) -> Result<String, Failure> {
    const MOST: usize = 400;
    let (order, size) = (read.graph.order(), read.graph.size());
    if order > MOST || size > 8 * MOST {
        let reason =
            Text::new("{order} vertices and {size} edges are too many for a picture: at most {most} and {more}");
        let reason = reason.with("order", order).with("size", size).with("most", MOST).with("more", 8 * MOST);
        return Err(Failure::Usage(reason));
    }
    let member = |v: usize| found.kernel.as_ref().is_some_and(|kernel| kernel.binary_search(&(v as u32)).is_ok());
    let role = |v: usize| if member(v) { Role::Kernel } else { Role::Plain };
    let shown = |v: usize| {
        let name = read.names.name(v);
        labels.and_then(|labels| labels.get(&name)).map_or(name.clone(), |label| format!("{name}: {label}"))
    };
    let vertices = (0..order).map(|v| Vertex::new(shown(v)).role(role(v))).collect();
    let arcs = read.graph.arcs().map(|(u, v)| Edge::arc(u, v).role(if member(v) { Role::Kernel } else { Role::Muted }));
    let title = Text::new(if found.kernel.is_some() { "Kernel of a digraph" } else { "A digraph without kernel" });
    let description = Text::new("{order} vertices, {size} arcs; {reason}")
        .with("order", order)
        .with("size", size)
        .with_text("reason", found.reason.clone());
    let picture = Network::new(vertices, arcs.collect()).picture("", description).titled(title);
    Ok(picture.told_in(language()).to_svg())
}
