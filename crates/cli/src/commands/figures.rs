//! Figures that show no position: Hasse diagrams, the first surreal numbers, diagrams of words, the graph of a formula.

use crate::failure::Failure;
use crate::files::FileSystem;
use grundy_draw::{Edge, Network, Picture, Role, Shape, Vertex, layout, text_width};
use grundy_games::formula::read_formula;
use grundy_graph::bracelet::{bracelet_length, bracelet_pieces};
use grundy_graph::cubes::{Cubes, Solution};
use grundy_lang::Text;
use grundy_logic::KaylesGraph;
use grundy_solve::Position;
use grundy_value::Dyadic;

/// A position as a partial order: taking an element takes everything above it.
pub fn hasse(position: &Position) -> Result<Picture, Failure> {
    let mut pictures = Vec::new();
    for part in position.parts() {
        let Some(order) = part.hasse() else {
            let problem = Text::new(
                "{position} is not drawn as a partial order; games that are: nim, chomp, bar, poset, when not too large",
            );
            return Err(Failure::Usage(problem.with("position", part.text())));
        };
        let vertices = order.elements.iter().map(Vertex::new).collect();
        let covers = order.covers.iter().map(|&(lower, upper)| Edge::new(lower, upper)).collect();
        let words = Text::new(
            "Hasse diagram with {count} elements, larger ones higher: taking an element takes everything above it.",
        );
        let words = words.with("count", order.elements.len());
        pictures.push(Network::new(vertices, covers).by_level(&order.levels()).picture(part.text(), words));
    }
    let title = Text::new("Hasse diagram of {position}").with("position", position);
    Ok(Picture::sum("", pictures).titled(title))
}

/// Days beyond which the tree of numbers is too wide to draw.
const MOST_DAYS: u32 = 7;

/// The numbers born in the first days, as a tree: each hangs from the last of its two neighbours to be born.
pub fn surreal_tree(text: &str) -> Result<Picture, Failure> {
    // why: the mistake is told with what was expected.
    let days = text.trim().parse::<u32>().ok().filter(|days| *days <= MOST_DAYS).ok_or_else(|| {
        Failure::Usage(Text::new("expected a number of days from 0 to {most}").with("most", MOST_DAYS))
    })?;
    let mut numbers: Vec<(Dyadic, u32)> = Vec::new();
    for day in 0..=days {
        let fresh: Vec<Dyadic> = match (numbers.first(), numbers.last()) {
            (Some((first, _)), Some((last, _))) => {
                let one = Dyadic::small(1, 0);
                let between = numbers.windows(2).map(|pair| (&pair[0].0 + &pair[1].0).half());
                [first - &one].into_iter().chain(between).chain([last + &one]).collect()
            }
            _ => vec![Dyadic::small(0, 0)],
        };
        numbers.extend(fresh.into_iter().map(|number| (number, day)));
        numbers.sort();
    }
    let vertices = numbers.iter().map(|(number, _)| Vertex::new(number.to_string())).collect();
    let mut edges = Vec::new();
    for (index, (_, day)) in numbers.iter().enumerate() {
        // The parent is the younger of the nearest older numbers on both sides.
        let left = numbers[..index].iter().rposition(|(_, other)| other < day);
        let right = numbers[index + 1..].iter().position(|(_, other)| other < day).map(|at| at + index + 1);
        let parent = left.into_iter().chain(right).max_by_key(|&at| numbers[at].1);
        edges.extend(parent.map(|parent| Edge::new(parent, index)));
    }
    let points = numbers.iter().enumerate().map(|(x, (_, day))| (x as f64 * 0.9, f64::from(*day) * 1.6)).collect();
    let words = Text::new("The numbers born on the days 0 to {days}: {count} of them, in order from left to right.")
        .with("days", days)
        .with("count", numbers.len());
    let mut picture = Network::new(vertices, edges).at(points).picture("", words);
    let bounds = picture.bounds();
    // The discs grow with the longest name, as the network draws them.
    let longest = numbers.iter().map(|(number, _)| text_width(&number.to_string(), 13.0, true)).fold(0.0, f64::max);
    let rim = (longest / 2.0 + 4.0).clamp(16.0, 29.5);
    for day in 0..=days {
        // Rows are evenly spaced between the first and the last.
        let share = if days == 0 { 0.5 } else { f64::from(day) / f64::from(days) };
        let y = bounds.top + rim + (bounds.height() - 2.0 * rim) * share;
        let label = Text::new("day {day}").with("day", day);
        picture.add(Shape::words((bounds.left - 50.0, y), label).role(Role::Muted));
    }
    Ok(picture.titled(Text::new("The surreal numbers of the first days")))
}

