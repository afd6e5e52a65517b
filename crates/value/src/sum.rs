//! Sums, negatives and multiples of values.

use num_bigint::BigInt;
use num_traits::{Signed, Zero};

use crate::store::Nus;
use crate::{Dyadic, Result, Store, Value, ValueError};

impl Nus {
    fn plus(&self, other: &Self) -> Option<Self> {
        Some(Self {
            number: &self.number + &other.number,
            ups: self.ups.checked_add(other.ups)?,
            nimber: self.nimber ^ other.nimber,
        })
    }
}

const TOO_MANY_UPS: ValueError = ValueError::TooLarge { what: "the multiple of up" };

impl Store {
    /// The sum G + H.
    ///
    /// Compact values add in constant time, a number is added by shifting every option (number translation theorem), and
    /// anything else is {G^L + H, G + H^L | G^R + H, G + H^R} with a memory of sums.
    pub fn sum(&mut self, g: Value, h: Value) -> Result<Value> {
        self.sum_at(g, h, 0)
    }

    /// The sums of many pairs, each written over the first of its pair. The memory of sums is read for all of them first, so that
    /// the processor need not wait for one read after the other.
    pub fn sum_pairs(&mut self, pairs: &mut [(Value, Value)]) -> Result<()> {
        for &(g, h) in pairs.iter() {
            self.sums.fetch(g.min(h).0, g.max(h).0);
        }
        for (g, h) in pairs {
            *g = self.sum(*g, *h)?;
        }
        Ok(())
    }

    /// The sum of any number of values.
    pub fn sum_all(&mut self, values: impl IntoIterator<Item = Value>) -> Result<Value> {
        values.into_iter().try_fold(Value::ZERO, |total, value| self.sum(total, value))
    }

    /// The difference G − H.
    pub fn difference(&mut self, g: Value, h: Value) -> Result<Value> {
        let negative = self.negative(h)?;
        self.sum(g, negative)
    }

    pub(crate) fn sum_at(&mut self, g: Value, h: Value, depth: u32) -> Result<Value> {
        let (g, h) = (g.min(h), g.max(h));
        if g == Value::ZERO {
            return Ok(h);
        }
        if let (Some(a), Some(b)) = (self.as_compact(g), self.as_compact(h)) {
            let total = a.plus(b).ok_or(TOO_MANY_UPS)?;
            return self.compact(total);
        }
        if self.negative_of(g) == Some(h) {
            return Ok(Value::ZERO);
        }
        if let Some(sum) = self.sums.get(g.0, h.0) {
            return Ok(sum);
        }
        self.step_into(depth)?;
        let sum = if self.as_number(h).is_some() {
            self.shift(g, h, depth)?
        } else if self.as_number(g).is_some() {
            self.shift(h, g, depth)?
        } else {
            self.sum_of_forms(g, h, depth)?
        };
        self.sums.put(g.0, h.0, sum);
        Ok(sum)
    }

    /// G + x for a number x and G none: the shifted options are canonical as they stand.
    fn shift(&mut self, g: Value, x: Value, depth: u32) -> Result<Value> {
        let options = self.expand(g)?;
        let mut left = self.spare.pop().unwrap_or_default();
        let mut right = self.spare.pop().unwrap_or_default();
        for place in options.left() {
            left.push(self.sum_at(self.arena[place], x, depth + 1)?);
        }
        for place in options.right() {
            right.push(self.sum_at(self.arena[place], x, depth + 1)?);
        }
        self.intern_and_spare(left, right)
    }

    fn intern_and_spare(&mut self, mut left: Vec<Value>, mut right: Vec<Value>) -> Result<Value> {
        left.sort_unstable();
        right.sort_unstable();
        let value = self.intern(&left, &right)?;
        for mut side in [left, right] {
            side.clear();
            self.spare.push(side);
        }
        Ok(value)
    }

