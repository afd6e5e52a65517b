//! Dyadic rationals of any size: the numbers among short games.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Neg, Sub};

use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// A dyadic rational, a fraction whose denominator is a power of two.
///
/// Numerators that fit 64 bits are kept inline, larger ones behind a pointer; nothing wraps. Stored in lowest terms, so
/// equality and hashing are by field.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Dyadic(Repr);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Repr {
    /// `numerator / 2^exponent`, the numerator odd or the exponent zero.
    Small(i64, u32),
    /// The same, for numerators beyond 64 bits only.
    Big(Box<(BigInt, u32)>),
}

impl Dyadic {
    /// Zero.
    pub const ZERO: Self = Self(Repr::Small(0, 0));
    /// One.
    pub const ONE: Self = Self(Repr::Small(1, 0));

    /// `numerator / 2^exponent`, brought to lowest terms.
    pub fn new(numerator: impl Into<BigInt>, exponent: u32) -> Self {
        let mut numerator = numerator.into();
        let common = numerator.trailing_zeros().map_or(u64::from(exponent), |zeros| zeros.min(u64::from(exponent)));
        numerator >>= common;
        let exponent = exponent - common as u32;
        match numerator.to_i64() {
            Some(small) => Self(Repr::Small(small, exponent)),
            None => Self(Repr::Big(Box::new((numerator, exponent)))),
        }
    }

    /// `numerator / 2^exponent` for a numerator of machine size.
    pub fn small(numerator: i64, exponent: u32) -> Self {
        if numerator == 0 {
            return Self::ZERO;
        }
        let common = numerator.trailing_zeros().min(exponent);
        Self(Repr::Small(numerator >> common, exponent - common))
    }

    /// `numerator / denominator` when the denominator is a positive power of two after cancelling, else nothing.
    pub fn from_fraction(numerator: &BigInt, denominator: &BigInt) -> Option<Self> {
        if denominator.is_zero() {
            return None;
        }
        let (mut numerator, mut denominator) = (numerator.clone(), denominator.clone());
        if denominator.is_negative() {
            (numerator, denominator) = (-numerator, -denominator);
        }
        let common = num_integer::Integer::gcd(&numerator, &denominator);
        let denominator = denominator / &common;
        let exponent = denominator.trailing_zeros()?;
        let power = BigInt::one() << exponent;
        // why: such a fraction is beyond what can be written, and the caller says so
        (power == denominator).then(|| Self::new(numerator / common, u32::try_from(exponent).ok()?).into()).flatten()
    }

    /// The numerator in lowest terms.
    pub fn numerator(&self) -> BigInt {
        match &self.0 {
            Repr::Small(numerator, _) => BigInt::from(*numerator),
            Repr::Big(big) => big.0.clone(),
        }
    }

    /// The `e` of the denominator `2^e` in lowest terms.
    pub fn exponent(&self) -> u32 {
        match &self.0 {
            Repr::Small(_, exponent) => *exponent,
            Repr::Big(big) => big.1,
        }
    }

    /// Numerator and exponent, when the numerator fits a machine word.
    pub fn as_small(&self) -> Option<(i64, u32)> {
        match &self.0 {
            Repr::Small(numerator, exponent) => Some((*numerator, *exponent)),
            Repr::Big(_) => None,
        }
    }

    /// Whether this is an integer.
    pub fn is_integer(&self) -> bool {
        self.exponent() == 0
    }

