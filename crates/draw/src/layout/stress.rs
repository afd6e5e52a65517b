//! Stress majorisation of a connected graph: drawn distances shall be the graph's distances.

use std::collections::VecDeque;

use grundy_budget::{pulse, room_for};

use crate::shape::{Bounds, Point, distance};

/// All distances of a connected graph by breadth-first search from every vertex.
fn distances(neighbours: &[Vec<usize>]) -> Vec<Vec<f64>> {
    let n = neighbours.len();
    let mut queue = VecDeque::new();
    room_for((n * n * size_of::<f64>()) as u64);
    (0..n)
        .map(|start| {
            pulse(n as u64);
            let mut d = vec![f64::INFINITY; n];
            d[start] = 0.0;
            queue.push_back(start);
            while let Some(v) = queue.pop_front() {
                for &w in &neighbours[v] {
                    if d[w].is_infinite() {
                        d[w] = d[v] + 1.0;
                        queue.push_back(w);
                    }
                }
            }
            d
        })
        .collect()
}

/// A layout of low stress with edges about one unit long; among several starts the one that looks best.
pub(super) fn place(neighbours: &[Vec<usize>]) -> Vec<Point> {
    let n = neighbours.len();
    let target = distances(neighbours);
    let edges: Vec<(usize, usize)> =
        (0..n).flat_map(|a| neighbours[a].iter().filter(move |&&b| a < b).map(move |&b| (a, b))).collect();
    // Crossings are only worth counting where they can be avoided.
    let starts = if n <= 40 && edges.len() <= 300 { 12 } else { 1 };
    let rounds = if n <= 300 { 120 } else { 25 };
    let best = (0..starts)
        .map(|i| {
            let mut points = start(&target, i);
            majorise(&mut points, &target, rounds);
            let blemishes =
                if starts > 1 { crossings(&points, &edges) + 4 * touched(&points, &edges) } else { 0 } as f64;
            (blemishes + stress(&points, &target) / n as f64, points)
        })
        .min_by(|a, b| a.0.total_cmp(&b.0));
    // why: there is at least one start
    let mut points = best.map(|(_, points)| points).unwrap_or_default();
    if starts > 1 {
        clear(&mut points, &edges);
    }
    straighten(&mut points, &edges);
    points
}

/// The first start spreads the vertices by distance from far-off pivots, the others by fixed pseudo-random numbers.
fn start(target: &[Vec<f64>], index: u64) -> Vec<Point> {
    let n = target.len();
    let mut state = 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(index + 1);
    let mut random = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1u64 << 53) as f64 - 0.5
    };
    if index > 0 {
        let size = (n as f64).sqrt() * 2.0;
        return (0..n).map(|_| (size * random(), size * random())).collect();
    }
    let farthest = |from: &[usize]| {
        let nearest = |v: usize| from.iter().map(|&p| target[p][v]).fold(f64::INFINITY, f64::min);
        // why: no vertices, no farthest one
        (0..n).max_by(|&a, &b| nearest(a).total_cmp(&nearest(b)).then(b.cmp(&a))).unwrap_or(0)
    };
    let p = farthest(&[0]);
    let q = farthest(&[p]);
    let r = farthest(&[p, q]);
    let s = farthest(&[r]);
    (0..n)
        .map(|v| {
            let x = (target[p][v] - target[q][v]) / 2.0;
            let y = (target[r][v] - target[s][v]) / 2.0;
            (x + 0.1 * random(), y + 0.1 * random())
        })
        .collect()
}

/// Moves each vertex in turn to where its distances to all others pull it; weights 1/d² (Kamada and Kawai's choice).
fn majorise(points: &mut [Point], target: &[Vec<f64>], rounds: usize) {
    let n = points.len();
    for _ in 0..rounds {
        let mut moved = 0.0f64;
        for i in 0..n {
            pulse(n as u64 / 4);
            let (xi, yi) = points[i];
            let (mut sx, mut sy, mut total) = (0.0, 0.0, 0.0);
            for (j, &(xj, yj)) in points.iter().enumerate() {
                if i == j {
                    continue;
                }
                let d = target[i][j];
                let weight = 1.0 / (d * d);
                let (dx, dy) = (xi - xj, yi - yj);
                let pull = d / (dx * dx + dy * dy).sqrt().max(1e-6);
                sx += weight * (xj + dx * pull);
                sy += weight * (yj + dy * pull);
                total += weight;
            }
            let next = (sx / total, sy / total);
            moved = moved.max((next.0 - xi).abs().max((next.1 - yi).abs()));
            points[i] = next;
        }
        if moved < 1e-4 {
            break;
        }
    }
}

