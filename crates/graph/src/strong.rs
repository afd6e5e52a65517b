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

/// A vertex on the path to the one at hand.
struct Step {
    vertex: u32,
    /// How many of its successors have been looked at.
    at: u32,
    /// When it was entered.
    visit: u32,
    /// The lowest visit number known to be reachable.
    low: u32,
}

/// The strongly connected components of the digraph on the vertices for which `keep` holds (R. Tarjan, 1972), without
/// recursion. O(n + m).
pub fn strong_components(digraph: &Digraph, keep: impl Fn(usize) -> bool) -> StrongComponents {
    const UNSEEN: u32 = u32::MAX;
    let order = digraph.order();
    // The lowest visit number known to be reachable from a vertex, until its component is known: then the number of the
    // component and the parity, counted down from the top so that it lowers nothing. One array, because it is read at
    // every arc.
    let mut low = vec![UNSEEN; order];
    let mut ends: Vec<u32> = Vec::new();
    // Finished vertices that are in no component yet, each with its parity.
    let mut open: Vec<(u32, bool)> = Vec::new();
    let mut path: Vec<Step> = Vec::new();
    let mut visits = 0;
    for root in (0..order).filter(|&v| keep(v)) {
        let mut enter = Some(root as u32).filter(|_| low[root] == UNSEEN);
        loop {
            if let Some(vertex) = enter.take() {
                low[vertex as usize] = visits;
                path.push(Step { vertex, at: 0, visit: visits, low: visits });
                visits += 1;
            }
            let parity = path.len().is_multiple_of(2);
            let Some(step) = path.last_mut() else { break };
            for &w in &digraph.successors(step.vertex as usize)[step.at as usize..] {
                step.at += 1;
                let seen = low[w as usize];
                if seen == UNSEEN && keep(w as usize) {
                    enter = Some(w);
                    break;
                }
                step.low = step.low.min(seen);
            }
            if enter.is_some() {
                continue;
            }
            let Step { vertex, visit, low: lowest, .. } = *step;
            path.pop();
            if let Some(above) = path.last_mut() {
                above.low = above.low.min(lowest);
            }
            low[vertex as usize] = lowest;
            open.push((vertex, parity));
            if lowest == visit {
                // Everything finished since the vertex was entered and not yet in a component, itself last, is one.
                let before = open.len();
                while let Some(&(w, parity)) = open.last().filter(|&&(w, _)| low[w as usize] >= visit) {
                    open.pop();
                    low[w as usize] = UNSEEN - 1 - (2 * ends.len() as u32 + u32::from(parity));
                }
                ends.push((before - open.len()) as u32);
            }
        }
    }
    let key = |&low: &u32| (low != UNSEEN).then(|| UNSEEN - 1 - low);
    let number: Vec<u32> = low.iter().map(|low| key(low).map_or(u32::MAX, |key| key / 2)).collect();
    let parity = low.iter().map(|low| key(low).is_some_and(|key| key % 2 == 1)).collect();
    let vertices = sorted_by(&number, &mut ends);
    StrongComponents { vertices, ends, number, parity }
}

/// The digraph whose vertices are the strong components, with an arc where an arc leads from one to another; it has no
/// cycle. Vertices that were left out have no part in it. O(n + m).
pub fn condensation(digraph: &Digraph, strong: &StrongComponents) -> Digraph {
    let mut starts = vec![0_u32];
    let mut heads = Vec::new();
    for (number, component) in (0_u32..).zip(strong.iter()) {
        let first = heads.len();
        for &v in component {
            let beyond = digraph.successors(v as usize).iter().map(|&w| strong.number[w as usize]);
            heads.extend(beyond.filter(|&other| other != u32::MAX && other != number));
        }
        heads[first..].sort_unstable();
        let mut end = first;
        for at in first..heads.len() {
            if at == first || heads[at] != heads[at - 1] {
                heads[end] = heads[at];
                end += 1;
            }
        }
        heads.truncate(end);
        starts.push(heads.len() as u32);
    }
    Digraph::from_sorted_rows(starts, heads)
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
            let between = condensation(&digraph, &found);
            prop_assert_eq!(between.order(), found.len());
            for one in 0..found.len() {
                for other in 0..found.len() {
                    let joined = |&u: &u32| found.component(other).iter().any(|&v| digraph.has_arc(u as usize, v as usize));
                    let expected = one != other && found.component(one).iter().any(joined);
                    prop_assert_eq!(between.has_arc(one, other), expected);
                }
            }
        }
    }
}
