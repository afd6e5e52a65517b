//! Fixed-point numbers for fast comparison of stops.

use crate::Dyadic;

/// A number in units of 2^-32, or unknown when it does not fit; a known one is exact.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Quick(i64);

const FRACTION: u32 = 32;

impl Quick {
    pub(crate) const UNKNOWN: Self = Self(i64::MIN);

    pub(crate) fn from_dyadic(number: &Dyadic) -> Self {
        let scaled = number
            .as_small()
            .filter(|&(_, exponent)| exponent <= FRACTION)
            // why: what does not fit is not known quickly
            .and_then(|(numerator, exponent)| i64::try_from(i128::from(numerator) << (FRACTION - exponent)).ok());
        scaled.map_or(Self::UNKNOWN, Self)
    }

    #[inline]
    pub(crate) fn is_unknown(self) -> bool {
        self == Self::UNKNOWN
    }

    pub(crate) fn to_dyadic(self) -> Option<Dyadic> {
        (!self.is_unknown()).then(|| Dyadic::small(self.0, FRACTION))
    }

    /// The simplest number from `self` to `upper`, both known, ends excluded unless closed; unknown when none fits the
    /// fixed point, which does not mean that there is none.
    pub(crate) fn simplest(self, closed: bool, upper: Self, upper_closed: bool) -> Self {
        let low = if closed { self.0 } else { self.0.saturating_add(1) };
        let high = if upper_closed { upper.0 } else { upper.0.saturating_sub(1) };
        if low > high || low == i64::MAX || high == i64::MIN {
            Self::UNKNOWN
        } else if low <= 0 && high >= 0 {
            Self(0)
        } else if low > 0 {
            Self(simplest_positive(low, high))
        } else {
            Self(-simplest_positive(-high, -low))
        }
    }
}

/// The first integer at or above `low` if it is at most `high`, else the number with the fewest binary places.
fn simplest_positive(low: i64, high: i64) -> i64 {
    let unit = (1i64 << FRACTION) - 1;
    if let Some(up) = low.checked_add(unit) {
        let integer = up & !unit;
        if integer <= high {
            return integer;
        }
    }
    // The highest bit in which low - 1 and high differ is set in high; cut high off there.
    let differ = 63 - ((low - 1) ^ high).leading_zeros();
    high & !((1i64 << differ) - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bound;

    #[test]
    fn agrees_with_the_exact_simplest_number() {
        for a in -40i64..40 {
            for b in a..40 {
                for flags in 0..4 {
                    let bounds = [(a, flags & 1), (b, flags >> 1)]
                        .map(|(n, closed)| Bound { number: Dyadic::small(n, 3), closed: closed == 1 });
                    let [low, high] = [0, 1].map(|i: usize| Quick::from_dyadic(&bounds[i].number));
                    let quick = low.simplest(bounds[0].closed, high, bounds[1].closed).to_dyadic();
                    assert_eq!(quick, Dyadic::simplest(Some(&bounds[0]), Some(&bounds[1])), "{bounds:?}");
                }
            }
        }
    }
}
