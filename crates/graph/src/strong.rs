//! Strongly connected components of digraphs.

use crate::Digraph;

/// The strongly connected components of (a part of) a digraph, sinks first: every arc between two components leads
/// to one that comes earlier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrongComponents {
    /// The vertices, component by component, each ascending.
    vertices: Vec<u32>,
    /// Where each component ends in `vertices`.
    ends: Vec<u32>,
    /// The number of each vertex's component, `u32::MAX` for vertices that were left out.
    pub number: Vec<u32>,
    /// The parity of the depth of each vertex in the forest that the search grew. The forest joins the vertices of a
    /// component, so their parities are the only two colours that can differ along every arc within it.
    pub(crate) parity: Vec<bool>,
}

impl StrongComponents {
    /// How many components there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The vertices of a component, ascending.
    pub fn component(&self, number: usize) -> &[u32] {
        let begin = if number == 0 { 0 } else { self.ends[number - 1] as usize };
        &self.vertices[begin..self.ends[number] as usize]
    }

    /// All components, sinks first.
    pub fn iter(&self) -> impl Iterator<Item = &[u32]> {
        (0..self.len()).map(|number| self.component(number))
    }

    /// Whether a component has a cycle: two vertices, or one with a loop.
    pub fn is_cyclic(&self, digraph: &Digraph, number: usize) -> bool {
        match self.component(number) {
            [v] => digraph.has_arc(*v as usize, *v as usize),
            _ => true,
        }
    }
}

/// The strongly connected components of the digraph on the vertices for which `keep` holds (R. Tarjan, 1972), without
/// recursion. O(n + m).
pub fn strong_components(digraph: &Digraph, keep: impl Fn(usize) -> bool) -> StrongComponents {
    const UNSEEN: u32 = u32::MAX;
    let order = digraph.order();
    // `low` is the lowest visit number reachable; finished vertices get UNSEEN - 1, which lowers nothing.
    let mut low = vec![UNSEEN; order];
    let mut number = vec![u32::MAX; order];
    let mut parity = vec![false; order];
    // The ends count the vertices of each component until they are summed up.
    let mut ends = Vec::new();
    let mut open: Vec<u32> = Vec::new();
    let mut path: Vec<(u32, u32, u32)> = Vec::new();
    let mut visits = 0;
    for root in 0..order {
        if low[root] != UNSEEN || !keep(root) {
            continue;
        }
        low[root] = visits;
        path.push((root as u32, 0, visits));
        visits += 1;
        while let Some(top) = path.last_mut() {
            let v = top.0 as usize;
            let successors = digraph.successors(v);
            let mut at = top.1 as usize;
            let mut descend = None;
            let mut lowest = low[v];
            while let Some(&w) = successors.get(at) {
                at += 1;
                let seen = low[w as usize];
                if seen == UNSEEN && keep(w as usize) {
                    descend = Some(w);
                    break;
                }
                lowest = lowest.min(seen);
            }
            low[v] = lowest;
            if let Some(w) = descend {
                // The arc is looked at again on the way back up, when `low[w]` is known.
                top.1 = at as u32 - 1;
                parity[w as usize] = !path.len().is_multiple_of(2);
                low[w as usize] = visits;
                path.push((w, 0, visits));
                visits += 1;
                continue;
            }
            let visit = top.2;
            path.pop();
            open.push(v as u32);
            if lowest == visit {
                // Everything finished since `v` was entered and not yet in a component, `v` last, is one.
                let before = open.len();
                while let Some(&w) = open.last().filter(|&&w| low[w as usize] >= visit) {
                    open.pop();
                    number[w as usize] = ends.len() as u32;
                    low[w as usize] = UNSEEN - 1;
                }
                ends.push((before - open.len()) as u32);
            }
        }
    }
    let vertices = sorted_by(&number, &mut ends);
    StrongComponents { vertices, ends, number, parity }
}

/// The numbered vertices by number, each group ascending; turns the sizes of the groups into their ends.
fn sorted_by(number: &[u32], sizes: &mut [u32]) -> Vec<u32> {
    let mut total = 0;
    for size in &mut *sizes {
        total += std::mem::replace(size, total);
    }
    let mut vertices = vec![0; total as usize];
    for (v, &group) in (0..).zip(number).filter(|&(_, &group)| group != u32::MAX) {
        let next = &mut sizes[group as usize];
        vertices[*next as usize] = v;
        *next += 1;
    }
    vertices
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn reach(digraph: &Digraph, keep: u32) -> Vec<u32> {
        let mut reach: Vec<u32> = (0..digraph.order()).map(|v| 1 << v).collect();
        for _ in 0..digraph.order() {
            for (u, v) in digraph.arcs().filter(|&(u, v)| keep >> u & keep >> v & 1 == 1) {
                reach[u] |= reach[v];
            }
        }
        reach
    }

    proptest! {
        #[test]
        fn components_are_mutual_reachability(
            order in 1..12_u32, pairs in prop::collection::vec((0..12_u32, 0..12_u32), 0..30), keep in any::<u32>(),
        ) {
            let arcs: Vec<_> = pairs.into_iter().filter(|&(u, v)| u < order && v < order).collect();
            let digraph = Digraph::from_arcs(order as usize, &arcs).unwrap();
            let reach = reach(&digraph, keep);
            let found = strong_components(&digraph, |v| keep >> v & 1 == 1);
            let kept: Vec<usize> = (0..order as usize).filter(|&v| keep >> v & 1 == 1).collect();
            prop_assert_eq!(found.iter().map(<[u32]>::len).sum::<usize>(), kept.len());
            prop_assert!(found.iter().all(|component| component.is_sorted_by(|a, b| a < b)));
            for &u in &kept {
                for &v in &kept {
                    let mutual = reach[u] >> v & 1 == 1 && reach[v] >> u & 1 == 1;
                    prop_assert_eq!(mutual, found.number[u] == found.number[v]);
                    prop_assert!(reach[u] >> v & 1 == 0 || found.number[u] >= found.number[v]);
                }
            }
        }
    }
}
