//! Cycles of even length, directed and undirected.

use crate::strong::strong_components;
#[cfg(feature = "sat")]
use crate::watch::Watch;
use crate::{Digraph, Graph, GraphError};
#[cfg(feature = "sat")]
use cadical::Solver;
use grundy_budget::Budget;
#[cfg(feature = "sat")]
use grundy_budget::Exhausted;

/// The vertices of a directed cycle of even length, in order; `None` if there is none.
///
/// That this can be decided in polynomial time was open for decades (N. Robertson, P. D. Seymour and R. Thomas,
/// Permanents, Pfaffian orientations, and even directed circuits, 1999), and the algorithm is not for the faint of heart.
/// Here a SAT solver looks for a set of arcs that enters and leaves each of its vertices once and along which two colours
/// take turns: that is a set of even cycles. Without the feature `sat`, paths are tried one after the other.
pub fn even_cycle(digraph: &Digraph, budget: &Budget) -> Result<Option<Vec<u32>>, GraphError> {
    // Two vertices with arcs both ways are the shortest, and quickly found.
    if let Some((u, v)) = digraph.arcs().find(|&(u, v)| u < v && digraph.has_arc(v, u)) {
        return Ok(Some(vec![u as u32, v as u32]));
    }
    let strong = strong_components(digraph, |_| true);
    for component in strong.iter().filter(|component| component.len() > 1) {
        let inner = digraph.induced(component);
        if let Some(cycle) = even_cycle_of_component(&inner, budget)? {
            return Ok(Some(cycle.into_iter().map(|v| component[v as usize]).collect()));
        }
    }
    Ok(None)
}

/// Every path from its least vertex on, until one closes an even cycle.
#[cfg(any(test, not(feature = "sat")))]
fn even_cycle_by_paths(digraph: &Digraph, budget: &Budget) -> Result<Option<Vec<u32>>, GraphError> {
    let mut meter = budget.meter();
    for start in 0..digraph.order() as u32 {
        let mut path = vec![start];
        let mut on_path = vec![false; digraph.order()];
        let mut looked = vec![0_usize];
        on_path[start as usize] = true;
        while let (Some(&v), Some(at)) = (path.last(), looked.last_mut()) {
            meter.step()?;
            let Some(&w) = digraph.successors(v as usize).get(*at) else {
                on_path[v as usize] = false;
                path.pop();
                looked.pop();
                continue;
            };
            *at += 1;
            if w == start && path.len().is_multiple_of(2) {
                return Ok(Some(path));
            }
            if w > start && !on_path[w as usize] {
                on_path[w as usize] = true;
                path.push(w);
                looked.push(0);
            }
        }
    }
    Ok(None)
}

#[cfg(not(feature = "sat"))]
use even_cycle_by_paths as even_cycle_of_component;

#[cfg(feature = "sat")]
fn even_cycle_of_component(digraph: &Digraph, budget: &Budget) -> Result<Option<Vec<u32>>, GraphError> {
    let (order, size) = (digraph.order(), digraph.size());
    let bytes = 300 * (order + size) as u64;
    budget.reserve(bytes)?;
    let mut solver: Solver<Watch> = Solver::default();
    solver.set_callbacks(Some(Watch::new(budget)));
    // Variables: vertex used, its colour, and each arc used.
    let (used, colour) = (|v: usize| v as i32 + 1, |v: usize| (order + v) as i32 + 1);
    let arcs: Vec<(usize, usize)> = digraph.arcs().filter(|(u, v)| u != v).collect();
    let arc = |at: usize| (2 * order + at) as i32 + 1;
    let (mut leaving, mut entering) = (vec![Vec::new(); order], vec![Vec::new(); order]);
    for (at, &(u, v)) in arcs.iter().enumerate() {
        leaving[u].push(arc(at));
        entering[v].push(arc(at));
        solver.add_clause([-arc(at), used(u)]);
        solver.add_clause([-arc(at), used(v)]);
        solver.add_clause([-arc(at), colour(u), colour(v)]);
        solver.add_clause([-arc(at), -colour(u), -colour(v)]);
    }
    let mut fresh = arc(arcs.len());
    for v in 0..order {
        for list in [&leaving[v], &entering[v]] {
            solver.add_clause(std::iter::once(-used(v)).chain(list.iter().copied()));
            at_most_one(&mut solver, list, &mut fresh);
        }
    }
    solver.add_clause((0..order).map(used));
    let found = solver.solve();
    budget.release(bytes);
    match found {
        Some(false) => Ok(None),
        Some(true) => {
            let mut next = vec![None; order];
            for (_, &(u, v)) in arcs.iter().enumerate().filter(|(at, _)| solver.value(arc(*at)) == Some(true)) {
                next[u] = Some(v as u32);
            }
            Ok(walk_round(&next))
        }
        None => {
            let stopped = solver.get_callbacks().and_then(|watch| watch.stopped);
            Err(stopped.unwrap_or(Exhausted::Time).into())
        }
    }
}

