//! Retrograde analysis: who wins when two players carry a token along the arcs of a digraph that may have cycles.
//!
//! Play may go on for ever; then it is drawn. What is not drawn is found from the vertices without arcs backwards, each arc
//! looked at once (E. Zermelo, 1913; D. Kőnig and L. Kalmár, 1927/28; K. Thompson, Retrograde analysis of certain endgames,
//! 1986). The lost vertices under normal play are those that peeling forces into every kernel.

use crate::{Digraph, GraphError};
use grundy_budget::Budget;
use std::collections::VecDeque;

/// What a player about to move achieves, and how many moves are left when the winner hurries and the loser stalls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// A win in this many moves of both players together.
    Win(u32),
    /// A loss in this many moves.
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
    /// How many moves are left when the winner hurries and the loser stalls; `None` where nobody wins.
    pub fn remoteness(self) -> Option<u32> {
        match self {
            Self::Win(moves) | Self::Loss(moves) => Some(moves),
            Self::Draw => None,
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

/// The verdict on every vertex for the player about to move. O(n + m) time; 16 bytes a vertex and 4 an arc beside the
/// digraph, asked of the budget.
pub fn verdicts(digraph: &Digraph, stuck: Stuck, budget: &Budget) -> Result<Vec<Verdict>, GraphError> {
    verdicts_from(digraph, |_| stuck.verdict(), budget)
}

/// As [`verdicts`], where `ended` says for each vertex without arcs what it means to be about to move there.
pub fn verdicts_from(
    digraph: &Digraph,
    ended: impl Fn(usize) -> Verdict,
    budget: &Budget,
) -> Result<Vec<Verdict>, GraphError> {
    let (order, size) = (digraph.order(), digraph.size());
    let bytes = (16 * order + 4 * size) as u64;
    budget.reserve(bytes)?;
    let found = propagate(digraph, ended, budget);
    budget.release(bytes);
    found
}

fn propagate(digraph: &Digraph, ended: impl Fn(usize) -> Verdict, budget: &Budget) -> Result<Vec<Verdict>, GraphError> {
    let order = digraph.order();
    let before = digraph.reversed();
    let mut verdict = vec![Verdict::Draw; order];
    // How many successors of each vertex are not known to be won by the opponent.
    let mut open: Vec<u32> = (0..order).map(|v| digraph.out_degree(v) as u32).collect();
    let mut queue = VecDeque::new();
    for v in (0..order).filter(|&v| open[v] == 0) {
        verdict[v] = ended(v);
        if verdict[v] != Verdict::Draw {
            queue.push_back(v as u32);
        }
    }
    let mut meter = budget.meter();
    // Vertices come out of the queue by the number of moves left, so the first loss a vertex can move to is the quickest,
    // and the last win it can be driven to the slowest.
    while let Some(v) = queue.pop_front() {
        meter.step()?;
        let known = verdict[v as usize];
        for &u in before.successors(v as usize) {
            if verdict[u as usize] != Verdict::Draw {
                continue;
            }
            match known {
                Verdict::Loss(moves) => verdict[u as usize] = Verdict::Win(moves + 1),
                Verdict::Win(moves) => {
                    open[u as usize] -= 1;
                    if open[u as usize] > 0 {
                        continue;
                    }
                    verdict[u as usize] = Verdict::Loss(moves + 1);
                }
                Verdict::Draw => continue,
            }
            queue.push_back(u);
        }
    }
    Ok(verdict)
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
        match digraph.successors(at as usize).iter().find(|&&w| verdicts[w as usize] == Verdict::Draw) {
            Some(&next) => at = next,
            None => {
                let all = walk.len();
                return Some((walk, all));
            }
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
        let found = verdicts_from(&digraph, ended, &Budget::unlimited()).unwrap();
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
