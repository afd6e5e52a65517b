//! Retrograde analysis: who wins when two players carry a token along the arcs of a digraph that may have cycles.
//!
//! Play may go on for ever; then it is drawn. What is not drawn is found from the vertices without arcs backwards, each arc
//! looked at once (E. Zermelo, 1913; D. Kőnig and L. Kalmár, 1927/28; K. Thompson, Retrograde analysis of certain endgames,
//! 1986). The lost vertices under normal play are those that peeling forces into every kernel.

use crate::numbered::{Numbered, NumberedVerdicts};
use crate::{Digraph, GraphError};
use grundy_budget::Budget;

/// What a player about to move achieves, and how many moves are left when the winner hurries and the loser stalls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// A win in this many moves of both players together, or by play that goes on for ever ([`Verdict::FOR_EVER`]).
    Win(u32),
    /// A loss in this many moves, or by play that goes on for ever.
    Loss(u32),
    /// Neither player can force a win: play can be kept going for ever.
    Draw,
}

/// What it means that a player cannot move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stuck {
    /// That player loses: normal play.
    Loses,
    /// That player wins: misère play.
    Wins,
}

impl Stuck {
    /// The verdict on a player who cannot move.
    pub fn verdict(self) -> Verdict {
        match self {
            Self::Loses => Verdict::Loss(0),
            Self::Wins => Verdict::Win(0),
        }
    }
}

impl Verdict {
    /// More moves than any play that ends has: of a win by play that goes on for ever, in games whose rules give that to one
    /// player. The analysis here calls such play a draw.
    pub const FOR_EVER: u32 = u32::MAX;

    /// How many moves are left when the winner hurries and the loser stalls; `None` where nobody wins, or only by play that
    /// goes on for ever.
    pub fn remoteness(self) -> Option<u32> {
        match self {
            Self::Win(moves) | Self::Loss(moves) => (moves != Self::FOR_EVER).then_some(moves),
            Self::Draw => None,
        }
    }

    /// The verdict on the other player.
    #[must_use]
    pub fn for_other(self) -> Self {
        match self {
            Self::Win(moves) => Self::Loss(moves),
            Self::Loss(moves) => Self::Win(moves),
            Self::Draw => Self::Draw,
        }
    }

    /// How good it is to move to where this is the verdict on the opponent, the best first: quick losses of the opponent,
    /// slower ones, draws, slow wins of the opponent, quicker ones.
    pub fn preference(self) -> (u8, u32) {
        match self {
            Self::Loss(moves) => (0, moves),
            Self::Draw => (1, 0),
            Self::Win(moves) => (2, u32::MAX - moves),
        }
    }
}

/// The verdict on every vertex for the player about to move. O(n + m) time; 14 bytes a vertex and 4 an arc beside the
/// digraph, asked of the budget.
pub fn verdicts(digraph: &Digraph, stuck: Stuck, budget: &Budget) -> Result<Vec<Verdict>, GraphError> {
    verdicts_from(digraph, |_| stuck.verdict(), 1, budget)
}

/// As [`verdicts`], where `ended` says for each vertex without arcs what it means to be about to move there, with so many
/// threads.
pub fn verdicts_from(
    digraph: &Digraph,
    ended: impl Fn(usize) -> Verdict + Sync,
    threads: usize,
    budget: &Budget,
) -> Result<Vec<Verdict>, GraphError> {
    Ok(packed_verdicts_from(digraph, &ended, threads, budget)?.iter().collect())
}

/// What it means to be about to move at a vertex without arcs. An object, so that the analysis is compiled in this room alone.
pub type EndedAt<'a> = dyn Fn(usize) -> Verdict + Sync + 'a;

/// As [`verdicts_from`], kept in two bytes a vertex as a rule, which stay counted against the budget.
pub fn packed_verdicts_from(
    digraph: &Digraph,
    ended: &EndedAt<'_>,
    threads: usize,
    budget: &Budget,
) -> Result<NumberedVerdicts, GraphError> {
    let bytes = (12 * digraph.order() + 4 * digraph.size()) as u64;
    budget.reserve(bytes)?;
    let found = NumberedVerdicts::decided(&Kept { digraph, reversed: digraph.reversed(), ended }, threads, budget);
    budget.release(bytes);
    found
}

/// A digraph whose arcs are looked up in both directions.
struct Kept<'a> {
    digraph: &'a Digraph,
    reversed: Digraph,
    ended: &'a EndedAt<'a>,
}

