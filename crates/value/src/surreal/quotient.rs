//! Surreal numbers as quotients of Conway normal forms: a field with exact arithmetic.

use grundy_lang::Text;
use std::cmp::Ordering;
use std::fmt;

use crate::surreal::Rational;
use num_traits::{One, Signed, Zero};

use super::Normal;
use crate::{Dyadic, Result, ValueError};

/// Steps of long division tried before a quotient is kept as it is.
const DIVISION_STEPS: usize = 32;

/// A surreal number that is a quotient of two finite Conway normal forms.
///
/// The denominator is kept with leading term 1; where it divides, it is 1. Equality and order multiply across, so they
/// are exact for all quotients.
#[derive(Clone, Debug)]
pub struct Surreal {
    numerator: Normal,
    denominator: Normal,
}

fn one() -> Normal {
    Normal::rational(Rational::one())
}

impl From<Normal> for Surreal {
    fn from(numerator: Normal) -> Self {
        Self { numerator, denominator: one() }
    }
}

impl Surreal {
    /// The rational number n/d.
    pub fn rational(number: Rational) -> Self {
        Normal::rational(number).into()
    }

    /// A dyadic number.
    pub fn dyadic(number: &Dyadic) -> Self {
        Normal::dyadic(number).into()
    }

    /// ω, the simplest number above all integers.
    pub fn omega() -> Self {
        Normal::omega().into()
    }

    /// The normal form, when the denominator divides.
    pub fn as_normal(&self) -> Option<&Normal> {
        (self.denominator == one()).then_some(&self.numerator)
    }

    /// The rational number it is, if it is one.
    pub fn as_rational(&self) -> Option<Rational> {
        self.as_normal()?.as_rational()
    }

    /// The dyadic number it is, if it is one.
    pub fn as_dyadic(&self) -> Option<Dyadic> {
        let rational = self.as_rational()?;
        Dyadic::from_fraction(rational.numer(), rational.denom())
    }

    /// Numerator over denominator, brought to the shape this type promises.
    fn ratio(numerator: &Normal, denominator: &Normal) -> Result<Self> {
        let unit =
            denominator.leading().reciprocal_of_term().ok_or_else(|| ValueError::undefined("division by zero"))?;
        let numerator = numerator.times(&unit)?;
        let denominator = denominator.times(&unit)?;
        match divide(&numerator, &denominator)? {
            Some(quotient) => Ok(quotient.into()),
            None => Ok(Self { numerator, denominator }),
        }
    }

    /// The negative.
    #[must_use]
    pub fn negative(&self) -> Self {
        Self { numerator: self.numerator.negative(), denominator: self.denominator.clone() }
    }

    /// The sum.
    pub fn plus(&self, other: &Self) -> Result<Self> {
        if self.denominator == other.denominator {
            return Self::ratio(&self.numerator.plus(&other.numerator), &self.denominator);
        }
        let numerator = self.numerator.times(&other.denominator)?.plus(&other.numerator.times(&self.denominator)?);
        Self::ratio(&numerator, &self.denominator.times(&other.denominator)?)
    }

    /// The product.
    pub fn times(&self, other: &Self) -> Result<Self> {
        Self::ratio(&self.numerator.times(&other.numerator)?, &self.denominator.times(&other.denominator)?)
    }

    /// The quotient; dividing by zero is undefined.
    pub fn over(&self, other: &Self) -> Result<Self> {
        Self::ratio(&self.numerator.times(&other.denominator)?, &self.denominator.times(&other.numerator)?)
    }

    /// The order of two surreal numbers.
    pub fn compare(&self, other: &Self) -> Result<Ordering> {
        // Denominators have leading term 1, so they are positive and multiplying across keeps the order.
        let left = self.numerator.times(&other.denominator)?;
        let right = other.numerator.times(&self.denominator)?;
        Ok(left.cmp(&right))
    }

    /// The square root, where it is again a single term: of r·ω^y with r the square of a rational.
    pub fn square_root(&self) -> Result<Self> {
        let root = self.as_normal().map_or(Ok(None), Normal::square_root)?;
        root.map(Self::from).ok_or_else(|| {
            ValueError::undefined(Text::new("{number} has no square root among these numbers").with("number", self))
        })
    }

    /// x to an integer power, or ω to any power that is a normal form.
    pub fn power(&self, exponent: &Self) -> Result<Self> {
        let whole = exponent.as_rational().filter(Rational::is_integer);
        if let Some(whole) = whole.as_ref().filter(|whole| whole.abs() <= Rational::from_integer(100_000.into())) {
            let mut result = Self::from(one());
            let bits = whole.numer().magnitude();
            for bit in (0..bits.bits()).rev() {
                result = result.times(&result)?;
                if bits.bit(bit) {
                    result = result.times(self)?;
                }
            }
            return if whole.is_negative() { Self::from(one()).over(&result) } else { Ok(result) };
        }
        let is_omega = self.compare(&Self::omega())? == Ordering::Equal;
        match exponent.as_normal() {
            Some(exponent) if is_omega => Ok(Normal::omega_to(exponent.clone())?.into()),
            _ => Err(ValueError::undefined("only ω has powers that are not small integers")),
        }
    }

    /// The birthday as an ordinal: for reals, and for sums of n·ω^y with integers n and ordinals y, whose signs are those
    /// of its terms one after the other, n·ω^y having |n|·ω^y of them (Gonshor, An Introduction to the Theory of Surreal
    /// Numbers, chapter 5).
    pub fn birthday(&self) -> Option<Normal> {
        if let Some(number) = self.as_dyadic() {
            return Some(Normal::rational(Rational::from_integer(number.birthday())));
        }
        if self.as_rational().is_some() {
            return Some(Normal::omega());
        }
        self.as_normal().and_then(Normal::length_in_signs)
    }
}

