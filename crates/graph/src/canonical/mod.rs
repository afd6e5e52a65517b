//! Canonical labelling and automorphisms of small graphs.
//!
//! Two graphs are isomorphic exactly when their canonical forms are equal. The method is individualisation and
//! refinement (B. D. McKay, "Practical graph isomorphism", 1981; McKay and Piperno, 2014): refine an ordered partition
//! of the vertices until it is equitable, single out a vertex of a cell, refine again, and so on down to a labelling;
//! among all labellings take the one with the best trace and matrix. Automorphisms found on the way prune the search
//! and generate the whole group. Exponential on graphs built to be hard, quick on all others.

mod partition;
mod search;

use crate::digraph::check_size;
use crate::union_find::{find, unite};
use crate::{Graph, GraphError};
use grundy_budget::Budget;
use num_bigint::BigUint;
use search::Search;

/// The most vertices that canonical labelling takes.
pub const MAX_ORDER: usize = 1024;

/// A graph in canonical form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canonical {
    /// The canonical graph.
    pub graph: Graph,
    /// Which vertex of the canonical graph each vertex became.
    pub names: Vec<usize>,
}

/// The symmetries of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automorphisms {
    /// How many automorphisms there are.
    pub group_size: BigUint,
    /// Permutations (images of `0..order`) that generate them all.
    pub generators: Vec<Vec<usize>>,
    /// The vertices in classes of equals: ascending, classes by their least vertex.
    pub vertex_orbits: Vec<Vec<usize>>,
    /// The edges in classes of equals: ascending, classes by their least edge.
    pub edge_orbits: Vec<Vec<(usize, usize)>>,
}

/// The canonical form of a graph of at most [`MAX_ORDER`] vertices, without limits on time.
///
/// # Panics
/// If the graph has more vertices; [`canonical`] answers with an error instead.
pub fn canonical_form(graph: &Graph) -> Graph {
    match canonical(graph, None, &Budget::unlimited()) {
        Ok(canonical) => canonical.graph,
        Err(error) => panic!("{error}"),
    }
}

/// The canonical form of a graph under renamings that keep the colours: a vertex of smaller colour comes first.
pub fn canonical(graph: &Graph, colours: Option<&[u32]>, budget: &Budget) -> Result<Canonical, GraphError> {
    let found = run(graph, colours, budget)?;
    let mut names = vec![0; graph.order()];
    found.best.iter().enumerate().for_each(|(i, &v)| names[v as usize] = i);
    Ok(Canonical { graph: graph.renamed(&names)?, names })
}

/// The automorphisms of a graph of at most [`MAX_ORDER`] vertices, without limits on time.
///
/// # Panics
/// If the graph has more vertices; [`automorphisms_within`] answers with an error instead.
pub fn automorphisms(graph: &Graph) -> Automorphisms {
    match automorphisms_within(graph, None, &Budget::unlimited()) {
        Ok(automorphisms) => automorphisms,
        Err(error) => panic!("{error}"),
    }
}

/// The automorphisms of a graph that keep the colours.
pub fn automorphisms_within(
    graph: &Graph,
    colours: Option<&[u32]>,
    budget: &Budget,
) -> Result<Automorphisms, GraphError> {
    let found = run(graph, colours, budget)?;
    let generators: Vec<Vec<usize>> =
        found.generators.iter().map(|g| g.iter().map(|&v| v as usize).collect()).collect();
    let vertices: Vec<usize> = (0..graph.order()).collect();
    let vertex_orbits = orbits(&vertices, &generators, |g, &v| g[v]);
    let edges: Vec<(usize, usize)> = graph.edges().collect();
    let edge_orbits = orbits(&edges, &generators, |g, &(u, v)| (g[u].min(g[v]), g[u].max(g[v])));
    Ok(Automorphisms { group_size: found.group_size, generators, vertex_orbits, edge_orbits })
}

/// The orbits of sorted things under permutations, by union and find.
fn orbits<T: Copy + Ord>(things: &[T], generators: &[Vec<usize>], image: impl Fn(&[usize], &T) -> T) -> Vec<Vec<T>> {
    let mut parents: Vec<u32> = (0..things.len() as u32).collect();
    for generator in generators {
        for (i, thing) in things.iter().enumerate() {
            if let Ok(j) = things.binary_search(&image(generator, thing)) {
                unite(&mut parents, i as u32, j as u32);
            }
        }
    }
    let mut classes: Vec<Vec<T>> = vec![Vec::new(); things.len()];
    for (i, &thing) in things.iter().enumerate() {
        classes[find(&mut parents, i as u32) as usize].push(thing);
    }
    classes.retain(|class| !class.is_empty());
    classes
}

/// What a search hands back, whatever its row width.
struct Found {
    best: Vec<u16>,
    generators: Vec<Vec<u16>>,
    group_size: BigUint,
}