/// Arcs beyond which a diagram of words cannot be read.
const MOST_WORDS: u64 = 64;

/// The windows of a longest bracelet, in the order in which they occur: the arcs of an Eulerian circuit.
pub fn windows(colours: u32, window: u32) -> Result<Vec<Vec<u32>>, Failure> {
    let mut beads = Vec::new();
    bracelet_pieces(colours, window, |piece: &[u32]| -> Result<(), Failure> {
        beads.extend_from_slice(piece);
        Ok(())
    })?;
    let size = window as usize;
    Ok((0..beads.len()).map(|start| (0..size).map(|i| beads[(start + i) % beads.len()]).collect()).collect())
}

/// A word in digits and letters.
pub fn word(beads: &[u32]) -> String {
    beads.iter().map(|&bead| char::from_digit(bead, 36).unwrap_or('?')).collect()
}

/// De Bruijn's diagram: words of k − 1 beads joined by words of k, the arcs numbered along an Eulerian circuit.
pub fn de_bruijn(text: &str) -> Result<Picture, Failure> {
    let usage = || {
        let problem = Text::new(
            "expected the number of colours and the length of a window, such as 2,3, with at most {most} windows in all",
        );
        Failure::Usage(problem.with("most", MOST_WORDS))
    };
    let (colours, window) = text.split_once(',').ok_or_else(usage)?;
    let (Ok(colours), Ok(window)) = (colours.trim().parse::<u32>(), window.trim().parse::<u32>()) else {
        return Err(usage());
    };
    if window < 2 || colours == 0 || colours > 36 || bracelet_length(colours, window)? > MOST_WORDS {
        return Err(usage());
    }
    let circuit = windows(colours, window)?;
    let mut words: Vec<&[u32]> = circuit.iter().map(|beads| &beads[1..]).collect();
    words.sort_unstable();
    words.dedup();
    let place = |word: &[u32]| words.partition_point(|other| *other < word);
    let edges = circuit.iter().enumerate().map(|(number, beads)| {
        let (from, to) = (place(&beads[..beads.len() - 1]), place(&beads[1..]));
        Edge::arc(from, to).label(format!("{}: {}", number + 1, word(beads)))
    });
    let vertices = words.iter().map(|beads| Vertex::new(word(beads))).collect();
    let description = Text::new(
        "A diagram with {vertices} words and {arcs} arcs; the numbers on the arcs follow an Eulerian circuit, which spells the bracelet {bracelet}.",
    )
    .with("vertices", words.len())
    .with("arcs", circuit.len())
    .with("bracelet", circuit.iter().map(|beads| word(&beads[..1])).collect::<String>());
    let network = Network::new(vertices, edges.collect()).at(layout::circle(words.len()));
    let title = Text::new("De Bruijn's diagram for {colours} colours and windows of {window} beads");
    Ok(network.picture("", description).titled(title.with("colours", colours).with("window", window)))
}

/// Vertices beyond which the graph of a formula cannot be read.
const MOST_VERTICES: usize = 120;