/// Says that at most one of the literals holds, with a chain of fresh variables: linear in their number (C. Sinz, 2005).
#[cfg(feature = "sat")]
fn at_most_one(solver: &mut Solver<Watch>, literals: &[i32], fresh: &mut i32) {
    let mut before: Option<i32> = None;
    for &literal in literals {
        let here = *fresh;
        *fresh += 1;
        solver.add_clause([-literal, here]);
        if let Some(before) = before {
            solver.add_clause([-before, here]);
            solver.add_clause([-before, -literal]);
        }
        before = Some(here);
    }
}

/// The cycle that a successor for each of some vertices closes.
#[cfg(feature = "sat")]
fn walk_round(next: &[Option<u32>]) -> Option<Vec<u32>> {
    let start = next.iter().position(Option::is_some)? as u32;
    let mut cycle = vec![start];
    let mut at = next[start as usize]?;
    while at != start {
        cycle.push(at);
        at = next[at as usize]?;
    }
    Some(cycle)
}

/// The vertices of an undirected cycle of even length, in order; `None` if there is none. O(n + m).
///
/// Every edge outside a depth-first tree closes a cycle with the tree. Where all of these are odd, two that share an edge
/// of the tree share a path, and what is left without it is an even cycle; where no two do, every block is an edge or an
/// odd cycle, and there is none.
pub fn even_cycle_undirected(graph: &Graph) -> Option<Vec<usize>> {
    const NONE: usize = usize::MAX;
    let tree = DepthFirst::new(graph);
    // For the tree edge above each vertex, the lower end of the closing edge whose cycle goes through it, and the upper.
    let mut through = vec![(NONE, NONE); graph.order()];
    for u in 0..graph.order() {
        for w in graph.neighbours(u).iter().map(|&w| w as usize) {
            let closes = tree.depth[w] + 1 < tree.depth[u];
            if !closes {
                continue;
            }
            if (tree.depth[u] - tree.depth[w]) % 2 == 1 {
                return Some(tree.path_up(u, w));
            }
            let mut at = u;
            while at != w {
                if through[at].0 != NONE {
                    return Some(tree.without_common((u, w), through[at]));
                }
                through[at] = (u, w);
                at = tree.parent[at];
            }
        }
    }
    None
}

/// A depth-first forest: every other edge joins a vertex to one above it.
struct DepthFirst {
    parent: Vec<usize>,
    depth: Vec<usize>,
}

impl DepthFirst {
    fn new(graph: &Graph) -> Self {
        let order = graph.order();
        let (mut parent, mut depth, mut looked) = (vec![usize::MAX; order], vec![usize::MAX; order], vec![0; order]);
        for root in 0..order {
            if depth[root] != usize::MAX {
                continue;
            }
            depth[root] = 0;
            let mut path = vec![root];
            while let Some(&v) = path.last() {
                let Some(&w) = graph.neighbours(v).get(looked[v]) else {
                    path.pop();
                    continue;
                };
                looked[v] += 1;
                let w = w as usize;
                if depth[w] == usize::MAX {
                    (depth[w], parent[w]) = (depth[v] + 1, v);
                    path.push(w);
                }
            }
        }
        Self { parent, depth }
    }

    /// The vertices from `low` up to `high`.
    fn path_up(&self, low: usize, high: usize) -> Vec<usize> {
        let mut path = vec![low];
        while path[path.len() - 1] != high {
            path.push(self.parent[path[path.len() - 1]]);
        }
        path
    }

