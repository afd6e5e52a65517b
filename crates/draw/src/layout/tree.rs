//! Tidy drawing of trees (Reingold and Tilford, 1981; contours kept as arrays instead of threads).

use std::ops::Range;

/// The left and right border of a drawn subtree, deepest level first, relative to its root up to a pending shift.
struct Contour {
    left: Vec<f64>,
    right: Vec<f64>,
    left_shift: f64,
    right_shift: f64,
}

impl Contour {
    fn depth(&self) -> usize {
        self.left.len()
    }

    /// The border at a distance from the root of the contour.
    fn left_at(&self, depth: usize) -> f64 {
        self.left[self.left.len() - 1 - depth] + self.left_shift
    }

    fn right_at(&self, depth: usize) -> f64 {
        self.right[self.right.len() - 1 - depth] + self.right_shift
    }

    /// The border of two forests side by side, the second moved by `shift`. Costs the depth of the shallower one.
    fn beside(mut self, mut other: Contour, shift: f64) -> Contour {
        other.left_shift += shift;
        other.right_shift += shift;
        let shared = self.depth().min(other.depth());
        if self.depth() >= other.depth() {
            // Only the upper part of the right border is the newcomer's.
            for depth in 0..shared {
                let at = self.right.len() - 1 - depth;
                self.right[at] = other.right_at(depth) - self.right_shift;
            }
            self
        } else {
            for depth in 0..shared {
                let at = other.left.len() - 1 - depth;
                other.left[at] = self.left_at(depth) - other.left_shift;
            }
            other
        }
    }
}

/// Places the nodes of a tree: x is the place in a row with parents centred over their children and subtrees as near
/// as their borders allow, y is the depth. Nodes that the root does not reach get nothing; a node with several parents
/// belongs to the first one that reaches it.
///
/// `widths` are the widths of the nodes, `gap` the blank between two. Time O(n).
pub fn tidy_tree(children: &[Vec<usize>], root: usize, widths: &[f64], gap: f64) -> Vec<Option<(f64, usize)>> {
    let n = children.len();
    let mut places = vec![None; n];
    if root >= n {
        return places;
    }
    let (order, kept) = preorder(children, root);
    let mut offset = vec![0.0; n];
    let mut contours: Vec<Option<Contour>> = (0..n).map(|_| None).collect();
    for &v in order.iter().rev() {
        contours[v] = Some(join(&kept[v], v, widths, gap, &mut offset, &mut contours));
    }
    places[root] = Some((0.0, 0));
    for &v in &order {
        let Some((x, depth)) = places[v] else { continue };
        for &w in &kept[v] {
            places[w] = Some((x + offset[w], depth + 1));
        }
    }
    places
}

/// The nodes in an order with parents first, and the children that each keeps.
fn preorder(children: &[Vec<usize>], root: usize) -> (Vec<usize>, Vec<Vec<usize>>) {
    let mut seen = vec![false; children.len()];
    let mut kept: Vec<Vec<usize>> = vec![Vec::new(); children.len()];
    seen[root] = true;
    let mut order = vec![root];
    let mut next = 0;
    while next < order.len() {
        let v = order[next];
        for &w in &children[v] {
            if w < children.len() && !std::mem::replace(&mut seen[w], true) {
                kept[v].push(w);
                order.push(w);
            }
        }
        next += 1;
    }
    (order, kept)
}

/// Sets the children of a node side by side and gives the contour of the whole.
fn join(
    kept: &[usize],
    v: usize,
    widths: &[f64],
    gap: f64,
    offset: &mut [f64],
    contours: &mut [Option<Contour>],
) -> Contour {
    let half = widths.get(v).copied().unwrap_or(0.0) / 2.0;
    let mut whole: Option<Contour> = None;
    for &w in kept {
        let Some(child) = contours[w].take() else { continue };
        whole = Some(match whole {
            None => child,
            Some(forest) => {
                let shared: Range<usize> = 0..forest.depth().min(child.depth());
                let shift = shared.map(|d| forest.right_at(d) - child.left_at(d)).fold(f64::NEG_INFINITY, f64::max);
                offset[w] = shift + gap;
                forest.beside(child, shift + gap)
            }
        });
    }
    let Some(mut whole) = whole else {
        return Contour { left: vec![-half], right: vec![half], left_shift: 0.0, right_shift: 0.0 };
    };
    let middle = kept.last().map_or(0.0, |&w| offset[w]) / 2.0;
    for &w in kept {
        offset[w] -= middle;
    }
    whole.left_shift -= middle;
    whole.right_shift -= middle;
    whole.left.push(-half - whole.left_shift);
    whole.right.push(half - whole.right_shift);
    whole
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn parents_stand_over_the_middle_of_their_children() {
        let children = vec![vec![1, 2, 3], vec![], vec![4, 5], vec![], vec![], vec![]];
        let places = tidy_tree(&children, 0, &[10.0; 6], 5.0);
        let x = |v: usize| places[v].unwrap().0;
        assert!((x(0) - f64::midpoint(x(1), x(3))).abs() < 1e-9);
        assert!((x(2) - f64::midpoint(x(4), x(5))).abs() < 1e-9);
    }

    #[test]
    fn a_very_deep_tree_is_no_trouble() {
        let n = 200_000;
        let children: Vec<Vec<usize>> = (0..n).map(|i| if i + 1 < n { vec![i + 1] } else { vec![] }).collect();
        let places = tidy_tree(&children, 0, &[], 1.0);
        assert_eq!(places[n - 1], Some((0.0, n - 1)));
    }

    proptest! {
        #[test]
        fn nodes_of_one_depth_keep_their_distance(parents in prop::collection::vec(0usize..1000, 1..80)) {
            let n = parents.len() + 1;
            let mut children = vec![Vec::new(); n];
            for (i, p) in parents.iter().enumerate() {
                children[p % (i + 1)].push(i + 1);
            }
            let widths: Vec<f64> = (0..n).map(|i| 8.0 + (i % 5) as f64).collect();
            let places = tidy_tree(&children, 0, &widths, 4.0);
            for i in 0..n {
                for j in 0..i {
                    let ((xi, di), (xj, dj)) = (places[i].unwrap(), places[j].unwrap());
                    if di == dj {
                        prop_assert!((xi - xj).abs() + 1e-6 >= f64::midpoint(widths[i], widths[j]) + 4.0);
                    }
                }
            }
        }
    }
}