impl Numbered for Kept<'_> {
    fn count(&self) -> usize {
        self.digraph.order()
    }

    fn moves(&self, v: usize) -> usize {
        self.digraph.out_degree(v)
    }

    fn before(&self, v: usize, states: &mut Vec<usize>) {
        states.extend(self.reversed.successors(v).iter().map(|&u| u as usize));
    }

    fn ended(&self, v: usize) -> Verdict {
        (self.ended)(v)
    }
}

/// A best move from `v`: to the quickest win, to a draw where nothing is won, to the slowest loss; `None` where there is no
/// arc. O(arcs out of `v`).
pub fn best_move(digraph: &Digraph, verdicts: &[Verdict], v: usize) -> Option<u32> {
    digraph.successors(v).iter().copied().min_by_key(|&w| verdicts[w as usize].preference())
}

/// How play from a drawn vertex can be kept going: vertices in order, all drawn, and how many of them stand before the ones
/// that then go round: all of them, when play comes to a vertex without arcs that is declared drawn. `None` when the vertex
/// is not drawn. O(n).
pub fn endless_play(digraph: &Digraph, verdicts: &[Verdict], from: u32) -> Option<(Vec<u32>, usize)> {
    if verdicts[from as usize] != Verdict::Draw {
        return None;
    }
    let mut place = vec![usize::MAX; digraph.order()];
    let mut walk = Vec::new();
    let mut at = from;
    while place[at as usize] == usize::MAX {
        place[at as usize] = walk.len();
        walk.push(at);
        // A drawn vertex with arcs has a drawn successor: without one its own verdict would be known.
        if let Some(&next) = digraph.successors(at as usize).iter().find(|&&w| verdicts[w as usize] == Verdict::Draw) {
            at = next;
        } else {
            let all = walk.len();
            return Some((walk, all));
        }
    }
    Some((walk, place[at as usize]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digraph(order: usize, arcs: &[(u32, u32)]) -> Digraph {
        Digraph::from_arcs(order, arcs).unwrap()
    }

    #[test]
    fn a_cycle_with_a_way_out() {
        // 0 and 1 go round; from 1 a path of two arcs leads out.
        let digraph = digraph(4, &[(0, 1), (1, 0), (1, 2), (2, 3)]);
        let normal = verdicts(&digraph, Stuck::Loses, &Budget::unlimited()).unwrap();
        assert_eq!(normal, [Verdict::Draw, Verdict::Draw, Verdict::Win(1), Verdict::Loss(0)]);
        assert_eq!(best_move(&digraph, &normal, 1), Some(0));
        assert_eq!(endless_play(&digraph, &normal, 0), Some((vec![0, 1], 0)));
        let misere = verdicts(&digraph, Stuck::Wins, &Budget::unlimited()).unwrap();
        assert_eq!(misere, [Verdict::Loss(3), Verdict::Win(2), Verdict::Loss(1), Verdict::Win(0)]);
        assert_eq!(endless_play(&digraph, &misere, 0), None);
    }

    #[test]
    fn declared_draws_are_draws() {
        // From 0 to a lost end or to a drawn one; from 1 only to the drawn one.
        let digraph = digraph(4, &[(0, 2), (0, 3), (1, 3)]);
        let ended = |v| if v == 3 { Verdict::Draw } else { Verdict::Loss(0) };
        let found = verdicts_from(&digraph, ended, 1, &Budget::unlimited()).unwrap();
        assert_eq!(found, [Verdict::Win(1), Verdict::Draw, Verdict::Loss(0), Verdict::Draw]);
        assert_eq!(endless_play(&digraph, &found, 1), Some((vec![1, 3], 2)));
    }

    #[test]
    fn winners_hurry_and_losers_stall() {
        // From 0 a win in 1 and a win in 3; from 5 losses in 2 and 4.
        let digraph = digraph(7, &[(0, 1), (0, 2), (2, 3), (3, 4), (5, 0), (5, 6), (6, 2)]);
        let found = verdicts(&digraph, Stuck::Loses, &Budget::unlimited()).unwrap();
        assert_eq!(found[0], Verdict::Win(1));
        assert_eq!(
            (found[4], found[3], found[2], found[6]),
            (Verdict::Loss(0), Verdict::Win(1), Verdict::Loss(2), Verdict::Win(3))
        );
        assert_eq!(found[5], Verdict::Loss(4));
        assert_eq!(best_move(&digraph, &found, 5), Some(6));
    }
}
