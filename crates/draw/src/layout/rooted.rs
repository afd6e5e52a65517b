//! Layout of graphs that stand on the ground: heights by distance from it, one foot for every edge end on the ground.

use std::collections::VecDeque;

use super::layered::{LayeredOptions, layered};
use crate::shape::Point;

/// Where everything is, in edge lengths; the ground is at height 0 and y grows downwards.
pub(crate) struct Rooted {
    /// Vertices above the ground; ground vertices are unused.
    pub points: Vec<Point>,
    /// The feet of each edge: for each end that is on the ground.
    pub feet: Vec<[Option<Point>; 2]>,
}

/// Lays out a graph whose ground vertices are marked. Vertices not joined to the ground hang one level above the rest.
pub(crate) fn rooted(ground: &[bool], edges: &[(usize, usize)]) -> Rooted {
    let n = ground.len();
    let heights = heights(ground, edges);
    // Items: all vertices above the ground, then feet, and for an arch on the ground a helper over its two feet.
    let mut levels = Vec::new();
    let mut item = vec![usize::MAX; n];
    for v in (0..n).filter(|&v| !ground[v]) {
        item[v] = levels.len();
        levels.push(heights[v]);
    }
    let mut arcs = Vec::new();
    let mut feet = Vec::new();
    for &(a, b) in edges {
        let mut pair = [None; 2];
        for (side, v) in [(0, a), (1, b)] {
            if ground[v] {
                pair[side] = Some(levels.len());
                levels.push(0);
            }
        }
        match pair {
            [Some(p), Some(q)] => {
                arcs.extend([(levels.len(), p), (levels.len(), q)]);
                levels.push(1);
            }
            [Some(p), None] => arcs.push((item[b], p)),
            [None, Some(q)] => arcs.push((item[a], q)),
            [None, None] => arcs.push((item[a], item[b])),
        }
        feet.push(pair);
    }
    let options = LayeredOptions { gap: 0.85, level_gap: 1.0, row_gap: 0.0, row: usize::MAX };
    let placed = layered(&levels, &vec![0.0; levels.len()], &arcs, options);
    let lowest = placed.points.iter().map(|p| p.1).fold(0.0, f64::max);
    let unit = placed.points.iter().zip(&levels).find(|(_, l)| **l == 1).map_or(1.0, |(p, _)| lowest - p.1);
    let at = |i: usize| (placed.points[i].0, (placed.points[i].1 - lowest) / if unit > 0.0 { unit } else { 1.0 });
    Rooted {
        points: item.iter().map(|&i| if i == usize::MAX { (0.0, 0.0) } else { at(i) }).collect(),
        feet: feet.iter().map(|pair| pair.map(|foot| foot.map(at))).collect(),
    }
}

fn heights(ground: &[bool], edges: &[(usize, usize)]) -> Vec<usize> {
    let n = ground.len();
    let mut neighbours = vec![Vec::new(); n];
    for &(a, b) in edges {
        neighbours[a].push(b);
        neighbours[b].push(a);
    }
    let mut height: Vec<Option<usize>> = ground.iter().map(|&g| g.then_some(0)).collect();
    let mut queue: VecDeque<usize> = (0..n).filter(|&v| ground[v]).collect();
    let mut highest = 0;
    while let Some(v) = queue.pop_front() {
        // why: what stands in the queue has its height
        let next = height[v].unwrap_or(0) + 1;
        for &w in &neighbours[v] {
            if height[w].is_none() {
                height[w] = Some(next);
                highest = highest.max(next);
                queue.push_back(w);
            }
        }
    }
    height.into_iter().map(|h| h.unwrap_or(highest + 1)).collect()
}
