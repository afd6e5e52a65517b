//! Graphs that have names, all in one place for every game to use.
//!
//! [`FAMILIES`] lists them; [`parse_graph_argument`] reads a graph argument: a name, a graph6 string or a file.

mod argument;
mod build;

use crate::{Graph, GraphError};
use build::Edges;
use grundy_lang::Text;

pub use argument::{parse_arcs, parse_graph_argument, write_arcs, write_edges};

/// A named graph or family of graphs.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// The name in lower case.
    pub name: &'static str,
    /// The parameters, as shown in help: `(n)`, `(a,b,…)` or nothing.
    pub parameters: &'static str,
    /// One line that says which graph it is.
    pub about: &'static str,
    least: &'static [u64],
    more: bool,
    make: fn(&[u64]) -> Edges,
}

impl Family {
    /// A small member of the family as a graph argument, such as `grid(3,4)`.
    pub fn example(&self) -> String {
        let typical: &[u64] = match self.name {
            "circulant" => &[8, 1, 3],
            "gp" => &[7, 2],
            "johnson" | "kneser" => &[5, 2],
            "paley" => &[13],
            "tree" => &[2, 3],
            "hypercube" => &[4],
            "multipartite" => &[1, 2, 3],
            "turan" => &[7, 3],
            _ => match self.least.len() {
                0 => return self.name.to_owned(),
                1 => &[6],
                _ => &[3, 4],
            },
        };
        let numbers: Vec<String> = typical.iter().map(u64::to_string).collect();
        format!("{}({})", self.name, numbers.join(","))
    }

    /// The member of the family with these parameters.
    ///
    /// Their number and sizes are checked; the graph may have at most [`Graph::MAX_ORDER`] vertices.
    pub fn build(&self, parameters: &[u64]) -> Result<Graph, GraphError> {
        let enough = parameters.len() == self.least.len() || (self.more && parameters.len() > self.least.len());
        if !enough {
            return Err(GraphError::argument(1, Text::verbatim(format!("`{}{}`", self.name, self.parameters))));
        }
        // why: a family without bounds takes any number
        let least = |i: usize| self.least.get(i).or(self.least.last()).copied().unwrap_or(0);
        if let Some(i) = (0..parameters.len()).find(|&i| parameters[i] < least(i)) {
            let expected = Text::new(match i {
                0 => "the first parameter of `{family}` to be at least {least}",
                1 => "the second parameter of `{family}` to be at least {least}",
                _ => "every parameter of `{family}` to be at least {least}",
            });
            return Err(GraphError::argument(1, expected.with("family", self.name).with("least", least(i))));
        }
        // Every family has at least as many vertices as any of its parameters says, `kneser`, `johnson` and `gp` with
        // their second one aside, so larger parameters are hopeless and smaller ones cannot overflow below.
        if let Some(&count) = parameters.iter().find(|&&p| p > Graph::MAX_ORDER as u64) {
            return Err(GraphError::TooLarge { what: "vertices", count, limit: Graph::MAX_ORDER as u64 });
        }
        let Edges { order, make } = (self.make)(parameters);
        if order > Graph::MAX_ORDER as u64 {
            return Err(GraphError::TooLarge { what: "vertices", count: order, limit: Graph::MAX_ORDER as u64 });
        }
        let edges = make().map_err(|expected| GraphError::argument(1, expected))?;
        Graph::from_edges(order as usize, edges)
    }
}

/// The family of that name.
pub fn family(name: &str) -> Option<&'static Family> {
    FAMILIES.iter().find(|family| family.name == name)
}

/// The graph of that name and parameters.
pub fn named(name: &str, parameters: &[u64]) -> Result<Graph, GraphError> {
    match family(name) {
        Some(family) => family.build(parameters),
        None => Err(argument::unknown_name(name, 1)),
    }
}

macro_rules! families {
    ($($name:literal $parameters:literal $about:literal [$($least:literal),*] $($more:ident)? => $make:expr;)*) => {
        /// All families, in the order of the alphabet.
        pub const FAMILIES: &[Family] = &[$(Family {
            name: $name,
            parameters: $parameters,
            about: $about,
            least: &[$($least),*],
            more: families!(@more $($more)?),
            make: $make,
        }),*];
    };
    (@more) => { false };
    (@more more) => { true };
}

