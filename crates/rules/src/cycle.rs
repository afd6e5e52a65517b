//! Finding plays that never end.

use grundy_budget::pulse;
use grundy_game::Text;
use rustc_hash::{FxHashMap, FxHashSet};
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};

/// Positions looked at before play is taken to end.
const MOST_POSITIONS: usize = 20_000;

/// Options listed before play is taken to end: positions of large heaps have very many.
const MOST_OPTIONS: usize = 500_000;

/// Longest play that is followed.
const LONGEST: usize = 5_000;

/// Positions that are known to end and kept.
const MOST_KEPT: usize = 200_000;

/// Positions of a cycle that are shown.
const SHOWN: usize = 6;

/// Positions from which every play was found to end.
#[derive(Debug)]
pub(crate) struct Ended<T>(Mutex<FxHashSet<T>>);

impl<T> Default for Ended<T> {
    fn default() -> Self {
        Self(Mutex::new(FxHashSet::default()))
    }
}

/// Why a position is refused from which play can come back to where it was.
pub(crate) fn refusal(cycle: &[String]) -> Text {
    let mut shown: Vec<String> = cycle.iter().take(SHOWN).cloned().collect();
    if cycle.len() > SHOWN {
        shown.push("…".to_owned());
    }
    Text::new("play can go on for ever: {cycle}").with("cycle", shown.join(" → "))
}

impl<T: Clone + Eq + Hash> Ended<T> {
    /// A cycle of positions below `start`, if one is found. Looks at a bounded number of positions, going deep first, so that
    /// rules by which play can go round are found out at once.
    pub fn cycle(&self, start: &T, options: &dyn Fn(&T) -> Vec<T>) -> Option<Vec<T>> {
        // Whether a position met is on the present play.
        let mut open: FxHashMap<T, bool> = FxHashMap::default();
        let mut play: Vec<(T, std::vec::IntoIter<T>)> = Vec::new();
        let mut found = None;
        let is_known = |position: &T| self.0.lock().unwrap_or_else(PoisonError::into_inner).contains(position);
        if is_known(start) {
            return None;
        }
        let mut listed = 0;
        let mut following = |position: &T| {
            let options = options(position);
            listed += options.len();
            (listed <= MOST_OPTIONS).then(|| options.into_iter())
        };
        open.insert(start.clone(), true);
        play.extend(following(start).map(|options| (start.clone(), options)));
        while let Some((position, left)) = play.last_mut() {
            pulse(1);
            let Some(next) = left.next() else {
                open.insert(position.clone(), false);
                play.pop();
                continue;
            };
            match open.get(&next) {
                Some(true) => {
                    let from = play.iter().position(|(position, _)| *position == next).unwrap_or(0);
                    let mut cycle: Vec<T> = play[from..].iter().map(|(position, _)| position.clone()).collect();
                    cycle.push(next);
                    found = Some(cycle);
                    break;
                }
                Some(false) => {}
                None if is_known(&next) => {}
                None => {
                    if open.len() >= MOST_POSITIONS || play.len() >= LONGEST {
                        break;
                    }
                    open.insert(next.clone(), true);
                    let Some(options) = following(&next) else { break };
                    play.push((next, options));
                }
            }
        }
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() < MOST_KEPT {
            known.extend(open.into_iter().filter(|(_, open)| !open).map(|(position, _)| position));
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cycle_is_found_and_what_ends_is_remembered() {
        let ended = Ended::default();
        let options = |n: &u32| match n {
            0 => Vec::new(),
            7 => vec![8, 3],
            8 => vec![7],
            n => vec![n - 1],
        };
        assert_eq!(ended.cycle(&5, &options), None);
        assert!(ended.0.lock().unwrap().contains(&3));
        assert_eq!(ended.cycle(&9, &options), Some(vec![8, 7, 8]));
    }
}
