//! Sign expansions: a number as the turns on the way to it in the tree of numbers.

use crate::surreal::Rational;
use num_bigint::BigInt;
use num_traits::One;
use std::cmp::Ordering;
use std::fmt::Write;

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

pub(super) fn to_rational(number: &Dyadic) -> Rational {
    Rational::new(number.numerator(), BigInt::one() << number.exponent())
}

/// The numbers passed on the way to a rational number, each with whether the way goes up from there, at most `limit`.
pub(super) fn way_to(number: &Rational, limit: usize) -> Vec<(Dyadic, bool)> {
    let mut walk = Walk::new();
    let mut way = Vec::new();
    while way.len() < limit {
        let up = match number.cmp(&to_rational(&walk.at)) {
            Ordering::Equal => break,
            order => order == Ordering::Greater,
        };
        way.push((walk.at.clone(), up));
        walk.step(up);
    }
    way
}

/// The first signs of a rational number, `+` for up and `-` for down, and whether they are all.
///
/// Dyadic numbers have finite expansions, as long as their birthday; other rationals have ω signs.
pub fn sign_expansion(number: &Rational, limit: usize) -> (String, bool) {
    let way = way_to(number, limit.saturating_add(1));
    let complete = way.len() <= limit;
    (way.iter().take(limit).map(|&(_, up)| if up { '+' } else { '-' }).collect(), complete)
}

/// The number with a finite sign expansion.
pub fn from_signs(signs: &str) -> Result<Dyadic> {
    let mut walk = Walk::new();
    if signs.len() > 1 << 16 {
        return Err(ValueError::TooLarge { what: "the sign expansion" });
    }
    for sign in signs.chars() {
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

    proptest! {
        #[test]
        fn signs_and_numbers_are_one_to_one(signs in "[+-]{0,20}") {
            let number = from_signs(&signs).unwrap();
            prop_assert_eq!(sign_expansion(&to_rational(&number), 100), (signs.clone(), true));
            prop_assert_eq!(number.birthday(), BigInt::from(signs.len()));
        }
    }

    #[test]
    fn a_third_alternates_for_ever() {
        let third = Rational::new(1.into(), 3.into());
        assert_eq!(sign_expansion(&third, 9), ("+--+-+-+-".into(), false));
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
