//! The reduction of the formula game to Node Kayles (Schaefer 1978).

use crate::Formula;

/// The Node Kayles graph of a formula: the player to move wins on it exactly when the existential player wins the
/// formula game.
///
/// The formula is first brought into the form ξn … ξ1 with n odd, existential variables at odd places, by dummy
/// variables; and a clause (ξ1 ∨ ¬ξ1) is put before the others. Vertices stand in groups, each a clique: X0 has one vertex for
/// each clause; Xi, for i from 1 to n, has the two literals of ξi and the vertices y(i,j) for 0 ≤ j < i. A literal is
/// joined to the clauses it occurs in, and y(i,j) to all of Xk for every k ≤ i other than j. So in good play the i-th
/// move from the end takes a literal of ξi (anything else loses to some y), and when all are taken one clause vertex is
/// left to the opponent exactly if a clause is false.
///
/// With n variables and m clauses there are m + 2n + n(n+1)/2 vertices and about n⁴/8 edges, so edges are made one at a
/// time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KaylesGraph {
    /// The names of ξ1, ξ2, …, ξn.
    names: Vec<String>,
    /// For each clause, the vertices of its literals.
    clauses: Vec<Vec<usize>>,
}

impl KaylesGraph {
    /// The graph of a formula. Time linear in the formula.
    pub fn new(formula: &Formula) -> Self {
        let order = formula.turns();
        let length = order.len();
        let mut place = vec![0; formula.variables()];
        let mut names = vec![String::new(); length];
        for (step, variable) in order.into_iter().enumerate() {
            let index = length - step;
            names[index - 1] = variable.map_or_else(|| format!("pass({index})"), |v| formula.name(v).to_string());
            if let Some(variable) = variable {
                place[variable] = index;
            }
        }
        let mut graph = Self { names, clauses: vec![Vec::new(); formula.clauses().len() + 1] };
        graph.clauses[0] = vec![graph.literal(1, true), graph.literal(1, false)];
        for (index, clause) in formula.clauses().iter().enumerate() {
            let mut vertices: Vec<usize> =
                clause.iter().map(|l| graph.literal(place[l.variable()], l.is_positive())).collect();
            vertices.sort_unstable();
            vertices.dedup();
            graph.clauses[index + 1] = vertices;
        }
        graph
    }

    /// The number n of variables after padding, an odd number.
    pub fn variables(&self) -> usize {
        self.names.len()
    }

    /// The number of vertices; they are numbered from 0, group by group.
    pub fn vertices(&self) -> usize {
        self.start(self.variables() + 1)
    }

    /// The first vertex of group Xi.
    fn start(&self, i: usize) -> usize {
        if i == 0 { 0 } else { self.clauses.len() + 2 * (i - 1) + i * (i - 1) / 2 }
    }

    /// The vertex of a literal of ξi.
    fn literal(&self, i: usize, positive: bool) -> usize {
        self.start(i) + usize::from(!positive)
    }

    /// The name of each vertex: `clause(k)`, `x` and `-x` for literals, `y(i,j)` for the others; dummy
    /// variables are called `pass(i)`.
    pub fn vertex_names(&self) -> Vec<String> {
        let mut names: Vec<String> = (1..=self.clauses.len()).map(|k| format!("clause({k})")).collect();
        for (i, name) in (1..).zip(&self.names) {
            names.push(name.clone());
            names.push(format!("-{name}"));
            names.extend((0..i).map(|j| format!("y({i},{j})")));
        }
        names
    }

    /// The vertices group by group: those of the clauses, then those of ξ1, ξ2, …, ξn.
    pub fn columns(&self) -> Vec<std::ops::Range<usize>> {
        (0..=self.variables()).map(|i| self.start(i)..self.start(i + 1)).collect()
    }

    /// The number of edges, without making them.
    pub fn edge_count(&self) -> u128 {
        let size = |i: usize| (self.start(i + 1) - self.start(i)) as u128;
        let cliques: u128 = (0..=self.variables()).map(|i| size(i) * (size(i) - 1) / 2).sum();
        let occurrences: u128 = self.clauses.iter().map(|clause| clause.len() as u128).sum();
        // The y of group i see everything in earlier groups, each except its own exception.
        let guards: u128 = (1..=self.variables()).map(|i| (i as u128 - 1) * self.start(i) as u128).sum();
        cliques + occurrences + guards
    }

