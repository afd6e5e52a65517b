//! Atomic weights: how many ups an infinitesimal is worth.

use num_bigint::BigInt;
use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;

use crate::{Dyadic, Result, Store, Value, ValueError};

/// Stand-ins for infinity: a weight that does not depend on which of them is used is finite.
const INFINITIES: [i64; 2] = [1 << 40, 1 << 41];
/// Followers of higher birthday would need too many nimbers to compare with.
const REMOTE_LIMIT: u64 = 1 << 12;

impl Store {
    /// The atomic weight of an infinitesimal G, or nothing if it has none.
    ///
    /// For all-small games by Conway's recursion (On Numbers and Games, chapter 16): {G̃^L − 2 | G̃^R + 2}, and if that
    /// is an integer, the comparison with a remote star ∗N decides which of the integers allowed between the options it
    /// is. A follower with positive right stop counts as infinitely many ups, one with negative left stop as infinitely
    /// many downs; if infinity shows in the result, there is no atomic weight.
    pub fn atomic_weight(&mut self, g: Value) -> Result<Option<Value>> {
        if !self.is_infinitesimal(g) {
            return Ok(None);
        }
        if let Some(nus) = self.as_compact(g) {
            let ups = nus.ups;
            return self.integer(ups).map(Some);
        }
        let first = self.weight_with(g, INFINITIES[0])?;
        let second = self.weight_with(g, INFINITIES[1])?;
        Ok((first == second).then_some(first))
    }

    fn weight_with(&mut self, g: Value, infinity: i64) -> Result<Value> {
        let outside = |store: &Self, value: Value| {
            let (left, right) = (store.exact_left(value), store.exact_right(value));
            if right.signum() > 0 {
                Some(infinity)
            } else if left.signum() < 0 {
                Some(-infinity)
            } else {
                None
            }
        };
        let remote = self.remote_star(g)?;
        let (two, minus_two) = (self.integer(2)?, self.integer(-2)?);
        let mut weights: FxHashMap<Value, Value> = FxHashMap::default();
        let leaf = |store: &Self, value: Value| outside(store, value).is_some() || store.as_compact(value).is_some();
        for value in self.postorder(g, leaf)? {
            let weight = if let Some(weight) = outside(self, value) {
                self.integer(weight)?
            } else if let Some(nus) = self.as_compact(value) {
                let ups = nus.ups;
                self.integer(ups)?
            } else {
                let options = self.expand(value)?;
                let (left, right) = (self.arena[options.left()].to_vec(), self.arena[options.right()].to_vec());
                let mut shifted = |side: Vec<Value>, by: Value| {
                    side.into_iter().map(|option| self.sum(weights[&option], by)).collect::<Result<Vec<_>>>()
                };
                let (left, right) = (shifted(left, minus_two)?, shifted(right, two)?);
                self.weight_from(value, &left, &right, remote)?
            };
            weights.insert(value, weight);
        }
        Ok(weights[&g])
    }

    /// A nimber larger than any follower of G can tell from larger ones.
    fn remote_star(&mut self, g: Value) -> Result<Value> {
        let birthday = self.birthday(g)?.to_u64().filter(|&day| day < REMOTE_LIMIT);
        let birthday = birthday.ok_or(ValueError::TooLarge { what: "the birthday of the game" })?;
        self.nimber((birthday + 1).next_power_of_two())
    }

    fn weight_from(&mut self, value: Value, left: &[Value], right: &[Value], remote: Value) -> Result<Value> {
        let plain = self.form(left, right)?;
        if !self.as_number(plain).is_some_and(Dyadic::is_integer) {
            return Ok(plain);
        }
        if self.le(remote, value)? {
            self.extreme_integer(right, plain, false)
        } else if self.le(value, remote)? {
            self.extreme_integer(left, plain, true)
        } else {
            Ok(Value::ZERO)
        }
    }

    /// The greatest integer n ⊲| every right option, or (mirrored) the least integer n ⊳| every left option.
    fn extreme_integer(&mut self, options: &[Value], otherwise: Value, least: bool) -> Result<Value> {
        let mut best: Option<BigInt> = None;
        for &option in options {
            let option = if least { self.negative(option)? } else { option };
            let top = self.exact_left(option).floor();
            let fits = !self.at_most_number(option, &Dyadic::from(top.clone()));
            let top = if fits { top } else { top - 1 };
            best = Some(best.map_or(top.clone(), |best| best.min(top)));
        }
        match best {
            Some(best) => self.number(&Dyadic::from(if least { -best } else { best })),
            None => Ok(otherwise),
        }
    }
}
