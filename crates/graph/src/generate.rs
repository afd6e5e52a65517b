//! All connected graphs, one of each isomorphism class.

use crate::canonical::SmallLabeller;
use crate::{GraphError, bits};
use grundy_budget::{Budget, Meter};
use rustc_hash::FxHashSet;

/// The most vertices for which all graphs can be listed; there are 11 716 571 connected graphs on ten.
pub const MAX_ORDER: usize = 11;

/// Visits every connected graph on `order` vertices once up to isomorphism, as symmetric rows, in a fixed order.
///
/// By canonical augmentation (B. D. McKay, "Isomorph-free exhaustive generation", 1998): a graph grows by one vertex
/// at a time, and a child is kept only if the new vertex is, up to symmetry, the one that the child itself would give
/// up, which is chosen canonically among its vertices of largest degree that are no cut vertices. So no two parents
/// have a child in common and nothing but one path of graphs is kept in memory.
pub fn connected_graphs(
    order: usize,
    budget: &Budget,
    mut visit: impl FnMut(&[u64]) -> Result<(), GraphError>,
) -> Result<(), GraphError> {
    crate::digraph::check_size("vertices for listing all graphs", order as u64, MAX_ORDER as u64)?;
    if order == 0 {
        return Ok(());
    }
    let mut generator =
        Generator { order, labeller: SmallLabeller::default(), meter: budget.meter(), visit: &mut visit };
    generator.grow(&mut vec![0])
}

struct Generator<'a> {
    order: usize,
    labeller: SmallLabeller,
    meter: Meter,
    visit: &'a mut dyn FnMut(&[u64]) -> Result<(), GraphError>,
}

impl Generator<'_> {
    /// Visits the descendants of a connected graph; the recursion is at most [`MAX_ORDER`] deep.
    fn grow(&mut self, rows: &mut Vec<u64>) -> Result<(), GraphError> {
        let n = rows.len();
        if n == self.order {
            return (self.visit)(rows);
        }
        let mut siblings = FxHashSet::default();
        for neighbours in self.representatives(rows) {
            self.meter.step()?;
            let degree = neighbours.count_ones();
            // The new vertex must have the largest degree among the vertices that are no cut vertices.
            rows.push(neighbours);
            bits(neighbours).for_each(|v| rows[v] |= 1 << n);
            if self.accepts(rows, degree) && siblings.insert(upper_triangle(self.labeller.label(rows, None))) {
                self.grow(rows)?;
            }
            rows.pop();
            bits(neighbours).for_each(|v| rows[v] &= !(1 << n));
        }
        Ok(())
    }

    /// One neighbourhood for the new vertex from each orbit under the generators of the automorphism group, in
    /// ascending order; only those that are not empty.
    fn representatives(&mut self, rows: &[u64]) -> Vec<u64> {
        let n = rows.len();
        self.labeller.label(rows, None);
        let generators: Vec<Vec<u16>> = self.labeller.generators().map(<[u16]>::to_vec).collect();
        let mut seen = vec![false; 1 << n];
        let mut found = Vec::new();
        let mut orbit = Vec::new();
        for set in 1..1_u64 << n {
            if std::mem::replace(&mut seen[set as usize], true) {
                continue;
            }
            found.push(set);
            if generators.is_empty() {
                continue;
            }
            orbit.push(set);
            while let Some(member) = orbit.pop() {
                for generator in &generators {
                    let image = bits(member).fold(0_u64, |image, v| image | 1 << generator[v]);
                    if !std::mem::replace(&mut seen[image as usize], true) {
                        orbit.push(image);
                    }
                }
            }
        }
        found
    }

    /// Whether the last vertex, of the given degree, is the one this graph would give up.
    fn accepts(&mut self, rows: &[u64], degree: u32) -> bool {
        let new = rows.len() - 1;
        let more = (0..new).filter(|&v| rows[v].count_ones() > degree);
        if more.into_iter().any(|v| !is_cut_vertex(rows, v)) {
            return false;
        }
        let rivals: Vec<usize> =
            (0..new).filter(|&v| rows[v].count_ones() == degree && !is_cut_vertex(rows, v)).collect();
        if rivals.is_empty() {
            return true;
        }
        self.labeller.label(rows, None);
        let last = self.labeller.labels().iter().rfind(|&&v| v as usize == new || rivals.contains(&(v as usize)));
        let last = last.map_or(new, |&v| v as usize);
        let orbits = self.labeller.vertex_orbits();
        orbits[last] == orbits[new]
    }
}

/// Whether a connected graph falls apart without the vertex.
fn is_cut_vertex(rows: &[u64], v: usize) -> bool {
    let others = ((1_u64 << rows.len()) - 1) & !(1 << v);
    let mut reached = others & others.wrapping_neg();
    let mut fresh = reached;
    while fresh != 0 {
        let next = bits(fresh).fold(0, |next, u| next | rows[u]) & others & !reached;
        reached |= next;
        fresh = next;
    }
    reached != others
}

/// The edges as bits, for graphs of at most [`MAX_ORDER`] vertices.
fn upper_triangle(rows: &[u64]) -> u64 {
    rows.iter().enumerate().fold(0, |code, (v, &row)| code << v | row & ((1 << v) - 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Graph;
    use crate::canonical::canonical_form;

    #[test]
    fn the_counts_are_known_and_no_two_are_alike() {
        // Connected graphs on n vertices: OEIS A001349.
        for (order, expected) in [(1, 1), (2, 1), (3, 2), (4, 6), (5, 21), (6, 112), (7, 853)] {
            let mut forms = FxHashSet::default();
            let mut count = 0;
            connected_graphs(order, &Budget::unlimited(), |rows| {
                count += 1;
                forms.insert(canonical_form(&Graph::from_rows(rows)));
                Ok(())
            })
            .unwrap();
            assert_eq!((count, forms.len()), (expected, expected));
        }
    }

    #[test]
    fn eight_vertices_and_the_limits() {
        let mut count = 0;
        connected_graphs(8, &Budget::unlimited(), |_| {
            count += 1;
            Ok(())
        })
        .unwrap();
        assert_eq!(count, 11_117);
        assert!(connected_graphs(0, &Budget::unlimited(), |_| Ok(())).is_ok());
        assert!(connected_graphs(12, &Budget::unlimited(), |_| Ok(())).is_err());
        let cancelled = Budget::unlimited();
        cancelled.cancel();
        assert!(connected_graphs(9, &cancelled, |_| Ok(())).is_err());
    }
}
