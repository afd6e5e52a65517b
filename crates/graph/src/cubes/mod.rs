//! Coloured cubes in a column: n cubes, n colours, and every side of the column shall show every colour.
//!
//! Take the colours as vertices and join, for cube i, the colours of opposite faces by an edge labelled i. A front and
//! a back of the column together are a *canonical factor*: one edge of each label, every colour of degree 2, loops
//! counting 2. A solution is two factors without a common edge: one for front and back, one for left and right.

mod read;

use crate::GraphError;
use grundy_budget::{Budget, Meter};

pub use read::read_cubes;

/// Cubes with coloured faces, as many as there are colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cubes {
    /// The names of the colours, in order of first appearance.
    pub colours: Vec<String>,
    /// The colours of the three pairs of opposite faces of each cube.
    pub pairs: Vec<[(usize, usize); 3]>,
}

/// One pair of opposite faces of each cube such that every colour occurs twice: entry i is 0, 1 or 2.
pub type Factor = Vec<u8>;

/// The colours that one cube shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The colour in front.
    pub front: usize,
    /// The colour behind.
    pub back: usize,
    /// The colour on the left.
    pub left: usize,
    /// The colour on the right.
    pub right: usize,
}

/// A way to stack the cubes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Which factor, of the list that it was found in, gives front and back.
    pub front_back: usize,
    /// Which factor gives left and right.
    pub left_right: usize,
    /// What each cube shows.
    pub shown: Vec<Shown>,
}

/// The canonical factors of the multigraph, in lexicographic order.
pub fn canonical_factors(cubes: &Cubes, budget: &Budget) -> Result<Vec<Factor>, GraphError> {
    let mut finder = FactorFinder {
        cubes,
        degree: vec![0; cubes.colours.len()],
        later: later_degrees(cubes),
        meter: budget.meter(),
        chosen: Vec::new(),
        found: Vec::new(),
    };
    finder.run()?;
    Ok(finder.found)
}

/// For each cube, the largest degree that the cubes from it on can still give each colour.
fn later_degrees(cubes: &Cubes) -> Vec<Vec<u8>> {
    let mut later = vec![vec![0_u8; cubes.colours.len()]; cubes.pairs.len() + 1];
    for (i, pairs) in cubes.pairs.iter().enumerate().rev() {
        let after = later[i + 1].clone();
        for (colour, (here, after)) in later[i].iter_mut().zip(after).enumerate() {
            let most = pairs.iter().map(|&(a, b)| u8::from(a == colour) + u8::from(b == colour)).max().unwrap_or(0);
            // Two are enough to know.
            *here = (after + most).min(2);
        }
    }
    later
}

struct FactorFinder<'a> {
    cubes: &'a Cubes,
    degree: Vec<u8>,
    later: Vec<Vec<u8>>,
    meter: Meter,
    chosen: Factor,
    found: Vec<Factor>,
}

impl FactorFinder<'_> {
    /// Goes through the choices in lexicographic order, cutting where a colour has too high or too low a degree.
    fn run(&mut self) -> Result<(), GraphError> {
        // The pair of the next cube to try; 3 when there is none left.
        let mut next = 0;
        loop {
            self.meter.step()?;
            let depth = self.chosen.len();
            if next < 3 && depth == self.cubes.pairs.len() {
                self.found.push(self.chosen.clone());
                next = 3;
            }
            if next < 3 {
                self.change(depth, next, true);
                self.chosen.push(next as u8);
                let later = &self.later[depth + 1];
                let fits = self.degree.iter().zip(later).all(|(&d, &more)| d <= 2 && d + more >= 2);
                next = if fits { 0 } else { 3 };
            } else {
                let Some(last) = self.chosen.pop() else { return Ok(()) };
                self.change(self.chosen.len(), last.into(), false);
                next = usize::from(last) + 1;
            }
        }
    }

    fn change(&mut self, cube: usize, pair: usize, add: bool) {
        let (a, b) = self.cubes.pairs[cube][pair];
        for colour in [a, b] {
            self.degree[colour] = if add { self.degree[colour] + 1 } else { self.degree[colour] - 1 };
        }
    }
}

