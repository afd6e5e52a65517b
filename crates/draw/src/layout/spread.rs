//! Layout of undirected graphs: known shapes get their usual drawing, others one of least stress.

use super::{known, stress};
use crate::shape::{Bounds, Point};

/// Blank between components, in edge lengths.
const GAP: f64 = 0.9;

/// Vertices beyond which a component is drawn on a circle: the table of distances would grow too large.
const MOST: usize = 2000;

/// Points on a circle with neighbours one unit apart, the first at the top, clockwise.
pub fn circle(n: usize) -> Vec<Point> {
    if n == 1 {
        return vec![(0.0, 0.0)];
    }
    let turn = std::f64::consts::TAU / n as f64;
    let radius = 0.5 / (turn / 2.0).sin();
    (0..n).map(|i| (radius * (turn * i as f64).sin(), -radius * (turn * i as f64).cos())).collect()
}

/// Places the `n` vertices of an undirected graph in the plane, with edges about one unit long.
///
/// Components are laid out one by one and packed in rows. A path becomes a line, folded when it is long, a cycle or
/// complete graph a regular polygon, a complete bipartite graph two rows, a grid a grid, generalised Petersen graphs two
/// rings; anything else is placed by stress majorisation (Gansner, Koren and
/// North, 2004) from fixed starts, choosing the result with fewest crossings. Loops, repeated edges and edges to
/// vertices that do not exist are ignored. Time O(n² · rounds) a component.
pub fn spread(n: usize, edges: &[(usize, usize)]) -> Vec<Point> {
    let neighbours = adjacency(n, edges);
    let mut points = vec![(0.0, 0.0); n];
    let mut boxes = Vec::new();
    for members in components(&neighbours) {
        let mut local = vec![usize::MAX; n];
        for (i, &v) in members.iter().enumerate() {
            local[v] = i;
        }
        let inner: Vec<Vec<usize>> =
            members.iter().map(|&v| neighbours[v].iter().map(|&w| local[w]).collect()).collect();
        let placed = place_component(&inner);
        let bounds = Bounds::of(placed.iter().copied());
        for (&v, &p) in members.iter().zip(&placed) {
            points[v] = (p.0 - bounds.left, p.1 - bounds.top);
        }
        boxes.push((members, bounds.width(), bounds.height()));
    }
    boxes.sort_by(|a, b| b.2.total_cmp(&a.2));
    pack(&mut points, &boxes);
    points
}

fn adjacency(n: usize, edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut neighbours = vec![Vec::new(); n];
    for &(a, b) in edges {
        if a != b && a < n && b < n {
            neighbours[a].push(b);
            neighbours[b].push(a);
        }
    }
    for list in &mut neighbours {
        list.sort_unstable();
        list.dedup();
    }
    neighbours
}

fn components(neighbours: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut seen = vec![false; neighbours.len()];
    let mut all = Vec::new();
    for start in 0..neighbours.len() {
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        let mut members = vec![start];
        let mut next = 0;
        while next < members.len() {
            for &w in &neighbours[members[next]] {
                if !std::mem::replace(&mut seen[w], true) {
                    members.push(w);
                }
            }
            next += 1;
        }
        members.sort_unstable();
        all.push(members);
    }
    all
}

/// Shelves of boxes from left to right, about 1.6 times as wide as high in all.
fn pack(points: &mut [Point], boxes: &[(Vec<usize>, f64, f64)]) {
    let area: f64 = boxes.iter().map(|(_, w, h)| (w + GAP) * (h + GAP)).sum();
    let widest = boxes.iter().map(|&(_, w, _)| w).fold(0.0, f64::max);
    let limit = (area * 1.6).sqrt().max(widest);
    let (mut x, mut y, mut row) = (0.0, 0.0, 0.0f64);
    for (members, w, h) in boxes {
        if x > 0.0 && x + w > limit + 1e-9 {
            (x, y, row) = (0.0, y + row + GAP, 0.0);
        }
        for &v in members {
            points[v] = (points[v].0 + x, points[v].1 + y);
        }
        x += w + GAP;
        row = row.max(*h);
    }
}

