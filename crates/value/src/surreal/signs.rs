//! Sign expansions: a number as the turns on the way to it in the tree of numbers.

use crate::surreal::Rational;
use grundy_budget::Budget;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::cmp::Ordering;
use std::fmt::Write;

use crate::scratch::Scratch;
use crate::{Dyadic, Result, ValueError};
use grundy_lang::Text;

/// Where a walk down the tree of numbers stands: the number, and its nearest neighbours so far.
struct Walk {
    at: Dyadic,
    below: Option<Dyadic>,
    above: Option<Dyadic>,
}

impl Walk {
    fn new() -> Self {
        Self { at: Dyadic::ZERO, below: None, above: None }
    }

    fn step(&mut self, up: bool) {
        let here = self.at.clone();
        if up {
            self.at = match &self.above {
                Some(above) => (&here + above).half(),
                None => &here + &Dyadic::ONE,
            };
            self.below = Some(here);
        } else {
            self.at = match &self.below {
                Some(below) => (&here + below).half(),
                None => &here - &Dyadic::ONE,
            };
            self.above = Some(here);
        }
    }
}

/// The numbers passed on the way to a rational number, each with whether the way goes up from there, at most `limit`.
pub(super) fn way_to(number: &Rational, limit: usize) -> Vec<(Dyadic, bool)> {
    let mut walk = Walk::new();
    let mut way = Vec::new();
    while way.len() < limit {
        // Both denominators are positive, so multiplying across keeps the order.
        let here = walk.at.numerator() * number.denom();
        let up = match (number.numer() << walk.at.exponent()).cmp(&here) {
            Ordering::Equal => break,
            order => order == Ordering::Greater,
        };
        way.push((walk.at.clone(), up));
        walk.step(up);
    }
    way
}

/// Longest sign expansion that is written out.
pub const SIGNS_LIMIT: usize = 10_000_000;

/// The first signs of a rational number, `+` for up and `-` for down, and whether they are all.
///
/// Dyadic numbers have finite expansions, as long as their birthday; other rationals have ω signs. Takes time and memory
/// linear in the signs: up past |x| in whole steps, one back, and from there on the binary digits of the fraction
/// (Berlekamp's rule; Winning Ways, chapter 3).
pub fn sign_expansion(number: &Rational, limit: usize, budget: &Budget) -> Result<(String, bool)> {
    let birthday = Dyadic::from_fraction(number.numer(), number.denom()).map(|number| number.birthday());
    let length = birthday.and_then(|day| day.to_usize()).unwrap_or(usize::MAX);
    if length.min(limit) > SIGNS_LIMIT {
        return Err(ValueError::TooLarge { what: "the sign expansion" });
    }
    let (up, down) = if number.is_negative() { ('-', '+') } else { ('+', '-') };
    let (mut meter, mut memory) = (budget.meter(), Scratch::new(budget));
    let mut signs = String::new();
    let mut write = |sign: char, signs: &mut String| {
        memory.add(1)?;
        meter.work(1)?;
        signs.push(sign);
        Ok::<_, ValueError>(signs.len() < limit)
    };
    let whole = number.abs().ceil().to_integer();
    let mut more = limit > 0;
    let mut steps = BigInt::zero();
    while more && steps < whole {
        more = write(up, &mut signs)?;
        steps += 1;
    }
    // The rest of the way in units of the fraction of the last whole step.
    let bottom = number.denom();
    let mut rest = number.abs().numer() - (&whole - BigInt::one()) * bottom;
    let mut below_top = !number.is_integer();
    while more && below_top {
        more = write(if rest < *bottom { down } else { up }, &mut signs)?;
        rest = if rest < *bottom { rest * 2 } else { (rest - bottom) * 2 };
        below_top = rest != *bottom;
    }
    Ok((signs, length <= limit))
}

/// The number with a finite sign expansion.
pub fn from_signs(signs: &str, budget: &Budget) -> Result<Dyadic> {
    let mut walk = Walk::new();
    if signs.len() > 1 << 16 {
        return Err(ValueError::TooLarge { what: "the sign expansion" });
    }
    let mut meter = budget.meter();
    for sign in signs.chars() {
        meter.work(64)?;
        match sign {
            '+' => walk.step(true),
            '-' | '−' => walk.step(false),
            other => {
                let reason = Text::new("a sign expansion has only + and -, not `{other}`").with("other", other);
                return Err(ValueError::undefined(reason));
            }
        }
    }
    Ok(walk.at)
}

