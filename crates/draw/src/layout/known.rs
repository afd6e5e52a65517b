//! Usual drawings of graphs that are recognised: grids, two rings with spokes, long paths.

use super::spread::circle;
use crate::shape::Point;
use std::collections::VecDeque;

/// Paths of more vertices than this are folded.
const LONGEST_LINE: usize = 14;

/// Places along a line that turns back at the end of each row, about four times as wide as high.
pub fn snake(n: usize) -> Vec<Point> {
    let row = if n <= LONGEST_LINE { n.max(1) } else { ((4.0 * n as f64).sqrt().ceil() as usize).max(8) };
    let place = |i: usize| {
        let (y, x) = (i / row, i % row);
        let x = if y.is_multiple_of(2) { x } else { row - 1 - x };
        (x as f64, y as f64)
    };
    (0..n).map(place).collect()
}

/// The places of a grid of two or more rows and columns. Its corners are the vertices with two neighbours; with c one of
/// them and e the next along a side of length s, the column of v is (d(v, c) + s − d(v, e)) / 2 and its row the rest of
/// d(v, c).
pub fn grid(neighbours: &[Vec<usize>]) -> Option<Vec<Point>> {
    let corners: Vec<usize> = (0..neighbours.len()).filter(|&v| neighbours[v].len() == 2).collect();
    let [corner, ..] = corners[..] else { return None };
    if corners.len() != 4 {
        return None;
    }
    let from = distances(neighbours, corner);
    let far = *corners.iter().max_by_key(|&&v| from[v])?;
    // The first row is the longer side, or the one with the smaller numbers.
    let ends = corners.iter().filter(|&&v| v != corner && v != far);
    let end = *ends.max_by_key(|&&v| (from[v], std::cmp::Reverse(v)))?;
    let (side, across) = (from[end], distances(neighbours, end));
    let mut places = Vec::with_capacity(neighbours.len());
    for v in 0..neighbours.len() {
        let twice = (from[v] + side).checked_sub(across[v])?;
        let row = from[v].checked_sub(twice / 2)?;
        places.push((twice / 2, row));
    }
    let mut distinct = places.clone();
    distinct.sort_unstable();
    distinct.dedup();
    let step = |a: (usize, usize), b: (usize, usize)| a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1;
    let (columns, rows) = (side + 1, from[far] - side + 1);
    let edges: usize = neighbours.iter().map(Vec::len).sum::<usize>() / 2;
    let is_grid = distinct.len() == neighbours.len()
        && columns * rows == neighbours.len()
        && edges == (columns - 1) * rows + columns * (rows - 1)
        && neighbours.iter().enumerate().all(|(v, list)| list.iter().all(|&w| step(places[v], places[w])));
    is_grid.then(|| places.into_iter().map(|(x, y)| (x as f64, y as f64)).collect())
}

fn distances(neighbours: &[Vec<usize>], start: usize) -> Vec<usize> {
    let mut distance = vec![usize::MAX; neighbours.len()];
    distance[start] = 0;
    let mut queue = VecDeque::from([start]);
    while let Some(v) = queue.pop_front() {
        for &w in &neighbours[v] {
            if distance[w] == usize::MAX {
                distance[w] = distance[v] + 1;
                queue.push_back(w);
            }
        }
    }
    distance
}

/// An outer and an inner ring when the first half of the vertices is a cycle in order, each with a spoke to its image in
/// the second half: prisms, suns and generalised Petersen graphs as they are usually numbered.
pub fn rings(neighbours: &[Vec<usize>]) -> Option<Vec<Point>> {
    let half = neighbours.len() / 2;
    let outer = |v: usize| {
        let mut wanted = [(v + half - 1) % half, (v + 1) % half, v + half];
        wanted.sort_unstable();
        neighbours[v][..] == wanted
    };
    if !neighbours.len().is_multiple_of(2) || half < 3 || !(0..half).all(outer) {
        return None;
    }
    let ring = circle(half);
    let radius = ring[0].0.hypot(ring[0].1);
    let outside = radius.max(1.9);
    let at = |v: usize, r: f64| (ring[v].0 / radius * r, ring[v].1 / radius * r);
    let inside = (0..half).map(|v| at(v, outside - 1.0));
    Some((0..half).map(|v| at(v, outside)).chain(inside).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::distance;

    fn adjacency(n: usize, edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
        let mut lists = vec![Vec::new(); n];
        for &(a, b) in edges {
            lists[a].push(b);
            lists[b].push(a);
        }
        lists.iter_mut().for_each(|list| list.sort_unstable());
        lists
    }

    /// The grid with its vertices numbered by `name`.
    fn lattice(rows: usize, columns: usize, name: impl Fn(usize) -> usize) -> Vec<(usize, usize)> {
        let at = |i: usize, j: usize| name(i * columns + j);
        let mut edges = Vec::new();
        for i in 0..rows {
            for j in 0..columns {
                edges.extend((i + 1 < rows).then(|| (at(i, j), at(i + 1, j))));
                edges.extend((j + 1 < columns).then(|| (at(i, j), at(i, j + 1))));
            }
        }
        edges
    }

    #[test]
    fn grids_are_recognised_under_any_numbering() {
        for (rows, columns) in [(2, 3), (2, 7), (3, 3), (3, 5), (6, 4)] {
            let n = rows * columns;
            for factor in (1..n).filter(|f| (2..=*f).all(|d| f % d != 0 || n % d != 0)) {
                let edges = lattice(rows, columns, |v| v * factor % n);
                let points = grid(&adjacency(n, &edges)).expect("a grid");
                assert!(edges.iter().all(|&(a, b)| (distance(points[a], points[b]) - 1.0).abs() < 1e-9));
            }
        }
        let mut odd = lattice(3, 4, |v| v);
        odd.push((0, 5));
        assert_eq!(grid(&adjacency(12, &odd)), None);
        let ladder: Vec<_> = (0..4).flat_map(|i| [(i, i + 1), (i + 5, i + 6)]).chain([(0, 5), (4, 9)]).collect();
        assert_eq!(grid(&adjacency(10, &ladder)), None);
    }

    #[test]
    fn petersen_has_its_star_inside() {
        let edges: Vec<_> = (0..5).flat_map(|i| [(i, (i + 1) % 5), (i, i + 5), (i + 5, (i + 2) % 5 + 5)]).collect();
        let points = rings(&adjacency(10, &edges)).expect("two rings");
        assert!((0..5).all(|i| points[i].0.hypot(points[i].1) > points[i + 5].0.hypot(points[i + 5].1) + 0.5));
        let cube: Vec<_> = lattice(2, 4, |v| v);
        assert_eq!(rings(&adjacency(8, &cube)), None);
    }

    #[test]
    fn long_paths_are_folded() {
        assert!(snake(14).iter().all(|p| p.1 == 0.0));
        let points = snake(40);
        assert!(points.windows(2).all(|pair| (distance(pair[0], pair[1]) - 1.0).abs() < 1e-9));
        assert!(points.iter().all(|p| p.0 < 14.0 && p.1 < 5.0));
    }
}
