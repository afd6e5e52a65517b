//! Products of values, ordinal sums and companions.

use rustc_hash::FxHashMap;

use crate::{Outcome, Result, Store, Value, ValueError, nimber};

type Pairs = FxHashMap<(Value, Value), Value>;

impl Store {
    /// The ordinal sum G:H of the canonical forms: {G^L, G:H^L | G^R, G:H^R}, where a move in G destroys H.
    pub fn ordinal_sum(&mut self, g: Value, h: Value) -> Result<Value> {
        let (base_left, base_right) = (self.left_options(g)?, self.right_options(g)?);
        let mut sums: FxHashMap<Value, Value> = FxHashMap::default();
        for value in self.followers(h)? {
            let options = self.expand(value)?;
            let mut left = base_left.clone();
            left.extend(self.arena[options.left()].iter().map(|option| sums[option]));
            let mut right = base_right.clone();
            right.extend(self.arena[options.right()].iter().map(|option| sums[option]));
            let sum = self.form(&left, &right)?;
            sums.insert(value, sum);
        }
        Ok(sums[&h])
    }

    /// The subordinate of G over a base B: an X with B:X = G, or nothing if the options of G show none.
    pub fn subordinate(&mut self, g: Value, base: Value) -> Result<Option<Value>> {
        let (base_left, base_right) = (self.left_options(base)?, self.right_options(base)?);
        let mut parts: FxHashMap<Value, Option<Value>> = FxHashMap::default();
        for value in self.postorder(g, |_, value| value == base)? {
            let part =
                if value == base { Some(Value::ZERO) } else { self.part_over(value, &base_left, &base_right, &parts)? };
            parts.insert(value, part);
        }
        let Some(Some(part)) = parts.remove(&g) else { return Ok(None) };
        Ok((self.ordinal_sum(base, part)? == g).then_some(part))
    }

    fn part_over(
        &mut self,
        value: Value,
        base_left: &[Value],
        base_right: &[Value],
        parts: &FxHashMap<Value, Option<Value>>,
    ) -> Result<Option<Value>> {
        let options = self.expand(value)?;
        let side = |options: &[Value], base: &[Value]| -> Option<Vec<Value>> {
            options
                .iter()
                .filter(|option| !base.contains(option))
                .map(|option| parts.get(option).copied().flatten())
                .collect()
        };
        let left = side(&self.arena[options.left()], base_left);
        let right = side(&self.arena[options.right()], base_right);
        match left.zip(right) {
            Some((left, right)) => self.form(&left, &right).map(Some),
            None => Ok(None),
        }
    }

    /// Conway's product of the canonical forms (On Numbers and Games, chapter 1), which on numbers is multiplication.
    ///
    /// The product of games depends on their forms; canonical forms are used.
    pub fn product(&mut self, g: Value, h: Value) -> Result<Value> {
        self.product_at(g, h, &mut Pairs::default(), 0)
    }

    fn product_at(&mut self, g: Value, h: Value, memory: &mut Pairs, depth: u32) -> Result<Value> {
        let (g, h) = (g.min(h), g.max(h));
        if let (Some(x), Some(y)) = (self.as_number(g), self.as_number(h)) {
            let product = x.checked_mul(y).ok_or(ValueError::TooLarge { what: "the number" })?;
            return self.number(&product);
        }
        // Conway's product of two nimbers is their nim-product (On Numbers and Games, chapter 6).
        if let (Some(a), Some(b)) = (self.as_nimber(g), self.as_nimber(h)) {
            let product = nimber::product(u128::from(a), u128::from(b));
            let product = u64::try_from(product).map_err(|_| ValueError::TooLarge { what: "the nimber" })?;
            return self.nimber(product);
        }
        if let Some(&known) = memory.get(&(g, h)) {
            return Ok(known);
        }
        self.step_into(depth.saturating_mul(4))?;
        let (gl, gr) = (self.left_options(g)?, self.right_options(g)?);
        let (hl, hr) = (self.left_options(h)?, self.right_options(h)?);
        let mut left = Vec::new();
        let mut right = Vec::new();
        for (from_g, from_h, side) in [(&gl, &hl, 0), (&gr, &hr, 0), (&gl, &hr, 1), (&gr, &hl, 1)] {
            for &x in from_g {
                for &y in from_h {
                    let option = self.product_option((g, h), (x, y), memory, depth)?;
                    if side == 0 { left.push(option) } else { right.push(option) }
                }
            }
        }
        let product = self.form(&left, &right)?;
        memory.insert((g, h), product);
        self.charge(size_of::<((Value, Value), Value)>())?;
        Ok(product)
    }