/// The exact quotient by long division, if it ends.
fn divide(numerator: &Normal, denominator: &Normal) -> Result<Option<Normal>> {
    let Some(unit) = denominator.leading().reciprocal_of_term() else { return Ok(None) };
    if denominator.terms().len() == 1 {
        return numerator.times(&unit).map(Some);
    }
    let mut rest = numerator.clone();
    let mut quotient = Normal::zero();
    for _ in 0..DIVISION_STEPS {
        if rest.is_zero() {
            return Ok(Some(quotient));
        }
        let term = rest.leading().times(&unit)?;
        rest = rest.minus(&term.times(denominator)?);
        quotient = quotient.plus(&term);
    }
    Ok(None)
}

impl PartialEq for Surreal {
    fn eq(&self, other: &Self) -> bool {
        let same = self.numerator == other.numerator && self.denominator == other.denominator;
        same || self.compare(other).is_ok_and(|order| order == Ordering::Equal)
    }
}

impl fmt::Display for Surreal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.as_normal() {
            Some(normal) => write!(f, "{normal}"),
            None => write!(f, "({})/({})", self.numerator, self.denominator),
        }
    }
}

impl Default for Surreal {
    fn default() -> Self {
        Self::rational(Rational::zero())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn normal() -> impl Strategy<Value = Normal> {
        let number = || (-6i64..=6, 1i64..4).prop_map(|(n, d)| Normal::rational(Rational::new(n.into(), d.into())));
        let term =
            |y: BoxedStrategy<Normal>| (y, number()).prop_map(|(y, r)| Normal::omega_to(y).unwrap().times(&r).unwrap());
        let sum = |y: BoxedStrategy<Normal>| {
            prop::collection::vec(term(y), 0..3)
                .prop_map(|terms| terms.iter().fold(Normal::zero(), |sum, term| sum.plus(term)))
        };
        sum(prop_oneof![number(), sum(number().boxed())].boxed())
    }

    #[test]
    fn numbers_too_long_to_work_with_are_refused() {
        let whole = |n: i64| Surreal::rational(Rational::from_integer(n.into()));
        let long = whole(2).power(&whole(100_000)).unwrap();
        assert_eq!(long.times(&whole(3)).unwrap().over(&long).unwrap(), whole(3));
        let longer = long.times(&long).unwrap();
        for tower in [long.power(&whole(1000)), longer.times(&long), whole(1).over(&longer), longer.power(&whole(-1))] {
            assert!(matches!(tower, Err(ValueError::TooLarge { .. })));
        }
        let sum = Surreal::omega().plus(&whole(1)).unwrap();
        assert!(sum.power(&whole(40)).is_ok() && sum.power(&whole(9000)).is_err());
    }

    fn surreal() -> impl Strategy<Value = Surreal> {
        (normal(), normal()).prop_map(
            |(a, b)| {
                if b.is_zero() { a.into() } else { Surreal::from(a).over(&b.into()).unwrap() }
            },
        )
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]
        #[test]
        fn an_ordered_field(a in surreal(), b in surreal(), c in surreal()) {
            let zero = Surreal::default();
            prop_assert_eq!(a.plus(&b).unwrap(), b.plus(&a).unwrap());
            prop_assert_eq!(a.plus(&b).unwrap().plus(&c).unwrap(), a.plus(&b.plus(&c).unwrap()).unwrap());
            prop_assert_eq!(a.times(&b).unwrap().times(&c).unwrap(), a.times(&b.times(&c).unwrap()).unwrap());
            let left = a.times(&b.plus(&c).unwrap()).unwrap();
            prop_assert_eq!(left, a.times(&b).unwrap().plus(&a.times(&c).unwrap()).unwrap());
            prop_assert_eq!(a.plus(&a.negative()).unwrap(), zero.clone());
            if b != zero {
                prop_assert_eq!(a.over(&b).unwrap().times(&b).unwrap(), a.clone());
            }
            prop_assert_eq!(a.compare(&b).unwrap(), a.plus(&c).unwrap().compare(&b.plus(&c).unwrap()).unwrap());
            let positive = |x: &Surreal| x.compare(&zero).unwrap() == Ordering::Greater;
            if positive(&a) && positive(&b) {
                prop_assert!(positive(&a.times(&b).unwrap()));
            }
        }
    }

    #[test]
    fn omega_among_its_neighbours() {
        let omega = Surreal::omega();
        let number = |n: i64| Surreal::dyadic(&Dyadic::from(n));
        let below = omega.plus(&number(-1)).unwrap();
        assert_eq!(below.compare(&omega).unwrap(), Ordering::Less);
        assert_eq!(below.compare(&number(1_000_000)).unwrap(), Ordering::Greater);
        let root = omega.square_root().unwrap();
        assert_eq!(root.times(&root).unwrap(), omega);
        let tiny = number(1).over(&omega).unwrap();
        assert_eq!(tiny.times(&omega).unwrap(), number(1));
        assert_eq!(below.to_string(), "omega - 1");
        assert_eq!(number(1).over(&below).unwrap().to_string(), "(omega**(-1))/(1 - omega**(-1))");
        let square = below.times(&below).unwrap();
        assert_eq!(square.over(&below).unwrap().to_string(), "omega - 1");
    }
}
