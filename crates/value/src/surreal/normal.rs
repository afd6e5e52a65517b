//! Conway normal forms: finite sums of r·ω^y with rational r, the exponents being such sums themselves.

use std::cmp::Ordering;
use std::fmt;

use crate::surreal::Rational;
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

use crate::{Dyadic, Result, ValueError};

/// Largest number of terms, and deepest tower of exponents.
const TERMS_LIMIT: usize = 1 << 14;
const TOWER_LIMIT: u32 = 64;
/// Longest coefficient and all coefficients together, in bits: reducing a fraction takes time quadratic in them.
const COEFFICIENT_LIMIT: u64 = 1 << 18;
const BITS_LIMIT: u64 = 1 << 20;

/// A finite Conway normal form: terms r·ω^y, exponents falling, no r zero.
///
/// These are closed under sum and product; the ordinals below ε₀ are among them (On Numbers and Games, chapter 3).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Normal {
    terms: Vec<(Normal, Rational)>,
}

impl Normal {
    /// Zero.
    pub fn zero() -> Self {
        Self::default()
    }

    /// A rational number.
    pub fn rational(number: Rational) -> Self {
        if number.is_zero() { Self::zero() } else { Self { terms: vec![(Self::zero(), number)] } }
    }

    /// A dyadic number.
    pub fn dyadic(number: &Dyadic) -> Self {
        Self::rational(Rational::new(number.numerator(), BigInt::one() << number.exponent()))
    }

    /// ω.
    pub fn omega() -> Self {
        Self { terms: vec![(Self::rational(Rational::one()), Rational::one())] }
    }

    /// ω^y.
    pub fn omega_to(exponent: Self) -> Result<Self> {
        if exponent.tower() >= TOWER_LIMIT {
            return Err(ValueError::TooLarge { what: "the tower of exponents" });
        }
        Ok(Self { terms: vec![(exponent, Rational::one())] })
    }

    /// The terms (y, r) of r·ω^y, exponents falling.
    pub fn terms(&self) -> &[(Normal, Rational)] {
        &self.terms
    }

    /// Whether it is zero.
    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// The rational number it is, if it is one.
    pub fn as_rational(&self) -> Option<Rational> {
        match &self.terms[..] {
            [] => Some(Rational::zero()),
            [(exponent, number)] if exponent.is_zero() => Some(number.clone()),
            _ => None,
        }
    }

    /// Whether it is an ordinal: natural coefficients and ordinal exponents.
    pub fn is_ordinal(&self) -> bool {
        self.terms.iter().all(|(exponent, r)| r.is_integer() && r.is_positive() && exponent.is_ordinal())
    }

    /// How many signs the sign expansion has, where coefficients are integers and exponents ordinals.
    pub(super) fn length_in_signs(&self) -> Option<Self> {
        let whole = self.terms.iter().all(|(exponent, r)| r.is_integer() && exponent.is_ordinal());
        let terms = self.terms.iter().map(|(exponent, r)| (exponent.clone(), r.abs()));
        whole.then(|| Self { terms: terms.collect() })
    }

    /// The sign: -1, 0 or 1.
    pub fn signum(&self) -> i32 {
        self.terms.first().map_or(0, |(_, r)| if r.is_positive() { 1 } else { -1 })
    }

    fn tower(&self) -> u32 {
        self.terms.iter().map(|(exponent, _)| exponent.tower() + u32::from(!exponent.is_zero())).max().unwrap_or(0)
    }

    /// The negative.
    #[must_use]
    pub fn negative(&self) -> Self {
        Self { terms: self.terms.iter().map(|(exponent, r)| (exponent.clone(), -r)).collect() }
    }

