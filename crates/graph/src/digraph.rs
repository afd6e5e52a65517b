//! Directed graphs in compressed rows.

use crate::GraphError;

/// A directed graph on the vertices `0..order`, without repeated arcs; loops are allowed.
///
/// Immutable and compact ("compressed sparse rows"): 4 bytes an arc and 4 bytes a vertex, so 10^8 arcs take 400 MB.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digraph {
    starts: Vec<u32>,
    heads: Vec<u32>,
}

/// The digraph without vertices.
impl Default for Digraph {
    fn default() -> Self {
        Self { starts: vec![0], heads: Vec::new() }
    }
}

impl Digraph {
    /// The most vertices a digraph may have.
    pub const MAX_ORDER: u64 = 1 << 28;
    /// The most arcs a digraph may have.
    pub const MAX_SIZE: u64 = u32::MAX as u64;

    /// The digraph with these arcs (from, to); an arc given twice counts once. O(n + m) plus the sorting of each list.
    pub fn from_arcs(order: usize, arcs: &[(u32, u32)]) -> Result<Self, GraphError> {
        check_size("vertices", order as u64, Self::MAX_ORDER)?;
        check_size("arcs", arcs.len() as u64, Self::MAX_SIZE)?;
        let mut starts = vec![0_u32; order + 1];
        for &(u, v) in arcs {
            if let Some(vertex) = [u, v].into_iter().find(|&x| x as usize >= order) {
                return Err(GraphError::NoSuchVertex { vertex: u64::from(vertex), order: order as u64 });
            }
            starts[u as usize + 1] += 1;
        }
        for u in 0..order {
            starts[u + 1] += starts[u];
        }
        let mut heads = vec![0_u32; arcs.len()];
        let mut next = starts.clone();
        for &(u, v) in arcs {
            let slot = &mut next[u as usize];
            heads[*slot as usize] = v;
            *slot += 1;
        }
        let mut digraph = Self { starts, heads };
        digraph.sort_lists();
        Ok(digraph)
    }

    /// The digraph whose vertex v has the successors `heads[starts[v]..starts[v + 1]]`, in any order; an arc given twice
    /// counts once. Takes the lists over without copying.
    pub fn from_rows(starts: Vec<u32>, heads: Vec<u32>) -> Result<Self, GraphError> {
        let order = starts.len().saturating_sub(1) as u64;
        check_size("vertices", order, Self::MAX_ORDER)?;
        let covers = starts.first() == Some(&0) && starts.last().is_some_and(|&end| end as usize == heads.len());
        if !covers || !starts.is_sorted() {
            return Err(GraphError::TooLarge { what: "arcs", count: heads.len() as u64, limit: Self::MAX_SIZE });
        }
        if let Some(&vertex) = heads.iter().find(|&&head| u64::from(head) >= order) {
            return Err(GraphError::NoSuchVertex { vertex: u64::from(vertex), order });
        }
        let mut digraph = Self { starts, heads };
        digraph.sort_lists();
        Ok(digraph)
    }

    /// The digraph of rows that are sorted, without repeats, and known to fit.
    pub(crate) fn from_sorted_rows(starts: Vec<u32>, heads: Vec<u32>) -> Self {
        Self { starts, heads }
    }

    /// Sorts every list and closes the gaps that repeated arcs leave.
    fn sort_lists(&mut self) {
        let mut end = 0;
        let mut start = 0;
        for u in 0..self.order() {
            let next_start = self.starts[u + 1] as usize;
            let list = &mut self.heads[start..next_start];
            if !list.is_sorted() {
                list.sort_unstable();
            }
            self.starts[u] = end as u32;
            for i in start..next_start {
                let head = self.heads[i];
                let repeated = end > self.starts[u] as usize && self.heads[end - 1] == head;
                if !repeated {
                    self.heads[end] = head;
                    end += 1;
                }
            }
            start = next_start;
        }
        let order = self.order();
        self.starts[order] = end as u32;
        self.heads.truncate(end);
    }

    /// The number of vertices.
    pub fn order(&self) -> usize {
        self.starts.len() - 1
    }

    /// The number of arcs.
    pub fn size(&self) -> usize {
        self.heads.len()
    }

    /// The successors of `v`, ascending.
    #[inline]
    pub fn successors(&self, v: usize) -> &[u32] {
        &self.heads[self.starts[v] as usize..self.starts[v + 1] as usize]
    }

