//! What is known of sums: who wins them, or how hard that seems to find out.

use super::sum::{Part, State};
use crate::Stop;
use grundy_value::{Store, Value};
use rustc_hash::FxHashMap;

/// How many steps seem to be missing to show that Left, about to move, wins, and that she loses; one of them is 0 when that is
/// shown, and the other without end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Effort {
    pub to_win: u32,
    pub to_lose: u32,
}

/// More steps than any search takes.
const ENDLESS: u32 = 1 << 30;

impl Effort {
    /// No limits.
    pub const UNLIMITED: Self = Self { to_win: ENDLESS, to_lose: ENDLESS };

    pub fn new(to_win: u32, to_lose: u32) -> Self {
        Self { to_win: to_win.clamp(1, ENDLESS - 1), to_lose: to_lose.clamp(1, ENDLESS - 1) }
    }

    pub fn decided(wins: bool) -> Self {
        if wins { Self { to_win: 0, to_lose: ENDLESS } } else { Self { to_win: ENDLESS, to_lose: 0 } }
    }

    pub fn is_decided(self) -> bool {
        self.to_win == 0 || self.to_lose == 0
    }

    pub fn wins(self) -> bool {
        self.to_win == 0
    }

    pub fn exceeds(self, limits: Self) -> bool {
        self.to_win >= limits.to_win || self.to_lose >= limits.to_lose
    }

    /// Of a sum whose options are, for the opponent about to move, so hard: one that the opponent loses wins, and all of them
    /// must be won by the opponent to lose.
    pub fn of_options(options: impl Iterator<Item = Self>) -> Self {
        let (mut to_win, mut to_lose) = (ENDLESS, 0u32);
        for option in options {
            to_win = to_win.min(option.to_lose);
            to_lose = to_lose.saturating_add(option.to_win);
        }
        match (to_win, to_lose) {
            (0, _) => Self::decided(true),
            (_, 0) => Self::decided(false),
            _ => Self::new(to_win, to_lose),
        }
    }

    /// The limits within which an option is searched: until it is clearly harder to show that its mover loses than for the
    /// second best option, or its part of the limits of the sum is used up.
    pub fn limits(self, sum: Self, effort: Self, second: u32) -> Self {
        let others = effort.to_lose.saturating_sub(self.to_win);
        let slack = second.saturating_add(second / 4).saturating_add(1);
        Self { to_win: sum.to_lose.saturating_sub(others), to_lose: sum.to_win.min(slack) }
    }
}

/// What is known of the sums that differ in the compact value only.
#[derive(Debug, Default)]
struct Shelf(Vec<(Value, Effort)>);

/// The table of sums.
#[derive(Debug, Default)]
pub(super) struct Book {
    shelves: FxHashMap<Box<[Part]>, Shelf>,
    sums: usize,
}

impl Book {
    pub fn len(&self) -> usize {
        self.sums
    }

    /// How hard a sum is: decided where that is known of it or follows from what is known of one that is at most or at least as
    /// good for Left, otherwise as it seemed when it was searched last.
    pub fn effort(&self, store: &mut Store, state: &State) -> Result<Option<Effort>, Stop> {
        let Some(shelf) = self.shelves.get(state.parts()) else { return Ok(None) };
        let mut last = None;
        for &(compact, effort) in &shelf.0 {
            if compact == state.compact {
                last = Some(effort);
            }
            if !effort.is_decided() {
                continue;
            }
            let (low, high) = if effort.wins() { (compact, state.compact) } else { (state.compact, compact) };
            if low == high || store.le(low, high)? {
                return Ok(Some(Effort::decided(effort.wins())));
            }
        }
        Ok(last)
    }

    /// Notes how hard a sum is, and returns the bytes that takes. What a decided one says of others need not be kept.
    pub fn note(&mut self, store: &mut Store, state: State, effort: Effort) -> Result<u64, Stop> {
        let compact = state.compact;
        let mut bytes = size_of::<(Value, Effort)>() as u64 + 4;
        let key = state.into_key();
        if let Some(shelf) = self.shelves.get_mut(&key) {
            let before = shelf.0.len();
            let mut at = 0;
            while at < shelf.0.len() {
                let (other, known) = shelf.0[at];
                let said = other == compact
                    || effort.is_decided()
                        && (!known.is_decided() || known.wins() == effort.wins())
                        && if effort.wins() { store.le(compact, other)? } else { store.le(other, compact)? };
                if said {
                    shelf.0.swap_remove(at);
                } else {
                    at += 1;
                }
            }
            if shelf.0.len() < before {
                bytes = 0;
            }
            self.sums += shelf.0.len() + 1;
            self.sums -= before;
            shelf.0.push((compact, effort));
            return Ok(bytes);
        }
        bytes += (8 * key.len() + 16 + 2 * size_of::<(Box<[Part]>, Shelf)>()) as u64;
        self.sums += 1;
        self.shelves.insert(key, Shelf(vec![(compact, effort)]));
        Ok(bytes)
    }
}