    /// Whether this is zero.
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Repr::Small(0, _))
    }

    /// The sign: -1, 0 or 1.
    pub fn signum(&self) -> i32 {
        match &self.0 {
            Repr::Small(numerator, _) => numerator.signum() as i32,
            Repr::Big(big) => {
                if big.0.is_negative() {
                    -1
                } else {
                    1
                }
            }
        }
    }

    /// Bits of the numerator, a measure of size.
    pub fn bits(&self) -> u64 {
        match &self.0 {
            Repr::Small(numerator, _) => u64::from(64 - numerator.unsigned_abs().leading_zeros()),
            Repr::Big(big) => big.0.bits(),
        }
    }

    /// The absolute value.
    #[must_use]
    pub fn abs(&self) -> Self {
        if self.signum() < 0 { -self } else { self.clone() }
    }

    /// The largest integer not above this.
    pub fn floor(&self) -> BigInt {
        match &self.0 {
            Repr::Small(numerator, exponent) => BigInt::from(numerator >> (*exponent).min(63)),
            Repr::Big(big) => &big.0 >> big.1,
        }
    }

    /// The smallest integer not below this.
    pub fn ceil(&self) -> BigInt {
        -(-self).floor()
    }

    /// Half of this.
    #[must_use]
    pub fn half(&self) -> Self {
        self.divided_by_power(1)
    }

    /// This divided by `2^power`.
    #[must_use]
    pub fn divided_by_power(&self, power: u32) -> Self {
        Self::new(self.numerator(), self.exponent().saturating_add(power))
    }

    /// The product; nothing when the denominator would pass `2^(2^32)`.
    pub fn checked_mul(&self, other: &Self) -> Option<Self> {
        let exponent = self.exponent().checked_add(other.exponent())?;
        if let (Some((a, _)), Some((b, _))) = (self.as_small(), other.as_small())
            && let Some(product) = a.checked_mul(b)
        {
            return Some(Self::small(product, exponent));
        }
        Some(Self::new(self.numerator() * other.numerator(), exponent))
    }

    /// The canonical left option: the number's neighbour below on its own grid; none for integers up to zero.
    pub fn left_option(&self) -> Option<Self> {
        if self.is_integer() {
            (self.signum() > 0).then(|| self - &Self::ONE)
        } else {
            Some(Self::new(self.numerator() - 1, self.exponent()))
        }
    }

    /// The canonical right option: the number's neighbour above on its own grid; none for integers from zero up.
    pub fn right_option(&self) -> Option<Self> {
        (-self).left_option().map(|option| -&option)
    }

    /// The day on which the number is born: 0 on day 0, integers n on day |n|, and one day more for each halving.
    pub fn birthday(&self) -> BigInt {
        let whole = self.abs().ceil();
        if self.is_zero() { BigInt::zero() } else { whole + self.exponent() }
    }

    /// The simplest number between two bounds, either of which may be absent and may itself be allowed.
    ///
    /// The simplest is the one born first, which is unique (Conway, On Numbers and Games, theorem 11). Nothing when the
    /// interval is empty.
    pub fn simplest(lower: Option<&Bound>, upper: Option<&Bound>) -> Option<Self> {
        let fits = |x: &Self| {
            lower.is_none_or(|bound| bound.admits(&bound.number, x))
                && upper.is_none_or(|bound| bound.admits(x, &bound.number))
        };
        if fits(&Self::ZERO) {
            return Some(Self::ZERO);
        }
        if lower.is_none_or(|bound| bound.number.signum() < 0) {
            let mirrored = Self::simplest(upper.map(Bound::mirrored).as_ref(), lower.map(Bound::mirrored).as_ref())?;
            return Some(-&mirrored);
        }
        let lower = lower?;
        let finest = upper.map_or(0, |bound| bound.number.exponent()).max(lower.number.exponent()).checked_add(1)?;
        (0..=finest).find_map(|grid| lower.next_on_grid(grid).filter(|x| fits(x)))
    }
}

/// One end of an interval of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The end itself.
    pub number: Dyadic,
    /// Whether the end belongs to the interval.
    pub closed: bool,
}

impl Bound {
    fn admits(&self, low: &Dyadic, high: &Dyadic) -> bool {
        low < high || (self.closed && low == high)
    }

    fn mirrored(&self) -> Self {
        Self { number: -&self.number, closed: self.closed }
    }

    /// The first multiple of `1/2^grid` that the bound admits from below.
    fn next_on_grid(&self, grid: u32) -> Option<Dyadic> {
        let scaled = self.number.checked_mul(&Dyadic::new(BigInt::one() << grid, 0))?;
        let first = if self.closed { scaled.ceil() } else { scaled.floor() + 1 };
        Some(Dyadic::new(first, grid))
    }
}

impl From<i64> for Dyadic {
    fn from(integer: i64) -> Self {
        Self(Repr::Small(integer, 0))
    }
}

impl From<BigInt> for Dyadic {
    fn from(integer: BigInt) -> Self {
        Self::new(integer, 0)
    }
}

impl Neg for &Dyadic {
    type Output = Dyadic;

    fn neg(self) -> Dyadic {
        match &self.0 {
            Repr::Small(numerator, exponent) if *numerator != i64::MIN => Dyadic(Repr::Small(-numerator, *exponent)),
            _ => Dyadic::new(-self.numerator(), self.exponent()),
        }
    }
}

impl Add for &Dyadic {
    type Output = Dyadic;

    fn add(self, other: &Dyadic) -> Dyadic {
        if let (Some((a, e)), Some((b, f))) = (self.as_small(), other.as_small()) {
            let exponent = e.max(f);
            if exponent - e < 62 && exponent - f < 62 {
                let total = (i128::from(a) << (exponent - e)) + (i128::from(b) << (exponent - f));
                if let Ok(total) = i64::try_from(total) {
                    return Dyadic::small(total, exponent);
                }
            }
        }
        let exponent = self.exponent().max(other.exponent());
        let lift = |x: &Dyadic| x.numerator() << (exponent - x.exponent());
        Dyadic::new(lift(self) + lift(other), exponent)
    }
}

impl Sub for &Dyadic {
    type Output = Dyadic;

