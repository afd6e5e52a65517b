//! Nimbers by Beling and Rogalski's pruning ("On pruning search trees of impartial games", 2020), to compare with the
//! search of the library.
//!
//! A question names a set A of nimbers: which of them is the nimber of G, or is it none? Of G with k options the nimber is
//! one of P = {0, …, k}. Every option strikes one number off P: its nimber, or the greatest when its nimber is not there any
//! more, since one option less means one nimber less that all of them can cover. So an option is only asked about P without
//! its greatest, and when P and A have nothing in common the answer is none. Numbers above the greatest of A need not be
//! told apart: an option outside the smaller numbers strikes off the greatest, too.

use grundy_game::ImpartialHints;
use rustc_hash::FxHashMap;

/// A set of nimbers below 128.
type Set = u128;

/// A search that remembers every nimber it has found.
pub struct PruningSearch<'a, R: ImpartialHints> {
    rules: &'a R,
    known: FxHashMap<R::Position, u64>,
    /// How many components were searched.
    pub visited: u64,
}

/// An option not wholly known.
struct Open<P> {
    /// The nim-sum of its known components.
    known: u64,
    /// The others, easiest first.
    parts: Vec<P>,
}

impl<'a, R: ImpartialHints> PruningSearch<'a, R> {
    pub fn new(rules: &'a R) -> Self {
        Self { rules, known: FxHashMap::default(), visited: 0 }
    }

    /// The nimber of `position`; components may have up to 127 moves.
    pub fn nimber(&mut self, position: &R::Position) -> u64 {
        let mut open = Open { known: 0, parts: Vec::new() };
        self.rules.split(position, &mut open.parts);
        open.parts.iter_mut().for_each(|part| self.rules.canonicalise(part));
        self.sum_within(open, Set::MAX).expect("every nimber was asked for")
    }

    /// The same by aspiration: one nimber after the other is asked for.
    pub fn aspire(&mut self, position: &R::Position) -> u64 {
        let mut parts = Vec::new();
        self.rules.split(position, &mut parts);
        let mut total = 0;
        for mut part in parts {
            self.rules.canonicalise(&mut part);
            total ^= (0..128).find_map(|nimber| self.within(&part, 1 << nimber)).expect("one of them is the nimber");
        }
        total
    }

    /// The nimber of a sum; `None` only when it is not in `asked`.
    fn sum_within(&mut self, mut sum: Open<R::Position>, asked: Set) -> Option<u64> {
        let last = sum.parts.pop();
        for part in sum.parts {
            sum.known ^= self.within(&part, Set::MAX)?;
        }
        let Some(last) = last else { return Some(sum.known) };
        Some(sum.known ^ self.within(&last, translated(asked, sum.known))?)
    }

    /// The nimber of a component in canonical form; `None` only when it is not in `asked`.
    fn within(&mut self, component: &R::Position, asked: Set) -> Option<u64> {
        if let Some(&nimber) = self.known.get(component) {
            return Some(nimber);
        }
        if asked == 0 {
            return None;
        }
        self.visited += 1;
        let mut moves = Vec::new();
        self.rules.search_moves(component, &mut moves).expect("moves that can be listed");
        assert!(moves.len() < 128, "too many moves for a set of nimbers");
        let mut possible = up_to(moves.len() as u64);
        let mut open = Vec::new();
        for played in &moves {
            if possible & asked == 0 {
                return None;
            }
            let option = self.option(component, played);
            if option.parts.is_empty() {
                possible = struck(possible, Some(option.known));
            } else {
                open.push(option);
            }
        }
        open.sort_by_key(|option| option.parts.iter().map(|part| self.rules.weight(part)).sum::<usize>());
        let told_apart = up_to(u64::from(asked.ilog2()));
        let mut exact = true;
        for option in open {
            if possible & asked == 0 {
                return None;
            }
            let nimber = self.sum_within(option, possible & !greatest(possible) & told_apart);
            exact &= nimber.is_some();
            possible = struck(possible, nimber);
        }
        if !exact && possible & told_apart == 0 {
            return None;
        }
        let nimber = u64::from(possible.trailing_zeros());
        self.known.insert(component.clone(), nimber);
        Some(nimber)
    }

    fn option(&self, component: &R::Position, played: &R::Move) -> Open<R::Position> {
        let mut option = component.clone();
        self.rules.play(&mut option, played);
        let mut open = Open { known: 0, parts: Vec::new() };
        self.rules.split_option(component, played, &option, &mut open.parts);
        open.parts.retain_mut(|part| {
            self.rules.canonicalise(part);
            let known = self.known.get(part);
            open.known ^= known.unwrap_or(&0);
            known.is_none()
        });
        open.parts.sort_by_key(|part| self.rules.weight(part));
        open
    }
}

/// The numbers 0 to `last`.
fn up_to(last: u64) -> Set {
    Set::MAX >> (127 - last)
}

/// The greatest number of a set that is not empty, as a set.
fn greatest(set: Set) -> Set {
    1 << set.ilog2()
}

/// What is possible after an option of this nimber, or of one that is not among the possible ones.
fn struck(possible: Set, nimber: Option<u64>) -> Set {
    let one = nimber.and_then(|nimber| Set::checked_shl(1, nimber as u32)).unwrap_or(0) & possible;
    possible & !if one == 0 { greatest(possible) } else { one }
}

/// The set of the sums of `by` and a number of the set: for each bit of `by`, neighbours that far apart change places.
fn translated(mut set: Set, by: u64) -> Set {
    for bit in (0..7).filter(|bit| by >> bit & 1 == 1) {
        let distance = 1 << bit;
        let low = Set::MAX / ((1 << distance) + 1);
        set = (set & low) << distance | set >> distance & low;
    }
    set
}
