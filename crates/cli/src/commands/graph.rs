//! `grundy graph`: the state graph of a position.

use super::position;
use crate::failure::{Exit, Failure};
use crate::language::{language, row, say};
use crate::limits::SolveOptions;
use clap::{Args, ValueEnum};
use grundy_draw::{GameTree, State, StateGraph};
use grundy_game::Outcome;
use grundy_lang::Text;
use grundy_solve::States;
use serde_json::json;
use std::io::Write;

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum GraphFormat {
    /// Size, degree, depth and kernel, for people.
    Text,
    /// One object for machines.
    Json,
    /// Graphviz.
    Dot,
    /// One line a position.
    Csv,
    /// A picture.
    Svg,
}

/// The options of `graph`.
#[derive(Args)]
#[command(after_help = "Examples:
  grundy graph nim:2,2
  grundy graph nim:2,2 --format dot
  grundy graph 'subtract(1-3):5' --tree 3 --format svg")]
pub struct Options {
    /// An impartial position such as nim:3,4,5, or a sum of positions
    position: String,
    /// What is written
    #[arg(long, value_enum, default_value = "text")]
    format: GraphFormat,
    /// Unfold the graph as the game tree, this many moves deep
    #[arg(long, value_name = "DEPTH")]
    tree: Option<usize>,
    /// Join positions that are images of each other
    #[arg(long)]
    merge: bool,
    /// Show positions by their notation also where there is room for small boards (SVG)
    #[arg(long)]
    names: bool,
    #[command(flatten)]
    solve: SolveOptions,
}

/// Larger graphs and trees are not drawn, and larger trees not written.
const DRAWN: usize = 2000;
const WRITTEN: usize = 1 << 20;

/// More boards than this are too small to see.
const BOARDS: usize = 60;

/// A kernel of at most so many members is listed with the sizes, when the graph is small enough to be named.
const MEMBERS: usize = 40;
const NAMED: usize = 5000;

/// A graph or tree ready to be written: for each node its position's number, and the arcs between nodes.
struct Sheet {
    nodes: Vec<usize>,
    arcs: Vec<(usize, usize)>,
}

/// Runs the command.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<Exit, Failure> {
    let settings = options.solve.settings(options.solve.budget.start());
    let position = position(&options.position)?;
    let sizes = options.format == GraphFormat::Text;
    let mut states = position.states(options.merge, !sizes, &settings)?;
    let lost = states.kernel.iter().filter(|&&member| member).count();
    if sizes && lost <= MEMBERS && states.digraph.order() <= NAMED {
        states = position.states(options.merge, true, &settings)?;
    }
    let sheet = match options.tree {
        None if sizes => Sheet { nodes: Vec::new(), arcs: Vec::new() },
        None => Sheet { nodes: (0..states.positions.len()).collect(), arcs: states.digraph.arcs().collect() },
        Some(depth) => {
            let tree = states.tree(depth, WRITTEN);
            let most = || Text::new("the tree has more than {most} nodes").with("most", WRITTEN);
            let tree = tree.ok_or_else(|| Failure::Usage(most()))?;
            let arcs =
                tree.iter().enumerate().flat_map(|(node, (_, children))| children.iter().map(move |&to| (node, to)));
            Sheet { arcs: arcs.collect(), nodes: tree.iter().map(|(number, _)| *number).collect() }
        }
    };
    match options.format {
        GraphFormat::Text => text(&states, &sheet, options, out)?,
        GraphFormat::Json => writeln!(out, "{}", to_json(&states, &sheet, options.tree.is_some()))?,
        GraphFormat::Dot => dot(&states, &sheet, out)?,
        GraphFormat::Csv => csv(&states, &sheet, out)?,
        GraphFormat::Svg => write!(out, "{}", svg(&states, &sheet, options)?)?,
    }
    Ok(Exit::Answered)
}

fn text(states: &States, sheet: &Sheet, options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    let degree = (0..states.digraph.order()).map(|v| states.digraph.out_degree(v)).max().unwrap_or(0);
    let kernel = states.kernel.iter().filter(|&&member| member).count();
    let sequence: Vec<String> = states.kernel_sequence().iter().map(usize::to_string).collect();
    writeln!(out, "{}", states.start)?;
    writeln!(out, "{}", row("positions", states.digraph.order()))?;
    let counted = if options.merge {
        Text::new("positions that are images of each other, once")
    } else {
        Text::new("every position for itself; --merge joins those that are images of each other")
    };
    writeln!(out, "{}", row("counted", say(&counted)))?;
    writeln!(out, "{}", row("moves", states.digraph.size()))?;
    writeln!(out, "{}", row("degree", degree))?;
    writeln!(out, "{}", row("depth", states.levels[0]))?;
    writeln!(out, "{}", row("kernel", kernel))?;
    if !states.positions.is_empty() && kernel > 0 {
        let members = (0..states.positions.len()).filter(|&number| states.kernel[number]);
        let names: Vec<&str> = members.map(|number| states.positions[number].as_str()).collect();
        writeln!(out, "{}", row("members", names.join(", ")))?;
    }
    let drawn = states.drawn.iter().filter(|&&drawn| drawn).count();
    if drawn > 0 {
        writeln!(out, "{}", row("drawn", drawn))?;
    }
    if !sequence.is_empty() {
        writeln!(out, "{}", row("by nimber", sequence.join(", ")))?;
    }
    if !states.drawn[0] {
        writeln!(out, "{}", row("remoteness", states.remoteness[0]))?;
    }
    if options.tree.is_some() {
        let nodes = Text::new("{count} nodes").with("count", sheet.nodes.len());
        writeln!(out, "{}", row("tree", say(&nodes)))?;
    }
    Ok(())
}

