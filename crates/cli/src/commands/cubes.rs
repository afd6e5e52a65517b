//! `grundy cubes`: coloured cubes in a column.

use super::{bytes_of, figures};
use crate::failure::{Exit, Failure};
use crate::language::{heading, language, row, say};
use crate::limits::{BudgetOptions, Format};
use clap::Args;
use grundy_draw::{Edge, Network, Picture, Role, Vertex};
use grundy_graph::cubes::{Cubes, Factor, Shown, Solution, canonical_factors, read_cubes, solutions};
use grundy_lang::Text;
use serde_json::{Value, json};
use std::io::Write;

/// The options of `cubes`.
#[derive(Args)]
#[command(
    after_help = "A file holds a cube a line as pairs of opposite faces, `1: B-G, G-G, B-V`, or unfolded nets, a letter a face,
with an empty line between cubes:
   R
  GBYR
   G

Examples:
  grundy cubes --pairs 'B-G,G-G,B-V; B-N,B-G,B-V; N-N,B-V,N-G; G-G,V-N,N-G'
  grundy cubes cubes.txt --draw > factors.svg"
)]
pub struct Options {
    /// The file with the cubes; - for standard input
    #[arg(required_unless_present = "pairs", conflicts_with = "pairs")]
    file: Option<String>,
    /// The cubes themselves, as pairs of opposite faces
    #[arg(long, value_name = "PAIRS")]
    pairs: Option<String>,
    /// Print the nets, the multigraph of the colours, its factors and the columns of the solutions as SVG
    #[arg(long)]
    draw: bool,
    /// How the answer is printed
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    budget: BudgetOptions,
}

/// Runs the command.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<Exit, Failure> {
    let budget = options.budget.start();
    let text = match (&options.pairs, &options.file) {
        (Some(pairs), _) => pairs.clone(),
        (None, file) => String::from_utf8_lossy(&bytes_of(file.as_deref().unwrap_or("-"))?).into_owned(),
    };
    let cubes = read_cubes(&text)?;
    let factors = canonical_factors(&cubes, &budget)?;
    let found = solutions(&cubes, &factors, &budget)?;
    if options.draw {
        writeln!(out, "{}", picture(&cubes, &factors, &found).told_in(language()).to_svg())?;
    } else if options.format == Format::Json {
        writeln!(out, "{}", to_json(&cubes, &factors, &found))?;
    } else {
        print(&cubes, &factors, &found, out)?;
    }
    Ok(Exit::Answered)
}

fn edge(cubes: &Cubes, cube: usize, pair: u8) -> (&str, &str) {
    let (a, b) = cubes.pairs[cube][usize::from(pair)];
    (&cubes.colours[a], &cubes.colours[b])
}

fn factor_text(cubes: &Cubes, factor: &Factor) -> String {
    let pairs = factor.iter().enumerate().map(|(cube, &pair)| {
        let (a, b) = edge(cubes, cube, pair);
        format!("{}: {a}-{b}", cube + 1)
    });
    pairs.collect::<Vec<_>>().join(", ")
}

fn print(cubes: &Cubes, factors: &[Factor], found: &[Solution], out: &mut dyn Write) -> Result<(), Failure> {
    let verdict = match found.len() {
        0 => Text::new("no solution"),
        1 => Text::new("1 solution"),
        many => Text::new("{count} solutions").with("count", many),
    };
    let size = Text::new("{count} cubes, {count} colours").with("count", cubes.pairs.len());
    writeln!(out, "{}{}", heading(verdict), say(&size))?;
    for (i, factor) in factors.iter().enumerate() {
        let name = say(&Text::new("factor {number}").with("number", i + 1));
        writeln!(out, "  {name:<11} {}", factor_text(cubes, factor))?;
    }
    for solution in found {
        let apart = Text::new("factors {first} and {second} have no edge in common:")
            .with("first", solution.front_back + 1)
            .with("second", solution.left_right + 1);
        writeln!(out, "  {}", say(&apart))?;
        for (cube, shown) in solution.shown.iter().enumerate() {
            let [front, back, left, right] = sides(shown).map(|colour| &cubes.colours[colour]);
            let name = say(&Text::new("cube {number}").with("number", cube + 1));
            let told = Text::new("front {front}, back {back}, left {left}, right {right}")
                .with("front", front)
                .with("back", back)
                .with("left", left)
                .with("right", right);
            writeln!(out, "    {name:<11} {}", say(&told))?;
        }
    }
    writeln!(out, "{}", row("because", say(&reason(factors.len(), found.len()))))?;
    writeln!(out, "{}", row("instead of", say(&arrangements(cubes.pairs.len(), factors.len()))))?;
    Ok(())
}

