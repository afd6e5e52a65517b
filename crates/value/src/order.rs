//! Order of values: G ≤ H, and the outcome.

use crate::store::{DEPTH_LIMIT, Stops};
use crate::{Dyadic, Outcome, Result, Store, Value, ValueError};

/// How two games compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// G = H.
    Equal,
    /// G < H.
    Less,
    /// G > H.
    Greater,
    /// G ‖ H: neither is at most the other.
    Confused,
}

impl Order {
    /// The order of G and H when G ≥ H exactly if `at_least`, and G ≤ H exactly if `at_most`.
    pub fn from_both(at_least: bool, at_most: bool) -> Self {
        match (at_least, at_most) {
            (true, true) => Self::Equal,
            (true, false) => Self::Greater,
            (false, true) => Self::Less,
            (false, false) => Self::Confused,
        }
    }
}

impl Stops {
    /// G ≤ H as far as the stops tell. G lies below every number above its left stop and above every number below its
    /// right stop, and G ≤ H carries over to both stops.
    #[inline]
    pub(crate) fn at_most(&self, other: &Self) -> Option<bool> {
        if self.left.is_unknown() || self.right.is_unknown() || other.left.is_unknown() || other.right.is_unknown() {
            return None;
        }
        if self.left > other.left || self.right > other.right {
            return Some(false);
        }
        if self.left < other.right || (self.left == other.right && self.below_left && other.above_right) {
            return Some(true);
        }
        let crosses = (self.left == other.left && other.below_left && !self.below_left)
            || (self.right == other.right && self.above_right && !other.above_right);
        crosses.then_some(false)
    }
}

impl Store {
    /// Whether G ≤ H.
    ///
    /// Stops decide most pairs at once; the others recurse by Conway's definition with a memory of answers.
    pub fn le(&mut self, g: Value, h: Value) -> Result<bool> {
        self.le_at(g, h, 0)
    }

    /// How G compares with H.
    pub fn compare(&mut self, g: Value, h: Value) -> Result<Order> {
        if g == h {
            return Ok(Order::Equal);
        }
        Ok(Order::from_both(self.le(h, g)?, self.le(g, h)?))
    }

    /// Who wins G. Takes constant time.
    pub fn outcome(&self, g: Value) -> Outcome {
        match (self.at_most_number(g, &Dyadic::ZERO), self.at_least_number(g, &Dyadic::ZERO)) {
            (true, true) => Outcome::Second,
            (true, false) => Outcome::Right,
            (false, true) => Outcome::Left,
            (false, false) => Outcome::First,
        }
    }

    /// Whether G ≤ x for a number x, from the stops alone.
    pub(crate) fn at_most_number(&self, g: Value, x: &Dyadic) -> bool {
        let left = self.exact_left(g);
        left < *x || (left == *x && self.nodes[g.index()].stops.below_left)
    }

    /// Whether G ≥ x for a number x, from the stops alone.
    pub(crate) fn at_least_number(&self, g: Value, x: &Dyadic) -> bool {
        let right = self.exact_right(g);
        right > *x || (right == *x && self.nodes[g.index()].stops.above_right)
    }

    /// G ≤ H where no recursion is needed.
    #[inline]
    fn le_quick(&self, g: Value, h: Value) -> Option<bool> {
        if g == h {
            return Some(true);
        }
        let (stops, other) = (self.nodes[g.index()].stops, self.nodes[h.index()].stops);
        if let Some(answer) = stops.at_most(&other) {
            return Some(answer);
        }
        if stops.left == stops.right || other.left == other.right {
            return self.le_compact(g, h);
        }
        None
    }

    /// G ≤ H when one is a number or both are compact.
    fn le_compact(&self, g: Value, h: Value) -> Option<bool> {
        if let Some(x) = self.as_number(h) {
            return Some(self.at_most_number(g, x));
        }
        if let Some(x) = self.as_number(g) {
            return Some(self.at_least_number(h, x));
        }
        let (g, h) = (self.as_compact(g)?, self.as_compact(h)?);
        if g.number != h.number {
            return Some(g.number < h.number);
        }
        let ups = h.ups.saturating_sub(g.ups);
        Some(ups > 1 || (ups == 1 && g.nimber ^ h.nimber != 1) || (ups == 0 && g.nimber == h.nimber))
    }

    pub(crate) fn le_at(&mut self, g: Value, h: Value, depth: u32) -> Result<bool> {
        if let Some(answer) = self.le_quick(g, h) {
            return Ok(answer);
        }
        if let Some(answer) = self.orders.get(g.0, h.0) {
            return Ok(answer);
        }
        if depth >= DEPTH_LIMIT {
            return Err(ValueError::TooDeep { limit: DEPTH_LIMIT });
        }
        self.meter.step()?;
        let answer = self.le_recursive(g, h, depth)?;
        self.orders.put(g.0, h.0, answer);
        Ok(answer)
    }

    /// G ≤ H iff no left option of G is ≥ H and no right option of H is ≤ G.
    fn le_recursive(&mut self, g: Value, h: Value, depth: u32) -> Result<bool> {
        let lefts = self.expand(g)?.left();
        let rights = self.expand(h)?.right();
        for place in lefts {
            if self.le_at(h, self.arena[place], depth + 1)? {
                return Ok(false);
            }
        }
        for place in rights {
            if self.le_at(self.arena[place], g, depth + 1)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