fn place_component(neighbours: &[Vec<usize>]) -> Vec<Point> {
    let n = neighbours.len();
    let m: usize = neighbours.iter().map(Vec::len).sum::<usize>() / 2;
    if n <= 2 {
        return (0..n).map(|i| (i as f64, 0.0)).collect();
    }
    if m == n * (n - 1) / 2 || n > MOST {
        return circle(n);
    }
    if neighbours.iter().all(|list| list.len() == 2) {
        return along(neighbours, 0, &circle(n));
    }
    if m == n - 1 && neighbours.iter().all(|list| list.len() <= 2) {
        // why: a path has an end
        let end = neighbours.iter().position(|list| list.len() == 1).unwrap_or(0);
        return along(neighbours, end, &known::snake(n));
    }
    let usual =
        complete_bipartite(neighbours, m).or_else(|| known::grid(neighbours)).or_else(|| known::rings(neighbours));
    usual.unwrap_or_else(|| stress::place(neighbours))
}

/// Walks a path or cycle from a vertex and hands out the places in order.
fn along(neighbours: &[Vec<usize>], start: usize, places: &[Point]) -> Vec<Point> {
    let mut points = vec![None; places.len()];
    let mut at = Some(start);
    let mut places = places.iter();
    while let Some(v) = at {
        points[v] = places.next().copied();
        at = neighbours[v].iter().copied().find(|&w| points[w].is_none());
    }
    points.into_iter().map(Option::unwrap_or_default).collect()
}

/// Two rows when the graph is complete bipartite and no star.
fn complete_bipartite(neighbours: &[Vec<usize>], m: usize) -> Option<Vec<Point>> {
    let right = &neighbours[0];
    let left = &neighbours[*right.first()?];
    let (a, b) = (left.len(), right.len());
    let full = a + b == neighbours.len()
        && a * b == m
        && a.min(b) >= 2
        && left.iter().all(|&v| neighbours[v] == *right)
        && right.iter().all(|&v| neighbours[v] == *left);
    if !full {
        return None;
    }
    let mut points = vec![(0.0, 0.0); neighbours.len()];
    let depth = (a.max(b) as f64 * 0.5).max(1.0);
    for (side, y) in [(left, 0.0), (right, depth)] {
        for (i, &v) in side.iter().enumerate() {
            points[v] = (i as f64 - (side.len() - 1) as f64 / 2.0, y);
        }
    }
    Some(points)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::distance;

    #[test]
    fn vertices_keep_apart() {
        let wheel: Vec<_> = (1..8).flat_map(|i| [(0, i), (i, i % 7 + 1)]).collect();
        let grid: Vec<_> =
            (0..12).flat_map(|v| [(v, v + 4), (v, if v % 4 < 3 { v + 1 } else { v })]).filter(|e| e.1 < 12).collect();
        for (n, edges) in [(8, wheel), (12, grid), (30, vec![]), (6, vec![(0, 1), (1, 2), (3, 4)])] {
            let points = spread(n, &edges);
            for i in 0..n {
                for j in 0..i {
                    assert!(distance(points[i], points[j]) > 0.4, "{n}: {i} {j} {points:?}");
                }
            }
        }
    }

    #[test]
    fn a_grid_is_drawn_without_crossings() {
        let at = |i: usize, j: usize| 4 * i + j;
        let mut edges = Vec::new();
        for i in 0..3 {
            for j in 0..4 {
                if i < 2 {
                    edges.push((at(i, j), at(i + 1, j)));
                }
                if j < 3 {
                    edges.push((at(i, j), at(i, j + 1)));
                }
            }
        }
        let points = spread(12, &edges);
        assert_eq!(stress::crossings(&points, &edges), 0);
    }

    #[test]
    fn paths_are_straight_and_cycles_are_round() {
        let path = spread(4, &[(2, 0), (0, 3), (3, 1)]);
        assert!(path.iter().all(|p| p.1.abs() < 1e-9));
        let cycle = spread(5, &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)]);
        for i in 0..5 {
            assert!((distance(cycle[i], cycle[(i + 1) % 5]) - 1.0).abs() < 1e-9);
        }
    }
}
