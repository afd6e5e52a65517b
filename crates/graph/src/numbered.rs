//! Retrograde analysis of states that are numbers and whose moves are worked out, not kept: two bits and a counter a state.
//!
//! The same algorithm as [`crate::retrograde`], for games so large that their arcs would not fit: 10^8 states take 225 MB. What
//! leads to a state must be told by the game; every state that is decided asks for that once.

use crate::GraphError;
use crate::retrograde::Verdict;
use grundy_budget::{Budget, Exhausted};

/// States 0, 1, 2, … with moves between them.
///
/// ```
/// use grundy_budget::Budget;
/// use grundy_graph::numbered::{Numbered, NumberedVerdicts};
/// use grundy_graph::retrograde::Verdict;
///
/// /// A heap; take one or two, whoever cannot move loses.
/// struct Heap(usize);
///
/// impl Numbered for Heap {
///     fn count(&self) -> usize {
///         self.0 + 1
///     }
///     fn moves(&self, heap: usize) -> usize {
///         heap.min(2)
///     }
///     fn before(&self, heap: usize, states: &mut Vec<usize>) {
///         states.extend(heap + 1..=self.0.min(heap + 2));
///     }
///     fn ended(&self, _: usize) -> Verdict {
///         Verdict::Loss(0)
///     }
/// }
///
/// let verdicts = NumberedVerdicts::new(&Heap(9), &Budget::unlimited())?;
/// assert_eq!((verdicts.get(6), verdicts.get(8)), (Verdict::Loss(4), Verdict::Win(5)));
/// # Ok::<(), grundy_graph::GraphError>(())
/// ```
pub trait Numbered {
    /// How many states there are.
    fn count(&self) -> usize;
    /// How many moves a state has.
    fn moves(&self, state: usize) -> usize;
    /// Appends the states from which a move leads to this one, each as often as it has such moves.
    fn before(&self, state: usize, states: &mut Vec<usize>);
    /// The verdict on a state without moves.
    fn ended(&self, state: usize) -> Verdict;
}

/// The verdicts on numbered states.
#[derive(Debug)]
pub struct NumberedVerdicts {
    /// Two bits a state: unknown or drawn, won, lost.
    labels: Vec<u8>,
    /// How many moves of a state are not known to help the opponent; once a state is decided, how many moves are left.
    counters: Vec<u16>,
    budget: Budget,
}

const WON: u8 = 1;
const LOST: u8 = 2;

impl NumberedVerdicts {
    /// Decides every state. O(states + moves) time.
    pub fn new(states: &impl Numbered, budget: &Budget) -> Result<Self, GraphError> {
        let count = states.count();
        budget.reserve(bytes(count))?;
        let (labels, counters) = (vec![0; count.div_ceil(4)], vec![0; count]);
        let mut table = Self { labels, counters, budget: budget.clone() };
        let mut round = table.ends(states, budget)?;
        let mut meter = budget.meter();
        let (mut next, mut before) = (Vec::new(), Vec::new());
        // States of one round have the same number of moves left, so the first loss that a state can move to is the quickest,
        // and the last win that it can be driven to the slowest.
        for moves in 1..=u16::MAX {
            for &state in &round {
                meter.step()?;
                let lost = table.label(state) == LOST;
                before.clear();
                states.before(state, &mut before);
                for &from in before.iter() {
                    if table.label(from) == 0 && table.decides(from, lost, moves) {
                        next.push(from);
                    }
                }
            }
            // States to come are listed, not more than there are.
            budget.afford((next.capacity() * size_of::<usize>()) as u64)?;
            std::mem::swap(&mut round, &mut next);
            next.clear();
            if round.is_empty() {
                return Ok(table);
            }
        }
        Err(Exhausted::Memory.into())
    }

    /// Notes the states without moves and how many moves the others have; returns those that are decided.
    fn ends(&mut self, states: &impl Numbered, budget: &Budget) -> Result<Vec<usize>, GraphError> {
        let mut meter = budget.meter();
        let mut decided = Vec::new();
        for state in 0..self.counters.len() {
            meter.work(1)?;
            let moves = states.moves(state);
            self.counters[state] = u16::try_from(moves).map_err(|_| Exhausted::Memory)?;
            if moves == 0 {
                match states.ended(state) {
                    Verdict::Win(_) => self.set_label(state, WON),
                    Verdict::Loss(_) => self.set_label(state, LOST),
                    Verdict::Draw => continue,
                }
                decided.push(state);
            }
        }
        Ok(decided)
    }

    /// Whether a state that is still open is decided because one of its moves leads to a loss, or a win, of the opponent.
    fn decides(&mut self, state: usize, lost: bool, moves: u16) -> bool {
        if lost {
            self.set_label(state, WON);
        } else {
            self.counters[state] -= 1;
            if self.counters[state] > 0 {
                return false;
            }
            self.set_label(state, LOST);
        }
        self.counters[state] = moves;
        true
    }

    fn label(&self, state: usize) -> u8 {
        self.labels[state / 4] >> (2 * (state % 4)) & 3
    }

    fn set_label(&mut self, state: usize, label: u8) {
        self.labels[state / 4] |= label << (2 * (state % 4));
    }

    /// The verdict on a state.
    pub fn get(&self, state: usize) -> Verdict {
        let moves = u32::from(self.counters[state]);
        match self.label(state) {
            WON => Verdict::Win(moves),
            LOST => Verdict::Loss(moves),
            _ => Verdict::Draw,
        }
    }
}

impl Drop for NumberedVerdicts {
    fn drop(&mut self) {
        self.budget.release(bytes(self.counters.len()));
    }
}

/// What so many states take.
fn bytes(count: usize) -> u64 {
    (count.div_ceil(4) + count * size_of::<u16>()) as u64
}