    /// The number of arcs that leave `v`.
    #[inline]
    pub fn out_degree(&self, v: usize) -> usize {
        (self.starts[v + 1] - self.starts[v]) as usize
    }

    /// How many arcs enter each vertex. O(n + m).
    pub fn in_degrees(&self) -> Vec<u32> {
        let mut degrees = vec![0; self.order()];
        for &v in &self.heads {
            degrees[v as usize] += 1;
        }
        degrees
    }

    /// Whether there is an arc from `u` to `v`. O(log of the out-degree).
    pub fn has_arc(&self, u: usize, v: usize) -> bool {
        u < self.order() && self.successors(u).binary_search(&(v as u32)).is_ok()
    }

    /// The arcs in lexicographic order.
    pub fn arcs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        (0..self.order()).flat_map(move |u| self.successors(u).iter().map(move |&v| (u, v as usize)))
    }

    /// The digraph with every arc turned round. O(n + m).
    #[must_use]
    pub fn reversed(&self) -> Self {
        let order = self.order();
        let mut starts = vec![0_u32; order + 1];
        for &v in &self.heads {
            starts[v as usize + 1] += 1;
        }
        for v in 0..order {
            starts[v + 1] += starts[v];
        }
        let mut heads = vec![0_u32; self.heads.len()];
        let mut next = starts.clone();
        for u in 0..order {
            for &v in self.successors(u) {
                let slot = &mut next[v as usize];
                heads[*slot as usize] = u as u32;
                *slot += 1;
            }
        }
        Self { starts, heads }
    }

    /// The digraph on the given vertices (distinct), renumbered in the order given, with all arcs between them.
    #[must_use]
    pub fn induced(&self, vertices: &[u32]) -> Self {
        let mut numbers = vec![u32::MAX; self.order()];
        for (i, &v) in vertices.iter().enumerate() {
            numbers[v as usize] = i as u32;
        }
        let mut starts = vec![0_u32];
        let mut heads = Vec::new();
        for &v in vertices {
            let begin = heads.len();
            heads.extend(self.successors(v as usize).iter().map(|&w| numbers[w as usize]).filter(|&w| w != u32::MAX));
            heads[begin..].sort_unstable();
            starts.push(heads.len() as u32);
        }
        Self { starts, heads }
    }
}

/// Complains when there are more things than the limit.
pub(crate) fn check_size(what: &'static str, count: u64, limit: u64) -> Result<(), GraphError> {
    if count > limit { Err(GraphError::TooLarge { what, count, limit }) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted_sets() {
        let arcs = [(2, 1), (0, 2), (0, 1), (0, 2), (2, 2), (2, 1), (0, 0), (2, 1), (3, 0)];
        let digraph = Digraph::from_arcs(4, &arcs).unwrap();
        assert_eq!(digraph.arcs().collect::<Vec<_>>(), [(0, 0), (0, 1), (0, 2), (2, 1), (2, 2), (3, 0)]);
        assert_eq!((digraph.order(), digraph.size(), digraph.out_degree(1)), (4, 6, 0));
        assert!(digraph.has_arc(2, 1) && !digraph.has_arc(1, 2) && !digraph.has_arc(9, 9));
        assert_eq!(digraph.reversed().reversed(), digraph);
        assert_eq!(digraph.reversed().successors(1), [0, 2]);
        assert_eq!(digraph.induced(&[2, 0]).arcs().collect::<Vec<_>>(), [(0, 0), (1, 0), (1, 1)]);
    }

    #[test]
    fn rows_are_taken_over() {
        let rows = Digraph::from_rows(vec![0, 3, 3, 4], vec![2, 1, 2, 0]).unwrap();
        assert_eq!(rows, Digraph::from_arcs(3, &[(0, 1), (0, 2), (2, 0)]).unwrap());
        assert!(Digraph::from_rows(vec![0, 2], vec![0]).is_err());
        assert!(Digraph::from_rows(vec![0, 1], vec![1]).is_err());
        assert!(Digraph::from_rows(Vec::new(), Vec::new()).is_err());
    }

    #[test]
    fn strange_vertices_are_refused() {
        assert_eq!(Digraph::from_arcs(1, &[(0, 1)]), Err(GraphError::NoSuchVertex { vertex: 1, order: 1 }));
        assert_eq!(Digraph::from_arcs(0, &[]).unwrap().order(), 0);
    }
}