    /// The edges, each once, with the smaller vertex first.
    pub fn edges(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let cliques = (0..=self.variables()).flat_map(move |i| {
            let group = self.start(i)..self.start(i + 1);
            let end = group.end;
            group.flat_map(move |u| (u + 1..end).map(move |v| (u, v)))
        });
        let occurrences =
            self.clauses.iter().enumerate().flat_map(|(clause, literals)| literals.iter().map(move |&l| (clause, l)));
        let guards = (1..=self.variables()).flat_map(move |i| {
            (0..i).flat_map(move |j| {
                let y = self.start(i) + 2 + j;
                (0..self.start(i)).filter(move |u| !(self.start(j)..self.start(j + 1)).contains(u)).map(move |u| (u, y))
            })
        });
        cliques.chain(occurrences).chain(guards)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use grundy_budget::Budget;
    use proptest::prelude::*;

    use super::*;
    use crate::{Literal, Pruning, Quantifier, search};

    /// Whether the player to move wins Node Kayles on the vertices of `left`, by trying everything.
    fn wins(closed: &[u128], left: u128, known: &mut HashMap<u128, bool>) -> bool {
        if let Some(&known) = known.get(&left) {
            return known;
        }
        let mut vertices = (0..closed.len()).filter(|v| left >> v & 1 == 1);
        let wins = vertices.any(|v| !wins(closed, left & !closed[v], known));
        known.insert(left, wins);
        wins
    }

    fn first_wins(graph: &KaylesGraph) -> bool {
        let mut closed: Vec<u128> = (0..graph.vertices()).map(|v| 1 << v).collect();
        for (u, v) in graph.edges() {
            closed[u] |= 1 << v;
            closed[v] |= 1 << u;
        }
        wins(&closed, (1 << graph.vertices()) - 1, &mut HashMap::new())
    }

    #[test]
    fn the_formula_of_three_variables() {
        let formula: Formula = "E x1 A x2 E x3 : (x1) (x2|-x3) (-x1|-x2|x3)".parse().unwrap();
        let graph = KaylesGraph::new(&formula);
        assert_eq!((graph.variables(), graph.vertices()), (3, 4 + 6 + 6));
        let names = graph.vertex_names().join(" ");
        insta::assert_snapshot!(names, @"clause(1) clause(2) clause(3) clause(4) x3 -x3 y(1,0) x2 -x2 y(2,0) y(2,1) x1 -x1 y(3,0) y(3,1) y(3,2)");
        assert!(first_wins(&graph));
    }

    #[test]
    fn formulas_without_variables() {
        assert!(first_wins(&KaylesGraph::new(&":".parse().unwrap())));
        assert!(!first_wins(&KaylesGraph::new(&": ()".parse().unwrap())));
    }

    #[test]
    fn dummies_make_the_players_alternate() {
        let graph = KaylesGraph::new(&"A a b E c d :".parse().unwrap());
        assert_eq!(graph.names, ["d", "pass(2)", "c", "b", "pass(5)", "a", "pass(7)"]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn first_wins_when_the_formula_is_true(
            quantifiers in prop::collection::vec(any::<bool>(), 1..=3),
            clauses in prop::collection::vec(prop::collection::vec((0..3_usize, any::<bool>()), 1..4), 0..5),
        ) {
            let count = quantifiers.len();
            let variables = (0..).zip(quantifiers).map(|(v, exists)| (Quantifier::winner(exists), format!("x{v}")));
            let literals = |clause: Vec<(usize, bool)>| {
                clause.into_iter().map(|(v, positive)| Literal::new(v % count, positive)).collect()
            };
            let formula = Formula::new(variables.collect(), clauses.into_iter().map(literals).collect()).unwrap();
            let graph = KaylesGraph::new(&formula);
            let edges: HashSet<_> = graph.edges().collect();
            prop_assert_eq!(edges.len() as u128, graph.edge_count());
            prop_assert_eq!(graph.edges().count(), edges.len());
            prop_assert!(edges.iter().all(|&(u, v)| u < v && v < graph.vertices()));
            prop_assert_eq!(graph.vertex_names().len(), graph.vertices());
            let truth = search(&formula, &[], Pruning::Trivial, &Budget::unlimited()).unwrap();
            prop_assert_eq!(first_wins(&graph), truth, "{}", formula);
        }
    }
}