    /// The sum.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut a, mut b) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let order = match (a.peek(), b.peek()) {
                (Some(x), Some(y)) => x.0.cmp(&y.0),
                (Some(_), None) => Ordering::Greater,
                (None, Some(_)) => Ordering::Less,
                (None, None) => return Self { terms },
            };
            match order {
                Ordering::Greater => terms.extend(a.next().cloned()),
                Ordering::Less => terms.extend(b.next().cloned()),
                Ordering::Equal => {
                    if let (Some((exponent, r)), Some((_, s))) = (a.next(), b.next()) {
                        let total = r + s;
                        if !total.is_zero() {
                            terms.push((exponent.clone(), total));
                        }
                    }
                }
            }
        }
    }

    /// The difference.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        self.plus(&other.negative())
    }

    /// The product.
    pub fn times(&self, other: &Self) -> Result<Self> {
        let ((longest, bits), (other_longest, other_bits)) = (self.bits(), other.bits());
        let all = bits * other.terms.len() as u64 + other_bits * self.terms.len() as u64;
        let terms = self.terms.len().saturating_mul(other.terms.len());
        if terms > TERMS_LIMIT || longest + other_longest > COEFFICIENT_LIMIT || all > BITS_LIMIT {
            return Err(ValueError::TooLarge { what: "the surreal number" });
        }
        let mut products: Vec<(Normal, Rational)> = Vec::new();
        for (x, r) in &self.terms {
            products.extend(other.terms.iter().map(|(y, s)| (x.plus(y), r * s)));
        }
        products.sort_by(|a, b| b.0.cmp(&a.0));
        let mut terms: Vec<(Normal, Rational)> = Vec::new();
        for (exponent, r) in products {
            match terms.last_mut() {
                Some(last) if last.0 == exponent => last.1 += r,
                _ => terms.push((exponent, r)),
            }
        }
        terms.retain(|(_, r)| !r.is_zero());
        Ok(Self { terms })
    }

    /// The bits of the longest coefficient and of all.
    fn bits(&self) -> (u64, u64) {
        let bits = self.terms.iter().map(|(_, r)| r.numer().bits() + r.denom().bits());
        bits.fold((0, 0), |(longest, all), bits| (longest.max(bits), all + bits))
    }

    /// The reciprocal of a single term r·ω^y.
    pub fn reciprocal_of_term(&self) -> Option<Self> {
        match &self.terms[..] {
            [(exponent, r)] => Some(Self { terms: vec![(exponent.negative(), r.recip())] }),
            _ => None,
        }
    }

    /// The leading term alone.
    #[must_use]
    pub fn leading(&self) -> Self {
        Self { terms: self.terms.first().cloned().into_iter().collect() }
    }

    /// The square root of a single term r·ω^y with r a square of a rational.
    pub fn square_root(&self) -> Result<Option<Self>> {
        let [(exponent, r)] = &self.terms[..] else {
            return Ok(self.is_zero().then(Self::zero));
        };
        if !r.is_positive() {
            return Ok(None);
        }
        let root = |n: &BigInt| Some(n.sqrt()).filter(|root| root * root == *n);
        let Some((above, below)) = root(r.numer()).zip(root(r.denom())) else {
            return Ok(None);
        };
        let half = Self::rational(Rational::new(1.into(), 2.into()));
        Ok(Some(Self { terms: vec![(exponent.times(&half)?, Rational::new(above, below))] }))
    }
}

impl Ord for Normal {
    fn cmp(&self, other: &Self) -> Ordering {
        let sign = |r: &Rational| r.cmp(&Rational::zero());
        for place in 0.. {
            let order = match (self.terms.get(place), other.terms.get(place)) {
                (None, None) => return Ordering::Equal,
                (Some((_, r)), None) => sign(r),
                (None, Some((_, s))) => sign(s).reverse(),
                (Some((x, r)), Some((y, s))) => match x.cmp(y) {
                    Ordering::Greater => sign(r),
                    Ordering::Less => sign(s).reverse(),
                    Ordering::Equal => r.cmp(s),
                },
            };
            if order != Ordering::Equal {
                return order;
            }
        }
        Ordering::Equal
    }
}

impl PartialOrd for Normal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Normal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_zero() {
            return f.write_str("0");
        }
        for (place, (exponent, r)) in self.terms.iter().enumerate() {
            let sign = match (place, r.is_negative()) {
                (0, false) => "",
                (0, true) => "-",
                (_, false) => " + ",
                (_, true) => " - ",
            };
            f.write_str(sign)?;
            write_term(f, exponent, &r.abs())?;
        }
        Ok(())
    }
}

/// r·ω^y in the notation of the language: `2.omega**3`, the factor and the exponent left out where they are 1.
fn write_term(f: &mut fmt::Formatter<'_>, exponent: &Normal, r: &Rational) -> fmt::Result {
    if exponent.is_zero() {
        return write!(f, "{r}");
    }
    if !r.is_one() {
        write!(f, "{r}.")?;
    }
    f.write_str("omega")?;
    match exponent.as_rational() {
        Some(y) if y.is_one() => Ok(()),
        Some(y) if y.is_integer() && y.is_positive() => write!(f, "**{y}"),
        _ => write!(f, "**({exponent})"),
    }
}