fn stress(points: &[Point], target: &[Vec<f64>]) -> f64 {
    let mut sum = 0.0;
    for i in 0..points.len() {
        pulse(i as u64 / 4);
        for j in 0..i {
            let d = target[i][j];
            sum += (distance(points[i], points[j]) / d - 1.0).powi(2);
        }
    }
    sum
}

/// How many pairs of edges without a common end cross.
pub(super) fn crossings(points: &[Point], edges: &[(usize, usize)]) -> usize {
    let side = |a: Point, b: Point, c: Point| (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0);
    let mut count = 0;
    for (i, &(a, b)) in edges.iter().enumerate() {
        pulse(i as u64 / 4);
        for &(c, d) in &edges[..i] {
            if a == c || a == d || b == c || b == d {
                continue;
            }
            let (pa, pb, pc, pd) = (points[a], points[b], points[c], points[d]);
            if side(pa, pb, pc) * side(pa, pb, pd) < 0.0 && side(pc, pd, pa) * side(pc, pd, pb) < 0.0 {
                count += 1;
            }
        }
    }
    count
}

/// How near a vertex may come to an edge that is not its own.
const CLEARANCE: f64 = 0.28;

/// The vector from an edge to a foreign vertex, when it is too near.
fn too_near(points: &[Point], (a, b): (usize, usize), v: usize) -> Option<Point> {
    let (pa, pb, p) = (points[a], points[b], points[v]);
    let (dx, dy) = (pb.0 - pa.0, pb.1 - pa.1);
    let length = (dx * dx + dy * dy).max(1e-9);
    let t = (((p.0 - pa.0) * dx + (p.1 - pa.1) * dy) / length).clamp(0.0, 1.0);
    let away = (p.0 - pa.0 - t * dx, p.1 - pa.1 - t * dy);
    (v != a && v != b && away.0.hypot(away.1) < CLEARANCE).then_some(away)
}

/// Pushes vertices gently off the edges that pass too near.
fn clear(points: &mut [Point], edges: &[(usize, usize)]) {
    for _ in 0..40 {
        let mut moved = false;
        for &(a, b) in edges {
            pulse(points.len() as u64 / 4);
            for v in 0..points.len() {
                let Some((x, y)) = too_near(points, (a, b), v) else { continue };
                let d = x.hypot(y);
                let (ux, uy) = if d > 1e-6 {
                    (x / d, y / d)
                } else {
                    let length = distance(points[a], points[b]).max(1e-9);
                    ((points[a].1 - points[b].1) / length, (points[b].0 - points[a].0) / length)
                };
                let push = (CLEARANCE - d) / 2.0 + 0.005;
                points[v] = (points[v].0 + ux * push, points[v].1 + uy * push);
                for end in [a, b] {
                    points[end] = (points[end].0 - ux * push / 2.0, points[end].1 - uy * push / 2.0);
                }
                moved = true;
            }
        }
        if !moved {
            break;
        }
    }
}

/// How many pairs of vertex and foreign edge nearly touch.
fn touched(points: &[Point], edges: &[(usize, usize)]) -> usize {
    edges.iter().map(|&edge| (0..points.len()).filter(|&v| too_near(points, edge, v).is_some()).count()).sum()
}

/// Turns the drawing so that its edges lie along the axes as far as may be, and wider than high.
fn straighten(points: &mut [Point], edges: &[(usize, usize)]) {
    let (mut sin, mut cos) = (0.0, 0.0);
    for &(a, b) in edges {
        let angle = 4.0 * (points[b].1 - points[a].1).atan2(points[b].0 - points[a].0);
        sin += angle.sin();
        cos += angle.cos();
    }
    let turn = -f64::atan2(sin, cos) / 4.0;
    rotate(points, turn);
    let bounds = Bounds::of(points.iter().copied());
    if bounds.height() > bounds.width() * 1.05 {
        rotate(points, std::f64::consts::FRAC_PI_2);
    }
    // The first vertex goes to the upper left.
    let centre = |axis: fn(&Point) -> f64, points: &[Point]| points.iter().map(axis).sum::<f64>() / points.len() as f64;
    let (cx, cy) = (centre(|p| p.0, points), centre(|p| p.1, points));
    let first = points.first().copied().unwrap_or_default();
    let flip = |wrong: bool| if wrong { -1.0 } else { 1.0 };
    let (fx, fy) = (flip(first.0 > cx + 1e-6), flip(first.1 > cy + 1e-6));
    for p in points {
        *p = (fx * p.0, fy * p.1);
    }
}

fn rotate(points: &mut [Point], angle: f64) {
    let (sin, cos) = angle.sin_cos();
    for p in points {
        *p = (p.0 * cos - p.1 * sin, p.0 * sin + p.1 * cos);
    }
}