/// The Node Kayles graph of a formula: a column for each variable, the clauses in the last.
pub fn formula(text: &str) -> Result<Picture, Failure> {
    let formula = read_formula(text, &FileSystem)?;
    let graph = KaylesGraph::new(&formula);
    if graph.vertices() > MOST_VERTICES {
        let problem = Text::new("the graph has {count} vertices; at most {most} are drawn");
        return Err(Failure::Usage(problem.with("count", graph.vertices()).with("most", MOST_VERTICES)));
    }
    let names = graph.vertex_names();
    let shown = |name: &str| match name.strip_prefix('-') {
        Some(rest) => format!("¬{rest}"),
        None => {
            name.replace("clause(", "clause ").trim_end_matches(|c| c == ')' && name.starts_with("clause(")).to_owned()
        }
    };
    let columns = graph.columns();
    let count = columns.len();
    let mut points = vec![(0.0, 0.0); names.len()];
    for (index, group) in columns.into_iter().enumerate() {
        // The first move stands on the left: the last group of vertices.
        let x = (count - 1 - index) as f64 * 3.2;
        let tall = group.len() as f64 - 1.0;
        for (row, vertex) in group.enumerate() {
            // A bow to the side lets the edges of a clique be seen.
            let along = row as f64 - tall / 2.0;
            let bow = if tall > 0.0 { 1.0 - (2.0 * along / tall).powi(2) } else { 0.0 };
            points[vertex] = (x + 0.7 * bow, along * 1.3);
        }
    }
    let vertices = names.iter().map(|name| {
        let role = if name.starts_with("clause(") {
            Role::Kernel
        } else if name.starts_with("y(") {
            Role::Muted
        } else {
            Role::Left
        };
        Vertex::new(shown(name)).role(role)
    });
    let edges: Vec<Edge> = graph.edges().map(|(u, v)| Edge::new(u, v).role(Role::Faint)).collect();
    let words = Text::new(
        "Node Kayles graph of a formula: {vertices} vertices, {edges} edges; a column for each variable, the clauses on the right.",
    )
    .with("vertices", names.len())
    .with("edges", edges.len());
    let network = Network::new(vertices.collect(), edges).at(points);
    Ok(network.picture("", words).titled(Text::new("Node Kayles graph of a formula")))
}

/// Side of a face in a net.
const FACE: f64 = 26.0;

/// A face of a cube: its colour as a letter and a role of its own.
fn face(picture: &mut Picture, cubes: &Cubes, colour: usize, (x, y): (f64, f64)) {
    picture.add(Shape::rect((x, y), FACE, FACE).role(Role::Series(colour as u8 % 8)).width(1.5));
    picture.add(Shape::text((x + FACE / 2.0, y + FACE / 2.0), cubes.colours[colour].clone()).size(13.0).bold());
}

/// The net of a cube: a row of left, front, right, back, with top and bottom beside the front.
pub fn net(cubes: &Cubes, cube: usize) -> Picture {
    let [(front, back), (left, right), (top, bottom)] = cubes.pairs[cube];
    let mut picture = Picture::new("").describe(Text::new("the net of a cube"));
    for (colour, column, row) in [(top, 1, 0), (left, 0, 1), (front, 1, 1), (right, 2, 1), (back, 3, 1), (bottom, 1, 2)]
    {
        face(&mut picture, cubes, colour, (f64::from(column) * FACE, f64::from(row) * FACE));
    }
    picture.caption(Text::new("cube {number}").with("number", cube + 1));
    picture
}

/// The column of a solution: a row for each cube, its front, right, back and left.
pub fn column(cubes: &Cubes, solution: &Solution) -> Picture {
    let mut picture = Picture::new("").describe(Text::new("the column of a solution, side by side"));
    for (row, shown) in solution.shown.iter().enumerate() {
        let sides = [shown.front, shown.right, shown.back, shown.left];
        for (side, colour) in sides.into_iter().enumerate() {
            face(&mut picture, cubes, colour, (side as f64 * (FACE + 14.0), row as f64 * FACE));
        }
    }
    let names = [Text::new("front"), Text::new("right"), Text::new("back"), Text::new("left")];
    for (side, name) in names.into_iter().enumerate() {
        let x = side as f64 * (FACE + 14.0) + FACE / 2.0;
        picture.add(Shape::words((x, -10.0), name).size(11.0).role(Role::Muted));
    }
    let caption = Text::new("factors {first} and {second}")
        .with("first", solution.front_back + 1)
        .with("second", solution.left_right + 1);
    picture.caption(caption);
    picture
}
