//! Undirected simple graphs.

use crate::GraphError;

/// An undirected graph without loops or repeated edges, on the vertices `0..order`.
///
/// It is kept twice: as bitset rows, for set operations on neighbourhoods, and as sorted neighbour lists, for walking.
/// Made for graphs of up to some thousands of vertices; building takes O(n²/64 + m) time and memory.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Graph {
    order: usize,
    words: usize,
    rows: Vec<u64>,
    starts: Vec<u32>,
    lists: Vec<u32>,
}

impl Graph {
    /// The most vertices a graph may have.
    pub const MAX_ORDER: usize = 4096;

    /// The graph with these edges on the vertices `0..order`; an edge given twice counts once.
    pub fn from_edges(order: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Result<Self, GraphError> {
        if order > Self::MAX_ORDER {
            return Err(GraphError::TooLarge {
                what: "vertices of an undirected graph",
                count: order as u64,
                limit: Self::MAX_ORDER as u64,
            });
        }
        let words = order.div_ceil(64);
        let mut rows = vec![0_u64; order * words];
        for (u, v) in edges {
            if let Some(&vertex) = [u, v].iter().find(|&&x| x >= order) {
                return Err(GraphError::NoSuchVertex { vertex: vertex as u64, order: order as u64 });
            }
            if u == v {
                return Err(GraphError::Loop { vertex: u as u64 });
            }
            rows[u * words + v / 64] |= 1 << (v % 64);
            rows[v * words + u / 64] |= 1 << (u % 64);
        }
        Ok(Self::from_symmetric_rows(order, words, rows))
    }

    /// The graph on at most 64 vertices whose vertex `v` has the neighbourhood `rows[v]`; bits beyond the order and
    /// loops are dropped, and the rows are made symmetric.
    pub fn from_rows(rows: &[u64]) -> Self {
        let order = rows.len().min(64);
        let mut symmetric = vec![0_u64; order];
        for u in 0..order {
            for v in bits(rows[u]).filter(|&v| v < order && v != u) {
                symmetric[u] |= 1 << v;
                symmetric[v] |= 1 << u;
            }
        }
        Self::from_symmetric_rows(order, order.div_ceil(64), symmetric)
    }

    fn from_symmetric_rows(order: usize, words: usize, rows: Vec<u64>) -> Self {
        let mut starts = Vec::with_capacity(order + 1);
        let mut lists = Vec::new();
        starts.push(0);
        for v in 0..order {
            lists.extend(set_bits(&rows[v * words..(v + 1) * words]).map(|u| u as u32));
            starts.push(lists.len() as u32);
        }
        Self { order, words, rows, starts, lists }
    }

    /// The number of vertices.
    pub fn order(&self) -> usize {
        self.order
    }

    /// The number of edges.
    pub fn size(&self) -> usize {
        self.lists.len() / 2
    }

    /// Whether `u` and `v` are joined.
    pub fn has_edge(&self, u: usize, v: usize) -> bool {
        u < self.order && v < self.order && self.rows[u * self.words + v / 64] >> (v % 64) & 1 == 1
    }

    /// The neighbours of `v`, ascending.
    pub fn neighbours(&self, v: usize) -> &[u32] {
        &self.lists[self.starts[v] as usize..self.starts[v + 1] as usize]
    }

    /// The neighbourhood of `v` as a bitset of [`Graph::words`] words.
    pub fn row(&self, v: usize) -> &[u64] {
        &self.rows[v * self.words..(v + 1) * self.words]
    }

    /// The number of 64-bit words in a row.
    pub fn words(&self) -> usize {
        self.words
    }

    /// The number of neighbours of `v`.
    pub fn degree(&self, v: usize) -> usize {
        (self.starts[v + 1] - self.starts[v]) as usize
    }

    /// The edges `(u, v)` with `u < v`, in lexicographic order.
    pub fn edges(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        (0..self.order)
            .flat_map(move |u| self.neighbours(u).iter().map(move |&v| (u, v as usize)).filter(|(u, v)| u < v))
    }

    /// The same graph with vertex `v` renamed to `names[v]`; `names` must be a permutation of the vertices.
    pub fn renamed(&self, names: &[usize]) -> Result<Self, GraphError> {
        Self::from_edges(self.order, self.edges().map(|(u, v)| (names[u], names[v])))
    }

    /// The graph on the given vertices, renumbered in the order given, with all edges between them.
    #[must_use]
    pub fn induced(&self, vertices: &[usize]) -> Self {
        let words = vertices.len().div_ceil(64);
        let mut rows = vec![0_u64; vertices.len() * words];
        for (i, &u) in vertices.iter().enumerate() {
            for (j, &v) in vertices.iter().enumerate() {
                if self.has_edge(u, v) {
                    rows[i * words + j / 64] |= 1 << (j % 64);
                }
            }
        }
        Self::from_symmetric_rows(vertices.len(), words, rows)
    }

    /// The graph with exactly the edges that this one lacks.
    #[must_use]
    pub fn complement(&self) -> Self {
        let mut rows = vec![0_u64; self.order * self.words];
        for u in 0..self.order {
            for v in (0..self.order).filter(|&v| v != u && !self.has_edge(u, v)) {
                rows[u * self.words + v / 64] |= 1 << (v % 64);
            }
        }
        Self::from_symmetric_rows(self.order, self.words, rows)
    }
}

/// The positions of the ones of a word, ascending.
pub fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros() as usize;
            word &= word - 1;
            bit
        })
    })
}

/// The members of a bitset, ascending.
pub fn set_bits(set: &[u64]) -> impl Iterator<Item = usize> + '_ {
    set.iter().enumerate().flat_map(|(i, &word)| bits(word).map(move |bit| 64 * i + bit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_lists_agree() {
        let graph = Graph::from_edges(70, [(0, 69), (69, 0), (3, 64), (1, 2)]).unwrap();
        assert_eq!(graph.size(), 3);
        assert_eq!(graph.edges().collect::<Vec<_>>(), [(0, 69), (1, 2), (3, 64)]);
        for u in 0..70 {
            assert_eq!(set_bits(graph.row(u)).map(|v| v as u32).collect::<Vec<_>>(), graph.neighbours(u));
            assert_eq!(graph.degree(u), graph.neighbours(u).len());
        }
        assert!(graph.has_edge(64, 3) && !graph.has_edge(64, 4) && !graph.has_edge(64, 700));
    }

    #[test]
    fn complement_induced_and_renamed() {
        let path = Graph::from_edges(4, [(0, 1), (1, 2), (2, 3)]).unwrap();
        assert_eq!(path.complement().edges().collect::<Vec<_>>(), [(0, 2), (0, 3), (1, 3)]);
        assert_eq!(path.complement().complement(), path);
        assert_eq!(path.induced(&[3, 2, 0]).edges().collect::<Vec<_>>(), [(0, 1)]);
        assert_eq!(path.renamed(&[3, 2, 1, 0]).unwrap(), path);
    }

    #[test]
    fn what_is_not_simple_is_refused() {
        assert_eq!(Graph::from_edges(3, [(1, 1)]), Err(GraphError::Loop { vertex: 1 }));
        assert_eq!(Graph::from_edges(3, [(1, 3)]), Err(GraphError::NoSuchVertex { vertex: 3, order: 3 }));
        assert!(matches!(Graph::from_edges(5000, []), Err(GraphError::TooLarge { .. })));
        assert_eq!(Graph::from_edges(0, []).unwrap().size(), 0);
    }
}
