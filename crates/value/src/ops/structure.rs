//! What the canonical form itself tells: followers, birthday, stops, incentives, and simple tests.

use num_bigint::BigInt;
use num_traits::{One, Zero};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::scratch::Scratch;
use crate::store::Nus;
use crate::{Dyadic, Outcome, Result, Store, Value, ValueError};

/// The parity of the number of moves left in a game until it is a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Temper {
    /// Every way to play takes an even number of moves.
    Even,
    /// Every way to play takes an odd number of moves.
    Odd,
}

/// A value whose way down to 0 is longer is not followed.
const FOLLOWERS_LIMIT: u64 = 1 << 20;
/// Bytes that a follower takes in the lists of a walk.
const FOLLOWER_BYTES: usize = 32;

impl Store {
    /// The values reached from `value` by any moves, itself last, options always before what they are options of;
    /// values for which `is_leaf` holds are not entered.
    pub(crate) fn postorder(&mut self, value: Value, is_leaf: impl Fn(&Self, Value) -> bool) -> Result<Vec<Value>> {
        let mut order = Vec::new();
        let mut seen = FxHashSet::default();
        let mut stack = vec![(value, false)];
        let mut memory = Scratch::new(self.budget());
        while let Some((value, entered)) = stack.pop() {
            if entered {
                order.push(value);
                continue;
            }
            if !seen.insert(value) {
                continue;
            }
            self.meter.step()?;
            memory.add(FOLLOWER_BYTES)?;
            stack.push((value, true));
            if !is_leaf(self, value) {
                if self.as_compact(value).is_some_and(Nus::is_long) {
                    return Err(ValueError::TooLarge { what: "the number of followers" });
                }
                let options = self.expand(value)?;
                stack
                    .extend(self.arena[options.left()].iter().chain(&self.arena[options.right()]).map(|&v| (v, false)));
            }
        }
        Ok(order)
    }

    /// The order in which to build on options down to numbers.
    pub(crate) fn postorder_to_numbers(&mut self, value: Value) -> Result<Vec<Value>> {
        self.postorder(value, |store, value| store.as_number(value).is_some())
    }

    /// All values reached from G in canonical form by any moves of either player, G included, options before what they
    /// are options of.
    pub fn followers(&mut self, g: Value) -> Result<Vec<Value>> {
        self.postorder(g, |_, _| false)
    }

    /// The birthday of G: the height of its canonical form, the first day on which it can be made.
    pub fn birthday(&mut self, g: Value) -> Result<BigInt> {
        let order = self.postorder(g, |store, value| store.as_compact(value).is_some())?;
        let mut days: FxHashMap<Value, BigInt> = FxHashMap::default();
        for value in order {
            let day = if let Some(nus) = self.as_compact(value) {
                nus.birthday()
            } else {
                let options = self.expand(value)?;
                let all = self.arena[options.left()].iter().chain(&self.arena[options.right()]);
                all.map(|option| &days[option]).max().map_or_else(BigInt::zero, |latest| latest + 1)
            };
            days.insert(value, day);
        }
        Ok(days[&g].clone())
    }

    /// The left stop: the number reached when Left starts and both play as well as they can for numbers.
    pub fn left_stop(&self, g: Value) -> Dyadic {
        self.exact_left(g)
    }

    /// The right stop: the number reached when Right starts.
    pub fn right_stop(&self, g: Value) -> Dyadic {
        self.exact_right(g)
    }

    /// The number of ways to play G down to a number.
    pub fn stop_count(&mut self, g: Value) -> Result<BigInt> {
        let mut counts: FxHashMap<Value, BigInt> = FxHashMap::default();
        for value in self.postorder_to_numbers(g)? {
            let count = if self.as_number(value).is_some() {
                BigInt::one()
            } else {
                let options = self.expand(value)?;
                self.arena[options.left()]
                    .iter()
                    .chain(&self.arena[options.right()])
                    .map(|option| &counts[option])
                    .sum()
            };
            counts.insert(value, count);
        }
        Ok(counts[&g].clone())
    }

    /// The left incentives G^L − G, dominated ones dropped.
    pub fn left_incentives(&mut self, g: Value) -> Result<Vec<Value>> {
        let options = self.left_options(g)?;
        let gains = options.into_iter().map(|option| self.difference(option, g)).collect::<Result<Vec<_>>>()?;
        self.undominated(gains)
    }

    /// The right incentives G − G^R, dominated ones dropped.
    pub fn right_incentives(&mut self, g: Value) -> Result<Vec<Value>> {
        let options = self.right_options(g)?;
        let gains = options.into_iter().map(|option| self.difference(g, option)).collect::<Result<Vec<_>>>()?;
        self.undominated(gains)
    }

    /// The incentives of both players, dominated ones dropped.
    pub fn incentives(&mut self, g: Value) -> Result<Vec<Value>> {
        let mut gains = self.left_incentives(g)?;
        gains.extend(self.right_incentives(g)?);
        self.undominated(gains)
    }

    fn undominated(&mut self, mut values: Vec<Value>) -> Result<Vec<Value>> {
        values.sort_unstable();
        values.dedup();
        self.drop_dominated(&mut values, true, 0)?;
        values.sort_unstable();
        Ok(values)
    }