/// Arcs of a tree into the kernel weigh 1, others 0.
fn to_json(states: &States, sheet: &Sheet, tree: bool) -> serde_json::Value {
    let node = |&number: &usize| {
        json!({
            "position": states.positions[number],
            "outcome": states.outcome(number).name(),
            "nimber": states.nimber(number),
            "level": states.levels[number],
            "remoteness": (!states.drawn[number]).then_some(states.remoteness[number]),
        })
    };
    let arc = |&(from, to): &(usize, usize)| {
        if tree { json!([from, to, weight(states, sheet, to)]) } else { json!([from, to]) }
    };
    json!({
        "positions": sheet.nodes.iter().map(node).collect::<Vec<_>>(),
        "arcs": sheet.arcs.iter().map(arc).collect::<Vec<_>>(),
        "kernel": (0..sheet.nodes.len()).filter(|&node| states.kernel[sheet.nodes[node]]).collect::<Vec<_>>(),
        "kernel_sequence": states.kernel_sequence(),
    })
}

fn weight(states: &States, sheet: &Sheet, to: usize) -> u8 {
    u8::from(states.kernel[sheet.nodes[to]])
}

fn dot(states: &States, sheet: &Sheet, out: &mut dyn Write) -> std::io::Result<()> {
    writeln!(out, "digraph states {{")?;
    for (node, &number) in sheet.nodes.iter().enumerate() {
        let shape = match states.outcome(number) {
            Outcome::Second => "doublecircle",
            Outcome::Draw => "hexagon",
            _ => "ellipse",
        };
        let label = states.positions[number].replace('\\', "\\\\").replace('"', "\\\"");
        writeln!(out, "  {node} [label=\"{label}\\n{}\", shape={shape}];", states.value(number))?;
    }
    for &(from, to) in &sheet.arcs {
        writeln!(out, "  {from} -> {to} [weight={}];", weight(states, sheet, to))?;
    }
    writeln!(out, "}}")
}

fn csv(states: &States, sheet: &Sheet, out: &mut dyn Write) -> std::io::Result<()> {
    let mut options = vec![Vec::new(); sheet.nodes.len()];
    sheet.arcs.iter().for_each(|&(from, to)| options[from].push(to.to_string()));
    writeln!(out, "number,position,outcome,nimber,level,remoteness,options")?;
    for (node, &number) in sheet.nodes.iter().enumerate() {
        let outcome = states.outcome(number);
        let position = states.positions[number].replace('"', "\"\"");
        // why: what has no nimber or is drawn leaves its column empty.
        let nimber = states.nimber(number).map(|nimber| nimber.to_string()).unwrap_or_default();
        let level = states.levels[number];
        let remote = if states.drawn[number] { String::new() } else { states.remoteness[number].to_string() };
        writeln!(out, "{node},\"{position}\",{outcome},{nimber},{level},{remote},{}", options[node].join(" "))?;
    }
    Ok(())
}

fn svg(states: &States, sheet: &Sheet, options: &Options) -> Result<String, Failure> {
    if sheet.nodes.len() > DRAWN {
        let problem = Text::new("{count} nodes are too many to draw; at most {most}");
        return Err(Failure::Usage(problem.with("count", sheet.nodes.len()).with("most", DRAWN)));
    }
    let state = |&number: &usize| {
        State::new(states.positions[number].clone())
            .value(states.value(number))
            .kernel(states.kernel[number])
            .drawn(states.drawn[number])
            .level(states.levels[number] as usize)
            .position(states.positions[number].clone())
    };
    let mut nodes: Vec<State> = sheet.nodes.iter().map(state).collect();
    if nodes.len() <= BOARDS && !options.names {
        for (node, &number) in nodes.iter_mut().zip(&sheet.nodes) {
            *node = node.clone().board(&position(&states.positions[number])?.picture());
        }
    }
    let picture = if options.tree.is_some() {
        let mut children = vec![Vec::new(); nodes.len()];
        sheet.arcs.iter().for_each(|&(from, to)| children[from].push(to));
        GameTree::new(nodes, children, 0).picture(states.start.clone())
    } else {
        StateGraph::new(nodes, sheet.arcs.clone()).picture(states.start.clone())
    };
    Ok(picture.told_in(language()).to_svg())
}
