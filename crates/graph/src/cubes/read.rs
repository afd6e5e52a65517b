//! Reading coloured cubes, from pairs of opposite faces or from unfolded nets.

use super::Cubes;
use crate::GraphError;
use grundy_lang::Text;
use std::collections::BTreeMap;

/// Reads cubes from text.
///
/// Either pairs of opposite faces: a cube on each line or between `;`, as `B-G, G-G, B-V`, with an optional `1:` in
/// front. Or nets: a letter for each face on a grid of characters, `.` or blank where there is none, and an empty line
/// between cubes. Lines that start with `#` are comments.
pub fn read_cubes(text: &str) -> Result<Cubes, GraphError> {
    let lines: Vec<(usize, &str)> =
        (1..).zip(text.lines()).filter(|(_, line)| !line.trim_start().starts_with('#')).collect();
    let faces = if lines.iter().any(|(_, line)| line.contains('-')) { from_pairs(&lines)? } else { from_nets(&lines)? };
    let mut colours: Vec<String> = Vec::new();
    let mut number = |name: String| {
        colours.iter().position(|known| *known == name).unwrap_or_else(|| {
            colours.push(name);
            colours.len() - 1
        })
    };
    let pairs: Vec<[(usize, usize); 3]> =
        faces.into_iter().map(|cube| cube.map(|(a, b)| (number(a), number(b)))).collect();
    let count = pairs.len();
    if count < 2 {
        return Err(GraphError::Puzzle(
            Text::new("the puzzle needs at least 2 cubes, here is {count}").with("count", count),
        ));
    }
    if colours.len() != count {
        let reason = Text::new(
            "{count} cubes need {count} colours, so that a side can show every colour; here are {found}: {colours}",
        );
        let reason = reason.with("count", count).with("found", colours.len()).with("colours", colours.join(", "));
        return Err(GraphError::Puzzle(reason));
    }
    Ok(Cubes { colours, pairs })
}

type Faces = [(String, String); 3];

fn from_pairs(lines: &[(usize, &str)]) -> Result<Vec<Faces>, GraphError> {
    let mut cubes = Vec::new();
    for &(line, text) in lines {
        for cube in text.split(';').map(str::trim).filter(|cube| !cube.is_empty()) {
            let cube = match cube.split_once(':') {
                Some((label, rest)) if label.trim().parse::<u32>().is_ok() => rest,
                _ => cube,
            };
            let pairs: Vec<(String, String)> =
                cube.split(',').map(|pair| opposite(line, pair)).collect::<Result<_, _>>()?;
            let count = pairs.len();
            let faces = pairs.try_into().map_err(|_| {
                let reason = Text::new("a cube has 3 pairs of opposite faces, here are {count}");
                GraphError::line(line, reason.with("count", count))
            })?;
            cubes.push(faces);
        }
    }
    Ok(cubes)
}

fn opposite(line: usize, pair: &str) -> Result<(String, String), GraphError> {
    match pair.split('-').map(str::trim).collect::<Vec<_>>().as_slice() {
        [a, b] if !a.is_empty() && !b.is_empty() => Ok(((*a).to_owned(), (*b).to_owned())),
        _ => {
            let reason = Text::new("expected two colours joined by `-`, found `{found}`");
            Err(GraphError::line(line, reason.with("found", pair.trim())))
        }
    }
}

fn from_nets(lines: &[(usize, &str)]) -> Result<Vec<Faces>, GraphError> {
    let blank = |line: &str| line.chars().all(|c| c == '.' || c.is_whitespace());
    let nets = lines.split(|(_, line)| blank(line)).filter(|net| !net.is_empty());
    nets.map(fold).collect()
}

/// The frame of a face while the cube rolls over its net: the directions (±1, ±2, ±3 for the axes) that point to the
/// right, down, and into the paper. The last one names the face.
type Frame = [i8; 3];