fn run(graph: &Graph, colours: Option<&[u32]>, budget: &Budget) -> Result<Found, GraphError> {
    check_size("vertices for canonical labelling", graph.order() as u64, MAX_ORDER as u64)?;
    match graph.words() {
        0 | 1 => run_wide::<1>(graph, colours, budget),
        2 => run_wide::<2>(graph, colours, budget),
        3..=4 => run_wide::<4>(graph, colours, budget),
        5..=8 => run_wide::<8>(graph, colours, budget),
        _ => run_wide::<16>(graph, colours, budget),
    }
}

fn run_wide<const W: usize>(graph: &Graph, colours: Option<&[u32]>, budget: &Budget) -> Result<Found, GraphError> {
    let rows = (0..graph.order()).map(|v| {
        let mut row = [0_u64; W];
        row[..graph.words()].copy_from_slice(graph.row(v));
        row
    });
    let mut search = Search::<W>::default();
    search.run(rows, colours, Some(budget.meter()))?;
    Ok(Found {
        best: search.best_labels().to_vec(),
        generators: search.generators().map(<[u16]>::to_vec).collect(),
        group_size: search.group_size(),
    })
}

/// A canonical labeller for graphs of at most 64 vertices given as rows, which keeps its memory between calls.
///
/// For inner loops: about a microsecond for graphs of ten vertices.
///
/// ```
/// use grundy_graph::canonical::SmallLabeller;
///
/// let mut labeller = SmallLabeller::default();
/// let path = labeller.label(&[0b010, 0b101, 0b010], None).to_vec();
/// assert_eq!(labeller.label(&[0b110, 0b001, 0b001], None), path);
/// ```
#[derive(Default)]
pub struct SmallLabeller {
    search: Search<1>,
    rows: Vec<u64>,
}

impl SmallLabeller {
    /// The canonical rows of the graph with these symmetric rows (bit `u` of `rows[v]`: an edge), optionally keeping
    /// colours.
    pub fn label(&mut self, rows: &[u64], colours: Option<&[u32]>) -> &[u64] {
        let rows = &rows[..rows.len().min(64)];
        // why: without a meter the search cannot run out
        let _ = self.search.run(rows.iter().map(|&row| [row]), colours, None);
        self.rows.clear();
        self.rows.extend(self.search.best_rows().iter().map(|row| row[0]));
        &self.rows
    }

    /// The vertices of the last graph in canonical order: entry `i` became vertex `i`.
    pub fn labels(&self) -> &[u16] {
        self.search.best_labels()
    }

    /// The least vertex in the orbit of each vertex of the last graph.
    pub fn vertex_orbits(&mut self) -> &[u16] {
        self.search.least_in_orbit()
    }

    /// Generators of the automorphism group of the last graph.
    pub fn generators(&self) -> impl Iterator<Item = &[u16]> {
        self.search.generators()
    }