    /// xH + Gy − xy.
    fn product_option(
        &mut self,
        (g, h): (Value, Value),
        (x, y): (Value, Value),
        memory: &mut Pairs,
        depth: u32,
    ) -> Result<Value> {
        self.meter.step()?;
        let first = self.product_at(x, h, memory, depth + 1)?;
        let second = self.product_at(g, y, memory, depth + 1)?;
        let both = self.product_at(x, y, memory, depth + 1)?;
        let sum = self.sum(first, second)?;
        self.difference(sum, both)
    }

    /// Norton's product G·U for U > 0 (Winning Ways, chapter 8): n·U for an integer n, otherwise
    /// {G^L·U + (U + I) | G^R·U − (U + I)} over the incentives I of U.
    pub fn norton_product(&mut self, g: Value, unit: Value) -> Result<Value> {
        if self.outcome(unit) != Outcome::Left {
            return Err(ValueError::undefined("Norton's product needs a positive second factor"));
        }
        let incentives = self.incentives(unit)?;
        let steps = incentives.into_iter().map(|gain| self.sum(unit, gain)).collect::<Result<Vec<_>>>()?;
        let back = steps.iter().map(|&step| self.negative(step)).collect::<Result<Vec<_>>>()?;
        let integer = |store: &Self, value: Value| store.as_number(value).filter(|x| x.is_integer()).cloned();
        let mut products: FxHashMap<Value, Value> = FxHashMap::default();
        for value in self.postorder(g, |store, value| integer(store, value).is_some())? {
            let product = if let Some(number) = integer(self, value) {
                self.multiple(&number.numerator(), unit)?
            } else {
                let left = self.left_options(value)?;
                let right = self.right_options(value)?;
                let mut all = |options: Vec<Value>, steps: &[Value]| {
                    let pairs = options.iter().flat_map(|option| steps.iter().map(|&step| (products[option], step)));
                    pairs.map(|(product, step)| self.sum(product, step)).collect::<Result<Vec<_>>>()
                };
                let (left, right) = (all(left, &steps)?, all(right, &back)?);
                self.form(&left, &right)?
            };
            products.insert(value, product);
        }
        Ok(products[&g])
    }

    /// The companion of G: ∗ for 0, and otherwise {G^L' | G^R'} of the companions of the options, with 0 as a further
    /// left option if G > 0 and as a further right option if G < 0. The companion of ↑ is ↑∗, that of ∗ is 0.
    pub fn companion(&mut self, g: Value) -> Result<Value> {
        let mut companions: FxHashMap<Value, Value> = FxHashMap::default();
        // A number other than 0 is its own companion: {0 or *, x^L | x^R} is x for x > 0 by simplicity.
        let is_leaf = |store: &Self, value: Value| value != Value::ZERO && store.is_number(value);
        for value in self.postorder(g, is_leaf)? {
            if is_leaf(self, value) {
                companions.insert(value, value);
                continue;
            }
            let options = self.expand(value)?;
            let mut left: Vec<_> = self.arena[options.left()].iter().map(|option| companions[option]).collect();
            let mut right: Vec<_> = self.arena[options.right()].iter().map(|option| companions[option]).collect();
            let outcome = self.outcome(value);
            if matches!(outcome, Outcome::Left | Outcome::Second) {
                left.push(Value::ZERO);
            }
            if matches!(outcome, Outcome::Right | Outcome::Second) {
                right.push(Value::ZERO);
            }
            let companion = self.form(&left, &right)?;
            companions.insert(value, companion);
        }
        Ok(companions[&g])
    }
}
