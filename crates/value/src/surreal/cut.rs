//! Numbers as cuts {L|R}, with their first options.

use std::fmt;

use crate::surreal::Rational;
use num_bigint::BigInt;
use num_traits::{One, Signed};

use super::signs::way_to;
use super::{Normal, Surreal};
use crate::{Dyadic, Result, ValueError};
use grundy_lang::Text;

/// A cut with the first options of each side.
#[derive(Clone, Debug)]
pub struct Cut {
    left: Side,
    right: Side,
}

#[derive(Clone, Debug, Default)]
struct Side {
    options: Vec<Normal>,
    /// Whether infinitely many more follow.
    endless: bool,
}

/// The cut that a number is, with at most `count` options a side: the way down the tree for reals, Conway's
/// ω^y = {0, n·ω^(y^L) | 2^-n·ω^(y^R)} for powers of ω, and sums of such terms.
pub fn cut(number: &Surreal, count: usize) -> Result<Cut> {
    let undefined = || ValueError::undefined(Text::new("no simple cut is known for {number}").with("number", number));
    let normal = number.as_normal().ok_or_else(undefined)?;
    if normal.is_zero() {
        return Ok(Cut { left: Side::default(), right: Side::default() });
    }
    let mut total = Cut { left: Side::default(), right: Side::default() };
    for (place, (exponent, r)) in normal.terms().iter().enumerate() {
        let part = term_cut(exponent, r, count)?.ok_or_else(undefined)?;
        let (others_left, others_right) = (normal.terms()[..place].to_vec(), normal.terms()[place + 1..].to_vec());
        let rest = others_left.into_iter().chain(others_right).try_fold(Normal::zero(), |sum, (y, r)| {
            Ok::<_, ValueError>(sum.plus(&Normal::omega_to(y)?.times(&Normal::rational(r))?))
        })?;
        total.left.extend(&part.left, &rest);
        total.right.extend(&part.right, &rest);
    }
    Ok(total)
}

impl Side {
    fn extend(&mut self, other: &Self, by: &Normal) {
        self.options.extend(other.options.iter().map(|option| option.plus(by)));
        self.endless |= other.endless;
    }
}

/// The cut of r·ω^y for real numbers (y = 0) or r = ±1.
fn term_cut(exponent: &Normal, r: &Rational, count: usize) -> Result<Option<Cut>> {
    if exponent.is_zero() {
        return Ok(Some(real_cut(r, count)));
    }
    if !r.abs().is_one() {
        return Ok(None);
    }
    let positive = power_cut(exponent, count)?;
    Ok(positive.map(|positive| if r.is_positive() { positive } else { positive.mirrored() }))
}

impl Cut {
    fn mirrored(self) -> Self {
        let mirror = |side: Side| Side { options: side.options.iter().map(Normal::negative).collect(), ..side };
        Self { left: mirror(self.right), right: mirror(self.left) }
    }
}

fn real_cut(number: &Rational, count: usize) -> Cut {
    let dyadic = Dyadic::from_fraction(number.numer(), number.denom());
    if let Some(number) = dyadic {
        let side =
            |option: Option<Dyadic>| Side { options: option.iter().map(Normal::dyadic).collect(), endless: false };
        return Cut { left: side(number.left_option()), right: side(number.right_option()) };
    }
    let way = way_to(number, count.saturating_mul(4).max(8));
    let side = |up: bool| Side {
        options: way.iter().filter(|step| step.1 == up).take(count).map(|step| Normal::dyadic(&step.0)).collect(),
        endless: true,
    };
    Cut { left: side(true), right: side(false) }
}

fn power_cut(exponent: &Normal, count: usize) -> Result<Option<Cut>> {
    let Some(y) = exponent.as_rational().and_then(|y| Dyadic::from_fraction(y.numer(), y.denom())) else {
        return Ok(None);
    };
    let mut left = Side { options: vec![Normal::zero()], endless: false };
    let mut right = Side::default();
    let multiples = |base: &Dyadic, factor: &dyn Fn(usize) -> Rational| -> Result<Vec<Normal>> {
        let power = Normal::omega_to(Normal::dyadic(base))?;
        (0..count).map(|n| power.times(&Normal::rational(factor(n)))).collect()
    };
    if let Some(below) = y.left_option() {
        left.options.extend(multiples(&below, &|n| Rational::from_integer((n + 1).into()))?);
        left.endless = true;
    }
    if let Some(above) = y.right_option() {
        right.options.extend(multiples(&above, &|n| Rational::new(BigInt::one(), BigInt::one() << n))?);
        right.endless = true;
    }
    Ok(Some(Cut { left, right }))
}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |side: &Side| {
            let mut texts: Vec<_> = side.options.iter().map(ToString::to_string).collect();
            texts.extend(side.endless.then(|| "…".to_owned()));
            texts.join(", ")
        };
        write!(f, "{{{}|{}}}", side(&self.left), side(&self.right))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn famous_cuts() {
        let omega = Surreal::omega();
        let number = |n: i64, d: i64| Surreal::rational(Rational::new(n.into(), d.into()));
        let show = |number: &Surreal| cut(number, 4).unwrap().to_string();
        insta::assert_snapshot!(show(&omega), @"{0, 1, 2, 3, 4, …|}");
        insta::assert_snapshot!(show(&number(1, 3)), @"{0, 1/4, 5/16, 21/64, …|1, 1/2, 3/8, 11/32, …}");
        insta::assert_snapshot!(show(&number(1, 1).over(&omega).unwrap()), @"{0|1, 1/2, 1/4, 1/8, …}");
        insta::assert_snapshot!(show(&omega.square_root().unwrap()), @"{0, 1, 2, 3, 4, …|omega, 1/2.omega, 1/4.omega, 1/8.omega, …}");
        insta::assert_snapshot!(show(&omega.plus(&number(-1, 1)).unwrap()), @"{-1, 0, 1, 2, 3, …|omega}");
    }
}