    /// The number of automorphisms of the last graph.
    pub fn group_size(&self) -> BigUint {
        self.search.group_size()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::families::named;
    use proptest::prelude::*;

    /// Every permutation of `0..n`.
    fn permutations(n: usize) -> Vec<Vec<usize>> {
        if n == 0 {
            return vec![Vec::new()];
        }
        let shorter = permutations(n - 1);
        let insert = |p: &Vec<usize>, at: usize| {
            let mut longer = p.clone();
            longer.insert(at, n - 1);
            longer
        };
        shorter.iter().flat_map(|p| (0..n).map(move |at| insert(p, at))).collect()
    }

    fn graph_of(order: usize, code: u32) -> Graph {
        let pairs = (1..order).flat_map(|v| (0..v).map(move |u| (u, v)));
        Graph::from_edges(order, pairs.enumerate().filter(|(i, _)| code >> i & 1 == 1).map(|(_, pair)| pair)).unwrap()
    }

    /// On all graphs with up to five vertices, and the colourings by one marked vertex, form, group and orbits agree
    /// with what trying every permutation gives.
    #[test]
    fn small_graphs_agree_with_brute_force() {
        for order in 0..=5 {
            let all = permutations(order);
            let mut classes = std::collections::BTreeMap::new();
            for code in 0..1_u32 << (order * order.saturating_sub(1) / 2) {
                let graph = graph_of(order, code);
                let least = all.iter().map(|p| graph.renamed(p).unwrap().edges().collect::<Vec<_>>()).min();
                let form = canonical_form(&graph);
                assert_eq!(classes.entry(least).or_insert_with(|| form.clone()), &form);
                let group: Vec<_> = all.iter().filter(|p| graph.renamed(p).unwrap() == graph).collect();
                let found = automorphisms(&graph);
                assert_eq!(found.group_size, group.len().into());
                for orbit in &found.vertex_orbits {
                    let mut images: Vec<usize> = group.iter().map(|p| p[orbit[0]]).collect();
                    images.sort_unstable();
                    images.dedup();
                    assert_eq!(&images, orbit);
                }
                assert!(found.generators.iter().all(|g| graph.renamed(g).unwrap() == graph));
                for marked in 0..order {
                    let mut colours = vec![0; order];
                    colours[marked] = 1;
                    let stabiliser = group.iter().filter(|p| p[marked] == marked).count();
                    let found = automorphisms_within(&graph, Some(&colours), &Budget::unlimited()).unwrap();
                    assert_eq!(found.group_size, stabiliser.into());
                }
            }
            // Numbers of graphs up to isomorphism: 1, 1, 2, 4, 11, 34 (OEIS A000088).
            assert_eq!(classes.len(), [1, 1, 2, 4, 11, 34][order]);
            let forms: std::collections::BTreeSet<_> =
                classes.values().map(|g| g.edges().collect::<Vec<_>>()).collect();
            assert_eq!(forms.len(), classes.len());
        }
    }

    #[test]
    fn groups_of_large_and_symmetric_graphs() {
        let group = |name: &str, p: &[u64]| automorphisms(&named(name, p).unwrap()).group_size;
        let factorial = |n: u32| (1..=n).map(BigUint::from).product::<BigUint>();
        assert_eq!(group("complete", &[60]), factorial(60));
        assert_eq!(group("empty", &[200]), factorial(200));
        assert_eq!(group("multipartite", &[30, 30, 30]), factorial(30).pow(3) * 6_u32);
        assert_eq!(group("hypercube", &[7]), factorial(7) << 7_u32);
        assert_eq!(group("cycle", &[300]), 600_u32.into());
        assert_eq!(group("grid", &[12, 12]), 8_u32.into());
        assert_eq!(group("rook", &[8, 8]), factorial(8).pow(2) * 2_u32);
        assert_eq!(group("kneser", &[7, 3]), factorial(7));
        assert_eq!(group("paley", &[101]), (101_u32 * 50).into());
        assert_eq!(group("tree", &[2, 6]), BigUint::from(2_u32).pow(63));
    }

    #[test]
    fn edge_orbits_of_known_graphs() {
        let orbits = |name: &str, p: &[u64]| -> Vec<usize> {
            automorphisms(&named(name, p).unwrap()).edge_orbits.iter().map(Vec::len).collect()
        };
        assert_eq!(orbits("petersen", &[]), [15]);
        assert_eq!(orbits("prism", &[3]), [6, 3]);
        assert_eq!(orbits("wheel", &[7]), [6, 6]);
        assert_eq!(orbits("frucht", &[]), [1; 18]);
    }

    #[test]
    fn a_budget_stops_the_search_and_too_many_vertices_are_refused() {
        let budget = Budget::unlimited();
        budget.cancel();
        let graph = named("rook", &[30, 30]).unwrap();
        assert!(matches!(canonical(&graph, None, &budget), Err(GraphError::Exhausted(_))));
        let large = named("path", &[2000]).unwrap();
        assert!(matches!(canonical(&large, None, &Budget::unlimited()), Err(GraphError::TooLarge { .. })));
    }

    proptest! {
        #[test]
        fn renaming_changes_nothing(
            order in 1..80_usize,
            pairs in prop::collection::vec((0..80_usize, 0..80_usize), 0..160),
            keys in prop::collection::vec(any::<u64>(), 80),
        ) {
            let edges = pairs.into_iter().filter(|&(u, v)| u != v && u < order && v < order);
            let graph = Graph::from_edges(order, edges).unwrap();
            let mut names: Vec<usize> = (0..order).collect();
            names.sort_by_key(|&v| keys[v]);
            let renamed = graph.renamed(&names).unwrap();
            let (one, other) = (canonical(&graph, None, &Budget::unlimited()).unwrap(), canonical_form(&renamed));
            prop_assert_eq!(&one.graph, &other);
            prop_assert_eq!(graph.renamed(&one.names).unwrap(), one.graph);
            prop_assert_eq!(automorphisms(&graph).group_size, automorphisms(&renamed).group_size);
        }

        #[test]
        fn regular_graphs_renamed(steps in prop::collection::vec(1..10_u64, 1..4), keys in prop::collection::vec(any::<u64>(), 20)) {
            let parameters: Vec<u64> = [20].into_iter().chain(steps).collect();
            let graph = named("circulant", &parameters).unwrap();
            let mut names: Vec<usize> = (0..20).collect();
            names.sort_by_key(|&v| keys[v]);
            prop_assert_eq!(canonical_form(&graph), canonical_form(&graph.renamed(&names).unwrap()));
        }
    }
}
