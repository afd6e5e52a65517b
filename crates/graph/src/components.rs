//! Connected components of undirected graphs.

use crate::Graph;

/// The connected components: each as its vertices in ascending order, the components by their least vertex. O(n + m).
pub fn components(graph: &Graph) -> Vec<Vec<usize>> {
    let mut seen = vec![false; graph.order()];
    let mut parts = Vec::new();
    for start in 0..graph.order() {
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        let mut part = vec![start];
        let mut next = 0;
        while let Some(&u) = part.get(next) {
            next += 1;
            for &v in graph.neighbours(u) {
                if !std::mem::replace(&mut seen[v as usize], true) {
                    part.push(v as usize);
                }
            }
        }
        part.sort_unstable();
        parts.push(part);
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_by_least_vertex() {
        let graph = Graph::from_edges(6, [(4, 0), (1, 3), (3, 5)]).unwrap();
        assert_eq!(components(&graph), [vec![0, 4], vec![1, 3, 5], vec![2]]);
        assert!(components(&Graph::from_edges(0, []).unwrap()).is_empty());
    }
}