/// The pairs of factors without a common edge, each with a way to turn the cubes accordingly.
pub fn solutions(cubes: &Cubes, factors: &[Factor], budget: &Budget) -> Result<Vec<Solution>, GraphError> {
    let mut meter = budget.meter();
    let mut found = Vec::new();
    for (i, one) in factors.iter().enumerate() {
        for (j, other) in factors.iter().enumerate().skip(i + 1) {
            meter.step()?;
            if one.iter().zip(other).all(|(a, b)| a != b) {
                let sides = orient(cubes, one).into_iter().zip(orient(cubes, other));
                let shown = sides.map(|((front, back), (left, right))| Shown { front, back, left, right }).collect();
                found.push(Solution { front_back: i, left_right: j, shown });
            }
        }
    }
    Ok(found)
}

/// Turns the pairs of a factor so that every colour comes first once and second once: follow its cycles.
fn orient(cubes: &Cubes, factor: &Factor) -> Vec<(usize, usize)> {
    let pairs: Vec<(usize, usize)> =
        factor.iter().enumerate().map(|(cube, &pair)| cubes.pairs[cube][usize::from(pair)]).collect();
    let mut turned: Vec<Option<(usize, usize)>> = vec![None; pairs.len()];
    for start in 0..pairs.len() {
        let (mut cube, mut from) = (start, pairs[start].0);
        while turned[cube].is_none() {
            let (a, b) = pairs[cube];
            let to = if a == from { b } else { a };
            turned[cube] = Some((from, to));
            let next = (0..pairs.len()).find(|&c| turned[c].is_none() && (pairs[c].0 == to || pairs[c].1 == to));
            let Some(next) = next else { break };
            (cube, from) = (next, to);
        }
    }
    turned.into_iter().zip(pairs).map(|(side, pair)| side.unwrap_or(pair)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(cubes: &Cubes, solution: &Solution) {
        let n = cubes.pairs.len();
        for side in [|s: &Shown| s.front, |s: &Shown| s.back, |s: &Shown| s.left, |s: &Shown| s.right] {
            let mut colours: Vec<usize> = solution.shown.iter().map(side).collect();
            colours.sort_unstable();
            assert_eq!(colours, (0..n).collect::<Vec<_>>());
        }
        for (pairs, shown) in cubes.pairs.iter().zip(&solution.shown) {
            let has = |x, y| (0..3).filter(move |&p| pairs[p] == (x, y) || pairs[p] == (y, x));
            let places = has(shown.front, shown.back).flat_map(|p| has(shown.left, shown.right).map(move |q| (p, q)));
            assert!(places.into_iter().any(|(p, q)| p != q));
        }
    }

    #[test]
    fn the_four_cubes_have_five_factors_and_two_solutions() {
        let cubes = read_cubes("B-G,G-G,B-V; B-N,B-G,B-V; N-N,B-V,N-G; G-G,V-N,N-G").unwrap();
        let budget = Budget::unlimited();
        let factors = canonical_factors(&cubes, &budget).unwrap();
        assert_eq!(factors.len(), 5);
        let found = solutions(&cubes, &factors, &budget).unwrap();
        assert_eq!(found.len(), 2);
        found.iter().for_each(|solution| check(&cubes, solution));
    }

    proptest! {
        #[test]
        fn factors_are_all_choices_of_degree_two(faces in prop::collection::vec((0..5_usize, 0..5_usize), 15)) {
            let pairs: Vec<[(usize, usize); 3]> = faces.chunks_exact(3).map(|c| [c[0], c[1], c[2]]).collect();
            let cubes = Cubes { colours: (0..5).map(|c| c.to_string()).collect(), pairs };
            let choices = (0..3_u32.pow(5)).map(|code| (0..5).map(|i| (code / 3_u32.pow(4 - i) % 3) as u8).collect::<Factor>());
            let even = |factor: &Factor| {
                let mut degree = [0; 5];
                for (i, &pair) in factor.iter().enumerate() {
                    let (a, b) = cubes.pairs[i][usize::from(pair)];
                    degree[a] += 1;
                    degree[b] += 1;
                }
                degree == [2; 5]
            };
            let expected: Vec<Factor> = choices.filter(even).collect();
            let factors = canonical_factors(&cubes, &Budget::unlimited()).unwrap();
            prop_assert_eq!(&factors, &expected);
            for solution in solutions(&cubes, &factors, &Budget::unlimited()).unwrap() {
                check(&cubes, &solution);
            }
        }
    }
}