    fn sum_of_forms(&mut self, g: Value, h: Value, depth: u32) -> Result<Value> {
        let mut left = self.spare.pop().unwrap_or_default();
        let mut right = self.spare.pop().unwrap_or_default();
        let mut splits = (0, 0);
        for (one, other) in [(g, h), (h, g)] {
            splits = (left.len(), right.len());
            let options = self.expand(one)?;
            for place in options.left() {
                left.push(self.sum_at(self.arena[place], other, depth + 1)?);
            }
            for place in options.right() {
                right.push(self.sum_at(self.arena[place], other, depth + 1)?);
            }
        }
        self.form_of_sum((left, splits.0), (right, splits.1), depth)
    }

    /// The negative −G: the players change sides.
    pub fn negative(&mut self, g: Value) -> Result<Value> {
        self.negative_at(g, 0)
    }

    fn negative_at(&mut self, g: Value, depth: u32) -> Result<Value> {
        if let Some(negative) = self.negative_of(g) {
            return Ok(negative);
        }
        let negative = if let Some(nus) = self.as_compact(g) {
            let ups = nus.ups.checked_neg().ok_or(TOO_MANY_UPS)?;
            let nus = Nus { number: -&nus.number, ups, nimber: nus.nimber };
            self.compact(nus)?
        } else {
            self.step_into(depth)?;
            let options = self.expand(g)?;
            let mut left = self.spare.pop().unwrap_or_default();
            let mut right = self.spare.pop().unwrap_or_default();
            for place in options.right() {
                left.push(self.negative_at(self.arena[place], depth + 1)?);
            }
            for place in options.left() {
                right.push(self.negative_at(self.arena[place], depth + 1)?);
            }
            self.intern_and_spare(left, right)?
        };
        self.set_negatives(g, negative);
        Ok(negative)
    }

    /// The multiple n·G, by doubling.
    pub fn multiple(&mut self, count: &BigInt, g: Value) -> Result<Value> {
        if let Some(nus) = self.as_compact(g) {
            let number = nus
                .number
                .checked_mul(&Dyadic::from(count.clone()))
                .ok_or(ValueError::TooLarge { what: "the number" })?;
            let ups = i64::try_from(count * nus.ups).map_err(|_| TOO_MANY_UPS)?;
            let nimber = if count.bit(0) { nus.nimber } else { 0 };
            return self.compact(Nus { number, ups, nimber });
        }
        let mut power = if count.is_negative() { self.negative(g)? } else { g };
        let mut rest = count.abs();
        let mut total = Value::ZERO;
        while !rest.is_zero() {
            if rest.bit(0) {
                total = self.sum(total, power)?;
            }
            rest >>= 1;
            if !rest.is_zero() {
                power = self.sum(power, power)?;
            }
        }
        Ok(total)
    }

    /// The switch ±G = {G|−G}.
    pub fn switch(&mut self, g: &[Value]) -> Result<Value> {
        let mirrored = g.iter().map(|&option| self.negative(option)).collect::<Result<Vec<_>>>()?;
        self.form(g, &mirrored)
    }

    /// Tiny-G, the positive infinitesimal {0 ‖ 0 | −G}.
    pub fn tiny(&mut self, g: Value) -> Result<Value> {
        let negative = self.negative(g)?;
        let threat = self.form(&[Value::ZERO], &[negative])?;
        self.form(&[Value::ZERO], &[threat])
    }

    /// Miny-G, the negative of tiny-G.
    pub fn miny(&mut self, g: Value) -> Result<Value> {
        let tiny = self.tiny(g)?;
        self.negative(tiny)
    }

    /// ↑ to the n-th power for n ≥ 1: ↑¹ = ↑ and ↑ⁿ = {0 | ∗ − ↑ − ↑² − … − ↑ⁿ⁻¹}.
    pub fn up_power(&mut self, n: u32) -> Result<Value> {
        let before = self.up_sum(n.saturating_sub(1))?;
        let reply = self.difference(Value::STAR, before)?;
        self.form(&[Value::ZERO], &[reply])
    }

    /// ↑ + ↑² + … + ↑ⁿ, which is {↑ + … + ↑ⁿ⁻¹ | ∗}.
    pub fn up_sum(&mut self, n: u32) -> Result<Value> {
        (0..n).try_fold(Value::ZERO, |sum, _| self.form(&[sum], &[Value::STAR]))
    }
}