    fn sub(self, other: &Dyadic) -> Dyadic {
        self + &-other
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Self) -> Ordering {
        if let (Some((a, e)), Some((b, f))) = (self.as_small(), other.as_small())
            && e.abs_diff(f) < 62
        {
            let exponent = e.max(f);
            return (i128::from(a) << (exponent - e)).cmp(&(i128::from(b) << (exponent - f)));
        }
        let sign = self.signum().cmp(&other.signum());
        if sign != Ordering::Equal || self.is_zero() {
            return sign;
        }
        // Compare the orders of magnitude first, so that aligning never costs more than the numbers' own size.
        let magnitude = |x: &Self| i128::from(x.bits()) - i128::from(x.exponent());
        let by_size = magnitude(self).cmp(&magnitude(other)).then_with(|| {
            let exponent = self.exponent().max(other.exponent());
            let lift = |x: &Self| x.numerator().abs() << (exponent - x.exponent());
            lift(self).cmp(&lift(other))
        });
        if self.signum() < 0 { by_size.reverse() } else { by_size }
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Small(numerator, 0) => write!(f, "{numerator}"),
            Repr::Small(numerator, exponent) if *exponent < 64 => write!(f, "{numerator}/{}", 1u128 << exponent),
            _ if self.is_integer() => write!(f, "{}", self.numerator()),
            _ => write!(f, "{}/{}", self.numerator(), BigInt::one() << self.exponent()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn dyadic() -> impl Strategy<Value = Dyadic> {
        prop_oneof![
            (-40i64..40, 0u32..5).prop_map(|(n, e)| Dyadic::small(n, e)),
            (any::<i64>(), 0u32..200).prop_map(|(n, e)| Dyadic::small(n, e)),
            (any::<i128>(), 0u32..90).prop_map(|(n, e)| Dyadic::new(n, e)),
        ]
    }

    proptest! {
        #[test]
        fn addition_is_a_group_that_keeps_order(a in dyadic(), b in dyadic(), c in dyadic()) {
            prop_assert_eq!(&(&a + &b) + &c, &a + &(&b + &c));
            prop_assert_eq!(&a + &b, &b + &a);
            prop_assert_eq!(&(&a + &b) - &b, a.clone());
            prop_assert_eq!(a.cmp(&b), (&a + &c).cmp(&(&b + &c)));
            prop_assert_eq!(a.cmp(&b), (&a - &b).signum().cmp(&0));
        }

        #[test]
        fn multiplication_distributes(a in dyadic(), b in dyadic(), c in dyadic()) {
            let product = |x: &Dyadic, y: &Dyadic| x.checked_mul(y).unwrap();
            prop_assert_eq!(product(&a, &(&b + &c)), &product(&a, &b) + &product(&a, &c));
        }

        #[test]
        fn simplest_is_inside_and_no_older_number_is(a in dyadic(), b in dyadic(), closed: bool) {
            let (low, high) = (a.clone().min(b.clone()), a.max(b));
            let bounds = [low, high].map(|number| Bound { number, closed });
            let found = Dyadic::simplest(Some(&bounds[0]), Some(&bounds[1]));
            prop_assert_eq!(found.is_some(), closed || bounds[0] != bounds[1]);
            if let Some(x) = found {
                prop_assert!(bounds[0].admits(&bounds[0].number, &x) && bounds[1].admits(&x, &bounds[1].number));
                for parent in [x.left_option(), x.right_option()].into_iter().flatten() {
                    prop_assert!(!(bounds[0].admits(&bounds[0].number, &parent) && bounds[1].admits(&parent, &bounds[1].number)));
                }
            }
        }
    }

    #[test]
    fn nothing_wraps() {
        let largest = Dyadic::from(i64::MAX);
        assert_eq!((&largest + &Dyadic::ONE).to_string(), "9223372036854775808");
        assert_eq!((&Dyadic::from(i64::MIN) - &Dyadic::ONE).to_string(), "-9223372036854775809");
        assert_eq!((-&Dyadic::from(i64::MIN)).to_string(), "9223372036854775808");
        let tiny = Dyadic::ONE.divided_by_power(200);
        assert_eq!(&(&Dyadic::ONE + &tiny) - &Dyadic::ONE, tiny);
        assert!(tiny > Dyadic::ZERO && tiny < Dyadic::ONE.divided_by_power(199));
    }

    #[test]
    fn birthdays_of_the_first_numbers() {
        let days = [(0, 0, 0), (1, 0, 1), (-3, 0, 3), (1, 1, 2), (3, 2, 3), (5, 1, 4), (-1, 3, 4)];
        for (numerator, exponent, day) in days {
            assert_eq!(Dyadic::small(numerator, exponent).birthday(), BigInt::from(day));
        }
    }
}