/// Folds one net: the letters and which faces they lie on.
fn fold(net: &[(usize, &str)]) -> Result<Faces, GraphError> {
    let line = net[0].0;
    let mut letters: BTreeMap<(usize, usize), char> = BTreeMap::new();
    for (row, (_, text)) in net.iter().enumerate() {
        letters.extend(
            text.chars().enumerate().filter(|(_, c)| *c != '.' && !c.is_whitespace()).map(|(col, c)| ((row, col), c)),
        );
    }
    if letters.len() != 6 {
        let reason = Text::new("the net of a cube has 6 faces, here are {count}");
        return Err(GraphError::line(line, reason.with("count", letters.len())));
    }
    let mut faces: BTreeMap<i8, char> = BTreeMap::new();
    let mut frames: BTreeMap<(usize, usize), Frame> = BTreeMap::new();
    let mut queue: Vec<((usize, usize), Frame)> = letters.keys().take(1).map(|&first| (first, [1, 2, 3])).collect();
    while let Some((cell, frame)) = queue.pop() {
        let Some(&letter) = letters.get(&cell) else { continue };
        if frames.insert(cell, frame).is_some() {
            continue;
        }
        faces.insert(frame[2], letter);
        let [right, down, into] = frame;
        // Rolling over an edge: what pointed that way now points into the paper.
        queue.push(((cell.0, cell.1 + 1), [-into, down, right]));
        queue.push(((cell.0 + 1, cell.1), [right, -into, down]));
        if cell.1 > 0 {
            queue.push(((cell.0, cell.1 - 1), [into, down, -right]));
        }
        if cell.0 > 0 {
            queue.push(((cell.0 - 1, cell.1), [right, into, -down]));
        }
    }
    if faces.len() != 6 {
        return Err(GraphError::line(line, "these six squares do not fold into a cube"));
    }
    Ok([1, 2, 3].map(|axis| (faces[&axis].to_string(), faces[&-axis].to_string())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn message(text: &str) -> String {
        read_cubes(text).unwrap_err().to_string()
    }

    #[test]
    fn nets_and_pairs_say_the_same() {
        // Six letters are too many colours, but these nets fold; a row of six squares does not.
        assert!(message(" A\nBCDE\n F\n\n.F\n.A\n.BC\nDE.\n").starts_with("2 cubes need 2 colours"));
        let strip = message(" A\nBCDE\n F\n\n.F\n.A\n.BC\nDE.\n\nBBCCDD\n");
        insta::assert_snapshot!(strip, @"line 10: these six squares do not fold into a cube");
        let staircase = [(1, "AB"), (2, ".CD"), (3, "..EF")];
        let folded = fold(&staircase).unwrap();
        // In a staircase the faces two steps on are opposite.
        let joined = folded.map(|(a, b)| if a < b { a + &b } else { b + &a });
        let mut joined = joined.to_vec();
        joined.sort();
        assert_eq!(joined, ["AD", "BE", "CF"]);
    }

    #[test]
    fn two_cubes_as_nets() {
        let cubes = read_cubes(" R\nGRGR\n G\n\n R\nRGGR\n G\n").unwrap();
        assert_eq!((cubes.colours.len(), cubes.pairs.len()), (2, 2));
    }

    #[test]
    fn errors_say_what_is_wrong() {
        insta::assert_snapshot!(message("A-B,C-D"), @"line 1: a cube has 3 pairs of opposite faces, here are 2");
        insta::assert_snapshot!(message("1: A-B, A-A, B-B\n2: A-B, A-A, B"), @"line 2: expected two colours joined by `-`, found `B`");
        insta::assert_snapshot!(message("A-A,A-A,A-A"), @"the puzzle needs at least 2 cubes, here is 1");
        insta::assert_snapshot!(message("A-A,A-A,A-A;A-A,A-A,A-A"), @"2 cubes need 2 colours, so that a side can show every colour; here are 1: A");
        insta::assert_snapshot!(message("ABC\n"), @"line 1: the net of a cube has 6 faces, here are 3");
        insta::assert_snapshot!(message("AB\nCD\nEF\n"), @"line 1: these six squares do not fold into a cube");
        insta::assert_snapshot!(message(""), @"the puzzle needs at least 2 cubes, here is 0");
    }

    /// The eleven nets of the cube: of all sets of six squares, exactly these fold.
    #[test]
    fn eleven_hexominoes_fold() {
        let mut shapes: std::collections::BTreeSet<Vec<(i8, i8)>> = [vec![(0, 0)]].into();
        for _ in 1..6 {
            let grow = |shape: &Vec<(i8, i8)>| {
                let near = shape.iter().flat_map(|&(r, c)| [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]);
                let fresh: Vec<(i8, i8)> = near.filter(|cell| !shape.contains(cell)).collect();
                fresh
                    .into_iter()
                    .map(|cell| canonical(shape.iter().copied().chain([cell]).collect()))
                    .collect::<Vec<_>>()
            };
            shapes = shapes.iter().flat_map(grow).collect();
        }
        assert_eq!(shapes.len(), 35);
        let folds = shapes.iter().filter(|shape| {
            let mut grid = vec![vec!['.'; 6]; 6];
            shape.iter().zip("ABCDEF".chars()).for_each(|(&(r, c), letter)| grid[r as usize][c as usize] = letter);
            let rows: Vec<String> = grid.into_iter().map(|row| row.into_iter().collect()).collect();
            let net: Vec<(usize, &str)> = rows.iter().map(|row| (1, row.as_str())).collect();
            fold(&net).is_ok()
        });
        assert_eq!(folds.count(), 11);
    }

    /// The least of the eight pictures of a shape, moved to the corner.
    fn canonical(shape: Vec<(i8, i8)>) -> Vec<(i8, i8)> {
        let turn = |shape: &Vec<(i8, i8)>| shape.iter().map(|&(r, c)| (c, -r)).collect::<Vec<_>>();
        let flip = |shape: &Vec<(i8, i8)>| shape.iter().map(|&(r, c)| (r, -c)).collect::<Vec<_>>();
        let corner = |mut shape: Vec<(i8, i8)>| {
            let (r0, c0) = (shape.iter().map(|s| s.0).min().unwrap(), shape.iter().map(|s| s.1).min().unwrap());
            shape.iter_mut().for_each(|(r, c)| (*r, *c) = (*r - r0, *c - c0));
            shape.sort_unstable();
            shape
        };
        let mut pictures = Vec::new();
        let mut now = shape;
        for _ in 0..4 {
            now = turn(&now);
            pictures.push(corner(now.clone()));
            pictures.push(corner(flip(&now)));
        }
        pictures.into_iter().min().unwrap()
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "[A-D:;,.\n 0-9-]{0,60}") {
            let _ = read_cubes(&text);
        }
    }
}