    /// Two cycles, each given by the ends of its closing edge, without the path of the tree that they share.
    fn without_common(&self, one: (usize, usize), other: (usize, usize)) -> Vec<usize> {
        let (first, second) = (self.path_up(one.0, one.1), self.path_up(other.0, other.1));
        let edges = |path: &[usize]| -> Vec<(usize, usize)> {
            let mut edges: Vec<(usize, usize)> = path.windows(2).map(|edge| (edge[0], edge[1])).collect();
            edges.push((path[path.len() - 1], path[0]));
            edges.iter().map(|&(u, v)| (u.min(v), u.max(v))).collect()
        };
        let (first, second) = (edges(&first), edges(&second));
        let apart = |edges: &[(usize, usize)], others: &[(usize, usize)]| {
            edges.iter().copied().filter(|edge| !others.contains(edge)).collect::<Vec<_>>()
        };
        let mut left = apart(&first, &second);
        left.extend(apart(&second, &first));
        // Each vertex of a cycle is on two of its edges: go on along the one not yet used.
        let mut cycle = Vec::new();
        let Some((start, mut at)) = left.pop() else { return cycle };
        cycle.push(start);
        while at != start {
            cycle.push(at);
            let Some(next) = left.iter().position(|edge| edge.0 == at || edge.1 == at) else { return Vec::new() };
            let (u, v) = left.swap_remove(next);
            at = if u == at { v } else { u };
        }
        cycle
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Whether some simple cycle of the wanted parity exists, by trying every one.
    fn brute(joined: &dyn Fn(usize, usize) -> bool, order: usize, least: usize) -> bool {
        fn go(joined: &dyn Fn(usize, usize) -> bool, order: usize, least: usize, path: &mut Vec<usize>) -> bool {
            let (start, at) = (path[0], path[path.len() - 1]);
            if path.len() >= least && path.len().is_multiple_of(2) && joined(at, start) {
                return true;
            }
            for next in start + 1..order {
                if joined(at, next) && !path.contains(&next) {
                    path.push(next);
                    let found = go(joined, order, least, path);
                    path.pop();
                    if found {
                        return true;
                    }
                }
            }
            false
        }
        (0..order).any(|start| go(joined, order, least, &mut vec![start]))
    }

    fn distinct(cycle: &[usize]) -> bool {
        let mut sorted = cycle.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        sorted.len() == cycle.len()
    }

    proptest! {
        #[test]
        fn even_cycles_of_digraphs(order in 1..8_u32, pairs in prop::collection::vec((0..8_u32, 0..8_u32), 0..20)) {
            let arcs: Vec<_> = pairs.into_iter().filter(|&(u, v)| u < order && v < order).collect();
            let digraph = Digraph::from_arcs(order as usize, &arcs).unwrap();
            let expected = brute(&|u, v| digraph.has_arc(u, v), order as usize, 2);
            let found = even_cycle(&digraph, &Budget::unlimited()).unwrap();
            prop_assert_eq!(found.is_some(), expected);
            prop_assert_eq!(even_cycle_by_paths(&digraph, &Budget::unlimited()).unwrap().is_some(), expected);
            if let Some(cycle) = found {
                let cycle: Vec<usize> = cycle.into_iter().map(|v| v as usize).collect();
                prop_assert!(cycle.len().is_multiple_of(2) && distinct(&cycle));
                prop_assert!((0..cycle.len()).all(|i| digraph.has_arc(cycle[i], cycle[(i + 1) % cycle.len()])));
            }
        }

        #[test]
        fn even_cycles_of_graphs(order in 1..9_usize, pairs in prop::collection::vec((0..9_usize, 0..9_usize), 0..14)) {
            let edges = pairs.into_iter().filter(|&(u, v)| u != v && u < order && v < order);
            let graph = Graph::from_edges(order, edges).unwrap();
            let expected = brute(&|u, v| graph.has_edge(u, v), order, 4);
            let found = even_cycle_undirected(&graph);
            prop_assert_eq!(found.is_some(), expected);
            if let Some(cycle) = found {
                prop_assert!(cycle.len() >= 4 && cycle.len().is_multiple_of(2) && distinct(&cycle), "{:?}", cycle);
                prop_assert!((0..cycle.len()).all(|i| graph.has_edge(cycle[i], cycle[(i + 1) % cycle.len()])));
            }
        }
    }
}
