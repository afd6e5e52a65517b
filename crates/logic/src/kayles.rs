//! The reduction of the formula game to Node Kayles (Schaefer 1978).

use crate::{Formula, Quantifier};

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
        // The padded order of play: (variable or dummy) with quantifiers ∃ ∀ ∃ … ∃.
        let mut order: Vec<Option<usize>> = Vec::new();
        let turn = |length: usize| if length.is_multiple_of(2) { Quantifier::Exists } else { Quantifier::ForAll };
        for variable in 0..formula.variables() {
            if turn(order.len()) != formula.quantifier(variable) {
                order.push(None);
            }
            order.push(Some(variable));
        }
        if order.len().is_multiple_of(2) {
            order.push(None);
        }
        let length = order.len();
        let mut place = vec![0; formula.variables()];
        let mut names = vec![String::new(); length];
        for (step, variable) in order.into_iter().enumerate() {
            let index = length - step;
            names[index - 1] = variable.map_or_else(|| format!("dummy{index}"), |v| formula.name(v).to_string());
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

    /// The name of each vertex: `B1` for a clause, `x` and `-x` for literals, `y(i,j)` for the others.
    pub fn vertex_names(&self) -> Vec<String> {
        let mut names: Vec<String> = (1..=self.clauses.len()).map(|k| format!("B{k}")).collect();
        for (i, name) in (1..).zip(&self.names) {
            names.push(name.clone());
            names.push(format!("-{name}"));
            names.extend((0..i).map(|j| format!("y({i},{j})")));
        }
        names
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
