//! Loopy nimbers: the Sprague-Grundy labels of digraphs with cycles.
//!
//! A vertex either has a nimber, as in an acyclic digraph, or is infinite, and then matters by the set of nimbers it has an
//! arc to (C. A. B. Smith, Graphs and composite games, 1966; A. S. Fraenkel and Y. Perl, Constructions in combinatorial
//! games with cycles, 1975; E. Berlekamp, J. Conway and R. Guy, Winning Ways, chapter 12). They add: nimbers by nim-sum, a
//! nimber into each member of an infinite one's set, and two infinite ones to the infinite one with the empty set. In a sum
//! a nimber of 0 is lost for the player about to move, any other nimber is won, an infinite one with 0 in its set is won, and
//! every other infinite one is drawn.

use crate::{Digraph, GraphError};
use grundy_budget::Budget;
use std::collections::BTreeSet;
use std::fmt;
use std::ops::Add;

/// The value of a vertex of a digraph in which play may go on for ever.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum LoopyNimber {
    /// As good as a heap of Nim of this size.
    Finite(u32),
    /// Not a heap of Nim; these are the nimbers that can be moved to.
    Infinite(BTreeSet<u32>),
}

/// Who wins a position with a given loopy nimber.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Winner {
    /// The player about to move.
    First,
    /// The other player.
    Second,
    /// Nobody: play can be kept going for ever.
    Nobody,
}

impl LoopyNimber {
    /// Who wins under normal play.
    pub fn winner(&self) -> Winner {
        match self {
            Self::Finite(0) => Winner::Second,
            Self::Finite(_) => Winner::First,
            Self::Infinite(set) if set.contains(&0) => Winner::First,
            Self::Infinite(_) => Winner::Nobody,
        }
    }
}

/// Values of positions side by side.
impl Add for &LoopyNimber {
    type Output = LoopyNimber;

    #[expect(clippy::suspicious_arithmetic_impl, reason = "finite nimbers add by nim-sum")]
    fn add(self, other: Self) -> LoopyNimber {
        match (self, other) {
            (LoopyNimber::Finite(a), LoopyNimber::Finite(b)) => LoopyNimber::Finite(a ^ b),
            (LoopyNimber::Finite(a), LoopyNimber::Infinite(set))
            | (LoopyNimber::Infinite(set), LoopyNimber::Finite(a)) => {
                LoopyNimber::Infinite(set.iter().map(|member| member ^ a).collect())
            }
            (LoopyNimber::Infinite(_), LoopyNimber::Infinite(_)) => LoopyNimber::Infinite(BTreeSet::new()),
        }
    }
}

/// `*3` and `0` for nimbers, `∞(0,2)` and `∞` for infinite ones.
impl fmt::Display for LoopyNimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Finite(0) => f.write_str("0"),
            Self::Finite(nimber) => write!(f, "*{nimber}"),
            Self::Infinite(set) if set.is_empty() => f.write_str("∞"),
            Self::Infinite(set) => {
                let members: Vec<String> = set.iter().map(u32::to_string).collect();
                write!(f, "∞({})", members.join(","))
            }
        }
    }
}

/// The loopy nimber of every vertex.
///
/// Fraenkel's algorithm: for m = 0, 1, 2, … a vertex without a label gets m when no successor has it and every successor
/// without a finite label has a successor with m, a move that reverses it; what is left without an arc to m is infinite.
/// O(k (n + m)) for labels below k, which is at most about the square root of twice the number of arcs; the memory is asked
/// of the budget.
pub fn loopy_nimbers(digraph: &Digraph, budget: &Budget) -> Result<Vec<LoopyNimber>, GraphError> {
    let bytes = (32 * digraph.order() + 4 * digraph.size()) as u64;
    budget.reserve(bytes)?;
    let labels = finite_labels(digraph, budget);
    budget.release(bytes);
    let labels = labels?;
    let value = |v: usize| match labels[v] {
        Some(nimber) => LoopyNimber::Finite(nimber),
        None => LoopyNimber::Infinite(digraph.successors(v).iter().filter_map(|&w| labels[w as usize]).collect()),
    };
    Ok((0..digraph.order()).map(value).collect())
}

/// The labels of the vertices that have one.
fn finite_labels(digraph: &Digraph, budget: &Budget) -> Result<Vec<Option<u32>>, GraphError> {
    let order = digraph.order();
    let before = digraph.reversed();
    let mut meter = budget.meter();
    let mut label: Vec<Option<u32>> = vec![None; order];
    // The vertices that may still get a label, all of which have arcs to every smaller one.
    let mut waiting: Vec<u32> = (0..order as u32).collect();
    let mut nimber = 0;
    while !waiting.is_empty() {
        // Whether a vertex has an arc to the nimber at hand, and how many successors stand in the way of it.
        let mut reaches = vec![false; order];
        let mut in_the_way = vec![0_u32; order];
        let mut ready = Vec::new();
        let mut is_waiting = vec![false; order];
        for &v in &waiting {
            is_waiting[v as usize] = true;
            let open = digraph.successors(v as usize).iter().filter(|&&w| label[w as usize].is_none());
            in_the_way[v as usize] = open.count() as u32;
            if in_the_way[v as usize] == 0 {
                ready.push(v);
            }
        }
        while let Some(v) = ready.pop() {
            meter.step()?;
            if reaches[v as usize] || label[v as usize].is_some() {
                continue;
            }
            label[v as usize] = Some(nimber);
            for &u in before.successors(v as usize) {
                if label[u as usize].is_some() || std::mem::replace(&mut reaches[u as usize], true) {
                    continue;
                }
                // A move to u can now be reversed, so u stands in nobody's way.
                for &t in before.successors(u as usize).iter().filter(|&&t| is_waiting[t as usize]) {
                    in_the_way[t as usize] -= 1;
                    if in_the_way[t as usize] == 0 {
                        ready.push(t);
                    }
                }
            }
        }
        waiting.retain(|&v| label[v as usize].is_none() && reaches[v as usize]);
        nimber += 1;
        budget.check()?;
    }
    Ok(label)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(order: usize, arcs: &[(u32, u32)]) -> Vec<String> {
        let digraph = Digraph::from_arcs(order, arcs).unwrap();
        loopy_nimbers(&digraph, &Budget::unlimited()).unwrap().iter().map(LoopyNimber::to_string).collect()
    }

    #[test]
    fn small_digraphs() {
        assert_eq!(values(1, &[(0, 0)]), ["∞"]);
        assert_eq!(values(2, &[(0, 0), (0, 1)]), ["∞(0)", "0"]);
        assert_eq!(values(3, &[(0, 1), (0, 2), (1, 2)]), ["*2", "*1", "0"]);
        // A move that can be reversed does no harm: 0 goes to 1 and back, and 1 also to 2.
        assert_eq!(values(3, &[(0, 1), (1, 0), (1, 2)]), ["0", "*1", "0"]);
        assert_eq!(values(2, &[(0, 1), (1, 0)]), ["∞", "∞"]);
    }

    #[test]
    fn they_add() {
        let set = |list: &[u32]| LoopyNimber::Infinite(list.iter().copied().collect());
        let star = LoopyNimber::Finite;
        assert_eq!(&star(5) + &star(3), star(6));
        assert_eq!(&star(1) + &set(&[0, 2]), set(&[1, 3]));
        assert_eq!(&set(&[0]) + &set(&[1]), set(&[]));
        assert_eq!((set(&[0, 2]).winner(), set(&[2]).winner()), (Winner::First, Winner::Nobody));
    }
}