/// The simplest number strictly between two rationals, the one born first; none if they are not in order.
///
/// It is 0 or the integer nearest to 0, or else the first that appears on the grids of halves, quarters and so on.
pub fn simplest_between(lower: &Rational, upper: &Rational, budget: &Budget) -> Result<Option<Dyadic>> {
    if lower >= upper {
        return Ok(None);
    }
    if lower.is_negative() && upper.is_positive() {
        return Ok(Some(Dyadic::ZERO));
    }
    if lower.is_negative() {
        let mirrored = simplest_between(&-upper, &-lower, budget)?;
        return Ok(mirrored.map(|number| -&number));
    }
    let mut meter = budget.meter();
    for grid in 0u32.. {
        meter.work(16)?;
        let next: BigInt = (lower.numer() << grid).div_floor(lower.denom()) + 1;
        if &next * upper.denom() < (upper.numer() << grid) {
            return Ok(Some(Dyadic::new(next, grid)));
        }
    }
    Ok(None)
}

/// The numbers born on each of the first days, a line a day, in order of size.
pub fn day_tree(days: u32) -> Result<String> {
    if days > 12 {
        return Err(ValueError::TooLarge { what: "the tree of that many days" });
    }
    let mut text = String::new();
    let mut known: Vec<Dyadic> = Vec::new();
    for day in 0..=days {
        let mut new = Vec::new();
        if known.is_empty() {
            new.push(Dyadic::ZERO);
        } else {
            new.push(&known[0] - &Dyadic::ONE);
            new.extend(known.windows(2).map(|pair| (&pair[0] + &pair[1]).half()));
            new.push(&known[known.len() - 1] + &Dyadic::ONE);
        }
        let line: Vec<_> = new.iter().map(ToString::to_string).collect();
        let _ = writeln!(text, "day {day}: {}", line.join("  "));
        known.extend(new);
        known.sort();
    }
    text.pop();
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn to_rational(number: &Dyadic) -> Rational {
        Rational::new(number.numerator(), BigInt::one() << number.exponent())
    }

    fn expand(number: &Rational, limit: usize) -> (String, bool) {
        sign_expansion(number, limit, &Budget::unlimited()).unwrap()
    }

    proptest! {
        #[test]
        fn signs_are_the_turns_on_the_way(n in -60i64..60, d in 1i64..24, limit in 0usize..40) {
            let number = Rational::new(n.into(), d.into());
            let way = way_to(&number, limit + 1);
            let turns: String = way.iter().take(limit).map(|&(_, up)| if up { '+' } else { '-' }).collect();
            prop_assert_eq!(expand(&number, limit), (turns, way.len() <= limit));
        }

        #[test]
        fn the_simplest_number_between_is_the_first_on_the_way(a in -40i64..40, b in 1i64..9, c in -40i64..40, d in 1i64..9) {
            let (x, y) = (Rational::new(a.into(), b.into()), Rational::new(c.into(), d.into()));
            let found = simplest_between(&x, &y, &Budget::unlimited()).unwrap();
            prop_assert_eq!(found.is_some(), x < y);
            if let Some(found) = found {
                let inside = |number: &Dyadic| x < to_rational(number) && to_rational(number) < y;
                prop_assert!(inside(&found));
                prop_assert!(!way_to(&to_rational(&found), 1000).iter().any(|(passed, _)| inside(passed)));
            }
        }

        #[test]
        fn signs_and_numbers_are_one_to_one(signs in "[+-]{0,20}") {
            let number = from_signs(&signs, &Budget::unlimited()).unwrap();
            prop_assert_eq!(expand(&to_rational(&number), 100), (signs.clone(), true));
            prop_assert_eq!(number.birthday(), BigInt::from(signs.len()));
        }
    }

    #[test]
    fn a_third_alternates_for_ever() {
        let third = Rational::new(1.into(), 3.into());
        assert_eq!(expand(&third, 9), ("+--+-+-+-".into(), false));
    }

    #[test]
    fn too_many_signs_are_refused_and_long_ones_ask_the_budget() {
        let third = Rational::new(1.into(), 3.into());
        let endless = sign_expansion(&third, 1_000_000_000, &Budget::unlimited());
        assert_eq!(endless, Err(ValueError::TooLarge { what: "the sign expansion" }));
        let large = Rational::from_integer(BigInt::from(10).pow(30));
        assert!(sign_expansion(&large, usize::MAX, &Budget::unlimited()).is_err());
        assert_eq!(expand(&large, 3), ("+++".into(), false));
        let small = Budget::new(grundy_budget::Limits { memory: Some(1 << 20), ..Default::default() });
        let stopped = sign_expansion(&third, 5_000_000, &small);
        assert_eq!(stopped, Err(ValueError::Exhausted(grundy_budget::Exhausted::Memory)));
        assert_eq!(small.memory(), 0);
    }

    #[test]
    fn the_first_days() {
        insta::assert_snapshot!(day_tree(3).unwrap(), @r"
        day 0: 0
        day 1: -1  1
        day 2: -2  -1/2  1/2  2
        day 3: -3  -3/2  -3/4  -1/4  1/4  3/4  3/2  3
        ");
    }
}