    /// Whether G is a number.
    pub fn is_number(&self, g: Value) -> bool {
        self.as_number(g).is_some()
    }

    /// Whether G lies between all negative and all positive numbers.
    pub fn is_infinitesimal(&self, g: Value) -> bool {
        self.exact_left(g).is_zero() && self.exact_right(g).is_zero()
    }

    /// Whether G is a number plus an infinitesimal.
    pub fn is_numberish(&self, g: Value) -> bool {
        self.exact_left(g) == self.exact_right(g)
    }

    /// The number that a numberish G is infinitely close to.
    pub fn number_part(&self, g: Value) -> Option<Dyadic> {
        self.is_numberish(g).then(|| self.exact_left(g))
    }

    /// Whether G is all-small: in every follower both players can move or neither can.
    pub fn is_all_small(&mut self, g: Value) -> Result<bool> {
        let order = self.postorder(g, |store, value| store.as_compact(value).is_some())?;
        Ok(order.into_iter().all(|value| self.as_compact(value).is_none_or(|nus| nus.number.is_zero())))
    }

    /// The temper of G: the parity of every way to play it down to a number, if it is always the same.
    pub fn temper(&mut self, g: Value) -> Result<Option<Temper>> {
        let mut tempers: FxHashMap<Value, Option<Temper>> = FxHashMap::default();
        for value in self.postorder_to_numbers(g)? {
            let temper = if self.is_number(value) {
                Some(Temper::Even)
            } else {
                let options = self.expand(value)?;
                let mut all = self.arena[options.left()].iter().chain(&self.arena[options.right()]).map(|v| tempers[v]);
                let first = all.next().flatten();
                match first.filter(|_| all.all(|temper| temper == first)) {
                    Some(Temper::Even) => Some(Temper::Odd),
                    Some(Temper::Odd) => Some(Temper::Even),
                    None => None,
                }
            };
            tempers.insert(value, temper);
        }
        Ok(tempers.remove(&g).flatten())
    }

    /// Who wins the canonical form of G in misère play, where the player who cannot move wins.
    ///
    /// Canonical forms are made for normal play; a position's own misère outcome may be another.
    pub fn misere_outcome(&mut self, g: Value) -> Result<Outcome> {
        let mut wins: FxHashMap<Value, (bool, bool)> = FxHashMap::default();
        // In an integer other than 0 only one player has moves, and the other wins by having none.
        let integer = |store: &Self, value: Value| {
            store.as_number(value).filter(|number| number.is_integer() && !number.is_zero()).map(Dyadic::signum)
        };
        for value in self.postorder(g, |store, value| integer(store, value).is_some())? {
            if let Some(sign) = integer(self, value) {
                wins.insert(value, (sign < 0, sign > 0));
                continue;
            }
            let options = self.expand(value)?;
            let (left, right) = (&self.arena[options.left()], &self.arena[options.right()]);
            let left_first = left.is_empty() || left.iter().any(|option| !wins[option].1);
            let right_first = right.is_empty() || right.iter().any(|option| !wins[option].0);
            wins.insert(value, (left_first, right_first));
        }
        Ok(match wins[&g] {
            (true, true) => Outcome::First,
            (true, false) => Outcome::Left,
            (false, true) => Outcome::Right,
            (false, false) => Outcome::Second,
        })
    }
}

impl Nus {
    /// Whether the way down to 0 passes more values than are listed.
    fn is_long(&self) -> bool {
        let Some((numerator, exponent)) = self.number.as_small() else {
            return true;
        };
        let whole = numerator.unsigned_abs() >> exponent.min(63);
        whole > FOLLOWERS_LIMIT || u64::from(exponent) > FOLLOWERS_LIMIT || self.ups.unsigned_abs() > FOLLOWERS_LIMIT
    }

    /// Each multiple of up costs a move, and flips the lowest bit of the nimber that is left at the end.
    fn birthday(&self) -> BigInt {
        let ups = self.ups.unsigned_abs();
        let infinitesimal = match (ups, self.nimber) {
            (0, m) => BigInt::from(m),
            (n, 0 | 1) => BigInt::from(n) + 1,
            (n, m) => BigInt::from(n) + (m ^ (n & 1)),
        };
        self.number.birthday() + infinitesimal
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn birthdays_of_compact_values_match_their_trees() {
        let mut store = Store::default();
        for number in [Dyadic::ZERO, Dyadic::from(2), Dyadic::small(-3, 2)] {
            for ups in -4i64..=4 {
                for nimber in 0..6 {
                    let value = store.compact(Nus { number: number.clone(), ups, nimber }).unwrap();
                    let mut days: FxHashMap<Value, u64> = FxHashMap::default();
                    for follower in store.followers(value).unwrap() {
                        let options = store.expand(follower).unwrap();
                        let all = store.arena[options.left()].iter().chain(&store.arena[options.right()]);
                        let day = all.map(|option| days[option] + 1).max().unwrap_or(0);
                        days.insert(follower, day);
                    }
                    assert_eq!(store.birthday(value).unwrap(), BigInt::from(days[&value]), "{number} {ups} {nimber}");
                }
            }
        }
    }
}
