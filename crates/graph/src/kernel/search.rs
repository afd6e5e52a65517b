//! Kernels of what is left when nothing is forced, by two searches that take turns.

use super::lemmas::Step;
use super::log::Peeled;
use super::lookahead::{Lookahead, Search};
#[cfg(feature = "sat")]
use super::sat::Clauses;
use super::shared::Shared;
use crate::{Digraph, GraphError};
use grundy_budget::Budget;
use rustc_hash::FxHashSet;

/// The effort of the first turn of [`Lookahead`], counted in decided vertices: some hundredths of a second.
const FIRST_EFFORT: u64 = 300_000;
/// The conflicts of the first turn of [`Clauses`], in about a quarter of that time.
const FIRST_CONFLICTS: i32 = 100;

/// How many turns of [`Lookahead`] one thread takes alone: about half a second.
const ALONE: u32 = 5;
/// The effort after which a piece of what several threads share is cut: about a tenth of a second.
const PIECE: u64 = 2_000_000;

/// How long the first turns are, and how many of them are taken before the work is shared, in pieces of which effort.
#[derive(Clone, Copy)]
struct Turns {
    effort: u64,
    conflicts: i32,
    alone: u32,
    piece: u64,
}

/// The kernels of the digraph on some vertices, one after the other.
///
/// Lookahead is by far the quicker where the digraph is small or looks random, learning where it is large or has
/// structure, and nothing simple tells which. So they take turns, each twice as long as the one before, and together
/// need a small multiple of what the better one needs alone. Turns are counted in steps, not in time: the kernels come
/// in the same order on every machine.
pub(super) struct Enumeration<'a> {
    #[cfg(feature = "sat")]
    digraph: &'a Digraph,
    #[cfg(feature = "sat")]
    vertices: &'a [u32],
    budget: &'a Budget,
    lookahead: Option<Lookahead<'a>>,
    /// What is left to lookahead, once it is worth sharing.
    shared: Option<Shared>,
    /// What learning came to while lookahead was shared.
    learnt: Option<Search>,
    threads: usize,
    /// Made when first needed: many digraphs never do.
    #[cfg(feature = "sat")]
    clauses: Option<Clauses>,
    /// The kernels that one search found and the other may find again.
    found: FxHashSet<Vec<u32>>,
    held: u64,
    first: Turns,
    turn: u32,
}

impl<'a> Enumeration<'a> {
    pub(super) fn new(digraph: &'a Digraph, vertices: &'a [u32], budget: &'a Budget) -> Self {
        Self::proving(digraph, vertices, None, 1, budget)
    }

    /// As [`Self::new`]; where it is told what was peeled before, lookahead keeps a proof.
    fn proving(
        digraph: &'a Digraph,
        vertices: &'a [u32],
        peeled: Option<Peeled<'_>>,
        threads: usize,
        budget: &'a Budget,
    ) -> Self {
        Self {
            #[cfg(feature = "sat")]
            digraph,
            #[cfg(feature = "sat")]
            vertices,
            budget,
            lookahead: Lookahead::new(digraph, vertices, peeled, budget),
            shared: None,
            learnt: None,
            threads,
            #[cfg(feature = "sat")]
            clauses: None,
            found: FxHashSet::default(),
            held: 0,
            first: Turns { effort: FIRST_EFFORT, conflicts: FIRST_CONFLICTS, alone: ALONE, piece: PIECE },
            turn: 0,
        }
    }

    /// The next kernel, ascending; `None` when there are no more.
    pub(super) fn next(&mut self) -> Result<Option<Vec<u32>>, GraphError> {
        loop {
            let search = match self.learnt.take() {
                Some(search) => search,
                None => self.take_turn()?,
            };
            match search {
                Search::Over => return Ok(None),
                Search::Paused => {}
                Search::Found(kernel) => {
                    let bytes = 4 * kernel.len() as u64 + 100;
                    if self.found.insert(kernel.clone()) {
                        self.budget.reserve(bytes)?;
                        self.held += bytes;
                        #[cfg(feature = "sat")]
                        if let Some(clauses) = &mut self.clauses {
                            clauses.exclude(&kernel);
                        }
                        return Ok(Some(kernel));
                    }
                }
            }
        }
    }

    /// One search goes on for a while: lookahead in even turns, learning in odd ones.
    fn take_turn(&mut self) -> Result<Search, GraphError> {
        let length = self.turn / 2;
        let effort = self.first.effort << length.min(40);
        let conflicts = self.first.conflicts << length.min(20);
        let search = match &mut self.lookahead {
            // A proof is kept by one search alone.
            Some(lookahead) if length >= self.first.alone && !lookahead.proves() => {
                return self.take_both_turns(effort, conflicts);
            }
            Some(lookahead) if self.turn.is_multiple_of(2) => lookahead.next(effort)?,
            Some(_) => self.learn(Some(conflicts))?,
            None => self.learn(None)?,
        };
        self.turn += u32::from(matches!(search, Search::Paused));
        Ok(search)
    }

