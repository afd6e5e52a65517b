//! Counting and listing kernels.

use super::checked;
use super::force::{Forcing, State};
use super::search::Enumeration;
use crate::strong::strong_components;
use crate::{Digraph, GraphError};
use grundy_budget::Budget;
use num_bigint::BigUint;
use rustc_hash::FxHashMap;

/// The number of kernels.
///
/// Forced vertices are peeled off, what is left splits into parts that no arc joins, and their numbers multiply. In a
/// part, the kernels of a strong component without another one below are listed, and each leaves a smaller
/// digraph to count; parts seen before are looked up.
pub fn count_kernels(digraph: &Digraph, budget: &Budget) -> Result<BigUint, GraphError> {
    let mut counter = Counter { digraph, budget, known: FxHashMap::default(), bytes: 0 };
    let all: Vec<u32> = (0..digraph.order() as u32).collect();
    let result = counter.count(all);
    budget.release(counter.bytes);
    result
}

/// The first `limit` kernels that turn up, each ascending and the list sorted; all of them if there are fewer.
pub fn kernels(digraph: &Digraph, limit: usize, budget: &Budget) -> Result<Vec<Vec<u32>>, GraphError> {
    let mut forcing = Forcing::new(digraph);
    forcing.peel();
    let open = forcing.open();
    let forced = forcing.members();
    let mut found = Vec::new();
    if open.is_empty() && limit > 0 {
        found.push(checked(digraph, forced));
        return Ok(found);
    }
    let mut enumeration = Enumeration::new(digraph, &open, budget);
    while found.len() < limit {
        let Some(mut kernel) = enumeration.next()? else { break };
        kernel.extend(&forced);
        kernel.sort_unstable();
        found.push(checked(digraph, kernel));
    }
    found.sort_unstable();
    Ok(found)
}

/// A number under construction. The digraph on a set of vertices is named by the set.
enum Frame {
    /// The product over parts that no arc joins.
    Product { parts: Vec<Vec<u32>>, product: BigUint },
    /// The sum over what the kernels of a lowest component leave, each with how often it occurs.
    Sum { part: Vec<u32>, branches: Vec<(Vec<u32>, u64)>, times: u64, sum: BigUint },
}

struct Counter<'a> {
    digraph: &'a Digraph,
    budget: &'a Budget,
    known: FxHashMap<Vec<u32>, BigUint>,
    bytes: u64,
}

impl Counter<'_> {
    fn count(&mut self, all: Vec<u32>) -> Result<BigUint, GraphError> {
        let mut frames = vec![self.peeled_parts(&all)];
        let mut value: Option<BigUint> = None;
        loop {
            self.budget.check()?;
            // why: the first frame is the last to finish, and every frame leaves a value
            let Some(frame) = frames.last_mut() else { return Ok(value.unwrap_or_default()) };
            let next = match frame {
                Frame::Product { parts, product } => {
                    if let Some(factor) = value.take() {
                        *product *= factor;
                    }
                    // A factor of zero makes the rest irrelevant.
                    if *product == BigUint::ZERO { None } else { parts.pop().map(|part| (part, true)) }
                }
                Frame::Sum { branches, times, sum, .. } => {
                    if let Some(summand) = value.take() {
                        *sum += summand * *times;
                    }
                    branches.pop().map(|(left, often)| {
                        *times = often;
                        (left, false)
                    })
                }
            };
            match next {
                Some((part, true)) => match self.known.get(&part) {
                    Some(known) => value = Some(known.clone()),
                    None => frames.push(self.branches(part)?),
                },
                Some((left, false)) => frames.push(self.peeled_parts(&left)),
                None => value = self.finish(frames.pop())?,
            }
        }
    }

    fn finish(&mut self, frame: Option<Frame>) -> Result<Option<BigUint>, GraphError> {
        Ok(match frame {
            None => None,
            Some(Frame::Product { product, .. }) => Some(product),
            Some(Frame::Sum { part, sum, .. }) => {
                let bytes = 4 * part.len() as u64 + 100;
                self.budget.reserve(bytes)?;
                self.bytes += bytes;
                self.known.insert(part, sum.clone());
                Some(sum)
            }
        })
    }

    /// Peels the digraph on some vertices and splits what is left.
    fn peeled_parts(&self, vertices: &[u32]) -> Frame {
        let part = self.digraph.induced(vertices);
        let mut forcing = Forcing::new(&part);
        forcing.peel();
        let parts = weak_parts(&part, &forcing.open());
        let parts = parts.into_iter().map(|p| p.into_iter().map(|i| vertices[i as usize]).collect()).collect();
        Frame::Product { parts, product: BigUint::from(1_u32) }
    }

    /// What each kernel of a lowest strong component of a part leaves.
    fn branches(&self, part: Vec<u32>) -> Result<Frame, GraphError> {
        let digraph = self.digraph.induced(&part);
        let strong = strong_components(&digraph, |_| true);
        let lowest = strong.component(0);
        let start = Forcing::new(&digraph);
        let mut left: FxHashMap<Vec<u32>, u64> = FxHashMap::default();
        let mut enumeration = Enumeration::new(&digraph, lowest, self.budget);
        while let Some(kernel) = enumeration.next()? {
            let mut open = Vec::new();
            if lowest.len() < part.len() {
                let mut forcing = start.clone();
                kernel.iter().for_each(|&v| forcing.take(v));
                let is_open = |&i: &usize| forcing.state(i as u32) == State::Open;
                open = (0..part.len()).filter(is_open).map(|i| part[i]).collect();
            }
            *left.entry(open).or_default() += 1;
        }
        let mut branches: Vec<(Vec<u32>, u64)> = left.into_iter().collect();
        branches.sort_unstable();
        Ok(Frame::Sum { part, branches, times: 0, sum: BigUint::ZERO })
    }
}

/// The parts of the digraph on some vertices (ascending) that no arc joins, each ascending.
fn weak_parts(digraph: &Digraph, vertices: &[u32]) -> Vec<Vec<u32>> {
    let mut parents: Vec<u32> = (0..digraph.order() as u32).collect();
    let mut inside = vec![false; digraph.order()];
    vertices.iter().for_each(|&v| inside[v as usize] = true);
    for &v in vertices {
        for &w in digraph.successors(v as usize).iter().filter(|&&w| inside[w as usize]) {
            crate::union_find::unite(&mut parents, v, w);
        }
    }
    let mut number: FxHashMap<u32, usize> = FxHashMap::default();
    let mut parts: Vec<Vec<u32>> = Vec::new();
    for &v in vertices {
        let root = crate::union_find::find(&mut parents, v);
        let at = *number.entry(root).or_insert(parts.len());
        if at == parts.len() {
            parts.push(Vec::new());
        }
        parts[at].push(v);
    }
    parts
}