fn reason(factors: usize, found: usize) -> Text {
    match (factors, found) {
        (0, _) => Text::new(
            "the multigraph of opposite colours has no canonical factor (one edge a cube, every colour twice), and a solution takes two",
        ),
        (1, _) => Text::new(
            "the multigraph of opposite colours has one canonical factor (one edge a cube, every colour twice), and a solution takes two without a common edge",
        ),
        (_, 0) => Text::new(
            "of its {factors} canonical factors (one edge a cube, every colour twice) every two have an edge in common",
        )
        .with("factors", factors),
        _ => Text::new(
            "of its {factors} canonical factors (one edge a cube, every colour twice), {found} pairs have no edge in common: one gives front and back, the other left and right",
        )
        .with("factors", factors)
        .with("found", found),
    }
}

/// How many columns there are to try, against the pairs of factors that are looked at.
fn arrangements(cubes: usize, factors: usize) -> Text {
    // why: numbers beyond 128 bits are not written out.
    let all = u32::try_from(cubes).ok().and_then(|cubes| 24u128.checked_pow(cubes));
    let text = match all {
        Some(all) => Text::new(
            "trying 24^{cubes} = {all} ways to stack the cubes, {pairs} pairs of the {factors} factors were compared",
        )
        .with("all", all),
        None => {
            Text::new("trying 24^{cubes} ways to stack the cubes, {pairs} pairs of the {factors} factors were compared")
        }
    };
    text.with("cubes", cubes).with("factors", factors).with("pairs", factors * factors.saturating_sub(1) / 2)
}

fn sides(shown: &Shown) -> [usize; 4] {
    [shown.front, shown.back, shown.left, shown.right]
}

fn to_json(cubes: &Cubes, factors: &[Factor], found: &[Solution]) -> Value {
    let factor = |factor: &Factor| -> Value {
        factor
            .iter()
            .enumerate()
            .map(|(cube, &pair)| json!([edge(cubes, cube, pair).0, edge(cubes, cube, pair).1]))
            .collect()
    };
    let side = |solution: &Solution, i: usize| -> Value {
        solution.shown.iter().map(|shown| cubes.colours[sides(shown)[i]].clone()).collect()
    };
    let solution = |s: &Solution| {
        json!({
            "factors": [s.front_back + 1, s.left_right + 1],
            "front": side(s, 0), "back": side(s, 1), "left": side(s, 2), "right": side(s, 3),
        })
    };
    json!({
        "cubes": cubes.pairs.len(), "colours": cubes.colours,
        "factors": factors.iter().map(factor).collect::<Value>(),
        "solutions": found.iter().map(solution).collect::<Value>(),
        "reason": say(&reason(factors.len(), found.len())),
        // why: null stands for a number beyond 64 bits.
        "arrangements": u32::try_from(cubes.pairs.len()).ok().and_then(|cubes| 24u64.checked_pow(cubes)),
        "pairs_of_factors": factors.len() * factors.len().saturating_sub(1) / 2,
    })
}

/// The multigraph, then its factors side by side.
pub(super) fn picture(cubes: &Cubes, factors: &[Factor], found: &[Solution]) -> Picture {
    const MOST: usize = 24;
    let graph = |title: Text, keep: &dyn Fn(usize, usize) -> bool| {
        let vertices = cubes.colours.iter().map(Vertex::new).collect();
        let mut edges = Vec::new();
        for (cube, pairs) in cubes.pairs.iter().enumerate() {
            for (_, &(a, b)) in pairs.iter().enumerate().filter(|(pair, _)| keep(cube, *pair)) {
                edges.push(Edge::new(a, b).label((cube + 1).to_string()).role(Role::Series(cube as u8 % 8)));
            }
        }
        let count = edges.len();
        let description = Text::new("{colours} colours, {edges} edges labelled with their cubes")
            .with("colours", cubes.colours.len())
            .with("edges", count);
        let network = Network::new(vertices, edges).at(grundy_draw::layout::circle(cubes.colours.len()));
        let mut picture = network.picture("", description).titled(title.clone());
        picture.caption(title);
        picture
    };
    let nets = (0..cubes.pairs.len()).take(MOST).map(|cube| figures::net(cubes, cube));
    let mut pictures: Vec<Picture> = nets.collect();
    pictures.push(graph(Text::new("Opposite faces"), &|_, _| true));
    for (i, factor) in factors.iter().take(MOST).enumerate() {
        pictures.push(graph(Text::new("Factor {number}").with("number", i + 1), &|cube, pair| {
            usize::from(factor[cube]) == pair
        }));
    }
    pictures.extend(found.iter().take(MOST).map(|solution| figures::column(cubes, solution)));
    let title = Text::new("Cubes: their nets, the multigraph of opposite faces, its canonical factors and the columns");
    Picture::gallery("", pictures).titled(title)
}