    /// Both searches go on, by several threads. What learning came to counts after what lookahead came to, and is waited
    /// for in any case, so that the kernels come in the same order for any number of threads.
    fn take_both_turns(&mut self, effort: u64, conflicts: i32) -> Result<Search, GraphError> {
        let shared = match (self.shared.take(), &mut self.lookahead) {
            (None, Some(lookahead)) => Shared::new(lookahead, self.threads, self.first.piece)?,
            (Some(shared), _) => shared,
            (None, None) => return self.learn(None),
        };
        // What learning is good at it has mostly done by now.
        let conflicts = (conflicts / 2).max(1);
        let (search, learnt) = shared.next(effort, || self.learn(Some(conflicts)))?;
        self.shared = Some(shared);
        self.learnt = Some(learnt?);
        self.turn += 2 * u32::from(matches!(search, Search::Paused));
        Ok(search)
    }

    /// Without the SAT solver lookahead goes on alone, and where it cannot start nothing can.
    #[cfg(not(feature = "sat"))]
    fn learn(&mut self, conflicts: Option<i32>) -> Result<Search, GraphError> {
        if conflicts.is_some() { Ok(Search::Paused) } else { Err(GraphError::NeedsSat) }
    }

    #[cfg(feature = "sat")]
    fn learn(&mut self, conflicts: Option<i32>) -> Result<Search, GraphError> {
        if self.clauses.is_none() {
            let mut clauses = Clauses::new(self.digraph, self.vertices, self.budget)?;
            let mut known: Vec<_> = self.found.iter().collect();
            known.sort_unstable();
            known.into_iter().for_each(|kernel| clauses.exclude(kernel));
            self.clauses = Some(clauses);
        }
        self.clauses.as_mut().map_or(Ok(Search::Paused), |clauses| clauses.next(conflicts))
    }
}

impl Drop for Enumeration<'_> {
    fn drop(&mut self) {
        self.budget.release(self.held);
    }
}

/// What a search for one kernel came to.
pub(super) enum Solved {
    /// A kernel, ascending.
    Kernel(Vec<u32>),
    /// There is none; with a refutation if one was asked for and lookahead came to the end first.
    None(Option<Vec<Step>>),
}

/// A kernel of the digraph on some vertices, or that there is none; this with a proof, where it is told what was peeled.
pub(super) fn solve(
    digraph: &Digraph,
    vertices: &[u32],
    peeled: Option<Peeled<'_>>,
    threads: usize,
    budget: &Budget,
) -> Result<Solved, GraphError> {
    let mut search = Enumeration::proving(digraph, vertices, peeled, threads, budget);
    if let Some(kernel) = search.next()? {
        return Ok(Solved::Kernel(kernel));
    }
    let finished = search.lookahead.as_ref().filter(|lookahead| lookahead.is_over());
    Ok(Solved::None(finished.map_or(Ok(None), Lookahead::refutation)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::check_kernel;
    use proptest::prelude::*;

    fn brute(digraph: &Digraph) -> Vec<Vec<u32>> {
        let n = digraph.order() as u32;
        let sets = (0..1_u32 << n).map(|set| (0..n).filter(|v| set >> v & 1 == 1).collect::<Vec<u32>>());
        let mut found: Vec<Vec<u32>> = sets.filter(|set| check_kernel(digraph, set).is_ok()).collect();
        found.sort();
        found
    }

    fn in_order(mut enumeration: Enumeration<'_>) -> Vec<Vec<u32>> {
        std::iter::from_fn(|| enumeration.next().unwrap()).collect()
    }

    fn all(enumeration: Enumeration<'_>) -> Vec<Vec<u32>> {
        let mut found = in_order(enumeration);
        found.sort();
        found
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        /// Either search alone, and both in turns so short that they share the work, find every kernel once.
        #[test]
        fn both_searches_find_all(order in 1..10_u32, pairs in prop::collection::vec((0..10_u32, 0..10_u32), 0..30)) {
            let arcs: Vec<_> = pairs.into_iter().filter(|&(u, v)| u < order && v < order).collect();
            let digraph = Digraph::from_arcs(order as usize, &arcs).unwrap();
            let vertices: Vec<u32> = (0..order).collect();
            let budget = Budget::unlimited();
            let new = || Enumeration::new(&digraph, &vertices, &budget);
            let (lookahead, mut clauses, mut turns) = (new(), new(), new());
            clauses.lookahead = None;
            turns.first = Turns { effort: 1, conflicts: 1, ..turns.first };
            let shared = [1, 2, 3].map(|threads| {
                let mut shared = new();
                shared.threads = threads;
                shared.first = Turns { effort: 1, conflicts: 1, alone: 1, piece: 1 };
                in_order(shared)
            });
            // Not only the same kernels, but in the same order.
            prop_assert_eq!(&shared[0], &shared[1]);
            prop_assert_eq!(&shared[0], &shared[2]);
            let mut all_shared = shared[0].clone();
            all_shared.sort();
            let expected = brute(&digraph);
            prop_assert_eq!(&all(lookahead), &expected);
            prop_assert_eq!(&all(clauses), &expected);
            prop_assert_eq!(&all(turns), &expected);
            prop_assert_eq!(&all_shared, &expected);
            prop_assert_eq!(budget.memory(), 0);
        }
    }
}