families! {
    "antiprism" "(n)" "two n-cycles joined by a band of 2n triangles" [3] => |p| build::antiprism(p[0]);
    "banner" "" "the 4-cycle 1-2-3-4 with 5 hung on 1" [] => |_| build::fixed(5, &[(0, 1), (1, 2), (2, 3), (3, 0), (0, 4)]);
    "bipartite" "(a,b)" "complete bipartite graph" [0, 0] => build::multipartite;
    "bull" "" "a triangle with two horns" [] => |_| build::fixed(5, &[(0, 1), (1, 2), (0, 2), (0, 3), (1, 4)]);
    "butterfly" "" "two triangles with a common vertex" [] => |_| build::fixed(5, &[(0, 1), (0, 2), (1, 2), (0, 3), (0, 4), (3, 4)]);
    "chvatal" "" "the Chvátal graph: 4-regular, 4-chromatic, no triangle, 12 vertices" [] => |_| build::chvatal();
    "circulant" "(n,s,…)" "n vertices in a ring, each joined to those s steps away" [1, 0] more => build::circulant;
    "claw" "" "three vertices hung on one" [] => |_| build::star(4);
    "clebsch" "" "the folded 5-cube: 5-regular, no triangle, 16 vertices" [] => |_| build::clebsch();
    "complete" "(n)" "all n vertices joined to one another" [0] => |p| build::complete(p[0]);
    "cube" "" "the cube, 8 vertices" [] => |_| build::hypercube(3);
    "cuboctahedron" "" "the cuboctahedron, 12 vertices" [] => |_| build::cuboctahedron();
    "cycle" "(n)" "a ring of n vertices" [3] => |p| build::cycle(p[0]);
    "desargues" "" "gp(10,3), 20 vertices" [] => |_| build::petersen_like(10, 3);
    "diamond" "" "complete(4) without an edge" [] => |_| build::fixed(4, &[(0, 1), (0, 2), (1, 2), (1, 3), (2, 3)]);
    "dodecahedron" "" "the dodecahedron, 20 vertices" [] => |_| build::petersen_like(10, 2);
    "empty" "(n)" "n vertices, no edge" [0] => |p| build::empty(p[0]);
    "fan" "(n)" "a path of n-1 vertices, all joined to one more" [2] => |p| build::fan(p[0]);
    "franklin" "" "the Franklin graph: cubic, 12 vertices" [] => |_| build::lcf(&[5, -5], 6);
    "friendship" "(n)" "n triangles with a common vertex" [1] => |p| build::friendship(p[0]);
    "frucht" "" "the Frucht graph: cubic, no symmetry, 12 vertices" [] => |_| build::lcf(&[-5, -2, -4, 2, 5, -2, 2, 5, -2, -5, 4, 2], 1);
    "gem" "" "a path of 4 vertices, all joined to one more" [] => |_| build::fan(5);
    "gp" "(n,k)" "generalised Petersen graph: an n-cycle joined to an n-gon with steps of k" [3, 1] => |p| build::petersen_like(p[0], p[1]);
    "grid" "(a,b,…)" "the squares of an a by b board, joined along sides" [1, 1] more => build::grid;
    "groetzsch" "" "the Grötzsch graph: 4-chromatic, no triangle, 11 vertices" [] => |_| build::groetzsch();
    "heawood" "" "the Heawood graph: cubic, girth 6, 14 vertices" [] => |_| build::lcf(&[5, -5], 7);
    "house" "" "a square with a roof" [] => |_| build::fixed(5, &[(0, 1), (0, 2), (1, 3), (2, 3), (2, 4), (3, 4)]);
    "hypercube" "(d)" "the corners of the d-dimensional cube" [0] => |p| build::hypercube(p[0]);
    "icosahedron" "" "the icosahedron, 12 vertices" [] => |_| build::icosahedron();
    "johnson" "(n,k)" "k-sets of n things, joined when they differ in one" [0, 0] => |p| build::subsets(p[0], p[1], |k, common| common + 1 == k);
    "king" "(a,b)" "the squares of an a by b board, joined by king's moves" [1, 1] => |p| build::king(p[0], p[1]);
    "kneser" "(n,k)" "k-sets of n things, joined when disjoint" [1, 1] => |p| build::subsets(p[0], p[1], |_, common| common == 0);
    "knight" "(a,b)" "the squares of an a by b board, joined by knight's moves" [1, 1] => |p| build::knight(p[0], p[1]);
    "ladder" "(n)" "grid(2,n)" [1] => |p| build::grid(&[2, p[0]]);
    "mcgee" "" "the McGee graph: cubic, girth 7, 24 vertices" [] => |_| build::lcf(&[12, 7, -7], 8);
    "moebius_kantor" "" "gp(8,3), 16 vertices" [] => |_| build::petersen_like(8, 3);
    "moebius_ladder" "(n)" "a ring of n vertices, n even, opposite ones joined" [4] => |p| build::moebius_ladder(p[0]);
    "multipartite" "(a,b,…)" "complete multipartite graph with parts of these sizes" [0] more => build::multipartite;
    "nauru" "" "gp(12,5), 24 vertices" [] => |_| build::petersen_like(12, 5);
    "octahedron" "" "the octahedron, 6 vertices" [] => |_| build::multipartite(&[2, 2, 2]);
    "paley" "(q)" "residues of a prime q = 1 mod 4, joined when they differ by a square" [5] => |p| build::paley(p[0]);
    "pappus" "" "the Pappus graph: cubic, girth 6, 18 vertices" [] => |_| build::lcf(&[5, 7, -7, 7, -7, -5], 3);
    "path" "(n)" "n vertices in a row" [0] => |p| build::path(p[0]);
    "paw" "" "a triangle with one vertex hung on it" [] => |_| build::fixed(4, &[(0, 1), (1, 2), (0, 2), (2, 3)]);
    "petersen" "" "the Petersen graph, gp(5,2), 10 vertices" [] => |_| build::petersen_like(5, 2);
    "prism" "(n)" "two n-cycles joined vertex by vertex" [3] => |p| build::petersen_like(p[0], 1);
    "queens" "(a,b)" "the squares of an a by b board, joined by queen's moves" [1, 1] => |p| build::queens(p[0], p[1]);
    "rook" "(a,b)" "the squares of an a by b board, joined by rook's moves" [1, 1] => |p| build::rook(p[0], p[1]);
    "star" "(n)" "one vertex in the middle of n-1 others" [1] => |p| build::star(p[0]);
    "sunlet" "(n)" "an n-cycle with a vertex hung on each of its vertices" [3] => |p| build::sunlet(p[0]);
    "tetrahedron" "" "the tetrahedron, complete(4)" [] => |_| build::complete(4);
    "torus" "(a,b)" "the squares of an a by b board whose sides meet" [3, 3] => |p| build::torus(p[0], p[1]);
    "tree" "(b,h)" "every vertex above height 0 has b children, the root is at height h" [1, 0] => |p| build::tree(p[0], p[1]);
    "truncated_cube" "" "the truncated cube, 24 vertices" [] => |_| build::lcf(&[2, 9, -2, 2, -9, -2], 4);
    "truncated_tetrahedron" "" "the truncated tetrahedron, 12 vertices" [] => |_| build::lcf(&[2, 6, -2], 4);
    "turan" "(n,r)" "n vertices in r parts as equal as can be, joined across parts" [0, 1] => |p| build::turan(p[0], p[1]);
    "tutte_coxeter" "" "the Tutte-Coxeter graph: cubic, girth 8, 30 vertices" [] => |_| build::lcf(&[-13, -9, 7, -7, 9, 13], 5);
    "wagner" "" "the Wagner graph, moebius_ladder(8)" [] => |_| build::moebius_ladder(8);
    "wheel" "(n)" "a ring of n-1 vertices, all joined to one more: n vertices in all" [4] => |p| build::wheel(p[0]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canonical::{automorphisms, canonical_form};
    use crate::components::components;
    use crate::format::read_graph;
    use grundy_budget::Budget;

    #[test]
    fn names_are_sorted_and_none_is_a_graph6_trap() {
        assert!(FAMILIES.is_sorted_by(|a, b| a.name < b.name));
        for family in FAMILIES {
            assert_eq!(family.parameters.is_empty(), family.least.is_empty(), "{}", family.name);
        }
    }

    /// What could take for ever to build, and must not.
    #[test]
    fn absurd_parameters_are_answered_at_once() {
        assert_eq!(named("kneser", &[63, 62]).unwrap().order(), 63);
        assert_eq!(named("johnson", &[63, 61]).unwrap().order(), 1953);
        assert_eq!(named("paley", &[4093]).unwrap().degree(0), 2046);
        let steps: Vec<u64> = std::iter::once(4096).chain((0..100_000).map(|step| step % 3)).collect();
        assert_eq!(named("circulant", &steps).map(|graph| graph.degree(0)), Ok(4));
        let sides: Vec<u64> = std::iter::once(4096).chain(std::iter::repeat_n(1, 100_000)).collect();
        assert_eq!(named("grid", &sides).map(|graph| graph.size()), Ok(4095));
        assert!(matches!(named("tree", &[1, u64::MAX]), Err(GraphError::TooLarge { .. })));
    }

    #[test]
    fn every_family_has_an_example() {
        for family in FAMILIES {
            let read = parse_graph_argument(&family.example(), |_| unreachable!(), &Budget::unlimited());
            assert!(read.is_ok_and(|read| (3..=60).contains(&read.graph.order())), "{}", family.example());
        }
    }

    /// Order, size and group of graphs whose data the literature gives.
    #[test]
    fn famous_graphs_have_their_order_size_and_group() {
        let data: [(&str, &[u64], usize, usize, u64); 27] = [
            ("petersen", &[], 10, 15, 120),
            ("kneser", &[5, 2], 10, 15, 120),
            ("tetrahedron", &[], 4, 6, 24),
            ("cube", &[], 8, 12, 48),
            ("octahedron", &[], 6, 12, 48),
            ("dodecahedron", &[], 20, 30, 120),
            ("icosahedron", &[], 12, 30, 120),
            ("cuboctahedron", &[], 12, 24, 48),
            ("heawood", &[], 14, 21, 336),
            ("moebius_kantor", &[], 16, 24, 96),
            ("pappus", &[], 18, 27, 216),
            ("desargues", &[], 20, 30, 240),
            ("nauru", &[], 24, 36, 144),
            ("mcgee", &[], 24, 36, 32),
            ("tutte_coxeter", &[], 30, 45, 1440),
            ("franklin", &[], 12, 18, 48),
            ("frucht", &[], 12, 18, 1),
            ("chvatal", &[], 12, 24, 8),
            ("groetzsch", &[], 11, 20, 10),
            ("clebsch", &[], 16, 40, 1920),
            ("truncated_tetrahedron", &[], 12, 18, 24),
            ("truncated_cube", &[], 24, 36, 48),
            ("paley", &[13], 13, 39, 78),
            ("johnson", &[5, 2], 10, 30, 120),
            ("antiprism", &[3], 6, 12, 48),
            ("torus", &[3, 5], 15, 30, 60),
            ("wagner", &[], 8, 12, 16),
        ];
        for (name, parameters, order, size, group) in data {
            let graph = named(name, parameters).unwrap();
            assert_eq!((graph.order(), graph.size()), (order, size), "{name}");
            assert_eq!(automorphisms(&graph).group_size, group.into(), "{name}");
            assert_eq!(components(&graph).len(), 1, "{name}");
        }
    }

    #[test]
    fn families_have_the_expected_size() {
        let size = |name: &str, parameters: &[u64]| {
            let graph = named(name, parameters).unwrap();
            (graph.order(), graph.size())
        };
        assert_eq!(size("wheel", &[12]), (12, 22));
        assert_eq!(size("fan", &[5]), (5, 7));
        assert_eq!(size("friendship", &[3]), (7, 9));
        assert_eq!(size("hypercube", &[4]), (16, 32));
        assert_eq!(size("grid", &[3, 4, 2]), (24, 46));
        assert_eq!(size("king", &[3, 3]), (9, 20));
        assert_eq!(size("knight", &[3, 3]), (9, 8));
        assert_eq!(size("rook", &[3, 4]), (12, 30));
        assert_eq!(size("turan", &[7, 3]), (7, 16));
        assert_eq!(size("tree", &[2, 3]), (15, 14));
        assert_eq!(size("circulant", &[8, 1, 4]), (8, 12));
        assert_eq!(size("empty", &[3]), (3, 0));
        assert_eq!(size("complete", &[0]), (0, 0));
        assert_eq!(size("ladder", &[5]), (10, 13));
        assert_eq!(size("gp", &[6, 3]), (12, 15));
        assert_eq!(size("star", &[1]), (1, 0));
    }

    /// The names in the reference tables and the ones here mean the same graphs.
    #[test]
    fn the_reference_tables_agree() {
        let tables = [
            include_str!("../../../../tests/reference/graph_chomp.tsv"),
            include_str!("../../../../tests/reference/node_kayles.tsv"),
        ];
        let mut compared = 0;
        for line in tables.iter().flat_map(|table| table.lines().skip(1)) {
            let cells: Vec<&str> = line.split('\t').collect();
            let Some(ours) = ours(cells[0]) else { continue };
            let theirs = read_graph(cells[1].as_bytes(), None, &Budget::unlimited()).unwrap().graph;
            assert_eq!(canonical_form(&ours), canonical_form(&theirs), "{}", cells[0]);
            compared += 1;
        }
        assert!(compared > 130, "{compared}");
    }

    /// The graph that a name of the reference tables stands for.
    fn ours(name: &str) -> Option<Graph> {
        let split = name.find(|c: char| c.is_ascii_digit()).unwrap_or(name.len());
        let (word, numbers) = name.split_at(split);
        let numbers: Vec<u64> = numbers.split([',', 'x']).filter_map(|n| n.parse().ok()).collect();
        let (word, numbers) = match (word, numbers.as_slice()) {
            ("K", [n]) => ("complete", vec![*n]),
            ("K", _) => ("multipartite", numbers),
            ("sun", _) => ("sunlet", numbers),
            ("cube", _) => ("hypercube", numbers),
            ("GP", _) => ("gp", numbers),
            ("mobius_ladder", _) => ("moebius_ladder", numbers),
            ("queens", [n]) => ("queens", vec![*n, *n]),
            ("dodecahedral", _) => ("dodecahedron", numbers),
            ("wagner_M", _) => ("wagner", vec![]),
            _ => (word, numbers),
        };
        family(word).map(|family| family.build(&numbers).unwrap())
    }
}
